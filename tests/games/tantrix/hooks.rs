//! Scripts that forbid mandatory fills.

use crate::common::{self, Snapshot, dealt, play_random_move, violated_rules};
use crate::tantrix::naive::{NaiveTantrix, parse_placement};
use crate::tantrix::{bag, board, hands};
use houserule_core::mechanics::Seat;
use houserule_script::play::{Rng, Session};

const VARIANT: &str = "tantrix+odd-fills";

/// Position in which tile 34 must fill -1,-1 once the bag is empty; the script forbids it.
const MANDATORY_FILL: &str = "35@0,0:0 56@0,1:1 20@0,-1:3 29@0,-2:4 10@-1,-2:5 55@0,2:5 30@1,2:1";
const FILL: &str = "34@-1,-1:0";

fn open_position(position: &str) -> Session {
    common::open(VARIANT, &[], Some(position), "")
}

/// Legal moves by the rules and the script, in byte order.
fn expected_moves(session: &Session) -> Vec<String> {
    let naive = NaiveTantrix::of(session);
    let (hand, bag_size) = (hands(session).swap_remove(session.game.seat().index()), bag(session).len());
    let forced = naive.forced();
    let mut moves = naive.unrestricted_moves(&hand, bag_size);
    moves.retain(|text| {
        let (tile, place, _) = parse_placement(text);
        tile % 2 == 1 || !forced.contains(&place)
    });
    let mandatory: Vec<String> =
        moves.iter().filter(|text| forced.contains(&parse_placement(text).1)).cloned().collect();
    if !mandatory.is_empty() || board(session).step() == 2 {
        moves = mandatory;
    }
    moves.sort_unstable();
    moves
}

#[test]
fn a_forbidden_fill_is_not_mandatory() {
    let mut plain = common::open("tantrix", &[], Some(&format!("{MANDATORY_FILL} | hand 1,2,3,4,5,34 | bag 0")), "");
    assert_eq!(common::moves(&mut plain), [FILL]);
    let mut session = open_position(&format!("{MANDATORY_FILL} | hand 1,2,3,4,5,34 | bag 0"));
    let moves = common::moves(&mut session);
    assert_eq!(moves, expected_moves(&session));
    assert!(!moves.is_empty() && !moves.contains(&FILL.to_string()), "{moves:?}");
    assert_eq!(violated_rules(&mut session, FILL), ["odd-fills"]);
    assert_eq!(violated_rules(&mut session, &moves[0]), [] as [String; 0]);
}

#[test]
fn the_turn_passes_if_every_mandatory_fill_is_forbidden() {
    let mut session = open_position(&format!("{MANDATORY_FILL} | hands 1,34/3 | bag 0 | seat red"));
    let before = Snapshot::of(&mut session);
    let free = before.moves.iter().find(|text| text.starts_with("1@")).expect("tile 1 can be placed");
    session.play(free).expect("it is listed");
    assert_eq!((session.game.seat().index(), board(&session).step()), (1, 0), "`{}`", session.position());
    assert!(!common::moves(&mut session).is_empty());
    session.undo();
    assert_eq!(Snapshot::of(&mut session), before);
}

#[test]
fn passing_skips_a_seat_without_tiles() {
    let mut session = open_position(&format!("{MANDATORY_FILL} | hands 1,34/ | bag 0 | seat red"));
    let free =
        common::moves(&mut session).into_iter().find(|text| text.starts_with("1@")).expect("tile 1 can be placed");
    session.play(&free).expect("it is listed");
    assert_eq!(
        (session.game.seat(), common::result(&mut session)),
        (Seat::FIRST, "open".into()),
        "`{}`",
        session.position()
    );
    assert!(!common::moves(&mut session).is_empty(), "red lays 34 elsewhere");
}

#[test]
fn a_given_position_in_the_last_step_passes_too() {
    let mut session = open_position(&format!("{MANDATORY_FILL} | hands 34/3 | bag 0 | seat red | step 3"));
    assert_eq!(
        (session.game.seat(), common::result(&mut session)),
        (Seat::new(1), "open".into()),
        "`{}`",
        session.position()
    );
}

#[test]
fn random_games_with_the_script_match_the_naive_implementation() {
    let mut forbidden_fills = 0;
    for seed in 0..3 {
        let mut session = dealt((VARIANT, &[("players", "3")]), seed);
        let mut rng = Rng::new(seed);
        for ply in 0.. {
            if ply % common::stride() > 0 {
                if !play_random_move(&mut session, &mut rng) {
                    break;
                }
                continue;
            }
            let position = session.position();
            let moves = common::moves(&mut session);
            if common::result(&mut session) != "open" {
                break;
            }
            assert_eq!(moves, expected_moves(&session), "after `{position}`");
            let naive = NaiveTantrix::of(&session);
            let hand = hands(&session).swap_remove(session.game.seat().index());
            for text in naive.moves(&hand, bag(&session).len(), false) {
                let legal = violated_rules(&mut session, &text).is_empty();
                assert_eq!(legal, moves.contains(&text), "{text} after `{position}`");
                forbidden_fills += !legal as usize;
            }
            if !play_random_move(&mut session, &mut rng) {
                break;
            }
        }
    }
    assert!(forbidden_fills > 20 / common::stride(), "the script forbade only {forbidden_fills} fills");
}
