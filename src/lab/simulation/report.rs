//! Report of an experiment, with everything needed to repeat it, continue it elsewhere and merge parts.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::experiment::Experiment;
use super::points::{PointMean, PointSums};
use super::statistics::{CONFIDENCE, Interval, wilson};
use super::tally::{ResultCounts, Tally};
use crate::bot::BotName;
use houserule_core::text::{plural, series};
use houserule_script::matches::MatchTerms;

sentence_errors! {
    /// Error of a report that cannot be read, or of reports that are not parts of one run.
    ReportError;
}

/// Version of the report format.
const FORMAT_VERSION: u32 = 2;

/// Upper limit of the number of games.
const MAX_GAMES: u64 = 1 << 40;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    form: u32,
    pub game: String,
    pub options: BTreeMap<String, String>,
    /// Rules hash.
    pub rules: String,
    /// Names of the teams.
    pub sides: Vec<String>,
    /// Bots in seat order.
    pub bots: Vec<String>,
    pub seed: u64,
    /// Number of moves after which a game was stopped.
    pub longest: usize,
    /// Terms of the matches that were played instead of single games.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_terms: Option<MatchTerms>,
    /// Number of games planned, or of matches.
    pub games: u64,
    /// Numbers of the games or matches in the tally, as half-open ranges.
    pub covers: Vec<(u64, u64)>,
    pub tally: Tally,
}

/// Share of games, in percent.
#[derive(Serialize)]
struct SharePercent {
    percent: f64,
    low: f64,
    high: f64,
}

impl Report {
    /// Creates the report of an experiment before its first game.
    pub fn new(experiment: &Experiment, bots: &[BotName], games: u64) -> Report {
        let plan = &experiment.ruleset.plan;
        Report {
            form: FORMAT_VERSION,
            game: experiment.ruleset.reference.clone(),
            options: plan.settings.iter().map(|(key, value)| (key.clone(), value.to_string())).collect(),
            rules: plan.hash.clone(),
            sides: plan.names.teams.to_vec(),
            bots: bots.iter().map(BotName::to_string).collect(),
            seed: experiment.seed,
            longest: experiment.max_moves,
            match_terms: experiment.match_terms.clone(),
            games,
            covers: Vec::new(),
            tally: Tally::new(experiment),
        }
    }

    /// Records that the tally contains these games.
    pub fn cover(&mut self, numbers: Range<u64>) {
        if !numbers.is_empty() {
            self.covers.push((numbers.start, numbers.end));
        }
    }

    pub fn read(text: &str) -> Result<Report, ReportError> {
        let report: Report = serde_json::from_str(text).map_err(|_| "not a report of `houserule simulate --json`")?;
        if report.form != FORMAT_VERSION {
            bail!("report format {}, but this program reads format {FORMAT_VERSION}", report.form);
        }
        if report.is_consistent() { Ok(report) } else { Err("the counts contradict each other".into()) }
    }

    /// Returns whether the counts are consistent with the games covered: a file may contain anything.
    fn is_consistent(&self) -> bool {
        let Report { tally, covers, games, .. } = self;
        let in_order = covers.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        let in_range = covers.iter().all(|(from, to)| from < to && to <= games);
        tally.is_plausible((*games).min(MAX_GAMES))
            && (in_order && in_range)
            && tally.units().games() == games - self.missing()
            && (tally.matches.is_none() || self.match_terms.is_some())
            && tally.sides.len() == self.sides.len()
            && !(self.sides.is_empty() || self.bots.is_empty())
    }

    /// Returns the report as JSON: the fields that `merge` reads, and the shares computed from them.
    pub fn to_json(&self) -> Value {
        let mut value = json!(self);
        self.add_shares(&mut value, &self.tally);
        value["mean_length"] = json!(self.tally.mean_length());
        self.tally.trace.all().for_each(|(key, statistic)| value[key] = json!(statistic.value()));
        if let Some(matches) = &self.tally.matches {
            value["matches"] = json!({ "mean_games": matches.mean_length() });
            self.add_shares(&mut value["matches"], matches);
        }
        value
    }

