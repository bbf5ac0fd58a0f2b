//! The directory of running games: one file for each game in the user's data directory, rewritten after every line that
//! changed the game.
//!
//! A file is replaced atomically by a rename, so a crash leaves the old or the new state. An append-only journal would
//! write less, but a game is a few kilobytes, changes in other ways than at its end (undo, notes, seats), and a
//! complete file is a saved game like any other. A file lock marks games in progress; the system releases it when the
//! program ends.
//!
//! While bots play each other, not every move is synced to disk. A copy of the last synced state stays beside the game
//! until the next sync, so a power failure costs about a second of moves and never the game.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::config::UserDirs;
use houserule_core::text::{one_line, plural};
use houserule_script::files;
use houserule_script::notation::record::{self, Record};

/// Maximum number of games kept; older ones are removed if they are finished.
const MAX_FINISHED_GAMES: usize = 100;
/// Interval of syncs while bots move.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of files read to list unfinished games.
const MAX_SCANNED_GAMES: usize = 200;

/// Directory of running games.
pub struct SaveDir {
    folder: PathBuf,
}

/// File of a game in progress, locked as long as it is played.
pub struct SaveSlot {
    path: PathBuf,
    /// File lock, released on drop.
    _lock: File,
    /// Text written last, and whether it is synced.
    last_text: String,
    is_synced: bool,
    /// Time of the last sync.
    synced_at: Option<Instant>,
    /// Number of syncs.
    #[cfg(test)]
    pub syncs: usize,
}

/// When a write is synced to disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncMode {
    Now,
    /// At most once in `SYNC_INTERVAL`.
    Soon,
}

/// Saved game that is not in progress.
pub struct SavedGame {
    pub path: PathBuf,
    pub record: Record,
    /// Earlier games of its match.
    pub earlier: Vec<Record>,
    /// Time since the last move.
    pub age: Duration,
}

impl SaveDir {
    pub fn find() -> Option<SaveDir> {
        Some(SaveDir::at(&UserDirs::find()?.data.join("games")))
    }

    pub fn at(folder: &Path) -> SaveDir {
        SaveDir { folder: folder.to_path_buf() }
    }

    /// Creates and locks a slot for a new game.
    pub fn new_slot(&self, game: &str) -> io::Result<SaveSlot> {
        fs::create_dir_all(&self.folder)?;
        self.remove_old_games();
        let safe = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = game.chars().map(safe).take(40).collect();
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        // One program may start two games in the same second.
        let names = (1..).map(|number| format!("{name}-{started}-{}-{number}.toml", std::process::id()));
        let path = names.map(|name| self.folder.join(name)).find(|path| !path.exists());
        let path = path.ok_or_else(|| io::Error::other("no free file name is left"))?;
        let lock = lock(&path)?.ok_or_else(|| io::Error::other("another program is using the file"))?;
        Ok(SaveSlot::new(path, lock, String::new()))
    }

    /// Locks the slot of a saved game; `None` if it is in progress again.
    pub fn reopen(&self, saved: &SavedGame) -> io::Result<Option<SaveSlot>> {
        let Some(lock) = lock(&saved.path)? else { return Ok(None) };
        self.remove_temporary(&saved.path);
        let text = fs::read_to_string(&saved.path).unwrap_or_default();
        Ok(Some(SaveSlot::new(saved.path.clone(), lock, text)))
    }

    /// Returns the unfinished games that are not in progress, newest first.
    pub fn unfinished(&self) -> Vec<SavedGame> {
        let mut saved = Vec::new();
        for (changed, path) in self.games().into_iter().take(MAX_SCANNED_GAMES) {
            let Some((record, earlier)) = read(&path).filter(|(record, _)| !is_over(record)) else { continue };
            if matches!(lock(&path), Ok(Some(_))) {
                let age = SystemTime::now().duration_since(changed).unwrap_or_default();
                saved.push(SavedGame { path, record, earlier, age });
            }
        }
        saved
    }

    /// Returns the files of games, newest first.
    fn games(&self) -> Vec<(SystemTime, PathBuf)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let is_game = |path: &PathBuf| {
            let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            path.extension().is_some_and(|ending| ending == "toml") && !is_hidden
        };
        let with_time = |path: PathBuf| Some((fs::metadata(&path).ok()?.modified().ok()?, path));
        let mut games: Vec<_> = entries.map(|entry| entry.path()).filter(is_game).filter_map(with_time).collect();
        games.sort_by(|one, other| other.cmp(one));
        games
    }

    /// Removes temporary files of a killed program; the caller holds the lock of the game.
    fn remove_temporary(&self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!(".{name}.");
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Removes the oldest finished games and their lock files.
    fn remove_old_games(&self) {
        let is_over = |path: &Path| read(path).is_some_and(|(record, _)| is_over(&record));
        let games = self.games();
        if games.len() <= MAX_FINISHED_GAMES {
            return;
        }
        for (_, path) in games.into_iter().skip(MAX_FINISHED_GAMES).filter(|(_, path)| is_over(path)) {
            if let Ok(Some(_lock)) = lock(&path) {
                remove(&path);
            }
        }
    }
}

impl SavedGame {
    /// Deletes the game.
    pub fn delete(&self) {
        remove(&self.path);
    }
}

