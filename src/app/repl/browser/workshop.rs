//! The workshop: the scripts of the rules are read, checked and changed on the page. Only the files of these rules are
//! written, whole or not at all, and never over a change that was made elsewhere. A built-in script becomes a copy in
//! `./variants`.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::browser::{Refusal, RefusalKind, SCRIPT_LIMIT, ScriptEdit};
use crate::config::LOCAL_SCRIPTS;
use crate::repl::mode::Prompt;
use crate::repl::rule_changes::{describe_replay, settings_of};
use crate::repl::{CommandResult, NO_GAME};
use houserule_core::text::one_line;
use houserule_script::files::{self, DisplayPath};
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::play::Workspace;
use houserule_script::rules::{Diagnostic, Source};
use serde_json::{Value, json};

/// Script of the rules.
struct Script {
    /// Name of its game or variant.
    name: String,
    /// Its name without folder and ending, by which rules find it.
    stem: String,
    /// Its name in messages.
    shown: String,
    text: String,
    /// Its file, unless it is built in.
    file: Option<PathBuf>,
}

impl Script {
    /// Returns the file that a change is written to.
    fn target(&self) -> PathBuf {
        self.file.clone().unwrap_or_else(|| Path::new(LOCAL_SCRIPTS).join(format!("{}.lua", self.stem)))
    }

    /// Returns its text on the disk, or the built-in one.
    fn current_text(&self) -> Result<String, Refusal> {
        match &self.file {
            None => Ok(self.text.clone()),
            Some(file) => std::fs::read_to_string(file)
                .map_err(|error| Refusal::impossible(format!("cannot read {}: {error}", file.printable()))),
        }
    }
}

/// Returns a mark of a text, to see whether it was changed in between.
fn mark_of(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl Prompt {
    fn rules_scripts(&self) -> Result<Vec<Script>, Refusal> {
        let game = self.game().ok_or_else(|| Refusal::impossible(NO_GAME))?;
        let ruleset = &game.session.ruleset;
        let script = |(manifest, file): (&houserule_script::rules::Manifest, &Option<PathBuf>)| {
            let Source { file: shown, text, .. } = &*manifest.source;
            let stem = Path::new(shown).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            Script {
                name: manifest.name.clone(),
                stem: stem.unwrap_or_else(|| manifest.name.clone()),
                shown: shown.clone(),
                text: text.clone(),
                file: file.clone(),
            }
        };
        Ok(ruleset.manifests.iter().zip(&ruleset.files).map(script).collect())
    }

    fn rules_script(&self, name: &str) -> Result<Script, Refusal> {
        let scripts = self.rules_scripts()?;
        scripts.into_iter().rev().find(|script| script.name == name).ok_or_else(|| {
            Refusal::new(RefusalKind::Malformed, format!("these rules have no script `{}`", one_line(name, 40)))
        })
    }

    /// Returns the scripts of the rules, base first.
    pub fn list_scripts(&self) -> Result<Value, Refusal> {
        let scripts = self.rules_scripts()?.into_iter().map(|script| {
            let text = script.current_text().unwrap_or_else(|_| script.text.clone());
            json!({ "name": script.name, "file": script.shown, "built_in": script.file.is_none(),
                    "target": script.target().printable(), "hash": mark_of(&text), "text": text })
        });
        Ok(json!({ "scripts": scripts.collect::<Vec<_>>() }))
    }

    /// Checks a changed script: its faults, or what it would change in the game.
    pub fn check_script(&mut self, name: &str, text: &str) -> Result<Value, Refusal> {
        let script = self.rules_script(name)?;
        Ok(match self.load_changed(&script, text)? {
            Err(error) => json!({ "ok": false, "faults": faults(error, &script) }),
            Ok(ruleset) => {
                let effect = self.game().map(|game| match game.session.replay_under(ruleset) {
                    Ok(replay) => describe_replay(&game.session, &replay),
                    Err(error) => error.to_string(),
                });
                json!({ "ok": true, "faults": [], "effect": effect })
            }
        })
    }

    /// Loads the rules with another text of one script.
    fn load_changed(&self, script: &Script, text: &str) -> Result<Result<Ruleset, LoadError>, Refusal> {
        SCRIPT_LIMIT.check(text)?;
        let game = self.game().ok_or_else(|| Refusal::impossible(NO_GAME))?;
        let (reference, settings) = (&game.session.ruleset.reference, settings_of(&game.session));
        let Workspace { library, seed } = &self.context.workspace;
        let unwritable = |error: io::Error| Refusal::impossible(format!("cannot check the script: {error}"));
        // As if the copy of a built-in script were there.
        let folder = tempfile::tempdir().map_err(unwritable)?;
        let library = match &script.file {
            Some(file) => library.with_texts(BTreeMap::from([(file.printable(), text.to_string())])),
            None => {
                let copy = folder.path().join(format!("{}.lua", script.stem));
                std::fs::write(copy, text).map_err(unwritable)?;
                library.clone().with_folder(folder.path())
            }
        };
        Ok(Workspace { library, seed: *seed }.load(reference, &settings))
    }

    /// Writes a changed script, if it loads and nobody else has changed it; returns its file and the mark of its text.
    pub fn write_script(&mut self, edit: &ScriptEdit) -> Result<Value, Refusal> {
        if self.lesson().is_some() {
            return Err(Refusal::impossible("a lesson keeps its rules; `quit` leaves it"));
        }
        let script = self.rules_script(&edit.name)?;
        let target = script.target();
        let shown = target.printable();
        if mark_of(&script.current_text()?) != edit.hash {
            let message = format!("{shown} was changed elsewhere; open it again, or save your text under another name");
            return Err(Refusal::new(RefusalKind::Conflict, message));
        }
        if let Err(error) = self.load_changed(&script, &edit.text)? {
            let message = format!("the script does not load, so nothing was written: {error}");
            return Err(Refusal::impossible(message));
        }
        let written = match script.file {
            Some(_) => files::replace(&target, &edit.text),
            None => std::fs::create_dir_all(LOCAL_SCRIPTS).and_then(|()| files::create(&target, &edit.text)),
        };
        match written {
            Ok(()) => Ok(json!({ "file": shown, "hash": mark_of(&edit.text) })),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let message = format!("{shown} exists and is not a script of these rules; rename it first");
                Err(Refusal::new(RefusalKind::Conflict, message))
            }
            Err(error) => Err(Refusal::impossible(format!("cannot write {shown}: {error}"))),
        }
    }

    /// Plays on under the rules that were written.
    pub fn apply_written(&mut self, file: &str, out: &mut dyn Write) -> CommandResult {
        writeln!(out, "wrote {file}")?;
        self.in_game(|game, context| {
            game.note_own_save();
            game.reload(context, "", out)
        })
    }
}

/// Returns faults with their places; those in other files have no line.
fn faults(error: LoadError, script: &Script) -> Vec<Value> {
    let LoadError::Faults(faults) = error else {
        return vec![json!({ "line": null, "message": error.to_string() })];
    };
    let is_own = |fault: &Diagnostic| {
        let file = Path::new(&fault.place.source.file);
        file.file_stem().is_some_and(|stem| *stem == *script.stem)
    };
    let fault = |fault: Diagnostic| {
        let (line, columns) = match is_own(&fault) {
            true => (fault.place.line(), fault.place.columns()),
            false => (None, None),
        };
        json!({ "line": line, "column": columns.map(|(column, _)| column), "length": columns.map(|(_, length)| length),
                "path": fault.path, "message": fault.message })
    };
    faults.into_iter().map(fault).collect()
}
