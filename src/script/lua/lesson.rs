//! Lessons: lookup, loading and calls of their functions.

use std::path::Path;
use std::sync::Arc;

use mlua::{MultiValue, Value};

use super::api::{describe_type, printable_prefix};
use super::hooks::to_hook_fault;
use super::host::{Host, LoadedScript};
use super::library::{Library, ScriptFile, ScriptOrigin, folder_of};
use super::name_lookup::{find_script, open_script};
use super::ruleset::{LoadError, is_path};
use super::view::{InternedNames, ScopedContext, SearchView, View};
use crate::game::{CheckerAnswer, Game, HookFault, LessonChecker};
use crate::rules::lesson::Lesson;
use crate::rules::{Manifest, RulePlan, ScriptKind, Source};
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_core::text::{nearest, one_line};

/// Script of a lesson, loaded without errors.
#[derive(Clone)]
pub struct LoadedLesson {
    /// Manifest.
    pub manifest: Manifest,
    /// Declared lesson.
    pub lesson: Lesson,
    source: Arc<Source>,
    library: Library,
}

impl Library {
    /// Loads a lesson by name or path.
    pub fn lesson(&self, name: &str) -> Result<LoadedLesson, LoadError> {
        let is_lesson = |manifest: &Manifest| matches!(manifest.kind, ScriptKind::Lesson { .. });
        let mut host = Host::new(self)?;
        let found = match is_path(name) {
            true => Some(open_script(self, &mut host, name)?),
            false => find_script(self, &mut host, name, |manifest| is_lesson(manifest) && manifest.name == name)?,
        };
        match found {
            Some((_, loaded)) if !is_lesson(&loaded.manifest) => {
                Err(LoadError::Usage(format!("`{}` is not a lesson", one_line(name, 60))))
            }
            Some((script, loaded)) => self.lesson_in(&script, host.analyse(loaded)),
            None => {
                let manifests = self.manifests();
                let name = one_line(name, 40);
                let near = nearest(&name, manifests.lessons.iter().map(|(manifest, _)| manifest.name.as_str()));
                let known = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`houserule lesson` lists them".to_string(),
                };
                bail!("unknown lesson `{name}`; {known}{}", manifests.broken_note())
            }
        }
    }

    /// Reads the lesson of a script; files that it names are looked up beside it.
    fn lesson_in(&self, script: &ScriptFile, loaded: LoadedScript) -> Result<LoadedLesson, LoadError> {
        let mut loaded_lesson = self.lesson_from(loaded)?;
        if let ScriptOrigin::File(path) = &script.origin {
            let folder = folder_of(path);
            let lesson = &mut loaded_lesson.lesson;
            let steps = lesson.steps.iter_mut().filter_map(|step| step.rules.as_mut());
            for rules in steps.chain([&mut lesson.rules]) {
                rules.game = resolve_paths(&rules.game, &folder);
            }
            lesson.folder = Some(folder);
        }
        Ok(loaded_lesson)
    }

    /// Loads a lesson from a text.
    pub fn lesson_of(&self, source: &Arc<Source>) -> Result<LoadedLesson, LoadError> {
        let mut host = Host::new(self)?;
        self.lesson_from(host.load(source)?)
    }

    fn lesson_from(&self, loaded: LoadedScript) -> Result<LoadedLesson, LoadError> {
        let LoadedScript { manifest, lesson, faults, .. } = loaded;
        match lesson {
            Some(lesson) if faults.is_empty() => {
                let source = manifest.source.clone();
                Ok(LoadedLesson { manifest, lesson, source, library: self.clone() })
            }
            _ => Err(faults.into()),
        }
    }
}

/// Replaces the parts of a reference that are files in a folder by their paths.
fn resolve_paths(game: &str, folder: &Path) -> String {
    let resolve = |part: &str| {
        let path = folder.join(part.trim());
        // A folder with a plus sign in its name would be parsed as two scripts.
        let path = path.to_str().filter(|text| is_path(text) && !text.contains('+') && path.is_file());
        path.map_or_else(|| part.to_string(), str::to_string)
    };
    game.split('+').map(resolve).collect::<Vec<String>>().join("+")
}

impl LoadedLesson {
    /// Creates an instance of the lesson's functions for games under a plan.
    pub fn checker(&self, plan: &RulePlan) -> Result<Box<dyn LessonChecker>, HookFault> {
        let mut host = Host::new(&self.library).map_err(|fault| HookFault::new(fault.to_string()))?;
        host.load(&self.source)?;
        let lua = host.sandbox.lua();
        let names = InternedNames::new(lua, &plan.names).map_err(|error| HookFault::new(error.to_string()))?;
        let scope = ScopedContext::new(host.sandbox.meter(), names);
        Ok(Box::new(LuaLessonChecker { host, scope }))
    }
}

/// Functions of a lesson in their own Lua state.
struct LuaLessonChecker {
    host: Host,
    scope: ScopedContext,
}

impl LessonChecker for LuaLessonChecker {
    fn judge(&mut self, function: usize, game: Game, seat: Seat, mv: Move) -> Result<CheckerAnswer, HookFault> {
        self.host.sandbox.begin_span();
        let function = self.host.functions.get(function).cloned();
        let function = function.ok_or_else(|| HookFault::new("the script has changed".to_string()))?;
        self.scope.with_search(SearchView::new(self.host.sandbox.meter(), game, seat, Rng::new(1)), |before| {
            let after = before.after_move(mv);
            let returned: MultiValue =
                self.host.sandbox.call(&function, (View(before), View(after))).map_err(to_hook_fault)?;
            let mut returned = returned.into_iter();
            let to_message = |value: Option<Value>| match value {
                Some(Value::String(text)) => Some(one_line(&printable_prefix(&text, 400), 300)),
                _ => None,
            };
            match returned.next().unwrap_or(Value::Nil) {
                Value::Boolean(is_accepted) => Ok(CheckerAnswer { is_accepted, message: to_message(returned.next()) }),
                Value::Nil => Ok(CheckerAnswer { is_accepted: false, message: None }),
                other => {
                    let message = format!("`accept` returned {}, not true or false", describe_type(&other));
                    Err(HookFault { location: self.host.sandbox.definition(&function), ..HookFault::new(message) })
                }
            }
        })
    }
}
