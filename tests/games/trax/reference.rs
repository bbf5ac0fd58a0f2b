use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common;
use crate::common::trax_data::MODES;
use houserule_script::play::Rng;

/// The reference program, built where there is a compiler and its source.
fn reference() -> Option<PathBuf> {
    let source = common::shared().map(|folder| folder.join("oracles/trax/main.cpp"));
    let Some(source) = source.filter(|source| source.is_file()) else {
        common::say("skipped: no shared folder with oracles/trax (HOUSERULE_SHARED names it)");
        return None;
    };
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("trax-reference");
    let built = Command::new("g++").args(["-O2", "-std=c++17", "-w"]).arg(source).arg("-o").arg(&program).status();
    match built {
        Err(_) => {
            common::say("skipped: there is no g++ to build the reference with");
            None
        }
        Ok(status) => {
            assert!(status.success(), "the reference does not build");
            Some(program)
        }
    }
}

/// What the reference says of some positions: outcome (0 white, 1 red, 2 draw, 3 open) and number of legal turns.
fn their_answers(program: &PathBuf, mode: &str, positions: &[String]) -> Vec<(String, String)> {
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
            assert_eq!(fields[0], "ok", "the reference refuses a turn: {line}");
            (fields[1].to_string(), fields[2].to_string())
        })
        .collect()
}

#[test]
fn outcome_and_number_of_turns_agree_on_thousands_of_positions() {
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
        let theirs = their_answers(&program, mode, &positions);
        assert_eq!(theirs.len(), ours.len(), "{mode}");
        for ((position, ours), theirs) in positions.iter().zip(ours).zip(theirs) {
            assert_eq!(ours, theirs, "{mode} after `{position}`");
        }
    }
}
