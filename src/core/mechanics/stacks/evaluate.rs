//! Static evaluation of a team: what its end rules value, and its tops.

use super::ends::EndRule;
use super::{StackPosition, Tower};
use crate::geometry::Bitboard;
use crate::mechanics::{Seat, Team};

const TOP: i32 = 10;
const HALF_TOP: i32 = TOP / 2;

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn measured(&self, team: Team) -> i32 {
        let seats = || self.plan.names.seats_of(team);
        let ends = || self.plan.ends.iter().map(|(_, end)| end);
        let tops = match ends().find_map(|end| end.counts(self)) {
            Some(counts) => seats().map(|seat| HALF_TOP * counts[seat]).sum::<i32>(),
            None => seats().map(|seat: Seat| TOP * self.state.tops.owner[seat].len() as i32).sum(),
        };
        tops + ends().map(|end| end.evaluate(self, team)).sum::<i32>()
    }
}
