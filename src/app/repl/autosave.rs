//! Autosave: the running game is saved after every line that changed it; `resume` continues it later.

use std::io::{self, Write};
use std::time::Duration;

use super::save_dir::{SaveDir, SaveSlot, SavedGame, SyncMode};
use super::{CommandOutcome, CommandResult, Prompt, eprint_note, refuse, seats};
use anyhow::anyhow;
use houserule_core::text::{one_line, plural};
use houserule_script::files::DisplayPath;
use houserule_script::notation::record::Record;

/// Maximum number of games listed by `resume list`: a screenful.
const MAX_LISTED_GAMES: usize = 20;

/// Autosave of the running game.
pub struct Autosave {
    save_dir: Option<SaveDir>,
    /// Whether games are saved: at a terminal, or by an option.
    is_on: bool,
    slot: Option<SaveSlot>,
    /// Whether saving is paused, because the session belongs to a lesson.
    pub is_paused: bool,
    /// Whether the last save failed; the user has been told.
    is_unsaved: bool,
    /// Whether the user was warned about the unsaved game when leaving.
    pub is_warned: bool,
}

impl Autosave {
    pub fn new(is_on: bool) -> Autosave {
        Autosave::at(SaveDir::find(), is_on)
    }

    fn at(save_dir: Option<SaveDir>, is_on: bool) -> Autosave {
        Autosave { save_dir, is_on, slot: None, is_paused: false, is_unsaved: false, is_warned: false }
    }

    /// Releases the file of the current game, which stays on disk.
    pub fn release_slot(&mut self) {
        (self.slot, self.is_unsaved) = (None, false);
    }

    /// Returns the unfinished games, unless there are none.
    fn saved_games(&self) -> Option<(&SaveDir, Vec<SavedGame>)> {
        let save_dir = self.save_dir.as_ref()?;
        Some((save_dir, save_dir.unfinished())).filter(|(_, saved)| !saved.is_empty())
    }

    /// Returns a message about what is not saved; `None` if everything is.
    fn unsaved_message(&self) -> Option<String> {
        let saved = self.slot.as_ref().filter(|slot| slot.is_used()).map(SaveSlot::path);
        self.is_unsaved.then(|| match saved {
            Some(path) => {
                format!(
                    "The last moves could not be kept on disk; the game before them is kept in {}",
                    path.printable()
                )
            }
            None => "This game could not be kept on disk".to_string(),
        })
    }

    fn write(&mut self, game: &str, text: String, sync: SyncMode) -> io::Result<()> {
        let Some(save_dir) = &self.save_dir else { return Ok(()) };
        let slot = match &mut self.slot {
            Some(slot) => slot,
            None => self.slot.insert(save_dir.new_slot(game)?),
        };
        slot.write(text, sync)
    }
}

impl Prompt {
    /// Saves and syncs the game. A failure is reported once. Lessons are not saved.
    pub(super) fn autosave_now(&mut self) {
        self.autosave_with(SyncMode::Now);
    }

    /// Saves the game after a bot's move. The file is synced once a second, and before a person's next line.
    pub(super) fn autosave_soon(&mut self) {
        self.autosave_with(SyncMode::Soon);
    }

    fn autosave_with(&mut self, sync: SyncMode) {
        let is_saved = self.autosave.is_on && !self.autosave.is_paused && self.lesson_session.is_none();
        let Some(session) = self.session.as_mut().filter(|_| is_saved) else { return };
        let is_fresh = session.moves().is_empty() && session.notes().is_empty() && self.setup_undos.is_empty();
        if is_fresh && self.autosave.slot.is_none() {
            return;
        }
        let record = Record { seats: self.seating.seat_names(), ..session.full_record() };
        let result = self.autosave.write(&session.plan().name, record.to_saved(), sync);
        let was_unsaved = std::mem::replace(&mut self.autosave.is_unsaved, result.is_err());
        if let Err(error) = result
            && !was_unsaved
        {
            let message = format!("The game cannot be kept on disk ({error}); it goes on, and `save FILE` may work.");
            let _ = eprint_note(&message);
        }
    }

