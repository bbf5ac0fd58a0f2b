//! Lessons at the prompt: the state of a lesson, and the words that only lessons have.
//!
//! | module | contents |
//! |---|---|
//! | `steps` | showing, leaving and skipping steps; the summary |
//! | `answers` | right, wrong and illegal answers |
//! | `exit` | leaving a lesson and resuming it |
//! | `quiz_session` | exercises one after another |
//! | `verdict` | the state of a lesson for events |

mod answers;
mod exit;
mod quiz_session;
mod steps;
mod verdict;

use std::io::{self, Write};

use super::active_game::ActiveGame;
use super::command::{Command, InLesson, InputLine};
use super::mode::{Mode, Prompt};
use super::seats::SeatedBots;
use super::{CommandOutcome, CommandResult, Context, done, refuse};
use crate::lesson::{Accepted, LessonGoal, LessonStep, LoadedLesson, Question, Quiz, StepStart, replace_labels};
use crate::players::SeatAssignment;
use crate::render;
use anyhow::Context as _;
use houserule_core::text::series;
use houserule_script::play::Workspace;

pub use verdict::{AnswerVerdict, LessonTally};

/// Words for lessons: word, description in a lesson, and description in a quiz if it exists there.
pub const LESSON_WORDS: &[(&str, &str, Option<&str>)] = &[
    ("hint", "print the next hint", None),
    ("show", "print an answer", Some("print the answer")),
    ("skip", "go on without answering", Some("go on to another exercise without answering")),
    ("back", "go back one step", None),
    ("again", "start this step again; after the end, the whole lesson", Some("start this exercise again")),
    ("next", "go on if there is no question, like Enter", Some("go on to another exercise after an answer")),
];

/// Lesson or quiz in progress.
pub struct LessonSession {
    /// The game of the current step.
    pub game: ActiveGame,
    /// The game from which the lesson was started; leaving returns to it.
    pub outer_game: Option<Box<ActiveGame>>,
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
    kind: LessonKind,
}

/// Where the steps of a lesson come from.
enum LessonKind {
    /// A file; the learner's progress is kept.
    Lesson,
    /// A quiz, which goes on with another exercise of one step.
    Quiz(Box<QuizSession>),
}

/// Quiz in progress.
struct QuizSession {
    quiz: Quiz,
    total: usize,
    solved: usize,
    /// Whether the present exercise was counted, which is not counted again when repeated.
    is_counted: bool,
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

/// What the prompt does with a line in a lesson.
pub enum LessonReply {
    /// The lesson has answered it.
    Answered(CommandOutcome),
    /// It runs as elsewhere.
    Run(InputLine),
    /// It is the command that was asked for.
    RunAsked(InputLine),
    /// It leaves the lesson, if it starts something else.
    Leave(InputLine),
}

impl Prompt {
    /// Runs `lesson` or `lesson NAME`.
    pub fn lesson_command(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let workspace = &mut self.context.workspace;
        if rest.is_empty() {
            crate::lesson::list(workspace, out)?;
            return Ok(CommandOutcome::Done);
        }
        let (name, is_restart) = match rest.strip_suffix(" again") {
            Some(name) => (name.trim_end(), true),
            None => (rest, false),
        };
        // The games of a lesson may be in the same folder.
        workspace.library = workspace.library.with_siblings_of([name]);
        let loaded = or_refuse!(workspace.library.lesson(name));
        self.context.begin_lesson(loaded, !is_restart, out)
    }
}

impl Context {
    /// Starts a lesson or a quiz.
    pub fn begin_learning(&mut self, learning: LearningMode, out: &mut dyn Write) -> CommandResult {
        match learning {
            // Piped answers always start at the first question.
            LearningMode::Lesson(loaded) => self.begin_lesson(*loaded, self.is_interactive, out),
            LearningMode::Quiz(quiz) => self.begin_quiz(*quiz, out),
        }
    }

