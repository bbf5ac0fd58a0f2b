//! A position of stones: sets for the tops, one number for every tower, and a journal to take moves back.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::ends::End;
use super::packed::StoneMove;
use super::spreads::Drops;
use super::{StackPlan, Tower, Whose};
use crate::geometry::{At, Cell, CellSet, Field, Grid};
use crate::mechanics::supply::MAX_KINDS;
use crate::mechanics::{
    Change, Clock, Deed, Kind, Look, MAX_SEATS, Mechanic, Move, Refusal, Reserve, Seat, Stone, StoneBoard,
    StoneSetup, Verdict,
};

/// A position with its past. `S` holds sets of cells, `T` a tower.
#[derive(Clone)]
pub struct Stones<S, T> {
    pub(super) plan: Arc<StackPlan>,
    pub(super) kernel: Arc<Kernel<S>>,
    pub(super) state: State<S>,
    /// Every piece of every cell as its code, the top lowest.
    towers: Vec<T>,
    heights: Vec<u16>,
    frames: Vec<Frame<S>>,
    /// Towers as they were before they were touched, newest last.
    touched: Vec<(Cell, T, u16)>,
    /// The key of every position since the start, where an end rule counts them.
    keys: Vec<u64>,
}

/// What is small enough to be kept whole for every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State<S> {
    pub tops: Tops<S>,
    pub reserve: Reserve,
    pub clock: Clock,
    pub verdict: Option<Verdict>,
}

/// The top piece of every cell, as sets by owner and by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tops<S> {
    pub owner: [S; MAX_SEATS],
    pub kind: [S; MAX_KINDS],
}

/// How things stood before a move.
#[derive(Clone, Copy)]
struct Frame<S> {
    state: State<S>,
    touched: u32,
    mover: Seat,
}

/// What the plan means in sets of this width.
#[derive(Debug)]
pub(super) struct Kernel<S> {
    pub field: Field<S>,
    /// Where each seat may place in the opening.
    pub opening_cells: Vec<S>,
    road_kinds: Vec<Kind>,
    standing_kinds: Vec<Kind>,
}

impl<S: CellSet, T: Tower> Stones<S, T> {
    pub fn new(plan: Arc<StackPlan>) -> Stones<S, T> {
        let kinds = || 0..plan.pieces.len() as Kind;
        let regions = plan.opening.iter().flat_map(|opening| &opening.cells);
        let kernel = Kernel {
            field: Field::new(&plan.grid),
            opening_cells: regions.map(|&region| S::collect(plan.grid.region(region))).collect(),
            road_kinds: kinds().filter(|&kind| plan.pieces[kind as usize].road).collect(),
            standing_kinds: plan.standing().collect(),
        };
        let state = State {
            tops: Tops { owner: [S::EMPTY; MAX_SEATS], kind: [S::EMPTY; MAX_KINDS] },
            reserve: plan.reserve,
            clock: Clock::default(),
            verdict: None,
        };
        let cells = plan.grid.len();
        let mut stones = Stones {
            plan,
            kernel: Arc::new(kernel),
            state,
            towers: vec![T::EMPTY; cells],
            heights: vec![0; cells],
            frames: Vec::new(),
            touched: Vec::new(),
            keys: Vec::new(),
        };
        stones.remember_position();
        stones
    }

    /// Puts the board in a position set up by hand, judged as if the seat before had just moved.
    pub fn set_up(&mut self, setup: &StoneSetup) -> Result<(), Vec<String>> {
        let (clock, reserve) = self.plan.set_up(setup)?;
        for (at, stack) in &setup.stacks {
            let Some(cell) = self.plan.grid.cell(*at) else {
                return Err(vec![format!("{} is off the board", Grid::name(*at))]);
            };
            for &stone in stack {
                self.push(cell, stone);
            }
        }
        (self.state.clock, self.state.reserve) = (clock, reserve);
        self.keys.clear();
        self.remember_position();
        let seats = self.plan.names.seats.len() as Seat;
        let before = (clock.seat + seats - 1) % seats;
        self.judge(before);
        Ok(())
    }

    pub(super) fn empty_cells(&self) -> S {
        let taken = self.state.tops.owner.iter().fold(S::EMPTY, |taken, &own| taken | own);
        self.kernel.field.all & !taken
    }

    /// The cells topped by pieces that nothing may cover.
    pub(super) fn standing(&self) -> S {
        let tops = &self.state.tops;
        self.kernel.standing_kinds.iter().fold(S::EMPTY, |set, &kind| set | tops.kind[kind as usize])
    }

