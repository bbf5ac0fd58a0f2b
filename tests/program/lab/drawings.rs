//! Drawings are well-formed SVG that says what was found, whatever the names are.

use crate::common::desk::Desk;
use crate::lab::COIN;

/// The texts of a drawing, and how many shapes it has; every number in it is one.
fn read(desk: &Desk, name: &str) -> (Vec<String>, usize) {
    let text = desk.read(name);
    let drawing = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
    assert_eq!(drawing.root_element().tag_name().name(), "svg");
    for node in drawing.descendants() {
        for attribute in node.attributes() {
            let is_odd = attribute.value().contains("NaN") || attribute.value().contains("inf");
            assert!(!is_odd, "{}: {}", attribute.name(), attribute.value());
        }
    }
    let texts = drawing.descendants().filter(|node| node.has_tag_name("text"));
    let shapes = drawing
        .descendants()
        .filter(|node| ["rect", "circle", "line", "polygon"].iter().any(|tag| node.has_tag_name(*tag)));
    (texts.filter_map(|node| node.text().map(str::to_string)).collect(), shapes.count())
}

#[test]
fn every_command_draws_what_it_found() {
    let desk = Desk::with("coin.lua", COIN);
    // A name with letters that mean something in XML.
    desk.write("a&b.lua", "return variant 'odd' { base = 'tak', title = '<&>', rules = {} }\n");
    let runs: [(&[&str], &[&str]); 7] = [
        (&["simulate", "tak", "--set", "size=3", "--games", "50"], &["white", "black", "road", "length in moves"]),
        (
            &["simulate", "tak", "--set", "size=3", "--games", "6", "--bots", "random,greedy"],
            &["bots, points of 100", "greedy"],
        ),
        (&["simulate", "solitaire", "--games", "20"], &["player", "goal", "solved, of 100 games"]),
        (&["simulate", "tantrix", "--set", "players=4", "--games", "3"], &["green", "score"]),
        (
            &["compare", "tak", "a&b.lua", "--set", "size=3", "--games", "20", "--bots", "random,greedy"],
            &["a&b.lua", "greedy: points of 100 gained by white"],
        ),
        (
            &["tune", "coin.lua", "--option", "heads", "--range", "40..60", "--games", "600"],
            &["white by heads, points of 100", "wanted: 50"],
        ),
        (&["tournament", "tak", "--set", "size=3", "--bots", "random,greedy", "--games", "4"], &["greedy", "random"]),
    ];
    for (args, expected) in runs {
        let said = desk.run([args, &["--svg", "drawing.svg"]].concat());
        assert_eq!(said.code, 0, "{args:?}: {}", said.err);
        let (texts, shapes) = read(&desk, "drawing.svg");
        for text in expected {
            assert!(texts.iter().any(|found| found == text), "{args:?}: {text} is not in {texts:?}");
        }
        assert!(shapes > 5, "{args:?}: {shapes} shapes");
        assert_eq!(desk.run(args).out, said.out, "drawing changes nothing that is printed");
    }
}

#[test]
fn what_cannot_be_drawn_is_told_before_the_games() {
    let desk = Desk::new();
    // So many games would take days.
    let games = ["simulate", "trax", "--games", "1000000000", "--svg"];
    let said = desk.run([&games[..], &["nowhere/drawing.svg"]].concat());
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.starts_with("`nowhere/drawing.svg` cannot be written: "), "{}", said.err);
    let said = desk.run([&games[..], &["-"]].concat());
    let says = "`-` is no file, and the output has the results; write --svg FILE\n";
    assert_eq!((said.code, said.err.as_str()), (2, says));
}

#[test]
fn parts_put_together_are_drawn_like_one_run() {
    let desk = Desk::new();
    let games = ["simulate", "trax", "--games", "30"];
    for part in ["1", "2"] {
        let said = desk.run([&games[..], &["--json", "--shard", &format!("{part}/2")]].concat());
        desk.write(&format!("{part}.json"), said.out);
    }
    desk.run(["merge", "1.json", "2.json", "--svg", "parts.svg"]);
    desk.run([&games[..], &["--svg", "whole.svg"]].concat());
    assert_eq!(desk.read("parts.svg"), desk.read("whole.svg"));
}

#[test]
fn a_long_title_goes_on_below() {
    let desk = Desk::new();
    let bots = "mcts:1,mcts:2,mcts:3,mcts:4";
    let args = ["simulate", "tantrix", "--set", "players=4", "--set", "colours=yellow,red,blue,green"];
    let said = desk.run([&args[..], &["--bots", bots, "--games", "1", "--svg", "drawing.svg"]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    let (texts, _) = read(&desk, "drawing.svg");
    assert!(texts[0].starts_with("tantrix ") && texts[1].ends_with("seed 1"), "{texts:?}");
    assert!(texts[0].chars().count() <= 86, "{texts:?}");
}
