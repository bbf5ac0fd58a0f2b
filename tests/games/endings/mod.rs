//! Endings and variants of Tak in positions that can be checked by hand.

mod variants;

use crate::common::{open, result, score_lines, start};
use houserule_core::mechanics::Seat;

/// Result after some moves from a position.
fn result_after(position: &str, moves: &str) -> String {
    result(&mut open("tak", &[], Some(position), moves))
}

#[test]
fn a_road_joins_opposite_edges_by_flats_and_capstones() {
    assert_eq!(result_after("x3/1,1,x/x3 1 4", ""), "open");
    assert_eq!(result_after("x3/1,1,x/x3 1 4", "c2"), "R-0", "from left to right");
    assert_eq!(result_after("x,2,x/x,2,x/x3 2 4", "b1"), "0-R", "from top to bottom");
    assert_eq!(result_after("x5/x5/1,1,1,1,x/x5/x5 1 6", "Ce3"), "R-0", "a capstone is part of a road");
    assert_eq!(result_after("x3/1,1,x/x3 1 4", "Sc2"), "open", "a wall is not");
    assert_eq!(result_after("x3/1,x,x/x,1,1 1 4", "b2"), "R-0", "a road may bend");
    assert_eq!(result_after("x3/1,x2/x,1,x 1 4", "c2"), "open", "corners do not touch");
    assert_eq!(result_after("1,x2/x3/x2,1 1 4", "b3"), "open", "adjacent edges are not opposite");
}

#[test]
fn a_double_road_wins_for_the_mover() {
    // White's d4 is in black's fourth row; going down it completes both rows at once.
    let both = "a4 a3 b3 b4 c3 c4 d3 d4 d3+ e4 e3 f4 f3 Cb5 d4-";
    let mut session = open("tak", &[("size", "6")], None, both);
    assert_eq!(result(&mut session), "R-0");
    assert_eq!(result_after("1,1,1/x,2,x/2,12,2 2 6", ""), "R-0", "white's road stood before black moved");
    assert_eq!(result_after("1,1,12/2,2,x/x3 2 6", "c3-"), "0-R", "black uncovers white's road and ends its own");
    assert_eq!(result_after("2,2,21/1,1,x/x3 1 6", "c3-"), "R-0", "the same with the colours exchanged");
}

#[test]
fn uncovering_the_opponents_road_loses() {
    assert_eq!(result_after("x3/2,2,21/x3 1 4", "c2-"), "0-R");
    assert_eq!(result_after("x3/1,1,12/x3 2 4", "c2+"), "R-0");
}

#[test]
fn a_finished_position_is_judged_for_the_seat_that_just_moved() {
    assert_eq!(result_after("1,1,1/x3/2,2,2 1 5", ""), "0-R", "black has just moved");
    assert_eq!(result_after("1,1,1/x3/2,2,2 2 5", ""), "R-0", "white has just moved");
    assert_eq!(result_after("1,1,1/x3/2,2,x 1 5", ""), "R-0");
    let full = "1,2,1/2,1,2/1,2,1 2 5";
    let mut session = open("tak", &[], Some(full), "");
    assert_eq!(result(&mut session), "F-0");
    assert_eq!(crate::common::moves(&mut session), [] as [String; 0], "nothing can be played any more");
}

/// White's spread from c2 to c1 fills the board: four flats each, and white's wall in the middle.
const FILLED_BY_SPREAD: (&str, &str) = ("1,2,1/2,1S,21/1,2,x 1 6", "c2-");

#[test]
fn flats_are_counted_when_a_spread_fills_the_board() {
    let (position, fill) = FILLED_BY_SPREAD;
    assert_eq!(result_after(position, fill), "1/2-1/2", "four flats each; the wall is none");
    assert_eq!(result_after("1,2,1/2,1,21/1,2,x 1 6", fill), "F-0", "five to four");
    assert_eq!(result_after("1,2,1/2,1S,21/1S,2,x 1 6", fill), "0-F", "three to four");
    assert_eq!(result_after("1,2,1/2,1S,1/1,2,x 1 6", "c2-"), "open", "the origin was left empty");
}

#[test]
fn komi_is_added_to_blacks_count() {
    let (position, fill) = FILLED_BY_SPREAD;
    let result_with_komi = |komi: &str| {
        let mut session = open("tak", &[("komi", komi)], Some(position), fill);
        let half_points = session.game.board().score_now().expect("flats are counted");
        let half_points: Vec<i32> = half_points.into_iter().map(|(halves, _)| halves).collect();
        (result(&mut session), half_points)
    };
    let halves = |white: i32, black: i32| vec![white, black];
    assert_eq!(result_with_komi("0"), ("1/2-1/2".into(), halves(8, 8)));
    assert_eq!(result_with_komi("0.5"), ("0-F".into(), halves(8, 9)));
    assert_eq!(result_with_komi("2"), ("0-F".into(), halves(8, 12)));
    assert_eq!(result_with_komi("-0.5"), ("F-0".into(), halves(8, 7)));
    assert_eq!(result_with_komi("-5"), ("F-0".into(), halves(8, -2)));
    assert_eq!(result_with_komi("9.5"), ("0-F".into(), halves(8, 27)));
    let one_more = "1,2,1/2,1,21/1,2,x 1 6";
    let level = |komi: &str| result(&mut open("tak", &[("komi", komi)], Some(one_more), fill));
    assert_eq!(level("0.5"), "F-0", "five to four and a half");
    assert_eq!(level("1"), "1/2-1/2", "five each");
    assert_eq!(level("1.5"), "0-F", "five to five and a half");
}

