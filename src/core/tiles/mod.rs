//! Tile sets: which tiles there are, the colours of their edges, and which edges are linked across a tile. Read from
//! TOML; knows neither boards nor rules.

use serde::Deserialize;
use toml::Spanned;

/// A set of tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct TileSet {
    pub name: String,
    pub sides: usize,
    /// Names of the colours; a colour is its index here.
    pub colours: Vec<Colour>,
    pub tiles: Vec<Tile>,
    /// Every way every tile can lie.
    pub orientations: Vec<Orientation>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colour {
    pub name: String,
    pub letter: char,
}

/// One tile as its file describes it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// What notation calls it: a number or a sign.
    pub name: String,
    pub back: Option<String>,
    /// Its lies are a run of the set's.
    pub first_orientation: u16,
    pub rotations: u8,
}

/// A tile turned some way. Rotation `k` brings the edge at side 0 to side `k`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orientation {
    pub tile: u16,
    pub rotation: u8,
    /// What notation writes for the tile lying so; empty where the set has no signs.
    pub sign: String,
    /// The colour of each side.
    pub colours: Vec<u8>,
    /// The side that each side is linked to.
    pub mates: Vec<u8>,
}

/// What is wrong with a tile set, and where its file says it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{says}")]
pub struct TileError {
    pub line: Option<u32>,
    pub says: String,
}

