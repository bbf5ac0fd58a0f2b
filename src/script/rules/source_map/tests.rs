//! Small sources whose lines a reader can count, and hostile ones that must not crash the parser.

use std::time::{Duration, Instant};

use super::*;
use crate::syntax::LineIndex;

const LATE_WALLS: &str = r#"return variant "late-walls" {
  base    = "tak",
  options = { turn = { default = 5, min = 1 } },
  rules   = function(o)
    local carry = o.size
    return {
      finish = { road { tie = "mover" }, tops { id = "flats", count = "flat" }, off "x" },
      reserve = { white = { flat = 18 } },
      ["turn"] = { opening { turns = 1 } },
      hooks = { allow = function(view, move) return { 1, 2 } end },
    }
  end,
}
"#;

/// `rules.finish[1].tie` as steps.
fn path(text: &str) -> Vec<PathStep> {
    let text = text.replace('[', ".[");
    let steps = text.split('.').filter(|step| !step.is_empty());
    let step = |step: &str| match step.strip_prefix('[') {
        Some(index) => PathStep::Index(index.trim_end_matches(']').parse().expect("an index")),
        None => PathStep::Key(step.to_owned()),
    };
    steps.map(step).collect()
}

fn read(source: &str) -> SourceMap {
    SyntaxTree::parse(source).map(|tree| SourceMap::of(source, &tree)).unwrap_or_default()
}

fn place(source: &str, offset: usize) -> (u32, u32) {
    let position = LineIndex::new(source).line_column(source, offset);
    (position.line, position.column)
}

fn exact(source: &str, key: &str) -> Option<(u32, u32)> {
    read(source).exact(&path(key)).map(|offset| place(source, offset))
}

fn nearest(source: &str, key: &str) -> Option<(u32, u32)> {
    read(source).nearest(&path(key)).map(|offset| place(source, offset))
}

#[track_caller]
fn assert_positions(source: &str, expected: &[(&str, (u32, u32))]) {
    for &(key, position) in expected {
        assert_eq!(exact(source, key), Some(position), "the spot of {key}");
    }
}

#[test]
fn every_key_of_a_variant_has_its_location() {
    assert_positions(
        LATE_WALLS,
        &[
            ("base", (2, 3)),
            ("options", (3, 3)),
            ("options.turn", (3, 15)),
            ("options.turn.default", (3, 24)),
            ("options.turn.min", (3, 37)),
            ("rules", (4, 3)),
            ("rules.finish", (7, 7)),
            ("rules.finish[1]", (7, 18)),
            ("rules.finish[1].tie", (7, 25)),
            ("rules.finish[2].count", (7, 63)),
            ("rules.finish[3]", (7, 81)),
            ("rules.reserve.white.flat", (8, 29)),
            ("rules.turn", (9, 7)),
            ("rules.turn[1]", (9, 20)),
            ("rules.turn[1].turns", (9, 30)),
            ("rules.hooks.allow", (10, 17)),
        ],
    );
}

#[test]
fn a_key_that_is_not_there_falls_back_to_its_nearest_ancestor() {
    assert_eq!(exact(LATE_WALLS, "rules.reserve.black.flat"), None);
    assert_eq!(nearest(LATE_WALLS, "rules.reserve.black.flat"), Some((8, 7)));
    assert_eq!(nearest(LATE_WALLS, "rules.finish[9].tie"), Some((7, 7)));
}

#[test]
fn a_missing_top_level_key_falls_back_to_the_declaration() {
    assert_eq!(nearest(LATE_WALLS, "title"), Some((1, 8)));
    assert_eq!(nearest(LATE_WALLS, ""), Some((1, 8)));
}

#[test]
fn keys_inside_a_hook_do_not_leak_to_its_neighbours() {
    let source = "return { a = { f = function()\n local t = { x = 1 }\n g { y = 2 }\n return 1 end, z = 3 } }";
    assert_positions(source, &[("a.f", (1, 16)), ("a.z", (4, 16))]);
    for key in ["a.x", "a.y", "a.f.x", "a.f.y", "x", "y", "a[1]"] {
        assert_eq!(exact(source, key), None, "{key} is local to the hook");
    }
}

