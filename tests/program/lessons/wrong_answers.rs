//! Responses to wrong moves: a refutation, or a message about what the move lacks.

use crate::common::test_dir::TestDir;

/// Response to a wrong move on one line, without boards.
fn response(game: &str, step: &str, mv: &str) -> String {
    let lesson = format!("return lesson 'x' {{ game = '{game}', steps = {{ {{ {step} }} }} }}");
    let output = TestDir::with("x.lua", lesson).run_with(["lesson", "x.lua"], format!("{mv}\n")).success();
    let start = output.stdout.find("That is not it.").unwrap_or_else(|| panic!("{}", output.stdout));
    let is_board = |line: &str| line.starts_with([' ', '1', '2', '3', '4', '5']) || line.contains(" left");
    let lines = output.stdout[start..].lines().filter(|line| !line.is_empty() && !is_board(line));
    lines.take_while(|line| !line.starts_with("Taken back")).collect::<Vec<_>>().join(" ")
}

const CROSS: &str = "position = '2,x3,2/x2,1,x2/1,1,x,1,x/x2,1,x2/2,x,1,x,2 1 8', ask = '?'";

#[test]
fn a_move_without_a_threat_gets_no_refutation() {
    let reply = |mv: &str| response("tak", &format!("{CROSS}, accept = wins_in(2)"), mv);
    assert_eq!(reply("b5"), "That is not it. It makes no threat, so the other side can play anything.");
    // A threat is answered by a move that blocks it.
    let answer = reply("e3");
    let stops = ["c3", "Sc3", "Cc3"].map(|mv| format!("That is not it. This reply stops the win: black: {mv}"));
    assert!(stops.contains(&answer), "{answer}");
}

#[test]
fn the_response_names_what_a_wrong_move_lacks() {
    for (game, step, mv, reason) in [
        ("tak", format!("{CROSS}, accept = threatens_road()"), "b5", "It makes no threat."),
        (
            "tak",
            format!("{CROSS}, accept = threatens {{ places = 2 }}"),
            "e3",
            "It threatens to win, but not in 2 places.",
        ),
        ("tak", format!("{CROSS}, accept = wins_in {{ 1, by = 'road' }}"), "b5", "It does not win."),
        ("tak", format!("{CROSS}, accept = makes_line(5)"), "b5", "Your longest row has length 3, not 5."),
        ("tak", format!("{CROSS}, accept = scores(9)"), "b5", "You then have 7 points, not 9."),
        ("tak", format!("{CROSS}, accept = makes {{ stack = 2 }}"), "b5", "Your tallest stack has 1 piece, not 2."),
        (
            "tak",
            format!("{CROSS}, accept = fills {{ 'X', 'e3' }}, labels = {{ X = 'c3' }}"),
            "b5",
            "X and e3 are still empty.",
        ),
        (
            "trax",
            "moves = '@0/ B1+ @1/ @1+', ask = '?', accept = makes { forced = 3 }".to_string(),
            "@1+",
            "It forces no tile, but at least 3 are needed.",
        ),
        (
            "trax",
            "moves = '@0/ B1+', ask = '?', accept = makes_loop()".to_string(),
            "C1+",
            "It does not close a loop of yours.",
        ),
    ] {
        assert_eq!(response(game, &step, mv), format!("That is not it. {reason}"), "{step}");
    }
}

#[test]
fn a_loss_is_shown_only_if_it_explains_the_mistake() {
    // Black wins with c2 after any move elsewhere, but the question is about something else.
    let lost = "position = 'x2,2,x2/x2,2,x2/x2,2,x2/x5/x2,2,x2 1 6', ask = '?'";
    let loss = "That is not it. Now the other side wins: black: c2 The game is over: black wins by road.";
    assert_eq!(response("tak", &format!("{lost}, accept = prevents(wins_in(1))"), "a1").matches("c2").count(), 1);
    assert_eq!(response("tak", &format!("{lost}, accept = keeps_alive(1)"), "a1"), loss);
    assert_eq!(response("tak", &format!("{lost}, accept = 'Sc2'"), "a1"), loss, "the right move does not lose");
    assert_eq!(
        response("tak", &format!("{lost}, accept = 'e5'"), "a1"),
        "That is not it.",
        "the right move loses as well"
    );
    assert_eq!(response("tak", &format!("{lost}, accept = fills('e5')"), "a1"), "That is not it. e5 is still empty.");
}
