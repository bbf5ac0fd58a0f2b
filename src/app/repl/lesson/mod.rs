//! Lessons at the prompt: the state of a lesson, and the words that only lessons have.
//!
//! | module | contents |
//! |---|---|
//! | `steps` | showing, leaving and skipping steps; the summary |
//! | `answers` | right, wrong and illegal answers |
//! | `exit` | leaving a lesson and resuming it |
//! | `quiz_session` | exercises one after another |
//! | `listing` | the list of lessons |
//! | `verdict` | the state of a lesson for events |

mod answers;
mod exit;
mod listing;
mod quiz_session;
mod steps;
mod verdict;

use std::io::{self, Write};

use super::command::{Command, InLesson, InputLine};
use super::{CommandOutcome, CommandResult, Prompt, refuse};
use crate::lesson::{Accepted, LessonGoal, LessonStep, LoadedLesson, Question, Quiz, StepStart, replace_labels};
use crate::render;
use anyhow::Context;
use houserule_core::text::series;
use houserule_script::play::{Session, Workspace};

pub use listing::list;
pub(super) use verdict::{AnswerVerdict, LessonTally};

/// Words for lessons: word, description in a lesson, and description in a quiz if it exists there.
pub const LESSON_WORDS: &[(&str, &str, Option<&str>)] = &[
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

/// Lesson in progress.
pub struct LessonSession {
    loaded: LoadedLesson,
    /// Current step, from 0; past the last one the lesson is over.
    step_index: usize,
    /// Starts of the steps reached so far.
    starts: Vec<StepStart>,
    /// Step opened last, or the end.
    opened_index: usize,
    /// Number of hints shown in the current step.
    hints_shown: usize,
    /// Whether each step had a hint, a shown answer or a wrong one. It stays set when the step is repeated.
    had_help: Vec<bool>,
    /// Result of each step that was left.
    results: Vec<Option<StepResult>>,
    /// Whether the present board is on the screen.
    is_board_shown: bool,
    /// Quiz that the exercise belongs to, if any.
    quiz: Option<Box<QuizSession>>,
    /// Whether the quiz has counted this exercise, which is not counted again when repeated.
    is_counted: bool,
    /// Whether a command has ended the lesson.
    is_left: bool,
}

/// Quiz in progress.
struct QuizSession {
    quiz: Quiz,
    total: usize,
    solved: usize,
}

/// Lesson or quiz to start with.
pub enum LearningMode {
    Lesson(Box<LoadedLesson>),
    Quiz(Box<Quiz>),
}

/// Result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StepResult {
    /// The step asked nothing.
    Read,
    Answered {
        is_first_try: bool,
    },
    Skipped,
}

impl LessonSession {
    fn new(loaded: LoadedLesson) -> LessonSession {
        let results = vec![None; loaded.lesson.steps.len()];
        LessonSession {
            loaded,
            step_index: 0,
            starts: Vec::new(),
            opened_index: 0,
            hints_shown: 0,
            had_help: vec![false; results.len()],
            results,
            is_board_shown: false,
            quiz: None,
            is_counted: false,
            is_left: false,
        }
    }

    /// Opens the current step in its position; changes nothing on failure.
    fn open(&mut self, workspace: &Workspace, step: &LessonStep) -> anyhow::Result<Session> {
        let lesson = &self.loaded.lesson;
        let start = self.starts.get(self.step_index).cloned().unwrap_or_else(|| {
            let last = self.starts.last().cloned().unwrap_or_else(|| StepStart::of_lesson(lesson));
            last.for_step(lesson, step)
        });
        let session = start.open(workspace, lesson).with_context(|| step.place.to_string())?;
        self.starts.truncate(self.step_index);
        self.starts.push(start);
        self.opened_index = self.step_index;
        Ok(session)
    }

    /// Marks that the step needed help or more than one attempt.
    fn mark_helped(&mut self) {
        if let Some(had_help) = self.had_help.get_mut(self.step_index) {
            *had_help = true;
        }
    }

    fn step(&self) -> Option<LessonStep> {
        self.loaded.lesson.steps.get(self.step_index).cloned()
    }

    /// Words of the lesson or quiz with their descriptions; none once it is over.
    pub(super) fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let (is_quiz, is_over) = (self.quiz.is_some(), self.is_over());
        let words = LESSON_WORDS.iter().filter(move |_| !is_over);
        words.filter_map(move |&(word, doc, quiz_doc)| Some((word, if is_quiz { quiz_doc? } else { doc })))
    }

    fn is_over(&self) -> bool {
        self.step_index >= self.loaded.lesson.steps.len()
    }
}

