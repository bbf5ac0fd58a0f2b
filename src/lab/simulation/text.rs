//! Report for people: a few lines with small bars.

use std::fmt::Write;

use super::report::Report;
use super::rule_impact::{RuleHits, RuleImpact};
use super::statistics::{CONFIDENCE, wilson};
use super::tally::{ResultCounts, Tally};
use houserule_core::text::{counted, padded, series, widest};
use houserule_script::rules::RulePlan;

/// Length of a full bar.
const FULL: f64 = 20.0;

impl Report {
    /// The findings in words, numbers and bars.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n\n", self.headline());
        let [won, drawn, lost] = self.words();
        let finished = self.tally.sides.iter().any(|results| results.games() > 0);
        if finished {
            let sides = self.sides.iter().map(String::as_str).zip(&self.tally.sides);
            table(&mut text, [won, drawn, lost], &sides.collect::<Vec<_>>());
        }
        if finished && self.rivals() {
            text.push('\n');
            table(&mut text, [won, drawn, lost], &self.by_bot());
        }
        text.push('\n');
        self.ends(&mut text);
        self.figures(&mut text);
        if let Some(mattered) = &self.tally.mattered {
            rules(&mut text, mattered, &self.tally);
        }
        text
    }

    pub fn headline(&self) -> String {
        let games = counted(self.tally.games() as usize, "game");
        let of = if self.missing() > 0 { format!(" of {}", self.games) } else { String::new() };
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!(" {key}={value}")).collect();
        let bots = series(&self.bots, "and");
        format!("{}{}: {games}{of} by {bots}, seed {}", self.game, options.concat(), self.seed)
    }

    /// Whether different bots played.
    pub fn rivals(&self) -> bool {
        self.bots.iter().any(|bot| *bot != self.bots[0])
    }

    /// Results of every bot, each name once.
    pub fn by_bot(&self) -> Vec<(&str, &ResultCounts)> {
        let named = self.bots.iter().zip(&self.tally.bots).enumerate();
        let firsts = named.filter(|(at, (name, _))| !self.bots[..*at].contains(name));
        firsts.map(|(_, (name, results))| (name.as_str(), results)).collect()
    }

    fn ends(&self, text: &mut String) {
        let all = self.tally.games().max(1) as f64;
        let ends = self.tally.ends_by_count();
        let wide = widest(ends.iter().map(|(how, _)| how));
        for (index, (how, count)) in ends.into_iter().enumerate() {
            let (label, share) = (if index == 0 { "ends by" } else { "" }, count as f64 / all);
            let _ = writeln!(text, "{label:<10} {}  {}  {:5.1} %", padded(how, wide), bar(share), 100.0 * share);
        }
        if self.tally.unfinished > 0 {
            let _ = writeln!(
                text,
                "{:<10} {} broken off after {} moves, and counted {}",
                "",
                match self.tally.unfinished {
                    1 => "1 game was".to_string(),
                    games => format!("{games} games were"),
                },
                self.longest,
                if self.sides.len() == 1 { "as failed" } else { "for nobody" }
            );
        }
    }

    fn figures(&self, text: &mut String) {
        let Tally { lengths, trace, .. } = &self.tally;
        if let (Some((least, _)), Some((most, _))) = (lengths.first_key_value(), lengths.last_key_value()) {
            let (from, to) = (self.tally.length_at(0.25), self.tally.length_at(0.75));
            let mean = self.tally.mean_length();
            let _ = writeln!(
                text,
                "length     {mean:.1} moves on average, half of the games {from} to {to}, all {least} to {most}"
            );
        }
        let seen = match trace.games {
            games if games == self.tally.games() => String::new(),
            games => format!(" (seen in {})", counted(games as usize, "game")),
        };
        for (statistic, value) in trace.all().filter_map(|(_, statistic)| Some((statistic, statistic.value()?))) {
            let _ = writeln!(text, "{}{seen}", statistic.line(value));
        }
        if let Some(courses) = self.tally.courses.as_ref().filter(|courses| courses.are_few()) {
            let (different, games) = (courses.different.len(), counted(courses.games as usize, "game"));
            let _ = writeln!(
                text,
                "repeats    only {different} of {games} went differently: those that repeat others tell nothing new"
            );
        }
    }
}

