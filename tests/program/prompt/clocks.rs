//! Games on a clock: the option, saved clocks, events, engines, suspended programs, and bots on a busy machine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use crate::common::test_dir::{HOUSERULE, RunOutput, TestDir};

fn play(dir: &TestDir, args: &[&str], lines: &str) -> RunOutput {
    dir.run_with([&["play", "tak", "--set", "size=3"], args].concat(), lines)
}

#[test]
fn a_clock_that_cannot_be_is_one_sentence() {
    let forms = "10m, 1h30m, 10m+5s (an increment), 30s/move, 15m:-1 (a point for every minute over time) or \
        SEAT=5m,SEAT=10m";
    for (clock, message) in [
        ("xyzzy", format!("invalid clock `xyzzy`; write {forms}")),
        ("0s", "invalid clock `0s`; the time must be more than zero, for example 10m".to_string()),
        (
            "-5m",
            "invalid clock `-5m`; a time cannot be negative, and a penalty is written after a colon, as in 15m:-1"
                .to_string(),
        ),
        ("1000h", "invalid clock `1000h`; the longest time is 24h".to_string()),
        ("green=5m", "the clock names an unknown seat `green`; the seats are white and black".to_string()),
        ("white=5m,white=3m", "the clock `white=5m,white=3m` names white twice; name each seat once".to_string()),
    ] {
        let output = play(&TestDir::new(), &["--clock", clock], "");
        assert_eq!((output.code, output.stdout, output.stderr), (2, String::new(), format!("{message}\n")));
    }
    let output = TestDir::new().run(["play", "--clock", "10m"]);
    assert_eq!(output.stderr, "--clock requires a game; write houserule play GAME --clock ...\n");
}

#[test]
fn a_saved_clock_goes_on_where_it_stopped() {
    let dir = TestDir::new();
    let lines = "a1\nb2\nsave game.toml\nsave game.ptn\nclock\n";
    let output = play(&dir, &["--clock", "white=10m+5s,black=1h"], lines).success();
    let times = output.last_lines(4)[1..3].to_vec();
    for file in ["game.toml", "game.ptn"] {
        let output =
            dir.run_with([""; 0], format!("load {file}\nclock\nsave again.toml\nundo\nnew\nclock\n")).success();
        assert!(output.stdout.contains(&times.join("\n")), "{file}: {times:?} in {}", output.stdout);
        output.assert_stdout_contains("clock white=10m+5s,black=1h\nwhite: 10:00\nblack: 1:00:00\n");
        let times = |file: &str| {
            let text = dir.read(file);
            let line = text.lines().find(|line| line.starts_with("times = ")).expect("times").to_string();
            line.trim_matches('"').split_whitespace().map(str::to_string).collect::<Vec<_>>()
        };
        // The times of the past are the same; only the present one has gone on.
        let (saved, again) = (times("game.toml"), times("again.toml"));
        assert_eq!((saved.len(), &saved[..5]), (6, &again[..5]));
    }
}

/// Times in a saved game: a word for the start, one after every move, and one for now.
fn saved_times(dir: &TestDir, file: &str) -> Vec<String> {
    let text = dir.read(file);
    let line = text.lines().find(|line| line.starts_with("times = ")).expect("times");
    let words = line.trim_start_matches("times = ").trim_matches('"').split_whitespace();
    words.map(str::to_string).collect()
}

#[test]
fn a_game_saved_in_a_variation_or_at_an_earlier_turn_keeps_all_its_times() {
    let dir = TestDir::new();
    let moves = "a1\nc3\nb2\nb3\na2\na3\n";
    let lines = format!("{moves}goto 2\ntry c2\nback\ngoto end\nsave first.toml\n");
    play(&dir, &["--clock", "1h"], &lines).success();
    // Minutes that no test takes: 1 for every move, and 5 of the present turn.
    let past: Vec<String> = (0..7).map(|moves| format!("{}/3600000", 3_600_000 - moves * 60_000)).collect();
    let times = format!("{} 2940000/3600000", past.join(" "));
    let text = dir.read("first.toml").replace(&saved_times(&dir, "first.toml").join(" "), &times);
    dir.write("first.toml", text);
    let lines = "load first.toml\ntry 2w1\nsave variation.toml\nload first.toml\ngoto 2\nsave earlier.toml\n";
    dir.run_with([""; 0], lines).success();
    assert_eq!(saved_times(&dir, "variation.toml").join(" "), times);
    for (file, way_back, now) in
        [("variation.toml", "back", 2_940_000), ("earlier.toml", "goto end", 3_240_000), ("first.toml", "", 2_940_000)]
    {
        dir.run_with([""; 0], format!("load {file}\n{way_back}\nsave again.toml\n")).success();
        let again = saved_times(&dir, "again.toml");
        assert_eq!((again.len(), &again[..7]), (8, &past[..]), "{file}");
        // The time of the present turn has gone on a little.
        let white = again[7].split('/').next().and_then(|white| white.parse::<u64>().ok()).expect("a time");
        assert!((now - 100_000..=now).contains(&white), "{file}: {again:?}");
    }
}

