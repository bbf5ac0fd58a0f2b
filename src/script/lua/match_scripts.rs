//! Functions of a match written in Lua.

use std::sync::Arc;

use mlua::{Function, Lua, MultiValue, Table, Value};

use super::api::{describe_type, returned_type};
use super::hooks::to_hook_fault;
use super::host::Host;
use super::sandbox::{Freezer, Sandbox};
use crate::game::HookFault;
use crate::matches::{Match, MatchGame, MatchScripts};
use crate::rules::{MatchFunctionKind, RulePlan, Source, answer_line};
use houserule_core::points::Points;

/// The functions in their own Lua state.
pub(super) struct LuaMatchScripts {
    host: Host,
    functions: Vec<LuaMatchFunction>,
    tables: MatchTables,
}

struct LuaMatchFunction {
    kind: MatchFunctionKind,
    script: String,
    function: Function,
    source: Arc<Source>,
}

impl LuaMatchScripts {
    /// Takes over a host in which the plan's scripts were loaded.
    pub fn new(host: Host, plan: &RulePlan) -> Result<LuaMatchScripts, HookFault> {
        let functions = plan.match_rules.functions.iter().filter_map(|declared| {
            Some(LuaMatchFunction {
                kind: declared.kind,
                script: declared.script.clone(),
                function: host.functions.get(declared.function)?.clone(),
                source: declared.place.source.clone(),
            })
        });
        let functions = functions.collect();
        let tables = MatchTables::new(&host.sandbox).map_err(|error| HookFault::new(error.to_string()))?;
        Ok(LuaMatchScripts { host, functions, tables })
    }

    fn function(&self, kind: MatchFunctionKind) -> Result<&LuaMatchFunction, HookFault> {
        let function = self.functions.iter().find(|function| function.kind == kind);
        function.ok_or_else(|| HookFault::new(format!("the rules of this match have no function `{}`", kind.key())))
    }

    /// Makes a fault about a return value, at the `return` if it is known, otherwise where the function begins.
    fn return_fault(&self, kind: MatchFunctionKind, value: &Value, problem: &str) -> HookFault {
        let Ok(function) = self.function(kind) else { return HookFault::new(problem) };
        let definition = self.host.sandbox.definition(&function.function);
        let key_path = Some(function.kind.key_path());
        let message = format!("{} of the match in {}: {problem}", function.kind.key(), function.script);
        let fault = HookFault { location: definition, key_path, ..HookFault::new(message) };
        let begins = fault.location.as_ref().map(|(_, line)| *line);
        let line = begins.and_then(|begins| answer_line(&function.source, begins, returned_type(value), problem));
        fault.on_line(line.filter(|line| begins != Some(*line)))
    }

    /// Calls a function within a new budget.
    fn call(&mut self, kind: MatchFunctionKind, game: Option<&MatchGame>, so_far: &Match) -> Result<Value, HookFault> {
        let sandbox = &self.host.sandbox;
        sandbox.begin_span();
        let arguments = self.tables.arguments(sandbox.lua(), game, so_far);
        let arguments = arguments.map_err(|error| to_hook_fault(sandbox.fault(&error)))?;
        let function = self.function(kind)?;
        let value = sandbox.call(&function.function, arguments).map_err(to_hook_fault)?;
        sandbox.collect_if_needed();
        Ok(value)
    }
}

/// Builder of the tables that the functions get. They are read-only, so those of earlier games are kept.
struct MatchTables {
    so_far: Freezer,
    game: Freezer,
    player: Freezer,
    list: Freezer,
    games: Vec<(MatchGame, Table)>,
}

impl MatchTables {
    fn new(sandbox: &Sandbox) -> mlua::Result<MatchTables> {
        Ok(MatchTables {
            so_far: sandbox.freezer("match.")?,
            game: sandbox.freezer("game.")?,
            player: sandbox.freezer("player.")?,
            list: sandbox.freezer("list.")?,
            games: Vec::new(),
        })
    }

