//! Library of scripts: folders that were named, `./variants`, the user's own folder, and built-in scripts. The first
//! that has a name wins; replacing a built-in one gives a warning.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
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
#[include = "*.lua"]
#[include = "tiles/*.toml"]
#[exclude = "meta/*"]
struct BuiltinGames;

#[derive(RustEmbed)]
#[folder = "../../variants"]
#[include = "*.lua"]
struct BuiltinVariants;

/// Depth to which folders are searched: `tak.lua`, `tak/late-walls.lua`.
const DEPTH: usize = 2;

/// Folder of tile sets beside the scripts.
const TILES: &str = "tiles";

/// Time that listing may take for all files that are not built in; afterwards only ordinary files are run. A file that
/// takes no longer than usual costs nothing.
const LISTING: Duration = Duration::from_secs(1);
const USUAL_FILE_TIME: Duration = Duration::from_millis(10);

/// Longest file that is still read then, in bytes.
const MAX_UNLISTED_FILE_LEN: usize = 32 * 1024;

/// Maximum number of broken files named in one sentence.
const NAMED: usize = 3;

/// Keys of bots and lessons among the games and their variants.
const BOTS: &str = "(bots)";
const LESSONS: &str = "(lessons)";

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
            ScriptOrigin::File(path) => write!(f, "{}", path.shown()),
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
    pub good: Vec<(Manifest, ScriptOrigin)>,
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
        self.good.iter().map(|(head, _)| head).filter(|head| head.is_game())
    }

    /// Sentence about files that do not load, if any: `a.lua and b.lua do not load`.
    pub fn not_loading(&self) -> Option<String> {
        let names: Vec<String> =
            self.broken.iter().take(NAMED).map(|(script, _)| one_line(&script.origin.to_string(), 80)).collect();
        match self.broken.len() {
            0 => None,
            1 => Some(format!("{} does not load", names[0])),
            broken if broken <= NAMED => Some(format!("{} do not load", series(&names, "and"))),
            broken => Some(format!("{} and {} others do not load", names.join(", "), broken - NAMED)),
        }
    }

    /// Addition to a message about a missing script: it may be in a file that does not load.
    pub fn aside(&self) -> String {
        self.not_loading().map(|broken| format!("; {broken}")).unwrap_or_default()
    }
}

/// Folders that are searched; the first match wins.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Folders of files that were named by their path: files beside them are found first.
    beside: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// Whether rules are loaded in spite of errors that do not prevent playing.
    is_sparing: bool,
    /// Texts that replace some files.
    texts: Arc<BTreeMap<String, String>>,
    /// Files listed so far.
    listed: Arc<Mutex<FileListing>>,
    /// Limits of scripts, if they are stricter than usual.
    limits: Option<Limits>,
    /// Cache of loaded rules, if it is enabled.
    kept: Option<Arc<RulesetCache>>,
}

/// Manifest of a script, or its errors.
type ManifestResult = Result<Manifest, Vec<Diagnostic>>;

/// Manifests by file name, and the time it took to load them.
#[derive(Debug, Default)]
struct FileListing {
    heads: BTreeMap<String, (Arc<Source>, ManifestResult)>,
    took: Duration,
}

impl Library {
    /// Library of some folders and the built-in scripts.
    pub fn new(folders: Vec<PathBuf>) -> Library {
        Library { folders, ..Library::default() }
    }

