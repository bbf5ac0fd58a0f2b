//! Moves that are none on the board, turns out of order, and what lies there before the first move.

use crate::common::shelf::{Shelf, outcome, pairs, why};
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
fn sides_are_changed_after_the_first_turn_and_never_again() {
    let shelf = Shelf::new();
    shelf.variant("pie", PIE);
    let mut session = shelf.open("tak+pie", "");
    let says = "swap: the sides are changed before the first move of black or not at all [pie.lua:2]";
    assert_eq!(why(&mut session, "swap"), [says]);
    session.play("a1").expect("a move");
    assert_eq!(session.legal_moves().expect("moves").len(), 9, "eight cells, and the swap");
    let before = (session.game.position_hash(), session.game.board().turn_state());
    session.play("swap").expect("a swap");
    assert_eq!(
        (session.game.seat(), session.game.player(Seat::new(1)), session.game.has_swapped()),
        (Seat::new(1), Seat::FIRST, true)
    );
    assert_eq!(why(&mut session, "swap"), [says]);
    session.play("c3").expect("who began plays black's first stone");
    assert_eq!((session.game.seat(), session.game.player(Seat::FIRST)), (Seat::FIRST, Seat::new(1)));
    session.undo();
    session.undo();
    assert_eq!((session.game.position_hash(), session.game.board().turn_state()), before);
    assert!(!session.game.has_swapped());
}

#[test]
fn a_swap_is_counted_drawn_and_written_like_any_move() {
    let shelf = Shelf::new();
    shelf.variant("pie", PIE);
    let mut session = shelf.open("tak+pie", "");
    let counts: Vec<u64> = (1..4).map(|depth| perft(&mut session.game, depth).expect("a count")).collect();
    // After a swap black's first stone can go to eight cells; after another answer play goes on as ever.
    let mut plain = shelf.open("tak", "");
    let usual: Vec<u64> = (1..4).map(|depth| perft(&mut plain.game, depth).expect("a count")).collect();
    assert_eq!(counts, [usual[0], usual[1] + 9, usual[2] + 9 * 8]);
    let mut session = shelf.open("tak+pie", "a1");
    let mut rng = Rng::new(5);
    let drawn = |session: &mut houserule_script::play::Session, rng: &mut Rng| {
        let mv = session.game.random_move(|bound| rng.below(bound)).expect("no script").expect("a move");
        session.move_text(mv)
    };
    let swaps = (0..9000).filter(|_| drawn(&mut session, &mut rng) == "swap").count();
    assert!((850..1150).contains(&swaps), "one in nine, not {swaps} of 9000");
    let mut session = shelf.open("tak+pie", "a1 swap c3 b2");
    let record = session.record().expect("a record");
    assert_eq!(record.moves, ["a1", "swap", "c3", "b2"]);
    let says = "`swap` cannot be written in this format; save under a name that ends with .toml";
    assert_eq!(session.to_file("game.ptn").map_err(|fault| fault.to_string()), Err(says.to_string()));
    assert_eq!(session.undo_turn(), ["b2"]);
    assert_eq!(session.undo_turn(), ["c3"]);
    assert_eq!(session.undo_turn(), ["swap"], "to change sides is a turn of its own");
}

#[test]
fn who_has_taken_over_a_good_start_wins_for_themselves() {
    let shelf = Shelf::new();
    // Whoever moves first has won, unless somebody takes that over.
    shelf.variant(
        "first-wins",
        "turn = { pie {} }, hooks = { finish = function(view, base)\n\
        if view.ply > 2 then return win { seat = 'white', how = 'rule' } end end }",
    );
    let rules = shelf.table.load("tak+first-wins", &pairs(&["size=3"])).expect("rules");
    let bots = ["mcts:40".parse::<BotName>().expect("a bot")];
    let experiment = Experiment::new(rules, &bots, 1).expect("an experiment");
    let played = experiment.runner().play(0, &|| false).expect("no fault").expect("a game");
    let winners = played.outcome.map(|(winners, _)| winners);
    assert_eq!(winners, Some(vec![Team::new(1)]), "who sat second takes the first move over, and wins");
}

