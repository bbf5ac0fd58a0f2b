//! Descriptions of the constructors of goals and replies, for scripts, the checker and the manual.

use crate::rules::keys::KeySpec;

/// Description of a constructor.
#[derive(Debug)]
pub struct GoalSpec {
    /// Name.
    pub name: &'static str,
    /// One sentence of documentation.
    pub doc: &'static str,
    /// Example call.
    pub example: &'static str,
    /// Parameters. The first may also be given by position.
    pub params: &'static [KeySpec],
}

impl GoalSpec {
    /// Whether it is a reply and not a goal.
    pub fn is_reply(&self) -> bool {
        REPLIES.contains(&self.name)
    }
}

const TURNS: KeySpec = KeySpec {
    name: "turns",
    lua_type: "integer",
    doc: "in how many turns of one's own, 1 unless given",
    example: "accept = wins_in(2)",
};
const BY: KeySpec = KeySpec {
    name: "by",
    lua_type: "string",
    doc: "the id of the end rule that must bring the win; any, unless given",
    example: r#"accept = wins_in { 1, by = "road" }"#,
};
const GOAL: KeySpec = KeySpec {
    name: "goal",
    lua_type: "houserule.Goal",
    doc: "the goal in question",
    example: "accept = prevents(wins_in(1))",
};

/// Every constructor.
pub const GOALS: &[GoalSpec] = &[
    GoalSpec {
        name: "legal",
        doc: "Any legal move; a step that asks for one lists `refused` moves too, for else nothing could go wrong.",
        example: "accept = legal()",
        params: &[],
    },
    GoalSpec {
        name: "illegal",
        doc: "A move that the rules refuse; it is not played.",
        example: r#"accept = illegal("occupied")"#,
        params: &[KeySpec {
            name: "rule",
            lua_type: "string",
            doc: "the id of the rule that refuses it, as `why` prints it; any, unless given",
            example: r#"accept = illegal("match")"#,
        }],
    },
    GoalSpec {
        name: "wins_in",
        doc: "A move after which one wins within so many turns, this one counted, whatever the others do. Proved by searching everything.",
        example: "accept = wins_in(2)",
        params: &[TURNS, BY],
    },
    GoalSpec {
        name: "threatens",
        doc: "A move after which one would win within so many turns if the others passed.",
        example: "accept = threatens { 1, places = 2 }",
        params: &[
            TURNS,
            BY,
            KeySpec {
                name: "places",
                lua_type: "integer",
                doc: "in how many places at least, from 1 to 4, 1 unless given: two make a double threat. Moves that change a \
                       cell in common win in one place",
                example: "accept = threatens { places = 2 }",
            },
        ],
    },
    GoalSpec {
        name: "threatens_road",
        doc: "A move after which one would win by the end rule `road` next turn if the others passed.",
        example: "accept = threatens_road()",
        params: &[],
    },
    GoalSpec {
        name: "prevents",
        doc: "A move after which the next seat has no move that reaches a goal; `wins_in(1)`, unless another is given.",
        example: "accept = prevents(wins_in(1))",
        params: &[GOAL],
    },
    GoalSpec {
        name: "avoids",
        doc: "A move that does not reach a goal.",
        example: "accept = all_of { fills(\"A\"), avoids(makes_loop()) }",
        params: &[GOAL],
    },
    GoalSpec {
        name: "keeps_alive",
        doc: "A move after which nobody else can force a win within so many turns; alone at the table: after which the game can still be won within so many moves.",
        example: "accept = keeps_alive(1)",
        params: &[TURNS],
    },
    GoalSpec {
        name: "fills",
        doc: "A move after which something lies on a cell that was empty, by its label or its name; of several, on all of them.",
        example: r#"accept = fills("A")"#,
        params: &[KeySpec {
            name: "cells",
            lua_type: "string|string[]",
            doc: "labels of the step, or names of cells",
            example: r#"accept = fills { "A", "B" }"#,
        }],
    },
    GoalSpec {
        name: "makes",
        doc: "A move that makes at least so many of something.",
        example: "accept = makes { forced = 2 }",
        params: &[
            KeySpec {
                name: "forced",
                lua_type: "integer",
                doc: "tiles that are laid by force as part of the move",
                example: "accept = makes { forced = 2 }",
            },
            KeySpec {
                name: "spaces",
                lua_type: "integer",
                doc: "empty spaces, there afterwards, that are filled first",
                example: "accept = makes { spaces = 1 }",
            },
            KeySpec {
                name: "stack",
                lua_type: "integer",
                doc: "pieces in the tallest stack that one controls afterwards",
                example: "accept = makes { stack = 3 }",
            },
            KeySpec {
                name: "points",
                lua_type: "integer",
                doc: "points of one's side more than before",
                example: "accept = makes { points = 1 }",
            },
        ],
    },
    GoalSpec {
        name: "makes_line",
        doc: "A move after which one's longest line has so many tiles, or one's longest straight row so many pieces, and had fewer before.",
        example: "accept = makes_line(5)",
        params: &[KeySpec {
            name: "length",
            lua_type: "integer",
            doc: "how many at least",
            example: "accept = makes_line(5)",
        }],
    },
    GoalSpec {
        name: "makes_loop",
        doc: "A move that closes a loop of one's own colour.",
        example: "accept = makes_loop()",
        params: &[KeySpec {
            name: "length",
            lua_type: "integer",
            doc: "how many tiles it has at least; any number, unless given",
            example: "accept = makes_loop(6)",
        }],
    },
    GoalSpec {
        name: "scores",
        doc: "A move after which one's side has at least so many points, as `score` counts them.",
        example: "accept = scores(5)",
        params: &[KeySpec {
            name: "points",
            lua_type: "number",
            doc: "how many at least",
            example: "accept = scores(5)",
        }],
    },
    GoalSpec {
        name: "types",
        doc: "Not a move but a command: a line typed at the prompt that begins so. It is obeyed.",
        example: r#"accept = types("why")"#,
        params: &[KeySpec {
            name: "lines",
            lua_type: "string|string[]",
            doc: "how the line begins; of several, any",
            example: r#"accept = types { "moves", "help" }"#,
        }],
    },
    GoalSpec {
        name: "all_of",
        doc: "A move that reaches all of some goals. (A plain list means any of them.)",
        example: r#"accept = all_of { fills("A"), makes { forced = 1 } }"#,
        params: &[KeySpec {
            name: "goals",
            lua_type: "houserule.Goal[]",
            doc: "the goals",
            example: "accept = all_of { makes_line(3), avoids(makes_loop()) }",
        }],
    },
    GoalSpec {
        name: "best",
        doc: "As a reply: the move that holds out longest, by search.",
        example: r#"accept = "c3", reply = best()"#,
        params: &[],
    },
    GoalSpec {
        name: "by_bot",
        doc: "As a reply: the move of a bot.",
        example: r#"accept = "c3", reply = by_bot("greedy")"#,
        params: &[KeySpec {
            name: "bot",
            lua_type: "string",
            doc: "the bot's name, as `--seats` takes it",
            example: r#"accept = "c3", reply = by_bot("easy")"#,
        }],
    },
];

/// Constructors of replies.
pub(super) const REPLIES: [&str; 2] = ["best", "by_bot"];

/// Description of the constructor called `name`.
pub fn goal_spec(name: &str) -> Option<&'static GoalSpec> {
    GOALS.iter().find(|spec| spec.name == name)
}
