//! File names as typed at the prompt.

use std::path::PathBuf;

/// Removes quotes around a file name and expands `~/`.
pub fn file_name(typed: &str) -> String {
    let unquote = |quote: char| typed.strip_prefix(quote)?.strip_suffix(quote);
    let bare = unquote('"').or_else(|| unquote('\'')).unwrap_or(typed);
    expand_home(bare).map_or(bare.to_string(), |path| path.to_string_lossy().into_owned())
}

/// Expands a path that starts with `~/`.
pub fn expand_home(path: &str) -> Option<PathBuf> {
    Some(std::env::home_dir()?.join(path.strip_prefix("~/")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_removed_and_tilde_is_expanded() {
        assert_eq!(file_name("\"my game.toml\""), "my game.toml");
        assert_eq!(file_name("'it.toml'"), "it.toml");
        assert_eq!(file_name("it's.toml'"), "it's.toml'");
        assert_eq!(file_name("~"), "~");
        let home = std::env::home_dir().expect("a home");
        assert_eq!(file_name("~/a.toml"), home.join("a.toml").to_string_lossy().into_owned());
    }
}
