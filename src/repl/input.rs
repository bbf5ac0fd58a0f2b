//! Where lines come from: a terminal with editing and history, or a pipe.

use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};

use super::helper::Helper;
use crate::config::Home;

/// One line, or the lack of it.
pub enum Typed {
    Line(String),
    /// Ctrl-C: the line is dropped.
    Dropped,
    /// Ctrl-D, or the end of a pipe.
    End,
}

pub enum Input {
    Terminal { editor: Box<Editor<Helper, DefaultHistory>>, history: Option<PathBuf> },
    Pipe(io::Stdin),
}

impl Input {
    pub fn open() -> Input {
        if !io::stdin().is_terminal() {
            return Input::Pipe(io::stdin());
        }
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let Ok(mut editor) = Editor::with_config(config) else {
            return Input::Pipe(io::stdin());
        };
        editor.set_helper(Some(Helper::default()));
        let history = Home::find().map(|home| home.data.join("history.txt"));
        if let Some(path) = &history {
            // No history yet is no trouble.
            let _ = editor.load_history(path);
        }
        Input::Terminal { editor: Box::new(editor), history }
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal { .. })
    }

    /// The next line. `about` gives what stands before it and what Tab completes to; a pipe needs neither.
    pub fn read(&mut self, about: impl FnOnce() -> (String, Helper)) -> io::Result<Typed> {
        match self {
            Input::Pipe(stdin) => read_line(stdin),
            Input::Terminal { editor, .. } => {
                let (sign, helper) = about();
                editor.set_helper(Some(helper));
                match editor.readline(&sign) {
                    Ok(line) => Ok(Typed::Line(line)),
                    Err(ReadlineError::Interrupted) => Ok(Typed::Dropped),
                    Err(ReadlineError::Eof) => Ok(Typed::End),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(other) => Err(io::Error::other(other)),
                }
            }
        }
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        if let Input::Terminal { editor, history: Some(path) } = self {
            // A history that cannot be kept is not worth a word.
            let _ = path.parent().map(std::fs::create_dir_all);
            let _ = editor.save_history(path);
        }
    }
}

/// The longest line that is read from a pipe.
const LONGEST: usize = 64 * 1024;

/// One line of a pipe; bytes that are not UTF-8 are shown as replacement characters, and so refused.
fn read_line(stdin: &io::Stdin) -> io::Result<Typed> {
    let mut bytes = Vec::new();
    for byte in stdin.lock().bytes() {
        match byte? {
            b'\n' => return Ok(Typed::Line(String::from_utf8_lossy(&bytes).into_owned())),
            byte if bytes.len() < LONGEST => bytes.push(byte),
            _ => {}
        }
    }
    Ok(if bytes.is_empty() { Typed::End } else { Typed::Line(String::from_utf8_lossy(&bytes).into_owned()) })
}