    /// Adds the shares and the mean points of teams and bots to a JSON object.
    fn add_shares(&self, value: &mut Value, tally: &Tally) {
        let shares = |results: &ResultCounts| {
            let share = |part: f64| {
                let all = results.games() as f64;
                let Interval { low, high } = wilson(part, all, CONFIDENCE);
                json!(SharePercent { percent: 100.0 * part / all.max(1.0), low: 100.0 * low, high: 100.0 * high })
            };
            let ResultCounts { won, drawn, lost, .. } = *results;
            let [as_won, as_drawn, as_lost] = self.result_names();
            json!({
                as_won: share(won as f64), as_drawn: share(drawn as f64), as_lost: share(lost as f64),
                "points": share(results.score()),
            })
        };
        let named_shares = |rows: Vec<(&str, &ResultCounts)>| -> Value {
            rows.into_iter().map(|(name, results)| (name.to_string(), shares(results))).collect()
        };
        value["shares"] = named_shares(self.named_sides(&tally.sides));
        value["bot_shares"] = named_shares(self.named_bots(&tally.bots));
        let Some(points) = &tally.points else { return };
        let means = |rows: Vec<(&str, &PointSums)>| -> Value {
            let estimates = |(name, [points, margin]): (&str, [PointMean; 2])| {
                (name.to_string(), json!({ "points": points, "margin": margin }))
            };
            PointSums::means(rows).into_iter().map(estimates).collect()
        };
        value["points"] = means(self.named_sides(&points.sides));
        value["bot_points"] = means(self.named_bots(&points.bots));
    }

    /// Formats one CSV line per team and, if different bots played, per bot; for matches, and for games.
    pub fn to_csv(&self) -> String {
        const HEADER: &str = "game,options,bots,seed,side,bot,games,unfinished,won,drawn,lost,won_percent,won_low,won_high,mean_length,\
             points,points_low,points_high,margin,margin_low,margin_high,unit";
        let matches = self.tally.matches.iter().flat_map(|matches| self.csv_rows(matches, "match"));
        csv_table(HEADER, matches.chain(self.csv_rows(&self.tally, "game")))
    }

    fn csv_rows(&self, tally: &Tally, unit: &str) -> Vec<Vec<String>> {
        let options: Vec<String> = self.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let row = |[side, bot]: [&str; 2], results: &ResultCounts, points: Option<&[PointMean; 2]>| {
            let all = results.games() as f64;
            let Interval { low, high } = wilson(results.won as f64, all, CONFIDENCE);
            let percent = |share: f64| format!("{:.2}", 100.0 * share);
            let mut row = vec![
                self.game.clone(),
                options.join(" "),
                self.bots.join(" "),
                self.seed.to_string(),
                side.to_string(),
                bot.to_string(),
                tally.games().to_string(),
                tally.unfinished.to_string(),
                results.won.to_string(),
                results.drawn.to_string(),
                results.lost.to_string(),
                percent(results.won as f64 / all.max(1.0)),
                percent(low),
                percent(high),
                format!("{:.2}", tally.mean_length()),
            ];
            row.extend(csv_means(points));
            row.push(unit.to_string());
            row
        };
        let points = tally.points.as_ref();
        let side_points = points.map(|points| PointSums::means(self.named_sides(&points.sides))).unwrap_or_default();
        let bot_points = points.map(|points| PointSums::means(self.named_bots(&points.bots))).unwrap_or_default();
        let sides = self.named_sides(&tally.sides).into_iter().enumerate();
        let sides = sides.map(|(at, (side, results))| row([side, ""], results, side_points.get(at).map(|row| &row.1)));
        let bots = self.named_bots(&tally.bots).into_iter().filter(|_| self.has_different_bots()).enumerate();
        let bots = bots.map(|(at, (bot, results))| row(["", bot], results, bot_points.get(at).map(|row| &row.1)));
        sides.chain(bots).collect()
    }