    pub(super) fn road_tops(&self, seat: Seat) -> S {
        let tops = &self.state.tops;
        let road = self.kernel.road_kinds.iter().fold(S::EMPTY, |set, &kind| set | tops.kind[kind as usize]);
        road & tops.owner[seat as usize]
    }

    pub(super) fn top_of(&self, cell: Cell) -> Option<Stone> {
        let tops = &self.state.tops;
        let seat = tops.owner.iter().position(|set| set.has(cell))?;
        let kind = tops.kind.iter().position(|set| set.has(cell))?;
        Some(Stone { seat: seat as Seat, kind: kind as Kind })
    }

    pub(super) fn height_of(&self, cell: Cell) -> u32 {
        self.heights[cell as usize] as u32
    }

    /// Whether `top`, ending a spread alone, may crush the standing piece `met`.
    pub(super) fn may_crush(&self, top: Stone, met: Stone) -> bool {
        let piece = &self.plan.pieces[top.kind as usize];
        let whose = match piece.crushes_whose {
            Whose::Any => true,
            Whose::Own => top.seat == met.seat,
            Whose::Other => top.seat != met.seat,
        };
        whose && piece.crushes.contains(&met.kind)
    }

    /// Whether the seat to move is still in its opening turns.
    pub(super) fn opening(&self) -> Option<&crate::mechanics::Opening> {
        let seats = self.plan.names.seats.len();
        self.plan.opening.as_ref().filter(|opening| self.state.clock.turn(seats) <= opening.turns)
    }

    /// How often the present position has occurred, this time included.
    pub(super) fn occurrences(&self) -> u32 {
        let Some(now) = self.keys.last() else {
            return 0;
        };
        self.keys.iter().filter(|key| *key == now).count() as u32
    }

    fn remember_position(&mut self) {
        if self.plan.counts_positions {
            self.keys.push(self.key());
        }
    }

    /// Makes `stone` the top shown for a cell.
    fn show(&mut self, cell: Cell, stone: Stone) {
        let tops = &mut self.state.tops;
        let bit = S::only(cell);
        for (seat, set) in tops.owner.iter_mut().enumerate() {
            *set = if seat == stone.seat as usize { *set | bit } else { *set & !bit };
        }
        for (kind, set) in tops.kind.iter_mut().enumerate() {
            *set = if kind == stone.kind as usize { *set | bit } else { *set & !bit };
        }
    }

    fn show_empty(&mut self, cell: Cell) {
        let tops = &mut self.state.tops;
        let keep = !S::only(cell);
        tops.owner.iter_mut().chain(&mut tops.kind).for_each(|set| *set &= keep);
    }

    /// Shows whatever coverable piece lies on top now.
    fn show_uncovered(&mut self, cell: Cell) {
        if self.heights[cell as usize] == 0 {
            self.show_empty(cell);
        } else {
            let code = self.towers[cell as usize].low(self.plan.code.bits).word();
            self.show(cell, self.plan.code.read(code));
        }
    }

    /// Puts one piece on top of a cell.
    fn push(&mut self, cell: Cell, stone: Stone) {
        let tower = &mut self.towers[cell as usize];
        *tower = tower.up(self.plan.code.bits).or(T::from_word(self.plan.code.write(stone)));
        self.heights[cell as usize] += 1;
        self.show(cell, stone);
    }

    /// Notes a tower in the journal before it is changed.
    fn touch(&mut self, cell: Cell) {
        self.touched.push((cell, self.towers[cell as usize], self.heights[cell as usize]));
    }

    fn place(&mut self, kind: Kind, cell: Cell, count: u32) {
        let owner = self.places_for();
        self.touch(cell);
        for _ in 0..count {
            self.push(cell, Stone { seat: owner, kind });
        }
        self.state.reserve.take(owner, self.plan.pool(kind), count as u16);
        self.state.clock.quiet = 0;
    }

    fn spread(&mut self, from: Cell, direction: usize, drops: Drops) {
        let bits = self.plan.code.bits;
        let top = self.top_of(from).expect("a listed spread starts from a stack");
        let mut left = drops.taken();
        let hand = self.towers[from as usize].low(left * bits);

        self.touch(from);
        self.towers[from as usize] = self.towers[from as usize].down(left * bits);
        self.heights[from as usize] -= left as u16;
        self.show_uncovered(from);

        self.state.clock.quiet += 1;
        let mut cell = from;
        for drop in drops {
            cell = self.kernel.field.next(direction, cell).expect("a listed spread stays on the board");
            self.touch(cell);
            self.crush_if_standing(cell);
            left -= drop;
            let dropped = hand.down(left * bits).low(drop * bits);
            self.towers[cell as usize] = self.towers[cell as usize].up(drop * bits).or(dropped);
            self.heights[cell as usize] += drop as u16;
            if left > 0 {
                self.show_uncovered(cell);
            } else {
                self.show(cell, top);
            }
        }
    }

