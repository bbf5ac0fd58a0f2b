//! The command line: exact output and exit codes, usage errors, pipes, the prompt on a pipe, and the search for scripts.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::test_dir::{RunOutput, TestDir};
use crate::common::transcript;

/// Files that `tests/data/cli.txt` names.
const FILES: &[(&str, &[u8])] = &[
    ("good.ptn", b"[Size \"3\"]\n[Result \"R-0\"]\n\n1. c3 a3\n2. a2 c2\n3. a1 R-0\n"),
    (
        "games.ptn",
        b"[Size \"3\"]\n\n1. c3 a3\n2. a2 c2\n3. a1 F-0\n\n\
          [Size \"3\"]\n\n1. c3 a3\n2. a2 a2 1-0\n\n\
          [Size \"3\"]\n\n1. c3 a3\n2. a2 1-0\n",
    ),
    ("tag.ptn", b"[Size \"3\n1. a1"),
    ("comment.ptn", b"[Size \"3\"]\n\n1. a1 { never closed\n"),
    ("word.ptn", b"[Size \"3\"]\n\n1. a1 banana\n"),
    ("size.ptn", b"[Size \"99\"]\n\n1. a1\n"),
    ("opening.ptn", b"[Opening \"queen\"]\n\n1. a1\n"),
    ("none.ptn", b"hello\n"),
    ("empty.ptn", b""),
    ("empty.lua", b""),
    ("binary.lua", b"\xff\xfe\x00\x01"),
    ("binary.ptn", b"[\xff\xfe\x00\x01"),
    ("folder.lua/file", b""),
    (
        "saved.toml",
        b"houserule = 1\ngame = \"tak\"\nrules = \"0\"\nseed = 1\nmoves = \"a1 c3\"\n\n[options]\nsize = \"3\"\n",
    ),
    ("version.toml", b"houserule = 2\ngame = \"tak\"\nrules = \"0\"\nseed = 1\nmoves = \"a1\"\n"),
    ("broken.toml", b"houserule = 1\ngame = tak\n"),
    ("short.toml", b"houserule = 1\nmoves = \"a1\"\n"),
    ("illegal.toml", b"houserule = 1\ngame = \"tak\"\nrules = \"0\"\nseed = 1\nmoves = \"a1 a1\"\n"),
];

fn dir() -> TestDir {
    let dir = TestDir::new();
    for (name, bytes) in FILES {
        dir.write(name, bytes);
    }
    dir
}

#[test]
fn the_transcript_matches() {
    let dir = dir();
    transcript::replay("cli.txt", 81, |typed| dir.run(transcript::split_args(typed)));
}

#[test]
fn every_usage_error_in_the_transcript_is_one_line() {
    for section in include_str!("../data/cli.txt").split("\n$ ").filter(|section| section.contains("\n= 2\n")) {
        let signs: Vec<char> = section.lines().skip(1).flat_map(|line| line.chars().next()).take(2).collect();
        assert_eq!(signs, ['!', '='], "{section}");
    }
}

