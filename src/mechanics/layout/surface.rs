//! What the rest of the program sees of a puzzle: moves, play and undo, and the tiles that lie.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::arranged::{Frame, Layout};
use super::judge::longest;
use super::puzzle::{Aim, Form};
use super::steps::Step;
use crate::geometry::{At, Lattice, Naming};
use crate::mechanics::{
    Change, Clock, Deed, Laid, Look, Lying, Mechanic, Move, Refusal, Seat, Verdict, reaches,
};
use crate::tiles::TileSet;

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
            Change::Skip | Change::Turn { .. } => Ok(()),
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
            Deed::Lay { lie: Some(lie), at, .. } if reaches(*at) => Step::Put { at: *at, lie: *lie },
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
                Deed::Lay { seat: None, sign, lie: Some(lie), at, corner: self.corner() }
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
