//! Loads Tak, plays three moves and lists what is legal then.

use houserule_script::lua::Library;
use houserule_script::play::{Workspace, perft};

fn main() {
    let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
    let options = [("size".to_string(), "5".to_string())];
    let moves = ["a1", "e5", "c3"].map(String::from);
    let mut session = match workspace.open("tak", &options, None, &moves) {
        Ok(session) => session,
        Err(error) => return eprintln!("{error}"),
    };

    println!("{}: {}", session.plan().title, session.position());
    match session.legal_moves() {
        Ok(legal) => println!("{} legal moves: {}", legal.len(), legal.join(" ")),
        Err(fault) => return eprintln!("{fault}"),
    }
    for depth in 1..=3 {
        match perft(&mut session.game, depth) {
            Ok(count) => println!("perft({depth}) = {count}"),
            Err(fault) => return eprintln!("{fault}"),
        }
    }
    // An illegal move is explained by the rule that forbids it.
    for violation in session.why("c3").unwrap_or_default() {
        println!("c3: {}", session.explain(&violation));
    }
}
