//! Points by team in games with more than two players or with partners.

use serde_json::Value;

use crate::common::test_dir::TestDir;

fn report(args: &[&str]) -> Value {
    let output = TestDir::new().run([args, &["--json"]].concat());
    assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
    output.json()
}

#[test]
fn the_points_of_all_teams_add_up_to_100() {
    for game in [&["tantrix", "--set", "players=4"][..], &["tantrix", "--set", "players=3"], &["tak"]] {
        let report = report(&[&["simulate"], game, &["--games", "60"]].concat());
        let sides = report["shares"].as_object().expect("shares by side");
        let points = sides.values().map(|shares| shares["points"]["percent"].as_f64().unwrap_or_default());
        let all: f64 = points.sum();
        assert!((all - 100.0).abs() < 1e-6, "{game:?}: {all}");
    }
}

#[test]
fn partners_with_the_same_bot_count_a_game_once() {
    let report = report(&["simulate", "tantrix+teams", "--games", "6", "--bots", "greedy,random"]);
    for bot in ["greedy", "random"] {
        let results = &report["tally"]["bots"][usize::from(bot == "random")];
        let games: u64 = ["won", "drawn", "lost"].iter().filter_map(|what| results[what].as_u64()).sum();
        assert_eq!(games, 6, "{bot}: {report}");
        let points = &report["bot_shares"][bot]["points"];
        assert!(points["low"].as_f64() < points["high"].as_f64(), "{bot}: {report}");
    }
}

#[test]
fn repeated_games_are_reported() {
    let dir = TestDir::new();
    // It always plays the first listed move.
    dir.write("first.lua", "return bot 'first' { choose = function(view) return view:moves()[1] end }\n");
    let output = dir.run(["simulate", "tak", "--set", "size=3", "--games", "12", "--bots", "first.lua"]);
    let message = "repeats    only 1 of 12 games are different; the others repeat them and add nothing\n";
    output.assert_stdout_contains(message);
    let output = dir.run(["simulate", "tak", "--set", "size=3", "--games", "12", "--bots", "mcts:20"]);
    assert!(!output.stdout.contains("repeats"), "{}", output.stdout);
}
