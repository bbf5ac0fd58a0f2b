//! `tune`: which value of an option makes a game fair.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::args::{MAX_RUN_GAMES, TuneArgs};
use super::drawing::{draw, make_room};
use super::simulate::{run_config, watch};
use super::{CliResult, table, warn};
use crate::error::{Reported, UsageError};
use crate::interrupt::{self, STOP};
use crate::render::plot;
use anyhow::bail;
use houserule_core::mechanics::{Seat, Team};
use houserule_core::names::Names;
use houserule_core::text::{counted, nearest};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::{Experiment, TuneAnswer, Tuning};
use houserule_script::lua::Ruleset;
use houserule_script::play::Workspace;
use houserule_script::rules::options::Setting;

/// How long it takes, unless somebody says otherwise.
const DEFAULT_GAMES: Duration = Duration::from_secs(60);

/// The most values that are told apart.
const MAX_TUNED_VALUES: usize = 1_000;

pub fn tune(args: &TuneArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.rules.with)?;
    let sets = &args.rules.with.sets;
    // Whatever the option is now, it must not stand in the way of the values that are tried.
    let first = table.load(&args.rules.game, sets)?;
    warn(&first.warnings);
    let values = values(args, &first)?;
    let tuned = first.options.decl(&args.option).map_err(UsageError::of)?;
    let is_tuned = |key: &str| first.options.decl(key).is_ok_and(|decl| std::ptr::eq(decl, tuned));
    if let Some((key, value)) = sets.iter().find(|(key, _)| is_tuned(key)) {
        usage!("`{key}` cannot be {value} and be tuned; leave out --set {key}={value}, or tune another option");
    }
    let (team, target) = aim(&args.target, &first.plan.names)?;
    let experiments = experiments(args, &table, &first, &values)?;
    let time = args.time.or(args.games.is_none().then_some(DEFAULT_GAMES));
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let run_config = run_config(&experiments[0], args.run.threads, deadline);
    let mut tuning = Tuning::new(&args.option, values, experiments, team, target);
    make_room(args.run.svg.as_deref())?;
    interrupt::listen_to_all();
    let bar = watch(args.games, deadline);
    let result = tuning.play(args.games.unwrap_or(MAX_RUN_GAMES), &run_config, || bar.inc(1));
    bar.finish_and_clear();
    let bots: Vec<String> = args.bots.iter().map(BotName::to_string).collect();
    if tuning.games > tuning.unfinished {
        match (args.shown.json, args.shown.csv) {
            (true, _) => writeln!(out, "{}", tuning.to_json(table.seed, &bots))?,
            (_, true) => write!(out, "{}", tuning.to_csv())?,
            _ => write!(out, "{}", tuning.to_text(table.seed, &bots))?,
        }
        out.flush()?;
        draw(args.run.svg.as_deref(), || plot::tuning(&tuning))?;
    }
    result?;
    if STOP.load(Ordering::Relaxed) {
        bail!("stopped after {}", counted(tuning.games as usize, "game"));
    }
    if tuning.games == 0 {
        bail!("no game was over in time; give more with --time");
    }
    if tuning.never_ends() {
        bail!(
            "no game of {} has ended ({} played); see whether its rules ever end a game, or set --longest",
            first.reference,
            tuning.games
        );
    }
    match tuning.search.answer() {
        TuneAnswer::OutOfReach { .. } => Err(Reported.into()),
        _ => Ok(()),
    }
}

/// An experiment for each value.
fn experiments(args: &TuneArgs, table: &Workspace, first: &Ruleset, values: &[f64]) -> anyhow::Result<Vec<Experiment>> {
    let mut experiments = Vec::with_capacity(values.len());
    for value in values {
        let mut sets = args.rules.with.sets.clone();
        sets.push((args.option.clone(), value.to_string()));
        let ruleset = table.load(&args.rules.game, &sets)?;
        if ruleset.plan.names != first.plan.names {
            usage!("`{}` changes who plays; tune an option that does not", args.option);
        }
        let mut experiment = Experiment::new(ruleset, &args.bots, table.seed).map_err(UsageError::of)?;
        experiment.max_moves = args.run.longest.map_or(experiment.max_moves, |longest| longest as usize);
        experiments.push(experiment);
    }
    Ok(experiments)
}

/// The values that the option may take in the range.
fn values(args: &TuneArgs, ruleset: &Ruleset) -> Result<Vec<f64>, UsageError> {
    let option = &args.option;
    let decl = ruleset.options.decl(option).map_err(UsageError::of)?;
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
        usage!("`{option}` is {}, and only numbers can be tuned", decl.allowed());
    }
    let least = numbers.iter().copied().reduce(f64::min).or(decl.min);
    let most = numbers.iter().copied().reduce(f64::max).or(decl.max);
    let (from, to) = args
        .range
        .or(least.zip(most))
        .ok_or_else(|| format!("`{option}` is {}; say --range FROM..TO", decl.allowed()))?;
    let own = decl.step.unwrap_or(1.0);
    let step = args.step.unwrap_or(own);
    let mut values: Vec<f64> = match numbers.is_empty() {
        false => numbers.into_iter().filter(|value| (from..=to).contains(value)).collect(),
        true => {
            let count = ((to - from) / step + 1e-9).floor();
            if count >= MAX_TUNED_VALUES as f64 {
                usage!("that is more than {MAX_TUNED_VALUES} values; take a shorter --range or a longer --step");
            }
            // Whole multiples, so that no dust of binary fractions gathers.
            (0..=count as u32).map(|index| ((from + f64::from(index) * step) * 1e9).round() / 1e9).collect()
        }
    };
    values.sort_by(f64::total_cmp);
    let fits = |value: &f64| decl.accepts(&Setting::Number(*value));
    match (values.iter().find_map(|value| fits(value).err()), values.len()) {
        (Some(says), _) => usage!("{says}; set --range and --step to what it may be"),
        (None, 0) => usage!("`{option}` is {}, and {from} to {to} has none of that", decl.allowed()),
        (None, 1) => {
            usage!("{from} to {to} is one value only; take a longer --range or a shorter --step")
        }
        (None, _) => Ok(values),
    }
}

/// The team that was named, and its share of the points.
fn aim(typed: &str, names: &Names) -> Result<(Team, f64), UsageError> {
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
        Some(near) => format!("there is no side `{name}`; did you mean `{near}`?"),
        None => format!("there is no side `{name}`; there is {}", known().collect::<Vec<_>>().join(", ")),
    })?;
    let Some(percent) = percent else {
        return match names.teams.len() {
            1 => usage!("say how many of a hundred are to be solved: --target {name}=50"),
            teams => Ok((team, 1.0 / teams as f64)),
        };
    };
    let number = percent.trim_end_matches('%').trim_end().parse::<f64>().ok();
    match number.filter(|number| *number > 0.0 && *number < 100.0) {
        Some(number) => Ok((team, number / 100.0)),
        None => usage!("`{percent}` is no share; write a number between 0 and 100, such as {name}=50"),
    }
}
