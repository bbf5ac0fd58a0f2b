//! Return values of hooks: effects (`set`, `place`, `remove`, `give`, `skip`, `win`, `tie`) and endings.

use std::sync::Arc;

use mlua::{Error, Table, UserData, UserDataFields, Value};

use super::api::{Constructed, kind_of, words_of};
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
        fields.add_field_method_get("winner", |_, judged| Ok(judged.winner.clone()));
        fields.add_field_method_get("winners", |_, judged| Ok(judged.winners.clone()));
        fields.add_field_method_get("how", |_, judged| Ok(judged.how.clone()));
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
                let says = format!("asks for {} effects; {MAX_EFFECTS} are the most at once", length(list));
                return Err(Error::runtime(says).into());
            }
            for (key, item) in sorted(list)? {
                if let Value::String(name) = &key {
                    let name = words_of(name, 40);
                    return Err(Error::runtime(format!(
                        "an effect is made by calling its name: {name}(...), not {name} = ..."
                    ))
                    .into());
                }
                noted(&item, context, &mut effects)?;
            }
        }
        single => noted(single, context, &mut effects)?,
    }
    Ok(effects)
}

/// Parses one effect, or several variables set at once, with the line.
fn noted(value: &Value, context: &HookContext, out: &mut Vec<(Effect, Option<u32>)>) -> Result<(), EffectError> {
    let line = made(value).and_then(|made| made.line);
    let mut effects = Vec::new();
    one(value, context, &mut effects).map_err(|error| EffectError { error, line })?;
    out.extend(effects.into_iter().map(|effect| (effect, line)));
    Ok(())
}