#[test]
fn komi_shows_in_the_count_of_a_running_game() {
    let mut session = open("tak", &[("komi", "2.5")], None, "a1 e5 c3");
    assert_eq!(score_lines(&mut session), ["white 2 flats", "black 3.5 flats"]);
}

#[test]
fn invalid_komi_is_rejected() {
    for komi in ["10", "-5.5", "0.25", "two"] {
        let settings = crate::common::to_settings(&[("komi", komi)]);
        assert!(crate::common::workspace().open("tak", &settings, None, &[]).is_err(), "komi {komi}");
    }
}

#[test]
fn flats_are_counted_when_a_seat_has_no_pieces_left() {
    let settings = [("flats1", "3"), ("caps1", "1")];
    let mut session = open("tak+handicap", &settings, None, "a1 e5 c3 b1 c4 Sb5");
    assert_eq!(result(&mut session), "open", "white's stones are gone, its capstone is not");
    let kinds: Vec<String> = crate::common::moves(&mut session)
        .into_iter()
        .filter(|text| !text.contains(['<', '>', '+', '-']))
        .map(|text| text[..1].to_string())
        .collect();
    assert_eq!(kinds, ["C"; 19], "white can place its capstone on any of 19 squares, and nothing else");
    session.play("Cd1").expect("the capstone is left");
    assert_eq!(result(&mut session), "F-0", "three flats to two; capstones and walls do not count");
    assert_eq!(score_lines(&mut session), ["white 25 25 cells + 0 left", "black 0 lost"]);
}

#[test]
fn flats_are_counted_when_the_other_seat_has_no_pieces_left() {
    // Black's opening places white's only stone.
    let settings = [("flats1", "1"), ("caps1", "0")];
    let mut session = open("tak+handicap", &settings, None, "a1 e5");
    assert_eq!(result(&mut session), "1/2-1/2");
}

#[test]
fn a_road_wins_before_flats_are_counted() {
    assert_eq!(result_after("1,1,x/2,1,2/2,2S,2S 1 6", "c3"), "R-0", "the last square completes a road");
    let settings = [("size", "3"), ("flats1", "3")];
    let mut session = open("tak+handicap", &settings, None, "a1 a3 b3 b1 c3");
    assert_eq!(result(&mut session), "R-0", "so does the last stone");
}

#[test]
fn a_win_is_worth_the_board_and_the_winners_unplayed_pieces() {
    let mut session = open("tak", &[], Some("x4/11111112S,x3/x4/1,1,1,x 1 12"), "d1");
    assert_eq!(result(&mut session), "R-0");
    assert_eq!(score_lines(&mut session), ["white 20 16 cells + 4 left", "black 0 lost"]);
}

#[test]
fn a_draw_is_worth_nothing() {
    let (position, fill) = FILLED_BY_SPREAD;
    let mut session = open("tak", &[], Some(position), fill);
    assert_eq!(score_lines(&mut session), ["white 0 drawn", "black 0 drawn"]);
}

#[test]
fn a_capstone_crushes_only_alone_and_last() {
    let mut session = open("tak", &[], Some("x5/x5/x5/x5/111C,x,2S,2C,x 1 9"), "");
    let mut violations = |text: &str| crate::common::violated_rules(&mut session, text);
    assert_eq!(violations("2a1>11*"), [] as [&str; 0]);
    assert_eq!(violations("3a1>21*"), [] as [&str; 0]);
    assert_eq!(violations("3a1>12"), ["covers"], "two pieces crush nothing");
    assert_eq!(violations("3a1>111"), ["covers", "covers"], "nothing passes a wall, and a capstone cannot be covered");
    assert_eq!(violations("a1>*"), ["covers"], "a star where nothing is crushed");
    session.play("2a1>11*").expect("the capstone crushes");
    assert_eq!(session.position(), "x5/x5/x5/x5/1,1,21C,2C,x 2 9");
}

#[test]
fn a_flat_at_the_front_crushes_nothing() {
    let mut session = open("tak", &[], Some("x5/x5/x5/x5/1C,1,2S,x2 1 9"), "");
    assert_eq!(crate::common::violated_rules(&mut session, "b1>"), ["covers"]);
}

#[test]
fn every_seat_first_places_a_flat_of_the_other_colour() {
    let mut session = start("tak", &[("size", "3")]);
    assert_eq!(crate::common::violated_rules(&mut session, "Sa1"), ["opening"]);
    session.play("a1").expect("any empty square");
    assert_eq!(session.position(), "x3/x3/2,x2 2 1");
    assert_eq!(crate::common::violated_rules(&mut session, "a1+"), ["opening"], "black's flat is not moved yet");
    session.play("c3").expect("any empty square");
    assert_eq!(session.position(), "x2,1/x3/2,x2 1 2");
    let left = |seat| session.game.board().reserves_left(seat);
    assert_eq!((left(Seat::FIRST), left(Seat::new(1))), (9, 9));
}
