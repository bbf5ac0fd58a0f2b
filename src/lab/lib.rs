//! Bots, a puzzle solver and experiments with rules.
//!
//! [`bot`] has players for any game, from random moves to Monte Carlo tree search; [`solve`] finds and counts solutions of
//! tile puzzles; [`simulation`] plays many games on several threads, compares rules, rates bots and tunes options, with
//! the statistics to judge the results. All of them are reproducible from a seed.
//!
//! ```
//! use houserule_lab::bot::BotName;
//! use houserule_script::lua::Library;
//! use houserule_script::play::{Rng, Workspace};
//!
//! let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
//! let moves: Vec<String> = "a1 e5 a5 e1 b5 e2 c5 e3 d4".split(' ').map(String::from).collect();
//! let mut session = workspace.open("tak", &[("size".into(), "5".into())], None, &moves)?;
//! let mut bot = "greedy".parse::<BotName>().expect("a known bot").create();
//! let seat = session.game.seat();
//! let mv = bot.choose(&mut session.game, seat, &mut Rng::new(1)).expect("no script fails");
//! println!("greedy plays {}", session.move_text(mv.expect("a legal move")));
//! # Ok::<(), houserule_script::lua::LoadError>(())
//! ```

#![deny(unsafe_code)]

#[macro_use]
extern crate houserule_core;

pub mod bot;
pub mod simulation;
pub mod solve;

/// Returns the number of threads that can run at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
