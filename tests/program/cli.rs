//! The command line: exact output and exit codes, wrong use, pipes, the prompt on a pipe, and where scripts are found.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::desk::Desk;
use crate::common::transcript;

/// The files that `tests/data/cli.txt` speaks of.
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

fn desk() -> Desk {
    let desk = Desk::new();
    for (name, bytes) in FILES {
        desk.write(name, bytes);
    }
    desk
}

#[test]
fn the_program_says_what_the_transcript_says() {
    let desk = desk();
    transcript::follow("cli.txt", 81, |typed| desk.run(transcript::words(typed)));
}

#[test]
fn every_wrong_use_of_the_transcript_is_one_line() {
    for section in include_str!("../data/cli.txt").split("\n$ ").filter(|section| section.contains("\n= 2\n")) {
        let signs: Vec<char> = section.lines().skip(1).flat_map(|line| line.chars().next()).take(2).collect();
        assert_eq!(signs, ['!', '='], "{section}");
    }
}

#[test]
fn what_is_wrong_with_the_form_of_a_command_is_exit_2() {
    let desk = Desk::new();
    for (args, named) in [
        (&["plya", "tak"][..], "plya"),
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
        let said = desk.run(args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args:?}");
        assert!(said.err.contains(named), "{args:?}: {}", said.err);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_wrong_use() {
    use std::os::unix::ffi::OsStringExt;
    let desk = Desk::new();
    let odd = || OsString::from_vec(vec![b'a', 0xff, 0xfe]);
    for args in [
        vec!["moves".into(), odd()],
        vec!["why".into(), "tak".into(), odd()],
        vec!["moves".into(), "tak".into(), "--position".into(), odd()],
        vec!["moves".into(), "tak".into(), "--set".into(), odd()],
        vec![odd()],
    ] {
        let said = desk.run(&args);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args:?}: {}", said.err);
    }
    // A path need not be text.
    let said = desk.run(["replay".into(), odd()]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read"), "{}", said.err);
}

#[test]
fn games_lists_every_game_and_variant_with_its_origin() {
    let desk = Desk::new();
    let said = desk.run(["games"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let line = |name: &str| {
        let lines = said.out.lines().filter(|line| line.split_whitespace().next() == Some(name));
        lines
            .map(|line| line.split("  ").filter(|part| !part.is_empty()).map(str::trim).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(line("tak"), [["tak", "Tak", "built in"]]);
    assert_eq!(line("tak+late-walls"), [["tak+late-walls", "No walls in the first turns", "built in"]]);
    let json: serde_json::Value = serde_json::from_str(&desk.run(["games", "--json"]).out).expect("JSON");
    let names: Vec<&str> = json.as_array().expect("a list").iter().filter_map(|game| game["name"].as_str()).collect();
    let listed: Vec<&str> = said.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, listed);
}

#[test]
fn rules_with_a_variant_begin_with_what_differs() {
    let desk = Desk::new();
    let base = desk.run(["rules", "tak"]);
    assert_eq!((base.code, base.err.as_str()), (0, ""));
    assert!(
        base.out.starts_with("Tak\n\nBoard and seats\n  white and black take turns; white begins.\n"),
        "{}",
        base.out
    );
    let json: serde_json::Value = serde_json::from_str(&desk.run(["games", "--json"]).out).expect("JSON");
    let tak = json.as_array().expect("a list").iter().find(|game| game["name"] == "tak").expect("a game");
    assert_eq!(base.out.lines().last().map(str::trim), tak["hash"].as_str(), "both tell the hash");
    let said = desk.run(["rules", "tak+no-walls"]);
    let expected = "What differs from Tak\n\
                    - Place a flat, wall or cap from your reserve on an empty cell.\n\
                    + Place a flat or cap from your reserve on an empty cell.\n";
    let (differs, whole) = said.out.split_once("\n\n").expect("two parts");
    assert!(said.out.starts_with(expected), "{}", said.out);
    assert!(differs.lines().skip(1).all(|line| line.starts_with(['-', '+', ' '])), "{differs}");
    assert!(whole.starts_with("Tak + No walls\n\nBoard and seats\n"), "{whole}");
}

#[test]
fn check_as_json_reports_on_everything_named() {
    let desk = Desk::new();
    let said = desk.run(["check", "tak", "tak+late-walls", "--json"]);
    let reports: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    for (index, what) in ["tak", "tak+late-walls"].iter().enumerate() {
        assert_eq!(reports[index]["what"], *what);
        assert_eq!(reports[index]["ok"], true);
        assert_eq!(reports[index]["faults"], serde_json::json!([]));
    }
    assert_eq!(said.code, 0);
}

#[test]
fn render_writes_the_same_board_to_a_file() {
    let desk = Desk::new();
    let shown = desk.run(["render", "tak", "--moves", "a1 e5"]);
    let written = desk.run(["render", "tak", "--moves", "a1 e5", "-o", "board.txt"]);
    assert_eq!((written.code, written.out.as_str(), written.err.as_str()), (0, "", ""));
    assert_eq!(desk.read("board.txt"), shown.out);
}

#[test]
fn completions_are_made_for_every_shell() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = desk.run(["completions", shell]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{shell}");
        assert!(said.out.contains("houserule") && said.out.contains("perft"), "{shell}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    let desk = Desk::new();
    let version = desk.run(["--version"]);
    assert_eq!((version.code, version.out.as_str()), (0, concat!("houserule ", env!("CARGO_PKG_VERSION"), "\n")));
    for args in [&["--help"][..], &["help"], &["play", "--help"], &["help", "perft"], &["bench", "--help"]] {
        let said = desk.run(args);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}");
        assert!(said.out.contains("Usage:"), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_nobodys_fault() {
    let desk = Desk::new();
    for args in [
        &["perft", "tak", "--depth", "4"][..],
        &["moves", "tak"],
        &["games"],
        &["rules", "tak"],
        &["completions", "bash"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_houserule"))
            .args(args)
            .current_dir(desk.path(""))
            .env("HOME", desk.path("home"))
            .env("XDG_CONFIG_HOME", desk.path("home"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut reader = BufReader::with_capacity(1, child.stdout.take().expect("a pipe"));
        reader.read_line(&mut line).expect("a line");
        drop(reader);
        let ended = child.wait_with_output().expect("an end");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{args:?}");
        assert_eq!(ended.status.code(), Some(0), "{args:?}");
        assert!(!line.is_empty(), "{args:?}");
    }
}

#[test]
fn a_game_saved_under_other_rules_says_so() {
    let desk = desk();
    let said = desk.run(["replay", "saved.toml"]);
    assert_eq!((said.code, said.out.as_str()), (0, "saved.toml#1 ok open\n1 games, 1 ok\n"));
    assert!(
        said.err.starts_with("warning: these are not the rules the game was saved under (0 then, "),
        "{}",
        said.err
    );
    let said = desk.run_with(["play", "tak", "--load", "saved.toml"], "position\n");
    assert_eq!((said.code, said.out.lines().last()), (0, Some("x2,1/x3/2,x2 1 2")));
    assert!(said.err.starts_with("warning: these are not the rules the game was saved under"), "{}", said.err);
    let said = desk.run(["play", "tak", "--load", "illegal.toml"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert_eq!(
        said.err.lines().last(),
        Some("illegal.toml: move 2, `a1`, cannot be played: occupied: a1 is not empty")
    );
}

#[test]
fn an_empty_rule_file_says_how_one_ends() {
    let desk = desk();
    let expected = "error: a script ends with `return game \"name\" { ... }`, `return variant \"name\" { ... }`, \
                    `return bot \"name\" { ... }` or `return lesson \"name\" { ... }`\n";
    let said = desk.run(["check", "empty.lua"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert!(said.out.starts_with(expected) && said.out.contains("--> empty.lua:1"), "{}", said.out);
}

#[test]
fn an_unknown_game_is_told_with_the_games_there_are() {
    let said = Desk::new().run(["moves", "chess"]);
    assert_eq!((said.code, said.out.as_str(), said.err.lines().count()), (2, "", 1));
    assert!(said.err.starts_with("there is no game `chess`; ") && said.err.contains("tak"), "{}", said.err);
}

/// The last line that a game at the prompt printed, and what it complained about.
fn prompt(lines: &str) -> (i32, String, String) {
    let said = Desk::new().run_with(["play", "tak", "--set", "size=3"], lines);
    (said.code, said.out.lines().last().unwrap_or("").to_string(), said.err)
}

#[test]
fn the_prompt_plays_and_answers_on_a_pipe() {
    for (lines, last) in [
        ("a1\nposition\n", "x3/x3/2,x2 2 1"),
        ("a1\nc3\nundo\nposition\n", "x3/x3/2,x2 2 1"),
        ("a1\nc3\nundo\nundo\nredo\nposition\n", "x3/x3/2,x2 2 1"),
        ("a1\nundo\nb1\nhistory\n", "1. b1"),
        ("  :POSITION  \n", "x3/x3/x3 1 1"),
        ("\n\nposition\n", "x3/x3/x3 1 1"),
        ("why a1\n", "legal"),
        ("why Sa1\n", "opening: white's turn 1 places a flat of black [tak.lua:20]"),
        ("moves\n", "a1  a2  a3  b1  b2  b3  c1  c2  c3"),
        ("a1\nboard\n", "b black: 9 flats left"),
        ("a1\nc3\nnew\nposition\n", "x3/x3/x3 1 1"),
        ("play tak+late-walls size=4\nposition\n", "x4/x4/x4/x4 1 1"),
        ("position\nquit\nnonsense\n", "x3/x3/x3 1 1"),
        ("position\nexit\n", "x3/x3/x3 1 1"),
        ("position", "x3/x3/x3 1 1"),
        ("c3\na3\na2\nc2\na1\n", "The game is over: white wins by road. `undo`, `new` or `quit`?"),
        ("c3\na3\na2\nc2\na1\nundo\nposition\n", "1,x,2/1,x,2/x3 1 3"),
    ] {
        assert_eq!(prompt(lines), (0, last.to_string(), String::new()), "{lines:?}");
    }
}

#[test]
fn the_prompt_stops_at_the_first_refused_line_of_a_pipe() {
    for (line, says) in [
        ("udno", "`udno` is no command; did you mean `undo`?"),
        ("xyzzy plugh", "`xyzzy` is no command and no move; `help` lists what there is"),
        ("z9", "z9 cannot be played: off-board: z9 is off the board, which runs from a1 to c3 [tak.lua:13]"),
        ("Sa1", "Sa1 cannot be played: opening: white's turn 1 places a flat of black [tak.lua:20]"),
        ("undo 2", "`2` is not part of this command; `help` shows what each takes"),
        ("undo", "there is no move to take back"),
        ("redo", "there is no move to play again"),
        ("why", "why what? why a1"),
        ("save nowhere/game.toml", "cannot write nowhere/game.toml: No such file or directory (os error 2)"),
        ("load nowhere.toml", "cannot read nowhere.toml: No such file or directory (os error 2)"),
        ("play tac", "there is no game `tac`; did you mean `tak`?"),
        ("play tak size", "size is one of 3, 4, 5, 6, 7, 8; write play tak size=5"),
        ("play tak size=9", "`size` is one of 3, 4, 5, 6, 7, 8, not 9"),
    ] {
        let (code, _, err) = prompt(&format!("{line}\nposition\n"));
        assert_eq!((code, err), (1, format!("{says}\n")), "{line}");
    }
}

#[test]
fn the_prompt_takes_bytes_that_are_no_text_for_no_move() {
    let desk = Desk::new();
    let said = desk.run_with(["play", "tak"], b"\xff\xfe\x00\n");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("is not a move") || said.err.contains("is no command"), "{}", said.err);
    let said = desk.run_with(["play", "tak"], "a".repeat(1 << 20));
    assert_eq!(said.code, 1);
    assert_ne!(said.err, "");
}

#[test]
fn the_prompt_saves_and_goes_on_where_it_was() {
    for file in ["game.toml", "game.ptn"] {
        let desk = Desk::new();
        let said = desk.run_with(
            ["play", "tak+late-walls", "--set", "size=4", "--set", "turn=3"],
            format!("a1\nd4\nb2\nsave {file}\n"),
        );
        assert_eq!(
            (said.code, said.out.lines().last()),
            (0, Some(format!("saved 3 moves to {file}").as_str())),
            "{said:?}"
        );
        let said = desk.run_with(["play", "tak"], format!("load {file}\nhistory\nwhy Sa2\nposition\n"));
        let tail: Vec<&str> = said.out.lines().rev().take(4).collect();
        let why = "late-walls: walls wait until turn 3 [late-walls.lua:9]";
        assert_eq!(tail, ["x3,1/x4/x,1,x2/2,x3 2 2", why, "2. b2", "1. a1 d4"], "{said:?}");
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        let said = desk.run(["replay", file]);
        assert_eq!((said.code, said.out), (0, format!("{file}#1 ok open\n1 games, 1 ok\n")));
    }
}

#[test]
fn the_prompt_before_a_game_leads_to_one() {
    let desk = Desk::new();
    let said = desk.run_with([""; 0], "help\ngames\nplay tak size=3\na1\nposition\nquit\n");
    assert_eq!((said.code, said.out.lines().last(), said.err.as_str()), (0, Some("x3/x3/2,x2 2 1"), ""));
    assert!(said.out.contains("Type `play gomoku`"), "{}", said.out);
    let said = desk.run_with([""; 0], "a1\n");
    assert_eq!((said.code, said.err.lines().count()), (1, 1), "{said:?}");
}

const NEVER: &str =
    "return variant 'late-walls' { base = 'tak', rules = { hooks = { allow = function() return false, 'mine' end } } }";

#[test]
fn scripts_in_a_named_folder_come_first_and_never_silently() {
    let desk = Desk::new();
    desk.write("mine/late-walls.lua", NEVER);
    let said = desk.run(["why", "tak+late-walls", "a1", "--scripts", "mine"]);
    assert_eq!((said.code, said.out.as_str()), (1, "late-walls: mine [late-walls.lua:1]\n"));
    assert_eq!(said.err, "warning: mine/late-walls.lua is used in place of the built-in script of that name\n");
    let said = desk.run(["why", "tak+late-walls", "a1"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "legal\n", ""));

    desk.write("yours/late-walls.lua", NEVER.replace("mine", "yours"));
    let said = desk.run(["why", "tak+late-walls", "a1", "--scripts", "yours", "--scripts", "mine"]);
    assert_eq!((said.code, said.out.as_str()), (1, "late-walls: yours [late-walls.lua:1]\n"), "the first folder wins");
    let said = desk.run(["games", "--scripts", "yours"]);
    let line = said.out.lines().find(|line| line.starts_with("tak+late-walls")).expect("a line");
    assert!(line.ends_with("yours/late-walls.lua"), "{line}");
}

#[test]
fn the_folder_at_hand_comes_before_the_users_own() {
    let desk = Desk::new();
    desk.write("home/config/houserule/late-walls.lua", NEVER.replace("mine", "at home"));
    let said = desk.run(["why", "tak+late-walls", "a1"]);
    assert_eq!((said.code, said.out.as_str()), (1, "late-walls: at home [late-walls.lua:1]\n"));
    assert!(
        said.err.ends_with("late-walls.lua is used in place of the built-in script of that name\n"),
        "{}",
        said.err
    );

    desk.write("variants/late-walls.lua", NEVER.replace("mine", "at hand"));
    let said = desk.run(["why", "tak+late-walls", "a1"]);
    assert_eq!((said.code, said.out.as_str()), (1, "late-walls: at hand [late-walls.lua:1]\n"));
}

#[test]
fn a_script_with_a_name_of_its_own_shadows_nothing() {
    let desk = Desk::new();
    desk.write("variants/never.lua", NEVER.replace("late-walls", "never"));
    let said = desk.run(["why", "tak+never", "a1"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (1, "never: mine [never.lua:1]\n", ""));
}

#[test]
fn a_broken_config_file_is_named() {
    let desk = Desk::new();
    desk.write("home/config/houserule/config.toml", "scrpts = []\n");
    let said = desk.run(["moves", "tak"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("config.toml"), "{}", said.err);
}

#[test]
fn what_is_not_measured_is_told_with_what_is() {
    let said = Desk::new().run(["bench", "nope"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.starts_with("nothing called `nope` is measured; there are "), "{}", said.err);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    let near = Desk::new().run(["bench", "supertrx"]).err;
    assert_eq!(near, "nothing called `supertrx` is measured; did you mean `supertrax`?\n");
}
