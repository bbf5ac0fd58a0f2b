//! The prompt: reads lines from a person or a pipe, plays them, and tells what happened.

mod command;
mod helper;
mod hint;
mod input;
mod puzzle;
mod seats;

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use crate::mechanics::Seat;
use crate::notation::record;
use crate::play::{PlayError, Session, Table};
use crate::render;
use crate::rules;
use crate::vocabulary::{counted, nearest, one_line};
use command::{COMMANDS, Line, Word};
use helper::Helper;
use input::{Input, Typed};
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
    };
    prompt.seat(sitters);
    match &prompt.session {
        None => prompt.welcome(out)?,
        Some(_) => prompt.greet(out)?,
    }
    let mut answer = prompt.let_bots_move(out)?;
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
}

type Told = io::Result<Answer>;

const NO_GAME: &str = "no game is being played; `games` lists them, `play NAME` starts one";

fn refused(says: impl Into<String>) -> Told {
    Ok(Answer::Refused(says.into()))
}

impl Prompt {
    fn welcome(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Houserule: tile and stone games whose rules you can change.")?;
        for head in self.table.library.heads().games() {
            writeln!(out, "  play {:<10} {}", head.name, head.title)?;
        }
        writeln!(out, "Type one of these lines, `help` for the commands, `quit` to leave.")
    }

    fn greet(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        let title = &session.plan().title;
        let greeting = format!("{title}. Type a move, `moves` to see them all, or `help`.");
        writeln!(out, "{}", render::folded(&greeting))?;
        if session.plan().mechanic.has_chance() {
            writeln!(out, "Dealt with seed {}.", session.seed)?;
        }
        self.introduce(out)?;
        self.show(out)
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

    /// What stands before the line: whose turn it is.
    fn sign(&mut self) -> String {
        let Some(session) = &mut self.session else {
            return "houserule> ".to_string();
        };
        if let Ok(Some(_)) = session.game.outcome() {
            return "game over> ".to_string();
        }
        if session.is_race() {
            return format!("race {}> ", session.game.board().clock().ply + 1);
        }
        let turn = session.game.board().clock().turn(session.plan().names.seats.len());
        format!("{} {turn}> ", session.plan().names.seat_and_side(session.game.seat()))
    }

    /// What Tab completes: commands and legal moves.
    fn offered(&mut self) -> Helper {
        let moves = self.session.as_mut().and_then(|session| session.legal_moves().ok()).unwrap_or_default();
        Helper { commands: COMMANDS.iter().map(|(word, ..)| word.to_string()).collect(), moves }
    }

    /// The board, and the result of a game that is over.
    fn show(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        write!(out, "{}", render::public_board(&mut session.game))?;
        if render::hides_hands(&session.game) && !session.game.ended() {
            match session.is_race() {
                true => writeln!(out, "`hand` shows the tiles of all who may move.")?,
                false => {
                    let seat = session.plan().names.seat_and_side(session.game.seat());
                    writeln!(out, "`hand` shows the tiles of {seat}, who is to move.")?;
                }
            }
        }
        match session.game.outcome() {
            Ok(Some(outcome)) => {
                let words = outcome.words(session.plan());
                let says = format!("The game is over: {words}. `undo`, `new` or `quit`?");
                writeln!(out, "{}", render::folded(&says))?;
                match session.plan().layout() {
                    Some(plan) if self.is_timed => {
                        writeln!(out, "{}", puzzle::clock_words(self.since.elapsed(), plan.times.as_ref()))
                    }
                    _ => Ok(()),
                }
            }
            Ok(None) => Ok(()),
            Err(fault) => writeln!(out, "{fault}"),
        }
    }

    fn obey(&mut self, line: Line, out: &mut dyn Write) -> Told {
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
            Line::Command(word, rest) => self.in_game(word, &rest, out),
            Line::Move(text) => self.play(&text, out),
        }
    }

    /// Whether moves of the game begin with a word.
    fn is_begun(&mut self, word: &str) -> bool {
        self.session.as_mut().is_some_and(|session| session.is_begun(word))
    }

    /// A word that is neither a command nor looks like a move.
    fn unknown(&self, word: &str) -> String {
        let word = &one_line(word, 40);
        match nearest(word, COMMANDS.iter().map(|(known, ..)| *known)) {
            Some(near) => format!("`{word}` is no command; did you mean `{near}`?"),
            None => format!("`{word}` is no command and no move; `help` lists what there is"),
        }
    }

    fn help(&self, out: &mut dyn Write) -> Told {
        if let Some(session) = &self.session {
            let help = session.notation().help(session.game.board());
            writeln!(out, "{}", render::folded(&format!("  A move: {help}.")))?;
        }
        for (word, argument, says, _) in COMMANDS {
            let line = format!("  {:<16} {says}", format!("{word} {argument}"));
            writeln!(out, "{}", render::folded_at(&line, 17))?;
        }
        Ok(Answer::Done)
    }

