//! The prompt while a bot thinks: lines run or wait, and what is being typed stays.

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

/// A bot that thinks until it is stopped.
const AGAINST_A_THINKER: &str = "play tak --set size=4 --seats human,mcts:600s";

/// Starts a game and lets the bot think about its first move.
fn against_a_thinker(dir: &TestDir) -> PtySession {
    let mut terminal = PtySession::open(dir, AGAINST_A_THINKER);
    terminal.wait_for_prompt().type_text("a1").press(Key::Enter).wait_for_thinker("");
    terminal
}

#[test]
fn commands_run_while_a_bot_thinks() {
    let dir = TestDir::new();
    let mut terminal = against_a_thinker(&dir);
    terminal.type_text("history").press(Key::Enter).wait_for("\n1. a1\n").wait_for_thinker("");
    terminal.type_text("why b1").press(Key::Enter).wait_for("\nlegal\n").wait_for_thinker("");
    terminal.type_text("hint").press(Key::Enter).wait_for("a bot is already thinking; `stop` makes it move at once");
    terminal.wait_for_thinker("").type_text("stop").press(Key::Enter);
    terminal.wait_for("\nblack: ").wait_for_line("white 2>");
    terminal.enter("stop").wait_for("No bot is thinking.");
}

#[test]
fn ctrl_c_lets_a_bot_move_with_what_it_knows() {
    let dir = TestDir::new();
    let mut terminal = against_a_thinker(&dir);
    terminal.press(Key::CtrlC).wait_for("\nblack: ").wait_for_line("white 2>");
}

#[test]
fn undo_takes_a_move_back_while_a_bot_thinks() {
    let dir = TestDir::new();
    let mut terminal = against_a_thinker(&dir);
    terminal.type_text("undo").press(Key::Enter).wait_for("undone: a1").wait_for_line("white 1>");
    terminal.enter("history").wait_for("No moves yet.").wait_for("undone: a1");
}

#[test]
fn moves_typed_ahead_wait_for_the_bot() {
    let dir = TestDir::new();
    let mut terminal = against_a_thinker(&dir);
    terminal.type_text("resign").press(Key::Enter).wait_for("again to confirm").wait_for_thinker("");
    terminal
        .type_text("resign")
        .press(Key::Enter)
        .wait_for("The game is over: black wins by resignation.")
        .wait_for_line("game over>");
    terminal.enter("undo").wait_for_thinker("").type_text("Sd1").press(Key::Enter);
    terminal.wait_for("`Sd1` waits until mcts:600s has moved");
    terminal.wait_for_thinker("").type_text("note ahead").press(Key::Enter);
    // Both lines wait; `stop` overtakes them.
    terminal.wait_for_thinker("").type_text("stop").press(Key::Enter).wait_for("white: Sd1");
    terminal.wait_for("noted after Sd1").wait_for_thinker("");
    // Leaving overtakes them too.
    terminal.type_text("a4").press(Key::Enter).wait_for_thinker("").press(Key::CtrlD);
    assert_eq!(terminal.wait_for_exit(), Some(0));
}

#[test]
fn a_line_being_typed_stays_when_a_bot_moves() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --set size=4 --seats human,mcts:2s");
    terminal.wait_for_prompt().type_text("a1").press(Key::Enter).wait_for_thinker("");
    terminal.type_text("hist").wait_for_thinker("history").wait_for_line("white 2> history");
    let screen = terminal.screen().join("\n");
    assert!(!screen.contains("thinks"), "the prompt of before is gone: {screen}");
    terminal.type_text("ory").press(Key::Enter).wait_for("\n1. a1 ");
}

#[test]
fn mistakes_and_enter_do_not_wait_for_the_bot() {
    let dir = TestDir::new();
    let mut terminal = against_a_thinker(&dir);
    terminal.press(Key::Enter).wait_for_thinker("").type_text("histroy").press(Key::Enter);
    terminal.wait_for("did you mean `history`?").wait_for_thinker("");
    terminal.type_text("history").press(Key::Enter).wait_for("\n1. a1\n").wait_for_thinker("");
    // With a line begun, Ctrl-C only drops the line.
    terminal.type_text("sto").wait_for_thinker("stop").cancel_line();
    terminal.wait_for_thinker("").press(Key::CtrlC).wait_for("\nblack: ").wait_for_line("white 2>");
}

