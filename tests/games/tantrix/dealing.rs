//! Deals, the first seat, seeds.

use std::collections::BTreeSet;

use crate::common::script_dir::ScriptDir;
use crate::common::{self, SettingPairs, Snapshot, dealt, play_random_move};
use crate::tantrix::{GAME_SETUPS, bag, comma_list, hands};
use houserule_core::mechanics::Seat;
use houserule_script::play::{Rng, Session, Workspace};

/// Tiles in the order of the deal.
fn deal_order(session: &Session) -> Vec<u16> {
    [hands(session).concat(), bag(session)].concat()
}

/// Deal with every tile once: multiples of 7 modulo 57.
fn sevens() -> Vec<u16> {
    (1..=56).map(|number| number * 7 % 57).collect()
}

#[test]
fn every_deal_has_every_tile_once_and_hands_of_six() {
    for setup in GAME_SETUPS {
        for seed in 0..10 {
            let session = dealt(setup, seed);
            let mut tiles = deal_order(&session);
            tiles.sort_unstable();
            assert_eq!(tiles, (1..=56).collect::<Vec<u16>>(), "{setup:?}, seed {seed}");
            assert!(hands(&session).iter().all(|hand| hand.len() == 6), "{setup:?}, seed {seed}");
        }
    }
}

#[test]
fn a_given_deal_is_dealt_in_blocks() {
    let deal = sevens();
    for (players, seed) in [(2, 1), (3, 2), (4, 3)] {
        let (count, text) = (players.to_string(), comma_list(&deal));
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
    for setup in GAME_SETUPS {
        let deals: BTreeSet<Vec<u16>> = (0..30).map(|seed| deal_order(&dealt(setup, seed))).collect();
        assert_eq!(deals.len(), 30, "{setup:?}: thirty seeds, thirty deals");
        let game = || {
            let (mut session, mut rng) = (dealt(setup, 9), Rng::new(9));
            while play_random_move(&mut session, &mut rng) {}
            (session.moves().to_vec(), Snapshot::of(&mut session))
        };
        assert_eq!(game(), game(), "{setup:?}");
    }
}

#[test]
fn the_same_deal_gives_the_same_game_whatever_the_seed() {
    let text = comma_list(&sevens());
    let settings: SettingPairs = &[("players", "3"), ("deal", &text)];
    let (mut one, mut other) = (dealt(("tantrix", settings), 1), dealt(("tantrix", settings), 2));
    let (mut rng, mut same_rng) = (Rng::new(5), Rng::new(5));
    while play_random_move(&mut one, &mut rng) {
        play_random_move(&mut other, &mut same_rng);
        assert_eq!(Snapshot::of(&mut other), Snapshot::of(&mut one));
    }
    assert_eq!(other.moves(), one.moves());
}

/// Index of the highest number.
fn highest(numbers: impl Iterator<Item = u16>) -> usize {
    (0..).zip(numbers).max_by_key(|(_, number)| *number).map_or(0, |(seat, _)| seat)
}

#[test]
fn the_start_option_decides_the_first_seat() {
    for players in ["2", "3", "4"] {
        for seed in 0..25 {
            let start_with = |start| dealt(("tantrix", &[("players", players), ("start", start)]), seed);
            let what = format!("{players} seats, seed {seed}");
            assert_eq!(start_with("first_seat").game.seat(), Seat::FIRST, "{what}");
            let session = start_with("highest_in_hand");
            let best_tiles = hands(&session).into_iter().map(|hand| hand.into_iter().max().unwrap_or(0));
            assert_eq!(session.game.seat().index(), highest(best_tiles), "{what}: the highest tile of all hands");
            let session = start_with("draw_and_keep");
            let first_tiles = hands(&session).into_iter().map(|hand| hand[0]);
            assert_eq!(
                session.game.seat().index(),
                highest(first_tiles),
                "{what}: the highest of the tiles drawn first"
            );
        }
    }
}

#[test]
fn every_seat_begins_about_equally_often() {
    for (setup, seats) in GAME_SETUPS.into_iter().zip([2, 3, 4, 4]) {
        let mut starts = vec![0; seats];
        for seed in 0..120 {
            starts[dealt(setup, seed).game.seat().index()] += 1;
        }
        let fair = 120 / seats;
        assert!(starts.iter().all(|count| *count > fair / 2), "{setup:?}: the seats begin {starts:?} times");
    }
}

#[test]
fn start_and_deal_can_be_combined() {
    let text = comma_list(&sevens());
    let start_with = |start| common::start("tantrix", &[("players", "4"), ("deal", &text), ("start", start)]);
    let blocks: Vec<Vec<u16>> = sevens().chunks(6).take(4).map(<[u16]>::to_vec).collect();
    let best_tiles = blocks.iter().map(|hand| hand.iter().copied().max().unwrap_or(0));
    assert_eq!(start_with("highest_in_hand").game.seat().index(), highest(best_tiles));
    assert_eq!(start_with("draw_and_keep").game.seat().index(), highest(blocks.iter().map(|hand| hand[0])));
}

/// Tiles dealt to the middle only have to match, so a game may begin in a position that the restrictions forbid. The legal
/// moves equal those of the same position set up by hand.
#[test]
fn dealt_middle_tiles_are_judged_like_a_given_position() {
    let scripts = ScriptDir::new();
    let rules = "rules = { supply = { middle { tiles = 6 } } }";
    scripts.write("middle", &format!("return variant 'middle' {{ base = 'tantrix', {rules} }}"));
    for seed in 0..40 {
        let workspace = Workspace { library: scripts.workspace.library.clone(), seed };
        let mut session = workspace.open("tantrix+middle", &[], None, &[]).expect("a game");
        let mut rng = Rng::new(seed);
        for ply in 0..20 {
            let position = session.position();
            let mut again = workspace.open("tantrix+middle", &[], Some(&position), &[]).expect("a game");
            let listed = session.legal_moves().expect("no script fails");
            assert_eq!(listed, again.legal_moves().expect("no script fails"), "seed {seed}, ply {ply}");
            let rejected = listed.iter().find(|mv| !session.why(mv).expect("a move").is_empty());
            assert_eq!(rejected, None, "seed {seed}, ply {ply}");
            if rng.below(4) == 0 && ply > 0 {
                session.undo();
            }
            if !play_random_move(&mut session, &mut rng) {
                break;
            }
        }
    }
}
