//! Turns of several moves, on boards of stones and of tiles; and what cannot wait in them.

use std::collections::BTreeMap;

use crate::common::shelf::{Shelf, outcome, pairs, why};
use crate::common::walk::Player;
use crate::common::{Snapshot, moves, open, start};
use houserule_core::mechanics::{Seat, Team};
use houserule_script::game::Game;
use houserule_script::play::Session;

/// After one move of the first turn, everybody has two.
const TWO: &str = "turn = { steps { 'free', 'free', first = 1 } }";

/// Who moves, the number of the round, and the step of the turn.
fn now(session: &Session) -> (usize, u32, u8) {
    let clock = session.game.board().turn_state();
    (clock.seat.index(), clock.round(session.plan().names.seats.len()), clock.step)
}

#[test]
fn a_turn_goes_on_until_its_last_step() {
    for (game, written) in [("connect6", "h8 a1 a2 b1 b2 c1"), ("hex+two-stones", "a1 b1 b2 c1 c2 d1")] {
        let mut session = start(game, &[]);
        let mut seen = vec![now(&session)];
        for text in written.split(' ') {
            session.play(text).expect("a legal move");
            seen.push(now(&session));
        }
        let expected = [(0, 1, 1), (1, 1, 0), (1, 1, 1), (0, 2, 0), (0, 2, 1), (1, 2, 0), (1, 2, 1)];
        assert_eq!(seen, expected, "{game}");
        assert_eq!(session.undo_turn().len(), 1, "the turn had begun");
        assert_eq!(session.undo_turn().len(), 2, "a whole turn is taken back");
        assert_eq!(now(&session), (0, 2, 0));
        assert_eq!(session.redo_turn().expect("it can be played again").len(), 2);
        assert_eq!(now(&session), (1, 2, 0));
    }
}

#[test]
fn tiles_have_the_same_turns() {
    let shelf = Shelf::new();
    shelf.write("two", &format!("return variant 'two' {{ base = 'trax', rules = {{ {TWO} }} }}"));
    let mut session = shelf.open_with("trax+two", &[], None, "");
    let mut seats = Vec::new();
    let mut player = Player::new(3);
    while seats.len() < 7 {
        seats.push(session.game.seat());
        let listed = moves(&mut session);
        session.play(&player.choose(&listed)).expect("a listed move is accepted");
    }
    assert_eq!(seats, [0, 1, 1, 0, 0, 1, 1].map(Seat::new));
}

#[test]
fn a_position_in_the_middle_of_a_turn_tells_so() {
    for seed in 0..20 {
        let mut session = start("connect6", &[("size", "7")]);
        Player::new(seed).play(&mut session, seed as usize);
        let mut copy = open("connect6", &[("size", "7")], Some(&session.position()), "");
        assert_eq!(Snapshot::of(&mut copy), Snapshot::of(&mut session));
        assert_eq!(copy.game.board().turn_state(), session.game.board().turn_state());
    }
    // White has uncovered a road of black's and made one of its own: it was white that moved.
    let mut session = open("tak+two-moves", &[], Some("x,1,2/x2,21/x,1,2 1 5"), "c2<");
    assert_eq!(session.position(), "x,1,2/x,1,2/x,1,2 1 5 2");
    let mut copy = open("tak+two-moves", &[], Some(&session.position()), "");
    assert_eq!([outcome(&mut session), outcome(&mut copy)], ["white wins by road"; 2]);
    let session = open("connect6", &[("size", "6")], None, "a1 b1");
    assert_eq!(session.position(), "x6/x6/x6/x6/x6/1,2,x4 2 1 2");
    let refused = |game: &str, position: &str| {
        let opened = crate::common::table().open(game, &pairs(&[]), Some(position), &[]);
        opened.err().map(|error| error.to_string()).unwrap_or_default()
    };
    for (game, position, says) in [
        ("connect6", "x6/x6/x6/x6/x6/1,2,x4 2 1 3", "`3` is no move of a turn; it is a number from 1 to 2"),
        ("tak", "x5/x5/x5/x5/x5 1 1 1", "is not a position"),
    ] {
        let said = refused(game, position);
        assert!(said.contains(says), "{position}: {said}");
    }
}

