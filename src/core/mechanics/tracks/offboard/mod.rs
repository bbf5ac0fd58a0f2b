//! Tiles with offboard rules: races in which any seat may move, gifts, discards that come back, bonus tiles and places.
//! Games without these are played by [`TrackPosition`] alone.
//!
//! | module | contents |
//! |---|---|
//! | `rules` | the rule values, compiled |
//! | `moves` | the packing of moves other than placements |
//! | `list` | the legal moves |
//! | `play` | play and undo, seats that are out |
//! | `why` | legality of one action, explained |

mod list;
mod moves;
mod play;
mod rules;
mod why;

pub use rules::{OffboardDraft, OffboardRules, OtherRules};

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
use crate::text::counted;
use crate::tiles::TileSet;
use play::OffboardUndoFrame;

/// Position of tiles with its offboard state.
#[derive(Clone)]
pub struct OffboardPosition<const SIDES: usize> {
    /// In a race its seat to move is the first seat, except while a seat moves.
    tracks: TrackPosition<SIDES>,
    pub(super) plan: Arc<TrackRules>,
    beside: OffboardState,
    past: Vec<OffboardUndoFrame>,
}

impl<const SIDES: usize> OffboardPosition<SIDES> {
    /// Wraps a position of tiles at the start of a game or after a setup; `setup` then holds the offboard state.
    pub fn new(tracks: TrackPosition<SIDES>, setup: Option<&TileSetup>) -> Result<Self, SetupError> {
        let beside = setup.map_or_else(OffboardState::default, |setup| setup.beside);
        let mut aside = OffboardPosition { plan: tracks.plan.clone(), tracks, beside, past: Vec::new() };
        let faults = aside.faults();
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        if aside.rules().race {
            aside.tracks.state.clock = TurnState::default();
        }
        aside.note_who_is_out();
        // The tiles were evaluated when they were set up; which seats are out was not known then.
        aside.tracks.state.verdict = aside.first_of(aside.tracks.state.verdict);
        Ok(aside)
    }

    /// Errors in the offboard state of a setup.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let OffboardState { owes, places, takes } = self.beside;
        for (seat, name) in self.plan.names.seats.iter_enumerated() {
            let held = self.stock().told(seat).map(<[u16]>::len);
            if let Some(held) = held.filter(|held| *held < owes[seat] as usize) {
                faults.push(format!("{name} owes {} and holds {held}", counted(owes[seat] as usize, "tile")));
            }
            if let Some(held) = held.filter(|held| places[seat] > 0 && *held > 0) {
                faults.push(format!("{name} is out and holds {}", counted(held, "tile")));
            }
        }
        let pile = self.stock().pile().len();
        if takes as usize > pile {
            faults.push(format!("{} to be taken back, and {pile} lie there", counted(takes as usize, "discard")));
        }
        faults
    }

    fn rules(&self) -> &OffboardRules {
        self.plan.aside.as_ref().expect("such a position is made only for a plan that needs it")
    }

    fn stock(&self) -> &BagAndHands {
        self.tracks.stock.as_ref().expect("the rules that need this position need a bag and hands")
    }

    fn stock_mut(&mut self) -> &mut BagAndHands {
        self.tracks.stock.as_mut().expect("the rules that need this position need a bag and hands")
    }

    fn seats(&self) -> impl ExactSizeIterator<Item = Seat> + use<SIDES> {
        self.plan.names.seats.indices()
    }

    /// Whether a seat is still in the game.
    fn is_in(&self, seat: Seat) -> bool {
        self.beside.places[seat] == 0
    }

    /// Whether placed tiles are replaced.
    fn refills(&self) -> bool {
        self.plan.dealing.as_ref().is_some_and(|dealing| dealing.refill)
    }

    /// Number of tiles that a seat has left: its hand and, in a solitaire, also the tiles ready for it.
    fn left(&self, seat: Seat) -> Option<usize> {
        let stock = self.stock();
        let ready = if self.refills() && self.seats().len() == 1 { stock.bag().len() } else { 0 };
        Some(stock.told(seat)?.len() + ready + stock.pile().len())
    }

    fn standing(&self) -> Standing {
        let left: IndexVec<Seat, usize> = self.seats().map(|seat| self.left(seat).unwrap_or(usize::MAX)).collect();
        Standing::new(&self.beside.places, &left)
    }

    /// Index of the end rule for an empty hand.
    fn out_end(&self) -> Option<EndIndex> {
        self.plan.ends.position(|(_, end)| *end == TrackEnd::HandEmpty)
    }

    /// Calls `act` with `seat` to move.
    fn as_seat<R>(&mut self, seat: Seat, act: impl FnOnce(&mut Self) -> R) -> R {
        let to_move = std::mem::replace(&mut self.tracks.state.clock.seat, seat);
        let done = act(self);
        self.tracks.state.clock.seat = to_move;
        done
    }

    /// Calls `act` as if the seat to move held only the top discard, at the start of its turn: an earned tile may be
    /// placed whatever steps of the turn are left.
    fn with_top_discard<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let seat = self.tracks.state.clock.seat;
        let top = self.stock().pile().last().map(|top| vec![*top]);
        let hand = self.stock_mut().swap_hand(seat, top);
        let step = std::mem::take(&mut self.tracks.state.clock.step);
        let done = act(self);
        self.tracks.state.clock.step = step;
        self.stock_mut().swap_hand(seat, hand);
        done
    }

    fn seat_name(&self, seat: Seat) -> &str {
        &self.plan.names.seats[seat]
    }

    fn tile_name(&self, tile: u16) -> &str {
        &self.plan.set.tiles[tile as usize].name
    }
}

