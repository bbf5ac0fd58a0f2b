//! `watch`: reloads the rules whenever one of their files is saved. At a terminal the effect on the game is printed
//! above the line being typed as soon as a file is saved; the next line is run under the new rules.
//!
//! Files are polled and compared. Editors save in too many ways (in place, by rename, over a network) for file system
//! events to be reliable, and the files are few and small.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustyline::ExternalPrinter;

use super::rule_changes::{describe_replay, settings_of};
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refuse};
use crate::terminal::sanitize;
use houserule_core::text::{plural, series};
use houserule_script::files::DisplayPath;
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::notation::record::Record;
use houserule_script::play::{Session, Workspace};

/// Interval at which the files are polled while a line is typed.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// Time that a file may be missing while it is saved.
const SAVE_GAP: Duration = Duration::from_millis(100);

/// Files with their contents; `None` if missing.
type FileTexts = Vec<(PathBuf, Option<Vec<u8>>)>;

/// Files of the current rules.
pub struct WatchedFiles {
    known: Arc<Mutex<KnownFiles>>,
    watcher: Option<FileWatcher>,
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

/// Thread that polls the files while a line is typed; stops on drop.
struct FileWatcher {
    game: Arc<Mutex<RunningGame>>,
    is_stopped: Arc<AtomicBool>,
}

impl Drop for FileWatcher {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

/// Running game in a form that can be replayed on another thread; Lua states are not `Send`.
struct RunningGame {
    workspace: Workspace,
    ruleset: Ruleset,
    sets: Vec<(String, String)>,
    record: Record,
}

impl RunningGame {
    /// Describes what becomes of the game under the rules in the files.
    fn describe_change(&self) -> Result<String, LoadError> {
        let ruleset = self.workspace.load(&self.ruleset.reference, &self.sets)?;
        let record = &self.record;
        let mut before = Session::new(self.ruleset.clone(), record.position.as_deref(), self.workspace.seed)?;
        before.play_opening(&record.moves)?;
        Ok(describe_replay(&before, &before.replay_under(ruleset)?))
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
            return FileChange::Notice(format!("{files} gone; the rules stay as they were read."));
        }
        match list_files(gone_before.difference(&gone).collect()) {
            _ if gone.is_empty() && *now != self.texts => FileChange::Saved,
            Some(files) => FileChange::Notice(format!("{files} back.")),
            None => FileChange::Nothing,
        }
    }
}

impl WatchedFiles {
    fn new(files: Vec<PathBuf>) -> WatchedFiles {
        WatchedFiles { known: Arc::new(Mutex::new(KnownFiles::of(files))), watcher: None }
    }

    /// Returns what has changed since the last check, and takes saved files as the new state.
    fn check(&mut self) -> FileChange {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let now = known.read_now();
        let change = known.update(&now);
        if change == FileChange::Saved {
            known.texts = now;
        }
        change
    }

    /// Sets the files to watch; returns whether they differ.
    fn set_files(&mut self, files: Vec<PathBuf>) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_different = !known.texts.iter().map(|(path, _)| path).eq(&files);
        if is_different {
            *known = KnownFiles::of(files);
        }
        is_different
    }

