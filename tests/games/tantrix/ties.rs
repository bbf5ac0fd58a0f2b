//! Ties: those who share the best score draw with one another, and whoever is behind them loses.

use serde_json::{Value, json};

use crate::common::desk::Desk;
use crate::common::shelf::outcome;
use crate::common::{self, result};
use houserule_core::mechanics::Team;
use houserule_script::play::Session;

fn at(players: &str, position: &str) -> Session {
    common::open("tantrix", &[("players", players)], Some(position), "")
}

/// Of three seats red has the last tile, with which red and yellow can come to the same score and green to nothing.
const LAST_TILE: &str = "1@0,0:0 | hands 2// | bag 0 | seat red";
const LEVEL: &str = "2@0,1:2";

#[test]
fn those_who_share_the_best_score_draw_with_one_another_and_the_others_lose() {
    let mut session = at("3", LAST_TILE);
    session.play(LEVEL).expect("it is legal");
    assert_eq!(outcome(&mut session), "draw by score (red, yellow)");
    let ended = session.game.outcome().expect("no script fails").expect("the game is over");
    assert!(ended.is_draw());
    assert_eq!((ended.winners, ended.reason.as_str()), (Team::all(2).collect(), "score"));
    // Where all share it the words are as they always were.
    let mut session = at("2", "1@0,0:0 | hands 2/ | bag 0 | seat red");
    session.play(LEVEL).expect("it is legal");
    assert_eq!(outcome(&mut session), "draw by score");
    assert_eq!(result(&mut session), "draw");
}

#[test]
fn score_names_those_who_share_a_draw_in_words_and_in_json() {
    let desk = Desk::new();
    let args = ["tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVEL];
    let said = desk.run([&["score"][..], &args].concat());
    let told = "red 1 line of 1\nyellow 1 line of 1\ngreen 0 nothing\noutcome: draw by score (red, yellow)\n";
    assert_eq!((said.code, said.out.as_str()), (0, told));
    let said = desk.run([&["score", "--json"][..], &args].concat());
    let json: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(
        (&json["outcome"], &json["winners"]),
        (&json!("draw by score (red, yellow)"), &json!(["red", "yellow"]))
    );
    let said = desk.run_with([&["play", "--json"][..], &args].concat(), "");
    let over = said.out.lines().find(|line| line.contains("\"over\"")).expect("the game is over");
    assert!(over.contains(r#""outcome":"draw by score (red, yellow)","winners":["red","yellow"]"#), "{over}");
}

#[test]
fn records_name_those_who_share_a_draw_and_replay_holds_them_to_it() {
    let desk = Desk::new();
    let args = ["play", "tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVEL];
    let said = desk.run_with(args, "save game.toml\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let saved = desk.read("game.toml");
    assert!(saved.contains("result = \"draw by score (red, yellow)\"\n"), "{saved}");
    let replayed = |result: &str| {
        desk.write("again.toml", saved.replace("draw by score (red, yellow)", result));
        desk.run(["replay", "again.toml"]).out
    };
    for fits in ["draw by score (red, yellow)", "draw by score", "draw"] {
        assert_eq!(replayed(fits), format!("again.toml#1 ok {fits}\n1 games, 1 ok\n"));
    }
    for other in ["draw by score (red, green)", "red+yellow score", "draw by deadlock", "red score"] {
        let says = format!("mismatch: recorded {other}, played draw by score (red, yellow)");
        assert_eq!(replayed(other), format!("again.toml#1 {says}\n1 games, 0 ok\n"));
    }
}

#[test]
fn a_record_of_the_rules_as_they_were_says_which_rule_is_another() {
    let desk = Desk::new();
    let args = ["play", "tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVEL];
    desk.run_with(args, "save game.toml\n");
    let (now, then) =
        ("those who share the best score draw with one another, and the others lose", "equal points are a draw");
    let saved = desk.read("game.toml").replace(now, then).replace("rules = \"", "rules = \"0");
    desk.write("game.toml", saved.replace("draw by score (red, yellow)", "draw"));
    let said = desk.run(["replay", "game.toml"]);
    assert_eq!((said.code, said.out.as_str()), (0, "game.toml#1 ok draw\n1 games, 1 ok\n"));
    let told: Vec<&str> = said.err.lines().collect();
    let [first, was, is] = told[..] else { panic!("{}", said.err) };
    assert!(first.starts_with("warning: these are not the rules the game was saved under (0"), "{first}");
    assert!(was.contains(then) && is.contains(now), "{was}\n{is}");
}

#[test]
fn pictures_name_those_who_share_a_draw() {
    let desk = Desk::new();
    let args = ["tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVEL];
    assert_eq!(desk.run([&["render", "-o", "board.svg"][..], &args].concat()).code, 0);
    let picture = desk.read("board.svg");
    assert!(picture.contains("draw by score (red, yellow)"), "{picture}");
}

#[test]
fn a_simulation_shares_the_point_among_those_who_share_the_best_score() {
    let desk = Desk::new();
    let said = desk.run(["simulate", "tantrix", "--set", "players=3", "--games", "60", "--seed", "5", "--json"]);
    let json: Value = serde_json::from_str(&said.out).expect("JSON");
    let sides = json["tally"]["sides"].as_array().expect("results by side");
    let of = |side: &Value, key: &str| side[key].as_u64().expect("a count");
    let sum = |key: &str| sides.iter().map(|side| of(side, key)).sum::<u64>();
    let decided = sum("won");
    assert!(decided < 60, "some games are shared");
    // A whole game is 60 parts: each that is shared is shared out among some, and none of them twice.
    assert_eq!(sum("shared"), 60 * (60 - decided));
    assert_ne!(sum("drawn"), 3 * (60 - decided), "not every seat has a part of every draw");
    assert!(sides.iter().all(|side| of(side, "won") + of(side, "drawn") + of(side, "lost") == 60));
}

#[test]
fn teams_share_a_draw_as_sides() {
    let mut session = common::open("tantrix+teams", &[], Some("1@0,0:0 | hands 2/// | bag 0"), LEVEL);
    assert_eq!(outcome(&mut session), "draw by score");
    assert_eq!(result(&mut session), "draw");
}
