//! Hooks of rule files: forbidding moves, effects, endings and points; and failing hooks.

use crate::common::outcome;
use crate::common::script_dir::{ROAD, ScriptDir, parse_settings, points, why};
use houserule_core::mechanics::Team;
use houserule_lab::bot::BotName;
use houserule_script::notation::record;
use houserule_script::play::{PlayError, Proof, Prover, Rng, SelfTestFailure, SelfTestLimits, Session, run_self_test};

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
            "opening: white's turn 1 places a flat of black [tak.lua:20]",
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
        assert!(over[0].starts_with(&format!("over: the game is over: {expected}")), "{over:?}");
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
        ("{ remove = 'a1' }", "an effect is made by calling its name: remove(...), not remove = ..."),
        ("remove { at = 'a1' }", "`remove` has no `at`; it takes cell"),
        (
            "(function(seen) return seen.top('a1') end)(view)",
            "functions of the view are called with a colon, as in view:top(\"a1\")",
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
        ("math.huge", "`n` is a number; it cannot become one that is not finite"),
        ("0/0", "`n` is a number; it cannot become one that is not finite"),
        ("0.5", "`n` started as the whole number 0; it cannot become 0.5"),
        ("'many'", "`n` started as 0; it cannot become a text"),
    ];
    for (value, expected) in cases {
        let scripts = ScriptDir::new();
        scripts.hook("odd", "after_move", &format!("return set {{ n = {value} }}"));
        let fault = scripts.open("tak+odd", "").play("a1").expect_err("the hook fails").to_string();
        assert!(fault.ends_with(expected), "{value}: {fault}");
    }
}

#[test]
fn several_seats_can_win_together() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("both", "after_move", "return win { seat = { 'white', 'grey' }, how = 'luck' }");
    scripts.hook("others", "finish", "local ending = base(view)\nreturn ending and win { seat = ending.winners }");
    scripts.hook("nobody", "after_move", "return win { seat = {} }");
    assert_eq!(outcome(&mut scripts.open("tak+three+both", "a1")), "white and grey win by luck");
    assert_eq!(outcome(&mut scripts.open("tak+others", ROAD)), "white wins by rule");
    let fault = scripts.open("tak+nobody", "").play("a1").expect_err("the hook fails").to_string();
    assert!(fault.ends_with("`win` wants at least one seat that wins"), "{fault}");
}

#[test]
fn a_tie_can_be_shared_by_some_seats_while_the_others_lose() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("some", "after_move", "return tie { seat = { 'white', 'grey' }, how = 'truce' }");
    scripts.hook("everybody", "after_move", "return tie { seat = { 'white', 'black', 'grey' }, how = 'truce' }");
    scripts.hook("plain", "after_move", "return tie 'truce'");
    scripts.hook("seen", "finish", "local ending = base(view)\nreturn ending and tie { seat = ending.winners, how = #ending.winners .. ' and ' .. (ending.winner or 'nobody') }");
    scripts.hook("points", "points", "local p = base(view)\nfor _, side in ipairs(view.winners) do p[side] = p[side] + 7 end\nassert(view.winner == nil)\nreturn p");
    for (name, wants) in [("one", "{ 'grey' }"), ("none", "{}"), ("alone", "'white'")] {
        scripts.hook(name, "after_move", &format!("return tie {{ seat = {wants} }}"));
    }
    let end = |game: &str| outcome(&mut scripts.open(game, "a1"));
    assert_eq!(end("tak+three+some"), "draw by truce (white, grey)");
    assert_eq!(end("tak+three+everybody"), "draw by truce");
    assert_eq!(end("tak+three+plain"), "draw by truce");
    assert_eq!(end("tak+three+some+seen"), "draw by 2 and nobody (white, grey)");
    let score = scripts.open("tak+three+some", "a1").game.score().expect("no script fails");
    let lines: Vec<String> = score.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["white 0 drawn", "black 0 lost", "grey 0 drawn"]);
    let score = scripts.open("tak+three+some+points", "a1").game.score().expect("no script fails");
    assert_eq!(score.iter().map(|line| line.points).collect::<Vec<_>>(), [7.0, 0.0, 7.0]);
    for one in ["one", "none", "alone"] {
        let fault = scripts.open(&format!("tak+three+{one}"), "").play("a1").expect_err("it fails").to_string();
        let message = "`tie` wants seats of two sides or more; use `win` where one side wins";
        assert!(fault.ends_with(message), "{one}: {fault}");
    }
}

