//! What a rule file can change: hooks and their effects, stacking and merging, options, names, and the rules hash.

use houserule::play::{PlayError, Session, Table};
use houserule::script::Library;
use houserule::vocabulary::Part;
use tempfile::TempDir;

/// A folder of rule files, and a table at which they are found.
struct Shelf {
    folder: TempDir,
    table: Table,
}

impl Shelf {
    fn new() -> Shelf {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let library = Library::new(vec![folder.path().to_path_buf()]);
        Shelf { folder, table: Table { library, seed: 1 } }
    }

    fn write(&self, name: &str, text: &str) -> &Shelf {
        std::fs::write(self.folder.path().join(format!("{name}.lua")), text).expect("a file");
        self
    }

    /// A variant of Tak called `name`, whose rules are this text. The rules begin in line 2.
    fn variant(&self, name: &str, rules: &str) -> &Shelf {
        self.write(name, &format!("return variant '{name}' {{ base = 'tak', rules = {{\n{rules}\n}} }}\n"))
    }

    /// A variant of Tak with one hook, whose body begins in line 3.
    fn hook(&self, name: &str, hook: &str, body: &str) -> &Shelf {
        let takes = if matches!(hook, "finish" | "points") { "base" } else { "move" };
        self.variant(
            name,
            &format!("vars = {{ n = 0 }}, hooks = {{ {hook} = function(view, {takes})\n{body}\nend }}"),
        )
    }

    /// A path as people type it.
    fn path(&self, name: &str) -> String {
        self.folder.path().join(format!("{name}.lua")).to_string_lossy().into_owned()
    }

    /// Sits down on a board of three by three.
    fn open(&self, game: &str, moves: &str) -> Session {
        self.open_with(game, &["size=3"], None, moves)
    }

    fn open_with(&self, game: &str, sets: &[&str], position: Option<&str>, moves: &str) -> Session {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let opened = self.table.open(game, &pairs(sets), position, &moves);
        opened.unwrap_or_else(|error| panic!("{error}"))
    }

    /// The words of a refusal to load.
    fn refused(&self, game: &str, sets: &[&str]) -> String {
        match self.table.load(game, &pairs(sets)) {
            Ok(_) => panic!("{game} {sets:?} loads"),
            // Folders differ from run to run.
            Err(error) => error.to_string().replace(&format!("{}/", self.folder.path().display()), ""),
        }
    }

    fn hash(&self, game: &str, sets: &[&str]) -> String {
        let loaded = self.table.load(game, &pairs(sets));
        loaded.unwrap_or_else(|error| panic!("{error}")).plan.hash.clone()
    }

    fn warnings(&self, game: &str) -> Vec<String> {
        let loaded = self.table.load(game, &[]).unwrap_or_else(|error| panic!("{error}"));
        let folder = format!("{}/", self.folder.path().display());
        loaded.warnings.iter().map(|warning| warning.replace(&folder, "")).collect()
    }

    /// The ids of the end rules, in the order in which they are judged.
    fn ends(&self, game: &str) -> Vec<String> {
        let loaded = self.table.load(game, &[]).unwrap_or_else(|error| panic!("{error}"));
        let ends = loaded.plan.rules.iter().filter(|ruled| ruled.rule.spec().part == Part::Finish);
        ends.map(|ruled| ruled.id.clone()).collect()
    }
}

fn pairs(sets: &[&str]) -> Vec<(String, String)> {
    sets.iter()
        .map(|set| set.split_once('=').expect("key=value"))
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect()
}

