//! Rule values compiled into plain data shared by all positions.

use std::any::Any;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::ends::{EndRule, StackEnd};
use super::spreads::{MAX_CARRY, Spreads};
use super::{PieceDef, PieceOwner};
use crate::error::{CompileErrors, SetupError};
use crate::geometry::Grid;
use crate::index::{IndexArray, IndexVec};
use crate::mechanics::supply::{MAX_KINDS, MAX_OWNERS};
use crate::mechanics::{
    EndIndex, GameDef, NamedRule, Opening, PieceKind, Reserve, Rule, Seat, Stone, StoneGame, StoneSetup, Stuck,
    StuckResult, TurnState, TurnStep, shapes,
};
use crate::spec::RulePart;
use crate::text::{plural, plural_of};

/// Compiled rules of a game of stones.
#[derive(Debug)]
pub struct StackRules {
    /// Board, pieces and turns.
    pub game: StoneGame,
    /// Precomputed ways to spread.
    pub spreads: Spreads,
    /// Ends with their ids, applied in this order after every move.
    pub ends: IndexVec<EndIndex, (String, StackEnd)>,
    /// Id and result of the rule for having no legal move.
    pub stuck: Option<(String, StuckResult)>,
    /// Whether some end counts repetitions of a position.
    pub counts_positions: bool,
    /// Encoding of pieces in a tower.
    pub code: PieceCode,
    /// Maximum number of pieces on one cell without effects of scripts.
    pub max_unscripted_height: u32,
    /// Tables of the first position, for all that follow.
    pub(super) tables: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Deref for StackRules {
    type Target = StoneGame;

    fn deref(&self) -> &StoneGame {
        &self.game
    }
}

/// Encoding of a piece in a tower: owner and, where several kinds can be covered, kind.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceCode {
    /// Bits per piece.
    pub bits: u32,
    /// Piece of every code: all seats with the first kind that can be covered, then with the next.
    stones: Vec<Stone>,
    /// First code of each kind.
    starts: IndexArray<PieceKind, u8, MAX_KINDS>,
}

impl PieceCode {
    fn new(seats: usize, pieces: &IndexVec<PieceKind, PieceDef>) -> PieceCode {
        let coverable = pieces.indices().filter(|&kind| !pieces[kind].stands);
        let mut code = PieceCode { bits: 1, stones: Vec::new(), starts: IndexArray::default() };
        for kind in coverable {
            code.starts[kind] = code.stones.len() as u8;
            code.stones.extend(Seat::all(seats).map(|seat| Stone { seat, kind }));
        }
        if code.stones.is_empty() {
            code.stones.extend(Seat::all(seats).map(|seat| Stone { seat, kind: PieceKind::FIRST }));
        }
        code.bits = (usize::BITS - (code.stones.len() - 1).leading_zeros()).max(1);
        code
    }

    /// Code of a piece. A kind that is never covered is known from the tops, so only its owner is encoded.
    pub fn encode(&self, stone: Stone) -> u64 {
        self.starts[stone.kind] as u64 + stone.seat.index() as u64
    }

    pub fn decode(&self, code: u64) -> Stone {
        self.stones[code as usize]
    }
}

impl StackRules {
    /// Compiles a definition, or returns all errors together.
    pub fn compile(def: &GameDef) -> Result<StackRules, CompileErrors> {
        let mut errors = def.duplicate_errors();
        let (seats, pieces) = (def.names.seats.len(), def.pieces.len());
        let counts = [("seats", "seats", seats, MAX_OWNERS), ("pieces", "kinds of pieces", pieces, MAX_KINDS)];
        let wrong_counts: Vec<_> = counts.iter().filter(|(.., count, max)| !(1..=*max).contains(count)).collect();
        for (key, noun, count, max) in &wrong_counts {
            errors.add(*key, format!("a game has 1 to {max} {noun}, not {count}"));
        }
        if !wrong_counts.is_empty() {
            return Err(errors);
        }
        let mut rules = StackRules::without_rules(def);
        def.rules.iter().for_each(|named_rule| rules.add(named_rule, &mut errors));
        if def.rules.iter().all(|named_rule| named_rule.rule.spec().part != RulePart::Board) {
            errors.add(RulePart::Board.key(), "missing board; for example, write `board = square(5)`");
        }
        if rules.place.is_empty() && rules.carry == 0 {
            let message =
                "missing moves; for example, write `moves = { place { \"flat\" } }` with the names of your pieces";
            errors.add(RulePart::Moves.key(), message);
        }
        rules.check_opening(&mut errors);
        rules.check_pieces(&mut errors);
        rules.check_towers(&mut errors);
        rules.max_unscripted_height = rules.tallest_tower();
        // Scripts may create pieces. The towers of such a game get wider only when that happens.
        rules.game.max_height = if def.can_grow { rules.capacity() } else { rules.max_unscripted_height };
        if errors.0.is_empty() { Ok(rules) } else { Err(errors) }
    }

