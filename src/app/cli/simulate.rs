//! `simulate` plays many games and says what came of them; `merge` puts together what several machines played.

use std::io::Write;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::error::UsageError;
use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::args::{MergeArgs, Shard, ShownArgs, SimulateArgs};
use super::drawing::{draw, make_room};
use super::records::RecordWriter;
use super::{CliResult, table, warn};
use crate::interrupt::{self, STOP};
use crate::render::plot;
use crate::terminal;
use houserule_core::text::{counted, readable};
use houserule_lab::cores;
use houserule_lab::simulation::{Experiment, GameResult, GameRunner, Report, RunConfig, merge as put_together, run};
use houserule_script::files::DisplayPath;
use houserule_script::files::read_text;
use houserule_script::game::workers;
use houserule_script::lua::LoadError;

/// How many random games a thread plays before it hands them over; of bots that think it is one.
const BLOCK: u64 = 64;

/// The longest report that is read.
const MAX_REPORT_LEN: u64 = 64 << 20;

pub fn simulate(args: &SimulateArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.rules.with)?;
    let ruleset = table.load(&args.rules.game, &args.rules.with.sets)?;
    warn(&ruleset.warnings);
    let mut experiment = Experiment::new(ruleset, &args.bots, table.seed).map_err(UsageError::of)?;
    if let Some(longest) = args.run.longest {
        experiment.max_moves = longest as usize;
    }
    experiment.asks_why = args.why;
    let numbers = args.shard.map_or(0..args.games, |shard| shard.of(args.games));
    if numbers.is_empty() {
        usage!("{} cannot be shared by so many; make fewer shards", counted(args.games as usize, "game"));
    }
    let mut kept = match &args.records {
        None => None,
        Some(path) => {
            experiment.records = Some(path.to_string_lossy().into_owned());
            Some(RecordWriter::create(path)?)
        }
    };
    make_room(args.run.svg.as_deref())?;
    interrupt::listen_to_all();
    let begun = Instant::now();
    let bar = progress(numbers.end - numbers.start);
    let mut report = Report::new(&experiment, &args.bots, args.games);
    let run_config = run_config(&experiment, args.run.threads, None);
    let (played, result) = run(
        numbers.clone(),
        &run_config,
        || game_worker(experiment.player()),
        |number, played| {
            report.tally.add(&experiment, number, &played);
            bar.inc(1);
            RecordWriter::keep_in(&mut kept, played.record.as_ref())
        },
    );
    report.cover(numbers.start..numbers.start + played);
    let kept = kept.map_or(Ok(()), RecordWriter::close);
    bar.finish_and_clear();
    if report.tally.sides.iter().any(|results| results.games() > 0) {
        show(&report, &args.shown, out)?;
        talk_of_time(played, begun.elapsed());
        draw(args.run.svg.as_deref(), || plot::report(&report))?;
    }
    result?;
    kept?;
    says_stopped(played, &numbers)?;
    never_ends(&report, played)
}

/// Somebody who plays games by their numbers.
pub fn game_worker<'a>(
    mut player: GameRunner<'a>,
) -> impl FnMut(u64, &dyn Fn() -> bool) -> Result<Option<GameResult>, LoadError> + 'a {
    move |number, stop| player.play(number, stop)
}

/// The threads asked for, or as many as there are cores, or as scripts have memory.
pub fn run_config(experiment: &Experiment, threads: Option<u16>, deadline: Option<Instant>) -> RunConfig<'static> {
    let is_quick = experiment.is_random() && experiment.records.is_none();
    run_config_of(is_quick, experiment.scripts(), threads, deadline)
}

/// The same, where somebody who plays has so many instances of scripts.
pub fn run_config_of(
    is_quick: bool,
    scripts: usize,
    threads: Option<u16>,
    deadline: Option<Instant>,
) -> RunConfig<'static> {
    let block = if is_quick { BLOCK } else { 1 };
    let threads = workers(threads.map_or_else(cores, usize::from), scripts);
    RunConfig { threads, block, stop: &STOP, deadline }
}

