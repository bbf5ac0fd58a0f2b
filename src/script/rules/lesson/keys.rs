//! Keys of a lesson and of its steps.

use crate::rules::keys::{AUTHOR, KeySpec, VERSION};

/// Table of a lesson.
pub const LESSON: &[KeySpec] = &[
    KeySpec {
        name: "title",
        lua_type: "string",
        doc: "what people call it; its name, unless given",
        example: r#"title = "Roads""#,
    },
    AUTHOR,
    VERSION,
    KeySpec {
        name: "game",
        lua_type: "string",
        doc: "the game that is played, with variants",
        example: r#"game = "tak+late-walls""#,
    },
    KeySpec {
        name: "options",
        lua_type: "table<string, boolean|number|string|table>",
        doc: "options of the rules, as `--set` sets them",
        example: "options = { size = 4 }",
    },
    KeySpec {
        name: "seed",
        lua_type: "integer",
        doc: "the seed of everything left to chance; 1 unless given",
        example: "seed = 7",
    },
    KeySpec {
        name: "course",
        lua_type: "string",
        doc: "what it is listed under; the game's name, unless given",
        example: r#"course = "houserule""#,
    },
    KeySpec {
        name: "level",
        lua_type: "integer",
        doc: "how hard it is, from 1 to 9; 1 unless given",
        example: "level = 2",
    },
    KeySpec {
        name: "steps",
        lua_type: "houserule.Step[]",
        doc: "what is said and asked, in this order",
        example: r#"steps = { { say = "The middle is a good place.", ask = "Play there.", accept = "c3" } }"#,
    },
];

/// Step of a lesson.
pub const STEP: &[KeySpec] = &[
    KeySpec {
        name: "say",
        lua_type: "string",
        doc: "words that come before the picture",
        example: r#"say = "Nothing lies here yet.""#,
    },
    KeySpec {
        name: "game",
        lua_type: "string",
        doc: "other rules than the lesson's, for this step and those that go on from it",
        example: r#"game = "tak+no-walls", ask = "Play.", accept = "c3""#,
    },
    KeySpec {
        name: "options",
        lua_type: "table<string, boolean|number|string|table>",
        doc: "other options than the lesson's, for this step and those that go on from it",
        example: r#"options = { size = 6 }, ask = "Play.", accept = "c3""#,
    },
    KeySpec {
        name: "position",
        lua_type: "string",
        doc: "a position that was set up, in the game's notation; it need not come about in play",
        example: r#"position = "x5/x5/x5/x5/1,1,1,1,x 1 6", ask = "Win.", accept = wins_in(1)"#,
    },
    KeySpec {
        name: "moves",
        lua_type: "string",
        doc: "moves that lead to the position, from `position` or from the start; a step with neither goes on where the \
               one before ended",
        example: r#"moves = "a1 e5", ask = "Play in the middle.", accept = "c3""#,
    },
    KeySpec {
        name: "ask",
        lua_type: "string",
        doc: "the question",
        example: r#"ask = "Where is the middle?", accept = "c3""#,
    },
    KeySpec {
        name: "accept",
        lua_type: "string|houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean, string?|(string|houserule.Goal)[]",
        doc: "what is accepted: a move, a goal, a function of the view before and after the move, or a list of these of \
               which any will do",
        example: r#"ask = "Play on an edge.", accept = { "a3", fills("c1") }"#,
    },
    KeySpec {
        name: "choices",
        lua_type: "string[]",
        doc: "words to choose from, in a question that no move answers; `accept` is one of them",
        example: r#"ask = "Is c3 empty?", choices = { "yes", "no" }, accept = "yes""#,
    },
    KeySpec {
        name: "hints",
        lua_type: "string[]",
        doc: "shown one at a time to those who ask for them",
        example: r#"ask = "Play in the middle.", accept = "c3", hints = { "Not at an edge.", "In column c." }"#,
    },
    KeySpec {
        name: "wrong",
        lua_type: "table<string, string>",
        doc: "what is said to particular moves that are legal and wrong",
        example: r#"ask = "Play in the middle.", accept = "c3", wrong = { b2 = "That is near it." }"#,
    },
    KeySpec {
        name: "refused",
        lua_type: "table<string, string|table<string, string>>",
        doc: "what is said to particular moves that are not legal, beside the rule that forbids them; by the move, or \
               by the id of the rule that forbids it, as `why` prints it, and then by the move",
        example: r#"ask = "Play.", accept = "c3", refused = { opening = { Sc3 = "No walls yet." } }"#,
    },
    KeySpec {
        name: "right",
        lua_type: "string|table<string, string>",
        doc: "what is said to a right answer; by the move, where it differs",
        example: r#"ask = "Play in the middle.", accept = "c3", right = "There it is.""#,
    },
    KeySpec {
        name: "shows",
        lua_type: "houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean|houserule.Goal[]|table<string, houserule.Goal|houserule.Goal[]>",
        doc: "goals that every accepted move reaches too, so that the words under `right` are true; by the move, where \
               they differ. Only `lesson --verify` looks at them",
        example: r#"ask = "Play in the middle.", accept = "c3", right = "c3 is yours.", shows = fills("c3")"#,
    },
    KeySpec {
        name: "reply",
        lua_type: "string|table<string, string>|houserule.Reply",
        doc: "how the program answers a right move: with a move, by the learner's move, `best()` or `by_bot(\"greedy\")`",
        example: r#"ask = "Play in the middle.", accept = "c3", reply = "e5""#,
    },
    KeySpec {
        name: "labels",
        lua_type: "table<string, string>",
        doc: "letters that are drawn on cells, by which the words speak of them",
        example: r#"ask = "Play at A.", labels = { A = "c3" }, accept = fills("A")"#,
    },
    KeySpec {
        name: "marks",
        lua_type: "string[]",
        doc: "cells that are highlighted",
        example: r#"say = "This is the middle.", marks = { "c3" }"#,
    },
    KeySpec {
        name: "facts",
        lua_type: "houserule.Facts",
        doc: "what must be true of the position, so that the words are: `legal`, `illegal` and `why`, `count`, `score`, \
               `outcome` and `becomes`, as in `tests`",
        example: r#"say = "No walls in the first turn.", facts = { illegal = "Sc3", why = "opening" }"#,
    },
];
