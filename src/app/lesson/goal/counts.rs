//! The goals `makes`, `makes_line` and `makes_loop`: forced tiles, forced spaces, stacks, points, lines and loops.

use super::points::team_points;
use super::{GoalResult, JudgeError, after_move};
use houserule_core::mechanics::{Move, Seat, StoneBoard, Team};
use houserule_script::game::Game;
use houserule_script::rules::lesson::MadeCounts;

/// Returns whether a move makes at least the wanted number of each thing.
pub fn makes(counts: &MadeCounts, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    let points_before = if counts.points.is_some() { team_points(game, team)? } else { 0.0 };
    after_move(game, mv, |game| {
        let forced = counts.forced.map(|least| Ok(forced_tile_count(game)? >= least));
        let spaces = counts.spaces.map(|least| Ok(forced_space_count(game)? >= least));
        let stack = counts.stack.map(|least| Ok(tallest_stack(game, team)? >= least));
        let points = match counts.points {
            Some(least) => Some(Ok(team_points(game, team)? >= points_before + f64::from(least))),
            None => None,
        };
        let checks: Result<Vec<bool>, JudgeError> = [forced, spaces, stack, points].into_iter().flatten().collect();
        Ok(checks?.into_iter().all(|is_met| is_met))
    })
}

/// Counts the tiles that the last move laid in addition to the chosen one.
pub fn forced_tile_count(game: &Game) -> Result<u32, JudgeError> {
    let tiles = game.board().view().tiles().ok_or_else(|| not_applicable("tiles"))?;
    Ok(tiles.last_laid().len().saturating_sub(1) as u32)
}

pub fn forced_space_count(game: &Game) -> Result<u32, JudgeError> {
    let board = game.board().view().tile_game().ok_or_else(|| not_applicable("forced spaces"))?;
    Ok(board.forced_cells().len() as u32)
}

pub fn tallest_stack(game: &Game, team: Team) -> Result<u32, JudgeError> {
    let board = game.board().view().stones().ok_or_else(|| not_applicable("stacks"))?;
    let grid = &board.game().grid;
    let own_cells = grid
        .cells()
        .map(|cell| grid.coord(cell))
        .filter(|at| is_owned_by(game, board.top(*at).map(|top| top.seat), team));
    Ok(own_cells.map(|at| board.height(at)).max().unwrap_or(0))
}

fn is_owned_by(game: &Game, seat: Option<Seat>, team: Team) -> bool {
    seat.is_some_and(|seat| game.team_of(seat) == team)
}

fn not_applicable(thing: &str) -> JudgeError {
    JudgeError::NotApplicable(format!("this game has no {thing}"))
}

/// Returns whether a move extends the team's longest line to `length`.
pub fn makes_line(length: u32, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    if longest_line(game, team)? >= length {
        return Ok(false);
    }
    after_move(game, mv, |game| Ok(longest_line(game, team)? >= length))
}

/// Returns whether a move closes a longer loop of the team than before, of at least `length` tiles.
pub fn makes_loop(length: u32, game: &mut Game, mv: Move) -> GoalResult {
    let team = game.mover_team(mv);
    let before = longest_loop(game, team)?;
    after_move(game, mv, |game| {
        let now = longest_loop(game, team)?;
        Ok(now > before && now >= length)
    })
}

/// Returns the length of a team's longest line; on a board of stones, of its longest straight row.
pub fn longest_line(game: &Game, team: Team) -> Result<u32, JudgeError> {
    longest(game, team, "lines", |line, _| line)
}

pub fn longest_loop(game: &Game, team: Team) -> Result<u32, JudgeError> {
    longest(game, team, "loops", |_, closed| closed)
}

fn longest(game: &Game, team: Team, thing: &str, pick: fn(u32, u32) -> u32) -> Result<u32, JudgeError> {
    let view = game.board().view();
    if let Some(board) = view.tile_game() {
        let longest = board.longest_tracks();
        let own_colours = board.tile_game().colours_of_team.get(team).into_iter().flatten();
        let lengths = own_colours.filter_map(|&colour| longest.get(colour));
        return Ok(lengths.map(|&(line, closed)| pick(line, closed)).max().unwrap_or(0));
    }
    match view.stones() {
        Some(board) if thing == "lines" => Ok(longest_row(game, board, team)),
        _ => Err(not_applicable(thing)),
    }
}

/// Returns the length of the longest straight row of a team's pieces, orthogonal or diagonal.
fn longest_row(game: &Game, board: &dyn StoneBoard, team: Team) -> u32 {
    let grid = &board.game().grid;
    let is_own = |at| is_owned_by(game, board.top(at).map(|top| top.seat), team);
    let mut longest = 0;
    for at in grid.cells().map(|cell| grid.coord(cell)).filter(|at| is_own(*at)) {
        for step in grid.steps.iter().chain(&grid.diagonals) {
            let row = (0..).map(|steps| at.plus(*step, steps)).take_while(|at| grid.cell(*at).is_some() && is_own(*at));
            longest = longest.max(row.count() as u32);
        }
    }
    longest
}
