//! A board that knows no shortcuts: a map of tiles, the rules as they are written, every track followed anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::common;
use crate::tantrix::{TABLES, bag, board, dealt, hands, step};
use houserule_core::mechanics::Seat;
use houserule_core::tiles::TileIndex;
use houserule_script::notation::ParsedStart;
use houserule_script::play::{Rng, Session};

pub type TantrixPlace = (i32, i32);

/// Clockwise from the north-east.
pub const STEPS: [TantrixPlace; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

/// A tile's colours by letter, unturned, clockwise from the north-east.
type Edges = [char; 6];

#[derive(Clone, Debug)]
pub struct NaiveTantrix {
    /// The number and the rotation of every tile.
    pub tiles: HashMap<TantrixPlace, (u16, usize)>,
    set: Rc<HashMap<u16, Edges>>,
}

pub fn beside(place: TantrixPlace, side: usize) -> TantrixPlace {
    (place.0 + STEPS[side].0, place.1 + STEPS[side].1)
}

pub fn around(place: TantrixPlace) -> impl Iterator<Item = TantrixPlace> {
    (0..6).map(move |side| beside(place, side))
}

fn written((tile, (q, r), turned): (u16, TantrixPlace, usize)) -> String {
    format!("{tile}@{q},{r}:{turned}")
}

impl NaiveTantrix {
    /// The board that a session shows.
    pub fn of(session: &Session) -> NaiveTantrix {
        let board = board(session);
        let set = &board.tile_game().set;
        let number = |tile: TileIndex| -> u16 { set.tiles[tile].name.parse().expect("tiles have numbers") };
        let edges = |tile: TileIndex| {
            let unturned = &set.orientations_of(tile)[0].colours;
            std::array::from_fn(|side| set.colours[unturned[side]].letter)
        };
        let shown = board.tiles().into_iter().map(|at| {
            let orientation = &set.orientations[board.orientation_at(at).expect("a tile lies where one was laid")];
            ((at.x, at.y), (number(orientation.tile), orientation.rotation))
        });
        NaiveTantrix {
            tiles: shown.collect(),
            set: Rc::new(set.tiles.indices().map(|tile| (number(tile), edges(tile))).collect()),
        }
    }

    fn colour(&self, (tile, turned): (u16, usize), side: usize) -> char {
        self.set[&tile][(side + 6 - turned) % 6]
    }

    pub fn is_empty(&self, place: TantrixPlace) -> bool {
        !self.tiles.contains_key(&place)
    }

    /// How many tiles touch a place.
    pub fn touching(&self, place: TantrixPlace) -> usize {
        around(place).filter(|next| !self.is_empty(*next)).count()
    }

    /// The colour that enters a place through each side.
    pub fn entering(&self, place: TantrixPlace) -> [Option<char>; 6] {
        std::array::from_fn(|side| {
            let tile = self.tiles.get(&beside(place, side))?;
            Some(self.colour(*tile, (side + 3) % 6))
        })
    }

    pub fn fits(&self, place: TantrixPlace, tile: u16, turned: usize) -> bool {
        let entering = self.entering(place);
        (0..6).all(|side| entering[side].is_none_or(|wanted| wanted == self.colour((tile, turned), side)))
    }

    /// The empty places beside tiles.
    pub fn spaces(&self) -> BTreeSet<TantrixPlace> {
        self.tiles.keys().flat_map(|place| around(*place)).filter(|place| self.is_empty(*place)).collect()
    }

    pub fn forced(&self) -> BTreeSet<TantrixPlace> {
        self.spaces().into_iter().filter(|space| self.touching(*space) >= 3).collect()
    }

    fn with(&self, place: TantrixPlace, tile: u16, turned: usize) -> NaiveTantrix {
        let mut after = self.clone();
        after.tiles.insert(place, (tile, turned));
        after
    }

    /// Restriction 1: a space that one colour enters from three sides or more.
    pub fn has_triple(&self) -> bool {
        let most = |space: TantrixPlace| {
            let entering = self.entering(space);
            let count = |colour| entering.iter().filter(|entered| **entered == Some(colour)).count();
            ['R', 'Y', 'G', 'B'].into_iter().map(count).max().unwrap_or(0)
        };
        self.spaces().into_iter().any(|space| most(space) >= 3)
    }

    /// Restriction 2: a space with four neighbours or more.
    pub fn has_fourth(&self) -> bool {
        self.spaces().into_iter().any(|space| self.touching(space) >= 4)
    }

    fn outline(&self) -> Outline {
        Outline(self.tiles.keys().copied().collect())
    }

    /// Restriction 3, by filling, of a tile at `place`.
    pub fn is_controlled_by_filling(&self, place: TantrixPlace) -> bool {
        let mut after = self.outline();
        after.0.insert(place);
        after.may_forced_cells()
    }

    /// Restriction 3, by walking: from the place played go in a direction; while the next places are empty and both
    /// their neighbours on one given side are tiles, go on; meeting a forced space means you are on its controlled side.
    pub fn is_controlled_by_walking(&self, place: TantrixPlace) -> bool {
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

    /// Every way to lay a tile of a hand; the first tile goes to the origin.
    fn placements(&self, hand: &[u16], restricted: bool) -> Vec<(u16, TantrixPlace, usize)> {
        let spaces = if self.tiles.is_empty() { BTreeSet::from([(0, 0)]) } else { self.spaces() };
        let mut legal = Vec::new();
        for space in spaces {
            // A space with four neighbours at once is one that comes to have them, too.
            if restricted && self.is_controlled_by_filling(space) {
                continue;
            }
            for &tile in hand {
                for turned in 0..6 {
                    let matches = self.fits(space, tile, turned);
                    if matches && !(restricted && self.with(space, tile, turned).has_triple()) {
                        legal.push((tile, space, turned));
                    }
                }
            }
        }
        legal
    }

    /// The legal moves of a hand as they are written, in byte order: what is owed, or else, in a step that is free,
    /// everything.
    pub fn moves(&self, hand: &[u16], bag: usize, is_free: bool) -> Vec<String> {
        let all = self.placements(hand, bag > 0);
        let forced = self.forced();
        let owed: Vec<_> = all.iter().copied().filter(|(_, place, _)| forced.contains(place)).collect();
        let legal = match owed.is_empty() {
            true if is_free => all,
            _ => owed,
        };
        let mut texts: Vec<String> = legal.into_iter().map(written).collect();
        texts.sort_unstable();
        texts
    }

    /// Every way to lay a tile of a hand that no restriction forbids, whatever is owed.
    pub fn placed(&self, hand: &[u16], bag: usize) -> Vec<String> {
        self.placements(hand, bag > 0).into_iter().map(written).collect()
    }

    /// The tiles of every track of a colour, and whether it is closed; longest first.
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

    /// One a tile of the longest line, two a tile of the longest loop: the best of both.
    pub fn points(&self, colour: char) -> u32 {
        let points = |(count, closed): (u32, bool)| if closed { 2 * count } else { count };
        self.tracks(colour).into_iter().map(points).max().unwrap_or(0)
    }

    /// Whether some empty place is cut off from the outside.
    pub fn has_hole(&self) -> bool {
        let (qs, rs) = (self.tiles.keys().map(|place| place.0), self.tiles.keys().map(|place| place.1));
        let least = (qs.clone().min().unwrap_or(0) - 1, rs.clone().min().unwrap_or(0) - 1);
        let most = (qs.max().unwrap_or(0) + 1, rs.max().unwrap_or(0) + 1);
        let is_near = |(q, r): TantrixPlace| (least.0..=most.0).contains(&q) && (least.1..=most.1).contains(&r);
        let (mut outside, mut waiting) = (BTreeSet::from([least]), vec![least]);
        while let Some(place) = waiting.pop() {
            for next in around(place).filter(|next| is_near(*next) && self.is_empty(*next)) {
                if outside.insert(next) {
                    waiting.push(next);
                }
            }
        }
        !self.spaces().is_subset(&outside)
    }
}

/// Where tiles lie, whatever their colours.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Outline(BTreeSet<TantrixPlace>);

impl Outline {
    fn touching(&self, place: TantrixPlace) -> usize {
        around(place).filter(|next| self.0.contains(next)).count()
    }

    fn crowded(&self, least: usize) -> BTreeSet<TantrixPlace> {
        let spaces = self.0.iter().flat_map(|place| around(*place)).filter(|place| !self.0.contains(place));
        spaces.filter(|space| self.touching(*space) >= least).collect()
    }

    fn has_fourth(&self) -> bool {
        !self.crowded(4).is_empty()
    }

    /// Whether filling forced spaces one by one, again and again, can ever leave one with four neighbours. Filling only
    /// ever adds neighbours, so it is enough to leave each space in turn for last.
    fn may_forced_cells(&self) -> bool {
        let forced = self.crowded(3);
        if forced.iter().any(|space| self.touching(*space) >= 4) {
            return true;
        }
        let filled = |left: Option<TantrixPlace>| {
            let (mut after, mut waiting) = (self.clone(), Vec::from_iter(forced.iter().copied()));
            while let Some(space) = waiting.pop() {
                if Some(space) != left && after.0.insert(space) {
                    let next = around(space).filter(|next| !after.0.contains(next) && after.touching(*next) >= 3);
                    waiting.extend(next);
                }
            }
            after
        };
        let all = filled(None);
        all.0.difference(&self.0).any(|space| filled(Some(*space)).touching(*space) >= 4)
    }

    /// The same by trying every order; no answer where there are too many.
    fn may_forced_cells_in_some_order(&self, most: usize) -> Option<bool> {
        let (mut seen, mut waiting) = (BTreeSet::from([self.clone()]), vec![self.clone()]);
        while let Some(outline) = waiting.pop() {
            if outline.has_fourth() {
                return Some(true);
            }
            for space in outline.crowded(3) {
                let mut after = outline.clone();
                after.0.insert(space);
                if seen.insert(after.clone()) {
                    waiting.push(after);
                }
            }
            if seen.len() > most {
                return None;
            }
        }
        Some(false)
    }
}

/// The legal moves that a session's rules give another seat, were its turn to begin now.
fn moves_of(session: &Session, seat: Seat) -> Vec<String> {
    let position = session.position();
    let before = position.split(" | seat ").next().unwrap_or_default();
    let text = format!("{before} | seat {}", session.plan().names.seats[seat]);
    let Ok(ParsedStart::Setup(setup)) = session.notation().read_position(&text, session.game.board()) else {
        panic!("`{text}` is a position")
    };
    let mut game = session.ruleset.game(Some(&setup), 1).expect("the position is possible");
    let moves = game.legal_moves().expect("no script fails");
    let mut texts: Vec<String> = moves.into_iter().map(|mv| session.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn random_games_go_as_on_a_board_without_shortcuts() {
    for (number, table) in (0..).zip(TABLES) {
        for seed in 0..common::scaled(1) as u64 {
            let mut session = dealt(table, 100 * number + seed);
            let mut rng = Rng::new(seed);
            loop {
                let (naive, left) = (NaiveTantrix::of(&session), bag(&session).len());
                let so_far = session.position();
                let is_free = board(&session).step() < 2;
                for (seat, hand) in hands(&session).into_iter().enumerate() {
                    if seat == session.game.seat().index() {
                        let expected = naive.moves(&hand, left, is_free);
                        assert_eq!(common::moves(&mut session), expected, "after `{so_far}`");
                    } else if !hand.is_empty() {
                        let moves = moves_of(&session, Seat::new(seat));
                        assert_eq!(moves, naive.moves(&hand, left, true), "seat {seat} after `{so_far}`");
                    }
                }
                if !step(&mut session, &mut rng) {
                    break;
                }
            }
        }
    }
}

#[test]
fn lines_and_loops_counted_by_walking_are_those_of_the_score() {
    let mut loops = 0;
    for (number, table) in (0..).zip(TABLES) {
        for seed in 0..20 {
            let mut session = dealt(table, 7000 + 100 * number + seed);
            let mut rng = Rng::new(seed);
            while step(&mut session, &mut rng) {
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
    assert!(loops > 100, "only {loops} colours with a loop were seen");
}

#[test]
fn the_two_definitions_of_a_controlled_side_agree_while_the_bag_lasts() {
    let (mut asked, mut controlled, mut tried_in_every_order) = (0, 0, 0);
    for (number, table) in (0..).zip(TABLES) {
        for seed in 0..common::scaled(1) as u64 {
            let mut session = dealt(table, 3000 + 100 * number + seed);
            let mut rng = Rng::new(seed);
            while step(&mut session, &mut rng) && !bag(&session).is_empty() {
                let naive = NaiveTantrix::of(&session);
                let shown: Vec<TantrixPlace> =
                    board(&session).survey().controlled.into_iter().map(|at| (at.x, at.y)).collect();
                for space in naive.spaces() {
                    let mut after = naive.outline();
                    after.0.insert(space);
                    let filling = naive.is_controlled_by_filling(space);
                    assert_eq!(shown.contains(&space), filling, "{space:?} in `{}`", session.position());
                    if after.has_fourth() {
                        continue;
                    }
                    let walking = naive.is_controlled_by_walking(space);
                    assert_eq!(walking, filling, "{space:?} in `{}`", session.position());
                    (asked, controlled) = (asked + 1, controlled + walking as usize);
                    if seed < 1
                        && let Some(crowded) = after.may_forced_cells_in_some_order(300)
                    {
                        assert_eq!(crowded, filling, "{space:?} in `{}`, in some order", session.position());
                        tried_in_every_order += 1;
                    }
                }
            }
        }
    }
    assert!(controlled > 50 * common::scaled(1), "only {controlled} of {asked} spaces were on a controlled side");
    assert!(tried_in_every_order > 500, "only {tried_in_every_order} were filled in every order");
}
