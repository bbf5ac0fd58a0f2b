//! The prompt: reads lines from a person or a pipe, plays them, and tells what happened.

mod arranging;
mod asking;
mod browsing;
mod changing;
mod command;
mod completing;
mod cover;
mod drawing;
mod ending;
mod events;
pub mod foretelling;
mod greeting;
mod helper;
mod helping;
mod hint;
mod input;
mod keeping;
mod lesson;
mod moving;
mod naming;
mod puzzle;
mod resuming;
mod seats;
mod shelf;
mod telling;
mod watching;

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::interrupt;
use crate::mechanics::Seat;
use crate::notation::record::Record;
use crate::play::{Closing, Session, Table};
use crate::render;
use crate::terminal;
use crate::vocabulary::{counted, one_line};
use command::{Line, Word};
use completing::Menu;
use foretelling::Foresight;
use helper::Helper;
use input::{Input, Sitting, Typed};
pub use lesson::{Learning, list as list_lessons};
use lesson::{Lecture, Verdict};
use puzzle::Hinted;
use resuming::Keeper;
use seats::Seated;
pub use seats::{Sitters, read as read_seats, seated_again};
use watching::Watch;

/// The words of the commands.
pub fn command_words() -> Vec<&'static str> {
    command::COMMANDS.iter().map(|(word, ..)| *word).collect()
}

/// How a prompt was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Left,
    /// A line from a pipe was refused, or a bot there could not go on.
    Refused,
}

/// What somebody sits down to.
pub enum Opening {
    Welcome,
    /// A game, and who sits where if that was said.
    Game(Box<Session>, Option<Sitters>),
    Learning(Learning),
}

/// How a prompt is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// Whether the running game is kept on disk where nobody sits at a terminal, too.
    pub keeps: bool,
    /// Whether a program reads what happens.
    pub tells_events: bool,
}

/// Opens the prompt, in a game or before one. Lines come from the terminal, or from a pipe: then the first refused
/// one ends it. Where nobody says who sits where, people do; but who sits down alone at a terminal gets an opponent. The
/// running game is kept on disk at a terminal. Programs are told what happens as events, and go on after a refused line.
pub fn run(opening: Opening, table: Table, manner: Manner, out: &mut dyn Write) -> io::Result<End> {
    let (session, sitters, learning) = match opening {
        Opening::Welcome => (None, None, None),
        Opening::Game(session, sitters) => (Some(*session), sitters, None),
        Opening::Learning(learning) => (None, None, Some(learning)),
    };
    let mut input = Input::open(manner.tells_events);
    let keeper = Keeper::new(manner.keeps || input.is_terminal());
    let mut prompt = Prompt::new(session, table, keeper, input.is_terminal());
    prompt.seat(sitters);
    if manner.tells_events {
        return events::serve(prompt, learning, input, out);
    }
    if input.is_terminal() {
        // The editor hears Ctrl-C while somebody types; a bot that thinks hears it this way.
        interrupt::listen();
    }
    let mut answer = prompt.begin(learning, out)?;
    loop {
        if let Answer::Refused(says) = answer {
            out.flush()?;
            aside(&says)?;
            if !input.is_terminal() {
                prompt.keep();
                return Ok(End::Refused);
            }
            let left_out = input.forget_pasted();
            if left_out > 0 {
                let (rest, were) = (counted(left_out, "line"), if left_out == 1 { "was" } else { "were" });
                aside(&format!("{rest} pasted after that {were} left out; the arrow up finds them."))?;
            }
        }
        prompt.keep();
        prompt.cover(out)?;
        out.flush()?;
        prompt.watch_meanwhile(|| input.printer());
        let line = match input.read(|is_typed| prompt.sitting(is_typed))? {
            Typed::Line(line) => line,
            Typed::Garbled => {
                answer = Answer::Refused("that was no UTF-8 text; the line is dropped".to_string());
                continue;
            }
            Typed::Dropped => {
                answer = Answer::Done;
                continue;
            }
            Typed::End => match prompt.leave(out)? {
                Some(end) => return Ok(end),
                None => {
                    answer = Answer::Done;
                    continue;
                }
            },
        };
        if let Answer::Refused(says) = prompt.look_at_files(out)? {
            // The rules stay as they were, and the line is for them.
            out.flush()?;
            aside(&says)?;
        }
        answer = match prompt.obey(Line::parse(&line), out)? {
            Answer::Quit => match prompt.leave(out)? {
                Some(end) => return Ok(end),
                None => Answer::Done,
            },
            answer => {
                prompt.keeper.is_warned = false;
                match answer {
                    Answer::Done => prompt.let_bots_move(out)?,
                    refused => refused,
                }
            }
        };
    }
}

/// Says something beside what is asked for.
fn aside(says: &str) -> io::Result<()> {
    writeln!(terminal::stderr(), "{}", render::folded_aside(says))
}

enum Answer {
    Done,
    Quit,
    /// Nothing changed; the words say why and what to do.
    Refused(String),
}

/// Something that `redo` brings back beside moves.
enum TakenBack {
    Closing(Closing),
    SetUp(Box<Record>),
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
    /// What was taken back that is no move, each with how many moves there were then; the last one last.
    taken_back: Vec<(usize, TakenBack)>,
    /// How many moves the game had before the rules changed so that it could not be played to its end.
    cut_from: Option<usize>,
    /// Whether somebody looks at an earlier turn, where bots do not answer.
    is_looking_back: bool,
    /// Where hands are hidden: the chair of the person who has the screen.
    seen_by: Option<Seat>,
    /// The chair of the person who was last called to a covered screen.
    called: Option<Seat>,
    /// Whether a hand may be seen on it.
    shows_hand: bool,
    watch: Option<Watch>,
    /// The lesson that is being taken.
    lecture: Option<Lecture>,
    /// What the last line was, as an answer to a question.
    verdict: Option<Verdict>,
}

