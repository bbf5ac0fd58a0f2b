//! Loading of rules, from `tak+late-walls` and `size=6` to a plan: scripts are found, run, given their options and
//! compiled.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::analysis;
use super::hooks::LuaHooks;
use super::host::{Host, Loaded, fault_of};
use super::library::{Library, ScriptFile, ScriptOrigin};
use super::name_lookup::{Found, find, named_value, open};
use super::sandbox::{ScriptFault, unpaid};
use crate::files::{DisplayPath, FileError};
use crate::game::{Game, HookFault, Hooks, HooksFactory, StartError};
use crate::notation::NotationError;
use crate::rules::options::{OptionError, OptionSet, Settings};
use crate::rules::{
    self, Diagnostic, FaultKind, HookKind, Manifest, RuleLayer, RulePlan, RulesText, ScriptKind, Source, SourcePlace,
    TestCase, VarValue,
};
use houserule_core::error::SetupError;
use houserule_core::mechanics::Setup;
use houserule_core::text::{nearest, one_line};

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
        // A path may hold a plus sign.
        if is_path(text) && Path::new(text).exists() {
            return Ok(Reference { parts: vec![text.to_string()] });
        }
        let parts: Vec<String> = text.split('+').map(|part| part.trim().to_string()).collect();
        if parts.iter().any(String::is_empty) {
            bail!("`{text}` has an empty name in it; write game+variant+variant");
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

/// Why rules could not be loaded.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// What the user asked for does not exist or does not apply.
    #[error("{0}")]
    Usage(String),
    /// The scripts have errors.
    #[error("{}", listed(.0))]
    Faults(Vec<Diagnostic>),
    /// A hook failed while a game was set up.
    #[error(transparent)]
    Script(#[from] HookFault),
}

/// Maximum number of errors reported at once.
pub const MAX_REPORTED_FAULTS: usize = 40;

fn listed(faults: &[Diagnostic]) -> String {
    let mut lines: Vec<String> = faults.iter().take(MAX_REPORTED_FAULTS).map(Diagnostic::to_string).collect();
    if faults.len() > MAX_REPORTED_FAULTS {
        lines.push(format!("and {} faults more", faults.len() - MAX_REPORTED_FAULTS));
    }
    lines.join("\n")
}

impl LoadError {
    /// The same with what it is about in front, if what was asked for does not fit.
    pub fn about(self, what: impl fmt::Display) -> LoadError {
        match self {
            LoadError::Usage(says) => LoadError::Usage(format!("{what}: {says}")),
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
    pub heads: Vec<Manifest>,
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
    /// The options it may ask for.
    known: Vec<String>,
    /// See [`Loaded::run`].
    run: usize,
}

impl RulesetSource {
    /// The plan's hooks in a fresh Lua state.
    fn hooks(&self) -> Result<Box<dyn Hooks>, HookFault> {
        let mut host = Host::new(&self.library).map_err(|fault| HookFault::new(fault.to_string()))?;
        // The same steps in the same order, so that every function has the same number.
        let mut order: Vec<usize> = (0..self.layers.len()).collect();
        order.sort_by_key(|layer| self.layers[*layer].run);
        let mut loaded = Vec::new();
        for layer in order {
            loaded.push((layer, host.glance(&self.layers[layer].source)?));
        }
        loaded.sort_by_key(|(layer, _)| *layer);
        for (layer, script) in &loaded {
            let LayerSource { settings, known, .. } = &self.layers[*layer];
            host.rules(script, settings, known)?;
        }
        Ok(Box::new(LuaHooks::new(host, &self.plan)?))
    }

    /// Factory of the hooks; `None` if the plan has none.
    fn maker(self: Arc<RulesetSource>) -> Option<HooksFactory> {
        let has_hooks = !self.plan.hooks.is_empty();
        has_hooks.then(|| -> HooksFactory { Arc::new(move || unpaid(|| self.hooks())) })
    }
}

impl Ruleset {
    /// The rules in words.
    pub fn words(&self) -> RulesText {
        rules::words(&self.plan, &self.heads, &self.options)
    }

    /// Loads rules by their reference, with options as pairs of key and value.
    pub fn load(library: &Library, reference: &Reference, sets: &[(String, String)]) -> Result<Ruleset, LoadError> {
        match library.kept() {
            Some((kept, library)) => kept.get(&reference.parts, sets, || Ruleset::load_anew(&library, reference, sets)),
            None => Ruleset::load_anew(library, reference, sets),
        }
    }

    fn load_anew(library: &Library, reference: &Reference, sets: &[(String, String)]) -> Result<Ruleset, LoadError> {
        let named = named_value(library, reference, sets)?;
        let (reference, sets) = named.as_ref().map_or((reference, sets), |(game, sets)| (game, sets));
        match Ruleset::load_as_set(library, reference, sets) {
            // Rules that work with their defaults are not at fault for the user's settings.
            Err(LoadError::Faults(faults))
                if !sets.is_empty() && Ruleset::load_as_set(library, reference, &[]).is_ok() =>
            {
                let given: Vec<String> = sets.iter().map(|(key, value)| format!("{key}={value}")).collect();
                let says: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
                let given = one_line(&given.join(" "), 60);
                bail!("{given} does not work: {}", says.join("; "))
            }
            loaded => loaded,
        }
    }

    /// Loads rules and reports errors even if only the settings cause them. If a script fails because another changed
    /// its option, that one is blamed.
    pub fn load_as_set(
        library: &Library,
        reference: &Reference,
        sets: &[(String, String)],
    ) -> Result<Ruleset, LoadError> {
        let library = &library.beside(reference.parts.iter().map(String::as_str));
        let mut overlaid = Vec::new();
        let faults = match Ruleset::load_without(library, reference, sets, None, &mut overlaid) {
            Err(LoadError::Faults(faults)) => faults,
            loaded => return loaded,
        };
        let mut told: Vec<Diagnostic> = Vec::new();
        let mut unblamed = faults;
        for over in &overlaid {
            if unblamed.is_empty() {
                break;
            }
            // Errors that vanish without the changed option are to be fixed there.
            let others = match Ruleset::load_without(library, reference, sets, Some(over), &mut Vec::new()) {
                // A value that can only be set because of it is also its own.
                Ok(_) | Err(LoadError::Usage(_)) => Vec::new(),
                Err(LoadError::Faults(faults)) => faults,
                Err(LoadError::Script(_)) => continue,
            };
            let is_of_another = |fault: &Diagnostic| {
                let is_told = fault.place.same_file(&over.place);
                is_told || others.iter().any(|other| other.message == fault.message)
            };
            let (left, blamed): (Vec<Diagnostic>, Vec<Diagnostic>) = unblamed.into_iter().partition(is_of_another);
            unblamed = left;
            told.extend(blamed.first().map(|fault| {
                // A script's own error message suffices.
                let says = match fault.kind {
                    FaultKind::Refusal => fault.message.clone(),
                    _ => format!("what is said here about `{}` does not work: {fault}", over.option),
                };
                let path = format!("options.{}", over.option);
                Diagnostic { kind: fault.kind, ..Diagnostic::new(&over.place, path, says) }
            }));
        }
        told.extend(unblamed);
        Err(told.into())
    }

    /// Loads rules as if one script did not change an option of another, and notes which do.
    fn load_without(
        library: &Library,
        reference: &Reference,
        sets: &[(String, String)],
        without: Option<&OptionOverride>,
        overlaid: &mut Vec<OptionOverride>,
    ) -> Result<Ruleset, LoadError> {
        let mut host = Host::new(library)?;
        let (loader, game) = Loader::load(library, &mut host, reference)?;
        let Loader { mut layers, files, mut warnings, base, .. } = loader;
        overlaid.extend(OptionOverride::of(&layers, game));
        if let Some(over) = without {
            layers[over.script].head.options.remove(&over.option);
        }

        let mut faults: Vec<Diagnostic> = layers.iter().flat_map(|layer| layer.faults.clone()).collect();
        let declared = layers.iter().map(|layer| (layer.head.name.clone(), layer.head.options.clone()));
        let before = faults.len();
        let options = OptionSet::new(declared, game, &mut faults);
        if faults.len() > before {
            return Err(faults.into());
        }
        let settings = options.resolve(sets)?;
        let known: Vec<Vec<String>> = (0..layers.len()).map(|script| options.known(script)).collect();
        let given = layers.iter().zip(&settings).zip(&known);
        let rules: Vec<RuleLayer> = given
            .filter_map(|((script, settings), known)| evaluate(&mut host, script, settings, known, &mut faults))
            .collect();
        if rules.len() < layers.len() {
            return Err(faults.into());
        }
        let (plan, notes) = match RulePlan::compile(rules, &|name, place| library.tile_set(name, place)) {
            Ok(plan) if faults.is_empty() || library.is_sparing() => plan,
            Ok(_) => return Err(faults.into()),
            Err(more) => return Err([faults, more].concat().into()),
        };
        warnings.extend(notes);
        let tiles = plan.mechanic.tile_set().and_then(|set| library.shadow_of_tiles(&set.name));
        warnings.extend(tiles.map(|file| format!("{file} is used in place of the built-in tile set of that name")));
        let plan = Arc::new(plan);
        let given = layers.iter().zip(settings).zip(known);
        let sources = given.map(|((layer, settings), known)| LayerSource {
            source: layer.head.source.clone(),
            settings,
            known,
            run: layer.run,
        });
        let sources = sources.collect();
        let heads: Vec<Manifest> = layers.into_iter().map(|layer| layer.head).collect();
        let ruleset_source = Arc::new(RulesetSource { layers: sources, plan: plan.clone(), library: library.clone() });
        let reference = reference.parts.join("+");
        Ok(Ruleset { plan, reference, base, warnings, heads, files, options, ruleset_source })
    }

    /// The rules without some hooks.
    pub fn without_hooks(&self, gone: &[(HookKind, String)]) -> Ruleset {
        let plan = Arc::new(self.plan.without_hooks(gone));
        let RulesetSource { layers, library, .. } = &*self.ruleset_source;
        let ruleset_source = RulesetSource { layers: layers.clone(), plan: plan.clone(), library: library.clone() };
        Ruleset { plan, ruleset_source: Arc::new(ruleset_source), ..self.clone() }
    }

    /// Library of the scripts.
    pub(super) fn library(&self) -> &Library {
        &self.ruleset_source.library
    }

    /// Files of these rules: scripts and the tile set, unless they are built in.
    pub fn watched(&self) -> Vec<PathBuf> {
        let set = self.plan.mechanic.tile_set();
        let tiles = set.and_then(|set| self.ruleset_source.library.tile_path(&set.name));
        self.files.iter().flatten().cloned().chain(tiles).collect()
    }

    /// Tests of the topmost script, if it is loaded without further variants.
    pub fn own_tests(&self) -> &[TestCase] {
        let head = self.heads.last().filter(|_| self.is_alone());
        head.map_or(&[], |head| &head.tests)
    }

    /// Whether the topmost script is based only on what it declares itself.
    pub fn is_alone(&self) -> bool {
        let Some(head) = self.heads.last() else { return false };
        is_path(&self.reference) && Path::new(&self.reference).exists() || head.reference() == self.reference
    }

    /// New game under these rules; the seed determines the deal.
    pub fn game(&self, setup: Option<&Setup>, seed: u64) -> Result<Game, LoadError> {
        Ok(Game::new(self.plan.clone(), self.ruleset_source.clone().maker(), setup.map(|setup| (setup, None)), seed)?)
    }

    /// Game at a position, with the given script variables.
    pub fn game_at(&self, setup: &Setup, vars: Option<Vec<VarValue>>, seed: u64) -> Result<Game, LoadError> {
        Ok(Game::new(self.plan.clone(), self.ruleset_source.clone().maker(), Some((setup, vars)), seed)?)
    }
}

/// Change of an option by a script based on its owner.
struct OptionOverride {
    script: usize,
    option: String,
    place: SourcePlace,
}

impl OptionOverride {
    /// Changes in a stack of scripts; `game` is the number of scripts that make up the game below all variants.
    fn of(layers: &[Loaded], game: usize) -> Vec<OptionOverride> {
        let mut overlaid = Vec::new();
        for (script, layer) in layers.iter().enumerate() {
            let below = &layers[..script.min(game)];
            for (option, decl) in &layer.head.options {
                if below.iter().any(|layer| layer.head.options.contains_key(option)) {
                    overlaid.push(OptionOverride { script, option: option.clone(), place: decl.place.clone() });
                }
            }
        }
        overlaid
    }
}

fn is_lesson(name: &str) -> LoadError {
    LoadError::Usage(format!("`{name}` is a lesson, not a game; `houserule lesson {name}` begins it"))
}

fn is_bot(name: &str) -> LoadError {
    LoadError::Usage(format!("`{name}` is a bot, which plays; name a game, and the bot as in --seats human,{name}"))
}

/// Finds scripts and runs them in one host.
struct Loader<'a> {
    library: &'a Library,
    host: &'a mut Host,
    layers: Vec<Loaded>,
    files: Vec<Option<PathBuf>>,
    warnings: Vec<String>,
    /// Reference of the game below all variants.
    base: String,
}

/// Rules of a script with the chosen options, or `None` and its errors; `known` are all options that it may read.
fn evaluate(
    host: &mut Host,
    script: &Loaded,
    settings: &Settings,
    known: &[String],
    faults: &mut Vec<Diagnostic>,
) -> Option<RuleLayer> {
    let source = &script.head.source;
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    faults.extend(analysis::unknown_options(source, &names).into_iter().map(|problem| fault_of(source, problem)));
    match host.rules(script, settings, known) {
        Ok(rules) => Some(RuleLayer { head: script.head.clone(), rules, settings: settings.clone() }),
        Err(mut more) => {
            // Errors found by the static check are not reported twice.
            let line = |fault: &Diagnostic| (fault.place.source.file.clone(), fault.place.line());
            more.retain(|fault| !faults.iter().any(|reported| line(reported) == line(fault)));
            faults.extend(more);
            None
        }
    }
}

impl<'a> Loader<'a> {
    /// Loads the scripts of a reference, and counts those that make up the game below its variants.
    fn load(library: &'a Library, host: &'a mut Host, reference: &Reference) -> Result<(Loader<'a>, usize), LoadError> {
        let (layers, files, warnings, base) = (Vec::new(), Vec::new(), Vec::new(), String::new());
        let mut loader = Loader { library, host, layers, files, warnings, base };
        let (first, variants) = reference.parts.split_first().ok_or("no game named")?;
        loader.game(first, &mut Vec::new())?;
        let game = loader.layers.len();
        variants.iter().try_for_each(|name| loader.variant(name))?;
        Ok((loader, game))
    }

    /// Loads the game called `name`. A variant's file also loads its base; `above` are the variants based on this one.
    fn game(&mut self, name: &str, above: &mut Vec<String>) -> Result<(), LoadError> {
        let is_game = |head: &Manifest| head.name == name && head.is_game();
        let (script, loaded) = match is_path(name) {
            true => self.at_path(name)?,
            false => match self.find(name, is_game)? {
                Some(found) => found,
                None => self.find_hyphened(name).ok_or_else(|| self.unknown_game(name, above))?,
            },
        };
        let head = &loaded.head;
        match &head.role {
            ScriptKind::Bot => return Err(is_bot(name)),
            ScriptKind::Lesson { .. } => return Err(is_lesson(name)),
            ScriptKind::Game => self.base = name.to_string(),
            ScriptKind::Variant { base, .. } => {
                above.push(head.name.clone());
                let at =
                    |says: String| vec![Diagnostic::new(&SourcePlace::root(&script.source).key("base"), "base", says)];
                if above.contains(base) || above.len() >= MAX_LAYERS {
                    let circle = above.join("`, which rests on `");
                    return Err(at(format!("`{base}` rests on itself: `{circle}`")).into());
                }
                self.game(base, above).map_err(|error| match error {
                    LoadError::Usage(says) => {
                        let heads = self.library.heads();
                        let near = nearest(base, heads.games().map(|head| head.name.as_str()));
                        let base = SourcePlace::root(&script.source).key("base");
                        let mend = near.and_then(|near| base.rewritten(format!("\"{near}\"")));
                        let fault = Diagnostic::new(&base, "base", says).mended_by(mend);
                        LoadError::Faults(self.host.slips(&script.source).into_iter().chain([fault]).collect())
                    }
                    error => error,
                })?;
            }
        }
        self.take(script, loaded);
        Ok(())
    }

    /// Loads a variant of the game that is already loaded.
    fn variant(&mut self, name: &str) -> Result<(), LoadError> {
        let bases: Vec<String> = self.layers.iter().map(|layer| layer.head.name.clone()).collect();
        let fits = |head: &Manifest| matches!(&head.role, ScriptKind::Variant { base, .. } if bases.contains(base));
        let (script, loaded) = if is_path(name) {
            self.at_path(name)?
        } else {
            let short = bases.iter().find_map(|base| name.strip_prefix(&format!("{base}-")));
            let mut found = self.find(name, |head| head.name == name && fits(head))?;
            if let (None, Some(short)) = (&found, short) {
                found = self.find(short, |head| head.name == short && fits(head))?;
            }
            found.ok_or_else(|| self.unknown_variant(name, &bases))?
        };
        let head = &loaded.head;
        match &head.role {
            ScriptKind::Bot => return Err(is_bot(name)),
            ScriptKind::Lesson { .. } => return Err(is_lesson(name)),
            ScriptKind::Game => {
                bail!("`{name}` is a game of its own, not a variant of {}", bases[0]);
            }
            ScriptKind::Variant { base, .. } if !bases.contains(base) => {
                bail!("`{name}` is a variant of {base}, not of {}", bases[0]);
            }
            ScriptKind::Variant { .. } => {}
        }
        if bases.contains(&head.name) {
            bail!("`{}` stands twice in the list", head.name);
        }
        self.take(script, loaded);
        Ok(())
    }

    /// Puts a script on top of the layers, after a close look at its text.
    fn take(&mut self, script: ScriptFile, loaded: Loaded) {
        let loaded = self.host.looked_at(loaded);
        let head = &loaded.head;
        if self.library.shadows_built_in(&script, head) {
            let note = format!("{} is used in place of the built-in script of that name", script.origin);
            self.warnings.push(note);
        }
        if let Some(twin) = self.library.twin(&script, head) {
            let note = format!("{} is used; {} has the same name", script.origin, twin.shown());
            self.warnings.push(note);
        }
        self.layers.push(loaded);
        self.files.push(match script.origin {
            ScriptOrigin::BuiltIn => None,
            ScriptOrigin::File(path) => Some(path),
        });
    }

    /// `tak-late-walls`: the variant `late-walls` of `tak`.
    fn find_hyphened(&mut self, name: &str) -> Option<Found> {
        name.match_indices('-').find_map(|(index, _)| {
            let (game, variant) = (&name[..index], &name[index + 1..]);
            let fits = |head: &Manifest| {
                let of_game = matches!(&head.role, ScriptKind::Variant { base, .. } if base == game);
                of_game && head.name == variant
            };
            self.find(variant, fits).ok().flatten()
        })
    }

    fn at_path(&mut self, path: &str) -> Result<Found, LoadError> {
        open(self.library, self.host, path)
    }

    fn find(&mut self, name: &str, fits: impl Fn(&Manifest) -> bool) -> Result<Option<Found>, LoadError> {
        find(self.library, self.host, name, fits)
    }

    /// Error for an unknown game; `above` are the variants based on it.
    fn unknown_game(&self, name: &str, above: &[String]) -> LoadError {
        let heads = self.library.heads();
        let games: Vec<&str> = heads.games().map(|head| head.name.as_str()).collect();
        let variant_of = heads.good.iter().find_map(|(head, _)| match &head.role {
            ScriptKind::Variant { base, .. } if head.name == name => Some(base),
            _ => None,
        });
        LoadError::Usage(match (nearest(name, games.iter().copied()), variant_of) {
            (_, Some(base)) if above.contains(base) => {
                format!("`{base}` and `{name}` rest on each other; one of them has to rest on a game")
            }
            (_, Some(base)) if !above.is_empty() => {
                format!("`{name}` is a variant; rest on its game `{base}`, and stack the two: {base}+{name}+...")
            }
            (_, Some(base)) => format!("`{name}` is a variant; write {base}+{name}"),
            (Some(near), None) => {
                format!("there is no game `{name}`; did you mean `{near}`?{}", heads.aside())
            }
            (None, None) => {
                format!("there is no game `{name}`; the games are {}{}", games.join(", "), heads.aside())
            }
        })
    }

    fn unknown_variant(&self, name: &str, bases: &[String]) -> LoadError {
        let heads = self.library.heads();
        let variants: Vec<&str> = heads
            .good
            .iter()
            .filter(|(head, _)| matches!(&head.role, ScriptKind::Variant { base, .. } if bases.contains(base)))
            .map(|(head, _)| head.name.as_str())
            .collect();
        LoadError::Usage(match nearest(name, variants.iter().copied()) {
            Some(near) => {
                format!("{} has no variant `{name}`; did you mean `{near}`?{}", bases[0], heads.aside())
            }
            None => {
                format!("{} has no variant `{name}`; `houserule games` lists them{}", bases[0], heads.aside())
            }
        })
    }
}
