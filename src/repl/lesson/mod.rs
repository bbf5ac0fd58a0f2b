//! Lessons at the prompt: where a learner is, and which words are for lessons alone. Steps are shown in `steps`, answers heard
//! in `answers`; exercises follow one another in `drill`.

mod answers;
mod drill;
mod steps;

use std::io::{self, Write};

use super::command::{COMMANDS, Line, Word};
use super::{Answer, Prompt, Told, refused};
use crate::lesson::{Progress, Question, Quiz, ScriptedLesson, Step, Way};
use crate::play::{Session, Table};
use crate::render;
use crate::rules::Role;

/// The words that a learner has beside the commands, and what they do.
pub const WORDS: &[(&str, &str)] = &[
    ("hint", "the next hint"),
    ("show", "an answer"),
    ("skip", "go on without answering"),
    ("back", "the step before"),
    ("again", "this step from its beginning; after the end, the whole lesson"),
    ("next", "go on, where nothing is asked; so does an empty line"),
];

/// A lesson that is being taken.
pub struct Lecture {
    scripted: ScriptedLesson,
    /// The step, from 0; past the last one the lesson is over.
    at: usize,
    /// Where each step began that was come to.
    ways: Vec<Way>,
    /// The step that was opened last, or the end.
    opened: usize,
    /// Hints shown and answers that were not right, in this step.
    hints: usize,
    misses: usize,
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
            misses: 0,
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
        match self.table.library.lesson(rest) {
            Ok(scripted) => self.begin_lesson(scripted, out),
            Err(error) => refused(error.to_string()),
        }
    }

    /// Sits down to a lesson or a quiz.
    pub(super) fn begin_learning(&mut self, learning: Learning, out: &mut dyn Write) -> Told {
        match learning {
            Learning::Lesson(scripted) => self.begin_lesson(*scripted, out),
            Learning::Quiz(quiz) => self.begin_quiz(*quiz, out),
        }
    }

    /// Begins a lesson at its first step.
    pub(super) fn begin_lesson(&mut self, scripted: ScriptedLesson, out: &mut dyn Write) -> Told {
        let title = &scripted.head.title;
        let says = format!("{title}. Answer with a move; `hint`, `show`, `skip`, `back` and `again` help.");
        let mut lecture = Lecture::new(scripted);
        let opened = lecture.step().map(|step| (lecture.open(&self.table, &step), step));
        let (session, step) = match opened {
            Some((Ok(session), step)) => (session, step),
            Some((Err(says), _)) => return refused(says),
            None => return refused(format!("`{}` has no steps", lecture.scripted.head.name)),
        };
        self.set_aside();
        writeln!(out, "{}", render::wrapped(&says))?;
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
            "hint" => self.next_hint(lecture, &step, out),
            "show" => self.show_answer(lecture, &step, out),
            "skip" => self.skip(lecture, &step, out),
            "back" => self.back(lecture, out),
            "again" => self.enter(lecture, out),
            "next" | "" => self.go_on(lecture, &step, out),
            _ if !step.choices.is_empty() && !is_command(line, &step, &text) => {
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
                for (word, says) in WORDS {
                    writeln!(out, "  {word:<16} {says}")?;
                }
                self.lecture = Some(lecture);
                Ok(None)
            }
            Line::Command(word, rest) if leaves(*word) || is_harmless(*word, rest) => {
                self.lecture = Some(lecture);
                Ok(None)
            }
            Line::Command(..) => {
                self.lecture = Some(lecture);
                refused("that would change the lesson's game; answer with a move, or `play` a game").map(Some)
            }
            Line::Unknown(word, _) if !self.is_begun(word) => {
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
                let own = WORDS.iter().filter(|(word, _)| !COMMANDS.iter().any(|(known, ..)| known == word));
                own.map(|(word, _)| word.to_string()).collect()
            }
            None => Vec::new(),
        }
    }

    /// The lesson that is taken and the step it is at, from 1.
    pub(super) fn lesson_place(&self) -> Option<(&str, usize)> {
        let lecture = self.lecture.as_ref().filter(|lecture| !lecture.is_over())?;
        Some((&lecture.scripted.head.name, lecture.at + 1))
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

/// Whether a line is a command although words are asked for.
fn is_command(line: &Line, step: &Step, text: &str) -> bool {
    let is_choice = step.choices.iter().any(|choice| choice.value.eq_ignore_ascii_case(text));
    matches!(line, Line::Command(..)) && !is_choice
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

/// The lessons there are, by course and level, with what was done.
pub fn list(table: &crate::play::Table, out: &mut dyn Write) -> io::Result<()> {
    let read = Progress::file().map_or_else(|| Ok(Progress::default()), |path| Progress::read(&path));
    let (progress, trouble) = match read {
        Ok(progress) => (progress, None),
        Err(says) => (Progress::default(), Some(says)),
    };
    let mut lessons = table.library.heads().lessons;
    lessons.sort_by_key(|(head, _)| (course(&head.role), head.name.clone()));
    let width = lessons.iter().map(|(head, _)| head.name.len()).max().unwrap_or(0);
    let mut under = String::new();
    for (head, _) in &lessons {
        let (name, level) = course(&head.role);
        if name != under {
            writeln!(out, "{name}")?;
            under = name;
        }
        let done = match progress.lessons.get(&head.name) {
            None => String::new(),
            Some(taken) => format!("  ({} of {} solved)", taken.solved, taken.questions),
        };
        let sign = if done.is_empty() { ' ' } else { '*' };
        writeln!(out, "{sign} {level}  {:<width$}  {}{done}", head.name, head.title)?;
    }
    if let Some(says) = trouble {
        writeln!(out, "{}", render::wrapped(&format!("What was done is not known: {says}.")))?;
    }
    writeln!(out, "`lesson NAME` begins one.")
}

fn course(role: &Role) -> (String, u32) {
    match role {
        Role::Lesson { course, level } => (course.clone(), *level),
        _ => Default::default(),
    }
}