    /// Library for a reference of which some part is a path: files beside it are found too.
    pub fn beside<'a>(&self, parts: impl IntoIterator<Item = &'a str>) -> Library {
        let paths = parts.into_iter().filter(|part| is_path(part)).map(Path::new);
        paths.fold(self.clone(), |library, path| library.with(&folder_of(path)))
    }

    /// Library with another folder, whose scripts and tile sets are found first.
    pub fn with(mut self, folder: &Path) -> Library {
        if !self.beside.iter().any(|known| known == folder) {
            self.beside.push(folder.to_path_buf());
        }
        self
    }

    /// Library without the folders of files that were named by their path.
    pub fn without_beside(&self) -> Library {
        Library { beside: Vec::new(), ..self.clone() }
    }

    /// Library that loads rules in spite of errors that do not prevent playing, for callers that have reported these
    /// errors and look for more.
    pub fn sparing(&self) -> Library {
        Library { is_sparing: true, ..self.clone() }
    }

    /// Library that loads the same rules once, even if their files change, for callers that open many games.
    pub fn keeping(&self) -> Library {
        Library { kept: Some(Arc::default()), ..self.clone() }
    }

    /// Cache of loaded rules, if it is enabled, and the library to load them from.
    pub(super) fn kept(&self) -> Option<(&RulesetCache, Library)> {
        let kept = self.kept.as_deref()?;
        // Rules own their library, which must not own them in turn.
        Some((kept, Library { kept: None, ..self.clone() }))
    }

    /// Library with other texts for some files.
    pub fn reading(&self, texts: BTreeMap<String, String>) -> Library {
        Library { texts: Arc::new(texts), ..self.clone() }
    }

    pub(super) fn is_sparing(&self) -> bool {
        self.is_sparing
    }

    /// Whether some script's file has this name.
    pub fn has_file(&self, stem: &str) -> bool {
        !self.named(stem).is_empty()
    }

    /// Scripts and tile sets in a folder.
    pub fn files_in(&self, folder: &Path) -> Vec<PathBuf> {
        let mut files = Vec::new();
        lua_files(folder, DEPTH, &mut files);
        // Unreadable files are reported when they are opened.
        files.retain(|path| !self.open(path).is_ok_and(|script| script.is_stub()));
        for folder in [folder.to_path_buf(), folder.join(TILES)] {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let mut tiles: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_toml(path)).collect();
            tiles.sort();
            files.extend(tiles);
        }
        files
    }

    /// Script in a file.
    pub fn open(&self, path: &Path) -> Result<ScriptFile, FileError> {
        let text = match self.texts.get(&path.shown()) {
            Some(text) => text.clone(),
            None => read_text(path, MAX_SOURCE_LEN as u64)?,
        };
        let source = Arc::new(Source::new(path.shown(), text));
        Ok(ScriptFile { source, origin: ScriptOrigin::File(path.to_path_buf()) })
    }

    /// Every script whose file has the name `stem`, best first; unreadable files are errors.
    pub fn named(&self, stem: &str) -> Vec<Result<ScriptFile, FileError>> {
        let is_named = |path: &PathBuf| path.file_stem().is_some_and(|name| name == stem);
        let files = self.paths().into_iter().filter(is_named).map(|path| self.open(&path));
        let files = files.filter(|file| !matches!(file, Ok(script) if script.is_stub()));
        files.chain(built_in(Some(stem)).into_iter().map(Ok)).collect()
    }

    /// Tile set that a script names at `place`: `tiles/NAME.toml` in the first folder that has it, otherwise the
    /// built-in one.
    pub fn tile_set(&self, name: &str, place: &SourcePlace) -> Result<Arc<TileSet>, Vec<Diagnostic>> {
        let told = |says: String| vec![Diagnostic::new(place, "tiles", says)];
        let source = match self.tile_file(name).map_err(|error| told(error.into()))? {
            Some(source) => Arc::new(source),
            None => {
                let (name, known) = (one_line(name, 40), self.tile_sets());
                let says = match nearest(&name, known.iter().map(String::as_str)) {
                    Some(near) => format!("there is no tile set `{name}`; did you mean `{near}`?"),
                    None => format!("there is no tile set `{name}`; there are {}", known.join(", ")),
                };
                return Err(told(says));
            }
        };
        read_tiles(name, &source).map(Arc::new)
    }

    /// Tile set in a file; the outer error means that it cannot be read.
    pub fn tiles_at(&self, path: &Path) -> Result<Result<TileSet, Vec<Diagnostic>>, FileError> {
        let text = read_text(path, MAX_SOURCE_LEN as u64)?;
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(read_tiles(&name, &Arc::new(Source::new(path.shown(), text))))
    }

    /// Text of a tile set; `None` if there is no such file. A name with a path matches nothing.
    fn tile_file(&self, name: &str) -> Result<Option<Source>, FileError> {
        if !is_script_name(name) {
            return Ok(None);
        }
        if let Some(path) = self.tile_path(name) {
            return read_text(&path, MAX_SOURCE_LEN as u64).map(|text| Some(Source::new(path.shown(), text)));
        }
        Ok(built_in_tiles(name))
    }

    /// File of a tile set, unless it is built in.
    pub fn tile_path(&self, name: &str) -> Option<PathBuf> {
        let (plain, within) = (format!("{name}.toml"), format!("{TILES}/{name}.toml"));
        let beside = self.beside.iter().flat_map(|folder| [folder.join(&plain), folder.join(&within)]);
        let found = beside.chain(self.folders.iter().map(|folder| folder.join(&within)));
        found.into_iter().find(|path| path.is_file())
    }

    /// File that replaces a built-in tile set with different content.
    pub fn shadow_of_tiles(&self, name: &str) -> Option<String> {
        let (used, own) = (self.tile_file(name).ok()??, built_in_tiles(name)?);
        (used.text != own.text).then_some(used.file)
    }

    /// Names of all tile sets.
    fn tile_sets(&self) -> Vec<String> {
        let beside = self.beside.iter().flat_map(|folder| [folder.clone(), folder.join(TILES)]);
        let own = beside.chain(self.folders.iter().map(|folder| folder.join(TILES)));
        let own = own.filter_map(|folder| std::fs::read_dir(folder).ok());
        let own = own.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
        let built_in = BuiltinGames::iter().filter(|name| name.starts_with(TILES)).map(|name| PathBuf::from(&*name));
        let mut names: Vec<String> = own
            .chain(built_in)
            .filter(|path| is_toml(path))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Every script with its manifest, best first. Files that were not named get little time.
    pub(super) fn all(&self) -> impl Iterator<Item = (ScriptFile, ManifestResult)> {
        let files = self.paths().into_iter().map(|path| match self.open(&path) {
            Ok(script) => Ok(script),
            Err(says) => {
                let source = Arc::new(Source::new(path.shown(), String::new()));
                let faults = vec![Diagnostic::new(&SourcePlace::root(&source), "", says)];
                Err((ScriptFile { source, origin: ScriptOrigin::File(path) }, faults))
            }
        });
        let files = files.filter(|file| !matches!(file, Ok(script) if script.is_stub()));
        files.chain(built_in(None).into_iter().map(Ok)).map(|file| match file {
            Ok(script) => {
                let head = self.listed_head(&script);
                (script, head)
            }
            Err((script, faults)) => (script, Err(faults)),
        })
    }

    /// Manifest of a script, computed once.
    fn listed_head(&self, script: &ScriptFile) -> ManifestResult {
        let file = &script.source.file;
        let known = |listed: &FileListing| match listed.heads.get(file) {
            Some((source, head)) if source.text == script.source.text => Some(head.clone()),
            _ => None,
        };
        if let Some(head) = known(&self.listed()) {
            return head;
        }
        if self.is_late() && script.origin != ScriptOrigin::BuiltIn && script.source.text.len() > MAX_UNLISTED_FILE_LEN
        {
            let says = "it is long, and other files took too long";
            return Err(vec![Diagnostic::new(&SourcePlace::root(&script.source), "", says)]);
        }
        let head = self.briefly(&script.origin, |library| head_of(library, script));
        self.listed().heads.insert(file.clone(), (script.source.clone(), head.clone()));
        head
    }

    /// Calls `act` for a script that was not named by the user: with a small budget unless it is built in, and a
    /// smaller one once all of them have taken too long.
    pub fn briefly<R>(&self, origin: &ScriptOrigin, act: impl FnOnce(&Library) -> R) -> R {
        if *origin == ScriptOrigin::BuiltIn {
            return act(self);
        }
        let limits = if self.is_late() { Limits::REST } else { Limits::LISTING };
        let begun = Instant::now();
        let done = act(&Library { limits: Some(limits), ..self.clone() });
        self.listed().took += begun.elapsed().saturating_sub(USUAL_FILE_TIME);
        done
    }

    fn is_late(&self) -> bool {
        self.listed().took > LISTING
    }

    fn listed(&self) -> std::sync::MutexGuard<'_, FileListing> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn limits(&self) -> Option<Limits> {
        self.limits
    }

    /// Lua files of the folders.
    fn paths(&self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for folder in &self.beside {
            lua_files(folder, 1, &mut paths);
        }
        for folder in &self.folders {
            lua_files(folder, DEPTH, &mut paths);
        }
        paths
    }

    /// Whether a file replaces a built-in script of the same game and name with different content.
    pub fn shadows_built_in(&self, script: &ScriptFile, head: &Manifest) -> bool {
        let same = |own: &ScriptFile| {
            let other = head_of(self, own).ok();
            other.is_some_and(|other| other.name == head.name && other.role == head.role)
        };
        script.origin != ScriptOrigin::BuiltIn
            && built_in(Some(script.stem())).iter().any(|own| own.source.text != script.source.text && same(own))
    }

    /// Another file of the library that declares the same game or variant and is hidden by this one.
    pub fn twin(&self, script: &ScriptFile, head: &Manifest) -> Option<PathBuf> {
        let ScriptOrigin::File(used) = &script.origin else { return None };
        let used = used.canonicalize().ok()?;
        self.paths().into_iter().find(|path| {
            let same_name = path.file_stem().is_some_and(|stem| *stem == *head.name);
            let is_other = same_name && path.canonicalize().is_ok_and(|path| path != used);
            let other = if is_other { self.open(path).ok() } else { None };
            other
                .and_then(|other| head_of(self, &other).ok())
                .is_some_and(|other| other.name == head.name && other.role == head.role)
        })
    }

    /// Manifests, one per name: the one that playing by that name finds.
    pub fn heads(&self) -> Manifests {
        let mut heads: BTreeMap<(String, String), (Manifest, ScriptFile)> = BTreeMap::new();
        let mut broken = Vec::new();
        for (script, head) in self.all() {
            let head = match head {
                Ok(head) => head,
                Err(faults) => {
                    broken.push((script, faults));
                    continue;
                }
            };
            let base = match &head.role {
                ScriptKind::Game => String::new(),
                ScriptKind::Variant { base, .. } => base.clone(),
                // No base has this name.
                ScriptKind::Bot => BOTS.to_string(),
                ScriptKind::Lesson { .. } => LESSONS.to_string(),
            };
            let by_stem = script.stem() == head.name;
            match heads.entry((base, head.name.clone())) {
                Entry::Vacant(entry) => {
                    entry.insert((head, script));
                }
                // A file with the script's name takes precedence over others.
                Entry::Occupied(mut entry) if by_stem && entry.get().1.stem() != head.name => {
                    entry.insert((head, script));
                }
                Entry::Occupied(_) => {}
            }
        }
        let found = heads.into_values().map(|(head, script)| (head, script.origin));
        let (mut bots, mut lessons, mut good) = (Vec::new(), Vec::new(), Vec::new());
        for (head, origin) in found {
            let save_dir = match head.role {
                ScriptKind::Bot => &mut bots,
                ScriptKind::Lesson { .. } => &mut lessons,
                ScriptKind::Game | ScriptKind::Variant { .. } => &mut good,
            };
            save_dir.push((head, origin));
        }
        Manifests { good, bots, lessons, broken }
    }
}

