//! One-ply bot: plays a winning move if there is one, avoids moves that let the next seat win, and otherwise plays the
//! move with the best static evaluation.

use std::cmp::Reverse;

use super::game_traits::GameTraits;
use super::time::Deadline;
use super::{Bot, SearchRequest, own_moves};
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{Game, GameEnd, HookFault};

pub struct Greedy;

/// Limit on the replies tried per move. On a board with tens of thousands of moves, most of them losing, trying every
/// reply would take too long.
const MAX_REPLIES: u64 = 250_000;

impl Bot for Greedy {
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        let deadline = request.deadline();
        best_move(game, request.seat, rng, &mut ReplySearch { budget: MAX_REPLIES, killer: None, deadline })
    }
}

fn best_move(game: &mut Game, seat: Seat, rng: &mut Rng, replies: &mut ReplySearch) -> Result<Option<Move>, HookFault> {
    let players = GameTraits::of(game);
    let mut game = game.fork();
    game.determinise(seat, rng);
    let mut moves = own_moves(&mut game, seat)?;
    if moves.len() < 2 {
        return Ok(moves.pop());
    }
    rng.shuffle(&mut moves);
    let team = game.team_of(seat);
    let mut candidates = Vec::with_capacity(moves.len());
    for mv in moves {
        let value = match try_move(&mut game, mv, |game| players.lead(game, team))? {
            (Some(end), _) => match players.winner_count(&game, end, team) {
                Some(1) if !end.is_partial => return Ok(Some(mv)),
                Some(winners) if winners > 1 && winners < players.teams => MoveValue::SharedWin(Reverse(winners)),
                Some(_) => MoveValue::Draw,
                None => MoveValue::Loss,
            },
            (None, lead) => MoveValue::Unfinished(lead),
        };
        candidates.push((value, mv));
        if replies.deadline.is_over() {
            break;
        }
    }
    // A stable sort keeps equal moves in their shuffled order.
    candidates.sort_by_key(|(value, _)| Reverse(*value));
    for &(value, mv) in &candidates {
        if players.is_race || !replies.refutes(&mut game, mv, value, team, &players)? {
            return Ok(Some(mv));
        }
    }
    Ok(candidates.first().map(|(_, mv)| *mv))
}

/// Value of a move, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MoveValue {
    Loss,
    /// All teams share the win; in a solitaire, partial success.
    Draw,
    Unfinished(i32),
    /// Some teams share the win while others lose: better than an even share.
    SharedWin(Reverse<usize>),
}

/// Plays a move, reads the end of the game (or evaluates the position if it is not over) and undoes the move.
fn try_move(game: &mut Game, mv: Move, evaluate: impl Fn(&Game) -> i32) -> Result<(Option<GameEnd>, i32), HookFault> {
    game.play(mv)?;
    let end = game.end();
    let value = if end.is_none() { evaluate(game) } else { 0 };
    game.undo();
    Ok((end, value))
}

/// Search for winning replies, within a budget of moves.
struct ReplySearch {
    budget: u64,
    /// Killer heuristic: the last winning reply is tried first.
    killer: Option<Move>,
    deadline: Deadline,
}

impl ReplySearch {
    /// Number of listed moves that cost as much as one tried move.
    const LISTED_MOVES_PER_TRY: u64 = 256;

    /// Returns whether a move loses, either at once or to a reply.
    fn refutes(
        &mut self,
        game: &mut Game,
        mv: Move,
        value: MoveValue,
        team: Team,
        players: &GameTraits,
    ) -> Result<bool, HookFault> {
        if !matches!(value, MoveValue::Unfinished(_)) {
            return Ok(value == MoveValue::Loss);
        }
        game.play(mv)?;
        let mut result = Ok(false);
        if game.team_of(game.seat()) != team {
            result = self.can_win(game, team, players);
        }
        game.undo();
        result
    }

    /// Returns whether the seat to move can win against `team`, within the budget.
    fn can_win(&mut self, game: &mut Game, team: Team, players: &GameTraits) -> Result<bool, HookFault> {
        if self.budget == 0 {
            return Ok(false);
        }
        let mut moves = game.legal_moves()?;
        self.budget = self.budget.saturating_sub(moves.len() as u64 / ReplySearch::LISTED_MOVES_PER_TRY);
        if let Some(index) = self.killer.and_then(|killer| moves.iter().position(|mv| *mv == killer)) {
            moves.swap(0, index);
        }
        for mv in moves {
            if self.budget == 0 || self.deadline.is_over() {
                return Ok(false);
            }
            self.budget -= 1;
            let opponent = game.mover_team(mv);
            if let (Some(end), _) = try_move(game, mv, |_| 0)?
                && players.winner_count(game, end, opponent).is_some()
                && players.winner_count(game, end, team).is_none()
            {
                self.killer = Some(mv);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_script::lua::Library;
    use houserule_script::play::Workspace;

    #[test]
    fn the_reply_search_keeps_to_its_budget() {
        let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
        // Black completes one of two roads whatever white plays.
        let position = "x5/2,2,2,2,x/1,x4/2,2,2,2,x/1,x4 1 12";
        let mut session = workspace.open("tak", &[], Some(position), &[]).unwrap_or_else(|error| panic!("{error}"));
        let moves = session.game.legal_moves().unwrap_or_else(|fault| panic!("{fault}"));
        for budget in [0, 10, MAX_REPLIES] {
            let mut replies = ReplySearch { budget, killer: None, deadline: Deadline::default() };
            let chosen = best_move(&mut session.game, Seat::FIRST, &mut Rng::new(1), &mut replies);
            let chosen = chosen.unwrap_or_else(|fault| panic!("{fault}")).expect("there is a move");
            assert!(moves.contains(&chosen));
            // The winning reply is found once and then tried first.
            assert!(budget - replies.budget <= 4 * moves.len() as u64, "{} answers", budget - replies.budget);
        }
    }
}
