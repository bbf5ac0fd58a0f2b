//! Report as text: a few lines with small bars.

use std::fmt::Write;

use super::points::{PointMean, PointSums};
use super::report::Report;
use super::rule_impact::{RuleHits, RuleImpact};
use super::statistics::{CONFIDENCE, Interval, wilson};
use super::tally::{ResultCounts, Tally};
use houserule_core::text::{padded, plural, series, widest};
use houserule_script::matches::MatchTerms;
use houserule_script::rules::RulePlan;

/// Length of a full bar.
const BAR_WIDTH: f64 = 20.0;

impl Report {
    /// Formats the results as text, with bars.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n\n", self.headline());
        if let Some(matches) = &self.tally.matches {
            let sides: Vec<String> = self.sides.iter().map(|side| format!("{side} first")).collect();
            self.write_results(&mut text, matches, &sides, ["matches", "points per match"]);
            text.push('\n');
        }
        let labels = if self.tally.matches.is_some() { ["games", "points per game"] } else { ["", "points"] };
        self.write_results(&mut text, &self.tally, &self.sides, labels);
        text.push('\n');
        self.write_ends(&mut text);
        self.write_figures(&mut text);
        if let Some(impact) = &self.tally.mattered {
            write_rule_impact(&mut text, impact, &self.tally);
        }
        text
    }

    pub fn headline(&self) -> String {
        let games = self.units(self.tally.units().games());
        let terms = self.match_terms.as_ref().map(MatchTerms::describe_length).filter(|terms| !terms.is_empty());
        let terms = terms.map(|terms| format!(" ({terms})")).unwrap_or_default();
        let of = if self.missing() > 0 { format!(" of {}", self.games) } else { String::new() };
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        let bots = series(&self.bots, "and");
        format!("{}{}: {games}{of}{terms} by {bots}, seed {}", self.game, options.concat(), self.seed)
    }

    /// Writes the results of games or matches by team and, if different bots played, by bot.
    fn write_results(&self, text: &mut String, tally: &Tally, sides: &[String], labels: [&str; 2]) {
        let [results_label, points_label] = labels;
        let side_rows = || sides.iter().map(String::as_str);
        if tally.sides.iter().any(|results| results.games() > 0) {
            let sides: Vec<_> = side_rows().zip(&tally.sides).collect();
            write_table(text, results_label, self.result_names(), &sides);
            if self.has_different_bots() {
                text.push('\n');
                write_table(text, results_label, self.result_names(), &self.named_bots(&tally.bots));
            }
        }
        let Some(points) = tally.points.as_ref().filter(|points| points.games() > 0) else { return };
        // Reports of older versions have no points.
        let label = match tally.games() - tally.unfinished {
            finished if finished == points.games() => points_label.to_string(),
            _ => format!("{points_label} ({} counted)", plural(points.games(), "game")),
        };
        for rows in [side_rows().zip(&points.sides).collect(), self.named_bots(&points.bots)] {
            if !rows.is_empty() {
                text.push('\n');
                write_point_table(text, &label, &PointSums::means(rows));
            }
        }
    }

    /// Returns whether different bots played.
    pub fn has_different_bots(&self) -> bool {
        self.bots.iter().any(|bot| *bot != self.bots[0])
    }

    /// Returns the results of every bot, each name once.
    pub fn by_bot(&self) -> Vec<(&str, &ResultCounts)> {
        self.named_bots(&self.tally.units().bots)
    }

    /// Pairs the name of every team with its entry of a list.
    pub(super) fn named_sides<'a, T>(&'a self, list: &'a [T]) -> Vec<(&'a str, &'a T)> {
        self.sides.iter().map(String::as_str).zip(list).collect()
    }

    /// Pairs the name of every bot, each once, with its entry of a list.
    pub(super) fn named_bots<'a, T>(&'a self, list: &'a [T]) -> Vec<(&'a str, &'a T)> {
        let numbered = self.bots.iter().zip(list).enumerate();
        let firsts = numbered.filter(|(at, (name, _))| !self.bots[..*at].contains(name));
        firsts.map(|(_, (name, entry))| (name.as_str(), entry)).collect()
    }

    fn write_ends(&self, text: &mut String) {
        let all = self.tally.games().max(1) as f64;
        let ends = self.tally.ends_by_count();
        let wide = widest(ends.iter().map(|(end, _)| end));
        for (index, (end, count)) in ends.into_iter().enumerate() {
            let (label, share) = (if index == 0 { "ends by" } else { "" }, count as f64 / all);
            let _ = writeln!(text, "{label:<10} {}  {}  {:5.1} %", padded(end, wide), bar(share), 100.0 * share);
        }
        if self.tally.unfinished > 0 {
            let _ = writeln!(
                text,
                "{:<10} {} cut short after {} and {}",
                "",
                plural(self.tally.unfinished, "game"),
                plural(self.longest as u64, "move"),
                if self.sides.len() == 1 { "counted as failed" } else { "not counted" }
            );
        }
    }

    fn write_figures(&self, text: &mut String) {
        let Tally { lengths, trace, .. } = &self.tally;
        if let Some(matches) = &self.tally.matches {
            write_matches(text, matches);
        }
        if let (Some((least, _)), Some((most, _))) = (lengths.first_key_value(), lengths.last_key_value()) {
            let (from, to) = (self.tally.length_quantile(0.25), self.tally.length_quantile(0.75));
            let mean = self.tally.mean_length();
            let _ = writeln!(
                text,
                "length     {mean:.1} moves on average; half of the games take {from} to {to}, all take {least} to {most}"
            );
        }
        let sample_note = match trace.games {
            games if games == self.tally.games() => String::new(),
            games => format!(" (measured in {})", plural(games, "game")),
        };
        for (statistic, value) in trace.all().filter_map(|(_, statistic)| Some((statistic, statistic.value()?))) {
            let _ = writeln!(text, "{}{sample_note}", statistic.line(value));
        }
        if let Some(distinct) = self.tally.courses.as_ref().filter(|courses| courses.are_mostly_repeats()) {
            let (different, games) = (distinct.different.len(), plural(distinct.games, "game"));
            let _ = writeln!(
                text,
                "repeats    only {different} of {games} are different; the others repeat them and add nothing"
            );
        }
    }
}