fn one(value: &Value, context: &HookContext, out: &mut Vec<Effect>) -> mlua::Result<()> {
    let Some(made) = made(value) else {
        let what = format!("expected an effect such as set {{ ... }} or win \"...\", not {}", kind_of(value));
        return Err(Error::runtime(what));
    };
    let fields = EffectFields { effect: made.name, args: &made.args };
    let effect = match made.name {
        "set" => {
            let Value::Table(table) = &made.args else {
                return Err(fields.wants("set { name = value }"));
            };
            for (name, value) in sorted(table)? {
                out.push(set(context, &name, value)?);
            }
            return Ok(());
        }
        "place" => {
            fields.only(&["cell", "piece", "seat"])?;
            let stone = Stone {
                seat: seat_named(context, &fields.get("seat")?)?,
                kind: piece_named(context, &fields.get("piece")?)?,
            };
            Effect::Board(BoardEffect::Place { at: cell_named(context, &fields.get("cell")?)?, stone })
        }
        "remove" => {
            fields.only(&["cell"])?;
            Effect::Board(BoardEffect::Remove { at: cell_named(context, &fields.single("cell")?)? })
        }
        "give" => {
            fields.only(&["seat", "piece", "count"])?;
            let count = match fields.get("count")? {
                Value::Nil => 1,
                Value::Integer(count) => {
                    i32::try_from(count).map_err(|_| fields.wants("a count that is a small number"))?
                }
                _ => return Err(fields.wants("a count that is a whole number")),
            };
            let (seat, kind) =
                (seat_named(context, &fields.get("seat")?)?, piece_named(context, &fields.get("piece")?)?);
            Effect::Board(BoardEffect::Give { seat, kind, count })
        }
        "skip" => Effect::Board(BoardEffect::Skip),
        "win" | "tie" => Effect::End(ended(value, context)?.ok_or_else(|| fields.wants("an ending"))?),
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
pub fn ending(value: &Value, context: &HookContext) -> Result<Option<GameEnding>, EffectError> {
    let line = made(value).and_then(|made| made.line);
    ended(value, context).map_err(|error| EffectError { error, line })
}

fn ended(value: &Value, context: &HookContext) -> mlua::Result<Option<GameEnding>> {
    if value.is_nil() {
        return Ok(None);
    }
    if let Some(judged) = value.as_userdata().and_then(|data| data.borrow::<BaseEnding>().ok()) {
        return Ok(Some(judged.ending.clone()));
    }
    let Some(made) = made(value).filter(|made| made.name == "win" || made.name == "tie") else {
        return Err(Error::runtime(format!(
            "expected nil, win {{ ... }}, tie {{ ... }} or base(view), not {}",
            kind_of(value)
        )));
    };
    let fields = EffectFields { effect: made.name, args: &made.args };
    let is_tie = made.name == "tie";
    fields.only(&["seat", "how"])?;
    let (winners, how) = match is_tie {
        false => {
            let winners = seats(context, &fields.single("seat")?)?;
            if winners.is_empty() {
                return Err(fields.wants("at least one seat that wins"));
            }
            (winners, fields.named("how")?)
        }
        true => (sharers(context, &fields)?, fields.single("how")?),
    };
    let how: Arc<str> = match how {
        Value::Nil => "rule".into(),
        Value::String(words) => one_line(&words_of(&words, 400), 80).into(),
        _ => return Err(fields.wants("`how` to be a text")),
    };
    Ok(Some(GameEnding { winners, is_tie, how: EndReason::Said(how) }))
}

/// A seat, or a list of seats.
fn seats(context: &HookContext, value: &Value) -> mlua::Result<SeatSet> {
    let Value::Table(list) = value else {
        return Ok(SeatSet::only(seat_named(context, value)?));
    };
    let mut seats = SeatSet::default();
    for item in list.sequence_values::<Value>().take(context.plan.names.seats.len()) {
        seats.insert(seat_named(context, &item?)?);
    }
    Ok(seats)
}

/// Seats that draw with each other by a `tie`: all, unless it names some.
fn sharers(context: &HookContext, fields: &EffectFields) -> mlua::Result<SeatSet> {
    let names = &context.plan.names;
    let named = match fields.named("seat")? {
        Value::Nil => return Ok(SeatSet::first(names.seats.len())),
        named => seats(context, &named)?,
    };
    let mut teams = names.team_of.iter_enumerated().filter(|(seat, _)| named.has(*seat)).map(|(_, team)| team);
    let first = teams.next();
    if teams.all(|team| Some(team) == first) {
        return Err(fields.wants("seats of two sides or more; use `win` where one side wins"));
    }
    Ok(named)
}

fn set(context: &HookContext, name: &Value, value: Value) -> mlua::Result<Effect> {
    let index = var_named(context, name)?;
    let value = match (value, &context.vars[index]) {
        (Value::Boolean(flag), VarValue::Flag(_)) => VarValue::Flag(flag),
        (Value::Integer(n), VarValue::Int(_)) => VarValue::Int(n),
        (Value::Integer(n), VarValue::Number(_)) => VarValue::Number(n as f64),
        (Value::Number(n), VarValue::Int(_) | VarValue::Number(_)) if !n.is_finite() => {
            let name = &context.plan.vars[index].0;
            return Err(Error::runtime(format!("`{name}` is a number; it cannot become one that is not finite")));
        }
        (Value::Number(n), VarValue::Number(_)) => VarValue::Number(n),
        (Value::Number(n), VarValue::Int(old)) => {
            let name = &context.plan.vars[index].0;
            return Err(Error::runtime(format!("`{name}` started as the whole number {old}; it cannot become {n:?}")));
        }
        (Value::String(text), VarValue::Text(_)) => {
            // Invalid UTF-8 grows when converted.
            let (text, name) = (words_of(&text, MAX_VAR_LEN + 1), &context.plan.vars[index].0);
            if text.len() > MAX_VAR_LEN {
                return Err(Error::runtime(format!(
                    "`{name}` would hold more than {MAX_VAR_LEN} bytes of text, the most that a variable holds"
                )));
            }
            VarValue::Text(text)
        }
        (value, old) => {
            let name = &context.plan.vars[index].0;
            return Err(Error::runtime(format!("`{name}` started as {old}; it cannot become {}", kind_of(&value))));
        }
    };
    Ok(Effect::Set(index, value))
}

fn made(value: &Value) -> Option<Constructed> {
    Constructed::of(value.as_userdata()?)
}

/// Entries of a table in a deterministic order.
fn sorted(table: &Table) -> mlua::Result<Vec<(Value, Value)>> {
    let mut entries = table.pairs::<Value, Value>().collect::<mlua::Result<Vec<_>>>()?;
    entries.sort_by_cached_key(|(key, _)| match key {
        Value::String(name) => words_of(name, 80),
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
    fn wants(&self, what: &str) -> Error {
        Error::runtime(format!("`{}` wants {what}", self.effect))
    }

    fn table(&self) -> Option<&Table> {
        self.args.as_table()
    }

    fn named(&self, key: &str) -> mlua::Result<Value> {
        self.table().map_or(Ok(Value::Nil), |table| table.raw_get(key))
    }

    /// Named argument that is required.
    fn get(&self, key: &str) -> mlua::Result<Value> {
        match self.table() {
            Some(table) => table.raw_get(key),
            None => Err(self.wants(&format!("a table with `{key}`"))),
        }
    }

    /// Argument that may be given alone: `win "white"`.
    fn single(&self, key: &str) -> mlua::Result<Value> {
        if self.table().is_some() { self.named(key) } else { Ok(self.args.clone()) }
    }

    fn only(&self, known: &[&str]) -> mlua::Result<()> {
        let Some(table) = self.table() else {
            return Ok(());
        };
        for (key, _) in sorted(table)? {
            let Value::String(key) = &key else {
                return Err(self.wants(&format!("its values by name: {}", known.join(", "))));
            };
            let key = words_of(key, 80);
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
