//! `watch`: the rules are read again whenever one of their files is saved.
//!
//! Files are read and compared, between one line and the next: editors save in too many ways (in place, by a change of
//! name, over a network) for anything cleverer to be as sure, and the files are few and small.

use std::io::Write;
use std::path::PathBuf;

use super::{Answer, NO_GAME, Prompt, Told, refused};
use crate::vocabulary::{counted, series};

/// The files of the rules at hand, as they were when they were last looked at.
pub struct Watch {
    files: Vec<(PathBuf, Option<Vec<u8>>)>,
}

impl Watch {
    fn new(files: Vec<PathBuf>) -> Watch {
        let read = |path: PathBuf| {
            let text = std::fs::read(&path).ok();
            (path, text)
        };
        Watch { files: files.into_iter().map(read).collect() }
    }

    /// Whether some file was saved since the last look. One that is gone for a moment is being saved.
    fn has_changed(&mut self) -> bool {
        let mut changed = false;
        for (path, text) in &mut self.files {
            let now = std::fs::read(&*path).ok();
            if now.is_some() && now != *text {
                (*text, changed) = (now, true);
            }
        }
        changed
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
}
