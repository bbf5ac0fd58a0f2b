//! The rule that `why` names, and its script and line.

use crate::common::script_dir::{ScriptDir, why};

/// Row of five with a sixth tile beside it, which makes one side controlled.
const ROW: &str = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1";

/// Position, move and the rule of Tantrix that the move violates.
const VIOLATIONS: &[(&str, &str, &str)] = &[
    ("1@1,-1:0 2@1,0:2 | hand 3 | bag 1", "3@0,1:1", "no-triple"),
    ("ROW | hand 7 | bag 1", "7@2,-1:3", "no-fourth"),
    ("ROW | hand 8 | bag 1", "8@3,-1:3", "controlled-side"),
    ("1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4 | bag 40", "4@-1,1:1", "fill-first"),
    ("1@0,0:0 | hand 2 | bag 40", "2@5,5:2", "touch"),
    ("1@0,0:0 | hand 2 | bag 40", "2@0,0:2", "occupied"),
    ("1@0,0:0 | hand 2 | bag 40", "2@1,0:0", "match"),
    ("1@0,0:0 | hand 3 | bag 40", "2@1,0:2", "not-in-hand"),
    ("1@0,0:0 | bag 40", "2@1,0:2", "not-in-hand"),
    ("| hand 2 | bag 40", "2@1,0:0", "opening"),
    ("1@0,0:0 | hand 2 | bag 40", "2@30000,0:2", "within"),
];

/// Cited rule and line of every violation.
fn cited_rules(scripts: &ScriptDir, game: &str) -> Vec<(String, String)> {
    let first = |(position, text, rule): &(&str, &str, &str)| {
        let mut session = scripts.open_with(game, &[], Some(&position.replace("ROW", ROW)), "");
        let lines = why(&mut session, text);
        // A cell that is too far away touches nothing either, and mandatory fills come last.
        let line = if ["within", "fill-first"].contains(rule) { lines.last() } else { lines.first() };
        let line = line.unwrap_or_else(|| panic!("`{text}` breaks {rule}"));
        let (rule, place) = (line.split(':').next(), line.rsplit('[').next());
        (rule.unwrap_or_default().to_string(), place.unwrap_or_default().trim_end_matches(']').to_string())
    };
    VIOLATIONS.iter().map(first).collect()
}

fn to_strings(cited_rules: &[(&str, &str)]) -> Vec<(String, String)> {
    cited_rules.iter().map(|(rule, place)| (rule.to_string(), place.to_string())).collect()
}

#[test]
fn rules_are_cited_by_their_default_names() {
    let lines = ["26", "27", "28", "29", "25", "23", "23", "21", "21", "23", "23"];
    let expected: Vec<(String, String)> = VIOLATIONS
        .iter()
        .zip(lines)
        .map(|((.., rule), line)| (rule.to_string(), format!("tantrix.lua:{line}")))
        .collect();
    assert_eq!(cited_rules(&ScriptDir::new(), "tantrix"), expected);
}

#[test]
fn rules_with_an_id_are_cited_by_it() {
    let scripts = ScriptDir::new();
    scripts.write(
        "named",
        r#"return variant "named" { base = "tantrix", rules = {
  supply = { off "hand", hand { id = "rack", size = 6 } },
  turn   = { first { id = "begin", rotation = 5 } },
  moves  = { off "lay", lay { id = "put" } },
  constraints = {
    off "touch", off "no_triple", off "no_fourth", off "controlled_side", off "fill_first",
    touch { id = "near" },
    no_triple { id = "three" },
    no_fourth { id = "four" },
    controlled_side { id = "side" },
    fill_first { id = "forced" },
  },
} }"#,
    );
    let places = [
        ("three", "named.lua:8"),
        ("four", "named.lua:9"),
        ("side", "named.lua:10"),
        ("forced", "named.lua:11"),
        ("near", "named.lua:7"),
        ("put", "named.lua:4"),
        ("put", "named.lua:4"),
        ("rack", "named.lua:2"),
        ("rack", "named.lua:2"),
        ("begin", "named.lua:3"),
        ("put", "named.lua:4"),
    ];
    assert_eq!(cited_rules(&scripts, "tantrix+named"), to_strings(&places));
}

#[test]
fn a_box_is_cited_by_its_id() {
    let scripts = ScriptDir::new();
    scripts.write(
        "boxed",
        r#"return variant "boxed" { base = "tantrix", rules = {
  constraints = {
    within { id = "box", width = 3, height = 3 },
  },
} }"#,
    );
    let mut session = scripts.open_with("tantrix+boxed", &[], Some("1@0,0:0 | hand 2 | bag 40"), "");
    let violations = why(&mut session, "2@30000,0:2");
    assert_eq!(
        violations.last().map(String::as_str),
        Some("box: 30000,0 would make the board larger than 3 by 3 [boxed.lua:3]"),
        "{violations:?}"
    );
    scripts.write(
        "bare",
        r#"return variant "bare" { base = "trax", rules = {
  constraints = { off "no_triple", no_triple { id = "three", while_ = "bag_not_empty" } },
} }"#,
    );
    let message =
        "bare.lua:2: constraints.three: `while_ = \"bag_not_empty\"` needs a bag; add `bag {}` or remove `while_`";
    assert_eq!(scripts.load_error("trax+bare", &[]).trim_end(), message);
}
