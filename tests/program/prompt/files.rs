//! Files with unexpected content, and files that must not be damaged.

use std::process::{Command, Stdio};

use crate::common::test_dir::{HOUSERULE, RunOutput, TestDir};
use crate::prompt::run_tak_in;

#[test]
fn a_file_without_a_saved_game_is_rejected() {
    for (name, bytes, message) in [
        ("letter.txt", &b"Dear Ann,\n"[..], "it is neither a PTN file"),
        ("picture.png", b"\x89PNG\r\n\xff\xfe", "it is not UTF-8 text"),
        ("empty.toml", b"", "it is neither a PTN file"),
        ("broken.toml", b"houserule = 1\ngame = tak\n", "it is not a saved game: line 2"),
        (
            "future.toml",
            b"houserule = 2\ngame = 'tak'\nrules = '0'\nseed = 1\nmoves = ''\n",
            "it was saved in format 2",
        ),
        ("chess.toml", b"houserule = 1\ngame = 'chess'\nrules = '0'\nseed = 1\nmoves = ''\n", "unknown game `chess`"),
        (
            "odd.toml",
            b"houserule = 1\ngame = 'tak'\nrules = '0'\nseed = 1\nmoves = 'a1 a1'\n",
            "move 2, `a1`, cannot be played",
        ),
    ] {
        let dir = TestDir::new();
        dir.write(name, bytes);
        let output = run_tak_in(&dir, &format!("a1\nload {name}\n"));
        assert_eq!(output.code, 1);
        assert!(output.stderr.contains(name) && output.stderr.contains(message), "{name}: {}", output.stderr);
        assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    }
}

#[test]
fn a_saved_game_cannot_start_a_program() {
    let dir = TestDir::new();
    dir.write(
        "trap.toml",
        "houserule = 1\ngame = 'tak'\nrules = '0'\nseed = 1\nseats = ['tei:touch sprung', 'human']\nmoves = ''\n",
    );
    for args in [&["play", "tak", "--load", "trap.toml"][..], &[]] {
        let output = dir.run_with(args, if args.is_empty() { "load trap.toml\nseats\n" } else { "seats\n" });
        let text = output.stdout.clone() + output.stderr.as_str();
        assert!(
            text.contains("a saved game must not start an engine, so a person plays instead of `tei:touch sprung`"),
            "{text}"
        );
        assert!(output.stdout.ends_with("white: human\nblack: human\n"), "{}", output.stdout);
        assert!(!dir.path("sprung").exists());
    }
}

const MY_RULES: &str = "--- Walls wait.\nreturn variant 'mine' { base = 'tak',
  rules = { finish = { tops { id = 'flats', tie = 'black' } }, hooks = { allow = function(view, move) return true end } } }\n";

/// Directory with a game saved under the rules of a file.
fn save_game() -> TestDir {
    let dir = TestDir::with("mine.lua", MY_RULES);
    dir.run_with(["play", "tak+mine.lua", "--set", "size=3"], "a1\nc3\nsave game.toml\nsave game.ptn\n").success();
    dir
}

fn warnings(output: &RunOutput) -> Vec<&str> {
    output.stdout.lines().chain(output.stderr.lines()).filter_map(|line| line.strip_prefix("warning: ")).collect()
}

#[test]
fn loading_under_other_rules_names_the_difference() {
    let dir = save_game();
    dir.write("mine.lua", MY_RULES.replace("tie = 'black'", "tie = 'white'"));
    let output = dir.run_with([""; 0], "load game.toml\nhistory\n");
    let rule = "When the board is full or a player has no piece left to place, each player counts the cells topped by their \
                flats. The higher count wins;";
    let [first, old, new, script] = warnings(&output)[..] else { panic!("{output:?}") };
    assert!(first.starts_with("the rules have changed since the game was saved ("), "{first}");
    assert_eq!(old, format!("then: {rule} black wins a tie."));
    assert_eq!(new, format!("now: {rule} white wins a tie."));
    assert_eq!(script, "the script mine has changed");
    assert_eq!(output.last_lines(1), ["1. a1 c3"], "the game can still be played");
    let output = dir.run_with([""; 0], "load game.ptn\n");
    assert_eq!(warnings(&output).len(), 1, "PTN keeps the hash: {}", output.stdout);
}

