//! Every variant in `variants/tak` does what its title says.

use crate::common::{moves, open, result, start, to_settings, violated_rules, workspace};
use houserule_core::mechanics::Seat;

const NONE: [&str; 0] = [];

#[test]
fn no_swap_places_own_pieces_from_the_first_turn() {
    let session = open("tak+no-swap", &[("size", "3")], None, "a1 c3");
    assert_eq!(session.position(), "x2,2/x3/1,x2 1 2");
    let mut session = start("tak+no-swap", &[]);
    assert_eq!(violated_rules(&mut session, "Ca1"), NONE, "any piece may come first");
}

#[test]
fn double_black_stack_opens_with_two_black_flats() {
    let mut session = start("tak+double-black-stack", &[]);
    assert_eq!(moves(&mut session).len(), 25);
    assert!(moves(&mut session).iter().all(|text| text.starts_with('2')));
    assert_eq!(violated_rules(&mut session, "a1"), ["opening"], "one flat is not enough");
    assert_eq!(violated_rules(&mut session, "3a1"), ["opening"], "three are too many");
    session.play("2a1").expect("white opens");
    assert_eq!(session.position(), "x5/x5/x5/x5/22,x4 2 1");
    assert_eq!(violated_rules(&mut session, "2b1"), ["opening"], "black places one");
    session.play("b1").expect("black opens");
    assert_eq!(session.position(), "x5/x5/x5/x5/22,1,x3 1 2");
    let left = |seat| session.game.board().reserves_left(seat);
    assert_eq!((left(Seat::FIRST), left(Seat::new(1))), (21, 20), "both came from black's reserve");
}

#[test]
fn no_edge_keeps_the_first_flats_off_the_edge() {
    let mut session = start("tak+no-edge", &[]);
    let inside = ["b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4"];
    assert_eq!(moves(&mut session), inside);
    assert_eq!(violated_rules(&mut session, "a3"), ["opening"]);
    session.play("b2").expect("inside");
    assert_eq!(moves(&mut session), inside[1..]);
    session.play("d4").expect("inside");
    assert_eq!(violated_rules(&mut session, "a3"), NONE, "later the edge is free");
}

#[test]
fn centre_black_puts_the_first_black_flat_in_the_centre() {
    let mut odd = start("tak+centre-black", &[("size", "5")]);
    assert_eq!(moves(&mut odd), ["c3"]);
    let mut even = start("tak+centre-black", &[("size", "6")]);
    assert_eq!(moves(&mut even), ["c3", "c4", "d3", "d4"]);
    assert_eq!(violated_rules(&mut odd, "a1"), ["opening"]);
    odd.play("c3").expect("the centre");
    assert_eq!(moves(&mut odd).len(), 24, "black is free to place anywhere");
}

#[test]
fn ties_to_black_gives_black_a_level_count() {
    let level = ("1,2,1/2,1S,21/1,2,x 1 6", "c2-");
    let mut session = open("tak+ties-to-black", &[], Some(level.0), level.1);
    assert_eq!(result(&mut session), "0-F");
    let five_to_four = ("1,2,1/2,1,21/1,2,x 1 6", "c2-");
    let mut session = open("tak+ties-to-black", &[], Some(five_to_four.0), five_to_four.1);
    assert_eq!(result(&mut session), "F-0", "a higher count is still white's");
}

#[test]
fn handicap_gives_each_seat_a_reserve_of_its_own() {
    let settings = [("flats1", "7"), ("caps1", "0"), ("flats2", "30"), ("caps2", "3")];
    let reserves = |settings: &[(&str, &str)]| {
        let session = start("tak+handicap", settings);
        let (board, plan) = (session.game.board().view().stones().expect("Tak has stones"), session.plan());
        let kind = |name: &str| plan.names.piece(name).expect("a piece");
        [0, 1].map(Seat::new).map(|seat| (board.reserve_of(seat, kind("flat")), board.reserve_of(seat, kind("cap"))))
    };
    assert_eq!(reserves(&settings), [(7, 0), (30, 3)]);
    assert_eq!(reserves(&[("flats2", "9")]), [(21, 1), (9, 1)], "other reserves keep their defaults");
    let mut session = open("tak+handicap", &settings, None, "a1 e5");
    assert_eq!(violated_rules(&mut session, "Cc3"), ["reserve"], "white has no capstone");
}

#[test]
fn carry_changes_the_carry_limit() {
    let tower = Some("x5/x5/111,x4/x5/x5 1 9");
    let mut session = open("tak+carry", &[("carry", "2")], tower, "");
    assert_eq!(violated_rules(&mut session, "2a3>11"), NONE);
    assert_eq!(violated_rules(&mut session, "3a3>"), ["carry"]);
    let tall = Some("x5/x5/111111111,x4/x5/x5 1 12");
    let mut session = open("tak+carry", &[("carry", "9")], tall, "");
    assert_eq!(violated_rules(&mut session, "9a3>3321"), NONE, "more than the board's size");
    let mut standard = open("tak", &[], tall, "");
    assert_eq!(violated_rules(&mut standard, "9a3>3321"), ["carry"]);
}

#[test]
fn no_progress_draws_when_nothing_is_placed_for_long() {
    let shuffle = "a1 e5 e5- a1+ e4+ a2-";
    let mut session = open("tak+no-progress", &[("plies", "5")], None, shuffle.trim_end_matches(" a2-"));
    assert_eq!(result(&mut session), "open", "three plies without a placement");
    session.play("a2-").expect("the game goes on");
    assert_eq!(result(&mut session), "open", "four");
    session.play("e5-").expect("the game goes on");
    assert_eq!(result(&mut session), "1/2-1/2", "five");
    assert_eq!(violated_rules(&mut session, "c3"), ["over"]);
    let mut placed = open("tak+no-progress", &[("plies", "5")], None, &format!("{shuffle} c3 a1+"));
    assert_eq!(result(&mut placed), "open", "a placement resets the count");
    let mut standard = open("tak", &[], None, &format!("{shuffle} e5-"));
    assert_eq!(result(&mut standard), "open", "the standard rules have no such draw");
}

