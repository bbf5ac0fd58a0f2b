//! Keys of a script's tables: type, one sentence and an example each. The checkers, the manual and the editor stubs are
//! based on these lists; a test loads the examples.

use super::doc::{KeySpec, key};

/// Names of some keys.
pub fn names(keys: &'static [KeySpec]) -> impl Iterator<Item = &'static str> + Clone {
    keys.iter().map(|key| key.name)
}

/// Whether a name is among the keys.
pub fn is_known(keys: &[KeySpec], name: &str) -> bool {
    keys.iter().any(|key| key.name == name)
}

/// Outer table of a script.
pub const MANIFEST: &[KeySpec] = &[
    key("title", "string", "what people call it; its name, unless given", r#"title = "Walls wait""#),
    key("base", "string", "of a variant: the game it changes", r#"base = "tak""#),
    key("game", "boolean", "of a variant: whether its name alone is a game's name too", "game = true"),
    AUTHOR,
    VERSION,
    key(
        "options",
        "table<string, houserule.Option>",
        "numbers and words that people may set, by their names",
        r#"options = { turn = { default = 5, min = 1, says = "the first turn with walls" } }"#,
    ),
    key(
        "rules",
        "houserule.Rules|fun(o: table<string, any>): houserule.Rules",
        "the rules, or a function of the options that returns them; of a variant only what differs",
        "rules = function(o) return { vars = { seen = 0 } } end",
    ),
    key(
        "tests",
        "houserule.Test[]",
        "what the author expects of the rules; `houserule test` and `check` try it, `check` always with the \
               file's own options",
        r#"tests = { { title = "an opening", moves = "a1 e5", legal = "c3" } }"#,
    ),
];

/// Rules table, apart from the parts that hold rule values.
pub const RULES: &[KeySpec] = &[
    key("seats", "string[]", "who plays, in the order of turns", r#"seats = { "white", "black" }"#),
    key(
        "sides",
        "table<string, string>",
        "which side a seat plays for; a side scores and wins, and every seat is one of its own unless given",
        r#"seats = { "north", "south" }, sides = { north = "red", south = "blue" }"#,
    ),
    key(
        "colours",
        "table<string, string|string[]>",
        "the colours of a side's tracks; the one it is named after, unless given",
        r#"colours = { red = { "red", "green" } }"#,
    ),
    key(
        "pieces",
        "table<string, houserule.Piece>",
        "the kinds of pieces and what they can do",
        r#"pieces = { cap = { crushes = { "wall" }, crushes_whose = "other" } }"#,
    ),
    key(
        "reserve",
        "table<string, integer|table<string, integer>>",
        "how many pieces of each kind every seat begins with; by seat where they differ",
        "reserve = { flat = 21, black = { flat = 25, cap = 2 } }",
    ),
    key(
        "tiles",
        "string",
        "the tile set: `tiles/NAME.toml` beside the scripts, or one built in",
        r#"tiles = "tantrix""#,
    ),
    key(
        "notation",
        r#""ptn"|"trax"|"tiles""#,
        "how moves are written; found from pieces and tiles, unless given",
        r#"notation = "ptn""#,
    ),
    key(
        "vars",
        "table<string, boolean|number|string>",
        "variables of the scripts and their first values; `set` changes them, `view:var` reads them, and a position tells \
               those that have others: `x5/x5/x5/x5/x5 1 1 | vars captures=2 angry=true`",
        "vars = { captures = 0, angry = false }",
    ),
    key(
        "hooks",
        "houserule.Hooks",
        "functions that are asked in the course of a game",
        r#"hooks = { allow = function(view, move) return move.piece ~= "wall", "no walls today" end }"#,
    ),
];

/// Author of any script.
pub(super) const AUTHOR: KeySpec =
    key("author", "string", "who made it; `houserule games` shows it", r#"author = "Ann""#);

/// Version of any script.
pub(super) const VERSION: KeySpec =
    key("version", "string", "which version of it this is; `houserule games` shows it", r#"version = "1.2""#);

/// Table of a bot.
pub const BOT: &[KeySpec] = &[
    key("title", "string", "what people call it; its name, unless given", r#"title = "Stifle""#),
    AUTHOR,
    VERSION,
    key("game", "string", "the game that it plays, with all its variants; any, unless given", r#"game = "tak""#),
    key(
        "choose",
        "fun(view: houserule.View): houserule.Move|string",
        "returns the move it makes, as it was listed or as text",
        "choose = function(view) return view:moves()[1] end",
    ),
    key(
        "evaluate",
        "fun(view: houserule.View): table<string, number>",
        "in place of `choose`: a search plays, and asks what a position promises every side, from 0 to 1",
        r#"evaluate = function(view)
  local hopes = {}
  for _, side in ipairs(view.sides) do hopes[side] = 1 / #view.sides end
  return hopes
end"#,
    ),
    key("playouts", "integer", "how many games that search plays; 1000 unless given", "playouts = 500"),
    key("plies", "integer", "how many random moves come before a position is evaluated; 0 unless given", "plies = 4"),
];

/// Parameters that every rule value takes.
pub const VALUE: &[KeySpec] = &[
    key(
        "id",
        "string",
        "the name by which variants change or remove it; the constructor's, unless given",
        r#"finish = { limit { id = "long", plies = 300 } }"#,
    ),
    key(
        "before",
        "string",
        "of a variant: the id of the value before which it stands",
        r#"finish = { limit { plies = 300, before = "road" } }"#,
    ),
    key(
        "after",
        "string",
        "of a variant: the id of the value after which it stands",
        r#"finish = { limit { plies = 300, after = "road" } }"#,
    ),
];

/// Entry of `options`.
pub const OPTION: &[KeySpec] = &[
    key(
        "default",
        "boolean|number|string|table",
        "its value unless somebody sets it; without one it is nil until set",
        "default = 5",
    ),
    key(
        "one_of",
        "(boolean|number|string)[]",
        "the only values it may have",
        r#"default = "line", one_of = { "line", "loop" }"#,
    ),
    key("min", "number", "the least it may be", "default = 5, min = 1"),
    key("max", "number", "the most it may be", "default = 5, max = 9"),
    key(
        "step",
        "number",
        "the steps in which it counts, from `min`; whole numbers unless given",
        "default = 0, min = -5, step = 0.5",
    ),
    key("says", "string", "what it is, for `houserule rules`", r#"default = 5, says = "cells along a side""#),
    key(
        "in_name",
        "boolean",
        "whether its value may follow the game's name after a hyphen",
        "default = 10, in_name = true",
    ),
    key(
        "fixed",
        "boolean",
        "of a variant: the option of its base has its default for good, and `says` tells people why",
        r#"fixed = true, says = "the tiles follow from n""#,
    ),
];

/// Entry of `tests`: how a position is reached, and what must hold there.
pub const TEST: &[KeySpec] = &[
    key("title", "string", "what the test is about", r#"title = "the corner is open", legal = "a1""#),
    key(
        "set",
        "table<string, boolean|number|string|table>",
        "options, as `--set` sets them",
        "set = { size = 6 }, count = 36",
    ),
    key("seed", "integer", "the seed of everything left to chance", r#"seed = 7, outcome = "open""#),
    key(
        "position",
        "string",
        "the position to begin with, in the game's notation",
        r#"position = "x5/x5/x2,1,x2/x5/x5 2 2", illegal = "c3""#,
    ),
    key("moves", "string", "the moves that are played then, separated by blanks", r#"moves = "a1 e5", legal = "c3""#),
    key("legal", "string|string[]", "moves that are legal there", r#"moves = "a1 e5", legal = { "c3", "Sc3", "Cc3" }"#),
    key("illegal", "string|string[]", "moves that are not", r#"moves = "a1 e5", illegal = { "a1", "e5" }"#),
    key(
        "why",
        "string",
        "words that the refusal of the illegal moves has in it",
        r#"moves = "a1", illegal = "Se5", why = "opening""#,
    ),
    key("count", "integer", "how many moves are legal there", "count = 25"),
    key(
        "score",
        "table<string, number>",
        "the points of sides",
        r#"moves = "a1 e5 c3", score = { white = 2, black = 1 }"#,
    ),
    key(
        "outcome",
        "string",
        "the last line of `houserule score` without its first word, or the beginning of that",
        r#"moves = "a1 e5", outcome = "open""#,
    ),
    key(
        "becomes",
        "string",
        "the position in the game's notation; script variables are compared where it tells some with `| vars`",
        r#"moves = "a1 e5", becomes = "x4,1/x5/x5/x5/2,x4 1 2""#,
    ),
];

/// Assertions about a lesson step's position: those of tests, without the keys that reach a position.
pub fn assertion_keys() -> impl Iterator<Item = &'static KeySpec> + Clone {
    const SETUP_KEYS: [&str; 5] = ["title", "set", "seed", "position", "moves"];
    TEST.iter().filter(|key| !SETUP_KEYS.contains(&key.name))
}
