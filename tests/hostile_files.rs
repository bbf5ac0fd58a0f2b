//! Hostile rule files through the program's own doors: each ends in a clear fault that names file and line, soon and in
//! little memory, and leaves the game usable.

mod common;

use std::time::Duration;

use common::desk::{Cost, Desk, Said};
use houserule::play::{Session, Table};
use houserule::script::Library;

/// Two seconds are promised; a busy machine gets more before a test fails.
const LONGEST: Duration = Duration::from_secs(15);
const HEAVIEST: u64 = 64 * 1024;
const FILE: &str = "hostile.lua";

/// One rule file and the fault that must come of it.
struct Attack {
    name: String,
    kind: Kind,
    source: String,
    /// `None` where the exact line is not the point.
    line: Option<u32>,
    message: String,
}

impl Attack {
    /// The place that the fault must name.
    fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{FILE}:{line}: "),
            None => format!("{FILE}:"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The file never loads.
    Load,
    /// The file loads, and fails when somebody lists moves.
    Listing,
    /// The file loads, and fails when a stone is put on a1.
    Playing,
}

/// The only reader of `tests/data/hostile_files.txt`.
fn attacks() -> Vec<Attack> {
    let sections = include_str!("data/hostile_files.txt").split("\n## ").skip(1);
    sections
        .map(|section| {
            let (name, rest) = section.split_once('\n').expect("a name");
            let (body, expected) = rest.rsplit_once("\n=> ").expect("an expected fault");
            let (line, message) = expected.trim_end().split_once(':').expect("a line");
            let (kind, source) = match name.split(':').next().expect("a kind") {
                "load" => (Kind::Load, body.to_string()),
                "file" => (Kind::Playing, body.to_string()),
                hook => as_file(hook.strip_prefix("hook ").expect("a hook"), body),
            };
            Attack {
                name: name.to_string(),
                kind,
                source,
                line: line.parse().ok(),
                message: message.trim().to_string(),
            }
        })
        .collect()
}

/// A file with one hook that does no harm as long as a1 is empty.
fn as_file(hook: &str, body: &str) -> (Kind, String) {
    let (kind, takes, harmless) = match hook {
        "allow" => (Kind::Listing, "move", "if move.text ~= 'a1' then return true end"),
        "reject" => (Kind::Listing, "move", "if move.text ~= 'a1' then return false end"),
        "after_move" => (Kind::Playing, "move", "if move.text ~= 'a1' then return nil end"),
        "finish" => (Kind::Playing, "base", "if not view:top('a1') then return base(view) end"),
        other => panic!("no attack on `{other}` is known"),
    };
    let head = "return variant 'hostile' { base = 'tak', rules = { vars = { n = 0, word = '' }, hooks = {";
    let source = format!("{head}\n{hook} = function(view, {takes})\n{harmless}\n{body}\nend }} }} }}\n");
    (kind, source)
}

/// Everything that is wrong with an answer; nothing, if it is the expected fault.
fn complaints(attack: &Attack, door: &str, said: &Said, cost: &Cost) -> Vec<String> {
    let length = said.out.len() + said.err.len();
    let text = format!("{}{}{}", said.faults(), said.out, said.err);
    let place = attack.place();
    // On a busy machine the clock may run out before the steps or the memory do.
    let by_clock = ["ran too long", "needs more than"].iter().any(|limit| attack.message.starts_with(limit));
    let late = by_clock && text.contains("ran for more than");
    [
        (said.code == 1, format!("exit code {}", said.code)),
        (text.contains(&place), format!("does not name {place}")),
        (late || text.contains(&attack.message), format!("does not say {:?}", attack.message)),
        (cost.time < LONGEST, format!("took {:?}", cost.time)),
        (cost.memory.is_none_or(|kb| kb < HEAVIEST), format!("took {:?} kB", cost.memory)),
        (length < 4000, "talks for too long".to_string()),
    ]
    .into_iter()
    .filter(|(fine, _)| !fine)
    .map(|(_, says)| format!("{}, {door}: {says}\n    {:.300}", attack.name, text.trim_end()))
    .collect()
}

/// Runs the attacks of some kinds through a door.
fn assert_ends_well(kinds: &[Kind], args: &[&str], lines: &str) {
    let attacks = attacks();
    let mut all = Vec::new();
    for attack in attacks.iter().filter(|attack| kinds.contains(&attack.kind)) {
        let desk = Desk::with(FILE, &attack.source);
        let (said, cost) = desk.weigh(args, lines);
        if cost.memory.is_none() {
            println!("memory is not measured: there is no /usr/bin/time here");
        }
        all.extend(complaints(attack, args[0], &said, &cost));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn check_names_the_file_and_the_line_of_a_file_that_does_not_load() {
    assert_ends_well(&[Kind::Load], &["check", FILE], "");
}

#[test]
fn check_finds_a_hook_that_fails_on_a_single_move_by_playing() {
    assert_ends_well(&[Kind::Listing, Kind::Playing], &["check", FILE, "--set", "size=3"], "");
}

#[test]
fn moves_names_the_file_and_the_line() {
    assert_ends_well(&[Kind::Load, Kind::Listing], &["moves", FILE], "");
}

#[test]
fn rules_and_test_name_the_file_and_the_line_of_a_file_that_does_not_load() {
    assert_ends_well(&[Kind::Load], &["rules", FILE], "");
    assert_ends_well(&[Kind::Load], &["test", FILE], "");
}

#[test]
fn a_test_in_the_file_of_a_hook_that_fails_fails_with_its_line() {
    for attack in attacks().iter().filter(|attack| attack.kind != Kind::Load) {
        let tests = ", tests = { { set = { size = 3 }, moves = \"a1\", count = 8 } } }";
        let source = attack.source.trim_end().strip_suffix('}').expect("the end of the table").to_string();
        let desk = Desk::with(FILE, source + tests);
        let (said, cost) = desk.weigh(["test", FILE], "");
        let wrong = complaints(attack, "test", &said, &cost);
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}

#[test]
fn the_prompt_names_the_file_and_the_line() {
    let every = [Kind::Load, Kind::Listing, Kind::Playing];
    assert_ends_well(&every, &["play", FILE], "a1\n");
}

/// A game of the attack's file on a small board, or none if it does not load.
fn sit_down(desk: &Desk) -> Session {
    let table = Table { library: Library::default(), seed: 1 };
    let small = [("size".to_string(), "3".to_string())];
    let path = desk.path(FILE);
    table
        .open(path.to_str().expect("a plain path"), &small, None, &[])
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_hook_that_fails_ends_the_move_and_nothing_else() {
    for attack in attacks() {
        if attack.kind == Kind::Load {
            continue;
        }
        let desk = Desk::with(FILE, &attack.source);
        let mut session = sit_down(&desk);
        for opening in [&[][..], &["b2", "c3"]] {
            for text in opening {
                session.play(text).unwrap_or_else(|error| panic!("{}: {error}", attack.name));
            }
            let before = (session.position(), session.game.key());
            let error = session.play("a1").expect_err(&attack.name).to_string();
            let place = attack.place();
            assert!(error.contains(&place), "{}: {error}", attack.name);
            let after = (session.position(), session.game.key());
            assert_eq!(before, after, "{}: the position has changed", attack.name);
        }
        let played = session.play("b1");
        assert_eq!(played, Ok("b1".to_string()), "after {}", attack.name);
    }
}

#[test]
fn points_that_fail_do_so_at_the_score_and_name_the_line() {
    for (body, line, message) in [
        ("while true do end", 2, "ran too long"),
        ("return 7", 2, "points of hostile: returned a whole number, not a table of points by side"),
        ("return { white = 'many' }", 2, "points of hostile: the points of white are not a number"),
        ("return { white = 0/0 }", 2, "points of hostile: the points of white are not a number"),
        ("return { white = math.huge }", 2, "points of hostile: the points of white are not a number"),
        ("return base(view).white.much", 2, "attempt to index a number value"),
    ] {
        let desk = Desk::with(
            FILE,
            format!(
                "return variant 'hostile' {{ base = 'tak', rules = {{ points = function(view, base)\n{body}\nend }} }}"
            ),
        );
        let attack = Attack {
            name: body.to_string(),
            kind: Kind::Playing,
            source: String::new(),
            line: Some(line),
            message: message.to_string(),
        };
        let (said, cost) = desk.weigh(["score", FILE, "--position", "1,1,1/x3/2,2,x 2 4"], "");
        let complaints = complaints(&attack, "score", &said, &cost);
        assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
    }
}

#[test]
fn a_harmless_file_beside_them_passes() {
    let desk = Desk::with(
        FILE,
        "--- Nobody starts in the corner.\n\
         return variant 'harmless' { base = 'tak', rules = { hooks = { allow = function(view, move)\n\
         return view.turn > 1 or move.cell ~= 'a1', 'not the corner yet' end } } }\n",
    );
    let (said, cost) = desk.weigh(["check", FILE, "--set", "size=3"], "");
    assert_eq!(said.err, "");
    assert!(said.out.starts_with("hostile.lua: ok ("), "{said:?}");
    assert_eq!(said.code, 0);
    assert!(cost.memory.is_none_or(|kb| kb < HEAVIEST), "{:?} kB", cost.memory);
    let said = desk.run(["why", FILE, "a1"]);
    let expected = "harmless: not the corner yet [hostile.lua:2]\n";
    assert_eq!((said.code, said.out.as_str()), (1, expected));
}

/// Files that get much out of little: the sandbox counts a shared text or effect once, the reader every time.
const MULTIPLIERS: &[(&str, &str)] = &[
    (
        "one long text in many variables",
        "local s, v = ('x'):rep(65536), {}
         for i = 1, 15000 do v['v' .. i] = s end
         return variant 'hostile' { base = 'tak', rules = { vars = v } }",
    ),
    (
        "one longer text for many seats",
        "local s, v = 'x', {}
         for i = 1, 23 do s = s .. s end
         for i = 1, 200 do v[i] = s end
         return variant 'hostile' { base = 'tak', rules = { seats = v } }",
    ),
    (
        "a long name that is nearly another",
        "local x, y = ('x'):rep(60000), ('y'):rep(60000)
         return game 'hostile' { rules = { seats = { 'a', 'b' }, board = square(3), pieces = { [x] = {} }, moves = { place { y } } } }",
    ),
    (
        "many long keys that nobody knows",
        "local t = {}
         for i = 1, 900 do t['k' .. i .. ('z'):rep(9000)] = 1 end
         return variant 'hostile' { base = 'tak', rules = t }",
    ),
    (
        "one effect on all variables, many times",
        "local v, w = {}, {}
         for i = 1, 15000 do v['v' .. i] = 0 w['v' .. i] = 1 end
         return variant 'hostile' { base = 'tak', rules = { vars = v, hooks = { after_move = function()
           local one, all = set(w), {}
           for i = 1, 256 do all[i] = one end
           return all
         end } } }",
    ),
];

#[test]

fn a_small_file_cannot_multiply_itself() {
    let mut complaints = Vec::new();
    for (name, source) in MULTIPLIERS {
        let (said, cost) = Desk::with(FILE, source).weigh(["play", FILE], "a1\n");
        let text = format!("{}{}", said.out, said.err);
        if said.code != 1 || !text.contains("hostile.lua:") {
            complaints.push(format!("{name}: exit {} and {text:.200}", said.code));
        }
        if cost.time > LONGEST || cost.memory.is_some_and(|kb| kb > HEAVIEST) || text.len() > 4000 {
            let bytes = text.len();
            complaints.push(format!("{name}: {:?}, {:?} kB, {bytes} bytes of text", cost.time, cost.memory));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