impl Prompt {
    /// Runs `lesson` or `lesson NAME`.
    pub(super) fn lesson(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            list(&self.workspace, out)?;
            return Ok(CommandOutcome::Done);
        }
        let (name, is_restart) = match rest.strip_suffix(" again") {
            Some(name) => (name.trim_end(), true),
            None => (rest, false),
        };
        // The games of a lesson may be in the same folder.
        self.workspace.library = self.workspace.library.with_siblings_of([name]);
        let loaded = or_refuse!(self.workspace.library.lesson(name));
        self.begin_lesson(loaded, !is_restart, out)
    }

    /// Starts a lesson or a quiz.
    pub(super) fn begin_learning(&mut self, learning: LearningMode, out: &mut dyn Write) -> CommandResult {
        match learning {
            // Piped answers always start at the first question.
            LearningMode::Lesson(loaded) => self.begin_lesson(*loaded, self.is_interactive, out),
            LearningMode::Quiz(quiz) => self.begin_quiz(*quiz, out),
        }
    }

    /// Starts a lesson where it was left, if `can_resume`, or at its first step.
    fn begin_lesson(&mut self, loaded: LoadedLesson, can_resume: bool, out: &mut dyn Write) -> CommandResult {
        let intro = format!(
            "{}. {}; `hint`, `show`, `skip`, `back` and `again` help.",
            loaded.manifest.title,
            answer_instruction(&loaded)
        );
        let mut lesson_session = LessonSession::new(loaded);
        let bookmark = if can_resume { exit::saved_bookmark(&lesson_session) } else { None };
        let is_resumed = bookmark.is_some_and(|bookmark| lesson_session.resume_at(&bookmark, &self.workspace));
        let opened = lesson_session.step().map(|step| (lesson_session.open(&self.workspace, &step), step));
        let (session, step) = match opened {
            Some((Ok(session), step)) => (session, step),
            Some((Err(error), _)) => return refuse(error),
            None => return refuse(format!("`{}` has no steps", lesson_session.loaded.manifest.name)),
        };
        self.end_session();
        writeln!(out, "{}", render::wrap_prose(&intro))?;
        if is_resumed {
            let name = self.lesson_name(&lesson_session);
            let text = format!("It goes on where you left it; `lesson {name} again` begins it anew.");
            writeln!(out, "{}", render::wrap_prose(&text))?;
        }
        let outcome = self.show_step(&mut lesson_session, step, session, out);
        self.lesson_session = Some(lesson_session);
        outcome
    }

    /// Runs a line in a lesson; `None` if there is no lesson or the prompt should run the line.
    pub(super) fn run_lesson_line(
        &mut self,
        line: &InputLine,
        out: &mut dyn Write,
    ) -> io::Result<Option<CommandOutcome>> {
        let Some(mut lesson_session) = self.lesson_session.take() else { return Ok(None) };
        let outcome = self.run_line_in(&mut lesson_session, line, out);
        if !lesson_session.is_left {
            self.lesson_session = Some(lesson_session);
        }
        outcome
    }

    fn run_line_in(
        &mut self,
        lesson_session: &mut LessonSession,
        line: &InputLine,
        out: &mut dyn Write,
    ) -> io::Result<Option<CommandOutcome>> {
        let text = line_text(line);
        let word = text.trim_start_matches(':').trim().to_ascii_lowercase();
        if lesson_session.is_over() {
            return match word.as_str() {
                "" | "next" if lesson_session.quiz.is_some() => self.next_exercise(lesson_session, out).map(Some),
                "again" => {
                    lesson_session.step_index = 0;
                    lesson_session.results.fill(None);
                    lesson_session.had_help.fill(false);
                    lesson_session.is_board_shown = false;
                    self.enter(lesson_session, out).map(Some)
                }
                "back" => {
                    lesson_session.step_index = lesson_session.starts.len();
                    self.back(lesson_session, out).map(Some)
                }
                _ => Ok(None),
            };
        }
        let step = lesson_session.step().unwrap_or_else(|| unreachable!("a lesson that is not over is at a step"));
        let result = match word.as_str() {
            // A choice is an answer, even if it is also a command.
            _ if is_choice(&step, &text) => self.answer_choice(lesson_session, &step, &text, out),
            "hint" => self.next_hint(lesson_session, &step, out),
            "show" => self.show_answer(lesson_session, &step, out),
            "skip" => self.skip(lesson_session, &step, out),
            "back" => self.back(lesson_session, out),
            "again" => self.enter(lesson_session, out),
            "next" | "" => self.go_on(lesson_session, &step, out),
            _ if !step.choices.is_empty() && !matches!(line, InputLine::Command(..)) => {
                self.answer_choice(lesson_session, &step, &text, out)
            }
            _ => return self.run_step_line(lesson_session, &step, line, &text, out),
        };
        result.map(Some)
    }

    /// Runs a line that is not a word of lessons: the command asked for, another command, or a move.
    fn run_step_line(
        &mut self,
        lesson_session: &mut LessonSession,
        step: &LessonStep,
        line: &InputLine,
        text: &str,
        out: &mut dyn Write,
    ) -> io::Result<Option<CommandOutcome>> {
        // A move may be named by the labels on the board.
        let (line, text) = match line {
            InputLine::Command(command, rest) if command.takes_move() => {
                let rest = replace_labels(rest, step);
                (&InputLine::Command(command, rest.clone()), &*format!("{} {rest}", command.word))
            }
            line => (line, text),
        };
        let question = match self.question(lesson_session, step) {
            Ok(question) => question,
            Err(error) => return refuse(error).map(Some),
        };
        if question.accepts_command(text) {
            let outcome = self.run_without_saving(line, out)?;
            if !matches!(outcome, CommandOutcome::Done) {
                return Ok(Some(outcome));
            }
            return self.accept_command(lesson_session, step, out).map(Some);
        }
        self.run_unasked_line(lesson_session, question, line, text, out)
    }

    /// Runs a command without saving the game of the lesson.
    fn run_without_saving(&mut self, line: &InputLine, out: &mut dyn Write) -> CommandResult {
        self.autosave.is_paused = true;
        let outcome = self.run_command(line.clone(), out);
        self.autosave.is_paused = false;
        outcome
    }

    /// Runs a line that is not the command asked for.
    fn run_unasked_line(
        &mut self,
        lesson_session: &mut LessonSession,
        question: Question,
        line: &InputLine,
        text: &str,
        out: &mut dyn Write,
    ) -> io::Result<Option<CommandOutcome>> {
        let step = question.step;
        match line {
            InputLine::Command(command, rest) => match command.in_lesson {
                InLesson::DrawsStep => {
                    self.draw_step(step, out)?;
                    Ok(Some(CommandOutcome::Done))
                }
                InLesson::Leaves if asks_for_word(step, command) => {
                    self.reject_similar_command(lesson_session, step, out).map(Some)
                }
                InLesson::Leaves | InLesson::Quits => self.leave_lesson(lesson_session, line, out).map(Some),
                // The command with labels replaced by cells.
                InLesson::Runs if command.takes_move() => (command.run)(self, rest, out).map(Some),
                InLesson::Runs => Ok(None),
                InLesson::RunsAlone if rest.is_empty() => Ok(None),
                InLesson::RunsAlone | InLesson::Refused => {
                    refuse("that would change the lesson's game; answer with a move, or `play` a game").map(Some)
                }
            },
            // Text with labels may still be a move.
            InputLine::Unknown(word, _) if !self.is_move_prefix(word) && replace_labels(text, step) == text => Ok(None),
            _ if !step.is_question() => refuse("nothing is asked here; an empty line goes on").map(Some),
            _ => self.answer(lesson_session, question, text, out).map(Some),
        }
    }

    /// Returns the question of a step in the current position.
    fn question<'a>(&mut self, lesson_session: &LessonSession, step: &'a LessonStep) -> anyhow::Result<Question<'a>> {
        let session = self.session.as_ref().context(super::NO_GAME)?;
        Ok(Question::new(&lesson_session.loaded, step, session)?)
    }

    /// Returns the words that Tab completes in a lesson.
    pub(super) fn lesson_words(&self) -> Vec<String> {
        match &self.lesson_session {
            // Words that are also commands are offered once.
            Some(_) => {
                let own = LESSON_WORDS.iter().filter(|(word, ..)| Command::named(word).is_none());
                own.map(|(word, ..)| word.to_string()).collect()
            }
            None => Vec::new(),
        }
    }
}

