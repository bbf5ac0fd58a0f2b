//! Where scripts come from: folders that were named, `./variants`, the user's own folder, and those built in. The
//! first that has a name wins; nothing takes a built-in's place without a word.

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

/// The scripts in the program itself. Debug builds read them from disk, so that editing one needs no build.
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

/// How deep folders are searched: `tak.lua`, `tak/late-walls.lua`.
const DEPTH: usize = 2;

/// The folder of tile sets beside the scripts.
const TILES: &str = "tiles";

/// The time that listing may take for files that are not built in, all together; then there is only enough for usual files.
/// One that takes no longer than is usual costs nothing.
const LISTING: Duration = Duration::from_secs(1);
const USUAL_FILE_TIME: Duration = Duration::from_millis(10);

/// The longest file that is still read then, in bytes.
const MAX_UNLISTED_FILE_LEN: usize = 32 * 1024;

/// The most broken files that are named in one sentence.
const NAMED: usize = 3;

/// What bots and lessons are kept under among the games and their variants.
const BOTS: &str = "(bots)";
const LESSONS: &str = "(lessons)";

/// Where a script was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptOrigin {
    BuiltIn,
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

/// A script file.
#[derive(Clone, Debug)]
pub struct ScriptFile {
    pub source: Arc<Source>,
    pub origin: ScriptOrigin,
}

impl ScriptFile {
    /// Whether it only tells editors about scripts.
    fn is_stub(&self) -> bool {
        self.source.text.starts_with(META)
    }

    /// The file's name without its ending, which is the script's name too where people keep to that.
    pub fn stem(&self) -> &str {
        self.source.short_name().trim_end_matches(".lua")
    }
}

/// What the scripts of a library say of themselves.
pub struct Manifests {
    /// Games and variants.
    pub good: Vec<(Manifest, ScriptOrigin)>,
    pub bots: Vec<(Manifest, ScriptOrigin)>,
    pub lessons: Vec<(Manifest, ScriptOrigin)>,
    /// Those that do not load.
    pub broken: Vec<(ScriptFile, Vec<Diagnostic>)>,
}

impl Manifests {
    /// The names by which games are played.
    pub fn games(&self) -> impl Iterator<Item = &Manifest> {
        self.good.iter().map(|(head, _)| head).filter(|head| head.is_game())
    }

    /// Which files do not load, if there are any: `a.lua and b.lua do not load`.
    pub fn not_loading(&self) -> Option<String> {
        let names: Vec<String> = self
            .broken
            .iter()
            .take(NAMED)
            .map(|(script, _)| one_line(&script.origin.to_string(), 80))
            .collect();
        match self.broken.len() {
            0 => None,
            1 => Some(format!("{} does not load", names[0])),
            broken if broken <= NAMED => Some(format!("{} do not load", series(&names, "and"))),
            broken => Some(format!("{} and {} others do not load", names.join(", "), broken - NAMED)),
        }
    }

    /// What is to be added where something was not found: it may be in a file that does not load.
    pub fn aside(&self) -> String {
        self.not_loading().map(|broken| format!("; {broken}")).unwrap_or_default()
    }
}

/// The folders that are searched, first wins.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The folders of files that were named by their path: what lies beside such a file is found first.
    beside: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    /// Whether rules are loaded in spite of faults that do not keep them from being played.
    is_sparing: bool,
    /// What is read in place of some files.
    texts: Arc<BTreeMap<String, String>>,
    /// What was listed so far.
    listed: Arc<Mutex<FileListing>>,
    /// What scripts may spend where that is less than usual.
    limits: Option<Limits>,
    /// Rules that were loaded, where they are kept.
    kept: Option<Arc<RulesetCache>>,
}

/// What a script says of itself, or why it cannot.
type ManifestResult = Result<Manifest, Vec<Diagnostic>>;

/// What files were found to hold, by their names, and the time it took.
#[derive(Debug, Default)]
struct FileListing {
    heads: BTreeMap<String, (Arc<Source>, ManifestResult)>,
    took: Duration,
}

impl Library {
    pub fn new(folders: Vec<PathBuf>) -> Library {
        Library { folders, ..Library::default() }
    }

