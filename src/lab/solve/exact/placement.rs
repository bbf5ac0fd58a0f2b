//! Placing a tile, closing an empty cell for good, and undoing either; keeps the orientations that fit around each cell
//! and the paths of the goals' colours.

use super::bits::OrientationSet;
use super::reach::{distance, turned};
use super::search::{EMPTY, ENDS, ExactSearch, SHUT};
use super::tables::{GOALS, GoalLink, LINKS, NO_GOAL, SIDES};
use houserule_core::mechanics::puzzle::TrackForm;

/// Path of one colour, stored at each of its ends.
#[derive(Clone, Copy, Default)]
pub struct LinkPath {
    /// The other end: its cell times eight, plus its side.
    other: u32,
    length: u16,
    /// Number of sides by which the path turns on the way there.
    turn: i16,
}

/// Progress of every goal.
#[derive(Clone, Copy)]
pub struct GoalTally {
    /// Ends that can never continue.
    pub shut: [u8; GOALS],
    pub parts: [u16; GOALS],
    pub closed: [bool; GOALS],
    /// Links not yet placed.
    pub left: [u16; GOALS],
    pub stock: [u32; GOALS],
}

/// Undo record of a step.
pub struct PlacementUndo<const W: usize> {
    tally: GoalTally,
    joins: [[(u32, LinkPath); 2]; LINKS],
    join_count: usize,
    /// What fitted around the cell, and its part of the list; `None` if the step was rejected.
    settled: Option<SettledCell<W>>,
}

struct SettledCell<const W: usize> {
    around: [OrientationSet<W>; SIDES],
    was_listed: bool,
    /// Start of the new run of the list, and what was added to it.
    begin: usize,
    copied: usize,
    floor: u32,
}

impl<const W: usize> PlacementUndo<W> {
    pub fn is_done(&self) -> bool {
        self.settled.is_some()
    }
}