#[test]
fn a_script_offers_moves_of_its_own() {
    let shelf = Shelf::new();
    shelf.variant("passes", PASSES);
    let mut session = shelf.open("tak+passes", "");
    assert_eq!(why(&mut session, "pass"), ["moves: `pass` is not possible now [passes.lua:3]"]);
    let mut session = shelf.open("tak+passes", "a1 c3 pass");
    assert_eq!((outcome(&mut session).as_str(), session.game.seat()), ("open", Seat::new(1)));
    session.play("pass").expect("the second pass");
    assert_eq!(outcome(&mut session), "draw by passing");
    session.undo();
    assert_eq!(outcome(&mut session), "open");
    session.play("b2").expect("a move");
    session.play("pass").expect("the count began anew");
    assert_eq!(outcome(&mut session), "open");
    assert_eq!(session.moves(), ["a1", "c3", "pass", "b2", "pass"]);
}

#[test]
fn what_is_no_word_is_not_offered() {
    let letters = |word: &str| {
        format!(
            "a move that a script offers is a word of 2 to 12 small letters and hyphens, such as \"pass\", not {word}"
        )
    };
    let (cell, letter, long, number) =
        (letters("`a1`"), letters("`a`"), letters("`give-it-all-up`"), letters("a whole number"));
    let many = "local words = {}\nfor i = 1, 65 do words[i] = 'pass' end\nreturn words";
    let cases = [
        ("return { 'a1' }", cell.as_str()),
        ("return 'a'", letter.as_str()),
        ("return 'give-it-all-up'", long.as_str()),
        ("return { 7 }", number.as_str()),
        ("return 'resign'", "`resign` is a command of the prompt; offer the move by another word"),
        ("return { 'pass', 'undo' }", "`undo` is a command of the prompt; offer the move by another word"),
        ("return true", "returned true or false, not a list of words"),
        (many, "offers 65 moves; 64 are the most at once"),
    ];
    for (body, wanted) in cases {
        let shelf = Shelf::new();
        shelf.variant("odd", &format!("hooks = {{ moves = function(view) {body} end }}"));
        let opened = shelf.table.open("tak+odd", &pairs(&["size=3"]), None, &[]);
        let says = match opened.map(|mut session| session.legal_moves()) {
            Ok(Ok(moves)) => panic!("{moves:?}"),
            Ok(Err(fault)) => fault.to_string(),
            Err(error) => error.to_string(),
        };
        assert!(says.ends_with(&format!("moves of odd: {wanted}")), "{says}");
    }
}

#[test]
fn a_script_says_whose_turn_it_is() {
    let shelf = Shelf::new();
    // White moves once, then black twice, and so on.
    shelf.variant(
        "twice",
        "hooks = { next = function(view, base)\n\
        if view.ply % 3 == 2 then return 'black' end\nreturn base(view) end }",
    );
    let mut session = shelf.open("tak+twice", "");
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
fn a_script_sets_the_board_up_unless_somebody_has() {
    let shelf = Shelf::new();
    shelf.variant(
        "walled",
        "vars = { n = 0 }, turn = { off 'opening' }, hooks = { setup = function(view)\n\
        return { place { cell = 'b2', piece = 'wall', seat = 'white' }, set { n = 3 } } end }",
    );
    let mut session = shelf.open("tak+walled", "");
    assert_eq!(session.position(), "x3/x,1S,x/x3 1 1 | vars n=3");
    assert_eq!(why(&mut session, "b2").len(), 1, "the cell is taken");
    session.play("a1").expect("a move");
    session.undo();
    assert_eq!(session.position(), "x3/x,1S,x/x3 1 1 | vars n=3", "what lay there before stays");
    let by_hand = shelf.open_with("tak+walled", &["size=3"], Some("x3/x3/1,x2 2 1"), "");
    assert_eq!(by_hand.position(), "x3/x3/1,x2 2 1");
}

#[test]
fn scripts_see_the_moves_that_were_played() {
    let shelf = Shelf::new();
    shelf.hook(
        "echo",
        "allow",
        "return view.history[#view.history] ~= 'c3' or move.cell == 'b2', 'only b2 follows c3'",
    );
    let mut session = shelf.open("tak+echo", "a1 c3");
    assert_eq!(session.legal_moves().expect("moves"), ["Sb2", "b2"]);
    session.undo();
    assert_eq!(session.legal_moves().expect("moves").len(), 8);
}

#[test]
fn scripts_see_how_a_tile_joins_its_sides() {
    let shelf = Shelf::new();
    shelf.write(
        "curves",
        "return variant 'curves' { base = 'trax', rules = { hooks = { reject = function(view, move)\n\
        local links = view:links(view.laid[1])\n\
        return #links ~= 2 or links[1].colour == links[2].colour or links[1].from == links[1].to end } } }",
    );
    let mut session = shelf.open_with("trax+curves", &[], None, "@0/");
    assert!(!session.legal_moves().expect("moves").is_empty());
}