    /// Arguments of a function: the game in question, if there is one, and the match so far.
    fn arguments(&mut self, lua: &Lua, game: Option<&MatchGame>, so_far: &Match) -> mlua::Result<MultiValue> {
        let game = game.map(|game| self.game(lua, game, so_far.game_number())).transpose()?;
        let so_far = self.so_far(lua, so_far)?;
        Ok(game.into_iter().chain([so_far]).map(Value::Table).collect())
    }

    /// Table of the games so far.
    fn so_far(&mut self, lua: &Lua, so_far: &Match) -> mlua::Result<Table> {
        let games = so_far.games();
        let same = self.games.iter().zip(games).take_while(|((known, _), game)| known == *game).count();
        self.games.truncate(same);
        for (index, game) in games.iter().enumerate().skip(same) {
            let table = self.game(lua, game, index + 1)?;
            self.games.push((game.clone(), table));
        }
        let players = so_far.totals().into_iter().zip(so_far.wins()).map(|(points, wins)| {
            let player = lua.create_table()?;
            player.raw_set("points", number(points))?;
            player.raw_set("wins", wins)?;
            self.player.freeze(lua, &player)
        });
        let players = players.collect::<mlua::Result<Vec<Table>>>()?;
        let table = lua.create_table()?;
        table.raw_set("players", self.list(lua, players)?)?;
        table.raw_set("games", self.list(lua, self.games.iter().map(|(_, table)| table.clone()))?)?;
        self.so_far.freeze(lua, &table)
    }

    /// Table of one game.
    fn game(&self, lua: &Lua, game: &MatchGame, number_of_game: usize) -> mlua::Result<Table> {
        let players = game.sides.iter().enumerate().map(|(entrant, side)| {
            let player = lua.create_table()?;
            player.raw_set("side", side.as_str())?;
            player.raw_set("points", number(game.score[entrant]))?;
            player.raw_set("place", game.places[entrant])?;
            player.raw_set("won", game.winners.contains(&entrant))?;
            player.raw_set("added", number(game.points[entrant]))?;
            self.player.freeze(lua, &player)
        });
        let players = players.collect::<mlua::Result<Vec<Table>>>()?;
        let table = lua.create_table()?;
        table.raw_set("number", number_of_game)?;
        table.raw_set("plies", game.moves)?;
        table.raw_set("how", game.reason.as_str())?;
        table.raw_set("players", self.list(lua, players)?)?;
        self.game.freeze(lua, &table)
    }

    fn list(&self, lua: &Lua, items: impl IntoIterator<Item = Table>) -> mlua::Result<Table> {
        self.list.freeze(lua, &lua.create_sequence_from(items)?)
    }
}

/// Points as a Lua number, whole where they are.
fn number(points: Points) -> Value {
    let number = points.to_f64();
    if number.fract() == 0.0 { Value::Integer(number as i64) } else { Value::Number(number) }
}

impl MatchScripts for LuaMatchScripts {
    fn points(&mut self, game: &MatchGame, so_far: &Match) -> Result<Vec<Points>, HookFault> {
        let kind = MatchFunctionKind::Points;
        let value = self.call(kind, Some(game), so_far)?;
        let fault = |problem: &str| self.return_fault(kind, &value, problem);
        let Value::Table(table) = &value else {
            return Err(fault(&format!("returned {}, not a table of points by side", describe_type(&value))));
        };
        let read = |side: &String| {
            let number = match table.raw_get(side.as_str()) {
                Ok(Value::Integer(number)) => Some(number as f64),
                Ok(Value::Number(number)) => Some(number),
                Ok(Value::Nil) => {
                    return Err(fault(&format!("returned no points for {side}; every side needs a number")));
                }
                _ => None,
            };
            let points = number.and_then(Points::nearest);
            points.ok_or_else(|| fault(&format!("the points of {side} are not a number up to {}", Points::MAX)))
        };
        game.sides.iter().map(read).collect()
    }

    fn is_over(&mut self, so_far: &Match) -> Result<bool, HookFault> {
        let kind = MatchFunctionKind::Over;
        match self.call(kind, None, so_far)? {
            Value::Boolean(is_over) => Ok(is_over),
            other => {
                let problem = format!("returned {}, not true or false", describe_type(&other));
                Err(self.return_fault(kind, &other, &problem))
            }
        }
    }
}
