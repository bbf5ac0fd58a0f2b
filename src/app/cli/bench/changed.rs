//! Cost of a change of rules: games with it and without, in turn, and the time of one call of a function.

use std::io::Write;
use std::path::PathBuf;

use serde::Deserialize;

use super::{ROUNDS, best_rate, measure_rate};
use crate::cli::args::WithArgs;
use crate::cli::{CliResult, workspace};
use houserule_lab::bot::{BotName, Budget};
use houserule_script::files::DisplayPath;
use houserule_script::game::Game;
use houserule_script::play::{Rng, Workspace, playout};

/// A variant that changes one thing.
#[derive(Deserialize)]
pub struct VariantBench {
    pub name: String,
    base: String,
    /// Contents of its `rules` table.
    rules: String,
    /// Whether the games are scored at their end.
    #[serde(default)]
    scored: bool,
    /// Whether to measure one call of its function, too: `allow` is called for every listed move.
    #[serde(default)]
    timed: bool,
    /// Playouts of searches from the start, instead of random games.
    playouts: Option<u64>,
}

/// A script file that is removed after measuring.
struct TempScript(PathBuf);

impl Drop for TempScript {
    fn drop(&mut self) {
        // Files that cannot be removed from the temporary folder are left to the system.
        let _ = std::fs::remove_file(&self.0);
    }
}

impl VariantBench {
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let VariantBench { name, base, rules, .. } = self;
        let path = std::env::temp_dir().join(format!("{name}-{}.lua", std::process::id()));
        let text = format!("return variant '{name}' {{ base = '{base}', rules = {{ {rules} }} }}\n");
        std::fs::write(&path, text)?;
        let script = TempScript(path);

        let workspace = workspace(&WithArgs::default())?;
        let mut base_game = new_game(&workspace, base)?;
        let mut variant_game = new_game(&workspace, &format!("{base}+{}", script.0.printable()))?;
        let mut ratios = Vec::new();
        for seed in 0..ROUNDS as u64 {
            let variant_rate = measure_rate(&mut self.workload(&mut variant_game, seed))?;
            ratios.push(variant_rate / measure_rate(&mut self.workload(&mut base_game, seed))?);
        }
        ratios.sort_by(f64::total_cmp);
        writeln!(out, "{name} {:.2} of-base", ratios[ROUNDS / 2])?;
        if self.timed {
            let listing = |game: &mut Game| best_rate(|| Ok(game.legal_moves()?.len() as u64));
            let call = 1e9 / listing(&mut variant_game)? - 1e9 / listing(&mut base_game)?;
            writeln!(out, "{name}-call {call:.0} ns")?;
        }
        Ok(out.flush()?)
    }

    /// Returns the work to measure: moves of random games, whose lengths may differ, or playouts of searches.
    fn workload<'a>(&self, game: &'a mut Game, seed: u64) -> impl FnMut() -> anyhow::Result<u64> + 'a {
        let (mut rng, scored, playouts) = (Rng::new(seed), self.scored, self.playouts);
        move || {
            if let Some(playouts) = playouts {
                let seat = game.seat();
                BotName::Mcts(Some(Budget::Playouts(playouts))).create().choose(game, seat, &mut rng)?;
                return Ok(playouts);
            }
            playout(game, &mut rng, super::MAX_GAME_MOVES)?;
            if scored {
                game.score()?;
            }
            let played = game.move_count() as u64;
            game.undo_all();
            Ok(played)
        }
    }
}

fn new_game(workspace: &Workspace, rules: &str) -> anyhow::Result<Game> {
    Ok(workspace.load(rules, &[])?.game(None, workspace.seed)?)
}
