//! The sandbox for well-behaved scripts: the library, and the same results every time.

use houserule_script::lua::sandbox::{Sandbox, ScriptFault};
use houserule_script::rules::FaultKind;
use mlua::Value;

fn sandbox() -> Sandbox {
    Sandbox::new().expect("a sandbox")
}

/// Text that a chunk returns.
fn run_text(source: &str) -> String {
    match sandbox().run("test.lua", source) {
        Ok(Value::String(text)) => text.to_string_lossy(),
        Ok(other) => panic!("{source}: gave {other:?}"),
        Err(fault) => panic!("{source}: {fault}"),
    }
}

fn run_error(source: &str) -> String {
    sandbox().run("test.lua", source).expect_err(source).to_string()
}

#[test]
fn pairs_visits_integers_then_numbers_then_texts_then_booleans() {
    let source = "
        local t, seen = { 10, 20, 30 }, {}
        t.b, t.a, t.B, t[true], t[false], t[-5], t[1.5], t[0.5], t[2^53] = 1, 1, 1, 1, 1, 1, 1, 1, 1
        for k in pairs(t) do seen[#seen + 1] = tostring(k) end
        return table.concat(seen, ' ')";
    let expected = "-5 1 2 3 9007199254740992 0.5 1.5 B a b false true";
    for _ in 0..20 {
        assert_eq!(run_text(source), expected);
    }
}

#[test]
fn pairs_allows_removing_on_the_way() {
    let source = "
        local t, seen = { a = 1, b = 2, c = 3 }, {}
        for k in pairs(t) do seen[#seen + 1] = k t.b = nil end
        return table.concat(seen)";
    assert_eq!(run_text(source), "ac");
}

#[test]
fn no_address_is_ever_printed() {
    for (source, expected) in [
        ("return tostring({})", "table"),
        ("return tostring(pairs)", "function"),
        ("return tostring(math)", "table"),
        ("return string.format('%s %10s', {}, type)", "table   function"),
        ("return ('%d%% %s'):format(3, tostring)", "3% function"),
    ] {
        assert_eq!(run_text(source), expected, "{source}");
    }
}

#[test]
fn the_allowed_functions_do_what_they_do_in_lua() {
    for (expression, expected) in [
        ("tostring(1e15)", "1e+15"),
        ("tostring(3.0)", "3.0"),
        ("tostring(0/0)", "nan"),
        ("tostring(nil)", "nil"),
        ("tostring(math.tointeger(3.0))", "3"),
        ("tostring(tonumber('0x10'))", "16"),
        ("tostring(tonumber('ff', 16))", "255"),
        ("tostring(tonumber('x'))", "nil"),
        ("tostring(tonumber(' 10.5 '))", "10.5"),
        ("tostring(select('#', 1, nil, nil))", "3"),
        ("tostring(math.max(3, 7.5, -1))", "7.5"),
        ("('abc'):upper() .. ('ABC'):lower() .. ('abc'):reverse()", "ABCabccba"),
        ("('houserule'):sub(-4)", "rule"),
        ("tostring(('abc'):byte(2)) .. #'abc' .. ('abc'):len()", "9833"),
        ("string.char(72, 105)", "Hi"),
        ("('ab'):rep(3, '-')", "ab-ab-ab"),
        ("('%5.2f|%-4d|%04x|%q'):format(1.005, 7, 255, 'a\\n')", " 1.00|7   |00ff|\"a\\\n\""),
        ("table.concat({ 1, 'a', 2.5 }, ', ')", "1, a, 2.5"),
        ("table.concat({ 1, 2, 3, 4 }, '', 2, 3)", "23"),
        ("table.concat({}, 'x')", ""),
        ("(function(...) return select(2, ...) end)('a', 'b')", "b"),
        ("({ table.unpack({ 'x', 'y', 'z' }, 2) })[2]", "z"),
        ("type(assert(pairs))", "function"),
        ("select(2, assert(1, 'kept'))", "kept"),
    ] {
        assert_eq!(run_text(&format!("return ({expression})")), expected, "{expression}");
    }
}

#[test]
fn lists_grow_shrink_and_sort() {
    let source = "
        local t = { 'b', 'd' }
        table.insert(t, 'e') table.insert(t, 1, 'a') table.insert(t, 3, 'c')
        local all = table.concat(t)
        local last, first = table.remove(t), table.remove(t, 1)
        table.sort(t, function(a, b) return a > b end)
        return all .. ' ' .. last .. first .. ' ' .. table.concat(t) .. tostring(table.remove({}))";
    assert_eq!(run_text(source), "abcde ea dcbnil");
}

#[test]
fn an_inconsistent_comparison_gives_the_same_result_every_time() {
    let source = "
        local t, n = {}, 0
        for i = 1, 200 do t[i] = (i * 7919) % 211 end
        table.sort(t, function(a, b) n = n + 1 return n % 3 ~= 0 end)
        return table.concat(t, ',')";
    let first = run_text(source);
    for _ in 0..5 {
        assert_eq!(run_text(source), first);
    }
}

#[test]
fn closures_varargs_and_goto_work_as_usual() {
    let source = "
        local function counter() local n = 0 return function() n = n + 1 return n end end
        local tick, out = counter(), {}
        for i = 1, 5 do
          if i % 2 == 0 then goto continue end
          out[#out + 1] = i * tick()
          ::continue::
        end
        local function tail(_, ...) return ... end
        return table.concat({ tail(table.unpack(out)) }, ' ')";
    assert_eq!(run_text(source), "6 15");
}

#[test]
fn exposed_values_are_read_only() {
    let sandbox = sandbox();
    let colours = sandbox.lua().create_sequence_from(["red", "blue"]).unwrap();
    colours.raw_set("none", "grey").unwrap();
    sandbox.expose("colours", colours).unwrap();
    let source = "
        local out = { #colours, colours.none, table.concat(colours, '+') }
        for _, c in ipairs(colours) do out[#out + 1] = c end
        for k in pairs(colours) do out[#out + 1] = k end
        return table.concat(out, ' ')";
    let result = sandbox.run("test.lua", source).unwrap();
    assert_eq!(result.to_string().unwrap(), "2 grey red+blue red blue 1 2 none");

    for (source, expected) in [
        ("colours.none = 1", "test.lua:1: `colours.none` is read-only"),
        ("colours[3] = 1", "test.lua:1: the table is read-only"),
        ("return colours.nome", "test.lua:1: unknown name `colours.nome`; did you mean `colours.none`?"),
        ("return colors", "test.lua:1: unknown name `colors`; did you mean `colours`?"),
        ("table.insert(colours, 'x')", "test.lua:1: the table is read-only"),
    ] {
        assert_eq!(sandbox.run("test.lua", source).unwrap_err().to_string(), expected);
    }
}

#[test]
fn only_similar_names_are_suggested() {
    assert_eq!(run_error("return tostrnig(1)"), "test.lua:1: unknown name `tostrnig`; did you mean `tostring`?");
    assert_eq!(run_error("return flamingo"), "test.lua:1: unknown name `flamingo`");
}

#[test]
fn a_fault_names_the_file_whatever_its_name_is() {
    let long = format!("C:\\games\\{}\\tak.lua", "very-long-folder-name".repeat(10));
    for file in ["tak.lua", "a:12: b.lua", "games/näme with blanks.lua", &long, "=x", "@y"] {
        let fault = sandbox().run(file, "\n\nlocal x = nil + 1").unwrap_err();
        let expected = ScriptFault {
            file: Some(file.to_owned()),
            line: Some(3),
            message: "attempt to perform arithmetic on a nil value".into(),
            kind: FaultKind::Other,
        };
        assert_eq!(fault, expected);
    }
}

#[test]
fn a_fault_in_a_function_names_the_file_it_was_written_in() {
    let sandbox = sandbox();
    let first = sandbox.run("first.lua", "\nreturn function(t) return t.x.y end").unwrap();
    sandbox.run("second.lua", "return 1").unwrap();
    let first = first.as_function().unwrap();
    let fault = sandbox.call::<Value>(first, sandbox.lua().create_table().unwrap()).unwrap_err();
    assert_eq!(fault.to_string(), "first.lua:2: attempt to index a nil value (field 'x')");
    assert_eq!(sandbox.definition(first), Some(("first.lua".to_owned(), 2)));
}

#[test]
fn a_wrong_return_type_is_reported_in_the_function() {
    let sandbox = sandbox();
    let f = sandbox.run("test.lua", "\n\nreturn function() return {} end").unwrap();
    let fault = sandbox.call::<i64>(f.as_function().unwrap(), ()).unwrap_err();
    assert_eq!(fault.to_string(), "test.lua:3: expected an integer, got a table");
}

#[test]
fn errors_of_host_functions_are_reported_at_the_call() {
    let sandbox = sandbox();
    let refuse = sandbox
        .lua()
        .create_function(|_, side: i64| -> mlua::Result<()> {
            Err(mlua::Error::runtime(format!("a board of side {side} is too small")))
        })
        .unwrap();
    sandbox.expose("square", refuse).unwrap();
    let fault = sandbox.run("test.lua", "local n = 1\n\nreturn square(n)").unwrap_err();
    assert_eq!(fault.to_string(), "test.lua:3: a board of side 1 is too small");
    let fault = sandbox.run("test.lua", "return square('big')").unwrap_err();
    assert_eq!(fault.to_string(), "test.lua:1: bad argument #1: expected an integer, got a string");
}

#[test]
fn host_functions_charge_the_meter() {
    let sandbox = sandbox();
    let meter = sandbox.meter();
    let scan = sandbox.lua().create_function(move |_, cells: usize| meter.charge(cells)).unwrap();
    sandbox.expose("scan", scan).unwrap();
    let f = sandbox.run("test.lua", "return function(n) scan(n) end").unwrap();
    let f = f.as_function().unwrap();
    assert!(sandbox.call::<()>(f, 900_000).is_ok());
    let fault = sandbox.call::<()>(f, 1_000_000).unwrap_err();
    assert_eq!(fault.to_string(), "test.lua:1: ran too long: more than 1000000 steps in one call");
}

#[test]
fn calls_share_the_budget_of_their_span() {
    let sandbox = sandbox();
    let f = sandbox.run("test.lua", "return function() for i = 1, 200000 do end end").unwrap();
    let f = f.as_function().unwrap();
    let calls = |sandbox: &Sandbox| {
        sandbox.begin_span();
        (0..1000).take_while(|_| sandbox.call::<()>(f, ()).is_ok()).count()
    };
    let first = calls(&sandbox);
    assert!((10..100).contains(&first), "{first} calls");
    assert_eq!(calls(&sandbox), first, "a span's budget depends on nothing but what runs in it");
}

#[test]
fn the_budget_of_a_call_does_not_depend_on_earlier_calls() {
    let sandbox = sandbox();
    let f = sandbox.run("test.lua", "return function(n) for i = 1, n do end end").unwrap();
    let f = f.as_function().unwrap();
    let max_steps = |calls_before: i64| {
        let passes = |n: i64| {
            sandbox.begin_span();
            (0..calls_before).for_each(|i| sandbox.call(f, i).expect("a short call"));
            sandbox.call::<()>(f, n).is_ok()
        };
        let (mut low, mut high) = (0, 2_000_000);
        while high - low > 1 {
            let middle = (low + high) / 2;
            *(if passes(middle) { &mut low } else { &mut high }) = middle;
        }
        low
    };
    let alone = max_steps(0);
    assert_eq!(max_steps(1), alone);
    assert_eq!(max_steps(13), alone);
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_script() {
    assert_eq!(run_text("\u{feff}return 'read'"), "read");
}

#[test]
fn the_length_of_lists_with_holes_is_reproducible() {
    let source = "
        local out = {}
        for round = 1, 40 do
          local t = {}
          for i = 1, 20 do
            t['k' .. i] = i
            t[(i * 7 + round) % 17 + 1] = i
            t[(i * 5 + round * 3) % 17 + 1] = nil
            t[{}] = true
          end
          table.insert(t, 'new')
          out[#out + 1] = #t .. ':' .. #{ table.unpack(t) } .. ':' .. tostring(table.remove(t))
        end
        return table.concat(out, ' ')";
    let first = run_text(source);
    for _ in 0..20 {
        assert_eq!(run_text(source), first);
    }
    assert_eq!(run_text("return tostring(#{ 1, 2, nil, 4 }) .. #{ nil, nil, 3 } .. #{ n = 1 } .. #'text'"), "4004");
}

#[test]
fn the_length_operator_works_in_every_environment() {
    assert_eq!(run_text("local function f(t) local _ENV = {} return #t end return tostring(f({ 7, 8 }))"), "2");
    assert_eq!(run_text("local rawlen, len, math = 1, 2, 3 local t = { 5 } t[#t+1] = #t return tostring(#t)"), "2");
    for (source, expected) in [
        ("local t\nreturn #t", "2: attempt to get length of a nil value (`t`)"),
        ("local view = {}\nlocal n = 1 + #view.cells", "2: attempt to get length of a nil value (`view.cells`)"),
        ("local a, b = {}, 5 return #a + #b", "1: attempt to get length of a number value (`a` or `b`)"),
        ("return #(nil)", "1: attempt to get length of a nil value"),
        ("local x = true return 2 ^ x", "1: attempt to perform arithmetic on a boolean value"),
        ("local f = 1 return f #f", "1: <eof> expected near '#'"),
        ("local n = #", "1: unexpected symbol near <eof>"),
    ] {
        let fault = Sandbox::new().unwrap().run("length.lua", source).expect_err(source);
        assert_eq!(fault.to_string(), format!("length.lua:{expected}"), "{source}");
    }
}
