//! Front ends: what people or programs see of a step, and how a line is asked for. Commands know nothing of them.

use std::io::{self, Write};

use super::AnswerVerdict;
use super::event_loop::Cause;
use super::input::{Input, InputEvent, LineRequest, TypedText};
use super::mode::Prompt;
use crate::render::wrap_for_stderr;
use crate::terminal;

/// The seeing side of the prompt.
pub trait FrontEnd {
    /// Takes note of the state before a step.
    fn begin_step(&mut self, _: &Prompt) {}
    /// Returns where a step writes what people read. It is shown at the end of the step, or when it is flushed.
    fn output(&mut self) -> &mut dyn Write;
    /// Shows what a step did.
    fn end_step(&mut self, report: StepReport, prompt: &mut Prompt) -> io::Result<()>;
    /// Asks for the next line, unless it was asked for.
    fn ask(&mut self, prompt: &mut Prompt) -> io::Result<()>;
    /// Takes note that a line has arrived.
    fn end_input(&mut self, input: InputEvent) -> io::Result<InputEvent>;
    /// Shows a line that was not typed at a prompt of its own.
    fn echo(&mut self, _line: &str, _: &mut Prompt) -> io::Result<()> {
        Ok(())
    }
    /// Returns whether asking for a line can wait for a bot that answers at once.
    fn can_delay(&self) -> bool {
        false
    }
    /// Returns whether a refused line ends the prompt.
    fn ends_at_refusal(&self) -> bool {
        false
    }
}

/// Information about a step that is not part of its output.
#[derive(Default)]
pub struct Remarks {
    /// Messages that are not part of the output.
    pub notes: Vec<String>,
    /// Whether there was a warning in the output.
    pub has_warning: bool,
    /// Whether the screen is cleared before the output.
    pub clears_screen: bool,
    /// Whether the output is for the prompt alone, not for windows.
    pub is_private: bool,
    /// Verdict on the line as an answer.
    pub verdict: Option<AnswerVerdict>,
}

/// Result of a step, apart from what it wrote.
pub struct StepReport<'a> {
    pub cause: Cause<'a>,
    pub remarks: Remarks,
    /// Why nothing was done.
    pub refusal: Option<String>,
    /// What hides a hand before the next person looks.
    pub cover: Option<CoverText>,
    /// Whether the prompt is left.
    pub is_last: bool,
}

/// Text that calls the next person to a shared screen.
pub struct CoverText {
    pub text: Vec<u8>,
    /// Whether a hand is on the screen, which has to be cleared first.
    pub clears_screen: bool,
}

/// Front end for people, at a terminal or behind a pipe.
pub struct TextFrontEnd<'a> {
    input: Input,
    is_asked: bool,
    /// Text before the line that was asked for.
    shown_prompt: String,
    /// What was typed before the editor was paused.
    typed: TypedText,
    /// Whether what is typed when the editor pauses is dropped.
    drops_typed: bool,
    /// What is shown once the editor has paused.
    held: Vec<Shown>,
    output: StepOutput<'a>,
}

/// Part of what is shown.
enum Shown {
    Text(Vec<u8>),
    /// A message on stderr.
    Note(String),
    ClearedScreen,
}

/// Text of a step, written when the step is over or flushes it.
struct StepOutput<'a> {
    out: &'a mut dyn Write,
    text: Vec<u8>,
    /// Whether a line is being typed, so nothing can be written now.
    is_held: bool,
}

impl Write for StepOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_held {
            return Ok(());
        }
        self.out.write_all(&std::mem::take(&mut self.text))?;
        self.out.flush()
    }
}

