//! What never changes during a search: the kinds of tiles, every way each can lie, and which of them show what where.

use super::bits::Bits;
use super::reach::{Reach, Stock};
use crate::geometry::{At, Lattice};
use crate::mechanics::layout::{Form, Goal, Puzzle};
use crate::tiles::TileSet;

pub const SIDES: usize = Lattice::MAX_SIDES;
pub const GOALS: usize = TileSet::MOST_COLOURS;
pub const LINKS: usize = SIDES / 2;

/// No goal has this number.
pub const NO_GOAL: u8 = u8::MAX;

/// Tiles that are alike, or one that is given: that one can lie nowhere else.
#[derive(Clone, Debug)]
pub struct Kind {
    pub tile: u16,
    /// Which of the puzzle's tiles they are.
    pub members: Vec<usize>,
}

/// A link of a goal's colour.
#[derive(Clone, Copy, Default)]
pub struct Link {
    pub goal: u8,
    pub ends: [u8; 2],
    /// By how many sides a path turns that comes in at the first end.
    pub turn: i8,
    /// What it counts in the stock of its goal.
    pub stride: u32,
}

#[derive(Clone)]
pub struct Lie {
    pub kind: u16,
    pub rotation: u8,
    pub colours: [u8; SIDES],
    /// The goal that the colour of each side belongs to.
    pub goals: [u8; SIDES],
    links: [Link; LINKS],
    link_count: u8,
}

impl Lie {
    pub fn links(&self) -> &[Link] {
        &self.links[..self.link_count as usize]
    }
}

pub struct Kit<const W: usize> {
    pub sides: usize,
    pub steps: Vec<At>,
    pub goals: Vec<Goal>,
    pub kinds: Vec<Kind>,
    pub lies: Vec<Lie>,
    /// The lies of each kind.
    pub of_kind: Vec<Bits<W>>,
    /// The lies that show a colour at a side.
    pub showing: [[Bits<W>; GOALS]; SIDES],
    /// How many links there are of each goal, and of which turns.
    pub totals: [u16; GOALS],
    pub stocks: [u32; GOALS],
    pub reaches: Vec<Reach>,
    pub has_lines: bool,
}

impl<const W: usize> Kit<W> {
    /// The sets are wide enough for the lies of all kinds.
    pub fn of(puzzle: &Puzzle, goals: &[Goal], kinds: Vec<Kind>) -> Kit<W> {
        let set = &puzzle.set;
        let sides = set.sides;
        let lattice = if sides == 6 { Lattice::hex() } else { Lattice::square() };
        let steps: Vec<At> = lattice.steps.iter().map(|step| At { x: step.dx, y: step.dy }).collect();
        let goal_of = |colour: u8| goals.iter().position(|goal| goal.colour == colour);
        let turn_of = |[a, b]: [u8; 2]| {
            // Coming in at a side is heading for the one opposite.
            let turn = (b as i32 - a as i32 + 2 * sides as i32 - sides as i32 / 2) % sides as i32;
            if turn > sides as i32 / 2 { turn - sides as i32 } else { turn }
        };

        let mut stocks: Vec<Stock> = vec![[0; 3]; goals.len()];
        for tile in &puzzle.tiles {
            let lie = &set.lies_of(*tile)[0];
            for ends in pairs(&lie.mates) {
                if let Some(goal) = goal_of(lie.colours[ends[0] as usize]) {
                    stocks[goal][turn_of(ends).unsigned_abs() as usize] += 1;
                }
            }
        }
        let reaches: Vec<Reach> = stocks.iter().map(|stock| Reach::of(sides, *stock, &steps)).collect();

        let mut kit = Kit {
            sides,
            steps,
            goals: goals.to_vec(),
            lies: Vec::new(),
            of_kind: Vec::new(),
            showing: [[Bits::NONE; GOALS]; SIDES],
            totals: [0; GOALS],
            stocks: [0; GOALS],
            reaches,
            has_lines: goals.iter().any(|goal| goal.form == Form::Line),
            kinds,
        };
        for (goal, stock) in stocks.iter().enumerate() {
            kit.totals[goal] = stock.iter().sum::<usize>() as u16;
            let strides = kit.reaches[goal].strides;
            kit.stocks[goal] = (0..3).map(|turn| stock[turn] as u32 * strides[turn]).sum();
        }
        for (kind, Kind { tile, .. }) in kit.kinds.iter().enumerate() {
            let mut bits = Bits::NONE;
            for lie in set.lies_of(*tile) {
                let index = kit.lies.len();
                bits.insert(index);
                let (mut links, mut link_count) = ([Link::default(); LINKS], 0);
                let (mut colours, mut shown) = ([0; SIDES], [NO_GOAL; SIDES]);
                for (side, &colour) in lie.colours.iter().enumerate() {
                    kit.showing[side][colour as usize].insert(index);
                    colours[side] = colour;
                    shown[side] = goal_of(colour).map_or(NO_GOAL, |goal| goal as u8);
                }
                for ends in pairs(&lie.mates) {
                    let goal = shown[ends[0] as usize];
                    if goal != NO_GOAL {
                        let turn = turn_of(ends);
                        let stride = kit.reaches[goal as usize].strides[turn.unsigned_abs() as usize];
                        links[link_count] = Link { goal, ends, turn: turn as i8, stride };
                        link_count += 1;
                    }
                }
                kit.lies.push(Lie {
                    kind: kind as u16,
                    rotation: lie.rotation,
                    colours,
                    goals: shown,
                    links,
                    link_count: link_count as u8,
                });
            }
            kit.of_kind.push(bits);
        }
        kit
    }

    pub fn opposite(&self, side: usize) -> usize {
        (side + self.sides / 2) % self.sides
    }
}

/// The links of a tile, each once.
fn pairs(mates: &[u8]) -> impl Iterator<Item = [u8; 2]> + '_ {
    let links = mates.iter().enumerate().map(|(side, mate)| [side as u8, *mate]);
    links.filter(|[side, mate]| side < mate)
}
