//! The legality of one tile, explained.

use super::Tracks;
use super::field::TornAt;
use super::laid::ORIGIN;
use crate::geometry::{At, open_name};
use crate::mechanics::{Deed, Refusal, TileBoard};
use crate::vocabulary::series;

impl Tracks {
    pub(super) fn explain(&mut self, deed: &Deed) -> Vec<Refusal> {
        let Deed::Lay { sign, lie, at, .. } = deed else {
            return vec![Refusal::new("match", "moves", "this game lays tiles")];
        };
        let mut broken = Vec::new();
        if self.field.tiles() == 0 {
            let allowed = lie.is_some_and(|lie| self.first_lies().any(|first| first == lie));
            if !allowed || *at != ORIGIN {
                let mut signs: Vec<String> = Vec::new();
                for sign in self.first_lies().map(|lie| format!("`{}`", self.set().lies[lie as usize].sign)) {
                    if !signs.contains(&sign) {
                        signs.push(sign);
                    }
                }
                let says =
                    format!("the first tile goes to {} as {}", self.place_name(ORIGIN), series(&signs, "or"));
                broken.push(Refusal::new("opening", "turn.first", says));
            }
            return broken;
        }
        if self.field.lie_at(*at).is_some() {
            broken.push(Refusal::new("occupied", "moves.lay", format!("{} is taken", self.place_name(*at))));
            return broken;
        }
        let touches = self.touches(*at);
        if touches < self.to_touch() {
            let says = match touches {
                0 => format!("{} touches no tile", self.place_name(*at)),
                touches => {
                    format!("{} touches {touches}, and {} are needed", self.place_name(*at), self.to_touch())
                }
            };
            broken.push(Refusal::new("touch", "constraints.touch", says));
        }
        if !self.is_within(*at) {
            let says = match self.plan.within {
                Some((width, height)) => {
                    format!("{} is outside the box of {width} by {height}", self.place_name(*at))
                }
                None => format!("{} is too far from the first tile", self.place_name(*at)),
            };
            broken.push(Refusal::new("within", "constraints.within", says));
        }
        let fitting = lie.filter(|lie| self.fits(*at).contains(lie));
        match fitting {
            None if touches > 0 => {
                let says = format!("`{sign}` does not match the colours around {}", self.place_name(*at));
                broken.push(Refusal::new("match", "moves.lay", says));
            }
            Some(lie) if broken.is_empty() => broken.extend(self.explain_chain(*at, lie)),
            _ => {}
        }
        broken
    }

    /// What a chain of forced tiles tears, and which tiles led there. Names are those of the position before the
    /// move, like the move itself.
    fn explain_chain(&mut self, at: At, lie: u16) -> Option<Refusal> {
        let mark = self.field.mark();
        let cell = self.field.cell(at)?;
        let torn = self.field.lay_and_follow(cell, lie);
        let chain: Vec<At> = self.field.laid_since(mark).collect();
        let told = torn.err().map(|TornAt(space)| {
            let (colour, sides) = self.presses(space);
            (space, colour, sides, self.led_to(space, &chain))
        });
        self.field.rewind(mark);
        let (space, colour, sides, led) = told?;
        let led: Vec<String> = led.into_iter().map(|at| self.place_name(at)).collect();
        let after = match led.as_slice() {
            [] => String::new(),
            [one] => format!(", after the forced tile {one}"),
            led => format!(", after the forced tiles {}", series(led, "and")),
        };
        let says = format!("{colour} would enter {} from {sides} sides{after}", self.place_name(space));
        Some(Refusal::new("no-triple", "constraints.no_triple", says))
    }

    /// The colour that enters an empty space from the most sides, and from how many.
    fn presses(&self, space: At) -> (String, usize) {
        let lattice = &self.plan.lattice;
        let colour_at = |side: usize| {
            let lie = self.field.lie_at(space.plus(lattice.steps[side], 1))?;
            Some(self.set().lies[lie as usize].colours[lattice.opposite(side)])
        };
        let entering: Vec<u8> = (0..lattice.sides()).filter_map(colour_at).collect();
        let count = |colour: u8| entering.iter().filter(|entered| **entered == colour).count();
        let most = (0..self.set().colours.len() as u8).max_by_key(|&colour| count(colour)).unwrap_or(0);
        (self.set().colours[most as usize].name.clone(), count(most))
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

    /// A place as columns and rows of the tiles in play; `Grid` names have no meaning on an open board.
    pub(super) fn place_name(&self, at: At) -> String {
        open_name(at.from(self.corner()))
    }
}
