//! Loading of rules, from `tak+late-walls` and `size=6` to a plan: scripts are found, run, given their options and
//! compiled.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::analysis;
use super::hooks::LuaHooks;
use super::host::{Host, LoadedScript, problem_to_diagnostic};
use super::library::Library;
use super::loader::Loader;
use super::match_scripts::LuaMatchScripts;
use super::name_lookup::resolve_option_in_name;
use super::sandbox::{ScriptFault, without_charge};
use crate::files::FileError;
use crate::game::{Game, HookFault, Hooks, HooksFactory, StartError};
use crate::matches::LoadedScripts;
use crate::notation::NotationError;
use crate::rules::options::{OptionError, OptionSet, Settings};
use crate::rules::{
    self, Diagnostic, FaultKind, HookKind, Manifest, RuleLayer, RulePlan, RulesText, Source, SourcePlace, TestCase,
    VarValue,
};
use houserule_core::error::SetupError;
use houserule_core::mechanics::Setup;
use houserule_core::text::one_line;

/// Maximum number of stacked scripts.
pub const MAX_LAYERS: usize = 16;

/// Reference to rules: a game, then variants; each a name or the path of a Lua file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// Game and variants.
    pub parts: Vec<String>,
}

impl Reference {
    /// Reads a reference such as `tak+late-walls`.
    pub fn parse(text: &str) -> Result<Reference, LoadError> {
        // A path may contain a plus sign.
        if is_path(text) && Path::new(text).exists() {
            return Ok(Reference { parts: vec![text.to_string()] });
        }
        let parts: Vec<String> = text.split('+').map(|part| part.trim().to_string()).collect();
        if parts.iter().any(String::is_empty) {
            bail!("`{text}` contains an empty name; write game+variant+variant");
        }
        if parts.len() > MAX_LAYERS {
            bail!("`{}` stacks more than {MAX_LAYERS} scripts", parts[0]);
        }
        Ok(Reference { parts })
    }
}

/// Whether a part of a reference is the path of a file.
pub fn is_path(text: &str) -> bool {
    text.ends_with(".lua")
}

/// Error of loading rules.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// The user's request does not exist or does not apply.
    #[error("{0}")]
    Usage(String),
    /// The scripts have errors.
    #[error("{}", list_faults(.0))]
    Faults(Vec<Diagnostic>),
    /// A hook failed while a game was set up.
    #[error(transparent)]
    Script(#[from] HookFault),
}

/// Maximum number of errors reported at once.
pub const MAX_REPORTED_FAULTS: usize = 40;

fn list_faults(faults: &[Diagnostic]) -> String {
    let mut lines: Vec<String> = faults.iter().take(MAX_REPORTED_FAULTS).map(Diagnostic::to_string).collect();
    if faults.len() > MAX_REPORTED_FAULTS {
        lines.push(format!("and {} more faults", faults.len() - MAX_REPORTED_FAULTS));
    }
    lines.join("\n")
}

impl LoadError {
    /// Prefixes a usage error with its subject.
    pub fn with_subject(self, what: impl fmt::Display) -> LoadError {
        match self {
            LoadError::Usage(message) => LoadError::Usage(format!("{what}: {message}")),
            error => error,
        }
    }
}

/// Error in a name or value given by the user.
macro_rules! usage {
    ($($error:ty),*) => {$(
        impl From<$error> for LoadError {
            fn from(error: $error) -> LoadError {
                LoadError::Usage(error.to_string())
            }
        }
    )*};
}

usage!(&str, String, FileError, NotationError, OptionError, ScriptFault, SetupError);

impl From<StartError> for LoadError {
    fn from(error: StartError) -> LoadError {
        match error {
            StartError::Position(error) => error.into(),
            StartError::Script(fault) => fault.into(),
        }
    }
}

impl From<Vec<Diagnostic>> for LoadError {
    /// Sorted by file and line.
    fn from(mut faults: Vec<Diagnostic>) -> LoadError {
        faults.sort_by_cached_key(|fault| (fault.place.source.file.clone(), fault.place.line()));
        LoadError::Faults(faults)
    }
}

