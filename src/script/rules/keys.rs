//! Keys of a script's tables: type, one sentence and an example each. The checkers, the manual and the editor stubs are
//! based on these lists; a test loads the examples.

/// Key of a plain table.
#[derive(Debug)]
pub struct KeySpec {
    /// Name.
    pub name: &'static str,
    /// Type, in the syntax of the Lua language server.
    pub lua_type: &'static str,
    /// One sentence of documentation.
    pub doc: &'static str,
    /// Example with everything that it needs.
    pub example: &'static str,
}

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
    KeySpec {
        name: "title",
        lua_type: "string",
        doc: "what people call it; its name, unless given",
        example: r#"title = "Walls wait""#,
    },
    KeySpec { name: "base", lua_type: "string", doc: "of a variant: the game it changes", example: r#"base = "tak""# },
    KeySpec {
        name: "game",
        lua_type: "boolean",
        doc: "of a variant: whether its name alone is a game's name too",
        example: "game = true",
    },
    AUTHOR,
    VERSION,
    KeySpec {
        name: "options",
        lua_type: "table<string, houserule.Option>",
        doc: "numbers and words that people may set, by their names",
        example: r#"options = { turn = { default = 5, min = 1, says = "the first turn with walls" } }"#,
    },
    KeySpec {
        name: "rules",
        lua_type: "houserule.Rules|fun(o: table<string, any>): houserule.Rules",
        doc: "the rules, or a function of the options that returns them; of a variant only what differs",
        example: "rules = function(o) return { vars = { seen = 0 } } end",
    },
    KeySpec {
        name: "tests",
        lua_type: "houserule.Test[]",
        doc: "what the author expects of the rules; `houserule test` and `check` try it, `check` always with the \
               file's own options",
        example: r#"tests = { { title = "an opening", moves = "a1 e5", legal = "c3" } }"#,
    },
];

/// Rules table, apart from the parts that hold rule values.
pub const RULES: &[KeySpec] = &[
    KeySpec {
        name: "seats",
        lua_type: "string[]",
        doc: "who plays, in the order of turns",
        example: r#"seats = { "white", "black" }"#,
    },
    KeySpec {
        name: "sides",
        lua_type: "table<string, string>",
        doc: "which side a seat plays for; a side scores and wins, and every seat is one of its own unless given",
        example: r#"seats = { "north", "south" }, sides = { north = "red", south = "blue" }"#,
    },
    KeySpec {
        name: "colours",
        lua_type: "table<string, string|string[]>",
        doc: "the colours of a side's tracks; the one it is named after, unless given",
        example: r#"colours = { red = { "red", "green" } }"#,
    },
    KeySpec {
        name: "pieces",
        lua_type: "table<string, houserule.Piece>",
        doc: "the kinds of pieces and what they can do",
        example: r#"pieces = { cap = { crushes = { "wall" }, crushes_whose = "other" } }"#,
    },
    KeySpec {
        name: "reserve",
        lua_type: "table<string, integer|table<string, integer>>",
        doc: "how many pieces of each kind every seat begins with; by seat where they differ",
        example: "reserve = { flat = 21, black = { flat = 25, cap = 2 } }",
    },
    KeySpec {
        name: "tiles",
        lua_type: "string",
        doc: "the tile set: `tiles/NAME.toml` beside the scripts, or one built in",
        example: r#"tiles = "tantrix""#,
    },
    KeySpec {
        name: "notation",
        lua_type: r#""ptn"|"trax"|"tiles""#,
        doc: "how moves are written; found from pieces and tiles, unless given",
        example: r#"notation = "ptn""#,
    },
    KeySpec {
        name: "vars",
        lua_type: "table<string, boolean|number|string>",
        doc: "variables of the scripts and their first values; `set` changes them, `view:var` reads them, and a position tells \
               those that have others: `x5/x5/x5/x5/x5 1 1 | vars captures=2 angry=true`",
        example: "vars = { captures = 0, angry = false }",
    },
    KeySpec {
        name: "hooks",
        lua_type: "houserule.Hooks",
        doc: "functions that are asked in the course of a game",
        example: r#"hooks = { allow = function(view, move) return move.piece ~= "wall", "no walls today" end }"#,
    },
];

/// Author of any script.
pub(super) const AUTHOR: KeySpec = KeySpec {
    name: "author",
    lua_type: "string",
    doc: "who made it; `houserule games` shows it",
    example: r#"author = "Ann""#,
};

/// Version of any script.
pub(super) const VERSION: KeySpec = KeySpec {
    name: "version",
    lua_type: "string",
    doc: "which version of it this is; `houserule games` shows it",
    example: r#"version = "1.2""#,
};

/// Table of a bot.
pub const BOT: &[KeySpec] = &[
    KeySpec {
        name: "title",
        lua_type: "string",
        doc: "what people call it; its name, unless given",
        example: r#"title = "Stifle""#,
    },
    AUTHOR,
    VERSION,
    KeySpec {
        name: "game",
        lua_type: "string",
        doc: "the game that it plays, with all its variants; any, unless given",
        example: r#"game = "tak""#,
    },
    KeySpec {
        name: "choose",
        lua_type: "fun(view: houserule.View): houserule.Move|string",
        doc: "returns the move it makes, as it was listed or as text",
        example: "choose = function(view) return view:moves()[1] end",
    },
    KeySpec {
        name: "evaluate",
        lua_type: "fun(view: houserule.View): table<string, number>",
        doc: "in place of `choose`: a search plays, and asks what a position promises every side, from 0 to 1",
        example: r#"evaluate = function(view)
  local hopes = {}
  for _, side in ipairs(view.sides) do hopes[side] = 1 / #view.sides end
  return hopes
end"#,
    },
    KeySpec {
        name: "playouts",
        lua_type: "integer",
        doc: "how many games that search plays; 1000 unless given",
        example: "playouts = 500",
    },
    KeySpec {
        name: "plies",
        lua_type: "integer",
        doc: "how many random moves come before a position is evaluated; 0 unless given",
        example: "plies = 4",
    },
];

