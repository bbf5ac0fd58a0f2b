//! Legality of one tile, explained.

use super::grid::ImpossibleFill;
use super::movegen::ORIGIN;
use super::queries::EdgeClash;
use super::rules::TrackRules;
use super::{ControlledSide, FillFirst, First, Lay, NoFourth, NoTriple, Touch, TrackPosition, Within};
use crate::geometry::Coord;
use crate::mechanics::supply::Hand;
use crate::mechanics::{Action, Position, TileBoard, TilesView, Violation, reaches};
use crate::text::series;

impl<const SIDES: usize> TrackPosition<SIDES> {
    pub(super) fn explain(&mut self, action: &Action) -> Vec<Violation> {
        let Action::Lay { sign, orientation, at, .. } = action else {
            return vec![Violation::new("match", "moves", "this game lays tiles")];
        };
        let mut broken: Vec<Violation> =
            orientation.and_then(|orientation| self.explain_hand(orientation)).into_iter().collect();
        if self.field.tiles() == 0 {
            let allowed =
                orientation.is_some_and(|orientation| self.first_orientations().any(|first| first == orientation));
            if !allowed || *at != ORIGIN {
                let signs = self.signs_of(self.first_orientations());
                let how = if signs.is_empty() { String::new() } else { format!(" as {}", series(&signs, "or")) };
                let says = format!("the first tile goes to {}{how}", self.place_name(ORIGIN));
                broken.push(self.plan.sources.violation::<First>("opening", says).about([ORIGIN]));
            }
            return broken;
        }
        if self.field.orientation_at(*at).is_some() {
            let says = format!("{} is taken", self.place_name(*at));
            broken.push(self.plan.sources.violation::<Lay>("occupied", says).about([*at]));
            return broken;
        }
        let touches = self.field.cell(*at).map_or(0, |cell| self.field.touching(cell));
        if touches < self.to_touch() {
            let says = match touches {
                0 => format!("{} touches no tile", self.place_name(*at)),
                touches => {
                    format!("{} touches {touches}, and {} are needed", self.place_name(*at), self.to_touch())
                }
            };
            broken.push(self.plan.sources.violation::<Touch>("touch", says).about([*at]));
        }
        broken.extend(self.explain_reach(*at));
        let fitting = orientation.filter(|orientation| self.fits(*at).contains(orientation));
        match fitting {
            None if touches > 0 => {
                let (says, clashing) = self.explain_match(sign, *orientation, *at);
                let about = std::iter::once(*at).chain(clashing);
                broken.push(self.plan.sources.violation::<Lay>("match", says).about(about));
            }
            Some(orientation) if touches >= self.to_touch() => {
                broken.extend(self.explain_chain(*at, orientation));
                broken.extend(self.explain_crowding(*at));
            }
            _ => {}
        }
        broken
    }

    /// Violation for a cell outside the box, or beyond the maximum distance.
    fn explain_reach(&self, at: Coord) -> Option<Violation> {
        let place = self.place_name(at);
        if let Some((width, height)) = self.plan.within.filter(|_| !self.is_in_box(at)) {
            let says = format!("{place} is outside the box of {width} by {height}");
            return Some(self.plan.sources.violation::<Within>("within", says).about([at]));
        }
        (!reaches(at)).then(|| self.plan.sources.violation::<Lay>("within", TrackRules::too_far(&place)))
    }

    /// Signs of orientations, each once; empty if the set has no signs.
    fn signs_of(&self, orientations: impl Iterator<Item = u16>) -> Vec<String> {
        let mut signs: Vec<String> = Vec::new();
        for sign in orientations
            .map(|orientation| &self.set().orientations[orientation as usize].sign)
            .filter(|sign| !sign.is_empty())
        {
            let sign = format!("`{sign}`");
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        }
        signs
    }

    /// Violation for a tile that the seat to move does not hold.
    fn explain_hand(&self, orientation: u16) -> Option<Violation> {
        let tile = self.set().orientations[orientation as usize].tile;
        if self.holds(tile) {
            return None;
        }
        let (seat, name) = (self.state.clock.seat, &self.set().tiles[tile as usize].name);
        let seat_name = &self.plan.names.seats[seat];
        if self.has_unknown_hand() {
            let says = format!("the position does not tell the hand of {seat_name}");
            return Some(self.plan.sources.violation::<Hand>("not-in-hand", says));
        }
        let held = self.stock.as_ref().map(|stock| stock.hand(seat)).unwrap_or_default();
        let held: Vec<&str> = held.iter().map(|tile| self.set().tiles[*tile as usize].name.as_str()).collect();
        let says = match held.as_slice() {
            [] => format!("{seat_name} holds no tile"),
            held => format!("{seat_name} does not hold tile {name}, but {}", series(held, "and")),
        };
        Some(self.plan.sources.violation::<Hand>("not-in-hand", says))
    }

