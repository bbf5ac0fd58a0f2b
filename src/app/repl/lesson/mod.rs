//! Lessons at the prompt: where a learner is, and which words are for lessons alone. Steps are shown in `steps`, answers heard
//! in `answers`, lessons left and gone on with in `leaving`; exercises follow one another in `drill`. `listing` lists lessons,
//! `verdict` has what programs hear of one.

mod answers;
mod exit;
mod listing;
mod quiz_session;
mod steps;
mod verdict;

use std::io::{self, Write};

use super::announcements::why;
use super::command::{COMMANDS, InputLine, PromptCommand};
use super::{CommandOutcome, CommandResult, Prompt, refused};
use crate::lesson::{Accepted, LessonGoal, LessonStep, LoadedLesson, Question, Quiz, StepStart, unlabelled};
use crate::render;
use anyhow::Context;
use houserule_core::text::series;
use houserule_script::play::{Session, Workspace};

pub use listing::list;
pub(super) use verdict::{AnswerVerdict, LessonTally};

/// The words that a learner has beside the commands: what they do in a lesson, and in a quiz if they are of use there.
pub const WORDS: &[(&str, &str, Option<&str>)] = &[
    ("hint", "the next hint", None),
    ("show", "an answer", Some("the answer")),
    ("skip", "go on without answering", Some("another exercise, without answering this one")),
    ("back", "the step before", None),
    (
        "again",
        "this step from its beginning; after the end, the whole lesson",
        Some("this exercise from its beginning"),
    ),
    ("next", "go on, where nothing is asked; so does an empty line", Some("another exercise, after an answer")),
];

/// How many columns such a word takes.
const WORD: usize = 18;

/// A lesson that is being taken.
pub struct LessonSession {
    scripted: LoadedLesson,
    /// The step, from 0; past the last one the lesson is over.
    at: usize,
    /// Where each step began that was come to.
    ways: Vec<StepStart>,
    /// The step that was opened last, or the end.
    opened: usize,
    /// Hints shown in this step since it was opened.
    hints: usize,
    /// By the step: whether there was a hint, an answer that was shown or one that was not right. Whoever takes the step
    /// again knows more than at first.
    helped: Vec<bool>,
    /// What became of each step that was left.
    marks: Vec<Option<StepResult>>,
    /// Whether the board was shown as it is now.
    is_shown: bool,
    /// Where more of the same comes from, in a quiz, and how it went so far.
    quiz: Option<Box<QuizSession>>,
    /// Whether the quiz counts this exercise already: whoever repeats it has known the answer.
    is_counted: bool,
}

/// A quiz that is being taken.
struct QuizSession {
    quiz: Quiz,
    asked: usize,
    solved: usize,
}

/// What somebody sits down to learn.
pub enum LearningMode {
    Lesson(Box<LoadedLesson>),
    Quiz(Box<Quiz>),
}

/// What became of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StepResult {
    /// Nothing was asked.
    Read,
    Answered {
        at_once: bool,
    },
    Skipped,
}

impl LessonSession {
    fn new(scripted: LoadedLesson) -> LessonSession {
        let marks = vec![None; scripted.lesson.steps.len()];
        LessonSession {
            scripted,
            at: 0,
            ways: Vec::new(),
            opened: 0,
            hints: 0,
            helped: vec![false; marks.len()],
            marks,
            is_shown: false,
            quiz: None,
            is_counted: false,
        }
    }

    /// The position of the present step; nothing is changed if there is no way to it.
    fn open(&mut self, table: &Workspace, step: &LessonStep) -> anyhow::Result<Session> {
        let lesson = &self.scripted.lesson;
        let way = self.ways.get(self.at).cloned().unwrap_or_else(|| {
            let before = self.ways.last().cloned().unwrap_or_else(|| StepStart::start(lesson));
            before.to(lesson, step)
        });
        let session = way.open(table, lesson).with_context(|| step.place.to_string())?;
        self.ways.truncate(self.at);
        self.ways.push(way);
        self.opened = self.at;
        Ok(session)
    }

