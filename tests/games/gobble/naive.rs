//! Naive implementation of the printed rules: a map of tiles and lists of hands. It plays along independently, apart from
//! the random place of a discard in the bag.

use std::collections::{BTreeSet, HashMap};

use crate::common::{self, GameSetup, dealt, outcome, play_random_moves, score_lines};
use crate::gobble::GAME_SETUPS;
use crate::tantrix::naive::{HexPlace, around, beside, parse_placement};
use houserule_core::tiles::TileIndex;
use houserule_script::play::{Rng, Session};

#[derive(Clone, Copy, PartialEq)]
enum GobbleVariant {
    Race,
    Alone,
    /// One tile at a time; the goal is a line or a loop.
    Solitaire {
        closed_loop_len: bool,
    },
    WithHand,
}

#[derive(Clone)]
struct NaiveGobble {
    variant: GobbleVariant,
    /// Number and rotation of every tile.
    tiles: HashMap<HexPlace, (u16, usize)>,
    /// Colours by letter in rotation 0, clockwise from the north-east.
    edges: HashMap<u16, [char; 6]>,
    hands: Vec<Vec<u16>>,
    bag: Vec<u16>,
    pile: Vec<u16>,
    pending_gifts: Vec<usize>,
    /// Seats in the order in which they finished.
    finished: Vec<usize>,
    /// Whether the top discard must be taken or laid.
    must_take: bool,
    /// Length of the last closed red loop.
    closed_loop_len: Option<usize>,
}

/// Splits a move into its seat and the rest.
fn split_seat(text: &str) -> (usize, &str) {
    match text.split_once(':') {
        Some((seat, rest)) if seat.parse::<usize>().is_ok() => (seat.parse::<usize>().expect("a number") - 1, rest),
        _ => (0, text),
    }
}

impl NaiveGobble {
    fn of(session: &Session, variant: GobbleVariant) -> NaiveGobble {
        let board = session.game.board().view().tile_game().expect("there are tiles");
        let set = &board.tile_game().set;
        let number = |tile: TileIndex| -> u16 { set.tiles[tile].name.parse().expect("a number") };
        let edges = |tile: TileIndex| {
            let colours = &set.orientations_of(tile)[0].colours;
            (number(tile), std::array::from_fn(|side| set.colours[colours[side]].letter))
        };
        let tiles = board.tiles().into_iter().map(|at| {
            let orientation = &set.orientations[board.orientation_at(at).expect("a tile")];
            ((at.x, at.y), (number(orientation.tile), orientation.rotation))
        });
        let bag_and_hands = board.stock().expect("there is a bag");
        let numbers = |tiles: &[TileIndex]| -> Vec<u16> { tiles.iter().map(|tile| number(*tile)).collect() };
        let hands: Vec<Vec<u16>> = bag_and_hands.hands().map(|hand| numbers(hand.expect("a hand"))).collect();
        NaiveGobble {
            variant,
            tiles: tiles.collect(),
            edges: set.tiles.indices().map(edges).collect(),
            pending_gifts: vec![0; hands.len()],
            hands,
            bag: numbers(bag_and_hands.bag()),
            pile: Vec::new(),
            finished: Vec::new(),
            must_take: false,
            closed_loop_len: None,
        }
    }

    fn colour(&self, (tile, rotation): (u16, usize), side: usize) -> char {
        self.edges[&tile][(side + 6 - rotation) % 6]
    }

    fn neighbours(&self, place: HexPlace) -> usize {
        around(place).filter(|next| self.tiles.contains_key(next)).count()
    }

    fn fits(&self, place: HexPlace, tile: (u16, usize)) -> bool {
        (0..6).all(|side| match self.tiles.get(&beside(place, side)) {
            Some(other) => self.colour(*other, (side + 3) % 6) == self.colour(tile, side),
            None => true,
        })
    }

    fn spaces(&self) -> BTreeSet<HexPlace> {
        if self.tiles.is_empty() {
            return BTreeSet::from([(0, 0)]);
        }
        let next_to_tiles = self.tiles.keys().flat_map(|place| around(*place));
        next_to_tiles.filter(|place| !self.tiles.contains_key(place)).collect()
    }

    fn placements(&self, hand: &[u16], min_neighbours: usize) -> Vec<(u16, HexPlace, usize)> {
        let mut found = Vec::new();
        for place in self.spaces() {
            if self.neighbours(place) < min_neighbours.min(self.tiles.len()) {
                continue;
            }
            for &tile in hand {
                found.extend((0..6).filter(|rotation| self.fits(place, (tile, *rotation))).map(|t| (tile, place, t)));
            }
        }
        found
    }

