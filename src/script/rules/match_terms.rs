//! Terms of a match: its rules as scripts declare them, with what the players ask for instead.

use serde::{Deserialize, Serialize};

use super::match_rules::{Begins, GamePoints, MAX_MATCH_GAMES, MatchFunctionKind};
use super::plan::RulePlan;
use houserule_core::mechanics::Rule;
use houserule_core::points::Points;
use houserule_core::text::plural;

/// What players ask for when a match starts. If they say how long it is, that replaces what scripts declare about it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MatchRequest {
    /// Number of games.
    pub games: Option<u32>,
    /// Number of won games that wins the match.
    pub first_to: Option<u32>,
    /// Number of points that ends the match.
    pub target: Option<f64>,
    /// Who begins.
    pub begins: Option<Begins>,
    /// What a game adds to the table.
    pub points: Option<GamePoints>,
}

/// Terms of a match that can be played. Without a length the match goes on until the players stop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchTerms {
    /// Number of games, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// Number of won games that wins the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_to: Option<u32>,
    /// Number of points that ends the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Points>,
    /// Whether a script decides when the match is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over_by_script: bool,
    /// Who begins.
    pub begins: Begins,
    /// What a game adds to the table.
    pub points: GamePoints,
}

/// Terms that no match can have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct MatchTermsError {
    /// Key of the rules of a match that is wrong.
    pub key: &'static str,
    /// Explanation.
    pub message: String,
}

impl MatchTerms {
    /// Combines the rules of a match with what players ask for.
    pub fn resolve(plan: &RulePlan, request: &MatchRequest) -> Result<MatchTerms, MatchTermsError> {
        let rules = &plan.match_rules;
        for (key, count) in [("games", request.games), ("first_to", request.first_to)] {
            if count.is_some_and(|count| !(1..=MAX_MATCH_GAMES).contains(&count)) {
                let what = if key == "games" { "games" } else { "wins" };
                return Err(error(key, format!("expected 1 to {MAX_MATCH_GAMES} {what}, not {}", count.unwrap_or(0))));
            }
        }
        let target = request.target.map(|number| {
            let points = Points::nearest(number).filter(|points| *points > Points::ZERO);
            points.ok_or_else(|| error("target", format!("expected a number of points above 0, not {number}")))
        });
        let target = target.transpose()?;
        let points = request.points.as_ref().or(rules.points.as_ref());
        let default_points = || if plan.counts_points() { GamePoints::Score } else { GamePoints::Wins };
        let terms = MatchTerms {
            games: request.games,
            first_to: request.first_to,
            target,
            over_by_script: false,
            begins: request.begins.unwrap_or(rules.begins),
            points: points.cloned().unwrap_or_else(default_points),
        };
        let has_length = request.games.is_some() || request.first_to.is_some() || target.is_some();
        let terms = match has_length {
            true => terms,
            false => MatchTerms {
                games: rules.games,
                first_to: rules.first_to,
                target: rules.target,
                over_by_script: rules.function(MatchFunctionKind::Over).is_some(),
                ..terms
            },
        };
        terms.check(plan, points.is_none())?;
        Ok(terms)
    }

    /// Whether nothing ends the match.
    pub fn is_open(&self) -> bool {
        let MatchTerms { games, first_to, target, over_by_script, .. } = self;
        games.is_none() && first_to.is_none() && target.is_none() && !over_by_script
    }

    /// Whether a script takes part in the match.
    pub fn is_scripted(&self) -> bool {
        self.over_by_script || self.points == GamePoints::Script
    }

    /// Checks that every target can be reached; `is_default` means that neither scripts nor players choose what a game adds.
    fn check(&self, plan: &RulePlan, is_default: bool) -> Result<(), MatchTermsError> {
        let counts_points = plan.counts_points();
        let is_alone = plan.names.teams.len() < 2;
        match self.points {
            GamePoints::Score | GamePoints::Margin if !counts_points => {
                let message = format!("{} counts no points that could be added; use \"wins\"", plan.name);
                return Err(error("points", message));
            }
            GamePoints::Margin | GamePoints::Places(_) if is_alone => {
                return Err(error("points", "a game for one player has no margin and no places".to_string()));
            }
            _ => {}
        }
        let games = self.games.unwrap_or(MAX_MATCH_GAMES);
        if let Some(wins) = self.first_to.filter(|wins| *wins > games) {
            return Err(error("first_to", format!("a match of {} cannot have {wins} wins", plural(games, "game"))));
        }
        let Some(target) = self.target else { return Ok(()) };
        if is_default && !counts_points {
            let message = format!(
                "{} counts no points, so {target} are out of reach; ask for a number of wins instead",
                plan.name
            );
            return Err(error("target", message));
        }
        let most = match &self.points {
            GamePoints::Wins => Points::whole(1),
            GamePoints::Places(places) => places.iter().copied().max().unwrap_or_default(),
            _ => return Ok(()),
        };
        let reachable: Points = (0..games).map(|_| most).sum();
        if target > reachable {
            let message =
                format!("{target} points are out of reach: {} give at most {reachable}", plural(games, "game"));
            return Err(error("target", message));
        }
        Ok(())
    }
}

fn error(key: &'static str, message: String) -> MatchTermsError {
    MatchTermsError { key, message }
}

impl RulePlan {
    /// Whether a finished game has points that are not always zero.
    pub fn counts_points(&self) -> bool {
        let is_worthless = |rule: &Rule| match rule {
            Rule::WinPoints(points) => points.base == 0 && !points.cells && !points.reserve,
            Rule::LongestTrack(points) => points.line == 0 && points.closed == 0,
            _ => false,
        };
        if self.has_hook(super::HookKind::Points) {
            return true;
        }
        if self.rules.iter().any(|named_rule| is_worthless(&named_rule.rule)) {
            return false;
        }
        self.points.is_some() || self.position(None, 1).is_ok_and(|position| position.score_now().is_some())
    }
}
