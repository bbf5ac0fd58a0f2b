//! Finding the scripts of a reference and running each of them once.

use std::path::PathBuf;

use super::host::{Host, LoadedScript};
use super::library::{Library, ScriptFile, ScriptOrigin};
use super::name_lookup::{FoundScript, find_script, open_script};
use super::ruleset::{LoadError, MAX_LAYERS, Reference, is_path};
use crate::files::DisplayPath;
use crate::rules::{Diagnostic, Manifest, ScriptKind, SourcePlace};
use houserule_core::text::nearest;

fn lesson_error(name: &str) -> LoadError {
    LoadError::Usage(format!("`{name}` is a lesson, not a game; start it with `houserule lesson {name}`"))
}

fn bot_error(name: &str) -> LoadError {
    LoadError::Usage(format!("`{name}` is a bot, not a game; name a game, and seat the bot with --seats human,{name}"))
}

/// Finds scripts and runs them in one host.
pub(super) struct Loader<'a> {
    library: &'a Library,
    host: &'a mut Host,
    pub layers: Vec<LoadedScript>,
    pub files: Vec<Option<PathBuf>>,
    pub warnings: Vec<String>,
    /// Reference of the game below all variants.
    pub base: String,
}

impl<'a> Loader<'a> {
    /// Loads the scripts of a reference, and counts those that make up the game below its variants.
    pub fn load(
        library: &'a Library,
        host: &'a mut Host,
        reference: &Reference,
    ) -> Result<(Loader<'a>, usize), LoadError> {
        let (layers, files, warnings, base) = (Vec::new(), Vec::new(), Vec::new(), String::new());
        let mut loader = Loader { library, host, layers, files, warnings, base };
        let (first, variants) = reference.parts.split_first().ok_or("no game named")?;
        loader.load_game(first, &mut Vec::new())?;
        let game = loader.layers.len();
        variants.iter().try_for_each(|name| loader.load_variant(name))?;
        Ok((loader, game))
    }

    /// Loads the game called `name`. A variant's file also loads its base; `dependents` are the variants based on this
    /// one.
    fn load_game(&mut self, name: &str, dependents: &mut Vec<String>) -> Result<(), LoadError> {
        let is_game = |manifest: &Manifest| manifest.name == name && manifest.is_game();
        let (script, loaded) = match is_path(name) {
            true => self.open(name)?,
            false => match self.find(name, is_game)? {
                Some(found) => found,
                None => self.find_hyphened(name).ok_or_else(|| self.unknown_game(name, dependents))?,
            },
        };
        let manifest = &loaded.manifest;
        match &manifest.kind {
            ScriptKind::Bot => return Err(bot_error(name)),
            ScriptKind::Lesson { .. } => return Err(lesson_error(name)),
            ScriptKind::Game => self.base = name.to_string(),
            ScriptKind::Variant { base, .. } => {
                dependents.push(manifest.name.clone());
                let fault = |message: String| {
                    vec![Diagnostic::new(&SourcePlace::root(&script.source).key("base"), "base", message)]
                };
                if dependents.contains(base) || dependents.len() >= MAX_LAYERS {
                    let cycle = dependents.join("`, which is based on `");
                    return Err(fault(format!("`{base}` is based on itself: `{cycle}`")).into());
                }
                self.load_game(base, dependents).map_err(|error| match error {
                    LoadError::Usage(message) => {
                        let manifests = self.library.manifests();
                        let near = nearest(base, manifests.games().map(|manifest| manifest.name.as_str()));
                        let base = SourcePlace::root(&script.source).key("base");
                        let fix = near.and_then(|near| base.replace_edit(format!("\"{near}\"")));
                        let fault = Diagnostic::new(&base, "base", message).with_fix(fix);
                        LoadError::Faults(self.host.problems(&script.source).into_iter().chain([fault]).collect())
                    }
                    error => error,
                })?;
            }
        }
        self.push_layer(script, loaded);
        Ok(())
    }

