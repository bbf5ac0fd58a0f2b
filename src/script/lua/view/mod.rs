//! Views for hooks: `view`, the game, and `move`, the move in question. Both are read-only and valid only while the
//! hook runs; using a retained one is an error, not a stale answer. What every game has is here; `stones` and `tiles`
//! add what theirs have, `search` what bots have in addition.

mod arguments;
mod moves;
mod names;
#[cfg(test)]
mod registered;
mod scoped;
mod search;
mod stones;
mod tiles;

use mlua::{
    FromLuaMulti, IntoLua, IntoLuaMulti, Lua, LuaString, MetaMethod, Table, UserData, UserDataFields, UserDataMethods,
    Value,
};

use crate::game::HookContext;
use crate::lua::manual;
use crate::lua::sandbox::list;
use crate::rules::VarValue;
use houserule_core::mechanics::{Action, Team};
use names::{cell_name, reject_unknown_field};

pub use arguments::OwnedArguments;
pub use moves::MoveView;
pub use names::{cell_named, piece_named, seat_named, unknown_field_message, var_named};
pub use scoped::{InternedNames, ScopedContext};
pub use search::SearchView;

/// Cost of formatting a cell or a move, in steps.
const NAME_COST: usize = 4;

/// Cost of creating a small table, in steps.
const TABLE_COST: usize = 16;

/// `view`.
pub struct View(pub ScopedContext);

/// Adds a field of views that is read from the context.
fn add_field<R: IntoLua>(
    fields: &mut impl UserDataFields<View>,
    name: &str,
    read: impl Fn(&Lua, &ScopedContext, &HookContext) -> mlua::Result<R> + 'static,
) {
    fields.add_field_method_get(name, move |lua, view| view.0.context(|context| read(lua, &view.0, context)));
}

/// Adds a method of views that reads the context.
fn add_method<A: FromLuaMulti, R: IntoLuaMulti>(
    methods: &mut impl UserDataMethods<View>,
    name: &str,
    read: impl Fn(&Lua, &ScopedContext, &HookContext, A) -> mlua::Result<R> + 'static,
) {
    methods.add_method(name, move |lua, view, args| view.0.context(|context| read(lua, &view.0, context, args)));
}

impl UserData for View {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        add_field(fields, "seat", |_, scope, context| Ok(scope.seat_name(context.board.turn_state().seat)));
        add_field(fields, "movers", |_, _, context| {
            let (movers, names) = (context.board.movers(), &context.plan.names.seats);
            let movers = names.iter_enumerated().filter(|(seat, _)| movers.has(*seat));
            Ok(movers.map(|(_, name)| name.clone()).collect::<Vec<_>>())
        });
        add_field(fields, "turn", |_, _, context| Ok(context.board.turn_state().round(context.plan.names.seats.len())));
        add_field(fields, "ply", |_, _, context| Ok(context.board.turn_state().ply));
        add_field(fields, "quiet", |_, _, context| Ok(context.board.turn_state().plies_since_progress));
        add_field(fields, "width", |_, _, context| Ok(context.board.view().extent().0));
        add_field(fields, "height", |_, _, context| Ok(context.board.view().extent().1));
        add_field(fields, "seats", |_, _, context| Ok(context.plan.names.seats.to_vec()));
        add_field(fields, "pieces", |_, _, context| Ok(context.plan.names.pieces.to_vec()));
        add_field(fields, "cells", |_, scope, context| {
            let cells = context.board.view().cells();
            scope.charge(NAME_COST * cells.len())?;
            Ok(cells.into_iter().map(|at| cell_name(context, at)).collect::<Vec<_>>())
        });
        add_field(fields, "sides", |_, _, context| Ok(context.plan.names.teams.to_vec()));
        fields.add_field_method_get("history", |lua, view| {
            if let Some(known) = view.0.history()? {
                return list(lua, known);
            }
            view.0.context(|context| {
                view.0.charge(NAME_COST * context.history.len())?;
                let notation = context.plan.notation;
                let text = |action: &Action| notation.write_action(action, context.board);
                list(lua, context.history.iter().map(text).collect())
            })
        });
        add_field(fields, "winner", |_, _, context| {
            let winner = context.outcome().and_then(|outcome| outcome.winner());
            Ok(winner.map(|team| context.plan.team_name(team).to_string()))
        });
        add_field(fields, "winners", |_, _, context| {
            let name = |team: Team| context.plan.team_name(team).to_string();
            let winners = context.outcome().map(|outcome| outcome.winners);
            Ok(winners.map(|winners| winners.into_iter().map(name).collect::<Vec<_>>()))
        });
        add_field(fields, "how", |_, _, context| Ok(context.outcome().map(|outcome| outcome.reason)));
        tiles::fields(fields);
        search::fields(fields);
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| {
            reject_unknown_field("view", &key, manual::names(manual::VIEW))
        });
        add_method(methods, "neighbours", |_, scope, context, cell: Value| {
            let at = cell_named(context, &cell)?;
            scope.charge(NAME_COST * 4)?;
            let board = context.board.view();
            let around = board.steps().iter().map(|&step| at.plus(step, 1)).filter(|at| board.has(*at));
            Ok(around.map(|at| board.name(at)).collect::<Vec<_>>())
        });
        add_method(methods, "var", |lua, _, context, name: Value| {
            let index = var_named(context, &name)?;
            match &context.vars[index] {
                VarValue::Flag(flag) => flag.into_lua(lua),
                VarValue::Int(n) => n.into_lua(lua),
                VarValue::Number(n) => n.into_lua(lua),
                VarValue::Text(text) => text.as_str().into_lua(lua),
            }
        });
        add_method(methods, "side", |_, _, context, seat: Value| {
            let team = context.plan.names.team_of[seat_named(context, &seat)?];
            Ok(context.plan.team_name(team).to_string())
        });
        search::methods(methods);
        stones::methods(methods);
        tiles::methods(methods);
    }
}

/// Makes a table from teams to numbers, for `points`.
pub fn points_table(lua: &Lua, teams: &[LuaString], points: &[f64]) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, teams.len())?;
    for (team, points) in teams.iter().zip(points) {
        let value = if points.fract() == 0.0 { Value::Integer(*points as i64) } else { Value::Number(*points) };
        table.raw_set(team, value)?;
    }
    Ok(table)
}
