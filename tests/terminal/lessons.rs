//! Lessons on a terminal: steps without a question wait for Enter, text wraps to the window, Tab completes lesson commands.

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

const LESSON: &str = r#"--- A road.
return lesson "road" {
  game    = "tak",
  options = { size = 3 },
  course  = "mine",
  steps   = {
    { say = "A road joins two opposite edges of the board, over flats and capstones of one colour, and never goes across corners." },
    { position = "x3/1,1,x/2,2,x 1 3", ask = "Win.", accept = wins_in(1), hints = { "In row 2." } },
  },
}
"#;

#[test]
fn a_step_without_a_question_waits_for_enter() {
    let dir = TestDir::with("road.lua", LESSON);
    let mut terminal = PtySession::open_with(&dir, "lesson road.lua", (50, 40), &[]);
    terminal.wait_for("(Press Enter to go on.)").wait_for_line("road 1>");
    let widest = terminal.screen().iter().map(|line| line.chars().count()).max();
    assert!(widest <= Some(40), "{:?}", terminal.screen());
    terminal.enter("").wait_for("Win.").wait_for_line("road 2>");
    terminal.type_text("sho").press(Key::Tab).wait_for("road 2> show");
    terminal.cancel_line().enter("hint").wait_for("Hint: In row 2.");
    terminal.enter("c2").wait_for("The game is over: white wins by road.").wait_for("End of `road`.");
    terminal.enter("again").wait_for("(Press Enter to go on.)");
    terminal.press(Key::CtrlD).wait_for_exit();
}