    fn games(&self, out: &mut dyn Write) -> Told {
        for (head, _) in self.table.library.heads().good {
            writeln!(out, "  {:<24} {}", head.reference(), head.title)?;
        }
        Ok(Answer::Done)
    }

    /// `play tak+late-walls turn=7`.
    fn sit_down(&mut self, rest: &str, out: &mut dyn Write) -> Told {
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else {
            return refused("play what? `games` lists the games");
        };
        let mut sets = Vec::new();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return refused(format!("`{word}` is no option; write key=value"));
            };
            sets.push((key.to_string(), value.to_string()));
        }
        match self.table.open(game, &sets, None, &[]) {
            Ok(session) => self.take(session, Vec::new(), None, out),
            Err(error) => refused(error.to_string()),
        }
    }

    /// Makes a session the one that is played.
    fn take(
        &mut self,
        session: Session,
        notes: Vec<String>,
        sitters: Option<Sitters>,
        out: &mut dyn Write,
    ) -> Told {
        for note in notes.iter().chain(&session.ruleset.warnings) {
            writeln!(out, "warning: {note}")?;
        }
        self.session = Some(session);
        self.seat(sitters);
        self.offered_moves.clear();
        (self.hinted, self.since) = (None, Instant::now());
        self.greet(out)?;
        Ok(Answer::Done)
    }

    fn load(&mut self, rest: &str, out: &mut dyn Write) -> Told {
        if rest.is_empty() {
            return refused("load what? load game.toml");
        }
        let record = match record::read_file(Path::new(rest)) {
            Ok(records) => records.into_iter().next(),
            Err(says) => return refused(says),
        };
        let Some(record) = record else {
            return refused(format!("{rest} holds no game"));
        };
        match self.table.resume(&record, None, &[]) {
            Err(error) => refused(error.to_string()),
            Ok((mut session, notes)) => match session.follow(&record.moves) {
                Err((ply, error)) => refused(format!("{rest} cannot be replayed at move {ply}: {error}")),
                Ok(()) => self.take(session, notes, Some(Sitters::new()), out),
            },
        }
    }

    /// Commands that need a game.
    fn in_game(&mut self, word: Word, rest: &str, out: &mut dyn Write) -> Told {
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        match word {
            Word::Moves => match session.legal_moves() {
                Ok(moves) if moves.is_empty() => writeln!(out, "no move is legal")?,
                Ok(moves) => writeln!(out, "{}", columns(&moves))?,
                Err(fault) => return refused(fault.to_string()),
            },
            Word::Why => return why(session, rest, out),
            Word::Undo => return self.undo(out),
            Word::Redo => return self.redo(out),
            Word::Seats => return self.seats(rest, out),
            Word::Bot => return self.bot(rest, out),
            Word::Look => write!(out, "{}", render::look(&session.game))?,
            Word::Board => self.show(out)?,
            Word::Hand => write!(out, "{}", render::board(&mut session.game))?,
            Word::Score => return score(session, out),
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
            Word::Save => return save(session, rest, out),
            Word::Hint => return self.hint(out),
            Word::Clock => return self.clock(out),
            Word::Help | Word::Quit | Word::Play | Word::Games | Word::Load => {}
        }
        Ok(Answer::Done)
    }

    /// Takes the last turn back, and where a bot has answered it, the turn before: it is a person's turn again.
    fn undo(&mut self, out: &mut dyn Write) -> Told {
        let mut taken: Vec<String> = Vec::new();
        while let Some(session) = &mut self.session {
            let turn = session.undo_turn();
            let is_done = turn.is_empty();
            taken.splice(0..0, turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if taken.is_empty() {
            return refused("there is no move to take back");
        }
        writeln!(out, "took back {}", taken.join(" "))?;
        self.offered_moves.clear();
        self.show(out)?;
        Ok(Answer::Done)
    }

    /// Plays again what was taken back, up to a person's turn.
    fn redo(&mut self, out: &mut dyn Write) -> Told {
        let mut played: Vec<String> = Vec::new();
        while let Some(session) = &mut self.session {
            let turn = match session.redo_turn() {
                Ok(turn) => turn,
                Err(error) => return refused(error.to_string()),
            };
            let is_done = turn.is_empty();
            played.extend(turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if played.is_empty() {
            return refused("there is no move to play again");
        }
        writeln!(out, "played {} again", played.join(" "))?;
        self.offered_moves.clear();
        self.show(out)?;
        Ok(Answer::Done)
    }

    /// The same rules from the start.
    fn again(&mut self, out: &mut dyn Write) -> Told {
        let Some(session) = &self.session else {
            return refused(NO_GAME);
        };
        let settings = session.plan().settings.iter();
        let sets: Vec<_> = settings.map(|(key, value)| (key.clone(), value.to_string())).collect();
        // Another game, another deal.
        self.table.seed = self.table.seed.wrapping_add(1);
        match self.table.open(&session.ruleset.reference, &sets, None, &[]) {
            Ok(session) => {
                let sitters = self.seated.sitters().clone();
                self.take(session, Vec::new(), Some(sitters), out)
            }
            Err(error) => refused(error.to_string()),
        }
    }

    fn play(&mut self, text: &str, out: &mut dyn Write) -> Told {
        let text = match self.picked(text) {
            Ok(text) => text,
            Err(says) => return refused(says),
        };
        self.offered_moves.clear();
        let text = text.as_str();
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        let seat = session.mover(text);
        match session.play(text) {
            Ok(written) => {
                self.moved(seat);
                self.announce(seat, &written, out)?;
                Ok(Answer::Done)
            }
            Err(error @ PlayError::NotAMove(_)) => self.offer(text, &error, out),
            Err(error) => refused(format!("{text} cannot be played: {}", session.tell(&error))),
        }
    }
}

impl Prompt {
    /// Says what was played, and shows what came of it.
    fn announce(&mut self, seat: Seat, written: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        writeln!(out, "{}: {written}", session.plan().seat_name(seat))?;
        let forced = session.game.board().look().tiles().map(render::forced).unwrap_or_default();
        if !forced.is_empty() {
            writeln!(out, "{}", render::folded(&format!("forced: {}", forced.join(" "))))?;
        }
        self.show(out)
    }

    /// Lists what a half-typed move may become, with numbers to pick from.
    fn offer(&mut self, typed: &str, error: &PlayError, out: &mut dyn Write) -> Told {
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        let choices = session.choices(typed);
        if choices.is_empty() {
            return refused(session.no_choice(typed).unwrap_or_else(|| error.to_string()));
        }
        let numbered: Vec<String> =
            choices.iter().enumerate().map(|(index, mv)| format!("#{} {mv}", index + 1)).collect();
        writeln!(out, "{}", columns(&numbered))?;
        writeln!(out, "Type #1 to play the first of them.")?;
        self.offered_moves = choices;
        Ok(Answer::Done)
    }

    /// The move that `#3` means.
    fn picked(&self, text: &str) -> Result<String, String> {
        let Some(number) = text.strip_prefix('#') else {
            return Ok(text.to_string());
        };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let picked = index.and_then(|index| self.offered_moves.get(index));
        picked.cloned().ok_or_else(|| match self.offered_moves.len() {
            0 => format!("`{}` picks from a list, and none was shown", one_line(text, 20)),
            last => format!("the list goes from #1 to #{last}"),
        })
    }
}

fn why(session: &mut Session, rest: &str, out: &mut dyn Write) -> Told {
    if rest.is_empty() {
        let example = session.legal_moves().ok().and_then(|moves| moves.into_iter().next());
        return refused(format!("why what? why {}", example.as_deref().unwrap_or("MOVE")));
    }
    match session.why(rest) {
        Err(error) => return refused(error.to_string()),
        Ok(refusals) if refusals.is_empty() => writeln!(out, "legal")?,
        Ok(refusals) => {
            for refusal in &refusals {
                writeln!(out, "{}", session.explain(refusal))?;
            }
        }
    }
    Ok(Answer::Done)
}

fn score(session: &mut Session, out: &mut dyn Write) -> Told {
    let lines = match session.game.score() {
        Ok(lines) => lines,
        Err(fault) => return refused(fault.to_string()),
    };
    for line in lines {
        writeln!(out, "{line}")?;
    }
    match session.game.outcome() {
        Ok(Some(outcome)) => writeln!(out, "outcome: {}", outcome.words(session.plan()))?,
        Ok(None) => writeln!(out, "outcome: open")?,
        Err(fault) => return refused(fault.to_string()),
    }
    Ok(Answer::Done)
}

fn save(session: &mut Session, rest: &str, out: &mut dyn Write) -> Told {
    if rest.is_empty() {
        return refused(match session.notation().file_ending() {
            "toml" => "save where? save game.toml".to_string(),
            ending => format!("save where? save game.toml, or save game.{ending}"),
        });
    }
    let text = match session.to_file(rest) {
        Ok(text) => text,
        Err(fault) => return refused(fault.to_string()),
    };
    let replaces = Path::new(rest).exists();
    if replaces && record::read_file(Path::new(rest)).is_err() {
        return refused(format!("{rest} exists and is no record of a game; choose another name"));
    }
    if let Err(error) = std::fs::write(rest, text) {
        return refused(format!("cannot write {rest}: {error}"));
    }
    let replaced = if replaces { ", in place of the game that was there" } else { "" };
    writeln!(out, "saved {} to {rest}{replaced}", counted(session.moves().len(), "move"))?;
    Ok(Answer::Done)
}

/// Words in columns that fit a terminal.
fn columns(words: &[String]) -> String {
    const WIDTH: usize = 78;
    let widest = words.iter().map(String::len).max().unwrap_or(0) + 2;
    let rows = words.chunks((WIDTH / widest.max(1)).max(1));
    let row = |row: &[String]| {
        row.iter().map(|word| format!("{word:<widest$}")).collect::<String>().trim_end().to_string()
    };
    rows.map(row).collect::<Vec<_>>().join("\n")
}
