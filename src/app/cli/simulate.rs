//! `simulate` plays many games and reports the results; `merge` combines the reports of several machines.

use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::error::UsageError;
use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::args::{MergeArgs, Shard, ShownArgs, SimulateArgs};
use super::drawing::{check_drawing_path, write_drawing};
use super::records::RecordWriter;
use super::{CliResult, warn, workspace};
use crate::interrupt::{self, STOP};
use crate::render::plot;
use crate::terminal;
use houserule_core::text::{plural, plural_of, sanitised};
use houserule_lab::cores;
use houserule_lab::simulation::{Experiment, GameResult, GameRunner, Report, RunConfig, merge as put_together, run};
use houserule_script::files::DisplayPath;
use houserule_script::files::read_text;
use houserule_script::game::worker_count;
use houserule_script::lua::LoadError;
use houserule_script::matches::MAX_MATCH_GAMES;

/// Random games that a thread plays before it hands them over; bots that search play one.
const BLOCK: u64 = 64;

/// Number of matches without an end after which a run stops, if no match has ended: each takes many games.
const MAX_ENDLESS_MATCHES: u64 = 10;

/// Maximum length of a report, in bytes.
const MAX_REPORT_LEN: u64 = 64 << 20;

pub fn simulate(args: &SimulateArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.rules.with)?;
    let ruleset = workspace.load(&args.rules.game, &args.rules.with.sets)?;
    warn(&ruleset.warnings);
    let mut experiment = Experiment::new(ruleset, &args.bots, workspace.seed).map_err(UsageError::new)?;
    if let Some(longest) = args.run.longest {
        experiment.max_moves = longest as usize;
    }
    experiment.samples_rules = args.why;
    experiment.match_terms = args.matches.terms(&experiment.ruleset)?;
    let numbers = args.shard.map_or(0..args.games, |shard| shard.range(args.games));
    if numbers.is_empty() {
        usage!("this shard of {} is empty; use fewer shards", plural(args.games, unit(&experiment)));
    }
    let mut records = match &args.records {
        None => None,
        Some(path) => {
            experiment.record_file = Some(path.to_string_lossy().into_owned());
            Some(RecordWriter::create(path)?)
        }
    };
    check_drawing_path(args.run.svg.as_deref())?;
    interrupt::handle_all_signals();
    let started = Instant::now();
    let bar = progress_bar(numbers.end - numbers.start, unit(&experiment));
    let mut report = Report::new(&experiment, &args.bots, args.games);
    let run_config = run_config(&experiment, args.run.threads, None);
    let (played, result) = run(
        numbers.clone(),
        &run_config,
        || game_worker(experiment.runner()),
        |number, game| {
            report.tally.add(&experiment, number, &game);
            bar.inc(1);
            match report.tally.matches.as_ref().is_some_and(|matches| matches.unfinished >= MAX_ENDLESS_MATCHES) {
                true if report.tally.units().ends.is_empty() => ControlFlow::Break(()),
                _ => RecordWriter::append_to(&mut records, game.record.as_ref()),
            }
        },
    );
    report.cover(numbers.start..numbers.start + played);
    let records_result = records.map_or(Ok(()), RecordWriter::close);
    bar.finish_and_clear();
    if report.tally.units().sides.iter().any(|results| results.games() > 0) {
        print_report(&report, &args.shown, out)?;
        print_time(played, unit(&experiment), started.elapsed());
        write_drawing(args.run.svg.as_deref(), || plot::report(&report))?;
    }
    result?;
    records_result?;
    check_ends(&report, played)?;
    check_stopped(played, &numbers, unit(&experiment))
}

/// Returns the noun for what an experiment repeats.
pub fn unit(experiment: &Experiment) -> &'static str {
    if experiment.match_terms.is_some() { "match" } else { "game" }
}

/// Returns a worker that plays games by their numbers.
pub fn game_worker<'a>(
    mut runner: GameRunner<'a>,
) -> impl FnMut(u64, &dyn Fn() -> bool) -> Result<Option<GameResult>, LoadError> + 'a {
    move |number, stop| runner.play(number, stop)
}

/// Configures a run: the requested threads, or one per core, as far as the memory for scripts allows.
pub fn run_config(experiment: &Experiment, threads: Option<u16>, deadline: Option<Instant>) -> RunConfig<'static> {
    let is_quick = experiment.is_random() && experiment.record_file.is_none() && experiment.match_terms.is_none();
    run_config_of(is_quick, experiment.max_script_instances(), threads, deadline)
}

