//! Named actions such as pass and swap, turns out of order, and set-up boards.

use crate::common::outcome;
use crate::common::script_dir::{ScriptDir, parse_settings, why};
use houserule_core::mechanics::{Seat, Team};
use houserule_lab::bot::BotName;
use houserule_lab::simulation::Experiment;
use houserule_script::play::{Rng, perft};

const PIE: &str = "turn = { pie {} }";
const PASSES: &str = "vars = { passes = 0 }, hooks = {\n\
    moves = function(view) if view.turn > 1 then return { 'pass' } end end,\n\
    after_move = function(view, move)\n\
      if move.text ~= 'pass' then return set { passes = 0 } end\n\
      if view:var('passes') == 1 then return tie 'passing' end\n\
      return set { passes = 1 }\n\
    end }";

#[test]
fn swap_is_legal_only_after_the_first_move() {
    let scripts = ScriptDir::new();
    scripts.variant("pie", PIE);
    let mut session = scripts.open("tak+pie", "");
    let message = "swap: you can swap sides only before the first move of black [pie.lua:2]";
    assert_eq!(why(&mut session, "swap"), [message]);
    session.play("a1").expect("a move");
    assert_eq!(session.legal_moves().expect("moves").len(), 9, "eight cells, and the swap");
    let before = (session.game.position_hash(), session.game.board().turn_state());
    session.play("swap").expect("a swap");
    assert_eq!(
        (session.game.seat(), session.game.player(Seat::new(1)), session.game.has_swapped()),
        (Seat::new(1), Seat::FIRST, true)
    );
    assert_eq!(why(&mut session, "swap"), [message]);
    session.play("c3").expect("the first player plays black's first stone");
    assert_eq!((session.game.seat(), session.game.player(Seat::FIRST)), (Seat::FIRST, Seat::new(1)));
    session.undo();
    session.undo();
    assert_eq!((session.game.position_hash(), session.game.board().turn_state()), before);
    assert!(!session.game.has_swapped());
}

#[test]
fn a_swap_is_counted_sampled_and_recorded_like_any_move() {
    let scripts = ScriptDir::new();
    scripts.variant("pie", PIE);
    let mut session = scripts.open("tak+pie", "");
    let counts: Vec<u64> = (1..4).map(|depth| perft(&mut session.game, depth).expect("a count")).collect();
    // After a swap black's first stone can go to eight cells; after other moves play goes on as usual.
    let mut plain = scripts.open("tak", "");
    let plain_counts: Vec<u64> = (1..4).map(|depth| perft(&mut plain.game, depth).expect("a count")).collect();
    assert_eq!(counts, [plain_counts[0], plain_counts[1] + 9, plain_counts[2] + 9 * 8]);
    let mut session = scripts.open("tak+pie", "a1");
    let mut rng = Rng::new(5);
    let sample = |session: &mut houserule_script::play::Session, rng: &mut Rng| {
        let mv = session.game.random_move(|bound| rng.below(bound)).expect("no script").expect("a move");
        session.move_text(mv)
    };
    let swaps = (0..9000).filter(|_| sample(&mut session, &mut rng) == "swap").count();
    assert!((850..1150).contains(&swaps), "one in nine, not {swaps} of 9000");
    let mut session = scripts.open("tak+pie", "a1 swap c3 b2");
    let record = session.record().expect("a record");
    assert_eq!(record.moves, ["a1", "swap", "c3", "b2"]);
    let message = "this format cannot store `swap`; save to a file name that ends in .toml";
    assert_eq!(session.to_file("game.ptn").map_err(|fault| fault.to_string()), Err(message.to_string()));
    assert_eq!(session.undo_turn(), ["b2"]);
    assert_eq!(session.undo_turn(), ["c3"]);
    assert_eq!(session.undo_turn(), ["swap"], "a swap is a separate turn");
}

#[test]
fn the_player_who_swaps_wins_as_the_new_seat() {
    let scripts = ScriptDir::new();
    // The first seat always wins, so swapping is right.
    scripts.variant(
        "first-wins",
        "turn = { pie {} }, hooks = { finish = function(view, base)\n\
        if view.ply > 2 then return win { seat = 'white', how = 'rule' } end end }",
    );
    let rules = scripts.load("tak+first-wins", &["size=3"]);
    let bots = ["mcts:40".parse::<BotName>().expect("a bot")];
    let experiment = Experiment::new(rules, &bots, 1).expect("an experiment");
    let played = experiment.runner().play(0, &|| false).expect("no fault").expect("a game");
    let winners = played.outcome.map(|(winners, _)| winners);
    assert_eq!(winners, Some(vec![Team::new(1)]), "the second player swaps and wins");
}

