//! End rules and points of a game of tiles.

use std::ops::Range;

use super::TrackPosition;
use super::grid::JournalMark;
use super::rules::TrackEnd;
use super::values::{TrackClaim, TrackResult};
use crate::mechanics::{BoardOutcome, EndIndex, Seat, SeatSet, leaders, teammates};
use crate::tiles::ColourIndex;

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Whether no seat has a tile left to place. While a hand is unknown, this requires the complete set on the board.
    fn is_all_played(&self) -> bool {
        let total_tiles = self.rules.dealing.as_ref().map(|dealing| dealing.tiles().len());
        let is_complete = total_tiles.is_some_and(|tiles| self.grid.tile_count() >= tiles);
        is_complete || self.are_hands_empty()
    }

    /// Points of every team with an explanation, if the rules score tracks.
    pub(super) fn points(&self) -> Option<Vec<(u32, String)>> {
        let worth = self.rules.scoring.as_ref()?;
        let longest = self.grid.longest();
        let colour_points = |colour: &ColourIndex| {
            let (line, closed) = longest[*colour];
            (worth.best(line, closed), *colour)
        };
        let team = |colours: &Vec<ColourIndex>| {
            let scores: Vec<((u32, String), ColourIndex)> = colours.iter().map(colour_points).collect();
            let best = scores.iter().map(|((points, _), _)| *points).max().unwrap_or(0);
            match scores.as_slice() {
                [((points, how), _)] => (*points, how.clone()),
                all if worth.sum => {
                    let name = |colour: ColourIndex| &self.rules.set.colours[colour].name;
                    let parts = all.iter().map(|((_, how), colour)| format!("{} {how}", name(*colour)));
                    (all.iter().map(|((points, _), _)| points).sum(), parts.collect::<Vec<_>>().join(" + "))
                }
                all => {
                    let how = all.iter().find(|((points, _), _)| *points == best);
                    (best, how.map_or_else(String::new, |((_, how), _)| how.clone()))
                }
            }
        };
        Some(self.rules.colours_of_team.iter().map(team).collect())
    }

    /// The numbers of [`TrackPosition::points`].
    pub(super) fn team_points(&self) -> Option<Vec<u32>> {
        let worth = self.rules.scoring.as_ref()?;
        let longest = self.grid.longest();
        let colour_points = |colour: &ColourIndex| {
            let (line, closed) = longest[*colour];
            worth.points(line, closed)
        };
        let team = |colours: &Vec<ColourIndex>| {
            let points = colours.iter().map(colour_points);
            if worth.sum { points.sum() } else { points.max().unwrap_or(0) }
        };
        Some(self.rules.colours_of_team.iter().map(team).collect())
    }

    /// The seats of the teams with the most points.
    fn leaders(&self) -> SeatSet {
        leaders(&self.rules.names, &self.team_points().unwrap_or_default())
    }

    /// Outcome of the first end rule that applies after the last move.
    pub(super) fn judge(&self, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        if self.may_be_over(mark) { self.judge_ends(mark, mover) } else { None }
    }

    /// Whether some end may have been reached: a cheap test after every move that avoids most evaluations of the rules.
    fn may_be_over(&self, mark: JournalMark) -> bool {
        let earliest = &self.rules.earliest_end;
        self.grid.tile_count() >= earliest.tiles
            || self.state.turn_state.ply >= earliest.plies
            || !self.grid.closed_since(mark).is_empty()
            || self.grid.lines_since(mark, earliest.across) != 0
            || earliest.all_played && self.is_all_played()
    }

    fn judge_ends(&self, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        let ends = self.rules.ends.as_slice();
        let all = SeatSet::all(self.rules.names.seats.len());
        let mut index = 0;
        while let Some((_, end)) = ends.get(index) {
            let outcome = |winners| Some(BoardOutcome { winners, is_tie: false, end: EndIndex::new(index) });
            match end {
                TrackEnd::TilesPlayed(count) if self.grid.tile_count() >= *count as usize => return outcome(all),
                TrackEnd::Limit(plies) if self.state.turn_state.ply >= *plies => return outcome(all),
                TrackEnd::AllPlayed if self.is_all_played() => {
                    return Some(BoardOutcome { winners: self.leaders(), is_tie: true, end: EndIndex::new(index) });
                }
                TrackEnd::Loop(_) | TrackEnd::Line(_) => {
                    let following = ends[index..].iter();
                    let group = index..index + following.take_while(|(_, end)| end.claim().is_some()).count();
                    if let Some(outcome) = self.judge_claims(group.clone(), mark, mover) {
                        return Some(outcome);
                    }
                    index = group.end;
                    continue;
                }
                TrackEnd::Goal(goal) if self.is_all_played() => {
                    let is_solved = self.has_reached(goal);
                    if is_solved || !(goal.has_partial && self.has_closed(goal, mark)) {
                        return outcome(if is_solved { all } else { SeatSet::default() });
                    }
                }
                TrackEnd::SmallerLoop(goal) if self.has_closed(goal, mark) => return outcome(all),
                _ => {}
            }
            index += 1;
        }
        None
    }

    /// Evaluates consecutive ends that are reached by a track together: the mover's loop takes precedence over another
    /// seat's line.
    fn judge_claims(&self, group: Range<usize>, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        let ends = self.rules.ends.as_slice();
        let winners_of = |index: usize| {
            let end = &ends[index].1;
            let claim = end.claim()?;
            Some(self.winners_by(claim, self.claimants(end, mark), mover))
        };
        let claimants = group.clone().filter_map(winners_of).fold(SeatSet::default(), SeatSet::union);
        if claimants.is_empty() {
            return None;
        }
        let tie = ends[group.end - 1].1.claim()?.tie;
        let all = SeatSet::all(self.rules.names.seats.len());
        let winners = tie.winners(claimants, teammates(&self.rules.names, mover), all)?;
        let deciding =
            group.clone().find(|&index| winners_of(index).is_some_and(|winners_here| winners_here.intersects(winners)));
        Some(BoardOutcome { winners, is_tie: false, end: EndIndex::new(deciding.unwrap_or(group.start)) })
    }

    /// Winners by the tracks of `claimants`.
    fn winners_by(&self, claim: TrackClaim, mut claimants: SeatSet, mover: Seat) -> SeatSet {
        if claimants.is_empty() {
            return claimants;
        }
        let all = SeatSet::all(self.rules.names.seats.len());
        if claim.only_mover {
            claimants = claimants.without(all.without(teammates(&self.rules.names, mover)));
        }
        match claim.result {
            TrackResult::Loss if claimants == all => all,
            TrackResult::Loss if !claimants.is_empty() => all.without(claimants),
            _ => claimants,
        }
    }

    /// Seats whose colour has a loop or a line made by the last move. A track that it did not touch cannot have become
    /// one, because the extent of the tiles only grows.
    fn claimants(&self, end: &TrackEnd, mark: JournalMark) -> SeatSet {
        let mut seats = SeatSet::default();
        let mut colours = 0u32;
        match end {
            TrackEnd::Loop(rule) => {
                for closed in self.grid.closed_since(mark).iter().filter(|closed| closed.length >= rule.min) {
                    colours |= 1 << closed.colour.index();
                }
            }
            TrackEnd::Line(rule) => colours = self.grid.lines_since(mark, rule.across),
            _ => {}
        }
        if colours == 0 {
            return seats;
        }
        for (colour, owners) in self.rules.seats_of_colour.iter().enumerate() {
            if colours >> colour & 1 != 0 {
                seats = seats.union(*owners);
            }
        }
        seats
    }
}
