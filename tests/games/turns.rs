//! Turns of several moves, with stones and tiles; and the moves that search considers in them.

use std::collections::BTreeMap;

use crate::common::random_player::RandomPlayer;
use crate::common::script_dir::{ScriptDir, parse_settings, why};
use crate::common::{Snapshot, moves, open, outcome, start};
use houserule_core::mechanics::{Seat, Team};
use houserule_script::game::Game;
use houserule_script::play::Session;

/// Turns of two moves, apart from the first turn.
const TWO_MOVES: &str = "turn = { steps { 'free', 'free', first = 1 } }";

/// Seat, round and step of the current turn.
fn turn_position(session: &Session) -> (usize, u32, u8) {
    let turn_state = session.game.board().turn_state();
    (turn_state.seat.index(), turn_state.round(session.plan().names.seats.len()), turn_state.step)
}

#[test]
fn a_turn_continues_until_its_last_step() {
    for (game, moves_text) in [("connect6", "h8 a1 a2 b1 b2 c1"), ("hex+two-stones", "a1 b1 b2 c1 c2 d1")] {
        let mut session = start(game, &[]);
        let mut positions = vec![turn_position(&session)];
        for text in moves_text.split(' ') {
            session.play(text).expect("a legal move");
            positions.push(turn_position(&session));
        }
        let expected = [(0, 1, 1), (1, 1, 0), (1, 1, 1), (0, 2, 0), (0, 2, 1), (1, 2, 0), (1, 2, 1)];
        assert_eq!(positions, expected, "{game}");
        assert_eq!(session.undo_turn().len(), 1, "the first move of the turn");
        assert_eq!(session.undo_turn().len(), 2, "a whole turn is undone");
        assert_eq!(turn_position(&session), (0, 2, 0));
        assert_eq!(session.redo_turn().expect("it can be redone").len(), 2);
        assert_eq!(turn_position(&session), (1, 2, 0));
    }
}

#[test]
fn tile_games_have_the_same_turns() {
    let scripts = ScriptDir::new();
    scripts.write("two", &format!("return variant 'two' {{ base = 'trax', rules = {{ {TWO_MOVES} }} }}"));
    let mut session = scripts.open_with("trax+two", &[], None, "");
    let mut seats = Vec::new();
    let mut player = RandomPlayer::new(3);
    while seats.len() < 7 {
        seats.push(session.game.seat());
        let listed = moves(&mut session);
        session.play(&player.choose(&listed)).expect("a listed move is accepted");
    }
    assert_eq!(seats, [0, 1, 1, 0, 0, 1, 1].map(Seat::new));
}

#[test]
fn positions_record_the_step_of_a_turn() {
    for seed in 0..20 {
        let mut session = start("connect6", &[("size", "7")]);
        RandomPlayer::new(seed).play(&mut session, seed as usize);
        let mut copy = open("connect6", &[("size", "7")], Some(&session.position()), "");
        assert_eq!(Snapshot::of(&mut copy), Snapshot::of(&mut session));
        assert_eq!(copy.game.board().turn_state(), session.game.board().turn_state());
    }
    // White uncovered a black road and made one of its own; white moved last.
    let mut session = open("tak+two-moves", &[], Some("x,1,2/x2,21/x,1,2 1 5"), "c2<");
    assert_eq!(session.position(), "x,1,2/x,1,2/x,1,2 1 5 2");
    let mut copy = open("tak+two-moves", &[], Some(&session.position()), "");
    assert_eq!([outcome(&mut session), outcome(&mut copy)], ["white wins by road"; 2]);
    let session = open("connect6", &[("size", "6")], None, "a1 b1");
    assert_eq!(session.position(), "x6/x6/x6/x6/x6/1,2,x4 2 1 2");
    let opening_error = |game: &str, position: &str| {
        let opened = crate::common::workspace().open(game, &parse_settings(&[]), Some(position), &[]);
        opened.err().map(|error| error.to_string()).unwrap_or_default()
    };
    for (game, position, message) in [
        ("connect6", "x6/x6/x6/x6/x6/1,2,x4 2 1 3", "`3` is not a step of a turn; write a number from 1 to 2"),
        ("tak", "x5/x5/x5/x5/x5 1 1 1", "is not a position"),
    ] {
        let error = opening_error(game, position);
        assert!(error.contains(message), "{position}: {error}");
    }
}

