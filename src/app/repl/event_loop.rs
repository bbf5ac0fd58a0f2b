//! The loop: events arrive in one channel and are handled one after the other. Each is a step: it changes the prompt, the
//! game is saved, and the front end shows what happened.
//!
//! A line that has to wait for a bot stays in a queue; so do the lines of a paste.

mod windows;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::active_game::ActiveGame;
use super::front_end::{FrontEnd, StepReport};
use super::input::InputEvent;
use super::mode::{Mode, Prompt};
use super::search::{SearchAnswer, SearchReport};
use super::{CommandOutcome, CommandResult, ExitReason, StartMode, refuse};
use crate::browser::{LineWindow, Request};
use crate::interrupt;
use crate::save_dir::SyncMode;
use houserule_core::text::{one_line, plural};

/// Time that a bot has to answer before the next line is asked for: one that answers at once causes no prompt of its
/// own.
const PROMPT_DELAY: Duration = Duration::from_millis(150);

/// Time that a search has to end when the prompt is left.
const SEARCH_END_TIMEOUT: Duration = Duration::from_secs(3);

/// Maximum number of lines read ahead.
const MAX_WAITING_LINES: usize = 1_000;

/// What happens to the prompt.
pub enum Event {
    /// Something was typed, or read from a pipe, and when.
    Input(InputEvent, Duration),
    /// A bot has found its move.
    Search(SearchAnswer),
    /// A bot goes on searching.
    Thinking(SearchReport),
    /// Watched files were saved.
    FilesChanged,
    /// Message of a thread, such as a search by an engine.
    Note(String),
    /// Ctrl-C.
    Interrupted,
    /// Time has passed on the clock of the game.
    Tick,
    /// A window asks for something.
    Browser(Request),
}

/// What caused a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause<'a> {
    Start,
    Line(&'a str),
    Search,
    /// A player has no time left.
    Flag,
    /// Saved files, notes of engines, a tick of the clock.
    Outside,
}

/// Input that waits for its turn.
enum Waiting {
    Line { text: String, origin: LineOrigin },
    Unusable { line: String, reason: &'static str },
    End,
}

/// Where a line comes from.
#[derive(PartialEq, Eq)]
enum LineOrigin {
    /// An option of the command line asks for it.
    Start,
    Prompt,
    /// It came after another line of the same paste, so it was not shown behind a prompt.
    Paste,
    /// A window sent it.
    Window(LineWindow),
}

impl LineOrigin {
    /// Returns whether it was typed or pasted at the prompt.
    fn is_typed(&self) -> bool {
        matches!(self, LineOrigin::Prompt | LineOrigin::Paste)
    }

    /// Returns whether nobody has seen it at the prompt.
    fn needs_echo(&self) -> bool {
        matches!(self, LineOrigin::Paste | LineOrigin::Window(_))
    }
}

pub struct EventLoop<'a> {
    prompt: Prompt,
    front_end: Box<dyn FrontEnd + 'a>,
    inbox: Receiver<Event>,
    waiting: VecDeque<Waiting>,
}

impl<'a> EventLoop<'a> {
    pub fn new(prompt: Prompt, front_end: Box<dyn FrontEnd + 'a>, inbox: Receiver<Event>) -> EventLoop<'a> {
        EventLoop { prompt, front_end, inbox, waiting: VecDeque::new() }
    }

    /// Runs a line before any that is typed.
    pub fn with_line(mut self, line: &str) -> EventLoop<'a> {
        self.waiting.push_back(Waiting::Line { text: line.to_string(), origin: LineOrigin::Start });
        self
    }

    /// Handles events until the prompt is left.
    pub fn run(mut self, start: StartMode) -> io::Result<ExitReason> {
        let result = self.handle_all(start);
        self.end_search();
        result
    }

    fn handle_all(&mut self, start: StartMode) -> io::Result<ExitReason> {
        let mut exit = self.step(Cause::Start, |prompt, out| prompt.begin(start, out))?;
        while exit.is_none() {
            if self.prompt.game().is_some_and(ActiveGame::starts_next_game) {
                exit = self.step(Cause::Outside, Prompt::go_on_with_match)?;
                continue;
            }
            if self.prompt.has_fallen_flag() {
                // Before the line that came too late.
                exit = self.step(Cause::Flag, Prompt::fall_flag)?;
                continue;
            }
            exit = match self.take_waiting() {
                Some(waiting) => self.run_waiting(waiting)?,
                None => self.handle_next()?,
            };
        }
        Ok(exit.unwrap_or(ExitReason::Quit))
    }

    /// Takes the first input that can be handled now.
    fn take_waiting(&mut self) -> Option<Waiting> {
        let EventLoop { prompt, waiting, .. } = self;
        let is_first_ready = match waiting.front()? {
            Waiting::Line { text, .. } => prompt.can_run(text),
            Waiting::Unusable { .. } | Waiting::End => prompt.context.is_interactive || !prompt.is_thinking(),
        };
        if is_first_ready {
            return waiting.pop_front();
        }
        // `stop` overtakes the others, and so does leaving a terminal.
        let is_ready = |waiting: &Waiting| match waiting {
            Waiting::Line { text, .. } => prompt.never_waits(text),
            Waiting::End => prompt.context.is_interactive,
            Waiting::Unusable { .. } => false,
        };
        let index = waiting.iter().position(is_ready)?;
        waiting.remove(index)
    }

