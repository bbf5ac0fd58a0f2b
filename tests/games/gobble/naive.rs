//! A table that knows no shortcuts: a map of tiles, lists of hands, the rules as the books tell them. It plays along by
//! itself; only where in the bag a discard ends up it has to be told.

use std::collections::{BTreeSet, HashMap};

use crate::common;
use crate::gobble::{MODES, Mode, dealt, outcome, score};
use houserule_core::tiles::TileIndex;
use houserule_script::play::{Rng, Session};

type GobblePlace = (i32, i32);

/// Clockwise from the north-east.
const STEPS: [GobblePlace; 6] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)];

fn beside(place: GobblePlace, side: usize) -> GobblePlace {
    (place.0 + STEPS[side].0, place.1 + STEPS[side].1)
}

#[derive(Clone, Copy, PartialEq)]
enum Book {
    Race,
    Alone,
    /// One tile at a time; the goal is a line or a loop.
    Solitaire {
        closed: bool,
    },
    WithHand,
}

#[derive(Clone)]
struct NaiveGobble {
    book: Book,
    /// The number and the rotation of every tile.
    tiles: HashMap<GobblePlace, (u16, usize)>,
    /// Colours by letter, unturned, clockwise from the north-east.
    edges: HashMap<u16, [char; 6]>,
    hands: Vec<Vec<u16>>,
    bag: Vec<u16>,
    pile: Vec<u16>,
    owes: Vec<usize>,
    /// Seats in the order in which they went out.
    out: Vec<usize>,
    /// Whether the top discard is to be dealt with.
    must_take: bool,
    /// What the last red loop had that closed.
    closed: Option<usize>,
}

/// A move taken apart: the seat before it, and the rest.
fn apart(text: &str) -> (usize, &str) {
    match text.split_once(':') {
        Some((seat, rest)) if seat.parse::<usize>().is_ok() => (seat.parse::<usize>().expect("a number") - 1, rest),
        _ => (0, text),
    }
}

fn placement(text: &str) -> (u16, GobblePlace, usize) {
    let read = || {
        let (tile, rest) = text.split_once('@')?;
        let (cell, turned) = rest.split_once(':')?;
        let (q, r) = cell.split_once(',')?;
        Some((tile.parse().ok()?, (q.parse().ok()?, r.parse().ok()?), turned.parse().ok()?))
    };
    read().unwrap_or_else(|| panic!("`{text}` is a placement"))
}

impl NaiveGobble {
    fn of(session: &Session, book: Book) -> NaiveGobble {
        let board = session.game.board().view().tile_game().expect("there are tiles");
        let set = &board.tile_game().set;
        let number = |tile: TileIndex| -> u16 { set.tiles[tile].name.parse().expect("a number") };
        let edges = |tile: TileIndex| {
            let colours = &set.orientations_of(tile)[0].colours;
            (number(tile), std::array::from_fn(|side| set.colours[colours[side]].letter))
        };
        let laid = board.tiles().into_iter().map(|at| {
            let orientation = &set.orientations[board.orientation_at(at).expect("a tile")];
            ((at.x, at.y), (number(orientation.tile), orientation.rotation))
        });
        let stock = board.stock().expect("there is a bag");
        let numbers = |tiles: &[TileIndex]| -> Vec<u16> { tiles.iter().map(|tile| number(*tile)).collect() };
        let hands: Vec<Vec<u16>> = stock.hands().map(|hand| numbers(hand.expect("a hand"))).collect();
        NaiveGobble {
            book,
            tiles: laid.collect(),
            edges: set.tiles.indices().map(edges).collect(),
            owes: vec![0; hands.len()],
            hands,
            bag: numbers(stock.bag()),
            pile: Vec::new(),
            out: Vec::new(),
            must_take: false,
            closed: None,
        }
    }

    fn colour(&self, (tile, turned): (u16, usize), side: usize) -> char {
        self.edges[&tile][(side + 6 - turned) % 6]
    }

    fn neighbours(&self, place: GobblePlace) -> usize {
        (0..6).filter(|side| self.tiles.contains_key(&beside(place, *side))).count()
    }

