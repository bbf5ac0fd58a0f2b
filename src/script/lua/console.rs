//! Lua questions typed at the prompt: run in the sandbox, with a view of the position and the budget of hooks. They see
//! a copy of the game, so they cannot change it.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::chunk::ChunkMode;
use mlua::{Lua, LuaOptions, MultiValue, ObjectLike, StdLib, Table, Value, Variadic};

use super::Ruleset;
use super::api::describe_type;
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
const MAX_VISITED_ENTRIES: usize = 10_000;

/// Cost of visiting an entry of a printed table.
const ENTRY_COST: usize = 16;

/// Maximum number of entries visited in a table and everything it contains.
const MAX_VISITED_IN_TOTAL: usize = 20_000;

/// Result of parsing a piece of Lua on its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParsedChunk {
    /// Complete.
    Complete,
    /// Incomplete: more lines may complete it.
    Incomplete,
    /// Invalid.
    Invalid,
}

/// Parses an expression or statements without running anything.
pub fn parse(source: &str) -> ParsedChunk {
    // Nothing runs, so no library is needed.
    let Ok(lua) = Lua::new_with(StdLib::NONE, LuaOptions::new()) else { return ParsedChunk::Invalid };
    let compile = |source: &str| match lua.load(source).set_mode(ChunkMode::Text).into_function() {
        Ok(_) => ParsedChunk::Complete,
        Err(mlua::Error::SyntaxError { incomplete_input: true, .. }) => ParsedChunk::Incomplete,
        Err(_) => ParsedChunk::Invalid,
    };
    match (compile(&format!("return {source}")), compile(source)) {
        (ParsedChunk::Complete, _) | (_, ParsedChunk::Complete) => ParsedChunk::Complete,
        (ParsedChunk::Incomplete, _) | (_, ParsedChunk::Incomplete) => ParsedChunk::Incomplete,
        _ => ParsedChunk::Invalid,
    }
}

