//! Drawings that a command writes beside what it prints.

use std::path::Path;

use anyhow::Context;
use houserule_script::files::{self, DisplayPath};

/// Sees to it before the games that there is a place for the drawing after them.
pub fn make_room(path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    is_a_file("--svg", path)?;
    files::check_writable(path).with_context(|| unwritable(path))
}

/// Writes a drawing, if somebody asked for one.
pub fn draw(path: Option<&Path>, drawing: impl FnOnce() -> String) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    files::replace(path, drawing()).with_context(|| unwritable(path))
}

/// Where others mean the output by `-`, that is taken.
pub fn is_a_file(option: &str, path: &Path) -> anyhow::Result<()> {
    match path.as_os_str() == "-" {
        true => usage!("`-` is no file, and the output has the results; write {option} FILE"),
        false => Ok(()),
    }
}

pub fn unwritable(path: &Path) -> String {
    format!("`{}` cannot be written", path.shown())
}
