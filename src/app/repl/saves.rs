//! New games, and games in files: `play`, `new`, `load`, `save`.

use std::io::{self, Write};
use std::path::Path;

use super::active_game::{ActiveGame, Pace};
use super::match_play::MatchInProgress;
use super::mode::{Mode, Prompt};
use super::names::file_name;
use super::rule_changes::parse_options;
use super::{CommandOutcome, CommandResult, Context, NO_GAME, done, refuse};
use crate::players::{self, SeatAssignment};
use anyhow::Context as _;
use houserule_core::text::{one_line, plural};
use houserule_script::files;
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::notation::record::{self, Record};
use houserule_script::play::{SAVED_EXTENSION, Session, Workspace};

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
        let mut game = self.new_game(session, &[], None, out)?;
        or_refuse!(game.start_match(None));
        game.greet(&self.context, out)?;
        Ok(CommandOutcome::Starts(Mode::Game(game)))
    }

    /// Creates a game with the given players, or with the default ones.
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
        Ok(game)
    }

    pub fn load(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            return refuse("`load` needs a file, for example load game.toml");
        }
        let rest = &file_name(rest);
        let records = or_refuse!(record::read_file(Path::new(rest)));
        let Some((record, earlier)) = record::to_continue(records) else {
            return refuse(format!("{rest} contains no game"));
        };
        match self.restore_game(&record, earlier, Path::new(rest).parent(), out)? {
            Err(error) => refuse(format!("cannot continue the game in {rest}: {error:#}")),
            Ok(game) => Ok(CommandOutcome::Starts(Mode::Game(game))),
        }
    }

    /// Creates a game as a record left it, with its players and its match.
    pub fn restore_game(
        &mut self,
        record: &Record,
        earlier: Vec<Record>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<anyhow::Result<Box<ActiveGame>>> {
        let workspace = &self.context.workspace;
        let restored =
            workspace.restore(record, folder).map_err(anyhow::Error::from).and_then(|(session, mut notes)| {
                let match_play = MatchInProgress::restore(record, earlier, (&session, workspace, folder), &mut notes)?;
                Ok((session, notes, match_play))
            });
        let (session, mut notes, match_play) = match restored {
            Ok(restored) => restored,
            Err(error) => return Ok(Err(error)),
        };
        let occupants = players::restore_seats(&record.seats, &session.ruleset, &mut notes);
        let mut game = self.new_game(session, &notes, Some(occupants), out)?;
        game.match_play = match_play;
        game.restore_clock(record, &mut self.context);
        game.greet(&self.context, out)?;
        Ok(Ok(game))
    }

    /// Starts the game again under the same rules; in a match, its next game.
    pub fn restart(&mut self, _: &str, out: &mut dyn Write) -> CommandResult {
        let Some(game) = self.game() else { return refuse(NO_GAME) };
        if game.match_play.is_some() {
            return self.next_match_game(out);
        }
        let occupants = game.seating.occupants().clone();
        // Another seed for another deal.
        let seed = self.context.workspace.seed.wrapping_add(1);
        let mut new = or_refuse!(self.open_again(seed, occupants, out)?);
        new.greet(&self.context, out)?;
        Ok(CommandOutcome::Starts(Mode::Game(new)))
    }

    /// Creates a game under the rules of the present one.
    pub fn open_again(
        &mut self,
        seed: u64,
        occupants: SeatAssignment,
        out: &mut dyn Write,
    ) -> io::Result<Result<Box<ActiveGame>, LoadError>> {
        let Some(game) = self.game() else { return Ok(Err(LoadError::Usage(NO_GAME.to_string()))) };
        let session = &game.session;
        let settings = session.plan().settings.iter();
        let sets: Vec<_> = settings.map(|(key, value)| (key.clone(), value.to_string())).collect();
        let control = game.time_control().cloned();
        let reference = session.ruleset.reference.clone();
        self.context.workspace.seed = seed;
        let session = match self.context.workspace.open(&reference, &sets, None, &[]) {
            Ok(session) => session,
            Err(error) => return Ok(Err(error)),
        };
        let mut new = self.new_game(session, &[], Some(occupants), out)?;
        // The same rules have the same seats.
        let clock = control.and_then(|control| new.session.start_clock(control).ok());
        new.set_clock(clock, &self.context);
        new.watched_files = self.game_mut().and_then(|game| game.watched_files.take());
        Ok(Ok(new))
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
    pub fn save(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty() {
            return refuse(match self.session.notation().file_extension() {
                "toml" => "`save` needs a file, for example save game.toml".to_string(),
                ending => format!("`save` needs a file, for example save game.toml or save game.{ending}"),
            });
        }
        let rest = &file_name(rest);
        or_refuse!(self.session.check_file_name(rest));
        let (text, games, moves) = or_refuse!(self.format_save(context, rest));
        let exists = Path::new(rest).exists();
        if exists && record::read_file(Path::new(rest)).is_err() {
            return refuse(format!("{rest} exists and is not a saved game; choose another name"));
        }
        if let Err(error) = files::replace(Path::new(rest), &text) {
            let note = if exists { "; the old file is unchanged" } else { "" };
            return refuse(format!("cannot write {rest}: {error}{note}"));
        }
        let replaced = if exists { ", replacing the old game" } else { "" };
        let saved = match games {
            1 => plural(moves, "move"),
            games => format!("{} with {}", plural(games, "game"), plural(moves, "move")),
        };
        done(writeln!(out, "saved {saved} to {rest}{replaced}"))
    }

    /// Returns the content of a file for the game and the earlier games of its match, in the format that the name
    /// selects, with the number of games and of their moves.
    pub fn format_save(&mut self, context: &Context, name: &str) -> anyhow::Result<(String, usize, usize)> {
        let (records, last) = (self.earlier_records(), self.record());
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let notation = self.session.notation();
        let is_foreign = extension != SAVED_EXTENSION && notation.is_file_extension(extension);
        let mut text = String::new();
        for (record, number) in records.iter().zip(1..) {
            text += &match is_foreign {
                true => format_earlier(record, name, context).with_context(|| format!("game {number} of the match"))?,
                false => record.to_saved(),
            };
        }
        // Formats without undone moves get the whole game while an earlier turn or a variation is shown.
        let last = match is_foreign && (self.pace == Pace::Browsing || self.session.variation().is_some()) {
            true => self.whole_record(last),
            false => last,
        };
        text += &self.session.format_record(&last, name)?;
        let moves = records.iter().chain([&last]).map(|record| record.moves.len()).sum();
        Ok((text, records.len() + 1, moves))
    }

    /// Returns the record of the whole game: undone moves count as played. On the clock is the time after the last move.
    pub fn whole_record(&mut self, shown: Record) -> Record {
        let whole = self.session.whole_record();
        let clock = self.clock.as_ref().map(|table| {
            let (mut clock, moves) = (table.clock.clone(), whole.moves.len());
            if !shown.undone.is_empty() {
                clock.go_to(moves);
            }
            clock.to_saved(moves)
        });
        Record { seats: shown.seats, clock, in_match: shown.in_match, ..whole }
    }
}

/// Returns an earlier game of a match in the format that the name of the file selects.
fn format_earlier(record: &Record, name: &str, context: &Context) -> anyhow::Result<String> {
    let (session, _) = context.workspace.restore(record, None)?;
    Ok(session.format_record(record, name)?)
}