/// What rules forbade, and which hooks did something.
fn rules(text: &mut String, mattered: &RuleImpact, tally: &Tally) {
    let RuleImpact { games, positions, asked, moves, .. } = mattered;
    let _ = writeln!(
        text,
        "rules      asked about {asked} moves in {} of {}: where a rule alone forbade one, and how many",
        counted(*positions as usize, "position"),
        counted(*games as usize, "game")
    );
    let wide = widest(mattered.rules.keys().chain(mattered.hooks.keys()));
    let mut rules: Vec<(&String, &RuleHits)> = mattered.rules.iter().collect();
    rules.sort_by_key(|(_, forbade)| std::cmp::Reverse((forbade.positions, forbade.alone)));
    let all = (*positions).max(1) as f64;
    for (name, forbade) in rules {
        let (share, each) = (forbade.positions as f64 / all, forbade.alone as f64 / all);
        let _ = writeln!(
            text,
            "{:<10} {}  {}  {:5.1} % of positions, {each:.1} moves on average",
            "",
            padded(name, wide),
            bar(share),
            100.0 * share
        );
    }
    for (name, count) in &mattered.hooks {
        let share = *count as f64 / (*moves).max(1) as f64;
        let says = format!("{:5.1} % of moves", 100.0 * share);
        let _ = writeln!(text, "{:<10} {}  {}  {says}", "", padded(name, wide), bar(share));
    }
    if !mattered.idle.is_empty() {
        let idle: Vec<&String> = mattered.idle.iter().collect();
        let _ = writeln!(text, "{:<10} never seen to matter: {}", "", series(&idle, "and"));
    }
    let ends: Vec<&String> = mattered.ends.iter().filter(|id| !tally.ends.contains_key(*id)).collect();
    if !ends.is_empty() {
        let _ = writeln!(text, "{:<10} never ended a game: {}", "", series(&ends, "and"));
    }
}

/// One line each, with the shares of the three results and their confidence intervals.
fn table(text: &mut String, words: [&str; 3], lines: &[(&str, &ResultCounts)]) {
    let wide = widest(lines.iter().map(|(name, _)| name)).max(8);
    let [won, drawn, lost] = words;
    let head = format!("{:wide$}   {won:<44}{drawn:<25}{lost}", "");
    let _ = writeln!(text, "{}", head.trim_end());
    for (name, results) in lines {
        let all = results.games();
        let [won, drawn, lost] = [results.won, results.drawn, results.lost].map(|part| share(part, all));
        let bar = bar(results.won as f64 / all.max(1) as f64);
        let _ = writeln!(text, "{}   {bar}  {won}   {drawn}   {}", padded(name, wide), lost.trim_end());
    }
}

/// Share in percent with its interval, ` 53.2 % (50.1 to 56.3)`, of fixed width.
fn share(part: u64, all: u64) -> String {
    let interval = wilson(part as f64, all as f64, CONFIDENCE);
    let within = format!("({:.1} to {:.1})", 100.0 * interval.low, 100.0 * interval.high);
    format!("{:4.1} % {within:<15}", 100.0 * part as f64 / all.max(1) as f64)
}

/// Options of rules, each with a blank before it, except `but`.
pub(super) fn settings(plan: &RulePlan, but: &str) -> String {
    let others = plan.settings.iter().filter(|(key, _)| *key != but && key.rsplit('.').next() != Some(but));
    others.map(|(key, value)| format!(" {key}={value}")).collect()
}

/// Bar in eighths of a character, of fixed width.
pub fn bar(share: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * FULL * 8.0).round() as usize;
    let bar = format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8]);
    format!("{bar:<width$}", width = FULL as usize)
}
