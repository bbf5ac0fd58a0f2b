//! Edge constraints: the colour required on each side of an empty cell that touches a tile. One number per cell, so
//! that every query is a table lookup.

use crate::tiles::TileSet;

/// Constraint of a cell as one number: one digit per side, 0 for a side that touches nothing, otherwise the colour plus
/// 1.
pub type EdgeConstraint = u32;

/// No orientation.
pub const NONE: u16 = u16::MAX;

/// Effect of the colours around an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FillState {
    Free,
    /// So many sides have one colour that the cell is filled at once.
    Forced,
    /// So many sides have one colour that no tile may ever be placed there: a move that leads to it is illegal.
    Impossible,
}

/// Number of sides of one colour from which a space is filled at once, and from which it is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedThresholds {
    pub pulled: u8,
    pub torn: u8,
}

impl ForcedThresholds {
    /// More sides than a cell has.
    pub const NEVER: u8 = u8::MAX;
    /// No rule of this type.
    pub const NONE: ForcedThresholds =
        ForcedThresholds { pulled: ForcedThresholds::NEVER, torn: ForcedThresholds::NEVER };

    /// Effect of `most` sides of one colour.
    pub fn pressure(self, most: u8) -> FillState {
        match most {
            most if most < self.pulled.min(self.torn) => FillState::Free,
            most if most >= self.torn => FillState::Impossible,
            _ => FillState::Forced,
        }
    }
}

/// Lookup tables for every constraint of a tile set.
#[derive(Clone, PartialEq, Debug)]
pub struct ConstraintTables {
    /// Number of colours plus one.
    base: EdgeConstraint,
    /// Value of colour 0 on each side.
    weight: Vec<EdgeConstraint>,
    /// Maximum number of orientations that match a constraint of at least one side.
    most_fits: usize,
    /// Maximum number of orientations of one tile among them.
    most_turns: usize,
    /// Tiles that match each constraint, as bits (tiles whose indices differ by a multiple of 64 share one): a single
    /// test rules out most hands.
    tiles: Vec<u64>,
    /// Matching orientations of all constraints in a row, and where those of each constraint begin.
    matching: Vec<u16>,
    begins: Vec<u32>,
    /// Number of sides of the most frequent colour.
    most: Vec<u8>,
    /// The only orientation that joins the colours of a forced cell, or `NONE`.
    fill: Vec<u16>,
}

impl ConstraintTables {
    /// Computes the tables. `pulled` is the number of sides of one colour from which a space is filled at once, if the
    /// rules have such a number.
    pub fn new(set: &TileSet, pulled: Option<usize>) -> ConstraintTables {
        let base = set.colours.len() as EdgeConstraint + 1;
        let count = base.pow(set.sides as u32) as usize;
        let mut needs = ConstraintTables {
            base,
            weight: (0..set.sides).map(|side| base.pow(side as u32)).collect(),
            most_fits: 0,
            most_turns: 0,
            tiles: Vec::new(),
            matching: Vec::new(),
            begins: Vec::new(),
            most: (0..count as EdgeConstraint).map(|need| most_of_one_colour(need, base)).collect(),
            fill: vec![NONE; count],
        };
        needs.match_orientations(set, count);
        if let Some(pulled) = pulled {
            for need in (0..count).filter(|need| needs.most[*need] as usize >= pulled) {
                needs.fill[need] = needs.joining(set, need as EdgeConstraint, pulled);
            }
        }
        needs
    }

