//! Compiled rules of a board of any mechanic, and the list of mechanics.

use std::fmt;
use std::sync::Arc;

use super::puzzle::PuzzleRules;
use super::{
    Dealing, EndIndex, GameDef, NamedRule, Position, Setup, StoneGame, StuckResult, TileGame, puzzle, stacks, tracks,
};
use crate::error::{CompileErrors, SetupError};
use crate::rules_text::RulesSection;
use crate::tiles::{TileIndex, TileSet};

/// Compiled rules of a definition, or all errors together.
pub(super) type Compiled = Result<Arc<dyn BoardRules>, CompileErrors>;

/// The mechanics. The first that fits a definition compiles it; stacks take every game without tiles.
const MECHANICS: &[fn(&GameDef) -> Option<Compiled>] = &[puzzle::compile, tracks::compile, stacks::compile];

impl GameDef {
    /// Compiles a definition with the mechanic that fits it, or returns all errors together.
    pub fn compile(&self) -> Result<Arc<dyn BoardRules>, CompileErrors> {
        MECHANICS.iter().find_map(|compile| compile(self)).expect("a game has tiles or it has none")
    }
}

/// Compiled rules of a board. A mechanic overrides only what differs from the defaults.
pub trait BoardRules: fmt::Debug + Send + Sync {
    /// Initial position, or one that was set up. The seed determines everything random.
    fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Position>, SetupError>;

    /// Id of an end rule.
    fn end_id(&self, end: EndIndex) -> Option<&str>;

    /// Id and result of the rule for having no legal move.
    fn stuck(&self) -> Option<&(String, StuckResult)>;

    /// Whether a seat may have no legal move even without scripts that forbid moves.
    fn may_be_stuck(&self) -> bool;

    /// Pieces or tiles, described in sentences.
    fn equipment(&self, rules: &[NamedRule]) -> RulesSection;

    /// Dealing rules, in a game with a bag.
    fn dealing(&self) -> Option<&Dealing> {
        None
    }

    /// Initial position of a game with a bag whose tiles are drawn in the given order. The seed determines everything
    /// else that is random, as in [`BoardRules::position`].
    fn position_from_order(&self, _order: &[TileIndex], seed: u64) -> Result<Box<dyn Position>, SetupError> {
        self.position(None, seed)
    }

    /// Whether the game has random elements.
    fn has_chance(&self) -> bool {
        self.dealing().is_some()
    }

    /// Whether any seat may move at any time.
    fn is_race(&self) -> bool {
        false
    }

    /// Step with which a turn begins, after `turns` completed turns.
    fn first_step(&self, _turns: u32) -> u8 {
        0
    }

    /// Number of moves per turn, if it is fixed.
    fn moves_per_turn(&self) -> Option<u8> {
        None
    }

    /// Whether an end rule is a partial success in a solitaire.
    fn is_partial(&self, _: EndIndex) -> bool {
        false
    }

    /// Whether the team with the most points wins when an end rule applies.
    fn counts_points(&self, _: EndIndex) -> bool {
        false
    }

    /// Maximum number of moves of a playout, in a game that need not end.
    fn playout_limit(&self) -> Option<u32> {
        None
    }

    /// Board, pieces and turns, in a game of stones.
    fn stone_game(&self) -> Option<&StoneGame> {
        None
    }

    /// Tiles, bag and hands, in a game of tiles that stay where they are placed.
    fn tile_game(&self) -> Option<&TileGame> {
        None
    }

    /// Sign of two orientations that no neighbour tells apart, if there is one.
    fn ambiguous_sign(&self) -> Option<&str> {
        None
    }

    /// Tile set, in a game of tiles.
    fn tile_set(&self) -> Option<&Arc<TileSet>> {
        None
    }

    /// The puzzle for the solver, if the game is one.
    fn puzzle(&self) -> Option<&Arc<PuzzleRules>> {
        None
    }
}
