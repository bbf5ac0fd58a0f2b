//! What is listed is accepted, all else refused with a reason.

use crate::common;
use crate::gobble::{MODES, dealt};
use houserule_script::play::{Rng, Session};

/// Something that could be typed: any tile anywhere, by anybody; gifts, discards.
fn anything(session: &Session, rng: &mut Rng) -> String {
    let seats = session.plan().names.seats.len();
    let board = session.game.board().view().tile_game().expect("there are tiles");
    let by = |rng: &mut Rng| match session.is_race() {
        true => format!("{}:", rng.below(seats) + 1),
        false => String::new(),
    };
    let tile = rng.below(56) + 1;
    match rng.below(10) {
        0 if session.is_race() => format!("{}give:{tile}>{}", by(rng), rng.below(seats) + 1),
        0 | 1 if !session.is_race() && session.plan().name == "gobble" => {
            ["take".to_string(), format!("discard:{tile}")][rng.below(2)].clone()
        }
        _ => {
            let laid = board.tiles();
            let near =
                if laid.is_empty() { (0, 0) } else { (laid[rng.below(laid.len())].x, laid[rng.below(laid.len())].y) };
            let (q, r) = (near.0 + rng.below(3) as i32 - 1, near.1 + rng.below(3) as i32 - 1);
            format!("{}{tile}@{q},{r}:{}", by(rng), rng.below(6))
        }
    }
}

#[test]
fn what_is_listed_is_accepted_and_all_else_is_refused_with_a_reason() {
    let (mut legal, mut illegal) = (0, 0);
    for mode in MODES {
        for seed in 0..4 {
            let mut session = dealt(mode, 300 + seed);
            let mut rng = Rng::new(seed);
            loop {
                let listed = common::moves(&mut session);
                if listed.is_empty() {
                    break;
                }
                let tried: Vec<String> = (0..25).map(|_| anything(&session, &mut rng)).collect();
                let some = (0..5).map(|_| listed[rng.below(listed.len())].clone());
                for text in tried.into_iter().chain(some) {
                    let violations = session.why(&text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
                    // A tile that is alone in hand is discarded without its name.
                    let is_listed = listed.contains(&text)
                        || text.starts_with("discard:")
                            && listed.contains(&"discard".to_string())
                            && violations.is_empty();
                    assert_eq!(
                        violations.is_empty(),
                        is_listed,
                        "{mode:?}, `{text}`: {violations:?}\n{}",
                        session.position()
                    );
                    (legal, illegal) =
                        (legal + violations.is_empty() as usize, illegal + !violations.is_empty() as usize);
                    for violation in violations {
                        let told = session.explain(&violation);
                        assert!(told.ends_with(']') && told.contains(".lua:"), "{told}");
                    }
                }
                session.play(&listed[rng.below(listed.len())]).expect("it is listed");
            }
        }
    }
    assert!(legal > 1000 && illegal > 10_000, "{legal} legal, {illegal} illegal");
}
