//! What a move lacks that does not reach a goal, in a sentence for whoever made it.

use super::making::{forced, longest_line, longest_loop, spaces, tallest};
use super::scoring::counted as points_of;
use super::{Judge, JudgeError, after};
use houserule_core::mechanics::{BoardView, Move};
use houserule_core::text::{counted, series};
use houserule_script::game::Game;
use houserule_script::rules::lesson::{LessonGoal, MadeCounts};

impl Judge {
    /// Says what a listed move lacks to reach a goal; nothing where it reaches it or no sentence would help.
    pub fn lacks(&mut self, goal: &LessonGoal, game: &mut Game, mv: Move) -> Result<Option<String>, JudgeError> {
        if self.reaches(goal, game, mv)? {
            return Ok(None);
        }
        let says = match goal {
            LessonGoal::AllOf(goals) => {
                for goal in goals {
                    if let Some(says) = self.lacks(goal, game, mv)? {
                        return Ok(Some(says));
                    }
                }
                return Ok(None);
            }
            LessonGoal::WinsIn { turns, by } => self.no_win(*turns, by.as_ref(), game, mv)?,
            LessonGoal::Threatens { turns, by, places } => {
                let one = LessonGoal::Threatens { turns: *turns, by: by.clone(), places: 1 };
                match *places > 1 && self.reaches(&one, game, mv)? {
                    true => format!("It threatens to win, but not in {places} places."),
                    false => "It threatens nothing.".to_string(),
                }
            }
            LessonGoal::Fills(cells) => return self.unfilled(cells, game, mv),
            LessonGoal::Makes(counts) => return lacking_counts(counts, game, mv),
            LessonGoal::MakesLine { length } => {
                let team = game.mover_team(mv);
                let (longest, thing) = after(game, mv, |game| {
                    let thing = if matches!(game.board().view(), BoardView::Stones(_)) { "row" } else { "line" };
                    Ok((longest_line(game, team)?, thing))
                })?;
                match longest >= *length {
                    true => format!("Your longest {thing} was as long before."),
                    false => format!("Your longest {thing} has a length of {longest}, not of {length}."),
                }
            }
            LessonGoal::MakesLoop { length } => {
                let team = game.mover_team(mv);
                match after(game, mv, |game| longest_loop(game, team))? {
                    0 => "It closes no loop of yours.".to_string(),
                    _ => format!("It closes no loop of yours of {}.", counted(*length as usize, "tile")),
                }
            }
            LessonGoal::Scores { points } => {
                let team = game.mover_team(mv);
                let scored = after(game, mv, |game| points_of(game, team))?;
                format!("You have {scored} points then, not {points}.")
            }
            // What others do after it is shown, and what a script says is said.
            _ => return Ok(None),
        };
        Ok(Some(says))
    }

    /// What a move lacks that does not win.
    fn no_win(&mut self, turns: u32, by: Option<&String>, game: &mut Game, mv: Move) -> Result<String, JudgeError> {
        let any = LessonGoal::WinsIn { turns: 1, by: None };
        if let Some(by) = by.filter(|_| turns == 1)
            && self.reaches(&any, game, mv)?
        {
            return Ok(format!("It wins, but not by {by}."));
        }
        if turns == 1 {
            return Ok("It does not win.".to_string());
        }
        let threat = LessonGoal::Threatens { turns: turns - 1, by: by.cloned(), places: 1 };
        Ok(match self.reaches(&threat, game, mv)? {
            true => format!("It does not win within {}.", counted(turns as usize, "turn")),
            false => "It threatens nothing, so the other side may answer as it likes.".to_string(),
        })
    }

    /// The cells that are still empty after a move.
    fn unfilled(&mut self, cells: &[String], game: &mut Game, mv: Move) -> Result<Option<String>, JudgeError> {
        let places: Vec<_> = cells.iter().filter_map(|name| Some((name.clone(), self.place(name, game)?))).collect();
        after(game, mv, |game| {
            let look = game.board().view();
            let empty = places.iter().filter(|(_, at)| !look.is_taken(*at)).map(|(name, _)| name);
            let empty: Vec<&str> = empty.map(String::as_str).collect();
            let are = if empty.len() == 1 { "is" } else { "are" };
            Ok((!empty.is_empty()).then(|| format!("{} {are} still empty.", series(&empty, "and"))))
        })
    }
}

/// The first thing of which a move makes too few.
fn lacking_counts(counts: &MadeCounts, game: &mut Game, mv: Move) -> Result<Option<String>, JudgeError> {
    let team = game.mover_team(mv);
    let before = if counts.points.is_some() { points_of(game, team)? } else { 0.0 };
    after(game, mv, |game| {
        if let Some(least) = counts.forced {
            let made = forced(game)?;
            if made < least {
                let tiles = if made == 0 { "No tile".to_string() } else { counted(made as usize, "tile") };
                return Ok(Some(format!("{tiles} followed by force, and at least {least} should.")));
            }
        }
        if let Some(least) = counts.spaces {
            let made = spaces(game)?;
            if made < least {
                let spaces = counted(made as usize, "forced space");
                return Ok(Some(format!("It leaves {spaces}, not {least}.")));
            }
        }
        if let Some(least) = counts.stack {
            let made = tallest(game, team)?;
            if made < least {
                let pieces = counted(made as usize, "piece");
                return Ok(Some(format!("Your tallest stack has {pieces}, not {least}.")));
            }
        }
        let Some(least) = counts.points else { return Ok(None) };
        let more = points_of(game, team)? - before;
        Ok((more < f64::from(least)).then(|| format!("It brings you {more} points, not {least}.")))
    })
}
