//! Turn order: turn state, openings, and the ends that depend on turns alone.

use super::{PieceKind, Seat};
use crate::geometry::Region;
use crate::index::IndexVec;
use crate::names::Names;
use crate::spec::{Arg, Args, Param, ParamType, RulePart, RuleValue, Spec, plain_values};
use crate::text::{plural, plural_of, series};

/// Turn counters of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnState {
    /// Moves played since the start; a skipped turn counts as a move.
    pub ply: u32,
    /// Turns completed since the start: a turn may have several moves.
    pub turns: u32,
    /// Seat to move.
    pub seat: Seat,
    /// Current step of the turn, from 0.
    pub step: u8,
    /// Plies since the last irreversible move (half-move clock).
    pub plies_since_progress: u32,
}

impl TurnState {
    /// Number of the round, from 1: one turn of every seat.
    pub fn round(&self, seats: usize) -> u32 {
        self.turns / seats as u32 + 1
    }

    /// Ends a turn, after its only move or because the rest of it is skipped.
    pub fn advance(&mut self, seats: usize) {
        self.ply += 1;
        self.next_turn(seats);
    }

    /// Counts a move that is one of the steps of a turn.
    pub fn take_step(&mut self, steps: u8, seats: usize) {
        self.ply += 1;
        self.step += 1;
        if self.step >= steps {
            self.next_turn(seats);
        }
    }

    /// Step with which a turn begins after `turns` completed turns, in a game whose first turn begins with
    /// `opening_step`.
    pub fn first_step(turns: u32, opening_step: u8) -> u8 {
        if turns == 0 { opening_step } else { 0 }
    }

    /// Seat that moved last: the seat to move if its turn is under way, given the step with which turns begin.
    pub fn last_mover(&self, first_step: u8, seats: usize) -> Seat {
        if self.step > first_step { self.seat } else { self.seat.previous(seats) }
    }

    /// Starts the next seat's turn.
    pub fn next_turn(&mut self, seats: usize) {
        self.turns += 1;
        self.step = 0;
        self.seat = self.seat.next(seats);
    }
}

plain_values! {
    /// `pie {}`: after the first turn the second seat may take over the first seat's position (pie rule).
    Pie = "pie" in Turn:
        "After the first turn, the second player may take over the first player's seat, with the move `swap`.",
        |names| {
            let [first, second] = [0, 1].map(|seat| names.seats.get(Seat::new(seat)).map_or("", String::as_str));
            format!(
                "After {first}'s first turn, the second player may play `{}` instead of moving. The players then change \
                 sides: the board stays as it is, and the player who moved first continues as {second}.",
                Pie::WORD
            )
        };
}

impl Pie {
    /// Name of the move.
    pub const WORD: &'static str = "swap";
}

/// `opening { ... }`: special rules for the first turns of every seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// Number of turns per seat.
    pub turns: u32,
    /// Kind of piece placed.
    pub piece: PieceKind,
    /// Whose pieces are placed.
    pub owner: Owner,
    /// Number of pieces that each seat places at once.
    pub stack: IndexVec<Seat, u32>,
    /// Region where each seat may place them.
    pub cells: IndexVec<Seat, Region>,
}

/// Owner of the pieces placed in an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The seat to move.
    Mover,
    /// The other seat.
    Opponent,
}

impl RuleValue for Opening {
    const SPEC: Spec = Spec {
        name: "opening",
        part: RulePart::Turn,
        doc: "In its first turns, every seat must place one kind of piece.",
        example: r#"opening { place = "flat", owner = "opponent", turns = 1 }"#,
        params: &[
            Param::piece("place", "kind of piece that is placed"),
            Param::word("owner", &["mover", "opponent"], "whose piece is placed, from whose reserve"),
            Param::int("turns", 1..=100, "number of turns of each seat").or(1),
            Param::per_seat("stack", &ParamType::Int { min: 1, max: 9 }, "number of pieces placed at once, as a stack")
                .or(1),
            Param::per_seat("cells", &ParamType::Word(Region::NAMES), "where they may be placed"),
        ],
    };

    fn read(args: &Args, names: &Names) -> Opening {
        Opening {
            turns: args.int("turns"),
            piece: args.piece("place", names),
            owner: args.choice("owner", [Owner::Mover, Owner::Opponent]),
            stack: args.by_seat("stack", names, Arg::int),
            cells: args.by_seat("cells", names, |arg| Region::from_name(arg.text()?)),
        }
    }

    fn describe(&self, names: &Names) -> String {
        let when = match self.turns {
            1 => "In the first turn".to_string(),
            turns => format!("In each of the first {turns} turns"),
        };
        let piece = &names.pieces[self.piece];
        let sentence = |seat: Seat| {
            let whose = match self.owner {
                Owner::Mover => "their own",
                Owner::Opponent if names.seats.len() > 2 => "the next player's",
                Owner::Opponent => "the opponent's",
            };
            let what = match self.stack[seat] {
                1 => format!("one of {whose} {}", plural_of(piece)),
                count => format!("a stack of {count} of {whose} {}", plural_of(piece)),
            };
            format!("places {what} on {}", self.cells[seat].describe())
        };
        let seats: Vec<_> = names.seats.indices().map(sentence).collect();
        if seats.iter().all(|text| *text == seats[0]) {
            return format!("{when}, each player {}.", seats[0]);
        }
        let each: Vec<_> = names.seats.iter().zip(&seats).map(|(name, text)| format!("{name} {text}")).collect();
        format!("{when}, {}.", series(&each, "and"))
    }
}

