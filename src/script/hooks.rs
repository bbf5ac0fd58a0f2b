//! The functions of a plan's scripts, asked through [`Hooks`].

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{AnyUserData, FromLuaMulti, Function, Value};

use super::api::{kind_of, words_of};
use super::effects::{self, Judged};
use super::host::Host;
use super::ruleset::Recipe;
use super::sandbox::{Entry, ScriptFault};
use super::view::{MoveView, Stage, View, Words, points_table, seat_named};
use crate::game::{Asked, Effect, Ending, HookFault, HookMaker, Hooks, Scene, is_act};
use crate::mechanics::{Refusal, Seat, TileIndex};
use crate::rules::{HookDecl, HookKind, RulePlan};
use crate::vocabulary::one_line;

/// The most moves that a script may offer at once.
const MOST_OFFERED: usize = 64;

pub struct LuaHooks {
    host: Host,
    recipe: Arc<Recipe>,
    functions: Vec<Hook>,
    stage: Stage,
    view: AnyUserData,
    mv: AnyUserData,
    /// What `base(view)` gives at the moment.
    base_value: Rc<RefCell<Value>>,
    base: Function,
}

struct Hook {
    kind: HookKind,
    script: String,
    entry: Entry,
    /// The file and line where it is written.
    source: Arc<str>,
}

impl LuaHooks {
    /// Takes over a host in which the plan's scripts were loaded.
    pub fn new(host: Host, plan: &RulePlan, recipe: Arc<Recipe>) -> Result<LuaHooks, HookFault> {
        let made = LuaHooks::build(host, plan, recipe);
        made.map_err(|error| HookFault::new(error.to_string()))
    }

    fn build(host: Host, plan: &RulePlan, recipe: Arc<Recipe>) -> mlua::Result<LuaHooks> {
        let lua = host.sandbox.lua();
        let stage = Stage::new(host.sandbox.meter(), Words::new(lua, &plan.names)?);
        let view = lua.create_userdata(View(stage.clone()))?;
        let mv = lua.create_userdata(MoveView(stage.clone()))?;
        let base_value = Rc::new(RefCell::new(Value::Nil));
        let given = base_value.clone();
        let base = lua.create_function(move |_, _: mlua::MultiValue| Ok(given.borrow().clone()))?;
        let functions = plan
            .hooks
            .iter()
            .filter_map(|hook| {
                let function = host.functions.get(hook.function)?.clone();
                let script = hook.script.clone();
                let source = host.sandbox.definition(&function);
                let source = source.map_or(script.clone(), |(file, line)| format!("{file}:{line}")).into();
                let entry = host.sandbox.entry(function);
                Some(Hook { kind: hook.kind, script, entry, source })
            })
            .collect();
        Ok(LuaHooks { host, recipe, functions, stage, view, mv, base_value, base })
    }

    fn of(&self, kind: HookKind) -> impl Iterator<Item = &Hook> {
        self.functions.iter().filter(move |hook| hook.kind == kind)
    }

    fn call<R: FromLuaMulti>(&self, hook: &Hook, scene: &Scene, asked: &Asked) -> Result<R, HookFault> {
        let args = (&self.view, &self.mv);
        self.stage.show(scene, Some(asked), || self.host.sandbox.enter(&hook.entry, args)).map_err(told)
    }

    /// Calls a hook that is asked about no move.
    fn call_with_view(&self, hook: &Hook, scene: &Scene) -> Result<Value, HookFault> {
        self.stage.show(scene, None, || self.host.sandbox.enter(&hook.entry, &self.view)).map_err(told)
    }

    /// Calls a hook that may ask for what the rules below it say.
    fn call_over(&self, hook: &Hook, scene: &Scene, base: Value) -> Result<Value, HookFault> {
        *self.base_value.borrow_mut() = base;
        let args = (&self.view, &self.base);
        let answer =
            self.stage.show(scene, None, || self.host.sandbox.enter(&hook.entry, args)).map_err(told);
        *self.base_value.borrow_mut() = Value::Nil;
        answer
    }

    /// A fault in what a hook returned, at the hook's own line.
    fn returned(&self, hook: &Hook, error: &mlua::Error) -> HookFault {
        let says = self.host.sandbox.fault(error).message;
        HookFault::new(match self.host.sandbox.definition(hook.entry.function()) {
            Some((file, line)) => format!("{file}:{line}: {} of {}: {says}", hook.kind.key(), hook.script),
            None => format!("{} of {}: {says}", hook.kind.key(), hook.script),
        })
    }

