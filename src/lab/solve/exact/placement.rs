//! Placing a tile, blocking an empty cell, and undoing either. Maintains the domains of cells and the paths of the
//! goals' colours.

use super::bits::OrientationSet;
use super::reach::{distance, rotate};
use super::search::{ExactSearch, LINE_ENDS, PathEnd, SearchCell};
use super::tables::{GoalArray, GoalIndex, GoalLink, MAX_LINKS, MAX_SIDES, PieceIndex};
use houserule_core::mechanics::puzzle::TrackForm;

/// Path of one colour, stored at each of its ends.
#[derive(Clone, Copy, Default)]
pub struct LinkPath {
    /// The other end.
    other: PathEnd,
    length: u16,
    /// Number of sides by which the path turns on the way there.
    turn: i16,
}

/// Progress of every goal.
#[derive(Clone, Copy)]
pub struct GoalTally {
    /// Path ends that lead into blocked cells.
    pub blocked_ends: GoalArray<u8>,
    pub components: GoalArray<u16>,
    pub closed: GoalArray<bool>,
    /// Links not yet placed.
    pub links_left: GoalArray<u16>,
    pub turn_index: GoalArray<u32>,
}

/// Undo record of a decision.
pub struct PlacementUndo<const W: usize> {
    tally: GoalTally,
    joins: [[(PathEnd, LinkPath); 2]; MAX_LINKS],
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
    min_cell: SearchCell,
}

impl<const W: usize> PlacementUndo<W> {
    pub fn is_applied(&self) -> bool {
        self.applied.is_some()
    }
}

