//! A program with its table in a browser, and a client that speaks HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::{Arc, Mutex};

use crate::common::test_dir::{TEST_TIMEOUT, TestDir, wait_until};
use serde_json::{Value, json};

/// Program that runs, with its table in a browser.
pub struct Table {
    pub dir: TestDir,
    pub port: u16,
    /// Key of the link that it printed.
    pub key: String,
    child: Child,
    stdin: Option<ChildStdin>,
    output: Arc<Mutex<String>>,
}

pub struct Response {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Table {
    pub fn open(args: &[&str]) -> Table {
        Table::open_in(TestDir::new(), args)
    }

    pub fn open_in(dir: TestDir, args: &[&str]) -> Table {
        let mut command = dir.houserule();
        command.args(args).arg("--browser").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        command.env_remove("SSH_CONNECTION").env_remove("SSH_TTY");
        let mut child = command.spawn().expect("the program starts");
        let (stdin, mut stdout) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        let output = Arc::new(Mutex::new(String::new()));
        let collected = output.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                collected.lock().expect("no panic").push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
        });
        let mut table = Table { dir, port: 0, key: String::new(), child, stdin, output };
        let link = table.wait_for_link("The table is at ");
        table.port = link.0;
        table.key = link.1;
        table
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn output(&self) -> String {
        self.output.lock().expect("no panic").clone()
    }

    #[track_caller]
    pub fn wait_for_output(&self, text: &str) {
        wait_until(|| self.output().contains(text));
        assert!(self.output().contains(text), "`{text}` is not in:\n{}", self.output());
    }

    /// Waits for a link, and returns its port and its key.
    #[track_caller]
    fn wait_for_link(&self, before: &str) -> (u16, String) {
        let find = || {
            let output = self.output();
            let (_, rest) = output.split_once(&format!("{before}http://127.0.0.1:"))?;
            let (link, _) = rest.split_once(['\n', '"'])?;
            let (port, key) = link.trim_end_matches("\\n").split_once("/#")?;
            Some((port.parse().expect("a port"), key.to_string()))
        };
        wait_until(|| find().is_some());
        find().unwrap_or_else(|| panic!("there is no link in:\n{}", self.output()))
    }

    /// Types a line at the prompt.
    pub fn type_line(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("it still reads");
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).expect("it reads");
    }

    /// Returns the key of another link.
    #[track_caller]
    pub fn key_of(&mut self, whose: &str) -> String {
        self.type_line(&format!("browser {whose}"));
        let before = if whose == "readonly" { "Read-only: ".to_string() } else { format!("For {whose}: ") };
        self.wait_for_link(&before).1
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a time limit");
        stream
    }

    /// Sends a request as written, and reads the answer to its end.
    pub fn send(&self, request: impl AsRef<[u8]>) -> Response {
        let mut stream = self.connect();
        // A server that refuses may close before it has read everything.
        let _ = stream.write_all(request.as_ref());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let text = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_string())).collect();
        Response { status: status.unwrap_or(0), headers, body: body.to_string() }
    }

    /// Returns a request with these headers; `Host` and the length are added.
    pub fn request(&self, line: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.host());
        }
        text.extend(headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")));
        text + "\r\n" + body
    }

    pub fn post_as(&self, key: &str, path: &str, body: &Value) -> Response {
        let headers = [("X-Houserule-Key", key), ("Content-Type", "application/json")];
        self.send(self.request(&format!("POST {path}"), &headers, &body.to_string()))
    }

    pub fn post(&self, path: &str, body: &Value) -> Response {
        self.post_as(&self.key, path, body)
    }

    /// Sends a line that is accepted.
    #[track_caller]
    pub fn line(&self, line: &str) {
        let response = self.post("/table/line", &json!({ "line": line }));
        assert_eq!(response.status, 202, "{line}: {}", response.body);
    }

    #[track_caller]
    pub fn window(&self, key: &str) -> Window {
        let mut stream = self.connect();
        // Without the chunks of HTTP/1.1.
        let host = self.host();
        write!(stream, "GET /table/events HTTP/1.0\r\nHost: {host}\r\nX-Houserule-Key: {key}\r\n\r\n").expect("sent");
        let mut window = Window { reader: BufReader::new(stream) };
        assert!(window.read_line().contains(" 200 "), "the window opens");
        while !window.read_line().is_empty() {}
        window
    }

    /// Ends the program by the end of its input and returns its exit code.
    pub fn quit(&mut self) -> Option<i32> {
        self.stdin = None;
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Open window.
pub struct Window {
    reader: BufReader<TcpStream>,
}

impl Window {
    fn read_line(&mut self) -> String {
        let mut line = String::new();
        let count = self.reader.read_line(&mut line).expect("the window is open");
        assert!(count > 0, "the stream has ended");
        line.trim_end().to_string()
    }

    /// Returns the next event and its data.
    #[track_caller]
    pub fn next(&mut self) -> (String, Value) {
        loop {
            let line = self.read_line();
            let Some(event) = line.strip_prefix("event: ") else { continue };
            let data = self.read_line();
            let data = data.strip_prefix("data: ").unwrap_or_else(|| panic!("{data}"));
            return (event.to_string(), serde_json::from_str(data).expect("JSON"));
        }
    }

    /// Returns the next event of a kind.
    #[track_caller]
    pub fn event(&mut self, kind: &str) -> Value {
        loop {
            let (event, data) = self.next();
            if event == kind {
                return data;
            }
        }
    }

    #[track_caller]
    pub fn table(&mut self) -> Value {
        self.event("table")
    }

    /// Returns the next table with this value.
    #[track_caller]
    pub fn table_with(&mut self, pointer: &str, value: impl Into<Value>) -> Value {
        let value = value.into();
        loop {
            let table = self.table();
            if table.pointer(pointer) == Some(&value) {
                return table;
            }
        }
    }
}
