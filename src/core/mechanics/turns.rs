//! Whose turn it is: the clock, openings, and the ends that depend on turns alone.

use super::{PieceKind, Seat};
use crate::geometry::Region;
use crate::index::IndexVec;
use crate::names::Names;
use crate::spec::{Args, Param, ParamDefault, ParamType, RulePart, RuleValue, Spec};
use crate::text::{counted, series};

/// Where a game stands in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnState {
    /// Moves played since the start; a turn that is passed over counts as one.
    pub ply: u32,
    /// Turns over since the start: a turn may have several moves.
    pub turns: u32,
    pub seat: Seat,
    /// At which of its steps the turn is, from 0.
    pub step: u8,
    /// Plies since something was done that cannot be undone by moving back.
    pub plies_since_progress: u32,
}

impl TurnState {
    /// The number of the round, from 1: a turn of every seat.
    pub fn turn(&self, seats: usize) -> u32 {
        self.turns / seats as u32 + 1
    }

    /// Something that ends a turn: its only move, or that what is left of it goes by.
    pub fn advance(&mut self, seats: usize) {
        self.ply += 1;
        self.pass_on(seats);
    }

    /// A move that is one of the steps of a turn.
    pub fn take_step(&mut self, steps: u8, seats: usize) {
        self.ply += 1;
        self.step += 1;
        if self.step >= steps {
            self.pass_on(seats);
        }
    }

    /// The step with which a turn begins when so many are over, in a game whose first turn begins with some step.
    pub fn first_step(turns: u32, begins_at: u8) -> u8 {
        if turns == 0 { begins_at } else { 0 }
    }

    /// The seat that moved last, as far as can be told by the step at which turns begin: the one to move, where its turn is
    /// under way.
    pub fn moved_last(&self, first_step: u8, seats: usize) -> Seat {
        if self.step > first_step { self.seat } else { self.seat.previous(seats) }
    }

    /// The next seat's turn begins.
    pub fn pass_on(&mut self, seats: usize) {
        self.turns += 1;
        self.step = 0;
        self.seat = self.seat.next(seats);
    }
}

/// `pie {}`: after the first turn the second seat may take over the first seat's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Pie;

impl Pie {
    /// The move's word.
    pub const WORD: &'static str = "swap";
}

impl RuleValue for Pie {
    const SPEC: Spec = Spec {
        name: "pie",
        part: RulePart::Turn,
        doc: "After the first turn whoever moves second may take over what the first has begun, with the move `swap`.",
        example: "pie {}",
        params: &[],
    };

    fn read(_: &Args, _: &Names) -> Pie {
        Pie
    }

    fn describe(&self, names: &Names) -> String {
        let [first, second] = [0, 1].map(|seat| names.seats.get(Seat::new(seat)).map_or("", String::as_str));
        format!(
            "After the first turn the player of {second} may write `{}` instead of moving: the two players then \
             change sides, and who began goes on as {second}; {first}'s first turn stands.",
            Pie::WORD
        )
    }
}

/// `opening { ... }`: the first turns of every seat follow a rule of their own.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    pub turns: u32,
    pub piece: PieceKind,
    pub owner: Owner,
    /// How many pieces each seat puts down at once.
    pub stack: IndexVec<Seat, u32>,
    /// Where each seat may put them.
    pub cells: IndexVec<Seat, Region>,
}

/// Whose pieces an opening places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    Mover,
    Opponent,
}

impl RuleValue for Opening {
    const SPEC: Spec = Spec {
        name: "opening",
        part: RulePart::Turn,
        doc: "In its first turns every seat may only place one given kind of piece.",
        example: r#"opening { place = "flat", owner = "opponent", turns = 1 }"#,
        params: &[
            Param {
                name: "place",
                kind: ParamType::Piece,
                default: ParamDefault::Required,
                doc: "the kind of piece that is placed",
            },
            Param {
                name: "owner",
                kind: ParamType::Word(&["mover", "opponent"]),
                default: ParamDefault::Text("mover"),
                doc: "whose piece it is, and from whose reserve it comes",
            },
            Param {
                name: "turns",
                kind: ParamType::Int { min: 1, max: 100 },
                default: ParamDefault::Int(1),
                doc: "how many turns of each seat the opening lasts",
            },
            Param {
                name: "stack",
                kind: ParamType::PerSeat(&ParamType::Int { min: 1, max: 9 }),
                default: ParamDefault::Int(1),
                doc: "how many pieces are placed at once, as a stack",
            },
            Param {
                name: "cells",
                kind: ParamType::PerSeat(&ParamType::Word(Region::NAMES)),
                default: ParamDefault::Text("all"),
                doc: "where they may be placed",
            },
        ],
    };

