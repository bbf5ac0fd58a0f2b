//! The modes of the prompt, and what a line does in each. Modes change in one place, `Prompt::enter`.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use super::active_game::{ActiveGame, Pace};
use super::command::{Changes, Command, InLesson, InputLine, Run};
use super::front_end::CoverText;
use super::lesson::{LessonReply, LessonSession};
use super::line_helper::LineSnapshot;
use super::match_play::MatchInProgress;
use super::search::SearchAnswer;
use super::{CommandOutcome, CommandResult, Context, GameStart, NO_GAME, StartMode, refuse};
use crate::completion::CompletionMenu;
use crate::interrupt::STOP;
use crate::save_dir::SyncMode;
use houserule_core::text::one_line;

/// What is going on.
pub enum Mode {
    /// No game has been started.
    Idle,
    /// A game, also while an earlier turn is shown or a hand is covered.
    Game(Box<ActiveGame>),
    /// A lesson or a quiz, which has a game of its own and keeps the one to return to.
    Lesson(Box<LessonSession>),
}

/// The prompt: its mode, and what all modes share.
pub struct Prompt {
    pub mode: Mode,
    pub context: Context,
}

impl Prompt {
    pub fn new(context: Context) -> Prompt {
        Prompt { mode: Mode::Idle, context }
    }

    /// Returns the game being played, also that of a lesson.
    pub fn game(&self) -> Option<&ActiveGame> {
        match &self.mode {
            Mode::Idle => None,
            Mode::Game(game) => Some(game),
            Mode::Lesson(lesson) => Some(&lesson.game),
        }
    }

    /// Returns the game being played, to be changed.
    pub fn game_mut(&mut self) -> Option<&mut ActiveGame> {
        self.split().0
    }

    /// Returns the game being played, and what all modes share.
    pub fn split(&mut self) -> (Option<&mut ActiveGame>, &mut Context) {
        let game = match &mut self.mode {
            Mode::Idle => None,
            Mode::Game(game) => Some(&mut **game),
            Mode::Lesson(lesson) => Some(&mut lesson.game),
        };
        (game, &mut self.context)
    }

    /// Returns the lesson or quiz.
    pub fn lesson(&self) -> Option<&LessonSession> {
        match &self.mode {
            Mode::Lesson(lesson) => Some(lesson),
            _ => None,
        }
    }

    /// Starts as the command line says.
    pub fn begin(&mut self, start: StartMode, out: &mut dyn Write) -> CommandResult {
        match start {
            StartMode::Welcome => self.welcome(out)?,
            StartMode::Game(start) => {
                let GameStart { session, occupants, request, continued, folder, clock } = *start;
                let is_continued = continued.is_some();
                let mut notes = Vec::new();
                let match_play = match continued {
                    Some((record, earlier)) => {
                        let place = (&session, &self.context.workspace, folder.as_deref());
                        or_refuse!(MatchInProgress::restore(&record, earlier, place, &mut notes))
                    }
                    None => None,
                };
                let mut game = self.new_game(session, &notes, occupants, out)?;
                match match_play {
                    None if is_continued && request.is_none() => {}
                    None => or_refuse!(game.start_match(request)),
                    restored => game.match_play = restored,
                }
                game.set_clock(clock, &self.context);
                game.greet(&self.context, out)?;
                self.enter(Mode::Game(game));
            }
            StartMode::Learning(learning) => return self.context.begin_learning(learning, out),
        }
        if self.context.is_interactive {
            self.offer_saved_games(out)?;
        }
        Ok(CommandOutcome::Done)
    }

    /// Changes the mode. The old game stays on disk; a lesson keeps it, to return to it.
    pub fn enter(&mut self, mode: Mode) {
        self.autosave(SyncMode::Now);
        // A hand is cleared from a shared screen before anything else is shown.
        self.context.remarks.clears_screen |= self.game().is_some_and(ActiveGame::shows_private_hand);
        let old = std::mem::replace(&mut self.mode, mode);
        if let Mode::Lesson(lesson) = &mut self.mode {
            lesson.outer_game = match old {
                Mode::Idle => None,
                Mode::Game(mut game) => {
                    game.outdate_search();
                    Some(game)
                }
                Mode::Lesson(lesson) => lesson.outer_game,
            };
        }
    }

