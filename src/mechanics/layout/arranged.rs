//! A position of a puzzle: which tiles lie where, play and undo, and what is right already.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::judge::{Table, Verdict as Judged, judge, longest};
use super::plan::{LayoutEnd, LayoutPlan};
use super::puzzle::{Aim, Area, Form, Piece, Solution};
use crate::geometry::{At, Lattice, Naming};
use crate::mechanics::{
    Change, Clock, Deed, Laid, Look, Lying, Mechanic, Move, Refusal, Seat, SeatSet, TileSetup, Verdict,
};
use crate::tiles::TileSet;

/// A position with its past. Tiles of one name are all alike.
#[derive(Clone)]
pub struct Layout {
    pub(super) plan: Arc<LayoutPlan>,
    /// How the tile on each cell lies.
    pub(super) lies: BTreeMap<At, u16>,
    /// How many of each tile of the set are in the pool.
    pub(super) pool: Vec<u16>,
    clock: Clock,
    verdict: Option<Verdict>,
    frames: Vec<Frame>,
}

/// How things stood before a move.
#[derive(Clone, Copy)]
struct Frame {
    step: Step,
    clock: Clock,
    verdict: Option<Verdict>,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Put { at: At, lie: u16 },
    Turn { at: At, lie: u16 },
    Take { at: At, lie: u16 },
    Swap { at: At, other: At },
}

/// The packing of moves: what is done in the top bits, then a lie or a second place, then the place.
const PLACE: u32 = 12;

fn pack_place(at: At) -> u64 {
    let half = |v: i32| (v + (1 << (PLACE - 1))) as u64;
    half(at.x) | half(at.y) << PLACE
}

fn unpack_place(word: u64) -> At {
    let half = |v: u64| (v & ((1 << PLACE) - 1)) as i32 - (1 << (PLACE - 1));
    At { x: half(word), y: half(word >> PLACE) }
}

impl Step {
    fn pack(self) -> Move {
        let (kind, rest, at) = match self {
            Step::Put { at, lie } => (0, lie as u64, at),
            Step::Turn { at, lie } => (1, lie as u64, at),
            Step::Take { at, lie } => (2, lie as u64, at),
            Step::Swap { at, other } => (3, pack_place(other), at),
        };
        Move(kind << 62 | rest << (2 * PLACE) | pack_place(at))
    }

    fn unpack(Move(word): Move) -> Step {
        let (at, rest) = (unpack_place(word), (word & !(3 << 62)) >> (2 * PLACE));
        match word >> 62 {
            0 => Step::Put { at, lie: rest as u16 },
            1 => Step::Turn { at, lie: rest as u16 },
            2 => Step::Take { at, lie: rest as u16 },
            _ => Step::Swap { at, other: unpack_place(rest) },
        }
    }
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
            Area::Free => LayoutPlan::reaches(at),
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
                around.filter(|at| !self.lies.contains_key(at) && LayoutPlan::reaches(*at)).collect()
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
    fn for_each_step(&self, mut each: impl FnMut(Step)) {
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

    fn put_down(&mut self, at: At, lie: u16) {
        let tile = self.set().lies[lie as usize].tile;
        self.lies.insert(at, lie);
        self.pool[tile as usize] -= 1;
    }

    fn pick_up(&mut self, at: At) {
        if let Some(lie) = self.lies.remove(&at) {
            let tile = self.set().lies[lie as usize].tile;
            self.pool[tile as usize] += 1;
        }
    }

    fn exchange(&mut self, at: At, other: At) {
        if let (Some(&a), Some(&b)) = (self.lies.get(&at), self.lies.get(&other)) {
            self.lies.insert(at, b);
            self.lies.insert(other, a);
        }
    }

    /// What the end rules say, in their order.
    fn judged(&self) -> Option<Verdict> {
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
            Some(Verdict { winners, end: index })
        })
    }

    /// The lying tile that somebody means by its name alone.
    pub(super) fn lying(&self, at: At) -> Lying {
        let tile = self.set().lies[self.lies[&at] as usize].tile;
        Lying { sign: self.plan.tile_name(tile).to_string(), at: Some(at) }
    }
}

impl Mechanic for Layout {
    fn fork(&self) -> Box<dyn Mechanic> {
        Box::new(self.clone())
    }

