//! What a change of rules costs: games with it beside games without, round about, and the time of one call of a function.

use std::io::Write;
use std::path::PathBuf;

use serde::Deserialize;

use super::{ROUNDS, best, rate};
use crate::cli::args::WithArgs;
use crate::cli::{CliResult, table};
use houserule_lab::bot::{BotName, Budget};
use houserule_script::files::DisplayPath;
use houserule_script::game::Game;
use houserule_script::play::{Rng, Workspace, playout};

/// A variant that changes one thing.
#[derive(Deserialize)]
pub struct VariantBench {
    pub name: String,
    base: String,
    /// What it changes, as it stands in `rules`.
    rules: String,
    /// Whether the games are scored at their end.
    #[serde(default)]
    scored: bool,
    /// Whether the time of one call of its function is told too: `allow` is asked about every move that is listed.
    #[serde(default)]
    timed: bool,
    /// Searches of so many playouts from the start in place of random games.
    playouts: Option<u64>,
}

/// A file that is there as long as it is measured.
struct TempScript(PathBuf);

impl Drop for TempScript {
    fn drop(&mut self) {
        // What cannot be removed from the folder for such files is left to the system.
        let _ = std::fs::remove_file(&self.0);
    }
}

impl VariantBench {
    pub fn speeds(&self, out: &mut dyn Write) -> CliResult {
        let VariantBench { name, base, rules, .. } = self;
        let path = std::env::temp_dir().join(format!("{name}-{}.lua", std::process::id()));
        let text = format!("return variant '{name}' {{ base = '{base}', rules = {{ {rules} }} }}\n");
        std::fs::write(&path, text)?;
        let sheet = TempScript(path);

        let table = table(&WithArgs::default())?;
        let mut bare = start(&table, base)?;
        let mut changed = start(&table, &format!("{base}+{}", sheet.0.shown()))?;
        let mut shares = Vec::new();
        for seed in 0..ROUNDS as u64 {
            let with = rate(&mut self.moves(&mut changed, seed))?;
            shares.push(with / rate(&mut self.moves(&mut bare, seed))?);
        }
        shares.sort_by(f64::total_cmp);
        writeln!(out, "{name} {:.2} of-base", shares[ROUNDS / 2])?;
        if self.timed {
            let listing = |game: &mut Game| best(|| Ok(game.legal_moves()?.len() as u64));
            let call = 1e9 / listing(&mut changed)? - 1e9 / listing(&mut bare)?;
            writeln!(out, "{name}-call {call:.0} ns")?;
        }
        Ok(out.flush()?)
    }

    /// The moves of random games: with the change a game may be longer or shorter. Or the playouts of searches.
    fn moves<'a>(&self, game: &'a mut Game, seed: u64) -> impl FnMut() -> anyhow::Result<u64> + 'a {
        let (mut rng, scored, playouts) = (Rng::new(seed), self.scored, self.playouts);
        move || {
            if let Some(playouts) = playouts {
                let seat = game.seat();
                BotName::Mcts(Budget::Playouts(playouts)).bot().choose(game, seat, &mut rng)?;
                return Ok(playouts);
            }
            playout(game, &mut rng, super::MAX_GAME_MOVES)?;
            if scored {
                game.score()?;
            }
            let played = game.played() as u64;
            game.undo_all();
            Ok(played)
        }
    }
}

fn start(table: &Workspace, rules: &str) -> anyhow::Result<Game> {
    Ok(table.load(rules, &[])?.game(None, table.seed)?)
}
