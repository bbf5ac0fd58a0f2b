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
    /// Number of files run so far.
    run_count: usize,
}

/// Script that was run, with its declaration.
pub struct LoadedScript {
    pub manifest: Manifest,
    /// Errors in its outer table.
    pub faults: Vec<Diagnostic>,
    /// Declaration of a bot.
    pub bot: Option<BotDecl>,
    /// Declaration of a lesson.
    pub lesson: Option<Lesson>,
    /// Index among the files that the host has run. Functions are numbered in this order.
    pub run_order: usize,
    rules: DeclNode,
    /// Number of functions in the host before it ran.
    functions_before: usize,
}

impl LoadedScript {
    /// Returns the script, or its errors if it is a variant without a base.
    pub fn with_base(self) -> Result<LoadedScript, Vec<Diagnostic>> {
        match &self.manifest.kind {
            ScriptKind::Variant { base, .. } if base.is_empty() => Err(self.faults),
            _ => Ok(self),
        }
    }
}

impl Host {
    /// Creates a host whose scripts may read the tile sets of a library.
    pub fn new(library: &Library) -> Result<Host, ScriptFault> {
        let sandbox = Sandbox::new()?;
        if let Some(limits) = library.limits() {
            sandbox.set_limits(limits);
        }
        api::register(&sandbox).map_err(|error| sandbox.fault(&error))?;
        tile_tables::register(&sandbox, library).map_err(|error| sandbox.fault(&error))?;
        Ok(Host { sandbox, functions: Vec::new(), run_count: 0 })
    }

    /// Runs a file and parses its outer table, after a static check of its text.
    pub fn load(&mut self, source: &Arc<Source>) -> Result<LoadedScript, Vec<Diagnostic>> {
        let loaded = self.run_script(source)?;
        Ok(self.analyse(loaded))
    }

    /// Adds the problems that the static check finds in the text.
    pub fn analyse(&self, mut loaded: LoadedScript) -> LoadedScript {
        loaded.faults.extend(self.problems(&loaded.manifest.source));
        loaded
    }

    /// Removes the functions of a script that is not used, so that they do not affect the numbering.
    pub fn discard(&mut self, script: LoadedScript) {
        self.functions.truncate(script.functions_before);
    }

    /// Runs a file and parses its outer table. Other problems in its text are reported only if that fails.
    pub fn run_script(&mut self, source: &Arc<Source>) -> Result<LoadedScript, Vec<Diagnostic>> {
        runs::record(&source.file);
        let (run_order, functions_before) = (self.run_count, self.functions.len());
        self.run_count += 1;
        let root = SourcePlace::root(source);
        let returned =
            self.sandbox.run(&source.file, &source.text).map_err(|fault| self.explain_failure(source, fault))?;
        let declaration = returned.as_userdata().and_then(|data| data.borrow::<Declaration>().ok());
        let declaration = declaration.ok_or_else(|| self.explain_result(source))?;

        let mut reader = LuaReader::new(&mut self.functions);
        let node = reader.read(&declaration.body, &root, "");
        let node = match node {
            Some(node) if reader.faults.is_empty() => node,
            _ => {
                let faults = std::mem::take(&mut reader.faults);
                return Err([self.problems(source), faults].concat());
            }
        };
        let loaded = |(manifest, faults), rules| LoadedScript {
            manifest,
            faults,
            bot: None,
            lesson: None,
            run_order,
            rules,
            functions_before,
        };
        match declaration.kind {
            DeclarationKind::Bot => {
                let (manifest, bot, faults) = bot::read(&declaration.name, &node, source);
                return Ok(LoadedScript { bot, ..loaded((manifest, faults), DeclNode::empty_map(root)) });
            }
            DeclarationKind::Lesson => {
                let (manifest, lesson, faults) = lesson::read(&declaration.name, &node, source);
                return Ok(LoadedScript { lesson, ..loaded((manifest, faults), DeclNode::empty_map(root)) });
            }
            DeclarationKind::Game | DeclarationKind::Variant => {}
        }
        let is_game = declaration.kind == DeclarationKind::Game;
        let (manifest, faults) = Manifest::read(declaration.kind, &declaration.name, &node, source);
        match node.value {
            DeclValue::Map(mut map) if map.contains_key("rules") && (is_game || map.contains_key("base")) => {
                let rules = map.remove("rules").unwrap_or_else(|| DeclNode::empty_map(root));
                Ok(loaded((manifest, faults), rules))
            }
            _ => Err([faults, self.problems(source)].concat()),
        }
    }

    /// Explains why a file does not run.
    fn explain_failure(&self, source: &Arc<Source>, fault: ScriptFault) -> Vec<Diagnostic> {
        if let (FaultKind::Syntax, Some(line)) = (fault.kind, fault.line) {
            let is_incomplete = |prefix: &str| self.sandbox.is_incomplete(prefix);
            let syntax_fault = syntax::explain_syntax_error(&source.text, line, &fault.message, &is_incomplete);
            let fix = self.best_fix(source, &syntax_fault);
            let SyntaxFault { span, message, .. } = syntax_fault;
            return vec![problem_to_diagnostic(source, SourceProblem { span, message, fix })];
        }
        let mut problems = self.problems(source);
        // The static check has the better message.
        let fault = fault_to_diagnostic(&SourcePlace::root(source), "", fault);
        if problems.iter().all(|problem| problem.place.line() != fault.place.line()) {
            problems.push(fault);
        }
        problems
    }

