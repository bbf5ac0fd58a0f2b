//! The tiles of a game in words, and whose tracks are whose.

use crate::rules::{RulePlan, RuleSentence};
use houserule_core::mechanics::Rule;
use houserule_core::mechanics::tracks::TrackRules;
use houserule_core::text::series;
use houserule_core::tiles::TileSet;

/// How many tiles of a set are described.
const MAX_DESCRIBED_TILES: usize = 60;

/// Everything there is to say of tiles; nothing in a game of pieces.
pub(super) fn words(plan: &RulePlan) -> Vec<RuleSentence> {
    if let Some(tracks) = plan.tracks() {
        let endless = tracks.dealing.is_none();
        let mut sentences = set(&tracks.set, &in_play(plan, &tracks.set), &tracks.lattice.side_names, endless);
        sentences.extend(owners(tracks));
        return sentences;
    }
    let Some(layout) = plan.layout() else { return Vec::new() };
    let mut tiles = layout.puzzle.tiles.clone();
    tiles.sort_unstable();
    tiles.dedup();
    set(&layout.puzzle.set, &tiles, &layout.lattice.side_names, false)
}

/// The tiles of a set that a game is played with.
fn in_play(plan: &RulePlan, set: &TileSet) -> Vec<u16> {
    let bag = plan.rules.iter().find_map(|named_rule| match &named_rule.rule {
        Rule::Bag(bag) => Some(&bag.tiles),
        _ => None,
    });
    let is_in = |tile: &u16| bag.is_none_or(|bag| bag.is_empty() || bag.contains(&set.tiles[*tile as usize].name));
    (0..set.tiles.len() as u16).filter(is_in).collect()
}

/// Some tiles of a set.
fn set(set: &TileSet, tiles: &[u16], sides: &[&str], endless: bool) -> Vec<RuleSentence> {
    let is_lettered = tiles.iter().all(|tile| is_told_by_letters(set, *tile));
    let colours = set.colours.iter().map(|colour| match is_lettered {
        true => format!("{} ({})", colour.name, colour.letter.to_ascii_lowercase()),
        false => colour.name.clone(),
    });
    let colours: Vec<String> = colours.collect();
    let supply = if endless { "; there are as many as are needed" } else { "" };
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

/// Whose tracks are whose.
fn owners(tracks: &TrackRules) -> Vec<RuleSentence> {
    let names: Vec<&str> = tracks.set.colours.iter().map(|colour| colour.name.as_str()).collect();
    let named_after = |(side, owned): (&String, &Vec<u8>)| matches!(owned[..], [one] if names[one as usize] == side);
    let mut owners = tracks.names.teams.iter().zip(&tracks.colours_of_team);
    if owners.clone().all(named_after) {
        let owner = if tracks.names.has_teams() { "side" } else { "seat" };
        let says = format!("A {owner}'s tracks are those of the colour it is named after; every seat may extend any.");
        return vec![RuleSentence::new("colours", says)];
    }
    if owners.all(|(_, owned)| owned.is_empty()) {
        return Vec::new();
    }
    let each = tracks.names.teams.iter().zip(&tracks.colours_of_team).map(|(side, owned)| {
        let owned: Vec<&str> = owned.iter().map(|colour| names[*colour as usize]).collect();
        RuleSentence::new(
            format!("colours.{side}"),
            format!("The tracks of {side} are those of {}.", series(&owned, "and")),
        )
    });
    each.collect()
}
