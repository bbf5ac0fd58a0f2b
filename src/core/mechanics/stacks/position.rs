//! Position of stones: bitboards for the tops, one number for every stack, and a journal for undo.

use crate::index::IndexVec;
use std::cell::Cell as Slot;
use std::sync::Arc;

use super::ends::EndRule;
use super::sample::FreeSpreads;
use super::tops::{KindMask, TopSets};
use super::{PieceOwner, StackRules, Tower, WidestTower};
use crate::error::{BoardError, SetupError};
use crate::geometry::{Bitboard, BitboardTables, Cell, Grid};
use crate::mechanics::{BoardEffect, BoardOutcome, Opening, Position, Reserve, Seat, Stone, StoneSetup, TurnState};

/// Position with its undo history. `S` is the type of bitboards, `T` that of towers.
#[derive(Clone)]
pub struct StackPosition<S, T> {
    pub(super) plan: Arc<StackRules>,
    pub(super) kernel: Arc<StackTables<S>>,
    pub(super) state: StackState<S>,
    pub(super) judged: Slot<EndStatus>,
    pub(super) piles: IndexVec<Cell, Pile<T>>,
    /// State before every move. A frame stays when its move is undone and is overwritten in place by the next one:
    /// copying it twice would cost more than the move.
    frames: Vec<StackUndoFrame<S>>,
    played: usize,
    /// Piles as they were before they changed, newest last.
    pub(super) touched: Vec<TouchedPile<T>>,
    /// Hash of every position since the start, if an end rule needs them.
    pub(super) keys: Vec<u64>,
}

/// State that is small enough to be saved whole with every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StackState<S> {
    pub tops: TopSets<S>,
    pub reserve: Reserve,
    pub clock: TurnState,
}

/// Pieces of a cell as codes, the top piece lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pile<T> {
    pub tower: T,
    pub height: u16,
}

/// Saved pile.
#[derive(Clone, Copy)]
pub(super) struct TouchedPile<T> {
    tower: T,
    height: u16,
    cell: Cell,
}

impl<T: Copy> Pile<T> {
    /// Journal entry of a pile before it is changed.
    pub fn touched(self, cell: Cell) -> TouchedPile<T> {
        TouchedPile { tower: self.tower, height: self.height, cell }
    }
}

/// Result of the end rules, computed lazily: most leaves of a search are made and undone without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndStatus {
    NotYet,
    Open,
    Over(BoardOutcome),
}

/// State before a move.
#[derive(Clone, Copy)]
pub(super) struct StackUndoFrame<S> {
    pub state: StackState<S>,
    pub judged: EndStatus,
    pub touched: u32,
    pub mover: Seat,
}

/// The rules as bitboards of this width.
#[derive(Debug)]
pub(super) struct StackTables<S> {
    pub field: BitboardTables<S>,
    /// Number of opening turns of all seats together.
    pub opening_turns: u32,
    /// Cells where each seat may place in the opening.
    pub opening_cells: IndexVec<Seat, S>,
    pub road: KindMask<S>,
    pub standing: KindMask<S>,
    pub crushing: KindMask<S>,
    pub free: FreeSpreads,
}

