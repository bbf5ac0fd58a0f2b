//! `tops { ... }`: when no more pieces can be placed, the cells topped by one kind of piece are counted.

use super::EndRule;
use crate::geometry::Bitboard;
use crate::mechanics::stacks::{StackPosition, StackRules, Tower};
use crate::mechanics::{PieceKind, Seat, SeatSet};
use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec};
use crate::text::{capitalised, format_halves, plural_of, series};

/// End by counting tops.
#[derive(Clone, PartialEq, Debug)]
pub struct Tops {
    /// Kind that counts.
    pub count: PieceKind,
    /// Whether a full board ends the game.
    pub board_full: bool,
    /// Whether an empty reserve ends the game.
    pub reserve_empty: bool,
    /// Added to the last seat's count, in half points.
    pub komi: i32,
    /// Seat that wins a tied count; `None` makes it a draw.
    pub tie: Option<Seat>,
}

impl RuleValue for Tops {
    const SPEC: Spec = Spec {
        name: "tops",
        part: RulePart::Finish,
        doc: "The game ends with a count of the cells topped by one kind of piece.",
        example: r#"tops { count = "flat", when = { "board_full" }, komi = 2.5 }"#,
        params: &[
            Param::piece("count", "kind of piece that counts"),
            Param::words(
                "when",
                &["board_full", "reserve_empty"],
                "when to count: no cell is empty, or some seat has no piece left",
            ),
            Param::half("komi", "points added to the last seat's count, in half steps").or(0),
            Param::seat_or("tie", &["draw"], "seat that wins a tied count"),
        ],
    };

    fn read(args: &Args, names: &Names) -> Tops {
        let when = args.list("when");
        Tops {
            count: args.piece("count", names),
            board_full: when.iter().any(|word| word == "board_full"),
            reserve_empty: when.iter().any(|word| word == "reserve_empty"),
            komi: args.halves("komi"),
            tie: names.seat(args.text("tie")),
        }
    }

    fn describe(&self, names: &Names) -> String {
        let mut when = Vec::new();
        if self.board_full {
            when.push("the board is full");
        }
        if self.reserve_empty {
            when.push("a player has no piece left to place");
        }
        let komi = match (self.komi, names.seats.last()) {
            (0, _) | (_, None) => String::new(),
            (komi, Some(last)) => format!(" {} adds {} to its count.", capitalised(last), format_halves(komi)),
        };
        let (best, tie_text) = match names.seats.len() > 2 {
            true => ("highest", "players who tie win together"),
            false => ("higher", "a tie is a draw"),
        };
        let tie = match self.tie {
            Some(seat) => format!("{} wins a tie", names.seats[seat]),
            None => tie_text.to_string(),
        };
        format!(
            "When {}, each player counts the cells topped by their {}. The {best} count wins; {tie}.{komi}",
            series(&when, "or"),
            plural_of(&names.pieces[self.count])
        )
    }
}

impl EndRule for Tops {
    fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, _: Seat) -> Option<SeatSet> {
        let out_of_pieces = || stones.rules.names.seats.indices().any(|seat| stones.state.reserve.total(seat) == 0);
        let is_due = self.board_full && stones.empty_cells().is_empty() || self.reserve_empty && out_of_pieces();
        if !is_due {
            return None;
        }
        let seats = stones.rules.names.seats.indices();
        let best = seats.clone().map(|seat| self.count_of(stones, seat)).max()?;
        let winners: SeatSet = seats.filter(|&seat| self.count_of(stones, seat) == best).collect();
        if winners.len() == 1 {
            return Some(winners);
        }
        let tie = self.tie.filter(|seat| winners.has(*seat));
        Some(tie.map_or(winners, SeatSet::only))
    }

    fn count<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> Option<i32> {
        Some(self.count_of(stones, seat))
    }

    /// Random playouts hardly ever take an opponent's tops away.
    fn prefers_static_eval(&self, _: u32) -> bool {
        true
    }

    fn ends_full_boards(&self, _: &StackRules) -> bool {
        self.board_full
    }

    fn ends_empty_reserves(&self) -> bool {
        self.reserve_empty
    }
}

impl Tops {
    /// Count of a seat, in half points.
    fn count_of<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> i32 {
        let tops = &stones.state.tops;
        let komi = if seat.index() + 1 == stones.rules.names.seats.len() { self.komi } else { 0 };
        2 * (tops.owner[seat] & tops.kind[self.count]).len() as i32 + komi
    }
}
