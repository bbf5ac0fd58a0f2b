//! Implementation of [`Hooks`] by the Lua functions of a plan's scripts.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Function, Value};

use super::api::{describe_type, printable_prefix, returned_type};
use super::effects::{self, BaseEnding};
use super::host::Host;
use super::sandbox::{CachedFunction, FastCallResult, Limits, ScriptFault, length};
use super::view::{InternedNames, OwnedArguments, ScopedContext, points_table, seat_named};
use crate::game::{
    ACTION_WORD_LEN, GameEnding, HookContext, HookFault, HookMove, Hooks, MAX_INSTANCE_MEMORY, RequestedEffect,
    is_action_word,
};
use crate::rules::{FaultKind, HookDecl, HookKind, ReturnType, RulePlan, Source, answer_line};
use houserule_core::mechanics::{Seat, Violation};
use houserule_core::text::one_line;
use houserule_core::tiles::TileIndex;

// The number of workers is computed from `MAX_INSTANCE_MEMORY`.
const _: () = assert!(Limits::MAX_MEMORY <= MAX_INSTANCE_MEMORY);

/// Maximum number of named actions that a script may offer at once.
pub const MAX_OFFERED_MOVES: usize = 64;
/// Longest reason that is shown in full, in characters.
pub const MAX_REASON_LEN: usize = 300;

pub struct LuaHooks {
    host: Host,
    functions: Vec<LuaHook>,
    scope: ScopedContext,
    /// Arguments shared by all functions that cannot retain them.
    shared_arguments: OwnedArguments,
    /// The function `base`, and its current value.
    base: Value,
    base_value: Rc<RefCell<Value>>,
}

struct LuaHook {
    /// Index among the hooks of the plan.
    index: usize,
    kind: HookKind,
    script: String,
    prepared: CachedFunction,
    /// Whether it may retain its arguments after the call.
    may_retain: bool,
    /// File and line where it is defined.
    definition: Arc<str>,
    source: Arc<Source>,
}

impl LuaHook {
    fn function(&self) -> &Function {
        self.prepared.function()
    }

    #[cold]
    fn fault(&self, fault: ScriptFault) -> HookFault {
        HookFault { hook: Some(self.index), ..to_hook_fault(fault) }
    }
}

impl LuaHooks {
    /// Takes over a host in which the plan's scripts were loaded.
    pub fn new(host: Host, plan: &RulePlan) -> Result<LuaHooks, HookFault> {
        let hooks = LuaHooks::build(host, plan);
        hooks.map_err(|error| HookFault::new(error.to_string()))
    }

    fn build(host: Host, plan: &RulePlan) -> mlua::Result<LuaHooks> {
        let lua = host.sandbox.lua();
        let scope = ScopedContext::new(host.sandbox.meter(), InternedNames::new(lua, &plan.names)?);
        let shared = OwnedArguments::new(lua, &scope)?;
        let base_value = Rc::new(RefCell::new(Value::Nil));
        let value = base_value.clone();
        let base = lua.create_function(move |_, _: mlua::MultiValue| Ok(value.borrow().clone()))?;
        let base = Value::Function(base);
        let mut functions = Vec::new();
        for (index, hook) in plan.hooks.iter().enumerate() {
            let Some(function) = host.functions.get(hook.function).cloned() else { continue };
            let script = hook.script.clone();
            let source = hook.place.source.clone();
            let may_retain = host.may_retain_arguments(&function, &source);
            let definition = host.sandbox.definition(&function);
            let definition = definition.map_or(script.clone(), |(file, line)| format!("{file}:{line}")).into();
            let prepared = host.sandbox.prepare(function, arguments(hook.kind, &shared, &base))?;
            functions.push(LuaHook { index, kind: hook.kind, script, prepared, may_retain, definition, source });
        }
        Ok(LuaHooks { host, functions, scope, shared_arguments: shared, base, base_value })
    }

    fn of(&self, kind: HookKind) -> impl Iterator<Item = &LuaHook> {
        self.functions.iter().filter(move |hook| hook.kind == kind)
    }

    #[inline]
    fn call(&self, hook: &LuaHook, context: &HookContext, mv: Option<&HookMove>) -> Result<FastCallResult, HookFault> {
        if hook.may_retain {
            return self.call_with_new_arguments(hook, context, mv);
        }
        let scope = &self.shared_arguments.scope;
        let result = scope
            .with_context(context, mv, || self.host.sandbox.call_prepared(&hook.prepared))
            .map_err(|fault| hook.fault(fault));
        self.check_misuse(hook, scope, result)
    }

