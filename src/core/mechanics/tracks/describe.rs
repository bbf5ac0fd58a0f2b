//! Tiles described in words: forced spaces and tracks, the effects of a move, and candidate moves.

use std::collections::BTreeSet;

use super::decisive_cells::decisive_tracks;
use super::offboard::OffboardPosition;
use super::{TrackPosition, TrackRules};
use crate::geometry::Coord;
use crate::mechanics::{
    Action, BoardView, DecisiveCells, Describe, ForcedSpace, Position, Seat, Survey, TextLine, TileBoard,
};
use crate::text::{padded, plural, series};
use crate::tiles::OrientationIndex;

/// Implements [`Describe`] for a position that is a [`TileBoard`].
macro_rules! describe_tiles {
    ($position:ident) => {
        impl<const SIDES: usize> Describe for $position<SIDES> {
            fn view(&self) -> BoardView<'_> {
                BoardView::Tiles(self)
            }

            fn overview(&self, labels: &[(Coord, String)]) -> Vec<TextLine> {
                overview(self, &self.rules, labels)
            }

            fn changes_since(&self, before: &dyn Position, mover: Seat) -> Vec<String> {
                before.view().tile_game().map(|before| changes(before, self, &self.rules, mover)).unwrap_or_default()
            }

            fn decisive_cells(&self) -> DecisiveCells {
                let tracks =
                    self.outcome().map(|outcome| decisive_tracks(self, &self.rules, outcome)).unwrap_or_default();
                DecisiveCells { tracks, ..DecisiveCells::default() }
            }
        }
    };
}

describe_tiles!(TrackPosition);
describe_tiles!(OffboardPosition);

/// Lists forced spaces and the tiles that fit them, controlled sides, and the tracks of every colour.
pub(super) fn overview(board: &dyn TileBoard, rules: &TrackRules, labels: &[(Coord, String)]) -> Vec<TextLine> {
    let Survey { spaces, controlled, colours } = board.survey();
    let label = |at: &Coord| labels.iter().find(|(cell, _)| cell == at).map(|(_, label)| label.clone());
    let name = |at: &Coord| label(at).unwrap_or_else(|| board.name(*at));
    let names = |cells: &[Coord]| -> Vec<String> { cells.iter().map(name).collect() };
    let mut lines: Vec<TextLine> = Vec::new();
    if rules.forced_neighbours.is_some() && spaces.is_empty() {
        lines.push("no forced spaces".to_string().into());
    } else if rules.forced_neighbours.is_some() {
        lines.extend(spaces.iter().map(|space| describe_forced(board, rules, space, &name(&space.at)).into()));
    }
    if !controlled.is_empty() {
        lines.push(format!("on a controlled side: {}", names(&controlled).join(" ")).into());
    }
    lines.push(format!("{:<10}{:>5}{:>6}{:>10}  blocked at", "colour", "line", "loop", "indirect").into());
    for (colour, tracks) in rules.set.colours.iter().zip(&colours) {
        let blocked = if tracks.blocked.is_empty() { vec!["-".into()] } else { names(&tracks.blocked) };
        let (line, closed, indirect) = (tracks.line, tracks.closed, tracks.indirect);
        let head = format!("{}{line:>5}{closed:>6}{indirect:>10}  ", padded(&colour.name, 10));
        lines.push(TextLine { head, items: blocked });
    }
    if let Some(stock) = board.stock() {
        let left = stock.bag().len();
        let are = if left == 1 { "is" } else { "are" };
        lines.push(format!("{} {are} in the bag", plural(left, "tile")).into());
    }
    lines
}

/// `forced: 1,-1; 9 and 14 fit; unseen tiles that fit: 3 now, 5 once restrictions end`; the last part only if
/// there are restrictions and a bag that is not empty.
fn describe_forced(board: &dyn TileBoard, rules: &TrackRules, space: &ForcedSpace, at: &str) -> String {
    let names: Vec<&str> = space.fits.iter().map(|tile| rules.set.tiles[*tile].name.as_str()).collect();
    let fits = match names.as_slice() {
        [] => "nothing in hand fits".to_string(),
        [one] => format!("{one} fits"),
        several => format!("{} fit", series(several, "and")),
    };
    let restricted =
        rules.impossible_sides.is_some() || rules.crowded_sides.is_some() || rules.controlled_sides.is_some();
    let are_restricted = restricted && board.stock().is_some_and(|stock| !stock.bag().is_empty());
    let (now, later) = (space.unseen_now, space.unseen_later);
    let unseen = match are_restricted {
        true => format!("{now} now, {later} once restrictions end"),
        false => now.to_string(),
    };
    format!("forced: {at}; {fits}; unseen tiles that fit: {unseen}")
}

