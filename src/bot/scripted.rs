//! Bots that scripts describe: those that choose their moves. Those that judge positions are searches.

use std::sync::Arc;

use super::mcts::Mcts;
use super::{Bot, Budget, own_moves};
use crate::chance::Dice;
use crate::game::{Game, HookFault, MindKind, Thinker, Thinkers};
use crate::mechanics::{Move, Seat};

/// A script's bot by its name, before and after it was found.
#[derive(Clone, Debug)]
pub struct Called {
    /// As somebody wrote it.
    pub name: String,
    thinker: Option<Arc<dyn Thinker>>,
}

impl PartialEq for Called {
    fn eq(&self, other: &Called) -> bool {
        self.name == other.name
    }
}

/// What may stand before a name to say that it is a script's.
pub const PREFIX: &str = "lua:";

impl Called {
    pub fn new(name: &str) -> Called {
        Called { name: name.to_string(), thinker: None }
    }

    /// The same with its script, which must play these rules. None if there is no such script.
    pub fn found(&self, rules: &dyn Thinkers) -> Result<Option<Called>, String> {
        let name = self.name.strip_prefix(PREFIX).unwrap_or(&self.name);
        let thinker = rules.thinker(name)?;
        Ok(thinker.map(|thinker| Called { name: self.name.clone(), thinker: Some(thinker) }))
    }

    pub fn bot(&self) -> Box<dyn Bot> {
        match &self.thinker {
            None => Box::new(Unknown(self.name.clone())),
            Some(thinker) => match thinker.kind() {
                MindKind::Chooses => Box::new(Chooser(thinker.clone())),
                MindKind::Judges { playouts, .. } => {
                    Box::new(Mcts::judged_by(thinker.clone(), Budget::Playouts(playouts)))
                }
            },
        }
    }
}

/// Somebody nobody has looked for.
struct Unknown(String);

impl Bot for Unknown {
    fn choose(&mut self, _: &mut Game, _: Seat, _: &mut Dice) -> Result<Option<Move>, HookFault> {
        Err(HookFault::new(format!("nobody knows the bot `{}`", self.0)))
    }
}

/// A script that chooses. It is woken for every move: what it kept to itself could not be repeated.
struct Chooser(Arc<dyn Thinker>);

impl Bot for Chooser {
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault> {
        let mut moves = own_moves(game, seat)?;
        if moves.len() < 2 {
            return Ok(moves.pop());
        }
        let mut mind = self.0.wake(game.plan())?;
        let mut world = game.fork();
        world.determinise(seat, dice);
        let own = Dice::new(dice.below(usize::MAX) as u64);
        let chosen = mind.choose(world, seat, own)?;
        Ok(Some(chosen))
    }
}
