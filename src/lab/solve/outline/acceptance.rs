//! How readily a change for the worse is made: less and less, as metal cools.

use houserule_core::rng::Rng;

/// By how much worse a change can be that is ever made.
const WORST: usize = 12;

/// A chance is so many parts of this.
const CHANCE_SCALE: usize = 1 << 31;

/// The chance of a change that makes things worse by one, at first and at last; by two it is that chance squared, and so
/// on. Reckoned without logarithms, which differ from machine to machine.
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

    /// The odds when so many of all steps are done.
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

    /// Whether a change is made that makes things worse by so much; one for the better always is.
    #[inline]
    pub fn allow(&self, worse: i32, rng: &mut Rng) -> bool {
        let Ok(by @ 1..) = usize::try_from(worse) else { return true };
        self.chances.get(by - 1).is_some_and(|&chance| rng.below(CHANCE_SCALE) < chance)
    }
}
