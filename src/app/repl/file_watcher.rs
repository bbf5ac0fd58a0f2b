//! `watch`: reloads the rules whenever one of their files is saved. At a terminal rules that keep every move apply as
//! soon as the file is saved, and the effect of others is printed; in any case the next line is run under the new rules.
//!
//! Files are polled and compared. Editors save in too many ways (in place, by rename, over a network) for file system
//! events to be reliable, and the files are few and small.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::active_game::ActiveGame;
use super::event_loop::Event;
use super::rule_changes::{describe_replay, settings_of};
use super::{CommandOutcome, CommandResult, Context, done, refuse};
use crate::render::wrap_hanging;
use houserule_core::text::{plural, series};
use houserule_script::files::DisplayPath;
use houserule_script::play::{Replay, Session};

/// Interval at which the files are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Time that a file may be missing while it is saved.
const SAVE_GAP: Duration = Duration::from_millis(100);

/// Files with their contents; `None` if missing.
type FileTexts = Vec<(PathBuf, Option<Vec<u8>>)>;

/// Files of the current rules.
pub struct WatchedFiles {
    known: KnownFiles,
    /// Saved files that would take moves back, so the player was asked to apply them.
    announced: Option<FileTexts>,
    /// `None` behind a pipe, where files are only compared before each line.
    _watcher: Option<FileWatcher>,
}

/// State of the files.
#[derive(Clone, Default)]
struct KnownFiles {
    /// Contents when the rules were loaded.
    texts: FileTexts,
    /// Files already reported as missing.
    gone: BTreeSet<PathBuf>,
}

/// Change of the files since the rules were loaded.
#[derive(PartialEq, Eq, Debug)]
enum FileChange {
    Nothing,
    /// Files are missing or back unchanged; the rules stay.
    Notice(String),
    Saved,
}

/// Thread that polls the files and reports when they have changed; stops on drop.
struct FileWatcher {
    is_stopped: Arc<AtomicBool>,
}

impl FileWatcher {
    fn new(files: Vec<PathBuf>, mut last: FileTexts, events: Sender<Event>) -> FileWatcher {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let is_done = is_stopped.clone();
        std::thread::spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                std::thread::sleep(POLL_INTERVAL);
                let now = read(files.iter().cloned());
                if now != last && events.send(Event::FilesChanged).is_err() {
                    return;
                }
                last = now;
            }
        });
        FileWatcher { is_stopped }
    }
}

impl Drop for FileWatcher {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// Reads the files. A missing one may be being saved, so it is read again after a moment.
fn read(paths: impl IntoIterator<Item = PathBuf>) -> FileTexts {
    let read = |path: PathBuf| {
        let text = std::fs::read(&path).or_else(|_| {
            std::thread::sleep(SAVE_GAP);
            std::fs::read(&path)
        });
        (path, text.ok())
    };
    paths.into_iter().map(read).collect()
}

impl KnownFiles {
    fn of(files: Vec<PathBuf>) -> KnownFiles {
        KnownFiles { texts: read(files), gone: BTreeSet::new() }
    }

    fn read_now(&self) -> FileTexts {
        // Do not wait for files already known to be missing.
        let (gone, present): (Vec<_>, Vec<_>) =
            self.texts.iter().map(|(path, _)| path.clone()).partition(|path| self.gone.contains(path));
        let mut now = read(present);
        now.extend(gone.into_iter().map(|path| {
            let text = std::fs::read(&path).ok();
            (path, text)
        }));
        let place = |path: &PathBuf| self.texts.iter().position(|(other, _)| other == path);
        now.sort_by_key(|(path, _)| place(path));
        now
    }

    /// Returns what has changed in the files; reports each missing file once.
    fn update(&mut self, now: &FileTexts) -> FileChange {
        let gone: BTreeSet<PathBuf> =
            now.iter().filter(|(_, text)| text.is_none()).map(|(path, _)| path.clone()).collect();
        let gone_before = std::mem::replace(&mut self.gone, gone.clone());
        let list_files = |paths: Vec<&PathBuf>| {
            let names: Vec<String> = paths.iter().map(|path| path.printable()).collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            (!names.is_empty()).then(|| format!("{} {verb}", series(&names, "and")))
        };
        if let Some(files) = list_files(gone.difference(&gone_before).collect()) {
            return FileChange::Notice(format!("{files} missing; the loaded rules stay in force."));
        }
        match list_files(gone_before.difference(&gone).collect()) {
            _ if gone.is_empty() && *now != self.texts => FileChange::Saved,
            Some(files) => FileChange::Notice(format!("{files} back.")),
            None => FileChange::Nothing,
        }
    }
}

impl WatchedFiles {
    fn new(files: Vec<PathBuf>, context: &Context) -> WatchedFiles {
        let known = KnownFiles::of(files.clone());
        let watcher = || FileWatcher::new(files, known.texts.clone(), context.events.clone());
        let _watcher = context.is_interactive.then(watcher);
        WatchedFiles { known, announced: None, _watcher }
    }

