//! The Tak Engine Interface: our bots in other programs, and other engines in ours.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};

use crate::common::test_dir::{HOUSERULE, RunOutput, TEST_TIMEOUT, TestDir, wait_until};

/// The program as an engine, line by line.
struct TeiProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    _dir: TestDir,
}

impl TeiProcess {
    fn new(args: &[&str]) -> TeiProcess {
        let dir = TestDir::new();
        let mut command = dir.houserule();
        command.arg("tei").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        TeiProcess { child, input, lines, _dir: dir }
    }

    fn send(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(format!("{lines}\n").as_bytes()).expect("the program reads its input");
    }

    /// The lines up to one with this prefix.
    fn read_until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(TEST_TIMEOUT).unwrap_or_else(|_| panic!("no {prefix} after {lines:?}"));
            let is_last = line.starts_with(prefix);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    fn best_move(&mut self, lines: &str) -> String {
        self.send(lines);
        let lines = self.read_until("bestmove ");
        let info = &lines[lines.len().saturating_sub(2)];
        assert!(info.starts_with("info "), "{lines:?}");
        lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move").to_string()
    }

    /// Exit code, once the program has ended.
    fn wait_for_exit(mut self) -> Option<i32> {
        let (send, ended) = channel();
        std::thread::spawn(move || send.send(self.child.wait().expect("it ends").code()));
        ended.recv_timeout(TEST_TIMEOUT).expect("it ends")
    }
}

fn is_legal(game: &str, size: &str, moves: &str, mv: &str) -> bool {
    let set = format!("size={size}");
    TestDir::new().run(["why", game, mv, "--set", &set, "--moves", moves]).stdout == "legal\n"
}

#[test]
fn the_greeting_lists_our_name_and_options() {
    let mut engine = TeiProcess::new(&["tak+late-walls", "--threads", "2", "--set", "komi=1.5"]);
    engine.send("tei");
    let halves: Vec<String> = (-10..=19).map(|half| half.to_string()).collect();
    assert_eq!(
        engine.read_until("teiok"),
        [
            "id name Houserule",
            "id author the Houserule authors",
            &format!("id version {}", env!("CARGO_PKG_VERSION")),
            &format!("size 3 4 5 6 7 8 halfkomi {}", halves.join(" ")),
            "option name HalfKomi type spin default 3 min -10 max 19",
            "option name Strength type combo default full var easy var medium var hard var full",
            "option name Threads type spin default 2 min 1 max 256",
            "option name turn type spin default 5 min 1 max 100",
            "teiok",
        ]
    );
}

#[test]
fn set_options_become_the_defaults() {
    let mut engine = TeiProcess::new(&["tak+late-walls", "--set", "turn=7"]);
    engine.send("tei");
    let info = engine.read_until("teiok");
    assert!(info.contains(&"option name turn type spin default 7 min 1 max 100".to_string()), "{info:?}");
}

#[test]
fn an_invalid_new_game_leaves_no_game() {
    let mut engine = TeiProcess::new(&[]);
    engine.best_move("teinewgame 4\nposition startpos\ngo nodes 5");
    for refused in ["teinewgame 9", "teinewgame size 5 halfkomi 900"] {
        for position in ["position startpos", "position tps x5/x5/x5/x5/x5 1 1"] {
            engine.send(&format!("{refused}\n{position}\ngo nodes 5"));
            let lines = engine.read_until("bestmove");
            assert!(lines[0].starts_with("info string no game: "), "{refused}: {lines:?}");
            assert_eq!(lines[1..], ["bestmove --"], "{refused}");
        }
    }
    engine.best_move("teinewgame 5\nposition startpos\ngo nodes 5");
}

#[test]
fn unknown_go_arguments_are_reported_and_ignored() {
    let mut engine = TeiProcess::new(&[]);
    for (go, ignored) in [("movetime abc", "movetime abc"), ("nodes", "nodes"), ("mate 2 nodes 5", "mate 2")] {
        engine.send(&format!("position startpos\ngo {go}"));
        let lines = engine.read_until("bestmove");
        let message = format!("info string `{ignored}` after `go` is unknown and ignored");
        assert_eq!(lines.first(), Some(&message), "{go}: {lines:?}");
    }
}

