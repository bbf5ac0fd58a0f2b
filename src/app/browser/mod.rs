//! The table in a browser: a local server shows the game of the prompt, and what is clicked runs there as one more line.
//! It starts only when asked for and ends with the program.
//!
//! | module | contents |
//! |---|---|
//! | `server`, `security` | connections and routes; who may ask for what |
//! | `assets` | the page itself, which holds no data |
//! | `hub` | open windows, and what is sent to them |
//! | `front_end` | the front end of the prompt, with windows beside it |
//! | `table` | the table as a window sees it; its fields |
//! | `sight` | what a window may see of hidden hands |
//! | `limits` | how long texts may be |
//! | `launch` | a browser for a link |
//! | `asks` | questions about the game, which change nothing |
//!
//! # Routes
//!
//! Everything under `/table` needs the header `X-Houserule-Key` with a key from a link's fragment. Errors are JSON,
//! `{"error": "sentence"}`, with the status 400 (unreadable), 401 (key), 403 (Host, Origin, or not for this window), 404,
//! 405, 409 (changed elsewhere), 413 (too large), 422 (the rules do not allow it) or 503 (busy).
//!
//! | route | answer |
//! |---|---|
//! | `GET /`, `/page.css`, `/main.js`, ... | the page (`assets`) |
//! | `GET /table/events` | server-sent events: `table`, `told`, `fair`, `closed`; a comment every 15 s |
//! | `POST /table/line` `{"line": "c3", "revision": 7}` | 202 once the line is queued; its effects are events. With the number of the table that the window showed, a move for an earlier position is refused: 409, or in `told` if the position changes while the line waits |
//! | `POST /table/ask` `{"ask": "moves"}` and others | the answer, see `asks::Ask` |
//! | `POST /table/file` `{"name": "game.ptn", "text": "..."}` | 202 once the game goes on from the file, or 422; only for the table |
//! | `POST /table/script` `{"name": "late-walls", "text": "...", "hash": "..."}` | `{"file", "hash"}` once it is written and the rules are loaded again (`told`), 409 or 422; only for the table. Names and hashes come from the question `scripts` |
//!
//! `told` is `{"line": "c3", "text": "...", "refused": false, "verdict": "right"}`: what a step printed, or why nothing
//! was done; `line` is empty where no line caused it, and `verdict` (`right`, `wrong`, `illegal`) is there in lessons only.
//! `fair` is `{"played", "games", "done"}` while games run, at last with `text`, `svg` and `error` of the report.
//! The fields of `table` are those of `table::fields::Table`, those of a move `asks::ListedMove`.

mod asks;
mod assets;
mod front_end;
mod hub;
mod launch;
mod limits;
mod security;
mod server;
mod sight;
mod table;

use serde::Deserialize;
use serde_json::Value;
use tokio::sync::oneshot;

pub(crate) use asks::{Ask, answer};
pub(crate) use front_end::TableFrontEnd;
pub(crate) use hub::{Audience, Hub, Message};
pub(crate) use launch::{is_remote, open_in_browser, tunnel_command};
pub(crate) use limits::{LINE_LIMIT, SCRIPT_LIMIT};
pub(crate) use server::TableServer;
pub(crate) use table::table;

/// Whom a window belongs to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Viewer {
    /// The table: it sees what the screen of the prompt may show, and its lines are like typed ones.
    Table,
    /// Everyone: it sees what is public, and types nothing.
    Public,
    /// A seat, by its name: it sees its own hand, and moves only in its turn.
    Seat(String),
}

/// Request of a window to the prompt.
pub(crate) enum Request {
    /// A window was opened and waits for the table.
    Opened,
    /// A line, as if it were typed. The answer comes when it is queued.
    Line { line: WindowLine, reply: Reply<()> },
    /// A file that was dropped on the page.
    File { file: DroppedFile, reply: Reply<()> },
    /// A script that was changed on the page.
    Script { edit: ScriptEdit, reply: Reply<Value> },
    /// A question, answered at once.
    Ask { ask: Ask, viewer: Viewer, reply: Reply<Value> },
}

/// Line of a window.
pub(crate) struct WindowLine {
    pub text: String,
    pub origin: LineWindow,
}

/// Window that sends a line.
#[derive(PartialEq, Eq)]
pub(crate) struct LineWindow {
    pub viewer: Viewer,
    /// Number of the table that it showed. A move of an earlier position is refused.
    pub revision: Option<u64>,
}

/// File that was dropped on the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DroppedFile {
    pub name: String,
    pub text: String,
}

/// Script that was changed on the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScriptEdit {
    /// Name of its game or variant.
    pub name: String,
    pub text: String,
    /// Mark of the text that was changed, as it was read.
    pub hash: String,
}

/// Where an answer goes. The window may have gone by then.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// Why a request is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub kind: RefusalKind,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RefusalKind {
    /// It cannot be read.
    Malformed,
    /// Not for this window, or not now.
    Forbidden,
    /// The rules or the state of the game do not allow it.
    Impossible,
    TooLarge,
    /// Someone else has changed the same.
    Conflict,
    Busy,
}

impl Refusal {
    pub fn new(kind: RefusalKind, message: impl ToString) -> Refusal {
        Refusal { kind, message: message.to_string() }
    }

    pub fn impossible(message: impl ToString) -> Refusal {
        Refusal::new(RefusalKind::Impossible, message)
    }
}
