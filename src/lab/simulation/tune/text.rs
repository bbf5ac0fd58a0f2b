//! Result of tuning for people.

use std::fmt::Write;

use super::super::statistics::Interval;
use super::super::text::{bar, settings};
use super::{TuneAnswer, Tuning};
use houserule_core::text::{counted, decimal, padded, series, width};

impl Tuning {
    /// Every value that was tried, and then the answer.
    pub fn to_text(&self, seed: u64, bots: &[String]) -> String {
        let mut text = format!(
            "{}{}: {} by {}, seed {seed}; wanted is {} of 100 for {}\n\n",
            self.reference(),
            self.experiments.first().map_or(String::new(), |first| settings(&first.ruleset.plan, &self.option)),
            counted(self.games as usize, "game"),
            series(bots, "and"),
            plain(100.0 * self.search.target),
            self.team_name()
        );
        let wide = width(&self.option).max(8);
        let _ = writeln!(text, "{}  {:>7}  {}", padded(&self.option, wide), "games", self.team_name());
        for (value, results, share, Interval { low, high }) in self.curve() {
            let (value, games, bar) = (plain(value), results.games(), bar(share / 100.0));
            let _ = writeln!(text, "{value:<wide$}  {games:>7}  {bar}  {share:5.1} of 100 ({low:.1} to {high:.1})");
        }
        if self.unfinished > 0 {
            let _ = writeln!(text, "{} broken off, and counted for nobody", counted(self.unfinished as usize, "game"));
        }
        let _ = writeln!(text, "\n{}", self.words());
        text
    }

    /// The answer in a sentence or two.
    pub fn words(&self) -> String {
        let (option, team, target) = (&self.option, self.team_name(), plain(100.0 * self.search.target));
        let value = |at: usize| plain(self.search.values[at]);
        let gives = |at: usize| {
            let (share, Interval { low, high }) = self.search.share(at);
            format!("{team} {:.1} of 100 ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
        };
        let values = &self.search.values;
        let (first, last) = (plain(values[0]), plain(values[values.len() - 1]));
        let said = match self.search.answer() {
            TuneAnswer::Found { at, low, high } => {
                let within = match (low.map(value), high.map(value)) {
                    (Some(low), Some(high)) => format!("{low} to {high}"),
                    (Some(low), None) => format!("{low} or more; the range ends at {last}"),
                    (None, Some(high)) => format!("{high} or less; the range begins at {first}"),
                    (None, None) => "anything".to_string(),
                };
                format!("{option} {} ({within}) gives {}", value(at), gives(at))
            }
            TuneAnswer::OutOfReach { at, gives_more } => format!(
                "no {option} from {first} to {last} {} {team} {} {target} of 100; nearest comes {}, which gives {}",
                if gives_more { "brings" } else { "lifts" },
                if gives_more { "down to" } else { "up to" },
                value(at),
                gives(at)
            ),
            TuneAnswer::Flat { change } => format!(
                "{option} makes no difference to speak of: from {first} to {last} {team} changes by less than a point ({:+.1} to {:+.1})",
                100.0 * change.low,
                100.0 * change.high
            ),
            TuneAnswer::Unknown { at } => {
                format!("not enough games to tell; {option} {} gives {}", value(at), gives(at))
            }
        };
        match self.search.contradiction() {
            None => said,
            Some([one, two]) => format!(
                "{said}\n{option} {} and {} contradict that {team} rises or falls steadily with it: see the list, and ask about a part of the range",
                value(one),
                value(two)
            ),
        }
    }
}

/// Number without unnecessary decimals or rounding errors.
fn plain(number: f64) -> String {
    decimal(number, 6)
}