#[test]
fn ptn_files_group_turns_in_rounds() {
    let mut session = open("connect6", &[], None, "h8 a1 a2 b1 b2 c1 c2 d1");
    let text = session.to_file("game.ptn").expect("a file");
    assert!(text.contains("1. h8 a1 a2\n2. b1 b2 c1 c2\n3. d1\n"), "{text}");
}

#[test]
fn swap_is_illegal_in_the_middle_of_a_turn() {
    let mut session = open("hex+two-stones", &[("size", "5")], None, "c3");
    assert!(moves(&mut session).contains(&"swap".to_string()));
    session.play("a1").expect("a legal move");
    assert!(!moves(&mut session).contains(&"swap".to_string()));
    assert_eq!(why(&mut session, "swap"), ["swap: you can swap sides only before the first move of blue [hex.lua:12]"]);
}

#[test]
fn skip_and_next_work_with_turns_of_several_moves() {
    let scripts = ScriptDir::new();
    scripts.variant("two", TWO_MOVES);
    scripts.hook("after", "after_move", "if move.text == 'a2' then return skip {} end");
    scripts.variant("stays", "hooks = { next = function(view, base) return 'white' end }");
    let mut session = scripts.open("tak+two+after", "c3 a1");
    assert_eq!(turn_position(&session), (1, 1, 1));
    session.play("a2").expect("a legal move");
    assert_eq!(turn_position(&session), (1, 2, 0), "white is skipped, and black gets a new turn");
    let session = scripts.open("tak+two+after", "c3 a2");
    assert_eq!(turn_position(&session), (0, 2, 0), "the rest of black's own turn is skipped");
    let mut session = scripts.open("tak+two+stays", "c3");
    for (text, then) in [("a1", (0, 1, 1)), ("a2", (0, 2, 0)), ("b2", (0, 2, 1))] {
        session.play(text).expect("a legal move");
        assert_eq!(
            turn_position(&session),
            then,
            "white continues, since its turn was over when the script was called"
        );
        let copy = scripts.open_with("tak+two+stays", &[], Some(&session.position()), "");
        assert_eq!(turn_position(&copy), then, "{}", session.position());
    }
}

#[test]
fn invalid_turn_steps_are_reported() {
    let scripts = ScriptDir::new();
    let many = format!("turn = {{ steps {{ {} first = 1 }} }}", "'free', ".repeat(256));
    for (name, rules, message) in [
        ("owed", "turn = { steps { 'fill', 'free' } }", "placing pieces is never mandatory; remove the `fill` steps"),
        ("many", many.as_str(), "a turn has 256 steps; the maximum is 16"),
        ("less", "turn = { steps { 'free', first = 5 } }", "`first` is 5, but a turn has only 1 step"),
        ("none", "turn = { steps { 'fill' } }", "a turn needs a `free` step"),
    ] {
        scripts.variant(name, rules);
        let error = scripts.load_error(&format!("tak+{name}"), &[]);
        assert!(error.contains(message), "{name}: {error}");
    }
    scripts.write("late", "return variant 'late' { base = 'tantrix', rules = { turn = { steps { first = 1 } } } }");
    let error = scripts.load_error("tantrix+late", &[]);
    assert!(error.contains("the first turn needs a `free` step too; raise `first`"), "{error}");
}

/// Minimax value of a position for the first team, over all moves or over the search moves.
fn minimax_value(game: &mut Game, all_moves: bool, values: &mut BTreeMap<u64, i32>) -> i32 {
    let key = game.position_hash();
    if let Some(minimax_value) = values.get(&key) {
        return *minimax_value;
    }
    let minimax_value = match game.outcome().expect("no script fails") {
        Some(outcome) => match outcome.winner() {
            Some(Team::FIRST) => 1,
            Some(_) => -1,
            None => 0,
        },
        None => {
            let moves = if all_moves { game.legal_moves() } else { game.search_moves() };
            let first = game.seat() == Seat::FIRST;
            let outcomes: Vec<i32> = moves
                .expect("no script fails")
                .into_iter()
                .map(|mv| {
                    game.play(mv).expect("no script fails");
                    let minimax_value = minimax_value(game, all_moves, values);
                    game.undo();
                    minimax_value
                })
                .collect();
            let best = if first { outcomes.iter().max() } else { outcomes.iter().min() };
            *best.expect("a game that is open has moves")
        }
    };
    values.insert(key, minimax_value);
    minimax_value
}

