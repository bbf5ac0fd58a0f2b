//! Hints for a puzzle by degrees: first a colour, then a place, then the tile.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use houserule_core::geometry::{CellNaming, Coord, Lattice};
use houserule_core::mechanics::TilesView;
use houserule_core::mechanics::puzzle::{Area, GivenTile, PlacedTile, Puzzle, PuzzleAim, PuzzlePosition, Solution};
use houserule_lab::solve::{SearchControl, SearchEnd, SolveResult, find};

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintDegree {
    Colour,
    Place,
    Tile,
}

impl HintDegree {
    /// What is told when somebody asks again.
    pub fn more(self) -> HintDegree {
        match self {
            HintDegree::Colour => HintDegree::Place,
            HintDegree::Place | HintDegree::Tile => HintDegree::Tile,
        }
    }
}

/// A way to move a solution as a whole: turned about 0,0, then shifted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SolutionMotion {
    turns: usize,
    shift: (i32, i32),
}

impl SolutionMotion {
    fn of(self, at: Coord, lattice: &Lattice) -> Coord {
        let turned = (0..self.turns).fold(at, |at, _| quarter(at, lattice.sides()));
        Coord { x: turned.x + self.shift.0, y: turned.y + self.shift.1 }
    }
}

/// A place turned clockwise about 0,0 by one side.
fn quarter(Coord { x, y }: Coord, sides: usize) -> Coord {
    if sides == 6 { Coord { x: -y, y: x + y } } else { Coord { x: -y, y: x } }
}

/// A tile that a solution has where the player has not, with its cell and how it lies there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextTile {
    pub tile: u16,
    pub at: Coord,
    pub orientation: u16,
}

/// The tile to be put right next, if a solution says of one that it is not: beside one that is right, if there is any.
pub fn next(layout: &PuzzlePosition, solution: &Solution) -> Option<NextTile> {
    let (puzzle, lattice) = (&layout.plan().puzzle, layout.lattice());
    let motion = best_motion(layout, solution);
    let moved: Vec<NextTile> = solution.iter().filter_map(|piece| placed(puzzle, lattice, piece, motion)).collect();
    let is_right = |next: &NextTile| layout.orientation_at(next.at) == Some(next.orientation);
    let right: BTreeSet<Coord> = moved.iter().filter(|next| is_right(next)).map(|next| next.at).collect();
    let touches =
        |next: &NextTile| lattice.steps.iter().filter(|step| right.contains(&next.at.plus(**step, 1))).count();
    // The one with the most to go by; of several the first of the set, so that asking again tells more of the same.
    moved
        .into_iter()
        .filter(|next| !is_right(next))
        .max_by_key(|next| (touches(next), std::cmp::Reverse((next.tile, next.at))))
}

fn placed(puzzle: &Puzzle, lattice: &Lattice, piece: &PlacedTile, motion: SolutionMotion) -> Option<NextTile> {
    let tile = *puzzle.tiles.get(piece.tile)?;
    let rotation = (piece.rotation as usize + motion.turns) % lattice.sides();
    Some(NextTile { tile, at: motion.of(piece.at, lattice), orientation: puzzle.set.orientation_of(tile, rotation)? })
}

/// The motion that brings a solution into line with as many tiles as can be. On a board only those count that map it on
/// itself.
fn best_motion(layout: &PuzzlePosition, solution: &Solution) -> SolutionMotion {
    let (puzzle, lattice) = (&layout.plan().puzzle, layout.lattice());
    let still = SolutionMotion { turns: 0, shift: (0, 0) };
    let mut motions = BTreeSet::from([still]);
    for at in layout.tiles() {
        let Some(orientation) = layout.orientation_at(at) else { continue };
        let same = |piece: &&PlacedTile| {
            puzzle.tiles.get(piece.tile) == Some(&puzzle.set.orientations[orientation as usize].tile)
        };
        for piece in solution.iter().filter(same) {
            for turns in 0..lattice.sides() {
                let there = SolutionMotion { turns, ..still }.of(piece.at, lattice);
                let motion = SolutionMotion { turns, shift: (at.x - there.x, at.y - there.y) };
                let fits = placed(puzzle, lattice, piece, motion).is_some_and(|next| next.orientation == orientation);
                motions.extend(Some(motion).filter(|motion| fits && keeps(&puzzle.area, *motion, lattice)));
            }
        }
    }
    // A first tile goes to 0,0, and the first that is told is the first of the set.
    let first = solution.iter().min_by_key(|piece| (puzzle.tiles.get(piece.tile), piece.at));
    if let (Area::Free, 0, Some(first)) = (&puzzle.area, layout.tile_count(), first) {
        return SolutionMotion { shift: (-first.at.x, -first.at.y), ..still };
    }
    let right = |motion: &SolutionMotion| {
        let placed = solution.iter().filter_map(|piece| placed(puzzle, lattice, piece, *motion));
        placed.filter(|next| layout.orientation_at(next.at) == Some(next.orientation)).count()
    };
    motions.into_iter().max_by_key(|motion| (right(motion), std::cmp::Reverse(*motion))).unwrap_or(still)
}

