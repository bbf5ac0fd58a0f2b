//! Lessons at the prompt: where a learner is, and which words are for lessons alone. Steps are shown in `steps`, answers heard
//! in `answers`, lessons left and gone on with in `leaving`; exercises follow one another in `drill`. `listing` lists lessons,
//! `verdict` has what programs hear of one.

mod answers;
mod drill;
mod leaving;
mod listing;
mod steps;
mod verdict;

use std::io::{self, Write};

use super::command::{COMMANDS, Line, Word};
use super::telling::why;
use super::{Answer, Prompt, Told, refused};
use crate::lesson::{Accepted, Goal, Question, Quiz, ScriptedLesson, Step, Way, unlabelled};
use crate::play::{Session, Table};
use crate::render;
use crate::vocabulary::series;

pub use listing::list;
pub(super) use verdict::{Tally, Verdict};

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
    (
        "next",
        "go on, where nothing is asked; so does an empty line",
        Some("another exercise, after an answer"),
    ),
];

/// How many columns such a word takes.
const WORD: usize = 18;

/// A lesson that is being taken.
pub struct Lecture {
    scripted: ScriptedLesson,
    /// The step, from 0; past the last one the lesson is over.
    at: usize,
    /// Where each step began that was come to.
    ways: Vec<Way>,
    /// The step that was opened last, or the end.
    opened: usize,
    /// Hints shown in this step since it was opened.
    hints: usize,
    /// By the step: whether there was a hint, an answer that was shown or one that was not right. Whoever takes the step
    /// again knows more than at first.
    helped: Vec<bool>,
    /// What became of each step that was left.
    marks: Vec<Option<Mark>>,
    /// Whether the board was shown as it is now.
    is_shown: bool,
    /// Where more of the same comes from, in a quiz, and how it went so far.
    quiz: Option<Box<Drill>>,
    /// Whether the quiz counts this exercise already: whoever repeats it has known the answer.
    is_counted: bool,
}

/// A quiz that is being taken.
struct Drill {
    quiz: Quiz,
    asked: usize,
    solved: usize,
}

/// What somebody sits down to learn.
pub enum Learning {
    Lesson(Box<ScriptedLesson>),
    Quiz(Box<Quiz>),
}

/// What became of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// Nothing was asked.
    Read,
    Answered {
        at_once: bool,
    },
    Skipped,
}

