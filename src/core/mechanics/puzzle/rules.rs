//! Rule values compiled into a puzzle and the moves of its tiles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::areas::ShapeRule;
use super::definition::{Area, GivenTile, Puzzle, PuzzleAim, PuzzleGoal, TrackForm};
use super::parse::{is_connected, read_cells, read_colour, read_given};
use super::values::{Givens, MAX_PUZZLE_TILES, Pool, Times};
use crate::geometry::{CellNaming, Coord, Lattice};
use crate::index::IndexVec;
use crate::mechanics::{CompileErrors, EndIndex, GameDef, NamedRule, Rule, StuckResult, Violation, goal, is_in_reach};
use crate::names::Names;
use crate::spec::RuleValue;
use crate::text::one_line;
use crate::tiles::{OrientationIndex, TileIndex, TileSet};

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
    pub copies: IndexVec<TileIndex, u16>,
    /// Initial orientation of each given tile by cell, and whether it may be rotated.
    pub given: BTreeMap<Coord, (OrientationIndex, bool)>,
    /// Moves available.
    pub moves: Moves,
    /// Ends with their ids, applied in this order.
    pub ends: IndexVec<EndIndex, (String, PuzzleEnd)>,
    /// Id and result of the rule for having no legal move.
    pub stuck: Option<(String, StuckResult)>,
    /// Number of moves after which a playout is stopped.
    pub open_ended: Option<u32>,
    /// Typical solving time.
    pub times: Option<Times>,
    key_paths: BTreeMap<&'static str, String>,
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
    /// The puzzle is solved, with at least the sum `at_least` if one is required; if `is_endless`, it only scores.
    Goal { at_least: Option<u32>, is_endless: bool },
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
    key_paths: BTreeMap<&'static str, String>,
}

impl PuzzleRules {
    /// Sum that a solution must reach, if any.
    pub fn required_sum(&self) -> Option<u32> {
        self.ends.iter().find_map(|(_, end)| match end {
            PuzzleEnd::Goal { at_least, .. } => *at_least,
            PuzzleEnd::Limit(_) => None,
        })
    }

    /// Whether a game of tiles has rule values that only puzzles have.
    pub fn is_puzzle(def: &GameDef) -> bool {
        def.rules.iter().any(|named_rule| {
            matches!(
                named_rule.rule,
                Rule::Pool(_) | Rule::Givens(_) | Rule::Put(_) | Rule::Turn(_) | Rule::Take(_) | Rule::Swap(_)
            )
        })
    }

    /// Compiles a definition, or returns all errors together.
    pub fn compile(def: &GameDef, set: &Arc<TileSet>) -> Result<PuzzleRules, CompileErrors> {
        let mut errors = def.duplicate_errors();
        if def.names.seats.len() != 1 {
            errors.add("seats", format!("a puzzle has one seat, not {}", def.names.seats.len()));
        }
        let draft = PuzzleDraft::from_def(def, &mut errors);
        if let Some(sides) = draft.sides.filter(|sides| *sides != set.sides) {
            errors.add("tiles", format!("the cells have {sides} sides, but the tiles have {}", set.sides));
        }
        let (tiles, given) = draft.tiles(set, &mut errors);
        let aim = draft.aim(set, &tiles, &mut errors);
        let area = draft.area(&tiles, &given, &mut errors);
        draft.check_required(&mut errors);
        if !errors.0.is_empty() {
            return Err(errors);
        }
        let mut copies = IndexVec::from(vec![0; set.tiles.len()]);
        tiles.iter().for_each(|tile| copies[*tile] += 1);
        let initial = |given: &GivenTile| {
            let rotation = given.rotation.unwrap_or(0);
            let orientation = set.orientation_of(tiles[given.tile], rotation).unwrap_or_default();
            (given.at, (orientation, given.rotation.is_none()))
        };
        Ok(PuzzleRules {
            names: def.names.clone(),
            naming: def.naming,
            lattice: if set.sides == 6 { Lattice::hex() } else { Lattice::square() },
            copies,
            given: given.iter().map(initial).collect(),
            moves: draft.moves,
            ends: draft.ends.into(),
            stuck: draft.stuck,
            open_ended: draft.open_ended,
            times: draft.times,
            key_paths: draft.key_paths,
            puzzle: Puzzle {
                set: set.clone(),
                tiles,
                aim,
                area,
                allows_holes: draft.goal.is_none_or(|goal| goal.allows_holes),
                given,
            },
        })
    }

    /// Violation of a rule value, with the key path of that value or of the moves.
    pub fn violation<V: RuleValue>(&self, rule: &str, message: impl Into<String>) -> Violation {
        let key_path = self.key_paths.get(V::SPEC.name).cloned();
        Violation::new(rule, key_path.unwrap_or_else(|| "moves".to_string()), message)
    }

    /// Name of a tile of the set.
    pub fn tile_name(&self, tile: TileIndex) -> &str {
        &self.puzzle.set.tiles[tile].name
    }

