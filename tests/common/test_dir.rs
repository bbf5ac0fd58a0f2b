//! Runs of the program in a temporary directory with a home of its own, so that nothing of the machine leaks in.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use snapbox::Data;
use snapbox::cmd::Command;
use tempfile::TempDir;

/// Path of the program under test.
pub const HOUSERULE: &str = env!("CARGO_BIN_EXE_houserule");

/// Time limit that only ends runs that would never end; no test is about speed.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(600);

/// Waits for something that another program does.
pub fn wait_until(is_done: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_done() && start.elapsed() < TEST_TIMEOUT {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A temporary directory to run the program in.
pub struct TestDir {
    dir: TempDir,
}

/// Exit code and output of a run.
#[derive(PartialEq, Eq, Debug)]
pub struct RunOutput {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl RunOutput {
    /// Expects exit code 0 and nothing on stderr.
    #[track_caller]
    pub fn success(self) -> RunOutput {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        self
    }

    #[track_caller]
    pub fn assert_stdout_contains(&self, text: &str) {
        assert!(self.stdout.contains(text), "`{text}` is not in:\n{}{}", self.stdout, self.stderr);
    }

    #[track_caller]
    pub fn assert_stderr_contains(&self, text: &str) {
        assert!(self.stderr.contains(text), "`{text}` is not in:\n{}", self.stderr);
    }

    #[track_caller]
    pub fn assert_stdout_starts_with(&self, text: &str) {
        assert!(self.stdout.starts_with(text), "`{text}` does not begin:\n{}{}", self.stdout, self.stderr);
    }

    #[track_caller]
    pub fn assert_stderr_starts_with(&self, text: &str) {
        assert!(self.stderr.starts_with(text), "`{text}` does not begin:\n{}", self.stderr);
    }

    /// Expects a text on stdout, whatever its line breaks.
    #[track_caller]
    pub fn assert_stdout_contains_wrapped(&self, text: &str) {
        assert!(super::one_line(&self.stdout).contains(text), "`{text}` is not in:\n{}{}", self.stdout, self.stderr);
    }

    /// The last lines of stdout.
    pub fn last_lines(&self, count: usize) -> Vec<&str> {
        let lines: Vec<&str> = self.stdout.lines().collect();
        lines[lines.len().saturating_sub(count)..].to_vec()
    }

    /// The output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The events that `--json` prints, one a line.
    #[track_caller]
    pub fn events(&self) -> Vec<serde_json::Value> {
        let event = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        self.stdout.lines().map(event).collect()
    }

    /// The diagnostics of `check`, each on one line: file, line, key path, message.
    pub fn diagnostics(&self) -> String {
        let mut lines = String::new();
        let (mut message, mut place) = ("", "");
        for line in self.stdout.lines() {
            let text = line.trim_start();
            if let Some(title) = line.strip_prefix("error: ") {
                message = title;
            } else if let Some(arrow) = text.strip_prefix("--> ") {
                place = arrow.rsplit_once(':').expect("a column").0;
            } else if text.starts_with('|') && text.contains('^') {
                let path = text.rsplit_once('^').expect("a caret").1.trim();
                let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
                lines += &format!("{place}: {path}{message}\n");
            }
        }
        lines
    }
}

/// Resources that a run used; zero where they cannot be measured.
#[derive(Default, Debug)]
pub struct RunCost {
    /// Processor time, which does not depend on the load of the machine.
    pub seconds: f64,
    /// Peak memory in kB.
    pub memory: u64,
}

impl TestDir {
    pub fn new() -> TestDir {
        let dir = tempfile::tempdir().expect("a temporary directory");
        std::fs::create_dir_all(dir.path().join("home")).expect("a home");
        TestDir { dir }
    }

    /// A directory with one file in it.
    pub fn with(name: &str, text: impl AsRef<[u8]>) -> TestDir {
        let dir = TestDir::new();
        dir.write(name, text);
        dir
    }

    /// A copy of the directory with everything in it.
    pub fn copy(&self) -> TestDir {
        let copy = TestDir::new();
        copy_files(self.dir.path(), copy.dir.path());
        copy
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file and creates the folders in its name.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file was written")
    }

    /// Environment variables that put the user's home into the directory.
    pub fn home_vars(&self) -> [(&'static str, PathBuf); 4] {
        let home = self.path("home");
        let (config, data, state) = (home.join("config"), home.join("data"), home.join("state"));
        [("HOME", home), ("XDG_CONFIG_HOME", config), ("XDG_DATA_HOME", data), ("XDG_STATE_HOME", state)]
    }

    /// The program as a process, for interaction that `run` does not support.
    pub fn houserule(&self) -> std::process::Command {
        self.command(HOUSERULE)
    }

    /// A command that runs in the directory, without colours.
    pub fn command(&self, program: impl AsRef<OsStr>) -> std::process::Command {
        let mut command = std::process::Command::new(program);
        command.current_dir(self.dir.path()).envs(self.home_vars()).env("NO_COLOR", "1");
        command
    }

    fn timed_command(&self, program: impl AsRef<OsStr>) -> Command {
        let command = Command::new(program).current_dir(self.dir.path());
        command.envs(self.home_vars()).env("NO_COLOR", "1").timeout(TEST_TIMEOUT)
    }

    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> RunOutput {
        self.run_with(args, "")
    }

    /// Runs the program with some lines on its standard input.
    pub fn run_with<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, lines: impl AsRef<[u8]>) -> RunOutput {
        finish(self.timed_command(HOUSERULE).args(args), lines.as_ref())
    }

    /// Runs the program and measures it with GNU time.
    pub fn run_measured<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        lines: &str,
    ) -> (RunOutput, RunCost) {
        let (gnu_time, report) = (Path::new("/usr/bin/time"), self.path("home/cost"));
        if !gnu_time.exists() {
            return (self.run_with(args, lines), RunCost::default());
        }
        let command = self.timed_command(gnu_time).args(["-q", "-f", "%U %S %M", "-o"]).arg(&report);
        // A stopped `time` would leave an endless program running.
        let output = finish(command.args(["timeout", "500", HOUSERULE]).args(args), lines.as_bytes());
        assert_ne!(output.code, 124, "it never ends: {output:?}");
        let report = std::fs::read_to_string(report).expect("`time` writes a report");
        let numbers: Vec<f64> = report.split_whitespace().flat_map(str::parse).collect();
        (output, RunCost { seconds: numbers[0] + numbers[1], memory: numbers[2] as u64 })
    }
}

fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_files(&path, &to);
        } else {
            std::fs::copy(path, to).expect("a copy");
        }
    }
}

/// Runs a command to its end without a panic.
fn finish(command: Command, lines: &[u8]) -> RunOutput {
    let output = RunOutput::from(command.stdin(Data::binary(lines)).output().expect("the program starts"));
    assert!(!output.stderr.contains("panicked"), "it panicked: {output:?}");
    assert_ne!(output.code, -1, "it was killed: {output:?}");
    output
}

impl From<std::process::Output> for RunOutput {
    /// Uses exit code -1 for a program that was killed.
    fn from(output: std::process::Output) -> RunOutput {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let code = output.status.code().unwrap_or(-1);
        RunOutput { code, stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}