impl<const W: usize> ExactSearch<'_, W> {
    /// Places a tile. The undo record shows whether the tile fits there.
    pub fn lay(&mut self, cell: u32, index: u16, from: usize) -> PlacementUndo<W> {
        let tables = self.tables;
        let orientation = &tables.orientations[index as usize];
        let mut undo = self.undo();
        self.cells[cell as usize] = index;
        self.path.push((cell, index));
        self.tiles_left -= 1;
        let kind = orientation.kind as usize;
        self.copies[kind] -= 1;
        if self.copies[kind] == 0 {
            self.free = self.free.without(tables.of_kind[kind]);
        }
        if cell < self.floors[kind] || !self.ends_may_stay(cell, &orientation.goals) {
            return undo;
        }
        for link in orientation.links() {
            if !self.join(cell, link, &mut undo) {
                return undo;
            }
        }

        let mut around = [OrientationSet::NONE; SIDES];
        for (side, around) in around.iter_mut().enumerate().take(tables.sides) {
            let beside = self.neighbour(cell, side) as usize;
            if self.cells[beside] == EMPTY {
                *around = self.fits[beside];
                let showing = &tables.showing[tables.opposite(side)][orientation.colours[side] as usize];
                self.fits[beside] = self.fits[beside].and(*showing);
            }
        }
        let (was_listed, begin) = self.copy_list(cell, from);
        let copied = self.list.len();
        let floor = self.floors[kind];
        if !was_listed {
            self.may_part = true;
            self.floors[kind] = cell + 1;
        }
        for side in 0..tables.sides {
            let beside = self.neighbour(cell, side);
            let index = beside as usize;
            if orientation.goals[side] != NO_GOAL && self.cells[index] == EMPTY && !self.listed[index] {
                self.listed[index] = true;
                self.list.push(beside);
            }
        }
        undo.settled = Some(SettledCell { around, was_listed, begin, copied, floor });
        undo
    }

    /// Removes the tile of the last step.
    pub fn take(&mut self, cell: u32, index: u16, undo: PlacementUndo<W>) {
        let kind = self.tables.orientations[index as usize].kind as usize;
        if let Some(settled) = &undo.settled {
            self.floors[kind] = settled.floor;
        }
        self.put_back(cell, undo);
        self.copies[kind] += 1;
        self.free = self.free.or(self.tables.of_kind[kind]);
        self.tiles_left += 1;
    }

    /// Closes a cell for good: lines that lead into it end there.
    pub fn shut(&mut self, cell: u32, from: usize) -> PlacementUndo<W> {
        let tables = self.tables;
        let mut undo = self.undo();
        self.cells[cell as usize] = SHUT;
        self.path.push((cell, SHUT));
        for side in 0..tables.sides {
            let (beside, back) = (self.neighbour(cell, side), tables.opposite(side));
            let Some(orientation) = tables.orientations.get(self.cells[beside as usize] as usize) else {
                continue;
            };
            let goal = orientation.goals[back];
            if goal != NO_GOAL {
                self.tally.shut[goal as usize] += 1;
                let LinkPath { other, length, .. } = self.ends[beside as usize * 8 + back];
                if self.is_shut(other) && length != tables.totals[goal as usize] {
                    return undo;
                }
            }
        }
        let mut around = [OrientationSet::NONE; SIDES];
        for (side, around) in around.iter_mut().enumerate().take(tables.sides) {
            let beside = self.neighbour(cell, side) as usize;
            if self.cells[beside] == EMPTY {
                *around = self.fits[beside];
                for goal in tables.goals.iter().filter(|goal| goal.form == TrackForm::Loop) {
                    let showing = &tables.showing[tables.opposite(side)][goal.colour as usize];
                    self.fits[beside] = self.fits[beside].without(*showing);
                }
            }
        }
        let (was_listed, begin) = self.copy_list(cell, from);
        undo.settled = Some(SettledCell { around, was_listed, begin, copied: self.list.len(), floor: 0 });
        undo
    }

    /// Reopens the cell closed by the last step.
    pub fn open(&mut self, cell: u32, undo: PlacementUndo<W>) {
        self.put_back(cell, undo);
    }

    fn undo(&self) -> PlacementUndo<W> {
        PlacementUndo { tally: self.tally, joins: [[(0, LinkPath::default()); 2]; LINKS], join_count: 0, settled: None }
    }

    fn put_back(&mut self, cell: u32, undo: PlacementUndo<W>) {
        if let Some(SettledCell { around, was_listed, begin, copied, .. }) = undo.settled {
            for index in copied..self.list.len() {
                self.listed[self.list[index] as usize] = false;
            }
            self.list.truncate(begin);
            self.listed[cell as usize] = was_listed;
            for (side, fits) in around.into_iter().enumerate().take(self.tables.sides) {
                let beside = self.neighbour(cell, side) as usize;
                if self.cells[beside] == EMPTY {
                    self.fits[beside] = fits;
                }
            }
        }
        for join in undo.joins[..undo.join_count].iter().rev() {
            for (end, old) in join {
                self.ends[*end as usize] = *old;
            }
        }
        self.tally = undo.tally;
        self.path.pop();
        self.cells[cell as usize] = EMPTY;
    }

    /// Copies the current run of listed cells without this one.
    fn copy_list(&mut self, cell: u32, from: usize) -> (bool, usize) {
        let begin = self.list.len();
        for index in from..begin {
            let listed = self.list[index];
            if listed != cell {
                self.list.push(listed);
            }
        }
        (std::mem::replace(&mut self.listed[cell as usize], false), begin)
    }

    /// Counts the path ends that a tile turns towards closed cells; `false` if there are too many.
    fn ends_may_stay(&mut self, cell: u32, goals: &[u8; SIDES]) -> bool {
        for (side, goal) in goals.iter().enumerate().take(self.tables.sides) {
            let goal = *goal as usize;
            if goal != NO_GOAL as usize && self.cells[self.neighbour(cell, side) as usize] == SHUT {
                self.tally.shut[goal] += 1;
                if self.tables.goals[goal].form == TrackForm::Loop || self.tally.shut[goal] > ENDS {
                    return false;
                }
            }
        }
        true
    }

    /// Path end that the tile at `side` of a cell turns towards it.
    fn end_at(&self, cell: u32, side: usize) -> Option<u32> {
        let beside = self.neighbour(cell, side);
        (self.cells[beside as usize] < SHUT).then(|| beside * 8 + self.tables.opposite(side) as u32)
    }

    /// Whether an end leads into a closed cell.
    fn is_shut(&self, end: u32) -> bool {
        self.cells[self.neighbour(end / 8, end as usize % 8) as usize] == SHUT
    }

    /// Joins a link to the paths beside it; `false` if the goal can then no longer be reached.
    fn join(&mut self, cell: u32, link: &GoalLink, undo: &mut PlacementUndo<W>) -> bool {
        let goal = link.goal as usize;
        let total = self.tables.totals[goal];
        let form = self.tables.goals[goal].form;
        self.tally.left[goal] -= 1;
        self.tally.stock[goal] -= link.stride;
        let mut length = 1;
        let mut turns = [0; 2];
        let mut far = link.ends.map(|side| cell * 8 + side as u32);
        let meets = link.ends.map(|side| self.end_at(cell, side as usize));
        if let [Some(one), Some(other)] = meets
            && self.ends[one as usize].other == other
        {
            self.tally.closed[goal] = true;
            return form == TrackForm::Loop && self.ends[one as usize].length + 1 == total;
        }
        self.tally.parts[goal] += 1;
        for (index, end) in meets.into_iter().enumerate() {
            if let Some(end) = end {
                let path = self.ends[end as usize];
                (far[index], turns[index]) = (path.other, path.turn);
                length += path.length;
                self.tally.parts[goal] -= 1;
            }
        }
        let turn = turns[1] + link.turn as i16 - turns[0];
        undo.joins[undo.join_count] = far.map(|end| (end, self.ends[end as usize]));
        undo.join_count += 1;
        self.ends[far[0] as usize] = LinkPath { other: far[1], length, turn };
        self.ends[far[1] as usize] = LinkPath { other: far[0], length, turn: -turn };

        let (parts, left) = (self.tally.parts[goal], self.tally.left[goal]);
        match form {
            TrackForm::Line => parts <= left + 1 && (length == total || !self.is_shut(far[0]) || !self.is_shut(far[1])),
            TrackForm::Loop if parts > 1 => parts <= left,
            TrackForm::Loop => self.may_close(goal, far, -turn as i32),
        }
    }

    /// Whether the remaining links can lead from the first end of the only path to the second; `turn` is what that path
    /// turned from the second end to the first.
    fn may_close(&self, goal: usize, [from, to]: [u32; 2], turn: i32) -> bool {
        let side = from as usize % 8;
        let entered = self.start.places[self.neighbour(from / 8, side) as usize];
        let wanted = self.start.places[to as usize / 8];
        let sides = self.tables.sides;
        let reach = &self.tables.reaches[goal];
        match reach.knows(self.tally.stock[goal]) {
            true => {
                let by = turned(sides, wanted.from(entered), sides - side);
                reach.closes(self.tally.stock[goal], by, turn)
            }
            false => distance(sides, entered, wanted) <= self.tally.left[goal] as usize,
        }
    }
}
