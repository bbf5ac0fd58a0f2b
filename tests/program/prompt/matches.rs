//! Matches: several games of the same players, whose points add up.

use std::path::PathBuf;

use houserule_script::notation::record::{self, Record};
use serde_json::Value;

use super::kills::PipedProcess;
use crate::common::test_dir::{RunOutput, TestDir};

/// Moves by which the first player of Tak on nine cells wins with 7 pieces left: 16 points.
const FIRST_WINS: &str = "c3\na3\na2\nc2\na1\n";

const TAK_3: [&str; 4] = ["play", "tak", "--set", "size=3"];

fn run_match(dir: &TestDir, args: &[&str], lines: &str) -> RunOutput {
    dir.run_with([&TAK_3[..], &["--seats", "Ann,Bob"], args].concat(), lines)
}

/// Lines of the last table in some output, without the sentence about what to type.
fn last_table(output: &str) -> Vec<String> {
    let lines: Vec<&str> = output.lines().collect();
    let start = lines.iter().rposition(|line| line.starts_with("game ")).expect("a table");
    lines[start..].iter().take_while(|line| !line.starts_with("Type ")).map(|line| line.to_string()).collect()
}

/// The only file of running games; `None` before the first save.
fn save_path(dir: &TestDir) -> Option<PathBuf> {
    let folder = std::fs::read_dir(dir.path("home/data/houserule/games")).ok()?;
    let is_save = |path: &PathBuf| {
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        path.extension().is_some_and(|ending| ending == "toml") && !is_hidden
    };
    let files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).filter(is_save).collect();
    assert!(files.len() < 2, "one match has one file: {files:?}");
    files.into_iter().next()
}

fn records(dir: &TestDir) -> Vec<Record> {
    save_path(dir).map(|path| record::read_file(&path).expect("a whole file")).unwrap_or_default()
}

/// The table of a match, added up from its games, which are played again one by one. A win of Tak scores the cells and
/// the pieces left, which `score` prints.
fn replayed_points(dir: &TestDir, records: &[Record], players: &[&str]) -> Vec<f64> {
    let mut totals = vec![0.0; players.len()];
    for record in records {
        let moves = record.moves.join(" ");
        let output = dir.run(["score", "tak", "--set", "size=3", "--moves", &moves]).success();
        for (seat, line) in record.seats.iter().zip(output.stdout.lines()) {
            let points: f64 = line.split(' ').nth(1).and_then(|number| number.parse().ok()).expect("points");
            let is_over = !output.stdout.contains("outcome: open");
            let player = players.iter().position(|player| player == seat).expect("a player");
            totals[player] += if is_over { points } else { 0.0 };
        }
    }
    totals
}

#[test]
fn the_players_take_turns_to_begin_and_their_points_add_up() {
    let dir = TestDir::new();
    let output = run_match(&dir, &["--match", "3"], &format!("{FIRST_WINS}new\n{FIRST_WINS}new\nseats\n"));
    assert_eq!(output.stderr, "");
    assert_eq!(
        last_table(&output.stdout)[..4],
        [
            "game  began  result                        Ann      Bob",
            "1     Ann    Ann (white) wins by road  16 (16)    0 (0)",
            "2     Bob    Bob (white) wins by road   0 (16)  16 (16)",
            "After 2 of 3 games, Ann and Bob are level with 16 points.",
        ]
    );
    assert_eq!(output.last_lines(2), ["white: Ann", "black: Bob"], "the third game is Ann's again");
}

#[test]
fn undo_across_the_end_of_a_game_takes_it_out_of_the_table() {
    let dir = TestDir::new();
    let lines = format!("{FIRST_WINS}undo\nmatch\na1\nmatch\nundo\nundo\nb1\nmatch\n");
    let output = run_match(&dir, &["--match", "2"], &lines);
    assert_eq!(output.stderr, "");
    let open = output.stdout.matches("No game of the match is over yet.").count();
    assert_eq!(open, 2, "after each undo:\n{}", output.stdout);
    assert_eq!(output.stdout.matches("After 1 of 2 games, Ann leads 16 to 0.").count(), 3);
    let output = run_match(&dir, &["--match", "2"], &format!("{FIRST_WINS}new\nundo\n"));
    assert_eq!(output.stderr, "there is no move to undo\n", "the next game has begun");
}

