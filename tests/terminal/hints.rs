//! Help while typing: completion, inline hints, colours; and the greeting for a new user.

use vt100::Color;

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

const PLAY_PAGE: &str = include_str!("../../docs/play.md");

/// White needs one more stone for a road, and can be blocked.
const ROAD_THREAT: &str = "play tak --seats human,human --set size=3 --moves \"c3 a3 a2 c2\"";

#[test]
fn tab_completes_commands_games_variants_options_seats_and_moves() {
    let dir = TestDir::with("mine.toml", "");
    let mut terminal = PtySession::open(&dir, "play tak --seats human,human --set size=3");
    let mut assert_completes = |typed: &str, line: &str| {
        terminal.wait_for_prompt().type_text(typed).press(Key::Tab).wait_for(&format!("white 1> {line}"));
        terminal.cancel_line().wait_for_line("white 1>");
    };
    assert_completes("und", "undo");
    assert_completes("play tan", "play tantrix");
    assert_completes("play tak+late-", "play tak+late-walls");
    assert_completes("play tak si", "play tak size=");
    assert_completes("seats human,me", "seats human,medium");
    assert_completes("load mi", "load mine.toml");
    assert_completes("why c", "why c");
    assert_completes("lua view.tu", "lua view.turn");
    terminal.type_text("b").press(Key::Tab).wait_for("board").wait_for("b1").wait_for("b3");
}

#[test]
fn a_dim_hint_shows_what_a_move_would_do() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, ROAD_THREAT);
    terminal.wait_for_prompt().type_text("a1").wait_for("white 3> a1  wins by road");
    assert!(terminal.style_of("wins by road").dim);
    terminal.cancel_line().type_text("c3").wait_for("not legal: occupied");
    terminal.cancel_line().type_text("c2<").wait_for("not legal:");
    terminal.cancel_line().type_text("a3-").wait_for("a3-  covers 1");
    // A hint is not part of the line.
    terminal.press(Key::Enter).wait_for_line("black 3>").enter("position").wait_for("x2,2/11,x,2/x3 2 3");
}

#[test]
fn the_docs_show_hints_as_printed() {
    let dir = TestDir::new();
    let trax = "play trax --seats human,human --moves \"@0/ B1+\"";
    let examples = [
        (ROAD_THREAT, "a1", "white 3> a1  wins by road"),
        (ROAD_THREAT, "c3", "white 3> c3  not legal: occupied: c3 is not empty"),
        (trax, "A0/", "white 2> A0/  forces 1 tile, white line of 4"),
    ];
    for (game, typed, line) in examples {
        PtySession::open(&dir, game).wait_for_prompt().type_text(typed).wait_for_line(line);
        assert!(PLAY_PAGE.contains(&format!("    {line}\n")), "{line}");
    }
}

#[test]
fn hints_report_forced_tiles_matches_and_threats() {
    let dir = TestDir::new();
    let assert_hint = |game: &str, typed: &str, hint: &str| {
        let mut terminal = PtySession::open(&dir, &format!("play {game}"));
        terminal.wait_for_prompt().type_text(typed).wait_for(&format!("> {typed}  {hint}"));
    };
    assert_hint("trax --seats human,human --moves \"@0/ B1+\"", "A0/", "forces 1 tile");
    assert_hint(
        "discovery-3 --moves \"1@0,0:0 2@-1,0:2\"",
        "3 a:0",
        "3 of 3 edges match, closes a yellow loop of 3, solves it",
    );
    assert_hint("discovery-3 --moves \"1@0,0:0 2@-1,0:2\"", "put 3 a:1", "1 of 3 edges clash");
    assert_hint("tic-tac-toe --seats human,human --moves \"b2 a1 c3 a3\"", "a2", "threatens to win");
    assert_hint("tak --seats human,human --moves \"a1 b1 Cb2 c3\"", "b2-", "covers 1");
}

#[test]
fn arrow_right_accepts_the_suggested_rest_of_a_line() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play trax");
    terminal.wait_for_prompt().type_text("@0").wait_for("2 moves").type_text("/").wait_for_line("white 1> @0/");
    terminal.cancel_line().wait_for_line("white 1>").type_text("resi").cancel_line();
    terminal
        .type_text("hist")
        .wait_for("white 1> history")
        .press(Key::Right)
        .wait_for("white 1> history  list the moves so far");
}

