//! The printed rules, one sentence per test.

use crate::common::test_dir::TestDir;
use crate::common::{self, moves, outcome, score_lines, violated_rules};
use crate::tantrix::naive::{around, parse_placement};
use houserule_core::mechanics::Seat;
use houserule_script::lua::Library;
use houserule_script::play::{Session, Workspace};

/// Positions with a Gobble for tile 4 at 0,0, and a double Gobble for tile 12 beside tile 4.
const THREE_AROUND: &str = "1@1,-1:0 2@1,0:5 3@0,1:4";
const FOUR_AROUND: &str = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3";

fn race(players: &str, position: &str, moves_played: &str) -> Session {
    common::open("gobble", &[("players", players)], Some(position), moves_played)
}

fn solo(position: &str, moves_played: &str) -> Session {
    common::open("gobble", &[("players", "1")], Some(position), moves_played)
}

#[test]
fn tiles_are_dealt_equally_with_two_in_the_middle() {
    for (players, each, rest) in [("2", 27, 0), ("3", 18, 0), ("4", 13, 2), ("5", 10, 4), ("6", 9, 0)] {
        let session = common::start("gobble", &[("players", players)]);
        let board = session.game.board().view().tile_game().expect("tiles");
        let bag_and_hands = board.stock().expect("a bag");
        assert!(bag_and_hands.hands().all(|hand| hand.is_some_and(|hand| hand.len() == each)), "{players}");
        assert_eq!((board.tile_count(), bag_and_hands.bag().len()), (2, rest), "{players}");
    }
}

#[test]
fn a_deal_lists_the_hands_before_the_middle() {
    let order: Vec<String> = (1..=56).map(|tile: u32| tile.to_string()).collect();
    let session = common::start("gobble", &[("players", "4"), ("deal", &order.join(","))]);
    let position = session.position();
    assert!(position.starts_with("53@0,0:0 54@"), "{position}");
    assert!(position.contains(" | bag 55,56 | hands 1,2,3,4,5,6,7,8,9,10,11,12,13/14,"), "{position}");
}

#[test]
fn the_remainder_variant_gives_the_rest_to_one_seat() {
    for (players, strongest, sizes) in [("4", "3", "13 13 15 13"), ("5", "1", "14 10 10 10 10"), ("2", "1", "27 27")] {
        let session = common::start("gobble+remainder", &[("players", players), ("seat", strongest)]);
        let bag_and_hands = session.game.board().view().tile_game().and_then(|board| board.stock()).expect("a bag");
        let hand_sizes: Vec<String> =
            bag_and_hands.hands().map(|hand| hand.unwrap_or_default().len().to_string()).collect();
        assert_eq!((hand_sizes.join(" ").as_str(), bag_and_hands.bag().len()), (sizes, 0));
    }
}

#[test]
fn a_child_starts_with_fewer_tiles() {
    let session = common::start("gobble+child", &[("players", "3"), ("seat", "2"), ("tiles", "5")]);
    let bag_and_hands = session.game.board().view().tile_game().and_then(|board| board.stock()).expect("a bag");
    let hand_sizes: Vec<usize> = bag_and_hands.hands().map(|hand| hand.unwrap_or_default().len()).collect();
    assert_eq!((hand_sizes, bag_and_hands.bag().len()), (vec![18, 5, 18], 13));
}

#[test]
fn an_expert_must_touch_three_tiles() {
    let position = "1@1,-1:0 2@1,0:2 3@0,1:2 | hands 4,12/5,6";
    let mut session = common::open("gobble+expert", &[], Some(position), "");
    let touching = |text: &String| {
        let (_, placement) = text.split_once(':').expect("a seat");
        around(parse_placement(placement).1).filter(|place| [(1, -1), (1, 0), (0, 1)].contains(place)).count()
    };
    let listed = moves(&mut session);
    let fewest = |seat: &str| listed.iter().filter(|mv| mv.starts_with(seat)).map(touching).min();
    assert_eq!((fewest("1:"), fewest("2:")), (Some(3), Some(2)), "{listed:?}");
}