    /// An orientation matches every constraint on a subset of its sides.
    fn match_orientations(&mut self, set: &TileSet, count: usize) {
        let met = |orientation: &crate::tiles::Orientation| -> Vec<EdgeConstraint> {
            let digit = |side: usize| self.digit(side, orientation.colours[side]);
            let asked = |sides: u32| (0..set.sides).filter(move |side| sides >> side & 1 != 0);
            (0..1u32 << set.sides).map(|sides| asked(sides).map(digit).sum()).collect()
        };
        let met: Vec<Vec<EdgeConstraint>> = set.orientations.iter().map(met).collect();
        let mut ends = vec![0u32; count + 1];
        met.iter().flatten().for_each(|need| ends[*need as usize + 1] += 1);
        for need in 0..count {
            ends[need + 1] += ends[need];
        }
        let mut next = ends.clone();
        self.matching = vec![NONE; met.iter().map(Vec::len).sum()];
        for (orientation, met) in met.iter().enumerate() {
            for need in met {
                self.matching[next[*need as usize] as usize] = orientation as u16;
                next[*need as usize] += 1;
            }
        }
        self.begins = ends;
        let tile = |orientation: u16| set.orientations[orientation as usize].tile;
        let turns = |fits: &[u16]| fits.chunk_by(|a, b| tile(*a) == tile(*b)).map(<[u16]>::len).max();
        let bits = |fits: &[u16]| ConstraintTables::bits(fits.iter().map(|orientation| tile(*orientation)));
        self.tiles = (0..count as EdgeConstraint).map(|need| bits(self.fits(need))).collect();
        let needs = 1..count as EdgeConstraint;
        self.most_fits = needs.clone().map(|need| self.fits(need).len()).max().unwrap_or(0);
        self.most_turns = needs.filter_map(|need| turns(self.fits(need))).max().unwrap_or(0);
    }

    /// The only orientation that joins all sides of every colour that forces a cell; `NONE` if there is not exactly
    /// one.
    fn joining(&self, set: &TileSet, need: EdgeConstraint, pulled: usize) -> u16 {
        let sides_of = |colour: u8| -> Vec<usize> {
            (0..set.sides).filter(|&side| self.wanted(need, side) == Some(colour)).collect()
        };
        let pressing: Vec<Vec<usize>> =
            (0..set.colours.len() as u8).map(sides_of).filter(|sides| sides.len() >= pulled).collect();
        let joins = |orientation: &u16| {
            let mates = &set.orientations[*orientation as usize].mates;
            let joined = |sides: &Vec<usize>| sides.iter().all(|&side| sides.contains(&(mates[side] as usize)));
            pressing.iter().all(joined)
        };
        let mut joining = self.fits(need).iter().copied().filter(joins);
        match (joining.next(), joining.next()) {
            (Some(only), None) => only,
            _ => NONE,
        }
    }

    /// What a colour on a side adds to a constraint.
    pub fn digit(&self, side: usize, colour: u8) -> EdgeConstraint {
        self.weight[side] * (colour as EdgeConstraint + 1)
    }

    fn wanted(&self, need: EdgeConstraint, side: usize) -> Option<u8> {
        (need / self.weight[side] % self.base).checked_sub(1).map(|colour| colour as u8)
    }

    /// Orientations that match.
    pub fn fits(&self, need: EdgeConstraint) -> &[u16] {
        let (begin, end) = (self.begins[need as usize], self.begins[need as usize + 1]);
        &self.matching[begin as usize..end as usize]
    }

    /// Tiles as bits; tiles whose indices differ by a multiple of 64 share one.
    pub fn bits(tiles: impl Iterator<Item = u16>) -> u64 {
        tiles.fold(0, |bits, tile| bits | 1 << (tile % 64))
    }

    /// Whether one of some tiles, given as bits, may match; if not, none of them does.
    pub fn may_fit(&self, need: EdgeConstraint, bits: u64) -> bool {
        self.tiles[need as usize] & bits != 0
    }

    /// Maximum number of orientations that match a cell beside a tile.
    pub fn most_fits(&self) -> usize {
        self.most_fits
    }

    /// Maximum number of orientations of one tile that match there.
    pub fn most_turns(&self) -> usize {
        self.most_turns
    }

    pub fn pressure(&self, need: EdgeConstraint, strain: ForcedThresholds) -> FillState {
        strain.pressure(self.most(need))
    }

    /// Number of sides of the most frequent colour.
    pub fn most(&self, need: EdgeConstraint) -> u8 {
        self.most[need as usize]
    }

    /// Orientation that fills a forced cell, if there is exactly one.
    pub fn fill(&self, need: EdgeConstraint) -> Option<u16> {
        Some(self.fill[need as usize]).filter(|&orientation| orientation != NONE)
    }
}

/// Number of sides of the most frequent colour.
fn most_of_one_colour(mut need: EdgeConstraint, base: EdgeConstraint) -> u8 {
    let mut counts = [0u8; TileSet::MAX_COLOURS + 1];
    while need > 0 {
        counts[(need % base) as usize] += 1;
        need /= base;
    }
    counts[1..].iter().copied().max().unwrap_or(0)
}
