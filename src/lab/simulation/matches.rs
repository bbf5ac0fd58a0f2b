//! Matches in an experiment: several games of the same bots, whose points add up. A match is one unit of the experiment.

use houserule_core::mechanics::{Seat, Team};
use houserule_core::rng::mix;
use houserule_script::game::{Game, HookFault};
use houserule_script::lua::LoadError;
use houserule_script::matches::{GameRules, GameScore, Match, MatchEnd, MatchTerms};
use houserule_script::notation::record::MatchPart;

use super::experiment::{GameResult, PlayedGame, game_seed};
use super::runner::{GameOrder, GameRunner};

impl GameRunner<'_> {
    /// Plays match `number`; see [`GameRunner::play`]. The seats of its games follow from its terms, and the first game
    /// is game `number` of an experiment without matches.
    pub(super) fn play_match(
        &mut self,
        terms: &MatchTerms,
        number: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<GameResult>, LoadError> {
        let experiment = self.experiment;
        let ruleset = &experiment.ruleset;
        let names = &ruleset.plan.names;
        let bots: Vec<usize> = Seat::all(experiment.seats()).map(|seat| experiment.bot_at(seat, number)).collect();
        let players: Vec<String> = bots.iter().map(|bot| experiment.bots()[*bot].to_string()).collect();
        let fault = |error: &dyn std::fmt::Display| LoadError::from(HookFault::new(error.to_string()));
        let seed = game_seed(experiment.seed, number);
        let mut played = Match::new(terms.clone(), &players, ruleset, seed).map_err(|error| fault(&error))?;
        // Functions of a match get fresh state, so that it depends on nothing but its number.
        let mut scripts = ruleset.match_scripts()?;
        let rules = GameRules::of(ruleset);
        let mut games: Vec<PlayedGame> = Vec::new();
        while !played.is_over() {
            let seated: Vec<usize> = played.seating().into_iter().map(|player| bots[player]).collect();
            let title = format!("match {}", number + 1);
            let part = MatchPart { title, game: played.game_number(), over: false, table: None };
            let order = GameOrder { number, seed: played.game_seed(), bots: &seated, in_match: Some(part) };
            let mut score = None;
            let keep_score = |game: &mut Game| {
                score = GameScore::of_game(game)?;
                Ok(())
            };
            let Some(result) = self.play_game(&order, stop, keep_score)? else { return Ok(None) };
            games.push(PlayedGame { result, bots: seated });
            let Some(score) = score else { break };
            played.add(&score, names, &rules, &mut scripts)?;
        }
        Ok(Some(match_result(&played, games)))
    }
}

/// Returns the result of a match; one that has no end of its own was stopped.
fn match_result(played: &Match, games: Vec<PlayedGame>) -> GameResult {
    let end = played.end().filter(|end| *end != MatchEnd::Limit);
    let mut hashes = games.iter().map(|game| game.result.move_hash);
    let records: Vec<&str> = games.iter().filter_map(|game| game.result.record.as_deref()).map(str::trim_end).collect();
    GameResult {
        outcome: end.map(|end| (played.leaders().into_iter().map(Team::new).collect(), end_name(end).to_string())),
        is_partial: false,
        points: end.map(|_| played.totals()),
        moves: games.iter().map(|game| game.result.moves).sum(),
        move_hash: hashes.try_fold(0, |all, hash| Some(mix(all ^ hash?))),
        trace: None,
        rule_impact: None,
        record: (!records.is_empty()).then(|| records.join("\n\n")),
        games: Some(games),
    }
}

fn end_name(end: MatchEnd) -> &'static str {
    match end {
        MatchEnd::Games => "all games played",
        MatchEnd::FirstTo => "games won",
        MatchEnd::Target => "points reached",
        MatchEnd::Script => "script",
        MatchEnd::Limit => "limit",
    }
}
