//! The interface of every mechanic: a position that can be played, explained, altered by scripts and evaluated.

use super::{
    Action, BoardEffect, BoardOutcome, BoardView, DecisiveCells, EndIndex, Move, Seat, SeatSet, Team, TextLine,
    TurnState, Violation,
};
use crate::error::BoardError;
use crate::geometry::Coord;
use crate::rng::Rng;

/// Position of a game with its undo history. Virtual calls are per position and operation, never per cell.
pub trait Position: Alter + Describe + Explain + Evaluate + Send {
    /// Independent copy, including the undo history.
    fn fork(&self) -> Box<dyn Position>;
    /// Seat to move and turn counters.
    fn turn_state(&self) -> TurnState;
    /// Outcome according to the end rules, as determined after the last move.
    fn outcome(&self) -> Option<BoardOutcome>;
    /// Seats that may move: the seat to move, or in a race all seats that are not out.
    fn movers(&self) -> SeatSet {
        SeatSet::only(self.turn_state().seat)
    }
    /// Seat that makes a listed move.
    fn mover(&self, _: Move) -> Seat {
        self.turn_state().seat
    }
    /// Appends every legal move of the seat to move, even if the game is over. Implementations may modify the position
    /// meanwhile, but must restore it.
    fn list_moves(&mut self, out: &mut Vec<Move>) {
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
    /// Number of moves that [`Position::list_moves`] lists, without listing them.
    fn count_moves(&mut self) -> u64;
    /// Samples a legal move uniformly, if there is one. `pick(n)` returns a random number below `n` and may be called
    /// several times.
    fn sample_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        let mut moves = Vec::with_capacity(128);
        self.list_moves(&mut moves);
        if moves.is_empty() { None } else { Some(moves[pick(moves.len())]) }
    }
    /// Plays a move that was listed in this position.
    fn play(&mut self, mv: Move);
    /// Undoes the last move and everything that followed from it. Panics if there is none.
    fn undo(&mut self);
    /// Random playout: plays uniformly random moves until the game is over, no move is legal, or `max_plies` moves were
    /// played. Returns the number of moves.
    fn playout(&mut self, max_plies: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        for plies in 0..max_plies {
            if self.outcome().is_some() {
                return plies;
            }
            match self.sample_move(pick) {
                Some(mv) => self.play(mv),
                None => return plies,
            }
        }
        max_plies
    }
    /// Restarts the game with a new seed, reusing memory. Returns `false`, without doing anything, if the position has
    /// to be rebuilt instead.
    fn reset(&mut self, _seed: u64) -> bool {
        false
    }
    /// Undoes the last `count` moves.
    fn undo_many(&mut self, count: usize) {
        (0..count).for_each(|_| self.undo());
    }
    /// Whether the hand of the seat to move is unknown; an empty move list then does not mean that it is stuck.
    fn has_unknown_hand(&self) -> bool {
        false
    }
    /// Hash of the position: board, reserves and seat to move.
    fn hash(&self) -> u64;
    /// Number of move sequences of exactly `depth` moves (perft); a finished game has none. The last ply is counted,
    /// not played.
    fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome().is_some() {
            return 0;
        }
        if depth == 1 {
            return self.count_moves();
        }
        let mut moves = Vec::with_capacity(128);
        self.list_moves(&mut moves);
        let mut nodes = 0;
        for mv in moves {
            self.play(mv);
            nodes += self.perft(depth - 1);
            self.undo();
        }
        nodes
    }
}

/// Changes of a position other than moves: null moves, passes and the effects of scripts.
pub trait Alter {
    /// Null move: leaves the board unchanged and ends the turn, so that `next` moves; with `None` the turn does not end
    /// either. [`Position::undo`] undoes it. Fails in games without turns.
    fn null_move(&mut self, _next: Option<Seat>) -> Result<(), BoardError> {
        Err("this game has no turns to skip".into())
    }
    /// Whether the rest of the turn consists of mandatory moves only. If a script forbids all of them, the turn is
    /// passed.
    fn may_pass(&self) -> bool {
        false
    }
    /// Ends the turn, as part of the last move.
    fn pass(&mut self) {}
    /// Applies an effect of a script as part of the last move, then evaluates the end rules again.
    fn apply_effect(&mut self, effect: &BoardEffect) -> Result<(), BoardError>;
    /// Copy of the position and its history in a wider representation, if an effect needs one.
    fn widened_for(&self, _: &BoardEffect) -> Option<Box<dyn Position>> {
        None
    }
}