impl<const W: usize> ExactSearch<'_, W> {
    /// Places a tile. The undo record shows whether the placement was possible.
    pub fn place(&mut self, cell: SearchCell, index: PieceIndex, from: usize) -> PlacementUndo<W> {
        let tables = self.tables;
        let orientation = &tables.orientations[index];
        let mut undo = self.new_undo();
        self.cells[cell] = index;
        self.path.push((cell, index));
        self.tiles_left -= 1;
        let kind = orientation.kind;
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
            let neighbour = self.neighbour(cell, side);
            if self.cells[neighbour] == PieceIndex::EMPTY {
                *old = self.domains[neighbour];
                let matching = &tables.by_side_colour[tables.opposite(side)][orientation.colours[side]];
                self.domains[neighbour] = self.domains[neighbour].and(*matching);
            }
        }
        let (was_open, run_start) = self.copy_open_cells(cell, from);
        let copied_end = self.open_cells.len();
        let min_cell = self.min_cells[kind];
        if !was_open {
            self.allows_separate = true;
            self.min_cells[kind] = cell.next();
        }
        for side in 0..tables.sides {
            let neighbour = self.neighbour(cell, side);
            let is_empty = self.cells[neighbour] == PieceIndex::EMPTY;
            if orientation.goals[side] != GoalIndex::NONE && is_empty && !self.is_open[neighbour] {
                self.is_open[neighbour] = true;
                self.open_cells.push(neighbour);
            }
        }
        undo.applied = Some(SettledCell { old_domains, was_open, run_start, copied_end, min_cell });
        undo
    }

    /// Removes the tile of the last decision.
    pub fn remove(&mut self, cell: SearchCell, index: PieceIndex, undo: PlacementUndo<W>) {
        let kind = self.tables.orientations[index].kind;
        if let Some(applied) = &undo.applied {
            self.min_cells[kind] = applied.min_cell;
        }
        self.restore(cell, undo);
        self.copies_left[kind] += 1;
        self.available = self.available.or(self.tables.orientations_by_kind[kind]);
        self.tiles_left += 1;
    }

    /// Blocks a cell: lines that lead into it end there.
    pub fn block(&mut self, cell: SearchCell, from: usize) -> PlacementUndo<W> {
        let tables = self.tables;
        let mut undo = self.new_undo();
        self.cells[cell] = PieceIndex::BLOCKED;
        self.path.push((cell, PieceIndex::BLOCKED));
        for side in 0..tables.sides {
            let (neighbour, back) = (self.neighbour(cell, side), tables.opposite(side));
            let Some(orientation) = tables.orientations.get(self.cells[neighbour]) else { continue };
            let goal = orientation.goals[back];
            if goal != GoalIndex::NONE {
                self.tally.blocked_ends[goal] += 1;
                let LinkPath { other, length, .. } = self.ends[neighbour.path_end(back)];
                if self.is_blocked(other) && length != tables.link_totals[goal] {
                    return undo;
                }
            }
        }
        let mut old_domains = [OrientationSet::NONE; MAX_SIDES];
        for (side, old) in old_domains.iter_mut().enumerate().take(tables.sides) {
            let neighbour = self.neighbour(cell, side);
            if self.cells[neighbour] == PieceIndex::EMPTY {
                *old = self.domains[neighbour];
                for goal in tables.goals.iter().filter(|goal| goal.form == TrackForm::Loop) {
                    let matching = &tables.by_side_colour[tables.opposite(side)][goal.colour];
                    self.domains[neighbour] = self.domains[neighbour].without(*matching);
                }
            }
        }
        let (was_open, run_start) = self.copy_open_cells(cell, from);
        undo.applied = Some(SettledCell {
            old_domains,
            was_open,
            run_start,
            copied_end: self.open_cells.len(),
            min_cell: SearchCell::default(),
        });
        undo
    }

    fn new_undo(&self) -> PlacementUndo<W> {
        PlacementUndo {
            tally: self.tally,
            joins: [[(PathEnd::default(), LinkPath::default()); 2]; MAX_LINKS],
            join_count: 0,
            applied: None,
        }
    }

    /// Empties or unblocks the cell of the last decision.
    pub fn restore(&mut self, cell: SearchCell, undo: PlacementUndo<W>) {
        if let Some(SettledCell { old_domains, was_open, run_start, copied_end, .. }) = undo.applied {
            for index in copied_end..self.open_cells.len() {
                self.is_open[self.open_cells[index]] = false;
            }
            self.open_cells.truncate(run_start);
            self.is_open[cell] = was_open;
            for (side, domain) in old_domains.into_iter().enumerate().take(self.tables.sides) {
                let neighbour = self.neighbour(cell, side);
                if self.cells[neighbour] == PieceIndex::EMPTY {
                    self.domains[neighbour] = domain;
                }
            }
        }
        for join in undo.joins[..undo.join_count].iter().rev() {
            for (end, old) in join {
                self.ends[*end] = *old;
            }
        }
        self.tally = undo.tally;
        self.path.pop();
        self.cells[cell] = PieceIndex::EMPTY;
    }

    /// Copies the current run of open cells without this one.
    fn copy_open_cells(&mut self, cell: SearchCell, from: usize) -> (bool, usize) {
        let run_start = self.open_cells.len();
        for index in from..run_start {
            let open = self.open_cells[index];
            if open != cell {
                self.open_cells.push(open);
            }
        }
        (std::mem::replace(&mut self.is_open[cell], false), run_start)
    }

    /// Counts the path ends that a tile turns towards blocked cells; `false` if there are too many.
    fn count_blocked_ends(&mut self, cell: SearchCell, goals: &[GoalIndex; MAX_SIDES]) -> bool {
        for (side, &goal) in goals.iter().enumerate().take(self.tables.sides) {
            if goal != GoalIndex::NONE && self.cells[self.neighbour(cell, side)] == PieceIndex::BLOCKED {
                self.tally.blocked_ends[goal] += 1;
                if self.tables.goals[goal].form == TrackForm::Loop || self.tally.blocked_ends[goal] > LINE_ENDS {
                    return false;
                }
            }
        }
        true
    }

    /// Returns the path end that the tile at `side` of a cell turns towards it.
    fn end_at(&self, cell: SearchCell, side: usize) -> Option<PathEnd> {
        let neighbour = self.neighbour(cell, side);
        self.cells[neighbour].is_piece().then(|| neighbour.path_end(self.tables.opposite(side)))
    }

    /// Returns whether an end leads into a blocked cell.
    fn is_blocked(&self, end: PathEnd) -> bool {
        self.cells[self.neighbour(end.cell(), end.side())] == PieceIndex::BLOCKED
    }

    /// Joins a link to the adjacent paths; `false` if the goal is then out of reach.
    fn join(&mut self, cell: SearchCell, link: &GoalLink, undo: &mut PlacementUndo<W>) -> bool {
        let goal = link.goal;
        let total = self.tables.link_totals[goal];
        let form = self.tables.goals[goal].form;
        self.tally.links_left[goal] -= 1;
        self.tally.turn_index[goal] -= link.stride;
        let mut length = 1;
        let mut turns = [0; 2];
        let mut far_ends = link.ends.map(|side| cell.path_end(side.into()));
        let adjacent_ends = link.ends.map(|side| self.end_at(cell, side.into()));
        if let [Some(one), Some(other)] = adjacent_ends
            && self.ends[one].other == other
        {
            self.tally.closed[goal] = true;
            return form == TrackForm::Loop && self.ends[one].length + 1 == total;
        }
        self.tally.components[goal] += 1;
        for (index, end) in adjacent_ends.into_iter().enumerate() {
            if let Some(end) = end {
                let path = self.ends[end];
                (far_ends[index], turns[index]) = (path.other, path.turn);
                length += path.length;
                self.tally.components[goal] -= 1;
            }
        }
        let turn = turns[1] + i16::from(link.turn) - turns[0];
        undo.joins[undo.join_count] = far_ends.map(|end| (end, self.ends[end]));
        undo.join_count += 1;
        self.ends[far_ends[0]] = LinkPath { other: far_ends[1], length, turn };
        self.ends[far_ends[1]] = LinkPath { other: far_ends[0], length, turn: -turn };

        let (components, links_left) = (self.tally.components[goal], self.tally.links_left[goal]);
        match form {
            TrackForm::Line => {
                components <= links_left + 1
                    && (length == total || !self.is_blocked(far_ends[0]) || !self.is_blocked(far_ends[1]))
            }
            TrackForm::Loop if components > 1 => components <= links_left,
            TrackForm::Loop => self.can_close(goal, far_ends, i32::from(-turn)),
        }
    }

    /// Returns whether the remaining links can lead from the first end of the only path to the second; `turn` is the
    /// turn of that path from the second end to the first.
    fn can_close(&self, goal: GoalIndex, [from, to]: [PathEnd; 2], turn: i32) -> bool {
        let side = from.side();
        let start_cell = self.start.coords[self.neighbour(from.cell(), side)];
        let target_cell = self.start.coords[to.cell()];
        let sides = self.tables.sides;
        let reach = &self.tables.reach_tables[goal];
        match reach.covers(self.tally.turn_index[goal]) {
            true => {
                let offset = rotate(sides, target_cell.relative_to(start_cell), sides - side);
                reach.can_close(self.tally.turn_index[goal], offset, turn)
            }
            false => distance(sides, start_cell, target_cell) <= self.tally.links_left[goal].into(),
        }
    }
}
