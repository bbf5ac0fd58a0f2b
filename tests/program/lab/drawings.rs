//! Drawings are well-formed SVG with the results, whatever the names are.

use crate::common::test_dir::TestDir;
use crate::lab::COIN;

/// Texts and number of shapes of a drawing; checks that its numbers are finite.
fn read_svg(dir: &TestDir, name: &str) -> (Vec<String>, usize) {
    let text = dir.read(name);
    let drawing = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert_eq!(drawing.root_element().tag_name().name(), "svg");
    for node in drawing.descendants() {
        for attribute in node.attributes() {
            let is_invalid = attribute.value().contains("NaN") || attribute.value().contains("inf");
            assert!(!is_invalid, "{}: {}", attribute.name(), attribute.value());
        }
    }
    let texts = drawing.descendants().filter(|node| node.has_tag_name("text"));
    let shapes = drawing
        .descendants()
        .filter(|node| ["rect", "circle", "line", "polygon"].iter().any(|tag| node.has_tag_name(*tag)));
    (texts.filter_map(|node| node.text().map(str::to_string)).collect(), shapes.count())
}

#[test]
fn every_command_draws_its_results() {
    let dir = TestDir::with("coin.lua", COIN);
    // A name with characters that are special in XML.
    dir.write("a&b.lua", "return variant 'odd' { base = 'tak', title = '<&>', rules = {} }\n");
    let runs: [(&[&str], &[&str]); 7] = [
        (&["simulate", "tak", "--set", "size=3", "--games", "50"], &["white", "black", "road", "length in moves"]),
        (
            &["simulate", "tak", "--set", "size=3", "--games", "6", "--bots", "random,greedy"],
            &["score by bot, %", "greedy"],
        ),
        (&["simulate", "solitaire", "--games", "20"], &["player", "goal", "solved, % of games"]),
        (&["simulate", "tantrix", "--set", "players=4", "--games", "3"], &["green", "score"]),
        (
            &["compare", "tak", "a&b.lua", "--set", "size=3", "--games", "20", "--bots", "random,greedy"],
            &["a&b.lua", "greedy: change for white, %"],
        ),
        (
            &["tune", "coin.lua", "--option", "heads", "--range", "40..60", "--games", "600"],
            &["white by heads, %", "goal: 50"],
        ),
        (&["tournament", "tak", "--set", "size=3", "--bots", "random,greedy", "--games", "4"], &["greedy", "random"]),
    ];
    for (args, expected) in runs {
        let output = dir.run([args, &["--svg", "drawing.svg"]].concat());
        assert_eq!(output.code, 0, "{args:?}: {}", output.stderr);
        let (texts, shapes) = read_svg(&dir, "drawing.svg");
        for text in expected {
            assert!(texts.iter().any(|shown| shown == text), "{args:?}: {text} is not in {texts:?}");
        }
        assert!(shapes > 5, "{args:?}: {shapes} shapes");
        assert_eq!(dir.run(args).stdout, output.stdout, "`--svg` does not change the output");
    }
}

#[test]
fn unwritable_drawings_are_rejected_before_the_games() {
    let dir = TestDir::new();
    // These games would take days.
    let games = ["simulate", "trax", "--games", "1000000000", "--svg"];
    let output = dir.run([&games[..], &["nowhere/drawing.svg"]].concat());
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    output.assert_stderr_starts_with("cannot write `nowhere/drawing.svg`: ");
    let output = dir.run([&games[..], &["-"]].concat());
    let message = "--svg needs a file name, not `-`; the results go to standard output\n";
    assert_eq!((output.code, output.stderr.as_str()), (2, message));
}

#[test]
fn merged_parts_are_drawn_like_one_run() {
    let dir = TestDir::new();
    let games = ["simulate", "trax", "--games", "30"];
    for part in ["1", "2"] {
        let output = dir.run([&games[..], &["--json", "--shard", &format!("{part}/2")]].concat());
        dir.write(&format!("{part}.json"), output.stdout);
    }
    dir.run(["merge", "1.json", "2.json", "--svg", "parts.svg"]);
    dir.run([&games[..], &["--svg", "whole.svg"]].concat());
    assert_eq!(dir.read("parts.svg"), dir.read("whole.svg"));
}

#[test]
fn a_long_title_wraps() {
    let dir = TestDir::new();
    let bots = "mcts:1,mcts:2,mcts:3,mcts:4";
    let args = ["simulate", "tantrix", "--set", "players=4", "--set", "colours=yellow,red,blue,green"];
    let output = dir.run([&args[..], &["--bots", bots, "--games", "1", "--svg", "drawing.svg"]].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    let (texts, _) = read_svg(&dir, "drawing.svg");
    assert!(texts[0].starts_with("tantrix ") && texts[1].ends_with("seed 1"), "{texts:?}");
    assert!(texts[0].chars().count() <= 86, "{texts:?}");
}
