use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use houserule_lab::solve::{SearchEnd, exact};
use houserule_script::play::Rng;
use serde::Deserialize;

use crate::common;
use crate::solver::{control, hexagons, puzzle, random_goals, random_tiles, triangle};

const SETS: usize = 300;

/// Last line of the reference program's output.
#[derive(Deserialize)]
struct ReferenceAnswer {
    count: u64,
    noholes: u64,
    complete: bool,
}

/// The reference program and its tiles, or a notice that they are missing.
fn reference() -> Option<(PathBuf, PathBuf)> {
    let source = common::shared_file("oracles/tantrix-solver/src/main.rs")?;
    let tiles = common::shared_file("oracles/tantrix/tiles.txt")?;
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("reference-solver");
    let mut compiler = Command::new("rustc");
    compiler.args(["--edition", "2021", "-O", "--cap-lints", "allow"]).arg(source);
    Some((common::reference_program(program, &mut compiler)?, tiles))
}

#[test]
fn solution_counts_match_the_reference_program() {
    let Some((program, tiles)) = reference() else { return };
    let (set, stop) = (hexagons(), AtomicBool::new(false));
    let mut rng = Rng::new(1);
    let (mut puzzles, mut solvable, mut unanswered) = (0, 0, 0);
    while puzzles < SETS {
        let goals = random_goals(&mut rng);
        let is_triangle = rng.below(4) == 0;
        let size = if is_triangle { [3, 6, 6, 10][rng.below(4)] } else { 2 + rng.below(6) };
        let numbers = random_tiles(&mut rng, &set, &goals, size);
        let allows_holes = rng.below(3) > 0;
        if numbers.len() < size {
            continue;
        }
        puzzles += 1;
        let tile_list = numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
        let mut command = Command::new(&program);
        command.arg(&tiles).args([format!("tiles={tile_list}"), format!("goal={goals}")]);
        let mut ours = puzzle(&set, &numbers, &goals);
        ours.allows_holes = allows_holes;
        if is_triangle {
            ours.area = triangle(size);
            command.arg("shape=tri");
        }
        if !allows_holes {
            command.arg("holes=0");
        }
        let output = command.output().expect("the reference runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let Some(answer) = text.lines().next().and_then(|line| serde_json::from_str::<ReferenceAnswer>(line).ok())
        else {
            // It requires a tile with every goal colour.
            unanswered += 1;
            continue;
        };
        assert!(answer.complete, "{tile_list} {goals}: the reference gave up");
        let count_result = exact::count(&ours, &control(&stop, 1 + puzzles % 2, 1));
        let actual = (count_result.total, count_result.hole_free, count_result.ending);
        let expected = (answer.count, answer.noholes, SearchEnd::Exhausted);
        assert_eq!(actual, expected, "tiles {tile_list}, goals {goals}, triangle {is_triangle}, holes {allows_holes}");
        solvable += (answer.count > 0) as usize;
    }
    let answered = puzzles - unanswered;
    common::notice(&format!("{answered} counts match the reference, {solvable} of them above 0"));
    assert!(answered > SETS / 2 && solvable > SETS / 10, "too few counts");
}
