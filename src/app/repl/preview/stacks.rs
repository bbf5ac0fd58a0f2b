//! What a move does to stones: covers them, crushes them, takes them off the board.

use houserule_core::mechanics::{Seat, Stone, StoneBoard};
use houserule_core::names::Names;
use houserule_core::text::counted;

/// The stacks of all cells, each from the bottom to the top.
pub type StacksSummary = Vec<Vec<Stone>>;

pub fn see(board: &dyn StoneBoard) -> StacksSummary {
    let grid = &board.plan().grid;
    grid.cells().map(|cell| board.stack(grid.at(cell))).collect()
}

pub fn compare(before: &StacksSummary, after: &StacksSummary, names: &Names) -> Vec<String> {
    let mut told = Vec::new();
    let cells = || before.iter().zip(after);
    let covered = cells().filter(|(before, after)| !before.is_empty() && after.len() > before.len()).count();
    if covered > 0 {
        told.push(format!("covers {covered}"));
    }
    // What was on top and is still there under something, but of another kind, was crushed.
    let crushed = cells().find_map(|(before, after)| {
        let top = before.last()?;
        let is_crushed = after.len() > before.len() && after[before.len() - 1].kind != top.kind;
        is_crushed.then_some(top.kind)
    });
    if let Some(kind) = crushed {
        told.push(format!("crushes a {}", names.pieces[kind]));
    }
    for (seat, name) in names.seats.iter_enumerated() {
        let (had, has) = (count(before, seat), count(after, seat));
        if has < had {
            told.push(format!("takes {} of {name}", counted(had - has, "stone")));
        }
    }
    told
}

fn count(seen: &StacksSummary, seat: Seat) -> usize {
    seen.iter().flatten().filter(|stone| stone.seat == seat).count()
}
