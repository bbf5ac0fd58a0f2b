//! Rule values compiled into plain data that all positions share.

use std::ops::Deref;

use super::PieceDef;
use super::ends::{EndRule, StackEnd};
use super::spreads::{MAX_CARRY, Spreads};
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
    /// Largest number of pieces on one cell without scripts.
    pub tallest: u32,
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

    /// Code of a piece. A kind that is never covered is identified by the tops, so only its owner is encoded.
    pub fn write(&self, stone: Stone) -> u64 {
        self.starts[stone.kind] as u64 + stone.seat.index() as u64
    }

    pub fn read(&self, code: u64) -> Stone {
        self.stones[code as usize]
    }
}

impl StackRules {
    /// Compiles a definition, or returns all errors together.
    pub fn compile(parts: &GameDef) -> Result<StackRules, Vec<CompileError>> {
        let mut complaints = parts.second_of_a_kind();
        let names = &parts.names;
        let seats = names.seats.len();
        if !(1..=MAX_OWNERS).contains(&seats) {
            complaints
                .push(CompileError::new("seats".into(), format!("a game has 1 to {MAX_OWNERS} seats, not {seats}")));
        }
        if !(1..=MAX_KINDS).contains(&parts.pieces.len()) {
            let count = parts.pieces.len();
            complaints.push(CompileError::new(
                "pieces".into(),
                format!("a game has 1 to {MAX_KINDS} kinds of pieces, not {count}"),
            ));
        }
        if !(1..=MAX_OWNERS).contains(&seats) || !(1..=MAX_KINDS).contains(&parts.pieces.len()) {
            return Err(complaints);
        }

        let code = PieceCode::new(seats, &parts.pieces);
        let mut plan = StackRules {
            game: StoneGame {
                grid: Grid::squares(1, 1),
                names: names.clone(),
                pieces: parts.pieces.clone(),
                reserve: parts.reserve,
                place: Vec::new(),
                carry: 0,
                opening: None,
                steps: 1,
                begins_at: 0,
                highest: 0,
            },
            spreads: Spreads::new(0),
            ends: IndexVec::default(),
            stuck: None,
            counts_positions: false,
            tallest: 0,
            code,
        };
        let mut board = None;
        for named_rule in &parts.rules {
            match &named_rule.rule {
                Rule::Opening(opening) => {
                    plan.game.opening = Some(opening.clone());
                }
                Rule::Steps(steps) => {
                    let owed = steps.steps.contains(&TurnStep::Fill);
                    let owed = owed.then(|| "pieces are never owed; leave out the steps `fill`".to_string());
                    let faults: Vec<String> = owed.into_iter().chain(steps.faults()).collect();
                    if faults.is_empty() {
                        (plan.game.steps, plan.game.begins_at) = (steps.steps.len() as u8, steps.begins_at());
                    }
                    complaints.extend(faults.into_iter().map(|says| CompileError::new(named_rule.key_path(), says)));
                }
                Rule::PlaceRule(place) => plan.game.place = place.pieces.clone(),
                Rule::SpreadRule(spread) => {
                    plan.game.carry = spread.carry.min(MAX_CARRY);
                    plan.spreads = Spreads::new(plan.carry);
                }
                Rule::Stuck(Stuck { result: StuckResult::Fewest }) => complaints.push(CompileError::new(
                    format!("{}.result", named_rule.key_path()),
                    "`fewest` counts tiles, and this game has pieces; say draw, loss or win".into(),
                )),
                Rule::Stuck(stuck) => plan.stuck = Some((named_rule.id.clone(), stuck.result)),
                Rule::WinPoints(_) | Rule::Pie(_) => {}
                other if other.grid().is_some() => board = other.grid(),
                other if StackEnd::compile(other).is_some() => {}
                other if other.spec().part == RulePart::Board => {
                    let says = format!("`{}` is a board for tiles; {} take pieces", other.spec().name, shapes::names());
                    complaints.push(CompileError::new(named_rule.key_path(), says));
                }
                other => {
                    let says = format!("`{}` is a rule for tiles, and this game has pieces", other.spec().name);
                    complaints.push(CompileError::new(named_rule.key_path(), says));
                }
            }
            if let Some(end) = StackEnd::compile(&named_rule.rule) {
                plan.counts_positions |= end.counts_positions();
                plan.ends.push((named_rule.id.clone(), end));
            }
        }
        let has_board = parts.rules.iter().any(|named_rule| named_rule.rule.spec().part == RulePart::Board);
        match board {
            Some(grid) => plan.game.grid = grid,
            None if has_board => {}
            None => complaints
                .push(CompileError::new(RulePart::Board.key().into(), "no board; write `board = square(5)`".into())),
        }
        if plan.place.is_empty() && plan.carry == 0 {
            let says = "no moves; write `moves = { place { \"flat\" } }`, with the names of your pieces";
            complaints.push(CompileError::new(RulePart::Moves.key().into(), says.into()));
        }
        plan.check_reserves(parts.grows, &mut complaints);
        if complaints.is_empty() { Ok(plan) } else { Err(complaints) }
    }

