//! View of tiles: those on the board, the bag and the hands, forced spaces, tracks of colours.

use mlua::{Lua, Table, UserDataFields, UserDataMethods, Value};

use super::names::{cell_name, cell_named, expect_name, seat_named, tile_board, tiles_view, unknown_name_error};
use super::{ScopedContext, TABLE_COST, View, add_field, add_method};
use crate::game::HookContext;
use houserule_core::mechanics::{ForcedSpace, TileBoard};
use houserule_core::tiles::TileIndex;

pub(super) fn fields<F: UserDataFields<View>>(fields: &mut F) {
    add_field(fields, "tiles", |_, _, context| Ok(tiles_view(context)?.tile_count()));
    add_field(fields, "laid", |_, scope, context| {
        let cells = tiles_view(context)?.last_laid();
        scope.charge(cells.len())?;
        Ok(cells.into_iter().map(|at| cell_name(context, at)).collect::<Vec<_>>())
    });
    add_field(fields, "bag", |_, _, context| Ok(tile_board(context)?.stock().map(|stock| stock.bag().len())));
    add_field(fields, "discards", |_, scope, context| {
        let board = tile_board(context)?;
        let pile = board.stock().map(|stock| stock.pile()).unwrap_or_default();
        scope.charge(pile.len())?;
        Ok(tile_names(board, pile))
    });
    add_field(fields, "forced", |lua, scope, context| {
        let board = tile_board(context)?;
        scope.charge(SURVEY_COST)?;
        let space = |space: ForcedSpace| -> mlua::Result<Table> {
            let table = lua.create_table()?;
            table.raw_set("cell", cell_name(context, space.at))?;
            table.raw_set("fits", tile_names(board, &space.fits))?;
            table.raw_set("unseen_now", space.unseen_now)?;
            table.raw_set("unseen_later", space.unseen_later)?;
            Ok(table)
        };
        let spaces = board.survey().spaces;
        scope.charge(spaces.len() * TABLE_COST)?;
        spaces.into_iter().map(space).collect::<mlua::Result<Vec<_>>>()
    });
    add_field(fields, "controlled", |_, scope, context| {
        scope.charge(SURVEY_COST)?;
        let cells = tile_board(context)?.survey().controlled;
        Ok(cells.into_iter().map(|at| cell_name(context, at)).collect::<Vec<_>>())
    });
}

pub(super) fn methods<M: UserDataMethods<View>>(methods: &mut M) {
    add_method(methods, "sign", |_, _, context, cell: Value| {
        let (board, at) = (tiles_view(context)?, cell_named(context, &cell)?);
        Ok(board.orientation_at(at).map(|orientation| board.set().orientations[orientation].sign.clone()))
    });
    add_method(methods, "links", links);
    add_method(methods, "tile", |_, _, context, cell: Value| {
        let (board, at) = (tiles_view(context)?, cell_named(context, &cell)?);
        Ok(board.orientation_at(at).map(|orientation| board.set().tile_name(orientation).to_string()))
    });
    add_method(methods, "place", |_, _, context, seat: Value| {
        let place = tile_board(context)?.offboard().places[seat_named(context, &seat)?];
        Ok((place > 0).then_some(place))
    });
    add_method(methods, "hand", |_, scope, context, seat: Value| {
        let (board, seat) = (tile_board(context)?, seat_named(context, &seat)?);
        let hand = board.stock().map(|stock| stock.hand(seat)).unwrap_or_default();
        scope.charge(hand.len())?;
        Ok(tile_names(board, hand))
    });
    add_method(methods, "owes", |_, _, context, seat: Value| {
        Ok(tile_board(context)?.offboard().gifts_due[seat_named(context, &seat)?])
    });
    add_method(methods, "track", track);
}

/// Links of the tile on a cell, as tables; `None` if there is no tile.
fn links(lua: &Lua, scope: &ScopedContext, context: &HookContext, cell: Value) -> mlua::Result<Option<Vec<Table>>> {
    let (board, at) = (tiles_view(context)?, cell_named(context, &cell)?);
    let Some(orientation) = board.orientation_at(at).map(|orientation| &board.set().orientations[orientation]) else {
        return Ok(None);
    };
    scope.charge(orientation.links.len() * TABLE_COST)?;
    let sides = &board.lattice().side_names;
    let linked = orientation.links.iter().enumerate().filter(|(side, other)| side < *other);
    let links = linked.map(|(side, other)| {
        let link = lua.create_table()?;
        let colour = &board.set().colours[orientation.colours[side]];
        link.raw_set("colour", colour.name.as_str())?;
        link.raw_set("from", sides[side].to_string())?;
        link.raw_set("to", sides[*other].to_string())?;
        Ok(link)
    });
    links.collect::<mlua::Result<Vec<Table>>>().map(Some)
}

/// Line, loop and blocked cells of a colour, as a table.
fn track(lua: &Lua, scope: &ScopedContext, context: &HookContext, colour: Value) -> mlua::Result<Table> {
    let board = tile_board(context)?;
    let colours = &board.tile_game().set.colours;
    let name = expect_name(&colour, "colour")?;
    let known = || colours.iter().map(|colour| colour.name.as_str());
    let index = board.tile_game().set.colour_named(&name);
    let index = index.ok_or_else(|| unknown_name_error(&name, "colour", known()))?;
    scope.charge(SURVEY_COST)?;
    let track = board.survey().colours.swap_remove(index.index());
    let table = lua.create_table()?;
    table.raw_set("line", track.line)?;
    table.raw_set("loop", track.closed)?;
    table.raw_set("indirect", track.indirect)?;
    let blocked = track.blocked.into_iter().map(|at| cell_name(context, at));
    table.raw_set("blocked", blocked.collect::<Vec<_>>())?;
    Ok(table)
}

/// Cost of surveying a whole position, in steps.
const SURVEY_COST: usize = 200;

fn tile_names(board: &dyn TileBoard, tiles: &[TileIndex]) -> Vec<String> {
    tiles.iter().map(|tile| board.tile_game().set.tiles[*tile].name.clone()).collect()
}