/// The same tower in the widest word.
fn widened<T: Tower>(tower: T) -> WidestTower {
    (0..T::BITS)
        .step_by(64)
        .fold(WidestTower::EMPTY, |wide, from| wide.or(WidestTower::from_word(tower.down(from).word()).up(from)))
}

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    /// Initial position.
    pub fn new(plan: Arc<StackRules>) -> StackPosition<S, T> {
        let kinds = || plan.pieces.indices();
        let regions = plan.opening.iter().flat_map(|opening| &opening.cells);
        let seats = plan.names.seats.len() as u32;
        let field = BitboardTables::new(&plan.grid);
        let kernel = StackTables {
            free: FreeSpreads::new(&plan.grid, &field, &plan.spreads, plan.carry),
            field,
            opening_turns: plan.opening.as_ref().map_or(0, |opening| opening.turns * seats),
            opening_cells: regions.map(|&region| S::collect(plan.grid.region(region))).collect(),
            road: KindMask::collect(kinds().filter(|&kind| plan.pieces[kind].road)),
            standing: KindMask::collect(plan.standing()),
            crushing: KindMask::collect(kinds().filter(|&kind| !plan.pieces[kind].crushes.is_empty())),
        };
        let state = StackState { tops: TopSets::EMPTY, reserve: plan.reserve, clock: plan.clock_at(0, plan.begins_at) };
        let cells = plan.grid.span();
        let mut stones = StackPosition {
            plan,
            kernel: Arc::new(kernel),
            state,
            // The game has begun; the end rules are not applied to an empty board.
            judged: Slot::new(EndStatus::Open),
            piles: vec![Pile { tower: T::EMPTY, height: 0 }; cells].into(),
            frames: Vec::new(),
            played: 0,
            touched: Vec::new(),
            keys: Vec::new(),
        };
        stones.remember_position();
        stones
    }

    /// Sets up a position. The end rules are applied as if the previous seat had just moved.
    pub fn set_up(&mut self, setup: &StoneSetup) -> Result<(), SetupError> {
        let (clock, reserve) = self.plan.set_up(setup)?;
        for (at, stack) in &setup.stacks {
            let Some(cell) = self.plan.grid.cell(*at) else {
                let fault = format!("{} is off the board, {}", Grid::name(*at), self.plan.grid.limits(*at));
                return Err(SetupError(vec![fault]));
            };
            for &stone in stack {
                self.push(cell, stone);
            }
        }
        (self.state.clock, self.state.reserve) = (clock, reserve);
        self.keys.clear();
        self.remember_position();
        self.judged.set(EndStatus::NotYet);
        Ok(())
    }

    /// State before the last move.
    pub(super) fn before(&self) -> Option<&StackUndoFrame<S>> {
        self.played.checked_sub(1).map(|last| &self.frames[last])
    }

    /// Cells changed by the last move, in order; a flattened cell comes first as well as in its place.
    pub(super) fn touched_last(&self) -> impl Iterator<Item = Cell> + '_ {
        let mark = self.before().map_or(self.touched.len(), |frame| frame.touched as usize);
        self.touched[mark..].iter().map(|touched| touched.cell)
    }

    /// Saves the state before a move.
    pub(super) fn push_frame(&mut self) {
        if self.played == self.frames.len() {
            self.frames.push(StackUndoFrame {
                state: self.state,
                judged: EndStatus::NotYet,
                touched: 0,
                mover: Seat::FIRST,
            });
        }
        let frame = &mut self.frames[self.played];
        frame.state = self.state;
        frame.judged = self.judged.get();
        frame.touched = self.touched.len() as u32;
        frame.mover = self.state.clock.seat;
        self.played += 1;
    }

    /// Restores the state before the last move.
    pub(super) fn pop_frame(&mut self) {
        self.played = self.played.checked_sub(1).expect("undo follows a play");
        let frame = &self.frames[self.played];
        let mark = frame.touched as usize;
        for &TouchedPile { tower, height, cell } in self.touched[mark..].iter().rev() {
            self.piles[cell] = Pile { tower, height };
        }
        self.touched.truncate(mark);
        self.state = frame.state;
        self.judged.set(frame.judged);
        if self.plan.counts_positions {
            self.keys.pop();
        }
    }

    pub(super) fn empty_cells(&self) -> S {
        self.kernel.field.all & !self.state.tops.taken()
    }

    /// Cells whose top may not be covered.
    pub(super) fn standing(&self) -> S {
        self.state.tops.of(&self.kernel.standing)
    }

    pub(super) fn top_of(&self, cell: Cell) -> Option<Stone> {
        self.state.tops.at(cell)
    }

    pub(super) fn height_of(&self, cell: Cell) -> u32 {
        self.piles[cell].height as u32
    }

    /// Whether `top`, ending a spread alone, may flatten the standing piece `met`.
    pub(super) fn may_crush(&self, top: Stone, met: Stone) -> bool {
        let piece = &self.plan.pieces[top.kind];
        let whose = match piece.crushes_whose {
            PieceOwner::Any => true,
            PieceOwner::Own => top.seat == met.seat,
            PieceOwner::Other => top.seat != met.seat,
        };
        whose && piece.crushes.contains(&met.kind)
    }

    /// The opening rule, while the seat to move is still in its opening turns.
    pub(super) fn opening(&self) -> Option<&Opening> {
        self.plan.opening.as_ref().filter(|_| self.state.clock.turns < self.kernel.opening_turns)
    }

    /// Number of occurrences of the current position, including this one.
    pub(super) fn occurrences(&self) -> u32 {
        let Some(now) = self.keys.last() else {
            return 0;
        };
        self.keys.iter().filter(|key| *key == now).count() as u32
    }

    pub(super) fn remember_position(&mut self) {
        if self.plan.counts_positions {
            self.keys.push(self.hash());
        }
    }

    /// Height that a tower may reach after a change: where pieces move, all pieces in play may end up on one cell.
    fn tallest_after(&self, change: &BoardEffect) -> u32 {
        let (at, added) = match *change {
            BoardEffect::Place { at, .. } => (Some(at), 1),
            BoardEffect::Give { count, .. } => (None, count),
            _ => return 0,
        };
        if self.plan.carry == 0 {
            return at.and_then(|at| self.plan.grid.cell(at)).map_or(0, |cell| self.height_of(cell) + 1);
        }
        let seats = self.plan.names.seats.indices();
        let held: u32 = seats.map(|seat| self.state.reserve.total(seat)).sum();
        let lying: u32 = self.piles.iter().map(|pile| pile.height as u32).sum();
        (held + lying).saturating_add_signed(added)
    }

    /// Checks that every tower still fits its word after a change.
    pub(super) fn room_for(&self, change: &BoardEffect) -> Result<(), BoardError> {
        let needed = self.tallest_after(change);
        if needed <= T::BITS / self.plan.code.bits {
            return Ok(());
        }
        let most = self.plan.room();
        Err(BoardError::from(match change {
            BoardEffect::Place { at, .. } if self.plan.carry == 0 => {
                format!("{needed} pieces would lie at {}, and {most} are the most", Grid::name(*at))
            }
            _ => format!("{needed} pieces would be in play, and {most} are the most"),
        }))
    }

    /// The same position in the widest words, if a change needs wider ones and these suffice.
    pub(super) fn roomier(&self, change: &BoardEffect) -> Option<StackPosition<S, WidestTower>> {
        let needed = self.tallest_after(change) * self.plan.code.bits;
        if needed <= T::BITS || needed > WidestTower::BITS {
            return None;
        }
        let pile = |pile: &Pile<T>| Pile { tower: widened(pile.tower), height: pile.height };
        let touched =
            |was: &TouchedPile<T>| TouchedPile { tower: widened(was.tower), height: was.height, cell: was.cell };
        Some(StackPosition {
            plan: self.plan.clone(),
            kernel: self.kernel.clone(),
            state: self.state,
            judged: self.judged.clone(),
            piles: self.piles.iter().map(pile).collect(),
            frames: self.frames.clone(),
            played: self.played,
            touched: self.touched.iter().map(touched).collect(),
            keys: self.keys.clone(),
        })
    }

    /// Outcome according to the end rules; the first that applies decides. Computed once.
    pub(super) fn judge(&self) -> Option<BoardOutcome> {
        if self.judged.get() == EndStatus::NotYet {
            let told = || {
                let clock = self.state.clock;
                clock.moved_last(self.plan.first_step(clock.turns), self.plan.names.seats.len())
            };
            let mover = self.before().map_or_else(told, |frame| frame.mover);
            let found = self.plan.ends.iter_enumerated().find_map(|(index, (_, end))| {
                end.judge(self, mover).map(|winners| BoardOutcome { winners, is_tie: false, end: index })
            });
            self.judged.set(found.map_or(EndStatus::Open, EndStatus::Over));
        }
        match self.judged.get() {
            EndStatus::Over(verdict) => Some(verdict),
            _ => None,
        }
    }
}
