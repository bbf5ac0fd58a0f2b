//! Reachability table for closing a loop: for every multiset of remaining links, the cells that a path of exactly these
//! links can reach, and its total turn there. The path may cross itself, so the table is only a necessary condition.

use houserule_core::geometry::Coord;

/// Longest path in the table; longer ones are only checked for their length.
const MAX_PATH_LEN: usize = 14;

/// Bit of a mask for a path without a turn in all; a turn by `t` has bit `TURN_OFFSET + t`.
const TURN_OFFSET: i32 = 2 * MAX_PATH_LEN as i32 + 3;

/// Number of links that go straight, turn by one side and turn by two.
pub type TurnCounts = [usize; 3];

pub struct ReachTable {
    sides: usize,
    /// Increment of the multiset index for one link of each turn.
    pub strides: [u32; 3],
    /// Start of the entries of a multiset, by its index.
    starts: Vec<Option<usize>>,
    radius: i32,
    /// Turns possible at each cell, one bit per turn.
    masks: Vec<u64>,
}

/// Rotates a cell clockwise around the origin by a number of sides.
pub fn rotate(sides: usize, at: Coord, steps: usize) -> Coord {
    let rotate_once =
        |at: Coord| if sides == 6 { Coord { x: -at.y, y: at.x + at.y } } else { Coord { x: -at.y, y: at.x } };
    (0..steps % sides).fold(at, |at, _| rotate_once(at))
}

/// Returns the distance of two cells in steps.
pub fn distance(sides: usize, from: Coord, to: Coord) -> usize {
    let offset = to.relative_to(from);
    let steps = offset.x.abs() + offset.y.abs();
    (if sides == 6 { (steps + (offset.x + offset.y).abs()) / 2 } else { steps }) as usize
}

/// Returns whether links of a multiset can form a closed path that makes one full turn; `None` if the table does not
/// cover it.
pub fn has_closed_path(sides: usize, counts: TurnCounts, steps: &[Coord]) -> Option<bool> {
    let reach = ReachTable::of(sides, counts, steps);
    let full = reach.starts.len() as u32 - 1;
    reach.covers(full).then(|| reach.can_close(full, Coord { x: 0, y: 0 }, 0))
}

impl ReachTable {
    /// Computes the table for all subsets of these links.
    pub fn of(sides: usize, counts: TurnCounts, steps: &[Coord]) -> ReachTable {
        let strides = [1, counts[0] + 1, (counts[0] + 1) * (counts[1] + 1)].map(|stride| stride as u32);
        let all = counts.iter().map(|count| count + 1).product();
        let max_len = counts.iter().sum::<usize>().min(MAX_PATH_LEN);
        let radius = max_len as i32 + 1;
        let mut reach = ReachTable { sides, strides, starts: vec![None; all], radius, masks: Vec::new() };
        // The index of a multiset is larger than that of each subset.
        for index in 0..all {
            let subset = [0, 1, 2].map(|turn| index / strides[turn] as usize % (counts[turn] + 1));
            if subset.iter().sum::<usize>() <= max_len {
                reach.add(index, subset, steps);
            }
        }
        reach
    }

    fn add(&mut self, index: usize, counts: TurnCounts, steps: &[Coord]) {
        let (radius, width) = (self.radius, 2 * self.radius + 1);
        let start = self.masks.len();
        self.starts[index] = Some(start);
        self.masks.resize(start + (width * width) as usize, 0);
        if index == 0 {
            let here = start + self.index(Coord { x: 0, y: 0 });
            self.masks[here] = 1 << TURN_OFFSET;
            return;
        }
        // A path is its first link followed by a path of the others.
        let turns = [(0, 0), (1, 1), (1, -1), (2, 2), (2, -2)];
        for (kind, turn) in turns.into_iter().filter(|(kind, _)| counts[*kind] > 0) {
            let side = (turn + self.sides as i32) as usize % self.sides;
            let rest = self.starts[index - self.strides[kind] as usize].expect("parts come first");
            for y in -radius..=radius {
                for x in -radius..=radius {
                    let mask = self.masks[rest + self.index(Coord { x, y })];
                    if mask == 0 {
                        continue;
                    }
                    let rotated = rotate(self.sides, Coord { x, y }, side);
                    let at = Coord { x: rotated.x + steps[side].x, y: rotated.y + steps[side].y };
                    let cell = self.index(at);
                    let shifted = if turn < 0 { mask >> -turn } else { mask << turn };
                    self.masks[start + cell] |= shifted;
                }
            }
        }
    }

    fn index(&self, at: Coord) -> usize {
        ((at.y + self.radius) * (2 * self.radius + 1) + at.x + self.radius) as usize
    }

    /// Returns whether the table covers a multiset.
    pub fn covers(&self, index: u32) -> bool {
        self.starts[index as usize].is_some()
    }

    /// Returns whether links of this multiset can lead from entering a cell with heading 0 to entering the cell at
    /// `offset`, with one full turn in all, including the turn `turned` so far.
    pub fn can_close(&self, index: u32, offset: Coord, turned: i32) -> bool {
        let Some(start) = self.starts[index as usize] else { return true };
        if offset.x.abs() > self.radius || offset.y.abs() > self.radius {
            return false;
        }
        let mask = self.masks[start + self.index(offset)];
        let sides = self.sides as i32;
        [sides - turned, -sides - turned]
            .into_iter()
            .any(|turn| turn.abs() <= TURN_OFFSET && mask >> (turn + TURN_OFFSET) & 1 == 1)
    }
}
