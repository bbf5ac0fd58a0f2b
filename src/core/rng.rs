//! Random numbers: one seeded generator, the same on every machine.

use std::hash::{BuildHasher, RandomState};

use rand::{Rng as _, RngExt, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// Seeded random number generator (xoshiro256++).
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Generator with a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniformly random number below `bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound as u64) as usize
    }

    /// Shuffles uniformly (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Hashes a number with one step of SplitMix64, so that consecutive seeds give unrelated numbers.
pub fn mix(number: u64) -> u64 {
    SplitMix64::seed_from_u64(number).next_u64()
}

/// Random seed with at most six digits, short enough to retype.
pub fn fresh_seed() -> u64 {
    const MAX_SEED: u64 = 1_000_000;
    RandomState::new().hash_one(0) % MAX_SEED
}
