//! Lessons: lookup, loading and calls of their functions.

use std::path::Path;
use std::sync::Arc;

use mlua::{MultiValue, Value};

use super::api::{kind_of, words_of};
use super::hooks::told;
use super::host::{Host, Loaded};
use super::library::{Library, ScriptFile, ScriptOrigin, folder_of};
use super::name_lookup::{find, open};
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
    pub head: Manifest,
    /// Declared lesson.
    pub lesson: Lesson,
    source: Arc<Source>,
    library: Library,
}

impl Library {
    /// Lesson with a name, or in a file.
    pub fn lesson(&self, name: &str) -> Result<LoadedLesson, LoadError> {
        let is_lesson = |head: &Manifest| matches!(head.role, ScriptKind::Lesson { .. });
        let mut host = Host::new(self)?;
        let found = match is_path(name) {
            true => Some(open(self, &mut host, name)?),
            false => find(self, &mut host, name, |head| is_lesson(head) && head.name == name)?,
        };
        match found {
            Some((_, loaded)) if !is_lesson(&loaded.head) => {
                Err(LoadError::Usage(format!("`{}` is no lesson", one_line(name, 60))))
            }
            Some((script, loaded)) => self.lesson_in(&script, host.looked_at(loaded)),
            None => {
                let heads = self.heads();
                let name = one_line(name, 40);
                let near = nearest(&name, heads.lessons.iter().map(|(head, _)| head.name.as_str()));
                let known = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`houserule lesson` lists them".to_string(),
                };
                bail!("there is no lesson `{name}`; {known}{}", heads.aside())
            }
        }
    }

    /// Lesson of a script; files that it names are looked up beside it.
    fn lesson_in(&self, script: &ScriptFile, loaded: Loaded) -> Result<LoadedLesson, LoadError> {
        let mut scripted = self.lesson_from(loaded)?;
        if let ScriptOrigin::File(path) = &script.origin {
            let folder = folder_of(path);
            let lesson = &mut scripted.lesson;
            let steps = lesson.steps.iter_mut().filter_map(|step| step.rules.as_mut());
            for rules in steps.chain([&mut lesson.rules]) {
                rules.game = beside(&rules.game, &folder);
            }
            lesson.folder = Some(folder);
        }
        Ok(scripted)
    }

    /// Lesson in a text.
    pub fn lesson_of(&self, source: &Arc<Source>) -> Result<LoadedLesson, LoadError> {
        let mut host = Host::new(self)?;
        self.lesson_from(host.load(source)?)
    }

    fn lesson_from(&self, loaded: Loaded) -> Result<LoadedLesson, LoadError> {
        let Loaded { head, lesson, faults, .. } = loaded;
        match lesson {
            Some(lesson) if faults.is_empty() => {
                let source = head.source.clone();
                Ok(LoadedLesson { head, lesson, source, library: self.clone() })
            }
            _ => Err(faults.into()),
        }
    }
}

/// Reference with the paths of files in a folder.
fn beside(game: &str, folder: &Path) -> String {
    let found = |part: &str| {
        let path = folder.join(part.trim());
        // A folder with a plus sign in its name would be parsed as two scripts.
        let path = path.to_str().filter(|text| is_path(text) && !text.contains('+') && path.is_file());
        path.map_or_else(|| part.to_string(), str::to_string)
    };
    game.split('+').map(found).collect::<Vec<String>>().join("+")
}

impl LoadedLesson {
    /// Instance of the lesson's functions for games under a plan.
    pub fn checker(&self, plan: &RulePlan) -> Result<Box<dyn LessonChecker>, HookFault> {
        let mut host = Host::new(&self.library).map_err(|fault| HookFault::new(fault.to_string()))?;
        host.load(&self.source)?;
        let lua = host.sandbox.lua();
        let words = InternedNames::new(lua, &plan.names).map_err(|error| HookFault::new(error.to_string()))?;
        let stage = ScopedContext::new(host.sandbox.meter(), words);
        Ok(Box::new(LuaLessonChecker { host, stage }))
    }
}

/// Functions of a lesson in their own Lua state.
struct LuaLessonChecker {
    host: Host,
    stage: ScopedContext,
}

impl LessonChecker for LuaLessonChecker {
    fn judge(&mut self, function: usize, game: Game, seat: Seat, mv: Move) -> Result<CheckerAnswer, HookFault> {
        self.host.sandbox.begin_span();
        let function = self.host.functions.get(function).cloned();
        let function = function.ok_or_else(|| HookFault::new("the script has changed".to_string()))?;
        self.stage.think(SearchView::new(self.host.sandbox.meter(), game, seat, Rng::new(1)), |before| {
            let after = before.played(mv);
            let returned: MultiValue = self.host.sandbox.call(&function, (View(before), View(after))).map_err(told)?;
            let mut returned = returned.into_iter();
            let says = |value: Option<Value>| match value {
                Some(Value::String(text)) => Some(one_line(&words_of(&text, 400), 300)),
                _ => None,
            };
            match returned.next().unwrap_or(Value::Nil) {
                Value::Boolean(is_accepted) => Ok(CheckerAnswer { is_accepted, message: says(returned.next()) }),
                Value::Nil => Ok(CheckerAnswer { is_accepted: false, message: None }),
                other => {
                    let says = format!("`accept` returned {}, not true or false", kind_of(&other));
                    Err(HookFault { at: self.host.sandbox.definition(&function), ..HookFault::new(says) })
                }
            }
        })
    }
}
