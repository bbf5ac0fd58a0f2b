//! The loop under random events: typed lines, answers of bots, saved files, Ctrl-C and the end of the input. After every
//! step the game is whole, on disk, and shows no hidden hand.

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tokio::sync::oneshot;

use super::autosave::Autosave;
use super::cover::Cover;
use super::event_loop::{Cause, Event, EventLoop};
use super::front_end::{FrontEnd, StepReport};
use super::input::InputEvent;
use super::mode::{Mode, Prompt};
use super::{Context, ExitReason, GameStart, StartMode};
use crate::active_time::TimeSource;
use crate::browser::{Ask, LineWindow, Request, Viewer, WindowLine};
use crate::players;
use crate::save_dir::SaveDir;
use houserule_script::lua::Library;
use houserule_script::notation::record;
use houserule_script::play::Workspace;

/// Event of the outside world.
#[derive(Clone, Debug)]
enum Stimulus {
    Line(&'static str),
    Paste(&'static [&'static str]),
    CtrlC,
    /// The watched file is saved with this number in it.
    Save(u32),
    /// Nothing is typed until something else happens, or for a moment.
    Pause,
    /// A window sends a line: that of the table, or of the seat that is named.
    Window(&'static str, &'static str),
}

/// Front end that sends events when a line is asked for, and checks every step.
struct RandomFrontEnd {
    stimuli: VecDeque<Stimulus>,
    events: Sender<Event>,
    rules_file: PathBuf,
    is_asked: bool,
    text: Vec<u8>,
    /// Moves before the step, if a game was played.
    moves: Option<Vec<String>>,
    /// Whether a bot thought about this position, before the step.
    is_thinking: bool,
    /// Tiles that the person at the screen may not see, before the step.
    hidden: BTreeSet<String>,
    /// Tiles that were played.
    known: BTreeSet<String>,
    /// Steps that bots did not cause.
    human_steps: usize,
    started: Instant,
    most_moves: Arc<AtomicUsize>,
}

/// Lines that may change the past of a game, not only play on.
const REWRITING: &[&str] = &[
    "undo", "redo", "goto", "new", "play", "put", "clear", "position", "set", "variant", "reload", "resume", "lesson",
    "try", "back",
];

impl RandomFrontEnd {
    fn send(&mut self, event: Event) {
        self.events.send(event).expect("the loop runs");
    }

    /// Sends a line of a window, and asks what it would do.
    fn use_window(&mut self, seat: &str, line: &str) {
        let viewer = if seat.is_empty() { Viewer::Table } else { Viewer::Seat(seat.to_string()) };
        for ask in [Ask::Moves {}, Ask::Preview { mv: line.to_string() }, Ask::Look { at: None }] {
            self.send(Event::Browser(Request::Ask { ask, viewer: viewer.clone(), reply: oneshot::channel().0 }));
        }
        let reply = oneshot::channel().0;
        let line = WindowLine { text: line.to_string(), origin: LineWindow { viewer, revision: None } };
        self.send(Event::Browser(Request::Line { line, reply }));
    }

    fn type_lines(&mut self, lines: &[&str]) {
        let lines = lines.iter().map(|line| line.to_string()).collect();
        self.send(Event::Input(InputEvent::Lines(lines), Duration::ZERO));
    }
}

fn rules(number: u32) -> String {
    format!(
        "return variant 'wait' {{ base = 'tak', rules = {{ hooks = {{ allow = function(view, move)\n  \
         if move.piece == 'wall' and view.turn < {number} then return false, 'not yet' end\n  return true\nend }} }} }}\n"
    )
}

/// Returns the moves of a game; in a lesson they come and go with its steps.
fn game_moves(prompt: &Prompt) -> Option<Vec<String>> {
    match &prompt.mode {
        Mode::Game(game) => Some(game.session.moves().to_vec()),
        _ => None,
    }
}

