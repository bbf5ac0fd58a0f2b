//! Rule values compiled into a puzzle and the moves of its tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::areas::ShapeRule;
use super::definition::{Area, GivenTile, Puzzle, PuzzleAim, PuzzleGoal, TrackForm};
use super::reading::{hangs_together, read_cells, read_colour, read_given};
use super::values::{Givens, MAX_PUZZLE_TILES, Pool, Times};
use crate::geometry::{CellNaming, Coord, Lattice};
use crate::index::IndexVec;
use crate::mechanics::{CompileError, EndIndex, GameDef, NamedRule, Rule, StuckResult, Violation, goal, reaches};
use crate::names::Names;
use crate::spec::RuleValue;
use crate::text::one_line;
use crate::tiles::TileSet;

/// Compiled rules of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleRules {
    /// Names of seats, teams and pieces.
    pub names: Names,
    /// Naming of cells.
    pub naming: CellNaming,
    /// Lattice of the cells.
    pub lattice: Lattice,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Number of each tile of the set.
    pub copies: Vec<u16>,
    /// Initial orientation of each given tile by cell, and whether it may be rotated.
    pub given: BTreeMap<Coord, (u16, bool)>,
    /// Moves available.
    pub moves: Moves,
    /// Ends with their ids, applied in this order.
    pub ends: IndexVec<EndIndex, (String, PuzzleEnd)>,
    /// Id and result of the rule for having no legal move.
    pub stuck: Option<(String, StuckResult)>,
    /// Number of moves after which a playout is stopped.
    pub open_ended: Option<u32>,
    /// How long people take.
    pub times: Option<Times>,
    cites: BTreeMap<&'static str, String>,
}

/// Moves available in a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// Whether tiles can be placed.
    pub put: bool,
    /// Whether tiles can be rotated in place.
    pub turn: bool,
    /// Whether tiles can be removed.
    pub take: bool,
    /// Whether tiles can be swapped.
    pub swap: bool,
}

/// Compiled end rule of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum PuzzleEnd {
    /// The puzzle is solved, with at least this sum if one is required.
    Goal { at_least: Option<u32>, endless: bool },
    /// The moves have run out.
    Limit(u32),
}

/// Board before the number of tiles is known.
enum BoardOutline {
    Shape(ShapeRule),
    Cells(Vec<Coord>),
}

/// Rule values before they are checked against each other.
#[derive(Default)]
struct PuzzleDraft {
    sides: Option<usize>,
    area: Option<(BoardOutline, String)>,
    pool: Option<Pool>,
    givens: Option<Givens>,
    goal: Option<goal::GoalRule>,
    moves: Moves,
    ends: Vec<(String, PuzzleEnd)>,
    stuck: Option<(String, StuckResult)>,
    open_ended: Option<u32>,
    times: Option<Times>,
    cites: BTreeMap<&'static str, String>,
}

impl PuzzleRules {
    /// Sum that a solution needs, if one is required.
    pub fn wanted_sum(&self) -> Option<u32> {
        self.ends.iter().find_map(|(_, end)| match end {
            PuzzleEnd::Goal { at_least, .. } => *at_least,
            PuzzleEnd::Limit(_) => None,
        })
    }

    /// Whether a game of tiles has rule values that only puzzles have.
    pub fn is_meant(parts: &GameDef) -> bool {
        parts.rules.iter().any(|named_rule| {
            matches!(
                named_rule.rule,
                Rule::Pool(_) | Rule::Givens(_) | Rule::Put(_) | Rule::Turn(_) | Rule::Take(_) | Rule::Swap(_)
            )
        })
    }

