//! Simulated annealing: Metropolis-like acceptance with a linear schedule.

use houserule_core::rng::Rng;

/// Largest deterioration that is ever accepted.
const WORST: usize = 12;

/// Denominator of the probabilities.
const CHANCE_SCALE: usize = 1 << 31;

/// Probability of accepting a change that is worse by one, at the start and at the end; worse by `n` has that
/// probability to the power of `n`. Computed without logarithms, which differ from machine to machine.
#[derive(Clone, Copy, Debug)]
pub struct AcceptanceSchedule {
    first: f64,
    last: f64,
    chances: [usize; WORST],
}

impl AcceptanceSchedule {
    pub fn falling(first: f64, last: f64) -> AcceptanceSchedule {
        AcceptanceSchedule { first, last, chances: [0; WORST] }.after(0, 1)
    }

    /// The schedule after `steps` of `all` steps: linear interpolation.
    pub fn after(self, steps: usize, all: usize) -> AcceptanceSchedule {
        let done = steps.min(all) as f64 / all as f64;
        let one = self.first + (self.last - self.first) * done;
        let mut chance = CHANCE_SCALE as f64;
        let chances = std::array::from_fn(|_| {
            chance *= one;
            chance as usize
        });
        AcceptanceSchedule { chances, ..self }
    }

    /// Whether a change that is worse by `worse` is accepted; an improvement always is.
    #[inline]
    pub fn allow(&self, worse: i32, rng: &mut Rng) -> bool {
        let Ok(by @ 1..) = usize::try_from(worse) else { return true };
        self.chances.get(by - 1).is_some_and(|&chance| rng.below(CHANCE_SCALE) < chance)
    }
}
