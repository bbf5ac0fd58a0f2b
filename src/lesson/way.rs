//! How a step's position is reached: the rules, a position that was set up, and moves.

use crate::play::{Session, Table};
use crate::rules::lesson::{Lesson, Rules, Step};
use crate::script::LoadError;

/// The way to a position.
#[derive(Clone, Debug)]
pub struct Way {
    pub rules: Rules,
    pub position: Option<String>,
    pub moves: Vec<String>,
}

impl Way {
    /// Where games of a lesson begin.
    pub fn start(lesson: &Lesson) -> Way {
        Way { rules: lesson.rules.clone(), position: None, moves: Vec::new() }
    }

    /// Where a step begins, if the one before it ended here.
    pub fn to(&self, lesson: &Lesson, step: &Step) -> Way {
        if !step.begins() {
            return self.clone();
        }
        Way {
            rules: step.rules.as_ref().unwrap_or(&lesson.rules).clone(),
            position: step.position.as_ref().map(|position| position.value.clone()),
            moves: step.moves.iter().flat_map(|moves| moves.value.iter().cloned()).collect(),
        }
    }

    /// The rules alone.
    pub fn open_rules(&self, table: &Table) -> Result<(), LoadError> {
        table.load(&self.rules.game, &self.rules.sets).map(|_| ())
    }

    /// Goes there.
    pub fn open(&self, table: &Table, lesson: &Lesson) -> Result<Session, LoadError> {
        let table = Table { library: table.library.clone(), seed: lesson.seed.unwrap_or(1) };
        table.open(&self.rules.game, &self.rules.sets, self.position.as_deref(), &self.moves)
    }
}
