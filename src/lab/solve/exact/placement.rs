//! Placing a tile, blocking an empty cell, and undoing either. Maintains the domains of cells and the paths of the
//! goals' colours.

use super::bits::OrientationSet;
use super::reach::{distance, rotate};
use super::search::{BLOCKED, EMPTY, ExactSearch, LINE_ENDS};
use super::tables::{GoalLink, MAX_GOALS, MAX_LINKS, MAX_SIDES, NO_GOAL};
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
    /// Path ends that lead into blocked cells.
    pub blocked_ends: [u8; MAX_GOALS],
    pub components: [u16; MAX_GOALS],
    pub closed: [bool; MAX_GOALS],
    /// Links not yet placed.
    pub links_left: [u16; MAX_GOALS],
    pub turn_index: [u32; MAX_GOALS],
}

/// Undo record of a decision.
pub struct PlacementUndo<const W: usize> {
    tally: GoalTally,
    joins: [[(u32, LinkPath); 2]; MAX_LINKS],
    join_count: usize,
    /// Changes to undo at the cell; `None` if the decision was rejected.
    applied: Option<SettledCell<W>>,
}

struct SettledCell<const W: usize> {
    old_domains: [OrientationSet<W>; MAX_SIDES],
    was_open: bool,
    /// Start of the new run of open cells, and the end of its copied part.
    run_start: usize,
    copied_end: usize,
    min_cell: u32,
}

impl<const W: usize> PlacementUndo<W> {
    pub fn is_applied(&self) -> bool {
        self.applied.is_some()
    }
}

