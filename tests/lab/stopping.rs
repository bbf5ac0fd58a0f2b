//! What is known is kept when something comes between: a full disk, Ctrl-C.

use crate::common::desk::Desk;

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

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known_so_far() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let desk = Desk::new();
    for (name, bots) in [("simulate", "mcts:20"), ("tournament", "random,mcts:20")] {
        let records = desk.path(&format!("{name}.ptn"));
        let child = Command::new(env!("CARGO_BIN_EXE_houserule"))
            .args([name, "tak", "--set", "size=4", "--games", "1000000", "--bots", bots, "--records"])
            .arg(&records)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Once games are written down some are over.
        let is_under_way = || std::fs::metadata(&records).is_ok_and(|data| data.len() > 0);
        for _ in 0..600 {
            if is_under_way() {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it still plays");
        let output = child.wait_with_output().expect("it ends");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{name}: {err}");
        assert!(out.starts_with("tak komi=0 size=4: ") && out.lines().count() > 4, "{name}: {out}");
        assert!(err.contains("stopped after "), "{name}: {err}");
        let written = std::fs::read_to_string(&records).expect("the records are kept");
        assert!(written.trim_end().contains("[Size \"4\"]"), "{name}: {written}");
    }
}
