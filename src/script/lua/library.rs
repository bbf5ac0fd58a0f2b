//! Library of scripts: folders that the user named, `./variants`, the user's own folder, and built-in scripts. The
//! first script with a name wins; replacing a built-in one gives a warning.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rust_embed::RustEmbed;

use super::host::Host;
use super::manual::META;
use super::ruleset::is_path;
use super::ruleset_cache::RulesetCache;
use super::sandbox::{Limits, MAX_SOURCE_LEN};
use crate::files::{DisplayPath, FileError, read_text};
use crate::rules::{Diagnostic, Manifest, ScriptKind, Source, SourcePlace};
use houserule_core::text::{is_script_name, nearest, one_line, series};
use houserule_core::tiles::{TileError, TileSet};

/// Built-in scripts. Debug builds read them from disk, so that editing one needs no build.
#[derive(RustEmbed)]
#[folder = "../../scripts"]
struct BuiltinGames;

#[derive(RustEmbed)]
#[folder = "../../variants"]
struct BuiltinVariants;

/// File names of both, listed once: debug builds walk through the folders for them, which is slow.
static GAME_FILES: LazyLock<Vec<Cow<str>>> = LazyLock::new(|| BuiltinGames::iter().collect());
static VARIANT_FILES: LazyLock<Vec<Cow<str>>> = LazyLock::new(|| BuiltinVariants::iter().collect());

/// Depth to which folders are searched: `tak.lua`, `tak/late-walls.lua`.
const MAX_FOLDER_DEPTH: usize = 2;

/// Folder of tile sets beside the scripts.
const TILES_FOLDER: &str = "tiles";

/// Time that listing may take for all files that are not built in; afterwards only ordinary files are run. A file that
/// takes no longer than usual costs nothing.
const LISTING_BUDGET: Duration = Duration::from_secs(1);
const USUAL_FILE_TIME: Duration = Duration::from_millis(10);

/// Longest file that is still read then, in bytes.
const MAX_UNLISTED_FILE_LEN: usize = 32 * 1024;

/// Maximum number of broken files named in one sentence.
const MAX_NAMED_FILES: usize = 3;

/// Keys of bots and lessons among the games and their variants.
const BOTS_KEY: &str = "(bots)";
const LESSONS_KEY: &str = "(lessons)";

/// Origin of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptOrigin {
    /// Part of the program.
    BuiltIn,
    /// File on disk.
    File(PathBuf),
}

impl fmt::Display for ScriptOrigin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ScriptOrigin::BuiltIn => f.write_str("built in"),
            ScriptOrigin::File(path) => write!(f, "{}", path.printable()),
        }
    }
}

/// Script file.
#[derive(Clone, Debug)]
pub struct ScriptFile {
    /// Text.
    pub source: Arc<Source>,
    /// Origin.
    pub origin: ScriptOrigin,
}

impl ScriptFile {
    /// Whether it only contains stubs for editors.
    fn is_stub(&self) -> bool {
        self.source.text.starts_with(META)
    }

    /// File name without its extension, by convention also the script's name.
    pub fn stem(&self) -> &str {
        self.source.short_name().trim_end_matches(".lua")
    }
}

/// Manifests of the scripts of a library.
pub struct Manifests {
    /// Games and variants.
    pub playable: Vec<(Manifest, ScriptOrigin)>,
    /// Bots.
    pub bots: Vec<(Manifest, ScriptOrigin)>,
    /// Lessons.
    pub lessons: Vec<(Manifest, ScriptOrigin)>,
    /// Scripts that do not load.
    pub broken: Vec<(ScriptFile, Vec<Diagnostic>)>,
}

impl Manifests {
    /// Manifests of the games.
    pub fn games(&self) -> impl Iterator<Item = &Manifest> {
        self.playable.iter().map(|(manifest, _)| manifest).filter(|head| head.is_game())
    }

    /// Manifests of the variants of some rules, active or not.
    pub fn variants<'a>(&'a self, rules: &'a [Manifest]) -> impl Iterator<Item = &'a Manifest> {
        let is_base = |base: &String| rules.iter().any(|head| head.name == *base);
        let manifests = self.playable.iter().map(|(manifest, _)| manifest);
        manifests.filter(move |head| matches!(&head.kind, ScriptKind::Variant { base, .. } if is_base(base)))
    }

