//! Rule values compiled into plain data shared by all positions.

use std::ops::Deref;

use super::ends::{EndRule, StackEnd};
use super::spreads::{MAX_CARRY, Spreads};
use super::{PieceDef, PieceOwner};
use crate::error::SetupError;
use crate::geometry::Grid;
use crate::index::{IndexArray, IndexVec};
use crate::mechanics::supply::{MAX_KINDS, MAX_OWNERS};
use crate::mechanics::{
    CompileError, EndIndex, GameDef, PieceKind, Reserve, Rule, Seat, Stone, StoneGame, StoneSetup, Stuck, StuckResult,
    TurnState, TurnStep, shapes,
};
use crate::spec::RulePart;

/// Compiled rules of a game of stones.
#[derive(Clone, PartialEq, Debug)]
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
    pub fn compile(def: &GameDef) -> Result<StackRules, Vec<CompileError>> {
        let mut errors = def.duplicate_errors();
        let names = &def.names;
        let seats = names.seats.len();
        if !(1..=MAX_OWNERS).contains(&seats) {
            errors.push(CompileError::new("seats".into(), format!("a game has 1 to {MAX_OWNERS} seats, not {seats}")));
        }
        if !(1..=MAX_KINDS).contains(&def.pieces.len()) {
            let count = def.pieces.len();
            errors.push(CompileError::new(
                "pieces".into(),
                format!("a game has 1 to {MAX_KINDS} kinds of pieces, not {count}"),
            ));
        }
        if !(1..=MAX_OWNERS).contains(&seats) || !(1..=MAX_KINDS).contains(&def.pieces.len()) {
            return Err(errors);
        }

        let code = PieceCode::new(seats, &def.pieces);
        let mut rules = StackRules {
            game: StoneGame {
                grid: Grid::squares(1, 1),
                names: names.clone(),
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
            code,
        };
        let mut board = None;
        for named_rule in &def.rules {
            match &named_rule.rule {
                Rule::Opening(opening) => {
                    rules.game.opening = Some(opening.clone());
                }
                Rule::Steps(steps) => {
                    let has_fill = steps.steps.contains(&TurnStep::Fill);
                    let fill_error = has_fill.then(|| "pieces are never owed; leave out the steps `fill`".to_string());
                    let step_errors: Vec<String> = fill_error.into_iter().chain(steps.errors()).collect();
                    if step_errors.is_empty() {
                        (rules.game.steps, rules.game.opening_step) = (steps.steps.len() as u8, steps.opening_step());
                    }
                    errors.extend(
                        step_errors.into_iter().map(|message| CompileError::new(named_rule.key_path(), message)),
                    );
                }
                Rule::PlaceRule(place) => rules.game.place = place.pieces.clone(),
                Rule::SpreadRule(spread) => {
                    rules.game.carry = spread.carry.min(MAX_CARRY);
                    rules.spreads = Spreads::new(rules.carry);
                }
                Rule::Stuck(Stuck { result: StuckResult::Fewest }) => errors.push(CompileError::new(
                    format!("{}.result", named_rule.key_path()),
                    "`fewest` counts tiles, and this game has pieces; say draw, loss or win".into(),
                )),
                Rule::Stuck(stuck) => rules.stuck = Some((named_rule.id.clone(), stuck.result)),
                Rule::WinPoints(_) | Rule::Pie(_) => {}
                other if other.grid().is_some() => board = other.grid(),
                other if StackEnd::compile(other).is_some() => {}
                other if other.spec().part == RulePart::Board => {
                    let message =
                        format!("`{}` is a board for tiles; {} take pieces", other.spec().name, shapes::names());
                    errors.push(CompileError::new(named_rule.key_path(), message));
                }
                other => {
                    let message = format!("`{}` is a rule for tiles, and this game has pieces", other.spec().name);
                    errors.push(CompileError::new(named_rule.key_path(), message));
                }
            }
            if let Some(end) = StackEnd::compile(&named_rule.rule) {
                rules.counts_positions |= end.counts_positions();
                rules.ends.push((named_rule.id.clone(), end));
            }
        }
        let has_board = def.rules.iter().any(|named_rule| named_rule.rule.spec().part == RulePart::Board);
        match board {
            Some(grid) => rules.game.grid = grid,
            None if has_board => {}
            None => errors
                .push(CompileError::new(RulePart::Board.key().into(), "no board; write `board = square(5)`".into())),
        }
        if rules.place.is_empty() && rules.carry == 0 {
            let message = "no moves; write `moves = { place { \"flat\" } }`, with the names of your pieces";
            errors.push(CompileError::new(RulePart::Moves.key().into(), message.into()));
        }
        rules.check_reserves(def.can_grow, &mut errors);
        if errors.is_empty() { Ok(rules) } else { Err(errors) }
    }

    fn check_reserves(&mut self, can_grow: bool, errors: &mut Vec<CompileError>) {
        let seats = self.names.seats.indices();
        if let Some(opening) = &self.opening {
            for seat in seats.clone() {
                let owner = self.owner_of(seat, opening.owner);
                let skipped_moves = if seat == Seat::FIRST { self.opening_step } else { 0 };
                let moves = opening.turns * u32::from(self.steps) - u32::from(skipped_moves);
                let needed = opening.stack[seat] * moves;
                let available = self.reserve.get(owner, self.pool(opening.piece)) as u32;
                if available < needed {
                    let piece = &self.names.pieces[opening.piece];
                    let owner = &self.names.seats[owner];
                    let message =
                        format!("the opening places {needed} {piece} of {owner}, whose reserve holds {available}");
                    errors.push(CompileError::new("turn.opening".into(), message));
                }
            }
        }
        for kind in self.pieces.indices() {
            let (piece, name) = (&self.pieces[kind], &self.names.pieces[kind]);
            let mut report = |path: String, message: String| errors.push(CompileError::new(path, message));
            if piece.pool != kind && seats.clone().any(|seat| self.reserve.get(seat, kind) > 0) {
                let pool = &self.names.pieces[piece.pool];
                report(
                    format!("reserve.{name}"),
                    format!("a {name} is taken from the {pool}s; it has no count of its own"),
                );
            }
            if self.pool(piece.pool) != piece.pool {
                let pool = &self.names.pieces[piece.pool];
                report("pieces".into(), format!("a {name} is taken from the {pool}s, which are taken from others"));
            }
            for &target in &piece.crushes {
                let target_piece = &self.pieces[target];
                if self.pieces[target_piece.crushed_to].stands {
                    let target_name = &self.names.pieces[target];
                    let message = format!(
                        "a {name} crushes a {target_name}, which needs `crushed_to`, a piece that does not stand"
                    );
                    report(format!("pieces.{target_name}"), message);
                }
            }
        }
        if let Some(opening) = &self.opening
            && opening.stack.iter().any(|&count| count > 1)
            && self.pieces[opening.piece].stands
        {
            errors.push(CompileError::new("turn.opening".into(), "a stack cannot be made of pieces that stand".into()));
        }
        let pieces: u32 = seats.map(|seat| self.reserve.total(seat)).sum();
        let max_placed = self.opening.iter().flat_map(|opening| &opening.stack).copied().max().unwrap_or(1);
        // If stacks do not move, a stack only holds the pieces that are placed at once.
        let max_height = if self.carry == 0 { max_placed.max(1) } else { pieces };
        let capacity = self.capacity();
        if max_height > capacity {
            errors.push(CompileError::new(
                "reserve".into(),
                format!(
                    "a tower of {max_height} pieces is possible, and towers hold {capacity} at most; use smaller reserves"
                ),
            ));
        }
        self.max_unscripted_height = max_height;
        // Scripts may create pieces. The towers of such a game get wider only when that happens.
        self.game.max_height = if can_grow { capacity } else { max_height };
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
            errors.push(format!("the position is {} by {}, the board {w} by {h}", setup.width, setup.height));
            return Err(SetupError(errors));
        }
        let mut on_board = IndexArray::<Seat, IndexArray<PieceKind, u32, MAX_KINDS>, MAX_OWNERS>::default();
        for (at, stack) in &setup.stacks {
            if stack.len() as u32 > self.max_height {
                let (name, height, tallest) = (Grid::name(*at), stack.len(), self.max_height);
                errors.push(format!("{height} pieces lie at {name}, and no stack here is taller than {tallest}"));
            }
            for (level, stone) in stack.iter().enumerate() {
                on_board[stone.seat][self.pool(stone.kind)] += 1;
                if level + 1 < stack.len() && self.pieces[stone.kind].stands {
                    let piece = &self.names.pieces[stone.kind];
                    errors.push(format!("a {piece} lies under another piece at {}", Grid::name(*at)));
                }
            }
        }
        let mut reserve = self.reserve;
        for (seat, counts) in on_board.iter_enumerated().take(self.names.seats.len()) {
            for (kind, &used) in counts.iter_enumerated().take(self.pieces.len()) {
                let available = reserve.get(seat, kind) as u32;
                if used > available {
                    let (seat, piece) = (&self.names.seats[seat], &self.names.pieces[kind]);
                    errors.push(format!("{seat} has {used} of its {available} {piece}s on the board"));
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
