//! What rule files make of each other: stacking and merging, options, names, and the rules hash.

use crate::common::shelf::{ROAD, Shelf, outcome, why};
use houserule_script::play::Session;

#[test]
fn a_tie_rule_a_quiet_draw_and_two_allow_hooks_stack_in_any_order() {
    let shelf = Shelf::new();
    shelf.hook("corners", "allow", "return view.turn > 3 or move.cell ~= 'c3', 'no corner'");
    let parts = ["ties-to-black", "no-progress", "late-walls", "corners"];
    // Every order of the four.
    let orders = (0..256)
        .map(|n| [n % 4, n / 4 % 4, n / 16 % 4, n / 64])
        .filter(|order| (0..4).all(|part| order.contains(&part)));
    for order in orders {
        let game = format!("tak+{}", order.map(|part| parts[part]).join("+"));
        let sets = ["plies=4", "late-walls.turn=4"];

        let full = "1,2,1/2,1S,2/1,2,1 2 10";
        assert_eq!(outcome(&mut shelf.open_with("tak", &[], Some(full), "")), "draw by flats");
        assert_eq!(outcome(&mut shelf.open_with(&game, &sets, Some(full), "")), "black wins by flats", "{game}");

        let quiet = "x3/x3/1,x,2 1 5";
        let mut session = shelf.open_with(&game, &sets, Some(quiet), "a1+ c1+ a2-");
        assert_eq!(outcome(&mut session), "open", "{game}");
        session.play("c2-").unwrap();
        assert_eq!(outcome(&mut session), "draw by no_progress", "{game}");

        let mut session = shelf.open_with(&game, &sets, Some("x3/x3/1,x,2 1 3"), "");
        let mut both = why(&mut session, "Sc3");
        both.sort();
        assert_eq!(
            both,
            ["corners: no corner [corners.lua:2]", "late-walls: walls wait until turn 4 [late-walls.lua:9]"],
            "{game}"
        );
        assert_eq!(session.ruleset.warnings, [""; 0], "{game}");
    }
}

#[test]
fn rule_values_merge_by_id() {
    let shelf = Shelf::new();
    shelf
        .variant("no-roads", "finish = { off 'road' }")
        .variant("short", "finish = { limit { plies = 9 } }")
        .variant("first", "finish = { limit { plies = 9, before = 'road' } }")
        .variant("between", "finish = { limit { plies = 9, after = 'road' } }")
        .variant("renamed", "finish = { limit { id = 'bell', plies = 9 }, limit { id = 'gong', plies = 8 } }")
        .variant("front", "finish = { tops { id = 'flats', before = 'road' } }");
    assert_eq!(shelf.ends("tak"), ["road", "flats"]);
    assert_eq!(shelf.ends("tak+no-roads"), ["flats"]);
    assert_eq!(shelf.ends("tak+short"), ["road", "flats", "limit"]);
    assert_eq!(shelf.ends("tak+first"), ["limit", "road", "flats"]);
    assert_eq!(shelf.ends("tak+between"), ["road", "limit", "flats"]);
    assert_eq!(shelf.ends("tak+renamed"), ["road", "flats", "bell", "gong"]);
    assert_eq!(shelf.ends("tak+front"), ["flats", "road"]);
    assert_eq!(shelf.ends("tak+short+no-roads"), ["flats", "limit"]);
    assert_eq!(outcome(&mut shelf.open("tak+no-roads", ROAD)), "open");
}

#[test]
fn an_id_that_is_not_there_cannot_be_taken_out() {
    let shelf = Shelf::new();
    shelf.variant("typo", "finish = {\noff 'raod',\n}");
    assert_eq!(
        shelf.refused("tak+typo", &[]),
        "typo.lua:3: finish: `off \"raod\"` removes nothing: did you mean `road`?"
    );
}

