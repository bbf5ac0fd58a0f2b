//! Lines: dropped, called back, pasted, spoilt; and a window with hardly any room.

use crate::common::desk::Desk;
use crate::person::{Key, Person};

const PEOPLE: &str = "play tak --seats human,human";

#[test]
fn ctrl_c_drops_the_line_and_ctrl_d_leaves() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, PEOPLE);
    person.enters("a1").sees_line("black 1>");
    person.types("e5<").sees("black 1> e5<").drops_it().sees_line("black 1>");
    person.enters("e5").sees_line("white 2>").presses(Key::CtrlD);
    assert_eq!(person.sees_it_end(), Some(0));
}

#[test]
fn the_arrow_up_brings_back_lines_of_other_days_and_of_the_same_game_only() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, PEOPLE);
    person.enters("a1").enters("score").presses(Key::CtrlD);
    person.sees_it_end();
    let mut person = Person::at(&desk, "play hex --seats human,human");
    person.enters("look").sees_line("red 1>").presses(Key::CtrlD);
    person.sees_it_end();
    let mut person = Person::at(&desk, "play tak+late-walls --seats human,human");
    person.is_asked().presses(Key::Up).sees("white 1> score").presses(Key::Up).sees("white 1> a1");
    person.presses(Key::Enter).sees_line("black 1>");
    // Another game has its own.
    person.enters("play hex").sees_line("red 1>").presses(Key::Up).sees("red 1> look");
}

#[test]
fn a_line_is_kept_in_the_history_when_the_program_is_killed() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, PEOPLE);
    person.enters("a1").sees_line("black 1>").kills();
    let mut person = Person::at(&desk, PEOPLE);
    person.is_asked().presses(Key::Up).sees("> a1");
}

#[test]
fn a_paste_is_played_line_by_line() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, PEOPLE);
    person.is_asked().pastes("a1\ne5\nc3\n").sees("c3").presses(Key::Enter).sees_line("black 2>");
    person.enters("position").sees("x4,1/x5/x2,1,x2/x5/2,x4 2 2");
}

#[test]
fn a_paste_of_a_thousand_lines_stops_at_the_first_that_is_refused_and_loses_nothing() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play tak --seats human,human --set size=3");
    let lines: String = (0..500).map(|_| "a1\nundo\n").collect();
    person.is_asked().pastes(&lines).enters("").sees_line("white 1>");
    person.enters("position").sees("x3/x3/x3 1 1");
    let lines = format!("a1\na1\n{}", "undo\n".repeat(998));
    person.pastes(&lines).enters("").sees("998 lines pasted after that").sees_line("black 1>");
    person.enters("position").sees("x3/x3/2,x2 2 1");
}

#[test]
fn bytes_that_are_no_text_are_told_and_change_nothing() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, PEOPLE);
    person.is_asked().sends(b"\xff\xfe").sees("that was no UTF-8 text");
    person.enters("a1").sees_line("black 1>");
}

#[test]
fn a_window_of_twenty_columns_is_enough_to_play() {
    let desk = Desk::new();
    let mut person = Person::before(&desk, PEOPLE, (40, 20), &[]);
    person.enters("a1").sees_line("black 1>").types("e5").sees_line("black 1> e5");
    person.presses(Key::Enter).sees_line("white 2>").types("Sc").presses(Key::Tab).sees("Sc1");
    person.types("3").presses(Key::Enter).sees_line("black 2>");
    // What has several words is broken between them.
    person.enters("help").sees("KEY=VALUE,").sees("  completes.");
    person.presses(Key::CtrlD);
    assert_eq!(person.sees_it_end(), Some(0));
}

#[test]
fn words_that_a_command_takes_are_completed() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, PEOPLE);
    for (typed, line) in [("goto e", "goto end"), ("watch o", "watch off"), ("position a", "position all")] {
        person.is_asked().types(typed).presses(Key::Tab).sees_line(&format!("white 1> {line}")).drops_it();
    }
    person.types("resume l").presses(Key::Tab).sees("list      list all");
}

#[test]
fn lines_that_come_faster_than_they_are_read_wait_for_their_turn() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, PEOPLE);
    // A terminal that does not tell of pastes sends them as if somebody typed.
    let lines: String = (0..300).map(|_| "a1\rundo\r").collect();
    person.is_asked().types(&lines).types("note last\r").types("e5\r").sees_line("black 1>");
    person.enters("history").sees("{last}").sees("1. e5");
}
