//! Where a search begins: the board and what may lie on each cell, so that of arrangements that are the same when turned
//! only one is met.

use super::bits::Bits;
use super::kit::{Kind, Kit};
use super::reach::distance;
use super::same::{Same, turns_of};
use super::search::{EMPTY, SHUT};
use crate::chance::Dice;
use crate::geometry::At;
use crate::mechanics::layout::{Area, Form, Given, Goal, Puzzle};

pub struct Start<const W: usize> {
    /// From a cell to its neighbour at each side.
    pub offsets: Vec<i32>,
    pub places: Vec<At>,
    pub cells: Vec<u16>,
    pub fits: Vec<Bits<W>>,
    /// Cells that a tile must come to lie on.
    pub must: Vec<u32>,
    pub is_must: Vec<bool>,
    /// On given cells: for each goal the lies that turn its colour outwards.
    pub rim: Option<Vec<Vec<Bits<W>>>>,
    pub holes: bool,
    /// Whether tiles may come to lie apart from the others.
    pub may_part: bool,
    pub same: Same,
}

/// The tiles by kind and where given ones lie; on a free board without any, one tile is given to hold the rest in place.
pub struct Sorted {
    pub kinds: Vec<Kind>,
    /// The first kinds are given.
    pub given: Vec<Given>,
    pub same: Same,
}

/// Sorts the tiles of a puzzle into kinds, in an order that the dice choose if there are any.
pub fn sorted(puzzle: &Puzzle, goals: &[Goal], dice: Option<&mut Dice>) -> Sorted {
    let mut given = puzzle.given.clone();
    let turns = turns_of(puzzle);
    let mut same = if turns.is_empty() { Same::Told } else { Same::Turned(turns) };
    let is_given = |given: &[Given], tile: usize| given.iter().any(|other| other.tile == tile);
    let mut kinds: Vec<Kind> = Vec::new();
    let mut order: Vec<usize> = (0..puzzle.tiles.len()).filter(|tile| !is_given(&given, *tile)).collect();
    if let Some(dice) = dice {
        dice.shuffle(&mut order);
    }
    for member in order {
        let tile = puzzle.tiles[member];
        match kinds.iter_mut().find(|kind| kind.tile == tile) {
            Some(kind) => kind.members.push(member),
            None => kinds.push(Kind { tile, members: vec![member] }),
        }
    }
    if puzzle.area == Area::Free && given.is_empty() {
        // One that there is once, can be told apart however it is turned, and leads on in as many ways as can be.
        let worth = |kind: &Kind| {
            let lies = puzzle.set.lies_of(kind.tile);
            let leads = |goal: &Goal| lies[0].colours.iter().filter(|colour| **colour == goal.colour).count();
            let turns = lies.len() == puzzle.set.sides;
            let leads: usize = goals.iter().map(leads).sum();
            (kind.members.len(), !turns, std::cmp::Reverse(leads))
        };
        let best = (0..kinds.len()).min_by_key(|&kind| worth(&kinds[kind]));
        if let Some(best) = best {
            let (copies, half, _) = worth(&kinds[best]);
            if copies > 1 || half {
                same = Same::Moved(kinds[best].tile);
            }
            let tile = kinds[best].members.remove(0);
            given.push(Given { tile, at: At { x: 0, y: 0 }, rotation: Some(0) });
            kinds.retain(|kind| !kind.members.is_empty());
        }
    }
    let fixed = given.iter().map(|given| Kind { tile: puzzle.tiles[given.tile], members: vec![given.tile] });
    Sorted { kinds: fixed.chain(kinds).collect(), given, same }
}

