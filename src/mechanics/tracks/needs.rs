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
}

/// Look-ups for every need of a tile set.
#[derive(Clone, PartialEq, Debug)]
pub struct Needs {
    /// The value of a colour 0 on each side.
    weight: Vec<Need>,
    /// The lies that match, of every need.
    fits: Vec<Vec<u16>>,
    /// From how many sides the colour enters that enters most often.
    most: Vec<u8>,
    /// From how many sides any colour enters: how many tiles the cell touches.
    touching: Vec<u8>,
    /// The one lie that joins what presses into a cell, or `NONE`.
    fill: Vec<u16>,
}

impl Needs {
    /// `pulled`: from how many sides of one colour a space is filled at once, if the rules have such a thing.
    pub fn new(set: &TileSet, pulled: Option<usize>) -> Needs {
        let base = set.colours.len() as Need + 1;
        let weight: Vec<Need> = (0..set.sides).map(|side| base.pow(side as u32)).collect();
        let count = base.pow(set.sides as u32) as usize;
        let mut needs = Needs {
            weight,
            fits: vec![Vec::new(); count],
            most: Vec::with_capacity(count),
            touching: Vec::with_capacity(count),
            fill: vec![NONE; count],
        };
        for (index, lie) in set.lies.iter().enumerate() {
            // A lie matches every need that asks for some of its sides.
            for sides in 0..1u32 << set.sides {
                let asked = (0..set.sides).filter(|side| sides >> side & 1 != 0);
                let need: Need = asked.map(|side| needs.digit(side, lie.colours[side])).sum();
                needs.fits[need as usize].push(index as u16);
            }
        }
        for need in 0..count as Need {
            let sides_of = |colour: u8| -> Vec<usize> {
                (0..set.sides).filter(|&side| needs.wanted(need, side, base) == Some(colour)).collect()
            };
            let by_colour: Vec<Vec<usize>> = (0..set.colours.len() as u8).map(sides_of).collect();
            let most = by_colour.iter().map(Vec::len).max().unwrap_or(0);
            needs.touching.push(by_colour.iter().map(Vec::len).sum::<usize>() as u8);
            needs.most.push(most as u8);
            if let Some(pulled) = pulled.filter(|pulled| most >= *pulled) {
                let joins = |lie: &u16| {
                    let mates = &set.lies[*lie as usize].mates;
                    by_colour
                        .iter()
                        .filter(|sides| sides.len() >= pulled)
                        .all(|sides| sides.iter().all(|&side| sides.contains(&(mates[side] as usize))))
                };
                let mut joining = needs.fits[need as usize].iter().copied().filter(joins);
                needs.fill[need as usize] = match (joining.next(), joining.next()) {
                    (Some(only), None) => only,
                    _ => NONE,
                };
            }
        }
        needs
    }

    /// What a colour on a side adds to a need.
    pub fn digit(&self, side: usize, colour: u8) -> Need {
        self.weight[side] * (colour as Need + 1)
    }

    fn wanted(&self, need: Need, side: usize, base: Need) -> Option<u8> {
        (need / self.weight[side] % base).checked_sub(1).map(|colour| colour as u8)
    }

    /// The lies that match.
    pub fn fits(&self, need: Need) -> &[u16] {
        &self.fits[need as usize]
    }

    /// How many tiles a cell touches.
    pub fn touching(&self, need: Need) -> u8 {
        self.touching[need as usize]
    }

    pub fn pressure(&self, need: Need, strain: Strain) -> Pressure {
        match self.most[need as usize] {
            most if most >= strain.torn => Pressure::Torn,
            most if most >= strain.pulled => Pressure::Pulled,
            _ => Pressure::Calm,
        }
    }

    /// The lie that a pulled cell is filled with, if there is exactly one.
    pub fn fill(&self, need: Need) -> Option<u16> {
        Some(self.fill[need as usize]).filter(|&lie| lie != NONE)
    }
}
