//! Legality of one action, explained. It uses the same predicates as move generation (`opening`, `may_crush`, the
//! reserve), and a property test checks that the two agree.

use super::{StackPosition, Tower};
use crate::geometry::{Bitboard, Coord, Grid};
use crate::mechanics::{Action, PieceKind, Seat, StoneBoard, Violation};

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn explain(&self, action: &Action) -> Vec<Violation> {
        let mut broken = Vec::new();
        match action {
            Action::Place { piece, at, count } => self.explain_place(*piece, *at, *count, &mut broken),
            Action::Spread { from, direction, taken, drops, crush } => {
                self.explain_spread(*from, *direction, *taken, drops, *crush, &mut broken);
            }
            _ => broken.push(Violation::new("reserve", "moves", "this game has no tiles")),
        }
        broken
    }

    fn explain_place(&self, piece: PieceKind, at: Coord, count: u32, broken: &mut Vec<Violation>) {
        let name = Grid::name(at);
        let cell = self.plan.grid.cell(at);
        match cell {
            None => broken.push(self.off_board(at)),
            Some(cell) if self.height_of(cell) > 0 => {
                let says = format!("{name} is not empty");
                broken.push(Violation::new("occupied", "moves.place", says).about([at]));
            }
            Some(_) => {}
        }
        let seat = self.state.clock.seat;
        let owner = self.places_for();
        if let Some(opening) = self.opening() {
            let stack = opening.stack[seat];
            if piece != opening.piece || count != stack {
                let what = self.pieces_of(owner, opening.piece, stack);
                let says = format!("{}'s turn {} places {what}", self.seat_name(seat), self.turn());
                broken.push(Violation::new("opening", "turn.opening", says));
            }
            if cell.is_some_and(|cell| !self.kernel.opening_cells[seat].has(cell)) {
                let region = opening.cells[seat].words();
                let says = format!("in the opening {} places on {region}, and {name} is not one", self.seat_name(seat));
                broken.push(Violation::new("opening", "turn.opening", says).about([at]));
            }
        } else {
            if count != 1 {
                broken.push(Violation::new("reserve", "moves.place", "one piece is placed at a time"));
            }
            if !self.plan.place.contains(&piece) {
                let says = format!("a {} may not be placed", self.piece_name(piece));
                broken.push(Violation::new("reserve", "moves.place", says));
            }
        }
        if self.in_reserve(owner, piece) < count.max(1) {
            let says = match self.in_reserve(owner, piece) {
                0 => format!("{} has no {} left", self.seat_name(owner), self.piece_name(piece)),
                left => format!(
                    "{} has {left} {} left, and {count} are placed",
                    self.seat_name(owner),
                    self.piece_name(piece)
                ),
            };
            broken.push(Violation::new("reserve", "reserve", says));
        }
    }

    fn explain_spread(
        &self,
        from: Coord,
        direction: usize,
        taken: u32,
        drops: &[u32],
        claims_crush: bool,
        broken: &mut Vec<Violation>,
    ) {
        let (name, seat) = (Grid::name(from), self.state.clock.seat);
        if let Some(opening) = self.opening() {
            let what = self.pieces_of(self.places_for(), opening.piece, opening.stack[seat]);
            let says = format!("{}'s turn {} places {what}; nothing is moved yet", self.seat_name(seat), self.turn());
            broken.push(Violation::new("opening", "turn.opening", says));
        }
        if self.plan.carry == 0 {
            broken.push(Violation::new("carry", "moves", "stacks do not move in this game"));
            return;
        }
        let Some(origin) = self.plan.grid.cell(from) else {
            broken.push(self.off_board(from));
            return;
        };
        match self.top_of(origin) {
            None => {
                let says = format!("{name} is empty");
                broken.push(Violation::new("control", "moves.spread", says).about([from]));
            }
            Some(top) if top.seat != seat => {
                let says = format!("the stack at {name} is {}'s", self.seat_name(top.seat));
                broken.push(Violation::new("control", "moves.spread", says).about([from]));
            }
            Some(_) => {}
        }
        let height = self.height_of(origin);
        if taken as usize > self.plan.carry {
            let says = format!("{taken} pieces taken, and at most {} may be carried", self.plan.carry);
            broken.push(Violation::new("carry", "moves.spread", says).about([from]));
        } else if taken == 0 || taken > height && height > 0 {
            let says = format!("{taken} pieces taken from a stack of {height} at {name}");
            broken.push(Violation::new("carry", "moves.spread", says).about([from]));
        }
        let sum: u32 = drops.iter().sum();
        if sum != taken || drops.contains(&0) || drops.is_empty() {
            let says = if sum == taken {
                "at least one piece is dropped on every cell entered".to_string()
            } else {
                format!("the drops add up to {sum}, and {taken} were taken")
            };
            broken.push(Violation::new("drops", "moves.spread", says).about([from]));
        }
        self.explain_path(from, direction, drops, claims_crush, broken);
    }

    /// Obstacles on the path of a spread.
    fn explain_path(
        &self,
        from: Coord,
        direction: usize,
        drops: &[u32],
        claims_crush: bool,
        broken: &mut Vec<Violation>,
    ) {
        let standing = self.standing();
        let mut crushed = false;
        for (index, &drop) in drops.iter().enumerate() {
            let at = from.plus(self.plan.grid.steps[direction], index as i32 + 1);
            let Some(cell) = self.plan.grid.cell(at) else {
                broken.push(self.off_board(at));
                return;
            };
            if !standing.has(cell) {
                continue;
            }
            let (Some(met), top) = (self.top_of(cell), self.top(from)) else {
                continue;
            };
            let last = index + 1 == drops.len();
            crushed = last && drop == 1 && top.is_some_and(|top| self.may_crush(top, met));
            if !crushed {
                let may = top.is_some_and(|top| self.may_crush(top, met));
                let met =
                    format!("the {} of {} at {}", self.piece_name(met.kind), self.seat_name(met.seat), Grid::name(at));
                let says = match top {
                    Some(top) if may => format!(
                        "{met} is in the way; a {} crushes it only when it is dropped there alone, last",
                        self.piece_name(top.kind)
                    ),
                    _ => format!("{met} may not be covered"),
                };
                broken.push(Violation::new("covers", "moves.spread", says).about([at]));
            }
        }
        if claims_crush && !crushed {
            broken.push(Violation::new(
                "covers",
                "moves.spread",
                "the move says that something is crushed, and nothing is",
            ));
        }
    }

    fn off_board(&self, at: Coord) -> Violation {
        let limits = self.plan.grid.limits(at);
        let what = match at.x < 0 || at.y < 0 {
            true => "what lies beyond the edge".to_string(),
            false => Grid::name(at),
        };
        Violation::new("off-board", "board", format!("{what} is off the board, {limits}"))
    }

    fn pieces_of(&self, owner: Seat, kind: PieceKind, count: u32) -> String {
        let (owner, piece) = (self.seat_name(owner), self.piece_name(kind));
        match count {
            1 => format!("a {piece} of {owner}"),
            count => format!("a stack of {count} {piece}s of {owner}"),
        }
    }

    fn turn(&self) -> u32 {
        self.state.clock.turn(self.plan.names.seats.len())
    }

    fn seat_name(&self, seat: Seat) -> &str {
        &self.plan.names.seats[seat]
    }

    fn piece_name(&self, kind: PieceKind) -> &str {
        &self.plan.names.pieces[kind]
    }
}
