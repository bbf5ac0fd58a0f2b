//! Stacks of rule files: merging, options, names, and the rules hash.

use crate::common::outcome;
use crate::common::script_dir::{ROAD, ScriptDir, why};
use houserule_script::play::Session;

#[test]
fn four_variants_stack_in_any_order() {
    let scripts = ScriptDir::new();
    scripts.hook("corners", "allow", "return view.turn > 3 or move.cell ~= 'c3', 'no corner'");
    let parts = ["ties-to-black", "no-progress", "late-walls", "corners"];
    // Every order of the four variants.
    let orders = (0..256)
        .map(|n| [n % 4, n / 4 % 4, n / 16 % 4, n / 64])
        .filter(|order| (0..4).all(|part| order.contains(&part)));
    for order in orders {
        let game = format!("tak+{}", order.map(|part| parts[part]).join("+"));
        let settings = ["plies=4", "late-walls.turn=4"];

        let full = "1,2,1/2,1S,2/1,2,1 2 10";
        assert_eq!(outcome(&mut scripts.open_with("tak", &[], Some(full), "")), "draw by flats");
        assert_eq!(outcome(&mut scripts.open_with(&game, &settings, Some(full), "")), "black wins by flats", "{game}");

        let quiet = "x3/x3/1,x,2 1 5";
        let mut session = scripts.open_with(&game, &settings, Some(quiet), "a1+ c1+ a2-");
        assert_eq!(outcome(&mut session), "open", "{game}");
        session.play("c2-").unwrap();
        assert_eq!(outcome(&mut session), "draw by no_progress", "{game}");

        let mut session = scripts.open_with(&game, &settings, Some("x3/x3/1,x,2 1 3"), "");
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
    let scripts = ScriptDir::new();
    scripts
        .variant("no-roads", "finish = { off 'road' }")
        .variant("short", "finish = { limit { plies = 9 } }")
        .variant("first", "finish = { limit { plies = 9, before = 'road' } }")
        .variant("between", "finish = { limit { plies = 9, after = 'road' } }")
        .variant("renamed", "finish = { limit { id = 'bell', plies = 9 }, limit { id = 'gong', plies = 8 } }")
        .variant("front", "finish = { tops { id = 'flats', before = 'road' } }");
    assert_eq!(scripts.finish_rules("tak"), ["road", "flats"]);
    assert_eq!(scripts.finish_rules("tak+no-roads"), ["flats"]);
    assert_eq!(scripts.finish_rules("tak+short"), ["road", "flats", "limit"]);
    assert_eq!(scripts.finish_rules("tak+first"), ["limit", "road", "flats"]);
    assert_eq!(scripts.finish_rules("tak+between"), ["road", "limit", "flats"]);
    assert_eq!(scripts.finish_rules("tak+renamed"), ["road", "flats", "bell", "gong"]);
    assert_eq!(scripts.finish_rules("tak+front"), ["flats", "road"]);
    assert_eq!(scripts.finish_rules("tak+short+no-roads"), ["flats", "limit"]);
    assert_eq!(outcome(&mut scripts.open("tak+no-roads", ROAD)), "open");
}

#[test]
fn removing_an_unknown_id_is_an_error() {
    let scripts = ScriptDir::new();
    scripts.variant("typo", "finish = {\noff 'raod',\n}");
    assert_eq!(
        scripts.load_error("tak+typo", &[]),
        "typo.lua:3: finish: `off \"raod\"` removes nothing: did you mean `road`?"
    );
}

#[test]
fn conflicting_variants_are_both_named() {
    let scripts = ScriptDir::new();
    scripts.variant("two", "moves = { spread { carry = 2 } }").variant("four", "\nmoves = { spread { carry = 4 } }");
    assert_eq!(scripts.warnings("tak+two"), [""; 0], "a variant may change its base");
    assert_eq!(
        scripts.warnings("tak+two+four"),
        ["two.lua:2 and four.lua:3 both set `moves.spread.carry`; the second one applies"]
    );
    assert_eq!(
        scripts.warnings("tak+four+two"),
        ["four.lua:3 and two.lua:2 both set `moves.spread.carry`; the second one applies"]
    );
    let mut session = scripts.open_with("tak+four+two", &[], Some("x3/x3/111,x,2 1 5"), "");
    assert_eq!(
        why(&mut session, "3a1>12"),
        ["carry: cannot take 3 pieces; at most 2 may be carried [two.lua:2]"]
            .map(|line| line.replace("two.lua:2", &cited_location(&session)))
    );
}

/// Location of the declaration of spreads.
fn cited_location(session: &Session) -> String {
    session.plan().location("moves.spread").expect("a place")
}

#[test]
fn options_are_set_by_name_or_by_script_and_name() {
    let scripts = ScriptDir::new();
    scripts.write(
        "early-caps",
        "return variant 'early-caps' { base = 'tak', options = { turn = { default = 2, min = 1 } }, rules = {} }",
    );
    let why_wall = |game: &str, settings: &[&str]| {
        let mut session = scripts.open_with(game, settings, Some("x3/x3/1,x,2 1 3"), "");
        why(&mut session, "Sb2")
    };
    let wait_messages = |turn: u32| vec![format!("late-walls: walls wait until turn {turn} [late-walls.lua:9]")];
    assert_eq!(why_wall("tak+late-walls", &[]), wait_messages(5));
    assert_eq!(why_wall("tak+late-walls", &["turn=9"]), wait_messages(9));
    assert_eq!(why_wall("tak+late-walls", &["late-walls.turn=9"]), wait_messages(9));
    assert_eq!(why_wall("tak+late-walls", &["turn=3"]), [""; 0]);
    assert_eq!(why_wall("tak+late-walls+early-caps", &["late-walls.turn=8", "early-caps.turn=1"]), wait_messages(8));
    assert_eq!(
        scripts.load_error("tak+late-walls+early-caps", &["turn=9"]),
        "several scripts have an option `turn`; write late-walls.turn or early-caps.turn"
    );
}

#[test]
fn a_wrong_option_is_reported_with_its_valid_values() {
    let scripts = ScriptDir::new();
    for (settings, expected) in [
        (["turn=0"], "`turn` must be a whole number from 1 to 100, not 0"),
        (["turn=101"], "`turn` must be a whole number from 1 to 100, not 101"),
        (["turn=soon"], "`turn` must be a whole number from 1 to 100, not soon"),
        (["turn=2.5"], "`turn` must be a whole number from 1 to 100, not 2.5"),
        (["turn=1,2"], "`turn` must be a whole number from 1 to 100, not 1,2"),
        (["turn=true"], "`turn` must be a whole number from 1 to 100, not true"),
        (["turn=NaN"], "`turn` must be a whole number from 1 to 100, not NaN"),
        (["turn=inf"], "`turn` must be a whole number from 1 to 100, not inf"),
        (["trun=5"], "unknown option `trun`; did you mean `turn`?"),
        (["komi=0.25"], "`komi` must be a number in steps of 0.5 from -5 to 9.5, not 0.25"),
        (["size=9"], "`size` must be one of 3, 4, 5, 6, 7 or 8, not 9"),
        (["colour=red"], "unknown option `colour`; the options are komi, size, turn"),
    ] {
        assert_eq!(scripts.load_error("tak+late-walls", &settings), expected);
    }
}

#[test]
fn options_can_be_lists_words_and_booleans() {
    let scripts = ScriptDir::new();
    scripts.write(
        "sorts",
        "return variant 'sorts' { base = 'tak',
           options = { deal = { default = { 1, 2 } }, how = { default = 'a', one_of = { 'a', 'b' } }, loud = { default = false } },
           rules = function(o) return { hooks = { allow = function(view, move)
             return false, #o.deal .. ':' .. o.deal[#o.deal] .. o.how .. tostring(o.loud)
           end } } end }",
    );
    let rules_text = |settings: &[&str]| why(&mut scripts.open_with("tak+sorts", settings, None, ""), "a1").join("");
    assert_eq!(rules_text(&[]), "sorts: 2:2afalse [sorts.lua:3]");
    assert_eq!(rules_text(&["deal=18,54,39", "how=b", "loud=true"]), "sorts: 3:39btrue [sorts.lua:3]");
    assert_eq!(rules_text(&["deal=7"]), "sorts: 1:7afalse [sorts.lua:3]");
    assert_eq!(scripts.load_error("tak+sorts", &["how=c"]), "`how` must be one of a or b, not c");
}

