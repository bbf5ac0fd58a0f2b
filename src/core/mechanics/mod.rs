//! What happens on the board: state parts, the rule values that govern them, and the one surface ([`Position`])
//! through which the rest of the program plays. Mechanics know nothing of scripts; a game's names and
//! numbers reach them as rule values.

mod claims;
mod goal;
pub mod puzzle;
mod race;
mod recurrence;
mod seats;
mod setup;
pub mod stacks;
mod supply;
pub mod tracks;
mod turns;
mod values;
mod view;
mod win_points;

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::geometry::Coord;
use crate::index::index_type;
use crate::rng::Rng;
use crate::tiles::TileSet;

pub use crate::names::{PieceKind, Seat, Team};
pub use claims::Tie;
pub use goal::GoalRule;
pub use race::{PaceRule, Standing};
pub use recurrence::wins_again;
pub use seats::{MAX_SEATS, SeatSet, leaders, teammates};
pub use setup::{BagSetup, OffboardState, Setup, StoneSetup, TileSetup};
pub use supply::{BagAndHands, Dealing, MAX_BAG, MAX_KINDS, MAX_OWNERS, Reserve, TileIndex};
pub use turns::{Opening, Owner, Pie, PlyLimit, Steps, Stuck, StuckResult, TurnState, TurnStep};
pub use values::{GameDef, NamedRule, Rule};
pub use view::{
    BoardView, ColourSurvey, FARTHEST, ForcedSpace, StoneBoard, Survey, TileBoard, TilesView, reaches,
};
pub use win_points::WinPoints;

use puzzle::PuzzleRules;
use stacks::StackRules;
use tracks::{PositionOrigin, TrackRules};

index_type! {
    /// An end rule, by its place in the list of end rules.
    EndIndex(u8)
}

/// A move packed for search. Only the mechanic that listed it can read it; people read its [`Action`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u64);

/// A move spelled out: what notation writes, hooks read and people mean. It may well be illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Put `count` pieces of one kind on an empty cell.
    Place { piece: PieceKind, at: Coord, count: u32 },
    /// Take `taken` pieces off the top of a stack and drop them along a line, `drops[i]` on the i-th cell entered.
    Spread {
        from: Coord,
        /// An index into the grid's steps.
        direction: usize,
        taken: u32,
        drops: SmallVec<[u32; 8]>,
        /// Whether a standing piece is crushed at the end; in an action that was typed, whether it says so.
        crush: bool,
    },
    /// Lay a tile.
    Lay {
        /// Who lays it, where any seat may move; else it is the seat to move.
        seat: Option<Seat>,
        /// What was typed; `lie` is the way of lying that it means there, if any fits.
        sign: String,
        orientation: Option<u16>,
        at: Coord,
        /// The place from which columns and rows are counted before the move: tiles laid later may shift them.
        corner: Coord,
    },
    /// Turn a tile where it lies.
    Turn { tile: TileRef, orientation: u16 },
    /// Take a tile up again.
    Take { tile: TileRef },
    /// Let two tiles change places.
    Swap { tiles: [TileRef; 2] },
    /// Hand a tile, by its place in the set, to another seat.
    Give { seat: Option<Seat>, tile: u16, to: Seat },
    /// Put a tile of the hand on the pile of discards.
    Discard { tile: u16 },
    /// Put the top discard back into the bag.
    TakeBack,
    /// Something that is no move on the board: to change sides, or what a script offers.
    Named { word: String },
}

impl Action {
    /// Where it is done, if at one place; of a spread the stack that it takes from.
    pub fn at(&self) -> Option<Coord> {
        match self {
            Action::Place { at, .. } | Action::Lay { at, .. } | Action::Spread { from: at, .. } => Some(*at),
            _ => None,
        }
    }

    /// Who does it, where the action says so.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Action::Lay { seat, .. } | Action::Give { seat, .. } => *seat,
            _ => None,
        }
    }
}

/// A tile that lies on the board, as somebody named it; nowhere, if it does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileRef {
    pub sign: String,
    pub at: Option<Coord>,
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    pub seat: Seat,
    pub kind: PieceKind,
}

