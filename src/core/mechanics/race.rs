//! Simultaneous games: the race rule, the pace of every seat, the ranking and its points.

use super::SeatSet;
use crate::index::{IndexArray, IndexVec};
use crate::mechanics::{MAX_SEATS, Seat};
use crate::names::Names;
use crate::spec::{Arg, Args, Param, ParamType, RulePart, RuleValue, Spec, plain_values};
use crate::text::{ordinal_number, plural};

plain_values! {
    /// `race {}`: no turns; any seat may move at any time.
    RaceRule = "race" in Turn:
        "No turns: any seat may move at any time, and a move names its seat.",
        |_| "There are no turns: players move whenever they can.".into();
}

/// `pace { seconds = 10 }`: thinking time per move in simulated races. It does not affect legality and is not part of
/// the rules hash.
#[derive(Clone, PartialEq, Debug)]
pub struct PaceRule {
    /// Seconds per move, by seat.
    pub seconds: IndexVec<Seat, u32>,
}

impl RuleValue for PaceRule {
    const SPEC: Spec = Spec {
        name: "pace",
        part: RulePart::Turn,
        doc: "Seconds per move in simulated races; legality does not change.",
        example: "pace { seconds = { one = 5, two = 20 } }",
        params: &[Param::per_seat("seconds", &ParamType::Int { min: 1, max: 3600 }, "seconds per move").or(10)],
    };

    fn read(args: &Args, names: &Names) -> PaceRule {
        PaceRule { seconds: args.by_seat("seconds", names, Arg::int) }
    }

    fn describe(&self, names: &Names) -> String {
        let format_seconds = |seconds: &u32| plural(*seconds, "second");
        if self.seconds.iter().all(|seconds| *seconds == self.seconds[Seat::FIRST]) {
            return format!(
                "In simulations, every player takes {} per move.",
                format_seconds(&self.seconds[Seat::FIRST])
            );
        }
        let each = names.seats.iter().zip(&self.seconds).map(|(seat, pace)| format!("{seat} {}", format_seconds(pace)));
        format!("Time per move in simulations: {}.", each.collect::<Vec<_>>().join(", "))
    }
}

/// `hand_empty { play_on = true }`: a seat with an empty hand is out, and the first to be out wins.
#[derive(Clone, PartialEq, Debug)]
pub struct HandEmpty {
    pub play_on: bool,
}

impl RuleValue for HandEmpty {
    const SPEC: Spec = Spec {
        name: "hand_empty",
        part: RulePart::Finish,
        doc: "A seat with no tiles left, and none to come, is out; the first seat out wins.",
        example: "hand_empty { play_on = true }",
        params: &[Param::flag("play_on", "whether the others play on for places until one is left")],
    };

    fn read(args: &Args, _: &Names) -> HandEmpty {
        HandEmpty { play_on: args.flag("play_on") }
    }

    fn describe(&self, names: &Names) -> String {
        if names.seats.len() == 1 {
            return "The game is solved when no tile is left in the hand, the bag or the discard pile.".into();
        }
        let others = if self.play_on { " The others play on for places until one is left." } else { "" };
        format!("A player with no tiles left is out, and the first player out wins.{others}")
    }
}

plain_values! {
    /// `places {}`: a team scores one point for each team that finishes behind it.
    PlacesRule = "places" in Points:
        "One point for each side that finishes behind.",
        |names| match names.seats.len() {
            1 => "The score is the number of tiles left; fewer is better.".into(),
            _ => "A player scores one point for each player who finishes behind. Players who are out rank first, in the \
                  order they went out; the others rank by the fewest tiles left."
                .into(),
        };
}

/// Ranking of a race: the seats that are out, then the others by the number of tiles left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Place of every seat, from 1; tied seats share one.
    places: IndexVec<Seat, u32>,
}

impl Standing {
    /// Ranks the seats. `out` is the place of each seat that is out, `left` the number of tiles each has left.
    pub fn new(out: &IndexArray<Seat, u8, MAX_SEATS>, left: &IndexVec<Seat, usize>) -> Standing {
        // A seat that is out ranks before all others, no matter how many tiles they have left.
        let rank = |seat: Seat| match out[seat] {
            0 => (1, left[seat]),
            place => (0, place as usize),
        };
        let count_ahead = |seat: Seat| left.indices().filter(|other| rank(*other) < rank(seat)).count();
        Standing { places: left.indices().map(|seat| count_ahead(seat) as u32 + 1).collect() }
    }

    /// Place of a seat, from 1.
    pub fn place(&self, seat: Seat) -> u32 {
        self.places[seat]
    }

    /// Number of seats ranked behind a seat.
    pub fn behind(&self, seat: Seat) -> u32 {
        self.places.iter().filter(|place| **place > self.places[seat]).count() as u32
    }

    /// Seats in first place.
    pub fn leaders(&self) -> SeatSet {
        self.places.indices().filter(|seat| self.places[*seat] == 1).collect()
    }
}

/// Ordinal word for a place: `first`, `second` and so on, up to the number of seats.
pub fn ordinal(place: u32) -> String {
    const WORDS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let word = (place as usize).checked_sub(1).and_then(|index| WORDS.get(index));
    word.map_or_else(|| ordinal_number(place), |word| word.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_seats_rank_first_then_by_tiles_left() {
        let standing = Standing::new(&[0, 2, 0, 1, 0, 0].into(), &vec![3, 0, 1, 0, 3].into());
        assert_eq!(*standing.places, [4, 2, 3, 1, 4]);
        assert_eq!(Seat::all(5).map(|seat| standing.behind(seat)).collect::<Vec<_>>(), [0, 3, 2, 4, 0]);
        assert_eq!(standing.leaders(), SeatSet::only(Seat::new(3)));
    }

    #[test]
    fn tied_seats_share_a_place() {
        let standing = Standing::new(&[0; MAX_SEATS].into(), &vec![2, 5, 2].into());
        assert_eq!(*standing.places, [1, 3, 1]);
        assert_eq!(standing.leaders().len(), 2);
    }
}
