//! Lessons: what a learner is asked, which answers are right and why others are not, and the proof that a lesson has no
//! mistake in it. Everything is worked out by playing; nothing here knows a game.
//!
//! | room | what lives there |
//! |---|---|
//! | `way` | how a step's position is reached |
//! | `goal` | what moves do, one room for each kind of goal |
//! | `places` | how many answers winning moves would need |
//! | `question` | which moves a step accepts |
//! | `reply` | how the program answers |
//! | `refute` | what comes of a wrong move |
//! | `verify` | the proof |
//! | `picture` | what a step points out on its board |
//! | `handout` | a lesson on paper |
//! | `quiz` | exercises without end |
//! | `progress` | what a learner has done |

mod goal;
mod handout;
mod picture;
mod progress;
mod question;
mod quiz;
mod refute;
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
pub use picture::{pointed, unlabelled};
pub use progress::{Bookmark, LessonProgress, LessonResult};
pub use question::Question;
pub use quiz::{Exercise, NoExercise, Quiz, QuizTask};
pub use refute::Refutation;
pub use reply::answer;
pub use step_start::StepStart;
pub use verify::verify;
