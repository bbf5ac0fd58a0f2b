//! Anneals a loop until it has as many straights, wide and tight bends as the tiles, and fits the board if there is
//! one.

use super::OutlineAttempt;
use super::acceptance::AcceptanceSchedule;
use super::board::GivenCells;
use super::shape::{BENDS, LoopShape, Station};

/// Annealing parameters of a loop. Steps are per cell.
struct BendStyle {
    /// Minimum number of steps, over which it cools, and maximum number.
    least: usize,
    most: usize,
    odds: AcceptanceSchedule,
    /// Cost of a contact between two cells: fewer contacts leave less to match.
    contact: i32,
    /// Cost of a cell off the board.
    astray: i32,
}

/// Number of steps between two looks at the clock.
const STEPS_PER_POLL: usize = 1 << 12;

/// A loop with the wanted bends, or `None` if that takes too long.
pub fn bend(wanted: [usize; BENDS], board: Option<&GivenCells>, attempt: &mut OutlineAttempt) -> Option<Vec<Station>> {
    let len: usize = wanted.iter().sum();
    let manner = manner(board.is_some(), attempt);
    let (least, most) = (manner.least * len, manner.most * len);
    let misfit = |shape: &LoopShape| (0..BENDS).map(|bend| shape.bends[bend].abs_diff(wanted[bend])).sum::<usize>();
    let cost = |shape: &LoopShape| {
        let contacts = manner.contact * shape.contacts as i32;
        misfit(shape) as i32 + contacts + manner.astray * shape.astray as i32
    };
    let mut shape = LoopShape::grown(len, board, &mut attempt.rng);
    let (mut now, mut odds) = (cost(&shape), manner.odds);
    for step in 0.. {
        let is_settled = board.is_some() || step >= least;
        if is_settled && misfit(&shape) == 0 && shape.astray == 0 {
            break;
        }
        if step % STEPS_PER_POLL == 0 {
            if step >= most || attempt.is_over() {
                return None;
            }
            odds = manner.odds.after(step, least);
        }
        let Some(moved) = shape.change(&mut attempt.rng) else { continue };
        let new = cost(&shape);
        match odds.allow(new - now, &mut attempt.rng) {
            true => now = new,
            false => shape.take_back(moved),
        }
    }
    Some(shape.walk())
}

/// Parameters found by experiment: they bend loops of 60 to 100 cells fastest.
fn manner(has_board: bool, attempt: &OutlineAttempt) -> BendStyle {
    let odds = AcceptanceSchedule::falling(0.3, 0.1);
    if has_board {
        let most = 30_000 * attempt.patience();
        return BendStyle { least: most, most, odds, contact: 0, astray: 4 };
    }
    // Some sets may only fit where many tiles touch.
    let is_loose = attempt.number % 4 != 3;
    BendStyle { least: 500, most: 2_000, odds, contact: i32::from(is_loose), astray: 0 }
}