#[test]
fn a_file_has_every_turn_in_its_round() {
    let mut session = open("connect6", &[], None, "h8 a1 a2 b1 b2 c1 c2 d1");
    let text = session.to_file("game.ptn").expect("a file");
    assert!(text.contains("1. h8 a1 a2\n2. b1 b2 c1 c2\n3. d1\n"), "{text}");
}

#[test]
fn sides_are_not_changed_in_the_middle_of_a_turn() {
    let mut session = open("hex+two-stones", &[("size", "5")], None, "c3");
    assert!(moves(&mut session).contains(&"swap".to_string()));
    session.play("a1").expect("a legal move");
    assert!(!moves(&mut session).contains(&"swap".to_string()));
    assert_eq!(
        why(&mut session, "swap"),
        ["swap: the sides are changed before the first move of blue or not at all [hex.lua:12]"]
    );
}

#[test]
fn scripts_follow_the_turns() {
    let shelf = Shelf::new();
    shelf.variant("two", TWO);
    shelf.hook("after", "after_move", "if move.text == 'a2' then return skip {} end");
    shelf.variant("stays", "hooks = { next = function(view, base) return 'white' end }");
    let mut session = shelf.open("tak+two+after", "c3 a1");
    assert_eq!(now(&session), (1, 1, 1));
    session.play("a2").expect("a legal move");
    assert_eq!(now(&session), (1, 2, 0), "white is passed over, and black's turn is a new one");
    let session = shelf.open("tak+two+after", "c3 a2");
    assert_eq!(now(&session), (0, 2, 0), "what is left of black's own turn goes by");
    let mut session = shelf.open("tak+two+stays", "c3");
    for (text, then) in [("a1", (0, 1, 1)), ("a2", (0, 2, 0)), ("b2", (0, 2, 1))] {
        session.play(text).expect("a legal move");
        assert_eq!(now(&session), then, "white goes on, for its turn was over when the script was asked");
        let copy = shelf.open_with("tak+two+stays", &[], Some(&session.position()), "");
        assert_eq!(now(&copy), then, "{}", session.position());
    }
}

#[test]
fn steps_that_make_no_turn_are_told() {
    let shelf = Shelf::new();
    let many = format!("turn = {{ steps {{ {} first = 1 }} }}", "'free', ".repeat(256));
    for (name, rules, says) in [
        ("owed", "turn = { steps { 'fill', 'free' } }", "pieces are never owed; leave out the steps `fill`"),
        ("many", many.as_str(), "a turn has 16 steps at most, not 256"),
        ("less", "turn = { steps { 'free', first = 5 } }", "a turn has 1 step, and the first one cannot have 5"),
        ("none", "turn = { steps { 'fill' } }", "a turn needs a step `free`"),
    ] {
        shelf.variant(name, rules);
        let said = shelf.refused(&format!("tak+{name}"), &[]);
        assert!(said.contains(says), "{name}: {said}");
    }
    shelf.write("late", "return variant 'late' { base = 'tantrix', rules = { turn = { steps { first = 1 } } } }");
    let said = shelf.refused("tantrix+late", &[]);
    assert!(said.contains("the first turn needs a step `free`, too; raise `first`"), "{said}");
}

/// What a position is worth to the side of seat 0, when both make the best of the moves they look at.
fn worth(game: &mut Game, looks_at_all: bool, known: &mut BTreeMap<u64, i32>) -> i32 {
    let key = game.position_hash();
    if let Some(worth) = known.get(&key) {
        return *worth;
    }
    let worth = match game.outcome().expect("no script fails") {
        Some(outcome) => match outcome.winner() {
            Some(Team::FIRST) => 1,
            Some(_) => -1,
            None => 0,
        },
        None => {
            let moves = if looks_at_all { game.legal_moves() } else { game.search_moves() };
            let first = game.seat() == Seat::FIRST;
            let worths: Vec<i32> = moves
                .expect("no script fails")
                .into_iter()
                .map(|mv| {
                    game.play(mv).expect("no script fails");
                    let worth = worth(game, looks_at_all, known);
                    game.undo();
                    worth
                })
                .collect();
            let best = if first { worths.iter().max() } else { worths.iter().min() };
            *best.expect("a game that is open has moves")
        }
    };
    known.insert(key, worth);
    worth
}

