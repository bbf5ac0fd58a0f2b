//! End rules and points of a game of tiles.

use std::ops::Range;

use super::TrackPosition;
use super::grid::JournalMark;
use super::rules::TrackEnd;
use super::values::{TrackClaim, TrackResult};
use crate::mechanics::{BoardOutcome, EndIndex, Seat, SeatSet, leaders, teammates};

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Whether no seat has a tile left to place. While a hand is unknown, this is only so if the complete set is on the
    /// board.
    fn all_is_played(&self) -> bool {
        let in_game = self.plan.dealing.as_ref().map(|dealing| dealing.tiles().len());
        let is_complete = in_game.is_some_and(|tiles| self.field.tiles() >= tiles);
        is_complete || self.all_are_out()
    }

    /// Every team's points and how they come about, where the rules count tracks.
    pub(super) fn points(&self) -> Option<Vec<(u32, String)>> {
        let worth = self.plan.worth.as_ref()?;
        let longest = self.field.longest();
        let of_colour = |colour: &u8| {
            let (line, closed) = longest[*colour as usize];
            (worth.best(line, closed), *colour)
        };
        let team = |colours: &Vec<u8>| {
            let counted: Vec<((u32, String), u8)> = colours.iter().map(of_colour).collect();
            let best = counted.iter().map(|((points, _), _)| *points).max().unwrap_or(0);
            match counted.as_slice() {
                [((points, how), _)] => (*points, how.clone()),
                all if worth.sum => {
                    let name = |colour: u8| &self.plan.set.colours[colour as usize].name;
                    let parts = all.iter().map(|((_, how), colour)| format!("{} {how}", name(*colour)));
                    (all.iter().map(|((points, _), _)| points).sum(), parts.collect::<Vec<_>>().join(" + "))
                }
                all => {
                    let how = all.iter().find(|((points, _), _)| *points == best);
                    (best, how.map_or_else(String::new, |((_, how), _)| how.clone()))
                }
            }
        };
        Some(self.plan.colours_of_team.iter().map(team).collect())
    }

    /// The seats of the teams with the most points.
    fn leaders(&self) -> SeatSet {
        let points: Vec<u32> = self.points().unwrap_or_default().iter().map(|(points, _)| *points).collect();
        leaders(&self.plan.names, &points)
    }

    /// Outcome of the first end rule that applies after the last move.
    pub(super) fn judge(&self, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        if self.may_be_over(mark) { self.judge_ends(mark, mover) } else { None }
    }

    /// Whether some end may have been reached: a cheap test after every move, so that the rules themselves are rarely
    /// evaluated.
    fn may_be_over(&self, mark: JournalMark) -> bool {
        let soonest = &self.plan.soonest;
        self.field.tiles() >= soonest.tiles
            || self.state.clock.ply >= soonest.plies
            || !self.field.closed_since(mark).is_empty()
            || self.field.lines_since(mark, soonest.across) != 0
            || soonest.when_all_is_played && self.all_is_played()
    }

    fn judge_ends(&self, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        let ends = self.plan.ends.as_slice();
        let all = SeatSet::first(self.plan.names.seats.len());
        let mut index = 0;
        while let Some((_, end)) = ends.get(index) {
            let verdict = |winners| Some(BoardOutcome { winners, is_tie: false, end: EndIndex::new(index) });
            match end {
                TrackEnd::TilesPlayed(count) if self.field.tiles() >= *count as usize => return verdict(all),
                TrackEnd::Limit(plies) if self.state.clock.ply >= *plies => return verdict(all),
                TrackEnd::AllPlayed if self.all_is_played() => {
                    return Some(BoardOutcome { winners: self.leaders(), is_tie: true, end: EndIndex::new(index) });
                }
                TrackEnd::Loop(_) | TrackEnd::Line(_) => {
                    let rest = ends[index..].iter();
                    let group = index..index + rest.take_while(|(_, end)| end.claim().is_some()).count();
                    if let Some(verdict) = self.judge_claims(group.clone(), mark, mover) {
                        return Some(verdict);
                    }
                    index = group.end;
                    continue;
                }
                TrackEnd::Goal(goal) if self.all_is_played() => {
                    let solved = self.has_reached(goal);
                    if solved || !(goal.partial && self.has_closed(goal, mark)) {
                        return verdict(if solved { all } else { SeatSet::default() });
                    }
                }
                TrackEnd::SmallerLoop(goal) if self.has_closed(goal, mark) => return verdict(all),
                _ => {}
            }
            index += 1;
        }
        None
    }

    /// Consecutive ends that are reached by a track are evaluated together: the mover's loop takes precedence over
    /// another seat's line.
    fn judge_claims(&self, group: Range<usize>, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        let ends = self.plan.ends.as_slice();
        let winners_by = |index: usize| {
            let end = &ends[index].1;
            let claim = end.claim()?;
            Some(self.winners_by(claim, self.claimants(end, mark), mover))
        };
        let reached = group.clone().filter_map(winners_by).fold(SeatSet::default(), SeatSet::union);
        if reached.is_empty() {
            return None;
        }
        let tie = ends[group.end - 1].1.claim()?.tie;
        let all = SeatSet::first(self.plan.names.seats.len());
        let winners = tie.winners(reached, teammates(&self.plan.names, mover), all)?;
        let how = group.clone().find(|&index| winners_by(index).is_some_and(|by| by.meets(winners)));
        Some(BoardOutcome { winners, is_tie: false, end: EndIndex::new(how.unwrap_or(group.start)) })
    }

    /// Winners by the tracks of `claimants`.
    fn winners_by(&self, claim: TrackClaim, mut claimants: SeatSet, mover: Seat) -> SeatSet {
        if claimants.is_empty() {
            return claimants;
        }
        let all = SeatSet::first(self.plan.names.seats.len());
        if claim.only_mover {
            claimants = claimants.without(all.without(teammates(&self.plan.names, mover)));
        }
        match claim.result {
            TrackResult::Loss if claimants == all => all,
            TrackResult::Loss if !claimants.is_empty() => all.without(claimants),
            _ => claimants,
        }
    }

    /// Seats whose colour has a loop or a line made by the last move. A track that it did not touch cannot have become
    /// one, because the area of the tiles only grows.
    fn claimants(&self, end: &TrackEnd, mark: JournalMark) -> SeatSet {
        let mut seats = SeatSet::default();
        let mut colours = 0u32;
        match end {
            TrackEnd::Loop(rule) => {
                for closed in self.field.closed_since(mark).iter().filter(|closed| closed.length >= rule.min) {
                    colours |= 1 << closed.colour;
                }
            }
            TrackEnd::Line(rule) => colours = self.field.lines_since(mark, rule.across),
            _ => {}
        }
        if colours == 0 {
            return seats;
        }
        for (colour, owners) in self.plan.seats_of_colour.iter().enumerate() {
            if colours >> colour & 1 != 0 {
                seats = seats.union(*owners);
            }
        }
        seats
    }
}
