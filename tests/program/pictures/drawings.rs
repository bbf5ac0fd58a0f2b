//! Properties of every drawing: well-formed, complete references, visible annotations.

use std::collections::BTreeSet;

use houserule_app::render::{Annotations, PictureFormat, SvgStyle, png, render_picture, svg};
use houserule_core::geometry::Coord;
use houserule_script::play::{Rng, Session, playout};
use resvg::tiny_skia::Pixmap;

use crate::common::{open, start, workspace};

/// Parses a drawing and checks its ids and references.
fn parse_svg(text: &str) -> roxmltree::Document<'_> {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "an id is given twice");
    let uses = document.descendants().filter_map(|node| node.attribute("href")?.strip_prefix('#'));
    let fills =
        document.descendants().filter_map(|node| node.attribute("fill")?.strip_prefix("url(#")?.strip_suffix(')'));
    for id in uses.chain(fills) {
        assert!(distinct.contains(id), "{id} is not defined");
    }
    document
}

/// Texts of a drawing.
fn texts(text: &str) -> Vec<String> {
    let document = parse_svg(text);
    let text_nodes = document.descendants().filter(|node| node.has_tag_name("text"));
    text_nodes.filter_map(|node| node.text().map(str::to_string)).collect()
}

fn draw(session: &mut Session, annotations: &Annotations) -> String {
    svg(&mut session.game, annotations, &SvgStyle::default())
}

#[test]
fn drawings_of_all_games_are_well_formed() {
    let workspace = workspace();
    let manifests = workspace.library.manifests();
    let games: Vec<String> = manifests.games().map(|manifest| manifest.reference()).collect();
    assert!(games.len() > 15, "only {games:?}");
    for game in games {
        let Ok(mut session) = workspace.open(&game, &[], None, &[]) else { continue };
        for seed in 0..4 {
            let annotations = Annotations::of(&mut session.game).with_threats(&session.game);
            let text = draw(&mut session, &annotations);
            let document = parse_svg(&text);
            assert_eq!(document.root_element().tag_name().name(), "svg", "{game}");
            playout(&mut session.game, &mut Rng::new(seed), 12).expect("no script fails");
        }
    }
}

#[test]
fn labels_are_written_on_every_geometry() {
    let cases = [
        ("tak", "a1 e5", [Coord { x: 0, y: 0 }, Coord { x: 2, y: 2 }]),
        ("hex", "f6", [Coord { x: 5, y: 5 }, Coord { x: 2, y: 2 }]),
        ("trax", "@0/ B1+", [Coord { x: 0, y: 0 }, Coord { x: 0, y: 1 }]),
        ("tantrix", "", [Coord { x: 0, y: 0 }, Coord { x: 1, y: 0 }]),
        ("discovery-3", "1@0,0:0", [Coord { x: 0, y: 0 }, Coord { x: 1, y: 0 }]),
    ];
    for (game, moves, [taken, empty]) in cases {
        let mut session = open(game, &[], None, moves);
        let mut annotations = Annotations::default();
        annotations.label(taken, "Q");
        annotations.label(empty, "Z9");
        annotations.highlights.insert(taken);
        let text = draw(&mut session, &annotations);
        let texts = texts(&text);
        assert!(texts.contains(&"Q".to_string()) && texts.contains(&"Z9".to_string()), "{game}: {texts:?}");
        assert!(texts.contains(&"highlighted".to_string()), "{game}: {texts:?}");
        let bare =
            svg(&mut session.game, &annotations, &SvgStyle { heading: false, legend: false, ..SvgStyle::default() });
        assert!(!self::texts(&bare).contains(&"highlighted".to_string()), "{game}: nothing but the board");
    }
}

#[test]
fn label_texts_are_escaped() {
    let mut session = start("tak", &[]);
    let mut annotations = Annotations::default();
    annotations.label(Coord { x: 1, y: 1 }, "<a & \"b\">");
    assert!(texts(&draw(&mut session, &annotations)).contains(&"<a & \"b\">".to_string()));
}

