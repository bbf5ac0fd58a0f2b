//! Plots of results: shares and differences with their intervals, lengths, ends, the curve of a tuned option.

mod canvas;

use super::svg::TextAnchor;
use canvas::{Axis, BLUE, LEFT, PlotCanvas, RED, RIGHT, format_number};
use houserule_core::text::{one_line, series};
use houserule_lab::simulation::statistics::{CONFIDENCE, Interval, wilson};
use houserule_lab::simulation::{Report, ResultCounts, RuleEffect, Tournament, TuneAnswer, Tuning};

/// Height of a row.
const ROW_HEIGHT: f64 = 24.0;

/// Maximum number of bars in the histogram of lengths.
const MAX_BARS: usize = 60;

/// Row of a panel: a value and its confidence interval.
struct PlotRow {
    label: String,
    value: f64,
    interval: Interval,
}

/// Values, each with the interval in which the true one lies.
#[derive(Default)]
struct IntervalPanel<'a> {
    title: &'a str,
    rows: Vec<PlotRow>,
    /// A value to compare with.
    reference: Option<f64>,
    unit: &'a str,
    decimals: usize,
    /// Further numbers that the axis covers.
    scale: &'a [f64],
}

/// Plots the report of an experiment.
pub fn report(report: &Report) -> String {
    let mut canvas = PlotCanvas::new(&report.headline());
    let [won, drawn, _] = report.result_names();
    let rows = |part: fn(&ResultCounts) -> f64| -> Vec<PlotRow> {
        report.sides.iter().zip(&report.tally.units().sides).map(|(side, results)| share(side, results, part)).collect()
    };
    let has_draws = report.tally.units().sides.iter().any(|results| results.drawn > 0);
    if report.sides.len() > 1 {
        let even = Some(100.0 / report.sides.len() as f64);
        let title = match (has_draws, report.sides.len()) {
            (false, _) => "wins, %",
            (true, 2) => "score, % (a draw counts half)",
            (true, _) => "score, % (a draw is shared)",
        };
        percent_panel(title, rows(ResultCounts::score), even).draw(&mut canvas);
        if report.has_different_bots() {
            let bots = report.by_bot();
            let rows: Vec<PlotRow> =
                bots.iter().map(|(bot, results)| share(bot, results, ResultCounts::score)).collect();
            percent_panel("score by bot, %", rows, even).draw(&mut canvas);
        }
    }
    if report.sides.len() == 1 || has_draws {
        let title = format!("{won}, % of games");
        percent_panel(&title, rows(|results| results.won as f64), None).draw(&mut canvas);
    }
    if has_draws {
        let title = format!("{drawn}, % of games");
        percent_panel(&title, rows(|results| results.drawn as f64), None).draw(&mut canvas);
    }
    draw_ends(&mut canvas, report);
    draw_lengths(&mut canvas, report);
    canvas.finish()
}

/// Returns a share of the games, in percent.
fn share(label: &str, results: &ResultCounts, part: fn(&ResultCounts) -> f64) -> PlotRow {
    let (part, all) = (part(results), results.games() as f64);
    let Interval { low, high } = wilson(part, all, CONFIDENCE);
    let interval = Interval { low: 100.0 * low, high: 100.0 * high };
    PlotRow { label: label.to_string(), value: 100.0 * part / all.max(1.0), interval }
}

