//! The legality of one tile, explained.

use super::Tracks;
use super::field::TornAt;
use crate::geometry::{At, open_name};
use crate::mechanics::{Deed, Refusal, TileBoard};

impl Tracks {
    pub(super) fn explain(&mut self, deed: &Deed) -> Vec<Refusal> {
        let Deed::Lay { sign, lie, at, .. } = deed else {
            return vec![Refusal::new("match", "moves", "this game lays tiles")];
        };
        let mut broken = Vec::new();
        if self.field.tiles() == 0 {
            let allowed = lie.is_some_and(|lie| self.first_lies().any(|first| first == lie));
            if !allowed || *at != (At { x: 0, y: 0 }) {
                broken.push(Refusal::new("opening", "turn.first", "the first tile cannot lie that way"));
            }
            return broken;
        }
        if self.field.lie_at(*at).is_some() {
            broken.push(Refusal::new("occupied", "moves.lay", format!("{} is taken", self.place_name(*at))));
            return broken;
        }
        let touches = self.touches(*at);
        if touches < self.plan.touch {
            let says = match touches {
                0 => format!("{} touches no tile", self.place_name(*at)),
                touches => {
                    format!("{} touches {touches}, and {} are needed", self.place_name(*at), self.plan.touch)
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

    /// What a chain of forced tiles tears, and which tiles led there.
    fn explain_chain(&mut self, at: At, lie: u16) -> Option<Refusal> {
        let mark = self.field.mark();
        let cell = self.field.cell(at)?;
        // Names are those of the position before the move, like the move itself.
        let torn = self.field.lay_and_follow(cell, lie);
        let forced: Vec<At> = self.field.laid_since(mark).skip(1).collect();
        self.field.rewind(mark);
        let TornAt(space) = torn.err()?;
        let led: Vec<String> = forced.into_iter().map(|at| self.place_name(at)).collect();
        let after = if led.is_empty() {
            String::new()
        } else {
            format!(", after the forced tiles {}", led.join(", "))
        };
        let sides = self.plan.torn.unwrap_or(3);
        let says = format!("one colour would enter {} from {sides} sides{after}", self.place_name(space));
        Some(Refusal::new("no-triple", "constraints.no_triple", says))
    }

    /// A place as columns and rows of the tiles in play; `Grid` names have no meaning on an open board.
    pub(super) fn place_name(&self, at: At) -> String {
        open_name(at.from(self.corner()))
    }
}
