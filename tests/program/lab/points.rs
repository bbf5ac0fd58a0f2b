//! Points of games and margins in the reports of the laboratory.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::common::test_dir::TestDir;

use super::{GAMES, simulate};

/// Halves, tenths and negative points, which the native rules do not know.
const FRACTIONS: &str = "return variant 'fractions' { base = 'tak', rules = { points = function(view, base)
  local points = base(view)
  points.white = points.white / 2
  points.black = points.black / 5 - 1
  return points
end } }
";

/// Points of every team in a recorded game of two, by `houserule score`.
pub fn recorded_points(dir: &TestDir, game: &[&str], moves: &str) -> Vec<f64> {
    let output = dir.run([&["score"], game, &["--moves", moves]].concat()).success();
    let teams = output.stdout.lines().take_while(|line| !line.starts_with("outcome: "));
    teams.map(|line| line.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("points")).collect()
}

/// Players and moves of the games in a file of records.
fn recorded_games(text: &str) -> Vec<([String; 2], String)> {
    let quoted = |line: &str| line.split('"').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
    let lines = |key: &'static str| text.lines().filter(move |line| line.starts_with(key)).map(quoted);
    let players = lines("seats = ").map(|players| players.try_into().expect("two players"));
    players.zip(lines("moves = ").map(|moves| moves.concat())).collect()
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Expects the mean and the interval of 60 values: Student's, with two more values at the ends of the range of the table.
fn assert_mean(value: &Value, values: &[f64], range: [f64; 2], context: &str) {
    const QUANTILE: f64 = 2.001;
    let mean = mean(values);
    let squares: f64 = values.iter().chain(&range).map(|value| (value - mean).powi(2)).sum();
    let radius = QUANTILE * (squares / 61.0 / 60.0).sqrt();
    let shown = [&value["mean"], &value["interval"]["low"], &value["interval"]["high"]];
    let low = if range[0] < 0.0 { mean - radius } else { (mean - radius).max(0.0) };
    for (shown, expected) in shown.into_iter().zip([mean, low, mean + radius]) {
        let shown = shown.as_f64().unwrap_or(f64::NAN);
        assert!((shown - expected).abs() < 0.01, "{context}: {value}, expected {expected}");
    }
}

/// The smallest and the largest of some values.
fn range<'a>(values: impl Iterator<Item = &'a f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], value| [least.min(*value), most.max(*value)])
}

#[test]
fn points_and_margins_equal_those_of_the_recorded_games() {
    let dir = TestDir::with("fractions.lua", FRACTIONS);
    for game in ["tak", "tak+pie", "fractions.lua"] {
        let game = [game, "--set", "size=3"];
        let args = ["--games", "60", "--bots", "random,greedy", "--records", "games.toml", "--json"];
        let report = simulate(&dir, &game, &args).success().json();
        let mut points: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        let mut margins = points.clone();
        for (players, moves) in recorded_games(&dir.read("games.toml")) {
            let mut scored = recorded_points(&dir, &game, &moves);
            if moves.contains("swap") {
                // The players have changed sides, and a team is where its players began.
                scored.reverse();
            }
            let names = ["white", "black"].map(str::to_string).into_iter().chain(players).zip([0, 1, 0, 1]);
            for (name, team) in names {
                points.entry(name.clone()).or_default().push(scored[team]);
                margins.entry(name).or_default().push(scored[team] - scored[1 - team]);
            }
        }
        assert_eq!(points.len(), 4, "{game:?}");
        for (kind, rows) in [("points", ["white", "black"]), ("bot_points", ["random", "greedy"])] {
            for (what, values) in [("points", &points), ("margin", &margins)] {
                let range = range(rows.iter().flat_map(|row| &values[*row]));
                for row in rows {
                    let context = format!("{game:?}, {what} of {row}");
                    assert_mean(&report[kind][row][what], &values[row], range, &context);
                }
            }
        }
    }
}

#[test]
fn points_of_scripts_are_the_same_on_any_number_of_threads_and_in_parts() {
    let dir = TestDir::with("fractions.lua", FRACTIONS);
    let games: [&[&str]; 3] = [&["fractions.lua", "--set", "size=3"], &["tantrix+difference"], &["tantrix+teams"]];
    for game in games {
        let with = |more: &[&str]| simulate(&dir, game, &[&["--games", "120", "--json"], more].concat()).success();
        let one = with(&["--threads", "1"]);
        assert!(one.json()["points"].is_object(), "{game:?}");
        assert_eq!(
            (with(&["--threads", "2"]), with(&["--threads", "5"])),
            (with(&["--threads", "1"]), one),
            "{game:?}"
        );
        for part in ["1/2", "2/2"] {
            dir.write(&format!("{}.json", &part[..1]), with(&["--shard", part]).stdout);
        }
        assert_eq!(dir.run(["merge", "2.json", "1.json", "--json"]), with(&[]), "{game:?}");
    }
}

