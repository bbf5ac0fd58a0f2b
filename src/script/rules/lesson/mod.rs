//! Lessons as their scripts declare them: steps with words, positions, questions and what is accepted. Read here, all
//! faults at once; what is true of them is found out where games are played.

mod goals;
pub mod keys;
mod read;
mod shows;
mod specs;

use std::path::PathBuf;

use super::author_tests::Assertion;
use super::source::SourcePlace;

pub use goals::{LessonGoal, MAX_THREAT_PLACES, MadeCounts};
pub use read::read;
pub use shows::ShownGoal;
pub use specs::{GOALS, GoalSpec, goal_spec};

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub rules: LessonRules,
    /// What the lesson is listed under: a game, unless it is about something else.
    pub course: String,
    pub level: u32,
    pub seed: Option<u64>,
    /// The folder of its file, unless it is built in: what it names may be there.
    pub folder: Option<PathBuf>,
    pub steps: Vec<LessonStep>,
}

/// Which rules are played.
#[derive(Clone, Debug)]
pub struct LessonRules {
    /// A game and variants.
    pub game: String,
    /// Options, as `--set` takes them.
    pub sets: Vec<(String, String)>,
    pub place: SourcePlace,
    /// Where options are set, by their keys.
    pub set_at: Vec<(String, SourcePlace)>,
}

/// A value with the place where it stands.
#[derive(Clone, Debug)]
pub struct WithPlace<T> {
    pub value: T,
    pub place: SourcePlace,
    /// The key path, such as `steps[2].accept`.
    pub path: String,
}

/// One step: something to read, and perhaps a question.
#[derive(Clone, Debug)]
pub struct LessonStep {
    pub place: SourcePlace,
    pub path: String,
    pub say: Option<WithPlace<String>>,
    /// Other rules than those of the lesson.
    pub rules: Option<LessonRules>,
    /// A position that was set up.
    pub position: Option<WithPlace<String>>,
    /// The moves that lead to the position, from the one set up or from the start.
    pub moves: Option<WithPlace<Vec<String>>>,
    pub ask: Option<WithPlace<String>>,
    /// What is accepted: any of these.
    pub accept: Vec<WithPlace<Accepted>>,
    /// The words to choose from, in a question that no move answers.
    pub choices: Vec<WithPlace<String>>,
    pub hints: Vec<WithPlace<String>>,
    /// What is said to particular moves that are legal and wrong.
    pub wrong: Vec<(String, WithPlace<String>)>,
    /// What is said to particular moves that are not legal.
    pub refused: Vec<IllegalAnswer>,
    pub right: Option<RightAnswer>,
    /// What right moves do beside being accepted, so that what is said to them is true.
    pub shows: Vec<ShownGoal>,
    pub reply: Option<WithPlace<Reply>>,
    /// Letters on cells, by the cells' names.
    pub labels: Vec<(String, WithPlace<String>)>,
    /// Cells to look at.
    pub marks: Vec<WithPlace<String>>,
    /// What must be true of the position, so that the words are.
    pub facts: Vec<WithPlace<Assertion>>,
}

impl LessonStep {
    /// Whether it says itself where it begins; else it goes on where the step before ended.
    pub fn begins(&self) -> bool {
        self.position.is_some() || self.moves.is_some() || self.rules.is_some()
    }

    /// Whether something is asked.
    pub fn is_question(&self) -> bool {
        !self.accept.is_empty()
    }
}

/// A move that is not legal, and what is said to it.
#[derive(Clone, Debug)]
pub struct IllegalAnswer {
    pub mv: String,
    /// The id of the rule that is said to refuse it.
    pub rule: Option<String>,
    pub says: WithPlace<String>,
}

/// One thing that is accepted.
#[derive(Clone, Debug)]
pub enum Accepted {
    /// A move in the game's notation; a word, in a question with choices.
    Text(String),
    Goal(LessonGoal),
}

/// What is said to a right answer.
#[derive(Clone, Debug)]
pub enum RightAnswer {
    Always(WithPlace<String>),
    /// By the move.
    ByMove(Vec<(String, WithPlace<String>)>),
}

/// How the program answers a right move.
#[derive(Clone, Debug)]
pub enum Reply {
    Moves(Vec<String>),
    /// By the learner's move.
    ByMove(Vec<(String, WithPlace<Vec<String>>)>),
    /// The one that holds out longest, by search.
    Best,
    /// A bot's.
    Bot(String),
}