#[test]
fn loading_a_game_whose_rules_were_worded_differently_takes_one_sentence() {
    let dir = save_game();
    let text = dir.read("game.toml");
    let (head, words) = text.split_once("[words]").expect("the rules in words");
    let words = words.replace("player", "seat").replace("piece", "stone").replace("board", "field");
    let head = head.replace("rules = \"", "rules = \"0");
    dir.write("game.toml", format!("{head}[words]{words}"));
    let output = dir.run_with([""; 0], "load game.toml\nhistory\n");
    assert_eq!(warnings(&output).len(), 1, "{output:?}");
    assert_eq!(output.last_lines(1), ["1. a1 c3"]);
}

#[test]
fn rules_are_found_beside_the_game_or_at_their_old_path() {
    let dir = save_game();
    let text = dir.read("game.toml");
    dir.write("elsewhere/game.toml", &text);
    let run = |folder: &str| {
        let mut command = dir.houserule();
        command.args(["play", "tak", "--load", "game.toml"]).current_dir(dir.path(folder)).stdin(Stdio::null());
        let output = RunOutput::from(command.output().expect("it runs"));
        (output.code, output.stderr)
    };
    assert_eq!(run("elsewhere"), (0, String::new()), "at the old path of the script");
    std::fs::rename(dir.path("mine.lua"), dir.path("elsewhere/mine.lua")).expect("moved");
    assert_eq!(run("elsewhere"), (0, String::new()), "beside the game");
    let output = dir.run_with([""; 0], "load elsewhere/game.toml\n");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "beside the loaded game");
    std::fs::remove_file(dir.path("elsewhere/mine.lua")).expect("gone");
    let output = dir.run_with([""; 0], "load elsewhere/game.toml\n");
    output.assert_stderr_contains("cannot read mine.lua");
}

#[test]
fn a_full_disk_damages_no_file_and_ends_no_game() {
    let dir = TestDir::new();
    let moves = "a1\nf6\nb1\ne6\nb1>\ne6<\nc1<\nd6>\n";
    let play = |script: &str, lines: &str| {
        dir.write("lines.txt", lines);
        let output = dir.command("sh").args(["-c", script]).env("HOUSERULE", HOUSERULE).output();
        RunOutput::from(output.expect("it runs"))
    };
    let output = play("\"$HOUSERULE\" play tak --set size=6 < lines.txt", &format!("{moves}save game.toml\n"));
    assert_eq!(output.code, 0);
    let before = dir.read("game.toml");
    // A file size limit simulates a full disk; the trap turns its signal into an error.
    let disk_full = "trap '' XFSZ; ulimit -f 1; \"$HOUSERULE\" play tak --set size=6 --keep < lines.txt";
    let output = play(disk_full, &format!("{moves}history\n"));
    assert_eq!(output.code, 0, "{output:?}");
    assert_eq!(output.stderr.matches("The game cannot be saved (").count(), 1, "it is reported once: {output:?}");
    output.assert_stdout_contains("3. b1> e6<");
    let output = play(disk_full, &format!("{moves}save game.toml\n"));
    assert_eq!(output.code, 1);
    let messages = ["cannot write game.toml: ", "; the old file is unchanged"];
    assert!(messages.iter().all(|message| output.stderr.contains(message)), "{output:?}");
    assert_eq!(dir.read("game.toml"), before, "the file is unchanged");
    let unfinished = std::fs::read_dir(dir.path("")).expect("a folder").flatten();
    let hidden = |name: &std::ffi::OsString| name.to_string_lossy().starts_with('.');
    let unfinished: Vec<_> = unfinished.map(|entry| entry.file_name()).filter(hidden).collect();
    assert_eq!(unfinished, [] as [std::ffi::OsString; 0]);
}

#[test]
fn an_unwritable_folder_is_reported_once() {
    let dir = TestDir::new();
    // A file blocks the place of the folder, even for root.
    dir.write("home/data", "");
    let output = dir.run_with(["play", "tak", "--keep"], "a1\ne5\nnote fine\nhistory\n");
    assert_eq!((output.code, output.last_lines(1)), (0, vec!["1. a1 e5 {fine}"]), "{output:?}");
    assert_eq!(output.stderr.lines().count(), 1, "{}", output.stderr);
    output.assert_stderr_starts_with("The game cannot be saved (");
}

