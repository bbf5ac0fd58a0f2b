//! How a game asks its scripts: what they are lent, and what they hold against moves.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Game, HookContext, HookFault, HookMove, Hooks};
use crate::rules::HookKind;
use houserule_core::mechanics::{Action, Move, Seat, Violation};

/// Makes an instance of a plan's scripts, on any thread.
pub type HooksFactory = Arc<dyn Fn() -> Result<Box<dyn Hooks>, HookFault> + Send + Sync>;

/// The most memory that one instance of scripts has.
pub const MAX_INSTANCE_MEMORY: usize = 16 << 20;

/// The memory that the scripts of all workers of a run have together.
const ALLOWANCE: usize = 512 << 20;

/// How many workers there are where somebody wishes for some, each of which has so many instances of scripts: no more than
/// have memory, so that none can take it from another.
pub fn workers(wished: usize, instances: usize) -> usize {
    let most = ALLOWANCE.checked_div(MAX_INSTANCE_MEMORY * instances).unwrap_or(usize::MAX);
    wished.min(most).max(1)
}

/// The scripts of one game. They are made when they are first asked something: of the games that a search plays, and whose
/// scripts only count points, none ever asks.
pub(super) struct Scripts {
    maker: Option<HooksFactory>,
    made: Option<Box<dyn Hooks>>,
}

impl Scripts {
    pub fn new(maker: Option<HooksFactory>) -> Scripts {
        Scripts { maker, made: None }
    }

    /// How the same scripts are made again, without what these may have kept to themselves.
    pub fn maker(&self) -> Option<HooksFactory> {
        self.maker.clone()
    }

    fn take(&mut self) -> Result<Box<dyn Hooks>, HookFault> {
        match self.made.take() {
            Some(hooks) => Ok(hooks),
            None => self.maker.as_ref().expect("a plan with hooks comes with their maker")(),
        }
    }
}

impl Game {
    /// A new move, listing or command begins, with a work budget of its own.
    #[inline]
    pub(super) fn begin(&mut self) {
        if let Some(hooks) = &mut self.scripts.made {
            hooks.begin_span();
        }
    }

    /// Everything a script may look at.
    pub fn context(&self, mover: Seat) -> HookContext<'_> {
        let (history, ending) = (&self.history[..], self.ending.as_ref());
        HookContext { plan: &self.plan, board: &*self.board, vars: &self.vars, mover, history, ending }
    }

    /// Lends the scripts the scene; they cannot change the game while they look at it.
    pub(super) fn ask<R>(
        &mut self,
        mover: Seat,
        question: impl FnOnce(&mut dyn Hooks, &HookContext) -> Result<R, HookFault>,
    ) -> Result<R, HookFault> {
        let mut hooks = self.scripts.take()?;
        let answer = question(&mut *hooks, &self.context(mover));
        self.scripts.made = Some(hooks);
        answer
    }

    /// Asks `allow`, then plays the move, asks `reject` and takes it back.
    pub(super) fn scripts_allow(&mut self, mv: Move) -> Result<bool, HookFault> {
        let is_allowed = !self.has_hook(HookKind::Allow) || {
            let (mover, asked) = (self.mover_of(mv), self.asked(mv));
            self.ask(mover, |hooks, context| hooks.allows(context, &asked))?
        };
        Ok(is_allowed && (!self.has_hook(HookKind::Reject) || self.rejected(mv)?.is_empty()))
    }

    /// The moves that are legal but for scripts.
    pub fn forbidden_by_scripts(&mut self) -> Result<Vec<Action>, HookFault> {
        if !self.filters_moves() || self.ended() {
            return Ok(Vec::new());
        }
        let allowed = self.legal_moves()?;
        let mut moves = Vec::new();
        self.board.mandatory_moves(&mut moves);
        if !moves.iter().any(|mv| allowed.contains(mv)) {
            // Nothing is owed that could be played, so everything else could be.
            self.board.free_moves(&mut moves);
            self.list_acts(&mut moves)?;
        }
        let allowed: HashSet<Move> = allowed.into_iter().collect();
        Ok(moves.into_iter().filter(|mv| !allowed.contains(mv)).map(|mv| self.unpack_named(mv)).collect())
    }

    pub(super) fn not_allowed(&mut self, mover: Seat, asked: &HookMove) -> Result<Vec<Violation>, HookFault> {
        if !self.has_hook(HookKind::Allow) {
            return Ok(Vec::new());
        }
        self.ask(mover, |hooks, context| hooks.allow(context, asked))
    }

    pub(super) fn rejected(&mut self, mv: Move) -> Result<Vec<Violation>, HookFault> {
        if !self.has_hook(HookKind::Reject) {
            return Ok(Vec::new());
        }
        let (mover, asked) = (self.mover_of(mv), self.asked_after(mv));
        self.play_on(mv)?;
        let answer = self.ask(mover, |hooks, context| hooks.reject(context, &asked));
        self.undo();
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_with_scripts_are_as_many_as_have_memory() {
        assert_eq!(workers(256, 0), 256, "without scripts there is nothing to share");
        assert_eq!(workers(256, 1), 32);
        assert_eq!(workers(256, 3), 10);
        assert_eq!(workers(4, 3), 4);
        assert_eq!(workers(4, 1000), 1, "somebody has to do it");
        assert_eq!(workers(0, 0), 1);
    }
}