    /// Whether some tile occurs several times, so that its name is ambiguous.
    pub fn has_copies(&self) -> bool {
        self.copies.iter().any(|copies| *copies > 1)
    }
}

impl PuzzleDraft {
    fn from_def(def: &GameDef, errors: &mut CompileErrors) -> PuzzleDraft {
        let mut draft = PuzzleDraft::default();
        for named_rule in &def.rules {
            draft.key_paths.insert(named_rule.rule.spec().name, named_rule.key_path());
            match &named_rule.rule {
                Rule::OpenSquare(_) => draft.sides = Some(4),
                Rule::OpenHex(_) => draft.sides = Some(6),
                Rule::Triangle(shape) => draft.set_shape(ShapeRule::Triangle(shape.clone()), named_rule),
                Rule::Hexagon(shape) => draft.set_shape(ShapeRule::Hexagon(shape.clone()), named_rule),
                Rule::CellsArea(cells) => {
                    let cells = read_cells(cells, &named_rule.key_path(), errors);
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
                    let is_endless = goal.longest.is_some() && goal.at_least.is_none();
                    draft.ends.push((named_rule.id.clone(), PuzzleEnd::Goal { at_least: goal.at_least, is_endless }));
                }
                Rule::PlyLimit(limit) => draft.ends.push((named_rule.id.clone(), PuzzleEnd::Limit(limit.plies))),
                Rule::OpenEnded(open) => draft.open_ended = Some(open.plies),
                Rule::Stuck(stuck) => draft.stuck = Some((named_rule.id.clone(), stuck.result)),
                Rule::Times(times) => draft.times = Some(times.clone()),
                other => {
                    errors.add(named_rule.key_path(), format!("`{}` is not a rule for puzzles", other.spec().name));
                }
            }
        }
        draft
    }

    fn set_shape(&mut self, shape: ShapeRule, named_rule: &NamedRule) {
        self.sides = Some(6);
        self.area = Some((BoardOutline::Shape(shape), named_rule.key_path()));
    }

    fn key_path<V: RuleValue>(&self) -> String {
        self.key_paths.get(V::SPEC.name).cloned().unwrap_or_else(|| V::SPEC.part.key().to_string())
    }

    /// Tiles of the puzzle, and those placed from the start.
    fn tiles(&self, set: &TileSet, errors: &mut CompileErrors) -> (Vec<TileIndex>, Vec<GivenTile>) {
        let mut placements = Vec::new();
        for text in self.givens.iter().flat_map(|givens| givens.tiles.iter().flat_map(|text| text.split_whitespace())) {
            match read_given(text, set) {
                Some(given) => placements.push(given),
                None => {
                    let message = format!(
                        "`{}` is not a placement of this set; write, for example, 1@0,0 or 1@0,0:2",
                        one_line(text, 30)
                    );
                    errors.add(self.key_path::<Givens>(), message);
                }
            }
        }
        let named = self.pool.as_ref().map(|pool| pool.tiles.as_slice()).unwrap_or_default();
        let tiles: Vec<TileIndex> = match (named, placements.is_empty()) {
            ([], true) => set.tiles.indices().collect(),
            ([], false) => placements.iter().map(|(tile, ..)| *tile).collect(),
            (named, _) => self.resolve_tiles(named, set, errors),
        };
        let copies = self.pool.as_ref().is_some_and(|pool| pool.copies);
        let mut seen = BTreeSet::new();
        let duplicates: BTreeSet<TileIndex> = tiles.iter().copied().filter(|tile| !seen.insert(*tile)).collect();
        for tile in duplicates.iter().filter(|_| !copies) {
            errors.add(self.key_path::<Pool>(), format!("tile {} is listed twice", set.tiles[*tile].name));
        }
        if tiles.len() < 2 && errors.0.is_empty() || tiles.len() > MAX_PUZZLE_TILES {
            let message = format!("a puzzle has 2 to {MAX_PUZZLE_TILES} tiles, not {}", tiles.len());
            errors.add(self.key_path::<Pool>(), message);
        }
        let given = self.given(&tiles, placements, set, errors);
        (tiles, given)
    }

    fn resolve_tiles(&self, names: &[String], set: &TileSet, errors: &mut CompileErrors) -> Vec<TileIndex> {
        let mut tiles = Vec::new();
        for name in names {
            match set.tile_named(name) {
                Some(tile) => tiles.push(tile),
                None => {
                    errors.add(self.key_path::<Pool>(), format!("the set has no tile `{}`", one_line(name, 20)));
                }
            }
        }
        tiles
    }

