//! Manual: everything a script can use, each with its type, one sentence and an example. Rule values and keys have
//! their own documentation (`Rule::SPECS`, `rules::keys`); what only exists at run time is described here. The editor
//! stubs and the reference page are generated from it; tests compare it with what is registered and run the examples.

mod effects;
mod hooks;
mod library;
mod limits;
mod page;
mod stubs;
#[cfg(test)]
mod tests;
mod tile_sets;
mod types;
mod view;

pub use effects::EFFECTS;
pub use hooks::{HookDoc, hook};
pub use library::LIBRARY;
pub use limits::{LimitDoc, limits};
pub use page::page;
pub use stubs::{META, SETTINGS, SETTINGS_FILE, stubs};
pub use tile_sets::{COLOUR_OF_SET, EXAMPLE_SET, TILE_OF_SET, TILE_SET};
pub use types::{default_text, lua_type};
pub use view::{BOTS, MOVE, RECORDS, VIEW};

/// Field or function available to scripts.
#[derive(Debug)]
pub struct DocEntry {
    /// Name.
    pub name: &'static str,
    /// Parameters, if it is a function.
    pub params: Option<&'static [ParamDoc]>,
    /// Types of its value or results.
    pub returns: &'static [&'static str],
    /// One sentence of documentation.
    pub doc: &'static str,
    /// Example.
    pub example: &'static str,
}

/// Parameter of a function, or key of the table it takes.
#[derive(Debug)]
pub struct ParamDoc {
    /// Name; a trailing question mark makes it optional, dots stand for any number.
    pub name: &'static str,
    /// Type, in the syntax of the Lua language server.
    pub lua_type: &'static str,
    /// One sentence of documentation.
    pub doc: &'static str,
}

/// Related entries.
#[derive(Debug)]
pub struct DocGroup {
    /// Heading.
    pub title: &'static str,
    /// Entries.
    pub entries: &'static [DocEntry],
}

/// Makes the entry of a field.
const fn field(
    name: &'static str,
    returns: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
) -> DocEntry {
    DocEntry { name, params: None, returns, doc, example }
}

/// Makes the entry of a function.
const fn function(
    name: &'static str,
    params: &'static [ParamDoc],
    returns: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
) -> DocEntry {
    DocEntry { name, params: Some(params), returns, doc, example }
}

const fn param(name: &'static str, lua_type: &'static str, doc: &'static str) -> ParamDoc {
    ParamDoc { name, lua_type, doc }
}

/// Iterates over the names in some groups.
pub fn names(groups: &'static [DocGroup]) -> impl Iterator<Item = &'static str> + Clone {
    groups.iter().flat_map(|group| group.entries).map(|entry| entry.name)
}
