//! Rule files written for a test, and a table at which they are found.

use houserule_core::spec::RulePart;
use houserule_script::lua::Library;
use houserule_script::play::{Session, Workspace};
use tempfile::TempDir;

/// On 3x3, white makes a road along the column a.
pub const ROAD: &str = "c3 a3 a2 c2 a1";

/// A folder of rule files, and a table at which they are found.
pub struct Shelf {
    folder: TempDir,
    pub table: Workspace,
}

impl Shelf {
    pub fn new() -> Shelf {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let library = Library::new(vec![folder.path().to_path_buf()]);
        Shelf { folder, table: Workspace { library, seed: 1 } }
    }

    pub fn write(&self, name: &str, text: &str) -> &Shelf {
        std::fs::write(self.folder.path().join(format!("{name}.lua")), text).expect("a file");
        self
    }

    /// A tile set.
    pub fn tiles(&self, name: &str, text: &str) -> &Shelf {
        std::fs::create_dir_all(self.folder.path().join("tiles")).expect("a folder");
        std::fs::write(self.folder.path().join(format!("tiles/{name}.toml")), text).expect("a file");
        self
    }

    /// A variant of Tak called `name`, whose rules are this text. The rules begin in line 2.
    pub fn variant(&self, name: &str, rules: &str) -> &Shelf {
        self.write(name, &format!("return variant '{name}' {{ base = 'tak', rules = {{\n{rules}\n}} }}\n"))
    }

    /// A variant of Tak with one hook, whose body begins in line 3.
    pub fn hook(&self, name: &str, hook: &str, body: &str) -> &Shelf {
        let takes = if matches!(hook, "finish" | "points") { "base" } else { "move" };
        self.variant(name, &format!("vars = {{ n = 0 }}, hooks = {{ {hook} = function(view, {takes})\n{body}\nend }}"))
    }

    /// A path as people type it.
    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(format!("{name}.lua")).to_string_lossy().into_owned()
    }

    /// Sits down on a board of three by three.
    pub fn open(&self, game: &str, moves: &str) -> Session {
        self.open_with(game, &["size=3"], None, moves)
    }

    pub fn open_with(&self, game: &str, sets: &[&str], position: Option<&str>, moves: &str) -> Session {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let opened = self.table.open(game, &pairs(sets), position, &moves);
        opened.unwrap_or_else(|error| panic!("{error}"))
    }

    /// The words of a refusal to load.
    pub fn refused(&self, game: &str, sets: &[&str]) -> String {
        match self.table.load(game, &pairs(sets)) {
            Ok(_) => panic!("{game} {sets:?} loads"),
            // Folders differ from run to run.
            Err(error) => error.to_string().replace(&format!("{}/", self.folder.path().display()), ""),
        }
    }

    pub fn hash(&self, game: &str, sets: &[&str]) -> String {
        let loaded = self.table.load(game, &pairs(sets));
        loaded.unwrap_or_else(|error| panic!("{error}")).plan.hash.clone()
    }

    pub fn warnings(&self, game: &str) -> Vec<String> {
        let loaded = self.table.load(game, &[]).unwrap_or_else(|error| panic!("{error}"));
        let folder = format!("{}/", self.folder.path().display());
        loaded.warnings.iter().map(|warning| warning.replace(&folder, "")).collect()
    }

    /// The ids of the end rules, in the order in which they are judged.
    pub fn ends(&self, game: &str) -> Vec<String> {
        let loaded = self.table.load(game, &[]).unwrap_or_else(|error| panic!("{error}"));
        let ends = loaded.plan.rules.iter().filter(|named_rule| named_rule.rule.spec().part == RulePart::Finish);
        ends.map(|named_rule| named_rule.id.clone()).collect()
    }
}

pub fn pairs(sets: &[&str]) -> Vec<(String, String)> {
    sets.iter()
        .map(|set| set.split_once('=').expect("key=value"))
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect()
}

/// What `why` prints for a move.
pub fn why(session: &mut Session, text: &str) -> Vec<String> {
    let violations = session.why(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    violations.iter().map(|violation| session.explain(violation)).collect()
}

pub fn outcome(session: &mut Session) -> String {
    let outcome = session.game.outcome().unwrap_or_else(|fault| panic!("{fault}"));
    outcome.map_or("open".to_string(), |outcome| outcome.describe(session.plan()))
}

pub fn points(session: &mut Session) -> Vec<f64> {
    let lines = session.game.score().unwrap_or_else(|fault| panic!("{fault}"));
    lines.into_iter().map(|line| line.points).collect()
}
