//! How often rules and hooks mattered.

use serde_json::Value;

use crate::common::desk::Desk;

fn mattered(desk: &Desk, game: &[&str], more: &[&str]) -> Value {
    let said = desk.run([&["simulate"], game, &["--why", "--json"], more].concat());
    assert_eq!(said.code, 0, "{said:?}");
    let report: Value = serde_json::from_str(&said.out).expect("JSON");
    report["tally"]["mattered"].clone()
}

#[test]
fn a_hook_that_forbids_walls_matters_in_some_positions_and_one_that_forbids_nothing_in_none() {
    let desk = Desk::new();
    desk.write(
        "idle.lua",
        "return variant 'idle' { base = 'tak', rules = { hooks = { allow = function() return true end } } }\n",
    );
    desk.write(
        "gift.lua",
        "return variant 'gift' { base = 'tak', rules = { hooks = { after_move = function(view, move)\n\
         if view.ply % 2 == 0 then return give { seat = 'white', piece = 'flat' } end end } } }\n",
    );
    let late = mattered(&desk, &["tak+late-walls"], &["--games", "64", "--set", "turn=20"]);
    let forbade = &late["rules"]["allow of late-walls"];
    let count = |value: &Value, key: &str| value[key].as_u64().unwrap_or_default();
    assert!(count(forbade, "positions") > 0 && count(forbade, "alone") > 0, "{late}");
    assert!(count(forbade, "positions") < count(&late, "positions"), "later walls are free: {late}");
    assert_eq!(late["idle"], serde_json::json!([]));
    let idle = mattered(&desk, &["idle.lua"], &["--games", "8", "--set", "size=3"]);
    assert_eq!(idle["idle"], serde_json::json!(["allow of idle"]));
    let gift = mattered(&desk, &["gift.lua"], &["--games", "8", "--set", "size=3", "--longest", "30"]);
    let did = count(&gift["hooks"], "after_move of gift");
    assert!(did > 0 && did < count(&gift, "moves"), "every other move: {gift}");
}

#[test]
fn asking_changes_no_game_and_comes_to_the_same_whatever_the_threads_and_parts() {
    let desk = Desk::new();
    for game in [&["trax"][..], &["tantrix"], &["gobble"], &["tak+late-walls", "--set", "size=4"], &["discovery-5"]] {
        let run = |more: &[&str]| -> Value {
            let said = desk.run([&["simulate"], game, &["--games", "32", "--json"], more].concat());
            serde_json::from_str(&said.out).expect("JSON")
        };
        let (plain, asked) = (run(&[]), run(&["--why", "--threads", "1"]));
        for part in ["sides", "ends", "lengths"] {
            assert_eq!(plain["tally"][part], asked["tally"][part], "{game:?}");
        }
        assert_eq!(asked, run(&["--why", "--threads", "3"]), "{game:?}");
        let parts = ["1/2", "2/2"].map(|shard| {
            let name = format!("{}.json", &shard[..1]);
            desk.write(&name, run(&["--why", "--shard", shard]).to_string());
            name
        });
        let merged = desk.run(["merge", &parts[0], &parts[1], "--json"]);
        assert_eq!(serde_json::from_str::<Value>(&merged.out).expect("JSON"), asked, "{game:?}");
    }
}
