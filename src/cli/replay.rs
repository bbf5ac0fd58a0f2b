//! `replay`: recorded games, played again and compared with what their files say.

use std::io::Write;

use super::args::ReplayArgs;
use super::{Done, Failure, table, warn};
use crate::files::Shown;
use crate::notation::record::{self, Record};
use crate::play::Table;
use crate::vocabulary::one_line;

pub fn replay(args: &ReplayArgs, out: &mut dyn Write) -> Done {
    let table = table(&args.with)?;
    let (mut games, mut ok) = (0, 0);
    let mut unread = Vec::new();
    for path in &args.files {
        let records = match record::read_file(path) {
            Ok(records) => records,
            Err(says) => {
                unread.push(says);
                continue;
            }
        };
        for (index, record) in records.iter().enumerate() {
            games += 1;
            let verdict = one(record, &table, args);
            ok += verdict.is_ok() as usize;
            let words = match verdict {
                Ok(result) => format!("ok {result}"),
                Err(fault) => fault,
            };
            writeln!(out, "{}#{} {words}", path.shown(), index + 1)?;
        }
    }
    if games > 0 || unread.is_empty() {
        writeln!(out, "{games} games, {ok} ok")?;
    }
    if !unread.is_empty() {
        return Err(Failure::Usage(unread.join("\n")));
    }
    if ok == games { Ok(()) } else { Err(Failure::Failed(String::new())) }
}

/// The result of a game that replays, or what is wrong with it.
fn one(record: &Record, table: &Table, args: &ReplayArgs) -> Result<String, String> {
    let resumed = table.resume(record, args.game.as_deref(), &args.with.sets);
    let (mut session, notes) = resumed.map_err(|error| format!("illegal at ply 0: {error}"))?;
    warn(&notes);
    session.follow(&record.moves).map_err(|(ply, error)| format!("illegal at ply {ply}: {error}"))?;
    let outcome =
        session.game.outcome().map_err(|fault| format!("illegal at ply {}: {fault}", record.moves.len()))?;
    let played = outcome.as_ref().map_or("open".to_string(), |outcome| session.result(outcome));
    match &record.result {
        Some(recorded)
            if !(agrees(recorded, &played)
                || outcome.as_ref().is_some_and(|outcome| session.is_result(recorded, outcome))
                || outcome.is_none() && session.close_as(recorded)) =>
        {
            Err(format!("mismatch: recorded {}, played {played}", one_line(recorded, 60)))
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