fn keeps(area: &Area, motion: SolutionMotion, lattice: &Lattice) -> bool {
    match area {
        Area::Free => true,
        Area::Cells(cells) => {
            let all: BTreeSet<Coord> = cells.iter().copied().collect();
            cells.iter().all(|at| all.contains(&motion.of(*at, lattice)))
        }
    }
}

/// A hint in words.
pub fn say(layout: &PuzzlePosition, next: NextTile, degree: HintDegree) -> String {
    let (puzzle, set) = (&layout.plan().puzzle, layout.set());
    let cell = CellNaming::Axial.write(next.at, next.at);
    match degree {
        HintDegree::Colour => {
            let orientation = &set.orientations[next.orientation as usize];
            let goals: &[_] = if let PuzzleAim::Goals(goals) = &puzzle.aim { goals } else { &[] };
            let wanted = goals.iter().map(|goal| goal.colour).find(|colour| orientation.colours.contains(colour));
            let shown = layout.lattice().steps.iter().zip(&orientation.colours);
            let met = shown.filter(|(step, _)| layout.orientation_at(next.at.plus(**step, 1)).is_some());
            let colour = wanted.or_else(|| met.map(|(_, colour)| *colour).next()).unwrap_or(orientation.colours[0]);
            format!("Go on with {}.", set.colours[colour as usize].name)
        }
        HintDegree::Place => format!("Look at {cell}."),
        HintDegree::Tile => {
            let name = layout.plan().tile_name(next.tile);
            let rotation = set.orientations[next.orientation as usize].rotation;
            let lies_there =
                layout.orientation_at(next.at).map(|orientation| set.orientations[orientation as usize].tile);
            let in_pool = layout.pool().contains(&next.tile);
            match lies_there {
                Some(tile) if tile == next.tile => {
                    format!("Tile {name} is turned wrong: `turn {name} {rotation}`.")
                }
                None if in_pool => format!("Tile {name} belongs there: `{name}@{cell}:{rotation}`."),
                None => format!("Tile {name} belongs at {cell}: take it from where it lies."),
                Some(tile) => {
                    let other = layout.plan().tile_name(tile);
                    format!("Tile {name} belongs at {cell}, in place of {other}.")
                }
            }
        }
    }
}

/// What a search in the background of a hint came to.
pub enum HintResult {
    /// A solution, and whether what lies can be kept: not, where that is known to lead nowhere.
    Go { solution: Solution, keeps: bool },
    /// There is no solution at all.
    Hopeless,
    /// None was found in time.
    Unknown,
}

/// How long is searched for a solution that keeps what lies, and for any.
const KEEPING: Duration = Duration::from_secs(2);
const ANY: Duration = Duration::from_secs(8);

/// A solution of the puzzle: one that keeps what lies, else any.
pub fn solve(layout: &PuzzlePosition) -> HintResult {
    let puzzle = &layout.plan().puzzle;
    let mut keeps = true;
    if layout.tile_count() > 0 {
        if layout.table(|table| table.clashes().is_empty()) {
            let given =
                |piece: PlacedTile| GivenTile { tile: piece.tile, at: piece.at, rotation: Some(piece.rotation) };
            let given: Vec<GivenTile> = layout.pieces().into_iter().map(given).collect();
            let found = search(&Puzzle { given, ..puzzle.clone() }, KEEPING);
            if let Some(solution) = found.solution {
                return HintResult::Go { solution, keeps };
            }
            keeps = found.ending != SearchEnd::Exhausted;
        } else {
            keeps = false;
        }
    }
    let SolveResult { solution, ending, .. } = search(puzzle, ANY);
    match solution {
        Some(solution) => HintResult::Go { solution, keeps },
        None if ending == SearchEnd::Exhausted => HintResult::Hopeless,
        None => HintResult::Unknown,
    }
}

