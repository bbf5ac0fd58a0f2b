//! Stacks taller than a machine word, compared across word widths and with a plain board.

use std::collections::BTreeMap;

use crate::common::{SettingPairs, Snapshot, random_player::RandomPlayer};
use houserule_core::geometry::Grid;
use houserule_core::mechanics::Seat;
use houserule_script::play::Session;

/// Naive board: the owners of the pieces on every square, and the letter of the top.
#[derive(Clone, PartialEq, Debug, Default)]
struct PlainBoard(BTreeMap<String, (String, String)>);

impl PlainBoard {
    /// The board of a session.
    fn of(session: &Session) -> PlainBoard {
        let board = session.game.board().view().stones().expect("Tak has stones");
        let plan = board.game();
        let mut plain = PlainBoard::default();
        for cell in plan.grid.cells() {
            let at = plan.grid.coord(cell);
            let stack = board.stack(at);
            assert_eq!(board.height(at) as usize, stack.len(), "the height of {}", Grid::name(at));
            assert_eq!(board.top(at), stack.last().copied(), "the top of {}", Grid::name(at));
            if let Some((top, under)) = stack.split_last() {
                let buried = under.iter().all(|stone| stone.kind == plan.place[0]);
                assert!(buried, "only flats are under other pieces at {}", Grid::name(at));
                let owners = stack.iter().map(|stone| stone.seat.number().to_string()).collect();
                let letter = plan.pieces[top.kind].letter.to_string();
                plain.0.insert(Grid::name(at), (owners, letter));
            }
        }
        plain
    }

    fn place(&mut self, text: &str, owner: char) {
        let (letter, square) = text.split_at(text.len() - text.trim_start_matches(['S', 'C']).len());
        let letter = if letter.is_empty() { "F" } else { letter };
        self.0.insert(square.into(), (owner.into(), letter.into()));
    }

    fn spread(&mut self, text: &str) {
        let turn = text.find(['<', '>', '+', '-']).expect("a spread has a direction");
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let count: usize = text[..digits].parse().unwrap_or(1);
        let (column, row) = text[digits..turn].split_at(1);
        let mut place = (column.as_bytes()[0], row.parse::<u8>().expect("a row is a number"));
        let drops: Vec<usize> = match text[turn + 1..].trim_end_matches('*') {
            "" => vec![count],
            drops => drops.bytes().map(|digit| usize::from(digit - b'0')).collect(),
        };
        let origin = format!("{column}{row}");
        let (mut owners, letter) = self.0.remove(&origin).expect("a spread has an origin");
        let mut carried_pieces = owners.split_off(owners.len() - count);
        if !owners.is_empty() {
            self.0.insert(origin, (owners, "F".into()));
        }
        for drop in drops {
            match &text[turn..=turn] {
                "<" => place.0 -= 1,
                ">" => place.0 += 1,
                "+" => place.1 += 1,
                _ => place.1 -= 1,
            }
            let rest = carried_pieces.split_off(drop);
            let square = format!("{}{}", place.0 as char, place.1);
            let (owners, top) = self.0.entry(square).or_default();
            owners.push_str(&carried_pieces);
            *top = if rest.is_empty() { letter.clone() } else { "F".into() };
            carried_pieces = rest;
        }
    }
}

/// Plays random moves on both boards, then undoes them.
fn assert_plays_like_plain_board(session: &mut Session, seed: u64, plies: usize) {
    let mut player = RandomPlayer::new(seed);
    let before = Snapshot::of(session);
    let mut history = vec![PlainBoard::of(session)];
    for _ in 0..plies {
        let moves = crate::common::moves(session);
        if moves.is_empty() {
            break;
        }
        assert_eq!(session.game.board().fork().count_moves(), moves.len() as u64);
        let text = player.choose(&moves);
        let mut plain = history.last().cloned().unwrap_or_default();
        if text.contains(['<', '>', '+', '-']) {
            plain.spread(&text);
        } else {
            let owner =
                ['1', '2'][session.game.board().view().stones().expect("Tak has stones").placement_owner().index()];
            plain.place(&text, owner);
        }
        session.play(&text).unwrap_or_else(|error| panic!("`{text}` is listed: {error}"));
        assert_eq!(PlainBoard::of(session), plain, "after {:?}", session.moves());
        history.push(plain);
    }
    while let Some(plain) = history.pop() {
        assert_eq!(PlainBoard::of(session), plain, "undone to {:?}", session.moves());
        session.undo();
    }
    assert_eq!(Snapshot::of(session), before);
}

