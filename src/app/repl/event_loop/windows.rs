//! What windows of a browser ask of the loop.

use std::io::{self, Write};

use super::{Cause, EventLoop, LineOrigin, MAX_WAITING_LINES, Waiting};
use crate::browser::{Refusal, RefusalKind, Request, Viewer};
use crate::repl::browser::guarded;
use crate::repl::mode::Prompt;
use crate::repl::{CommandOutcome, CommandResult, ExitReason, refuse};
use houserule_core::text::one_line;

impl EventLoop<'_> {
    /// Does what a window asks for. It may have gone by then, so nobody need take the answer.
    pub(super) fn serve_window(&mut self, request: Request) -> io::Result<Option<ExitReason>> {
        match request {
            Request::Opened => self.prompt.publish_table(),
            Request::Ask { ask, viewer, reply } => {
                let _ = reply.send(self.prompt.answer_window(&ask, &viewer));
            }
            Request::Line { line, reply } => {
                let admitted = match self.waiting.len() < MAX_WAITING_LINES {
                    true => guarded(|| self.prompt.admit_line(&line.text, &line.origin)).and_then(|admitted| admitted),
                    false => Err(Refusal::new(RefusalKind::Busy, "too many lines wait; try again")),
                };
                if admitted.is_ok() {
                    self.waiting.push_back(Waiting::Line { text: line.text, origin: LineOrigin::Window(line.origin) });
                }
                let _ = reply.send(admitted);
            }
            Request::File { file, reply } => {
                let line = format!("load {}", one_line(&file.name, 60));
                let mut refusal = None;
                let exit = self.window_step(&line, |prompt, out| {
                    let loaded = guarded(|| prompt.load_dropped(&file.name, &file.text, out));
                    let outcome = loaded.unwrap_or_else(|refusal| refuse(refusal.message))?;
                    if let CommandOutcome::Refused(message) = &outcome {
                        refusal = Some(Refusal::impossible(message));
                    }
                    Ok(outcome)
                })?;
                let _ = reply.send(refusal.map_or(Ok(()), Err));
                return Ok(exit);
            }
            Request::Script { edit, reply } => {
                let written = guarded(|| self.prompt.write_script(&edit)).and_then(|written| written);
                let file = written.as_ref().ok().and_then(|written| written["file"].as_str().map(str::to_string));
                let _ = reply.send(written);
                if let Some(file) = file {
                    return self.window_step("reload", |prompt, out| prompt.apply_written(&file, out));
                }
            }
        }
        Ok(None)
    }

    /// Does something for a window of the table that is shown like a line.
    fn window_step(
        &mut self,
        line: &str,
        action: impl FnOnce(&mut Prompt, &mut dyn Write) -> CommandResult,
    ) -> io::Result<Option<ExitReason>> {
        self.front_end.echo(line, &mut self.prompt)?;
        self.prompt.context.line_viewer = Some(Viewer::Table);
        let result = self.step(Cause::Line(line), action);
        self.prompt.context.line_viewer = None;
        result
    }
}
