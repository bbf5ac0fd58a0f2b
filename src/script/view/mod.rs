//! What hooks look at: `view`, the game, and `move`, the move in question. Both are read-only and there only while
//! the hook runs; a script that keeps one for later gets an error, not a stale answer. What every game shows is here;
//! `stones` and `tiles` add what theirs do, `ahead` what bots have beside.

mod ahead;
mod given;
mod moves;
mod names;
#[cfg(test)]
mod registered;
mod stage;
mod stones;
mod tiles;

use mlua::{IntoLua, Lua, LuaString, MetaMethod, Table, UserData, UserDataFields, UserDataMethods, Value};

use crate::geometry::{At, Offset};
use crate::mechanics::{Deed, Laid, Look};
use crate::notation;
use crate::rules::Var;
use crate::script::manual;
use crate::script::sandbox::list;
use names::{cell_name, extent, no_such};

pub use ahead::Ahead;
pub use given::Given;
pub use moves::MoveView;
pub use names::{cell_named, no_such_field, piece_named, seat_named, var_named};
pub use stage::{Stage, Words};

/// What it costs to write the name of a cell or of a move.
const NAME: usize = 4;

/// What it costs to make a small table.
const TABLE: usize = 16;

/// `view`.
pub struct View(pub Stage);

impl UserData for View {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("seat", |_, view| {
            view.0.scene(|scene| Ok(view.0.seat_word(scene.board.clock().seat)))
        });
        fields.add_field_method_get("movers", |_, view| {
            view.0.scene(|scene| {
                let (movers, names) = (scene.board.movers(), &scene.plan.names.seats);
                Ok((0..)
                    .zip(names)
                    .filter(|(seat, _)| movers.has(*seat))
                    .map(|(_, n)| n.clone())
                    .collect::<Vec<_>>())
            })
        });
        fields.add_field_method_get("turn", |_, view| {
            view.0.scene(|scene| Ok(scene.board.clock().turn(scene.plan.names.seats.len())))
        });
        fields.add_field_method_get("ply", |_, view| view.0.scene(|scene| Ok(scene.board.clock().ply)));
        fields.add_field_method_get("quiet", |_, view| view.0.scene(|scene| Ok(scene.board.clock().quiet)));
        fields.add_field_method_get("width", |_, view| view.0.scene(|scene| Ok(extent(scene).0)));
        fields.add_field_method_get("height", |_, view| view.0.scene(|scene| Ok(extent(scene).1)));
        fields.add_field_method_get("seats", |_, view| {
            view.0.scene(|scene| Ok(scene.plan.names.seats.clone()))
        });
        fields.add_field_method_get("pieces", |_, view| {
            view.0.scene(|scene| Ok(scene.plan.names.pieces.clone()))
        });
        fields.add_field_method_get("cells", |_, view| {
            view.0.scene(|scene| {
                let cells: Vec<At> = match scene.board.look() {
                    Look::Stones(board) => {
                        let grid = &board.plan().grid;
                        grid.cells().map(|cell| grid.at(cell)).collect()
                    }
                    Look::Tiles(board) => board.tiles(),
                    Look::Layout(board) => board.tiles(),
                };
                view.0.charge(NAME * cells.len())?;
                Ok(cells.into_iter().map(|at| cell_name(scene, at)).collect::<Vec<_>>())
            })
        });
        fields.add_field_method_get("sides", |_, view| {
            view.0.scene(|scene| Ok(scene.plan.names.sides.clone()))
        });
        fields.add_field_method_get("history", |lua, view| {
            if let Some(known) = view.0.history()? {
                return list(lua, known);
            }
            view.0.scene(|scene| {
                view.0.charge(NAME * scene.history.len())?;
                let notation = notation::by_name(scene.plan.notation);
                let text = |deed: &Deed| notation.written(deed, scene.board);
                list(lua, scene.history.iter().map(text).collect())
            })
        });
        fields.add_field_method_get("winner", |_, view| {
            view.0.scene(|scene| {
                let winner = scene.outcome().and_then(|outcome| outcome.winner());
                Ok(winner.map(|side| scene.plan.side_name(side).to_string()))
            })
        });
        fields.add_field_method_get("winners", |_, view| {
            view.0.scene(|scene| {
                let name = |side: u8| scene.plan.side_name(side).to_string();
                let winners = scene.outcome().map(|outcome| outcome.winners);
                Ok(winners.map(|winners| winners.into_iter().map(name).collect::<Vec<_>>()))
            })
        });
        fields.add_field_method_get("how", |_, view| {
            view.0.scene(|scene| Ok(scene.outcome().map(|outcome| outcome.how)))
        });
        tiles::fields(fields);
        ahead::fields(fields);
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| {
            no_such("view", &key, manual::names(manual::VIEW))
        });
        methods.add_method("neighbours", |_, view, cell: Value| {
            view.0.scene(|scene| {
                let at = cell_named(scene, &cell)?;
                view.0.charge(NAME * 4)?;
                let around = |steps: &[Offset], is_cell: &dyn Fn(At) -> bool| -> Vec<String> {
                    let cells = steps.iter().map(|&step| at.plus(step, 1)).filter(|at| is_cell(*at));
                    cells.map(|at| cell_name(scene, at)).collect()
                };
                Ok(match scene.board.look() {
                    Look::Stones(board) => {
                        let grid = &board.plan().grid;
                        around(&grid.steps, &|at| grid.cell(at).is_some())
                    }
                    Look::Tiles(board) => around(&board.lattice().steps, &|at| board.lie_at(at).is_some()),
                    Look::Layout(board) => around(&board.lattice().steps, &|at| board.lie_at(at).is_some()),
                })
            })
        });
        methods.add_method("var", |lua, view, name: Value| {
            view.0.scene(|scene| {
                let index = var_named(scene, &name)?;
                match &scene.vars[index] {
                    Var::Flag(flag) => flag.into_lua(lua),
                    Var::Int(n) => n.into_lua(lua),
                    Var::Number(n) => n.into_lua(lua),
                    Var::Text(text) => text.as_str().into_lua(lua),
                }
            })
        });
        methods.add_method("side", |_, view, seat: Value| {
            view.0.scene(|scene| {
                let side = scene.plan.names.side_of[seat_named(scene, &seat)? as usize];
                Ok(scene.plan.side_name(side).to_string())
            })
        });
        ahead::methods(methods);
        stones::methods(methods);
        tiles::methods(methods);
    }
}

/// A table that maps sides to numbers, for `points`.
pub fn points_table(lua: &Lua, sides: &[LuaString], points: &[f64]) -> mlua::Result<Table> {
    let table = lua.create_table_with_capacity(0, sides.len())?;
    for (side, points) in sides.iter().zip(points) {
        let value =
            if points.fract() == 0.0 { Value::Integer(*points as i64) } else { Value::Number(*points) };
        table.raw_set(side, value)?;
    }
    Ok(table)
}
