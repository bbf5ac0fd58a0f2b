//! The file to which a run writes its games, each as soon as it is over. If the disk is full, the file ends with the
//! last whole game, so that `replay` can read it. An older file stays until the run is over: the games go to a partial
//! file next to it, which then replaces it.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::drawing::{ensure_file, unwritable_message};
use anyhow::{Context, Error, anyhow};
use houserule_script::files::{DisplayPath, Target};

pub struct RecordWriter {
    path: PathBuf,
    /// The partial file, and the older file that it will replace.
    partial: Option<(PathBuf, PathBuf)>,
    file: Option<BufWriter<File>>,
    /// Number of bytes written so far.
    length: u64,
    /// Ends of games: the last one on disk, and those still buffered.
    ends: VecDeque<u64>,
    error: Option<io::Error>,
}

impl RecordWriter {
    pub fn create(path: &Path) -> anyhow::Result<RecordWriter> {
        ensure_file("--records", path)?;
        let (file, partial) = open(path).with_context(|| unwritable_message(path))?;
        Ok(RecordWriter {
            path: path.to_path_buf(),
            partial,
            file: Some(BufWriter::new(file)),
            length: 0,
            ends: VecDeque::from([0]),
            error: None,
        })
    }

    /// Appends a game if records are kept; breaks the run when it cannot be written.
    pub fn append_to(writer: &mut Option<RecordWriter>, record: Option<&String>) -> ControlFlow<()> {
        let is_written = writer.as_mut().zip(record).is_none_or(|(writer, record)| writer.append(record));
        if is_written { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Appends a game; false if it cannot be written, or an earlier one could not.
    fn append(&mut self, record: &str) -> bool {
        let Some(file) = &mut self.file else { return false };
        let text = format!("{}\n\n", record.trim_end());
        // Flushed after every game, so that a run that is killed keeps all finished ones.
        if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.flush()) {
            self.abandon(error);
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

    /// Flushes the file and gives it its name. Returns any error, of now or before.
    pub fn close(mut self) -> anyhow::Result<()> {
        if let Some(Err(error)) = self.file.as_mut().map(Write::flush) {
            self.abandon(error);
        }
        match self.error.take() {
            Some(error) => Err(self.describe_failure(error)),
            None => self.replace_older().map_err(|error| self.describe_failure(error)),
        }
    }

    /// Replaces the older file with the games of this run.
    fn replace_older(&mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let Some((partial, target)) = self.partial.as_ref().filter(|_| self.length > 0) else { return Ok(()) };
        file.get_ref().sync_all()?;
        drop(file);
        fs::rename(partial, target)?;
        self.partial = None;
        Ok(())
    }

    /// Describes why not every game could be written.
    fn describe_failure(&self, error: io::Error) -> Error {
        let Some((partial, _)) = &self.partial else {
            return Error::new(error).context(unwritable_message(&self.path));
        };
        let games = match fs::metadata(partial).is_ok_and(|metadata| metadata.len() > 0) {
            true => format!("; the games of this run are in `{}`", partial.printable()),
            false => String::new(),
        };
        let path = self.path.printable();
        anyhow!("cannot write `{path}`: {error}; the old file is unchanged{games}")
    }

    /// Cuts the file after the last whole game.
    fn abandon(&mut self, error: io::Error) {
        self.error = Some(error);
        // The buffer must not be written again.
        let Some((file, _)) = self.file.take().map(BufWriter::into_parts) else { return };
        let length = file.metadata().map_or(0, |data| data.len());
        let last_end = self.ends.iter().rev().find(|end| **end <= length);
        // Fails for devices, which cannot be read again.
        let _ = file.set_len(last_end.copied().unwrap_or(0));
    }
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        // An empty partial file is of no use.
        if let Some((partial, _)) = &self.partial
            && fs::metadata(partial).is_ok_and(|metadata| metadata.len() == 0)
        {
            let _ = fs::remove_file(partial);
        }
    }
}

/// Opens the file to write to. If the path has a file already, that is a partial file next to it, returned with both
/// paths.
fn open(path: &Path) -> io::Result<(File, Option<(PathBuf, PathBuf)>)> {
    let target = match Target::of(path)? {
        Target::Stream => return Ok((OpenOptions::new().write(true).open(path)?, None)),
        Target::File(target) => target,
    };
    let Some(metadata) = fs::metadata(&target).ok().filter(|metadata| metadata.len() > 0) else {
        return Ok((File::create(&target)?, None));
    };
    // A file that must not be written is not replaced either.
    OpenOptions::new().append(true).open(&target)?;
    let (file, partial) = create_partial(&target)?;
    fs::set_permissions(&partial, metadata.permissions())?;
    Ok((file, Some((partial, target))))
}

/// Creates `games.ptn.partial`, with a number if an earlier run left one.
fn create_partial(target: &Path) -> io::Result<(File, PathBuf)> {
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