    /// Warns once before an unsaved game is left at a terminal; returns whether it did.
    pub(super) fn warn_unsaved(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.autosave_now();
        let Some(message) = self.autosave.unsaved_message().filter(|_| self.is_interactive && !self.autosave.is_warned)
        else {
            return Ok(false);
        };
        self.autosave.is_warned = true;
        writeln!(out, "{message}")?;
        let remedy = "`save FILE` may keep it elsewhere; leave once more to go without it.";
        writeln!(out, "{}", crate::render::wrap_hanging(remedy))?;
        Ok(true)
    }

    /// Prints where the game is saved.
    pub(super) fn farewell(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.autosave_now();
        if self.autosave.is_warned {
            return Ok(());
        }
        let message = self.autosave.unsaved_message();
        let Some(session) = &mut self.session else { return Ok(()) };
        let Some(slot) = self.autosave.slot.as_ref().filter(|slot| slot.is_used()) else { return Ok(()) };
        let path = slot.path().printable();
        if let Some(message) = message {
            return writeln!(out, "{message}");
        }
        match session.game.outcome() {
            Ok(Some(_)) => writeln!(out, "The game is kept in {path}"),
            _ => writeln!(out, "`houserule` offers to go on with this game. It is kept in {path}"),
        }
    }

    /// Offers the last unfinished game, of the same rules if a game is being played.
    pub(super) fn offer_saved_games(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(save_dir) = self.autosave.save_dir.as_ref().filter(|_| self.autosave.is_on) else { return Ok(()) };
        let saved = save_dir.unfinished();
        let rules = self.session.as_ref().map(|session| session.ruleset.reference.as_str());
        let is_same = |game: &&SavedGame| rules.is_none_or(|rules| game.record.game.as_deref() == Some(rules));
        let Some(last) = saved.iter().find(is_same) else { return Ok(()) };
        let number = saved.iter().position(|other| other.path == last.path).unwrap_or(0) + 1;
        let which = if number == 1 { String::new() } else { format!(" {number}") };
        let others = match saved.len() {
            1 => String::new(),
            _ => format!("; `resume list` shows all {}", saved.len()),
        };
        let text = format!("You left {}: `resume{which}` goes on with it{others}.", describe(last));
        writeln!(out, "{}", crate::render::wrap_hanging(&text))
    }

    /// Runs `resume`, `resume 2`, `resume list` or `resume list all`.
    pub(super) fn resume(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some((save_dir, saved)) = self.autosave.saved_games() else { return refuse(NO_SAVED_GAME) };
        match rest.split_whitespace().collect::<Vec<_>>()[..] {
            ["list"] => return list(&saved, MAX_LISTED_GAMES, out),
            ["list", "all"] => return list(&saved, saved.len(), out),
            _ => {}
        }
        let game = or_refuse!(pick(&saved, rest, "resume"));
        let (session, mut notes) = match self.workspace.restore(&game.record, None) {
            Ok(restored) => restored,
            Err(error) => {
                let path = game.path.printable();
                return refuse(format!("the game in {path} cannot be gone on with: {error}"));
            }
        };
        let slot = match save_dir.reopen(game) {
            Ok(Some(slot)) => slot,
            Ok(None) => return refuse("somebody goes on with that game already"),
            Err(error) => return refuse(format!("cannot take up {}: {error}", game.path.printable())),
        };
        let occupants = seats::restore_seats(&game.record.seats, &session.ruleset, &mut notes);
        let outcome = self.start_session(session, notes, Some(occupants), out)?;
        // Set after `start_session`, which releases the slot: the game is saved in its old file.
        (self.autosave.slot, self.autosave.is_on) = (Some(slot), true);
        Ok(outcome)
    }

