//! Tiles as strokes of box-drawing characters: every track is a line of its colour, and where two cross, the upper one
//! is drawn and the lower one has a gap.

use houserule_core::tiles::Orientation;

/// Distance from the centre of a tile to the characters that it shares with its neighbours, in columns.
pub(super) const REACH: i32 = 4;

/// Half the width and height of a tile without what it shares.
pub(super) const INNER: [i32; 2] = [3, 1];

/// One character of a track, relative to the centre of its tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stroke {
    pub column: i32,
    pub line: i32,
    pub symbol: char,
    /// A side of the tile that the track reaches.
    pub side: usize,
}

/// A path between two sides, from the centre of the tile.
type Path = (usize, usize, &'static [(i32, i32, char)]);

/// Where tracks leave a hexagon, clockwise from the upper right.
const HEX_ENDS: [(i32, i32, char); 6] =
    [(2, -2, '╱'), (REACH, 0, '─'), (2, 2, '╲'), (-2, 2, '╱'), (-REACH, 0, '─'), (-2, -2, '╲')];

#[rustfmt::skip]
static HEX_PATHS: [Path; 15] = [
    (0, 1, &[(2, -1, '│'), (2, 0, '╰'), (3, 0, '─')]),
    (1, 2, &[(3, 0, '─'), (2, 0, '╭'), (2, 1, '│')]),
    (2, 3, &[(1, 1, '╮'), (0, 1, '─'), (-1, 1, '╭')]),
    (3, 4, &[(-2, 1, '│'), (-2, 0, '╮'), (-3, 0, '─')]),
    (4, 5, &[(-3, 0, '─'), (-2, 0, '╯'), (-2, -1, '│')]),
    (0, 5, &[(1, -1, '╯'), (0, -1, '─'), (-1, -1, '╰')]),
    (0, 2, &[(1, -1, '╱'), (1, 0, '│'), (1, 1, '╲')]),
    (3, 5, &[(-1, 1, '╱'), (-1, 0, '│'), (-1, -1, '╲')]),
    (1, 3, &[(3, 0, '─'), (2, 0, '─'), (1, 0, '╭'), (1, 1, '╯'), (0, 1, '─'), (-1, 1, '╭')]),
    (2, 4, &[(-3, 0, '─'), (-2, 0, '─'), (-1, 0, '╮'), (-1, 1, '╰'), (0, 1, '─'), (1, 1, '╮')]),
    (1, 5, &[(3, 0, '─'), (2, 0, '─'), (1, 0, '╰'), (1, -1, '╮'), (0, -1, '─'), (-1, -1, '╰')]),
    (0, 4, &[(-3, 0, '─'), (-2, 0, '─'), (-1, 0, '╯'), (-1, -1, '╭'), (0, -1, '─'), (1, -1, '╯')]),
    (0, 3, &[(1, -1, '╱'), (0, 0, '╱'), (-1, 1, '╱')]),
    (2, 5, &[(1, 1, '╲'), (0, 0, '╲'), (-1, -1, '╲')]),
    (1, 4, &[(3, 0, '─'), (2, 0, '─'), (1, 0, '─'), (0, 0, '─'), (-1, 0, '─'), (-2, 0, '─'), (-3, 0, '─')]),
];

/// Where tracks leave a square, clockwise from the top.
const SQUARE_ENDS: [(i32, i32, char); 4] = [(0, -2, '│'), (REACH, 0, '─'), (0, 2, '│'), (-REACH, 0, '─')];

#[rustfmt::skip]
static SQUARE_PATHS: [Path; 6] = [
    (0, 1, &[(0, -1, '╰'), (1, -1, '╮'), (1, 0, '╰'), (2, 0, '─'), (3, 0, '─')]),
    (1, 2, &[(3, 0, '─'), (2, 0, '─'), (1, 0, '╭'), (1, 1, '╯'), (0, 1, '╭')]),
    (2, 3, &[(0, 1, '╮'), (-1, 1, '╰'), (-1, 0, '╮'), (-2, 0, '─'), (-3, 0, '─')]),
    (0, 3, &[(0, -1, '╯'), (-1, -1, '╭'), (-1, 0, '╯'), (-2, 0, '─'), (-3, 0, '─')]),
    (0, 2, &[(0, -1, '│'), (0, 0, '│'), (0, 1, '│')]),
    (1, 3, &[(3, 0, '─'), (2, 0, '─'), (1, 0, '─'), (0, 0, '─'), (-1, 0, '─'), (-2, 0, '─'), (-3, 0, '─')]),
];

/// Returns the strokes of a tile, the lowest first, with those that it shares with its neighbours.
pub(super) fn strokes(orientation: &Orientation) -> Vec<Stroke> {
    let is_hex = orientation.links.len() == 6;
    let (paths, ends) = if is_hex { (&HEX_PATHS[..], &HEX_ENDS[..]) } else { (&SQUARE_PATHS[..], &SQUARE_ENDS[..]) };
    // Straight tracks are lowest, as in drawings.
    let linked = paths.iter().rev().filter(|(from, to, _)| orientation.links[*from] == *to);
    let stroke = |&(column, line, symbol): &(i32, i32, char), side| Stroke { column, line, symbol, side };
    let inner = linked.flat_map(|(side, _, path)| path.iter().map(|point| stroke(point, *side)));
    inner.chain(ends.iter().enumerate().map(|(side, end)| stroke(end, side))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_sides_has_a_path_that_meets_both() {
        for (paths, ends) in [(&HEX_PATHS[..], &HEX_ENDS[..]), (&SQUARE_PATHS[..], &SQUARE_ENDS[..])] {
            assert_eq!(paths.len(), ends.len() * (ends.len() - 1) / 2);
            for (from, to, path) in paths {
                let touches =
                    |(x, y, _): (i32, i32, char), (u, v, _): (i32, i32, char)| (x - u).abs() <= 1 && (y - v).abs() <= 1;
                for end in [from, to] {
                    assert!(path.iter().any(|point| touches(*point, ends[*end])), "{from} to {to} at {end}");
                }
                for pair in path.windows(2) {
                    assert!(touches(pair[0], pair[1]), "{from} to {to}: {pair:?}");
                }
                let [width, height] = INNER;
                assert!(path.iter().all(|(x, y, _)| x.abs() <= width && y.abs() <= height), "{from} to {to}");
            }
        }
    }
}