/// Lists the tiles and spaces that a move forces, the loops that it closes, the lines that it extends and pending
/// gifts.
pub(super) fn changes(before: &dyn TileBoard, after: &dyn TileBoard, rules: &TrackRules, mover: Seat) -> Vec<String> {
    let (old_forced, old_longest) = (before.forced_cells(), before.longest_tracks());
    let mut changes = Vec::new();
    let forced = after.tile_count().saturating_sub(before.tile_count() + 1);
    if forced > 0 {
        changes.push(format!("forces {}", plural(forced, "tile")));
    }
    let was_forced = |at: &Coord| old_forced.contains(at);
    let is_laid = after.tile_count() > before.tile_count();
    if is_laid && after.last_laid().first().is_some_and(was_forced) {
        changes.push("fills a forced space".to_string());
    }
    let new_forced = after.forced_cells().iter().filter(|at| !was_forced(at)).count();
    if new_forced > 0 {
        changes.push(format!("makes {}", plural(new_forced, "forced space")));
    }
    for ((colour, old), (line, closed)) in rules.set.colours.iter().zip(old_longest).zip(after.longest_tracks()) {
        if closed > old.1 {
            changes.push(format!("closes a {} loop of {closed}", colour.name));
        } else if line > old.0 && line > 1 && rules.scoring.is_none() {
            changes.push(format!("{} line of {line}", colour.name));
        }
    }
    if rules.scoring.is_some() && is_laid {
        changes.extend(describe_joins(after, rules, mover));
    }
    let gifts_due = |board: &dyn TileBoard| board.offboard().gifts_due[mover];
    if gifts_due(after) > gifts_due(before) {
        changes.push(format!("must give away {}", plural(gifts_due(after), "tile")));
    }
    changes
}

/// Describes the lines that the last tile joined, the mover's own first: `your line: 7 tiles`, `green line: 3 tiles`.
fn describe_joins(board: &dyn TileBoard, rules: &TrackRules, mover: Seat) -> Vec<String> {
    let Some(at) = board.last_laid().first().copied() else { return Vec::new() };
    let Some(orientation) = board.orientation_at(at).map(|orientation| &rules.set.orientations[orientation]) else {
        return Vec::new();
    };
    let links = orientation.links.iter().copied().enumerate().filter(|(side, other)| side < other);
    let mut joins: Vec<(bool, String)> = Vec::new();
    for (side, _) in links {
        let colour = orientation.colours[side];
        let is_own = rules.seats_of_colour[colour].has(mover);
        let owner = if is_own { "your" } else { rules.set.colours[colour].name.as_str() };
        match line_length(board, at, side) {
            Some(length) if length > 1 => joins.push((!is_own, format!("{owner} line: {length} tiles"))),
            _ => {}
        }
    }
    joins.sort_by_key(|(is_other, _)| *is_other);
    joins.into_iter().map(|(_, text)| text).collect()
}

/// Number of tiles of the line through a side of a tile; `None` if it is a loop.
fn line_length(board: &dyn TileBoard, start: Coord, side: usize) -> Option<usize> {
    let (set, lattice) = (board.set(), board.lattice());
    let link = |at: Coord, side: usize| Some(set.orientations[board.orientation_at(at)?].links[side]);
    let mut length = 1;
    for first in [side, link(start, side)?] {
        let (mut at, mut out) = (start, first);
        loop {
            at = at.plus(lattice.steps[out], 1);
            let enters = lattice.opposite(out);
            match link(at, enters) {
                None => break,
                Some(_) if (at, enters) == (start, link(start, first)?) => return None,
                Some(next) => (out, length) = (next, length + 1),
            }
        }
    }
    Some(length)
}

/// Any tile of the seats that may move, in any rotation, on any empty cell next to a tile.
pub(super) fn candidates(board: &dyn TileBoard) -> Vec<Action> {
    let game = board.tile_game();
    let laid = board.tiles();
    let mut cells: BTreeSet<(i32, i32)> = BTreeSet::new();
    for at in &laid {
        let neighbours = board.lattice().steps.iter().map(|&step| at.plus(step, 1));
        cells.extend(neighbours.filter(|&at| board.orientation_at(at).is_none()).map(|at| (at.y, at.x)));
    }
    if laid.is_empty() {
        cells.insert((0, 0));
    }
    let mut actions = Vec::new();
    for seat in game.names.seats.indices().filter(|&seat| board.may_move(seat)) {
        let orientations: Vec<OrientationIndex> = match board.stock() {
            None => game.set.orientations.indices().collect(),
            Some(stock) => stock.hand(seat).iter().flat_map(|&tile| game.set.orientation_indices(tile)).collect(),
        };
        let named_seat = game.is_race().then_some(seat);
        for &(y, x) in &cells {
            actions.extend(
                orientations.iter().map(|&orientation| board.placement(named_seat, orientation, Coord { x, y })),
            );
        }
    }
    actions
}
