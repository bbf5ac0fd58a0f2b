//! Drawings that a command writes beside what it prints.

use std::path::Path;

use super::Failure;

/// Writes a drawing, if somebody asked for one.
pub fn draw(path: Option<&Path>, drawing: impl FnOnce() -> String) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    std::fs::write(path, drawing()).map_err(|error| unwritable(path, &error))
}

pub fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("`{}` cannot be written: {error}", path.display()))
}
