//! Implementation of [`Hooks`] by the Lua functions of a plan's scripts.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Value};

use super::api::{kind_of, returned_type, words_of};
use super::effects::{self, BaseEnding};
use super::host::Host;
use super::sandbox::{CachedFunction, FastCallResult, Limits, ScriptFault, length};
use super::view::{InternedNames, OwnedArguments, ScopedContext, points_table, seat_named};
use crate::game::{
    ACT_LETTERS, GameEnding, HookContext, HookFault, HookMove, Hooks, MAX_INSTANCE_MEMORY, RequestedEffect, is_act,
};
use crate::lua::reserved::RESERVED_WORDS;
use crate::rules::{FaultKind, HookDecl, HookKind, ReturnType, RulePlan, Source, line_of_answer};
use houserule_core::mechanics::{Seat, TileIndex, Violation};
use houserule_core::text::one_line;

// The number of workers is limited by this.
const _: () = assert!(Limits::MAX_MEMORY <= MAX_INSTANCE_MEMORY);

/// Maximum number of named actions that a script may offer at once.
pub const MAX_OFFERED_MOVES: usize = 64;
/// Longest reason that is shown in full, in characters.
pub const MAX_REASON_LEN: usize = 300;

pub struct LuaHooks {
    host: Host,
    functions: Vec<LuaHook>,
    stage: ScopedContext,
    /// Arguments for functions that cannot retain them.
    given: OwnedArguments,
    /// The function `base`, and its current value.
    base: Value,
    base_value: Rc<RefCell<Value>>,
}

struct LuaHook {
    /// Index among the hooks of the plan.
    index: usize,
    kind: HookKind,
    script: String,
    entry: CachedFunction,
    /// Whether it may retain its arguments after the call.
    may_keep: bool,
    /// File and line where it is defined.
    source: Arc<str>,
    text: Arc<Source>,
}

impl LuaHook {
    fn function(&self) -> &Function {
        self.entry.function()
    }

    #[cold]
    fn failed(&self, fault: ScriptFault) -> HookFault {
        HookFault { hook: Some(self.index), ..told(fault) }
    }
}

impl LuaHooks {
    /// Takes over a host in which the plan's scripts were loaded.
    pub fn new(host: Host, plan: &RulePlan) -> Result<LuaHooks, HookFault> {
        let made = LuaHooks::build(host, plan);
        made.map_err(|error| HookFault::new(error.to_string()))
    }

    fn build(host: Host, plan: &RulePlan) -> mlua::Result<LuaHooks> {
        let lua = host.sandbox.lua();
        let stage = ScopedContext::new(host.sandbox.meter(), InternedNames::new(lua, &plan.names)?);
        let given = OwnedArguments::new(lua, &stage)?;
        let base_value = Rc::new(RefCell::new(Value::Nil));
        let value = base_value.clone();
        let base = lua.create_function(move |_, _: mlua::MultiValue| Ok(value.borrow().clone()))?;
        let base = Value::Function(base);
        let mut functions = Vec::new();
        for (index, hook) in plan.hooks.iter().enumerate() {
            let Some(function) = host.functions.get(hook.function).cloned() else { continue };
            let script = hook.script.clone();
            let text = hook.place.source.clone();
            let may_keep = host.may_keep_arguments(&function, &text);
            let source = host.sandbox.definition(&function);
            let source = source.map_or(script.clone(), |(file, line)| format!("{file}:{line}")).into();
            let entry = host.sandbox.entry(function, arguments(hook.kind, &given, &base))?;
            functions.push(LuaHook { index, kind: hook.kind, script, entry, may_keep, source, text });
        }
        Ok(LuaHooks { host, functions, stage, given, base, base_value })
    }

    fn of(&self, kind: HookKind) -> impl Iterator<Item = &LuaHook> {
        self.functions.iter().filter(move |hook| hook.kind == kind)
    }

    #[inline]
    fn call(
        &self,
        hook: &LuaHook,
        context: &HookContext,
        asked: Option<&HookMove>,
    ) -> Result<FastCallResult, HookFault> {
        if hook.may_keep {
            return self.call_anew(hook, context, asked);
        }
        let stage = &self.given.stage;
        let answer =
            stage.show(context, asked, || self.host.sandbox.enter(&hook.entry)).map_err(|fault| hook.failed(fault));
        self.unless_misused(hook, stage, answer)
    }