/// Parameters that every rule value takes.
pub const VALUE: &[KeySpec] = &[
    KeySpec {
        name: "id",
        lua_type: "string",
        doc: "the name by which variants change or remove it; the constructor's, unless given",
        example: r#"finish = { limit { id = "long", plies = 300 } }"#,
    },
    KeySpec {
        name: "before",
        lua_type: "string",
        doc: "of a variant: the id of the value before which it stands",
        example: r#"finish = { limit { plies = 300, before = "road" } }"#,
    },
    KeySpec {
        name: "after",
        lua_type: "string",
        doc: "of a variant: the id of the value after which it stands",
        example: r#"finish = { limit { plies = 300, after = "road" } }"#,
    },
];

/// Entry of `options`.
pub const OPTION: &[KeySpec] = &[
    KeySpec {
        name: "default",
        lua_type: "boolean|number|string|table",
        doc: "its value unless somebody sets it; without one it is nil until set",
        example: "default = 5",
    },
    KeySpec {
        name: "one_of",
        lua_type: "(boolean|number|string)[]",
        doc: "the only values it may have",
        example: r#"default = "line", one_of = { "line", "loop" }"#,
    },
    KeySpec { name: "min", lua_type: "number", doc: "the least it may be", example: "default = 5, min = 1" },
    KeySpec { name: "max", lua_type: "number", doc: "the most it may be", example: "default = 5, max = 9" },
    KeySpec {
        name: "step",
        lua_type: "number",
        doc: "the steps in which it counts, from `min`; whole numbers unless given",
        example: "default = 0, min = -5, step = 0.5",
    },
    KeySpec {
        name: "says",
        lua_type: "string",
        doc: "what it is, for `houserule rules`",
        example: r#"default = 5, says = "cells along a side""#,
    },
    KeySpec {
        name: "in_name",
        lua_type: "boolean",
        doc: "whether its value may follow the game's name after a hyphen",
        example: "default = 10, in_name = true",
    },
    KeySpec {
        name: "fixed",
        lua_type: "boolean",
        doc: "of a variant: the option of its base has its default for good, and `says` tells people why",
        example: r#"fixed = true, says = "the tiles follow from n""#,
    },
];

/// Entry of `tests`: how a position is reached, and what must hold there.
pub const TEST: &[KeySpec] = &[
    KeySpec {
        name: "title",
        lua_type: "string",
        doc: "what the test is about",
        example: r#"title = "the corner is open", legal = "a1""#,
    },
    KeySpec {
        name: "set",
        lua_type: "table<string, boolean|number|string|table>",
        doc: "options, as `--set` sets them",
        example: "set = { size = 6 }, count = 36",
    },
    KeySpec {
        name: "seed",
        lua_type: "integer",
        doc: "the seed of everything left to chance",
        example: r#"seed = 7, outcome = "open""#,
    },
    KeySpec {
        name: "position",
        lua_type: "string",
        doc: "the position to begin with, in the game's notation",
        example: r#"position = "x5/x5/x2,1,x2/x5/x5 2 2", illegal = "c3""#,
    },
    KeySpec {
        name: "moves",
        lua_type: "string",
        doc: "the moves that are played then, separated by blanks",
        example: r#"moves = "a1 e5", legal = "c3""#,
    },
    KeySpec {
        name: "legal",
        lua_type: "string|string[]",
        doc: "moves that are legal there",
        example: r#"moves = "a1 e5", legal = { "c3", "Sc3", "Cc3" }"#,
    },
    KeySpec {
        name: "illegal",
        lua_type: "string|string[]",
        doc: "moves that are not",
        example: r#"moves = "a1 e5", illegal = { "a1", "e5" }"#,
    },
    KeySpec {
        name: "why",
        lua_type: "string",
        doc: "words that the refusal of the illegal moves has in it",
        example: r#"moves = "a1", illegal = "Se5", why = "opening""#,
    },
    KeySpec { name: "count", lua_type: "integer", doc: "how many moves are legal there", example: "count = 25" },
    KeySpec {
        name: "score",
        lua_type: "table<string, number>",
        doc: "the points of sides",
        example: r#"moves = "a1 e5 c3", score = { white = 2, black = 1 }"#,
    },
    KeySpec {
        name: "outcome",
        lua_type: "string",
        doc: "the last line of `houserule score` without its first word, or the beginning of that",
        example: r#"moves = "a1 e5", outcome = "open""#,
    },
    KeySpec {
        name: "becomes",
        lua_type: "string",
        doc: "the position in the game's notation; script variables are compared where it tells some with `| vars`",
        example: r#"moves = "a1 e5", becomes = "x4,1/x5/x5/x5/2,x4 1 2""#,
    },
];

/// Assertions about a lesson step's position: those of tests, without the keys that reach a position.
pub fn assertion_keys() -> impl Iterator<Item = &'static KeySpec> + Clone {
    const SETUP_KEYS: [&str; 5] = ["title", "set", "seed", "position", "moves"];
    TEST.iter().filter(|key| !SETUP_KEYS.contains(&key.name))
}