#[test]
fn two_variants_that_set_one_key_are_both_named() {
    let shelf = Shelf::new();
    shelf.variant("two", "moves = { spread { carry = 2 } }").variant("four", "\nmoves = { spread { carry = 4 } }");
    assert_eq!(shelf.warnings("tak+two"), [""; 0], "a variant may change its base");
    assert_eq!(
        shelf.warnings("tak+two+four"),
        ["two.lua:2 and four.lua:3 both set `moves.spread.carry`; the second counts"]
    );
    assert_eq!(
        shelf.warnings("tak+four+two"),
        ["four.lua:3 and two.lua:2 both set `moves.spread.carry`; the second counts"]
    );
    let mut session = shelf.open_with("tak+four+two", &[], Some("x3/x3/111,x,2 1 5"), "");
    assert_eq!(
        why(&mut session, "3a1>12"),
        ["carry: 3 pieces taken, and at most 2 may be carried [two.lua:2]"]
            .map(|line| line.replace("two.lua:2", &cited(&session)))
    );
}

/// Where the plan says that spreads were declared.
fn cited(session: &Session) -> String {
    session.plan().location("moves.spread").expect("a place")
}

#[test]
fn options_are_set_by_name_or_by_script_and_name() {
    let shelf = Shelf::new();
    shelf.write(
        "early-caps",
        "return variant 'early-caps' { base = 'tak', options = { turn = { default = 2, min = 1 } }, rules = {} }",
    );
    let wait = |game: &str, sets: &[&str]| {
        let mut session = shelf.open_with(game, sets, Some("x3/x3/1,x,2 1 3"), "");
        why(&mut session, "Sb2")
    };
    let waits = |turn: u32| vec![format!("late-walls: walls wait until turn {turn} [late-walls.lua:9]")];
    assert_eq!(wait("tak+late-walls", &[]), waits(5));
    assert_eq!(wait("tak+late-walls", &["turn=9"]), waits(9));
    assert_eq!(wait("tak+late-walls", &["late-walls.turn=9"]), waits(9));
    assert_eq!(wait("tak+late-walls", &["turn=3"]), [""; 0]);
    assert_eq!(wait("tak+late-walls+early-caps", &["late-walls.turn=8", "early-caps.turn=1"]), waits(8));
    assert_eq!(
        shelf.refused("tak+late-walls+early-caps", &["turn=9"]),
        "`turn` is an option of several scripts; write late-walls.turn or early-caps.turn"
    );
}

#[test]
fn a_wrong_option_is_told_with_what_it_may_be() {
    let shelf = Shelf::new();
    for (sets, expected) in [
        (["turn=0"], "`turn` is a whole number from 1 to 100, not 0"),
        (["turn=101"], "`turn` is a whole number from 1 to 100, not 101"),
        (["turn=soon"], "`turn` is a whole number from 1 to 100, not soon"),
        (["turn=2.5"], "`turn` is a whole number from 1 to 100, not 2.5"),
        (["turn=1,2"], "`turn` is a whole number from 1 to 100, not 1,2"),
        (["turn=true"], "`turn` is a whole number from 1 to 100, not true"),
        (["turn=NaN"], "`turn` is a whole number from 1 to 100, not NaN"),
        (["turn=inf"], "`turn` is a whole number from 1 to 100, not inf"),
        (["trun=5"], "there is no option `trun`; did you mean `turn`?"),
        (["komi=0.25"], "`komi` is a number in steps of 0.5 from -5 to 9.5, not 0.25"),
        (["size=9"], "`size` is one of 3, 4, 5, 6, 7, 8, not 9"),
        (["colour=red"], "there is no option `colour`; the options are komi, size, turn"),
    ] {
        assert_eq!(shelf.refused("tak+late-walls", &sets), expected);
    }
}

