//! Tiles with offboard rules: races in which any seat may move, gifts, discards that can be taken back, rewards and
//! places. Games without these use [`TrackPosition`] alone.
//!
//! | module | contents |
//! |---|---|
//! | `rules` | the rule values, compiled |
//! | `moves` | the packing of moves other than placements |
//! | `list` | the legal moves |
//! | `play` | play and undo, seats that are out |
//! | `why` | the rules that an action violates |

mod list;
mod moves;
mod play;
mod rules;
mod why;

pub use rules::{OffboardDraft, OffboardRules};

use crate::index::IndexVec;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::TrackPosition;
use super::describe::candidates;
use super::rules::{TrackEnd, TrackRules};
use crate::error::{BoardError, SetupError};
use crate::geometry::{CellNaming, Coord, Lattice};
use crate::mechanics::TilesView;
use crate::mechanics::race::ordinal;
use crate::mechanics::{
    Action, Alter, BagAndHands, BoardEffect, BoardOutcome, EndIndex, Evaluate, Explain, Move, OffboardState, Position,
    Seat, SeatSet, Standing, Survey, Team, TileBoard, TileGame, TileSetup, TurnState, Violation,
};
use crate::rng::Rng;
use crate::text::plural;
use crate::tiles::{ColourIndex, OrientationIndex, TileIndex, TileSet};
use play::OffboardUndoFrame;

/// Position of tiles with its offboard state.
#[derive(Clone)]
pub struct OffboardPosition<const SIDES: usize> {
    /// In a race its seat to move is the first seat, except while a seat moves.
    tracks: TrackPosition<SIDES>,
    pub(super) rules: Arc<TrackRules>,
    offboard: OffboardState,
    frames: Vec<OffboardUndoFrame>,
}

impl<const SIDES: usize> OffboardPosition<SIDES> {
    /// Wraps a position of tiles, either initial or from a setup, which then also has the offboard state.
    pub fn new(tracks: TrackPosition<SIDES>, setup: Option<&TileSetup>) -> Result<Self, SetupError> {
        let offboard = setup.map_or_else(OffboardState::default, |setup| setup.offboard);
        let mut position = OffboardPosition { rules: tracks.rules.clone(), tracks, offboard, frames: Vec::new() };
        let errors = position.setup_errors();
        if !errors.is_empty() {
            return Err(SetupError(errors));
        }
        if position.offboard_rules().is_race {
            position.tracks.state.turn_state = TurnState::default();
        }
        position.assign_places();
        // The tiles were evaluated during the setup, before it was known which seats are out.
        position.tracks.state.outcome = position.earliest_outcome(position.tracks.state.outcome);
        Ok(position)
    }

    /// Errors in the offboard state of a setup.
    fn setup_errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        let OffboardState { gifts_due, places, discards_due } = self.offboard;
        for (seat, name) in self.rules.names.seats.iter_enumerated() {
            let held = self.stock().known_hand(seat).map(<[TileIndex]>::len);
            if let Some(held) = held.filter(|held| *held < gifts_due[seat] as usize) {
                errors.push(format!("{name} must give away {} but holds only {held}", plural(gifts_due[seat], "tile")));
            }
            if let Some(held) = held.filter(|held| places[seat] > 0 && *held > 0) {
                errors.push(format!("{name} is out but holds {}", plural(held, "tile")));
            }
        }
        let pile = self.stock().pile().len();
        if discards_due as usize > pile {
            errors.push(format!("{} due to be taken back, but the pile has {pile}", plural(discards_due, "discard")));
        }
        errors
    }

    fn offboard_rules(&self) -> &OffboardRules {
        self.rules.offboard_rules.as_ref().expect("such a position is made only for a plan that needs it")
    }

    fn stock(&self) -> &BagAndHands {
        self.tracks.stock.as_ref().expect("the rules that need this position need a bag and hands")
    }

    fn stock_mut(&mut self) -> &mut BagAndHands {
        self.tracks.stock.as_mut().expect("the rules that need this position need a bag and hands")
    }

    fn seats(&self) -> impl ExactSizeIterator<Item = Seat> + use<SIDES> {
        self.rules.names.seats.indices()
    }

    /// Whether a seat is still in the game.
    fn is_playing(&self, seat: Seat) -> bool {
        self.offboard.places[seat] == 0
    }

    /// Whether placed tiles are replaced.
    fn refills(&self) -> bool {
        self.rules.dealing.as_ref().is_some_and(|dealing| dealing.refills)
    }

    /// Number of tiles that a seat has left: its hand, the discards and, in a solitaire, the bag.
    fn tiles_left(&self, seat: Seat) -> Option<usize> {
        let stock = self.stock();
        let drawable = if self.refills() && self.seats().len() == 1 { stock.bag().len() } else { 0 };
        Some(stock.known_hand(seat)?.len() + drawable + stock.pile().len())
    }

    fn standing(&self) -> Standing {
        let left: IndexVec<Seat, usize> =
            self.seats().map(|seat| self.tiles_left(seat).unwrap_or(usize::MAX)).collect();
        Standing::new(&self.offboard.places, &left)
    }

    /// The seat of every team: a place belongs to a seat, and in games with places every seat is its own team.
    fn seats_of_teams(&self) -> impl Iterator<Item = Seat> {
        let names = &self.rules.names;
        names.teams.indices().map(|team| names.seats_of(team).next().unwrap_or_default())
    }

    /// Index of the end rule for an empty hand.
    fn hand_empty_end(&self) -> Option<EndIndex> {
        self.rules.ends.position(|(_, end)| *end == TrackEnd::HandEmpty)
    }

    /// Calls `f` with `seat` to move.
    fn as_seat<R>(&mut self, seat: Seat, f: impl FnOnce(&mut Self) -> R) -> R {
        let seat_to_move = std::mem::replace(&mut self.tracks.state.turn_state.seat, seat);
        let result = f(self);
        self.tracks.state.turn_state.seat = seat_to_move;
        result
    }

    /// Calls `f` as if the seat to move held only the top discard, at the start of its turn: an earned tile may be
    /// placed in any step of the turn.
    fn with_top_discard<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let seat = self.tracks.state.turn_state.seat;
        let top = self.stock().pile().last().map(|top| vec![*top]);
        let hand = self.stock_mut().swap_hand(seat, top);
        let step = std::mem::take(&mut self.tracks.state.turn_state.step);
        let result = f(self);
        self.tracks.state.turn_state.step = step;
        self.stock_mut().swap_hand(seat, hand);
        result
    }

    fn seat_name(&self, seat: Seat) -> &str {
        &self.rules.names.seats[seat]
    }

    fn tile_name(&self, tile: TileIndex) -> &str {
        &self.rules.set.tiles[tile].name
    }
}

