//! The tiles of a puzzle, told apart by how their link of the loop's colour bends.

use super::shape::{BENDS, SIDES, Station};
use houserule_core::mechanics::puzzle::Puzzle;

#[derive(Clone, Debug)]
pub struct TileStock {
    /// The puzzle's tiles that bend in each way.
    pub by_bend: [Vec<u16>; BENDS],
    /// Each tile turned so that its link starts at each side.
    faces: Vec<[TurnedTile; SIDES]>,
}

/// A tile turned some way.
#[derive(Clone, Copy, Debug)]
pub struct TurnedTile {
    pub colours: [u8; SIDES],
    pub rotation: u8,
}

impl TileStock {
    /// `None` if a tile has not exactly one link of the colour.
    pub fn new(puzzle: &Puzzle, colour: u8) -> Option<TileStock> {
        let mut stock = TileStock { by_bend: Default::default(), faces: Vec::new() };
        for (index, &tile) in puzzle.tiles.iter().enumerate() {
            let orientations = puzzle.set.orientations_of(tile);
            let ends: Vec<usize> =
                (0..SIDES).filter(|&side| orientations[0].colours[side] == colour).collect();
            let &[enters, leaves] = ends.as_slice() else { return None };
            let (bend, start) = (Station::bend_of(enters, leaves), Station::start_of(enters, leaves));
            stock.by_bend[bend].push(index as u16);
            stock.faces.push(std::array::from_fn(|side| {
                let orientation = &orientations[(side + SIDES - start) % SIDES % orientations.len()];
                TurnedTile {
                    colours: std::array::from_fn(|side| orientation.colours[side]),
                    rotation: orientation.rotation,
                }
            }));
        }
        Some(stock)
    }

    pub fn face(&self, tile: u16, start: u8) -> &TurnedTile {
        &self.faces[tile as usize][start as usize]
    }

    /// How many tiles bend in each way.
    pub fn bends(&self) -> [usize; BENDS] {
        std::array::from_fn(|bend| self.by_bend[bend].len())
    }

    /// Whether a loop of these bends can close at all: to one side it turns by a whole turn more than to the other.
    pub fn can_close(&self) -> bool {
        let [_, wide, tight] = self.bends();
        wide % 2 == 0 && wide + 2 * tight >= SIDES
    }
}
