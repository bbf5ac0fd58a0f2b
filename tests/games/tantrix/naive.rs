//! Naive implementation: a map of tiles, the rules as printed, every track followed from scratch.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::common::forced_wins::move_texts;
use crate::common::{self, dealt, play_random_move};
use crate::tantrix::{GAME_SETUPS, bag, board, hands};
use houserule_core::mechanics::Seat;
use houserule_core::tiles::TileIndex;
use houserule_script::notation::ParsedStart;
use houserule_script::play::{Rng, Session};

pub type HexPlace = (i32, i32);

/// Steps to the neighbours, clockwise from the north-east.
const STEPS: [HexPlace; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// Colours of a tile by letter in rotation 0, clockwise from the north-east.
type Edges = [char; 6];

#[derive(Clone, Debug)]
pub struct NaiveTantrix {
    /// Number and rotation of every tile.
    pub tiles: HashMap<HexPlace, (u16, usize)>,
    set: Rc<HashMap<u16, Edges>>,
}

pub fn beside(place: HexPlace, side: usize) -> HexPlace {
    (place.0 + STEPS[side].0, place.1 + STEPS[side].1)
}

pub fn around(place: HexPlace) -> impl Iterator<Item = HexPlace> {
    (0..6).map(move |side| beside(place, side))
}

fn placement_text((tile, (q, r), rotation): (u16, HexPlace, usize)) -> String {
    format!("{tile}@{q},{r}:{rotation}")
}

/// Tile, place and rotation of a placement such as `3@0,-1:5`.
pub fn parse_placement(text: &str) -> (u16, HexPlace, usize) {
    let read = || {
        let (tile, rest) = text.split_once('@')?;
        let (cell, rotation) = rest.split_once(':')?;
        let (q, r) = cell.split_once(',')?;
        Some((tile.parse().ok()?, (q.parse().ok()?, r.parse().ok()?), rotation.parse().ok()?))
    };
    read().unwrap_or_else(|| panic!("`{text}` is a placement"))
}

impl NaiveTantrix {
    /// The board of a session.
    pub fn of(session: &Session) -> NaiveTantrix {
        let board = board(session);
        let set = &board.tile_game().set;
        let number = |tile: TileIndex| -> u16 { set.tiles[tile].name.parse().expect("tiles have numbers") };
        let edges = |tile: TileIndex| {
            let unturned = &set.orientations_of(tile)[0].colours;
            std::array::from_fn(|side| set.colours[unturned[side]].letter)
        };
        let placed = board.tiles().into_iter().map(|at| {
            let orientation = &set.orientations[board.orientation_at(at).expect("a listed cell has a tile")];
            ((at.x, at.y), (number(orientation.tile), orientation.rotation))
        });
        NaiveTantrix {
            tiles: placed.collect(),
            set: Rc::new(set.tiles.indices().map(|tile| (number(tile), edges(tile))).collect()),
        }
    }

    fn colour(&self, (tile, rotation): (u16, usize), side: usize) -> char {
        self.set[&tile][(side + 6 - rotation) % 6]
    }

    pub fn is_empty(&self, place: HexPlace) -> bool {
        !self.tiles.contains_key(&place)
    }

    /// Number of tiles that touch a place.
    pub fn touching(&self, place: HexPlace) -> usize {
        around(place).filter(|next| !self.is_empty(*next)).count()
    }

    /// Colour that enters a place through each side.
    pub fn entering(&self, place: HexPlace) -> [Option<char>; 6] {
        std::array::from_fn(|side| {
            let tile = self.tiles.get(&beside(place, side))?;
            Some(self.colour(*tile, (side + 3) % 6))
        })
    }

    pub fn fits(&self, place: HexPlace, tile: u16, rotation: usize) -> bool {
        let entering = self.entering(place);
        (0..6).all(|side| entering[side].is_none_or(|required| required == self.colour((tile, rotation), side)))
    }

    /// Empty places beside tiles.
    pub fn spaces(&self) -> BTreeSet<HexPlace> {
        self.tiles.keys().flat_map(|place| around(*place)).filter(|place| self.is_empty(*place)).collect()
    }

    pub fn forced(&self) -> BTreeSet<HexPlace> {
        self.spaces().into_iter().filter(|space| self.touching(*space) >= 3).collect()
    }

    fn with_tile(&self, place: HexPlace, tile: u16, rotation: usize) -> NaiveTantrix {
        let mut after = self.clone();
        after.tiles.insert(place, (tile, rotation));
        after
    }

    /// Restriction 1: a space that one colour enters from three sides or more.
    pub fn has_triple(&self) -> bool {
        let max_count = |space: HexPlace| {
            let entering = self.entering(space);
            let count = |colour| entering.iter().filter(|entered| **entered == Some(colour)).count();
            ['R', 'Y', 'G', 'B'].into_iter().map(count).max().unwrap_or(0)
        };
        self.spaces().into_iter().any(|space| max_count(space) >= 3)
    }

    /// Restriction 2: a space with four neighbours or more.
    pub fn has_fourth(&self) -> bool {
        self.spaces().into_iter().any(|space| self.touching(space) >= 4)
    }

    fn outline(&self) -> OccupiedCells {
        OccupiedCells(self.tiles.keys().copied().collect())
    }

    /// Restriction 3, by filling, of a tile at `place`.
    pub fn is_controlled_by_filling(&self, place: HexPlace) -> bool {
        let mut after = self.outline();
        after.0.insert(place);
        after.can_get_fourth_neighbour()
    }

    /// Restriction 3, by walking: from the place go in a direction as long as the next place is empty and both its
    /// neighbours on one side are tiles; a forced space on the way means a controlled side.
    pub fn is_controlled_by_walking(&self, place: HexPlace) -> bool {
        let forced = self.forced();
        let walk = |direction: usize, side: [usize; 2]| {
            let mut next = beside(place, direction);
            while self.is_empty(next) && side.iter().all(|&side| !self.is_empty(beside(next, side))) {
                if forced.contains(&next) {
                    return true;
                }
                next = beside(next, direction);
            }
            false
        };
        (0..6).any(|direction| {
            let turn = |by: usize| (direction + by) % 6;
            walk(direction, [turn(1), turn(2)]) || walk(direction, [turn(5), turn(4)])
        })
    }

    /// Every placement of a tile in hand; the first tile goes to the origin.
    fn placements(&self, hand: &[u16], restricted: bool) -> Vec<(u16, HexPlace, usize)> {
        let spaces = if self.tiles.is_empty() { BTreeSet::from([(0, 0)]) } else { self.spaces() };
        let mut legal = Vec::new();
        for space in spaces {
            // This includes spaces that have four neighbours already.
            if restricted && self.is_controlled_by_filling(space) {
                continue;
            }
            for &tile in hand {
                for rotation in 0..6 {
                    let matches = self.fits(space, tile, rotation);
                    if matches && !(restricted && self.with_tile(space, tile, rotation).has_triple()) {
                        legal.push((tile, space, rotation));
                    }
                }
            }
        }
        legal
    }

    /// Legal moves of a hand in notation, in byte order: the mandatory fills or, without any in a free step, every
    /// placement.
    pub fn moves(&self, hand: &[u16], bag: usize, is_free: bool) -> Vec<String> {
        let all = self.placements(hand, bag > 0);
        let forced = self.forced();
        let fills: Vec<_> = all.iter().copied().filter(|(_, place, _)| forced.contains(place)).collect();
        let legal = match fills.is_empty() {
            true if is_free => all,
            _ => fills,
        };
        let mut texts: Vec<String> = legal.into_iter().map(placement_text).collect();
        texts.sort_unstable();
        texts
    }

    /// Every placement of a tile in hand under the restrictions, without mandatory fills.
    pub fn unrestricted_moves(&self, hand: &[u16], bag: usize) -> Vec<String> {
        self.placements(hand, bag > 0).into_iter().map(placement_text).collect()
    }

    /// Length of every track of a colour, and whether it is closed; longest first.
    pub fn tracks(&self, colour: char) -> Vec<(u32, bool)> {
        let (mut seen, mut tracks) = (BTreeSet::new(), Vec::new());
        for (&start, &tile) in &self.tiles {
            let sides: Vec<usize> = (0..6).filter(|&side| self.colour(tile, side) == colour).collect();
            if sides.is_empty() || !seen.insert(start) {
                continue;
            }
            let (mut count, mut closed) = (1, false);
            for side in sides {
                let (mut place, mut side) = (beside(start, side), side);
                while let Some(&tile) = self.tiles.get(&place).filter(|_| place != start && !closed) {
                    seen.insert(place);
                    count += 1;
                    let entered = (side + 3) % 6;
                    side = (0..6)
                        .find(|&out| out != entered && self.colour(tile, out) == colour)
                        .expect("a link has two ends");
                    place = beside(place, side);
                }
                closed |= place == start;
            }
            tracks.push((count, closed));
        }
        tracks.sort_unstable_by_key(|(count, closed)| (std::cmp::Reverse(*count), *closed));
        tracks
    }

    /// The higher of one point a tile of the longest line and two a tile of the longest loop.
    pub fn points(&self, colour: char) -> u32 {
        let points = |(count, closed): (u32, bool)| if closed { 2 * count } else { count };
        self.tracks(colour).into_iter().map(points).max().unwrap_or(0)
    }

    /// Whether some empty place is cut off from the outside.
    pub fn has_hole(&self) -> bool {
        let (qs, rs) = (self.tiles.keys().map(|place| place.0), self.tiles.keys().map(|place| place.1));
        let least = (qs.clone().min().unwrap_or(0) - 1, rs.clone().min().unwrap_or(0) - 1);
        let max = (qs.max().unwrap_or(0) + 1, rs.max().unwrap_or(0) + 1);
        let is_near = |(q, r): HexPlace| (least.0..=max.0).contains(&q) && (least.1..=max.1).contains(&r);
        let (mut outside, mut queue) = (BTreeSet::from([least]), vec![least]);
        while let Some(place) = queue.pop() {
            for next in around(place).filter(|next| is_near(*next) && self.is_empty(*next)) {
                if outside.insert(next) {
                    queue.push(next);
                }
            }
        }
        !self.spaces().is_subset(&outside)
    }
}

/// Occupied cells, without colours.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct OccupiedCells(BTreeSet<HexPlace>);

impl OccupiedCells {
    fn touching(&self, place: HexPlace) -> usize {
        around(place).filter(|next| self.0.contains(next)).count()
    }

    fn spaces_with_neighbours(&self, least: usize) -> BTreeSet<HexPlace> {
        let spaces = self.0.iter().flat_map(|place| around(*place)).filter(|place| !self.0.contains(place));
        spaces.filter(|space| self.touching(*space) >= least).collect()
    }

    fn has_fourth(&self) -> bool {
        !self.spaces_with_neighbours(4).is_empty()
    }

    /// Whether filling forced spaces repeatedly can leave one with four neighbours. Filling only adds neighbours, so it is
    /// enough to leave each space for last in turn.
    fn can_get_fourth_neighbour(&self) -> bool {
        let forced = self.spaces_with_neighbours(3);
        if forced.iter().any(|space| self.touching(*space) >= 4) {
            return true;
        }
        let filled = |bag_size: Option<HexPlace>| {
            let (mut after, mut queue) = (self.clone(), Vec::from_iter(forced.iter().copied()));
            while let Some(space) = queue.pop() {
                if Some(space) != bag_size && after.0.insert(space) {
                    let next = around(space).filter(|next| !after.0.contains(next) && after.touching(*next) >= 3);
                    queue.extend(next);
                }
            }
            after
        };
        let all = filled(None);
        all.0.difference(&self.0).any(|space| filled(Some(*space)).touching(*space) >= 4)
    }

    /// The same by trying every order; `None` if there are too many.
    fn can_get_fourth_neighbour_in_some_order(&self, max_tried: usize) -> Option<bool> {
        let (mut seen, mut queue) = (BTreeSet::from([self.clone()]), vec![self.clone()]);
        while let Some(outline) = queue.pop() {
            if outline.has_fourth() {
                return Some(true);
            }
            for space in outline.spaces_with_neighbours(3) {
                let mut after = outline.clone();
                after.0.insert(space);
                if seen.insert(after.clone()) {
                    queue.push(after);
                }
            }
            if seen.len() > max_tried {
                return None;
            }
        }
        Some(false)
    }
}

/// Legal moves of another seat, if its turn began now.
fn moves_of(session: &Session, seat: Seat) -> Vec<String> {
    let position = session.position();
    let before = position.split(" | seat ").next().unwrap_or_default();
    let text = format!("{before} | seat {}", session.plan().names.seats[seat]);
    let Ok(ParsedStart::Setup(setup)) = session.notation().read_position(&text, session.game.board()) else {
        panic!("`{text}` is a position")
    };
    let mut game = session.ruleset.game(Some(&setup), 1).expect("the position is possible");
    let moves = game.legal_moves().expect("no script fails");
    move_texts(session, moves)
}

#[test]
fn random_games_match_the_naive_implementation() {
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        for seed in 0..common::scaled(1) as u64 {
            let mut session = dealt(setup, 100 * number + seed);
            let mut rng = Rng::new(seed);
            loop {
                let (naive, bag_size) = (NaiveTantrix::of(&session), bag(&session).len());
                let position = session.position();
                let is_free = board(&session).step() < 2;
                for (seat, hand) in hands(&session).into_iter().enumerate() {
                    if seat == session.game.seat().index() {
                        let expected = naive.moves(&hand, bag_size, is_free);
                        assert_eq!(common::moves(&mut session), expected, "after `{position}`");
                    } else if !hand.is_empty() {
                        let moves = moves_of(&session, Seat::new(seat));
                        assert_eq!(moves, naive.moves(&hand, bag_size, true), "seat {seat} after `{position}`");
                    }
                }
                if !play_random_move(&mut session, &mut rng) {
                    break;
                }
            }
        }
    }
}