    /// Takes the game from which the present lesson was started, to return to it.
    pub fn take_outer_game(&mut self) -> Option<Box<ActiveGame>> {
        match &mut self.mode {
            Mode::Lesson(lesson) => lesson.outer_game.take(),
            _ => None,
        }
    }

    /// Passes the answer of a search to its game: the present one, or the one to which a lesson returns.
    pub fn receive(&mut self, answer: SearchAnswer, out: &mut dyn Write) -> CommandResult {
        let outer = match &mut self.mode {
            Mode::Lesson(lesson) => lesson.outer_game.as_deref_mut(),
            _ => None,
        };
        match outer.filter(|game| game.awaits(&answer)) {
            Some(game) => game.receive(answer, &mut self.context, out),
            None => self.in_game(|game, context| game.receive(answer, context, out)),
        }
    }

    /// Saves the game if it has changed. Games of lessons are not saved.
    pub fn autosave(&mut self, sync: SyncMode) {
        if let Mode::Game(game) = &mut self.mode {
            game.autosave(&mut self.context, sync);
        }
    }

    /// Returns whether a bot thinks.
    pub fn is_thinking(&self) -> bool {
        self.game().is_some_and(|game| game.search.is_some())
    }

    /// Returns whether a line can run now, or has to wait for the bot that thinks. Behind a pipe every line waits, so
    /// that what it does never depends on the time; only `stop` does not.
    pub fn can_run(&mut self, line: &str) -> bool {
        if !self.is_thinking() {
            return true;
        }
        let is_open = self.context.is_interactive && self.game().is_some_and(|game| game.searcher().is_some());
        self.never_waits(line) || is_open && !matches!(self.resolve(line), InputLine::Move(_))
    }

    /// Returns whether a line runs even if others wait: it is about the search that goes on, or leaves a terminal.
    pub fn never_waits(&mut self, line: &str) -> bool {
        let InputLine::Command(command, _) = self.resolve(line) else { return false };
        command.changes == Changes::Search || self.context.is_interactive && command.in_lesson == InLesson::Quits
    }

    /// Returns whether a line is a move of the game, legal or not.
    pub fn is_move(&mut self, line: &str) -> bool {
        matches!(self.resolve(line), InputLine::Move(_))
    }

    /// Returns the number of moves played.
    pub fn move_count(&self) -> usize {
        self.game().map_or(0, |game| game.session.moves().len())
    }

    /// Returns the name of the line history: that of the game. There is none where hands are hidden from others who use
    /// the same keyboard.
    pub fn history_name(&self) -> Option<String> {
        match self.game() {
            None => Some("houserule".to_string()),
            Some(game) => (!game.shares_hidden_hands()).then(|| game.session.ruleset.base.clone()),
        }
    }

    /// Prints the board if moves were made since it was shown and no bot is about to answer.
    pub fn show_due_board(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.split() {
            (Some(game), context) => game.show_due_board(context, out),
            (None, _) => Ok(()),
        }
    }

    /// Hides a hand from the next person at a shared screen, unless a bot moves before.
    pub fn call_next_person(&mut self) -> io::Result<Option<CoverText>> {
        match self.split() {
            (Some(game), context) if game.search.is_none() => game.call_next_person(context),
            _ => Ok(None),
        }
    }

    /// Parses a line in the current game.
    pub fn resolve(&mut self, line: &str) -> InputLine {
        InputLine::parse(line).resolve(|word| self.is_move_prefix(word))
    }

    /// Runs a line.
    pub fn run_line(&mut self, line: &str, out: &mut dyn Write) -> CommandResult {
        // Ctrl-C applies to this command only.
        STOP.store(false, Ordering::Relaxed);
        if let Some(game) = self.game_mut() {
            (game.seating.passes, game.seating.moves_in_a_row) = (0, 0);
        }
        let asked = self.game_mut().and_then(|game| game.asked.clone());
        let line = self.resolve(line);
        let outcome = self.run_resolved(line, out)?;
        if let Some(game) = self.game_mut().filter(|game| asked.is_some() && game.asked == asked) {
            game.asked = None;
        }
        match outcome {
            CommandOutcome::Quit => self.leave(out),
            outcome => {
                self.context.autosave.is_warned = false;
                Ok(outcome)
            }
        }
    }