/// Plots the differences to the first ruleset, at every strength.
pub fn comparison(names: &[String], effects: &[RuleEffect]) -> String {
    let first = names.first().map_or("", String::as_str);
    let mut canvas = PlotCanvas::new(&format!("Effect of {} on {first}", series(names.get(1..).unwrap_or(&[]), "and")));
    let mut bots: Vec<&str> = effects.iter().map(|effect| effect.bots.as_str()).collect();
    bots.dedup();
    // All strengths have the same scale, so that they can be compared.
    let scale: Vec<f64> =
        effects.iter().flat_map(|effect| [effect.gain.interval.low, effect.gain.interval.high]).collect();
    for bots in bots {
        let group: Vec<&RuleEffect> = effects.iter().filter(|effect| effect.bots == bots).collect();
        let has_many_sides = group.iter().any(|effect| effect.side != group[0].side);
        let rows: Vec<PlotRow> = group
            .iter()
            .map(|effect| PlotRow {
                label: match has_many_sides {
                    true => format!("{}, {}", effect.game, effect.side),
                    false => effect.game.clone(),
                },
                value: effect.gain.estimate,
                interval: effect.gain.interval,
            })
            .collect();
        let side = if has_many_sides { "each side" } else { group[0].side.as_str() };
        let title = format!("{bots}: change for {side}, %");
        IntervalPanel { title: &title, rows, reference: Some(0.0), unit: "%", decimals: 1, scale: &scale }
            .draw(&mut canvas);
    }
    canvas.finish()
}

/// Plots ratings with their intervals.
pub fn tournament(tournament: &Tournament) -> String {
    let ratings = tournament.ratings();
    let mut canvas = PlotCanvas::new(&format!("{}: {}", tournament.game, tournament.units(tournament.games())));
    let rows: Vec<PlotRow> = tournament
        .ranking(&ratings)
        .into_iter()
        .map(|bot| PlotRow {
            label: tournament.bots[bot].clone(),
            value: ratings.elo[bot].estimate,
            interval: ratings.elo[bot].interval,
        })
        .collect();
    let title = "Elo, relative to the mean";
    IntervalPanel { title, rows, reference: Some(0.0), unit: "elo", ..IntervalPanel::default() }.draw(&mut canvas);
    canvas.finish()
}

/// Plots the curve with its band, the target, and the interval of the fair value.
pub fn tuning(tuning: &Tuning) -> String {
    let curve = tuning.curve();
    let target = 100.0 * tuning.search.target;
    let words = tuning.summary();
    let mut canvas = PlotCanvas::new(words.lines().next().unwrap_or_default());
    canvas.heading(&format!("{} by {}, %", tuning.team_name(), tuning.option));
    const HEIGHT: f64 = 280.0;
    let top = canvas.bottom + 6.0;
    let ends = curve.iter().flat_map(|(.., interval)| [interval.low, interval.high]).chain([target]);
    let y_axis = Axis::between(ends, [top + HEIGHT, top], "");
    let x_axis = Axis::over(curve.iter().map(|(value, ..)| *value), &tuning.option);
    canvas.bottom = top + HEIGHT;
    if let TuneAnswer::Found { low, high, .. } = tuning.search.answer() {
        let edge =
            |index: Option<usize>, other: f64| index.map_or(other, |index| x_axis.at(tuning.search.values[index]));
        let (from, to) = (edge(low, LEFT), edge(high, RIGHT));
        canvas.rect([from, top], [to - from, HEIGHT], "#fbeee2");
    }
    canvas.axis(&x_axis, top);
    canvas.side_axis(&y_axis);
    canvas.line([LEFT, y_axis.at(target)], [RIGHT, y_axis.at(target)], RED, 1.5);
    canvas.text(RIGHT + 12.0, y_axis.at(target) + 4.0, TextAnchor::Start, &format!("goal: {}", format_number(target)));
    let upper = curve.iter().map(|(value, .., interval)| [x_axis.at(*value), y_axis.at(interval.high)]);
    let lower = curve.iter().rev().map(|(value, .., interval)| [x_axis.at(*value), y_axis.at(interval.low)]);
    canvas.band(&upper.chain(lower).collect::<Vec<_>>());
    let points: Vec<[f64; 2]> =
        curve.iter().map(|(value, _, share, _)| [x_axis.at(*value), y_axis.at(*share)]).collect();
    points.windows(2).for_each(|pair| canvas.line(pair[0], pair[1], BLUE, 1.5));
    points.into_iter().for_each(|point| canvas.dot(point, BLUE));
    canvas.bottom += 16.0;
    canvas.finish()
}

