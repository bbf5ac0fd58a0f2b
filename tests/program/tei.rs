//! The Tak Engine Interface: our bots for other programs, and other programs at our tables.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use crate::common::desk::{Desk, GUARD, Said, wait_until};

const OURS: &str = env!("CARGO_BIN_EXE_houserule");

/// A talk with the program, line by line.
struct TeiTalk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    _desk: Desk,
}

impl TeiTalk {
    fn new(args: &[&str]) -> TeiTalk {
        let desk = Desk::new();
        let mut command = Command::new(OURS);
        command.arg("tei").args(args).current_dir(desk.path("")).env("HOME", desk.path("home"));
        command.env("XDG_CONFIG_HOME", desk.path("home")).env("XDG_DATA_HOME", desk.path("home"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        TeiTalk { child, input, lines, _desk: desk }
    }

    fn say(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("nobody has left");
        input.write_all(format!("{lines}\n").as_bytes()).expect("it listens");
    }

    /// What is said up to a line that begins so.
    fn hear(&mut self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(GUARD).unwrap_or_else(|_| panic!("no {beginning} after {heard:?}"));
            let is_last = line.starts_with(beginning);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    fn best_move(&mut self, lines: &str) -> String {
        self.say(lines);
        let heard = self.hear("bestmove ");
        let told = &heard[heard.len().saturating_sub(2)];
        assert!(told.starts_with("info "), "{heard:?}");
        heard.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move").to_string()
    }

    /// The exit code, once the program has left.
    fn end(mut self) -> Option<i32> {
        let (send, ended) = channel();
        std::thread::spawn(move || send.send(self.child.wait().expect("it ends").code()));
        ended.recv_timeout(GUARD).expect("it ends")
    }
}

fn is_legal(game: &str, size: &str, moves: &str, mv: &str) -> bool {
    let set = format!("size={size}");
    Desk::new().run(["why", game, mv, "--set", &set, "--moves", moves]).out == "legal\n"
}

#[test]
fn the_greeting_tells_who_we_are_and_what_can_be_set() {
    let mut talk = TeiTalk::new(&["tak+late-walls", "--threads", "2", "--set", "komi=1.5"]);
    talk.say("tei");
    let halves: Vec<String> = (-10..=19).map(|half| half.to_string()).collect();
    assert_eq!(
        talk.hear("teiok"),
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
fn what_is_set_is_what_an_option_is_told_to_be() {
    let mut talk = TeiTalk::new(&["tak+late-walls", "--set", "turn=7"]);
    talk.say("tei");
    let told = talk.hear("teiok");
    assert!(told.contains(&"option name turn type spin default 7 min 1 max 100".to_string()), "{told:?}");
}

#[test]
fn after_a_game_that_cannot_be_played_there_is_none() {
    let mut talk = TeiTalk::new(&[]);
    talk.best_move("teinewgame 4\nposition startpos\ngo nodes 5");
    for refused in ["teinewgame 9", "teinewgame size 5 halfkomi 900"] {
        for position in ["position startpos", "position tps x5/x5/x5/x5/x5 1 1"] {
            talk.say(&format!("{refused}\n{position}\ngo nodes 5"));
            let heard = talk.hear("bestmove");
            assert!(heard[0].starts_with("info string there is no game: "), "{refused}: {heard:?}");
            assert_eq!(heard[1..], ["bestmove --"], "{refused}");
        }
    }
    talk.best_move("teinewgame 5\nposition startpos\ngo nodes 5");
}

#[test]
fn a_word_that_says_nothing_is_named_and_makes_no_search_endless() {
    let mut talk = TeiTalk::new(&[]);
    for (go, odd) in [("movetime abc", "movetime abc"), ("nodes", "nodes"), ("mate 2 nodes 5", "mate 2")] {
        talk.say(&format!("position startpos\ngo {go}"));
        let heard = talk.hear("bestmove");
        let says = format!("info string `{odd}` says nothing after `go`, and is passed over");
        assert_eq!(heard.first(), Some(&says), "{go}: {heard:?}");
    }
}

#[test]
fn a_loss_that_is_proven_is_told_as_one() {
    let mut talk = TeiTalk::new(&[]);
    // Two rows that black can finish: white stops one of them.
    talk.say("position tps x5/2,2,2,2,x/x5/x5/2,2,2,2,x 1 6\ngo nodes 100000");
    let heard = talk.hear("bestmove");
    let told = heard.iter().rev().nth(1).cloned().unwrap_or_default();
    let (_, found) = told.split_once(" score cp ").unwrap_or_default();
    let words: Vec<&str> = found.split(' ').collect();
    assert_eq!(words[..2], ["-100", "pv"], "{told}");
    assert!(words.len() >= 4, "the answer is told, too: {told}");
}

#[test]
fn both_forms_of_a_new_game_are_played() {
    let mut talk = TeiTalk::new(&[]);
    for (line, size) in [
        ("teinewgame 4", "4"),
        ("teinewgame size 6 halfkomi 4", "6"),
        ("teinewgame size 3", "3"),
        ("teinewgame 8", "8"),
    ] {
        talk.say(&format!("{line}\nisready"));
        assert_eq!(talk.hear("readyok"), ["readyok"]);
        let mv = talk.best_move("position startpos moves a1 b1\ngo nodes 40");
        assert!(is_legal("tak", size, "a1 b1", &mv), "{line}: {mv}");
    }
    for strength in ["easy", "medium", "hard", "full"] {
        let mv = talk.best_move(&format!(
            "setoption name strength value {strength}\nteinewgame 3\nposition tps x3/x3/x3 1 1 moves a1\ngo nodes 30"
        ));
        assert!(is_legal("tak", "3", "a1", &mv), "{strength}: {mv}");
    }
}

#[test]
fn komi_is_set_by_option_or_with_the_game() {
    const FULL: &str = "position tps 1,2,1/2,1,2/1,2,1 2 6\ngo nodes 5";
    let mut talk = TeiTalk::new(&[]);
    for (line, winner) in [
        ("teinewgame 3", "white"),
        ("setoption name HalfKomi value 4\nteinewgame 3", "black"),
        ("teinewgame size 3 halfkomi 0", "white"),
        ("teinewgame size 3 halfkomi 4", "black"),
        ("setoption name HalfKomi value 900\nsetoption name HalfKomi value x", "black"),
    ] {
        talk.say(&format!("{line}\n{FULL}"));
        let over = format!("info string the game is over: {winner} wins by flats");
        assert_eq!(talk.hear("bestmove"), [over.as_str(), "bestmove --"], "{line}");
    }
}

#[test]
fn a_search_without_an_end_stops_when_it_is_told() {
    let mut talk = TeiTalk::new(&[]);
    talk.say("teinewgame 5\nposition startpos moves a1 e5\ngo infinite");
    let info = talk.hear("info ").pop().unwrap_or_default();
    let words: Vec<&str> = info.split(' ').collect();
    let names: Vec<&str> =
        words.iter().copied().filter(|word| word.len() > 2 && word.parse::<i64>().is_err()).collect();
    assert_eq!(names[..6], ["info", "depth", "nodes", "nps", "time", "score"], "{info}");
    talk.say("isready");
    talk.hear("readyok");
    let mv = talk.best_move("stop");
    assert!(is_legal("tak", "5", "a1 e5", &mv), "{mv}");
    // Even where everything is known the answer comes when it is asked for, and once.
    let mv = talk.best_move("position startpos moves a5 e1 d1 a4 c1 b4 b1 c4\ngo infinite\nstop\nstop");
    assert!(["a1", "Ca1"].contains(&mv.as_str()), "{mv}");
    talk.say("isready");
    assert_eq!(talk.hear("readyok"), ["readyok"]);
    // Whoever asks something else has had enough.
    talk.say("go infinite\nposition startpos\ngo nodes 10");
    talk.hear("bestmove");
    talk.hear("bestmove");
}

#[test]
fn searches_keep_to_clocks_times_and_depths() {
    let mut talk = TeiTalk::new(&[]);
    for go in ["movetime 30", "wtime 600 btime 400 winc 5 binc 5", "btime 300", "depth 2", "movetime 0", "nodes 0"] {
        let mv = talk.best_move(&format!("position startpos moves a1\ngo {go}"));
        assert!(is_legal("tak", "5", "a1", &mv), "{go}: {mv}");
    }
}

#[test]
fn what_is_no_command_is_passed_over_with_a_word() {
    let lines = b"xyzzy\n\n  \nposition\nteinewgame 99\ngo nodes 5\nsetoption name Foo value 3\nsetoption\n\xff\xfe\nstop\n\
        teinewgame size\nposition tps nonsense moves a1\nposition startpos moves a1 a1\nsetoption name Threads value 0\n\
        go nodes 1\nisready\nquit\nisready\n";
    let said = Desk::new().run_with(["tei"], lines);
    assert_eq!(said.code, 0);
    let answers: Vec<&str> = said.out.lines().filter(|line| !line.starts_with("info string")).collect();
    assert_eq!(answers, ["bestmove --", "bestmove --", "readyok"], "{}", said.out);
    let complaints =
        ["`xyzzy`", "`position `", "size", "size", "`Foo`", "``", "`\u{fffd}\u{fffd}`", "nonsense", "a1", "`0`", "a1"];
    let told: Vec<&str> = said.err.lines().collect();
    assert_eq!(told.len(), complaints.len(), "{}", said.err);
    for (line, part) in told.iter().zip(complaints) {
        assert!(line.contains(part), "{line} has {part}");
    }
}

#[test]
fn whoever_leaves_in_the_middle_of_a_search_is_not_kept() {
    let mut talk = TeiTalk::new(&[]);
    talk.say("go infinite");
    talk.hear("info ");
    talk.say("quit");
    talk.hear("bestmove ");
    assert_eq!(talk.end(), Some(0));

    let mut talk = TeiTalk::new(&[]);
    talk.say("go infinite");
    talk.hear("info ");
    talk.input = None;
    talk.hear("bestmove ");
    assert_eq!(talk.end(), Some(0));

    let mut talk = TeiTalk::new(&[]);
    talk.say("go movetime 50");
    talk.input = None;
    talk.hear("bestmove ");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn a_search_of_so_many_nodes_repeats_whatever_the_threads() {
    let told = |threads: &str| {
        let mut talk = TeiTalk::new(&["--threads", threads]);
        talk.say("teinewgame 5\nposition startpos moves a1 e5 c3\ngo nodes 400");
        let heard = talk.hear("bestmove");
        let line = heard.iter().rev().nth(1).cloned().unwrap_or_default();
        let score = line.split(" score ").nth(1).unwrap_or_default().to_string();
        (score, heard.last().cloned())
    };
    assert_eq!(told("1"), told("1"));
    assert_eq!(told("1"), told("2"));
}

#[test]
fn house_rules_are_played_through_it() {
    let mut talk = TeiTalk::new(&["tak+late-walls"]);
    let mv = talk.best_move("setoption name turn value 9\nteinewgame 3\nposition startpos moves a1 b1\ngo movetime 50");
    let said =
        Desk::new().run(["why", "tak+late-walls", &mv, "--set", "size=3", "--set", "turn=9", "--moves", "a1 b1"]);
    assert_eq!(said.out, "legal\n", "{mv}");
    let said = Desk::new().run_with(["tei", "tak+late-walls"], "position startpos moves a1 b1 Sc3\nquit\n");
    assert!(said.err.contains("late-walls: "), "{}", said.err);
}

#[test]
fn a_game_that_is_not_written_in_its_notation_is_wrong_use() {
    let desk = Desk::new();
    for (args, says) in [
        (
            &["tei", "trax"][..],
            "the Tak Engine Interface is for two seats and moves written in ptn, and Trax is not such a game; name one that is\n",
        ),
        (
            &["play", "trax", "--seats", "human,tei:./engine"],
            "tei:./engine plays games that are written in ptn, and Trax is written in trax; let another bot play\n",
        ),
        (
            &["simulate", "trax", "--games", "2", "--bots", "tei:./engine,random"],
            "tei:./engine plays games that are written in ptn, and Trax is written in trax; let another bot play\n",
        ),
        (
            &["play", "tak", "--seats", "human,tei: @2s"],
            "`tei: @2s` names no program; write tei:./engine, or tei:./engine@2s\n",
        ),
    ] {
        let said = desk.run(args);
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (2, "", says), "{args:?}");
    }
}

#[test]
fn another_engine_plays_whole_games() {
    let engine = format!("tei:{OURS} tei@20");
    let bots = format!("{engine},random");
    let said = Desk::new()
        .run(["simulate", "tak", "--set", "size=4", "--set", "komi=2", "--games", "4", "--bots", &bots, "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("\"tei:"), "{}", said.out);
    let seats = format!("{engine},human");
    let said = Desk::new()
        .run_with(["play", "tak", "--set", "size=5", "--seats", &seats], "bot random\nundo\nbot greedy\nhistory\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let by_engine = said.out.lines().filter(|line| line.starts_with("white: ")).count();
    assert!(by_engine >= 3, "{}", said.out);
}

/// An engine as strict as some are: it knows no time but that of clocks, and ends at what it does not know. It plays every
/// move of ours, so that there is a game.
const STRICT: &str = r#"
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
fn an_engine_that_knows_only_clocks_plays_whole_games() {
    let desk = Desk::with("engine.sh", STRICT.replace("OURS", OURS));
    let bots = "tei:sh engine.sh@600s+10ms,random";
    let args =
        ["simulate", "tak", "--set", "size=4", "--set", "komi=2", "--games", "2", "--bots", bots, "--threads", "1"];
    let said = desk.run(args);
    assert!(said.code == 0 && said.err.starts_with("played in "), "{}", said.err);
    // With a time for each move it is told what it does not know, and the report says which word that was.
    let said = desk.run([
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
    let says = "has ended by itself (exit status: 9) when it was told `go nodes 7`";
    assert!(said.code == 1 && said.err.contains(says), "{}", said.err);
}

#[test]
fn an_engine_is_not_asked_for_what_it_cannot_play() {
    for (greeting, says) in [
        ("option name HalfKomi type spin default 0 min -4 max 4", "plays with a komi from -2 to 2, not 3"),
        ("id name X", "knows no komi, and this game has one of 3; set komi=0"),
        ("size 6 halfkomi 0 6", "plays on boards of size 6 only, not 5"),
        ("size 5 6 halfkomi 0", "plays size 5 with a komi of 0 only, not 3"),
    ] {
        let script = format!("read line; echo '{greeting}'; echo teiok; exec sleep 100\n");
        let args = ["simulate", "tak", "--set", "komi=3", "--games", "2", "--bots", "tei:sh engine.sh,random"];
        let said = with_engine(&script, &args, "");
        assert_eq!((said.code, said.err), (1, format!("game 1: tei:sh engine.sh {says}\n")));
    }
}

/// Engines that do not do what they should, as the shell plays them.
const SILENT: &str = "exec sleep 100\n";
const DEAD: &str = "exit 3\n";
const BABBLING: &str = "exec yes nonsense\n";
const DYING: &str = "read line; echo teiok; read line; read line; echo readyok; read line; exit 7\n";
const ILLEGAL: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; go) echo bestmove a1;; esac; done\n";
const NO_MOVE: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; go) echo bestmove banana;; esac; done\n";

fn with_engine(script: &str, args: &[&str], lines: &str) -> Said {
    Desk::with("engine.sh", script).run_with(args, lines)
}

#[test]
fn an_engine_that_fails_leaves_its_seat_to_a_person_and_the_game_as_it_is() {
    for (script, says) in [
        (SILENT, "has not answered `tei` within 5 s; see that it is an engine that speaks the Tak Engine Interface"),
        (BABBLING, "has not answered `tei` within 5 s; see that it is an engine that speaks the Tak Engine Interface"),
        (DEAD, "has ended by itself (exit status: 3) when it was told `tei`"),
        (DYING, "has ended by itself (exit status: 7) when it was told `go movetime 10000`"),
        (ILLEGAL, "plays a1, which is illegal here: occupied: a1 is not empty"),
        (NO_MOVE, "plays `banana`, which is no move in ptn"),
    ] {
        let args = ["play", "tak", "--seats", "human,tei:sh engine.sh@10s"];
        let said = with_engine(script, &args, "a1\nseats\nhistory\nb2\n");
        assert_eq!(
            (said.code, said.err),
            (1, format!("tei:sh engine.sh@10s {says}; black is yours now\n")),
            "{script}"
        );
        assert!(said.out.contains("white: human\nblack: human\n"), "{}", said.out);
        assert!(said.out.contains("black: b2\n"), "{}", said.out);
    }
    let said = Desk::new().run_with(["play", "tak", "--seats", "tei:./nowhere,human"], "a1\n");
    assert!(said.err.starts_with("tei:./nowhere cannot be started: "), "{}", said.err);
    assert!(said.out.contains("white: a1\n"), "{}", said.out);
}

#[test]
fn a_run_with_an_engine_that_fails_keeps_what_is_known() {
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
    let said = with_engine(DEAD, &args, "");
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert_eq!(said.err, "game 1: tei:sh engine.sh@5 has ended by itself (exit status: 3) when it was told `tei`\n");
    // It leaves after some games.
    let said = with_engine(&format!("sed -u 90q | '{OURS}' tei\n"), &args, "");
    assert_eq!(said.code, 1);
    assert!(said.err.contains("tei:sh engine.sh@5 has ended by itself"), "{}", said.err);
    assert!(said.out.contains("tei:sh engine.sh@5"), "{}", said.out);
}

/// Engines that take their time: one until it is told to stop, and one whatever it is told.
const THINKING: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; stop) echo bestmove a1;; quit) exit;; esac; done\n";
const LATE: &str = "while read word rest; do case $word in tei) echo teiok;; isready) echo readyok;; go) sleep 1; echo bestmove a1;; quit) exit;; esac; done\n";

#[cfg(unix)]
#[test]
fn whoever_stops_a_run_does_not_wait_for_an_engine_nor_blame_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let desk = Desk::with("engine.sh", format!("echo started > started\n{THINKING}"));
    let mut command = Command::new(OURS);
    command.args(["simulate", "tak", "--bots", "tei:sh engine.sh@600s", "--threads", "1"]);
    command.current_dir(desk.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    wait_until(|| desk.path("started").exists());
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it still plays");
    let (send, ended) = channel();
    std::thread::spawn(move || send.send(child.wait_with_output().expect("it ends")));
    let output = ended.recv_timeout(GUARD).expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), err.trim()), (Some(1), "stopped before the first game was over"));
}

#[test]
fn an_engine_that_takes_far_longer_than_it_may_is_named() {
    let said = with_engine(LATE, &["play", "tak", "--seats", "tei:sh engine.sh@100ms,human"], "");
    assert!(said.err.starts_with("tei:sh engine.sh@100ms took "), "{}", said.err);
    assert!(said.err.ends_with(" s for a move of 0.1 s\n"), "{}", said.err);
    assert!(said.out.contains("white: a1\n"), "{}", said.out);
}