/// Returns the tiles in hands that the person at the screen may not see.
fn hidden_tiles(prompt: &Prompt) -> BTreeSet<String> {
    let Mode::Game(game) = &prompt.mode else { return BTreeSet::new() };
    let position = game.session.position();
    let Some((_, hands)) = position.split_once("| hands ") else { return BTreeSet::new() };
    if !crate::render::hides_hands(&game.session.game) || game.seating.count_people(game.seats()) == 0 {
        return BTreeSet::new();
    }
    let hands = hands.split(' ').next().unwrap_or_default().split('/');
    let is_visible = |chair: usize| match (game.seating.only_person(game.seats()), game.cover) {
        (Some(viewer), _) | (None, Cover::TakenBy(viewer)) => viewer.index() == chair,
        _ => false,
    };
    let hidden = hands.enumerate().filter(|(chair, _)| !is_visible(*chair));
    hidden.flat_map(|(_, hand)| hand.split(',').map(str::to_string)).collect()
}

/// Returns the tiles that a text shows: with their colours, or in a move.
fn shown_tiles(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == ',').collect::<Vec<_>>();
    let is_pattern = |word: &str| word.len() == 6 && word.chars().all(|letter| "rgby".contains(letter));
    let numbers: Vec<&str> = words
        .iter()
        .zip(words.iter().skip(1).chain([&""]))
        .filter_map(|(word, next)| word.split_once('@').map(|(tile, _)| tile).or(is_pattern(next).then_some(*word)))
        .collect();
    numbers.into_iter()
}

impl FrontEnd for RandomFrontEnd {
    fn begin_step(&mut self, prompt: &Prompt) {
        (self.moves, self.hidden) = (game_moves(prompt), hidden_tiles(prompt));
        self.is_thinking = prompt.game().is_some_and(|game| game.searcher().is_some());
    }

    fn output(&mut self) -> &mut dyn Write {
        &mut self.text
    }

    fn end_step(&mut self, report: StepReport, prompt: &mut Prompt) -> io::Result<()> {
        let (cause, moves, text) = (report.cause, game_moves(prompt), std::mem::take(&mut self.text));
        let text = String::from_utf8(text).expect("text");
        let rewrites = match cause {
            Cause::Line(line) => REWRITING.iter().any(|start| line.trim_start_matches(':').starts_with(start)),
            Cause::Start | Cause::Outside => true,
            Cause::Search | Cause::Flag => false,
        };
        if let (Some(before), Some(moves)) = (&self.moves, &moves) {
            assert!(report.refusal.is_none() || moves == before, "{cause:?} was refused: {:?}", report.refusal);
            assert!(rewrites || moves.starts_with(before), "{cause:?} lost a move: {before:?}, {moves:?}");
            assert!(rewrites || moves.len() <= before.len() + 1, "{cause:?} played twice: {before:?}, {moves:?}");
            let is_late = cause == Cause::Search && !self.is_thinking;
            assert!(!is_late || moves == before, "a late answer was played: {before:?}, {moves:?}");
        }
        let moves = moves.unwrap_or_default();
        // What was played is known, even if it was taken back.
        self.known.extend(moves.iter().filter_map(|mv| Some(mv.split_once('@')?.0.to_string())));
        let hidden = &hidden_tiles(prompt) - &self.known;
        for tile in shown_tiles(&text) {
            let is_hidden = hidden.contains(tile) && self.hidden.contains(tile);
            assert!(
                !is_hidden || report.remarks.clears_screen,
                "{cause:?} shows tile {tile} of a hidden hand:\n{text}"
            );
        }
        if let Some(cover) = &report.cover {
            let text = String::from_utf8_lossy(&cover.text);
            assert!(shown_tiles(&text).all(|tile| !hidden.contains(tile)), "the cover shows a hand:\n{text}");
        }
        let Mode::Game(game) = &mut prompt.mode else { return Ok(()) };
        // Whole: its moves lead to the same position.
        let again = game.session.replay_under(game.session.ruleset.clone()).expect("a whole game");
        assert_eq!(again.session.position(), game.session.position(), "after {cause:?}");
        // On disk, before anything is shown: a program that is killed now loses nothing.
        let record = game.session.full_record();
        let Some((path, syncs)) = game.file.on_disk() else {
            assert!(moves.is_empty(), "nothing is kept after {cause:?}");
            return Ok(());
        };
        let kept = record::read_file(path).expect("a record").remove(0);
        assert_eq!((&kept.moves, &kept.position), (&record.moves, &record.position), "after {cause:?}");
        assert_eq!(kept.seats, game.seating.seat_names(), "after {cause:?}");
        // Moves of bots alone are synced once a second, all others before the next line.
        self.human_steps += usize::from(cause != Cause::Search);
        let seconds = self.started.elapsed().as_secs() as usize;
        assert!(syncs <= 2 + 2 * self.human_steps + seconds, "{syncs} syncs for {} moves", moves.len());
        self.most_moves.fetch_max(moves.len(), Ordering::Relaxed);
        Ok(())
    }

