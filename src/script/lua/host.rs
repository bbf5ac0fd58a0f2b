//! Host: one sandbox with a ruleset's scripts. Files are run, their options applied, their functions kept.

use std::sync::Arc;

use mlua::{Function, Value as Lua};

use super::analysis;
use super::api::{self, Declaration};
use super::library::Library;
use super::read::LuaReader;
use super::sandbox::{Sandbox, ScriptFault};
use super::tile_tables;
use crate::rules::decl::{DeclNode, DeclValue};
use crate::rules::lesson::{self, Lesson};
use crate::rules::options::{Setting, Settings};
use crate::rules::{
    BotDecl, DeclarationKind, Diagnostic, FaultKind, Manifest, ScriptKind, Source, SourcePlace, SourceProblem, bot,
};
use crate::syntax::{self, Edit, SyntaxFault};

pub struct Host {
    pub sandbox: Sandbox,
    /// Every function found in a declaration, by number.
    pub functions: Vec<Function>,
    /// How many files were run.
    runs: usize,
}

/// Script that was run, with its declaration.
pub struct Loaded {
    pub head: Manifest,
    /// Errors in its outer table.
    pub faults: Vec<Diagnostic>,
    /// Declaration of a bot.
    pub bot: Option<BotDecl>,
    /// Declaration of a lesson.
    pub lesson: Option<Lesson>,
    /// Its place in the order in which the host ran its files. Functions are numbered in this order.
    pub run: usize,
    rules: DeclNode,
    /// How many functions the host had before.
    functions_before: usize,
}

impl Loaded {
    /// The script, unless it is a variant of nothing: then there is nothing more to find out.
    pub fn with_base(self) -> Result<Loaded, Vec<Diagnostic>> {
        match &self.head.role {
            ScriptKind::Variant { base, .. } if base.is_empty() => Err(self.faults),
            _ => Ok(self),
        }
    }
}

impl Host {
    /// Host whose scripts may read the tile sets of a library.
    pub fn new(library: &Library) -> Result<Host, ScriptFault> {
        let sandbox = Sandbox::new()?;
        if let Some(limits) = library.limits() {
            sandbox.limit(limits);
        }
        api::register(&sandbox).map_err(|error| sandbox.fault(&error))?;
        tile_tables::register(&sandbox, library).map_err(|error| sandbox.fault(&error))?;
        Ok(Host { sandbox, functions: Vec::new(), runs: 0 })
    }

    /// Runs a file and parses its outer table, after a static check of its text.
    pub fn load(&mut self, source: &Arc<Source>) -> Result<Loaded, Vec<Diagnostic>> {
        let loaded = self.glance(source)?;
        Ok(self.looked_at(loaded))
    }

    /// A script that was run, after a close look at its text.
    pub fn looked_at(&self, mut loaded: Loaded) -> Loaded {
        loaded.faults.extend(self.slips(&loaded.head.source));
        loaded
    }

    /// Forgets a script that was run and is not wanted, so that it has no part in the numbers of functions.
    pub fn forget(&mut self, script: Loaded) {
        self.functions.truncate(script.functions_before);
    }

    /// Runs a file and parses its outer table. Other problems in its text are reported only if that fails.
    pub fn glance(&mut self, source: &Arc<Source>) -> Result<Loaded, Vec<Diagnostic>> {
        runs::note(&source.file);
        let (run, functions_before) = (self.runs, self.functions.len());
        self.runs += 1;
        let root = SourcePlace::root(source);
        let returned =
            self.sandbox.run(&source.file, &source.text).map_err(|fault| self.explain_failure(source, fault))?;
        let declared = returned.as_userdata().and_then(|data| data.borrow::<Declaration>().ok());
        let declared = declared.ok_or_else(|| self.explain_result(source))?;

        let mut reader = LuaReader::new(&mut self.functions);
        let node = reader.read(&declared.body, &root, "");
        let node = match node {
            Some(node) if reader.faults.is_empty() => node,
            _ => {
                let faults = std::mem::take(&mut reader.faults);
                return Err([self.slips(source), faults].concat());
            }
        };
        let loaded =
            |(head, faults), rules| Loaded { head, faults, bot: None, lesson: None, run, rules, functions_before };
        match declared.what {
            DeclarationKind::Bot => {
                let (head, bot, faults) = bot::read(&declared.name, &node, source);
                return Ok(Loaded { bot, ..loaded((head, faults), DeclNode::empty_map(root)) });
            }
            DeclarationKind::Lesson => {
                let (head, lesson, faults) = lesson::read(&declared.name, &node, source);
                return Ok(Loaded { lesson, ..loaded((head, faults), DeclNode::empty_map(root)) });
            }
            DeclarationKind::Game | DeclarationKind::Variant => {}
        }
        let is_game = declared.what == DeclarationKind::Game;
        let (head, faults) = Manifest::read(declared.what, &declared.name, &node, source);
        match node.value {
            DeclValue::Map(mut map) if map.contains_key("rules") && (is_game || map.contains_key("base")) => {
                let rules = map.remove("rules").unwrap_or_else(|| DeclNode::empty_map(root));
                Ok(loaded((head, faults), rules))
            }
            _ => Err([faults, self.slips(source)].concat()),
        }
    }

