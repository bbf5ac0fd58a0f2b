//! Names of files as people type them.

use std::path::PathBuf;

/// A file's name without the quotes around it, and with `~/` as the folder it stands for.
pub fn file_named(typed: &str) -> String {
    let within = |quote: char| typed.strip_prefix(quote)?.strip_suffix(quote);
    let bare = within('"').or_else(|| within('\'')).unwrap_or(typed);
    at_home(bare).map_or(bare.to_string(), |path| path.to_string_lossy().into_owned())
}

/// Where a path that begins with `~/` leads.
pub fn at_home(path: &str) -> Option<PathBuf> {
    Some(std::env::home_dir()?.join(path.strip_prefix("~/")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_taken_off_and_the_sign_for_home_is_followed() {
        assert_eq!(file_named("\"my game.toml\""), "my game.toml");
        assert_eq!(file_named("'it.toml'"), "it.toml");
        assert_eq!(file_named("it's.toml'"), "it's.toml'");
        assert_eq!(file_named("~"), "~");
        let home = std::env::home_dir().expect("a home");
        assert_eq!(file_named("~/a.toml"), home.join("a.toml").to_string_lossy().into_owned());
    }
}