#[test]
fn a_clock_that_is_set_in_a_variation_is_the_clock_of_the_game() {
    let dir = TestDir::new();
    let lines = "c3\ntry swap\nclock red=10m,blue=1h\nback\nclock\n";
    let output = dir.run_with(["play", "hex"], lines).success();
    // The players have swapped in the variation only.
    assert_eq!(output.last_lines(3)[..2], ["red: 10:00", "blue: 1:00:00"]);
}

#[test]
fn a_ptn_file_has_the_clock_of_tak_servers_and_theirs_starts_no_clock() {
    let dir = TestDir::new();
    play(&dir, &["--clock", "10m+20s"], "a1\nsave game.ptn\n").success();
    let text = dir.read("game.ptn");
    assert!(text.contains("[Clock \"10:0 +20\"]\n[ClockTimes \"600000/600000 "), "{text}");
    let output = dir.run_with([""; 0], "load game.ptn\nclock\n").success();
    output.assert_stdout_contains("clock 10m+20s\nwhite: 10:");
    dir.write("server.ptn", "[Size \"3\"]\n[Clock \"10:0 +20\"]\n[Result \"R-0\"]\n\n1. a1 c3\n");
    let output = dir.run_with([""; 0], "load server.ptn\nclock\n").success();
    assert_eq!(output.last_lines(1), ["0 s since the start."], "{}", output.stdout);
}

#[test]
fn a_ptn_file_gets_the_clock_that_the_game_has_now() {
    let dir = TestDir::with("server.ptn", "[Size \"3\"]\n[Clock \"10:0 +20\"]\n\n1. a1 c3\n");
    let tags = |file: &str| {
        let text = dir.read(file);
        let tags = text.lines().filter(|line| line.starts_with("[Clock")).map(|line| match line.split_once(' ') {
            Some(("[ClockTimes", _)) => "times".to_string(),
            _ => line.to_string(),
        });
        tags.collect::<Vec<_>>()
    };
    let lines = "load server.ptn\nsave same.ptn\nclock 5m\nsave own.ptn\nclock off\nb2\nsave server2.ptn\n";
    dir.run_with([""; 0], lines).success();
    assert_eq!(dir.read("same.ptn"), dir.read("server.ptn"));
    assert_eq!(tags("own.ptn"), ["[Clock \"5:0\"]", "times"]);
    assert_eq!(tags("server2.ptn"), ["[Clock \"10:0 +20\"]"], "the game was played on that clock before");
    let lines = "load own.ptn\nclock 7m\nsave other.ptn\nclock off\nsave off.ptn\nb2\nsave on.ptn\nsave on.toml\n\
        load on.toml\nb3\nsave later.ptn\n";
    dir.run_with([""; 0], lines).success();
    assert_eq!(tags("other.ptn"), ["[Clock \"7:0\"]", "times"]);
    for file in ["off.ptn", "on.ptn", "later.ptn"] {
        assert_eq!(tags(file), [""; 0], "{file}");
    }
}

#[test]
fn a_game_at_an_earlier_turn_is_saved_with_the_times_of_all_its_moves() {
    let dir = TestDir::new();
    play(&dir, &["--clock", "10m"], "a1\nc3\nb2\ngoto 1\nsave game.ptn\n").success();
    let text = dir.read("game.ptn");
    let times = text.lines().find(|line| line.starts_with("[ClockTimes")).expect("times");
    assert_eq!(times.matches('/').count(), 5, "the start, three moves, and now: {text}");
}

