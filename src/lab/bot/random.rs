//! Bot that samples legal moves uniformly.

use super::{Bot, own_moves};
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::game::{Game, HookFault};

pub struct Random;

impl Bot for Random {
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault> {
        if !game.plan().mechanic.is_race() {
            return game.random_move(|bound| rng.below(bound));
        }
        let moves = own_moves(game, seat)?;
        Ok(if moves.is_empty() { None } else { Some(moves[rng.below(moves.len())]) })
    }
}
