//! Stacks on hexagons.

use std::collections::BTreeSet;

use crate::common::desk::Desk;
use crate::common::shelf::{Shelf, outcome};
use crate::common::walk::Player;
use crate::common::{Snapshot, moves, open, start};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{Seat, StoneBoard};
use houserule_script::play::Session;

const GAME: &str = "hex-stones";

/// The six ways to go, as moves write them.
const SIGNS: [(char, i32, i32); 6] = [('<', -1, 0), ('>', 1, 0), ('+', 0, 1), ('-', 0, -1), ('^', -1, 1), ('_', 1, -1)];

fn sized(size: i32) -> Session {
    start(GAME, &[("size", &size.to_string())])
}

fn stones(session: &Session) -> &dyn StoneBoard {
    session.game.board().view().stones().expect("a game of stones")
}

/// Whether a seat's road pieces join two opposite sides, found without any of the board's own geometry.
fn has_road(session: &Session, seat: Seat) -> bool {
    let (board, size) = (stones(session), stones(session).game().grid.width as i32);
    let is_road = |at: &(i32, i32)| {
        let top = board.top(Coord { x: at.0, y: at.1 });
        top.is_some_and(|top| top.seat == seat && board.game().pieces[top.kind].road)
    };
    let cells = || (0..size).flat_map(|x| (0..size).map(move |y| (x, y))).filter(is_road);
    let joins = |along: fn(&(i32, i32)) -> i32| {
        let mut reached: Vec<(i32, i32)> = cells().filter(|at| along(at) == 0).collect();
        let mut index = 0;
        while let Some(&(x, y)) = reached.get(index) {
            index += 1;
            let next = SIGNS.map(|(_, dx, dy)| (x + dx, y + dy));
            let new: Vec<_> = cells().filter(|at| next.contains(at) && !reached.contains(at)).collect();
            reached.extend(new);
        }
        reached.iter().any(|at| along(at) == size - 1)
    };
    joins(|at| at.0) || joins(|at| at.1)
}

#[test]
fn random_games_end_and_are_taken_back_exactly() {
    let mut ends = BTreeSet::new();
    // The last two are too wide for one word and for two.
    for (size, games) in [(2, 40), (3, 100), (4, 100), (5, 60), (9, 6), (12, 3)] {
        for seed in 0..games {
            let (mut session, mut player) = (sized(size), Player::new(seed));
            let mut past = vec![(session.game.position_hash(), session.position())];
            loop {
                let listed = moves(&mut session);
                if listed.is_empty() {
                    break;
                }
                let roads = [0, 1].map(Seat::new).map(|seat| has_road(&session, seat));
                assert_eq!(roads, [false; 2], "{} goes on", session.position());
                session.play(&player.choose(&listed)).expect("a listed move is accepted");
                past.push((session.game.position_hash(), session.position()));
            }
            let (ended, roads) = (outcome(&mut session), [0, 1].map(Seat::new).map(|seat| has_road(&session, seat)));
            assert_eq!(ended.ends_with("by road"), roads.contains(&true), "{}: {ended}", session.position());
            assert_ne!(ended, "open", "{}", session.position());
            ends.insert(ended);
            while let Some((key, position)) = past.pop() {
                assert_eq!((session.game.position_hash(), session.position()), (key, position));
                session.undo();
            }
        }
    }
    for end in ["white wins by road", "black wins by road", "white wins by flats", "black wins by flats"] {
        assert!(ends.contains(end), "no game ended so: {end}");
    }
}

#[test]
fn every_listed_move_is_read_as_it_is_written() {
    let mut signs = BTreeSet::new();
    for seed in 0..60 {
        let (mut session, mut player) = (sized(3 + seed as i32 % 3), Player::new(seed));
        for _ in 0..40 {
            let listed = moves(&mut session);
            for text in &listed {
                let action = session.read(text).expect("a written move can be read");
                assert_eq!(session.notation().write_move(&action, session.game.board()), *text);
                signs.extend(text.chars().filter(|sign| SIGNS.iter().any(|(known, ..)| known == sign)));
            }
            if listed.is_empty() {
                break;
            }
            session.play(&player.choose(&listed)).expect("a listed move is accepted");
        }
    }
    assert_eq!(signs.into_iter().collect::<String>(), "+-<>^_", "spreads go six ways");
}

#[test]
fn a_position_is_read_as_it_is_written() {
    for seed in 0..40 {
        let size = 3 + seed as i32 % 3;
        let (mut session, mut player) = (sized(size), Player::new(seed));
        player.play(&mut session, 4 + seed as usize);
        let mut copy = open(GAME, &[], Some(&session.position()), "");
        assert_eq!(Snapshot::of(&mut copy), Snapshot::of(&mut session));
    }
}

/// Every way to drop `pieces` along a line, as digits.
fn ways_to_drop(pieces: u32) -> Vec<String> {
    let mut ways = vec![pieces.to_string()];
    for first in 1..pieces {
        ways.extend(ways_to_drop(pieces - first).into_iter().map(|way| format!("{first}{way}")));
    }
    ways
}