#[test]
fn a_match_that_began_after_loading_is_in_the_ptn_file() {
    let dir = TestDir::with("in.ptn", "[Size \"3\"]\n[Event \"Club\"]\n\n1. a1 c3\n");
    dir.run_with([""; 0], "load in.ptn\nmatch 3\nsave out.ptn\n").success();
    let text = dir.read("out.ptn");
    assert!(text.contains("3 games\"]\n") && text.contains("[Round \"1\"]\n") && !text.contains("Club"), "{text}");
}

#[test]
fn a_clock_for_other_seats_is_reported_and_the_game_goes_on() {
    let dir = TestDir::with("in.ptn", "[Size \"3\"]\n[Clock \"green=5m\"]\n\n1. a1 c3\n");
    let error = "the clock names an unknown seat `green`; the seats are white and black\n";
    let output = dir.run(["replay", "in.ptn"]);
    assert_eq!((output.code, output.stdout.as_str()), (0, "in.ptn#1 ok open\n1 game, 1 ok\n"));
    output.assert_stderr_contains(&format!("warning: the game is replayed without its clock: {error}"));
    let output = dir.run_with(["play", "tak", "--load", "in.ptn"], "b2\n");
    assert_eq!(output.code, 0);
    output.assert_stdout_contains("white: b2\n");
    output.assert_stderr_contains(&format!("warning: the game goes on without its clock: {error}"));
    let output = dir.run_with(["play", "tak", "--load", "in.ptn", "--clock", "3m"], "clock\n").success();
    output.assert_stdout_contains("clock 3m\n");
}

#[test]
fn a_loss_on_time_is_recorded_and_can_be_forgiven_later() {
    let dir = TestDir::new();
    play(&dir, &["--clock", "1m"], "a1\nsave game.toml\nsave game.ptn\n").success();
    let text = dir.read("game.toml").replace("moves = ", "result = \"1-0\"\nmoves = ");
    let line = text.lines().find(|line| line.starts_with("times = ")).expect("times").to_string();
    let last = line.split_whitespace().last().expect("times now").trim_end_matches('"').to_string();
    let flagged = line.replace(&format!("{last}\""), "40000/0\"");
    dir.write("flag.toml", text.replace(&line, &flagged));
    let lines = "load flag.toml\nsave again.toml\nsave flag.ptn\nundo\nclock\nredo\nsave redone.toml\n";
    let output = dir.run_with([""; 0], lines).success();
    output.assert_stdout_contains("The game is over: white wins on time.");
    output.assert_stdout_contains("undone: the loss on time\n");
    output.assert_stdout_contains("black: 1:00\n");
    assert!(dir.read("again.toml").contains("result = \"1-0\""));
    for file in ["flag.toml", "again.toml", "flag.ptn", "redone.toml"] {
        let output = dir.run_with([""; 0], format!("load {file}\n")).success();
        output.assert_stdout_contains("white wins on time");
        assert_eq!(dir.run(["replay", file]).success().stdout, format!("{file}#1 ok 1-0\n1 game, 1 ok\n"));
    }
}

#[test]
fn points_for_time_decide_a_game_of_points() {
    let dir = TestDir::new();
    let args = ["play", "tantrix", "--seats", "random,random", "--clock", "1h:-100"];
    let output = dir.run_with(args, "save game.toml\nscore\n").success();
    let over = |output: &RunOutput| {
        let line = output.stdout.lines().rfind(|line| line.starts_with("The game is over: ")).map(str::to_string);
        line.unwrap_or_else(|| panic!("{}", output.stdout))
    };
    let before = over(&output);
    let winner = before.split(' ').nth(4).expect("a winner").to_string();
    let text = dir.read("game.toml");
    let line = text.lines().find(|line| line.starts_with("times = ")).expect("times").to_string();
    let last = line.split_whitespace().last().expect("times now").trim_end_matches('"').to_string();
    let seats: Vec<&str> =
        output.stdout.lines().filter_map(|line| line.split_once(": ").map(|(seat, _)| seat)).collect();
    let index = usize::from(seats.iter().find(|seat| !seat.contains(' ')) != Some(&winner.as_str()));
    let mut times: Vec<&str> = last.split('/').collect();
    times[index] = "-1000";
    let late = line.replace(&format!("{last}\""), &format!("{}\"", times.join("/")));
    dir.write("late.toml", text.replace(&line, &late));
    let output = dir.run_with([""; 0], "load late.toml\nscore\n").success();
    assert!(!over(&output).contains(&format!("{winner} wins")), "{before}, then {}", over(&output));
    output.assert_stdout_contains(", 100 lost for time)\n");
}