    /// Describes files that do not load, if any: `a.lua and b.lua do not load`.
    pub fn describe_broken(&self) -> Option<String> {
        let names: Vec<String> = self
            .broken
            .iter()
            .take(MAX_NAMED_FILES)
            .map(|(script, _)| one_line(&script.origin.to_string(), 80))
            .collect();
        match self.broken.len() {
            0 => None,
            1 => Some(format!("{} does not load", names[0])),
            broken if broken <= MAX_NAMED_FILES => Some(format!("{} do not load", series(&names, "and"))),
            broken => Some(format!("{} and {} others do not load", names.join(", "), broken - MAX_NAMED_FILES)),
        }
    }

    /// Returns an addition to a message about a missing script: it may be in a file that does not load.
    pub fn broken_note(&self) -> String {
        self.describe_broken().map(|broken| format!("; {broken}")).unwrap_or_default()
    }
}

/// Folders that are searched; the first match wins.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Folders of files that were named by their path: files beside them are found first.
    sibling_folders: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// Whether rules are loaded in spite of errors that do not prevent playing.
    is_lenient: bool,
    /// Texts that replace some files.
    replaced_texts: Arc<BTreeMap<String, String>>,
    /// Files listed so far.
    listing: Arc<Mutex<FileListing>>,
    /// Limits of scripts, if they are stricter than usual.
    limits: Option<Limits>,
    /// Cache of loaded rules, if it is enabled.
    cache: Option<Arc<RulesetCache>>,
}

/// Manifest of a script, or its errors.
type ManifestResult = Result<Manifest, Vec<Diagnostic>>;

/// Manifests by file name, and the time it took to load them.
#[derive(Debug, Default)]
struct FileListing {
    manifests: BTreeMap<String, (Arc<Source>, ManifestResult)>,
    time_spent: Duration,
}

impl Library {
    /// Library of some folders and the built-in scripts.
    pub fn new(folders: Vec<PathBuf>) -> Library {
        Library { folders, ..Library::default() }
    }

