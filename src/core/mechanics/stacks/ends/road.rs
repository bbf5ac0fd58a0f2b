//! `road { ... }`: a chain of tops from one edge of the board to the opposite one.

use super::EndRule;
use crate::geometry::{Bitboard, BitboardTables, BoardEdge, Cell, Grid};
use crate::index::IndexVec;
use crate::mechanics::stacks::decisive_cells::shortest_chain;
use crate::mechanics::stacks::position::EndStatus;
use crate::mechanics::stacks::tops::TopSets;
use crate::mechanics::stacks::{StackPosition, StackRules, Tower};
use crate::mechanics::{Seat, SeatSet, Team, Tie, teammates};
use crate::names::Names;
use crate::spec::{Args, Param, ParamType, RulePart, RuleValue, Spec};
use crate::text::{plural_of, series};

/// End by a road.
#[derive(Clone, PartialEq, Debug)]
pub struct Road {
    /// Winner if one move makes roads for several seats.
    pub tie: Tie,
    /// Whether cells also connect diagonally.
    pub diagonal: bool,
    /// Edges that the road of each seat joins.
    pub between: IndexVec<Seat, OppositeEdges>,
}

/// Pair of opposite edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OppositeEdges {
    Any,
    LeftRight,
    BottomTop,
}

impl OppositeEdges {
    const NAMES: &'static [&'static str] = &["any", "left_right", "bottom_top"];

    fn from_name(name: &str) -> Option<OppositeEdges> {
        match name {
            "any" => Some(OppositeEdges::Any),
            "left_right" => Some(OppositeEdges::LeftRight),
            "bottom_top" => Some(OppositeEdges::BottomTop),
            _ => None,
        }
    }

    /// Index of the pair among those of the board.
    fn index(self) -> Option<usize> {
        match self {
            OppositeEdges::Any => None,
            OppositeEdges::LeftRight => Some(0),
            OppositeEdges::BottomTop => Some(1),
        }
    }

    fn describe(self) -> &'static str {
        match self {
            OppositeEdges::Any => "two opposite",
            OppositeEdges::LeftRight => "left and right",
            OppositeEdges::BottomTop => "bottom and top",
        }
    }
}

impl RuleValue for Road {
    const SPEC: Spec = Spec {
        name: "road",
        part: RulePart::Finish,
        doc: "A chain of cells topped by a seat's road pieces that connects two opposite sides wins; its `id` is its name for people.",
        example: "road { diagonal = true }",
        params: &[
            Tie::param("who wins when one move completes a road for the mover and for others"),
            Param::flag("diagonal", "whether cells that touch at a corner connect too"),
            Param::per_seat(
                "between",
                &ParamType::Word(OppositeEdges::NAMES),
                "which sides it connects; seats may differ",
            ),
        ],
    };

    fn read(args: &Args, names: &Names) -> Road {
        let between = args.by_seat("between", names, |arg| OppositeEdges::from_name(arg.text()?));
        Road { tie: Tie::read(args), diagonal: args.flag("diagonal"), between }
    }

    fn describe(&self, names: &Names) -> String {
        self.describe_as(Road::SPEC.name, names)
    }
}

impl Road {
    /// Describes the rule in sentences that call a road by the rule's id: `road` in Tak, `chain` in Hex.
    pub fn describe_as(&self, road: &str, names: &Names) -> String {
        let roads = plural_of(road);
        let contacts = if self.diagonal { "edges or corners" } else { "edges" };
        let tie = self.tie.describe(names);
        let several = match names.teams.len() > 2 {
            true => {
                format!(
                    "If one move completes {roads} for the mover and others, {tie}; if only for others, they all win."
                )
            }
            false => format!(
                "If one move completes {roads} for both players, {tie}; if only for the opponent, the opponent wins."
            ),
        };
        let joined = match self.between.first() {
            Some(OppositeEdges::Any) if self.between.iter().all(|between| *between == OppositeEdges::Any) => {
                "two opposite sides of the board".to_string()
            }
            Some(&all) if self.between.iter().all(|between| *between == all) => {
                format!("the {} sides of the board", all.describe())
            }
            _ => {
                let own = self.between.iter().zip(&names.seats);
                let own: Vec<String> = own.map(|(pair, seat)| format!("{} for {seat}", pair.describe())).collect();
                format!("two sides of the board: {}", series(&own, "and"))
            }
        };
        format!(
            "A player wins with a {road} of their pieces that connects {joined}. Cells connect along their {contacts}. \
             {several}"
        )
    }