    /// Compiles a definition, or returns all errors together.
    pub fn compile(parts: &GameDef, set: &Arc<TileSet>) -> Result<PuzzleRules, Vec<CompileError>> {
        let mut complaints = parts.second_of_a_kind();
        if parts.names.seats.len() != 1 {
            let says = format!("a puzzle has one seat, not {}", parts.names.seats.len());
            complaints.push(CompileError::new("seats".into(), says));
        }
        let draft = PuzzleDraft::of(parts, &mut complaints);
        if let Some(sides) = draft.sides.filter(|sides| *sides != set.sides) {
            let says = format!("the cells have {sides} sides, the tiles {}", set.sides);
            complaints.push(CompileError::new("tiles".into(), says));
        }
        let (tiles, given) = draft.tiles(set, &mut complaints);
        let aim = draft.aim(set, &tiles, &mut complaints);
        let area = draft.area(&tiles, &given, &mut complaints);
        draft.clashes(&mut complaints);
        if !complaints.is_empty() {
            return Err(complaints);
        }
        let mut copies = vec![0; set.tiles.len()];
        tiles.iter().for_each(|tile| copies[*tile as usize] += 1);
        let at_start = |given: &GivenTile| {
            let rotation = given.rotation.unwrap_or(0) as usize;
            let orientation = set.orientation_of(tiles[given.tile], rotation).unwrap_or(0);
            (given.at, (orientation, given.rotation.is_none()))
        };
        Ok(PuzzleRules {
            names: parts.names.clone(),
            naming: parts.naming,
            lattice: if set.sides == 6 { Lattice::hex() } else { Lattice::square() },
            copies,
            given: given.iter().map(at_start).collect(),
            moves: draft.moves,
            ends: draft.ends.into(),
            stuck: draft.stuck,
            open_ended: draft.open_ended,
            times: draft.times,
            cites: draft.cites,
            puzzle: Puzzle {
                set: set.clone(),
                tiles,
                aim,
                area,
                holes: draft.goal.is_none_or(|goal| goal.holes),
                given,
            },
        })
    }

    /// Violation of a rule value, with the key path of that value or of the moves.
    pub fn violation<V: RuleValue>(&self, rule: &str, says: impl Into<String>) -> Violation {
        let cite = self.cites.get(V::SPEC.name).cloned();
        Violation::new(rule, cite.unwrap_or_else(|| "moves".to_string()), says)
    }

    /// Name of a tile of the set.
    pub fn tile_name(&self, tile: u16) -> &str {
        &self.puzzle.set.tiles[tile as usize].name
    }

    /// Whether some tile occurs several times, so that its name is ambiguous.
    pub fn has_copies(&self) -> bool {
        self.copies.iter().any(|copies| *copies > 1)
    }
}

impl PuzzleDraft {
    fn of(parts: &GameDef, complaints: &mut Vec<CompileError>) -> PuzzleDraft {
        let mut draft = PuzzleDraft::default();
        for named_rule in &parts.rules {
            draft.cites.insert(named_rule.rule.spec().name, named_rule.key_path());
            match &named_rule.rule {
                Rule::OpenSquare(_) => draft.sides = Some(4),
                Rule::OpenHex(_) => draft.sides = Some(6),
                Rule::Triangle(shape) => draft.shape(ShapeRule::Triangle(shape.clone()), named_rule),
                Rule::Hexagon(shape) => draft.shape(ShapeRule::Hexagon(shape.clone()), named_rule),
                Rule::CellsArea(cells) => {
                    let cells = read_cells(cells, &named_rule.key_path(), complaints);
                    draft.area = Some((BoardOutline::Cells(cells), named_rule.key_path()));
                }
                Rule::Pool(pool) => draft.pool = Some(pool.clone()),
                Rule::Givens(givens) => draft.givens = Some(givens.clone()),
                Rule::Put(_) => draft.moves.put = true,
                Rule::Turn(_) => draft.moves.turn = true,
                Rule::Take(_) => draft.moves.take = true,
                Rule::Swap(_) => draft.moves.swap = true,
                Rule::GoalRule(goal) => {
                    draft.goal = Some(goal.clone());
                    let endless = goal.longest.is_some() && goal.at_least.is_none();
                    draft.ends.push((named_rule.id.clone(), PuzzleEnd::Goal { at_least: goal.at_least, endless }));
                }
                Rule::PlyLimit(limit) => draft.ends.push((named_rule.id.clone(), PuzzleEnd::Limit(limit.plies))),
                Rule::OpenEnded(open) => draft.open_ended = Some(open.plies),
                Rule::Stuck(stuck) => draft.stuck = Some((named_rule.id.clone(), stuck.result)),
                Rule::Times(times) => draft.times = Some(times.clone()),
                other => {
                    let says = format!("`{}` is no rule for puzzles", other.spec().name);
                    complaints.push(CompileError::new(named_rule.key_path(), says));
                }
            }
        }
        draft
    }

