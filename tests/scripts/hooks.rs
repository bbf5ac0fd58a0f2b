//! What a rule file can do with hooks: forbid, follow up, end and count; and what becomes of one that fails.

use crate::common::shelf::{ROAD, Shelf, outcome, pairs, points, why};
use houserule_core::mechanics::Team;
use houserule_lab::bot::BotName;
use houserule_script::notation::record;
use houserule_script::play::{PlayError, Proof, Prover, Rng, SelfTestFailure, SelfTestLimits, Session};

#[test]
fn allow_forbids_moves_and_says_why() {
    let shelf = Shelf::new();
    shelf.hook(
        "corners",
        "allow",
        "if move.cell == 'a1' and view.turn == 1 then\nreturn false, 'not the corner yet'\nend\nreturn true",
    );
    let mut session = shelf.open("tak+corners", "");
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
fn allow_without_words_still_names_the_rule() {
    let shelf = Shelf::new();
    shelf.hook("never", "allow", "return false");
    let mut session = shelf.open("tak+never", "");
    assert_eq!(why(&mut session, "a1"), ["never: the rule `never` does not allow it [never.lua:2]"]);
    assert_eq!(outcome(&mut session), "draw by stuck");
}

#[test]
fn reject_sees_the_position_after_the_move() {
    let shelf = Shelf::new();
    shelf.hook(
        "middle",
        "reject",
        "local piece, seat = view:top('b2')\nif piece then return piece .. ' of ' .. seat .. ' on b2' end\nreturn false",
    );
    let mut session = shelf.open("tak+middle", "");
    let before = (session.position(), session.game.position_hash());
    assert_eq!(why(&mut session, "b2"), ["middle: flat of black on b2 [middle.lua:2]"]);
    assert_eq!(session.legal_moves().unwrap().len(), 8);
    assert_eq!(before, (session.position(), session.game.position_hash()), "the move was taken back");
    let mut session = shelf.open("tak+middle", "a2 c3");
    assert_eq!(why(&mut session, "Sb2"), ["middle: wall of white on b2 [middle.lua:2]"]);
    assert_eq!(why(&mut session, "c3-"), [""; 0]);
}

#[test]
fn a_reason_without_a_violation_refuses_nothing() {
    let shelf = Shelf::new();
    shelf.hook("tall", "reject", "return view:stack_height 'a1' > 1 or nil, 'too tall'");
    shelf.hook("kind", "allow", "return true, 'no reason'");
    let mut session = shelf.open("tak+tall+kind", "");
    assert_eq!(why(&mut session, "a1"), [""; 0]);
    assert_eq!(session.legal_moves().unwrap().len(), 9);
}

#[test]
fn a_move_that_one_script_refuses_is_illegal_though_the_next_one_fails() {
    let shelf = Shelf::new();
    shelf.hook("first", "allow", "return move.cell ~= 'a1', 'not there'");
    shelf.hook("then", "allow", "return move.cell ~= 'a1' or error('asked about a1')");
    let mut session = shelf.open("tak+first+then", "");
    assert_eq!(why(&mut session, "a1"), ["first: not there [first.lua:2]"]);
    assert_eq!(session.legal_moves().unwrap().len(), 8);
}

#[test]
fn every_rule_that_forbids_a_move_is_named() {
    let shelf = Shelf::new();
    shelf.hook("one", "allow", "return false, 'one says no'");
    shelf.hook("two", "allow", "return false, 'two says no'");
    let mut session = shelf.open("tak+one+two", "");
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
fn a_move_is_told_as_it_was_before_it_was_played() {
    let shelf = Shelf::new();
    shelf.hook(
        "crushing",
        "after_move",
        "if move.crush then return win { seat = move.seat, how = move.cell .. move.to } end",
    );
    shelf.hook("smooth", "reject", "return move.crush and 'no crushing'");
    let position = Some("x5/x5/1C,2S,x3/x5/x5 1 9");
    let mut session = shelf.open_with("tak+crushing", &[], position, "a3>");
    assert_eq!(outcome(&mut session), "white wins by a3b3");
    let mut session = shelf.open_with("tak+smooth", &[], position, "");
    assert_eq!(why(&mut session, "a3>"), ["smooth: no crushing [smooth.lua:2]"]);
}

/// After a1 one effect is asked for.
fn effect(effect: &str) -> Shelf {
    let shelf = Shelf::new();
    shelf.hook("effect", "after_move", &format!("if move.text == 'a1' then return {effect} end"));
    shelf
}

/// The position after a1 and its effect, once undo and redo have been seen to lead back and forth.
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
    let upon = "place { cell = 'c3', piece = 'cap', seat = 'black' }";
    assert_eq!(position_after(upon, "b1 c3"), "x2,12C/x3/1,2,x 2 2");
    assert_eq!(position_after("remove 'c3'", "b1 c3"), "x3/x3/1,2,x 2 2");
    assert_eq!(position_after("remove { cell = 'c3' }", "b1 c3"), "x3/x3/1,2,x 2 2");
    let several = "{ remove 'c3', place { cell = 'c3', piece = 'flat', seat = 'black' } }";
    assert_eq!(position_after(several, "b1 c3"), "x2,2/x3/1,2,x 2 2");
}

#[test]
fn after_a_move_a_script_passes_over_a_seat() {
    assert_eq!(position_after("skip()", "b1 c3"), "x2,1/x3/1,2,x 1 3");
}

#[test]
fn after_a_move_a_script_gives_and_takes_pieces() {
    let shelf = effect(
        "{ give { seat = 'white', piece = 'cap', count = 2 }, give { seat = 'black', piece = 'flat', count = -3 } }",
    );
    let mut session = shelf.open("tak+effect", "b1 c3");
    let held = |session: &Session| {
        let board = session.game.board().view().stones().expect("Tak has stones");
        let names = &session.plan().names;
        let count = |seat: &str, piece: &str| {
            board.reserve_of(names.seat(seat).expect("a seat"), names.piece(piece).expect("a piece"))
        };
        (count("white", "cap"), count("black", "flat"))
    };
    assert_eq!(held(&session), (0, 9));
    session.play("a1").unwrap();
    assert_eq!(held(&session), (2, 6));
    session.undo();
    assert_eq!(held(&session), (0, 9));
    session.redo().expect("a move to play again").unwrap();
    for text in ["c1", "Cc2"] {
        session.play(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(held(&session), (1, 5));
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
    let shelf = Shelf::new();
    shelf.variant(
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
    let mut session = shelf.open("tak+counts", "");
    let told = |session: &mut Session| why(session, "c3").pop().expect("c3 is forbidden");
    let start = told(&mut session);
    assert_eq!(start, "counts: 0false0.5 [counts.lua:7]");
    for (text, expected) in [("a1", "1a1true1.0"), ("b1", "2b1false2.0"), ("Sa2", "3Sa2true4.0")] {
        session.play(text).unwrap();
        assert_eq!(told(&mut session), format!("counts: {expected} [counts.lua:7]"));
    }
    session.undo();
    assert_eq!(told(&mut session), "counts: 2b1false2.0 [counts.lua:7]");
    session.redo().expect("a move to play again").unwrap();
    assert_eq!(told(&mut session), "counts: 3Sa2true4.0 [counts.lua:7]");
    while session.undo().is_some() {}
    assert_eq!(told(&mut session), start);
}

#[test]
fn a_hook_that_fails_halfway_leaves_the_position_as_it_was() {
    let shelf = effect("{ set { n = 7 }, remove 'c3', give { seat = 'white', piece = 'flat' }, skip(), remove 'b2' }");
    let mut session = shelf.open("tak+effect", "b1 c3");
    let before = (session.position(), session.game.position_hash(), session.legal_moves().unwrap());
    let fault = match session.play("a1") {
        Err(PlayError::Illegal(refused)) => refused.to_string(),
        other => panic!("a1 was {other:?}"),
    };
    assert_eq!(fault, format!("{}:3: b2 is empty", shelf.path("effect")));
    let after = (session.position(), session.game.position_hash(), session.legal_moves().unwrap());
    assert_eq!(before, after);
    assert_eq!(session.moves(), ["b1", "c3"]);
    assert_eq!(session.play("a2"), Ok("a2".to_string()));
}

#[test]
fn finish_has_the_last_word_and_may_ask_the_rules_below() {
    let shelf = Shelf::new();
    shelf.hook(
        "mercy",
        "finish",
        "local said = base(view)
         if said and said.winner == 'white' and said.how == 'road' then return win { seat = 'black', how = 'mercy' } end
         return said",
    );
    shelf.hook("endless", "finish", "return nil");
    shelf.hook("sudden", "finish", "if view.ply >= 3 then return tie 'bedtime' end return base(view)");
    assert_eq!(outcome(&mut shelf.open("tak", ROAD)), "white wins by road");
    assert_eq!(outcome(&mut shelf.open("tak+mercy", ROAD)), "black wins by mercy");
    assert_eq!(outcome(&mut shelf.open("tak+endless", ROAD)), "open");
    assert_eq!(outcome(&mut shelf.open("tak+mercy", "c3 a3 a2")), "open");
    assert_eq!(outcome(&mut shelf.open("tak+sudden", "c3 a3 a2")), "draw by bedtime");
    assert_eq!(outcome(&mut shelf.open("tak+mercy+endless", ROAD)), "open", "the last in the stack counts");
    assert_eq!(outcome(&mut shelf.open("tak+endless+mercy", ROAD)), "open", "its base is what stands below it");
    let mut session = shelf.open("tak+mercy", ROAD);
    session.undo();
    assert_eq!(outcome(&mut session), "open");
}

#[test]
fn points_know_every_move_of_a_game_that_was_played_at_random() {
    let shelf = Shelf::new();
    shelf.hook("long", "points", "return { white = #view.history, black = 0 }");
    let mut session = shelf.open("tak+long", "a1 c3");
    let mut rng = houserule_script::play::Rng::new(1);
    session.game.playout(1_000, |bound| rng.below(bound)).unwrap();
    assert!(session.game.is_over());
    assert_eq!(points(&mut session), [session.game.move_count() as f64, 0.0]);
}

#[test]
fn points_may_build_on_the_points_below() {
    let shelf = Shelf::new();
    shelf.hook("bonus", "points", "local p = base(view) p.white = p.white + 100 return p");
    shelf.hook("double", "points", "local p = base(view) return { white = p.white * 2, black = -1.5 }");
    // Nine cells and the seven flats that white has left.
    assert_eq!(points(&mut shelf.open("tak", ROAD)), [16.0, 0.0]);
    assert_eq!(points(&mut shelf.open("tak+bonus", ROAD)), [116.0, 0.0]);
    assert_eq!(points(&mut shelf.open("tak+bonus+double", ROAD)), [232.0, -1.5]);
    assert_eq!(points(&mut shelf.open("tak+double+bonus", ROAD)), [132.0, -1.5]);
    assert_eq!(points(&mut shelf.open("tak+bonus", "c3 a3")), [1.0, 1.0], "a running game is counted as ever");
}

#[test]
fn a_slip_in_a_name_of_the_view_is_told() {
    let shelf = Shelf::new();
    shelf.hook("slip", "allow", "local seen = view return seen.trun > 1");
    let mut session = shelf.open("tak+slip", "");
    let fault = session.legal_moves().expect_err("a slip").to_string();
    assert!(fault.ends_with("slip.lua:3: the view has no `trun`; did you mean `turn`?"), "{fault}");
}

#[test]
fn a_script_that_remembers_something_is_found_out_by_playing() {
    let shelf = Shelf::new();
    let counts = "local n = 0\nreturn variant 'tired' { base = 'tak', rules = { hooks = {\n\
                  finish = function(view, base) n = n + 1 if n > 30 then return tie 'tired' end return base(view) end\n\
                  } } }";
    shelf.write("tired", counts);
    let rules = shelf.table.load("tak+tired", &pairs(&["size=5"])).expect("rules");
    let effort = SelfTestLimits { games: 3, careful: 3, work: 100_000_000, must_end: true, is_late: &|| false };
    let report = houserule_script::play::run_self_test(&rules, effort, 1);
    let fault = report.fault.expect("it keeps a count of its own");
    assert!(matches!(fault.failure, SelfTestFailure::Hidden(..)), "{fault:?}");
}

#[test]
fn a_seat_that_was_passed_over_has_a_placeholder_in_the_record() {
    let shelf = effect("skip()");
    let mut session = shelf.open("tak+effect", "a1 c3 b2");
    let file = session.to_file("game.ptn").expect("no script fails");
    let moves: Vec<&str> = file.lines().skip_while(|line| !line.is_empty()).filter(|line| !line.is_empty()).collect();
    assert_eq!(moves, ["1. a1 --", "2. c3 b2"]);
}

#[test]
fn reject_sees_what_follows_from_the_move_too() {
    let shelf = Shelf::new();
    shelf.hook("capture", "after_move", "if move.cell == 'b2' then return remove 'a1' end");
    shelf.hook("keep", "reject", "return view:stack_height 'a1' == 0, 'a1 stays'");
    let mut session = shelf.open("tak+capture+keep", "a1 c3");
    assert_eq!(why(&mut session, "b2"), ["keep: a1 stays [keep.lua:2]"]);
    assert_eq!(why(&mut session, "c2"), Vec::<String>::new());
    assert_eq!(session.position(), "x2,1/x3/2,x2 1 2", "asking changes nothing");
}

#[test]
fn a_game_that_does_not_end_is_found_out_by_playing() {
    let shelf = Shelf::new();
    shelf.variant("flats-only", "turn = { off 'opening' }, moves = { off 'spread', place { 'flat' } }");
    let taken_back = "return { remove(move.cell), give { seat = move.seat, piece = 'flat' } }";
    shelf.hook("endless", "after_move", taken_back);
    let rules = shelf.table.load("tak+flats-only+endless", &pairs(&["size=3"])).expect("rules");
    let effort = SelfTestLimits { games: 1, careful: 1, work: 100_000_000, must_end: true, is_late: &|| false };
    let report = houserule_script::play::run_self_test(&rules, effort, 1);
    let fault = report.fault.expect("every flat is taken back at once");
    assert_eq!(fault.failure, SelfTestFailure::Endless);
}

#[test]
fn an_effect_in_the_wrong_form_is_told_with_the_right_one() {
    for (effect_of_a1, says) in [
        ("{ remove = 'a1' }", "an effect is made by calling its name: remove(...), not remove = ..."),
        ("remove { at = 'a1' }", "`remove` has no `at`; it takes cell"),
        (
            "(function(seen) return seen.top('a1') end)(view)",
            "functions of the view are called with a colon, as in view:top(\"a1\")",
        ),
    ] {
        let mut session = effect(effect_of_a1).open("tak+effect", "");
        let error = session.play("a1").expect_err("a wrong form").to_string();
        assert!(error.ends_with(says), "{error}");
    }
}

#[test]
fn a_hook_with_an_effect_in_every_move_does_not_run_out_of_memory() {
    let shelf = Shelf::new();
    shelf.hook("counting", "after_move", "return set { n = view:var('n') + 1 }");
    let mut game = shelf.open("tak+counting", "").game;
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
    for (value, wanted) in cases {
        let shelf = Shelf::new();
        shelf.hook("odd", "after_move", &format!("return set {{ n = {value} }}"));
        let fault = shelf.open("tak+odd", "").play("a1").expect_err("the hook fails").to_string();
        assert!(fault.ends_with(wanted), "{value}: {fault}");
    }
}

#[test]
fn several_seats_may_win_together() {
    let shelf = Shelf::new();
    shelf.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    shelf.hook("both", "after_move", "return win { seat = { 'white', 'grey' }, how = 'luck' }");
    shelf.hook("others", "finish", "local ending = base(view)\nreturn ending and win { seat = ending.winners }");
    shelf.hook("nobody", "after_move", "return win { seat = {} }");
    assert_eq!(outcome(&mut shelf.open("tak+three+both", "a1")), "white and grey win by luck");
    assert_eq!(outcome(&mut shelf.open("tak+others", ROAD)), "white wins by rule");
    let fault = shelf.open("tak+nobody", "").play("a1").expect_err("the hook fails").to_string();
    assert!(fault.ends_with("`win` wants at least one seat that wins"), "{fault}");
}

#[test]
fn a_tie_may_name_those_who_share_it_and_the_others_lose() {
    let shelf = Shelf::new();
    shelf.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    shelf.hook("some", "after_move", "return tie { seat = { 'white', 'grey' }, how = 'truce' }");
    shelf.hook("everybody", "after_move", "return tie { seat = { 'white', 'black', 'grey' }, how = 'truce' }");
    shelf.hook("plain", "after_move", "return tie 'truce'");
    shelf.hook("seen", "finish", "local ending = base(view)\nreturn ending and tie { seat = ending.winners, how = #ending.winners .. ' and ' .. (ending.winner or 'nobody') }");
    shelf.hook("points", "points", "local p = base(view)\nfor _, side in ipairs(view.winners) do p[side] = p[side] + 7 end\nassert(view.winner == nil)\nreturn p");
    for (name, wants) in [("one", "{ 'grey' }"), ("none", "{}"), ("alone", "'white'")] {
        shelf.hook(name, "after_move", &format!("return tie {{ seat = {wants} }}"));
    }
    let end = |game: &str| outcome(&mut shelf.open(game, "a1"));
    assert_eq!(end("tak+three+some"), "draw by truce (white, grey)");
    assert_eq!(end("tak+three+everybody"), "draw by truce");
    assert_eq!(end("tak+three+plain"), "draw by truce");
    assert_eq!(end("tak+three+some+seen"), "draw by 2 and nobody (white, grey)");
    let score = shelf.open("tak+three+some", "a1").game.score().expect("no script fails");
    let told: Vec<String> = score.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["white 0 drawn", "black 0 lost", "grey 0 drawn"]);
    let score = shelf.open("tak+three+some+points", "a1").game.score().expect("no script fails");
    assert_eq!(score.iter().map(|line| line.points).collect::<Vec<_>>(), [7.0, 0.0, 7.0]);
    for one in ["one", "none", "alone"] {
        let fault = shelf.open(&format!("tak+three+{one}"), "").play("a1").expect_err("it fails").to_string();
        let says = "`tie` wants seats of two sides or more; use `win` where one side wins";
        assert!(fault.ends_with(says), "{one}: {fault}");
    }
}

#[test]
fn a_record_in_the_games_own_format_keeps_who_shares_a_game() {
    let shelf = Shelf::new();
    shelf.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    shelf.hook("truce", "after_move", "return tie { seat = { 'white', 'grey' }, how = 'truce' }");
    shelf.hook("both", "after_move", "return win { seat = { 'white', 'grey' }, how = 'luck' }");
    for (game, result) in [("truce", "draw by truce (white, grey)"), ("both", "white+grey luck")] {
        let mut session = shelf.open(&format!("tak+three+{game}"), "a1");
        let text = session.to_file("game.ptn").expect("no script fails");
        let read = record::read(&text).expect("a PTN file");
        assert_eq!((&read[0].moves[..], read[0].result.as_deref()), (&["a1".to_string()][..], Some(result)), "{text}");
    }
}

/// What a move on 3x3 ends the game with, by its cell; every other move leaves it open.
const ENDS: &str = "local ends = {
  a1 = tie { seat = { 'white', 'black' } }, b1 = tie { seat = { 'black', 'grey' } }, c1 = tie {},
  a2 = win { seat = { 'black', 'grey' } },
}
return ends[move.cell]";

#[test]
fn bots_play_for_their_part_of_a_shared_game() {
    let shelf = Shelf::new();
    shelf.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    shelf.hook("ends", "after_move", ENDS);
    shelf.hook("closed", "allow", "return move.kind == 'place' and move.piece == 'flat' and move.cell < 'b2'");
    shelf.hook("better", "after_move", "if move.cell == 'b1' then return win 'white' end");
    let chosen = |game: &str, name: &str, seed: u64| {
        let mut session = shelf.open(game, "");
        let bot: BotName = name.parse().expect("a bot");
        let seat = session.game.seat();
        let chosen = bot.create().choose(&mut session.game, seat, &mut Rng::new(seed)).expect("no script fails");
        session.move_text(chosen.expect("a move"))
    };
    for name in ["greedy", "mcts:200"] {
        for seed in 0..6 {
            assert_eq!(chosen("tak+three+ends+closed", name, seed), "a1", "{name}, seed {seed}");
            let alone = chosen("tak+three+ends+better+closed", name, seed);
            assert_eq!(alone, "b1", "a win that nobody shares is better: {name}, seed {seed}");
        }
    }
}

#[test]
fn a_shared_draw_is_not_proved_to_be_a_win() {
    let shelf = Shelf::new();
    shelf.variant("three", "seats = { 'white', 'black', 'grey' }, turn = { off 'opening' }");
    shelf.hook("truce", "after_move", "return tie { seat = { 'white', 'grey' } }");
    shelf.hook("both", "after_move", "return win { seat = { 'white', 'grey' } }");
    let proof = |game: &str| Prover::new(Team::FIRST).wins(&mut shelf.open(game, "").game, 1).expect("no script fails");
    assert_eq!((proof("tak+three+truce"), proof("tak+three+both")), (Proof::No, Proof::Yes));
}

/// What is said of a view that was kept.
const KEPT: &str = "the view and the move are there only while their hook runs; do not keep them";

/// What comes of playing on with these rules until something fails.
fn failure(shelf: &Shelf, game: &str) -> String {
    let sets = if game.starts_with("tak") { pairs(&["size=3"]) } else { Vec::new() };
    let mut session = match shelf.table.open(game, &sets, None, &[]) {
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
    // What a game is worth is asked when it is over.
    let scores = [session.game.score(), session.game.score()];
    let fault = scores.into_iter().find_map(Result::err);
    fault.map_or("nothing fails".to_string(), |fault| fault.to_string())
}

#[test]
fn a_view_that_a_hook_keeps_shows_nothing_to_a_later_call() {
    // Kept at the first call, or from each call to the next.
    let first = "kept = kept or view\nlocal seen = kept.turn";
    let last = "local before = kept\nkept = view\nlocal seen = before and before.turn";
    for keeps in [first, last] {
        for (hook, takes, gives) in [
            ("allow", "move", "true"),
            ("reject", "move", "false"),
            ("after_move", "move", "nil"),
            ("moves", "", "{ 'wait' }"),
            ("next", "base", "base(view)"),
            ("finish", "base", "base(view)"),
            ("points", "base", "base(view)"),
        ] {
            let shelf = Shelf::new();
            let function = format!("{hook} = function(view, {takes})\n{keeps}\nreturn {gives} end");
            let function = function.replace("view, )", "view)");
            let rules = format!("rules = {{ hooks = {{ {function} }} }}");
            shelf.write("keeps", &format!("local kept\nreturn variant 'keeps' {{ base = 'tak', {rules} }}"));
            let says = failure(&shelf, "tak+keeps");
            assert!(says.contains("keeps.lua:") && says.ends_with(KEPT), "{hook}, {keeps}: {says}");
        }
    }
}

#[test]
fn a_view_shows_nothing_to_another_hook_than_its_own() {
    let gives = [("setup", "nil"), ("deal", "tiles"), ("allow", "true"), ("after_move", "nil"), ("finish", "nil")];
    for (index, (autosave, given)) in gives.iter().enumerate() {
        for (user, answer) in gives.iter().skip(index.max(1) + 1) {
            let shelf = Shelf::new();
            let keeps = format!("{autosave} = function(view, tiles) kept = view return {given} end");
            let uses = format!("{user} = function(view) local seen = kept and kept.turn return {answer} end");
            let rules = format!("rules = {{ hooks = {{ {keeps}, {uses} }} }}");
            let text = format!("local kept\nreturn variant 'keeps' {{ base = 'tantrix', {rules} }}");
            shelf.write("keeps", &text);
            let says = failure(&shelf, "tantrix+keeps");
            assert!(says.ends_with(KEPT), "{autosave} to {user}: {says}");
        }
    }
}

#[test]
fn a_move_that_a_hook_keeps_tells_nothing_later() {
    for field in ["text", "kind", "cell", "seat", "piece", "count"] {
        let shelf = Shelf::new();
        let body = format!("kept = kept or move local seen = kept.{field} return true");
        let rules = format!("rules = {{ hooks = {{ allow = function(view, move) {body} end }} }}");
        shelf.write("keeps", &format!("local kept\nreturn variant 'keeps' {{ base = 'tak', {rules} }}"));
        assert!(failure(&shelf, "tak+keeps").ends_with(KEPT), "{field}");
    }
}

/// A game on three by three whose reserves are small, and after whose moves a script does something.
fn small(reserve: u32, moves: &str, effects: &str) -> Shelf {
    let shelf = Shelf::new();
    let pieces = "pieces = { flat = {}, wall = { letter = 'S', stands = true }, cap = {} }";
    shelf.write(
        "small",
        &format!(
            "return game 'small' {{ title = 'Small', rules = {{ seats = {{ 'white', 'black' }}, board = square(3),
             {pieces}, reserve = {{ flat = {reserve} }}, moves = {{ {moves} }}, finish = {{ stuck {{}} }},
             hooks = {{ after_move = function(view, move)
               {effects}
             end }} }} }}"
        ),
    );
    shelf
}