#[test]
fn a_proven_loss_is_reported_as_one() {
    let mut engine = TeiProcess::new(&[]);
    // Black can finish two rows; white can block only one.
    engine.send("position tps x5/2,2,2,2,x/x5/x5/2,2,2,2,x 1 6\ngo nodes 100000");
    let lines = engine.read_until("bestmove");
    let info = lines.iter().rev().nth(1).cloned().unwrap_or_default();
    let (_, found) = info.split_once(" score cp ").unwrap_or_default();
    let words: Vec<&str> = found.split(' ').collect();
    assert_eq!(words[..2], ["-100", "pv"], "{info}");
    assert!(words.len() >= 4, "the reply is part of the variation: {info}");
}

#[test]
fn both_forms_of_teinewgame_work() {
    let mut engine = TeiProcess::new(&[]);
    for (line, size) in [
        ("teinewgame 4", "4"),
        ("teinewgame size 6 halfkomi 4", "6"),
        ("teinewgame size 3", "3"),
        ("teinewgame 8", "8"),
    ] {
        engine.send(&format!("{line}\nisready"));
        assert_eq!(engine.read_until("readyok"), ["readyok"]);
        let mv = engine.best_move("position startpos moves a1 b1\ngo nodes 40");
        assert!(is_legal("tak", size, "a1 b1", &mv), "{line}: {mv}");
    }
    for strength in ["easy", "medium", "hard", "full"] {
        let mv = engine.best_move(&format!(
            "setoption name strength value {strength}\nteinewgame 3\nposition tps x3/x3/x3 1 1 moves a1\ngo nodes 30"
        ));
        assert!(is_legal("tak", "3", "a1", &mv), "{strength}: {mv}");
    }
}

#[test]
fn komi_is_set_by_option_or_by_teinewgame() {
    const FULL: &str = "position tps 1,2,1/2,1,2/1,2,1 2 6\ngo nodes 5";
    let mut engine = TeiProcess::new(&[]);
    for (line, winner) in [
        ("teinewgame 3", "white"),
        ("setoption name HalfKomi value 4\nteinewgame 3", "black"),
        ("teinewgame size 3 halfkomi 0", "white"),
        ("teinewgame size 3 halfkomi 4", "black"),
        ("setoption name HalfKomi value 900\nsetoption name HalfKomi value x", "black"),
    ] {
        engine.send(&format!("{line}\n{FULL}"));
        let over = format!("info string the game is over: {winner} wins by flats");
        assert_eq!(engine.read_until("bestmove"), [over.as_str(), "bestmove --"], "{line}");
    }
}

#[test]
fn an_infinite_search_stops_on_request() {
    let mut engine = TeiProcess::new(&[]);
    engine.send("teinewgame 5\nposition startpos moves a1 e5\ngo infinite");
    let info = engine.read_until("info ").pop().unwrap_or_default();
    let words: Vec<&str> = info.split(' ').collect();
    let names: Vec<&str> =
        words.iter().copied().filter(|word| word.len() > 2 && word.parse::<i64>().is_err()).collect();
    assert_eq!(names[..6], ["info", "depth", "nodes", "nps", "time", "score"], "{info}");
    engine.send("isready");
    engine.read_until("readyok");
    let mv = engine.best_move("stop");
    assert!(is_legal("tak", "5", "a1 e5", &mv), "{mv}");
    // Even a solved position is answered only on request, and only once.
    let mv = engine.best_move("position startpos moves a5 e1 d1 a4 c1 b4 b1 c4\ngo infinite\nstop\nstop");
    assert!(["a1", "Ca1"].contains(&mv.as_str()), "{mv}");
    engine.send("isready");
    assert_eq!(engine.read_until("readyok"), ["readyok"]);
    // Any other command stops the search.
    engine.send("go infinite\nposition startpos\ngo nodes 10");
    engine.read_until("bestmove");
    engine.read_until("bestmove");
}

