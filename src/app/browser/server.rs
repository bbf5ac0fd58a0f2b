//! The server: connections, routes and limits. It has a thread of its own and never touches the game; requests go to the
//! loop of the prompt, which answers them.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::assets::{ASSETS, Asset};
use super::hub::{Hub, MAX_WINDOWS, Message};
use super::limits::{FILE_LIMIT, LINE_LIMIT, QUESTION_LIMIT, SCRIPT_LIMIT, TextLimit};
use super::security::{HEADERS, Keys, TABLE, check_addresses};
use super::{DroppedFile, LineWindow, Refusal, RefusalKind, Reply, Request, ScriptEdit, Viewer, WindowLine};
use anyhow::Context;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{self, Extension, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot, watch};
use tokio::task::JoinSet;

/// Maximum number of connections: a browser opens several for each window.
const MAX_CONNECTIONS: usize = 2 * MAX_WINDOWS;

/// Time that the head or the body of a request may take.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// Time between two signs of life to a window.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Time that windows have to take what is left at the end of the program.
const END_TIMEOUT: Duration = Duration::from_millis(300);

/// The running server. Dropping it closes all windows.
pub struct TableServer {
    pub hub: Arc<Hub>,
    keys: Arc<Mutex<Keys>>,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl TableServer {
    /// Starts the server on a free port of this machine. `deliver` passes a request to the prompt, or returns `false` if
    /// it has ended.
    pub fn start(deliver: impl Fn(Request) -> bool + Send + Sync + 'static) -> anyhow::Result<TableServer> {
        let listener =
            std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port of this machine is free")?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (hub, keys) = (Arc::new(Hub::new()), Arc::new(Mutex::new(Keys::new())));
        let (stop, stopped) = watch::channel(false);
        let app = Arc::new(App { hub: hub.clone(), keys: keys.clone(), address, deliver: Box::new(deliver) });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        let listener = runtime.block_on(async { TcpListener::from_std(listener) })?;
        let thread = std::thread::Builder::new().name("browser".to_string());
        let thread = thread.spawn(move || runtime.block_on(accept_all(listener, routes(app), stopped)))?;
        Ok(TableServer { hub, keys, address, stop, thread: Some(thread) })
    }

    /// Returns the link for a viewer.
    pub fn link(&self, viewer: &Viewer) -> anyhow::Result<String> {
        let key = self.keys.lock().unwrap_or_else(PoisonError::into_inner).of(viewer)?;
        Ok(format!("http://{}/#{key}", self.address))
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }
}

impl Drop for TableServer {
    fn drop(&mut self) {
        self.hub.tell(Message::Closed);
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            // A server that has crashed has ended, too.
            let _ = thread.join();
        }
    }
}

/// What all requests share.
struct App {
    hub: Arc<Hub>,
    keys: Arc<Mutex<Keys>>,
    address: SocketAddr,
    deliver: Box<dyn Fn(Request) -> bool + Send + Sync>,
}

impl App {
    /// Passes a request to the prompt and waits for the answer.
    async fn ask<T>(&self, request: impl FnOnce(Reply<T>) -> Request) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        let is_delivered = (self.deliver)(request(reply));
        let ended = || Refusal::new(RefusalKind::Busy, "the program is ending");
        if is_delivered { answer.await.unwrap_or_else(|_| Err(ended())) } else { Err(ended()) }
    }
}

/// Closes the connection of a request.
#[derive(Clone)]
struct HangUp(Arc<Notify>);

/// Accepts connections until the program ends.
async fn accept_all(listener: TcpListener, routes: Router, mut stopped: watch::Receiver<bool>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                // Too many connections are a mistake or an attack; nobody needs an answer.
                Ok(_) if connections.len() >= MAX_CONNECTIONS => {}
                Ok((stream, _)) => {
                    connections.spawn(serve(stream, routes.clone(), stopped.clone()));
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            },
            Some(_) = connections.join_next() => {}
            _ = stopped.changed() => break,
        }
    }
    let all = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(END_TIMEOUT, all).await;
}