    /// Loads a variant of the game that is already loaded.
    fn load_variant(&mut self, name: &str) -> Result<(), LoadError> {
        let bases: Vec<String> = self.layers.iter().map(|layer| layer.manifest.name.clone()).collect();
        let is_match =
            |manifest: &Manifest| matches!(&manifest.kind, ScriptKind::Variant { base, .. } if bases.contains(base));
        let (script, loaded) = if is_path(name) {
            self.open(name)?
        } else {
            let short = bases.iter().find_map(|base| name.strip_prefix(&format!("{base}-")));
            let mut found = self.find(name, |manifest| manifest.name == name && is_match(manifest))?;
            if let (None, Some(short)) = (&found, short) {
                found = self.find(short, |manifest| manifest.name == short && is_match(manifest))?;
            }
            found.ok_or_else(|| self.unknown_variant(name, &bases))?
        };
        let manifest = &loaded.manifest;
        match &manifest.kind {
            ScriptKind::Bot => return Err(bot_error(name)),
            ScriptKind::Lesson { .. } => return Err(lesson_error(name)),
            ScriptKind::Game => {
                bail!("`{name}` is a separate game, not a variant of {}", bases[0]);
            }
            ScriptKind::Variant { base, .. } if !bases.contains(base) => {
                bail!("`{name}` is a variant of {base}, not of {}", bases[0]);
            }
            ScriptKind::Variant { .. } => {}
        }
        if bases.contains(&manifest.name) {
            bail!("`{}` is listed twice", manifest.name);
        }
        self.push_layer(script, loaded);
        Ok(())
    }

    /// Adds a script as the topmost layer, after the static check of its text.
    fn push_layer(&mut self, script: ScriptFile, loaded: LoadedScript) {
        let loaded = self.host.analyse(loaded);
        let manifest = &loaded.manifest;
        if self.library.shadows_built_in(&script, manifest) {
            let note = format!("using {} instead of the built-in script of the same name", script.origin);
            self.warnings.push(note);
        }
        if let Some(duplicate) = self.library.duplicate_of(&script, manifest) {
            let note = format!("using {}; {} has the same name", script.origin, duplicate.printable());
            self.warnings.push(note);
        }
        self.layers.push(loaded);
        self.files.push(match script.origin {
            ScriptOrigin::BuiltIn => None,
            ScriptOrigin::File(path) => Some(path),
        });
    }

    /// Finds a variant by a hyphenated name: `tak-late-walls` is the variant `late-walls` of `tak`.
    fn find_hyphened(&mut self, name: &str) -> Option<FoundScript> {
        name.match_indices('-').find_map(|(index, _)| {
            let (game, variant) = (&name[..index], &name[index + 1..]);
            let is_match = |manifest: &Manifest| {
                let is_of_game = matches!(&manifest.kind, ScriptKind::Variant { base, .. } if base == game);
                is_of_game && manifest.name == variant
            };
            self.find(variant, is_match).ok().flatten()
        })
    }

    fn open(&mut self, path: &str) -> Result<FoundScript, LoadError> {
        open_script(self.library, self.host, path)
    }

    fn find(&mut self, name: &str, is_match: impl Fn(&Manifest) -> bool) -> Result<Option<FoundScript>, LoadError> {
        find_script(self.library, self.host, name, is_match)
    }

    /// Makes the error for an unknown game; `dependents` are the variants based on it.
    fn unknown_game(&self, name: &str, dependents: &[String]) -> LoadError {
        let manifests = self.library.manifests();
        let games: Vec<&str> = manifests.games().map(|manifest| manifest.name.as_str()).collect();
        let variant_of = manifests.playable.iter().find_map(|(manifest, _)| match &manifest.kind {
            ScriptKind::Variant { base, .. } if manifest.name == name => Some(base),
            _ => None,
        });
        LoadError::Usage(match (nearest(name, games.iter().copied()), variant_of) {
            (_, Some(base)) if dependents.contains(base) => {
                format!("`{base}` and `{name}` are based on each other; one of them needs a game as its base")
            }
            (_, Some(base)) if !dependents.is_empty() => {
                format!("`{name}` is a variant; use its game `{base}` as the base, and stack both: {base}+{name}+...")
            }
            (_, Some(base)) => format!("`{name}` is a variant; write {base}+{name}"),
            (Some(near), None) => {
                format!("unknown game `{name}`; did you mean `{near}`?{}", manifests.broken_note())
            }
            (None, None) => {
                format!("unknown game `{name}`; the games are {}{}", games.join(", "), manifests.broken_note())
            }
        })
    }

    fn unknown_variant(&self, name: &str, bases: &[String]) -> LoadError {
        let manifests = self.library.manifests();
        let variants: Vec<&str> = manifests
            .playable
            .iter()
            .filter(|(manifest, _)| matches!(&manifest.kind, ScriptKind::Variant { base, .. } if bases.contains(base)))
            .map(|(manifest, _)| manifest.name.as_str())
            .collect();
        LoadError::Usage(match nearest(name, variants.iter().copied()) {
            Some(near) => {
                format!("{} has no variant `{name}`; did you mean `{near}`?{}", bases[0], manifests.broken_note())
            }
            None => {
                format!("{} has no variant `{name}`; `houserule games` lists them{}", bases[0], manifests.broken_note())
            }
        })
    }
}