#[test]
fn a_script_can_offer_named_actions() {
    let scripts = ScriptDir::new();
    scripts.variant("passes", PASSES);
    let mut session = scripts.open("tak+passes", "");
    assert_eq!(why(&mut session, "pass"), ["moves: `pass` is not possible now [passes.lua:3]"]);
    let mut session = scripts.open("tak+passes", "a1 c3 pass");
    assert_eq!((outcome(&mut session).as_str(), session.game.seat()), ("open", Seat::new(1)));
    session.play("pass").expect("the second pass");
    assert_eq!(outcome(&mut session), "draw by passing");
    session.undo();
    assert_eq!(outcome(&mut session), "open");
    session.play("b2").expect("a move");
    session.play("pass").expect("the count was reset");
    assert_eq!(outcome(&mut session), "open");
    assert_eq!(session.moves(), ["a1", "c3", "pass", "b2", "pass"]);
}

#[test]
fn invalid_named_actions_are_rejected() {
    let not_a_word =
        |word: &str| format!("expected a word of 2 to 12 lower-case letters and hyphens, such as \"pass\", not {word}");
    let (cell, letter, long, number) =
        (not_a_word("`a1`"), not_a_word("`a`"), not_a_word("`give-it-all-up`"), not_a_word("a whole number"));
    let many = "local words = {}\nfor i = 1, 65 do words[i] = 'pass' end\nreturn words";
    let cases = [
        ("return { 'a1' }", cell.as_str()),
        ("return 'a'", letter.as_str()),
        ("return 'give-it-all-up'", long.as_str()),
        ("return { 7 }", number.as_str()),
        ("return true", "returned true or false, not a list of words"),
        (many, "returned 65 moves; the maximum is 64"),
    ];
    for (body, expected) in cases {
        let scripts = ScriptDir::new();
        scripts.variant("odd", &format!("hooks = {{ moves = function(view) {body} end }}"));
        let opened = scripts.workspace.open("tak+odd", &parse_settings(&["size=3"]), None, &[]);
        let error = match opened.map(|mut session| session.legal_moves()) {
            Ok(Ok(moves)) => panic!("{moves:?}"),
            Ok(Err(fault)) => fault.to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.ends_with(&format!("moves of odd: {expected}")), "{error}");
    }
}

#[test]
fn a_script_can_decide_the_next_seat() {
    let scripts = ScriptDir::new();
    // White moves once, then black twice, and so on.
    scripts.variant(
        "twice",
        "hooks = { next = function(view, base)\n\
        if view.ply % 3 == 2 then return 'black' end\nreturn base(view) end }",
    );
    let mut session = scripts.open("tak+twice", "");
    let mut seats = Vec::new();
    for text in ["a1", "c3", "b2", "b3", "c2"] {
        seats.push(session.game.seat());
        session.play(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(seats, [0, 1, 1, 0, 1].map(Seat::new));
    while session.undo().is_some() {}
    assert_eq!(session.game.seat(), Seat::FIRST);
}

#[test]
fn the_setup_hook_does_not_run_for_a_given_position() {
    let scripts = ScriptDir::new();
    scripts.variant(
        "walled",
        "vars = { n = 0 }, turn = { off 'opening' }, hooks = { setup = function(view)\n\
        return { place { cell = 'b2', piece = 'wall', seat = 'white' }, set { n = 3 } } end }",
    );
    let mut session = scripts.open("tak+walled", "");
    assert_eq!(session.position(), "x3/x,1S,x/x3 1 1 | vars n=3");
    assert_eq!(why(&mut session, "b2").len(), 1, "the cell is taken");
    session.play("a1").expect("a move");
    session.undo();
    assert_eq!(session.position(), "x3/x,1S,x/x3 1 1 | vars n=3", "the set-up stays");
    let by_hand = scripts.open_with("tak+walled", &["size=3"], Some("x3/x3/1,x2 2 1"), "");
    assert_eq!(by_hand.position(), "x3/x3/1,x2 2 1");
}

#[test]
fn scripts_see_the_move_history() {
    let scripts = ScriptDir::new();
    scripts.hook(
        "echo",
        "allow",
        "return view.history[#view.history] ~= 'c3' or move.cell == 'b2', 'only b2 follows c3'",
    );
    let mut session = scripts.open("tak+echo", "a1 c3");
    assert_eq!(session.legal_moves().expect("moves"), ["Sb2", "b2"]);
    session.undo();
    assert_eq!(session.legal_moves().expect("moves").len(), 8);
}

#[test]
fn scripts_see_the_links_of_a_tile() {
    let scripts = ScriptDir::new();
    scripts.write(
        "curves",
        "return variant 'curves' { base = 'trax', rules = { hooks = { reject = function(view, move)\n\
        local links = view:links(view.laid[1])\n\
        return #links ~= 2 or links[1].colour == links[2].colour or links[1].from == links[1].to end } } }",
    );
    let mut session = scripts.open_with("trax+curves", &[], None, "@0/");
    assert!(!session.legal_moves().expect("moves").is_empty());
}
