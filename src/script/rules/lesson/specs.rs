//! Descriptions of the constructors of goals and replies, for scripts, the checker and the manual.

use crate::rules::doc::{DocEntry, KeySpec, function, key};

/// Type of a goal.
const GOAL: &[&str] = &["houserule.Goal"];
/// Type of a reply.
const REPLY: &[&str] = &["houserule.Reply"];

const TURNS: KeySpec = key("turns", "integer", "number of your turns; default: 1", "accept = wins_in(2)");
const BY: KeySpec = key(
    "by",
    "string",
    "id of the end rule that must bring the win; default: any",
    r#"accept = wins_in { 1, by = "road" }"#,
);
const INNER_GOAL: KeySpec = key("goal", "houserule.Goal", "goal", "accept = prevents(wins_in(1))");

/// Every constructor. The first parameter may also be given by position.
pub const GOALS: &[DocEntry] = &[
    function(
        "legal",
        &[],
        GOAL,
        "Any legal move. A step that uses it also lists `refused` moves, because otherwise no answer could be wrong.",
        "accept = legal()",
    ),
    function(
        "illegal",
        &[key(
            "rule",
            "string",
            "id of the rule that makes it illegal, as `why` prints it; default: any",
            r#"accept = illegal("match")"#,
        )],
        GOAL,
        "An illegal move; it is not played.",
        r#"accept = illegal("occupied")"#,
    ),
    function(
        "wins_in",
        &[TURNS, BY],
        GOAL,
        "A move that forces a win within a number of turns, this one included. An exhaustive search proves it.",
        "accept = wins_in(2)",
    ),
    function(
        "threatens",
        &[
            TURNS,
            BY,
            key(
                "places",
                "integer",
                "minimum number of places, from 1 to 4; default: 1. Two make a double threat. Moves that change a cell \
                       in common win in one place",
                "accept = threatens { places = 2 }",
            ),
        ],
        GOAL,
        "A move that would win within a number of turns if the others passed.",
        "accept = threatens { 1, places = 2 }",
    ),
    function(
        "threatens_road",
        &[],
        GOAL,
        "A move that would win by the end rule `road` next turn if the others passed.",
        "accept = threatens_road()",
    ),
    function(
        "prevents",
        &[INNER_GOAL],
        GOAL,
        "A move after which the next seat cannot reach a goal; default: `wins_in(1)`.",
        "accept = prevents(wins_in(1))",
    ),
    function(
        "avoids",
        &[INNER_GOAL],
        GOAL,
        "A move that does not reach a goal.",
        "accept = all_of { fills(\"A\"), avoids(makes_loop()) }",
    ),
    function(
        "keeps_alive",
        &[TURNS],
        GOAL,
        "A move after which no opponent can force a win within a number of turns; in a solitaire, after which the game can still be won within that number of moves.",
        "accept = keeps_alive(1)",
    ),
    function(
        "fills",
        &[key("cells", "string|string[]", "labels of the step or names of cells", r#"accept = fills { "A", "B" }"#)],
        GOAL,
        "A move that fills an empty cell, given by its label or name; if several are given, all of them.",
        r#"accept = fills("A")"#,
    ),
    function(
        "makes",
        &[
            key(
                "forced",
                "integer",
                "number of forced tiles that are placed as part of the move",
                "accept = makes { forced = 2 }",
            ),
            key("spaces", "integer", "number of forced spaces after the move", "accept = makes { spaces = 1 }"),
            key("stack", "integer", "height of your tallest stack after the move", "accept = makes { stack = 3 }"),
            key("points", "integer", "increase of your side's points", "accept = makes { points = 1 }"),
        ],
        GOAL,
        "A move that makes at least this many forced tiles, forced spaces, stacked pieces or points.",
        "accept = makes { forced = 2 }",
    ),
    function(
        "makes_line",
        &[key("length", "integer", "minimum", "accept = makes_line(5)")],
        GOAL,
        "A move that makes your longest line, or your longest straight row of pieces, at least this long.",
        "accept = makes_line(5)",
    ),
    function(
        "makes_loop",
        &[key("length", "integer", "minimum number of tiles; default: any", "accept = makes_loop(6)")],
        GOAL,
        "A move that closes a loop of your own colour.",
        "accept = makes_loop()",
    ),
    function(
        "scores",
        &[key("points", "number", "minimum", "accept = scores(5)")],
        GOAL,
        "A move after which your side has at least this many points, as `score` counts them.",
        "accept = scores(5)",
    ),
    function(
        "types",
        &[key(
            "lines",
            "string|string[]",
            "beginning of the line; if several are given, any of them",
            r#"accept = types { "moves", "help" }"#,
        )],
        GOAL,
        "A command instead of a move: a line at the prompt that begins like this. The prompt runs it.",
        r#"accept = types("why")"#,
    ),
    function(
        "all_of",
        &[key("goals", "houserule.Goal[]", "goals", "accept = all_of { makes_line(3), avoids(makes_loop()) }")],
        GOAL,
        "A move that reaches all of several goals. (A plain list means any of them.)",
        r#"accept = all_of { fills("A"), makes { forced = 1 } }"#,
    ),
    function(
        "best",
        &[],
        REPLY,
        "As a reply: the move that delays defeat longest, found by search.",
        r#"accept = "c3", reply = best()"#,
    ),
    function(
        "by_bot",
        &[key("bot", "string", "name of the bot, as for `--seats`", r#"accept = "c3", reply = by_bot("easy")"#)],
        REPLY,
        "As a reply: the move of a bot.",
        r#"accept = "c3", reply = by_bot("greedy")"#,
    ),
];

/// Whether a constructor makes a reply and not a goal.
pub(super) fn is_reply(name: &str) -> bool {
    goal_spec(name).is_some_and(|spec| spec.returns == REPLY)
}

/// Description of the constructor called `name`.
pub fn goal_spec(name: &str) -> Option<&'static DocEntry> {
    GOALS.iter().find(|spec| spec.name == name)
}