#[test]
fn a_match_starts_in_the_middle_of_an_evening_and_can_be_left() {
    let dir = TestDir::new();
    let output = run_match(&dir, &[], "c3\nmatch first-to 2 loser\na3\na2\nc2\na1\nnew\nseats\nmatch off\n");
    assert_eq!(output.stderr, "");
    assert!(output.stdout.contains("The first player to win 2 games wins the match."), "{}", output.stdout);
    assert!(output.stdout.contains("white: Bob\nblack: Ann"), "the loser begins:\n{}", output.stdout);
    assert!(output.stdout.ends_with("The match has ended; this game goes on alone.\n"), "{}", output.stdout);
    let output = run_match(&dir, &[], &format!("{FIRST_WINS}match 2\nmatch\n"));
    assert!(output.stdout.contains("Game 1 of 2") || output.stdout.contains("This is game 1 of 2."));
    assert!(output.stdout.contains("No game of the match is over yet."), "a finished game is not part of it");
}

#[test]
fn a_variant_with_match_rules_starts_a_match() {
    let args = ["play", "tak+best-of-three", "--set", "size=3", "--seats", "Ann,Bob"];
    let output = TestDir::new().run_with(args, format!("{FIRST_WINS}new\nc3\na3\nresign white\nmatch\n"));
    assert_eq!(output.stderr, "");
    let table = last_table(&output.stdout);
    assert_eq!(table.last().map(String::as_str), Some("Ann wins the match 2 games to 0."), "{table:?}");
}

#[test]
fn the_rules_may_change_between_games_and_the_table_says_so() {
    let dir = TestDir::new();
    let output = run_match(&dir, &["--match", "2"], &format!("{FIRST_WINS}new\nset size=4\na1\nresign\n"));
    assert_eq!(output.stderr, "");
    let table = last_table(&output.stdout);
    assert_eq!(table[2], "      rules from here: tak, komi=0, size=4", "{table:?}");
    let output = run_match(&dir, &["--match", "2"], &format!("{FIRST_WINS}new\nvariant +three-seats\nresign\n"));
    let message = "this game cannot be added to the match: the match is for 2 seats, but these rules have 3";
    output.assert_stderr_contains(message);
}

#[test]
fn the_whole_match_is_one_file_that_resumes_and_replays() {
    let dir = TestDir::new();
    let output = run_match(&dir, &["--match", "3", "--keep"], &format!("{FIRST_WINS}new\nc3\na3\n"));
    assert_eq!(output.stderr, "");
    let saved = records(&dir);
    let parts: Vec<_> = saved.iter().map(|record| record.in_match.as_ref().expect("its match")).collect();
    assert_eq!(parts.iter().map(|part| part.game).collect::<Vec<_>>(), [1, 2]);
    assert!(parts.iter().all(|part| part.title == "Ann and Bob, 3 games"), "{parts:?}");
    assert_eq!(saved[1].seats, ["Bob", "Ann"]);

    let output = dir.run_with([""; 0], "resume list\nresume\nmatch\na2\nc2\na1\nsave match.toml\nsave match.ptn\n");
    assert_eq!(output.stderr, "");
    assert!(output.stdout.contains("  1 tak (Bob, Ann), game 2 of a match, 2 moves"), "{}", output.stdout);
    let table = last_table(&output.stdout);
    assert_eq!(table[3], "After 2 of 3 games, Ann and Bob are level with 16 points.", "{table:?}");
    for file in ["match.toml", "match.ptn"] {
        let output = dir.run(["replay", file]).success();
        assert_eq!(output.last_lines(1), ["2 games, 2 ok"], "{file}: {}", output.stdout);
    }
    let ptn = std::fs::read_to_string(dir.path("match.ptn")).expect("a file");
    assert!(ptn.contains("[Event \"Ann and Bob, 3 games\"]\n[Round \"2\"]\n"), "{ptn}");
    let output = dir.run_with(["play", "tak", "--load", "match.toml"], "match\nnew\nseats\n");
    assert_eq!(last_table(&output.stdout)[3], table[3]);
    assert_eq!(output.last_lines(2), ["white: Ann", "black: Bob"]);
}