    /// Whether a placement makes a forced space that no other tile in hand fits, without filling one.
    fn makes_unfillable_space(&self, (tile, place, rotation): (u16, HexPlace, usize)) -> bool {
        if self.neighbours(place) >= 3 {
            return false;
        }
        let mut after = self.clone();
        after.tiles.insert(place, (tile, rotation));
        let rest: Vec<u16> = self.hands[0].iter().copied().filter(|tile_in_hand| *tile_in_hand != tile).collect();
        let mut new_spaces = around(place).filter(|next| {
            !after.tiles.contains_key(next) && self.neighbours(*next) == 2 && after.neighbours(*next) == 3
        });
        new_spaces.any(|space| {
            !rest.iter().any(|tile_in_hand| (0..6).any(|rotation| after.fits(space, (*tile_in_hand, rotation))))
        })
    }

    fn is_in(&self, seat: usize) -> bool {
        !self.finished.contains(&seat)
    }

    /// Legal moves in notation, in byte order.
    fn moves(&self) -> Vec<String> {
        let written = |(tile, (q, r), rotation): (u16, HexPlace, usize)| format!("{tile}@{q},{r}:{rotation}");
        let mut moves: Vec<String> = Vec::new();
        match self.variant {
            _ if self.outcome().is_some() => {}
            GobbleVariant::Race => {
                for seat in (0..self.hands.len()).filter(|seat| self.is_in(*seat)) {
                    let hand = &self.hands[seat];
                    if self.pending_gifts[seat] == 0 {
                        let lays = self.placements(hand, 2).into_iter().map(written);
                        moves.extend(lays.map(|text| format!("{}:{text}", seat + 1)));
                        continue;
                    }
                    for to in (0..self.hands.len()).filter(|to| *to != seat && self.is_in(*to)) {
                        moves.extend(hand.iter().map(|tile| format!("{}:give:{tile}>{}", seat + 1, to + 1)));
                    }
                }
            }
            GobbleVariant::Alone if self.must_take => {
                moves.push("take".into());
                moves.extend(self.placements(&self.pile[self.pile.len() - 1..], 2).into_iter().map(written));
            }
            GobbleVariant::Alone => {
                moves.extend(self.placements(&self.hands[0], 2).into_iter().map(written));
                if moves.is_empty() && !self.hands[0].is_empty() {
                    moves.push("discard".into());
                }
            }
            GobbleVariant::Solitaire { .. } | GobbleVariant::WithHand => {
                let all = self.placements(&self.hands[0], 1);
                let fills: Vec<_> = all.iter().copied().filter(|lay_tile| self.neighbours(lay_tile.1) >= 3).collect();
                let is_free =
                    |lay_tile: &(u16, HexPlace, usize)| self.bag.is_empty() || !self.makes_unfillable_space(*lay_tile);
                let legal: Vec<_> = match (fills.is_empty(), self.variant) {
                    (false, _) => fills,
                    (true, GobbleVariant::WithHand) => all.into_iter().filter(is_free).collect(),
                    (true, _) => all,
                };
                moves.extend(legal.into_iter().map(written));
            }
        }
        moves.sort_unstable();
        moves
    }

    fn draw(&mut self, tiles: usize) {
        let tiles = tiles.min(self.bag.len());
        self.hands[0].extend(self.bag.drain(..tiles));
    }

    fn play(&mut self, text: &str) {
        let (seat, rest) = split_seat(text);
        let remove = |hand: &mut Vec<u16>, tile: u16| hand.retain(|tile_in_hand| *tile_in_hand != tile);
        if let Some(gift) = rest.strip_prefix("give:") {
            let (tile, to) = gift.split_once('>').expect("a gift");
            let (tile, to): (u16, usize) = (tile.parse().expect("a tile"), to.parse().expect("a seat"));
            remove(&mut self.hands[seat], tile);
            self.hands[to - 1].push(tile);
            self.pending_gifts[seat] -= 1;
        } else if rest == "discard" {
            self.pile.append(&mut self.hands[0]);
            self.draw(1);
        } else if rest == "take" {
            self.must_take = false;
            self.bag.push(self.pile.pop().expect("a discard"));
        } else {
            self.lay_tile(seat, parse_placement(rest));
        }
        if self.variant == GobbleVariant::Race && self.hands[seat].is_empty() {
            self.pending_gifts[seat] = 0;
            self.finished.push(seat);
        }
    }

