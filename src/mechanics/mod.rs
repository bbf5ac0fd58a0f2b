//! What happens on the board: state parts, the rule values that govern them, and the one surface ([`Mechanic`])
//! through which the rest of the program plays. Mechanics know nothing of scripts; a game's names and
//! numbers reach them as rule values.

mod claims;
pub mod stacks;
mod supply;
pub mod tracks;
mod turns;
mod values;
mod worth;

use std::fmt;
use std::sync::Arc;

use crate::geometry::At;

pub use claims::Tie;
pub use supply::Reserve;
pub use turns::{Clock, Limit, Opening, Owner, Stuck, StuckResult};
pub use values::{Parts, Rule, Ruled};
pub use worth::WinPoints;

use stacks::StackPlan;
use tracks::{TrackPlan, Tracks};

/// A seat at the table, by its place in the turn order.
pub type Seat = u8;

/// A kind of piece, by its place in the game's list of pieces.
pub type Kind = u8;

/// The most seats a game can have.
pub const MAX_SEATS: usize = 4;

/// A move packed for search. Only the mechanic that listed it can read it; people read its [`Deed`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u64);

/// A move spelled out: what notation writes, hooks read and people mean. It may well be illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Put `count` pieces of one kind on an empty cell.
    Place { piece: Kind, at: At, count: u32 },
    /// Take `taken` pieces off the top of a stack and drop them along a line, `drops[i]` on the i-th cell entered.
    Spread {
        from: At,
        /// An index into the grid's steps.
        direction: usize,
        taken: u32,
        drops: Vec<u32>,
        /// Whether a standing piece is crushed at the end; in a deed that was typed, whether it says so.
        crush: bool,
    },
    /// Lay a tile.
    Lay {
        /// What was typed; `lie` is the way of lying that it means there, if any fits.
        sign: String,
        lie: Option<u16>,
        at: At,
        /// The place from which columns and rows are counted before the move: tiles laid later may shift them.
        corner: At,
    },
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    pub seat: Seat,
    pub kind: Kind,
}

/// How a game ended: which seats won (all of them: a draw) and by which of the plan's end rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub winners: SeatSet,
    /// An index into the list of end rules.
    pub end: u8,
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    pub fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat)
    }

    pub fn first(count: usize) -> SeatSet {
        SeatSet((1 << count) - 1)
    }

    pub fn has(self, seat: Seat) -> bool {
        self.0 >> seat & 1 != 0
    }

    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat;
    }

    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat);
    }

    pub fn union(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    pub fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// Whether the two sets share a seat.
    pub fn meets(self, other: SeatSet) -> bool {
        self.0 & other.0 != 0
    }

    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat, where the set holds exactly one.
    pub fn single(self) -> Option<Seat> {
        (self.len() == 1).then(|| self.0.trailing_zeros() as Seat)
    }
}

/// One reason why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule's id, as `why` prints it.
    pub rule: String,
    pub says: String,
    /// The key path of the declaration that made the rule, such as `moves.spread`.
    pub cite: String,
}

impl Refusal {
    pub fn new(rule: &str, cite: impl Into<String>, says: impl Into<String>) -> Refusal {
        Refusal { rule: rule.to_string(), says: says.into(), cite: cite.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.says)
    }
}

/// A change to the board that a script asked for after a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// Put a piece on top of a cell, from nobody's reserve.
    Place { at: At, stone: Stone },
    /// Take the top piece of a cell off the board.
    Remove { at: At },
    /// Add pieces to a seat's reserve, or take them away.
    Give { seat: Seat, kind: Kind, count: i32 },
    /// Pass over the seat that would move next.
    Skip,
}

/// A position set up by hand or read from a file: parsed first, judged by [`stacks::StackPlan::set_up`].
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    pub width: u8,
    pub height: u8,
    /// The stacks that are not empty, pieces from the bottom to the top.
    pub stacks: Vec<(At, Vec<Stone>)>,
    pub seat: Seat,
    /// The full-move number, from 1.
    pub turn: u32,
}

/// One position of some mechanic, with its past. One virtual call a stage and position, never one a cell.
pub trait Mechanic: Send {
    fn fork(&self) -> Box<dyn Mechanic>;

    fn clock(&self) -> Clock;
    /// What the end rules say of the position, judged after the move that made it.
    fn verdict(&self) -> Option<Verdict>;

    /// Appends every legal move of the seat to move, whether or not the game is over. A position may be changed in
    /// the course of it, but not by it.
    fn list(&mut self, out: &mut Vec<Move>);
    /// The number of moves that [`Mechanic::list`] gives, without listing them.
    fn count(&mut self) -> u64;
    /// One of these moves, every one as likely as any other, if there is one; `pick` gives a number below its argument.
    fn draw(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let mut moves = Vec::with_capacity(128);
        self.list(&mut moves);
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }
    /// Plays a move that was listed in this position.
    fn play(&mut self, mv: Move);
    /// Takes back the last move and everything that followed from it. There must be one.
    fn undo(&mut self);
    /// Applies a change as part of the last move, then judges again.
    fn change(&mut self, change: &Change) -> Result<(), String>;

