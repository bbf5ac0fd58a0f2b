use crate::common;
use crate::common::tantrix_data::{cases, rule_id};
use crate::tantrix::naive::NaiveTantrix;
use crate::tantrix::{board, listed};
use houserule_script::play::Session;

fn at(position: &str) -> Session {
    common::open("tantrix", &[], Some(position), "")
}

/// The tiles that a seat could lay on a forced space, held one at a time, with so many tiles in the bag.
fn fills(position: &str, place: (i32, i32), bag: usize) -> Vec<u16> {
    let on_board: Vec<u16> = NaiveTantrix::of(&at(position)).tiles.values().map(|(tile, _)| *tile).collect();
    let may_fill = |tile: &u16| {
        let session = at(&format!("{position} | hand {tile} | bag {bag}"));
        let spaces = board(&session).survey().spaces;
        spaces.iter().any(|space| (space.at.x, space.at.y) == place && !space.fits.is_empty())
    };
    (1..=56).filter(|tile| !on_board.contains(tile)).filter(may_fill).collect()
}

#[test]
fn forced_spaces_and_what_fits_them_are_known() {
    let cases = cases().forced;
    assert!(cases.len() >= 9, "only {} cases were read", cases.len());
    for case in cases {
        let session = at(&format!("{} | bag {}", case.position, case.bag));
        let naive = NaiveTantrix::of(&session);
        let spaces = board(&session).survey().spaces;
        let shown: Vec<(i32, i32)> = spaces.iter().map(|space| (space.at.x, space.at.y)).collect();
        let expected: Vec<(i32, i32)> = case.forced.iter().map(|space| (space.q, space.r)).collect();
        assert_eq!(shown, expected, "forced spaces of {}", case.name);
        for (space, shown) in case.forced.iter().zip(&spaces) {
            let (place, name) = ((space.q, space.r), &case.name);
            let need: String = naive.entering(place).iter().map(|colour| colour.unwrap_or('.')).collect();
            assert_eq!((naive.touching(place), need), (space.sides, space.need.clone()), "{name}");
            assert_eq!(fills(&case.position, place, 0), space.fits_of_unplayed, "{name}, by colour");
            assert_eq!(fills(&case.position, place, 1), space.legal_fills_with_bag, "{name}, with a bag");
            let legal = if case.bag > 0 { &space.legal_fills_with_bag } else { &space.fits_of_unplayed };
            assert_eq!(
                (shown.unseen_now, shown.unseen_later),
                (legal.len(), space.fits_of_unplayed.len()),
                "{name}: unseen tiles that fit, now and later"
            );
        }
    }
}

#[test]
fn placements_break_exactly_the_rules_they_are_known_to_break() {
    let cases = cases().placements;
    assert!(cases.len() >= 12, "only {} cases were read", cases.len());
    for case in cases {
        let tile = case.placed.split('@').next().unwrap_or_default();
        for (bag, expected) in [(1, &case.with_bag), (0, &case.bag_empty)] {
            let mut session = at(&format!("{} | hand {tile} | bag {bag}", case.position));
            let mut broken = common::rules_against(&mut session, &case.placed);
            // The cases judge the tile alone.
            broken.retain(|rule| rule != "fill-first");
            let expected: Vec<&str> =
                expected.iter().filter(|reason| *reason != "legal").map(|reason| rule_id(reason)).collect();
            assert_eq!(broken, expected, "{}: {} with {bag} in the bag", case.name, case.placed);
        }
    }
}

#[test]
fn scores_and_their_lines_and_loops_are_known() {
    let cases = cases().scores;
    assert!(cases.len() >= 15, "only {} cases were read", cases.len());
    for case in cases {
        let mut session = common::open("tantrix", &[("players", "4")], Some(&case.position), "");
        let points = session.game.score().expect("no script fails");
        let naive = NaiveTantrix::of(&session);
        let survey = board(&session).survey();
        for (index, colour) in board(&session).tile_game().set.colours.iter_enumerated() {
            let (score, tracks) = (case.scores[&colour.letter], &case.components[&colour.letter]);
            let what = format!("{} in `{}`", colour.name, case.position);
            let line = points.iter().find(|line| line.team == colour.name).expect("every colour has a seat");
            assert_eq!(line.points, f64::from(score), "{what}");
            let longest = |closed| tracks.iter().filter(|track| track.1 == closed).map(|track| track.0).max();
            let expected = (longest(false).unwrap_or(0), longest(true).unwrap_or(0));
            let shown = &survey.colours[index];
            assert_eq!((shown.line, shown.closed), expected, "longest line and loop of {what}");
            assert_eq!(&naive.tracks(colour.letter), tracks, "tracks of {what}");
        }
    }
}

#[test]
fn hands_owe_exactly_what_they_are_known_to_owe() {
    let cases = cases().obligations;
    assert!(cases.len() >= 4, "only {} cases were read", cases.len());
    for case in cases {
        let position = format!("{} | hand {} | bag {}", case.position, listed(&case.hand), case.bag);
        let mut session = at(&position);
        let forced = NaiveTantrix::of(&session).forced();
        let goes_to_a_forced_space = |text: &String| {
            let cell = text.split(['@', ':']).nth(1).and_then(|cell| cell.split_once(','));
            let (q, r) = cell.expect("a placement has a cell");
            forced.contains(&(q.parse().expect("a number"), r.parse().expect("a number")))
        };
        let moves = common::moves(&mut session);
        if case.must_fill {
            assert_eq!(moves, case.forced_moves, "{}: only what is owed is legal", case.name);
        } else {
            let fills: Vec<&String> = moves.iter().filter(|text| goes_to_a_forced_space(text)).collect();
            assert_eq!((moves.is_empty(), fills), (false, vec![]), "{}: nothing is owed", case.name);
        }
        let owing: Vec<bool> = board(&session).survey().spaces.iter().map(|space| !space.fits.is_empty()).collect();
        assert_eq!(owing.contains(&true), case.must_fill, "{}", case.name);
    }
}

#[test]
fn a_move_that_must_wait_is_told_what_to_fill_first() {
    let case = cases().obligations.into_iter().find(|case| case.name == "must_fill_one").expect("the case");
    let mut session = at(&format!("{} | hand {} | bag {}", case.position, listed(&case.hand), case.bag));
    for text in ["5@2,-1:0", "5@2,-1:1", "5@2,-1:2", "5@2,-1:3", "5@2,-1:4", "5@2,-1:5"] {
        let broken = common::rules_against(&mut session, text);
        assert!(broken.contains(&"fill-first".to_string()), "{text}: {broken:?}");
    }
    assert_eq!(common::rules_against(&mut session, &case.forced_moves[0]), [] as [String; 0]);
}
