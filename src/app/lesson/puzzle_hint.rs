//! Hints for puzzles in three degrees: a colour, then a place, then the tile.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use houserule_core::geometry::{CellNaming, Coord, Lattice};
use houserule_core::mechanics::TilesView;
use houserule_core::mechanics::puzzle::{Area, GivenTile, PlacedTile, Puzzle, PuzzleAim, PuzzlePosition, Solution};
use houserule_core::tiles::{OrientationIndex, TileIndex};
use houserule_lab::solve::{SearchControl, SearchEnd, SolveResult, find};

/// Degree of detail of a hint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintDegree {
    Colour,
    Place,
    Tile,
}

impl HintDegree {
    /// Returns the degree of the next hint.
    pub fn next_degree(self) -> HintDegree {
        match self {
            HintDegree::Colour => HintDegree::Place,
            HintDegree::Place | HintDegree::Tile => HintDegree::Tile,
        }
    }
}

/// Rigid motion of a solution: rotation about 0,0, then translation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SolutionMotion {
    turns: usize,
    shift: (i32, i32),
}

impl SolutionMotion {
    fn apply(self, at: Coord, lattice: &Lattice) -> Coord {
        let rotated = (0..self.turns).fold(at, |at, _| rotate(at, lattice.sides()));
        Coord { x: rotated.x + self.shift.0, y: rotated.y + self.shift.1 }
    }
}

/// Rotates a cell clockwise about 0,0 by one side.
fn rotate(Coord { x, y }: Coord, sides: usize) -> Coord {
    if sides == 6 { Coord { x: -y, y: x + y } } else { Coord { x: -y, y: x } }
}

/// Tile of a solution that the player has not placed, with its cell and orientation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextTile {
    pub tile: TileIndex,
    pub at: Coord,
    pub orientation: OrientationIndex,
}

/// Returns a tile that is not where the solution has it, preferably one next to correct tiles.
pub fn next_tile(position: &PuzzlePosition, solution: &Solution) -> Option<NextTile> {
    let (puzzle, lattice) = (&position.rules().puzzle, position.lattice());
    let motion = best_motion(position, solution);
    let tiles: Vec<NextTile> = solution.iter().filter_map(|piece| move_tile(puzzle, lattice, piece, motion)).collect();
    let is_right = |next: &NextTile| position.orientation_at(next.at) == Some(next.orientation);
    let right: BTreeSet<Coord> = tiles.iter().filter(|next| is_right(next)).map(|next| next.at).collect();
    let touches =
        |next: &NextTile| lattice.steps.iter().filter(|step| right.contains(&next.at.plus(**step, 1))).count();
    // Most correct neighbours first; ties by tile number, so that the next hint is about the same tile.
    tiles
        .into_iter()
        .filter(|next| !is_right(next))
        .max_by_key(|next| (touches(next), std::cmp::Reverse((next.tile, next.at))))
}

fn move_tile(puzzle: &Puzzle, lattice: &Lattice, piece: &PlacedTile, motion: SolutionMotion) -> Option<NextTile> {
    let tile = *puzzle.tiles.get(piece.tile)?;
    let rotation = (piece.rotation + motion.turns) % lattice.sides();
    Some(NextTile {
        tile,
        at: motion.apply(piece.at, lattice),
        orientation: puzzle.set.orientation_of(tile, rotation)?,
    })
}

/// Returns the motion of a solution that matches the most placed tiles. On a bounded board only symmetries of the board
/// count.
fn best_motion(position: &PuzzlePosition, solution: &Solution) -> SolutionMotion {
    let (puzzle, lattice) = (&position.rules().puzzle, position.lattice());
    let identity = SolutionMotion { turns: 0, shift: (0, 0) };
    let mut motions = BTreeSet::from([identity]);
    for at in position.tiles() {
        let Some(orientation) = position.orientation_at(at) else { continue };
        let is_same_tile =
            |piece: &&PlacedTile| puzzle.tiles.get(piece.tile) == Some(&puzzle.set.orientations[orientation].tile);
        for piece in solution.iter().filter(is_same_tile) {
            for turns in 0..lattice.sides() {
                let rotated = SolutionMotion { turns, ..identity }.apply(piece.at, lattice);
                let motion = SolutionMotion { turns, shift: (at.x - rotated.x, at.y - rotated.y) };
                let fits =
                    move_tile(puzzle, lattice, piece, motion).is_some_and(|next| next.orientation == orientation);
                motions.extend(Some(motion).filter(|motion| fits && preserves(&puzzle.area, *motion, lattice)));
            }
        }
    }
    // The first tile goes to 0,0, and the first hint is about the lowest tile.
    let first = solution.iter().min_by_key(|piece| (puzzle.tiles.get(piece.tile), piece.at));
    if let (Area::Free, 0, Some(first)) = (&puzzle.area, position.tile_count(), first) {
        return SolutionMotion { shift: (-first.at.x, -first.at.y), ..identity };
    }
    let matching = |motion: &SolutionMotion| {
        let placed = solution.iter().filter_map(|piece| move_tile(puzzle, lattice, piece, *motion));
        placed.filter(|next| position.orientation_at(next.at) == Some(next.orientation)).count()
    };
    motions.into_iter().max_by_key(|motion| (matching(motion), std::cmp::Reverse(*motion))).unwrap_or(identity)
}

