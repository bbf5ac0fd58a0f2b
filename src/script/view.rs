//! What hooks look at: `view`, the game, and `move`, the move in question. Both are read-only and there only while
//! the hook runs; a script that keeps one for later gets an error, not a stale answer.

use std::cell::Cell;
use std::ptr::NonNull;
use std::rc::Rc;

use mlua::{
    Error, IntoLua, Lua, LuaString, MetaMethod, Table, UserData, UserDataFields, UserDataMethods, Value,
};

use super::api::{kind_of, words_of};
use super::sandbox::Meter;
use crate::game::Scene;
use crate::geometry::{At, Grid, Offset};
use crate::mechanics::{Deed, ForcedSpace, Kind, Look, Seat, StoneBoard, TileBoard};
use crate::notation;
use crate::rules::Var;
use crate::vocabulary::{Names, nearest, one_line};

/// Where the scene stands while a hook runs.
#[derive(Clone)]
pub struct Stage(Rc<Pointers>);

struct Pointers {
    scene: Cell<Option<NonNull<Scene<'static>>>>,
    deed: Cell<Option<NonNull<Deed>>>,
    meter: Meter,
    words: Words,
}

/// The names that hooks read again and again, as Lua's own strings: making one costs as much as calling a hook.
pub struct Words {
    seats: Vec<LuaString>,
    pieces: Vec<LuaString>,
    sides: Vec<LuaString>,
}

impl Words {
    pub fn new(lua: &Lua, names: &Names) -> mlua::Result<Words> {
        let words = |names: &[String]| -> mlua::Result<Vec<LuaString>> {
            names.iter().map(|name| lua.create_string(name)).collect()
        };
        Ok(Words { seats: words(&names.seats)?, pieces: words(&names.pieces)?, sides: words(&names.sides)? })
    }
}

/// Empties the stage when the hook is done, however it ends.
struct Curtain<'a>(&'a Pointers);

impl Drop for Curtain<'_> {
    fn drop(&mut self) {
        self.0.scene.set(None);
        self.0.deed.set(None);
    }
}

impl Stage {
    pub fn new(meter: Meter, words: Words) -> Stage {
        Stage(Rc::new(Pointers { scene: Cell::new(None), deed: Cell::new(None), meter, words }))
    }

    /// The names of the sides.
    pub fn side_words(&self) -> &[LuaString] {
        &self.0.words.sides
    }

    fn seat_word(&self, seat: Seat) -> LuaString {
        self.0.words.seats[seat as usize].clone()
    }

    fn piece_word(&self, kind: Kind) -> LuaString {
        self.0.words.pieces[kind as usize].clone()
    }

    /// Runs `act` while scripts can see `scene` and `deed`.
    pub fn show<R>(&self, scene: &Scene, deed: Option<&Deed>, act: impl FnOnce() -> R) -> R {
        let _curtain = Curtain(&self.0);
        self.0.scene.set(Some(NonNull::from(scene).cast()));
        self.0.deed.set(deed.map(NonNull::from));
        act()
    }

    /// The scene, lent to `look` alone: a reference cannot leave it.
    #[allow(unsafe_code)]
    fn scene<R>(&self, look: impl FnOnce(&Scene) -> mlua::Result<R>) -> mlua::Result<R> {
        let scene = self.0.scene.get().ok_or_else(gone)?;
        self.charge(0)?;
        // SAFETY: `show` holds a borrow of the scene for as long as the pointer is set (the curtain clears it before
        // the borrow ends), nothing writes through it, and the stage cannot leave its thread (`Rc`).
        look(unsafe { scene.as_ref() })
    }

    #[allow(unsafe_code)]
    fn deed<R>(&self, look: impl FnOnce(&Deed) -> mlua::Result<R>) -> mlua::Result<R> {
        let deed = self.0.deed.get().ok_or_else(gone)?;
        // SAFETY: as for the scene.
        look(unsafe { deed.as_ref() })
    }

    fn charge(&self, items: usize) -> mlua::Result<()> {
        self.0.meter.charge(items)
    }
}

fn gone() -> Error {
    Error::runtime("the view and the move are there only while their hook runs; do not keep them")
}

/// `view`.
pub struct View(pub Stage);

