//! Position of stones: bitboards for the tops, one number per stack, and a journal for undo.

use crate::index::IndexVec;
use std::cell::Cell as Slot;
use std::sync::Arc;

use super::ends::EndRule;
use super::sample::FreeSpreads;
use super::tops::{KindMask, TopSets};
use super::{StackRules, Tower, WidestTower};
use crate::error::{BoardError, SetupError};
use crate::geometry::{Bitboard, BitboardTables, Cell, Grid};
use crate::mechanics::{BoardEffect, BoardOutcome, Opening, Position, Reserve, Seat, Stone, StoneSetup, TurnState};

/// Position with its undo history. `S` is the type of bitboards, `T` that of towers.
#[derive(Clone)]
pub struct StackPosition<S, T> {
    pub(super) rules: Arc<StackRules>,
    pub(super) tables: Arc<StackTables<S>>,
    pub(super) state: StackState<S>,
    pub(super) end_status: Slot<EndStatus>,
    pub(super) piles: IndexVec<Cell, Pile<T>>,
    /// State before every move. A frame stays when its move is undone, and the next move overwrites it in place:
    /// popping and pushing it would cost more than the move.
    frames: Vec<StackUndoFrame<S>>,
    frame_count: usize,
    /// Journal of piles before they changed, newest last.
    pub(super) journal: Vec<SavedPile<T>>,
    /// Hash of every position since the start, if an end rule needs them.
    pub(super) hashes: Vec<u64>,
}

/// State small enough to be saved whole with every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StackState<S> {
    pub tops: TopSets<S>,
    pub reserve: Reserve,
    pub turn_state: TurnState,
}

/// Pieces of a cell as codes, the top piece lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pile<T> {
    pub tower: T,
    pub height: u16,
}

/// Saved pile.
#[derive(Clone, Copy)]
pub(super) struct SavedPile<T> {
    tower: T,
    height: u16,
    cell: Cell,
}

impl<T: Copy> Pile<T> {
    /// Journal entry of the pile before it changes.
    pub fn save(self, cell: Cell) -> SavedPile<T> {
        SavedPile { tower: self.tower, height: self.height, cell }
    }
}

/// Result of the end rules, computed lazily: a search makes and undoes most leaves without using it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndStatus {
    Unknown,
    Open,
    Over(BoardOutcome),
}

/// State before a move.
#[derive(Clone, Copy)]
pub(super) struct StackUndoFrame<S> {
    pub state: StackState<S>,
    pub end_status: EndStatus,
    pub journal_len: u32,
    pub mover: Seat,
}

/// Precomputed tables of the rules, as bitboards of one width.
#[derive(Debug)]
pub(super) struct StackTables<S> {
    pub bitboards: BitboardTables<S>,
    /// Cells where each seat may place in the opening.
    pub opening_cells: IndexVec<Seat, S>,
    pub road: KindMask<S>,
    pub standing: KindMask<S>,
    pub crushing: KindMask<S>,
    pub free_spreads: FreeSpreads,
}

impl<S: Bitboard> StackTables<S> {
    fn new(rules: &StackRules) -> StackTables<S> {
        let kinds = || rules.pieces.indices();
        let regions = rules.opening.iter().flat_map(|opening| &opening.cells);
        let bitboards = BitboardTables::new(&rules.grid);
        StackTables {
            free_spreads: FreeSpreads::new(&rules.grid, &bitboards, &rules.spreads, rules.carry),
            bitboards,
            opening_cells: regions.map(|&region| S::from_cells(rules.grid.region(region))).collect(),
            road: KindMask::from_kinds(kinds().filter(|&kind| rules.pieces[kind].road)),
            standing: KindMask::from_kinds(rules.standing()),
            crushing: KindMask::from_kinds(kinds().filter(|&kind| !rules.pieces[kind].crushes.is_empty())),
        }
    }

    /// Tables that the positions of the rules share. A position that was set up with towers too tall for a narrow type
    /// has wider bitboards than others; whichever comes second computes tables of its own.
    fn shared(rules: &StackRules) -> Arc<StackTables<S>> {
        let tables = rules.tables.get_or_init(|| Arc::new(StackTables::<S>::new(rules)));
        tables.clone().downcast().unwrap_or_else(|_| Arc::new(StackTables::new(rules)))
    }
}