#[test]
fn pasted_lines_are_shown_in_the_order_they_run() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --set size=4 --seats human,mcts:700ms");
    terminal.wait_for_prompt().paste("a1\nnote first\nSd1\nnote second\n").press(Key::Enter);
    terminal.wait_for("noted after Sd1").wait_for_line("white 3>");
    let screen = terminal.screen().join("\n");
    let place = |text: &str| screen.find(text).unwrap_or_else(|| panic!("`{text}` is not shown:\n{screen}"));
    assert!(place("white: a1") < place("\nblack: ") && place("\nblack: ") < place("white 2> Sd1"), "{screen}");
    terminal.enter("history").wait_for("{first}").wait_for("{second}");
}

#[test]
fn enter_typed_ahead_does_not_uncover_the_next_hand() {
    let dir = TestDir::new();
    let game = "play tantrix+hidden-hands --set players=3 --seed 1 --seats Ann,mcts:1s,Bert";
    let mut terminal = PtySession::open(&dir, game);
    terminal.enter("").wait_for_line("Ann, red 1>").enter("moves");
    let screen = terminal.screen();
    let moves = screen.iter().rev().find(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let mv = moves.and_then(|line| line.split_whitespace().next()).expect("a tile").to_string();
    terminal.type_text(&mv).press(Key::Enter).wait_for_thinker("").press(Key::Enter).type_text("49@");
    terminal.wait_for("Next: Bert").wait_for_line("Bert, green 1>");
    assert!(!terminal.screen().join("\n").contains("49@"), "what Ann began to type is gone");
    terminal.enter("").wait_for_line("Bert, green 1>").press(Key::Up).type_text("x").wait_for_line("Bert, green 1> x");
}

#[test]
fn no_key_is_lost_or_doubled_while_bots_move() {
    let dir = TestDir::new();
    // Bots that make a move whenever some keys were pressed.
    let mut terminal = PtySession::open(&dir, "play hex --set size=11 --seats mcts:60,mcts:60");
    let text: String = (0..400).map(|number| char::from(b'a' + (number % 26) as u8)).collect();
    terminal.wait_for("red: ").type_text("note ");
    for letter in text.chars() {
        terminal.type_text(&letter.to_string());
        std::thread::yield_now();
    }
    terminal.press(Key::Enter).wait_for("noted after");
    terminal.wait_for("The game is over").wait_for_line("game over>").enter("save game.toml");
    let saved = dir.read("game.toml");
    assert!(saved.contains(&text), "{saved}");
}

#[test]
fn bots_move_on_a_terminal_without_line_editing_too() {
    let dir = TestDir::new();
    let game = "play tak --set size=4 --seats human,mcts:600s";
    let mut terminal = PtySession::open_with(&dir, game, (50, 100), &[("TERM", "dumb")]);
    terminal.wait_for("white 1>").type_text("a1\n").wait_for("mcts:600s thinks").type_text("history\n");
    terminal.wait_for("1. a1").type_text("stop\n").wait_for("black: ").wait_for_line("white 2>");
    terminal.type_text("quit\n");
    assert_eq!(terminal.wait_for_exit(), Some(0));
}

#[test]
fn a_game_left_while_a_bot_thinks_is_kept() {
    let dir = TestDir::new();
    let mut terminal = against_a_thinker(&dir);
    terminal.press(Key::CtrlD);
    assert_eq!(terminal.wait_for_exit(), Some(0));
    let mut terminal = against_a_thinker(&dir);
    terminal.kill();
    let output = dir.run_with([""; 0], "resume list\n");
    assert_eq!(output.stdout.matches("tak (human, mcts:600s), 1 move").count(), 2, "{output:?}");
}