impl UserData for View {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("seat", |_, view| {
            view.0.scene(|scene| Ok(view.0.seat_word(scene.board.clock().seat)))
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
                };
                view.0.charge(cells.len())?;
                Ok(cells.into_iter().map(|at| cell_name(scene, at)).collect::<Vec<_>>())
            })
        });
        fields.add_field_method_get("tiles", |_, view| view.0.scene(|scene| Ok(tiles(scene)?.tile_count())));
        fields.add_field_method_get("laid", |_, view| {
            view.0.scene(|scene| {
                let laid = tiles(scene)?.last_laid();
                view.0.charge(laid.len())?;
                Ok(laid.into_iter().map(|at| cell_name(scene, at)).collect::<Vec<_>>())
            })
        });
        fields.add_field_method_get("sides", |_, view| {
            view.0.scene(|scene| Ok(scene.plan.names.sides.clone()))
        });
        fields.add_field_method_get("bag", |_, view| {
            view.0.scene(|scene| Ok(tiles(scene)?.stock().map(|stock| stock.bag().len())))
        });
        fields.add_field_method_get("forced", |lua, view| {
            view.0.scene(|scene| {
                let board = tiles(scene)?;
                view.0.charge(SURVEY)?;
                let space = |space: ForcedSpace| -> mlua::Result<Table> {
                    let table = lua.create_table()?;
                    table.raw_set("cell", cell_name(scene, space.at))?;
                    table.raw_set("fits", tile_names(board, &space.fits))?;
                    table.raw_set("unseen_now", space.unseen_now)?;
                    table.raw_set("unseen_later", space.unseen_later)?;
                    Ok(table)
                };
                board.survey().spaces.into_iter().map(space).collect::<mlua::Result<Vec<_>>>()
            })
        });
        fields.add_field_method_get("controlled", |_, view| {
            view.0.scene(|scene| {
                view.0.charge(SURVEY)?;
                let cells = tiles(scene)?.survey().controlled;
                Ok(cells.into_iter().map(|at| cell_name(scene, at)).collect::<Vec<_>>())
            })
        });
        fields.add_field_method_get("winner", |_, view| {
            view.0.scene(|scene| {
                let winner = scene.outcome.as_ref().and_then(|outcome| outcome.winner());
                Ok(winner.map(|side| scene.plan.side_name(side).to_string()))
            })
        });
        fields.add_field_method_get("how", |_, view| {
            view.0.scene(|scene| Ok(scene.outcome.as_ref().map(|outcome| outcome.how.clone())))
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| no_such("view", &key, VIEW_NAMES));
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
                view.0.charge(stack.len() * 4)?;
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
        methods.add_method("neighbours", |_, view, cell: Value| {
            view.0.scene(|scene| {
                let at = cell_named(scene, &cell)?;
                let around = |steps: &[Offset], is_cell: &dyn Fn(At) -> bool| -> Vec<String> {
                    let cells = steps.iter().map(|&step| at.plus(step, 1)).filter(|at| is_cell(*at));
                    cells.map(|at| cell_name(scene, at)).collect()
                };
                Ok(match scene.board.look() {
                    Look::Stones(board) => {
                        let grid = &board.plan().grid;
                        around(&grid.steps, &|at| grid.cell(at).is_some())
                    }
                    Look::Tiles(board) => {
                        around(&board.plan().lattice.steps, &|at| board.lie_at(at).is_some())
                    }
                })
            })
        });
        methods.add_method("sign", |_, view, cell: Value| {
            view.0.scene(|scene| {
                let (board, at) = (tiles(scene)?, cell_named(scene, &cell)?);
                Ok(board.lie_at(at).map(|lie| board.plan().set.lies[lie as usize].sign.clone()))
            })
        });
        methods.add_method("tile", |_, view, cell: Value| {
            view.0.scene(|scene| {
                let (board, at) = (tiles(scene)?, cell_named(scene, &cell)?);
                let set = &board.plan().set;
                Ok(board.lie_at(at).map(|lie| set.tiles[set.lies[lie as usize].tile as usize].name.clone()))
            })
        });
        methods.add_method("hand", |_, view, seat: Value| {
            view.0.scene(|scene| {
                let (board, seat) = (tiles(scene)?, seat_named(scene, &seat)?);
                let hand = board.stock().map(|stock| stock.hand(seat)).unwrap_or_default();
                view.0.charge(hand.len())?;
                Ok(tile_names(board, hand))
            })
        });
        methods.add_method("track", |lua, view, colour: Value| {
            view.0.scene(|scene| {
                let board = tiles(scene)?;
                let colours = &board.plan().set.colours;
                let name = text(&colour, "colour")?;
                let known = || colours.iter().map(|colour| colour.name.as_str());
                let index = known()
                    .position(|known| known == name)
                    .ok_or_else(|| unknown(&name, "colour", known()))?;
                view.0.charge(SURVEY)?;
                let stands = board.survey().colours.swap_remove(index);
                let table = lua.create_table()?;
                table.raw_set("line", stands.line)?;
                table.raw_set("loop", stands.closed)?;
                table.raw_set("indirect", stands.indirect)?;
                let blocked = stands.blocked.into_iter().map(|at| cell_name(scene, at));
                table.raw_set("blocked", blocked.collect::<Vec<_>>())?;
                Ok(table)
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
                let counts = |top: crate::mechanics::Stone| {
                    top.seat == seat && kind.is_none_or(|kind| kind == top.kind)
                };
                Ok(grid
                    .cells()
                    .filter_map(|cell| board.top(grid.at(cell)))
                    .filter(|top| counts(*top))
                    .count())
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
    }
}

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
                })
            })
        });
        fields.add_field_method_get("seat", |_, mv| mv.0.scene(|scene| Ok(mv.0.seat_word(scene.mover))));
        fields.add_field_method_get("piece", |_, mv| {
            mv.0.scene(|_| {
                mv.0.deed(|deed| match deed {
                    Deed::Place { piece, .. } => Ok(Some(mv.0.piece_word(*piece))),
                    Deed::Spread { .. } | Deed::Lay { .. } => Ok(None),
                })
            })
        });
        fields.add_field_method_get("sign", |_, mv| {
            mv.0.deed(|deed| {
                Ok(match deed {
                    Deed::Lay { sign, .. } => Some(sign.clone()),
                    Deed::Place { .. } | Deed::Spread { .. } => None,
                })
            })
        });
        fields.add_field_method_get("tile", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| match deed {
                    Deed::Lay { lie: Some(lie), .. } => {
                        let set = &tiles(scene)?.plan().set;
                        Ok(Some(set.tiles[set.lies[*lie as usize].tile as usize].name.clone()))
                    }
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("rotation", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| match deed {
                    Deed::Lay { lie: Some(lie), .. } => {
                        Ok(Some(tiles(scene)?.plan().set.lies[*lie as usize].rotation))
                    }
                    _ => Ok(None),
                })
            })
        });
        fields.add_field_method_get("cell", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| {
                    Ok(match deed {
                        Deed::Place { at, .. } => Grid::name(*at),
                        Deed::Spread { from, .. } => Grid::name(*from),
                        Deed::Lay { at, corner, .. } => tiles(scene)?.plan().naming.write(*at, *corner),
                    })
                })
            })
        });
        fields.add_field_method_get("to", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| {
                    Ok(match deed {
                        Deed::Place { at, .. } => Grid::name(*at),
                        Deed::Spread { from, direction, drops, .. } => {
                            let step = stones(scene)?.plan().grid.steps[*direction];
                            Grid::name(from.plus(step, drops.len() as i32))
                        }
                        Deed::Lay { at, corner, .. } => tiles(scene)?.plan().naming.write(*at, *corner),
                    })
                })
            })
        });
        fields.add_field_method_get("count", |_, mv| {
            mv.0.deed(|deed| {
                Ok(match deed {
                    Deed::Place { count, .. } => *count,
                    Deed::Spread { taken, .. } => *taken,
                    Deed::Lay { .. } => 1,
                })
            })
        });
        fields.add_field_method_get("drops", |_, mv| {
            mv.0.deed(|deed| {
                Ok(match deed {
                    Deed::Place { .. } | Deed::Lay { .. } => None,
                    Deed::Spread { drops, .. } => Some(drops.clone()),
                })
            })
        });
        fields.add_field_method_get("crush", |_, mv| {
            mv.0.deed(|deed| Ok(matches!(deed, Deed::Spread { crush: true, .. })))
        });
        fields.add_field_method_get("text", |_, mv| {
            mv.0.scene(|scene| {
                mv.0.deed(|deed| Ok(notation::by_name(scene.plan.notation).write_move(deed, scene.board)))
            })
        });
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |_, _, key: Value| no_such("move", &key, MOVE_NAMES));
    }
}

