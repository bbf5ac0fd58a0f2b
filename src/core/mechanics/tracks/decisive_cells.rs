//! Tracks that decided a game, for renderers.

use std::collections::BTreeSet;

use super::{TrackEnd, TrackRules};
use crate::geometry::{Coord, Lattice};
use crate::mechanics::{BoardOutcome, TileBoard, TilesView};
use crate::tiles::ColourIndex;

/// Track, as a sequence of tiles with the side at which it leaves each.
struct Track {
    colour: ColourIndex,
    is_loop: bool,
    /// Cells, each with the side at which the track leaves it.
    cells: Vec<(Coord, usize)>,
}

impl Track {
    /// Largest number of columns, rows or diagonals that it spans.
    fn span(&self, axes: usize) -> i32 {
        let span_along = |axis: usize| {
            let coords = || self.cells.iter().map(|(at, _)| Lattice::axis_coord(axis, *at));
            Some(coords().max()? - coords().min()? + 1)
        };
        (0..axes).filter_map(span_along).max().unwrap_or(0)
    }
}

/// Tracks that decided the game, each cell with the side at which the track leaves it: loops and lines made by the last
/// move, or the tracks that scored points.
pub fn decisive_tracks(board: &dyn TileBoard, rules: &TrackRules, outcome: BoardOutcome) -> BTreeSet<(Coord, usize)> {
    let all = all_tracks(board);
    let last = board.last_laid();
    let is_new = |track: &&Track| track.cells.iter().any(|(at, _)| last.contains(at));
    let is_won =
        |track: &&Track| rules.seats_of_colour.get(track.colour).is_some_and(|seats| seats.intersects(outcome.winners));
    let decisive: Vec<&Track> = match rules.ends.get(outcome.end).map(|(_, end)| end) {
        Some(TrackEnd::Loop(rule)) => {
            let is_long_loop = |track: &&Track| track.is_loop && track.cells.len() >= rule.min as usize;
            winners_first(all.iter().filter(is_long_loop).filter(is_new).collect(), is_won)
        }
        Some(TrackEnd::Line(rule)) => {
            let is_line = |track: &&Track| !track.is_loop && track.span(board.lattice().sides() / 2) >= rule.across;
            winners_first(all.iter().filter(is_line).filter(is_new).collect(), is_won)
        }
        Some(TrackEnd::AllPlayed) => {
            let Some(worth) = &rules.scoring else { return BTreeSet::new() };
            let points = |track: &Track| {
                let points_per_tile = if track.is_loop { worth.closed } else { worth.line };
                points_per_tile * track.cells.len() as u32
            };
            let won: Vec<&Track> = all.iter().filter(is_won).collect();
            let max_points = won.iter().map(|track| points(track)).max();
            won.into_iter().filter(|track| Some(points(track)) == max_points).collect()
        }
        Some(TrackEnd::SmallerLoop(_)) => all.iter().filter(|track| track.is_loop).filter(is_new).collect(),
        _ => Vec::new(),
    };
    decisive.into_iter().flat_map(|track| track.cells.iter().copied()).collect()
}

/// Tracks of the winners if they have any, otherwise all; in a misère game the winners have none.
fn winners_first<'t>(tracks: Vec<&'t Track>, is_won: impl Fn(&&'t Track) -> bool) -> Vec<&'t Track> {
    let won: Vec<&Track> = tracks.iter().copied().filter(|track| is_won(track)).collect();
    if won.is_empty() { tracks } else { won }
}

/// Every track on a board, each once.
fn all_tracks(board: &dyn TilesView) -> Vec<Track> {
    let mut visited: BTreeSet<(Coord, usize)> = BTreeSet::new();
    let mut tracks = Vec::new();
    for at in board.tiles() {
        for side in 0..board.lattice().sides() {
            if visited.contains(&(at, side)) {
                continue;
            }
            let track = follow(board, at, side);
            let orientation =
                |at: Coord| board.orientation_at(at).map(|orientation| &board.set().orientations[orientation]);
            for &(at, side) in &track.cells {
                visited.insert((at, side));
                visited.extend(orientation(at).map(|orientation| (at, orientation.links[side])));
            }
            tracks.push(track);
        }
    }
    tracks
}

/// Follows the track that leaves a tile at a side: back to its start, or once around, then forwards.
fn follow(board: &dyn TilesView, at: Coord, side: usize) -> Track {
    let orientation = |at: Coord| board.orientation_at(at).map(|orientation| &board.set().orientations[orientation]);
    let (lattice, colour) =
        (board.lattice(), orientation(at).map(|orientation| orientation.colours[side]).unwrap_or_default());
    // Where the track leaves the next tile, if it continues there in its colour.
    let next = |(at, side): (Coord, usize)| {
        let at = at.plus(lattice.steps[side], 1);
        let entry = lattice.opposite(side);
        let orientation = orientation(at).filter(|orientation| orientation.colours[entry] == colour)?;
        Some((at, orientation.links[entry]))
    };
    let trace = |start: (Coord, usize)| {
        let mut cells = vec![start];
        while let Some(step) = next(cells[cells.len() - 1]) {
            if step == start {
                return (cells, true);
            }
            cells.push(step);
        }
        (cells, false)
    };
    let other_side = orientation(at).map_or(side, |orientation| orientation.links[side]);
    let (backwards, is_loop) = trace((at, other_side));
    if is_loop {
        return Track { colour, is_loop, cells: backwards };
    }
    let (first, entry) = backwards[backwards.len() - 1];
    let exit = orientation(first).map_or(entry, |orientation| orientation.links[entry]);
    Track { colour, is_loop, cells: trace((first, exit)).0 }
}