    /// Calls a hook that may retain its arguments, with a new view and move.
    #[cold]
    fn call_with_new_arguments(
        &self,
        hook: &LuaHook,
        context: &HookContext,
        mv: Option<&HookMove>,
    ) -> Result<FastCallResult, HookFault> {
        let sandbox = &self.host.sandbox;
        let args = OwnedArguments::new(sandbox.lua(), &self.scope);
        let args = args.map_err(|error| self.return_fault(hook, ReturnType::Other, &error))?;
        let [view, second] = arguments(hook.kind, &args, &self.base);
        let result = args.scope.with_context(context, mv, || sandbox.call(hook.function(), (view, second)));
        sandbox.collect_if_needed();
        self.check_misuse(hook, &args.scope, result.map(FastCallResult::from_values).map_err(|fault| hook.fault(fault)))
    }

    /// Returns the result, or an error if retained arguments were used.
    #[inline]
    fn check_misuse(
        &self,
        hook: &LuaHook,
        scope: &ScopedContext,
        result: Result<FastCallResult, HookFault>,
    ) -> Result<FastCallResult, HookFault> {
        match scope.take_misuse() {
            Some(error) => Err(result.err().unwrap_or_else(|| self.return_fault(hook, ReturnType::Other, &error))),
            None => result,
        }
    }

    /// Calls a hook that may call `base` for the result of the rules below it.
    fn call_with_base(&self, hook: &LuaHook, context: &HookContext, base: Value) -> Result<Value, HookFault> {
        *self.base_value.borrow_mut() = base;
        let result = self.call(hook, context, None);
        *self.base_value.borrow_mut() = Value::Nil;
        Ok(result?.value())
    }

    /// Returns the reason why an `allow` hook forbids a move; `None` if it does not.
    #[inline]
    fn forbidden_reason(
        &self,
        hook: &LuaHook,
        context: &HookContext,
        mv: &HookMove,
    ) -> Result<Option<Value>, HookFault> {
        match self.call(hook, context, Some(mv))? {
            FastCallResult::True | FastCallResult::Values(Value::Boolean(true), _) => Ok(None),
            FastCallResult::Values(Value::Boolean(false), reason) => Ok(Some(reason)),
            other => {
                let value = other.value();
                let message = format!("returned {}, not true or false", describe_type(&value));
                Err(self.return_fault(hook, returned_type(&value), &mlua::Error::runtime(message)))
            }
        }
    }

    /// Makes a fault about a return value, at the `return` if it is known, otherwise where the hook begins.
    fn return_fault(&self, hook: &LuaHook, kind: ReturnType, error: &mlua::Error) -> HookFault {
        let message = self.host.sandbox.fault(error).message;
        let fault =
            HookFault::at_source(&hook.definition, format!("{} of {}: {message}", hook.kind.key(), hook.script));
        let return_line = |start: u32| answer_line(&hook.source, start, kind, &message).filter(|line| *line != start);
        let line = fault.location.as_ref().and_then(|(_, begins)| return_line(*begins));
        let key_path = Some(HookDecl::key_path(hook.kind, &hook.script));
        HookFault { key_path, hook: Some(hook.index), ..fault }.on_line(line)
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
            .map_err(|error| self.return_fault(hook, returned_type(value), &error.error).on_line(error.line))?;
        out.extend(effects.into_iter().map(|(effect, line)| RequestedEffect {
            effect,
            source: hook.definition.clone(),
            line,
            hook: hook.index,
        }));
        Ok(())
    }

    /// Makes a violation with the reason that a hook returned.
    fn violation(&self, hook: &LuaHook, reason: &Value) -> Violation {
        let message = match reason {
            Value::String(words) => one_line(&printable_prefix(words, 4 * MAX_REASON_LEN), MAX_REASON_LEN),
            _ => format!("the rule `{}` does not allow it", hook.script),
        };
        Violation::new(&hook.script, HookDecl::key_path(hook.kind, &hook.script), message)
    }
}

/// Returns the arguments of a hook.
fn arguments(kind: HookKind, args: &OwnedArguments, base: &Value) -> [Value; 2] {
    let second = match kind {
        HookKind::Allow | HookKind::Reject | HookKind::AfterMove => Value::UserData(args.mv.clone()),
        HookKind::Next | HookKind::Finish | HookKind::Points => base.clone(),
        HookKind::Moves | HookKind::Deal | HookKind::Setup => Value::Nil,
    };
    [Value::UserData(args.view.clone()), second]
}