    /// Starts a thread that polls the files and prints through `printer` how changes affect the game.
    fn start(&mut self, running: RunningGame, mut printer: impl ExternalPrinter + Send + 'static) {
        let (game, is_stopped) = (Arc::new(Mutex::new(running)), Arc::new(AtomicBool::new(false)));
        self.watcher = Some(FileWatcher { game: game.clone(), is_stopped: is_stopped.clone() });
        let known = self.known.clone();
        std::thread::spawn(move || {
            let mut announced: Option<FileTexts> = None;
            while !is_stopped.load(Ordering::Relaxed) {
                std::thread::sleep(POLL_INTERVAL);
                let before = known.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let now = before.read_now();
                let change = {
                    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                    // The rules may have changed in the meantime.
                    if known.texts == before.texts { known.update(&now) } else { FileChange::Nothing }
                };
                let message = match change {
                    FileChange::Saved if announced.as_ref() != Some(&now) => {
                        announced = Some(now);
                        match game.lock().unwrap_or_else(PoisonError::into_inner).describe_change() {
                            Ok(text) => {
                                let parts = ["The rules were saved.", &text, "Enter plays under them."];
                                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
                            }
                            Err(error) => {
                                format!("The rules were saved, but the new ones do not load:\n{error}")
                            }
                        }
                    }
                    FileChange::Notice(message) => {
                        // Announce files that come back, even with the last saved text.
                        announced = None;
                        message
                    }
                    // The change announced last was reverted, unless the game has adopted it.
                    FileChange::Nothing if now == before.texts => match announced.take() {
                        Some(announced) if announced != now => "The rules are again as they were.".to_string(),
                        _ => continue,
                    },
                    FileChange::Saved | FileChange::Nothing => continue,
                };
                // If printing fails, report it with the next line.
                if printer.print(format!("{}\n", sanitize(&crate::render::wrap_hanging(&message)))).is_err() {
                    known.lock().unwrap_or_else(PoisonError::into_inner).gone = before.gone;
                }
            }
        });
    }
}

/// Formats `Watching 2 files: a.lua and b.lua.`
fn watching_text(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.printable()).collect();
    format!("Watching {}: {}.", plural(files.len(), "file"), series(&names, "and"))
}

impl Prompt {
    /// Runs `watch` or `watch off`.
    pub(super) fn watch(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refuse(NO_GAME) };
        match rest {
            "off" => {
                self.watched_files = None;
                writeln!(out, "Files are not watched any more.")?;
            }
            "" => {
                let files = session.ruleset.watched_files();
                if files.is_empty() {
                    return refuse("these rules are built in; `watch` is for rules in files of your own");
                }
                writeln!(out, "{}", crate::render::wrap_hanging(&watching_text(&files)))?;
                self.watched_files = Some(WatchedFiles::new(files));
            }
            _ => return refuse("write `watch`, or `watch off`"),
        }
        Ok(CommandOutcome::Done)
    }

    /// Watches the files of the new rules after a change.
    pub(super) fn watch_new_rules(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (Some(watch), Some(session)) = (&mut self.watched_files, &self.session) else { return Ok(()) };
        let files = session.ruleset.watched_files();
        if !watch.set_files(files.clone()) {
            return Ok(());
        }
        let text = match files.is_empty() {
            true => "Nothing is watched while all rules are built in.".to_string(),
            false => watching_text(&files),
        };
        writeln!(out, "{}", crate::render::wrap_hanging(&text))
    }

    /// Reloads the rules if a watched file was saved.
    pub(super) fn check_files(&mut self, out: &mut dyn Write) -> CommandResult {
        match self.watched_files.as_mut().map_or(FileChange::Nothing, WatchedFiles::check) {
            FileChange::Nothing => Ok(CommandOutcome::Done),
            FileChange::Notice(message) => {
                writeln!(out, "{}", crate::render::wrap_hanging(&message))?;
                Ok(CommandOutcome::Done)
            }
            FileChange::Saved => self.reload(out),
        }
    }

    /// Starts or updates the polling thread, if a printer is available.
    pub(super) fn start_watcher<P: ExternalPrinter + Send + 'static>(&mut self, printer: impl FnOnce() -> Option<P>) {
        let (Some(watch), Some(session)) = (&mut self.watched_files, &mut self.session) else { return };
        let workspace = Workspace { library: self.workspace.library.clone(), seed: session.seed };
        let (ruleset, sets) = (session.ruleset.clone(), settings_of(session));
        let running = RunningGame { workspace, ruleset, sets, record: session.full_record() };
        match &watch.watcher {
            Some(watcher) => *watcher.game.lock().unwrap_or_else(PoisonError::into_inner) = running,
            None => {
                if let Some(printer) = printer() {
                    watch.start(running, printer);
                }
            }
        }
    }
}
