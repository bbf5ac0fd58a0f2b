//! Hexagonal tiles with automatic fills, and square tiles from a bag.

use std::collections::BTreeSet;

use crate::common::script_dir::ScriptDir;
use crate::common::{Snapshot, dealt, moves, outcome, scaled, start, violated_rules};
use houserule_core::mechanics::{Seat, TileBoard};
use houserule_script::play::{Rng, Session};

fn board(session: &Session) -> &dyn TileBoard {
    session.game.board().view().tile_game().expect("a game of tiles")
}

/// Plays a random game to its end, visits every position, then undoes it move by move.
fn play_and_undo(session: &mut Session, seed: u64, mut visit: impl FnMut(&mut Session)) -> String {
    let mut rng = Rng::new(seed);
    let mut history = vec![Snapshot::of(session)];
    loop {
        let listed = moves(session);
        let Some(last) = listed.last() else { break };
        assert_eq!(violated_rules(session, last), Vec::<String>::new(), "{last} was listed");
        session.play(&listed[rng.below(listed.len())]).expect("a listed move is accepted");
        visit(session);
        history.push(Snapshot::of(session));
    }
    let result = outcome(session);
    while let Some(before) = history.pop() {
        assert_eq!(Snapshot::of(session), before, "undo restores everything");
        session.undo();
    }
    result
}

#[test]
fn hexagon_spaces_fill_automatically_until_a_loop_closes() {
    let (mut auto_filled, mut results) = (0, BTreeSet::new());
    for seed in 0..60 {
        let mut session = start("hexfill", &[]);
        results.insert(play_and_undo(&mut session, seed, |session| {
            auto_filled += board(session).last_laid().len() - 1;
        }));
    }
    assert!(auto_filled > 100, "only {auto_filled} automatic fills");
    for result in ["white wins by loop", "red wins by loop", "blue wins by loop"] {
        assert!(results.contains(result), "no game with the result {result}; there are {results:?}");
    }
}

#[test]
fn square_tiles_come_from_a_bag_and_must_fill_corners() {
    let (mut mandatory_fills, mut results) = (0, BTreeSet::new());
    for seed in 0..60 {
        let mut session = dealt(("carpet", &[]), seed);
        let sizes = [0, 1, 2]
            .map(Seat::new)
            .map(|seat| board(&session).stock().map(|bag_and_hands| bag_and_hands.hand(seat).len()));
        assert_eq!(sizes, [Some(5), Some(4), Some(4)], "hands differ by seat");
        results.insert(play_and_undo(&mut session, seed, |session| {
            mandatory_fills += (board(session).step() == 1) as u32;
            let bag_and_hands = board(session).stock().expect("a bag");
            let in_hands: usize = [0, 1, 2].map(Seat::new).map(|seat| bag_and_hands.hand(seat).len()).iter().sum();
            let total = board(session).tile_count() + in_hands + bag_and_hands.bag().len();
            assert_eq!(total, 36, "six copies of six tiles");
        }));
    }
    assert!(mandatory_fills > 20, "only {mandatory_fills} mandatory fills at the end of a turn");
    assert!(results.iter().any(|result| result.ends_with("wins by all_played")), "the results are {results:?}");
}

#[test]
fn a_hand_larger_than_the_limit_cannot_be_set_up() {
    let scripts = ScriptDir::new();
    scripts.tiles("carpet", include_str!("../../data/tiles/carpet.toml"));
    let carpet = include_str!("../../data/carpet.lua").replace("copies = 6", "copies = 100");
    scripts.write("carpet", &carpet.replace("points ", "notation = 'tiles',\n points "));
    let position = |tiles: usize| {
        let hand = vec!["gi-bend,ic-bend,gc-bend"; tiles / 3].join(",");
        format!("gi-cross@0,0:0 | hand {hand} | bag 3")
    };
    let opened = scripts.workspace.open("carpet", &[], Some(&position(99)), &[]);
    assert!(opened.is_ok_and(|session| {
        board(&session).stock().is_some_and(|bag_and_hands| bag_and_hands.hand(Seat::FIRST).len() == 99)
    }));
    let error = scripts.workspace.open("carpet", &[], Some(&position(300)), &[]).map(drop).expect_err("too many");
    assert!(error.to_string().ends_with("a hand of 300 tiles; the maximum is 100"), "{error}");
}

/// The game `hexfill` with a position notation and other constraints than `no_triple`.
fn hexfill(constraints: &str) -> ScriptDir {
    let scripts = ScriptDir::new();
    scripts.tiles("three-ways", include_str!("../../data/tiles/three-ways.toml"));
    let rules = include_str!("../../data/hexfill.lua").replace("no_triple {}", constraints);
    scripts.write("hexfill", &rules.replace("finish ", "notation = 'tiles',\n finish "));
    scripts
}

/// Plays a random game and compares every position with its parsed text; returns the number of automatic fills.
fn play_with_parsed_positions(scripts: &ScriptDir, start: Option<&str>, seed: u64, plies: usize) -> usize {
    let (mut session, mut rng) = (scripts.open_with("hexfill", &[], start, ""), Rng::new(seed));
    let mut auto_filled = 0;
    for _ in 0..plies {
        let (listed, position) = (moves(&mut session), session.position());
        let mut parsed = scripts.open_with("hexfill", &[], Some(&position), "");
        assert_eq!(moves(&mut parsed), listed, "seed {seed}: `{position}`");
        let Some(text) = listed.get(rng.below(listed.len().max(1))) else { break };
        session.play(text).expect("a listed move is accepted");
        auto_filled += board(&session).last_laid().len() - 1;
    }
    auto_filled
}

#[test]
fn auto_filling_games_continue_from_written_positions() {
    let scripts = hexfill("no_triple {}, controlled_side {}");
    let auto_filled: usize =
        (0..scaled(6) as u64).map(|seed| play_with_parsed_positions(&scripts, None, seed, usize::MAX)).sum();
    assert!(auto_filled > 8, "only {auto_filled} automatic fills");
}

#[test]
fn games_at_the_edge_of_the_coordinate_range_write_valid_positions() {
    let scripts = hexfill("no_triple {}");
    for (seed, place) in (0..).zip(["200,0", "-200,0", "200,-200", "0,200"]) {
        play_with_parsed_positions(&scripts, Some(&format!("1@{place}:0")), seed, 30);
    }
    let mut session = scripts.open_with("hexfill", &[], Some("1@200,0:0"), "");
    let violations = session.why("1@201,0:0").expect("it can be read");
    let messages: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert!(
        messages.contains(&"within: 201,0 is too far away; the maximum distance is 200".to_string()),
        "{messages:?}"
    );
    let error = scripts.workspace.open("hexfill", &[], Some("1@201,0:0"), &[]).map(drop).expect_err("too far");
    assert!(error.to_string().ends_with("201,0 is too far away; the maximum distance is 200"), "{error}");
}
