//! Board mechanics: positions, the rule values that govern them, and the trait [`Position`] through which the rest of
//! the program plays. Mechanics know nothing of scripts; a game's names and numbers reach them as rule values.

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

use crate::error::{BoardError, SetupError};
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
    /// End rule, as an index into the rules' list of ends.
    EndIndex(u8)
}

/// Move packed for search. Only the position that listed it can decode it, into an [`Action`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u64);

/// Move spelled out, as notation writes it and hooks read it. It may be illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum Action {
    /// Place `count` pieces of one kind on an empty cell.
    Place { piece: PieceKind, at: Coord, count: u32 },
    /// Take `taken` pieces off the top of a stack and drop them along a line, `drops[i]` on the i-th cell entered.
    Spread {
        /// Cell of the stack.
        from: Coord,
        /// Index into the grid's steps.
        direction: usize,
        /// Number of pieces taken.
        taken: u32,
        /// Number of pieces dropped on each cell.
        drops: SmallVec<[u32; 8]>,
        /// Whether a standing piece is flattened at the end; in a typed action, whether the text says so.
        crush: bool,
    },
    /// Place a tile.
    Lay {
        /// Seat that places it, where any seat may move; `None` means the seat to move.
        seat: Option<Seat>,
        /// The tile as typed.
        sign: String,
        /// Orientation that `sign` means at this cell; `None` if none fits.
        orientation: Option<u16>,
        /// Cell of the tile.
        at: Coord,
        /// Origin of column and row numbers before the move: tiles placed later may shift it.
        corner: Coord,
    },
    /// Rotate the tile `tile` in place to `orientation`.
    Turn { tile: TileRef, orientation: u16 },
    /// Remove the tile `tile` from the board.
    Take { tile: TileRef },
    /// Swap the two `tiles`.
    Swap { tiles: [TileRef; 2] },
    /// Give the tile `tile`, an index into the set, to the seat `to`; `seat` gives it, or the seat to move.
    Give { seat: Option<Seat>, tile: u16, to: Seat },
    /// Put the tile `tile` of the hand, an index into the set, on the discard pile.
    Discard { tile: u16 },
    /// Put the top discard back into the bag.
    TakeBack,
    /// A move called `word` that is not made on the board: swapping teams, or an action offered by a script.
    Named { word: String },
}

impl Action {
    /// Cell of the action, if it has a single one; for a spread, the cell of the stack.
    pub fn at(&self) -> Option<Coord> {
        match self {
            Action::Place { at, .. } | Action::Lay { at, .. } | Action::Spread { from: at, .. } => Some(*at),
            _ => None,
        }
    }

    /// Seat that acts, if the action names one.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Action::Lay { seat, .. } | Action::Give { seat, .. } => *seat,
            _ => None,
        }
    }
}

/// Tile on the board as the user named it; `at` is `None` if there is no such tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileRef {
    /// The tile as typed.
    pub sign: String,
    /// Its cell.
    pub at: Option<Coord>,
}

/// Piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Owner.
    pub seat: Seat,
    /// Kind of piece.
    pub kind: PieceKind,
}

/// Outcome of a game: the winners (all seats for a draw) and the index of the end rule that decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardOutcome {
    /// Seats that won.
    pub winners: SeatSet,
    /// Whether several winners draw with each other instead of winning together.
    pub is_tie: bool,
    /// Index into the list of end rules.
    pub end: EndIndex,
}

/// Reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Id of the rule, as `why` prints it.
    pub rule: String,
    /// Explanation for the player.
    pub message: String,
    /// Key path of the declaration that created the rule, such as `moves.spread`.
    pub key_path: String,
    /// Cells concerned, for highlighting.
    pub cells: Vec<Coord>,
}

impl Violation {
    /// Violation of a rule that concerns no particular cell.
    pub fn new(rule: &str, cite: impl Into<String>, says: impl Into<String>) -> Violation {
        Violation { rule: rule.to_string(), message: says.into(), key_path: cite.into(), cells: Vec::new() }
    }

