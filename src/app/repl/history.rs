//! The course of a game at the prompt: its moves with their turns, notes, and the way back and forth.

use std::io::Write;

use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refused};
use houserule_core::text::{counted, one_line, series};
use houserule_script::play::{Session, TurnStamp};

/// The moves by turns, with what was noted; last those that were taken back.
pub(super) fn history(session: &Session) -> String {
    let (moves, whens, notes) = (session.moves(), session.whens(), session.notes());
    let noted = |after: usize| -> String {
        notes.iter().filter(|note| note.after == after).map(|note| format!(" {{{}}}", note.text)).collect()
    };
    let mut lines: Vec<String> = Vec::new();
    lines.extend(Some(noted(0).trim_start().to_string()).filter(|line| !line.is_empty()));
    // Where a turn may have several moves, a stroke parts one from the next.
    let has_long_turns = whens.windows(2).any(|pair| pair[0].turn() == pair[1].turn());
    let mut last: Option<TurnStamp> = None;
    for (index, (text, when)) in moves.iter().zip(whens).enumerate() {
        let word = format!("{text}{}", noted(index + 1));
        let (round, before) = (round_of(session, when), last.map(|last| round_of(session, &last)));
        match lines.last_mut() {
            Some(line) if before == Some(round) => {
                let is_new_turn = last.is_some_and(|last| last.turn() != when.turn());
                line.push_str(if has_long_turns && is_new_turn { " / " } else { " " });
                line.push_str(&word);
            }
            _ => lines.push(format!("{round}. {word}")),
        }
        last = Some(*when);
    }
    if moves.is_empty() {
        lines.push("No move has been played.".to_string());
    }
    let ahead = session.taken_back();
    if !ahead.is_empty() {
        lines.push(format!("taken back: {}", ahead.join(" ")));
    }
    lines.join("\n")
}

/// The number by which people call a turn: in a race every move has its own.
pub(super) fn round_of(session: &Session, when: &TurnStamp) -> u32 {
    match session.is_race() {
        true => when.clock.ply + 1,
        false => when.clock.turn(session.plan().names.seats.len()),
    }
}

impl Prompt {
    /// `note a fine move`.
    pub(super) fn note(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        if rest.is_empty() {
            return refused("note what? note a fine move");
        }
        session.note(rest);
        self.keep();
        let Some(session) = &self.session else { return refused(NO_GAME) };
        match session.moves().last() {
            Some(text) => writeln!(out, "noted after {text}")?,
            None => writeln!(out, "noted before the first move")?,
        }
        Ok(CommandOutcome::Done)
    }

    /// `goto 3`, `goto 3 black`, `goto start`, `goto end`.
    pub(super) fn go_to(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let seats = session.plan().names.seats.clone();
        let mut words = rest.split_whitespace();
        let (to, seat, more) = (words.next().unwrap_or_default(), words.next(), words.next());
        let seat = match seat {
            None => None,
            Some(name) => match session.plan().names.seat(name) {
                Some(seat) => Some(seat),
                None => {
                    let name = one_line(name, 20);
                    return refused(format!("there is no seat `{name}`; the seats are {}", series(&seats, "and")));
                }
            },
        };
        let number = match to {
            "start" => Some(0),
            "end" => Some(u32::MAX),
            number => number.parse().ok(),
        };
        let (Some(number), None) = (number, more) else {
            return refused(
                "goto what? goto 3 (a turn), goto 3 black, goto start or goto end"
                    .replace("black", seats.last().map_or("", String::as_str)),
            );
        };
        let (is_race, of_seats) = (session.is_race(), seats.len());
        let round = |when: &TurnStamp| if is_race { when.clock.ply + 1 } else { when.clock.turn(of_seats) };
        let moved = session.go_to(|when| match round(when) {
            now if now == number => seat.is_none_or(|seat| when.clock.seat == seat),
            now => now > number,
        });
        match moved {
            Err(error) => {
                let told = session.tell(&error);
                return refused(format!("the way there is barred: {told}"));
            }
            Ok(false) if to == "end" => while let Some(Ok(_)) = session.redo() {},
            Ok(false) => {
                let now = round_of(session, &session.now());
                return refused(format!("the game has come to turn {now}; `goto end` goes to its last move"));
            }
            Ok(true) => {}
        }
        self.is_looking_back = true;
        self.offered_moves.clear();
        self.keep();
        self.show(out)?;
        let ahead = self.session.as_ref().map_or(0, |session| session.taken_back().len());
        if ahead > 0 {
            writeln!(out, "{} ahead; `redo` plays a turn of them, `goto end` all.", counted(ahead, "move"))?;
        }
        Ok(CommandOutcome::Done)
    }
}