#[test]
fn records_keep_shared_results() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("truce", "after_move", "return tie { seat = { 'white', 'grey' }, how = 'truce' }");
    scripts.hook("both", "after_move", "return win { seat = { 'white', 'grey' }, how = 'luck' }");
    for (game, result) in [("truce", "draw by truce (white, grey)"), ("both", "white+grey luck")] {
        let mut session = scripts.open(&format!("tak+three+{game}"), "a1");
        let text = session.to_file("game.ptn").expect("no script fails");
        let read = record::read(&text).expect("a PTN file");
        assert_eq!((&read[0].moves[..], read[0].result.as_deref()), (&["a1".to_string()][..], Some(result)), "{text}");
    }
}

/// Hook that ends a game on 3x3 according to the cell of the move.
const ENDS_BY_CELL: &str = "local ends = {
  a1 = tie { seat = { 'white', 'black' } }, b1 = tie { seat = { 'black', 'grey' } }, c1 = tie {},
  a2 = win { seat = { 'black', 'grey' } },
}
return ends[move.cell]";

#[test]
fn bots_value_shared_results() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("ends", "after_move", ENDS_BY_CELL);
    scripts.hook("closed", "allow", "return move.kind == 'place' and move.piece == 'flat' and move.cell < 'b2'");
    scripts.hook("better", "after_move", "if move.cell == 'b1' then return win 'white' end");
    let chosen = |game: &str, name: &str, seed: u64| {
        let mut session = scripts.open(game, "");
        let bot: BotName = name.parse().expect("a bot");
        let seat = session.game.seat();
        let chosen = bot.create().choose(&mut session.game, seat, &mut Rng::new(seed)).expect("no script fails");
        session.move_text(chosen.expect("a move"))
    };
    for name in ["greedy", "mcts:200"] {
        for seed in 0..6 {
            assert_eq!(chosen("tak+three+ends+closed", name, seed), "a1", "{name}, seed {seed}");
            let alone = chosen("tak+three+ends+better+closed", name, seed);
            assert_eq!(alone, "b1", "an unshared win is better: {name}, seed {seed}");
        }
    }
}

#[test]
fn a_shared_draw_is_not_proved_to_be_a_win() {
    let scripts = ScriptDir::new();
    scripts.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    scripts.hook("truce", "after_move", "return tie { seat = { 'white', 'grey' } }");
    scripts.hook("both", "after_move", "return win { seat = { 'white', 'grey' } }");
    let proof =
        |game: &str| Prover::new(Team::FIRST).wins(&mut scripts.open(game, "").game, 1).expect("no script fails");
    assert_eq!((proof("tak+three+truce"), proof("tak+three+both")), (Proof::No, Proof::Yes));
}

/// Error for a view that was kept.
const KEPT_VIEW_ERROR: &str = "the view and the move are there only while their hook runs; do not keep them";