#[test]
fn every_way_to_hand_over_the_table_is_transparent() {
    let sources = [
        "return {\n a = 1 }",
        "return ({\n a = 1 })",
        "return f {\n a = 1 }",
        "return f({\n a = 1 })",
        "return f(x, {\n a = 1 }, { a = 2 })",
        "return f { a = 0 } {\n a = 1 }",
        "return f { a = 0 } ({\n a = 1 })",
        "return game 'x' {\n a = 1 };",
        "return game [[x]] {\n a = 1 }",
        "return m.game:of 'x' {\n a = 1 }",
        "return f(g {\n a = 1 })",
        "return f {\n a = 1 } 'x' (2)",
        "if x then return { a = 0 } end return {\n a = 1 }",
    ];
    for source in sources {
        assert_eq!(exact(source, "a"), Some((2, 2)), "{source}");
    }
}

#[test]
fn rules_may_be_a_plain_table() {
    assert_eq!(exact("return { rules = {\n board = 1 } }", "rules.board"), Some((2, 2)));
}

#[test]
fn every_return_of_a_function_counts_and_the_first_gives_the_location() {
    let source = "return { rules = function(o)
  if o.big then
    return { size = 8, pool = { cap = 2 } }
  elseif o.odd then return { size = 7 }
  else
    for i = 1, 2 do if i == o.n then return { pool = { flat = i } } end end
  end
  while true do repeat until o.x break end
  return { last = 1 }
end }";
    assert_positions(
        source,
        &[
            ("rules.size", (3, 14)),
            ("rules.pool", (3, 24)),
            ("rules.pool.cap", (3, 33)),
            ("rules.pool.flat", (6, 56)),
            ("rules.last", (9, 12)),
        ],
    );
}

#[test]
fn functions_returned_by_functions_are_not_analysed() {
    let source = "return { rules = function() return function() return { a = 1 } end end }";
    assert_eq!(exact(source, "rules.a"), None);
}

#[test]
fn a_local_table_or_function_is_followed_by_its_name() {
    let source = "local flats <const> = { flat = 21 }
local function rules(o)
  local r = { reserve = { white = flats, black = flats } }
  return r
end
return game 'x' { rules = rules }";
    assert_positions(
        source,
        &[
            ("rules", (6, 19)),
            ("rules.reserve.black", (3, 42)),
            ("rules.reserve.black.flat", (1, 25)),
            ("rules.reserve.white.flat", (1, 25)),
        ],
    );
}

#[test]
fn a_name_bound_twice_is_not_followed() {
    let rebindings = [
        "r = nil",
        "local r",
        "x, r = 1, 2",
        "r, x = 1, 2",
        "function r() end",
        "function t.f(x, r) end",
        "function t:f(r) end",
        "local f = function(r) end",
        "for r = 1, 2 do end",
        "for i, r in f do end",
        "do local r = {} end",
    ];
    for rebinding in rebindings {
        let source = format!("local r = {{ flat = 1 }} {rebinding}\nreturn {{ white = r }}");
        assert_eq!(exact(&source, "white.flat"), None, "{rebinding}");
        assert_eq!(nearest(&source, "white.flat"), Some((2, 10)), "{rebinding}");
    }
}

#[test]
fn a_name_only_used_twice_is_followed() {
    let source = "local r = { flat = 1 } r.cap = 2 f(r)\nreturn { r = r, x = { r = 2 } }";
    assert_eq!(exact(source, "r.flat"), Some((1, 13)));
}

