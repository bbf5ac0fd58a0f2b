//! What a game is worth to whom, where more than two play or several play together.

use serde_json::Value;

use crate::common::desk::Desk;

fn report(args: &[&str]) -> Value {
    let said = Desk::new().run([args, &["--json"]].concat());
    assert_eq!(said.code, 0, "{args:?}: {}", said.err);
    serde_json::from_str(&said.out).expect("JSON")
}

#[test]
fn the_points_of_all_sides_add_up_to_a_hundred() {
    for game in [&["tantrix", "--set", "players=4"][..], &["tantrix", "--set", "players=3"], &["tak"]] {
        let report = report(&[&["simulate"], game, &["--games", "60"]].concat());
        let sides = report["shares"].as_object().expect("shares by side");
        let points = sides.values().map(|shares| shares["points"]["percent"].as_f64().unwrap_or_default());
        let all: f64 = points.sum();
        assert!((all - 100.0).abs() < 1e-6, "{game:?}: {all}");
    }
}

#[test]
fn partners_of_one_name_win_a_game_between_them_and_not_one_each() {
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
fn games_that_repeat_each_other_are_told() {
    let desk = Desk::new();
    // It always plays the first move that is listed.
    desk.write("first.lua", "return bot 'first' { choose = function(view) return view:moves()[1] end }\n");
    let said = desk.run(["simulate", "tak", "--set", "size=3", "--games", "12", "--bots", "first.lua"]);
    let says = "repeats    only 1 of 12 games went differently: those that repeat others tell nothing new\n";
    assert!(said.out.contains(says), "{}{}", said.out, said.err);
    let said = desk.run(["simulate", "tak", "--set", "size=3", "--games", "12", "--bots", "mcts:20"]);
    assert!(!said.out.contains("repeats"), "{}", said.out);
}