    /// Calls a hook with a new view and move, which the function has not seen before.
    #[cold]
    fn call_anew(
        &self,
        hook: &LuaHook,
        context: &HookContext,
        asked: Option<&HookMove>,
    ) -> Result<FastCallResult, HookFault> {
        let sandbox = &self.host.sandbox;
        let given = OwnedArguments::new(sandbox.lua(), &self.stage);
        let given = given.map_err(|error| self.returned(hook, ReturnType::Other, &error))?;
        let [view, beside] = arguments(hook.kind, &given, &self.base);
        let answer = given.stage.show(context, asked, || sandbox.call(hook.function(), (view, beside)));
        sandbox.tidy();
        self.unless_misused(hook, &given.stage, answer.map(FastCallResult::of).map_err(|fault| hook.failed(fault)))
    }

    /// An answer, unless retained arguments were used to compute it.
    #[inline]
    fn unless_misused(
        &self,
        hook: &LuaHook,
        stage: &ScopedContext,
        answer: Result<FastCallResult, HookFault>,
    ) -> Result<FastCallResult, HookFault> {
        match stage.misused() {
            Some(error) => Err(answer.err().unwrap_or_else(|| self.returned(hook, ReturnType::Other, &error))),
            None => answer,
        }
    }

    /// Calls a hook that may call `base` for the result of the rules below it.
    fn call_over(&self, hook: &LuaHook, context: &HookContext, base: Value) -> Result<Value, HookFault> {
        *self.base_value.borrow_mut() = base;
        let answer = self.call(hook, context, None);
        *self.base_value.borrow_mut() = Value::Nil;
        Ok(answer?.value())
    }

    /// Reason why an `allow` hook forbids a move; `None` if it does not.
    #[inline]
    fn forbids(&self, hook: &LuaHook, context: &HookContext, asked: &HookMove) -> Result<Option<Value>, HookFault> {
        match self.call(hook, context, Some(asked))? {
            FastCallResult::Yes | FastCallResult::Values(Value::Boolean(true), _) => Ok(None),
            FastCallResult::Values(Value::Boolean(false), reason) => Ok(Some(reason)),
            other => {
                let value = other.value();
                let says = format!("returned {}, not true or false", kind_of(&value));
                Err(self.returned(hook, returned_type(&value), &mlua::Error::runtime(says)))
            }
        }
    }

    /// Fault in a return value, at the `return` if it is known, otherwise where the hook begins.
    fn returned(&self, hook: &LuaHook, returned: ReturnType, error: &mlua::Error) -> HookFault {
        let says = self.host.sandbox.fault(error).message;
        let fault = HookFault::of(&hook.source, format!("{} of {}: {says}", hook.kind.key(), hook.script));
        let answered = |begins: u32| line_of_answer(&hook.text, begins, returned, &says).filter(|line| *line != begins);
        let line = fault.at.as_ref().and_then(|(_, begins)| answered(*begins));
        let cite = Some(HookDecl::key_path(hook.kind, &hook.script));
        HookFault { key_path: cite, hook: Some(hook.index), ..fault }.on_line(line)
    }

    /// Parses the effects that a hook returned.
    fn effects(
        &self,
        hook: &LuaHook,
        context: &HookContext,
        value: &Value,
        out: &mut Vec<RequestedEffect>,
    ) -> Result<(), HookFault> {
        let effects = effects::read(value, context)
            .map_err(|wrong| self.returned(hook, returned_type(value), &wrong.error).on_line(wrong.line))?;
        out.extend(effects.into_iter().map(|(effect, line)| RequestedEffect {
            effect,
            source: hook.source.clone(),
            line,
            hook: hook.index,
        }));
        Ok(())
    }

    /// Violation in a hook's words, citing its line.
    fn violation(&self, hook: &LuaHook, reason: &Value) -> Violation {
        let says = match reason {
            Value::String(words) => one_line(&words_of(words, 4 * MAX_REASON_LEN), MAX_REASON_LEN),
            _ => format!("the rule `{}` does not allow it", hook.script),
        };
        Violation::new(&hook.script, HookDecl::key_path(hook.kind, &hook.script), says)
    }
}

/// Arguments of a hook.
fn arguments(kind: HookKind, given: &OwnedArguments, base: &Value) -> [Value; 2] {
    let beside = match kind {
        HookKind::Allow | HookKind::Reject | HookKind::AfterMove => Value::UserData(given.mv.clone()),
        HookKind::Next | HookKind::Finish | HookKind::Points => base.clone(),
        HookKind::Moves | HookKind::Deal | HookKind::Setup => Value::Nil,
    };
    [Value::UserData(given.view.clone()), beside]
}

pub(super) fn told(mut fault: ScriptFault) -> HookFault {
    // Lua's own message for `view.top("a1")` is not helpful.
    if fault.kind == FaultKind::NoObject {
        fault.message = "functions of the view are called with a colon, as in view:top(\"a1\")".to_string();
    }
    HookFault { at: fault.file.zip(fault.line), kind: fault.kind, ..HookFault::new(one_line(&fault.message, 500)) }
}

