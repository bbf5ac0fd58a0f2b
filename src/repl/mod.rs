//! The prompt: reads lines from a person or a pipe, plays them, and tells what happened.

mod command;
mod greeting;
mod helper;
mod hint;
mod input;
mod keeping;
mod lesson;
mod moving;
mod puzzle;
mod seats;
mod telling;

use std::io::{self, Write};
use std::time::Instant;

use crate::play::{Session, Table};
use crate::render;
use crate::rules;
use crate::vocabulary::one_line;
use command::{COMMANDS, Line, Word};
use helper::Helper;
use input::{Input, Typed};
use lesson::Lecture;
pub use lesson::{Learning, list as list_lessons};
use puzzle::Hinted;
use seats::Seated;
pub use seats::{Sitters, read as read_seats};

/// The words of the commands.
pub fn command_words() -> Vec<&'static str> {
    COMMANDS.iter().map(|(word, ..)| *word).collect()
}

/// How a prompt was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Left,
    /// A line from a pipe was refused, or a bot there could not go on.
    Refused,
}

/// Opens the prompt, in a game or before one. Lines come from the terminal, or from a pipe: then the first refused
/// one ends it. Where nobody says who sits where, people do; but who sits down alone at a terminal gets an opponent.
pub fn run(
    session: Option<Session>,
    table: Table,
    sitters: Option<Sitters>,
    learning: Option<Learning>,
    out: &mut dyn Write,
) -> io::Result<End> {
    let mut input = Input::open();
    let mut prompt = Prompt {
        session,
        table,
        offered_moves: Vec::new(),
        hinted: None,
        since: Instant::now(),
        is_timed: input.is_terminal(),
        seated: Seated::default(),
        is_let_down: false,
        lecture: None,
    };
    prompt.seat(sitters);
    let mut answer = match (learning, &prompt.session) {
        (Some(learning), _) => prompt.begin_learning(learning, out)?,
        (None, None) => {
            prompt.welcome(out)?;
            Answer::Done
        }
        (None, Some(_)) => {
            prompt.greet(out)?;
            prompt.let_bots_move(out)?
        }
    };
    loop {
        if let Answer::Refused(says) = answer {
            out.flush()?;
            writeln!(anstream::stderr(), "{says}")?;
            if !input.is_terminal() {
                return Ok(End::Refused);
            }
        }
        out.flush()?;
        let line = match input.read(|| (prompt.sign(), prompt.offered()))? {
            Typed::Line(line) => line,
            Typed::Dropped => {
                answer = Answer::Done;
                continue;
            }
            Typed::End => return Ok(prompt.end()),
        };
        answer = match prompt.obey(Line::parse(&line), out)? {
            Answer::Done => prompt.let_bots_move(out)?,
            Answer::Quit => return Ok(prompt.end()),
            refused => refused,
        };
    }
}

enum Answer {
    Done,
    Quit,
    /// Nothing changed; the words say why and what to do.
    Refused(String),
}

struct Prompt {
    session: Option<Session>,
    table: Table,
    /// The moves last listed to pick from.
    offered_moves: Vec<String>,
    hinted: Hinted,
    /// When the game was begun.
    since: Instant,
    /// Whether a person sits there, whose time counts.
    is_timed: bool,
    seated: Seated,
    /// Whether a bot could not go on.
    is_let_down: bool,
    /// The lesson that is being taken.
    lecture: Option<Lecture>,
}

type Told = io::Result<Answer>;

const NO_GAME: &str = "no game is being played; `games` lists them, `play NAME` starts one";

fn refused(says: impl Into<String>) -> Told {
    Ok(Answer::Refused(says.into()))
}

impl Prompt {
    /// How the prompt is left: a pipe is told that a bot could not go on.
    fn end(&self) -> End {
        if self.is_let_down && !self.is_timed { End::Refused } else { End::Left }
    }

