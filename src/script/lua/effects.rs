//! Return values of hooks: effects (`set`, `place`, `remove`, `give`, `skip`, `win`, `tie`) and endings.

use std::sync::Arc;

use mlua::{Error, Table, UserData, UserDataFields, Value};

use super::api::{ConstructorCall, describe_type, printable_prefix};
use super::sandbox::length;
use super::view::{cell_named, piece_named, seat_named, var_named};
use crate::game::{Effect, EndReason, GameEnding, HookContext};
use crate::rules::VarValue;
use crate::rules::vars::MAX_VAR_LEN;
use houserule_core::mechanics::{BoardEffect, SeatSet, Stone};
use houserule_core::text::{nearest, one_line};

/// Effects with their own constructor.
pub const NAMES: &[&str] = &["set", "remove", "skip", "win", "tie"];

/// Effects that share their constructor with the moves of the same name.
pub const SHARED_NAMES: &[&str] = &["place", "give"];

/// Maximum number of effects per hook call.
pub const MAX_EFFECTS: usize = 256;

/// Ending as scripts see it: the value of `base(view)` in a `finish` hook.
pub struct BaseEnding {
    pub ending: GameEnding,
    pub winner: Option<String>,
    pub winners: Vec<String>,
    pub how: String,
}

impl UserData for BaseEnding {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("winner", |_, base| Ok(base.winner.clone()));
        fields.add_field_method_get("winners", |_, base| Ok(base.winners.clone()));
        fields.add_field_method_get("how", |_, base| Ok(base.how.clone()));
    }
}

/// Error in an effect, with the line where the effect was made.
pub struct EffectError {
    pub error: Error,
    pub line: Option<u32>,
}

impl From<Error> for EffectError {
    fn from(error: Error) -> EffectError {
        EffectError { error, line: None }
    }
}

/// Parses the return value of an `after_move` hook: `nil`, one effect or a list, each with its line.
pub fn read(value: &Value, context: &HookContext) -> Result<Vec<(Effect, Option<u32>)>, EffectError> {
    let mut effects = Vec::new();
    match value {
        Value::Nil => {}
        Value::Table(list) => {
            if length(list) > MAX_EFFECTS {
                let message = format!("returned {} effects; the maximum is {MAX_EFFECTS}", length(list));
                return Err(Error::runtime(message).into());
            }
            for (key, item) in sorted_entries(list)? {
                if let Value::String(name) = &key {
                    let name = printable_prefix(name, 40);
                    return Err(
                        Error::runtime(format!("an effect is a call; write {name}(...), not {name} = ...")).into()
                    );
                }
                read_item(&item, context, &mut effects)?;
            }
        }
        single => read_item(single, context, &mut effects)?,
    }
    Ok(effects)
}

/// Parses one effect, or several variables set at once, with the line.
fn read_item(value: &Value, context: &HookContext, out: &mut Vec<(Effect, Option<u32>)>) -> Result<(), EffectError> {
    let line = constructed(value).and_then(|call| call.line);
    let mut effects = Vec::new();
    read_effect(value, context, &mut effects).map_err(|error| EffectError { error, line })?;
    out.extend(effects.into_iter().map(|effect| (effect, line)));
    Ok(())
}

