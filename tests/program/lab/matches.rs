//! Matches in the laboratory: `simulate`, `compare` and `tournament` with `--match`.

use houserule_script::notation::record;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::points::{mean, recorded_points};
use super::{ENDLESS, simulate};
use crate::common::test_dir::{RunOutput, TestDir};

/// Functions decide what a game adds and when the match is over: at a lead of two wins, or after five games.
const SCRIPTED: &str = "return variant 'scripted' { base = 'tak', rules = { match = {
  points = function(game, match)
    local points = {}
    for _, player in ipairs(game.players) do points[player.side] = player.won and 1 or 0 end
    return points
  end,
  over = function(match)
    local lead = match.players[1].points - match.players[2].points
    return #match.games >= 5 or lead >= 2 or lead <= -2
  end,
} } }
";

/// A match that no result ends.
const ENDLESS_MATCH: &str = "return variant 'endless-match' { base = 'tak', rules = { match = { over = function(match) return false end } } }\n";

/// A recorded game of a match.
struct MatchGame {
    /// Names of the bots, by seat.
    players: Vec<String>,
    moves: String,
    number: usize,
}

/// Games of every match in a file of records, by the number of the match.
fn recorded_matches(text: &str) -> BTreeMap<usize, Vec<MatchGame>> {
    let mut matches: BTreeMap<usize, Vec<MatchGame>> = BTreeMap::new();
    for record in record::read(text).expect("records") {
        let part = record.in_match.expect("its match");
        let of_match = part.title.strip_prefix("match ").and_then(|number| number.parse().ok()).expect("a number");
        let game = MatchGame { players: record.seats, moves: record.moves.join(" "), number: part.game };
        matches.entry(of_match).or_default().push(game);
    }
    matches
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

fn counts(results: &Value) -> [u64; 3] {
    ["won", "drawn", "lost"].map(|key| results[key].as_u64().expect("a count"))
}

/// Counts the matches that were won, drawn and lost by their points.
fn results_of(points: &[[f64; 2]]) -> [u64; 3] {
    let count = |is: fn(&[f64; 2]) -> bool| points.iter().filter(|points| is(points)).count() as u64;
    [count(|[own, other]| own > other), count(|[own, other]| own == other), count(|[own, other]| own < other)]
}

#[test]
fn the_result_of_matches_equals_that_of_their_games_one_by_one() {
    let dir = TestDir::new();
    let tak = ["tak", "--set", "size=3"];
    let args = ["--match", "3", "--games", "20", "--bots", "mcts:5,greedy", "--records", "games.toml", "--json"];
    let report = simulate(&dir, &tak, &args).success().json();
    let matches = recorded_matches(&dir.read("games.toml"));
    assert_eq!(matches.keys().copied().collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());
    // Points of the bot with white in the first game and of the other, for every match; and of both bots.
    let (mut by_side, mut by_bot) = (Vec::new(), Vec::new());
    for games in matches.values() {
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 3]);
        let first = &games[0].players;
        let mut totals = [0.0, 0.0];
        for game in games {
            let is_turned = game.number == 2;
            assert_eq!(game.players[usize::from(is_turned)], first[0], "the bots change seats after every game");
            let points = recorded_points(&dir, &tak, &game.moves);
            totals[0] += points[usize::from(is_turned)];
            totals[1] += points[usize::from(!is_turned)];
        }
        by_side.push(totals);
        by_bot.push(if first[0] == "mcts:5" { totals } else { [totals[1], totals[0]] });
    }
    let tally = &report["tally"]["matches"];
    for (rows, key, points) in [(&by_side, "sides", "points"), (&by_bot, "bots", "bot_points")] {
        assert_eq!(counts(&tally[key][0]), results_of(rows), "{key}");
        let name = if key == "sides" { "white" } else { "mcts:5" };
        let means = &report["matches"][points][name];
        let own: Vec<f64> = rows.iter().map(|row| row[0]).collect();
        let margins: Vec<f64> = rows.iter().map(|row| row[0] - row[1]).collect();
        assert!((number(&means["points"]["mean"]) - mean(&own)).abs() < 1e-6, "{means}, expected {}", mean(&own));
        assert!((number(&means["margin"]["mean"]) - mean(&margins)).abs() < 1e-6, "{means}");
    }
    assert_eq!(
        report["tally"]["lengths"].as_object().map(|counts| counts.values().filter_map(Value::as_u64).sum()),
        Some(60)
    );
    assert_eq!(dir.run(["replay", "games.toml"]).last_lines(1), ["60 games, 60 ok"]);
}

