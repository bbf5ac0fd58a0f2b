//! View of pieces: stacks, their tops and reserves.

use mlua::{Table, UserDataMethods, Value};

use super::names::{cell_named, piece_named, seat_named, stone_board};
use super::{TABLE_COST, View};

pub(super) fn methods<M: UserDataMethods<View>>(methods: &mut M) {
    methods.add_method("top", |_, view, cell: Value| {
        view.0.context(|context| {
            let top = stone_board(context)?.top(cell_named(context, &cell)?);
            Ok(top.map(|top| (view.0.piece_name(top.kind), view.0.seat_name(top.seat))).unzip())
        })
    });
    methods.add_method("stack_height", |_, view, cell: Value| {
        view.0.context(|context| Ok(stone_board(context)?.height(cell_named(context, &cell)?)))
    });
    methods.add_method("stack", |lua, view, cell: Value| {
        view.0.context(|context| {
            let stack = stone_board(context)?.stack(cell_named(context, &cell)?);
            view.0.charge(stack.len() * TABLE_COST)?;
            let names = &context.plan.names;
            let item = |stone: &houserule_core::mechanics::Stone| -> mlua::Result<Table> {
                let table = lua.create_table()?;
                table.raw_set("piece", names.pieces[stone.kind].as_str())?;
                table.raw_set("seat", names.seats[stone.seat].as_str())?;
                Ok(table)
            };
            stack.iter().map(item).collect::<mlua::Result<Vec<_>>>()
        })
    });
    methods.add_method("reserve", |_, view, (seat, piece): (Value, Value)| {
        view.0.context(|context| {
            Ok(stone_board(context)?.reserve_of(seat_named(context, &seat)?, piece_named(context, &piece)?))
        })
    });
    methods.add_method("tops", |_, view, (seat, piece): (Value, Option<Value>)| {
        view.0.context(|context| {
            let seat = seat_named(context, &seat)?;
            let kind = piece.map(|piece| piece_named(context, &piece)).transpose()?;
            let board = stone_board(context)?;
            let grid = &board.game().grid;
            view.0.charge(grid.len())?;
            let is_counted =
                |top: houserule_core::mechanics::Stone| top.seat == seat && kind.is_none_or(|kind| kind == top.kind);
            Ok(grid.cells().filter_map(|cell| board.top(grid.coord(cell))).filter(|top| is_counted(*top)).count())
        })
    });
}
