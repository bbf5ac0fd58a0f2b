//! Open windows, and what is sent to them. Sending never waits: a window that is slow gets the newest table and misses
//! messages, and one that takes nothing for long is closed.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Viewer;
use axum::response::sse::Event;
use futures_util::stream::{Stream, unfold};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::{Notify, watch};

/// Maximum number of open windows.
pub const MAX_WINDOWS: usize = 32;

/// Places among them that only windows of the table take: spectators cannot shut the players out.
const PLACES_OF_TABLE: usize = 8;

/// Messages kept for a window that is slow.
const MAX_WAITING_MESSAGES: usize = 64;

/// Time after which a window that takes nothing is closed.
const STALL_LIMIT: Duration = Duration::from_secs(30);

/// How often that is checked.
const STALL_CHECK: Duration = Duration::from_secs(5);

/// What all windows share, on the threads of the prompt and of the server.
pub struct Hub {
    /// The newest table by viewer, as JSON; empty before the first.
    tables: Mutex<HashMap<Viewer, watch::Sender<Arc<str>>>>,
    messages: broadcast::Sender<Message>,
    windows: AtomicUsize,
}

/// Message to windows besides the table.
#[derive(Clone, Debug)]
pub enum Message {
    Event {
        name: &'static str,
        json: Arc<str>,
        audience: Audience,
    },
    /// The program ends.
    Closed,
}

/// Windows that a message is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Audience {
    Everyone,
    /// The table, and one window that caused it.
    Table(Option<Viewer>),
}

impl Audience {
    fn includes(&self, viewer: &Viewer) -> bool {
        match self {
            Audience::Everyone => true,
            Audience::Table(sender) => *viewer == Viewer::Table || sender.as_ref() == Some(viewer),
        }
    }
}

impl Hub {
    pub fn new() -> Hub {
        let messages = broadcast::Sender::new(MAX_WAITING_MESSAGES);
        Hub { tables: Mutex::default(), messages, windows: AtomicUsize::new(0) }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<Viewer, watch::Sender<Arc<str>>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn has_windows(&self) -> bool {
        self.windows.load(Ordering::Relaxed) > 0
    }

    /// Returns the viewers with an open window.
    pub fn viewers(&self) -> Vec<Viewer> {
        let mut tables = self.tables();
        tables.retain(|_, table| table.receiver_count() > 0);
        tables.keys().cloned().collect()
    }

    /// Sends the table to the windows of a viewer, unless they have it.
    pub fn publish(&self, viewer: &Viewer, table: &str) {
        if let Some(sender) = self.tables().get(viewer) {
            sender.send_if_modified(|newest| {
                let is_new = **newest != *table;
                if is_new {
                    *newest = table.into();
                }
                is_new
            });
        }
    }

    /// Sends a message.
    pub fn tell(&self, message: Message) {
        // Fails if there is no window.
        let _ = self.messages.send(message);
    }

    /// Opens a window, unless there are too many. `hang_up` closes its connection.
    pub fn open(
        self: Arc<Hub>,
        viewer: Viewer,
        hang_up: Arc<Notify>,
    ) -> Option<impl Stream<Item = Result<Event, Infallible>>> {
        let places = if viewer == Viewer::Table { MAX_WINDOWS } else { MAX_WINDOWS - PLACES_OF_TABLE };
        let place = WindowPlace::take(&self, places)?;
        let messages = self.messages.subscribe();
        let mut table = {
            let mut tables = self.tables();
            let sender = tables.entry(viewer.clone()).or_insert_with(|| watch::Sender::new("".into()));
            if sender.receiver_count() == 0 {
                // What the last window saw is out of date.
                sender.send_replace("".into());
            }
            sender.subscribe()
        };
        if !table.borrow().is_empty() {
            table.mark_changed();
        }
        let waiting = Arc::new(Mutex::new(None));
        let watchdog = tokio::spawn(watch_window(waiting.clone(), hang_up));
        let window = Window { viewer, table, messages, waiting, watchdog, is_closed: false, _place: place };
        Some(unfold(window, |mut window| async move {
            window.set_waiting(false);
            let event = window.next().await?;
            window.set_waiting(true);
            Some((Ok(event), window))
        }))
    }
}

/// Place of a window among all; free again when it is dropped.
struct WindowPlace(Arc<Hub>);

impl WindowPlace {
    fn take(hub: &Arc<Hub>, places: usize) -> Option<WindowPlace> {
        let place = WindowPlace(hub.clone());
        (hub.windows.fetch_add(1, Ordering::Relaxed) < places).then_some(place)
    }
}

impl Drop for WindowPlace {
    fn drop(&mut self) {
        self.0.windows.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Since when an event waits to be taken by a window.
type WaitingSince = Arc<Mutex<Option<Instant>>>;

/// Open window.
struct Window {
    viewer: Viewer,
    table: watch::Receiver<Arc<str>>,
    messages: broadcast::Receiver<Message>,
    waiting: WaitingSince,
    watchdog: tokio::task::JoinHandle<()>,
    is_closed: bool,
    _place: WindowPlace,
}

impl Drop for Window {
    fn drop(&mut self) {
        self.watchdog.abort();
    }
}

impl Window {
    fn set_waiting(&self, is_waiting: bool) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = is_waiting.then(Instant::now);
    }

    /// Waits for the next event; `None` after the last.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if self.is_closed {
                return None;
            }
            tokio::select! {
                biased;
                message = self.messages.recv() => match message {
                    Ok(Message::Event { name, json, audience }) if audience.includes(&self.viewer) => {
                        return Some(Event::default().event(name).data(json));
                    }
                    // It has missed some; the table says how the game stands.
                    Ok(Message::Event { .. }) | Err(RecvError::Lagged(_)) => {}
                    Ok(Message::Closed) | Err(RecvError::Closed) => {
                        self.is_closed = true;
                        return Some(Event::default().event("closed").data("{}"));
                    }
                },
                changed = self.table.changed() => {
                    changed.ok()?;
                    let table = self.table.borrow_and_update().clone();
                    return Some(Event::default().event("table").data(table));
                }
            }
        }
    }
}

/// Closes the connection of a window that takes nothing.
async fn watch_window(waiting: WaitingSince, hang_up: Arc<Notify>) {
    loop {
        tokio::time::sleep(STALL_CHECK).await;
        let since = *waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if since.is_some_and(|since| since.elapsed() >= STALL_LIMIT) {
            hang_up.notify_one();
        }
    }
}
