//! How many moves of recorded games are played again in a second, on one thread, reading their file included.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Deserialize;

use super::super::args::WithArgs;
use super::super::replay::replay_one;
use super::super::{CliResult, table};
use super::{MAX_GAME_MOVES, best};
use houserule_script::notation::record::GameFile;
use houserule_script::play::{Rng, Session, Workspace};

#[derive(Deserialize)]
pub struct ReplayBench {
    pub name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// How many random games are recorded.
    games: u64,
}

impl ReplayBench {
    pub fn speed(&self, out: &mut dyn Write) -> CliResult {
        let table = table(&WithArgs::default())?;
        let table = Workspace { library: table.library.keeping(), ..table };
        let text = self.recorded(&table)?;
        let moves = best(|| {
            let file = GameFile::new(text.clone())?;
            let mut moves = 0;
            for number in 0..file.len() {
                let record = file.game(number)?;
                replay_one(&record, &table, None, &[]).verdict?;
                moves += record.moves.len() as u64;
            }
            Ok(moves)
        })?;
        writeln!(out, "{} {moves:.0} moves/s", self.name)?;
        Ok(out.flush()?)
    }

    /// Random games in the game's own format.
    fn recorded(&self, table: &Workspace) -> anyhow::Result<String> {
        let sets: Vec<_> = self.set.clone().into_iter().collect();
        let ruleset = table.load(&self.game, &sets)?;
        let mut text = String::new();
        for seed in 0..self.games {
            let mut session = Session::new(ruleset.clone(), None, seed)?;
            let mut rng = Rng::new(seed);
            while session.moves().len() < MAX_GAME_MOVES && !session.game.ended() {
                let Some(mv) = session.game.random_move(|bound| rng.below(bound))? else { break };
                session.play_listed(mv)?;
            }
            let name = format!("games.{}", session.notation().file_ending());
            text.push_str(&format!("{}\n", session.to_file(&name)?));
        }
        Ok(text)
    }
}
