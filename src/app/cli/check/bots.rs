//! Checking bots: each plays against itself.

use std::sync::Arc;

use super::rules::check_command;
use super::{CheckContext, CheckFinding, CheckReport, Reproduction, STEP_BUDGET};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::Experiment;
use houserule_script::game::{BotError, HookFault};
use houserule_script::lua::{LoadError, steps_spent};
use houserule_script::rules::{Diagnostic, Source, SourcePlace};

/// Maximum length of a bot's game against itself, in moves.
const MAX_MOVES: usize = 200;

/// Loads a bot and plays it against itself, in its own game or in every game. Returns `not_a_bot` for anything else.
pub fn check(context: &CheckContext, not_a_bot: String) -> Result<CheckReport, LoadError> {
    let (what, workspace) = (context.what, context.workspace);
    let bot = match workspace.library.bot(what) {
        Ok(Some(bot)) => bot,
        Ok(None) | Err(LoadError::Usage(_) | LoadError::Script(_)) => return Err(not_a_bot.into()),
        Err(LoadError::Faults(faults)) => return Ok(CheckReport::from_faults(faults)),
    };
    let mut report = CheckReport { is_bot: true, ..CheckReport::default() };
    let heads = workspace.library.manifests();
    let all_games = || heads.games().map(|head| head.name.clone()).collect();
    let games: Vec<String> = bot.game().map_or_else(all_games, |game| vec![game.to_string()]);
    if let (Some(game), Err(LoadError::Usage(reason))) = (bot.game(), workspace.load(&games[0], &[])) {
        let message = format!("this bot plays `{game}`: {reason}");
        return Ok(CheckReport::from_faults(vec![Diagnostic::new(
            &SourcePlace::root(bot.source()).key("game"),
            "game",
            message,
        )]));
    }
    let name: BotName = what.parse().map_err(|error: BotError| error.to_string())?;
    let start_steps = steps_spent();
    for game in games.iter().cycle().take(games.len().max(2)) {
        // The first game always runs to its end; without one there is no result.
        let is_first = report.games == 0;
        let stop = || (context.is_late)() || !is_first && steps_spent() - start_steps > STEP_BUDGET;
        let result = workspace.load(game, &[]).and_then(|ruleset| {
            let mut experiment = Experiment::new(ruleset, std::slice::from_ref(&name), workspace.seed)
                .map_err(|error| error.to_string())?;
            experiment.max_moves = experiment.max_moves.min(MAX_MOVES);
            experiment.runner().play(report.games as u64, &stop)
        });
        match result {
            Ok(Some(finished)) => {
                report.games += 1;
                report.moves += finished.moves as usize;
            }
            Ok(None) if !(context.is_late)() => break,
            other => {
                report.faults.push(failure_finding(context, bot.source(), game, report.games + 1, other.err()));
                break;
            }
        }
    }
    Ok(report)
}

/// Builds the finding of a bot that failed in its game of this number; without an error it took too long.
fn failure_finding(
    context: &CheckContext,
    source: &Arc<Source>,
    game: &str,
    games: usize,
    error: Option<LoadError>,
) -> CheckFinding {
    let (what, seed) = (context.what, context.workspace.seed);
    let fault = match error {
        Some(LoadError::Script(fault)) => fault,
        Some(error) => HookFault::new(error.to_string()),
        None => HookFault::new("gave up: the bot takes too long to choose a move"),
    };
    let line = fault.location.filter(|(file, _)| *file == source.file).map(|(_, line)| line);
    let place = SourcePlace::root(source).or_line(line);
    let command = match context.is_repaired {
        false => format!("houserule simulate {game} --bots {what} --games {games} --seed {seed}"),
        true => check_command(context, &[]),
    };
    let reproduction = Some(Reproduction { seed, moves: Vec::new(), command });
    let message = format!("playing {game}: {}", fault.message);
    CheckFinding { fault: Diagnostic::new(&place, "playing", message), reproduction }
}
