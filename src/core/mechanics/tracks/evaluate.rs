//! Static evaluation of a team: the points and lengths of its tracks, and how near they are to closing.

use super::TrackPosition;
use super::rules::TrackEnd;
use super::values::TrackResult;
use crate::geometry::Coord;
use crate::mechanics::Team;
use crate::tiles::ColourIndex;

/// Weight of a point, of a tile of a goal's track, or of one step by which the ends of a track are nearer.
const POINT: i32 = 10;
/// Weight of a tile in a track that may become a line.
const TILE: i32 = 5;
/// Distance from which the ends of a track are not about to meet; shorter tracks are ignored.
const FAR: i32 = 3;

impl<const SIDES: usize> TrackPosition<SIDES> {
    pub(super) fn static_eval(&self, team: Team) -> i32 {
        let Some(colours) = self.rules.colours_of_team.get(team) else { return 0 };
        let mut value = 0;
        if let Some(worth) = &self.rules.scoring {
            let longest = self.grid.longest();
            let points = colours.iter().map(|colour| {
                let (line, closed) = longest[*colour];
                (line * worth.line).max(closed * worth.closed) as i32
            });
            value += POINT * if worth.sum { points.sum::<i32>() } else { points.max().unwrap_or(0) };
        }
        for (_, end) in &self.rules.ends {
            let end_value = match end {
                TrackEnd::Loop(_) => self.nearness(colours),
                TrackEnd::Line(_) => TILE * self.longest_of(colours),
                TrackEnd::Goal(goal) => POINT * self.progress(goal) as i32,
                _ => 0,
            };
            let is_loss = end.claim().is_some_and(|claim| claim.result == TrackResult::Loss);
            value += if is_loss { -end_value } else { end_value };
        }
        value
    }

    fn longest_of(&self, colours: &[ColourIndex]) -> i32 {
        let own = self.grid.open_ends().filter(|(_, _, colour)| colours.contains(colour));
        own.map(|(cell, side, _)| self.grid.paths.other_end(cell, side).length as i32).max().unwrap_or(0)
    }

    /// Nearness of the two ends of each track, summed over all tracks of the colours.
    fn nearness(&self, colours: &[ColourIndex]) -> i32 {
        let mut nearness = 0;
        for (cell, side, _) in self.grid.open_ends().filter(|(_, _, colour)| colours.contains(colour)) {
            let far_end = self.grid.paths.other_end(cell, side);
            if far_end.length as i32 >= FAR {
                let steps =
                    distance::<SIDES>(self.grid.coord(cell), self.grid.coord(self.grid.paths.cell_and_side(far_end).0));
                nearness += (FAR - steps).max(0);
            }
        }
        // Every track was counted at both its ends.
        POINT * nearness / 2
    }
}

/// Distance between two cells in steps.
fn distance<const SIDES: usize>(a: Coord, b: Coord) -> i32 {
    let (x, y) = (a.x - b.x, a.y - b.y);
    match SIDES {
        6 => (x.abs() + y.abs() + (x + y).abs()) / 2,
        _ => x.abs() + y.abs(),
    }
}