impl<const W: usize> Start<W> {
    pub fn of(puzzle: &Puzzle, kit: &Kit<W>, given: &[Given], same: Same) -> Start<W> {
        let count = puzzle.tiles.len() as i32;
        let origin = given.first().map_or(At { x: 0, y: 0 }, |given| given.at);
        // On a free board nothing can lie further away than all tiles in a row reach.
        let (inner, rim): (Vec<At>, i32) = match &puzzle.area {
            Area::Cells(cells) => (cells.clone(), 2),
            Area::Free => (vec![origin], count + 1),
        };
        let low = |of: fn(&At) -> i32| inner.iter().map(of).min().unwrap_or(0) - rim;
        let high = |of: fn(&At) -> i32| inner.iter().map(of).max().unwrap_or(0) + rim;
        let (left, top) = (low(|at| at.x), low(|at| at.y));
        let (width, height) = (high(|at| at.x) - left + 1, high(|at| at.y) - top + 1);
        let cell_at = |at: At| ((at.y - top) * width + at.x - left) as u32;
        let places: Vec<At> =
            (0..width * height).map(|cell| At { x: left + cell % width, y: top + cell / width }).collect();
        let mut cells = vec![SHUT; places.len()];
        for (cell, at) in cells.iter_mut().zip(&places) {
            let is_open = match &puzzle.area {
                Area::Cells(area) => area.contains(at),
                Area::Free => distance(kit.sides, origin, *at) < count as usize,
            };
            if is_open {
                *cell = EMPTY;
            }
        }

        let loose = kit.of_kind[given.len()..].iter().fold(Bits::NONE, |all, bits| all.or(*bits));
        let mut start = Start {
            offsets: kit.steps.iter().map(|step| step.y * width + step.x).collect(),
            fits: vec![loose; places.len()],
            is_must: vec![false; places.len()],
            must: Vec::new(),
            rim: None,
            holes: puzzle.holes,
            may_part: puzzle.area != Area::Free || given.len() > 1,
            same,
            places,
            cells,
        };
        if let Area::Cells(area) = &puzzle.area {
            area.iter().for_each(|at| start.must.push(cell_at(*at)));
        }
        for (kind, given) in given.iter().enumerate() {
            let cell = cell_at(given.at);
            if !start.must.contains(&cell) {
                start.must.push(cell);
            }
            let turns = puzzle.set.tiles[puzzle.tiles[given.tile] as usize].rotations;
            let mut lies = kit.of_kind[kind];
            while let Some(rotation) = given.rotation {
                let Some(lie) = lies.pop() else { break };
                if kit.lies[lie].rotation == rotation % turns {
                    lies = Bits::NONE;
                    lies.insert(lie);
                    break;
                }
            }
            start.fits[cell as usize] = lies;
        }
        for &cell in &start.must {
            start.is_must[cell as usize] = true;
        }
        start.keep_inside(puzzle, kit);
        start.break_symmetry(puzzle, kit, given);
        start
    }

    /// Colours that are to form a loop do not lead out of given cells.
    fn keep_inside(&mut self, puzzle: &Puzzle, kit: &Kit<W>) {
        if puzzle.area == Area::Free {
            return;
        }
        let mut rim = vec![vec![Bits::NONE; self.cells.len()]; kit.goals.len()];
        for &cell in &self.must {
            for (goal, Goal { colour, form }) in kit.goals.iter().enumerate() {
                for side in 0..kit.sides {
                    let beside = (cell as i32 + self.offsets[side]) as usize;
                    if self.cells[beside] == SHUT {
                        let out = &mut rim[goal][cell as usize];
                        *out = out.or(kit.showing[side][*colour as usize]);
                    }
                }
                if *form == Form::Loop {
                    self.fits[cell as usize] = self.fits[cell as usize].without(rim[goal][cell as usize]);
                }
            }
        }
        self.rim = kit.has_lines.then_some(rim);
    }

    /// Where a board looks the same when turned, one tile is kept to a part of it; or every solution is looked at.
    fn break_symmetry(&mut self, puzzle: &Puzzle, kit: &Kit<W>, given: &[Given]) {
        let Same::Turned(turns) = &self.same else { return };
        let can_tell = |kind: usize| {
            let Kind { tile, members } = &kit.kinds[kind];
            members.len() == 1 && puzzle.set.lies_of(*tile).len() == kit.sides
        };
        let is_loose = |kind: usize| given.get(kind).is_none_or(|given| given.rotation.is_none());
        let Some(kind) = (0..kit.kinds.len()).find(|&kind| can_tell(kind) && is_loose(kind)) else { return };
        let step = kit.sides / (turns.len() + 1);
        for cell in 0..self.cells.len() {
            let at = self.places[cell];
            let images: Vec<At> = turns.iter().map(|turn| turn.of(kit.sides, at)).collect();
            if images.iter().any(|image| *image < at) {
                self.fits[cell] = self.fits[cell].without(kit.of_kind[kind]);
            } else if images.contains(&at) {
                let mut lies = kit.of_kind[kind];
                let mut kept = Bits::NONE;
                while let Some(lie) = lies.pop() {
                    if (kit.lies[lie].rotation as usize) < step {
                        kept.insert(lie);
                    }
                }
                self.fits[cell] = self.fits[cell].without(kit.of_kind[kind]).or(self.fits[cell].and(kept));
            }
        }
        self.same = Same::Told;
    }
}
