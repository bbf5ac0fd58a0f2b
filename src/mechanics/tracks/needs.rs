//! What an empty cell asks of the tile that fills it: the colour wanted on each side that touches a tile. One number a
//! cell, so that every question about it is a look-up.

use crate::tiles::TileSet;

/// The wants of a cell in one number: a digit a side, 0 for a side that touches nothing, else the colour plus 1.
pub type Need = u32;

/// No lie.
pub const NONE: u16 = u16::MAX;

/// How hard one colour presses into a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pressure {
    Calm,
    /// So many sides of one colour that the cell is filled at once.
    Pulled,
    /// So many that no tile may ever lie there: whatever leads to it is illegal.
    Torn,
}

/// From how many sides one colour enters a space that is filled at once, and one that may not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strain {
    pub pulled: u8,
    pub torn: u8,
}

impl Strain {
    /// More sides than a cell has.
    pub const NEVER: u8 = u8::MAX;
    /// No rule cares.
    pub const NONE: Strain = Strain { pulled: Strain::NEVER, torn: Strain::NEVER };

    /// What so many sides of one colour do.
    pub fn pressure(self, most: u8) -> Pressure {
        match most {
            most if most < self.pulled.min(self.torn) => Pressure::Calm,
            most if most >= self.torn => Pressure::Torn,
            _ => Pressure::Pulled,
        }
    }
}

/// Look-ups for every need of a tile set.
#[derive(Clone, PartialEq, Debug)]
pub struct Needs {
    /// One more than there are colours.
    base: Need,
    /// The value of a colour 0 on each side.
    weight: Vec<Need>,
    /// The most lies that match a need of at least one side.
    most_fits: usize,
    /// The most lies of one tile that do.
    most_turns: usize,
    /// The tiles that match each need, as bits of which tiles share one whose numbers are 64 apart: one look rules out most
    /// hands.
    tiles: Vec<u64>,
    /// The lies that match, need after need, and where those of each need begin.
    matching: Vec<u16>,
    begins: Vec<u32>,
    /// From how many sides the colour enters that enters most often.
    most: Vec<u8>,
    /// The one lie that joins what presses into a cell, or `NONE`.
    fill: Vec<u16>,
}

impl Needs {
    /// `pulled`: from how many sides of one colour a space is filled at once, if the rules have such a thing.
    pub fn new(set: &TileSet, pulled: Option<usize>) -> Needs {
        let base = set.colours.len() as Need + 1;
        let count = base.pow(set.sides as u32) as usize;
        let mut needs = Needs {
            base,
            weight: (0..set.sides).map(|side| base.pow(side as u32)).collect(),
            most_fits: 0,
            most_turns: 0,
            tiles: Vec::new(),
            matching: Vec::new(),
            begins: Vec::new(),
            most: (0..count as Need).map(|need| most_of_one_colour(need, base)).collect(),
            fill: vec![NONE; count],
        };
        needs.match_lies(set, count);
        if let Some(pulled) = pulled {
            for need in (0..count).filter(|need| needs.most[*need] as usize >= pulled) {
                needs.fill[need] = needs.joining(set, need as Need, pulled);
            }
        }
        needs
    }