#[test]
fn naive_tracks_match_the_score() {
    let mut loops = 0;
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        for seed in 0..20 {
            let mut session = dealt(setup, 7000 + 100 * number + seed);
            let mut rng = Rng::new(seed);
            while play_random_move(&mut session, &mut rng) {
                let naive = NaiveTantrix::of(&session);
                let colours = &board(&session).tile_game().set.colours;
                let survey = board(&session).survey();
                for (colour, counted) in colours.iter().zip(&survey.colours) {
                    let tracks = naive.tracks(colour.letter);
                    let longest = |closed| tracks.iter().find(|track| track.1 == closed).map_or(0, |track| track.0);
                    let expected = (longest(false), longest(true));
                    assert_eq!((counted.line, counted.closed), expected, "{} in `{}`", colour.name, session.position());
                    loops += (expected.1 > 0) as usize;
                }
                let points: BTreeMap<String, u32> =
                    colours.iter().map(|colour| (colour.name.clone(), naive.points(colour.letter))).collect();
                for line in session.game.score().expect("no script fails") {
                    assert_eq!(line.points, f64::from(points[&line.team]), "{} in `{}`", line.team, session.position());
                }
            }
        }
    }
    assert!(loops > 100, "only {loops} colours with a loop");
}

#[test]
fn both_definitions_of_a_controlled_side_agree() {
    let (mut compared, mut controlled, mut tried_in_every_order) = (0, 0, 0);
    // A plain run plays the first setup only.
    for (number, setup) in (0..).zip(GAME_SETUPS).step_by(common::stride()) {
        for seed in 0..common::scaled(1) as u64 {
            let mut session = dealt(setup, 3000 + 100 * number + seed);
            let mut rng = Rng::new(seed);
            while play_random_move(&mut session, &mut rng) && !bag(&session).is_empty() {
                let naive = NaiveTantrix::of(&session);
                let tiles: Vec<HexPlace> =
                    board(&session).survey().controlled.into_iter().map(|at| (at.x, at.y)).collect();
                for space in naive.spaces() {
                    let mut after = naive.outline();
                    after.0.insert(space);
                    let filling = naive.is_controlled_by_filling(space);
                    assert_eq!(tiles.contains(&space), filling, "{space:?} in `{}`", session.position());
                    if after.has_fourth() {
                        continue;
                    }
                    let walking = naive.is_controlled_by_walking(space);
                    assert_eq!(walking, filling, "{space:?} in `{}`", session.position());
                    (compared, controlled) = (compared + 1, controlled + walking as usize);
                    if seed < 1
                        && let Some(spaces_with_neighbours) =
                            after.can_get_fourth_neighbour_in_some_order(common::scaled(30))
                    {
                        assert_eq!(
                            spaces_with_neighbours,
                            filling,
                            "{space:?} in `{}`, in some order",
                            session.position()
                        );
                        tried_in_every_order += 1;
                    }
                }
            }
        }
    }
    assert!(controlled > 25 * common::scaled(1), "only {controlled} of {compared} spaces were on a controlled side");
    assert!(tried_in_every_order > 250, "only {tried_in_every_order} were filled in every order");
}
