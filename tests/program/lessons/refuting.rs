//! What a wrong move is answered with: what shows why it is wrong, or a sentence that says what it lacks.

use crate::common::desk::Desk;

/// What is said to a move that is wrong, from the move on and in one line; boards are left out.
fn told(game: &str, step: &str, mv: &str) -> String {
    let lesson = format!("return lesson 'x' {{ game = '{game}', steps = {{ {{ {step} }} }} }}");
    let said = Desk::with("x.lua", lesson).run_with(["lesson", "x.lua"], format!("{mv}\n"));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let begin = said.out.find("That is not it.").unwrap_or_else(|| panic!("{}", said.out));
    let is_board = |line: &str| line.starts_with([' ', '1', '2', '3', '4', '5']) || line.contains(" left");
    let lines = said.out[begin..].lines().filter(|line| !line.is_empty() && !is_board(line));
    lines.take_while(|line| !line.starts_with("Taken back")).collect::<Vec<_>>().join(" ")
}

const CROSS: &str = "position = '2,x3,2/x2,1,x2/1,1,x,1,x/x2,1,x2/2,x,1,x,2 1 8', ask = '?'";

#[test]
fn a_move_without_a_threat_is_not_answered_by_just_any_move() {
    let two = |mv: &str| told("tak", &format!("{CROSS}, accept = wins_in(2)"), mv);
    assert_eq!(two("b5"), "That is not it. It threatens nothing, so the other side may answer as it likes.");
    // A threat is answered by a move that stops it.
    let answer = two("e3");
    let stops = ["c3", "Sc3", "Cc3"].map(|mv| format!("That is not it. There is an answer that holds: black: {mv}"));
    assert!(stops.contains(&answer), "{answer}");
}

#[test]
fn a_move_that_lacks_something_is_told_what() {
    for (game, step, mv, says) in [
        ("tak", format!("{CROSS}, accept = threatens_road()"), "b5", "It threatens nothing."),
        (
            "tak",
            format!("{CROSS}, accept = threatens {{ places = 2 }}"),
            "e3",
            "It threatens to win, but not in 2 places.",
        ),
        ("tak", format!("{CROSS}, accept = wins_in {{ 1, by = 'road' }}"), "b5", "It does not win."),
        ("tak", format!("{CROSS}, accept = makes_line(5)"), "b5", "Your longest row has a length of 3, not of 5."),
        ("tak", format!("{CROSS}, accept = scores(9)"), "b5", "You have 7 points then, not 9."),
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
            "No tile followed by force, and at least 3 should.",
        ),
        (
            "trax",
            "moves = '@0/ B1+', ask = '?', accept = makes_loop()".to_string(),
            "C1+",
            "It closes no loop of yours.",
        ),
    ] {
        assert_eq!(told(game, &step, mv), format!("That is not it. {says}"), "{step}");
    }
}

#[test]
fn a_loss_is_shown_only_where_it_tells_why_a_move_is_wrong() {
    // Black wins with c2 whatever white plays beside it, but that is not what is asked about.
    let lost = "position = 'x2,2,x2/x2,2,x2/x2,2,x2/x5/x2,2,x2 1 6', ask = '?'";
    let shown = "That is not it. Now the other side wins: black: c2 The game is over: black wins by road.";
    assert_eq!(told("tak", &format!("{lost}, accept = prevents(wins_in(1))"), "a1").matches("c2").count(), 1);
    assert_eq!(told("tak", &format!("{lost}, accept = keeps_alive(1)"), "a1"), shown);
    assert_eq!(told("tak", &format!("{lost}, accept = 'Sc2'"), "a1"), shown, "the right move does not lose");
    assert_eq!(told("tak", &format!("{lost}, accept = 'e5'"), "a1"), "That is not it.", "the right move loses as well");
    assert_eq!(told("tak", &format!("{lost}, accept = fills('e5')"), "a1"), "That is not it. e5 is still empty.");
}
