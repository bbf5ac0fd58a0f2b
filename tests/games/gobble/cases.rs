//! Positions with known answers.

use crate::common;
use crate::common::tantrix_data::cases;

#[test]
fn known_placements_and_gifts_match() {
    let cases = cases().gobble;
    assert_eq!(cases.len(), 4, "all cases are read");
    for case in cases {
        let tile = case.mv.split('@').next().expect("a tile");
        // Add two tiles to give away, and an opponent to receive them.
        let position = format!("{} | hands {tile},54,55/56", case.position);
        for typed in [format!("1:{}", case.mv), case.mv.clone()] {
            let mut session = common::open("gobble", &[("players", "2")], Some(&position), "");
            let violations = common::violated_rules(&mut session, &typed);
            assert_eq!(violations.is_empty(), case.legal, "{}: {violations:?}", case.name);
            let listed = common::moves(&mut session).contains(&format!("1:{}", case.mv));
            assert_eq!(listed, case.legal, "{}", case.name);
            if !case.legal {
                assert_eq!(violations, ["touch"], "{}", case.name);
                continue;
            }
            session.play(&typed).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let mut given_away = 0;
            while let Some(gift) = common::moves(&mut session).into_iter().find(|mv| mv.starts_with("1:give:")) {
                session.play(&gift).unwrap_or_else(|error| panic!("{gift} in {}: {error}", case.name));
                given_away += 1;
            }
            assert_eq!(given_away, case.tiles_given_away, "{}", case.name);
        }
    }
}

#[test]
fn known_placements_match_in_solitaire() {
    for case in cases().gobble {
        let tile = case.mv.split('@').next().expect("a tile");
        let position = format!("{} | hand {tile} | discards 54 | bag 20", case.position);
        let mut session = common::open("gobble", &[("players", "1")], Some(&position), "");
        let violations = common::violated_rules(&mut session, &case.mv);
        assert_eq!(violations.is_empty(), case.legal, "{}: {violations:?}", case.name);
        if case.legal {
            session.play(&case.mv).expect("it is legal");
            let is_offered = common::moves(&mut session).contains(&"take".to_string());
            assert_eq!(is_offered, case.tiles_given_away > 0, "{}", case.name);
        }
    }
}
