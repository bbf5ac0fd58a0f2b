//! A kill at any moment loses at most the line being read.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Stdio};

use houserule_script::play::Rng;

use crate::common::test_dir::TestDir;

/// The program on a pipe, which can be killed.
pub struct PipedProcess {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl PipedProcess {
    pub fn start(dir: &TestDir, args: &[&str]) -> PipedProcess {
        let mut command = dir.houserule();
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        PipedProcess { child, stdout }
    }

    /// Sends a line, which may go unread.
    pub fn send(&mut self, line: &str) {
        let _ = writeln!(self.child.stdin.as_mut().expect("a pipe"), "{line}");
    }

    /// Plays a move and waits until it is printed.
    pub fn play(&mut self, mv: &str) {
        self.send(mv);
        self.wait_for(&format!(": {mv}"));
    }

    /// Waits for a line with this end; false if the program has ended.
    fn wait_for(&mut self, end: &str) -> bool {
        let mut line = String::new();
        while self.stdout.read_line(&mut line).is_ok_and(|length| length > 0) {
            if line.trim_end().ends_with(end) {
                return true;
            }
            line.clear();
        }
        false
    }

    /// Reads this many lines, then kills the program; false if it ended before.
    pub fn kill_after_line(mut self, count: usize) -> bool {
        drop(self.child.stdin.take());
        let mut line = String::new();
        let is_running = (0..count).all(|_| self.stdout.read_line(&mut line).is_ok_and(|length| length > 0));
        if is_running {
            self.kill();
        } else {
            self.child.wait().expect("it has ended");
        }
        is_running
    }

    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

/// Four opening moves, then two stones that move back and forth.
fn moves(count: usize) -> Vec<String> {
    let first = ["a1", "f6", "b1", "e6"].into_iter();
    let shuffle = ["b1>", "e6<", "c1<", "d6>"].into_iter().cycle();
    first.chain(shuffle).take(count).map(str::to_string).collect()
}

const MOVES: usize = 1000;
const KILLS: usize = 25;

#[test]
fn a_kill_at_any_moment_loses_at_most_the_line_being_typed() {
    let dir = TestDir::new();
    let script = moves(MOVES);
    let mut rng = Rng::new(9);
    let mut process = PipedProcess::start(&dir, &["play", "tak", "--set", "size=6", "--keep"]);
    let (mut confirmed, mut kills) = (0, 0);
    while confirmed < MOVES {
        // These moves are confirmed; the kill comes during the next line.
        let batch = (MOVES / KILLS + rng.below(9)).min(MOVES - confirmed);
        for mv in &script[confirmed..confirmed + batch] {
            process.play(mv);
        }
        confirmed += batch;
        if let Some(next) = script.get(confirmed) {
            process.send(next);
        }
        std::thread::sleep(std::time::Duration::from_micros(rng.below(4000) as u64));
        process.kill();
        kills += 1;
        let kept_moves = kept_moves(&dir);
        assert!(
            kept_moves.len() == confirmed || kept_moves.len() == confirmed + 1,
            "{confirmed} moves were confirmed and {} kept",
            kept_moves.len()
        );
        assert_eq!(kept_moves, script[..kept_moves.len()], "the kept moves are those that were played");
        confirmed = kept_moves.len();
        process = PipedProcess::start(&dir, &[]);
        process.send("resume");
    }
    process.kill();
    assert!(kills >= KILLS - 5, "{kills} kills");
}

/// Moves of the only game on disk.
fn kept_moves(dir: &TestDir) -> Vec<String> {
    let folder = std::fs::read_dir(dir.path("home/data/houserule/games")).expect("the folder of games");
    let files: Vec<_> = folder.flatten().map(|entry| entry.path()).filter(|path| is_game(path)).collect();
    let [path] = &files[..] else { panic!("one game is kept: {files:?}") };
    let mut records = houserule_script::notation::record::read_file(path).expect("a whole game");
    records.remove(0).moves
}

/// Whether a file is a game, not a lock or an unfinished file.
fn is_game(path: &std::path::Path) -> bool {
    let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    path.extension().is_some_and(|ending| ending == "toml") && !is_hidden
}