/// Game of rows on 16 cells with some stones a seat.
fn row_game(stones: u32, rules: &str) -> ScriptDir {
    let scripts = ScriptDir::new();
    let text = format!(
        "return game 'rows' {{ rules = {{ seats = {{ 'black', 'white' }}, board = square(4),
           pieces = {{ stone = {{ letter = 'S' }} }}, reserve = {{ stone = {stones} }},
           moves = {{ place {{ 'stone' }} }}, {rules} }} }}"
    );
    scripts.write("rows", &text);
    scripts
}

#[test]
fn search_moves_preserve_the_minimax_value() {
    const THREE_MOVES: &str = "turn = { steps { 'free', 'free', 'free' } }";
    let (mut pruned_positions, mut outcomes) = (0, BTreeMap::new());
    for (stones, finish, turn) in [
        (8, "in_a_row { count = 3 }, stuck {}", ""),
        (8, "in_a_row { count = 4 }, stuck {}", ""),
        (8, "in_a_row { count = 3 }, stuck {}", TWO_MOVES),
        (8, "in_a_row { count = 4 }, stuck { result = 'loss' }", TWO_MOVES),
        (6, "in_a_row { count = 4 }, stuck { result = 'win' }", TWO_MOVES),
        (5, "in_a_row { count = 4 }, stuck { result = 'loss' }", THREE_MOVES),
        (8, "in_a_row { count = 4 }, in_a_row { id = 'three', count = 3 }, stuck {}", TWO_MOVES),
    ] {
        let scripts = row_game(stones, &format!("finish = {{ {finish} }}, {turn}"));
        for seed in 0..40 {
            let mut session = scripts.open_with("rows", &[], None, "");
            RandomPlayer::new(seed).play(&mut session, 7 + seed as usize % 3);
            if outcome(&mut session) != "open" {
                continue;
            }
            let [all, some] = [true, false].map(|all| minimax_value(&mut session.game, all, &mut BTreeMap::new()));
            assert_eq!(all, some, "{stones} stones, {finish}, {turn}: {}", session.position());
            *outcomes.entry(all).or_insert(0) += 1;
            let search_moves = session.game.search_moves().expect("no script fails").len();
            pruned_positions += usize::from(search_moves < session.game.legal_moves().expect("no script fails").len());
        }
    }
    assert!(pruned_positions > 50, "moves were left out in {pruned_positions} positions");
    assert!(outcomes.len() == 3, "wins, losses and draws were tried: {outcomes:?}");
}

#[test]
fn search_moves_are_all_moves_if_more_than_rows_decides() {
    for finish in ["in_a_row { count = 3, exactly = true }", "in_a_row { count = 3 }, limit { plies = 5 }"] {
        let mut session = row_game(8, &format!("finish = {{ {finish} }}")).open_with("rows", &[], None, "a1 a3 b1 b3");
        let all = session.game.legal_moves().expect("no script fails");
        assert_eq!(session.game.search_moves().expect("no script fails"), all, "{finish}");
    }
}

#[test]
fn search_moves_are_all_moves_with_scripts() {
    // Five in a row loses.
    let moves_text = "a1 a3 b1 b3 c1 c3 d1 d3";
    let mut session = open("gomoku+misere", &[], None, moves_text);
    let all = session.game.legal_moves().expect("no script fails");
    assert_eq!(session.game.search_moves().expect("no script fails"), all);
    let mut session = open("gomoku", &[], None, moves_text);
    let search_moves = session.game.search_moves().expect("no script fails");
    assert_eq!(search_moves.into_iter().map(|mv| session.move_text(mv)).collect::<Vec<_>>(), ["e1"]);
}