impl<const W: usize> ExactSearch<'_, W> {
    /// Places a tile. The undo record shows whether the placement was possible.
    pub fn place(&mut self, cell: u32, index: u16, from: usize) -> PlacementUndo<W> {
        let tables = self.tables;
        let orientation = &tables.orientations[index as usize];
        let mut undo = self.new_undo();
        self.cells[cell as usize] = index;
        self.path.push((cell, index));
        self.tiles_left -= 1;
        let kind = orientation.kind as usize;
        self.copies_left[kind] -= 1;
        if self.copies_left[kind] == 0 {
            self.available = self.available.without(tables.orientations_by_kind[kind]);
        }
        if cell < self.min_cells[kind] || !self.count_blocked_ends(cell, &orientation.goals) {
            return undo;
        }
        for link in orientation.links() {
            if !self.join(cell, link, &mut undo) {
                return undo;
            }
        }

        let mut old_domains = [OrientationSet::NONE; MAX_SIDES];
        for (side, old) in old_domains.iter_mut().enumerate().take(tables.sides) {
            let neighbour = self.neighbour(cell, side) as usize;
            if self.cells[neighbour] == EMPTY {
                *old = self.domains[neighbour];
                let matching = &tables.by_side_colour[tables.opposite(side)][orientation.colours[side] as usize];
                self.domains[neighbour] = self.domains[neighbour].and(*matching);
            }
        }
        let (was_open, run_start) = self.copy_open_cells(cell, from);
        let copied_end = self.open_cells.len();
        let min_cell = self.min_cells[kind];
        if !was_open {
            self.allows_separate = true;
            self.min_cells[kind] = cell + 1;
        }
        for side in 0..tables.sides {
            let neighbour = self.neighbour(cell, side);
            let index = neighbour as usize;
            if orientation.goals[side] != NO_GOAL && self.cells[index] == EMPTY && !self.is_open[index] {
                self.is_open[index] = true;
                self.open_cells.push(neighbour);
            }
        }
        undo.applied = Some(SettledCell { old_domains, was_open, run_start, copied_end, min_cell });
        undo
    }

    /// Removes the tile of the last decision.
    pub fn remove(&mut self, cell: u32, index: u16, undo: PlacementUndo<W>) {
        let kind = self.tables.orientations[index as usize].kind as usize;
        if let Some(applied) = &undo.applied {
            self.min_cells[kind] = applied.min_cell;
        }
        self.restore(cell, undo);
        self.copies_left[kind] += 1;
        self.available = self.available.or(self.tables.orientations_by_kind[kind]);
        self.tiles_left += 1;
    }

    /// Blocks a cell: lines that lead into it end there.
    pub fn block(&mut self, cell: u32, from: usize) -> PlacementUndo<W> {
        let tables = self.tables;
        let mut undo = self.new_undo();
        self.cells[cell as usize] = BLOCKED;
        self.path.push((cell, BLOCKED));
        for side in 0..tables.sides {
            let (neighbour, back) = (self.neighbour(cell, side), tables.opposite(side));
            let Some(orientation) = tables.orientations.get(self.cells[neighbour as usize] as usize) else {
                continue;
            };
            let goal = orientation.goals[back];
            if goal != NO_GOAL {
                self.tally.blocked_ends[goal as usize] += 1;
                let LinkPath { other, length, .. } = self.ends[neighbour as usize * 8 + back];
                if self.is_blocked(other) && length != tables.link_totals[goal as usize] {
                    return undo;
                }
            }
        }
        let mut old_domains = [OrientationSet::NONE; MAX_SIDES];
        for (side, old) in old_domains.iter_mut().enumerate().take(tables.sides) {
            let neighbour = self.neighbour(cell, side) as usize;
            if self.cells[neighbour] == EMPTY {
                *old = self.domains[neighbour];
                for goal in tables.goals.iter().filter(|goal| goal.form == TrackForm::Loop) {
                    let matching = &tables.by_side_colour[tables.opposite(side)][goal.colour as usize];
                    self.domains[neighbour] = self.domains[neighbour].without(*matching);
                }
            }
        }
        let (was_open, run_start) = self.copy_open_cells(cell, from);
        undo.applied =
            Some(SettledCell { old_domains, was_open, run_start, copied_end: self.open_cells.len(), min_cell: 0 });
        undo
    }

    /// Unblocks the cell of the last decision.
    pub fn unblock(&mut self, cell: u32, undo: PlacementUndo<W>) {
        self.restore(cell, undo);
    }

    fn new_undo(&self) -> PlacementUndo<W> {
        PlacementUndo {
            tally: self.tally,
            joins: [[(0, LinkPath::default()); 2]; MAX_LINKS],
            join_count: 0,
            applied: None,
        }
    }

    fn restore(&mut self, cell: u32, undo: PlacementUndo<W>) {
        if let Some(SettledCell { old_domains, was_open, run_start, copied_end, .. }) = undo.applied {
            for index in copied_end..self.open_cells.len() {
                self.is_open[self.open_cells[index] as usize] = false;
            }
            self.open_cells.truncate(run_start);
            self.is_open[cell as usize] = was_open;
            for (side, domain) in old_domains.into_iter().enumerate().take(self.tables.sides) {
                let neighbour = self.neighbour(cell, side) as usize;
                if self.cells[neighbour] == EMPTY {
                    self.domains[neighbour] = domain;
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

    /// Copies the current run of open cells without this one.
    fn copy_open_cells(&mut self, cell: u32, from: usize) -> (bool, usize) {
        let run_start = self.open_cells.len();
        for index in from..run_start {
            let open = self.open_cells[index];
            if open != cell {
                self.open_cells.push(open);
            }
        }
        (std::mem::replace(&mut self.is_open[cell as usize], false), run_start)
    }

    /// Counts the path ends that a tile turns towards blocked cells; `false` if there are too many.
    fn count_blocked_ends(&mut self, cell: u32, goals: &[u8; MAX_SIDES]) -> bool {
        for (side, goal) in goals.iter().enumerate().take(self.tables.sides) {
            let goal = *goal as usize;
            if goal != NO_GOAL as usize && self.cells[self.neighbour(cell, side) as usize] == BLOCKED {
                self.tally.blocked_ends[goal] += 1;
                if self.tables.goals[goal].form == TrackForm::Loop || self.tally.blocked_ends[goal] > LINE_ENDS {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the path end that the tile at `side` of a cell turns towards it.
    fn end_at(&self, cell: u32, side: usize) -> Option<u32> {
        let neighbour = self.neighbour(cell, side);
        (self.cells[neighbour as usize] < BLOCKED).then(|| neighbour * 8 + self.tables.opposite(side) as u32)
    }

    /// Returns whether an end leads into a blocked cell.
    fn is_blocked(&self, end: u32) -> bool {
        self.cells[self.neighbour(end / 8, end as usize % 8) as usize] == BLOCKED
    }

    /// Joins a link to the adjacent paths; `false` if the goal is then out of reach.
    fn join(&mut self, cell: u32, link: &GoalLink, undo: &mut PlacementUndo<W>) -> bool {
        let goal = link.goal as usize;
        let total = self.tables.link_totals[goal];
        let form = self.tables.goals[goal].form;
        self.tally.links_left[goal] -= 1;
        self.tally.turn_index[goal] -= link.stride;
        let mut length = 1;
        let mut turns = [0; 2];
        let mut far_ends = link.ends.map(|side| cell * 8 + side as u32);
        let adjacent_ends = link.ends.map(|side| self.end_at(cell, side as usize));
        if let [Some(one), Some(other)] = adjacent_ends
            && self.ends[one as usize].other == other
        {
            self.tally.closed[goal] = true;
            return form == TrackForm::Loop && self.ends[one as usize].length + 1 == total;
        }
        self.tally.components[goal] += 1;
        for (index, end) in adjacent_ends.into_iter().enumerate() {
            if let Some(end) = end {
                let path = self.ends[end as usize];
                (far_ends[index], turns[index]) = (path.other, path.turn);
                length += path.length;
                self.tally.components[goal] -= 1;
            }
        }
        let turn = turns[1] + link.turn as i16 - turns[0];
        undo.joins[undo.join_count] = far_ends.map(|end| (end, self.ends[end as usize]));
        undo.join_count += 1;
        self.ends[far_ends[0] as usize] = LinkPath { other: far_ends[1], length, turn };
        self.ends[far_ends[1] as usize] = LinkPath { other: far_ends[0], length, turn: -turn };

        let (components, links_left) = (self.tally.components[goal], self.tally.links_left[goal]);
        match form {
            TrackForm::Line => {
                components <= links_left + 1
                    && (length == total || !self.is_blocked(far_ends[0]) || !self.is_blocked(far_ends[1]))
            }
            TrackForm::Loop if components > 1 => components <= links_left,
            TrackForm::Loop => self.can_close(goal, far_ends, -turn as i32),
        }
    }

    /// Returns whether the remaining links can lead from the first end of the only path to the second; `turn` is the
    /// turn of that path from the second end to the first.
    fn can_close(&self, goal: usize, [from, to]: [u32; 2], turn: i32) -> bool {
        let side = from as usize % 8;
        let start_cell = self.start.coords[self.neighbour(from / 8, side) as usize];
        let target_cell = self.start.coords[to as usize / 8];
        let sides = self.tables.sides;
        let reach = &self.tables.reach_tables[goal];
        match reach.covers(self.tally.turn_index[goal]) {
            true => {
                let offset = rotate(sides, target_cell.relative_to(start_cell), sides - side);
                reach.can_close(self.tally.turn_index[goal], offset, turn)
            }
            false => distance(sides, start_cell, target_cell) <= self.tally.links_left[goal] as usize,
        }
    }
}
