//! Hooks of rule files: forbidding moves, effects, endings and points; and failing hooks.

use crate::common::outcome;
use crate::common::script_dir::{ROAD, ScriptDir, points, why};
use houserule_script::play::{PlayError, Rng, SelfTestFailure, SelfTestLimits, Session, run_self_test};

#[test]
fn allow_forbids_moves_with_a_reason() {
    let scripts = ScriptDir::new();
    scripts.hook(
        "corners",
        "allow",
        "if move.cell == 'a1' and view.turn == 1 then\nreturn false, 'not the corner yet'\nend\nreturn true",
    );
    let mut session = scripts.open("tak+corners", "");
    assert_eq!(session.legal_moves().unwrap(), ["a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
    assert_eq!(why(&mut session, "a1"), ["corners: not the corner yet [corners.lua:2]"]);
    assert_eq!(why(&mut session, "a2"), [""; 0]);
    let refused = session.play("a1").expect_err("a1 is forbidden");
    assert_eq!(refused.to_string(), "corners: not the corner yet");
    for text in ["b2", "c3"] {
        session.play(text).unwrap();
    }
    assert_eq!(session.play("a1"), Ok("a1".to_string()), "the second turn may go to the corner");
}

#[test]
fn allow_without_a_reason_still_names_the_rule() {
    let scripts = ScriptDir::new();
    scripts.hook("never", "allow", "return false");
    let mut session = scripts.open("tak+never", "");
    assert_eq!(why(&mut session, "a1"), ["never: the rule `never` does not allow it [never.lua:2]"]);
    assert_eq!(outcome(&mut session), "draw by stuck");
}

#[test]
fn reject_sees_the_position_after_the_move() {
    let scripts = ScriptDir::new();
    scripts.hook(
        "middle",
        "reject",
        "local piece, seat = view:top('b2')\nif piece then return piece .. ' of ' .. seat .. ' on b2' end\nreturn false",
    );
    let mut session = scripts.open("tak+middle", "");
    let before = (session.position(), session.game.position_hash());
    assert_eq!(why(&mut session, "b2"), ["middle: flat of black on b2 [middle.lua:2]"]);
    assert_eq!(session.legal_moves().unwrap().len(), 8);
    assert_eq!(before, (session.position(), session.game.position_hash()), "the move was undone");
    let mut session = scripts.open("tak+middle", "a2 c3");
    assert_eq!(why(&mut session, "Sb2"), ["middle: wall of white on b2 [middle.lua:2]"]);
    assert_eq!(why(&mut session, "c3-"), [""; 0]);
}

#[test]
fn a_reason_without_a_violation_is_ignored() {
    let scripts = ScriptDir::new();
    scripts.hook("tall", "reject", "return view:stack_height 'a1' > 1 or nil, 'too tall'");
    scripts.hook("kind", "allow", "return true, 'no reason'");
    let mut session = scripts.open("tak+tall+kind", "");
    assert_eq!(why(&mut session, "a1"), [""; 0]);
    assert_eq!(session.legal_moves().unwrap().len(), 9);
}

#[test]
fn a_move_rejected_by_one_script_is_not_shown_to_the_next() {
    let scripts = ScriptDir::new();
    scripts.hook("first", "allow", "return move.cell ~= 'a1', 'not there'");
    scripts.hook("then", "allow", "return move.cell ~= 'a1' or error('asked about a1')");
    let mut session = scripts.open("tak+first+then", "");
    assert_eq!(why(&mut session, "a1"), ["first: not there [first.lua:2]"]);
    assert_eq!(session.legal_moves().unwrap().len(), 8);
}

#[test]
fn every_rule_that_forbids_a_move_is_named() {
    let scripts = ScriptDir::new();
    scripts.hook("one", "allow", "return false, 'one says no'");
    scripts.hook("two", "allow", "return false, 'two says no'");
    let mut session = scripts.open("tak+one+two", "");
    assert_eq!(
        why(&mut session, "Sa1"),
        [
            "opening: white must place one of black's flats in turn 1 [tak.lua:20]",
            "one: one says no [one.lua:2]",
            "two: two says no [two.lua:2]",
        ]
    );
}

#[test]
fn hooks_see_a_move_as_it_was_before_it_was_played() {
    let scripts = ScriptDir::new();
    scripts.hook(
        "crushing",
        "after_move",
        "if move.crush then return win { seat = move.seat, how = move.cell .. move.to } end",
    );
    scripts.hook("smooth", "reject", "return move.crush and 'no crushing'");
    let position = Some("x5/x5/1C,2S,x3/x5/x5 1 9");
    let mut session = scripts.open_with("tak+crushing", &[], position, "a3>");
    assert_eq!(outcome(&mut session), "white wins by a3b3");
    let mut session = scripts.open_with("tak+smooth", &[], position, "");
    assert_eq!(why(&mut session, "a3>"), ["smooth: no crushing [smooth.lua:2]"]);
}

/// Variant with an effect after the move a1.
fn effect(effect: &str) -> ScriptDir {
    let scripts = ScriptDir::new();
    scripts.hook("effect", "after_move", &format!("if move.text == 'a1' then return {effect} end"));
    scripts
}

/// The position after a1 and its effect; checks undo and redo.
fn position_after(effect_of_a1: &str, before: &str) -> String {
    let mut session = effect(effect_of_a1).open("tak+effect", before);
    let start = (session.position(), session.game.position_hash());
    session.play("a1").unwrap_or_else(|error| panic!("{effect_of_a1}: {error}"));
    let there = (session.position(), session.game.position_hash());
    assert_ne!(start.1, there.1);
    assert_eq!(session.undo(), Some("a1".to_string()));
    assert_eq!(start, (session.position(), session.game.position_hash()), "{effect_of_a1} is not undone");
    assert_eq!(session.redo(), Some(Ok("a1".to_string())));
    assert_eq!(there, (session.position(), session.game.position_hash()), "{effect_of_a1} is not redone");
    there.0
}

#[test]
fn after_a_move_a_script_places_and_removes_pieces() {
    let place = "place { cell = 'b2', piece = 'wall', seat = 'white' }";
    assert_eq!(position_after(place, ""), "x3/x,1S,x/2,x2 2 1");
    let on_stack = "place { cell = 'c3', piece = 'cap', seat = 'black' }";
    assert_eq!(position_after(on_stack, "b1 c3"), "x2,12C/x3/1,2,x 2 2");
    assert_eq!(position_after("remove 'c3'", "b1 c3"), "x3/x3/1,2,x 2 2");
    assert_eq!(position_after("remove { cell = 'c3' }", "b1 c3"), "x3/x3/1,2,x 2 2");
    let two_effects = "{ remove 'c3', place { cell = 'c3', piece = 'flat', seat = 'black' } }";
    assert_eq!(position_after(two_effects, "b1 c3"), "x2,2/x3/1,2,x 2 2");
}

#[test]
fn after_a_move_a_script_skips_a_seat() {
    assert_eq!(position_after("skip()", "b1 c3"), "x2,1/x3/1,2,x 1 3");
}

#[test]
fn after_a_move_a_script_gives_and_takes_pieces() {
    let scripts = effect(
        "{ give { seat = 'white', piece = 'cap', count = 2 }, give { seat = 'black', piece = 'flat', count = -3 } }",
    );
    let mut session = scripts.open("tak+effect", "b1 c3");
    let reserves = |session: &Session| {
        let board = session.game.board().view().stones().expect("Tak has stones");
        let names = &session.plan().names;
        let count = |seat: &str, piece: &str| {
            board.reserve_of(names.seat(seat).expect("a seat"), names.piece(piece).expect("a piece"))
        };
        (count("white", "cap"), count("black", "flat"))
    };
    assert_eq!(reserves(&session), (0, 9));
    session.play("a1").unwrap();
    assert_eq!(reserves(&session), (2, 6));
    session.undo();
    assert_eq!(reserves(&session), (0, 9));
    session.redo().expect("a move to play again").unwrap();
    for text in ["c1", "Cc2"] {
        session.play(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(reserves(&session), (1, 5));
}

#[test]
fn after_a_move_a_script_ends_the_game() {
    for (ends, expected) in [
        ("win 'black'", "black wins by rule"),
        ("win { seat = 'black', how = 'cunning' }", "black wins by cunning"),
        ("tie()", "draw by rule"),
        ("tie 'agreement'", "draw by agreement"),
        ("tie { how = 'agreement' }", "draw by agreement"),
    ] {
        let mut session = effect(ends).open("tak+effect", "b1 c3 a1");
        assert_eq!(outcome(&mut session), expected);
        assert_eq!(session.legal_moves().unwrap(), [""; 0]);
        let over = why(&mut session, "b2");
        assert_eq!(over.len(), 1, "{over:?}");
        assert!(over[0].starts_with(&format!("over: {expected}")), "{over:?}");
        session.undo();
        assert_eq!(outcome(&mut session), "open");
        assert_eq!(session.play("b2"), Ok("b2".to_string()));
    }
}

#[test]
fn script_variables_come_back_with_undo() {
    let scripts = ScriptDir::new();
    scripts.variant(
        "counts",
        "vars = { n = 0, last = '', odd = false, half = 0.5 },
         hooks = {
           after_move = function(view, move)
             return set { n = view:var('n') + 1, last = move.text, odd = not view:var('odd'), half = view:var('half') * 2 }
           end,
           allow = function(view, move)
             if move.cell ~= 'c3' then return true end
             return false, view:var('n') .. view:var('last') .. tostring(view:var('odd')) .. view:var('half')
           end,
         }",
    );
    let mut session = scripts.open("tak+counts", "");
    let variables = |session: &mut Session| why(session, "c3").pop().expect("c3 is forbidden");
    let start = variables(&mut session);
    assert_eq!(start, "counts: 0false0.5 [counts.lua:7]");
    for (text, expected) in [("a1", "1a1true1.0"), ("b1", "2b1false2.0"), ("Sa2", "3Sa2true4.0")] {
        session.play(text).unwrap();
        assert_eq!(variables(&mut session), format!("counts: {expected} [counts.lua:7]"));
    }
    session.undo();
    assert_eq!(variables(&mut session), "counts: 2b1false2.0 [counts.lua:7]");
    session.redo().expect("a move to play again").unwrap();
    assert_eq!(variables(&mut session), "counts: 3Sa2true4.0 [counts.lua:7]");
    while session.undo().is_some() {}
    assert_eq!(variables(&mut session), start);
}

#[test]
fn a_hook_that_fails_halfway_leaves_the_position_as_it_was() {
    let scripts =
        effect("{ set { n = 7 }, remove 'c3', give { seat = 'white', piece = 'flat' }, skip(), remove 'b2' }");
    let mut session = scripts.open("tak+effect", "b1 c3");
    let before = (session.position(), session.game.position_hash(), session.legal_moves().unwrap());
    let fault = match session.play("a1") {
        Err(PlayError::Illegal(refused)) => refused.to_string(),
        other => panic!("a1 was {other:?}"),
    };
    assert_eq!(fault, format!("{}:3: b2 is empty", scripts.path("effect")));
    let after = (session.position(), session.game.position_hash(), session.legal_moves().unwrap());
    assert_eq!(before, after);
    assert_eq!(session.moves(), ["b1", "c3"]);
    assert_eq!(session.play("a2"), Ok("a2".to_string()));
}

#[test]
fn finish_overrides_and_can_call_the_rules_below() {
    let scripts = ScriptDir::new();
    scripts.hook(
        "mercy",
        "finish",
        "local said = base(view)
         if said and said.winner == 'white' and said.how == 'road' then return win { seat = 'black', how = 'mercy' } end
         return said",
    );
    scripts.hook("endless", "finish", "return nil");
    scripts.hook("sudden", "finish", "if view.ply >= 3 then return tie 'bedtime' end return base(view)");
    assert_eq!(outcome(&mut scripts.open("tak", ROAD)), "white wins by road");
    assert_eq!(outcome(&mut scripts.open("tak+mercy", ROAD)), "black wins by mercy");
    assert_eq!(outcome(&mut scripts.open("tak+endless", ROAD)), "open");
    assert_eq!(outcome(&mut scripts.open("tak+mercy", "c3 a3 a2")), "open");
    assert_eq!(outcome(&mut scripts.open("tak+sudden", "c3 a3 a2")), "draw by bedtime");
    assert_eq!(outcome(&mut scripts.open("tak+mercy+endless", ROAD)), "open", "the last in the stack counts");
    assert_eq!(outcome(&mut scripts.open("tak+endless+mercy", ROAD)), "open", "its base is the variant below it");
    let mut session = scripts.open("tak+mercy", ROAD);
    session.undo();
    assert_eq!(outcome(&mut session), "open");
}

#[test]
fn points_see_the_whole_history_of_a_playout() {
    let scripts = ScriptDir::new();
    scripts.hook("long", "points", "return { white = #view.history, black = 0 }");
    let mut session = scripts.open("tak+long", "a1 c3");
    let mut rng = Rng::new(1);
    session.game.playout(1_000, |bound| rng.below(bound)).unwrap();
    assert!(session.game.is_over());
    assert_eq!(points(&mut session), [session.game.move_count() as f64, 0.0]);
}

#[test]
fn points_may_build_on_the_points_below() {
    let scripts = ScriptDir::new();
    scripts.hook("bonus", "points", "local p = base(view) p.white = p.white + 100 return p");
    scripts.hook("double", "points", "local p = base(view) return { white = p.white * 2, black = -1.5 }");
    // Nine cells and white's seven remaining flats.
    assert_eq!(points(&mut scripts.open("tak", ROAD)), [16.0, 0.0]);
    assert_eq!(points(&mut scripts.open("tak+bonus", ROAD)), [116.0, 0.0]);
    assert_eq!(points(&mut scripts.open("tak+bonus+double", ROAD)), [232.0, -1.5]);
    assert_eq!(points(&mut scripts.open("tak+double+bonus", ROAD)), [132.0, -1.5]);
    assert_eq!(points(&mut scripts.open("tak+bonus", "c3 a3")), [1.0, 1.0], "an unfinished game has the usual points");
}

#[test]
fn a_typo_in_a_field_of_the_view_is_reported() {
    let scripts = ScriptDir::new();
    scripts.hook("slip", "allow", "local seen = view return seen.trun > 1");
    let mut session = scripts.open("tak+slip", "");
    let fault = session.legal_moves().expect_err("a slip").to_string();
    assert!(fault.ends_with("slip.lua:3: the view has no `trun`; did you mean `turn`?"), "{fault}");
}

#[test]
fn random_games_detect_hidden_state() {
    let scripts = ScriptDir::new();
    let source = "local n = 0\nreturn variant 'tired' { base = 'tak', rules = { hooks = {\n\
                  finish = function(view, base) n = n + 1 if n > 30 then return tie 'tired' end return base(view) end\n\
                  } } }";
    scripts.write("tired", source);
    let rules = scripts.load("tak+tired", &["size=5"]);
    let limits = SelfTestLimits { games: 3, careful: 3, work: 100_000_000, must_end: true, is_late: &|| false };
    let report = run_self_test(&rules, limits, 1);
    let fault = report.fault.expect("it has a hidden counter");
    assert!(matches!(fault.failure, SelfTestFailure::Hidden(..)), "{fault:?}");
}

#[test]
fn a_skipped_seat_has_a_placeholder_in_the_record() {
    let scripts = effect("skip()");
    let mut session = scripts.open("tak+effect", "a1 c3 b2");
    let file = session.to_file("game.ptn").expect("no script fails");
    let moves: Vec<&str> = file.lines().skip_while(|line| !line.is_empty()).filter(|line| !line.is_empty()).collect();
    assert_eq!(moves, ["1. a1 --", "2. c3 b2"]);
}

#[test]
fn reject_sees_the_effects_of_the_move_too() {
    let scripts = ScriptDir::new();
    scripts.hook("capture", "after_move", "if move.cell == 'b2' then return remove 'a1' end");
    scripts.hook("keep", "reject", "return view:stack_height 'a1' == 0, 'a1 stays'");
    let mut session = scripts.open("tak+capture+keep", "a1 c3");
    assert_eq!(why(&mut session, "b2"), ["keep: a1 stays [keep.lua:2]"]);
    assert_eq!(why(&mut session, "c2"), Vec::<String>::new());
    assert_eq!(session.position(), "x2,1/x3/2,x2 1 2", "`why` changes nothing");
}

#[test]
fn random_games_detect_endless_rules() {
    let scripts = ScriptDir::new();
    scripts.variant("flats-only", "turn = { off 'opening' }, moves = { off 'spread', place { 'flat' } }");
    let undo_effects = "return { remove(move.cell), give { seat = move.seat, piece = 'flat' } }";
    scripts.hook("endless", "after_move", undo_effects);
    let rules = scripts.load("tak+flats-only+endless", &["size=3"]);
    let limits = SelfTestLimits { games: 1, careful: 1, work: 100_000_000, must_end: true, is_late: &|| false };
    let report = run_self_test(&rules, limits, 1);
    let fault = report.fault.expect("every flat is removed at once");
    assert_eq!(fault.failure, SelfTestFailure::Endless);
}

#[test]
fn malformed_effects_are_explained() {
    for (effect_of_a1, message) in [
        ("{ remove = 'a1' }", "an effect is a call; write remove(...), not remove = ..."),
        ("remove { at = 'a1' }", "`remove` has no `at`; it takes cell"),
        (
            "(function(seen) return seen.top('a1') end)(view)",
            "methods of the view need a colon, as in view:top(\"a1\")",
        ),
    ] {
        let mut session = effect(effect_of_a1).open("tak+effect", "");
        let error = session.play("a1").expect_err("a wrong form").to_string();
        assert!(error.ends_with(message), "{error}");
    }
}

#[test]
fn a_hook_with_an_effect_in_every_move_does_not_run_out_of_memory() {
    let scripts = ScriptDir::new();
    scripts.hook("counting", "after_move", "return set { n = view:var('n') + 1 }");
    let mut game = scripts.open("tak+counting", "").game;
    let first = game.legal_moves().expect("no script fails")[0];
    for _ in 0..400_000 {
        game.play(first).unwrap_or_else(|fault| panic!("{fault}"));
        game.undo();
    }
}

#[test]
fn a_script_variable_stays_a_finite_number_of_its_kind() {
    let cases = [
        ("math.huge", "`n` must be a finite number"),
        ("0/0", "`n` must be a finite number"),
        ("0.5", "`n` started as the whole number 0, so it cannot become 0.5"),
        ("'many'", "`n` started as 0, so it cannot become a text"),
    ];
    for (value, expected) in cases {
        let scripts = ScriptDir::new();
        scripts.hook("odd", "after_move", &format!("return set {{ n = {value} }}"));
        let fault = scripts.open("tak+odd", "").play("a1").expect_err("the hook fails").to_string();
        assert!(fault.ends_with(expected), "{value}: {fault}");
    }
}