impl<const SIDES: usize> Position for OffboardPosition<SIDES> {
    fn fork(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn clock(&self) -> TurnState {
        self.tracks.clock()
    }

    fn outcome(&self) -> Option<BoardOutcome> {
        self.tracks.outcome()
    }

    fn movers(&self) -> SeatSet {
        if !self.rules().race {
            return SeatSet::only(self.tracks.state.clock.seat);
        }
        self.seats().filter(|seat| self.is_in(*seat)).collect()
    }

    fn mover(&self, mv: Move) -> Seat {
        if self.rules().race { moves::seat(mv) } else { self.tracks.state.clock.seat }
    }

    fn mandatory_moves(&mut self, out: &mut Vec<Move>) {
        if !self.rules().race && !self.is_pending(self.tracks.state.clock.seat) {
            self.tracks.mandatory_moves(out);
        }
    }

    fn free_moves(&mut self, out: &mut Vec<Move>) {
        self.list_all(out);
    }

    fn count(&mut self) -> u64 {
        let mut moves = Vec::with_capacity(128);
        self.list(&mut moves);
        moves.len() as u64
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn undo(&mut self) {
        self.unmake();
    }

    fn has_unknown_hand(&self) -> bool {
        match self.rules().race {
            true => self.seats().any(|seat| self.is_in(seat) && self.stock().told(seat).is_none()),
            false => self.tracks.has_unknown_hand(),
        }
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.tracks.hash(), self.beside, self.stock().pile()).hash(&mut hasher);
        hasher.finish()
    }
}

impl<const SIDES: usize> Alter for OffboardPosition<SIDES> {
    fn may_pass(&self) -> bool {
        !self.rules().race && self.tracks.may_pass() && !self.is_pending(self.tracks.state.clock.seat)
    }

    fn pass(&mut self) {
        self.tracks.pass();
    }

    fn change(&mut self, change: &BoardEffect) -> Result<(), BoardError> {
        match change {
            BoardEffect::Skip if self.rules().race => Err("in a race there is no turn to skip".into()),
            BoardEffect::Skip => {
                self.tracks.state.clock.ply += 1;
                self.tracks.pass();
                if let Some(past) = self.past.last() {
                    self.tracks.state.verdict = self.judge(past.mark, past.mover);
                }
                Ok(())
            }
            BoardEffect::Turn { .. } if self.rules().race => Err("in a race there are no turns".into()),
            other => self.tracks.change(other),
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
        let seat = match self.rules().race {
            true => self.mover_of(action),
            false => Seat::FIRST,
        };
        Some(match action {
            Action::Lay { .. } => moves::by(seat, self.tracks.pack(action)?),
            Action::Give { tile, to, .. } => moves::by(seat, moves::give(*tile, *to)),
            Action::Discard { tile } => moves::discard(*tile),
            Action::TakeBack => moves::TAKE_BACK,
            _ => return None,
        })
    }

    fn unpack(&self, mv: Move) -> Action {
        let seat = self.rules().race.then(|| moves::seat(mv));
        match moves::kind(mv) {
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
        let is_out = self.seats().any(|seat| !self.is_in(seat));
        (self.standing().leaders(), self.out_end().filter(|_| is_out))
    }

    fn score_now(&self) -> Option<Vec<(i32, String)>> {
        if !self.rules().places {
            return self.tracks.score_now();
        }
        let standing = self.standing();
        let told = |seat: Seat| match (self.left(seat), self.is_in(seat)) {
            (None, _) => "tiles not told".to_string(),
            (_, false) if self.seats().len() > 1 => format!("out {}", ordinal(standing.place(seat))),
            (Some(left), _) => format!("{} left", counted(left, "tile")),
        };
        // A place belongs to a seat, and in games with places every seat is a team of its own.
        let teams = self.plan.names.teams.indices().map(|team| {
            let seat = self.plan.names.seats_of(team).next().unwrap_or_default();
            (2 * standing.behind(seat) as i32, told(seat))
        });
        Some(teams.collect())
    }

    /// In a race to an empty hand every remaining tile is a disadvantage.
    fn evaluate(&self, team: Team) -> i32 {
        if self.rules().hand_empty.is_none() {
            return self.tracks.evaluate(team);
        }
        const TILE: i32 = 10;
        let own = self.plan.names.seats_of(team);
        -TILE * own.filter_map(|seat| self.left(seat)).sum::<usize>() as i32
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

    fn within(&self) -> Option<(i32, i32)> {
        self.tracks.within()
    }

    fn orientation_at(&self, at: Coord) -> Option<u16> {
        self.tracks.orientation_at(at)
    }

    fn tiles(&self) -> Vec<Coord> {
        self.tracks.tiles()
    }

    fn tile_count(&self) -> usize {
        self.tracks.tile_count()
    }

    fn last_laid(&self) -> Vec<Coord> {
        self.past.last().map(|past| self.tracks.field.laid_since(past.mark).collect()).unwrap_or_default()
    }

    fn corners(&self) -> Option<(Coord, Coord)> {
        self.tracks.corners()
    }
}

impl<const SIDES: usize> TileBoard for OffboardPosition<SIDES> {
    fn plan(&self) -> &TileGame {
        &self.plan.game
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

    fn beside(&self) -> OffboardState {
        self.beside
    }

    fn survey(&self) -> Survey {
        self.tracks.survey()
    }

    fn fits(&self, at: Coord) -> Vec<u16> {
        self.tracks.fits(at)
    }
}