/// Writes how long matches were and how they ended, if they differed.
fn write_matches(text: &mut String, matches: &Tally) {
    if let (Some((least, _)), Some((most, _))) = (matches.lengths.first_key_value(), matches.lengths.last_key_value())
        && least < most
    {
        let (mean, all) = (matches.mean_length(), matches.games().max(1) as f64);
        let ends: Vec<String> = matches
            .ends_by_count()
            .into_iter()
            .map(|(end, count)| format!("{end} {:.1} %", 100.0 * count as f64 / all))
            .collect();
        let _ = writeln!(text, "matches    {mean:.1} games on average, {least} to {most}; ends: {}", ends.join(", "));
    }
    if matches.unfinished > 0 {
        let _ = writeln!(text, "{:<10} {} cut short and not counted", "", plural(matches.unfinished, "match"));
    }
}

/// Writes the moves that rules forbade, and the hooks that had an effect.
fn write_rule_impact(text: &mut String, impact: &RuleImpact, tally: &Tally) {
    let RuleImpact { games, positions, asked, moves, .. } = impact;
    let _ = writeln!(
        text,
        "rules      {asked} moves tested in {} of {}; how often only one rule forbade a move:",
        plural(*positions, "position"),
        plural(*games, "game")
    );
    let wide = widest(impact.rules.keys().chain(impact.hooks.keys()));
    let mut rules: Vec<(&String, &RuleHits)> = impact.rules.iter().collect();
    rules.sort_by_key(|(_, hits)| std::cmp::Reverse((hits.positions, hits.alone)));
    let all = (*positions).max(1) as f64;
    for (name, hits) in rules {
        let (share, each) = (hits.positions as f64 / all, hits.alone as f64 / all);
        let _ = writeln!(
            text,
            "{:<10} {}  {}  {:5.1} % of positions, {each:.1} moves on average",
            "",
            padded(name, wide),
            bar(share),
            100.0 * share
        );
    }
    for (name, count) in &impact.hooks {
        let share = *count as f64 / (*moves).max(1) as f64;
        let share_text = format!("{:5.1} % of moves", 100.0 * share);
        let _ = writeln!(text, "{:<10} {}  {}  {share_text}", "", padded(name, wide), bar(share));
    }
    if !impact.idle.is_empty() {
        let idle: Vec<&String> = impact.idle.iter().collect();
        let _ = writeln!(text, "{:<10} no effect seen: {}", "", series(&idle, "and"));
    }
    let ends: Vec<&String> = impact.ends.iter().filter(|id| !tally.ends.contains_key(*id)).collect();
    if !ends.is_empty() {
        let _ = writeln!(text, "{:<10} never ended a game: {}", "", series(&ends, "and"));
    }
}