/// Builds a stack at a1 by legal moves from a2 and b1: `flats_each` flats of each seat, with white's capstone on top.
fn build_tower(size: &str, flats_each: usize) -> Session {
    let mut session = crate::common::start("tak", &[("size", size)]);
    let mut play = |line: &str| {
        for text in line.split(' ') {
            session.play(text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        }
    };
    // In the opening each seat places a flat of the other.
    play("b1 a2 a2- b1<");
    for _ in 1..flats_each {
        play("a2 b1 a2- b1<");
    }
    play("Ca2 Cb1 a2-");
    session
}

/// Number of spreads of up to `carry` pieces from a corner over up to `max_squares` free squares in one direction.
fn count_corner_spreads(carry: u32, max_squares: u32) -> usize {
    let ways = |pieces: u32, squares: u32| -> usize {
        // Compositions of `pieces` into `squares` parts.
        let cut = |n: u32, k: u32| (0..k).fold(1usize, |all, i| all * (n - i) as usize / (i + 1) as usize);
        if squares > pieces { 0 } else { cut(pieces - 1, squares - 1) }
    };
    (1..=carry).map(|pieces| (1..=max_squares).map(|squares| ways(pieces, squares)).sum::<usize>()).sum()
}

fn assert_full_tower_works(size: &str, flats_each: usize) {
    let side: u32 = size.parse().expect("a size is a number");
    let mut session = build_tower(size, flats_each);
    let tower = format!("{}1C", "12".repeat(flats_each));
    let empty_rows = format!("x{side}/").repeat(side as usize - 1);
    let built = format!("{empty_rows}{tower},2C,x{} 2 {}", side - 2, 2 * flats_each + 2);
    assert_eq!(session.position(), built);
    assert_eq!(crate::common::result(&mut session), "open", "both seats still hold capstones");

    let again = crate::common::open("tak", &[], Some(&built), "");
    assert_eq!(PlainBoard::of(&again), PlainBoard::of(&session));

    // Black moves away, and the stack can spread up and right.
    session.play("b1+").expect("black's capstone moves");
    let before = Snapshot::of(&mut session);
    let from_tower = before.moves.iter().filter(|text| text.contains("a1")).count();
    assert_eq!(from_tower, 2 * count_corner_spreads(side, side - 1), "spreads of the tower at a1");
    let carried = &tower[tower.len() - 1 - side as usize..];
    let drops = format!("{}2", "1".repeat(side as usize - 2));
    session.play(&format!("{side}a1+{drops}")).expect("the tower leaves its top on the column");
    let dropped_singly: Vec<&str> = carried[..side as usize - 2].split("").filter(|one| !one.is_empty()).collect();
    let remaining = &tower[..tower.len() - 1 - side as usize];
    let mut expected = PlainBoard::default();
    expected.0.insert("a1".into(), (remaining.into(), "F".into()));
    expected.0.insert("b2".into(), ("2".into(), "C".into()));
    for (row, single) in (2..).zip(dropped_singly) {
        expected.0.insert(format!("a{row}"), (single.into(), "F".into()));
    }
    let top = carried[side as usize - 2..].trim_end_matches('C');
    expected.0.insert(format!("a{side}"), (top.into(), "C".into()));
    assert_eq!(PlainBoard::of(&session), expected);
    session.undo();
    assert_eq!(Snapshot::of(&mut session), before);

    for seed in 0..8 {
        let mut session = crate::common::open("tak", &[], Some(&built), "");
        assert_plays_like_plain_board(&mut session, seed, 120);
    }
    while session.undo().is_some() {}
    assert_eq!(Snapshot::of(&mut session), Snapshot::of(&mut crate::common::start("tak", &[("size", size)])));
}

#[test]
fn a_stack_of_81_works_on_7x7() {
    assert_full_tower_works("7", 40);
}

#[test]
fn a_stack_of_101_works_on_8x8() {
    assert_full_tower_works("8", 50);
}

#[test]
fn tall_stacks_work_on_big_boards_with_large_reserves() {
    let wide: SettingPairs = &[("flats1", "250"), ("flats2", "250"), ("caps1", "3"), ("caps2", "3")];
    let full = "12".repeat(249);
    let cases = [
        ("tak+big", &[] as SettingPairs, 9, "12".repeat(59)),
        ("tak+big", &[], 11, "2211".repeat(44)),
        ("tak+big", &[], 12, "112".repeat(52)),
        ("tak+handicap", wide, 5, full.clone()),
        ("tak+handicap", wide, 8, full.clone()),
        ("tak+big+handicap", wide, 12, full),
    ];
    for (game, settings, side, tower) in cases {
        let (row, rows) = (format!("x{side}"), side / 2);
        let above = format!("{row}/").repeat(rows);
        let below = format!("/{row}").repeat(side - 1 - rows);
        for (number, top) in ["1C 1", "2C 2", "1 1", "2S 2"].iter().enumerate() {
            let (top, seat) = top.split_once(' ').expect("a top and a seat");
            let position = format!("{above}x2,{tower}{top},x{}{below} {seat} 300", side - 3);
            let mut session = crate::common::open(game, settings, Some(&position), "");
            assert_eq!(session.position(), position);
            assert_plays_like_plain_board(&mut session, number as u64, 60);
        }
    }
}

/// Plays one game under rules that differ only in reserves that are never used up: only the word width of the stacks
/// differs.
fn assert_same_game_in_every_width(rule_sets: &[(&str, SettingPairs)], seed: u64) {
    let mut sessions: Vec<Session> =
        rule_sets.iter().map(|(game, settings)| crate::common::start(game, settings)).collect();
    let pieces = |session: &Session| -> u32 {
        let game = session.plan().mechanic.stone_game().expect("Tak has stones");
        Seat::all(2).map(|seat| game.reserve.total(seat)).sum()
    };
    let totals: Vec<u32> = sessions.iter().map(pieces).collect();
    assert!(totals.is_sorted_by(|a, b| a < b), "every set of rules has taller towers: {totals:?}");
    let mut player = RandomPlayer::new(seed);
    loop {
        // The games differ once the smallest reserve is used up.
        let board = sessions[0].game.board().view().stones().expect("Tak has stones");
        let kinds = board.game().place.clone();
        if Seat::all(2).any(|seat| kinds.iter().any(|&kind| board.reserve_of(seat, kind) == 0)) {
            return;
        }
        let states: Vec<_> = sessions
            .iter_mut()
            .map(|session| (crate::common::moves(session), crate::common::result(session), session.position()))
            .collect();
        for (other, (game, settings)) in states.iter().zip(rule_sets) {
            assert_eq!(other, &states[0], "{game} {settings:?} after {:?}", sessions[0].moves());
        }
        let moves = &states[0].0;
        if moves.is_empty() {
            return;
        }
        let text = player.choose(moves);
        for session in &mut sessions {
            session.play(&text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
        }
    }
}

#[test]
fn every_word_width_plays_the_same_game() {
    const fn reserves<'a>(size: &'a str, flats: &'a str) -> [(&'a str, &'a str); 5] {
        [("size", size), ("flats1", flats), ("flats2", flats), ("caps1", "3"), ("caps2", "3")]
    }
    let five = ["29", "40", "100", "250"].map(|flats| reserves("5", flats));
    let five: Vec<(&str, SettingPairs)> =
        five.iter().map(|settings| ("tak+handicap", settings as SettingPairs)).collect();
    let nine = ["60", "100", "250"].map(|flats| reserves("9", flats));
    let nine: Vec<(&str, SettingPairs)> =
        nine.iter().map(|settings| ("tak+big+handicap", settings as SettingPairs)).collect();
    for seed in 0..40 {
        assert_same_game_in_every_width(&five, seed);
    }
    for seed in 0..6 {
        assert_same_game_in_every_width(&nine, seed);
    }
}