    fn lay_tile(&mut self, seat: usize, (tile, place, rotation): (u16, HexPlace, usize)) {
        let neighbours = self.neighbours(place);
        self.tiles.insert(place, (tile, rotation));
        if self.must_take {
            self.pile.pop();
            self.must_take = false;
        }
        self.hands[seat].retain(|tile_in_hand| *tile_in_hand != tile);
        match self.variant {
            GobbleVariant::Race if neighbours >= 3 => {
                let gives = if neighbours >= 4 { 2 } else { 1 };
                self.pending_gifts[seat] = self.hands[seat].len().min(gives);
            }
            GobbleVariant::Race => {}
            GobbleVariant::Alone => {
                self.must_take = neighbours >= 3 && !self.pile.is_empty();
                if !self.must_take && self.hands[0].is_empty() {
                    self.draw(1);
                }
            }
            GobbleVariant::Solitaire { .. } => self.draw(1),
            GobbleVariant::WithHand => self.draw(if neighbours >= 3 { 2 } else { 1 }),
        }
        if let Some((count, true)) = self.red_track(place) {
            self.closed_loop_len = Some(count);
        }
    }

    /// Length of the red track through a place, and whether it is closed.
    fn red_track(&self, start: HexPlace) -> Option<(usize, bool)> {
        let out_of = |place: HexPlace, entered: Option<usize>| {
            let tile = *self.tiles.get(&place)?;
            (0..6).find(|side| Some(*side) != entered && self.colour(tile, *side) == 'R')
        };
        let first = out_of(start, None)?;
        let (mut count, mut place, mut side) = (1, beside(start, first), first);
        while place != start {
            let Some(next) = out_of(place, Some((side + 3) % 6)) else { break };
            (count, side) = (count + 1, next);
            place = beside(place, side);
        }
        if place == start {
            return Some((count, true));
        }
        let Some(second) = out_of(start, Some(first)) else { return Some((count, false)) };
        (place, side) = (beside(start, second), second);
        while let Some(next) = out_of(place, Some((side + 3) % 6)) {
            (count, side) = (count + 1, next);
            place = beside(place, side);
        }
        Some((count, false))
    }

    /// Outcome in words, if it does not depend on the legal moves.
    fn outcome(&self) -> Option<String> {
        let names = ["one", "two", "three", "four", "five", "six"];
        let red = self.edges.iter().filter(|(tile, edges)| {
            edges.contains(&'R') && (**tile <= 14 || self.tiles.len() > 14 || self.bag.len() > 14)
        });
        let red = red.count();
        let all_placed = self.hands[0].is_empty() && self.bag.is_empty();
        let outcome = match self.variant {
            GobbleVariant::Race if self.finished.len() + 1 >= self.hands.len() => {
                format!("{} wins by out", names[self.finished[0]])
            }
            GobbleVariant::Alone if all_placed && self.pile.is_empty() => "solved".into(),
            GobbleVariant::WithHand if self.closed_loop_len.is_some() => {
                (if self.closed_loop_len == Some(red) { "solved" } else { "partial" }).into()
            }
            GobbleVariant::Solitaire { closed_loop_len } if all_placed => {
                let start = self.tiles.iter().find(|(_, tile)| self.edges[&tile.0].contains(&'R'));
                let track = self.red_track(*start.expect("a red tile").0);
                (if track == Some((red, closed_loop_len)) { "solved" } else { "failed" }).into()
            }
            GobbleVariant::WithHand if all_placed => "failed".into(),
            _ => return None,
        };
        Some(outcome)
    }

    /// Outcome of a position without legal moves.
    fn blocked(&self) -> String {
        if self.variant != GobbleVariant::Race {
            return "failed".into();
        }
        let names = ["one", "two", "three", "four", "five", "six"];
        if let Some(first) = self.finished.first() {
            return format!("{} wins by out", names[*first]);
        }
        let fewest = self.hands.iter().map(Vec::len).min().expect("seats");
        let leaders: Vec<&str> =
            names.into_iter().zip(&self.hands).filter(|(_, hand)| hand.len() == fewest).map(|(n, _)| n).collect();
        match leaders.as_slice() {
            [one] => format!("{one} wins by blocked"),
            all if all.len() == self.hands.len() => "draw by blocked".into(),
            [firsts @ .., last] => format!("{} and {last} win by blocked", firsts.join(", ")),
            [] => unreachable!("one seat has the fewest"),
        }
    }

