//! The prompt: reads lines from a person or a pipe, plays them, and tells what happened.

mod announcements;
mod autosave;
mod command;
mod completion;
mod cover;
mod events;
mod file_watcher;
mod game_end;
mod help;
mod hint;
mod history;
mod input;
mod lesson;
mod line_helper;
mod moves;
mod names;
mod pictures;
pub mod preview;
mod puzzle;
mod queries;
mod rule_changes;
mod save_dir;
mod saves;
mod seats;
mod setup;
mod welcome;

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::interrupt;
use crate::render;
use crate::terminal;
use autosave::Autosave;
use command::{InputLine, PromptCommand};
use completion::CompletionMenu;
use file_watcher::WatchedFiles;
use houserule_core::mechanics::Seat;
use houserule_core::text::{counted, one_line};
use houserule_script::notation::record::Record;
use houserule_script::play::{AgreedResult, Session, Workspace};
use input::{Input, InputEvent, PromptLine};
use lesson::{AnswerVerdict, LessonSession};
pub use lesson::{LearningMode, list as list_lessons};
use line_helper::LineHelper;
use preview::MovePreview;
use puzzle::LastHint;
use seats::SeatedBots;
pub use seats::{SeatAssignment, read as read_seats, seated_again};

/// The words of the commands.
pub fn command_words() -> Vec<&'static str> {
    command::COMMANDS.iter().map(|(word, ..)| *word).collect()
}

/// How a prompt was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitReason {
    Left,
    /// A line from a pipe was refused, or a bot there could not go on.
    Refused,
}

/// What somebody sits down to.
pub enum StartMode {
    Welcome,
    /// A game, and who sits where if that was said.
    Game(Box<Session>, Option<SeatAssignment>),
    Learning(LearningMode),
}

/// How a prompt is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplOptions {
    /// Whether the running game is kept on disk where nobody sits at a terminal, too.
    pub keeps: bool,
    /// Whether a program reads what happens.
    pub tells_events: bool,
}

/// Opens the prompt, in a game or before one. Lines come from the terminal, or from a pipe: then the first refused
/// one ends it. Where nobody says who sits where, people do; but who sits down alone at a terminal gets an opponent. The
/// running game is kept on disk at a terminal. Programs are told what happens as events, and go on after a refused line.
pub fn run(opening: StartMode, table: Workspace, manner: ReplOptions, out: &mut dyn Write) -> io::Result<ExitReason> {
    let (session, occupants, learning) = match opening {
        StartMode::Welcome => (None, None, None),
        StartMode::Game(session, occupants) => (Some(*session), occupants, None),
        StartMode::Learning(learning) => (None, None, Some(learning)),
    };
    let mut input = Input::open(manner.tells_events);
    let autosave = Autosave::new(manner.keeps || input.is_terminal());
    let mut prompt = Prompt::new(session, table, autosave, input.is_terminal());
    prompt.seat(occupants);
    if manner.tells_events {
        return events::serve(prompt, learning, input, out);
    }
    if input.is_terminal() {
        // The editor hears Ctrl-C while somebody types; a bot that thinks hears it this way.
        interrupt::listen();
    }
    let mut answer = prompt.begin(learning, out)?;
    loop {
        if let CommandOutcome::Refused(says) = answer {
            out.flush()?;
            eprint_note(&says)?;
            if !input.is_terminal() {
                prompt.keep();
                return Ok(ExitReason::Refused);
            }
            let left_out = input.forget_pasted();
            if left_out > 0 {
                let (rest, were) = (counted(left_out, "line"), if left_out == 1 { "was" } else { "were" });
                eprint_note(&format!("{rest} pasted after that {were} left out; the arrow up finds them."))?;
            }
        }
        prompt.keep();
        prompt.cover(out)?;
        out.flush()?;
        prompt.watch_meanwhile(|| input.printer());
        let line = match input.read(|is_typed| prompt.sitting(is_typed))? {
            InputEvent::Line(line) => line,
            InputEvent::Garbled => {
                answer = CommandOutcome::Refused("that was no UTF-8 text; the line is dropped".to_string());
                continue;
            }
            InputEvent::Dropped => {
                answer = CommandOutcome::Done;
                continue;
            }
            InputEvent::End => match prompt.leave(out)? {
                Some(end) => return Ok(end),
                None => {
                    answer = CommandOutcome::Done;
                    continue;
                }
            },
        };
        if let CommandOutcome::Refused(says) = prompt.look_at_files(out)? {
            // The rules stay as they were, and the line is for them.
            out.flush()?;
            eprint_note(&says)?;
        }
        answer = match prompt.run_command(InputLine::parse(&line), out)? {
            CommandOutcome::Quit => match prompt.leave(out)? {
                Some(end) => return Ok(end),
                None => CommandOutcome::Done,
            },
            answer => {
                prompt.autosave.is_warned = false;
                match answer {
                    CommandOutcome::Done => prompt.let_bots_move(out)?,
                    refused => refused,
                }
            }
        };
    }
}