    fn run_waiting(&mut self, waiting: Waiting) -> io::Result<Option<ExitReason>> {
        match waiting {
            Waiting::End => self.step(Cause::Line(""), |prompt, out| {
                // At a terminal Ctrl-D leaves one thing at a time, like `quit`; a pipe has nothing more to say.
                if !prompt.context.is_interactive
                    && let Some(game) = prompt.take_outer_game()
                {
                    prompt.enter(Mode::Game(game));
                }
                prompt.leave(out)
            }),
            Waiting::Unusable { line, reason } => self.step(Cause::Line(&line), |_, _| refuse(reason)),
            Waiting::Line { text, origin } => {
                if origin.needs_echo() {
                    self.front_end.echo(&text, &mut self.prompt)?;
                }
                // If the new rules do not load, the line runs under the old ones.
                if self.prompt.game().is_some_and(|game| game.watched_files.is_some()) {
                    let moves = self.prompt.move_count();
                    self.step(Cause::Outside, |prompt, out| {
                        prompt.in_game(|game, context| game.check_files(context, out))
                    })?;
                    if self.prompt.move_count() != moves && self.prompt.is_move(&text) {
                        // It was meant for another position.
                        let reason = "the new rules changed the position; type the move again if you still want it";
                        return self.step(Cause::Line(&text), |_, _| refuse(reason));
                    }
                }
                let LineOrigin::Window(window) = origin else {
                    return self.step(Cause::Line(&text), |prompt, out| prompt.run_line(&text, out));
                };
                self.prompt.context.line_viewer = Some(window.viewer.clone());
                let result = self.step(Cause::Line(&text), |prompt, out| prompt.run_window_line(&text, &window, out));
                self.prompt.context.line_viewer = None;
                result
            }
        }
    }

    /// Waits for an event and handles it.
    fn handle_next(&mut self) -> io::Result<Option<ExitReason>> {
        let Some(event) = self.next_event()? else { return Ok(None) };
        match event {
            Event::Input(input, _) => self.take_input(input),
            Event::Search(answer) => self.step(Cause::Search, |prompt, out| prompt.receive(answer, out)),
            Event::Thinking(report) => self.step(Cause::Outside, |prompt, _| {
                prompt.in_game(|game, _| {
                    game.note_progress(report);
                    Ok(CommandOutcome::Done)
                })
            }),
            Event::FilesChanged => self
                .step(Cause::Outside, |prompt, out| prompt.in_game(|game, context| game.files_changed(context, out))),
            Event::Note(note) => self.step(Cause::Outside, |prompt, _| {
                prompt.context.remarks.notes.push(note);
                Ok(CommandOutcome::Done)
            }),
            Event::Interrupted => {
                self.prompt.interrupt();
                Ok(None)
            }
            Event::Tick => self.step(Cause::Outside, |prompt, _| {
                prompt.in_game(|game, _| {
                    game.call_due_bots();
                    Ok(CommandOutcome::Done)
                })
            }),
            Event::Browser(request) => self.serve_window(request),
        }
    }

    /// Returns the next event, after asking for a line if need be.
    fn next_event(&mut self) -> io::Result<Option<Event>> {
        let is_thinking = self.prompt.is_thinking();
        if !is_thinking {
            // Before a person thinks, all moves are safe on disk.
            self.prompt.autosave(SyncMode::Now);
        }
        if is_thinking
            && self.prompt.context.is_interactive
            && self.front_end.can_delay()
            && let Ok(event) = self.inbox.recv_timeout(PROMPT_DELAY)
        {
            return Ok(Some(event));
        }
        if self.waiting.len() < MAX_WAITING_LINES {
            self.front_end.ask(&mut self.prompt)?;
        }
        Ok(self.wait())
    }

    /// Waits for an event while the clock runs.
    fn wait(&mut self) -> Option<Event> {
        // The prompt has a sender of its own, so the channel is never closed.
        let clock = self.prompt.run_clock();
        let event = match clock.into_iter().chain(self.prompt.time_to_race_move()).min() {
            None => self.inbox.recv().ok(),
            Some(time) => Some(self.inbox.recv_timeout(time).unwrap_or(Event::Tick)),
        };
        self.prompt.stop_clock(match event {
            // When the line was complete, whatever has kept the loop since.
            Some(Event::Input(InputEvent::Paused(_), _)) => None,
            Some(Event::Input(_, at)) => Some(at),
            _ => None,
        });
        event
    }