    fn clock(&self) -> Clock {
        self.clock
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    fn list_unowed(&mut self, out: &mut Vec<Move>) {
        self.for_each_step(|step| out.push(step.pack()));
    }

    fn count(&mut self) -> u64 {
        let mut count = 0;
        self.for_each_step(|_| count += 1);
        count
    }

    fn play(&mut self, mv: Move) {
        let step = Step::unpack(mv);
        let undo = match step {
            Step::Turn { at, .. } => Step::Turn { at, lie: self.lies[&at] },
            step => step,
        };
        self.frames.push(Frame { step: undo, clock: self.clock, verdict: self.verdict });
        match step {
            Step::Put { at, lie } => self.put_down(at, lie),
            Step::Turn { at, lie } => {
                self.lies.insert(at, lie);
            }
            Step::Take { at, .. } => self.pick_up(at),
            Step::Swap { at, other } => self.exchange(at, other),
        }
        self.clock.advance(self.plan.names.seats.len());
        self.verdict = self.judged();
    }

    fn undo(&mut self) {
        let Frame { step, clock, verdict } = self.frames.pop().expect("undo follows a play");
        match step {
            Step::Put { at, .. } => self.pick_up(at),
            Step::Turn { at, lie } => {
                self.lies.insert(at, lie);
            }
            Step::Take { at, lie } => self.put_down(at, lie),
            Step::Swap { at, other } => self.exchange(at, other),
        }
        (self.clock, self.verdict) = (clock, verdict);
    }

    fn change(&mut self, change: &Change) -> Result<(), String> {
        match change {
            Change::Skip => Ok(()),
            Change::Place { .. } | Change::Remove { .. } | Change::Give { .. } => {
                Err("this game has tiles; a script can `set`, `win` and `tie` here".into())
            }
        }
    }

    fn refusals(&mut self, deed: &Deed) -> Vec<Refusal> {
        self.explain(deed)
    }

    fn pack(&self, deed: &Deed) -> Option<Move> {
        let step = match deed {
            Deed::Lay { lie: Some(lie), at, .. } if LayoutPlan::reaches(*at) => {
                Step::Put { at: *at, lie: *lie }
            }
            Deed::Turn { tile: Lying { at: Some(at), .. }, lie } => Step::Turn { at: *at, lie: *lie },
            Deed::Take { tile: Lying { at: Some(at), .. } } => {
                Step::Take { at: *at, lie: *self.lies.get(at)? }
            }
            Deed::Swap { tiles: [Lying { at: Some(at), .. }, Lying { at: Some(other), .. }] } => {
                Step::Swap { at: *at.min(other), other: *at.max(other) }
            }
            _ => return None,
        };
        Some(step.pack())
    }

    fn spell(&self, mv: Move) -> Deed {
        match Step::unpack(mv) {
            Step::Put { at, lie } => {
                let sign = self.plan.tile_name(self.set().lies[lie as usize].tile).to_string();
                Deed::Lay { sign, lie: Some(lie), at, corner: self.corner() }
            }
            Step::Turn { at, lie } => Deed::Turn { tile: self.lying(at), lie },
            Step::Take { at, .. } => Deed::Take { tile: self.lying(at) },
            Step::Swap { at, other } => Deed::Swap { tiles: [self.lying(at), self.lying(other)] },
        }
    }

    fn look(&self) -> Look<'_> {
        Look::Layout(self)
    }

    /// The sum of the longest, or of what the goal's colours have formed so far.
    fn tally(&self) -> Option<Vec<(i32, String)>> {
        let (points, how) = self.table(|table| match &self.plan.puzzle.aim {
            Aim::Longest(form) => {
                let colours = 0..self.set().colours.len() as u8;
                let sum: u32 = colours.map(|colour| longest(&table.strands(colour), *form)).sum();
                (sum, format!("longest {}s added up", form.word()))
            }
            Aim::Goals(goals) if goals.is_empty() => (self.lies.len() as u32, "tiles laid".to_string()),
            Aim::Goals(goals) => {
                let best = |colour: u8| {
                    let strands = table.strands(colour);
                    longest(&strands, Form::Line).max(longest(&strands, Form::Loop))
                };
                let parts = goals.iter().map(|goal| {
                    let name = &self.set().colours[goal.colour as usize].name;
                    (best(goal.colour), format!("{} in {name}", best(goal.colour)))
                });
                let (counts, words): (Vec<u32>, Vec<String>) = parts.unzip();
                (counts.iter().sum(), words.join(", "))
            }
        });
        Some(vec![(2 * points as i32, how)])
    }

    fn unplayed(&self, _: Seat) -> u32 {
        self.pool.iter().map(|count| *count as u32).sum()
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.lies.hash(&mut hasher);
        hasher.finish()
    }
}

impl Laid for Layout {
    fn set(&self) -> &TileSet {
        &self.plan.puzzle.set
    }

    fn lattice(&self) -> &Lattice {
        &self.plan.lattice
    }

    fn naming(&self) -> Naming {
        self.plan.naming
    }

    fn lie_at(&self, at: At) -> Option<u16> {
        self.lies.get(&at).copied()
    }

    /// In the order of columns and rows: tiles come and go.
    fn tiles(&self) -> Vec<At> {
        self.lies.keys().copied().collect()
    }

    fn tile_count(&self) -> usize {
        self.lies.len()
    }

    fn last_laid(&self) -> Vec<At> {
        match self.frames.last().map(|frame| frame.step) {
            Some(Step::Put { at, .. } | Step::Turn { at, .. }) => vec![at],
            Some(Step::Swap { at, other }) => vec![at, other],
            Some(Step::Take { .. }) | None => Vec::new(),
        }
    }

    fn corners(&self) -> Option<(At, At)> {
        let (x, y) = (|at: &At| at.x, |at: &At| at.y);
        let least = At { x: self.lies.keys().map(x).min()?, y: self.lies.keys().map(y).min()? };
        Some((least, At { x: self.lies.keys().map(x).max()?, y: self.lies.keys().map(y).max()? }))
    }
}
