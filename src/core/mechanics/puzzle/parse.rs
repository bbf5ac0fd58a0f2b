//! Parsing of cells, given tiles and colours in scripts.

use std::collections::BTreeSet;

use super::areas::{CellsArea, parse_cell};
use crate::error::RuleError;
use crate::geometry::{Coord, Lattice};
use crate::mechanics::{CompileErrors, is_in_reach};
use crate::text::{nearest, one_line, series};
use crate::tiles::{ColourIndex, TileIndex, TileSet};

pub(super) fn read_cells(cells: &CellsArea, key_path: &str, errors: &mut CompileErrors) -> Vec<Coord> {
    let mut coords = Vec::new();
    for text in &cells.cells {
        let message = match parse_cell(text).filter(|at| is_in_reach(*at)) {
            Some(at) if coords.contains(&at) => format!("cell {text} is listed twice"),
            Some(at) => {
                coords.push(at);
                continue;
            }
            None => format!("`{}` is not a cell; write two numbers, such as 2,-1", one_line(text, 20)),
        };
        errors.add(key_path, message);
    }
    coords
}

/// Parses a given tile: `14@0,0` or `14@0,0:3`.
pub(super) fn read_given(text: &str, set: &TileSet) -> Option<(TileIndex, Coord, Option<usize>)> {
    let (name, place) = text.split_once('@')?;
    let tile = set.tile_named(name.trim())?;
    match place.split_once(':') {
        None => Some((tile, parse_cell(place)?, None)),
        Some((place, digit)) => {
            let rotation = digit.parse().ok().filter(|_| digit.len() == 1)?;
            set.orientation_of(tile, rotation)?;
            Some((tile, parse_cell(place)?, Some(rotation)))
        }
    }
}

/// Parses the name of a colour that some tile of the puzzle has.
pub(super) fn read_colour(name: &str, set: &TileSet, tiles: &[TileIndex]) -> Result<ColourIndex, RuleError> {
    let known: Vec<&str> = set.colours.iter().map(|colour| colour.name.as_str()).collect();
    let Some(colour) = set.colour_named(name) else {
        let name = one_line(name, 20);
        return Err(RuleError::from(match nearest(&name, known.iter().copied()) {
            Some(near) => format!("the tiles have no colour `{name}`; did you mean `{near}`?"),
            None => format!("the tiles have no colour `{name}`; they have {}", series(&known, "and")),
        }));
    };
    let has = |tile: &TileIndex| set.orientations_of(*tile)[0].colours.contains(&colour);
    if !tiles.iter().any(has) {
        bail!("no tile of the puzzle has {name}");
    }
    Ok(colour)
}

pub(super) fn is_connected(cells: &[Coord], lattice: &Lattice) -> bool {
    let all: BTreeSet<Coord> = cells.iter().copied().collect();
    let Some(&first) = cells.first() else { return true };
    let (mut visited, mut stack) = (BTreeSet::from([first]), vec![first]);
    while let Some(at) = stack.pop() {
        for next in lattice.steps.iter().map(|step| at.plus(*step, 1)) {
            if all.contains(&next) && visited.insert(next) {
                stack.push(next);
            }
        }
    }
    visited.len() == all.len()
}
