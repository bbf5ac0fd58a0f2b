//! Tuning: the value of an option that makes a game fair. The games are played here; the method is in [`search`].

mod search;
mod text;

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::experiment::Experiment;
use super::report::csv_table;
use super::run::{RunConfig, RunError, run};
use super::statistics::Interval;
use super::tally::ResultCounts;
use houserule_core::mechanics::Team;
pub use search::{TuneAnswer, TuneSearch};

/// Minimum and maximum number of games at one value between two looks at the data.
const GAMES_PER_LOOK: (u64, u64) = (10, 500);

/// Option to tune, its values and the target.
pub struct Tuning {
    pub option: String,
    /// One experiment per value, in order.
    pub experiments: Vec<Experiment>,
    /// Team whose share of points is tuned.
    pub team: Team,
    /// Games that were stopped, and do not count.
    pub unfinished: u64,
    pub search: TuneSearch,
    pub games: u64,
}

impl Tuning {
    pub fn new(option: &str, values: Vec<f64>, experiments: Vec<Experiment>, team: Team, target: f64) -> Tuning {
        let search = TuneSearch::new(values, target);
        Tuning { option: option.to_string(), experiments, team, unfinished: 0, search, games: 0 }
    }

    /// Plays a number of games, or until the time is up. Every game has its own number and seed, so that the results at
    /// different values are independent.
    pub fn play(&mut self, games: u64, run_config: &RunConfig, tick: impl Fn()) -> Result<(), RunError> {
        while self.games < games {
            let next = self.search.next_values();
            // Looks become rarer as the data grows.
            let games_per_value = (self.games / (8 * next.len() as u64)).clamp(GAMES_PER_LOOK.0, GAMES_PER_LOOK.1);
            let (from, to) = (self.games, games.min(self.games + games_per_value * next.len() as u64));
            let value_index = |number: u64| next[((number - from) % next.len() as u64) as usize];
            let Tuning { experiments, search, team, unfinished, games: games_played, .. } = self;
            let experiments = &*experiments;
            let make_worker = || {
                let mut runners: Vec<_> = experiments.iter().map(Experiment::runner).collect();
                move |number: u64, stop: &dyn Fn() -> bool| runners[value_index(number)].play(number, stop)
            };
            let (delivered, result) = run(from..to, run_config, make_worker, |number, game| {
                let teams = experiments[value_index(number)].ruleset.plan.names.teams.len();
                match game.shares(teams) {
                    Some(shares) => search.results[value_index(number)].add(shares[team.index()]),
                    None => *unfinished += 1,
                }
                *games_played += 1;
                tick();
                ControlFlow::Continue(())
            });
            result?;
            if delivered < to - from {
                break;
            }
        }
        Ok(())
    }

    /// Returns the name of the tuned team.
    pub fn team_name(&self) -> &str {
        self.experiments.first().map_or("", |first| first.ruleset.plan.team_name(self.team))
    }

    /// Returns whether no game ended.
    pub fn never_ends(&self) -> bool {
        self.games > 0 && self.unfinished == self.games
    }

    /// Returns every sampled value with its results, the score in percent and its interval.
    pub fn curve(&self) -> Vec<(f64, ResultCounts, f64, Interval)> {
        let values = self.search.values.iter().zip(&self.search.results).enumerate();
        let sampled = values.filter(|(_, (_, results))| results.games() > 0);
        sampled
            .map(|(at, (value, results))| {
                let (share, Interval { low, high }) = self.search.share(at);
                (*value, *results, 100.0 * share, Interval { low: 100.0 * low, high: 100.0 * high })
            })
            .collect()
    }

    /// Returns the results as JSON.
    pub fn to_json(&self, seed: u64, bots: &[String]) -> Value {
        let curve: Vec<Value> = self
            .curve()
            .into_iter()
            .map(|(value, results, share, interval)| {
                json!({ "value": value, "results": results, "percent": share, "interval": interval })
            })
            .collect();
        let value = |at: usize| self.search.values[at];
        let answer = match self.search.answer() {
            TuneAnswer::Found { at, low, high } => {
                json!({ "found": { "value": value(at), "low": low.map(value), "high": high.map(value) } })
            }
            TuneAnswer::OutOfReach { at, gives_more } => {
                json!({ "out_of_reach": { "nearest": value(at), "gives_more": gives_more } })
            }
            TuneAnswer::Flat { change } => json!({ "flat": { "change": change } }),
            TuneAnswer::Unknown { at } => json!({ "unknown": { "nearest": value(at) } }),
        };
        json!({
            "game": self.reference(), "option": self.option, "side": self.team_name(), "bots": bots, "seed": seed,
            "target": 100.0 * self.search.target, "games": self.games, "unfinished": self.unfinished,
            "curve": curve, "answer": answer, "words": self.summary(),
        })
    }

    /// Formats one CSV line per value.
    pub fn to_csv(&self) -> String {
        let header = format!("{},games,won,drawn,lost,percent,low,high", self.option);
        let rows = self.curve().into_iter().map(|(value, results, share, Interval { low, high })| {
            let ResultCounts { won, drawn, lost, .. } = results;
            let counts = [won + drawn + lost, won, drawn, lost].map(|count| count.to_string());
            let [games, won, drawn, lost] = counts;
            let [share, low, high] = [share, low, high].map(|percent| format!("{percent:.2}"));
            [value.to_string(), games, won, drawn, lost, share, low, high]
        });
        csv_table(&header, rows)
    }

    fn reference(&self) -> &str {
        self.experiments.first().map_or("", |first| first.ruleset.reference.as_str())
    }
}