/// Returns a panel of shares in percent.
fn percent_panel(title: &str, rows: Vec<PlotRow>, reference: Option<f64>) -> IntervalPanel<'_> {
    IntervalPanel { title, rows, reference, unit: "%", decimals: 1, scale: &[] }
}

impl IntervalPanel<'_> {
    fn draw(&self, canvas: &mut PlotCanvas) {
        canvas.heading(self.title);
        let all =
            self.rows.iter().flat_map(|row| [row.value, row.interval.low, row.interval.high]).chain(self.reference);
        let axis = Axis::over(all.chain(self.scale.iter().copied()), self.unit);
        let top = canvas.bottom;
        canvas.bottom += ROW_HEIGHT * self.rows.len() as f64 + 4.0;
        canvas.axis(&axis, top);
        if let Some(reference) = self.reference {
            canvas.line([axis.at(reference), top], [axis.at(reference), canvas.bottom], RED, 1.5);
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = top + ROW_HEIGHT * (index as f64 + 0.5);
            let [low, high] = [row.interval.low, row.interval.high].map(|end| axis.at(end));
            canvas.text(LEFT - 10.0, y + 4.0, TextAnchor::End, &one_line(&row.label, 22));
            canvas.line([low, y], [high, y], BLUE, 3.0);
            canvas.dot([axis.at(row.value), y], BLUE);
            let Interval { low, high } = row.interval;
            let decimals = self.decimals;
            let label = format!("{:.decimals$} ({low:.decimals$} to {high:.decimals$})", row.value);
            canvas.text(RIGHT + 12.0, y + 4.0, TextAnchor::Start, &label);
        }
        canvas.bottom += 16.0;
    }
}

/// Draws the panel of the ends of games.
fn draw_ends(canvas: &mut PlotCanvas, report: &Report) {
    let tally = &report.tally;
    let ends = tally.ends_by_count();
    canvas.heading("ends by, % of games");
    let top = canvas.bottom;
    for (index, (cause, count)) in ends.iter().enumerate() {
        let (share, y) = (*count as f64 / tally.games().max(1) as f64, top + ROW_HEIGHT * index as f64);
        canvas.text(LEFT - 10.0, y + 16.0, TextAnchor::End, &one_line(cause, 22));
        canvas.rect([LEFT, y + 4.0], [share * (RIGHT - LEFT), ROW_HEIGHT - 8.0], BLUE);
        canvas.text(RIGHT + 12.0, y + 16.0, TextAnchor::Start, &format!("{:.1} %", 100.0 * share));
    }
    canvas.bottom += ROW_HEIGHT * ends.len() as f64;
}

/// Draws the histogram of the lengths of games.
fn draw_lengths(canvas: &mut PlotCanvas, report: &Report) {
    let lengths = &report.tally.lengths;
    let (Some((&min, _)), Some((&max, _))) = (lengths.first_key_value(), lengths.last_key_value()) else { return };
    let bar_width = ((max - min) as usize / MAX_BARS + 1) as u32;
    let mut bars = vec![0u64; ((max - min) / bar_width + 1) as usize];
    lengths.iter().for_each(|(moves, count)| bars[((moves - min) / bar_width) as usize] += count);
    let tallest = bars.iter().copied().max().unwrap_or(1).max(1) as f64;
    canvas.heading("length in moves");
    const HEIGHT: f64 = 120.0;
    let top = canvas.bottom;
    let ends = [min, min + bar_width * bars.len() as u32].map(f64::from);
    let axis = Axis::over_integers(ends, "moves");
    canvas.bottom += HEIGHT;
    canvas.axis(&axis, top);
    for (index, count) in bars.iter().enumerate().filter(|(_, count)| **count > 0) {
        let from = min + bar_width * index as u32;
        let (left, right) = (axis.at(f64::from(from)), axis.at(f64::from(from + bar_width)));
        let height = HEIGHT * *count as f64 / tallest;
        canvas.rect([left, top + HEIGHT - height], [right - left - 0.5, height], BLUE);
    }
    canvas.bottom += 16.0;
}