#[test]
fn lists_words_and_truths_are_options_too() {
    let shelf = Shelf::new();
    shelf.write(
        "sorts",
        "return variant 'sorts' { base = 'tak',
           options = { deal = { default = { 1, 2 } }, how = { default = 'a', one_of = { 'a', 'b' } }, loud = { default = false } },
           rules = function(o) return { hooks = { allow = function(view, move)
             return false, #o.deal .. ':' .. o.deal[#o.deal] .. o.how .. tostring(o.loud)
           end } } end }",
    );
    let told = |sets: &[&str]| why(&mut shelf.open_with("tak+sorts", sets, None, ""), "a1").join("");
    assert_eq!(told(&[]), "sorts: 2:2afalse [sorts.lua:3]");
    assert_eq!(told(&["deal=18,54,39", "how=b", "loud=true"]), "sorts: 3:39btrue [sorts.lua:3]");
    assert_eq!(told(&["deal=7"]), "sorts: 1:7afalse [sorts.lua:3]");
    assert_eq!(shelf.refused("tak+sorts", &["how=c"]), "`how` is one of a, b, not c");
}

#[test]
fn a_variant_goes_by_its_short_name_its_long_name_and_its_path() {
    let shelf = Shelf::new();
    shelf.hook("never", "allow", "return false, 'never'");
    for game in ["tak+never", "tak+tak-never", &shelf.path("never"), &format!("tak+{}", shelf.path("never"))] {
        let mut session = shelf.open(game, "");
        assert_eq!(why(&mut session, "a1"), ["never: never [never.lua:2]"], "{game}");
        assert_eq!(session.plan().name, "tak+never", "{game}");
    }
    assert_eq!(shelf.refused("never", &[]), "`never` is a variant; write tak+never");
    assert_eq!(shelf.refused("tak+nevr", &[]), "tak has no variant `nevr`; did you mean `never`?");
    assert_eq!(shelf.refused("tak+never+never", &[]), "`never` stands twice in the list");
}

#[test]
fn a_variant_may_be_a_game_by_its_own_name() {
    let shelf = Shelf::new();
    shelf.write(
        "tiny",
        "return variant 'tiny' { base = 'tak', game = true, title = 'Tiny Tak',
           options = { size = { default = 3, one_of = { 3 } } }, rules = {} }",
    );
    shelf.write("tinier", "return variant 'tinier' { base = 'tiny', rules = { moves = { place { 'flat' } } } }");
    assert_eq!(shelf.open_with("tiny", &[], None, "").position(), "x3/x3/x3 1 1");
    assert_eq!(shelf.open_with("tak+tiny", &[], None, "").position(), "x3/x3/x3 1 1");
    let mut session = shelf.open_with("tiny+tinier", &[], None, "a1 b1");
    assert_eq!(session.position(), "x3/x3/2,1,x 1 2");
    assert_eq!(why(&mut session, "Sc3").len(), 1);
}

#[test]
fn a_variant_changes_the_options_of_everything_it_rests_on() {
    let shelf = Shelf::new();
    shelf.write(
        "tight",
        "return variant 'tight' { base = 'tak', game = true, options = { most = { default = 4, min = 1 } },
           rules = function(o) return { moves = { spread { carry = o.most } } } end }",
    );
    shelf.write(
        "tighter",
        "return variant 'tighter' { base = 'tight', game = true,
           options = { size = { default = 3 }, most = { default = 1 } }, rules = {} }",
    );
    shelf.write(
        "loose",
        "return variant 'loose' { base = 'tighter', options = { most = { default = 2 } }, rules = {} }",
    );
    let taking_two = |game: &str, sets: &[&str]| {
        let mut session = shelf.open_with(game, sets, Some("x3/x3/11,x,2 1 5"), "");
        why(&mut session, "2a1+").is_empty()
    };
    assert!(taking_two("tight", &[]));
    assert!(!taking_two("tighter", &[]));
    assert!(taking_two("tighter+loose", &[]));
    assert!(taking_two("tighter", &["most=2"]));
}

#[test]
fn a_variant_of_an_unknown_game_says_which() {
    let shelf = Shelf::new();
    shelf.write("lost", "return variant 'lost' {\nbase = 'tka',\nrules = {} }");
    let says = shelf.refused(&shelf.path("lost"), &[]);
    assert!(says.contains("there is no game `tka`; did you mean `tak`?"), "{says}");
}

