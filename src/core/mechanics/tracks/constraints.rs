//! Edge constraints: the colours required on the sides of an empty cell that touches a tile. A constraint is one
//! number, so that every query is a table lookup.

use crate::tiles::{ColourIndex, OrientationIndex, TileIndex, TileSet};

/// Constraint of a cell as one number: one digit per side, 0 if the side touches no tile, otherwise the colour plus 1.
pub type EdgeConstraint = u32;

/// Effect of the colours around an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FillState {
    Free,
    /// One colour enters from enough sides that the cell is filled at once.
    Forced,
    /// One colour enters from too many sides for any tile. A move that leads to it is illegal.
    Impossible,
}

/// Number of sides of one colour from which a space is forced, and from which it is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedThresholds {
    pub forced: u8,
    pub impossible: u8,
}

impl ForcedThresholds {
    /// More sides than a cell has.
    pub const NEVER: u8 = u8::MAX;
    /// Neither threshold applies.
    pub const NONE: ForcedThresholds =
        ForcedThresholds { forced: ForcedThresholds::NEVER, impossible: ForcedThresholds::NEVER };

    /// Effect of `same_colour` sides of one colour.
    pub fn fill_state(self, same_colour: u8) -> FillState {
        match same_colour {
            same_colour if same_colour < self.forced.min(self.impossible) => FillState::Free,
            same_colour if same_colour >= self.impossible => FillState::Impossible,
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
    max_fits: usize,
    /// Maximum number of orientations of one tile that match such a constraint.
    max_rotations: usize,
    /// Tiles that match each constraint, as bits (tiles whose indices differ by a multiple of 64 share one): a single
    /// test rules out most hands.
    tiles: Vec<u64>,
    /// Matching orientations of all constraints, one after the other, and the start of those of each constraint.
    matching: Vec<OrientationIndex>,
    starts: Vec<u32>,
    /// Number of sides of the most frequent colour.
    max_same_colour: Vec<u8>,
    /// The only orientation that joins the colours of a forced cell, or the sentinel.
    fill: Vec<OrientationIndex>,
}

impl ConstraintTables {
    /// Computes the tables. `forced_from` is the number of sides of one colour from which a space is filled at once, if
    /// the rules have such a number.
    pub fn new(set: &TileSet, forced_from: Option<usize>) -> ConstraintTables {
        let base = set.colours.len() as EdgeConstraint + 1;
        let count = base.pow(set.sides as u32) as usize;
        let mut tables = ConstraintTables {
            base,
            weight: (0..set.sides).map(|side| base.pow(side as u32)).collect(),
            max_fits: 0,
            max_rotations: 0,
            tiles: Vec::new(),
            matching: Vec::new(),
            starts: Vec::new(),
            max_same_colour: (0..count as EdgeConstraint)
                .map(|constraint| max_same_colour_of(constraint, base))
                .collect(),
            fill: vec![OrientationIndex::NONE; count],
        };
        tables.match_orientations(set, count);
        if let Some(forced_from) = forced_from {
            for constraint in
                (0..count).filter(|constraint| tables.max_same_colour[*constraint] as usize >= forced_from)
            {
                tables.fill[constraint] = tables.forced_orientation(set, constraint as EdgeConstraint, forced_from);
            }
        }
        tables
    }

    /// Collects the orientations that match each constraint: one matches every constraint on a subset of its sides.
    fn match_orientations(&mut self, set: &TileSet, count: usize) {
        let matched = |orientation: &crate::tiles::Orientation| -> Vec<EdgeConstraint> {
            let digit = |side: usize| self.digit(side, orientation.colours[side]);
            let selected = |sides: u32| (0..set.sides).filter(move |side| sides >> side & 1 != 0);
            (0..1u32 << set.sides).map(|sides| selected(sides).map(digit).sum()).collect()
        };
        let matched: Vec<Vec<EdgeConstraint>> = set.orientations.iter().map(matched).collect();
        let mut ends = vec![0u32; count + 1];
        matched.iter().flatten().for_each(|constraint| ends[*constraint as usize + 1] += 1);
        for constraint in 0..count {
            ends[constraint + 1] += ends[constraint];
        }
        let mut next = ends.clone();
        self.matching = vec![OrientationIndex::NONE; matched.iter().map(Vec::len).sum()];
        for (orientation, matched) in set.orientations.indices().zip(&matched) {
            for constraint in matched {
                self.matching[next[*constraint as usize] as usize] = orientation;
                next[*constraint as usize] += 1;
            }
        }
        self.starts = ends;
        let tile = |orientation: OrientationIndex| set.orientations[orientation].tile;
        let max_rotations =
            |fits: &[OrientationIndex]| fits.chunk_by(|a, b| tile(*a) == tile(*b)).map(<[OrientationIndex]>::len).max();
        let bits =
            |fits: &[OrientationIndex]| ConstraintTables::bits(fits.iter().map(|orientation| tile(*orientation)));
        self.tiles = (0..count as EdgeConstraint).map(|constraint| bits(self.fits(constraint))).collect();
        let constraints = 1..count as EdgeConstraint;
        self.max_fits = constraints.clone().map(|constraint| self.fits(constraint).len()).max().unwrap_or(0);
        self.max_rotations =
            constraints.filter_map(|constraint| max_rotations(self.fits(constraint))).max().unwrap_or(0);
    }

    /// The only orientation that joins all sides of every colour that forces a cell; the sentinel if there is not exactly
    /// one.
    fn forced_orientation(&self, set: &TileSet, constraint: EdgeConstraint, forced_from: usize) -> OrientationIndex {
        let sides_of = |colour: ColourIndex| -> Vec<usize> {
            (0..set.sides).filter(|&side| self.required_colour(constraint, side) == Some(colour)).collect()
        };
        let forcing_sides: Vec<Vec<usize>> =
            set.colours.indices().map(sides_of).filter(|sides| sides.len() >= forced_from).collect();
        let joins_all = |orientation: &OrientationIndex| {
            let links = &set.orientations[*orientation].links;
            let is_joined = |sides: &Vec<usize>| sides.iter().all(|&side| sides.contains(&links[side]));
            forcing_sides.iter().all(is_joined)
        };
        let mut joining = self.fits(constraint).iter().copied().filter(joins_all);
        match (joining.next(), joining.next()) {
            (Some(only), None) => only,
            _ => OrientationIndex::NONE,
        }
    }

    /// Digit of a colour on a side, to be added to a constraint.
    pub fn digit(&self, side: usize, colour: ColourIndex) -> EdgeConstraint {
        self.weight[side] * (colour.index() as EdgeConstraint + 1)
    }

    fn required_colour(&self, constraint: EdgeConstraint, side: usize) -> Option<ColourIndex> {
        (constraint / self.weight[side] % self.base).checked_sub(1).map(|colour| ColourIndex::new(colour as usize))
    }

    /// Orientations that match.
    pub fn fits(&self, constraint: EdgeConstraint) -> &[OrientationIndex] {
        let (start, end) = (self.starts[constraint as usize], self.starts[constraint as usize + 1]);
        &self.matching[start as usize..end as usize]
    }

    /// Tiles as bits; tiles whose indices differ by a multiple of 64 share one.
    pub fn bits(tiles: impl Iterator<Item = TileIndex>) -> u64 {
        tiles.fold(0, |bits, tile| bits | 1 << (tile.index() % 64))
    }

    /// Whether one of some tiles, given as bits, may match; if not, none of them does.
    pub fn may_fit(&self, constraint: EdgeConstraint, bits: u64) -> bool {
        self.tiles[constraint as usize] & bits != 0
    }

    /// Maximum number of orientations that match a cell next to a tile.
    pub fn max_fits(&self) -> usize {
        self.max_fits
    }

    /// Maximum number of orientations of one tile that match a cell next to a tile.
    pub fn max_rotations(&self) -> usize {
        self.max_rotations
    }

    pub fn fill_state(&self, constraint: EdgeConstraint, thresholds: ForcedThresholds) -> FillState {
        thresholds.fill_state(self.max_same_colour(constraint))
    }

    /// Number of sides of the most frequent colour.
    pub fn max_same_colour(&self, constraint: EdgeConstraint) -> u8 {
        self.max_same_colour[constraint as usize]
    }

    /// Orientation that fills a forced cell, if there is exactly one.
    pub fn fill(&self, constraint: EdgeConstraint) -> Option<OrientationIndex> {
        Some(self.fill[constraint as usize]).filter(|&orientation| orientation != OrientationIndex::NONE)
    }
}

/// Number of sides of the most frequent colour.
fn max_same_colour_of(mut constraint: EdgeConstraint, base: EdgeConstraint) -> u8 {
    let mut counts = [0u8; TileSet::MAX_COLOURS + 1];
    while constraint > 0 {
        counts[(constraint % base) as usize] += 1;
        constraint /= base;
    }
    counts[1..].iter().copied().max().unwrap_or(0)
}
