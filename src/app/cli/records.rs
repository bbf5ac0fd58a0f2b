//! The file in which a run keeps its games, each as soon as it is over. Where the disk is full in the middle of one, the
//! file ends with the last whole game, so that `replay` reads what was kept. A file that was there before stays until the
//! run is over: the games go to a file beside it, which then takes its name.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::drawing::{is_a_file, unwritable};
use anyhow::{Context, Error, anyhow};
use houserule_script::files::{DisplayPath, Target};

pub struct RecordWriter {
    path: PathBuf,
    /// The file beside an older one that is to be replaced, and that older one.
    partial: Option<(PathBuf, PathBuf)>,
    file: Option<BufWriter<File>>,
    /// How many bytes were handed over.
    length: u64,
    /// Where games end: the last that lies on the disk, and those that wait to get there.
    ends: VecDeque<u64>,
    lost: Option<io::Error>,
}

impl RecordWriter {
    pub fn create(path: &Path) -> anyhow::Result<RecordWriter> {
        is_a_file("--records", path)?;
        let (file, partial) = open(path).with_context(|| unwritable(path))?;
        Ok(RecordWriter {
            path: path.to_path_buf(),
            partial,
            file: Some(BufWriter::new(file)),
            length: 0,
            ends: VecDeque::from([0]),
            lost: None,
        })
    }

    /// Keeps a game, where games are kept; the run goes on as long as there is room.
    pub fn keep_in(kept: &mut Option<RecordWriter>, record: Option<&String>) -> ControlFlow<()> {
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

    /// Writes what waits, and gives the file its name. Gives what went wrong, now or before.
    pub fn close(mut self) -> anyhow::Result<()> {
        if let Some(Err(error)) = self.file.as_mut().map(Write::flush) {
            self.give_up(error);
        }
        match self.lost.take() {
            Some(error) => Err(self.cut_short(error)),
            None => self.take_name().map_err(|error| self.cut_short(error)),
        }
    }

    /// Lets the games of this run take the place of the older file.
    fn take_name(&mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let Some((partial, target)) = self.partial.as_ref().filter(|_| self.length > 0) else {
            return Ok(());
        };
        file.get_ref().sync_all()?;
        drop(file);
        fs::rename(partial, target)?;
        self.partial = None;
        Ok(())
    }

    /// What is said where not every game could be kept.
    fn cut_short(&self, error: io::Error) -> Error {
        let Some((partial, _)) = &self.partial else {
            return Error::new(error).context(unwritable(&self.path));
        };
        let games = match fs::metadata(partial).is_ok_and(|about| about.len() > 0) {
            true => format!("; the games of this run are in `{}`", partial.shown()),
            false => String::new(),
        };
        let path = self.path.shown();
        anyhow!("`{path}` cannot be written: {error}; the old file is as it was{games}")
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

impl Drop for RecordWriter {
    fn drop(&mut self) {
        // An empty file beside the older one is of no use.
        if let Some((partial, _)) = &self.partial
            && fs::metadata(partial).is_ok_and(|about| about.len() == 0)
        {
            let _ = fs::remove_file(partial);
        }
    }
}

/// The file to write to. Where something is there already, that is a new one beside it, which is named together with the
/// one it is to replace.
fn open(path: &Path) -> io::Result<(File, Option<(PathBuf, PathBuf)>)> {
    let target = match Target::of(path)? {
        Target::Stream => return Ok((OpenOptions::new().write(true).open(path)?, None)),
        Target::File(target) => target,
    };
    let Some(about) = fs::metadata(&target).ok().filter(|about| about.len() > 0) else {
        return Ok((File::create(&target)?, None));
    };
    // A file that must not be written is not replaced either.
    OpenOptions::new().append(true).open(&target)?;
    let (file, partial) = beside(&target)?;
    fs::set_permissions(&partial, about.permissions())?;
    Ok((file, Some((partial, target))))
}

/// A new file `games.ptn.partial`, or with a number where an earlier run has left one.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut number = 1;
    loop {
        let mut name = target.as_os_str().to_owned();
        name.push(if number == 1 { ".partial".to_string() } else { format!(".partial-{number}") });
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
            opened => return opened.map(|file| (file, PathBuf::from(name))),
        }
    }
}
