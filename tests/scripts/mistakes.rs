//! Files with one, two or three mistakes of people: `check` shows each on its line, and nothing that only follows from them.

use crate::common::desk::Desk;
use serde_json::Value;

/// Title, text and expected lines of every file in `tests/data/mistakes.txt`.
fn files() -> Vec<(String, String, String)> {
    let all = include_str!("../data/mistakes.txt").split("=== ").skip(1);
    let file = |entry: &str| {
        let (title, rest) = entry.split_once('\n')?;
        let (text, lines) = rest.rsplit_once("--> ")?;
        Some((title.to_string(), text.to_string(), lines.trim().to_string()))
    };
    all.map(|entry| file(entry).expect("a title, a text and lines")).collect()
}

#[test]
fn every_mistake_is_shown_on_its_line_and_nothing_else() {
    let mut wrong = Vec::new();
    for (title, text, expected) in files() {
        let said = Desk::with("x.lua", text).run(["check", "x.lua", "--json"]);
        let reports: Value = serde_json::from_str(&said.out).expect("JSON");
        let faults = reports[0]["faults"].as_array().expect("faults");
        let mut lines: Vec<u64> = faults.iter().filter_map(|fault| fault["line"].as_u64()).collect();
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(u64::to_string).collect();
        let found = lines.join(", ");
        if (found.as_str(), said.code) != (expected.as_str(), 1) {
            wrong.push(format!("{title}: expected {expected}, found {found}: {faults:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
