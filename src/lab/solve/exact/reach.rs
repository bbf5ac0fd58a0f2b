//! Reachability table for closing a loop: for every multiset of remaining links, the cells that a path of exactly these
//! links can reach, and how far it has turned there. The path may cross itself, so the table is a necessary condition
//! only.

use houserule_core::geometry::Coord;

/// Longest path in the table; longer ones are only checked for their length.
const MAX_PATH_LEN: usize = 14;

/// Bit 0 of a mask is a path that turned this far to the left.
const MIN_TURN: i32 = 2 * MAX_PATH_LEN as i32 + 3;

/// Number of links that go straight, turn by one side and turn by two.
pub type TurnCounts = [usize; 3];

pub struct ReachTable {
    sides: usize,
    /// What one link of each turn adds to the index of a multiset.
    pub strides: [u32; 3],
    /// Start of the entries of a multiset, by its index.
    starts: Vec<Option<usize>>,
    radius: i32,
    /// Turns possible at each cell, one bit per turn.
    masks: Vec<u64>,
}

/// A cell rotated clockwise around the origin by `by` sides.
pub fn turned(sides: usize, at: Coord, by: usize) -> Coord {
    let once = |at: Coord| if sides == 6 { Coord { x: -at.y, y: at.x + at.y } } else { Coord { x: -at.y, y: at.x } };
    (0..by % sides).fold(at, |at, _| once(at))
}

/// Distance of two cells in steps.
pub fn distance(sides: usize, from: Coord, to: Coord) -> usize {
    let by = to.from(from);
    let steps = by.x.abs() + by.y.abs();
    (if sides == 6 { (steps + (by.x + by.y).abs()) / 2 } else { steps }) as usize
}

/// Whether links of a multiset can form a closed path that makes one full turn; `None` where the table does not say.
pub fn closed_path(sides: usize, stock: TurnCounts, steps: &[Coord]) -> Option<bool> {
    let reach = ReachTable::of(sides, stock, steps);
    let all = reach.starts.len() as u32 - 1;
    reach.knows(all).then(|| reach.closes(all, Coord { x: 0, y: 0 }, 0))
}

impl ReachTable {
    /// Table of everything reachable with a part of these links.
    pub fn of(sides: usize, stock: TurnCounts, steps: &[Coord]) -> ReachTable {
        let strides = [1, stock[0] + 1, (stock[0] + 1) * (stock[1] + 1)].map(|stride| stride as u32);
        let all = stock.iter().map(|count| count + 1).product();
        let longest = stock.iter().sum::<usize>().min(MAX_PATH_LEN);
        let radius = longest as i32 + 1;
        let mut reach = ReachTable { sides, strides, starts: vec![None; all], radius, masks: Vec::new() };
        // The index of a multiset is larger than that of each of its parts.
        for number in 0..all {
            let parts = [0, 1, 2].map(|turn| number / strides[turn] as usize % (stock[turn] + 1));
            if parts.iter().sum::<usize>() <= longest {
                reach.add(number, parts, steps);
            }
        }
        reach
    }

    fn add(&mut self, number: usize, parts: TurnCounts, steps: &[Coord]) {
        let (radius, width) = (self.radius, 2 * self.radius + 1);
        let start = self.masks.len();
        self.starts[number] = Some(start);
        self.masks.resize(start + (width * width) as usize, 0);
        if number == 0 {
            let here = start + self.index(Coord { x: 0, y: 0 });
            self.masks[here] = 1 << MIN_TURN;
            return;
        }
        // A path is its first link followed by a path of the others.
        let turns = [(0, 0), (1, 1), (1, -1), (2, 2), (2, -2)];
        for (kind, turn) in turns.into_iter().filter(|(kind, _)| parts[*kind] > 0) {
            let side = (turn + self.sides as i32) as usize % self.sides;
            let rest = self.starts[number - self.strides[kind] as usize].expect("parts come first");
            for y in -radius..=radius {
                for x in -radius..=radius {
                    let mask = self.masks[rest + self.index(Coord { x, y })];
                    if mask == 0 {
                        continue;
                    }
                    let way = turned(self.sides, Coord { x, y }, side);
                    let at = Coord { x: way.x + steps[side].x, y: way.y + steps[side].y };
                    let index = self.index(at);
                    let turned = if turn < 0 { mask >> -turn } else { mask << turn };
                    self.masks[start + index] |= turned;
                }
            }
        }
    }

    fn index(&self, at: Coord) -> usize {
        ((at.y + self.radius) * (2 * self.radius + 1) + at.x + self.radius) as usize
    }

    /// Whether the table covers a multiset.
    pub fn knows(&self, stock: u32) -> bool {
        self.starts[stock as usize].is_some()
    }

    /// Whether links of this multiset can lead from entering a cell with heading 0 to entering the cell `by` away, with
    /// one full turn in all, counting the turn `before`.
    pub fn closes(&self, stock: u32, by: Coord, before: i32) -> bool {
        let Some(start) = self.starts[stock as usize] else { return true };
        if by.x.abs() > self.radius || by.y.abs() > self.radius {
            return false;
        }
        let mask = self.masks[start + self.index(by)];
        let sides = self.sides as i32;
        [sides - before, -sides - before]
            .into_iter()
            .any(|turn| turn.abs() <= MIN_TURN && mask >> (turn + MIN_TURN) & 1 == 1)
    }
}
