//! Sandbox: a Lua state for untrusted files.
//!
//! It defines what a script can reach (an allow-list, read-only), what it may spend (steps, time, memory) and how its
//! errors are reported (file, line, one sentence). Constructors and views are added from outside with
//! [`Sandbox::expose`] and pay through [`Meter`].
//!
//! | module | contents |
//! |---|---|
//! | `read_only` | read-only tables, and the errors for unknown names |
//! | `library` | Lua's library functions, each paying for the size of its arguments |
//! | `bounded` | functions that need no counter, because they end before it could fire |
//! | `bytecode` | the bytecode of a function, for `bounded` |
//! | `fast_call` | the fast path into such a function and back |
//! | `length` | `#`, the same on every run |
//! | `literals` | list literals of any length |
//! | `loan` | budget that a call lends to calls of other sandboxes |
//! | `memory` | memory limits, in all and per block |
//! | `meter` | the budget: steps per call and per span, the clock, the depth of calls |
//! | `place` | positions in scripts |
//! | `fault` | errors as one sentence with file and line |

mod bounded;
mod bytecode;
mod fast_call;
mod fault;
mod length;
mod library;
mod literals;
mod loan;
mod memory;
mod meter;
mod place;
mod read_only;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use mlua::chunk::ChunkMode;
use mlua::{FromLuaMulti, Function, IntoLua, IntoLuaMulti, Lua, LuaOptions, Table};
use mlua::{StdLib, Value};

pub use fast_call::FastCallResult;
pub use fault::ScriptFault;
pub use fault::raise_fault;
pub use length::length;
pub use loan::without_charge;
pub use memory::list;
pub use meter::{Limits, Meter, steps_spent};
pub use read_only::{Freezer, suggest_name as meant_name, unknown_name, unwritable_name};

use fast_call::FastCall;
use fault::ParsedError;
use length::RewrittenSource;
use meter::CallLength;
use place::{ScriptLine, chunk_name};

use crate::syntax::without_byte_order_mark;
use houserule_core::text::series;

/// Maximum length of a source text, in bytes.
///
/// Compiling cannot be interrupted, so its input is limited.
pub const MAX_SOURCE_LEN: usize = 256 * 1024;

/// Size limits of scripts, in words.
pub const SIZE_LIMITS: &[(&str, &str)] = &[
    ("a file", "256 kB, and 8192 different names, texts and numbers in it"),
    ("a text", "64 kB"),
    ("the keys of a table, the items of its list aside", "2048"),
    ("a list", "262144 items, and 65536 where a function of the library handles it"),
    ("calls within calls", "5000"),
    ("values that one function returns", "4096"),
];

/// Beginning of Lua's message for a value without a length.
const NO_LENGTH: &str = "attempt to get length of";

/// Garbage in bytes that calls may leave before it is collected between two spans.
const GARBAGE_THRESHOLD: usize = 1 << 20;

/// One fresh Lua state with an allow-listed, read-only environment and a budget.
///
/// ```
/// # use houserule_script::lua::sandbox::Sandbox;
/// let sandbox = Sandbox::new()?;
/// sandbox.expose("width", 5)?;
/// let area = sandbox.run("area.lua", "return function(height) return width * height end")?;
/// let area = area.as_function().expect("the script returns a function");
/// assert_eq!(sandbox.call::<i64>(area, 4)?, 20);
///
/// let fault = sandbox.run("typo.lua", "\nreturn widht").unwrap_err();
/// assert_eq!(fault.to_string(), "typo.lua:2: unknown name `widht`; did you mean `width`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sandbox {
    lua: Lua,
    meter: Meter,
    /// Table behind the read-only globals.
    globals: Table,
    /// Lua memory that is permanently in use, in bytes.
    baseline_memory: Cell<usize>,
    /// Files run so far; Lua knows a chunk by its index here.
    files: RefCell<Vec<SandboxFile>>,
}

struct SandboxFile {
    name: String,
    /// Whether it uses `_ENV`, so that global names may have other meanings.
    uses_env: bool,
    /// Operands of `#`, by line.
    length_operands: Vec<(u32, String)>,
}

/// Function of a script that is called often, always with the same arguments, and was analysed once.
pub struct CachedFunction {
    function: Function,
    args: [Value; 2],
    /// Fast path to it, if it is bounded.
    fast_call: Option<FastCall>,
}

