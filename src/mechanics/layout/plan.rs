//! Rule values folded into a puzzle and what may be done with its tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::areas::Shape;
use super::puzzle::{Aim, Area, Form, Given, Goal, Puzzle};
use super::reading::{hangs_together, read_cells, read_colour, read_given};
use super::values::{Givens, MOST_TILES, Pool, Times};
use crate::geometry::{At, Lattice, Naming};
use crate::mechanics::{Complaint, Parts, Refusal, Rule, Ruled, StuckResult, goal, reaches};
use crate::tiles::TileSet;
use crate::vocabulary::{Names, RuleValue, one_line};

/// The compiled rules of a puzzle.
#[derive(Clone, Debug)]
pub struct LayoutPlan {
    pub names: Names,
    pub naming: Naming,
    pub lattice: Lattice,
    pub puzzle: Puzzle,
    /// How many of each tile of the set there are.
    pub copies: Vec<u16>,
    /// How each given tile lies at the start, by its cell; whether it may be turned.
    pub given: BTreeMap<At, (u16, bool)>,
    pub moves: Moves,
    pub ends: Vec<(String, LayoutEnd)>,
    pub stuck: Option<(String, StuckResult)>,
    /// After how many moves play at random is broken off.
    pub open_ended: Option<u32>,
    pub times: Option<Times>,
    cites: BTreeMap<&'static str, String>,
}

/// What may be done with tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    pub put: bool,
    pub turn: bool,
    pub take: bool,
    pub swap: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutEnd {
    /// The puzzle is solved, with at least such a sum where one is wanted.
    Goal { at_least: Option<u32>, endless: bool },
    /// Out of moves.
    Limit(u32),
}

/// A board before it is known how many tiles are to fill it.
enum Outline {
    Shape(Shape),
    Cells(Vec<At>),
}

/// The rule values before they are held against each other.
#[derive(Default)]
struct Draft {
    sides: Option<usize>,
    area: Option<(Outline, String)>,
    pool: Option<Pool>,
    givens: Option<Givens>,
    goal: Option<goal::Goal>,
    moves: Moves,
    ends: Vec<(String, LayoutEnd)>,
    stuck: Option<(String, StuckResult)>,
    open_ended: Option<u32>,
    times: Option<Times>,
    cites: BTreeMap<&'static str, String>,
}

impl LayoutPlan {
    /// The sum that a solution has at least, where one is wanted.
    pub fn wanted_sum(&self) -> Option<u32> {
        self.ends.iter().find_map(|(_, end)| match end {
            LayoutEnd::Goal { at_least, .. } => *at_least,
            LayoutEnd::Limit(_) => None,
        })
    }

    /// Whether a game of tiles has rules that only puzzles have.
    pub fn is_meant(parts: &Parts) -> bool {
        parts.rules.iter().any(|ruled| {
            matches!(
                ruled.rule,
                Rule::Pool(_)
                    | Rule::Givens(_)
                    | Rule::Put(_)
                    | Rule::Turn(_)
                    | Rule::Take(_)
                    | Rule::Swap(_)
            )
        })
    }