/// Says something beside what is asked for.
fn eprint_note(says: &str) -> io::Result<()> {
    writeln!(terminal::stderr(), "{}", render::wrapped_for_stderr(says))
}

enum CommandOutcome {
    Done,
    Quit,
    /// Nothing changed; the words say why and what to do.
    Refused(String),
}

/// Something that `redo` brings back beside moves.
enum Redoable {
    Closing(AgreedResult),
    SetUp(Box<Record>),
}

struct Prompt {
    session: Option<Session>,
    table: Workspace,
    /// The moves last listed to pick from.
    offered_moves: Vec<String>,
    hinted: LastHint,
    /// When the game was begun.
    since: Instant,
    /// Whether a person sits there, whose time counts.
    is_timed: bool,
    seated: SeatedBots,
    /// Whether a bot could not go on.
    bot_failed: bool,
    autosave: Autosave,
    /// The games before each board that was set up by hand, the last one last.
    before: Vec<Record>,
    /// What was taken back that is no move, each with how many moves there were then; the last one last.
    taken_back: Vec<(usize, Redoable)>,
    /// How many moves the game had before the rules changed so that it could not be played to its end.
    cut_from: Option<usize>,
    /// Whether somebody looks at an earlier turn, where bots do not answer.
    is_looking_back: bool,
    /// Where hands are hidden: the chair of the person who has the screen.
    seen_by: Option<Seat>,
    /// The chair of the person who was last called to a covered screen.
    called: Option<Seat>,
    /// Whether a hand may be seen on it.
    shows_hand: bool,
    watch: Option<WatchedFiles>,
    /// The lesson that is being taken.
    lesson_session: Option<LessonSession>,
    /// What the last line was, as an answer to a question.
    verdict: Option<AnswerVerdict>,
    /// Whether the last line was answered with a warning.
    has_warned: bool,
}

type CommandResult = io::Result<CommandOutcome>;

const NO_GAME: &str = "no game is being played; `games` lists them, `play NAME` starts one";

fn refused(says: impl Display) -> CommandResult {
    Ok(CommandOutcome::Refused(format!("{says:#}")))
}