/// Runs a script alone and returns its manifest.
pub fn head_of(library: &Library, script: &ScriptFile) -> Result<Manifest, Vec<Diagnostic>> {
    let mut host = Host::new(library)
        .map_err(|fault| vec![Diagnostic::new(&SourcePlace::root(&script.source), "", fault.message)])?;
    Ok(host.glance(&script.source)?.with_base()?.head)
}

fn lua_files(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let (folders, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    out.extend(files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "lua")));
    if depth > 1 {
        folders.iter().for_each(|folder| lua_files(folder, depth - 1, out));
    }
}

/// Folder of a file.
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
    let fault =
        |fault: TileError| Diagnostic::new(&SourcePlace::root(source).or_line(fault.line.or(Some(1))), "", fault.says);
    TileSet::read(name, &source.text).map_err(|faults| faults.into_iter().map(fault).collect())
}

/// Text of a built-in tile set.
fn built_in_tiles(name: &str) -> Option<Source> {
    let file = format!("{TILES}/{name}.toml");
    let text = String::from_utf8(BuiltinGames::get(&file)?.data.into_owned()).ok()?;
    Some(Source::new(format!("scripts/{file}"), text))
}

/// Built-in scripts, all or those whose file has the name `stem`.
fn built_in(stem: Option<&str>) -> Vec<ScriptFile> {
    let wanted = |name: &str| stem.is_none_or(|stem| Path::new(name).file_stem().is_some_and(|found| found == stem));
    let script = |name: &str, folder: &str, file: Option<rust_embed::EmbeddedFile>| {
        let text = String::from_utf8(file?.data.into_owned()).ok()?;
        Some(ScriptFile {
            source: Arc::new(Source::new(format!("{folder}/{name}"), text)),
            origin: ScriptOrigin::BuiltIn,
        })
    };
    let games = BuiltinGames::iter()
        .filter(|name| name.ends_with(".lua") && wanted(name))
        .filter_map(|name| script(&name, "scripts", BuiltinGames::get(&name)));
    let variants = BuiltinVariants::iter()
        .filter(|name| wanted(name))
        .filter_map(|name| script(&name, "variants", BuiltinVariants::get(&name)));
    games.chain(variants).collect()
}
