//! Legality of one action, with the rules that it violates. It uses the same predicates as move generation (`opening`,
//! `may_crush`, the reserve), and a property test checks that the two agree.

use super::{StackPosition, Tower};
use crate::geometry::{Bitboard, Coord, Grid};
use crate::mechanics::{Action, PieceKind, Seat, StoneBoard, Violation};

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn explain(&self, action: &Action) -> Vec<Violation> {
        let mut violations = Vec::new();
        match action {
            Action::Place { piece, at, count } => self.explain_place(*piece, *at, *count, &mut violations),
            Action::Spread { from, direction, taken, drops, crush } => {
                self.explain_spread(*from, *direction, *taken, drops, *crush, &mut violations);
            }
            _ => violations.push(Violation::new("reserve", "moves", "this game has no tiles")),
        }
        violations
    }

    fn explain_place(&self, piece: PieceKind, at: Coord, count: u32, violations: &mut Vec<Violation>) {
        let name = Grid::name(at);
        let cell = self.rules.grid.cell(at);
        match cell {
            None => violations.push(self.off_board(at)),
            Some(cell) if self.height_of(cell) > 0 => {
                let message = format!("{name} is not empty");
                violations.push(Violation::new("occupied", "moves.place", message).with_cells([at]));
            }
            Some(_) => {}
        }
        let seat = self.state.turn_state.seat;
        let owner = self.placement_owner();
        if let Some(opening) = self.opening() {
            let stack = opening.stack[seat];
            if piece != opening.piece || count != stack {
                let pieces = self.describe_pieces_of(owner, opening.piece, stack);
                let message = format!("{}'s turn {} places {pieces}", self.seat_name(seat), self.round());
                violations.push(Violation::new("opening", "turn.opening", message));
            }
            if cell.is_some_and(|cell| !self.tables.opening_cells[seat].has(cell)) {
                let region = opening.cells[seat].describe();
                let message =
                    format!("in the opening {} places on {region}, and {name} is not one", self.seat_name(seat));
                violations.push(Violation::new("opening", "turn.opening", message).with_cells([at]));
            }
        } else {
            if count != 1 {
                violations.push(Violation::new("reserve", "moves.place", "one piece is placed at a time"));
            }
            if !self.rules.place.contains(&piece) {
                let message = format!("a {} may not be placed", self.piece_name(piece));
                violations.push(Violation::new("reserve", "moves.place", message));
            }
        }
        if self.reserve_of(owner, piece) < count.max(1) {
            let message = match self.reserve_of(owner, piece) {
                0 => format!("{} has no {} left", self.seat_name(owner), self.piece_name(piece)),
                left => format!(
                    "{} has {left} {} left, and {count} are placed",
                    self.seat_name(owner),
                    self.piece_name(piece)
                ),
            };
            violations.push(Violation::new("reserve", "reserve", message));
        }
    }

    fn explain_spread(
        &self,
        from: Coord,
        direction: usize,
        taken: u32,
        drops: &[u32],
        claims_crush: bool,
        violations: &mut Vec<Violation>,
    ) {
        let (name, seat) = (Grid::name(from), self.state.turn_state.seat);
        if let Some(opening) = self.opening() {
            let pieces = self.describe_pieces_of(self.placement_owner(), opening.piece, opening.stack[seat]);
            let message =
                format!("{}'s turn {} places {pieces}; nothing is moved yet", self.seat_name(seat), self.round());
            violations.push(Violation::new("opening", "turn.opening", message));
        }
        if self.rules.carry == 0 {
            violations.push(Violation::new("carry", "moves", "stacks do not move in this game"));
            return;
        }
        let Some(origin) = self.rules.grid.cell(from) else {
            violations.push(self.off_board(from));
            return;
        };
        match self.top_of(origin) {
            None => {
                let message = format!("{name} is empty");
                violations.push(Violation::new("control", "moves.spread", message).with_cells([from]));
            }
            Some(top) if top.seat != seat => {
                let message = format!("the stack at {name} is {}'s", self.seat_name(top.seat));
                violations.push(Violation::new("control", "moves.spread", message).with_cells([from]));
            }
            Some(_) => {}
        }
        let height = self.height_of(origin);
        if taken as usize > self.rules.carry {
            let message = format!("{taken} pieces taken, and at most {} may be carried", self.rules.carry);
            violations.push(Violation::new("carry", "moves.spread", message).with_cells([from]));
        } else if taken == 0 || taken > height && height > 0 {
            let message = format!("{taken} pieces taken from a stack of {height} at {name}");
            violations.push(Violation::new("carry", "moves.spread", message).with_cells([from]));
        }
        let sum: u32 = drops.iter().sum();
        if sum != taken || drops.contains(&0) || drops.is_empty() {
            let message = if sum == taken {
                "at least one piece is dropped on every cell entered".to_string()
            } else {
                format!("the drops add up to {sum}, and {taken} were taken")
            };
            violations.push(Violation::new("drops", "moves.spread", message).with_cells([from]));
        }
        self.explain_path(from, direction, drops, claims_crush, violations);
    }

    /// Checks the path of a spread for obstacles.
    fn explain_path(
        &self,
        from: Coord,
        direction: usize,
        drops: &[u32],
        claims_crush: bool,
        violations: &mut Vec<Violation>,
    ) {
        let standing = self.standing();
        let mut crushed = false;
        for (index, &drop) in drops.iter().enumerate() {
            let at = from.plus(self.rules.grid.steps[direction], index as i32 + 1);
            let Some(cell) = self.rules.grid.cell(at) else {
                violations.push(self.off_board(at));
                return;
            };
            if !standing.has(cell) {
                continue;
            }
            let (Some(blocker), top) = (self.top_of(cell), self.top(from)) else {
                continue;
            };
            let is_last = index + 1 == drops.len();
            crushed = is_last && drop == 1 && top.is_some_and(|top| self.may_crush(top, blocker));
            if !crushed {
                let can_crush = top.is_some_and(|top| self.may_crush(top, blocker));
                let blocker_name = format!(
                    "the {} of {} at {}",
                    self.piece_name(blocker.kind),
                    self.seat_name(blocker.seat),
                    Grid::name(at)
                );
                let message = match top {
                    Some(top) if can_crush => format!(
                        "{blocker_name} is in the way; a {} crushes it only when it is dropped there alone, last",
                        self.piece_name(top.kind)
                    ),
                    _ => format!("{blocker_name} may not be covered"),
                };
                violations.push(Violation::new("covers", "moves.spread", message).with_cells([at]));
            }
        }
        if claims_crush && !crushed {
            violations.push(Violation::new(
                "covers",
                "moves.spread",
                "the move says that something is crushed, and nothing is",
            ));
        }
    }

    fn off_board(&self, at: Coord) -> Violation {
        let limits = self.rules.grid.describe_limits(at);
        let cell_name = match at.x < 0 || at.y < 0 {
            true => "what lies beyond the edge".to_string(),
            false => Grid::name(at),
        };
        Violation::new("off-board", "board", format!("{cell_name} is off the board, {limits}"))
    }

    fn describe_pieces_of(&self, owner: Seat, kind: PieceKind, count: u32) -> String {
        let (owner, piece) = (self.seat_name(owner), self.piece_name(kind));
        match count {
            1 => format!("a {piece} of {owner}"),
            count => format!("a stack of {count} {piece}s of {owner}"),
        }
    }

    fn round(&self) -> u32 {
        self.state.turn_state.round(self.rules.names.seats.len())
    }

    fn seat_name(&self, seat: Seat) -> &str {
        &self.rules.names.seats[seat]
    }

    fn piece_name(&self, kind: PieceKind) -> &str {
        &self.rules.names.pieces[kind]
    }
}
