//! Symmetry: arrangements that are equal up to translation and rotation count once. If a unique tile can be fixed,
//! nothing has to be compared; otherwise every solution is compared with its images, and the smallest one counts.

use super::reach::turned;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::puzzle::{Area, GivenTile, Puzzle, Solution};

/// How equivalent solutions are counted once.
#[derive(Clone, Debug)]
pub enum Symmetry {
    /// The search meets only one of them.
    Told,
    /// Solutions are equivalent under these rotations.
    Turned(Vec<RigidMotion>),
    /// Solutions are equivalent when a tile like this one is moved to the place of the first.
    Moved(u16),
}

/// Rotation around the origin followed by a translation.
#[derive(Clone, Copy, Debug)]
pub struct RigidMotion {
    pub by: usize,
    pub shift: Coord,
}

impl RigidMotion {
    pub fn of(&self, sides: usize, at: Coord) -> Coord {
        let turned = turned(sides, at, self.by);
        Coord { x: turned.x + self.shift.x, y: turned.y + self.shift.y }
    }
}

/// Rotations, other than the identity, that preserve the cells of a puzzle and its given tiles.
pub fn turns_of(puzzle: &Puzzle) -> Vec<RigidMotion> {
    let sides = puzzle.set.sides;
    let cells: Vec<Coord> = match &puzzle.area {
        Area::Cells(cells) => cells.clone(),
        Area::Free => puzzle.given.iter().map(|given| given.at).collect(),
    };
    let Some(first) = cells.iter().min() else { return Vec::new() };
    let keeps = |turn: &RigidMotion| {
        let lies_alike = |one: &GivenTile, other: &GivenTile| {
            let rotations = puzzle.set.tiles[puzzle.tiles[one.tile] as usize].rotations as usize;
            let turned = one.rotation.map(|rotation| (rotation as usize + turn.by) % rotations);
            puzzle.tiles[one.tile] == puzzle.tiles[other.tile]
                && turn.of(sides, one.at) == other.at
                && turned == other.rotation.map(|rotation| rotation as usize % rotations)
        };
        cells.iter().all(|at| cells.contains(&turn.of(sides, *at)))
            && puzzle.given.iter().all(|one| puzzle.given.iter().any(|other| lies_alike(one, other)))
    };
    let turn = |by: usize| {
        let image = cells.iter().map(|at| turned(sides, *at, by)).min().unwrap_or(*first);
        RigidMotion { by, shift: first.from(image) }
    };
    (1..sides).map(turn).filter(keeps).collect()
}

/// Canonical form of a solution after a motion: only what is visible.
fn seen(puzzle: &Puzzle, solution: &Solution, turn: RigidMotion) -> Vec<(Coord, u16, u8)> {
    let mut seen: Vec<(Coord, u16, u8)> = solution
        .iter()
        .map(|piece| {
            let tile = puzzle.tiles[piece.tile];
            let rotation = (piece.rotation as usize + turn.by) % puzzle.set.sides;
            let turns = puzzle.set.tiles[tile as usize].rotations;
            (turn.of(puzzle.set.sides, piece.at), tile, rotation as u8 % turns)
        })
        .collect();
    seen.sort_unstable();
    seen
}

impl Symmetry {
    /// Whether a solution is the smallest of its symmetry class.
    pub fn counts(&self, puzzle: &Puzzle, solution: &Solution) -> bool {
        let nothing = RigidMotion { by: 0, shift: Coord { x: 0, y: 0 } };
        let images: Vec<RigidMotion> = match self {
            Symmetry::Told => return true,
            Symmetry::Turned(turns) => turns.clone(),
            Symmetry::Moved(tile) => {
                let sides = puzzle.set.sides;
                let turns = puzzle.set.tiles[*tile as usize].rotations as usize;
                let like = solution.iter().filter(|piece| puzzle.tiles[piece.tile] == *tile);
                like.flat_map(|piece| {
                    let brings = move |by: &usize| (piece.rotation as usize + by).is_multiple_of(turns);
                    (0..sides).filter(brings).map(move |by| {
                        let at = turned(sides, piece.at, by);
                        RigidMotion { by, shift: Coord { x: -at.x, y: -at.y } }
                    })
                })
                .collect()
            }
        };
        let own = seen(puzzle, solution, nothing);
        images.into_iter().all(|turn| own <= seen(puzzle, solution, turn))
    }
}
