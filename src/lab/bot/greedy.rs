//! One-ply bot: plays a winning move if there is one, avoids moves that let the next seat win, and otherwise plays the
//! move with the best static evaluation.

use std::cmp::Reverse;

use super::players::PlayerMap;
use super::{Bot, SearchRequest, own_moves};
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{Game, GameEnd, HookFault};

pub struct Greedy;

/// Limit on the replies tried per move. On a board with tens of thousands of moves, most of them losing, trying every
/// reply would take too long.
const ANSWERS: u64 = 250_000;

impl Bot for Greedy {
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        choose_within(game, request.seat, rng, &mut ReplySearch { left: ANSWERS, won: None })
    }
}

fn choose_within(
    game: &mut Game,
    seat: Seat,
    rng: &mut Rng,
    answers: &mut ReplySearch,
) -> Result<Option<Move>, HookFault> {
    let table = PlayerMap::of(game);
    let mut game = game.fork();
    game.determinise(seat, rng);
    let mut moves = own_moves(&mut game, seat)?;
    if moves.len() < 2 {
        return Ok(moves.pop());
    }
    rng.shuffle(&mut moves);
    let team = game.team_of(seat);
    let mut rated = Vec::with_capacity(moves.len());
    for mv in moves {
        let worth = match tried(&mut game, mv, |game| table.lead(game, team))? {
            (Some(end), _) => match table.sharers(&game, end, team) {
                Some(1) if !end.is_partial => return Ok(Some(mv)),
                Some(sharers) if sharers > 1 && sharers < table.teams => MoveValue::Share(Reverse(sharers)),
                Some(_) => MoveValue::Draw,
                None => MoveValue::Loss,
            },
            (None, lead) => MoveValue::Open(lead),
        };
        rated.push((worth, mv));
    }
    // A stable sort keeps equal moves in their shuffled order.
    rated.sort_by_key(|(worth, _)| Reverse(*worth));
    for &(worth, mv) in &rated {
        if table.is_race || !answers.beat(&mut game, mv, worth, team, &table)? {
            return Ok(Some(mv));
        }
    }
    Ok(rated.first().map(|(_, mv)| *mv))
}

/// Value of a move, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MoveValue {
    Loss,
    /// All teams share the game; in a solitaire, partial success.
    Draw,
    Open(i32),
    /// Some teams share the game while others lose: better than an even share.
    Share(Reverse<usize>),
}

/// Plays a move, reads the end of the game (or `ask`s something else while it goes on) and undoes the move.
fn tried(game: &mut Game, mv: Move, ask: impl Fn(&Game) -> i32) -> Result<(Option<GameEnd>, i32), HookFault> {
    game.play(mv)?;
    let end = game.end();
    let answer = if end.is_none() { ask(game) } else { 0 };
    game.undo();
    Ok((end, answer))
}

/// Search for winning replies, within a budget of tried moves.
struct ReplySearch {
    left: u64,
    /// Killer heuristic: the reply that won last is tried first.
    won: Option<Move>,
}

impl ReplySearch {
    /// Number of listed moves that cost as much as one tried move.
    const LISTED: u64 = 256;

    /// Whether a move loses, either at once or to a reply.
    fn beat(
        &mut self,
        game: &mut Game,
        mv: Move,
        worth: MoveValue,
        team: Team,
        table: &PlayerMap,
    ) -> Result<bool, HookFault> {
        if !matches!(worth, MoveValue::Open(_)) {
            return Ok(worth == MoveValue::Loss);
        }
        game.play(mv)?;
        let mut found = Ok(false);
        if game.team_of(game.seat()) != team {
            found = self.win(game, team, table);
        }
        game.undo();
        found
    }

    /// Whether the seat to move can win against `team`, as far as the budget shows.
    fn win(&mut self, game: &mut Game, team: Team, table: &PlayerMap) -> Result<bool, HookFault> {
        if self.left == 0 {
            return Ok(false);
        }
        let mut moves = game.legal_moves()?;
        self.left = self.left.saturating_sub(moves.len() as u64 / ReplySearch::LISTED);
        if let Some(index) = self.won.and_then(|won| moves.iter().position(|mv| *mv == won)) {
            moves.swap(0, index);
        }
        for mv in moves {
            if self.left == 0 {
                return Ok(false);
            }
            self.left -= 1;
            let other = game.mover_team(mv);
            if let (Some(end), _) = tried(game, mv, |_| 0)?
                && table.sharers(game, end, other).is_some()
                && table.sharers(game, end, team).is_none()
            {
                self.won = Some(mv);
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
    fn answers_are_looked_at_only_as_long_as_there_is_time() {
        let table = Workspace { library: Library::new(Vec::new()), seed: 1 };
        // Black makes one of two roads whatever white plays.
        let position = "x5/2,2,2,2,x/1,x4/2,2,2,2,x/1,x4 1 12";
        let mut session = table.open("tak", &[], Some(position), &[]).unwrap_or_else(|error| panic!("{error}"));
        let moves = session.game.legal_moves().unwrap_or_else(|fault| panic!("{fault}"));
        for left in [0, 10, ANSWERS] {
            let mut answers = ReplySearch { left, won: None };
            let chosen = choose_within(&mut session.game, Seat::FIRST, &mut Rng::new(1), &mut answers);
            let chosen = chosen.unwrap_or_else(|fault| panic!("{fault}")).expect("there is a move");
            assert!(moves.contains(&chosen));
            // The winning reply is found once and then tried first.
            assert!(left - answers.left <= 4 * moves.len() as u64, "{} answers", left - answers.left);
        }
    }
}