    fn shape(&mut self, shape: ShapeRule, named_rule: &NamedRule) {
        self.sides = Some(6);
        self.area = Some((BoardOutline::Shape(shape), named_rule.key_path()));
    }

    fn key_path<V: RuleValue>(&self) -> String {
        self.cites.get(V::SPEC.name).cloned().unwrap_or_else(|| V::SPEC.part.key().to_string())
    }

    /// Tiles of the puzzle, and those placed from the start.
    fn tiles(&self, set: &TileSet, complaints: &mut Vec<CompileError>) -> (Vec<u16>, Vec<GivenTile>) {
        let cite = self.key_path::<Givens>();
        let mut laid = Vec::new();
        for text in self.givens.iter().flat_map(|givens| givens.tiles.iter().flat_map(|text| text.split_whitespace())) {
            match read_given(text, set) {
                Some(given) => laid.push(given),
                None => {
                    let says =
                        format!("`{}` is no placement of this set, such as 1@0,0 or 1@0,0:2", one_line(text, 30));
                    complaints.push(CompileError::new(cite.clone(), says));
                }
            }
        }
        let named = self.pool.as_ref().map(|pool| pool.tiles.as_slice()).unwrap_or_default();
        let tiles: Vec<u16> = match (named, laid.is_empty()) {
            ([], true) => (0..set.tiles.len() as u16).collect(),
            ([], false) => laid.iter().map(|(tile, ..)| *tile).collect(),
            (named, _) => self.named(named, set, complaints),
        };
        let copies = self.pool.as_ref().is_some_and(|pool| pool.copies);
        let mut seen = BTreeSet::new();
        let twice: BTreeSet<u16> = tiles.iter().copied().filter(|tile| !seen.insert(*tile)).collect();
        for tile in twice.iter().filter(|_| !copies) {
            let says = format!("tile {} is named twice", set.tiles[*tile as usize].name);
            complaints.push(CompileError::new(self.key_path::<Pool>(), says));
        }
        if tiles.len() < 2 && complaints.is_empty() || tiles.len() > MAX_PUZZLE_TILES {
            let says = format!("a puzzle has 2 to {MAX_PUZZLE_TILES} tiles, not {}", tiles.len());
            complaints.push(CompileError::new(self.key_path::<Pool>(), says));
        }
        let given = self.given(&tiles, laid, set, complaints);
        (tiles, given)
    }

    fn named(&self, names: &[String], set: &TileSet, complaints: &mut Vec<CompileError>) -> Vec<u16> {
        let mut tiles = Vec::new();
        for name in names {
            match set.tile_named(name) {
                Some(tile) => tiles.push(tile),
                None => {
                    let says = format!("the set has no tile `{}`", one_line(name, 20));
                    complaints.push(CompileError::new(self.key_path::<Pool>(), says));
                }
            }
        }
        tiles
    }

    /// Resolves which of the puzzle's tiles are given.
    fn given(
        &self,
        tiles: &[u16],
        laid: Vec<(u16, Coord, Option<u8>)>,
        set: &TileSet,
        complaints: &mut Vec<CompileError>,
    ) -> Vec<GivenTile> {
        let mut given: Vec<GivenTile> = Vec::new();
        for (name, at, rotation) in laid {
            let free = |tile: &usize| tiles[*tile] == name && given.iter().all(|other| other.tile != *tile);
            let called = &set.tiles[name as usize].name;
            let says = match (0..tiles.len()).find(free) {
                _ if given.iter().any(|other| other.at == at) => {
                    format!("two tiles are given at {},{}", at.x, at.y)
                }
                Some(_) if !reaches(at) => format!("{},{} is too far away", at.x, at.y),
                Some(tile) => {
                    given.push(GivenTile { tile, at, rotation });
                    continue;
                }
                None => format!("tile {called} is given, and the pool has no such tile left"),
            };
            complaints.push(CompileError::new(self.key_path::<Givens>(), says));
        }
        given
    }

