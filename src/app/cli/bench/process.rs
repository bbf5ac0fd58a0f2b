//! Costs of a whole process: the time from its start to an answer, and the memory of a session at the prompt.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde::Deserialize;

use super::CliResult;

/// Number of starts, of which the fastest counts.
const STARTS: usize = 20;

/// A game to open in a new process.
#[derive(Deserialize)]
pub struct ProcessBench {
    pub name: String,
    game: String,
}

impl ProcessBench {
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let (program, name) = (std::env::current_exe()?, &self.name);
        let mut best = f64::INFINITY;
        for _ in 0..STARTS {
            let start = Instant::now();
            Command::new(&program).args(["moves", &self.game]).stdout(Stdio::null()).status()?;
            best = best.min(start.elapsed().as_secs_f64());
        }
        writeln!(out, "{name}-start-and-moves {:.1} ms", best * 1e3)?;
        let mut prompt = Command::new(&program);
        let mut child = prompt.args(["play", &self.game]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        if let Some(kilobytes) = peak_after_play(&mut child)? {
            writeln!(out, "{name}-session {:.1} MB", f64::from(kilobytes) / 1024.0)?;
        }
        child.kill()?;
        child.wait()?;
        Ok(out.flush()?)
    }
}

/// Lists moves, looks and scores; returns the peak memory of the process, where the system reports it.
fn peak_after_play(child: &mut Child) -> std::io::Result<Option<u32>> {
    let (Some(stdin), Some(stdout)) = (&mut child.stdin, &mut child.stdout) else { return Ok(None) };
    stdin.write_all(b"moves\nlook\nscore\n")?;
    for line in BufReader::new(stdout).lines() {
        if line?.trim_start().starts_with("outcome:") {
            break;
        }
    }
    let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", child.id())) else { return Ok(None) };
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse().ok()))
}