#[test]
fn a_crush_is_progress() {
    let position = Some("x5/x5/x5/1,x4/1C,2S,x2,2 1 9");
    let mut quiet = open("tak+no-progress", &[("plies", "3")], position, "a2+ e1+ a3-");
    assert_eq!(result(&mut quiet), "1/2-1/2");
    let mut crushed = open("tak+no-progress", &[("plies", "3")], position, "a2+ e1+ a1>* e2-");
    assert_eq!(result(&mut crushed), "open");
    crushed.play("a3-").expect("the game goes on");
    crushed.play("e1+").expect("the game goes on");
    assert_eq!(result(&mut crushed), "1/2-1/2", "three plies after the crush");
}

#[test]
fn repetition_draws_at_the_third_occurrence() {
    let round = "e5- a1+ e4+ a2-";
    let after = |rounds: &str| result(&mut open("tak+repetition", &[], None, rounds));
    assert_eq!(after(&format!("a1 e5 {round}")), "open", "the second occurrence");
    assert_eq!(after(&format!("a1 e5 {round} e5- a1+ e4+")), "open", "not yet the third");
    assert_eq!(after(&format!("a1 e5 {round} {round}")), "1/2-1/2");
    let mut standard = open("tak", &[], None, &format!("a1 e5 {round} {round}"));
    assert_eq!(result(&mut standard), "open", "the standard rules have no such draw");
}

#[test]
fn no_walls_forbids_walls() {
    let mut session = open("tak+no-walls", &[], None, "a1 e5");
    assert_eq!(violated_rules(&mut session, "Sc3"), ["reserve"]);
    assert!(moves(&mut session).iter().all(|text| !text.starts_with('S')));
    assert_eq!(violated_rules(&mut session, "Cc3"), NONE, "capstones stay");
}

const CAP_AND_WALLS: Option<&str> = Some("x5/x5/2S,x4/x5/1C,x,1S,x2 1 9");

#[test]
fn no_crush_forbids_crushing_walls() {
    let beside = Some("x5/x5/x5/2S,x4/1C,x4 1 9");
    let mut session = open("tak+no-crush", &[], beside, "");
    assert_eq!(violated_rules(&mut session, "a1+"), ["covers"]);
    assert_eq!(violated_rules(&mut session, "a1>"), NONE, "it still moves");
    let mut standard = open("tak", &[], beside, "");
    assert_eq!(violated_rules(&mut standard, "a1+"), NONE);
}

#[test]
fn crush_others_spares_own_walls() {
    let mut session = open("tak+crush-others", &[], CAP_AND_WALLS, "a1> c5");
    assert_eq!(violated_rules(&mut session, "b1>"), ["covers"], "white's own wall");
    let mut session = open("tak+crush-others", &[], CAP_AND_WALLS, "a1+ c5");
    assert_eq!(violated_rules(&mut session, "a2+"), NONE, "black's wall");
    let mut standard = open("tak", &[], CAP_AND_WALLS, "a1> c5");
    assert_eq!(violated_rules(&mut standard, "b1>"), NONE, "usually any wall");
}

#[test]
fn diagonal_roads_turn_corners() {
    let corner_to_corner = Some("x2,1/x,1,x/x3 1 4");
    let mut session = open("tak+diagonal-roads", &[], corner_to_corner, "a1");
    assert_eq!(result(&mut session), "R-0");
    let mut standard = open("tak", &[], corner_to_corner, "a1");
    assert_eq!(result(&mut standard), "open");
}

#[test]
fn big_boards_run_from_nine_to_twelve() {
    for (size, flats, last) in [("9", 60, "i9"), ("10", 75, "j10"), ("11", 90, "k11"), ("12", 105, "l12")] {
        let mut session = open("tak+big", &[("size", size)], None, last);
        let side: usize = size.parse().unwrap();
        assert_eq!(moves(&mut session).len(), side * side - 1, "size {size}");
        let unplayed = [0, 1].map(Seat::new).map(|seat| session.game.board().reserves_left(seat));
        assert_eq!(unplayed, [flats + 3, flats + 2], "size {size}, one black flat placed");
    }
    for size in ["8", "13"] {
        assert!(workspace().open("tak+big", &to_settings(&[("size", size)]), None, &[]).is_err(), "size {size}");
    }
    let road = Some("1,1,1,1,1,1,1,1,x/x9/x9/x9/x9/x9/x9/x9/x9 1 20");
    assert_eq!(result(&mut open("tak+big", &[], road, "i9")), "R-0");
}

#[test]
fn late_walls_wait_for_their_turn() {
    let four_turns = "a1 e5 c3 b4 d2 e1 a5 c1";
    let mut session = open("tak+late-walls", &[], None, four_turns.trim_end_matches(" c1"));
    assert_eq!(violated_rules(&mut session, "Sd4"), ["late-walls"], "black's fourth turn");
    assert!(moves(&mut session).iter().all(|text| !text.starts_with('S')));
    session.play("c1").expect("a flat is not a wall");
    assert_eq!(violated_rules(&mut session, "Sd4"), NONE, "white's fifth turn");
    let mut sooner = open("tak+late-walls", &[("turn", "3")], None, "a1 e5 c3 b4");
    assert_eq!(violated_rules(&mut sooner, "Sd4"), NONE, "the turn can be set");
}
