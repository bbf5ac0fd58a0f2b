//! Lessons before somebody's eyes: what asks nothing waits to be read, words keep to the window, Tab knows the learner's words.

use crate::common::desk::Desk;
use crate::person::{Key, Person};

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
fn a_step_that_asks_nothing_waits_to_be_read() {
    let desk = Desk::with("road.lua", LESSON);
    let mut person = Person::before(&desk, "lesson road.lua", (50, 40), &[]);
    person.sees("(Enter goes on.)").sees_line("road 1>");
    let widest = person.screen().iter().map(|line| line.chars().count()).max();
    assert!(widest <= Some(40), "{:?}", person.screen());
    person.enters("").sees("Win.").sees_line("road 2>");
    person.types("sho").presses(Key::Tab).sees("road 2> show");
    person.drops_it().enters("hint").sees("Hint: In row 2.");
    person.enters("c2").sees("The game is over: white wins by road.").sees("The end of `road`.");
    person.enters("again").sees("(Enter goes on.)");
    person.presses(Key::CtrlD).sees_it_end();
}
