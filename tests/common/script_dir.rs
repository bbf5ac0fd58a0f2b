//! Rule files written for a test, and a workspace that finds them.

use houserule_core::spec::RulePart;
use houserule_script::lua::{Library, Ruleset};
use houserule_script::play::{Session, Workspace};
use tempfile::TempDir;

/// On 3x3, white makes a road along column a.
pub const ROAD: &str = "c3 a3 a2 c2 a1";

/// A temporary directory of rule files, and a workspace that finds them.
pub struct ScriptDir {
    dir: TempDir,
    pub workspace: Workspace,
}

impl ScriptDir {
    pub fn new() -> ScriptDir {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let library = Library::new(vec![dir.path().to_path_buf()]);
        ScriptDir { dir, workspace: Workspace { library, seed: 1 } }
    }

    pub fn write(&self, name: &str, text: &str) -> &ScriptDir {
        std::fs::write(self.dir.path().join(format!("{name}.lua")), text).expect("a file");
        self
    }

    /// Writes a tile set.
    pub fn tiles(&self, name: &str, text: &str) -> &ScriptDir {
        std::fs::create_dir_all(self.dir.path().join("tiles")).expect("a folder");
        std::fs::write(self.dir.path().join(format!("tiles/{name}.toml")), text).expect("a file");
        self
    }

    /// Writes a variant of Tak with these rules, which begin in line 2.
    pub fn variant(&self, name: &str, rules: &str) -> &ScriptDir {
        self.write(name, &format!("return variant '{name}' {{ base = 'tak', rules = {{\n{rules}\n}} }}\n"))
    }

    /// Writes a variant of Tak with one hook, whose body begins in line 3.
    pub fn hook(&self, name: &str, hook: &str, body: &str) -> &ScriptDir {
        let takes = if matches!(hook, "finish" | "points") { "base" } else { "move" };
        self.variant(name, &format!("vars = {{ n = 0 }}, hooks = {{ {hook} = function(view, {takes})\n{body}\nend }}"))
    }

    /// The path of a script, as users type it.
    pub fn path(&self, name: &str) -> String {
        self.dir.path().join(format!("{name}.lua")).to_string_lossy().into_owned()
    }

    /// A text without the path of the directory, which differs from run to run.
    pub fn without_dir(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.dir.path().display()), "")
    }

    /// A game on a board of 3x3, after some moves.
    pub fn open(&self, game: &str, moves: &str) -> Session {
        self.open_with(game, &["size=3"], None, moves)
    }

    pub fn open_with(&self, game: &str, settings: &[&str], position: Option<&str>, moves: &str) -> Session {
        let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        let opened = self.workspace.open(game, &parse_settings(settings), position, &moves);
        opened.unwrap_or_else(|error| panic!("{error}"))
    }

    pub fn load(&self, game: &str, settings: &[&str]) -> Ruleset {
        let loaded = self.workspace.load(game, &parse_settings(settings));
        loaded.unwrap_or_else(|error| panic!("{game} {settings:?}: {error}"))
    }

    /// The error with which loading fails.
    pub fn load_error(&self, game: &str, settings: &[&str]) -> String {
        match self.workspace.load(game, &parse_settings(settings)) {
            Ok(_) => panic!("{game} {settings:?} loads"),
            Err(error) => self.without_dir(&error.to_string()),
        }
    }

    pub fn hash(&self, game: &str, settings: &[&str]) -> String {
        self.load(game, settings).plan.hash.clone()
    }

    pub fn warnings(&self, game: &str) -> Vec<String> {
        self.load(game, &[]).warnings.iter().map(|warning| self.without_dir(warning)).collect()
    }

    /// The ids of the finish rules, in the order in which they are judged.
    pub fn finish_rules(&self, game: &str) -> Vec<String> {
        let ruleset = self.load(game, &[]);
        let rules = ruleset.plan.rules.iter().filter(|named_rule| named_rule.rule.spec().part == RulePart::Finish);
        rules.map(|named_rule| named_rule.id.clone()).collect()
    }
}

/// SettingPairs from `key=value` texts.
pub fn parse_settings(settings: &[&str]) -> Vec<(String, String)> {
    let pairs = settings.iter().map(|setting| setting.split_once('=').expect("key=value"));
    pairs.map(|(key, value)| (key.to_string(), value.to_string())).collect()
}

/// What `why` prints for a move.
pub fn why(session: &mut Session, text: &str) -> Vec<String> {
    let violations = session.why(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    violations.iter().map(|violation| session.explain(violation)).collect()
}

pub fn points(session: &mut Session) -> Vec<f64> {
    let lines = session.game.score().unwrap_or_else(|fault| panic!("{fault}"));
    lines.into_iter().map(|line| line.points).collect()
}
