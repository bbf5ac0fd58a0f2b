//! A table with its page in Chromium: what a visitor does there, and what the page shows.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::browser::client::Table;
use crate::common::test_dir::TestDir;
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::{By, ChromiumLikeCapabilities, DesiredCapabilities, Key, WebDriver, WebElement};
use tokio::runtime::Runtime;

/// Time limit for what a page shows after a click.
const PATIENCE: Duration = Duration::from_secs(30);

/// One browser at a time: several would need more memory and cores than there may be.
static BROWSER: Mutex<()> = Mutex::new(());

/// A page with a game.
pub struct Page {
    pub table: Table,
    driver: Option<WebDriver>,
    chromedriver: Child,
    runtime: Runtime,
    _profile: TempDir,
    _only: MutexGuard<'static, ()>,
}

/// Returns a program on the search path, or that an environment variable names.
fn program(variable: &str, names: &[&str]) -> Option<PathBuf> {
    let from_env = std::env::var_os(variable).map(PathBuf::from);
    let folders = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let on_path = folders.into_iter().flatten().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    from_env.into_iter().chain(on_path).find(|path| path.is_file())
}

/// Starts the driver on a free port, and returns the port.
fn start_driver(path: PathBuf) -> (Child, u16) {
    let mut driver = Command::new(path)
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the driver starts");
    let mut lines = BufReader::new(driver.stdout.take().expect("a pipe")).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    // It must not wait for a reader.
    std::thread::spawn(move || lines.for_each(drop));
    (driver, port.expect("the driver names its port"))
}

impl Page {
    /// Opens the page of a new table; `None` where there is no browser, which is said in one line.
    pub fn open(args: &[&str]) -> Option<Page> {
        Page::open_in(TestDir::new(), args, (1280, 900))
    }

    /// Opens the page of a table in a directory, in a window of this size.
    pub fn open_in(dir: TestDir, args: &[&str], (width, height): (u32, u32)) -> Option<Page> {
        let browser = program("CHROMIUM", &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
        let Some((browser, driver)) = browser.zip(program("CHROMEDRIVER", &["chromedriver"])) else {
            eprintln!(
                "skipped: no Chromium with chromedriver was found; CHROMIUM=path and CHROMEDRIVER=path name them"
            );
            return None;
        };
        let only = BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
        let table = Table::open_in(dir, args);
        let profile = tempfile::tempdir().expect("a folder");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (chromedriver, port) = start_driver(driver);
        let mut page = Page { table, driver: None, chromedriver, runtime, _profile: profile, _only: only };
        let mut wanted = DesiredCapabilities::chrome();
        wanted.set_binary(&browser.to_string_lossy()).expect("a path");
        let profile = format!("--user-data-dir={}", page._profile.path().display());
        let size = format!("--window-size={width},{height}");
        for flag in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] {
            wanted.add_arg(flag).expect("a flag");
        }
        for flag in
            ["--disable-background-networking", "--no-first-run", "--force-prefers-reduced-motion", &profile, &size]
        {
            wanted.add_arg(flag).expect("a flag");
        }
        let address = format!("http://127.0.0.1:{port}");
        page.driver = Some(page.runtime.block_on(WebDriver::new(address, wanted)).expect("a browser"));
        page.visit(&page.link());
        page.wait_for("body[data-moves]");
        Some(page)
    }

    fn link(&self) -> String {
        format!("http://{}/#{}", self.table.host(), self.table.key)
    }

    fn driver(&self) -> &WebDriver {
        self.driver.as_ref().expect("the browser is open")
    }

    pub fn visit(&self, link: &str) {
        self.runtime.block_on(self.driver().goto(link)).expect("the page opens");
    }

    pub fn reload(&self) {
        self.runtime.block_on(self.driver().refresh()).expect("the page opens again");
    }

