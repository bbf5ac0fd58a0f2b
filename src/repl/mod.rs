//! The prompt: reads lines from a person or a pipe, plays them, and tells what happened.

mod arranging;
mod browsing;
mod changing;
mod command;
mod cover;
mod ending;
mod greeting;
mod helper;
mod hint;
mod input;
mod keeping;
mod moving;
mod puzzle;
mod resuming;
mod seats;
mod shelf;
mod telling;
mod watching;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Instant;

use crate::mechanics::Seat;
use crate::notation::record::Record;
use crate::play::{Session, Table};
use crate::render;
use crate::rules;
use crate::vocabulary::{counted, one_line};
use command::{COMMANDS, Line, Word};
use helper::Helper;
use input::{Input, Typed};
use puzzle::Hinted;
use resuming::Keeper;
use seats::Seated;
pub use seats::{Sitters, read as read_seats};
use watching::Watch;

/// How a prompt was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Left,
    /// A line from a pipe was refused, or a bot there could not go on.
    Refused,
}

/// Opens the prompt, in a game or before one. Lines come from the terminal, or from a pipe: then the first refused
/// one ends it. Where nobody says who sits where, people do; but who sits down alone at a terminal gets an opponent. The
/// running game is kept on disk at a terminal, and elsewhere with `keep`.
pub fn run(
    session: Option<Session>,
    table: Table,
    sitters: Option<Sitters>,
    keep: bool,
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
        keeper: Keeper::new(keep || input.is_terminal()),
        before: Vec::new(),
        cut_from: None,
        is_looking_back: false,
        seen_by: None,
        is_wiped: false,
        watch: None,
    };
    prompt.seat(sitters);
    match &prompt.session {
        None => prompt.welcome(out)?,
        Some(_) => prompt.greet(out)?,
    }
    if input.is_terminal() {
        prompt.offer_left(out)?;
    }
    prompt.keep();
    // What was pasted in one go, line by line.
    let mut pasted: VecDeque<String> = VecDeque::new();
    let mut answer = prompt.let_bots_move(out)?;
    loop {
        if let Answer::Refused(says) = answer {
            out.flush()?;
            writeln!(anstream::stderr(), "{says}")?;
            if !input.is_terminal() {
                prompt.keep();
                return Ok(End::Refused);
            }
            if !pasted.is_empty() {
                let rest = counted(pasted.len(), "line");
                writeln!(anstream::stderr(), "{rest} pasted after that were left out.")?;
                pasted.clear();
            }
        }
        prompt.keep();
        prompt.cover(out)?;
        out.flush()?;
        if pasted.is_empty() {
            match input.read(|| (prompt.sign(), prompt.offered()))? {
                Typed::Line(text) => pasted = lines_of(&text),
                Typed::Dropped => {
                    answer = Answer::Done;
                    continue;
                }
                Typed::End => return prompt.leave(out),
            }
        }
        let line = Line::parse(&pasted.pop_front().unwrap_or_default());
        if let refused @ Answer::Refused(_) = prompt.look_at_files(out)? {
            answer = refused;
            continue;
        }
        answer = match prompt.obey(line, out)? {
            Answer::Done => prompt.let_bots_move(out)?,
            Answer::Quit => return prompt.leave(out),
            refused => refused,
        };
    }
}

/// The lines of what came in one go: a paste may have many. Lua may go over several lines and is one.
fn lines_of(text: &str) -> VecDeque<String> {
    let is_lua = text.trim_start().trim_start_matches(':').trim_start().starts_with("lua");
    if is_lua { [text.to_string()].into() } else { text.lines().map(str::to_string).collect() }
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
    keeper: Keeper,
    /// The games before each board that was set up by hand, the last one last.
    before: Vec<Record>,
    /// How many moves the game had before the rules changed so that it could not be played to its end.
    cut_from: Option<usize>,
    /// Whether somebody looks at an earlier turn, where bots do not answer.
    is_looking_back: bool,
    /// Where hands are hidden: the chair of the person who has the screen.
    seen_by: Option<Seat>,
    /// Whether the screen was wiped for the next person.
    is_wiped: bool,
    watch: Option<Watch>,
}

type Told = io::Result<Answer>;

const NO_GAME: &str = "no game is being played; `games` lists them, `play NAME` starts one";

fn refused(says: impl Into<String>) -> Told {
    Ok(Answer::Refused(says.into()))
}

impl Prompt {
    /// Says where the game is.
    fn leave(&mut self, out: &mut dyn Write) -> io::Result<End> {
        self.farewell(out)?;
        Ok(self.end())
    }

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
        let session = if self.is_covered() { None } else { self.session.as_mut() };
        let moves = session.and_then(|session| session.legal_moves().ok()).unwrap_or_default();
        Helper { commands: COMMANDS.iter().map(|(word, ..)| word.to_string()).collect(), moves }
    }

    fn obey(&mut self, line: Line, out: &mut dyn Write) -> Told {
        if self.is_covered()
            && let Some(told) = self.behind_cover(&line, out)?
        {
            return Ok(told);
        }
        match line {
            Line::Empty => Ok(Answer::Done),
            Line::Command(word, rest) if word.yields() && self.is_begun(word.text()) => {
                self.play(format!("{} {rest}", word.text()).trim(), out)
            }
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
            Line::Command(Word::Resume, rest) => self.resume(&rest, out),
            Line::Command(Word::Forget, rest) => self.forget(&rest, out),
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
            Word::Position => return self.position(rest, out),
            Word::Put => return self.put(rest, out),
            Word::Clear => return self.clear(rest, out),
            Word::History => writeln!(out, "{}", browsing::history(session))?,
            Word::Goto => return self.go_to(rest, out),
            Word::Note => return self.note(rest, out),
            Word::Swap => return refused("these rules have no swap; `rules` tells what they have"),
            Word::Resign => return self.resign(rest, out),
            Word::Draw => return self.draw(out),
            Word::Set => return self.set(rest, out),
            Word::Variant => return self.variant(rest, out),
            Word::Reload => return self.reload(out),
            Word::Watch => return self.watch(rest, out),
            Word::New => return self.again(out),
            Word::Save => return self.save(rest, out),
            Word::Hint => return self.hint(out),
            Word::Clock => return self.clock(out),
            Word::Help | Word::Quit | Word::Play | Word::Games | Word::Load | Word::Resume | Word::Forget => {
            }
        }
        Ok(Answer::Done)
    }
}
