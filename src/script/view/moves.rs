//! What a move shows: what is played, where, and how it is written.

use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods, Value};

use super::names::{cell_name, laid, no_such, stones};
use super::stage::Stage;
use crate::game::Scene;
use crate::geometry::Grid;
use crate::mechanics::{Deed, Lying};
use crate::notation;
use crate::script::manual;

/// `move`.
pub struct MoveView(pub Stage);

impl UserData for MoveView {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("kind", |_, mv| {
            mv.0.deed(|deed| {
                Ok(match deed {
                    Deed::Place { .. } => "place",
                    Deed::Spread { .. } => "spread",
                    Deed::Lay { .. } => "lay",
                    Deed::Turn { .. } => "turn",
                    Deed::Take { .. } => "take",
                    Deed::Swap { .. } => "swap",
                    Deed::Give { .. } => "give",
                    Deed::Discard { .. } => "discard",
                    Deed::TakeBack => "take",
                    Deed::Act { .. } => "act",
                })
            })
        });
        fields.add_field_method_get("seat", |_, mv| mv.0.scene(|scene| Ok(mv.0.seat_word(scene.mover))));
        fields.add_field_method_get("piece", |_, mv| {
            mv.0.scene(|_| {
                mv.0.deed(|deed| match deed {
                    Deed::Place { piece, .. } => Ok(Some(mv.0.piece_word(*piece))),
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("sign", |_, mv| {
            mv.0.deed(|deed| {
                Ok(match deed {
                    Deed::Lay { sign, .. } => Some(sign.clone()),
                    Deed::Turn { tile, .. } | Deed::Take { tile } => Some(tile.sign.clone()),
                    Deed::Swap { tiles: [tile, _] } => Some(tile.sign.clone()),
                    _ => None,
                })
            })
        });
        fields.add_field_method_get("tile", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| match deed {
                    Deed::Lay { lie: Some(lie), .. } => {
                        let set = laid(scene)?.set();
                        Ok(Some(set.tiles[set.lies[*lie as usize].tile as usize].name.clone()))
                    }
                    Deed::Turn { tile, .. } | Deed::Take { tile } => Ok(Some(tile.sign.clone())),
                    Deed::Swap { tiles: [tile, _] } => Ok(Some(tile.sign.clone())),
                    Deed::Give { tile, .. } | Deed::Discard { tile } => {
                        Ok(Some(laid(scene)?.set().tiles[*tile as usize].name.clone()))
                    }
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("rotation", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| match deed {
                    Deed::Lay { lie: Some(lie), .. } | Deed::Turn { lie, .. } => {
                        Ok(Some(laid(scene)?.set().lies[*lie as usize].rotation))
                    }
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("cell", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| {
                    Ok(match deed {
                        Deed::Place { at, .. } => Some(Grid::name(*at)),
                        Deed::Spread { from, .. } => Some(Grid::name(*from)),
                        Deed::Lay { at, corner, .. } => Some(laid(scene)?.naming().write(*at, *corner)),
                        Deed::Turn { tile, .. } | Deed::Take { tile } => Some(lying(scene, tile)?),
                        Deed::Swap { tiles: [tile, _] } => Some(lying(scene, tile)?),
                        Deed::Give { .. } | Deed::Discard { .. } | Deed::TakeBack | Deed::Act { .. } => None,
                    })
                })
            })
        });
        fields.add_field_method_get("to", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| {
                    Ok(match deed {
                        Deed::Place { at, .. } => Some(Grid::name(*at)),
                        Deed::Spread { from, direction, drops, .. } => {
                            let step = stones(scene)?.plan().grid.steps[*direction];
                            Some(Grid::name(from.plus(step, drops.len() as i32)))
                        }
                        Deed::Lay { at, corner, .. } => Some(laid(scene)?.naming().write(*at, *corner)),
                        Deed::Turn { tile, .. } | Deed::Take { tile } => Some(lying(scene, tile)?),
                        Deed::Swap { tiles: [_, tile] } => Some(lying(scene, tile)?),
                        Deed::Give { to, .. } => Some(scene.plan.names.seats[*to as usize].clone()),
                        Deed::Discard { .. } | Deed::TakeBack | Deed::Act { .. } => None,
                    })
                })
            })
        });
        fields.add_field_method_get("count", |_, mv| {
            mv.0.deed(|deed| {
                Ok(match deed {
                    Deed::Place { count, .. } => *count,
                    Deed::Spread { taken, .. } => *taken,
                    _ => 1,
                })
            })
        });
        fields.add_field_method_get("drops", |_, mv| {
            mv.0.deed(|deed| {
                Ok(match deed {
                    Deed::Spread { drops, .. } => Some(drops.to_vec()),
                    _ => None,
                })
            })
        });
        fields.add_field_method_get("crush", |_, mv| {
            mv.0.deed(|deed| Ok(matches!(deed, Deed::Spread { crush: true, .. })))
        });
        fields.add_field_method_get("text", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| Ok(notation::by_name(scene.plan.notation).written(deed, scene.board)))
            })
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| {
            no_such("move", &key, manual::names(manual::MOVE))
        });
    }
}

/// The cell of a tile that lies.
fn lying(scene: &Scene, tile: &Lying) -> mlua::Result<String> {
    Ok(tile.at.map(|at| cell_name(scene, at)).unwrap_or_default())
}
