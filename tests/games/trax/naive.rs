//! Naive implementation: a map of tiles, forced tiles placed in random order, every track followed from scratch.

use std::collections::{BTreeMap, BTreeSet};

use crate::common;
use crate::common::Snapshot;
use crate::common::trax_data::MODES;
use houserule_core::tiles::OrientationIndex;
use houserule_script::play::{Rng, Session};
use proptest::prelude::*;

type SquarePlace = (i32, i32);

/// Steps to the neighbours: north, east, south, west.
const STEPS: [SquarePlace; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Colours of a tile on each side: `W` or `R`.
type Sides = [char; 4];

const TILES: [(Sides, char); 6] = [
    (['W', 'R', 'W', 'R'], '+'),
    (['R', 'W', 'R', 'W'], '+'),
    (['W', 'R', 'R', 'W'], '/'),
    (['R', 'W', 'W', 'R'], '/'),
    (['W', 'W', 'R', 'R'], '\\'),
    (['R', 'R', 'W', 'W'], '\\'),
];

#[derive(Clone, PartialEq, Debug, Default)]
struct NaiveTrax {
    tiles: BTreeMap<SquarePlace, Sides>,
    boxed: bool,
    lines: bool,
}

fn beside(place: SquarePlace, side: usize) -> SquarePlace {
    (place.0 + STEPS[side].0, place.1 + STEPS[side].1)
}

impl NaiveTrax {
    fn new(mode: &str) -> NaiveTrax {
        NaiveTrax { tiles: BTreeMap::new(), boxed: mode == "trax", lines: mode != "looptrax" }
    }

    /// Colour that enters a space through each side.
    fn entering(&self, place: SquarePlace) -> [Option<char>; 4] {
        [0, 1, 2, 3].map(|side| self.tiles.get(&beside(place, side)).map(|tile| tile[(side + 2) % 4]))
    }

    fn fits(&self, place: SquarePlace, tile: Sides) -> bool {
        self.entering(place).iter().zip(tile).all(|(required, has)| required.is_none_or(|required| required == has))
    }

    fn spaces(&self) -> BTreeSet<SquarePlace> {
        let around = self.tiles.keys().flat_map(|&place| (0..4).map(move |side| beside(place, side)));
        around.filter(|place| !self.tiles.contains_key(place)).collect()
    }

    fn corners(&self) -> (SquarePlace, SquarePlace) {
        let (xs, ys) = (self.tiles.keys().map(|place| place.0), self.tiles.keys().map(|place| place.1));
        let upper = (xs.clone().min().unwrap_or(1), ys.clone().min().unwrap_or(1));
        (upper, (xs.max().unwrap_or(0), ys.max().unwrap_or(0)))
    }

    fn name(&self, place: SquarePlace, sign: char) -> String {
        let upper = self.corners().0;
        let column = place.0 - upper.0 + 1;
        let letters = match column {
            0 => "@".to_string(),
            1..=26 => char::from(b'A' + column as u8 - 1).to_string(),
            _ => format!("A{}", char::from(b'A' + column as u8 - 27)),
        };
        format!("{letters}{}{sign}", place.1 - upper.1 + 1)
    }

    /// The board after a whole turn, or `None` if it is illegal. Forced tiles are placed in random order.
    fn play_turn(&self, place: SquarePlace, tile: Sides, rng: &mut Rng) -> Option<NaiveTrax> {
        let mut after = self.clone();
        after.tiles.insert(place, tile);
        loop {
            let mut forced = Vec::new();
            for space in after.spaces() {
                let entering = after.entering(space);
                for colour in ['W', 'R'] {
                    match entering.iter().filter(|entered| **entered == Some(colour)).count() {
                        0 | 1 => {}
                        2 => forced.push((space, colour, entering)),
                        _ => return None,
                    }
                }
            }
            if forced.is_empty() {
                return Some(after);
            }
            let (space, colour, entering) = forced[rng.below(forced.len())];
            let other = if colour == 'W' { 'R' } else { 'W' };
            let joined = entering.map(|entered| if entered == Some(colour) { colour } else { other });
            after.tiles.insert(space, joined);
        }
    }

    /// Legal turns in notation, with the board after each.
    fn turns(&self, rng: &mut Rng) -> BTreeMap<String, NaiveTrax> {
        if self.tiles.is_empty() {
            let first = |index: usize| {
                let (tile, sign) = TILES[index];
                let tiles = BTreeMap::from([((0, 0), tile)]);
                (format!("@0{sign}"), NaiveTrax { tiles, ..self.clone() })
            };
            return BTreeMap::from([first(0), first(2)]);
        }
        let mut turns = BTreeMap::new();
        let (upper, lower) = self.corners();
        for place in self.spaces() {
            let width = lower.0.max(place.0) - upper.0.min(place.0) + 1;
            let height = lower.1.max(place.1) - upper.1.min(place.1) + 1;
            if self.boxed && (width > 8 || height > 8) {
                continue;
            }
            for (tile, sign) in TILES {
                if !self.fits(place, tile) {
                    continue;
                }
                if let Some(after) = self.play_turn(place, tile, rng) {
                    assert!(turns.insert(self.name(place, sign), after).is_none(), "two turns have one name");
                }
            }
        }
        turns
    }

    /// Follows a track from a tile through one of its sides: the last tile and the side on which the track leaves it, or
    /// `None` if it is a loop.
    fn follow(&self, start: SquarePlace, side: usize) -> Option<(SquarePlace, usize)> {
        let (mut place, mut side) = (start, side);
        loop {
            let next = beside(place, side);
            let Some(tile) = self.tiles.get(&next) else { return Some((place, side)) };
            if next == start {
                return None;
            }
            let entered = (side + 2) % 4;
            place = next;
            side = (0..4).find(|&out| out != entered && tile[out] == tile[entered]).expect("every colour twice");
        }
    }

    /// Whether a colour has a loop, and whether it has a line.
    fn has(&self, colour: char) -> (bool, bool) {
        let (upper, lower) = self.corners();
        let (wide, high) = (lower.0 - upper.0 >= 7, lower.1 - upper.1 >= 7);
        let (mut loops, mut lines) = (false, false);
        for (&place, tile) in &self.tiles {
            let ends: Vec<_> =
                (0..4).filter(|&side| tile[side] == colour).map(|side| self.follow(place, side)).collect();
            loops |= ends.contains(&None);
            let leaves = |side: usize, edge: &dyn Fn(SquarePlace) -> bool| {
                ends.iter().flatten().any(|(place, out)| *out == side && edge(*place))
            };
            lines |= wide && leaves(3, &|p| p.0 == upper.0) && leaves(1, &|p| p.0 == lower.0);
            lines |= high && leaves(0, &|p| p.1 == upper.1) && leaves(2, &|p| p.1 == lower.1);
        }
        (loops, lines && self.lines)
    }

    /// Result after a turn of `mover`, as in records; the caller handles positions without legal moves.
    fn result(&self, mover: char) -> String {
        let other = if mover == 'W' { 'R' } else { 'W' };
        for colour in [mover, other] {
            let seat = if colour == 'W' { "white" } else { "red" };
            match self.has(colour) {
                (true, _) => return format!("{seat} loop"),
                (false, true) => return format!("{seat} line"),
                (false, false) => {}
            }
        }
        if self.boxed && self.tiles.len() == 64 { "draw".into() } else { "open".into() }
    }
}

/// Whether white and red have a loop and a line on the board of a session.
pub fn tracks_of(session: &Session) -> [(bool, bool); 2] {
    let naive = NaiveTrax { tiles: tiles_of(session), boxed: false, lines: true };
    ['W', 'R'].map(|colour| naive.has(colour))
}

/// Tiles of a session, by place and colours.
fn tiles_of(session: &Session) -> BTreeMap<SquarePlace, Sides> {
    let board = session.game.board().view().tile_game().expect("Trax has tiles");
    let set = &board.tile_game().set;
    let tile = |orientation: OrientationIndex| {
        let colours = &set.orientations[orientation].colours;
        [0, 1, 2, 3].map(|side| set.colours[colours[side]].letter)
    };
    board
        .tiles()
        .into_iter()
        .map(|at| ((at.x, at.y), tile(board.orientation_at(at).expect("a listed cell has a tile"))))
        .collect()
}

/// Compares a random game with the naive implementation.
fn check_same_game(mode: &str, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    let mut session = common::start(mode, &[]);
    let mut naive = NaiveTrax::new(mode);
    for turn in 0..60 {
        let position = session.position();
        let turns = naive.turns(&mut rng);
        let names: Vec<&String> = turns.keys().collect();
        let moves = common::moves(&mut session);
        prop_assert_eq!(moves.iter().collect::<Vec<_>>(), names, "{} after `{}`", mode, position);
        let text = &moves[rng.below(moves.len())];
        session.play(text).expect("it is listed");
        naive = turns[text].clone();
        prop_assert_eq!(&tiles_of(&session), &naive.tiles, "{} after `{} {}`", mode, position, text);
        let expected = naive.result(if turn % 2 == 0 { 'W' } else { 'R' });
        let result = common::result(&mut session);
        if expected == "open" && result == "draw" {
            prop_assert!(naive.turns(&mut rng).is_empty(), "a draw, and turns are left after `{}`", session.position());
        } else {
            prop_assert_eq!(&result, &expected, "{} after `{} {}`", mode, position, text);
        }
        if result != "open" {
            break;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_match_the_naive_implementation(mode in 0..3usize, seed: u64) {
        check_same_game(MODES[mode], seed)?;
    }

    #[test]
    fn unlisted_turns_change_nothing(mode in 0..3usize, seed: u64, turns in 1..40usize) {
        let mut session = common::start(MODES[mode], &[]);
        common::play_random_moves(&mut session, &mut Rng::new(seed), turns);
        let (before, tiles, moves) = (Snapshot::of(&mut session), tiles_of(&session), common::moves(&mut session));
        let listed = session.game.legal_moves().expect("no script fails");
        for column in ["@", "A", "B", "C", "D", "E", "F", "G", "H", "I", "AA"] {
            for row in 0..10 {
                for sign in ['/', '\\', '+'] {
                    let text = format!("{column}{row}{sign}");
                    let why = session.why(&text).expect("it is a turn");
                    prop_assert_eq!(why.is_empty(), moves.contains(&text), "{}: {:?}", text, why);
                    let played = session.play(&text).is_ok();
                    prop_assert_eq!(played, moves.contains(&text), "{}", text);
                    if played {
                        session.undo();
                    }
                    prop_assert_eq!(tiles_of(&session), tiles.clone(), "after {}", text);
                    // Even the order of the moves is unchanged.
                    prop_assert_eq!(session.game.legal_moves().expect("no script fails"), listed.clone());
                }
            }
        }
        prop_assert_eq!(Snapshot::of(&mut session), before);
    }

    #[test]
    fn undo_restores_every_position_exactly(mode in 0..3usize, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut session = common::start(MODES[mode], &[]);
        let full_state = |session: &mut Session| {
            let listed = session.game.legal_moves().expect("no script fails");
            (Snapshot::of(session), tiles_of(session), listed)
        };
        let mut history = vec![full_state(&mut session)];
        while common::play_random_move(&mut session, &mut rng) {
            history.push(full_state(&mut session));
        }
        while let Some(position) = history.pop() {
            prop_assert_eq!(full_state(&mut session), position);
            session.undo();
        }
    }
}
