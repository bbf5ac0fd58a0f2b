//! Tiles of a set in plain sentences.

use crate::rules_text::RuleSentence;
use crate::text::series;
use crate::tiles::TileSet;

/// Maximum number of tiles that are described.
const MAX_DESCRIBED_TILES: usize = 60;

/// Some tiles of a set; `supply` says how many there are, where that is not obvious.
pub(super) fn tiles_in_words(set: &TileSet, tiles: &[u16], sides: &[&str], supply: &str) -> Vec<RuleSentence> {
    let is_lettered = tiles.iter().all(|tile| is_told_by_letters(set, *tile));
    let colours = set.colours.iter().map(|colour| match is_lettered {
        true => format!("{} ({})", colour.name, colour.letter.to_ascii_lowercase()),
        false => colour.name.clone(),
    });
    let colours: Vec<String> = colours.collect();
    let mut sentences = vec![RuleSentence::new(
        "tiles",
        format!("The tiles of the set {} have tracks of {}{supply}.", set.name, series(&colours, "and")),
    )];
    let listed = &tiles[..tiles.len().min(MAX_DESCRIBED_TILES)];
    let rest = tiles.len() - listed.len();
    let more = (rest > 0).then(|| format!("And {rest} more."));
    if is_lettered {
        let told: Vec<String> = listed.iter().map(|tile| lettered(set, *tile)).collect();
        let says = format!(
            "Each has these edges, clockwise from {}, and edges of one colour are joined: {}.",
            sides[0],
            told.join(", ")
        );
        sentences.push(RuleSentence::new("tiles.listed", says).derived());
    } else {
        let told = listed.iter().map(|tile| {
            let name = &set.tiles[*tile as usize].name;
            RuleSentence::new(format!("tiles.{name}"), format!("{name}: {}.", linked(set, *tile, sides))).derived()
        });
        sentences.extend(told);
    }
    sentences.extend(more.map(|more| RuleSentence::new("tiles.more", more).derived()));
    sentences
}

/// Whether the colours of a tile's edges tell which are joined, and nothing else has to be told.
fn is_told_by_letters(set: &TileSet, tile: u16) -> bool {
    let orientations = set.orientations_of(tile);
    let Some(first) = orientations.first() else { return false };
    let twice = |colour: &u8| first.colours.iter().filter(|other| *other == colour).count() == 2;
    first.colours.iter().all(twice) && orientations.iter().all(|orientation| orientation.sign.is_empty())
}

/// `14:bbrryy`.
fn lettered(set: &TileSet, tile: u16) -> String {
    let colours =
        set.orientations_of(tile).first().map(|orientation| orientation.colours.as_slice()).unwrap_or_default();
    let letters: String =
        colours.iter().map(|colour| set.colours[*colour as usize].letter.to_ascii_lowercase()).collect();
    format!("{}:{letters}", set.tiles[tile as usize].name)
}

/// `white N-W, red E-S, written / or \`.
fn linked(set: &TileSet, tile: u16, sides: &[&str]) -> String {
    let orientations = set.orientations_of(tile);
    let Some(first) = orientations.first() else { return String::new() };
    let mates = first.mates.iter().enumerate().filter(|(side, mate)| *side < **mate as usize);
    let links: Vec<String> = mates
        .map(|(side, mate)| {
            let colour = &set.colours[first.colours[side] as usize].name;
            format!("{colour} {}-{}", sides[side], sides[*mate as usize])
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
