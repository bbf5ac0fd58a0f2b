//! The user's own settings: a small file, and the folders in which scripts are searched.

use crate::error::UsageError;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use serde::Deserialize;

use houserule_script::files::DisplayPath;
use houserule_script::lua::Library;

/// The folder of scripts in the working directory that is searched without being named.
pub const LOCAL: &str = "variants";

/// `config.toml`.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// More folders to search for scripts.
    #[serde(default)]
    pub scripts: Vec<PathBuf>,
    /// When text has colours, unless the command line says.
    #[serde(default)]
    pub colour: Option<ColourMode>,
    #[serde(default)]
    pub palette: Option<PaletteName>,
    /// Whether boards keep to ASCII.
    #[serde(default)]
    pub ascii: bool,
    /// What the terminal's text stands on, where it does not tell.
    #[serde(default)]
    pub background: Option<Background>,
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

/// Which colours.
#[derive(Deserialize, ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum PaletteName {
    Usual,
    Safe,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Background {
    Dark,
    Light,
}

/// Where the user's own files are.
pub struct UserDirs {
    pub config: PathBuf,
    /// History of the prompt and the like.
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

/// The scripts that are to be found: folders named on the command line first, then `./variants`, then the user's.
pub fn library(named: &[PathBuf]) -> Result<Library, UsageError> {
    for folder in named {
        if !folder.is_dir() {
            usage!("--scripts {}: there is no such folder", folder.shown());
        }
    }
    let mut folders = named.to_vec();
    folders.push(PathBuf::from(LOCAL));
    if let Some(home) = UserDirs::find() {
        folders.extend(settings()?.scripts);
        folders.push(home.config);
    }
    Ok(Library::new(folders))
}

/// What the user's file says.
pub fn settings() -> Result<Config, UsageError> {
    UserDirs::find().map_or(Ok(Config::default()), |home| read(&home.config.join("config.toml")))
}

fn read(path: &Path) -> Result<Config, UsageError> {
    match std::fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).map_err(|error| format!("{}{}", path.shown(), fault(&text, &error)).into()),
        Err(_) => Ok(Config::default()),
    }
}

/// What the keys of the file may be.
const ALLOWED: &[(&str, &str)] = &[
    ("scripts", "a list of folders: scripts = [\"rules\"]"),
    ("colour", "\"auto\", \"always\" or \"never\""),
    ("palette", "\"usual\" or \"safe\""),
    ("ascii", "true or false"),
    ("background", "\"dark\" or \"light\""),
];

/// Where something is wrong, and what may stand there.
fn fault(text: &str, error: &toml::de::Error) -> String {
    let Some(at) = error.span().map(|span| span.start) else { return format!(": {}", error.message()) };
    let before = text.get(..at).unwrap_or(text);
    let number = before.matches('\n').count();
    let line = text.lines().nth(number).unwrap_or_default();
    let key = line.split('=').next().unwrap_or_default().trim();
    let says = match ALLOWED.iter().find(|(known, _)| *known == key && line.contains('=')) {
        Some((key, allowed)) => format!("`{key}` is {allowed}"),
        None => error.message().to_string(),
    };
    format!(", line {}: {says}", number + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_its_line_its_key_and_what_may_stand_there() {
        let told = |text: &str| fault(text, &toml::from_str::<Config>(text).err().expect("a fault"));
        let colour = ", line 2: `colour` is \"auto\", \"always\" or \"never\"";
        assert_eq!(told("ascii = true\ncolour = 5\n"), colour);
        assert_eq!(told("ascii = true\ncolour = \"pink\"\n"), colour);
        assert_eq!(told("ascii = 1\n"), ", line 1: `ascii` is true or false");
        assert!(told("\ncolor = 1\n").starts_with(", line 2: unknown field `color`"));
    }
}
