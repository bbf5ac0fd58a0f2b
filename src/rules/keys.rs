//! The keys of a script's tables: what each may be, in one sentence, with an example. The checkers know a key because
//! it stands here, and so do the manual and the editor's stubs; a test loads the examples.

/// One key of a plain table.
#[derive(Debug)]
pub struct Key {
    pub name: &'static str,
    /// Its type, as Lua's language server writes types.
    pub form: &'static str,
    pub says: &'static str,
    /// The key as somebody might write it, with what it needs beside it.
    pub example: &'static str,
}

/// The names of some keys.
pub fn names(keys: &'static [Key]) -> impl Iterator<Item = &'static str> + Clone {
    keys.iter().map(|key| key.name)
}

pub fn is_known(keys: &[Key], name: &str) -> bool {
    keys.iter().any(|key| key.name == name)
}

/// The outer table of a script.
pub const HEAD: &[Key] = &[
    Key {
        name: "title",
        form: "string",
        says: "what people call it; its name, unless given",
        example: r#"title = "Walls wait""#,
    },
    Key {
        name: "base",
        form: "string",
        says: "of a variant: the game it changes",
        example: r#"base = "tak""#,
    },
    Key {
        name: "game",
        form: "boolean",
        says: "of a variant: whether its name alone is a game's name too",
        example: "game = true",
    },
    AUTHOR,
    VERSION,
    Key {
        name: "options",
        form: "table<string, houserule.Option>",
        says: "numbers and words that people may set, by their names",
        example: r#"options = { turn = { default = 5, min = 1, says = "the first turn with walls" } }"#,
    },
    Key {
        name: "rules",
        form: "houserule.Rules|fun(o: table<string, any>): houserule.Rules",
        says: "the rules, or a function of the options that returns them; of a variant only what differs",
        example: "rules = function(o) return { vars = { seen = 0 } } end",
    },
    Key {
        name: "tests",
        form: "houserule.Test[]",
        says: "what the author expects of the rules; `houserule test` and `check` try it, `check` always with the \
               file's own options",
        example: r#"tests = { { title = "an opening", moves = "a1 e5", legal = "c3" } }"#,
    },
];

/// The rules table, beside the parts that hold rule values.
pub const RULES: &[Key] = &[
    Key {
        name: "seats",
        form: "string[]",
        says: "who plays, in the order of turns",
        example: r#"seats = { "white", "black" }"#,
    },
    Key {
        name: "sides",
        form: "table<string, string>",
        says: "which side a seat plays for; a side scores and wins, and every seat is one of its own unless given",
        example: r#"seats = { "north", "south" }, sides = { north = "red", south = "blue" }"#,
    },
    Key {
        name: "colours",
        form: "table<string, string|string[]>",
        says: "the colours of a side's tracks; the one it is named after, unless given",
        example: r#"colours = { red = { "red", "green" } }"#,
    },
    Key {
        name: "pieces",
        form: "table<string, houserule.Piece>",
        says: "the kinds of pieces and what they can do",
        example: r#"pieces = { cap = { crushes = { "wall" }, crushes_whose = "other" } }"#,
    },
    Key {
        name: "reserve",
        form: "table<string, integer|table<string, integer>>",
        says: "how many pieces of each kind every seat begins with; by seat where they differ",
        example: "reserve = { flat = 21, black = { flat = 25, cap = 2 } }",
    },
    Key {
        name: "tiles",
        form: "string",
        says: "the tile set: `tiles/NAME.toml` beside the scripts, or one built in",
        example: r#"tiles = "tantrix""#,
    },
    Key {
        name: "notation",
        form: r#""ptn"|"trax"|"tiles""#,
        says: "how moves are written; found from pieces and tiles, unless given",
        example: r#"notation = "ptn""#,
    },
    Key {
        name: "vars",
        form: "table<string, boolean|number|string>",
        says: "variables of the scripts and their first values; `set` changes them, `view:var` reads them, and a position tells \
               those that have others: `x5/x5/x5/x5/x5 1 1 | vars captures=2 angry=true`",
        example: "vars = { captures = 0, angry = false }",
    },
    Key {
        name: "hooks",
        form: "houserule.Hooks",
        says: "functions that are asked in the course of a game",
        example: r#"hooks = { allow = function(view, move) return move.piece ~= "wall", "no walls today" end }"#,
    },
];

/// Who made a script, whatever it holds.
pub(super) const AUTHOR: Key = Key {
    name: "author",
    form: "string",
    says: "who made it; `houserule games` shows it",
    example: r#"author = "Ann""#,
};

/// Which version of it this is.
pub(super) const VERSION: Key = Key {
    name: "version",
    form: "string",
    says: "which version of it this is; `houserule games` shows it",
    example: r#"version = "1.2""#,
};

/// The table of a bot.
pub const BOT: &[Key] = &[
    Key {
        name: "title",
        form: "string",
        says: "what people call it; its name, unless given",
        example: r#"title = "Stifle""#,
    },
    AUTHOR,
    VERSION,
    Key {
        name: "game",
        form: "string",
        says: "the game that it plays, with all its variants; any, unless given",
        example: r#"game = "tak""#,
    },
    Key {
        name: "choose",
        form: "fun(view: houserule.View): houserule.Move|string",
        says: "returns the move it makes, as it was listed or as text",
        example: "choose = function(view) return view:moves()[1] end",
    },
    Key {
        name: "evaluate",
        form: "fun(view: houserule.View): table<string, number>",
        says: "in place of `choose`: a search plays, and asks what a position promises every side, from 0 to 1",
        example: r#"evaluate = function(view)
  local hopes = {}
  for _, side in ipairs(view.sides) do hopes[side] = 1 / #view.sides end
  return hopes
end"#,
    },
    Key {
        name: "playouts",
        form: "integer",
        says: "how many games that search plays; 1000 unless given",
        example: "playouts = 500",
    },
    Key {
        name: "plies",
        form: "integer",
        says: "how many random moves come before a position is evaluated; 0 unless given",
        example: "plies = 4",
    },
];

/// What every rule value takes beside its own parameters.
pub const VALUE: &[Key] = &[
    Key {
        name: "id",
        form: "string",
        says: "the name by which variants change or remove it; the constructor's, unless given",
        example: r#"finish = { limit { id = "long", plies = 300 } }"#,
    },
    Key {
        name: "before",
        form: "string",
        says: "of a variant: the id of the value before which it stands",
        example: r#"finish = { limit { plies = 300, before = "road" } }"#,
    },
    Key {
        name: "after",
        form: "string",
        says: "of a variant: the id of the value after which it stands",
        example: r#"finish = { limit { plies = 300, after = "road" } }"#,
    },
];

/// An entry of `options`.
pub const OPTION: &[Key] = &[
    Key {
        name: "default",
        form: "boolean|number|string|table",
        says: "its value unless somebody sets it; without one it is nil until set",
        example: "default = 5",
    },
    Key {
        name: "one_of",
        form: "(boolean|number|string)[]",
        says: "the only values it may have",
        example: r#"default = "line", one_of = { "line", "loop" }"#,
    },
    Key { name: "min", form: "number", says: "the least it may be", example: "default = 5, min = 1" },
    Key { name: "max", form: "number", says: "the most it may be", example: "default = 5, max = 9" },
    Key {
        name: "step",
        form: "number",
        says: "the steps in which it counts, from `min`; whole numbers unless given",
        example: "default = 0, min = -5, step = 0.5",
    },
    Key {
        name: "says",
        form: "string",
        says: "what it is, for `houserule rules`",
        example: r#"default = 5, says = "cells along a side""#,
    },
    Key {
        name: "in_name",
        form: "boolean",
        says: "whether its value may follow the game's name after a hyphen",
        example: "default = 10, in_name = true",
    },
    Key {
        name: "fixed",
        form: "boolean",
        says: "of a variant: the option of its base has its default for good, and `says` tells people why",
        example: r#"fixed = true, says = "the tiles follow from n""#,
    },
];

/// An entry of `tests`: how a position is reached, and what must be true there.
pub const TEST: &[Key] = &[
    Key {
        name: "title",
        form: "string",
        says: "what the test is about",
        example: r#"title = "the corner is open", legal = "a1""#,
    },
    Key {
        name: "set",
        form: "table<string, boolean|number|string|table>",
        says: "options, as `--set` sets them",
        example: "set = { size = 6 }, count = 36",
    },
    Key {
        name: "seed",
        form: "integer",
        says: "the seed of everything left to chance",
        example: r#"seed = 7, outcome = "open""#,
    },
    Key {
        name: "position",
        form: "string",
        says: "the position to begin with, in the game's notation",
        example: r#"position = "x5/x5/x2,1,x2/x5/x5 2 2", illegal = "c3""#,
    },
    Key {
        name: "moves",
        form: "string",
        says: "the moves that are played then, separated by blanks",
        example: r#"moves = "a1 e5", legal = "c3""#,
    },
    Key {
        name: "legal",
        form: "string|string[]",
        says: "moves that are legal there",
        example: r#"moves = "a1 e5", legal = { "c3", "Sc3", "Cc3" }"#,
    },
    Key {
        name: "illegal",
        form: "string|string[]",
        says: "moves that are not",
        example: r#"moves = "a1 e5", illegal = { "a1", "e5" }"#,
    },
    Key {
        name: "why",
        form: "string",
        says: "words that the refusal of the illegal moves has in it",
        example: r#"moves = "a1", illegal = "Se5", why = "opening""#,
    },
    Key { name: "count", form: "integer", says: "how many moves are legal there", example: "count = 25" },
    Key {
        name: "score",
        form: "table<string, number>",
        says: "the points of sides",
        example: r#"moves = "a1 e5 c3", score = { white = 2, black = 1 }"#,
    },
    Key {
        name: "outcome",
        form: "string",
        says: "the last line of `houserule score` without its first word, or the beginning of that",
        example: r#"moves = "a1 e5", outcome = "open""#,
    },
    Key {
        name: "becomes",
        form: "string",
        says: "the position in the game's notation; script variables are compared where it tells some with `| vars`",
        example: r#"moves = "a1 e5", becomes = "x4,1/x5/x5/x5/2,x4 1 2""#,
    },
];

/// What may be claimed of a step's position: what tests claim, but for how they come to theirs.
pub fn facts() -> impl Iterator<Item = &'static Key> + Clone {
    const WAY: [&str; 5] = ["title", "set", "seed", "position", "moves"];
    TEST.iter().filter(|key| !WAY.contains(&key.name))
}
