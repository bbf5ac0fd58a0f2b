//! Stones described in words: reserves and counts, the effects of a move, and candidate moves. All of it reads the board
//! through its view, so that it is compiled once for all widths of bitboards and towers.

use smallvec::SmallVec;

use super::{StackPosition, StackRules, Tower};
use crate::geometry::{Bitboard, Coord};
use crate::mechanics::{
    Action, BoardView, DecisiveCells, Describe, Evaluate, Position, Seat, Stone, StoneBoard, TextLine,
};
use crate::text::{format_halves, plural, series};

impl<S: Bitboard, T: Tower> Describe for StackPosition<S, T> {
    fn view(&self) -> BoardView<'_> {
        BoardView::Stones(self)
    }

    fn overview(&self, _: &[(Coord, String)]) -> Vec<TextLine> {
        overview(&self.rules, self, self.score_now())
    }

    fn changes_since(&self, before: &dyn Position, _: Seat) -> Vec<String> {
        before.view().stones().map(|before| changes(before, self)).unwrap_or_default()
    }

    /// Cells of the road or the rows that ended the game, a road from edge to edge.
    fn decisive_cells(&self) -> DecisiveCells {
        DecisiveCells { cells: self.deciding_cells(), ..DecisiveCells::default() }
    }
}

/// Reserves of every seat, and counts of every team.
fn overview(rules: &StackRules, board: &dyn StoneBoard, score: Option<Vec<(i32, String)>>) -> Vec<TextLine> {
    let names = &rules.names;
    let mut lines = Vec::new();
    for (seat, name) in names.seats.iter_enumerated() {
        let pools = rules.pools().into_iter();
        let reserves: Vec<String> =
            pools.map(|kind| plural(board.reserve_of(seat, kind) as usize, &names.pieces[kind])).collect();
        lines.push(format!("{name} has {} in reserve", series(&reserves, "and")));
    }
    for (team, (count, explanation)) in names.teams.iter().zip(score.into_iter().flatten()) {
        // A count of two halves is one piece, in the singular.
        let how = if count == 2 { explanation.strip_suffix('s').unwrap_or(&explanation) } else { &explanation };
        lines.push(format!("{team} counts {} {how}", format_halves(count)));
    }
    lines.into_iter().map(TextLine::from).collect()
}

/// Stacks covered, pieces crushed and pieces removed.
fn changes(before: &dyn StoneBoard, after: &dyn StoneBoard) -> Vec<String> {
    let names = &after.game().names;
    let mut changed = after.last_changed();
    changed.sort_unstable_by_key(|at| (at.y, at.x));
    let stacks = |board: &dyn StoneBoard| -> Vec<Vec<Stone>> { changed.iter().map(|&at| board.stack(at)).collect() };
    let (before, after) = (stacks(before), stacks(after));
    let cells = || before.iter().zip(&after);
    let mut changes = Vec::new();
    let covered = cells().filter(|(before, after)| !before.is_empty() && after.len() > before.len()).count();
    if covered > 0 {
        changes.push(format!("covers {covered}"));
    }
    // A former top that is still there below others, but of another kind, was crushed.
    let crushed = cells().find_map(|(before, after)| {
        let top = before.last()?;
        let is_crushed = after.len() > before.len() && after[before.len() - 1].kind != top.kind;
        is_crushed.then_some(top.kind)
    });
    if let Some(kind) = crushed {
        changes.push(format!("crushes a {}", names.pieces[kind]));
    }
    let count = |stacks: &[Vec<Stone>], seat: Seat| stacks.iter().flatten().filter(|stone| stone.seat == seat).count();
    for (seat, name) in names.seats.iter_enumerated() {
        let (old_count, new_count) = (count(&before, seat), count(&after, seat));
        if new_count < old_count {
            changes.push(format!("takes {} of {name}", plural(old_count - new_count, "stone")));
        }
    }
    changes
}

/// Any piece on any cell, and every spread of an own stack that stays on the board.
pub(super) fn candidate_actions(rules: &StackRules, board: &dyn StoneBoard) -> Vec<Action> {
    let seat = board.turn_state().seat;
    let mut actions = Vec::new();
    let stack = rules.opening.as_ref().map_or(1, |opening| opening.stack[seat].max(1));
    for at in rules.grid.cells().map(|cell| rules.grid.coord(cell)) {
        for piece in rules.names.pieces.indices() {
            actions.push(Action::Place { piece, at, count: 1 });
            actions.extend((stack > 1).then_some(Action::Place { piece, at, count: stack }));
        }
        if rules.carry == 0 || board.top(at).is_none_or(|top| top.seat != seat) {
            continue;
        }
        for (direction, &step) in rules.grid.steps.iter().enumerate() {
            let free_cells = (1..).take_while(|&distance| rules.grid.cell(at.plus(step, distance)).is_some()).count();
            for taken in 1..=board.height(at).min(rules.carry as u32 + 1) {
                let mut drop_lists = Vec::new();
                list_drops(taken, free_cells, &mut SmallVec::new(), &mut drop_lists);
                let spread = |drops| Action::Spread { from: at, direction, taken, drops, crush: false };
                actions.extend(drop_lists.into_iter().map(spread));
            }
        }
    }
    actions
}

/// Lists all ways to drop `left` pieces on at most `room` cells, at least one on each; `prefix` holds earlier drops.
fn list_drops(left: u32, room: usize, prefix: &mut SmallVec<[u32; 8]>, out: &mut Vec<SmallVec<[u32; 8]>>) {
    if left == 0 {
        out.push(prefix.clone());
        return;
    }
    if room == 0 {
        return;
    }
    for drop in 1..=left {
        prefix.push(drop);
        list_drops(left - drop, room - 1, prefix, out);
        prefix.pop();
    }
}