pub(super) fn to_hook_fault(mut fault: ScriptFault) -> HookFault {
    // Lua's own message for `view.top("a1")` is not helpful.
    if fault.kind == FaultKind::MissingSelf {
        fault.message = "methods of the view need a colon, as in view:top(\"a1\")".to_string();
    }
    HookFault {
        location: fault.file.zip(fault.line),
        kind: fault.kind,
        ..HookFault::new(one_line(&fault.message, 500))
    }
}

impl Hooks for LuaHooks {
    fn reset_budget(&mut self) {
        self.host.sandbox.begin_span();
    }

    fn is_allowed(&mut self, context: &HookContext, mv: &HookMove) -> Result<bool, HookFault> {
        for hook in self.of(HookKind::Allow) {
            if self.forbidden_reason(hook, context, mv)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn allow(&mut self, context: &HookContext, mv: &HookMove) -> Result<Vec<Violation>, HookFault> {
        let mut violations = Vec::new();
        for hook in self.of(HookKind::Allow) {
            match self.forbidden_reason(hook, context, mv) {
                Ok(reason) => violations.extend(reason.map(|reason| self.violation(hook, &reason))),
                // A move with a violation is illegal, whatever the other hooks say.
                Err(_) if !violations.is_empty() => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(violations)
    }

    fn reject(&mut self, context: &HookContext, mv: &HookMove) -> Result<Vec<Violation>, HookFault> {
        let mut violations = Vec::new();
        for hook in self.of(HookKind::Reject) {
            match self.call(hook, context, Some(mv))? {
                FastCallResult::Nil | FastCallResult::Values(Value::Boolean(false) | Value::Nil, _) => {}
                FastCallResult::True => violations.push(self.violation(hook, &Value::Nil)),
                FastCallResult::Values(Value::Boolean(true), reason) => violations.push(self.violation(hook, &reason)),
                FastCallResult::Values(reason @ Value::String(_), _) => violations.push(self.violation(hook, &reason)),
                other => {
                    let value = other.value();
                    let message = format!("returned {}, not true, false or a reason", describe_type(&value));
                    return Err(self.return_fault(hook, returned_type(&value), &mlua::Error::runtime(message)));
                }
            }
        }
        Ok(violations)
    }

    fn after_move(
        &mut self,
        context: &HookContext,
        mv: &HookMove,
        out: &mut Vec<RequestedEffect>,
    ) -> Result<(), HookFault> {
        for hook in self.of(HookKind::AfterMove) {
            let answer = self.call(hook, context, Some(mv))?;
            if let FastCallResult::Nil = answer {
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
            let kind = returned_type(&value);
            let fault = |message: String| self.return_fault(hook, kind, &mlua::Error::runtime(message));
            let offered = match &value {
                Value::Nil => Vec::new(),
                Value::Table(list) if length(list) > MAX_OFFERED_MOVES => {
                    let message = format!("returned {} moves; the maximum is {MAX_OFFERED_MOVES}", length(list));
                    return Err(fault(message));
                }
                Value::Table(list) => {
                    let items = list.sequence_values::<Value>().collect::<mlua::Result<Vec<_>>>();
                    items.map_err(|error| self.return_fault(hook, kind, &error))?
                }
                single @ Value::String(_) => vec![single.clone()],
                other => return Err(fault(format!("returned {}, not a list of words", describe_type(other)))),
            };
            for item in offered {
                let word = item.as_string().map(|word| printable_prefix(word, 40));
                let shown =
                    word.as_ref().map_or(describe_type(&item).to_string(), |word| format!("`{}`", one_line(word, 40)));
                let word = word.filter(|word| is_action_word(word)).ok_or_else(|| {
                    let (least, most) = (ACTION_WORD_LEN.start(), ACTION_WORD_LEN.end());
                    fault(format!(
                        "expected a word of {least} to {most} lower-case letters and hyphens, such as \"pass\", not {shown}"
                    ))
                })?;
                words.push(word);
            }
        }
        Ok(words)
    }

    fn next(&mut self, context: &HookContext, base: Seat) -> Result<Seat, HookFault> {
        let mut seat = base;
        for hook in self.of(HookKind::Next) {
            let value = self.call_with_base(hook, context, Value::String(self.scope.seat_name(seat)))?;
            if !matches!(value, Value::Nil) {
                let to_fault = |error| self.return_fault(hook, returned_type(&value), &error);
                seat = seat_named(context, &value).map_err(to_fault)?;
            }
        }
        Ok(seat)
    }

    fn deal(&mut self, context: &HookContext, nth: usize, base: &[TileIndex]) -> Result<Vec<TileIndex>, HookFault> {
        let dealt = context.plan.mechanic.dealing().zip(context.plan.mechanic.tile_set());
        let (Some(hook), Some((dealing, set))) = (self.of(HookKind::Deal).nth(nth), dealt) else {
            return Ok(base.to_vec());
        };
        let names = base.iter().map(|tile| set.tiles[*tile].name.as_str());
        let tiles = self.host.sandbox.lua().create_sequence_from(names);
        let tiles = tiles.map_err(|error| self.return_fault(hook, ReturnType::Other, &error))?;
        let owned = OwnedArguments::new(self.host.sandbox.lua(), &self.scope);
        let owned = owned.map_err(|error| self.return_fault(hook, ReturnType::Other, &error))?;
        let args = (&owned.view, tiles);
        let result = owned.scope.with_context(context, None, || self.host.sandbox.call(hook.function(), args));
        let answer: Value = result.map_err(|fault| hook.fault(fault))?;
        let kind = returned_type(&answer);
        let fault = |message: String| self.return_fault(hook, kind, &mlua::Error::runtime(message));
        let Value::Table(list) = &answer else {
            return Err(fault(format!("returned {}, not the list of tiles", describe_type(&answer))));
        };
        let mut names = Vec::with_capacity(base.len());
        for item in list.sequence_values::<Value>() {
            names.push(match item.map_err(|error| self.return_fault(hook, kind, &error))? {
                Value::String(name) => one_line(&printable_prefix(&name, 40), 40),
                Value::Integer(number) => number.to_string(),
                other => {
                    return Err(fault(format!("a tile of the deal must be a name, not {}", describe_type(&other))));
                }
            });
        }
        dealing.parse_order(&names, set).map_err(|error| fault(error.into()))
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
            let base_value = match &current {
                None => Value::Nil,
                Some(ending) => {
                    let outcome = ending.outcome(context.plan);
                    let winner = outcome.winner().map(|team| context.plan.team_name(team).to_string());
                    let won = outcome.winners.iter().map(|team| context.plan.team_name(*team).to_string());
                    let winners = won.collect();
                    let base = BaseEnding { ending: ending.clone(), winner, winners, how: outcome.reason };
                    let userdata = self.host.sandbox.lua().create_userdata(base);
                    Value::UserData(userdata.map_err(|error| self.return_fault(hook, ReturnType::Other, &error))?)
                }
            };
            let value = self.call_with_base(hook, context, base_value)?;
            let to_fault = |error: effects::EffectError| {
                self.return_fault(hook, returned_type(&value), &error.error).on_line(error.line)
            };
            current = effects::read_ending(&value, context).map_err(to_fault)?;
        }
        Ok(current)
    }

    fn points(&mut self, context: &HookContext, base: Vec<f64>) -> Result<Vec<f64>, HookFault> {
        let mut current = base;
        let teams = self.scope.team_names();
        for hook in self.of(HookKind::Points) {
            let base_points = points_table(self.host.sandbox.lua(), teams, &current);
            let base_points = base_points.map_err(|error| self.return_fault(hook, ReturnType::Other, &error))?;
            let value = self.call_with_base(hook, context, Value::Table(base_points))?;
            let Value::Table(table) = &value else {
                let message = format!("returned {}, not a table of points by side", describe_type(&value));
                return Err(self.return_fault(hook, returned_type(&value), &mlua::Error::runtime(message)));
            };
            for (team, word) in teams.iter_enumerated() {
                current[team.index()] = match table.raw_get(word) {
                    Ok(Value::Integer(n)) => n as f64,
                    Ok(Value::Number(n)) if n.is_finite() => n,
                    other => {
                        let team = &context.plan.names.teams[team];
                        let message = match other {
                            Ok(Value::Nil) => {
                                format!("returned no points for {team}; every side needs a number")
                            }
                            _ => format!("the points of {team} are not a number"),
                        };
                        return Err(self.return_fault(hook, returned_type(&value), &mlua::Error::runtime(message)));
                    }
                };
            }
        }
        Ok(current)
    }
}