#[test]
fn one_side_of_an_operator_is_not_taken_for_the_whole() {
    for value in ["{ x = 1 } == y", "f { x = 1 } .. y", "y or { x = 1 }", "({ x = 1 })[y]", "f { x = 1 }.y"] {
        let source = format!("return {{\n a = {value},\n b = 2 }}");
        assert_eq!(exact(&source, "a.x"), None, "{value}");
        assert_positions(&source, &[("a", (2, 2)), ("b", (3, 2))]);
    }
}

#[test]
fn a_computed_key_falls_back_to_the_key_that_holds_its_table() {
    let source = "return { deal = {\n [o.size] = 1, ['a' .. 'b'] = 2, ['\\65'] = 3, [-1] = 4,\n last = 5 } }";
    for key in ["deal.ab", "deal.A", "deal[1]"] {
        assert_eq!(nearest(source, key), Some((1, 10)), "{key}");
    }
    assert_eq!(exact(source, "deal.last"), Some((3, 2)));
}

#[test]
fn numbers_in_brackets_are_items_and_do_not_disturb_the_count() {
    let source = "return { nil, 'b';\n [7] = 'g', x = 1, {\n y = 2 }, }";
    assert_positions(source, &[("[2]", (1, 15)), ("[7]", (2, 2)), ("[3]", (2, 20)), ("[3].y", (3, 2))]);
    assert_eq!(exact(source, "[4]"), None);
}

#[test]
fn comments_and_strings_hide_their_brackets() {
    let source =
        "--[[ } ]] return { -- }\n a = \"}\\\"{\", b = [==[ ]] }\n ]==], c = '\\z\n   `', --[=[\n]]]=] d = 1 }";
    assert_positions(source, &[("a", (2, 2)), ("b", (2, 14)), ("c", (3, 8)), ("d", (5, 7))]);
}

#[test]
fn columns_count_characters_and_lines_break_as_in_lua() {
    assert_eq!(exact("return { a = 'é→', b = 1 }", "b"), Some((1, 20)));
    assert_eq!(exact("-- x\rreturn {\r\n\u{c}\u{b}a = 1 }", "a"), Some((3, 3)));
}

#[test]
fn lua_5_4_is_parsed_completely() {
    let source = "goto a ::a:: local x <close> = nil x = 1//2 & 3 | ~4 << 5 >> 6 ~ 0x1p4 ~= #t ^ .5e1
return { a = function(...) return ... end }";
    assert_eq!(exact(source, "a"), Some((2, 10)));
}

#[test]
fn invalid_scripts_give_an_empty_map() {
    for source in
        ["", "x = 1", "return", "return {", "return }", "return ( }", "end", "\0", "`", "'", "[[", "return {`}"]
    {
        assert_eq!(nearest(source, "a.b").filter(|_| source != "return"), None, "{source}");
    }
}

/// Checks that `source` is parsed in time on a thread with the usual stack of tests, and prints the time.
#[track_caller]
fn assert_survives(name: &str, source: String) {
    let small = std::thread::Builder::new().stack_size(2 << 20);
    let read = move || {
        let start = Instant::now();
        let lines = read(&source);
        let position = lines.nearest(&path("a.a.a.a"));
        drop(lines);
        (start.elapsed(), position)
    };
    let (time, position) = small.spawn(read).expect("a thread").join().expect("no panic");
    println!("{name:>20} {time:>12.1?}");
    // Milliseconds if optimised; the limit only catches a quadratic traversal on a busy machine.
    assert!(time < Duration::from_secs(60), "{name} took {time:?}");
    assert!(position.is_some(), "{name} is a script and has a declaration");
}

