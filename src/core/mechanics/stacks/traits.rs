//! Implementation of the position traits for stones.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::describe::candidate_actions;
use super::ends::EndRule;
use super::packed::StoneMove;
use super::position::StackState;
use super::spreads::Drops;
use super::why::explain;
use super::{StackPosition, Tower};
use crate::error::BoardError;
use crate::geometry::{Bitboard, BoardEdge, Coord};
use crate::mechanics::{
    Action, Alter, BoardEffect, BoardOutcome, Evaluate, Explain, Move, PieceKind, Position, Seat, Stone, StoneBoard,
    StoneGame, Team, TurnState, Violation,
};

impl<S: Bitboard, T: Tower> Position for StackPosition<S, T> {
    fn fork(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn turn_state(&self) -> TurnState {
        self.state.turn_state
    }

    fn outcome(&self) -> Option<BoardOutcome> {
        self.judge()
    }

    fn free_moves(&mut self, out: &mut Vec<Move>) {
        self.list_stone_moves(out);
    }

    fn count_moves(&mut self) -> u64 {
        self.count_stone_moves()
    }

    fn sample_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        self.sample_legal_move(pick)
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn undo(&mut self) {
        self.pop_frame();
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for cell in self.rules.grid.cells() {
            self.stack(self.rules.grid.coord(cell)).iter().for_each(|stone| (stone.seat, stone.kind).hash(&mut hasher));
            hasher.write_u8(u8::MAX);
        }
        self.state.reserve.counts().for_each(|count| count.hash(&mut hasher));
        (self.state.turn_state.seat, self.state.turn_state.step).hash(&mut hasher);
        hasher.finish()
    }
}

impl<S: Bitboard, T: Tower> Alter for StackPosition<S, T> {
    fn null_move(&mut self, next: Option<Seat>) -> Result<(), BoardError> {
        self.make_null_move(next);
        Ok(())
    }

    fn apply_effect(&mut self, effect: &BoardEffect) -> Result<(), BoardError> {
        self.apply_board_effect(effect)
    }

    fn widened_for(&self, effect: &BoardEffect) -> Option<Box<dyn Position>> {
        self.widened_for(effect).map(|wider| -> Box<dyn Position> { Box::new(wider) })
    }
}

impl<S: Bitboard, T: Tower> Explain for StackPosition<S, T> {
    fn violations(&mut self, action: &Action) -> Vec<Violation> {
        explain(&self.rules, self, action)
    }

    fn pack(&self, action: &Action) -> Option<Move> {
        let packed = match action {
            Action::Place { piece, at, count } => {
                StoneMove::Place { kind: *piece, cell: self.rules.grid.cell(*at)?, count: *count }
            }
            Action::Spread { from, direction, drops, .. } => StoneMove::Spread {
                from: self.rules.grid.cell(*from)?,
                direction: *direction,
                drops: Drops::try_new(drops)?,
            },
            _ => return None,
        };
        Some(packed.pack())
    }

    fn unpack(&self, mv: Move) -> Action {
        self.unpack_in(mv, &self.state)
    }

    fn can_unpack_last(&self) -> bool {
        true
    }

    fn unpack_last(&self, mv: Move) -> Action {
        self.unpack_in(mv, self.last_frame().map_or(&self.state, |frame| &frame.state))
    }

    fn candidates(&self) -> Vec<Action> {
        candidate_actions(&self.rules, self)
    }
}

impl<S: Bitboard, T: Tower> Evaluate for StackPosition<S, T> {
    fn score_now(&self) -> Option<Vec<(i32, String)>> {
        let names = &self.rules.names;
        self.rules.ends.iter().find_map(|(rule_id, end)| {
            let mut teams = vec![(0, rule_id.clone()); names.teams.len()];
            for (seat, team) in names.team_of.iter_enumerated() {
                teams[team.index()].0 += end.count(self, seat)?;
            }
            Some(teams)
        })
    }

    fn evaluate(&self, team: Team) -> i32 {
        self.static_eval(team)
    }

    fn prefers_static_eval(&self) -> bool {
        let cells = self.tables.bitboards.all.len();
        self.rules.ends.iter().any(|(_, end)| end.prefers_static_eval(cells))
    }

    fn retain_forcing(&self, moves: &mut Vec<Move>) {
        self.retain_forcing_moves(moves);
    }

    fn reserves_left(&self, seat: Seat) -> u32 {
        self.state.reserve.total(seat)
    }
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    /// Unpacks a move; `before` is the state before it.
    fn unpack_in(&self, mv: Move, before: &StackState<S>) -> Action {
        match StoneMove::unpack(mv) {
            StoneMove::Place { kind, cell, count } => {
                Action::Place { piece: kind, at: self.rules.grid.coord(cell), count }
            }
            StoneMove::Spread { from, direction, drops } => {
                let from = self.rules.grid.coord(from);
                let end = from.plus(self.rules.grid.steps[direction], drops.cells() as i32);
                let standing = before.tops.of_kinds(&self.tables.standing);
                let crush = self.rules.grid.cell(end).is_some_and(|cell| standing.has(cell));
                Action::Spread { from, direction, taken: drops.taken(), drops: drops.collect(), crush }
            }
        }
    }
}

impl<S: Bitboard, T: Tower> StoneBoard for StackPosition<S, T> {
    fn game(&self) -> &StoneGame {
        &self.rules.game
    }

    fn turn_state(&self) -> TurnState {
        self.state.turn_state
    }

    fn stack(&self, at: Coord) -> Vec<Stone> {
        let Some(cell) = self.rules.grid.cell(at) else { return Vec::new() };
        let (bits, height) = (self.rules.code.bits, self.height_of(cell));
        let tower = self.piles[cell].tower;
        let code = |level: u32| tower.down((height - 1 - level) * bits).low(bits).word();
        let mut stack: Vec<Stone> = (0..height).map(|level| self.rules.code.decode(code(level))).collect();
        if let (Some(last), Some(top)) = (stack.last_mut(), self.top_of(cell)) {
            *last = top;
        }
        stack
    }

    fn top(&self, at: Coord) -> Option<Stone> {
        self.top_of(self.rules.grid.cell(at)?)
    }

    fn height(&self, at: Coord) -> u32 {
        self.rules.grid.cell(at).map_or(0, |cell| self.height_of(cell))
    }

    fn reserve_of(&self, seat: Seat, kind: PieceKind) -> u32 {
        self.state.reserve.get(seat, self.rules.pool(kind)) as u32
    }

    fn placement_owner(&self) -> Seat {
        let seat = self.state.turn_state.seat;
        self.opening().map_or(seat, |opening| self.rules.owner_of(seat, opening.owner))
    }

    fn last_changed(&self) -> Vec<Coord> {
        let cells: Vec<Coord> = self.last_touched().map(|cell| self.rules.grid.coord(cell)).collect();
        // A flattened cell is recorded before the others and again in its place.
        let is_last = |index: usize| !cells[index + 1..].contains(&cells[index]);
        (0..cells.len()).filter(|index| is_last(*index)).map(|index| cells[index]).collect()
    }

    fn edges_of(&self, seat: Seat) -> Vec<BoardEdge> {
        let roads = self.rules.ends.iter().filter_map(|(_, end)| end.sides_of(&self.rules.grid, seat));
        roads.flat_map(|(from, to)| [from, to]).collect()
    }
}
