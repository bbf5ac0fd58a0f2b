//! A puzzle as the dives see it: kinds of tiles with their numbers, and the ways to fill cells of every sort.

use std::collections::HashMap;

use super::board::Board;
use super::faces::Faces;
use crate::geometry::{At, Lattice};
use crate::mechanics::layout::{Form, Given, Puzzle};
use crate::tiles::Lie;

/// What sort a cell is: the sides that are inside, and which of the given tiles lies there.
type Sort = (Vec<bool>, Option<usize>);

pub struct Task<'a, const W: usize> {
    pub puzzle: &'a Puzzle,
    pub form: Form,
    pub lattice: Lattice,
    /// How many colours the tiles have.
    pub colours: u32,
    /// The kind of every tile, and how many there are of each.
    pub kinds: Vec<usize>,
    pub counts: Vec<u16>,
    faces: HashMap<Sort, Faces<W>>,
}

/// How cells touch, for tiles with so many sides.
pub fn lattice(sides: usize) -> Lattice {
    if sides == 6 { Lattice::hex() } else { Lattice::square() }
}

/// The tiles of the set that a puzzle uses, each once: its kinds.
pub fn kinds(puzzle: &Puzzle) -> Vec<u16> {
    let mut kinds = puzzle.tiles.clone();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// How many colours the tiles of a puzzle have.
pub fn colours(puzzle: &Puzzle) -> u32 {
    let shows = |colour: u8| {
        let lies = kinds(puzzle).into_iter().filter_map(|tile| puzzle.set.lies_of(tile).first());
        lies.into_iter().any(|lie| lie.colours.contains(&colour))
    };
    (0..puzzle.set.colours.len() as u8).filter(|&colour| shows(colour)).count() as u32
}

impl<'a, const W: usize> Task<'a, W> {
    pub fn new(puzzle: &'a Puzzle, form: Form) -> Task<'a, W> {
        let used = kinds(puzzle);
        let kind_of = |tile: &u16| used.iter().position(|kind| kind == tile).unwrap_or(0);
        let kinds: Vec<usize> = puzzle.tiles.iter().map(kind_of).collect();
        let mut counts = vec![0; used.len()];
        kinds.iter().for_each(|&kind| counts[kind] += 1);
        let (lattice, colours) = (lattice(puzzle.set.sides), colours(puzzle));
        Task { puzzle, form, lattice, colours, kinds, counts, faces: HashMap::new() }
    }

    pub fn given_at(&self, at: At) -> Option<&'a Given> {
        self.puzzle.given.iter().find(|given| given.at == at)
    }

    fn sort(&self, board: &Board, cell: usize) -> Sort {
        let inside = board.next[cell].iter().map(Option::is_some).collect();
        (inside, self.puzzle.given.iter().position(|given| given.at == board.cells[cell]))
    }

    /// Gets ready for the cells of a board.
    pub fn prepare(&mut self, board: &Board) {
        for cell in 0..board.cells.len() {
            let sort = self.sort(board, cell);
            if !self.faces.contains_key(&sort) {
                let faces = Faces::new(&self.lies(sort.1), &sort.0, self.puzzle.set.colours.len());
                self.faces.insert(sort, faces);
            }
        }
    }

    /// The faces of a cell of a board that was prepared for.
    pub fn faces_at(&self, board: &Board, cell: usize) -> &Faces<W> {
        &self.faces[&self.sort(board, cell)]
    }

    /// The lies that may lie on a cell: all, or those of the tile that is given.
    fn lies(&self, given: Option<usize>) -> Vec<(usize, u16, &'a Lie)> {
        let puzzle = self.puzzle;
        let mut lies = Vec::new();
        for (kind, &tile) in kinds(puzzle).iter().enumerate() {
            for lie in puzzle.set.lies_of(tile) {
                let number = puzzle.set.tiles[tile as usize].first_lie + lie.rotation as u16;
                let fits = given.is_none_or(|given| {
                    let given = &puzzle.given[given];
                    let turned = |rotation: u8| puzzle.set.lie_of(tile, rotation as usize) == Some(number);
                    puzzle.tiles[given.tile] == tile && given.rotation.is_none_or(turned)
                });
                if fits {
                    lies.push((kind, number, lie));
                }
            }
        }
        lies
    }
}