#[test]
fn hostile_sources_are_parsed_in_linear_time() {
    let fill = |piece: &str| piece.repeat((256 << 10) / piece.len());
    let nest = |open: &str, close: &str, levels: usize| open.repeat(levels) + "1" + &close.repeat(levels);
    for operator in ["+", "-", "*", "//", "%", "&", "|", "~", "<<", "<", "==", "and", "or", "..", "^"] {
        assert_survives(operator, format!("return {{ a = 1{} }}", fill(&format!(" {operator} 1"))));
    }
    for suffix in ["{}", "()", "''", ".a", "[1]", ":a()", "{a={}}", "({})", "(a,{})", "[[]]"] {
        assert_survives(suffix, format!("return f{}", fill(suffix)));
        assert_survives(suffix, format!("local a = f{} return {{ a = a }}", fill(suffix)));
    }
    for unary in ["not ", "- ", "#", "~ "] {
        assert_survives(unary, format!("return {{ a = {}1 }}", unary.repeat(190)));
    }
    assert_survives("elseif", format!("if a then {} end return {{}}", fill("elseif a then return {} ")));
    assert_survives("statements", format!("{} return {{}}", fill("a = {} ")));
    assert_survives("locals", format!("{} return {{}}", fill("local a = {} ")));
    assert_survives("comments", format!("{} return {{}}", fill("--\n")));
    assert_survives("carriage returns", format!("{} return {{}}", fill("\r")));
    assert_survives("semicolons", format!("{} return {{}}", fill(";")));
    assert_survives("long brackets", format!("return {{ a = [=[{}]=] }}", fill("]]")));
    assert_survives("long string", format!("return {{ a = '{}' }}", fill("\\'")));
    assert_survives("wide keys", format!("return {{ {} }}", fill("a=1,")));
    assert_survives("wide items", format!("return {{ {} }}", fill("{},")));
    assert_survives("many returns", format!("return {{ a = function() {} end }}", fill("do return {a={}} end ")));
    assert_survives("deep tables", format!("return {}", nest("{a=", "}", 190)));
    assert_survives("deep calls", format!("return {}", nest("f(", ")", 190)));
    assert_survives("deep functions", format!("return {}", nest("{a=function() return ", " end}", 95)));
    // Lua refuses these three, but nothing here should rely on that.
    assert_survives("deeper tables", format!("return {}", nest("{a=", "}", 64 << 10)));
    assert_survives("deeper calls", format!("return {}", nest("f(", ")", 64 << 10)));
    assert_survives("deeper functions", format!("return {}", nest("{a=function() return ", " end}", 10 << 10)));
}

#[test]
fn a_path_may_be_as_deep_as_lua_lets_tables_nest() {
    let source = format!("return {}1{}", "{\na=".repeat(190), "}".repeat(190));
    let start = read(&source).exact(&vec![PathStep::Key("a".to_owned()); 190]);
    assert_eq!(start.map(|offset| place(&source, offset)), Some((191, 1)));
}

#[test]
fn a_local_that_is_named_often_is_read_once() {
    let doubling: String = (1..5000).map(|n| format!("local a{n} = {{ a = a{0}, b = a{0} }} ", n - 1)).collect();
    assert_survives("doubling", format!("local a0 = {{}} {doubling} return {{ a = a4999 }}"));
    let half = (128 << 10) / 5;
    let (items, names) = ("{},1,".repeat(half), "a=r,b".repeat(half));
    assert_survives("wide local", format!("local r = {{ {items} }} return {{ {names}=r }}"));
    let returns = "if x then return { a = r } end ".repeat(4000);
    assert_survives(
        "own name",
        format!("local function r() {returns} end return {{ a = r, {} }}", "r,".repeat(60_000)),
    );
}

#[test]
fn any_sequence_of_tokens_is_parsed_without_a_panic() {
    let pieces = "{ } ( ) [ ] function end if then else elseif do while for repeat until return local a b = , ; . : \
                  'x' \"y\" [[z]] 1 + or not < > ` \\ -- \n goto :: ... é";
    let pieces: Vec<&str> = pieces.split(' ').filter(|piece| !piece.is_empty()).collect();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for _ in 0..20_000 {
        let mut soup = String::from("return ");
        for _ in 0..24 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            soup += pieces[(state >> 33) as usize % pieces.len()];
            soup.push(' ');
        }
        let lines = read(&soup);
        assert!(lines.exact(&path("a.b[1]")).is_none_or(|offset| offset < soup.len()));
    }
}
