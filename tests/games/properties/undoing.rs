//! Undo, redo, sampling and playouts.

use houserule_script::play::{Rng, playout};
use proptest::prelude::*;

use crate::common::{self, Snapshot};
use crate::properties::{RULE_SETS, cases, random_games};

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn undo_restores_every_position_and_redo_every_move(random_game in random_games(RULE_SETS, 90)) {
        let (mut session, mut player) = (random_game.start(), random_game.player());
        let mut history = vec![Snapshot::of(&mut session)];
        for _ in 0..random_game.plies {
            player.play(&mut session, 1);
            if session.moves().len() < history.len() {
                break;
            }
            history.push(Snapshot::of(&mut session));
        }
        let moves = session.moves().to_vec();
        for before in history.iter().rev().skip(1) {
            let undone = session.undo();
            prop_assert_eq!(before, &Snapshot::of(&mut session), "after taking back {:?}", undone);
        }
        prop_assert_eq!(session.undo(), None, "there is nothing before the first move");
        for (text, after) in moves.iter().zip(&history[1..]) {
            prop_assert_eq!(session.redo(), Some(Ok(text.clone())));
            prop_assert_eq!(after, &Snapshot::of(&mut session), "after playing {} again", text);
        }
    }

    #[test]
    fn the_board_counts_as_many_moves_as_it_lists(random_game in random_games(RULE_SETS, 90)) {
        let (mut session, mut player) = (random_game.start(), random_game.player());
        for ply in 0..random_game.plies {
            let mut listed = Vec::new();
            session.game.board().fork().list_moves(&mut listed);
            prop_assert_eq!(session.game.board().fork().count_moves(), listed.len() as u64, "at {}", session.position());
            let number = listed.len();
            listed.sort_unstable();
            listed.dedup();
            prop_assert_eq!(listed.len(), number, "a move is listed twice at {}", session.position());
            player.play(&mut session, 1);
            if session.moves().len() == ply {
                break;
            }
        }
    }

    #[test]
    fn every_legal_move_is_sampled_by_one_number(random_game in random_games(RULE_SETS, 90)) {
        let mut board = random_game.play().game.board().fork();
        let mut listed = Vec::new();
        board.list_moves(&mut listed);
        let (mut sampled, mut number, mut numbers) = (Vec::new(), 0, 1);
        while number < numbers && !listed.is_empty() {
            let mut requests = 0;
            let mv = board.sample_move(&mut |bound| {
                requests += 1;
                if requests > 1 {
                    return 0;
                }
                numbers = bound;
                number
            });
            // A second request means that the first number stood for an illegal move.
            if requests == 1 {
                sampled.extend(mv);
            }
            number += 1;
        }
        listed.sort_unstable();
        sampled.sort_unstable();
        prop_assert_eq!(sampled, listed);
    }

    #[test]
    fn the_same_seed_gives_the_same_game(random_game in random_games(RULE_SETS, 0)) {
        let game = || {
            let mut session = random_game.start();
            let outcome = playout(&mut session.game, &mut Rng::new(random_game.seed), 400).expect("no script fails");
            (session.position(), session.game.move_count(), session.game.position_hash(), outcome)
        };
        prop_assert_eq!(game(), game());
    }

    #[test]
    fn playouts_equal_sampling_moves_one_by_one(random_game in random_games(RULE_SETS, 0)) {
        let play = |use_playout: bool| {
            let (mut session, mut rng) = (random_game.start(), Rng::new(random_game.seed));
            let (game, max_plies) = (&mut session.game, 400);
            if use_playout {
                game.playout(max_plies, |bound| rng.below(bound)).expect("no script fails");
            }
            while !use_playout && game.move_count() < max_plies {
                match game.random_move(|bound| rng.below(bound)).expect("no script fails") {
                    Some(mv) => game.play(mv).expect("no script fails"),
                    None => break,
                }
            }
            (session.position(), session.game.move_count(), session.game.position_hash(), rng.below(1 << 20))
        };
        prop_assert_eq!(play(true), play(false));
    }

    #[test]
    fn a_restarted_game_is_the_game_of_its_seed(random_game in random_games(RULE_SETS, 60)) {
        let (mut session, mut fresh) = (random_game.play(), random_game.start());
        let seed = random_game.seed ^ 1;
        session.game.restart(seed).expect("no script fails");
        fresh.game.restart(seed).expect("no script fails");
        let expected = session.plan().position(None, seed).expect("a game begins");
        prop_assert_eq!(session.game.board().hash(), expected.hash(), "what is dealt is what would have been");
        prop_assert_eq!((session.game.position_hash(), session.game.move_count()), (fresh.game.position_hash(), 0));
        for game in [&mut session.game, &mut fresh.game] {
            playout(game, &mut Rng::new(random_game.seed), 400).expect("no script fails");
        }
        prop_assert_eq!((session.game.position_hash(), session.game.move_count()), (fresh.game.position_hash(), fresh.game.move_count()));
        session.game.undo_all();
        prop_assert_eq!((session.game.board().hash(), session.game.undo()), (expected.hash(), false));
    }

    #[test]
    fn unpack_last_equals_unpack(random_game in random_games(RULE_SETS, 60)) {
        let mut session = random_game.play();
        for mv in session.game.legal_moves().expect("no script fails") {
            let mut board = session.game.board().fork();
            let unpacked = board.unpack(mv);
            if board.can_unpack_last() {
                board.play(mv);
                prop_assert_eq!(board.unpack_last(mv), unpacked);
            }
        }
    }

    #[test]
    fn a_fork_is_independent(random_game in random_games(RULE_SETS, 60)) {
        let mut session = random_game.play();
        let before = Snapshot::of(&mut session);
        let mut fork = session.game.fork();
        prop_assert_eq!(fork.position_hash(), session.game.position_hash());
        let listed = session.game.legal_moves().expect("no script fails");
        prop_assert_eq!(fork.legal_moves().expect("no script fails"), listed);
        playout(&mut fork, &mut Rng::new(random_game.seed), 20).expect("no script fails");
        prop_assert_eq!(before, Snapshot::of(&mut session), "only the fork continued");
    }
}

#[test]
fn undo_before_the_first_move_does_nothing() {
    let mut session = common::start("tak", &[]);
    let before = Snapshot::of(&mut session);
    assert_eq!((session.undo(), session.game.undo()), (None, false));
    assert_eq!(Snapshot::of(&mut session), before);
}
