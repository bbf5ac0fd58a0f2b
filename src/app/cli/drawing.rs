//! Drawings that a command writes beside what it prints.

use std::path::Path;

use super::Failure;
use houserule_script::files::{self, DisplayPath};

/// Sees to it before the games that there is a place for the drawing after them.
pub fn make_room(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    is_a_file("--svg", path)?;
    files::check_writable(path).map_err(|error| unwritable(path, &error))
}

/// Writes a drawing, if somebody asked for one.
pub fn draw(path: Option<&Path>, drawing: impl FnOnce() -> String) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    files::replace(path, drawing()).map_err(|error| unwritable(path, &error))
}

/// Where others mean the output by `-`, that is taken.
pub fn is_a_file(option: &str, path: &Path) -> Result<(), Failure> {
    match path.as_os_str() == "-" {
        true => Err(Failure::Usage(format!(
            "`-` is no file, and the output has the results; write {option} FILE"
        ))),
        false => Ok(()),
    }
}

pub fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("`{}` cannot be written: {error}", path.shown()))
}