impl<const SIDES: usize> Position for OffboardPosition<SIDES> {
    fn fork(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn turn_state(&self) -> TurnState {
        self.tracks.turn_state()
    }

    fn outcome(&self) -> Option<BoardOutcome> {
        self.tracks.outcome()
    }

    fn movers(&self) -> SeatSet {
        if !self.offboard_rules().is_race {
            return SeatSet::only(self.tracks.state.turn_state.seat);
        }
        self.seats().filter(|seat| self.is_playing(*seat)).collect()
    }

    fn mover(&self, mv: Move) -> Seat {
        if self.offboard_rules().is_race { moves::seat(mv) } else { self.tracks.state.turn_state.seat }
    }

    fn mandatory_moves(&mut self, out: &mut Vec<Move>) {
        if !self.offboard_rules().is_race && !self.is_pending(self.tracks.state.turn_state.seat) {
            self.tracks.mandatory_moves(out);
        }
    }

    fn free_moves(&mut self, out: &mut Vec<Move>) {
        self.list_all(out);
    }

    fn count_moves(&mut self) -> u64 {
        let mut moves = Vec::with_capacity(128);
        self.list_moves(&mut moves);
        moves.len() as u64
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn undo(&mut self) {
        self.unmake();
    }

    fn has_unknown_hand(&self) -> bool {
        match self.offboard_rules().is_race {
            true => self.seats().any(|seat| self.is_playing(seat) && self.stock().known_hand(seat).is_none()),
            false => self.tracks.has_unknown_hand(),
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.tracks.hash(), self.offboard, self.stock().pile()).hash(&mut hasher);
        hasher.finish()
    }
}

impl<const SIDES: usize> Alter for OffboardPosition<SIDES> {
    fn may_pass(&self) -> bool {
        !self.offboard_rules().is_race && self.tracks.may_pass() && !self.is_pending(self.tracks.state.turn_state.seat)
    }

    fn pass(&mut self) {
        self.tracks.pass();
    }

    fn apply_effect(&mut self, effect: &BoardEffect) -> Result<(), BoardError> {
        match effect {
            BoardEffect::Skip if self.offboard_rules().is_race => Err("a race has no turns to skip".into()),
            BoardEffect::Skip => {
                self.tracks.state.turn_state.ply += 1;
                self.tracks.pass();
                if let Some(frame) = self.frames.last() {
                    self.tracks.state.outcome = self.judge(frame.mark, frame.mover);
                }
                Ok(())
            }
            BoardEffect::Turn { .. } if self.offboard_rules().is_race => Err("a race has no turns".into()),
            other => self.tracks.apply_effect(other),
        }
    }
}

impl<const SIDES: usize> Explain for OffboardPosition<SIDES> {
    fn violations(&mut self, action: &Action) -> Vec<Violation> {
        self.explain(action)
    }

    fn mandatory_violation(&self, witness: Move) -> Violation {
        self.tracks.mandatory_violation(witness)
    }

    fn pack(&self, action: &Action) -> Option<Move> {
        let seat = if self.offboard_rules().is_race { self.mover_of(action) } else { Seat::FIRST };
        Some(match action {
            Action::Lay { .. } => moves::with_seat(seat, self.tracks.pack(action)?),
            Action::Give { tile, to, .. } => moves::with_seat(seat, moves::give(*tile, *to)),
            Action::Discard { tile } => moves::discard(*tile),
            Action::TakeBack => moves::TAKE_BACK,
            _ => return None,
        })
    }

    fn unpack(&self, mv: Move) -> Action {
        let seat = self.offboard_rules().is_race.then(|| moves::seat(mv));
        match moves::unpack(mv) {
            moves::OffboardMove::Give { tile, to } => Action::Give { seat, tile, to },
            moves::OffboardMove::Discard(tile) => Action::Discard { tile },
            moves::OffboardMove::TakeBack => Action::TakeBack,
            moves::OffboardMove::Lay(mv) => match self.tracks.unpack(mv) {
                Action::Lay { sign, orientation, at, corner, .. } => {
                    Action::Lay { seat, sign, orientation, at, corner }
                }
                other => other,
            },
        }
    }

    fn candidates(&self) -> Vec<Action> {
        candidates(self)
    }
}

impl<const SIDES: usize> Evaluate for OffboardPosition<SIDES> {
    fn leaders(&self) -> (SeatSet, Option<EndIndex>) {
        let has_finisher = self.seats().any(|seat| !self.is_playing(seat));
        (self.standing().leaders(), self.hand_empty_end().filter(|_| has_finisher))
    }

    fn score_now(&self) -> Option<Vec<(i32, String)>> {
        if !self.offboard_rules().has_places {
            return self.tracks.score_now();
        }
        let standing = self.standing();
        let describe_seat = |seat: Seat| match (self.tiles_left(seat), self.is_playing(seat)) {
            (None, _) => "tiles unknown".to_string(),
            (_, false) if self.seats().len() > 1 => format!("out {}", ordinal(standing.place(seat))),
            (Some(left), _) => format!("{} left", plural(left, "tile")),
        };
        Some(self.seats_of_teams().map(|seat| (2 * standing.behind(seat) as i32, describe_seat(seat))).collect())
    }

    fn points_now(&self) -> Option<Vec<i32>> {
        if !self.offboard_rules().has_places {
            return self.tracks.points_now();
        }
        let standing = self.standing();
        Some(self.seats_of_teams().map(|seat| 2 * standing.behind(seat) as i32).collect())
    }

    /// In a race to an empty hand, every remaining tile counts against the team.
    fn evaluate(&self, team: Team) -> i32 {
        if self.offboard_rules().hand_empty.is_none() {
            return self.tracks.evaluate(team);
        }
        const TILE: i32 = 10;
        let own = self.rules.names.seats_of(team);
        -TILE * own.filter_map(|seat| self.tiles_left(seat)).sum::<usize>() as i32
    }

    fn determinise(&mut self, seat: Seat, rng: &mut Rng) {
        self.tracks.determinise(seat, rng);
    }

    fn reserves_left(&self, seat: Seat) -> u32 {
        self.tracks.reserves_left(seat)
    }
}

impl<const SIDES: usize> TilesView for OffboardPosition<SIDES> {
    fn game(&self) -> Option<&dyn TileBoard> {
        Some(self)
    }

    fn set(&self) -> &TileSet {
        self.tracks.set()
    }

    fn lattice(&self) -> &Lattice {
        self.tracks.lattice()
    }

    fn naming(&self) -> CellNaming {
        self.tracks.naming()
    }

    fn max_extent(&self) -> Option<(i32, i32)> {
        self.tracks.max_extent()
    }

    fn orientation_at(&self, at: Coord) -> Option<OrientationIndex> {
        self.tracks.orientation_at(at)
    }

    fn tiles(&self) -> Vec<Coord> {
        self.tracks.tiles()
    }

    fn tile_count(&self) -> usize {
        self.tracks.tile_count()
    }

    fn last_laid(&self) -> Vec<Coord> {
        self.frames.last().map(|frame| self.tracks.grid.laid_since(frame.mark).collect()).unwrap_or_default()
    }

    fn corners(&self) -> Option<(Coord, Coord)> {
        self.tracks.corners()
    }
}

impl<const SIDES: usize> TileBoard for OffboardPosition<SIDES> {
    fn tile_game(&self) -> &TileGame {
        &self.rules.game
    }

    fn seat(&self) -> Seat {
        self.tracks.seat()
    }

    fn may_move(&self, seat: Seat) -> bool {
        self.movers().has(seat)
    }

    fn step(&self) -> usize {
        self.tracks.step()
    }

    fn stock(&self) -> Option<&BagAndHands> {
        self.tracks.stock()
    }

    fn offboard(&self) -> OffboardState {
        self.offboard
    }

    fn forced_cells(&self) -> Vec<Coord> {
        self.tracks.forced_cells()
    }

    fn longest_tracks(&self) -> IndexVec<ColourIndex, (u32, u32)> {
        self.tracks.longest_tracks()
    }

    fn survey(&self) -> Survey {
        self.tracks.survey()
    }

    fn fits(&self, at: Coord) -> Vec<OrientationIndex> {
        self.tracks.fits(at)
    }
}