/// A bar with the time that is left; nothing where nobody watches.
pub fn progress(games: u64) -> ProgressBar {
    if !terminal::is_stderr_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} games, {eta} left");
    let bar = ProgressBar::new(games);
    style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
}

/// Shows how far it is: of the games, or, where something else decides, how many there are, and how long it takes at most.
pub fn watch(games: Option<u64>, deadline: Option<Instant>) -> ProgressBar {
    match (games, deadline) {
        (Some(games), None) => progress(games),
        _ if !terminal::is_stderr_terminal() => ProgressBar::hidden(),
        _ => {
            let left = if deadline.is_some() { ", {left} left" } else { "" };
            let style = ProgressStyle::with_template(&format!("{{spinner}} {{pos}} games in {{elapsed}}{left}"));
            let says_left = move |_: &ProgressState, to: &mut dyn std::fmt::Write| {
                let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                let _ = write!(to, "{} s", left.unwrap_or_default().as_secs());
            };
            let bar = ProgressBar::new_spinner();
            let style = style.map(|style| style.with_key("left", says_left));
            style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style))
        }
    }
}

fn says_stopped(played: u64, numbers: &Range<u64>) -> CliResult {
    if !STOP.load(Ordering::Relaxed) || played == numbers.end - numbers.start {
        return Ok(());
    }
    match played {
        0 => bail!("stopped before the first game was over"),
        _ => bail!("stopped after {played} of {}", counted((numbers.end - numbers.start) as usize, "game")),
    }
}

fn never_ends(report: &Report, played: u64) -> CliResult {
    // Alone, a game that is not over has failed, which is a result too.
    if report.tally.unfinished < played || report.sides.len() == 1 {
        return Ok(());
    }
    bail!(
        "no game of {} has ended within {} moves ({played} played); see whether its rules ever end a game, or set --longest",
        report.game,
        report.longest
    )
}

/// The form that was asked for.
fn show(report: &Report, shown: &ShownArgs, out: &mut dyn Write) -> CliResult {
    match (shown.json, shown.csv) {
        (true, _) => writeln!(out, "{}", report.to_json())?,
        (_, true) => write!(out, "{}", readable(&report.to_csv()))?,
        _ => write!(out, "{}", readable(&report.to_text()))?,
    }
    Ok(out.flush()?)
}

/// How long it took, beside the data: that is another every time.
fn talk_of_time(played: u64, took: Duration) {
    let each = took.as_secs_f64() / played.max(1) as f64;
    let _ = writeln!(
        terminal::stderr(),
        "played in {:.3} s, {} a game",
        took.as_secs_f64(),
        if each < 0.001 { format!("{:.1} us", 1e6 * each) } else { format!("{each:.3} s") }
    );
}

pub fn merge(args: &MergeArgs, out: &mut dyn Write) -> CliResult {
    let mut parts = Vec::new();
    for path in &args.files {
        let name = path.shown();
        let text = read_text(path, MAX_REPORT_LEN).map_err(UsageError::of)?;
        let report = Report::read(&text).map_err(|error| UsageError::from(format!("cannot read {name}: {error}")))?;
        parts.push((name, report));
    }
    let whole = put_together(parts).map_err(UsageError::of)?;
    make_room(args.svg.as_deref())?;
    show(&whole, &args.shown, out)?;
    draw(args.svg.as_deref(), || plot::report(&whole))?;
    whole.says_missing().map_or(Ok(()), |says| Err(anyhow!(says)))
}

impl Shard {
    /// Its share of the games: all shards together have each game once.
    fn of(self, games: u64) -> Range<u64> {
        let cut = |part: u64| (u128::from(games) * u128::from(part) / u128::from(self.parts)) as u64;
        cut(self.part - 1)..cut(self.part)
    }
}
