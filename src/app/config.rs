//! Settings of the user: `config.toml`, and the folders that are searched for scripts.

use crate::error::UsageError;
use crate::render::{BoardChoice, TerminalBackground};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use serde::Deserialize;

use houserule_script::files::DisplayPath;
use houserule_script::lua::Library;

/// Folder of scripts in the working directory, searched by default.
pub const LOCAL_SCRIPTS: &str = "variants";

/// Contents of `config.toml`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Further folders of scripts.
    #[serde(default)]
    pub scripts: Vec<PathBuf>,
    /// When to use colours; the command line overrides it.
    #[serde(default)]
    pub colour: Option<ColourMode>,
    #[serde(default)]
    pub palette: Option<PaletteName>,
    /// How boards are drawn in a terminal.
    #[serde(default)]
    pub board: Option<BoardChoice>,
    /// Whether boards and moves are described in words.
    #[serde(default)]
    pub speak: bool,
    /// Whether boards are drawn in ASCII only.
    #[serde(default)]
    pub ascii: bool,
    /// Background of a terminal that does not report it.
    #[serde(default)]
    pub background: Option<TerminalBackground>,
}

/// When text has colours.
#[derive(Deserialize, ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum ColourMode {
    // At a terminal that has them, unless NO_COLOR is set.
    #[default]
    Auto,
    Always,
    Never,
}

/// Name of a colour palette.
#[derive(Deserialize, ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PaletteName {
    Usual,
    Safe,
}

/// Folders of the user's files.
pub struct UserDirs {
    pub config: PathBuf,
    /// History of the prompt and other data.
    pub data: PathBuf,
}

impl UserDirs {
    pub fn find() -> Option<UserDirs> {
        let args = AppStrategyArgs {
            top_level_domain: "org".into(),
            author: "houserule".into(),
            app_name: "houserule".into(),
        };
        let dirs = choose_app_strategy(args).ok()?;
        Some(UserDirs { config: dirs.config_dir(), data: dirs.data_dir() })
    }
}

/// Builds the library of scripts: folders from the command line first, then `./variants`, then the user's.
pub fn library(requested: &[PathBuf]) -> Result<Library, UsageError> {
    for folder in requested {
        if !folder.is_dir() {
            usage!("--scripts {}: no such folder", folder.printable());
        }
    }
    let mut folders = requested.to_vec();
    folders.push(PathBuf::from(LOCAL_SCRIPTS));
    if let Some(dirs) = UserDirs::find() {
        folders.extend(load_config()?.scripts);
        folders.push(dirs.config);
    }
    Ok(Library::new(folders))
}

/// Reads the user's `config.toml`; without one, returns the defaults.
pub fn load_config() -> Result<Config, UsageError> {
    UserDirs::find().map_or(Ok(Config::default()), |dirs| read_config(&dirs.config.join("config.toml")))
}

fn read_config(path: &Path) -> Result<Config, UsageError> {
    match std::fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text)
            .map_err(|error| format!("{}{}", path.printable(), describe_error(&text, &error)).into()),
        Err(_) => Ok(Config::default()),
    }
}

/// Accepted values of each key, for error messages.
const ACCEPTED_VALUES: &[(&str, &str)] = &[
    ("scripts", "a list of folders: scripts = [\"rules\"]"),
    ("colour", "\"auto\", \"always\" or \"never\""),
    ("palette", "\"usual\" or \"safe\""),
    ("board", "\"letters\", \"lines\", \"blocks\" or \"picture\""),
    ("speak", "true or false"),
    ("ascii", "true or false"),
    ("background", "\"dark\" or \"light\""),
];

/// Describes an error in the file: its line, and the values that the key accepts.
fn describe_error(text: &str, error: &toml::de::Error) -> String {
    let Some(offset) = error.span().map(|span| span.start) else { return format!(": {}", error.message()) };
    let before = text.get(..offset).unwrap_or(text);
    let number = before.matches('\n').count();
    let line = text.lines().nth(number).unwrap_or_default();
    let key = line.split('=').next().unwrap_or_default().trim();
    let message = match ACCEPTED_VALUES.iter().find(|(known, _)| *known == key && line.contains('=')) {
        Some((key, allowed)) => format!("`{key}` must be {allowed}"),
        None => error.message().to_string(),
    };
    format!(", line {}: {message}", number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_line_its_key_and_the_accepted_values() {
        let describe = |text: &str| describe_error(text, &toml::from_str::<Config>(text).err().expect("a fault"));
        let colour = ", line 2: `colour` must be \"auto\", \"always\" or \"never\"";
        assert_eq!(describe("ascii = true\ncolour = 5\n"), colour);
        assert_eq!(describe("ascii = true\ncolour = \"pink\"\n"), colour);
        assert_eq!(describe("ascii = 1\n"), ", line 1: `ascii` must be true or false");
        assert!(describe("\ncolor = 1\n").starts_with(", line 2: unknown field `color`"));
    }
}
