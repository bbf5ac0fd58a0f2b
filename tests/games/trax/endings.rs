use crate::common;
use crate::common::violated_rules;
use crate::trax::naive::tracks_of;
use houserule_script::play::Session;

fn result_after(game: &str, turns: &str) -> String {
    common::result(&mut common::open(game, &[], None, turns))
}

#[test]
fn completing_the_opponents_loop_loses() {
    let mut session = common::open("trax", &[], None, r"@0/ B1\ A2\");
    assert_eq!(common::result(&mut session), "red loop");
    assert_eq!(common::moves(&mut session), [] as [String; 0]);
    assert_eq!(violated_rules(&mut session, "A4+"), ["over"]);
}

#[test]
fn completing_both_colours_wins_for_the_mover() {
    let before = r"@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\";
    let mut session = common::open("trax", &[], None, before);
    assert_eq!(tracks_of(&session), [(false, false), (false, false)]);
    session.play("B2+").expect("legal");
    assert_eq!(tracks_of(&session), [(true, false), (true, false)], "both have a loop");
    assert_eq!(common::result(&mut session), "white loop");
    session.undo();
    let hash_after = |session: &mut Session, turn: &str| {
        session.play(turn).expect("legal");
        let hash_after = session.game.position_hash();
        session.undo();
        hash_after
    };
    let hashes = ["A2/", "B1/", "B2+"].map(|turn| hash_after(&mut session, turn));
    assert!(
        hashes.iter().all(|hash_after| *hash_after == hashes[0]),
        "three turns lead to the same position: {hashes:?}"
    );
}

#[test]
fn a_line_of_eight_wins_except_in_looptrax() {
    let seven_tiles = "@0+ B1+ C1+ D1+ E1+ F1+ G1+";
    let eight_tiles = format!("{seven_tiles} H1+");
    for (game, turns, expected) in [
        ("trax", seven_tiles, "open"),
        ("trax", eight_tiles.as_str(), "red line"),
        ("supertrax", &eight_tiles, "red line"),
        ("looptrax", &eight_tiles, "open"),
    ] {
        assert_eq!(result_after(game, turns), expected, "{game} after `{turns}`");
    }
}

#[test]
fn a_blocked_game_is_a_draw() {
    let turns = include_str!("../../data/trax-blocked.txt").trim();
    let mut session = common::open("trax", &[], None, turns);
    let tiles = session.game.board().view().tile_game().expect("Trax has tiles").tiles().len();
    assert!(tiles < 64, "{tiles} tiles");
    assert_eq!(common::moves(&mut session), [] as [String; 0]);
    assert_eq!(common::result(&mut session), "draw");
    let outcome_text = session.game.outcome().expect("no script fails").map(|outcome| outcome.describe(session.plan()));
    assert_eq!(outcome_text.as_deref(), Some("draw by stuck"));
}

#[test]
fn variants_change_the_winning_conditions() {
    let own_goal = r"@0/ B1\ A2\";
    assert_eq!(result_after("trax+own-tracks", own_goal), "open", "the opponent's loop does not count");
    assert_eq!(result_after("trax+misere-loops", own_goal), "white loop", "the colour of the loop loses");
    assert_eq!(result_after("trax+long-loops", own_goal), "open", "a loop of four tiles is too short");
    let long = |tiles| common::open("trax+long-loops", &[("tiles", tiles)], None, own_goal);
    assert_eq!(common::result(&mut long("4")), "red loop");
    let six = "@0+ B1+ C1+ D1+ E1+ F1+";
    assert_eq!((result_after("trax", six), result_after("trax+line-length", six)), ("open".into(), "red line".into()));
    let boxed = |size| common::open("trax+box", &[("size", size)], None, "@0+ B1+ C1+");
    assert_eq!(common::result(&mut boxed("3")), "red line");
    assert_eq!(
        violated_rules(&mut common::open("trax+box", &[("size", "3")], None, r"@0/ B1+ C1\"), "D1+"),
        ["within"]
    );
}
