//! Orientations of a set with everything needed to place them, contiguous in memory.

use super::constraints::{ConstraintTables, EdgeConstraint};
use crate::geometry::Lattice;
use crate::tiles::TileSet;

/// Colours of several sides in one number, four bits per side: 0 for none, otherwise the colour plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EdgePattern(u32);

impl EdgePattern {
    pub const NONE: EdgePattern = EdgePattern(0);
    const BITS: usize = 4;
    /// Lowest bit of every side.
    const LOWEST: u32 = 0x0111_1111;

    pub fn of(side: usize, colour: u8) -> EdgePattern {
        EdgePattern((colour as u32 + 1) << (side * Self::BITS))
    }

    /// Adds sides that have no colour yet.
    pub fn with(self, sides: EdgePattern) -> EdgePattern {
        EdgePattern(self.0 + sides.0)
    }

    pub fn without(self, sides: EdgePattern) -> EdgePattern {
        EdgePattern(self.0 - sides.0)
    }

    /// Colour of a side, if it has one.
    pub fn colour(self, side: usize) -> Option<u8> {
        ((self.0 >> (side * Self::BITS)) as u8 & ((1 << Self::BITS) - 1)).checked_sub(1)
    }

    /// Sides that have a colour, lowest first.
    pub fn sides(self) -> impl Iterator<Item = (u8, u8)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let side = (left != 0).then(|| left.trailing_zeros() as usize / Self::BITS)?;
            let colour = EdgePattern(left).colour(side)?;
            left &= !(((1 << Self::BITS) - 1) << (side * Self::BITS));
            Some((side as u8, colour))
        })
    }

    /// Whether an orientation with this pattern shows every colour that is required.
    pub fn answers(self, asked: EdgePattern) -> bool {
        let any_bit = asked.0 | asked.0 >> 1 | asked.0 >> 2 | asked.0 >> 3;
        let mask = (any_bit & Self::LOWEST) * ((1 << Self::BITS) - 1);
        (self.0 ^ asked.0) & mask == 0
    }
}

/// Constraint of a side on the cell beyond it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EdgeDemand {
    pub need: EdgeConstraint,
    pub pattern: EdgePattern,
}

/// Two linked sides, and the colour of the track.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TrackLink {
    pub a: u8,
    pub b: u8,
    pub colour: u8,
}

/// Orientation prepared for placing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OrientedTile {
    /// Constraint of each side on the cell beyond it; only existing sides count.
    pub asks: [EdgeDemand; Lattice::MAX_SIDES],
    pub links: [TrackLink; Lattice::MAX_SIDES / 2],
}

/// Orientations of a set.
pub fn tables(set: &TileSet, lattice: &Lattice, needs: &ConstraintTables) -> Vec<OrientedTile> {
    let lay = |orientation: &crate::tiles::Orientation| {
        let mut tables = OrientedTile::default();
        let mut links = tables.links.iter_mut();
        for (side, (&colour, &mate)) in orientation.colours.iter().zip(&orientation.mates).enumerate() {
            let beyond = lattice.opposite(side);
            tables.asks[side] =
                EdgeDemand { need: needs.digit(beyond, colour), pattern: EdgePattern::of(beyond, colour) };
            if side < mate as usize
                && let Some(link) = links.next()
            {
                *link = TrackLink { a: side as u8, b: mate, colour };
            }
        }
        tables
    };
    set.orientations.iter().map(lay).collect()
}

/// Colours on the sides of every orientation.
pub fn patterns(set: &TileSet) -> Vec<EdgePattern> {
    let pattern = |orientation: &crate::tiles::Orientation| {
        let sides = (0..).zip(&orientation.colours).map(|(side, colour)| EdgePattern::of(side, *colour));
        sides.fold(EdgePattern::NONE, EdgePattern::with)
    };
    set.orientations.iter().map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_answers_what_is_asked_and_nothing_else() {
        let all = EdgePattern::of(0, 2).with(EdgePattern::of(3, 0)).with(EdgePattern::of(5, 5));
        assert!(all.answers(EdgePattern::default()));
        assert!(all.answers(EdgePattern::of(5, 5)) && all.answers(all));
        assert!(!all.answers(EdgePattern::of(5, 4)) && !all.answers(EdgePattern::of(1, 2)));
        assert_eq!(all.sides().collect::<Vec<_>>(), [(0, 2), (3, 0), (5, 5)]);
        assert_eq!([0, 1, 3, 5].map(|side| all.colour(side)), [Some(2), None, Some(0), Some(5)]);
        assert_eq!(all.without(EdgePattern::of(3, 0)), EdgePattern::of(0, 2).with(EdgePattern::of(5, 5)));
    }
}
