//! Simulated annealing: Metropolis-like acceptance with a linear schedule.

use houserule_core::rng::Rng;

/// Largest deterioration that is ever accepted.
const MAX_DETERIORATION: usize = 12;

/// Denominator of the probabilities.
const CHANCE_SCALE: usize = 1 << 31;

/// Schedule of simulated annealing: the probability of accepting a change that is worse by one, at the start and at the
/// end. A change that is worse by `n` is accepted with that probability to the power of `n`. Computed without
/// logarithms, which differ from machine to machine.
#[derive(Clone, Copy, Debug)]
pub struct AcceptanceSchedule {
    first: f64,
    last: f64,
    thresholds: [usize; MAX_DETERIORATION],
}

impl AcceptanceSchedule {
    pub fn linear(first: f64, last: f64) -> AcceptanceSchedule {
        AcceptanceSchedule { first, last, thresholds: [0; MAX_DETERIORATION] }.at_step(0, 1)
    }

    /// Returns the schedule at step `steps` of `all`, by linear interpolation.
    pub fn at_step(self, steps: usize, all: usize) -> AcceptanceSchedule {
        let done = steps.min(all) as f64 / all as f64;
        let probability = self.first + (self.last - self.first) * done;
        let mut threshold = CHANCE_SCALE as f64;
        let thresholds = std::array::from_fn(|_| {
            threshold *= probability;
            threshold as usize
        });
        AcceptanceSchedule { thresholds, ..self }
    }

    /// Returns whether a change that is worse by `worse` is accepted; an improvement always is.
    #[inline]
    pub fn accepts(&self, worse: i32, rng: &mut Rng) -> bool {
        let Ok(by @ 1..) = usize::try_from(worse) else { return true };
        self.thresholds.get(by - 1).is_some_and(|&threshold| rng.below(CHANCE_SCALE) < threshold)
    }
}
