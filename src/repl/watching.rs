//! `watch`: the rules are read again whenever one of their files is saved. At a terminal what became of the game is told
//! above the line that is being typed, the moment a file is saved; the next line is played under the new rules.
//!
//! Files are read and compared: editors save in too many ways (in place, by a change of name, over a network) for anything
//! cleverer to be as sure, and the files are few and small.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustyline::ExternalPrinter;

use super::changing::{settings_of, told};
use super::{Answer, NO_GAME, Prompt, Told, refused};
use crate::notation::record::Record;
use crate::play::{Session, Table};
use crate::script::{LoadError, Ruleset};
use crate::vocabulary::{counted, series};

/// How often the files are looked at while nobody types.
const OFTEN: Duration = Duration::from_millis(250);

/// Files, each as it was when it was looked at.
type Texts = Vec<(PathBuf, Option<Vec<u8>>)>;

/// The files of the rules at hand.
pub struct Watch {
    /// As they were when the rules were read.
    texts: Arc<Mutex<Texts>>,
    bell: Option<Bell>,
}

/// Somebody who looks at the files while a line is typed.
struct Bell {
    game: Arc<Mutex<Running>>,
    is_over: Arc<AtomicBool>,
}

impl Drop for Bell {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// The running game, as far as it can be played again elsewhere: scripts do not go from one thread to another.
struct Running {
    table: Table,
    ruleset: Ruleset,
    sets: Vec<(String, String)>,
    record: Record,
}

impl Running {
    /// What becomes of the game under the rules as they are in the files now.
    fn judge(&self) -> Result<String, LoadError> {
        let ruleset = self.table.load(&self.ruleset.reference, &self.sets)?;
        let record = &self.record;
        let mut then = Session::new(self.ruleset.clone(), record.position.as_deref(), self.table.seed)?;
        then.open_with(&record.moves)?;
        Ok(told(&then, &then.under(ruleset)?))
    }
}

/// A file that is gone for a moment is being saved.
fn read(paths: impl IntoIterator<Item = PathBuf>) -> Texts {
    let read = |path: PathBuf| {
        let text = std::fs::read(&path).ok();
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

impl Watch {
    fn new(files: Vec<PathBuf>) -> Watch {
        Watch { texts: Arc::new(Mutex::new(read(files))), bell: None }
    }

    /// Whether some file was saved since the rules were read.
    fn has_changed(&mut self) -> bool {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let now = read(texts.iter().map(|(path, _)| path.clone()));
        let is_whole = now.iter().all(|(_, text)| text.is_some());
        let changed = is_whole && now != *texts;
        if changed {
            *texts = now;
        }
        changed
    }

    /// Looks at the files from now on, and tells through `printer` what their changes do to the game.
    fn ring(&mut self, running: Running, mut printer: impl ExternalPrinter + Send + 'static) {
        let (game, is_over) = (Arc::new(Mutex::new(running)), Arc::new(AtomicBool::new(false)));
        self.bell = Some(Bell { game: game.clone(), is_over: is_over.clone() });
        let texts = self.texts.clone();
        std::thread::spawn(move || {
            let mut heard: Option<Texts> = None;
            while !is_over.load(Ordering::Relaxed) {
                std::thread::sleep(OFTEN);
                let known = texts.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let now = read(known.iter().map(|(path, _)| path.clone()));
                let is_news = now != known && heard.as_ref() != Some(&now);
                if !is_news || now.iter().any(|(_, text)| text.is_none()) {
                    continue;
                }
                let says = match game.lock().unwrap_or_else(PoisonError::into_inner).judge() {
                    Ok(says) => format!("The rules were saved. {says} Enter plays under them."),
                    Err(error) => format!("The rules were saved, but the new ones do not load:\n{error}"),
                };
                heard = Some(now);
                // Where it cannot be told now, the next line tells it.
                let _ = printer.print(format!("{}\n", crate::render::folded(&says)));
            }
        });
    }
}

impl Prompt {
    /// `watch`, `watch off`.
    pub(super) fn watch(&mut self, rest: &str, out: &mut dyn Write) -> Told {
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
                let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
                let says = format!("Watching {}: {}.", counted(files.len(), "file"), series(&names, "and"));
                writeln!(out, "{}", crate::render::folded(&says))?;
                self.watch = Some(Watch::new(files));
            }
            _ => return refused("write `watch`, or `watch off`"),
        }
        Ok(Answer::Done)
    }

    /// Reloads the rules where a file that is watched was saved.
    pub(super) fn look_at_files(&mut self, out: &mut dyn Write) -> Told {
        if !self.watch.as_mut().is_some_and(Watch::has_changed) {
            return Ok(Answer::Done);
        }
        self.reload(out)
    }

    /// Has the files looked at while somebody types, where something can be told meanwhile.
    pub(super) fn watch_meanwhile<P: ExternalPrinter + Send + 'static>(
        &mut self,
        printer: impl FnOnce() -> Option<P>,
    ) {
        let (Some(watch), Some(session)) = (&mut self.watch, &mut self.session) else { return };
        let table = Table { library: self.table.library.clone(), seed: session.seed };
        let (ruleset, sets) = (session.ruleset.clone(), settings_of(session));
        let running = Running { table, ruleset, sets, record: session.record_in_full() };
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
