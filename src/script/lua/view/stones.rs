//! View of pieces: stacks, their tops and reserves.

use mlua::{Table, UserDataMethods, Value};

use super::names::{cell_named, piece_named, seat_named, stone_board};
use super::{TABLE_COST, View, add_method};
use houserule_core::mechanics::Stone;

pub(super) fn methods<M: UserDataMethods<View>>(methods: &mut M) {
    add_method(methods, "top", |_, scope, context, cell: Value| {
        let top = stone_board(context)?.top(cell_named(context, &cell)?);
        Ok(top.map(|top| (scope.piece_name(top.kind), scope.seat_name(top.seat))).unzip())
    });
    add_method(methods, "stack_height", |_, _, context, cell: Value| {
        Ok(stone_board(context)?.height(cell_named(context, &cell)?))
    });
    add_method(methods, "stack", |lua, scope, context, cell: Value| {
        let stack = stone_board(context)?.stack(cell_named(context, &cell)?);
        scope.charge(stack.len() * TABLE_COST)?;
        let names = &context.plan.names;
        let item = |stone: &Stone| -> mlua::Result<Table> {
            let table = lua.create_table()?;
            table.raw_set("piece", names.pieces[stone.kind].as_str())?;
            table.raw_set("seat", names.seats[stone.seat].as_str())?;
            Ok(table)
        };
        stack.iter().map(item).collect::<mlua::Result<Vec<_>>>()
    });
    add_method(methods, "reserve", |_, _, context, (seat, piece): (Value, Value)| {
        Ok(stone_board(context)?.reserve_of(seat_named(context, &seat)?, piece_named(context, &piece)?))
    });
    add_method(methods, "tops", |_, scope, context, (seat, piece): (Value, Option<Value>)| {
        let seat = seat_named(context, &seat)?;
        let kind = piece.map(|piece| piece_named(context, &piece)).transpose()?;
        let board = stone_board(context)?;
        let grid = &board.game().grid;
        scope.charge(grid.len())?;
        let is_counted = |top: &Stone| top.seat == seat && kind.is_none_or(|kind| kind == top.kind);
        Ok(grid.cells().filter_map(|cell| board.top(grid.coord(cell))).filter(is_counted).count())
    });
}
