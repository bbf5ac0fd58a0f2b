//! Where lines come from: a terminal with editing and history, or a pipe.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor, ExternalPrinter};

use super::line_helper::{LineHelper, is_whole};
use crate::config::UserDirs;
use crate::terminal;

/// One line, or the lack of it.
pub enum InputEvent {
    Line(String),
    /// Ctrl-C: the line is dropped.
    Dropped,
    /// Bytes that are no text.
    Garbled,
    /// Ctrl-D, or the end of a pipe.
    End,
}

/// What stands before a line, and what helps with it.
pub struct PromptLine {
    pub sign: String,
    pub helper: LineHelper,
    /// What the history of the lines is kept under.
    pub game: Option<String>,
}

pub enum Input {
    Terminal(Box<LineEditor>),
    Pipe(io::Stdin),
    /// A program, to which one line is one command.
    Program(io::Stdin),
}

/// A terminal, and the lines typed at it so far.
pub struct LineEditor {
    editor: Editor<LineHelper, DefaultHistory>,
    /// Where the history of the present game is kept; at first nowhere.
    history: Option<PathBuf>,
    /// Lines that were pasted and are still to be read.
    pasted: VecDeque<String>,
}

impl Input {
    /// The terminal if there is one and a person types, else standard input as it is.
    pub fn open(is_for_programs: bool) -> Input {
        if is_for_programs {
            return Input::Program(io::stdin());
        }
        if !io::stdin().is_terminal() {
            return Input::Pipe(io::stdin());
        }
        const REMEMBERED: usize = 1_000;
        let config = Config::builder()
            .max_history_size(REMEMBERED)
            .map(|config| config.completion_type(CompletionType::List).completion_show_all_if_ambiguous(true));
        let Ok(Ok(editor)) = config.map(|config| Editor::with_config(config.build())) else {
            return Input::Pipe(io::stdin());
        };
        Input::Terminal(Box::new(LineEditor { editor, history: None, pasted: VecDeque::new() }))
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line. `about` gives what stands before it and, where somebody types, what helps with it; a pipe needs
    /// neither.
    pub fn read(&mut self, about: impl FnOnce(bool) -> PromptLine) -> io::Result<InputEvent> {
        match self {
            Input::Pipe(stdin) => read_whole(stdin),
            Input::Program(stdin) => read_line(stdin),
            Input::Terminal(desk) => desk.read(about),
        }
    }

    /// Something that prints above the line being typed, from any thread; a pipe has none.
    pub fn printer(&mut self) -> Option<impl ExternalPrinter + Send + 'static> {
        match self {
            Input::Pipe(_) | Input::Program(_) => None,
            Input::Terminal(desk) => desk.editor.create_external_printer().ok(),
        }
    }

    /// Forgets what was pasted and not read yet; gives how many lines that were.
    pub fn forget_pasted(&mut self) -> usize {
        match self {
            Input::Pipe(_) | Input::Program(_) => 0,
            Input::Terminal(desk) => std::mem::take(&mut desk.pasted).len(),
        }
    }
}

impl LineEditor {
    fn read(&mut self, about: impl FnOnce(bool) -> PromptLine) -> io::Result<InputEvent> {
        if let Some(line) = self.pasted.pop_front() {
            writeln!(terminal::stdout(), "{}{line}", about(false).sign)?;
            return Ok(InputEvent::Line(line));
        }
        let PromptLine { sign, mut helper, game } = about(true);
        self.turn_to(game);
        let columns = self.editor.dimensions().map_or(80, |(columns, _)| usize::from(columns));
        helper.columns = columns.saturating_sub(houserule_core::text::width(&sign));
        helper.is_styled = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        self.editor.set_helper(Some(helper));
        match self.editor.readline(&terminal::tamed(&sign)) {
            Ok(text) => Ok(self.typed(text)),
            Err(ReadlineError::Interrupted) => Ok(InputEvent::Dropped),
            Err(ReadlineError::Eof) => Ok(InputEvent::End),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => Ok(InputEvent::Garbled),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    }

    /// What was typed, line by line: a paste may have many, and Lua several in one.
    fn typed(&mut self, text: String) -> InputEvent {
        let mut lines: VecDeque<String> = split(&text).into();
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let _ = self.editor.add_history_entry(line.as_str());
        }
        if let Some(path) = &self.history {
            // A history that cannot be kept is not worth a word.
            let _ = self.editor.append_history(path);
        }
        let first = lines.pop_front().unwrap_or_default();
        self.pasted = lines;
        InputEvent::Line(first)
    }

    /// Takes up the history of a game.
    fn turn_to(&mut self, game: Option<String>) {
        let plain = |letter: char| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' };
        let name: String = game.as_deref().unwrap_or("houserule").chars().map(plain).collect();
        let path = UserDirs::find().map(|home| home.data.join("history").join(format!("{name}.txt")));
        if self.history == path {
            return;
        }
        let _ = self.editor.clear_history();
        if let Some(path) = &path {
            let _ = path.parent().map(std::fs::create_dir_all);
            // No history yet is no trouble.
            let _ = self.editor.load_history(path);
        }
        self.history = path;
    }
}

/// The lines of a text, with Lua that goes over several in one.
fn split(text: &str) -> Vec<String> {
    let text = text.trim_end_matches('\n');
    if text.contains('\n') && super::queries::is_question(text) {
        return vec![text.to_string()];
    }
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.split('\n') {
        match lines.last_mut().filter(|_| is_open) {
            Some(last) => *last += &format!("\n{line}"),
            None => lines.push(line.to_string()),
        }
        is_open = lines.last().is_some_and(|last| !is_whole(last));
    }
    lines
}

/// The longest line that is read from a pipe.
const MAX_INPUT_LINE_LEN: usize = 64 * 1024;

/// A line of a pipe, and where it begins something in Lua the lines that end it.
fn read_whole(stdin: &io::Stdin) -> io::Result<InputEvent> {
    let mut whole = match read_line(stdin)? {
        InputEvent::Line(line) => line,
        end => return Ok(end),
    };
    while !is_whole(&whole) && whole.len() < MAX_INPUT_LINE_LEN {
        match read_line(stdin)? {
            InputEvent::Line(line) => whole += &format!("\n{line}"),
            _ => break,
        }
    }
    Ok(InputEvent::Line(whole))
}

/// One line of a pipe; bytes that are not UTF-8 are shown as replacement characters, and so refused.
fn read_line(stdin: &io::Stdin) -> io::Result<InputEvent> {
    let mut bytes = Vec::new();
    for byte in stdin.lock().bytes() {
        match byte? {
            b'\n' => return Ok(InputEvent::Line(String::from_utf8_lossy(&bytes).into_owned())),
            byte if bytes.len() < MAX_INPUT_LINE_LEN => bytes.push(byte),
            _ => {}
        }
    }
    Ok(if bytes.is_empty() { InputEvent::End } else { InputEvent::Line(String::from_utf8_lossy(&bytes).into_owned()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paste_is_taken_line_by_line_and_lua_as_a_whole() {
        assert_eq!(split("a1\ne5\n"), ["a1", "e5"]);
        assert_eq!(split("a1"), ["a1"]);
        assert_eq!(split(""), [""]);
        assert_eq!(split("lua for i = 1, 2 do\nprint(i)\nend\nundo\n"), ["lua for i = 1, 2 do\nprint(i)\nend", "undo"]);
        assert_eq!(split("lua local x = 1\nreturn x"), ["lua local x = 1\nreturn x"]);
        assert_eq!(split("lua 1 + 1\na1\n"), ["lua 1 + 1", "a1"]);
    }
}