#[test]
fn the_first_games_of_matches_are_the_games_of_a_run_without_matches() {
    let dir = TestDir::new();
    let moves = |args: &[&str]| {
        let args = [&["--games", "12", "--bots", "greedy,random", "--records", "games.toml"], args].concat();
        simulate(&dir, &["tak", "--set", "size=3"], &args).success();
        let text = dir.read("games.toml");
        text.lines().filter(|line| line.starts_with("moves = ")).map(str::to_string).collect::<Vec<_>>()
    };
    let first_games: Vec<String> = moves(&["--match", "2"]).into_iter().step_by(2).collect();
    assert_eq!(first_games, moves(&[]));
    assert_eq!(moves(&["--match", "1"]), first_games);
}

#[test]
fn matches_are_the_same_on_any_number_of_threads_and_in_parts() {
    let dir = TestDir::with("scripted.lua", SCRIPTED);
    let runs: [&[&str]; 5] = [
        &["tak+rule-sheet", "--set", "size=3", "--match"],
        &["scripted.lua", "--set", "size=3", "--match", "--bots", "greedy,random"],
        &["tantrix+teams", "--match", "2", "--begins", "loser"],
        &["gobble", "--set", "players=3", "--match", "3", "--begins", "drawn"],
        &["trax", "--first-to", "2"],
    ];
    for run in runs {
        let with = |more: &[&str]| simulate(&dir, run, &[&["--games", "24", "--json"], more].concat()).success();
        let one = with(&["--threads", "1"]);
        assert_eq!(one.json()["tally"]["matches"]["unfinished"], 0, "{run:?}");
        assert_eq!((with(&["--threads", "2"]), with(&["--threads", "5"])), (with(&["--threads", "1"]), one), "{run:?}");
        for part in ["1/3", "2/3", "3/3"] {
            dir.write(&format!("{}.json", &part[..1]), with(&["--shard", part]).stdout);
        }
        assert_eq!(dir.run(["merge", "2.json", "3.json", "1.json", "--json"]), with(&[]), "{run:?}");
        let text = simulate(&dir, run, &["--games", "24"]).success();
        assert_eq!(dir.run(["merge", "1.json", "2.json", "3.json"]), text, "{run:?}");
    }
}

#[test]
fn a_match_ends_as_its_terms_say() {
    let dir = TestDir::with("scripted.lua", SCRIPTED);
    let lengths = |run: &[&str]| -> Vec<u64> {
        let report = simulate(&dir, run, &["--set", "size=3", "--games", "30", "--json"]).success().json();
        let lengths = report["tally"]["matches"]["lengths"].as_object().expect("lengths");
        lengths.keys().map(|games| games.parse().expect("a number")).collect()
    };
    assert_eq!(lengths(&["tak", "--match", "4"]), [4]);
    assert_eq!(lengths(&["tak+rule-sheet", "--match"]), [2]);
    assert_eq!(lengths(&["tak+rule-sheet", "--match", "3"]), [3], "a number replaces the rules");
    let best_of_three = lengths(&["tak+best-of-three", "--match"]);
    assert!(best_of_three.iter().all(|games| (2..=3).contains(games)), "{best_of_three:?}");
    let scripted = lengths(&["scripted.lua", "--match"]);
    assert!(scripted.len() > 1 && scripted.iter().all(|games| (2..=5).contains(games)), "{scripted:?}");
    let to_points = lengths(&["tak", "--points", "60"]);
    assert!(to_points[0] >= 4, "a game of this size is worth at most 19 points: {to_points:?}");
}