impl Hooks for LuaHooks {
    fn begin_span(&mut self) {
        self.host.sandbox.begin_span();
    }

    fn allows(&mut self, context: &HookContext, asked: &HookMove) -> Result<bool, HookFault> {
        for hook in self.of(HookKind::Allow) {
            if self.forbids(hook, context, asked)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn allow(&mut self, context: &HookContext, asked: &HookMove) -> Result<Vec<Violation>, HookFault> {
        let mut violations = Vec::new();
        for hook in self.of(HookKind::Allow) {
            match self.forbids(hook, context, asked) {
                Ok(reason) => violations.extend(reason.map(|reason| self.violation(hook, &reason))),
                // A move with a violation is illegal, whatever the other hooks say.
                Err(_) if !violations.is_empty() => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(violations)
    }

    fn reject(&mut self, context: &HookContext, asked: &HookMove) -> Result<Vec<Violation>, HookFault> {
        let mut violations = Vec::new();
        for hook in self.of(HookKind::Reject) {
            match self.call(hook, context, Some(asked))? {
                FastCallResult::Nothing | FastCallResult::Values(Value::Boolean(false) | Value::Nil, _) => {}
                FastCallResult::Yes => violations.push(self.violation(hook, &Value::Nil)),
                FastCallResult::Values(Value::Boolean(true), reason) => violations.push(self.violation(hook, &reason)),
                FastCallResult::Values(reason @ Value::String(_), _) => violations.push(self.violation(hook, &reason)),
                other => {
                    let value = other.value();
                    let says = format!("returned {}, not true, false or a reason", kind_of(&value));
                    return Err(self.returned(hook, returned_type(&value), &mlua::Error::runtime(says)));
                }
            }
        }
        Ok(violations)
    }

    fn after_move(
        &mut self,
        context: &HookContext,
        asked: &HookMove,
        out: &mut Vec<RequestedEffect>,
    ) -> Result<(), HookFault> {
        for hook in self.of(HookKind::AfterMove) {
            let answer = self.call(hook, context, Some(asked))?;
            if let FastCallResult::Nothing = answer {
                continue;
            }
            self.effects(hook, context, &answer.value(), out)?;
        }
        Ok(())
    }

    fn moves(&mut self, context: &HookContext) -> Result<Vec<String>, HookFault> {
        let mut words = Vec::new();
        for hook in self.of(HookKind::Moves) {
            let value = self.call(hook, context, None)?.value();
            let returned = returned_type(&value);
            let fault = |says: String| self.returned(hook, returned, &mlua::Error::runtime(says));
            let offered = match &value {
                Value::Nil => Vec::new(),
                Value::Table(list) if length(list) > MAX_OFFERED_MOVES => {
                    let says = format!("offers {} moves; {MAX_OFFERED_MOVES} are the most at once", length(list));
                    return Err(fault(says));
                }
                Value::Table(list) => {
                    let items = list.sequence_values::<Value>().collect::<mlua::Result<Vec<_>>>();
                    items.map_err(|error| self.returned(hook, returned, &error))?
                }
                single @ Value::String(_) => vec![single.clone()],
                other => return Err(fault(format!("returned {}, not a list of words", kind_of(other)))),
            };
            for item in offered {
                let word = item.as_string().map(|word| words_of(word, 40));
                let given =
                    word.as_ref().map_or(kind_of(&item).to_string(), |word| format!("`{}`", one_line(word, 40)));
                let word = word.filter(|word| is_act(word)).ok_or_else(|| {
                    let (least, most) = (ACT_LETTERS.start(), ACT_LETTERS.end());
                    fault(format!(
                        "a move that a script offers is a word of {least} to {most} small letters and hyphens, such as \
                         \"pass\", not {given}"
                    ))
                })?;
                if RESERVED_WORDS.contains(&word.as_str()) {
                    return Err(fault(format!("`{word}` is a command of the prompt; offer the move by another word")));
                }
                words.push(word);
            }
        }
        Ok(words)
    }

    fn next(&mut self, context: &HookContext, base: Seat) -> Result<Seat, HookFault> {
        let mut seat = base;
        for hook in self.of(HookKind::Next) {
            let value = self.call_over(hook, context, Value::String(self.stage.seat_word(seat)))?;
            if !matches!(value, Value::Nil) {
                let wrong = |error| self.returned(hook, returned_type(&value), &error);
                seat = seat_named(context, &value).map_err(wrong)?;
            }
        }
        Ok(seat)
    }

    fn deal(&mut self, context: &HookContext, nth: usize, base: &[TileIndex]) -> Result<Vec<TileIndex>, HookFault> {
        let tracks = context.plan.mechanic.dealing().zip(context.plan.mechanic.tile_set());
        let (Some(hook), Some((dealing, set))) = (self.of(HookKind::Deal).nth(nth), tracks) else {
            return Ok(base.to_vec());
        };
        let names = base.iter().map(|tile| set.tiles[*tile as usize].name.as_str());
        let tiles = self.host.sandbox.lua().create_sequence_from(names);
        let tiles = tiles.map_err(|error| self.returned(hook, ReturnType::Other, &error))?;
        let given = OwnedArguments::new(self.host.sandbox.lua(), &self.stage);
        let given = given.map_err(|error| self.returned(hook, ReturnType::Other, &error))?;
        let args = (&given.view, tiles);
        let called = given.stage.show(context, None, || self.host.sandbox.call(hook.function(), args));
        let answer: Value = called.map_err(|fault| hook.failed(fault))?;
        let returned = returned_type(&answer);
        let fault = |says: String| self.returned(hook, returned, &mlua::Error::runtime(says));
        let Value::Table(list) = &answer else {
            return Err(fault(format!("returned {}, not the list of tiles", kind_of(&answer))));
        };
        let mut names = Vec::with_capacity(base.len());
        for item in list.sequence_values::<Value>() {
            names.push(match item.map_err(|error| self.returned(hook, returned, &error))? {
                Value::String(name) => one_line(&words_of(&name, 40), 40),
                Value::Integer(number) => number.to_string(),
                other => return Err(fault(format!("a tile of the deal is {}, not a name", kind_of(&other)))),
            });
        }
        dealing.order_of(&names, set).map_err(|error| fault(error.into()))
    }

    fn setup(&mut self, context: &HookContext, out: &mut Vec<RequestedEffect>) -> Result<(), HookFault> {
        for hook in self.of(HookKind::Setup) {
            let value = self.call(hook, context, None)?.value();
            self.effects(hook, context, &value, out)?;
        }
        Ok(())
    }

    fn finish(&mut self, context: &HookContext, base: Option<GameEnding>) -> Result<Option<GameEnding>, HookFault> {
        let mut current = base;
        for hook in self.of(HookKind::Finish) {
            let given = match &current {
                None => Value::Nil,
                Some(ending) => {
                    let outcome = ending.outcome(context.plan);
                    let winner = outcome.winner().map(|team| context.plan.team_name(team).to_string());
                    let won = outcome.winners.iter().map(|team| context.plan.team_name(*team).to_string());
                    let winners = won.collect();
                    let judged = BaseEnding { ending: ending.clone(), winner, winners, how: outcome.how };
                    let made = self.host.sandbox.lua().create_userdata(judged);
                    Value::UserData(made.map_err(|error| self.returned(hook, ReturnType::Other, &error))?)
                }
            };
            let value = self.call_over(hook, context, given)?;
            let failed = |wrong: effects::EffectError| {
                self.returned(hook, returned_type(&value), &wrong.error).on_line(wrong.line)
            };
            current = effects::ending(&value, context).map_err(failed)?;
        }
        Ok(current)
    }

    fn points(&mut self, context: &HookContext, base: Vec<f64>) -> Result<Vec<f64>, HookFault> {
        let mut current = base;
        let teams = self.stage.team_words();
        for hook in self.of(HookKind::Points) {
            let given = points_table(self.host.sandbox.lua(), teams, &current);
            let given = given.map_err(|error| self.returned(hook, ReturnType::Other, &error))?;
            let value = self.call_over(hook, context, Value::Table(given))?;
            let Value::Table(table) = &value else {
                let says = format!("returned {}, not a table of points by side", kind_of(&value));
                return Err(self.returned(hook, returned_type(&value), &mlua::Error::runtime(says)));
            };
            for (team, word) in teams.iter_enumerated() {
                current[team.index()] = match table.raw_get(word) {
                    Ok(Value::Integer(n)) => n as f64,
                    Ok(Value::Number(n)) if n.is_finite() => n,
                    given => {
                        let team = &context.plan.names.teams[team];
                        let says = match given {
                            Ok(Value::Nil) => {
                                format!("returned no points for {team}; every side has some, or 0")
                            }
                            _ => format!("the points of {team} are not a number"),
                        };
                        return Err(self.returned(hook, returned_type(&value), &mlua::Error::runtime(says)));
                    }
                };
            }
        }
        Ok(current)
    }
}