#[test]
fn searches_respect_clocks_times_and_depths() {
    let mut engine = TeiProcess::new(&[]);
    for go in ["movetime 30", "wtime 600 btime 400 winc 5 binc 5", "btime 300", "depth 2", "movetime 0", "nodes 0"] {
        let mv = engine.best_move(&format!("position startpos moves a1\ngo {go}"));
        assert!(is_legal("tak", "5", "a1", &mv), "{go}: {mv}");
    }
}

#[test]
fn unknown_commands_are_skipped_with_a_message() {
    let lines = b"xyzzy\n\n  \nposition\nteinewgame 99\ngo nodes 5\nsetoption name Foo value 3\nsetoption\n\xff\xfe\nstop\n\
        teinewgame size\nposition tps nonsense moves a1\nposition startpos moves a1 a1\nsetoption name Threads value 0\n\
        go nodes 1\nisready\nquit\nisready\n";
    let output = TestDir::new().run_with(["tei"], lines);
    assert_eq!(output.code, 0);
    let answers: Vec<&str> = output.stdout.lines().filter(|line| !line.starts_with("info string")).collect();
    assert_eq!(answers, ["bestmove --", "bestmove --", "readyok"], "{}", output.stdout);
    let complaints =
        ["`xyzzy`", "`position `", "size", "size", "`Foo`", "``", "`\u{fffd}\u{fffd}`", "nonsense", "a1", "`0`", "a1"];
    let info: Vec<&str> = output.stderr.lines().collect();
    assert_eq!(info.len(), complaints.len(), "{}", output.stderr);
    for (line, part) in info.iter().zip(complaints) {
        assert!(line.contains(part), "{line} has {part}");
    }
}

#[test]
fn quitting_ends_a_running_search() {
    let mut engine = TeiProcess::new(&[]);
    engine.send("go infinite");
    engine.read_until("info ");
    engine.send("quit");
    engine.read_until("bestmove ");
    assert_eq!(engine.wait_for_exit(), Some(0));

    let mut engine = TeiProcess::new(&[]);
    engine.send("go infinite");
    engine.read_until("info ");
    engine.input = None;
    engine.read_until("bestmove ");
    assert_eq!(engine.wait_for_exit(), Some(0));

    let mut engine = TeiProcess::new(&[]);
    engine.send("go movetime 50");
    engine.input = None;
    engine.read_until("bestmove ");
    assert_eq!(engine.wait_for_exit(), Some(0));
}

#[test]
fn a_search_by_nodes_is_reproducible_on_any_number_of_threads() {
    let info = |threads: &str| {
        let mut engine = TeiProcess::new(&["--threads", threads]);
        engine.send("teinewgame 5\nposition startpos moves a1 e5 c3\ngo nodes 400");
        let lines = engine.read_until("bestmove");
        let line = lines.iter().rev().nth(1).cloned().unwrap_or_default();
        let score = line.split(" score ").nth(1).unwrap_or_default().to_string();
        (score, lines.last().cloned())
    };
    assert_eq!(info("1"), info("1"));
    assert_eq!(info("1"), info("2"));
}

#[test]
fn variants_are_played_over_tei() {
    let mut engine = TeiProcess::new(&["tak+late-walls"]);
    let mv =
        engine.best_move("setoption name turn value 9\nteinewgame 3\nposition startpos moves a1 b1\ngo movetime 50");
    let output =
        TestDir::new().run(["why", "tak+late-walls", &mv, "--set", "size=3", "--set", "turn=9", "--moves", "a1 b1"]);
    assert_eq!(output.stdout, "legal\n", "{mv}");
    let output = TestDir::new().run_with(["tei", "tak+late-walls"], "position startpos moves a1 b1 Sc3\nquit\n");
    output.assert_stderr_contains("late-walls: ");
}