    /// Adds the cells concerned.
    pub fn about(self, cells: impl IntoIterator<Item = Coord>) -> Violation {
        Violation { cells: cells.into_iter().collect(), ..self }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.message)
    }
}

/// Change to the board requested by a script after a move.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum BoardEffect {
    /// Put `stone` on top of the cell `at`, not taken from any reserve.
    Place { at: Coord, stone: Stone },
    /// Remove the top piece of a cell from the board.
    Remove { at: Coord },
    /// Add pieces to a seat's reserve, or remove them if `count` is negative.
    Give { seat: Seat, kind: PieceKind, count: i32 },
    /// Skip the rest of the next seat's turn.
    Skip,
    /// Let `seat` move next.
    Turn { seat: Seat },
}

/// Position of a game with its undo history. Calls are virtual once per stage and position, never once per cell.
pub trait Position: Send {
    /// Independent copy, including the undo history.
    fn fork(&self) -> Box<dyn Position>;

    /// Seat to move and turn counters.
    fn clock(&self) -> TurnState;
    /// Outcome according to the end rules, as determined after the last move.
    fn outcome(&self) -> Option<BoardOutcome>;
    /// Seats that may move: the seat to move, or in a race all that are still in it.
    fn movers(&self) -> SeatSet {
        SeatSet::only(self.clock().seat)
    }
    /// Seat that makes a listed move.
    fn mover(&self, _: Move) -> Seat {
        self.clock().seat
    }
    /// Seats that lead in this position and the end rule they have reached, if any. Used where no seat can move and the
    /// rules decide the game by who leads.
    fn leaders(&self) -> (SeatSet, Option<EndIndex>) {
        (SeatSet::default(), None)
    }

