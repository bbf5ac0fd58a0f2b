//! What the prompt tells of a game: the board, whose turn it is, what was played, why not, how it stands.

use std::io::{self, Write};

use super::rule_changes::settings_of;
use super::{CommandOutcome, CommandResult, Prompt, puzzle, refused};
use crate::render::{self, Screen};
use houserule_core::mechanics::{Pie, Seat};
use houserule_core::text::{padded, widest};
use houserule_script::play::{Session, Workspace};

/// Which move of its turn comes next, where that has several.
fn move_of_turn(session: &Session) -> String {
    let (clock, plan) = (session.game.board().clock(), &session.plan().mechanic);
    let first = plan.first_step(clock.turns);
    match plan.moves_a_turn().map(|moves| moves - first) {
        Some(moves) if moves > 1 => format!(", move {} of {moves}", clock.step.saturating_sub(first) + 1),
        _ => String::new(),
    }
}

impl Prompt {
    /// What stands before the line: whose turn it is.
    pub(super) fn prompt_text(&mut self) -> String {
        if let Some((lesson, step)) = self.lesson_place() {
            return format!("{lesson} {step}> ");
        }
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
        let seat = session.game.seat();
        let name = self.seated.name(session.game.player(seat)).map(|name| format!("{name}, ")).unwrap_or_default();
        format!("{name}{} {turn}{}> ", session.plan().names.seat_and_team(seat), move_of_turn(session))
    }

    /// The board, and the result of a game that is over.
    pub(super) fn show(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (sees_hand, is_covered) = (self.may_see_hand(), self.is_hand_hidden());
        let Some(session) = &mut self.session else {
            return Ok(());
        };
        if sees_hand {
            self.shows_hand = true;
            write!(out, "{}", render::board(&mut session.game))?;
        } else {
            write!(out, "{}", render::public_board(&mut session.game))?;
        }
        if render::hides_hands(&session.game) && !session.game.ended() && !sees_hand && !is_covered {
            match session.is_race() {
                true => writeln!(out, "`hand` shows the tiles of all who may move.")?,
                false => {
                    let seat = session.plan().names.seat_and_team(session.game.seat());
                    writeln!(out, "`hand` shows the tiles of {seat}, who is to move.")?;
                }
            }
        }
        match session.game.outcome() {
            Ok(Some(outcome)) => {
                let words = outcome.words(session.plan());
                let says = format!("The game is over: {words}. `undo`, `new` or `quit`?");
                writeln!(out, "{}", render::folded(&says))?;
                match session.plan().mechanic.puzzle() {
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

    /// Says what was played, and shows what came of it.
    pub(super) fn announce(&mut self, seat: Seat, written: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        writeln!(out, "{}: {written}", session.plan().seat_name(seat))?;
        if written == Pie::WORD && session.plan().has_pie() {
            self.introduce_swapped(out)?;
        }
        let forced = session.game.board().view().tile_game().map(render::forced).unwrap_or_default();
        if !forced.is_empty() {
            writeln!(out, "{}", render::folded(&format!("forced: {}", forced.join(" "))))?;
        }
        self.show(out)
    }
}

pub(super) fn why(session: &mut Session, rest: &str, out: &mut dyn Write) -> CommandResult {
    if rest.is_empty() {
        let example = session.legal_moves().ok().and_then(|moves| moves.into_iter().next());
        return refused(format!("why what? why {}", example.as_deref().unwrap_or("MOVE")));
    }
    match session.why(rest) {
        Err(error) => return refused(error),
        Ok(violations) if violations.is_empty() => writeln!(out, "legal")?,
        Ok(violations) => {
            for violation in &violations {
                writeln!(out, "{}", render::folded_seen(&session.explain(violation)))?;
            }
        }
    }
    Ok(CommandOutcome::Done)
}

/// The rules in words, and first what variants change.
pub(super) fn rules(session: &Session, table: &Workspace, out: &mut dyn Write) -> CommandResult {
    let ruleset = &session.ruleset;
    match table.changes(ruleset, &settings_of(session)) {
        Err(error) => return refused(error),
        Ok(None) => {}
        Ok(Some(changes)) => {
            writeln!(out, "What differs from {}", ruleset.heads[0].title)?;
            for line in &changes {
                writeln!(out, "{}", render::folded(line))?;
            }
            writeln!(out)?;
        }
    }
    write!(out, "{}", render::folded(&ruleset.words().to_string()))?;
    Ok(CommandOutcome::Done)
}

pub(super) fn score(session: &mut Session, out: &mut dyn Write) -> CommandResult {
    let lines = match session.game.score() {
        Ok(lines) => lines,
        Err(fault) => return refused(fault),
    };
    for line in lines {
        writeln!(out, "{}", render::folded_seen(&line.to_string()))?;
    }
    match session.game.outcome() {
        Ok(Some(outcome)) => writeln!(out, "outcome: {}", outcome.words(session.plan()))?,
        Ok(None) => writeln!(out, "outcome: open")?,
        Err(fault) => return refused(fault),
    }
    Ok(CommandOutcome::Done)
}

/// Words in columns that fit a terminal.
pub(super) fn columns(words: &[String]) -> String {
    const MAX_COLUMN_WIDTH: usize = 78;
    let width = Screen::current().columns.min(MAX_COLUMN_WIDTH);
    let column = widest(words) + 2;
    let rows = words.chunks((width / column).max(1));
    let row = |row: &[String]| row.iter().map(|word| padded(word, column)).collect::<String>().trim_end().to_string();
    rows.map(row).collect::<Vec<_>>().join("\n")
}