/// Plays until something fails and returns the error.
fn play_until_error(scripts: &ScriptDir, game: &str) -> String {
    let settings = if game.starts_with("tak") { parse_settings(&["size=3"]) } else { Vec::new() };
    let mut session = match scripts.workspace.open(game, &settings, None, &[]) {
        Ok(session) => session,
        Err(error) => return error.to_string(),
    };
    for _ in 0..60 {
        let mv = match session.legal_moves() {
            Ok(moves) if moves.is_empty() => break,
            Ok(moves) => {
                let is_spread = |mv: &&String| mv.contains(['<', '>', '+', '-']);
                moves.iter().find(|mv| !is_spread(mv)).unwrap_or(&moves[moves.len() / 2]).clone()
            }
            Err(fault) => return fault.to_string(),
        };
        if let Err(error) = session.play(&mv).map_err(|error| error.to_string()) {
            return error;
        }
    }
    // The points hook runs when the game is over.
    let scores = [session.game.score(), session.game.score()];
    let fault = scores.into_iter().find_map(Result::err);
    fault.map_or("nothing fails".to_string(), |fault| fault.to_string())
}

#[test]
fn a_kept_view_is_unusable_in_later_calls() {
    // Kept from the first call, or from each call to the next.
    let first = "kept = kept or view\nlocal seen = kept.turn";
    let last = "local before = kept\nkept = view\nlocal seen = before and before.turn";
    for keeper_hook in [first, last] {
        for (hook, takes, gives) in [
            ("allow", "move", "true"),
            ("reject", "move", "false"),
            ("after_move", "move", "nil"),
            ("moves", "", "{ 'wait' }"),
            ("next", "base", "base(view)"),
            ("finish", "base", "base(view)"),
            ("points", "base", "base(view)"),
        ] {
            let scripts = ScriptDir::new();
            let function = format!("{hook} = function(view, {takes})\n{keeper_hook}\nreturn {gives} end");
            let function = function.replace("view, )", "view)");
            let rules = format!("rules = {{ hooks = {{ {function} }} }}");
            scripts.write("keeps", &format!("local kept\nreturn variant 'keeps' {{ base = 'tak', {rules} }}"));
            let error = play_until_error(&scripts, "tak+keeps");
            assert!(error.contains("keeps.lua:") && error.ends_with(KEPT_VIEW_ERROR), "{hook}, {keeper_hook}: {error}");
        }
    }
}

#[test]
fn a_kept_view_is_unusable_in_other_hooks() {
    let gives = [("setup", "nil"), ("deal", "tiles"), ("allow", "true"), ("after_move", "nil"), ("finish", "nil")];
    for (index, (keeper, given)) in gives.iter().enumerate() {
        for (user, answer) in gives.iter().skip(index.max(1) + 1) {
            let scripts = ScriptDir::new();
            let keeper_hook = format!("{keeper} = function(view, tiles) kept = view return {given} end");
            let uses = format!("{user} = function(view) local seen = kept and kept.turn return {answer} end");
            let rules = format!("rules = {{ hooks = {{ {keeper_hook}, {uses} }} }}");
            let text = format!("local kept\nreturn variant 'keeps' {{ base = 'tantrix', {rules} }}");
            scripts.write("keeps", &text);
            let error = play_until_error(&scripts, "tantrix+keeps");
            assert!(error.ends_with(KEPT_VIEW_ERROR), "{keeper} to {user}: {error}");
        }
    }
}

#[test]
fn a_kept_move_is_unusable_later() {
    for field in ["text", "kind", "cell", "seat", "piece", "count"] {
        let scripts = ScriptDir::new();
        let body = format!("kept = kept or move local seen = kept.{field} return true");
        let rules = format!("rules = {{ hooks = {{ allow = function(view, move) {body} end }} }}");
        scripts.write("keeps", &format!("local kept\nreturn variant 'keeps' {{ base = 'tak', {rules} }}"));
        assert!(play_until_error(&scripts, "tak+keeps").ends_with(KEPT_VIEW_ERROR), "{field}");
    }
}

