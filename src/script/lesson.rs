//! Lessons: how they are found and loaded, and how their functions are asked about a move.

use std::path::Path;
use std::sync::Arc;

use mlua::{MultiValue, Value};

use super::api::{kind_of, words_of};
use super::hooks::told;
use super::host::Host;
use super::library::{Library, Origin, Script, folder_of, head_of};
use super::named::find;
use super::ruleset::{LoadError, is_path};
use super::view::{Ahead, Stage, View, Words};
use crate::chance::Dice;
use crate::game::{Game, HookFault, Ruling, Umpire};
use crate::mechanics::{Move, Seat};
use crate::rules::lesson::Lesson;
use crate::rules::{Head, Role, RulePlan, Source};
use crate::vocabulary::{nearest, one_line};

/// A lesson's script that was found and has no faults.
#[derive(Clone)]
pub struct ScriptedLesson {
    pub head: Head,
    pub lesson: Lesson,
    source: Arc<Source>,
    library: Library,
}

impl Library {
    /// The lesson of a name, or in a file.
    pub fn lesson(&self, name: &str) -> Result<ScriptedLesson, LoadError> {
        let is_lesson = |head: &Head| matches!(head.role, Role::Lesson { .. });
        if is_path(name) {
            let script = self.open(Path::new(name)).map_err(LoadError::Usage)?;
            if !is_lesson(&head_of(self, &script)?) {
                return Err(LoadError::Usage(format!("`{}` is no lesson", one_line(name, 60))));
            }
            return self.lesson_in(&script);
        }
        match find(self, name, |head| is_lesson(head) && head.name == name)? {
            Some((script, _)) => self.lesson_in(&script),
            None => {
                let heads = self.heads();
                let name = one_line(name, 40);
                let near = nearest(&name, heads.lessons.iter().map(|(head, _)| head.name.as_str()));
                let known = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`houserule lesson` lists them".to_string(),
                };
                Err(LoadError::Usage(format!("there is no lesson `{name}`; {known}{}", heads.aside())))
            }
        }
    }
}

impl Library {
    /// The lesson that a script holds; files that it names are looked for beside it.
    fn lesson_in(&self, script: &Script) -> Result<ScriptedLesson, LoadError> {
        let mut scripted = self.lesson_of(&script.source)?;
        if let Origin::File(path) = &script.origin {
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

    /// The lesson that a text holds.
    pub fn lesson_of(&self, source: &Arc<Source>) -> Result<ScriptedLesson, LoadError> {
        let mut host = Host::new(self).map_err(|fault| LoadError::Usage(fault.to_string()))?;
        let loaded = host.load(source)?;
        match loaded.lesson {
            Some(lesson) if loaded.faults.is_empty() => Ok(ScriptedLesson {
                head: loaded.head,
                lesson,
                source: source.clone(),
                library: self.clone(),
            }),
            _ => Err(loaded.faults.into()),
        }
    }
}

/// Rules of which the files in some folder are named by where they are.
fn beside(game: &str, folder: &Path) -> String {
    let found = |part: &str| {
        let path = folder.join(part.trim());
        // A folder with a plus sign in its name would be read as two scripts.
        let path = path.to_str().filter(|text| is_path(text) && !text.contains('+') && path.is_file());
        path.map_or_else(|| part.to_string(), str::to_string)
    };
    game.split('+').map(found).collect::<Vec<String>>().join("+")
}

impl ScriptedLesson {
    /// Somebody who asks the lesson's functions about games under a plan.
    pub fn umpire(&self, plan: &RulePlan) -> Result<Box<dyn Umpire>, HookFault> {
        let mut host = Host::new(&self.library).map_err(|fault| HookFault::new(fault.to_string()))?;
        host.load(&self.source).map_err(HookFault::from)?;
        let lua = host.sandbox.lua();
        let words = Words::new(lua, &plan.names).map_err(|error| HookFault::new(error.to_string()))?;
        let stage = Stage::new(host.sandbox.meter(), words);
        Ok(Box::new(LuaUmpire { host, stage }))
    }
}

/// The functions of a lesson in a Lua state of their own.
struct LuaUmpire {
    host: Host,
    stage: Stage,
}

impl Umpire for LuaUmpire {
    fn judge(&mut self, function: usize, game: Game, seat: Seat, mv: Move) -> Result<Ruling, HookFault> {
        self.host.sandbox.begin_span();
        let function = self.host.functions.get(function).cloned();
        let function = function.ok_or_else(|| HookFault::new("the script has changed".to_string()))?;
        self.stage.think(Ahead::new(self.host.sandbox.meter(), game, seat, Dice::new(1)), |before| {
            let after = before.played(mv);
            let returned: MultiValue =
                self.host.sandbox.call(&function, (View(before), View(after))).map_err(told)?;
            let mut returned = returned.into_iter();
            let says = |value: Option<Value>| match value {
                Some(Value::String(text)) => Some(one_line(&words_of(&text, 400), 300)),
                _ => None,
            };
            match returned.next().unwrap_or(Value::Nil) {
                Value::Boolean(is_accepted) => Ok(Ruling { is_accepted, says: says(returned.next()) }),
                Value::Nil => Ok(Ruling { is_accepted: false, says: None }),
                other => {
                    let says = format!("`accept` returned {}, not true or false", kind_of(&other));
                    Err(HookFault { at: self.host.sandbox.definition(&function), ..HookFault::new(says) })
                }
            }
        })
    }
}
