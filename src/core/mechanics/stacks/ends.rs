//! End rules evaluated on the board after every move. A new one needs a file here that implements [`RuleValue`] (its
//! parameters and text) and [`EndRule`] (its effect), and its name in the two lists below.
//!
//! [`RuleValue`]: crate::spec::RuleValue

mod count;
mod no_progress;
mod road;
mod row;

pub use count::Tops;
pub use no_progress::{NoProgress, Repetition};
pub use road::Road;
pub use row::InARow;

use super::{StackPosition, StackRules, Tower};
use crate::geometry::{Bitboard, BoardEdge, Cell, Grid};
use crate::mechanics::{PlyLimit, Rule, Seat, SeatSet, Team};

/// Calls `$callback` with the end rules of this folder that scripts can use, between other rule values.
macro_rules! with_stack_ends {
    ($callback:ident, [$($before:ident,)*], [$($after:ident,)*]) => {
        $callback!($($before,)* Road, InARow, Tops, $($after,)*);
    };
}
pub(in crate::mechanics) use with_stack_ends;

stack_end!(Road, InARow, Tops, NoProgress, Repetition, PlyLimit);

/// Effect of an end rule. Only [`judge`](EndRule::judge) is required; the other methods help bots and renderers.
pub trait EndRule {
    /// Winners, if the last move, made by `mover`, ended the game.
    fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, mover: Seat) -> Option<SeatSet>;

    /// Count of a seat in half points, if the rule counts.
    fn count<S: Bitboard, T: Tower>(&self, _: &StackPosition<S, T>, _: Seat) -> Option<i32> {
        None
    }

    /// Static evaluation of a team, apart from counts.
    fn evaluate<S: Bitboard, T: Tower>(&self, _: &StackPosition<S, T>, _: Team) -> i32 {
        0
    }

    /// Whether a static evaluation predicts the result better than a random playout, on a board of `cells` cells.
    fn prefers_static_eval(&self, _cells: u32) -> bool {
        false
    }

    /// Cells of a seat that decided the game.
    fn decisive_cells<S: Bitboard, T: Tower>(&self, _: &StackPosition<S, T>, _: Seat) -> Vec<Cell> {
        Vec::new()
    }

    /// Whether every full board ends the game.
    fn ends_full_boards(&self, _: &StackRules) -> bool {
        false
    }

    /// Whether an empty reserve ends the game.
    fn ends_empty_reserves(&self) -> bool {
        false
    }

    /// Whether the rule depends on how often a position has occurred.
    fn counts_positions(&self) -> bool {
        false
    }

    /// The two edges that a seat has to join, if the rule fixes them.
    fn sides_of(&self, _: &Grid, _: Seat) -> Option<(BoardEdge, BoardEdge)> {
        None
    }
}

impl EndRule for PlyLimit {
    fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, _: Seat) -> Option<SeatSet> {
        (stones.state.turn_state.ply >= self.plies).then(|| all_seats(stones))
    }
}

/// All seats, as the winners of a draw.
fn all_seats<S: Bitboard, T: Tower>(stones: &StackPosition<S, T>) -> SeatSet {
    SeatSet::all(stones.rules.names.seats.len())
}

/// Defines the enum of end rules, which delegates every method of [`EndRule`].
macro_rules! stack_end {
    ($($end:ident),*) => {
        /// Compiled end rule.
        #[derive(Clone, PartialEq, Debug)]
        #[expect(missing_docs, reason = "every variant is named after its type, which is documented")]
        pub enum StackEnd { $($end($end)),* }

        impl StackEnd {
            /// Compiles a rule value, if it is an end rule of stones.
            pub fn compile(rule: &Rule) -> Option<StackEnd> {
                match rule {
                    $(Rule::$end(end) => Some(StackEnd::$end(end.clone())),)*
                    _ => None,
                }
            }
        }

        impl EndRule for StackEnd {
            fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, mover: Seat) -> Option<SeatSet> {
                match self { $(StackEnd::$end(end) => end.judge(stones, mover)),* }
            }

            fn count<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> Option<i32> {
                match self { $(StackEnd::$end(end) => end.count(stones, seat)),* }
            }

            fn evaluate<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, team: Team) -> i32 {
                match self { $(StackEnd::$end(end) => end.evaluate(stones, team)),* }
            }

            fn prefers_static_eval(&self, cells: u32) -> bool {
                match self { $(StackEnd::$end(end) => end.prefers_static_eval(cells)),* }
            }

            fn decisive_cells<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> Vec<Cell> {
                match self { $(StackEnd::$end(end) => end.decisive_cells(stones, seat)),* }
            }

            fn ends_full_boards(&self, rules: &StackRules) -> bool {
                match self { $(StackEnd::$end(end) => end.ends_full_boards(rules)),* }
            }

            fn ends_empty_reserves(&self) -> bool {
                match self { $(StackEnd::$end(end) => end.ends_empty_reserves()),* }
            }

            fn counts_positions(&self) -> bool {
                match self { $(StackEnd::$end(end) => end.counts_positions()),* }
            }

            fn sides_of(&self, grid: &Grid, seat: Seat) -> Option<(BoardEdge, BoardEdge)> {
                match self { $(StackEnd::$end(end) => end.sides_of(grid, seat)),* }
            }
        }
    };
}
use stack_end;