    /// A refusal in a hook's words, citing its line.
    fn refusal(&self, hook: &Hook, reason: &Value) -> Refusal {
        let says = match reason {
            Value::String(words) => one_line(&words_of(words, 1000), 300),
            _ => format!("the rule `{}` does not allow it", hook.script),
        };
        Refusal::new(&hook.script, HookDecl::cite(hook.kind, &hook.script), says)
    }
}

pub(super) fn told(mut fault: ScriptFault) -> HookFault {
    // What Lua says of `view.top("a1")` does not help anybody.
    if fault.message.contains("expected userdata") {
        fault.message = "functions of the view are called with a colon, as in view:top(\"a1\")".to_string();
    }
    HookFault::new(one_line(&fault.to_string(), 500))
}

impl Hooks for LuaHooks {
    fn begin_span(&mut self) {
        self.host.sandbox.begin_span();
    }

    fn maker(&self) -> HookMaker {
        let recipe = self.recipe.clone();
        Box::new(|| recipe.hooks()?.ok_or_else(|| HookFault::new("the scripts have no hooks any more")))
    }

    fn allow(&mut self, scene: &Scene, asked: &Asked) -> Result<Vec<Refusal>, HookFault> {
        let mut refusals = Vec::new();
        for hook in self.of(HookKind::Allow) {
            match self.call(hook, scene, asked)? {
                (Value::Boolean(true), _) => {}
                (Value::Boolean(false), reason) => refusals.push(self.refusal(hook, &reason)),
                (other, _) => {
                    let says = format!("returned {}, not true or false", kind_of(&other));
                    return Err(self.returned(hook, &mlua::Error::runtime(says)));
                }
            }
        }
        Ok(refusals)
    }

    fn reject(&mut self, scene: &Scene, asked: &Asked) -> Result<Vec<Refusal>, HookFault> {
        let mut refusals = Vec::new();
        for hook in self.of(HookKind::Reject) {
            match self.call(hook, scene, asked)? {
                (Value::Boolean(false) | Value::Nil, _) => {}
                (Value::Boolean(true), reason) => refusals.push(self.refusal(hook, &reason)),
                (reason @ Value::String(_), _) => refusals.push(self.refusal(hook, &reason)),
                (other, _) => {
                    let says = format!("returned {}, not true, false or a reason", kind_of(&other));
                    return Err(self.returned(hook, &mlua::Error::runtime(says)));
                }
            }
        }
        Ok(refusals)
    }

    fn after_move(
        &mut self,
        scene: &Scene,
        asked: &Asked,
        out: &mut Vec<(Effect, Arc<str>)>,
    ) -> Result<(), HookFault> {
        for hook in self.of(HookKind::AfterMove) {
            let value: Value = self.call(hook, scene, asked)?;
            // Not `is_nil`, which compares values of all kinds.
            if matches!(value, Value::Nil) {
                continue;
            }
            let effects = effects::read(&value, scene).map_err(|error| self.returned(hook, &error))?;
            out.extend(effects.into_iter().map(|effect| (effect, hook.source.clone())));
        }
        Ok(())
    }

    fn moves(&mut self, scene: &Scene) -> Result<Vec<String>, HookFault> {
        let mut words = Vec::new();
        for hook in self.of(HookKind::Moves) {
            let value = self.call_with_view(hook, scene)?;
            let offered = match &value {
                Value::Nil => Vec::new(),
                Value::Table(list) if list.raw_len() <= MOST_OFFERED => {
                    let items = list.sequence_values::<Value>().collect::<mlua::Result<Vec<_>>>();
                    items.map_err(|error| self.returned(hook, &error))?
                }
                single @ Value::String(_) => vec![single.clone()],
                other => {
                    let says = format!("returned {}, not a list of words", kind_of(other));
                    return Err(self.returned(hook, &mlua::Error::runtime(says)));
                }
            };
            for item in offered {
                let word = item.as_string().map(|word| words_of(word, 40)).filter(|word| is_act(word));
                let says =
                    "a move that a script offers is a word of small letters and hyphens, such as \"pass\"";
                words.push(word.ok_or_else(|| self.returned(hook, &mlua::Error::runtime(says)))?);
            }
        }
        Ok(words)
    }