#[test]
fn bases_in_a_circle_end_in_a_sentence() {
    let shelf = Shelf::new();
    shelf.write("hen", "return variant 'hen' { base = 'egg', game = true, rules = {} }");
    shelf.write("egg", "return variant 'egg' { base = 'hen', game = true, rules = {} }");
    shelf.write("self", "return variant 'self' { base = 'self', game = true, rules = {} }");
    for game in ["hen", "egg", "self"] {
        let says = shelf.refused(game, &[]);
        assert_eq!(says.lines().count(), 1, "{says}");
    }
}

#[test]
fn the_rules_hash_changes_with_the_meaning_and_with_nothing_else() {
    let shelf = Shelf::new();
    let plain =
        "return variant 'v' { base = 'tak', rules = { moves = { spread { carry = 4 } }, reserve = { cap = 2 } } }";
    let hash = |text: &str| {
        shelf.write("v", text);
        shelf.hash("tak+v", &[])
    };
    let first = hash(plain);
    assert_eq!(first, hash(plain), "the same rules twice");
    let same = [
        ("a comment", plain.replace("return", "--- Carry four.\nreturn")),
        ("a title", plain.replace("base =", "title = 'Carry four', base =")),
        ("an author", plain.replace("base =", "author = 'somebody', base =")),
        ("line ends", plain.replace(", ", ",\r\n")),
        ("a number spelled otherwise", plain.replace("carry = 4", "carry = 2 * 2.0")),
        (
            "keys in another order",
            "return variant 'v' { rules = { reserve = { cap = 2 }, moves = { spread { carry = 4 } } }, base = 'tak' }"
                .to_string(),
        ),
        (
            "a function of the options",
            plain.replace("rules = {", "rules = function(o) return {").replace("} }\"", "} end }\"").replacen(
                "cap = 2 } } }",
                "cap = 2 } } end }",
                1,
            ),
        ),
    ];
    for (what, text) in same {
        assert_eq!(first, hash(&text), "{what} means nothing: {text}");
    }
    for (what, text) in [
        ("another number", plain.replace("carry = 4", "carry = 3")),
        ("one rule more", plain.replace("moves =", "turn = { off 'opening' }, moves =")),
        ("a hook", plain.replace("moves =", "hooks = { allow = function() return true end }, moves =")),
        ("an option", plain.replace("base =", "options = { n = { default = 1 } }, base =")),
    ] {
        assert_ne!(first, hash(&text), "{what} means something: {text}");
    }
}

#[test]
fn the_rules_hash_knows_options_and_the_text_of_hooks() {
    let shelf = Shelf::new();
    let plain = shelf.hash("tak", &[]);
    assert_eq!(plain, shelf.hash("tak", &["size=5", "komi=0"]), "what is set is what was meant anyway");
    assert_ne!(plain, shelf.hash("tak", &["size=6"]));
    assert_ne!(plain, shelf.hash("tak", &["komi=0.5"]));
    assert_ne!(shelf.hash("tak+late-walls", &[]), shelf.hash("tak+late-walls", &["turn=6"]));

    shelf.hook("v", "allow", "return true");
    let hooked = shelf.hash("tak+v", &[]);
    let text = std::fs::read_to_string(shelf.path("v")).expect("the file");
    shelf.write("v", &text.replace('\n', "\r\n"));
    assert_eq!(hooked, shelf.hash("tak+v", &[]), "line ends mean nothing");
    shelf.write("v", &format!("-- A word.\n{text}"));
    assert_ne!(hooked, shelf.hash("tak+v", &[]), "a function counts as its file's text");
}

#[test]
fn an_option_in_steps_of_a_tenth_takes_every_tenth() {
    let shelf = Shelf::new();
    shelf.write(
        "tenths",
        "return variant 'tenths' { base = 'tak', options = { t = { default = 0.5, min = 0, max = 1, step = 0.1 } }, rules = {} }",
    );
    for value in ["t=0.1", "t=0.3", "t=0.7", "t=1"] {
        shelf.open_with("tak+tenths", &[value], None, "");
    }
    assert_eq!(shelf.refused("tak+tenths", &["t=0.35"]), "`t` is a number in steps of 0.1 from 0 to 1, not 0.35");
}