impl CachedFunction {
    /// The function.
    pub fn function(&self) -> &Function {
        &self.function
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.meter.detach(&self.lua);
    }
}

impl Sandbox {
    /// Creates a state in which nothing has run yet.
    pub fn new() -> Result<Sandbox, ScriptFault> {
        Sandbox::build().map_err(|error| ParsedError::from(&error).in_file(None))
    }

    fn build() -> mlua::Result<Sandbox> {
        let lua = Lua::new_with(StdLib::MATH | StdLib::STRING, LuaOptions::new())?;
        let meter = Meter::default();
        let globals = library::build(&lua, &meter)?;
        length::install(&lua)?;

        // From here on the stock globals (`load`, `pcall`, `rawset` ...) are garbage: even a chunk loaded carelessly by
        // our own code finds only the allow-list.
        lua.set_globals(read_only::freeze(&lua, "", &globals)?)?;
        lua.unset_named_registry_value("_LOADED")?;

        meter.attach(&lua)?;
        Ok(Sandbox { lua, meter, globals, baseline_memory: Cell::default(), files: RefCell::default() })
    }

    /// Returns the state itself, for creating functions and tables.
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Replaces all limits from now on.
    pub fn set_limits(&self, limits: Limits) {
        self.meter.set_limits(limits);
    }

    /// Returns the meter with which Rust functions charge for the work they do for a script.
    pub fn meter(&self) -> Meter {
        self.meter.clone()
    }

    /// Adds a name that scripts can read but not write. A table becomes read-only too, but not the tables in it.
    pub fn expose(&self, name: &str, value: impl IntoLua) -> mlua::Result<()> {
        let value = match value.into_lua(&self.lua)? {
            Value::Table(table) => Value::Table(read_only::freeze(&self.lua, &format!("{name}."), &table)?),
            value => value,
        };
        self.globals.raw_set(name, value)
    }

    /// Makes read-only tables for scripts that reject names they do not have; `prefix` precedes the names in messages,
    /// as in `game.`.
    pub fn freezer(&self, prefix: &str) -> mlua::Result<Freezer> {
        Freezer::new(&self.lua, prefix)
    }

    /// Lists every name that scripts can read, with its fields if it is a table.
    pub fn known_names(&self) -> mlua::Result<BTreeMap<String, Vec<String>>> {
        let mut names = BTreeMap::new();
        for pair in self.globals.pairs::<Value, Value>() {
            let (name, value) = pair?;
            let Some(name) = name.as_string().map(|name| name.to_string_lossy()) else { continue };
            let members = match &value {
                Value::Table(table) => read_only::names_in(&read_only::contents_of(table)?).collect(),
                _ => Vec::new(),
            };
            names.insert(name, members);
        }
        Ok(names)
    }

    /// Compiles and runs a text called `file` under [`Limits::LOAD`], and returns its value.
    ///
    /// Afterwards [`Limits::HOOK`] applies, and a new span has begun.
    pub fn run(&self, file: &str, source: &str) -> Result<Value, ScriptFault> {
        let chunk = self.add_file(file, source);
        let start = Some(ScriptLine { chunk, line: 1 });
        let result = self.load_and_run(chunk, source).map_err(|error| self.to_fault(&error, start));
        self.finish_load().map_err(|error| self.to_fault(&error, start))?;
        result
    }

    /// Compiles a text called `file` into a function, which is called like those of scripts; nothing runs yet.
    pub fn compile(&self, file: &str, source: &str) -> Result<Function, ScriptFault> {
        let chunk = self.add_file(file, source);
        let start = Some(ScriptLine { chunk, line: 1 });
        let main = self.load(chunk, source).map_err(|error| self.to_fault(&error, start));
        self.finish_load().map_err(|error| self.to_fault(&error, start))?;
        main
    }

    /// Whether a text compiles.
    pub fn compiles(&self, text: &str) -> bool {
        self.lua.load(without_byte_order_mark(text)).set_mode(ChunkMode::Text).into_function().is_ok()
    }

