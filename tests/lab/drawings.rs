//! Drawings are well-formed SVG that says what was found, whatever the names are.

use crate::COIN;
use crate::common::desk::Desk;

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
    let runs: [(&[&str], &[&str]); 6] = [
        (
            &["simulate", "tak", "--set", "size=3", "--games", "50"],
            &["white", "black", "road", "length in moves"],
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
        (
            &["tournament", "tak", "--set", "size=3", "--bots", "random,greedy", "--games", "4"],
            &["greedy", "random"],
        ),
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
