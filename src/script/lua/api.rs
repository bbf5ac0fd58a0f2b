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
    pub kind: DeclarationKind,
    pub name: String,
    pub body: Value,
}

/// Result of a constructor: `road { tie = "mover" }`, `off "road"`.
pub struct ConstructorCall {
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

impl ConstructorCall {
    fn new_userdata(lua: &Lua, name: &'static str, args: Value, line: Option<u32>) -> mlua::Result<AnyUserData> {
        let data = lua.create_userdata(ConstructorStamp { name, line })?;
        data.set_user_value(args)?;
        Ok(data)
    }

    /// Returns the result of a constructor, if the value is one.
    pub fn from_userdata(data: &AnyUserData) -> Option<ConstructorCall> {
        let stamp = data.borrow::<ConstructorStamp>().ok()?;
        Some(ConstructorCall { name: stamp.name, args: data.user_value().ok()?, line: stamp.line })
    }
}

/// Cost of a constructor call, in steps.
const CONSTRUCTOR_COST: usize = 32;

/// Name of the constructor that removes a rule value.
pub const OFF: &str = "off";

/// Adds every constructor to a sandbox.
pub fn register(sandbox: &Sandbox) -> mlua::Result<()> {
    for kind in [DeclarationKind::Game, DeclarationKind::Variant, DeclarationKind::Bot, DeclarationKind::Lesson] {
        let meter = sandbox.meter();
        let constructor = sandbox.lua().create_function(move |lua, name: Value| {
            meter.charge(CONSTRUCTOR_COST)?;
            declare(lua, kind, name)
        })?;
        sandbox.expose(kind.word(), constructor)?;
    }
    let rules = Rule::SPECS.iter().map(|spec| spec.name);
    let goals = GOALS.iter().map(|spec| spec.name);
    for name in rules.chain(effects::NAMES.iter().copied()).chain(goals).chain([OFF]) {
        let meter = sandbox.meter();
        let construct = move |lua: &Lua, args: MultiValue| {
            meter.charge(CONSTRUCTOR_COST)?;
            if args.len() > 1 {
                return Err(mlua::Error::runtime(format!("`{name}` takes one value or one table")));
            }
            let line = lua.inspect_stack(1, |frame| frame.current_line()).flatten();
            let args = args.into_iter().next().unwrap_or(Value::Nil);
            ConstructorCall::new_userdata(lua, name, args, line.and_then(|line| line.try_into().ok()))
        };
        sandbox.expose(name, sandbox.lua().create_function(construct)?)?;
    }
    Ok(())
}

/// Makes the function that `game "name"` returns, which takes the table.
fn declare(lua: &Lua, kind: DeclarationKind, name: Value) -> mlua::Result<mlua::Function> {
    let word = kind.word();
    let Value::String(name) = name else {
        return Err(mlua::Error::runtime(format!("`{word}` needs a name; write {word} \"name\" {{ ... }}")));
    };
    let name = one_line(&printable_prefix(&name, 200), 80);
    lua.create_function(move |_, body: Value| {
        if !body.is_table() {
            return Err(mlua::Error::runtime(format!(
                "`{word} \"{name}\"` needs a table; write {word} \"{name}\" {{ ... }}"
            )));
        }
        Ok(Declaration { kind, name: name.clone(), body })
    })
}

/// Describes the type of a value, for messages.
pub fn describe_type(value: &Value) -> &'static str {
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

/// Classifies a returned value by what its `return` may show.
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

/// Returns the first bytes of a script's string as text. Cut before it is copied, because such strings may be very
/// long.
pub fn printable_prefix(text: &mlua::LuaString, max_bytes: usize) -> String {
    let bytes = text.as_bytes();
    String::from_utf8_lossy(&bytes[..bytes.len().min(max_bytes)]).into_owned()
}