fn read_effect(value: &Value, context: &HookContext, out: &mut Vec<Effect>) -> mlua::Result<()> {
    let Some(call) = constructed(value) else {
        let message = format!("expected an effect such as set {{ ... }} or win \"...\", not {}", describe_type(value));
        return Err(Error::runtime(message));
    };
    let fields = EffectFields { effect: call.name, args: &call.args };
    let effect = match call.name {
        "set" => {
            let Value::Table(table) = &call.args else { return Err(fields.expected("set { name = value }")) };
            for (name, value) in sorted_entries(table)? {
                out.push(read_set(context, &name, value)?);
            }
            return Ok(());
        }
        "place" => {
            fields.check_keys(&["cell", "piece", "seat"])?;
            let stone = Stone {
                seat: seat_named(context, &fields.required("seat")?)?,
                kind: piece_named(context, &fields.required("piece")?)?,
            };
            Effect::Board(BoardEffect::Place { at: cell_named(context, &fields.required("cell")?)?, stone })
        }
        "remove" => {
            fields.check_keys(&["cell"])?;
            Effect::Board(BoardEffect::Remove { at: cell_named(context, &fields.single("cell")?)? })
        }
        "give" => {
            fields.check_keys(&["seat", "piece", "count"])?;
            let count = match fields.required("count")? {
                Value::Nil => 1,
                Value::Integer(count) => {
                    i32::try_from(count).map_err(|_| fields.expected("a small number as the count"))?
                }
                _ => return Err(fields.expected("a whole number as the count")),
            };
            let (seat, kind) =
                (seat_named(context, &fields.required("seat")?)?, piece_named(context, &fields.required("piece")?)?);
            Effect::Board(BoardEffect::Give { seat, kind, count })
        }
        "skip" => Effect::Board(BoardEffect::Skip),
        "win" | "tie" => Effect::End(to_ending(value, context)?.ok_or_else(|| fields.expected("an ending"))?),
        other => {
            return Err(Error::runtime(format!(
                "`{other}` is not an effect; the effects are place, give, {}",
                NAMES.join(", ")
            )));
        }
    };
    out.push(effect);
    Ok(())
}

/// Parses the return value of a `finish` hook: `nil` (the game goes on), `win`, `tie`, or the value of `base`.
pub fn read_ending(value: &Value, context: &HookContext) -> Result<Option<GameEnding>, EffectError> {
    let line = constructed(value).and_then(|call| call.line);
    to_ending(value, context).map_err(|error| EffectError { error, line })
}

fn to_ending(value: &Value, context: &HookContext) -> mlua::Result<Option<GameEnding>> {
    if value.is_nil() {
        return Ok(None);
    }
    if let Some(base) = value.as_userdata().and_then(|data| data.borrow::<BaseEnding>().ok()) {
        return Ok(Some(base.ending.clone()));
    }
    let Some(call) = constructed(value).filter(|made| made.name == "win" || made.name == "tie") else {
        return Err(Error::runtime(format!(
            "expected nil, win {{ ... }}, tie {{ ... }} or base(view), not {}",
            describe_type(value)
        )));
    };
    let fields = EffectFields { effect: call.name, args: &call.args };
    let is_tie = call.name == "tie";
    fields.check_keys(&["seat", "how"])?;
    let (winners, how) = match is_tie {
        false => {
            let winners = seats(context, &fields.single("seat")?)?;
            if winners.is_empty() {
                return Err(fields.expected("at least one winning seat"));
            }
            (winners, fields.optional("how")?)
        }
        true => (tied_seats(context, &fields)?, fields.single("how")?),
    };
    let how: Arc<str> = match how {
        Value::Nil => "rule".into(),
        Value::String(words) => one_line(&printable_prefix(&words, 400), 80).into(),
        _ => return Err(fields.expected("a text as `how`")),
    };
    Ok(Some(GameEnding { winners, is_tie, reason: EndReason::Text(how) }))
}

/// Parses a seat or a list of seats.
fn seats(context: &HookContext, value: &Value) -> mlua::Result<SeatSet> {
    let Value::Table(list) = value else { return Ok(SeatSet::only(seat_named(context, value)?)) };
    let mut seats = SeatSet::default();
    for item in list.sequence_values::<Value>().take(context.plan.names.seats.len()) {
        seats.insert(seat_named(context, &item?)?);
    }
    Ok(seats)
}

/// Returns the seats that share a `tie`: all, unless it names some.
fn tied_seats(context: &HookContext, fields: &EffectFields) -> mlua::Result<SeatSet> {
    let names = &context.plan.names;
    let tied = match fields.optional("seat")? {
        Value::Nil => return Ok(SeatSet::all(names.seats.len())),
        named => seats(context, &named)?,
    };
    let mut teams = names.team_of.iter_enumerated().filter(|(seat, _)| tied.has(*seat)).map(|(_, team)| team);
    let first = teams.next();
    if teams.all(|team| Some(team) == first) {
        return Err(fields.expected("seats of at least two sides; use `win` if one side wins"));
    }
    Ok(tied)
}