    /// Folds a puzzle's parts, or says everything that is wrong with them together.
    pub fn fold(parts: &Parts, set: &Arc<TileSet>) -> Result<LayoutPlan, Vec<Complaint>> {
        let mut complaints = parts.second_of_a_kind();
        if parts.names.seats.len() != 1 {
            let says = format!("a puzzle has one seat, not {}", parts.names.seats.len());
            complaints.push(Complaint::new("seats".into(), says));
        }
        let draft = Draft::of(parts, &mut complaints);
        if let Some(sides) = draft.sides.filter(|sides| *sides != set.sides) {
            let says = format!("the cells have {sides} sides, the tiles {}", set.sides);
            complaints.push(Complaint::new("tiles".into(), says));
        }
        let (tiles, given) = draft.tiles(set, &mut complaints);
        let aim = draft.aim(set, &tiles, &mut complaints);
        let area = draft.area(&tiles, &given, &mut complaints);
        draft.clashes(&mut complaints);
        if !complaints.is_empty() {
            return Err(complaints);
        }
        let mut copies = vec![0; set.tiles.len()];
        tiles.iter().for_each(|tile| copies[*tile as usize] += 1);
        let at_start = |given: &Given| {
            let rotation = given.rotation.unwrap_or(0) as usize;
            let lie = set.lie_of(tiles[given.tile], rotation).unwrap_or(0);
            (given.at, (lie, given.rotation.is_none()))
        };
        Ok(LayoutPlan {
            names: parts.names.clone(),
            naming: parts.naming,
            lattice: if set.sides == 6 { Lattice::hex() } else { Lattice::square() },
            copies,
            given: given.iter().map(at_start).collect(),
            moves: draft.moves,
            ends: draft.ends,
            stuck: draft.stuck,
            open_ended: draft.open_ended,
            times: draft.times,
            cites: draft.cites,
            puzzle: Puzzle {
                set: set.clone(),
                tiles,
                aim,
                area,
                holes: draft.goal.is_none_or(|goal| goal.holes),
                given,
            },
        })
    }

    /// A refusal by a rule value, with the place where it stands, or that of the moves.
    pub fn refusal<V: RuleValue>(&self, rule: &str, says: impl Into<String>) -> Refusal {
        let cite = self.cites.get(V::SPEC.name).cloned();
        Refusal::new(rule, cite.unwrap_or_else(|| "moves".to_string()), says)
    }

    pub fn tile_name(&self, tile: u16) -> &str {
        &self.puzzle.set.tiles[tile as usize].name
    }

    /// Whether some tile comes several times, so that its name alone does not say which is meant.
    pub fn has_copies(&self) -> bool {
        self.copies.iter().any(|copies| *copies > 1)
    }
}

impl Draft {
    fn of(parts: &Parts, complaints: &mut Vec<Complaint>) -> Draft {
        let mut draft = Draft::default();
        for ruled in &parts.rules {
            draft.cites.insert(ruled.rule.spec().name, ruled.cite());
            match &ruled.rule {
                Rule::OpenSquare(_) => draft.sides = Some(4),
                Rule::OpenHex(_) => draft.sides = Some(6),
                Rule::Triangle(shape) => draft.shape(Shape::Triangle(shape.clone()), ruled),
                Rule::Hexagon(shape) => draft.shape(Shape::Hexagon(shape.clone()), ruled),
                Rule::Cells(cells) => {
                    let cells = read_cells(cells, &ruled.cite(), complaints);
                    draft.area = Some((Outline::Cells(cells), ruled.cite()));
                }
                Rule::Pool(pool) => draft.pool = Some(pool.clone()),
                Rule::Givens(givens) => draft.givens = Some(givens.clone()),
                Rule::Put(_) => draft.moves.put = true,
                Rule::Turn(_) => draft.moves.turn = true,
                Rule::Take(_) => draft.moves.take = true,
                Rule::Swap(_) => draft.moves.swap = true,
                Rule::Goal(goal) => {
                    draft.goal = Some(goal.clone());
                    let endless = goal.longest.is_some() && goal.at_least.is_none();
                    draft.ends.push((ruled.id.clone(), LayoutEnd::Goal { at_least: goal.at_least, endless }));
                }
                Rule::Limit(limit) => draft.ends.push((ruled.id.clone(), LayoutEnd::Limit(limit.plies))),
                Rule::OpenEnded(open) => draft.open_ended = Some(open.plies),
                Rule::Stuck(stuck) => draft.stuck = Some((ruled.id.clone(), stuck.result)),
                Rule::Times(times) => draft.times = Some(times.clone()),
                other => {
                    let says = format!("`{}` is no rule for puzzles", other.spec().name);
                    complaints.push(Complaint::new(ruled.cite(), says));
                }
            }
        }
        draft
    }

    fn shape(&mut self, shape: Shape, ruled: &Ruled) {
        self.sides = Some(6);
        self.area = Some((Outline::Shape(shape), ruled.cite()));
    }

