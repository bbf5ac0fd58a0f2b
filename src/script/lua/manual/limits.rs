//! Limits of scripts. The numbers are those that are checked.

use crate::game::ACTION_WORD_LEN;
use crate::lua::effects::MAX_EFFECTS;
use crate::lua::hooks::{MAX_OFFERED_MOVES, MAX_REASON_LEN};
use crate::lua::read::{MAX_NAME_LEN, MAX_TABLE_DEPTH, MAX_TEXT_LEN, MAX_VALUES};
use crate::lua::ruleset::MAX_LAYERS;
use crate::lua::sandbox::MAX_SOURCE_LEN;
use crate::rules::MAX_MATCH_GAMES;
use crate::rules::check::MAX_RULES;
use crate::rules::vars::{MAX_VAR_LEN, MAX_VARS};
use houserule_core::geometry::Grid;
use houserule_core::mechanics::puzzle::{MAX_PUZZLE_TILES, MAX_SHAPE_SIDE};
use houserule_core::mechanics::stacks::{MAX_CARRY, WIDEST_TOWER_BITS};
use houserule_core::mechanics::{MAX_BAG, MAX_KINDS, MAX_OWNERS, MAX_SEATS, Reserve, Steps};
use houserule_core::tiles::TileSet;

/// Limit, in words and with the constants that define it.
pub struct LimitDoc {
    /// What is limited.
    pub what: &'static str,
    /// The limit, in words.
    pub maximum: String,
    /// Names of the constants.
    pub constants: &'static [&'static str],
}

/// Lists every limit except the bounds of parameters, which are documented with the parameter.
pub fn limits() -> Vec<LimitDoc> {
    let limit = |what, maximum: String, constants| LimitDoc { what, maximum, constants };
    let kilobytes = |bytes: usize| format!("{} kB", bytes / 1024);
    let (least, most) = (ACTION_WORD_LEN.start(), ACTION_WORD_LEN.end());
    let max_pieces = |bits: u32| WIDEST_TOWER_BITS / bits;
    vec![
        limit("size of a file", kilobytes(MAX_SOURCE_LEN), &["MAX_SOURCE_LEN"]),
        limit("scripts in a stack, including the game", MAX_LAYERS.to_string(), &["MAX_LAYERS"]),
        limit("depth of nested tables in a declaration", MAX_TABLE_DEPTH.to_string(), &["MAX_TABLE_DEPTH"]),
        limit("values in a declaration", MAX_VALUES.to_string(), &["MAX_VALUES"]),
        limit("rule values in a list", MAX_RULES.to_string(), &["MAX_RULES"]),
        limit("length of a name in a declaration", format!("{MAX_NAME_LEN} bytes"), &["MAX_NAME_LEN"]),
        limit("length of a string in a declaration", format!("{MAX_TEXT_LEN} bytes"), &["MAX_TEXT_LEN"]),
        limit("seats", format!("{MAX_OWNERS} with pieces, {MAX_SEATS} with tiles"), &["MAX_OWNERS", "MAX_SEATS"]),
        limit("side of a bounded board", format!("{} cells", Grid::MAX_SIDE), &["MAX_SIDE"]),
        limit("side of the board of a puzzle", format!("{MAX_SHAPE_SIDE} cells"), &["MAX_SHAPE_SIDE"]),
        limit("kinds of pieces", MAX_KINDS.to_string(), &["MAX_KINDS"]),
        limit("pieces of one kind in a seat's reserve", Reserve::MAX.to_string(), &["reserve::MAX"]),
        limit(
            "pieces in a game with spreads, on the board and in reserve; without spreads, pieces in a stack",
            format!(
                "depends on seats times kinds that can be covered: {} for 2, {} up to 4, {} up to 8, {} up to 16, {} above",
                max_pieces(1),
                max_pieces(2),
                max_pieces(3),
                max_pieces(4),
                max_pieces(5)
            ),
            &["WIDEST_TOWER_BITS"],
        ),
        limit("pieces carried in a spread", MAX_CARRY.to_string(), &["MAX_CARRY"]),
        limit("steps in a turn", Steps::MAX_TURN_STEPS.to_string(), &["MAX_TURN_STEPS"]),
        limit("colours in a tile set", TileSet::MAX_COLOURS.to_string(), &["MAX_COLOURS"]),
        limit("tiles in a tile set", TileSet::MAX_SET_TILES.to_string(), &["MAX_SET_TILES"]),
        limit("tiles in a bag", MAX_BAG.to_string(), &["MAX_BAG"]),
        limit("tiles in a puzzle", MAX_PUZZLE_TILES.to_string(), &["MAX_PUZZLE_TILES"]),
        limit("script variables", MAX_VARS.to_string(), &["MAX_VARS"]),
        limit("length of a string in a script variable", format!("{MAX_VAR_LEN} bytes"), &["MAX_VAR_LEN"]),
        limit("moves from one call of `moves`", MAX_OFFERED_MOVES.to_string(), &["MAX_OFFERED_MOVES"]),
        limit(
            "length of a move from `moves`",
            format!("{least} to {most} lower-case letters and hyphens"),
            &["ACT_LETTERS"],
        ),
        limit("effects from one call of a hook", MAX_EFFECTS.to_string(), &["MAX_EFFECTS"]),
        limit("games in a match", MAX_MATCH_GAMES.to_string(), &["MAX_MATCH_GAMES"]),
        limit(
            "length of a hook's reason; the rest is cut",
            format!("{MAX_REASON_LEN} characters"),
            &["MAX_REASON_LEN"],
        ),
    ]
}
