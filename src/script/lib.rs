//! Games whose rules are Lua files.
//!
//! A script returns a declaration, which is merged with those of its variants, checked and compiled into a
//! [`rules::RulePlan`]. A [`game::Game`] plays it, together with the script's hooks, and a [`play::Session`] adds notation,
//! undo and records.
//!
//! | module | contents |
//! |---|---|
//! | [`lua`] | the sandbox, the library of scripts, loading, hooks and views |
//! | [`syntax`] | static analysis of Lua texts |
//! | [`rules`] | declarations, options, checks, compiled plans, rules in words |
//! | [`game`] | games in progress: legal moves, play and undo, outcomes |
//! | [`mod@matches`] | several games of the same players |
//! | [`play`] | sessions, perft, proofs of wins, self-tests |
//! | [`notation`] | moves, positions and records as text |
//!
//! ```
//! use houserule_script::lua::Library;
//! use houserule_script::play::Workspace;
//!
//! let workspace = Workspace { library: Library::new(Vec::new()), seed: 1 };
//! let moves = ["a1", "e5"].map(String::from);
//! let mut session = workspace.open("tak", &[], None, &moves)?;
//! assert_eq!(session.position(), "x4,1/x5/x5/x5/2,x4 1 2");
//! assert_eq!(session.legal_moves().expect("no script fails").len(), 71);
//! # Ok::<(), houserule_script::lua::LoadError>(())
//! ```

#![deny(unsafe_code)]
#![deny(missing_docs)]

#[macro_use]
extern crate houserule_core;

pub mod files;
pub mod game;
pub mod lua;
pub mod matches;
pub mod notation;
pub mod play;
pub mod rules;
pub mod stop;
pub mod syntax;
