//! Hostile scripts: each causes a clear error, quickly and in little memory, and leaves the sandbox usable.

use std::time::{Duration, Instant};

use houserule_script::lua::sandbox::{FastCallResult, Sandbox, ScriptFault};
use mlua::Value;

use crate::peak_memory;

const FILE: &str = "hostile.lua";
/// Time limit, far above the promised two seconds: it only finds endless scripts, even on slow machines.
const MAX_TIME: Duration = Duration::from_secs(60);
const MAX_MEMORY: usize = 64 << 20;

/// Script and the fault that it must cause.
struct ScriptAttack {
    name: String,
    source: String,
    /// `None` if the exact line does not matter.
    line: Option<u32>,
    message: String,
}

/// The reader of `tests/data/hostile.txt`.
fn attacks() -> Vec<ScriptAttack> {
    let sections = include_str!("../data/hostile.txt").split("\n## ").skip(1);
    sections
        .map(|section| {
            let (name, rest) = section.split_once('\n').expect("a name");
            let (source, expected) = rest.rsplit_once("\n=> ").expect("an expected fault");
            let expected = expected.trim_end();
            let (line, message) = match expected.split_once(':') {
                Some((line, message)) if line.parse::<u32>().is_ok() => (line.parse().ok(), message),
                _ => (None, expected),
            };
            ScriptAttack {
                name: name.to_owned(),
                source: source.to_owned(),
                line,
                message: message.trim_start().to_owned(),
            }
        })
        .collect()
}

/// Runs a script and the function it may return.
fn run_script(sandbox: &Sandbox, source: &str) -> Result<Value, ScriptFault> {
    match sandbox.run(FILE, source)? {
        Value::Function(function) => sandbox.call(&function, ()),
        value => Ok(value),
    }
}

/// The same through the fast path for hooks.
fn run_hook(sandbox: &Sandbox, source: &str) -> Result<Value, ScriptFault> {
    match sandbox.run(FILE, source)? {
        Value::Function(function) => {
            let entry = sandbox.prepare(function, [Value::Nil, Value::Nil]);
            let entry = entry.map_err(|error| sandbox.fault(&error))?;
            sandbox.call_prepared(&entry).map(FastCallResult::value)
        }
        value => Ok(value),
    }
}

fn assert_usable(sandbox: &Sandbox, after: &str) {
    let harmless =
        "local t = { 3, 1, 2 } table.sort(t) return function() return table.concat(t, ' ') .. tostring(#t) end";
    let answer = run_script(sandbox, harmless).unwrap_or_else(|fault| panic!("after {after}: {fault}"));
    assert_eq!(answer.to_string().unwrap(), "1 2 33", "after {after}");
}

/// Differences between the result of a script and the expected fault.
fn problems(name: &str, source: &str, line: Option<u32>, message: &str) -> Vec<String> {
    let sandbox = Sandbox::new().expect("a sandbox");
    let start = Instant::now();
    let (result, memory) = peak_memory::measure(|| run_hook(&sandbox, source));
    let took = start.elapsed();
    let fault = match result {
        Err(fault) => fault,
        Ok(value) => return vec![format!("{name}: gave {value:?} instead of a fault")],
    };
    println!("{took:9.1?} {:3} MB  {name} | {fault}", memory >> 20);

    assert_usable(&sandbox, name);
    assert_usable(&Sandbox::new().expect("a sandbox"), name);

    let text = &fault.message;
    let noise = ["\n", "\t", "[string", "runtime error", ": 0x", "[C]"];
    [
        (took < MAX_TIME, format!("took {took:?}")),
        (memory < MAX_MEMORY, format!("took {} MB", memory >> 20)),
        (fault.file.as_deref() == Some(FILE), "does not name the file".into()),
        (fault.line.is_some(), "does not name a line".into()),
        (line.is_none() || line == fault.line || is_timeout(text, message), format!("is not in line {line:?}")),
        (text.contains(message) || is_timeout(text, message), format!("does not say {message:?}")),
        (text.chars().count() <= 301, "is too long".into()),
        (!noise.iter().any(|noise| text.contains(noise)), "is full of noise".into()),
    ]
    .into_iter()
    .filter(|(is_ok, _)| !is_ok)
    .map(|(_, problem)| format!("{name}: {problem}: {fault}"))
    .collect()
}

/// On a busy machine the time limit may apply before the step or memory limit.
fn is_timeout(text: &str, message: &str) -> bool {
    let limits = ["ran too long", "needs more than"];
    limits.iter().any(|words| message.starts_with(words)) && text.starts_with("ran for more than")
}

