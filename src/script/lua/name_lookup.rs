//! Lookup of scripts by name, and option values in names.

use std::path::Path;

use super::host::{Host, LoadedScript};
use super::library::{Library, ScriptFile, manifest_of};
use super::ruleset::{LoadError, Reference, is_path};
use crate::files::FileError;
use crate::rules::{Manifest, ScriptKind};
use houserule_core::text::one_line;

/// A script that was found and run.
pub(super) type FoundScript = (ScriptFile, LoadedScript);

/// Finds and runs the best script for which `is_match` holds: one whose file has the name, otherwise any.
pub(super) fn find_script(
    library: &Library,
    host: &mut Host,
    name: &str,
    is_match: impl Fn(&Manifest) -> bool,
) -> Result<Option<FoundScript>, LoadError> {
    // A broken file is reported, not skipped in favour of another of its name.
    for script in library.scripts_named(name) {
        let script = script?;
        let loaded = host.run_script(&script.source)?.with_base()?;
        if is_match(&loaded.manifest) {
            return Ok(Some((script, loaded)));
        }
        host.discard(loaded);
    }
    let mut all = library.all().filter(|(_, manifest)| manifest.as_ref().is_ok_and(&is_match));
    let Some((script, _)) = all.next() else { return Ok(None) };
    let loaded = host.run_script(&script.source)?;
    Ok(Some((script, loaded)))
}

/// Opens a file and runs it in a host.
pub(super) fn open_script(library: &Library, host: &mut Host, path: &str) -> Result<FoundScript, LoadError> {
    let script = library.open(Path::new(path))?;
    let loaded = host.run_script(&script.source)?.with_base()?;
    Ok((script, loaded))
}

/// Reference and settings to which a game's name resolves.
pub(super) type ResolvedName = (Reference, Vec<(String, String)>);

/// Resolves names such as `discovery-7`: the game with which the name begins, and the rest after the hyphen as the
/// value of the option that the game puts in its name. `None` if the name is an ordinary one.
pub(super) fn resolve_option_in_name(
    library: &Library,
    reference: &Reference,
    sets: &[(String, String)],
) -> Result<Option<ResolvedName>, LoadError> {
    let Some(name) = reference.parts.first().filter(|name| !is_path(name) && name.contains('-')) else {
        return Ok(None);
    };
    // A file of the name takes precedence, unless it cannot be played.
    let is_playable = |file: Result<ScriptFile, FileError>| {
        let manifest = file.ok().and_then(|script| manifest_of(library, &script).ok());
        manifest.is_none_or(|manifest| matches!(manifest.kind, ScriptKind::Game | ScriptKind::Variant { .. }))
    };
    if library.scripts_named(name).into_iter().any(is_playable) {
        return Ok(None);
    }
    let splits = name.match_indices('-').map(|(index, _)| (&name[..index], &name[index + 1..]));
    for (game, value) in splits.filter(|(game, value)| !game.is_empty() && !value.is_empty()) {
        let is_named_game = |manifest: &Manifest| manifest.name == game && manifest.is_game();
        // Only files with the game's name, so that typing errors are reported quickly.
        let manifests =
            library.scripts_named(game).into_iter().flatten().filter_map(|file| manifest_of(library, &file).ok());
        let Some(manifest) = manifests.into_iter().find(is_named_game) else { continue };
        let Some(option) = manifest.options.values().find(|option| option.in_name) else { continue };
        let value = option.value_from_name(value);
        let is_same = |key: &str| key.rsplit('.').next() == Some(&option.name);
        if let Some((key, other)) = sets.iter().find(|(key, other)| is_same(key) && *other != value) {
            bail!(
                "`{}` means {}={value}, but {key}={} is set; remove one of them",
                one_line(name, 40),
                option.name,
                one_line(other, 40)
            );
        }
        let mut parts = reference.parts.clone();
        parts[0] = game.to_string();
        let others = sets.iter().filter(|(key, _)| !is_same(key)).cloned();
        let sets = std::iter::once((option.name.clone(), value)).chain(others).collect();
        return Ok(Some((Reference { parts }, sets)));
    }
    Ok(None)
}
