//! Matches of random games, which show whether the rules of a match end it and whether their functions work.

use super::{GameScore, Match, MatchEnd, MatchRequest, MatchScripts, MatchTerms};
use crate::game::HookFault;
use crate::lua::Ruleset;
use crate::rules::MatchFunctionKind;
use houserule_core::rng::Rng;

/// Fault in the rules of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchFault {
    /// A function failed.
    Script(HookFault),
    /// A match was not over after [`super::MAX_MATCH_GAMES`] games.
    Endless,
    /// A function gives another answer when it is called again.
    Hidden(MatchFunctionKind),
}

impl From<HookFault> for MatchFault {
    fn from(fault: HookFault) -> MatchFault {
        MatchFault::Script(fault)
    }
}

/// Matches per test.
const MATCHES: usize = 3;

/// Games of an open match, which nothing ends.
const OPEN_GAMES: usize = 10;

/// Last games of a match whose functions are called again.
const REPEATED_GAMES: usize = 20;

/// Plays matches whose games have the given results in random order, and returns the first fault. The results are those
/// of finished games under these rules.
pub fn test_matches(ruleset: &Ruleset, results: &[GameScore], seed: u64) -> Option<MatchFault> {
    if results.is_empty() || !ruleset.plan.match_rules.is_declared() {
        return None;
    }
    (0..MATCHES).find_map(|number| test_match(ruleset, results, seed.wrapping_add(number as u64)).err())
}

fn test_match(ruleset: &Ruleset, results: &[GameScore], seed: u64) -> Result<(), MatchFault> {
    let names = &ruleset.plan.names;
    let terms = MatchTerms::resolve(&ruleset.plan, &MatchRequest::default());
    let terms = terms.map_err(|error| HookFault::new(error.to_string()))?;
    let is_open = terms.is_open();
    let played = Match::new(terms, &names.seats, ruleset, seed);
    let mut played = played.map_err(|error| HookFault::new(error.to_string()))?;
    let mut scripts = ruleset.match_scripts()?;
    let rules = played.rules().clone();
    let mut rng = Rng::new(seed);
    while !played.is_over() && (!is_open || played.games().len() < OPEN_GAMES) {
        let result = &results[rng.below(results.len())];
        played.add(result, names, &rules, &mut scripts)?;
    }
    if played.end() == Some(MatchEnd::Limit) {
        return Err(MatchFault::Endless);
    }
    match ruleset.match_scripts()? {
        Some(mut fresh) => check_again(&played, &mut *fresh),
        None => Ok(()),
    }
}

/// Calls the functions again, for the last game first: hidden state would change the answers.
fn check_again(played: &Match, scripts: &mut dyn MatchScripts) -> Result<(), MatchFault> {
    let count = played.games().len();
    let mut before = played.clone();
    for number in (count.saturating_sub(REPEATED_GAMES)..count).rev() {
        let is_over = before.is_over();
        let was_asked = played.terms().over_by_script && matches!(before.end(), None | Some(MatchEnd::Script));
        if was_asked && scripts.is_over(&before)? != is_over {
            return Err(MatchFault::Hidden(MatchFunctionKind::Over));
        }
        before.undo();
        let game = &played.games()[number];
        let unscored = game.without_points();
        if played.terms().points == super::GamePoints::Script && scripts.points(&unscored, &before)? != game.points {
            return Err(MatchFault::Hidden(MatchFunctionKind::Points));
        }
    }
    Ok(())
}