impl Prompt {
    fn warn<'a>(&mut self, notes: impl IntoIterator<Item = &'a String>, out: &mut dyn Write) -> io::Result<()> {
        for note in notes {
            writeln!(out, "warning: {note}")?;
            self.has_warned = true;
        }
        Ok(())
    }

    fn new(session: Option<Session>, table: Workspace, autosave: Autosave, is_timed: bool) -> Prompt {
        Prompt {
            session,
            table,
            offered_moves: Vec::new(),
            hinted: None,
            since: Instant::now(),
            is_timed,
            seated: SeatedBots::default(),
            bot_failed: false,
            autosave,
            before: Vec::new(),
            taken_back: Vec::new(),
            cut_from: None,
            is_looking_back: false,
            seen_by: None,
            called: None,
            shows_hand: false,
            watch: None,
            lesson_session: None,
            verdict: None,
            has_warned: false,
        }
    }

    /// The first words, and the first moves of bots.
    fn begin(&mut self, learning: Option<LearningMode>, out: &mut dyn Write) -> CommandResult {
        if let Some(learning) = learning {
            return self.begin_learning(learning, out);
        }
        match &self.session {
            None => self.welcome(out)?,
            Some(_) => self.greet(out)?,
        }
        if self.is_timed {
            self.offer_left(out)?;
        }
        self.keep();
        self.let_bots_move(out)
    }

    /// Says where the game is. Whoever would lose something stays, and leaves by saying so again.
    fn leave(&mut self, out: &mut dyn Write) -> io::Result<Option<ExitReason>> {
        if self.is_held_back(out)? {
            return Ok(None);
        }
        self.farewell(out)?;
        Ok(Some(self.end()))
    }

    /// How the prompt is left: a pipe is told that a bot could not go on.
    fn end(&self) -> ExitReason {
        if self.bot_failed && !self.is_timed { ExitReason::Refused } else { ExitReason::Left }
    }

    /// Seats those who are named, or those who usually sit down.
    fn seat(&mut self, occupants: Option<SeatAssignment>) {
        let Some(session) = &self.session else { return };
        let usual = || if self.is_timed { SeatedBots::usual(session.plan()) } else { SeatAssignment::new() };
        self.seated = SeatedBots::new(occupants.unwrap_or_else(usual), session.seed);
    }

    /// What stands before a line, and what helps with it if somebody types it.
    fn sitting(&mut self, is_typed: bool) -> PromptLine {
        let sign = self.prompt_text();
        if !is_typed {
            return PromptLine { sign, helper: LineHelper::default(), game: None };
        }
        let is_covered = self.is_hand_hidden();
        let session = self.session.as_ref();
        let helper = LineHelper {
            menu: CompletionMenu::new(self.table.library.clone(), self.lesson_words()),
            is_asked: self.lesson_session.is_some(),
            rules: session.map(|session| session.ruleset.clone()),
            // What would help tells of the hand.
            preview: RefCell::new(session.filter(|_| !is_covered).and_then(MovePreview::new)),
            ..LineHelper::default()
        };
        PromptLine { sign, helper, game: session.map(|session| session.ruleset.base.clone()) }
    }

    fn run_command(&mut self, line: InputLine, out: &mut dyn Write) -> CommandResult {
        // Ctrl-C hurries what this line sets going, and nothing else.
        interrupt::STOP.store(false, Ordering::Relaxed);
        let line = line.settled(|word| self.is_begun(word));
        if let Some(told) = self.learn(&line, out)? {
            return Ok(told);
        }
        if self.is_hand_hidden()
            && let Some(told) = self.behind_cover(&line, out)?
        {
            return Ok(told);
        }
        match line {
            InputLine::Empty => {
                self.seated.is_resting = false;
                Ok(CommandOutcome::Done)
            }
            InputLine::Unknown(word, line) if self.is_begun(&word) => self.play(&line, out),
            InputLine::Unknown(word, _) => refused(self.unknown(&word)),
            InputLine::Command(word, rest) if !rest.is_empty() && !word.takes_more() => {
                refused(format!("`{}` is not part of this command; `help` shows what each takes", one_line(&rest, 40)))
            }
            InputLine::Command(PromptCommand::Help, rest) => self.help(&rest, out),
            InputLine::Command(PromptCommand::Quit, _) => Ok(CommandOutcome::Quit),
            InputLine::Command(PromptCommand::Play, rest) => self.sit_down(&rest, out),
            InputLine::Command(PromptCommand::Games, _) => self.games(out),
            InputLine::Command(PromptCommand::Load, rest) => self.load(&rest, out),
            InputLine::Command(PromptCommand::Resume, rest) => self.resume(&rest, out),
            InputLine::Command(PromptCommand::Forget, rest) => self.forget(&rest, out),
            InputLine::Command(PromptCommand::Lesson, rest) => self.lesson(&rest, out),
            InputLine::Command(PromptCommand::Quiz, rest) => self.quiz(&rest, out),
            InputLine::Command(word, rest) | InputLine::Either(word, rest) => self.in_game(word, &rest, out),
            InputLine::Move(text) => self.play(&text, out),
        }
    }

    /// Whether moves of the game begin with a word.
    fn is_begun(&mut self, word: &str) -> bool {
        self.session.as_mut().is_some_and(|session| session.is_move_prefix(word))
    }

    /// Commands that need a game.
    fn in_game(&mut self, word: PromptCommand, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        match word {
            PromptCommand::Moves => match session.legal_moves() {
                Ok(moves) if moves.is_empty() => writeln!(out, "no move is legal")?,
                Ok(moves) => writeln!(out, "{}", announcements::columns(&moves))?,
                Err(fault) => return refused(fault),
            },
            PromptCommand::Why => return announcements::why(session, rest, out),
            PromptCommand::Undo => return self.undo(out),
            PromptCommand::Redo => return self.redo(out),
            PromptCommand::Seats => return self.seats(rest, out),
            PromptCommand::Bot => return self.bot(rest, out),
            PromptCommand::Look => write!(out, "{}", render::look(&session.game))?,
            PromptCommand::Board => self.show(out)?,
            PromptCommand::Hand => {
                self.shows_hand |= render::hides_hands(&session.game);
                write!(out, "{}", render::board(&mut session.game))?;
            }
            PromptCommand::Score => return announcements::score(session, out),
            PromptCommand::Rules => return announcements::rules(session, &self.table, out),
            PromptCommand::Position => return self.position(rest, out),
            PromptCommand::Put => return self.put(rest, out),
            PromptCommand::Clear => return self.clear(rest, out),
            PromptCommand::History => writeln!(out, "{}", render::folded_seen(&history::history(session)))?,
            PromptCommand::Goto => return self.go_to(rest, out),
            PromptCommand::Note => return self.note(rest, out),
            PromptCommand::Swap => return refused("these rules have no swap; `rules` tells what they have"),
            PromptCommand::Resign => return self.resign(rest, out),
            PromptCommand::Draw => return self.draw(out),
            PromptCommand::Set => return self.set(rest, out),
            PromptCommand::Variant => return self.variant(rest, out),
            PromptCommand::Reload => return self.reload(out),
            PromptCommand::Watch => return self.watch(rest, out),
            PromptCommand::New => return self.again(out),
            PromptCommand::Svg => return pictures::draw(session, "svg", rest, out),
            PromptCommand::Png => return pictures::draw(session, "png", rest, out),
            PromptCommand::Save => return self.save(rest, out),
            PromptCommand::Hint => return self.hint(out),
            PromptCommand::Clock => return self.clock(out),
            PromptCommand::Lua => return queries::lua(session, rest, out),
            PromptCommand::Help
            | PromptCommand::Quit
            | PromptCommand::Play
            | PromptCommand::Games
            | PromptCommand::Load
            | PromptCommand::Lesson
            | PromptCommand::Quiz => {}
            PromptCommand::Resume | PromptCommand::Forget => {}
        }
        Ok(CommandOutcome::Done)
    }
}
