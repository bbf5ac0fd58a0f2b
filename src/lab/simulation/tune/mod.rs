//! Tuning: the value of an option that makes a game fair. The games are played here; the search is in [`search`].

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

/// Minimum and maximum number of games at one value between two looks.
const BATCH: (u64, u64) = (10, 500);

/// Option, its values and the target.
pub struct Tuning {
    pub option: String,
    /// One per value of the search, in order.
    pub experiments: Vec<Experiment>,
    /// The team that is looked at, by its place.
    pub team: Team,
    /// Games that were stopped, which do not count.
    pub unfinished: u64,
    pub search: TuneSearch,
    pub games: u64,
}

impl Tuning {
    pub fn new(option: &str, values: Vec<f64>, experiments: Vec<Experiment>, team: Team, target: f64) -> Tuning {
        let search = TuneSearch::new(values, target);
        Tuning { option: option.to_string(), experiments, team, unfinished: 0, search, games: 0 }
    }

    /// Plays a number of games, or as many as there is time for. Every game has its own number and seed, so that the
    /// results at different values are independent.
    pub fn play(&mut self, games: u64, run_config: &RunConfig, tick: impl Fn()) -> Result<(), RunError> {
        while self.games < games {
            let next = self.search.next();
            // The more is known, the longer until the next look.
            let each = (self.games / (8 * next.len() as u64)).clamp(BATCH.0, BATCH.1);
            let (from, to) = (self.games, games.min(self.games + each * next.len() as u64));
            let at = |number: u64| next[((number - from) % next.len() as u64) as usize];
            let Tuning { experiments, search, team, unfinished, games: played, .. } = self;
            let experiments = &*experiments;
            let hire = || {
                let mut players: Vec<_> = experiments.iter().map(Experiment::player).collect();
                move |number: u64, stop: &dyn Fn() -> bool| players[at(number)].play(number, stop)
            };
            let (taken, result) = run(from..to, run_config, hire, |number, game| {
                let teams = experiments[at(number)].ruleset.plan.names.teams.len();
                match game.parts(teams) {
                    Some(parts) => search.seen[at(number)].add(parts[team.index()]),
                    None => *unfinished += 1,
                }
                *played += 1;
                tick();
                ControlFlow::Continue(())
            });
            result?;
            if taken < to - from {
                break;
            }
        }
        Ok(())
    }

    /// The name of the team that is looked at.
    pub fn team_name(&self) -> &str {
        self.experiments.first().map_or("", |first| first.ruleset.plan.team_name(self.team))
    }

    /// Whether no game ended.
    pub fn never_ends(&self) -> bool {
        self.games > 0 && self.unfinished == self.games
    }

    /// Every value that was tried: the value, its results, the score in percent and its interval.
    pub fn curve(&self) -> Vec<(f64, ResultCounts, f64, Interval)> {
        let values = self.search.values.iter().zip(&self.search.seen).enumerate();
        let tried = values.filter(|(_, (_, results))| results.games() > 0);
        tried
            .map(|(at, (value, results))| {
                let (share, Interval { low, high }) = self.search.share(at);
                (*value, *results, 100.0 * share, Interval { low: 100.0 * low, high: 100.0 * high })
            })
            .collect()
    }

    /// The results for programs.
    pub fn to_json(&self, seed: u64, bots: &[String]) -> Value {
        let curve: Vec<Value> = self
            .curve()
            .into_iter()
            .map(|(value, results, share, within)| {
                json!({ "value": value, "results": results, "percent": share, "interval": within })
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
            "curve": curve, "answer": answer, "words": self.words(),
        })
    }

    /// One line per value, for spreadsheets.
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
