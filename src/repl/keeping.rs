//! Games begun, begun again, kept in files and taken from them.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::{Answer, NO_GAME, Prompt, Sitters, Told, refused, seats};
use crate::files;
use crate::notation::record::{self, Record};
use crate::play::Session;
use crate::vocabulary::counted;

impl Prompt {
    /// `play tak+late-walls turn=7`.
    pub(super) fn sit_down(&mut self, rest: &str, out: &mut dyn Write) -> Told {
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
    pub(super) fn take(
        &mut self,
        session: Session,
        notes: Vec<String>,
        sitters: Option<Sitters>,
        out: &mut dyn Write,
    ) -> Told {
        for note in notes.iter().chain(&session.ruleset.warnings) {
            writeln!(out, "warning: {note}")?;
        }
        self.set_aside();
        self.adopt(session);
        self.seat(sitters);
        self.greet(out)?;
        Ok(Answer::Done)
    }

    /// Lets go of the game or the lesson there was; a game stays where it is kept.
    pub(super) fn set_aside(&mut self) {
        self.keep();
        self.keeper.turn_page();
        self.lecture = None;
        self.before.clear();
        (self.cut_from, self.seen_by, self.since) = (None, None, Instant::now());
        (self.watch, self.is_wiped) = (None, false);
    }

    pub(super) fn load(&mut self, rest: &str, out: &mut dyn Write) -> Told {
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
        match self.table.restore(&record, Path::new(rest).parent()) {
            Err(error) => refused(format!("{rest} cannot be gone on with: {error}")),
            Ok((session, mut notes)) => {
                let sitters = seats::seated_again(&record.seats, &session.ruleset, &mut notes);
                self.take(session, notes, Some(sitters), out)
            }
        }
    }

    /// The same rules from the start.
    pub(super) fn again(&mut self, out: &mut dyn Write) -> Told {
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
}

impl Prompt {
    pub(super) fn save(&mut self, rest: &str, out: &mut dyn Write) -> Told {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        if rest.is_empty() {
            return refused(match session.notation().file_ending() {
                "toml" => "save where? save game.toml".to_string(),
                ending => format!("save where? save game.toml, or save game.{ending}"),
            });
        }
        let record = Record { seats: self.seated.recorded(), ..session.record_in_full() };
        let text = match session.in_format_of(&record, rest) {
            Ok(text) => text,
            Err(fault) => return refused(fault.to_string()),
        };
        let replaces = Path::new(rest).exists();
        if replaces && record::read_file(Path::new(rest)).is_err() {
            return refused(format!("{rest} exists and is no record of a game; choose another name"));
        }
        if let Err(error) = files::replace(Path::new(rest), &text) {
            let stays = if replaces { "; the game that was there is as it was" } else { "" };
            return refused(format!("cannot write {rest}: {error}{stays}"));
        }
        let replaced = if replaces { ", in place of the game that was there" } else { "" };
        writeln!(out, "saved {} to {rest}{replaced}", counted(session.moves().len(), "move"))?;
        Ok(Answer::Done)
    }
}
