//! Descriptions of the constructors of goals and replies, for scripts, the checker and the manual.

use crate::rules::doc::{DocEntry, KeySpec, function, key};

/// Type of a goal.
const GOAL: &[&str] = &["houserule.Goal"];
/// Type of a reply.
const REPLY: &[&str] = &["houserule.Reply"];

const TURNS: KeySpec = key("turns", "integer", "in how many turns of one's own, 1 unless given", "accept = wins_in(2)");
const BY: KeySpec = key(
    "by",
    "string",
    "the id of the end rule that must bring the win; any, unless given",
    r#"accept = wins_in { 1, by = "road" }"#,
);
const INNER_GOAL: KeySpec = key("goal", "houserule.Goal", "the goal in question", "accept = prevents(wins_in(1))");

/// Every constructor. The first parameter may also be given by position.
pub const GOALS: &[DocEntry] = &[
    function(
        "legal",
        &[],
        GOAL,
        "Any legal move; a step that asks for one lists `refused` moves too, for else nothing could go wrong.",
        "accept = legal()",
    ),
    function(
        "illegal",
        &[key(
            "rule",
            "string",
            "the id of the rule that refuses it, as `why` prints it; any, unless given",
            r#"accept = illegal("match")"#,
        )],
        GOAL,
        "A move that the rules refuse; it is not played.",
        r#"accept = illegal("occupied")"#,
    ),
    function(
        "wins_in",
        &[TURNS, BY],
        GOAL,
        "A move after which one wins within so many turns, this one counted, whatever the others do. Proved by searching everything.",
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
                "in how many places at least, from 1 to 4, 1 unless given: two make a double threat. Moves that change a \
                       cell in common win in one place",
                "accept = threatens { places = 2 }",
            ),
        ],
        GOAL,
        "A move after which one would win within so many turns if the others passed.",
        "accept = threatens { 1, places = 2 }",
    ),
    function(
        "threatens_road",
        &[],
        GOAL,
        "A move after which one would win by the end rule `road` next turn if the others passed.",
        "accept = threatens_road()",
    ),
    function(
        "prevents",
        &[INNER_GOAL],
        GOAL,
        "A move after which the next seat has no move that reaches a goal; `wins_in(1)`, unless another is given.",
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
        "A move after which nobody else can force a win within so many turns; alone at the table: after which the game can still be won within so many moves.",
        "accept = keeps_alive(1)",
    ),
    function(
        "fills",
        &[key("cells", "string|string[]", "labels of the step, or names of cells", r#"accept = fills { "A", "B" }"#)],
        GOAL,
        "A move after which something lies on a cell that was empty, by its label or its name; of several, on all of them.",
        r#"accept = fills("A")"#,
    ),
    function(
        "makes",
        &[
            key(
                "forced",
                "integer",
                "tiles that are laid by force as part of the move",
                "accept = makes { forced = 2 }",
            ),
            key(
                "spaces",
                "integer",
                "empty spaces, there afterwards, that are filled first",
                "accept = makes { spaces = 1 }",
            ),
            key(
                "stack",
                "integer",
                "pieces in the tallest stack that one controls afterwards",
                "accept = makes { stack = 3 }",
            ),
            key("points", "integer", "points of one's side more than before", "accept = makes { points = 1 }"),
        ],
        GOAL,
        "A move that makes at least so many of something.",
        "accept = makes { forced = 2 }",
    ),
    function(
        "makes_line",
        &[key("length", "integer", "how many at least", "accept = makes_line(5)")],
        GOAL,
        "A move after which one's longest line has so many tiles, or one's longest straight row so many pieces, and had fewer before.",
        "accept = makes_line(5)",
    ),
    function(
        "makes_loop",
        &[key(
            "length",
            "integer",
            "how many tiles it has at least; any number, unless given",
            "accept = makes_loop(6)",
        )],
        GOAL,
        "A move that closes a loop of one's own colour.",
        "accept = makes_loop()",
    ),
    function(
        "scores",
        &[key("points", "number", "how many at least", "accept = scores(5)")],
        GOAL,
        "A move after which one's side has at least so many points, as `score` counts them.",
        "accept = scores(5)",
    ),
    function(
        "types",
        &[key(
            "lines",
            "string|string[]",
            "how the line begins; of several, any",
            r#"accept = types { "moves", "help" }"#,
        )],
        GOAL,
        "Not a move but a command: a line typed at the prompt that begins so. It is obeyed.",
        r#"accept = types("why")"#,
    ),
    function(
        "all_of",
        &[key("goals", "houserule.Goal[]", "the goals", "accept = all_of { makes_line(3), avoids(makes_loop()) }")],
        GOAL,
        "A move that reaches all of some goals. (A plain list means any of them.)",
        r#"accept = all_of { fills("A"), makes { forced = 1 } }"#,
    ),
    function(
        "best",
        &[],
        REPLY,
        "As a reply: the move that holds out longest, by search.",
        r#"accept = "c3", reply = best()"#,
    ),
    function(
        "by_bot",
        &[key("bot", "string", "the bot's name, as `--seats` takes it", r#"accept = "c3", reply = by_bot("easy")"#)],
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
