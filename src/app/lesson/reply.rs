//! The program's reply to a right answer.

use super::goal::{JudgeError, after_move};
use super::winning_cells::WinningCells;
use houserule_core::mechanics::{Move, Team};
use houserule_core::rng::Rng;
use houserule_lab::bot::{BotName, Budget};
use houserule_script::game::Game;
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::lesson::{MAX_THREAT_PLACES, Reply, WithPlace};

/// Depth in turns and search nodes of the search for the best reply.
const MAX_REPLY_TURNS: u32 = 3;
const MAX_REPLY_NODES: u64 = 300_000;

/// Maximum number of moves in one reply.
const MAX_REPLY_LEN: usize = 60;

/// Plays the reply to the learner's last move, up to the learner's next turn, and returns its moves. `learner_move` is
/// that move in notation. There is no reply after the end of the game.
pub fn play_reply(
    session: &mut Session,
    reply: &WithPlace<Reply>,
    learner_move: &str,
    learner: Team,
) -> Result<Vec<String>, JudgeError> {
    if session.game.outcome()?.is_some() {
        return Ok(Vec::new());
    }
    match &reply.value {
        Reply::Moves(moves) => play_moves(session, moves),
        Reply::ByMove(by_move) => match by_move.iter().find(|(mv, _)| is_same_move(mv, learner_move)) {
            Some((_, moves)) => play_moves(session, &moves.value),
            None => Ok(Vec::new()),
        },
        Reply::Best => play_until_learner(session, learner, &mut |session| best_reply(session, learner)),
        Reply::Bot(name) => {
            let name: BotName = name.parse()?;
            let name = name.resolve(&session.ruleset)?;
            name.supports(session.plan())?;
            if let BotName::Mcts(Some(Budget::Time(_)) | None) = name {
                let message = "a bot with a time limit is not reproducible; set playouts instead, such as mcts:1000";
                return Err(JudgeError::NotApplicable(message.to_string()));
            }
            let (mut bot, mut rng) = (name.create(), Rng::new(session.seed));
            play_until_learner(session, learner, &mut |session| {
                let seat = session.game.seat();
                Ok(bot.choose(&mut session.game, seat, &mut rng)?)
            })
        }
    }
}

/// Returns whether two texts are the same move, ignoring case.
pub fn is_same_move(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

fn play_moves(session: &mut Session, moves: &[String]) -> Result<Vec<String>, JudgeError> {
    let mut played = Vec::new();
    for text in moves {
        match session.play(text) {
            Ok(written) => played.push(written),
            Err(error) => {
                let message = format!("the reply `{text}` cannot be played: {}", session.explain_error(&error));
                return Err(JudgeError::NotApplicable(message));
            }
        }
    }
    Ok(played)
}

/// Lets the other seats move until it is the learner's turn.
fn play_until_learner(
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
        played.push(session.move_text(mv));
        session.play_listed(mv)?;
    }
    Ok(played)
}

/// Returns a winning move, or else the move after which the learner needs the most turns to win. Ties are broken by the
/// fewest remaining wins, then by static evaluation.
fn best_reply(session: &mut Session, learner: Team) -> Result<Option<Move>, JudgeError> {
    let own = session.game.team_of(session.game.seat());
    let mut moves = Vec::new();
    for mv in session.game.legal_moves()? {
        moves.push((evaluate(session, mv, own, learner)?, session.move_text(mv), mv));
    }
    moves.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let Some((first, _, mv)) = moves.first() else { return Ok(None) };
    if first.0 != ReplyEnd::Open || !Prover::can_prove(&session.game) {
        return Ok(Some(*mv));
    }
    let mut prover = Prover::new(learner).with_move_limit(MAX_REPLY_NODES);
    let mut longest = (0, vec![*mv]);
    for (_, _, mv) in moves.iter().filter(|(value, ..)| value.0 == ReplyEnd::Open) {
        let turns = after_move(&mut session.game, *mv, |game| turns_to_loss(game, learner, &mut prover))?;
        match turns {
            // The search looks no further.
            turns if turns > MAX_REPLY_TURNS => return Ok(Some(*mv)),
            turns if turns > longest.0 => longest = (turns, vec![*mv]),
            turns if turns == longest.0 => longest.1.push(*mv),
            _ => {}
        }
    }
    let (turns, candidates) = longest;
    leaving_fewest_wins(session, learner, turns, &candidates).map(Some)
}

/// Returns, of replies that lose in the same number of turns, the one that leaves the learner the fewest winning
/// places, then the fewest winning moves.
fn leaving_fewest_wins(session: &mut Session, learner: Team, turns: u32, replies: &[Move]) -> Result<Move, JudgeError> {
    let mut prover = Prover::new(learner).with_move_limit(MAX_REPLY_NODES);
    let mut best = (replies[0], (u32::MAX, usize::MAX));
    for reply in replies {
        let wins_left = after_move(&mut session.game, *reply, |game| {
            let (mut cells, mut wins) = (WinningCells::default(), 0);
            for mv in game.legal_moves()? {
                if prover.wins_with(game, mv, turns)? == Proof::Yes {
                    cells.add(game, mv)?;
                    wins += 1;
                }
            }
            Ok((cells.disjoint_count(MAX_THREAT_PLACES), wins))
        })?;
        // The budget ran out, so this count is too low.
        if prover.moves_left() == 0 {
            break;
        }
        if wins_left < best.1 {
            best = (*reply, wins_left);
        }
    }
    Ok(best.0)
}

/// Immediate result of a reply, from worst to best for the seat that makes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ReplyEnd {
    Lost,
    Open,
    Drawn,
    Won,
}

/// Returns the immediate result of a move and its static evaluation relative to the learner.
fn evaluate(session: &mut Session, mv: Move, own: Team, learner: Team) -> Result<(ReplyEnd, i32), JudgeError> {
    let (outcome, value) = after_move(&mut session.game, mv, |game| {
        Ok((game.outcome()?, game.board().evaluate(own) - game.board().evaluate(learner)))
    })?;
    let end = match outcome {
        None => ReplyEnd::Open,
        Some(outcome) if !outcome.winners.contains(&learner) => ReplyEnd::Won,
        Some(outcome) if !outcome.winners.contains(&own) => ReplyEnd::Lost,
        Some(_) => ReplyEnd::Drawn,
    };
    Ok((end, value))
}

/// Returns the number of turns in which the learner wins; `MAX_REPLY_TURNS + 1` if no win is found.
fn turns_to_loss(game: &mut Game, learner: Team, prover: &mut Prover) -> Result<u32, JudgeError> {
    if game.team_of(game.seat()) != learner {
        return Ok(MAX_REPLY_TURNS + 1);
    }
    for turns in 1..=MAX_REPLY_TURNS {
        if prover.wins(game, turns)? == Proof::Yes {
            return Ok(turns);
        }
    }
    Ok(MAX_REPLY_TURNS + 1)
}
