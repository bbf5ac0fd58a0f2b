//! What moves are worth, as far as it is proved: no move that is called wrong wins as soon as those that are accepted, no
//! list of winning moves leaves one out, and no accepted move loses where another wins.

use super::super::goal::{JudgeError, after};
use super::Verifier;
use houserule_core::mechanics::{Move, Team};
use houserule_core::text::counted;
use houserule_script::game::HookFault;
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep};

/// How many turns ahead wins and losses are proved.
const TURNS: u32 = 2;

/// The most moves that are tried for one question in one position. What is not proved by then counts as unknown.
const MAX_VALUE_NODES: u64 = 100_000;

impl Verifier<'_> {
    /// Compares what is accepted with what is called wrong and with all other moves.
    pub(super) fn worth(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        accepted: &[Move],
        legal: &[Move],
    ) -> Result<(), HookFault> {
        // Where the rules are the question, nobody is asked to play well.
        let is_any = |item: &Accepted| matches!(item, Accepted::Goal(LessonGoal::Legal));
        if accepted.is_empty() || step.accept.iter().any(|item| is_any(&item.value)) {
            return Ok(());
        }
        let mut values = MoveValues::new(session, step, accepted[0]);
        let within = values.slowest(session, step, accepted)?;
        self.no_wrong_win(step, session, &mut values, accepted, within.unwrap_or(TURNS))?;
        if let Some(within) = within {
            self.no_other_win(step, session, &mut values, (accepted, legal), within)?;
        }
        self.no_needless_loss(step, session, &mut values, accepted, legal)
    }

    /// A move that is called wrong does not win as soon as an accepted one; where a goal is accepted, not at once.
    fn no_wrong_win(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        values: &mut MoveValues,
        accepted: &[Move],
        within: u32,
    ) -> Result<(), HookFault> {
        let within = if is_listed(step) { within } else { 1 };
        for (text, says) in &step.wrong {
            let Ok(mv) = session.legal_move(text) else { continue };
            if accepted.contains(&mv) {
                continue;
            }
            if let Some(turns) = values.wins(session, mv, within)? {
                let remedy = format!("accept it, and say what you like under `right.{text}`");
                self.at(says, format!("`{text}` wins {}, so it is not wrong; {remedy}", soon(turns)));
            }
        }
        Ok(())
    }

    /// Where moves are listed that all win, every move that wins as soon is listed.
    fn no_other_win(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        values: &mut MoveValues,
        (accepted, legal): (&[Move], &[Move]),
        within: u32,
    ) -> Result<(), HookFault> {
        let wrong: Vec<Move> = step.wrong.iter().filter_map(|(mv, _)| session.legal_move(mv).ok()).collect();
        for mv in legal.iter().filter(|mv| !accepted.contains(mv) && !wrong.contains(mv)) {
            if let Some(turns) = values.wins(session, *mv, within)? {
                let says = format!("{} wins {}, too, and is not accepted", session.written(*mv), soon(turns));
                self.at(&step.accept[0], says);
                break;
            }
        }
        Ok(())
    }

    /// No accepted move loses where another would have won.
    fn no_needless_loss(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        values: &mut MoveValues,
        accepted: &[Move],
        legal: &[Move],
    ) -> Result<(), HookFault> {
        // Long proofs only where a short one has found the other half.
        let at_once = values.first_win(session, legal, 1)?;
        let within = if at_once.is_some() { TURNS } else { 1 };
        for mv in accepted {
            let Some(lost) = values.loses(session, *mv, within)? else { continue };
            let win = match at_once {
                Some(win) => Some(win),
                None => values.first_win(session, legal, TURNS)?,
            };
            if let Some((win, turns)) = win {
                let (mv, win) = (session.written(*mv), session.written(win));
                let says = format!("`{mv}` is accepted and loses {}; {win} wins {}", soon(lost), soon(turns));
                self.at(&step.accept[0], says);
            }
            break;
        }
        Ok(())
    }
}

