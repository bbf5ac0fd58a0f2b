//! What happens on the board: state parts, the rule values that govern them, and the one surface ([`Mechanic`])
//! through which the rest of the program plays. Mechanics know nothing of scripts; a game's names and
//! numbers reach them as rule values.

mod again;
mod claims;
mod goal;
pub mod layout;
mod look;
mod race;
mod seats;
mod setup;
pub mod stacks;
mod supply;
pub mod tracks;
mod turns;
mod values;
mod worth;

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::chance::Dice;
use crate::geometry::At;
use crate::tiles::TileSet;

pub use again::wins_again;
pub use claims::Tie;
pub use goal::Goal;
pub use look::{ColourSurvey, FARTHEST, ForcedSpace, Laid, Look, StoneBoard, Survey, TileBoard, reaches};
pub use race::{Pace, Standing};
pub use seats::{MAX_SEATS, Seat, SeatSet, leaders, side_of};
pub use setup::{BagSetup, Beside, Setup, StoneSetup, TileSetup};
pub use supply::{Dealing, MAX_KINDS, MAX_OWNERS, MOST_IN_BAG, Reserve, Stock, TileIndex};
pub use turns::{Clock, Limit, Opening, Owner, Pie, Step, Steps, Stuck, StuckResult};
pub use values::{Parts, Rule, Ruled};
pub use worth::WinPoints;

use layout::LayoutPlan;
use stacks::StackPlan;
use tracks::{Origin, TrackPlan};

/// A kind of piece, by its place in the game's list of pieces.
pub type Kind = u8;

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
        drops: SmallVec<[u32; 8]>,
        /// Whether a standing piece is crushed at the end; in a deed that was typed, whether it says so.
        crush: bool,
    },
    /// Lay a tile.
    Lay {
        /// Who lays it, where any seat may move; else it is the seat to move.
        seat: Option<Seat>,
        /// What was typed; `lie` is the way of lying that it means there, if any fits.
        sign: String,
        lie: Option<u16>,
        at: At,
        /// The place from which columns and rows are counted before the move: tiles laid later may shift them.
        corner: At,
    },
    /// Turn a tile where it lies.
    Turn { tile: Lying, lie: u16 },
    /// Take a tile up again.
    Take { tile: Lying },
    /// Let two tiles change places.
    Swap { tiles: [Lying; 2] },
    /// Hand a tile, by its place in the set, to another seat.
    Give { seat: Option<Seat>, tile: u16, to: Seat },
    /// Put a tile of the hand on the pile of discards.
    Discard { tile: u16 },
    /// Put the top discard back into the bag.
    TakeBack,
    /// Something that is no move on the board: to change sides, or what a script offers.
    Act { word: String },
}

impl Deed {
    /// Where it is done, if at one place; of a spread the stack that it takes from.
    pub fn at(&self) -> Option<At> {
        match self {
            Deed::Place { at, .. } | Deed::Lay { at, .. } | Deed::Spread { from: at, .. } => Some(*at),
            _ => None,
        }
    }

    /// Who does it, where the deed says so.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Deed::Lay { seat, .. } | Deed::Give { seat, .. } => *seat,
            _ => None,
        }
    }
}

/// A tile that lies on the board, as somebody named it; nowhere, if it does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lying {
    pub sign: String,
    pub at: Option<At>,
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
    /// Whether several winners draw with one another, in place of winning together.
    pub is_tie: bool,
    /// An index into the list of end rules.
    pub end: u8,
}

/// One reason why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule's id, as `why` prints it.
    pub rule: String,
    pub says: String,
    /// The key path of the declaration that made the rule, such as `moves.spread`.
    pub cite: String,
    /// The cells it is about, to be pointed out on a board.
    pub cells: Vec<At>,
}

impl Refusal {
    pub fn new(rule: &str, cite: impl Into<String>, says: impl Into<String>) -> Refusal {
        Refusal { rule: rule.to_string(), says: says.into(), cite: cite.into(), cells: Vec::new() }
    }