/// Loaded rules: the plan, and the factory of its hooks.
#[derive(Clone)]
pub struct Ruleset {
    /// Compiled rules.
    pub plan: Arc<RulePlan>,
    /// Reference by which the rules were requested.
    pub reference: String,
    /// Reference of the game below all variants.
    pub base: String,
    /// Warnings for the user: keys set twice, built-ins that were replaced.
    pub warnings: Vec<String>,
    /// Manifest of each script, base first.
    pub manifests: Vec<Manifest>,
    /// File of each script, unless it is built in.
    pub files: Vec<Option<PathBuf>>,
    /// Options of the scripts.
    pub options: OptionSet,
    ruleset_source: Arc<RulesetSource>,
}

/// Everything needed to load the same scripts again.
pub struct RulesetSource {
    layers: Vec<LayerSource>,
    plan: Arc<RulePlan>,
    library: Library,
}

/// One script of a ruleset, with its settings.
#[derive(Clone)]
struct LayerSource {
    source: Arc<Source>,
    settings: Settings,
    /// Options that it may read.
    known_options: Vec<String>,
    /// See [`LoadedScript::run_order`].
    run_order: usize,
}

impl RulesetSource {
    /// Runs the scripts again in a fresh Lua state.
    fn host(&self) -> Result<Host, HookFault> {
        let mut host = Host::new(&self.library).map_err(|fault| HookFault::new(fault.to_string()))?;
        // The same steps in the same order, so that every function has the same number.
        let mut order: Vec<usize> = (0..self.layers.len()).collect();
        order.sort_by_key(|layer| self.layers[*layer].run_order);
        let mut loaded = Vec::new();
        for layer in order {
            loaded.push((layer, host.run_script(&self.layers[layer].source)?));
        }
        loaded.sort_by_key(|(layer, _)| *layer);
        for (layer, script) in &loaded {
            let LayerSource { settings, known_options: known, .. } = &self.layers[*layer];
            host.rules(script, settings, known)?;
        }
        Ok(host)
    }

    /// Creates the plan's hooks in a fresh Lua state.
    fn hooks(&self) -> Result<Box<dyn Hooks>, HookFault> {
        Ok(Box::new(LuaHooks::new(self.host()?, &self.plan)?))
    }

    /// Returns a factory of the hooks; `None` if the plan has none.
    fn hooks_factory(self: Arc<RulesetSource>) -> Option<HooksFactory> {
        let has_hooks = !self.plan.hooks.is_empty();
        has_hooks.then(|| -> HooksFactory { Arc::new(move || without_charge(|| self.hooks())) })
    }
}

impl Ruleset {
    /// Describes the rules in words.
    pub fn rules_text(&self) -> RulesText {
        rules::rules_text(&self.plan, &self.manifests, &self.options)
    }

    /// Loads rules by their reference, with options as pairs of key and value.
    pub fn load(library: &Library, reference: &Reference, sets: &[(String, String)]) -> Result<Ruleset, LoadError> {
        match library.cache() {
            Some((cache, library)) => {
                cache.get(&reference.parts, sets, || Ruleset::load_uncached(&library, reference, sets))
            }
            None => Ruleset::load_uncached(library, reference, sets),
        }
    }

    fn load_uncached(
        library: &Library,
        reference: &Reference,
        sets: &[(String, String)],
    ) -> Result<Ruleset, LoadError> {
        let named = resolve_option_in_name(library, reference, sets)?;
        let (reference, sets) = named.as_ref().map_or((reference, sets), |(game, sets)| (game, sets));
        match Ruleset::load_strict(library, reference, sets) {
            // Rules that work with their defaults are fine: the user's settings are to blame.
            Err(LoadError::Faults(faults))
                if !sets.is_empty() && Ruleset::load_strict(library, reference, &[]).is_ok() =>
            {
                let changed_options: Vec<String> = sets.iter().map(|(key, value)| format!("{key}={value}")).collect();
                let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
                let changed_options = one_line(&changed_options.join(" "), 60);
                bail!("{changed_options} does not work: {}", messages.join("; "))
            }
            loaded => loaded,
        }
    }

