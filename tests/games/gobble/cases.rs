//! Positions with known answers.

use crate::common;
use crate::common::tantrix_data::cases;

#[test]
fn what_touches_two_is_legal_and_a_gobble_gives_tiles_away() {
    let cases = cases().gobble;
    assert_eq!(cases.len(), 4, "all cases are read");
    for case in cases {
        let tile = case.placed.split('@').next().expect("a tile");
        // Two more tiles to give away, and an opponent to take them.
        let position = format!("{} | hands {tile},54,55/56", case.position);
        for typed in [format!("1:{}", case.placed), case.placed.clone()] {
            let mut session = common::open("gobble", &[("players", "2")], Some(&position), "");
            let broken = common::rules_against(&mut session, &typed);
            assert_eq!(broken.is_empty(), case.legal, "{}: {broken:?}", case.name);
            let listed = common::moves(&mut session).contains(&format!("1:{}", case.placed));
            assert_eq!(listed, case.legal, "{}", case.name);
            if !case.legal {
                assert_eq!(broken, ["touch"], "{}", case.name);
                continue;
            }
            session.play(&typed).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let mut given = 0;
            while let Some(gift) = common::moves(&mut session).into_iter().find(|mv| mv.starts_with("1:give:")) {
                session.play(&gift).unwrap_or_else(|error| panic!("{gift} in {}: {error}", case.name));
                given += 1;
            }
            assert_eq!(given, case.tiles_given_away, "{}", case.name);
        }
    }
}

#[test]
fn alone_the_same_tiles_are_legal() {
    for case in cases().gobble {
        let tile = case.placed.split('@').next().expect("a tile");
        let position = format!("{} | hand {tile} | discards 54 | bag 20", case.position);
        let mut session = common::open("gobble", &[("players", "1")], Some(&position), "");
        let broken = common::rules_against(&mut session, &case.placed);
        assert_eq!(broken.is_empty(), case.legal, "{}: {broken:?}", case.name);
        if case.legal {
            session.play(&case.placed).expect("it is legal");
            let is_offered = common::moves(&mut session).contains(&"take".to_string());
            assert_eq!(is_offered, case.tiles_given_away > 0, "{}", case.name);
        }
    }
}
