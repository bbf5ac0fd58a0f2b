//! `road { ... }`: a chain of tops from one side of the board to the opposite one.

use crate::geometry::{CellSet, Field, Grid, Region};
use crate::mechanics::stacks::stones::Judged;
use crate::mechanics::stacks::tops::TopSets;
use crate::mechanics::stacks::{Piece, Stones, Tower};
use crate::mechanics::{Seat, SeatSet, Tie, side_of};
use crate::vocabulary::{Args, Fallback, Kind, Names, Param, Part, RuleValue, Spec, series};

#[derive(Clone, PartialEq, Debug)]
pub struct Road {
    pub tie: Tie,
    pub diagonal: bool,
    /// Which sides every seat's road joins.
    pub between: Vec<Between>,
}

/// A pair of opposite sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Between {
    Any,
    LeftRight,
    BottomTop,
}

impl Between {
    const NAMES: &'static [&'static str] = &["any", "left_right", "bottom_top"];

    fn named(name: Option<&str>) -> Between {
        match name {
            Some("left_right") => Between::LeftRight,
            Some("bottom_top") => Between::BottomTop,
            _ => Between::Any,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Between::Any => "two opposite sides",
            Between::LeftRight => "the left and the right side",
            Between::BottomTop => "the bottom and the top",
        }
    }
}

impl RuleValue for Road {
    const SPEC: Spec = Spec {
        name: "road",
        part: Part::Finish,
        says: "A chain of cells topped by a seat's road pieces that joins two opposite sides wins.",
        example: "road { diagonal = true }",
        params: &[
            Param {
                name: "tie",
                kind: Kind::Word(&["mover", "opponent", "draw"]),
                default: Fallback::Text("mover"),
                says: "who wins when one move completes a road for the mover and for others",
            },
            Param {
                name: "diagonal",
                kind: Kind::Flag,
                default: Fallback::Flag(false),
                says: "whether cells that touch at a corner are linked too",
            },
            Param {
                name: "between",
                kind: Kind::PerSeat(&Kind::Word(Between::NAMES)),
                default: Fallback::Text("any"),
                says: "which sides it joins; seats may differ",
            },
        ],
    };

    fn read(args: &Args, names: &Names) -> Road {
        let tie = Tie::named(args.text("tie"));
        let between = names.seats.iter().map(|seat| Between::named(args.text_for_seat("between", seat)));
        Road { tie, diagonal: args.flag("diagonal"), between: between.collect() }
    }

    fn words(&self, names: &Names) -> String {
        let touch = if self.diagonal { "edges or corners" } else { "edges" };
        let tie = self.tie.words(names);
        let several = match names.sides.len() > 2 {
            true => {
                format!(
                    "If one move makes roads for the mover and for others, {tie}; if only for others, all of them win."
                )
            }
            false => format!(
                "If one move makes roads for both sides, {tie}; if only for the other side, the other side wins."
            ),
        };
        let joined = match self.between.first() {
            Some(&all) if self.between.iter().all(|between| *between == all) => {
                format!("{} of the board", all.words())
            }
            _ => {
                let own = self.between.iter().zip(&names.seats);
                let own: Vec<String> =
                    own.map(|(pair, seat)| format!("{} for {seat}", pair.words())).collect();
                series(&own, "and")
            }
        };
        format!(
            "A seat wins with a road: a chain of cells, touching by their {touch}, topped by its road pieces and \
             joining {joined}. {several}"
        )
    }
}

impl Road {
    /// The pairs of sides, one of which a seat's road joins.
    pub fn pairs<'f, S: CellSet>(&self, field: &'f Field<S>, seat: usize) -> &'f [(S, S)] {
        match self.between[seat] {
            Between::Any => &field.opposite,
            Between::LeftRight => &field.opposite[..1],
            Between::BottomTop => &field.opposite[1..2],
        }
    }

    /// Whether every full board holds a road, as one of hexagons does where two build across each other.
    pub fn takes_full_boards(&self, grid: &Grid, pieces: &[Piece]) -> bool {
        let crosses = matches!(self.between[..], [one, other] if one != other || one == Between::Any);
        grid.leans() && crosses && pieces.iter().all(|piece| piece.road)
    }

    /// The sides that a seat's road joins, where it is not any two.
    pub fn sides_of(&self, seat: Seat) -> Option<(Region, Region)> {
        match self.between.get(seat as usize)? {
            Between::Any => None,
            Between::LeftRight => Some((Region::Left, Region::Right)),
            Between::BottomTop => Some((Region::Bottom, Region::Top)),
        }
    }

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
            let pairs = self.pairs(field, seat);
            let joins = match before {
                Some(before) => {
                    let gained = tops & !road_tops(&before.state.tops, seat);
                    !gained.is_empty() && field.joins_through(gained, tops, steps, pairs)
                }
                None => field.joins(tops, steps, pairs),
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
