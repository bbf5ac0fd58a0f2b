//! The front end of the prompt with windows beside it: after every step they get the table, and what the step printed.

use std::io::{self, Write};

use super::Viewer;
use super::hub::{Audience, Message};
use crate::render;
use crate::repl::front_end::{FrontEnd, StepReport};
use crate::repl::{AnswerVerdict, Cause, InputEvent, Prompt};
use serde::Serialize;

/// Front end that shows windows what another one shows.
pub struct TableFrontEnd<'a> {
    inner: Box<dyn FrontEnd + 'a>,
    /// What the step has printed so far, if there are windows.
    text: Option<Vec<u8>>,
}

/// What a step printed.
#[derive(Serialize)]
struct Told<'a> {
    line: &'a str,
    text: String,
    refused: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<AnswerVerdict>,
}

impl<'a> TableFrontEnd<'a> {
    pub fn new(inner: Box<dyn FrontEnd + 'a>) -> TableFrontEnd<'a> {
        TableFrontEnd { inner, text: None }
    }
}

impl Write for TableFrontEnd<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.output().write(bytes)?;
        if let Some(text) = &mut self.text {
            text.extend(&bytes[..written]);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.output().flush()
    }
}

impl FrontEnd for TableFrontEnd<'_> {
    fn begin_step(&mut self, prompt: &Prompt) {
        self.text = prompt.hub().map(|_| Vec::new());
        self.inner.begin_step(prompt);
    }

    fn output(&mut self) -> &mut dyn Write {
        self
    }

    fn end_step(&mut self, report: StepReport, prompt: &mut Prompt) -> io::Result<()> {
        let text = self.text.take().unwrap_or_default();
        let boards = prompt.take_printed_boards();
        let told = prompt.hub().filter(|hub| hub.has_windows()).and_then(|_| told(&text, &report, &boards));
        self.inner.end_step(report, prompt)?;
        if let Some((hub, json)) = prompt.hub().zip(told) {
            let audience = audience(prompt);
            hub.tell(Message::Event { name: "told", json: json.into(), audience });
        }
        prompt.publish_table();
        Ok(())
    }

    fn ask(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        self.inner.ask(prompt)
    }

    fn end_input(&mut self, input: InputEvent) -> io::Result<InputEvent> {
        self.inner.end_input(input)
    }

    fn echo(&mut self, line: &str, prompt: &mut Prompt) -> io::Result<()> {
        self.inner.echo(line, prompt)
    }

    fn can_delay(&self) -> bool {
        self.inner.can_delay()
    }

    fn ends_at_refusal(&self) -> bool {
        self.inner.ends_at_refusal()
    }
}

/// Returns what windows are told of a step, as JSON; `None` if it printed nothing, or nothing for them.
fn told(output: &[u8], report: &StepReport, boards: &[String]) -> Option<String> {
    if report.remarks.is_private {
        return None;
    }
    let cover = report.cover.as_ref();
    // What the screen no longer shows, windows do not show either.
    let output = if cover.is_some_and(|cover| cover.clears_screen) { &[] } else { output };
    let called = cover.map_or(&[][..], |cover| &cover.text);
    let output = String::from_utf8_lossy(output).into_owned() + &String::from_utf8_lossy(called);
    // The page draws the board.
    let output = boards.iter().fold(output, |output, board| output.replace(board, ""));
    let output = anstream::adapter::strip_str(&output).to_string();
    let remarks = report.remarks.notes.iter().chain(&report.refusal);
    let text = [output.trim_end()].into_iter().chain(remarks.map(String::as_str));
    let text = text.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    let line = if let Cause::Line(line) = report.cause { line } else { "" };
    let told = Told { line, text, refused: report.refusal.is_some(), verdict: report.remarks.verdict };
    (!told.text.is_empty()).then(|| serde_json::to_string(&told).ok()).flatten()
}

/// Returns the windows that may see what is printed. Where hands are hidden it may show one.
fn audience(prompt: &Prompt) -> Audience {
    match prompt.game() {
        Some(game) if render::hides_hands(&game.session.game) => {
            Audience::Table(prompt.line_viewer().filter(|viewer| matches!(viewer, Viewer::Seat(_))).cloned())
        }
        _ => Audience::Everyone,
    }
}