fn preserves(area: &Area, motion: SolutionMotion, lattice: &Lattice) -> bool {
    match area {
        Area::Free => true,
        Area::Cells(cells) => {
            let all: BTreeSet<Coord> = cells.iter().copied().collect();
            cells.iter().all(|at| all.contains(&motion.apply(*at, lattice)))
        }
    }
}

/// Describes a hint.
pub fn describe(position: &PuzzlePosition, next: NextTile, degree: HintDegree) -> String {
    let (puzzle, set) = (&position.rules().puzzle, position.set());
    let cell = CellNaming::Axial.write(next.at, next.at);
    match degree {
        HintDegree::Colour => {
            let orientation = &set.orientations[next.orientation];
            let goals: &[_] = if let PuzzleAim::Goals(goals) = &puzzle.aim { goals } else { &[] };
            let goal_colour = goals.iter().map(|goal| goal.colour).find(|colour| orientation.colours.contains(colour));
            let edges = position.lattice().steps.iter().zip(&orientation.colours);
            let touching = edges.filter(|(step, _)| position.orientation_at(next.at.plus(**step, 1)).is_some());
            let colour =
                goal_colour.or_else(|| touching.map(|(_, colour)| *colour).next()).unwrap_or(orientation.colours[0]);
            format!("Continue with {}.", set.colours[colour].name)
        }
        HintDegree::Place => format!("Look at {cell}."),
        HintDegree::Tile => {
            let name = position.rules().tile_name(next.tile);
            let rotation = set.orientations[next.orientation].rotation;
            let tile_there = position.orientation_at(next.at).map(|orientation| set.orientations[orientation].tile);
            let is_in_pool = position.pool().contains(&next.tile);
            match tile_there {
                Some(tile) if tile == next.tile => {
                    format!("Tile {name} has the wrong rotation: `turn {name} {rotation}`.")
                }
                None if is_in_pool => format!("Tile {name} belongs there: `{name}@{cell}:{rotation}`."),
                None => format!("Tile {name} belongs at {cell}; move it there."),
                Some(tile) => {
                    let other = position.rules().tile_name(tile);
                    format!("Tile {name} belongs at {cell}, where {other} is.")
                }
            }
        }
    }
}

/// Result of the search for a hint.
pub enum HintResult {
    /// A solution, and whether the placed tiles may stay; false if that is proved impossible.
    Found { solution: Solution, keeps_tiles: bool },
    /// The puzzle has no solution.
    Unsolvable,
    /// No solution was found in time.
    Unknown,
}

/// Time limits of the search for a solution with the placed tiles, and for any solution.
const KEEPING_TIME_LIMIT: Duration = Duration::from_secs(2);
const ANY_TIME_LIMIT: Duration = Duration::from_secs(8);

/// Searches for a solution with the placed tiles, or else for any.
pub fn solve(position: &PuzzlePosition) -> HintResult {
    let puzzle = &position.rules().puzzle;
    let mut keeps_tiles = true;
    if position.tile_count() > 0 {
        if !position.has_clash() {
            let given =
                |piece: PlacedTile| GivenTile { tile: piece.tile, at: piece.at, rotation: Some(piece.rotation) };
            let given: Vec<GivenTile> = position.pieces().into_iter().map(given).collect();
            let result = search(&Puzzle { given, ..puzzle.clone() }, KEEPING_TIME_LIMIT);
            if let Some(solution) = result.solution {
                return HintResult::Found { solution, keeps_tiles };
            }
            keeps_tiles = result.ending != SearchEnd::Exhausted;
        } else {
            keeps_tiles = false;
        }
    }
    let SolveResult { solution, ending, .. } = search(puzzle, ANY_TIME_LIMIT);
    match solution {
        Some(solution) => HintResult::Found { solution, keeps_tiles },
        None if ending == SearchEnd::Exhausted => HintResult::Unsolvable,
        None => HintResult::Unknown,
    }
}

