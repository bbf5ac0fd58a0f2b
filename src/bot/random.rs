//! Any legal move, every one as likely as any other.

use super::Bot;
use crate::chance::Dice;
use crate::game::{Game, HookFault};
use crate::mechanics::{Move, Seat};

pub struct Random;

impl Bot for Random {
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault> {
        // In a race the others' moves are listed too: drawing again until it is one's own keeps the choice uniform.
        loop {
            let Some(mv) = game.random_move(|bound| dice.below(bound))? else { return Ok(None) };
            if game.mover(&game.board().spell(mv)) == seat {
                return Ok(Some(mv));
            }
        }
    }
}