#[test]
fn a_title_of_several_lines_makes_no_tags() {
    let dir = TestDir::new();
    run_match(&dir, &["--match", "3"], &format!("{FIRST_WINS}new\nc3\nsave match.toml\n")).success();
    let hostile = r#"title = "Ann\r\n\"]\n[Size \"9\"]\n""#;
    dir.write("hostile.toml", dir.read("match.toml").replace("title = \"Ann and Bob, 3 games\"", hostile));
    assert!(dir.read("hostile.toml").contains(hostile), "{}", dir.read("hostile.toml"));
    dir.run_with([""; 0], "load hostile.toml\nsave out.ptn\n").success();
    let output = dir.run(["replay", "out.ptn"]).success();
    assert_eq!(output.last_lines(1), ["2 games, 2 ok"]);
}

#[test]
fn a_match_whose_first_game_cannot_be_played_again_is_still_saved() {
    let dir = TestDir::new();
    run_match(&dir, &["--match", "3"], &format!("{FIRST_WINS}new\nc3\nsave match.toml\n")).success();
    let broken = dir.read("match.toml").replace("c3 a3 a2 c2 a1", "c3 c3 a2 c2 a1");
    dir.write("broken.toml", &broken);
    let output = dir.run_with([""; 0], "load broken.toml\na3\nsave again.toml\nsave again.ptn\n");
    assert_eq!(output.code, 1);
    output.assert_stdout_contains("saved 2 games with 7 moves to again.toml\n");
    assert!(dir.read("again.toml").starts_with(broken.split("[match").next().expect("the first game")));
    assert!(output.stderr.starts_with("game 1 of the match: ") && output.stderr.contains("c3"), "{}", output.stderr);
    assert!(!dir.path("again.ptn").exists());
}

#[test]
fn a_saved_match_keeps_its_own_terms() {
    let dir = TestDir::new();
    run_match(&dir, &["--match", "3"], &format!("{FIRST_WINS}new\nc3\nsave match.toml\n")).success();
    for (option, value) in [("--match", "9"), ("--first-to", "2"), ("--scoring", "wins")] {
        let output = dir.run_with(["play", "tak", "--load", "match.toml", option, value], "");
        let message = format!("match.toml is a saved match, which keeps its own terms; leave out {option}\n");
        assert_eq!((output.code, output.stdout, output.stderr), (2, String::new(), message));
    }
    // A game that is no match may begin one.
    run_match(&dir, &[], "c3\nsave game.toml\n").success();
    let output = dir.run_with(["play", "tak", "--load", "game.toml", "--match", "9"], "match\n").success();
    output.assert_stdout_contains("This is game 1 of 9.");
}

#[test]
fn a_match_between_bots_repeats_from_its_seed_and_equals_its_games() {
    let play = || {
        let dir = TestDir::new();
        let args = ["--match", "5", "--seats", "mcts:20,greedy", "--seed", "7", "--keep"];
        let output = dir.run_with([&TAK_3[..], &args].concat(), "").success();
        (dir, output.stdout)
    };
    let ((dir, one), (_, other)) = (play(), play());
    let without_path = |text: &str| text.rsplit_once("The game is saved in").map(|(game, _)| game.to_string());
    assert_eq!(without_path(&one), without_path(&other));
    let records = records(&dir);
    assert_eq!(records.len(), 5);
    let seats: Vec<&str> = records.iter().map(|record| record.seats[0].as_str()).collect();
    assert_eq!(seats, ["mcts:20", "greedy", "mcts:20", "greedy", "mcts:20"]);
    assert_eq!(table_points(&one), replayed_points(&dir, &records, &["mcts:20", "greedy"]));
}