    /// Notes that the step is not answered at the first try and without help any more.
    fn help(&mut self) {
        if let Some(helped) = self.helped.get_mut(self.at) {
            *helped = true;
        }
    }

    fn step(&self) -> Option<LessonStep> {
        self.scripted.lesson.steps.get(self.at).cloned()
    }

    fn is_over(&self) -> bool {
        self.at >= self.scripted.lesson.steps.len()
    }
}

impl Prompt {
    /// `lesson`, or `lesson NAME`.
    pub(super) fn lesson(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            list(&self.table, out)?;
            return Ok(CommandOutcome::Done);
        }
        let (name, is_anew) = match rest.strip_suffix(" again") {
            Some(name) => (name.trim_end(), true),
            None => (rest, false),
        };
        // The games of a lesson in a file may lie beside it.
        self.table.library = self.table.library.beside([name]);
        match self.table.library.lesson(name) {
            Ok(scripted) => self.begin_lesson(scripted, !is_anew, out),
            Err(error) => refused(error),
        }
    }

    /// Sits down to a lesson or a quiz.
    pub(super) fn begin_learning(&mut self, learning: LearningMode, out: &mut dyn Write) -> CommandResult {
        match learning {
            // The same answers from a pipe are for the same questions, whatever was done before.
            LearningMode::Lesson(scripted) => self.begin_lesson(*scripted, self.is_timed, out),
            LearningMode::Quiz(quiz) => self.begin_quiz(*quiz, out),
        }
    }

    /// Begins a lesson: where it was left, if it is to be gone on with, or at its first step.
    fn begin_lesson(&mut self, scripted: LoadedLesson, goes_on: bool, out: &mut dyn Write) -> CommandResult {
        let says =
            format!("{}. {}; `hint`, `show`, `skip`, `back` and `again` help.", scripted.head.title, manner(&scripted));
        let mut lesson_session = LessonSession::new(scripted);
        let left = if goes_on { exit::left(&lesson_session) } else { None };
        let is_left = left.is_some_and(|left| lesson_session.go_to(&left, &self.table));
        let opened = lesson_session.step().map(|step| (lesson_session.open(&self.table, &step), step));
        let (session, step) = match opened {
            Some((Ok(session), step)) => (session, step),
            Some((Err(says), _)) => return refused(says),
            None => return refused(format!("`{}` has no steps", lesson_session.scripted.head.name)),
        };
        self.set_aside();
        writeln!(out, "{}", render::wrapped(&says))?;
        if is_left {
            let name = self.lesson_name(&lesson_session);
            let says = format!("It goes on where you left it; `lesson {name} again` begins it anew.");
            writeln!(out, "{}", render::wrapped(&says))?;
        }
        self.show_step(lesson_session, step, session, out)
    }

    /// What a line means in a lesson; nothing, if there is none or the line is for the prompt itself.
    pub(super) fn learn(&mut self, line: &InputLine, out: &mut dyn Write) -> io::Result<Option<CommandOutcome>> {
        let Some(mut lesson_session) = self.lesson_session.take() else { return Ok(None) };
        let text = typed(line);
        let word = text.trim_start_matches(':').trim().to_ascii_lowercase();
        if lesson_session.is_over() {
            return match word.as_str() {
                "" | "next" if lesson_session.quiz.is_some() => self.next_exercise(lesson_session, out).map(Some),
                "again" => {
                    lesson_session.at = 0;
                    lesson_session.marks.fill(None);
                    lesson_session.helped.fill(false);
                    lesson_session.is_shown = false;
                    self.enter(lesson_session, out).map(Some)
                }
                "back" => {
                    lesson_session.at = lesson_session.ways.len();
                    self.back(lesson_session, out).map(Some)
                }
                _ => {
                    self.lesson_session = Some(lesson_session);
                    Ok(None)
                }
            };
        }
        let step = lesson_session.step().unwrap_or_else(|| unreachable!("a lesson that is not over is at a step"));
        let told = match word.as_str() {
            // What is to choose from is an answer, whatever else it may mean.
            _ if is_choice(&step, &text) => self.hear_choice(lesson_session, &step, &text, out),
            "hint" => self.next_hint(lesson_session, &step, out),
            "show" => self.show_answer(lesson_session, &step, out),
            "skip" => self.skip(lesson_session, &step, out),
            "back" => self.back(lesson_session, out),
            "again" => self.enter(lesson_session, out),
            "next" | "" => self.go_on(lesson_session, &step, out),
            _ if !step.choices.is_empty() && !matches!(line, InputLine::Command(..)) => {
                self.hear_choice(lesson_session, &step, &text, out)
            }
            _ => return self.hear(lesson_session, &step, line, &text, out),
        };
        told.map(Some)
    }

    /// A line that is no word of the learner's: a command that is asked for, another command, or a move.
    fn hear(
        &mut self,
        lesson_session: LessonSession,
        step: &LessonStep,
        line: &InputLine,
        text: &str,
        out: &mut dyn Write,
    ) -> io::Result<Option<CommandOutcome>> {
        // Whoever asks about a move may use the letters that are on the board.
        let (line, text) = match line {
            InputLine::Command(PromptCommand::Why, rest) => {
                let rest = unlabelled(rest, step);
                (&InputLine::Command(PromptCommand::Why, rest.clone()), &*format!("why {rest}"))
            }
            line => (line, text),
        };
        let question = match self.question(&lesson_session, step) {
            Ok(question) => question,
            Err(says) => {
                self.lesson_session = Some(lesson_session);
                return refused(says).map(Some);
            }
        };
        if question.accepts_line(text) {
            // What happens on the way belongs to the lesson.
            self.autosave.is_paused = true;
            let told = self.run_command(line.clone(), out);
            self.autosave.is_paused = false;
            let told = told?;
            if !matches!(told, CommandOutcome::Done) {
                self.lesson_session = Some(lesson_session);
                return Ok(Some(told));
            }
            return self.right_line(lesson_session, step, out).map(Some);
        }
        match line {
            InputLine::Command(PromptCommand::Board, _) => {
                self.draw_step(step, out)?;
                self.lesson_session = Some(lesson_session);
                Ok(Some(CommandOutcome::Done))
            }
            InputLine::Command(PromptCommand::Help, _) => {
                for (word, says, in_quiz) in WORDS {
                    let says = if lesson_session.quiz.is_some() { *in_quiz } else { Some(*says) };
                    if let Some(says) = says {
                        writeln!(out, "{}", render::folded_at(&format!("  {word:<WORD$}{says}"), WORD))?;
                    }
                }
                self.lesson_session = Some(lesson_session);
                Ok(None)
            }
            InputLine::Command(word, _) if *word != PromptCommand::Quit && leaves(*word) && asks_for(step, *word) => {
                self.nearly(lesson_session, step, out).map(Some)
            }
            InputLine::Command(word, _) if leaves(*word) => self.leave_by(lesson_session, line, out).map(Some),
            // The command as it was read here, with cells for letters.
            InputLine::Command(PromptCommand::Why, rest) => {
                let session = self.session.as_mut();
                let told = session.map_or_else(|| refused(super::NO_GAME), |session| why(session, rest, out));
                self.lesson_session = Some(lesson_session);
                told.map(Some)
            }
            InputLine::Command(word, rest) if is_harmless(*word, rest) => {
                self.lesson_session = Some(lesson_session);
                Ok(None)
            }
            InputLine::Command(..) => {
                self.lesson_session = Some(lesson_session);
                refused("that would change the lesson's game; answer with a move, or `play` a game").map(Some)
            }
            // Unless the letters on the board make a move of it.
            InputLine::Unknown(word, _) if !self.is_begun(word) && unlabelled(text, step) == text => {
                self.lesson_session = Some(lesson_session);
                Ok(None)
            }
            _ if !step.is_question() => {
                self.lesson_session = Some(lesson_session);
                refused("nothing is asked here; an empty line goes on").map(Some)
            }
            _ => self.answer(lesson_session, question, text, out).map(Some),
        }
    }

    /// The step's question in the position of the session.
    fn question<'a>(&mut self, lesson_session: &LessonSession, step: &'a LessonStep) -> anyhow::Result<Question<'a>> {
        let session = self.session.as_ref().context(super::NO_GAME)?;
        Ok(Question::new(&lesson_session.scripted, step, session)?)
    }

    /// The words that Tab completes in a lesson.
    pub(super) fn lesson_words(&self) -> Vec<String> {
        match &self.lesson_session {
            // What is a command elsewhere too is offered once.
            Some(_) => {
                let own = WORDS.iter().filter(|(word, ..)| !COMMANDS.iter().any(|(known, ..)| known == word));
                own.map(|(word, ..)| word.to_string()).collect()
            }
            None => Vec::new(),
        }
    }
}