/// The same seed and one thread: asked again, the same is found.
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
        next(layout, &solution()).map(|next| say(layout, next, degree))
    }

    #[test]
    fn the_solution_is_one() {
        assert_eq!(hint("1@0,0:0 2@-1,0:2 3@0,-1:0", HintDegree::Tile), None);
        let mut session = session("1@0,0:0 2@-1,0:2 3@0,-1:0");
        assert_eq!(session.game.outcome().unwrap().map(|outcome| outcome.winners), Some(vec![Team::FIRST]));
    }

    #[test]
    fn the_first_tile_that_is_told_goes_where_a_first_tile_may_lie() {
        let session = session("");
        let layout = session.game.board().view().puzzle().expect("a layout");
        let mut solution = solution();
        solution.rotate_left(1);
        let next = next(layout, &solution).expect("nothing lies");
        assert_eq!((next.tile, next.at), (0, Coord { x: 0, y: 0 }));
    }

    #[test]
    fn asking_again_tells_more() {
        let told =
            [HintDegree::Colour, HintDegree::Place, HintDegree::Tile].map(|degree| hint("1@0,0:0", degree).unwrap());
        assert_eq!(told, ["Go on with yellow.", "Look at -1,0.", "Tile 2 belongs there: `2@-1,0:2`."]);
        assert_eq!(hint("", HintDegree::Tile).unwrap(), "Tile 1 belongs there: `1@0,0:0`.");
    }

    #[test]
    fn hints_keep_what_lies_however_it_is_turned_and_shifted() {
        // Two tiles as the solution has them, turned by one side.
        for (sides, moves) in [(1, "1@0,0:1 2@0,-1:3"), (3, "2@0,0:5 1@-1,0:3")] {
            let mut session = session(moves);
            let layout = session.game.board().view().puzzle().expect("a layout");
            let next = next(layout, &solution()).expect("one tile is left");
            assert_eq!(layout.plan().tile_name(next.tile), "3", "turned by {sides}");
            let action = Action::Lay {
                seat: None,
                sign: "3".into(),
                orientation: Some(next.orientation),
                at: next.at,
                corner: layout.corner(),
            };
            let text = session.notation().write_move(&action, layout as &dyn Position);
            session.play(&text).expect("it can be played");
            assert!(session.game.ended(), "{moves} {text} is solved");
        }
    }

    /// What is advised after some moves: whether they can be kept, and the next tile.
    fn advised(game: &str, moves: &str) -> Option<(bool, String)> {
        let table = Workspace { library: Library::default(), seed: 1 };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let session = table.open(game, &[], None, &moves).expect("a puzzle");
        let layout = session.game.board().view().puzzle().expect("a layout");
        match solve(layout) {
            HintResult::Go { solution, keeps } => {
                Some((keeps, say(layout, next(layout, &solution)?, HintDegree::Tile)))
            }
            HintResult::Hopeless | HintResult::Unknown => None,
        }
    }

    #[test]
    fn a_solution_keeps_what_lies_where_it_can() {
        let kept = advised("discovery-3", "1@0,0:0 2@-1,0:2");
        assert_eq!(kept, Some((true, "Tile 3 belongs there: `3@0,-1:0`.".into())));
        // The edges match, and yellow is led astray.
        assert!(matches!(advised("discovery-3", "1@0,0:0 2@1,0:2"), Some((false, _))));
        assert_eq!(advised("junior-red", ""), None, "red does not work");
    }

    #[test]
    fn what_lies_wrong_is_told() {
        assert_eq!(hint("1@0,0:0 2@-1,0:2 3@0,-1:4", HintDegree::Tile).unwrap(), "Tile 3 is turned wrong: `turn 3 0`.");
    }
}
