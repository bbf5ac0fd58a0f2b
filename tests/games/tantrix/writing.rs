//! Positions and records as text, and what the program says to bad input.

use crate::common::desk::Desk;
use crate::common::{self, Snapshot, transcript};
use crate::tantrix::{TABLES, Table, board, dealt, step};
use houserule_script::notation::record;
use houserule_script::play::{Rng, Session};

/// The game from its present position on, as a game of its own; what is shuffled in it follows from another seed.
fn continued((game, sets): Table, from: &Session) -> Session {
    let (mut table, position) = (common::table(), from.position());
    table.seed = 99;
    let opened = table.open(game, &common::owned(sets), Some(&position), &[]);
    opened.unwrap_or_else(|error| panic!("`{position}`: {error}"))
}

#[test]
fn a_position_that_is_written_and_read_back_plays_on_the_same() {
    let mut in_mid_turn = 0;
    for (number, table) in (0..).zip(TABLES) {
        let mut session = dealt(table, 60 + number);
        let mut rng = Rng::new(number);
        loop {
            let mut again = continued(table, &session);
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{table:?}");
            in_mid_turn += (board(&session).step() > 0) as usize;
            let (mut ahead, mut same_rng) = (0, (rng.clone(), rng.clone()));
            while ahead < 12 && step(&mut session, &mut same_rng.0) {
                ahead += 1;
                step(&mut again, &mut same_rng.1);
                assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{table:?}");
            }
            for _ in 0..ahead {
                session.undo();
            }
            if !step(&mut session, &mut rng) {
                break;
            }
        }
    }
    assert!(in_mid_turn > 20, "only {in_mid_turn} positions were in the middle of a turn");
}

#[test]
fn a_finished_game_is_still_finished_when_its_position_is_read_back() {
    let table = ("tantrix", &[("players", "2")][..]);
    let mut session = common::open("tantrix", &[], Some("1@0,0:0 | hands 2/ | bag 0"), "2@1,0:2");
    let mut again = continued(table, &session);
    assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
}

#[test]
fn a_saved_game_replays_to_the_same_position_whatever_became_of_its_seed() {
    for (number, table) in (0..).zip(TABLES) {
        for (seed, plies) in [(1, 0), (2, 9), (3, 30), (4, 56)] {
            let mut session = dealt(table, 10 * number + seed);
            let mut rng = Rng::new(seed);
            for _ in 0..plies {
                step(&mut session, &mut rng);
            }
            let text = session.to_file("game.toml").expect("no script fails");
            let mut record = record::read(&text).unwrap_or_else(|says| panic!("{says}\n{text}")).remove(0);
            assert_eq!(record.seed, Some(10 * number + seed), "{text}");
            record.seed = Some(123_456);
            let (mut again, notes) =
                common::table().resume(&record, None, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
            again.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("ply {ply}: {error}\n{text}"));
            assert_eq!(notes, [] as [String; 0], "there is nothing to remark on\n{text}");
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{text}");
            assert_eq!(again.moves(), session.moves());
        }
    }
}

#[test]
fn a_game_saved_from_a_position_with_a_counted_bag_keeps_what_was_drawn() {
    let mut session = common::open("tantrix", &[], Some("1@0,0:0 | hands 2,3/4,5 | bag 9"), "");
    let mut rng = Rng::new(3);
    while step(&mut session, &mut rng) {}
    let text = session.to_file("game.toml").expect("no script fails");
    let mut record = record::read(&text).unwrap_or_else(|says| panic!("{says}\n{text}")).remove(0);
    record.seed = Some(123_456);
    let (mut again, _) = common::table().resume(&record, None, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    again.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("ply {ply}: {error}\n{text}"));
    assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{text}");
}

#[test]
fn the_program_says_what_the_transcript_says() {
    let desk = Desk::new();
    let tiles = include_str!("../../../scripts/tiles/tantrix.toml");
    desk.write("wrong-edge/tiles/tantrix.toml", tiles.replace("\"BRBRYY\"", "\"BRBRYX\""));
    desk.write("odd-edge/tiles/tantrix.toml", tiles.replace("\"BRBRYY\"", "\"BRBRYG\""));
    desk.write("short-edge/tiles/tantrix.toml", tiles.replace("\"BRBRYY\"", "\"BRBRY\""));
    transcript::follow("tantrix-cli.txt", 30, |typed| desk.run(transcript::words(typed)));
}

#[test]
fn a_position_that_does_not_tell_every_hand_is_written_so_that_it_reads_back_the_same() {
    let table = ("tantrix", &[("players", "3")][..]);
    let placed = "1@1,-1:0 2@1,0:5 3@0,1:4 | bag 9,10";
    for hands in ["", " | hand 5,6", " | hands 5,6/?/7", " | hands ?/8/?", " | hands /?/?", " | hands //"] {
        for seat in ["red", "yellow", "green"] {
            let position = format!("{placed}{hands} | seat {seat}");
            let mut session = common::open(table.0, table.1, Some(&position), "");
            for _ in 0..3 {
                let mut again = continued(table, &session);
                assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "`{position}`");
                step(&mut session, &mut Rng::new(1));
            }
        }
    }
}