/// What was typed, as far as it matters.
fn typed(line: &InputLine) -> String {
    match line {
        InputLine::Empty => String::new(),
        InputLine::Move(text) | InputLine::Unknown(_, text) => text.clone(),
        InputLine::Command(word, rest) | InputLine::Either(word, rest) => {
            let word = COMMANDS.iter().find(|(.., known)| known == word).map_or("", |(text, ..)| text);
            format!("{word} {rest}").trim().to_string()
        }
    }
}

/// Whether a line is one of the words that are asked for.
fn is_choice(step: &LessonStep, text: &str) -> bool {
    step.choices.iter().any(|choice| choice.value.eq_ignore_ascii_case(text))
}

/// How the questions of a lesson are answered.
fn manner(scripted: &LoadedLesson) -> String {
    let asks =
        |kind: fn(&LessonStep) -> bool| scripted.lesson.steps.iter().any(|step| step.is_question() && kind(step));
    let is_typed = |step: &LessonStep| is_asked_for(step, |_| true);
    let kinds = [
        ("a move", asks(|step| step.choices.is_empty() && !is_asked_for(step, |_| true))),
        ("a word", asks(|step| !step.choices.is_empty())),
        ("a command", asks(is_typed)),
    ];
    let kinds: Vec<&str> = kinds.into_iter().filter(|(_, is_asked)| *is_asked).map(|(kind, _)| kind).collect();
    match &kinds[..] {
        [] => "Nothing is asked here".to_string(),
        kinds => format!("Answer with {}", series(kinds, "or")),
    }
}