    fn run_resolved(&mut self, line: InputLine, out: &mut dyn Write) -> CommandResult {
        let Mode::Lesson(lesson) = &mut self.mode else { return self.run_outside_lesson(line, out) };
        match lesson.run_line(&mut self.context, line, out)? {
            LessonReply::Answered(outcome) => Ok(outcome),
            LessonReply::Run(line) => self.run_outside_lesson(line, out),
            LessonReply::RunAsked(line) => match self.run_outside_lesson(line, out)? {
                // A game that the step asks for is started for show; the lesson goes on.
                CommandOutcome::Done | CommandOutcome::Starts(_) => {
                    let Mode::Lesson(lesson) = &mut self.mode else { return Ok(CommandOutcome::Done) };
                    lesson.accept_command(&mut self.context, out)
                }
                outcome => Ok(outcome),
            },
            LessonReply::Leave(line) => {
                let outcome = self.run_outside_lesson(line, out)?;
                if let (CommandOutcome::Starts(_), Mode::Lesson(lesson)) = (&outcome, &self.mode) {
                    lesson.print_how_to_resume(&self.context, out)?;
                }
                Ok(outcome)
            }
        }
    }

    /// Runs a line to which no lesson has an answer of its own.
    fn run_outside_lesson(&mut self, line: InputLine, out: &mut dyn Write) -> CommandResult {
        if let (Some(game), context) = self.split()
            && game.is_hand_hidden()
            && let Some(outcome) = game.run_hidden(context, &line, out)?
        {
            return Ok(outcome);
        }
        match line {
            InputLine::Empty => {
                if let Some(game) = self.game_mut() {
                    game.unpause();
                    if game.pace == Pace::Paused {
                        game.pace = Pace::Playing;
                    }
                }
                Ok(CommandOutcome::Done)
            }
            InputLine::Unknown(word, _) => refuse(self.describe_unknown(&word)),
            InputLine::Command(command, rest) | InputLine::Ambiguous(command, rest, _) => {
                self.run_command(command, &rest, out)
            }
            InputLine::Move(text) => match self.split() {
                (Some(game), _) => game.play(&text, out),
                (None, _) => refuse(NO_GAME),
            },
        }
    }

    fn run_command(&mut self, command: &Command, rest: &str, out: &mut dyn Write) -> CommandResult {
        if !rest.is_empty() && !command.argument.is_accepted {
            return refuse(format!("`{}` takes no argument; remove `{}`", command.word, one_line(rest, 40)));
        }
        match (command.run, self.split()) {
            (Run::Anywhere(run), _) => run(self, rest, out),
            (Run::InGame(run), (Some(game), context)) => run(game, context, rest, out),
            (Run::InGame(_), (None, _)) => refuse(NO_GAME),
        }
    }

    /// Returns whether a move of the game starts with this word.
    fn is_move_prefix(&mut self, word: &str) -> bool {
        self.game_mut().is_some_and(|game| game.session.is_move_prefix(word))
    }

    /// Does something with the game, if there is one.
    pub fn in_game(&mut self, action: impl FnOnce(&mut ActiveGame, &mut Context) -> CommandResult) -> CommandResult {
        match self.split() {
            (Some(game), context) => action(game, context),
            (None, _) => Ok(CommandOutcome::Done),
        }
    }

    /// Acts on Ctrl-C: a bot that thinks moves, or pauses where only bots play.
    pub fn interrupt(&mut self) {
        STOP.store(false, Ordering::Relaxed);
        if let Some(game) = self.game() {
            game.stop_search();
        }
    }

    /// Returns the text before a typed line.
    pub fn prompt_text(&mut self) -> String {
        match &mut self.mode {
            Mode::Idle => "houserule> ".to_string(),
            Mode::Game(game) => game.prompt_text(),
            Mode::Lesson(lesson) => match lesson.place() {
                Some((name, step)) => format!("{name} {step}> "),
                None => lesson.game.prompt_text(),
            },
        }
    }

    /// Returns what the line editor needs to know about the present position, for a thread of its own.
    pub fn line_snapshot(&mut self) -> LineSnapshot {
        let words = self.lesson().map(LessonSession::completed_words).unwrap_or_default();
        let is_question = self.lesson().is_some();
        let library = self.context.workspace.library.clone();
        let menu = CompletionMenu::new(library, words);
        let Some(game) = self.game_mut() else { return LineSnapshot { menu, ..LineSnapshot::default() } };
        // A preview would reveal a hidden hand.
        let session = (!game.is_hand_hidden()).then(|| game.session.snapshot());
        LineSnapshot { menu, session, rules: Some(game.session.ruleset.clone()), is_question }
    }
}
