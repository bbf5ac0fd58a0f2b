//! `replay`: recorded games, played again on all cores and compared with what their files say.

use std::convert::Infallible;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::args::ReplayArgs;
use super::{CliResult, table, warn};
use crate::error::{Reported, UsageError};
use anyhow::{anyhow, bail};
use houserule_lab::cores;
use houserule_lab::simulation::{RunConfig, run};
use houserule_script::files::DisplayPath;
use houserule_script::game::workers;
use houserule_script::notation::record::{GameFile, Record};
use houserule_script::play::{Session, Workspace};

use houserule_core::text::one_line;

/// How many games a worker plays before it hands them over.
const BLOCK: u64 = 16;

/// The instances of scripts that a worker has at once: those of one game.
const SCRIPTS: usize = 1;

pub fn replay(args: &ReplayArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.with)?;
    // Rules are loaded once for all games that are played under them; their scripts are made anew for every game.
    let table = Workspace { library: table.library.keeping(), ..table };
    let (mut games, mut ok) = (0, 0);
    let mut unread = Vec::new();
    for path in &args.files {
        let file = match GameFile::open(path) {
            Ok(file) => file,
            Err(error) => {
                unread.push(error.to_string());
                continue;
            }
        };
        let written = replay_file(&file, &table, args, |number, replayed| {
            games += 1;
            ok += replayed.verdict.is_ok() as usize;
            warn(&replayed.notes);
            let words = match replayed.verdict {
                Ok(result) => format!("ok {result}"),
                Err(error) => error.to_string(),
            };
            writeln!(out, "{}#{} {words}", path.shown(), number + 1)
        });
        written?;
    }
    if games > 0 || unread.is_empty() {
        writeln!(out, "{games} games, {ok} ok")?;
    }
    if !unread.is_empty() {
        return Err(UsageError::from(unread.join("\n")).into());
    }
    if ok == games { Ok(()) } else { Err(Reported.into()) }
}

/// What came of a game.
pub(super) struct ReplayResult {
    /// The result of a game that replays, or what is wrong with it.
    pub verdict: anyhow::Result<String>,
    /// What should be said about its rules.
    notes: Vec<String>,
}

/// Plays the games of a file again, and hands them over in their order.
fn replay_file(
    file: &GameFile,
    table: &Workspace,
    args: &ReplayArgs,
    mut take: impl FnMut(u64, ReplayResult) -> io::Result<()>,
) -> io::Result<()> {
    let run_config =
        RunConfig { threads: workers(cores(), SCRIPTS), block: BLOCK, stop: &AtomicBool::new(false), deadline: None };
    let under = args.game.as_deref();
    let replayed = |number: u64| match file.game(number as usize) {
        Ok(record) => replay_one(&record, table, under, &args.with.sets),
        Err(error) => ReplayResult { verdict: Err(anyhow!("illegal at ply 0: {error}")), notes: Vec::new() },
    };
    let hire = || |number: u64, _: &dyn Fn() -> bool| Ok::<_, Infallible>(Some(replayed(number)));
    let mut written = Ok(());
    let _ = run(0..file.len() as u64, &run_config, hire, |number, game| {
        written = take(number, game);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written
}

/// Plays a game again under the record's rules, or others.
pub(super) fn replay_one(
    record: &Record,
    table: &Workspace,
    under: Option<&str>,
    sets: &[(String, String)],
) -> ReplayResult {
    let resumed = table.resume(record, under, sets);
    let (verdict, notes) = match resumed {
        Ok((mut session, notes)) => (compared(record, &mut session), notes),
        Err(error) => (Err(anyhow!("illegal at ply 0: {error}")), Vec::new()),
    };
    ReplayResult { verdict, notes }
}

/// The result of a game that replays from where a session stands, or what is wrong with it.
fn compared(record: &Record, session: &mut Session) -> anyhow::Result<String> {
    session.follow(&record.moves).map_err(|(ply, error)| anyhow!("illegal at ply {ply}: {error}"))?;
    let outcome = session.game.outcome().map_err(|fault| anyhow!("illegal at ply {}: {fault}", record.moves.len()))?;
    let played = outcome.as_ref().map_or("open".to_string(), |outcome| session.result(outcome));
    match &record.result {
        Some(recorded)
            if !(agrees(recorded, &played)
                || outcome.as_ref().is_some_and(|outcome| session.is_result(recorded, outcome))
                || outcome.is_none() && session.close_as(recorded)) =>
        {
            bail!("mismatch: recorded {}, played {played}", one_line(recorded, 60))
        }
        Some(recorded) => Ok(recorded.clone()),
        None => Ok(played),
    }
}

/// A game may be resigned, agreed or stopped before its end; a finished one may be recorded without saying how.
fn agrees(recorded: &str, played: &str) -> bool {
    let stopped = matches!(recorded, "1-0" | "0-1" | "1/2-1/2" | "open");
    let without_how = |code: &str| code.replace(['R', 'F'], "1");
    recorded == played || stopped && (played == "open" || without_how(recorded) == without_how(played))
}