#[test]
fn a_comparison_plays_matches_of_several_lengths() {
    let dir = TestDir::new();
    let set = ["--set", "size=3", "--bots", "mcts:20", "--games", "100"];
    let lengths = dir.run([&["compare", "tak", "tak", "--match", "1,2"], &set[..]].concat()).success();
    lengths.assert_stdout_contains("  tak (2 games): black gains ");
    let json: Value =
        dir.run([&["compare", "tak", "tak", "--match", "1,2", "--json"], &set[..]].concat()).success().json();
    assert_eq!(json["games"], json!(["tak (1 game)", "tak (2 games)"]));
    let edge = |rules: usize| {
        let margin = &json["contests"][0]["tallies"][rules]["matches"]["points"]["sides"][0]["margin"];
        number(&margin["sum"]) / number(&margin["count"]) / 6000.0
    };
    let change = &json["contests"][0]["point_changes"][0]["margin"];
    assert!((number(&change["change"]) - (edge(1) - edge(0))).abs() < 1e-9, "{change}");
    assert!(edge(0) > 8.0 && edge(1).abs() < 3.0, "alternating takes the edge away: {} and {}", edge(0), edge(1));
    // Rules that declare no match are played in matches of one game.
    let variant = dir.run([&["compare", "tak", "tak+rule-sheet", "--match"], &set[..]].concat()).success();
    let numbers = |output: &RunOutput, name: &str| {
        let line = output.stdout.lines().filter(|line| line.trim_start().starts_with(name)).collect::<Vec<_>>();
        line.into_iter()
            .map(|line| line.replace(name, "").split_whitespace().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(&variant, "tak+rule-sheet (2 games)"), numbers(&lengths, "tak (2 games)"));
    assert_eq!(numbers(&variant, "tak (1 game)"), numbers(&lengths, "tak (1 game)"));
}

#[test]
fn a_tournament_plays_matches() {
    let dir = TestDir::new();
    let args = ["tournament", "tak", "--set", "size=3", "--match", "2", "--bots", "mcts:5,greedy", "--games", "10"];
    let with_threads = |threads: &str| dir.run([&args[..], &["--json", "--threads", threads]].concat()).success();
    let report = with_threads("1");
    assert_eq!(with_threads("3"), report);
    let report = report.json();
    dir.run([&args[..], &["--records", "games.toml"]].concat())
        .success()
        .assert_stdout_contains("10 matches (2 games)");
    // The match that a game belongs to has the same number in every pair, so one pair is played.
    let mut totals = Vec::new();
    for games in recorded_matches(&dir.read("games.toml")).values() {
        let mut points = [0.0, 0.0];
        for game in games {
            for (team, scored) in
                recorded_points(&dir, &["tak", "--set", "size=3"], &game.moves).into_iter().enumerate()
            {
                points[usize::from(game.players[team] == "greedy")] += scored;
            }
        }
        totals.push(points);
    }
    assert_eq!(counts(&report["pairs"][0]["results"]), results_of(&totals));
    let margins: Vec<f64> = totals.iter().map(|[one, two]| one - two).collect();
    assert!((number(&report["pairs"][0]["margin"]["mean"]) - mean(&margins)).abs() < 1e-6, "{report}");
}

#[test]
fn matches_that_cannot_be_played_are_usage_errors() {
    let dir = TestDir::with("endless-match.lua", ENDLESS_MATCH);
    let cases: [(&[&str], &str); 8] = [
        (&["simulate", "tak", "--match", "0"], "expected 1 to 1000 games, not 0"),
        (&["simulate", "tak", "--match"], "tak declares no match; write how long it is, such as --match 2"),
        (&["simulate", "tak", "--begins", "loser"], "tak declares no match; write how long it is, such as --match 2"),
        (
            &["simulate", "solitaire", "--match", "2"],
            "solitaire is for one player; a match needs a game for at least two",
        ),
        (
            &["tournament", "trax", "--points", "5"],
            "trax counts no points, so 5 are out of reach; ask for a number of wins instead",
        ),
        (
            &["compare", "tak", "trax", "--match"],
            "none of these rules declares a match; write how long it is, such as --match 2",
        ),
        (
            &["compare", "tak", "trax", "--match", "1,2,3"],
            "--match has 3 numbers for 2 games; write one for all, or one for each",
        ),
        (
            &["compare", "tak", "trax", "--match", "one"],
            "invalid value 'one' for '--match [<N,M>]': write a number of games, or one for each of the rules, such as 1,2; \
             see `houserule compare --help`",
        ),
    ];
    for (args, message) in cases {
        let output = dir.run(args);
        assert_eq!((output.code, output.stdout.as_str(), output.stderr.trim_end()), (2, "", message), "{args:?}");
    }
}

#[test]
fn matches_without_an_end_are_reported_in_one_sentence() {
    let dir = TestDir::with("endless-match.lua", ENDLESS_MATCH);
    dir.write("endless.lua", ENDLESS);
    let output = simulate(&dir, &["endless-match.lua", "--set", "size=3"], &["--match", "--games", "100000"]);
    let message = "none of 10 matches of endless-match.lua ended within 1000 games; check the match rules, or write how \
                   long a match is, such as --match 2\n";
    assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (1, "", message));
    let output = simulate(&dir, &["endless.lua"], &["--match", "2", "--games", "5", "--longest", "50"]);
    let message =
        "none of 5 matches of endless.lua ended within 50 moves; check that its rules end a game, or raise --longest\n";
    assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (1, "", message));
    let compared =
        ["compare", "tak", "endless-match.lua", "--match", "--set", "size=3", "--bots", "random", "--games", "2"];
    let output = dir.run(compared);
    let message = "no match of endless-match.lua by random ended; check the match rules, or raise --longest\n";
    assert_eq!((output.code, output.stderr.as_str()), (1, message));
}
