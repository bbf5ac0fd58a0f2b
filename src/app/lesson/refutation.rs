//! Refutations: why a wrong move is wrong, shown by the opponent's moves where possible.

use super::goal::{Judge, JudgeError, after_move};
use super::question::Question;
use houserule_core::mechanics::{Move, Team};
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::lesson::{Accepted, LessonGoal};

/// Refutation of a wrong move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    pub message: String,
    /// Moves that follow the wrong one and show why it is wrong; may be empty.
    pub moves: Vec<Move>,
}

/// Maximum number of moves tried for one refutation.
const MAX_REFUTATION_MOVES: u64 = 2_000_000;

impl Question<'_> {
    /// Refutes a legal but wrong move; `None` if there is nothing to show, or if a script fails meanwhile. Leaves the
    /// game unchanged.
    pub fn refute(&mut self, session: &mut Session, mv: Move) -> Option<Refutation> {
        let learner = session.game.mover_team(mv);
        let goals = self.step.accept.iter().filter_map(|item| match &item.value {
            Accepted::Goal(goal) => Some(goal),
            Accepted::Text(_) => None,
        });
        let goals: Vec<&LessonGoal> = goals.collect();
        for goal in &goals {
            if let Ok(Some(refutation)) = refute_goal(&mut self.judge, goal, session, mv, learner) {
                return Some(refutation);
            }
        }
        if self.is_explained_by_loss(session, learner)
            && let Ok(Some(refutation)) = refute_by_end(session, mv, learner)
        {
            return Some(refutation);
        }
        // With several goals any one is enough, so a sentence about one of them would mislead.
        let [goal] = goals[..] else { return None };
        let message = self.judge.describe_shortfall(goal, &mut session.game, mv).ok().flatten()?;
        Some(Refutation { message, moves: Vec::new() })
    }

    /// Returns whether a loss explains why a move is wrong: every goal is about winning, and no accepted move loses at
    /// once.
    fn is_explained_by_loss(&self, session: &mut Session, learner: Team) -> bool {
        self.step.accept.iter().all(|item| match &item.value {
            Accepted::Goal(goal) => asks_about_winning(goal),
            Accepted::Text(text) => match session.legal_move(text) {
                Ok(mv) => matches!(refute_by_loss(session, mv, learner, 1), Ok(None)),
                Err(_) => false,
            },
        })
    }
}

fn asks_about_winning(goal: &LessonGoal) -> bool {
    match goal {
        LessonGoal::WinsIn { .. } | LessonGoal::Threatens { .. } | LessonGoal::KeepsAlive { .. } => true,
        LessonGoal::Prevents(goal) | LessonGoal::Avoids(goal) => asks_about_winning(goal),
        LessonGoal::AllOf(goals) => goals.iter().any(asks_about_winning),
        _ => false,
    }
}

fn refute_goal(
    judge: &mut Judge,
    goal: &LessonGoal,
    session: &mut Session,
    mv: Move,
    learner: Team,
) -> Result<Option<Refutation>, JudgeError> {
    match goal {
        LessonGoal::AllOf(goals) => {
            for goal in goals {
                if !judge.reaches(goal, &mut session.game, mv)? {
                    return refute_goal(judge, goal, session, mv, learner);
                }
            }
            Ok(None)
        }
        LessonGoal::WinsIn { turns, end_rule: by } => {
            if let Some(refutation) = refute_by_end(session, mv, learner)? {
                return Ok(Some(refutation));
            }
            // Without a threat every reply holds, so showing one explains nothing.
            let threat = LessonGoal::Threatens { turns: (*turns).max(2) - 1, end_rule: by.clone(), places: 1 };
            if *turns < 2 || !judge.reaches(&threat, &mut session.game, mv)? {
                return Ok(None);
            }
            let prover = Prover::new(learner).by_rule(by.as_deref()).with_move_limit(MAX_REFUTATION_MOVES);
            refute_by_defence(session, mv, *turns, prover)
        }
        LessonGoal::Prevents(goal) => {
            let Some(reply) = judge.reply_reaching(goal, &mut session.game, mv)? else {
                return refute_by_end(session, mv, learner);
            };
            Ok(Some(Refutation { message: "That does not prevent it:".to_string(), moves: vec![reply] }))
        }
        LessonGoal::KeepsAlive { turns } => refute_by_loss(session, mv, learner, *turns),
        LessonGoal::Script(function) => {
            let message = judge.run_checker(*function, &session.game, mv)?.message;
            Ok(message.map(|message| Refutation { message, moves: Vec::new() }))
        }
        _ => Ok(None),
    }
}

/// Refutes a move that ends the game without a win, or after which an opponent wins in one turn.
fn refute_by_end(session: &mut Session, mv: Move, learner: Team) -> Result<Option<Refutation>, JudgeError> {
    let end_text = after_move(&mut session.game, mv, |game| {
        let outcome = game.outcome()?;
        Ok(outcome.filter(|outcome| outcome.winner() != Some(learner)).map(|outcome| outcome.describe(game.plan())))
    })?;
    if let Some(words) = end_text {
        return Ok(Some(Refutation { message: format!("That ends the game: {words}."), moves: Vec::new() }));
    }
    refute_by_loss(session, mv, learner, 1)
}

/// Refutes a move after which the next seat forces a win within `turns`.
fn refute_by_loss(
    session: &mut Session,
    mv: Move,
    learner: Team,
    turns: u32,
) -> Result<Option<Refutation>, JudgeError> {
    if !Prover::can_prove(&session.game) {
        return Ok(None);
    }
    let moves = after_move(&mut session.game, mv, |game| {
        let next = game.team_of(game.seat());
        if next == learner || game.is_over() {
            return Ok(Vec::new());
        }
        let mut prover = Prover::new(next).with_move_limit(MAX_REFUTATION_MOVES);
        match prover.wins(game, turns)? {
            Proof::Yes => Ok(prover.principal_variation(game, turns)?),
            _ => Ok(Vec::new()),
        }
    })?;
    let message = "Now the other side wins:".to_string();
    Ok((!moves.is_empty()).then_some(Refutation { message, moves }))
}

/// Refutes a move that should have won by a reply that holds.
fn refute_by_defence(
    session: &mut Session,
    mv: Move,
    turns: u32,
    mut prover: Prover,
) -> Result<Option<Refutation>, JudgeError> {
    let reply = after_move(&mut session.game, mv, |game| Ok(prover.find_refutation(game, turns - 1)?))?;
    let message = "This reply stops the win:".to_string();
    Ok(reply.map(|reply| Refutation { message, moves: vec![reply] }))
}
