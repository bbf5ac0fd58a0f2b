//! Lessons as their scripts declare them: steps with text, positions, questions and accepted answers. Parsed here,
//! reporting all errors at once; whether they are true is verified where games are played.

mod goals;
pub mod keys;
mod read;
mod shown_goals;
mod specs;

use std::path::PathBuf;

use super::author_tests::Assertion;
use super::source::SourcePlace;

pub use goals::{LessonGoal, MAX_THREAT_PLACES, MadeCounts};
pub use read::read;
pub use shown_goals::ShownGoal;
pub use specs::{GOALS, goal_spec};

/// Declared lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Rules that are played.
    pub rules: LessonRules,
    /// Course under which it is listed; by default its game.
    pub course: String,
    /// Difficulty.
    pub level: u32,
    /// Seed of everything random.
    pub seed: Option<u64>,
    /// Folder of its file, unless it is built in: files that it names may be there.
    pub folder: Option<PathBuf>,
    /// Steps.
    pub steps: Vec<LessonStep>,
}

/// Reference to rules.
#[derive(Clone, Debug)]
pub struct LessonRules {
    /// Game and variants.
    pub game: String,
    /// Options, as for `--set`.
    pub sets: Vec<(String, String)>,
    /// Where the game is named.
    pub place: SourcePlace,
    /// Places of the options, by key.
    pub option_places: Vec<(String, SourcePlace)>,
}

/// Value with its place.
#[derive(Clone, Debug)]
pub struct WithPlace<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub place: SourcePlace,
    /// Key path, such as `steps[2].accept`.
    pub path: String,
}

/// Step of a lesson: text, and possibly a question.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// Where it is declared.
    pub place: SourcePlace,
    /// Key path, such as `steps[2]`.
    pub path: String,
    /// Text to read.
    pub say: Option<WithPlace<String>>,
    /// Rules, if they differ from the lesson's.
    pub rules: Option<LessonRules>,
    /// Position that is set up.
    pub position: Option<WithPlace<String>>,
    /// Moves that lead to the position, from the one set up or from the start.
    pub moves: Option<WithPlace<Vec<String>>>,
    /// Question.
    pub ask: Option<WithPlace<String>>,
    /// Accepted answers: any of these.
    pub accept: Vec<WithPlace<Accepted>>,
    /// Words to choose from, in a question that is not answered by a move.
    pub choices: Vec<WithPlace<String>>,
    /// Hints, in order.
    pub hints: Vec<WithPlace<String>>,
    /// Responses to particular legal but wrong moves.
    pub wrong: Vec<(String, WithPlace<String>)>,
    /// Responses to particular illegal moves.
    pub refused: Vec<IllegalAnswer>,
    /// Response to a right answer.
    pub right: Option<RightAnswer>,
    /// Goals that right moves also reach, to verify the text.
    pub shows: Vec<ShownGoal>,
    /// Move played in reply.
    pub reply: Option<WithPlace<Reply>>,
    /// Labels on cells, by the cells' names.
    pub labels: Vec<(String, WithPlace<String>)>,
    /// Highlighted cells.
    pub marks: Vec<WithPlace<String>>,
    /// Assertions about the position, to verify the text.
    pub facts: Vec<WithPlace<Assertion>>,
}

impl LessonStep {
    /// Whether it defines its own start; otherwise it continues from the step before.
    pub fn has_own_start(&self) -> bool {
        self.position.is_some() || self.moves.is_some() || self.rules.is_some()
    }

    /// Whether it asks something.
    pub fn is_question(&self) -> bool {
        !self.accept.is_empty()
    }
}

/// Illegal move and the response to it.
#[derive(Clone, Debug)]
pub struct IllegalAnswer {
    /// The move.
    pub mv: String,
    /// Id of the rule that must forbid it.
    pub rule: Option<String>,
    /// The response.
    pub response: WithPlace<String>,
}

/// Accepted answer.
#[derive(Clone, Debug)]
pub enum Accepted {
    /// A move in the game's notation; in a question with choices, a word.
    Text(String),
    /// Any move that reaches a goal.
    Goal(LessonGoal),
}

/// Response to a right answer.
#[derive(Clone, Debug)]
pub enum RightAnswer {
    /// The same for every answer.
    Always(WithPlace<String>),
    /// By the move.
    ByMove(Vec<(String, WithPlace<String>)>),
}

/// Reply of the program to a right move.
#[derive(Clone, Debug)]
pub enum Reply {
    /// These moves.
    Moves(Vec<String>),
    /// By the learner's move.
    ByMove(Vec<(String, WithPlace<Vec<String>>)>),
    /// The one that holds out longest, by search.
    Best,
    /// A bot's move.
    Bot(String),
}
