//! Orientations of a set with everything needed to place them, contiguous in memory.

use super::constraints::{ConstraintTables, EdgeConstraint};
use crate::geometry::Lattice;
use crate::index::IndexVec;
use crate::tiles::{ColourIndex, OrientationIndex, TileSet};

/// Colours of several sides in one number, four bits per side: 0 for none, otherwise the colour plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EdgePattern(u32);

impl EdgePattern {
    pub const NONE: EdgePattern = EdgePattern(0);
    const BITS: usize = 4;
    /// Lowest bit of every side.
    const LOWEST: u32 = 0x0111_1111;

    pub fn single(side: usize, colour: ColourIndex) -> EdgePattern {
        EdgePattern((colour.index() as u32 + 1) << (side * Self::BITS))
    }

    /// Adds sides that have no colour yet.
    pub fn with(self, sides: EdgePattern) -> EdgePattern {
        EdgePattern(self.0 + sides.0)
    }

    pub fn without(self, sides: EdgePattern) -> EdgePattern {
        EdgePattern(self.0 - sides.0)
    }

    /// Colour of a side, if it has one.
    pub fn colour(self, side: usize) -> Option<ColourIndex> {
        let digit = self.0 >> (side * Self::BITS) & ((1 << Self::BITS) - 1);
        digit.checked_sub(1).map(|colour| ColourIndex::new(colour as usize))
    }

    /// Sides that have a colour, lowest first.
    pub fn sides(self) -> impl Iterator<Item = (usize, ColourIndex)> {
        let mut remaining = self.0;
        std::iter::from_fn(move || {
            let side = (remaining != 0).then(|| remaining.trailing_zeros() as usize / Self::BITS)?;
            let colour = EdgePattern(remaining).colour(side)?;
            remaining &= !(((1 << Self::BITS) - 1) << (side * Self::BITS));
            Some((side, colour))
        })
    }

    /// Whether an orientation with this pattern has every required colour.
    pub fn satisfies(self, required: EdgePattern) -> bool {
        let any_bit = required.0 | required.0 >> 1 | required.0 >> 2 | required.0 >> 3;
        let mask = (any_bit & Self::LOWEST) * ((1 << Self::BITS) - 1);
        (self.0 ^ required.0) & mask == 0
    }
}

/// Constraint of a side on the neighbouring cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EdgeDemand {
    pub constraint: EdgeConstraint,
    pub pattern: EdgePattern,
}

/// Two linked sides, and the colour of the track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrackLink {
    pub a: u8,
    pub b: u8,
    pub colour: ColourIndex,
}

/// Orientation prepared for placing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OrientedTile {
    /// Constraint of each side on the neighbouring cell; only the sides of the lattice are used.
    pub demands: [EdgeDemand; Lattice::MAX_SIDES],
    pub links: [TrackLink; Lattice::MAX_SIDES / 2],
}

/// Prepares all orientations of a set.
pub fn oriented_tiles(
    set: &TileSet,
    lattice: &Lattice,
    constraints: &ConstraintTables,
) -> IndexVec<OrientationIndex, OrientedTile> {
    let prepare = |orientation: &crate::tiles::Orientation| {
        let mut oriented = OrientedTile::default();
        let mut links = oriented.links.iter_mut();
        for (side, (&colour, &other)) in orientation.colours.iter().zip(&orientation.links).enumerate() {
            let opposite = lattice.opposite(side);
            oriented.demands[side] = EdgeDemand {
                constraint: constraints.digit(opposite, colour),
                pattern: EdgePattern::single(opposite, colour),
            };
            if side < other
                && let Some(link) = links.next()
            {
                *link = TrackLink { a: side as u8, b: other as u8, colour };
            }
        }
        oriented
    };
    set.orientations.iter().map(prepare).collect()
}

/// Colours on the sides of every orientation.
pub fn patterns(set: &TileSet) -> IndexVec<OrientationIndex, EdgePattern> {
    let pattern = |orientation: &crate::tiles::Orientation| {
        let sides = (0..).zip(&orientation.colours).map(|(side, colour)| EdgePattern::single(side, *colour));
        sides.fold(EdgePattern::NONE, EdgePattern::with)
    };
    set.orientations.iter().map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_exactly_its_colours() {
        let single = |side, colour| EdgePattern::single(side, ColourIndex::new(colour));
        let all = single(0, 2).with(single(3, 0)).with(single(5, 5));
        assert!(all.satisfies(EdgePattern::default()));
        assert!(all.satisfies(single(5, 5)) && all.satisfies(all));
        assert!(!all.satisfies(single(5, 4)) && !all.satisfies(single(1, 2)));
        assert_eq!(
            all.sides().collect::<Vec<_>>(),
            [(0, 2), (3, 0), (5, 5)].map(|(side, colour)| (side, ColourIndex::new(colour)))
        );
        assert_eq!(
            [0, 1, 3, 5].map(|side| all.colour(side)),
            [Some(2), None, Some(0), Some(5)].map(|colour| colour.map(ColourIndex::new))
        );
        assert_eq!(all.without(single(3, 0)), single(0, 2).with(single(5, 5)));
    }
}