    /// Loads rules and reports errors even if only the settings cause them. If a script fails because another changed
    /// its option, the other is blamed.
    pub fn load_strict(
        library: &Library,
        reference: &Reference,
        sets: &[(String, String)],
    ) -> Result<Ruleset, LoadError> {
        let library = &library.with_siblings_of(reference.parts.iter().map(String::as_str));
        let mut overrides = Vec::new();
        let faults = match Ruleset::load_without(library, reference, sets, None, &mut overrides) {
            Err(LoadError::Faults(faults)) => faults,
            loaded => return loaded,
        };
        let mut reported: Vec<Diagnostic> = Vec::new();
        let mut unblamed = faults;
        for change in &overrides {
            if unblamed.is_empty() {
                break;
            }
            // Errors that vanish without the change must be fixed there.
            let others = match Ruleset::load_without(library, reference, sets, Some(change), &mut Vec::new()) {
                // A usage error means that the setting exists only because of the change.
                Ok(_) | Err(LoadError::Usage(_)) => Vec::new(),
                Err(LoadError::Faults(faults)) => faults,
                Err(LoadError::Script(_)) => continue,
            };
            let is_unrelated = |fault: &Diagnostic| {
                let is_same_file = fault.place.same_file(&change.place);
                is_same_file || others.iter().any(|other| other.message == fault.message)
            };
            let (unrelated, blamed): (Vec<Diagnostic>, Vec<Diagnostic>) = unblamed.into_iter().partition(is_unrelated);
            unblamed = unrelated;
            reported.extend(blamed.first().map(|fault| {
                // A script's own error message suffices.
                let message = match fault.kind {
                    FaultKind::Raised => fault.message.clone(),
                    _ => format!("this setting of `{}` does not work: {fault}", change.option),
                };
                let path = format!("options.{}", change.option);
                Diagnostic { kind: fault.kind, ..Diagnostic::new(&change.place, path, message) }
            }));
        }
        reported.extend(unblamed);
        Err(reported.into())
    }

    /// Loads rules as if one script did not change an option of another, and records which do.
    fn load_without(
        library: &Library,
        reference: &Reference,
        sets: &[(String, String)],
        ignored: Option<&OptionOverride>,
        overrides: &mut Vec<OptionOverride>,
    ) -> Result<Ruleset, LoadError> {
        let mut host = Host::new(library)?;
        let (loader, game) = Loader::load(library, &mut host, reference)?;
        let Loader { mut layers, files, mut warnings, base, .. } = loader;
        overrides.extend(OptionOverride::of(&layers, game));
        if let Some(change) = ignored {
            layers[change.script].manifest.options.remove(&change.option);
        }

        let mut faults: Vec<Diagnostic> = layers.iter().flat_map(|layer| layer.faults.clone()).collect();
        let declared = layers.iter().map(|layer| (layer.manifest.name.clone(), layer.manifest.options.clone()));
        let before = faults.len();
        let options = OptionSet::new(declared, game, &mut faults);
        if faults.len() > before {
            return Err(faults.into());
        }
        let settings = options.resolve(sets)?;
        let known: Vec<Vec<String>> = (0..layers.len()).map(|script| options.visible_options(script)).collect();
        let inputs = layers.iter().zip(&settings).zip(&known);
        let rules: Vec<RuleLayer> = inputs
            .filter_map(|((script, settings), known)| evaluate(&mut host, script, settings, known, &mut faults))
            .collect();
        if rules.len() < layers.len() {
            return Err(faults.into());
        }
        let (plan, notes) = match RulePlan::compile(rules, &|name, place| library.tile_set(name, place)) {
            Ok(plan) if faults.is_empty() || library.is_lenient() => plan,
            Ok(_) => return Err(faults.into()),
            Err(more) => return Err([faults, more].concat().into()),
        };
        warnings.extend(notes);
        let tiles = plan.mechanic.tile_set().and_then(|set| library.shadow_of_tiles(&set.name));
        warnings.extend(tiles.map(|file| format!("using {file} instead of the built-in tile set of the same name")));
        let plan = Arc::new(plan);
        let inputs = layers.iter().zip(settings).zip(known);
        let sources = inputs.map(|((layer, settings), known)| LayerSource {
            source: layer.manifest.source.clone(),
            settings,
            known_options: known,
            run_order: layer.run_order,
        });
        let sources = sources.collect();
        let manifests: Vec<Manifest> = layers.into_iter().map(|layer| layer.manifest).collect();
        let ruleset_source = Arc::new(RulesetSource { layers: sources, plan: plan.clone(), library: library.clone() });
        let reference = reference.parts.join("+");
        Ok(Ruleset { plan, reference, base, warnings, manifests, files, options, ruleset_source })
    }

