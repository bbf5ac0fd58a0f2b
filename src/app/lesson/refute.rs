//! Why a move is wrong, shown rather than said: what the others do to it.

use super::goal::{Judge, JudgeError, after};
use super::question::Question;
use houserule_core::mechanics::{Move, Team};
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::lesson::{Accepted, LessonGoal};

/// What comes of a wrong move, or what it lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    pub says: String,
    /// The moves that follow it, where they show why it is wrong.
    pub line: Vec<Move>,
}

/// The most moves that are tried to find one.
const MAX_REFUTATION_NODES: u64 = 2_000_000;

impl Question<'_> {
    /// What comes of a listed move that is wrong; nothing where there is nothing to see. The game comes back as it was.
    pub fn refute(&mut self, session: &mut Session, mv: Move) -> Option<Refutation> {
        let learner = session.game.mover_team(mv);
        let goals = self.step.accept.iter().filter_map(|item| match &item.value {
            Accepted::Goal(goal) => Some(goal),
            Accepted::Text(_) => None,
        });
        let goals: Vec<&LessonGoal> = goals.collect();
        for goal in &goals {
            if let Ok(Some(found)) = refuted(&mut self.judge, goal, session, mv, learner) {
                return Some(found);
            }
        }
        if self.is_about_winning(session, learner)
            && let Ok(Some(found)) = at_once(session, mv, learner)
        {
            return Some(found);
        }
        // Of several goals any will do, and a sentence about one of them would mislead.
        let [goal] = goals[..] else { return None };
        let says = self.judge.lacks(goal, &mut session.game, mv).ok().flatten()?;
        Some(Refutation { says, line: Vec::new() })
    }

    /// Whether a loss tells why a move is wrong: winning or losing is asked about, or no listed move loses at once.
    fn is_about_winning(&self, session: &mut Session, learner: Team) -> bool {
        self.step.accept.iter().all(|item| match &item.value {
            Accepted::Goal(goal) => asks_about_winning(goal),
            Accepted::Text(text) => match session.legal_move(text) {
                Ok(mv) => matches!(lost(session, mv, learner, 1), Ok(None)),
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

fn refuted(
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
                    return refuted(judge, goal, session, mv, learner);
                }
            }
            Ok(None)
        }
        LessonGoal::WinsIn { turns, by } => {
            if let Some(found) = at_once(session, mv, learner)? {
                return Ok(Some(found));
            }
            // Where nothing is threatened, any move holds, and none shows anything.
            let threat = LessonGoal::Threatens { turns: (*turns).max(2) - 1, by: by.clone(), places: 1 };
            if *turns < 2 || !judge.reaches(&threat, &mut session.game, mv)? {
                return Ok(None);
            }
            let prover = Prover::new(learner).by(by.as_deref()).within(MAX_REFUTATION_NODES);
            held(session, mv, *turns, prover)
        }
        LessonGoal::Prevents(goal) => {
            let Some(answer) = judge.still(goal, &mut session.game, mv)? else {
                return at_once(session, mv, learner);
            };
            Ok(Some(Refutation { says: "That does not prevent it:".to_string(), line: vec![answer] }))
        }
        LessonGoal::KeepsAlive { turns } => lost(session, mv, learner, *turns),
        LessonGoal::Script(function) => {
            let says = judge.ruling(*function, &session.game, mv)?.message;
            Ok(says.map(|says| Refutation { says, line: Vec::new() }))
        }
        _ => Ok(None),
    }
}

/// A move that ends the game badly, or after which somebody else wins in a turn.
fn at_once(session: &mut Session, mv: Move, learner: Team) -> Result<Option<Refutation>, JudgeError> {
    let ended = after(&mut session.game, mv, |game| {
        let outcome = game.outcome()?;
        Ok(outcome.filter(|outcome| outcome.winner() != Some(learner)).map(|outcome| outcome.words(game.plan())))
    })?;
    if let Some(words) = ended {
        return Ok(Some(Refutation { says: format!("That ends the game: {words}."), line: Vec::new() }));
    }
    lost(session, mv, learner, 1)
}

/// A win of the next seat's that cannot be stopped any more.
fn lost(session: &mut Session, mv: Move, learner: Team, turns: u32) -> Result<Option<Refutation>, JudgeError> {
    if !Prover::can_prove(&session.game) {
        return Ok(None);
    }
    let line = after(&mut session.game, mv, |game| {
        let next = game.team_of(game.seat());
        if next == learner || game.ended() {
            return Ok(Vec::new());
        }
        let mut prover = Prover::new(next).within(MAX_REFUTATION_NODES);
        match prover.wins(game, turns)? {
            Proof::Yes => Ok(prover.line(game, turns)?),
            _ => Ok(Vec::new()),
        }
    })?;
    let says = "Now the other side wins:".to_string();
    Ok((!line.is_empty()).then_some(Refutation { says, line }))
}

/// The answer that holds against a move that should have won.
fn held(session: &mut Session, mv: Move, turns: u32, mut prover: Prover) -> Result<Option<Refutation>, JudgeError> {
    let answer = after(&mut session.game, mv, |game| Ok(prover.answer(game, turns - 1)?))?;
    let says = "There is an answer that holds:".to_string();
    Ok(answer.map(|answer| Refutation { says, line: vec![answer] }))
}
