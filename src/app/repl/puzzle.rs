//! Hints for puzzles, and the time they take.

use std::io::Write;
use std::time::Duration;

use super::active_game::ActiveGame;
use super::search::SearchPurpose;
use super::seats::ADVISER;
use super::{CommandOutcome, CommandResult, Context, refuse};
use crate::lesson::puzzle_hint::{self, HintDegree, HintResult, NextTile};
use houserule_core::mechanics::puzzle::{PuzzleAim, Times, format_duration};

/// Last hint: hash of the position, degree, and tile.
pub type LastHint = Option<(u64, HintDegree, NextTile)>;

impl ActiveGame {
    /// Gives a hint; repeated in the same position, a more detailed one.
    pub fn hint(&mut self, context: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        let session = &mut self.session;
        let Some(position) = session.game.board().view().puzzle() else {
            or_refuse!(self.consult(&ADVISER, SearchPurpose::Advice, context));
            return Ok(CommandOutcome::Done);
        };
        if session.game.is_over() {
            return refuse("the puzzle is solved");
        }
        if matches!(position.rules().puzzle.aim, PuzzleAim::Longest(_)) {
            return refuse("this puzzle has no hints, because its goal is the greatest length");
        }
        let hash = session.game.position_hash();
        let (degree, next) = match self.last_hint {
            Some((hinted_at, degree, next)) if hinted_at == hash => (degree.next_degree(), next),
            _ => {
                let (solution, keeps_tiles) = match puzzle_hint::solve(position) {
                    HintResult::Found { solution, keeps_tiles: keeps } => (solution, keeps),
                    HintResult::Unsolvable => return refuse("this puzzle has no solution"),
                    HintResult::Unknown => return refuse("no solution found within the time limit of a hint"),
                };
                if !keeps_tiles && position.rules().moves.put {
                    writeln!(out, "Some tiles on the board have to change.")?;
                }
                let Some(next) = puzzle_hint::next_tile(position, &solution) else {
                    return refuse("every tile is in its place");
                };
                (HintDegree::Colour, next)
            }
        };
        writeln!(out, "{}", puzzle_hint::describe(position, next, degree))?;
        self.last_hint = Some((hash, degree, next));
        Ok(CommandOutcome::Done)
    }
}

/// Formats `2 min 5 s since the start; the average is 6 min.`
pub fn clock_text(elapsed: Duration, times: Option<&Times>) -> String {
    let elapsed = format_duration(elapsed.as_secs().try_into().unwrap_or(u32::MAX));
    match times {
        Some(times) => format!("{elapsed} since the start; the average is {}.", times.to_text()),
        None => format!("{elapsed} since the start."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_compared_with_the_average() {
        let times = Times { mean: 360, up_to: None };
        let words = clock_text(Duration::from_millis(125_900), Some(&times));
        assert_eq!(words, "2 min 5 s since the start; the average is 6 min.");
        assert_eq!(clock_text(Duration::from_secs(9), None), "9 s since the start.");
    }
}
