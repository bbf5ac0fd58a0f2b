//! What the prompt has for those who solve a puzzle: hints, and a clock.

use std::io::Write;
use std::time::Duration;

use super::hint::{self, HintDegree, HintResult, NextTile};
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refused};
use houserule_core::mechanics::puzzle::{PuzzleAim, Times, duration};

/// The last hint: in which position, how much of it was told, and what it is about.
pub type LastHint = Option<(u64, HintDegree, NextTile)>;

impl Prompt {
    /// A hint; asked again in the same position, more of it.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        let Some(layout) = session.game.board().view().puzzle() else {
            return self.suggest(out);
        };
        if session.game.ended() {
            return refused("the puzzle is solved");
        }
        if matches!(layout.plan().puzzle.aim, PuzzleAim::Longest(_)) {
            return refused("there is no hint where a sum is to become as large as can be");
        }
        let key = session.game.key();
        let (degree, next) = match self.hinted {
            Some((then, degree, next)) if then == key => (degree.more(), next),
            _ => {
                let (solution, keeps) = match hint::solve(layout) {
                    HintResult::Go { solution, keeps } => (solution, keeps),
                    HintResult::Hopeless => return refused("this puzzle has no solution"),
                    HintResult::Unknown => return refused("no solution was found in the time for a hint"),
                };
                if !keeps && layout.plan().moves.put {
                    writeln!(out, "Not all that lies can stay as it is.")?;
                }
                let Some(next) = hint::next(layout, &solution) else {
                    return refused("nothing is wrong any more");
                };
                (HintDegree::Colour, next)
            }
        };
        writeln!(out, "{}", hint::say(layout, next, degree))?;
        self.hinted = Some((key, degree, next));
        Ok(CommandOutcome::Done)
    }

    /// The time since the start.
    pub(super) fn clock(&self, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else {
            return refused(NO_GAME);
        };
        let times = session.plan().mechanic.puzzle().and_then(|plan| plan.times.as_ref());
        writeln!(out, "{}", clock_words(self.since.elapsed(), times))?;
        Ok(CommandOutcome::Done)
    }
}

/// `2 min 5 s since the start; people take 6 min on the average.`
pub fn clock_words(elapsed: Duration, times: Option<&Times>) -> String {
    let elapsed = duration(elapsed.as_secs().try_into().unwrap_or(u32::MAX));
    match times {
        Some(times) => format!("{elapsed} since the start; people take {} on the average.", times.say()),
        None => format!("{elapsed} since the start."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_held_against_what_people_take() {
        let times = Times { mean: 360, up_to: None };
        let words = clock_words(Duration::from_millis(125_900), Some(&times));
        assert_eq!(words, "2 min 5 s since the start; people take 6 min on the average.");
        assert_eq!(clock_words(Duration::from_secs(9), None), "9 s since the start.");
    }
}