/// Points of the players in the last line of the last table.
fn table_points(output: &str) -> Vec<f64> {
    let table = last_table(output);
    let row = table.iter().rev().find(|line| line.starts_with(char::is_numeric)).expect("a row of a game");
    let in_brackets = row.rsplit(" wins by ").next().into_iter().flat_map(|cells| cells.split('('));
    let numbers = in_brackets.filter_map(|part| part.split_once(')')).map(|(number, _)| number);
    numbers.map(|number| number.parse().expect("points")).collect()
}

const KILLS: usize = 50;

#[test]
fn a_match_killed_at_any_moment_resumes_with_its_table() {
    let mut kills = 0;
    for seed in 0.. {
        let dir = TestDir::new();
        let seed = seed.to_string();
        let seats = ["--seats", "mcts:150,mcts:100", "--match", "5", "--clock", "30m+1s"];
        let args = [&TAK_3[..], &seats, &["--seed", &seed, "--keep"]].concat();
        let mut process = PipedProcess::start(&dir, &args);
        let mut before: Vec<Record> = Vec::new();
        loop {
            let is_killed = process.kill_after_line(kills * 7 % 40 + 10);
            let records = records(&dir);
            assert!(records.len() >= before.len(), "a finished game was lost");
            let finished = before.len().saturating_sub(1);
            assert_eq!(records[..finished], before[..finished], "a finished game has changed");
            let times = |records: &[Record]| records.last().map(times_after_moves);
            if before.len() == records.len() {
                let (then, now) = (times(&before).unwrap_or_default(), times(&records).unwrap_or_default());
                assert!(now.starts_with(&then), "the clocks went on from {then:?}, not {now:?}");
            }
            let last = records.last().map(|record| record.in_match.as_ref().expect("the match"));
            assert!(last.is_none_or(|last| last.game == records.len()), "{last:?}");
            if !is_killed || last.is_some_and(|last| last.over) {
                break;
            }
            kills += 1;
            let is_saved = last.is_some();
            before = records;
            process = PipedProcess::start(&dir, if is_saved { &[] } else { &args });
            if is_saved {
                process.send("resume");
            }
        }
        let last_records = records(&dir);
        assert_eq!(last_records.len(), 5);
        let saved = last_records.last().and_then(|record| record.in_match.as_ref()?.table.clone()).expect("a table");
        let games = saved["game"].as_array().expect("games");
        let totals = (0..2).map(|player| games.iter().map(|game| number(&game["points"][player])).sum::<f64>());
        // The entrants are numbered by their seats in the first game.
        let players = ["mcts:150", "mcts:100"];
        assert_eq!(totals.collect::<Vec<_>>(), replayed_points(&dir, &last_records, &players));
        if kills >= KILLS {
            break;
        }
    }
}

/// Times on the clocks at the start and after every move.
fn times_after_moves(record: &Record) -> Vec<String> {
    let times = &record.clock.as_ref().expect("a clock").times;
    let words: Vec<String> = times.split_whitespace().map(str::to_string).collect();
    assert_eq!(words.len(), record.moves.len() + 2, "the start, every move, and now");
    words[..words.len() - 1].to_vec()
}

fn number(value: &toml::Value) -> f64 {
    value.as_float().or(value.as_integer().map(|whole| whole as f64)).expect("a number")
}

#[test]
fn matches_of_three_seats_and_of_teams_rotate_without_parting_partners() {
    let play = |game: &str, seats: &str, sets: &[&str]| {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let args: Vec<&str> =
            ["play", game, "--seats", seats, "--match", "4", "--seed", "3"].into_iter().chain(sets).collect();
        let output = TestDir::new().run_with(args, "").success();
        last_table(&output.stdout)
    };
    let table = play("tak+three-seats", "random,greedy,random", &[]);
    let began: Vec<&str> = table[1..5].iter().filter_map(|line| line.split("  ").nth(2)).collect();
    assert_eq!(began.len(), 4, "{table:?}");
    let table = play("tantrix+teams", "random,greedy,random,greedy", &[]);
    assert!(table[0].contains("random 1 and random 2") && table[0].contains("greedy 1 and greedy 2"), "{table:?}");
}