/// A game as people know it: `tak (human, easy), 12 moves, 5 min ago`.
impl fmt::Display for SavedGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let game = one_line(self.record.game.as_deref().unwrap_or("?"), 60);
        let seats = &self.record.seats;
        let who = if seats.is_empty() { String::new() } else { format!(" ({})", seats.join(", ")) };
        let number = self.record.in_match.as_ref().map(|part| format!(", game {} of a match", part.game));
        let moves = plural(self.record.moves.len(), "move");
        write!(f, "{game}{who}{}, {moves}, {}", number.unwrap_or_default(), ago(self.age))
    }
}

fn ago(age: Duration) -> String {
    match age.as_secs() {
        0..60 => "just now".to_string(),
        seconds @ 60..3600 => format!("{} min ago", seconds / 60),
        seconds @ 3600..172_800 => format!("{} h ago", seconds / 3600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

impl SaveSlot {
    /// Creates a slot; `last_text` is the present content of its file, if any.
    fn new(path: PathBuf, lock: File, last_text: String) -> SaveSlot {
        SaveSlot {
            path,
            _lock: lock,
            last_text,
            is_synced: true,
            synced_at: None,
            #[cfg(test)]
            syncs: 0,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a game, unless the file has this text already.
    pub fn write(&mut self, text: String, sync: SyncMode) -> io::Result<()> {
        self.write_at(text, sync, Instant::now())
    }

    fn write_at(&mut self, text: String, sync: SyncMode, now: Instant) -> io::Result<()> {
        let is_due = self.synced_at.is_none_or(|at| now.saturating_duration_since(at) >= SYNC_INTERVAL);
        let must_sync = sync == SyncMode::Now || is_due;
        if text == self.last_text && (self.is_synced || !must_sync) {
            return Ok(());
        }
        if must_sync {
            files::replace(&self.path, &text)?;
            let _ = fs::remove_file(synced_copy(&self.path));
            self.synced_at = Some(now);
            #[cfg(test)]
            {
                self.syncs += 1;
            }
        } else {
            if self.is_synced {
                // File systems without hard links do without the copy.
                let _ = fs::hard_link(&self.path, synced_copy(&self.path));
            }
            files::replace_unsynced(&self.path, &text)?;
        }
        (self.last_text, self.is_synced) = (text, must_sync);
        Ok(())
    }

    /// Returns whether all that was written is synced to disk.
    pub fn is_synced(&self) -> bool {
        self.is_synced
    }

    /// Returns whether anything was written.
    pub fn is_used(&self) -> bool {
        !self.last_text.is_empty()
    }
}

impl Drop for SaveSlot {
    fn drop(&mut self) {
        if !self.is_used() {
            // No move was played.
            let _ = fs::remove_file(lock_path(&self.path));
        }
    }
}

fn remove(path: &Path) {
    // Errors are ignored.
    for path in [path.to_path_buf(), synced_copy(path), lock_path(path)] {
        let _ = fs::remove_file(path);
    }
}

/// Reads a game and the earlier games of its match, or the last synced copy if a power failure has damaged the file.
fn read(path: &Path) -> Option<(Record, Vec<Record>)> {
    let game = |path: &Path| record::to_continue(record::read_file(path).ok()?);
    game(path).or_else(|| game(&synced_copy(path)))
}

/// Returns whether a game is over, and the match that it belongs to.
fn is_over(record: &Record) -> bool {
    match &record.in_match {
        Some(part) => part.over,
        None => record.result.is_some(),
    }
}

/// Returns the path of the last synced copy, which exists while a later state is not synced.
fn synced_copy(path: &Path) -> PathBuf {
    path.with_extension("synced")
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Locks a game; `None` if another program holds the lock.
fn lock(path: &Path) -> io::Result<Option<File>> {
    files::lock(&lock_path(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_moves_are_synced_at_most_once_a_second() {
        let folder = tempfile::tempdir().expect("a folder");
        let save_dir = SaveDir::at(folder.path());
        let mut slot = save_dir.new_slot("tak").expect("a place");
        let (start, ms) = (Instant::now(), Duration::from_millis);
        for number in 0..3400_u64 {
            let text = format!("state {number}");
            slot.write_at(text.clone(), SyncMode::Soon, start + ms(number)).expect("written");
            assert_eq!(fs::read_to_string(slot.path()).expect("whole"), text, "a kill loses nothing");
        }
        assert_eq!(slot.syncs, 4, "one a second");
        let copy = || fs::read_to_string(synced_copy(slot.path())).ok();
        assert_eq!(copy().as_deref(), Some("state 3000"), "what is on the disk stays until the next time");
        slot.write_at("state 3399".into(), SyncMode::Now, start + ms(3400)).expect("written");
        slot.write_at("state 3399".into(), SyncMode::Now, start + ms(3401)).expect("written");
        assert_eq!((slot.syncs, synced_copy(slot.path()).exists()), (5, false), "before the user is asked");
    }

    #[test]
    fn a_game_damaged_by_a_power_failure_is_restored() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tak-1.toml");
        let game = |moves: &str| format!("houserule = 1\ngame = 'tak'\nrules = '0'\nseed = 1\nmoves = '{moves}'\n");
        fs::write(&path, "").expect("written");
        fs::write(synced_copy(&path), game("a1 b1")).expect("written");
        let games = SaveDir::at(folder.path()).unfinished();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].record.moves, ["a1", "b1"]);
        games[0].delete();
        assert!(!synced_copy(&path).exists());
    }

    #[test]
    fn the_age_of_a_game_has_one_unit() {
        let texts = [5, 120, 7300, 3 * 86_400].map(|seconds| ago(Duration::from_secs(seconds)));
        assert_eq!(texts, ["just now", "2 min ago", "2 h ago", "3 days ago"]);
    }
}
