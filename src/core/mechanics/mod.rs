//! Board mechanics: positions, the rule values that govern them, and the trait [`Position`] through which the rest of
//! the program plays. Mechanics do not depend on scripts; a game's names and numbers reach them as rule values.
//!
//! | module | contents |
//! |---|---|
//! | `action`, `position` | moves, and the traits that every mechanic implements |
//! | `stacks`, `tracks`, `puzzle` | the mechanics |
//! | `board_rules` | the choice of the mechanic that a game needs |
//! | `shapes` | boards for pieces |
//! | `values` | every rule value, by its name |
//! | `turns`, `seats`, `supply`, `race`, `claims`, `threats`, `win_points`, `goal` | rules that mechanics share |
//! | `setup`, `view` | positions set up by hand, and boards as others see them |

mod action;
mod board_rules;
mod claims;
mod goal;
mod position;
pub mod puzzle;
mod race;
mod seats;
mod setup;
mod shapes;
pub mod stacks;
mod stone_game;
mod supply;
mod threats;
mod tile_equipment;
mod tile_game;
pub mod tracks;
mod turns;
mod values;
mod view;
mod win_points;

use crate::index::index_type;

pub use crate::error::CompileErrors;
pub use crate::names::{PieceKind, Seat, Team};
pub use action::{Action, ActionFields, ActionPlace, BoardEffect, BoardOutcome, Move, Stone, TileRef, Violation};
pub use board_rules::BoardRules;
pub use claims::Tie;
pub use goal::GoalRule;
pub use position::{Alter, Describe, Evaluate, Explain, Position};
pub use race::{PaceRule, Standing, ordinal};
pub use seats::{MAX_SEATS, SeatSet, leaders, teammates};
pub use setup::{BagSetup, OffboardState, Setup, StoneSetup, TileSetup};
pub use shapes::BoardShape;
pub use stacks::PieceDef;
pub use stone_game::StoneGame;
pub use supply::{BagAndHands, Dealing, MAX_BAG, MAX_KINDS, MAX_OWNERS, Reserve, StartMethod};
pub use threats::find_threats;
pub use tile_game::{OffboardMoves, TileGame};
pub use turns::{Opening, Owner, Pie, PlyLimit, Steps, Stuck, StuckResult, TurnState, TurnStep};
pub use values::{GameDef, NamedRule, Rule};
pub use view::{
    BoardView, ColourSurvey, DecisiveCells, ForcedSpace, MAX_DISTANCE, StoneBoard, Survey, TextLine, TileBoard,
    TilesView, is_in_reach,
};
pub use win_points::WinPoints;

index_type! {
    /// End rule, as an index into the rules' list of ends.
    EndIndex(u8)
}