    fn next(&mut self, scene: &Scene, base: Seat) -> Result<Seat, HookFault> {
        let mut seat = base;
        for hook in self.of(HookKind::Next) {
            let value = self.call_over(hook, scene, Value::String(self.stage.seat_word(seat)))?;
            if !matches!(value, Value::Nil) {
                seat = seat_named(scene, &value).map_err(|error| self.returned(hook, &error))?;
            }
        }
        Ok(seat)
    }

    fn deal(&mut self, scene: &Scene, nth: usize, base: &[TileIndex]) -> Result<Vec<TileIndex>, HookFault> {
        let tracks = scene.plan.tracks().and_then(|plan| Some((plan.dealing.as_ref()?, &plan.set)));
        let (Some(hook), Some((dealing, set))) = (self.of(HookKind::Deal).nth(nth), tracks) else {
            return Ok(base.to_vec());
        };
        let fault = |says: String| self.returned(hook, &mlua::Error::runtime(says));
        let names = base.iter().map(|tile| set.tiles[*tile as usize].name.as_str());
        let tiles = self.host.sandbox.lua().create_sequence_from(names);
        let tiles = tiles.map_err(|error| self.returned(hook, &error))?;
        let args = (&self.view, tiles);
        let answer: Value =
            self.stage.show(scene, None, || self.host.sandbox.enter(&hook.entry, args)).map_err(told)?;
        let Value::Table(list) = &answer else {
            return Err(fault(format!("returned {}, not the list of tiles", kind_of(&answer))));
        };
        let mut names = Vec::with_capacity(base.len());
        for item in list.sequence_values::<Value>() {
            names.push(match item.map_err(|error| self.returned(hook, &error))? {
                Value::String(name) => one_line(&words_of(&name, 40), 40),
                Value::Integer(number) => number.to_string(),
                other => return Err(fault(format!("a tile of the deal is {}, not a name", kind_of(&other)))),
            });
        }
        dealing.order_of(&names, set).map_err(fault)
    }

    fn setup(&mut self, scene: &Scene, out: &mut Vec<(Effect, Arc<str>)>) -> Result<(), HookFault> {
        for hook in self.of(HookKind::Setup) {
            let value = self.call_with_view(hook, scene)?;
            let effects = effects::read(&value, scene).map_err(|error| self.returned(hook, &error))?;
            out.extend(effects.into_iter().map(|effect| (effect, hook.source.clone())));
        }
        Ok(())
    }

    fn finish(&mut self, scene: &Scene, base: Option<Ending>) -> Result<Option<Ending>, HookFault> {
        let mut current = base;
        for hook in self.of(HookKind::Finish) {
            let given = match &current {
                None => Value::Nil,
                Some(ending) => {
                    let outcome = ending.outcome(scene.plan);
                    let winner = outcome.winner().map(|side| scene.plan.side_name(side).to_string());
                    let judged = Judged { ending: ending.clone(), winner, how: outcome.how };
                    let made = self.host.sandbox.lua().create_userdata(judged);
                    Value::UserData(made.map_err(|error| self.returned(hook, &error))?)
                }
            };
            let value = self.call_over(hook, scene, given)?;
            current = effects::ending(&value, scene).map_err(|error| self.returned(hook, &error))?;
        }
        Ok(current)
    }

    fn points(&mut self, scene: &Scene, base: Vec<f64>) -> Result<Vec<f64>, HookFault> {
        let mut current = base;
        let sides = self.stage.side_words();
        for hook in self.of(HookKind::Points) {
            let given = points_table(self.host.sandbox.lua(), sides, &current);
            let given = given.map_err(|error| self.returned(hook, &error))?;
            let value = self.call_over(hook, scene, Value::Table(given))?;
            let Value::Table(table) = &value else {
                let says = format!("returned {}, not a table of points by side", kind_of(&value));
                return Err(self.returned(hook, &mlua::Error::runtime(says)));
            };
            for (index, side) in sides.iter().enumerate() {
                current[index] = match table.raw_get(side) {
                    Ok(Value::Integer(n)) => n as f64,
                    Ok(Value::Number(n)) if n.is_finite() => n,
                    Ok(Value::Nil) => 0.0,
                    _ => {
                        let side = &scene.plan.names.sides[index];
                        let says = format!("the points of {side} are not a number");
                        return Err(self.returned(hook, &mlua::Error::runtime(says)));
                    }
                };
            }
        }
        Ok(current)
    }
}