#[test]
fn how_many_pieces_a_script_may_bring_does_not_hang_on_the_reserves() {
    let places = "local all = {} for i = 1, 200 do all[i] = place { cell = 'c3', seat = 'white', piece = 'flat' } end return all";
    let room = 1024 / 2;
    for reserve in [3, 5, 40] {
        for moves in ["place { 'flat' }", "place { 'flat' }, spread { carry = 3 }"] {
            let shelf = small(reserve, moves, places);
            let mut session = shelf.table.open("small", &[], None, &[]).expect("rules");
            let mut heights = vec![session.game.position_hash()];
            let fault = loop {
                let free = if session.moves().len().is_multiple_of(2) { "a1" } else { "b1" };
                let mv = match session.why(free) {
                    Ok(violations) if violations.is_empty() => free.to_string(),
                    _ => session.legal_moves().expect("no script fails").swap_remove(0),
                };
                match session.play(&mv) {
                    Ok(_) => heights.push(session.game.position_hash()),
                    Err(error) => break error.to_string(),
                }
            };
            let stones = session.game.board().view().stones().expect("stones");
            let plan = stones.game();
            let high = plan.grid.cells().map(|cell| stones.height(plan.grid.coord(cell))).max().unwrap_or(0);
            assert!(fault.contains("small.lua:4: "), "{reserve}, {moves}: {fault}");
            assert!(fault.ends_with(&format!("and {room} are the most")), "{reserve}, {moves}: {fault}");
            assert!(high + 200 + 2 * reserve > room, "{reserve}, {moves}: only {high} pieces, then {fault}");
            // The words became wider on the way, and the way back is the same.
            while let Some(key) = heights.pop() {
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
fn what_a_hook_keeps_shows_nothing_however_many_calls_later() {
    for calls in 1..=12 {
        for (what, field) in [("view", "turn"), ("move", "text")] {
            for keeps in [format!("kept = {what}"), format!("kept = (function() return {what} end)()")] {
                let body = format!(
                    "calls = calls + 1\nif calls == 1 then {keeps} end\n\
                     if calls == {calls} + 1 then local seen = kept.{field} end\nreturn true"
                );
                let hooks = format!("hooks = {{ allow = function(view, move)\n{body} end }}");
                let shelf = Shelf::new();
                let text = format!(
                    "local kept, calls = nil, 0\nreturn variant 'keeps' {{ base = 'tak', rules = {{ {hooks} }} }}"
                );
                shelf.write("keeps", &text);
                let says = failure(&shelf, "tak+keeps");
                assert!(says.ends_with(KEPT), "{keeps}, used {calls} calls later: {says}");
            }
        }
    }
}

/// New views for a function that keeps them are litter, of which a long listing leaves much.
#[test]
fn a_hook_that_may_keep_its_view_does_not_run_out_of_memory() {
    let shelf = Shelf::new();
    shelf.hook("hands", "allow", "local seen = { view }\nreturn seen[1].turn < 1000");
    let mut session = shelf.open_with("tak+hands", &["size=8"], None, "a1 h8");
    for _ in 0..300 {
        assert_eq!(session.legal_moves().map(|moves| moves.len()).map_err(|fault| fault.to_string()), Ok(188));
    }
}
