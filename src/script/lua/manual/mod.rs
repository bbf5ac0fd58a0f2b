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

pub use crate::rules::doc::DocEntry;
use crate::rules::doc::{KeySpec, field, function, key, param};
pub use effects::EFFECTS;
pub use hooks::{HookDoc, hook};
pub use library::LIBRARY;
pub use limits::{LimitDoc, limits};
pub use page::page;
pub use stubs::{META, SETTINGS, SETTINGS_FILE, stubs};
pub use tile_sets::{COLOUR_OF_SET, EXAMPLE_SET, TILE_OF_SET, TILE_SET};
pub use types::{default_text, lua_type};
pub use view::{BOTS, MOVE, RECORDS, VIEW};

/// Related entries.
#[derive(Debug)]
pub struct DocGroup {
    /// Heading.
    pub title: &'static str,
    /// Entries.
    pub entries: &'static [DocEntry],
}

impl DocGroup {
    /// Lua table of the functions of a group of the library, with its dot; empty if they are global.
    fn table_prefix(&self) -> String {
        match self.title {
            "" | "houserule" => String::new(),
            title => format!("{title}."),
        }
    }
}

/// Iterates over the names in some groups.
pub fn names(groups: &'static [DocGroup]) -> impl Iterator<Item = &'static str> + Clone {
    groups.iter().flat_map(|group| group.entries).map(|entry| entry.name)
}