    fn read(args: &Args, names: &Names) -> Opening {
        let region = |seat: &String| args.text_for_seat("cells", seat).and_then(Region::named);
        Opening {
            turns: args.int("turns").unwrap_or(1) as u32,
            piece: args.piece("place", names),
            owner: if args.text("owner") == Some("opponent") { Owner::Opponent } else { Owner::Mover },
            stack: names.seats.iter().map(|s| args.int_for_seat("stack", s).unwrap_or(1) as u32).collect(),
            cells: names.seats.iter().map(|s| region(s).unwrap_or(Region::All)).collect(),
        }
    }

    fn describe(&self, names: &Names) -> String {
        let when = match self.turns {
            1 => "In its first turn".to_string(),
            turns => format!("In its first {turns} turns"),
        };
        let piece = &names.pieces[self.piece];
        let sentence = |seat: Seat| {
            let whose = match self.owner {
                Owner::Mover => "its own",
                Owner::Opponent if names.seats.len() > 2 => "the next seat's",
                Owner::Opponent => "the opponent's",
            };
            let what = match self.stack[seat] {
                1 => format!("one {piece} of {whose}"),
                count => format!("a stack of {count} {piece}s of {whose}"),
            };
            format!("places {what}, from that reserve, on {}", self.cells[seat].words())
        };
        let seats: Vec<_> = names.seats.indices().map(sentence).collect();
        if seats.iter().all(|words| *words == seats[0]) {
            return format!("{when} each seat {} that is empty.", seats[0]);
        }
        let each: Vec<_> =
            names.seats.iter().zip(&seats).map(|(name, words)| format!("{name} {words}")).collect();
        format!("{when} {}.", series(&each, "and"))
    }
}

/// `steps { "fill", "free", "fill" }`: what a turn of several moves is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Steps {
    pub steps: Vec<TurnStep>,
    /// How many of them, the last ones, the first turn of a game has.
    pub first: usize,
}

/// A turn is one move, unless a game says otherwise.
impl Default for Steps {
    fn default() -> Steps {
        Steps { steps: vec![TurnStep::Free], first: 1 }
    }
}

impl Steps {
    /// The most that a turn may have.
    pub const MAX_TURN_STEPS: usize = 16;

    /// What no turn can be made of, whatever is played.
    pub fn faults(&self) -> Vec<String> {
        let (count, mut faults) = (self.steps.len(), Vec::new());
        if count > Steps::MAX_TURN_STEPS {
            faults.push(format!("a turn has {} steps at most, not {count}", Steps::MAX_TURN_STEPS));
        }
        if self.first > count {
            let first = self.first;
            faults.push(format!(
                "a turn has {}, and the first one cannot have {first}",
                counted(count, "step")
            ));
        }
        if !self.steps.contains(&TurnStep::Free) {
            faults.push("a turn needs a step `free`".to_string());
        } else if !self.first_turn().contains(&TurnStep::Free) {
            faults.push("the first turn needs a step `free`, too; raise `first`".to_string());
        }
        faults
    }

    /// The steps of the first turn of a game.
    fn first_turn(&self) -> &[TurnStep] {
        &self.steps[self.begins_at() as usize..]
    }

    /// The step with which that turn begins.
    pub fn begins_at(&self) -> u8 {
        self.steps.len().saturating_sub(self.first) as u8
    }
}

/// One step of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnStep {
    /// As many moves as are owed.
    Fill,
    /// One move of the seat's choice.
    Free,
}