/// Writes one line per entry, with the shares of the three results and their confidence intervals.
fn write_table(text: &mut String, label: &str, labels: [&str; 3], rows: &[(&str, &ResultCounts)]) {
    let wide = widest(rows.iter().map(|(name, _)| name)).max(8);
    let [won, drawn, lost] = labels;
    let header = format!("{label:wide$}   {won:<44}{drawn:<25}{lost}");
    let _ = writeln!(text, "{}", header.trim_end());
    for (name, results) in rows {
        let all = results.games();
        let [won, drawn, lost] = [results.won, results.drawn, results.lost].map(|part| share(part, all));
        let bar = bar(results.won as f64 / all.max(1) as f64);
        let _ = writeln!(text, "{}   {bar}  {won}   {drawn}   {}", padded(name, wide), lost.trim_end());
    }
}

/// Writes one line per entry, with its mean points and, if there are several, its mean margin.
pub(super) fn write_point_table(text: &mut String, label: &str, rows: &[(&str, [PointMean; 2])]) {
    let wide = widest(rows.iter().map(|(name, _)| name)).max(8);
    let cells = format_means(&rows.iter().map(|(_, means)| *means).collect::<Vec<_>>());
    let point_wide = widest(cells.iter().map(|[points, _]| points)).max(label.len());
    let margin = if rows.len() > 1 { "   margin" } else { "" };
    let _ = writeln!(text, "{:wide$}   {}{margin}", "", padded(label, if rows.len() > 1 { point_wide } else { 0 }));
    for ((name, _), [points, margin]) in rows.iter().zip(cells) {
        let line = match rows.len() {
            1 => points,
            _ => format!("{}   {margin}", padded(&points, point_wide)),
        };
        let _ = writeln!(text, "{}   {line}", padded(name, wide));
    }
}

/// Formats means of points and margins with their intervals, `14.9 (14.5 to 15.3)` and `+1.1 (+0.3 to +1.9)`.
pub fn format_means(rows: &[[PointMean; 2]]) -> Vec<[String; 2]> {
    let decimals = point_decimals(rows.iter().flatten().filter_map(|mean| mean.interval));
    let format = |PointMean { mean, interval }: PointMean, number: fn(f64, usize) -> String| {
        let interval = interval
            .map(|Interval { low, high }| format!(" ({} to {})", number(low, decimals), number(high, decimals)));
        format!("{}{}", number(mean, decimals), interval.unwrap_or_default())
    };
    rows.iter().map(|[points, margin]| [format(*points, unsigned_points), format(*margin, signed_points)]).collect()
}

/// Returns the number of decimals of points: two if an interval is too narrow for one.
pub(super) fn point_decimals(intervals: impl Iterator<Item = Interval>) -> usize {
    intervals.map(|interval| if interval.radius() < 0.1 { 2 } else { 1 }).max().unwrap_or(1)
}

/// Formats a number, without the sign of one that is rounded to zero.
fn unsigned_points(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.chars().all(|letter| "-0.".contains(letter)) { text.replace('-', "") } else { text }
}

/// Formats a number with its sign.
pub fn signed_points(value: f64, decimals: usize) -> String {
    let text = unsigned_points(value, decimals);
    if text.starts_with('-') { text } else { format!("+{text}") }
}

/// Formats a share in percent with its interval, ` 53.2 % (50.1 to 56.3)`, with a fixed width.
fn share(part: u64, all: u64) -> String {
    let interval = wilson(part as f64, all as f64, CONFIDENCE);
    let within = format!("({:.1} to {:.1})", 100.0 * interval.low, 100.0 * interval.high);
    format!("{:4.1} % {within:<15}", 100.0 * part as f64 / all.max(1) as f64)
}

/// Formats the options of rules except `excluded`, each with a blank before it.
pub(super) fn settings(plan: &RulePlan, excluded: &str) -> String {
    let others = plan.settings.iter().filter(|(key, _)| *key != excluded && key.rsplit('.').next() != Some(excluded));
    others.map(|(key, value)| format!(" {key}={value}")).collect()
}

/// Draws a bar in eighths of a character, with a fixed width.
pub fn bar(share: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * BAR_WIDTH * 8.0).round() as usize;
    let bar = format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8]);
    format!("{bar:<width$}", width = BAR_WIDTH as usize)
}