/// Moves in readable form, and the rules that an action violates.
pub trait Explain {
    /// Rules that an action violates, apart from mandatory moves; empty if it is legal. Ignores whether the game is
    /// over.
    fn violations(&mut self, action: &Action) -> Vec<Violation>;
    /// Violation for playing another move while this one is mandatory.
    fn mandatory_violation(&self, _: Move) -> Violation {
        unreachable!("a mechanic with mandatory moves says why")
    }
    /// Packs an action, legal or not; `None` if no move has its form.
    fn pack(&self, action: &Action) -> Option<Move>;
    /// Unpacks a listed move.
    fn unpack(&self, mv: Move) -> Action;
    /// Whether the position remembers enough to unpack the last move after it was played.
    fn can_unpack_last(&self) -> bool {
        false
    }
    /// The last move, unpacked as it would have been before it was played.
    fn unpack_last(&self, _: Move) -> Action {
        unreachable!("a mechanic that can unpack its last move does")
    }
    /// Parses an action that only this mechanic knows, in a game of pieces.
    fn parse_action(&self, _text: &str) -> Option<Action> {
        None
    }
    /// Formats an action that only this mechanic knows.
    fn format_action(&self, _: &Action) -> Option<String> {
        None
    }
    /// How actions that only this mechanic knows are written, for a newcomer: ``a slide is `a1-b1` ``.
    fn action_help(&self) -> Option<String> {
        None
    }
    /// Conceivable placements and spreads of the seats that may move, both legal and illegal.
    fn candidates(&self) -> Vec<Action>;
}

/// View of the board, and the position described in words.
pub trait Describe {
    /// View of the board for renderers, notation and queries.
    fn view(&self) -> BoardView<'_>;
    /// Full description of the position. Cells that a board labels are named by their labels.
    fn overview(&self, labels: &[(Coord, String)]) -> Vec<TextLine>;
    /// Lines below the board: state that the board itself does not show.
    fn status(&self) -> Vec<TextLine> {
        Vec::new()
    }
    /// Effects of the last move, which `mover` made, compared with the position before it.
    fn changes_since(&self, _before: &dyn Position, _mover: Seat) -> Vec<String> {
        Vec::new()
    }
    /// Cells and tracks that decided a finished game.
    fn decisive_cells(&self) -> DecisiveCells {
        DecisiveCells::default()
    }
}

/// Score, static evaluation and move pruning for bots.
pub trait Evaluate {
    /// Score of each team in half points if the game were counted now, with an explanation.
    fn score_now(&self) -> Option<Vec<(i32, String)>>;
    /// The numbers of [`Evaluate::score_now`], cheaper where explanations take time.
    fn points_now(&self) -> Option<Vec<i32>> {
        Some(self.score_now()?.into_iter().map(|(halves, _)| halves).collect())
    }
    /// Static evaluation for a team, in units of about a tenth of a piece, tile or point. Only differences between
    /// teams are meaningful.
    fn evaluate(&self, team: Team) -> i32 {
        const HALF_POINT: i32 = 5;
        self.score_now().and_then(|teams| Some(HALF_POINT * teams.get(team.index())?.0)).unwrap_or(0)
    }
    /// Whether [`Evaluate::evaluate`] predicts the result better than a random playout.
    fn prefers_static_eval(&self) -> bool {
        false
    }
    /// Sound pruning: where the position forces an immediate reply, keeps only the moves that can be best. Valid only
    /// for games without scripts, which may value moves differently.
    fn retain_forcing(&self, _moves: &mut Vec<Move>) {}
    /// Determinization for information-set MCTS: samples what `seat` cannot see, the bag and hidden hands, consistently
    /// with what it sees.
    fn determinise(&mut self, _seat: Seat, _rng: &mut Rng) {}
    /// Number of a seat's pieces that are not on the board.
    fn reserves_left(&self, seat: Seat) -> u32;
    /// Seats that lead in this position and the end rule that they have reached, if any. Used when no seat can move and
    /// the rules then let the leader win.
    fn leaders(&self) -> (SeatSet, Option<EndIndex>) {
        (SeatSet::default(), None)
    }
}
