//! A desk to run the program at: an empty folder of its own, so that nothing of the machine leaks in.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use snapbox::Data;
use snapbox::cmd::Command;
use tempfile::TempDir;

/// No test is about speed; this only ends what would never end.
pub const GUARD: Duration = Duration::from_secs(600);

/// Waits for something that another program does.
pub fn wait_until(is_done: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_done() && start.elapsed() < GUARD {
        std::thread::sleep(Duration::from_millis(10));
    }
}

pub struct Desk {
    folder: TempDir,
}

/// What the program said.
#[derive(PartialEq, Eq, Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// The faults that `check` drew, each as one line: file, line, key path, sentence.
    pub fn faults(&self) -> String {
        let mut lines = String::new();
        let (mut says, mut place) = ("", "");
        for line in self.out.lines() {
            let text = line.trim_start();
            if let Some(title) = line.strip_prefix("error: ") {
                says = title;
            } else if let Some(arrow) = text.strip_prefix("--> ") {
                place = arrow.rsplit_once(':').expect("a column").0;
            } else if text.starts_with('|') && text.contains('^') {
                let path = text.rsplit_once('^').expect("a caret").1.trim();
                let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
                lines += &format!("{place}: {path}{says}\n");
            }
        }
        lines
    }
}

/// What a run cost; nothing where it cannot be measured.
#[derive(Default, Debug)]
pub struct Cost {
    /// Processor time, which does not depend on what else the machine does.
    pub seconds: f64,
    /// The most memory that the program held, in kB.
    pub memory: u64,
}

impl Desk {
    pub fn new() -> Desk {
        let folder = tempfile::tempdir().expect("a folder for the test");
        std::fs::create_dir_all(folder.path().join("home")).expect("a home");
        Desk { folder }
    }

    /// A desk with one file on it.
    pub fn with(name: &str, text: impl AsRef<[u8]>) -> Desk {
        let desk = Desk::new();
        desk.write(name, text);
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a file on the desk; folders in its name are made.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file was written")
    }

    /// The variables that make the desk's own folder the home of whoever runs a program there.
    pub fn home(&self) -> [(&'static str, PathBuf); 4] {
        let home = self.path("home");
        let (config, data, state) = (home.join("config"), home.join("data"), home.join("state"));
        [("HOME", home), ("XDG_CONFIG_HOME", config), ("XDG_DATA_HOME", data), ("XDG_STATE_HOME", state)]
    }

    fn program(&self, program: impl AsRef<OsStr>) -> Command {
        let command = Command::new(program).current_dir(self.folder.path());
        command.envs(self.home()).env("NO_COLOR", "1").timeout(GUARD)
    }

    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Said {
        self.run_with(args, "")
    }

    /// Runs the program with some lines on a pipe.
    pub fn run_with<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, lines: impl AsRef<[u8]>) -> Said {
        said(self.program(env!("CARGO_BIN_EXE_houserule")).args(args), lines.as_ref())
    }

    /// Runs the program and measures it.
    pub fn weigh<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, lines: &str) -> (Said, Cost) {
        let (scales, note) = (Path::new("/usr/bin/time"), self.path("home/weight"));
        if !scales.exists() {
            return (self.run_with(args, lines), Cost::default());
        }
        let command = self.program(scales).args(["-q", "-f", "%U %S %M", "-o"]).arg(&note);
        // The scales would leave an endless program behind when they are stopped.
        let command = command.args(["timeout", "500", env!("CARGO_BIN_EXE_houserule")]);
        let said = said(command.args(args), lines.as_bytes());
        assert_ne!(said.code, 124, "it never ends: {said:?}");
        let weight = std::fs::read_to_string(note).expect("the scales write a note");
        let numbers: Vec<f64> = weight.split_whitespace().flat_map(str::parse).collect();
        (said, Cost { seconds: numbers[0] + numbers[1], memory: numbers[2] as u64 })
    }
}

fn said(command: Command, lines: &[u8]) -> Said {
    let output = command.stdin(Data::binary(lines)).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let said = Said { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) };
    assert!(!said.err.contains("panicked"), "it panicked: {said:?}");
    assert_ne!(said.code, -1, "it was killed: {said:?}");
    said
}
