//! The table in a browser, as the prompt sees it: `browser` opens it, and what windows send arrives as events.
//!
//! | module | contents |
//! |---|---|
//! | `lines` | lines of windows |
//! | `documents` | saves for windows, and files dropped on them |
//! | `workshop` | scripts read, checked and changed on the page |
//! | `fairness` | games of bots in the background |

mod documents;
mod fairness;
mod lines;
mod workshop;

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use super::active_game::ActiveGame;
use super::event_loop::Event;
use super::mode::Prompt;
use super::rule_changes::settings_of;
use super::{CommandOutcome, CommandResult, NO_GAME, refuse};
use crate::browser::{Ask, Hub, Refusal, TableServer, Viewer, is_remote, open_in_browser, tunnel_command};
use fairness::FairRun;
use houserule_script::rules::Manifest;
use serde::Serialize;
use serde_json::Value;

/// The table that windows show.
pub struct BrowserTable {
    pub server: TableServer,
    /// Number of the state of the game, which grows with every change.
    revision: u64,
    /// Number of the first state with the present position.
    position_since: u64,
    shown: Option<ShownState>,
    /// Variants of the game, by the hash of the rules: listing them reads files.
    variants: Option<(String, Vec<KnownVariant>)>,
    /// Games of bots in the background.
    fair_run: Option<FairRun>,
}

/// Variant that can be added or removed.
#[derive(Clone, Serialize)]
pub struct KnownVariant {
    name: String,
    title: String,
    active: bool,
}

/// What decides whether answers about a game are out of date.
#[derive(Clone, PartialEq)]
struct ShownState {
    revision: u64,
    position: ShownPosition,
}

/// Position that a move is meant for.
#[derive(Clone, PartialEq)]
struct ShownPosition {
    started: Instant,
    /// Step of a lesson.
    step: Option<usize>,
    rules: String,
    moves: usize,
    hash: u64,
}

impl Prompt {
    /// Runs `browser`, `browser readonly` or `browser red`.
    pub fn browser(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let viewer = match rest {
            "" => Viewer::Table,
            "readonly" => Viewer::Public,
            seat => match self.game() {
                None => return refuse("only a game has seats; `browser` prints the link of the table"),
                Some(game) => {
                    let seat = or_refuse!(game.seat_named(seat));
                    Viewer::Seat(game.session.plan().seat_name(seat).to_string())
                }
            },
        };
        if self.context.browser.is_none() {
            let events = self.context.events.clone();
            let server = or_refuse!(TableServer::start(move |request| events.send(Event::Browser(request)).is_ok()));
            self.context.browser = Some(BrowserTable {
                server,
                revision: 0,
                position_since: 0,
                shown: None,
                variants: None,
                fair_run: None,
            });
        }
        // A link has the key of other windows.
        self.context.remarks.is_private = true;
        let Some(table) = &self.context.browser else { return refuse("the table is closed") };
        let link = or_refuse!(table.server.link(&viewer));
        let port = table.server.port();
        match &viewer {
            Viewer::Table => writeln!(out, "The table is at {link}")?,
            Viewer::Public => writeln!(out, "Read-only: {link}")?,
            Viewer::Seat(seat) => writeln!(out, "For {seat}: {link}")?,
        }
        // Further links are for other people, and a program opens what it wants.
        let is_opened = viewer == Viewer::Table && self.context.is_interactive && open_in_browser(&link);
        if is_remote() || viewer == Viewer::Table && self.context.is_interactive && !is_opened {
            writeln!(out, "From another machine, run this there first: {}", tunnel_command(port))?;
        }
        Ok(CommandOutcome::Done)
    }

    /// Returns the windows, if there may be some.
    pub fn hub(&self) -> Option<Arc<Hub>> {
        self.context.browser.as_ref().map(|table| table.server.hub.clone())
    }

    /// Returns whose window sent the line that runs.
    pub fn line_viewer(&self) -> Option<&Viewer> {
        self.context.line_viewer.as_ref()
    }

    /// Sends the table to all windows, as each may see it.
    pub fn publish_table(&mut self) {
        let Some(hub) = self.hub() else { return };
        let revision = self.update_revision();
        for viewer in hub.viewers() {
            let table = catch_unwind(AssertUnwindSafe(|| crate::browser::table(self, &viewer, revision)));
            // Where it cannot be drawn, the windows keep the last one, and the prompt goes on.
            if let Ok(table) = table {
                hub.publish(&viewer, &table);
            }
        }
    }