    /// Returns the names of the three results of a game.
    pub fn result_names(&self) -> [&'static str; 3] {
        if self.sides.len() == 1 { ["solved", "partial", "failed"] } else { ["won", "drawn", "lost"] }
    }

    /// Formats a number of games, or of matches: `5 games`, `2 matches`.
    pub fn units(&self, count: u64) -> String {
        match &self.match_terms {
            None => plural(count, "game"),
            Some(_) => plural(count, "match"),
        }
    }

    /// Returns the number of planned games that are not in the tally.
    pub fn missing(&self) -> u64 {
        self.games - self.covers.iter().map(|(from, to)| to - from).sum::<u64>()
    }
}

/// Formats means of points and margins with their intervals as six fields of CSV.
pub(super) fn csv_means(means: Option<&[PointMean; 2]>) -> [String; 6] {
    let fields = |at: usize| {
        let mean = means.map(|means| means[at]);
        let interval = mean.and_then(|mean| mean.interval);
        [mean.map(|mean| mean.mean), interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
            .map(|number| number.map_or_else(String::new, |number| format!("{number:.3}")))
    };
    let [[points, points_low, points_high], [margin, margin_low, margin_high]] = [fields(0), fields(1)];
    [points, points_low, points_high, margin, margin_low, margin_high]
}

/// Formats a CSV table.
pub(super) fn csv_table(header: &str, rows: impl Iterator<Item: IntoIterator<Item = String>>) -> String {
    const IN_MEMORY: &str = "text in memory takes every row";
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header.split(',')).expect(IN_MEMORY);
    rows.for_each(|row| writer.write_record(row).expect(IN_MEMORY));
    String::from_utf8(writer.into_inner().expect(IN_MEMORY)).expect("every field is text")
}

/// Merges the parts of one experiment, each with the name of its file. The result equals that of a single run, except
/// for games that no part contains.
pub fn merge(parts: Vec<(String, Report)>) -> Result<Report, ReportError> {
    let mut parts = parts.into_iter();
    let (first, mut merged) = parts.next().ok_or("nothing to merge")?;
    let mut files = vec![(first.clone(), merged.covers.clone())];
    for (file, part) in parts {
        let differs = [
            ("game", merged.game != part.game),
            ("options", merged.options != part.options),
            ("rules", merged.rules != part.rules),
            ("bots", merged.bots != part.bots),
            ("seed", merged.seed != part.seed),
            ("number of games", merged.games != part.games),
            ("longest game", merged.longest != part.longest),
            ("terms of the matches", merged.match_terms != part.match_terms),
            ("sides", merged.sides != part.sides || merged.tally.bots.len() != part.tally.bots.len()),
        ];
        let differs: Vec<&str> =
            differs.into_iter().filter(|(_, is_different)| *is_different).map(|(what, _)| what).collect();
        if !differs.is_empty() {
            let says = series(&differs, "and");
            bail!("{first} and {file} are not parts of one run: they differ in the {says}");
        }
        let overlap = |ours: &(u64, u64)| part.covers.iter().any(|theirs| ours.0 < theirs.1 && theirs.0 < ours.1);
        if let Some((other, _)) = files.iter().find(|(_, covers)| covers.iter().any(overlap)) {
            bail!("{other} and {file} contain the same games; list each part once");
        }
        merged.tally.merge(&part.tally);
        files.push((file, part.covers.clone()));
    }
    let mut covers: Vec<(u64, u64)> = files.into_iter().flat_map(|(_, covers)| covers).collect();
    covers.sort_unstable();
    merged.covers.clear();
    for (from, to) in covers {
        match merged.covers.last_mut() {
            Some(last) if last.1 == from => last.1 = to,
            _ => merged.covers.push((from, to)),
        }
    }
    Ok(merged)
}

impl Report {
    /// Describes missing games in a sentence.
    pub fn describe_missing(&self) -> Option<String> {
        let missing = self.missing();
        let are = if missing == 1 { "is" } else { "are" };
        (missing > 0).then(|| format!("{missing} of {} {are} missing", self.units(self.games)))
    }
}
