//! The errors that decide how the program ends; any other error is a failure of what was asked for, and exits with 1.

use houserule_core::sentence_errors;

sentence_errors! {
    /// Wrong use: exit 2.
    UsageError;
}

impl UsageError {
    pub fn of(error: impl std::fmt::Display) -> UsageError {
        error.to_string().into()
    }
}

/// Returns a usage error made from a sentence.
macro_rules! usage {
    ($($sentence:tt)*) => { return Err($crate::error::UsageError::from(format!($($sentence)*)).into()) };
}

/// A failure of which everything was said already: exit 1.
#[derive(Debug, thiserror::Error)]
#[error("")]
pub struct Reported;