/// Whether moves are accepted by name alone.
fn is_listed(step: &LessonStep) -> bool {
    step.accept.iter().all(|item| matches!(item.value, Accepted::Text(_)))
}

/// The end rule that a step asks to win by, if it names one.
fn end_asked_for(step: &LessonStep) -> Option<&str> {
    step.accept.iter().find_map(|item| match &item.value {
        Accepted::Goal(LessonGoal::WinsIn { by, .. } | LessonGoal::Threatens { by, .. }) => by.as_deref(),
        _ => None,
    })
}

fn soon(turns: u32) -> String {
    match turns {
        1 => "at once".to_string(),
        turns => format!("within {}", counted(turns as usize, "turn")),
    }
}

/// Proves what moves are worth to the learner, in one position.
struct MoveValues {
    learner: Team,
    wins: Prover,
    /// How many moves may still be tried to prove losses.
    left: u64,
}

impl MoveValues {
    fn new(session: &Session, step: &LessonStep, mv: Move) -> MoveValues {
        let learner = session.game.mover_team(mv);
        let wins = Prover::new(learner).by(end_asked_for(step)).within(MAX_VALUE_NODES);
        MoveValues { learner, wins, left: MAX_VALUE_NODES }
    }

    /// The fewest turns, up to `within`, in which a move of the learner's wins whatever the others do.
    fn wins(&mut self, session: &mut Session, mv: Move, within: u32) -> Result<Option<u32>, HookFault> {
        let game = &mut session.game;
        if game.mover_team(mv) != self.learner {
            return Ok(None);
        }
        if !Prover::can_prove(game) {
            // Only an end that is there can be told.
            game.play(mv)?;
            let outcome = game.outcome();
            game.undo();
            return Ok(outcome?.is_some_and(|outcome| outcome.winners == [self.learner]).then_some(1));
        }
        for turns in 1..=within {
            if self.wins.wins_with(game, mv, turns)? == Proof::Yes {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// The turns within which every listed move wins; none where moves are not listed or one of them does not win.
    fn slowest(
        &mut self,
        session: &mut Session,
        step: &LessonStep,
        accepted: &[Move],
    ) -> Result<Option<u32>, HookFault> {
        let mut slowest = 1;
        for mv in accepted.iter().filter(|_| is_listed(step)) {
            match self.wins(session, *mv, TURNS)? {
                Some(turns) => slowest = slowest.max(turns),
                None => return Ok(None),
            }
        }
        Ok(is_listed(step).then_some(slowest))
    }

    /// The first of some moves that wins within some turns.
    fn first_win(
        &mut self,
        session: &mut Session,
        moves: &[Move],
        within: u32,
    ) -> Result<Option<(Move, u32)>, HookFault> {
        for mv in moves {
            if let Some(turns) = self.wins(session, *mv, within)? {
                return Ok(Some((*mv, turns)));
            }
        }
        Ok(None)
    }

    /// The fewest turns, up to `within`, in which the others win after a move, if that is proved.
    fn loses(&mut self, session: &mut Session, mv: Move, within: u32) -> Result<Option<u32>, HookFault> {
        let learner = self.learner;
        let is_provable = Prover::can_prove(&session.game);
        let lost = after(&mut session.game, mv, |game| {
            if let Some(outcome) = game.outcome()? {
                return Ok((!outcome.winners.contains(&learner)).then_some(1));
            }
            let next = game.team_of(game.seat());
            if next == learner || !is_provable {
                return Ok(None);
            }
            let mut prover = Prover::new(next).within(self.left);
            let mut lost = None;
            for turns in 1..=within {
                if lost.is_none() && prover.wins(game, turns)? == Proof::Yes {
                    lost = Some(turns);
                }
            }
            self.left = prover.left();
            Ok(lost)
        });
        lost.or_else(|trouble| match trouble {
            JudgeError::Script(fault) => Err(fault),
            JudgeError::Senseless(_) => Ok(None),
        })
    }
}