    fn cite<V: RuleValue>(&self) -> String {
        self.cites.get(V::SPEC.name).cloned().unwrap_or_else(|| V::SPEC.part.key().to_string())
    }

    /// The tiles of the puzzle, and those that lie from the start.
    fn tiles(&self, set: &TileSet, complaints: &mut Vec<Complaint>) -> (Vec<u16>, Vec<Given>) {
        let cite = self.cite::<Givens>();
        let mut laid = Vec::new();
        for text in
            self.givens.iter().flat_map(|givens| givens.tiles.iter().flat_map(|text| text.split_whitespace()))
        {
            match read_given(text, set) {
                Some(given) => laid.push(given),
                None => {
                    let says = format!(
                        "`{}` is no placement of this set, such as 1@0,0 or 1@0,0:2",
                        one_line(text, 30)
                    );
                    complaints.push(Complaint::new(cite.clone(), says));
                }
            }
        }
        let named = self.pool.as_ref().map(|pool| pool.tiles.as_slice()).unwrap_or_default();
        let tiles: Vec<u16> = match (named, laid.is_empty()) {
            ([], true) => (0..set.tiles.len() as u16).collect(),
            ([], false) => laid.iter().map(|(tile, ..)| *tile).collect(),
            (named, _) => self.named(named, set, complaints),
        };
        let copies = self.pool.as_ref().is_some_and(|pool| pool.copies);
        let mut seen = BTreeSet::new();
        let twice: BTreeSet<u16> = tiles.iter().copied().filter(|tile| !seen.insert(*tile)).collect();
        for tile in twice.iter().filter(|_| !copies) {
            let says = format!("tile {} is named twice", set.tiles[*tile as usize].name);
            complaints.push(Complaint::new(self.cite::<Pool>(), says));
        }
        if tiles.len() < 2 && complaints.is_empty() || tiles.len() > MOST_TILES {
            let says = format!("a puzzle has 2 to {MOST_TILES} tiles, not {}", tiles.len());
            complaints.push(Complaint::new(self.cite::<Pool>(), says));
        }
        let given = self.given(&tiles, laid, set, complaints);
        (tiles, given)
    }

    fn named(&self, names: &[String], set: &TileSet, complaints: &mut Vec<Complaint>) -> Vec<u16> {
        let mut tiles = Vec::new();
        for name in names {
            match set.tile_named(name) {
                Some(tile) => tiles.push(tile),
                None => {
                    let says = format!("the set has no tile `{}`", one_line(name, 20));
                    complaints.push(Complaint::new(self.cite::<Pool>(), says));
                }
            }
        }
        tiles
    }

    /// Which of the puzzle's tiles lie where.
    fn given(
        &self,
        tiles: &[u16],
        laid: Vec<(u16, At, Option<u8>)>,
        set: &TileSet,
        complaints: &mut Vec<Complaint>,
    ) -> Vec<Given> {
        let mut given: Vec<Given> = Vec::new();
        for (name, at, rotation) in laid {
            let free = |tile: &usize| tiles[*tile] == name && given.iter().all(|other| other.tile != *tile);
            let called = &set.tiles[name as usize].name;
            let says = match (0..tiles.len()).find(free) {
                _ if given.iter().any(|other| other.at == at) => {
                    format!("two tiles are given at {},{}", at.x, at.y)
                }
                Some(_) if !reaches(at) => format!("{},{} is too far away", at.x, at.y),
                Some(tile) => {
                    given.push(Given { tile, at, rotation });
                    continue;
                }
                None => format!("tile {called} is given, and the pool has no such tile left"),
            };
            complaints.push(Complaint::new(self.cite::<Givens>(), says));
        }
        given
    }

