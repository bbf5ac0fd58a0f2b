//! Full-width search before MCTS for a move that wins by the mover's next turn, whatever the reply. Playouts find most
//! of these in time; a bot with a long search must not miss any.

use std::time::Instant;

use crate::bot::SearchLimit;
use crate::bot::players::PlayerMap;
use houserule_core::mechanics::{Move, Team};
use houserule_script::game::{Game, HookFault};

/// Moves tried per playout of the search, and the number of playouts below which this search is skipped.
const PER_PLAYOUT: u64 = 60;
const LEAST_PLAYOUTS: u64 = 1_000;

/// Maximum number of tried moves, which take some hundredths of a second.
const MAX_WIN_SEARCH_MOVES: u64 = 250_000;

/// State of the win search.
struct WinSearch<'a> {
    game: &'a mut Game,
    table: &'a PlayerMap,
    team: Team,
    effort: WinSearchBudget,
    /// Killer heuristic: the reply that last refuted a move, and the move that last won against a reply, are tried
    /// first.
    killer: Option<Move>,
    won: Option<Move>,
}

/// Remaining budget: a number of tried moves and a deadline.
pub struct WinSearchBudget {
    left: u64,
    until: Option<Instant>,
}

impl WinSearchBudget {
    /// Number of listed moves that cost as much as one tried move.
    const LISTED: u64 = 256;

    /// Number of tried moves between two readings of the clock.
    const BETWEEN_CLOCKS: u64 = 256;

    pub fn new(left: u64, until: Option<Instant>) -> WinSearchBudget {
        WinSearchBudget { left, until }
    }

    /// Charges one tried move; `false` when the budget is spent.
    fn spend(&mut self) -> bool {
        let is_time = self.left.is_multiple_of(WinSearchBudget::BETWEEN_CLOCKS);
        if is_time && self.until.is_some_and(|until| Instant::now() >= until) {
            self.left = 0;
        }
        let has_some = self.left > 0;
        self.left = self.left.saturating_sub(1);
        has_some
    }

    /// Charges a list of moves.
    fn list(&mut self, moves: usize) {
        self.left = self.left.saturating_sub(moves as u64 / WinSearchBudget::LISTED);
    }
}

/// Result of a complete search; `None` when the budget ran out.
type InBudget<T> = Result<Option<T>, HookFault>;

/// Number of moves that may be tried within a limit; 0 if the search is too short for it.
pub fn looks(limit: SearchLimit) -> u64 {
    match (limit.playouts, limit.time) {
        (Some(playouts), _) if playouts < LEAST_PLAYOUTS => 0,
        (_, Some(time)) if time.as_millis() < 500 => 0,
        (Some(playouts), _) => MAX_WIN_SEARCH_MOVES.min(playouts * PER_PLAYOUT),
        (None, _) => MAX_WIN_SEARCH_MOVES,
    }
}

/// A move that wins at once or else in two; `None` if there is none or the budget ran out first.
pub fn win_in_two(
    game: &mut Game,
    table: &PlayerMap,
    team: Team,
    moves: &[Move],
    effort: WinSearchBudget,
) -> InBudget<Move> {
    if effort.left == 0 || !table.can_prove() {
        return Ok(None);
    }
    let mut look = WinSearch { game, table, team, effort, killer: None, won: None };
    for &mv in moves {
        match look.wins_at_once(mv)? {
            Some(true) => return Ok(Some(mv)),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    for &mv in moves {
        match look.wins_after(mv)? {
            Some(true) => return Ok(Some(mv)),
            Some(false) => {}
            None => break,
        }
    }
    Ok(None)
}

impl WinSearch<'_> {
    /// Plays a move, calls `look` and undoes the move. `None` when the budget is spent.
    fn after<T>(&mut self, mv: Move, look: impl FnOnce(&mut Self) -> InBudget<T>) -> InBudget<T> {
        if !self.effort.spend() {
            return Ok(None);
        }
        self.game.play(mv)?;
        let seen = look(self);
        self.game.undo();
        seen
    }

    /// Legal moves, with `first` in front.
    fn moves(&mut self, first: Option<Move>) -> Result<Vec<Move>, HookFault> {
        let mut moves = self.game.legal_moves()?;
        self.effort.list(moves.len());
        if let Some(index) = first.and_then(|first| moves.iter().position(|mv| *mv == first)) {
            moves.swap(0, index);
        }
        Ok(moves)
    }

    fn is_own_turn(&self) -> bool {
        self.game.team_of(self.game.seat()) == self.team
    }

    /// Whether a move wins at once.
    fn wins_at_once(&mut self, mv: Move) -> InBudget<bool> {
        self.after(mv, |look| {
            let end = look.game.end();
            Ok(Some(end.is_some_and(|end| look.table.wins(look.game, end, look.team))))
        })
    }

    /// Whether no reply to a move avoids the loss.
    fn wins_after(&mut self, mv: Move) -> InBudget<bool> {
        self.after(mv, |look| {
            if look.game.ended() || look.is_own_turn() {
                return Ok(Some(false));
            }
            let answers = look.moves(look.killer)?;
            for &answer in &answers {
                match look.holds(answer)? {
                    Some(false) => {}
                    Some(true) => {
                        look.killer = Some(answer);
                        return Ok(Some(false));
                    }
                    None => return Ok(None),
                }
            }
            Ok(Some(!answers.is_empty()))
        })
    }

    /// Whether no move wins at once after this reply.
    fn holds(&mut self, answer: Move) -> InBudget<bool> {
        self.after(answer, |look| {
            if let Some(end) = look.game.end() {
                return Ok(Some(!look.table.wins(look.game, end, look.team)));
            }
            if !look.is_own_turn() {
                return Ok(Some(true));
            }
            for mv in look.moves(look.won)? {
                match look.wins_at_once(mv)? {
                    Some(false) => {}
                    Some(true) => {
                        look.won = Some(mv);
                        return Ok(Some(false));
                    }
                    None => return Ok(None),
                }
            }
            Ok(Some(true))
        })
    }
}
