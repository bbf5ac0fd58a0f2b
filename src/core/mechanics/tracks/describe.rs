//! Tiles in plain words: forced spaces and tracks, the effects of a move, and conceivable moves.

use std::collections::BTreeSet;

use super::decisive_cells::deciding;
use super::offboard::OffboardPosition;
use super::{TrackPosition, TrackRules};
use crate::geometry::Coord;
use crate::mechanics::{
    Action, BoardView, DecisiveCells, Describe, ForcedSpace, Position, Seat, Survey, TextLine, TileBoard,
};
use crate::text::{counted, padded, series};

/// Implements [`Describe`] for a position that is a [`TileBoard`].
macro_rules! describe_tiles {
    ($position:ident) => {
        impl<const SIDES: usize> Describe for $position<SIDES> {
            fn view(&self) -> BoardView<'_> {
                BoardView::Tiles(self)
            }

            fn overview(&self) -> Vec<TextLine> {
                overview(self, &self.plan)
            }

            fn changes_since(&self, before: &dyn Position, mover: Seat) -> Vec<String> {
                before.view().tile_game().map(|before| changes(before, self, &self.plan, mover)).unwrap_or_default()
            }

            fn decisive_cells(&self) -> DecisiveCells {
                let tracks = self.outcome().map(|outcome| deciding(self, &self.plan, outcome)).unwrap_or_default();
                DecisiveCells { tracks, ..DecisiveCells::default() }
            }
        }
    };
}

describe_tiles!(TrackPosition);
describe_tiles!(OffboardPosition);

/// Forced spaces and the tiles that fit them, controlled sides, and the tracks of every colour.
pub(super) fn overview(board: &dyn TileBoard, rules: &TrackRules) -> Vec<TextLine> {
    let Survey { spaces, controlled, colours } = board.survey();
    let names = |cells: &[Coord]| -> Vec<String> { cells.iter().map(|at| board.name(*at)).collect() };
    let mut lines: Vec<TextLine> = Vec::new();
    if rules.forced.is_some() && spaces.is_empty() {
        lines.push("no space is forced".to_string().into());
    } else if rules.forced.is_some() {
        lines.extend(spaces.iter().map(|space| forced(board, rules, space).into()));
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
        lines.push(format!("{} {are} in the bag", counted(left, "tile")).into());
    }
    lines
}

/// `forced: 1,-1; 9 and 14 fit; of the unseen tiles 3 fit now, 5 once restrictions are lifted`; the last only where there
/// are restrictions and a bag whose end may lift them.
fn forced(board: &dyn TileBoard, rules: &TrackRules, space: &ForcedSpace) -> String {
    let names: Vec<&str> = space.fits.iter().map(|tile| rules.set.tiles[*tile as usize].name.as_str()).collect();
    let fits = match names.as_slice() {
        [] => "nothing in hand fits".to_string(),
        [one] => format!("{one} fits"),
        several => format!("{} fit", series(several, "and")),
    };
    let restricted = rules.torn.is_some() || rules.crowded.is_some() || rules.controlled.is_some();
    let in_force = restricted && board.stock().is_some_and(|stock| !stock.bag().is_empty());
    let (now, later) = (space.unseen_now, space.unseen_later);
    let unseen = match in_force {
        true => format!("{now} fit now, {later} once restrictions are lifted"),
        false => format!("{now} fit"),
    };
    format!("forced: {}; {fits}; of the unseen tiles {unseen}", board.name(space.at))
}

/// Tiles and spaces that a move forces, loops that it closes, lines that it extends and gifts that it owes.
pub(super) fn changes(before: &dyn TileBoard, after: &dyn TileBoard, rules: &TrackRules, mover: Seat) -> Vec<String> {
    let (had, has) = (before.survey(), after.survey());
    let mut changes = Vec::new();
    let forced = after.tile_count().saturating_sub(before.tile_count() + 1);
    if forced > 0 {
        changes.push(format!("forces {}", counted(forced, "tile")));
    }
    let was_forced = |at: &Coord| had.spaces.iter().any(|space| space.at == *at);
    let is_laid = after.tile_count() > before.tile_count();
    if is_laid && after.last_laid().first().is_some_and(was_forced) {
        changes.push("fills a forced space".to_string());
    }
    let made = has.spaces.iter().filter(|space| !was_forced(&space.at)).count();
    if made > 0 {
        changes.push(format!("makes {}", counted(made, "forced space")));
    }
    for ((colour, was), is) in rules.set.colours.iter().zip(&had.colours).zip(&has.colours) {
        if is.closed > was.closed {
            changes.push(format!("closes a {} loop of {}", colour.name, is.closed));
        } else if is.line > was.line && is.line > 1 && rules.worth.is_none() {
            changes.push(format!("{} line of {}", colour.name, is.line));
        }
    }
    let owes = |board: &dyn TileBoard| board.beside().owes[mover];
    if owes(after) > owes(before) {
        changes.push(format!("owes {}", counted(owes(after).into(), "tile")));
    }
    changes
}

/// Any tile of the seats that may move, in any rotation, on any empty cell beside a tile.
pub(super) fn candidates(board: &dyn TileBoard) -> Vec<Action> {
    let plan = board.plan();
    let laid = board.tiles();
    let mut cells: BTreeSet<(i32, i32)> = BTreeSet::new();
    for at in &laid {
        let around = board.lattice().steps.iter().map(|&step| at.plus(step, 1));
        cells.extend(around.filter(|&at| board.orientation_at(at).is_none()).map(|at| (at.y, at.x)));
    }
    if laid.is_empty() {
        cells.insert((0, 0));
    }
    let mut actions = Vec::new();
    for seat in plan.names.seats.indices().filter(|&seat| board.may_move(seat)) {
        let orientations: Vec<u16> = match board.stock() {
            None => (0..plan.set.orientations.len() as u16).collect(),
            Some(stock) => stock.hand(seat).iter().flat_map(|&tile| plan.set.orientation_indices(tile)).collect(),
        };
        let named = plan.is_race().then_some(seat);
        for &(y, x) in &cells {
            actions.extend(orientations.iter().map(|&orientation| board.placement(named, orientation, Coord { x, y })));
        }
    }
    actions
}