#[test]
fn a_variant_is_found_by_short_name_long_name_and_path() {
    let scripts = ScriptDir::new();
    scripts.hook("never", "allow", "return false, 'never'");
    for game in ["tak+never", "tak+tak-never", &scripts.path("never"), &format!("tak+{}", scripts.path("never"))] {
        let mut session = scripts.open(game, "");
        assert_eq!(why(&mut session, "a1"), ["never: never [never.lua:2]"], "{game}");
        assert_eq!(session.plan().name, "tak+never", "{game}");
    }
    assert_eq!(scripts.load_error("never", &[]), "`never` is a variant; write tak+never");
    assert_eq!(scripts.load_error("tak+nevr", &[]), "tak has no variant `nevr`; did you mean `never`?");
    assert_eq!(scripts.load_error("tak+never+never", &[]), "`never` is listed twice");
}

#[test]
fn a_variant_can_be_a_game_of_its_own() {
    let scripts = ScriptDir::new();
    scripts.write(
        "tiny",
        "return variant 'tiny' { base = 'tak', game = true, title = 'Tiny Tak',
           options = { size = { default = 3, one_of = { 3 } } }, rules = {} }",
    );
    scripts.write("tinier", "return variant 'tinier' { base = 'tiny', rules = { moves = { place { 'flat' } } } }");
    assert_eq!(scripts.open_with("tiny", &[], None, "").position(), "x3/x3/x3 1 1");
    assert_eq!(scripts.open_with("tak+tiny", &[], None, "").position(), "x3/x3/x3 1 1");
    let mut session = scripts.open_with("tiny+tinier", &[], None, "a1 b1");
    assert_eq!(session.position(), "x3/x3/2,1,x 1 2");
    assert_eq!(why(&mut session, "Sc3").len(), 1);
}

