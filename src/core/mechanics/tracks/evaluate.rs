//! How well a team stands: what its tracks count, how long they are and how near they are to closing.

use super::TrackPosition;
use super::rules::TrackEnd;
use super::values::TrackResult;
use crate::geometry::Coord;
use crate::mechanics::Team;

/// Weight of a point, of a tile of a goal's track, or of one step less between the ends of a track.
const POINT: i32 = 10;
/// Weight of a tile in a track that may become a line.
const TILE: i32 = 5;
/// Ends of a track at this distance or more are not about to meet; nor are those of a track shorter than this.
const APART: i32 = 3;

impl<const SIDES: usize> TrackPosition<SIDES> {
    pub(super) fn measured(&self, team: Team) -> i32 {
        let Some(colours) = self.plan.colours_of_team.get(team) else { return 0 };
        let mut measure = 0;
        if let Some(worth) = &self.plan.worth {
            let longest = self.field.longest();
            let points = colours.iter().map(|colour| {
                let (line, closed) = longest[*colour as usize];
                (line * worth.line).max(closed * worth.closed) as i32
            });
            measure += POINT * if worth.sum { points.sum::<i32>() } else { points.max().unwrap_or(0) };
        }
        for (_, end) in &self.plan.ends {
            let of_end = match end {
                TrackEnd::Loop(_) => self.nearness(colours),
                TrackEnd::Line(_) => TILE * self.longest_of(colours),
                TrackEnd::Goal(goal) => POINT * self.progress(goal) as i32,
                _ => 0,
            };
            let is_bad = end.claim().is_some_and(|claim| claim.result == TrackResult::Loss);
            measure += if is_bad { -of_end } else { of_end };
        }
        measure
    }

    fn longest_of(&self, colours: &[u8]) -> i32 {
        let own = self.field.open_ends().filter(|(_, _, colour)| colours.contains(colour));
        own.map(|(cell, side, _)| self.field.paths.from(cell, side).length as i32).max().unwrap_or(0)
    }

    /// Nearness of the ends of tracks, summed over all tracks.
    fn nearness(&self, colours: &[u8]) -> i32 {
        let mut nearness = 0;
        for (cell, side, _) in self.field.open_ends().filter(|(_, _, colour)| colours.contains(colour)) {
            let far = self.field.paths.from(cell, side);
            if far.length as i32 >= APART {
                let apart = apart::<SIDES>(self.field.at(cell), self.field.at(self.field.paths.place(far).0));
                nearness += (APART - apart).max(0);
            }
        }
        // Every track was counted at both its ends.
        POINT * nearness / 2
    }
}

/// Distance of two cells in steps.
fn apart<const SIDES: usize>(a: Coord, b: Coord) -> i32 {
    let (x, y) = (a.x - b.x, a.y - b.y);
    match SIDES {
        6 => (x.abs() + y.abs() + (x + y).abs()) / 2,
        _ => x.abs() + y.abs(),
    }
}
