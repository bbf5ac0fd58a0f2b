//! Rules that change in the course of a game.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::desk::Desk;
use crate::table::{last, refused, tail};

/// The lines that are no part of a board.
fn told(text: &str) -> Vec<&str> {
    let is_board = |line: &&str| {
        let sign = line.split_whitespace().next().unwrap_or_default();
        !(sign.parse::<u32>().is_ok() || matches!(sign, "a" | "w" | "b"))
    };
    text.lines().filter(is_board).collect()
}

#[test]
fn an_option_is_set_and_the_moves_stay() {
    let lines = last("a1\nc3\nset komi=2\nset\nhistory\n", 11);
    let lines = told(&lines.join("\n")).join("\n");
    let says = "Now: Tak with komi=2 and size=3.\nAll 2 moves stand; `new` begins afresh.\nkomi=2\nsize=3\n1. a1 c3";
    assert_eq!(lines, says);
    assert_eq!(
        refused("set komi\n"),
        "komi is a number in steps of 0.5 from -5 to 9.5, and is 0 now; write set komi=0"
    );
    assert_eq!(refused("set komi 2\n"), "write set komi=2, with = in place of the blank");
    assert_eq!(refused("set kmoi\n"), "there is no option `kmoi`; did you mean `komi`?");
    assert_eq!(refused("set kmoi=2\n"), "there is no option `kmoi`; did you mean `komi`?");
    assert_eq!(refused("set size=99\n"), "`size` is one of 3, 4, 5, 6, 7, 8, not 99");
}

#[test]
fn the_first_move_that_cannot_stand_is_named_and_the_others_wait() {
    let lines = "a1\nc3\nSb2\nb3\nvariant +late-walls\nhistory\nvariant -late-walls\nhistory\n";
    let out = last(lines, 40).join("\n");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = "The first move that changed is Sb2 of white in turn 2: it cannot be played any more: late-walls: walls wait \
                until turn 5 [late-walls.lua:9]. The first 2 moves stand.";
    assert!(words.contains(says), "{out}");
    assert!(out.contains("1. a1 c3\ntaken back: Sb2 b3\n"), "{out}");
    assert!(out.contains("2 moves can be played again.\n"), "{out}");
    assert!(out.ends_with("1. a1 c3\n2. Sb2 b3"), "{out}");
}

#[test]
fn those_who_sat_there_stay_where_there_are_more_seats() {
    let said = Desk::new().run_with(["play", "tak", "--seats", "Ann,random"], "variant +three-seats\n");
    assert_eq!(said.err, "");
    assert!(said.out.contains("\nWhite is Ann, black is played by random and grey is yours;"), "{}", said.out);
}

#[test]
fn an_option_is_set_together_with_the_variant_that_needs_it() {
    let said = Desk::new().run_with(["play", "tantrix", "--set", "players=3"], "variant +teams players=4\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
}

#[test]
fn variants_are_listed_put_on_and_taken_off() {
    let out = last("variant +komi +late-walls turn=7\nvariant\n", 30).join("\n");
    assert!(out.contains("late-walls.turn=7"), "{out}");
    assert!(out.contains("\ntak +komi +late-walls\nThere are "), "{out}");
    assert_eq!(refused("variant -komi\n"), "`komi` is not on; no variant is");
    assert_eq!(
        refused("variant late-wals\n"),
        "`late-wals` is neither +variant nor -variant; write variant +late-walls"
    );
    assert_eq!(refused("variant +xyzzy\n"), "there is no variant `xyzzy`; `variant` lists them");
    assert_eq!(refused("variant +late-wals\n"), "tak has no variant `late-wals`; did you mean `late-walls`?");
    let said = Desk::new().run_with(["play", "tak"], "a1\nvariant +three-seats\nseats\n");
    assert_eq!((said.code, tail(&said, 3).len()), (0, 3), "{}", said.err);
}

const WAIT: &str =
    "--- Walls wait.\nreturn variant 'wait' { base = 'tak', options = { turn = { default = 2, min = 1 } },
  rules = function(o) return { hooks = { allow = function(view, move)
    if move.piece == 'wall' and view.turn < o.turn then return false, 'not yet' end
    return true
  end } } end }\n";

/// A prompt on a pipe to which lines go one by one, and between them something happens.
struct PromptTalk {
    child: std::process::Child,
}

