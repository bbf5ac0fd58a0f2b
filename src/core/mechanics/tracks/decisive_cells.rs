//! Tracks that decided a game, for renderers.

use std::collections::BTreeSet;

use super::{TrackEnd, TrackRules};
use crate::geometry::{Coord, Lattice};
use crate::mechanics::{BoardOutcome, TileBoard, TilesView};

/// Track, as the side at which it leaves each of its tiles.
struct Track {
    colour: u8,
    is_loop: bool,
    /// Cells, each with the side at which the track leaves it.
    cells: Vec<(Coord, u8)>,
}

impl Track {
    /// Largest number of columns, rows or diagonals that it spans.
    fn span(&self, axes: usize) -> i32 {
        let along = |axis: usize| {
            let places = || self.cells.iter().map(|(at, _)| Lattice::along(axis, *at));
            Some(places().max()? - places().min()? + 1)
        };
        (0..axes).filter_map(along).max().unwrap_or(0)
    }
}

/// Tracks that an end rule concerns, each cell with the side at which the track leaves it: loops and lines made by the
/// last move, or the tracks that scored points.
pub fn deciding(board: &dyn TileBoard, plan: &TrackRules, verdict: BoardOutcome) -> BTreeSet<(Coord, u8)> {
    let all = all_tracks(board);
    let last = board.last_laid();
    let is_new = |track: &&Track| track.cells.iter().any(|(at, _)| last.contains(at));
    let is_won = |track: &&Track| {
        plan.seats_of_colour.get(track.colour as usize).is_some_and(|seats| seats.meets(verdict.winners))
    };
    let picked: Vec<&Track> = match plan.ends.get(verdict.end).map(|(_, end)| end) {
        Some(TrackEnd::Loop(rule)) => {
            let closed = |track: &&Track| track.is_loop && track.cells.len() >= rule.min as usize;
            winners_first(all.iter().filter(closed).filter(is_new).collect(), is_won)
        }
        Some(TrackEnd::Line(rule)) => {
            let across = |track: &&Track| !track.is_loop && track.span(board.lattice().sides() / 2) >= rule.across;
            winners_first(all.iter().filter(across).filter(is_new).collect(), is_won)
        }
        Some(TrackEnd::AllPlayed) => {
            let Some(worth) = &plan.worth else { return BTreeSet::new() };
            let points = |track: &Track| {
                let each = if track.is_loop { worth.closed } else { worth.line };
                each * track.cells.len() as u32
            };
            let won: Vec<&Track> = all.iter().filter(is_won).collect();
            let most = won.iter().map(|track| points(track)).max();
            won.into_iter().filter(|track| Some(points(track)) == most).collect()
        }
        Some(TrackEnd::SmallerLoop(_)) => all.iter().filter(|track| track.is_loop).filter(is_new).collect(),
        _ => Vec::new(),
    };
    picked.into_iter().flat_map(|track| track.cells.iter().copied()).collect()
}

/// Tracks of the winners if they have any; in a misère game they have none.
fn winners_first<'t>(found: Vec<&'t Track>, is_won: impl Fn(&&'t Track) -> bool) -> Vec<&'t Track> {
    let won: Vec<&Track> = found.iter().copied().filter(|track| is_won(track)).collect();
    if won.is_empty() { found } else { won }
}

/// Every track on a board, each once.
fn all_tracks(board: &dyn TilesView) -> Vec<Track> {
    let mut seen: BTreeSet<(Coord, u8)> = BTreeSet::new();
    let mut found = Vec::new();
    for at in board.tiles() {
        for side in 0..board.lattice().sides() as u8 {
            if seen.contains(&(at, side)) {
                continue;
            }
            let track = follow(board, at, side);
            let orientation =
                |at: Coord| board.orientation_at(at).map(|orientation| &board.set().orientations[orientation as usize]);
            for &(at, side) in &track.cells {
                seen.insert((at, side));
                seen.extend(orientation(at).map(|orientation| (at, orientation.mates[side as usize])));
            }
            found.push(track);
        }
    }
    found
}

/// Track that leaves a tile at a side: followed back to its start (or around), then forwards.
fn follow(board: &dyn TilesView, at: Coord, side: u8) -> Track {
    let orientation =
        |at: Coord| board.orientation_at(at).map(|orientation| &board.set().orientations[orientation as usize]);
    let (lattice, colour) =
        (board.lattice(), orientation(at).map_or(0, |orientation| orientation.colours[side as usize]));
    // Where the track leaves the next tile, if it continues there in its colour.
    let next = |(at, side): (Coord, u8)| {
        let at = at.plus(lattice.steps[side as usize], 1);
        let enters = lattice.opposite(side as usize);
        let orientation = orientation(at).filter(|orientation| orientation.colours[enters] == colour)?;
        Some((at, orientation.mates[enters]))
    };
    let from = |start: (Coord, u8)| {
        let mut cells = vec![start];
        while let Some(step) = next(cells[cells.len() - 1]) {
            if step == start {
                return (cells, true);
            }
            cells.push(step);
        }
        (cells, false)
    };
    let back = orientation(at).map_or(side, |orientation| orientation.mates[side as usize]);
    let (backwards, is_loop) = from((at, back));
    if is_loop {
        return Track { colour, is_loop, cells: backwards };
    }
    let (first, enters) = backwards[backwards.len() - 1];
    let leaves = orientation(first).map_or(enters, |orientation| orientation.mates[enters as usize]);
    Track { colour, is_loop, cells: from((first, leaves)).0 }
}
