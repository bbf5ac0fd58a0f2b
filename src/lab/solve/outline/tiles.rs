//! Tiles of a puzzle, grouped by the bend of their link of the loop's colour.

use super::shape::{BENDS, SIDES, Station};
use houserule_core::index::{IndexVec, index_type};
use houserule_core::mechanics::puzzle::Puzzle;
use houserule_core::tiles::ColourIndex;

index_type! {
    /// Tile of the puzzle.
    StockTile(u16)
}

#[derive(Clone, Debug)]
pub struct TileStock {
    /// Tiles of the puzzle by bend.
    pub by_bend: [Vec<StockTile>; BENDS],
    /// Rotations of each tile, by the side at which its link starts.
    turned: IndexVec<StockTile, [TurnedTile; SIDES]>,
}

/// A tile in one rotation.
#[derive(Clone, Copy, Debug)]
pub struct TurnedTile {
    pub colours: [ColourIndex; SIDES],
    pub rotation: usize,
}

impl TileStock {
    /// Groups the tiles; `None` if some tile does not have exactly one link of the colour.
    pub fn new(puzzle: &Puzzle, colour: ColourIndex) -> Option<TileStock> {
        let mut stock = TileStock { by_bend: Default::default(), turned: IndexVec::default() };
        for &tile in &puzzle.tiles {
            let orientations = puzzle.set.orientations_of(tile);
            let ends: Vec<usize> = (0..SIDES).filter(|&side| orientations[0].colours[side] == colour).collect();
            let &[enters, leaves] = ends.as_slice() else { return None };
            let (bend, start) = (Station::bend_of(enters, leaves), Station::start_of(enters, leaves));
            stock.by_bend[bend].push(StockTile::new(stock.turned.len()));
            stock.turned.push(std::array::from_fn(|side| {
                let orientation = &orientations[(side + SIDES - start) % SIDES % orientations.len()];
                TurnedTile {
                    colours: std::array::from_fn(|side| orientation.colours[side]),
                    rotation: orientation.rotation,
                }
            }));
        }
        Some(stock)
    }

    pub fn turned_tile(&self, tile: StockTile, start: u8) -> &TurnedTile {
        &self.turned[tile][usize::from(start)]
    }

    /// Returns the number of tiles by bend.
    pub fn bends(&self) -> [usize; BENDS] {
        std::array::from_fn(|bend| self.by_bend[bend].len())
    }

    /// Returns whether a loop of these bends can close: the turns to one side must exceed those to the other by a full
    /// turn.
    pub fn can_close(&self) -> bool {
        let [_, wide, tight] = self.bends();
        wide % 2 == 0 && wide + 2 * tight >= SIDES
    }
}
