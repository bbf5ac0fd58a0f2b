//! One move ahead: wins if it can, does not let the next seat win if that can be helped, and else takes what measures
//! best.

use std::cmp::Reverse;

use super::players::PlayerMap;
use super::{Bot, own_moves};
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::Rng;
use houserule_script::game::{Game, GameEnd, HookFault};

pub struct Greedy;

/// How many answers are looked at in all. Where a board has tens of thousands of moves and most of them lose, more would
/// take for ever.
const ANSWERS: u64 = 250_000;

impl Bot for Greedy {
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault> {
        choose_within(game, seat, rng, &mut ReplySearch { left: ANSWERS, won: None })
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
    let team = table.team(&game, seat);
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
    // Sorting keeps moves that are equally good in the order of the dice.
    rated.sort_by_key(|(worth, _)| Reverse(*worth));
    for &(worth, mv) in &rated {
        if table.is_race || !answers.beat(&mut game, mv, worth, team, &table)? {
            return Ok(Some(mv));
        }
    }
    Ok(rated.first().map(|(_, mv)| *mv))
}

/// What a move leads to, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MoveValue {
    Loss,
    /// A game that all share, or half a success alone at the table.
    Draw,
    Open(i32),
    /// A game that some teams share while others lose: more than an even part of it.
    Share(Reverse<usize>),
}

/// Plays a move, asks how the game has ended, and something else if it has not, and takes it back.
fn tried(game: &mut Game, mv: Move, ask: impl Fn(&Game) -> i32) -> Result<(Option<GameEnd>, i32), HookFault> {
    game.play(mv)?;
    let end = game.end();
    let answer = if end.is_none() { ask(game) } else { 0 };
    game.undo();
    Ok((end, answer))
}

/// Answers to moves, as far as there is time to look at them.
struct ReplySearch {
    left: u64,
    /// The answer that won last: mostly it does so again.
    won: Option<Move>,
}

impl ReplySearch {
    /// How many listed moves take as long as one that is tried.
    const LISTED: u64 = 256;

    /// Whether a move loses, at once or to an answer.
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
        if table.team(game, game.seat()) != team {
            found = self.win(game, team, table);
        }
        game.undo();
        found
    }

    /// Whether the seat to move can win against a team, as far as can be seen.
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
            let other = table.mover(game, mv);
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
        // Black makes one of two roads whatever white does.
        let position = "x5/2,2,2,2,x/1,x4/2,2,2,2,x/1,x4 1 12";
        let mut session =
            table.open("tak", &[], Some(position), &[]).unwrap_or_else(|error| panic!("{error}"));
        let moves = session.game.legal_moves().unwrap_or_else(|fault| panic!("{fault}"));
        for left in [0, 10, ANSWERS] {
            let mut answers = ReplySearch { left, won: None };
            let chosen = choose_within(&mut session.game, Seat::FIRST, &mut Rng::new(1), &mut answers);
            let chosen = chosen.unwrap_or_else(|fault| panic!("{fault}")).expect("there is a move");
            assert!(moves.contains(&chosen));
            // The answer that wins is found once, and then tried first.
            assert!(left - answers.left <= 4 * moves.len() as u64, "{} answers", left - answers.left);
        }
    }
}
