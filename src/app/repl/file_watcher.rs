//! `watch`: the rules are read again whenever one of their files is saved. At a terminal what became of the game is told
//! above the line that is being typed, the moment a file is saved; the next line is played under the new rules.
//!
//! Files are read and compared: editors save in too many ways (in place, by a change of name, over a network) for anything
//! cleverer to be as sure, and the files are few and small.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustyline::ExternalPrinter;

use super::rule_changes::{settings_of, told};
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refused};
use crate::terminal::tamed;
use houserule_core::text::{counted, series};
use houserule_script::files::DisplayPath;
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::notation::record::Record;
use houserule_script::play::{Session, Workspace};

/// How often the files are looked at while nobody types.
const POLL_INTERVAL: Duration = Duration::from_millis(250);

/// How long a file may be gone while it is saved.
const SAVE_GAP: Duration = Duration::from_millis(100);

/// Files, each as it was when it was looked at.
type FileTexts = Vec<(PathBuf, Option<Vec<u8>>)>;

/// The files of the rules at hand.
pub struct WatchedFiles {
    known: Arc<Mutex<KnownFiles>>,
    bell: Option<FileWatcher>,
}

/// What is known of the files.
#[derive(Clone, Default)]
struct KnownFiles {
    /// As they were when the rules were read.
    texts: FileTexts,
    /// Those that somebody was told are gone.
    gone: BTreeSet<PathBuf>,
}

/// What became of the files since the rules were read.
#[derive(PartialEq, Eq, Debug)]
enum FileChange {
    Nothing,
    /// Some are gone, or back as they were: the rules stay.
    Told(String),
    Saved,
}

/// Somebody who looks at the files while a line is typed.
struct FileWatcher {
    game: Arc<Mutex<RunningGame>>,
    is_over: Arc<AtomicBool>,
}

impl Drop for FileWatcher {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// The running game, as far as it can be played again elsewhere: scripts do not go from one thread to another.
struct RunningGame {
    table: Workspace,
    ruleset: Ruleset,
    sets: Vec<(String, String)>,
    record: Record,
}

impl RunningGame {
    /// What becomes of the game under the rules as they are in the files now.
    fn judge(&self) -> Result<String, LoadError> {
        let ruleset = self.table.load(&self.ruleset.reference, &self.sets)?;
        let record = &self.record;
        let mut then = Session::new(self.ruleset.clone(), record.position.as_deref(), self.table.seed)?;
        then.open_with(&record.moves)?;
        Ok(told(&then, &then.under(ruleset)?))
    }
}

/// The files as they are. One that is gone for a moment is being saved: it gets another look.
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

    fn look(&self) -> FileTexts {
        // Those that are known to be gone are not waited for.
        let (gone, there): (Vec<_>, Vec<_>) =
            self.texts.iter().map(|(path, _)| path.clone()).partition(|path| self.gone.contains(path));
        let mut now = read(there);
        now.extend(gone.into_iter().map(|path| {
            let text = std::fs::read(&path).ok();
            (path, text)
        }));
        let place = |path: &PathBuf| self.texts.iter().position(|(other, _)| other == path);
        now.sort_by_key(|(path, _)| place(path));
        now
    }

    /// What is new about the files as they are now; each is told of once.
    fn news(&mut self, now: &FileTexts) -> FileChange {
        let gone: BTreeSet<PathBuf> =
            now.iter().filter(|(_, text)| text.is_none()).map(|(path, _)| path.clone()).collect();
        let was = std::mem::replace(&mut self.gone, gone.clone());
        let named = |paths: Vec<&PathBuf>| {
            let names: Vec<String> = paths.iter().map(|path| path.shown()).collect();
            let are = if names.len() == 1 { "is" } else { "are" };
            (!names.is_empty()).then(|| format!("{} {are}", series(&names, "and")))
        };
        if let Some(files) = named(gone.difference(&was).collect()) {
            return FileChange::Told(format!("{files} gone; the rules stay as they were read."));
        }
        match named(was.difference(&gone).collect()) {
            _ if gone.is_empty() && *now != self.texts => FileChange::Saved,
            Some(files) => FileChange::Told(format!("{files} back.")),
            None => FileChange::Nothing,
        }
    }
}

impl WatchedFiles {
    fn new(files: Vec<PathBuf>) -> WatchedFiles {
        WatchedFiles { known: Arc::new(Mutex::new(KnownFiles::of(files))), bell: None }
    }

    /// What became of the files since the last look. Those that were saved are from now on known as they are.
    fn look(&mut self) -> FileChange {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let now = known.look();
        let news = known.news(&now);
        if news == FileChange::Saved {
            known.texts = now;
        }
        news
    }

