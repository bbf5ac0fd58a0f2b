//! Fillings of a cell, looked up by the colours around it. Orientations that differ only in links with both sides
//! outside are one filling, which leaves the choice of the tile open.

use std::collections::BTreeMap;

use super::kinds::{KindIndex, KindSet};
use houserule_core::index::{IndexVec, index_type};
use houserule_core::tiles::{ColourIndex, Orientation, OrientationIndex};

index_type! {
    /// Filling of a cell, as an index into the fillings of its type of cell.
    FillingIndex(u16)
}

/// Marker of a link that ends outside.
pub const OUTSIDE: u8 = u8::MAX;

/// Link with its inner side, the other side or [`OUTSIDE`], and its colour.
pub type FillingLink = (u8, u8, ColourIndex);

/// Filling of a cell.
pub struct CellFilling<const W: usize> {
    /// Colour of each side; unspecified for sides outside.
    pub colours: Vec<ColourIndex>,
    /// Links with at least one side inside.
    pub links: Vec<FillingLink>,
    pub kinds: KindSet<W>,
    /// Orientation of each kind that gives this filling.
    pub orientations: Vec<(KindIndex, OrientationIndex)>,
}

/// Fillings of cells with the same outside. A pattern encodes the known colours at the inner sides.
pub struct CellFillings<const W: usize> {
    pub entries: IndexVec<FillingIndex, CellFilling<W>>,
    /// Weight of each side in the pattern, multiplied by the number of its colour plus one.
    pub weights: Vec<u32>,
    /// Fillings of every pattern, as runs of `fitting_runs`.
    starts: Vec<u32>,
    fitting_runs: Vec<FillingIndex>,
    kinds: Vec<KindSet<W>>,
}

impl<const W: usize> CellFillings<W> {
    /// Computes the fillings from orientations, each with its kind and index, for the given inner sides.
    pub fn new(
        orientations: &[(KindIndex, OrientationIndex, &Orientation)],
        inside: &[bool],
        colours: usize,
    ) -> CellFillings<W> {
        let mut by_links: BTreeMap<Vec<FillingLink>, CellFilling<W>> = BTreeMap::new();
        for &(kind, number, orientation) in orientations {
            let mut links = Vec::new();
            for side in 0..inside.len() {
                let other = orientation.links[side];
                if !inside[other] && inside[side] {
                    links.push((side as u8, OUTSIDE, orientation.colours[side]));
                } else if inside[side] && side < other {
                    links.push((side as u8, other as u8, orientation.colours[side]));
                }
            }
            let filling = by_links.entry(links.clone()).or_insert_with(|| CellFilling {
                colours: orientation.colours.clone(),
                links,
                kinds: KindSet::NONE,
                orientations: Vec::new(),
            });
            if !filling.kinds.contains(kind) {
                filling.kinds.insert(kind);
                filling.orientations.push((kind, number));
            }
        }
        let entries: IndexVec<FillingIndex, CellFilling<W>> = by_links.into_values().collect();

        let (mut weights, mut patterns) = (vec![0; inside.len()], 1);
        for side in (0..inside.len()).filter(|&side| inside[side]) {
            weights[side] = patterns as u32;
            patterns *= colours + 1;
        }
        let sides: Vec<usize> = (0..inside.len()).filter(|&side| inside[side]).collect();
        let mut fits: Vec<Vec<FillingIndex>> = vec![Vec::new(); patterns];
        for (number, filling) in entries.iter_enumerated() {
            for mask in 0..1usize << sides.len() {
                let known = sides.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
                let pattern: u32 =
                    known.map(|(_, &side)| weights[side] * (filling.colours[side].index() as u32 + 1)).sum();
                fits[pattern as usize].push(number);
            }
        }
        let (mut starts, mut fitting_runs, mut kinds) = (vec![0], Vec::new(), Vec::new());
        for fits in fits {
            kinds.push(fits.iter().fold(KindSet::NONE, |sum, &filling| entries[filling].kinds.or(&sum)));
            fitting_runs.extend(fits);
            starts.push(fitting_runs.len() as u32);
        }
        CellFillings { entries, weights, starts, fitting_runs, kinds }
    }

    #[inline]
    pub fn fitting(&self, pattern: u32) -> &[FillingIndex] {
        let pattern = pattern as usize;
        &self.fitting_runs[self.starts[pattern] as usize..self.starts[pattern + 1] as usize]
    }

    /// Returns the kinds that fit a pattern in any orientation.
    #[inline]
    pub fn kinds(&self, pattern: u32) -> &KindSet<W> {
        &self.kinds[pattern as usize]
    }
}