type Told = io::Result<Answer>;

const NO_GAME: &str = "no game is being played; `games` lists them, `play NAME` starts one";

fn refused(says: impl Into<String>) -> Told {
    Ok(Answer::Refused(says.into()))
}

impl Prompt {
    fn new(session: Option<Session>, table: Table, keeper: Keeper, is_timed: bool) -> Prompt {
        Prompt {
            session,
            table,
            offered_moves: Vec::new(),
            hinted: None,
            since: Instant::now(),
            is_timed,
            seated: Seated::default(),
            is_let_down: false,
            keeper,
            before: Vec::new(),
            taken_back: Vec::new(),
            cut_from: None,
            is_looking_back: false,
            seen_by: None,
            called: None,
            shows_hand: false,
            watch: None,
            lecture: None,
            verdict: None,
        }
    }

    /// The first words, and the first moves of bots.
    fn begin(&mut self, learning: Option<Learning>, out: &mut dyn Write) -> Told {
        if let Some(learning) = learning {
            return self.begin_learning(learning, out);
        }
        match &self.session {
            None => self.welcome(out)?,
            Some(_) => self.greet(out)?,
        }
        if self.is_timed {
            self.offer_left(out)?;
        }
        self.keep();
        self.let_bots_move(out)
    }

    /// Says where the game is. Whoever would lose something stays, and leaves by saying so again.
    fn leave(&mut self, out: &mut dyn Write) -> io::Result<Option<End>> {
        if self.is_held_back(out)? {
            return Ok(None);
        }
        self.farewell(out)?;
        Ok(Some(self.end()))
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

    /// What stands before a line, and what helps with it if somebody types it.
    fn sitting(&mut self, is_typed: bool) -> Sitting {
        let sign = self.sign();
        if !is_typed {
            return Sitting { sign, helper: Helper::default(), game: None };
        }
        let is_covered = self.is_covered();
        let session = self.session.as_ref();
        let helper = Helper {
            menu: Menu::new(self.table.library.clone(), self.lesson_words()),
            is_asked: self.lecture.is_some(),
            rules: session.map(|session| session.ruleset.clone()),
            // What would help tells of the hand.
            foresight: RefCell::new(session.filter(|_| !is_covered).and_then(Foresight::new)),
            ..Helper::default()
        };
        Sitting { sign, helper, game: session.map(|session| session.ruleset.base.clone()) }
    }

    fn obey(&mut self, line: Line, out: &mut dyn Write) -> Told {
        // Ctrl-C hurries what this line sets going, and nothing else.
        interrupt::STOP.store(false, Ordering::Relaxed);
        let line = line.settled(|word| self.is_begun(word));
        if let Some(told) = self.learn(&line, out)? {
            return Ok(told);
        }
        if self.is_covered()
            && let Some(told) = self.behind_cover(&line, out)?
        {
            return Ok(told);
        }
        match line {
            Line::Empty => {
                self.seated.is_resting = false;
                Ok(Answer::Done)
            }
            Line::Unknown(word, line) if self.is_begun(&word) => self.play(&line, out),
            Line::Unknown(word, _) => refused(self.unknown(&word)),
            Line::Command(word, rest) if !rest.is_empty() && !word.takes_more() => refused(format!(
                "`{}` is not part of this command; `help` shows what each takes",
                one_line(&rest, 40)
            )),
            Line::Command(Word::Help, rest) => self.help(&rest, out),
            Line::Command(Word::Quit, _) => Ok(Answer::Quit),
            Line::Command(Word::Play, rest) => self.sit_down(&rest, out),
            Line::Command(Word::Games, _) => self.games(out),
            Line::Command(Word::Load, rest) => self.load(&rest, out),
            Line::Command(Word::Resume, rest) => self.resume(&rest, out),
            Line::Command(Word::Forget, rest) => self.forget(&rest, out),
            Line::Command(Word::Lesson, rest) => self.lesson(&rest, out),
            Line::Command(Word::Quiz, rest) => self.quiz(&rest, out),
            Line::Command(word, rest) | Line::Either(word, rest) => self.in_game(word, &rest, out),
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
            Word::Hand => {
                self.shows_hand |= render::hides_hands(&session.game);
                write!(out, "{}", render::board(&mut session.game))?;
            }
            Word::Score => return telling::score(session, out),
            Word::Rules => return telling::rules(session, &self.table, out),
            Word::Position => return self.position(rest, out),
            Word::Put => return self.put(rest, out),
            Word::Clear => return self.clear(rest, out),
            Word::History => writeln!(out, "{}", render::folded_seen(&browsing::history(session)))?,
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
            Word::Svg => return drawing::draw(session, "svg", rest, out),
            Word::Png => return drawing::draw(session, "png", rest, out),
            Word::Save => return self.save(rest, out),
            Word::Hint => return self.hint(out),
            Word::Clock => return self.clock(out),
            Word::Lua => return asking::lua(session, rest, out),
            Word::Help | Word::Quit | Word::Play | Word::Games | Word::Load | Word::Lesson | Word::Quiz => {}
            Word::Resume | Word::Forget => {}
        }
        Ok(Answer::Done)
    }
}
