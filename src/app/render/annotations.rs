//! What is to be pointed out on a board, whatever lies on it and however it is drawn: the last move, letters to call cells by,
//! forced and controlled spaces, what decided the game, and what a teacher wants seen.

use std::collections::{BTreeMap, BTreeSet};

use super::screen::Screen;
use super::threats;
use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::{DecisiveCells, TilesView};
use houserule_script::game::Game;

/// What is pointed out, by cells; empty unless somebody fills it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// What cells are called, empty or not: letters to type, or those of a lesson.
    pub labels: BTreeMap<Coord, String>,
    /// Cells that somebody wants seen: `*`.
    pub highlights: BTreeSet<Coord>,
    /// What the last move changed: the cell that was chosen first, or where a stack came from; then what followed.
    pub last: Vec<Coord>,
    /// Empty spaces that must be filled: `!`.
    pub forced: BTreeSet<Coord>,
    /// Empty spaces on which nothing may be laid as things stand: `-`.
    pub controlled: BTreeSet<Coord>,
    /// Where the seat that has just moved would win if it could move again: `!`.
    pub threats: BTreeSet<Coord>,
    /// What decided a game that is over.
    pub deciding: DecisiveCells,
}

impl Annotations {
    /// Everything that a position points out by itself, for the seat to move.
    pub fn of(game: &mut Game) -> Annotations {
        let labels = labels(game);
        Annotations::with_labels(game, labels)
    }

    /// The same for all to see: where hands are hidden, without the letters that would tell of them.
    pub fn public(game: &mut Game) -> Annotations {
        match super::hides_hands(game) {
            true => Annotations::unlabelled(game),
            false => Annotations::of(game),
        }
    }

    /// The same without letters to type.
    pub fn unlabelled(game: &Game) -> Annotations {
        Annotations::with_labels(game, Vec::new())
    }

    /// The tile that was laid last, of tiles without a game around them.
    pub fn last_of(board: &dyn TilesView) -> Annotations {
        Annotations { last: board.last_laid(), ..Annotations::default() }
    }

    fn with_labels(game: &Game, labels: Vec<(Coord, String)>) -> Annotations {
        let view = game.board().view();
        let mut pointed = Annotations { last: view.last_changed(), ..Annotations::default() };
        if game.ended() {
            pointed.deciding = game.board().decisive_cells();
        }
        // On an open board the first tile goes to one cell, which needs no letter.
        let is_begun = view.tiles().is_some_and(|tiles| tiles.tile_count() > 0);
        if is_begun || labels.len() > 1 {
            pointed.labels = labels.into_iter().collect();
        }
        if let Some(board) = view.tile_game().filter(|board| is_begun && board.naming() == CellNaming::Axial) {
            let survey = board.survey();
            pointed.forced = survey.spaces.iter().map(|space| space.at).collect();
            pointed.controlled = survey.controlled.into_iter().collect();
        }
        pointed
    }

    /// Adds where a win threatens.
    pub fn with_threats(mut self, game: &Game) -> Annotations {
        self.threats = threats::of(game);
        self
    }

    /// Gives a cell a name of one's own.
    pub fn label(&mut self, at: Coord, label: impl Into<String>) {
        self.labels.insert(at, label.into());
    }

    /// The cells that are to be seen although nothing lies there.
    pub(super) fn cells(&self) -> impl Iterator<Item = Coord> + '_ {
        let spaces = self.highlights.iter().chain(&self.forced).chain(&self.controlled).chain(&self.threats);
        self.labels.keys().chain(spaces).copied()
    }

    /// What an empty cell shows on a screen.
    pub(super) fn shown(&self, at: Coord, screen: &Screen) -> String {
        match self.text(at) {
            text if text == EMPTY => screen.sign('·', '.').to_string(),
            text => text,
        }
    }

    /// What an empty cell shows in text.
    pub(super) fn text(&self, at: Coord) -> String {
        let label = self.labels.get(&at).map_or("", String::as_str);
        let sign = match () {
            () if self.forced.contains(&at) || self.threats.contains(&at) => "!",
            () if self.controlled.contains(&at) => "-",
            () if self.highlights.contains(&at) => "*",
            () if label.is_empty() => EMPTY,
            () => "",
        };
        format!("{sign}{label}")
    }
}

/// An empty cell that touches a tile.
const EMPTY: &str = ".";

/// The letters of the cells that people may lay on. Where a script fails there are none: whoever asks for the outcome is
/// told why.
fn labels(game: &mut Game) -> Vec<(Coord, String)> {
    let notation = game.plan().notation;
    // Listing takes its time, and only these boards show letters.
    if notation.naming() != CellNaming::Axial {
        return Vec::new();
    }
    notation.labels(&game.legal_actions().unwrap_or_default())
}

/// The sides at which the tracks that decided a game enter and leave their tiles, where the screen marks them.
pub(super) fn won_tracks(board: &dyn TilesView, pointed: &Annotations, screen: &Screen) -> BTreeSet<(Coord, u8)> {
    let mut sides = BTreeSet::new();
    for &(at, side) in pointed.deciding.tracks.iter().filter(|_| screen.marks) {
        let orientation = board.orientation_at(at).map(|orientation| &board.set().orientations[orientation as usize]);
        sides.insert((at, side));
        sides.extend(orientation.map(|orientation| (at, orientation.mates[side as usize])));
    }
    sides
}
