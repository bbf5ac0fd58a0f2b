//! Lua at the prompt.

use crate::common::desk::Desk;
use crate::person::{Key, Person};

#[test]
fn lua_goes_on_over_lines_until_it_is_whole() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play tak --seats human,human");
    person.is_asked().types("lua for i = 1, 3 do").presses(Key::Enter).types("  print(i * 7)").presses(Key::Enter);
    person.types("end").presses(Key::Enter).sees("\n7\n14\n21\n").sees_line("white 1>");
    person.enters("lua #view:moves()").sees("\n25\n");
    person.is_asked().types("lua {").presses(Key::Enter).types("1,").drops_it().sees_line("white 1>");
    person.presses(Key::Up).sees("lua #view:moves()");
}

#[test]
fn lua_asks_what_if_and_changes_nothing() {
    let desk = Desk::new();
    let mut person = Person::at(&desk, "play tak --seats human,human --set size=3 --moves \"c3 a3 a2 c2\"");
    person.enters("lua view:after('a1').winner, view.winner").sees("\nwhite\nnil\n").sees_line("white 3>");
    person.enters("lua while true do end").sees("lua:1: ran too long").sees_line("white 3>");
    person.enters("position").sees("1,x,2/1,x,2/x3 1 3");
}