/// What it costs to look over a whole position, in things looked at.
const SURVEY: usize = 200;

fn tile_names(board: &dyn TileBoard, tiles: &[u16]) -> Vec<String> {
    tiles.iter().map(|tile| board.plan().set.tiles[*tile as usize].name.clone()).collect()
}

/// Everything a view has, and everything a move has: for messages, and for the documentation to come.
const VIEW_NAMES: &[&str] = &[
    "seat",
    "turn",
    "ply",
    "quiet",
    "width",
    "height",
    "seats",
    "pieces",
    "cells",
    "sides",
    "tiles",
    "laid",
    "bag",
    "forced",
    "controlled",
    "winner",
    "how",
    "sign",
    "tile",
    "hand",
    "track",
    "top",
    "stack_height",
    "stack",
    "neighbours",
    "reserve",
    "tops",
    "var",
];
const MOVE_NAMES: &[&str] =
    &["kind", "seat", "piece", "sign", "tile", "rotation", "cell", "to", "count", "drops", "crush", "text"];

/// A slip in a name is a fault, not nil.
fn no_such(what: &str, key: &Value, known: &[&str]) -> mlua::Result<Value> {
    let name = text(key, "field")?;
    let hint = match nearest(&name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has {}", known.join(", ")),
    };
    Err(Error::runtime(format!("the {what} has no `{}`; {hint}", one_line(&name, 40))))
}

