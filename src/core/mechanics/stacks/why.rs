//! Legality of one action, with the rules that it violates. It uses the same predicates as move generation (`opening`,
//! `may_crush`, the reserve), and a property test checks that the two agree.

use super::StackRules;
use crate::geometry::{Coord, Grid};
use crate::mechanics::{Action, Opening, PieceKind, Seat, StoneBoard, Violation};
use crate::text::{plural, plural_of};

/// Explanation of one action. It reads the board through its view, so that it is compiled once for all widths of
/// bitboards and towers.
struct Explanation<'a> {
    rules: &'a StackRules,
    board: &'a dyn StoneBoard,
    violations: Vec<Violation>,
}

/// Rules that an action violates.
pub(super) fn explain(rules: &StackRules, board: &dyn StoneBoard, action: &Action) -> Vec<Violation> {
    let mut explanation = Explanation { rules, board, violations: Vec::new() };
    match action {
        Action::Place { piece, at, count } => explanation.explain_place(*piece, *at, *count),
        Action::Spread { from, direction, taken, drops, crush } => {
            explanation.explain_spread(*from, *taken, drops);
            if rules.carry > 0 && rules.grid.cell(*from).is_some() {
                explanation.explain_path(*from, *direction, drops, *crush);
            }
        }
        _ => explanation.add("reserve", "moves", "this game has no tiles"),
    }
    explanation.violations
}

impl<'a> Explanation<'a> {
    fn explain_place(&mut self, piece: PieceKind, at: Coord, count: u32) {
        let name = Grid::name(at);
        let cell = self.rules.grid.cell(at);
        match cell {
            None => self.add_off_board(at),
            Some(_) if self.board.height(at) > 0 => {
                let message = format!("{name} is not empty");
                self.add_at(at, "occupied", "moves.place", message);
            }
            Some(_) => {}
        }
        let seat = self.board.turn_state().seat;
        let owner = self.board.placement_owner();
        if let Some(opening) = self.opening() {
            let stack = opening.stack[seat];
            if piece != opening.piece || count != stack {
                let pieces = self.describe_pieces_of(owner, opening.piece, stack);
                let message = format!("{} must place {pieces} in turn {}", self.seat_name(seat), self.round());
                self.add("opening", "turn.opening", message);
            }
            if cell.is_some_and(|cell| !self.rules.grid.region(opening.cells[seat]).contains(&cell)) {
                let region = opening.cells[seat].describe();
                let message =
                    format!("{} must place on {region} in the opening, and {name} is not one", self.seat_name(seat));
                self.add_at(at, "opening", "turn.opening", message);
            }
        } else {
            if count != 1 {
                self.add("reserve", "moves.place", "only one piece can be placed at a time");
            }
            if !self.rules.place.contains(&piece) {
                let message = format!("a {} may not be placed in this game", self.piece_name(piece));
                self.add("reserve", "moves.place", message);
            }
        }
        if self.board.reserve_of(owner, piece) < count.max(1) {
            let message = match self.board.reserve_of(owner, piece) {
                0 => format!("{} has no {} left", self.seat_name(owner), self.piece_name(piece)),
                left => {
                    let left = plural(left, self.piece_name(piece));
                    format!("{} has only {left} left, not {count}", self.seat_name(owner))
                }
            };
            self.add("reserve", "reserve", message);
        }
    }