    fn check_reserves(&mut self, parts_grow: bool, complaints: &mut Vec<CompileError>) {
        let seats = self.names.seats.indices();
        if let Some(opening) = &self.opening {
            for seat in seats.clone() {
                let owner = self.owner_of(seat, opening.owner);
                let left_out = if seat == Seat::FIRST { self.begins_at } else { 0 };
                let moves = opening.turns * u32::from(self.steps) - u32::from(left_out);
                let needs = opening.stack[seat] * moves;
                let has = self.reserve.get(owner, self.pool(opening.piece)) as u32;
                if has < needs {
                    let piece = &self.names.pieces[opening.piece];
                    let owner = &self.names.seats[owner];
                    let says = format!("the opening places {needs} {piece} of {owner}, whose reserve holds {has}");
                    complaints.push(CompileError::new("turn.opening".into(), says));
                }
            }
        }
        for kind in self.pieces.indices() {
            let (piece, name) = (&self.pieces[kind], &self.names.pieces[kind]);
            let mut complain = |path: String, says: String| complaints.push(CompileError::new(path, says));
            if piece.pool != kind && seats.clone().any(|seat| self.reserve.get(seat, kind) > 0) {
                let pool = &self.names.pieces[piece.pool];
                complain(
                    format!("reserve.{name}"),
                    format!("a {name} is taken from the {pool}s; it has no count of its own"),
                );
            }
            if self.pool(piece.pool) != piece.pool {
                let pool = &self.names.pieces[piece.pool];
                complain("pieces".into(), format!("a {name} is taken from the {pool}s, which are taken from others"));
            }
            for &met in &piece.crushes {
                let met_piece = &self.pieces[met];
                if self.pieces[met_piece.crushed_to].stands {
                    let met = &self.names.pieces[met];
                    let says =
                        format!("a {name} crushes a {met}, which needs `crushed_to`, a piece that does not stand");
                    complain(format!("pieces.{met}"), says);
                }
            }
        }
        if let Some(opening) = &self.opening
            && opening.stack.iter().any(|&count| count > 1)
            && self.pieces[opening.piece].stands
        {
            complaints
                .push(CompileError::new("turn.opening".into(), "a stack cannot be made of pieces that stand".into()));
        }
        let pieces: u32 = seats.map(|seat| self.reserve.total(seat)).sum();
        let placed = self.opening.iter().flat_map(|opening| &opening.stack).copied().max().unwrap_or(1);
        // If nothing moves, a stack only holds what is placed at once.
        let tallest = if self.carry == 0 { placed.max(1) } else { pieces };
        let room = self.room();
        if tallest > room {
            complaints.push(CompileError::new(
                "reserve".into(),
                format!(
                    "a tower of {tallest} pieces is possible, and towers hold {room} at most; use smaller reserves"
                ),
            ));
        }
        self.tallest = tallest;
        // Scripts may create pieces. The words of such a game get wider only when they do.
        self.game.highest = if parts_grow { room } else { tallest };
    }

