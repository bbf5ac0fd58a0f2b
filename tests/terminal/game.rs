//! Games on a terminal: resuming, hidden hands, reloaded rules, autosave.

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

const TAK: &str = "play tak --set size=3 --seats human,human";

#[test]
fn a_game_can_be_resumed_after_a_kill() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TAK);
    terminal.enter("a1").enter("note fine").enter("c3").type_text("b").kill();
    let mut terminal = PtySession::open(&dir, "");
    terminal.wait_for("Unfinished game: tak, 2 moves, just now. `resume` continues it.");
    terminal.enter("resume").enter("history").wait_for("1. a1 {fine} c3");
    terminal.enter("b2").enter("c2").press(Key::CtrlD);
    terminal.wait_for("Saved. Run `houserule` and type `resume` to continue this game, or load ");
    assert_eq!(terminal.wait_for_exit(), Some(0));
    let mut terminal = PtySession::open(&dir, "play tak --set size=3");
    terminal.wait_for("Unfinished game: tak, 4 moves, just now. `resume` continues it.");
    let mut terminal = PtySession::open(&dir, "play trax");
    terminal.wait_for_prompt();
    assert!(!terminal.screen().join("\n").contains("Unfinished game"), "only games of the same kind are offered");
}

#[test]
fn the_prompt_of_a_game_for_one_asks_for_a_move() {
    let mut terminal = PtySession::open(&TestDir::new(), "play discovery-3");
    terminal.wait_for_line("move 1>").enter("1 0,0").wait_for_line("move 2>");
    terminal.enter("goto 1").wait_for_line("move 1>");
}

#[test]
fn a_finished_or_running_game_is_not_offered() {
    let dir = TestDir::new();
    let mut first = PtySession::open(&dir, TAK);
    first.enter("a1");
    let mut second = PtySession::open(&dir, "");
    second.wait_for_prompt();
    assert!(!second.screen().join("\n").contains("Unfinished game"), "it is played at another terminal");
    first.enter("resign").enter("resign").kill();
    let mut third = PtySession::open(&dir, "");
    third.wait_for_prompt();
    assert!(!third.screen().join("\n").contains("Unfinished game"), "it is over");
}

#[test]
fn hidden_hands_stay_covered_until_the_player_confirms() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tantrix+hidden-hands --seed 1 --seats Ann,Bert");
    terminal.wait_for("Next: Ann (red). Press Enter when only you can see the screen.");
    let hand = "49 bbgyyg";
    let screen_contains = |terminal: &PtySession, text: &str| terminal.screen().join("\n").contains(text);
    assert!(!screen_contains(&terminal, hand));
    assert!(
        screen_contains(&terminal, "Tantrix + Hidden hands. Type a move,"),
        "the greeting stays until a hand was shown"
    );
    for line in ["hand", "moves", "look", "hint", "lua view:moves()", "help move", "why 49@0,0:0", "49@0,0:0"] {
        terminal.enter(line);
    }
    assert!(
        !screen_contains(&terminal, hand) && !screen_contains(&terminal, "49@0,0:1"),
        "a covered hand is never printed"
    );
    terminal.enter("").wait_for(hand);
    terminal.enter("position").wait_for(" | hand 49,").wait_for("`position all` prints every hand");
    assert!(!screen_contains(&terminal, "/"), "the hands of others are not printed");
    terminal.enter("49@0,0:0");
    terminal.wait_for("Next: Bert (yellow). Press Enter when only you can see the screen.");
    assert!(
        !screen_contains(&terminal, hand) && !screen_contains(&terminal, "51 bgbygy"),
        "the hand of Ann is wiped from the screen"
    );
    terminal.enter("").wait_for("3 bbyyrr");
    assert!(!screen_contains(&terminal, "51 bgbygy"));
}

#[test]
fn hands_are_not_covered_against_bots() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tantrix+hidden-hands --seed 1 --seats human,random");
    terminal.wait_for("49 bbgyyg");
    assert!(!terminal.screen().join("\n").contains("Press Enter when"));
}

