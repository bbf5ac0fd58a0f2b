//! The moves of a game with turns and notes; `note` and `goto`.

use std::io::Write;

use super::active_game::{ActiveGame, Pace};
use super::variations::list_variations;
use super::{CommandOutcome, CommandResult, Context, done, refuse};
use crate::render;
use houserule_core::text::plural;
use houserule_script::play::{Session, TurnStamp};

/// Formats the moves by turn with their notes, then the undone moves and the variations.
fn history(session: &Session) -> String {
    let (moves, whens, notes) = (session.moves(), session.stamps(), session.notes());
    let notes_after = |after: usize| -> String {
        notes.iter().filter(|note| note.after == after).map(|note| format!(" {{{}}}", note.text)).collect()
    };
    let mut lines: Vec<String> = Vec::new();
    lines.extend(Some(notes_after(0).trim_start().to_string()).filter(|line| !line.is_empty()));
    // If a turn can have several moves, a slash separates turns.
    let has_long_turns = whens.windows(2).any(|pair| pair[0].turn() == pair[1].turn());
    let mut last: Option<TurnStamp> = None;
    for (index, (text, when)) in moves.iter().zip(whens).enumerate() {
        let word = format!("{text}{}", notes_after(index + 1));
        let (turn, before) = (session.turn_number(when), last.map(|last| session.turn_number(&last)));
        match lines.last_mut() {
            Some(line) if before == Some(turn) => {
                let is_new_turn = last.is_some_and(|last| last.turn() != when.turn());
                line.push_str(if has_long_turns && is_new_turn { " / " } else { " " });
                line.push_str(&word);
            }
            _ => lines.push(format!("{turn}. {word}")),
        }
        last = Some(*when);
    }
    if moves.is_empty() {
        lines.push("No moves yet.".to_string());
    }
    let undone = session.undone_moves();
    if !undone.is_empty() {
        lines.push(format!("undone: {}", undone.join(" ")));
    }
    lines.extend(list_variations(session));
    lines.join("\n")
}

impl ActiveGame {
    pub fn show_history(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        done(writeln!(out, "{}", render::wrap_on_terminal(&history(&self.session))))
    }

    /// `note a fine move`.
    pub fn note(&mut self, _: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            return refuse("`note` needs a text, for example note a fine move");
        }
        self.session.add_note(rest);
        self.revision += 1;
        match self.session.moves().last() {
            Some(text) => writeln!(out, "noted after {text}")?,
            None => writeln!(out, "noted before the first move")?,
        }
        Ok(CommandOutcome::Done)
    }

    /// `goto 3`, `goto 3 black`, `goto start`, `goto end`.
    pub fn go_to(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let mut words = rest.split_whitespace();
        let (target, seat, extra) = (words.next().unwrap_or_default(), words.next(), words.next());
        let seat = or_refuse!(seat.map(|name| self.seat_named(name)).transpose());
        let session = &mut self.session;
        let number = match target {
            "start" => Some(0),
            "end" => Some(u32::MAX),
            number => number.parse().ok(),
        };
        let (Some(number), None) = (number, extra) else {
            return refuse(
                "`goto` needs a turn, for example goto 3, goto 3 black, goto start or goto end"
                    .replace("black", session.plan().names.seats.last().map_or("", String::as_str)),
            );
        };
        let turn_of = session.turn_counter();
        let result = session.go_to(|when| match turn_of(when) {
            now if now == number => seat.is_none_or(|seat| when.clock.seat == seat),
            now => now > number,
        });
        match result {
            Err(error) => {
                let reason = session.explain_error(&error);
                return refuse(format!("cannot go there: {reason}"));
            }
            Ok(false) if target == "end" => session.go_to_end(),
            Ok(false) => {
                let now = session.turn_number(&session.next_stamp());
                return refuse(format!("the game only reaches turn {now}; `goto end` goes to its last move"));
            }
            Ok(true) => {}
        }
        self.pace = Pace::Browsing;
        self.mark_rewound();
        self.show(context, out)?;
        let undone = self.session.undone_moves().len();
        if undone > 0 {
            writeln!(out, "{} undone; `redo` plays a turn again, `goto end` all of them.", plural(undone, "move"))?;
        }
        Ok(CommandOutcome::Done)
    }
}