fn read_set(context: &HookContext, name: &Value, value: Value) -> mlua::Result<Effect> {
    let index = var_named(context, name)?;
    let value = match (value, &context.vars[index]) {
        (Value::Boolean(flag), VarValue::Flag(_)) => VarValue::Flag(flag),
        (Value::Integer(n), VarValue::Int(_)) => VarValue::Int(n),
        (Value::Integer(n), VarValue::Number(_)) => VarValue::Number(n as f64),
        (Value::Number(n), VarValue::Int(_) | VarValue::Number(_)) if !n.is_finite() => {
            let name = &context.plan.vars[index].0;
            return Err(Error::runtime(format!("`{name}` must be a finite number")));
        }
        (Value::Number(n), VarValue::Number(_)) => VarValue::Number(n),
        (Value::Number(n), VarValue::Int(old)) => {
            let name = &context.plan.vars[index].0;
            return Err(Error::runtime(format!(
                "`{name}` started as the whole number {old}, so it cannot become {n:?}"
            )));
        }
        (Value::String(text), VarValue::Text(_)) => {
            // Invalid UTF-8 grows when converted.
            let (text, name) = (printable_prefix(&text, MAX_VAR_LEN + 1), &context.plan.vars[index].0);
            if text.len() > MAX_VAR_LEN {
                return Err(Error::runtime(format!(
                    "`{name}` would have more than {MAX_VAR_LEN} bytes of text, the maximum for a variable"
                )));
            }
            VarValue::Text(text)
        }
        (value, old) => {
            let name = &context.plan.vars[index].0;
            return Err(Error::runtime(format!(
                "`{name}` started as {old}, so it cannot become {}",
                describe_type(&value)
            )));
        }
    };
    Ok(Effect::Set(index, value))
}

fn constructed(value: &Value) -> Option<ConstructorCall> {
    ConstructorCall::from_userdata(value.as_userdata()?)
}

/// Returns the entries of a table in a deterministic order.
fn sorted_entries(table: &Table) -> mlua::Result<Vec<(Value, Value)>> {
    let mut entries = table.pairs::<Value, Value>().collect::<mlua::Result<Vec<_>>>()?;
    entries.sort_by_cached_key(|(key, _)| match key {
        Value::String(name) => printable_prefix(name, 80),
        Value::Integer(index) => format!("{index:020}"),
        _ => String::new(),
    });
    Ok(entries)
}

/// Arguments of one effect.
struct EffectFields<'a> {
    effect: &'a str,
    args: &'a Value,
}

impl EffectFields<'_> {
    fn expected(&self, what: &str) -> Error {
        Error::runtime(format!("`{}` needs {what}", self.effect))
    }

    fn table(&self) -> Option<&Table> {
        self.args.as_table()
    }

    fn optional(&self, key: &str) -> mlua::Result<Value> {
        self.table().map_or(Ok(Value::Nil), |table| table.raw_get(key))
    }

    /// Returns a named argument that is required.
    fn required(&self, key: &str) -> mlua::Result<Value> {
        match self.table() {
            Some(table) => table.raw_get(key),
            None => Err(self.expected(&format!("a table with `{key}`"))),
        }
    }

    /// Returns an argument that may be given alone: `win "white"`.
    fn single(&self, key: &str) -> mlua::Result<Value> {
        if self.table().is_some() { self.optional(key) } else { Ok(self.args.clone()) }
    }

    fn check_keys(&self, known: &[&str]) -> mlua::Result<()> {
        let Some(table) = self.table() else { return Ok(()) };
        for (key, _) in sorted_entries(table)? {
            let Value::String(key) = &key else {
                return Err(self.expected(&format!("values with names: {}", known.join(", "))));
            };
            let key = printable_prefix(key, 80);
            if !known.contains(&key.as_str()) {
                let hint = match nearest(&key, known.iter().copied()) {
                    Some(near) => format!("; did you mean `{near}`?"),
                    None => format!("; it takes {}", known.join(", ")),
                };
                return Err(Error::runtime(format!("`{}` has no `{key}`{hint}", self.effect)));
            }
        }
        Ok(())
    }
}
