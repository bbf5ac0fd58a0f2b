//! Where scripts come from: folders that were named, `./variants`, the user's own folder, and those built in. The
//! first that has a name wins; nothing takes a built-in's place without a word.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rust_embed::RustEmbed;

use super::host::Host;
use super::manual::META;
use super::sandbox::LONGEST_SOURCE;
use crate::files::read_text;
use crate::rules::{Fault, Head, Place, Role, Source};
use crate::tiles::{TileFault, TileSet};
use crate::vocabulary::{is_script_name, nearest, one_line};

/// The scripts in the program itself. Debug builds read them from disk, so that editing one needs no build.
#[derive(RustEmbed)]
#[folder = "scripts"]
#[include = "*.lua"]
#[include = "tiles/*.toml"]
#[exclude = "meta/*"]
struct Games;

#[derive(RustEmbed)]
#[folder = "variants"]
#[include = "*.lua"]
struct Variants;

/// How deep folders are searched: `tak.lua`, `tak/late-walls.lua`.
const DEPTH: usize = 2;

/// The folder of tile sets beside the scripts.
const TILES: &str = "tiles";

/// What bots and lessons are kept under among the games and their variants.
const BOTS: &str = "(bots)";
const LESSONS: &str = "(lessons)";

/// Where a script was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    BuiltIn,
    File(PathBuf),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Origin::BuiltIn => f.write_str("built in"),
            Origin::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// A script file.
#[derive(Clone, Debug)]
pub struct Script {
    pub source: Arc<Source>,
    pub origin: Origin,
}

impl Script {
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
pub struct Heads {
    /// Games and variants.
    pub good: Vec<(Head, Origin)>,
    pub bots: Vec<(Head, Origin)>,
    pub lessons: Vec<(Head, Origin)>,
    /// Those that do not load.
    pub broken: Vec<(Script, Vec<Fault>)>,
}

impl Heads {
    /// The names by which games are played.
    pub fn games(&self) -> impl Iterator<Item = &Head> {
        self.good.iter().map(|(head, _)| head).filter(|head| head.is_game())
    }
}

/// The folders that are searched, first wins.
#[derive(Clone, Debug, Default)]
pub struct Library {
    folders: Vec<PathBuf>,
}

impl Library {
    pub fn new(folders: Vec<PathBuf>) -> Library {
        Library { folders }
    }

    /// The script in a file.
    pub fn open(&self, path: &Path) -> Result<Script, String> {
        let text = read_text(path, LONGEST_SOURCE as u64)?;
        let source = Arc::new(Source::new(path.display().to_string(), text));
        Ok(Script { source, origin: Origin::File(path.to_path_buf()) })
    }

    /// Every script whose file is called `stem`, best first; a file that cannot be read is said to be so.
    pub fn named(&self, stem: &str) -> Vec<Result<Script, String>> {
        let is_named = |path: &PathBuf| path.file_stem().is_some_and(|name| name == stem);
        let files = self.paths().into_iter().filter(is_named).map(|path| self.open(&path));
        let files = files.filter(|file| !matches!(file, Ok(script) if script.is_stub()));
        files.chain(built_in(Some(stem)).into_iter().map(Ok)).collect()
    }

