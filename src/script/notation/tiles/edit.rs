//! Editing of boards: `1,0 16:2` or `16@1,0:2` places a tile, taken from the bag or from the hand that holds it.

use super::read_placement;
use crate::notation::NotationError;
use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::{BagSetup, TileSetup};
use houserule_core::text::one_line;
use houserule_core::tiles::{TileIndex, TileSet};

/// Places a tile on a cell, replacing what is there.
pub fn put(typed: &str, setup: &mut TileSetup, set: &TileSet) -> Result<(), NotationError> {
    let placement = match typed.split_whitespace().collect::<Vec<_>>()[..] {
        [whole] => whole.to_string(),
        [cell, tile] => match tile.split_once(':') {
            Some((tile, turned)) => format!("{tile}@{cell}:{turned}"),
            None => format!("{tile}@{cell}:0"),
        },
        _ => return Err("expected a cell and a tile; for example, `put 1,0 16:2` puts tile 16 with rotation 2".into()),
    };
    let (at, orientation) = read_placement(&placement, set)?;
    let tile = set.orientations[orientation].tile;
    return_to_bag(at, setup, set);
    take_from_supply(tile, setup, set);
    setup.tiles.push((at, orientation));
    Ok(())
}

/// Empties a cell, or all.
pub fn clear(typed: &str, setup: &mut TileSetup, set: &TileSet) -> Result<(), NotationError> {
    if typed.is_empty() {
        let all: Vec<Coord> = setup.tiles.iter().map(|(at, _)| *at).collect();
        all.into_iter().for_each(|at| return_to_bag(at, setup, set));
    }
    for cell in typed.split_whitespace() {
        let at = CellNaming::Axial.read(cell, Coord { x: 0, y: 0 });
        let at = at.ok_or_else(|| format!("`{}` is not a cell; write, for example, 1,0", one_line(cell, 20)))?;
        return_to_bag(at, setup, set);
    }
    Ok(())
}

/// Moves the tile on a cell to the bottom of the bag.
fn return_to_bag(at: Coord, setup: &mut TileSetup, set: &TileSet) {
    let Some(index) = setup.tiles.iter().position(|(there, _)| *there == at) else { return };
    let (_, orientation) = setup.tiles.remove(index);
    match &mut setup.bag {
        Some(BagSetup::Order(bag)) => bag.push(set.orientations[orientation].tile),
        Some(BagSetup::Count(count)) => *count += 1,
        None => {}
    }
}

/// Removes a tile from the bag, a hand or the board; if it is nowhere, validation reports it.
fn take_from_supply(tile: TileIndex, setup: &mut TileSetup, set: &TileSet) {
    let remove = |tiles: &mut Vec<TileIndex>| match tiles.iter().position(|held| *held == tile) {
        Some(index) => {
            tiles.remove(index);
            true
        }
        None => false,
    };
    if let Some(BagSetup::Order(bag)) = &mut setup.bag
        && remove(bag)
    {
        return;
    }
    // With an unlimited supply a tile comes from nowhere.
    if setup.bag.is_none() && setup.hands.iter().all(Option::is_none) {
        return;
    }
    if setup.hands.iter_mut().flatten().any(remove) {
        return;
    }
    setup.tiles.retain(|(_, orientation)| set.orientations[*orientation].tile != tile);
}
