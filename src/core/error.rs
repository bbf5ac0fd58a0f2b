//! Error types for messages: each type names what failed and holds the message for the user.

/// Declares error types that hold a message, with conversions from text and into text.
#[macro_export]
macro_rules! sentence_errors {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
        #[error("{0}")]
        pub struct $name(String);

        impl From<String> for $name {
            fn from(sentence: String) -> $name {
                $name(sentence)
            }
        }

        impl From<&str> for $name {
            fn from(sentence: &str) -> $name {
                $name(sentence.to_string())
            }
        }

        impl From<$name> for String {
            fn from(error: $name) -> String {
                error.0
            }
        }
    )*};
}

/// Returns an error with a formatted message.
#[macro_export]
macro_rules! bail {
    ($($sentence:tt)*) => { return Err(format!($($sentence)*).into()) };
}

sentence_errors! {
    /// An effect or a null move that the board cannot make.
    BoardError;
    /// A drawing order that does not contain exactly the tiles of the game.
    DealError;
    /// A rule value that does not fit the game, or a parameter value that it rejects.
    RuleError;
}

/// Everything that is wrong with a position set up by hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.join("; "))]
pub struct SetupError(pub Vec<String>);

/// Error in compiling a game's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileError {
    /// Key path concerned.
    pub path: String,
    /// Explanation for the author.
    pub message: String,
    /// Kind of error.
    pub kind: CompileErrorKind,
}

/// Kind of an error in compiling a game's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompileErrorKind {
    /// A rule value is wrong by itself.
    Invalid,
    /// A rule value rejects another: each is valid, but they cannot be combined.
    Conflict,
}

/// Errors in compiling a game's rules, in the order in which they were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CompileErrors(pub Vec<CompileError>);

impl CompileErrors {
    /// Adds an error at a key path.
    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.push(CompileError { path: path.into(), message: message.into(), kind: CompileErrorKind::Invalid });
    }

    /// Adds a conflict between rule values at a key path.
    pub fn add_conflict(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.0.push(CompileError { path: path.into(), message: message.into(), kind: CompileErrorKind::Conflict });
    }
}
