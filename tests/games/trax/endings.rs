use crate::common;
use crate::common::rules_against;
use crate::trax::naive::tracks_of;
use houserule_script::play::Session;

fn result(game: &str, turns: &str) -> String {
    common::result(&mut common::open(game, &[], None, turns))
}

#[test]
fn the_opponents_loop_made_by_you_wins_for_the_opponent() {
    let mut session = common::open("trax", &[], None, r"@0/ B1\ A2\");
    assert_eq!(common::result(&mut session), "red loop");
    assert_eq!(common::moves(&mut session), [] as [String; 0]);
    assert_eq!(rules_against(&mut session, "A4+"), ["over"]);
}

#[test]
fn both_colours_at_once_win_for_the_mover() {
    let before = r"@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\";
    let mut session = common::open("trax", &[], None, before);
    assert_eq!(tracks_of(&session), [(false, false), (false, false)]);
    session.play("B2+").expect("legal");
    assert_eq!(tracks_of(&session), [(true, false), (true, false)], "both have a loop");
    assert_eq!(common::result(&mut session), "white loop");
    session.undo();
    let key = |session: &mut Session, turn: &str| {
        session.play(turn).expect("legal");
        let key = session.game.position_hash();
        session.undo();
        key
    };
    let keys = ["A2/", "B1/", "B2+"].map(|turn| key(&mut session, turn));
    assert!(keys.iter().all(|key| *key == keys[0]), "three turns lead to one position: {keys:?}");
}

#[test]
fn a_line_counts_from_eight_across_unless_there_are_no_lines() {
    let seven = "@0+ B1+ C1+ D1+ E1+ F1+ G1+";
    let eight = format!("{seven} H1+");
    for (game, turns, expected) in [
        ("trax", seven, "open"),
        ("trax", eight.as_str(), "red line"),
        ("supertrax", &eight, "red line"),
        ("looptrax", &eight, "open"),
    ] {
        assert_eq!(result(game, turns), expected, "{game} after `{turns}`");
    }
}

#[test]
fn a_game_that_blocks_before_the_box_is_full_is_a_draw() {
    let turns = include_str!("../../data/trax-blocked.txt").trim();
    let mut session = common::open("trax", &[], None, turns);
    let tiles = session.game.board().view().tile_game().expect("Trax has tiles").tiles().len();
    assert!(tiles < 64, "{tiles} tiles lie");
    assert_eq!(common::moves(&mut session), [] as [String; 0]);
    assert_eq!(common::result(&mut session), "draw");
    let words = session.game.outcome().expect("no script fails").map(|outcome| outcome.describe(session.plan()));
    assert_eq!(words.as_deref(), Some("draw by stuck"));
}

#[test]
fn house_rules_change_what_they_say() {
    let own_goal = r"@0/ B1\ A2\";
    assert_eq!(result("trax+own-tracks", own_goal), "open", "made for another seat it counts for nothing");
    assert_eq!(result("trax+misere-loops", own_goal), "white loop", "whose colour makes a loop loses");
    assert_eq!(result("trax+long-loops", own_goal), "open", "a loop of four tiles is too short");
    let long = |tiles| common::open("trax+long-loops", &[("tiles", tiles)], None, own_goal);
    assert_eq!(common::result(&mut long("4")), "red loop");
    let six = "@0+ B1+ C1+ D1+ E1+ F1+";
    assert_eq!((result("trax", six), result("trax+line-length", six)), ("open".into(), "red line".into()));
    let boxed = |size| common::open("trax+box", &[("size", size)], None, "@0+ B1+ C1+");
    assert_eq!(common::result(&mut boxed("3")), "red line");
    assert_eq!(rules_against(&mut common::open("trax+box", &[("size", "3")], None, r"@0/ B1+ C1\"), "D1+"), ["within"]);
}