    /// Everything the rules hold against a deed; nothing if it is legal. Does not ask whether the game is over.
    fn refusals(&mut self, deed: &Deed) -> Vec<Refusal>;
    /// A legal deed, packed.
    fn pack(&self, deed: &Deed) -> Option<Move>;
    /// A listed move, spelled out.
    fn spell(&self, mv: Move) -> Deed;

    /// The board as those see it who draw it, write it down or ask about it.
    fn look(&self) -> Look<'_>;
    /// What each seat would count if the game were counted now, in halves, and what is counted.
    fn tally(&self) -> Option<(Vec<i32>, String)>;
    /// All of a seat's pieces that are not on the board.
    fn unplayed(&self, seat: Seat) -> u32;
    /// A number that tells positions apart: board, reserves and seat to move.
    fn key(&self) -> u64;

    /// The number of move sequences of exactly `depth` moves; a finished game has none. The last ply is
    /// counted, not made.
    fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.verdict().is_some() {
            return 0;
        }
        if depth == 1 {
            return self.count();
        }
        let mut moves = Vec::with_capacity(128);
        self.list(&mut moves);
        let mut nodes = 0;
        for mv in moves {
            self.play(mv);
            nodes += self.perft(depth - 1);
            self.undo();
        }
        nodes
    }
}

/// A board to look at.
#[derive(Clone, Copy)]
pub enum Look<'a> {
    Stones(&'a dyn StoneBoard),
    Tiles(&'a dyn TileBoard),
}

impl<'a> Look<'a> {
    pub fn stones(self) -> Option<&'a dyn StoneBoard> {
        match self {
            Look::Stones(board) => Some(board),
            Look::Tiles(_) => None,
        }
    }

    pub fn tiles(self) -> Option<&'a dyn TileBoard> {
        match self {
            Look::Tiles(board) => Some(board),
            Look::Stones(_) => None,
        }
    }
}

/// Stones on a bounded board.
pub trait StoneBoard {
    fn plan(&self) -> &StackPlan;
    fn clock(&self) -> Clock;
    /// The pieces on a cell from the bottom to the top.
    fn stack(&self, at: At) -> Vec<Stone>;
    fn top(&self, at: At) -> Option<Stone>;
    fn height(&self, at: At) -> u32;
    /// How many pieces of a kind a seat can still place.
    fn in_reserve(&self, seat: Seat, kind: Kind) -> u32;
    /// The seat whose piece a placement by the seat to move puts down (an opening may say the other's).
    fn places_for(&self) -> Seat;
}

/// Tiles on an open board.
pub trait TileBoard {
    fn plan(&self) -> &TrackPlan;
    /// How the tile on a cell lies, as an index into the set's lies.
    fn lie_at(&self, at: At) -> Option<u16>;
    /// The cells of all tiles, oldest first.
    fn tiles(&self) -> Vec<At>;
    fn tile_count(&self) -> usize;
    /// The cells that the last move laid, the one chosen first, then those that were forced.
    fn last_laid(&self) -> Vec<At>;
    /// The upper left and the lower right corner of the tiles in play.
    fn corners(&self) -> Option<(At, At)>;
    /// The place from which columns and rows are counted. Where nothing lies yet, the first tile goes just before it.
    fn corner(&self) -> At {
        self.corners().map_or(At { x: 1, y: 1 }, |(corner, _)| corner)
    }
    /// The lies that match all colours around an empty cell; the first tile's, where nothing lies yet.
    fn fits(&self, at: At) -> Vec<u16>;
}

/// What a plan cannot be compiled for: the key path concerned and a sentence.
pub type Complaint = (String, String);

/// The compiled rules of whichever mechanic a game uses.
#[derive(Clone, Debug)]
pub enum MechanicPlan {
    Stacks(Arc<StackPlan>),
    Tracks(Arc<TrackPlan>),
}

impl MechanicPlan {
    /// A game with a tile set is one of tiles, any other one of stones.
    pub fn fold(parts: &Parts) -> Result<MechanicPlan, Vec<Complaint>> {
        Ok(match &parts.tiles {
            Some(set) => MechanicPlan::Tracks(Arc::new(TrackPlan::fold(parts, set)?)),
            None => MechanicPlan::Stacks(Arc::new(StackPlan::fold(parts)?)),
        })
    }

    /// The first position, or one set up by hand.
    pub fn position(&self, setup: Option<&Setup>) -> Result<Box<dyn Mechanic>, Vec<String>> {
        match (self, setup) {
            (MechanicPlan::Stacks(plan), setup) => stacks::position(plan, setup),
            (MechanicPlan::Tracks(plan), None) => Ok(Box::new(Tracks::new(plan.clone()))),
            (MechanicPlan::Tracks(_), Some(_)) => {
                Err(vec!["stacks cannot be set up in a game of tiles".into()])
            }
        }
    }

    /// The id of an end rule.
    pub fn end_id(&self, end: u8) -> Option<&str> {
        match self {
            MechanicPlan::Stacks(plan) => plan.ends.get(end as usize).map(|(id, _)| id.as_str()),
            MechanicPlan::Tracks(plan) => plan.ends.get(end as usize).map(|(id, _)| id.as_str()),
        }
    }

    /// What having no legal move means.
    pub fn stuck(&self) -> Option<StuckResult> {
        match self {
            MechanicPlan::Stacks(plan) => plan.stuck,
            MechanicPlan::Tracks(plan) => plan.stuck,
        }
    }
}
