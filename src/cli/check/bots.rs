//! Bots, put to the test: each plays with itself.

use super::{Desk, Finding, Report, Seen, WORK};
use crate::bot::BotName;
use crate::game::HookFault;
use crate::lab::Experiment;
use crate::rules::{Fault, Place};
use crate::script::{LoadError, steps_spent};

/// The most moves of a game that a bot plays with itself.
const LONGEST: usize = 200;

/// Reads a bot and lets it play with itself, the game it is for or any that there is. `says` is told about what is no bot
/// either.
pub fn check(desk: &Desk, says: String) -> Result<Report, String> {
    let (what, table) = (desk.what, desk.table);
    let mind = match table.library.mind(what) {
        Ok(Some(mind)) => mind,
        Ok(None) | Err(LoadError::Usage(_) | LoadError::Script(_)) => return Err(says),
        Err(LoadError::Faults(faults)) => return Ok(Report::of_reading(faults)),
    };
    let mut report = Report { is_bot: true, ..Report::default() };
    let heads = table.library.heads();
    let any = || heads.games().map(|head| head.name.clone()).collect();
    let games: Vec<String> = mind.game().map_or_else(any, |game| vec![game.to_string()]);
    if let (Some(game), Err(LoadError::Usage(says))) = (mind.game(), table.load(&games[0], &[])) {
        let says = format!("it is for `{game}`: {says}");
        return Ok(Report::of_reading(vec![Fault::new(
            &Place::root(mind.source()).key("game"),
            "game",
            says,
        )]));
    }
    let bot: BotName = what.parse()?;
    let begun = steps_spent();
    for game in games.iter().cycle().take(games.len().max(2)) {
        // The first game is played to its end: without one nothing is known.
        let is_first = report.games == 0;
        let stop = || desk.is_late() || !is_first && steps_spent() - begun > WORK;
        let played = table.load(game, &[]).and_then(|ruleset| {
            let mut experiment =
                Experiment::new(ruleset, std::slice::from_ref(&bot), table.seed).map_err(LoadError::Usage)?;
            experiment.longest = experiment.longest.min(LONGEST);
            experiment.player().play(report.games as u64, &stop)
        });
        match played {
            Ok(Some(played)) => {
                report.games += 1;
                report.moves += played.moves as usize;
            }
            Ok(None) if !desk.is_late() => break,
            other => {
                let fault = match other.err() {
                    Some(LoadError::Script(fault)) => fault,
                    Some(error) => HookFault::new(error.to_string()),
                    None => HookFault::new("gave up: the bot takes too long over its moves"),
                };
                let source = mind.source();
                let line = fault.at.filter(|(file, _)| *file == source.file).map(|(_, line)| line);
                let place = Place::root(source).or_line(line);
                let games = report.games + 1;
                let again =
                    format!("houserule simulate {game} --bots {what} --games {games} --seed {}", table.seed);
                let seen = Some(Seen { seed: table.seed, moves: Vec::new(), again });
                let says = format!("playing {game}: {}", fault.says);
                report.faults.push(Finding { fault: Fault::new(&place, "playing", says), seen });
                break;
            }
        }
    }
    Ok(report)
}
