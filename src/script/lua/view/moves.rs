//! View of a move: what is played, where, and its notation.

use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};

use super::names::{reject_unknown_field, tiles_view};
use super::scoped::ScopedContext;
use crate::game::HookContext;
use crate::lua::manual;
use houserule_core::mechanics::{ActionFields, ActionPlace};

/// `move`.
pub struct MoveView(pub ScopedContext);

impl UserData for MoveView {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("kind", |_, mv| mv.0.action(|action| Ok(action.fields().kind)));
        fields.add_field_method_get("seat", |_, mv| mv.0.context(|context| Ok(mv.0.seat_name(context.mover))));
        fields.add_field_method_get("piece", |_, mv| {
            mv.0.context(|_| mv.0.action(|action| Ok(action.fields().piece.map(|piece| mv.0.piece_name(piece)))))
        });
        fields.add_field_method_get("sign", |_, mv| mv.0.action(|action| Ok(action.fields().sign.map(str::to_string))));
        fields.add_field_method_get("tile", |_, mv| {
            mv.0.context(|context| {
                mv.0.action(|action| match action.fields() {
                    ActionFields { tile: Some(tile), .. } => {
                        Ok(Some(tiles_view(context)?.set().tiles[tile].name.clone()))
                    }
                    ActionFields { kind: "lay", orientation: None, .. } => Ok(None),
                    ActionFields { kind: "lay", orientation: Some(orientation), .. } => {
                        Ok(Some(tiles_view(context)?.set().tile_name(orientation).to_string()))
                    }
                    ActionFields { sign, .. } => Ok(sign.map(str::to_string)),
                })
            })
        });
        fields.add_field_method_get("rotation", |_, mv| {
            mv.0.context(|context| {
                mv.0.action(|action| match action.fields().orientation {
                    Some(orientation) => Ok(Some(tiles_view(context)?.set().orientations[orientation].rotation)),
                    None => Ok(None),
                })
            })
        });
        fields.add_field_method_get("cell", |_, mv| {
            mv.0.context(|context| mv.0.action(|action| Ok(place_name(context, action.fields().from))))
        });
        fields.add_field_method_get("to", |_, mv| {
            mv.0.context(|context| mv.0.action(|action| Ok(place_name(context, action.fields().to))))
        });
        fields.add_field_method_get("count", |_, mv| mv.0.action(|action| Ok(action.fields().count.unwrap_or(1))));
        fields.add_field_method_get("drops", |_, mv| {
            mv.0.action(|action| Ok(action.fields().drops.map(<[u32]>::to_vec)))
        });
        fields.add_field_method_get("crush", |_, mv| mv.0.action(|action| Ok(action.fields().crush)));
        fields.add_field_method_get("text", |_, mv| {
            mv.0.context(|context| mv.0.action(|action| Ok(context.plan.notation.write_action(action, context.board))))
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| {
            reject_unknown_field("move", &key, manual::names(manual::MOVE))
        });
    }
}

/// Returns the name of a cell or a seat.
fn place_name(context: &HookContext, place: Option<ActionPlace>) -> Option<String> {
    let board = context.board.view();
    Some(match place? {
        ActionPlace::Cell(at) => board.name(at),
        ActionPlace::Numbered(at, corner) => board.tiles()?.naming().write(at, corner),
        ActionPlace::Along(from, direction, cells) => board.name(from.plus(board.steps()[direction], cells as i32)),
        ActionPlace::Seat(seat) => context.plan.names.seats[seat].clone(),
    })
}