    /// Seats and pieces of a definition, without its rule values.
    fn without_rules(def: &GameDef) -> StackRules {
        StackRules {
            game: StoneGame {
                grid: Grid::squares(1, 1),
                names: def.names.clone(),
                pieces: def.pieces.clone(),
                reserve: def.reserve,
                place: Vec::new(),
                carry: 0,
                opening: None,
                steps: 1,
                opening_step: 0,
                max_height: 0,
            },
            spreads: Spreads::new(0),
            ends: IndexVec::default(),
            stuck: None,
            counts_positions: false,
            max_unscripted_height: 0,
            tables: OnceLock::new(),
            code: PieceCode::new(def.names.seats.len(), &def.pieces),
        }
    }

    /// Adds a rule value, or an error if it is not for pieces.
    fn add(&mut self, named_rule: &NamedRule, errors: &mut CompileErrors) {
        if let Some(end) = StackEnd::compile(&named_rule.rule) {
            self.counts_positions |= end.counts_positions();
            self.ends.push((named_rule.id.clone(), end));
            return;
        }
        match &named_rule.rule {
            Rule::Opening(opening) => self.game.opening = Some(opening.clone()),
            Rule::Steps(steps) => {
                let mut messages = steps.errors();
                if steps.steps.contains(&TurnStep::Fill) {
                    messages.insert(0, "placing pieces is never mandatory; remove the `fill` steps".to_string());
                }
                if messages.is_empty() {
                    (self.game.steps, self.game.opening_step) = (steps.steps.len() as u8, steps.opening_step());
                }
                messages.into_iter().for_each(|message| errors.add(named_rule.key_path(), message));
            }
            Rule::PlaceRule(place) => self.game.place = place.pieces.clone(),
            Rule::SpreadRule(spread) => {
                self.game.carry = spread.carry.min(MAX_CARRY);
                self.spreads = Spreads::new(self.carry);
            }
            Rule::Stuck(Stuck { result: StuckResult::Fewest }) => errors.add(
                format!("{}.result", named_rule.key_path()),
                "`fewest` counts tiles, but this game has pieces; use draw, loss or win",
            ),
            Rule::Stuck(stuck) => self.stuck = Some((named_rule.id.clone(), stuck.result)),
            Rule::WinPoints(_) | Rule::Pie(_) => {}
            other => {
                let name = other.spec().name;
                match other.grid() {
                    Some(grid) => self.game.grid = grid,
                    None if other.spec().part == RulePart::Board => errors.add(
                        named_rule.key_path(),
                        format!("`{name}` is a board for tiles; for pieces, use {}", shapes::names()),
                    ),
                    None => errors
                        .add(named_rule.key_path(), format!("`{name}` is a rule for tiles, but this game has pieces")),
                }
            }
        }
    }

    /// Reports reserves that are too small for the opening.
    fn check_opening(&self, errors: &mut CompileErrors) {
        let Some(opening) = &self.opening else { return };
        for seat in self.names.seats.indices() {
            let owner = self.owner_of(seat, opening.owner);
            let skipped_moves = if seat == Seat::FIRST { self.opening_step } else { 0 };
            let moves = opening.turns * u32::from(self.steps) - u32::from(skipped_moves);
            let needed = opening.stack[seat] * moves;
            let available = self.reserve.get(owner, self.pool(opening.piece)) as u32;
            if available < needed {
                let (piece, owner) = (&self.names.pieces[opening.piece], &self.names.seats[owner]);
                let needed = plural(needed, piece);
                let message = format!("the opening needs {needed} of {owner}, but the reserve has {available}");
                errors.add("turn.opening", message);
            }
        }
    }

    /// Reports pieces whose reserve or whose crushing contradicts that of others.
    fn check_pieces(&self, errors: &mut CompileErrors) {
        for (kind, piece) in self.pieces.iter_enumerated() {
            let (name, pool) = (&self.names.pieces[kind], &self.names.pieces[piece.pool]);
            if piece.pool != kind && self.names.seats.indices().any(|seat| self.reserve.get(seat, kind) > 0) {
                let message = format!("a {name} comes from the reserve of {}; remove its own count", plural_of(pool));
                errors.add(format!("reserve.{name}"), message);
            }
            if self.pool(piece.pool) != piece.pool {
                errors.add("pieces", {
                    let pools = plural_of(pool);
                    format!("a {name} comes from the reserve of {pools}, but {pools} have no reserve of their own")
                });
            }
            for &target in piece.crushes.iter().filter(|&&target| self.pieces[self.pieces[target].crushed_to].stands) {
                let target = &self.names.pieces[target];
                let message =
                    format!("a {name} crushes a {target}; set `crushed_to` of {target} to a piece that does not stand");
                errors.add(format!("pieces.{target}"), message);
            }
        }
    }

    /// Reports stacks and towers that cannot be built.
    fn check_towers(&self, errors: &mut CompileErrors) {
        let stacks = |opening: &Opening| opening.stack.iter().any(|&count| count > 1);
        if self.opening.as_ref().is_some_and(|opening| stacks(opening) && self.pieces[opening.piece].stands) {
            errors.add("turn.opening", "pieces that stand cannot form a stack");
        }
        let (tallest, capacity) = (self.tallest_tower(), self.capacity());
        if tallest > capacity {
            let message =
                format!("stacks could reach {tallest} pieces, but the maximum is {capacity}; reduce the reserves");
            errors.add("reserve", message);
        }
    }

