//! Table of a tournament as text.

use std::fmt::Write;

use super::super::statistics::{CONFIDENCE, Interval};
use super::super::text::write_point_table;
use super::{Pair, Tournament};
use houserule_core::text::{padded, plural, series, widest, width};

impl Tournament {
    /// Formats the ratings, the cross table and a sentence about each pair.
    pub fn to_text(&self, seed: u64) -> String {
        let ratings = self.ratings();
        let order = self.ranking(&ratings);
        let wide = widest(&self.bots).max(6);
        let games = match &self.match_terms {
            None => self.units(self.games()),
            Some(terms) => match terms.describe_length() {
                terms if terms.is_empty() => self.units(self.games()),
                terms => format!("{} ({terms})", self.units(self.games())),
            },
        };
        let mut text = format!("{}: {games} by {}, seed {seed}\n\n", self.game, series(&self.bots, "and"));
        let _ = write!(text, "{:<wide$}  {:>5} {:<16}", "", "elo", "");
        for &bot in &order {
            let _ = write!(text, "  {:1$}{2}", "", wide - width(&self.bots[bot]), self.bots[bot]);
        }
        text.push('\n');
        for &bot in &order {
            let elo = ratings.elo[bot];
            let Interval { low, high } = elo.interval;
            let within = format!("({low:+.0} to {high:+.0})");
            let _ = write!(text, "{}  {:>+5.0} {within:<16}", padded(&self.bots[bot], wide), elo.estimate);
            for &other in &order {
                let results = self.results_between(bot, other);
                let cell = match results.games() {
                    0 => "-".to_string(),
                    games => format!("{:.1}", 100.0 * results.score() / games as f64),
                };
                let _ = write!(text, "  {cell:>wide$}");
            }
            text.push('\n');
        }
        let points = self.points();
        if !points.is_empty() {
            text.push('\n');
            let rows: Vec<_> = order.iter().map(|&bot| points[bot]).collect();
            let label = if self.match_terms.is_some() { "points per match" } else { "points" };
            write_point_table(&mut text, label, &rows);
        }
        text.push('\n');
        for (pair, p) in self.pairs.iter().zip(self.p_values()) {
            let _ = writeln!(text, "{}", self.verdict(pair, p));
        }
        let _ = writeln!(
            text,
            "\nThe table shows the score of each row against each column, in percent; a draw counts half."
        );
        if self.pairs.len() > 1 {
            let _ = writeln!(text, "The p values are corrected for {} pairs.", self.pairs.len());
        }
        if ratings.is_bounded_by_hand {
            text.push_str(
                "A bot won every game or no game was decided, so the ratings count one extra draw for each pair.\n",
            );
        }
        if self.pairs.iter().any(|pair| pair.is_settled) {
            text.push_str("Pairs that stopped early (--until) tend to look further apart than they are.\n");
        }
        text
    }

    /// Formats a number of games, or of matches.
    pub fn units(&self, count: u64) -> String {
        plural(count, if self.match_terms.is_some() { "match" } else { "game" })
    }

    fn verdict(&self, pair: &Pair, p: f64) -> String {
        let [one, two] = pair.bots.map(|bot| self.bots[bot].as_str());
        let Interval { low, high } = pair.interval();
        let (share, is_significant) = (100.0 * pair.share(), p < 1.0 - CONFIDENCE);
        let games = self.units(pair.results.games());
        let tail = match pair.unfinished {
            0 => games,
            unfinished => format!("{games}, {unfinished} cut short"),
        };
        let p = if p < 0.0001 { "p < 0.0001".to_string() } else { format!("p = {p:.4}") };
        let sentence = match (is_significant, share >= 50.0) {
            _ if pair.results.games() == 0 => return format!("{one} and {two}: no game ended"),
            (true, true) => format!("{one} beats {two}: {share:.1} % ({low:.1} to {high:.1})"),
            (true, false) => {
                format!("{two} beats {one}: {:.1} % ({:.1} to {:.1})", 100.0 - share, 100.0 - high, 100.0 - low)
            }
            (false, _) if pair.is_settled => {
                let margin = self.margin.unwrap_or_default();
                format!(
                    "{one} and {two} are within {margin} percentage points of even: {share:.1} % ({low:.1} to {high:.1})"
                )
            }
            (false, _) => {
                format!("{one} and {two}: not enough games to tell, {share:.1} % ({low:.1} to {high:.1})")
            }
        };
        format!("{sentence} in {tail}; {p}")
    }
}
