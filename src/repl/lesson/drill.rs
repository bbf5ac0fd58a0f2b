//! Exercises at the prompt, one after the other.

use std::io::Write;

use super::{Drill, Lecture, Mark};
use crate::lesson::{Quiz, Task};
use crate::play::Table;
use crate::render;
use crate::repl::{Answer, Prompt, Told, refused};
use crate::vocabulary::counted;

impl Prompt {
    /// `quiz trax`, `quiz tak 3`.
    pub(in crate::repl) fn quiz(&mut self, rest: &str, out: &mut dyn Write) -> Told {
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else {
            return refused("exercises on what? quiz GAME LEVEL, such as quiz trax 2");
        };
        let level = words.next().map_or(Some(1), |word| word.parse().ok());
        let Some(task) = level.and_then(Task::of_level).filter(|_| words.next().is_none()) else {
            return refused(format!("the level is a number from 1 to {}: quiz {game} 2", Task::HARDEST));
        };
        let table = Table { library: self.table.library.clone(), seed: self.table.seed };
        match Quiz::new(table, game, &[], task) {
            Ok(quiz) => self.begin_quiz(quiz, out),
            Err(error) => refused(error.to_string()),
        }
    }

    pub(super) fn begin_quiz(&mut self, quiz: Quiz, out: &mut dyn Write) -> Told {
        self.set_aside();
        let says = format!(
            "Exercises on {}. Answer with a move; `show` and `skip` help, `quit` leaves.",
            quiz.title()
        );
        writeln!(out, "{}", render::wrapped(&says))?;
        self.ask_another(Box::new(Drill { quiz, asked: 0, solved: 0 }), out)
    }

    /// The next exercise.
    fn ask_another(&mut self, mut drill: Box<Drill>, out: &mut dyn Write) -> Told {
        out.flush()?;
        let exercise = match drill.quiz.think_up() {
            Ok(exercise) => exercise,
            Err(says) => return refused(says),
        };
        match drill.quiz.lesson(&[exercise]) {
            Ok(scripted) => {
                let lecture = Lecture { quiz: Some(drill), ..Lecture::new(scripted) };
                self.enter(lecture, out)
            }
            Err(error) => refused(error.to_string()),
        }
    }

    /// How it went so far; then the next one, at once where nobody need read.
    pub(super) fn end_exercise(&mut self, mut lecture: Lecture, out: &mut dyn Write) -> Told {
        let is_solved = lecture.marks.contains(&Some(Mark::Answered { at_once: true }));
        if let Some(drill) = &mut lecture.quiz {
            drill.asked += 1;
            drill.solved += is_solved as usize;
            let asked = counted(drill.asked, "exercise");
            writeln!(out, "{} of {asked} solved at the first try.", drill.solved)?;
        }
        if self.is_timed {
            writeln!(out, "(Enter asks another.)")?;
            self.lecture = Some(lecture);
            return Ok(Answer::Done);
        }
        self.next_exercise(lecture, out)
    }

    pub(super) fn next_exercise(&mut self, lecture: Lecture, out: &mut dyn Write) -> Told {
        match lecture.quiz {
            Some(drill) => self.ask_another(drill, out),
            None => Ok(Answer::Done),
        }
    }
}
