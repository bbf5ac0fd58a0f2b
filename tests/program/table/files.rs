//! Files that are not what somebody hoped, and files that must not be spoilt.

use std::process::{Command, Stdio};

use crate::common::desk::{Desk, Said};
use crate::table::{tail, tak_at};

#[test]
fn a_file_that_is_no_saved_game_is_refused_and_the_game_goes_on() {
    for (name, bytes, says) in [
        ("letter.txt", &b"Dear Ann,\n"[..], "it is neither a PTN file"),
        ("picture.png", b"\x89PNG\r\n\xff\xfe", "it is not UTF-8 text"),
        ("empty.toml", b"", "it is neither a PTN file"),
        ("broken.toml", b"houserule = 1\ngame = tak\n", "it is not a saved game: line 2"),
        (
            "future.toml",
            b"houserule = 2\ngame = 'tak'\nrules = '0'\nseed = 1\nmoves = ''\n",
            "it was saved in format 2",
        ),
        (
            "chess.toml",
            b"houserule = 1\ngame = 'chess'\nrules = '0'\nseed = 1\nmoves = ''\n",
            "there is no game `chess`",
        ),
        (
            "odd.toml",
            b"houserule = 1\ngame = 'tak'\nrules = '0'\nseed = 1\nmoves = 'a1 a1'\n",
            "move 2, `a1`, cannot be played",
        ),
    ] {
        let desk = Desk::new();
        desk.write(name, bytes);
        let said = tak_at(&desk, &format!("a1\nload {name}\n"));
        assert_eq!(said.code, 1);
        assert!(said.err.contains(name) && said.err.contains(says), "{name}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    }
}

#[test]
fn a_file_cannot_start_a_program() {
    let desk = Desk::new();
    desk.write(
        "trap.toml",
        "houserule = 1\ngame = 'tak'\nrules = '0'\nseed = 1\nseats = ['tei:touch sprung', 'human']\nmoves = ''\n",
    );
    for args in [&["play", "tak", "--load", "trap.toml"][..], &[]] {
        let said = desk.run_with(args, if args.is_empty() { "load trap.toml\nseats\n" } else { "seats\n" });
        let told = said.out.clone() + &said.err;
        assert!(told.contains("`tei:touch sprung` sat there and is not called again by a file"), "{told}");
        assert!(said.out.ends_with("white: human\nblack: human\n"), "{}", said.out);
        assert!(!desk.path("sprung").exists());
    }
}

const MINE: &str = "--- Walls wait.\nreturn variant 'mine' { base = 'tak',
  rules = { finish = { tops { id = 'flats', tie = 'black' } }, hooks = { allow = function(view, move) return true end } } }\n";

/// A game under the rules of a file, saved on a desk.
fn saved() -> Desk {
    let desk = Desk::with("mine.lua", MINE);
    let said = desk.run_with(["play", "tak+mine.lua", "--set", "size=3"], "a1\nc3\nsave game.toml\nsave game.ptn\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    desk
}

fn warnings(said: &Said) -> Vec<&str> {
    said.out.lines().chain(said.err.lines()).filter_map(|line| line.strip_prefix("warning: ")).collect()
}

#[test]
fn a_game_saved_under_other_rules_says_which_rule_differs() {
    let desk = saved();
    desk.write("mine.lua", MINE.replace("tie = 'black'", "tie = 'white'"));
    let said = desk.run_with([""; 0], "load game.toml\nhistory\n");
    let rule = "When the board is full or a seat has no piece left to place, the cells topped by a flat are counted and the \
                higher count wins; a level count is";
    let [first, then, now, script] = warnings(&said)[..] else { panic!("{said:?}") };
    assert!(first.starts_with("these are not the rules the game was saved under ("), "{first}");
    assert_eq!(then, format!("then: {rule} black's."));
    assert_eq!(now, format!("now: {rule} white's."));
    assert_eq!(script, "the script mine has another text");
    assert_eq!(tail(&said, 1), ["1. a1 c3"], "it is played all the same");
    let said = desk.run_with([""; 0], "load game.ptn\n");
    assert_eq!(warnings(&said).len(), 1, "PTN keeps the hash: {}", said.out);
}

#[test]
fn rules_are_found_beside_the_game_or_where_they_were() {
    let desk = saved();
    let text = desk.read("game.toml");
    desk.write("elsewhere/game.toml", &text);
    let run = |folder: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_houserule"));
        command.args(["play", "tak", "--load", "game.toml"]).current_dir(desk.path(folder)).envs(desk.home());
        let output = command.stdin(std::process::Stdio::null()).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(run("elsewhere"), (Some(0), String::new()), "where the script was");
    std::fs::rename(desk.path("mine.lua"), desk.path("elsewhere/mine.lua")).expect("moved");
    assert_eq!(run("elsewhere"), (Some(0), String::new()), "where the game lies");
    let said = desk.run_with([""; 0], "load elsewhere/game.toml\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "beside the game that is loaded");
    std::fs::remove_file(desk.path("elsewhere/mine.lua")).expect("gone");
    let said = desk.run_with([""; 0], "load elsewhere/game.toml\n");
    assert!(said.err.contains("cannot read mine.lua"), "{}", said.err);
}

#[test]
fn a_full_disk_spoils_no_file_and_ends_no_game() {
    let desk = Desk::new();
    let moves = "a1\nf6\nb1\ne6\nb1>\ne6<\nc1<\nd6>\n";
    let play = |script: &str, lines: &str| {
        desk.write("lines.txt", lines);
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(desk.path("")).envs(desk.home()).env("NO_COLOR", "1");
        command.env("HOUSERULE", env!("CARGO_BIN_EXE_houserule"));
        let output = command.output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, ..) = play("\"$HOUSERULE\" play tak --set size=6 < lines.txt", &format!("{moves}save game.toml\n"));
    assert_eq!(code, Some(0));
    let before = desk.read("game.toml");
    // A limit on the length of files stands in for a disk that is full; it is told by an error, not by a signal.
    let full = "trap '' XFSZ; ulimit -f 1; \"$HOUSERULE\" play tak --set size=6 --keep < lines.txt";
    let (code, out, err) = play(full, &format!("{moves}history\n"));
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(err.matches("The game cannot be kept on disk (").count(), 1, "it is said once: {err}");
    assert!(out.contains("3. b1> e6<"), "{out}");
    let (code, _, err) = play(full, &format!("{moves}save game.toml\n"));
    assert_eq!(code, Some(1));
    assert!(
        err.contains("cannot write game.toml: ") && err.contains("; the game that was there is as it was"),
        "{err}"
    );
    assert_eq!(desk.read("game.toml"), before, "the file is as it was");
    let unfinished = std::fs::read_dir(desk.path("")).expect("a folder").flatten();
    let hidden = |name: &std::ffi::OsString| name.to_string_lossy().starts_with('.');
    let unfinished: Vec<_> = unfinished.map(|entry| entry.file_name()).filter(hidden).collect();
    assert_eq!(unfinished, [] as [std::ffi::OsString; 0]);
}

#[test]
fn a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on() {
    let desk = Desk::new();
    // A file where the folder should be: not even the owner of the machine can write into that.
    desk.write("home/data", "");
    let said = desk.run_with(["play", "tak", "--keep"], "a1\ne5\nnote fine\nhistory\n");
    assert_eq!((said.code, tail(&said, 1)), (0, vec!["1. a1 e5 {fine}"]), "{said:?}");
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    assert!(said.err.starts_with("The game cannot be kept on disk ("), "{}", said.err);
}

#[test]
fn saving_takes_no_place_of_a_file_that_is_no_game() {
    let desk = Desk::with("letter.txt", "Dear Ann,\n");
    let said = tak_at(&desk, "a1\nsave letter.txt\n");
    assert_eq!(said.err, "letter.txt exists and is no record of a game; choose another name\n");
    assert_eq!(desk.read("letter.txt"), "Dear Ann,\n");
}

#[test]
fn files_are_found_at_home_and_by_names_in_quotes() {
    let desk = Desk::new();
    let said = tak_at(&desk, "a1\nsave ~/one.toml\nsave \"my game.toml\"\nload ~/one.toml\nload 'my game.toml'\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(desk.path("home/one.toml").exists() && desk.path("my game.toml").exists());
}

#[test]
fn drawing_takes_no_place_of_a_file_that_was_not_drawn() {
    let desk = Desk::with("letter.html", "<!DOCTYPE html>\n<p>Dear Ann,</p>\n");
    desk.write("notes.txt", "milk\n");
    desk.write("logo.svg", "<?xml version=\"1.0\"?>\n<svg/>\n");
    for (line, says) in [
        ("svg letter.html", "letter.html exists and was not drawn here; choose another name\n"),
        ("svg logo.svg", "logo.svg exists and was not drawn here; choose another name\n"),
        ("svg notes.txt", "`notes.txt` is no picture; write svg notes.svg\n"),
        ("png notes.txt", "`notes.txt` is no picture; write png notes.png\n"),
    ] {
        let said = tak_at(&desk, &format!("{line}\n"));
        assert_eq!((said.code, said.err.as_str()), (1, says), "{line}");
    }
    assert_eq!(desk.read("notes.txt"), "milk\n");
    let said = tak_at(&desk, "svg a.svg\nsvg a.html\npng a.png\na1\nsvg a.svg\nsvg a.html\npng a.png\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "what was drawn is drawn anew");
}

#[test]
fn a_game_is_not_saved_in_a_format_that_cannot_hold_it() {
    let desk = Desk::new();
    let said = tak_at(&desk, "a1\nsave g.trx\n");
    let says = "a file .trx holds games that are written in another way; save g.toml or g.ptn\n";
    assert_eq!((said.code, said.err.as_str()), (1, says));
    assert!(!desk.path("g.trx").exists());
    let said = desk.run_with(["play", "tantrix"], "save g.ptn\n");
    assert_eq!(said.err, "a file .ptn holds games that are written in another way; save g.toml\n");
}

/// A pipe takes the place of a device: anybody can make one.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_to_and_stays_what_it_is() {
    use std::os::unix::fs::FileTypeExt;
    for args in [
        &["render", "tak", "-o", "link.svg"][..],
        &["solve", "discovery-3", "-o", "link.svg"],
        &["simulate", "tak", "--set", "size=3", "--games", "20", "--svg", "link.svg"],
        &["simulate", "tak", "--set", "size=3", "--games", "20", "--records", "link.svg"],
    ] {
        let desk = Desk::new();
        let pipe = desk.path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        std::os::unix::fs::symlink("pipe", desk.path("link.svg")).expect("a link");
        // Nobody waits for ever where nothing is written.
        let reader = Command::new("timeout").args(["600", "cat"]).arg(&pipe).stdout(Stdio::piped()).spawn();
        let said = desk.run(args);
        let about = std::fs::symlink_metadata(&pipe).expect("it is there").file_type();
        assert!(said.code == 0 && about.is_fifo(), "{args:?}: {said:?}");
        let read = reader.and_then(|reader| reader.wait_with_output()).expect("a reader").stdout;
        let begins = if args.contains(&"--records") { &b"houserule = 1"[..] } else { b"<svg" };
        assert!(read.starts_with(begins), "{args:?}: {}", String::from_utf8_lossy(&read));
    }
}
