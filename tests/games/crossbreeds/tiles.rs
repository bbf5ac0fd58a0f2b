//! Hexagonal tiles that fill themselves, and square ones drawn from a bag.

use std::collections::BTreeSet;

use crate::common::shelf::{Shelf, outcome};
use crate::common::{Snapshot, moves, rules_against, start, table};
use houserule_core::mechanics::{Seat, TileBoard};
use houserule_script::play::{Rng, Session, Workspace};

fn board(session: &Session) -> &dyn TileBoard {
    session.game.board().view().tile_game().expect("a game of tiles")
}

/// Plays a random game to its end, looking at every position, then takes it back move by move.
fn play_through(session: &mut Session, seed: u64, mut look: impl FnMut(&mut Session)) -> String {
    let mut rng = Rng::new(seed);
    let mut past = vec![Snapshot::of(session)];
    loop {
        let listed = moves(session);
        let Some(last) = listed.last() else { break };
        assert_eq!(rules_against(session, last), Vec::<String>::new(), "{last} was listed");
        session.play(&listed[rng.below(listed.len())]).expect("a listed move is accepted");
        look(session);
        past.push(Snapshot::of(session));
    }
    let ended = outcome(session);
    while let Some(then) = past.pop() {
        assert_eq!(Snapshot::of(session), then, "taking back restores everything");
        session.undo();
    }
    ended
}

fn dealt(game: &str, seed: u64) -> Session {
    Workspace { seed, ..table() }.open(game, &[], None, &[]).unwrap_or_else(|error| panic!("{game}: {error}"))
}

#[test]
fn hexagons_fill_themselves_until_a_loop_closes() {
    let (mut filled, mut ends) = (0, BTreeSet::new());
    for seed in 0..60 {
        let mut session = start("hexfill", &[]);
        ends.insert(play_through(&mut session, seed, |session| {
            filled += board(session).last_laid().len() - 1;
        }));
    }
    assert!(filled > 100, "only {filled} spaces filled themselves");
    for end in ["white wins by loop", "red wins by loop", "blue wins by loop"] {
        assert!(ends.contains(end), "no game ended so: {end}; they ended {ends:?}");
    }
}

#[test]
fn square_tiles_are_drawn_from_a_bag_and_owed_to_corners() {
    let (mut owed, mut ends) = (0, BTreeSet::new());
    for seed in 0..60 {
        let mut session = dealt("carpet", seed);
        let sizes = [0, 1, 2].map(Seat::new).map(|seat| board(&session).stock().map(|stock| stock.hand(seat).len()));
        assert_eq!(sizes, [Some(5), Some(4), Some(4)], "hands differ by seat");
        ends.insert(play_through(&mut session, seed, |session| {
            owed += (board(session).step() == 1) as u32;
            let stock = board(session).stock().expect("a bag");
            let held: usize = [0, 1, 2].map(Seat::new).map(|seat| stock.hand(seat).len()).iter().sum();
            let everywhere = board(session).tile_count() + held + stock.bag().len();
            assert_eq!(everywhere, 36, "six tiles, six times each");
        }));
    }
    assert!(owed > 20, "only {owed} times a fill was owed at the end of a turn");
    assert!(ends.iter().any(|end| end.ends_with("wins by all_played")), "they ended {ends:?}");
}

#[test]
fn a_hand_larger_than_any_that_is_dealt_cannot_be_set_up() {
    let shelf = Shelf::new();
    shelf.tiles("carpet", include_str!("../../data/tiles/carpet.toml"));
    let carpet = include_str!("../../data/carpet.lua").replace("copies = 6", "copies = 100");
    shelf.write("carpet", &carpet.replace("points ", "notation = 'tiles',\n points "));
    let position = |tiles: usize| {
        let hand = vec!["gi-bend,ic-bend,gc-bend"; tiles / 3].join(",");
        format!("gi-cross@0,0:0 | hand {hand} | bag 3")
    };
    let opened = shelf.table.open("carpet", &[], Some(&position(99)), &[]);
    assert!(
        opened
            .is_ok_and(|session| { board(&session).stock().is_some_and(|stock| stock.hand(Seat::FIRST).len() == 99) })
    );
    let error = shelf.table.open("carpet", &[], Some(&position(300)), &[]).map(drop).expect_err("too many");
    assert!(error.to_string().ends_with("a hand of 300 tiles; 100 are the most"), "{error}");
}

/// Hexagons that fill themselves, with positions as text and other constraints than `no_triple` alone.
fn hexfill(constraints: &str) -> Shelf {
    let shelf = Shelf::new();
    shelf.tiles("three-ways", include_str!("../../data/tiles/three-ways.toml"));
    let rules = include_str!("../../data/hexfill.lua").replace("no_triple {}", constraints);
    shelf.write("hexfill", &rules.replace("finish ", "notation = 'tiles',\n finish "));
    shelf
}

#[test]
fn what_fills_itself_beside_controlled_sides_plays_on_the_same_when_written_and_read_back() {
    let shelf = Shelf::new();
    shelf.tiles("three-ways", include_str!("../../data/tiles/three-ways.toml"));
    let rules = include_str!("../../data/hexfill.lua").replace("no_triple {}", "no_triple {}, controlled_side {}");
    shelf.write("hexfill", &rules.replace("finish ", "notation = 'tiles',\n finish "));
    let mut filled = 0;
    for seed in 0..40 {
        let (mut session, mut rng) = (shelf.open_with("hexfill", &[], None, ""), Rng::new(seed));
        loop {
            let (listed, position) = (moves(&mut session), session.position());
            let mut again = shelf.open_with("hexfill", &[], Some(&position), "");
            assert_eq!(moves(&mut again), listed, "seed {seed}: `{position}`");
            if listed.is_empty() {
                break;
            }
            session.play(&listed[rng.below(listed.len())]).expect("a listed move is accepted");
            filled += board(&session).last_laid().len() - 1;
        }
    }
    assert!(filled > 50, "only {filled} spaces filled themselves");
}

#[test]
fn a_game_at_the_end_of_the_world_writes_only_what_it_reads() {
    let shelf = hexfill("no_triple {}");
    for (seed, place) in (0..).zip(["200,0", "-200,0", "200,-200", "0,200"]) {
        let start = format!("1@{place}:0");
        let (mut session, mut rng) = (shelf.open_with("hexfill", &[], Some(&start), ""), Rng::new(seed));
        for _ in 0..30 {
            let (listed, position) = (moves(&mut session), session.position());
            let mut again = shelf.open_with("hexfill", &[], Some(&position), "");
            assert_eq!(moves(&mut again), listed, "`{position}`");
            let Some(text) = listed.get(rng.below(listed.len().max(1))) else { break };
            session.play(text).expect("a listed move is accepted");
        }
    }
    let mut session = shelf.open_with("hexfill", &[], Some("1@200,0:0"), "");
    let refused = session.why("1@201,0:0").expect("it can be read");
    let told: Vec<String> = refused.iter().map(ToString::to_string).collect();
    assert!(told.contains(&"within: 201,0 is too far away; 200 is the farthest".to_string()), "{told:?}");
    let error = shelf.table.open("hexfill", &[], Some("1@201,0:0"), &[]).map(drop).expect_err("too far");
    assert!(error.to_string().ends_with("201,0 is too far away; 200 is the farthest"), "{error}");
}