#[test]
fn a_variant_can_change_the_options_of_its_bases() {
    let scripts = ScriptDir::new();
    scripts.write(
        "tight",
        "return variant 'tight' { base = 'tak', game = true, options = { most = { default = 4, min = 1 } },
           rules = function(o) return { moves = { spread { carry = o.most } } } end }",
    );
    scripts.write(
        "tighter",
        "return variant 'tighter' { base = 'tight', game = true,
           options = { size = { default = 3 }, most = { default = 1 } }, rules = {} }",
    );
    scripts.write(
        "loose",
        "return variant 'loose' { base = 'tighter', options = { most = { default = 2 } }, rules = {} }",
    );
    let can_carry_two = |game: &str, settings: &[&str]| {
        let mut session = scripts.open_with(game, settings, Some("x3/x3/11,x,2 1 5"), "");
        why(&mut session, "2a1+").is_empty()
    };
    assert!(can_carry_two("tight", &[]));
    assert!(!can_carry_two("tighter", &[]));
    assert!(can_carry_two("tighter+loose", &[]));
    assert!(can_carry_two("tighter", &["most=2"]));
}

#[test]
fn a_variant_of_an_unknown_game_is_reported() {
    let scripts = ScriptDir::new();
    scripts.write("lost", "return variant 'lost' {\nbase = 'tka',\nrules = {} }");
    let message = scripts.load_error(&scripts.path("lost"), &[]);
    assert!(message.contains("unknown game `tka`; did you mean `tak`?"), "{message}");
}

