//! Calls from a game to its scripts: the view they get, and the violations they report.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Game, HookContext, HookFault, HookMove, Hooks};
use crate::rules::HookKind;
use houserule_core::mechanics::{Action, Move, Seat, Violation};

/// Creates an instance of a plan's scripts, on any thread.
pub type HooksFactory = Arc<dyn Fn() -> Result<Box<dyn Hooks>, HookFault> + Send + Sync>;

/// Memory limit of one instance of scripts.
pub const MAX_INSTANCE_MEMORY: usize = 16 << 20;

/// Memory limit of the scripts of all workers together.
const MAX_TOTAL_MEMORY: usize = 512 << 20;

/// Number of workers, at most `requested`, each with `instances` instances of scripts: limited so that all fit in
/// memory.
pub fn worker_count(requested: usize, instances: usize) -> usize {
    let limit = MAX_TOTAL_MEMORY.checked_div(MAX_INSTANCE_MEMORY * instances).unwrap_or(usize::MAX);
    requested.min(limit).max(1)
}

/// Scripts of one game. They are instantiated on first use: a search forks many games whose scripts only count points,
/// and those never call them.
pub(super) struct Scripts {
    factory: Option<HooksFactory>,
    instance: Option<Box<dyn Hooks>>,
}

impl Scripts {
    pub fn new(factory: Option<HooksFactory>) -> Scripts {
        Scripts { factory, instance: None }
    }

    /// Factory for a new instance without hidden state.
    pub fn factory(&self) -> Option<HooksFactory> {
        self.factory.clone()
    }

    fn take(&mut self) -> Result<Box<dyn Hooks>, HookFault> {
        match self.instance.take() {
            Some(hooks) => Ok(hooks),
            None => self.factory.as_ref().expect("a plan with hooks has a factory")(),
        }
    }
}

impl Game {
    /// Starts a new work budget, for a move, a listing or a command.
    #[inline]
    pub(super) fn reset_budget(&mut self) {
        if let Some(hooks) = &mut self.scripts.instance {
            hooks.reset_budget();
        }
    }

    /// Everything that hooks may read.
    pub fn context(&self, mover: Seat) -> HookContext<'_> {
        let (history, ending) = (&self.history[..], self.ending.as_ref());
        HookContext { plan: &self.plan, board: &*self.board, vars: &self.vars, mover, history, ending }
    }

    /// Calls hooks with a read-only view of the game.
    pub(super) fn call_hooks<R>(
        &mut self,
        mover: Seat,
        call: impl FnOnce(&mut dyn Hooks, &HookContext) -> Result<R, HookFault>,
    ) -> Result<R, HookFault> {
        let mut hooks = self.scripts.take()?;
        let answer = call(&mut *hooks, &self.context(mover));
        self.scripts.instance = Some(hooks);
        answer
    }

    /// Calls `allow`, then plays the move, calls `reject` and undoes the move.
    pub(super) fn scripts_allow(&mut self, mv: Move) -> Result<bool, HookFault> {
        let is_allowed = !self.has_hook(HookKind::Allow) || {
            let (mover, hook_move) = (self.mover_of(mv), self.hook_move(mv));
            self.call_hooks(mover, |hooks, context| hooks.is_allowed(context, &hook_move))?
        };
        Ok(is_allowed && (!self.has_hook(HookKind::Reject) || self.reject_violations(mv)?.is_empty()))
    }

    /// Moves that are illegal only because of scripts.
    pub fn forbidden_by_scripts(&mut self) -> Result<Vec<Action>, HookFault> {
        if !self.filters_moves() || self.is_over() {
            return Ok(Vec::new());
        }
        let allowed = self.legal_moves()?;
        let mut moves = Vec::new();
        self.board.mandatory_moves(&mut moves);
        if !moves.iter().any(|mv| allowed.contains(mv)) {
            // No mandatory move is allowed, so all others could be legal.
            self.board.free_moves(&mut moves);
            self.list_named_actions(&mut moves)?;
        }
        let allowed: HashSet<Move> = allowed.into_iter().collect();
        Ok(moves.into_iter().filter(|mv| !allowed.contains(mv)).map(|mv| self.unpack(mv)).collect())
    }

    pub(super) fn allow_violations(&mut self, mover: Seat, hook_move: &HookMove) -> Result<Vec<Violation>, HookFault> {
        if !self.has_hook(HookKind::Allow) {
            return Ok(Vec::new());
        }
        self.call_hooks(mover, |hooks, context| hooks.allow(context, hook_move))
    }

    pub(super) fn reject_violations(&mut self, mv: Move) -> Result<Vec<Violation>, HookFault> {
        if !self.has_hook(HookKind::Reject) {
            return Ok(Vec::new());
        }
        let (mover, hook_move) = (self.mover_of(mv), self.hook_move_after(mv));
        self.play_within_budget(mv)?;
        let answer = self.call_hooks(mover, |hooks, context| hooks.reject(context, &hook_move));
        self.undo();
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_limits_the_number_of_scripted_workers() {
        assert_eq!(worker_count(256, 0), 256, "without scripts there is nothing to share");
        assert_eq!(worker_count(256, 1), 32);
        assert_eq!(worker_count(256, 3), 10);
        assert_eq!(worker_count(4, 3), 4);
        assert_eq!(worker_count(4, 1000), 1, "at least one");
        assert_eq!(worker_count(0, 0), 1);
    }
}