#[test]
fn only_games_with_points_report_them() {
    let dir = TestDir::new();
    for (game, has_points) in [("tak", true), ("tantrix", true), ("gobble", true), ("hex", false), ("trax", false)] {
        let text = simulate(&dir, &[game], &["--games", "20"]).success();
        assert_eq!(text.stdout.contains(" points "), has_points, "{}", text.stdout);
        let report = simulate(&dir, &[game], &["--games", "20", "--json"]).json();
        assert_eq!((report["points"].is_object(), report["tally"]["points"].is_object()), (has_points, has_points));
        let row = simulate(&dir, &[game], &["--games", "20", "--csv"]).stdout;
        assert_eq!(!row.lines().nth(1).unwrap_or_default().ends_with(",,,,,,game"), has_points, "{row}");
    }
}

#[test]
fn reports_of_older_versions_have_no_points_and_can_be_merged() {
    let dir = TestDir::new();
    let part = |part: &str| {
        let mut report = simulate(&dir, GAMES[0], &["--games", "30", "--shard", part, "--json"]).json();
        if part == "1/2" {
            report["tally"].as_object_mut().expect("a tally").remove("points");
        }
        dir.write(&format!("{}.json", &part[..1]), report.to_string());
    };
    for shard in ["1/2", "2/2"] {
        part(shard);
    }
    for files in [["1.json", "2.json"], ["2.json", "1.json"]] {
        let merged = dir.run([&["merge"][..], &files[..]].concat()).success();
        merged.assert_stdout_contains("points (15 games counted)");
    }
}

#[test]
fn impossible_points_in_a_report_are_rejected() {
    let dir = TestDir::new();
    let report = simulate(&dir, GAMES[0], &["--games", "30", "--json"]).json();
    for (key, value) in [
        ("count", json!(31)),
        ("sum", json!("99999999999999999999")),
        ("squares", json!(-1)),
        ("least", json!(1_u64 << 50)),
    ] {
        let mut damaged = report.clone();
        damaged["tally"]["points"]["sides"][0]["points"][key] = value;
        dir.write("damaged.json", damaged.to_string());
        let output = dir.run(["merge", "damaged.json"]);
        let message = "cannot read damaged.json: the counts contradict each other\n";
        assert_eq!((output.code, output.stderr.as_str()), (2, message), "{key}");
    }
}

#[test]
fn a_comparison_reports_the_change_of_points_with_a_narrower_interval_than_separate_games_have() {
    let dir = TestDir::new();
    let args = ["compare", "tak", "tak+ties-to-black", "--set", "size=4", "--games", "400", "--bots", "random"];
    let report = dir.run([&args[..], &["--json"]].concat()).success().json();
    let contest = &report["contests"][0];
    let margin = |rules: usize| &contest["tallies"][rules]["points"]["sides"][0]["margin"];
    let mean = |rules: usize| {
        let part = |key: &str| margin(rules)[key].as_f64().unwrap_or(f64::NAN);
        part("sum") / part("count") / 6000.0
    };
    let change = &contest["point_changes"][0];
    assert_eq!((&change["side"], &change["game"]), (&json!("white"), &json!("tak+ties-to-black")));
    let shown = change["margin"]["change"].as_f64().unwrap_or(f64::NAN);
    assert!((shown - (mean(1) - mean(0))).abs() < 1e-9, "{change}");
    let interval = &change["margin"]["interval"];
    let radius = (interval["high"].as_f64().unwrap_or(f64::NAN) - interval["low"].as_f64().unwrap_or(f64::NAN)) / 2.0;
    assert!(radius > 0.0 && radius < 1.0, "most games end alike under both rules: {change}");
    let text = dir.run(args).success();
    text.assert_stdout_contains("the points of white change by ");
    text.assert_stdout_contains("The changes of points have 95 % intervals, each on its own, and no p values.\n");
    let without = dir.run(["compare", "trax", "supertrax", "--games", "20", "--bots", "random"]).success();
    assert!(!without.stdout.contains("points per game"), "{}", without.stdout);
}

#[test]
fn a_tournament_reports_the_points_of_every_bot() {
    let dir = TestDir::new();
    let args = ["tournament", "tak", "--set", "size=3", "--bots", "random,greedy,mcts:5", "--games", "6"];
    let report = dir.run([&args[..], &["--records", "games.toml", "--json"]].concat()).success().json();
    let mut points: BTreeMap<String, Vec<[f64; 2]>> = BTreeMap::new();
    for (players, moves) in recorded_games(&dir.read("games.toml")) {
        let scored = recorded_points(&dir, &["tak", "--set", "size=3"], &moves);
        for (team, player) in players.into_iter().enumerate() {
            points.entry(player).or_default().push([scored[team], scored[team] - scored[1 - team]]);
        }
    }
    for row in report["bots"].as_array().expect("bots") {
        let own = &points[row["bot"].as_str().expect("a name")];
        assert_eq!(own.len(), 12, "{row}");
        for (key, at) in [("points", 0), ("margin", 1)] {
            let mean = mean(&own.iter().map(|values| values[at]).collect::<Vec<_>>());
            assert!((row[key]["mean"].as_f64().unwrap_or(f64::NAN) - mean).abs() < 1e-6, "{row}, expected {mean}");
        }
    }
    let text = dir.run(args).success();
    assert!(text.stdout.lines().any(|line| line.trim_start().starts_with("points ")), "{}", text.stdout);
}