#[test]
fn games_with_cyclic_bases_are_reported_in_one_line() {
    let scripts = ScriptDir::new();
    scripts.write("hen", "return variant 'hen' { base = 'egg', game = true, rules = {} }");
    scripts.write("egg", "return variant 'egg' { base = 'hen', game = true, rules = {} }");
    scripts.write("self", "return variant 'self' { base = 'self', game = true, rules = {} }");
    for game in ["hen", "egg", "self"] {
        let message = scripts.load_error(game, &[]);
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn the_rules_hash_changes_only_with_the_meaning() {
    let scripts = ScriptDir::new();
    let plain =
        "return variant 'v' { base = 'tak', rules = { moves = { spread { carry = 4 } }, reserve = { cap = 2 } } }";
    let hash = |text: &str| {
        scripts.write("v", text);
        scripts.hash("tak+v", &[])
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
        assert_eq!(first, hash(&text), "{what} does not change the meaning: {text}");
    }
    for (what, text) in [
        ("another number", plain.replace("carry = 4", "carry = 3")),
        ("one rule more", plain.replace("moves =", "turn = { off 'opening' }, moves =")),
        ("a hook", plain.replace("moves =", "hooks = { allow = function() return true end }, moves =")),
        ("an option", plain.replace("base =", "options = { n = { default = 1 } }, base =")),
    ] {
        assert_ne!(first, hash(&text), "{what} changes the meaning: {text}");
    }
}

#[test]
fn the_rules_hash_covers_options_and_hook_texts() {
    let scripts = ScriptDir::new();
    let plain = scripts.hash("tak", &[]);
    assert_eq!(plain, scripts.hash("tak", &["size=5", "komi=0"]), "the settings are the defaults");
    assert_ne!(plain, scripts.hash("tak", &["size=6"]));
    assert_ne!(plain, scripts.hash("tak", &["komi=0.5"]));
    assert_ne!(scripts.hash("tak+late-walls", &[]), scripts.hash("tak+late-walls", &["turn=6"]));

    scripts.hook("v", "allow", "return true");
    let hooked = scripts.hash("tak+v", &[]);
    let text = std::fs::read_to_string(scripts.path("v")).expect("the file");
    scripts.write("v", &text.replace('\n', "\r\n"));
    assert_eq!(hooked, scripts.hash("tak+v", &[]), "line ends do not matter");
    scripts.write("v", &format!("-- A word.\n{text}"));
    assert_ne!(hooked, scripts.hash("tak+v", &[]), "a hook is covered by the text of its file");
}

#[test]
fn an_option_with_step_0_1_accepts_every_tenth() {
    let scripts = ScriptDir::new();
    scripts.write(
        "tenths",
        "return variant 'tenths' { base = 'tak', options = { t = { default = 0.5, min = 0, max = 1, step = 0.1 } }, rules = {} }",
    );
    for value in ["t=0.1", "t=0.3", "t=0.7", "t=1"] {
        scripts.open_with("tak+tenths", &[value], None, "");
    }
    assert_eq!(
        scripts.load_error("tak+tenths", &["t=0.35"]),
        "`t` must be a number in steps of 0.1 from 0 to 1, not 0.35"
    );
}

#[test]
fn a_changed_rule_is_cited_where_it_was_changed() {
    let scripts = ScriptDir::new();
    scripts.variant("short", "moves = { spread { carry = 2 } }");
    let mut session = scripts.open_with("tak+short", &[], Some("x5/x5/x5/x5/1111,x4 1 9"), "");
    assert_eq!(why(&mut session, "3a1+"), ["carry: cannot take 3 pieces; at most 2 may be carried [short.lua:2]"]);
}

#[test]
fn a_broken_file_does_not_fall_back_to_the_built_in_one() {
    let scripts = ScriptDir::new();
    scripts.write("carry", "return variant 'carry' { base = 'tak', rules = { moves = { spread { cary = 2 } } } }");
    assert_eq!(
        scripts.load_error("tak+carry", &[]),
        "carry.lua:1: moves.spread.cary: unknown key; did you mean `carry`?"
    );
    scripts.write("carry", "return variant 'carry' {{");
    assert!(scripts.load_error("tak+carry", &[]).starts_with("carry.lua:1: "));
}

#[test]
fn a_base_is_a_name_and_not_a_path() {
    let scripts = ScriptDir::new();
    scripts.write("own", "return variant 'own' {\nbase = './own.lua', rules = {} }");
    assert_eq!(
        scripts.load_error(&scripts.path("own"), &[]),
        "own.lua:2: base: expected the name of a game: letters, digits and hyphens"
    );
}

#[test]
fn an_invalid_default_is_reported_in_the_variant() {
    let scripts = ScriptDir::new();
    scripts.write("nine", "return variant 'nine' { base = 'tak',\noptions = { size = { default = 9 } }, rules = {} }");
    assert_eq!(
        scripts.load_error("tak+nine", &[]),
        "nine.lua:2: options.size: `size` must be one of 3, 4, 5, 6, 7 or 8, not 9"
    );
}

#[test]
fn a_fixed_option_cannot_be_set() {
    let scripts = ScriptDir::new();
    let size = "size = { default = 4, fixed = true, says = 'four are enough' }";
    scripts.write("small", &format!("return variant 'small' {{ base = 'tak', options = {{ {size} }}, rules = {{}} }}"));
    let session = scripts.open_with("tak+small", &["komi=2"], None, "");
    assert_eq!(session.position(), "x4/x4/x4/x4 1 1");
    for key in ["size", "tak.size"] {
        let error = scripts.workspace.load("tak+small", &[(key.to_string(), "5".to_string())]).err();
        let message = error.map(|error| error.to_string());
        assert_eq!(message.as_deref(), Some("`size` cannot be set in these rules: four are enough"));
    }
}

#[test]
fn two_variants_may_remove_the_same_rule() {
    let scripts = ScriptDir::new();
    scripts
        .variant("no-roads", "finish = { off 'road' }")
        .variant("only-flats", "finish = { off 'road' }")
        .variant("no-rivers", "finish = { off 'river' }");
    assert_eq!(scripts.finish_rules("tak+no-roads+only-flats"), ["flats"]);
    let message = "no-rivers.lua:2: finish: `off \"river\"` removes nothing: the ids are flats";
    assert_eq!(scripts.load_error("tak+no-roads+no-rivers", &[]), message);
    for game in ["tak+no-swap+three-seats", "trax+supertrax+looptrax"] {
        assert_eq!(scripts.warnings(game), [""; 0], "{game}");
    }
}

#[test]
fn a_removed_rule_must_be_given_in_full() {
    let scripts = ScriptDir::new();
    scripts.variant("alone", "turn = { off 'opening' }").variant("inner", "turn = { opening { cells = 'inside' } }");
    let message = "inner.lua:2: turn.opening.place: missing `place`: kind of piece that is placed; alone.lua:2 removed \
                   `opening`, so declare it in full here";
    assert_eq!(scripts.load_error("tak+alone+inner", &[]), message);
}

#[test]
fn faults_are_reported_in_the_variant() {
    let scripts = ScriptDir::new();
    scripts.variant("loud", "seats = { 'white!', 'black' }").variant("boards", "board = open_hex {}");
    let message = "loud.lua:2: seats: `white!` is not a valid name; use letters, digits, blanks, `-` and `_`";
    assert_eq!(scripts.load_error("tak+loud", &[]), message);
    let message = "boards.lua:2: board: `open_hex` is a board for tiles; for pieces, use `square` and `hex_rhombus`";
    assert_eq!(scripts.load_error("tak+boards", &[]), message);
}

#[test]
fn variants_with_cyclic_bases_are_reported() {
    let scripts = ScriptDir::new();
    scripts.write("hen", "return variant 'hen' { base = 'egg', rules = {} }");
    scripts.write("egg", "return variant 'egg' { base = 'hen', rules = {} }");
    let message = "hen.lua:1: base: `hen` and `egg` are based on each other; one of them needs a game as its base";
    assert_eq!(scripts.load_error(&scripts.path("hen"), &[]), message);
}

#[test]
fn corners_are_corners_on_hexagons_too() {
    let scripts = ScriptDir::new();
    let mut session = scripts.open_with("tak+corner-start+hexagons", &["size=4"], None, "");
    assert_eq!(session.legal_moves().expect("moves"), ["a1", "a4", "d1", "d4"]);
}

#[test]
fn with_three_seats_all_three_pass_before_flats_are_counted() {
    let scripts = ScriptDir::new();
    let end = |moves: &str| outcome(&mut scripts.open("tak+three-seats+pass", moves));
    assert_eq!(end("a1 b1 c1 pass pass"), "open");
    assert_eq!(end("a1 b1 c1 pass pass pass"), "draw by passing");
    assert_eq!(end("a1 b1 c1 Sa2 Sb2 c2 pass pass pass"), "grey wins by passing");
    assert_eq!(end("a1 b1 c1 Sa2 b2 c2 pass pass pass"), "black and grey win by passing");
}

#[test]
fn in_misere_with_three_seats_both_others_win() {
    let scripts = ScriptDir::new();
    let position = Some("1,2,3/1,2,3/x3 2 3");
    let mut session = scripts.open_with("tak+three-seats+misere", &[], position, "Sb1 c1");
    assert_eq!(outcome(&mut session), "white and black win by road");
}

/// Rules of a game as text.
fn rules_text(scripts: &ScriptDir, game: &str) -> String {
    let loaded = scripts.load(game, &[]);
    loaded.rules_text().to_string()
}

#[test]
fn the_rules_text_mentions_more_than_two_teams() {
    let scripts = ScriptDir::new();
    let text = rules_text(&scripts, "tak+three-seats");
    let roads = "for the mover and others, the mover wins; if only for others, they all win.";
    assert!(text.contains(roads), "{text}");
    assert!(text.contains("The highest count wins; players who tie win together."), "{text}");
    assert!(rules_text(&scripts, "tak").contains("for both players, the mover wins; if only for the opponent,"));
}

#[test]
fn the_rules_text_mentions_stalemate_where_possible() {
    let scripts = ScriptDir::new();
    scripts.variant("no-count", "finish = { off 'flats' }");
    let message = "If the player to move has no legal move, the game is a draw.";
    for game in ["tak+no-count", "tak+corner-start", "gomoku", "hex+squares"] {
        let text = rules_text(&scripts, game);
        assert_eq!(text.matches(message).count(), 1, "{game}: {text}");
    }
    for game in ["tak", "tak+no-walls", "hex"] {
        assert!(!rules_text(&scripts, game).contains(message), "{game} has no stalemate");
    }
}

#[test]
fn very_large_numbers_are_printed_as_powers_of_ten() {
    let scripts = ScriptDir::new();
    let option = "far = { default = 0, min = -1e308, max = 1e308, step = 0.5 }";
    scripts.write("wide", &format!("return variant 'wide' {{ base = 'tak', options = {{ {option} }}, rules = {{}} }}"));
    let message = "wide.lua:1: options.far.default: `far` must be a number in steps of 0.5 from -1e308 to 1e308, not 0";
    assert_eq!(scripts.load_error("tak+wide", &[]), message);
}