    /// The same, about these cells.
    pub fn about(self, cells: impl IntoIterator<Item = At>) -> Refusal {
        Refusal { cells: cells.into_iter().collect(), ..self }
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
    /// Pass over the seat that would move next, with what is left of its turn.
    Skip,
    /// Let a seat move next.
    Turn { seat: Seat },
}

/// One position of some mechanic, with its past. One virtual call a stage and position, never one a cell.
pub trait Mechanic: Send {
    fn fork(&self) -> Box<dyn Mechanic>;

    fn clock(&self) -> Clock;
    /// What the end rules say of the position, judged after the move that made it.
    fn verdict(&self) -> Option<Verdict>;
    /// The seats that may move: the one to move, or in a race all that are in it.
    fn movers(&self) -> SeatSet {
        SeatSet::only(self.clock().seat)
    }
    /// The seat that makes a listed move.
    fn mover(&self, _: Move) -> Seat {
        self.clock().seat
    }
    /// The seats that are ahead as things stand, and the end rule by which they are, if they have reached one: asked
    /// where nobody can move and the rules say that this decides.
    fn ahead(&self) -> (SeatSet, Option<u8>) {
        (SeatSet::default(), None)
    }

    /// Appends every legal move of the seat to move, whether or not the game is over. A position may be changed in
    /// the course of it, but not by it.
    fn list(&mut self, out: &mut Vec<Move>) {
        let before = out.len();
        self.owed(out);
        if out.len() == before {
            self.list_unowed(out);
        }
    }
    /// Appends the legal moves that come before all others: as long as there is one, nothing else is legal.
    fn owed(&mut self, _: &mut Vec<Move>) {}
    /// Appends the moves that are legal where nothing is owed.
    fn list_unowed(&mut self, out: &mut Vec<Move>);
    /// The number of moves that [`Mechanic::list`] gives, without listing them.
    fn count(&mut self) -> u64;
    /// One of these moves, every one as likely as any other, if there is one; `pick` gives a number below its argument
    /// and may be asked several times.
    fn draw(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let mut moves = Vec::with_capacity(128);
        self.list(&mut moves);
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }
    /// Plays a move that was listed in this position.
    fn play(&mut self, mv: Move);
    /// Takes back the last move and everything that followed from it. There must be one.
    fn undo(&mut self);
    /// Makes a move that leaves the board as it is: a turn goes by and `next` is to move; or none does, and all stays as it
    /// is. It is taken back as any move is. Where turns mean nothing the error says so.
    fn rest(&mut self, _next: Option<Seat>) -> Result<(), String> {
        Err("this game has no turns that could go by".to_string())
    }
    /// Plays random moves, every one as likely as any other, until the game is over, there is none to play or `most` were
    /// played; gives how many.
    fn wander(&mut self, most: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        for played in 0..most {
            if self.verdict().is_some() {
                return played;
            }
            match self.draw(pick) {
                Some(mv) => self.play(mv),
                None => return played,
            }
        }
        most
    }
    /// Begins another game at its start, dealt from a seed, in the memory of this one; false: nothing was done, for this
    /// board has to be made anew.
    fn deal_anew(&mut self, _seed: u64) -> bool {
        false
    }
    /// Takes back so many moves.
    fn take_back(&mut self, moves: usize) {
        (0..moves).for_each(|_| self.undo());
    }
    /// Whether the turn goes on only if something is owed. A script may forbid what is owed: then the turn is passed.
    fn may_pass(&self) -> bool {
        false
    }
    /// Ends the turn, as part of the last move.
    fn pass(&mut self) {}
    /// Whether it is not known what the seat to move may move with, so that having no move means nothing.
    fn is_idle(&self) -> bool {
        false
    }
    /// Applies a change as part of the last move, then judges again.
    fn change(&mut self, change: &Change) -> Result<(), String>;
    /// The same position with its past in more memory, where a change needs it.
    fn roomier(&self, _: &Change) -> Option<Box<dyn Mechanic>> {
        None
    }

