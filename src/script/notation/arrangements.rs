//! Moves and positions of puzzles in tile notation: `14@1,0:3` places a tile, `turn:14:3` rotates it, `take:14` removes
//! it, `swap:14/22` swaps two. If a puzzle has several of a tile, `1@2,0` says which one.

use super::tiles::{read_placement, read_tile, write_tile};
use crate::notation::NotationError;
use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::puzzle::{Area, PuzzlePosition};
use houserule_core::mechanics::{Action, TileRef, TileSetup, TilesView};
use houserule_core::text::{one_line, series};

/// Words that begin moves at the prompt.
pub const WORDS: [&str; 4] = ["put", "turn", "take", "swap"];

/// A typed move in one word: `turn 14 3`, `put 14 b:2`. Any other text is unchanged.
pub fn tidied(typed: &str) -> String {
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

pub fn read_move(text: &str, layout: &PuzzlePosition) -> Result<Action, NotationError> {
    let typed = one_line(text, 40);
    let unclear = || NotationError::Shapeless(format!("`{typed}` is not a move; {}", help(layout)));
    match text.split_once(':') {
        Some(("turn", rest)) => {
            let (tile, turned) = rest.rsplit_once(':').ok_or_else(unclear)?;
            let set = layout.set();
            let (sign, at) = read_lying(tile, layout)?;
            let number = turned.parse::<usize>().ok().filter(|_| turned.len() == 1);
            let orientation =
                number.zip(set.tile_named(&sign)).and_then(|(turned, tile)| set.orientation_of(tile, turned));
            let orientation = orientation.ok_or_else(|| {
                format!("a tile is turned by 0 to {} sides, not `{}`", set.sides - 1, one_line(turned, 20))
            })?;
            Ok(Action::Turn { tile: TileRef { sign, at }, orientation })
        }
        Some(("take", tile)) => {
            let (sign, at) = read_lying(tile, layout)?;
            Ok(Action::Take { tile: TileRef { sign, at } })
        }
        Some(("swap", tiles)) => {
            let (one, other) = tiles.split_once('/').or_else(|| tiles.split_once(',')).ok_or_else(unclear)?;
            let [one, other] = [read_lying(one, layout)?, read_lying(other, layout)?];
            let lying = |(sign, at)| TileRef { sign, at };
            Ok(Action::Swap { tiles: [lying(one), lying(other)] })
        }
        _ => read_put(text, layout),
    }
}

/// Parses a tile on the board by its name, with its cell if there are several: `14`, `1@2,0`.
fn read_lying(text: &str, layout: &PuzzlePosition) -> Result<(String, Option<Coord>), NotationError> {
    let (name, cell) = match text.split_once('@') {
        Some((name, cell)) => (name.trim(), Some(cell)),
        None => (text.trim(), None),
    };
    let set = layout.set();
    let tile = read_tile(name, set)?;
    let lies_there = |at: &Coord| {
        layout.orientation_at(*at).is_some_and(|orientation| set.orientations[orientation as usize].tile == tile)
    };
    let at = match cell {
        Some(cell) => Some(read_cell(cell)?).filter(lies_there),
        None => match layout.tiles().into_iter().filter(lies_there).collect::<Vec<Coord>>().as_slice() {
            [] => None,
            [at] => Some(*at),
            several => {
                let cells: Vec<String> =
                    several.iter().map(|at| format!("{name}@{}", CellNaming::Axial.write(*at, *at))).collect();
                bail!("tile {name} lies there several times: {}", series(&cells, "and"));
            }
        },
    };
    Ok((name.to_string(), at))
}

fn read_cell(text: &str) -> Result<Coord, NotationError> {
    CellNaming::Axial.read(text.trim(), Coord { x: 0, y: 0 }).ok_or_else(|| {
        let cell = one_line(text, 20);
        format!("`{cell}` is no cell: write two numbers such as 2,-1, or a letter that the board shows").into()
    })
}

fn read_put(text: &str, layout: &PuzzlePosition) -> Result<Action, NotationError> {
    let typed = one_line(text, 40);
    let Some((name, place)) = text.split_once('@') else {
        return Err(NotationError::Shapeless(format!("`{typed}` is not a move; {}", help(layout))));
    };
    let set = layout.set();
    let tile = read_tile(name, set)?;
    let (cell, turned) = match place.split_once(':') {
        Some((cell, turned)) => (cell, Some(turned)),
        None => (place, None),
    };
    let at = read_cell(cell)?;
    let orientation = match turned {
        Some(turned) => {
            let number = turned.parse().ok().filter(|_| turned.len() == 1);
            number.and_then(|turned| set.orientation_of(tile, turned)).ok_or_else(|| {
                format!("a tile is turned by 0 to {} sides, not `{}`", set.sides - 1, one_line(turned, 20))
            })?
        }
        None => match layout.fits(tile, at).as_slice() {
            [only] => *only,
            // On an empty board any orientation will do.
            [first, ..] if layout.tile_count() == 0 && layout.plan().puzzle.area == Area::Free => *first,
            [first, ..] if !layout.open_cells().contains(&at) => *first,
            [] => bail!("`{typed}` matches in no way; say how it lies, as in `{typed}:2`"),
            several => {
                let ways: Vec<String> = several.iter().map(|orientation| write_tile(set, at, *orientation)).collect();
                bail!("`{typed}` fits in several ways: {}", series(&ways, "or"));
            }
        },
    };
    Ok(Action::Lay { seat: None, sign: name.to_string(), orientation: Some(orientation), at, corner: layout.corner() })
}

pub fn write_move(action: &Action, layout: &PuzzlePosition) -> String {
    let named = |tile: &TileRef| match tile.at {
        Some(at) if layout.plan().has_copies() => {
            format!("{}@{}", tile.sign, CellNaming::Axial.write(at, at))
        }
        _ => tile.sign.clone(),
    };
    match action {
        Action::Lay { orientation: Some(orientation), at, .. } => write_tile(layout.set(), *at, *orientation),
        Action::Turn { tile, orientation } => {
            format!("turn:{}:{}", named(tile), layout.set().orientations[*orientation as usize].rotation)
        }
        Action::Take { tile } => format!("take:{}", named(tile)),
        Action::Swap { tiles: [one, other] } => format!("swap:{}/{}", named(one), named(other)),
        _ => "?".into(),
    }
}

/// Parses placements alone: all other tiles are in the pool.
pub fn read_position(text: &str, layout: &PuzzlePosition) -> Result<TileSetup, NotationError> {
    let set = layout.set();
    if text.contains('|') {
        return Err("the position of a puzzle is placements alone: what does not lie is left".into());
    }
    let tiles = text.split_whitespace().map(|word| read_placement(word, set)).collect::<Result<_, _>>()?;
    Ok(TileSetup { tiles, ..TileSetup::default() })
}

pub fn write_position(layout: &PuzzlePosition) -> String {
    let placed = |at: Coord| Some(write_tile(layout.set(), at, layout.orientation_at(at)?));
    layout.tiles().into_iter().filter_map(placed).collect::<Vec<_>>().join(" ")
}

/// Keeps the placements of a tile where all edges match, if there are any.
pub fn sift(choices: Vec<String>, layout: &PuzzlePosition) -> Vec<String> {
    let matches = |choice: &String| {
        let Ok(Action::Lay { orientation: Some(orientation), at, .. }) = read_move(choice, layout) else {
            return false;
        };
        layout.fits(layout.set().orientations[orientation as usize].tile, at).contains(&orientation)
    };
    let matching: Vec<String> = choices.iter().filter(|choice| matches(choice)).cloned().collect();
    if matching.is_empty() { choices } else { matching }
}

/// Why a tile typed alone has no move.
pub fn no_choice(typed: &str, layout: &PuzzlePosition) -> Option<String> {
    let words: Vec<&str> = typed.split_whitespace().collect();
    let name = match words.as_slice() {
        [name] => *name,
        [word, name] if WORDS.contains(&word.to_lowercase().as_str()) => *name,
        _ => return None,
    };
    if !name.chars().all(char::is_alphanumeric) || WORDS.contains(&name) {
        return None;
    }
    let Some(tile) = layout.set().tile_named(name) else {
        return Some(format!("the set has no tile `{}`", one_line(name, 20)));
    };
    if layout.plan().copies[tile as usize] == 0 {
        return Some(format!("tile {name} is not part of the puzzle"));
    }
    match layout.pool().contains(&tile) {
        true => Some(format!("tile {name} does not lie on the board")),
        false => {
            let moves = layout.plan().moves;
            let ways = [
                (moves.turn, format!("`turn {name}`")),
                (moves.take, format!("`take {name}`")),
                (moves.swap, "`swap`".to_string()),
            ];
            let ways: Vec<String> = ways.into_iter().filter(|(has, _)| *has).map(|(_, way)| way).collect();
            Some(format!("tile {name} lies on the board; {} it", series(&ways, "or")))
        }
    }
}

pub fn help(layout: &PuzzlePosition) -> String {
    let (plan, pool) = (layout.plan(), layout.pool());
    let tile = pool.first().copied().unwrap_or(plan.puzzle.tiles[0]);
    let (name, moves) = (plan.tile_name(tile), plan.moves);
    let other = plan.tile_name(*plan.puzzle.tiles.last().unwrap_or(&tile));
    let mut ways = Vec::new();
    if moves.put {
        ways.push(format!("`{name}@0,0:2` puts a tile on a cell, turned by 2 sides"));
    }
    if moves.turn {
        ways.push(format!("`turn {name} 3` turns one"));
    }
    if moves.take {
        ways.push(format!("`take {name}` takes it up"));
    }
    if moves.swap {
        ways.push(format!("`swap {name} {other}` exchanges two"));
    }
    let short = match moves.put {
        true => format!(
            "; the cell may be a letter that the board shows, the rotation is left out where only one matches, and \
             `{name}` alone lists where it matches"
        ),
        false => String::new(),
    };
    format!("{}{short}", ways.join(", "))
}
