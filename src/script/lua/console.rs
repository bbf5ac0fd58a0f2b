//! Lua questions typed at the prompt: run in the sandbox, with a view of the position and the budget of hooks. They see
//! a copy of the game, so they cannot change it.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::chunk::ChunkMode;
use mlua::{Lua, LuaOptions, MultiValue, ObjectLike, StdLib, Table, Value, Variadic};

use super::Ruleset;
use super::api::kind_of;
use super::host::Host;
use super::sandbox::{Sandbox, ScriptFault, length};
use super::view::{InternedNames, MoveView, ScopedContext, SearchView, View};
use crate::game::Game;
use houserule_core::mechanics::Seat;
use houserule_core::rng::Rng;
use houserule_core::text::one_line;

/// File name of questions in error messages: `lua:2: ...`.
const FILE: &str = "lua";

/// Maximum number of printed lines, and of lines per table.
const MAX_PRINTED_LINES: usize = 40;
const MAX_PRINTED_ITEMS: usize = 24;

/// Maximum width of a table on one line, and maximum depth of nested tables.
const MAX_TABLE_WIDTH: usize = 76;
const MAX_PRINT_DEPTH: usize = 4;

/// Longest string that is printed in full.
const MAX_PRINTED_TEXT_LEN: usize = 400;

/// Maximum number of entries visited in a table.
const LOOKED_AT: usize = 10_000;

/// Cost of visiting an entry of a printed table.
const ENTRY: usize = 16;

/// Maximum number of entries visited in a table and everything it contains.
const LOOKED_AT_IN_ALL: usize = 20_000;

/// Result of parsing a piece of Lua on its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParsedChunk {
    /// Complete.
    Whole,
    /// Incomplete: more lines may complete it.
    Begun,
    /// Invalid.
    Wrong,
}

/// Parses an expression or statements without running anything.
pub fn parse(source: &str) -> ParsedChunk {
    // Nothing runs, so no library is needed.
    let Ok(lua) = Lua::new_with(StdLib::NONE, LuaOptions::new()) else { return ParsedChunk::Wrong };
    let read = |source: &str| match lua.load(source).set_mode(ChunkMode::Text).into_function() {
        Ok(_) => ParsedChunk::Whole,
        Err(mlua::Error::SyntaxError { incomplete_input: true, .. }) => ParsedChunk::Begun,
        Err(_) => ParsedChunk::Wrong,
    };
    match (read(&format!("return {source}")), read(source)) {
        (ParsedChunk::Whole, _) | (_, ParsedChunk::Whole) => ParsedChunk::Whole,
        (ParsedChunk::Begun, _) | (_, ParsedChunk::Begun) => ParsedChunk::Begun,
        _ => ParsedChunk::Wrong,
    }
}

impl Ruleset {
    /// Output of a question: the value of an expression, or what statements print and return. `game` is a copy that
    /// contains only what the seat may see, `past` the moves that led there, and `rng` the source of everything random.
    pub fn ask(&self, game: Game, seat: Seat, rng: Rng, past: &[String], source: &str) -> Result<String, ScriptFault> {
        let host = Host::new(self.library())?;
        let sandbox = &host.sandbox;
        let failed = |error: mlua::Error| sandbox.fault(&error);
        let words = InternedNames::new(sandbox.lua(), &self.plan.names).map_err(failed)?;
        let stage = ScopedContext::new(sandbox.meter(), words);
        let said = Rc::new(RefCell::new(PrintedOutput::default()));
        expose_print(sandbox, &said).map_err(failed)?;
        let expression = sandbox.compile(FILE, &format!("return {source}"));
        let function = match expression {
            Ok(function) => function,
            Err(_) => sandbox.compile(FILE, source)?,
        };
        sandbox.begin_span();
        stage.think(SearchView::new(sandbox.meter(), game, seat, rng).remembering(past), |start| {
            sandbox.expose("view", View(start)).map_err(failed)?;
            let values: MultiValue = sandbox.call(&function, ())?;
            let mut said = said.take();
            said.add_all(&values);
            Ok(said.told())
        })
    }
}

