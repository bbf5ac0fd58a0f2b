//! Stack of pieces as one number: a few bits per piece, the top piece lowest. Taking pieces is a mask and a shift,
//! dropping them a shift and an or. The number is as wide as the tallest stack that the reserves allow.

use std::fmt::Debug;

/// Word that holds a tower.
pub trait Tower: Copy + Eq + Debug + Send + Sync + 'static {
    /// Number of bits.
    const BITS: u32;
    /// No pieces.
    const EMPTY: Self;

    /// The lowest `bits` bits.
    fn low(self, bits: u32) -> Self;
    /// Shifts up by less than `BITS`.
    fn up(self, bits: u32) -> Self;
    /// Shifts down by at most `BITS`.
    fn down(self, bits: u32) -> Self;
    /// Bitwise or.
    fn or(self, other: Self) -> Self;
    /// The lowest 64 bits.
    fn word(self) -> u64;
    /// Tower of at most 64 bits.
    fn from_word(word: u64) -> Self;
}

macro_rules! word_tower {
    ($word:ty) => {
        impl Tower for $word {
            const BITS: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            fn low(self, bits: u32) -> Self {
                if bits >= Self::BITS { self } else { self & ((1 << bits) - 1) }
            }
            fn up(self, bits: u32) -> Self {
                self << bits
            }
            fn down(self, bits: u32) -> Self {
                self.checked_shr(bits).unwrap_or(0)
            }
            fn or(self, other: Self) -> Self {
                self | other
            }
            fn word(self) -> u64 {
                self as u64
            }
            fn from_word(word: u64) -> Self {
                word as $word
            }
        }
    };
}

word_tower!(u64);
word_tower!(u128);

/// Tower of `64 * N` bits, lowest word first, for reserves that do not fit a machine word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tall<const N: usize>([u64; N]);

impl<const N: usize> Tall<N> {
    /// The word `by` places above the `i`-th; 0 out of range.
    fn get(&self, i: usize, by: isize) -> u64 {
        i.checked_add_signed(by).and_then(|i| self.0.get(i)).copied().unwrap_or(0)
    }
}

impl<const N: usize> Tower for Tall<N> {
    const BITS: u32 = 64 * N as u32;
    const EMPTY: Self = Tall([0; N]);

    fn low(self, bits: u32) -> Self {
        let mut out = self.0;
        for (i, word) in out.iter_mut().enumerate() {
            *word = word.low(bits.saturating_sub(64 * i as u32));
        }
        Tall(out)
    }
    fn up(self, bits: u32) -> Self {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        Tall(std::array::from_fn(|i| {
            let carried = if bits > 0 { self.get(i, -(words as isize) - 1) >> (64 - bits) } else { 0 };
            self.get(i, -(words as isize)) << bits | carried
        }))
    }
    fn down(self, bits: u32) -> Self {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        Tall(std::array::from_fn(|i| {
            let carried = if bits > 0 { self.get(i, words as isize + 1) << (64 - bits) } else { 0 };
            self.get(i, words as isize) >> bits | carried
        }))
    }
    fn or(self, other: Self) -> Self {
        let mut out = self.0;
        for (word, other) in out.iter_mut().zip(other.0) {
            *word |= other;
        }
        Tall(out)
    }
    fn word(self) -> u64 {
        self.0[0]
    }
    fn from_word(word: u64) -> Self {
        let mut out = [0; N];
        out[0] = word;
        Tall(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_towers_behave_like_machine_words() {
        let words = |n: u128| Tall::<2>([n as u64, (n >> 64) as u64]);
        let sample = 0x0123_4567_89ab_cdef_f0e1_d2c3_b4a5_9687_u128;
        for bits in 0..=128 {
            assert_eq!(words(sample).low(bits), words(sample.low(bits)), "low {bits}");
            assert_eq!(words(sample).down(bits), words(sample.down(bits)), "down {bits}");
            if bits < 128 {
                assert_eq!(words(sample).up(bits), words(sample.up(bits)), "up {bits}");
            }
        }
    }
}
