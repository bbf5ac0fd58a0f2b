//! Deals, who begins, what follows from a seed.

use std::collections::BTreeSet;

use crate::common::shelf::Shelf;
use crate::common::{self, Sets, Snapshot};
use crate::tantrix::{TABLES, bag, dealt, hands, listed, step};
use houserule_core::mechanics::Seat;
use houserule_script::play::{Rng, Session, Workspace};

/// Every tile in the order of drawing.
fn order(session: &Session) -> Vec<u16> {
    [hands(session).concat(), bag(session)].concat()
}

/// The deal 7, 14, 21 and so on, modulo 57: every tile once.
fn sevens() -> Vec<u16> {
    (1..=56).map(|number| number * 7 % 57).collect()
}

#[test]
fn every_deal_holds_every_tile_once_and_hands_of_six() {
    for table in TABLES {
        for seed in 0..10 {
            let session = dealt(table, seed);
            let mut tiles = order(&session);
            tiles.sort_unstable();
            assert_eq!(tiles, (1..=56).collect::<Vec<u16>>(), "{table:?}, seed {seed}");
            assert!(hands(&session).iter().all(|hand| hand.len() == 6), "{table:?}, seed {seed}");
        }
    }
}

#[test]
fn a_deal_that_is_given_is_dealt_in_blocks_and_the_first_seat_begins() {
    let deal = sevens();
    for (players, seed) in [(2, 1), (3, 2), (4, 3)] {
        let (count, text) = (players.to_string(), listed(&deal));
        let session = dealt(("tantrix", &[("players", &count), ("deal", &text)]), seed);
        let blocks: Vec<Vec<u16>> = deal.chunks(6).take(players).map(<[u16]>::to_vec).collect();
        assert_eq!(
            (hands(&session), bag(&session), session.game.seat()),
            (blocks, deal[6 * players..].to_vec(), Seat::FIRST),
            "{players} seats"
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another_deal() {
    for table in TABLES {
        let deals: BTreeSet<Vec<u16>> = (0..30).map(|seed| order(&dealt(table, seed))).collect();
        assert_eq!(deals.len(), 30, "{table:?}: thirty seeds, thirty deals");
        let game = || {
            let (mut session, mut rng) = (dealt(table, 9), Rng::new(9));
            while step(&mut session, &mut rng) {}
            (session.moves().to_vec(), Snapshot::of(&mut session))
        };
        assert_eq!(game(), game(), "{table:?}");
    }
}

#[test]
fn the_same_deal_gives_the_same_game_whatever_the_seed() {
    let text = listed(&sevens());
    let sets: Sets = &[("players", "3"), ("deal", &text)];
    let (mut one, mut other) = (dealt(("tantrix", sets), 1), dealt(("tantrix", sets), 2));
    let (mut rng, mut same_rng) = (Rng::new(5), Rng::new(5));
    while step(&mut one, &mut rng) {
        step(&mut other, &mut same_rng);
        assert_eq!(Snapshot::of(&mut other), Snapshot::of(&mut one));
    }
    assert_eq!(other.moves(), one.moves());
}

/// The seat with the highest number.
fn highest(numbers: impl Iterator<Item = u16>) -> usize {
    (0..).zip(numbers).max_by_key(|(_, number)| *number).map_or(0, |(seat, _)| seat)
}

#[test]
fn the_seat_begins_that_the_start_names() {
    for players in ["2", "3", "4"] {
        for seed in 0..25 {
            let opened = |start| dealt(("tantrix", &[("players", players), ("start", start)]), seed);
            let what = format!("{players} seats, seed {seed}");
            assert_eq!(opened("first_seat").game.seat(), Seat::FIRST, "{what}");
            let session = opened("highest_in_hand");
            let best = hands(&session).into_iter().map(|hand| hand.into_iter().max().unwrap_or(0));
            assert_eq!(session.game.seat().index(), highest(best), "{what}: the highest tile of all hands");
            let session = opened("draw_and_keep");
            let drawn = hands(&session).into_iter().map(|hand| hand[0]);
            assert_eq!(session.game.seat().index(), highest(drawn), "{what}: the highest of the tiles drawn first");
        }
    }
}

#[test]
fn who_begins_by_draw_is_spread_over_the_seats() {
    for (table, seats) in TABLES.into_iter().zip([2, 3, 4, 4]) {
        let mut begun = vec![0; seats];
        for seed in 0..120 {
            begun[dealt(table, seed).game.seat().index()] += 1;
        }
        let fair = 120 / seats;
        assert!(begun.iter().all(|count| *count > fair / 2), "{table:?}: the seats begin {begun:?} times");
    }
}

#[test]
fn a_start_may_be_set_beside_a_deal() {
    let text = listed(&sevens());
    let opened = |start| common::start("tantrix", &[("players", "4"), ("deal", &text), ("start", start)]);
    let blocks: Vec<Vec<u16>> = sevens().chunks(6).take(4).map(<[u16]>::to_vec).collect();
    let best = blocks.iter().map(|hand| hand.iter().copied().max().unwrap_or(0));
    assert_eq!(opened("highest_in_hand").game.seat().index(), highest(best));
    assert_eq!(opened("draw_and_keep").game.seat().index(), highest(blocks.iter().map(|hand| hand[0])));
}

/// Tiles that are dealt to the middle are joined by their colours alone, so that a game may begin where the restrictions
/// would never lead. What is legal then is what is legal where the same position is set up by hand.
#[test]
fn tiles_in_the_middle_are_judged_like_a_position_set_up_by_hand() {
    let shelf = Shelf::new();
    let rules = "rules = { supply = { middle { tiles = 6 } } }";
    shelf.write("middle", &format!("return variant 'middle' {{ base = 'tantrix', {rules} }}"));
    for seed in 0..40 {
        let table = Workspace { library: shelf.table.library.clone(), seed };
        let mut session = table.open("tantrix+middle", &[], None, &[]).expect("a game");
        let mut rng = Rng::new(seed);
        for ply in 0..20 {
            let position = session.position();
            let mut again = table.open("tantrix+middle", &[], Some(&position), &[]).expect("a game");
            let listed = session.legal_moves().expect("no script fails");
            assert_eq!(listed, again.legal_moves().expect("no script fails"), "seed {seed}, ply {ply}");
            let refused = listed.iter().find(|mv| !session.why(mv).expect("a move").is_empty());
            assert_eq!(refused, None, "seed {seed}, ply {ply}");
            if rng.below(4) == 0 && ply > 0 {
                session.undo();
            }
            if !step(&mut session, &mut rng) {
                break;
            }
        }
    }
}
