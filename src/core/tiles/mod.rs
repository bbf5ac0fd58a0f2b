//! Tile sets: the tiles, the colours of their edges, and the links between edges across a tile. Read from TOML;
//! independent of boards and rules.

use serde::Deserialize;
use toml::Spanned;

/// Set of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct TileSet {
    /// Name of the set.
    pub name: String,
    /// Number of sides of a tile.
    pub sides: usize,
    /// Colours; a colour is an index into this list.
    pub colours: Vec<Colour>,
    /// Tiles.
    pub tiles: Vec<Tile>,
    /// Every orientation of every tile.
    pub orientations: Vec<Orientation>,
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
    pub first_orientation: u16,
    /// Number of its distinct orientations.
    pub rotations: u8,
}

/// Tile in one rotation. Rotation `k` brings the edge at side 0 to side `k`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orientation {
    /// Index of the tile.
    pub tile: u16,
    /// Rotation in sides, clockwise.
    pub rotation: u8,
    /// Sign of this orientation in notation; empty if the set has no signs.
    pub sign: String,
    /// Colour of each side.
    pub colours: Vec<u8>,
    /// Side that each side is linked to.
    pub links: Vec<u8>,
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
            report(None, format!("tiles have 4 or 6 sides, not {}", file.sides));
        }
        if !(1..=Self::MAX_COLOURS).contains(&file.colours.len()) {
            report(None, format!("a set has 1 to {} colours, not {}", Self::MAX_COLOURS, file.colours.len()));
        }
        if !(1..=Self::MAX_SET_TILES).contains(&file.tile.len()) {
            report(None, format!("a set has 1 to {} tiles, not {}", Self::MAX_SET_TILES, file.tile.len()));
        }
        let mut colours: Vec<Colour> = Vec::new();
        for ColourEntry { name, letter } in file.colours {
            if !is_word(&name) || !letter.is_ascii_alphabetic() {
                report(None, format!("a colour has a name and a letter, not {name:?} and {letter:?}"));
            } else if colours.iter().any(|other| other.name == name || other.letter == letter) {
                report(None, format!("two colours are called {name} or written {letter}"));
            }
            colours.push(Colour { name, letter });
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut set =
            TileSet { name: name.to_string(), sides: file.sides, colours, tiles: Vec::new(), orientations: Vec::new() };
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
            _ => return Err("a tile's name is a number or a word".into()),
        };
        if self.tiles.iter().any(|tile| tile.name == name) {
            bail!("tile {name} is in the set twice");
        }
        let mut colours = Vec::new();
        for letter in entry.edges.chars() {
            let colour = self.colours.iter().position(|colour| colour.letter == letter);
            colours.push(colour.ok_or(format!("tile {name}: there is no colour {letter:?}"))? as u8);
        }
        if colours.len() != self.sides {
            bail!("tile {name} has {} edges, not {}", colours.len(), self.sides);
        }
        let colour_count = (0..self.colours.len() as u8).filter(|colour| colours.contains(colour)).count();
        if let Some(expected) = colours_per_tile.filter(|wanted| *wanted != colour_count) {
            let s = if colour_count == 1 { "" } else { "s" };
            bail!("tile {name} has {colour_count} colour{s}, and every tile of this set has {expected}");
        }
        match (backs, &entry.back) {
            (Some(backs), Some(back)) if !backs.contains(back) => {
                bail!("tile {name} has a {back} back; the backs of this set are {}", backs.join(", "));
            }
            (Some(_), None) => {
                bail!("tile {name} has no back, and every tile of this set has one");
            }
            _ => {}
        }
        let is_sign = |sign: &String| (1..=4).contains(&sign.len()) && sign.bytes().all(|b| b.is_ascii_graphic());
        if let Some(sign) = entry.signs.iter().find(|sign| !is_sign(sign)) {
            return Err(format!("tile {name}: a sign is 1 to 4 characters without a blank, not {sign:?}").into());
        }
        let links = self.resolve_links(&colours, entry.links).map_err(|message| format!("tile {name}: {message}"))?;
        let first_orientation = self.orientations.len() as u16;
        let tile = self.tiles.len() as u16;
        for rotation in 0..self.sides {
            let source_side = |side: usize| (side + self.sides - rotation) % self.sides;
            let orientation = Orientation {
                tile,
                rotation: rotation as u8,
                sign: entry.signs.get(rotation).cloned().unwrap_or_default(),
                colours: (0..self.sides).map(|side| colours[source_side(side)]).collect(),
                links: (0..self.sides)
                    .map(|side| ((links[source_side(side)] as usize + rotation) % self.sides) as u8)
                    .collect(),
            };
            // A tile with rotational symmetry has fewer orientations.
            let is_same = |old: &Orientation| old.colours == orientation.colours && old.links == orientation.links;
            if !self.orientations[first_orientation as usize..].iter().any(is_same) {
                self.orientations.push(orientation);
            }
        }
        let rotations = (self.orientations.len() - first_orientation as usize) as u8;
        if !entry.signs.is_empty() && entry.signs.len() != rotations as usize {
            let count = entry.signs.len();
            bail!("tile {name} can lie in {rotations} ways, and has {count} signs");
        }
        self.tiles.push(Tile { name, back: entry.back, first_orientation, rotations });
        Ok(())
    }

    /// Side that each side is linked to: as declared, or by default each edge with the other one of its colour.
    fn resolve_links(&self, colours: &[u8], links: Option<Vec<[usize; 2]>>) -> Result<Vec<u8>, TileError> {
        let pairs = || {
            let mut pairs = Vec::new();
            for (colour, Colour { name, .. }) in self.colours.iter().enumerate() {
                let sides = (0..colours.len()).filter(|&side| colours[side] as usize == colour);
                match sides.collect::<Vec<usize>>().as_slice() {
                    [] => {}
                    [a, b] => pairs.push([*a, *b]),
                    sides if sides.len() % 2 == 0 => {
                        return Err(format!("{name} is on {} edges; say which are linked", sides.len()));
                    }
                    _ => return Err(format!("{name} is on an odd number of edges, and a link joins two")),
                }
            }
            Ok(pairs)
        };
        let links = links.map_or_else(pairs, Ok)?;
        let mut linked_sides = vec![u8::MAX; colours.len()];
        for [a, b] in links {
            if a == b || a >= colours.len() || b >= colours.len() || colours[a] != colours[b] {
                bail!("{a} and {b} cannot be linked");
            }
            if linked_sides[a] != u8::MAX || linked_sides[b] != u8::MAX {
                return Err("an edge is linked twice".into());
            }
            (linked_sides[a], linked_sides[b]) = (b as u8, a as u8);
        }
        if linked_sides.contains(&u8::MAX) {
            return Err("an edge is linked to nothing".into());
        }
        Ok(linked_sides)
    }

    /// Canonical text of everything in the set that matters, for hashing. It must never change, or rules hashes would.
    pub fn canonical(&self) -> String {
        let colour = |colour: &Colour| format!("Colour {{ name: {:?}, letter: {:?} }}", colour.name, colour.letter);
        let tile = |tile: &Tile| {
            let Tile { name, back, first_orientation: first, rotations } = tile;
            format!("Tile {{ name: {name:?}, back: {back:?}, first_lie: {first}, rotations: {rotations} }}")
        };
        let orientation = |orientation: &Orientation| {
            let Orientation { tile, rotation, sign, colours, links: mates } = orientation;
            format!(
                "Lie {{ tile: {tile}, rotation: {rotation}, sign: {sign:?}, colours: {colours:?}, mates: {mates:?} }}"
            )
        };
        let colours: Vec<String> = self.colours.iter().map(colour).collect();
        let tiles: Vec<String> = self.tiles.iter().map(tile).collect();
        let orientations: Vec<String> = self.orientations.iter().map(orientation).collect();
        format!("{} [{}] [{}] [{}]", self.sides, colours.join(", "), tiles.join(", "), orientations.join(", "))
    }

    /// Tile with a name.
    pub fn tile_named(&self, name: &str) -> Option<u16> {
        self.tiles.iter().position(|tile| tile.name == name).map(|index| index as u16)
    }

    /// Orientation of a tile rotated clockwise by `rotation` sides; `None` for a full turn or more.
    pub fn orientation_of(&self, tile: u16, rotation: usize) -> Option<u16> {
        let entry = &self.tiles[tile as usize];
        // A tile with rotational symmetry has fewer orientations, and they repeat.
        (rotation < self.sides).then(|| entry.first_orientation + (rotation % entry.rotations as usize) as u16)
    }

    /// Name of the tile of an orientation.
    pub fn tile_name(&self, orientation: u16) -> &str {
        &self.tiles[self.orientations[orientation as usize].tile as usize].name
    }

    /// Indices of a tile's orientations.
    pub fn orientation_indices(&self, tile: u16) -> impl Iterator<Item = u16> + use<> {
        let entry = &self.tiles[tile as usize];
        entry.first_orientation..entry.first_orientation + u16::from(entry.rotations)
    }

    /// Orientations of a tile.
    pub fn orientations_of(&self, tile: u16) -> &[Orientation] {
        let tile = &self.tiles[tile as usize];
        &self.orientations[tile.first_orientation as usize..][..tile.rotations as usize]
    }
}

/// Whether a text can name a tile or a colour.
fn is_word(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=20).contains(&name.len()) && name.bytes().all(is_allowed)
}
