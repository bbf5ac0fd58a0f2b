//! Time to find and prove every move that wins within some turns.

use std::io::Write;
use std::time::Instant;

use serde::Deserialize;

use crate::cli::args::WithArgs;
use crate::cli::{CliResult, workspace};
use houserule_script::play::Prover;

/// Positions in which to search for wins.
#[derive(Deserialize)]
pub struct ProofBench {
    pub name: String,
    game: String,
    turns: u32,
    /// Positions in the game's notation, or moves that lead to them.
    #[serde(default)]
    positions: Vec<String>,
    #[serde(default)]
    moves: Vec<String>,
}

impl ProofBench {
    /// Prints the longest time of any position.
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let mut sessions = Vec::new();
        for position in &self.positions {
            sessions.push(workspace.open(&self.game, &[], Some(position), &[])?);
        }
        for moves in &self.moves {
            let moves: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
            sessions.push(workspace.open(&self.game, &[], None, &moves)?);
        }
        let mut longest: f64 = 0.0;
        for session in &mut sessions {
            let started = Instant::now();
            let game = &mut session.game;
            let mut prover = Prover::new(game.team_of(game.seat()));
            for mv in game.legal_moves()? {
                prover.wins_with(game, mv, self.turns)?;
            }
            longest = longest.max(started.elapsed().as_secs_f64());
        }
        writeln!(out, "{}-wins-in-{} {:.1} ms", self.name, self.turns, longest * 1e3)?;
        Ok(out.flush()?)
    }
}
