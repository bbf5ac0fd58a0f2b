//! Leaving a lesson or a quiz that was started from a game: the game goes on.

use crate::common::test_dir::TestDir;

#[test]
fn quit_in_a_lesson_returns_to_the_game() {
    let dir = TestDir::new();
    let output =
        dir.run_with(["play", "tak", "--set", "size=4"], "a1\nlesson tak-first-road\nquit\nhistory\nquit\nb1\n");
    let (_, after) = output.stdout.split_once("You are back in Tak;").unwrap_or_else(|| panic!("{}", output.stdout));
    assert!(output.stdout.contains("You left the lesson `tak-first-road` at step"), "{}", output.stdout);
    assert!(after.contains("a1"), "the moves of the game: {after}");
    assert!(!after.contains("black: b1"), "the second `quit` leaves the program: {after}");
}

#[test]
fn quit_in_a_quiz_returns_to_the_game_through_other_lessons_too() {
    let dir = TestDir::new();
    let lines = "a1\nquiz tak\nskip\nlesson tak-first-road\nquit\nb1\n";
    let output = dir.run_with(["play", "tak", "--set", "size=4"], lines);
    let (_, after) = output.stdout.split_once("You are back in Tak;").unwrap_or_else(|| panic!("{}", output.stdout));
    assert!(after.contains("black: b1"), "the game goes on: {after}");
}

#[test]
fn a_lesson_from_the_shell_leaves_the_program() {
    let dir = TestDir::new();
    for args in [vec!["quiz", "tak"], vec!["lesson", "tak-first-road"]] {
        let output = dir.run_with(&args, "quit\nlesson\n");
        assert!(!output.stdout.contains("You are back"), "{}", output.stdout);
        assert!(!output.stdout.contains("course"), "nothing runs after `quit`: {}", output.stdout);
    }
}

#[test]
fn the_end_of_a_pipe_leaves_everything() {
    let dir = TestDir::new();
    let output = dir.run_with(["play", "tak"], "a1\nquiz tak\n").success();
    assert!(!output.stdout.contains("You are back"), "{}", output.stdout);
}
