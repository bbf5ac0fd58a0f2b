//! An author's tests, put to the rules: each is played on a board of its own.

use super::{Session, Table};
use crate::rules::{Claim, Expectation, vars};
use crate::script::LoadError;
use crate::vocabulary::one_line;

/// Plays one test of the rules called `game` under some settings, of which the test's own come first; says everything
/// that is not as expected.
pub fn put_to_test(table: &Table, game: &str, sets: &[(String, String)], test: &Expectation) -> Vec<String> {
    let table = Table { library: table.library.clone(), seed: test.seed.unwrap_or(table.seed) };
    let is_own = |key: &str| test.sets.iter().any(|(own, _)| own == key);
    let others = sets.iter().filter(|(key, _)| !is_own(key));
    let sets: Vec<_> = test.sets.iter().chain(others).cloned().collect();
    match table.open(game, &sets, test.position.as_deref(), &test.moves) {
        Ok(mut session) => test.claims.iter().filter_map(|claim| session.dispute(claim)).collect(),
        // Faults of the rules themselves are told elsewhere; here the test is what cannot be played.
        Err(LoadError::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
        Err(error) => vec![error.to_string()],
    }
}

impl Session {
    /// What speaks against a claim about the position; nothing if it is true.
    pub fn dispute(&mut self, claim: &Claim) -> Option<String> {
        match claim {
            Claim::Legal(mv) => match self.why(mv) {
                Ok(refusals) if refusals.is_empty() => None,
                Ok(refusals) => {
                    let why: Vec<String> = refusals.iter().map(|refusal| self.explain(refusal)).collect();
                    Some(format!("`{mv}` should be legal: {}", why.join("; ")))
                }
                Err(error) => Some(format!("`{mv}` should be legal: {}", self.tell(&error))),
            },
            Claim::Illegal { mv, why } => match self.why(mv) {
                Ok(refusals) if refusals.is_empty() => Some(format!("`{mv}` is legal and should not be")),
                Ok(refusals) => {
                    let said: Vec<String> = refusals.iter().map(|refusal| self.explain(refusal)).collect();
                    let said = said.join("; ");
                    let wanted = why.as_ref().filter(|why| !said.contains(why.as_str()))?;
                    Some(format!("`{mv}` is refused with other words than `{wanted}`: {said}"))
                }
                Err(error) => {
                    Some(format!("`{mv}` should be a move that the rules refuse: {}", self.tell(&error)))
                }
            },
            Claim::Count(wanted) => match self.game.legal_moves() {
                Ok(moves) if moves.len() as u64 == *wanted => None,
                Ok(moves) => Some(format!("{} moves are legal and not {wanted}", moves.len())),
                Err(fault) => Some(fault.to_string()),
            },
            Claim::Score(side, wanted) => self.dispute_score(side, *wanted),
            Claim::Outcome(wanted) => match self.game.outcome() {
                Ok(outcome) => {
                    let found = outcome.map_or("open".to_string(), |outcome| outcome.words(self.plan()));
                    let rest = found.strip_prefix(wanted.as_str());
                    let is_told = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
                    (!is_told).then(|| format!("the outcome is `{found}` and not `{wanted}`"))
                }
                Err(fault) => Some(fault.to_string()),
            },
            Claim::Becomes(wanted) => {
                // Who tells no script variables expects nothing of them.
                let tells_vars = vars::split(wanted).1.is_some();
                let found = if tells_vars { self.position() } else { self.board_text() };
                (found != *wanted)
                    .then(|| format!("the position is `{}` and not that", one_line(&found, 200)))
            }
        }
    }

    fn dispute_score(&mut self, side: &str, wanted: f64) -> Option<String> {
        let lines = match self.game.score() {
            Ok(lines) => lines,
            Err(fault) => return Some(fault.to_string()),
        };
        let sides = &self.plan().names.sides;
        let Some(index) = sides.iter().position(|name| name == side) else {
            return Some(format!("there is no side `{side}`; the sides are {}", sides.join(", ")));
        };
        let found = lines.get(index).map_or(0.0, |line| line.points);
        (found != wanted).then(|| format!("{side} has {found} points and not {wanted}"))
    }
}