    /// Resolves which of the puzzle's tiles are given.
    fn given(
        &self,
        tiles: &[TileIndex],
        placements: Vec<(TileIndex, Coord, Option<usize>)>,
        set: &TileSet,
        errors: &mut CompileErrors,
    ) -> Vec<GivenTile> {
        let mut given: Vec<GivenTile> = Vec::new();
        for (name, at, rotation) in placements {
            let is_available = |tile: &usize| tiles[*tile] == name && given.iter().all(|other| other.tile != *tile);
            let tile_name = &set.tiles[name].name;
            let message = match (0..tiles.len()).find(is_available) {
                _ if given.iter().any(|other| other.at == at) => {
                    format!("two tiles are given at {},{}", at.x, at.y)
                }
                Some(_) if !is_in_reach(at) => format!("{},{} is too far away", at.x, at.y),
                Some(tile) => {
                    given.push(GivenTile { tile, at, rotation });
                    continue;
                }
                None => format!("tile {tile_name} is given, but no such tile is left in the pool"),
            };
            errors.add(self.key_path::<Givens>(), message);
        }
        given
    }

    /// Condition for a solution.
    fn aim(&self, set: &TileSet, tiles: &[TileIndex], errors: &mut CompileErrors) -> PuzzleAim {
        let key_path = self.key_path::<goal::GoalRule>();
        let Some(goal) = &self.goal else {
            errors.add("finish", "missing goal; for example, write `finish = { goal { \"red:loop\" } }`");
            return PuzzleAim::Goals(Vec::new());
        };
        if goal.at_least.is_some() && goal.longest.is_none() {
            errors.add(&key_path, "`at_least` needs `longest`; add `longest = \"line\"` or `longest = \"loop\"`");
        }
        if goal.partial {
            errors.add(&key_path, "a puzzle has no partial success; remove `partial`");
        }
        for text in &goal.malformed {
            let typed = one_line(text, 30);
            errors.add(
                &key_path,
                format!("`{typed}` is not a goal; write a colour and a form, such as red:loop or red:line"),
            );
        }
        if let Some(form) = &goal.longest {
            if !(goal.lines.is_empty() && goal.loops.is_empty()) {
                errors.add(&key_path, "a goal has either colours or `longest`, not both");
            }
            return PuzzleAim::Longest(if form == "loop" { TrackForm::Loop } else { TrackForm::Line });
        }
        let mut goals: Vec<PuzzleGoal> = Vec::new();
        let lines = goal.lines.iter().map(|colour| (colour, TrackForm::Line));
        for (colour, form) in lines.chain(goal.loops.iter().map(|colour| (colour, TrackForm::Loop))) {
            match read_colour(colour, set, tiles) {
                Ok(colour) if goals.iter().any(|other| other.colour == colour) => {
                    errors.add(&key_path, format!("{} has two goals", set.colours[colour].name));
                }
                Ok(colour) => goals.push(PuzzleGoal { colour, form }),
                Err(error) => errors.add(&key_path, error.to_string()),
            }
        }
        PuzzleAim::Goals(goals)
    }

    /// Cells to fill: one per tile, all connected.
    fn area(&self, tiles: &[TileIndex], given: &[GivenTile], errors: &mut CompileErrors) -> Area {
        let all_given = given.len() == tiles.len() && !given.is_empty();
        let (cells, key_path) = match &self.area {
            Some((BoardOutline::Cells(cells), key_path)) => (cells.clone(), key_path.clone()),
            Some((BoardOutline::Shape(shape), key_path)) => match shape.cells_for(tiles.len()) {
                Ok(cells) => (cells, key_path.clone()),
                Err(error) => {
                    errors.add_conflict(key_path, error.to_string());
                    return Area::Free;
                }
            },
            None if all_given => (given.iter().map(|given| given.at).collect(), self.key_path::<Givens>()),
            None => return Area::Free,
        };
        if cells.len() != tiles.len() {
            errors.add(&key_path, format!("the board has {} cells, but there are {} tiles", cells.len(), tiles.len()));
        }
        if let Some(given) = given.iter().find(|given| !cells.contains(&given.at)) {
            errors.add(&key_path, format!("{},{} is not a cell of the board", given.at.x, given.at.y));
        }
        let lattice = if self.sides == Some(4) { Lattice::square() } else { Lattice::hex() };
        if !is_connected(&cells, &lattice) {
            errors.add(&key_path, "the cells are not connected");
        }
        Area::Cells(cells)
    }

    fn check_required(&self, errors: &mut CompileErrors) {
        if self.sides.is_none() && self.area.is_none() {
            errors
                .add("board", "missing board; write `board = open_hex {}`, `triangle(4)` or `cells { \"0,0\", ... }`");
        }
        if self.moves == Moves::default() {
            errors.add("moves", "missing moves; for example, write `moves = { put {}, turn {}, take {}, swap {} }`");
        }
        let has_limit = self.ends.iter().any(|(_, end)| matches!(end, PuzzleEnd::Limit(_)));
        if self.goal.is_some() && self.open_ended.is_none() && !has_limit {
            errors.add("finish", "the game might never end; add `open_ended {}` or `limit { plies = 1000 }`");
        }
    }
}
