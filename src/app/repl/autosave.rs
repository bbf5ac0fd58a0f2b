//! Autosave: the running game is saved after every line that changed it; `resume` continues it later.

use std::io::{self, Write};

use super::active_game::ActiveGame;
use super::mode::{Mode, Prompt};
use super::{CommandOutcome, CommandResult, Context, done, refuse};
use crate::save_dir::{SaveDir, SaveSlot, SavedGame, SyncMode};
use anyhow::anyhow;
use houserule_core::text::one_line;
use houserule_script::files::DisplayPath;
use houserule_script::notation::record::Record;
use houserule_script::play::Session;

/// Maximum number of games listed by `resume list`: a screenful.
const MAX_LISTED_GAMES: usize = 20;

/// Where running games are saved.
pub struct Autosave {
    save_dir: Option<SaveDir>,
    /// Whether games are saved: at a terminal, or by an option.
    is_on: bool,
    /// Whether the user was warned about the unsaved game when leaving.
    pub is_warned: bool,
}

/// File of a running game.
#[derive(Default)]
pub struct AutosaveFile {
    slot: Option<SaveSlot>,
    /// Revision that was saved last.
    saved: Option<u64>,
    /// Game as it began: what was only looked through is not saved.
    initial: Option<Record>,
    /// Whether the last save failed; the user has seen a message.
    is_unsaved: bool,
}

impl Autosave {
    pub fn new(is_on: bool) -> Autosave {
        Autosave::at(SaveDir::find(), is_on)
    }

    pub fn at(save_dir: Option<SaveDir>, is_on: bool) -> Autosave {
        Autosave { save_dir, is_on, is_warned: false }
    }

    /// Returns the unfinished games, unless there are none.
    fn saved_games(&self) -> Option<(&SaveDir, Vec<SavedGame>)> {
        let save_dir = self.save_dir.as_ref()?;
        Some((save_dir, save_dir.unfinished())).filter(|(_, saved)| !saved.is_empty())
    }
}

impl AutosaveFile {
    /// Notes that something beside the game has changed, such as the time on its clock: it is saved again.
    pub fn mark_outdated(&mut self) {
        self.saved = None;
    }

    /// Returns the file, once anything was written to it.
    fn path(&self) -> Option<String> {
        self.slot.as_ref().filter(|slot| slot.is_used()).map(|slot| slot.path().printable())
    }

    /// Returns a message about what is not saved; `None` if everything is.
    fn unsaved_message(&self) -> Option<String> {
        self.is_unsaved.then(|| match self.path() {
            Some(path) => {
                format!("The last moves could not be saved; the game before them is in {path}")
            }
            None => "This game could not be saved".to_string(),
        })
    }

    /// Returns the file and how often it was synced.
    #[cfg(test)]
    pub fn on_disk(&self) -> Option<(&std::path::Path, usize)> {
        self.slot.as_ref().filter(|slot| slot.is_used()).map(|slot| (slot.path(), slot.syncs))
    }
}

/// Returns the game with all its moves, whichever turn is shown.
fn whole(session: &mut Session) -> Record {
    let mut record = session.full_record();
    record.moves.append(&mut record.undone);
    Record { result: None, points: None, place: None, ..record }
}

impl ActiveGame {
    /// Notes the game as it begins: until it changes, there is nothing to save.
    pub fn note_start(&mut self) {
        self.session.note_loaded_players(&self.seating.seat_names());
        self.file.initial = Some(whole(&mut self.session));
    }

    /// Saves the game, and returns its file for the next game of the match; this one is not saved again.
    pub fn hand_over_file(&mut self) -> AutosaveFile {
        let file = AutosaveFile { saved: Some(self.revision), ..AutosaveFile::default() };
        let old = std::mem::replace(&mut self.file, file);
        AutosaveFile { slot: old.slot, is_unsaved: old.is_unsaved, ..AutosaveFile::default() }
    }

    /// Saves the game if it has changed. A failure is reported once, and tried again with the next change.
    pub fn autosave(&mut self, context: &mut Context, sync: SyncMode) {
        let Some(save_dir) = context.autosave.save_dir.as_ref().filter(|_| context.autosave.is_on) else { return };
        let is_synced = sync == SyncMode::Soon || self.file.slot.as_ref().is_none_or(SaveSlot::is_synced);
        if self.file.saved == Some(self.revision) && is_synced && !self.file.is_unsaved {
            return;
        }
        // The result of a game without moves counts in a match.
        let has_result = self.match_table().is_some_and(|table| !table.games().is_empty());
        let session = &self.session;
        let is_fresh = !has_result
            && session.moves().is_empty()
            && session.notes().is_empty()
            && !session.has_variations()
            && self.setup_undos.is_empty();
        if is_fresh && self.file.slot.is_none() {
            return;
        }
        if self.file.slot.is_none()
            && !has_result
            && self.file.initial.as_ref().is_some_and(|initial| *initial == whole(&mut self.session))
        {
            self.file.saved = Some(self.revision);
            return;
        }
        let text = self.saved_text();
        let slot = match self.file.slot.take() {
            Some(slot) => Ok(slot),
            None => save_dir.new_slot(&self.session.plan().name),
        };
        let result = slot.and_then(|slot| self.file.slot.insert(slot).write(text, sync));
        self.file.saved = Some(self.revision);
        let was_unsaved = std::mem::replace(&mut self.file.is_unsaved, result.is_err());
        if let (Err(error), false) = (result, was_unsaved) {
            context
                .remarks
                .notes
                .push(format!("The game cannot be saved ({error}). You can play on; try `save FILE`."));
        }
    }
}