    /// Seats those who are named, or those who usually sit down.
    fn seat(&mut self, sitters: Option<Sitters>) {
        let Some(session) = &self.session else { return };
        let usual = || if self.is_timed { Seated::usual(session.plan()) } else { Sitters::new() };
        self.seated = Seated::new(sitters.unwrap_or_else(usual), session.seed);
    }

    /// What Tab completes: commands and legal moves.
    fn offered(&mut self) -> Helper {
        let moves = self.session.as_mut().and_then(|session| session.legal_moves().ok()).unwrap_or_default();
        let mut commands: Vec<String> = COMMANDS.iter().map(|(word, ..)| word.to_string()).collect();
        commands.extend(self.lesson_words());
        Helper { commands, moves }
    }

    fn obey(&mut self, line: Line, out: &mut dyn Write) -> Told {
        if let Some(told) = self.learn(&line, out)? {
            return Ok(told);
        }
        match line {
            Line::Empty => Ok(Answer::Done),
            Line::Unknown(word, line) if self.is_begun(&word) => self.play(&line, out),
            Line::Unknown(word, _) => refused(self.unknown(&word)),
            Line::Command(word, rest) if !rest.is_empty() && !word.takes_more() => refused(format!(
                "`{}` is not part of this command; `help` shows what each takes",
                one_line(&rest, 40)
            )),
            Line::Command(Word::Help, _) => self.help(out),
            Line::Command(Word::Quit, _) => Ok(Answer::Quit),
            Line::Command(Word::Play, rest) => self.sit_down(&rest, out),
            Line::Command(Word::Games, _) => self.games(out),
            Line::Command(Word::Load, rest) => self.load(&rest, out),
            Line::Command(Word::Lesson, rest) => self.lesson(&rest, out),
            Line::Command(Word::Quiz, rest) => self.quiz(&rest, out),
            Line::Command(word, rest) => self.in_game(word, &rest, out),
            Line::Move(text) => self.play(&text, out),
        }
    }

    /// Whether moves of the game begin with a word.
    fn is_begun(&mut self, word: &str) -> bool {
        self.session.as_mut().is_some_and(|session| session.is_begun(word))
    }

    /// Commands that need a game.
    fn in_game(&mut self, word: Word, rest: &str, out: &mut dyn Write) -> Told {
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        match word {
            Word::Moves => match session.legal_moves() {
                Ok(moves) if moves.is_empty() => writeln!(out, "no move is legal")?,
                Ok(moves) => writeln!(out, "{}", telling::columns(&moves))?,
                Err(fault) => return refused(fault.to_string()),
            },
            Word::Why => return telling::why(session, rest, out),
            Word::Undo => return self.undo(out),
            Word::Redo => return self.redo(out),
            Word::Seats => return self.seats(rest, out),
            Word::Bot => return self.bot(rest, out),
            Word::Look => write!(out, "{}", render::look(&session.game))?,
            Word::Board => self.show(out)?,
            Word::Hand => write!(out, "{}", render::board(&mut session.game))?,
            Word::Score => return telling::score(session, out),
            Word::Rules => {
                let ruleset = &session.ruleset;
                let words = rules::words(&ruleset.plan, &ruleset.heads, &ruleset.options).to_string();
                write!(out, "{}", render::folded(&words))?;
            }
            Word::Position => {
                writeln!(out, "{}", session.position())?;
                if render::hides_hands(&session.game) {
                    writeln!(out, "This tells every hand and what is drawn next.")?;
                }
            }
            Word::History => writeln!(out, "{}", session.moves().join(" "))?,
            Word::New => return self.again(out),
            Word::Save => return keeping::save(session, rest, out),
            Word::Hint => return self.hint(out),
            Word::Clock => return self.clock(out),
            Word::Help | Word::Quit | Word::Play | Word::Games | Word::Load | Word::Lesson | Word::Quiz => {}
        }
        Ok(Answer::Done)
    }
}
