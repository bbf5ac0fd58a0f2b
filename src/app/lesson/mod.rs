//! Lessons: questions, right answers, refutations of wrong ones, and the check that a lesson is correct. Everything is
//! computed by playing; nothing here knows a particular game.
//!
//! | module | contents |
//! |---|---|
//! | `step_start` | how a step's position is reached |
//! | `goal` | whether a move reaches a goal; one file for each kind of goal |
//! | `winning_cells` | how many separate threats a set of winning moves makes |
//! | `question` | the moves that a step accepts |
//! | `reply` | the program's reply to a right answer |
//! | `refutation` | the refutation of a wrong answer |
//! | `verify` | the check of a whole lesson |
//! | `listing` | the list of lessons |
//! | `labels` | a step's labels and marks on its board |
//! | `handout` | printed lessons |
//! | `puzzle_hint` | hints for puzzles |
//! | `quiz` | unlimited exercises |
//! | `progress` | a learner's results on disk |

mod goal;
mod handout;
mod labels;
mod listing;
mod progress;
pub mod puzzle_hint;
mod question;
mod quiz;
mod refutation;
mod reply;
mod step_start;
mod verify;
mod winning_cells;

pub use goal::{Judge, JudgeError, LabelledCells};
pub use handout::{Handout, fixed_answers};
pub use houserule_script::lua::LoadedLesson;
pub use houserule_script::rules::lesson::{
    Accepted, IllegalAnswer, Lesson, LessonGoal, LessonStep, Reply, RightAnswer, ShownGoal, WithPlace,
};
pub use labels::{replace_labels, step_annotations};
pub use listing::list;
pub use progress::{Bookmark, LessonProgress, LessonResult};
pub use question::Question;
pub use quiz::{Exercise, NoExercise, Quiz, QuizTask};
pub use refutation::Refutation;
pub use reply::play_reply;
pub use step_start::StepStart;
pub use verify::verify;
