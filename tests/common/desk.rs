//! A desk to run the program at: an empty folder of its own, so that nothing of the machine leaks in.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use tempfile::TempDir;

/// No test is about speed; this only ends what would never end.
const GUARD: Duration = Duration::from_secs(60);

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

/// What a run cost.
pub struct Cost {
    pub time: Duration,
    /// The most memory the program held, in kB; none where it cannot be measured.
    pub memory: Option<u64>,
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
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).envs(self.home()).env("NO_COLOR", "1").timeout(GUARD);
        command
    }

    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Said {
        self.run_with(args, "")
    }

    /// Runs the program with some lines on a pipe.
    pub fn run_with<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        lines: impl AsRef<[u8]>,
    ) -> Said {
        let mut command = self.program(env!("CARGO_BIN_EXE_houserule"));
        let output = command.args(args).write_stdin(lines.as_ref()).output();
        said(output.expect("the program starts"))
    }

    /// Runs the program and measures it.
    pub fn weigh<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, lines: &str) -> (Said, Cost) {
        let (scales, note) = (Path::new("/usr/bin/time"), self.path("home/weight"));
        let mut command;
        if scales.exists() {
            command = self.program(scales);
            // The scales would leave an endless program behind when they are stopped.
            command.args(["-q", "-f", "%M", "-o"]).arg(&note).args(["timeout", "50"]);
            command.arg(env!("CARGO_BIN_EXE_houserule"));
        } else {
            command = self.program(env!("CARGO_BIN_EXE_houserule"));
        }
        let start = Instant::now();
        let output = command.args(args).write_stdin(lines).output();
        let time = start.elapsed();
        let weight = std::fs::read_to_string(note).ok();
        let memory = weight.and_then(|text| text.trim().parse().ok());
        (said(output.expect("the program starts")), Cost { time, memory })
    }
}

fn said(output: Output) -> Said {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let said =
        Said { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) };
    assert!(!said.err.contains("panicked"), "it panicked: {said:?}");
    assert_ne!(said.code, -1, "it was killed: {said:?}");
    said
}