    /// A standing piece that a spread enters was found crushable when the move was listed.
    fn crush_if_standing(&mut self, cell: Cell) {
        if !self.standing().has(cell) {
            return;
        }
        let met = self.top_of(cell).expect("a standing piece is a top");
        let crushed = Stone { kind: self.plan.pieces[met.kind as usize].crushed_to, ..met };
        let bits = self.plan.code.bits;
        let tower = &mut self.towers[cell as usize];
        *tower = tower.down(bits).up(bits).or(T::from_word(self.plan.code.write(crushed)));
        self.state.clock.quiet = 0;
    }

    /// Whether a tower of all pieces in play would still fit its word after `added` more.
    fn room_for(&self, added: i32) -> Result<(), String> {
        let seats = 0..self.plan.names.seats.len() as Seat;
        let held: u32 = seats.map(|seat| self.state.reserve.total(seat)).sum();
        let lying: u32 = self.heights.iter().map(|&height| height as u32).sum();
        let room = T::BITS / self.plan.code.bits;
        if i64::from(held + lying) + i64::from(added) > i64::from(room) {
            return Err(format!("there would be more than {room} pieces in play"));
        }
        Ok(())
    }

    /// Asks the end rules about the position that `mover` made; the first that speaks decides.
    fn judge(&mut self, mover: Seat) {
        let plan = self.plan.clone();
        let found = plan.ends.iter().enumerate().find_map(|(index, (_, end))| {
            end.judge(self, mover).map(|winners| Verdict { winners, end: index as u8 })
        });
        self.state.verdict = found;
    }
}

impl<S: CellSet, T: Tower> Mechanic for Stones<S, T> {
    fn fork(&self) -> Box<dyn Mechanic> {
        Box::new(self.clone())
    }

    fn clock(&self) -> Clock {
        self.state.clock
    }

    fn verdict(&self) -> Option<Verdict> {
        self.state.verdict
    }

    fn list_unowed(&mut self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    fn count(&mut self) -> u64 {
        self.count_moves()
    }

    fn play(&mut self, mv: Move) {
        let mover = self.state.clock.seat;
        self.frames.push(Frame { state: self.state, touched: self.touched.len() as u32, mover });
        match StoneMove::unpack(mv) {
            StoneMove::Place { kind, cell, count } => self.place(kind, cell, count),
            StoneMove::Spread { from, direction, drops } => self.spread(from, direction, drops),
        }
        self.state.clock.advance(self.plan.names.seats.len());
        self.remember_position();
        self.judge(mover);
    }

    fn undo(&mut self) {
        let frame = self.frames.pop().expect("undo follows a play");
        for (cell, tower, height) in self.touched.drain(frame.touched as usize..).rev() {
            self.towers[cell as usize] = tower;
            self.heights[cell as usize] = height;
        }
        self.state = frame.state;
        if self.plan.counts_positions {
            self.keys.pop();
        }
    }

    fn change(&mut self, change: &Change) -> Result<(), String> {
        let on_board = |at: At| self.plan.grid.cell(at).ok_or(format!("{} is off the board", Grid::name(at)));
        match *change {
            Change::Place { at, stone } => {
                let cell = on_board(at)?;
                if self.standing().has(cell) {
                    return Err(format!("{} holds a piece that may not be covered", Grid::name(at)));
                }
                self.room_for(1)?;
                self.touch(cell);
                self.push(cell, stone);
            }
            Change::Remove { at } => {
                let cell = on_board(at)?;
                if self.height_of(cell) == 0 {
                    return Err(format!("{} is empty", Grid::name(at)));
                }
                self.touch(cell);
                let tower = &mut self.towers[cell as usize];
                *tower = tower.down(self.plan.code.bits);
                self.heights[cell as usize] -= 1;
                self.show_uncovered(cell);
            }
            Change::Give { seat, kind, count } => {
                let has = self.in_reserve(seat, kind) as i64;
                let now = has + count as i64;
                if !(0..=Reserve::MAX).contains(&now) {
                    let (seat, piece) =
                        (&self.plan.names.seats[seat as usize], &self.plan.names.pieces[kind as usize]);
                    return Err(format!(
                        "{seat} has {has} {piece}s in reserve; giving {count} is not possible"
                    ));
                }
                self.room_for(count)?;
                self.state.reserve.set(seat, self.plan.pool(kind), now as u16);
            }
            Change::Skip => self.state.clock.advance(self.plan.names.seats.len()),
        }
        if !matches!(change, Change::Skip) {
            self.state.clock.quiet = 0;
        }
        if self.plan.counts_positions {
            self.keys.pop();
            self.remember_position();
        }
        let mover = self.frames.last().map_or(self.state.clock.seat, |frame| frame.mover);
        self.judge(mover);
        Ok(())
    }

    fn refusals(&mut self, deed: &Deed) -> Vec<Refusal> {
        self.explain(deed)
    }

    fn pack(&self, deed: &Deed) -> Option<Move> {
        let packed = match deed {
            Deed::Place { piece, at, count } => {
                StoneMove::Place { kind: *piece, cell: self.plan.grid.cell(*at)?, count: *count }
            }
            Deed::Lay { .. } => return None,
            Deed::Spread { from, direction, drops, .. } => StoneMove::Spread {
                from: self.plan.grid.cell(*from)?,
                direction: *direction,
                drops: Drops::checked(drops)?,
            },
        };
        Some(packed.pack())
    }

    fn spell(&self, mv: Move) -> Deed {
        match StoneMove::unpack(mv) {
            StoneMove::Place { kind, cell, count } => {
                Deed::Place { piece: kind, at: self.plan.grid.at(cell), count }
            }
            StoneMove::Spread { from, direction, drops } => {
                let from = self.plan.grid.at(from);
                let end = from.plus(self.plan.grid.steps[direction], drops.cells() as i32);
                let crush = self.plan.grid.cell(end).is_some_and(|cell| self.standing().has(cell));
                Deed::Spread { from, direction, taken: drops.taken(), drops: drops.collect(), crush }
            }
        }
    }

    fn look(&self) -> Look<'_> {
        Look::Stones(self)
    }