    /// Appends every legal move of the seat to move, even if the game is over. Implementations may modify the position
    /// meanwhile, but must restore it.
    fn list(&mut self, out: &mut Vec<Move>) {
        let before = out.len();
        self.mandatory_moves(out);
        if out.len() == before {
            self.free_moves(out);
        }
    }
    /// Appends the mandatory moves: while there is one, no other move is legal.
    fn mandatory_moves(&mut self, _: &mut Vec<Move>) {}
    /// Appends the moves that are legal when no move is mandatory.
    fn free_moves(&mut self, out: &mut Vec<Move>);
    /// Number of moves that [`Position::list`] returns, without listing them.
    fn count(&mut self) -> u64;
    /// A uniformly random legal move, if there is one. `pick(n)` returns a number below `n` and may be called several
    /// times.
    fn sample_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let mut moves = Vec::with_capacity(128);
        self.list(&mut moves);
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }
    /// Plays a move that was listed in this position.
    fn play(&mut self, mv: Move);
    /// Undoes the last move and everything that followed from it. Panics if there is none.
    fn undo(&mut self);
    /// Null move: leaves the board unchanged and ends the turn, so that `next` moves; with `None` the turn does not end
    /// either. It is undone like any move. Fails in games without turns.
    fn null_move(&mut self, _next: Option<Seat>) -> Result<(), BoardError> {
        Err("this game has no turns that could go by".into())
    }
    /// Random playout: plays uniformly random moves until the game is over, no move is legal, or `most` moves were
    /// played. Returns their number.
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
    /// Restarts the game with a new seed, reusing memory. Returns `false`, and does nothing, if the position must be
    /// rebuilt instead.
    fn reset(&mut self, _seed: u64) -> bool {
        false
    }
    /// Undoes `moves` moves.
    fn take_back(&mut self, moves: usize) {
        (0..moves).for_each(|_| self.undo());
    }
    /// Whether the turn continues only with mandatory moves. If a script forbids them, the turn is passed.
    fn may_pass(&self) -> bool {
        false
    }
    /// Ends the turn, as part of the last move.
    fn pass(&mut self) {}
    /// Whether the hand of the seat to move is unknown, so that an empty move list means nothing.
    fn has_unknown_hand(&self) -> bool {
        false
    }
    /// Applies a script's change as part of the last move, then evaluates the end rules again.
    fn change(&mut self, change: &BoardEffect) -> Result<(), BoardError>;
    /// The same position with its history in a larger representation, where a change needs one.
    fn roomier(&self, _: &BoardEffect) -> Option<Box<dyn Position>> {
        None
    }

    /// Rules that an action violates, apart from mandatory moves; empty if it is legal. Ignores whether the game is
    /// over.
    fn violations(&mut self, action: &Action) -> Vec<Violation>;
    /// Why no other move may be played before a mandatory one.
    fn mandatory_violation(&self, _: Move) -> Violation {
        unreachable!("a mechanic in which moves are owed says why")
    }
    /// Packs a legal action; `None` if it is illegal.
    fn pack(&self, action: &Action) -> Option<Move>;
    /// Unpacks a listed move.
    fn unpack(&self, mv: Move) -> Action;
    /// Whether the position remembers enough to unpack the last move after it was played.
    fn can_unpack_last(&self) -> bool {
        false
    }
    /// The last move, unpacked as it would have been before it was played.
    fn unpack_last(&self, _: Move) -> Action {
        unreachable!("a mechanic that remembers its last move spells it out")
    }

    /// View of the board for renderers, notation and queries.
    fn view(&self) -> BoardView<'_>;
    /// Score of each team in half points if the game were counted now, with an explanation.
    fn score_now(&self) -> Option<Vec<(i32, String)>>;
    /// Static evaluation for a team: about ten per piece, tile of a line or point. Only differences between teams are
    /// meaningful.
    fn evaluate(&self, team: Team) -> i32 {
        const OF_A_HALF: i32 = 5;
        self.score_now().and_then(|teams| Some(OF_A_HALF * teams.get(team.index())?.0)).unwrap_or(0)
    }
    /// Whether [`Position::evaluate`] predicts the result better than a random playout.
    fn prefers_static_eval(&self) -> bool {
        false
    }
    /// Sound pruning: where the position forces an immediate reply, keeps only the moves that can be best. Valid only
    /// for games without scripts, which may value moves differently.
    fn retain_forcing(&self, _moves: &mut Vec<Move>) {}
    /// Samples what `seat` cannot see (the bag and hidden hands) consistently with what it sees, as information-set
    /// MCTS requires.
    fn determinise(&mut self, _seat: Seat, _rng: &mut Rng) {}
    /// Number of a seat's pieces that are not on the board.
    fn reserves_left(&self, seat: Seat) -> u32;
    /// Hash of the position: board, reserves and seat to move.
    fn hash(&self) -> u64;

    /// Number of move sequences of exactly `depth` moves; a finished game has none. The last ply is counted, not
    /// played.
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

/// Error in compiling a game's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// Key path concerned.
    pub path: String,
    /// Explanation for the author.
    pub says: String,
    /// Whether a rule value rejects another: each is valid, but they cannot be combined.
    pub is_violation: bool,
}

impl CompileError {
    /// Error at a key path.
    pub fn new(path: String, says: String) -> CompileError {
        CompileError { path, says, is_violation: false }
    }

    /// Conflict between rule values at a key path.
    pub fn violation(path: String, says: String) -> CompileError {
        CompileError { path, says, is_violation: true }
    }
}

/// Compiled rules of the mechanic that a game uses.
#[derive(Clone, Debug)]
pub enum BoardRules {
    /// Stacks of stones on a bounded board.
    Stacks(Arc<StackRules>),
    /// Tiles on an open board.
    Tracks(Arc<TrackRules>),
    /// Puzzle with tiles that can be moved again.
    Layout(Arc<PuzzleRules>),
}