/// Searches with a fixed seed and one thread, so that a repeated hint finds the same solution.
fn search(puzzle: &Puzzle, time: Duration) -> SolveResult {
    let stop = AtomicBool::new(false);
    let deadline = Some(Instant::now() + time);
    find(puzzle, &SearchControl { seed: 1, threads: 1, deadline, stop: &stop, report: &|_| {} })
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_core::mechanics::{Action, Position, Team};
    use houserule_script::lua::Library;
    use houserule_script::play::{Session, Workspace};

    /// A yellow loop of tiles 1 to 3.
    fn solution() -> Solution {
        let piece = |tile, x, y, rotation| PlacedTile { tile, at: Coord { x, y }, rotation };
        vec![piece(0, 0, 0, 0), piece(1, -1, 0, 2), piece(2, 0, -1, 0)]
    }

    fn session(moves: &str) -> Session {
        let table = Workspace { library: Library::default(), seed: 1 };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        table.open("discovery-3", &[], None, &moves).expect("a puzzle")
    }

    fn hint(moves: &str, degree: HintDegree) -> Option<String> {
        let session = session(moves);
        let layout = session.game.board().view().puzzle().expect("a layout");
        next_tile(layout, &solution()).map(|next| describe(layout, next, degree))
    }

    #[test]
    fn the_test_solution_is_valid() {
        assert_eq!(hint("1@0,0:0 2@-1,0:2 3@0,-1:0", HintDegree::Tile), None);
        let mut session = session("1@0,0:0 2@-1,0:2 3@0,-1:0");
        assert_eq!(session.game.outcome().unwrap().map(|outcome| outcome.winners), Some(vec![Team::FIRST]));
    }

    #[test]
    fn the_first_hinted_tile_has_a_legal_cell() {
        let session = session("");
        let layout = session.game.board().view().puzzle().expect("a layout");
        let mut solution = solution();
        solution.rotate_left(1);
        let next = next_tile(layout, &solution).expect("the board is empty");
        assert_eq!((next.tile, next.at), (TileIndex::default(), Coord { x: 0, y: 0 }));
    }

    #[test]
    fn repeated_hints_reveal_more() {
        let hints =
            [HintDegree::Colour, HintDegree::Place, HintDegree::Tile].map(|degree| hint("1@0,0:0", degree).unwrap());
        assert_eq!(hints, ["Continue with yellow.", "Look at -1,0.", "Tile 2 belongs there: `2@-1,0:2`."]);
        assert_eq!(hint("", HintDegree::Tile).unwrap(), "Tile 1 belongs there: `1@0,0:0`.");
    }

    #[test]
    fn hints_recognise_rotated_and_shifted_tiles() {
        // Two tiles as the solution has them, turned by one side.
        for (sides, moves) in [(1, "1@0,0:1 2@0,-1:3"), (3, "2@0,0:5 1@-1,0:3")] {
            let mut session = session(moves);
            let layout = session.game.board().view().puzzle().expect("a layout");
            let next = next_tile(layout, &solution()).expect("one tile is left");
            assert_eq!(layout.rules().tile_name(next.tile), "3", "turned by {sides}");
            let action = Action::Lay {
                seat: None,
                sign: "3".into(),
                orientation: Some(next.orientation),
                at: next.at,
                corner: layout.corner(),
            };
            let text = session.notation().write_move(&action, layout as &dyn Position);
            session.play(&text).expect("it can be played");
            assert!(session.game.is_over(), "{moves} {text} is solved");
        }
    }

    /// What is advised after some moves: whether they can be kept, and the next tile.
    fn advised(game: &str, moves: &str) -> Option<(bool, String)> {
        let table = Workspace { library: Library::default(), seed: 1 };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let session = table.open(game, &[], None, &moves).expect("a puzzle");
        let layout = session.game.board().view().puzzle().expect("a layout");
        match solve(layout) {
            HintResult::Found { solution, keeps_tiles: keeps } => {
                Some((keeps, describe(layout, next_tile(layout, &solution)?, HintDegree::Tile)))
            }
            HintResult::Unsolvable | HintResult::Unknown => None,
        }
    }

    #[test]
    fn a_solution_keeps_placed_tiles_if_possible() {
        let kept = advised("discovery-3", "1@0,0:0 2@-1,0:2");
        assert_eq!(kept, Some((true, "Tile 3 belongs there: `3@0,-1:0`.".into())));
        // The edges match, and yellow is led astray.
        assert!(matches!(advised("discovery-3", "1@0,0:0 2@1,0:2"), Some((false, _))));
        assert_eq!(advised("junior-red", ""), None, "red does not work");
    }

    #[test]
    fn misplaced_tiles_are_reported() {
        assert_eq!(
            hint("1@0,0:0 2@-1,0:2 3@0,-1:4", HintDegree::Tile).unwrap(),
            "Tile 3 has the wrong rotation: `turn 3 0`."
        );
    }
}
