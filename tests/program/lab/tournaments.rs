//! Tournaments at the command line.

use serde_json::Value;

use crate::common::desk::Desk;

#[test]
fn a_tournament_follows_from_the_seed_whatever_the_threads_also_when_pairs_stop_early() {
    let desk = Desk::new();
    for more in [&["--games", "12"][..], &["--until", "12"]] {
        let with = |threads: &str| {
            let args = ["tournament", "tak", "--set", "size=3", "--bots", "random,greedy,mcts:10", "--json"];
            desk.run([&args[..], more, &["--threads", threads]].concat())
        };
        let one = with("1");
        assert_eq!((one.code, one.err.as_str()), (0, ""));
        assert_eq!(with("3"), one);
        let read: Value = serde_json::from_str(&one.out).expect("JSON");
        assert_eq!(read["bots"][2]["bot"], "random", "{read}");
        assert_eq!(read["pairs"].as_array().map(Vec::len), Some(3));
    }
}

#[test]
fn three_and_four_seats_and_teams_are_played_too() {
    let desk = Desk::new();
    for game in [
        &["tantrix", "--set", "players=3"][..],
        &["gobble", "--set", "players=4"],
        &["tantrix+teams", "--set", "players=4"],
    ] {
        let args = ["--bots", "random,greedy", "--games", "12", "--json"];
        let said = desk.run([&["tournament"], game, &args].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{game:?}");
        let read: Value = serde_json::from_str(&said.out).expect("JSON");
        let won = |what: &str| read["pairs"][0]["results"][what].as_u64().unwrap_or_default();
        assert_eq!(won("won") + won("drawn") + won("lost"), 12, "{game:?}: {read}");
    }
}

#[test]
fn every_game_of_a_tournament_is_written_down_and_replays() {
    let desk = Desk::new();
    let args = ["tournament", "tak", "--set", "size=3", "--bots", "random,greedy,mcts:5"];
    let said = desk.run([&args[..], &["--games", "6", "--records", "games.ptn", "--csv"]].concat());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let replay = desk.run(["replay", "games.ptn"]);
    assert_eq!(replay.out.lines().last(), Some("18 games, 18 ok"), "{}", replay.err);
}
