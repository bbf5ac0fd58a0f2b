//! `tournament`: bots meet each other and are rated.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::args::{MAX_RUN_GAMES, TournamentArgs};
use super::drawing::{check_drawing_path, write_drawing};
use super::records::RecordWriter;
use super::simulate::{run_config_of, show_progress};
use super::{CliResult, warn, workspace};
use crate::error::UsageError;
use crate::interrupt::{self, STOP};
use crate::render::plot;
use anyhow::bail;
use houserule_lab::bot::BotName;
use houserule_lab::simulation::Tournament;

/// Default number of games per pair.
const DEFAULT_GAMES: u64 = 100;

pub fn tournament(args: &TournamentArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.rules.with)?;
    let ruleset = workspace.load(&args.rules.game, &args.rules.with.sets)?;
    warn(&ruleset.warnings);
    let max_moves = args.run.longest.map(|longest| longest as usize);
    let records_name = args.records.as_ref().map(|path| path.to_string_lossy().into_owned());
    let match_terms = args.matches.terms(&ruleset)?;
    let records_name = records_name.as_deref();
    let mut tournament =
        Tournament::new(&ruleset, &args.bots, workspace.seed, max_moves, records_name, match_terms.as_ref())
            .map_err(UsageError::new)?;
    tournament.margin = args.until;
    let mut records = args.records.as_deref().map(RecordWriter::create).transpose()?;
    let is_open_ended = args.time.is_some() || args.until.is_some();
    let games = args.games.unwrap_or(if is_open_ended { MAX_RUN_GAMES } else { DEFAULT_GAMES });
    let deadline = args.time.and_then(|time| Instant::now().checked_add(time));
    let is_quick = args.bots.iter().all(|bot| *bot == BotName::Random) && match_terms.is_none();
    let scripts = args.bots.iter().filter(|bot| matches!(bot, BotName::Script(_))).count();
    let scripts = scripts + if ruleset.plan.hooks.is_empty() { 0 } else { 2 };
    let run_config = run_config_of(is_quick, scripts, args.run.threads, deadline);
    check_drawing_path(args.run.svg.as_deref())?;
    interrupt::handle_all_signals();
    let unit = if match_terms.is_some() { "match" } else { "game" };
    let total = args.until.is_none().then(|| games.saturating_mul(tournament.pairs.len() as u64));
    let bar = show_progress(total, unit, deadline);
    let result = tournament.play(games, &run_config, |game| {
        bar.inc(1);
        RecordWriter::append_to(&mut records, game.record.as_ref())
    });
    let records_result = records.map_or(Ok(()), RecordWriter::close);
    bar.finish_and_clear();
    if tournament.games() > 0 && !tournament.never_ends() {
        match (args.shown.json, args.shown.csv) {
            (true, _) => writeln!(out, "{}", tournament.to_json(workspace.seed))?,
            (_, true) => write!(out, "{}", tournament.to_csv())?,
            _ => write!(out, "{}", tournament.to_text(workspace.seed))?,
        }
        out.flush()?;
        write_drawing(args.run.svg.as_deref(), || plot::tournament(&tournament))?;
    }
    result?;
    records_result?;
    if STOP.load(Ordering::Relaxed) {
        bail!("stopped after {}", tournament.units(tournament.games()));
    }
    if tournament.games() == 0 {
        bail!("no {unit} ended within the time limit; raise it with --time");
    }
    match tournament.never_ends() {
        false => Ok(()),
        true => bail!(
            "none of {} of {} ended; check that its rules end a game, or raise --longest",
            tournament.units(tournament.games()),
            ruleset.reference
        ),
    }
}
