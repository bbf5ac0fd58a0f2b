//! The file in which a run keeps its games. Where the disk is full in the middle of one, it ends with the last whole game,
//! so that `replay` reads what was kept.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::Failure;
use super::drawing::{is_a_file, unwritable};

pub struct Records {
    path: PathBuf,
    file: Option<BufWriter<File>>,
    /// How many bytes were handed over.
    length: u64,
    /// Where games end: the last that lies on the disk, and those that wait to get there.
    ends: VecDeque<u64>,
    lost: Option<io::Error>,
}

impl Records {
    pub fn create(path: &Path) -> Result<Records, Failure> {
        is_a_file("--records", path)?;
        let file = File::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Records {
            path: path.to_path_buf(),
            file: Some(BufWriter::new(file)),
            length: 0,
            ends: VecDeque::from([0]),
            lost: None,
        })
    }

    /// Keeps a game, where games are kept; the run goes on as long as there is room.
    pub fn keep_in(kept: &mut Option<Records>, record: Option<&String>) -> ControlFlow<()> {
        let is_kept = kept.as_mut().zip(record).is_none_or(|(kept, record)| kept.keep(record));
        if is_kept { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Keeps a game; false if there is no room for it, or was none before.
    fn keep(&mut self, record: &str) -> bool {
        let Some(file) = &mut self.file else { return false };
        let text = format!("{}\n\n", record.trim_end());
        // Whoever is ended in the middle of a long run has every game that was over.
        if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.flush()) {
            self.give_up(error);
            return false;
        }
        self.length += text.len() as u64;
        self.ends.push_back(self.length);
        let written = self.length - file.buffer().len() as u64;
        while self.ends.get(1).is_some_and(|end| *end <= written) {
            self.ends.pop_front();
        }
        true
    }

    /// Writes what waits. Gives what went wrong, now or before.
    pub fn close(mut self) -> Result<(), Failure> {
        if let Some(Err(error)) = self.file.as_mut().map(Write::flush) {
            self.give_up(error);
        }
        match self.lost {
            Some(error) => Err(unwritable(&self.path, &error)),
            None => Ok(()),
        }
    }

    /// Cuts the file after the last whole game.
    fn give_up(&mut self, error: io::Error) {
        self.lost = Some(error);
        // What waits is not to be written once more.
        let Some((file, _)) = self.file.take().map(BufWriter::into_parts) else { return };
        let length = file.metadata().map_or(0, |data| data.len());
        let whole = self.ends.iter().rev().find(|end| **end <= length);
        // What is no file, such as a device, cannot be cut, and nobody reads it again.
        let _ = file.set_len(whole.copied().unwrap_or(0));
    }
}
