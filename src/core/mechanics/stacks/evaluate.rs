//! Static evaluation of a team: the values of its end rules, and its tops.

use super::ends::EndRule;
use super::{StackPosition, Tower};
use crate::geometry::Bitboard;
use crate::mechanics::{Seat, Team};

const TOP_VALUE: i32 = 10;
const HALF_TOP_VALUE: i32 = TOP_VALUE / 2;

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn static_eval(&self, team: Team) -> i32 {
        let seats = self.rules.names.seats_of(team);
        let ends = || self.rules.ends.iter().map(|(_, end)| end);
        let tops = |seat: Seat| match ends().find_map(|end| end.count(self, seat)) {
            Some(count) => HALF_TOP_VALUE * count,
            None => TOP_VALUE * self.state.tops.owner[seat].len() as i32,
        };
        seats.map(tops).sum::<i32>() + ends().map(|end| end.evaluate(self, team)).sum::<i32>()
    }
}