    /// Adds the folders of files named by their path in a reference: files beside them are found too.
    pub fn with_siblings_of<'a>(&self, parts: impl IntoIterator<Item = &'a str>) -> Library {
        let paths = parts.into_iter().filter(|part| is_path(part)).map(Path::new);
        paths.fold(self.clone(), |library, path| library.with_folder(&folder_of(path)))
    }

    /// Adds a folder whose scripts and tile sets are found first.
    pub fn with_folder(mut self, folder: &Path) -> Library {
        if !self.sibling_folders.iter().any(|known| known == folder) {
            self.sibling_folders.push(folder.to_path_buf());
        }
        self
    }

    /// Removes the folders of files that were named by their path.
    pub fn without_siblings(&self) -> Library {
        Library { sibling_folders: Vec::new(), ..self.clone() }
    }

    /// Makes a library that loads rules in spite of errors that do not prevent playing, for callers that have reported
    /// these errors and look for more.
    pub fn lenient(&self) -> Library {
        Library { is_lenient: true, ..self.clone() }
    }

    /// Makes a library that loads the same rules once, even if their files change, for callers that open many games.
    pub fn with_cache(&self) -> Library {
        Library { cache: Some(Arc::default()), ..self.clone() }
    }

    /// Returns the cache of loaded rules, if it is enabled, and the library to load them from.
    pub(super) fn cache(&self) -> Option<(&RulesetCache, Library)> {
        let cache = self.cache.as_deref()?;
        // Rules own their library, which must not own them in turn.
        Some((cache, Library { cache: None, ..self.clone() }))
    }

    /// Replaces the texts of some files.
    pub fn with_texts(&self, texts: BTreeMap<String, String>) -> Library {
        Library { replaced_texts: Arc::new(texts), ..self.clone() }
    }

    pub(super) fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// Whether some script's file has this name.
    pub fn has_file(&self, stem: &str) -> bool {
        !self.scripts_named(stem).is_empty()
    }

    /// Lists the scripts and tile sets in a folder.
    pub fn files_in(&self, folder: &Path) -> Vec<PathBuf> {
        let mut files = Vec::new();
        lua_files(folder, MAX_FOLDER_DEPTH, &mut files);
        // Unreadable files are reported when they are opened.
        files.retain(|path| !self.open(path).is_ok_and(|script| script.is_stub()));
        for folder in [folder.to_path_buf(), folder.join(TILES_FOLDER)] {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let mut tiles: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_toml(path)).collect();
            tiles.sort();
            files.extend(tiles);
        }
        files
    }

    /// Opens a script file.
    pub fn open(&self, path: &Path) -> Result<ScriptFile, FileError> {
        let text = match self.replaced_texts.get(&path.printable()) {
            Some(text) => text.clone(),
            None => read_text(path, MAX_SOURCE_LEN as u64)?,
        };
        let source = Arc::new(Source::new(path.printable(), text));
        Ok(ScriptFile { source, origin: ScriptOrigin::File(path.to_path_buf()) })
    }

    /// Opens every script whose file has the name `stem`, best first; unreadable files are errors.
    pub fn scripts_named(&self, stem: &str) -> Vec<Result<ScriptFile, FileError>> {
        let is_named = |path: &PathBuf| path.file_stem().is_some_and(|name| name == stem);
        let files = self.script_paths().into_iter().filter(is_named).map(|path| self.open(&path));
        let files = files.filter(|file| !matches!(file, Ok(script) if script.is_stub()));
        files.chain(built_in(Some(stem)).into_iter().map(Ok)).collect()
    }

    /// Loads the tile set that a script names at `place`: `tiles/NAME.toml` in the first folder that has it, otherwise
    /// the built-in one.
    pub fn tile_set(&self, name: &str, place: &SourcePlace) -> Result<Arc<TileSet>, Vec<Diagnostic>> {
        let fault = |message: String| vec![Diagnostic::new(place, "tiles", message)];
        let source = match self.tile_file(name).map_err(|error| fault(error.into()))? {
            Some(source) => Arc::new(source),
            None => {
                let (name, known) = (one_line(name, 40), self.tile_sets());
                let message = match nearest(&name, known.iter().map(String::as_str)) {
                    Some(near) => format!("unknown tile set `{name}`; did you mean `{near}`?"),
                    None => format!("unknown tile set `{name}`; the tile sets are {}", known.join(", ")),
                };
                return Err(fault(message));
            }
        };
        read_tiles(name, &source).map(Arc::new)
    }

    /// Reads a tile set from a file; the outer error means that the file cannot be read.
    pub fn tiles_at(&self, path: &Path) -> Result<Result<TileSet, Vec<Diagnostic>>, FileError> {
        let text = read_text(path, MAX_SOURCE_LEN as u64)?;
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(read_tiles(&name, &Arc::new(Source::new(path.printable(), text))))
    }

    /// Returns the text of a tile set; `None` if there is no such file. A name with a path matches nothing.
    fn tile_file(&self, name: &str) -> Result<Option<Source>, FileError> {
        if !is_script_name(name) {
            return Ok(None);
        }
        if let Some(path) = self.tile_path(name) {
            return read_text(&path, MAX_SOURCE_LEN as u64).map(|text| Some(Source::new(path.printable(), text)));
        }
        Ok(built_in_tiles(name))
    }

    /// Returns the file of a tile set, unless it is built in.
    pub fn tile_path(&self, name: &str) -> Option<PathBuf> {
        let (plain, in_tiles) = (format!("{name}.toml"), format!("{TILES_FOLDER}/{name}.toml"));
        let siblings = self.sibling_folders.iter().flat_map(|folder| [folder.join(&plain), folder.join(&in_tiles)]);
        let candidates = siblings.chain(self.folders.iter().map(|folder| folder.join(&in_tiles)));
        candidates.into_iter().find(|path| path.is_file())
    }

    /// Returns the file that replaces a built-in tile set with different content.
    pub fn shadow_of_tiles(&self, name: &str) -> Option<String> {
        let (used, original) = (self.tile_file(name).ok()??, built_in_tiles(name)?);
        (used.text != original.text).then_some(used.file)
    }

    /// Lists the names of all tile sets.
    fn tile_sets(&self) -> Vec<String> {
        let siblings = self.sibling_folders.iter().flat_map(|folder| [folder.clone(), folder.join(TILES_FOLDER)]);
        let own = siblings.chain(self.folders.iter().map(|folder| folder.join(TILES_FOLDER)));
        let own = own.filter_map(|folder| std::fs::read_dir(folder).ok());
        let own = own.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
        let built_in =
            GAME_FILES.iter().filter(|name| name.starts_with(TILES_FOLDER)).map(|name| PathBuf::from(&**name));
        let mut names: Vec<String> = own
            .chain(built_in)
            .filter(|path| is_toml(path))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Iterates over all scripts with their manifests, best first. Files that the user did not name get little time.
    pub(super) fn all(&self) -> impl Iterator<Item = (ScriptFile, ManifestResult)> {
        let files = self.script_paths().into_iter().map(|path| match self.open(&path) {
            Ok(script) => Ok(script),
            Err(error) => {
                let source = Arc::new(Source::new(path.printable(), String::new()));
                let faults = vec![Diagnostic::new(&SourcePlace::root(&source), "", error)];
                Err((ScriptFile { source, origin: ScriptOrigin::File(path) }, faults))
            }
        });
        let files = files.filter(|file| !matches!(file, Ok(script) if script.is_stub()));
        files.chain(built_in(None).into_iter().map(Ok)).map(|file| match file {
            Ok(script) => {
                let manifest = self.cached_manifest(&script);
                (script, manifest)
            }
            Err((script, faults)) => (script, Err(faults)),
        })
    }

    /// Returns the manifest of a script, computed once.
    fn cached_manifest(&self, script: &ScriptFile) -> ManifestResult {
        let file = &script.source.file;
        let cached = |listing: &FileListing| match listing.manifests.get(file) {
            Some((source, manifest)) if source.text == script.source.text => Some(manifest.clone()),
            _ => None,
        };
        if let Some(manifest) = cached(&self.listing()) {
            return manifest;
        }
        if self.is_over_budget()
            && script.origin != ScriptOrigin::BuiltIn
            && script.source.text.len() > MAX_UNLISTED_FILE_LEN
        {
            let message = "not read: the file is long, and other files took too long";
            return Err(vec![Diagnostic::new(&SourcePlace::root(&script.source), "", message)]);
        }
        let manifest = self.with_listing_limits(&script.origin, |library| manifest_of(library, script));
        self.listing().manifests.insert(file.clone(), (script.source.clone(), manifest.clone()));
        manifest
    }

    /// Calls `act` for a script that was not named by the user: with a small budget unless it is built in, and a
    /// smaller one once all of them have taken too long.
    pub fn with_listing_limits<R>(&self, origin: &ScriptOrigin, act: impl FnOnce(&Library) -> R) -> R {
        if *origin == ScriptOrigin::BuiltIn {
            return act(self);
        }
        let limits = if self.is_over_budget() { Limits::LATE_LISTING } else { Limits::LISTING };
        let start = Instant::now();
        let result = act(&Library { limits: Some(limits), ..self.clone() });
        self.listing().time_spent += start.elapsed().saturating_sub(USUAL_FILE_TIME);
        result
    }

    fn is_over_budget(&self) -> bool {
        self.listing().time_spent > LISTING_BUDGET
    }

    fn listing(&self) -> std::sync::MutexGuard<'_, FileListing> {
        self.listing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn limits(&self) -> Option<Limits> {
        self.limits
    }

    /// Lists the Lua files of the folders.
    fn script_paths(&self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for folder in &self.sibling_folders {
            lua_files(folder, 1, &mut paths);
        }
        for folder in &self.folders {
            lua_files(folder, MAX_FOLDER_DEPTH, &mut paths);
        }
        paths
    }

    /// Whether a file replaces a built-in script of the same game and name with different content.
    pub fn shadows_built_in(&self, script: &ScriptFile, manifest: &Manifest) -> bool {
        let is_same = |own: &ScriptFile| {
            let other = manifest_of(self, own).ok();
            other.is_some_and(|other| other.name == manifest.name && other.kind == manifest.kind)
        };
        script.origin != ScriptOrigin::BuiltIn
            && built_in(Some(script.stem())).iter().any(|own| own.source.text != script.source.text && is_same(own))
    }

    /// Finds another file of the library that declares the same game or variant and is hidden by this one.
    pub fn duplicate_of(&self, script: &ScriptFile, manifest: &Manifest) -> Option<PathBuf> {
        let ScriptOrigin::File(used) = &script.origin else { return None };
        let used = used.canonicalize().ok()?;
        self.script_paths().into_iter().find(|path| {
            let same_name = path.file_stem().is_some_and(|stem| *stem == *manifest.name);
            let is_other = same_name && path.canonicalize().is_ok_and(|path| path != used);
            let other = if is_other { self.open(path).ok() } else { None };
            other
                .and_then(|other| manifest_of(self, &other).ok())
                .is_some_and(|other| other.name == manifest.name && other.kind == manifest.kind)
        })
    }

    /// Returns the manifests, one per name: that of the script which the name loads.
    pub fn manifests(&self) -> Manifests {
        let mut manifests: BTreeMap<(String, String), (Manifest, ScriptFile)> = BTreeMap::new();
        let mut broken = Vec::new();
        for (script, manifest) in self.all() {
            let manifest = match manifest {
                Ok(manifest) => manifest,
                Err(faults) => {
                    broken.push((script, faults));
                    continue;
                }
            };
            let base = match &manifest.kind {
                ScriptKind::Game => String::new(),
                ScriptKind::Variant { base, .. } => base.clone(),
                // No base has this name.
                ScriptKind::Bot => BOTS_KEY.to_string(),
                ScriptKind::Lesson { .. } => LESSONS_KEY.to_string(),
            };
            let by_stem = script.stem() == manifest.name;
            match manifests.entry((base, manifest.name.clone())) {
                Entry::Vacant(entry) => {
                    entry.insert((manifest, script));
                }
                // A file with the script's name takes precedence over others.
                Entry::Occupied(mut entry) if by_stem && entry.get().1.stem() != manifest.name => {
                    entry.insert((manifest, script));
                }
                Entry::Occupied(_) => {}
            }
        }
        let found = manifests.into_values().map(|(manifest, script)| (manifest, script.origin));
        let (mut bots, mut lessons, mut good) = (Vec::new(), Vec::new(), Vec::new());
        for (manifest, origin) in found {
            let list = match manifest.kind {
                ScriptKind::Bot => &mut bots,
                ScriptKind::Lesson { .. } => &mut lessons,
                ScriptKind::Game | ScriptKind::Variant { .. } => &mut good,
            };
            list.push((manifest, origin));
        }
        Manifests { playable: good, bots, lessons, broken }
    }
}