/// Output so far.
#[derive(Default)]
struct PrintedOutput {
    lines: Vec<String>,
    /// Number of further lines.
    more: usize,
}

impl PrintedOutput {
    fn add(&mut self, text: &str) {
        for line in text.lines() {
            match self.lines.len() < MAX_PRINTED_LINES {
                true => self.lines.push(line.to_string()),
                false => self.more += 1,
            }
        }
    }

    /// Adds values, one per line. The limit applies to all of them together.
    fn add_all(&mut self, values: &MultiValue) {
        let mut left = LOOKED_AT_IN_ALL;
        for value in values.iter() {
            match self.lines.len() < MAX_PRINTED_LINES {
                true => self.add(&written_within(value, 0, true, &mut left)),
                false => self.more += 1,
            }
        }
    }

    fn told(self) -> String {
        let mut told: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        if self.more > 0 {
            told += &format!("... and {} lines more\n", self.more);
        }
        told
    }
}

/// `print`, which only exists at the prompt.
fn expose_print(sandbox: &Sandbox, said: &Rc<RefCell<PrintedOutput>>) -> mlua::Result<()> {
    let (said, meter) = (said.clone(), sandbox.meter());
    let print = sandbox.lua().create_function(move |_, values: Variadic<Value>| {
        let mut texts = Vec::with_capacity(values.len());
        for value in values.iter() {
            let bytes = value.as_string().map_or(0, |text| text.as_bytes().len());
            meter.charge(MAX_PRINTED_ITEMS + bytes)?;
            let (text, entries) = written_counted(value);
            // The number of entries is only known afterwards; it is limited.
            meter.charge(ENTRY * entries)?;
            texts.push(text);
        }
        said.borrow_mut().add(&texts.join("  "));
        Ok(())
    })?;
    sandbox.expose("print", print)
}

/// A value in readable form, and the number of table entries visited. A single string has no quotes.
fn written_counted(value: &Value) -> (String, usize) {
    let mut left = LOOKED_AT_IN_ALL;
    let text = written_within(value, 0, true, &mut left);
    (text, LOOKED_AT_IN_ALL - left)
}

