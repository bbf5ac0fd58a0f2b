//! Lua at the prompt.

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

#[test]
fn lua_continues_over_lines_until_it_is_complete() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --seats human,human");
    terminal
        .wait_for_prompt()
        .type_text("lua for i = 1, 3 do")
        .press(Key::Enter)
        .type_text("  print(i * 7)")
        .press(Key::Enter);
    terminal.type_text("end").press(Key::Enter).wait_for("\n7\n14\n21\n").wait_for_line("white 1>");
    terminal.enter("lua #view:moves()").wait_for("\n25\n");
    terminal
        .wait_for_prompt()
        .type_text("lua {")
        .press(Key::Enter)
        .type_text("1,")
        .cancel_line()
        .wait_for_line("white 1>");
    terminal.press(Key::Up).wait_for("lua #view:moves()");
}

#[test]
fn lua_can_try_moves_without_changing_the_game() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --seats human,human --set size=3 --moves \"c3 a3 a2 c2\"");
    terminal.enter("lua view:after('a1').winner, view.winner").wait_for("\nwhite\nnil\n").wait_for_line("white 3>");
    terminal.enter("lua while true do end").wait_for("lua:1: ran too long").wait_for_line("white 3>");
    terminal.enter("position").wait_for("1,x,2/1,x,2/x3 1 3");
}
