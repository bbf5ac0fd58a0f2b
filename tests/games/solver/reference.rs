use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use houserule_lab::solve::{SearchEnd, exact};
use houserule_script::play::Rng;
use serde::Deserialize;

use crate::common;
use crate::solver::{control, hexagons, puzzle, random_goals, random_tiles, triangle};

const SETS: usize = 300;

/// The last line of what the reference says.
#[derive(Deserialize)]
struct Answer {
    count: u64,
    noholes: u64,
    complete: bool,
}

/// The reference program and its tiles, or a word about their absence.
fn reference() -> Option<(PathBuf, PathBuf)> {
    let oracles = common::shared().map(|folder| folder.join("oracles"));
    let Some(oracles) = oracles.filter(|folder| folder.join("tantrix-solver/src/main.rs").is_file()) else {
        common::say("skipped: no shared folder with oracles/tantrix-solver (HOUSERULE_SHARED names it)");
        return None;
    };
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference-solver");
    let built = Command::new("rustc")
        .args(["--edition", "2021", "-O", "--cap-lints", "allow", "-o"])
        .arg(&program)
        .arg(oracles.join("tantrix-solver/src/main.rs"))
        .status();
    match built {
        Err(_) => {
            common::say("skipped: there is no rustc to build the reference with");
            None
        }
        Ok(status) => {
            assert!(status.success(), "the reference does not build");
            Some((program, oracles.join("tantrix/tiles.txt")))
        }
    }
}

#[test]
fn random_sets_have_as_many_solutions_as_the_reference_finds() {
    let Some((program, tiles)) = reference() else { return };
    let (set, stop) = (hexagons(), AtomicBool::new(false));
    let mut rng = Rng::new(1);
    let (mut asked, mut solvable, mut unanswered) = (0, 0, 0);
    while asked < SETS {
        let goals = random_goals(&mut rng);
        let is_triangle = rng.below(4) == 0;
        let size = if is_triangle { [3, 6, 6, 10][rng.below(4)] } else { 2 + rng.below(6) };
        let numbers = random_tiles(&mut rng, &set, &goals, size);
        let holes = rng.below(3) > 0;
        if numbers.len() < size {
            continue;
        }
        asked += 1;
        let listed = numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
        let mut command = Command::new(&program);
        command.arg(&tiles).args([format!("tiles={listed}"), format!("goal={goals}")]);
        let mut ours = puzzle(&set, &numbers, &goals);
        ours.allows_holes = holes;
        if is_triangle {
            ours.area = triangle(size);
            command.arg("shape=tri");
        }
        if !holes {
            command.arg("holes=0");
        }
        let output = command.output().expect("the reference runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let Some(answer) = text.lines().next().and_then(|line| serde_json::from_str::<Answer>(line).ok()) else {
            // It wants a tile that has every colour asked for.
            unanswered += 1;
            continue;
        };
        assert!(answer.complete, "{listed} {goals}: the reference gave up");
        let counted = exact::count(&ours, &control(&stop, 1 + asked % 2, 1));
        let seen = (counted.total, counted.hole_free, counted.ending);
        let expected = (answer.count, answer.noholes, SearchEnd::Exhausted);
        assert_eq!(seen, expected, "tiles {listed}, goals {goals}, triangle {is_triangle}, holes {holes}");
        solvable += (answer.count > 0) as usize;
    }
    let answered = asked - unanswered;
    common::say(&format!("{answered} counts of the reference agree, {solvable} of them not nought"));
    assert!(answered > SETS / 2 && solvable > SETS / 10, "the sets are worth counting");
}