    /// Watches the files of other rules; tells whether they are others.
    fn turn_to(&mut self, files: Vec<PathBuf>) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let are_others = !known.texts.iter().map(|(path, _)| path).eq(&files);
        if are_others {
            *known = KnownFiles::of(files);
        }
        are_others
    }

    /// Looks at the files from now on, and tells through `printer` what their changes do to the game.
    fn ring(&mut self, running: RunningGame, mut printer: impl ExternalPrinter + Send + 'static) {
        let (game, is_over) = (Arc::new(Mutex::new(running)), Arc::new(AtomicBool::new(false)));
        self.bell = Some(FileWatcher { game: game.clone(), is_over: is_over.clone() });
        let known = self.known.clone();
        std::thread::spawn(move || {
            let mut heard: Option<FileTexts> = None;
            while !is_over.load(Ordering::Relaxed) {
                std::thread::sleep(POLL_INTERVAL);
                let before = known.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let now = before.look();
                let news = {
                    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                    // Meanwhile other rules may have come, whose files are others.
                    if known.texts == before.texts { known.news(&now) } else { FileChange::Nothing }
                };
                let says = match news {
                    FileChange::Saved if heard.as_ref() != Some(&now) => {
                        heard = Some(now);
                        match game.lock().unwrap_or_else(PoisonError::into_inner).judge() {
                            Ok(says) => {
                                let parts = ["The rules were saved.", &says, "Enter plays under them."];
                                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
                            }
                            Err(error) => {
                                format!("The rules were saved, but the new ones do not load:\n{error}")
                            }
                        }
                    }
                    FileChange::Told(says) => {
                        // What comes back is news, even as it was saved last.
                        heard = None;
                        says
                    }
                    // What was told of the last change holds no longer, unless the game is played under it.
                    FileChange::Nothing if now == before.texts => match heard.take() {
                        Some(heard) if heard != now => "The rules are again as they were.".to_string(),
                        _ => continue,
                    },
                    FileChange::Saved | FileChange::Nothing => continue,
                };
                // Where it cannot be told now, the next line tells it.
                if printer.print(format!("{}\n", tamed(&crate::render::folded(&says)))).is_err() {
                    known.lock().unwrap_or_else(PoisonError::into_inner).gone = before.gone;
                }
            }
        });
    }
}

/// `Watching 2 files: a.lua and b.lua.`
fn watching(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.shown()).collect();
    format!("Watching {}: {}.", counted(files.len(), "file"), series(&names, "and"))
}

impl Prompt {
    /// `watch`, `watch off`.
    pub(super) fn watch(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        match rest {
            "off" => {
                self.watch = None;
                writeln!(out, "Files are not watched any more.")?;
            }
            "" => {
                let files = session.ruleset.watched();
                if files.is_empty() {
                    return refused("these rules are built in; `watch` is for rules in files of your own");
                }
                writeln!(out, "{}", crate::render::folded(&watching(&files)))?;
                self.watch = Some(WatchedFiles::new(files));
            }
            _ => return refused("write `watch`, or `watch off`"),
        }
        Ok(CommandOutcome::Done)
    }

    /// Goes on watching after the rules became others: their files may be others, too.
    pub(super) fn watch_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (Some(watch), Some(session)) = (&mut self.watch, &self.session) else { return Ok(()) };
        let files = session.ruleset.watched();
        if !watch.turn_to(files.clone()) {
            return Ok(());
        }
        let says = match files.is_empty() {
            true => "Nothing is watched while all rules are built in.".to_string(),
            false => watching(&files),
        };
        writeln!(out, "{}", crate::render::folded(&says))
    }

    /// Reloads the rules where a file that is watched was saved.
    pub(super) fn look_at_files(&mut self, out: &mut dyn Write) -> CommandResult {
        match self.watch.as_mut().map_or(FileChange::Nothing, WatchedFiles::look) {
            FileChange::Nothing => Ok(CommandOutcome::Done),
            FileChange::Told(says) => {
                writeln!(out, "{}", crate::render::folded(&says))?;
                Ok(CommandOutcome::Done)
            }
            FileChange::Saved => self.reload(out),
        }
    }

    /// Has the files looked at while somebody types, where something can be told meanwhile.
    pub(super) fn watch_meanwhile<P: ExternalPrinter + Send + 'static>(&mut self, printer: impl FnOnce() -> Option<P>) {
        let (Some(watch), Some(session)) = (&mut self.watch, &mut self.session) else { return };
        let table = Workspace { library: self.table.library.clone(), seed: session.seed };
        let (ruleset, sets) = (session.ruleset.clone(), settings_of(session));
        let running = RunningGame { table, ruleset, sets, record: session.record_in_full() };
        match &watch.bell {
            Some(bell) => *bell.game.lock().unwrap_or_else(PoisonError::into_inner) = running,
            None => {
                if let Some(printer) = printer() {
                    watch.ring(running, printer);
                }
            }
        }
    }
}