#[test]
fn a_pace_changes_neither_the_moves_nor_the_hash() {
    let plain = common::start("gobble", &[]);
    let slow = common::start("gobble+slow", &[("seat", "2"), ("seconds", "30")]);
    let seat_paces = |session: &Session| (session.plan().pace(Seat::FIRST), session.plan().pace(Seat::new(1)));
    assert_eq!((seat_paces(&plain), seat_paces(&slow)), ((Some(10), Some(10)), (Some(10), Some(30))));
    assert_eq!(plain.position(), slow.position());
    let dir = TestDir::with(
        "brisk.lua",
        "return variant 'brisk' { base = 'gobble', rules = { turn = { pace { seconds = 3 } } } }",
    );
    let workspace = Workspace { library: Library::new(vec![dir.path(".")]), seed: 1 };
    let brisk = workspace.open("gobble+brisk", &[], None, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((seat_paces(&brisk), &brisk.plan().hash), ((Some(3), Some(3)), &plain.plan().hash));
}

#[test]
fn every_seat_may_move_at_any_time() {
    let mut session = race("3", &format!("{FOUR_AROUND} | hands 12,20/5,6,21/8,22"), "");
    let listed = moves(&mut session);
    for seat in ["1:", "2:", "3:"] {
        assert!(listed.iter().any(|mv| mv.starts_with(seat)), "{seat} {listed:?}");
    }
    // The same seat may move twice.
    session.play("2:5@2,-1:5").expect("it is legal");
    assert!(moves(&mut session).iter().any(|mv| mv.starts_with("2:")));
    assert_eq!(violated_rules(&mut session, "1:5@0,0:0"), ["not-in-hand", "match"]);
}

#[test]
fn a_pending_gift_blocks_only_its_seat() {
    let mut session = race("3", &format!("{FOUR_AROUND} | hands 12,20,21/5,6/7,8"), "1:12@0,0:5");
    let listed = moves(&mut session);
    let of_one: Vec<&str> = listed.iter().filter(|mv| mv.starts_with("1:")).map(String::as_str).collect();
    assert_eq!(of_one, ["1:give:20>2", "1:give:20>3", "1:give:21>2", "1:give:21>3"]);
    assert!(listed.iter().any(|mv| mv.starts_with("2:") && mv.contains('@')), "{listed:?}");
    assert!(violated_rules(&mut session, "1:20@0,-1:0").contains(&"gift-first".to_string()));
    assert_eq!(violated_rules(&mut session, "2:give:5>1"), ["no-gift"]);
    assert_eq!(violated_rules(&mut session, "1:give:20>1"), ["opponent"]);
    assert_eq!(violated_rules(&mut session, "1:give:5>2"), ["not-in-hand"]);
}

#[test]
fn two_gifts_may_go_to_one_or_two_opponents() {
    for (gifts, hands) in
        [("1:give:20>2 1:give:21>2", "19/5,6,20,21/7,8"), ("1:give:20>2 1:give:19>3", "21/5,6,20/7,8,19")]
    {
        let session = race("3", &format!("{FOUR_AROUND} | hands 12,20,21,19/5,6/7,8"), &format!("1:12@0,0:5 {gifts}"));
        let position = session.position();
        assert!(position.ends_with(&format!("| hands {hands}")), "{position}");
    }
}

#[test]
fn the_first_seat_without_tiles_wins() {
    let mut by_laying = race("2", &format!("{THREE_AROUND} | hands 4/6,7"), "1:4@0,0:5");
    assert_eq!(outcome(&mut by_laying), "one wins by out");
    let mut by_giving = race("2", &format!("{FOUR_AROUND} | hands 12,20/6,7"), "1:12@0,0:5 1:give:20>2");
    assert_eq!(outcome(&mut by_giving), "one wins by out");
    assert_eq!(score_lines(&mut by_giving), ["one 1 out first", "two 0 3 tiles left"]);
    assert_eq!(common::result(&mut by_giving), "one out");
}

#[test]
fn the_others_play_on_for_places_by_default() {
    let position = format!("{THREE_AROUND} | hands 4/6,7/8");
    let mut session = race("3", &position, "1:4@0,0:5");
    assert_eq!(outcome(&mut session), "open");
    assert_eq!(violated_rules(&mut session, "1:4@0,2:0"), ["out"]);
    let last: Vec<String> = moves(&mut session).into_iter().filter(|mv| mv.starts_with("3:8@")).collect();
    session.play(&last[0]).expect("it is listed");
    assert_eq!(outcome(&mut session), "one wins by out");
    assert_eq!(score_lines(&mut session), ["one 2 out first", "two 0 2 tiles left", "three 1 out second"]);
    let settings = [("players", "3"), ("places", "false")];
    let mut at_once = common::open("gobble", &settings, Some(&position), "1:4@0,0:5");
    assert_eq!(outcome(&mut at_once), "one wins by out");
}

#[test]
fn seats_that_are_out_get_no_gifts() {
    let position = format!("{FOUR_AROUND} | hands 12,20,21//7,8 | places -/1/-");
    let mut session = race("3", &position, "1:12@0,0:5");
    let gifts: Vec<String> = moves(&mut session).into_iter().filter(|mv| mv.starts_with("1:")).collect();
    assert_eq!(gifts, ["1:give:20>3", "1:give:21>3"]);
    assert_eq!(violated_rules(&mut session, "1:give:20>2"), ["opponent"]);
}

/// Position in which tiles from 36 on fit neither of the two spaces that touch both tiles.
const BLOCKED: &str = "1@1,-1:0 2@1,0:2";

#[test]
fn in_a_blocked_game_the_fewest_tiles_win() {
    let mut blocked = race("3", &format!("{BLOCKED} | hands 36,37/38/39"), "");
    assert_eq!(moves(&mut blocked), [] as [String; 0]);
    assert_eq!(outcome(&mut blocked), "two and three win by blocked");
    assert_eq!(common::result(&mut blocked), "two+three blocked");
    assert_eq!(score_lines(&mut blocked), ["one 0 2 tiles left", "two 1 1 tile left", "three 1 1 tile left"]);
    let mut out = race("3", &format!("{BLOCKED} | hands 36,37/38/ | places -/-/1"), "");
    assert_eq!(outcome(&mut out), "three wins by out");
    let mut unknown = race("3", &format!("{BLOCKED} | hands 36,37/38/?"), "");
    assert_eq!(outcome(&mut unknown), "open");
}

#[test]
fn a_solo_game_draws_two_tiles_and_then_one_at_a_time() {
    let order: Vec<String> = (1..=56).map(|tile: u32| tile.to_string()).collect();
    let mut session = common::start("gobble", &[("players", "1"), ("deal", &order.join(","))]);
    for (moves_played, hand_sizes) in [("", "1,2"), ("1@0,0:0", "2"), ("2@1,0:2", "3")] {
        if !moves_played.is_empty() {
            session.play(moves_played).expect("it is legal");
        }
        assert!(session.position().contains(&format!("| hands {hand_sizes} |")), "{}", session.position());
    }
}

#[test]
fn a_tile_is_discarded_only_if_it_fits_nowhere() {
    let mut fits = solo(&format!("{THREE_AROUND} | hand 4 | bag 5,6"), "");
    assert_eq!(violated_rules(&mut fits, "discard"), ["discard"]);
    let mut blocked = solo(&format!("{BLOCKED} | hand 36 | bag 5,6"), "");
    assert_eq!(moves(&mut blocked), ["discard"]);
    blocked.play("discard").expect("it is legal");
    assert!(blocked.position().ends_with("| bag 6, | hands 5 | discards 36 | seat player"), "{}", blocked.position());
    assert_eq!(violated_rules(&mut blocked, "take"), ["no-take"]);
}

#[test]
fn a_gobble_takes_back_or_lays_the_top_discard() {
    let mut session = solo(&format!("{THREE_AROUND} | hand 4 | bag 5,6,7 | discards 30,9"), "4@0,0:5");
    let offered = moves(&mut session);
    assert!(offered.contains(&"take".to_string()), "{offered:?}");
    assert!(offered.iter().all(|mv| mv == "take" || mv.starts_with("9@")), "{offered:?}");
    assert_eq!(violated_rules(&mut session, "30@1,1:0"), ["take-first"]);
    assert_eq!(violated_rules(&mut session, "discard:5"), ["take-first"]);
    session.play("take").expect("it is legal");
    let position = session.position();
    assert!(position.contains("| discards 30 |") && position.contains('9'), "{position}");
    // With an empty bag the discard taken back is drawn next.
    let session = solo(&format!("{THREE_AROUND} | hand 4 | bag 0 | discards 9"), "4@0,0:5 take");
    assert!(session.position().ends_with("| bag 0 | hands 9 | seat player"), "{}", session.position());
}

#[test]
fn a_solo_game_is_solved_without_discards_and_failed_with_some() {
    let mut solved = solo(&format!("{THREE_AROUND} | hand 4 | bag 0"), "4@0,0:5");
    assert_eq!((outcome(&mut solved), common::result(&mut solved)), ("solved".into(), "solved".into()));
    let mut failed = solo(&format!("{THREE_AROUND} | hand 4 | bag 0 | discards 50"), "4@1,1:2");
    assert_eq!((outcome(&mut failed), common::result(&mut failed)), ("failed".into(), "failed".into()));
    assert_eq!(score_lines(&mut failed), ["player 0 1 tile left"]);
}

#[test]
fn in_solitaire_a_tile_must_fill_a_forced_space_it_fits() {
    let mut session = common::open("solitaire", &[], Some(&format!("{THREE_AROUND} | hand 4 | bag 5,6")), "");
    assert_eq!(moves(&mut session), ["4@0,0:5"]);
    assert_eq!(violated_rules(&mut session, "4@2,0:1"), ["match", "fill-first"]);
    let mut triple = common::open("solitaire", &[], Some("1@1,-1:0 2@1,0:2 | hand 3 | bag 5,6"), "");
    assert!(moves(&mut triple).contains(&"3@0,1:1".to_string()), "spaces of three ends of a colour are allowed");
}

#[test]
fn a_forced_space_may_be_made_only_if_it_can_be_filled() {
    // Tile 3 at 0,1 makes 0,0 forced; tile 4 fits it, tile 5 does not.
    let with = |hand_sizes: &str, bag: &str| {
        let position = format!("1@1,-1:0 2@1,0:5 | hand 3,{hand_sizes} | bag {bag}");
        common::open("solitaire-hand", &[], Some(&position), "")
    };
    assert_eq!(violated_rules(&mut with("4", "6,7"), "3@0,1:4"), [] as [String; 0]);
    assert_eq!(violated_rules(&mut with("5", "6,7"), "3@0,1:4"), ["fillable"]);
    assert_eq!(violated_rules(&mut with("5", "0"), "3@0,1:4"), [] as [String; 0], "the pool is empty");
}

#[test]
fn filling_a_forced_space_draws_a_bonus_tile() {
    let position = format!("{THREE_AROUND} | hand 4,5 | bag 6,7,8,9");
    let session = common::open("solitaire-hand", &[], Some(&position), "4@0,0:5");
    assert!(session.position().ends_with("| bag 8,9 | hands 5,6,7 | seat player"), "{}", session.position());
    let position = "1@0,0:0 | hand 2,5 | bag 6,7,8,9";
    let session = common::open("solitaire-hand", &[], Some(position), "2@1,0:2");
    assert!(session.position().ends_with("| bag 7,8,9 | hands 5,6 | seat player"), "{}", session.position());
}

#[test]
fn a_small_loop_is_a_partial_success_only_with_a_hand() {
    let (position, last) = find_small_loop();
    let mut hand = common::open("solitaire-hand", &[], Some(&position), &last);
    assert_eq!((outcome(&mut hand), common::result(&mut hand)), ("partial".into(), "partial".into()));
    assert_eq!(violated_rules(&mut hand, &last), ["over"]);
    let mut plain = common::open("solitaire", &[("goal", "loop")], Some(&position), &last);
    assert_ne!(outcome(&mut plain), "partial");
}

/// Position of tiles 1 to 14 and a placement that closes a red loop of three, found by search.
fn find_small_loop() -> (String, String) {
    let closed_red_loop =
        |session: &Session| session.game.board().view().tile_game().map(|b| b.survey().colours.as_slice()[0].closed);
    for first in 1..=14 {
        for second in (1..=14).filter(|tile| *tile != first) {
            for third in (1..=14).filter(|tile| ![first, second].contains(tile)) {
                let position = format!("{first}@0,0:0 | hand {second},{third} | bag 0");
                let mut session = common::open("solitaire-hand", &[], Some(&position), "");
                for joined in moves(&mut session).into_iter().filter(|mv| mv.starts_with(&format!("{second}@"))) {
                    session.play(&joined).expect("it is listed");
                    for last in moves(&mut session) {
                        session.play(&last).expect("it is listed");
                        let closed = closed_red_loop(&session);
                        session.undo();
                        if closed == Some(3) {
                            return (session.position(), last);
                        }
                    }
                    session.undo();
                }
            }
        }
    }
    panic!("tiles 1 to 14 have red corners")
}

#[test]
fn a_line_or_a_loop_through_all_tiles_is_the_goal() {
    // The set has two tiles, with a red line through both.
    let dir = TestDir::with(
        "two.lua",
        "return variant 'two' { base = 'solitaire', \
        rules = { supply = { bag { tiles = { 1, 2 } } } } }",
    );
    for (moves, expected) in [("1@0,0:0 2@1,0:2", "solved"), ("1@0,0:0 2@-1,0:2", "failed")] {
        let args = ["score", "two.lua", "--set", "deal=1,2", "--moves", moves];
        let output = dir.run(args);
        assert!(output.stdout.ends_with(&format!("outcome: {expected}\n")), "{moves}: {output:?}");
    }
}
