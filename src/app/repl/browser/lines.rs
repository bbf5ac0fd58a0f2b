//! Lines that windows send: which window may send which, and how they run.

use std::io::Write;

use crate::browser::{LINE_LIMIT, LineWindow, Refusal, RefusalKind, Viewer};
use crate::render;
use crate::repl::active_game::ActiveGame;
use crate::repl::command::{Command, InputLine};
use crate::repl::cover::Cover;
use crate::repl::mode::Prompt;
use crate::repl::{CommandResult, refuse};
use houserule_core::mechanics::Seat;
use houserule_core::text::one_line;
use houserule_script::play::{PlayError, TypedMove};

/// Commands that a seat may give from its window: those about its own game. The others could read or write files, start
/// programs, change the game of everyone, or agree for others.
const SEAT_COMMANDS: [&str; 7] = ["swap", "resign", "undo", "redo", "stop", "pause", "note"];

/// Why a line that was meant for another position is not run.
const TABLE_HAS_CHANGED: &str = "the table has changed since; look again";

impl Prompt {
    /// Checks whether a window may send this line now.
    pub fn admit_line(&mut self, line: &str, window: &LineWindow) -> Result<(), Refusal> {
        let forbidden = |message: String| Err(Refusal::new(RefusalKind::Forbidden, message));
        LINE_LIMIT.check(line)?;
        if line.chars().any(char::is_control) {
            return Err(Refusal::new(RefusalKind::Malformed, "a line has no line breaks and no control characters"));
        }
        let name = match &window.viewer {
            Viewer::Table => return self.check_position(line, window),
            Viewer::Public => return forbidden("this window is read-only".to_string()),
            Viewer::Seat(name) => name,
        };
        self.check_position(line, window)?;
        let parsed = self.resolve(line);
        let game = self.game_mut().filter(|game| game.session.plan().names.seat(name).is_some());
        let Some(game) = game else { return forbidden(format!("this game has no seat {name}")) };
        let Ok(seat) = game.seat_named(name) else { return forbidden(format!("this game has no seat {name}")) };
        if game.is_bots_seat(seat) {
            return forbidden(format!("a bot plays {name}; `seats` at the prompt changes that"));
        }
        if !game.session.game.board().movers().has(seat) {
            return forbidden(format!("it is not {name}'s turn"));
        }
        match parsed {
            InputLine::Move(text) => game.admit_move(&text, seat),
            InputLine::Command(command, rest) if is_seat_command(command) => match command.word {
                "resign" if !rest.is_empty() && rest != *name => {
                    forbidden(format!("this window gives up for {name} only"))
                }
                _ => Ok(()),
            },
            InputLine::Command(command, _) => {
                forbidden(format!("`{}` is for the table; type it at the prompt", command.word))
            }
            _ => Err(Refusal::impossible(format!("`{}` is not a move", one_line(line, 40)))),
        }
    }

    /// Refuses a move for another position than the present one.
    fn check_position(&mut self, line: &str, window: &LineWindow) -> Result<(), Refusal> {
        match window.revision {
            Some(revision) if self.is_move(line) && !self.shows_position_of(revision) => {
                Err(Refusal::new(RefusalKind::Conflict, TABLE_HAS_CHANGED))
            }
            _ => Ok(()),
        }
    }

    /// Runs a line of a window if the window may still send it: others may have moved while it waited. A seat sees its
    /// hand there, so it need not take the screen first.
    pub fn run_window_line(&mut self, line: &str, window: &LineWindow, out: &mut dyn Write) -> CommandResult {
        let viewer = &window.viewer;
        if let Err(refusal) = self.admit_line(line, window) {
            let hides_hands = self.game().is_some_and(|game| render::hides_hands(&game.session.game));
            return refuse(match refusal.kind {
                // The reason may name tiles, and the prompt shows it to all.
                RefusalKind::Impossible if hides_hands => TABLE_HAS_CHANGED.to_string(),
                _ => refusal.message,
            });
        }
        let is_move = self.is_move(line);
        let own_line = self.own_command(line, viewer);
        let covered = match (viewer, self.game_mut()) {
            (Viewer::Seat(name), Some(game)) if is_move => game.uncover_for(name),
            _ => None,
        };
        let result = self.run_line(own_line.as_deref().unwrap_or(line), out);
        if let (Some(covered), Some(game)) = (covered, self.game_mut()) {
            game.cover = covered;
        }
        result
    }

    /// Returns a command of a seat's window with its seat, where it would be about the seat to move otherwise.
    fn own_command(&mut self, line: &str, viewer: &Viewer) -> Option<String> {
        let (InputLine::Command(command, _), Viewer::Seat(name)) = (self.resolve(line), viewer) else { return None };
        (command.word == "resign").then(|| format!(":resign {name}"))
    }
}

fn is_seat_command(command: &Command) -> bool {
    SEAT_COMMANDS.contains(&command.word)
}

impl ActiveGame {
    /// Checks a move of a seat's window. Where hands are hidden, the answer to anything but a move would appear at the
    /// prompt, for all to see; in a race `#1` and the start of a move may be another seat's.
    fn admit_move(&mut self, text: &str, seat: Seat) -> Result<(), Refusal> {
        let (is_race, hides_hands) = (self.session.is_race(), render::hides_hands(&self.session.game));
        let typed = if hides_hands { self.session.judge_typed(text) } else { self.judge_whole(text) };
        let session = &mut self.session;
        if typed.as_ref().is_ok_and(|typed| typed.seat == seat && typed.legal_move().is_some()) {
            return Ok(());
        }
        if is_race && hides_hands {
            // Whose tile it is would tell who holds it.
            return Err(Refusal::impossible("this is not a legal move of this window's seat"));
        }
        match typed {
            Ok(typed) if typed.seat != seat => Err(Refusal::new(RefusalKind::Forbidden, "this move is another seat's")),
            _ if !is_race && !hides_hands => Ok(()),
            Err(error) => Err(Refusal::impossible(session.explain_error(&error))),
            Ok(typed) => {
                let violations = typed.into_violations();
                let why: Vec<String> = violations.iter().map(|violation| session.explain(violation)).collect();
                Err(Refusal::impossible(why.join("; ")))
            }
        }
    }

    /// Judges a move as it would be played: the first tile is written by its name alone.
    pub fn judge_whole(&mut self, text: &str) -> Result<TypedMove, PlayError> {
        let session = &mut self.session;
        match session.judge_typed(text) {
            Err(PlayError::NotAMove(error)) if session.is_first_tile() => match session.choices(text).first() {
                Some(first) => session.judge_typed(first),
                None => Err(PlayError::NotAMove(error)),
            },
            judged => judged,
        }
    }

    /// Lets a seat move on a screen that covers its hand; returns the cover to restore.
    fn uncover_for(&mut self, name: &str) -> Option<Cover> {
        let seat = self.seat_named(name).ok()?;
        let chair = self.session.game.player(seat);
        (self.cover != Cover::Never).then(|| std::mem::replace(&mut self.cover, Cover::TakenBy(chair)))
    }
}
