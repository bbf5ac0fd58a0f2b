//! Files with one to three typical mistakes: `check` reports each on its line, without its consequences.

use crate::common::test_dir::TestDir;

/// The reader of `tests/data/mistakes.txt`: title, text and expected lines of every file.
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
fn exactly_the_mistakes_are_reported() {
    let mut wrong = Vec::new();
    for (title, text, expected) in files() {
        let output = TestDir::with("x.lua", text).run(["check", "x.lua", "--json"]);
        let reports = output.json();
        let faults = reports[0]["faults"].as_array().expect("faults");
        let mut lines: Vec<u64> = faults.iter().filter_map(|fault| fault["line"].as_u64()).collect();
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(u64::to_string).collect();
        let found = lines.join(", ");
        if (found.as_str(), output.code) != (expected.as_str(), 1) {
            wrong.push(format!("{title}: expected {expected}, found {found}: {faults:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
