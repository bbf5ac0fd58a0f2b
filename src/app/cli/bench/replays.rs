//! Moves per second when recorded games are replayed, on one thread, including reading their file.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::replay::replay_one;
use super::super::{CliResult, workspace};
use super::{MAX_GAME_MOVES, best_rate};
use houserule_script::notation::record::GameFile;
use houserule_script::play::{Rng, Session, Workspace};

#[derive(Deserialize)]
pub struct ReplayBench {
    pub name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// Number of random games recorded.
    games: u64,
}

impl ReplayBench {
    pub fn run(&self, out: &mut dyn Write) -> CliResult {
        let workspace = workspace(&WithArgs::default())?;
        let workspace = Workspace { library: workspace.library.with_cache(), ..workspace };
        let text = self.record_games(&workspace)?;
        let moves = best_rate(|| {
            let file = GameFile::new(text.clone())?;
            let mut moves = 0;
            for number in 0..file.len() {
                let record = file.game(number)?;
                replay_one(&record, &workspace, None, &[]).result?;
                moves += record.moves.len() as u64;
            }
            Ok(moves)
        })?;
        writeln!(out, "{} {moves:.0} moves/s", self.name)?;
        Ok(out.flush()?)
    }

    /// Plays random games and writes them in the game's own format.
    fn record_games(&self, workspace: &Workspace) -> anyhow::Result<String> {
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let ruleset = workspace.load(&self.game, &sets)?;
        let mut text = String::new();
        for seed in 0..self.games {
            let mut session = Session::new(ruleset.clone(), None, seed)?;
            let mut rng = Rng::new(seed);
            while session.moves().len() < MAX_GAME_MOVES && !session.game.is_over() {
                let Some(mv) = session.game.random_move(|bound| rng.below(bound))? else { break };
                session.play_listed(mv)?;
            }
            let name = format!("games.{}", session.notation().file_extension());
            text.push_str(&format!("{}\n", session.to_file(&name)?));
        }
        Ok(text)
    }
}