/// The text a script gave, or an error that says what was wanted.
fn text(value: &Value, what: &str) -> mlua::Result<String> {
    match value {
        Value::String(text) => Ok(one_line(&words_of(text, 200), 80)),
        other => Err(Error::runtime(format!("expected the name of a {what}, not {}", kind_of(other)))),
    }
}

fn unknown<'a>(name: &str, what: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let hint = nearest(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Error::runtime(format!("there is no {what} `{name}`{hint}"))
}

/// The board of a game of pieces.
fn stones<'a>(scene: &Scene<'a>) -> mlua::Result<&'a dyn StoneBoard> {
    scene.board.look().stones().ok_or_else(|| Error::runtime("this game has tiles, not pieces"))
}

/// The board of a game of tiles.
fn tiles<'a>(scene: &Scene<'a>) -> mlua::Result<&'a dyn TileBoard> {
    scene.board.look().tiles().ok_or_else(|| Error::runtime("this game has pieces, not tiles"))
}

/// Columns and rows: of the board, or of the tiles in play.
fn extent(scene: &Scene) -> (i32, i32) {
    match scene.board.look() {
        Look::Stones(board) => (board.plan().grid.width.into(), board.plan().grid.height.into()),
        Look::Tiles(board) => {
            board.corners().map_or((0, 0), |(upper, lower)| (lower.x - upper.x + 1, lower.y - upper.y + 1))
        }
    }
}

/// A cell's name as it is now.
fn cell_name(scene: &Scene, at: At) -> String {
    match scene.board.look() {
        Look::Stones(_) => Grid::name(at),
        Look::Tiles(board) => board.plan().naming.write(at, board.corner()),
    }
}

/// What a name stands for. Only one that stands for nothing is copied, for what is said about it.
fn named<T>(
    value: &Value,
    what: &str,
    find: impl Fn(&str) -> Option<T>,
    no_such: impl FnOnce(&str) -> Error,
) -> mlua::Result<T> {
    let known = value.as_string().and_then(|name| find(&name.to_str().ok()?));
    known.map_or_else(|| Err(no_such(&text(value, what)?)), Ok)
}

pub fn cell_named(scene: &Scene, value: &Value) -> mlua::Result<At> {
    let find = |name: &str| match scene.board.look() {
        Look::Stones(board) => Grid::parse(name).filter(|at| board.plan().grid.cell(*at).is_some()),
        Look::Tiles(board) => board.plan().naming.read(name, board.corner()),
    };
    named(value, "cell", find, |name| Error::runtime(format!("`{name}` is not a cell of this board")))
}

pub fn seat_named(scene: &Scene, value: &Value) -> mlua::Result<Seat> {
    let names = &scene.plan.names;
    let all = || names.seats.iter().map(String::as_str);
    named(value, "seat", |name| names.seat(name), |name| unknown(name, "seat", all()))
}

pub fn piece_named(scene: &Scene, value: &Value) -> mlua::Result<Kind> {
    let names = &scene.plan.names;
    let all = || names.pieces.iter().map(String::as_str);
    named(value, "piece", |name| names.piece(name), |name| unknown(name, "piece", all()))
}

pub fn var_named(scene: &Scene, value: &Value) -> mlua::Result<usize> {
    let vars = &scene.plan.vars;
    let all = || vars.iter().map(|(var, _)| var.as_str());
    let find = |name: &str| all().position(|var| var == name);
    named(value, "variable", find, |name| unknown(name, "variable", all()))
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
