//! Symmetry: arrangements that are equal up to translation and rotation count once. If a unique tile can be fixed,
//! nothing has to be compared; otherwise every solution is compared with its images, and only the smallest counts.

use super::reach::rotate;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::puzzle::{Area, GivenTile, Puzzle, Solution};
use houserule_core::tiles::TileIndex;

/// How equivalent solutions are counted once.
#[derive(Clone, Debug)]
pub enum Symmetry {
    /// Symmetry is broken: the search finds only one of them.
    Broken,
    /// Solutions are equivalent under these rotations.
    Rotated(Vec<RigidMotion>),
    /// Solutions are equivalent under motions that bring a copy of this tile to the place of the first.
    Translated(TileIndex),
}

/// Rotation around the origin followed by a translation.
#[derive(Clone, Copy, Debug)]
pub struct RigidMotion {
    pub rotation: usize,
    pub shift: Coord,
}

impl RigidMotion {
    pub fn apply(&self, sides: usize, at: Coord) -> Coord {
        let rotated = rotate(sides, at, self.rotation);
        Coord { x: rotated.x + self.shift.x, y: rotated.y + self.shift.y }
    }
}

/// Returns the rotations, other than the identity, that preserve the cells of a puzzle and its given tiles.
pub fn rotations_of(puzzle: &Puzzle) -> Vec<RigidMotion> {
    let sides = puzzle.set.sides;
    let cells: Vec<Coord> = match &puzzle.area {
        Area::Cells(cells) => cells.clone(),
        Area::Free => puzzle.given.iter().map(|given| given.at).collect(),
    };
    let Some(first) = cells.iter().min() else { return Vec::new() };
    let is_symmetry = |motion: &RigidMotion| {
        let maps_to = |one: &GivenTile, other: &GivenTile| {
            let rotations = puzzle.set.tiles[puzzle.tiles[one.tile]].rotations;
            let rotation = one.rotation.map(|rotation| (rotation + motion.rotation) % rotations);
            puzzle.tiles[one.tile] == puzzle.tiles[other.tile]
                && motion.apply(sides, one.at) == other.at
                && rotation == other.rotation.map(|rotation| rotation % rotations)
        };
        cells.iter().all(|at| cells.contains(&motion.apply(sides, *at)))
            && puzzle.given.iter().all(|one| puzzle.given.iter().any(|other| maps_to(one, other)))
    };
    let motion_by = |by: usize| {
        let first_image = cells.iter().map(|at| rotate(sides, *at, by)).min().unwrap_or(*first);
        RigidMotion { rotation: by, shift: first.relative_to(first_image) }
    };
    (1..sides).map(motion_by).filter(is_symmetry).collect()
}

/// Returns the image of a solution under a motion, in a canonical form that does not distinguish identical tiles.
fn image(puzzle: &Puzzle, solution: &Solution, motion: RigidMotion) -> Vec<(Coord, TileIndex, usize)> {
    let mut tiles: Vec<(Coord, TileIndex, usize)> = solution
        .iter()
        .map(|piece| {
            let tile = puzzle.tiles[piece.tile];
            let rotation = (piece.rotation + motion.rotation) % puzzle.set.sides;
            let rotations = puzzle.set.tiles[tile].rotations;
            (motion.apply(puzzle.set.sides, piece.at), tile, rotation % rotations)
        })
        .collect();
    tiles.sort_unstable();
    tiles
}

impl Symmetry {
    /// Returns whether a solution is the smallest of its symmetry class.
    pub fn is_canonical(&self, puzzle: &Puzzle, solution: &Solution) -> bool {
        let identity = RigidMotion { rotation: 0, shift: Coord { x: 0, y: 0 } };
        let motions: Vec<RigidMotion> = match self {
            Symmetry::Broken => return true,
            Symmetry::Rotated(turns) => turns.clone(),
            Symmetry::Translated(tile) => {
                let sides = puzzle.set.sides;
                let rotations = puzzle.set.tiles[*tile].rotations;
                let copies = solution.iter().filter(|piece| puzzle.tiles[piece.tile] == *tile);
                copies
                    .flat_map(|piece| {
                        let aligns = move |by: &usize| (piece.rotation + by).is_multiple_of(rotations);
                        (0..sides).filter(aligns).map(move |by| {
                            let at = rotate(sides, piece.at, by);
                            RigidMotion { rotation: by, shift: Coord { x: -at.x, y: -at.y } }
                        })
                    })
                    .collect()
            }
        };
        let original = image(puzzle, solution, identity);
        motions.into_iter().all(|motion| original <= image(puzzle, solution, motion))
    }
}
