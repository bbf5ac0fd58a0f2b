//! What is listed is accepted, all else refused with a reason.

use crate::common;
use crate::{MODES, dealt};
use houserule::play::{Dice, Session};

/// Something that could be typed: any tile anywhere, by anybody; gifts, discards.
fn anything(session: &Session, dice: &mut Dice) -> String {
    let seats = session.plan().names.seats.len();
    let board = session.game.board().look().tiles().expect("there are tiles");
    let by = |dice: &mut Dice| match session.is_race() {
        true => format!("{}:", dice.below(seats) + 1),
        false => String::new(),
    };
    let tile = dice.below(56) + 1;
    match dice.below(10) {
        0 if session.is_race() => format!("{}give:{tile}>{}", by(dice), dice.below(seats) + 1),
        0 | 1 if !session.is_race() && session.plan().name == "gobble" => {
            ["take".to_string(), format!("discard:{tile}")][dice.below(2)].clone()
        }
        _ => {
            let laid = board.tiles();
            let near = if laid.is_empty() {
                (0, 0)
            } else {
                (laid[dice.below(laid.len())].x, laid[dice.below(laid.len())].y)
            };
            let (q, r) = (near.0 + dice.below(3) as i32 - 1, near.1 + dice.below(3) as i32 - 1);
            format!("{}{tile}@{q},{r}:{}", by(dice), dice.below(6))
        }
    }
}

#[test]
fn what_is_listed_is_accepted_and_all_else_is_refused_with_a_reason() {
    let (mut legal, mut illegal) = (0, 0);
    for mode in MODES {
        for seed in 0..4 {
            let mut session = dealt(mode, 300 + seed);
            let mut dice = Dice::new(seed);
            loop {
                let listed = common::moves(&mut session);
                if listed.is_empty() {
                    break;
                }
                let tried: Vec<String> = (0..25).map(|_| anything(&session, &mut dice)).collect();
                let some = (0..5).map(|_| listed[dice.below(listed.len())].clone());
                for text in tried.into_iter().chain(some) {
                    let refusals = session.why(&text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
                    // A tile that is alone in hand is discarded without its name.
                    let is_listed = listed.contains(&text)
                        || text.starts_with("discard:")
                            && listed.contains(&"discard".to_string())
                            && refusals.is_empty();
                    assert_eq!(
                        refusals.is_empty(),
                        is_listed,
                        "{mode:?}, `{text}`: {refusals:?}\n{}",
                        session.position()
                    );
                    (legal, illegal) =
                        (legal + refusals.is_empty() as usize, illegal + !refusals.is_empty() as usize);
                    for refusal in refusals {
                        let told = session.explain(&refusal);
                        assert!(told.ends_with(']') && told.contains(".lua:"), "{told}");
                    }
                }
                session.play(&listed[dice.below(listed.len())]).expect("it is listed");
            }
        }
    }
    assert!(legal > 1000 && illegal > 10_000, "{legal} legal, {illegal} illegal");
}