    /// Returns what has changed since the last check, and takes saved files as the new state.
    fn check(&mut self) -> FileChange {
        let now = self.known.read_now();
        let change = self.known.update(&now);
        if change == FileChange::Saved {
            (self.known.texts, self.announced) = (now, None);
        }
        change
    }
}

/// Formats `Watching 2 files: a.lua and b.lua.`
fn watching_text(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.printable()).collect();
    format!("Watching {}: {}.", plural(files.len(), "file"), series(&names, "and"))
}

impl ActiveGame {
    /// Runs `watch` or `watch off`.
    pub fn watch(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        match rest {
            "off" => {
                self.watched_files = None;
                writeln!(out, "No longer watching.")?;
            }
            "" => {
                let files = self.session.ruleset.watched_files();
                if files.is_empty() {
                    return refuse("these rules are built in; `watch` needs rules in a file of your own");
                }
                writeln!(out, "{}", wrap_hanging(&watching_text(&files)))?;
                self.watched_files = Some(WatchedFiles::new(files, context));
            }
            _ => return refuse("unknown argument; type `watch` or `watch off`"),
        }
        Ok(CommandOutcome::Done)
    }

    /// Watches the files of the new rules after a change.
    pub fn watch_new_rules(&mut self, context: &Context, out: &mut dyn Write) -> io::Result<()> {
        let Some(watch) = &mut self.watched_files else { return Ok(()) };
        let files = self.session.ruleset.watched_files();
        if watch.known.texts.iter().map(|(path, _)| path).eq(&files) {
            return Ok(());
        }
        let text = match files.is_empty() {
            true => "These rules are built in, so there is nothing to watch.".to_string(),
            false => watching_text(&files),
        };
        *watch = WatchedFiles::new(files, context);
        writeln!(out, "{}", wrap_hanging(&text))
    }

    /// Notes that the files were saved by this program, which loads them itself.
    pub fn note_own_save(&mut self) {
        if let Some(watch) = &mut self.watched_files {
            watch.check();
        }
    }

    /// Reloads the rules before a line if a watched file was saved.
    pub fn check_files(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        match self.watched_files.as_mut().map_or(FileChange::Nothing, WatchedFiles::check) {
            FileChange::Nothing => Ok(CommandOutcome::Done),
            FileChange::Notice(message) => done(writeln!(out, "{}", wrap_hanging(&message))),
            FileChange::Saved => self.reload(context, "", out),
        }
    }

    /// Acts on a report that files have changed: applies rules under which nothing played so far changes, and says what
    /// other ones would do.
    pub fn files_changed(&mut self, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        let Some(watch) = &mut self.watched_files else { return Ok(CommandOutcome::Done) };
        let now = watch.known.read_now();
        let message = match watch.known.update(&now) {
            FileChange::Notice(message) => {
                // A file that comes back is announced, even with the text announced last.
                watch.announced = None;
                message
            }
            FileChange::Saved if watch.announced.as_ref() != Some(&now) => self.rules_saved(now, context, out)?,
            FileChange::Nothing if watch.announced.take().is_some() => {
                "The rules files match the loaded rules again.".to_string()
            }
            FileChange::Saved | FileChange::Nothing => return Ok(CommandOutcome::Done),
        };
        done(writeln!(out, "{}", wrap_hanging(&message)))
    }

    /// Applies saved rules if the game stays as it is, and returns what to tell the player.
    fn rules_saved(&mut self, texts: FileTexts, context: &mut Context, out: &mut dyn Write) -> io::Result<String> {
        let session = &self.session;
        let loaded = context.workspace.load(&session.ruleset.reference, &settings_of(session));
        let replayed = loaded.and_then(|ruleset| session.replay_under(ruleset));
        let replayed = replayed.map(|replay| (describe_replay(session, &replay), replay));
        let sentences =
            |parts: [&str; 3]| parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let Some(watch) = &mut self.watched_files else { return Ok(String::new()) };
        match replayed {
            Ok((effect, replay)) if self.moves_before_cut.is_none() && keeps_game(session, &replay) => {
                watch.known.texts = texts;
                context.warn(&replay.session.ruleset.warnings, out)?;
                let pace = self.pace;
                self.set_session(replay.session);
                self.pace = pace;
                self.watch_new_rules(context, out)?;
                Ok(sentences(["Rules file changed. The new rules apply now.", &effect, ""]))
            }
            replayed => {
                watch.announced = Some(texts);
                Ok(match replayed {
                    Ok((effect, _)) => {
                        sentences(["Rules file changed.", &effect, "Press Enter to apply the new rules."])
                    }
                    Err(error) => format!("Rules file changed, but the new rules do not load:\n{error}"),
                })
            }
        }
    }
}

/// Whether all moves and seats of a game are as before under the rules of a replay.
fn keeps_game(session: &Session, replay: &Replay) -> bool {
    let seats = |session: &Session| session.plan().names.seats.clone();
    replay.first_difference.is_none() && replay.played == replay.total && seats(session) == seats(&replay.session)
}
