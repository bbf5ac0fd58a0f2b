//! Searches of bots. Each runs on a thread of its own, on a copy of the position with scripts of its own, and its answer
//! arrives as an event; meanwhile lines can be typed.

use std::io::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::active_game::{ActiveGame, Pace};
use super::event_loop::Event;
use super::seats::ADVISER;
use super::{CommandOutcome, CommandResult, Context, THREAD_STACK_LEN, done, refuse};
use crate::active_time::TimeSource;
use crate::render;
use anyhow::{Context as _, anyhow, bail};
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_lab::bot::{Bot, BotName, SearchObserver, SearchProgress, SearchRequest};

/// Maximum number of moves that bots make in a row, in case their game does not end.
const MAX_BOT_GAME_LEN: usize = 2_000;

/// Maximum number of moves of the best line that are shown.
const MAX_SHOWN_LINE: usize = 3;

/// Why a bot searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchPurpose {
    /// It is the turn of the bot on this chair.
    Turn(Seat),
    /// `bot`: one move for the seat to move.
    Move,
    /// `hint`: its move is only printed.
    Advice,
}

/// Search in progress. Dropping it stops the thread, whose answer is then ignored.
pub struct BotSearch {
    id: u64,
    purpose: SearchPurpose,
    /// Name of the bot.
    name: String,
    /// What it has reported: how long it has searched, and its best line so far.
    progress: String,
    /// Asks the bot for the best move so far.
    stop: Arc<AtomicBool>,
    /// Number of moves before the search.
    move_count: usize,
    /// Whether the game has changed since, so the answer is of no use.
    is_outdated: bool,
    /// When the bot began to think, once it was ready.
    began: Arc<OnceLock<Duration>>,
}

impl Drop for BotSearch {
    fn drop(&mut self) {
        self.stop();
    }
}

impl BotSearch {
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the player of the bot whose time runs, and since when.
    pub fn thinking_since(&self) -> Option<(Seat, Duration)> {
        match self.purpose {
            SearchPurpose::Turn(chair) if !self.is_outdated => Some((chair, *self.began.get()?)),
            _ => None,
        }
    }
}

/// Answer of a search.
pub struct SearchAnswer {
    id: u64,
    bot: Box<dyn Bot>,
    rng: Rng,
    /// The seat and its move; `None` if it has none.
    chosen: anyhow::Result<Option<(Seat, Move)>>,
    was_stopped: bool,
    /// How long the bot has thought.
    took: Duration,
}

/// Report of a search that goes on.
pub struct SearchReport {
    id: u64,
    progress: SearchProgress,
}

/// Time between two reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Observer that stops a search when asked to; the bot plays the best move so far. For people it reports how the search
/// goes.
struct PromptObserver {
    id: u64,
    stop: Arc<AtomicBool>,
    reports: Option<Sender<Event>>,
    last_report: Instant,
    /// The time, and when the bot has to move on its clock.
    time: TimeSource,
    deadline: Option<Duration>,
}