    fn fits(&self, place: GobblePlace, tile: (u16, usize)) -> bool {
        (0..6).all(|side| match self.tiles.get(&beside(place, side)) {
            Some(other) => self.colour(*other, (side + 3) % 6) == self.colour(tile, side),
            None => true,
        })
    }

    fn spaces(&self) -> BTreeSet<GobblePlace> {
        if self.tiles.is_empty() {
            return BTreeSet::from([(0, 0)]);
        }
        let around = self.tiles.keys().flat_map(|place| (0..6).map(|side| beside(*place, side)));
        around.filter(|place| !self.tiles.contains_key(place)).collect()
    }

    fn placements(&self, hand: &[u16], touch: usize) -> Vec<(u16, GobblePlace, usize)> {
        let mut found = Vec::new();
        for place in self.spaces() {
            if self.neighbours(place) < touch.min(self.tiles.len()) {
                continue;
            }
            for &tile in hand {
                found.extend((0..6).filter(|turned| self.fits(place, (tile, *turned))).map(|t| (tile, place, t)));
            }
        }
        found
    }

    /// Whether a tile makes a forced space, without filling one, that nothing else in hand fits.
    fn makes_what_nobody_fills(&self, (tile, place, turned): (u16, GobblePlace, usize)) -> bool {
        if self.neighbours(place) >= 3 {
            return false;
        }
        let mut after = self.clone();
        after.tiles.insert(place, (tile, turned));
        let rest: Vec<u16> = self.hands[0].iter().copied().filter(|held| *held != tile).collect();
        let made = (0..6).map(|side| beside(place, side)).filter(|next| {
            !after.tiles.contains_key(next) && self.neighbours(*next) == 2 && after.neighbours(*next) == 3
        });
        let mut made = made;
        made.any(|space| !rest.iter().any(|held| (0..6).any(|turned| after.fits(space, (*held, turned)))))
    }

    fn is_in(&self, seat: usize) -> bool {
        !self.out.contains(&seat)
    }

