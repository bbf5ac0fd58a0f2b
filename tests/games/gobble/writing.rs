//! Records, the prompt, and what the program says, word for word.

use crate::common::desk::{Desk, Said};
use crate::common::{self, Snapshot, transcript};
use crate::gobble::{MODES, dealt};
use houserule_script::notation::record;
use houserule_script::play::Rng;

#[test]
fn a_saved_game_replays_to_the_same_position_whatever_became_of_its_seed() {
    for mode in MODES {
        for (seed, plies) in [(1, 0), (2, 9), (3, 400)] {
            let mut session = dealt(mode, seed);
            let mut rng = Rng::new(seed);
            for _ in 0..plies {
                let moves = common::moves(&mut session);
                if moves.is_empty() {
                    break;
                }
                session.play(&moves[rng.below(moves.len())]).expect("it is listed");
            }
            let text = session.to_file("game.toml").expect("no script fails");
            let mut record = record::read(&text).unwrap_or_else(|says| panic!("{says}\n{text}")).remove(0);
            record.seed = Some(123_456);
            let resumed = common::table().resume(&record, None, &[]);
            let (mut again, notes) = resumed.unwrap_or_else(|error| panic!("{error}\n{text}"));
            again.play_all(&record.moves).unwrap_or_else(|(ply, error)| panic!("ply {ply}: {error}\n{text}"));
            assert_eq!(notes, [] as [String; 0], "{text}");
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{text}");
        }
    }
}

#[test]
fn the_program_says_what_the_transcript_says() {
    let desk = Desk::new();
    transcript::follow("gobble-cli.txt", 30, |typed| desk.run(transcript::words(typed)));
}

/// What is said to lines at the prompt of a race.
fn said(lines: &str) -> Said {
    let position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5,6/7,8";
    Desk::new().run_with(["play", "gobble", "--set", "players=3", "--position", position], lines)
}

#[test]
fn the_seat_may_be_left_out_where_a_tile_tells_it() {
    let named = said("1:12@0,0:5\n1:give:20>3\n");
    assert_eq!((named.code, named.err.as_str()), (0, ""), "{}", named.out);
    assert!(named.out.contains("\none: 1:12@0,0:5\n"), "{}", named.out);
    for lines in ["12@0,0:5\ngive:20>3\n", "12\n#1\ngive\n#2\n", "1:12 0,0\n1:give:20\n#2\n", "12\n#1\n1:give\n#2\n"] {
        let typed = said(lines);
        assert_eq!((typed.code, typed.err.as_str()), (0, ""), "{lines}: {}", typed.out);
        let last = |said: &Said| said.out.lines().rev().take(12).map(str::to_string).collect::<Vec<_>>();
        assert_eq!(last(&typed), last(&named), "{lines}");
    }
}

#[test]
fn a_tile_that_cannot_be_laid_is_told_why() {
    for (lines, told) in [
        ("50\n", "nobody holds tile 50"),
        ("1:12@0,0:5\n20\n", "one has to give a tile away first; `1:give` lists how"),
        ("4:5@0,0:1\n", "there is no seat `4`; they go from 1 to 3"),
        ("1:12@0,0:5\ngive:20\n", ""),
        ("1:12@0,0:5\n1:give:99>2\n", "the set has no tile `99`"),
        ("take\n", "`take` is no command"),
    ] {
        let said = said(lines);
        assert!(said.err.starts_with(told), "{lines}: {}", said.err);
    }
}

#[test]
fn undo_takes_back_one_move_of_a_race() {
    let said = said("1:12@0,0:5\n2:5@2,-1:5\nundo\nundo\nredo\nposition\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains("took back 2:5@2,-1:5\n") && said.out.contains("took back 1:12@0,0:5\n"));
    assert!(said.out.ends_with("| hands 20,21/5,6/7,8 | owes 2/0/0\n"), "{}", said.out);
}
