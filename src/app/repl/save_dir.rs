//! Where running games are kept while they are played: a file each in the user's own folder, written anew after every
//! line that changed something.
//!
//! A game is written whole and takes the place of what was there by a change of name, so that a cut leaves the old or the
//! new state. A journal to which every move is added would write less, but a game is a few kilobytes and changes in other
//! ways than at its end (undo, notes, seats), and a file that is whole at any time is a saved game like any other.
//! A lock tells which games are being played: the system gives it up whatever becomes of the program.
//!
//! While bots play among themselves the disk is not waited for after every move. What was put on the disk last stays beside
//! the game until the next time, so that a power cut costs the moves of about a second and never the game.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::config::UserDirs;
use houserule_script::files;
use houserule_script::notation::record::{self, Record};

/// How many games that are over stay.
const FINISHED: usize = 100;
/// How long moves that nobody has typed may wait for the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// How many games that were left are looked at.
const LOOKED_AT: usize = 200;

/// The folder of running games.
pub struct SaveDir {
    folder: PathBuf,
}

/// A game's place on the shelf, held as long as it is played.
pub struct SaveSlot {
    path: PathBuf,
    /// Locked; given up when it is dropped.
    _lock: File,
    /// What was written last, and whether it is on the disk.
    written: String,
    is_synced: bool,
    /// When the disk was last waited for.
    synced_at: Option<Instant>,
    /// How often it was.
    #[cfg(test)]
    pub syncs: usize,
}

/// Whether a game that is written waits for the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncMode {
    Now,
    /// At most once in a while.
    Soon,
}

/// A game that nobody is playing.
pub struct SavedGame {
    pub path: PathBuf,
    pub record: Record,
    /// How long ago it was played.
    pub age: Duration,
}

impl SaveDir {
    pub fn find() -> Option<SaveDir> {
        Some(SaveDir::at(&UserDirs::find()?.data.join("games")))
    }

    pub fn at(folder: &Path) -> SaveDir {
        SaveDir { folder: folder.to_path_buf() }
    }

    /// A new place for a game called so.
    pub fn spot(&self, game: &str) -> io::Result<SaveSlot> {
        fs::create_dir_all(&self.folder)?;
        self.tidy();
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = game.chars().map(plain).take(40).collect();
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        // Two games of one program may begin in the same second.
        let names = (1..).map(|number| format!("{name}-{since}-{}-{number}.toml", std::process::id()));
        let path = names.map(|name| self.folder.join(name)).find(|path| !path.exists());
        let path = path.ok_or_else(|| io::Error::other("there is no name left"))?;
        let lock = lock(&path)?.ok_or_else(|| io::Error::other("another program writes there"))?;
        Ok(SaveSlot::new(path, lock, String::new()))
    }

    /// The place of a game that was left, unless somebody plays it by now.
    pub fn take_again(&self, left: &SavedGame) -> io::Result<Option<SaveSlot>> {
        let Some(lock) = lock(&left.path)? else { return Ok(None) };
        self.sweep(&left.path);
        let text = fs::read_to_string(&left.path).unwrap_or_default();
        Ok(Some(SaveSlot::new(left.path.clone(), lock, text)))
    }

    /// The games that were left before their end and that nobody is playing, the last one first.
    pub fn left(&self) -> Vec<SavedGame> {
        let mut found = Vec::new();
        for (changed, path) in self.games().into_iter().take(LOOKED_AT) {
            let Some(record) = read(&path).filter(|record| record.result.is_none()) else { continue };
            if matches!(lock(&path), Ok(Some(_))) {
                let age = SystemTime::now().duration_since(changed).unwrap_or_default();
                found.push(SavedGame { path, record, age });
            }
        }
        found
    }

    /// The files of games, the last changed first.
    fn games(&self) -> Vec<(SystemTime, PathBuf)> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let is_game = |path: &PathBuf| {
            let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            path.extension().is_some_and(|ending| ending == "toml") && !is_hidden
        };
        let dated = |path: PathBuf| Some((fs::metadata(&path).ok()?.modified().ok()?, path));
        let mut games: Vec<_> = entries.map(|entry| entry.path()).filter(is_game).filter_map(dated).collect();
        games.sort_by(|one, other| other.cmp(one));
        games
    }

    /// Takes away what a kill left unfinished of a game; whoever asks has its lock.
    fn sweep(&self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = format!(".{name}.");
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&unfinished) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Takes the oldest of the finished games away, with their locks.
    fn tidy(&self) {
        let is_over = |path: &Path| read(path).is_some_and(|record| record.result.is_some());
        let games = self.games();
        if games.len() <= FINISHED {
            return;
        }
        for (_, path) in games.into_iter().skip(FINISHED).filter(|(_, path)| is_over(path)) {
            if let Ok(Some(_lock)) = lock(&path) {
                remove(&path);
            }
        }
    }
}