/// The same tower in the widest type.
fn widened<T: Tower>(tower: T) -> WidestTower {
    (0..T::BITS).step_by(64).fold(WidestTower::EMPTY, |wide_tower, shift| {
        wide_tower.or(WidestTower::from_word(tower.down(shift).word()).up(shift))
    })
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    /// Initial position.
    pub fn new(rules: Arc<StackRules>) -> StackPosition<S, T> {
        let state = StackState {
            tops: TopSets::EMPTY,
            reserve: rules.reserve,
            turn_state: rules.turn_state_at(0, rules.opening_step),
        };
        let cells = rules.grid.span();
        let mut stones = StackPosition {
            tables: StackTables::shared(&rules),
            rules,
            state,
            // The end rules are not applied to the empty board at the start.
            end_status: Slot::new(EndStatus::Open),
            piles: vec![Pile { tower: T::EMPTY, height: 0 }; cells].into(),
            frames: Vec::new(),
            frame_count: 0,
            journal: Vec::new(),
            hashes: Vec::new(),
        };
        stones.push_hash();
        stones
    }

    /// Sets up a position. The end rules are applied as if the previous seat had just moved.
    pub fn set_up(&mut self, setup: &StoneSetup) -> Result<(), SetupError> {
        let (turn_state, reserve) = self.rules.set_up(setup)?;
        for (at, stack) in &setup.stacks {
            let Some(cell) = self.rules.grid.cell(*at) else {
                let message = format!("{} is off the board, {}", Grid::name(*at), self.rules.grid.describe_limits(*at));
                return Err(SetupError(vec![message]));
            };
            for &stone in stack {
                self.push_piece(cell, stone);
            }
        }
        (self.state.turn_state, self.state.reserve) = (turn_state, reserve);
        self.hashes.clear();
        self.push_hash();
        self.end_status.set(EndStatus::Unknown);
        Ok(())
    }

    /// State before the last move.
    pub(super) fn last_frame(&self) -> Option<&StackUndoFrame<S>> {
        self.frame_count.checked_sub(1).map(|last| &self.frames[last])
    }

    /// Cells changed by the last move, in order; a flattened cell occurs twice, first and in its place.
    pub(super) fn last_touched(&self) -> impl Iterator<Item = Cell> + '_ {
        let start = self.last_frame().map_or(self.journal.len(), |frame| frame.journal_len as usize);
        self.journal[start..].iter().map(|saved| saved.cell)
    }

    /// Saves the state before a move.
    pub(super) fn push_frame(&mut self) {
        if self.frame_count == self.frames.len() {
            self.frames.push(StackUndoFrame {
                state: self.state,
                end_status: EndStatus::Unknown,
                journal_len: 0,
                mover: Seat::FIRST,
            });
        }
        let frame = &mut self.frames[self.frame_count];
        frame.state = self.state;
        frame.end_status = self.end_status.get();
        frame.journal_len = self.journal.len() as u32;
        frame.mover = self.state.turn_state.seat;
        self.frame_count += 1;
    }

    /// Restores the state before the last move.
    pub(super) fn pop_frame(&mut self) {
        self.frame_count = self.frame_count.checked_sub(1).expect("undo follows a play");
        let frame = &self.frames[self.frame_count];
        let start = frame.journal_len as usize;
        for &SavedPile { tower, height, cell } in self.journal[start..].iter().rev() {
            self.piles[cell] = Pile { tower, height };
        }
        self.journal.truncate(start);
        self.state = frame.state;
        self.end_status.set(frame.end_status);
        if self.rules.counts_positions {
            self.hashes.pop();
        }
    }

    pub(super) fn empty_cells(&self) -> S {
        self.tables.bitboards.all & !self.state.tops.occupied()
    }

    /// Cells whose top may not be covered.
    pub(super) fn standing(&self) -> S {
        self.state.tops.of_kinds(&self.tables.standing)
    }

    pub(super) fn top_of(&self, cell: Cell) -> Option<Stone> {
        self.state.tops.top_at(cell)
    }

    pub(super) fn height_of(&self, cell: Cell) -> u32 {
        self.piles[cell].height as u32
    }

    /// The opening rule, while the seat to move is still in its opening turns.
    pub(super) fn opening(&self) -> Option<&Opening> {
        self.rules.opening_after(self.state.turn_state.turns)
    }

    /// Number of occurrences of the current position, including this one.
    pub(super) fn occurrences(&self) -> u32 {
        let Some(current) = self.hashes.last() else { return 0 };
        self.hashes.iter().filter(|key| *key == current).count() as u32
    }

    pub(super) fn push_hash(&mut self) {
        if self.rules.counts_positions {
            self.hashes.push(self.hash());
        }
    }

    /// Maximum height of a tower after an effect: where pieces move, all pieces in play may end up on one cell.
    fn max_height_after(&self, effect: &BoardEffect) -> u32 {
        let (at, added) = match *effect {
            BoardEffect::Place { at, .. } => (Some(at), 1),
            BoardEffect::Give { count, .. } => (None, count),
            _ => return 0,
        };
        if self.rules.carry == 0 {
            return at.and_then(|at| self.rules.grid.cell(at)).map_or(0, |cell| self.height_of(cell) + 1);
        }
        let seats = self.rules.names.seats.indices();
        let in_reserves: u32 = seats.map(|seat| self.state.reserve.total(seat)).sum();
        let on_board: u32 = self.piles.iter().map(|pile| pile.height as u32).sum();
        (in_reserves + on_board).saturating_add_signed(added)
    }

    /// Checks that every tower still fits its word after an effect.
    pub(super) fn check_capacity(&self, effect: &BoardEffect) -> Result<(), BoardError> {
        let needed = self.max_height_after(effect);
        if needed <= T::BITS / self.rules.code.bits {
            return Ok(());
        }
        let capacity = self.rules.capacity();
        Err(BoardError::from(match effect {
            BoardEffect::Place { at, .. } if self.rules.carry == 0 => {
                format!("{} would have {needed} pieces; the maximum is {capacity}", Grid::name(*at))
            }
            _ => format!("{needed} pieces would be in play; the maximum is {capacity}"),
        }))
    }

    /// The same position with the widest towers, if an effect needs wider ones and the widest suffice.
    pub(super) fn widened_for(&self, effect: &BoardEffect) -> Option<StackPosition<S, WidestTower>> {
        let needed = self.max_height_after(effect) * self.rules.code.bits;
        if needed <= T::BITS || needed > WidestTower::BITS {
            return None;
        }
        let pile = |pile: &Pile<T>| Pile { tower: widened(pile.tower), height: pile.height };
        let saved = |old: &SavedPile<T>| SavedPile { tower: widened(old.tower), height: old.height, cell: old.cell };
        Some(StackPosition {
            rules: self.rules.clone(),
            tables: self.tables.clone(),
            state: self.state,
            end_status: self.end_status.clone(),
            piles: self.piles.iter().map(pile).collect(),
            frames: self.frames.clone(),
            frame_count: self.frame_count,
            journal: self.journal.iter().map(saved).collect(),
            hashes: self.hashes.clone(),
        })
    }

    /// Outcome according to the first end rule that applies. Computed once per position.
    pub(super) fn judge(&self) -> Option<BoardOutcome> {
        if self.end_status.get() == EndStatus::Unknown {
            let previous_mover = || {
                let turn_state = self.state.turn_state;
                turn_state.last_mover(self.rules.first_step(turn_state.turns), self.rules.names.seats.len())
            };
            let mover = self.last_frame().map_or_else(previous_mover, |frame| frame.mover);
            let outcome = self.rules.ends.iter_enumerated().find_map(|(index, (_, end))| {
                end.judge(self, mover).map(|winners| BoardOutcome { winners, is_tie: false, end: index })
            });
            self.end_status.set(outcome.map_or(EndStatus::Open, EndStatus::Over));
        }
        match self.end_status.get() {
            EndStatus::Over(outcome) => Some(outcome),
            _ => None,
        }
    }
}
