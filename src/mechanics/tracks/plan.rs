//! Rule values folded into what the tiles need: plain data, shared by every position.

use std::sync::Arc;

use super::needs::Needs;
use super::values::{Claim, Line, Loop};
use crate::geometry::{At, Lattice};
use crate::mechanics::{Complaint, MAX_SEATS, Parts, Rule, Seat, StuckResult};
use crate::tiles::TileSet;
use crate::vocabulary::Names;

/// A game of tiles, compiled.
#[derive(Clone, PartialEq, Debug)]
pub struct TrackPlan {
    pub names: Names,
    pub lattice: Lattice,
    pub set: Arc<TileSet>,
    pub needs: Needs,
    /// The rotation of the first tile, where it is given.
    pub first_rotation: Option<u8>,
    pub touch: u32,
    /// From how many sides of one colour a space is torn.
    pub torn: Option<u32>,
    /// The most columns and rows.
    pub within: Option<(i32, i32)>,
    /// The ends with their ids, judged in this order after every move.
    pub ends: Vec<(String, TrackEnd)>,
    pub stuck: Option<StuckResult>,
    /// The seat of each colour, where one has it.
    pub seat_of_colour: Vec<Option<Seat>>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TrackEnd {
    Loop(Loop),
    Line(Line),
    TilesPlayed(u32),
    Limit(u32),
}

impl TrackEnd {
    /// How the end is judged, if it is one that a seat reaches by a track of its colour.
    pub fn claim(&self) -> Option<Claim> {
        match self {
            TrackEnd::Loop(end) => Some(end.claim),
            TrackEnd::Line(end) => Some(end.claim),
            TrackEnd::TilesPlayed(_) | TrackEnd::Limit(_) => None,
        }
    }
}

impl TrackPlan {
    /// How far from the first tile the board reaches at most; no game comes near it.
    pub const FARTHEST: i32 = 500;

    /// Folds a game's parts, or says everything that is wrong with them together.
    pub fn fold(parts: &Parts, set: &Arc<TileSet>) -> Result<TrackPlan, Vec<Complaint>> {
        let mut complaints = Vec::new();
        let names = &parts.names;
        if !(1..=MAX_SEATS).contains(&names.seats.len()) {
            let says = format!("a game has 1 to {MAX_SEATS} seats, not {}", names.seats.len());
            complaints.push(("seats".into(), says));
        }
        let mut lattice = None;
        let (mut pulled, mut torn, mut first_rotation, mut within) = (None, None, None, None);
        let (mut touch, mut lays, mut stuck) = (1, false, None);
        let mut ends = Vec::new();
        for ruled in &parts.rules {
            let mut end = |end| ends.push((ruled.id.clone(), end));
            match &ruled.rule {
                Rule::OpenSquare(_) => lattice = Some(Lattice::square()),
                Rule::OpenHex(_) => lattice = Some(Lattice::hex()),
                Rule::Lay(_) => lays = true,
                Rule::First(first) => first_rotation = Some(first.rotation),
                Rule::Touch(rule) => touch = rule.min,
                Rule::NoTriple(rule) => torn = Some(rule.sides),
                Rule::Within(rule) => within = Some((rule.width, rule.height)),
                Rule::AutoFill(rule) => pulled = Some(rule.same_colour as usize),
                Rule::Loop(rule) => end(TrackEnd::Loop(rule.clone())),
                Rule::Line(rule) => end(TrackEnd::Line(rule.clone())),
                Rule::TilesPlayed(rule) => end(TrackEnd::TilesPlayed(rule.count)),
                Rule::Limit(rule) => end(TrackEnd::Limit(rule.plies)),
                Rule::Stuck(rule) => stuck = Some(rule.result),
                Rule::WinPoints(_) => {}
                other => {
                    let says =
                        format!("`{}` is a rule for pieces, and this game has tiles", other.spec().name);
                    complaints.push((ruled.cite(), says));
                }
            }
        }
        if !lays {
            complaints.push(("moves".into(), "no moves; write `moves = { lay {} }`".into()));
        }
        let lattice = lattice.unwrap_or_else(|| {
            let (board, lattice) = match set.sides {
                6 => ("open_hex", Lattice::hex()),
                _ => ("open_square", Lattice::square()),
            };
            complaints.push(("board".into(), format!("no board for tiles; write `board = {board} {{}}`")));
            lattice
        });
        if lattice.sides() != set.sides {
            let says = format!("the cells have {} sides, the tiles {}", lattice.sides(), set.sides);
            complaints.push(("tiles".into(), says));
        }
        if let Some(rotation) =
            first_rotation.filter(|first| set.lies.iter().all(|lie| lie.rotation != *first))
        {
            complaints.push(("turn.first".into(), format!("no tile of the set lies in rotation {rotation}")));
        }
        let seat_of_colour: Vec<_> = set.colours.iter().map(|colour| names.seat(&colour.name)).collect();
        let by_track = ends.iter().find(|(_, end): &&(String, TrackEnd)| end.claim().is_some());
        if let (Some((id, _)), true) = (by_track, seat_of_colour.iter().all(Option::is_none)) {
            let says = "it is for the seat that is named after the colour, and no seat is";
            complaints.push((format!("finish.{id}"), says.into()));
        }
        if !complaints.is_empty() {
            return Err(complaints);
        }
        Ok(TrackPlan {
            names: names.clone(),
            lattice,
            needs: Needs::new(set, pulled, torn.map(|sides| sides as usize)),
            first_rotation,
            touch,
            torn,
            within,
            ends,
            stuck,
            seat_of_colour,
            set: set.clone(),
        })
    }

    /// Whether a place is near enough for a tile.
    pub fn reaches(at: At) -> bool {
        at.x.abs().max(at.y.abs()) < Self::FARTHEST
    }

    /// How far the first window of memory reaches from the first tile.
    pub fn reach(&self) -> i32 {
        const ROOM: i32 = 3;
        const OPEN: i32 = 20;
        self.within.map_or(OPEN, |(width, height)| (width.max(height) + ROOM).min(Self::FARTHEST))
    }
}
