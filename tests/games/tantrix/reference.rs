use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common;
use crate::common::tantrix_data::{PlayedGame, cases, games};
use crate::tantrix::games::agrees;

/// The first deal of the first lot; the games of a lot have seeds that follow each other. The reference needs a good part
/// of a second for each, so what it wrote is kept from run to run.
const SEED: u64 = 41_000_000;
const LOT: u64 = 6;
const LOTS: usize = 5;

/// The folder of the reference program, or a word about its absence.
fn reference() -> Option<PathBuf> {
    let folder = common::shared().map(|folder| folder.join("oracles/tantrix"));
    let Some(folder) = folder.filter(|folder| folder.join("games.py").is_file()) else {
        common::say("skipped: no shared folder with oracles/tantrix (HOUSERULE_SHARED names it)");
        return None;
    };
    let python = Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        common::say("skipped: there is no python3 to run the reference with");
        return None;
    }
    Some(folder)
}

/// Where its games are kept: another reference keeps them elsewhere.
fn shelf(folder: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    for name in ["engine.py", "games.py", "tiles.txt"] {
        std::fs::read(folder.join(name)).expect("the reference is complete").hash(&mut hasher);
    }
    let shelf = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tantrix-reference-{:016x}", hasher.finish()));
    std::fs::create_dir_all(&shelf).expect("a folder for the games");
    shelf
}

/// Lets the reference play the lots that are missing.
fn play_missing(folder: &Path, shelf: &Path, lots: impl Iterator<Item = u64>) {
    for lot in lots {
        let kept = shelf.join(format!("{lot}.json"));
        if kept.is_file() {
            continue;
        }
        let fresh = shelf.join(format!("{lot}-{}.part", std::process::id()));
        let status = Command::new("python3")
            .arg(folder.join("games.py"))
            .args([(SEED + lot * LOT).to_string(), LOT.to_string()])
            .arg(&fresh)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdout(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "the reference fails at lot {lot}");
        std::fs::rename(fresh, kept).expect("the games are kept");
    }
}

#[test]
fn fresh_games_of_the_reference_go_ply_by_ply_as_it_played_them() {
    let Some(folder) = reference() else { return };
    let shelf = shelf(&folder);
    let lots = common::scaled(LOTS) as u64;
    std::thread::scope(|scope| {
        for first in 0..2 {
            let (folder, shelf) = (&folder, &shelf);
            scope.spawn(move || play_missing(folder, shelf, (first..lots).step_by(2)));
        }
    });
    let recorded: Vec<Vec<u16>> = cases().games.into_iter().map(|game| game.deal).collect();
    let (mut count, mut plies) = (0, 0);
    for lot in 0..lots {
        let text = std::fs::read_to_string(shelf.join(format!("{lot}.json"))).expect("the lot was played");
        let lot_of_games: Vec<PlayedGame> = games(&text);
        for (seed, game) in (SEED + lot * LOT..).zip(&lot_of_games) {
            assert!(!recorded.contains(&game.deal), "seed {seed} gives a game that is recorded already");
            plies += agrees(game, &format!("the reference's game {seed}"));
            count += 1;
        }
    }
    common::say(&format!("{count} games of the reference agree, {plies} plies"));
}
