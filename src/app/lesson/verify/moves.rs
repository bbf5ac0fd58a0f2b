//! Checks of questions that a move answers: accepted moves are legal and reach their goal, wrong moves are wrong, and
//! every reply can be played.

use super::super::question::is_illegal;
use super::super::reply::{is_same_move, play_reply};
use super::{Question, Verifier, labels};
use crate::lesson::StepStart;
use houserule_core::mechanics::Move;
use houserule_core::text::{one_line, plural};
use houserule_script::game::HookFault;
use houserule_script::play::Session;
use houserule_script::rules::lesson::{Accepted, IllegalAnswer, LessonGoal, LessonStep, Reply, ShownGoal, WithPlace};

impl Verifier<'_> {
    /// Checks a question in one position; returns the starts of the next step, one for each accepted move.
    pub(super) fn check_answers(
        &mut self,
        question: &mut Question,
        start: &StepStart,
        session: &mut Session,
    ) -> Vec<StepStart> {
        let step = question.step;
        if let Ok(Some(outcome)) = session.game.outcome() {
            let message = format!("the game is over here: {}", outcome.describe(session.plan()));
            self.report(&step.place, &step.path, message);
            return Vec::new();
        }
        let legal = match session.game.legal_moves() {
            Ok(legal) => legal,
            Err(fault) => return self.report_failure(step, &fault),
        };
        let asks_illegal = self.check_asks_illegal(step, session);
        let Some(accepted) = self.check_accepted(question, session) else { return Vec::new() };
        self.check_refused(step, session);
        if asks_illegal {
            return vec![start.clone()];
        }
        self.check_hint_moves(step, session);
        if !accepted.is_empty() && accepted.len() == legal.len() && step.refused.is_empty() {
            let message = format!(
                "{} accepted, so there is no question; if it is about the rules, list `refused` moves",
                if legal.len() == 1 {
                    "the only legal move is".to_string()
                } else {
                    format!("all {} legal moves are", legal.len())
                }
            );
            self.report_at(&step.accept[0], message);
        }
        if let Err(fault) = self.check_values(step, session, &accepted, &legal) {
            return self.report_failure(step, &fault);
        }
        self.check_wrong(step, session, &accepted);
        self.check_right(step, session, &accepted);
        self.check_shown(question, session, &accepted);
        let starts = self.check_replies(step, start, session, &accepted);
        starts.unwrap_or_else(|fault| self.report_failure(step, &fault))
    }

    fn report_failure(&mut self, step: &LessonStep, fault: &HookFault) -> Vec<StepStart> {
        self.report(&step.place, &step.path, fault.to_string());
        Vec::new()
    }

    /// Returns all accepted moves; `None` after an error.
    fn check_accepted(&mut self, question: &mut Question, session: &mut Session) -> Option<Vec<Move>> {
        let mut accepted: Vec<Move> = Vec::new();
        let mut is_complete = true;
        // Goals first, so that moves listed in addition to a goal are reported.
        let mut items: Vec<&WithPlace<Accepted>> = question.step.accept.iter().collect();
        items.sort_by_key(|item| matches!(item.value, Accepted::Text(_)));
        for item in items {
            match &item.value {
                Accepted::Text(text) => match session.legal_move(text) {
                    Ok(mv) if accepted.contains(&mv) => self.report_at(item, format!("`{text}` is already accepted")),
                    Ok(mv) => accepted.push(mv),
                    Err(error) => {
                        self.report_at(
                            item,
                            format!("`{text}` is not a legal move here: {}", session.explain_error(&error)),
                        );
                        is_complete = false;
                    }
                },
                Accepted::Goal(LessonGoal::Illegal { .. }) => {}
                Accepted::Goal(goal) => match question.moves_meeting(&item.value, session) {
                    Ok(moves) if moves.is_empty() => {
                        self.report_at(item, "no move reaches this goal here");
                        is_complete = false;
                    }
                    Ok(moves) => {
                        accepted.extend(moves.into_iter().filter(|mv| !accepted.contains(mv)).collect::<Vec<_>>());
                        self.check_no_faster_win(item, goal, question, session);
                    }
                    Err(error) => {
                        self.report_error(item, &error);
                        is_complete = false;
                    }
                },
            }
        }
        is_complete.then_some(accepted)
    }

    /// Checks that a win asked for in some turns is not possible in fewer.
    fn check_no_faster_win(
        &mut self,
        item: &WithPlace<Accepted>,
        goal: &LessonGoal,
        question: &mut Question,
        session: &mut Session,
    ) {
        let (fewer, turns) = match goal {
            LessonGoal::WinsIn { turns, end_rule: by } if *turns > 1 => {
                (LessonGoal::WinsIn { turns: turns - 1, end_rule: by.clone() }, turns - 1)
            }
            LessonGoal::Threatens { turns, end_rule: by, places } if *turns > 1 => {
                (LessonGoal::Threatens { turns: turns - 1, end_rule: by.clone(), places: *places }, turns - 1)
            }
            _ => return,
        };
        if let Ok(faster) = question.moves_meeting(&Accepted::Goal(fewer), session)
            && let Some(mv) = faster.first()
        {
            let message = format!("{} already does it in {}", session.move_text(*mv), plural(turns, "turn"));
            self.report_at(item, message);
        }
    }

    /// Returns whether the question asks for an illegal move; then checks that the step lists one.
    fn check_asks_illegal(&mut self, step: &LessonStep, session: &mut Session) -> bool {
        let mut asks_illegal = false;
        for item in &step.accept {
            let Accepted::Goal(LessonGoal::Illegal { rule }) = &item.value else { continue };
            asks_illegal = true;
            let is_match = |forbidden: &IllegalAnswer| is_illegal(session, &forbidden.mv, rule.as_deref());
            if !step.refused.iter().any(is_match) {
                let message = "list at least one such move under `refused`, with a text for it";
                self.report_at(item, message);
            }
            if let Some(reply) = &step.reply {
                self.report_at(reply, "the answer is an illegal move, so there is nothing to reply to");
            }
            for shows in &step.shows {
                self.report_at(&shows.goal, "the answer is an illegal move, so there is nothing to show");
            }
            if step.accept.len() > 1 {
                self.report_at(item, "a step asks for a legal or an illegal move, not both");
            }
        }
        if asks_illegal {
            for (mv, message) in &step.wrong {
                if session.legal_move(mv).is_err() {
                    self.report_at(message, format!("`{mv}` is not legal here, so it is not wrong"));
                }
            }
        }
        asks_illegal
    }

    /// Checks that moves under `refused` are illegal by the rule named with them; by default, the rule that the
    /// question asks about.
    fn check_refused(&mut self, step: &LessonStep, session: &mut Session) {
        let default_rule = step.accept.iter().find_map(|item| match &item.value {
            Accepted::Goal(LessonGoal::Illegal { rule }) => rule.as_deref(),
            _ => None,
        });
        for IllegalAnswer { mv, rule, response: message } in &step.refused {
            let violations = match session.why(mv) {
                Ok(violations) if violations.is_empty() => {
                    self.report_at(message, format!("`{mv}` is legal here"));
                    continue;
                }
                Ok(violations) => violations,
                Err(error) => {
                    self.report_at(message, session.explain_error(&error));
                    continue;
                }
            };
            if let Some(rule) = rule.as_deref().or(default_rule)
                && !violations.iter().any(|violation| violation.rule == rule)
            {
                let reasons: Vec<String> = violations.iter().map(|violation| session.explain(violation)).collect();
                let rule = one_line(rule, 40);
                self.report_at(message, format!("`{rule}` does not forbid `{mv}`: {}", reasons.join("; ")));
            }
        }
    }

    /// Checks that moves under `wrong` are legal and not accepted.
    fn check_wrong(&mut self, step: &LessonStep, session: &mut Session, accepted: &[Move]) {
        for (text, message) in &step.wrong {
            match session.legal_move(text) {
                Ok(mv) if accepted.contains(&mv) => {
                    self.report_at(message, format!("`{text}` is accepted, so it is not wrong"));
                }
                Ok(_) => {}
                Err(error) => {
                    self.report_at(
                        message,
                        format!("`{text}` is not a legal move here: {}", session.explain_error(&error)),
                    );
                }
            }
        }
    }

    /// Checks that messages by move belong to accepted moves.
    fn check_right(&mut self, step: &LessonStep, session: &mut Session, accepted: &[Move]) {
        for (text, message) in labels::right_by_move(step) {
            if !session.legal_move(text).is_ok_and(|mv| accepted.contains(&mv)) {
                self.report_at(message, format!("`{text}` is not accepted here, so this text never appears"));
            }
        }
    }

    /// Checks that accepted moves reach the goals under `shows`.
    fn check_shown(&mut self, question: &mut Question, session: &mut Session, accepted: &[Move]) {
        for ShownGoal { mv: answer, goal } in &question.step.shows {
            let answer = answer.as_deref().map(|text| (text, session.legal_move(text).ok()));
            if let Some((text, mv)) = answer
                && !mv.is_some_and(|mv| accepted.contains(&mv))
            {
                self.report_at(goal, format!("`{text}` is not accepted here, so this goal is never checked"));
                continue;
            }
            for mv in accepted.iter().filter(|mv| answer.is_none_or(|(_, only)| only == Some(**mv))) {
                let mv = *mv;
                match question.judge.reaches(&goal.value, &mut session.game, mv) {
                    Ok(true) => continue,
                    Ok(false) => {
                        let mv = session.move_text(mv);
                        self.report_at(goal, format!("not true after the accepted move `{mv}`"));
                    }
                    Err(error) => self.report_error(goal, &error),
                }
                break;
            }
        }
    }

    /// Plays every accepted move and its reply; returns the starts of the next step.
    fn check_replies(
        &mut self,
        step: &LessonStep,
        start: &StepStart,
        session: &mut Session,
        accepted: &[Move],
    ) -> Result<Vec<StepStart>, HookFault> {
        let mut starts = Vec::new();
        let mut is_used = step.reply.is_none();
        let mut answers = Vec::new();
        for mv in accepted {
            let (notation, plies) = (session.move_text(*mv), session.moves().len());
            let learner = session.game.mover_team(*mv);
            session.play_listed(*mv)?;
            let mut moves = vec![notation.clone()];
            if let Some(reply) = &step.reply {
                if let Reply::ByMove(by_move) = &reply.value
                    && !by_move.iter().any(|(mv, _)| is_same_move(mv, &notation))
                    && !session.game.is_over()
                {
                    self.report_at(reply, format!("the accepted move `{notation}` has no reply here"));
                }
                match play_reply(session, reply, &notation, learner) {
                    Ok(replied) => {
                        is_used |= !replied.is_empty();
                        moves.extend(replied);
                    }
                    Err(error) => {
                        // Reported as an error already, not as unused.
                        is_used = true;
                        self.report_at(reply, format!("after {notation}: {error}"));
                    }
                }
            }
            answers.push(notation);
            let next = start.moves.iter().cloned().chain(moves).collect();
            starts.push(StepStart { moves: next, ..start.clone() });
            while session.moves().len() > plies {
                session.undo();
            }
        }
        if let Some(reply) = &step.reply {
            if !is_used {
                self.report_at(reply, "this reply is never played");
            }
            if let Reply::ByMove(by_move) = &reply.value {
                for (mv, moves) in
                    by_move.iter().filter(|(mv, _)| !answers.iter().any(|answer| is_same_move(mv, answer)))
                {
                    self.report_at(moves, format!("`{mv}` is not accepted here, so this reply is never played"));
                }
            }
        }
        Ok(starts)
    }
}
