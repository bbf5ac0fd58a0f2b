//! How long the texts may be that windows send.

use super::{Refusal, RefusalKind};

/// Longest text of a kind.
pub(crate) struct TextLimit {
    /// In bytes.
    length: usize,
    message: &'static str,
}

pub(crate) const LINE_LIMIT: TextLimit = TextLimit { length: 64 << 10, message: "a line may have at most 64 kB" };

/// A question may contain a script.
pub(crate) const QUESTION_LIMIT: TextLimit =
    TextLimit { length: 200_000, message: "a question may have at most 200 kB" };

pub(crate) const SCRIPT_LIMIT: TextLimit = TextLimit { length: 200_000, message: "a script may have at most 200 kB" };

pub(crate) const FILE_LIMIT: TextLimit = TextLimit { length: 4 << 20, message: "a file may have at most 4 MB" };

/// Length of a request besides its text.
const FRAME_LEN: usize = 4 << 10;

impl TextLimit {
    pub fn check(&self, text: &str) -> Result<(), Refusal> {
        if text.len() > self.length { Err(self.refusal()) } else { Ok(()) }
    }

    /// Returns the maximum length of a request with such a text, in bytes: in JSON, quotes and ends of lines take two.
    pub fn request_len(&self) -> usize {
        2 * self.length + FRAME_LEN
    }

    pub fn refusal(&self) -> Refusal {
        Refusal::new(RefusalKind::TooLarge, self.message)
    }
}
