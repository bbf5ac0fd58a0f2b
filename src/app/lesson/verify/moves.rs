//! Questions that moves answer: what is accepted is legal and reaches its goal, what is called wrong is, and every reply can
//! be played.

use super::super::question::is_refused;
use super::super::reply::{answer, is_same};
use super::{Question, Verifier, words};
use crate::lesson::StepStart;
use houserule_core::mechanics::Move;
use houserule_core::text::{counted, one_line};
use houserule_script::game::HookFault;
use houserule_script::play::Session;
use houserule_script::rules::lesson::{Accepted, IllegalAnswer, LessonGoal, LessonStep, Reply, ShownGoal, WithPlace};

impl Verifier<'_> {
    /// Looks at a question in a position; gives the ways on from every accepted move.
    pub(super) fn answers(
        &mut self,
        question: &mut Question,
        way: &StepStart,
        session: &mut Session,
    ) -> Vec<StepStart> {
        let step = question.step;
        if let Ok(Some(outcome)) = session.game.outcome() {
            let says = format!("the game is over here: {}", outcome.words(session.plan()));
            self.fault(&step.place, &step.path, says);
            return Vec::new();
        }
        let legal = match session.game.legal_moves() {
            Ok(legal) => legal,
            Err(fault) => return self.failed(step, &fault),
        };
        let asks_illegal = self.asks_illegal(step, session);
        let Some(accepted) = self.accepted(question, session) else { return Vec::new() };
        self.refused(step, session);
        if asks_illegal {
            return vec![way.clone()];
        }
        self.named_moves(step, session);
        if !accepted.is_empty() && accepted.len() == legal.len() && step.refused.is_empty() {
            let says = format!(
                "{} accepted, so nothing is asked; list `refused` moves if the rules are the question",
                if legal.len() == 1 {
                    "the only legal move is".to_string()
                } else {
                    format!("all {} legal moves are", legal.len())
                }
            );
            self.at(&step.accept[0], says);
        }
        if let Err(fault) = self.worth(step, session, &accepted, &legal) {
            return self.failed(step, &fault);
        }
        self.wrong(step, session, &accepted);
        self.right(step, session, &accepted);
        self.shows(question, session, &accepted);
        let ways = self.replies(step, way, session, &accepted);
        ways.unwrap_or_else(|fault| self.failed(step, &fault))
    }

    fn failed(&mut self, step: &LessonStep, fault: &HookFault) -> Vec<StepStart> {
        self.fault(&step.place, &step.path, fault.to_string());
        Vec::new()
    }

    /// Every move that is accepted. None if that cannot be told.
    fn accepted(&mut self, question: &mut Question, session: &mut Session) -> Option<Vec<Move>> {
        let mut accepted: Vec<Move> = Vec::new();
        let mut is_told = true;
        // Goals first: a move that one of them accepts need not be named.
        let mut items: Vec<&WithPlace<Accepted>> = question.step.accept.iter().collect();
        items.sort_by_key(|item| matches!(item.value, Accepted::Text(_)));
        for item in items {
            match &item.value {
                Accepted::Text(text) => match session.legal_move(text) {
                    Ok(mv) if accepted.contains(&mv) => self.at(item, format!("`{text}` is accepted already")),
                    Ok(mv) => accepted.push(mv),
                    Err(error) => {
                        self.at(item, format!("`{text}` is not a legal move here: {}", session.tell(&error)));
                        is_told = false;
                    }
                },
                Accepted::Goal(LessonGoal::Illegal { .. }) => {}
                Accepted::Goal(goal) => match question.meeting(&item.value, session) {
                    Ok(met) if met.is_empty() => {
                        self.at(item, "no move reaches this goal here");
                        is_told = false;
                    }
                    Ok(met) => {
                        accepted.extend(met.into_iter().filter(|mv| !accepted.contains(mv)).collect::<Vec<_>>());
                        self.no_quicker(item, goal, question, session);
                    }
                    Err(trouble) => {
                        self.trouble(item, &trouble);
                        is_told = false;
                    }
                },
            }
        }
        is_told.then_some(accepted)
    }

    /// What is asked to be won in some turns cannot be won in fewer.
    fn no_quicker(
        &mut self,
        item: &WithPlace<Accepted>,
        goal: &LessonGoal,
        question: &mut Question,
        session: &mut Session,
    ) {
        let (fewer, turns) = match goal {
            LessonGoal::WinsIn { turns, by } if *turns > 1 => {
                (LessonGoal::WinsIn { turns: turns - 1, by: by.clone() }, turns - 1)
            }
            LessonGoal::Threatens { turns, by, places } if *turns > 1 => {
                (LessonGoal::Threatens { turns: turns - 1, by: by.clone(), places: *places }, turns - 1)
            }
            _ => return,
        };
        if let Ok(quicker) = question.meeting(&Accepted::Goal(fewer), session)
            && let Some(mv) = quicker.first()
        {
            let says = format!("{} does it in {} already", session.written(*mv), counted(turns as usize, "turn"));
            self.at(item, says);
        }
    }

    /// Whether a move is asked for that the rules refuse; then there must be one.
    fn asks_illegal(&mut self, step: &LessonStep, session: &mut Session) -> bool {
        let mut asks = false;
        for item in &step.accept {
            let Accepted::Goal(LessonGoal::Illegal { rule }) = &item.value else { continue };
            asks = true;
            let is_such = |forbidden: &IllegalAnswer| is_refused(session, &forbidden.mv, rule.as_deref());
            if !step.refused.iter().any(is_such) {
                let says = "name at least one such move under `refused`, with what is said to it";
                self.at(item, says);
            }
            if let Some(reply) = &step.reply {
                self.at(reply, "a move is asked for that cannot be played, so nothing is answered");
            }
            for shows in &step.shows {
                self.at(&shows.goal, "a move is asked for that cannot be played, so nothing is shown");
            }
            if step.accept.len() > 1 {
                self.at(item, "a step asks for a legal move or for an illegal one, not for both");
            }
        }
        if asks {
            for (mv, says) in &step.wrong {
                if session.legal_move(mv).is_err() {
                    self.at(says, format!("`{mv}` is not legal here, so it is not wrong"));
                }
            }
        }
        asks
    }

    /// Moves that are said to be illegal are, by the rule that is named beside them; where a move is asked for that one
    /// rule refuses, that is meant unless another is named.
    fn refused(&mut self, step: &LessonStep, session: &mut Session) {
        let asked = step.accept.iter().find_map(|item| match &item.value {
            Accepted::Goal(LessonGoal::Illegal { rule }) => rule.as_deref(),
            _ => None,
        });
        for IllegalAnswer { mv, rule, says } in &step.refused {
            let violations = match session.why(mv) {
                Ok(violations) if violations.is_empty() => {
                    self.at(says, format!("`{mv}` is legal here"));
                    continue;
                }
                Ok(violations) => violations,
                Err(error) => {
                    self.at(says, session.tell(&error));
                    continue;
                }
            };
            if let Some(rule) = rule.as_deref().or(asked)
                && !violations.iter().any(|violation| violation.rule == rule)
            {
                let told: Vec<String> = violations.iter().map(|violation| session.explain(violation)).collect();
                let rule = one_line(rule, 40);
                self.at(says, format!("`{mv}` is not refused by `{rule}`: {}", told.join("; ")));
            }
        }
    }

    /// Moves that are said to be wrong are legal and wrong.
    fn wrong(&mut self, step: &LessonStep, session: &mut Session, accepted: &[Move]) {
        for (text, says) in &step.wrong {
            match session.legal_move(text) {
                Ok(mv) if accepted.contains(&mv) => {
                    self.at(says, format!("`{text}` is accepted, so it is not wrong"));
                }
                Ok(_) => {}
                Err(error) => {
                    self.at(says, format!("`{text}` is not a legal move here: {}", session.tell(&error)));
                }
            }
        }
    }

    /// What is said by the move is said to moves that are accepted.
    fn right(&mut self, step: &LessonStep, session: &mut Session, accepted: &[Move]) {
        for (text, says) in words::by_move(step) {
            if !session.legal_move(text).is_ok_and(|mv| accepted.contains(&mv)) {
                self.at(says, format!("`{text}` is not accepted here, so this is never said"));
            }
        }
    }

    /// What right moves are said to do beside being accepted, they do.
    fn shows(&mut self, question: &mut Question, session: &mut Session, accepted: &[Move]) {
        for ShownGoal { mv: of, goal } in &question.step.shows {
            let of = of.as_deref().map(|text| (text, session.legal_move(text).ok()));
            if let Some((text, mv)) = of
                && !mv.is_some_and(|mv| accepted.contains(&mv))
            {
                self.at(goal, format!("`{text}` is not accepted here, so this is never shown"));
                continue;
            }
            for mv in accepted.iter().filter(|mv| of.is_none_or(|(_, of)| of == Some(**mv))) {
                let mv = *mv;
                match question.judge.reaches(&goal.value, &mut session.game, mv) {
                    Ok(true) => continue,
                    Ok(false) => {
                        let mv = session.written(mv);
                        self.at(goal, format!("`{mv}` is accepted, and this does not hold after it"));
                    }
                    Err(trouble) => self.trouble(goal, &trouble),
                }
                break;
            }
        }
    }

    /// Plays every accepted move and its reply.
    fn replies(
        &mut self,
        step: &LessonStep,
        way: &StepStart,
        session: &mut Session,
        accepted: &[Move],
    ) -> Result<Vec<StepStart>, HookFault> {
        let mut ways = Vec::new();
        let mut is_used = step.reply.is_none();
        let mut said = Vec::new();
        for mv in accepted {
            let (written, length) = (session.written(*mv), session.moves().len());
            let learner = session.game.mover_team(*mv);
            session.play_listed(*mv)?;
            let mut moves = vec![written.clone()];
            if let Some(reply) = &step.reply {
                if let Reply::ByMove(by_move) = &reply.value
                    && !by_move.iter().any(|(mv, _)| is_same(mv, &written))
                    && !session.game.ended()
                {
                    self.at(reply, format!("`{written}` is accepted, and has no reply here"));
                }
                match answer(session, reply, &written, learner) {
                    Ok(replied) => {
                        is_used |= !replied.is_empty();
                        moves.extend(replied);
                    }
                    Err(trouble) => {
                        // It would be played if it could be.
                        is_used = true;
                        self.at(reply, format!("after {written}: {trouble}"));
                    }
                }
            }
            said.push(written);
            let next = way.moves.iter().cloned().chain(moves).collect();
            ways.push(StepStart { moves: next, ..way.clone() });
            while session.moves().len() > length {
                session.undo();
            }
        }
        if let Some(reply) = &step.reply {
            if !is_used {
                self.at(reply, "this reply is never played");
            }
            if let Reply::ByMove(by_move) = &reply.value {
                for (mv, moves) in by_move.iter().filter(|(mv, _)| !said.iter().any(|said| is_same(mv, said))) {
                    self.at(moves, format!("`{mv}` is not accepted here, so this reply is never played"));
                }
            }
        }
        Ok(ways)
    }
}
