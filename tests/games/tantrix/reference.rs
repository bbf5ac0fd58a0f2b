use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common;
use crate::common::tantrix_data::{PlayedGame, cases, parse_games};
use crate::tantrix::games::assert_replays;

/// Seed of the first game; the games of a batch have consecutive seeds. The reference program needs a large part of a
/// second per game, so its output is cached.
const SEED: u64 = 41_000_000;
const GAMES_PER_BATCH: u64 = 6;
const BATCHES: usize = 5;

/// Folder of the reference program, or a notice that it is missing.
fn reference() -> Option<PathBuf> {
    let folder = common::shared_file("oracles/tantrix/games.py")?.parent()?.to_path_buf();
    let python = Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        common::notice("skipped: there is no python3 to run the reference with");
        return None;
    }
    Some(folder)
}

/// Cache of its games, by the version of the reference program.
fn cache_dir(folder: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    for name in ["engine.py", "games.py", "tiles.txt"] {
        std::fs::read(folder.join(name)).expect("the reference is complete").hash(&mut hasher);
    }
    let cache_dir =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tantrix-reference-{:016x}", hasher.finish()));
    std::fs::create_dir_all(&cache_dir).expect("a folder for the games");
    cache_dir
}

/// Plays the batches that are not cached.
fn play_missing(folder: &Path, cache_dir: &Path, batches: impl Iterator<Item = u64>) {
    for batch in batches {
        let cached = cache_dir.join(format!("{batch}.json"));
        if cached.is_file() {
            continue;
        }
        let partial = cache_dir.join(format!("{batch}-{}.part", std::process::id()));
        let status = Command::new("python3")
            .arg(folder.join("games.py"))
            .args([(SEED + batch * GAMES_PER_BATCH).to_string(), GAMES_PER_BATCH.to_string()])
            .arg(&partial)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdout(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "the reference fails at lot {batch}");
        std::fs::rename(partial, cached).expect("the games are cached");
    }
}

#[test]
fn games_of_the_reference_program_replay_ply_by_ply() {
    let Some(folder) = reference() else { return };
    let cache_dir = cache_dir(&folder);
    let batches = common::scaled(BATCHES) as u64;
    std::thread::scope(|scope| {
        for first in 0..2 {
            let (folder, cache_dir) = (&folder, &cache_dir);
            scope.spawn(move || play_missing(folder, cache_dir, (first..batches).step_by(2)));
        }
    });
    let recorded: Vec<Vec<u16>> = cases().games.into_iter().map(|game| game.deal).collect();
    let (mut count, mut plies) = (0, 0);
    for batch in 0..batches {
        let text = std::fs::read_to_string(cache_dir.join(format!("{batch}.json"))).expect("the lot was played");
        let games: Vec<PlayedGame> = parse_games(&text);
        for (seed, game) in (SEED + batch * GAMES_PER_BATCH..).zip(&games) {
            assert!(!recorded.contains(&game.deal), "seed {seed} gives a game that is recorded already");
            plies += assert_replays(game, &format!("the reference's game {seed}"));
            count += 1;
        }
    }
    common::notice(&format!("{count} games match the reference, {plies} plies"));
}
