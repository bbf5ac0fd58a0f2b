//! Result of tuning as text.

use std::fmt::Write;

use super::super::statistics::Interval;
use super::super::text::{bar, settings};
use super::{TuneAnswer, Tuning};
use houserule_core::text::{decimal, padded, plural, series, width};

impl Tuning {
    /// Formats every sampled value, followed by the answer.
    pub fn to_text(&self, seed: u64, bots: &[String]) -> String {
        let mut text = format!(
            "{}{}: {} by {}, seed {seed}; goal: {} % for {}\n\n",
            self.reference(),
            self.experiments.first().map_or(String::new(), |first| settings(&first.ruleset.plan, &self.option)),
            plural(self.games, "game"),
            series(bots, "and"),
            format_number(100.0 * self.search.target),
            self.team_name()
        );
        let wide = width(&self.option).max(8);
        let _ = writeln!(text, "{}  {:>7}  {}", padded(&self.option, wide), "games", self.team_name());
        for (value, results, share, Interval { low, high }) in self.curve() {
            let (value, games, bar) = (format_number(value), results.games(), bar(share / 100.0));
            let _ = writeln!(text, "{value:<wide$}  {games:>7}  {bar}  {share:5.1} % ({low:.1} to {high:.1})");
        }
        if self.unfinished > 0 {
            let _ = writeln!(text, "{} cut short and not counted", plural(self.unfinished, "game"));
        }
        let _ = writeln!(text, "\n{}", self.summary());
        text
    }

    /// Describes the answer in one or two sentences.
    pub fn summary(&self) -> String {
        let (option, team, target) = (&self.option, self.team_name(), format_number(100.0 * self.search.target));
        let value = |at: usize| format_number(self.search.values[at]);
        let describe_share = |at: usize| {
            let (share, Interval { low, high }) = self.search.share(at);
            format!("{team} {:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
        };
        let values = &self.search.values;
        let (first, last) = (format_number(values[0]), format_number(values[values.len() - 1]));
        let sentence = match self.search.answer() {
            TuneAnswer::Found { at, low, high } => {
                let within = match (low.map(value), high.map(value)) {
                    (Some(low), Some(high)) => format!("{low} to {high}"),
                    (Some(low), None) => format!("{low} or more; the range ends at {last}"),
                    (None, Some(high)) => format!("{high} or less; the range begins at {first}"),
                    (None, None) => "anything".to_string(),
                };
                format!("{option} {} ({within}) gives {}", value(at), describe_share(at))
            }
            TuneAnswer::OutOfReach { at, gives_more } => format!(
                "no value of {option} from {first} to {last} {} {team} to {target} %; the closest, {}, gives {}",
                if gives_more { "lowers" } else { "raises" },
                value(at),
                describe_share(at)
            ),
            TuneAnswer::Flat { change } => format!(
                "{option} makes no real difference: from {first} to {last}, {team} changes by less than a point ({:+.1} to {:+.1})",
                100.0 * change.low,
                100.0 * change.high
            ),
            TuneAnswer::Unknown { at } => {
                format!("not enough games for an answer; {option} {} gives {}", value(at), describe_share(at))
            }
        };
        match self.search.contradiction() {
            None => sentence,
            Some([one, two]) => format!(
                "{sentence}\nthe share of {team} does not rise or fall steadily: see {option} {} and {}, and tune a part of the range",
                value(one),
                value(two)
            ),
        }
    }
}

/// Formats a number without unnecessary decimals or rounding errors.
fn format_number(number: f64) -> String {
    decimal(number, 6)
}
