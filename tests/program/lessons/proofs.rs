//! Right and wrong moves of lessons are proved: wins, losses and goals.

use super::{faults, faults_in_game, step_faults};

#[test]
fn a_wrong_move_does_not_win() {
    let road = "position = 'x5/x5/x2,1,x2/1,1,x,1,1/2,2,x3 1 8', ask = 'Finish the road.'";
    let wrong = "wrong = { ['c3-'] = 'That does not finish the road.' }";
    let message = "`c3-` wins at once, so it is not wrong; accept it and comment on it under `right.c3-`";
    for accept in ["{ 'c2', 'Cc2' }", "fills('c2')", "threatens_road()", "prevents(wins_in(1))", "makes_line(3)"] {
        let faults = step_faults(&format!("{road}, accept = {accept}, {wrong}"));
        assert!(
            faults.iter().any(|faults| faults == message || faults == "`c3-` is accepted, so it is not wrong"),
            "{accept}: {faults:?}"
        );
    }
    assert_eq!(step_faults(&format!("{road}, accept = {{ 'c2', 'Cc2', 'c3-' }}")), [""; 0]);
    // Both win at once, c1+ by a road and b3 by flats.
    let full = "options = { size = 3 }, position = '1,x,2/1,1,2/2,2,1 1 6', ask = 'Make a road.'";
    let wrong = "wrong = { b3 = 'That wins by flats.' }";
    let by_road = format!("{full}, accept = wins_in {{ 1, by = 'road' }}, {wrong}");
    assert_eq!(step_faults(&by_road), [""; 0], "the question asks for a road, not just a win");
    let faults = step_faults(&format!("{full}, accept = 'c1+', {wrong}"));
    assert!(faults[0].starts_with("`b3` wins at once, so it is not wrong"), "{faults:?}");
}

#[test]
fn a_wrong_move_is_not_as_good_as_an_accepted_one() {
    // Both Cc2 and c2 win at once.
    let win = "position = 'x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6', ask = 'Win.', accept = 'c2'";
    let message = "`Cc2` wins at once, so it is not wrong; accept it and comment on it under `right.Cc2`";
    assert_eq!(step_faults(&format!("{win}, wrong = {{ Cc2 = 'Keep it.' }}")), [message]);
    // c3 wins in two turns as a flat and as a capstone would; nothing wins at once.
    let two = "position = '2,x3,2/x2,1,x2/1,1,x,1,x/x2,1,x2/2,x,1,x,2 1 8', ask = 'Win in two turns.'";
    let faults = step_faults(&format!("{two}, accept = 'c3', wrong = {{ Cc3 = 'No.' }}"));
    assert_eq!(
        faults,
        ["`Cc3` wins within 2 turns, so it is not wrong; accept it and comment on it under `right.Cc3`"]
    );
    let faults = step_faults(&format!("{two}, accept = 'c3'"));
    assert_eq!(faults, ["Cc3 also wins within 2 turns but is not accepted"]);
    assert_eq!(step_faults(&format!("{two}, accept = {{ 'c3', 'Cc3' }}, wrong = {{ e3 = 'One threat.' }}")), [""; 0]);
    // A slower win is worse.
    assert_eq!(step_faults(&format!("{win}, wrong = {{ c3 = 'Slower.' }}")).len(), 1, "only Cc2 is reported");
}

#[test]
fn an_accepted_move_does_not_lose_where_another_wins() {
    // White needs c2, and so does black, in column c.
    let both = "position = 'x2,2,x2/x2,2,x2/x2,2,x2/1,1,x,1,1/x2,2,x2 1 6', ask = 'Play.'";
    assert_eq!(
        step_faults(&format!("{both}, accept = 'a5'")),
        ["the accepted move `a5` loses at once; c2 wins at once"]
    );
    let fills =
        step_faults(&format!("{both}, labels = {{ X = 'c2', Y = 'a5' }}, accept = {{ fills('X'), fills('Y') }}"));
    assert_eq!(fills.last().map(String::as_str), Some("the accepted move `a5` loses at once; c2 wins at once"));
    assert_eq!(
        step_faults(&format!("{both}, accept = legal(), refused = {{ a2 = 'Taken.' }}")),
        [""; 0],
        "a question about the rules accepts bad moves"
    );
    let road = "return lesson 'x' { game = 'tak', steps = { { position = 'x5/x5/x5/x5/1,1,1,1,x 2 6', ask = 'Play.', accept = 'a5' } } }";
    assert_eq!(faults(road), [], "without a winning move a losing one may be accepted");
}

