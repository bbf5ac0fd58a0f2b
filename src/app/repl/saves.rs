//! Games begun, begun again, kept in files and taken from them.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::names::file_named;
use super::rule_changes::pairs;
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, SeatAssignment, refused, seats};
use houserule_core::text::{counted, one_line};
use houserule_script::files;
use houserule_script::lua::Ruleset;
use houserule_script::notation::record::{self, Record};
use houserule_script::play::{Session, Workspace};

impl Prompt {
    /// `play tak+late-walls turn=7`.
    pub(super) fn sit_down(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else {
            return refused("play what? `games` lists the games");
        };
        let rest: Vec<&str> = words.collect();
        let sets = match pairs(rest.iter().copied()) {
            Ok(sets) => sets,
            // What is wrong with the game comes first.
            Err(_) => match self.table.load(game, &[]) {
                Err(error) => return refused(error),
                Ok(ruleset) => return refused(stray(&self.table, game, &ruleset, &rest)),
            },
        };
        match self.table.open(game, &sets, None, &[]) {
            Ok(session) => self.take(session, Vec::new(), None, out),
            Err(error) => refused(error),
        }
    }

    /// Makes a session the one that is played.
    pub(super) fn take(
        &mut self,
        session: Session,
        notes: Vec<String>,
        occupants: Option<SeatAssignment>,
        out: &mut dyn Write,
    ) -> CommandResult {
        self.clear_table(out)?;
        self.warn(notes.iter().chain(&session.ruleset.warnings), out)?;
        self.set_aside();
        self.adopt(session);
        self.seat(occupants);
        self.greet(out)?;
        Ok(CommandOutcome::Done)
    }

    /// Lets go of the game or the lesson there was; a game stays where it is kept.
    pub(super) fn set_aside(&mut self) {
        self.keep();
        self.autosave.turn_page();
        self.lesson_session = None;
        self.before.clear();
        self.taken_back.clear();
        (self.cut_from, self.seen_by, self.since) = (None, None, Instant::now());
        (self.watch, self.called) = (None, None);
    }

    pub(super) fn load(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            return refused("load what? load game.toml");
        }
        let rest = &file_named(rest);
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
                let occupants = seats::seated_again(&record.seats, &session.ruleset, &mut notes);
                self.take(session, notes, Some(occupants), out)
            }
        }
    }

    /// The same rules from the start.
    pub(super) fn again(&mut self, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else {
            return refused(NO_GAME);
        };
        let settings = session.plan().settings.iter();
        let sets: Vec<_> = settings.map(|(key, value)| (key.clone(), value.to_string())).collect();
        // Another game, another deal.
        self.table.seed = self.table.seed.wrapping_add(1);
        match self.table.open(&session.ruleset.reference, &sets, None, &[]) {
            Ok(session) => {
                let occupants = self.seated.occupants().clone();
                let watch = self.watch.take();
                let told = self.take(session, Vec::new(), Some(occupants), out);
                self.watch = watch;
                told
            }
            Err(error) => refused(error),
        }
    }
}

/// What is said to words after a game that are no pairs: options without a value, variants, and neither.
fn stray(table: &Workspace, game: &str, ruleset: &Ruleset, words: &[&str]) -> String {
    let word = words.iter().find(|word| !word.contains('=')).copied().unwrap_or_default();
    let word = one_line(word.trim_start_matches('+'), 40);
    if let Ok(decl) = ruleset.options.decl(&word) {
        let value = decl.default.as_ref().map_or("VALUE".to_string(), |value| one_line(&value.to_string(), 30));
        return format!("{word} is {}; write play {game} {word}={value}", decl.allowed());
    }
    match table.load(&format!("{game}+{word}"), &[]) {
        Ok(_) => format!("`{word}` is a variant; write play {game}+{word}"),
        Err(_) => format!(
            "`{word}` is neither an option nor a variant of {game}; write play {game} KEY=VALUE or play {game}+VARIANT"
        ),
    }
}

impl Prompt {
    pub(super) fn save(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        if rest.is_empty() {
            return refused(match session.notation().file_ending() {
                "toml" => "save where? save game.toml".to_string(),
                ending => format!("save where? save game.toml, or save game.{ending}"),
            });
        }
        let rest = &file_named(rest);
        let record = Record { seats: self.seated.recorded(), ..session.record_in_full() };
        let text = match session.in_format_of(&record, rest) {
            Ok(text) => text,
            Err(fault) => return refused(fault),
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
        Ok(CommandOutcome::Done)
    }
}
