//! Hostile rule files in every command: each causes a clear error with file and line, quickly and in little memory, and
//! leaves the game usable.

use crate::common::shipped_scripts;
use crate::common::test_dir::{RunCost, RunOutput, TestDir};
use houserule_script::play::Session;

/// Time limit, above the promised two seconds for slow machines.
const MAX_SECONDS: f64 = 20.0;
const MAX_MEMORY: u64 = 64 * 1024;
const FILE: &str = "hostile.lua";

/// Rule file and the fault that it must cause.
struct FileAttack {
    name: String,
    stage: AttackStage,
    source: String,
    /// `None` if the exact line does not matter.
    line: Option<u32>,
    message: String,
}

impl FileAttack {
    /// Place in the message of the fault.
    fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{FILE}:{line}: "),
            None => format!("{FILE}:"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AttackStage {
    /// Fails while loading.
    Load,
    /// Fails when moves are listed.
    Listing,
    /// Fails when a piece is placed on a1.
    Playing,
}

/// The reader of `tests/data/hostile_files.txt`.
fn attacks() -> Vec<FileAttack> {
    let sections = include_str!("../data/hostile_files.txt").split("\n## ").skip(1);
    sections
        .map(|section| {
            let (name, rest) = section.split_once('\n').expect("a name");
            let (body, expected) = rest.rsplit_once("\n=> ").expect("an expected fault");
            let (line, message) = expected.trim_end().split_once(':').expect("a line");
            let (stage, source) = match name.split(':').next().expect("a kind") {
                "load" => (AttackStage::Load, body.to_string()),
                "file" => (AttackStage::Playing, body.to_string()),
                hook => hook_file(hook.strip_prefix("hook ").expect("a hook"), body),
            };
            FileAttack {
                name: name.to_string(),
                stage,
                source,
                line: line.parse().ok(),
                message: message.trim().to_string(),
            }
        })
        .collect()
}

/// File with one hook that is harmless until a1 is played.
fn hook_file(hook: &str, body: &str) -> (AttackStage, String) {
    let (stage, takes, harmless) = match hook {
        "allow" => (AttackStage::Listing, "move", "if move.text ~= 'a1' then return true end"),
        "reject" => (AttackStage::Listing, "move", "if move.text ~= 'a1' then return false end"),
        "after_move" => (AttackStage::Playing, "move", "if move.text ~= 'a1' then return nil end"),
        "finish" => (AttackStage::Playing, "base", "if not view:top('a1') then return base(view) end"),
        other => panic!("no attack on `{other}` is known"),
    };
    let header = "return variant 'hostile' { base = 'tak', rules = { vars = { n = 0, word = '' }, hooks = {";
    let source = format!("{header}\n{hook} = function(view, {takes})\n{harmless}\n{body}\nend }} }} }}\n");
    (stage, source)
}

/// Differences between an output and the expected fault.
fn problems(attack: &FileAttack, command: &str, output: &RunOutput, cost: &RunCost) -> Vec<String> {
    let length = output.stdout.len() + output.stderr.len();
    let text = format!("{}{}{}", output.diagnostics(), output.stdout, output.stderr);
    let place = attack.place();
    // On a busy machine the time limit may apply before the step or memory limit.
    let by_clock = ["ran too long", "needs more than"].iter().any(|limit| attack.message.starts_with(limit));
    let is_timeout = by_clock && text.contains("ran for more than");
    [
        (output.code == 1, format!("exit code {}", output.code)),
        (text.contains(&place), format!("does not name {place}")),
        (is_timeout || text.contains(&attack.message), format!("does not say {:?}", attack.message)),
        (cost.seconds < MAX_SECONDS, format!("took {} s", cost.seconds)),
        (cost.memory < MAX_MEMORY, format!("took {} kB", cost.memory)),
        (length < 4000, "talks for too long".to_string()),
    ]
    .into_iter()
    .filter(|(is_ok, _)| !is_ok)
    .map(|(_, problem)| format!("{}, {command}: {problem}\n    {:.300}", attack.name, text.trim_end()))
    .collect()
}

/// Runs the attacks of some stages through a command.
fn assert_clean_failures(stages: &[AttackStage], args: &[&str], lines: &str) {
    let attacks = attacks();
    let mut all = Vec::new();
    for attack in attacks.iter().filter(|attack| stages.contains(&attack.stage)) {
        let dir = TestDir::with(FILE, &attack.source);
        let (output, cost) = dir.run_measured(args, lines);
        all.extend(problems(attack, args[0], &output, &cost));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn check_names_the_file_and_the_line_of_a_file_that_does_not_load() {
    assert_clean_failures(&[AttackStage::Load], &["check", FILE], "");
}

#[test]
fn check_finds_a_hook_that_fails_on_a_single_move_by_playing() {
    assert_clean_failures(&[AttackStage::Listing, AttackStage::Playing], &["check", FILE, "--set", "size=3"], "");
}

#[test]
fn moves_names_the_file_and_the_line() {
    assert_clean_failures(&[AttackStage::Load, AttackStage::Listing], &["moves", FILE], "");
}

#[test]
fn rules_and_test_name_the_file_and_the_line_of_a_file_that_does_not_load() {
    assert_clean_failures(&[AttackStage::Load], &["rules", FILE], "");
    assert_clean_failures(&[AttackStage::Load], &["test", FILE], "");
}

#[test]
fn a_test_in_the_file_of_a_hook_that_fails_fails_with_its_line() {
    for attack in attacks().iter().filter(|attack| attack.stage != AttackStage::Load) {
        let tests = ", tests = { { set = { size = 3 }, moves = \"a1\", count = 8 } } }";
        let source = attack.source.trim_end().strip_suffix('}').expect("the end of the table").to_string();
        let dir = TestDir::with(FILE, source + tests);
        let (output, cost) = dir.run_measured(["test", FILE], "");
        let problems = problems(attack, "test", &output, &cost);
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }
}

#[test]
fn the_prompt_names_the_file_and_the_line() {
    let all_stages = [AttackStage::Load, AttackStage::Listing, AttackStage::Playing];
    assert_clean_failures(&all_stages, &["play", FILE], "a1\n");
}

/// Game of the attack's file on a small board.
fn open_game(dir: &TestDir) -> Session {
    let workspace = shipped_scripts();
    let small = [("size".to_string(), "3".to_string())];
    let path = dir.path(FILE);
    workspace.open(path.to_str().expect("a plain path"), &small, None, &[]).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_failing_hook_ends_only_the_move() {
    for attack in attacks() {
        if attack.stage == AttackStage::Load {
            continue;
        }
        let dir = TestDir::with(FILE, &attack.source);
        let mut session = open_game(&dir);
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
fn failing_points_are_reported_with_their_line() {
    for (body, line, message) in [
        ("while true do end", 2, "ran too long"),
        ("return 7", 2, "points of hostile: returned a whole number, not a table of points by side"),
        ("return { white = 'many' }", 2, "points of hostile: the points of white are not a number"),
        ("return { white = 0/0 }", 2, "points of hostile: the points of white are not a number"),
        ("return { white = math.huge }", 2, "points of hostile: the points of white are not a number"),
        ("return base(view).white.much", 2, "attempt to index a number value"),
    ] {
        let dir = TestDir::with(
            FILE,
            format!(
                "return variant 'hostile' {{ base = 'tak', rules = {{ points = function(view, base)\n{body}\nend }} }}"
            ),
        );
        let attack = FileAttack {
            name: body.to_string(),
            stage: AttackStage::Playing,
            source: String::new(),
            line: Some(line),
            message: message.to_string(),
        };
        let (output, cost) = dir.run_measured(["score", FILE, "--position", "1,1,1/x3/2,2,x 2 4"], "");
        let problems = problems(&attack, "score", &output, &cost);
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }
}

#[test]
fn a_harmless_file_passes() {
    let dir = TestDir::with(
        FILE,
        "--- Nobody starts in the corner.\n\
         return variant 'harmless' { base = 'tak', rules = { hooks = { allow = function(view, move)\n\
         return view.turn > 1 or move.cell ~= 'a1', 'not the corner yet' end } } }\n",
    );
    let (output, cost) = dir.run_measured(["check", FILE, "--set", "size=3"], "");
    assert_eq!(output.stderr, "");
    output.assert_stdout_starts_with("hostile.lua: ok (");
    assert_eq!(output.code, 0);
    assert!(cost.memory < MAX_MEMORY, "{} kB", cost.memory);
    let output = dir.run(["why", FILE, "a1"]);
    let expected = "harmless: not the corner yet [hostile.lua:2]\n";
    assert_eq!((output.code, output.stdout.as_str()), (1, expected));
}

/// Files that multiply their size: the sandbox counts a shared text or effect once, the reader every time.
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
        "many long unknown keys",
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
fn small_files_cannot_use_much_memory() {
    let mut problems = Vec::new();
    for (name, source) in MULTIPLIERS {
        let (output, cost) = TestDir::with(FILE, source).run_measured(["play", FILE], "a1\n");
        let text = format!("{}{}", output.stdout, output.stderr);
        if output.code != 1 || !text.contains("hostile.lua:") {
            problems.push(format!("{name}: exit {} and {text:.200}", output.code));
        }
        if cost.seconds > MAX_SECONDS || cost.memory > MAX_MEMORY || text.len() > 4000 {
            let bytes = text.len();
            problems.push(format!("{name}: {cost:?}, {bytes} bytes of text"));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// Writes hostile files to ./variants: endless, slow in every step, slow to compile, too long, out of memory.
fn write_hostile_variants(dir: &TestDir, count: usize) {
    let labels: String = (0..8000).map(|n| format!("do end::l{n}::")).collect();
    let slow = "local t = {} for i = 1, 2048 do t[i * 2047] = true end while true do local x = t[2047 * 5000] end";
    for number in 0..count {
        let text = match number % 5 {
            0 => "while true do end".to_string(),
            1 => slow.to_string(),
            2 => format!("{labels} while true do end"),
            3 => "-".repeat(300_000),
            _ => "local t = {} for i = 1, 1e9 do t[i] = { i, i, i } end".to_string(),
        };
        dir.write(&format!("variants/lying-{number:03}.lua"), text);
    }
    let good = "--- Good.\nreturn variant 'zz-good' { base = 'tak', title = 'Good', rules = {} }";
    dir.write("variants/zz-good.lua", good);
}

#[test]
fn hostile_variants_are_reported_and_delay_nothing() {
    let dir = TestDir::new();
    write_hostile_variants(&dir, 5);
    let (output, cost) = dir.run_measured(["games"], "");
    assert_eq!(output.code, 0);
    output.assert_stdout_contains("tak+zz-good");
    for (number, reason) in [
        (0, "line 1: ran too long: more than 100000 steps in one call"),
        (1, "line 1: ran "),
        (2, "line 1: ran "),
        (3, "it is longer than 256 kB"),
        (4, "line 1: "),
    ] {
        let line = output.stderr.lines().find(|line| line.contains(&format!("lying-{number:03}.lua does not load: ")));
        assert!(line.is_some_and(|line| line.contains(reason)), "{number}: {}", output.stderr);
    }
    assert!(cost.seconds < MAX_SECONDS && cost.memory < MAX_MEMORY, "{cost:?}");
    let output = dir.run(["moves", "tka"]);
    let expected = "did you mean `tak`?; variants/lying-000.lua, variants/lying-001.lua, variants/lying-002.lua and 2 others do not load";
    assert_eq!(output.code, 2);
    assert!(output.stderr.replace("./", "").contains(expected), "{}", output.stderr);
    let output = dir.run(["lesson", "frist"]);
    output.assert_stderr_contains("and 2 others do not load");
}

#[test]
fn two_hundred_hostile_variants_delay_nothing() {
    let dir = TestDir::new();
    write_hostile_variants(&dir, 200);
    for args in [&["games"][..], &["games", "--json"], &["lesson"], &["moves", "tka"], &["moves", "tak-xyzzy-abc"], &[]]
    {
        let (output, cost) = dir.run_measured(args, "");
        assert!(cost.seconds < MAX_SECONDS, "{args:?} took {} s", cost.seconds);
        assert!(output.stdout.len() + output.stderr.len() > 100, "{args:?}: {output:?}");
    }
    let output = dir.run(["games"]);
    let named = output.stderr.lines().filter(|line| line.contains("does not load: ")).count();
    assert_eq!(named, 200, "every one of them is named\n{}", output.stderr);
}

/// Hook that fills tables with keys and holes at random places and adds up their lengths.
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
fn the_length_of_lists_with_holes_is_reproducible() {
    let dir = TestDir::with("holes.lua", HOLES);
    let first = dir.run(["perft", "holes.lua", "--depth", "2"]);
    assert_eq!(first.code, 0, "{first:?}");
    for _ in 0..6 {
        assert_eq!(dir.run(["perft", "holes.lua", "--depth", "2"]), first);
    }
}

#[test]
fn workers_share_their_memory() {
    let source = "local held = {} for i = 1, 100000 do held[i] = i + 0.5 end
        local more = {} for i = 1, 25 do more[i] = { table.unpack(held, 1, 4000) } end
        return variant 'heavy' { base = 'tak', rules = { hooks = { allow = function() return held[1] + more[1][1] == 3 end } } }";
    let dir = TestDir::with("heavy.lua", source);
    let lines = "position startpos\ngo movetime 1500\nquit\n";
    let (output, cost) = dir.run_measured(["tei", "heavy.lua", "--threads", "256"], lines);
    assert_eq!(output.code, 0, "{output:?}");
    output.assert_stdout_contains("bestmove ");
    // 32 workers with 5 MB each; 256 would need more than a gigabyte.
    assert!(cost.memory < 600 * 1024, "{} kB", cost.memory);
}
