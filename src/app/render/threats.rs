//! Where a win threatens: what the seat before the one to move would win by with one move more.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::{teammates, wins_again};
use houserule_script::game::Game;

/// No more moves than this are tried: a drawing should be there at once.
const MAX_THREAT_MOVES: usize = 2000;

/// The cells where the seat before the one to move threatens to win; none where chance or scripts have a say.
pub(super) fn of(game: &Game) -> BTreeSet<Coord> {
    let plan = game.plan();
    let seats = plan.names.seats.len();
    let is_open = !game.ended() && game.played() > 0;
    if !is_open || seats < 2 || plan.is_scripted() || plan.mechanic.has_chance() || plan.mechanic.is_race() {
        return BTreeSet::new();
    }
    let other = game.seat().previous(seats);
    let (mut cells, mut left) = (BTreeSet::new(), MAX_THREAT_MOVES);
    wins_again(&mut *game.board().fork(), other, teammates(&plan.names, other), |winning| {
        cells.extend(winning.and_then(|action| action.at()));
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    cells
}