impl RuleValue for Steps {
    const SPEC: Spec = Spec {
        name: "steps",
        part: RulePart::Turn,
        doc: "A turn is made of steps: `free`, one move of choice, and `fill`, all moves that are owed. Pieces are never owed.",
        example: r#"steps { "free", "free", first = 1 }"#,
        params: &[
            Param {
                name: "steps",
                kind: ParamType::Words(&["fill", "free"]),
                default: ParamDefault::Required,
                doc: "the steps in their order",
            },
            Param {
                name: "first",
                kind: ParamType::Int { min: 1, max: Steps::MAX_TURN_STEPS as i64 },
                default: ParamDefault::Absent,
                doc: "how many steps the very first turn of a game has, the last ones of them; all, unless given",
            },
        ],
    };

    fn read(args: &Args, _: &Names) -> Steps {
        let step = |word: &String| if word == "fill" { TurnStep::Fill } else { TurnStep::Free };
        let steps: Vec<TurnStep> = args.list("steps").iter().map(step).collect();
        let first = args.int("first").map_or(steps.len(), |first| first as usize);
        Steps { steps, first }
    }

    fn describe(&self, _: &Names) -> String {
        let told = |steps: &[TurnStep]| {
            if !steps.contains(&TurnStep::Fill) {
                return counted(steps.len(), "move");
            }
            let step = steps.iter().map(|step| match step {
                TurnStep::Fill => "every tile that is owed",
                TurnStep::Free => "one tile of choice",
            });
            step.collect::<Vec<_>>().join(", then ")
        };
        let turn = format!("A turn: {}.", told(&self.steps));
        match self.begins_at() {
            0 => turn,
            _ => format!("{turn} The first turn of the game: {}.", told(self.first_turn())),
        }
    }
}

/// `limit { plies = n }`: the game is a draw after so many moves.
#[derive(Clone, PartialEq, Debug)]
pub struct PlyLimit {
    pub plies: u32,
}

impl RuleValue for PlyLimit {
    const SPEC: Spec = Spec {
        name: "limit",
        part: RulePart::Finish,
        doc: "The game is a draw after a number of moves.",
        example: "limit { plies = 200 }",
        params: &[Param {
            name: "plies",
            kind: ParamType::Int { min: 1, max: 1_000_000 },
            default: ParamDefault::Required,
            doc: "how many moves, all seats together",
        }],
    };

    fn read(args: &Args, _: &Names) -> PlyLimit {
        PlyLimit { plies: args.int("plies").unwrap_or(1) as u32 }
    }

    fn describe(&self, _: &Names) -> String {
        format!("After {} moves the game is a draw.", self.plies)
    }
}

/// `stuck { result = ... }`: what it means to have no legal move in a game that is not over.
#[derive(Clone, PartialEq, Debug)]
pub struct Stuck {
    pub result: StuckResult,
}

/// What having no legal move is worth to the seat that has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StuckResult {
    Draw,
    Loss,
    Win,
    /// Whoever is ahead wins: who is out, or else who has the fewest tiles left.
    Fewest,
}

impl RuleValue for Stuck {
    const SPEC: Spec = Spec {
        name: "stuck",
        part: RulePart::Finish,
        doc: "The game ends when the seat to move has no legal move.",
        example: r#"stuck { result = "draw" }"#,
        params: &[Param {
            name: "result",
            kind: ParamType::Word(&["draw", "loss", "win", "fewest"]),
            default: ParamDefault::Text("draw"),
            doc: "what that is for the seat that cannot move; `fewest`: who has the fewest tiles left wins",
        }],
    };

    fn read(args: &Args, _: &Names) -> Stuck {
        let result = match args.text("result") {
            Some("loss") => StuckResult::Loss,
            Some("win") => StuckResult::Win,
            Some("fewest") => StuckResult::Fewest,
            _ => StuckResult::Draw,
        };
        Stuck { result }
    }

    fn describe(&self, _: &Names) -> String {
        let result = match self.result {
            StuckResult::Draw => "the game is a draw",
            StuckResult::Loss => "it has lost",
            StuckResult::Win => "it has won",
            StuckResult::Fewest => {
                return "If nobody can move any more, the game ends; of those who are not out the fewest tiles left \
                        come first."
                    .into();
            }
        };
        format!("If the seat to move has no legal move, {result}.")
    }
}
