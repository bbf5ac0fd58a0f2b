//! Known facts about the 56 hexagonal tiles, counted in the set.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use houserule_core::tiles::{ColourIndex, Orientation, TileIndex, TileSet};
use serde::Deserialize;

use crate::common::shared_dir;

static SET: LazyLock<TileSet> = LazyLock::new(|| {
    let text = include_str!("../../../scripts/tiles/tantrix.toml");
    TileSet::read("tantrix", text).expect("the set is well formed")
});

/// Numbers of the tiles and their orientation in rotation 0.
fn tiles() -> impl Iterator<Item = (u32, &'static Orientation)> {
    let number = |tile: TileIndex| SET.tiles[tile].name.parse().expect("tiles have numbers");
    SET.tiles.indices().map(move |tile| (number(tile), &SET.orientations_of(tile)[0]))
}

fn colour(letter: char) -> ColourIndex {
    SET.colours.position(|colour| colour.letter == letter).expect("a colour of the set")
}

/// Links of a tile: colour and two sides, the lower one first.
fn links(orientation: &Orientation) -> Vec<(ColourIndex, usize, usize)> {
    let linked = |side: usize| orientation.links[side];
    (0..6).filter(|&side| side < linked(side)).map(|side| (orientation.colours[side], side, linked(side))).collect()
}

/// How a link runs across its tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Bend {
    Corner,
    Curve,
    Straight,
}

/// Number of links of a colour on some tiles, by shape.
fn bends<'a>(tiles: impl Iterator<Item = &'a Orientation>, colour: ColourIndex) -> BTreeMap<Bend, usize> {
    let mut counts = BTreeMap::new();
    for (_, a, b) in tiles.flat_map(links).filter(|link| link.0 == colour) {
        let bend = match (b - a).min(6 - (b - a)) {
            1 => Bend::Corner,
            2 => Bend::Curve,
            _ => Bend::Straight,
        };
        *counts.entry(bend).or_default() += 1;
    }
    counts
}

/// Pairs of colours whose links cross on a tile.
fn crossings(orientation: &Orientation) -> Vec<[ColourIndex; 2]> {
    let links = links(orientation);
    let mut parse_settings = Vec::new();
    for (index, &(one, a, b)) in links.iter().enumerate() {
        for &(other, c, d) in &links[index + 1..] {
            if (a < c && c < b) != (a < d && d < b) {
                parse_settings.push([one.min(other), one.max(other)]);
            }
        }
    }
    parse_settings
}

/// Number of tiles that fit a gap with these three colours, clockwise.
fn fitting_tiles(gap: [ColourIndex; 3]) -> usize {
    let fits =
        |orientation: &Orientation| (0..6).any(|side| (0..3).all(|i| orientation.colours[(side + i) % 6] == gap[i]));
    tiles().filter(|(_, orientation)| fits(orientation)).count()
}

#[test]
fn the_set_has_56_tiles_of_three_colours_with_six_rotations() {
    assert_eq!(tiles().map(|(number, _)| number).collect::<Vec<_>>(), (1..=56).collect::<Vec<_>>());
    let names: Vec<&str> = SET.colours.iter().map(|colour| colour.name.as_str()).collect();
    assert_eq!(names, ["red", "yellow", "green", "blue"]);
    for (number, orientation) in tiles() {
        assert_eq!(links(orientation).len(), 3, "tile {number}");
        assert_eq!(SET.tiles[orientation.tile].rotations, 6, "tile {number}");
    }
}

#[test]
fn no_two_tiles_are_alike_under_rotation() {
    let mut orientations: Vec<&[ColourIndex]> =
        SET.orientations.iter().map(|orientation| orientation.colours.as_slice()).collect();
    orientations.sort();
    orientations.dedup();
    assert_eq!(orientations.len(), 56 * 6);
}

#[test]
fn fourteen_tiles_lack_each_colour() {
    for colour in SET.colours.indices() {
        assert_eq!(tiles().filter(|(_, orientation)| !orientation.colours.contains(&colour)).count(), 14);
    }
}

