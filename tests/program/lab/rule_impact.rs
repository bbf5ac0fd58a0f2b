//! How often rules and hooks affected games.

use serde_json::Value;

use crate::common::test_dir::TestDir;

fn rule_impact(dir: &TestDir, game: &[&str], more: &[&str]) -> Value {
    let output = dir.run([&["simulate"], game, &["--why", "--json"], more].concat());
    assert_eq!(output.code, 0, "{output:?}");
    let report = output.json();
    report["tally"]["mattered"].clone()
}

#[test]
fn rule_impact_counts_positions_and_lists_idle_hooks() {
    let dir = TestDir::new();
    dir.write(
        "idle.lua",
        "return variant 'idle' { base = 'tak', rules = { hooks = { allow = function() return true end } } }\n",
    );
    dir.write(
        "gift.lua",
        "return variant 'gift' { base = 'tak', rules = { hooks = { after_move = function(view, move)\n\
         if view.ply % 2 == 0 then return give { seat = 'white', piece = 'flat' } end end } } }\n",
    );
    let late = rule_impact(&dir, &["tak+late-walls"], &["--games", "64", "--set", "turn=20"]);
    let hits = &late["rules"]["allow of late-walls"];
    let count = |value: &Value, key: &str| value[key].as_u64().unwrap_or_default();
    assert!(count(hits, "positions") > 0 && count(hits, "alone") > 0, "{late}");
    assert!(count(hits, "positions") < count(&late, "positions"), "later walls are free: {late}");
    assert_eq!(late["idle"], serde_json::json!([]));
    let idle = rule_impact(&dir, &["idle.lua"], &["--games", "8", "--set", "size=3"]);
    assert_eq!(idle["idle"], serde_json::json!(["allow of idle"]));
    let gift = rule_impact(&dir, &["gift.lua"], &["--games", "8", "--set", "size=3", "--longest", "30"]);
    let did = count(&gift["hooks"], "after_move of gift");
    assert!(did > 0 && did < count(&gift, "moves"), "every second move: {gift}");
}

#[test]
fn why_changes_no_game_and_merges_across_threads_and_parts() {
    let dir = TestDir::new();
    for game in [&["trax"][..], &["tantrix"], &["gobble"], &["tak+late-walls", "--set", "size=4"], &["discovery-5"]] {
        let run = |more: &[&str]| -> Value {
            let output = dir.run([&["simulate"], game, &["--games", "32", "--json"], more].concat());
            output.json()
        };
        let (plain, traced) = (run(&[]), run(&["--why", "--threads", "1"]));
        for part in ["sides", "ends", "lengths"] {
            assert_eq!(plain["tally"][part], traced["tally"][part], "{game:?}");
        }
        assert_eq!(traced, run(&["--why", "--threads", "3"]), "{game:?}");
        let parts = ["1/2", "2/2"].map(|shard| {
            let name = format!("{}.json", &shard[..1]);
            dir.write(&name, run(&["--why", "--shard", shard]).to_string());
            name
        });
        let merged = dir.run(["merge", &parts[0], &parts[1], "--json"]);
        assert_eq!(merged.json(), traced, "{game:?}");
    }
}