/// How a game ended: which seats won (all of them: a draw) and by which of the plan's end rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardOutcome {
    pub winners: SeatSet,
    /// Whether several winners draw with one another, in place of winning together.
    pub is_tie: bool,
    pub end: EndIndex,
}

/// One reason why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The rule's id, as `why` prints it.
    pub rule: String,
    pub message: String,
    /// The key path of the declaration that made the rule, such as `moves.spread`.
    pub key_path: String,
    /// The cells it is about, to be pointed out on a board.
    pub cells: Vec<Coord>,
}

impl Violation {
    pub fn new(rule: &str, cite: impl Into<String>, says: impl Into<String>) -> Violation {
        Violation { rule: rule.to_string(), message: says.into(), key_path: cite.into(), cells: Vec::new() }
    }

    /// The same, about these cells.
    pub fn about(self, cells: impl IntoIterator<Item = Coord>) -> Violation {
        Violation { cells: cells.into_iter().collect(), ..self }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

/// A change to the board that a script asked for after a move.
#[derive(Clone, PartialEq, Debug)]
pub enum BoardEffect {
    /// Put a piece on top of a cell, from nobody's reserve.
    Place { at: Coord, stone: Stone },
    /// Take the top piece of a cell off the board.
    Remove { at: Coord },
    /// Add pieces to a seat's reserve, or take them away.
    Give { seat: Seat, kind: PieceKind, count: i32 },
    /// Pass over the seat that would move next, with what is left of its turn.
    Skip,
    /// Let a seat move next.
    Turn { seat: Seat },
}

/// One position of some mechanic, with its past. One virtual call a stage and position, never one a cell.
pub trait Position: Send {
    fn fork(&self) -> Box<dyn Position>;

    fn clock(&self) -> TurnState;
    /// What the end rules say of the position, judged after the move that made it.
    fn outcome(&self) -> Option<BoardOutcome>;
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
    fn leaders(&self) -> (SeatSet, Option<EndIndex>) {
        (SeatSet::default(), None)
    }

    /// Appends every legal move of the seat to move, whether or not the game is over. A position may be changed in
    /// the course of it, but not by it.
    fn list(&mut self, out: &mut Vec<Move>) {
        let before = out.len();
        self.mandatory_moves(out);
        if out.len() == before {
            self.free_moves(out);
        }
    }
    /// Appends the legal moves that come before all others: as long as there is one, nothing else is legal.
    fn mandatory_moves(&mut self, _: &mut Vec<Move>) {}
    /// Appends the moves that are legal where nothing is owed.
    fn free_moves(&mut self, out: &mut Vec<Move>);
    /// The number of moves that [`Position::list`] gives, without listing them.
    fn count(&mut self) -> u64;
    /// One of these moves, every one as likely as any other, if there is one; `pick` gives a number below its argument
    /// and may be asked several times.
    fn sample_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
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
    fn null_move(&mut self, _next: Option<Seat>) -> Result<(), String> {
        Err("this game has no turns that could go by".to_string())
    }
    /// Plays random moves, every one as likely as any other, until the game is over, there is none to play or `most` were
    /// played; gives how many.
    fn playout(&mut self, most: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        for played in 0..most {
            if self.outcome().is_some() {
                return played;
            }
            match self.sample_move(pick) {
                Some(mv) => self.play(mv),
                None => return played,
            }
        }
        most
    }
    /// Begins another game at its start, dealt from a seed, in the memory of this one; false: nothing was done, for this
    /// board has to be made anew.
    fn reset(&mut self, _seed: u64) -> bool {
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
    fn has_unknown_hand(&self) -> bool {
        false
    }
    /// Applies a change as part of the last move, then judges again.
    fn change(&mut self, change: &BoardEffect) -> Result<(), String>;
    /// The same position with its past in more memory, where a change needs it.
    fn roomier(&self, _: &BoardEffect) -> Option<Box<dyn Position>> {
        None
    }

    /// Everything the rules hold against an action, but for what is owed first; nothing if it is legal. Does not ask
    /// whether the game is over.
    fn violations(&mut self, action: &Action) -> Vec<Violation>;
    /// Why nothing else may be played before a move that is owed.
    fn mandatory_violation(&self, _: Move) -> Violation {
        unreachable!("a mechanic in which moves are owed says why")
    }
    /// A legal action, packed.
    fn pack(&self, action: &Action) -> Option<Move>;
    /// A listed move, spelled out.
    fn unpack(&self, mv: Move) -> Action;
    /// Whether the board remembers enough to spell out the last move after it was played.
    fn can_unpack_last(&self) -> bool {
        false
    }
    /// The last move, spelled out as it would have been before it was played.
    fn unpack_last(&self, _: Move) -> Action {
        unreachable!("a mechanic that remembers its last move spells it out")
    }

    /// The board as those see it who draw it, write it down or ask about it.
    fn view(&self) -> BoardView<'_>;
    /// What each team would count if the game were counted now, in halves, and how it comes about.
    fn score_now(&self) -> Option<Vec<(i32, String)>>;
    /// How well a team stands, so that those who search may tell good from bad before the end: ten for about a piece, a
    /// tile of a line or a point. Only the difference between teams means something.
    fn evaluate(&self, team: Team) -> i32 {
        const OF_A_HALF: i32 = 5;
        self.score_now().and_then(|teams| Some(OF_A_HALF * teams.get(team.index())?.0)).unwrap_or(0)
    }
    /// Whether the measure of a position says more than a game played on from it at random would.
    fn prefers_static_eval(&self) -> bool {
        false
    }
    /// Leaves of all legal moves only some, where the others are certain to be no better: when something has to be done at
    /// once. For those who search in a game that is played on the board alone; scripts may have other ideas.
    fn retain_forcing(&self, _moves: &mut Vec<Move>) {}
    /// Puts what a seat cannot see, tiles in the bag and in hidden hands, in any order that fits what it sees.
    fn determinise(&mut self, _seat: Seat, _rng: &mut Rng) {}
    /// All of a seat's pieces that are not on the board.
    fn reserves_left(&self, seat: Seat) -> u32;
    /// A number that tells positions apart: board, reserves and seat to move.
    fn hash(&self) -> u64;

    /// The number of move sequences of exactly `depth` moves; a finished game has none. The last ply is
    /// counted, not made.
    fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome().is_some() {
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
pub struct CompileError {
    /// The key path concerned.
    pub path: String,
    pub says: String,
    /// Whether a rule value refuses what it is given: nobody wrote anything wrong, but the two do not go together.
    pub is_violation: bool,
}

impl CompileError {
    pub fn new(path: String, says: String) -> CompileError {
        CompileError { path, says, is_violation: false }
    }

    pub fn violation(path: String, says: String) -> CompileError {
        CompileError { path, says, is_violation: true }
    }
}

/// The compiled rules of whichever mechanic a game uses.
#[derive(Clone, Debug)]
pub enum BoardRules {
    Stacks(Arc<StackRules>),
    Tracks(Arc<TrackRules>),
    Layout(Arc<PuzzleRules>),
}

impl BoardRules {
    /// A game with a tile set is one of tiles, any other one of stones; tiles that can be moved again make a puzzle.
    pub fn compile(parts: &GameDef) -> Result<BoardRules, Vec<CompileError>> {
        Ok(match &parts.tiles {
            Some(set) if PuzzleRules::is_meant(parts) => {
                BoardRules::Layout(Arc::new(PuzzleRules::compile(parts, set)?))
            }
            Some(set) => BoardRules::Tracks(Arc::new(TrackRules::compile(parts, set)?)),
            None => BoardRules::Stacks(Arc::new(StackRules::compile(parts)?)),
        })
    }

    /// The first position, or one set up by hand. What is left to chance follows from the seed.
    pub fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Position>, Vec<String>> {
        match (self, setup) {
            (BoardRules::Stacks(plan), None) => stacks::position(plan, None),
            (BoardRules::Stacks(plan), Some(Setup::Stones(setup))) => stacks::position(plan, Some(setup)),
            (BoardRules::Tracks(plan), None) => tracks::position(plan, PositionOrigin::Dealt(None), seed),
            (BoardRules::Tracks(plan), Some(Setup::Tiles(setup))) => {
                tracks::position(plan, PositionOrigin::SetUp(setup), seed)
            }
            (BoardRules::Layout(plan), None) => puzzle::position(plan, None),
            (BoardRules::Layout(plan), Some(Setup::Tiles(setup))) => puzzle::position(plan, Some(setup)),
            (BoardRules::Tracks(_) | BoardRules::Layout(_), Some(_)) => {
                Err(vec!["stacks cannot be set up in a game of tiles".into()])
            }
            (BoardRules::Stacks(_), Some(_)) => {
                Err(vec!["tiles cannot be set up in a game of pieces".into()])
            }
        }
    }

    /// How tiles are dealt, in a game with a bag.
    pub fn dealing(&self) -> Option<&Dealing> {
        match self {
            BoardRules::Tracks(plan) => plan.dealing.as_ref(),
            BoardRules::Stacks(_) | BoardRules::Layout(_) => None,
        }
    }

    /// The first position of a game with a bag, its tiles drawn in some order: every tile of the game is in it. All else
    /// that is left to chance follows from the seed, as it does in [`BoardRules::position`].
    pub fn dealt_in(&self, order: &[TileIndex], seed: u64) -> Result<Box<dyn Position>, Vec<String>> {
        match self {
            BoardRules::Tracks(plan) => tracks::position(plan, PositionOrigin::Dealt(Some(order)), seed),
            BoardRules::Stacks(_) | BoardRules::Layout(_) => self.position(None, seed),
        }
    }

    /// Whether any seat may move at any moment.
    pub fn is_race(&self) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.is_race())
    }

    /// The step with which a turn begins, when so many are over.
    pub fn first_step(&self, turns: u32) -> u8 {
        match self {
            BoardRules::Stacks(plan) => plan.first_step(turns),
            BoardRules::Tracks(plan) => TurnState::first_step(turns, plan.begins_at),
            BoardRules::Layout(_) => 0,
        }
    }

    /// How many moves a turn has, where that is known from the start.
    pub fn moves_a_turn(&self) -> Option<u8> {
        match self {
            BoardRules::Stacks(plan) => Some(plan.steps),
            BoardRules::Tracks(_) | BoardRules::Layout(_) => None,
        }
    }

    /// Whether something is left to chance.
    pub fn has_chance(&self) -> bool {
        self.dealing().is_some()
    }

    /// The id of an end rule.
    pub fn end_id(&self, end: EndIndex) -> Option<&str> {
        match self {
            BoardRules::Stacks(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
            BoardRules::Tracks(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
            BoardRules::Layout(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
        }
    }

    /// Whether an end rule is half a success in a game against nobody.
    pub fn is_partial(&self, end: EndIndex) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.is_partial(end))
    }

    /// Whether an end rule is won by those with the most points.
    pub fn counts_points(&self, end: EndIndex) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.counts_points(end))
    }

    /// The id and the meaning of having no legal move.
    pub fn stuck(&self) -> Option<&(String, StuckResult)> {
        match self {
            BoardRules::Stacks(plan) => plan.stuck.as_ref(),
            BoardRules::Tracks(plan) => plan.stuck.as_ref(),
            BoardRules::Layout(plan) => plan.stuck.as_ref(),
        }
    }

    /// After how many moves play at random is broken off, in a game that need not end.
    pub fn open_ended(&self) -> Option<u32> {
        match self {
            BoardRules::Layout(plan) => plan.open_ended,
            BoardRules::Stacks(_) | BoardRules::Tracks(_) => None,
        }
    }

    /// The tiles of a game that has some.
    pub fn tile_set(&self) -> Option<&Arc<TileSet>> {
        match self {
            BoardRules::Stacks(_) => None,
            BoardRules::Tracks(plan) => Some(&plan.set),
            BoardRules::Layout(plan) => Some(&plan.puzzle.set),
        }
    }
}
