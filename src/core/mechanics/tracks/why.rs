//! Legality of one tile, with the rules that it violates.

use super::grid::ImpossibleFill;
use super::movegen::ORIGIN;
use super::queries::EdgeClash;
use super::rules::TrackRules;
use super::{ControlledSide, FillFirst, First, Lay, NoFourth, NoTriple, Touch, TrackPosition, Within};
use crate::geometry::{Coord, WindowCell};
use crate::mechanics::supply::Hand;
use crate::mechanics::{Action, Position, TileBoard, TilesView, Violation, is_in_reach};
use crate::text::{plural, series};
use crate::tiles::{ColourIndex, OrientationIndex};

impl<const SIDES: usize> TrackPosition<SIDES> {
    pub(super) fn explain(&mut self, action: &Action) -> Vec<Violation> {
        let Action::Lay { sign, orientation, at, .. } = action else {
            return vec![Violation::new("match", "moves", "this game is played with tiles")];
        };
        let mut violations: Vec<Violation> =
            orientation.and_then(|orientation| self.explain_hand(orientation)).into_iter().collect();
        if self.grid.tile_count() == 0 {
            let is_allowed =
                orientation.is_some_and(|orientation| self.first_orientations().any(|first| first == orientation));
            if !is_allowed || *at != ORIGIN {
                let signs = self.signs_of(self.first_orientations());
                let sign_list = if signs.is_empty() { String::new() } else { format!(" as {}", series(&signs, "or")) };
                let message = format!("the first tile must go to {}{sign_list}", self.cell_name(ORIGIN));
                violations.push(self.rules.sources.violation::<First>("opening", message).with_cells([ORIGIN]));
            }
            return violations;
        }
        if self.grid.orientation_at(*at).is_some() {
            let message = format!("{} is occupied", self.cell_name(*at));
            violations.push(self.rules.sources.violation::<Lay>("occupied", message).with_cells([*at]));
            return violations;
        }
        let neighbours = self.grid.cell(*at).map_or(0, |cell| self.grid.touching(cell));
        if neighbours < self.required_neighbours() {
            let message = match neighbours {
                0 => format!("{} touches no tile", self.cell_name(*at)),
                neighbours => {
                    let (place, required) = (self.cell_name(*at), self.required_neighbours());
                    format!("{place} touches only {}; {required} are needed", plural(neighbours, "tile"))
                }
            };
            violations.push(self.rules.sources.violation::<Touch>("touch", message).with_cells([*at]));
        }
        violations.extend(self.explain_reach(*at));
        let fitting = orientation.filter(|orientation| self.fits(*at).contains(orientation));
        match fitting {
            None if neighbours > 0 => {
                let (message, clashing) = self.explain_match(sign, *orientation, *at);
                let about = std::iter::once(*at).chain(clashing);
                violations.push(self.rules.sources.violation::<Lay>("match", message).with_cells(about));
            }
            Some(orientation) if neighbours >= self.required_neighbours() => {
                violations.extend(self.explain_chain(*at, orientation));
                violations.extend(self.explain_crowding(*at));
            }
            _ => {}
        }
        violations
    }

    /// Violation for a cell outside the box, or beyond the maximum distance.
    fn explain_reach(&self, at: Coord) -> Option<Violation> {
        let cell_name = self.cell_name(at);
        if let Some((width, height)) = self.rules.max_extent.filter(|_| !self.is_in_box(at)) {
            let message = format!("{cell_name} would make the board larger than {width} by {height}");
            return Some(self.rules.sources.violation::<Within>("within", message).with_cells([at]));
        }
        (!is_in_reach(at))
            .then(|| self.rules.sources.violation::<Lay>("within", TrackRules::too_far_message(&cell_name)))
    }

    /// Signs of orientations, each once; empty if the set has no signs.
    fn signs_of(&self, orientations: impl Iterator<Item = OrientationIndex>) -> Vec<String> {
        let mut signs: Vec<String> = Vec::new();
        for sign in
            orientations.map(|orientation| &self.set().orientations[orientation].sign).filter(|sign| !sign.is_empty())
        {
            let sign = format!("`{sign}`");
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        }
        signs
    }

    /// Violation for a tile that the seat to move does not hold.
    fn explain_hand(&self, orientation: OrientationIndex) -> Option<Violation> {
        let tile = self.set().orientations[orientation].tile;
        if self.holds(tile) {
            return None;
        }
        let (seat, name) = (self.state.turn_state.seat, &self.set().tiles[tile].name);
        let seat_name = &self.rules.names.seats[seat];
        if self.has_unknown_hand() {
            let message = format!("the hand of {seat_name} is unknown in this position");
            return Some(self.rules.sources.violation::<Hand>("not-in-hand", message));
        }
        let held = self.stock.as_ref().map(|stock| stock.hand(seat)).unwrap_or_default();
        let held: Vec<&str> = held.iter().map(|tile| self.set().tiles[*tile].name.as_str()).collect();
        let message = match held.as_slice() {
            [] => format!("{seat_name} has no tiles"),
            held => format!("{seat_name} does not hold tile {name}; the hand is {}", series(held, "and")),
        };
        Some(self.rules.sources.violation::<Hand>("not-in-hand", message))
    }