    /// What is asked for.
    fn aim(&self, set: &TileSet, tiles: &[u16], complaints: &mut Vec<Complaint>) -> Aim {
        let cite = self.cite::<goal::Goal>();
        let Some(goal) = &self.goal else {
            complaints.push(Complaint::new(
                "finish".into(),
                "no goal; write `finish = { goal { \"red:loop\" } }`".into(),
            ));
            return Aim::Goals(Vec::new());
        };
        let mut complain = |says: String| complaints.push(Complaint::new(cite.clone(), says));
        if goal.at_least.is_some() && goal.longest.is_none() {
            complain("`at_least` is what the sum of the longest must reach; add `longest = \"line\"`".into());
        }
        if goal.partial {
            complain("a puzzle is solved or not; leave out `partial`".into());
        }
        for text in &goal.unclear {
            let typed = one_line(text, 30);
            complain(format!(
                "`{typed}` is no goal; write a colour with what it forms, such as red:loop or red:line"
            ));
        }
        if let Some(form) = &goal.longest {
            if !(goal.lines.is_empty() && goal.loops.is_empty()) {
                complain("the goal names colours or asks for the longest of all, not both".into());
            }
            return Aim::Longest(if form == "loop" { Form::Loop } else { Form::Line });
        }
        let mut goals: Vec<Goal> = Vec::new();
        let lines = goal.lines.iter().map(|colour| (colour, Form::Line));
        for (colour, form) in lines.chain(goal.loops.iter().map(|colour| (colour, Form::Loop))) {
            match read_colour(colour, set, tiles) {
                Ok(colour) if goals.iter().any(|other| other.colour == colour) => {
                    complain(format!("{} has two goals", set.colours[colour as usize].name));
                }
                Ok(colour) => goals.push(Goal { colour, form }),
                Err(says) => complain(says),
            }
        }
        Aim::Goals(goals)
    }

    /// Where tiles may lie: as many cells as tiles, and all of them hang together.
    fn area(&self, tiles: &[u16], given: &[Given], complaints: &mut Vec<Complaint>) -> Area {
        let all_given = given.len() == tiles.len() && !given.is_empty();
        let (cells, cite) = match &self.area {
            Some((Outline::Cells(cells), cite)) => (cells.clone(), cite.clone()),
            Some((Outline::Shape(shape), cite)) => match shape.filled_by(tiles.len()) {
                Ok(cells) => (cells, cite.clone()),
                Err(says) => {
                    complaints.push(Complaint::refusal(cite.clone(), says));
                    return Area::Free;
                }
            },
            None if all_given => (given.iter().map(|given| given.at).collect(), self.cite::<Givens>()),
            None => return Area::Free,
        };
        let mut complain = |says: String| complaints.push(Complaint::new(cite.clone(), says));
        if cells.len() != tiles.len() {
            complain(format!("the board has {} cells, and there are {} tiles", cells.len(), tiles.len()));
        }
        if let Some(given) = given.iter().find(|given| !cells.contains(&given.at)) {
            complain(format!("{},{} is not a cell of the board", given.at.x, given.at.y));
        }
        let lattice = if self.sides == Some(4) { Lattice::square() } else { Lattice::hex() };
        if !hangs_together(&cells, &lattice) {
            complain("the cells do not hang together".into());
        }
        Area::Cells(cells)
    }

    fn clashes(&self, complaints: &mut Vec<Complaint>) {
        if self.sides.is_none() && self.area.is_none() {
            let says = "no board; write `board = open_hex {}`, `triangle(4)` or `cells { \"0,0\", ... }`";
            complaints.push(Complaint::new("board".into(), says.into()));
        }
        if self.moves == Moves::default() {
            let says = "no moves; write `moves = { put {}, turn {}, take {}, swap {} }`";
            complaints.push(Complaint::new("moves".into(), says.into()));
        }
        let ends = self.ends.iter().any(|(_, end)| matches!(end, LayoutEnd::Limit(_)));
        if self.goal.is_some() && self.open_ended.is_none() && !ends {
            let says = "tiles can be moved for ever; add `open_ended {}` or `limit { plies = 1000 }`";
            complaints.push(Complaint::new("finish".into(), says.into()));
        }
    }
}