    /// Queues what was typed.
    fn take_input(&mut self, input: InputEvent) -> io::Result<Option<ExitReason>> {
        match self.front_end.end_input(input)? {
            InputEvent::Lines(lines) => {
                let note = lines.first().and_then(|line| self.waiting_note(line));
                let lines = lines.into_iter().enumerate();
                let origin = |index| if index > 0 { LineOrigin::Paste } else { LineOrigin::Prompt };
                self.waiting.extend(lines.map(|(index, text)| Waiting::Line { text, origin: origin(index) }));
                if let Some(note) = note {
                    return self.step(Cause::Outside, |prompt, _| {
                        prompt.context.remarks.notes.push(note);
                        Ok(CommandOutcome::Done)
                    });
                }
            }
            InputEvent::Unusable { line, reason } => self.waiting.push_back(Waiting::Unusable { line, reason }),
            InputEvent::End => self.waiting.push_back(Waiting::End),
            InputEvent::Interrupted { is_empty: true } => self.prompt.interrupt(),
            // The line was dropped.
            InputEvent::Interrupted { is_empty: false } => {}
            InputEvent::Paused(_) => {}
        }
        Ok(None)
    }

    /// Returns a note on the first line at a terminal that has to wait for the bot that thinks.
    fn waiting_note(&mut self, line: &str) -> Option<String> {
        if !self.prompt.context.is_interactive || !self.waiting.is_empty() || self.prompt.can_run(line) {
            return None;
        }
        let bot = self.prompt.game()?.searcher()?;
        Some(format!("`{}` waits until {bot} has moved", one_line(line.trim(), 40)))
    }

    /// Changes the prompt, saves the game and shows what happened.
    fn step(
        &mut self,
        cause: Cause,
        action: impl FnOnce(&mut Prompt, &mut dyn Write) -> CommandResult,
    ) -> io::Result<Option<ExitReason>> {
        self.prompt.update_race_pace();
        self.front_end.begin_step(&self.prompt);
        let mut outcome = action(&mut self.prompt, self.front_end.output())?;
        if let CommandOutcome::Starts(mode) = outcome {
            self.prompt.enter(mode);
            self.prompt.update_race_pace();
            outcome = CommandOutcome::Done;
        }
        self.prompt.in_game(|game, context| {
            game.sync_clock(context);
            Ok(CommandOutcome::Done)
        })?;
        // After the clock, which may have taken points.
        self.prompt.update_match();
        // Saved before it is shown, so that what was shown is on disk.
        self.prompt.autosave(if cause == Cause::Search { SyncMode::Soon } else { SyncMode::Now });
        self.finish_step(cause, outcome)
    }

    /// Shows what a step did, and lets bots go on.
    fn finish_step(&mut self, cause: Cause, outcome: CommandOutcome) -> io::Result<Option<ExitReason>> {
        let mut refusal = match outcome {
            CommandOutcome::Quit => {
                let remarks = std::mem::take(&mut self.prompt.context.remarks);
                let report = StepReport { cause, remarks, refusal: None, cover: None, is_last: true };
                self.front_end.end_step(report, &mut self.prompt)?;
                return Ok(Some(self.prompt.context.exit_reason()));
            }
            CommandOutcome::Refused(message) => Some(message),
            CommandOutcome::Done | CommandOutcome::Starts(_) => match self.prompt.in_game(ActiveGame::continue_bots)? {
                CommandOutcome::Refused(message) => Some(message),
                _ => None,
            },
        };
        let is_refused = refusal.is_some() && cause != Cause::Outside;
        if is_refused && self.prompt.context.is_interactive {
            self.drop_pasted(&mut refusal);
        }
        self.prompt.show_due_board(self.front_end.output())?;
        self.prompt.report_match(self.front_end.output())?;
        let cover = self.prompt.call_next_person()?;
        if cover.is_some() {
            // Lines typed ahead were not the next person's. Those of windows were not typed here.
            self.waiting.retain(|waiting| !matches!(waiting, Waiting::Line { origin, .. } if origin.is_typed()));
        }
        let remarks = std::mem::take(&mut self.prompt.context.remarks);
        self.front_end.end_step(StepReport { cause, remarks, refusal, cover, is_last: false }, &mut self.prompt)?;
        let is_fatal = is_refused && self.front_end.ends_at_refusal() && self.prompt.context.line_viewer.is_none();
        Ok(is_fatal.then_some(ExitReason::Refused))
    }

    /// Drops the lines that were pasted after a refused one, and says so.
    fn drop_pasted(&mut self, refusal: &mut Option<String>) {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| !matches!(waiting, Waiting::Line { origin: LineOrigin::Paste, .. }));
        let dropped = before - self.waiting.len();
        if dropped > 0 {
            let note =
                format!("Skipped {} pasted after it; press Up to find what you pasted.", plural(dropped, "line"));
            self.prompt.context.remarks.notes.extend([refusal.take().unwrap_or_default(), note]);
        }
    }

    /// Stops a search and waits for its end. No engine outlives the prompt.
    fn end_search(&mut self) {
        let start = Instant::now();
        while self.prompt.is_thinking() {
            self.prompt.interrupt();
            match self.inbox.recv_timeout(SEARCH_END_TIMEOUT.saturating_sub(start.elapsed())) {
                Ok(Event::Search(answer)) if !self.prompt.game().is_some_and(|game| game.awaits(&answer)) => {}
                Ok(Event::Search(_)) | Err(_) => break,
                Ok(_) => {}
            }
        }
        interrupt::kill_children();
    }
}
