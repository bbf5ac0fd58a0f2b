//! Bot that samples legal moves uniformly.

use super::{Bot, SearchRequest, own_moves};
use houserule_core::mechanics::Move;
use houserule_core::rng::Rng;
use houserule_script::game::{Game, HookFault};

pub struct Random;

impl Bot for Random {
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        if !game.plan().mechanic.is_race() {
            return game.random_move(|bound| rng.below(bound));
        }
        let moves = own_moves(game, request.seat)?;
        Ok(if moves.is_empty() { None } else { Some(moves[rng.below(moves.len())]) })
    }
}
