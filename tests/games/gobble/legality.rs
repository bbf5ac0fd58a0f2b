//! Listed moves are accepted, all others rejected with a reason.

use crate::common::{self, dealt};
use crate::gobble::GAME_SETUPS;
use houserule_script::play::{Rng, Session};

/// Random input: any tile anywhere by any seat, gifts, discards.
fn random_text(session: &Session, rng: &mut Rng) -> String {
    let seats = session.plan().names.seats.len();
    let board = session.game.board().view().tile_game().expect("there are tiles");
    let prefix = |rng: &mut Rng| match session.is_race() {
        true => format!("{}:", rng.below(seats) + 1),
        false => String::new(),
    };
    let tile = rng.below(56) + 1;
    match rng.below(10) {
        0 if session.is_race() => format!("{}give:{tile}>{}", prefix(rng), rng.below(seats) + 1),
        0 | 1 if !session.is_race() && session.plan().name == "gobble" => {
            ["take".to_string(), format!("discard:{tile}")][rng.below(2)].clone()
        }
        _ => {
            let tiles = board.tiles();
            let near = if tiles.is_empty() {
                (0, 0)
            } else {
                (tiles[rng.below(tiles.len())].x, tiles[rng.below(tiles.len())].y)
            };
            let (q, r) = (near.0 + rng.below(3) as i32 - 1, near.1 + rng.below(3) as i32 - 1);
            format!("{}{tile}@{q},{r}:{}", prefix(rng), rng.below(6))
        }
    }
}

#[test]
fn exactly_the_listed_moves_are_accepted() {
    let (mut legal, mut illegal) = (0, 0);
    for setup in GAME_SETUPS {
        for seed in 0..4 {
            let mut session = dealt(setup, 300 + seed);
            let mut rng = Rng::new(seed);
            loop {
                let listed = common::moves(&mut session);
                if listed.is_empty() {
                    break;
                }
                let candidates: Vec<String> = (0..25).map(|_| random_text(&session, &mut rng)).collect();
                let listed_sample = (0..5).map(|_| listed[rng.below(listed.len())].clone());
                for text in candidates.into_iter().chain(listed_sample) {
                    let violations = session.why(&text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
                    // The only tile in hand is discarded without its name.
                    let is_listed = listed.contains(&text)
                        || text.starts_with("discard:")
                            && listed.contains(&"discard".to_string())
                            && violations.is_empty();
                    assert_eq!(
                        violations.is_empty(),
                        is_listed,
                        "{setup:?}, `{text}`: {violations:?}\n{}",
                        session.position()
                    );
                    (legal, illegal) =
                        (legal + violations.is_empty() as usize, illegal + !violations.is_empty() as usize);
                    for violation in violations {
                        let explanation = session.explain(&violation);
                        assert!(explanation.ends_with(']') && explanation.contains(".lua:"), "{explanation}");
                    }
                }
                session.play(&listed[rng.below(listed.len())]).expect("it is listed");
            }
        }
    }
    assert!(legal > 1000 && illegal > 10_000, "{legal} legal, {illegal} illegal");
}