#[test]
fn cells_named_in_texts_are_on_the_board() {
    let tak = |step: &str| faults_in_game("tak", step);
    assert_eq!(tak("say = 'Look at f9.'"), ["steps[1].say: this board has no cell `f9`"]);
    let ask = "ask = 'Play in the middle.', accept = 'c3', moves = 'a1 e5'";
    for (key, path) in [
        ("hints = { 'Not near (e6).' }", "hints[1]"),
        ("right = 'Now `e6` is near.'", "right"),
        ("right = { c3 = 'So Se6 is far.' }", "right.c3"),
        ("wrong = { b2 = 'e6 is no better' }", "wrong.b2"),
        ("refused = { a1 = 'Nor is e6-.' }", "refused.a1"),
    ] {
        let faults = tak(&format!("{ask}, {key}"));
        assert_eq!(faults, [format!("steps[1].{path}: this board has no cell `e6`")], "{key}");
    }
    assert_eq!(
        faults_in_game("trax", "say = 'Look at Z40.', moves = '@0/'"),
        ["steps[1].say: `Z40` is too far from the tiles"]
    );
    // Plain letters, numbers and similar words are not cells.
    let words = "say = 'Take b, a4-sized or A9 paper (size=9, b-2, p9x, 1,000 or 3:2), as in Tak 5.'";
    assert_eq!(tak(words), [""; 0]);
    assert_eq!(faults_in_game("trax", &format!("{words}, moves = '@0/'").replace("A9 paper", "paper")), [""; 0]);
    assert_eq!(tak("say = 'a1 and E5, b10.5, c3: the e5s.'"), [""; 0]);
}

#[test]
fn a_hint_names_no_illegal_move() {
    let hint = |hint: &str| {
        faults_in_game(
            "tak",
            &format!(
                "moves = 'a1 e5', ask = 'Place the capstone in the middle.', accept = 'Cc3', labels = {{ M = 'c3', B = 'a1' }},
                 refused = {{ Ca1 = 'Taken.' }}, hints = {{ 'M, not B.', '{hint}' }}"
            ),
        )
    };
    let occupied =
        "steps[1].hints[2]: this hint names `Sa1`, which is not legal here: occupied: a1 is not empty [tak.lua:21]";
    assert_eq!(hint("Try Sa1."), [occupied]);
    assert_eq!(hint("Try `SB`, say."), [occupied], "labels are cells");
    assert_eq!(hint("a1").len(), 1, "a hint with only a move");
    for hint_text in ["Try Cc3.", "Beside a1 it would be lost.", "Not Ca1: that is refused.", "SM or CM.", "B"] {
        assert_eq!(hint(hint_text), [""; 0], "{hint_text}");
    }
    let illegal_question = "moves = 'a1 e5', ask = 'Break the rule.', accept = illegal('occupied'), refused = { a1 = 'Taken.' }, hints = { 'Sa1' }";
    assert_eq!(faults_in_game("tak", illegal_question), [""; 0], "a question for an illegal move may hint at it");
    let trax = r"moves = '@0/ B1+ A0+', ask = 'Lay a tile there.', accept = 'B1+', hints = { 'B1\\ fits.' }";
    assert_eq!(faults_in_game("trax", trax).len(), 1);
}

#[test]
fn shows_claims_are_proved() {
    let cross =
        "position = '2,x3,2/x2,1,x2/1,1,x,1,x/x2,1,x2/2,x,1,x,2 1 8', ask = 'Place at c3.', accept = { 'c3', 'Cc3' }";
    let shows = |shows: &str| faults_in_game("tak", &format!("{cross}, shows = {shows}"));
    assert_eq!(shows("threatens { 1, by = 'road', places = 2 }"), [""; 0]);
    assert_eq!(shows("{ fills('c3'), avoids(wins_in(1)) }"), [""; 0]);
    assert_eq!(shows("{ c3 = scores(7), Cc3 = avoids(scores(7)) }"), [""; 0]);
    assert_eq!(shows("function(before, after) return after:top('c3') == 'flat' end").len(), 1);
    assert_eq!(
        shows("threatens { 1, by = 'road', places = 3 }"),
        ["steps[1].shows: not true after the accepted move `c3`"]
    );
    assert_eq!(shows("{ fills('c3'), scores(7) }"), ["steps[1].shows[2]: not true after the accepted move `Cc3`"]);
    assert_eq!(
        shows("{ e3 = fills('e3') }"),
        ["steps[1].shows.e3: `e3` is not accepted here, so this goal is never checked"]
    );
    assert_eq!(shows("makes_loop()"), ["steps[1].shows: this game has no loops"]);
    assert_eq!(
        shows("'two roads'"),
        ["steps[1].shows: expected a goal such as wins_in(1), not the text \"two roads\""]
    );
    assert_eq!(
        faults_in_game("tak", "say = 'So.', shows = wins_in(1)"),
        ["steps[1].shows: this step has no question, so this key is never used; remove it"]
    );
    assert_eq!(faults_in_game("tak", "ask = '?', accept = types('score'), shows = wins_in(1)").len(), 1);
    assert_eq!(faults_in_game("tak", "ask = '?', choices = { 'a', 'b' }, accept = 'a', shows = wins_in(1)").len(), 1);
}