#[test]
fn games_without_ptn_are_usage_errors() {
    let dir = TestDir::new();
    for (args, message) in [
        (&["tei", "trax"][..], "cannot use the Tak Engine Interface for Trax: it needs two seats and moves in ptn\n"),
        (
            &["play", "trax", "--seats", "human,tei:./engine"],
            "tei:./engine plays games written in ptn, but Trax is written in trax; choose another bot\n",
        ),
        (
            &["simulate", "trax", "--games", "2", "--bots", "tei:./engine,random"],
            "tei:./engine plays games written in ptn, but Trax is written in trax; choose another bot\n",
        ),
        (
            &["play", "tak", "--seats", "human,tei: @2s"],
            "`tei: @2s` names no program; write tei:./engine or tei:./engine@2s\n",
        ),
    ] {
        let output = dir.run(args);
        assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (2, "", message), "{args:?}");
    }
}

#[test]
fn another_engine_plays_whole_games() {
    let engine = format!("tei:{HOUSERULE} tei@20");
    let bots = format!("{engine},random");
    let output = TestDir::new()
        .run(["simulate", "tak", "--set", "size=4", "--set", "komi=2", "--games", "4", "--bots", &bots, "--json"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.assert_stdout_contains("\"tei:");
    let seats = format!("{engine},human");
    let output = TestDir::new()
        .run_with(["play", "tak", "--set", "size=5", "--seats", &seats], "bot random\nundo\nbot greedy\nhistory\n")
        .success();
    let by_engine = output.stdout.lines().filter(|line| line.starts_with("white: ")).count();
    assert!(by_engine >= 3, "{}", output.stdout);
}

/// Engine that accepts only clock times and exits at unknown commands, as some do. It takes its moves from ours.
const CLOCKS_ONLY: &str = r#"
while read -r line; do
  case $line in
    tei) echo 'option name HalfKomi type spin default 0 min -10 max 10'; echo teiok;;
    'setoption name HalfKomi value 4' | 'teinewgame 4') ;;
    isready) echo readyok;;
    'position startpos moves'*) moves=${line#position };;
    'go wtime '*' btime '*' winc 10 binc 10')
      printf 'tei\nteinewgame size 4 halfkomi 4\nposition %s\ngo nodes 5\n' "$moves" | 'OURS' tei | grep bestmove;;
    quit) exit 0;;
    *) exit 9;;
  esac
done
"#;

#[test]
fn an_engine_with_clocks_only_plays_whole_games() {
    let dir = TestDir::with("engine.sh", CLOCKS_ONLY.replace("OURS", HOUSERULE));
    let bots = "tei:sh engine.sh@600s+10ms,random";
    let args =
        ["simulate", "tak", "--set", "size=4", "--set", "komi=2", "--games", "2", "--bots", bots, "--threads", "1"];
    let output = dir.run(args);
    assert!(output.code == 0 && output.stderr.starts_with("played in "), "{}", output.stderr);
    // A time per move is unknown to this engine, and the error names the command.
    let output = dir.run([
        "simulate",
        "tak",
        "--set",
        "size=4",
        "--set",
        "komi=2",
        "--games",
        "2",
        "--bots",
        "tei:sh engine.sh@7",
    ]);
    let message = "exited (exit status: 9) after `go nodes 7`";
    assert!(output.code == 1 && output.stderr.contains(message), "{}", output.stderr);
}

#[test]
fn an_engine_is_not_asked_to_play_what_it_does_not_support() {
    for (greeting, message) in [
        ("option name HalfKomi type spin default 0 min -4 max 4", "plays with a komi from -2 to 2, not 3"),
        ("id name X", "does not support komi, but this game has 3; set komi=0"),
        ("size 6 halfkomi 0 6", "plays only boards of size 6, not 5"),
        ("size 5 6 halfkomi 0", "plays size 5 with a komi of 0 only, not 3"),
    ] {
        let script = format!("read line; echo '{greeting}'; echo teiok; exec sleep 100\n");
        let args = ["simulate", "tak", "--set", "komi=3", "--games", "2", "--bots", "tei:sh engine.sh,random"];
        let output = with_engine(&script, &args, "");
        assert_eq!((output.code, output.stderr), (1, format!("game 1: tei:sh engine.sh {message}\n")));
    }
}

