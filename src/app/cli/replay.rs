//! `replay`: replays recorded games on all cores and compares them with their records.

use std::convert::Infallible;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::args::ReplayArgs;
use super::{CliResult, warn, workspace};
use crate::error::UsageError;
use anyhow::{anyhow, bail};
use houserule_lab::cores;
use houserule_lab::simulation::{RunConfig, run};
use houserule_script::files::DisplayPath;
use houserule_script::game::worker_count;
use houserule_script::notation::record::{GameFile, Record};
use houserule_script::play::{Session, Workspace};

use houserule_core::text::{one_line, plural};

/// Games that a worker replays before it hands them over.
const BLOCK: u64 = 16;

/// Script instances of a worker: those of one game.
const SCRIPTS_PER_WORKER: usize = 1;

pub fn replay(args: &ReplayArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.with)?;
    // Rules are loaded once for all their games; scripts are instantiated for every game.
    let workspace = Workspace { library: workspace.library.with_cache(), ..workspace };
    let (mut games, mut ok) = (0, 0);
    let mut read_errors = Vec::new();
    for path in &args.files {
        let file = match GameFile::open(path) {
            Ok(file) => file,
            Err(error) => {
                read_errors.push(error.to_string());
                continue;
            }
        };
        let result = replay_file(&file, &workspace, args, |number, replayed| {
            games += 1;
            ok += replayed.result.is_ok() as usize;
            warn(&replayed.warnings);
            let text = match replayed.result {
                Ok(result) => format!("ok {result}"),
                Err(error) => error.to_string(),
            };
            writeln!(out, "{}#{} {text}", path.printable(), number + 1)
        });
        result?;
    }
    if games > 0 || read_errors.is_empty() {
        writeln!(out, "{}, {ok} ok", plural(games, "game"))?;
    }
    if !read_errors.is_empty() {
        return Err(UsageError::from(read_errors.join("\n")).into());
    }
    match games - ok {
        0 => Ok(()),
        _ if games == 1 => bail!("the game failed to replay"),
        failed => bail!("{failed} of {games} games failed to replay"),
    }
}

/// Result of replaying one game.
pub(super) struct ReplayResult {
    /// The result of the game, or what is wrong with it.
    pub result: anyhow::Result<String>,
    /// Warnings about its rules and its clock.
    warnings: Vec<String>,
}

/// Replays the games of a file and passes them on in their order.
fn replay_file(
    file: &GameFile,
    workspace: &Workspace,
    args: &ReplayArgs,
    mut visit: impl FnMut(u64, ReplayResult) -> io::Result<()>,
) -> io::Result<()> {
    let run_config = RunConfig {
        threads: worker_count(cores(), SCRIPTS_PER_WORKER),
        block_size: BLOCK,
        stop: &AtomicBool::new(false),
        deadline: None,
    };
    let rules = args.game.as_deref();
    let replay_game = |number: u64| match file.game(number as usize) {
        Ok(record) => replay_one(&record, workspace, rules, &args.with.sets),
        Err(error) => ReplayResult { result: Err(anyhow!("illegal at ply 0: {error}")), warnings: Vec::new() },
    };
    let make_worker = || |number: u64, _: &dyn Fn() -> bool| Ok::<_, Infallible>(Some(replay_game(number)));
    let mut written = Ok(());
    let _ = run(0..file.len() as u64, &run_config, make_worker, |number, game| {
        written = visit(number, game);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written
}

/// Replays a game under the record's rules, or others.
pub(super) fn replay_one(
    record: &Record,
    workspace: &Workspace,
    rules: Option<&str>,
    sets: &[(String, String)],
) -> ReplayResult {
    let resumed = workspace.resume(record, rules, sets);
    let (result, warnings) = match resumed {
        Ok((mut session, mut warnings)) => (replay_and_compare(record, &mut session, &mut warnings), warnings),
        Err(error) => (Err(anyhow!("illegal at ply 0: {error}")), Vec::new()),
    };
    ReplayResult { result, warnings }
}

/// Replays a game from the position of a session; returns its result, or what is wrong with it.
fn replay_and_compare(record: &Record, session: &mut Session, warnings: &mut Vec<String>) -> anyhow::Result<String> {
    session.play_all(&record.moves).map_err(|(ply, error)| anyhow!("illegal at ply {ply}: {error}"))?;
    let clock = session.adopt_clock(record.clock.as_ref()).unwrap_or_else(|error| {
        warnings.push(format!("the game is replayed without its clock: {error}"));
        None
    });
    let outcome = session.game.outcome().map_err(|fault| anyhow!("illegal at ply {}: {fault}", record.moves.len()))?;
    let played = outcome.as_ref().map_or("open".to_string(), |outcome| session.result(outcome));
    match &record.result {
        Some(recorded)
            if !(agrees(recorded, &played)
                || outcome.as_ref().is_some_and(|outcome| session.matches_result(recorded, outcome))
                || outcome.is_none() && session.end_as_recorded(recorded, clock.as_ref())) =>
        {
            bail!("mismatch: recorded {}, played {played}", one_line(recorded, 60))
        }
        Some(recorded) => Ok(recorded.clone()),
        None => Ok(played),
    }
}

/// Whether two results agree. A game may be resigned, agreed or stopped early; a record may leave out how it ended.
fn agrees(recorded: &str, played: &str) -> bool {
    let stopped = matches!(recorded, "1-0" | "0-1" | "1/2-1/2" | "open");
    let without_how = |code: &str| code.replace(['R', 'F'], "1");
    recorded == played || stopped && (played == "open" || without_how(recorded) == without_how(played))
}