impl Lecture {
    fn new(scripted: ScriptedLesson) -> Lecture {
        let marks = vec![None; scripted.lesson.steps.len()];
        Lecture {
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
    fn open(&mut self, table: &Table, step: &Step) -> Result<Session, String> {
        let lesson = &self.scripted.lesson;
        let way = self.ways.get(self.at).cloned().unwrap_or_else(|| {
            let before = self.ways.last().cloned().unwrap_or_else(|| Way::start(lesson));
            before.to(lesson, step)
        });
        let session = way.open(table, lesson).map_err(|error| format!("{}: {error}", step.place))?;
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

    fn step(&self) -> Option<Step> {
        self.scripted.lesson.steps.get(self.at).cloned()
    }

    fn is_over(&self) -> bool {
        self.at >= self.scripted.lesson.steps.len()
    }
}

impl Prompt {
    /// `lesson`, or `lesson NAME`.
    pub(super) fn lesson(&mut self, rest: &str, out: &mut dyn Write) -> Told {
        if rest.is_empty() {
            list(&self.table, out)?;
            return Ok(Answer::Done);
        }
        let (name, is_anew) = match rest.strip_suffix(" again") {
            Some(name) => (name.trim_end(), true),
            None => (rest, false),
        };
        // The games of a lesson in a file may lie beside it.
        self.table.library = self.table.library.beside([name]);
        match self.table.library.lesson(name) {
            Ok(scripted) => self.begin_lesson(scripted, !is_anew, out),
            Err(error) => refused(error.to_string()),
        }
    }

    /// Sits down to a lesson or a quiz.
    pub(super) fn begin_learning(&mut self, learning: Learning, out: &mut dyn Write) -> Told {
        match learning {
            // The same answers from a pipe are for the same questions, whatever was done before.
            Learning::Lesson(scripted) => self.begin_lesson(*scripted, self.is_timed, out),
            Learning::Quiz(quiz) => self.begin_quiz(*quiz, out),
        }
    }

    /// Begins a lesson: where it was left, if it is to be gone on with, or at its first step.
    fn begin_lesson(&mut self, scripted: ScriptedLesson, goes_on: bool, out: &mut dyn Write) -> Told {
        let says = format!(
            "{}. {}; `hint`, `show`, `skip`, `back` and `again` help.",
            scripted.head.title,
            manner(&scripted)
        );
        let mut lecture = Lecture::new(scripted);
        let left = if goes_on { leaving::left(&lecture) } else { None };
        let is_left = left.is_some_and(|left| lecture.go_to(&left, &self.table));
        let opened = lecture.step().map(|step| (lecture.open(&self.table, &step), step));
        let (session, step) = match opened {
            Some((Ok(session), step)) => (session, step),
            Some((Err(says), _)) => return refused(says),
            None => return refused(format!("`{}` has no steps", lecture.scripted.head.name)),
        };
        self.set_aside();
        writeln!(out, "{}", render::wrapped(&says))?;
        if is_left {
            let name = self.lesson_name(&lecture);
            let says = format!("It goes on where you left it; `lesson {name} again` begins it anew.");
            writeln!(out, "{}", render::wrapped(&says))?;
        }
        self.show_step(lecture, step, session, out)
    }

    /// What a line means in a lesson; nothing, if there is none or the line is for the prompt itself.
    pub(super) fn learn(&mut self, line: &Line, out: &mut dyn Write) -> io::Result<Option<Answer>> {
        let Some(mut lecture) = self.lecture.take() else { return Ok(None) };
        let text = typed(line);
        let word = text.trim_start_matches(':').trim().to_ascii_lowercase();
        if lecture.is_over() {
            return match word.as_str() {
                "" | "next" if lecture.quiz.is_some() => self.next_exercise(lecture, out).map(Some),
                "again" => {
                    lecture.at = 0;
                    lecture.marks.fill(None);
                    lecture.helped.fill(false);
                    lecture.is_shown = false;
                    self.enter(lecture, out).map(Some)
                }
                "back" => {
                    lecture.at = lecture.ways.len();
                    self.back(lecture, out).map(Some)
                }
                _ => {
                    self.lecture = Some(lecture);
                    Ok(None)
                }
            };
        }
        let step = lecture.step().unwrap_or_else(|| unreachable!("a lesson that is not over is at a step"));
        let told = match word.as_str() {
            // What is to choose from is an answer, whatever else it may mean.
            _ if is_choice(&step, &text) => self.hear_choice(lecture, &step, &text, out),
            "hint" => self.next_hint(lecture, &step, out),
            "show" => self.show_answer(lecture, &step, out),
            "skip" => self.skip(lecture, &step, out),
            "back" => self.back(lecture, out),
            "again" => self.enter(lecture, out),
            "next" | "" => self.go_on(lecture, &step, out),
            _ if !step.choices.is_empty() && !matches!(line, Line::Command(..)) => {
                self.hear_choice(lecture, &step, &text, out)
            }
            _ => return self.hear(lecture, &step, line, &text, out),
        };
        told.map(Some)
    }

    /// A line that is no word of the learner's: a command that is asked for, another command, or a move.
    fn hear(
        &mut self,
        lecture: Lecture,
        step: &Step,
        line: &Line,
        text: &str,
        out: &mut dyn Write,
    ) -> io::Result<Option<Answer>> {
        // Whoever asks about a move may use the letters that are on the board.
        let (line, text) = match line {
            Line::Command(Word::Why, rest) => {
                let rest = unlabelled(rest, step);
                (&Line::Command(Word::Why, rest.clone()), &*format!("why {rest}"))
            }
            line => (line, text),
        };
        let question = match self.question(&lecture, step) {
            Ok(question) => question,
            Err(says) => {
                self.lecture = Some(lecture);
                return refused(says).map(Some);
            }
        };
        if question.accepts_line(text) {
            // What happens on the way belongs to the lesson.
            self.keeper.is_paused = true;
            let told = self.obey(line.clone(), out);
            self.keeper.is_paused = false;
            let told = told?;
            if !matches!(told, Answer::Done) {
                self.lecture = Some(lecture);
                return Ok(Some(told));
            }
            return self.right_line(lecture, step, out).map(Some);
        }
        match line {
            Line::Command(Word::Board, _) => {
                self.draw_step(step, out)?;
                self.lecture = Some(lecture);
                Ok(Some(Answer::Done))
            }
            Line::Command(Word::Help, _) => {
                for (word, says, in_quiz) in WORDS {
                    let says = if lecture.quiz.is_some() { *in_quiz } else { Some(*says) };
                    if let Some(says) = says {
                        writeln!(out, "{}", render::folded_at(&format!("  {word:<WORD$}{says}"), WORD))?;
                    }
                }
                self.lecture = Some(lecture);
                Ok(None)
            }
            Line::Command(word, _) if *word != Word::Quit && leaves(*word) && asks_for(step, *word) => {
                self.nearly(lecture, step, out).map(Some)
            }
            Line::Command(word, _) if leaves(*word) => self.leave_by(lecture, line, out).map(Some),
            // The command as it was read here, with cells for letters.
            Line::Command(Word::Why, rest) => {
                let session = self.session.as_mut();
                let told = session.map_or_else(|| refused(super::NO_GAME), |session| why(session, rest, out));
                self.lecture = Some(lecture);
                told.map(Some)
            }
            Line::Command(word, rest) if is_harmless(*word, rest) => {
                self.lecture = Some(lecture);
                Ok(None)
            }
            Line::Command(..) => {
                self.lecture = Some(lecture);
                refused("that would change the lesson's game; answer with a move, or `play` a game").map(Some)
            }
            // Unless the letters on the board make a move of it.
            Line::Unknown(word, _) if !self.is_begun(word) && unlabelled(text, step) == text => {
                self.lecture = Some(lecture);
                Ok(None)
            }
            _ if !step.is_question() => {
                self.lecture = Some(lecture);
                refused("nothing is asked here; an empty line goes on").map(Some)
            }
            _ => self.answer(lecture, question, text, out).map(Some),
        }
    }

    /// The step's question in the position of the session.
    fn question<'a>(&mut self, lecture: &Lecture, step: &'a Step) -> Result<Question<'a>, String> {
        let session = self.session.as_ref().ok_or(super::NO_GAME)?;
        Question::new(&lecture.scripted, step, session).map_err(|fault| fault.to_string())
    }

    /// The words that Tab completes in a lesson.
    pub(super) fn lesson_words(&self) -> Vec<String> {
        match &self.lecture {
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
fn typed(line: &Line) -> String {
    match line {
        Line::Empty => String::new(),
        Line::Move(text) | Line::Unknown(_, text) => text.clone(),
        Line::Command(word, rest) | Line::Either(word, rest) => {
            let word = COMMANDS.iter().find(|(.., known)| known == word).map_or("", |(text, ..)| text);
            format!("{word} {rest}").trim().to_string()
        }
    }
}

/// Whether a line is one of the words that are asked for.
fn is_choice(step: &Step, text: &str) -> bool {
    step.choices.iter().any(|choice| choice.value.eq_ignore_ascii_case(text))
}

/// How the questions of a lesson are answered.
fn manner(scripted: &ScriptedLesson) -> String {
    let asks =
        |kind: fn(&Step) -> bool| scripted.lesson.steps.iter().any(|step| step.is_question() && kind(step));
    let is_typed = |step: &Step| is_asked_for(step, |_| true);
    let kinds = [
        ("a move", asks(|step| step.choices.is_empty() && !is_asked_for(step, |_| true))),
        ("a word", asks(|step| !step.choices.is_empty())),
        ("a command", asks(is_typed)),
    ];
    let kinds: Vec<&str> =
        kinds.into_iter().filter(|(_, is_asked)| *is_asked).map(|(kind, _)| kind).collect();
    match &kinds[..] {
        [] => "Nothing is asked here".to_string(),
        kinds => format!("Answer with {}", series(kinds, "or")),
    }
}

/// Whether a step asks for a command of some kind.
fn is_asked_for(step: &Step, kind: impl Fn(&str) -> bool) -> bool {
    step.accept.iter().any(|item| match &item.value {
        Accepted::Goal(Goal::Types(lines)) => lines.iter().any(|line| kind(line)),
        _ => false,
    })
}

/// Whether a step asks for this command, whatever is to follow it.
fn asks_for(step: &Step, word: Word) -> bool {
    is_asked_for(step, |line| matches!(Line::parse(line), Line::Command(asked, _) if asked == word))
}

/// Commands after which there is no lesson, if they do what they say.
fn leaves(word: Word) -> bool {
    matches!(word, Word::Play | Word::Load | Word::Resume | Word::Lesson | Word::Quiz | Word::Quit)
}

/// Commands that only tell something, or write it to a file.
fn is_harmless(word: Word, rest: &str) -> bool {
    let tells = matches!(
        word,
        Word::Moves
            | Word::Why
            | Word::Hand
            | Word::Look
            | Word::Score
            | Word::Rules
            | Word::History
            | Word::Games
            | Word::Forget
            | Word::Lua
            | Word::Save
            | Word::Svg
            | Word::Png
    );
    tells || word == Word::Position && rest.is_empty()
}
