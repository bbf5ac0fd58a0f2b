//! Plots of results: shares and differences with their intervals, lengths, ends, the curve of a tuned option.

mod canvas;

use super::svg::TextAnchor;
use canvas::{Axis, BLUE, LEFT, PlotCanvas, RED, RIGHT, plain};
use houserule_core::text::{counted, one_line, series};
use houserule_lab::simulation::statistics::{CONFIDENCE, Interval, wilson};
use houserule_lab::simulation::{Report, ResultCounts, RuleEffect, Tournament, TuneAnswer, Tuning};

/// Height of a row.
const LINE: f64 = 24.0;

/// Maximum number of bars in the histogram of lengths.
const MAX_BARS: usize = 60;

/// Row of a panel: a value and its confidence interval.
struct PlotRow {
    label: String,
    value: f64,
    within: Interval,
}

/// Values, each with the interval in which the true one lies.
#[derive(Default)]
struct IntervalPanel<'a> {
    title: &'a str,
    rows: Vec<PlotRow>,
    /// A value to compare with.
    mark: Option<f64>,
    unit: &'a str,
    decimals: usize,
    /// Numbers for which the axis has room, too.
    scale: &'a [f64],
}

/// What many games came to.
pub fn report(report: &Report) -> String {
    let mut canvas = PlotCanvas::new(&report.headline());
    let [won, drawn, _] = report.words();
    let rows = |part: fn(&ResultCounts) -> f64| -> Vec<PlotRow> {
        report.sides.iter().zip(&report.tally.sides).map(|(side, results)| share(side, results, part)).collect()
    };
    let has_draws = report.tally.sides.iter().any(|results| results.drawn > 0);
    if report.sides.len() > 1 {
        let even = Some(100.0 / report.sides.len() as f64);
        let title = match (has_draws, report.sides.len()) {
            (false, _) => "won, of 100 games",
            (true, 2) => "points of 100, a draw is half of one",
            (true, _) => "points of 100, whoever draws shares one",
        };
        percents(title, rows(ResultCounts::score), even).draw(&mut canvas);
        if report.rivals() {
            let bots = report.by_bot();
            let rows: Vec<PlotRow> =
                bots.iter().map(|(bot, results)| share(bot, results, ResultCounts::score)).collect();
            percents("bots, points of 100", rows, even).draw(&mut canvas);
        }
    }
    if report.sides.len() == 1 || has_draws {
        let title = format!("{won}, of 100 games");
        percents(&title, rows(|results| results.won as f64), None).draw(&mut canvas);
    }
    if has_draws {
        let title = format!("{drawn}, of 100 games");
        percents(&title, rows(|results| results.drawn as f64), None).draw(&mut canvas);
    }
    ends(&mut canvas, report);
    lengths(&mut canvas, report);
    canvas.finish()
}

/// Share of the games, in percent.
fn share(label: &str, results: &ResultCounts, part: fn(&ResultCounts) -> f64) -> PlotRow {
    let (part, all) = (part(results), results.games() as f64);
    let Interval { low, high } = wilson(part, all, CONFIDENCE);
    let within = Interval { low: 100.0 * low, high: 100.0 * high };
    PlotRow { label: label.to_string(), value: 100.0 * part / all.max(1.0), within }
}

/// Plot of the differences to the first ruleset, at every strength.
pub fn comparison(names: &[String], found: &[RuleEffect]) -> String {
    let first = names.first().map_or("", String::as_str);
    let mut canvas =
        PlotCanvas::new(&format!("What {} changes in {first}", series(names.get(1..).unwrap_or(&[]), "or")));
    let mut bots: Vec<&str> = found.iter().map(|finding| finding.bots.as_str()).collect();
    bots.dedup();
    // All strengths on one scale, or they could not be compared.
    let scale: Vec<f64> =
        found.iter().flat_map(|finding| [finding.gain.interval.low, finding.gain.interval.high]).collect();
    for bots in bots {
        let own: Vec<&RuleEffect> = found.iter().filter(|finding| finding.bots == bots).collect();
        let many = own.iter().any(|finding| finding.side != own[0].side);
        let rows: Vec<PlotRow> = own
            .iter()
            .map(|finding| PlotRow {
                label: match many {
                    true => format!("{}, {}", finding.game, finding.side),
                    false => finding.game.clone(),
                },
                value: finding.gain.estimate,
                within: finding.gain.interval,
            })
            .collect();
        let who = if many { "each side" } else { own[0].side.as_str() };
        let title = format!("{bots}: points of 100 gained by {who}");
        IntervalPanel { title: &title, rows, mark: Some(0.0), unit: "points", decimals: 1, scale: &scale }
            .draw(&mut canvas);
    }
    canvas.finish()
}

/// Plot of ratings with their intervals.
pub fn tournament(tournament: &Tournament) -> String {
    let rated = tournament.ratings();
    let mut canvas = PlotCanvas::new(&format!("{}: {}", tournament.game, counted(tournament.games() as usize, "game")));
    let rows: Vec<PlotRow> = tournament
        .order(&rated)
        .into_iter()
        .map(|bot| PlotRow {
            label: tournament.bots[bot].clone(),
            value: rated.elo[bot].estimate,
            within: rated.elo[bot].interval,
        })
        .collect();
    let title = "Elo, beside the mean of all";
    IntervalPanel { title, rows, mark: Some(0.0), unit: "elo", ..IntervalPanel::default() }.draw(&mut canvas);
    canvas.finish()
}