impl<'a> TextFrontEnd<'a> {
    pub fn new(mut input: Input, out: &'a mut dyn Write) -> TextFrontEnd<'a> {
        let output = StepOutput { out, text: Vec::new(), is_held: false };
        let (typed, held) = (input.take_typed(), Vec::new());
        TextFrontEnd { input, is_asked: false, shown_prompt: String::new(), typed, drops_typed: false, held, output }
    }

    /// Writes the prompt where no line editor does.
    fn write_prompt(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        if self.input.is_terminal() {
            write!(self.output.out, "{}", prompt.prompt_text())?;
        }
        self.output.out.flush()
    }

    /// Shows what was held while a line was typed.
    fn show(&mut self) -> io::Result<()> {
        for shown in std::mem::take(&mut self.held) {
            match shown {
                Shown::Text(text) => self.output.out.write_all(&text)?,
                Shown::Note(message) => {
                    self.output.out.flush()?;
                    writeln!(terminal::stderr(), "{}", wrap_for_stderr(&message))?;
                }
                Shown::ClearedScreen => {
                    self.output.out.flush()?;
                    terminal::clear_screen()?;
                }
            }
        }
        self.output.out.flush()
    }
}

impl FrontEnd for TextFrontEnd<'_> {
    fn output(&mut self) -> &mut dyn Write {
        self.output.is_held = self.is_asked && self.input.has_editor();
        &mut self.output
    }

    fn end_step(&mut self, report: StepReport, prompt: &mut Prompt) -> io::Result<()> {
        let text = std::mem::take(&mut self.output.text);
        let cover = report.cover.as_ref();
        if cover.is_some() {
            // What the last person began to type is not the next one's.
            self.typed = TypedText::default();
            self.drops_typed = self.is_asked;
        }
        // Where the next person is called, nothing of this step stays on the screen.
        if report.remarks.clears_screen || cover.is_some_and(|cover| cover.clears_screen) {
            self.held.push(Shown::ClearedScreen);
        }
        let text = if cover.is_some_and(|cover| cover.clears_screen) { Vec::new() } else { text };
        let texts = [Some(text), report.cover.map(|cover| cover.text)].into_iter().flatten();
        self.held.extend(texts.filter(|text| !text.is_empty()).map(Shown::Text));
        self.held.extend(report.remarks.notes.into_iter().chain(report.refusal).map(Shown::Note));
        let is_edited = self.is_asked && self.input.has_editor();
        // A new prompt alone does not disturb a person who types.
        let can_refresh = is_edited && self.input.is_line_empty();
        if self.held.is_empty() && !(can_refresh && self.shown_prompt != prompt.prompt_text()) {
            return Ok(());
        }
        if is_edited {
            self.input.pause();
            return Ok(());
        }
        self.show()?;
        if self.is_asked { self.write_prompt(prompt) } else { Ok(()) }
    }

    fn ask(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        if self.is_asked {
            return Ok(());
        }
        if !self.input.has_editor() {
            self.is_asked = true;
            self.input.ask(LineRequest::default());
            return self.write_prompt(prompt);
        }
        // Where the editor cannot be paused, a line is asked for once the bot has moved.
        if prompt.is_thinking() && !cfg!(unix) {
            return Ok(());
        }
        self.is_asked = true;
        self.output.flush()?;
        self.shown_prompt = prompt.prompt_text();
        self.input.ask(LineRequest {
            prompt: self.shown_prompt.clone(),
            snapshot: prompt.line_snapshot(),
            typed: std::mem::take(&mut self.typed),
            history: prompt.history_name(),
        });
        Ok(())
    }

    fn end_input(&mut self, mut input: InputEvent) -> io::Result<InputEvent> {
        self.is_asked = false;
        if let InputEvent::Paused(typed) = &mut input {
            self.typed = std::mem::take(typed);
            self.output.out.flush()?;
            terminal::erase_rows(self.typed.rows)?;
        }
        if std::mem::take(&mut self.drops_typed) {
            self.typed = TypedText::default();
        }
        if self.input.has_editor() {
            // The editor goes on with a line that was begun; until then Ctrl-C is a key that drops it.
            terminal::set_ctrl_c_signal(self.can_delay());
        }
        self.show()?;
        Ok(input)
    }

    fn echo(&mut self, line: &str, prompt: &mut Prompt) -> io::Result<()> {
        let text = format!("{}{line}\n", prompt.prompt_text());
        match self.is_asked && self.input.has_editor() {
            true => self.held.push(Shown::Text(text.into_bytes())),
            false => self.output.out.write_all(text.as_bytes())?,
        }
        Ok(())
    }

    fn can_delay(&self) -> bool {
        !self.is_asked && self.typed.left.is_empty() && self.typed.right.is_empty()
    }

    fn ends_at_refusal(&self) -> bool {
        !self.input.is_terminal()
    }
}