fn assert_no_problems(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn every_hostile_script_ends_in_a_clear_fault() {
    let attacks = attacks();
    assert!(attacks.len() >= 50, "only {} attacks were read", attacks.len());
    let problems: Vec<_> = attacks.iter().flat_map(|a| problems(&a.name, &a.source, a.line, &a.message)).collect();
    assert_no_problems(&problems);
}

#[test]
fn one_sandbox_survives_every_attack() {
    let sandbox = Sandbox::new().expect("a sandbox");
    for attack in attacks() {
        run_script(&sandbox, &attack.source).expect_err(&attack.name);
    }
    assert_usable(&sandbox, "all attacks");
}

#[test]
fn removed_lua_functions_are_reported() {
    let removed = "_G _VERSION collectgarbage coroutine debug dofile getmetatable io load loadfile loadstring \
        next os package pcall print rawequal rawget rawlen rawset require setmetatable unpack utf8 warn xpcall \
        math.random math.randomseed math.fmod math.sqrt math.type math.ult \
        string.dump string.find string.gmatch string.gsub string.match string.pack string.unpack \
        string.packsize table.move table.pack";
    let problems: Vec<_> = removed
        .split_whitespace()
        .flat_map(|name| {
            let message = format!("`{name}` is not available in a rule file");
            let read = problems(name, &format!("return {name}"), Some(1), &message);
            let called = format!("return function() {name}() end");
            read.into_iter().chain(problems(name, &called, Some(1), &message))
        })
        .collect();
    assert_no_problems(&problems);
}

#[test]
fn hostile_sources_are_rejected() {
    let nested = "nested too deep";
    let many = |part: &str, times: usize| part.repeat(times);
    let numbered = |times: usize, part: fn(usize) -> String| (0..times).map(part).collect::<String>();
    let problems: Vec<_> = [
        ("bytecode", "\u{1b}Lua\u{54}\0".to_owned(), "binary"),
        ("a file too long", many("-", 300_000), "longer than 256 kB"),
        ("deep parentheses", format!("return {}1", many("(", 200_000)), nested),
        ("deep tables", format!("return {}", many("{", 200_000)), nested),
        ("deep functions", many("return function() ", 10_000), nested),
        ("deep blocks", many("do ", 50_000), nested),
        ("deep minus", format!("return {}1", many("- ", 100_000)), nested),
        ("deep not", format!("return {}1", many("not ", 50_000)), nested),
        ("a chain of powers", format!("return 1{}", many("^1", 100_000)), nested),
        ("a chain of texts", format!("return 'a'{}", many("..'a'", 40_000)), nested),
        (
            "a chain of calls",
            format!("local f f = function() return f end f{}.x()", many("()", 100_000)),
            "index a function",
        ),
        ("many labels", numbered(8_000, |n| format!("do end::l{n:05}::")) + "error('reached')", "reached"),
        ("many gotos", numbered(8_000, |n| format!("do goto l{n:05} end ")), "label"),
        ("many locals", numbered(300, |n| format!("local v{n}\n")), "too many local variables"),
        (
            "many constants",
            format!("local t = {{ {} }} error('reached')", numbered(8_000, |n| format!("'{n}',"))),
            "reached",
        ),
        (
            "too many constants",
            format!("local t = {{ {} }}", numbered(20_000, |n| format!("'{n}',"))),
            "the file has more than 8192 different names, texts and numbers",
        ),
        (
            "constants that collide",
            format!("local t = {{ {} }}", numbered(20_000, |n| format!("{},", n * 8191))),
            "the file has more than 8192 different names, texts and numbers",
        ),
        ("a long text", format!("error('{}')", many("x", 200_000)), "the text would be longer than 64 kB"),
        ("a long number", format!("return 1{}e", many("0", 60_000)), "malformed number"),
        ("a nul byte", "return 1 \0 2".to_owned(), "expected"),
        ("a comment without end", format!("--[{}[", many("=", 200_000)), "unfinished"),
    ]
    .into_iter()
    .flat_map(|(name, source, message)| problems(name, &source, None, message))
    .collect();
    assert_no_problems(&problems);
}

#[test]
fn many_small_calls_cannot_outlast_a_span() {
    let sandbox = Sandbox::new().expect("a sandbox");
    let source = "local t = {} for i = 1, 2048 do t[i * 2047] = true end
        return function()
            local t, k, x = t, 2047 * 5000
            for i = 1, 10 do x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] end
        end";
    let slow = sandbox.run(FILE, source).expect("a function");
    let slow = slow.as_function().expect("a function");
    let start = Instant::now();
    let fault = (0..).find_map(|_| sandbox.call::<()>(slow, ()).err()).expect("a fault");
    assert!(start.elapsed() < MAX_TIME, "took {:?}", start.elapsed());
    assert_eq!(
        fault.message,
        "all calls for one move or command together ran for more than 4 s; the limit of 6000000 steps did not end it \
         because single steps were slow"
    );

    sandbox.begin_span();
    assert!(sandbox.call::<()>(slow, ()).is_ok(), "a new span is a new budget");
}

#[test]
fn the_cost_of_large_blocks_does_not_depend_on_earlier_calls() {
    let source = "return function(n) local s = ('x'):rep(2000) for i = 1, n do local t = s .. i end end";
    let max_texts = |sandbox: &Sandbox, calls: &[i64]| {
        let function = sandbox.run(FILE, source).expect("a function");
        let function = function.as_function().expect("a function");
        for n in calls {
            sandbox.begin_span();
            let _ = sandbox.call::<()>(function, *n);
        }
        let fails = |n: i64| {
            sandbox.begin_span();
            sandbox.call::<()>(function, n).is_err()
        };
        let (mut low, mut high) = (0, 1_000_000);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if fails(middle) { high = middle } else { low = middle }
        }
        low
    };
    let fresh = max_texts(&Sandbox::new().expect("a sandbox"), &[]);
    let used = max_texts(&Sandbox::new().expect("a sandbox"), &[7, 1000, 33, 900_000]);
    assert_eq!(fresh, used);
    assert!((1000..100_000).contains(&fresh), "{fresh} long texts are made before the steps run out");
}

#[test]
fn memory_kept_between_calls_is_limited() {
    let sandbox = Sandbox::new().expect("a sandbox");
    let source = "local kept = {} return function() for i = 1, 1000 do kept[#kept + 1] = { i } end end";
    let leaking = sandbox.run(FILE, source).expect("a function");
    let leaking = leaking.as_function().expect("a function");
    let (fault, memory) = peak_memory::measure(|| {
        (0..100_000).find_map(|_| {
            sandbox.begin_span();
            sandbox.call::<()>(leaking, ()).err()
        })
    });
    assert_eq!(fault.expect("a fault").message, "needs more than 8 MB of memory");
    assert!(memory < MAX_MEMORY);
    assert_usable(&sandbox, "a full memory");
}
