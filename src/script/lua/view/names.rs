//! Names in scripts: cells, seats, pieces, variables and the two kinds of board, with an error for every misspelling.

use mlua::{Error, Value};

use crate::game::HookContext;
use crate::lua::api::{describe_type, printable_prefix};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, PieceKind, Seat, StoneBoard, TileBoard, TilesView};
use houserule_core::text::{nearest, one_line};

/// Returns a script's string, or an error that states what was expected.
pub(super) fn expect_name(value: &Value, what: &str) -> mlua::Result<String> {
    match value {
        Value::String(text) => Ok(one_line(&printable_prefix(text, 200), 80)),
        other => Err(Error::runtime(format!("expected the name of a {what}, not {}", describe_type(other)))),
    }
}

pub(super) fn unknown_name_error<'a>(name: &str, what: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let hint = nearest(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Error::runtime(format!("unknown {what} `{name}`{hint}"))
}

/// Returns the board of a game of pieces.
pub(super) fn stone_board<'a>(context: &HookContext<'a>) -> mlua::Result<&'a dyn StoneBoard> {
    context.board.view().stones().ok_or_else(|| Error::runtime("this game has tiles, not pieces"))
}

/// Returns the board of a game of tiles.
pub(super) fn tile_board<'a>(context: &HookContext<'a>) -> mlua::Result<&'a dyn TileBoard> {
    context.board.view().tile_game().ok_or_else(|| {
        Error::runtime(match context.board.view() {
            BoardView::Stones(_) => "this game has pieces, not tiles",
            BoardView::Tiles(_) => "a puzzle has no bag, no hands and no forced spaces",
        })
    })
}

/// Returns the tiles on the board, in any game that has some.
pub(super) fn tiles_view<'a>(context: &HookContext<'a>) -> mlua::Result<&'a dyn TilesView> {
    context.board.view().tiles().ok_or_else(|| Error::runtime("this game has pieces, not tiles"))
}

/// Returns the current name of a cell.
pub(super) fn cell_name(context: &HookContext, at: Coord) -> String {
    context.board.view().name(at)
}

/// Looks up a name. Only an unknown name is copied, for the message.
fn lookup<T>(
    value: &Value,
    what: &str,
    find: impl Fn(&str) -> Option<T>,
    on_unknown: impl FnOnce(&str) -> Error,
) -> mlua::Result<T> {
    let known = value.as_string().and_then(|name| find(&name.to_str().ok()?));
    known.map_or_else(|| Err(on_unknown(&expect_name(value, what)?)), Ok)
}

pub fn cell_named(context: &HookContext, value: &Value) -> mlua::Result<Coord> {
    lookup(
        value,
        "cell",
        |name| context.board.view().cell_named(name),
        |name| Error::runtime(format!("`{name}` is not a cell of this board")),
    )
}

pub fn seat_named(context: &HookContext, value: &Value) -> mlua::Result<Seat> {
    let names = &context.plan.names;
    let all = || names.seats.iter().map(String::as_str);
    lookup(value, "seat", |name| names.seat(name), |name| unknown_name_error(name, "seat", all()))
}

pub fn piece_named(context: &HookContext, value: &Value) -> mlua::Result<PieceKind> {
    let names = &context.plan.names;
    let all = || names.pieces.iter().map(String::as_str);
    lookup(value, "piece", |name| names.piece(name), |name| unknown_name_error(name, "piece", all()))
}

pub fn var_named(context: &HookContext, value: &Value) -> mlua::Result<usize> {
    let vars = &context.plan.vars;
    let all = || vars.iter().map(|(var, _)| var.as_str());
    let find = |name: &str| all().position(|var| var == name);
    lookup(value, "variable", find, |name| unknown_name_error(name, "variable", all()))
}

/// Rejects an unknown field, which would otherwise be nil.
pub(super) fn reject_unknown_field(
    what: &str,
    key: &Value,
    known: impl Iterator<Item = &'static str> + Clone,
) -> mlua::Result<Value> {
    Err(Error::runtime(unknown_field_message(what, &expect_name(key, "field")?, known)))
}

/// Message about an unknown name.
pub fn unknown_field_message(what: &str, name: &str, known: impl Iterator<Item = &'static str> + Clone) -> String {
    let hint = match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has {}", known.collect::<Vec<_>>().join(", ")),
    };
    format!("the {what} has no `{}`; {hint}", one_line(name, 40))
}