    /// Explains why a file runs but returns no declaration.
    fn explain_result(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let problems = self.problems(source);
        if !problems.is_empty() {
            return problems;
        }
        if let Some(problem) = analysis::explain_missing_declaration(source) {
            return vec![problem_to_diagnostic(source, problem)];
        }
        let last = SourcePlace::root(source).or_line(Some(source.text.trim_end().lines().count().max(1) as u32));
        vec![Diagnostic::new(
            &last,
            "",
            "a script must end with `return game \"name\" { ... }`, `return variant \"name\" { ... }`, \
             `return bot \"name\" { ... }` or `return lesson \"name\" { ... }`",
        )]
    }

    /// Selects the fix for a syntax error: one that makes the text compile, otherwise a certain one.
    fn best_fix(&self, source: &Source, fault: &SyntaxFault) -> Option<Edit> {
        let compiles = |edit: &&Edit| self.sandbox.compiles(&Edit::apply_all(&source.text, std::slice::from_ref(edit)));
        let compiling = fault.fixes.iter().find(compiles);
        compiling.or(fault.fixes.first().filter(|_| fault.is_certain)).cloned()
    }

    /// Returns the problems that the static check finds in a script's text.
    pub fn problems(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let problems = source.problems(|| {
            let known = self.sandbox.known_names().unwrap_or_default();
            analysis::problems(source, &known)
        });
        problems.iter().map(|problem| problem_to_diagnostic(source, problem.clone())).collect()
    }

    /// Evaluates the rules of a script with the chosen options; `known` are all that it may read.
    pub fn rules(
        &mut self,
        script: &LoadedScript,
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
        let options = self
            .options(settings, known)
            .map_err(|error| vec![fault_to_diagnostic(place, "rules", self.sandbox.fault(&error))])?;
        self.sandbox.begin_span();
        let returned: Lua =
            self.sandbox.call(&function, options).map_err(|fault| vec![fault_to_diagnostic(place, "rules", fault)])?;
        if !returned.is_table() {
            let message = format!("the function must return a table of rules, not {}", api::describe_type(&returned));
            return Err(vec![Diagnostic::new(place, "rules", message)]);
        }
        let mut reader = LuaReader::new(&mut self.functions);
        let node = reader.read(&returned, place, "");
        match node {
            Some(node) if reader.faults.is_empty() => Ok(node),
            _ => Err(reader.faults),
        }
    }

    /// Whether a function of a script may retain its arguments after the call.
    pub fn may_retain_arguments(&self, function: &Function, source: &Source) -> bool {
        let place = self.sandbox.definition(function).filter(|(file, _)| *file == source.file);
        place.is_none_or(|(_, line)| analysis::may_retain_arguments(source, line))
    }

    /// Makes a table of options that rejects unknown names.
    fn options(&self, settings: &Settings, known: &[String]) -> mlua::Result<mlua::Table> {
        let lua = self.sandbox.lua();
        let table = lua.create_table()?;
        for (key, setting) in settings {
            table.raw_set(key.as_str(), to_lua(lua, setting)?)?;
        }
        let (known, meter) = (known.to_vec(), self.sandbox.meter());
        let on_missing = lua.create_function(move |_, (_, key): (Lua, Lua)| {
            meter.charge(known.len())?;
            let Lua::String(key) = key else { return Ok(Lua::Nil) };
            let name = key.to_string_lossy();
            // An option without a default that is not set.
            if known.contains(&name) {
                return Ok(Lua::Nil);
            }
            Err(mlua::Error::runtime(analysis::unknown_option(&name, known.iter().map(String::as_str))))
        })?;
        table.set_metatable(Some(lua.create_table_from([("__index", on_missing)])?))?;
        Ok(table)
    }
}

/// Converts a setting. A whole number becomes a Lua integer, so that it prints without a decimal point.
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

/// Converts a source problem to a diagnostic.
pub fn problem_to_diagnostic(source: &Arc<Source>, problem: SourceProblem) -> Diagnostic {
    Diagnostic::new(&SourcePlace::part(source, problem.span), "", problem.message).with_fix(problem.fix)
}

/// Converts a runtime fault to a diagnostic at its own line.
fn fault_to_diagnostic(place: &SourcePlace, path: &str, fault: ScriptFault) -> Diagnostic {
    let place = SourcePlace::from_message(&place.source, fault.line, &fault.message);
    Diagnostic { kind: fault.kind, ..Diagnostic::new(&place, path, fault.message) }
}

/// Record of the files that were run: tests check that opening a game runs each once.
pub(crate) mod runs {
    #[cfg(test)]
    thread_local! {
        pub static FILES: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
    }

    pub(super) fn record(_file: &str) {
        #[cfg(test)]
        FILES.with_borrow_mut(|files| files.push(_file.to_string()));
    }
}
