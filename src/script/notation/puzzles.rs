//! Moves and positions of puzzles in tile notation: `14@1,0:3` places a tile, `turn:14:3` rotates it, `take:14` removes
//! it, `swap:14/22` swaps two. If a puzzle has several copies of a tile, `1@2,0` names one.

use super::tiles::{read_cell, read_orientation, read_placement, read_tile, write_tile};
use crate::notation::NotationError;
use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::puzzle::{Area, PuzzlePosition};
use houserule_core::mechanics::{Action, TileRef, TileSetup, TilesView};
use houserule_core::text::{one_line, series};

/// Words that begin moves at the prompt.
pub const MOVE_WORDS: [&str; 4] = ["put", "turn", "take", "swap"];

/// Normalizes a typed move such as `turn 14 3` or `put 14 b:2` to one word. Other text is unchanged.
pub fn normalize(typed: &str) -> String {
    let typed = typed.trim();
    let (first, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let word = first.to_lowercase();
    let words: Vec<&str> = rest.split_whitespace().collect();
    match (word.as_str(), words.as_slice()) {
        ("put", [_, ..]) => rest.trim().to_string(),
        ("turn" | "take", [_, ..]) => format!("{word}:{}", words.join(":")),
        ("swap", [_, ..]) => format!("{word}:{}", words.join("/")),
        _ => typed.to_string(),
    }
}

pub fn read_move(text: &str, puzzle: &PuzzlePosition) -> Result<Action, NotationError> {
    let typed = one_line(text, 40);
    let not_a_move = || NotationError::NotAMove(format!("`{typed}` is not a move; {}", help(puzzle)));
    match text.split_once(':') {
        Some(("turn", rest)) => {
            let (tile, rotation) = rest.rsplit_once(':').ok_or_else(not_a_move)?;
            let set = puzzle.set();
            let (sign, at) = read_placed_tile(tile, puzzle)?;
            let orientation = read_orientation(rotation, read_tile(&sign, set)?, set)?;
            Ok(Action::Turn { tile: TileRef { sign, at }, orientation })
        }
        Some(("take", tile)) => {
            let (sign, at) = read_placed_tile(tile, puzzle)?;
            Ok(Action::Take { tile: TileRef { sign, at } })
        }
        Some(("swap", tiles)) => {
            let (one, other) = tiles.split_once('/').or_else(|| tiles.split_once(',')).ok_or_else(not_a_move)?;
            let [one, other] = [read_placed_tile(one, puzzle)?, read_placed_tile(other, puzzle)?];
            let tile_ref = |(sign, at)| TileRef { sign, at };
            Ok(Action::Swap { tiles: [tile_ref(one), tile_ref(other)] })
        }
        _ => read_put(text, puzzle),
    }
}

/// Parses a tile on the board by its name, with its cell if there are several: `14`, `1@2,0`.
fn read_placed_tile(text: &str, puzzle: &PuzzlePosition) -> Result<(String, Option<Coord>), NotationError> {
    let (name, cell) = match text.split_once('@') {
        Some((name, cell)) => (name.trim(), Some(cell)),
        None => (text.trim(), None),
    };
    let set = puzzle.set();
    let tile = read_tile(name, set)?;
    let is_there =
        |at: &Coord| puzzle.orientation_at(*at).is_some_and(|orientation| set.orientations[orientation].tile == tile);
    let at = match cell {
        Some(cell) => Some(read_cell(cell.trim())?).filter(is_there),
        None => match puzzle.tiles().into_iter().filter(is_there).collect::<Vec<Coord>>().as_slice() {
            [] => None,
            [at] => Some(*at),
            several => {
                let cells: Vec<String> =
                    several.iter().map(|at| format!("{name}@{}", CellNaming::Axial.write(*at, *at))).collect();
                bail!("there are several tiles {name}; write {}", series(&cells, "or"));
            }
        },
    };
    Ok((name.to_string(), at))
}

fn read_put(text: &str, puzzle: &PuzzlePosition) -> Result<Action, NotationError> {
    let typed = one_line(text, 40);
    let Some((name, place)) = text.split_once('@') else {
        return Err(NotationError::NotAMove(format!("`{typed}` is not a move; {}", help(puzzle))));
    };
    let set = puzzle.set();
    let tile = read_tile(name, set)?;
    let (cell, rotation) = match place.split_once(':') {
        Some((cell, rotation)) => (cell, Some(rotation)),
        None => (place, None),
    };
    let at = read_cell(cell.trim())?;
    let orientation = match rotation {
        Some(rotation) => read_orientation(rotation, tile, set)?,
        None => match puzzle.fitting_orientations(tile, at).as_slice() {
            [only] => *only,
            // On an empty board any orientation will do.
            [first, ..] if puzzle.tile_count() == 0 && puzzle.rules().puzzle.area == Area::Free => *first,
            [first, ..] if !puzzle.open_cells().contains(&at) => *first,
            [] => bail!("`{typed}` matches in no rotation; add one, as in `{typed}:2`"),
            several => {
                let ways: Vec<String> = several.iter().map(|orientation| write_tile(set, at, *orientation)).collect();
                bail!("`{typed}` fits in several rotations; write {}", series(&ways, "or"));
            }
        },
    };
    Ok(Action::Lay { seat: None, sign: name.to_string(), orientation: Some(orientation), at, corner: puzzle.corner() })
}

pub fn write_move(action: &Action, puzzle: &PuzzlePosition) -> String {
    let tile_name = |tile: &TileRef| match tile.at {
        Some(at) if puzzle.rules().has_copies() => {
            format!("{}@{}", tile.sign, CellNaming::Axial.write(at, at))
        }
        _ => tile.sign.clone(),
    };
    match action {
        Action::Lay { orientation: Some(orientation), at, .. } => write_tile(puzzle.set(), *at, *orientation),
        Action::Turn { tile, orientation } => {
            format!("turn:{}:{}", tile_name(tile), puzzle.set().orientations[*orientation].rotation)
        }
        Action::Take { tile } => format!("take:{}", tile_name(tile)),
        Action::Swap { tiles: [one, other] } => format!("swap:{}/{}", tile_name(one), tile_name(other)),
        _ => "?".into(),
    }
}

/// Parses a list of placements; all other tiles are in the pool.
pub fn read_position(text: &str, puzzle: &PuzzlePosition) -> Result<TileSetup, NotationError> {
    let set = puzzle.set();
    if text.contains('|') {
        return Err("a puzzle position has placements only; remove the part after `|`".into());
    }
    let tiles = text.split_whitespace().map(|word| read_placement(word, set)).collect::<Result<_, _>>()?;
    Ok(TileSetup { tiles, ..TileSetup::default() })
}

pub fn write_position(puzzle: &PuzzlePosition) -> String {
    let write_placed = |at: Coord| Some(write_tile(puzzle.set(), at, puzzle.orientation_at(at)?));
    puzzle.tiles().into_iter().filter_map(write_placed).collect::<Vec<_>>().join(" ")
}

/// Keeps the placements of a tile where all edges match, if there are any.
pub fn filter_matching(choices: Vec<String>, puzzle: &PuzzlePosition) -> Vec<String> {
    let is_match = |choice: &String| {
        let Ok(Action::Lay { orientation: Some(orientation), at, .. }) = read_move(choice, puzzle) else {
            return false;
        };
        puzzle.fitting_orientations(puzzle.set().orientations[orientation].tile, at).contains(&orientation)
    };
    let matching: Vec<String> = choices.iter().filter(|choice| is_match(choice)).cloned().collect();
    if matching.is_empty() { choices } else { matching }
}

/// Explains why a tile typed alone has no move.
pub fn explain_no_choice(typed: &str, puzzle: &PuzzlePosition) -> Option<String> {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let name = match words.as_slice() {
        [name] => *name,
        [word, name] if MOVE_WORDS.contains(&word.to_lowercase().as_str()) => *name,
        _ => return None,
    };
    if !name.chars().all(char::is_alphanumeric) || MOVE_WORDS.contains(&name) {
        return None;
    }
    let Some(tile) = puzzle.set().tile_named(name) else {
        return Some(format!("the set has no tile `{}`", one_line(name, 20)));
    };
    if puzzle.rules().copies[tile] == 0 {
        return Some(format!("tile {name} is not part of the puzzle"));
    }
    match puzzle.pool().contains(&tile) {
        true => Some(format!("tile {name} is not on the board")),
        false => {
            let moves = puzzle.rules().moves;
            let ways = [
                (moves.turn, format!("`turn {name}`")),
                (moves.take, format!("`take {name}`")),
                (moves.swap, "`swap`".to_string()),
            ];
            let ways: Vec<String> = ways.into_iter().filter(|(has, _)| *has).map(|(_, way)| way).collect();
            Some(format!("tile {name} is already on the board; use {}", series(&ways, "or")))
        }
    }
}

pub fn help(puzzle: &PuzzlePosition) -> String {
    let (plan, pool) = (puzzle.rules(), puzzle.pool());
    let tile = pool.first().copied().unwrap_or(plan.puzzle.tiles[0]);
    let (name, moves) = (plan.tile_name(tile), plan.moves);
    let other = plan.tile_name(*plan.puzzle.tiles.last().unwrap_or(&tile));
    let mut ways = Vec::new();
    if moves.put {
        ways.push(format!("`{name}@0,0:2` to put a tile on a cell with rotation 2"));
    }
    if moves.turn {
        ways.push(format!("`turn {name} 3` to rotate one"));
    }
    if moves.take {
        ways.push(format!("`take {name}` to take one off the board"));
    }
    if moves.swap {
        ways.push(format!("`swap {name} {other}` to swap two"));
    }
    format!("write {}", series(&ways, "or"))
}

/// Explains shorter ways to write a placement, in sentences.
pub fn describe_short_forms(puzzle: &PuzzlePosition) -> String {
    if !puzzle.rules().moves.put {
        return String::new();
    }
    "The cell may be a letter shown on the board. Without a rotation, the one that matches is used. A tile alone lists \
     where it matches. "
        .to_string()
}