impl<T: Into<String>> From<T> for TileError {
    fn from(says: T) -> TileError {
        TileError { line: None, says: says.into() }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileSetFile {
    sides: usize,
    /// Name and letter of each colour.
    colours: Vec<ColourEntry>,
    /// How many colours every tile shows, where the set says so.
    #[serde(default)]
    colours_per_tile: Option<usize>,
    /// The backs there are, where the set says so; every tile then has one of them.
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
    /// One letter a side, clockwise.
    edges: String,
    /// Which edges are linked, as pairs of sides; edges of one colour are linked in order unless given.
    #[serde(default)]
    links: Option<Vec<[usize; 2]>>,
    #[serde(default)]
    back: Option<String>,
    /// The signs of its rotations, where notation tells them apart.
    #[serde(default)]
    signs: Vec<String>,
}

impl TileSet {
    pub const MAX_COLOURS: usize = 6;
    pub const MAX_SET_TILES: usize = 1000;

    /// Reads a set, or tells everything that is wrong with it.
    pub fn read(name: &str, text: &str) -> Result<TileSet, Vec<TileError>> {
        let line_of = |offset: usize| {
            let before = text.as_bytes().get(..offset).unwrap_or_default();
            before.iter().filter(|byte| **byte == b'\n').count() as u32 + 1
        };
        let file: TileSetFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| line_of(span.start));
            vec![TileError { line, says: error.message().trim().to_string() }]
        })?;
        let mut faults = Vec::new();
        let mut fault = |line: Option<u32>, says: String| faults.push(TileError { line, says });
        if ![4, 6].contains(&file.sides) {
            fault(None, format!("tiles have 4 or 6 sides, not {}", file.sides));
        }
        if !(1..=Self::MAX_COLOURS).contains(&file.colours.len()) {
            fault(None, format!("a set has 1 to {} colours, not {}", Self::MAX_COLOURS, file.colours.len()));
        }
        if !(1..=Self::MAX_SET_TILES).contains(&file.tile.len()) {
            fault(None, format!("a set has 1 to {} tiles, not {}", Self::MAX_SET_TILES, file.tile.len()));
        }
        let mut colours: Vec<Colour> = Vec::new();
        for ColourEntry { name, letter } in file.colours {
            if !is_word(&name) || !letter.is_ascii_alphabetic() {
                fault(None, format!("a colour has a name and a letter, not {name:?} and {letter:?}"));
            } else if colours.iter().any(|other| other.name == name || other.letter == letter) {
                fault(None, format!("two colours are called {name} or written {letter}"));
            }
            colours.push(Colour { name, letter });
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut set = TileSet {
            name: name.to_string(),
            sides: file.sides,
            colours,
            tiles: Vec::new(),
            orientations: Vec::new(),
        };
        for entry in file.tile {
            let line = line_of(entry.span().start);
            if let Err(error) = set.add(entry.into_inner(), file.colours_per_tile, file.backs.as_deref()) {
                faults.push(TileError { line: Some(line), ..error });
            }
        }
        if faults.is_empty() { Ok(set) } else { Err(faults) }
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
        let shown = (0..self.colours.len() as u8).filter(|colour| colours.contains(colour)).count();
        if let Some(wanted) = colours_per_tile.filter(|wanted| *wanted != shown) {
            let s = if shown == 1 { "" } else { "s" };
            bail!("tile {name} has {shown} colour{s}, and every tile of this set has {wanted}");
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
        let is_sign =
            |sign: &String| (1..=4).contains(&sign.len()) && sign.bytes().all(|b| b.is_ascii_graphic());
        if let Some(sign) = entry.signs.iter().find(|sign| !is_sign(sign)) {
            return Err(
                format!("tile {name}: a sign is 1 to 4 characters without a blank, not {sign:?}").into()
            );
        }
        let mates = self.links(&colours, entry.links).map_err(|says| format!("tile {name}: {says}"))?;
        let first_orientation = self.orientations.len() as u16;
        let tile = self.tiles.len() as u16;
        for rotation in 0..self.sides {
            let turned = |side: usize| (side + self.sides - rotation) % self.sides;
            let orientation = Orientation {
                tile,
                rotation: rotation as u8,
                sign: entry.signs.get(rotation).cloned().unwrap_or_default(),
                colours: (0..self.sides).map(|side| colours[turned(side)]).collect(),
                mates: (0..self.sides)
                    .map(|side| ((mates[turned(side)] as usize + rotation) % self.sides) as u8)
                    .collect(),
            };
            // A tile that looks the same when turned lies in fewer ways.
            let seen =
                |old: &Orientation| old.colours == orientation.colours && old.mates == orientation.mates;
            if !self.orientations[first_orientation as usize..].iter().any(seen) {
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

    /// The side each side is linked to: as given, or each edge with the other one of its colour.
    fn links(&self, colours: &[u8], links: Option<Vec<[usize; 2]>>) -> Result<Vec<u8>, TileError> {
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
        let mut mates = vec![u8::MAX; colours.len()];
        for [a, b] in links {
            if a == b || a >= colours.len() || b >= colours.len() || colours[a] != colours[b] {
                bail!("{a} and {b} cannot be linked");
            }
            if mates[a] != u8::MAX || mates[b] != u8::MAX {
                return Err("an edge is linked twice".into());
            }
            (mates[a], mates[b]) = (b as u8, a as u8);
        }
        if mates.contains(&u8::MAX) {
            return Err("an edge is linked to nothing".into());
        }
        Ok(mates)
    }

    /// Everything the set means, in one spelling.
    pub fn canonical(&self) -> String {
        format!("{} {:?} {:?} {:?}", self.sides, self.colours, self.tiles, self.orientations)
    }

    /// The tile of some name.
    pub fn tile_named(&self, name: &str) -> Option<u16> {
        self.tiles.iter().position(|tile| tile.name == name).map(|index| index as u16)
    }

    /// The lie of a tile turned clockwise by some sides; `None` if it cannot be turned so far.
    pub fn orientation_of(&self, tile: u16, rotation: usize) -> Option<u16> {
        let entry = &self.tiles[tile as usize];
        // A tile that looks the same when turned has fewer lies, and they repeat.
        (rotation < self.sides)
            .then(|| entry.first_orientation + (rotation % entry.rotations as usize) as u16)
    }

    /// The ways a tile can lie.
    pub fn orientations_of(&self, tile: u16) -> &[Orientation] {
        let tile = &self.tiles[tile as usize];
        &self.orientations[tile.first_orientation as usize..][..tile.rotations as usize]
    }
}

/// A name that can be written anywhere.
fn is_word(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=20).contains(&name.len()) && name.bytes().all(fits)
}