/// `steps { "fill", "free", "fill" }`: the steps of a turn with several moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Steps {
    /// Steps in order.
    pub steps: Vec<TurnStep>,
    /// Number of steps in the first turn of a game, taken from the end.
    pub first_turn_len: usize,
}

/// One free move per turn.
impl Default for Steps {
    fn default() -> Steps {
        Steps { steps: vec![TurnStep::Free], first_turn_len: 1 }
    }
}

impl Steps {
    /// Maximum number of steps per turn.
    pub const MAX_TURN_STEPS: usize = 16;

    /// Errors that make the steps unplayable.
    pub fn errors(&self) -> Vec<String> {
        let (count, mut errors) = (self.steps.len(), Vec::new());
        if count > Steps::MAX_TURN_STEPS {
            errors.push(format!("a turn has {count} steps; the maximum is {}", Steps::MAX_TURN_STEPS));
        }
        if self.first_turn_len > count {
            let first = self.first_turn_len;
            errors.push(format!("`first` is {first}, but a turn has only {}", plural(count, "step")));
        }
        if !self.steps.contains(&TurnStep::Free) {
            errors.push("a turn needs a `free` step".to_string());
        } else if !self.first_turn().contains(&TurnStep::Free) {
            errors.push("the first turn needs a `free` step too; raise `first`".to_string());
        }
        errors
    }

    /// Steps of the first turn of a game.
    fn first_turn(&self) -> &[TurnStep] {
        &self.steps[self.opening_step() as usize..]
    }

    /// Step with which the first turn begins.
    pub fn opening_step(&self) -> u8 {
        self.steps.len().saturating_sub(self.first_turn_len) as u8
    }
}

/// Step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnStep {
    /// All mandatory moves.
    Fill,
    /// One move of the seat's choice.
    Free,
}

impl RuleValue for Steps {
    const SPEC: Spec = Spec {
        name: "steps",
        part: RulePart::Turn,
        doc: "Steps of a turn: `free` is one move of choice, `fill` all mandatory moves. Placing pieces is never mandatory.",
        example: r#"steps { "free", "free", first = 1 }"#,
        params: &[
            Param::words("steps", &["fill", "free"], "steps in order"),
            Param::int(
                "first",
                1..=Steps::MAX_TURN_STEPS as i64,
                "number of steps in the first turn of a game, counted from the end; default: all",
            )
            .optional(),
        ],
    };

    fn read(args: &Args, _: &Names) -> Steps {
        let step = |word: &String| if word == "fill" { TurnStep::Fill } else { TurnStep::Free };
        let steps: Vec<TurnStep> = args.list("steps").iter().map(step).collect();
        let first = args.optional_int("first").unwrap_or(steps.len());
        Steps { steps, first_turn_len: first }
    }

    fn describe(&self, _: &Names) -> String {
        let describe_steps = |steps: &[TurnStep]| {
            if !steps.contains(&TurnStep::Fill) {
                return format!("make {}", plural(steps.len(), "move"));
            }
            let step = steps.iter().map(|step| match step {
                TurnStep::Fill => "fill all the forced spaces you can",
                TurnStep::Free => "place any one tile",
            });
            step.collect::<Vec<_>>().join(", then ")
        };
        let turn = format!("In a turn, {}.", describe_steps(&self.steps));
        match self.opening_step() {
            0 => turn,
            _ => format!("{turn} In the first turn of the game, {}.", describe_steps(self.first_turn())),
        }
    }
}

/// `limit { plies = n }`: the game is a draw after `n` moves.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyLimit {
    /// Number of moves.
    pub plies: u32,
}

impl RuleValue for PlyLimit {
    const SPEC: Spec = Spec {
        name: "limit",
        part: RulePart::Finish,
        doc: "The game is a draw after a number of moves.",
        example: "limit { plies = 200 }",
        params: &[Param::int("plies", 1..=1_000_000, "number of moves, all seats together")],
    };

    fn read(args: &Args, _: &Names) -> PlyLimit {
        PlyLimit { plies: args.int("plies") }
    }

    fn describe(&self, _: &Names) -> String {
        format!("After {}, the game is a draw.", plural(self.plies, "move"))
    }
}

/// `stuck { result = ... }`: the result of having no legal move while the game is not over.
#[derive(Clone, PartialEq, Debug)]
pub struct Stuck {
    /// Result for the seat to move.
    pub result: StuckResult,
}

/// Result for a seat without a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StuckResult {
    /// The game is a draw.
    Draw,
    /// The seat loses.
    Loss,
    /// The seat wins.
    Win,
    /// The leaders win: the seats that are out, otherwise those with the fewest tiles left.
    Fewest,
}

impl RuleValue for Stuck {
    const SPEC: Spec = Spec {
        name: "stuck",
        part: RulePart::Finish,
        doc: "The game ends when the seat to move has no legal move.",
        example: r#"stuck { result = "draw" }"#,
        params: &[Param::word(
            "result",
            &["draw", "loss", "win", "fewest"],
            "result for the seat that cannot move; `fewest`: the seat with the fewest tiles left wins",
        )],
    };

    fn read(args: &Args, _: &Names) -> Stuck {
        use StuckResult::*;
        Stuck { result: args.choice("result", [Draw, Loss, Win, Fewest]) }
    }

    fn describe(&self, names: &Names) -> String {
        let result = match self.result {
            StuckResult::Draw => "the game is a draw",
            StuckResult::Loss if names.seats.len() == 1 => "the game is lost",
            StuckResult::Loss => "that player loses",
            StuckResult::Win => "that player wins",
            StuckResult::Fewest => {
                return "When no player can move, the game ends. Players who are not out rank by the fewest tiles left."
                    .into();
            }
        };
        format!("If the player to move has no legal move, {result}.")
    }
}