    /// Pairs of edges; a seat's road joins one of them.
    pub fn pairs<'f, S: Bitboard>(&self, bitboards: &'f BitboardTables<S>, seat: Seat) -> &'f [(S, S)] {
        match self.between[seat].index() {
            None => &bitboards.edge_pairs,
            Some(pair) => bitboards.edge_pairs.get(pair..=pair).unwrap_or_default(),
        }
    }

    /// Cost of the cells that a seat's road lacks: an empty cell costs one, a cell with an opponent's piece two, and a
    /// standing piece blocks the road.
    fn missing_cost<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> u32 {
        let (bitboards, tops) = (&stones.tables.bitboards, &stones.state.tops);
        let steps = if self.diagonal { &bitboards.steps_and_diagonals } else { &bitboards.steps };
        let own = tops.owner[seat] & tops.of_kinds(&stones.tables.road);
        let free = stones.empty_cells();
        let open = if stones.rules.carry > 0 { bitboards.all & !(own | free | stones.standing()) } else { S::EMPTY };
        bitboards
            .chain_cost([own, free, open], steps, self.pairs(bitboards, seat))
            .unwrap_or(2 * bitboards.shortest_road)
    }
}

impl EndRule for Road {
    /// Winners, if the last move made a road. If the position before it was open, it had no roads, so a new road runs
    /// through a cell that its owner has gained: only roads through those cells are searched.
    fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, mover: Seat) -> Option<SeatSet> {
        let bitboards = &stones.tables.bitboards;
        let steps = if self.diagonal { &bitboards.steps_and_diagonals } else { &bitboards.steps };
        let before = stones.last_frame().filter(|frame| frame.end_status == EndStatus::Open);
        let road_tops = |tops: &TopSets<S>, seat: Seat| tops.owner[seat] & tops.of_kinds(&stones.tables.road);
        let seats = &stones.rules.names.seats;
        let mut claimants = SeatSet::default();
        for seat in seats.indices() {
            let tops = road_tops(&stones.state.tops, seat);
            let pairs = self.pairs(bitboards, seat);
            let joins = match before {
                Some(before) => {
                    let gained = tops & !road_tops(&before.state.tops, seat);
                    !gained.is_empty() && bitboards.joins_through(gained, tops, steps, pairs)
                }
                None => bitboards.joins(tops, steps, pairs),
            };
            if joins {
                claimants.insert(seat);
            }
        }
        if claimants.is_empty() {
            return None;
        }
        self.tie.winners(claimants, teammates(&stones.rules.names, mover), SeatSet::all(seats.len()))
    }

    fn evaluate<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, team: Team) -> i32 {
        /// Weight of each cell that the road lacks, twice that of a top.
        const STEP: i32 = 20;
        let seats = stones.rules.names.seats_of(team);
        -STEP * seats.map(|seat| self.missing_cost(stones, seat)).min().unwrap_or(0) as i32
    }

    /// Random playouts hardly ever build or block roads.
    fn prefers_static_eval(&self, _: u32) -> bool {
        true
    }

    /// The shortest of the roads, from edge to edge.
    fn decisive_cells<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, seat: Seat) -> Vec<Cell> {
        let tops = stones.state.tops.owner[seat] & stones.state.tops.of_kinds(&stones.tables.road);
        let grid = &stones.rules.grid;
        let diagonals = if self.diagonal { &grid.diagonals[..] } else { &[] };
        let steps = [&grid.steps[..], diagonals].concat();
        let pairs = self.pairs(&stones.tables.bitboards, seat).iter();
        let chains = pairs.filter_map(|&sides| shortest_chain(grid, tops, sides, &steps));
        chains.min_by_key(Vec::len).unwrap_or_default()
    }

    /// On a rhombus of hexagons where two seats build across each other, every full board contains a road (Hex
    /// theorem).
    fn ends_full_boards(&self, rules: &StackRules) -> bool {
        let is_crossing = matches!(*self.between.as_slice(), [one, other] if one != other || one == OppositeEdges::Any);
        rules.grid.is_hex() && rules.grid.is_whole() && is_crossing && rules.pieces.iter().all(|piece| piece.road)
    }

    fn sides_of(&self, grid: &Grid, seat: Seat) -> Option<(BoardEdge, BoardEdge)> {
        grid.edge_pairs.get(self.between.get(seat)?.index()?).copied()
    }
}