/// Serves one connection.
async fn serve(stream: TcpStream, routes: Router, mut stopped: watch::Receiver<bool>) {
    // A click should not wait for a full packet.
    let _ = stream.set_nodelay(true);
    let hang_up = Arc::new(Notify::new());
    let service = TowerToHyperService::new(routes.layer(Extension(HangUp(hang_up.clone()))));
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(READ_TIMEOUT).max_headers(64);
    let mut connection = std::pin::pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = hang_up.notified() => return,
        _ = stopped.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

fn routes(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for asset in ASSETS {
        router = router.route(asset.path, get(|| async { send_asset(asset) }));
    }
    router
        .route("/table/events", get(events))
        .route("/table/line", post(line))
        .route("/table/ask", post(ask))
        .route("/table/file", post(file))
        .route("/table/script", post(script))
        .fallback(|| async { error(StatusCode::NOT_FOUND, "there is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            error(StatusCode::METHOD_NOT_ALLOWED, "wrong method for this address")
        })
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

fn send_asset(asset: &'static Asset) -> Response {
    ([(header::CONTENT_TYPE, asset.media_type)], asset.text).into_response()
}

/// Checks where a request comes from and whose key it carries.
async fn guard(State(app): State<Arc<App>>, mut request: extract::Request, next: Next) -> Response {
    let is_table = request.uri().path().starts_with(TABLE);
    let viewer = app.keys.lock().unwrap_or_else(PoisonError::into_inner).viewer(request.headers());
    let mut response = match check_addresses(request.headers(), request.uri(), app.address) {
        Err(message) => error(StatusCode::FORBIDDEN, &message),
        Ok(()) if is_table && viewer.is_none() => {
            error(StatusCode::UNAUTHORIZED, "the key is missing or wrong; open the link that `browser` prints")
        }
        Ok(()) => {
            request.extensions_mut().extend(
                viewer
                    .map(|viewer| {
                        let mut extensions = axum::http::Extensions::new();
                        extensions.insert(viewer);
                        extensions
                    })
                    .unwrap_or_default(),
            );
            next.run(request).await
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn error(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({ "error": message }))).into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.kind {
            RefusalKind::Malformed => StatusCode::BAD_REQUEST,
            RefusalKind::Forbidden => StatusCode::FORBIDDEN,
            RefusalKind::Impossible => StatusCode::UNPROCESSABLE_ENTITY,
            RefusalKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalKind::Conflict => StatusCode::CONFLICT,
            RefusalKind::Busy => StatusCode::SERVICE_UNAVAILABLE,
        };
        error(status, &self.message)
    }
}

/// `GET /table/events`.
async fn events(
    State(app): State<Arc<App>>,
    Extension(viewer): Extension<Viewer>,
    Extension(HangUp(hang_up)): Extension<HangUp>,
) -> Response {
    let Some(stream) = app.hub.clone().open(viewer, hang_up) else {
        return Refusal::new(RefusalKind::Busy, format!("{MAX_WINDOWS} windows are open; close one")).into_response();
    };
    // If the prompt has ended, the window is about to be closed.
    (app.deliver)(Request::Opened);
    Sse::new(stream).keep_alive(KeepAlive::new().interval(HEARTBEAT)).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineBody {
    line: String,
    revision: Option<u64>,
}

/// `POST /table/line`.
async fn line(State(app): State<Arc<App>>, Extension(viewer): Extension<Viewer>, body: Body) -> Response {
    let LineBody { line, revision } = match read_body(body, &LINE_LIMIT).await {
        Ok(body) => body,
        Err(response) => return response,
    };
    let line = WindowLine { text: line, origin: LineWindow { viewer, revision } };
    match app.ask(|reply| Request::Line { line, reply }).await {
        Ok(()) => (StatusCode::ACCEPTED, Json(json!({}))).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// `POST /table/ask`.
async fn ask(State(app): State<Arc<App>>, Extension(viewer): Extension<Viewer>, body: Body) -> Response {
    let ask = match read_body(body, &QUESTION_LIMIT).await {
        Ok(ask) => ask,
        Err(response) => return response,
    };
    let answer: Result<Value, Refusal> = app.ask(|reply| Request::Ask { ask, viewer, reply }).await;
    answer.map_or_else(Refusal::into_response, |answer| Json(answer).into_response())
}

/// `POST /table/file`.
async fn file(State(app): State<Arc<App>>, Extension(viewer): Extension<Viewer>, body: Body) -> Response {
    if let Some(refusal) = refuse_others(&viewer) {
        return refusal;
    }
    let file: DroppedFile = match read_body(body, &FILE_LIMIT).await {
        Ok(file) => file,
        Err(response) => return response,
    };
    if let Err(refusal) = FILE_LIMIT.check(&file.text) {
        return refusal.into_response();
    }
    match app.ask(|reply| Request::File { file, reply }).await {
        Ok(()) => (StatusCode::ACCEPTED, Json(json!({}))).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// `POST /table/script`.
async fn script(State(app): State<Arc<App>>, Extension(viewer): Extension<Viewer>, body: Body) -> Response {
    if let Some(refusal) = refuse_others(&viewer) {
        return refusal;
    }
    let edit: ScriptEdit = match read_body(body, &SCRIPT_LIMIT).await {
        Ok(edit) => edit,
        Err(response) => return response,
    };
    let answer: Result<Value, Refusal> = app.ask(|reply| Request::Script { edit, reply }).await;
    answer.map_or_else(Refusal::into_response, |answer| Json(answer).into_response())
}

/// Refuses what only windows of the table may do, which are those of the user.
fn refuse_others(viewer: &Viewer) -> Option<Response> {
    let refusal = || Refusal::new(RefusalKind::Forbidden, "only a window of the whole table can do this");
    (*viewer != Viewer::Table).then(|| refusal().into_response())
}

/// Reads a request in JSON with a text of limited length, which the reader checks.
async fn read_body<T: DeserializeOwned>(body: Body, limit: &TextLimit) -> Result<T, Response> {
    // Refused by the length that it announces, before it arrives.
    if body.size_hint().lower() > limit.request_len() as u64 {
        return Err(limit.refusal().into_response());
    }
    let bytes = match tokio::time::timeout(READ_TIMEOUT, to_bytes(body, limit.request_len())).await {
        Ok(Ok(bytes)) => bytes,
        // Too long, or cut off, and then nobody reads the answer.
        Ok(Err(_)) => return Err(limit.refusal().into_response()),
        Err(_) => return Err(error(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time")),
    };
    serde_json::from_slice(&bytes).map_err(|fault| {
        Refusal::new(RefusalKind::Malformed, format!("the request cannot be read: {fault}")).into_response()
    })
}
