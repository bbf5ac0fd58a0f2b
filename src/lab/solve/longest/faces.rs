//! Fillings of a cell, looked up by the colours around it. Orientations that differ only in links with both sides
//! outside are one filling; which tile it is stays open.

use std::collections::BTreeMap;

use super::kinds::KindSet;
use houserule_core::tiles::Orientation;

/// Marks a link that ends outside.
pub const OUTSIDE: u8 = u8::MAX;

/// A filling of a cell.
pub struct CellFilling<const W: usize> {
    /// Colour of each side; unspecified for sides outside.
    pub colours: Vec<u8>,
    /// Links with at least one side inside, that side first, and their colours.
    pub links: Vec<(u8, u8, u8)>,
    pub kinds: KindSet<W>,
    /// For every kind, an orientation that looks like this.
    pub orientations: Vec<(usize, u16)>,
}

/// Fillings of cells with the same outside. A pattern encodes the colours known on the inner sides.
pub struct CellFillings<const W: usize> {
    pub faces: Vec<CellFilling<W>>,
    /// What colour 0 on each side adds to the pattern; each further colour adds one more.
    pub weights: Vec<u32>,
    /// Fillings of every pattern: a run of `fitting`.
    first: Vec<u32>,
    fitting: Vec<u16>,
    kinds: Vec<KindSet<W>>,
}

impl<const W: usize> CellFillings<W> {
    /// Fillings of orientations, each with its kind and index, for the given inner sides.
    pub fn new(orientations: &[(usize, u16, &Orientation)], inside: &[bool], colours: usize) -> CellFillings<W> {
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
                let pattern: u32 = seen.map(|(_, &side)| weights[side] * (face.colours[side] as u32 + 1)).sum();
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

    /// Kinds that fit a pattern in any way.
    #[inline]
    pub fn kinds(&self, pattern: u32) -> &KindSet<W> {
        &self.kinds[pattern as usize]
    }
}