impl Prompt {
    /// Leaves a lesson for the game from which it was started; otherwise leaves the prompt and prints where the game is
    /// saved. If it is not, warns first; leaving again then quits.
    pub fn leave(&mut self, out: &mut dyn Write) -> CommandResult {
        if let Some(mut game) = self.take_outer_game() {
            if let Mode::Lesson(lesson) = &self.mode {
                lesson.print_how_to_resume(&self.context, out)?;
            }
            let title = &game.session.plan().title;
            writeln!(
                out,
                "{}",
                crate::render::wrap_prose(&format!("You are back in {title}; `quit` leaves the program."))
            )?;
            (game.is_board_due, game.spoken) = (true, None);
            return Ok(CommandOutcome::Starts(Mode::Game(game)));
        }
        let Prompt { mode: Mode::Game(game), context } = self else { return Ok(CommandOutcome::Quit) };
        game.autosave(context, SyncMode::Now);
        let message = game.file.unsaved_message();
        if let Some(message) = message.as_ref().filter(|_| context.is_interactive && !context.autosave.is_warned) {
            context.autosave.is_warned = true;
            writeln!(out, "{message}")?;
            let remedy = "Try `save FILE`, or leave again to quit without saving.";
            writeln!(out, "{}", crate::render::wrap_hanging(remedy))?;
            return Ok(CommandOutcome::Done);
        }
        if let Some(path) = game.file.path().filter(|_| !context.autosave.is_warned) {
            match (message, game.is_all_over()) {
                (Some(message), _) => writeln!(out, "{message}")?,
                (None, true) => writeln!(out, "The game is saved in {path}")?,
                _ => writeln!(out, "Saved. Run `houserule` and type `resume` to continue this game, or load {path}")?,
            }
        }
        Ok(CommandOutcome::Quit)
    }

    /// Offers the last unfinished game, of the same rules if a game is being played.
    pub fn offer_saved_games(&self, out: &mut dyn Write) -> io::Result<()> {
        let autosave = &self.context.autosave;
        let Some(save_dir) = autosave.save_dir.as_ref().filter(|_| autosave.is_on) else { return Ok(()) };
        let saved = save_dir.unfinished();
        let rules = self.game().map(|game| game.session.ruleset.reference.as_str());
        let is_same = |game: &&SavedGame| rules.is_none_or(|rules| game.record.game.as_deref() == Some(rules));
        let Some(last) = saved.iter().find(is_same) else { return Ok(()) };
        let number = saved.iter().position(|other| other.path == last.path).unwrap_or(0) + 1;
        let which = if number == 1 { String::new() } else { format!(" {number}") };
        let others = match saved.len() {
            1 => String::new(),
            _ => format!("; `resume list` shows all {}", saved.len()),
        };
        let text = format!("Unfinished game: {last}. `resume{which}` continues it{others}.");
        writeln!(out, "{}", crate::render::wrap_hanging(&text))
    }

    /// Runs `resume`, `resume 2`, `resume list` or `resume list all`.
    pub fn resume(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if rest.is_empty()
            && let Some(mut game) = self.take_outer_game()
        {
            game.is_board_due = true;
            return Ok(CommandOutcome::Starts(Mode::Game(game)));
        }
        let Some((save_dir, saved)) = self.context.autosave.saved_games() else { return refuse(NO_SAVED_GAME) };
        match rest.split_whitespace().collect::<Vec<_>>()[..] {
            ["list"] => return list(&saved, MAX_LISTED_GAMES, out),
            ["list", "all"] => return list(&saved, saved.len(), out),
            _ => {}
        }
        let game = or_refuse!(pick(&saved, rest, "resume"));
        let slot = match save_dir.reopen(game) {
            Ok(Some(slot)) => slot,
            Ok(None) => return refuse("this game is already open in another program"),
            Err(error) => return refuse(format!("cannot open {}: {error}", game.path.printable())),
        };
        let mut restored = match self.restore_game(&game.record, game.earlier.clone(), None, out)? {
            Ok(restored) => restored,
            Err(error) => {
                let path = game.path.printable();
                return refuse(format!("cannot resume the game in {path}: {error:#}"));
            }
        };
        restored.file.slot = Some(slot);
        self.context.autosave.is_on = true;
        Ok(CommandOutcome::Starts(Mode::Game(restored)))
    }

    /// Runs `forget 2`.
    pub fn forget(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some((_, saved)) = self.context.autosave.saved_games() else { return refuse(NO_SAVED_GAME) };
        if rest.is_empty() {
            return refuse("`forget` needs a number, for example forget 1; `resume list` shows the numbers");
        }
        let game = or_refuse!(pick(&saved, rest, "forget"));
        game.delete();
        done(writeln!(out, "deleted {game}"))
    }
}

/// Lists the first unfinished games with their numbers.
fn list(saved: &[SavedGame], max: usize, out: &mut dyn Write) -> CommandResult {
    for (index, game) in saved.iter().take(max).enumerate() {
        writeln!(out, "{}", crate::render::wrap_indented(&format!("  {} {}", index + 1, game), 2))?;
    }
    if saved.len() > max {
        writeln!(out, "  {} more; `resume list all` shows them", saved.len() - max)?;
    }
    done(writeln!(out, "`resume 1` continues the first game, `forget 1` deletes it."))
}

const NO_SAVED_GAME: &str = "there are no unfinished games";

fn pick<'a>(saved: &'a [SavedGame], number: &str, command: &str) -> anyhow::Result<&'a SavedGame> {
    let index = if number.is_empty() { Some(0) } else { number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) };
    index.and_then(|index| saved.get(index)).ok_or_else(|| {
        let number = one_line(number, 20);
        anyhow!("there is no unfinished game `{number}`; `resume list` shows the numbers, for example {command} 1")
    })
}