/// Plot of the curve with its band, the target, and the interval of the fair value.
pub fn tuning(tuning: &Tuning) -> String {
    let curve = tuning.curve();
    let target = 100.0 * tuning.search.target;
    let words = tuning.words();
    let mut canvas = PlotCanvas::new(words.lines().next().unwrap_or_default());
    canvas.head(&format!("{} by {}, points of 100", tuning.team_name(), tuning.option));
    const HEIGHT: f64 = 280.0;
    let top = canvas.down + 6.0;
    let ends = curve.iter().flat_map(|(.., within)| [within.low, within.high]).chain([target]);
    let up = Axis::between(ends, [top + HEIGHT, top], "");
    let across = Axis::over(curve.iter().map(|(value, ..)| *value), &tuning.option);
    canvas.down = top + HEIGHT;
    if let TuneAnswer::Found { low, high, .. } = tuning.search.answer() {
        let edge = |at: Option<usize>, other: f64| at.map_or(other, |at| across.at(tuning.search.values[at]));
        let (from, to) = (edge(low, LEFT), edge(high, RIGHT));
        canvas.rect([from, top], [to - from, HEIGHT], "#fbeee2");
    }
    canvas.axis(&across, top);
    canvas.side_axis(&up);
    canvas.line([LEFT, up.at(target)], [RIGHT, up.at(target)], RED, 1.5);
    canvas.text(RIGHT + 12.0, up.at(target) + 4.0, TextAnchor::Start, &format!("wanted: {}", plain(target)));
    let upper = curve.iter().map(|(value, .., within)| [across.at(*value), up.at(within.high)]);
    let lower = curve.iter().rev().map(|(value, .., within)| [across.at(*value), up.at(within.low)]);
    canvas.band(&upper.chain(lower).collect::<Vec<_>>());
    let points: Vec<[f64; 2]> = curve.iter().map(|(value, _, share, _)| [across.at(*value), up.at(*share)]).collect();
    points.windows(2).for_each(|pair| canvas.line(pair[0], pair[1], BLUE, 1.5));
    points.into_iter().for_each(|point| canvas.dot(point, BLUE));
    canvas.down += 16.0;
    canvas.finish()
}

/// A panel of shares in percent.
fn percents(title: &str, rows: Vec<PlotRow>, mark: Option<f64>) -> IntervalPanel<'_> {
    IntervalPanel { title, rows, mark, unit: "%", decimals: 1, scale: &[] }
}

impl IntervalPanel<'_> {
    fn draw(&self, canvas: &mut PlotCanvas) {
        canvas.head(self.title);
        let all = self.rows.iter().flat_map(|row| [row.value, row.within.low, row.within.high]).chain(self.mark);
        let axis = Axis::over(all.chain(self.scale.iter().copied()), self.unit);
        let top = canvas.down;
        canvas.down += LINE * self.rows.len() as f64 + 4.0;
        canvas.axis(&axis, top);
        if let Some(mark) = self.mark {
            canvas.line([axis.at(mark), top], [axis.at(mark), canvas.down], RED, 1.5);
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = top + LINE * (index as f64 + 0.5);
            let [low, high] = [row.within.low, row.within.high].map(|end| axis.at(end));
            canvas.text(LEFT - 10.0, y + 4.0, TextAnchor::End, &one_line(&row.label, 22));
            canvas.line([low, y], [high, y], BLUE, 3.0);
            canvas.dot([axis.at(row.value), y], BLUE);
            let Interval { low, high } = row.within;
            let decimals = self.decimals;
            let says = format!("{:.decimals$} ({low:.decimals$} to {high:.decimals$})", row.value);
            canvas.text(RIGHT + 12.0, y + 4.0, TextAnchor::Start, &says);
        }
        canvas.down += 16.0;
    }
}

/// Panel of the ends of games.
fn ends(canvas: &mut PlotCanvas, report: &Report) {
    let tally = &report.tally;
    let ends = tally.ends_by_count();
    canvas.head("ends by, of 100 games");
    let top = canvas.down;
    for (index, (how, count)) in ends.iter().enumerate() {
        let (share, y) = (*count as f64 / tally.games().max(1) as f64, top + LINE * index as f64);
        canvas.text(LEFT - 10.0, y + 16.0, TextAnchor::End, &one_line(how, 22));
        canvas.rect([LEFT, y + 4.0], [share * (RIGHT - LEFT), LINE - 8.0], BLUE);
        canvas.text(RIGHT + 12.0, y + 16.0, TextAnchor::Start, &format!("{:.1} %", 100.0 * share));
    }
    canvas.down += LINE * ends.len() as f64;
}

/// Histogram of the lengths of games.
fn lengths(canvas: &mut PlotCanvas, report: &Report) {
    let lengths = &report.tally.lengths;
    let (Some((&least, _)), Some((&most, _))) = (lengths.first_key_value(), lengths.last_key_value()) else {
        return;
    };
    let each = ((most - least) as usize / MAX_BARS + 1) as u32;
    let mut bars = vec![0u64; ((most - least) / each + 1) as usize];
    lengths.iter().for_each(|(moves, count)| bars[((moves - least) / each) as usize] += count);
    let tallest = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
    canvas.head("length in moves");
    const HEIGHT: f64 = 120.0;
    let top = canvas.down;
    let ends = [least, least + each * bars.len() as u32].map(f64::from);
    let axis = Axis::over_whole(ends, "moves");
    canvas.down += HEIGHT;
    canvas.axis(&axis, top);
    for (index, count) in bars.iter().enumerate().filter(|(_, count)| **count > 0) {
        let from = least + each * index as u32;
        let (left, right) = (axis.at(f64::from(from)), axis.at(f64::from(from + each)));
        let height = HEIGHT * *count as f64 / tallest;
        canvas.rect([left, top + HEIGHT - height], [right - left - 0.5, height], BLUE);
    }
    canvas.down += 16.0;
}