    fn tally(&self) -> Option<Vec<(i32, String)>> {
        let (counts, how) = self.plan.ends.iter().find_map(|(id, end)| match end {
            End::Tops(tops) => Some((tops.counts(self), id)),
            _ => None,
        })?;
        let names = &self.plan.names;
        let mut sides = vec![(0, how.clone()); names.sides.len()];
        counts.iter().zip(&names.side_of).for_each(|(count, &side)| sides[side as usize].0 += count);
        Some(sides)
    }

    fn unplayed(&self, seat: Seat) -> u32 {
        self.state.reserve.total(seat)
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for cell in self.plan.grid.cells() {
            self.stack(self.plan.grid.at(cell))
                .iter()
                .for_each(|stone| (stone.seat, stone.kind).hash(&mut hasher));
            hasher.write_u8(u8::MAX);
        }
        self.state.reserve.counts().for_each(|count| count.hash(&mut hasher));
        self.state.clock.seat.hash(&mut hasher);
        hasher.finish()
    }
}

impl<S: CellSet, T: Tower> StoneBoard for Stones<S, T> {
    fn plan(&self) -> &StackPlan {
        &self.plan
    }

    fn clock(&self) -> Clock {
        self.state.clock
    }

    fn stack(&self, at: At) -> Vec<Stone> {
        let Some(cell) = self.plan.grid.cell(at) else {
            return Vec::new();
        };
        let (bits, height) = (self.plan.code.bits, self.height_of(cell));
        let tower = self.towers[cell as usize];
        let code = |level: u32| tower.down((height - 1 - level) * bits).low(bits).word();
        let mut stack: Vec<Stone> = (0..height).map(|level| self.plan.code.read(code(level))).collect();
        if let (Some(last), Some(top)) = (stack.last_mut(), self.top_of(cell)) {
            *last = top;
        }
        stack
    }

    fn top(&self, at: At) -> Option<Stone> {
        self.top_of(self.plan.grid.cell(at)?)
    }

    fn height(&self, at: At) -> u32 {
        self.plan.grid.cell(at).map_or(0, |cell| self.height_of(cell))
    }

    fn in_reserve(&self, seat: Seat, kind: Kind) -> u32 {
        self.state.reserve.get(seat, self.plan.pool(kind)) as u32
    }

    fn places_for(&self) -> Seat {
        let seat = self.state.clock.seat;
        self.opening().map_or(seat, |opening| self.plan.owner_of(seat, opening.owner))
    }
}
