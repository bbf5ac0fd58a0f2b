//! Lookup of scripts by name, and option values in names.

use std::path::Path;

use super::host::{Host, Loaded};
use super::library::{Library, ScriptFile, head_of};
use super::ruleset::{LoadError, Reference, is_path};
use crate::files::FileError;
use crate::rules::{Manifest, ScriptKind};
use houserule_core::text::one_line;

/// A script that was found and run.
pub(super) type Found = (ScriptFile, Loaded);

/// The best script that `fits`, run in a host: one whose file has the name, or else any.
pub(super) fn find(
    library: &Library,
    host: &mut Host,
    name: &str,
    fits: impl Fn(&Manifest) -> bool,
) -> Result<Option<Found>, LoadError> {
    // A broken file is not passed over for another of its name: its author wants to hear of it.
    for script in library.named(name) {
        let script = script?;
        let loaded = host.glance(&script.source)?.with_base()?;
        if fits(&loaded.head) {
            return Ok(Some((script, loaded)));
        }
        host.forget(loaded);
    }
    let mut all = library.all().filter(|(_, head)| head.as_ref().is_ok_and(&fits));
    let Some((script, _)) = all.next() else { return Ok(None) };
    let loaded = host.glance(&script.source)?;
    Ok(Some((script, loaded)))
}

/// The script in a file, run in a host.
pub(super) fn open(library: &Library, host: &mut Host, path: &str) -> Result<Found, LoadError> {
    let script = library.open(Path::new(path))?;
    let loaded = host.glance(&script.source)?.with_base()?;
    Ok((script, loaded))
}

/// Reference and settings that a game's name means.
pub(super) type ResolvedName = (Reference, Vec<(String, String)>);

/// `discovery-7`: the game with which the name begins, and the rest after the hyphen as the value of the option that
/// the game puts in its name. `None` if the name is an ordinary one.
pub(super) fn named_value(
    library: &Library,
    reference: &Reference,
    sets: &[(String, String)],
) -> Result<Option<ResolvedName>, LoadError> {
    let Some(name) = reference.parts.first().filter(|name| !is_path(name) && name.contains('-')) else {
        return Ok(None);
    };
    // A file of the name takes precedence, unless it cannot be played.
    let is_played = |file: Result<ScriptFile, FileError>| {
        let head = file.ok().and_then(|script| head_of(library, &script).ok());
        head.is_none_or(|head| matches!(head.role, ScriptKind::Game | ScriptKind::Variant { .. }))
    };
    if library.named(name).into_iter().any(is_played) {
        return Ok(None);
    }
    let splits = name.match_indices('-').map(|(index, _)| (&name[..index], &name[index + 1..]));
    for (game, value) in splits.filter(|(game, value)| !game.is_empty() && !value.is_empty()) {
        let lends = |head: &Manifest| head.name == game && head.is_game();
        // Only files with the game's name, so that typing errors are reported quickly.
        let heads = library.named(game).into_iter().flatten().filter_map(|file| head_of(library, &file).ok());
        let Some(head) = heads.into_iter().find(lends) else { continue };
        let Some(option) = head.options.values().find(|option| option.in_name) else { continue };
        let value = option.from_name(value);
        let is_same = |key: &str| key.rsplit('.').next() == Some(&option.name);
        if let Some((key, other)) = sets.iter().find(|(key, other)| is_same(key) && *other != value) {
            bail!(
                "`{}` says {}={value}, and {key}={} is set; leave one of them out",
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