/// Returns the normalised text of a line.
fn line_text(line: &InputLine) -> String {
    match line {
        InputLine::Empty => String::new(),
        InputLine::Move(text) | InputLine::Unknown(_, text) => text.clone(),
        InputLine::Command(command, rest) | InputLine::Ambiguous(command, rest) => {
            format!("{} {rest}", command.word).trim().to_string()
        }
    }
}

/// Returns whether a text is one of the step's choices.
fn is_choice(step: &LessonStep, text: &str) -> bool {
    step.choices.iter().any(|choice| choice.value.eq_ignore_ascii_case(text))
}

/// Describes how the questions of a lesson are answered.
fn answer_instruction(loaded: &LoadedLesson) -> String {
    let asks = |kind: fn(&LessonStep) -> bool| loaded.lesson.steps.iter().any(|step| step.is_question() && kind(step));
    let is_typed = |step: &LessonStep| asks_for_command(step, |_| true);
    let kinds = [
        ("a move", asks(|step| step.choices.is_empty() && !asks_for_command(step, |_| true))),
        ("a word", asks(|step| !step.choices.is_empty())),
        ("a command", asks(is_typed)),
    ];
    let kinds: Vec<&str> = kinds.into_iter().filter(|(_, is_asked)| *is_asked).map(|(kind, _)| kind).collect();
    match &kinds[..] {
        [] => "Nothing is asked here".to_string(),
        kinds => format!("Answer with {}", series(kinds, "or")),
    }
}

/// Returns whether a step asks for a command that satisfies `kind`.
fn asks_for_command(step: &LessonStep, kind: impl Fn(&str) -> bool) -> bool {
    step.accept.iter().any(|item| match &item.value {
        Accepted::Goal(LessonGoal::Types(lines)) => lines.iter().any(|line| kind(line)),
        _ => false,
    })
}

/// Returns whether a step asks for this command, with any argument.
fn asks_for_word(step: &LessonStep, command: &Command) -> bool {
    asks_for_command(step, |line| matches!(InputLine::parse(line), InputLine::Command(asked, _) if asked == command))
}