impl Ruleset {
    /// Evaluates a question and returns its output: the value of an expression, or what statements print and return.
    /// `game` is a copy that contains only what the seat may see, `history` the moves that led there, and `rng` the
    /// source of randomness.
    pub fn evaluate_lua(
        &self,
        game: Game,
        seat: Seat,
        rng: Rng,
        history: &[String],
        source: &str,
    ) -> Result<String, ScriptFault> {
        let host = Host::new(self.library())?;
        let sandbox = &host.sandbox;
        let to_fault = |error: mlua::Error| sandbox.fault(&error);
        let names = InternedNames::new(sandbox.lua(), &self.plan.names).map_err(to_fault)?;
        let scope = ScopedContext::new(sandbox.meter(), names);
        let output = Rc::new(RefCell::new(PrintedOutput::default()));
        expose_print(sandbox, &output).map_err(to_fault)?;
        let expression = sandbox.compile(FILE, &format!("return {source}"));
        let function = match expression {
            Ok(function) => function,
            Err(_) => sandbox.compile(FILE, source)?,
        };
        sandbox.begin_span();
        scope.with_search(SearchView::new(sandbox.meter(), game, seat, rng).with_history(history), |start| {
            sandbox.expose("view", View(start)).map_err(to_fault)?;
            let values: MultiValue = sandbox.call(&function, ())?;
            let mut output = output.take();
            output.add_all(&values);
            Ok(output.into_text())
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
            if self.lines.len() < MAX_PRINTED_LINES { self.lines.push(line.to_string()) } else { self.more += 1 }
        }
    }

    /// Adds values, one per line. The limit applies to all of them together.
    fn add_all(&mut self, values: &MultiValue) {
        let mut budget = MAX_VISITED_IN_TOTAL;
        for value in values.iter() {
            match self.lines.len() < MAX_PRINTED_LINES {
                true => self.add(&format_top_level(value, &mut budget)),
                false => self.more += 1,
            }
        }
    }

    fn into_text(self) -> String {
        let mut text: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        if self.more > 0 {
            text += &format!("... and {} more lines\n", self.more);
        }
        text
    }
}

/// Adds `print`, which only exists at the prompt.
fn expose_print(sandbox: &Sandbox, output: &Rc<RefCell<PrintedOutput>>) -> mlua::Result<()> {
    let (output, meter) = (output.clone(), sandbox.meter());
    let print = sandbox.lua().create_function(move |_, values: Variadic<Value>| {
        let mut texts = Vec::with_capacity(values.len());
        for value in values.iter() {
            let bytes = value.as_string().map_or(0, |text| text.as_bytes().len());
            meter.charge(MAX_PRINTED_ITEMS + bytes)?;
            let (text, entries) = format_counted(value);
            // The number of entries is only known afterwards; it is limited.
            meter.charge(ENTRY_COST * entries)?;
            texts.push(text);
        }
        output.borrow_mut().add(&texts.join("  "));
        Ok(())
    })?;
    sandbox.expose("print", print)
}

/// Formats a value by itself, and counts the table entries visited.
fn format_counted(value: &Value) -> (String, usize) {
    let mut budget = MAX_VISITED_IN_TOTAL;
    let text = format_top_level(value, &mut budget);
    (text, MAX_VISITED_IN_TOTAL - budget)
}

/// Formats a value by itself: a string has no quotes and keeps its lines.
fn format_top_level(value: &Value, budget: &mut usize) -> String {
    match value {
        Value::String(text) => {
            let text = text.to_string_lossy();
            text.lines().map(|line| one_line(line, MAX_PRINTED_TEXT_LEN)).collect::<Vec<_>>().join("\n")
        }
        value => format_value(value, 0, budget),
    }
}

/// Formats a value at some depth, visiting at most `budget` entries.
fn format_value(value: &Value, depth: usize, budget: &mut usize) -> String {
    match value {
        Value::Nil => "nil".to_string(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("\"{}\"", one_line(&text.to_string_lossy(), MAX_PRINTED_TEXT_LEN)),
        Value::Table(table) => format_table(table, depth, budget),
        Value::UserData(data) if data.is::<MoveView>() => {
            data.get::<String>("text").unwrap_or_else(|_| "a move".to_string())
        }
        Value::UserData(data) if data.is::<View>() => "a view of a position".to_string(),
        other => describe_type(other).to_string(),
    }
}

/// Formats a table: `{ 1, 2, 3 }`, `{ size = 5 }`; a long one takes several lines, and a very long one is cut.
fn format_table(table: &Table, depth: usize, budget: &mut usize) -> String {
    if depth >= MAX_PRINT_DEPTH || *budget == 0 {
        return "{ ... }".to_string();
    }
    let length = length(table);
    let mut items: Vec<String> = (1..=length.min(MAX_PRINTED_ITEMS))
        .filter_map(|index| Some(format_value(&table.raw_get(index).ok()?, depth + 1, budget)))
        .collect();
    let mut fields: Vec<(String, Value)> = Vec::new();
    let mut more = length - length.min(MAX_PRINTED_ITEMS);
    for pair in table.pairs::<Value, Value>().take(MAX_VISITED_ENTRIES.min(*budget)) {
        let Ok((key, value)) = pair else { break };
        *budget -= 1;
        match &key {
            Value::Integer(index) if (1..=length as i64).contains(index) => {}
            Value::String(name) => fields.push((one_line(&name.to_string_lossy(), 40), value)),
            other => fields.push((format!("[{}]", format_value(other, MAX_PRINT_DEPTH, budget)), value)),
        }
    }
    // The order of keys in Lua is unspecified.
    fields.sort_by(|(one, _), (other, _)| one.cmp(other));
    let free_lines = MAX_PRINTED_ITEMS.saturating_sub(items.len());
    more += fields.len().saturating_sub(free_lines);
    for (name, value) in fields.iter().take(free_lines) {
        items.push(format!("{name} = {}", format_value(value, depth + 1, budget)));
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
    let rows: Vec<String> = if is_short { items.chunks(6).map(|row| row.join(", ")).collect() } else { items };
    format!("{{\n{indent}{}\n{}}}", rows.join(&format!(",\n{indent}")), "  ".repeat(depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_input_waits_for_more() {
        for begun in ["for i = 1, 3 do", "{ 1,", "function(x)", "x =", "if a then", "(1 +", "\"a\" ..", "[[a"] {
            assert_eq!(parse(begun), ParsedChunk::Incomplete, "{begun}");
        }
        for whole in ["1 + 1", "view.turn", "for i = 1, 3 do end", "local x = 1", "return"] {
            assert_eq!(parse(whole), ParsedChunk::Complete, "{whole}");
        }
        for wrong in ["1 +* 2", ")", "end", "\u{1b}Lua"] {
            assert_eq!(parse(wrong), ParsedChunk::Invalid, "{wrong}");
        }
    }

    #[test]
    fn output_of_many_values_is_bounded_together() {
        let lua = Lua::new();
        let table = "local t = {} for j = 1, 20000 do t['k' .. j] = j end";
        let source = format!("{table} local r = {{}} for j = 1, 4000 do r[j] = t end return table.unpack(r)");
        let values: MultiValue = lua.load(source).eval().expect("values");
        let mut output = PrintedOutput::default();
        output.add_all(&values);
        let text = output.into_text();
        // Two, of 27 lines each, are visited; each of the others counts as one line.
        assert!(text.ends_with(&format!("... and {} more lines\n", 2 * 27 - MAX_PRINTED_LINES + 3998)), "{text}");
    }

    #[test]
    fn values_are_written_for_people() {
        let lua = Lua::new();
        let text = |source: &str| format_counted(&lua.load(source).eval::<Value>().expect("a value")).0;
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
