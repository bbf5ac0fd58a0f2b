//! One sandbox with a ruleset's scripts in it: files are run, their options applied, their functions kept.

use std::sync::Arc;

use mlua::{Function, Value as Lua};

use super::api::{self, Declared};
use super::read::Reader;
use super::sandbox::{Sandbox, ScriptFault};
use crate::rules::decl::{Node, Value};
use crate::rules::options::{Setting, Settings};
use crate::rules::{Fault, Head, Place, Source};

pub struct Host {
    pub sandbox: Sandbox,
    /// Every function found in a declaration, by its number.
    pub functions: Vec<Function>,
}

/// A script that was run and said what it is.
pub struct Loaded {
    pub head: Head,
    rules: Node,
}

impl Host {
    pub fn new() -> Result<Host, ScriptFault> {
        let sandbox = Sandbox::new()?;
        api::register(&sandbox).map_err(|error| sandbox.fault(&error))?;
        Ok(Host { sandbox, functions: Vec::new() })
    }

    /// Runs a file and reads its outer table.
    pub fn load(&mut self, source: &Arc<Source>) -> Result<Loaded, Vec<Fault>> {
        let root = Place::root(source);
        let returned =
            self.sandbox.run(&source.file, &source.text).map_err(|fault| vec![told(&root, "", fault)])?;
        let wrong = || {
            vec![Fault::new(
                &root,
                "",
                "a script ends with `return game \"name\" { ... }` or `return variant \"name\" { ... }`",
            )]
        };
        let Lua::UserData(data) = &returned else {
            return Err(wrong());
        };
        let Ok(declared) = data.borrow::<Declared>() else {
            return Err(wrong());
        };

        let mut reader = Reader::new(&mut self.functions);
        let node = reader.read(&declared.body, &root, "");
        let mut faults = reader.faults;
        let node = match node {
            Some(node) if faults.is_empty() => node,
            _ => return Err(faults),
        };
        match Head::read(declared.is_game, &declared.name, &node, source) {
            Ok(head) => {
                let Value::Map(mut map) = node.value else {
                    return Err(wrong());
                };
                let Some(rules) = map.remove("rules") else {
                    return Err(wrong());
                };
                Ok(Loaded { head, rules })
            }
            Err(more) => {
                faults.extend(more);
                Err(faults)
            }
        }
    }

    /// The rules of a script under the chosen options.
    pub fn rules(&mut self, script: &Loaded, settings: &Settings) -> Result<Node, Vec<Fault>> {
        let Value::Function(number) = script.rules.value else {
            return Ok(script.rules.clone());
        };
        let place = &script.rules.place;
        let function = self.functions[number].clone();
        let options =
            self.options(settings).map_err(|error| vec![told(place, "rules", self.sandbox.fault(&error))])?;
        self.sandbox.begin_span();
        let returned: Lua =
            self.sandbox.call(&function, options).map_err(|fault| vec![told(place, "rules", fault)])?;
        if !returned.is_table() {
            let says = format!("the function returns a table of rules, not a {}", returned.type_name());
            return Err(vec![Fault::new(place, "rules", says)]);
        }
        let mut reader = Reader::new(&mut self.functions);
        let node = reader.read(&returned, place, "");
        match node {
            Some(node) if reader.faults.is_empty() => Ok(node),
            _ => Err(reader.faults),
        }
    }

    fn options(&self, settings: &Settings) -> mlua::Result<mlua::Table> {
        let lua = self.sandbox.lua();
        let table = lua.create_table()?;
        for (key, setting) in settings {
            table.raw_set(key.as_str(), to_lua(lua, setting)?)?;
        }
        Ok(table)
    }
}

/// A whole number reaches a script as an integer, so that it prints without a point.
fn to_lua(lua: &mlua::Lua, setting: &Setting) -> mlua::Result<Lua> {
    Ok(match setting {
        Setting::Flag(flag) => Lua::Boolean(*flag),
        Setting::Number(n) if n.fract() == 0.0 => Lua::Integer(*n as i64),
        Setting::Number(n) => Lua::Number(*n),
        Setting::Text(text) => Lua::String(lua.create_string(text)?),
        Setting::List(list) => {
            let items = list.iter().map(|item| to_lua(lua, item)).collect::<mlua::Result<Vec<_>>>()?;
            Lua::Table(lua.create_sequence_from(items)?)
        }
    })
}

/// A fault of a running script, at its own line.
fn told(place: &Place, path: &str, fault: ScriptFault) -> Fault {
    let place = Place::root(&place.source).or_line(fault.line);
    Fault::new(&place, path, fault.message)
}
