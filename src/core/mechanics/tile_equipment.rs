//! Tiles of a set described in sentences.

use crate::rules_text::RuleSentence;
use crate::text::series;
use crate::tiles::{ColourIndex, TileIndex, TileSet};

/// Maximum number of tiles that are described.
const MAX_DESCRIBED_TILES: usize = 60;

/// Describes some tiles of a set; `supply` is a phrase about how many there are, or empty.
pub(super) fn tile_sentences(set: &TileSet, tiles: &[TileIndex], sides: &[&str], supply: &str) -> Vec<RuleSentence> {
    let is_lettered = tiles.iter().all(|tile| is_defined_by_edges(set, *tile));
    let colours = set.colours.iter().map(|colour| match is_lettered {
        true => format!("{} ({})", colour.name, colour.letter.to_ascii_lowercase()),
        false => colour.name.clone(),
    });
    let colours: Vec<String> = colours.collect();
    let mut sentences = vec![RuleSentence::new(
        "tiles",
        format!("The tiles of the set {} have {} tracks{supply}.", set.name, series(&colours, "and")),
    )];
    let described = &tiles[..tiles.len().min(MAX_DESCRIBED_TILES)];
    let rest = tiles.len() - described.len();
    let more = (rest > 0).then(|| format!("There are {rest} more."));
    if is_lettered {
        let edge_lists: Vec<String> = described.iter().map(|tile| edge_list(set, *tile)).collect();
        let text = format!(
            "The edges of each tile, clockwise from {}; edges of the same colour are joined: {}.",
            sides[0],
            edge_lists.join(", ")
        );
        sentences.push(RuleSentence::new("tiles.listed", text).derived());
    } else {
        let link_sentences = described.iter().map(|tile| {
            let name = &set.tiles[*tile].name;
            RuleSentence::new(format!("tiles.{name}"), format!("{name}: {}.", describe_links(set, *tile, sides)))
                .derived()
        });
        sentences.extend(link_sentences);
    }
    sentences.extend(more.map(|more| RuleSentence::new("tiles.more", more).derived()));
    sentences
}

/// Whether the colours of a tile's edges determine its links, and it has no signs.
fn is_defined_by_edges(set: &TileSet, tile: TileIndex) -> bool {
    let orientations = set.orientations_of(tile);
    let Some(first) = orientations.first() else { return false };
    let occurs_twice = |colour: &ColourIndex| first.colours.iter().filter(|other| *other == colour).count() == 2;
    first.colours.iter().all(occurs_twice) && orientations.iter().all(|orientation| orientation.sign.is_empty())
}

/// Tile with its edges: `14:bbrryy`.
fn edge_list(set: &TileSet, tile: TileIndex) -> String {
    let colours =
        set.orientations_of(tile).first().map(|orientation| orientation.colours.as_slice()).unwrap_or_default();
    let letters: String = colours.iter().map(|colour| set.colours[*colour].letter.to_ascii_lowercase()).collect();
    format!("{}:{letters}", set.tiles[tile].name)
}

/// Links and signs of a tile: `white N-W, red E-S, written / or \`.
fn describe_links(set: &TileSet, tile: TileIndex, sides: &[&str]) -> String {
    let orientations = set.orientations_of(tile);
    let Some(first) = orientations.first() else { return String::new() };
    let pairs = first.links.iter().enumerate().filter(|(side, other)| side < *other);
    let links: Vec<String> = pairs
        .map(|(side, other)| {
            let colour = &set.colours[first.colours[side]].name;
            format!("{colour} {}-{}", sides[side], sides[*other])
        })
        .collect();
    let mut signs: Vec<&str> = Vec::new();
    for orientation in orientations.iter().filter(|orientation| !orientation.sign.is_empty()) {
        if !signs.contains(&orientation.sign.as_str()) {
            signs.push(&orientation.sign);
        }
    }
    let written = if signs.is_empty() { String::new() } else { format!(", written {}", series(&signs, "or")) };
    format!("{}{written}", links.join(", "))
}
