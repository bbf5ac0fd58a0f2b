//! Moves that make something: forced tiles, forced spaces, stacks, lines and loops.

use super::scoring::counted;
use super::{GoalResult, JudgeError, after};
use houserule_core::mechanics::{Move, Seat, StoneBoard, Team};
use houserule_script::game::Game;
use houserule_script::rules::lesson::MadeCounts;

/// Whether a move makes at least so many of each thing.
pub fn makes(counts: &MadeCounts, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    let before = if counts.points.is_some() { counted(game, team)? } else { 0.0 };
    after(game, mv, |game| {
        let forced = counts.forced.map(|least| Ok(forced(game)? >= least));
        let spaces = counts.spaces.map(|least| Ok(spaces(game)? >= least));
        let stack = counts.stack.map(|least| Ok(tallest(game, team)? >= least));
        let points = match counts.points {
            Some(least) => Some(Ok(counted(game, team)? >= before + f64::from(least))),
            None => None,
        };
        let made: Result<Vec<bool>, JudgeError> = [forced, spaces, stack, points].into_iter().flatten().collect();
        Ok(made?.into_iter().all(|made| made))
    })
}

/// The tiles that the last move laid beside the one that was chosen.
pub fn forced(game: &Game) -> Result<u32, JudgeError> {
    let laid = game.board().view().tiles().ok_or_else(|| senseless("tiles"))?;
    Ok(laid.last_laid().len().saturating_sub(1) as u32)
}

pub fn spaces(game: &Game) -> Result<u32, JudgeError> {
    let board = game.board().view().tile_game().ok_or_else(|| senseless("forced spaces"))?;
    Ok(board.survey().spaces.len() as u32)
}

pub fn tallest(game: &Game, team: Team) -> Result<u32, JudgeError> {
    let board = game.board().view().stones().ok_or_else(|| senseless("stacks"))?;
    let grid = &board.game().grid;
    let own = grid.cells().map(|cell| grid.at(cell)).filter(|at| is_of(game, board.top(*at).map(|top| top.seat), team));
    Ok(own.map(|at| board.height(at)).max().unwrap_or(0))
}

fn is_of(game: &Game, seat: Option<Seat>, team: Team) -> bool {
    seat.is_some_and(|seat| game.team_of(seat) == team)
}

fn senseless(what: &str) -> JudgeError {
    JudgeError::Senseless(format!("this game has no {what}"))
}

/// Whether a move makes the team's longest line so long; it was not before.
pub fn makes_line(length: u32, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    if longest_line(game, team)? >= length {
        return Ok(false);
    }
    after(game, mv, |game| Ok(longest_line(game, team)? >= length))
}

/// Whether a move closes a loop of the team's of so many tiles.
pub fn makes_loop(length: u32, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    let before = longest_loop(game, team)?;
    after(game, mv, |game| {
        let now = longest_loop(game, team)?;
        Ok(now > before && now >= length)
    })
}

/// A team's longest line; on a board of stones its longest straight row.
pub fn longest_line(game: &Game, team: Team) -> Result<u32, JudgeError> {
    longest(game, team, "lines", |line, _| line)
}

pub fn longest_loop(game: &Game, team: Team) -> Result<u32, JudgeError> {
    longest(game, team, "loops", |_, closed| closed)
}

fn longest(game: &Game, team: Team, what: &str, pick: fn(u32, u32) -> u32) -> Result<u32, JudgeError> {
    let view = game.board().view();
    if let Some(board) = view.tile_game() {
        let survey = board.survey();
        let own = board.plan().colours_of_team.get(team).into_iter().flatten();
        let of_colour = own.filter_map(|colour| survey.colours.get(*colour as usize));
        return Ok(of_colour.map(|colour| pick(colour.line, colour.closed)).max().unwrap_or(0));
    }
    match view.stones() {
        Some(board) if what == "lines" => Ok(longest_row(game, board, team)),
        _ => Err(senseless(what)),
    }
}

/// The longest straight row of a team's pieces, along edges or across corners.
fn longest_row(game: &Game, board: &dyn StoneBoard, team: Team) -> u32 {
    let grid = &board.game().grid;
    let is_own = |at| is_of(game, board.top(at).map(|top| top.seat), team);
    let mut longest = 0;
    for at in grid.cells().map(|cell| grid.at(cell)).filter(|at| is_own(*at)) {
        for step in grid.steps.iter().chain(&grid.diagonals) {
            let row = (0..).map(|steps| at.plus(*step, steps)).take_while(|at| grid.cell(*at).is_some() && is_own(*at));
            longest = longest.max(row.count() as u32);
        }
    }
    longest
}