    fn ask(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        if std::mem::replace(&mut self.is_asked, true) {
            return Ok(());
        }
        // The snapshot for the line editor can be made at any time.
        let _ = (prompt.prompt_text(), prompt.line_snapshot());
        loop {
            match self.stimuli.pop_front() {
                None => self.send(Event::Input(InputEvent::End, Duration::ZERO)),
                Some(Stimulus::Line(line)) => self.type_lines(&[line]),
                Some(Stimulus::Paste(lines)) => self.type_lines(lines),
                Some(Stimulus::CtrlC) => {
                    self.send(Event::Input(InputEvent::Interrupted { is_empty: true }, Duration::ZERO))
                }
                Some(Stimulus::Save(number)) => {
                    std::fs::write(&self.rules_file, rules(number))?;
                    self.send(Event::FilesChanged);
                    self.send(Event::Interrupted);
                    continue;
                }
                Some(Stimulus::Window(seat, line)) => {
                    self.use_window(seat, line);
                    continue;
                }
                Some(Stimulus::Pause) => {
                    std::thread::sleep(Duration::from_millis(2));
                    continue;
                }
            }
            return Ok(());
        }
    }

    fn end_input(&mut self, input: InputEvent) -> io::Result<InputEvent> {
        self.is_asked = false;
        Ok(input)
    }
}

/// Plays a game under some events, on a thread of its own that has to end in time. Returns the length of the longest game.
fn play(game: &'static str, players: &'static str, is_interactive: bool, stimuli: Vec<Stimulus>) -> usize {
    let (done, result) = channel();
    let most_moves = Arc::new(AtomicUsize::new(0));
    let counter = most_moves.clone();
    std::thread::spawn(move || {
        let folder = tempfile::tempdir().expect("a folder");
        let rules_file = folder.path().join("wait.lua");
        std::fs::write(&rules_file, rules(1)).expect("written");
        let library = Library::new(vec![folder.path().to_path_buf()]);
        let workspace = Workspace { library, seed: 1 };
        let session = workspace.open(game, &[], None, &[]).expect("a game");
        let occupants = players::read(players, &session.ruleset).expect("players");
        let (events, inbox) = channel();
        let autosave = Autosave::at(Some(SaveDir::at(&folder.path().join("games"))), true);
        let prompt =
            Prompt::new(Context::new(workspace, autosave, is_interactive, events.clone(), TimeSource::system()));
        let checker = RandomFrontEnd {
            stimuli: stimuli.into(),
            events,
            rules_file,
            is_asked: false,
            text: Vec::new(),
            moves: None,
            is_thinking: false,
            hidden: BTreeSet::new(),
            known: BTreeSet::new(),
            human_steps: 0,
            started: Instant::now(),
            most_moves: counter,
        };
        let start = GameStart {
            session,
            occupants: Some(occupants),
            request: None,
            continued: None,
            folder: None,
            clock: None,
        };
        let start = StartMode::Game(Box::new(start));
        let exit = EventLoop::new(prompt, Box::new(checker), inbox).run(start).expect("nothing is written");
        let _ = done.send(exit);
    });
    let exit = result.recv_timeout(Duration::from_secs(120)).expect("the loop ends, and no check fails");
    assert_eq!(exit, ExitReason::Quit);
    most_moves.load(Ordering::Relaxed)
}

