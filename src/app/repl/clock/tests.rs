//! Clocks in the loop of the prompt, on a time that the tests set: thinking, drawing, pauses, covers, flags.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::super::autosave::Autosave;
use super::super::event_loop::{Event, EventLoop};
use super::super::front_end::{FrontEnd, StepReport};
use super::super::input::InputEvent;
use super::super::mode::Prompt;
use super::super::{Context, GameStart, StartMode};
use crate::active_time::TimeSource;
use crate::players;
use houserule_script::lua::Library;
use houserule_script::play::Workspace;

/// Time that every step takes to draw and save.
const DRAWING: Duration = Duration::from_secs(7);

#[derive(Clone, Default)]
struct TestTime(Arc<Mutex<Times>>);

#[derive(Default)]
struct Times {
    now: Duration,
    /// Time that passes as soon as the prompt has read the time.
    coming: Duration,
}

impl TestTime {
    fn times(&self) -> MutexGuard<'_, Times> {
        self.0.lock().expect("no thread panics with the lock")
    }

    fn now(&self) -> Duration {
        self.times().now
    }

    fn add(&self, time: Duration) {
        self.times().now += time;
    }

    fn add_after_reading(&self, time: Duration) {
        self.times().coming += time;
    }

    fn source(&self) -> TimeSource {
        let time = self.clone();
        TimeSource::of(move || {
            let mut times = time.times();
            let (now, coming) = (times.now, std::mem::take(&mut times.coming));
            times.now += coming;
            now
        })
    }
}

/// What happens while a line is asked for, after some seconds.
#[derive(Clone, Copy)]
enum Happens {
    Line(u64, &'static str),
    /// The clock ticks, and nothing was typed.
    Tick(u64),
}

use Happens::{Line, Tick};

/// Front end that types lines and keeps what it shows, with the prompts.
struct Typist {
    happens: VecDeque<Happens>,
    events: Sender<Event>,
    time: TestTime,
    is_asked: bool,
    /// When the last line was complete.
    typed_at: Duration,
    text: Vec<u8>,
    shown: Arc<Mutex<String>>,
}

impl Typist {
    fn show(&self, text: &str) {
        self.shown.lock().expect("no thread panics with the lock").push_str(text);
    }
}

impl FrontEnd for Typist {
    fn output(&mut self) -> &mut dyn Write {
        &mut self.text
    }

    fn end_step(&mut self, report: StepReport, _: &mut Prompt) -> io::Result<()> {
        let text = std::mem::take(&mut self.text);
        self.show(&String::from_utf8_lossy(&text));
        report.remarks.notes.iter().chain(&report.refusal).for_each(|note| self.show(&format!("{note}\n")));
        self.time.add(DRAWING);
        Ok(())
    }

    fn ask(&mut self, prompt: &mut Prompt) -> io::Result<()> {
        // The clock of a bot is not this thread's.
        if self.is_asked || prompt.is_thinking() {
            return Ok(());
        }
        self.is_asked = true;
        let text = prompt.prompt_text();
        let send = |event| self.events.send(event).expect("the loop runs");
        match self.happens.pop_front() {
            None => send(Event::Input(InputEvent::End, self.time.now())),
            Some(Line(seconds, line)) => {
                self.show(&format!("{text}{line}\n"));
                // The line is complete while the loop waits, after this.
                self.typed_at = self.time.now() + Duration::from_secs(seconds);
                send(Event::Input(InputEvent::Lines(vec![line.to_string()]), self.typed_at));
            }
            Some(Tick(seconds)) => {
                self.show(&format!("{text}\n"));
                self.is_asked = false;
                // The loop reads the time when it begins to wait, and again when the tick has come.
                self.time.add_after_reading(Duration::from_secs(seconds));
                send(Event::Tick);
            }
        }
        Ok(())
    }

