//! Scripts that forbid what is owed: then it is not owed.

use crate::common::{self, Snapshot, rules_against};
use crate::tantrix::naive::{NaiveTantrix, TantrixPlace};
use crate::tantrix::{bag, board, dealt, hands, step};
use houserule_core::mechanics::Seat;
use houserule_script::play::{Rng, Session};

const HOUSE: &str = "tantrix+odd-fills";

/// With the bag empty tile 34 is owed at -1,-1; the script forbids it.
const OWED: &str = "35@0,0:0 56@0,1:1 20@0,-1:3 29@0,-2:4 10@-1,-2:5 55@0,2:5 30@1,2:1";
const FILL: &str = "34@-1,-1:0";

fn at(position: &str) -> Session {
    common::open(HOUSE, &[], Some(position), "")
}

/// The tile and the cell of a placement.
fn read(text: &str) -> (u16, TantrixPlace) {
    let parts: Vec<i32> =
        text.split(['@', ',', ':']).map(|part| part.parse().expect("a placement is numbers")).collect();
    (parts[0] as u16, (parts[1], parts[2]))
}

/// The legal moves by the rules and the script, in byte order.
fn expected(session: &Session) -> Vec<String> {
    let naive = NaiveTantrix::of(session);
    let (hand, left) = (hands(session).swap_remove(session.game.seat().index()), bag(session).len());
    let forced = naive.forced();
    let mut moves = naive.placed(&hand, left);
    moves.retain(|text| {
        let (tile, place) = read(text);
        tile % 2 == 1 || !forced.contains(&place)
    });
    let owed: Vec<String> = moves.iter().filter(|text| forced.contains(&read(text).1)).cloned().collect();
    if !owed.is_empty() || board(session).step() == 2 {
        moves = owed;
    }
    moves.sort_unstable();
    moves
}

#[test]
fn what_a_script_forbids_is_not_owed() {
    let mut plain = common::open("tantrix", &[], Some(&format!("{OWED} | hand 1,2,3,4,5,34 | bag 0")), "");
    assert_eq!(common::moves(&mut plain), [FILL]);
    let mut session = at(&format!("{OWED} | hand 1,2,3,4,5,34 | bag 0"));
    let moves = common::moves(&mut session);
    assert_eq!(moves, expected(&session));
    assert!(!moves.is_empty() && !moves.contains(&FILL.to_string()), "{moves:?}");
    assert_eq!(rules_against(&mut session, FILL), ["odd-fills"]);
    assert_eq!(rules_against(&mut session, &moves[0]), [] as [String; 0]);
}

#[test]
fn in_the_last_step_the_turn_passes_where_all_that_is_owed_is_forbidden() {
    let mut session = at(&format!("{OWED} | hands 1,34/3 | bag 0 | seat red"));
    let before = Snapshot::of(&mut session);
    let free = before.moves.iter().find(|text| text.starts_with("1@")).expect("1 can be laid");
    session.play(free).expect("it is listed");
    assert_eq!((session.game.seat().index(), board(&session).step()), (1, 0), "`{}`", session.position());
    assert!(!common::moves(&mut session).is_empty());
    session.undo();
    assert_eq!(Snapshot::of(&mut session), before);
}

#[test]
fn a_turn_that_passes_so_skips_a_seat_without_tiles() {
    let mut session = at(&format!("{OWED} | hands 1,34/ | bag 0 | seat red"));
    let free = common::moves(&mut session).into_iter().find(|text| text.starts_with("1@")).expect("1 can be laid");
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
fn a_position_in_the_last_step_passes_too() {
    let mut session = at(&format!("{OWED} | hands 34/3 | bag 0 | seat red | step 3"));
    assert_eq!(
        (session.game.seat(), common::result(&mut session)),
        (Seat::new(1), "open".into()),
        "`{}`",
        session.position()
    );
}

#[test]
fn random_games_under_the_script_go_as_on_a_board_without_shortcuts() {
    let mut passed_over = 0;
    for seed in 0..3 {
        let mut session = dealt((HOUSE, &[("players", "3")]), seed);
        let mut rng = Rng::new(seed);
        for ply in 0.. {
            if ply % common::stride() > 0 {
                if !step(&mut session, &mut rng) {
                    break;
                }
                continue;
            }
            let position = session.position();
            let moves = common::moves(&mut session);
            if common::result(&mut session) != "open" {
                break;
            }
            assert_eq!(moves, expected(&session), "after `{position}`");
            let naive = NaiveTantrix::of(&session);
            let hand = hands(&session).swap_remove(session.game.seat().index());
            for text in naive.moves(&hand, bag(&session).len(), false) {
                let legal = rules_against(&mut session, &text).is_empty();
                assert_eq!(legal, moves.contains(&text), "{text} after `{position}`");
                passed_over += !legal as usize;
            }
            if !step(&mut session, &mut rng) {
                break;
            }
        }
    }
    assert!(passed_over > 20 / common::stride(), "the script forbade only {passed_over} fills");
}
