//! `road { ... }`: a chain of tops from one side of the board to the opposite one.

use crate::geometry::CellSet;
use crate::mechanics::stacks::stones::Judged;
use crate::mechanics::stacks::tops::TopSets;
use crate::mechanics::stacks::{Stones, Tower};
use crate::mechanics::{Seat, SeatSet, Tie, side_of};
use crate::vocabulary::{Args, Fallback, Kind, Names, Param, Part, RuleValue, Spec};

#[derive(Clone, PartialEq, Debug)]
pub struct Road {
    pub tie: Tie,
    pub diagonal: bool,
}

impl RuleValue for Road {
    const SPEC: Spec = Spec {
        name: "road",
        part: Part::Finish,
        says: "A chain of cells topped by a seat's road pieces that joins two opposite sides wins.",
        params: &[
            Param {
                name: "tie",
                kind: Kind::Word(&["mover", "opponent", "draw"]),
                default: Fallback::Text("mover"),
                says: "who wins when one move completes a road for both sides",
            },
            Param {
                name: "diagonal",
                kind: Kind::Flag,
                default: Fallback::Flag(false),
                says: "whether cells that touch at a corner are linked too",
            },
        ],
    };

    fn read(args: &Args, _: &Names) -> Road {
        let tie = Tie::named(args.text("tie"));
        Road { tie, diagonal: args.flag("diagonal") }
    }

    fn words(&self, _: &Names) -> String {
        let touch = if self.diagonal { "edges or corners" } else { "edges" };
        let tie = self.tie.words();
        format!(
            "A seat wins with a road: a chain of cells, touching by their {touch}, topped by its road pieces and \
             joining two opposite sides of the board. If one move makes roads for both sides, {tie}; if only for \
             the other side, the other side wins."
        )
    }
}

impl Road {
    /// Where the position before the move was open nobody had a road in it, so a road now runs through a cell that its
    /// owner has gained since: only those are followed.
    pub fn judge<S: CellSet, T: Tower>(&self, stones: &Stones<S, T>, mover: Seat) -> Option<SeatSet> {
        let field = &stones.kernel.field;
        let steps = if self.diagonal { &field.steps_and_diagonals } else { &field.steps };
        let before = stones.before().filter(|frame| frame.judged == Judged::Open);
        let road_tops = |tops: &TopSets<S>, seat: usize| tops.owner[seat] & tops.of(&stones.kernel.road);
        let seats = stones.plan.names.seats.len();
        let mut joined = SeatSet::default();
        for seat in 0..seats {
            let tops = road_tops(&stones.state.tops, seat);
            let joins = match before {
                Some(before) => {
                    let gained = tops & !road_tops(&before.state.tops, seat);
                    !gained.is_empty() && field.joins_opposite_sides_through(gained, tops, steps)
                }
                None => field.joins_opposite_sides(tops, steps),
            };
            if joins {
                joined.insert(seat as Seat);
            }
        }
        if joined.is_empty() {
            return None;
        }
        self.tie.winners(joined, side_of(&stones.plan.names, mover), SeatSet::first(seats))
    }
}