#[test]
fn save_does_not_overwrite_other_files() {
    for (file, message) in [
        ("letter", "letter exists and is not a saved game; choose another name\n"),
        ("letter.toml", "letter.toml exists and is not a saved game; choose another name\n"),
        ("letter.txt", "unknown file format .txt; save letter.toml or letter.ptn\n"),
    ] {
        let dir = TestDir::with(file, "Dear Ann,\n");
        let output = run_tak_in(&dir, &format!("a1\nsave {file}\n"));
        assert_eq!(output.stderr, message);
        assert_eq!(dir.read(file), "Dear Ann,\n");
    }
}

#[test]
fn file_names_may_use_tilde_and_quotes() {
    let dir = TestDir::new();
    run_tak_in(&dir, "a1\nsave ~/one.toml\nsave \"my game.toml\"\nload ~/one.toml\nload 'my game.toml'\n").success();
    assert!(dir.path("home/one.toml").exists() && dir.path("my game.toml").exists());
}

#[test]
fn drawing_does_not_overwrite_other_files() {
    let dir = TestDir::with("letter.html", "<!DOCTYPE html>\n<p>Dear Ann,</p>\n");
    dir.write("notes.txt", "milk\n");
    dir.write("logo.svg", "<?xml version=\"1.0\"?>\n<svg/>\n");
    for (line, message) in [
        ("svg letter.html", "letter.html exists and was not drawn by this program; choose another name\n"),
        ("svg logo.svg", "logo.svg exists and was not drawn by this program; choose another name\n"),
        ("svg notes.txt", "`notes.txt` is not a picture file; write svg notes.svg\n"),
        ("png notes.txt", "`notes.txt` is not a picture file; write png notes.png\n"),
    ] {
        let output = run_tak_in(&dir, &format!("{line}\n"));
        assert_eq!((output.code, output.stderr.as_str()), (1, message), "{line}");
    }
    assert_eq!(dir.read("notes.txt"), "milk\n");
    let output = run_tak_in(&dir, "svg a.svg\nsvg a.html\npng a.png\na1\nsvg a.svg\nsvg a.html\npng a.png\n");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "drawn files are overwritten");
}

#[test]
fn a_game_is_not_saved_in_an_unsuitable_format() {
    let dir = TestDir::new();
    let output = run_tak_in(&dir, "a1\nsave g.trx\n");
    let message = ".trx files are for games with another notation; save g.toml or g.ptn\n";
    assert_eq!((output.code, output.stderr.as_str()), (1, message));
    assert!(!dir.path("g.trx").exists());
    let output = dir.run_with(["play", "tantrix"], "save g.ptn\n");
    assert_eq!(output.stderr, ".ptn files are for games with another notation; save g.toml\n");
}

/// A named pipe stands for any device.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_to_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    for args in [
        &["render", "tak", "-o", "link.svg"][..],
        &["solve", "discovery-3", "-o", "link.svg"],
        &["simulate", "tak", "--set", "size=3", "--games", "20", "--svg", "link.svg"],
        &["simulate", "tak", "--set", "size=3", "--games", "20", "--records", "link.svg"],
    ] {
        let dir = TestDir::new();
        let pipe = dir.path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let link = args.last().expect("a name");
        std::os::unix::fs::symlink("pipe", dir.path(link)).expect("a link");
        // The timeout ends the reader if nothing is written.
        let reader = Command::new("timeout").args(["600", "cat"]).arg(&pipe).stdout(Stdio::piped()).spawn();
        let output = dir.run(args);
        let file_type = std::fs::symlink_metadata(&pipe).expect("it is there").file_type();
        assert!(output.code == 0 && file_type.is_fifo(), "{args:?}: {output:?}");
        let read = reader.and_then(|reader| reader.wait_with_output()).expect("a reader").stdout;
        let begins = if args.contains(&"--records") { &b"houserule = 1"[..] } else { b"<svg" };
        assert!(read.starts_with(begins), "{args:?}: {}", String::from_utf8_lossy(&read));
    }
}
