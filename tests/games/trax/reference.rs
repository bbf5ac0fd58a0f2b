use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common;
use crate::common::trax_data::MODES;
use houserule_script::play::Rng;

/// The reference program, if it can be built.
fn reference() -> Option<PathBuf> {
    let source = common::shared_file("oracles/trax/main.cpp")?;
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("trax-reference");
    common::reference_program(program, Command::new("g++").args(["-O2", "-std=c++17", "-w"]).arg(source))
}

/// Outcome (0 white, 1 red, 2 draw, 3 open) and number of legal turns of some positions in the reference program.
fn reference_answers(program: &PathBuf, mode: &str, positions: &[String]) -> Vec<(String, String)> {
    let flag = match mode {
        "trax" => Some("-8"),
        "looptrax" => Some("-loop"),
        _ => None,
    };
    let mut child = Command::new(program)
        .arg("batch")
        .args(flag)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the reference runs");
    let mut input = child.stdin.take().expect("a pipe");
    let text = positions.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the reference answers");
    writer.join().expect("no panic").expect("the reference reads");
    let answers = String::from_utf8(output.stdout).expect("text");
    answers
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields[0], "ok", "the reference rejects a turn: {line}");
            (fields[1].to_string(), fields[2].to_string())
        })
        .collect()
}

#[test]
fn outcomes_and_move_counts_match_the_reference_program() {
    let Some(program) = reference() else { return };
    for mode in MODES {
        let (mut positions, mut ours) = (Vec::new(), Vec::new());
        for seed in 0..120 {
            let mut rng = Rng::new(seed);
            let mut session = common::start(mode, &[]);
            loop {
                let moves = common::moves(&mut session);
                let outcome = session.game.outcome().expect("no script fails");
                let code = outcome
                    .map_or("3".into(), |outcome| outcome.winner().map_or("2".into(), |team| team.index().to_string()));
                positions.push(session.position());
                ours.push((code, moves.len().to_string()));
                if moves.is_empty() {
                    break;
                }
                session.play(&moves[rng.below(moves.len())]).expect("it is listed");
            }
        }
        assert!(positions.len() > 1500, "only {} positions of {mode}", positions.len());
        let theirs = reference_answers(&program, mode, &positions);
        assert_eq!(theirs.len(), ours.len(), "{mode}");
        for ((position, ours), theirs) in positions.iter().zip(ours).zip(theirs) {
            assert_eq!(ours, theirs, "{mode} after `{position}`");
        }
    }
}