    /// Starts a lesson where it was left, if `can_resume`, or at its first step.
    fn begin_lesson(&mut self, loaded: LoadedLesson, can_resume: bool, out: &mut dyn Write) -> CommandResult {
        let intro = format!(
            "{}. {}. You can also type `hint`, `show`, `skip`, `back` or `again`.",
            loaded.manifest.title,
            answer_instruction(&loaded)
        );
        let mut lesson = Box::new(or_refuse!(LessonSession::new(loaded, &self.workspace)));
        let bookmark = if can_resume { exit::saved_bookmark(&lesson) } else { None };
        let is_resumed = bookmark.is_some_and(|bookmark| lesson.resume_at(&bookmark, &self.workspace));
        writeln!(out, "{}", render::wrap_prose(&intro))?;
        if is_resumed {
            let name = lesson.name(self);
            let text = format!("You continue where you left off; `lesson {name} again` starts from the beginning.");
            writeln!(out, "{}", render::wrap_prose(&text))?;
        }
        self.enter_lesson(lesson, out)
    }

    /// Shows the current step of a lesson, which then starts.
    fn enter_lesson(&mut self, mut lesson: Box<LessonSession>, out: &mut dyn Write) -> CommandResult {
        match lesson.enter(self, out)? {
            CommandOutcome::Done => Ok(CommandOutcome::Starts(Mode::Lesson(lesson))),
            outcome => Ok(outcome),
        }
    }
}

impl LessonSession {
    /// Opens a lesson at its first step.
    fn new(loaded: LoadedLesson, workspace: &Workspace) -> anyhow::Result<LessonSession> {
        let lesson = &loaded.lesson;
        let first = lesson.steps.first().with_context(|| format!("`{}` has no steps", loaded.manifest.name))?;
        let start = StepStart::of_lesson(lesson).for_step(lesson, first);
        let session = start.open(workspace, lesson).with_context(|| first.place.to_string())?;
        let results = vec![None; lesson.steps.len()];
        Ok(LessonSession {
            game: ActiveGame::of_lesson(session),
            outer_game: None,
            loaded,
            step_index: 0,
            starts: vec![start],
            opened_index: 0,
            hints_shown: 0,
            had_help: vec![false; results.len()],
            results,
            is_board_shown: false,
            kind: LessonKind::Lesson,
        })
    }

