//! Positions and rules of tile and stone games, without Lua, files or a terminal.
//!
//! [`mechanics`] holds the rule values that describe a game, compiles them into [`mechanics::BoardRules`] and plays
//! [`mechanics::Position`]s: stacks of stones on a bounded board, edge-matched tiles on an open one, and tile puzzles.
//! [`tiles`] reads tile sets, [`geometry`] has cells, lattices and bitboards, and [`spec`] describes the parameters of
//! rule values. No game is built in: its numbers and names are data.
//!
//! ```
//! use houserule_core::{geometry::CellNaming, names::Names, tiles::TileSet};
//! use houserule_core::mechanics::{GameDef, NamedRule, Reserve, Rule};
//!
//! let set = r#"
//!     sides = 4
//!     colours = [{ name = "white", letter = "w" }, { name = "red", letter = "r" }]
//!     [[tile]]
//!     name = "curve"
//!     edges = "wrrw"
//! "#;
//! let names = Names::new(vec!["white".into(), "red".into()], Vec::new());
//! let rule = |name: &str| {
//!     let rule = Rule::read(name, [].into(), &names).expect("the rule value exists");
//!     NamedRule { id: name.into(), rule }
//! };
//! let game = GameDef {
//!     rules: vec![rule("open_square"), rule("lay")],
//!     tiles: Some(TileSet::read("curves", set).expect("the set is well formed").into()),
//!     names: names.clone(),
//!     pieces: Vec::new().into(),
//!     reserve: Reserve::default(),
//!     naming: CellNaming::Counted,
//!     colours: Default::default(),
//!     can_grow: false,
//! };
//! let rules = game.compile().expect("the rules fit together");
//! let mut position = rules.position(None, 0).expect("a game begins");
//! // One tile in four orientations, then two that match on each of its four sides.
//! assert_eq!((position.perft(1), position.perft(2)), (4, 32));
//! ```

#![deny(unsafe_code)]
#![deny(missing_docs)]

#[macro_use]
pub mod error;
pub mod geometry;
pub mod index;
pub mod mechanics;
pub mod names;
pub mod points;
pub mod rng;
pub mod rules_text;
pub mod spec;
pub mod text;
pub mod tiles;
