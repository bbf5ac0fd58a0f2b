//! Ways to fill a cell, looked up by the colours around it. Tiles that lie the same way but for links that are outside on
//! both sides are one way: which of them it is stays open.

use std::collections::BTreeMap;

use super::kinds::KindSet;
use houserule_core::tiles::Orientation;

/// Where a link leads that ends outside.
pub const OUTSIDE: u8 = u8::MAX;

/// A way to fill a cell.
pub struct CellFilling<const W: usize> {
    /// The colour of each side; of those outside nothing is known.
    pub colours: Vec<u8>,
    /// The links with at least one side inside, that one first, and their colours.
    pub links: Vec<(u8, u8, u8)>,
    pub kinds: KindSet<W>,
    /// For every kind a lie that looks so.
    pub orientations: Vec<(usize, u16)>,
}

/// The ways to fill cells whose outside is the same. A pattern says which colours are known on the sides inside.
pub struct CellFillings<const W: usize> {
    pub faces: Vec<CellFilling<W>>,
    /// What colour 0 on each side adds to the pattern; one more each further colour.
    pub weights: Vec<u32>,
    /// The faces of every pattern: a run of `fitting`.
    first: Vec<u32>,
    fitting: Vec<u16>,
    kinds: Vec<KindSet<W>>,
}

impl<const W: usize> CellFillings<W> {
    /// The faces of lies, each with its kind and its number, where some sides are inside.
    pub fn new(
        orientations: &[(usize, u16, &Orientation)],
        inside: &[bool],
        colours: usize,
    ) -> CellFillings<W> {
        let mut alike: BTreeMap<Vec<(u8, u8, u8)>, CellFilling<W>> = BTreeMap::new();
        for &(kind, number, orientation) in orientations {
            let mut links = Vec::new();
            for side in 0..inside.len() {
                let mate = orientation.mates[side];
                if !inside[mate as usize] && inside[side] {
                    links.push((side as u8, OUTSIDE, orientation.colours[side]));
                } else if inside[side] && (side as u8) < mate {
                    links.push((side as u8, mate, orientation.colours[side]));
                }
            }
            let face = alike.entry(links.clone()).or_insert_with(|| CellFilling {
                colours: orientation.colours.clone(),
                links,
                kinds: KindSet::NONE,
                orientations: Vec::new(),
            });
            if !face.kinds.contains(kind) {
                face.kinds.insert(kind);
                face.orientations.push((kind, number));
            }
        }
        let faces: Vec<CellFilling<W>> = alike.into_values().collect();

        let (mut weights, mut patterns) = (vec![0; inside.len()], 1);
        for side in (0..inside.len()).filter(|&side| inside[side]) {
            weights[side] = patterns as u32;
            patterns *= colours + 1;
        }
        let sides: Vec<usize> = (0..inside.len()).filter(|&side| inside[side]).collect();
        let mut fits: Vec<Vec<u16>> = vec![Vec::new(); patterns];
        for (number, face) in faces.iter().enumerate() {
            for known in 0..1usize << sides.len() {
                let seen = sides.iter().enumerate().filter(|(bit, _)| known >> bit & 1 == 1);
                let pattern: u32 =
                    seen.map(|(_, &side)| weights[side] * (face.colours[side] as u32 + 1)).sum();
                fits[pattern as usize].push(number as u16);
            }
        }
        let (mut first, mut fitting, mut kinds) = (vec![0], Vec::new(), Vec::new());
        for fits in fits {
            kinds.push(fits.iter().fold(KindSet::NONE, |sum, &face| faces[face as usize].kinds.or(&sum)));
            fitting.extend(fits);
            first.push(fitting.len() as u32);
        }
        CellFillings { faces, weights, first, fitting, kinds }
    }

    #[inline]
    pub fn fitting(&self, pattern: u32) -> &[u16] {
        let pattern = pattern as usize;
        &self.fitting[self.first[pattern] as usize..self.first[pattern + 1] as usize]
    }

    /// The kinds that fit a pattern in any way.
    #[inline]
    pub fn kinds(&self, pattern: u32) -> &KindSet<W> {
        &self.kinds[pattern as usize]
    }
}
