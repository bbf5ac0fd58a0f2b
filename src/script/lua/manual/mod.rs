//! Manual: everything a script can use, each with its type, one sentence and an example. Rule values and keys have
//! their own documentation (`Rule::SPECS`, `rules::keys`); what only exists at run time is described here. The editor
//! stubs and the reference page are generated from it; tests compare it with what is registered and run the examples.

mod effects;
mod forms;
mod hooks;
mod library;
mod limits;
mod page;
mod stubs;
#[cfg(test)]
mod tests;
mod tile_sets;
mod view;

pub use effects::EFFECTS;
pub use forms::{form, unless_given};
pub use hooks::{HookDoc, hook};
pub use library::LIBRARY;
pub use limits::{LimitDoc, limits};
pub use page::page;
pub use stubs::{META, SETTINGS, SETTINGS_FILE, stubs};
pub use tile_sets::{COLOUR_OF_SET, EXAMPLE_SET, TILE_OF_SET, TILE_SET};
pub use view::{BOTS, MOVE, RECORDS, VIEW};

/// Field or function available to scripts.
#[derive(Debug)]
pub struct DocEntry {
    /// Name.
    pub name: &'static str,
    /// Parameters, if it is a function.
    pub takes: Option<&'static [ParamDoc]>,
    /// Types of its value or results.
    pub gives: &'static [&'static str],
    /// One sentence of documentation.
    pub says: &'static str,
    /// Example.
    pub example: &'static str,
}

/// Parameter of a function, or key of the table it takes.
#[derive(Debug)]
pub struct ParamDoc {
    /// With a question mark where it may be left out; dots stand for any number.
    pub name: &'static str,
    /// Type, in the syntax of the Lua language server.
    pub form: &'static str,
    /// One sentence of documentation.
    pub says: &'static str,
}

/// Related entries.
#[derive(Debug)]
pub struct DocGroup {
    /// Heading.
    pub title: &'static str,
    /// Entries.
    pub entries: &'static [DocEntry],
}

/// Field.
const fn field(
    name: &'static str,
    gives: &'static [&'static str],
    says: &'static str,
    example: &'static str,
) -> DocEntry {
    DocEntry { name, takes: None, gives, says, example }
}

/// Function.
const fn function(
    name: &'static str,
    takes: &'static [ParamDoc],
    gives: &'static [&'static str],
    says: &'static str,
    example: &'static str,
) -> DocEntry {
    DocEntry { name, takes: Some(takes), gives, says, example }
}

const fn taken(name: &'static str, form: &'static str, says: &'static str) -> ParamDoc {
    ParamDoc { name, form, says }
}

/// Names in some groups.
pub fn names(groups: &'static [DocGroup]) -> impl Iterator<Item = &'static str> + Clone {
    groups.iter().flat_map(|group| group.entries).map(|entry| entry.name)
}
