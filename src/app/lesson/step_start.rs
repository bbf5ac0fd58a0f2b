//! The start of a step: rules, a position that is set up, and moves.

use std::path::PathBuf;

use houserule_script::lua::LoadError;
use houserule_script::play::{Session, Workspace};
use houserule_script::rules::lesson::{Lesson, LessonRules, LessonStep};

/// Start of a step.
#[derive(Clone, Debug)]
pub struct StepStart {
    /// Folder that is searched first for rules and tile sets.
    pub folder: Option<PathBuf>,
    pub rules: LessonRules,
    pub position: Option<String>,
    pub moves: Vec<String>,
}

impl StepStart {
    /// Returns the start of a lesson's first step.
    pub fn of_lesson(lesson: &Lesson) -> StepStart {
        StepStart { folder: lesson.folder.clone(), rules: lesson.rules.clone(), position: None, moves: Vec::new() }
    }

    /// Returns the start of a step, given where the step before it ended.
    pub fn for_step(&self, lesson: &Lesson, step: &LessonStep) -> StepStart {
        if !step.has_own_start() {
            return self.clone();
        }
        StepStart {
            folder: lesson.folder.clone(),
            rules: step.rules.as_ref().unwrap_or(&lesson.rules).clone(),
            position: step.position.as_ref().map(|position| position.value.clone()),
            moves: step.moves.iter().flat_map(|moves| moves.value.iter().cloned()).collect(),
        }
    }

    /// Checks that the rules load.
    pub fn check_rules(&self, workspace: &Workspace) -> Result<(), LoadError> {
        self.workspace(workspace, workspace.seed).load(&self.rules.game, &self.rules.sets).map(|_| ())
    }

    /// Returns a workspace that also finds the lesson's own rules.
    pub fn workspace(&self, workspace: &Workspace, seed: u64) -> Workspace {
        let library = workspace.library.clone();
        let library = match &self.folder {
            Some(folder) => library.with_folder(folder),
            None => library,
        };
        Workspace { library, seed }
    }

    /// Opens a session at this start.
    pub fn open(&self, workspace: &Workspace, lesson: &Lesson) -> Result<Session, LoadError> {
        let workspace = self.workspace(workspace, lesson.seed.unwrap_or(1));
        workspace.open(&self.rules.game, &self.rules.sets, self.position.as_deref(), &self.moves)
    }
}