#[test]
fn events_have_the_clock() {
    let dir = TestDir::new();
    let events = play(&dir, &["--clock", "10m", "--json"], "a1\npause\nresign\n").success().events();
    assert_eq!(events[0]["clock"], "10m");
    let clock = |event: &Value, seat: &str| event["clock"][seat].as_f64().expect("seconds");
    let turns: Vec<&Value> = events.iter().filter(|event| event["event"] == "turn").collect();
    assert_eq!((clock(turns[0], "white"), clock(turns[0], "black")), (600.0, 600.0));
    assert!(clock(turns[1], "white") <= 600.0 && turns[1].get("paused").is_none(), "{turns:?}");
    assert_eq!(turns[2]["paused"], true);
    let over = events.last().expect("the end");
    assert!(over["event"] == "over" && clock(over, "black") <= 600.0, "{over}");
    let events = play(&dir, &["--json"], "a1\n").success().events();
    assert!(events.iter().all(|event| event.get("clock").is_none()), "no clock, no key");
}

/// Engine that keeps the commands it gets, and takes its moves from ours.
const LISTENING: &str = r#"
while read -r line; do
  case $line in
    tei) echo teiok;;
    isready) echo readyok;;
    position*) position=$line;;
    go*) echo "$line" >> go.txt
      printf 'teinewgame 3\n%s\ngo nodes 5\n' "$position" | 'OURS' tei | grep bestmove;;
    quit) exit 0;;
  esac
done
"#;

#[test]
fn an_engine_gets_the_times_of_all_seats() {
    let dir = TestDir::with("engine.sh", LISTENING.replace("OURS", HOUSERULE));
    let args = ["--seats", "human,tei:sh engine.sh", "--clock", "white=2h,black=1h+7s"];
    play(&dir, &args, "a1\n").success();
    let sent = dir.read("go.txt");
    let words: Vec<&str> = sent.split_whitespace().collect();
    let [go, "wtime", white, "btime", black, "winc", "0", "binc", "7000"] = words[..] else { panic!("{sent}") };
    let millis = |text: &str| text.parse::<u64>().expect("milliseconds");
    assert!(go == "go" && millis(black) == 3_600_000, "{sent}");
    assert!((7_000_000..=7_200_000).contains(&millis(white)), "{sent}");
}

/// Starts a game on a pipe and reads its greeting.
fn start(dir: &TestDir, args: &[&str]) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = dir.houserule();
    command.args(["play", "tak", "--set", "size=3"]).args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.starts_with("Tak.") {
        line.clear();
        assert!(out.read_line(&mut line).expect("it is text") > 0, "the program has ended");
    }
    (child, out)
}

#[test]
fn a_suspended_program_costs_no_time() {
    let (mut child, mut out) = start(&TestDir::new(), &["--clock", "4s"]);
    let pid = Pid::from_raw(child.id().try_into().expect("an id"));
    // The clock runs.
    std::thread::sleep(Duration::from_millis(300));
    kill(pid, Signal::SIGSTOP).expect("it runs");
    std::thread::sleep(Duration::from_secs(5));
    kill(pid, Signal::SIGCONT).expect("it is stopped");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"a1\nhistory\n").expect("it reads");
    drop(input);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut out, &mut text).expect("it is text");
    assert!(text.contains("white: a1") && !text.contains("on time"), "{text}");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_flag_that_falls_is_an_event_without_a_line() {
    let (mut child, out) = start_json(&TestDir::new());
    let over = out.lines().map_while(Result::ok).find(|line| line.contains("\"event\":\"over\"")).expect("the end");
    let over: Value = serde_json::from_str(&over).expect("JSON");
    assert_eq!((&over["outcome"], &over["how"]), (&"black wins on time".into(), &"time".into()));
    assert_eq!(over["clock"]["white"], 0.0);
    drop(child.stdin.take());
    assert!(child.wait().expect("it ends").success());
}

