//! Drawings that a page makes clickable: targets with names, and the changes of a move.

use crate::common::open;
use houserule_app::render::{Annotations, SvgStyle, svg, svg_of_changes, svg_with_targets};
use roxmltree::{Document, Node};

fn targets<'d>(document: &'d Document) -> Vec<Node<'d, 'd>> {
    document
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("cell")))
        .collect()
}

#[test]
fn every_cell_is_a_target_with_a_name_for_screen_readers() {
    let moves = "c3 a3 a2 a1 a2+ b2";
    let mut session = open("tak", &[("size", "3")], None, moves);
    let annotations = Annotations::of(&mut session.game);
    let text = svg_with_targets(&session.game, &annotations, &SvgStyle::default());
    let document = Document::parse(&text).expect("SVG");
    let targets = targets(&document);
    assert_eq!(targets.len(), 9);
    for target in &targets {
        assert_eq!((target.attribute("role"), target.attribute("tabindex")), (Some("button"), Some("-1")));
    }
    let on = |name: &str| *targets.iter().find(|target| target.attribute("data-at") == Some(name)).expect("a cell");
    assert_eq!(on("c1").attribute("aria-label"), Some("c1: empty"));
    assert_eq!(on("b2").attribute("aria-label"), Some("b2: black flat, last move"));
    let stack = on("a3");
    assert_eq!(stack.attribute("aria-label"), Some("a3: stack of 2, top first: white flat, white flat"));
    let levels: Vec<&str> = stack.children().filter_map(|piece| piece.attribute("data-level")).collect();
    assert_eq!(levels, ["1", "2"]);
    assert_eq!(document.root_element().attribute("role"), Some("application"));
}

#[test]
fn tiles_are_targets_with_their_names_and_turns() {
    let mut session = open("tantrix", &[], Some("16@0,0:2 | bag 30"), "");
    let annotations = Annotations::of(&mut session.game);
    let text = svg_with_targets(&session.game, &annotations, &SvgStyle::default());
    let document = Document::parse(&text).expect("SVG");
    let targets = targets(&document);
    let tile = targets.iter().find(|target| target.attribute("data-at") == Some("0,0")).expect("the tile");
    assert_eq!((tile.attribute("data-tile"), tile.attribute("data-turn")), (Some("16"), Some("2")));
    assert_eq!(targets.len(), 7, "the tile and the spaces around it");
}

#[test]
fn pictures_without_targets_have_no_trace_of_them() {
    let mut session = open("trax", &[], None, "@0/ B1+");
    let annotations = Annotations::of(&mut session.game);
    let text = svg(&mut session.game, &annotations, &SvgStyle::default());
    assert!(!text.contains("data-") && !text.contains("tabindex"), "{text}");
}

#[test]
fn the_changes_of_a_move_are_the_tile_and_what_it_forces() {
    let before = open("trax", &[], None, "@0/ B1+ C1/ A0/");
    let after = open("trax", &[], None, "@0/ B1+ C1/ A0/ D1\\");
    let text = svg_of_changes(&before.game, &after.game, &SvgStyle::default());
    let document = Document::parse(&text).expect("SVG");
    let changed = document.descendants().filter(|node| node.has_attribute("data-on")).count();
    assert_eq!(changed, 2);
}
