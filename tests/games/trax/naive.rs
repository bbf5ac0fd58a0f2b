//! A board that knows no shortcuts: a map of tiles, forced tiles laid in random order, every track followed anew.

use std::collections::{BTreeMap, BTreeSet};

use crate::common;
use crate::common::Snapshot;
use crate::common::trax_data::MODES;
use houserule_core::tiles::OrientationIndex;
use houserule_script::play::{Rng, Session};
use proptest::prelude::*;

type TraxPlace = (i32, i32);

/// The sides in order: north, east, south, west.
const STEPS: [TraxPlace; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// A tile, by the colour at each side: `W` or `R`.
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
    tiles: BTreeMap<TraxPlace, Sides>,
    boxed: bool,
    lines: bool,
}

fn beside(place: TraxPlace, side: usize) -> TraxPlace {
    (place.0 + STEPS[side].0, place.1 + STEPS[side].1)
}

impl NaiveTrax {
    fn new(mode: &str) -> NaiveTrax {
        NaiveTrax { tiles: BTreeMap::new(), boxed: mode == "trax", lines: mode != "looptrax" }
    }

    /// The colour that enters a space through each side.
    fn entering(&self, place: TraxPlace) -> [Option<char>; 4] {
        [0, 1, 2, 3].map(|side| self.tiles.get(&beside(place, side)).map(|tile| tile[(side + 2) % 4]))
    }

    fn fits(&self, place: TraxPlace, tile: Sides) -> bool {
        self.entering(place).iter().zip(tile).all(|(wanted, has)| wanted.is_none_or(|wanted| wanted == has))
    }

    fn spaces(&self) -> BTreeSet<TraxPlace> {
        let around = self.tiles.keys().flat_map(|&place| (0..4).map(move |side| beside(place, side)));
        around.filter(|place| !self.tiles.contains_key(place)).collect()
    }

    fn corners(&self) -> (TraxPlace, TraxPlace) {
        let (xs, ys) = (self.tiles.keys().map(|place| place.0), self.tiles.keys().map(|place| place.1));
        let upper = (xs.clone().min().unwrap_or(1), ys.clone().min().unwrap_or(1));
        (upper, (xs.max().unwrap_or(0), ys.max().unwrap_or(0)))
    }

    fn name(&self, place: TraxPlace, sign: char) -> String {
        let upper = self.corners().0;
        let column = place.0 - upper.0 + 1;
        let letters = match column {
            0 => "@".to_string(),
            1..=26 => char::from(b'A' + column as u8 - 1).to_string(),
            _ => format!("A{}", char::from(b'A' + column as u8 - 27)),
        };
        format!("{letters}{}{sign}", place.1 - upper.1 + 1)
    }

    /// The board after a whole turn, or nothing if the turn is illegal. Forced tiles are laid in a random order.
    fn turn(&self, place: TraxPlace, tile: Sides, rng: &mut Rng) -> Option<NaiveTrax> {
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

    /// Every legal turn by its name, with the board it leads to.
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
                if let Some(after) = self.turn(place, tile, rng) {
                    assert!(turns.insert(self.name(place, sign), after).is_none(), "two turns have one name");
                }
            }
        }
        turns
    }

    /// Follows a track from a tile through one of its sides: the last tile and the side by which the track leaves
    /// it, or nothing if it comes back.
    fn follow(&self, start: TraxPlace, side: usize) -> Option<(TraxPlace, usize)> {
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
            let leaves = |side: usize, edge: &dyn Fn(TraxPlace) -> bool| {
                ends.iter().flatten().any(|(place, out)| *out == side && edge(*place))
            };
            lines |= wide && leaves(3, &|p| p.0 == upper.0) && leaves(1, &|p| p.0 == lower.0);
            lines |= high && leaves(0, &|p| p.1 == upper.1) && leaves(2, &|p| p.1 == lower.1);
        }
        (loops, lines && self.lines)
    }

    /// The result after a turn of `mover`, in the words of records; stuck positions are told by the caller.
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

/// Whether white and red have a loop or a line on a session's board.
pub fn tracks_of(session: &Session) -> [(bool, bool); 2] {
    let naive = NaiveTrax { tiles: shown(session), boxed: false, lines: true };
    ['W', 'R'].map(|colour| naive.has(colour))
}

/// The tiles a session shows, by place and colours.
fn shown(session: &Session) -> BTreeMap<TraxPlace, Sides> {
    let board = session.game.board().view().tile_game().expect("Trax has tiles");
    let set = &board.tile_game().set;
    let tile = |orientation: OrientationIndex| {
        let colours = &set.orientations[orientation].colours;
        [0, 1, 2, 3].map(|side| set.colours[colours[side]].letter)
    };
    board
        .tiles()
        .into_iter()
        .map(|at| ((at.x, at.y), tile(board.orientation_at(at).expect("a tile lies where one was laid"))))
        .collect()
}

/// Plays a random game on both boards.
fn same_game(mode: &str, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    let mut session = common::start(mode, &[]);
    let mut naive = NaiveTrax::new(mode);
    for turn in 0..60 {
        let so_far = session.position();
        let turns = naive.turns(&mut rng);
        let names: Vec<&String> = turns.keys().collect();
        let moves = common::moves(&mut session);
        prop_assert_eq!(moves.iter().collect::<Vec<_>>(), names, "{} after `{}`", mode, so_far);
        let text = &moves[rng.below(moves.len())];
        session.play(text).expect("it is listed");
        naive = turns[text].clone();
        prop_assert_eq!(&shown(&session), &naive.tiles, "{} after `{} {}`", mode, so_far, text);
        let expected = naive.result(if turn % 2 == 0 { 'W' } else { 'R' });
        let result = common::result(&mut session);
        if expected == "open" && result == "draw" {
            prop_assert!(naive.turns(&mut rng).is_empty(), "a draw, and turns are left after `{}`", session.position());
        } else {
            prop_assert_eq!(&result, &expected, "{} after `{} {}`", mode, so_far, text);
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
    fn random_games_go_as_on_a_board_without_shortcuts(mode in 0..3usize, seed: u64) {
        same_game(MODES[mode], seed)?;
    }

    #[test]
    fn a_turn_is_legal_or_changes_nothing(mode in 0..3usize, seed: u64, turns in 1..40usize) {
        let mut rng = Rng::new(seed);
        let mut session = common::start(MODES[mode], &[]);
        for _ in 0..turns {
            let moves = common::moves(&mut session);
            if moves.is_empty() { break; }
            session.play(&moves[rng.below(moves.len())]).expect("it is listed");
        }
        let (before, tiles, moves) = (Snapshot::of(&mut session), shown(&session), common::moves(&mut session));
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
                    prop_assert_eq!(shown(&session), tiles.clone(), "after {}", text);
                    // Even the order of the list is as it was.
                    prop_assert_eq!(session.game.legal_moves().expect("no script fails"), listed.clone());
                }
            }
        }
        prop_assert_eq!(Snapshot::of(&mut session), before);
    }

    #[test]
    fn taking_back_restores_every_position_exactly(mode in 0..3usize, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut session = common::start(MODES[mode], &[]);
        let look = |session: &mut Session| {
            let listed = session.game.legal_moves().expect("no script fails");
            (Snapshot::of(session), shown(session), listed)
        };
        let mut past = vec![look(&mut session)];
        loop {
            let moves = common::moves(&mut session);
            if moves.is_empty() { break; }
            session.play(&moves[rng.below(moves.len())]).expect("it is listed");
            past.push(look(&mut session));
        }
        while let Some(position) = past.pop() {
            prop_assert_eq!(look(&mut session), position);
            session.undo();
        }
    }
}
