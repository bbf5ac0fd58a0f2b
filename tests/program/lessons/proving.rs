//! What a lesson calls right and wrong is proved: wins, losses and the goals that moves reach.

use super::faults;
use super::mistakes::of_step;

#[test]
fn a_move_called_wrong_does_not_win() {
    let road = "position = 'x5/x5/x2,1,x2/1,1,x,1,1/2,2,x3 1 8', ask = 'Finish the road.'";
    let wrong = "wrong = { ['c3-'] = 'That does not finish the road.' }";
    let says = "`c3-` wins at once, so it is not wrong; accept it, and say what you like under `right.c3-`";
    for accept in ["{ 'c2', 'Cc2' }", "fills('c2')", "threatens_road()", "prevents(wins_in(1))", "makes_line(3)"] {
        let told = of_step(&format!("{road}, accept = {accept}, {wrong}"));
        assert!(
            told.iter().any(|told| told == says || told == "`c3-` is accepted, so it is not wrong"),
            "{accept}: {told:?}"
        );
    }
    assert_eq!(of_step(&format!("{road}, accept = {{ 'c2', 'Cc2', 'c3-' }}")), [""; 0]);
    // Both win at once, c1+ by a road and b3 by flats.
    let full = "options = { size = 3 }, position = '1,x,2/1,1,2/2,2,1 1 6', ask = 'Make a road.'";
    let wrong = "wrong = { b3 = 'That wins by flats.' }";
    let by_road = format!("{full}, accept = wins_in {{ 1, by = 'road' }}, {wrong}");
    assert_eq!(of_step(&by_road), [""; 0], "a road is asked for, not just a win");
    let told = of_step(&format!("{full}, accept = 'c1+', {wrong}"));
    assert!(told[0].starts_with("`b3` wins at once, so it is not wrong"), "{told:?}");
}

#[test]
fn a_move_called_wrong_is_not_as_good_as_an_accepted_one() {
    // Both Cc2 and c2 win at once.
    let win = "position = 'x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6', ask = 'Win.', accept = 'c2'";
    let says = "`Cc2` wins at once, so it is not wrong; accept it, and say what you like under `right.Cc2`";
    assert_eq!(of_step(&format!("{win}, wrong = {{ Cc2 = 'Keep it.' }}")), [says]);
    // c3 wins in two turns as a flat and as a capstone would; nothing wins at once.
    let two = "position = '2,x3,2/x2,1,x2/1,1,x,1,x/x2,1,x2/2,x,1,x,2 1 8', ask = 'Win in two turns.'";
    let told = of_step(&format!("{two}, accept = 'c3', wrong = {{ Cc3 = 'No.' }}"));
    assert_eq!(
        told,
        ["`Cc3` wins within 2 turns, so it is not wrong; accept it, and say what you like under `right.Cc3`"]
    );
    let told = of_step(&format!("{two}, accept = 'c3'"));
    assert_eq!(told, ["Cc3 wins within 2 turns, too, and is not accepted"]);
    assert_eq!(of_step(&format!("{two}, accept = {{ 'c3', 'Cc3' }}, wrong = {{ e3 = 'One threat.' }}")), [""; 0]);
    // Slower is worse.
    assert_eq!(of_step(&format!("{win}, wrong = {{ c3 = 'Slower.' }}")).len(), 1, "only Cc2 is missing");
}

#[test]
fn an_accepted_move_does_not_lose_where_another_wins() {
    // White needs c2, and so does black, in column c.
    let both = "position = 'x2,2,x2/x2,2,x2/x2,2,x2/1,1,x,1,1/x2,2,x2 1 6', ask = 'Play.'";
    assert_eq!(of_step(&format!("{both}, accept = 'a5'")), ["`a5` is accepted and loses at once; c2 wins at once"]);
    let fills = of_step(&format!("{both}, labels = {{ X = 'c2', Y = 'a5' }}, accept = {{ fills('X'), fills('Y') }}"));
    assert_eq!(fills.last().map(String::as_str), Some("`a5` is accepted and loses at once; c2 wins at once"));
    assert_eq!(
        of_step(&format!("{both}, accept = legal(), refused = {{ a2 = 'Taken.' }}")),
        [""; 0],
        "where the rules are the question nobody need play well"
    );
    let road = "return lesson 'x' { game = 'tak', steps = { { position = 'x5/x5/x5/x5/1,1,1,1,x 2 6', ask = 'Play.', accept = 'a5' } } }";
    assert_eq!(faults(road), [], "nothing wins here, so it may be asked to lose");
}

/// What is said of a step alone, in a game of its own.
fn of_game(game: &str, step: &str) -> Vec<String> {
    let text = format!("return lesson 'x' {{ game = '{game}', steps = {{ {{ {step} }} }} }}");
    faults(&text).into_iter().map(|(_, path, says)| format!("{path}: {says}")).collect()
}

