//! Annotations of a board, independent of its mechanic and of the renderer: the last move, labels of cells, forced and
//! controlled spaces, what decided the game, and highlights.

use std::collections::{BTreeMap, BTreeSet};

use super::screen::Screen;
use super::threats;
use crate::players::HUMAN;
use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::{DecisiveCells, Seat, TilesView};
use houserule_core::text::one_line;
use houserule_script::game::Game;

/// Maximum length of a player's name in a picture.
const MAX_PLAYER_LEN: usize = 30;

/// Annotations by cell; empty by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotations {
    /// Labels of cells, empty or not: letters to type, or those of a lesson.
    pub labels: BTreeMap<Coord, String>,
    /// Highlighted cells: `*`.
    pub highlights: BTreeSet<Coord>,
    /// Cells that the last move changed: the chosen cell or the origin of a stack first, then what followed.
    pub last_move: Vec<Coord>,
    /// Cells that moves before it changed, since the viewer's last turn.
    pub earlier: BTreeSet<Coord>,
    /// Cell to show where only a part of the board fits on the screen.
    pub focus: Option<Coord>,
    /// Empty spaces that must be filled: `!`.
    pub forced: BTreeSet<Coord>,
    /// Empty spaces where no tile may be laid now: `-`.
    pub controlled: BTreeSet<Coord>,
    /// Cells where the seat that has just moved would win with another move: `!`.
    pub threats: BTreeSet<Coord>,
    /// Cells and tracks that decided a finished game.
    pub decisive: DecisiveCells,
    /// Names of the players by chair, for pictures; empty names are unknown.
    pub players: Vec<String>,
}

impl Annotations {
    /// Returns the annotations of a position for the seat to move.
    pub fn of(game: &mut Game) -> Annotations {
        let labels = game.labels();
        Annotations::with_labels(game, labels)
    }

    /// Returns the annotations for all to see: where hands are hidden, without the labels that would reveal them.
    pub fn public(game: &mut Game) -> Annotations {
        if super::hides_hands(game) { Annotations::unlabelled(game) } else { Annotations::of(game) }
    }

    /// Returns the annotations without labels.
    pub fn unlabelled(game: &Game) -> Annotations {
        Annotations::with_labels(game, Vec::new())
    }

    fn with_labels(game: &Game, labels: Vec<(Coord, String)>) -> Annotations {
        let view = game.board().view();
        let mut annotations = Annotations { last_move: view.last_changed(), ..Annotations::default() };
        if game.is_over() {
            annotations.decisive = game.board().decisive_cells();
        }
        // On an open board the first tile has only one cell, which needs no label.
        let has_tiles = view.tiles().is_some_and(|tiles| tiles.tile_count() > 0);
        if has_tiles || labels.len() > 1 {
            annotations.labels = labels.into_iter().collect();
        }
        let is_open = has_tiles && !game.is_over();
        if let Some(board) = view.tile_game().filter(|board| is_open && board.naming() == CellNaming::Axial) {
            let survey = board.survey();
            annotations.forced = survey.spaces.iter().map(|space| space.at).collect();
            annotations.controlled = survey.controlled.into_iter().collect();
        }
        annotations
    }

    /// Adds the names of the players by chair; unnamed people and the names of seats are left out.
    pub fn with_players(mut self, game: &Game, players: &[String]) -> Annotations {
        let seats = game.plan().names.seats.iter();
        let is_name = |name: &str, seat: &str| !matches!(name, HUMAN | "?") && !name.eq_ignore_ascii_case(seat);
        let players = players.iter().zip(seats).map(|(name, seat)| {
            let name = one_line(name.trim(), MAX_PLAYER_LEN);
            if is_name(&name, seat) { name } else { String::new() }
        });
        self.players = players.collect();
        self
    }

    /// Returns a seat with the name of its player, if that is known.
    pub(super) fn seat_label(&self, game: &Game, seat: Seat) -> String {
        let name = &game.plan().names.seats[seat];
        match self.players.get(game.player(seat).index()).filter(|player| !player.is_empty()) {
            Some(player) => format!("{name} ({player})"),
            None => name.clone(),
        }
    }

    /// Adds the cells where a win threatens.
    pub fn with_threats(mut self, game: &Game) -> Annotations {
        self.threats = threats::threatened_cells(game);
        self
    }

    /// Labels a cell.
    pub fn label(&mut self, at: Coord, label: impl Into<String>) {
        self.labels.insert(at, label.into());
    }

    /// Returns the cells to keep visible where a board is cropped, the most important first: without a given one, those
    /// of the last moves.
    pub(super) fn focus_cells(&self) -> Vec<Coord> {
        self.focus.iter().chain(&self.last_move).chain(&self.earlier).copied().collect()
    }

    /// Returns how a cell was changed, for tiles: 0 by the last move itself, a higher number by what followed from it or
    /// by moves before it.
    pub(super) fn changed(&self, at: Coord) -> Option<usize> {
        self.last_move.iter().position(|last| *last == at).or_else(|| self.earlier.contains(&at).then_some(1))
    }

    /// Iterates over annotated cells, which are shown even when empty.
    pub(super) fn cells(&self) -> impl Iterator<Item = Coord> + '_ {
        let spaces = self.highlights.iter().chain(&self.forced).chain(&self.controlled).chain(&self.threats);
        self.labels.keys().chain(spaces).copied()
    }

    /// Returns the text of an empty cell for a screen.
    pub(super) fn text_on(&self, at: Coord, screen: &Screen) -> String {
        match self.text(at) {
            text if text == EMPTY => screen.symbol('·', '.').to_string(),
            text => text,
        }
    }

    /// Returns the text of an empty cell in ASCII.
    pub(super) fn text(&self, at: Coord) -> String {
        let label = self.labels.get(&at).map_or("", String::as_str);
        let symbol = match () {
            () if self.forced.contains(&at) || self.threats.contains(&at) => "!",
            () if self.controlled.contains(&at) => "-",
            () if self.highlights.contains(&at) => "*",
            () if label.is_empty() => EMPTY,
            () => "",
        };
        format!("{symbol}{label}")
    }
}

/// Symbol of an empty cell next to a tile.
const EMPTY: &str = ".";

/// Returns the sides where decisive tracks enter and leave their tiles, where the screen marks them.
pub(super) fn decisive_sides(
    board: &dyn TilesView,
    annotations: &Annotations,
    screen: &Screen,
) -> BTreeSet<(Coord, usize)> {
    let mut sides = BTreeSet::new();
    for &(at, side) in annotations.decisive.tracks.iter().filter(|_| screen.marks) {
        let orientation = board.orientation_at(at).map(|orientation| &board.set().orientations[orientation]);
        sides.insert((at, side));
        sides.extend(orientation.map(|orientation| (at, orientation.links[side])));
    }
    sides
}
