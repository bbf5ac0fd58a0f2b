//! Limits: how much of everything a script may have. The numbers are those that are checked.

use crate::game::ACT_LETTERS;
use crate::geometry::Grid;
use crate::mechanics::layout::{LONGEST_SIDE, MOST_TILES};
use crate::mechanics::stacks::{MAX_CARRY, WIDEST};
use crate::mechanics::{MAX_KINDS, MAX_OWNERS, MAX_SEATS, MOST_IN_BAG, Reserve, Steps};
use crate::rules::check::MOST_RULES;
use crate::rules::vars::{LONGEST_VAR, MOST_VARS};
use crate::script::effects::MOST_EFFECTS;
use crate::script::hooks::{LONGEST_REASON, MOST_OFFERED};
use crate::script::read::{DEEPEST, LONGEST_NAME, LONGEST_TEXT, MOST_VALUES};
use crate::script::ruleset::MOST_LAYERS;
use crate::script::sandbox::LONGEST_SOURCE;
use crate::tiles::TileSet;

/// What is limited, how, and the constants that say so.
pub struct Limit {
    pub what: &'static str,
    pub most: String,
    pub from: &'static [&'static str],
}

/// Every limit that is not the bound of a parameter, which stands with the parameter.
pub fn limits() -> Vec<Limit> {
    let limit = |what, most: String, from| Limit { what, most, from };
    let kilobytes = |bytes: usize| format!("{} kB", bytes / 1024);
    let (least, most) = (ACT_LETTERS.start(), ACT_LETTERS.end());
    let room = |bits: u32| WIDEST / bits;
    vec![
        limit("a file", kilobytes(LONGEST_SOURCE), &["LONGEST_SOURCE"]),
        limit("scripts in a stack, the game among them", MOST_LAYERS.to_string(), &["MOST_LAYERS"]),
        limit("tables in tables of a declaration", format!("{DEEPEST} deep"), &["read::DEEPEST"]),
        limit("values in a declaration", MOST_VALUES.to_string(), &["MOST_VALUES"]),
        limit("rule values in a list", MOST_RULES.to_string(), &["MOST_RULES"]),
        limit("a name in a declaration", format!("{LONGEST_NAME} bytes"), &["read::LONGEST_NAME"]),
        limit("a text in a declaration", format!("{LONGEST_TEXT} bytes"), &["LONGEST_TEXT"]),
        limit(
            "seats",
            format!("{MAX_OWNERS} with pieces, {MAX_SEATS} with tiles"),
            &["MAX_OWNERS", "MAX_SEATS"],
        ),
        limit("the side of a bounded board", format!("{} cells", Grid::MAX_SIDE), &["MAX_SIDE"]),
        limit("the side of a board of a puzzle", format!("{LONGEST_SIDE} cells"), &["LONGEST_SIDE"]),
        limit("kinds of pieces", MAX_KINDS.to_string(), &["MAX_KINDS"]),
        limit("pieces of a kind in a seat's reserve", Reserve::MAX.to_string(), &["reserve::MAX"]),
        limit(
            "pieces in play where stacks move, those in reserve among them; in a stack where they do not",
            format!(
                "{} where seats times kinds that can be covered are 2, {} up to 4, {} up to 8, {} up to 16, {} beyond",
                room(1),
                room(2),
                room(3),
                room(4),
                room(5)
            ),
            &["stacks::WIDEST"],
        ),
        limit("pieces taken up in a spread", MAX_CARRY.to_string(), &["MAX_CARRY"]),
        limit("steps of a turn", Steps::MOST.to_string(), &["turns::MOST"]),
        limit("colours of a tile set", TileSet::MOST_COLOURS.to_string(), &["MOST_COLOURS"]),
        limit("tiles of a set", TileSet::MOST_TILES.to_string(), &["tiles::MOST_TILES"]),
        limit("tiles in a bag", MOST_IN_BAG.to_string(), &["MOST_IN_BAG"]),
        limit("tiles of a puzzle", MOST_TILES.to_string(), &["layout::MOST_TILES"]),
        limit("variables", MOST_VARS.to_string(), &["MOST_VARS"]),
        limit("a text in a variable", format!("{LONGEST_VAR} bytes"), &["LONGEST_VAR"]),
        limit("moves that `moves` offers at once", MOST_OFFERED.to_string(), &["MOST_OFFERED"]),
        limit(
            "a move that `moves` offers",
            format!("{least} to {most} small letters and hyphens"),
            &["ACT_LETTERS"],
        ),
        limit("effects of one call", MOST_EFFECTS.to_string(), &["MOST_EFFECTS"]),
        limit(
            "the reason of a refusal, beyond which it is cut",
            format!("{LONGEST_REASON} letters"),
            &["LONGEST_REASON"],
        ),
    ]
}
