//! Hostile rule files through the program's own doors: each ends in a clear fault that names file and line, soon and in
//! little memory, and leaves the game usable.

use crate::common::desk::{Cost, Desk, Said};
use houserule_script::lua::Library;
use houserule_script::play::{Session, Workspace};

/// Two seconds are promised; a slow machine gets more before a test fails.
const MAX_SECONDS: f64 = 20.0;
const HEAVIEST: u64 = 64 * 1024;
const FILE: &str = "hostile.lua";

/// One rule file and the fault that must come of it.
struct FileAttack {
    name: String,
    kind: Kind,
    source: String,
    /// `None` where the exact line is not the point.
    line: Option<u32>,
    message: String,
}

impl FileAttack {
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
fn attacks() -> Vec<FileAttack> {
    let sections = include_str!("../data/hostile_files.txt").split("\n## ").skip(1);
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
            FileAttack {
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
fn complaints(attack: &FileAttack, door: &str, said: &Said, cost: &Cost) -> Vec<String> {
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
        (cost.seconds < MAX_SECONDS, format!("took {} s", cost.seconds)),
        (cost.memory < HEAVIEST, format!("took {} kB", cost.memory)),
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
    let table = Workspace { library: Library::default(), seed: 1 };
    let small = [("size".to_string(), "3".to_string())];
    let path = desk.path(FILE);
    table.open(path.to_str().expect("a plain path"), &small, None, &[]).unwrap_or_else(|error| panic!("{error}"))
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
            let before = (session.position(), session.game.position_hash());
            let error = session.play("a1").expect_err(&attack.name).to_string();
            let place = attack.place();
            assert!(error.contains(&place), "{}: {error}", attack.name);
            let after = (session.position(), session.game.position_hash());
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
        let attack = FileAttack {
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
    assert!(cost.memory < HEAVIEST, "{} kB", cost.memory);
    let said = desk.run(["why", FILE, "a1"]);
    let expected = "harmless: not the corner yet [hostile.lua:2]\n";
    assert_eq!((said.code, said.out.as_str()), (1, expected));
}

/// Files that get much out of little: the sandbox counts a shared text or effect once, the reader every time.
const MULTIPLIERS: &[(&str, &str)] = &[
    (
        "one long text in many variables",
        "local s, v = ('x'):rep(65536), {}
         for i = 1, 2000 do v['v' .. i] = s end
         return variant 'hostile' { base = 'tak', rules = { vars = v } }",
    ),
    (
        "one longer text for many seats",
        "local s, v = 'x', {}
         for i = 1, 16 do s = s .. s end
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
         for i = 1, 2000 do v['v' .. i] = 0 w['v' .. i] = 1 end
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
        if cost.seconds > MAX_SECONDS || cost.memory > HEAVIEST || text.len() > 4000 {
            let bytes = text.len();
            complaints.push(format!("{name}: {cost:?}, {bytes} bytes of text"));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Files that merely lie in ./variants: endless, slow in every step, slow to compile, too long, no text.
fn lying_about(desk: &Desk, many: usize) {
    let labels: String = (0..8000).map(|n| format!("do end::l{n}::")).collect();
    let slow = "local t = {} for i = 1, 2048 do t[i * 2047] = true end while true do local x = t[2047 * 5000] end";
    for number in 0..many {
        let text = match number % 5 {
            0 => "while true do end".to_string(),
            1 => slow.to_string(),
            2 => format!("{labels} while true do end"),
            3 => "-".repeat(300_000),
            _ => "local t = {} for i = 1, 1e9 do t[i] = { i, i, i } end".to_string(),
        };
        desk.write(&format!("variants/lying-{number:03}.lua"), text);
    }
    let good = "--- Good.\nreturn variant 'zz-good' { base = 'tak', title = 'Good', rules = {} }";
    desk.write("variants/zz-good.lua", good);
}

#[test]
fn a_hostile_file_that_merely_lies_there_is_named_and_holds_nothing_up() {
    let desk = Desk::new();
    lying_about(&desk, 5);
    let (said, cost) = desk.weigh(["games"], "");
    assert_eq!(said.code, 0);
    assert!(said.out.contains("tak+zz-good"), "{}", said.out);
    for (number, reason) in [
        (0, "line 1: ran too long: more than 100000 steps in one call"),
        (1, "line 1: ran "),
        (2, "line 1: ran "),
        (3, "it is longer than 256 kB"),
        (4, "line 1: "),
    ] {
        let told = said.err.lines().find(|line| line.contains(&format!("lying-{number:03}.lua does not load: ")));
        assert!(told.is_some_and(|told| told.contains(reason)), "{number}: {}", said.err);
    }
    assert!(cost.seconds < MAX_SECONDS && cost.memory < HEAVIEST, "{cost:?}");
    let said = desk.run(["moves", "tka"]);
    let expected = "did you mean `tak`?; variants/lying-000.lua, variants/lying-001.lua, variants/lying-002.lua and 2 others do not load";
    assert_eq!(said.code, 2);
    assert!(said.err.replace("./", "").contains(expected), "{}", said.err);
    let said = desk.run(["lesson", "frist"]);
    assert!(said.err.contains("and 2 others do not load"), "{}", said.err);
}

#[test]
fn two_hundred_of_them_hold_nothing_up_either() {
    let desk = Desk::new();
    lying_about(&desk, 200);
    for args in [&["games"][..], &["games", "--json"], &["lesson"], &["moves", "tka"], &["moves", "tak-xyzzy-abc"], &[]]
    {
        let (said, cost) = desk.weigh(args, "");
        assert!(cost.seconds < MAX_SECONDS, "{args:?} took {} s", cost.seconds);
        assert!(said.out.len() + said.err.len() > 100, "{args:?}: {said:?}");
    }
    let said = desk.run(["games"]);
    let named = said.err.lines().filter(|line| line.contains("does not load: ")).count();
    assert_eq!(named, 200, "every one of them is named\n{}", said.err);
}

/// Fills tables at random places with names and numbers, makes holes and adds up how long Lua takes them to be.
const HOLES: &str = "--- Whether a move is allowed hangs on lists with holes.
return variant 'holes' { base = 'tak', rules = { hooks = { allow = function(view, move)
  local n, at = 0, 7 + view.turn
  for c = 1, #move.text do at = at * 31 + move.text:byte(c) end
  for round = 1, 6 do
    local t = {}
    for i = 1, 24 do
      at = (at * 1103515245 + 12345) % 2147483648
      local place = at // 65536 % 16 + 1
      if at % 3 == 0 then t['k' .. i] = i elseif at % 3 == 1 then t[place] = i else t[place] = nil end
      if at % 5 == 0 then t[{}] = i end
    end
    n = n + #t
  end
  return n % 2 == 0
end } } }";

#[test]
fn lists_with_holes_are_as_long_on_every_run() {
    let desk = Desk::with("holes.lua", HOLES);
    let first = desk.run(["perft", "holes.lua", "--depth", "2"]);
    assert_eq!(first.code, 0, "{first:?}");
    for _ in 0..6 {
        assert_eq!(desk.run(["perft", "holes.lua", "--depth", "2"]), first);
    }
}

#[test]
fn workers_share_their_memory() {
    let source = "local held = {} for i = 1, 100000 do held[i] = i + 0.5 end
        local more = {} for i = 1, 25 do more[i] = { table.unpack(held, 1, 4000) } end
        return variant 'heavy' { base = 'tak', rules = { hooks = { allow = function() return held[1] + more[1][1] == 3 end } } }";
    let desk = Desk::with("heavy.lua", source);
    let lines = "position startpos\ngo movetime 1500\nquit\n";
    let (said, cost) = desk.weigh(["tei", "heavy.lua", "--threads", "256"], lines);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("bestmove "), "{said:?}");
    // 32 workers with 5 MB each; 256 would have more than a gigabyte.
    assert!(cost.memory < 600 * 1024, "{} kB", cost.memory);
}