const WALLS_WAIT: &str = "return variant 'wait' { base = 'tak', options = { turn = { default = 1, min = 1 } },
  rules = function(o) return { hooks = { allow = function(view, move)
    if move.piece == 'wall' and view.turn < o.turn then return false, 'not yet' end
    return true
  end } } end }\n";

#[test]
fn a_saved_rules_file_is_reported_above_the_typed_line() {
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut terminal = PtySession::open(&dir, "play wait.lua --set size=3 --seats human,human");
    terminal.enter("watch").enter("a1").enter("c3").enter("Sb2").type_text("hist");
    dir.write("wait.lua", WALLS_WAIT.replace("default = 1", "default = 5"));
    terminal.wait_for("Rules file changed. The first difference is Sb2 (turn 2, white):");
    terminal.wait_for_line("black 2> history");
    dir.write("wait.lua", "return variant 'wait' {");
    terminal.wait_for("Rules file changed, but the new rules do not load:");
    dir.write("wait.lua", WALLS_WAIT.replace("default = 1", "default = 5"));
    terminal.type_text("ory").press(Key::Enter).wait_for("undone: Sb2").wait_for_line("white 2>");
    // A move that was typed for the old position is not played in the new one.
    terminal.type_text("b").wait_for("white 2> b");
    dir.write("wait.lua", WALLS_WAIT);
    terminal.wait_for("Both moves are still legal;").wait_for("white 2> b").type_text("1").press(Key::Enter);
    terminal.wait_for("the new rules changed the position; type the move again").wait_for_line("black 2>");
    terminal.enter("history").wait_for("2. Sb2");
}

#[test]
fn a_paste_of_a_thousand_lines_is_played_line_by_line() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --set size=6 --seats human,human");
    let shuffle = ["b1>", "e6<", "c1<", "d6>"].into_iter().cycle();
    let lines: Vec<&str> = ["a1", "f6", "b1", "e6"].into_iter().chain(shuffle).take(1000).collect();
    terminal.wait_for_prompt().paste(&lines.join("\n")).press(Key::Enter);
    terminal.wait_for_line("white 501>");
    terminal.kill();
    let output = dir.run_with([""; 0], "resume\nposition\n");
    output.assert_stdout_contains(" 1 501\n");
}

#[test]
fn deleted_and_restored_rules_files_are_reported() {
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut terminal = PtySession::open(&dir, "play wait.lua --set size=3 --seats human,human");
    terminal.enter("watch").enter("a1").enter("c3").enter("Sb2").type_text("hist");
    std::fs::remove_file(dir.path("wait.lua")).expect("it is taken away");
    terminal.wait_for("wait.lua is missing; the loaded rules stay in force.").wait_for_line("black 2> history");
    dir.write("wait.lua", WALLS_WAIT);
    terminal.wait_for("wait.lua is back.").wait_for_line("black 2> history");
    dir.write("wait.lua", WALLS_WAIT.replace("default = 1", "default = 5"));
    terminal.wait_for("Rules file changed. The first difference is Sb2");
    dir.write("wait.lua", WALLS_WAIT);
    terminal.wait_for("The rules files match the loaded rules again.");
    terminal.type_text("ory").press(Key::Enter).wait_for("2. Sb2");
}

#[test]
fn rules_that_keep_the_game_apply_when_their_file_is_saved() {
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut terminal = PtySession::open(&dir, "play wait.lua --set size=3 --seats human,human");
    terminal.enter("watch").enter("a1").enter("c3").type_text("Sb2").wait_for_line("white 2> Sb2");
    dir.write("wait.lua", WALLS_WAIT.replace("default = 1", "default = 5"));
    terminal.wait_for("Rules file changed. The new rules apply now. Both moves are still legal;");
    // The typed line stays, and its hint follows the new rules.
    terminal.wait_for_line("white 2> Sb2  not legal: wait: not yet").press(Key::Enter);
    terminal.wait_for("Sb2 cannot be played: wait: not yet").wait_for_line("white 2>");
    dir.write("wait.lua", WALLS_WAIT);
    terminal.wait_for_line("white 2>").enter("Sb2").wait_for_line("black 2>");
}

