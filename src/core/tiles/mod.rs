//! Tile sets: the tiles, the colours of their edges, and the links between edges across a tile. Read from TOML;
//! independent of boards and rules.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::index::{IndexVec, index_type};
use crate::text::plural;

index_type! {
    /// Tile, as an index into a set's tiles.
    TileIndex(u16)
}

index_type! {
    /// Tile in one rotation, as an index into a set's orientations.
    OrientationIndex(u16)
}

impl OrientationIndex {
    /// Sentinel for no orientation, in tables where an `Option` would take more memory.
    pub const NONE: OrientationIndex = OrientationIndex(u16::MAX);
}

index_type! {
    /// Colour, as an index into a set's colours.
    ColourIndex(u8)
}

/// Set of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct TileSet {
    /// Name of the set.
    pub name: String,
    /// Number of sides of a tile.
    pub sides: usize,
    /// Colours.
    pub colours: IndexVec<ColourIndex, Colour>,
    /// Tiles.
    pub tiles: IndexVec<TileIndex, Tile>,
    /// Every orientation of every tile.
    pub orientations: IndexVec<OrientationIndex, Orientation>,
}

/// Colour of a tile's edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colour {
    /// Name.
    pub name: String,
    /// Letter in the set's file.
    pub letter: char,
}

/// Tile of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// Name in notation: a number or a sign.
    pub name: String,
    /// Colour of the back, if the set has backs.
    pub back: Option<String>,
    /// First of its orientations, which are consecutive in the set's list.
    pub first_orientation: OrientationIndex,
    /// Number of its distinct orientations.
    pub rotations: usize,
}

/// Tile in one rotation. Rotation `k` brings the edge at side 0 to side `k`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orientation {
    /// Index of the tile.
    pub tile: TileIndex,
    /// Rotation in sides, clockwise.
    pub rotation: usize,
    /// Sign of this orientation in notation; empty if the set has no signs.
    pub sign: String,
    /// Colour of each side.
    pub colours: Vec<ColourIndex>,
    /// Side that each side is linked to.
    pub links: Vec<usize>,
}

/// Error in a tile set, with its line in the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct TileError {
    /// Line, from 1.
    pub line: Option<u32>,
    /// Explanation for the author.
    pub message: String,
}

