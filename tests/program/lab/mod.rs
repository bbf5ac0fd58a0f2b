//! The laboratory at the command line: games that follow from their seeds alone, parts that add up to the whole, and what is
//! said of rules that end no game.

mod drawings;
mod honesty;
mod rules;
mod sharing;
mod stopping;
mod tournaments;
mod tuning;

use crate::common::desk::{Desk, Said};
use crate::common::transcript;
use serde_json::Value;

/// Turns, a race, chance, hooks, and one seat alone.
const GAMES: [&[&str]; 6] = [
    &["tak", "--set", "size=4"],
    &["trax"],
    &["tantrix"],
    &["gobble", "--set", "players=3"],
    &["solitaire"],
    &["tak+late-walls", "--set", "size=4"],
];

/// Rules under which no game ends.
const ENDLESS: &str =
    "return variant \"endless\" { base = \"tak\", rules = { finish = { off \"road\", off \"flats\" } } }\n";

/// Rules whose script fails after some moves.
const BROKEN: &str = "return variant \"broken\" { base = \"tak\", rules = { hooks = { after_move = function(view, move)\n\
    if view.ply > 9 then return nothing.at_all end end } } }\n";

/// A coin: one move decides, and on how many of a hundred cells for white is an option.
const COIN: &str = include_str!("../../data/coin.lua");

/// What is printed, but for the time it took.
fn timeless(said: Said) -> Said {
    let err = said.err.lines().filter(|line| !line.starts_with("played in "));
    Said { err: err.map(|line| format!("{line}\n")).collect(), ..said }
}

fn simulate(desk: &Desk, game: &[&str], more: &[&str]) -> Said {
    timeless(desk.run([&["simulate"], game, more].concat()))
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("endless.lua", ENDLESS);
    desk.write("broken.lua", BROKEN);
    desk.write("words.json", "{}\n");
    desk.write("coin.lua", COIN);
    for part in 1..=3 {
        let shard = format!("{part}/3");
        let said = simulate(&desk, &["trax"], &["--games", "100", "--shard", &shard, "--json"]);
        desk.write(&format!("trax-{part}.json"), said.out);
    }
    desk.write("other.json", simulate(&desk, &["trax"], &["--games", "100", "--seed", "2", "--json"]).out);
    desk
}

#[test]
fn the_program_says_what_the_transcript_says() {
    let desk = desk();
    transcript::follow("lab-cli.txt", 20, |typed| timeless(desk.run(transcript::words(typed))));
}

#[test]
fn a_bot_that_nobody_knows_is_wrong_use() {
    let tune = ["tune", "tak", "--option", "komi"];
    for command in [&["simulate", "tak"][..], &["compare", "tak", "trax"], &tune, &["tournament", "tak"]] {
        let said = Desk::new().run([command, &["--bots", "random,rnadom"]].concat());
        assert_eq!((said.code, said.out.as_str(), said.err.lines().count()), (2, "", 1), "{command:?}");
        assert!(said.err.contains("there is no bot `rnadom`; did you mean `random`?"), "{}", said.err);
    }
}

#[test]
fn any_number_of_threads_comes_to_the_same() {
    let desk = Desk::new();
    for game in GAMES {
        let with = |threads: &str| simulate(&desk, game, &["--games", "150", "--threads", threads, "--json"]);
        let one = with("1");
        assert_eq!((one.code, one.err.as_str()), (0, ""), "{game:?}");
        assert_eq!((with("2"), with("5")), (with("1"), one), "{game:?}");
    }
}

#[test]
fn a_script_that_keeps_something_to_itself_plays_the_same_games_on_any_number_of_threads() {
    let source = "local asked = 0
        return variant 'counts' { base = 'tak', rules = { hooks = { allow = function(view, move)
          asked = asked + 1
          return asked % 7 ~= 0 or view.turn > 20
        end } } }";
    let desk = Desk::with("counts.lua", source);
    let with = |threads: &str, bots: &[&str]| {
        let args = ["--set", "size=3", "--seed", "3", "--games", "200", "--threads", threads, "--json"];
        simulate(&desk, &["counts.lua"], &[&args[..], bots].concat())
    };
    for bots in [&[][..], &["--bots", "greedy,random"]] {
        let one = with("1", bots);
        assert_eq!(one.code, 0, "{one:?}");
        assert_eq!((with("2", bots), with("5", bots)), (with("1", bots), one));
    }
}

