//! Clocks in a terminal: they tick while nothing is typed, and a flag falls while a person thinks.

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

#[test]
fn the_clock_in_the_prompt_ticks_and_leaves_a_typed_line_alone() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --set size=3 --seats Ann,Bob --clock 10m+5s");
    terminal.wait_for_prompt();
    let (mut line, mut times) = (String::new(), Vec::new());
    while times.len() < 3 {
        line = terminal.wait_for_line_after(&line);
        times.extend(seconds_of_white(&line));
        times.dedup();
    }
    // A busy machine may leave out some.
    assert!(times[0] <= 600 && times.is_sorted_by(|before, after| before > after), "{times:?}");
    terminal.type_text("a").wait_for("]> a");
    // Ticks pass meanwhile.
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    terminal.type_text("1").press(Key::Enter).wait_for("white: a1").wait_for("Bob, black 1 [");
}

/// Time in the prompt; none while the line is being written.
fn seconds_of_white(line: &str) -> Option<u32> {
    let time = line.strip_prefix("Ann, white 1 [")?.strip_suffix(" | 10:00]>")?;
    let (minutes, seconds) = time.trim().split_once(':')?;
    Some(minutes.parse::<u32>().ok()? * 60 + seconds.parse::<u32>().ok()?)
}

#[test]
fn a_flag_falls_in_front_of_a_person_who_thinks() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --set size=3 --seats Ann,Bob --clock 2s");
    terminal.wait_for_prompt().type_text("a");
    terminal.wait_for("The game is over: black wins on time. Type `new`, `undo` or `quit`.");
    terminal.wait_for("game over [ 0:00 |   2.0]> a");
}