/// Everything that can be written for a board and one row and column more, and one piece more than may be carried.
fn everything(size: u8, carry: u32) -> Vec<String> {
    let mut texts = Vec::new();
    for cell in (0..=size).flat_map(|x| (1..=size + 1).map(move |y| format!("{}{y}", (b'a' + x) as char))) {
        texts.extend(["", "S", "C"].map(|piece| format!("{piece}{cell}")));
        for (sign, ..) in SIGNS {
            for taken in 1..=carry + 1 {
                for way in ways_to_drop(taken) {
                    texts.extend(["", "*"].map(|star| format!("{taken}{cell}{sign}{way}{star}")));
                }
            }
        }
    }
    texts
}

#[test]
fn why_is_silent_about_exactly_the_listed_moves() {
    for (size, seeds) in [(2, 40), (3, 60)] {
        let texts = everything(size, size as u32);
        for seed in 0..seeds {
            let (mut session, mut player) = (sized(size as i32), Player::new(seed));
            player.play(&mut session, seed as usize % 30);
            let listed: BTreeSet<String> = moves(&mut session).into_iter().collect();
            let mut legal = BTreeSet::new();
            for text in &texts {
                let action = session.read(text).expect("it is a move, if not a legal one");
                let judged = session.game.judge(action).expect("no script fails");
                if judged.legal_move().is_some() {
                    legal.insert(session.notation().write_move(&judged.action, session.game.board()));
                }
            }
            assert_eq!(legal, listed, "{}", session.position());
        }
    }
}

#[test]
fn a_road_goes_over_edges_of_hexagons_only() {
    // The short diagonal: a4, b3, c2 and d1 touch.
    let mut session = open(GAME, &[], Some("1,x3/x,1,x2/x2,1,x/2,2,x,x 1 5"), "");
    assert_eq!(outcome(&mut session), "open");
    session.play("d1").expect("an empty cell");
    assert_eq!(outcome(&mut session), "white wins by road");
    // The long one: b2 touches neither a1 nor c3.
    let mut session = open(GAME, &[], Some("x3,1/x2,1,x/x,1,x2/x,2,2,x 1 5"), "a1");
    assert_eq!(outcome(&mut session), "open");
}

#[test]
fn stacks_are_spread_and_walls_crushed_in_the_two_further_directions() {
    let mut session = open(GAME, &[], Some("x4/2S,x3/x4/x2,121C,x 1 8"), "3c1^21*");
    assert_eq!(session.position(), "x4/21C,x3/x,12,x2/x4 2 8");
    session.undo();
    assert_eq!(session.position(), "x4/2S,x3/x4/x2,121C,x 1 8");
    let mut session = open(GAME, &[], Some("112,x3/x4/x4/x4 2 8"), "3a4_111");
    assert_eq!(session.position(), "x4/x,1,x2/x2,1,x/x3,2 1 9");
    let told = session.play("d1_").expect_err("there is nothing down there").to_string();
    assert!(told.contains("off-board"), "{told}");
}

#[test]
fn rows_lean_in_the_picture() {
    let mut session = open(GAME, &[], Some("x4/2S,x3/x,12,x2/x2,121C,x 1 8"), "");
    let picture = houserule_app::render::board(&mut session.game);
    let plain = anstream::adapter::strip_str(&picture).to_string();
    let expected = "
         4      .     .     .     .
      3     bS     .     .     .
   2      .    wb     .     .
1      .     .  wbwC     .
       a     b     c     d
";
    assert!(plain.starts_with(expected.trim_start_matches('\n')), "{plain}");
}

#[test]
fn the_further_directions_are_told_where_there_are_some() {
    let told = |session: &mut Session| session.play("nonsense").expect_err("no move").to_string();
    assert!(told(&mut sized(4)).contains("`^` goes up to the left"));
    let mut square = start("tak", &[]);
    assert!(!told(&mut square).contains('^'));
    assert!(square.read("a1^").is_err() && square.read("a1_").is_err());
}

#[test]
fn the_file_is_faultless_and_a_variant_can_change_the_board_alone() {
    let desk = Desk::with("hex-stones.lua", include_str!("../../data/hex-stones.lua"));
    let said = desk.run(["check", "hex-stones.lua"]);
    assert!(said.code == 0 && said.out.starts_with("hex-stones.lua: ok ("), "{said:?}");

    let shelf = Shelf::new();
    shelf.variant("hexagons", "board = hex_rhombus(5)");
    let mut session = shelf.open_with("tak+hexagons", &[], Some("1,x4/x,1,x3/x2,1,x2/2,2,x,1,x/x5 1 9"), "e1");
    assert_eq!(outcome(&mut session), "white wins by road");
    // Corners do not count twice where cells have six sides.
    let mut session =
        shelf.open_with("tak+hexagons+diagonal-roads", &[], Some("x4,2/x3,1,x/x2,1,x2/x,1,x3/x5 1 9"), "a1");
    assert_eq!(outcome(&mut session), "open");
}
