//! `tune`: finds the value of an option that makes a game fair.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::args::{MAX_RUN_GAMES, TuneArgs};
use super::drawing::{check_drawing_path, write_drawing};
use super::simulate::{run_config, show_progress};
use super::{CliResult, warn, workspace};
use crate::error::{Reported, UsageError};
use crate::interrupt::{self, STOP};
use crate::render::plot;
use anyhow::bail;
use houserule_core::mechanics::{Seat, Team};
use houserule_core::names::Names;
use houserule_core::text::{nearest, plural};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::{Experiment, TuneAnswer, Tuning};
use houserule_script::lua::Ruleset;
use houserule_script::play::Workspace;
use houserule_script::rules::options::Setting;

/// Default time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Maximum number of values.
const MAX_TUNED_VALUES: usize = 1_000;

pub fn tune(args: &TuneArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.rules.with)?;
    let sets = &args.rules.with.sets;
    // The tuned option has its default here; setting it is an error below.
    let first = workspace.load(&args.rules.game, sets)?;
    warn(&first.warnings);
    let values = values(args, &first)?;
    let tuned_decl = first.options.decl(&args.option).map_err(UsageError::new)?;
    let is_tuned = |key: &str| first.options.decl(key).is_ok_and(|decl| std::ptr::eq(decl, tuned_decl));
    if let Some((key, value)) = sets.iter().find(|(key, _)| is_tuned(key)) {
        usage!("cannot set and tune `{key}` at once; remove --set {key}={value} or tune another option");
    }
    let (team, share) = parse_target(&args.target, &first.plan.names)?;
    let experiments = experiments(args, &workspace, &first, &values)?;
    let time = args.time.or(args.games.is_none().then_some(DEFAULT_TIME));
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let run_config = run_config(&experiments[0], args.run.threads, deadline);
    let mut tuning = Tuning::new(&args.option, values, experiments, team, share);
    check_drawing_path(args.run.svg.as_deref())?;
    interrupt::handle_all_signals();
    let bar = show_progress(args.games, "game", deadline);
    let result = tuning.play(args.games.unwrap_or(MAX_RUN_GAMES), &run_config, || bar.inc(1));
    bar.finish_and_clear();
    let bots: Vec<String> = args.bots.iter().map(BotName::to_string).collect();
    if tuning.games > tuning.unfinished {
        match (args.shown.json, args.shown.csv) {
            (true, _) => writeln!(out, "{}", tuning.to_json(workspace.seed, &bots))?,
            (_, true) => write!(out, "{}", tuning.to_csv())?,
            _ => write!(out, "{}", tuning.to_text(workspace.seed, &bots))?,
        }
        out.flush()?;
        write_drawing(args.run.svg.as_deref(), || plot::tuning(&tuning))?;
    }
    result?;
    if STOP.load(Ordering::Relaxed) {
        bail!("stopped after {}", plural(tuning.games, "game"));
    }
    if tuning.games == 0 {
        bail!("no game ended within the time limit; raise it with --time");
    }
    if tuning.never_ends() {
        bail!(
            "none of {} of {} ended; check that its rules end a game, or raise --longest",
            plural(tuning.games, "game"),
            first.reference
        );
    }
    match tuning.search.answer() {
        TuneAnswer::OutOfReach { .. } => Err(Reported.into()),
        _ => Ok(()),
    }
}

/// Creates an experiment for each value.
fn experiments(
    args: &TuneArgs,
    workspace: &Workspace,
    first: &Ruleset,
    values: &[f64],
) -> anyhow::Result<Vec<Experiment>> {
    let mut experiments = Vec::with_capacity(values.len());
    for value in values {
        let mut sets = args.rules.with.sets.clone();
        sets.push((args.option.clone(), value.to_string()));
        let ruleset = workspace.load(&args.rules.game, &sets)?;
        if ruleset.plan.names != first.plan.names {
            usage!("cannot tune `{}`: it changes the seats or pieces of the game", args.option);
        }
        let mut experiment = Experiment::new(ruleset, &args.bots, workspace.seed).map_err(UsageError::new)?;
        experiment.max_moves = args.run.longest.map_or(experiment.max_moves, |longest| longest as usize);
        experiments.push(experiment);
    }
    Ok(experiments)
}

