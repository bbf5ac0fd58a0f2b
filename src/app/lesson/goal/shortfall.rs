//! Explains to the learner why a move misses its goal.

use super::counts::{forced_space_count, forced_tile_count, longest_line, longest_loop, tallest_stack};
use super::points::team_points as points_of;
use super::{Judge, JudgeError, after_move};
use houserule_core::mechanics::{BoardView, Move};
use houserule_core::text::{plural, series};
use houserule_script::game::Game;
use houserule_script::rules::lesson::{LessonGoal, MadeCounts};

impl Judge {
    /// Describes why a legal move misses a goal; `None` if it reaches the goal or no sentence would help.
    pub fn describe_shortfall(
        &mut self,
        goal: &LessonGoal,
        game: &mut Game,
        mv: Move,
    ) -> Result<Option<String>, JudgeError> {
        if self.reaches(goal, game, mv)? {
            return Ok(None);
        }
        let message = match goal {
            LessonGoal::AllOf(goals) => {
                for goal in goals {
                    if let Some(message) = self.describe_shortfall(goal, game, mv)? {
                        return Ok(Some(message));
                    }
                }
                return Ok(None);
            }
            LessonGoal::WinsIn { turns, end_rule: by } => self.describe_missed_win(*turns, by.as_ref(), game, mv)?,
            LessonGoal::Threatens { turns, end_rule: by, places } => {
                let one_place = LessonGoal::Threatens { turns: *turns, end_rule: by.clone(), places: 1 };
                match *places > 1 && self.reaches(&one_place, game, mv)? {
                    true => format!("It threatens to win, but not in {places} places."),
                    false => "It makes no threat.".to_string(),
                }
            }
            LessonGoal::Fills(cells) => return self.describe_empty_cells(cells, game, mv),
            LessonGoal::Makes(counts) => return describe_missing_counts(counts, game, mv),
            LessonGoal::MakesLine { length } => {
                let team = game.mover_team(mv);
                let (longest, thing) = after_move(game, mv, |game| {
                    let thing = if matches!(game.board().view(), BoardView::Stones(_)) { "row" } else { "line" };
                    Ok((longest_line(game, team)?, thing))
                })?;
                match longest >= *length {
                    true => format!("Your longest {thing} was just as long before."),
                    false => format!("Your longest {thing} has length {longest}, not {length}."),
                }
            }
            LessonGoal::MakesLoop { length } => {
                let team = game.mover_team(mv);
                match after_move(game, mv, |game| longest_loop(game, team))? {
                    0 => "It does not close a loop of yours.".to_string(),
                    _ => format!("It does not close a loop of {} for you.", plural(*length, "tile")),
                }
            }
            LessonGoal::Scores { points } => {
                let team = game.mover_team(mv);
                let scored = after_move(game, mv, |game| points_of(game, team))?;
                format!("You then have {scored} points, not {points}.")
            }
            // Refutations show the opponent's move, and scripts have messages of their own.
            _ => return Ok(None),
        };
        Ok(Some(message))
    }

    /// Describes why a move does not win.
    fn describe_missed_win(
        &mut self,
        turns: u32,
        by: Option<&String>,
        game: &mut Game,
        mv: Move,
    ) -> Result<String, JudgeError> {
        let any_win = LessonGoal::WinsIn { turns: 1, end_rule: None };
        if let Some(by) = by.filter(|_| turns == 1)
            && self.reaches(&any_win, game, mv)?
        {
            return Ok(format!("It wins, but not by {by}."));
        }
        if turns == 1 {
            return Ok("It does not win.".to_string());
        }
        let threat = LessonGoal::Threatens { turns: turns - 1, end_rule: by.cloned(), places: 1 };
        Ok(match self.reaches(&threat, game, mv)? {
            true => format!("It does not win within {}.", plural(turns, "turn")),
            false => "It makes no threat, so the other side can play anything.".to_string(),
        })
    }

    /// Describes the cells that are still empty after a move.
    fn describe_empty_cells(
        &mut self,
        names: &[String],
        game: &mut Game,
        mv: Move,
    ) -> Result<Option<String>, JudgeError> {
        let cells: Vec<_> =
            names.iter().filter_map(|name| Some((name.clone(), self.resolve_cell(name, game)?))).collect();
        after_move(game, mv, |game| {
            let view = game.board().view();
            let empty = cells.iter().filter(|(_, at)| !view.is_occupied(*at)).map(|(name, _)| name);
            let empty: Vec<&str> = empty.map(String::as_str).collect();
            let verb = if empty.len() == 1 { "is" } else { "are" };
            Ok((!empty.is_empty()).then(|| format!("{} {verb} still empty.", series(&empty, "and"))))
        })
    }
}

/// Describes the first thing of which a move makes too few.
fn describe_missing_counts(counts: &MadeCounts, game: &mut Game, mv: Move) -> Result<Option<String>, JudgeError> {
    let team = game.mover_team(mv);
    let points_before = if counts.points.is_some() { points_of(game, team)? } else { 0.0 };
    after_move(game, mv, |game| {
        if let Some(least) = counts.forced {
            let count = forced_tile_count(game)?;
            if count < least {
                let tiles = if count == 0 { "no tile".to_string() } else { plural(count, "tile") };
                let are = if least == 1 { "is" } else { "are" };
                return Ok(Some(format!("It forces {tiles}, but at least {least} {are} needed.")));
            }
        }
        if let Some(least) = counts.spaces {
            let count = forced_space_count(game)?;
            if count < least {
                let spaces = plural(count, "forced space");
                return Ok(Some(format!("It leaves {spaces}, not {least}.")));
            }
        }
        if let Some(least) = counts.stack {
            let count = tallest_stack(game, team)?;
            if count < least {
                let pieces = plural(count, "piece");
                return Ok(Some(format!("Your tallest stack has {pieces}, not {least}.")));
            }
        }
        let Some(least) = counts.points else { return Ok(None) };
        let gained = points_of(game, team)? - points_before;
        Ok((gained < f64::from(least)).then(|| format!("It gains {gained} points, not {least}.")))
    })
}
