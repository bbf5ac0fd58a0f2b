//! Simulated annealing of a loop until it has as many straights, wide and tight bends as the tiles, and fits the board
//! if there is one.

use super::OutlineAttempt;
use super::acceptance::AcceptanceSchedule;
use super::board::GivenCells;
use super::shape::{BENDS, LoopShape, Station, StationIndex};
use houserule_core::index::IndexVec;

/// Annealing parameters of a loop. Step counts are per cell.
struct BendStyle {
    /// Minimum number of steps, over which the probability falls, and maximum number.
    min_steps: usize,
    max_steps: usize,
    schedule: AcceptanceSchedule,
    /// Cost of a contact between two cells: fewer contacts are easier to match.
    contact_cost: i32,
    /// Cost of a cell off the board.
    off_board_cost: i32,
}

/// Number of steps between two polls of the control.
const STEPS_PER_POLL: usize = 1 << 12;

/// Anneals a loop with the target bends; `None` if that takes too long.
pub fn anneal_loop(
    target_bends: [usize; BENDS],
    board: Option<&GivenCells>,
    attempt: &mut OutlineAttempt,
) -> Option<IndexVec<StationIndex, Station>> {
    let len: usize = target_bends.iter().sum();
    let style = bend_style(board.is_some(), attempt);
    let (min_steps, max_steps) = (style.min_steps * len, style.max_steps * len);
    let misfit =
        |shape: &LoopShape| (0..BENDS).map(|bend| shape.bends[bend].abs_diff(target_bends[bend])).sum::<usize>();
    let cost = |shape: &LoopShape| {
        let contacts = style.contact_cost * shape.contacts as i32;
        misfit(shape) as i32 + contacts + style.off_board_cost * shape.off_board as i32
    };
    let mut shape = LoopShape::grow(len, board, &mut attempt.rng);
    let (mut current_cost, mut schedule) = (cost(&shape), style.schedule);
    for step in 0.. {
        let is_settled = board.is_some() || step >= min_steps;
        if is_settled && misfit(&shape) == 0 && shape.off_board == 0 {
            break;
        }
        if step % STEPS_PER_POLL == 0 {
            if step >= max_steps || attempt.is_over() {
                return None;
            }
            schedule = style.schedule.at_step(step, min_steps);
        }
        let Some(corner_move) = shape.random_move(&mut attempt.rng) else { continue };
        let new_cost = cost(&shape);
        match schedule.accepts(new_cost - current_cost, &mut attempt.rng) {
            true => current_cost = new_cost,
            false => shape.undo(corner_move),
        }
    }
    Some(shape.stations())
}

/// Returns parameters found by experiment: they anneal loops of 60 to 100 cells fastest.
fn bend_style(has_board: bool, attempt: &OutlineAttempt) -> BendStyle {
    let schedule = AcceptanceSchedule::linear(0.3, 0.1);
    if has_board {
        let max_steps = 30_000 * attempt.length_factor();
        return BendStyle { min_steps: max_steps, max_steps, schedule, contact_cost: 0, off_board_cost: 4 };
    }
    // Some sets may have a solution only where many tiles touch.
    let penalises_contacts = attempt.number % 4 != 3;
    BendStyle {
        min_steps: 500,
        max_steps: 2_000,
        schedule,
        contact_cost: i32::from(penalises_contacts),
        off_board_cost: 0,
    }
}
