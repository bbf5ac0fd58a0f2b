//! Preview of a typed move: it is tried on a copy of the game, and the positions before and after are compared.

mod threats;

use std::collections::HashMap;

use crate::render;
use houserule_core::mechanics::{Position, Seat};
use houserule_core::rng::Rng;
use houserule_core::text::one_line;
use houserule_script::game::{Outcome, ScoreLine};
use houserule_script::play::{PlayError, Session, SessionSnapshot, TypedMove};
use houserule_script::rules::RulePlan;

/// Status of a typed text in the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextStatus {
    /// Neither a move nor the start of one.
    Nothing,
    /// The start of legal moves, with their number; for a single move, the rest of it.
    Prefix { moves: usize, rest: Option<String> },
    /// A legal move and its effect.
    Legal(String),
    /// An illegal move and the first violation.
    Illegal(String),
}

/// Maximum number of cached texts, more than are typed in one turn.
const MAX_CACHED_TEXTS: usize = 1_000;

/// Copy of the session in which typed moves are tried.
pub struct MovePreview {
    scratch: Session,
    /// The legal moves as written, in byte order.
    legal: Vec<String>,
    /// Position and score before the move.
    before: Box<dyn Position>,
    score: Vec<ScoreLine>,
    cache: HashMap<String, TextStatus>,
}

impl MovePreview {
    /// Creates a preview; `None` if a script fails, and in a race with hidden hands, where legal moves would reveal
    /// other hands.
    pub fn new(snapshot: SessionSnapshot) -> Option<MovePreview> {
        let mut scratch = snapshot.into_session();
        if scratch.is_race() && render::hides_hands(&scratch.game) {
            return None;
        }
        if !scratch.is_race() {
            // The effect of a move must not reveal what its seat cannot see.
            let seat = scratch.game.seat();
            scratch.game.determinise(seat, &mut Rng::new(scratch.seed));
        }
        let legal = scratch.legal_moves().ok()?;
        scratch.game.outcome().ok()?;
        let (before, score) = (scratch.game.board().fork(), scratch.game.score().ok()?);
        Some(MovePreview { scratch, legal, before, score, cache: HashMap::new() })
    }

    /// The legal moves as written, in byte order.
    pub fn legal(&self) -> &[String] {
        &self.legal
    }

    /// Returns the legal moves that start with a text, ignoring case if necessary, or that its shorthand stands for.
    pub fn moves_starting_with(&mut self, typed: &str) -> Vec<String> {
        let start = self.legal.partition_point(|mv| mv.as_str() < typed);
        let is_match = |mv: &&String| mv.starts_with(typed);
        let moves: Vec<String> = self.legal[start..].iter().take_while(is_match).cloned().collect();
        if !moves.is_empty() || typed.is_empty() {
            return moves;
        }
        let lower = typed.to_lowercase();
        let moves: Vec<String> =
            self.legal.iter().filter(|mv| mv.to_lowercase().starts_with(&lower)).cloned().collect();
        if moves.is_empty() { self.scratch.choices(typed) } else { moves }
    }

    /// Returns the status of a text, from the cache if possible.
    pub fn judge(&mut self, typed: &str) -> TextStatus {
        let typed = typed.trim();
        if let Some(status) = self.cache.get(typed) {
            return status.clone();
        }
        let status = self.classify(typed);
        if self.cache.len() >= MAX_CACHED_TEXTS {
            self.cache.clear();
        }
        self.cache.insert(typed.to_string(), status.clone());
        status
    }

    fn classify(&mut self, typed: &str) -> TextStatus {
        if typed.is_empty() {
            return TextStatus::Nothing;
        }
        let parsed = match self.scratch.judge_typed(typed) {
            Ok(parsed) if parsed.legal_move().is_some() => {
                return TextStatus::Legal(self.describe_move(parsed).unwrap_or_default());
            }
            parsed => parsed,
        };
        let candidates = self.moves_starting_with(typed);
        match (&candidates[..], parsed) {
            ([], Ok(illegal)) => {
                let violations = illegal.into_violations();
                TextStatus::Illegal(violations.first().map(|violation| violation.to_string()).unwrap_or_default())
            }
            ([], Err(PlayError::NotAMove(_))) => TextStatus::Nothing,
            ([], Err(fault)) => TextStatus::Illegal(one_line(&fault.to_string(), 100)),
            ([one], _) => TextStatus::Prefix { moves: 1, rest: one.strip_prefix(typed).map(str::to_string) },
            (several, _) => TextStatus::Prefix { moves: several.len(), rest: None },
        }
    }

    /// Describes the effect of a legal move; `None` if a script fails.
    fn describe_move(&mut self, typed: TypedMove) -> Option<String> {
        let mover = typed.seat;
        self.scratch.play_typed(typed).ok()?;
        let description = self.describe_changes(mover);
        self.scratch.undo();
        description
    }

    fn describe_changes(&mut self, mover: Seat) -> Option<String> {
        let (outcome, score) = (self.scratch.game.outcome().ok()?, self.scratch.game.score().ok()?);
        let mut changes = self.scratch.game.board().changes_since(&*self.before, mover);
        let plan = self.scratch.plan();
        if let Some(outcome) = &outcome {
            changes.push(describe_outcome(outcome, mover, plan));
            return Some(changes.join(", "));
        }
        // Points do not matter in solo games.
        if plan.names.teams.len() > 1 {
            changes.extend(describe_points(&self.score, &score));
        }
        // With chance the next seat may depend on what is drawn.
        let has_turns = plan.names.seats.len() > 1 && !self.scratch.is_race() && !plan.mechanic.has_chance();
        if has_turns && self.scratch.game.seat() == mover {
            changes.push(format!("{} moves again", plan.seat_name(mover)));
        }
        if has_turns && threats::wins_next(&mut self.scratch.game, mover) {
            changes.push("threatens to win".to_string());
        }
        Some(changes.join(", "))
    }
}

/// Describes an outcome: `wins by road` for the mover's team, the full sentence otherwise.
fn describe_outcome(outcome: &Outcome, mover: Seat, plan: &RulePlan) -> String {
    let mine = plan.names.team_of[mover];
    match outcome.solitaire_result() {
        Some("solved") => "solves it".to_string(),
        Some(word) => word.to_string(),
        None if outcome.winner() == Some(mine) => format!("wins by {}", outcome.reason),
        None => outcome.describe(plan),
    }
}

/// Describes changes of points: `white +1 point`.
fn describe_points(before: &[ScoreLine], after: &[ScoreLine]) -> Vec<String> {
    let changed = before.iter().zip(after).filter(|(before, after)| before.points != after.points);
    let describe = |(before, after): (&ScoreLine, &ScoreLine)| {
        let gain = after.points - before.points;
        let unit = if gain.abs() == 1.0 { "point" } else { "points" };
        format!("{} {gain:+} {unit}", after.team)
    };
    changed.map(describe).collect()
}