/// Faulty engines as shell scripts.
const SILENT: &str = "exec sleep 100\n";
const DEAD: &str = "exit 3\n";
const CHATTERING: &str = "exec yes nonsense\n";
const DYING: &str = "read line; echo teiok; read line; read line; echo readyok; read line; exit 7\n";
const ILLEGAL: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; go) echo bestmove a1;; esac; done\n";
const MALFORMED: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; go) echo bestmove banana;; esac; done\n";

fn with_engine(script: &str, args: &[&str], lines: &str) -> RunOutput {
    TestDir::with("engine.sh", script).run_with(args, lines)
}

#[test]
fn a_failing_engine_gives_its_seat_to_a_human() {
    for (script, message) in [
        (SILENT, "did not answer `tei` within 5 s; check that it is an engine with the Tak Engine Interface"),
        (CHATTERING, "did not answer `tei` within 5 s; check that it is an engine with the Tak Engine Interface"),
        (DEAD, "exited (exit status: 3) after `tei`"),
        (DYING, "exited (exit status: 7) after `go movetime 10000`"),
        (ILLEGAL, "plays a1, which is illegal here: occupied: a1 is not empty"),
        (MALFORMED, "plays `banana`, which is not a move in ptn"),
    ] {
        let args = ["play", "tak", "--seats", "human,tei:sh engine.sh@10s"];
        let output = with_engine(script, &args, "a1\nseats\nhistory\nb2\n");
        let error = format!("tei:sh engine.sh@10s {message}; you now play black\n");
        assert_eq!((output.code, output.stderr.as_str()), (1, error.as_str()), "{script}");
        output.assert_stdout_contains("white: human\nblack: human\n");
        output.assert_stdout_contains("black: b2\n");
    }
    let output = TestDir::new().run_with(["play", "tak", "--seats", "tei:./nowhere,human"], "a1\n");
    output.assert_stderr_starts_with("cannot start tei:./nowhere: ");
    output.assert_stdout_contains("white: a1\n");
}

#[test]
fn a_run_with_a_failing_engine_keeps_its_results() {
    let args = [
        "simulate",
        "tak",
        "--set",
        "size=3",
        "--games",
        "50",
        "--threads",
        "1",
        "--bots",
        "tei:sh engine.sh@5,random",
    ];
    let output = with_engine(DEAD, &args, "");
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    assert_eq!(output.stderr, "game 1: tei:sh engine.sh@5 exited (exit status: 3) after `tei`\n");
    // It exits after some games.
    let output = with_engine(&format!("sed -u 90q | '{HOUSERULE}' tei\n"), &args, "");
    assert_eq!(output.code, 1);
    output.assert_stderr_contains("tei:sh engine.sh@5 exited");
    output.assert_stdout_contains("tei:sh engine.sh@5");
}

/// Slow engines: one thinks until `stop`, one ignores it.
const THINKING: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; stop) echo bestmove a1;; quit) exit;; esac; done\n";
const LATE: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; go) sleep 1; echo bestmove a1;; quit) exit;; esac; done\n";

#[cfg(unix)]
#[test]
fn stopping_a_run_does_not_wait_for_the_engine() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let dir = TestDir::with("engine.sh", format!("echo started > started\n{THINKING}"));
    let mut command = dir.houserule();
    command.args(["simulate", "tak", "--bots", "tei:sh engine.sh@600s", "--threads", "1"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    wait_until(|| dir.path("started").exists());
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it still plays");
    let (send, ended) = channel();
    std::thread::spawn(move || send.send(child.wait_with_output().expect("it ends")));
    let output = RunOutput::from(ended.recv_timeout(TEST_TIMEOUT).expect("it ends"));
    assert_eq!((output.code, output.stderr.trim()), (1, "stopped before the first game ended"));
}

#[test]
fn an_engine_that_exceeds_its_time_is_reported() {
    let output = with_engine(LATE, &["play", "tak", "--seats", "tei:sh engine.sh@100ms,human"], "");
    output.assert_stderr_starts_with("tei:sh engine.sh@100ms took ");
    assert!(output.stderr.ends_with(" s for a move limited to 0.1 s\n"), "{}", output.stderr);
    output.assert_stdout_contains("white: a1\n");
}
