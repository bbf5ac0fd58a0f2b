//! What a lesson calls right and wrong is proved: wins, losses and the goals that moves reach.

use super::faults;
use super::mistakes::of_step;

#[test]
fn a_move_called_wrong_does_not_win() {
    let road = "position = 'x5/x5/x2,1,x2/1,1,x,1,1/2,2,x3 1 8', ask = 'Finish the road.'";
    let wrong = "wrong = { ['c3-'] = 'That does not finish the road.' }";
    let says = "`c3-` wins at once, so it is not wrong; accept it, and say what you like under `right.c3-`";
    for accept in
        ["{ 'c2', 'Cc2' }", "fills('c2')", "threatens_road()", "prevents(wins_in(1))", "makes_line(3)"]
    {
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
    assert_eq!(
        of_step(&format!("{two}, accept = {{ 'c3', 'Cc3' }}, wrong = {{ e3 = 'One threat.' }}")),
        [""; 0]
    );
    // Slower is worse.
    assert_eq!(of_step(&format!("{win}, wrong = {{ c3 = 'Slower.' }}")).len(), 1, "only Cc2 is missing");
}

#[test]
fn an_accepted_move_does_not_lose_where_another_wins() {
    // White needs c2, and so does black, in column c.
    let both = "position = 'x2,2,x2/x2,2,x2/x2,2,x2/1,1,x,1,1/x2,2,x2 1 6', ask = 'Play.'";
    assert_eq!(
        of_step(&format!("{both}, accept = 'a5'")),
        ["`a5` is accepted and loses at once; c2 wins at once"]
    );
    let fills =
        of_step(&format!("{both}, labels = {{ X = 'c2', Y = 'a5' }}, accept = {{ fills('X'), fills('Y') }}"));
    assert_eq!(fills.last().map(String::as_str), Some("`a5` is accepted and loses at once; c2 wins at once"));
    assert_eq!(
        of_step(&format!("{both}, accept = legal(), refused = {{ a2 = 'Taken.' }}")),
        [""; 0],
        "where the rules are the question nobody need play well"
    );
    let road = "return lesson 'x' { game = 'tak', steps = { { position = 'x5/x5/x5/x5/1,1,1,1,x 2 6', ask = 'Play.', accept = 'a5' } } }";
    assert_eq!(faults(road), [], "nothing wins here, so it may be asked to lose");
}