    /// Everything the rules hold against a deed, but for what is owed first; nothing if it is legal. Does not ask
    /// whether the game is over.
    fn refusals(&mut self, deed: &Deed) -> Vec<Refusal>;
    /// Why nothing else may be played before a move that is owed.
    fn owes_instead(&self, _: Move) -> Refusal {
        unreachable!("a mechanic in which moves are owed says why")
    }
    /// A legal deed, packed.
    fn pack(&self, deed: &Deed) -> Option<Move>;
    /// A listed move, spelled out.
    fn spell(&self, mv: Move) -> Deed;
    /// Whether the board remembers enough to spell out the last move after it was played.
    fn remembers(&self) -> bool {
        false
    }
    /// The last move, spelled out as it would have been before it was played.
    fn recall(&self, _: Move) -> Deed {
        unreachable!("a mechanic that remembers its last move spells it out")
    }

    /// The board as those see it who draw it, write it down or ask about it.
    fn look(&self) -> Look<'_>;
    /// What each side would count if the game were counted now, in halves, and how it comes about.
    fn tally(&self) -> Option<Vec<(i32, String)>>;
    /// How well a side stands, so that those who search may tell good from bad before the end: ten for about a piece, a
    /// tile of a line or a point. Only the difference between sides means something.
    fn measure(&self, side: u8) -> i32 {
        const OF_A_HALF: i32 = 5;
        self.tally().and_then(|sides| Some(OF_A_HALF * sides.get(side as usize)?.0)).unwrap_or(0)
    }
    /// Whether the measure of a position says more than a game played on from it at random would.
    fn is_telling(&self) -> bool {
        false
    }
    /// Leaves of all legal moves only some, where the others are certain to be no better: when something has to be done at
    /// once. For those who search in a game that is played on the board alone; scripts may have other ideas.
    fn sift(&self, _moves: &mut Vec<Move>) {}
    /// Puts what a seat cannot see, tiles in the bag and in hidden hands, in any order that fits what it sees.
    fn determinise(&mut self, _seat: Seat, _dice: &mut Dice) {}
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

/// What a plan cannot be compiled for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// The key path concerned.
    pub path: String,
    pub says: String,
    /// Whether a rule value refuses what it is given: nobody wrote anything wrong, but the two do not go together.
    pub is_refusal: bool,
}

impl Complaint {
    pub fn new(path: String, says: String) -> Complaint {
        Complaint { path, says, is_refusal: false }
    }

    pub fn refusal(path: String, says: String) -> Complaint {
        Complaint { path, says, is_refusal: true }
    }
}

/// The compiled rules of whichever mechanic a game uses.
#[derive(Clone, Debug)]
pub enum MechanicPlan {
    Stacks(Arc<StackPlan>),
    Tracks(Arc<TrackPlan>),
    Layout(Arc<LayoutPlan>),
}

impl MechanicPlan {
    /// A game with a tile set is one of tiles, any other one of stones; tiles that can be moved again make a puzzle.
    pub fn fold(parts: &Parts) -> Result<MechanicPlan, Vec<Complaint>> {
        Ok(match &parts.tiles {
            Some(set) if LayoutPlan::is_meant(parts) => {
                MechanicPlan::Layout(Arc::new(LayoutPlan::fold(parts, set)?))
            }
            Some(set) => MechanicPlan::Tracks(Arc::new(TrackPlan::fold(parts, set)?)),
            None => MechanicPlan::Stacks(Arc::new(StackPlan::fold(parts)?)),
        })
    }

    /// The first position, or one set up by hand. What is left to chance follows from the seed.
    pub fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Mechanic>, Vec<String>> {
        match (self, setup) {
            (MechanicPlan::Stacks(plan), None) => stacks::position(plan, None),
            (MechanicPlan::Stacks(plan), Some(Setup::Stones(setup))) => stacks::position(plan, Some(setup)),
            (MechanicPlan::Tracks(plan), None) => tracks::position(plan, Origin::Dealt(None), seed),
            (MechanicPlan::Tracks(plan), Some(Setup::Tiles(setup))) => {
                tracks::position(plan, Origin::SetUp(setup), seed)
            }
            (MechanicPlan::Layout(plan), None) => layout::position(plan, None),
            (MechanicPlan::Layout(plan), Some(Setup::Tiles(setup))) => layout::position(plan, Some(setup)),
            (MechanicPlan::Tracks(_) | MechanicPlan::Layout(_), Some(_)) => {
                Err(vec!["stacks cannot be set up in a game of tiles".into()])
            }
            (MechanicPlan::Stacks(_), Some(_)) => {
                Err(vec!["tiles cannot be set up in a game of pieces".into()])
            }
        }
    }