/// A value inside tables, visiting at most `left` entries.
fn written_within(value: &Value, depth: usize, is_bare: bool, left: &mut usize) -> String {
    match value {
        Value::Nil => "nil".to_string(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if is_bare => {
            let text = text.to_string_lossy();
            text.lines().map(|line| one_line(line, MAX_PRINTED_TEXT_LEN)).collect::<Vec<_>>().join("\n")
        }
        Value::String(text) => format!("\"{}\"", one_line(&text.to_string_lossy(), MAX_PRINTED_TEXT_LEN)),
        Value::Table(table) => table_written(table, depth, left),
        Value::UserData(data) if data.is::<MoveView>() => {
            data.get::<String>("text").unwrap_or_else(|_| "a move".to_string())
        }
        Value::UserData(data) if data.is::<View>() => "a view of a position".to_string(),
        other => kind_of(other).to_string(),
    }
}

/// A table: `{ 1, 2, 3 }`, `{ size = 5 }`; a long one takes several lines, and a very long one is cut.
fn table_written(table: &Table, depth: usize, left: &mut usize) -> String {
    if depth >= MAX_PRINT_DEPTH || *left == 0 {
        return "{ ... }".to_string();
    }
    let length = length(table);
    let mut items: Vec<String> = (1..=length.min(MAX_PRINTED_ITEMS))
        .filter_map(|index| Some(written_within(&table.raw_get(index).ok()?, depth + 1, false, left)))
        .collect();
    let mut named: Vec<(String, Value)> = Vec::new();
    let mut more = length - length.min(MAX_PRINTED_ITEMS);
    for pair in table.pairs::<Value, Value>().take(LOOKED_AT.min(*left)) {
        let Ok((key, value)) = pair else { break };
        *left -= 1;
        match &key {
            Value::Integer(index) if (1..=length as i64).contains(index) => {}
            Value::String(name) => named.push((one_line(&name.to_string_lossy(), 40), value)),
            other => named.push((format!("[{}]", written_within(other, MAX_PRINT_DEPTH, false, left)), value)),
        }
    }
    // The order of keys in Lua is unspecified.
    named.sort_by(|(one, _), (other, _)| one.cmp(other));
    let room = MAX_PRINTED_ITEMS.saturating_sub(items.len());
    more += named.len().saturating_sub(room);
    for (name, value) in named.iter().take(room) {
        items.push(format!("{name} = {}", written_within(value, depth + 1, false, left)));
    }
    if more > 0 {
        items.push(format!("... {more} more"));
    }
    let line = if items.is_empty() { "{}".to_string() } else { format!("{{ {} }}", items.join(", ")) };
    if line.len() <= MAX_TABLE_WIDTH.saturating_sub(2 * depth) && !line.contains('\n') {
        return line;
    }
    let indent = "  ".repeat(depth + 1);
    // Short items are side by side, long ones below each other.
    let is_short = items.iter().all(|item| item.len() <= 12 && !item.contains('\n'));
    let rows: Vec<String> = match is_short {
        true => items.chunks(6).map(|row| row.join(", ")).collect(),
        false => items,
    };
    format!("{{\n{indent}{}\n{}}}", rows.join(&format!(",\n{indent}")), "  ".repeat(depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_too_early_waits_for_more() {
        for begun in ["for i = 1, 3 do", "{ 1,", "function(x)", "x =", "if a then", "(1 +", "\"a\" ..", "[[a"] {
            assert_eq!(parse(begun), ParsedChunk::Begun, "{begun}");
        }
        for whole in ["1 + 1", "view.turn", "for i = 1, 3 do end", "local x = 1", "return"] {
            assert_eq!(parse(whole), ParsedChunk::Whole, "{whole}");
        }
        for wrong in ["1 +* 2", ")", "end", "\u{1b}Lua"] {
            assert_eq!(parse(wrong), ParsedChunk::Wrong, "{wrong}");
        }
    }

    #[test]
    fn what_is_printed_of_many_values_is_bounded_together() {
        let lua = Lua::new();
        let table = "local t = {} for j = 1, 20000 do t['k' .. j] = j end";
        let source = format!("{table} local r = {{}} for j = 1, 4000 do r[j] = t end return table.unpack(r)");
        let values: MultiValue = lua.load(source).eval().expect("values");
        let mut said = PrintedOutput::default();
        said.add_all(&values);
        let told = said.told();
        // Two, of 27 lines each, are visited; each of the others counts as one line.
        assert!(told.ends_with(&format!("... and {} lines more\n", 2 * 27 - MAX_PRINTED_LINES + 3998)), "{told}");
    }

    #[test]
    fn values_are_written_for_people() {
        let lua = Lua::new();
        let text = |source: &str| written_counted(&lua.load(source).eval::<Value>().expect("a value")).0;
        for (source, expected) in [
            ("1", "1"),
            ("0.5", "0.5"),
            ("'a b'", "a b"),
            ("{}", "{}"),
            ("{ 1, 'a', true }", "{ 1, \"a\", true }"),
            ("{ b = 1, a = { 2 } }", "{ a = { 2 }, b = 1 }"),
            ("{ [0.5] = 1, [false] = 2 }", "{ [0.5] = 1, [false] = 2 }"),
            ("{ { { { { } } } } }", "{ { { { { ... } } } } }"),
            ("function() end", "a function"),
        ] {
            assert_eq!(text(source), expected, "{source}");
        }
        let long = text("(function() local t = {} for i = 1, 100 do t[i] = i end return t end)()");
        assert_eq!(long.lines().count(), 7, "{long}");
        assert!(long.ends_with("22, 23, 24,\n  ... 76 more\n}"), "{long}");
        let names = text("{ alpha = 'a long text, and another one', beta = 'a long text, and another one' }");
        assert_eq!(
            names,
            "{\n  alpha = \"a long text, and another one\",\n  beta = \"a long text, and another one\"\n}"
        );
    }
}