    /// Returns the rules without some hooks.
    pub fn without_hooks(&self, removed: &[(HookKind, String)]) -> Ruleset {
        let plan = Arc::new(self.plan.without_hooks(removed));
        let RulesetSource { layers, library, .. } = &*self.ruleset_source;
        let ruleset_source = RulesetSource { layers: layers.clone(), plan: plan.clone(), library: library.clone() };
        Ruleset { plan, ruleset_source: Arc::new(ruleset_source), ..self.clone() }
    }

    /// Functions of a match in a fresh Lua state; `None` if the rules of the match have none.
    pub fn match_scripts(&self) -> Result<LoadedScripts, HookFault> {
        if self.plan.match_rules.functions.is_empty() {
            return Ok(None);
        }
        let host = without_charge(|| self.ruleset_source.host())?;
        Ok(Some(Box::new(LuaMatchScripts::new(host, &self.plan)?)))
    }

    /// Library of the scripts.
    pub(super) fn library(&self) -> &Library {
        &self.ruleset_source.library
    }

    /// Lists the files of these rules: scripts and the tile set, unless they are built in.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        let set = self.plan.mechanic.tile_set();
        let tiles = set.and_then(|set| self.ruleset_source.library.tile_path(&set.name));
        self.files.iter().flatten().cloned().chain(tiles).collect()
    }

    /// Returns the tests of the topmost script, if it is loaded without further variants.
    pub fn own_tests(&self) -> &[TestCase] {
        let manifest = self.manifests.last().filter(|_| self.is_standalone());
        manifest.map_or(&[], |manifest| &manifest.tests)
    }

    /// Whether the topmost script is based only on what it declares itself.
    pub fn is_standalone(&self) -> bool {
        let Some(manifest) = self.manifests.last() else { return false };
        is_path(&self.reference) && Path::new(&self.reference).exists() || manifest.reference() == self.reference
    }

    /// Starts a game under these rules; the seed determines the deal.
    pub fn game(&self, setup: Option<&Setup>, seed: u64) -> Result<Game, LoadError> {
        Ok(Game::new(
            self.plan.clone(),
            self.ruleset_source.clone().hooks_factory(),
            setup.map(|setup| (setup, None)),
            seed,
        )?)
    }

    /// Starts a game at a position, with the given script variables.
    pub fn game_at(&self, setup: &Setup, vars: Option<Vec<VarValue>>, seed: u64) -> Result<Game, LoadError> {
        Ok(Game::new(self.plan.clone(), self.ruleset_source.clone().hooks_factory(), Some((setup, vars)), seed)?)
    }
}

/// Change of an option by a script based on its owner.
struct OptionOverride {
    script: usize,
    option: String,
    place: SourcePlace,
}

impl OptionOverride {
    /// Lists the changes in a stack of scripts; `game` is the number of scripts that make up the game below all
    /// variants.
    fn of(layers: &[LoadedScript], game: usize) -> Vec<OptionOverride> {
        let mut overrides = Vec::new();
        for (script, layer) in layers.iter().enumerate() {
            let below = &layers[..script.min(game)];
            for (option, decl) in &layer.manifest.options {
                if below.iter().any(|layer| layer.manifest.options.contains_key(option)) {
                    overrides.push(OptionOverride { script, option: option.clone(), place: decl.place.clone() });
                }
            }
        }
        overrides
    }
}

/// Evaluates the rules of a script with the chosen options, or adds its errors; `known` are all options that it may
/// read.
fn evaluate(
    host: &mut Host,
    script: &LoadedScript,
    settings: &Settings,
    known: &[String],
    faults: &mut Vec<Diagnostic>,
) -> Option<RuleLayer> {
    let source = &script.manifest.source;
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    faults.extend(
        analysis::unknown_options(source, &names).into_iter().map(|problem| problem_to_diagnostic(source, problem)),
    );
    match host.rules(script, settings, known) {
        Ok(rules) => Some(RuleLayer { manifest: script.manifest.clone(), rules, settings: settings.clone() }),
        Err(mut more) => {
            // Errors found by the static check are not reported twice.
            let line = |fault: &Diagnostic| (fault.place.source.file.clone(), fault.place.line());
            more.retain(|fault| !faults.iter().any(|reported| line(reported) == line(fault)));
            faults.extend(more);
            None
        }
    }
}