#[test]
fn matches_that_cannot_be_played_are_refused_in_one_sentence() {
    let refused = |args: &[&str]| {
        let output = run_match(&TestDir::new(), args, "");
        assert_eq!((output.code, output.stderr.lines().count()), (2, 1), "{args:?}: {}", output.stderr);
        output.stderr
    };
    assert!(refused(&["--match", "0"]).contains("games"));
    assert!(refused(&["--match", "-1"]).contains("--match"));
    assert!(refused(&["--first-to", "5", "--match", "3"]).contains("a match of 3 games cannot have 5 wins"));
    assert!(refused(&["--points", "0"]).contains("points above 0"));
    assert!(refused(&["--begins", "me"]).contains("alternate, loser, drawn, same"));
    let output = TestDir::new().run_with(["play", "hex", "--points", "10"], "");
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("counts no points"), "{}", output.stderr);
    for (lines, message) in [
        ("match 0\n", "expected 1 to 1000 games, not 0"),
        ("match\n", "this game is not part of a match; `match 5` starts one of five games"),
        ("match soon\n", "unknown word `soon`"),
        ("match margin\n", "these rules declare no match"),
        ("match 2.5\n", "a match needs a whole number of games, not 2.5"),
        ("match 2\nmatch 3\n", "a match is under way"),
        ("match 2\nnew\n", "game 1 of 2 of the match is not over"),
    ] {
        let output = run_match(&TestDir::new(), &[], lines);
        assert_eq!(output.code, 1, "{lines}");
        assert!(output.stderr.starts_with(message), "{lines}: {}", output.stderr);
    }
}

#[test]
fn a_saved_match_whose_rules_changed_resumes_with_one_sentence() {
    let dir = TestDir::new();
    let rules = |games: usize| {
        let text = format!(
            "return variant \"mine\" {{ base = \"tak\", rules = {{ match = {{ games = {games}, points = \"wins\" }} }} }}"
        );
        dir.write("mine.lua", &text);
    };
    rules(3);
    let args = ["play", "./mine.lua", "--set", "size=3", "--seats", "Ann,Bob", "--keep"];
    assert_eq!(dir.run_with(args, format!("{FIRST_WINS}new\nc3\n")).stderr, "");
    rules(5);
    let output = dir.run_with([""; 0], "resume\nmatch\n");
    let warnings = output.stdout.matches("the match rules of ./mine.lua have changed since the match began").count();
    assert_eq!(warnings, 1, "{}{}", output.stdout, output.stderr);
    assert!(last_table(&output.stdout).iter().any(|line| line == "After 1 of 3 games, Ann leads 1 to 0."));
    let path = save_path(&dir).expect("a save");
    let damaged = std::fs::read_to_string(&path).expect("a save").replace("game = 2", "game = 9");
    dir.write("damaged.toml", &damaged);
    let output = dir.run_with([""; 0], "load damaged.toml\n");
    assert_eq!(output.code, 1);
    output.assert_stderr_contains("the saved match is damaged");
}

#[test]
fn programs_read_the_standing_as_an_event() {
    let args = [&TAK_3[..], &["--json", "--match", "2"]].concat();
    let output = TestDir::new().run_with(args, format!("{FIRST_WINS}undo\na1\n")).success();
    let events = output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let standings: Vec<Value> = events.filter(|event| event["event"] == "match").collect();
    let games: Vec<_> = standings.iter().map(|event| event["games"].as_u64()).collect();
    assert_eq!(games, [Some(0), Some(1), Some(0), Some(1)]);
    assert_eq!(standings[3]["points"], serde_json::json!([16.0, 0.0]));
    assert_eq!(standings[3]["players"], serde_json::json!(["Player 1", "Player 2"]));
}
