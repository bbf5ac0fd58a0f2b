//! Checks of proved wins and losses: no wrong move wins as fast as the accepted ones, no list of winning moves is
//! incomplete, and no accepted move loses if another wins.

use super::super::goal::{JudgeError, after_move};
use super::Verifier;
use houserule_core::mechanics::{Move, Team};
use houserule_core::text::plural;
use houserule_script::game::HookFault;
use houserule_script::play::{Proof, Prover, Session};
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep};

/// Depth of the proofs of wins and losses, in turns.
const MAX_VALUE_TURNS: u32 = 2;

/// Search nodes for one question in one position. What is not proved with them counts as unknown.
const MAX_VALUE_NODES: u64 = 100_000;

impl Verifier<'_> {
    /// Compares accepted moves with wrong moves and with all others.
    pub(super) fn check_values(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        accepted: &[Move],
        legal: &[Move],
    ) -> Result<(), HookFault> {
        // A question about the rules accepts bad moves, too.
        let is_any = |item: &Accepted| matches!(item, Accepted::Goal(LessonGoal::Legal));
        if accepted.is_empty() || step.accept.iter().any(|item| is_any(&item.value)) {
            return Ok(());
        }
        let mut values = MoveValues::new(session, step, accepted[0]);
        let max_turns = values.slowest_win(session, step, accepted)?;
        self.check_wrong_moves(step, session, &mut values, accepted, max_turns.unwrap_or(MAX_VALUE_TURNS))?;
        if let Some(max_turns) = max_turns {
            self.check_unlisted_wins(step, session, &mut values, (accepted, legal), max_turns)?;
        }
        self.check_needless_losses(step, session, &mut values, accepted, legal)
    }

    /// Checks that no wrong move wins as fast as the accepted ones; if a goal is accepted, that none wins at once.
    fn check_wrong_moves(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        values: &mut MoveValues,
        accepted: &[Move],
        max_turns: u32,
    ) -> Result<(), HookFault> {
        let max_turns = if is_listed(step) { max_turns } else { 1 };
        for (text, message) in &step.wrong {
            let Ok(mv) = session.legal_move(text) else { continue };
            if accepted.contains(&mv) {
                continue;
            }
            if let Some(turns) = values.turns_to_win(session, mv, max_turns)? {
                let remedy = format!("accept it and comment on it under `right.{text}`");
                self.report_at(message, format!("`{text}` wins {}, so it is not wrong; {remedy}", turns_text(turns)));
            }
        }
        Ok(())
    }

    /// Checks that a list of winning moves contains every move that wins as fast.
    fn check_unlisted_wins(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        values: &mut MoveValues,
        (accepted, legal): (&[Move], &[Move]),
        max_turns: u32,
    ) -> Result<(), HookFault> {
        let wrong: Vec<Move> = step.wrong.iter().filter_map(|(mv, _)| session.legal_move(mv).ok()).collect();
        for mv in legal.iter().filter(|mv| !accepted.contains(mv) && !wrong.contains(mv)) {
            if let Some(turns) = values.turns_to_win(session, *mv, max_turns)? {
                let message = format!("{} also wins {} but is not accepted", session.move_text(*mv), turns_text(turns));
                self.report_at(&step.accept[0], message);
                break;
            }
        }
        Ok(())
    }

    /// Checks that no accepted move loses if another wins.
    fn check_needless_losses(
        &mut self,
        step: &LessonStep,
        session: &mut Session,
        values: &mut MoveValues,
        accepted: &[Move],
        legal: &[Move],
    ) -> Result<(), HookFault> {
        // Search deeper for losses only after a quick search has found a win.
        let immediate_win = values.first_win(session, legal, 1)?;
        let max_turns = if immediate_win.is_some() { MAX_VALUE_TURNS } else { 1 };
        for mv in accepted {
            let Some(loss_turns) = values.turns_to_loss(session, *mv, max_turns)? else { continue };
            let win = match immediate_win {
                Some(win) => Some(win),
                None => values.first_win(session, legal, MAX_VALUE_TURNS)?,
            };
            if let Some((win, turns)) = win {
                let (mv, win) = (session.move_text(*mv), session.move_text(win));
                let message = format!(
                    "the accepted move `{mv}` loses {}; {win} wins {}",
                    turns_text(loss_turns),
                    turns_text(turns)
                );
                self.report_at(&step.accept[0], message);
            }
            break;
        }
        Ok(())
    }
}

