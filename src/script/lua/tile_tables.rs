//! `tile_set "name"`: gives a script the content of a tile set, so that it need not copy its tables. Every call returns
//! new tables, so changing them has no other effect.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use mlua::{Error, Lua, Table, Value};

use super::api::describe_type;
use super::library::Library;
use super::sandbox::Sandbox;
use crate::rules::{Source, SourcePlace};
use houserule_core::tiles::TileSet;

/// Cost of reading a set, in steps.
const READ_COST: usize = 2_000;

/// Cost of the table of a tile, in steps.
const TILE_TABLE_COST: usize = 24;

/// Adds the function to a sandbox; sets are found like those of games.
pub fn register(sandbox: &Sandbox, library: &Library) -> mlua::Result<()> {
    let (library, meter) = (library.clone(), sandbox.meter());
    let cache: RefCell<BTreeMap<String, Arc<TileSet>>> = RefCell::default();
    let read_set = move |lua: &Lua, name: Value| {
        let Some(name) = name.as_string().map(|name| name.to_string_lossy().to_string()) else {
            return Err(Error::runtime(format!("`tile_set` needs the name of a set, not {}", describe_type(&name))));
        };
        let cached = cache.borrow().get(&name).cloned();
        let set = match cached {
            Some(set) => set,
            None => {
                meter.charge(READ_COST)?;
                let place = SourcePlace::root(&Arc::new(Source::new(String::new(), String::new())));
                let set = library.tile_set(&name, &place).map_err(|faults| {
                    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
                    Error::runtime(messages.join("; "))
                })?;
                cache.borrow_mut().insert(name, set.clone());
                set
            }
        };
        meter.charge(TILE_TABLE_COST * set.tiles.len())?;
        tile_tables(lua, &set)
    };
    sandbox.expose("tile_set", sandbox.lua().create_function(read_set)?)
}

/// Makes a list of tiles, each with its name, its edges clockwise and its back.
fn tile_tables(lua: &Lua, set: &TileSet) -> mlua::Result<Table> {
    let tiles = set.tiles.iter_enumerated().map(|(index, tile)| {
        let table = lua.create_table()?;
        let letters = set.orientations_of(index)[0].colours.iter();
        let edges: String = letters.map(|colour| set.colours[*colour].letter).collect();
        table.raw_set("name", tile.name.as_str())?;
        table.raw_set("edges", edges)?;
        table.raw_set("back", tile.back.as_deref())?;
        Ok(table)
    });
    lua.create_sequence_from(tiles.collect::<mlua::Result<Vec<Table>>>()?)
}