/// Like [`run_config`], for games with this number of script instances.
pub fn run_config_of(
    is_quick: bool,
    scripts: usize,
    threads: Option<u16>,
    deadline: Option<Instant>,
) -> RunConfig<'static> {
    let block = if is_quick { BLOCK } else { 1 };
    let threads = worker_count(threads.map_or_else(cores, usize::from), scripts);
    RunConfig { threads, block_size: block, stop: &STOP, deadline }
}

/// Returns a progress bar with the remaining time; hidden unless standard error is a terminal.
pub fn progress_bar(count: u64, unit: &str) -> ProgressBar {
    if !terminal::is_stderr_terminal() {
        return ProgressBar::hidden();
    }
    let units = plural_of(unit);
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}} of {{len}} {units}, {{eta}} left"));
    let bar = ProgressBar::new(count);
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}

/// Shows the progress: of the games or matches, or where something else ends the run, those so far and the remaining
/// time.
pub fn show_progress(count: Option<u64>, unit: &str, deadline: Option<Instant>) -> ProgressBar {
    match (count, deadline) {
        (Some(count), None) => progress_bar(count, unit),
        _ if !terminal::is_stderr_terminal() => ProgressBar::hidden(),
        _ => {
            let left = if deadline.is_some() { ", {left} left" } else { "" };
            let style =
                ProgressStyle::with_template(&format!("{{spinner}} {{pos}} {} in {{elapsed}}{left}", plural_of(unit)));
            let write_remaining = move |_: &ProgressState, to: &mut dyn std::fmt::Write| {
                let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                let _ = write!(to, "{} s", left.unwrap_or_default().as_secs());
            };
            let bar = ProgressBar::new_spinner();
            let style = style.map(|style| style.with_key("left", write_remaining));
            style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
        }
    }
}

fn check_stopped(played: u64, numbers: &Range<u64>, unit: &str) -> CliResult {
    if !STOP.load(Ordering::Relaxed) || played == numbers.end - numbers.start {
        return Ok(());
    }
    match played {
        0 => bail!("stopped before the first {unit} ended"),
        _ => bail!("stopped after {played} of {}", plural(numbers.end - numbers.start, unit)),
    }
}

fn check_ends(report: &Report, played: u64) -> CliResult {
    // With one side, a game that does not end is a failure, which is a result too.
    if played == 0 || report.tally.units().unfinished < played || report.sides.len() == 1 {
        return Ok(());
    }
    if report.tally.unfinished == 0 {
        bail!(
            "none of {} of {} ended within {MAX_MATCH_GAMES} games; check the match rules, or write how long a match is, \
             such as --match 2",
            plural(played, "match"),
            report.game
        );
    }
    bail!(
        "none of {} of {} ended within {}; check that its rules end a game, or raise --longest",
        plural(played, if report.match_terms.is_some() { "match" } else { "game" }),
        report.game,
        plural(report.longest, "move")
    )
}

/// Prints the report in the requested format.
fn print_report(report: &Report, shown: &ShownArgs, out: &mut dyn Write) -> CliResult {
    match (shown.json, shown.csv) {
        (true, _) => writeln!(out, "{}", report.to_json())?,
        (_, true) => write!(out, "{}", sanitised(&report.to_csv()))?,
        _ => write!(out, "{}", sanitised(&report.to_text()))?,
    }
    Ok(out.flush()?)
}

/// Prints the time to standard error, since it differs from run to run.
fn print_time(played: u64, unit: &str, elapsed: Duration) {
    let per_unit = elapsed.as_secs_f64() / played.max(1) as f64;
    let _ = writeln!(
        terminal::stderr(),
        "played in {:.3} s, {} per {unit}",
        elapsed.as_secs_f64(),
        if per_unit < 0.001 { format!("{:.1} us", 1e6 * per_unit) } else { format!("{per_unit:.3} s") }
    );
}

pub fn merge(args: &MergeArgs, out: &mut dyn Write) -> CliResult {
    let mut parts = Vec::new();
    for path in &args.files {
        let name = path.printable();
        let text = read_text(path, MAX_REPORT_LEN).map_err(UsageError::new)?;
        let report = Report::read(&text).map_err(|error| UsageError::from(format!("cannot read {name}: {error}")))?;
        parts.push((name, report));
    }
    let merged = put_together(parts).map_err(UsageError::new)?;
    check_drawing_path(args.svg.as_deref())?;
    print_report(&merged, &args.shown, out)?;
    write_drawing(args.svg.as_deref(), || plot::report(&merged))?;
    merged.describe_missing().map_or(Ok(()), |message| Err(anyhow!(message)))
}

impl Shard {
    /// Returns its games; all shards together have each game once.
    fn range(self, games: u64) -> Range<u64> {
        let cut = |part: u64| (u128::from(games) * u128::from(part) / u128::from(self.parts)) as u64;
        cut(self.part - 1)..cut(self.part)
    }
}
