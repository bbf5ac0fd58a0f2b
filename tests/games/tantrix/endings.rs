//! The last tile, seats that run out, deadlock.

use crate::common::script_dir::ScriptDir;
use crate::common::{self, dealt, outcome, play_random_move, result};
use crate::tantrix::naive::NaiveTantrix;
use crate::tantrix::{GAME_SETUPS, bag, board, hands, open_position};
use houserule_core::mechanics::{Seat, Team};
use houserule_script::play::{Rng, Session};

/// Six tiles around a seventh, such that tile 1 fits nowhere.
const CLOSED: &str = "28@0,0:0 41@1,-1:1 36@1,0:0 24@0,1:1 25@-1,1:1 32@-1,0:1 39@0,-1:4";

#[test]
fn a_game_ends_with_its_last_tile_and_the_best_score_wins() {
    for (number, setup) in (0..).zip(GAME_SETUPS) {
        for seed in 0..12 {
            let mut session = dealt(setup, 900 + 100 * number + seed);
            let mut rng = Rng::new(seed);
            while play_random_move(&mut session, &mut rng) {}
            let position = session.position();
            let score = session.game.score().expect("no script fails");
            let outcome = session.game.outcome().expect("no script fails").expect("the game is over");
            if outcome.reason == "deadlock" {
                continue;
            }
            assert_eq!((board(&session).tile_count(), bag(&session).len()), (56, 0), "`{position}`");
            assert!(hands(&session).iter().all(Vec::is_empty), "`{position}`");
            let best = score.iter().map(|line| line.points).fold(0.0, f64::max);
            let leaders: Vec<Team> = Team::all(score.len())
                .zip(&score)
                .filter(|(_, line)| line.points == best)
                .map(|(team, _)| team)
                .collect();
            assert_eq!((outcome.winners, outcome.reason.as_str()), (leaders, "score"), "`{position}`");
        }
    }
}

#[test]
fn a_seat_without_tiles_is_skipped() {
    let mut session = open_position("3", "1@0,0:0 | hands 2,3//4 | bag 0 | seat red");
    let seats = ["red", "green", "red"];
    for seat in seats {
        assert_eq!(session.plan().names.seats[session.game.seat()], seat, "`{}`", session.position());
        let text = common::moves(&mut session)[0].clone();
        session.play(&text).expect("it is listed");
    }
    assert_ne!(result(&mut session), "open", "all tiles are placed: `{}`", session.position());
}

#[test]
fn a_seat_without_tiles_in_a_given_position_is_skipped() {
    let session = open_position("3", "1@0,0:0 | hands //4 | bag 0 | seat red");
    assert_eq!(session.game.seat(), Seat::new(2));
}

#[test]
fn a_seat_that_runs_out_while_filling_has_no_free_move() {
    let mut session = open_position("2", "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4/5 | bag 0 | seat red");
    assert_eq!(common::moves(&mut session), ["4@0,0:5"]);
    session.play("4@0,0:5").expect("it is mandatory");
    assert_eq!((session.game.seat().index(), result(&mut session)), (1, "open".to_string()));
}

#[test]
fn a_turn_continues_with_a_tile_just_drawn() {
    // Red has no mandatory fill until it draws tile 4.
    let position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 5,6/7 | bag 4,9 | seat red";
    let mut session = open_position("2", position);
    let free =
        common::moves(&mut session).into_iter().find(|text| text.starts_with("5@")).expect("tile 5 can be placed");
    session.play(&free).expect("it is listed");
    assert_eq!((session.game.seat().index(), board(&session).step()), (0, 2), "`{}`", session.position());
    assert!(common::moves(&mut session).iter().all(|text| text.starts_with("4@0,0:")), "{}", session.position());
}

#[test]
fn the_last_tile_drawn_lifts_the_restrictions_in_the_middle_of_a_turn() {
    let position = "35@0,0:0 56@0,1:1 20@0,-1:3 29@0,-2:4 10@-1,-2:5 55@0,2:5 30@1,2:1 | hands 1,34/2 | bag 3,";
    let mut session = open_position("2", position);
    let fill = "34@-1,-1:0";
    assert!(!common::moves(&mut session).contains(&fill.to_string()), "it would make a triple");
    let free = common::moves(&mut session).into_iter().find(|text| text.starts_with("1@"));
    session.play(&free.expect("tile 1 can be placed")).expect("it is listed");
    assert_eq!((bag(&session), session.game.seat().index()), (vec![], 0), "`{}`", session.position());
    assert_eq!(common::moves(&mut session), [fill], "once the bag is empty it is mandatory");
}

