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
    key("title", "string", "title for people; default: the name", r#"title = "Walls wait""#),
    key("base", "string", "for a variant: the game that it changes", r#"base = "tak""#),
    key("game", "boolean", "for a variant: whether its name alone works as a game's name", "game = true"),
    AUTHOR,
    VERSION,
    key(
        "options",
        "table<string, houserule.Option>",
        "options that players may set, by name",
        r#"options = { turn = { default = 5, min = 1, says = "the first turn with walls" } }"#,
    ),
    key(
        "rules",
        "houserule.Rules|fun(o: table<string, any>): houserule.Rules",
        "the rules, or a function of the options that returns them; a variant only states what differs",
        "rules = function(o) return { vars = { seen = 0 } } end",
    ),
    key(
        "tests",
        "houserule.Test[]",
        "tests of the rules; `houserule test` and `houserule check` run them, `check` always with the file's own options",
        r#"tests = { { title = "an opening", moves = "a1 e5", legal = "c3" } }"#,
    ),
];

/// Rules table, apart from the parts that hold rule values.
pub const RULES: &[KeySpec] = &[
    key("seats", "string[]", "names of the seats, in turn order", r#"seats = { "white", "black" }"#),
    key(
        "sides",
        "table<string, string>",
        "the side of each seat; a side scores and wins as a team; default: every seat is its own side",
        r#"seats = { "north", "south" }, sides = { north = "red", south = "blue" }"#,
    ),
    key(
        "colours",
        "table<string, string|string[]>",
        "the track colours of each side; default: the colour that it is named after",
        r#"colours = { red = { "red", "green" } }"#,
    ),
    key(
        "pieces",
        "table<string, houserule.Piece>",
        "kinds of pieces and their properties",
        r#"pieces = { cap = { crushes = { "wall" }, crushes_whose = "other" } }"#,
    ),
    key(
        "reserve",
        "table<string, integer|table<string, integer>>",
        "initial number of pieces of each kind for every seat, or by seat",
        "reserve = { flat = 21, black = { flat = 25, cap = 2 } }",
    ),
    key(
        "tiles",
        "string",
        "tile set: `tiles/NAME.toml` next to the scripts, or a built-in one",
        r#"tiles = "tantrix""#,
    ),
    key(
        "notation",
        r#""ptn"|"trax"|"tiles""#,
        "notation of moves; default: depends on pieces and tiles",
        r#"notation = "ptn""#,
    ),
    key(
        "vars",
        "table<string, boolean|number|string>",
        "script variables and their initial values; `set` changes them, `view:var` reads them, and a position lists \
               those that have changed: `x5/x5/x5/x5/x5 1 1 | vars captures=2 angry=true`",
        "vars = { captures = 0, angry = false }",
    ),
    key(
        "hooks",
        "houserule.Hooks",
        "functions that are called during a game",
        r#"hooks = { allow = function(view, move) return move.piece ~= "wall", "no walls today" end }"#,
    ),
    key(
        "match",
        "houserule.Match",
        "how the games of a match add up and when it is over; changes no move",
        r#"match = { games = 2, alternate = true, points = "wins" }"#,
    ),
];

/// Table of a match.
pub const MATCH: &[KeySpec] = &[
    key("games", "integer", "number of games, at most 1000; default: as many as the players like", "games = 2"),
    key("first_to", "integer", "the match ends when a player has won this number of games", "first_to = 3"),
    key(
        "target",
        "number",
        "the match ends after the game in which a player reaches this number of points",
        r#"target = 100, points = function(game, match)
  local points = {}
  for _, player in ipairs(game.players) do points[player.side] = 10 - player.place end
  return points
end"#,
    ),
    key(
        "begins",
        r#""alternate"|"loser"|"drawn"|"same""#,
        "who begins the next game: the players in turn, the player in last place, one who is drawn, or the same again; \
               default: `\"alternate\"`",
        r#"games = 5, begins = "loser""#,
    ),
    key(
        "alternate",
        "boolean",
        "short for `begins`: true is `\"alternate\"`, false is `\"same\"`",
        "games = 2, alternate = true",
    ),
    key(
        "points",
        r#""points"|"margin"|"wins"|number[]|fun(game: houserule.MatchGame, match: houserule.MatchSoFar): table<string, number>"#,
        "what a game adds: its own points, the winner's lead over the best other side, 1 for a win with draws shared, a list \
               of points by place with tied places shared, or a function that returns the points by side; default: the \
               game's own points, or wins if it counts none",
        "points = { 4, 2, 1 }",
    ),
    key(
        "over",
        "fun(match: houserule.MatchSoFar): boolean",
        "called after every game; returns whether the match is over",
        r#"over = function(match)
  local lead = match.players[1].wins - match.players[2].wins
  return #match.games >= 4 and (lead > 1 or lead < -1) or #match.games == 12
end"#,
    ),
];

/// Author of any script.
pub(super) const AUTHOR: KeySpec = key("author", "string", "author; `houserule games` prints it", r#"author = "Ann""#);

/// Version of any script.
pub(super) const VERSION: KeySpec =
    key("version", "string", "version; `houserule games` prints it", r#"version = "1.2""#);

/// Table of a bot.
pub const BOT: &[KeySpec] = &[
    key("title", "string", "title for people; default: the name", r#"title = "Stifle""#),
    AUTHOR,
    VERSION,
    key("game", "string", "the game that it plays, with all its variants; default: any game", r#"game = "tak""#),
    key(
        "choose",
        "fun(view: houserule.View): houserule.Move|string",
        "returns the move to play, as listed or as text",
        "choose = function(view) return view:moves()[1] end",
    ),
    key(
        "evaluate",
        "fun(view: houserule.View): table<string, number>",
        "instead of `choose`: evaluates a position for a search; returns a value from 0 to 1 for every side",
        r#"evaluate = function(view)
  local hopes = {}
  for _, side in ipairs(view.sides) do hopes[side] = 1 / #view.sides end
  return hopes
end"#,
    ),
    key("playouts", "integer", "number of playouts of the search; default: 1000", "playouts = 500"),
    key("plies", "integer", "number of random moves before a position is evaluated; default: 0", "plies = 4"),
];

/// Parameters that every rule value takes.
pub const VALUE: &[KeySpec] = &[
    key(
        "id",
        "string",
        "id by which variants change or remove it; default: the constructor's name",
        r#"finish = { limit { id = "long", plies = 300 } }"#,
    ),
    key(
        "before",
        "string",
        "for a variant: id of the value before which it is inserted",
        r#"finish = { limit { plies = 300, before = "road" } }"#,
    ),
    key(
        "after",
        "string",
        "for a variant: id of the value after which it is inserted",
        r#"finish = { limit { plies = 300, after = "road" } }"#,
    ),
];

/// Entry of `options`.
pub const OPTION: &[KeySpec] = &[
    key(
        "default",
        "boolean|number|string|table",
        "default value; without one, the option is nil until it is set",
        "default = 5",
    ),
    key("one_of", "(boolean|number|string)[]", "allowed values", r#"default = "line", one_of = { "line", "loop" }"#),
    key("min", "number", "smallest allowed value", "default = 5, min = 1"),
    key("max", "number", "largest allowed value", "default = 5, max = 9"),
    key(
        "step",
        "number",
        "distance between allowed values, from `min`; default: whole numbers",
        "default = 0, min = -5, step = 0.5",
    ),
    key("says", "string", "description, for `houserule rules`", r#"default = 5, says = "cells along a side""#),
    key(
        "in_name",
        "boolean",
        "whether its value may follow the game's name after a hyphen",
        "default = 10, in_name = true",
    ),
    key(
        "fixed",
        "boolean",
        "for a variant: fixes the option of its base at the default; `says` gives the reason",
        r#"fixed = true, says = "the tiles follow from n""#,
    ),
];

/// Entry of `tests`: how a position is reached, and what must hold there.
pub const TEST: &[KeySpec] = &[
    key("title", "string", "what the test checks", r#"title = "the corner is open", legal = "a1""#),
    key(
        "set",
        "table<string, boolean|number|string|table>",
        "options, as for `--set`",
        "set = { size = 6 }, count = 36",
    ),
    key("seed", "integer", "seed of all randomness", r#"seed = 7, outcome = "open""#),
    key(
        "position",
        "string",
        "initial position, in the game's notation",
        r#"position = "x5/x5/x2,1,x2/x5/x5 2 2", illegal = "c3""#,
    ),
    key("moves", "string", "moves to play from there, separated by blanks", r#"moves = "a1 e5", legal = "c3""#),
    key(
        "legal",
        "string|string[]",
        "moves that must be legal there",
        r#"moves = "a1 e5", legal = { "c3", "Sc3", "Cc3" }"#,
    ),
    key(
        "illegal",
        "string|string[]",
        "moves that must be illegal there",
        r#"moves = "a1 e5", illegal = { "a1", "e5" }"#,
    ),
    key(
        "why",
        "string",
        "text that must occur in the reason why they are illegal",
        r#"moves = "a1", illegal = "Se5", why = "opening""#,
    ),
    key("count", "integer", "number of legal moves there", "count = 25"),
    key("score", "table<string, number>", "points of sides", r#"moves = "a1 e5 c3", score = { white = 2, black = 1 }"#),
    key(
        "outcome",
        "string",
        "the last line of `houserule score` without its first word, or its beginning",
        r#"moves = "a1 e5", outcome = "open""#,
    ),
    key(
        "becomes",
        "string",
        "the resulting position, in the game's notation; script variables are compared if it has `| vars`",
        r#"moves = "a1 e5", becomes = "x4,1/x5/x5/x5/2,x4 1 2""#,
    ),
    key(
        "games",
        "houserule.TestGame[]",
        "results of the games of a match, in order; needs `match`",
        r#"games = { { winner = "white", score = { white = 20 } } }, match = { points = { white = 20, black = 0 } }"#,
    ),
    key(
        "match",
        "houserule.TestMatch",
        "what must be true of the match after these games",
        r#"games = { { winner = "white", score = { white = 20 } } }, match = { points = { white = 20, black = 0 } }"#,
    ),
];

/// Game of a tested match.
pub const TEST_GAME: &[KeySpec] = &[
    key("winner", "string|string[]", "the side or sides that win; default: a draw", r#"winner = "white""#),
    key("score", "table<string, number>", "the game's own points; default: 0", "score = { white = 24, black = 18 }"),
    key(
        "position",
        "string",
        "initial position of a game that is played",
        r#"position = "x3/2,2,21/1,1,x 1 6", moves = "c2-""#,
    ),
    key("moves", "string", "moves of a game that is played to its end", r#"moves = "c3 a3 a2 c2 a1""#),
];

/// Expected table of a tested match.
pub const TEST_MATCH: &[KeySpec] = &[
    key("points", "table<string, number>", "sums of points, by player", "points = { white = 36, black = 20 }"),
    key("wins", "table<string, integer>", "numbers of games won, by player", "wins = { white = 2 }"),
    key("over", "boolean", "whether the match is over", "over = true"),
    key("winner", "string", "the player who won the match, or `draw`", r#"winner = "white""#),
    key("begins", "string", "the player in the first seat of the next game", r#"begins = "black""#),
];

/// Assertions about a lesson step's position: those of tests, without the keys that reach a position or play a match.
pub fn assertion_keys() -> impl Iterator<Item = &'static KeySpec> + Clone {
    const OTHER_KEYS: [&str; 7] = ["title", "set", "seed", "position", "moves", "games", "match"];
    TEST.iter().filter(|key| !OTHER_KEYS.contains(&key.name))
}
