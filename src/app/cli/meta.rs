//! `meta`: the manual as files, for editors and for readers.

use std::io::Write;
use std::path::Path;

use super::args::MetaArgs;
use super::{CliResult, warn};
use anyhow::{Context, bail};
use houserule_script::files::{self, DisplayPath};
use houserule_script::lua::manual::{META, SETTINGS, SETTINGS_FILE, page, stubs};

pub fn meta(args: &MetaArgs, out: &mut dyn Write) -> CliResult {
    if let Some(path) = &args.page {
        return write_file(path, &page());
    }
    let Some(folder) = &args.folder else { return Ok(()) };
    std::fs::create_dir_all(folder).with_context(|| folder.printable())?;
    let stubs = stubs();
    let paths: Vec<_> = stubs.iter().map(|(name, _)| folder.join(name)).collect();
    // Never overwrite a file that is not one of ours.
    for path in &paths {
        if std::fs::read(path).is_ok_and(|text| !text.starts_with(META.as_bytes())) {
            bail!("{} already exists and `meta` did not write it; move it away first", path.printable());
        }
    }
    for (path, (_, text)) in paths.iter().zip(&stubs) {
        write_file(path, text)?;
        writeln!(out, "{}", path.printable())?;
    }
    let settings = folder.join(SETTINGS_FILE);
    match std::fs::read_to_string(&settings) {
        Ok(text) if text != SETTINGS => {
            warn(&[format!("{} already exists; it was not changed", settings.printable())]);
        }
        _ => {
            write_file(&settings, SETTINGS)?;
            writeln!(out, "{}", settings.printable())?;
        }
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> CliResult {
    files::replace(path, text).with_context(|| path.printable())
}