    /// Whether the compiler accepts a prefix of a text except for its early end.
    pub fn is_incomplete(&self, prefix: &str) -> bool {
        match self.lua.load(without_byte_order_mark(prefix)).set_mode(ChunkMode::Text).into_function() {
            Ok(_) => true,
            Err(error) => matches!(error, mlua::Error::SyntaxError { incomplete_input: true, .. }),
        }
    }

    /// Calls a script's function under [`Limits::HOOK`] and within the current span.
    ///
    /// Inside a Rust function that a script called, use [`Meter::call_back`] instead: that is part of the call which is
    /// already running and paying.
    #[inline]
    pub fn call<R: FromLuaMulti>(&self, function: &Function, args: impl IntoLuaMulti) -> Result<R, ScriptFault> {
        self.call_metered(function, CallLength::Unknown, args)
            .map_err(|error| self.to_fault(&error, ScriptLine::of_definition(function)))
    }

    /// Prepares a function that will be called often. The arguments must be nil or ours, userdata or functions written
    /// in Rust: the analysis of bounded functions depends on that.
    pub fn prepare(&self, function: Function, args: [Value; 2]) -> mlua::Result<CachedFunction> {
        let place = ScriptLine::of_definition(&function);
        let uses_env = place.and_then(|place| Some(self.files.borrow().get(place.chunk)?.uses_env));
        let is_bounded = uses_env == Some(false) && bounded::is_bounded(&function, &self.globals);
        let fast_call = is_bounded.then(|| FastCall::new(&self.lua, &function, &args)).transpose()?;
        Ok(CachedFunction { function, args, fast_call })
    }

    /// Calls a prepared function, like [`call`](Self::call).
    #[inline]
    pub fn call_prepared(&self, prepared: &CachedFunction) -> Result<FastCallResult, ScriptFault> {
        let CachedFunction { function, args: [first, second], fast_call: fast_path } = prepared;
        let to_fault = |error| self.to_fault(&error, ScriptLine::of_definition(function));
        let length = if fast_path.is_some() { CallLength::Bounded } else { CallLength::Unknown };
        if let Some(fast_call) = fast_path {
            self.meter.begin_call(&self.lua, length).map_err(to_fault)?;
            let result = fast_call.call(&self.lua);
            self.meter.end_call();
            if let Some(result) = result {
                return Ok(result);
            }
        }
        self.call_metered(function, length, (first, second)).map(FastCallResult::from_values).map_err(to_fault)
    }

    /// Starts a new span (one move, one listing, one command): all calls until the next one share its total of steps
    /// and its clock.
    pub fn begin_span(&self) {
        self.meter.begin_span();
        self.collect_if_needed();
    }

    /// Collects garbage if there is more than `GARBAGE_THRESHOLD`.
    #[inline]
    pub fn collect_if_needed(&self) {
        if self.meter.memory().used() > self.baseline_memory.get() + GARBAGE_THRESHOLD {
            self.collect_garbage();
        }
    }

    /// Collects all garbage of earlier spans.
    ///
    /// Userdata survive one round of the collector, because Rust must drop them first, and count as live until then. At
    /// its own pace the collector would take them for a growing program and let a hook that makes one effect per move
    /// reach the limit after some thousand games.
    #[cold]
    fn collect_garbage(&self) {
        for _ in 0..2 {
            // Garbage that cannot be collected now counts against the next call, which reports it.
            let _ = self.lua.gc_collect();
        }
        self.baseline_memory.set(self.baseline_memory.get().max(self.meter.memory().used()));
    }

    /// Returns the file and line where a script function is defined.
    pub fn definition(&self, function: &Function) -> Option<(String, u32)> {
        let place = ScriptLine::of_definition(function)?;
        Some((self.file(place)?, place.line))
    }

    /// Converts an error that a script caused outside of [`run`](Self::run) and [`call`](Self::call), for instance
    /// while one of its tables was read.
    pub fn fault(&self, error: &mlua::Error) -> ScriptFault {
        self.to_fault(error, None)
    }

    fn load_and_run(&self, chunk: usize, source: &str) -> mlua::Result<Value> {
        let main = self.load(chunk, source)?;
        self.call_metered(&main, CallLength::Unknown, ())
    }

