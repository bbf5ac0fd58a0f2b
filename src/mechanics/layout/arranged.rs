//! A position of a puzzle: which tiles lie where, which steps are open, and what is right already.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::judge::{Table, Verdict as Judged, judge};
use super::plan::{LayoutEnd, LayoutPlan};
use super::puzzle::{Area, Piece, Solution};
use super::steps::Step;
use crate::geometry::At;
use crate::mechanics::{Clock, Laid, Lying, SeatSet, TileSetup, Verdict, reaches};

/// A position with its past. Tiles of one name are all alike.
#[derive(Clone)]
pub struct Layout {
    pub(super) plan: Arc<LayoutPlan>,
    /// How the tile on each cell lies.
    pub(super) lies: BTreeMap<At, u16>,
    /// How many of each tile of the set are in the pool.
    pub(super) pool: Vec<u16>,
    pub(super) clock: Clock,
    pub(super) verdict: Option<Verdict>,
    pub(super) frames: Vec<Frame>,
}

/// How things stood before a move.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) step: Step,
    pub(super) clock: Clock,
    pub(super) verdict: Option<Verdict>,
}

impl Layout {
    /// A puzzle at its start, or as somebody set it up; then everything that is wrong with that.
    pub fn new(plan: Arc<LayoutPlan>, setup: Option<&TileSetup>) -> Result<Layout, Vec<String>> {
        let mut layout = Layout {
            lies: BTreeMap::new(),
            pool: plan.copies.clone(),
            clock: Clock::default(),
            verdict: None,
            frames: Vec::new(),
            plan,
        };
        for (&at, &(lie, _)) in &layout.plan.clone().given {
            layout.put_down(at, lie);
        }
        let mut faults = Vec::new();
        for &(at, lie) in setup.iter().flat_map(|setup| &setup.tiles) {
            if let Err(says) = layout.set_up(at, lie) {
                faults.push(says);
            }
        }
        if setup.is_some_and(|setup| setup.bag.is_some() || setup.hands.iter().any(Option::is_some)) {
            faults.push("a puzzle has no bag and no hands".into());
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        layout.verdict = layout.judged();
        Ok(layout)
    }

    /// Lays a tile of a position that was given.
    fn set_up(&mut self, at: At, lie: u16) -> Result<(), String> {
        let tile = self.set().lies[lie as usize].tile;
        let (name, cell) = (self.plan.tile_name(tile).to_string(), self.cell_name(at));
        if let Some(&(given, turns)) = self.plan.given.get(&at) {
            let same = self.set().lies[given as usize].tile == tile && (turns || given == lie);
            let named = self.plan.tile_name(self.set().lies[given as usize].tile);
            self.lies.insert(at, lie);
            return if same { Ok(()) } else { Err(format!("tile {named} is given at {cell}")) };
        }
        match () {
            () if !self.is_inside(at) => Err(format!("{cell} is not a cell of the board")),
            () if self.lies.contains_key(&at) => Err(format!("two tiles lie at {cell}")),
            () if self.plan.copies[tile as usize] == 0 => {
                Err(format!("tile {name} is not part of the puzzle"))
            }
            () if self.pool[tile as usize] == 0 => Err(format!("tile {name} lies there too often")),
            () => {
                self.put_down(at, lie);
                Ok(())
            }
        }
    }

    pub fn plan(&self) -> &Arc<LayoutPlan> {
        &self.plan
    }

    /// The tiles in the pool, each as often as it is there.
    pub fn pool(&self) -> Vec<u16> {
        let times = |(tile, count): (usize, &u16)| std::iter::repeat_n(tile as u16, *count as usize);
        self.pool.iter().enumerate().flat_map(times).collect()
    }

    /// What lies, as a judge looks at it; which of several equal tiles is which does not matter, but for those given.
    pub fn pieces(&self) -> Solution {
        let puzzle = &self.plan.puzzle;
        let mut used = vec![false; puzzle.tiles.len()];
        let given_at = |at: At| puzzle.given.iter().find(|given| given.at == at).map(|given| given.tile);
        puzzle.given.iter().for_each(|given| used[given.tile] = true);
        let mut pieces = Vec::new();
        for (&at, &lie) in &self.lies {
            let lie = &puzzle.set.lies[lie as usize];
            let free = |tile: &usize| !used[*tile] && puzzle.tiles[*tile] == lie.tile;
            let tile = given_at(at).or_else(|| (0..used.len()).find(free));
            if let Some(tile) = tile {
                used[tile] = true;
                pieces.push(Piece { tile, at, rotation: lie.rotation });
            }
        }
        pieces
    }

    /// What a judge says of it.
    pub fn judge(&self) -> Judged {
        judge(&self.plan.puzzle, &self.pieces())
    }

    /// Whether two tiles that touch differ in colour there: more tiles do not mend that.
    pub fn has_clash(&self) -> bool {
        self.table(|table| !table.clashes().is_empty())
    }

    /// The table as a judge sees it.
    pub fn table<R>(&self, ask: impl FnOnce(&Table) -> R) -> R {
        ask(&Table::of(&self.plan.puzzle, &self.pieces()))
    }

    pub(super) fn cell_name(&self, at: At) -> String {
        self.plan.naming.write(at, self.corner())
    }

    /// Whether a tile could ever lie there.
    pub(super) fn is_inside(&self, at: At) -> bool {
        match &self.plan.puzzle.area {
            Area::Free => reaches(at),
            Area::Cells(cells) => cells.contains(&at),
        }
    }

    /// The cells that a tile may be put on.
    pub fn open_cells(&self) -> BTreeSet<At> {
        match &self.plan.puzzle.area {
            Area::Cells(cells) => cells.iter().copied().filter(|at| !self.lies.contains_key(at)).collect(),
            Area::Free if self.lies.is_empty() => BTreeSet::from([At { x: 0, y: 0 }]),
            Area::Free => {
                let steps = &self.plan.lattice.steps;
                let around = self.lies.keys().flat_map(|at| steps.iter().map(|step| at.plus(*step, 1)));
                around.filter(|at| !self.lies.contains_key(at) && reaches(*at)).collect()
            }
        }
    }

    /// The lies of a tile that match all neighbours of a cell.
    pub fn fits(&self, tile: u16, at: At) -> Vec<u16> {
        let (set, lattice) = (self.set(), &self.plan.lattice);
        let matches = |lie: &u16| {
            let colours = &set.lies[*lie as usize].colours;
            lattice.steps.iter().enumerate().all(|(side, step)| {
                let other = self.lies.get(&at.plus(*step, 1));
                other.is_none_or(|other| {
                    set.lies[*other as usize].colours[lattice.opposite(side)] == colours[side]
                })
            })
        };
        let first = set.tiles[tile as usize].first_lie;
        (first..first + set.lies_of(tile).len() as u16).filter(matches).collect()
    }

    /// Whether a tile lies for good.
    pub(super) fn stays(&self, at: At) -> bool {
        self.plan.given.contains_key(&at)
    }

    /// Whether a tile may not even be turned.
    pub(super) fn is_fixed(&self, at: At) -> bool {
        self.plan.given.get(&at).is_some_and(|(_, turns)| !turns)
    }

    /// Every legal step.
    pub(super) fn for_each_step(&self, mut each: impl FnMut(Step)) {
        let (set, moves) = (&self.plan.puzzle.set, self.plan.moves);
        let lies_of = |tile: u16| {
            let first = set.tiles[tile as usize].first_lie;
            first..first + set.lies_of(tile).len() as u16
        };
        if moves.put {
            let cells = self.open_cells();
            for tile in (0..self.pool.len()).filter(|tile| self.pool[*tile] > 0) {
                for &at in &cells {
                    lies_of(tile as u16).for_each(|lie| each(Step::Put { at, lie }));
                }
            }
        }
        for (&at, &lie) in &self.lies {
            if moves.turn && !self.is_fixed(at) {
                let others = lies_of(set.lies[lie as usize].tile).filter(|other| *other != lie);
                others.for_each(|lie| each(Step::Turn { at, lie }));
            }
            if self.stays(at) {
                continue;
            }
            if moves.take {
                each(Step::Take { at, lie });
            }
            if moves.swap {
                let after = (std::ops::Bound::Excluded(at), std::ops::Bound::Unbounded);
                for (&other, &lain) in self.lies.range(after) {
                    if !self.stays(other) && lain != lie {
                        each(Step::Swap { at, other });
                    }
                }
            }
        }
    }

    pub(super) fn put_down(&mut self, at: At, lie: u16) {
        let tile = self.set().lies[lie as usize].tile;
        self.lies.insert(at, lie);
        self.pool[tile as usize] -= 1;
    }

    pub(super) fn pick_up(&mut self, at: At) {
        if let Some(lie) = self.lies.remove(&at) {
            let tile = self.set().lies[lie as usize].tile;
            self.pool[tile as usize] += 1;
        }
    }

    pub(super) fn exchange(&mut self, at: At, other: At) {
        if let (Some(&a), Some(&b)) = (self.lies.get(&at), self.lies.get(&other)) {
            self.lies.insert(at, b);
            self.lies.insert(other, a);
        }
    }

    /// What the end rules say, in their order.
    pub(super) fn judged(&self) -> Option<Verdict> {
        let all_lie = self.pool.iter().all(|count| *count == 0);
        self.plan.ends.iter().zip(0..).find_map(|((_, end), index)| {
            let winners = match end {
                LayoutEnd::Goal { endless: true, .. } => return None,
                LayoutEnd::Goal { at_least, .. } => {
                    let judged = all_lie.then(|| self.judge()).filter(Judged::is_solution)?;
                    let enough =
                        at_least.is_none_or(|least| judged.worth.is_some_and(|worth| worth >= least));
                    enough.then(|| SeatSet::only(0))?
                }
                // Out of moves is not solved.
                LayoutEnd::Limit(plies) => (self.clock.ply >= *plies).then(SeatSet::default)?,
            };
            Some(Verdict { winners, is_tie: false, end: index })
        })
    }

    /// The lying tile that somebody means by its name alone.
    pub(super) fn lying(&self, at: At) -> Lying {
        let tile = self.set().lies[self.lies[&at] as usize].tile;
        Lying { sign: self.plan.tile_name(tile).to_string(), at: Some(at) }
    }
}