#[test]
fn decisive_cells_are_highlighted() {
    let cells = |game: &str, settings: &[(&str, &str)], moves: &str| {
        let mut session = open(game, settings, None, moves);
        Annotations::of(&mut session.game).decisive
    };
    let at = |x, y| Coord { x, y };
    let road = cells("tak", &[("size", "3")], "c3 a3 a2 c2 a1").cells;
    assert_eq!(road.into_iter().collect::<BTreeSet<_>>(), [at(0, 0), at(0, 1), at(0, 2)].into());
    let chain = cells("hex", &[("size", "3")], "b1 c1 a2 c2 a3").cells;
    assert_eq!(chain.into_iter().collect::<BTreeSet<_>>(), [at(1, 0), at(0, 1), at(0, 2)].into());
    let row = cells("gomoku", &[], "a1 a2 b2 b3 c3 c4 d4 d5 e5").cells;
    assert_eq!(row, (0..5).map(|i| at(i, i)).collect::<Vec<_>>());
    let tracks = cells("trax", &[], r"@0/ B1\ A2\").tracks;
    let ring: BTreeSet<Coord> = tracks.iter().map(|(at, _)| *at).collect();
    assert_eq!(ring, [at(0, 0), at(1, 0), at(0, 1), at(1, 1)].into(), "all four tiles of the loop");
    let line = cells("trax", &[], "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+").tracks;
    assert_eq!(line.len(), 8, "one track through eight tiles");
    assert!(cells("trax", &[], "@0+ B1+").is_empty());
    // In misère the road belongs to the loser.
    assert_eq!(cells("tak+misere", &[("size", "3")], "c3 a3 a2 c2 a1").cells.len(), 3);
}

#[test]
fn threats_are_cells_where_the_last_player_would_win() {
    let threats = |game: &str, settings: &[(&str, &str)], moves: &str| {
        let session = open(game, settings, None, moves);
        Annotations::default().with_threats(&session.game).threats
    };
    let at = |x, y| Coord { x, y };
    assert_eq!(threats("tak", &[("size", "4")], "d4 a4 a1 c4 b1 b4 c1"), [at(3, 0)].into());
    assert_eq!(threats("tak", &[("size", "4")], "d4 a4 a1"), BTreeSet::new());
    assert_eq!(threats("trax", &[], r"@0/ B1\"), [at(0, 1), at(1, 1)].into());
}

#[test]
fn a_png_has_twice_the_size_and_needs_no_system_fonts() {
    let mut session = open("tak", &[("size", "3")], None, "a1");
    let plain = draw(&mut session, &Annotations::default());
    let mut annotations = Annotations::default();
    annotations.label(Coord { x: 1, y: 1 }, "M");
    let labelled_svg = draw(&mut session, &annotations);
    let pixels = |text: &str| Pixmap::decode_png(&png(text).expect("a picture")).expect("a PNG file");
    let (plain, labelled, other) = (pixels(&plain), pixels(&labelled_svg), pixels(&labelled_svg.replace(">M<", "> <")));
    let document = parse_svg(&labelled_svg);
    let width: u32 = document.root_element().attribute("width").expect("a width").parse().expect("a number");
    assert_eq!(labelled.width(), 2 * width);
    assert_eq!((plain.width(), plain.height()), (labelled.width(), labelled.height()));
    let differing = |a: &Pixmap, b: &Pixmap| a.pixels().iter().zip(b.pixels()).filter(|(a, b)| a != b).count();
    assert!(differing(&labelled, &other) > 100, "the letter is drawn");
}

#[test]
fn a_film_ends_with_the_result_and_needs_no_script() {
    let mut session = open("tak", &[("size", "3")], None, "c3 a3 a2 c2 a1");
    let film = render_picture(&mut session, &Annotations::default(), PictureFormat::Film, &SvgStyle::default())
        .expect("a film");
    let film = String::from_utf8(film).expect("text");
    let document = parse_svg(&film);
    assert!(!film.contains("<script") && film.contains("@keyframes") && film.contains("prefers-reduced-motion"));
    let at_last: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter(|node| node.ancestors().all(|node| node.attribute("visibility") != Some("hidden")))
        .filter_map(|node| node.text())
        .collect();
    assert!(at_last.contains(&"turn 3, white: a1 · white wins by road"), "{at_last:?}");
    let all: BTreeSet<&str> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    for caption in ["start · white to move", "turn 1, white: c3 · black to move", "turn 2, black: c2 · white to move"]
    {
        assert!(all.contains(caption) && !at_last.contains(&caption), "{caption}: {all:?}");
    }
    assert_eq!(session.moves().len(), 5, "the game is unchanged");
}
