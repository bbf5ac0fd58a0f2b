use crate::common;
use crate::common::tantrix_data::{cases, rule_id};
use crate::tantrix::naive::{NaiveTantrix, parse_placement};
use crate::tantrix::{board, comma_list};
use houserule_script::play::Session;

fn open_position(position: &str) -> Session {
    common::open("tantrix", &[], Some(position), "")
}

/// Tiles that could fill a forced space if held alone, with a number of tiles in the bag.
fn legal_fills(position: &str, place: (i32, i32), bag: usize) -> Vec<u16> {
    let on_board: Vec<u16> = NaiveTantrix::of(&open_position(position)).tiles.values().map(|(tile, _)| *tile).collect();
    let may_fill = |tile: &u16| {
        let session = open_position(&format!("{position} | hand {tile} | bag {bag}"));
        let spaces = board(&session).survey().spaces;
        spaces.iter().any(|space| (space.at.x, space.at.y) == place && !space.fits.is_empty())
    };
    (1..=56).filter(|tile| !on_board.contains(tile)).filter(may_fill).collect()
}

#[test]
fn known_forced_spaces_match() {
    let cases = cases().forced;
    assert!(cases.len() >= 9, "only {} cases were read", cases.len());
    for case in cases {
        let session = open_position(&format!("{} | bag {}", case.position, case.bag));
        let naive = NaiveTantrix::of(&session);
        let spaces = board(&session).survey().spaces;
        let actual: Vec<(i32, i32)> = spaces.iter().map(|space| (space.at.x, space.at.y)).collect();
        let expected: Vec<(i32, i32)> = case.forced.iter().map(|space| (space.q, space.r)).collect();
        assert_eq!(actual, expected, "forced spaces of {}", case.name);
        for (space, actual) in case.forced.iter().zip(&spaces) {
            let (place, name) = ((space.q, space.r), &case.name);
            let need: String = naive.entering(place).iter().map(|colour| colour.unwrap_or('.')).collect();
            assert_eq!((naive.touching(place), need), (space.sides, space.need.clone()), "{name}");
            assert_eq!(legal_fills(&case.position, place, 0), space.fits_of_unplayed, "{name}, by colour");
            assert_eq!(legal_fills(&case.position, place, 1), space.legal_fills_with_bag, "{name}, with a bag");
            let legal = if case.bag > 0 { &space.legal_fills_with_bag } else { &space.fits_of_unplayed };
            assert_eq!(
                (actual.unseen_now, actual.unseen_later),
                (legal.len(), space.fits_of_unplayed.len()),
                "{name}: unseen tiles that fit, now and later"
            );
        }
    }
}

#[test]
fn known_placements_match() {
    let cases = cases().placements;
    assert!(cases.len() >= 12, "only {} cases were read", cases.len());
    for case in cases {
        let tile = case.mv.split('@').next().unwrap_or_default();
        for (bag, expected) in [(1, &case.with_bag), (0, &case.bag_empty)] {
            let mut session = open_position(&format!("{} | hand {tile} | bag {bag}", case.position));
            let mut violations = common::violated_rules(&mut session, &case.mv);
            // The cases ignore mandatory fills.
            violations.retain(|rule| rule != "fill-first");
            let expected: Vec<&str> =
                expected.iter().filter(|reason| *reason != "legal").map(|reason| rule_id(reason)).collect();
            assert_eq!(violations, expected, "{}: {} with {bag} in the bag", case.name, case.mv);
        }
    }
}

#[test]
fn known_scores_match() {
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
            let actual = &survey.colours[index];
            assert_eq!((actual.line, actual.closed), expected, "longest line and loop of {what}");
            assert_eq!(&naive.tracks(colour.letter), tracks, "tracks of {what}");
        }
    }
}

#[test]
fn known_mandatory_fills_match() {
    let cases = cases().obligations;
    assert!(cases.len() >= 4, "only {} cases were read", cases.len());
    for case in cases {
        let position = format!("{} | hand {} | bag {}", case.position, comma_list(&case.hand), case.bag);
        let mut session = open_position(&position);
        let forced = NaiveTantrix::of(&session).forced();
        let is_fill = |text: &&String| forced.contains(&parse_placement(text).1);
        let moves = common::moves(&mut session);
        if case.must_fill {
            assert_eq!(moves, case.forced_moves, "{}: only mandatory fills are legal", case.name);
        } else {
            let legal_fills: Vec<&String> = moves.iter().filter(is_fill).collect();
            assert_eq!((moves.is_empty(), legal_fills), (false, vec![]), "{}: no fill is mandatory", case.name);
        }
        let fillable: Vec<bool> = board(&session).survey().spaces.iter().map(|space| !space.fits.is_empty()).collect();
        assert_eq!(fillable.contains(&true), case.must_fill, "{}", case.name);
    }
}

#[test]
fn free_moves_are_rejected_while_a_fill_is_mandatory() {
    let case = cases().obligations.into_iter().find(|case| case.name == "must_fill_one").expect("the case");
    let mut session = open_position(&format!("{} | hand {} | bag {}", case.position, comma_list(&case.hand), case.bag));
    for text in ["5@2,-1:0", "5@2,-1:1", "5@2,-1:2", "5@2,-1:3", "5@2,-1:4", "5@2,-1:5"] {
        let violations = common::violated_rules(&mut session, text);
        assert!(violations.contains(&"fill-first".to_string()), "{text}: {violations:?}");
    }
    assert_eq!(common::violated_rules(&mut session, &case.forced_moves[0]), [] as [String; 0]);
}
