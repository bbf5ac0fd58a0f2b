//! Stacks on hexagons.

use std::collections::BTreeSet;

use crate::common::random_player::RandomPlayer;
use crate::common::script_dir::ScriptDir;
use crate::common::test_dir::TestDir;
use crate::common::{Snapshot, drop_patterns, moves, open, outcome, scaled, start, strip_colours};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{Seat, StoneBoard};
use houserule_script::play::Session;

const GAME: &str = "hex-stones";

/// Directions of spreads, as moves write them.
const SIGNS: [(char, i32, i32); 6] = [('<', -1, 0), ('>', 1, 0), ('+', 0, 1), ('-', 0, -1), ('^', -1, 1), ('_', 1, -1)];

fn sized(size: i32) -> Session {
    start(GAME, &[("size", &size.to_string())])
}

fn stone_board(session: &Session) -> &dyn StoneBoard {
    session.game.board().view().stones().expect("a game of stones")
}

/// Whether a seat has a road, computed without the geometry of the board.
fn has_road(session: &Session, seat: Seat) -> bool {
    let (board, size) = (stone_board(session), stone_board(session).game().grid.width as i32);
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
fn random_games_end_and_undo_exactly() {
    let mut results = BTreeSet::new();
    // The last two sizes need more than one and two words.
    for (size, games) in [(2, 4), (3, 10), (4, 10), (5, 6), (9, 1), (12, 1)] {
        for seed in 0..scaled(games) as u64 {
            let (mut session, mut player) = (sized(size), RandomPlayer::new(seed));
            let mut history = vec![(session.game.position_hash(), session.position())];
            loop {
                let listed = moves(&mut session);
                if listed.is_empty() {
                    break;
                }
                let roads = [0, 1].map(Seat::new).map(|seat| has_road(&session, seat));
                assert_eq!(roads, [false; 2], "{} is not over", session.position());
                session.play(&player.choose(&listed)).expect("a listed move is accepted");
                history.push((session.game.position_hash(), session.position()));
            }
            let (result, roads) = (outcome(&mut session), [0, 1].map(Seat::new).map(|seat| has_road(&session, seat)));
            assert_eq!(result.ends_with("by road"), roads.contains(&true), "{}: {result}", session.position());
            assert_ne!(result, "open", "{}", session.position());
            results.insert(result);
            while let Some((key, position)) = history.pop() {
                assert_eq!((session.game.position_hash(), session.position()), (key, position));
                session.undo();
            }
        }
    }
    for result in ["white wins by road", "black wins by road", "white wins by flats", "black wins by flats"] {
        assert!(results.contains(result), "no game ended so: {result}");
    }
}

#[test]
fn listed_moves_are_parsed_as_written() {
    let mut signs = BTreeSet::new();
    for seed in 0..60 {
        let (mut session, mut player) = (sized(3 + seed as i32 % 3), RandomPlayer::new(seed));
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
fn positions_are_parsed_as_written() {
    for seed in 0..40 {
        let size = 3 + seed as i32 % 3;
        let (mut session, mut player) = (sized(size), RandomPlayer::new(seed));
        player.play(&mut session, 4 + seed as usize);
        let mut copy = open(GAME, &[], Some(&session.position()), "");
        assert_eq!(Snapshot::of(&mut copy), Snapshot::of(&mut session));
    }
}

/// Every move text for a board with one more row and column, and one more piece than may be carried.
fn all_move_texts(size: u8, carry: u32) -> Vec<String> {
    let mut texts = Vec::new();
    for cell in (0..=size).flat_map(|x| (1..=size + 1).map(move |y| format!("{}{y}", (b'a' + x) as char))) {
        texts.extend(["", "S", "C"].map(|piece| format!("{piece}{cell}")));
        for (sign, ..) in SIGNS {
            for taken in 1..=carry + 1 {
                for pattern in drop_patterns(taken) {
                    let drops: String = pattern.iter().map(u32::to_string).collect();
                    texts.extend(["", "*"].map(|star| format!("{taken}{cell}{sign}{drops}{star}")));
                }
            }
        }
    }
    texts
}

#[test]
fn why_accepts_exactly_the_listed_moves() {
    for (size, seeds) in [(2, 4), (3, 6)] {
        let texts = all_move_texts(size, size as u32);
        for seed in 0..scaled(seeds) as u64 {
            let (mut session, mut player) = (sized(size as i32), RandomPlayer::new(seed));
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
fn roads_connect_over_hexagon_edges_only() {
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
fn spreads_and_crushes_work_in_the_diagonal_directions() {
    let mut session = open(GAME, &[], Some("x4/2S,x3/x4/x2,121C,x 1 8"), "3c1^21*");
    assert_eq!(session.position(), "x4/21C,x3/x,12,x2/x4 2 8");
    session.undo();
    assert_eq!(session.position(), "x4/2S,x3/x4/x2,121C,x 1 8");
    let mut session = open(GAME, &[], Some("112,x3/x4/x4/x4 2 8"), "3a4_111");
    assert_eq!(session.position(), "x4/x,1,x2/x2,1,x/x3,2 1 9");
    let error = session.play("d1_").expect_err("there is nothing down there").to_string();
    assert!(error.contains("off-board"), "{error}");
}

#[test]
fn rows_are_slanted_in_the_picture() {
    let mut session = open(GAME, &[], Some("x4/2S,x3/x,12,x2/x2,121C,x 1 8"), "");
    let picture = houserule_app::render::board(&mut session.game);
    let plain = strip_colours(&picture);
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
fn the_diagonal_directions_are_explained_on_hexagons_only() {
    let syntax_error = |session: &mut Session| session.play("nonsense").expect_err("no move").to_string();
    assert!(syntax_error(&mut sized(4)).contains("`^` goes up to the left"));
    let mut square = start("tak", &[]);
    assert!(!syntax_error(&mut square).contains('^'));
    assert!(square.read("a1^").is_err() && square.read("a1_").is_err());
}

#[test]
fn the_file_passes_check_and_variants_can_change_its_board() {
    let dir = TestDir::with("hex-stones.lua", include_str!("../../data/hex-stones.lua"));
    let output = dir.run(["check", "hex-stones.lua"]);
    assert!(output.code == 0 && output.stdout.starts_with("hex-stones.lua: ok ("), "{output:?}");

    let scripts = ScriptDir::new();
    scripts.variant("hexagons", "board = hex_rhombus(5)");
    let mut session = scripts.open_with("tak+hexagons", &[], Some("1,x4/x,1,x3/x2,1,x2/2,2,x,1,x/x5 1 9"), "e1");
    assert_eq!(outcome(&mut session), "white wins by road");
    // Cells with six sides have no diagonal roads.
    let mut session =
        scripts.open_with("tak+hexagons+diagonal-roads", &[], Some("x4,2/x3,1,x/x2,1,x2/x,1,x3/x5 1 9"), "a1");
    assert_eq!(outcome(&mut session), "open");
}

#[test]
fn rows_of_squares_can_be_numbered_from_the_top() {
    let scripts = ScriptDir::new();
    scripts.variant("from-top", "board = square { rows = 'downwards' }");
    let mut session = scripts.open("tak+from-top", "a1 c3");
    let picture = strip_colours(&houserule_app::render::board(&mut session.game));
    let rows: Vec<&str> = picture.lines().take(4).map(str::trim_end).collect();
    assert_eq!(rows, ["    a  b  c", "1   b  .  .", "2   .  .  .", "3   .  .  w"]);
    assert!(session.ruleset.rules_text().to_string().contains("3 by 3 squares, with row 1 at the top"));
    // Names and directions of moves stay as on other boards.
    let usual = scripts.open("tak", "a1 c3");
    assert_eq!(session.position(), usual.position());
    session.play("b2").expect("legal");
    session.play("b3").expect("legal");
    session.play("b2+").expect("`+` leads to the next row");
    assert_eq!(session.position(), "x,21,1/x3/2,x2 2 3");
    let hash = |game: &str| scripts.load(game, &[]).plan.hash.clone();
    assert_ne!(hash("tak+from-top"), hash("tak"));
}
