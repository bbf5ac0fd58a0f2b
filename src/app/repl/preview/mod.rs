//! Preview of a typed move: it is tried on a copy of the game, and the positions before and after are compared.

mod threats;

use std::collections::HashMap;

use crate::render;
use houserule_core::mechanics::{Position, Seat};
use houserule_core::rng::Rng;
use houserule_core::text::one_line;
use houserule_script::game::{Outcome, ScoreLine};
use houserule_script::play::{PlayError, Session, TypedMove};
use houserule_script::rules::RulePlan;

/// What a text is in the position at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextStatus {
    /// Neither a move nor the beginning of one.
    Nothing,
    /// The beginning of so many legal moves; where it is that of one alone, what is missing.
    Begun { moves: usize, rest: Option<String> },
    /// A legal move, and what it would do.
    Legal(String),
    /// A move that the rules forbid, and the first reason.
    Illegal(String),
}

/// The most texts whose judgement is remembered; nobody types more in one turn.
const REMEMBERED: usize = 1_000;

/// A copy of the position, in which typed moves are tried.
pub struct MovePreview {
    sketch: Session,
    /// The legal moves as written, in byte order.
    legal: Vec<String>,
    /// The position and the score before the move.
    before: Box<dyn Position>,
    score: Vec<ScoreLine>,
    judged: HashMap<String, TextStatus>,
}

impl MovePreview {
    /// None where a script fails, and where what is possible would tell what others hold: in a race with hidden hands
    /// every seat may move.
    pub fn new(session: &Session) -> Option<MovePreview> {
        if session.is_race() && render::hides_hands(&session.game) {
            return None;
        }
        let mut sketch = session.scratch_copy();
        if !session.is_race() {
            // What the seat to move cannot see must not show in what its moves would do.
            sketch.game.determinise(session.game.seat(), &mut Rng::new(session.seed));
        }
        let legal = sketch.legal_moves().ok()?;
        sketch.game.outcome().ok()?;
        let (before, score) = (sketch.game.board().fork(), sketch.game.score().ok()?);
        Some(MovePreview { sketch, legal, before, score, judged: HashMap::new() })
    }

    /// The legal moves as written, in byte order.
    pub fn legal(&self) -> &[String] {
        &self.legal
    }

    /// The legal moves that begin with what was typed, or that it stands for the beginning of.
    pub fn begun(&mut self, typed: &str) -> Vec<String> {
        let from = self.legal.partition_point(|mv| mv.as_str() < typed);
        let begun = |mv: &&String| mv.starts_with(typed);
        let found: Vec<String> = self.legal[from..].iter().take_while(begun).cloned().collect();
        if !found.is_empty() || typed.is_empty() {
            return found;
        }
        let lower = typed.to_lowercase();
        let found: Vec<String> =
            self.legal.iter().filter(|mv| mv.to_lowercase().starts_with(&lower)).cloned().collect();
        if found.is_empty() { self.sketch.choices(typed) } else { found }
    }

    /// What a text is, and what it would do if it is a move.
    pub fn judge(&mut self, typed: &str) -> TextStatus {
        let typed = typed.trim();
        if let Some(judged) = self.judged.get(typed) {
            return judged.clone();
        }
        let judged = self.judge_anew(typed);
        if self.judged.len() >= REMEMBERED {
            self.judged.clear();
        }
        self.judged.insert(typed.to_string(), judged.clone());
        judged
    }

    fn judge_anew(&mut self, typed: &str) -> TextStatus {
        if typed.is_empty() {
            return TextStatus::Nothing;
        }
        let read = match self.sketch.typed(typed) {
            Ok(read) if read.legal().is_some() => {
                return TextStatus::Legal(self.tried(read).unwrap_or_default());
            }
            read => read,
        };
        let begun = self.begun(typed);
        match (&begun[..], read) {
            ([], Ok(illegal)) => {
                let violations = illegal.into_violations();
                TextStatus::Illegal(violations.first().map(|violation| violation.to_string()).unwrap_or_default())
            }
            ([], Err(PlayError::NotAMove(_))) => TextStatus::Nothing,
            ([], Err(fault)) => TextStatus::Illegal(one_line(&fault.to_string(), 100)),
            ([one], _) => TextStatus::Begun { moves: 1, rest: one.strip_prefix(typed).map(str::to_string) },
            (several, _) => TextStatus::Begun { moves: several.len(), rest: None },
        }
    }

    /// What a legal move does, in words; nothing where a script fails.
    fn tried(&mut self, typed: TypedMove) -> Option<String> {
        let mover = typed.seat;
        self.sketch.play_typed(typed).ok()?;
        let told = self.compared(mover);
        self.sketch.undo();
        told
    }

    fn compared(&mut self, mover: Seat) -> Option<String> {
        let (outcome, score) = (self.sketch.game.outcome().ok()?, self.sketch.game.score().ok()?);
        let mut told = self.sketch.game.board().changes_since(&*self.before, mover);
        let plan = self.sketch.plan();
        if let Some(outcome) = &outcome {
            told.push(ended(outcome, mover, plan));
            return Some(told.join(", "));
        }
        // Alone at the table nobody counts points.
        if plan.names.teams.len() > 1 {
            told.extend(scored(&self.score, &score));
        }
        // Who is next may hang on what was drawn, which nobody knows before.
        let is_turn = plan.names.seats.len() > 1 && !self.sketch.is_race() && !plan.mechanic.has_chance();
        if is_turn && self.sketch.game.seat() == mover {
            told.push(format!("{} goes on", plan.seat_name(mover)));
        }
        if is_turn && threats::wins_next(&mut self.sketch.game, mover) {
            told.push("threatens to win".to_string());
        }
        Some(told.join(", "))
    }
}

/// `wins by road`, from the team of the one who moves; another's win in full.
fn ended(outcome: &Outcome, mover: Seat, plan: &RulePlan) -> String {
    let mine = plan.names.team_of[mover];
    match outcome.alone() {
        Some("solved") => "solves it".to_string(),
        Some(word) => word.to_string(),
        None if outcome.winner() == Some(mine) => format!("wins by {}", outcome.how),
        None => outcome.words(plan),
    }
}

/// `white +1`, for every team whose points change.
fn scored(before: &[ScoreLine], after: &[ScoreLine]) -> Vec<String> {
    let changed = before.iter().zip(after).filter(|(before, after)| before.points != after.points);
    changed.map(|(before, after)| format!("{} {:+}", after.team, after.points - before.points)).collect()
}