    fn end_input(&mut self, input: InputEvent) -> io::Result<InputEvent> {
        self.is_asked = false;
        self.time.add(self.typed_at.saturating_sub(self.time.now()));
        Ok(input)
    }
}

/// Plays a game on a clock and returns what was shown.
fn play(game: &str, seats: &str, control: &str, is_interactive: bool, happens: &[Happens]) -> String {
    let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
    let mut session = workspace.open(game, &[], None, &[]).unwrap_or_else(|error| panic!("{error}"));
    let occupants = (!seats.is_empty()).then(|| players::read(seats, &session.ruleset).expect("players"));
    let clock = session.start_clock(control.parse().expect("a control")).expect("a clock");
    let (events, inbox) = channel();
    let (time, shown) = (TestTime::default(), Arc::new(Mutex::new(String::new())));
    let context = Context::new(workspace, Autosave::at(None, false), is_interactive, events.clone(), time.source());
    let typist = Typist {
        happens: happens.iter().copied().collect(),
        events,
        time,
        is_asked: false,
        typed_at: Duration::ZERO,
        text: Vec::new(),
        shown: shown.clone(),
    };
    let start = GameStart { session, occupants, request: None, clock: Some(clock), continued: None, folder: None };
    let start = StartMode::Game(Box::new(start));
    EventLoop::new(Prompt::new(context), Box::new(typist), inbox).run(start).expect("nothing is written");
    let shown = shown.lock().expect("no thread panics with the lock");
    shown.clone()
}

/// The prompts with what was typed behind them.
fn prompts(shown: &str) -> Vec<&str> {
    shown.lines().filter(|line| line.contains("]> ") || line.ends_with("]>")).map(str::trim_end).collect()
}

#[test]
fn people_pay_for_thinking_and_not_for_drawing() {
    let lines = [Line(10, "a1"), Line(5, "moves"), Line(6, "e5"), Line(20, "c3"), Line(1, "quit")];
    assert_eq!(
        prompts(&play("tak", "", "1m+2s", false, &lines)),
        [
            "white 1 [ 1:00 |  1:00]> a1",
            "black 1 [ 0:52 |  1:00]> moves",
            "black 1 [ 0:52 |  0:55]> e5",
            "white 2 [ 0:52 |  0:51]> c3",
            "black 2 [ 0:34 |  0:51]> quit",
        ]
    );
}

#[test]
fn a_flag_that_falls_while_a_person_thinks_ends_the_game_at_once() {
    let shown = play("tak", "", "1m", false, &[Line(10, "a1"), Tick(59), Tick(1), Line(0, "clock")]);
    assert!(shown.contains("The game is over: white wins on time. Type `new`, `undo` or `quit`."), "{shown}");
    let prompts = prompts(&shown);
    assert_eq!(
        prompts[1..],
        ["black 1 [ 0:50 |  1:00]>", "black 1 [ 0:50 |   1.0]>", "game over [ 0:50 |  0:00]> clock"],
        "{shown}"
    );
}

#[test]
fn a_line_that_came_too_late_is_not_played() {
    let shown = play("tak", "", "1m", false, &[Line(61, "a1"), Line(0, "history")]);
    assert!(shown.contains("black wins on time"), "{shown}");
    assert!(shown.contains("the game is over: black wins on time; type"), "{shown}");
    assert!(shown.contains("No moves yet."), "{shown}");
}

#[test]
fn undo_forgives_a_flag_and_starts_the_turn_again() {
    let lines =
        [Line(50, "a1"), Line(1, "e5"), Line(30, "c3"), Line(0, "undo"), Line(3, "c3"), Line(0, "undo"), Line(0, "")];
    let shown = play("tak", "", "1m", false, &lines);
    assert!(shown.contains("undone: the loss on time"), "{shown}");
    assert_eq!(
        prompts(&shown)[2..],
        [
            "white 2 [ 0:10 |  0:59]> c3",
            "game over [ 0:00 |  0:59]> undo",
            // At least 15 seconds.
            "white 2 [ 0:15 |  0:59]> c3",
            "black 2 [ 0:12 |  0:59]> undo",
            "white 2 [ 0:15 |  0:59]>",
        ]
    );
}

#[test]
fn a_loss_on_time_that_is_shown_again_leaves_no_time() {
    let lines = [
        Line(50, "a1"),
        Line(1, "e5"),
        Line(30, "c3"),
        Line(0, "undo"),
        Line(1, "redo"),
        Line(0, "goto 1"),
        Line(0, "goto end"),
        Line(0, "undo"),
        Line(1, "c3"),
    ];
    assert_eq!(
        prompts(&play("tak", "", "1m", false, &lines))[3..],
        [
            "game over [ 0:00 |  0:59]> undo",
            "white 2 [ 0:15 |  0:59]> redo",
            "game over [ 0:00 |  0:59]> goto 1",
            "white 1 [ 1:00 |  1:00]> goto end",
            "game over [ 0:00 |  0:59]> undo",
            "white 2 [ 0:15 |  0:59]> c3",
        ]
    );
}

#[test]
fn undone_moves_give_their_time_back_and_earlier_turns_cost_nothing() {
    let lines = [
        Line(10, "a1"),
        Line(10, "e5"),
        Line(10, "undo"),
        Line(3, "redo"),
        Line(5, "goto start"),
        Line(40, "goto end"),
        Line(1, "c3"),
    ];
    assert_eq!(
        prompts(&play("tak", "", "1m", false, &lines))[2..],
        [
            "white 2 [ 0:50 |  0:50]> undo",
            "black 1 [ 0:50 |  1:00]> redo",
            "white 2 [ 0:50 |  0:50]> goto start",
            "white 1 [ 1:00 |  1:00]> goto end",
            "white 2 [ 0:50 |  0:50]> c3",
        ]
    );
}

#[test]
fn a_paused_clock_runs_again_with_enter_a_move_or_pause() {
    for resume in ["", "e5", "pause"] {
        let lines = [Line(10, "a1"), Line(5, "pause"), Line(300, "moves"), Line(300, resume), Line(5, "history")];
        let shown = play("tak", "", "1m", false, &lines);
        let prompts = prompts(&shown);
        assert_eq!(prompts[2], "black 1, paused [ 0:50 |  0:55]> moves", "{shown}");
        assert_eq!(prompts[3].trim_end_matches(resume).trim_end(), "black 1, paused [ 0:50 |  0:55]>");
        let next = if resume == "e5" { "white 2 [ 0:50 |  0:55]> history" } else { "black 1 [ 0:50 |  0:55]> history" };
        assert_eq!(prompts[4], next);
    }
}

#[test]
fn a_covered_screen_costs_no_time() {
    let lines = [Line(40, ""), Line(10, "resign"), Line(2, "resign")];
    let shown = play("tantrix+hidden-hands", "Ann,Bert", "1m", true, &lines);
    let times: Vec<&str> =
        prompts(&shown).into_iter().map(|line| line.split_once('[').map_or("", |split| split.1)).collect();
    assert_eq!(times, [" 1:00 |  1:00]>", " 1:00 |  1:00]> resign", " 0:50 |  1:00]> resign"], "{shown}");
}

#[test]
fn in_a_race_the_time_of_everyone_runs() {
    let lines = [Line(10, "moves"), Line(60, "moves")];
    let shown = play("gobble", "", "one=1m,two=2m", false, &lines);
    assert_eq!(prompts(&shown)[..2], ["race 1 [ 1:00 |  2:00]> moves", "race 1 [ 0:50 |  1:50]> moves"]);
    assert!(shown.contains("two wins on time"), "{shown}");
}

#[test]
fn a_puzzle_can_have_a_time_limit() {
    let shown = play("discovery-7", "", "2m", false, &[Line(100, "look"), Tick(20)]);
    assert_eq!(prompts(&shown)[1..], ["move 1 [ 0:20]>"], "{shown}");
    assert!(shown.contains("The game is over: failed."), "{shown}");
}

#[test]
fn points_for_time_go_on_after_the_flag() {
    let lines = [Line(10, "a1"), Line(61, "e5"), Line(0, "clock"), Line(121, "c3"), Line(0, "score")];
    let shown = play("tak", "", "1m:-2", false, &lines);
    assert!(shown.contains("clock 1m:-2\nwhite: 0:50\nblack: -0:01, 2 points lost\n"), "{shown}");
    // White has begun a second minute over time.
    assert!(shown.contains("white: -2 points (flats, 4 lost for time)\n"), "{shown}");
    assert!(shown.contains("black: -1 points (flats, 2 lost for time)\n"), "{shown}");
    assert!(shown.contains("The game is not over."), "{shown}");
}

#[test]
fn a_person_does_not_pay_for_a_bot() {
    let lines = [Line(10, "a1"), Line(5, "c3"), Line(1, "hint"), Line(2, "quit")];
    let shown = play("tak", "human,random", "1m", false, &lines);
    let whites: Vec<&str> = prompts(&shown).iter().filter_map(|line| line.split(['[', '|']).nth(1)).collect();
    assert_eq!(whites, [" 1:00 ", " 0:50 ", " 0:45 ", " 0:44 "], "{shown}");
}

#[test]
fn a_clock_is_set_shown_and_removed_at_the_prompt() {
    let lines = [
        Line(0, "clock off"),
        Line(0, "pause"),
        Line(0, "clock off"),
        Line(30, "clock white=5m"),
        Line(30, "a1"),
        Line(0, "clock xyzzy"),
        Line(0, "clock green=1m"),
        Line(0, "clock"),
        Line(0, "new"),
    ];
    let shown = play("tak", "", "1m", false, &lines);
    for text in [
        "The clock is off.\n",
        "the game has no clock; `clock 10m+5s` sets one\n",
        "clock white=5m\nwhite: 5:00\nblack: no limit\n",
        "invalid clock `xyzzy`; write 10m, ",
        "the clock names an unknown seat `green`; the seats are white and black\n",
        "clock white=5m\nwhite: 4:30\nblack: no limit\n0 s since the start.\n",
        "black 1 [ 4:30 |     -]> new\n",
    ] {
        assert!(shown.contains(text), "{text} in {shown}");
    }
}

#[test]
fn players_who_swap_keep_their_times() {
    let lines = [Line(10, "c3"), Line(5, "swap"), Line(1, "undo"), Line(0, "quit")];
    let shown = play("hex", "", "red=1m,blue=2m", false, &lines);
    let times: Vec<&str> = prompts(&shown).into_iter().filter_map(|line| line.split(['[', ']']).nth(1)).collect();
    // After the swap the second player has the first seat.
    assert_eq!(times, [" 1:00 |  2:00", " 0:50 |  2:00", " 1:55 |  0:50", " 0:50 |  2:00"], "{shown}");
}