    /// The same library for rules, a lesson or a bot of which some part is the path of a file: what lies beside it is
    /// found too.
    pub fn beside<'a>(&self, parts: impl IntoIterator<Item = &'a str>) -> Library {
        let paths = parts.into_iter().filter(|part| is_path(part)).map(Path::new);
        paths.fold(self.clone(), |library, path| library.with(&folder_of(path)))
    }

    /// The same library with another folder, of which scripts and tile sets are found first.
    pub fn with(mut self, folder: &Path) -> Library {
        if !self.beside.iter().any(|known| known == folder) {
            self.beside.push(folder.to_path_buf());
        }
        self
    }

    /// The same library without what lies beside files that were named.
    pub fn without_beside(&self) -> Library {
        Library { beside: Vec::new(), ..self.clone() }
    }

    /// The same library, from which rules are loaded in spite of faults that do not keep them from being played: for those
    /// who have told of these faults and look for more.
    pub fn sparing(&self) -> Library {
        Library { is_sparing: true, ..self.clone() }
    }

    /// The same library, from which the same rules are loaded once, whatever becomes of their files meanwhile: for those who
    /// open many games.
    pub fn keeping(&self) -> Library {
        Library { kept: Some(Arc::default()), ..self.clone() }
    }

    /// Where loaded rules are kept, if they are, and the library to load them from.
    pub(super) fn kept(&self) -> Option<(&RulesetCache, Library)> {
        let kept = self.kept.as_deref()?;
        // Rules hold the library that they come from, which is not to hold them in turn.
        Some((kept, Library { kept: None, ..self.clone() }))
    }

    /// The same library with other texts in some files.
    pub fn reading(&self, texts: BTreeMap<String, String>) -> Library {
        Library { texts: Arc::new(texts), ..self.clone() }
    }

    pub(super) fn is_sparing(&self) -> bool {
        self.is_sparing
    }

    /// Whether some script's file is called so.
    pub fn has_file(&self, stem: &str) -> bool {
        !self.named(stem).is_empty()
    }

    /// The scripts and tile sets in a folder.
    pub fn files_in(&self, folder: &Path) -> Vec<PathBuf> {
        let mut files = Vec::new();
        lua_files(folder, DEPTH, &mut files);
        // What cannot be read is told when it is looked at.
        files.retain(|path| !self.open(path).is_ok_and(|script| script.is_stub()));
        for folder in [folder.to_path_buf(), folder.join(TILES)] {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let mut tiles: Vec<PathBuf> =
                entries.map(|entry| entry.path()).filter(|path| is_toml(path)).collect();
            tiles.sort();
            files.extend(tiles);
        }
        files
    }

    /// The script in a file.
    pub fn open(&self, path: &Path) -> Result<ScriptFile, FileError> {
        let text = match self.texts.get(&path.shown()) {
            Some(text) => text.clone(),
            None => read_text(path, MAX_SOURCE_LEN as u64)?,
        };
        let source = Arc::new(Source::new(path.shown(), text));
        Ok(ScriptFile { source, origin: ScriptOrigin::File(path.to_path_buf()) })
    }

    /// Every script whose file is called `stem`, best first; a file that cannot be read is said to be so.
    pub fn named(&self, stem: &str) -> Vec<Result<ScriptFile, FileError>> {
        let is_named = |path: &PathBuf| path.file_stem().is_some_and(|name| name == stem);
        let files = self.paths().into_iter().filter(is_named).map(|path| self.open(&path));
        let files = files.filter(|file| !matches!(file, Ok(script) if script.is_stub()));
        files.chain(built_in(Some(stem)).into_iter().map(Ok)).collect()
    }

    /// The tile set that a script names at `place`: `tiles/NAME.toml` in the first folder that has it, else the one
    /// built in.
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

    /// The tile set in a file; the outer error is that it cannot be read at all.
    pub fn tiles_at(&self, path: &Path) -> Result<Result<TileSet, Vec<Diagnostic>>, FileError> {
        let text = read_text(path, MAX_SOURCE_LEN as u64)?;
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(read_tiles(&name, &Arc::new(Source::new(path.shown(), text))))
    }

    /// The text of a tile set; none if there is no such file. A name with a path in it names nothing.
    fn tile_file(&self, name: &str) -> Result<Option<Source>, FileError> {
        if !is_script_name(name) {
            return Ok(None);
        }
        if let Some(path) = self.tile_path(name) {
            return read_text(&path, MAX_SOURCE_LEN as u64).map(|text| Some(Source::new(path.shown(), text)));
        }
        Ok(built_in_tiles(name))
    }

    /// The file of a tile set, unless it is built in.
    pub fn tile_path(&self, name: &str) -> Option<PathBuf> {
        let (plain, within) = (format!("{name}.toml"), format!("{TILES}/{name}.toml"));
        let beside = self.beside.iter().flat_map(|folder| [folder.join(&plain), folder.join(&within)]);
        let found = beside.chain(self.folders.iter().map(|folder| folder.join(&within)));
        found.into_iter().find(|path| path.is_file())
    }

    /// The file that stands in for a built-in tile set and says something else.
    pub fn shadow_of_tiles(&self, name: &str) -> Option<String> {
        let (used, own) = (self.tile_file(name).ok()??, built_in_tiles(name)?);
        (used.text != own.text).then_some(used.file)
    }

    /// The names of all tile sets.
    fn tile_sets(&self) -> Vec<String> {
        let beside = self.beside.iter().flat_map(|folder| [folder.clone(), folder.join(TILES)]);
        let own = beside.chain(self.folders.iter().map(|folder| folder.join(TILES)));
        let own = own.filter_map(|folder| std::fs::read_dir(folder).ok());
        let own = own.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
        let built_in =
            BuiltinGames::iter().filter(|name| name.starts_with(TILES)).map(|name| PathBuf::from(&*name));
        let mut names: Vec<String> = own
            .chain(built_in)
            .filter(|path| is_toml(path))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Every script and what it says of itself, best first. A file that merely lies there has little time.
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

    /// What a script says of itself, which is found out once.
    fn listed_head(&self, script: &ScriptFile) -> ManifestResult {
        let file = &script.source.file;
        let known = |listed: &FileListing| match listed.heads.get(file) {
            Some((source, head)) if source.text == script.source.text => Some(head.clone()),
            _ => None,
        };
        if let Some(head) = known(&self.listed()) {
            return head;
        }
        if self.is_late()
            && script.origin != ScriptOrigin::BuiltIn
            && script.source.text.len() > MAX_UNLISTED_FILE_LEN
        {
            let says = "it is long, and other files took too long";
            return Err(vec![Diagnostic::new(&SourcePlace::root(&script.source), "", says)]);
        }
        let head = self.briefly(&script.origin, |library| head_of(library, script));
        self.listed().heads.insert(file.clone(), (script.source.clone(), head.clone()));
        head
    }

    /// Does something with a script that was not asked for by name: with little to spend for each of those that are not
    /// built in, and with less when all of them together have taken too long.
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

    /// The Lua files of the folders.
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

    /// Whether a file stands in for a built-in of the same game and name that says something else.
    pub fn shadows_built_in(&self, script: &ScriptFile, head: &Manifest) -> bool {
        let same = |own: &ScriptFile| {
            let other = head_of(self, own).ok();
            other.is_some_and(|other| other.name == head.name && other.role == head.role)
        };
        script.origin != ScriptOrigin::BuiltIn
            && built_in(Some(script.stem()))
                .iter()
                .any(|own| own.source.text != script.source.text && same(own))
    }

    /// Another file of the library that declares the same game or variant, and is passed over for this one.
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

    /// What every script says of itself, one entry a name: the one that playing by that name finds.
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
                // No base is called so.
                ScriptKind::Bot => BOTS.to_string(),
                ScriptKind::Lesson { .. } => LESSONS.to_string(),
            };
            let by_stem = script.stem() == head.name;
            match heads.entry((base, head.name.clone())) {
                Entry::Vacant(entry) => {
                    entry.insert((head, script));
                }
                // A file that bears the name is found before one that does not.
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

/// Runs a script alone and gives what it says of itself.
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

/// The folder that a file is in.
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
        Diagnostic::new(&SourcePlace::root(source).or_line(fault.line.or(Some(1))), "", fault.says)
    };
    TileSet::read(name, &source.text).map_err(|faults| faults.into_iter().map(fault).collect())
}

/// The text of a built-in tile set.
fn built_in_tiles(name: &str) -> Option<Source> {
    let file = format!("{TILES}/{name}.toml");
    let text = String::from_utf8(BuiltinGames::get(&file)?.data.into_owned()).ok()?;
    Some(Source::new(format!("scripts/{file}"), text))
}

/// The built-in scripts, all or those whose file is called `stem`.
fn built_in(stem: Option<&str>) -> Vec<ScriptFile> {
    let wanted =
        |name: &str| stem.is_none_or(|stem| Path::new(name).file_stem().is_some_and(|found| found == stem));
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
