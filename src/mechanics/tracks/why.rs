//! The legality of one tile, explained.

use super::asked::Clash;
use super::field::TornAt;
use super::list::ORIGIN;
use super::plan::TrackPlan;
use super::{ControlledSide, FillFirst, First, Lay, NoFourth, NoTriple, Touch, Tracks, Within};
use crate::geometry::At;
use crate::mechanics::supply::Hand;
use crate::mechanics::{Deed, Laid, Mechanic, Refusal, TileBoard, reaches};
use crate::vocabulary::series;

impl<const SIDES: usize> Tracks<SIDES> {
    pub(super) fn explain(&mut self, deed: &Deed) -> Vec<Refusal> {
        let Deed::Lay { sign, lie, at, .. } = deed else {
            return vec![Refusal::new("match", "moves", "this game lays tiles")];
        };
        let mut broken: Vec<Refusal> = lie.and_then(|lie| self.explain_hand(lie)).into_iter().collect();
        if self.field.tiles() == 0 {
            let allowed = lie.is_some_and(|lie| self.first_lies().any(|first| first == lie));
            if !allowed || *at != ORIGIN {
                let signs = self.signs_of(self.first_lies());
                let how =
                    if signs.is_empty() { String::new() } else { format!(" as {}", series(&signs, "or")) };
                let says = format!("the first tile goes to {}{how}", self.place_name(ORIGIN));
                broken.push(self.plan.sources.refusal::<First>("opening", says).about([ORIGIN]));
            }
            return broken;
        }
        if self.field.lie_at(*at).is_some() {
            let says = format!("{} is taken", self.place_name(*at));
            broken.push(self.plan.sources.refusal::<Lay>("occupied", says).about([*at]));
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
            broken.push(self.plan.sources.refusal::<Touch>("touch", says).about([*at]));
        }
        broken.extend(self.explain_reach(*at));
        let fitting = lie.filter(|lie| self.fits(*at).contains(lie));
        match fitting {
            None if touches > 0 => {
                let (says, clashing) = self.explain_match(sign, *lie, *at);
                let about = std::iter::once(*at).chain(clashing);
                broken.push(self.plan.sources.refusal::<Lay>("match", says).about(about));
            }
            Some(lie) if touches >= self.to_touch() => {
                broken.extend(self.explain_chain(*at, lie));
                broken.extend(self.explain_crowding(*at));
            }
            _ => {}
        }
        broken
    }

    /// That a place is outside the box, or farther away than we can hold.
    fn explain_reach(&self, at: At) -> Option<Refusal> {
        let place = self.place_name(at);
        if let Some((width, height)) = self.plan.within.filter(|_| !self.is_in_box(at)) {
            let says = format!("{place} is outside the box of {width} by {height}");
            return Some(self.plan.sources.refusal::<Within>("within", says).about([at]));
        }
        (!reaches(at)).then(|| self.plan.sources.refusal::<Lay>("within", TrackPlan::too_far(&place)))
    }

    /// How lies are written, each sign once; nothing where the set has no signs.
    fn signs_of(&self, lies: impl Iterator<Item = u16>) -> Vec<String> {
        let mut signs: Vec<String> = Vec::new();
        for sign in lies.map(|lie| &self.set().lies[lie as usize].sign).filter(|sign| !sign.is_empty()) {
            let sign = format!("`{sign}`");
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        }
        signs
    }

    /// Whose tile it would have to be.
    fn explain_hand(&self, lie: u16) -> Option<Refusal> {
        let tile = self.set().lies[lie as usize].tile;
        if self.holds(tile) {
            return None;
        }
        let (seat, name) = (self.state.clock.seat, &self.set().tiles[tile as usize].name);
        let seat_name = &self.plan.names.seats[seat as usize];
        if self.is_idle() {
            let says = format!("the position does not tell the hand of {seat_name}");
            return Some(self.plan.sources.refusal::<Hand>("not-in-hand", says));
        }
        let held = self.stock.as_ref().map(|stock| stock.hand(seat)).unwrap_or_default();
        let held: Vec<&str> =
            held.iter().map(|tile| self.set().tiles[*tile as usize].name.as_str()).collect();
        let says = match held.as_slice() {
            [] => format!("{seat_name} holds no tile"),
            held => format!("{seat_name} does not hold tile {name}, but {}", series(held, "and")),
        };
        Some(self.plan.sources.refusal::<Hand>("not-in-hand", says))
    }