/// Rows on a board of sixteen cells; a seat has so many stones.
fn rows(stones: u32, rules: &str) -> Shelf {
    let shelf = Shelf::new();
    let text = format!(
        "return game 'rows' {{ rules = {{ seats = {{ 'black', 'white' }}, board = square(4),
           pieces = {{ stone = {{ letter = 'S' }} }}, reserve = {{ stone = {stones} }},
           moves = {{ place {{ 'stone' }} }}, {rules} }} }}"
    );
    shelf.write("rows", &text);
    shelf
}

#[test]
fn who_leaves_out_what_can_wait_misses_nothing() {
    const THREE: &str = "turn = { steps { 'free', 'free', 'free' } }";
    let (mut fewer, mut worths) = (0, BTreeMap::new());
    for (stones, finish, turn) in [
        (8, "in_a_row { count = 3 }, stuck {}", ""),
        (8, "in_a_row { count = 4 }, stuck {}", ""),
        (8, "in_a_row { count = 3 }, stuck {}", TWO),
        (8, "in_a_row { count = 4 }, stuck { result = 'loss' }", TWO),
        (6, "in_a_row { count = 4 }, stuck { result = 'win' }", TWO),
        (5, "in_a_row { count = 4 }, stuck { result = 'loss' }", THREE),
        (8, "in_a_row { count = 4 }, in_a_row { id = 'three', count = 3 }, stuck {}", TWO),
    ] {
        let shelf = rows(stones, &format!("finish = {{ {finish} }}, {turn}"));
        for seed in 0..40 {
            let mut session = shelf.open_with("rows", &[], None, "");
            Player::new(seed).play(&mut session, 7 + seed as usize % 3);
            if outcome(&mut session) != "open" {
                continue;
            }
            let [all, some] = [true, false].map(|all| worth(&mut session.game, all, &mut BTreeMap::new()));
            assert_eq!(all, some, "{stones} stones, {finish}, {turn}: {}", session.position());
            *worths.entry(all).or_insert(0) += 1;
            let matter = session.game.search_moves().expect("no script fails").len();
            fewer += usize::from(matter < session.game.legal_moves().expect("no script fails").len());
        }
    }
    assert!(fewer > 50, "moves were left out in {fewer} positions");
    assert!(worths.len() == 3, "wins, losses and draws were tried: {worths:?}");
}

#[test]
fn nothing_is_left_out_where_more_than_rows_decides() {
    for finish in ["in_a_row { count = 3, exactly = true }", "in_a_row { count = 3 }, limit { plies = 5 }"] {
        let mut session = rows(8, &format!("finish = {{ {finish} }}")).open_with("rows", &[], None, "a1 a3 b1 b3");
        let all = session.game.legal_moves().expect("no script fails");
        assert_eq!(session.game.search_moves().expect("no script fails"), all, "{finish}");
    }
}

#[test]
fn where_scripts_have_a_say_everything_may_matter() {
    // Whoever makes five in a row loses.
    let written = "a1 a3 b1 b3 c1 c3 d1 d3";
    let mut session = open("gomoku+misere", &[], None, written);
    let all = session.game.legal_moves().expect("no script fails");
    assert_eq!(session.game.search_moves().expect("no script fails"), all);
    let mut session = open("gomoku", &[], None, written);
    let matter = session.game.search_moves().expect("no script fails");
    assert_eq!(matter.into_iter().map(|mv| session.move_text(mv)).collect::<Vec<_>>(), ["e1"]);
}