    /// Who may do what, as it is written, in byte order.
    fn moves(&self) -> Vec<String> {
        let written = |(tile, (q, r), turned): (u16, GobblePlace, usize)| format!("{tile}@{q},{r}:{turned}");
        let mut moves: Vec<String> = Vec::new();
        match self.book {
            _ if self.outcome().is_some() => {}
            Book::Race => {
                for seat in (0..self.hands.len()).filter(|seat| self.is_in(*seat)) {
                    let hand = &self.hands[seat];
                    if self.owes[seat] == 0 {
                        let lays = self.placements(hand, 2).into_iter().map(written);
                        moves.extend(lays.map(|text| format!("{}:{text}", seat + 1)));
                        continue;
                    }
                    for to in (0..self.hands.len()).filter(|to| *to != seat && self.is_in(*to)) {
                        moves.extend(hand.iter().map(|tile| format!("{}:give:{tile}>{}", seat + 1, to + 1)));
                    }
                }
            }
            Book::Alone if self.must_take => {
                moves.push("take".into());
                moves.extend(self.placements(&self.pile[self.pile.len() - 1..], 2).into_iter().map(written));
            }
            Book::Alone => {
                moves.extend(self.placements(&self.hands[0], 2).into_iter().map(written));
                if moves.is_empty() && !self.hands[0].is_empty() {
                    moves.push("discard".into());
                }
            }
            Book::Solitaire { .. } | Book::WithHand => {
                let all = self.placements(&self.hands[0], 1);
                let fills: Vec<_> = all.iter().copied().filter(|lay| self.neighbours(lay.1) >= 3).collect();
                let is_free =
                    |lay: &(u16, GobblePlace, usize)| self.bag.is_empty() || !self.makes_what_nobody_fills(*lay);
                let legal: Vec<_> = match (fills.is_empty(), self.book) {
                    (false, _) => fills,
                    (true, Book::WithHand) => all.into_iter().filter(is_free).collect(),
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
        let (seat, rest) = apart(text);
        let drop = |hand: &mut Vec<u16>, tile: u16| hand.retain(|held| *held != tile);
        if let Some(gift) = rest.strip_prefix("give:") {
            let (tile, to) = gift.split_once('>').expect("a gift");
            let (tile, to): (u16, usize) = (tile.parse().expect("a tile"), to.parse().expect("a seat"));
            drop(&mut self.hands[seat], tile);
            self.hands[to - 1].push(tile);
            self.owes[seat] -= 1;
        } else if rest == "discard" {
            self.pile.append(&mut self.hands[0]);
            self.draw(1);
        } else if rest == "take" {
            self.must_take = false;
            self.bag.push(self.pile.pop().expect("a discard"));
        } else {
            self.lay(seat, placement(rest));
        }
        if self.book == Book::Race && self.hands[seat].is_empty() {
            self.owes[seat] = 0;
            self.out.push(seat);
        }
    }

    fn lay(&mut self, seat: usize, (tile, place, turned): (u16, GobblePlace, usize)) {
        let neighbours = self.neighbours(place);
        self.tiles.insert(place, (tile, turned));
        if self.must_take {
            self.pile.pop();
            self.must_take = false;
        }
        self.hands[seat].retain(|held| *held != tile);
        match self.book {
            Book::Race if neighbours >= 3 => {
                let gives = if neighbours >= 4 { 2 } else { 1 };
                self.owes[seat] = self.hands[seat].len().min(gives);
            }
            Book::Race => {}
            Book::Alone => {
                self.must_take = neighbours >= 3 && !self.pile.is_empty();
                if !self.must_take && self.hands[0].is_empty() {
                    self.draw(1);
                }
            }
            Book::Solitaire { .. } => self.draw(1),
            Book::WithHand => self.draw(if neighbours >= 3 { 2 } else { 1 }),
        }
        if let Some((count, true)) = self.red_track(place) {
            self.closed = Some(count);
        }
    }

    /// The tiles of the red track through a place, and whether it is closed.
    fn red_track(&self, start: GobblePlace) -> Option<(usize, bool)> {
        let out_of = |place: GobblePlace, entered: Option<usize>| {
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

    /// The outcome in words, where the end does not depend on whether somebody can move.
    fn outcome(&self) -> Option<String> {
        let names = ["one", "two", "three", "four", "five", "six"];
        let red = self.edges.iter().filter(|(tile, edges)| {
            edges.contains(&'R') && (**tile <= 14 || self.tiles.len() > 14 || self.bag.len() > 14)
        });
        let red = red.count();
        let all_laid = self.hands[0].is_empty() && self.bag.is_empty();
        let said = match self.book {
            Book::Race if self.out.len() + 1 >= self.hands.len() => {
                format!("{} wins by out", names[self.out[0]])
            }
            Book::Alone if all_laid && self.pile.is_empty() => "solved".into(),
            Book::WithHand if self.closed.is_some() => {
                (if self.closed == Some(red) { "solved" } else { "partial" }).into()
            }
            Book::Solitaire { closed } if all_laid => {
                let start = self.tiles.iter().find(|(_, tile)| self.edges[&tile.0].contains(&'R'));
                let track = self.red_track(*start.expect("a red tile").0);
                (if track == Some((red, closed)) { "solved" } else { "failed" }).into()
            }
            Book::WithHand if all_laid => "failed".into(),
            _ => return None,
        };
        Some(said)
    }

    /// The outcome of a position in which nobody can move.
    fn blocked(&self) -> String {
        if self.book != Book::Race {
            return "failed".into();
        }
        let names = ["one", "two", "three", "four", "five", "six"];
        if let Some(first) = self.out.first() {
            return format!("{} wins by out", names[*first]);
        }
        let fewest = self.hands.iter().map(Vec::len).min().expect("seats");
        let ahead: Vec<&str> =
            names.into_iter().zip(&self.hands).filter(|(_, hand)| hand.len() == fewest).map(|(n, _)| n).collect();
        match ahead.as_slice() {
            [one] => format!("{one} wins by blocked"),
            all if all.len() == self.hands.len() => "draw by blocked".into(),
            [firsts @ .., last] => format!("{} and {last} win by blocked", firsts.join(", ")),
            [] => unreachable!("somebody has the fewest"),
        }
    }

    /// The score of a race: everybody counts who comes in behind.
    fn score(&self) -> Vec<String> {
        let names = ["one", "two", "three", "four", "five", "six"];
        let rank = |seat: usize| match self.out.iter().position(|out| *out == seat) {
            Some(index) => index as i64 - 100,
            None => self.hands[seat].len() as i64,
        };
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"];
        let line = |seat: usize| {
            let behind = (0..self.hands.len()).filter(|other| rank(*other) > rank(seat)).count();
            let how = match (self.out.iter().position(|out| *out == seat), self.hands[seat].len()) {
                (Some(index), _) => format!("out {}", ordinals[index]),
                (None, 1) => "1 tile left".into(),
                (None, left) => format!("{left} tiles left"),
            };
            format!("{} {behind} {how}", names[seat])
        };
        (0..self.hands.len()).map(line).collect()
    }
}

fn book((game, sets): Mode) -> Book {
    match (game, sets.first()) {
        ("gobble", Some((_, "1"))) => Book::Alone,
        ("gobble", _) => Book::Race,
        ("solitaire", Some((_, goal))) => Book::Solitaire { closed: *goal == "loop" },
        _ => Book::WithHand,
    }
}

fn sorted(mut tiles: Vec<u16>) -> Vec<u16> {
    tiles.sort_unstable();
    tiles
}

/// One random game, held against the naive table at every move.
fn goes_along(mode: Mode, seed: u64) {
    let book = book(mode);
    let mut session = dealt(mode, seed);
    let mut naive = NaiveGobble::of(&session, book);
    let mut rng = Rng::new(seed);
    loop {
        let what = format!("{mode:?}, seed {seed}, after `{}`", session.moves().join(" "));
        let moves = common::moves(&mut session);
        assert_eq!(moves, naive.moves(), "{what}");
        if book == Book::Race {
            assert_eq!(score(&mut session), naive.score(), "{what}");
        }
        let expected = match moves.is_empty() {
            true => naive.outcome().unwrap_or_else(|| naive.blocked()),
            false => "open".into(),
        };
        assert_eq!(outcome(&mut session), expected, "{what}");
        if moves.is_empty() {
            break;
        }
        let text = &moves[rng.below(moves.len())];
        session.play(text).unwrap_or_else(|error| panic!("{what}, `{text}`: {error}"));
        naive.play(text);
        let shown = NaiveGobble::of(&session, book);
        if text == "take" {
            // Anywhere in the bag, and the rest in its order; then the next is drawn.
            let back = *naive.bag.last().expect("it went back");
            let together: Vec<u16> = [&shown.hands[0][..], &shown.bag].concat();
            let others = |tiles: &[u16]| -> Vec<u16> { tiles.iter().copied().filter(|tile| *tile != back).collect() };
            assert_eq!(others(&together), others(&naive.bag), "{what}, `{text}`");
            assert_eq!((together.len(), shown.hands[0].len()), (naive.bag.len(), 1), "{what}, `{text}`");
            (naive.hands, naive.bag) = (shown.hands.clone(), shown.bag.clone());
        }
        let hands = |naive: &NaiveGobble| -> Vec<Vec<u16>> { naive.hands.iter().cloned().map(sorted).collect() };
        assert_eq!((hands(&shown), &shown.bag), (hands(&naive), &naive.bag), "{what}, `{text}`");
    }
}

#[test]
fn random_games_go_as_at_a_table_without_shortcuts() {
    for mode in MODES {
        for seed in 0..common::scaled(3) as u64 {
            goes_along(mode, 5000 + seed);
        }
    }
}

#[test]
fn a_race_that_ends_with_the_first_out_has_no_other_places() {
    for seed in 0..10 {
        let sets = [("players", "4"), ("places", "false")];
        let mut session = dealt(("gobble", &sets), seed);
        let mut rng = Rng::new(seed);
        while let Some(text) = Some(common::moves(&mut session)).filter(|moves| !moves.is_empty()) {
            session.play(&text[rng.below(text.len())]).expect("it is listed");
        }
        let out = score(&mut session).iter().filter(|line| line.contains(" out ")).count();
        assert!(out <= 1, "{:?}", score(&mut session));
    }
}
