//! Board, pieces and turns of a game of stones, common to all mechanics.

use super::{Opening, Owner, PieceDef, PieceKind, Reserve, Seat, TurnState};
use crate::geometry::Grid;
use crate::index::IndexVec;
use crate::names::Names;

/// Game of stones on a bounded board, apart from how stones move and what ends it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoneGame {
    /// The board.
    pub grid: Grid,
    /// Names of seats, teams and pieces.
    pub names: Names,
    /// Kinds of pieces.
    pub pieces: IndexVec<PieceKind, PieceDef>,
    /// Initial reserves.
    pub reserve: Reserve,
    /// Kinds that may be placed, the default one first.
    pub place: Vec<PieceKind>,
    /// Maximum number of pieces in a spread; 0 if stacks do not move.
    pub carry: usize,
    /// Rules of the first turns.
    pub opening: Option<Opening>,
    /// Number of moves per turn.
    pub steps: u8,
    /// Step with which the first turn of a game begins, from 0.
    pub opening_step: u8,
    /// Maximum number of pieces on one cell, including effects of scripts.
    pub max_height: u32,
}

impl StoneGame {
    /// Kind from whose reserve a kind is placed.
    pub fn pool(&self, kind: PieceKind) -> PieceKind {
        self.pieces[kind].pool
    }

    /// Kinds that have a reserve, in the order in which pieces are placed.
    pub fn pools(&self) -> Vec<PieceKind> {
        let kinds = self.place.iter().copied().chain(self.pieces.indices());
        let mut pools = Vec::new();
        for pool in kinds.map(|kind| self.pool(kind)) {
            if !pools.contains(&pool) {
                pools.push(pool);
            }
        }
        pools
    }

    /// Seat whose pieces are placed when `seat` moves under `owner`.
    pub fn owner_of(&self, seat: Seat, owner: Owner) -> Seat {
        match owner {
            Owner::Mover => seat,
            Owner::Opponent => seat.next(self.names.seats.len()),
        }
    }

    /// The opening rule, while a seat is still in its opening turns: all seats together have completed `turns`.
    pub fn opening_after(&self, turns: u32) -> Option<&Opening> {
        self.opening.as_ref().filter(|opening| turns < opening.turns * self.names.seats.len() as u32)
    }

    /// Number of completed turns when `seat` is to move in a round (from 1), if no seat was ever skipped.
    pub fn turns_before(&self, round: u32, seat: Seat) -> u32 {
        (round.max(1) - 1).saturating_mul(self.names.seats.len() as u32).saturating_add(seat.index() as u32)
    }

    /// Step with which a turn begins, after `turns` completed turns.
    pub fn first_step(&self, turns: u32) -> u8 {
        TurnState::first_step(turns, self.opening_step)
    }

    /// Turn state after `turns` completed turns, at a step of the next one.
    pub fn turn_state_at(&self, turns: u32, step: u8) -> TurnState {
        let moves = turns.saturating_mul(self.steps.into()).saturating_add(step.into());
        let seat = Seat::new((turns % self.names.seats.len() as u32) as usize);
        TurnState { ply: moves.saturating_sub(self.opening_step.into()), turns, seat, step, plies_since_progress: 0 }
    }

    /// Kind that is placed if none is named.
    pub fn default_piece(&self) -> PieceKind {
        self.place.first().copied().unwrap_or_default()
    }
}
