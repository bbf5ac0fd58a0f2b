//! Author's tests of rules: each is played on its own board.

use super::{PlayError, Session, Workspace, match_tests};
use crate::game::{HookFault, IllegalMove};
use crate::lua::LoadError;
use crate::rules::{Assertion, TestCase, vars};
use houserule_core::text::one_line;

/// Failure of an assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FailedAssertion {
    /// The rules give another answer.
    Mismatch(String),
    /// A script fails, or does not load, so there is no answer.
    ScriptFailed(String),
}

impl FailedAssertion {
    /// Explanation.
    pub fn message(&self) -> &str {
        match self {
            FailedAssertion::Mismatch(message) | FailedAssertion::ScriptFailed(message) => message,
        }
    }
}

impl From<HookFault> for FailedAssertion {
    fn from(fault: HookFault) -> FailedAssertion {
        FailedAssertion::ScriptFailed(fault.to_string())
    }
}

/// Runs one test of the rules called `game` with some settings, which the test's own override; returns everything that
/// is not as expected.
pub fn run_test(workspace: &Workspace, game: &str, sets: &[(String, String)], test: &TestCase) -> Vec<FailedAssertion> {
    let workspace = Workspace { library: workspace.library.clone(), seed: test.seed.unwrap_or(workspace.seed) };
    let is_own = |key: &str| test.sets.iter().any(|(own, _)| own == key);
    let others = sets.iter().filter(|(key, _)| !is_own(key));
    let sets: Vec<_> = test.sets.iter().chain(others).cloned().collect();
    if let Some(tested) = &test.tested_match {
        return match_tests::run(&workspace, game, &sets, tested);
    }
    match workspace.open(game, &sets, test.position.as_deref(), &test.moves) {
        Ok(mut session) => test.assertions.iter().filter_map(|assertion| session.check_assertion(assertion)).collect(),
        Err(error) => failures(error),
    }
}

/// Failures of a test that cannot be played. Errors in the rules themselves are also reported elsewhere.
pub(super) fn failures(error: LoadError) -> Vec<FailedAssertion> {
    match error {
        LoadError::Faults(faults) => {
            faults.iter().map(|fault| FailedAssertion::ScriptFailed(fault.to_string())).collect()
        }
        LoadError::Script(fault) => vec![fault.into()],
        LoadError::Usage(message) => vec![FailedAssertion::Mismatch(message)],
    }
}

impl Session {
    /// Checks an assertion about the position; `None` if it holds.
    pub fn check_assertion(&mut self, assertion: &Assertion) -> Option<FailedAssertion> {
        self.mismatch(assertion)
            .map_or_else(|fault| Some(fault.into()), |message| message.map(FailedAssertion::Mismatch))
    }

    fn mismatch(&mut self, assertion: &Assertion) -> Result<Option<String>, HookFault> {
        Ok(match assertion {
            Assertion::Legal(mv) => match self.violations(mv)? {
                Ok(reasons) if reasons.is_empty() => None,
                Ok(reasons) => Some(format!("`{mv}` should be legal: {}", reasons.join("; "))),
                Err(error) => Some(format!("`{mv}` should be legal: {}", self.explain_error(&error))),
            },
            Assertion::Illegal { mv, why } => match self.violations(mv)? {
                Ok(reasons) if reasons.is_empty() => Some(format!("`{mv}` should be illegal")),
                Ok(reasons) => {
                    let text = reasons.join("; ");
                    let expected = why.as_ref().filter(|why| !text.contains(why.as_str()));
                    expected.map(|expected| {
                        format!("`{mv}` should be illegal because of `{expected}`, but the reason is: {text}")
                    })
                }
                Err(error) => {
                    let message = self.explain_error(&error);
                    Some(format!("`{mv}` should be an illegal move, but it is not a move: {message}"))
                }
            },
            Assertion::Count(expected) => {
                let moves = self.game.legal_moves()?.len();
                (moves as u64 != *expected).then(|| format!("{moves} moves are legal, not {expected}"))
            }
            Assertion::Score(team, expected) => self.score_mismatch(team, *expected)?,
            Assertion::Outcome(expected) => {
                let outcome = self.game.outcome()?;
                let actual = outcome.map_or("open".to_string(), |outcome| outcome.describe(self.plan()));
                let rest = actual.strip_prefix(expected.as_str());
                let is_match = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
                (!is_match).then(|| format!("the outcome is `{actual}`, not `{expected}`"))
            }
            Assertion::Becomes(expected) => {
                // A test without script variables does not check them.
                let has_vars = vars::split(expected).1.is_some();
                let actual = if has_vars { self.position() } else { self.board_text() };
                (actual != *expected).then(|| format!("the position is `{}` instead", one_line(&actual, 200)))
            }
        })
    }

    /// Violations of a move, or why its text is not a move.
    fn violations(&mut self, text: &str) -> Result<Result<Vec<String>, PlayError>, HookFault> {
        match self.why(text) {
            Ok(violations) => Ok(Ok(violations.iter().map(|violation| self.explain(violation)).collect())),
            Err(PlayError::Illegal(IllegalMove::Script(fault))) => Err(fault),
            Err(error) => Ok(Err(error)),
        }
    }

    fn score_mismatch(&mut self, team: &str, expected: f64) -> Result<Option<String>, HookFault> {
        let lines = self.game.score()?;
        let teams = &self.plan().names.teams;
        let Some(index) = teams.iter().position(|name| name == team) else {
            return Ok(Some(format!("unknown side `{team}`; the sides are {}", teams.join(", "))));
        };
        let actual = lines.get(index).map_or(0.0, |line| line.points);
        Ok((actual != expected).then(|| format!("{team} has {actual} points, not {expected}")))
    }
}