fn start_json(dir: &TestDir) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut command = dir.houserule();
    command.args(["play", "tak", "--json", "--clock", "0.5s"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, out)
}

#[test]
fn a_bot_with_a_number_of_playouts_plays_the_same_on_a_clock() {
    let moves = |clock: &[&str]| {
        let args = [&["--seats", "mcts:60,medium"], clock].concat();
        let output = play(&TestDir::new(), &args, "history\n").success();
        output.last_lines(40).into_iter().filter(|line| line.contains(". ")).map(str::to_string).collect::<Vec<_>>()
    };
    let without = moves(&[]);
    assert!(without.len() > 3, "{without:?}");
    assert_eq!(moves(&["--clock", "white=1h"]), without);
}

/// How games on a clock ended.
#[derive(Debug, Default)]
struct Results {
    games: usize,
    on_time: Vec<String>,
    unfinished: Vec<String>,
    /// Least time that a bot had after its last move, in seconds.
    least: f64,
}

/// Plays games between bots, several at once while threads keep every core busy.
fn play_on_a_busy_machine(games: usize, at_once: usize, size: &str, clock: &str, seats: &[&str]) -> Results {
    let (next, is_over) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new(Results { least: f64::INFINITY, ..Results::default() });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                let mut number = 1_u64;
                while is_over.load(Ordering::Relaxed) < at_once {
                    number = std::hint::black_box(number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
                }
            });
        }
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        break;
                    }
                    let (seed, size) = (game.to_string(), format!("size={size}"));
                    let seats = seats[game % seats.len()];
                    let args =
                        ["play", "tak", "--json", "--set", &size, "--seats", seats, "--clock", clock, "--seed", &seed];
                    let output = TestDir::new().run_with(args, "score\n");
                    let last = output.events().pop().unwrap_or_default();
                    let mut results = results.lock().expect("no thread panics");
                    results.games += 1;
                    let left = last["clock"].as_object().into_iter().flatten().filter_map(|(_, left)| left.as_f64());
                    results.least = left.fold(results.least, f64::min);
                    if last["how"] == "time" {
                        results.on_time.push(format!("game {game}, {seats}: {last}"));
                    } else if last["event"] != "over" && !output.stdout.contains("2000 moves and are paused") {
                        // Bots that move to and fro are paused after 2000 moves, with time left.
                        results.unfinished.push(format!("game {game}, {seats}: {output:?}"));
                    }
                }
                is_over.fetch_add(1, Ordering::Relaxed);
            });
        }
    });
    results.into_inner().expect("no thread panics")
}

#[track_caller]
fn assert_none_lost_on_time(results: &Results, games: usize) {
    assert_eq!(results.games, games);
    assert!(results.on_time.is_empty() && results.unfinished.is_empty(), "{results:#?}");
}

fn tei(options: &str) -> String {
    format!("tei:{HOUSERULE} tei{options}")
}

/// `HOUSERULE_CLOCK_GAMES=200 cargo test --test program on_a_busy_machine -- --nocapture` plays 200 long games at the prompt
/// and 200 over TEI on a short clock, in a quarter of an hour.
#[test]
fn no_bot_loses_on_time_on_a_busy_machine() {
    let asked = std::env::var("HOUSERULE_CLOCK_GAMES").ok().and_then(|games| games.parse().ok());
    let (games, at_once, size, clock) = match asked {
        Some(games) => (games, 10, "5", "10s+0.1s"),
        None => (2, 2, "3", "20s+1s"),
    };
    let (one, other) = (format!("{},mcts", tei("")), format!("hard,{}", tei("")));
    let prompt = ["mcts,hard", "greedy,mcts:2s", "hard,mcts", "mcts,mcts", "mcts:5000,easy", "mcts:3s,medium"];
    for (name, seats) in [("prompt", &prompt[..]), ("TEI", &[one.as_str(), other.as_str()])] {
        let results = play_on_a_busy_machine(games, at_once, size, clock, seats);
        println!("{name}: {} games, least time left {:.3} s", results.games, results.least);
        assert_none_lost_on_time(&results, games);
    }
}
