//! Random play with a preference. Uniform moves end most games early; preferring walls, spreads or crushes leads to full
//! boards, tall stacks and empty reserves.

use houserule_script::play::{Rng, Session};

/// Kind of moves that a player chooses three times in four.
#[derive(Clone, Copy, Debug)]
enum Preference {
    Anything,
    Standing,
    Flats,
    Spreads,
    Crushes,
}

/// Random player whose moves follow from a seed.
pub struct RandomPlayer {
    rng: Rng,
    preference: Preference,
}

impl RandomPlayer {
    pub fn new(seed: u64) -> RandomPlayer {
        let mut rng = Rng::new(seed);
        let preferences =
            [Preference::Anything, Preference::Standing, Preference::Flats, Preference::Spreads, Preference::Crushes];
        let preference = preferences[rng.below(preferences.len())];
        RandomPlayer { rng, preference }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    /// One of some moves in Tak notation; there must be at least one.
    pub fn choose(&mut self, moves: &[String]) -> String {
        let is_spread = |text: &String| text.contains(['<', '>', '+', '-']);
        let preferred: Vec<&String> = moves
            .iter()
            .filter(|text| match self.preference {
                Preference::Anything => false,
                Preference::Standing => text.starts_with(['S', 'C']),
                Preference::Flats => !is_spread(text) && !text.starts_with(['S', 'C']),
                Preference::Spreads => is_spread(text),
                Preference::Crushes => text.ends_with('*') || text.starts_with(['S', 'C']),
            })
            .collect();
        if preferred.is_empty() || self.rng.below(4) == 0 {
            moves[self.rng.below(moves.len())].clone()
        } else {
            preferred[self.rng.below(preferred.len())].clone()
        }
    }

    /// Plays up to `plies` moves, fewer if the game ends.
    pub fn play(&mut self, session: &mut Session, plies: usize) {
        for _ in 0..plies {
            let moves = super::moves(session);
            if moves.is_empty() {
                break;
            }
            let text = self.choose(&moves);
            session.play(&text).unwrap_or_else(|error| panic!("`{text}` is listed but rejected: {error}"));
        }
    }
}