impl PromptTalk {
    fn at(desk: &Desk, args: &[&str]) -> PromptTalk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_houserule"));
        command.args(args).current_dir(desk.path("")).envs(desk.home()).env("NO_COLOR", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        PromptTalk { child: command.spawn().expect("it starts") }
    }

    /// Says lines and waits until all of them were obeyed: the last has the program write a file.
    fn says(&mut self, lines: &str, desk: &Desk) {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        let mark = desk.path("mark.toml");
        let _ = std::fs::remove_file(&mark);
        stdin.write_all(format!("{lines}save mark.toml\n").as_bytes()).expect("it listens");
        while !mark.exists() && self.child.try_wait().expect("a child").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    fn ends(mut self, lines: &str) -> (String, String) {
        self.child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
        let output = self.child.wait_with_output().expect("it ends");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (text(output.stdout), text(output.stderr))
    }
}

const PLAYED: &str = "a1\nc3\nSb2\nb3\n";

#[test]
fn reload_plays_the_game_under_the_changed_file_and_names_what_changed() {
    let desk = Desk::with("wait.lua", WAIT);
    let mut talk = PromptTalk::at(&desk, &["play", "wait.lua", "--set", "size=3"]);
    talk.says(&format!("{PLAYED}reload\n"), &desk);
    desk.write("wait.lua", WAIT.replace("default = 2", "default = 5"));
    talk.says("reload\nhistory\n", &desk);
    desk.write("wait.lua", WAIT.replace("piece == 'wall'", "piece == 'cap'"));
    let (out, err) = talk.ends("reload\nhistory\n");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(err, "");
    assert!(out.contains("The rules are the same.\n"), "{out}");
    let says = "The first move that changed is Sb2 of white in turn 2: it cannot be played any more: wait: not yet \
                [wait.lua:3]. The first 2 moves stand.";
    assert!(words.contains(says), "{out}");
    assert!(out.contains("1. a1 c3\ntaken back: Sb2 b3\n"), "{out}");
    assert!(out.ends_with("1. a1 c3\n2. Sb2 b3\n"), "once the rules allow it the game is whole again: {out}");
}

#[test]
fn reload_names_a_move_that_leads_elsewhere() {
    let ends = WAIT.replace("hooks = {", "finish = { limit { plies = 3 } }, hooks = {");
    let desk = Desk::with("wait.lua", WAIT);
    let mut talk = PromptTalk::at(&desk, &["play", "wait.lua", "--set", "size=3"]);
    talk.says(PLAYED, &desk);
    desk.write("wait.lua", ends);
    let (out, _) = talk.ends("reload\n");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let says = "The first move that changed is Sb2 of white in turn 2: the game is over, draw by limit. The first 3 moves stand.";
    assert!(words.contains(says), "{out}");
}

#[test]
fn rules_that_do_not_load_leave_the_old_ones_in_force() {
    let desk = Desk::with("wait.lua", WAIT);
    let mut talk = PromptTalk::at(&desk, &["play", "wait.lua", "--set", "size=3"]);
    talk.says(PLAYED, &desk);
    desk.write("wait.lua", "return variant 'wait' { base = 'tak', rules = { finsh = {} } }");
    let (_, err) = talk.ends("reload\n");
    let first = "the rules stay as they were, for the new ones do not load:\nwait.lua:1: ";
    assert!(err.starts_with(first) && err.contains("did you mean `finish`?"), "{err}");
}

#[test]
fn watch_reloads_whenever_a_file_is_saved() {
    let desk = Desk::with("wait.lua", WAIT);
    let mut talk = PromptTalk::at(&desk, &["play", "wait.lua", "--set", "size=3"]);
    talk.says(&format!("watch\n{PLAYED}"), &desk);
    desk.write("wait.lua", WAIT.replace("default = 2", "default = 5"));
    talk.says("history\n", &desk);
    desk.write("wait.lua", WAIT);
    let (out, err) = talk.ends("history\nwatch off\n");
    assert_eq!(err, "");
    assert!(out.contains("Watching 1 file: wait.lua.\n"), "{out}");
    assert!(out.contains("1. a1 c3\ntaken back: Sb2 b3\n"), "{out}");
    assert!(out.ends_with("1. a1 c3\n2. Sb2 b3\nFiles are not watched any more.\n"), "{out}");
    assert_eq!(refused("watch\n"), "these rules are built in; `watch` is for rules in files of your own");
}