/// Runs a script alone and returns its manifest.
pub fn manifest_of(library: &Library, script: &ScriptFile) -> Result<Manifest, Vec<Diagnostic>> {
    let mut host = Host::new(library)
        .map_err(|fault| vec![Diagnostic::new(&SourcePlace::root(&script.source), "", fault.message)])?;
    Ok(host.run_script(&script.source)?.with_base()?.manifest)
}

fn lua_files(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let (folders, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    out.extend(files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "lua")));
    if depth > 1 {
        folders.iter().for_each(|folder| lua_files(folder, depth - 1, out));
    }
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

fn read_tiles(name: &str, source: &Arc<Source>) -> Result<TileSet, Vec<Diagnostic>> {
    let fault = |fault: TileError| {
        Diagnostic::new(&SourcePlace::root(source).or_line(fault.line.or(Some(1))), "", fault.message)
    };
    TileSet::read(name, &source.text).map_err(|faults| faults.into_iter().map(fault).collect())
}

/// Returns the text of a built-in tile set.
fn built_in_tiles(name: &str) -> Option<Source> {
    let file = format!("{TILES_FOLDER}/{name}.toml");
    let text = String::from_utf8(BuiltinGames::get(&file)?.data.into_owned()).ok()?;
    Some(Source::new(format!("scripts/{file}"), text))
}

/// Lists the built-in scripts, all or those whose file has the name `stem`.
fn built_in(stem: Option<&str>) -> Vec<ScriptFile> {
    let is_wanted = |name: &str| stem.is_none_or(|stem| Path::new(name).file_stem().is_some_and(|found| found == stem));
    let script = |name: &str, folder: &str, file: Option<rust_embed::EmbeddedFile>| {
        let text = String::from_utf8(file?.data.into_owned()).ok()?;
        Some(ScriptFile {
            source: Arc::new(Source::new(format!("{folder}/{name}"), text)),
            origin: ScriptOrigin::BuiltIn,
        })
    };
    let games = GAME_FILES
        .iter()
        .filter(|name| name.ends_with(".lua") && !name.starts_with("meta/") && is_wanted(name))
        .filter_map(|name| script(name, "scripts", BuiltinGames::get(name)));
    let variants = VARIANT_FILES
        .iter()
        .filter(|name| is_wanted(name))
        .filter_map(|name| script(name, "variants", BuiltinVariants::get(name)));
    games.chain(variants).collect()
}
