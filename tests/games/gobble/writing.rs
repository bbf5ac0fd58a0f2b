//! Records, the prompt, and the exact output of commands.

use crate::common::test_dir::{RunOutput, TestDir};
use crate::common::{Snapshot, dealt, play_random_moves, replay_saved, transcript};
use crate::gobble::GAME_SETUPS;
use houserule_script::play::Rng;

#[test]
fn a_saved_game_replays_without_its_seed() {
    for setup in GAME_SETUPS {
        for (seed, plies) in [(1, 0), (2, 9), (3, 400)] {
            let mut session = dealt(setup, seed);
            play_random_moves(&mut session, &mut Rng::new(seed), plies);
            let (record, mut again) = replay_saved(&mut session);
            assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session), "{record:?}");
        }
    }
}

#[test]
fn the_transcript_matches() {
    let dir = TestDir::new();
    transcript::replay("gobble-cli.txt", 30, |typed| dir.run(transcript::split_args(typed)));
}

/// Runs lines at the prompt of a race.
fn run_prompt(lines: &str) -> RunOutput {
    let position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5,6/7,8";
    TestDir::new().run_with(["play", "gobble", "--set", "players=3", "--position", position], lines)
}

#[test]
fn the_seat_may_be_omitted_if_the_tile_implies_it() {
    let named = run_prompt("1:12@0,0:5\n1:give:20>3\n").success();
    named.assert_stdout_contains("\none: 1:12@0,0:5\n");
    for lines in ["12@0,0:5\ngive:20>3\n", "12\n#1\ngive\n#2\n", "1:12 0,0\n1:give:20\n#2\n", "12\n#1\n1:give\n#2\n"] {
        let output = run_prompt(lines);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{lines}: {}", output.stdout);
        let last = |output: &RunOutput| output.stdout.lines().rev().take(12).map(str::to_string).collect::<Vec<_>>();
        assert_eq!(last(&output), last(&named), "{lines}");
    }
}

#[test]
fn undo_in_a_race_takes_back_one_move() {
    let output = run_prompt("1:12@0,0:5\n2:5@2,-1:5\nundo\nundo\nredo\nposition\n").success();
    assert!(output.stdout.contains("undone: 2:5@2,-1:5\n") && output.stdout.contains("undone: 1:12@0,0:5\n"));
    assert!(output.stdout.ends_with("| hands 20,21/5,6/7,8 | owes 2/0/0\n"), "{}", output.stdout);
}
