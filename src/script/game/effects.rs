//! Effects of scripts on a game: the setup before the first move, the consequences of a move, the next seat and the
//! end.

use super::{Effect, Game, GameEnding, HookFault, HookMove, RequestedEffect, StartError};
use crate::rules::HookKind;
use houserule_core::error::BoardError;
use houserule_core::mechanics::{BoardEffect, Seat, leaders};
use houserule_core::rng::Rng;

impl Game {
    /// Calls the `deal` hooks in order; each sees the game as dealt by those before it.
    pub(super) fn deal(&mut self, seed: u64) -> Result<(), StartError> {
        let hook_count = self.plan.hooks.iter().filter(|hook| hook.kind == HookKind::Deal).count();
        let Some(dealing) = self.plan.mechanic.dealing().filter(|_| hook_count > 0) else { return Ok(()) };
        let mut order = dealing.draw_order(&mut Rng::new(seed));
        self.reset_budget();
        for nth in 0..hook_count {
            let answer = self.call_hooks(self.seat(), |hooks, context| hooks.deal(context, nth, &order));
            order = answer?;
            self.board = self.plan.mechanic.position_from_order(&order, seed)?;
        }
        Ok(())
    }

    /// Runs the `setup` hooks before the first move.
    pub(super) fn run_setup_hooks(&mut self) -> Result<(), HookFault> {
        if !self.has_hook(HookKind::Setup) {
            return Ok(());
        }
        self.reset_budget();
        let mut effects = Vec::new();
        self.call_hooks(self.seat(), |hooks, context| hooks.setup(context, &mut effects))?;
        for request in effects {
            match &request.effect {
                Effect::Board(change) => self.apply_board_effect(change).map_err(|error| request.fault(error))?,
                Effect::Set(index, value) => self.vars[*index] = value.clone(),
                Effect::End(_) => return Err(request.fault("a game cannot end before its first move")),
            }
        }
        Ok(())
    }

    /// Applies a script's effect to the board, which is enlarged if there is no room.
    fn apply_board_effect(&mut self, effect: &BoardEffect) -> Result<(), BoardError> {
        let mut result = self.board.apply_effect(effect);
        if result.is_err()
            && let Some(larger) = self.board.widened_for(effect)
        {
            self.board = larger;
            result = self.board.apply_effect(effect);
        }
        result
    }

    /// Completes a move: applies the effects of `after_move`, then determines the next seat and whether the game is
    /// over. `turns` is the number of completed turns before the move.
    pub(super) fn complete_move(
        &mut self,
        mover: Seat,
        turns: u32,
        hook_move: Option<&HookMove>,
    ) -> Result<(), HookFault> {
        let mut declared = None;
        if let Some(hook_move) = hook_move {
            let mut effects = Vec::new();
            self.call_hooks(mover, |hooks, context| hooks.after_move(context, hook_move, &mut effects))?;
            // Most moves have no effects.
            if !effects.is_empty() {
                declared = self.apply_effects(effects)?;
            }
        }
        if self.has_hook(HookKind::Next) && self.board.turn_state().turns != turns {
            self.run_next_hook(mover)?;
        }
        let is_decided_by_points = self.board.outcome().is_some_and(|outcome| self.plan.points_decide(outcome.end));
        if declared.is_some() || is_decided_by_points || self.has_hook(HookKind::Finish) {
            let ending = self.run_finish_hook(mover, declared)?;
            if ending.is_some() {
                self.undo_frame();
                self.ending = ending;
            }
        }
        Ok(())
    }

    /// Gives the turn to the seat that the `next` hooks return.
    pub(super) fn run_next_hook(&mut self, mover: Seat) -> Result<(), HookFault> {
        let base = self.seat();
        let next = self.call_hooks(mover, |hooks, context| hooks.next(context, base))?;
        if next != base {
            let result = self.board.apply_effect(&BoardEffect::Turn { seat: next });
            result.map_err(|error| self.hook_fault(HookKind::Next, error))?;
        }
        Ok(())
    }

    /// Fault in the answer of the last script that has this hook.
    pub(super) fn hook_fault(&self, kind: HookKind, message: impl Into<String>) -> HookFault {
        let hook = self.plan.hooks.iter().rposition(|hook| hook.kind == kind);
        let place = hook.map(|hook| &self.plan.hooks[hook].place);
        let location = place.and_then(|place| Some((place.source.file.clone(), place.line()?)));
        HookFault { location, hook, ..HookFault::new(message) }
    }

    /// Applies the effects that scripts request, and returns the ending they declare.
    pub(super) fn apply_effects(&mut self, effects: Vec<RequestedEffect>) -> Result<Option<GameEnding>, HookFault> {
        let mut declared = None;
        for request in effects {
            if self.undo_frame().effect_sources.last() != Some(&request.source) {
                self.undo_frame().effect_sources.push(request.source.clone());
            }
            match &request.effect {
                Effect::Board(change) => self.apply_board_effect(change).map_err(|error| request.fault(error))?,
                Effect::Set(index, value) => {
                    if self.undo_frame().vars.is_none() {
                        self.undo_frame().vars = Some(self.vars.clone());
                    }
                    self.vars[*index] = value.clone();
                }
                Effect::End(ending) => declared = Some(ending.clone()),
            }
        }
        Ok(declared)
    }

    /// Ending according to scripts: `finish` overrides an effect and the board.
    pub(super) fn run_finish_hook(
        &mut self,
        mover: Seat,
        declared: Option<GameEnding>,
    ) -> Result<Option<GameEnding>, HookFault> {
        let base = match self.board.outcome() {
            _ if declared.is_some() => declared,
            Some(outcome) if self.plan.points_decide(outcome.end) => {
                let points = self.points_for(outcome)?;
                let winners = leaders(&self.plan.names, &points);
                Some(GameEnding { winners, is_tie: true, ..GameEnding::from_board(outcome) })
            }
            // The board's outcome need not be stored where no script can override it.
            _ if !self.has_hook(HookKind::Finish) => return Ok(None),
            outcome => outcome.map(GameEnding::from_board),
        };
        if !self.has_hook(HookKind::Finish) {
            return Ok(base);
        }
        let base_ending = base.clone();
        let ending = self.call_hooks(mover, |hooks, context| hooks.finish(context, base))?;
        if ending != base_ending && self.move_count > 0 {
            self.undo_frame().is_overridden = true;
        }
        Ok(ending)
    }

    /// Hooks that had an effect, once per move played, with the location of their scripts. A `finish` hook has an
    /// effect if it overrides the other rules.
    pub fn effective_hooks(&self) -> impl Iterator<Item = (HookKind, &str)> {
        let last = self.plan.hooks.iter().rev().find(|hook| hook.kind == HookKind::Finish);
        let finish = last.map(|hook| hook.place.source.short_name());
        self.frames.iter().flat_map(move |frame| {
            let effects = frame.effect_sources.iter().map(|source| (HookKind::AfterMove, &**source));
            effects.chain(finish.filter(|_| frame.is_overridden).map(|file| (HookKind::Finish, file)))
        })
    }
}