#[test]
fn parts_put_together_are_one_run() {
    let desk = Desk::new();
    for game in GAMES {
        let mut files: Vec<String> = Vec::new();
        for part in 1..=4 {
            let shard = format!("{part}/4");
            let said = simulate(&desk, game, &["--games", "90", "--shard", &shard, "--json"]);
            files.push(format!("{part}.json"));
            desk.write(&files[part - 1], said.out);
        }
        files.reverse();
        for form in [&["--json"][..], &["--csv"], &[]] {
            let whole = simulate(&desk, game, &[&["--games", "90"], form].concat());
            let parts: Vec<&str> = files.iter().map(String::as_str).collect();
            assert_eq!(desk.run([&["merge"], &parts[..], form].concat()), whole, "{game:?}");
        }
    }
}

#[test]
fn games_that_are_written_down_are_those_that_are_only_counted_and_replay() {
    let desk = Desk::new();
    for (game, file) in GAMES.into_iter().zip(["a.ptn", "b.trx", "c.toml", "d.toml", "e.toml", "f.toml"]) {
        let read = |said: &Said| -> Value { serde_json::from_str(&said.out).expect("JSON") };
        let counted = read(&simulate(&desk, game, &["--games", "40", "--json"]));
        let written = read(&simulate(&desk, game, &["--games", "40", "--records", file, "--json"]));
        for part in ["sides", "bots", "ends", "lengths", "unfinished"] {
            assert_eq!(written["tally"][part], counted["tally"][part], "{game:?}");
        }
        let replay = desk.run(["replay", "--game", game[0], file]);
        assert_eq!(replay.out.lines().last(), Some("40 games, 40 ok"), "{game:?}: {}{}", replay.out, replay.err);
    }
}

#[test]
fn seats_are_swapped_so_that_every_bot_has_each_as_often() {
    let desk = Desk::new();
    let said = simulate(&desk, &["trax"], &["--games", "60", "--bots", "random,greedy", "--json"]);
    let report: Value = serde_json::from_str(&said.out).expect("JSON");
    let sum = |of: &str, what: &str| -> u64 {
        let list = report["tally"][of].as_array().expect("a list");
        list.iter().filter_map(|results| results[what].as_u64()).sum()
    };
    for what in ["won", "drawn", "lost"] {
        assert_eq!(sum("bots", what), sum("sides", what), "{what}");
    }
    assert_ne!(report["tally"]["bots"], report["tally"]["sides"], "bots change seats");
}

#[test]
fn playing_until_enough_is_known_stops_at_the_same_game_whatever_the_threads() {
    let desk = Desk::new();
    let with = |threads: &str| {
        let args = ["compare", "trax", "supertrax", "--bots", "random", "--until", "4", "--threads", threads, "--json"];
        desk.run(args)
    };
    let one = with("1");
    assert_eq!((one.code, one.err.as_str()), (0, ""));
    let gain = &serde_json::from_str::<Value>(&one.out).expect("JSON")["findings"][0]["gain"]["interval"];
    let width = gain["high"].as_f64().expect("a number") - gain["low"].as_f64().expect("a number");
    assert!(width <= 8.0, "{width}");
    assert_eq!(with("3"), one);
}

#[test]
fn games_that_are_compared_have_their_own_sides() {
    let desk = Desk::new();
    let args = ["compare", "tak", "hex", "--set", "size=4", "--games", "40", "--bots", "random", "--svg", "c.svg"];
    let said = desk.run(args);
    let line = |start: &str| said.out.lines().find(|line| line.starts_with(start)).unwrap_or_default();
    assert!(line("  tak  white  ").contains(" of 100 ("), "{}", said.out);
    assert!(line("  hex  red    ").contains(" of 100 ("), "{}", said.out);
    assert!(line("  hex: ").contains("(red "), "{}", said.out);
    assert!(desk.read("c.svg").contains("random: points of 100 gained by red<"));
    let json: Value = serde_json::from_str(&desk.run([&args[..], &["--json"]].concat()).out).expect("JSON");
    assert_eq!(json["sides_by_game"], serde_json::json!([["white", "black"], ["red", "blue"]]));
    assert_eq!(json["findings"][0]["side"], "red");
}