    /// Condition for a solution.
    fn aim(&self, set: &TileSet, tiles: &[u16], complaints: &mut Vec<CompileError>) -> PuzzleAim {
        let cite = self.key_path::<goal::GoalRule>();
        let Some(goal) = &self.goal else {
            complaints
                .push(CompileError::new("finish".into(), "no goal; write `finish = { goal { \"red:loop\" } }`".into()));
            return PuzzleAim::Goals(Vec::new());
        };
        let mut complain = |says: String| complaints.push(CompileError::new(cite.clone(), says));
        if goal.at_least.is_some() && goal.longest.is_none() {
            complain("`at_least` is what the sum of the longest must reach; add `longest = \"line\"`".into());
        }
        if goal.partial {
            complain("a puzzle is solved or not; leave out `partial`".into());
        }
        for text in &goal.unclear {
            let typed = one_line(text, 30);
            complain(format!("`{typed}` is no goal; write a colour with what it forms, such as red:loop or red:line"));
        }
        if let Some(form) = &goal.longest {
            if !(goal.lines.is_empty() && goal.loops.is_empty()) {
                complain("the goal names colours or asks for the longest of all, not both".into());
            }
            return PuzzleAim::Longest(if form == "loop" { TrackForm::Loop } else { TrackForm::Line });
        }
        let mut goals: Vec<PuzzleGoal> = Vec::new();
        let lines = goal.lines.iter().map(|colour| (colour, TrackForm::Line));
        for (colour, form) in lines.chain(goal.loops.iter().map(|colour| (colour, TrackForm::Loop))) {
            match read_colour(colour, set, tiles) {
                Ok(colour) if goals.iter().any(|other| other.colour == colour) => {
                    complain(format!("{} has two goals", set.colours[colour as usize].name));
                }
                Ok(colour) => goals.push(PuzzleGoal { colour, form }),
                Err(error) => complain(error.into()),
            }
        }
        PuzzleAim::Goals(goals)
    }

    /// Cells to fill: as many as tiles, all connected.
    fn area(&self, tiles: &[u16], given: &[GivenTile], complaints: &mut Vec<CompileError>) -> Area {
        let all_given = given.len() == tiles.len() && !given.is_empty();
        let (cells, cite) = match &self.area {
            Some((BoardOutline::Cells(cells), cite)) => (cells.clone(), cite.clone()),
            Some((BoardOutline::Shape(shape), cite)) => match shape.filled_by(tiles.len()) {
                Ok(cells) => (cells, cite.clone()),
                Err(error) => {
                    complaints.push(CompileError::conflict(cite.clone(), error.into()));
                    return Area::Free;
                }
            },
            None if all_given => (given.iter().map(|given| given.at).collect(), self.key_path::<Givens>()),
            None => return Area::Free,
        };
        let mut complain = |says: String| complaints.push(CompileError::new(cite.clone(), says));
        if cells.len() != tiles.len() {
            complain(format!("the board has {} cells, and there are {} tiles", cells.len(), tiles.len()));
        }
        if let Some(given) = given.iter().find(|given| !cells.contains(&given.at)) {
            complain(format!("{},{} is not a cell of the board", given.at.x, given.at.y));
        }
        let lattice = if self.sides == Some(4) { Lattice::square() } else { Lattice::hex() };
        if !hangs_together(&cells, &lattice) {
            complain("the cells do not hang together".into());
        }
        Area::Cells(cells)
    }

    fn clashes(&self, complaints: &mut Vec<CompileError>) {
        if self.sides.is_none() && self.area.is_none() {
            let says = "no board; write `board = open_hex {}`, `triangle(4)` or `cells { \"0,0\", ... }`";
            complaints.push(CompileError::new("board".into(), says.into()));
        }
        if self.moves == Moves::default() {
            let says = "no moves; write `moves = { put {}, turn {}, take {}, swap {} }`";
            complaints.push(CompileError::new("moves".into(), says.into()));
        }
        let ends = self.ends.iter().any(|(_, end)| matches!(end, PuzzleEnd::Limit(_)));
        if self.goal.is_some() && self.open_ended.is_none() && !ends {
            let says = "tiles can be moved for ever; add `open_ended {}` or `limit { plies = 1000 }`";
            complaints.push(CompileError::new("finish".into(), says.into()));
        }
    }
}