    /// Message about the edges that clash with neighbours, and the cells of those neighbours.
    fn explain_match(&self, sign: &str, orientation: Option<OrientationIndex>, at: Coord) -> (String, Vec<Coord>) {
        let cell_name = self.cell_name(at);
        let Some(orientation) = orientation else {
            return (format!("`{sign}` does not match the colours around {cell_name}"), Vec::new());
        };
        let name = |colour: ColourIndex| &self.set().colours[colour].name;
        let describe_clash = |EdgeClash { at: there, own_colour: own, other_colour: theirs }| {
            format!("{} touches {} at {}", name(own), name(theirs), self.cell_name(there))
        };
        let clashes: Vec<String> = self.grid.clashes(at, orientation).map(describe_clash).collect();
        let cells = self.grid.clashes(at, orientation).map(|clash| clash.at).collect();
        (format!("at {cell_name}, {}", series(&clashes, "and")), cells)
    }

    /// Violation for empty spaces that would have too many neighbours, immediately or after filling.
    fn explain_crowding(&self, at: Coord) -> Option<Violation> {
        let cell = self.grid.cell(at)?;
        let name = |cell: WindowCell| self.cell_name(self.grid.coord(cell));
        if self.rules.crowded_sides.is_some_and(|(_, while_)| self.is_in_force(while_))
            && let Some(space) = self.overcrowded_neighbour(cell)
        {
            let tiles = self.grid.touching(space) + 1;
            let message = format!("the empty space {} would have {tiles} neighbouring tiles", name(space));
            let about = [self.grid.coord(space)];
            return Some(self.rules.sources.violation::<NoFourth>("no-fourth", message).with_cells(about));
        }
        let (filled, _) = self.rules.controlled_sides.filter(|(_, while_)| self.is_in_force(*while_))?;
        let space = self.grid.overcrowded_by(cell, filled, self.state.is_sound)?;
        let crowded = self.grid.crowded(filled).into_iter();
        let crowded_cells: Vec<WindowCell> = crowded.filter(|&other| other != cell).collect();
        let spaces: Vec<String> = crowded_cells.iter().copied().map(name).collect();
        let filling = match spaces.as_slice() {
            [] => "filling the spaces it forces".to_string(),
            spaces => format!("filling {}", series(spaces, "and")),
        };
        let message = format!(
            "{} is on a controlled side: {filling} could leave {} empty with {} neighbours",
            name(cell),
            name(space),
            filled + 1
        );
        let about = [cell, space].into_iter().chain(crowded_cells).map(|cell| self.grid.coord(cell));
        Some(self.rules.sources.violation::<ControlledSide>("controlled-side", message).with_cells(about))
    }

    /// Violation for playing another move while this placement is mandatory.
    pub(super) fn explain_mandatory(&self, at: Coord, orientation: OrientationIndex) -> Violation {
        let orientation = &self.set().orientations[orientation];
        let tile = &self.set().tiles[orientation.tile].name;
        let message = format!("tile {tile} fits the forced space {}, which must be filled first", self.cell_name(at));
        self.rules.sources.violation::<FillFirst>("fill-first", message).with_cells([at])
    }

    /// Violation for a chain of forced tiles that makes a space impossible, with the tiles that led there. Cells have
    /// their names before the move, like the move itself.
    fn explain_chain(&mut self, at: Coord, orientation: OrientationIndex) -> Option<Violation> {
        let mark = self.grid.mark();
        let cell = self.grid.cell(at)?;
        let result = self.grid.lay_and_follow(cell, orientation, self.thresholds());
        let chain: Vec<Coord> = self.grid.laid_since(mark).collect();
        let impossible = result.err().map(|ImpossibleFill(space)| {
            let (colour, sides) =
                self.grid.cell(space).and_then(|cell| self.grid.dominant_colour(cell)).unwrap_or_default();
            (space, colour, sides, self.causes_of(space, &chain))
        });
        self.grid.rewind(mark);
        let (space, colour, sides, causes) = impossible?;
        let colour = &self.set().colours[colour].name;
        let names: Vec<String> = causes.iter().map(|at| self.cell_name(*at)).collect();
        let after = match names.as_slice() {
            [] => String::new(),
            [one] => format!(", after the forced tile {one}"),
            names => format!(", after the forced tiles {}", series(names, "and")),
        };
        let message = format!("{colour} would enter {} from {sides} sides{after}", self.cell_name(space));
        let about = std::iter::once(space).chain(causes);
        Some(self.rules.sources.violation::<NoTriple>("no-triple", message).with_cells(about))
    }

    /// Forced tiles of a chain that made a space impossible: those that touch it, those that touch these and were
    /// placed before, and so on back to the chosen tile.
    fn causes_of(&self, space: Coord, chain: &[Coord]) -> Vec<Coord> {
        let touch = |a: Coord, b: Coord| self.rules.lattice.steps.iter().any(|step| a.plus(*step, 1) == b);
        let mut is_cause = vec![false; chain.len()];
        for index in (1..chain.len()).rev() {
            let leads_on = (index + 1..chain.len()).any(|later| is_cause[later] && touch(chain[index], chain[later]));
            is_cause[index] = leads_on || touch(chain[index], space);
        }
        chain.iter().zip(is_cause).filter(|(_, needed)| *needed).map(|(at, _)| *at).collect()
    }

    /// Name of a cell in this game, relative to the corner of the tiles.
    pub(super) fn cell_name(&self, at: Coord) -> String {
        self.rules.naming.write(at, self.corner())
    }
}
