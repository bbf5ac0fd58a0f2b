//! Input of lines: a terminal with editing and history, or a pipe.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor, ExternalPrinter};

use super::Prompt;
use super::line_helper::{LineHelper, is_complete};
use crate::config::UserDirs;
use crate::terminal;

/// Result of reading a line.
pub enum InputEvent {
    Line(String),
    /// Ctrl-C; the line is discarded.
    Interrupted,
    /// Bytes that are not UTF-8.
    Garbled,
    /// Ctrl-D, or the end of a pipe.
    End,
}

/// Prompt text of a line, and its helper.
pub struct PromptLine {
    pub text: String,
    pub helper: LineHelper,
    /// Name of the game, for the history file.
    pub game: Option<String>,
}

pub enum Input {
    Terminal(Box<LineEditor>),
    Pipe(io::Stdin),
    /// A program; every line is one command.
    Program(io::Stdin),
}

/// Line editor of the terminal, with its history.
pub struct LineEditor {
    editor: Editor<LineHelper, DefaultHistory>,
    /// History file of the current game.
    history_path: Option<PathBuf>,
    /// Pasted lines not yet read.
    pasted: VecDeque<String>,
}

impl Input {
    /// Opens the terminal, or plain standard input for pipes and programs.
    pub fn open(is_program: bool) -> Input {
        if is_program {
            return Input::Program(io::stdin());
        }
        if !io::stdin().is_terminal() {
            return Input::Pipe(io::stdin());
        }
        const MAX_HISTORY_LEN: usize = 1_000;
        let config = Config::builder()
            .max_history_size(MAX_HISTORY_LEN)
            .map(|config| config.completion_type(CompletionType::List).completion_show_all_if_ambiguous(true));
        let Ok(Ok(editor)) = config.map(|config| Editor::with_config(config.build())) else {
            return Input::Pipe(io::stdin());
        };
        Input::Terminal(Box::new(LineEditor { editor, history_path: None, pasted: VecDeque::new() }))
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Reads the next line; a terminal shows the prompt.
    pub fn read(&mut self, prompt: &mut Prompt) -> io::Result<InputEvent> {
        match self {
            Input::Pipe(stdin) => read_complete(stdin),
            Input::Program(stdin) => read_line(stdin),
            Input::Terminal(line_editor) => line_editor.read(prompt),
        }
    }

    /// Returns a printer that prints above the line being typed, from any thread; `None` for pipes.
    pub fn printer(&mut self) -> Option<impl ExternalPrinter + Send + 'static> {
        match self {
            Input::Pipe(_) | Input::Program(_) => None,
            Input::Terminal(line_editor) => line_editor.editor.create_external_printer().ok(),
        }
    }

    /// Drops pasted lines not yet read; returns their number.
    pub fn drop_pasted(&mut self) -> usize {
        match self {
            Input::Pipe(_) | Input::Program(_) => 0,
            Input::Terminal(line_editor) => std::mem::take(&mut line_editor.pasted).len(),
        }
    }
}

impl LineEditor {
    fn read(&mut self, prompt: &mut Prompt) -> io::Result<InputEvent> {
        if let Some(line) = self.pasted.pop_front() {
            writeln!(terminal::stdout(), "{}{line}", prompt.prompt_text())?;
            return Ok(InputEvent::Line(line));
        }
        let PromptLine { text, mut helper, game } = prompt.prompt_line();
        self.load_history(game);
        let columns = self.editor.dimensions().map_or(80, |(columns, _)| usize::from(columns));
        helper.columns = columns.saturating_sub(houserule_core::text::width(&text));
        helper.is_styled = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        self.editor.set_helper(Some(helper));
        match self.editor.readline(&terminal::sanitize(&text)) {
            Ok(text) => Ok(self.queue_lines(text)),
            Err(ReadlineError::Interrupted) => Ok(InputEvent::Interrupted),
            Err(ReadlineError::Eof) => Ok(InputEvent::End),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => Ok(InputEvent::Garbled),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(other) => Err(io::Error::other(other)),
        }
    }

    /// Queues the lines of a paste and returns the first; Lua may span several.
    fn queue_lines(&mut self, text: String) -> InputEvent {
        let mut lines: VecDeque<String> = split_lines(&text).into();
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            let _ = self.editor.add_history_entry(line.as_str());
        }
        if let Some(path) = &self.history_path {
            // A history that cannot be saved is ignored.
            let _ = self.editor.append_history(path);
        }
        let first = lines.pop_front().unwrap_or_default();
        self.pasted = lines;
        InputEvent::Line(first)
    }

    /// Loads the history of a game.
    fn load_history(&mut self, game: Option<String>) {
        let safe = |letter: char| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' };
        let name: String = game.as_deref().unwrap_or("houserule").chars().map(safe).collect();
        let path = UserDirs::find().map(|dirs| dirs.data.join("history").join(format!("{name}.txt")));
        if self.history_path == path {
            return;
        }
        let _ = self.editor.clear_history();
        if let Some(path) = &path {
            let _ = path.parent().map(std::fs::create_dir_all);
            // The file may not exist yet.
            let _ = self.editor.load_history(path);
        }
        self.history_path = path;
    }
}

/// Splits a text into lines; Lua that spans several lines stays together.
fn split_lines(text: &str) -> Vec<String> {
    let text = text.trim_end_matches('\n');
    if text.contains('\n') && super::queries::is_complete_query(text) {
        return vec![text.to_string()];
    }
    let mut lines: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.split('\n') {
        match lines.last_mut().filter(|_| is_open) {
            Some(last) => *last += &format!("\n{line}"),
            None => lines.push(line.to_string()),
        }
        is_open = lines.last().is_some_and(|last| !is_complete(last));
    }
    lines
}

/// Maximum length of a line from a pipe, in bytes.
const MAX_INPUT_LINE_LEN: usize = 64 * 1024;

/// Reads a line from a pipe, with the following lines if it starts incomplete Lua.
fn read_complete(stdin: &io::Stdin) -> io::Result<InputEvent> {
    let mut whole = match read_line(stdin)? {
        InputEvent::Line(line) => line,
        end => return Ok(end),
    };
    while !is_complete(&whole) && whole.len() < MAX_INPUT_LINE_LEN {
        match read_line(stdin)? {
            InputEvent::Line(line) => whole += &format!("\n{line}"),
            _ => break,
        }
    }
    Ok(InputEvent::Line(whole))
}

/// Reads one line from a pipe. Invalid UTF-8 becomes replacement characters, which no command accepts.
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
    fn pastes_are_split_into_lines_but_lua_stays_whole() {
        assert_eq!(split_lines("a1\ne5\n"), ["a1", "e5"]);
        assert_eq!(split_lines("a1"), ["a1"]);
        assert_eq!(split_lines(""), [""]);
        assert_eq!(
            split_lines("lua for i = 1, 2 do\nprint(i)\nend\nundo\n"),
            ["lua for i = 1, 2 do\nprint(i)\nend", "undo"]
        );
        assert_eq!(split_lines("lua local x = 1\nreturn x"), ["lua local x = 1\nreturn x"]);
        assert_eq!(split_lines("lua 1 + 1\na1\n"), ["lua 1 + 1", "a1"]);
    }
}
