//! Taking moves back, playing them again, and what chance gives.

use houserule_script::play::{Rng, playout};
use proptest::prelude::*;

use crate::common::{self, Snapshot};
use crate::properties::{HOUSES, cases, trials};

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn undo_restores_every_position_and_redo_every_move(trial in trials(HOUSES, 90)) {
        let (mut session, mut player) = (trial.session(), trial.player());
        let mut past = vec![Snapshot::of(&mut session)];
        for _ in 0..trial.plies {
            player.play(&mut session, 1);
            if session.moves().len() < past.len() {
                break;
            }
            past.push(Snapshot::of(&mut session));
        }
        let written = session.moves().to_vec();
        for before in past.iter().rev().skip(1) {
            let taken = session.undo();
            prop_assert_eq!(before, &Snapshot::of(&mut session), "after taking back {:?}", taken);
        }
        prop_assert_eq!(session.undo(), None, "there is nothing before the first move");
        for (text, after) in written.iter().zip(&past[1..]) {
            prop_assert_eq!(session.redo(), Some(Ok(text.clone())));
            prop_assert_eq!(after, &Snapshot::of(&mut session), "after playing {} again", text);
        }
    }

    #[test]
    fn the_board_counts_as_many_moves_as_it_lists(trial in trials(HOUSES, 90)) {
        let (mut session, mut player) = (trial.session(), trial.player());
        for ply in 0..trial.plies {
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
    fn every_legal_move_is_drawn_by_one_number(trial in trials(HOUSES, 90)) {
        let mut board = trial.played().game.board().fork();
        let mut listed = Vec::new();
        board.list_moves(&mut listed);
        let (mut drawn, mut number, mut numbers) = (Vec::new(), 0, 1);
        while number < numbers && !listed.is_empty() {
            let mut asked = 0;
            let mv = board.sample_move(&mut |bound| {
                asked += 1;
                if asked > 1 {
                    return 0;
                }
                numbers = bound;
                number
            });
            // Asked twice: the first number stood for a move that is not legal.
            if asked == 1 {
                drawn.extend(mv);
            }
            number += 1;
        }
        listed.sort_unstable();
        drawn.sort_unstable();
        prop_assert_eq!(drawn, listed);
    }

    #[test]
    fn the_same_seed_gives_the_same_game(trial in trials(HOUSES, 0)) {
        let game = || {
            let mut session = trial.session();
            let outcome = playout(&mut session.game, &mut Rng::new(trial.seed), 400).expect("no script fails");
            (session.position(), session.game.move_count(), session.game.position_hash(), outcome)
        };
        prop_assert_eq!(game(), game());
    }

    #[test]
    fn wandering_plays_the_moves_that_are_drawn_one_by_one(trial in trials(HOUSES, 0)) {
        let play = |wanders: bool| {
            let (mut session, mut rng) = (trial.session(), Rng::new(trial.seed));
            let (game, most) = (&mut session.game, 400);
            if wanders {
                game.playout(most, |bound| rng.below(bound)).expect("no script fails");
            }
            while !wanders && game.move_count() < most {
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
    fn a_game_begun_anew_is_the_game_of_its_seed(trial in trials(HOUSES, 60)) {
        let (mut session, mut fresh) = (trial.played(), trial.session());
        let seed = trial.seed ^ 1;
        session.game.restart(seed).expect("no script fails");
        fresh.game.restart(seed).expect("no script fails");
        let made = session.plan().position(None, seed).expect("a game begins");
        prop_assert_eq!(session.game.board().hash(), made.hash(), "what is dealt is what would have been");
        prop_assert_eq!((session.game.position_hash(), session.game.move_count()), (fresh.game.position_hash(), 0));
        for game in [&mut session.game, &mut fresh.game] {
            playout(game, &mut Rng::new(trial.seed), 400).expect("no script fails");
        }
        prop_assert_eq!((session.game.position_hash(), session.game.move_count()), (fresh.game.position_hash(), fresh.game.move_count()));
        session.game.undo_all();
        prop_assert_eq!((session.game.board().hash(), session.game.undo()), (made.hash(), false));
    }

    #[test]
    fn a_move_is_recalled_as_it_was_spelled(trial in trials(HOUSES, 60)) {
        let mut session = trial.played();
        for mv in session.game.legal_moves().expect("no script fails") {
            let mut board = session.game.board().fork();
            let spelled = board.unpack(mv);
            if board.can_unpack_last() {
                board.play(mv);
                prop_assert_eq!(board.unpack_last(mv), spelled);
            }
        }
    }

    #[test]
    fn a_fork_lives_its_own_life(trial in trials(HOUSES, 60)) {
        let mut session = trial.played();
        let before = Snapshot::of(&mut session);
        let mut fork = session.game.fork();
        prop_assert_eq!(fork.position_hash(), session.game.position_hash());
        let listed = session.game.legal_moves().expect("no script fails");
        prop_assert_eq!(fork.legal_moves().expect("no script fails"), listed);
        playout(&mut fork, &mut Rng::new(trial.seed), 20).expect("no script fails");
        prop_assert_eq!(before, Snapshot::of(&mut session), "the fork played on, the game did not");
    }
}

#[test]
fn nothing_is_taken_back_before_the_first_move() {
    let mut session = common::start("tak", &[]);
    let before = Snapshot::of(&mut session);
    assert_eq!((session.undo(), session.game.undo()), (None, false));
    assert_eq!(Snapshot::of(&mut session), before);
}