    fn load(&self, chunk: usize, source: &str) -> mlua::Result<Function> {
        if source.len() > MAX_SOURCE_LEN {
            let kilobytes = MAX_SOURCE_LEN / 1024;
            return Err(mlua::Error::runtime(format!("the file is longer than {kilobytes} kB")));
        }
        self.meter.begin_load(&self.lua)?;
        let source = without_byte_order_mark(source);
        let padded = literals::pad_lists(source);
        let source = padded.as_deref().unwrap_or(source);
        let compile = |text: &str| {
            let text = self.lua.load(text).set_name(chunk_name(chunk)).set_mode(ChunkMode::Text);
            self.meter.memory().while_compiling(|| text.into_function())
        };
        let Some(RewrittenSource { text, operands }) = length::rewrite(source) else { return compile(source) };
        if let Some(file) = self.files.borrow_mut().get_mut(chunk) {
            file.length_operands = operands;
        }
        match compile(&text) {
            // The error should refer to what the author wrote.
            Err(error @ mlua::Error::SyntaxError { .. }) => Err(compile(source).err().unwrap_or(error)),
            compiled => compiled,
        }
    }

    #[inline]
    fn call_metered<R: FromLuaMulti>(
        &self,
        function: &Function,
        length: CallLength,
        args: impl IntoLuaMulti,
    ) -> mlua::Result<R> {
        self.meter.begin_call(&self.lua, length)?;
        let result = function.call(args);
        self.meter.end_call();
        result
    }

    /// Frees the garbage of loading and applies the limits of hooks.
    fn finish_load(&self) -> mlua::Result<()> {
        self.meter.end_load(&self.lua)?;
        self.lua.gc_collect()?;
        let used = self.meter.memory().used();
        self.baseline_memory.set(used);
        self.meter.apply_call_limits();
        Ok(())
    }

    fn add_file(&self, file: &str, source: &str) -> usize {
        let mut files = self.files.borrow_mut();
        files.push(SandboxFile {
            name: file.to_owned(),
            uses_env: source.contains("_ENV"),
            length_operands: Vec::new(),
        });
        files.len() - 1
    }

    fn file(&self, place: ScriptLine) -> Option<String> {
        Some(self.files.borrow().get(place.chunk)?.name.clone())
    }

    /// Lists the operands of `#` on a line, formatted as in Lua's messages for other operators.
    fn length_operands_at(&self, place: ScriptLine) -> String {
        let files = self.files.borrow();
        let operands = files.get(place.chunk).map_or(&[][..], |file| &file.length_operands);
        let mut names: Vec<String> =
            operands.iter().filter(|(line, _)| *line == place.line).map(|(_, name)| format!("`{name}`")).collect();
        names.dedup();
        if names.is_empty() { String::new() } else { format!(" ({})", series(&names, "or")) }
    }

    /// Converts an error; `fallback` is the position if the error itself has none.
    #[cold]
    fn to_fault(&self, error: &mlua::Error, fallback: Option<ScriptLine>) -> ScriptFault {
        let mut parsed = ParsedError::from(error);
        if parsed.out_of_memory {
            let (message, place) = self.meter.out_of_memory();
            parsed.message = message;
            parsed.place = parsed.place.or(place).or(self.meter.last_line());
            // Otherwise the garbage of the failed call would count against the next one.
            self.meter.memory().begin_call();
            let _ = self.lua.gc_collect();
        }
        parsed.place = parsed.place.or(fallback);
        if let Some(place) = parsed.place.filter(|_| parsed.message.starts_with(NO_LENGTH)) {
            parsed.message += &self.length_operands_at(place);
        }
        let file = parsed.place.and_then(|place| self.file(place));
        parsed.in_file(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_size_limits_match_the_constants() {
        let documented: Vec<&str> = SIZE_LIMITS.iter().map(|(_, limit)| *limit).collect();
        let actual = [
            format!(
                "{} kB, and {} different names, texts and numbers in it",
                MAX_SOURCE_LEN / 1024,
                memory::MAX_CONSTANTS
            ),
            format!("{} kB", memory::MAX_TEXT_LEN / 1024),
            memory::MAX_KEYS.to_string(),
            format!(
                "{} items, and {} where a function of the library handles it",
                memory::MAX_ITEMS,
                library::MAX_LIBRARY_ITEMS
            ),
            meter::MAX_CALL_DEPTH.to_string(),
            library::MAX_RESULTS.to_string(),
        ];
        assert_eq!(documented, actual);
    }
}
