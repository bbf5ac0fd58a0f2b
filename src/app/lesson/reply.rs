//! How the program answers a right move.

use super::goal::{JudgeError, after};
use super::winning_cells::WinningCells;
use houserule_core::mechanics::{Move, Team};
use houserule_core::rng::Rng;
use houserule_lab::bot::{BotName, Budget};
use houserule_script::game::Game;
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::lesson::{MAX_THREAT_PLACES, Reply, WithPlace};

/// How far ahead the best answer is looked for, and the most moves that are tried for it.
const TURNS: u32 = 3;
const MAX_REPLY_NODES: u64 = 300_000;

/// The most moves of one reply.
const MAX_REPLY_LEN: usize = 60;

/// Plays the answer to a move that was just played, up to the learner's next turn, and gives its moves. `said` is the
/// learner's move as it was written. A game that is over is not answered.
pub fn answer(
    session: &mut Session,
    reply: &WithPlace<Reply>,
    said: &str,
    learner: Team,
) -> Result<Vec<String>, JudgeError> {
    if session.game.outcome()?.is_some() {
        return Ok(Vec::new());
    }
    match &reply.value {
        Reply::Moves(moves) => play(session, moves),
        Reply::ByMove(by_move) => match by_move.iter().find(|(mv, _)| is_same(mv, said)) {
            Some((_, moves)) => play(session, &moves.value),
            None => Ok(Vec::new()),
        },
        Reply::Best => until_learner(session, learner, &mut |session| best(session, learner)),
        Reply::Bot(name) => {
            let name: BotName = name.parse()?;
            let name = name.resolve(&session.ruleset)?;
            name.supports(session.plan())?;
            if let BotName::Mcts(Budget::Time(_)) = name {
                let says = "a bot that thinks by the clock does not repeat itself; name playouts: mcts:1000";
                return Err(JudgeError::Senseless(says.to_string()));
            }
            let (mut bot, mut rng) = (name.bot(), Rng::new(session.seed));
            until_learner(session, learner, &mut |session| {
                let seat = session.game.seat();
                Ok(bot.choose(&mut session.game, seat, &mut rng)?)
            })
        }
    }
}

/// Whether two texts are the same move, however it was typed.
pub fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

fn play(session: &mut Session, moves: &[String]) -> Result<Vec<String>, JudgeError> {
    let mut played = Vec::new();
    for text in moves {
        match session.play(text) {
            Ok(written) => played.push(written),
            Err(error) => {
                let says = format!("the reply `{text}` cannot be played: {}", session.tell(&error));
                return Err(JudgeError::Senseless(says));
            }
        }
    }
    Ok(played)
}

/// Lets others move until the learner's team is to move again.
fn until_learner(
    session: &mut Session,
    learner: Team,
    choose: &mut dyn FnMut(&mut Session) -> Result<Option<Move>, JudgeError>,
) -> Result<Vec<String>, JudgeError> {
    let mut played = Vec::new();
    while played.len() < MAX_REPLY_LEN
        && session.game.outcome()?.is_none()
        && session.game.team_of(session.game.seat()) != learner
    {
        let Some(mv) = choose(session)? else { break };
        played.push(session.written(mv));
        session.play_listed(mv)?;
    }
    Ok(played)
}

/// A move that wins; else the one after which the learner needs longest to win, of several the one that stops most, and of
/// these the one that measures best.
fn best(session: &mut Session, learner: Team) -> Result<Option<Move>, JudgeError> {
    let own = session.game.team_of(session.game.seat());
    let mut moves = Vec::new();
    for mv in session.game.legal_moves()? {
        moves.push((worth(session, mv, own, learner)?, session.written(mv), mv));
    }
    moves.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let Some((first, _, mv)) = moves.first() else { return Ok(None) };
    if first.0 != ReplyEnd::Open || !Prover::can_prove(&session.game) {
        return Ok(Some(*mv));
    }
    let mut prover = Prover::new(learner).within(MAX_REPLY_NODES);
    let mut longest = (0, vec![*mv]);
    for (_, _, mv) in moves.iter().filter(|(worth, ..)| worth.0 == ReplyEnd::Open) {
        let held = after(&mut session.game, *mv, |game| holds_out(game, learner, &mut prover))?;
        match held {
            // Nothing holds longer than that.
            held if held > TURNS => return Ok(Some(*mv)),
            held if held > longest.0 => longest = (held, vec![*mv]),
            held if held == longest.0 => longest.1.push(*mv),
            _ => {}
        }
    }
    let (turns, equal) = longest;
    fewest_left(session, learner, turns, &equal).map(Some)
}

/// Of answers that all lose in as many turns the one that stops most: it leaves the learner the fewest places to win at,
/// and of these the fewest moves that win.
fn fewest_left(session: &mut Session, learner: Team, turns: u32, answers: &[Move]) -> Result<Move, JudgeError> {
    let mut prover = Prover::new(learner).within(MAX_REPLY_NODES);
    let mut best = (answers[0], (u32::MAX, usize::MAX));
    for answer in answers {
        let left = after(&mut session.game, *answer, |game| {
            let (mut places, mut wins) = (WinningCells::default(), 0);
            for mv in game.legal_moves()? {
                if prover.wins_with(game, mv, turns)? == Proof::Yes {
                    places.add(game, mv)?;
                    wins += 1;
                }
            }
            Ok((places.count(MAX_THREAT_PLACES), wins))
        })?;
        // What was not looked at to the end only seems to leave little.
        if prover.left() == 0 {
            break;
        }
        if left < best.1 {
            best = (*answer, left);
        }
    }
    Ok(best.0)
}

/// What a move ends the game with, from worst to best for whoever makes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ReplyEnd {
    Lost,
    Open,
    Drawn,
    Won,
}

/// What comes of a move at once, and how it measures.
fn worth(session: &mut Session, mv: Move, own: Team, learner: Team) -> Result<(ReplyEnd, i32), JudgeError> {
    let (outcome, measure) = after(&mut session.game, mv, |game| {
        Ok((game.outcome()?, game.board().evaluate(own) - game.board().evaluate(learner)))
    })?;
    let end = match outcome {
        None => ReplyEnd::Open,
        Some(outcome) if !outcome.winners.contains(&learner) => ReplyEnd::Won,
        Some(outcome) if !outcome.winners.contains(&own) => ReplyEnd::Lost,
        Some(_) => ReplyEnd::Drawn,
    };
    Ok((end, measure))
}

/// In how many turns the learner wins; one more than are looked at, if that is not found.
fn holds_out(game: &mut Game, learner: Team, prover: &mut Prover) -> Result<u32, JudgeError> {
    if game.team_of(game.seat()) != learner {
        return Ok(TURNS + 1);
    }
    for turns in 1..=TURNS {
        if prover.wins(game, turns)? == Proof::Yes {
            return Ok(turns);
        }
    }
    Ok(TURNS + 1)
}