#[test]
fn every_colour_has_18_corners_18_curves_and_6_straights() {
    for colour in SET.colours.indices() {
        let counts = bends(tiles().map(|(_, orientation)| orientation), colour);
        assert_eq!(counts, [(Bend::Corner, 18), (Bend::Curve, 18), (Bend::Straight, 6)].into());
    }
}

#[test]
fn eight_tiles_cross_each_pair_of_colours() {
    let mut counts: BTreeMap<[ColourIndex; 2], usize> = BTreeMap::new();
    for pair in tiles().flat_map(|(_, orientation)| crossings(orientation)) {
        *counts.entry(pair).or_default() += 1;
    }
    let parse_settings = (0..4).flat_map(|a| (a + 1..4).map(move |b| [a, b].map(ColourIndex::new)));
    assert_eq!(counts, parse_settings.map(|pair| (pair, 8)).collect());
}

#[test]
fn twenty_tiles_have_no_crossing_24_have_one_and_12_two() {
    let mut counts = [0; 4];
    tiles().for_each(|(_, orientation)| counts[crossings(orientation).len()] += 1);
    assert_eq!(counts, [20, 24, 12, 0]);
}

#[test]
fn tiles_1_to_14_are_those_without_green() {
    let (green, red) = (colour('G'), colour('R'));
    let without: Vec<_> = tiles().filter(|(_, orientation)| !orientation.colours.contains(&green)).collect();
    assert_eq!(without.iter().map(|(number, _)| *number).collect::<Vec<_>>(), (1..=14).collect::<Vec<_>>());
    let counts = bends(without.iter().map(|(_, orientation)| *orientation), red);
    assert_eq!(counts, [(Bend::Corner, 6), (Bend::Curve, 6), (Bend::Straight, 2)].into());
}

#[test]
fn gaps_of_three_edges_fit_5_or_6_tiles_or_none() {
    for a in SET.colours.indices() {
        assert_eq!(fitting_tiles([a, a, a]), 0);
        for b in SET.colours.indices().filter(|&b| b != a) {
            for gap in [[a, a, b], [a, b, b], [a, b, a]] {
                assert_eq!(fitting_tiles(gap), 6, "{gap:?}");
            }
            for c in SET.colours.indices().filter(|&c| c != a && c != b) {
                assert_eq!(fitting_tiles([a, b, c]), 5, "{a:?} {b:?} {c:?}");
            }
        }
    }
}

#[test]
fn the_backs_are_as_printed() {
    let range = |from: u32, to: u32| (from..=to).collect::<Vec<_>>();
    for (back, numbers) in [
        ("yellow", [range(1, 3), vec![9, 12, 17], range(20, 23), vec![31, 44]].concat()),
        ("red", [vec![4, 5, 10, 11, 15, 16, 18, 19], range(24, 30)].concat()),
        ("blue", [range(6, 8), vec![13, 14], range(39, 43)].concat()),
        ("green", [range(32, 38), range(45, 47)].concat()),
        ("white", range(48, 56)),
    ] {
        let of = tiles().zip(&SET.tiles).filter(|(_, tile)| tile.back.as_deref() == Some(back));
        assert_eq!(of.map(|((number, _), _)| number).collect::<Vec<_>>(), numbers, "{back}");
    }
}

/// The shared file of the same tiles.
#[derive(Deserialize)]
struct SharedTileFile {
    tile: Vec<SharedTile>,
}

#[derive(Deserialize)]
struct SharedTile {
    number: u32,
    edges: String,
    back: String,
}

#[test]
fn the_shared_file_holds_the_same_tiles() {
    let Some(folder) = shared_dir() else { return };
    let text = std::fs::read_to_string(folder.join("data/tantrix-tiles.toml")).expect("the shared tiles");
    let file: SharedTileFile = toml::from_str(&text).expect("the shared tiles are well formed");
    let shared = file.tile.into_iter().map(|tile| (tile.number, tile.edges, tile.back));
    let letter = |colour: &ColourIndex| SET.colours[*colour].letter;
    let own_tiles = tiles().zip(&SET.tiles).map(|((number, orientation), tile)| {
        (number, orientation.colours.iter().map(letter).collect::<String>(), tile.back.clone().unwrap_or_default())
    });
    assert_eq!(own_tiles.collect::<Vec<_>>(), shared.collect::<Vec<_>>());
}