    /// Errors of a file that does not run.
    fn explain_failure(&self, source: &Arc<Source>, fault: ScriptFault) -> Vec<Diagnostic> {
        if let (FaultKind::Syntax, Some(line)) = (fault.kind, fault.line) {
            let breaks_off = |beginning: &str| self.sandbox.breaks_off(beginning);
            let broken = syntax::broken(&source.text, line, &fault.message, &breaks_off);
            let mend = self.mend(source, &broken);
            let SyntaxFault { span, message, .. } = broken;
            return vec![fault_of(source, SourceProblem { span, message, mend })];
        }
        let mut problems = self.slips(source);
        // The static check has the better message.
        let fault = told(&SourcePlace::root(source), "", fault);
        if problems.iter().all(|problem| problem.place.line() != fault.place.line()) {
            problems.push(fault);
        }
        problems
    }

    /// Errors of a file that runs and returns no declaration.
    fn explain_result(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let problems = self.slips(source);
        if !problems.is_empty() {
            return problems;
        }
        if let Some(problem) = analysis::not_returned(source) {
            return vec![fault_of(source, problem)];
        }
        let last = SourcePlace::root(source).or_line(Some(source.text.trim_end().lines().count().max(1) as u32));
        vec![Diagnostic::new(
            &last,
            "",
            "a script ends with `return game \"name\" { ... }`, `return variant \"name\" { ... }`, \
             `return bot \"name\" { ... }` or `return lesson \"name\" { ... }`",
        )]
    }

    /// Fix for a syntax error: one that leaves none, or that is clearly what was meant.
    fn mend(&self, source: &Source, broken: &SyntaxFault) -> Option<Edit> {
        let is_whole = |edit: &&Edit| self.sandbox.compiles(&Edit::all(&source.text, std::slice::from_ref(edit)));
        let whole = broken.mends.iter().find(is_whole);
        whole.or(broken.mends.first().filter(|_| broken.is_clear)).cloned()
    }

    /// Problems in a script's text.
    pub fn slips(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let found = source.slips(|| {
            let known = self.sandbox.known().unwrap_or_default();
            analysis::slips(source, &known)
        });
        found.iter().map(|slip| fault_of(source, slip.clone())).collect()
    }

    /// Rules of a script with the chosen options; `known` are all that it may read.
    pub fn rules(
        &mut self,
        script: &Loaded,
        settings: &Settings,
        known: &[String],
    ) -> Result<DeclNode, Vec<Diagnostic>> {
        let DeclValue::Function(number) = script.rules.value else {
            // Any other type was already reported.
            let is_table = matches!(script.rules.value, DeclValue::Map(_));
            return Ok(if is_table { script.rules.clone() } else { DeclNode::empty_map(script.rules.place.clone()) });
        };
        let place = &script.rules.place;
        let function = self.functions[number].clone();
        let options =
            self.options(settings, known).map_err(|error| vec![told(place, "rules", self.sandbox.fault(&error))])?;
        self.sandbox.begin_span();
        let returned: Lua = self.sandbox.call(&function, options).map_err(|fault| vec![told(place, "rules", fault)])?;
        if !returned.is_table() {
            let says = format!("the function returns a table of rules, not {}", api::kind_of(&returned));
            return Err(vec![Diagnostic::new(place, "rules", says)]);
        }
        let mut reader = LuaReader::new(&mut self.functions);
        let node = reader.read(&returned, place, "");
        match node {
            Some(node) if reader.faults.is_empty() => Ok(node),
            _ => Err(reader.faults),
        }
    }

    /// Whether a function of a script may retain its arguments after the call.
    pub fn may_keep_arguments(&self, function: &Function, source: &Source) -> bool {
        let place = self.sandbox.definition(function).filter(|(file, _)| *file == source.file);
        place.is_none_or(|(_, line)| analysis::may_keep_arguments(source, line))
    }

    /// Options as a table that rejects unknown names.
    fn options(&self, settings: &Settings, known: &[String]) -> mlua::Result<mlua::Table> {
        let lua = self.sandbox.lua();
        let table = lua.create_table()?;
        for (key, setting) in settings {
            table.raw_set(key.as_str(), to_lua(lua, setting)?)?;
        }
        let (known, paid) = (known.to_vec(), self.sandbox.meter());
        let missing = lua.create_function(move |_, (_, key): (Lua, Lua)| {
            paid.charge(known.len())?;
            let Lua::String(key) = key else { return Ok(Lua::Nil) };
            let name = key.to_string_lossy();
            // An option without a default that is not set.
            if known.contains(&name) {
                return Ok(Lua::Nil);
            }
            Err(mlua::Error::runtime(analysis::unknown_option(&name, known.iter().map(String::as_str))))
        })?;
        table.set_metatable(Some(lua.create_table_from([("__index", missing)])?))?;
        Ok(table)
    }
}

/// A whole number becomes a Lua integer, so that it prints without a decimal point.
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

/// A source problem as a diagnostic.
pub fn fault_of(source: &Arc<Source>, slip: SourceProblem) -> Diagnostic {
    Diagnostic::new(&SourcePlace::part(source, slip.span), "", slip.message).mended_by(slip.mend)
}

/// Runtime fault as a diagnostic at its own line.
fn told(place: &SourcePlace, path: &str, fault: ScriptFault) -> Diagnostic {
    let place = SourcePlace::said(&place.source, fault.line, &fault.message);
    Diagnostic { kind: fault.kind, ..Diagnostic::new(&place, path, fault.message) }
}

/// Which files were run, for tests that hold us to one run of each when a game is opened.
pub(crate) mod runs {
    #[cfg(test)]
    thread_local! {
        pub static FILES: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
    }

    pub(super) fn note(_file: &str) {
        #[cfg(test)]
        FILES.with_borrow_mut(|files| files.push(_file.to_string()));
    }
}