impl SavedGame {
    /// Takes the game off the shelf.
    pub fn forget(&self) {
        remove(&self.path);
    }
}

impl SaveSlot {
    /// A place at which a text stands, or nothing.
    fn new(path: PathBuf, lock: File, written: String) -> SaveSlot {
        SaveSlot {
            path,
            _lock: lock,
            written,
            is_synced: true,
            synced_at: None,
            #[cfg(test)]
            syncs: 0,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a game down, unless that is what stands there.
    pub fn write(&mut self, text: String, sync: SyncMode) -> io::Result<()> {
        self.write_at(text, sync, Instant::now())
    }

    fn write_at(&mut self, text: String, sync: SyncMode, now: Instant) -> io::Result<()> {
        let is_due = self.synced_at.is_none_or(|at| now.saturating_duration_since(at) >= SYNC_EVERY);
        let waits = sync == SyncMode::Now || is_due;
        if text == self.written && (self.is_synced || !waits) {
            return Ok(());
        }
        if waits {
            files::replace(&self.path, &text)?;
            let _ = fs::remove_file(synced_copy(&self.path));
            self.synced_at = Some(now);
            #[cfg(test)]
            {
                self.syncs += 1;
            }
        } else {
            if self.is_synced {
                // Where a file cannot have two names, the system alone sees to the order.
                let _ = fs::hard_link(&self.path, synced_copy(&self.path));
            }
            files::replace_unsynced(&self.path, &text)?;
        }
        (self.written, self.is_synced) = (text, waits);
        Ok(())
    }

    /// Whether something was written.
    pub fn is_used(&self) -> bool {
        !self.written.is_empty()
    }
}

impl Drop for SaveSlot {
    fn drop(&mut self) {
        if !self.is_used() {
            // Nothing was played.
            let _ = fs::remove_file(lock_of(&self.path));
        }
    }
}

fn remove(path: &Path) {
    // What cannot be taken away stays.
    for path in [path.to_path_buf(), synced_copy(path), lock_of(path)] {
        let _ = fs::remove_file(path);
    }
}

/// A game as it is kept, or where a power cut has spoilt that, as it was put on the disk before.
fn read(path: &Path) -> Option<Record> {
    let first = |path: &Path| record::read_file(path).ok()?.into_iter().next();
    first(path).or_else(|| first(&synced_copy(path)))
}

/// The game as it was when the disk was last waited for, while a later state of it is on its way there.
fn synced_copy(path: &Path) -> PathBuf {
    path.with_extension("synced")
}

fn lock_of(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// The lock of a game, unless somebody else has it.
fn lock(path: &Path) -> io::Result<Option<File>> {
    files::lock(&lock_of(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_nobody_typed_wait_for_the_disk_once_a_second() {
        let folder = tempfile::tempdir().expect("a folder");
        let save_dir = SaveDir::at(folder.path());
        let mut spot = save_dir.spot("tak").expect("a place");
        let (begun, ms) = (Instant::now(), Duration::from_millis);
        for number in 0..3400_u64 {
            let text = format!("state {number}");
            spot.write_at(text.clone(), SyncMode::Soon, begun + ms(number)).expect("written");
            assert_eq!(fs::read_to_string(spot.path()).expect("whole"), text, "a kill loses nothing");
        }
        assert_eq!(spot.syncs, 4, "one a second");
        let copy = || fs::read_to_string(synced_copy(spot.path())).ok();
        assert_eq!(copy().as_deref(), Some("state 3000"), "what is on the disk stays until the next time");
        spot.write_at("state 3399".into(), SyncMode::Now, begun + ms(3400)).expect("written");
        spot.write_at("state 3399".into(), SyncMode::Now, begun + ms(3401)).expect("written");
        assert_eq!((spot.syncs, synced_copy(spot.path()).exists()), (5, false), "before somebody is asked");
    }

    #[test]
    fn a_game_that_a_power_cut_has_spoilt_is_found_as_it_was_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tak-1.toml");
        let game = |moves: &str| format!("houserule = 1\ngame = 'tak'\nrules = '0'\nseed = 1\nmoves = '{moves}'\n");
        fs::write(&path, "").expect("written");
        fs::write(synced_copy(&path), game("a1 b1")).expect("written");
        let left = SaveDir::at(folder.path()).left();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].record.moves, ["a1", "b1"]);
        left[0].forget();
        assert!(!synced_copy(&path).exists());
    }
}
