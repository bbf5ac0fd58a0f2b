//! Where scripts come from: folders that were named, `./variants`, the user's own folder, and those built in. The
//! first that has a name wins; nothing takes a built-in's place without a word.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rust_embed::RustEmbed;

use super::host::Host;
use crate::rules::{Fault, Head, Place, Role, Source};
use crate::tiles::{TileFault, TileSet};
use crate::vocabulary::nearest;

/// The scripts in the program itself. Debug builds read them from disk, so that editing one needs no build.
#[derive(RustEmbed)]
#[folder = "scripts"]
#[include = "*.lua"]
#[include = "tiles/*.toml"]
struct Games;

#[derive(RustEmbed)]
#[folder = "variants"]
#[include = "*.lua"]
struct Variants;

/// How deep folders are searched: `tak.lua`, `tak/late-walls.lua`.
const DEPTH: usize = 2;

/// The folder of tile sets beside the scripts.
const TILES: &str = "tiles";

/// The longest script file that is read.
const LONGEST: u64 = 256 * 1024;

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
    /// The file's name without its ending, which is the script's name too where people keep to that.
    pub fn stem(&self) -> &str {
        self.source.short_name().trim_end_matches(".lua")
    }
}

/// What the scripts of a library say of themselves.
pub struct Heads {
    pub good: Vec<(Head, Origin)>,
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
        let text = text_of(path)?;
        Ok(Script {
            source: Arc::new(Source::new(path.display().to_string(), text)),
            origin: Origin::File(path.to_path_buf()),
        })
    }

    /// Every script whose file is called `stem`, best first.
    pub fn named(&self, stem: &str) -> Vec<Script> {
        self.paths()
            .into_iter()
            .filter(|path| path.file_stem().is_some_and(|name| name == stem))
            .filter_map(|path| self.open(&path).ok())
            .chain(built_in(Some(stem)))
            .collect()
    }

    /// The tile set that a script names at `place`: `tiles/NAME.toml` in the first folder that has it, else the one
    /// built in.
    pub fn tile_set(&self, name: &str, place: &Place) -> Result<Arc<TileSet>, Vec<Fault>> {
        let told = |says: String| vec![Fault::new(place, "tiles", says)];
        let source = match self.tile_file(name).map_err(told)? {
            Some(source) => Arc::new(source),
            None => {
                let known = self.tile_sets();
                let says = match nearest(name, known.iter().map(String::as_str)) {
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
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return Ok(None);
        }
        let file = format!("{TILES}/{name}.toml");
        if let Some(path) = self.folders.iter().map(|folder| folder.join(&file)).find(|path| path.is_file()) {
            return text_of(&path).map(|text| Some(Source::new(path.display().to_string(), text)));
        }
        let text = Games::get(&file).and_then(|file| String::from_utf8(file.data.into_owned()).ok());
        Ok(text.map(|text| Source::new(format!("scripts/{file}"), text)))
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

    /// Every script, best first.
    pub fn all(&self) -> Vec<Script> {
        self.paths().into_iter().filter_map(|path| self.open(&path).ok()).chain(built_in(None)).collect()
    }

    /// The Lua files of the folders.
    fn paths(&self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for folder in &self.folders {
            lua_files(folder, DEPTH, &mut paths);
        }
        paths
    }

    /// The built-in that a file stands in for, if it says something else.
    pub fn shadows_built_in(&self, script: &Script) -> bool {
        script.origin != Origin::BuiltIn
            && built_in(Some(script.stem())).iter().any(|own| own.source.text != script.source.text)
    }

    /// What every script says of itself, one entry a name; the ones that do not load, with their faults.
    pub fn heads(&self) -> Heads {
        let mut heads: BTreeMap<(String, String), (Head, Origin)> = BTreeMap::new();
        let mut broken = Vec::new();
        for script in self.all() {
            match head(&script) {
                Ok(head) => {
                    let base = match &head.role {
                        Role::Game => String::new(),
                        Role::Variant { base, .. } => base.clone(),
                    };
                    heads.entry((base, head.name.clone())).or_insert((head, script.origin));
                }
                Err(faults) => broken.push((script, faults)),
            }
        }
        Heads { good: heads.into_values().collect(), broken }
    }
}

/// The text of a file that is neither too long nor something else.
fn text_of(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let size = std::fs::metadata(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    if !size.is_file() {
        return Err(format!("{shown} is not a file"));
    }
    if size.len() > LONGEST {
        return Err(format!("{shown} is longer than {} kB, which no script needs", LONGEST / 1024));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{shown} is not UTF-8 text"))
}

/// Runs a script alone and gives what it says of itself.
pub fn head(script: &Script) -> Result<Head, Vec<Fault>> {
    let mut host =
        Host::new().map_err(|fault| vec![Fault::new(&Place::root(&script.source), "", fault.message)])?;
    Ok(host.load(&script.source)?.head)
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