#[test]
fn cells_named_in_words_are_on_the_board() {
    let tak = |step: &str| of_game("tak", step);
    assert_eq!(tak("say = 'Look at f9.'"), ["steps[1].say: `f9` is no cell of this board"]);
    let ask = "ask = 'Play in the middle.', accept = 'c3', moves = 'a1 e5'";
    for (key, path) in [
        ("hints = { 'Not near (e6).' }", "hints[1]"),
        ("right = 'Now `e6` is near.'", "right"),
        ("right = { c3 = 'So Se6 is far.' }", "right.c3"),
        ("wrong = { b2 = 'e6 is no better' }", "wrong.b2"),
        ("refused = { a1 = 'Nor is e6-.' }", "refused.a1"),
    ] {
        let told = tak(&format!("{ask}, {key}"));
        assert_eq!(told, [format!("steps[1].{path}: `e6` is no cell of this board")], "{key}");
    }
    assert_eq!(of_game("trax", "say = 'Look at Z40.', moves = '@0/'"), ["steps[1].say: `Z40` is far from every tile"]);
    // Neither letters, nor numbers, nor what is spelled otherwise.
    let words = "say = 'Take b, a4-sized or A9 paper (size=9, b-2, p9x, 1,000 or 3:2), as in Tak 5.'";
    assert_eq!(tak(words), [""; 0]);
    assert_eq!(of_game("trax", &format!("{words}, moves = '@0/'").replace("A9 paper", "paper")), [""; 0]);
    assert_eq!(tak("say = 'a1 and E5, b10.5, c3: the e5s.'"), [""; 0]);
}

#[test]
fn a_hint_names_no_illegal_move() {
    let hint = |hint: &str| {
        of_game(
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
    assert_eq!(hint("Try `SB`, say."), [occupied], "letters on the board are cells");
    assert_eq!(hint("a1").len(), 1, "a hint that is nothing but a move");
    for fine in ["Try Cc3.", "Beside a1 it would be lost.", "Not Ca1: that is refused.", "SM or CM.", "B"] {
        assert_eq!(hint(fine), [""; 0], "{fine}");
    }
    let asked = "moves = 'a1 e5', ask = 'Break the rule.', accept = illegal('occupied'), refused = { a1 = 'Taken.' }, hints = { 'Sa1' }";
    assert_eq!(of_game("tak", asked), [""; 0], "where an illegal move is asked for a hint may name it");
    let trax = r"moves = '@0/ B1+ A0+', ask = 'Lay a tile there.', accept = 'B1+', hints = { 'B1\\ fits.' }";
    assert_eq!(of_game("trax", trax).len(), 1);
}

#[test]
fn what_words_after_a_right_answer_claim_is_proved() {
    let cross =
        "position = '2,x3,2/x2,1,x2/1,1,x,1,x/x2,1,x2/2,x,1,x,2 1 8', ask = 'Place at c3.', accept = { 'c3', 'Cc3' }";
    let shows = |shows: &str| of_game("tak", &format!("{cross}, shows = {shows}"));
    assert_eq!(shows("threatens { 1, by = 'road', places = 2 }"), [""; 0]);
    assert_eq!(shows("{ fills('c3'), avoids(wins_in(1)) }"), [""; 0]);
    assert_eq!(shows("{ c3 = scores(7), Cc3 = avoids(scores(7)) }"), [""; 0]);
    assert_eq!(shows("function(before, after) return after:top('c3') == 'flat' end").len(), 1);
    assert_eq!(
        shows("threatens { 1, by = 'road', places = 3 }"),
        ["steps[1].shows: `c3` is accepted, and this does not hold after it"]
    );
    assert_eq!(
        shows("{ fills('c3'), scores(7) }"),
        ["steps[1].shows[2]: `Cc3` is accepted, and this does not hold after it"]
    );
    assert_eq!(shows("{ e3 = fills('e3') }"), ["steps[1].shows.e3: `e3` is not accepted here, so this is never shown"]);
    assert_eq!(shows("makes_loop()"), ["steps[1].shows: this game has no loops"]);
    assert_eq!(
        shows("'two roads'"),
        ["steps[1].shows: expected a goal such as wins_in(1), not the text \"two roads\""]
    );
    assert_eq!(
        of_game("tak", "say = 'So.', shows = wins_in(1)"),
        ["steps[1].shows: nothing is asked in this step, so this is never used"]
    );
    assert_eq!(of_game("tak", "ask = '?', accept = types('score'), shows = wins_in(1)").len(), 1);
    assert_eq!(of_game("tak", "ask = '?', choices = { 'a', 'b' }, accept = 'a', shows = wins_in(1)").len(), 1);
}
