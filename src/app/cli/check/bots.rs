//! Checking bots: each plays against itself.

use std::sync::Arc;

use super::rules::check_again;
use super::{CheckContext, CheckFinding, CheckReport, Reproduction, STEP_BUDGET};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::Experiment;
use houserule_script::game::{BotError, HookFault};
use houserule_script::lua::{LoadError, steps_spent};
use houserule_script::rules::{Diagnostic, Source, SourcePlace};

/// Longest game of a bot against itself, in moves.
const MAX_MOVES: usize = 200;

/// Loads a bot and plays it against itself, in its own game or in every game. Returns `not_a_bot` for anything else.
pub fn check(desk: &CheckContext, not_a_bot: String) -> Result<CheckReport, LoadError> {
    let (what, table) = (desk.what, desk.table);
    let bot = match table.library.bot(what) {
        Ok(Some(bot)) => bot,
        Ok(None) | Err(LoadError::Usage(_) | LoadError::Script(_)) => return Err(not_a_bot.into()),
        Err(LoadError::Faults(faults)) => return Ok(CheckReport::of_reading(faults)),
    };
    let mut report = CheckReport { is_bot: true, ..CheckReport::default() };
    let heads = table.library.heads();
    let any = || heads.games().map(|head| head.name.clone()).collect();
    let games: Vec<String> = bot.game().map_or_else(any, |game| vec![game.to_string()]);
    if let (Some(game), Err(LoadError::Usage(says))) = (bot.game(), table.load(&games[0], &[])) {
        let says = format!("it is for `{game}`: {says}");
        return Ok(CheckReport::of_reading(vec![Diagnostic::new(
            &SourcePlace::root(bot.source()).key("game"),
            "game",
            says,
        )]));
    }
    let name: BotName = what.parse().map_err(|error: BotError| error.to_string())?;
    let begun = steps_spent();
    for game in games.iter().cycle().take(games.len().max(2)) {
        // The first game always runs to its end; without one there is no result.
        let is_first = report.games == 0;
        let stop = || desk.is_late() || !is_first && steps_spent() - begun > STEP_BUDGET;
        let played = table.load(game, &[]).and_then(|ruleset| {
            let mut experiment =
                Experiment::new(ruleset, std::slice::from_ref(&name), table.seed).map_err(|error| error.to_string())?;
            experiment.max_moves = experiment.max_moves.min(MAX_MOVES);
            experiment.player().play(report.games as u64, &stop)
        });
        match played {
            Ok(Some(played)) => {
                report.games += 1;
                report.moves += played.moves as usize;
            }
            Ok(None) if !desk.is_late() => break,
            other => {
                report.faults.push(failed(desk, bot.source(), game, report.games + 1, other.err()));
                break;
            }
        }
    }
    Ok(report)
}

/// What a bot failed at in its game of some number; without an error it took too long.
fn failed(
    desk: &CheckContext,
    source: &Arc<Source>,
    game: &str,
    games: usize,
    error: Option<LoadError>,
) -> CheckFinding {
    let (what, seed) = (desk.what, desk.table.seed);
    let fault = match error {
        Some(LoadError::Script(fault)) => fault,
        Some(error) => HookFault::new(error.to_string()),
        None => HookFault::new("gave up: the bot takes too long over its moves"),
    };
    let line = fault.at.filter(|(file, _)| *file == source.file).map(|(_, line)| line);
    let place = SourcePlace::root(source).or_line(line);
    let command = match desk.is_mended {
        false => format!("houserule simulate {game} --bots {what} --games {games} --seed {seed}"),
        true => check_again(desk, &[]),
    };
    let seen = Some(Reproduction { seed, moves: Vec::new(), command });
    let says = format!("playing {game}: {}", fault.message);
    CheckFinding { fault: Diagnostic::new(&place, "playing", says), seen }
}