    /// A lie matches every need that asks for some of its sides.
    fn match_lies(&mut self, set: &TileSet, count: usize) {
        let met = |lie: &crate::tiles::Lie| -> Vec<Need> {
            let digit = |side: usize| self.digit(side, lie.colours[side]);
            let asked = |sides: u32| (0..set.sides).filter(move |side| sides >> side & 1 != 0);
            (0..1u32 << set.sides).map(|sides| asked(sides).map(digit).sum()).collect()
        };
        let met: Vec<Vec<Need>> = set.lies.iter().map(met).collect();
        let mut ends = vec![0u32; count + 1];
        met.iter().flatten().for_each(|need| ends[*need as usize + 1] += 1);
        for need in 0..count {
            ends[need + 1] += ends[need];
        }
        let mut next = ends.clone();
        self.matching = vec![NONE; met.iter().map(Vec::len).sum()];
        for (lie, met) in met.iter().enumerate() {
            for need in met {
                self.matching[next[*need as usize] as usize] = lie as u16;
                next[*need as usize] += 1;
            }
        }
        self.begins = ends;
        let tile = |lie: u16| set.lies[lie as usize].tile;
        let turns = |fits: &[u16]| fits.chunk_by(|a, b| tile(*a) == tile(*b)).map(<[u16]>::len).max();
        let bits = |fits: &[u16]| Needs::bits(fits.iter().map(|lie| tile(*lie)));
        self.tiles = (0..count as Need).map(|need| bits(self.fits(need))).collect();
        let needs = 1..count as Need;
        self.most_fits = needs.clone().map(|need| self.fits(need).len()).max().unwrap_or(0);
        self.most_turns = needs.filter_map(|need| turns(self.fits(need))).max().unwrap_or(0);
    }

    /// The one lie that joins all sides of every colour that presses into a cell; `NONE` if there is not exactly one.
    fn joining(&self, set: &TileSet, need: Need, pulled: usize) -> u16 {
        let sides_of = |colour: u8| -> Vec<usize> {
            (0..set.sides).filter(|&side| self.wanted(need, side) == Some(colour)).collect()
        };
        let pressing: Vec<Vec<usize>> =
            (0..set.colours.len() as u8).map(sides_of).filter(|sides| sides.len() >= pulled).collect();
        let joins = |lie: &u16| {
            let mates = &set.lies[*lie as usize].mates;
            let joined =
                |sides: &Vec<usize>| sides.iter().all(|&side| sides.contains(&(mates[side] as usize)));
            pressing.iter().all(joined)
        };
        let mut joining = self.fits(need).iter().copied().filter(joins);
        match (joining.next(), joining.next()) {
            (Some(only), None) => only,
            _ => NONE,
        }
    }

    /// What a colour on a side adds to a need.
    pub fn digit(&self, side: usize, colour: u8) -> Need {
        self.weight[side] * (colour as Need + 1)
    }

    fn wanted(&self, need: Need, side: usize) -> Option<u8> {
        (need / self.weight[side] % self.base).checked_sub(1).map(|colour| colour as u8)
    }

    /// The lies that match.
    pub fn fits(&self, need: Need) -> &[u16] {
        let (begin, end) = (self.begins[need as usize], self.begins[need as usize + 1]);
        &self.matching[begin as usize..end as usize]
    }

    /// Some tiles as bits; tiles whose numbers are 64 apart share one.
    pub fn bits(tiles: impl Iterator<Item = u16>) -> u64 {
        tiles.fold(0, |bits, tile| bits | 1 << (tile % 64))
    }

    /// Whether one of some tiles, told by their bits, may match; if not, none of them does.
    pub fn may_fit(&self, need: Need, bits: u64) -> bool {
        self.tiles[need as usize] & bits != 0
    }

    /// The most lies that match a cell beside a tile.
    pub fn most_fits(&self) -> usize {
        self.most_fits
    }

    /// The most ways in which one tile can lie there.
    pub fn most_turns(&self) -> usize {
        self.most_turns
    }

    pub fn pressure(&self, need: Need, strain: Strain) -> Pressure {
        strain.pressure(self.most(need))
    }

    /// From how many sides the colour enters that enters most often.
    pub fn most(&self, need: Need) -> u8 {
        self.most[need as usize]
    }

    /// The lie that a pulled cell is filled with, if there is exactly one.
    pub fn fill(&self, need: Need) -> Option<u16> {
        Some(self.fill[need as usize]).filter(|&lie| lie != NONE)
    }
}

/// From how many sides the colour enters that enters most often.
fn most_of_one_colour(mut need: Need, base: Need) -> u8 {
    let mut counts = [0u8; TileSet::MOST_COLOURS + 1];
    while need > 0 {
        counts[(need % base) as usize] += 1;
        need /= base;
    }
    counts[1..].iter().copied().max().unwrap_or(0)
}
