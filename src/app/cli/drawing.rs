//! Drawings that a command writes besides its output.

use std::path::Path;

use anyhow::Context;
use houserule_script::files::{self, DisplayPath};

/// Checks before the games that the drawing can be written after them.
pub fn check_drawing_path(path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    ensure_file("--svg", path)?;
    files::check_writable(path).with_context(|| unwritable_message(path))
}

/// Writes a drawing, if one was requested.
pub fn write_drawing(path: Option<&Path>, drawing: impl FnOnce() -> String) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    files::replace(path, drawing()).with_context(|| unwritable_message(path))
}

/// Rejects `-`, which means standard output elsewhere: the results go there.
pub fn ensure_file(option: &str, path: &Path) -> anyhow::Result<()> {
    match path.as_os_str() == "-" {
        true => usage!("{option} needs a file name, not `-`; the results go to standard output"),
        false => Ok(()),
    }
}

pub fn unwritable_message(path: &Path) -> String {
    format!("cannot write `{}`", path.printable())
}
