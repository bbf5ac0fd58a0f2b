//! One sandbox with a ruleset's scripts in it: files are run, their options applied, their functions kept.

use std::sync::Arc;

use mlua::{Function, Value as Lua};

use super::api::{self, Declared, Declares};
use super::library::Library;
use super::read::Reader;
use super::sandbox::{Sandbox, ScriptFault};
use super::tile_tables;
use crate::rules::decl::{Node, Value};
use crate::rules::lesson::{self, Lesson};
use crate::rules::options::{Setting, Settings};
use crate::rules::{Fault, Head, MindDecl, Place, Source, mind};

pub struct Host {
    pub sandbox: Sandbox,
    /// Every function found in a declaration, by its number.
    pub functions: Vec<Function>,
}

/// A script that was run and said what it is.
pub struct Loaded {
    pub head: Head,
    /// What is wrong with its outer table.
    pub faults: Vec<Fault>,
    /// How it plays, where it is a bot.
    pub mind: Option<MindDecl>,
    /// What it teaches, where it is a lesson.
    pub lesson: Option<Lesson>,
    rules: Node,
}

impl Host {
    /// A host whose scripts may ask about the tile sets of a library.
    pub fn new(library: &Library) -> Result<Host, ScriptFault> {
        let sandbox = Sandbox::new()?;
        if library.is_hurried() {
            sandbox.hurry();
        }
        api::register(&sandbox).map_err(|error| sandbox.fault(&error))?;
        tile_tables::register(&sandbox, library).map_err(|error| sandbox.fault(&error))?;
        Ok(Host { sandbox, functions: Vec::new() })
    }

    /// Runs a file and reads its outer table.
    pub fn load(&mut self, source: &Arc<Source>) -> Result<Loaded, Vec<Fault>> {
        let root = Place::root(source);
        let returned =
            self.sandbox.run(&source.file, &source.text).map_err(|fault| vec![told(&root, "", fault)])?;
        let wrong = || {
            let last =
                Place::root(source).or_line(Some(source.text.trim_end().lines().count().max(1) as u32));
            vec![Fault::new(
                &last,
                "",
                "a script ends with `return game \"name\" { ... }`, `return variant \"name\" { ... }`, \
                 `return bot \"name\" { ... }` or `return lesson \"name\" { ... }`",
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
        let node = match node {
            Some(node) if reader.faults.is_empty() => node,
            _ => return Err(reader.faults),
        };
        if declared.what == Declares::Bot {
            let (head, mind, faults) = mind::read(&declared.name, &node, source);
            return Ok(Loaded { head, faults, rules: Node::empty_map(root), mind, lesson: None });
        }
        if declared.what == Declares::Lesson {
            let (head, lesson, faults) = lesson::read(&declared.name, &node, source);
            return Ok(Loaded { head, faults, rules: Node::empty_map(root), mind: None, lesson });
        }
        let is_game = declared.what == Declares::Game;
        let (head, faults) = Head::read(is_game, &declared.name, &node, source);
        match node.value {
            Value::Map(mut map) if map.contains_key("rules") && (is_game || map.contains_key("base")) => {
                let rules = map.remove("rules").unwrap_or_else(|| Node::empty_map(root));
                Ok(Loaded { head, faults, rules, mind: None, lesson: None })
            }
            _ => Err(faults),
        }
    }

    /// The rules of a script under the chosen options.
    pub fn rules(&mut self, script: &Loaded, settings: &Settings) -> Result<Node, Vec<Fault>> {
        let Value::Function(number) = script.rules.value else {
            // Anything but a table is among the script's faults already.
            let is_table = matches!(script.rules.value, Value::Map(_));
            return Ok(if is_table {
                script.rules.clone()
            } else {
                Node::empty_map(script.rules.place.clone())
            });
        };
        let place = &script.rules.place;
        let function = self.functions[number].clone();
        let options =
            self.options(settings).map_err(|error| vec![told(place, "rules", self.sandbox.fault(&error))])?;
        self.sandbox.begin_span();
        let returned: Lua =
            self.sandbox.call(&function, options).map_err(|fault| vec![told(place, "rules", fault)])?;
        if !returned.is_table() {
            let says = format!("the function returns a table of rules, not {}", api::kind_of(&returned));
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
