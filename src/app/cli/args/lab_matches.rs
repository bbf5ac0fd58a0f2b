//! Arguments of the laboratory that say which matches are played instead of single games.

use clap::Args;
use houserule_script::lua::Ruleset;
use houserule_script::matches::{MatchRequest, MatchTerms};

use super::matches::MatchTermsArgs;
use crate::error::UsageError;

/// Matches of an experiment.
#[derive(Args)]
pub struct LabMatchArgs {
    /// Play matches of N games and count matches; without N, by the match rules of the variant
    #[arg(long = "match", value_name = "N", num_args = 0..=1)]
    match_games: Option<Option<u32>>,
    #[command(flatten)]
    others: MatchTermsArgs,
}

/// Matches of a comparison.
#[derive(Args)]
pub struct CompareMatchArgs {
    /// Play matches of N games; with N,M the second game in matches of M games; without N, by the match rules of each
    #[arg(long = "match", value_name = "N,M", num_args = 0..=1, value_parser = match_lengths)]
    match_games: Option<Option<MatchLengths>>,
    #[command(flatten)]
    others: MatchTermsArgs,
}

/// Numbers of games of a match: one for all rulesets, or one for each.
#[derive(Clone, Debug)]
struct MatchLengths(Vec<u32>);

impl LabMatchArgs {
    /// Returns the terms of the matches; `None` if single games are played.
    pub fn terms(&self, ruleset: &Ruleset) -> Result<Option<MatchTerms>, UsageError> {
        let request = self.others.request(self.match_games.flatten());
        if self.match_games.is_none() && request == MatchRequest::default() {
            return Ok(None);
        }
        let is_declared = ruleset.plan.match_rules.is_declared();
        if request.games.or(request.first_to).is_none() && request.target.is_none() && !is_declared {
            usage!("{} declares no match; write how long it is, such as --match 2", ruleset.reference);
        }
        resolve(ruleset, &request).map(Some)
    }
}

impl CompareMatchArgs {
    /// Returns the terms of the matches under each ruleset; none if single games are played. Without a length, rules that
    /// declare no match are played in matches of one game.
    pub fn terms(&self, rulesets: &[Ruleset]) -> Result<Vec<Option<MatchTerms>>, UsageError> {
        let lengths = match self.match_games.as_ref().and_then(Option::as_ref) {
            None => vec![None; rulesets.len()],
            Some(MatchLengths(lengths)) => match lengths[..] {
                [games] => vec![Some(games); rulesets.len()],
                _ if lengths.len() == rulesets.len() => lengths.iter().copied().map(Some).collect(),
                _ => usage!(
                    "--match has {} numbers for {} games; write one for all, or one for each",
                    lengths.len(),
                    rulesets.len()
                ),
            },
        };
        let requests: Vec<MatchRequest> = lengths.into_iter().map(|games| self.others.request(games)).collect();
        if self.match_games.is_none() && requests.iter().all(|request| *request == MatchRequest::default()) {
            return Ok(vec![None; rulesets.len()]);
        }
        let has_length =
            |request: &MatchRequest| request.games.or(request.first_to).is_some() || request.target.is_some();
        let declares = |ruleset: &Ruleset| ruleset.plan.match_rules.is_declared();
        if !requests.iter().any(has_length) && !rulesets.iter().any(declares) {
            usage!("none of these rules declares a match; write how long it is, such as --match 2");
        }
        let terms = requests.into_iter().zip(rulesets).map(|(request, ruleset)| {
            let is_single = !has_length(&request) && !declares(ruleset);
            let request = if is_single { MatchRequest { games: Some(1), ..request } } else { request };
            resolve(ruleset, &request).map(Some)
        });
        terms.collect()
    }
}

fn resolve(ruleset: &Ruleset, request: &MatchRequest) -> Result<MatchTerms, UsageError> {
    let plan = &ruleset.plan;
    if plan.names.teams.len() < 2 {
        usage!("{} is for one player; a match needs a game for at least two", ruleset.reference);
    }
    let terms = MatchTerms::resolve(plan, request).map_err(UsageError::new)?;
    if terms.is_open() {
        usage!("a match of {} has no end; write how long it is, such as --match 2", ruleset.reference);
    }
    Ok(terms)
}

fn match_lengths(typed: &str) -> Result<MatchLengths, UsageError> {
    let lengths: Result<Vec<u32>, _> = typed.split(',').map(str::parse).collect();
    lengths.map(MatchLengths).map_err(|_| "write a number of games, or one for each of the rules, such as 1,2".into())
}