#[test]
fn watch_follows_the_variants_in_play() {
    let dir = TestDir::with("variants/wait.lua", WALLS_WAIT);
    dir.write("variants/late.lua", WALLS_WAIT.replace("'wait'", "'late'"));
    let mut terminal = PtySession::open(&dir, "play tak+wait --set size=3 --seats human,human");
    terminal.enter("watch").wait_for("Watching 1 file: variants/wait.lua.");
    terminal.enter("variant +late -wait").wait_for("Watching 1 file: variants/late.lua.");
    terminal.enter("a1").enter("c3").enter("Sb2").type_text("hist");
    dir.write("variants/late.lua", WALLS_WAIT.replace("'wait'", "'late'").replace("default = 1", "default = 5"));
    terminal.wait_for("Rules file changed. The first difference is Sb2 (turn 2, white):");
    terminal
        .wait_for_line("black 2> history")
        .cancel_line()
        .enter("variant -late")
        .wait_for("These rules are built in, so there is nothing to watch.");
    terminal.enter("new").enter("variant +wait").wait_for("Watching 1 file: variants/wait.lua.");
}

#[test]
fn hands_are_wiped_from_the_screen_with_no_color_too() {
    let dir = TestDir::new();
    let game = "play tantrix+hidden-hands --seed 1 --seats Ann,Bert";
    let mut terminal = PtySession::open_with(&dir, game, (50, 100), &[("NO_COLOR", "1")]);
    terminal.enter("").wait_for("49 bbgyyg").enter("49@0,0:0").wait_for("Next: Bert (yellow).");
    let screen = terminal.screen().join("\n");
    assert!(!screen.contains("49 bbgyyg") && !screen.contains("51 bgbygy"), "{screen}");
}

#[test]
fn quitting_warns_when_autosave_failed() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TAK);
    terminal.enter("a1");
    std::fs::remove_dir_all(dir.path("home/data/houserule/games")).expect("the games are taken away");
    terminal.enter("c3").wait_for("The game cannot be saved (");
    terminal.enter("b2").wait_for_line("black 2>").press(Key::CtrlD);
    terminal.wait_for("The last moves could not be saved; the game before them is in ");
    terminal.wait_for("Try `save FILE`, or leave again to quit without saving.");
    terminal.wait_for_line("black 2>").press(Key::CtrlD);
    assert_eq!(terminal.wait_for_exit(), Some(0));
}

#[test]
fn quitting_warns_once_when_autosave_never_worked() {
    let dir = TestDir::new();
    // A file blocks the place of the folder.
    dir.write("home/data", "");
    let mut terminal = PtySession::open(&dir, TAK);
    terminal.enter("a1").wait_for("The game cannot be saved (");
    terminal.enter("quit").wait_for("This game could not be saved").wait_for("Try `save FILE`");
    terminal.enter("save game.toml").wait_for("saved 1 move to game.toml");
    terminal.enter("quit").type_text("quit").press(Key::Enter);
    assert_eq!(terminal.wait_for_exit(), Some(0));
}

#[test]
fn ctrl_c_pauses_a_game_between_bots() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play hex --set size=4");
    terminal.wait_for_prompt().type_text("seats mcts:600s,mcts:600s").press(Key::Enter);
    terminal.wait_for("seats: mcts:600s,mcts:600s").press(Key::CtrlC);
    terminal.wait_for("The bots are paused. Press Enter to continue; `seats` changes who plays.");
    terminal.enter("history").wait_for("No moves yet.");
    terminal.enter("seats random,random").wait_for("The game is over: ");
}

#[test]
fn the_prompt_counts_the_moves_of_a_turn() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play connect6 --set size=6 --seats human,human");
    terminal.wait_for("black 1>").enter("a1").wait_for("white 1, move 1 of 2>");
    terminal.enter("b1").wait_for("white 1, move 2 of 2>").enter("b2").wait_for("black 2, move 1 of 2>");
}
