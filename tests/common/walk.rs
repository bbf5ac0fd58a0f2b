//! Random play with a temper. Uniform moves end most games in a hurry; a taste for walls, spreads or crushes leads to
//! full boards, tall towers and empty reserves.

use houserule_script::play::{Rng, Session};

/// What a player prefers, three times in four.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Anything,
    Standing,
    Flats,
    Spreads,
    Crushes,
}

/// A player whose moves follow from a seed.
pub struct Player {
    rng: Rng,
    taste: Taste,
}

impl Player {
    pub fn new(seed: u64) -> Player {
        let mut rng = Rng::new(seed);
        let taste = [Taste::Anything, Taste::Standing, Taste::Flats, Taste::Spreads, Taste::Crushes][rng.below(5)];
        Player { rng, taste }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    /// One of some moves in Tak's notation; there must be one.
    pub fn choose(&mut self, moves: &[String]) -> String {
        let spread = |text: &String| text.contains(['<', '>', '+', '-']);
        let liked: Vec<&String> = moves
            .iter()
            .filter(|text| match self.taste {
                Taste::Anything => false,
                Taste::Standing => text.starts_with(['S', 'C']),
                Taste::Flats => !spread(text) && !text.starts_with(['S', 'C']),
                Taste::Spreads => spread(text),
                Taste::Crushes => text.ends_with('*') || text.starts_with(['S', 'C']),
            })
            .collect();
        if liked.is_empty() || self.rng.below(4) == 0 {
            moves[self.rng.below(moves.len())].clone()
        } else {
            liked[self.rng.below(liked.len())].clone()
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
            session.play(&text).unwrap_or_else(|error| panic!("`{text}` is listed, and refused: {error}"));
        }
    }
}