#[test]
fn malformed_commands_exit_with_2() {
    let dir = TestDir::new();
    for (args, expected) in [
        (&["plya", "tak"][..], "plya"),
        (&["tak", "--wild"], "`houserule play --help`"),
        (&["play", "--moves", "a1"], "--moves requires a game"),
        (&["play", "--match", "3"], "--match requires a game; write houserule play GAME --match ..."),
        (&["play", "--first-to", "3"], "--first-to requires a game; write houserule play GAME --first-to ..."),
        (&["play", "--points", "30"], "--points requires a game"),
        (&["play", "--begins", "loser"], "--begins requires a game"),
        (&["play", "--scoring", "wins"], "--scoring requires a game"),
        (&["moves"], "<GAME>"),
        (&["moves", "tak", "--wild"], "--wild"),
        (&["moves", "tak", "--set", "size"], "size"),
        (&["perft", "tak"], "--depth"),
        (&["perft", "tak", "--depth", "0"], "0"),
        (&["perft", "tak", "--depth", "deep"], "deep"),
        (&["moves", "tak", "--seed", "-1"], "-1"),
        (&["completions", "tcsh"], "tcsh"),
        (&["why", "tak"], "<MOVE>"),
        (&["check"], "<FILE|FOLDER|GAME>"),
        (&["replay"], "<FILE>"),
    ] {
        let output = dir.run(args);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(expected), "{args:?}: {}", output.stderr);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_usage_errors() {
    use std::os::unix::ffi::OsStringExt;
    let dir = TestDir::new();
    let invalid = || OsString::from_vec(vec![b'a', 0xff, 0xfe]);
    for args in [
        vec!["moves".into(), invalid()],
        vec!["why".into(), "tak".into(), invalid()],
        vec!["moves".into(), "tak".into(), "--position".into(), invalid()],
        vec!["moves".into(), "tak".into(), "--set".into(), invalid()],
        vec![invalid()],
    ] {
        let output = dir.run(&args);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{args:?}: {}", output.stderr);
    }
    // A path need not be UTF-8.
    let output = dir.run(["replay".into(), invalid()]);
    assert_eq!(output.code, 2);
    output.assert_stderr_contains("cannot read");
}

#[test]
fn games_lists_every_game_and_variant_with_its_origin() {
    let dir = TestDir::new();
    let output = dir.run(["games"]).success();
    let line = |name: &str| {
        let lines = output.stdout.lines().filter(|line| line.split_whitespace().next() == Some(name));
        lines
            .map(|line| line.split("  ").filter(|part| !part.is_empty()).map(str::trim).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(line("tak"), [["tak", "Tak", "built in"]]);
    assert_eq!(line("tak+late-walls"), [["tak+late-walls", "No walls in the first turns", "built in"]]);
    let json: serde_json::Value = dir.run(["games", "--json"]).json();
    let names: Vec<&str> = json.as_array().expect("a list").iter().filter_map(|game| game["name"].as_str()).collect();
    let listed: Vec<&str> = output.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, listed);
}

#[test]
fn rules_of_a_variant_begin_with_its_changes() {
    let dir = TestDir::new();
    let base = dir.run(["rules", "tak"]).success();
    base.assert_stdout_starts_with("Tak\n\nBoard and players\n  White and black take turns; white moves first.\n");
    let json: serde_json::Value = dir.run(["games", "--json"]).json();
    let tak = json.as_array().expect("a list").iter().find(|game| game["name"] == "tak").expect("a game");
    assert_eq!(base.stdout.lines().last().map(str::trim), tak["hash"].as_str(), "both print the hash");
    let output = dir.run(["rules", "tak+no-walls"]);
    let expected = "Changes from Tak to Tak + No walls\n\nChanged\n  \
                    from: Place a flat, wall or cap from your reserve on an empty cell.\n  \
                    to:   Place a flat or cap from your reserve on an empty cell.\n\n\
                    Tak + No walls\n\nBoard and players\n";
    output.assert_stdout_starts_with(expected);
}

#[test]
fn check_as_json_reports_on_every_argument() {
    let dir = TestDir::new();
    let output = dir.run(["check", "tak", "tak+late-walls", "--json"]);
    let reports = output.json();
    for (index, what) in ["tak", "tak+late-walls"].iter().enumerate() {
        assert_eq!(reports[index]["what"], *what);
        assert_eq!(reports[index]["ok"], true);
        assert_eq!(reports[index]["faults"], serde_json::json!([]));
    }
    assert_eq!(output.code, 0);
}

#[test]
fn render_writes_the_same_board_to_a_file() {
    let dir = TestDir::new();
    let printed = dir.run(["render", "tak", "--moves", "a1 e5"]);
    let written = dir.run(["render", "tak", "--moves", "a1 e5", "-o", "board.txt"]);
    assert_eq!((written.code, written.stdout.as_str(), written.stderr.as_str()), (0, "", ""));
    assert_eq!(dir.read("board.txt"), printed.stdout);
}

#[test]
fn completions_exist_for_every_shell() {
    let dir = TestDir::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = dir.run(["completions", shell]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{shell}");
        assert!(output.stdout.contains("houserule") && output.stdout.contains("perft"), "{shell}");
    }
}

#[test]
fn the_manual_page_has_every_command() {
    let dir = TestDir::new();
    let page = dir.run(["man"]).success().stdout;
    let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    assert_eq!(sections, ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SCREEN", "COMMANDS"]);
    let help = dir.run(["-h"]).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.map_while(|line| line.strip_prefix("  ")?.split_whitespace().next());
    for command in commands.filter(|command| *command != "help") {
        let title = format!(".SS \"houserule {command}");
        assert!(page.lines().any(|line| line.starts_with(&title)), "{command}");
    }
    assert!(page.contains(".SS \"houserule new variant\"\n"), "{page}");
    for line in page.lines().filter(|line| line.starts_with('.')) {
        let request = line.split([' ', '\n']).next().unwrap_or_default();
        let known = [".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".IP", ".br", ".nf", ".fi", ".ie", ".el"];
        assert!(known.contains(&request), "{line}");
    }
}

#[test]
fn a_game_in_place_of_a_command_is_played() {
    let dir = TestDir::new();
    dir.write("mine.lua", "return variant 'mine' { base = 'tak', rules = {} }");
    for typed in
        ["tak --set size=3", "--colour never tak --set size=3", "tak+late-walls --set size=3", "mine.lua --set size=3"]
    {
        let output = dir.run_with(typed.split(' '), "a1\nposition\n");
        assert_eq!(
            (output.code, output.stdout.lines().last()),
            (0, Some("x3/x3/2,x2 2 1")),
            "{typed}: {}",
            output.stderr
        );
    }
    let help = |args: &[&str]| dir.run(args).success().stdout;
    assert_eq!(help(&["tak", "--help"]), help(&["play", "--help"]));
    let output = dir.run_with(["play"], "play tak size=3\nposition\n");
    assert_eq!((output.code, output.stdout.lines().last()), (0, Some("x3/x3/x3 1 1")));
    for (typed, message) in [
        ("plya tak", "unknown command or game `plya`; did you mean `play`?\n"),
        ("gomko", "unknown command or game `gomko`; did you mean `gomoku`?\n"),
        ("xyzzy", "unknown command or game `xyzzy`; see `houserule --help` and `houserule games`\n"),
    ] {
        let output = dir.run(typed.split(' '));
        assert_eq!((output.code, output.stderr.as_str()), (2, message), "{typed}");
    }
}

#[test]
fn the_list_of_games_can_be_filtered() {
    let dir = TestDir::new();
    let names = |args: &[&str]| -> Vec<String> {
        let output = dir.run(args).success().stdout;
        output.lines().filter_map(|line| Some(line.split_whitespace().next()?.to_string())).collect()
    };
    assert_eq!(names(&["games", "connect6"]), ["connect6"]);
    assert_eq!(names(&["games", "HEX", "nash"]), ["hex+nash"]);
    let of_gomoku = names(&["games", "gomoku"]);
    assert!(
        ["gomoku", "gomoku+pro", "connect6"].iter().all(|name| of_gomoku.contains(&name.to_string())),
        "{of_gomoku:?}"
    );
    assert!(!of_gomoku.contains(&"tak".to_string()), "{of_gomoku:?}");
    let output = dir.run(["games", "qqq"]);
    assert_eq!(
        (output.code, output.stderr.as_str()),
        (1, "nothing matches `qqq`; `houserule games` lists everything\n")
    );
    assert_eq!(dir.run(["games", "qqq", "--json"]).json(), serde_json::json!([]));
    let output = dir.run_with([""; 0], "games nash\n");
    assert!(output.stdout.ends_with("\n  hex+nash                 Nash's board, 14 by 14\n"), "{}", output.stdout);
}

#[test]
fn help_and_version_exit_with_0() {
    let dir = TestDir::new();
    let version = dir.run(["--version"]);
    assert_eq!((version.code, version.stdout.as_str()), (0, concat!("houserule ", env!("CARGO_PKG_VERSION"), "\n")));
    for args in [&["--help"][..], &["help"], &["play", "--help"], &["help", "perft"], &["bench", "--help"]] {
        let output = dir.run(args);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{args:?}");
        assert!(output.stdout.contains("Usage:"), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let dir = TestDir::new();
    for args in [
        &["perft", "tak", "--depth", "4"][..],
        &["moves", "tak"],
        &["games"],
        &["rules", "tak"],
        &["completions", "bash"],
        &["man"],
    ] {
        let mut command = dir.houserule();
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
        reader.read_line(&mut line).expect("a line");
        drop(reader);
        let output = RunOutput::from(child.wait_with_output().expect("an end"));
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{args:?}");
        assert!(!line.is_empty(), "{args:?}");
    }
}

#[test]
fn replaying_a_game_saved_under_other_rules_warns() {
    let dir = dir();
    let output = dir.run(["replay", "saved.toml"]);
    assert_eq!((output.code, output.stdout.as_str()), (0, "saved.toml#1 ok open\n1 game, 1 ok\n"));
    output.assert_stderr_starts_with("warning: the rules have changed since the game was saved (0 then, ");
    let output = dir.run_with(["play", "tak", "--load", "saved.toml"], "position\n");
    assert_eq!((output.code, output.stdout.lines().last()), (0, Some("x2,1/x3/2,x2 1 2")));
    output.assert_stderr_starts_with("warning: the rules have changed since the game was saved");
    let output = dir.run(["play", "tak", "--load", "illegal.toml"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    assert_eq!(
        output.stderr.lines().last(),
        Some("illegal.toml: move 2, `a1`, cannot be played: occupied: a1 is not empty")
    );
}

#[test]
fn an_empty_rules_file_is_explained() {
    let dir = dir();
    let expected = "error: a script must end with `return game \"name\" { ... }`, `return variant \"name\" { ... }`, \
                    `return bot \"name\" { ... }` or `return lesson \"name\" { ... }`\n";
    let output = dir.run(["check", "empty.lua"]);
    assert_eq!((output.code, output.stderr.as_str()), (1, ""));
    assert!(output.stdout.starts_with(expected) && output.stdout.contains("--> empty.lua:1"), "{}", output.stdout);
}

#[test]
fn an_unknown_game_is_reported_with_the_known_ones() {
    let output = TestDir::new().run(["moves", "chess"]);
    assert_eq!((output.code, output.stdout.as_str(), output.stderr.lines().count()), (2, "", 1));
    assert!(output.stderr.starts_with("unknown game `chess`; ") && output.stderr.contains("tak"), "{}", output.stderr);
}

/// Exit code, last line of stdout, and stderr of a game at the prompt.
fn prompt(lines: &str) -> (i32, String, String) {
    let output = TestDir::new().run_with(["play", "tak", "--set", "size=3"], lines);
    (output.code, output.stdout.lines().last().unwrap_or("").to_string(), output.stderr)
}

#[test]
fn the_prompt_works_on_a_pipe() {
    for (lines, last) in [
        ("a1\nposition\n", "x3/x3/2,x2 2 1"),
        ("a1\nc3\nundo\nposition\n", "x3/x3/2,x2 2 1"),
        ("a1\nc3\nundo\nundo\nredo\nposition\n", "x3/x3/2,x2 2 1"),
        ("a1\nundo\nb1\nhistory\n", "1. b1"),
        ("  :POSITION  \n", "x3/x3/x3 1 1"),
        ("\n\nposition\n", "x3/x3/x3 1 1"),
        ("why a1\n", "legal"),
        ("a1\nscore\n", "The game is not over."),
        ("c3\na3\na2\nc2\na1\nscore\n", "The game is over: white wins by road."),
        ("moves\n", "a1  a2  a3  b1  b2  b3  c1  c2  c3"),
        ("a1\nboard\n", "b black: 9 flats left"),
        ("a1\nc3\nnew\nposition\n", "x3/x3/x3 1 1"),
        ("play tak+late-walls size=4\nposition\n", "x4/x4/x4/x4 1 1"),
        ("position\nquit\nnonsense\n", "x3/x3/x3 1 1"),
        ("position\nexit\n", "x3/x3/x3 1 1"),
        ("position", "x3/x3/x3 1 1"),
        ("c3\na3\na2\nc2\na1\n", "The game is over: white wins by road. Type `new`, `undo` or `quit`."),
        ("c3\na3\na2\nc2\na1\nundo\nposition\n", "1,x,2/1,x,2/x3 1 3"),
    ] {
        assert_eq!(prompt(lines), (0, last.to_string(), String::new()), "{lines:?}");
    }
}

#[test]
fn the_score_names_what_the_points_are_for() {
    for (game, moves, score) in [
        ("tak", "a1 e5", ["white: 1 flat", "black: 1 flat"].as_slice()),
        ("hex", "a1", &["No side has points."]),
        ("tantrix", "1@0,0:0", &["red: 1 point (line of 1)", "yellow: 1 point (line of 1)"]),
    ] {
        let lines = format!("{}\nscore\n", moves.replace(' ', "\n"));
        let position = if game == "tantrix" { vec!["--position", "| hands 1,2/3 | bag 4"] } else { Vec::new() };
        let output = TestDir::new().run_with([vec!["play", game], position].concat(), lines).success();
        let last = output.last_lines(score.len() + 1);
        assert_eq!(last, [score, &["The game is not over."]].concat(), "{game}");
    }
}

#[test]
fn piped_input_stops_at_the_first_rejected_line() {
    let (code, last, err) = prompt("a1\nudno\nposition\n");
    assert_eq!((code, last.as_str(), err.lines().count()), (1, "b black: 9 flats left", 1), "{err}");
}

#[test]
fn the_prompt_rejects_input_that_is_not_utf8_or_too_long() {
    let dir = TestDir::new();
    let output = dir.run_with(["play", "tak"], b"\xff\xfe\x00\n");
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("is not a move") || output.stderr.contains("is no command"), "{}", output.stderr);
    let output = dir.run_with(["play", "tak"], "a".repeat(1 << 20));
    assert_eq!(output.code, 1);
    assert_ne!(output.stderr, "");
}

#[test]
fn the_prompt_saves_and_loads_a_game() {
    for file in ["game.toml", "game.ptn"] {
        let dir = TestDir::new();
        let output = dir.run_with(
            ["play", "tak+late-walls", "--set", "size=4", "--set", "turn=3"],
            format!("a1\nd4\nb2\nsave {file}\n"),
        );
        assert_eq!(
            (output.code, output.stdout.lines().last()),
            (0, Some(format!("saved 3 moves to {file}").as_str())),
            "{output:?}"
        );
        let output = dir.run_with(["play", "tak"], format!("load {file}\nhistory\nwhy Sa2\nposition\n"));
        let tail: Vec<&str> = output.stdout.lines().rev().take(4).collect();
        let why = "late-walls: walls wait until turn 3 [late-walls.lua:9]";
        assert_eq!(tail, ["x3,1/x4/x,1,x2/2,x3 2 2", why, "2. b2", "1. a1 d4"], "{output:?}");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""));
        let output = dir.run(["replay", file]);
        assert_eq!((output.code, output.stdout), (0, format!("{file}#1 ok open\n1 game, 1 ok\n")));
    }
}

#[test]
fn the_prompt_without_a_game_can_start_one() {
    let dir = TestDir::new();
    let output = dir.run_with([""; 0], "help\ngames\nplay tak size=3\na1\nposition\nquit\n");
    assert_eq!((output.code, output.stdout.lines().last(), output.stderr.as_str()), (0, Some("x3/x3/2,x2 2 1"), ""));
    output.assert_stdout_contains("Type `play gomoku`");
    let output = dir.run_with([""; 0], "a1\n");
    assert_eq!((output.code, output.stderr.lines().count()), (1, 1), "{output:?}");
}

const FORBID_ALL: &str =
    "return variant 'late-walls' { base = 'tak', rules = { hooks = { allow = function() return false, 'mine' end } } }";

#[test]
fn scripts_folders_take_precedence_with_a_warning() {
    let dir = TestDir::new();
    dir.write("mine/late-walls.lua", FORBID_ALL);
    let output = dir.run(["why", "tak+late-walls", "a1", "--scripts", "mine"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, "late-walls: mine [late-walls.lua:1]\n"));
    assert_eq!(output.stderr, "warning: using mine/late-walls.lua instead of the built-in script of the same name\n");
    let output = dir.run(["why", "tak+late-walls", "a1"]);
    assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (0, "legal\n", ""));

    dir.write("yours/late-walls.lua", FORBID_ALL.replace("mine", "yours"));
    let output = dir.run(["why", "tak+late-walls", "a1", "--scripts", "yours", "--scripts", "mine"]);
    assert_eq!(
        (output.code, output.stdout.as_str()),
        (1, "late-walls: yours [late-walls.lua:1]\n"),
        "the first folder wins"
    );
    let output = dir.run(["games", "--scripts", "yours"]);
    let line = output.stdout.lines().find(|line| line.starts_with("tak+late-walls")).expect("a line");
    assert!(line.ends_with("yours/late-walls.lua"), "{line}");
}

#[test]
fn the_local_folder_comes_before_the_users_own() {
    let dir = TestDir::new();
    dir.write("home/config/houserule/late-walls.lua", FORBID_ALL.replace("mine", "at home"));
    let output = dir.run(["why", "tak+late-walls", "a1"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, "late-walls: at home [late-walls.lua:1]\n"));
    assert!(
        output.stderr.ends_with("late-walls.lua instead of the built-in script of the same name\n"),
        "{}",
        output.stderr
    );

    dir.write("variants/late-walls.lua", FORBID_ALL.replace("mine", "at hand"));
    let output = dir.run(["why", "tak+late-walls", "a1"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, "late-walls: at hand [late-walls.lua:1]\n"));
}

#[test]
fn a_script_with_a_new_name_shadows_nothing() {
    let dir = TestDir::new();
    dir.write("variants/never.lua", FORBID_ALL.replace("late-walls", "never"));
    let output = dir.run(["why", "tak+never", "a1"]);
    assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (1, "never: mine [never.lua:1]\n", ""));
}

#[test]
fn a_broken_config_file_is_reported_by_name() {
    let dir = TestDir::new();
    dir.write("home/config/houserule/config.toml", "scrpts = []\n");
    let output = dir.run(["moves", "tak"]);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""));
    output.assert_stderr_contains("config.toml");
}

#[test]
fn an_unknown_benchmark_is_reported_with_the_known_ones() {
    let output = TestDir::new().run(["bench", "nope"]);
    assert_eq!((output.code, output.stdout.as_str()), (2, ""));
    output.assert_stderr_starts_with("unknown benchmark `nope`; the benchmarks are ");
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    let near = TestDir::new().run(["bench", "supertrx"]).stderr;
    assert_eq!(near, "unknown benchmark `supertrx`; did you mean `supertrax`?\n");
}