impl SearchObserver for PromptObserver {
    fn on_progress(&mut self, progress: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        if let Some(reports) = self.reports.as_ref().filter(|_| self.last_report.elapsed() >= REPORT_INTERVAL) {
            self.last_report = Instant::now();
            // Fails once the prompt has ended.
            let _ = reports.send(Event::Thinking(SearchReport { id: self.id, progress: progress() }));
        }
        let is_late = self.deadline.is_some_and(|deadline| self.time.now() >= deadline);
        if is_late || self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl ActiveGame {
    /// Starts a search for the first of some seats that has a move.
    fn start_search(
        &mut self,
        purpose: SearchPurpose,
        name: String,
        (mut bot, mut rng): (Box<dyn Bot>, Rng),
        seats: Vec<Seat>,
        context: &mut Context,
    ) -> anyhow::Result<()> {
        context.searches += 1;
        let (id, stop, events) = (context.searches, Arc::new(AtomicBool::new(false)), context.events.clone());
        let (snapshot, is_stopped) = (self.session.game.snapshot(), stop.clone());
        let reports = context.is_interactive.then(|| events.clone());
        // Advice costs no player time.
        let game_time = self.game_time().filter(|_| matches!(purpose, SearchPurpose::Turn(_)));
        let (time, began) = (context.time.clone(), Arc::new(OnceLock::new()));
        let thinking = began.clone();
        let search = move || {
            let mut game = snapshot.into_game();
            let mut choose = |seat: Seat| {
                let (stop, reports) = (is_stopped.clone(), reports.clone());
                let last_report = Instant::now();
                let mut observer =
                    PromptObserver { id, stop, reports, last_report, time: time.clone(), deadline: None };
                if let Err(fault) = bot.prepare(&game, &mut observer) {
                    return Some(Err(fault));
                }
                let began = *thinking.get_or_init(|| time.now());
                let own_time = game_time.as_ref().and_then(|times| times.of(seat));
                observer.deadline = own_time.map(|own| began + own.usable());
                let request = SearchRequest { time: game_time.as_ref(), ..SearchRequest::new(seat, &mut observer) };
                let mv = bot.search(&mut game, &mut rng, request);
                mv.map(|mv| mv.map(|mv| (seat, mv))).transpose()
            };
            // A bot that panics loses its seat, not the game.
            let chosen = catch_unwind(AssertUnwindSafe(|| seats.into_iter().find_map(&mut choose).transpose()));
            let chosen = chosen.map_or_else(|_| Err(anyhow!("the bot crashed")), |chosen| Ok(chosen?));
            let took = thinking.get().map_or(Duration::ZERO, |began| time.now().saturating_sub(*began));
            let answer = SearchAnswer { id, bot, rng, chosen, was_stopped: is_stopped.load(Ordering::Relaxed), took };
            // The prompt may have ended; then the answer is dropped.
            let _ = events.send(Event::Search(answer));
        };
        let thread = std::thread::Builder::new().name("search".to_string()).stack_size(THREAD_STACK_LEN);
        thread.spawn(search).context("cannot start a thread for the bot")?;
        let move_count = self.session.moves().len();
        let (progress, is_outdated) = (String::new(), false);
        self.search = Some(BotSearch { id, purpose, name, progress, stop, move_count, is_outdated, began });
        Ok(())
    }

    /// Lets the bot think that is to move, if any.
    pub fn continue_bots(&mut self, context: &mut Context) -> CommandResult {
        let is_stopped = self.pace != Pace::Playing || self.is_paused() || self.session.variation().is_some();
        if self.search.is_some() || is_stopped {
            return Ok(CommandOutcome::Done);
        }
        if or_refuse!(self.session.game.outcome()).is_some() {
            self.seating.pending.clear();
            return Ok(CommandOutcome::Done);
        }
        // In a race a bot that cannot move waits for the others.
        if self.seating.passes > self.seating.occupants().len() {
            return Ok(CommandOutcome::Done);
        }
        let Some(seat) = self.next_bot() else { return Ok(CommandOutcome::Done) };
        if self.seating.moves_in_a_row >= MAX_BOT_GAME_LEN {
            self.pace = Pace::Paused;
            return refuse(format!(
                "the bots have made {MAX_BOT_GAME_LEN} moves and are paused; press Enter to continue, or change the players with `seats`"
            ));
        }
        let chair = self.session.game.player(seat);
        let name = self.seating.bot_name(chair).map(BotName::to_string).unwrap_or_default();
        let Some(bot) = self.seating.take_bot(chair) else { return Ok(CommandOutcome::Done) };
        or_refuse!(self.start_search(SearchPurpose::Turn(chair), name, bot, vec![seat], context));
        Ok(CommandOutcome::Done)
    }

    /// Starts a search for `hint` or `bot`: for a seat that may move; in a race, preferably a person's.
    pub fn consult(&mut self, name: &BotName, purpose: SearchPurpose, context: &mut Context) -> anyhow::Result<()> {
        if self.search.is_some() {
            bail!("a bot is already thinking; `stop` makes it move at once");
        }
        let session = &mut self.session;
        name.supports(session.plan())?;
        if let Some(outcome) = session.game.outcome()? {
            bail!("the game is over: {}", outcome.describe(session.plan()));
        }
        let movers = session.game.board().movers();
        let seats = session.plan().names.seats.indices().filter(|seat| movers.has(*seat));
        let is_bots = |seat: &Seat| self.seating.is_bot(session.game.player(*seat));
        let (bots, people): (Vec<Seat>, Vec<Seat>) = seats.partition(is_bots);
        let rng = Rng::new(session.seed);
        self.start_search(purpose, name.to_string(), (name.create(), rng), [people, bots].concat(), context)
    }

    /// Returns the name of the bot that thinks, unless its answer is of no use any more.
    pub fn searcher(&self) -> Option<&str> {
        self.search.as_ref().filter(|search| !search.is_outdated).map(|search| search.name.as_str())
    }

    /// Notes how the present search goes.
    pub fn note_progress(&mut self, report: SearchReport) {
        if !self.search.as_ref().is_some_and(|search| search.id == report.id && !search.is_outdated) {
            return;
        }
        let line = self.write_line(&report.progress.pv);
        let line = if line.is_empty() { String::new() } else { format!(": {}", line.join(" ")) };
        if let Some(search) = &mut self.search {
            search.progress = format!(", {} s{line}", report.progress.time.as_secs());
        }
    }

    /// Writes the first moves of a line, as far as that reveals neither a hidden hand nor what will be drawn.
    fn write_line(&self, moves: &[Move]) -> Vec<String> {
        let most = match self.session.plan().mechanic.has_chance() {
            _ if render::hides_hands(&self.session.game) => 0,
            true => 1,
            false => MAX_SHOWN_LINE,
        };
        if most == 0 {
            return Vec::new();
        }
        let mut scratch = self.session.scratch_copy();
        let mut play = |mv: &Move| {
            let text = scratch.move_text(*mv);
            let short = scratch.shorten(std::slice::from_ref(&text)).join(" ");
            scratch.play(&text).ok().map(|_| short)
        };
        moves.iter().take(most).map_while(&mut play).collect()
    }

    /// Describes the search that goes on: the bot, and after a while its time and the best line so far.
    pub fn describe_search(&self) -> Option<String> {
        let search = self.search.as_ref().filter(|search| !search.is_outdated)?;
        Some(format!("{} thinks{}", search.name, search.progress))
    }

    /// Returns whether an answer is that of the present search.
    pub fn awaits(&self, answer: &SearchAnswer) -> bool {
        self.search.as_ref().is_some_and(|search| search.id == answer.id)
    }

    /// Asks the bot that thinks for its move; returns whether one does.
    pub fn stop_search(&self) -> bool {
        self.search.as_ref().map(BotSearch::stop).is_some()
    }

    /// Runs `stop`.
    pub fn stop(&mut self, _: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        if !self.stop_search() {
            writeln!(out, "No bot is thinking.")?;
        }
        Ok(CommandOutcome::Done)
    }

    /// Ends a search before the game changes; the bot starts again afterwards.
    pub fn outdate_search(&mut self) {
        if let Some(search) = &mut self.search {
            search.is_outdated = true;
            search.stop();
        }
    }

    /// Acts on the answer of a search.
    pub fn receive(&mut self, answer: SearchAnswer, context: &mut Context, out: &mut dyn Write) -> CommandResult {
        let SearchAnswer { id, bot, rng, chosen, was_stopped, took } = answer;
        let Some(search) = self.search.take_if(|search| search.id == id) else { return Ok(CommandOutcome::Done) };
        if let SearchPurpose::Turn(chair) = search.purpose {
            // The draws of an answer that is not used are made again.
            self.seating.return_bot(chair, bot, (!search.is_outdated).then_some(rng));
        }
        if search.is_outdated {
            if let SearchPurpose::Turn(chair) = search.purpose
                && self.session.is_race()
                && self.session.moves().len() == search.move_count
            {
                // The moves stay, and so does its turn.
                self.seating.pending.insert(0, chair);
            }
            return Ok(CommandOutcome::Done);
        }
        if let SearchPurpose::Turn(chair) = search.purpose {
            self.charge(&[chair], took);
            if self.has_fallen_flag() {
                return Ok(CommandOutcome::Done);
            }
        }
        match search.purpose {
            SearchPurpose::Turn(_) if was_stopped && self.seating.has_only_bots() => {
                // In a game between bots, Ctrl-C returns to the prompt.
                self.pace = Pace::Paused;
                let text = "The bots are paused. Press Enter to continue; `seats` changes who plays.";
                done(writeln!(out, "{}", render::wrap_hanging(text)))
            }
            SearchPurpose::Turn(chair) => match chosen {
                Err(fault) => self.replace_bot(chair, &fault.to_string(), context),
                Ok(None) => {
                    self.seating.passes += 1;
                    Ok(CommandOutcome::Done)
                }
                Ok(Some((seat, mv))) => {
                    (self.seating.passes, self.seating.moves_in_a_row) = (0, self.seating.moves_in_a_row + 1);
                    let outcome = self.play_bot_move(seat, mv, out)?;
                    if matches!(outcome, CommandOutcome::Refused(_)) {
                        self.pace = Pace::Paused;
                    }
                    Ok(outcome)
                }
            },
            SearchPurpose::Move | SearchPurpose::Advice => match or_refuse!(chosen) {
                None => refuse("no player has a legal move"),
                Some((seat, mv)) if search.purpose == SearchPurpose::Move => self.play_bot_move(seat, mv, out),
                Some((_, mv)) => {
                    if let Some(at) = self.session.game.unpack(mv).at() {
                        self.show_hidden_cell(at, out)?;
                    }
                    let mv = self.session.move_text(mv);
                    done(writeln!(out, "{ADVISER} suggests {}", self.session.shorten(&[mv]).join(" ")))
                }
            },
        }
    }

    /// Plays a bot's move and prints it.
    fn play_bot_move(&mut self, seat: Seat, mv: Move, out: &mut dyn Write) -> CommandResult {
        let text = self.session.move_text(mv);
        let described = self.describe_move(seat, &text);
        let short = self.terminal_form(mv);
        match self.session.play(&text) {
            Ok(notation) => {
                self.after_move(seat);
                done(self.announce(seat, &short.unwrap_or(notation), described, out))
            }
            Err(error) => refuse(format!("{text} cannot be played: {}", self.session.explain_error(&error))),
        }
    }

    /// Replaces a failed bot by a person and reports why. The game stays unchanged.
    fn replace_bot(&mut self, chair: Seat, message: &str, context: &mut Context) -> CommandResult {
        let seat = self.session.plan().names.seats.indices().find(|seat| self.session.game.player(*seat) == chair);
        let name = seat.map(|seat| self.session.plan().names.seat_and_team(seat)).unwrap_or_default();
        self.seating.replace_by_person(chair);
        self.mark_changed();
        context.bot_failed = true;
        context.remarks.notes.push(format!("{message}; you now play {name}"));
        Ok(CommandOutcome::Done)
    }

    /// Updates the state after a move. In a race every bot moves once after each move of a person.
    pub fn after_move(&mut self, seat: Seat) {
        self.note_clock_move(seat);
        self.mark_changed();
        self.pace = Pace::Playing;
        if self.session.variation().is_some() {
            return;
        }
        self.redo_stack.clear();
        self.moves_before_cut = None;
        let is_bot = self.seating.is_bot(seat);
        if self.session.is_race() && !self.note_race_move(is_bot) && !is_bot {
            self.seating.pending = self.seating.bot_chairs();
        }
    }

    /// Returns the seat of the bot to move, if any.
    fn next_bot(&mut self) -> Option<Seat> {
        let session = &self.session;
        if !session.is_race() {
            return Some(session.game.seat()).filter(|seat| self.seating.is_bot(session.game.player(*seat)));
        }
        if self.seating.pending.is_empty() && self.seating.has_only_bots() && self.race_pace.is_none() {
            self.seating.pending = self.seating.bot_chairs();
        }
        (!self.seating.pending.is_empty()).then(|| self.seating.pending.remove(0))
    }

    /// Returns whether it is a bot's turn; false in a race, and in a variation, where bots wait.
    pub fn is_bots_turn(&self) -> bool {
        let session = &self.session;
        !session.is_race()
            && session.variation().is_none()
            && self.seating.is_bot(session.game.player(session.game.seat()))
    }
}
