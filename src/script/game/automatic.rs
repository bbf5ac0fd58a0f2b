//! Effects of scripts on a game: the setup before the first move, the consequences of a move, the next seat and the
//! end.

use super::{Effect, Game, GameEnding, HookFault, HookMove, RequestedEffect, StartError};
use crate::rules::HookKind;
use houserule_core::error::BoardError;
use houserule_core::mechanics::{BoardEffect, Seat, leaders};
use houserule_core::rng::Rng;

impl Game {
    /// Calls the dealing scripts in order; each sees the game as it would begin without it.
    pub(super) fn deal(&mut self, seed: u64) -> Result<(), StartError> {
        let dealers = self.plan.hooks.iter().filter(|hook| hook.kind == HookKind::Deal).count();
        let Some(dealing) = self.plan.mechanic.dealing().filter(|_| dealers > 0) else { return Ok(()) };
        let mut order = dealing.order(&mut Rng::new(seed));
        self.begin();
        for nth in 0..dealers {
            let told = self.ask(self.seat(), |hooks, context| hooks.deal(context, nth, &order));
            order = told?;
            self.board = self.plan.mechanic.dealt_in(&order, seed)?;
        }
        Ok(())
    }

    /// Runs the `setup` hooks before the first move.
    pub(super) fn run_setup_hooks(&mut self) -> Result<(), HookFault> {
        if !self.has_hook(HookKind::Setup) {
            return Ok(());
        }
        self.begin();
        let mut effects = Vec::new();
        self.ask(self.seat(), |hooks, context| hooks.setup(context, &mut effects))?;
        for wish in effects {
            match &wish.effect {
                Effect::Board(change) => self.change(change).map_err(|error| wish.fault(error))?,
                Effect::Set(index, value) => self.vars[*index] = value.clone(),
                Effect::End(_) => return Err(wish.fault("a game cannot end before it begins")),
            }
        }
        Ok(())
    }

    /// Applies a script's change to the board.
    fn change(&mut self, change: &BoardEffect) -> Result<(), BoardError> {
        let mut done = self.board.change(change);
        if done.is_err()
            && let Some(roomier) = self.board.roomier(change)
        {
            self.board = roomier;
            done = self.board.change(change);
        }
        done
    }

    /// After a move: applies the effects of `after_move`, determines the next seat, then whether the game is over.
    /// `turns` is the number of completed turns before the move.
    pub(super) fn follow_up(&mut self, mover: Seat, turns: u32, asked: Option<&HookMove>) -> Result<(), HookFault> {
        let mut declared = None;
        if let Some(asked) = asked {
            let mut effects = Vec::new();
            self.ask(mover, |hooks, context| hooks.after_move(context, asked, &mut effects))?;
            // Most moves have none.
            if !effects.is_empty() {
                declared = self.apply(effects)?;
            }
        }
        if self.has_hook(HookKind::Next) && self.board.clock().turns != turns {
            self.pass_on(mover)?;
        }
        let is_counted = self.board.outcome().is_some_and(|verdict| self.plan.points_decide(verdict.end));
        if declared.is_some() || is_counted || self.has_hook(HookKind::Finish) {
            let ending = self.judge_end(mover, declared)?;
            if ending.is_some() {
                self.frame();
                self.ending = ending;
            }
        }
        Ok(())
    }

    /// Gives the turn to the seat that scripts name.
    pub(super) fn pass_on(&mut self, mover: Seat) -> Result<(), HookFault> {
        let base = self.seat();
        let next = self.ask(mover, |hooks, context| hooks.next(context, base))?;
        if next != base {
            let changed = self.board.change(&BoardEffect::Turn { seat: next });
            changed.map_err(|error| self.blamed(HookKind::Next, error))?;
        }
        Ok(())
    }

    /// Fault in the answer of the last script that has this hook.
    pub(super) fn blamed(&self, kind: HookKind, says: impl Into<String>) -> HookFault {
        let hook = self.plan.hooks.iter().rposition(|hook| hook.kind == kind);
        let place = hook.map(|hook| &self.plan.hooks[hook].place);
        let at = place.and_then(|place| Some((place.source.file.clone(), place.line()?)));
        HookFault { at, hook, ..HookFault::new(says) }
    }

    /// Applies the effects that scripts request, and returns the ending they declare.
    pub(super) fn apply(&mut self, effects: Vec<RequestedEffect>) -> Result<Option<GameEnding>, HookFault> {
        let mut declared = None;
        for wish in effects {
            if self.frame().followed.last() != Some(&wish.source) {
                self.frame().followed.push(wish.source.clone());
            }
            match &wish.effect {
                Effect::Board(change) => self.change(change).map_err(|error| wish.fault(error))?,
                Effect::Set(index, value) => {
                    if self.frame().vars.is_none() {
                        self.frame().vars = Some(self.vars.clone());
                    }
                    self.vars[*index] = value.clone();
                }
                Effect::End(ending) => declared = Some(ending.clone()),
            }
        }
        Ok(declared)
    }

    /// Ending according to scripts: `finish` overrides an effect and the board.
    pub(super) fn judge_end(
        &mut self,
        mover: Seat,
        declared: Option<GameEnding>,
    ) -> Result<Option<GameEnding>, HookFault> {
        let base = match self.board.outcome() {
            _ if declared.is_some() => declared,
            Some(verdict) if self.plan.points_decide(verdict.end) => {
                let points = self.points_at(verdict)?;
                let winners = leaders(&self.plan.names, &points);
                Some(GameEnding { winners, is_tie: true, ..GameEnding::native(verdict) })
            }
            // The board's outcome need not be stored where no script can override it.
            _ if !self.has_hook(HookKind::Finish) => return Ok(None),
            verdict => verdict.map(GameEnding::native),
        };
        if !self.has_hook(HookKind::Finish) {
            return Ok(base);
        }
        let before = base.clone();
        let judged = self.ask(mover, |hooks, context| hooks.finish(context, base))?;
        if judged != before && self.played > 0 {
            self.frame().overruled = true;
        }
        Ok(judged)
    }

    /// Hooks that did something after the moves played, once per move, with the location of their scripts. A `finish`
    /// hook did something if it overrode the other rules.
    pub fn followed(&self) -> impl Iterator<Item = (HookKind, &str)> {
        let last = self.plan.hooks.iter().rev().find(|hook| hook.kind == HookKind::Finish);
        let finish = last.map(|hook| hook.place.source.short_name());
        self.frames.iter().flat_map(move |frame| {
            let effects = frame.followed.iter().map(|source| (HookKind::AfterMove, &**source));
            effects.chain(finish.filter(|_| frame.overruled).map(|file| (HookKind::Finish, file)))
        })
    }
}