    /// Runs `forget 2`.
    pub(super) fn forget(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some((_, saved)) = self.autosave.saved_games() else { return refuse(NO_SAVED_GAME) };
        if rest.is_empty() {
            return refuse("forget which? `resume list` numbers them: forget 1");
        }
        let game = or_refuse!(pick(&saved, rest, "forget"));
        game.delete();
        writeln!(out, "{} is gone", describe(game))?;
        Ok(CommandOutcome::Done)
    }
}

/// Lists the first unfinished games with their numbers.
fn list(saved: &[SavedGame], max: usize, out: &mut dyn Write) -> CommandResult {
    for (index, game) in saved.iter().take(max).enumerate() {
        writeln!(out, "{}", crate::render::wrap_indented(&format!("  {} {}", index + 1, describe(game)), 2))?;
    }
    if saved.len() > max {
        writeln!(out, "  and {} older: `resume list all` shows them, too", saved.len() - max)?;
    }
    writeln!(out, "`resume 1` goes on with the first, `forget 1` takes it away.")?;
    Ok(CommandOutcome::Done)
}

const NO_SAVED_GAME: &str = "no game was left before its end";

fn pick<'a>(saved: &'a [SavedGame], number: &str, command: &str) -> anyhow::Result<&'a SavedGame> {
    let index = if number.is_empty() { Some(0) } else { number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)) };
    index.and_then(|index| saved.get(index)).ok_or_else(|| {
        let number = one_line(number, 20);
        anyhow!(
            "`{number}` is none of the {} that were left; `resume list` numbers them: {command} 1",
            plural(saved.len(), "game")
        )
    })
}

/// Describes a saved game: `a game of tak after 12 moves, 5 min ago`.
fn describe(saved: &SavedGame) -> String {
    let game = one_line(saved.record.game.as_deref().unwrap_or("?"), 60);
    let who =
        if saved.record.seats.is_empty() { String::new() } else { format!(" ({})", saved.record.seats.join(", ")) };
    let moves = plural(saved.record.moves.len(), "move");
    format!("a game of {game}{who} after {moves}, {}", ago(saved.age))
}

fn ago(age: Duration) -> String {
    match age.as_secs() {
        0..60 => "just now".to_string(),
        seconds @ 60..3600 => format!("{} min ago", seconds / 60),
        seconds @ 3600..172_800 => format!("{} h ago", seconds / 3600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use houserule_script::lua::Library;
    use houserule_script::play::Workspace;

    #[test]
    fn games_between_bots_do_not_sync_every_move() {
        let folder = tempfile::tempdir().expect("a folder");
        let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
        let session = workspace.open("tak", &[], None, &[]).expect("a game");
        let bots = seats::read("random,random", &session.ruleset).expect("two bots");
        let autosave = Autosave::at(Some(SaveDir::at(folder.path())), true);
        let mut prompt = Prompt::new(Some(session), workspace, autosave, false);
        prompt.assign_seats(Some(bots));
        let begun = Instant::now();
        let outcome = prompt.let_bots_move(&mut io::sink()).expect("nobody reads it");
        assert!(matches!(outcome, CommandOutcome::Done));
        let moves = prompt.session.as_ref().expect("a game").moves().len();
        let seconds = begun.elapsed().as_secs() as usize;
        let syncs = |prompt: &Prompt| prompt.autosave.slot.as_ref().expect("it is kept").syncs;
        let during = syncs(&prompt);
        assert!(moves > 20 && during <= 1 + seconds, "{during} times for {moves} moves in {seconds} s");
        // Before a person is asked all of it is on the disk, once.
        prompt.autosave_now();
        prompt.autosave_now();
        assert!(syncs(&prompt) <= during + 1);
        let kept = SaveDir::at(folder.path());
        drop(prompt);
        assert_eq!(kept.unfinished().len(), 0, "the game is over");
    }

    #[test]
    fn the_age_of_a_game_has_one_unit() {
        let texts = [5, 120, 7300, 3 * 86_400].map(|seconds| ago(Duration::from_secs(seconds)));
        assert_eq!(texts, ["just now", "2 min ago", "2 h ago", "3 days ago"]);
    }
}
