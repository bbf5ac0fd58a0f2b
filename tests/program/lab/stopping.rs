//! What is known is kept when something comes between: a full disk, Ctrl-C.

use crate::common::desk::{Desk, wait_until};

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_it_with_what_is_known() {
    let desk = Desk::new();
    let tournament = ["tournament", "tak", "--set", "size=3", "--bots", "random,greedy", "--games", "30"];
    let tune = ["tune", "tak", "--set", "size=3", "--option", "komi", "--range", "0..4", "--games", "100"];
    let compare = ["compare", "tak", "tak+no-walls", "--set", "size=3", "--games", "9", "--bots", "random"];
    for (args, to) in [
        (&["simulate", "tak", "--games", "500"][..], "--records"),
        (&["simulate", "tak", "--games", "50"], "--svg"),
        (&tournament, "--records"),
        (&tournament, "--svg"),
        (&tune, "--svg"),
        (&compare, "--svg"),
    ] {
        let said = desk.run([args, &[to, "/dev/full"]].concat());
        let err = said.err.lines().find(|line| !line.starts_with("played in ")).unwrap_or_default();
        assert_eq!(said.code, 1, "{args:?} {to}");
        assert!(err.starts_with("`/dev/full` cannot be written: "), "{args:?} {to}: {}", said.err);
        assert!(said.out.starts_with("tak"), "{args:?} {to}: {}", said.out);
    }
}

/// The room that the shell leaves for a file ends in the middle of a game; what is kept can be replayed.
#[cfg(target_os = "linux")]
#[test]
fn records_end_with_a_whole_game_when_the_disk_is_full() {
    let desk = Desk::new();
    for (command, bots) in [("simulate", "random"), ("tournament", "random,greedy")] {
        let args = format!("{command} tak --set size=4 --games 3000 --bots {bots} --records games.ptn");
        let (code, err) = where_room_ends(&desk, 40, &args);
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("`games.ptn` cannot be written: "), "{err}");
        let replayed = desk.run(["replay", "games.ptn"]);
        assert_eq!(replayed.code, 0, "{}", replayed.err);
        let games = replayed.out.lines().count() - 1;
        assert!(games > 10 && replayed.out.ends_with(&format!("{games} games, {games} ok\n")), "{}", replayed.out);
    }
}

/// Runs a command where no file may be longer than so many blocks of half or a whole kilobyte.
#[cfg(target_os = "linux")]
fn where_room_ends(desk: &Desk, blocks: usize, args: &str) -> (Option<i32>, String) {
    let ours = env!("CARGO_BIN_EXE_houserule");
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; '{ours}' {args}");
    let mut shell = std::process::Command::new("sh");
    let said = shell.args(["-c", &line]).current_dir(desk.path("")).output().expect("there is a shell");
    (said.status.code(), String::from_utf8_lossy(&said.stderr).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_an_older_file_as_it_was() {
    const OLD: &str = "what somebody has worked on";
    for (command, bots) in [("simulate", "random"), ("tournament", "random,greedy")] {
        let desk = Desk::with("old.svg", OLD);
        desk.write("old.ptn", OLD);
        std::os::unix::fs::symlink("old.ptn", desk.path("link.ptn")).expect("a link");
        let game = format!("{command} tak --set size=4 --games 2000 --bots {bots}");
        let (code, err) = where_room_ends(&desk, 1, &format!("{game} --svg old.svg"));
        assert_eq!((code, desk.read("old.svg").as_str()), (Some(1), OLD), "{err}");
        let (code, err) = where_room_ends(&desk, 40, &format!("{game} --records link.ptn"));
        assert_eq!((code, desk.read("old.ptn").as_str()), (Some(1), OLD), "{err}");
        let says = "the old file is as it was; the games of this run are in `";
        let partial = err.split_once(says).map(|(_, rest)| rest.trim_end().trim_end_matches('`'));
        let replayed = desk.run(["replay", partial.unwrap_or_else(|| panic!("{err}"))]);
        assert_eq!(replayed.code, 0, "{}", replayed.err);
        assert!(replayed.out.lines().count() > 10, "{}", replayed.out);
    }
}

#[test]
fn records_take_the_place_of_older_ones_when_the_run_is_over() {
    let desk = Desk::with("games.ptn", "an older file");
    let simulate = ["simulate", "tak", "--set", "size=3", "--games", "4", "--records", "games.ptn"];
    assert_eq!(desk.run(simulate).code, 0);
    assert!(desk.run(["replay", "games.ptn"]).out.ends_with("4 games, 4 ok\n"));
    let files = std::fs::read_dir(desk.path("")).expect("a folder").flatten();
    let files: Vec<_> = files.map(|entry| entry.file_name()).filter(|name| name != "home").collect();
    assert_eq!(files, ["games.ptn"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_told() {
    use std::process::{Command, Stdio};
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let output = Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(["simulate", "tak", "--set", "size=3", "--games", "20"])
        .stdout(Stdio::from(full))
        .output()
        .expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("the output cannot be written: "), "{err}");
}

/// How many signals of the same kind follow within milliseconds.
const MORE_SIGNALS: usize = 5;

/// Ctrl-C, and what `timeout` and batch systems send.
#[cfg(unix)]
#[test]
fn whoever_is_asked_to_end_prints_what_is_known_so_far() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let desk = Desk::new();
    for (name, bots, signal) in [
        ("simulate", "mcts:20", Signal::SIGINT),
        ("simulate", "mcts:20", Signal::SIGTERM),
        ("tournament", "random,mcts:20", Signal::SIGTERM),
    ] {
        let records = desk.path(&format!("{name}-{signal}.ptn"));
        let child = Command::new(env!("CARGO_BIN_EXE_houserule"))
            .args([name, "tak", "--set", "size=4", "--games", "1000000", "--bots", bots, "--records"])
            .arg(&records)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Once games are written down some are over.
        let is_under_way = || std::fs::metadata(&records).is_ok_and(|data| data.len() > 0);
        wait_until(is_under_way);
        // `timeout` sends the signal to the program and then to its group.
        let to = Pid::from_raw(child.id() as i32);
        kill(to, signal).expect("it still plays");
        for _ in 0..MORE_SIGNALS {
            if signal == Signal::SIGTERM {
                std::thread::sleep(Duration::from_micros(300));
                let _ = kill(to, signal);
            }
        }
        let output = child.wait_with_output().expect("it ends");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{name}: {err}");
        assert!(out.starts_with("tak komi=0 size=4: ") && out.lines().count() > 4, "{name}: {out}");
        assert!(err.contains("stopped after "), "{name}: {err}");
        let written = std::fs::read_to_string(&records).expect("the records are kept");
        assert!(written.trim_end().contains("[Size \"4\"]"), "{name}: {written}");
        assert!(written.contains("[Player2 \"mcts:20\"]"), "who played is kept: {written}");
    }
}

/// A strength for which the time is too short is named, not left out.
#[test]
fn a_strength_that_has_played_no_game_in_time_is_told() {
    let bots = ["--bots", "random,mcts:100000000", "--time", "1", "--threads", "1"];
    let said = Desk::new().run([&["compare", "trax", "trax+lines-only"][..], &bots].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    let says = "\nmcts:100000000: no game was over in its share of the time; give more with --time\n";
    assert!(said.out.contains("\nrandom, ") && said.out.ends_with(says), "{}", said.out);
}
