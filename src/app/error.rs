//! Errors that decide the exit code. Any other error means that the command failed, and exits with 1.

use houserule_core::sentence_errors;

sentence_errors! {
    /// Wrong usage; exit code 2.
    UsageError;
}

impl UsageError {
    pub fn new(error: impl std::fmt::Display) -> UsageError {
        error.to_string().into()
    }
}

/// Returns from the function with a usage error, formatted like `format!`.
macro_rules! usage {
    ($($sentence:tt)*) => { return Err($crate::error::UsageError::from(format!($($sentence)*)).into()) };
}

/// A failure that was already reported; exit code 1.
#[derive(Debug, thiserror::Error)]
#[error("")]
pub struct Reported;