#[test]
fn typed_moves_are_coloured_by_legality() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, ROAD_THREAT);
    terminal.wait_for_prompt().type_text("a1").wait_for("wins by road");
    let legal = terminal.style_of("a1  wins");
    assert_eq!((legal.bold, legal.colour), (true, Color::Idx(2)));
    terminal.cancel_line().type_text("c3").wait_for("not legal");
    assert_eq!(terminal.style_of("c3  not").colour, Color::Idx(1));
    terminal.cancel_line().type_text("undo").wait_for("take back the last turn");
    let command = terminal.style_of("undo  take");
    assert_eq!((command.bold, command.colour), (true, Color::Default));
}

#[test]
fn without_colours_a_hint_is_in_brackets() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open_with(&dir, ROAD_THREAT, (50, 100), &[("NO_COLOR", "1")]);
    terminal.wait_for_prompt().type_text("a1").wait_for("white 3> a1  (wins by road)");
    let look = terminal.style_of("a1  (wins");
    assert_eq!((look.dim, look.bold, look.colour), (false, false, Color::Default));
}

/// Variant in which walls are illegal before a turn.
const WALLS_WAIT: &str = "return variant 'wait' { base = 'tak', rules = { hooks = { allow = function(view, move)
  if move.piece == 'wall' and view.turn < 1 then return false, 'not yet' end
  return true
end } } }";

#[test]
fn hints_follow_reloaded_rules_and_keep_the_old_ones_if_the_reload_fails() {
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut terminal = PtySession::open(&dir, "play wait.lua --set size=3 --seats human,human");
    terminal.enter("a1").enter("c3").type_text("Sb2").wait_for("white 2> Sb2").cancel_line();
    dir.write("wait.lua", WALLS_WAIT.replace("view.turn < 1", "view.turn < 5"));
    terminal.enter("reload").type_text("Sb2").wait_for("Sb2  not legal: wait: not yet").cancel_line();
    dir.write("wait.lua", "return variant 'wait' {");
    terminal
        .enter("reload")
        .wait_for("the old ones stay in force")
        .type_text("Sb3")
        .wait_for("Sb3  not legal: wait: not yet");
    terminal.cancel_line().enter("position").wait_for("x2,1/x3/2,x2 1 2");
}

#[test]
fn neither_tab_nor_hints_reveal_hidden_hands() {
    let dir = TestDir::new();
    let position = "17@0,0:3 13@1,-1:5 | hands 16,53,40,51,11,6/18,37,2,48,25,42 | seat red";
    let typed = format!("play tantrix+hidden-hands --seats human,human --position \"{position}\"");
    let mut terminal = PtySession::open(&dir, &typed);
    terminal.wait_for("Press Enter").type_text("16@").press(Key::Tab).type_text("x").wait_for_line("red 1> 16@x");
    terminal.cancel_line().enter("").type_text("16@").press(Key::Tab).wait_for("16@1,0:");
    terminal.cancel_line().type_text("18@").press(Key::Tab).type_text("x").wait_for("> 18@x");
    let screen = terminal.screen().join("\n");
    assert!(!screen.contains("18@0") && !screen.contains("18@1"), "{screen}");
}

#[test]
fn tab_completes_lesson_names_but_not_answers() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "");
    terminal
        .wait_for_prompt()
        .type_text("lesson tak-first")
        .press(Key::Tab)
        .wait_for("lesson tak-first-road")
        .enter("");
    terminal.enter("").wait_for("Finish the road.").type_text("c2").wait_for_line("tak-first-road 2> c2");
    assert_eq!(terminal.style_of("c2").colour, Color::Idx(2));
}

#[test]
fn a_new_user_is_guided_to_a_first_move() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "");
    terminal
        .wait_for("tile and stone games")
        .wait_for("tantrix")
        .wait_for("Type `play gomoku`")
        .wait_for_line("houserule>");
    let greeting: Vec<String> = terminal.screen().into_iter().filter(|row| !row.is_empty()).collect();
    assert!(greeting.len() <= 6, "five lines and the prompt: {greeting:#?}");
    terminal.enter("gomoku").wait_for("`gomoku` is a game; type `play gomoku`");
    terminal.enter("play gomoku").wait_for("Type a move such as `h5`").enter("h5").wait_for("black: h5").wait_for("2>");
}

#[test]
fn error_messages_wrap_to_the_window() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open_with(&dir, "play tak --seats human,human", (40, 34), &[]);
    terminal.enter("set komi");
    terminal.wait_for("komi is a number in steps of 0.5\n  from -5 to 9.5 (now 0); write\n  set komi=0");
}