/// Lists the values that the option may take in the range.
fn values(args: &TuneArgs, ruleset: &Ruleset) -> Result<Vec<f64>, UsageError> {
    let option = &args.option;
    let decl = ruleset.options.decl(option).map_err(UsageError::new)?;
    let numbers: Vec<f64> = decl
        .one_of
        .iter()
        .filter_map(|value| match value {
            Setting::Number(number) => Some(*number),
            _ => None,
        })
        .collect();
    let is_number = matches!(decl.default, None | Some(Setting::Number(_)));
    if !is_number || (numbers.is_empty() && !decl.one_of.is_empty()) {
        usage!("cannot tune `{option}`: it is {}, not a number", decl.describe_allowed());
    }
    let min = numbers.iter().copied().reduce(f64::min).or(decl.min);
    let max = numbers.iter().copied().reduce(f64::max).or(decl.max);
    let (from, to) = args
        .range
        .or(min.zip(max))
        .ok_or_else(|| format!("`{option}` is {}; limit it with --range FROM..TO", decl.describe_allowed()))?;
    let default_step = decl.step.unwrap_or(1.0);
    let step = args.step.unwrap_or(default_step);
    let mut values: Vec<f64> = match numbers.is_empty() {
        false => numbers.into_iter().filter(|value| (from..=to).contains(value)).collect(),
        true => {
            let count = ((to - from) / step + 1e-9).floor();
            if count >= MAX_TUNED_VALUES as f64 {
                usage!("too many values to try (more than {MAX_TUNED_VALUES}); narrow --range or raise --step");
            }
            // Multiples of the step, rounded, so that errors of binary fractions do not add up.
            (0..=count as u32).map(|index| ((from + f64::from(index) * step) * 1e9).round() / 1e9).collect()
        }
    };
    values.sort_by(f64::total_cmp);
    let check = |value: &f64| decl.accepts(&Setting::Number(*value));
    match (values.iter().find_map(|value| check(value).err()), values.len()) {
        (Some(message), _) => usage!("{message}; change --range or --step"),
        (None, 0) => usage!("`{option}` has no value from {from} to {to}; it is {}", decl.describe_allowed()),
        (None, 1) => {
            usage!("only one value to try between {from} and {to}; widen --range or lower --step")
        }
        (None, _) => Ok(values),
    }
}

/// Parses the target: a team and its share of the points.
fn parse_target(typed: &str, names: &Names) -> Result<(Team, f64), UsageError> {
    let (name, percent) = match typed.split_once('=') {
        Some((name, percent)) => (name.trim(), Some(percent.trim())),
        None => (typed.trim(), None),
    };
    let of_seat = |seat: Seat| names.team_of[seat];
    let team = match name {
        "first" => Some(of_seat(Seat::FIRST)),
        _ => names.team(name).or_else(|| names.seat(name).map(of_seat)),
    };
    let known = || ["first"].into_iter().chain(names.teams.iter().map(String::as_str));
    let team = team.ok_or_else(|| match nearest(name, known()) {
        Some(near) => format!("unknown side `{name}`; did you mean `{near}`?"),
        None => format!("unknown side `{name}`; the sides are {}", known().collect::<Vec<_>>().join(", ")),
    })?;
    let Some(percent) = percent else {
        return match names.teams.len() {
            1 => usage!("--target requires a percentage of solved games here: --target {name}=50"),
            teams => Ok((team, 1.0 / teams as f64)),
        };
    };
    let number = percent.trim_end_matches('%').trim_end().parse::<f64>().ok();
    match number.filter(|number| *number > 0.0 && *number < 100.0) {
        Some(number) => Ok((team, number / 100.0)),
        None => usage!("invalid share `{percent}`; write a number between 0 and 100, such as {name}=50"),
    }
}
