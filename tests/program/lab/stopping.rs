//! Interrupted runs keep their results: full disks, Ctrl-C.

use crate::common::test_dir::{HOUSERULE, RunOutput, TestDir, wait_until};

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_with_partial_results() {
    let dir = TestDir::new();
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
        let output = dir.run([args, &[to, "/dev/full"]].concat());
        let err = output.stderr.lines().find(|line| !line.starts_with("played in ")).unwrap_or_default();
        assert_eq!(output.code, 1, "{args:?} {to}");
        assert!(err.starts_with("cannot write `/dev/full`: "), "{args:?} {to}: {}", output.stderr);
        assert!(output.stdout.starts_with("tak"), "{args:?} {to}: {}", output.stdout);
    }
}

/// A file size limit ends the records in the middle of a game; the written ones replay.
#[cfg(target_os = "linux")]
#[test]
fn records_end_with_a_whole_game_when_the_disk_is_full() {
    let dir = TestDir::new();
    for (command, bots) in [("simulate", "random"), ("tournament", "random,greedy")] {
        let args = format!("{command} tak --set size=4 --games 3000 --bots {bots} --records games.ptn");
        let (code, err) = run_with_file_limit(&dir, 40, &args);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("cannot write `games.ptn`: "), "{err}");
        let replayed = dir.run(["replay", "games.ptn"]);
        assert_eq!(replayed.code, 0, "{}", replayed.stderr);
        let games = replayed.stdout.lines().count() - 1;
        assert!(
            games > 10 && replayed.stdout.ends_with(&format!("{games} games, {games} ok\n")),
            "{}",
            replayed.stdout
        );
    }
}

/// Runs a command with a limit on file sizes, in blocks of 512 or 1024 bytes.
#[cfg(target_os = "linux")]
fn run_with_file_limit(dir: &TestDir, blocks: usize, args: &str) -> (i32, String) {
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; '{HOUSERULE}' {args}");
    let output = RunOutput::from(dir.command("sh").args(["-c", &line]).output().expect("there is a shell"));
    (output.code, output.stderr)
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_existing_files_unchanged() {
    const OLD_CONTENT: &str = "hours of work";
    for (command, bots) in [("simulate", "random"), ("tournament", "random,greedy")] {
        let dir = TestDir::with("old.svg", OLD_CONTENT);
        dir.write("old.ptn", OLD_CONTENT);
        std::os::unix::fs::symlink("old.ptn", dir.path("link.ptn")).expect("a link");
        let game = format!("{command} tak --set size=4 --games 2000 --bots {bots}");
        let (code, err) = run_with_file_limit(&dir, 1, &format!("{game} --svg old.svg"));
        assert_eq!((code, dir.read("old.svg").as_str()), (1, OLD_CONTENT), "{err}");
        let (code, err) = run_with_file_limit(&dir, 40, &format!("{game} --records link.ptn"));
        assert_eq!((code, dir.read("old.ptn").as_str()), (1, OLD_CONTENT), "{err}");
        let message = "the old file is unchanged; the games of this run are in `";
        let partial = err.split_once(message).map(|(_, rest)| rest.trim_end().trim_end_matches('`'));
        let replayed = dir.run(["replay", partial.unwrap_or_else(|| panic!("{err}"))]);
        assert_eq!(replayed.code, 0, "{}", replayed.stderr);
        assert!(replayed.stdout.lines().count() > 10, "{}", replayed.stdout);
    }
}

#[test]
fn records_replace_older_ones_at_the_end_of_the_run() {
    let dir = TestDir::with("games.ptn", "an older file");
    let simulate = ["simulate", "tak", "--set", "size=3", "--games", "4", "--records", "games.ptn"];
    assert_eq!(dir.run(simulate).code, 0);
    assert!(dir.run(["replay", "games.ptn"]).stdout.ends_with("4 games, 4 ok\n"));
    let files = std::fs::read_dir(dir.path("")).expect("a folder").flatten();
    let files: Vec<_> = files.map(|entry| entry.file_name()).filter(|name| name != "home").collect();
    assert_eq!(files, ["games.ptn"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_reported() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let dir = TestDir::new();
    let mut command = dir.houserule();
    command.args(["simulate", "tak", "--set", "size=3", "--games", "20"]).stdout(full);
    let output = RunOutput::from(command.output().expect("the program starts"));
    assert_eq!(output.code, 1, "{}", output.stderr);
    output.assert_stderr_contains("cannot write the output: ");
}

/// Number of signals that follow the first within milliseconds.
const EXTRA_SIGNALS: usize = 5;

/// Ctrl-C, and the signal of `timeout` and batch systems.
#[cfg(unix)]
#[test]
fn signals_end_the_run_with_partial_results() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::Stdio;
    use std::time::Duration;

    let dir = TestDir::new();
    for (name, bots, signal) in [
        ("simulate", "mcts:20", Signal::SIGINT),
        ("simulate", "mcts:20", Signal::SIGTERM),
        ("tournament", "random,mcts:20", Signal::SIGTERM),
    ] {
        let records = dir.path(&format!("{name}-{signal}.ptn"));
        let mut command = dir.houserule();
        command.args([name, "tak", "--set", "size=4", "--games", "1000000", "--bots", bots, "--records"]);
        command.arg(&records).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the program starts");
        // Once records are written some games are over.
        let is_under_way = || std::fs::metadata(&records).is_ok_and(|data| data.len() > 0);
        wait_until(is_under_way);
        // `timeout` sends the signal to the program and then to its group.
        let to = Pid::from_raw(child.id() as i32);
        kill(to, signal).expect("it still plays");
        for _ in 0..EXTRA_SIGNALS {
            if signal == Signal::SIGTERM {
                std::thread::sleep(Duration::from_micros(300));
                let _ = kill(to, signal);
            }
        }
        let output = RunOutput::from(child.wait_with_output().expect("it ends"));
        assert!(output.code == 1 && output.stderr.contains("stopped after "), "{name}: {output:?}");
        let lines: Vec<&str> = output.stdout.lines().collect();
        assert!(lines[0].starts_with("tak komi=0 size=4: ") && lines.len() > 4, "{name}: {output:?}");
        let written = std::fs::read_to_string(&records).expect("the records exist");
        assert!(written.trim_end().contains("[Size \"4\"]"), "{name}: {written}");
        assert!(written.contains("[Player2 \"mcts:20\"]"), "the players are recorded: {written}");
    }
}

/// A bot for which the time is too short is reported, not omitted.
#[test]
fn bots_without_a_finished_game_are_reported() {
    let bots = ["--bots", "random,mcts:100000000", "--time", "1", "--threads", "1"];
    let output = TestDir::new().run([&["compare", "trax", "trax+lines-only"][..], &bots].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    let message = "\nmcts:100000000: no game ended within its share of the time limit; raise it with --time\n";
    assert!(output.stdout.contains("\nrandom, ") && output.stdout.ends_with(message), "{}", output.stdout);
}
