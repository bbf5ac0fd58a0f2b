//! What a view shows of pieces: stacks, their tops, what is in reserve.

use mlua::{Table, UserDataMethods, Value};

use super::names::{cell_named, piece_named, seat_named, stones};
use super::{TABLE, View};

pub(super) fn methods<M: UserDataMethods<View>>(methods: &mut M) {
    methods.add_method("top", |_, view, cell: Value| {
        view.0.scene(|scene| {
            let top = stones(scene)?.top(cell_named(scene, &cell)?);
            Ok(top.map(|top| (view.0.piece_word(top.kind), view.0.seat_word(top.seat))).unzip())
        })
    });
    methods.add_method("stack_height", |_, view, cell: Value| {
        view.0.scene(|scene| Ok(stones(scene)?.height(cell_named(scene, &cell)?)))
    });
    methods.add_method("stack", |lua, view, cell: Value| {
        view.0.scene(|scene| {
            let stack = stones(scene)?.stack(cell_named(scene, &cell)?);
            view.0.charge(stack.len() * TABLE)?;
            let names = &scene.plan.names;
            let item = |stone: &crate::mechanics::Stone| -> mlua::Result<Table> {
                let table = lua.create_table()?;
                table.raw_set("piece", names.pieces[stone.kind as usize].as_str())?;
                table.raw_set("seat", names.seats[stone.seat as usize].as_str())?;
                Ok(table)
            };
            stack.iter().map(item).collect::<mlua::Result<Vec<_>>>()
        })
    });
    methods.add_method("reserve", |_, view, (seat, piece): (Value, Value)| {
        view.0.scene(|scene| {
            Ok(stones(scene)?.in_reserve(seat_named(scene, &seat)?, piece_named(scene, &piece)?))
        })
    });
    methods.add_method("tops", |_, view, (seat, piece): (Value, Option<Value>)| {
        view.0.scene(|scene| {
            let seat = seat_named(scene, &seat)?;
            let kind = piece.map(|piece| piece_named(scene, &piece)).transpose()?;
            let board = stones(scene)?;
            let grid = &board.plan().grid;
            view.0.charge(grid.len())?;
            let counts =
                |top: crate::mechanics::Stone| top.seat == seat && kind.is_none_or(|kind| kind == top.kind);
            Ok(grid.cells().filter_map(|cell| board.top(grid.at(cell))).filter(|top| counts(*top)).count())
        })
    });
}
