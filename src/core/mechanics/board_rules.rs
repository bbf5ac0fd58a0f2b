//! Compiled rules of whichever mechanic a game uses.

use std::sync::Arc;

use super::puzzle::{self, PuzzleRules};
use super::stacks::{self, StackRules};
use super::tracks::{self, PositionOrigin, TrackRules};
use super::{Dealing, EndIndex, GameDef, Position, Setup, StuckResult, TileIndex, TurnState};
use crate::error::{CompileError, SetupError};
use crate::tiles::TileSet;

/// Compiled rules of the mechanic that a game uses.
#[derive(Clone, Debug)]
pub enum BoardRules {
    /// Stacks of stones on a bounded board.
    Stacks(Arc<StackRules>),
    /// Tiles on an open board.
    Tracks(Arc<TrackRules>),
    /// Puzzle with tiles that can be moved again.
    Layout(Arc<PuzzleRules>),
}

impl BoardRules {
    /// Compiles a definition: with a tile set it is a game of tiles, otherwise of stones; tiles that can be moved again
    /// make a puzzle.
    pub fn compile(parts: &GameDef) -> Result<BoardRules, Vec<CompileError>> {
        Ok(match &parts.tiles {
            Some(set) if PuzzleRules::is_meant(parts) => {
                BoardRules::Layout(Arc::new(PuzzleRules::compile(parts, set)?))
            }
            Some(set) => BoardRules::Tracks(Arc::new(TrackRules::compile(parts, set)?)),
            None => BoardRules::Stacks(Arc::new(StackRules::compile(parts)?)),
        })
    }

    /// Initial position, or one that was set up. The seed determines everything random.
    pub fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Position>, SetupError> {
        match (self, setup) {
            (BoardRules::Stacks(plan), None) => stacks::position(plan, None),
            (BoardRules::Stacks(plan), Some(Setup::Stones(setup))) => stacks::position(plan, Some(setup)),
            (BoardRules::Tracks(plan), None) => tracks::position(plan, PositionOrigin::Dealt(None), seed),
            (BoardRules::Tracks(plan), Some(Setup::Tiles(setup))) => {
                tracks::position(plan, PositionOrigin::SetUp(setup), seed)
            }
            (BoardRules::Layout(plan), None) => puzzle::position(plan, None),
            (BoardRules::Layout(plan), Some(Setup::Tiles(setup))) => puzzle::position(plan, Some(setup)),
            (BoardRules::Tracks(_) | BoardRules::Layout(_), Some(_)) => {
                Err(SetupError(vec!["stacks cannot be set up in a game of tiles".into()]))
            }
            (BoardRules::Stacks(_), Some(_)) => {
                Err(SetupError(vec!["tiles cannot be set up in a game of pieces".into()]))
            }
        }
    }

    /// Dealing rules, in a game with a bag.
    pub fn dealing(&self) -> Option<&Dealing> {
        match self {
            BoardRules::Tracks(plan) => plan.dealing.as_ref(),
            BoardRules::Stacks(_) | BoardRules::Layout(_) => None,
        }
    }

    /// Initial position of a game with a bag from which all tiles are drawn in the given order. The seed determines
    /// everything else that is random, as in [`BoardRules::position`].
    pub fn dealt_in(&self, order: &[TileIndex], seed: u64) -> Result<Box<dyn Position>, SetupError> {
        match self {
            BoardRules::Tracks(plan) => tracks::position(plan, PositionOrigin::Dealt(Some(order)), seed),
            BoardRules::Stacks(_) | BoardRules::Layout(_) => self.position(None, seed),
        }
    }

    /// Whether any seat may move at any time.
    pub fn is_race(&self) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.is_race())
    }

    /// Step with which a turn begins, after `turns` completed turns.
    pub fn first_step(&self, turns: u32) -> u8 {
        match self {
            BoardRules::Stacks(plan) => plan.first_step(turns),
            BoardRules::Tracks(plan) => TurnState::first_step(turns, plan.begins_at),
            BoardRules::Layout(_) => 0,
        }
    }

    /// Number of moves per turn, if it is fixed.
    pub fn moves_a_turn(&self) -> Option<u8> {
        match self {
            BoardRules::Stacks(plan) => Some(plan.steps),
            BoardRules::Tracks(_) | BoardRules::Layout(_) => None,
        }
    }

    /// Whether the game has random elements.
    pub fn has_chance(&self) -> bool {
        self.dealing().is_some()
    }

    /// Id of an end rule.
    pub fn end_id(&self, end: EndIndex) -> Option<&str> {
        match self {
            BoardRules::Stacks(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
            BoardRules::Tracks(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
            BoardRules::Layout(plan) => plan.ends.get(end).map(|(id, _)| id.as_str()),
        }
    }

    /// Whether an end rule is a partial success in a solitaire.
    pub fn is_partial(&self, end: EndIndex) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.is_partial(end))
    }

    /// Whether an end rule is won by the team with the most points.
    pub fn counts_points(&self, end: EndIndex) -> bool {
        matches!(self, BoardRules::Tracks(plan) if plan.counts_points(end))
    }

    /// Id and result of the rule for having no legal move.
    pub fn stuck(&self) -> Option<&(String, StuckResult)> {
        match self {
            BoardRules::Stacks(plan) => plan.stuck.as_ref(),
            BoardRules::Tracks(plan) => plan.stuck.as_ref(),
            BoardRules::Layout(plan) => plan.stuck.as_ref(),
        }
    }

    /// Number of moves after which a playout is stopped, in a game that need not end.
    pub fn open_ended(&self) -> Option<u32> {
        match self {
            BoardRules::Layout(plan) => plan.open_ended,
            BoardRules::Stacks(_) | BoardRules::Tracks(_) => None,
        }
    }

    /// Tile set, in a game of tiles.
    pub fn tile_set(&self) -> Option<&Arc<TileSet>> {
        match self {
            BoardRules::Stacks(_) => None,
            BoardRules::Tracks(plan) => Some(&plan.set),
            BoardRules::Layout(plan) => Some(&plan.puzzle.set),
        }
    }
}