/// Returns whether a step lists its accepted moves instead of giving a goal.
fn is_listed(step: &LessonStep) -> bool {
    step.accept.iter().all(|item| matches!(item.value, Accepted::Text(_)))
}

/// Returns the end rule by which a step asks to win, if it names one.
fn required_end(step: &LessonStep) -> Option<&str> {
    step.accept.iter().find_map(|item| match &item.value {
        Accepted::Goal(LessonGoal::WinsIn { end_rule: by, .. } | LessonGoal::Threatens { end_rule: by, .. }) => {
            by.as_deref()
        }
        _ => None,
    })
}

fn turns_text(turns: u32) -> String {
    match turns {
        1 => "at once".to_string(),
        turns => format!("within {}", plural(turns, "turn")),
    }
}

/// Prover of wins and losses of the learner's moves in one position.
struct MoveValues {
    learner: Team,
    prover: Prover,
    /// Search nodes left for proofs of losses.
    loss_nodes_left: u64,
}

impl MoveValues {
    fn new(session: &Session, step: &LessonStep, mv: Move) -> MoveValues {
        let learner = session.game.mover_team(mv);
        let prover = Prover::new(learner).by_rule(required_end(step)).with_move_limit(MAX_VALUE_NODES);
        MoveValues { learner, prover, loss_nodes_left: MAX_VALUE_NODES }
    }

    /// Returns the fewest turns, up to `max_turns`, in which a learner's move forces a win.
    fn turns_to_win(&mut self, session: &mut Session, mv: Move, max_turns: u32) -> Result<Option<u32>, HookFault> {
        let game = &mut session.game;
        if game.mover_team(mv) != self.learner {
            return Ok(None);
        }
        if !Prover::can_prove(game) {
            // Without proofs only an immediate end is certain.
            game.play(mv)?;
            let outcome = game.outcome();
            game.undo();
            return Ok(outcome?.is_some_and(|outcome| outcome.winners == [self.learner]).then_some(1));
        }
        for turns in 1..=max_turns {
            if self.prover.wins_with(game, mv, turns)? == Proof::Yes {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// Returns the turns within which every listed move wins; `None` if moves are not listed or one does not win.
    fn slowest_win(
        &mut self,
        session: &mut Session,
        step: &LessonStep,
        accepted: &[Move],
    ) -> Result<Option<u32>, HookFault> {
        let mut slowest = 1;
        for mv in accepted.iter().filter(|_| is_listed(step)) {
            match self.turns_to_win(session, *mv, MAX_VALUE_TURNS)? {
                Some(turns) => slowest = slowest.max(turns),
                None => return Ok(None),
            }
        }
        Ok(is_listed(step).then_some(slowest))
    }

    /// Returns the first move that wins within `max_turns`, and its turns.
    fn first_win(
        &mut self,
        session: &mut Session,
        moves: &[Move],
        max_turns: u32,
    ) -> Result<Option<(Move, u32)>, HookFault> {
        for mv in moves {
            if let Some(turns) = self.turns_to_win(session, *mv, max_turns)? {
                return Ok(Some((*mv, turns)));
            }
        }
        Ok(None)
    }

    /// Returns the fewest turns, up to `max_turns`, in which the opponents provably win after a move.
    fn turns_to_loss(&mut self, session: &mut Session, mv: Move, max_turns: u32) -> Result<Option<u32>, HookFault> {
        let learner = self.learner;
        let is_provable = Prover::can_prove(&session.game);
        let loss = after_move(&mut session.game, mv, |game| {
            if let Some(outcome) = game.outcome()? {
                return Ok((!outcome.winners.contains(&learner)).then_some(1));
            }
            let next = game.team_of(game.seat());
            if next == learner || !is_provable {
                return Ok(None);
            }
            let mut prover = Prover::new(next).with_move_limit(self.loss_nodes_left);
            let mut loss = None;
            for turns in 1..=max_turns {
                if loss.is_none() && prover.wins(game, turns)? == Proof::Yes {
                    loss = Some(turns);
                }
            }
            self.loss_nodes_left = prover.moves_left();
            Ok(loss)
        });
        loss.or_else(|error| match error {
            JudgeError::Script(fault) => Err(fault),
            JudgeError::NotApplicable(_) => Ok(None),
        })
    }
}
