//! What is to be seen on empty cells: letters to call them by, forced spaces, controlled ones.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::geometry::{At, Naming};
use crate::mechanics::TileBoard;
use crate::notation;

/// What is drawn on empty cells.
pub type Marks = BTreeMap<At, Mark>;

/// What is to be seen on an empty cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// What people type for the cell.
    pub label: Option<String>,
    /// It must be filled: `!`.
    pub forced: bool,
    /// Nothing may be laid there as things stand: `-`.
    pub controlled: bool,
}

impl Mark {
    pub(super) fn text(&self) -> String {
        let label = self.label.as_deref().unwrap_or_default();
        match (self.forced, self.controlled) {
            (true, _) => format!("!{label}"),
            (_, true) => format!("-{label}"),
            _ if label.is_empty() => EMPTY.into(),
            _ => label.into(),
        }
    }
}

/// An empty cell that touches a tile.
pub(super) const EMPTY: &str = ".";

/// The letters of the cells that people may lay on. Where a script fails there are none: whoever asks for the outcome is
/// told why.
pub(super) fn labels(game: &mut Game) -> Vec<(At, String)> {
    let notation = notation::by_name(game.plan().notation);
    // Listing takes its time, and only these boards show letters.
    if notation.naming() != Naming::Axial {
        return Vec::new();
    }
    notation.labels(&game.legal_deeds().unwrap_or_default())
}

/// The empty cells that people should see: those they may lay on, with a letter to call them by, those that are filled
/// first and those that are controlled.
pub(super) fn marks(board: &dyn TileBoard, labels: Vec<(At, String)>) -> Marks {
    let mut marks = Marks::new();
    if board.plan().naming != Naming::Axial || board.tile_count() == 0 {
        return marks;
    }
    let survey = board.survey();
    survey.spaces.iter().for_each(|space| marks.entry(space.at).or_default().forced = true);
    survey.controlled.iter().for_each(|at| marks.entry(*at).or_default().controlled = true);
    for (at, label) in labels {
        marks.entry(at).or_default().label = Some(label);
    }
    marks
}
