//! Moves that lead to a solution of a puzzle.

use super::Session;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::puzzle::PlacedTile;
use houserule_core::mechanics::{Action, TileRef, TilesView};

/// Cell of the first tile on an open board.
const ORIGIN: Coord = Coord { x: 0, y: 0 };

/// Translates a solution to where it can be placed: some tile is at 0,0.
pub fn centre(solution: &mut [PlacedTile]) {
    let Some(first) = solution.first().map(|piece| piece.at) else { return };
    if solution.iter().any(|piece| piece.at == ORIGIN) {
        return;
    }
    for piece in solution {
        piece.at = Coord { x: piece.at.x - first.x, y: piece.at.y - first.y };
    }
}

impl Session {
    /// Plays from the start of a puzzle to a solution and returns the moves: each tile is placed as soon as the rules
    /// allow it, and tiles already there are rotated. Only tiles that the rules keep out of their cells are left out.
    pub fn play_solution(&mut self, solution: &[PlacedTile]) -> Vec<String> {
        let mut remaining: Vec<&PlacedTile> = solution.iter().collect();
        while let Some(index) = remaining.iter().position(|piece| self.place_tile(piece)) {
            remaining.remove(index);
        }
        self.moves().to_vec()
    }

    /// Places or rotates a tile, if that is legal now. `false` if nothing was played.
    fn place_tile(&mut self, piece: &PlacedTile) -> bool {
        let Some(plan) = self.plan().mechanic.puzzle() else { return false };
        let (set, tile) = (&plan.puzzle.set, plan.puzzle.tiles[piece.tile]);
        let Some(orientation) = set.orientation_of(tile, piece.rotation) else { return false };
        let (sign, at) = (set.tiles[tile].name.clone(), piece.at);
        let Some(board) = self.game.board().view().puzzle() else { return false };
        let action = match board.orientation_at(at) {
            Some(current) if set.orientations[current].tile == tile => {
                Action::Turn { tile: TileRef { sign, at: Some(at) }, orientation }
            }
            _ => Action::Lay { seat: None, sign, orientation: Some(orientation), at, corner: board.corner() },
        };
        let text = self.notation().write_move(&action, self.game.board());
        self.play(&text).is_ok()
    }
}