#[test]
fn a_changed_rule_is_cited_where_it_was_changed() {
    let shelf = Shelf::new();
    shelf.variant("short", "moves = { spread { carry = 2 } }");
    let mut session = shelf.open_with("tak+short", &[], Some("x5/x5/x5/x5/1111,x4 1 9"), "");
    assert_eq!(why(&mut session, "3a1+"), ["carry: 3 pieces taken, and at most 2 may be carried [short.lua:2]"]);
}

#[test]
fn a_broken_file_is_not_passed_over_for_the_built_in_of_its_name() {
    let shelf = Shelf::new();
    shelf.write("carry", "return variant 'carry' { base = 'tak', rules = { moves = { spread { cary = 2 } } } }");
    assert_eq!(shelf.refused("tak+carry", &[]), "carry.lua:1: moves.spread.cary: unknown key; did you mean `carry`?");
    shelf.write("carry", "return variant 'carry' {{");
    assert!(shelf.refused("tak+carry", &[]).starts_with("carry.lua:1: "));
}

#[test]
fn a_base_is_a_name_and_not_a_path() {
    let shelf = Shelf::new();
    shelf.write("own", "return variant 'own' {\nbase = './own.lua', rules = {} }");
    assert_eq!(
        shelf.refused(&shelf.path("own"), &[]),
        "own.lua:2: base: expected the name of a game: letters, digits and hyphens"
    );
}

#[test]
fn a_default_that_the_option_forbids_is_a_fault_of_the_variant() {
    let shelf = Shelf::new();
    shelf.write("nine", "return variant 'nine' { base = 'tak',\noptions = { size = { default = 9 } }, rules = {} }");
    assert_eq!(shelf.refused("tak+nine", &[]), "nine.lua:2: options.size: `size` is one of 3, 4, 5, 6, 7, 8, not 9");
}

#[test]
fn an_option_that_a_variant_settles_cannot_be_set() {
    let shelf = Shelf::new();
    let size = "size = { default = 4, fixed = true, says = 'four are enough' }";
    shelf.write("small", &format!("return variant 'small' {{ base = 'tak', options = {{ {size} }}, rules = {{}} }}"));
    let session = shelf.open_with("tak+small", &["komi=2"], None, "");
    assert_eq!(session.position(), "x4/x4/x4/x4 1 1");
    for key in ["size", "tak.size"] {
        let refused = shelf.table.load("tak+small", &[(key.to_string(), "5".to_string())]).err();
        let says = refused.map(|error| error.to_string());
        assert_eq!(says.as_deref(), Some("`size` cannot be set in these rules: four are enough"));
    }
}

#[test]
fn two_variants_may_remove_the_same_rule() {
    let shelf = Shelf::new();
    shelf
        .variant("no-roads", "finish = { off 'road' }")
        .variant("only-flats", "finish = { off 'road' }")
        .variant("no-rivers", "finish = { off 'river' }");
    assert_eq!(shelf.ends("tak+no-roads+only-flats"), ["flats"]);
    let says = "no-rivers.lua:2: finish: `off \"river\"` removes nothing: the ids are flats";
    assert_eq!(shelf.refused("tak+no-roads+no-rivers", &[]), says);
    for game in ["tak+no-swap+three-seats", "trax+supertrax+looptrax"] {
        assert_eq!(shelf.warnings(game), [""; 0], "{game}");
    }
}

#[test]
fn a_rule_that_an_earlier_variant_took_out_has_to_be_given_whole() {
    let shelf = Shelf::new();
    shelf.variant("alone", "turn = { off 'opening' }").variant("inner", "turn = { opening { cells = 'inside' } }");
    let says = "inner.lua:2: turn.opening.place: missing: the kind of piece that is placed; alone.lua:2 took `opening` \
                out, so that it has to be given whole here";
    assert_eq!(shelf.refused("tak+alone+inner", &[]), says);
}

