//! Author's tests of rules: each is played on its own board.

use super::{PlayError, Session, Workspace};
use crate::game::{HookFault, IllegalMove};
use crate::lua::LoadError;
use crate::rules::{Assertion, TestCase, vars};
use houserule_core::text::one_line;

/// Why an assertion does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FailedAssertion {
    /// The rules give another answer.
    Denied(String),
    /// A script fails, or does not load, so there is no answer.
    Failed(String),
}

impl FailedAssertion {
    /// Explanation.
    pub fn says(&self) -> &str {
        match self {
            FailedAssertion::Denied(says) | FailedAssertion::Failed(says) => says,
        }
    }
}

impl From<HookFault> for FailedAssertion {
    fn from(fault: HookFault) -> FailedAssertion {
        FailedAssertion::Failed(fault.to_string())
    }
}

/// Runs one test of the rules called `game` with some settings, of which the test's own take precedence; returns
/// everything that is not as expected.
pub fn put_to_test(table: &Workspace, game: &str, sets: &[(String, String)], test: &TestCase) -> Vec<FailedAssertion> {
    let table = Workspace { library: table.library.clone(), seed: test.seed.unwrap_or(table.seed) };
    let is_own = |key: &str| test.sets.iter().any(|(own, _)| own == key);
    let others = sets.iter().filter(|(key, _)| !is_own(key));
    let sets: Vec<_> = test.sets.iter().chain(others).cloned().collect();
    match table.open(game, &sets, test.position.as_deref(), &test.moves) {
        Ok(mut session) => test.claims.iter().filter_map(|claim| session.dispute(claim)).collect(),
        // Errors in the rules themselves are reported elsewhere; here the test cannot be played.
        Err(LoadError::Faults(faults)) => {
            faults.iter().map(|fault| FailedAssertion::Failed(fault.to_string())).collect()
        }
        Err(LoadError::Script(fault)) => vec![fault.into()],
        Err(LoadError::Usage(says)) => vec![FailedAssertion::Denied(says)],
    }
}

impl Session {
    /// Why an assertion about the position does not hold; `None` if it holds.
    pub fn dispute(&mut self, claim: &Assertion) -> Option<FailedAssertion> {
        self.denial(claim).map_or_else(|fault| Some(fault.into()), |says| says.map(FailedAssertion::Denied))
    }

    fn denial(&mut self, claim: &Assertion) -> Result<Option<String>, HookFault> {
        Ok(match claim {
            Assertion::Legal(mv) => match self.violations(mv)? {
                Ok(said) if said.is_empty() => None,
                Ok(said) => Some(format!("`{mv}` should be legal: {}", said.join("; "))),
                Err(error) => Some(format!("`{mv}` should be legal: {}", self.tell(&error))),
            },
            Assertion::Illegal { mv, why } => match self.violations(mv)? {
                Ok(said) if said.is_empty() => Some(format!("`{mv}` is legal and should not be")),
                Ok(said) => {
                    let said = said.join("; ");
                    let wanted = why.as_ref().filter(|why| !said.contains(why.as_str()));
                    wanted.map(|wanted| format!("`{mv}` is refused with other words than `{wanted}`: {said}"))
                }
                Err(error) => {
                    let says = self.tell(&error);
                    Some(format!("`{mv}` should be a move that the rules refuse: {says}"))
                }
            },
            Assertion::Count(wanted) => {
                let moves = self.game.legal_moves()?.len();
                (moves as u64 != *wanted).then(|| format!("{moves} moves are legal and not {wanted}"))
            }
            Assertion::Score(team, wanted) => self.other_score(team, *wanted)?,
            Assertion::Outcome(wanted) => {
                let outcome = self.game.outcome()?;
                let found = outcome.map_or("open".to_string(), |outcome| outcome.words(self.plan()));
                let rest = found.strip_prefix(wanted.as_str());
                let is_told = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
                (!is_told).then(|| format!("the outcome is `{found}` and not `{wanted}`"))
            }
            Assertion::Becomes(wanted) => {
                // A test without script variables does not check them.
                let tells_vars = vars::split(wanted).1.is_some();
                let found = if tells_vars { self.position() } else { self.board_text() };
                (found != *wanted).then(|| format!("the position is `{}` and not that", one_line(&found, 200)))
            }
        })
    }

    /// Violations of a move, or why its text is not a move.
    fn violations(&mut self, text: &str) -> Result<Result<Vec<String>, PlayError>, HookFault> {
        match self.why(text) {
            Ok(violations) => Ok(Ok(violations.iter().map(|violation| self.explain(violation)).collect())),
            Err(PlayError::Refused(IllegalMove::Script(fault))) => Err(fault),
            Err(error) => Ok(Err(error)),
        }
    }

    fn other_score(&mut self, team: &str, wanted: f64) -> Result<Option<String>, HookFault> {
        let lines = self.game.score()?;
        let teams = &self.plan().names.teams;
        let Some(index) = teams.iter().position(|name| name == team) else {
            return Ok(Some(format!("there is no side `{team}`; the sides are {}", teams.join(", "))));
        };
        let found = lines.get(index).map_or(0.0, |line| line.points);
        Ok((found != wanted).then(|| format!("{team} has {found} points and not {wanted}")))
    }
}
