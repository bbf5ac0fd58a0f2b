//! Threats: cells where the seat that has just moved would win with another move.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::{find_threats, teammates};
use houserule_script::game::Game;

/// Maximum number of moves tried, so that drawing is not delayed.
const MAX_THREAT_MOVES: usize = 2000;

/// Returns the cells where the previous seat threatens to win; none where chance or scripts take part.
pub(super) fn threatened_cells(game: &Game) -> BTreeSet<Coord> {
    let plan = game.plan();
    let seats = plan.names.seats.len();
    let is_running = !game.is_over() && game.move_count() > 0;
    if !is_running || seats < 2 || plan.is_scripted() || plan.mechanic.has_chance() || plan.mechanic.is_race() {
        return BTreeSet::new();
    }
    let other = game.seat().previous(seats);
    let (mut cells, mut budget) = (BTreeSet::new(), MAX_THREAT_MOVES);
    find_threats(&mut *game.board().fork(), other, teammates(&plan.names, other), |winning| {
        cells.extend(winning.and_then(|action| action.at()));
        budget -= 1;
        if budget == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    cells
}
