//! View of a move: what is played, where, and its notation.

use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};

use super::names::{cell_name, laid, no_such, stones};
use super::scoped::ScopedContext;
use crate::game::HookContext;
use crate::lua::manual;
use crate::notation;
use houserule_core::geometry::Grid;
use houserule_core::mechanics::{Action, TileRef};

/// `move`.
pub struct MoveView(pub ScopedContext);

impl UserData for MoveView {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("kind", |_, mv| {
            mv.0.action(|action| {
                Ok(match action {
                    Action::Place { .. } => "place",
                    Action::Spread { .. } => "spread",
                    Action::Lay { .. } => "lay",
                    Action::Turn { .. } => "turn",
                    Action::Take { .. } => "take",
                    Action::Swap { .. } => "swap",
                    Action::Give { .. } => "give",
                    Action::Discard { .. } => "discard",
                    Action::TakeBack => "take",
                    Action::Named { .. } => "act",
                })
            })
        });
        fields.add_field_method_get("seat", |_, mv| mv.0.context(|context| Ok(mv.0.seat_word(context.mover))));
        fields.add_field_method_get("piece", |_, mv| {
            mv.0.context(|_| {
                mv.0.action(|action| match action {
                    Action::Place { piece, .. } => Ok(Some(mv.0.piece_word(*piece))),
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("sign", |_, mv| {
            mv.0.action(|action| {
                Ok(match action {
                    Action::Lay { sign, .. } => Some(sign.clone()),
                    Action::Turn { tile, .. } | Action::Take { tile } => Some(tile.sign.clone()),
                    Action::Swap { tiles: [tile, _] } => Some(tile.sign.clone()),
                    _ => None,
                })
            })
        });
        fields.add_field_method_get("tile", |_, mv| {
            mv.0.context(|context| {
                mv.0.action(|action| match action {
                    Action::Lay { orientation: Some(orientation), .. } => {
                        let set = laid(context)?.set();
                        Ok(Some(set.tiles[set.orientations[*orientation as usize].tile as usize].name.clone()))
                    }
                    Action::Turn { tile, .. } | Action::Take { tile } => Ok(Some(tile.sign.clone())),
                    Action::Swap { tiles: [tile, _] } => Ok(Some(tile.sign.clone())),
                    Action::Give { tile, .. } | Action::Discard { tile } => {
                        Ok(Some(laid(context)?.set().tiles[*tile as usize].name.clone()))
                    }
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("rotation", |_, mv| {
            mv.0.context(|context| {
                mv.0.action(|action| match action {
                    Action::Lay { orientation: Some(orientation), .. } | Action::Turn { orientation, .. } => {
                        Ok(Some(laid(context)?.set().orientations[*orientation as usize].rotation))
                    }
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("cell", |_, mv| {
            mv.0.context(|context| {
                mv.0.action(|action| {
                    Ok(match action {
                        Action::Place { at, .. } => Some(Grid::name(*at)),
                        Action::Spread { from, .. } => Some(Grid::name(*from)),
                        Action::Lay { at, corner, .. } => Some(laid(context)?.naming().write(*at, *corner)),
                        Action::Turn { tile, .. } | Action::Take { tile } => Some(lying(context, tile)?),
                        Action::Swap { tiles: [tile, _] } => Some(lying(context, tile)?),
                        Action::Give { .. } | Action::Discard { .. } | Action::TakeBack | Action::Named { .. } => None,
                    })
                })
            })
        });
        fields.add_field_method_get("to", |_, mv| {
            mv.0.context(|context| {
                mv.0.action(|action| {
                    Ok(match action {
                        Action::Place { at, .. } => Some(Grid::name(*at)),
                        Action::Spread { from, direction, drops, .. } => {
                            let step = stones(context)?.game().grid.steps[*direction];
                            Some(Grid::name(from.plus(step, drops.len() as i32)))
                        }
                        Action::Lay { at, corner, .. } => Some(laid(context)?.naming().write(*at, *corner)),
                        Action::Turn { tile, .. } | Action::Take { tile } => Some(lying(context, tile)?),
                        Action::Swap { tiles: [_, tile] } => Some(lying(context, tile)?),
                        Action::Give { to, .. } => Some(context.plan.names.seats[*to].clone()),
                        Action::Discard { .. } | Action::TakeBack | Action::Named { .. } => None,
                    })
                })
            })
        });
        fields.add_field_method_get("count", |_, mv| {
            mv.0.action(|action| {
                Ok(match action {
                    Action::Place { count, .. } => *count,
                    Action::Spread { taken, .. } => *taken,
                    _ => 1,
                })
            })
        });
        fields.add_field_method_get("drops", |_, mv| {
            mv.0.action(|action| {
                Ok(match action {
                    Action::Spread { drops, .. } => Some(drops.to_vec()),
                    _ => None,
                })
            })
        });
        fields.add_field_method_get("crush", |_, mv| {
            mv.0.action(|action| Ok(matches!(action, Action::Spread { crush: true, .. })))
        });
        fields.add_field_method_get("text", |_, mv| {
            mv.0.context(|context| {
                mv.0.action(|action| Ok(notation::by_name(context.plan.notation).written(action, context.board)))
            })
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods
            .add_meta_method(MetaMethod::Index, |_, _, key: Value| no_such("move", &key, manual::names(manual::MOVE)));
    }
}

/// Cell of a tile on the board.
fn lying(context: &HookContext, tile: &TileRef) -> mlua::Result<String> {
    Ok(tile.at.map(|at| cell_name(context, at)).unwrap_or_default())
}