    /// Takes the boards that were printed since, to leave them out where the page draws them.
    pub fn take_printed_boards(&mut self) -> Vec<String> {
        self.game_mut().map(|game| std::mem::take(&mut game.printed_boards)).unwrap_or_default()
    }

    /// Returns the number of the present state.
    fn update_revision(&mut self) -> u64 {
        let step = self.lesson().and_then(|lesson| lesson.place()).map(|(_, step)| step);
        let state = |game: &ActiveGame| {
            let session = &game.session;
            let (rules, moves, hash) =
                (session.plan().hash.clone(), session.moves().len(), session.game.position_hash());
            let position = ShownPosition { started: game.started, step, rules, moves, hash };
            ShownState { revision: game.revision, position }
        };
        let now = self.game().map(state);
        let Some(table) = &mut self.context.browser else { return 0 };
        if table.shown != now {
            table.revision += 1;
            let position = |shown: &Option<ShownState>| shown.as_ref().map(|shown| shown.position.clone());
            if position(&table.shown) != position(&now) {
                table.position_since = table.revision;
            }
            table.shown = now;
        }
        table.revision
    }

    /// Returns whether the table with this number shows the present position.
    pub fn shows_position_of(&mut self, revision: u64) -> bool {
        let newest = self.update_revision();
        let since = self.context.browser.as_ref().map_or(0, |table| table.position_since);
        (since..=newest).contains(&revision)
    }

    /// Returns the variants of the game.
    pub fn known_variants(&mut self) -> Vec<KnownVariant> {
        let Some(game) = self.game() else { return Vec::new() };
        let session = &game.session;
        let (hash, active) = (&session.plan().hash, &session.ruleset.manifests);
        let cached = self.context.browser.as_ref().and_then(|table| table.variants.as_ref());
        if let Some((_, variants)) = cached.filter(|(known, _)| known == hash) {
            return variants.clone();
        }
        let variant =
            |head: &Manifest, active: bool| KnownVariant { name: head.name.clone(), title: head.title.clone(), active };
        let manifests = self.context.workspace.library.manifests();
        let is_active = |head: &&Manifest| active.iter().any(|known| known.name == head.name);
        let others = manifests.variants(active).filter(|head| !is_active(head)).map(|head| variant(head, false));
        let variants: Vec<KnownVariant> = active.iter().skip(1).map(|head| variant(head, true)).chain(others).collect();
        let hash = hash.clone();
        if let Some(table) = &mut self.context.browser {
            table.variants = Some((hash, variants.clone()));
        }
        variants
    }

    /// Returns the rules in words: what variants change, then all of them.
    pub fn rules_text(&self) -> Result<String, Refusal> {
        let game = self.game().ok_or_else(|| Refusal::impossible(NO_GAME))?;
        let ruleset = &game.session.ruleset;
        let changes = self.context.workspace.changes(ruleset, &settings_of(&game.session));
        let changes = changes.map_err(Refusal::impossible)?.map(|changes| changes.to_string() + "\n");
        Ok(changes.unwrap_or_default() + &ruleset.rules_text().to_string())
    }

    /// Answers a question of a window. Nothing changes.
    pub fn answer_window(&mut self, ask: &Ask, viewer: &Viewer) -> Result<Value, Refusal> {
        let revision = self.update_revision();
        guarded(|| crate::browser::answer(self, ask, viewer, revision)).and_then(|answer| answer)
    }
}

/// Does what a window asks for. If that fails in a way that nobody foresaw, it is refused, and the prompt goes on.
pub fn guarded<T>(action: impl FnOnce() -> T) -> Result<T, Refusal> {
    let failed = |_| Refusal::impossible("this request made the program fail, so nothing was done; the game goes on");
    catch_unwind(AssertUnwindSafe(action)).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_fails_is_refused() {
        assert_eq!(guarded(|| 7), Ok(7));
        let refused = guarded(|| -> u8 { panic!("a broken promise") });
        assert!(refused.is_err_and(|refusal| refusal.message.contains("the game goes on")));
    }
}
