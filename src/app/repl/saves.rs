//! New games, and games in files: `play`, `new`, `load`, `save`.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use super::names::file_name;
use super::rule_changes::parse_options;
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, SeatAssignment, refuse, seats};
use houserule_core::text::{one_line, plural};
use houserule_script::files;
use houserule_script::lua::Ruleset;
use houserule_script::notation::record::{self, Record};
use houserule_script::play::{Session, Workspace};

impl Prompt {
    /// Runs `play tak+late-walls turn=7`.
    pub(super) fn start_game(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else { return refuse("play what? `games` lists the games") };
        let rest: Vec<&str> = words.collect();
        let sets = match parse_options(rest.iter().copied()) {
            Ok(sets) => sets,
            // Report errors in the game's name first.
            Err(_) => match self.workspace.load(game, &[]) {
                Err(error) => return refuse(error),
                Ok(ruleset) => return refuse(describe_stray_word(&self.workspace, game, &ruleset, &rest)),
            },
        };
        let session = or_refuse!(self.workspace.open(game, &sets, None, &[]));
        self.start_session(session, Vec::new(), None, out)
    }

    /// Starts a session in place of the current one.
    pub(super) fn start_session(
        &mut self,
        session: Session,
        notes: Vec<String>,
        occupants: Option<SeatAssignment>,
        out: &mut dyn Write,
    ) -> CommandResult {
        self.clear_shared_screen(out)?;
        self.warn(notes.iter().chain(&session.ruleset.warnings), out)?;
        self.end_session();
        self.set_session(session);
        self.assign_seats(occupants);
        self.greet(out)?;
        Ok(CommandOutcome::Done)
    }

    /// Ends the current game or lesson; the saved file of a game stays.
    pub(super) fn end_session(&mut self) {
        self.autosave_now();
        self.autosave.release_slot();
        self.lesson_session = None;
        self.setup_undos.clear();
        self.redo_stack.clear();
        (self.moves_before_cut, self.screen_owner, self.started) = (None, None, Instant::now());
        (self.watched_files, self.called_chair) = (None, None);
    }

    pub(super) fn load(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            return refuse("load what? load game.toml");
        }
        let rest = &file_name(rest);
        let record = or_refuse!(record::read_file(Path::new(rest))).into_iter().next();
        let Some(record) = record else { return refuse(format!("{rest} holds no game")) };
        match self.workspace.restore(&record, Path::new(rest).parent()) {
            Err(error) => refuse(format!("{rest} cannot be gone on with: {error}")),
            Ok((session, mut notes)) => {
                let occupants = seats::restore_seats(&record.seats, &session.ruleset, &mut notes);
                self.start_session(session, notes, Some(occupants), out)
            }
        }
    }

    /// Restarts the game under the same rules.
    pub(super) fn restart(&mut self, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refuse(NO_GAME) };
        let settings = session.plan().settings.iter();
        let sets: Vec<_> = settings.map(|(key, value)| (key.clone(), value.to_string())).collect();
        // Another seed for another deal.
        self.workspace.seed = self.workspace.seed.wrapping_add(1);
        let session = or_refuse!(self.workspace.open(&session.ruleset.reference, &sets, None, &[]));
        let occupants = self.seating.occupants().clone();
        let watch = self.watched_files.take();
        let outcome = self.start_session(session, Vec::new(), Some(occupants), out);
        self.watched_files = watch;
        outcome
    }
}

/// Returns the message for a word after a game's name that is not `key=value`.
fn describe_stray_word(workspace: &Workspace, game: &str, ruleset: &Ruleset, words: &[&str]) -> String {
    let word = words.iter().find(|word| !word.contains('=')).copied().unwrap_or_default();
    let word = one_line(word.trim_start_matches('+'), 40);
    if let Ok(decl) = ruleset.options.decl(&word) {
        let value = decl.default.as_ref().map_or("VALUE".to_string(), |value| one_line(&value.to_string(), 30));
        return format!("{word} is {}; write play {game} {word}={value}", decl.describe_allowed());
    }
    match workspace.load(&format!("{game}+{word}"), &[]) {
        Ok(_) => format!("`{word}` is a variant; write play {game}+{word}"),
        Err(_) => format!(
            "`{word}` is neither an option nor a variant of {game}; write play {game} KEY=VALUE or play {game}+VARIANT"
        ),
    }
}

impl Prompt {
    pub(super) fn save(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refuse(NO_GAME) };
        if rest.is_empty() {
            return refuse(match session.notation().file_extension() {
                "toml" => "save where? save game.toml".to_string(),
                ending => format!("save where? save game.toml, or save game.{ending}"),
            });
        }
        let rest = &file_name(rest);
        let record = Record { seats: self.seating.seat_names(), ..session.full_record() };
        let text = or_refuse!(session.format_record(&record, rest));
        let exists = Path::new(rest).exists();
        if exists && record::read_file(Path::new(rest)).is_err() {
            return refuse(format!("{rest} exists and is no record of a game; choose another name"));
        }
        if let Err(error) = files::replace(Path::new(rest), &text) {
            let note = if exists { "; the game that was there is as it was" } else { "" };
            return refuse(format!("cannot write {rest}: {error}{note}"));
        }
        let replaced = if exists { ", in place of the game that was there" } else { "" };
        writeln!(out, "saved {} to {rest}{replaced}", plural(session.moves().len(), "move"))?;
        Ok(CommandOutcome::Done)
    }
}
