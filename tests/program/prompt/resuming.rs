//! Resuming games.

use crate::common::test_dir::{RunOutput, TestDir};

fn leave(dir: &TestDir, args: &[&str], lines: &str) -> RunOutput {
    let args: Vec<&str> = [&["play"], args, &["--keep"]].concat();
    dir.run_with(args, lines).success()
}

fn resume(dir: &TestDir, lines: &str) -> RunOutput {
    dir.run_with([""; 0], lines)
}

#[test]
fn quitting_prints_the_path_of_a_game_that_can_be_resumed() {
    let dir = TestDir::new();
    let output =
        leave(&dir, &["tak+late-walls", "--set", "size=4", "--seats", "Ann,Bert"], "a1\nnote fine\nd4\nb2\nundo\n");
    let notice_text = "Saved. Run `houserule` and type `resume` to continue this game, or load ";
    let path = output.last_lines(1)[0].strip_prefix(notice_text).expect("the path is printed");
    assert!(std::path::Path::new(path).is_file(), "{path}");
    let output = resume(&dir, "resume\nhistory\nseats\n");
    let expected = ["1. a1 {fine} d4", "undone: b2", "white: Ann", "black: Bert"];
    assert_eq!(output.last_lines(5)[..4], expected, "{output:?}");
    assert_eq!(output.last_lines(1), [format!("{notice_text}{path}")], "it stays where it is");
}

#[test]
fn finished_and_unplayed_games_are_not_offered() {
    let dir = TestDir::new();
    leave(&dir, &["tak"], "moves\n");
    let output = leave(&dir, &["tak"], "a1\nresign\n");
    assert!(output.last_lines(1)[0].starts_with("The game is saved in "), "{}", output.stdout);
    assert_eq!(resume(&dir, "resume\n").stderr, "there are no unfinished games\n");
    assert_eq!(resume(&dir, "forget 1\n").stderr, "there are no unfinished games\n");
}

#[test]
fn games_left_are_numbered_and_can_be_forgotten() {
    let dir = TestDir::new();
    leave(&dir, &["tak"], "a1\n");
    leave(&dir, &["trax"], "@0/\nB1+\n");
    let list = |lines: &str| -> Vec<String> {
        let output = resume(&dir, lines);
        let numbered = |line: &&str| line.starts_with("  1 ") || line.starts_with("  2 ");
        output.stdout.lines().filter(numbered).map(str::to_string).collect()
    };
    let both = ["  1 trax, 2 moves, just now", "  2 tak, 1 move, just now"];
    assert_eq!(list("resume list\n"), both);
    assert_eq!(resume(&dir, "resume 2\nhistory\n").last_lines(2)[0], "1. a1");
    assert_eq!(
        resume(&dir, "resume 3\n").stderr,
        "there is no unfinished game `3`; `resume list` shows the numbers, for example resume 1\n"
    );
    assert_eq!(list("forget 1\nresume list\n").len(), 1);
}

#[test]
fn a_game_open_in_another_prompt_is_not_offered() {
    let dir = TestDir::new();
    let mut process = crate::prompt::kills::PipedProcess::start(&dir, &["play", "tak", "--keep"]);
    process.play("a1");
    assert_eq!(resume(&dir, "resume\n").stderr, "there are no unfinished games\n");
    process.kill();
    assert_eq!(resume(&dir, "resume\nhistory\n").last_lines(2)[0], "1. a1");
}

#[test]
fn starting_another_game_keeps_the_first() {
    let dir = TestDir::new();
    leave(&dir, &["tak", "--set", "size=3"], "a1\nplay trax\n@0/\nnew\n@0+\nplay tak size=4\n");
    let output = resume(&dir, "resume list\n");
    assert_eq!(output.stdout.lines().filter(|line| line.contains(", just now")).count(), 3, "{}", output.stdout);
}

#[test]
fn piped_games_are_saved_only_with_keep() {
    let dir = TestDir::new();
    dir.run_with(["play", "tak"], "a1\n");
    assert!(!dir.path("home/data/houserule/games").exists());
}

#[test]
fn undone_moves_are_kept_and_bots_wait() {
    let dir = TestDir::new();
    let seats = ["tak", "--set", "size=3", "--seats", "random,human"];
    leave(&dir, &seats, "bot random\nbot random\ngoto 2\n");
    let output = resume(&dir, "resume\ngoto end\nposition\n");
    assert!(output.last_lines(2)[0].ends_with(" 2 3"), "{}", output.stdout);
}

#[test]
fn a_long_list_is_cut_with_a_note() {
    let dir = TestDir::new();
    leave(&dir, &["tak"], &"a1\nnew\n".repeat(23));
    let listed = |lines: &str| -> (usize, String) {
        let out = resume(&dir, lines).stdout;
        let games = out.lines().filter(|line| line.contains(" tak, 1 move")).count();
        (games, out)
    };
    let (games, out) = listed("resume list\n");
    assert!(games == 20 && out.contains("\n  3 more; `resume list all` shows them\n"), "{out}");
    let (games, out) = listed("resume list all\n");
    assert!(games == 23 && out.contains("\n  23 tak, ") && !out.contains(" more;"), "{out}");
}

/// Variant whose `setup` hook sets a variable and skips the first seat.
const SET_UP: &str = r#"
return variant "counting" {
  base  = "BASE",
  rules = {
    vars  = { n = 0 },
    hooks = {
      setup      = function(view) return { set { n = 5 }, SKIP } end,
      after_move = function(view, move) return set { n = view:var "n" + 1 } end,
    },
  },
}
"#;

#[test]
fn the_setup_hook_of_a_dealt_game_is_kept() {
    let queries = "lua view:var 'n'\nlua view.turn\nlua view.ply\nlua view.seat\nposition\n";
    for (base, skip) in [("tantrix", "skip()"), ("weave", "skip()"), ("gobble", "nil")] {
        let dir = TestDir::with("counting.lua", SET_UP.replace("BASE", base).replace("SKIP", skip));
        let game = format!("{base}+counting.lua");
        let mv = dir.run(["moves", &game]).stdout.lines().next().expect("a move").to_string();
        let played = leave(&dir, &[&game], &format!("{mv}\n{queries}undo\n{queries}redo\nsave game.toml\n"));
        let values = |output: &RunOutput| -> Vec<String> {
            let mut lines = output.stdout.lines().skip_while(|line| *line != "6");
            let mut after: Vec<String> = lines.by_ref().take(5).map(str::to_string).collect();
            after.extend(lines.skip_while(|line| *line != "5").take(5).map(str::to_string));
            after
        };
        let expected = values(&played);
        assert_eq!((expected.len(), &expected[5][..]), (10, "5"), "{}", played.stdout);
        let again = format!("{queries}undo\n{queries}");
        let outputs = [
            dir.run_with(["play", &game], format!("load game.toml\n{again}")),
            dir.run_with(["play", &game, "--load", "game.toml"], &again),
            resume(&dir, &format!("resume\n{again}")),
        ];
        for output in outputs {
            assert_eq!(values(&output), expected, "{base}: {output:?}");
        }
    }
}