/// Game on 3x3 with small reserves and effects after every move.
fn small_game(reserve: u32, moves: &str, effects: &str) -> ScriptDir {
    let scripts = ScriptDir::new();
    let pieces = "pieces = { flat = {}, wall = { letter = 'S', stands = true }, cap = {} }";
    scripts.write(
        "small",
        &format!(
            "return game 'small' {{ title = 'Small', rules = {{ seats = {{ 'white', 'black' }}, board = square(3),
             {pieces}, reserve = {{ flat = {reserve} }}, moves = {{ {moves} }}, finish = {{ stuck {{}} }},
             hooks = {{ after_move = function(view, move)
               {effects}
             end }} }} }}"
        ),
    );
    scripts
}

#[test]
fn the_piece_limit_of_scripts_does_not_depend_on_reserves() {
    let places = "local all = {} for i = 1, 200 do all[i] = place { cell = 'c3', seat = 'white', piece = 'flat' } end return all";
    let max_pieces = 1024 / 2;
    for reserve in [3, 5, 40] {
        for moves in ["place { 'flat' }", "place { 'flat' }, spread { carry = 3 }"] {
            let scripts = small_game(reserve, moves, places);
            let mut session = scripts.workspace.open("small", &[], None, &[]).expect("rules");
            let mut hashes = vec![session.game.position_hash()];
            let fault = loop {
                let free = if session.moves().len().is_multiple_of(2) { "a1" } else { "b1" };
                let mv = match session.why(free) {
                    Ok(violations) if violations.is_empty() => free.to_string(),
                    _ => session.legal_moves().expect("no script fails").swap_remove(0),
                };
                match session.play(&mv) {
                    Ok(_) => hashes.push(session.game.position_hash()),
                    Err(error) => break error.to_string(),
                }
            };
            let stones = session.game.board().view().stones().expect("stones");
            let plan = stones.game();
            let tallest = plan.grid.cells().map(|cell| stones.height(plan.grid.coord(cell))).max().unwrap_or(0);
            assert!(fault.contains("small.lua:4: "), "{reserve}, {moves}: {fault}");
            assert!(fault.ends_with(&format!("and {max_pieces} are the most")), "{reserve}, {moves}: {fault}");
            assert!(
                tallest + 200 + 2 * reserve > max_pieces,
                "{reserve}, {moves}: only {tallest} pieces, then {fault}"
            );
            // The stacks grew into wider words; undo restores every position.
            while let Some(key) = hashes.pop() {
                assert_eq!(
                    session.game.position_hash(),
                    key,
                    "{reserve}, {moves}: after {} moves",
                    session.moves().len()
                );
                session.undo();
            }
        }
    }
}

#[test]
fn kept_values_are_unusable_any_number_of_calls_later() {
    for calls in 1..=12 {
        for (what, field) in [("view", "turn"), ("move", "text")] {
            for keeper_hook in [format!("kept = {what}"), format!("kept = (function() return {what} end)()")] {
                let body = format!(
                    "calls = calls + 1\nif calls == 1 then {keeper_hook} end\n\
                     if calls == {calls} + 1 then local seen = kept.{field} end\nreturn true"
                );
                let hooks = format!("hooks = {{ allow = function(view, move)\n{body} end }}");
                let scripts = ScriptDir::new();
                let text = format!(
                    "local kept, calls = nil, 0\nreturn variant 'keeps' {{ base = 'tak', rules = {{ {hooks} }} }}"
                );
                scripts.write("keeps", &text);
                let error = play_until_error(&scripts, "tak+keeps");
                assert!(error.ends_with(KEPT_VIEW_ERROR), "{keeper_hook}, used {calls} calls later: {error}");
            }
        }
    }
}

/// A function that captures views gets new ones, which a long listing must free.
#[test]
fn hooks_that_capture_their_view_do_not_run_out_of_memory() {
    let scripts = ScriptDir::new();
    scripts.hook("hands", "allow", "local seen = { view }\nreturn seen[1].turn < 1000");
    let mut session = scripts.open_with("tak+hands", &["size=8"], None, "a1 h8");
    for _ in 0..300 {
        assert_eq!(session.legal_moves().map(|moves| moves.len()).map_err(|fault| fault.to_string()), Ok(188));
    }
}
