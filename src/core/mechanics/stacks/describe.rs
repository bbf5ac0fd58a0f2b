//! Stones in plain words: reserves and counts, the effects of a move, and conceivable moves.

use smallvec::SmallVec;

use super::{StackPosition, Tower, halves};
use crate::geometry::Bitboard;
use crate::mechanics::{
    Action, BoardView, DecisiveCells, Describe, Evaluate, Position, Seat, Stone, StoneBoard, TextLine,
};
use crate::text::{counted, series};

impl<S: Bitboard, T: Tower> Describe for StackPosition<S, T> {
    fn view(&self) -> BoardView<'_> {
        BoardView::Stones(self)
    }

    /// Reserves of every seat and counts of every team.
    fn overview(&self) -> Vec<TextLine> {
        let names = &self.plan.names;
        let mut lines = Vec::new();
        for (seat, name) in names.seats.iter_enumerated() {
            let pools = self.plan.pools().into_iter();
            let held: Vec<String> =
                pools.map(|kind| counted(self.in_reserve(seat, kind) as usize, &names.pieces[kind])).collect();
            lines.push(format!("{name} has {} in reserve", series(&held, "and")));
        }
        for (team, (count, how)) in names.teams.iter().zip(self.score_now().into_iter().flatten()) {
            // Two halves are one of them.
            let how = if count == 2 { how.strip_suffix('s').unwrap_or(&how) } else { &how };
            lines.push(format!("{team} counts {} {how}", halves(count)));
        }
        lines.into_iter().map(TextLine::from).collect()
    }

    /// Stones covered, crushed and removed.
    fn changes_since(&self, before: &dyn Position, _: Seat) -> Vec<String> {
        let Some(before) = before.view().stones() else { return Vec::new() };
        let (names, grid) = (&self.plan.names, &self.plan.grid);
        let stacks = |board: &dyn StoneBoard| -> Vec<Vec<Stone>> {
            grid.cells().map(|cell| board.stack(grid.at(cell))).collect()
        };
        let (before, after) = (stacks(before), stacks(self));
        let cells = || before.iter().zip(&after);
        let mut changes = Vec::new();
        let covered = cells().filter(|(before, after)| !before.is_empty() && after.len() > before.len()).count();
        if covered > 0 {
            changes.push(format!("covers {covered}"));
        }
        // A former top that is still there under others, but of another kind, was crushed.
        let crushed = cells().find_map(|(before, after)| {
            let top = before.last()?;
            let is_crushed = after.len() > before.len() && after[before.len() - 1].kind != top.kind;
            is_crushed.then_some(top.kind)
        });
        if let Some(kind) = crushed {
            changes.push(format!("crushes a {}", names.pieces[kind]));
        }
        let count =
            |stacks: &[Vec<Stone>], seat: Seat| stacks.iter().flatten().filter(|stone| stone.seat == seat).count();
        for (seat, name) in names.seats.iter_enumerated() {
            let (had, has) = (count(&before, seat), count(&after, seat));
            if has < had {
                changes.push(format!("takes {} of {name}", counted(had - has, "stone")));
            }
        }
        changes
    }

    /// Cells of the road or the rows that ended the game, a road from edge to edge.
    fn decisive_cells(&self) -> DecisiveCells {
        DecisiveCells { cells: self.deciding_cells(), ..DecisiveCells::default() }
    }
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    /// Any piece on any cell, and every own stack in every way that stays on the board.
    pub(super) fn conceivable_actions(&self) -> Vec<Action> {
        let (plan, seat) = (&*self.plan, self.state.clock.seat);
        let mut actions = Vec::new();
        let stack = plan.opening.as_ref().map_or(1, |opening| opening.stack[seat].max(1));
        for at in plan.grid.cells().map(|cell| plan.grid.at(cell)) {
            for piece in plan.names.pieces.indices() {
                actions.push(Action::Place { piece, at, count: 1 });
                actions.extend((stack > 1).then_some(Action::Place { piece, at, count: stack }));
            }
            if plan.carry == 0 || self.top(at).is_none_or(|top| top.seat != seat) {
                continue;
            }
            for (direction, &step) in plan.grid.steps.iter().enumerate() {
                let room = (1..).take_while(|&far| plan.grid.cell(at.plus(step, far)).is_some()).count();
                for taken in 1..=self.height(at).min(plan.carry as u32 + 1) {
                    let mut ways = Vec::new();
                    ways_to_drop(taken, room, &mut SmallVec::new(), &mut ways);
                    let spread = |drops| Action::Spread { from: at, direction, taken, drops, crush: false };
                    actions.extend(ways.into_iter().map(spread));
                }
            }
        }
        actions
    }
}

/// All ways to drop `left` pieces on at most `room` cells, at least one on each.
fn ways_to_drop(left: u32, room: usize, begun: &mut SmallVec<[u32; 8]>, out: &mut Vec<SmallVec<[u32; 8]>>) {
    if left == 0 {
        out.push(begun.clone());
        return;
    }
    if room == 0 {
        return;
    }
    for drop in 1..=left {
        begun.push(drop);
        ways_to_drop(left - drop, room - 1, begun, out);
        begun.pop();
    }
}