impl BoardRules {
    /// Compiles a definition: with a tile set it is a game of tiles, otherwise of stones; tiles that can be moved again
    /// make a puzzle.
    pub fn compile(parts: &GameDef) -> Result<BoardRules, Vec<CompileError>> {
        Ok(match &parts.tiles {
            Some(set) if PuzzleRules::is_meant(parts) => {
                BoardRules::Layout(Arc::new(PuzzleRules::compile(parts, set)?))
            }
            Some(set) => BoardRules::Tracks(Arc::new(TrackRules::compile(parts, set)?)),
            None => BoardRules::Stacks(Arc::new(StackRules::compile(parts)?)),
        })
    }

    /// Initial position, or one that was set up. The seed determines everything random.
    pub fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Position>, SetupError> {
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
                Err(SetupError(vec!["stacks cannot be set up in a game of tiles".into()]))
            }
            (BoardRules::Stacks(_), Some(_)) => {
                Err(SetupError(vec!["tiles cannot be set up in a game of pieces".into()]))
            }
        }
    }

    /// Dealing rules, in a game with a bag.
    pub fn dealing(&self) -> Option<&Dealing> {
        match self {
            BoardRules::Tracks(plan) => plan.dealing.as_ref(),
            BoardRules::Stacks(_) | BoardRules::Layout(_) => None,
        }
    }

    /// Initial position of a game with a bag from which all tiles are drawn in the given order. The seed determines
    /// everything else that is random, as in [`BoardRules::position`].
    pub fn dealt_in(&self, order: &[TileIndex], seed: u64) -> Result<Box<dyn Position>, SetupError> {
        match self {
            BoardRules::Tracks(plan) => tracks::position(plan, PositionOrigin::Dealt(Some(order)), seed),
            BoardRules::Stacks(_) | BoardRules::Layout(_) => self.position(None, seed),
        }
    }

    /// Whether any seat may move at any time.
    pub fn is_race(&self) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.is_race())
    }

    /// Step with which a turn begins, after `turns` completed turns.
    pub fn first_step(&self, turns: u32) -> u8 {
        match self {
            BoardRules::Stacks(plan) => plan.first_step(turns),
            BoardRules::Tracks(plan) => TurnState::first_step(turns, plan.begins_at),
            BoardRules::Layout(_) => 0,
        }
    }

    /// Number of moves per turn, if it is fixed.
    pub fn moves_a_turn(&self) -> Option<u8> {
        match self {
            BoardRules::Stacks(plan) => Some(plan.steps),
            BoardRules::Tracks(_) | BoardRules::Layout(_) => None,
        }
    }

    /// Whether the game has random elements.
    pub fn has_chance(&self) -> bool {
        self.dealing().is_some()
    }

    /// Id of an end rule.
    pub fn end_id(&self, end: EndIndex) -> Option<&str> {
        match self {
            BoardRules::Stacks(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
            BoardRules::Tracks(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
            BoardRules::Layout(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
        }
    }

    /// Whether an end rule is a partial success in a solitaire.
    pub fn is_partial(&self, end: EndIndex) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.is_partial(end))
    }

    /// Whether an end rule is won by the team with the most points.
    pub fn counts_points(&self, end: EndIndex) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.counts_points(end))
    }

    /// Id and result of the rule for having no legal move.
    pub fn stuck(&self) -> Option<&(String, StuckResult)> {
        match self {
            BoardRules::Stacks(plan) => plan.stuck.as_ref(),
            BoardRules::Tracks(plan) => plan.stuck.as_ref(),
            BoardRules::Layout(plan) => plan.stuck.as_ref(),
        }
    }

    /// Number of moves after which a playout is stopped, in a game that need not end.
    pub fn open_ended(&self) -> Option<u32> {
        match self {
            BoardRules::Layout(plan) => plan.open_ended,
            BoardRules::Stacks(_) | BoardRules::Tracks(_) => None,
        }
    }

    /// Tile set, in a game of tiles.
    pub fn tile_set(&self) -> Option<&Arc<TileSet>> {
        match self {
            BoardRules::Stacks(_) => None,
            BoardRules::Tracks(plan) => Some(&plan.set),
            BoardRules::Layout(plan) => Some(&plan.puzzle.set),
        }
    }
}