impl<T: Into<String>> From<T> for TileError {
    fn from(message: T) -> TileError {
        TileError { line: None, message: message.into() }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileSetFile {
    sides: usize,
    /// Name and letter of each colour.
    colours: Vec<ColourEntry>,
    /// Number of colours on every tile, if the set fixes it.
    #[serde(default)]
    colours_per_tile: Option<usize>,
    /// Backs, if the set lists them; every tile then has one of them.
    #[serde(default)]
    backs: Option<Vec<String>>,
    tile: Vec<Spanned<TileEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ColourEntry {
    name: String,
    letter: char,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileEntry {
    name: toml::Value,
    /// One letter per side, clockwise.
    edges: String,
    /// Linked edges, as pairs of sides; by default the two edges of each colour are linked.
    #[serde(default)]
    links: Option<Vec<[usize; 2]>>,
    #[serde(default)]
    back: Option<String>,
    /// Signs of its rotations, where notation distinguishes them.
    #[serde(default)]
    signs: Vec<String>,
}

impl TileSet {
    /// Maximum number of colours in a set.
    pub const MAX_COLOURS: usize = 6;
    /// Maximum number of tiles in a set.
    pub const MAX_SET_TILES: usize = 1000;

    /// Parses a set, or returns all errors.
    pub fn read(name: &str, text: &str) -> Result<TileSet, Vec<TileError>> {
        let line_of = |offset: usize| {
            let before = text.as_bytes().get(..offset).unwrap_or_default();
            before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1
        };
        let file: TileSetFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| line_of(span.start));
            vec![TileError { line, message: error.message().trim().to_string() }]
        })?;
        let mut errors = Vec::new();
        let mut report = |line: Option<u32>, message: String| errors.push(TileError { line, message });
        if ![4, 6].contains(&file.sides) {
            report(None, format!("`sides` must be 4 or 6, not {}", file.sides));
        }
        if !(1..=Self::MAX_COLOURS).contains(&file.colours.len()) {
            report(None, format!("a set has 1 to {} colours, not {}", Self::MAX_COLOURS, file.colours.len()));
        }
        if !(1..=Self::MAX_SET_TILES).contains(&file.tile.len()) {
            report(None, format!("a set has 1 to {} tiles, not {}", Self::MAX_SET_TILES, file.tile.len()));
        }
        let mut colours: IndexVec<ColourIndex, Colour> = IndexVec::default();
        for ColourEntry { name, letter } in file.colours {
            if !is_word(&name) || !letter.is_ascii_alphabetic() {
                report(None, format!("a colour needs a name and a letter, not {name:?} and {letter:?}"));
            } else if colours.iter().any(|other| other.name == name || other.letter == letter) {
                report(None, format!("two colours have the name {name} or the letter {letter}"));
            }
            colours.push(Colour { name, letter });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let (tiles, orientations) = (IndexVec::default(), IndexVec::default());
        let mut set = TileSet { name: name.to_string(), sides: file.sides, colours, tiles, orientations };
        for entry in file.tile {
            let line = line_of(entry.span().start);
            if let Err(error) = set.add(entry.into_inner(), file.colours_per_tile, file.backs.as_deref()) {
                errors.push(TileError { line: Some(line), ..error });
            }
        }
        if errors.is_empty() { Ok(set) } else { Err(errors) }
    }

    fn add(
        &mut self,
        entry: TileEntry,
        colours_per_tile: Option<usize>,
        backs: Option<&[String]>,
    ) -> Result<(), TileError> {
        let name = match entry.name {
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::String(name) if is_word(&name) => name,
            _ => return Err("a tile's name must be a number or a word".into()),
        };
        if self.tiles.iter().any(|tile| tile.name == name) {
            bail!("tile {name} occurs twice in the set");
        }
        let mut colours = Vec::new();
        for letter in entry.edges.chars() {
            let colour = self.colours.position(|colour| colour.letter == letter);
            colours.push(colour.ok_or(format!("tile {name}: there is no colour {letter:?}"))?);
        }
        if colours.len() != self.sides {
            bail!("tile {name} has {} edges, not {}", colours.len(), self.sides);
        }
        let colour_count = self.colours.indices().filter(|colour| colours.contains(colour)).count();
        if let Some(expected) = colours_per_tile.filter(|wanted| *wanted != colour_count) {
            bail!("tile {name} has {}; every tile of this set must have {expected}", plural(colour_count, "colour"));
        }
        match (backs, &entry.back) {
            (Some(backs), Some(back)) if !backs.contains(back) => {
                bail!("tile {name} has the back {back}; the backs of this set are {}", backs.join(", "));
            }
            (Some(_), None) => {
                bail!("tile {name} has no back, but every tile of this set needs one");
            }
            _ => {}
        }
        let is_sign = |sign: &String| (1..=4).contains(&sign.len()) && sign.bytes().all(|b| b.is_ascii_graphic());
        if let Some(sign) = entry.signs.iter().find(|sign| !is_sign(sign)) {
            return Err(format!("tile {name}: a sign must be 1 to 4 characters without blanks, not {sign:?}").into());
        }
        let links = self.resolve_links(&colours, entry.links).map_err(|message| format!("tile {name}: {message}"))?;
        let first_orientation = OrientationIndex::new(self.orientations.len());
        let rotations = self.add_orientations(&colours, &links, &entry.signs);
        if !entry.signs.is_empty() && entry.signs.len() != rotations {
            bail!("tile {name} has {rotations} rotations but {} signs", entry.signs.len());
        }
        self.tiles.push(Tile { name, back: entry.back, first_orientation, rotations });
        Ok(())
    }

    /// Adds the orientations of the next tile and returns their number.
    fn add_orientations(&mut self, colours: &[ColourIndex], links: &[usize], signs: &[String]) -> usize {
        let first = self.orientations.len();
        for rotation in 0..self.sides {
            let source_side = |side: usize| (side + self.sides - rotation) % self.sides;
            let orientation = Orientation {
                tile: TileIndex::new(self.tiles.len()),
                rotation,
                sign: signs.get(rotation).cloned().unwrap_or_default(),
                colours: (0..self.sides).map(|side| colours[source_side(side)]).collect(),
                links: (0..self.sides).map(|side| (links[source_side(side)] + rotation) % self.sides).collect(),
            };
            // A tile with rotational symmetry has fewer orientations.
            let is_same = |old: &Orientation| old.colours == orientation.colours && old.links == orientation.links;
            if !self.orientations.iter().skip(first).any(is_same) {
                self.orientations.push(orientation);
            }
        }
        self.orientations.len() - first
    }

    /// Side that each side is linked to: as declared, or by default each edge with the other one of its colour.
    fn resolve_links(&self, colours: &[ColourIndex], links: Option<Vec<[usize; 2]>>) -> Result<Vec<usize>, TileError> {
        let pairs = || {
            let mut pairs = Vec::new();
            for (colour, Colour { name, .. }) in self.colours.iter_enumerated() {
                let sides = (0..colours.len()).filter(|&side| colours[side] == colour);
                match sides.collect::<Vec<usize>>().as_slice() {
                    [] => {}
                    [a, b] => pairs.push([*a, *b]),
                    sides if sides.len() % 2 == 0 => {
                        return Err(format!("{name} is on {} edges; set `links` to say which are linked", sides.len()));
                    }
                    _ => return Err(format!("{name} is on an odd number of edges, but a link joins two")),
                }
            }
            Ok(pairs)
        };
        let links = links.map_or_else(pairs, Ok)?;
        let mut linked_sides = vec![None; colours.len()];
        for [a, b] in links {
            if a == b || a >= colours.len() || b >= colours.len() || colours[a] != colours[b] {
                bail!("{a} and {b} cannot be linked");
            }
            if linked_sides[a].is_some() || linked_sides[b].is_some() {
                return Err("an edge is linked twice".into());
            }
            (linked_sides[a], linked_sides[b]) = (Some(b), Some(a));
        }
        linked_sides.into_iter().collect::<Option<_>>().ok_or("an edge is not linked".into())
    }

    /// Canonical text of everything in the set that matters, for hashing. It must never change, or rules hashes would.
    pub fn canonical(&self) -> String {
        let colour = |colour: &Colour| format!("Colour {{ name: {:?}, letter: {:?} }}", colour.name, colour.letter);
        let tile = |tile: &Tile| {
            let Tile { name, back, first_orientation: first, rotations } = tile;
            format!("Tile {{ name: {name:?}, back: {back:?}, first_lie: {first:?}, rotations: {rotations} }}")
        };
        let orientation = |orientation: &Orientation| {
            let Orientation { tile, rotation, sign, colours, links: mates } = orientation;
            format!(
                "Lie {{ tile: {tile:?}, rotation: {rotation}, sign: {sign:?}, colours: {colours:?}, mates: {mates:?} }}"
            )
        };
        let colours: Vec<String> = self.colours.iter().map(colour).collect();
        let tiles: Vec<String> = self.tiles.iter().map(tile).collect();
        let orientations: Vec<String> = self.orientations.iter().map(orientation).collect();
        format!("{} [{}] [{}] [{}]", self.sides, colours.join(", "), tiles.join(", "), orientations.join(", "))
    }

    /// Tile with a name.
    pub fn tile_named(&self, name: &str) -> Option<TileIndex> {
        self.tiles.position(|tile| tile.name == name)
    }

    /// Colour with a name.
    pub fn colour_named(&self, name: &str) -> Option<ColourIndex> {
        self.colours.position(|colour| colour.name == name)
    }

    /// Orientation of a tile rotated clockwise by `rotation` sides; `None` for a full turn or more.
    pub fn orientation_of(&self, tile: TileIndex, rotation: usize) -> Option<OrientationIndex> {
        // A tile with rotational symmetry has fewer orientations, and they repeat.
        (rotation < self.sides).then(|| self.tiles[tile].orientation(rotation % self.tiles[tile].rotations))
    }

    /// Name of the tile of an orientation.
    pub fn tile_name(&self, orientation: OrientationIndex) -> &str {
        &self.tiles[self.orientations[orientation].tile].name
    }

    /// Indices of a tile's orientations.
    pub fn orientation_indices(&self, tile: TileIndex) -> impl Iterator<Item = OrientationIndex> + Clone + use<> {
        self.tiles[tile].orientations().map(OrientationIndex::new)
    }

    /// Orientations of a tile.
    pub fn orientations_of(&self, tile: TileIndex) -> &[Orientation] {
        &self.orientations.as_slice()[self.tiles[tile].orientations()]
    }
}

impl Tile {
    /// Positions of its orientations in the set's list.
    pub fn orientations(&self) -> Range<usize> {
        self.first_orientation.index()..self.first_orientation.index() + self.rotations
    }

    /// One of its orientations, counted from the first.
    pub fn orientation(&self, number: usize) -> OrientationIndex {
        OrientationIndex::new(self.first_orientation.index() + number)
    }
}

/// Whether a text can name a tile or a colour.
fn is_word(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=20).contains(&name.len()) && name.bytes().all(is_allowed)
}