    /// Opens the current step in its position; changes nothing on failure.
    fn open(&mut self, workspace: &Workspace, step: &LessonStep) -> anyhow::Result<()> {
        let lesson = &self.loaded.lesson;
        let start = self.starts.get(self.step_index).cloned().unwrap_or_else(|| {
            let last = self.starts.last().cloned().unwrap_or_else(|| StepStart::of_lesson(lesson));
            last.for_step(lesson, step)
        });
        let session = start.open(workspace, lesson).with_context(|| step.place.to_string())?;
        self.starts.truncate(self.step_index);
        self.starts.push(start);
        self.opened_index = self.step_index;
        self.game.seating = SeatedBots::new(SeatAssignment::new(), session.seed);
        self.game.set_session(session);
        Ok(())
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
    pub fn words(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let (is_quiz, is_over) = (self.is_quiz(), self.is_over());
        let words = LESSON_WORDS.iter().filter(move |_| !is_over);
        words.filter_map(move |&(word, doc, quiz_doc)| Some((word, if is_quiz { quiz_doc? } else { doc })))
    }

    /// Returns the words that Tab completes in addition to commands.
    pub fn completed_words(&self) -> Vec<String> {
        let own = LESSON_WORDS.iter().filter(|(word, ..)| Command::named(word).is_none());
        own.map(|(word, ..)| word.to_string()).collect()
    }

    fn is_quiz(&self) -> bool {
        matches!(self.kind, LessonKind::Quiz(_))
    }

    fn is_over(&self) -> bool {
        self.step_index >= self.loaded.lesson.steps.len()
    }

    /// Answers a line, or says what the prompt does with it.
    pub fn run_line(&mut self, context: &mut Context, line: InputLine, out: &mut dyn Write) -> io::Result<LessonReply> {
        let text = line_text(&line);
        let word = text.trim_start_matches(':').trim().to_ascii_lowercase();
        let Some(step) = self.step() else { return self.run_line_after_end(context, &word, line, out) };
        let result = match word.as_str() {
            // A choice is an answer, even if it is also a command.
            _ if is_choice(&step, &text) => self.answer_choice(context, &step, &text, out),
            "hint" => self.next_hint(&step, out),
            "show" => self.show_answer(&step, out),
            "skip" => self.skip(context, &step, out),
            "back" => self.back(context, out),
            "again" => self.enter(context, out),
            "next" | "" => self.go_on(context, &step, out),
            _ if !step.choices.is_empty() && line.command().is_none() => self.answer_choice(context, &step, &text, out),
            _ => return self.run_answer(context, &step, line, text, out),
        };
        result.map(LessonReply::Answered)
    }

    /// Answers a line after the last step.
    fn run_line_after_end(
        &mut self,
        context: &mut Context,
        word: &str,
        line: InputLine,
        out: &mut dyn Write,
    ) -> io::Result<LessonReply> {
        let result = match word {
            "" | "next" if self.is_quiz() => self.next_exercise(context, out),
            "again" => {
                self.step_index = 0;
                self.results.fill(None);
                self.had_help.fill(false);
                self.is_board_shown = false;
                self.enter(context, out)
            }
            "back" => {
                self.step_index = self.starts.len();
                self.back(context, out)
            }
            _ => return Ok(LessonReply::Run(line)),
        };
        result.map(LessonReply::Answered)
    }

    /// Answers a line that is not a word of lessons: the command asked for, another command, or a move.
    fn run_answer(
        &mut self,
        context: &mut Context,
        step: &LessonStep,
        line: InputLine,
        text: String,
        out: &mut dyn Write,
    ) -> io::Result<LessonReply> {
        // A move may be named by the labels on the board.
        let (line, text) = match line {
            InputLine::Command(command, rest) if command.takes_move() => {
                let rest = replace_labels(&rest, step);
                let text = format!("{} {rest}", command.word);
                (InputLine::Command(command, rest), text)
            }
            line => (line, text),
        };
        let question = match Question::new(&self.loaded, step, &self.game.session) {
            Ok(question) => question,
            Err(error) => return refuse(error).map(LessonReply::Answered),
        };
        if question.accepts_command(&text) {
            return Ok(LessonReply::RunAsked(line));
        }
        let result = match &line {
            InputLine::Command(command, rest) => match command.in_lesson {
                InLesson::DrawsStep => done(self.draw_step(step, out)),
                InLesson::Leaves if asks_for_word(step, command) => self.reject_similar_command(step, out),
                InLesson::Leaves | InLesson::Quits => return Ok(LessonReply::Leave(line)),
                InLesson::Runs => return Ok(LessonReply::Run(line)),
                InLesson::RunsAlone if rest.is_empty() => return Ok(LessonReply::Run(line)),
                InLesson::RunsAlone | InLesson::Refused => refuse(format!(
                    "`{}` does not work in a lesson; answer with a move, or `play` a game of your own",
                    command.word
                )),
            },
            // Text with labels may still be a move.
            InputLine::Unknown(..) if replace_labels(&text, step) == text => return Ok(LessonReply::Run(line)),
            _ if !step.is_question() => refuse("there is no question here; press Enter to go on"),
            _ => self.answer(context, question, &text, out),
        };
        result.map(LessonReply::Answered)
    }
}

/// Returns the normalised text of a line.
fn line_text(line: &InputLine) -> String {
    match line {
        InputLine::Empty => String::new(),
        InputLine::Move(text) | InputLine::Unknown(_, text) => text.clone(),
        InputLine::Command(command, rest) | InputLine::Ambiguous(command, rest, _) => {
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
        [] => "There are no questions".to_string(),
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
    asks_for_command(step, |line| InputLine::parse(line).command().is_some_and(|(asked, _)| asked == command))
}
