//! New games, and games in files: `play`, `new`, `load`, `save`.

use std::io::{self, Write};
use std::path::Path;

use super::active_game::ActiveGame;
use super::mode::{Mode, Prompt};
use super::names::file_name;
use super::rule_changes::parse_options;
use super::{CommandOutcome, CommandResult, Context, NO_GAME, done, refuse};
use crate::players::{self, SeatAssignment};
use houserule_core::text::{one_line, plural};
use houserule_script::files;
use houserule_script::lua::Ruleset;
use houserule_script::notation::record::{self, Record};
use houserule_script::play::{Session, Workspace};

impl Prompt {
    /// Runs `play tak+late-walls turn=7`.
    pub fn start_game(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let workspace = &self.context.workspace;
        let mut words = rest.split_whitespace();
        let Some(game) = words.next() else { return refuse("`play` needs a game; `games` lists them") };
        let rest: Vec<&str> = words.collect();
        let sets = match parse_options(rest.iter().copied()) {
            Ok(sets) => sets,
            // Report errors in the game's name first.
            Err(_) => match workspace.load(game, &[]) {
                Err(error) => return refuse(error),
                Ok(ruleset) => return refuse(describe_stray_word(workspace, game, &ruleset, &rest)),
            },
        };
        let session = or_refuse!(workspace.open(game, &sets, None, &[]));
        let game = self.new_game(session, &[], None, out)?;
        Ok(CommandOutcome::Starts(Mode::Game(game)))
    }

    /// Creates a game with the given players, or with the default ones, and greets them.
    pub fn new_game(
        &mut self,
        session: Session,
        notes: &[String],
        occupants: Option<SeatAssignment>,
        out: &mut dyn Write,
    ) -> io::Result<Box<ActiveGame>> {
        self.context.warn(notes.iter().chain(&session.ruleset.warnings), out)?;
        let mut game = Box::new(ActiveGame::new(session, occupants, &self.context));
        game.note_start();
        game.greet(&self.context, out)?;
        Ok(game)
    }

    pub fn load(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            return refuse("`load` needs a file, for example load game.toml");
        }
        let rest = &file_name(rest);
        let record = or_refuse!(record::read_file(Path::new(rest))).into_iter().next();
        let Some(record) = record else { return refuse(format!("{rest} contains no game")) };
        match self.context.workspace.restore(&record, Path::new(rest).parent()) {
            Err(error) => refuse(format!("cannot continue the game in {rest}: {error}")),
            Ok((session, mut notes)) => {
                let occupants = players::restore_seats(&record.seats, &session.ruleset, &mut notes);
                let mut game = self.new_game(session, &notes, Some(occupants), out)?;
                game.restore_clock(&record, &mut self.context);
                Ok(CommandOutcome::Starts(Mode::Game(game)))
            }
        }
    }

    /// Restarts the game under the same rules.
    pub fn restart(&mut self, _: &str, out: &mut dyn Write) -> CommandResult {
        let Some(game) = self.game() else { return refuse(NO_GAME) };
        let session = &game.session;
        let settings = session.plan().settings.iter();
        let sets: Vec<_> = settings.map(|(key, value)| (key.clone(), value.to_string())).collect();
        let (reference, occupants) = (session.ruleset.reference.clone(), game.seating.occupants().clone());
        let control = game.time_control().cloned();
        // Another seed for another deal.
        self.context.workspace.seed = self.context.workspace.seed.wrapping_add(1);
        let session = or_refuse!(self.context.workspace.open(&reference, &sets, None, &[]));
        let mut new = self.new_game(session, &[], Some(occupants), out)?;
        // The same rules have the same seats.
        let clock = control.and_then(|control| new.session.start_clock(control).ok());
        new.set_clock(clock, &self.context);
        new.watched_files = self.game_mut().and_then(|game| game.watched_files.take());
        Ok(CommandOutcome::Starts(Mode::Game(new)))
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

impl ActiveGame {
    pub fn save(&mut self, _: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let clock = self.saved_clock();
        let session = &mut self.session;
        if rest.is_empty() {
            return refuse(match session.notation().file_extension() {
                "toml" => "`save` needs a file, for example save game.toml".to_string(),
                ending => format!("`save` needs a file, for example save game.toml or save game.{ending}"),
            });
        }
        let rest = &file_name(rest);
        let record = Record { seats: self.seating.seat_names(), clock, ..session.full_record() };
        let text = or_refuse!(session.format_record(&record, rest));
        let exists = Path::new(rest).exists();
        if exists && record::read_file(Path::new(rest)).is_err() {
            return refuse(format!("{rest} exists and is not a saved game; choose another name"));
        }
        if let Err(error) = files::replace(Path::new(rest), &text) {
            let note = if exists { "; the old file is unchanged" } else { "" };
            return refuse(format!("cannot write {rest}: {error}{note}"));
        }
        let replaced = if exists { ", replacing the old game" } else { "" };
        done(writeln!(out, "saved {} to {rest}{replaced}", plural(session.moves().len(), "move")))
    }
}