#[test]
fn faults_stand_where_the_variant_says_so() {
    let shelf = Shelf::new();
    shelf.variant("loud", "seats = { 'white!', 'black' }").variant("boards", "board = open_hex {}");
    let says = "loud.lua:2: seats: `white!` is no name: letters, digits, blanks, `-` and `_` make one";
    assert_eq!(shelf.refused("tak+loud", &[]), says);
    let says = "boards.lua:2: board: `open_hex` is a board for tiles; `square` and `hex_rhombus` take pieces";
    assert_eq!(shelf.refused("tak+boards", &[]), says);
}

#[test]
fn variants_that_rest_on_each_other_are_told_so() {
    let shelf = Shelf::new();
    shelf.write("hen", "return variant 'hen' { base = 'egg', rules = {} }");
    shelf.write("egg", "return variant 'egg' { base = 'hen', rules = {} }");
    let says = "hen.lua:1: base: `hen` and `egg` rest on each other; one of them has to rest on a game";
    assert_eq!(shelf.refused(&shelf.path("hen"), &[]), says);
}

#[test]
fn corners_are_corners_on_hexagons_too() {
    let shelf = Shelf::new();
    let mut session = shelf.open_with("tak+corner-start+hexagons", &["size=4"], None, "");
    assert_eq!(session.legal_moves().expect("moves"), ["a1", "a4", "d1", "d4"]);
}

#[test]
fn with_three_seats_all_three_pass_and_all_three_are_counted() {
    let shelf = Shelf::new();
    let end = |moves: &str| outcome(&mut shelf.open("tak+three-seats+pass", moves));
    assert_eq!(end("a1 b1 c1 pass pass"), "open");
    assert_eq!(end("a1 b1 c1 pass pass pass"), "draw by passing");
    assert_eq!(end("a1 b1 c1 Sa2 Sb2 c2 pass pass pass"), "grey wins by passing");
    assert_eq!(end("a1 b1 c1 Sa2 b2 c2 pass pass pass"), "black and grey win by passing");
}

#[test]
fn with_three_seats_a_road_that_loses_is_won_by_both_others() {
    let shelf = Shelf::new();
    let position = Some("1,2,3/1,2,3/x3 2 3");
    let mut session = shelf.open_with("tak+three-seats+misere", &[], position, "Sb1 c1");
    assert_eq!(outcome(&mut session), "white and black win by road");
}

/// The rules of a game in words.
fn told(shelf: &Shelf, game: &str) -> String {
    let loaded = shelf.table.load(game, &[]).unwrap_or_else(|error| panic!("{error}"));
    loaded.rules_text().to_string()
}

#[test]
fn the_rules_in_words_speak_of_more_than_two_sides_where_there_are_more() {
    let shelf = Shelf::new();
    let words = told(&shelf, "tak+three-seats");
    let roads = "for the mover and for others, the mover wins; if only for others, all of them win.";
    assert!(words.contains(roads), "{words}");
    assert!(words.contains("the highest count wins; several with the highest win together."), "{words}");
    assert!(told(&shelf, "tak").contains("for both sides, the mover wins; if only for the other side,"));
}

#[test]
fn the_rules_in_words_tell_of_having_no_move_wherever_that_can_be() {
    let shelf = Shelf::new();
    shelf.variant("no-count", "finish = { off 'flats' }");
    let says = "If the seat to move has no legal move, the game is a draw.";
    for game in ["tak+no-count", "tak+corner-start", "gomoku", "hex+squares"] {
        let words = told(&shelf, game);
        assert_eq!(words.matches(says).count(), 1, "{game}: {words}");
    }
    for game in ["tak", "tak+no-walls", "hex"] {
        assert!(!told(&shelf, game).contains(says), "{game} always has a move or an end");
    }
}

#[test]
fn numbers_with_very_many_digits_are_told_by_their_power_of_ten() {
    let shelf = Shelf::new();
    let option = "far = { default = 0, min = -1e308, max = 1e308, step = 0.5 }";
    shelf.write("wide", &format!("return variant 'wide' {{ base = 'tak', options = {{ {option} }}, rules = {{}} }}"));
    let says = "wide.lua:1: options.far.default: `far` is a number in steps of 0.5 from -1e308 to 1e308, not 0";
    assert_eq!(shelf.refused("tak+wide", &[]), says);
}