/// Whether a step asks for a command of some kind.
fn is_asked_for(step: &LessonStep, kind: impl Fn(&str) -> bool) -> bool {
    step.accept.iter().any(|item| match &item.value {
        Accepted::Goal(LessonGoal::Types(lines)) => lines.iter().any(|line| kind(line)),
        _ => false,
    })
}

/// Whether a step asks for this command, whatever is to follow it.
fn asks_for(step: &LessonStep, word: PromptCommand) -> bool {
    is_asked_for(step, |line| matches!(InputLine::parse(line), InputLine::Command(asked, _) if asked == word))
}

/// Commands after which there is no lesson, if they do what they say.
fn leaves(word: PromptCommand) -> bool {
    matches!(
        word,
        PromptCommand::Play
            | PromptCommand::Load
            | PromptCommand::Resume
            | PromptCommand::Lesson
            | PromptCommand::Quiz
            | PromptCommand::Quit
    )
}

/// Commands that only tell something, or write it to a file.
fn is_harmless(word: PromptCommand, rest: &str) -> bool {
    let tells = matches!(
        word,
        PromptCommand::Moves
            | PromptCommand::Why
            | PromptCommand::Hand
            | PromptCommand::Look
            | PromptCommand::Score
            | PromptCommand::Rules
            | PromptCommand::History
            | PromptCommand::Games
            | PromptCommand::Forget
            | PromptCommand::Lua
            | PromptCommand::Save
            | PromptCommand::Svg
            | PromptCommand::Png
    );
    tells || word == PromptCommand::Position && rest.is_empty()
}
