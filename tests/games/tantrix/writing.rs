//! Positions and records as text, and error messages.

use crate::common::test_dir::TestDir;
use crate::common::{self, GameSetup, Snapshot, dealt, play_random_move, play_random_moves, replay_saved, transcript};
use crate::tantrix::{GAME_SETUPS, board};
use houserule_script::play::{Rng, Session};

/// A new game from the current position, with another seed.
fn continue_from(setup: GameSetup, from: &Session) -> Session {
    common::dealt_from(setup, Some(&from.position()), 99)
}

#[test]
fn written_positions_continue_the_same_game() {
    let mut mid_turn_positions = 0;
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        let mut session = dealt(setup, 60 + number);
        let mut rng = Rng::new(number);
        loop {
            let mut again = continue_from(setup, &session);
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{setup:?}");
            mid_turn_positions += (board(&session).step() > 0) as usize;
            let (mut plies, mut same_rng) = (0, (rng.clone(), rng.clone()));
            while plies < 12 && play_random_move(&mut session, &mut same_rng.0) {
                plies += 1;
                play_random_move(&mut again, &mut same_rng.1);
                assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{setup:?}");
            }
            for _ in 0..plies {
                session.undo();
            }
            if !play_random_move(&mut session, &mut rng) {
                break;
            }
        }
    }
    assert!(mid_turn_positions > 20, "only {mid_turn_positions} positions were in the middle of a turn");
}

#[test]
fn a_finished_position_stays_finished() {
    let setup = ("tantrix", &[("players", "2")][..]);
    let mut session = common::open("tantrix", &[], Some("1@0,0:0 | hands 2/ | bag 0"), "2@1,0:2");
    let mut again = continue_from(setup, &session);
    assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
}

#[test]
fn a_saved_game_replays_without_its_seed() {
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        for (seed, plies) in [(1, 0), (2, 9), (3, 30), (4, 56)] {
            let mut session = dealt(setup, 10 * number + seed);
            play_random_moves(&mut session, &mut Rng::new(seed), plies);
            let (record, mut again) = replay_saved(&mut session);
            assert_eq!(record.seed, Some(10 * number + seed), "{record:?}");
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{record:?}");
            assert_eq!(again.moves(), session.moves());
        }
    }
}

#[test]
fn a_game_saved_from_a_position_with_a_counted_bag_replays() {
    let mut session = common::open("tantrix", &[], Some("1@0,0:0 | hands 2,3/4,5 | bag 9"), "");
    let mut rng = Rng::new(3);
    while play_random_move(&mut session, &mut rng) {}
    let (record, mut again) = replay_saved(&mut session);
    assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{record:?}");
}

#[test]
fn the_transcript_matches() {
    let dir = TestDir::new();
    let tiles = include_str!("../../../scripts/tiles/tantrix.toml");
    dir.write("wrong-edge/tiles/tantrix.toml", tiles.replace("\"BRBRYY\"", "\"BRBRYX\""));
    dir.write("odd-edge/tiles/tantrix.toml", tiles.replace("\"BRBRYY\"", "\"BRBRYG\""));
    dir.write("short-edge/tiles/tantrix.toml", tiles.replace("\"BRBRYY\"", "\"BRBRY\""));
    transcript::replay("tantrix-cli.txt", 30, |typed| dir.run(transcript::split_args(typed)));
}

#[test]
fn positions_with_unknown_hands_are_parsed_as_written() {
    let setup = ("tantrix", &[("players", "3")][..]);
    let tiles = "1@1,-1:0 2@1,0:5 3@0,1:4 | bag 9,10";
    for hands in ["", " | hand 5,6", " | hands 5,6/?/7", " | hands ?/8/?", " | hands /?/?", " | hands //"] {
        for seat in ["red", "yellow", "green"] {
            let position = format!("{tiles}{hands} | seat {seat}");
            let mut session = common::open(setup.0, setup.1, Some(&position), "");
            for _ in 0..3 {
                let mut again = continue_from(setup, &session);
                assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "`{position}`");
                play_random_move(&mut session, &mut Rng::new(1));
            }
        }
    }
}