    /// Score of a race: each seat counts the seats behind it.
    fn score(&self) -> Vec<String> {
        let names = ["one", "two", "three", "four", "five", "six"];
        let rank = |seat: usize| match self.finished.iter().position(|finished| *finished == seat) {
            Some(index) => index as i64 - 100,
            None => self.hands[seat].len() as i64,
        };
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"];
        let line = |seat: usize| {
            let behind = (0..self.hands.len()).filter(|other| rank(*other) > rank(seat)).count();
            let how = match (self.finished.iter().position(|finished| *finished == seat), self.hands[seat].len()) {
                (Some(index), _) => format!("out {}", ordinals[index]),
                (None, 1) => "1 tile left".into(),
                (None, left) => format!("{left} tiles left"),
            };
            format!("{} {behind} {how}", names[seat])
        };
        (0..self.hands.len()).map(line).collect()
    }
}

fn variant((game, settings): GameSetup) -> GobbleVariant {
    match (game, settings.first()) {
        ("gobble", Some((_, "1"))) => GobbleVariant::Alone,
        ("gobble", _) => GobbleVariant::Race,
        ("solitaire", Some((_, goal))) => GobbleVariant::Solitaire { closed_loop_len: *goal == "loop" },
        _ => GobbleVariant::WithHand,
    }
}

fn sorted(mut tiles: Vec<u16>) -> Vec<u16> {
    tiles.sort_unstable();
    tiles
}

/// Compares one random game with the naive implementation at every move.
fn assert_matches_naive(setup: GameSetup, seed: u64) {
    let variant = variant(setup);
    let mut session = dealt(setup, seed);
    let mut naive = NaiveGobble::of(&session, variant);
    let mut rng = Rng::new(seed);
    loop {
        let case = format!("{setup:?}, seed {seed}, after `{}`", session.moves().join(" "));
        let moves = common::moves(&mut session);
        assert_eq!(moves, naive.moves(), "{case}");
        if variant == GobbleVariant::Race {
            assert_eq!(score_lines(&mut session), naive.score(), "{case}");
        }
        let expected = match moves.is_empty() {
            true => naive.outcome().unwrap_or_else(|| naive.blocked()),
            false => "open".into(),
        };
        assert_eq!(outcome(&mut session), expected, "{case}");
        if moves.is_empty() {
            break;
        }
        let text = &moves[rng.below(moves.len())];
        session.play(text).unwrap_or_else(|error| panic!("{case}, `{text}`: {error}"));
        naive.play(text);
        let actual = NaiveGobble::of(&session, variant);
        if text == "take" {
            // The discard goes to a random place in the bag; the others keep their order, and the next tile is drawn.
            let back = *naive.bag.last().expect("it went back");
            let together: Vec<u16> = [&actual.hands[0][..], &actual.bag].concat();
            let others = |tiles: &[u16]| -> Vec<u16> { tiles.iter().copied().filter(|tile| *tile != back).collect() };
            assert_eq!(others(&together), others(&naive.bag), "{case}, `{text}`");
            assert_eq!((together.len(), actual.hands[0].len()), (naive.bag.len(), 1), "{case}, `{text}`");
            (naive.hands, naive.bag) = (actual.hands.clone(), actual.bag.clone());
        }
        let hands = |naive: &NaiveGobble| -> Vec<Vec<u16>> { naive.hands.iter().cloned().map(sorted).collect() };
        assert_eq!((hands(&actual), &actual.bag), (hands(&naive), &naive.bag), "{case}, `{text}`");
    }
}

#[test]
fn random_games_match_the_naive_implementation() {
    for setup in GAME_SETUPS {
        for seed in 0..common::scaled(3) as u64 {
            assert_matches_naive(setup, 5000 + seed);
        }
    }
}

#[test]
fn a_race_without_places_ends_with_the_first_finisher() {
    for seed in 0..10 {
        let settings = [("players", "4"), ("places", "false")];
        let mut session = dealt(("gobble", &settings), seed);
        play_random_moves(&mut session, &mut Rng::new(seed), usize::MAX);
        let finished = score_lines(&mut session).iter().filter(|line| line.contains(" out ")).count();
        assert!(finished <= 1, "{:?}", score_lines(&mut session));
    }
}