#[rustfmt::skip]
const LINES: &[&str] = &[
    "", "a1", "b2", "c3", "d4", "Sc1", "b2+", "c3>", "a1<", "d1", "c2", "Cd2", "xyzzy", "#1", "moves", "history", "look",
    "why a1", "help", "help undo", "score", "board", "position", "undo", "undo", "redo", "goto 1", "goto end", "goto start",
    "note well", "resign", "draw", "new", "stop", "bot random", "bot mcts:30", "bot greedy", "set komi=1", "set komi=0",
    "variant -wait", "variant +wait", "reload", "watch", "watch", "watch off", "seats human,random", "seats mcts:50,mcts:50",
    "seats human,mcts:400", "seats human,human", "position x4/x4/x4/1,x3 2 3", "put b2 white", "clear", "lua view.turn",
    "clock 10m+1s", "clock white=5m", "clock 1m:-1", "clock off", "clock", "pause", "pause",
    "play tak size=4", "play tak+wait size=4", "lesson tak-first-road", "show", "hint", "skip", "resume list", "swap", ":undo",
    "try a1", "try b2", "try c3", "try 1w1", "try 2w1", "try 2b1", "back", "back", "try d1",
];

const TILE_LINES: &[&str] = &[
    "",
    "",
    "",
    "moves",
    "hand",
    "look",
    "board",
    "position",
    "history",
    "help move",
    "why 1@0,0:0",
    "lua view:moves()",
    "undo",
    "redo",
    "goto 1",
    "goto end",
    "bot random",
    "bot random",
    "bot random",
    "stop",
    "resign",
    "new",
    "seats Ann,Bert",
    "seats Ann,random",
    "seats mcts:20,Bert",
    "note well",
    "lua #view:moves()",
    "score",
    "reload",
    "1@0,0:0",
    "#1",
];

/// Seats of both games, and one that neither has.
const WINDOWS: &[&str] = &["", "white", "black", "red", "yellow", "nobody"];

const WINDOW_LINES: &[&str] = &[
    "49@0,0:0", "51@0,0:0", "3 a", "1 a", "6 c", "2", "a1", "b2", "undo", "redo", "hand", "moves", "note x", "",
    "resign",
];

fn stimuli(lines: &'static [&'static str]) -> impl Strategy<Value = Vec<Stimulus>> {
    let line = prop::sample::select(lines).prop_map(Stimulus::Line);
    let window = (prop::sample::select(WINDOWS), prop::sample::select(WINDOW_LINES));
    let window = window.prop_map(|(seat, line)| Stimulus::Window(seat, line));
    let other = prop::sample::select(vec![
        Stimulus::CtrlC,
        Stimulus::Save(1),
        Stimulus::Save(9),
        Stimulus::Pause,
        Stimulus::Paste(&["b1", "a2", "a1", "undo", "undo", "c3"]),
    ]);
    prop::collection::vec(prop_oneof![5 => line, 1 => other, 2 => window], 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_events_never_break_a_game(
        stimuli in stimuli(LINES), players in prop::sample::select(vec!["human,random", "human,mcts:200", "mcts:60,random"]),
    ) {
        play("tak+wait", players, true, stimuli);
    }

    #[test]
    fn random_events_never_show_a_hidden_hand(
        stimuli in stimuli(TILE_LINES), players in prop::sample::select(vec!["Ann,Bert", "Ann,random", "mcts:20,Bert"]),
    ) {
        play("tantrix+hidden-hands", players, true, stimuli);
    }

    #[test]
    fn lines_of_a_pipe_wait_for_bots(stimuli in stimuli(&["a1", "b2", "c3", "undo", "stop", "new", "Sd1", "a2", "note x"])) {
        play("tak+wait", "human,mcts:60", false, stimuli);
    }
}

#[test]
fn games_between_bots_are_played_to_the_end_and_not_synced_at_every_move() {
    assert!(play("tak+wait", "random,random", false, Vec::new()) > 20);
}