    /// Maximum number of pieces on one cell without effects of scripts.
    fn tallest_tower(&self) -> u32 {
        if self.carry > 0 {
            return self.names.seats.indices().map(|seat| self.reserve.total(seat)).sum();
        }
        // If stacks do not move, a stack only holds the pieces that are placed at once.
        let max_placed = self.opening.iter().flat_map(|opening| &opening.stack).copied().max();
        max_placed.unwrap_or(1).max(1)
    }

    /// Maximum number of pieces in the widest tower, which depends only on the seats and the kinds of pieces.
    pub fn capacity(&self) -> u32 {
        super::WIDEST_TOWER_BITS / self.code.bits
    }

    /// Whether a seat may have nothing to place and nothing to spread before some end rule applies: not every game ends
    /// when the board is full or a reserve is empty, and a full board need not contain a road.
    pub fn may_be_stuck(&self) -> bool {
        let cells = self.grid.len() as u32;
        let seats = self.names.seats.len() as u32;
        let steps = u32::from(self.steps);
        let max_placements = steps * cells.div_ceil(seats * steps);
        let reserves_suffice = self.names.seats.indices().all(|seat| self.reserve.total(seat) >= max_placements);
        let ends = || self.ends.iter().map(|(_, end)| end);
        let ends_when_full = ends().any(|end| end.ends_full_boards(self));
        let ends_when_empty = reserves_suffice || ends().any(EndRule::ends_empty_reserves);
        !(ends_when_full && ends_when_empty)
    }

    /// Number of bits that the tallest tower needs without scripts; a position that was set up may have a taller one.
    pub fn tower_bits(&self, setup: Option<&StoneSetup>) -> u32 {
        let stacks = setup.into_iter().flat_map(|setup| &setup.stacks);
        let tallest_setup = stacks.map(|(_, stack)| stack.len() as u32).max().unwrap_or(0);
        self.max_unscripted_height.max(tallest_setup.min(self.max_height)) * self.code.bits
    }

    /// Validates a position that was set up: returns all errors, or the turn state and the remaining reserves.
    pub fn set_up(&self, setup: &StoneSetup) -> Result<(TurnState, Reserve), SetupError> {
        let mut errors = Vec::new();
        if (setup.width, setup.height) != (self.grid.width, self.grid.height) {
            let (w, h) = (self.grid.width, self.grid.height);
            errors.push(format!("the position is {} by {}, but the board is {w} by {h}", setup.width, setup.height));
            return Err(SetupError(errors));
        }
        let mut on_board = IndexArray::<Seat, IndexArray<PieceKind, u32, MAX_KINDS>, MAX_OWNERS>::default();
        for (at, stack) in &setup.stacks {
            if stack.len() as u32 > self.max_height {
                let (name, height, tallest) = (Grid::name(*at), stack.len(), self.max_height);
                errors.push(format!("{height} pieces at {name}; a stack has at most {tallest}"));
            }
            for (level, stone) in stack.iter().enumerate() {
                on_board[stone.seat][self.pool(stone.kind)] += 1;
                if level + 1 < stack.len() && self.pieces[stone.kind].stands {
                    let piece = &self.names.pieces[stone.kind];
                    errors.push(format!("the {piece} at {} is covered, but it may not be", Grid::name(*at)));
                }
            }
        }
        let mut reserve = self.reserve;
        for (seat, counts) in on_board.iter_enumerated().take(self.names.seats.len()) {
            for (kind, &used) in counts.iter_enumerated().take(self.pieces.len()) {
                let available = reserve.get(seat, kind) as u32;
                if used > available {
                    let (seat, piece) = (&self.names.seats[seat], &self.names.pieces[kind]);
                    errors.push(format!(
                        "{seat} has {} on the board, but only {available} in total",
                        plural(used, piece)
                    ));
                } else {
                    reserve.take(seat, kind, used as u16);
                }
            }
        }
        let turns = self.turns_before(setup.turn, setup.seat);
        let turn_state = self.turn_state_at(turns, setup.step.unwrap_or(self.first_step(turns)));
        if errors.is_empty() { Ok((turn_state, reserve)) } else { Err(SetupError(errors)) }
    }

    /// Kinds that may not be covered.
    pub fn standing(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.pieces.indices().filter(|&kind| self.pieces[kind].stands)
    }

    /// Whether `top`, ending a spread alone, may flatten the standing piece `target`.
    pub(super) fn may_crush(&self, top: Stone, target: Stone) -> bool {
        let piece = &self.pieces[top.kind];
        let is_target = match piece.crushes_whose {
            PieceOwner::Any => true,
            PieceOwner::Own => top.seat == target.seat,
            PieceOwner::Other => top.seat != target.seat,
        };
        is_target && piece.crushes.contains(&target.kind)
    }
}