    /// Runs a script in the page.
    #[track_caller]
    pub fn run(&self, script: &str) -> Value {
        let result = self.runtime.block_on(self.driver().execute(script, Vec::new()));
        result.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// Waits until a script returns `true`.
    #[track_caller]
    pub fn wait_until(&self, condition: &str, what: &str) {
        let start = Instant::now();
        while self.run(&format!("return Boolean({condition})")) != json!(true) {
            assert!(
                start.elapsed() < PATIENCE,
                "{what}; the page shows:\n{}",
                self.run("return document.body.innerText")
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the page shows the game after so many moves, and knows what is legal there.
    #[track_caller]
    pub fn wait_for_moves(&self, count: usize) {
        self.wait_until(&format!("document.body.dataset.moves === '{count}'"), &format!("not at move {count}"));
    }

    /// Waits until an element contains a text.
    #[track_caller]
    pub fn wait_for_text(&self, css: &str, text: &str) {
        let condition = format!("document.querySelector({})?.textContent.includes({})", json!(css), json!(text));
        self.wait_until(&condition, &format!("`{text}` is not in {css}"));
    }

    /// Waits until there is such an element.
    #[track_caller]
    pub fn wait_for(&self, css: &str) {
        self.wait_until(&format!("document.querySelector({})", json!(css)), &format!("there is no {css}"));
    }

    pub fn text(&self, css: &str) -> String {
        let text = self.run(&format!("return document.querySelector({})?.textContent", json!(css)));
        text.as_str().unwrap_or_default().to_string()
    }

    pub fn count(&self, css: &str) -> u64 {
        self.run(&format!("return document.querySelectorAll({}).length", json!(css))).as_u64().expect("a number")
    }

    #[track_caller]
    fn element(&self, css: &str) -> WebElement {
        self.wait_for(css);
        self.runtime.block_on(self.driver().find(By::Css(css))).unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    #[track_caller]
    pub fn click(&self, css: &str) {
        let element = self.element(css);
        let chain = self.driver().action_chain().move_to_element_center(&element).click();
        self.runtime.block_on(chain.perform()).unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    #[track_caller]
    pub fn shift_click(&self, css: &str) {
        let element = self.element(css);
        let chain = self.driver().action_chain().key_down(Key::Shift).move_to_element_center(&element).click();
        let chain = chain.key_up(Key::Shift);
        self.runtime.block_on(chain.perform()).unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    #[track_caller]
    pub fn double_click(&self, css: &str) {
        let element = self.element(css);
        let chain = self.driver().action_chain().double_click_element(&element);
        self.runtime.block_on(chain.perform()).unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    #[track_caller]
    pub fn hover(&self, css: &str) {
        let element = self.element(css);
        let chain = self.driver().action_chain().move_to_element_center(&element);
        self.runtime.block_on(chain.perform()).unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.element(from), self.element(to));
        let chain = self.driver().action_chain().move_to_element_center(&from).click_and_hold().move_by_offset(12, -12);
        let chain = chain.move_to_element_center(&to).release();
        self.runtime.block_on(chain.perform()).expect("it is dragged");
    }

    /// Presses keys one after the other.
    pub fn press(&self, keys: impl IntoIterator<Item = impl Into<char>>) {
        for key in keys {
            let key: char = key.into();
            let chain = self.driver().action_chain().key_down(key).key_up(key);
            self.runtime.block_on(chain.perform()).expect("the key is pressed");
        }
    }

    /// Gives the page a window of some size and zoom, smaller than a browser makes its own.
    pub fn resize(&self, width: u32, height: u32, zoom: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": zoom, "mobile": false });
        let tools = self.driver().cdp();
        let sized = tools.send_raw("Emulation.setDeviceMetricsOverride", metrics);
        self.runtime.block_on(sized).expect("the window has a size");
    }

    /// Writes a picture of the window.
    pub fn save_picture(&self, path: &Path) {
        self.runtime.block_on(self.driver().screenshot(path)).expect("it is written");
    }

    /// Types a line in the field of the page.
    pub fn type_line(&self, line: &str) {
        let field = self.element("#line");
        self.runtime.block_on(field.send_keys(format!("{line}\u{e007}"))).expect("it is typed");
    }

    /// Opens another window with this link, and goes there.
    pub fn open_window(&self, link: &str) -> thirtyfour::WindowHandle {
        let before = self.runtime.block_on(self.driver().window()).expect("a window");
        let handle = self.runtime.block_on(self.driver().new_window()).expect("a window");
        self.go_to_window(&handle);
        self.visit(link);
        before
    }

    pub fn open_same_window(&self) -> thirtyfour::WindowHandle {
        self.open_window(&self.link())
    }

    pub fn go_to_window(&self, handle: &thirtyfour::WindowHandle) {
        self.runtime.block_on(self.driver().switch_to_window(handle.clone())).expect("the window is open");
    }

    /// Returns the moves that the game records, as its file lists them.
    pub fn record(&mut self) -> Vec<String> {
        let mut window = self.table.window(&self.table.key);
        let table = window.table();
        let turns = table["moves"].as_array().expect("moves").iter().filter(|turn| turn["undone"] == false);
        let moves = turns.flat_map(|turn| turn["moves"].as_array().expect("moves"));
        moves.map(|text| text.as_str().expect("a text").to_string()).collect()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if let Some(driver) = self.driver.take() {
            let _ = self.runtime.block_on(driver.quit());
        }
        let _ = self.chromedriver.kill();
        let _ = self.chromedriver.wait();
    }
}

/// Selects a cell of the board.
pub fn cell(name: &str) -> String {
    format!(".cell[data-at=\"{name}\"]")
}

/// Selects a tile of a hand that can be laid.
pub fn tile(name: &str) -> String {
    format!("#supply .tile[data-tile=\"{name}\"]:not(:disabled)")
}