    /// Checks the stack that is moved, and the numbers of pieces taken and dropped.
    fn explain_spread(&mut self, from: Coord, taken: u32, drops: &[u32]) {
        let (name, seat) = (Grid::name(from), self.board.turn_state().seat);
        if let Some(opening) = self.opening() {
            let pieces = self.describe_pieces_of(self.board.placement_owner(), opening.piece, opening.stack[seat]);
            let message = format!(
                "{} must place {pieces} in turn {}; stacks cannot move yet",
                self.seat_name(seat),
                self.round()
            );
            self.add("opening", "turn.opening", message);
        }
        if self.rules.carry == 0 {
            return self.add("carry", "moves", "stacks cannot move in this game");
        }
        if self.rules.grid.cell(from).is_none() {
            return self.add_off_board(from);
        }
        match self.board.top(from) {
            None => {
                let message = format!("{name} is empty");
                self.add_at(from, "control", "moves.spread", message);
            }
            Some(top) if top.seat != seat => {
                let message = format!("the stack at {name} belongs to {}", self.seat_name(top.seat));
                self.add_at(from, "control", "moves.spread", message);
            }
            Some(_) => {}
        }
        let height = self.board.height(from);
        if taken as usize > self.rules.carry {
            let message = format!("cannot take {taken} pieces; at most {} may be carried", self.rules.carry);
            self.add_at(from, "carry", "moves.spread", message);
        } else if taken == 0 || taken > height && height > 0 {
            let message = format!("cannot take {} from the stack of {height} at {name}", plural(taken, "piece"));
            self.add_at(from, "carry", "moves.spread", message);
        }
        let sum: u32 = drops.iter().sum();
        if sum != taken || drops.contains(&0) || drops.is_empty() {
            let message = if sum == taken {
                "every cell entered must get at least one piece".to_string()
            } else {
                format!("the drops add up to {sum} instead of {taken}")
            };
            self.add_at(from, "drops", "moves.spread", message);
        }
    }

    /// Checks the path of a spread for obstacles.
    fn explain_path(&mut self, from: Coord, direction: usize, drops: &[u32], claims_crush: bool) {
        let mut crushed = false;
        for (index, &drop) in drops.iter().enumerate() {
            let at = from.plus(self.rules.grid.steps[direction], index as i32 + 1);
            if self.rules.grid.cell(at).is_none() {
                return self.add_off_board(at);
            }
            let (Some(blocker), top) = (self.board.top(at), self.board.top(from)) else { continue };
            if !self.rules.pieces[blocker.kind].stands {
                continue;
            }
            let is_last = index + 1 == drops.len();
            crushed = is_last && drop == 1 && top.is_some_and(|top| self.rules.may_crush(top, blocker));
            if !crushed {
                let can_crush = top.is_some_and(|top| self.rules.may_crush(top, blocker));
                let (owner, kind) = (self.seat_name(blocker.seat), self.piece_name(blocker.kind));
                let blocker_name = format!("{owner}'s {kind} at {}", Grid::name(at));
                let message = match top {
                    Some(top) if can_crush => format!(
                        "{blocker_name} is in the way; a {} can crush it only as the last piece, dropped there alone",
                        self.piece_name(top.kind)
                    ),
                    _ => format!("{blocker_name} may not be covered"),
                };
                self.add_at(at, "covers", "moves.spread", message);
            }
        }
        if claims_crush && !crushed {
            self.add("covers", "moves.spread", "the move crushes nothing; leave out the `*`");
        }
    }

    fn add(&mut self, rule: &str, key_path: &str, message: impl Into<String>) {
        self.violations.push(Violation::new(rule, key_path, message));
    }

    fn add_at(&mut self, at: Coord, rule: &str, key_path: &str, message: String) {
        self.violations.push(Violation::new(rule, key_path, message).with_cells([at]));
    }

    fn add_off_board(&mut self, at: Coord) {
        let limits = self.rules.grid.describe_limits(at);
        let what = match at.x < 0 || at.y < 0 {
            true => "the move leaves".to_string(),
            false => format!("{} is off", Grid::name(at)),
        };
        self.add("off-board", "board", format!("{what} the board, {limits}"));
    }

    /// The opening rule, while the seat to move is still in its opening turns.
    fn opening(&self) -> Option<&'a Opening> {
        self.rules.opening_after(self.board.turn_state().turns)
    }

    fn describe_pieces_of(&self, owner: Seat, kind: PieceKind, count: u32) -> String {
        let (owner, piece) = (self.seat_name(owner), self.piece_name(kind));
        match count {
            1 => format!("one of {owner}'s {}", plural_of(piece)),
            count => format!("a stack of {count} of {owner}'s {}", plural_of(piece)),
        }
    }

    fn round(&self) -> u32 {
        self.board.turn_state().round(self.rules.names.seats.len())
    }

    fn seat_name(&self, seat: Seat) -> &str {
        &self.rules.names.seats[seat]
    }

    fn piece_name(&self, kind: PieceKind) -> &str {
        &self.rules.names.pieces[kind]
    }
}