    /// Edges that clash with neighbours, in words and as cells.
    fn explain_match(&self, sign: &str, orientation: Option<u16>, at: Coord) -> (String, Vec<Coord>) {
        let here = self.place_name(at);
        let Some(orientation) = orientation else {
            return (format!("`{sign}` does not match the colours around {here}"), Vec::new());
        };
        let name = |colour: u8| &self.set().colours[colour as usize].name;
        let told = |EdgeClash { there, own, theirs }| {
            format!("{} meets {} of {}", name(own), name(theirs), self.place_name(there))
        };
        let clashes: Vec<String> = self.field.clashes(at, orientation).map(told).collect();
        let there = self.field.clashes(at, orientation).map(|clash| clash.there).collect();
        (format!("at {here} {}", series(&clashes, "and")), there)
    }

    /// Violation for empty spaces that would have too many neighbours, at once or eventually.
    fn explain_crowding(&self, at: Coord) -> Option<Violation> {
        let cell = self.field.cell(at)?;
        let name = |cell: u32| self.place_name(self.field.at(cell));
        if self.plan.crowded.is_some_and(|(_, while_)| self.in_force(while_))
            && let Some(space) = self.crowds_beside(cell)
        {
            let tiles = self.field.touching(space) + 1;
            let says = format!("the empty space {} would touch {tiles} tiles", name(space));
            let about = [self.field.at(space)];
            return Some(self.plan.sources.violation::<NoFourth>("no-fourth", says).about(about));
        }
        let (filled, _) = self.plan.controlled.filter(|(_, while_)| self.in_force(*while_))?;
        let space = self.field.crowded_by(cell, filled, self.state.sound)?;
        let crowded = self.field.crowded(filled).into_iter();
        let from: Vec<u32> = crowded.filter(|&other| other != cell).collect();
        let spaces: Vec<String> = from.iter().copied().map(name).collect();
        let filling = match spaces.as_slice() {
            [] => "filling what it forces".to_string(),
            spaces => format!("filling from {}", series(spaces, "and")),
        };
        let says = format!(
            "{} is on a controlled side: {filling} could leave {} empty with {} neighbours",
            name(cell),
            name(space),
            filled + 1
        );
        let about = [cell, space].into_iter().chain(from).map(|cell| self.field.at(cell));
        Some(self.plan.sources.violation::<ControlledSide>("controlled-side", says).about(about))
    }

    /// Violation for a move other than a mandatory one.
    pub(super) fn explain_owed(&self, at: Coord, orientation: u16) -> Violation {
        let orientation = &self.set().orientations[orientation as usize];
        let tile = &self.set().tiles[orientation.tile as usize].name;
        let says = format!("tile {tile} fits the forced space {}, which is filled first", self.place_name(at));
        self.plan.sources.violation::<FillFirst>("fill-first", says).about([at])
    }

    /// Violation for a chain of forced tiles that makes a space impossible, with the tiles that led there. Cells have
    /// their names before the move, like the move itself.
    fn explain_chain(&mut self, at: Coord, orientation: u16) -> Option<Violation> {
        let mark = self.field.mark();
        let cell = self.field.cell(at)?;
        let torn = self.field.lay_and_follow(cell, orientation, self.strain());
        let chain: Vec<Coord> = self.field.laid_since(mark).collect();
        let told = torn.err().map(|ImpossibleFill(space)| {
            let (colour, sides) = self.field.cell(space).and_then(|cell| self.field.presses(cell)).unwrap_or_default();
            (space, colour, sides, self.led_to(space, &chain))
        });
        self.field.rewind(mark);
        let (space, colour, sides, led) = told?;
        let colour = &self.set().colours[colour as usize].name;
        let names: Vec<String> = led.iter().map(|at| self.place_name(*at)).collect();
        let after = match names.as_slice() {
            [] => String::new(),
            [one] => format!(", after the forced tile {one}"),
            names => format!(", after the forced tiles {}", series(names, "and")),
        };
        let says = format!("{colour} would enter {} from {sides} sides{after}", self.place_name(space));
        let about = std::iter::once(space).chain(led);
        Some(self.plan.sources.violation::<NoTriple>("no-triple", says).about(about))
    }

    /// Forced tiles of a chain that made a space impossible: those that touch it, those that touch these and were
    /// placed before, and so on back to the chosen tile.
    fn led_to(&self, space: Coord, chain: &[Coord]) -> Vec<Coord> {
        let touch = |a: Coord, b: Coord| self.plan.lattice.steps.iter().any(|step| a.plus(*step, 1) == b);
        let mut needed = vec![false; chain.len()];
        for index in (1..chain.len()).rev() {
            let later = (index + 1..chain.len()).any(|later| needed[later] && touch(chain[index], chain[later]));
            needed[index] = later || touch(chain[index], space);
        }
        chain.iter().zip(needed).filter(|(_, needed)| *needed).map(|(at, _)| *at).collect()
    }

    /// Name of a cell in this game; `Grid` names have no meaning on an open board.
    pub(super) fn place_name(&self, at: Coord) -> String {
        self.plan.naming.write(at, self.corner())
    }
}
