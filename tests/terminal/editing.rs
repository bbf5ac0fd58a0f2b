//! Lines: dropped, left, and called back.

use crate::common::desk::Desk;
use crate::person::{Key, Person};

#[test]
fn ctrl_c_drops_the_line_and_ctrl_d_leaves() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play tak --seats human,human");
    person.enters("a1").sees_line("black 1>");
    person.types("e").sees_line("black 1> e").presses(Key::CtrlC).sees_line("black 1>");
    person.enters("e5").sees_line("white 2>").presses(Key::CtrlD);
    assert_eq!(person.sees_it_end(), Some(0));
}
