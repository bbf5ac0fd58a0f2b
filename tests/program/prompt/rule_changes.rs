//! Rules that change during a game.

use std::io::Write;
use std::process::{Child, Stdio};

use crate::common::one_line;
use crate::common::test_dir::{RunOutput, TestDir};
use crate::prompt::last;

/// Lines that are not part of a board.
fn without_board(text: &str) -> Vec<&str> {
    let is_board = |line: &&str| {
        let sign = line.split_whitespace().next().unwrap_or_default();
        !(sign.parse::<u32>().is_ok() || matches!(sign, "a" | "w" | "b"))
    };
    text.lines().filter(is_board).collect()
}

#[test]
fn setting_an_option_keeps_the_moves() {
    let lines = last("a1\nc3\nset komi=2\nset\nhistory\n", 11);
    let lines = without_board(&lines.join("\n")).join("\n");
    let expected = "Now playing Tak with komi=2 and size=3.\nBoth moves are still legal; `new` starts again.\nkomi=2\nsize=3\n1. a1 c3";
    assert_eq!(lines, expected);
}

#[test]
fn the_first_illegal_move_is_named_and_the_rest_stays_redoable() {
    let lines = "a1\nc3\nSb2\nb3\nvariant +late-walls\nhistory\nvariant -late-walls\nhistory\n";
    let out = last(lines, 40).join("\n");
    let words = one_line(&out);
    let message = "The first difference is Sb2 (turn 2, white): it is now illegal: late-walls: walls wait \
                until turn 5 [late-walls.lua:9]. The first 2 moves stay.";
    assert!(words.contains(message), "{out}");
    assert!(out.contains("1. a1 c3\nundone: Sb2 b3\n"), "{out}");
    assert!(out.contains("2 moves restored.\n"), "{out}");
    assert!(out.ends_with("1. a1 c3\n2. Sb2 b3"), "{out}");
}

#[test]
fn players_keep_their_seats_when_seats_are_added() {
    let output = TestDir::new().run_with(["play", "tak", "--seats", "Ann,random"], "variant +three-seats\n");
    assert_eq!(output.stderr, "");
    output.assert_stdout_contains("\nAnn plays white, random plays black and you play grey.");
}

#[test]
fn variant_takes_options_too() {
    TestDir::new().run_with(["play", "tantrix", "--set", "players=3"], "variant +teams players=4\n").success();
}

#[test]
fn variants_are_listed_added_and_removed() {
    let out = last("variant +komi +late-walls turn=7\nvariant\n", 30).join("\n");
    assert!(out.contains("late-walls.turn=7"), "{out}");
    assert!(out.contains("\ntak +komi +late-walls\nAvailable: "), "{out}");
    let output = TestDir::new().run_with(["play", "tak"], "a1\nvariant +three-seats\nseats\n");
    assert_eq!((output.code, output.last_lines(3).len()), (0, 3), "{}", output.stderr);
}

const WALLS_WAIT: &str =
    "--- Walls wait.\nreturn variant 'wait' { base = 'tak', options = { turn = { default = 2, min = 1 } },
  rules = function(o) return { hooks = { allow = function(view, move)
    if move.piece == 'wall' and view.turn < o.turn then return false, 'not yet' end
    return true
  end } } end }\n";

/// The prompt on a pipe; files can change between its lines.
struct PromptProcess {
    child: Child,
}

impl PromptProcess {
    fn start(dir: &TestDir, args: &[&str]) -> PromptProcess {
        let mut command = dir.houserule();
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        PromptProcess { child: command.spawn().expect("it starts") }
    }

    /// Sends lines and waits until they ran: the last one saves a file.
    fn send(&mut self, lines: &str, dir: &TestDir) {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        let mark = dir.path("mark.toml");
        let _ = std::fs::remove_file(&mark);
        stdin.write_all(format!("{lines}save mark.toml\n").as_bytes()).expect("the program reads its input");
        while !mark.exists() && self.child.try_wait().expect("a child").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    fn finish(mut self, lines: &str) -> (String, String) {
        self.child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the program reads its input");
        let output = RunOutput::from(self.child.wait_with_output().expect("it ends"));
        (output.stdout, output.stderr)
    }
}

const MOVES: &str = "a1\nc3\nSb2\nb3\n";

#[test]
fn reload_replays_the_game_and_names_the_first_change() {
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut prompt = PromptProcess::start(&dir, &["play", "wait.lua", "--set", "size=3"]);
    prompt.send(&format!("{MOVES}reload\n"), &dir);
    dir.write("wait.lua", WALLS_WAIT.replace("default = 2", "default = 5"));
    prompt.send("reload\nhistory\n", &dir);
    dir.write("wait.lua", WALLS_WAIT.replace("piece == 'wall'", "piece == 'cap'"));
    let (out, err) = prompt.finish("reload\nhistory\n");
    let words = one_line(&out);
    assert_eq!(err, "");
    assert!(out.contains("The rules have not changed.\n"), "{out}");
    let send = "The first difference is Sb2 (turn 2, white): it is now illegal: wait: not yet \
                [wait.lua:3]. The first 2 moves stay.";
    assert!(words.contains(send), "{out}");
    assert!(out.contains("1. a1 c3\nundone: Sb2 b3\n"), "{out}");
    assert!(out.ends_with("1. a1 c3\n2. Sb2 b3\n"), "once the rules allow it the game is complete again: {out}");
}

#[test]
fn reload_names_a_move_with_another_result() {
    let finish = WALLS_WAIT.replace("hooks = {", "finish = { limit { plies = 3 } }, hooks = {");
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut prompt = PromptProcess::start(&dir, &["play", "wait.lua", "--set", "size=3"]);
    prompt.send(MOVES, &dir);
    dir.write("wait.lua", finish);
    let (out, _) = prompt.finish("reload\n");
    let words = one_line(&out);
    let send = "The first difference is Sb2 (turn 2, white): the game is over, draw by limit. The first 3 moves stay.";
    assert!(words.contains(send), "{out}");
}

#[test]
fn a_failed_reload_keeps_the_old_rules() {
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut prompt = PromptProcess::start(&dir, &["play", "wait.lua", "--set", "size=3"]);
    prompt.send(MOVES, &dir);
    dir.write("wait.lua", "return variant 'wait' { base = 'tak', rules = { finsh = {} } }");
    let (_, err) = prompt.finish("reload\n");
    let first = "the new rules do not load, so the old ones stay in force:\nwait.lua:1: ";
    assert!(err.starts_with(first) && err.contains("did you mean `finish`?"), "{err}");
}

#[test]
fn watch_reloads_on_save() {
    let dir = TestDir::with("wait.lua", WALLS_WAIT);
    let mut prompt = PromptProcess::start(&dir, &["play", "wait.lua", "--set", "size=3"]);
    prompt.send(&format!("watch\n{MOVES}"), &dir);
    dir.write("wait.lua", WALLS_WAIT.replace("default = 2", "default = 5"));
    prompt.send("history\n", &dir);
    dir.write("wait.lua", WALLS_WAIT);
    let (out, err) = prompt.finish("history\nwatch off\n");
    assert_eq!(err, "");
    assert!(out.contains("Watching 1 file: wait.lua.\n"), "{out}");
    assert!(out.contains("1. a1 c3\nundone: Sb2 b3\n"), "{out}");
    assert!(out.ends_with("1. a1 c3\n2. Sb2 b3\nNo longer watching.\n"), "{out}");
}
