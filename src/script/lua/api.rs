//! Functions that scripts can call besides Lua's own: `game`, `variant`, `bot`, `lesson`, `off`, and one constructor
//! for every rule value, effect and goal. A constructor only records its name and arguments; they are interpreted
//! later, with the whole declaration.

use mlua::{AnyUserData, Lua, MultiValue, UserData, Value};

use super::effects;
use super::sandbox::Sandbox;
use crate::rules::lesson::GOALS;
use crate::rules::{DeclarationKind, ReturnType};
use houserule_core::mechanics::Rule;
use houserule_core::text::one_line;

/// Result of `game "name" { ... }`, `variant "name" { ... }`, `bot "name" { ... }` or `lesson "name" { ... }`.
pub struct Declaration {
    pub what: DeclarationKind,
    pub name: String,
    pub body: Value,
}

/// Result of a constructor: `road { tie = "mover" }`, `off "road"`.
pub struct Constructed {
    pub name: &'static str,
    pub args: Value,
    /// Line of the call.
    pub line: Option<u32>,
}

/// Lua value of a constructor's result. It owns the arguments on the Lua side: referenced from Rust they would survive
/// a garbage collection, and a hook that makes an effect in every move would fill its memory with them.
struct ConstructorStamp {
    name: &'static str,
    line: Option<u32>,
}

impl UserData for Declaration {}
impl UserData for ConstructorStamp {}

impl Constructed {
    fn stamped(lua: &Lua, name: &'static str, args: Value, line: Option<u32>) -> mlua::Result<AnyUserData> {
        let data = lua.create_userdata(ConstructorStamp { name, line })?;
        data.set_user_value(args)?;
        Ok(data)
    }

    /// Result of a constructor, if the value is one.
    pub fn of(data: &AnyUserData) -> Option<Constructed> {
        let stamp = data.borrow::<ConstructorStamp>().ok()?;
        Some(Constructed { name: stamp.name, args: data.user_value().ok()?, line: stamp.line })
    }
}

/// Cost of a constructor call, in steps.
const MAKING: usize = 32;

/// Name of the constructor that removes a rule value.
pub const OFF: &str = "off";

/// Adds every constructor to a sandbox.
pub fn register(sandbox: &Sandbox) -> mlua::Result<()> {
    for what in [DeclarationKind::Game, DeclarationKind::Variant, DeclarationKind::Bot, DeclarationKind::Lesson] {
        let paid = sandbox.meter();
        let named = sandbox.lua().create_function(move |lua, name: Value| {
            paid.charge(MAKING)?;
            declare(lua, what, name)
        })?;
        sandbox.expose(what.word(), named)?;
    }
    let rules = Rule::SPECS.iter().map(|spec| spec.name);
    let goals = GOALS.iter().map(|spec| spec.name);
    for name in rules.chain(effects::NAMES.iter().copied()).chain(goals).chain([OFF]) {
        let paid = sandbox.meter();
        let made = move |lua: &Lua, args: MultiValue| {
            paid.charge(MAKING)?;
            if args.len() > 1 {
                return Err(mlua::Error::runtime(format!("`{name}` takes one value or one table")));
            }
            let line = lua.inspect_stack(1, |frame| frame.current_line()).flatten();
            let args = args.into_iter().next().unwrap_or(Value::Nil);
            Constructed::stamped(lua, name, args, line.and_then(|line| line.try_into().ok()))
        };
        sandbox.expose(name, sandbox.lua().create_function(made)?)?;
    }
    Ok(())
}

/// `game "name"` returns a function that takes the table.
fn declare(lua: &Lua, what: DeclarationKind, name: Value) -> mlua::Result<mlua::Function> {
    let word = what.word();
    let Value::String(name) = name else {
        return Err(mlua::Error::runtime(format!("`{word}` takes a name first: {word} \"name\" {{ ... }}")));
    };
    let name = one_line(&words_of(&name, 200), 80);
    lua.create_function(move |_, body: Value| {
        if !body.is_table() {
            return Err(mlua::Error::runtime(format!(
                "`{word} \"{name}\"` takes a table: {word} \"{name}\" {{ ... }}"
            )));
        }
        Ok(Declaration { what, name: name.clone(), body })
    })
}

/// Type of a value, for messages.
pub fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nothing",
        Value::Boolean(_) => "true or false",
        Value::Integer(_) => "a whole number",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Table(_) => "a table",
        Value::Function(_) => "a function",
        _ => "something else",
    }
}

/// Type of a returned value, as its `return` may show it.
pub fn returned_type(value: &Value) -> ReturnType {
    match value {
        Value::Nil => ReturnType::Nothing,
        Value::Boolean(_) => ReturnType::Flag,
        Value::Integer(_) | Value::Number(_) => ReturnType::Number,
        Value::String(_) => ReturnType::Text,
        Value::Table(_) => ReturnType::Table,
        _ => ReturnType::Other,
    }
}

/// First bytes of a script's string, made printable. Cut before it is copied, because such strings may be very long.
pub fn words_of(text: &mlua::LuaString, longest: usize) -> String {
    let bytes = text.as_bytes();
    String::from_utf8_lossy(&bytes[..bytes.len().min(longest)]).into_owned()
}