    /// Which edges clash with which neighbours, in words and by cells.
    fn explain_match(&self, sign: &str, lie: Option<u16>, at: At) -> (String, Vec<At>) {
        let here = self.place_name(at);
        let Some(lie) = lie else {
            return (format!("`{sign}` does not match the colours around {here}"), Vec::new());
        };
        let name = |colour: u8| &self.set().colours[colour as usize].name;
        let told = |Clash { there, own, theirs }| {
            format!("{} meets {} of {}", name(own), name(theirs), self.place_name(there))
        };
        let clashes: Vec<String> = self.field.clashes(at, lie).map(told).collect();
        let there = self.field.clashes(at, lie).map(|clash| clash.there).collect();
        (format!("at {here} {}", series(&clashes, "and")), there)
    }

    /// The empty spaces that would have too many neighbours, at once or in the end.
    fn explain_crowding(&self, at: At) -> Option<Refusal> {
        let cell = self.field.cell(at)?;
        let name = |cell: u32| self.place_name(self.field.at(cell));
        if self.plan.crowded.is_some_and(|(_, while_)| self.in_force(while_))
            && let Some(space) = self.crowds_beside(cell)
        {
            let tiles = self.field.touching(space) + 1;
            let says = format!("the empty space {} would touch {tiles} tiles", name(space));
            let about = [self.field.at(space)];
            return Some(self.plan.sources.refusal::<NoFourth>("no-fourth", says).about(about));
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
        Some(self.plan.sources.refusal::<ControlledSide>("controlled-side", says).about(about))
    }

    /// What must be done first.
    pub(super) fn explain_owed(&self, at: At, lie: u16) -> Refusal {
        let lie = &self.set().lies[lie as usize];
        let tile = &self.set().tiles[lie.tile as usize].name;
        let says =
            format!("tile {tile} fits the forced space {}, which is filled first", self.place_name(at));
        self.plan.sources.refusal::<FillFirst>("fill-first", says).about([at])
    }

    /// What a chain of forced tiles tears, and which tiles led there. Names are those of the position before the
    /// move, like the move itself.
    fn explain_chain(&mut self, at: At, lie: u16) -> Option<Refusal> {
        let mark = self.field.mark();
        let cell = self.field.cell(at)?;
        let torn = self.field.lay_and_follow(cell, lie, self.strain());
        let chain: Vec<At> = self.field.laid_since(mark).collect();
        let told = torn.err().map(|TornAt(space)| {
            let (colour, sides) =
                self.field.cell(space).and_then(|cell| self.field.presses(cell)).unwrap_or_default();
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
        Some(self.plan.sources.refusal::<NoTriple>("no-triple", says).about(about))
    }

    /// The forced tiles of a chain without which a space would not be torn: those that touch it, those that touch
    /// these and lay there before, and so on back to the tile that was chosen.
    fn led_to(&self, space: At, chain: &[At]) -> Vec<At> {
        let touch = |a: At, b: At| self.plan.lattice.steps.iter().any(|step| a.plus(*step, 1) == b);
        let mut needed = vec![false; chain.len()];
        for index in (1..chain.len()).rev() {
            let later =
                (index + 1..chain.len()).any(|later| needed[later] && touch(chain[index], chain[later]));
            needed[index] = later || touch(chain[index], space);
        }
        chain.iter().zip(needed).filter(|(_, needed)| *needed).map(|(at, _)| *at).collect()
    }

    /// A place as the game names it; `Grid` names have no meaning on an open board.
    pub(super) fn place_name(&self, at: At) -> String {
        self.plan.naming.write(at, self.corner())
    }
}
