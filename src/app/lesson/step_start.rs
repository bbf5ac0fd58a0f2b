//! How a step's position is reached: the rules, a position that was set up, and moves.

use std::path::PathBuf;

use houserule_script::lua::LoadError;
use houserule_script::play::{Session, Workspace};
use houserule_script::rules::lesson::{Lesson, LessonRules, LessonStep};

/// The way to a position.
#[derive(Clone, Debug)]
pub struct StepStart {
    /// The folder in which rules and tile sets are looked for first.
    pub folder: Option<PathBuf>,
    pub rules: LessonRules,
    pub position: Option<String>,
    pub moves: Vec<String>,
}

impl StepStart {
    /// Where games of a lesson begin.
    pub fn start(lesson: &Lesson) -> StepStart {
        StepStart { folder: lesson.folder.clone(), rules: lesson.rules.clone(), position: None, moves: Vec::new() }
    }

    /// Where a step begins, if the one before it ended here.
    pub fn to(&self, lesson: &Lesson, step: &LessonStep) -> StepStart {
        if !step.begins() {
            return self.clone();
        }
        StepStart {
            folder: lesson.folder.clone(),
            rules: step.rules.as_ref().unwrap_or(&lesson.rules).clone(),
            position: step.position.as_ref().map(|position| position.value.clone()),
            moves: step.moves.iter().flat_map(|moves| moves.value.iter().cloned()).collect(),
        }
    }

    /// The rules alone.
    pub fn open_rules(&self, table: &Workspace) -> Result<(), LoadError> {
        self.table(table, table.seed).load(&self.rules.game, &self.rules.sets).map(|_| ())
    }

    /// A table at which the lesson's own rules are found.
    pub fn table(&self, table: &Workspace, seed: u64) -> Workspace {
        let library = table.library.clone();
        let library = match &self.folder {
            Some(folder) => library.with(folder),
            None => library,
        };
        Workspace { library, seed }
    }

    /// Goes there.
    pub fn open(&self, table: &Workspace, lesson: &Lesson) -> Result<Session, LoadError> {
        let table = self.table(table, lesson.seed.unwrap_or(1));
        table.open(&self.rules.game, &self.rules.sets, self.position.as_deref(), &self.moves)
    }
}
