//! Tournaments at the command line.

use crate::common::test_dir::TestDir;

#[test]
fn tournaments_are_reproducible_on_any_number_of_threads() {
    let dir = TestDir::new();
    for more in [&["--games", "12"][..], &["--until", "12"]] {
        let with = |threads: &str| {
            let args = ["tournament", "tak", "--set", "size=3", "--bots", "random,greedy,mcts:10", "--json"];
            dir.run([&args[..], more, &["--threads", threads]].concat())
        };
        let one = with("1").success();
        assert_eq!(with("3"), one);
        let report = one.json();
        assert_eq!(report["bots"][2]["bot"], "random", "{report}");
        assert_eq!(report["pairs"].as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn tournaments_support_three_and_four_seats_and_teams() {
    let dir = TestDir::new();
    for game in [
        &["tantrix", "--set", "players=3"][..],
        &["gobble", "--set", "players=4"],
        &["tantrix+teams", "--set", "players=4"],
    ] {
        let args = ["--bots", "random,greedy", "--games", "12", "--json"];
        let output = dir.run([&["tournament"], game, &args].concat());
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{game:?}");
        let report = output.json();
        let count = |what: &str| report["pairs"][0]["results"][what].as_u64().unwrap_or_default();
        assert_eq!(count("won") + count("drawn") + count("lost"), 12, "{game:?}: {report}");
    }
}

#[test]
fn every_game_of_a_tournament_is_recorded_and_replays() {
    let dir = TestDir::new();
    let args = ["tournament", "tak", "--set", "size=3", "--bots", "random,greedy,mcts:5"];
    dir.run([&args[..], &["--games", "6", "--records", "games.ptn", "--csv"]].concat()).success();
    let replay = dir.run(["replay", "games.ptn"]);
    assert_eq!(replay.stdout.lines().last(), Some("18 games, 18 ok"), "{}", replay.stderr);
}