    /// The tile set that a script names at `place`: `tiles/NAME.toml` in the first folder that has it, else the one
    /// built in.
    pub fn tile_set(&self, name: &str, place: &Place) -> Result<Arc<TileSet>, Vec<Fault>> {
        let told = |says: String| vec![Fault::new(place, "tiles", says)];
        let source = match self.tile_file(name).map_err(told)? {
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
        let fault = |fault: TileFault| {
            Fault::new(&Place::root(&source).or_line(fault.line.or(Some(1))), "", fault.says)
        };
        let set = TileSet::read(name, &source.text);
        set.map(Arc::new).map_err(|faults| faults.into_iter().map(fault).collect())
    }

    /// The text of a tile set; none if there is no such file. A name with a path in it names nothing.
    fn tile_file(&self, name: &str) -> Result<Option<Source>, String> {
        if !is_script_name(name) {
            return Ok(None);
        }
        if let Some(path) = self.tile_path(name) {
            return read_text(&path, LONGEST_SOURCE as u64)
                .map(|text| Some(Source::new(path.display().to_string(), text)));
        }
        Ok(built_in_tiles(name))
    }

    /// The file of a tile set, unless it is built in.
    pub fn tile_path(&self, name: &str) -> Option<PathBuf> {
        let file = format!("{TILES}/{name}.toml");
        self.folders.iter().map(|folder| folder.join(&file)).find(|path| path.is_file())
    }

    /// The file that stands in for a built-in tile set and says something else.
    pub fn shadow_of_tiles(&self, name: &str) -> Option<String> {
        let (used, own) = (self.tile_file(name).ok()??, built_in_tiles(name)?);
        (used.text != own.text).then_some(used.file)
    }

    /// The names of all tile sets.
    fn tile_sets(&self) -> Vec<String> {
        let own = self.folders.iter().filter_map(|folder| std::fs::read_dir(folder.join(TILES)).ok());
        let own = own.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
        let built_in = Games::iter().filter(|name| name.starts_with(TILES)).map(|name| PathBuf::from(&*name));
        let mut names: Vec<String> = own
            .chain(built_in)
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Every script that can be read, best first.
    pub fn all(&self) -> Vec<Script> {
        let files = self.paths().into_iter().filter_map(|path| self.open(&path).ok());
        files.filter(|script| !script.is_stub()).chain(built_in(None)).collect()
    }

    /// The Lua files of the folders.
    fn paths(&self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for folder in &self.folders {
            lua_files(folder, DEPTH, &mut paths);
        }
        paths
    }

    /// Whether a file stands in for a built-in of the same game and name that says something else.
    pub fn shadows_built_in(&self, script: &Script, head: &Head) -> bool {
        let same = |own: &Script| {
            let other = head_of(self, own).ok();
            other.is_some_and(|other| other.name == head.name && other.role == head.role)
        };
        script.origin != Origin::BuiltIn
            && built_in(Some(script.stem()))
                .iter()
                .any(|own| own.source.text != script.source.text && same(own))
    }

    /// What every script says of itself, one entry a name: the one that playing by that name finds.
    pub fn heads(&self) -> Heads {
        let mut heads: BTreeMap<(String, String), (Head, Script)> = BTreeMap::new();
        let mut broken = Vec::new();
        for script in self.all() {
            let head = match head_of(self, &script) {
                Ok(head) => head,
                Err(faults) => {
                    broken.push((script, faults));
                    continue;
                }
            };
            let base = match &head.role {
                Role::Game => String::new(),
                Role::Variant { base, .. } => base.clone(),
                // No base is called so.
                Role::Bot => BOTS.to_string(),
                Role::Lesson { .. } => LESSONS.to_string(),
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
            let shelf = match head.role {
                Role::Bot => &mut bots,
                Role::Lesson { .. } => &mut lessons,
                Role::Game | Role::Variant { .. } => &mut good,
            };
            shelf.push((head, origin));
        }
        Heads { good, bots, lessons, broken }
    }
}

/// Runs a script alone and gives what it says of itself.
pub fn head_of(library: &Library, script: &Script) -> Result<Head, Vec<Fault>> {
    let mut host = Host::new(library)
        .map_err(|fault| vec![Fault::new(&Place::root(&script.source), "", fault.message)])?;
    let loaded = host.glance(&script.source)?;
    match &loaded.head.role {
        // Without a base there is nothing more to find out.
        Role::Variant { base, .. } if base.is_empty() => Err(loaded.faults),
        _ => Ok(loaded.head),
    }
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

/// The text of a built-in tile set.
fn built_in_tiles(name: &str) -> Option<Source> {
    let file = format!("{TILES}/{name}.toml");
    let text = String::from_utf8(Games::get(&file)?.data.into_owned()).ok()?;
    Some(Source::new(format!("scripts/{file}"), text))
}

/// The built-in scripts, all or those whose file is called `stem`.
fn built_in(stem: Option<&str>) -> Vec<Script> {
    let wanted =
        |name: &str| stem.is_none_or(|stem| Path::new(name).file_stem().is_some_and(|found| found == stem));
    let script = |name: &str, folder: &str, file: Option<rust_embed::EmbeddedFile>| {
        let text = String::from_utf8(file?.data.into_owned()).ok()?;
        Some(Script {
            source: Arc::new(Source::new(format!("{folder}/{name}"), text)),
            origin: Origin::BuiltIn,
        })
    };
    let games = Games::iter()
        .filter(|name| name.ends_with(".lua") && wanted(name))
        .filter_map(|name| script(&name, "scripts", Games::get(&name)));
    let variants = Variants::iter()
        .filter(|name| wanted(name))
        .filter_map(|name| script(&name, "variants", Variants::get(&name)));
    games.chain(variants).collect()
}