    /// How tiles are dealt, in a game with a bag.
    pub fn dealing(&self) -> Option<&Dealing> {
        match self {
            MechanicPlan::Tracks(plan) => plan.dealing.as_ref(),
            MechanicPlan::Stacks(_) | MechanicPlan::Layout(_) => None,
        }
    }

    /// The first position of a game with a bag, its tiles drawn in some order: every tile of the game is in it. All else
    /// that is left to chance follows from the seed, as it does in [`MechanicPlan::position`].
    pub fn dealt_in(&self, order: &[TileIndex], seed: u64) -> Result<Box<dyn Mechanic>, Vec<String>> {
        match self {
            MechanicPlan::Tracks(plan) => tracks::position(plan, Origin::Dealt(Some(order)), seed),
            MechanicPlan::Stacks(_) | MechanicPlan::Layout(_) => self.position(None, seed),
        }
    }

    /// Whether any seat may move at any moment.
    pub fn is_race(&self) -> bool {
        matches!(self, MechanicPlan::Tracks(plan) if plan.is_race())
    }

    /// The step with which a turn begins, when so many are over.
    pub fn first_step(&self, turns: u32) -> u8 {
        match self {
            MechanicPlan::Stacks(plan) => plan.first_step(turns),
            MechanicPlan::Tracks(plan) => Clock::first_step(turns, plan.begins_at),
            MechanicPlan::Layout(_) => 0,
        }
    }

    /// How many moves a turn has, where that is known from the start.
    pub fn moves_a_turn(&self) -> Option<u8> {
        match self {
            MechanicPlan::Stacks(plan) => Some(plan.steps),
            MechanicPlan::Tracks(_) | MechanicPlan::Layout(_) => None,
        }
    }

    /// Whether something is left to chance.
    pub fn has_chance(&self) -> bool {
        self.dealing().is_some()
    }

    /// The id of an end rule.
    pub fn end_id(&self, end: u8) -> Option<&str> {
        match self {
            MechanicPlan::Stacks(plan) => plan.ends.get(end as usize).map(|(id, _)| id.as_str()),
            MechanicPlan::Tracks(plan) => plan.ends.get(end as usize).map(|(id, _)| id.as_str()),
            MechanicPlan::Layout(plan) => plan.ends.get(end as usize).map(|(id, _)| id.as_str()),
        }
    }

    /// Whether an end rule is half a success in a game against nobody.
    pub fn is_partial(&self, end: u8) -> bool {
        matches!(self, MechanicPlan::Tracks(plan) if plan.is_partial(end))
    }

    /// Whether an end rule is won by those with the most points.
    pub fn counts_points(&self, end: u8) -> bool {
        matches!(self, MechanicPlan::Tracks(plan) if plan.counts_points(end))
    }

    /// The id and the meaning of having no legal move.
    pub fn stuck(&self) -> Option<&(String, StuckResult)> {
        match self {
            MechanicPlan::Stacks(plan) => plan.stuck.as_ref(),
            MechanicPlan::Tracks(plan) => plan.stuck.as_ref(),
            MechanicPlan::Layout(plan) => plan.stuck.as_ref(),
        }
    }

    /// After how many moves play at random is broken off, in a game that need not end.
    pub fn open_ended(&self) -> Option<u32> {
        match self {
            MechanicPlan::Layout(plan) => plan.open_ended,
            MechanicPlan::Stacks(_) | MechanicPlan::Tracks(_) => None,
        }
    }

    /// The tiles of a game that has some.
    pub fn tile_set(&self) -> Option<&Arc<TileSet>> {
        match self {
            MechanicPlan::Stacks(_) => None,
            MechanicPlan::Tracks(plan) => Some(&plan.set),
            MechanicPlan::Layout(plan) => Some(&plan.puzzle.set),
        }
    }
}