/// What `why` prints for a move.
fn why(session: &mut Session, text: &str) -> Vec<String> {
    let refusals = session.why(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    refusals.iter().map(|refusal| session.explain(refusal)).collect()
}

fn outcome(session: &mut Session) -> String {
    let outcome = session.game.outcome().unwrap_or_else(|fault| panic!("{fault}"));
    outcome.map_or("open".to_string(), |outcome| outcome.words(session.plan()))
}

fn points(session: &mut Session) -> Vec<f64> {
    let lines = session.game.score().unwrap_or_else(|fault| panic!("{fault}"));
    lines.into_iter().map(|line| line.points).collect()
}

/// White makes a road along the column a.
const ROAD: &str = "c3 a3 a2 c2 a1";

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
    let before = (session.position(), session.game.key());
    assert_eq!(why(&mut session, "b2"), ["middle: flat of black on b2 [middle.lua:2]"]);
    assert_eq!(session.legal_moves().unwrap().len(), 8);
    assert_eq!(before, (session.position(), session.game.key()), "the move was taken back");
    let mut session = shelf.open("tak+middle", "a2 c3");
    assert_eq!(why(&mut session, "Sb2"), ["middle: wall of white on b2 [middle.lua:2]"]);
    assert_eq!(why(&mut session, "c3-"), [""; 0]);
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

/// After a1 one effect is asked for.
fn effect(effect: &str) -> Shelf {
    let shelf = Shelf::new();
    shelf.hook("effect", "after_move", &format!("if move.text == 'a1' then return {effect} end"));
    shelf
}

/// The position after a1 and its effect, once undo and redo have been seen to lead back and forth.
fn position_after(effect_of_a1: &str, before: &str) -> String {
    let mut session = effect(effect_of_a1).open("tak+effect", before);
    let start = (session.position(), session.game.key());
    session.play("a1").unwrap_or_else(|error| panic!("{effect_of_a1}: {error}"));
    let there = (session.position(), session.game.key());
    assert_ne!(start.1, there.1);
    assert_eq!(session.undo(), Some("a1".to_string()));
    assert_eq!(start, (session.position(), session.game.key()), "{effect_of_a1} is not undone");
    assert_eq!(session.redo(), Some(Ok("a1".to_string())));
    assert_eq!(there, (session.position(), session.game.key()), "{effect_of_a1} is not redone");
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
        let (board, names) = (session.game.board(), &session.plan().names);
        let count = |seat: &str, piece: &str| {
            board.in_reserve(names.seat(seat).expect("a seat"), names.piece(piece).expect("a piece"))
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
    let shelf = effect(
        "{ set { n = 7 }, remove 'c3', give { seat = 'white', piece = 'flat' }, skip(), remove 'b2' }",
    );
    let mut session = shelf.open("tak+effect", "b1 c3");
    let before = (session.position(), session.game.key(), session.legal_moves().unwrap());
    let fault = match session.play("a1") {
        Err(PlayError::Refused(refused)) => refused.to_string(),
        other => panic!("a1 was {other:?}"),
    };
    assert_eq!(fault, format!("{}:2: b2 is empty", shelf.path("effect")));
    let after = (session.position(), session.game.key(), session.legal_moves().unwrap());
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
    assert_eq!(
        outcome(&mut shelf.open("tak+endless+mercy", ROAD)),
        "open",
        "its base is what stands below it"
    );
    let mut session = shelf.open("tak+mercy", ROAD);
    session.undo();
    assert_eq!(outcome(&mut session), "open");
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
    assert_eq!(
        points(&mut shelf.open("tak+bonus", "c3 a3")),
        [1.0, 1.0],
        "a running game is counted as ever"
    );
}

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
        assert_eq!(
            outcome(&mut shelf.open_with(&game, &sets, Some(full), "")),
            "black wins by flats",
            "{game}"
        );

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
    shelf
        .variant("two", "moves = { spread { carry = 2 } }")
        .variant("four", "\nmoves = { spread { carry = 4 } }");
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
    session.plan().cited("moves.spread").expect("a place")
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
    for game in ["tak+never", "tak+tak-never", &shelf.path("never"), &format!("tak+{}", shelf.path("never"))]
    {
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
    shelf.write(
        "tinier",
        "return variant 'tinier' { base = 'tiny', rules = { moves = { place { 'flat' } } } }",
    );
    assert_eq!(shelf.open_with("tiny", &[], None, "").position(), "x3/x3/x3 1 1");
    assert_eq!(shelf.open_with("tak+tiny", &[], None, "").position(), "x3/x3/x3 1 1");
    let mut session = shelf.open_with("tiny+tinier", &[], None, "a1 b1");
    assert_eq!(session.position(), "x3/x3/2,1,x 1 2");
    assert_eq!(why(&mut session, "Sc3").len(), 1);
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
    let plain = "return variant 'v' { base = 'tak', rules = { moves = { spread { carry = 4 } }, reserve = { cap = 2 } } }";
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
            "return variant 'v' { rules = { reserve = { cap = 2 }, moves = { spread { carry = 4 } } }, base = 'tak' }".to_string(),
        ),
        ("a function of the options", plain.replace("rules = {", "rules = function(o) return {").replace("} }\"", "} end }\"").replacen("cap = 2 } } }", "cap = 2 } } end }", 1)),
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
fn a_slip_in_a_name_of_the_view_is_told() {
    let shelf = Shelf::new();
    shelf.hook("slip", "allow", "return view.trun > 1");
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
    let open = || shelf.table.open("tak+tired", &pairs(&["size=5"]), None, &[]);
    let report = houserule::play::trial(open, 3, std::time::Duration::from_secs(60), 1);
    let fault = report.fault.expect("it keeps a count of its own");
    assert!(fault.starts_with("a script keeps something to itself: "), "{fault}");
}

#[test]
fn a_seat_that_was_passed_over_has_a_placeholder_in_the_record() {
    let shelf = effect("skip()");
    let mut session = shelf.open("tak+effect", "a1 c3 b2");
    let file = session.to_file("game.ptn").expect("no script fails");
    let moves: Vec<&str> =
        file.lines().skip_while(|line| !line.is_empty()).filter(|line| !line.is_empty()).collect();
    assert_eq!(moves, ["1. a1 --", "2. c3 b2"]);
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
    assert_eq!(
        shelf.refused("tak+tenths", &["t=0.35"]),
        "`t` is a number in steps of 0.1 from 0 to 1, not 0.35"
    );
}
