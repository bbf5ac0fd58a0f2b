//! Ties: seats that share the best score draw with one another, and the others lose.

use serde_json::{Value, json};

use crate::common::test_dir::TestDir;
use crate::common::{self, outcome, result};
use crate::tantrix::open_position;
use houserule_core::mechanics::Team;

/// Position in which red's last tile can level the scores of red and yellow, with nothing for green.
const LAST_TILE: &str = "1@0,0:0 | hands 2// | bag 0 | seat red";
const LEVELLING_MOVE: &str = "2@0,1:2";

#[test]
fn a_shared_best_score_is_a_draw_between_those_seats() {
    let mut session = open_position("3", LAST_TILE);
    session.play(LEVELLING_MOVE).expect("it is legal");
    assert_eq!(outcome(&mut session), "draw by score (red, yellow)");
    let ended = session.game.outcome().expect("no script fails").expect("the game is over");
    assert!(ended.is_draw());
    assert_eq!((ended.winners, ended.reason.as_str()), (Team::all(2).collect(), "score"));
    // A draw of all seats is printed without names.
    let mut session = open_position("2", "1@0,0:0 | hands 2/ | bag 0 | seat red");
    session.play(LEVELLING_MOVE).expect("it is legal");
    assert_eq!(outcome(&mut session), "draw by score");
    assert_eq!(result(&mut session), "draw");
}

#[test]
fn score_lists_the_seats_that_share_a_draw() {
    let dir = TestDir::new();
    let args = ["tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVELLING_MOVE];
    let output = dir.run([&["score"][..], &args].concat());
    let lines = "red 1 line of 1\nyellow 1 line of 1\ngreen 0 nothing\noutcome: draw by score (red, yellow)\n";
    assert_eq!((output.code, output.stdout.as_str()), (0, lines));
    let output = dir.run([&["score", "--json"][..], &args].concat());
    let json = output.json();
    assert_eq!(
        (&json["outcome"], &json["winners"]),
        (&json!("draw by score (red, yellow)"), &json!(["red", "yellow"]))
    );
    let output = dir.run_with([&["play", "--json"][..], &args].concat(), "");
    let over = output.stdout.lines().find(|line| line.contains("\"over\"")).expect("the game is over");
    assert!(over.contains(r#""outcome":"draw by score (red, yellow)","winners":["red","yellow"]"#), "{over}");
}

#[test]
fn replay_checks_the_seats_that_share_a_draw() {
    let dir = TestDir::new();
    let args = ["play", "tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVELLING_MOVE];
    dir.run_with(args, "save game.toml\n").success();
    let saved = dir.read("game.toml");
    assert!(saved.contains("result = \"draw by score (red, yellow)\"\n"), "{saved}");
    let replayed = |result: &str| {
        dir.write("again.toml", saved.replace("draw by score (red, yellow)", result));
        dir.run(["replay", "again.toml"]).stdout
    };
    for fits in ["draw by score (red, yellow)", "draw by score", "draw"] {
        assert_eq!(replayed(fits), format!("again.toml#1 ok {fits}\n1 game, 1 ok\n"));
    }
    for other in ["draw by score (red, green)", "red+yellow score", "draw by deadlock", "red score"] {
        let message = format!("mismatch: recorded {other}, played draw by score (red, yellow)");
        assert_eq!(replayed(other), format!("again.toml#1 {message}\n1 game, 0 ok\n"));
    }
}

#[test]
fn a_record_under_older_rules_names_the_difference() {
    let dir = TestDir::new();
    let args = ["play", "tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVELLING_MOVE];
    dir.run_with(args, "save game.toml\n");
    let (new, old) = ("those who share the best score draw, and the others lose", "equal points are a draw");
    let saved = dir.read("game.toml").replace(new, old).replace("rules = \"", "rules = \"0");
    dir.write("game.toml", saved.replace("draw by score (red, yellow)", "draw"));
    let output = dir.run(["replay", "game.toml"]);
    assert_eq!((output.code, output.stdout.as_str()), (0, "game.toml#1 ok draw\n1 game, 1 ok\n"));
    let lines: Vec<&str> = output.stderr.lines().collect();
    let [first, was, is] = lines[..] else { panic!("{}", output.stderr) };
    assert!(first.starts_with("warning: the rules have changed since the game was saved (0"), "{first}");
    assert!(was.contains(old) && is.contains(new), "{was}\n{is}");
}

#[test]
fn pictures_name_the_seats_that_share_a_draw() {
    let dir = TestDir::new();
    let args = ["tantrix", "--set", "players=3", "--position", LAST_TILE, "--moves", LEVELLING_MOVE];
    assert_eq!(dir.run([&["render", "-o", "board.svg"][..], &args].concat()).code, 0);
    let picture = dir.read("board.svg");
    assert!(picture.contains("red and yellow draw with 1 point; "), "{picture}");
}

#[test]
fn simulations_split_the_point_of_a_shared_draw() {
    let dir = TestDir::new();
    let output = dir.run(["simulate", "tantrix", "--set", "players=3", "--games", "60", "--seed", "5", "--json"]);
    let json = output.json();
    let sides = json["tally"]["sides"].as_array().expect("results by side");
    let count = |side: &Value, key: &str| side[key].as_u64().expect("a count");
    let total = |key: &str| sides.iter().map(|side| count(side, key)).sum::<u64>();
    let won = total("won");
    assert!(won < 60, "some games are shared");
    // A whole game is 60 parts, and every shared game is split completely.
    assert_eq!(total("shared"), 60 * (60 - won));
    assert_ne!(total("drawn"), 3 * (60 - won), "not every seat has a part of every draw");
    assert!(sides.iter().all(|side| count(side, "won") + count(side, "drawn") + count(side, "lost") == 60));
}

#[test]
fn teams_share_a_draw_as_teams() {
    let mut session = common::open("tantrix+teams", &[], Some("1@0,0:0 | hands 2/// | bag 0"), LEVELLING_MOVE);
    assert_eq!(outcome(&mut session), "draw by score");
    assert_eq!(result(&mut session), "draw");
}