#[test]
fn a_seat_with_tiles_and_no_legal_move_makes_the_game_a_draw_by_deadlock() {
    let (before, last) = CLOSED.rsplit_once(' ').expect("seven tiles");
    assert!(NaiveTantrix::of(&open_position("2", CLOSED)).moves(&[1], 0, true).is_empty(), "tile 1 fits nowhere");
    let mut session = open_position("2", &format!("{before} | hands 39/1 | bag 0 | seat red"));
    assert_eq!(result(&mut session), "open");
    session.play(last).expect("tile 39 closes the ring");
    let outcome_text = |session: &mut Session| {
        let outcome = session.game.outcome().expect("no script fails");
        outcome.map(|outcome| outcome.describe(session.plan()))
    };
    assert_eq!(common::moves(&mut session), [] as [String; 0]);
    assert_eq!((result(&mut session), outcome_text(&mut session)), ("draw".into(), Some("draw by deadlock".into())));
    let mut session = open_position("2", &format!("{CLOSED} | hand 1 | bag 0"));
    assert_eq!(outcome_text(&mut session), Some("draw by deadlock".into()), "also where it is set up");
}

#[test]
fn equal_best_scores_are_a_draw() {
    let mut session = open_position("2", "1@0,0:0 | hands 2/ | bag 0 | seat red");
    let moves = common::moves(&mut session);
    // Neither red nor yellow of tile 1 is extended.
    let text = moves.iter().find(|text| {
        session.play(text).expect("it is listed");
        let equal = NaiveTantrix::of(&session).points('R') == NaiveTantrix::of(&session).points('Y');
        session.undo();
        equal
    });
    session.play(&text.cloned().expect("tile 2 can be joined by blue")).expect("it is listed");
    assert_eq!(result(&mut session), "draw");
}

#[test]
fn a_seat_with_an_unknown_hand_is_not_skipped() {
    let mut session = open_position("3", "1@0,0:0 | hand 2 | bag 0");
    session.play("2@1,0:2").expect("red has it");
    assert_eq!(session.game.seat(), Seat::new(1), "yellow's hand is unknown");
    assert_eq!(common::moves(&mut session), [] as [String; 0]);
    assert_eq!(result(&mut session), "open", "an unknown hand may have tiles left");
    assert!(session.position().ends_with("| hands /?/? | seat yellow"), "`{}`", session.position());
    let mut session = open_position("3", "1@0,0:0 | hands 2/?/ | bag 0 | seat green");
    assert_eq!(session.game.seat(), Seat::FIRST, "green has no tile and is skipped");
    session.play("2@1,0:2").expect("red has it");
    assert_eq!((session.game.seat().index(), result(&mut session)), (1, "open".to_string()));
}

#[test]
fn only_known_hands_draw_from_the_bag() {
    let mut session = open_position("2", "1@0,0:0 | hand 2,3 | bag 4,5,6");
    session.play("2@1,0:2").expect("red has it");
    assert_eq!((hands(&session), bag(&session)), (vec![vec![4, 3], vec![]], vec![5, 6]));
}

#[test]
fn a_turn_with_an_unknown_hand_keeps_its_step() {
    let session = open_position("2", "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 5/? | bag 0 | seat yellow | step 3");
    assert_eq!((session.game.seat().index(), board(&session).step()), (1, 2));
}

#[test]
fn a_game_without_score_ends_in_deadlock_when_the_tiles_run_out() {
    let scripts = ScriptDir::new();
    scripts.write("endless", r#"return variant "endless" { base = "tantrix", rules = { finish = { off "score" } } }"#);
    let position = Some("1@0,0:0 | hands 2/ | bag 0");
    let mut session = scripts.open_with("tantrix+endless", &[], position, "2@1,0:2");
    assert_eq!(outcome(&mut session), "draw by deadlock");
}

#[test]
fn a_closed_loop_counts_as_longest_indirect_track() {
    let session = open_position("2", &format!("{CLOSED} | hand 1 | bag 0"));
    let red = board(&session).tile_game().set.colour_named("red").expect("Tantrix has red");
    let red = &board(&session).survey().colours[red];
    assert_eq!((red.closed, red.indirect), (7, 7), "{red:?}");
}
