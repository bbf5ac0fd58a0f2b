//! A program that is killed at any moment loses at most the line it was reading.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use houserule_script::play::Rng;

use crate::common::desk::Desk;

/// Somebody who plays on a pipe, and whose program may be killed.
pub struct KilledProgram {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl KilledProgram {
    pub fn sits_down(desk: &Desk, args: &[&str]) -> KilledProgram {
        let mut command = Command::new(env!("CARGO_BIN_EXE_houserule"));
        command.args(args).current_dir(desk.path("")).envs(desk.home()).env("NO_COLOR", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        KilledProgram { child, out }
    }

    /// Types a line; whether anybody reads it is another thing.
    fn types(&mut self, line: &str) {
        let _ = writeln!(self.child.stdin.as_mut().expect("a pipe"), "{line}");
    }

    /// Plays a move and waits until it is told.
    pub fn plays(&mut self, mv: &str) {
        self.types(mv);
        self.sees(&format!(": {mv}"));
    }

    /// Waits for a line that ends so; false if the program is gone.
    fn sees(&mut self, end: &str) -> bool {
        let mut line = String::new();
        while self.out.read_line(&mut line).is_ok_and(|length| length > 0) {
            if line.trim_end().ends_with(end) {
                return true;
            }
            line.clear();
        }
        false
    }

    pub fn dies(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

/// Two stones that go to and fro for ever, after four moves.
fn moves(count: usize) -> Vec<String> {
    let first = ["a1", "f6", "b1", "e6"].into_iter();
    let fro = ["b1>", "e6<", "c1<", "d6>"].into_iter().cycle();
    first.chain(fro).take(count).map(str::to_string).collect()
}

const MOVES: usize = 1000;
const KILLS: usize = 25;

#[test]
fn a_kill_at_any_moment_of_a_thousand_moves_loses_at_most_the_line_being_typed() {
    let desk = Desk::new();
    let script = moves(MOVES);
    let mut rng = Rng::new(9);
    let mut player = KilledProgram::sits_down(&desk, &["play", "tak", "--set", "size=6", "--keep"]);
    let (mut told, mut kills) = (0, 0);
    while told < MOVES {
        // So many are seen to be played; then comes the next line, and somewhere in its course the kill.
        let stretch = (MOVES / KILLS + rng.below(9)).min(MOVES - told);
        for mv in &script[told..told + stretch] {
            player.plays(mv);
        }
        told += stretch;
        if let Some(next) = script.get(told) {
            player.types(next);
        }
        std::thread::sleep(std::time::Duration::from_micros(rng.below(4000) as u64));
        player.dies();
        kills += 1;
        let kept = kept(&desk);
        assert!(kept.len() == told || kept.len() == told + 1, "{told} moves were told and {} kept", kept.len());
        assert_eq!(kept, script[..kept.len()], "what is kept is what was played");
        told = kept.len();
        player = KilledProgram::sits_down(&desk, &[]);
        player.types("resume");
    }
    player.dies();
    assert!(kills >= KILLS - 5, "{kills} kills");
}

/// The moves of the one game that is on disk.
fn kept(desk: &Desk) -> Vec<String> {
    let folder = std::fs::read_dir(desk.path("home/data/houserule/games")).expect("the folder of games");
    let files: Vec<_> = folder.flatten().map(|entry| entry.path()).filter(|path| is_game(path)).collect();
    let [path] = &files[..] else { panic!("one game is kept: {files:?}") };
    let mut records = houserule_script::notation::record::read_file(path).expect("a whole game");
    records.remove(0).moves
}

/// Not a lock, and not a file that a kill left unfinished.
fn is_game(path: &std::path::Path) -> bool {
    let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    path.extension().is_some_and(|ending| ending == "toml") && !is_hidden
}