    /// Capacity of the widest tower in pieces, which depends only on the seats and the kinds of pieces.
    pub fn room(&self) -> u32 {
        super::WIDEST_TOWER_BITS / self.code.bits
    }

    /// Whether a seat may have nothing to place and nothing to spread before some end applies: a full board or an empty
    /// reserve is not counted, and does not always contain a road.
    pub fn may_be_stuck(&self) -> bool {
        let cells = self.grid.len() as u32;
        let seats = self.names.seats.len() as u32;
        let steps = u32::from(self.steps);
        let most = steps * cells.div_ceil(seats * steps);
        let lasts = self.names.seats.indices().all(|seat| self.reserve.total(seat) >= most);
        let ends = || self.ends.iter().map(|(_, end)| end);
        let takes_full = ends().any(|end| end.ends_full_boards(self));
        let takes_empty = lasts || ends().any(EndRule::ends_empty_reserves);
        !(takes_full && takes_empty)
    }

    /// Number of bits that the tallest tower needs without scripts; a position that was set up may have a taller one.
    pub fn tower_bits(&self, setup: Option<&StoneSetup>) -> u32 {
        let stacks = setup.into_iter().flat_map(|setup| &setup.stacks);
        let set_up = stacks.map(|(_, stack)| stack.len() as u32).max().unwrap_or(0);
        self.tallest.max(set_up.min(self.highest)) * self.code.bits
    }

    /// Validates a position that was set up: returns all errors, or the turn state and the remaining reserves.
    pub fn set_up(&self, setup: &StoneSetup) -> Result<(TurnState, Reserve), SetupError> {
        let mut faults = Vec::new();
        if (setup.width, setup.height) != (self.grid.width, self.grid.height) {
            let (w, h) = (self.grid.width, self.grid.height);
            faults.push(format!("the position is {} by {}, the board {w} by {h}", setup.width, setup.height));
            return Err(SetupError(faults));
        }
        let mut on_board = IndexArray::<Seat, IndexArray<PieceKind, u32, MAX_KINDS>, MAX_OWNERS>::default();
        for (at, stack) in &setup.stacks {
            if stack.len() as u32 > self.highest {
                let (name, height, tallest) = (Grid::name(*at), stack.len(), self.highest);
                faults.push(format!("{height} pieces lie at {name}, and no stack here is taller than {tallest}"));
            }
            for (level, stone) in stack.iter().enumerate() {
                on_board[stone.seat][self.pool(stone.kind)] += 1;
                if level + 1 < stack.len() && self.pieces[stone.kind].stands {
                    let piece = &self.names.pieces[stone.kind];
                    faults.push(format!("a {piece} lies under another piece at {}", Grid::name(*at)));
                }
            }
        }
        let mut reserve = self.reserve;
        for (seat, counts) in on_board.iter_enumerated().take(self.names.seats.len()) {
            for (kind, &used) in counts.iter_enumerated().take(self.pieces.len()) {
                let has = reserve.get(seat, kind) as u32;
                if used > has {
                    let (seat, piece) = (&self.names.seats[seat], &self.names.pieces[kind]);
                    faults.push(format!("{seat} has {used} of its {has} {piece}s on the board"));
                } else {
                    reserve.take(seat, kind, used as u16);
                }
            }
        }
        let turns = self.turns_before(setup.turn, setup.seat);
        let clock = self.clock_at(turns, setup.step.unwrap_or(self.first_step(turns)));
        if faults.is_empty() { Ok((clock, reserve)) } else { Err(SetupError(faults)) }
    }

    /// Kinds that may not be covered.
    pub fn standing(&self) -> impl Iterator<Item = PieceKind> + '_ {
        self.pieces.indices().filter(|&kind| self.pieces[kind].stands)
    }
}
