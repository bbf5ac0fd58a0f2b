//! What every drawing holds to: it is well formed, whatever it uses is defined, and it shows what is pointed out.

use std::collections::BTreeSet;

use houserule_app::render::{Annotations, PictureFormat, SvgStyle, png, render_picture, svg};
use houserule_core::geometry::Coord;
use houserule_script::play::{Rng, Session, playout};
use resvg::tiny_skia::Pixmap;

use crate::common::{open, start, table};

/// A document that was read, or what is wrong with it.
fn read(text: &str) -> roxmltree::Document<'_> {
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

/// The texts of a drawing that was read.
fn texts(text: &str) -> Vec<String> {
    let document = read(text);
    let shown = document.descendants().filter(|node| node.has_tag_name("text"));
    shown.filter_map(|node| node.text().map(str::to_string)).collect()
}

fn drawn(session: &mut Session, pointed: &Annotations) -> String {
    svg(&mut session.game, pointed, &SvgStyle::default())
}

#[test]
fn boards_of_all_games_are_well_formed_at_any_time() {
    let table = table();
    let heads = table.library.manifests();
    let games: Vec<String> = heads.games().map(|head| head.reference()).collect();
    assert!(games.len() > 15, "only {games:?}");
    for game in games {
        let Ok(mut session) = table.open(&game, &[], None, &[]) else { continue };
        for seed in 0..4 {
            let pointed = Annotations::of(&mut session.game).with_threats(&session.game);
            let text = drawn(&mut session, &pointed);
            let document = read(&text);
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
        let mut pointed = Annotations::default();
        pointed.label(taken, "Q");
        pointed.label(empty, "Z9");
        pointed.highlights.insert(taken);
        let text = drawn(&mut session, &pointed);
        let texts = texts(&text);
        assert!(texts.contains(&"Q".to_string()) && texts.contains(&"Z9".to_string()), "{game}: {texts:?}");
        assert!(texts.contains(&"pointed out".to_string()), "{game}: {texts:?}");
        let bare = svg(&mut session.game, &pointed, &SvgStyle { heading: false, legend: false, ..SvgStyle::default() });
        assert!(!self::texts(&bare).contains(&"pointed out".to_string()), "{game}: nothing but the board");
    }
}

#[test]
fn what_people_name_cannot_break_a_drawing() {
    let mut session = start("tak", &[]);
    let mut pointed = Annotations::default();
    pointed.label(Coord { x: 1, y: 1 }, "<a & \"b\">");
    assert!(texts(&drawn(&mut session, &pointed)).contains(&"<a & \"b\">".to_string()));
}

#[test]
fn what_decided_a_game_is_pointed_out() {
    let cells = |game: &str, sets: &[(&str, &str)], moves: &str| {
        let mut session = open(game, sets, None, moves);
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
    // Who makes a road there loses: it is the loser's.
    assert_eq!(cells("tak+misere", &[("size", "3")], "c3 a3 a2 c2 a1").cells.len(), 3);
}

#[test]
fn threats_are_where_the_last_seat_would_win() {
    let threats = |game: &str, sets: &[(&str, &str)], moves: &str| {
        let session = open(game, sets, None, moves);
        Annotations::default().with_threats(&session.game).threats
    };
    let at = |x, y| Coord { x, y };
    assert_eq!(threats("tak", &[("size", "4")], "d4 a4 a1 c4 b1 b4 c1"), [at(3, 0)].into());
    assert_eq!(threats("tak", &[("size", "4")], "d4 a4 a1"), BTreeSet::new());
    assert_eq!(threats("trax", &[], r"@0/ B1\"), [at(0, 1), at(1, 1)].into());
}

#[test]
fn a_png_has_the_size_of_its_drawing_and_letters_without_any_font_of_the_machine() {
    let mut session = open("tak", &[("size", "3")], None, "a1");
    let plain = drawn(&mut session, &Annotations::default());
    let mut pointed = Annotations::default();
    pointed.label(Coord { x: 1, y: 1 }, "M");
    let written = drawn(&mut session, &pointed);
    let dots = |text: &str| Pixmap::decode_png(&png(text).expect("a picture")).expect("a PNG file");
    let (plain, labelled, other) = (dots(&plain), dots(&written), dots(&written.replace(">M<", "> <")));
    let document = read(&written);
    let width: u32 = document.root_element().attribute("width").expect("a width").parse().expect("a number");
    assert_eq!(labelled.width(), 2 * width);
    assert_eq!((plain.width(), plain.height()), (labelled.width(), labelled.height()));
    let differing = |a: &Pixmap, b: &Pixmap| a.pixels().iter().zip(b.pixels()).filter(|(a, b)| a != b).count();
    assert!(differing(&labelled, &other) > 100, "the letter itself is drawn");
}

#[test]
fn a_film_ends_as_the_game_does_and_moves_without_a_script() {
    let mut session = open("tak", &[("size", "3")], None, "c3 a3 a2 c2 a1");
    let film = render_picture(&mut session, &Annotations::default(), PictureFormat::Film, &SvgStyle::default())
        .expect("a film");
    let film = String::from_utf8(film).expect("text");
    let document = read(&film);
    assert!(!film.contains("<script") && film.contains("@keyframes") && film.contains("prefers-reduced-motion"));
    let at_last: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter(|node| node.ancestors().all(|node| node.attribute("visibility") != Some("hidden")))
        .filter_map(|node| node.text())
        .collect();
    assert!(at_last.contains(&"5. white: a1 · white wins by road"), "{at_last:?}");
    let all: BTreeSet<&str> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    for caption in ["start · white to move", "1. white: c3 · black to move", "4. black: c2 · white to move"] {
        assert!(all.contains(caption) && !at_last.contains(&caption), "{caption}: {all:?}");
    }
    assert_eq!(session.moves().len(), 5, "the game is left as it was");
}
