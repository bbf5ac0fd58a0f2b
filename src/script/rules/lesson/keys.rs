//! Keys of a lesson and of its steps.

use crate::rules::doc::{KeySpec, key};
use crate::rules::keys::{AUTHOR, VERSION};

/// Table of a lesson.
pub const LESSON: &[KeySpec] = &[
    key("title", "string", "title for people; default: the name", r#"title = "Roads""#),
    AUTHOR,
    VERSION,
    key("game", "string", "game of the lesson, with variants", r#"game = "tak+late-walls""#),
    key(
        "options",
        "table<string, boolean|number|string|table>",
        "options of the rules, as for `--set`",
        "options = { size = 4 }",
    ),
    key("seed", "integer", "seed of all randomness; default: 1", "seed = 7"),
    key("course", "string", "course under which it is listed; default: the game's name", r#"course = "houserule""#),
    key("level", "integer", "difficulty from 1 to 9; default: 1", "level = 2"),
    key(
        "steps",
        "houserule.Step[]",
        "steps of the lesson, in order",
        r#"steps = { { say = "The middle is a good place.", ask = "Play there.", accept = "c3" } }"#,
    ),
];

/// Step of a lesson.
pub const STEP: &[KeySpec] = &[
    key("say", "string", "text above the board", r#"say = "The board is empty.""#),
    key(
        "game",
        "string",
        "rules for this step and the steps that continue from it; default: the lesson's",
        r#"game = "tak+no-walls", ask = "Play.", accept = "c3""#,
    ),
    key(
        "options",
        "table<string, boolean|number|string|table>",
        "options for this step and the steps that continue from it; default: the lesson's",
        r#"options = { size = 6 }, ask = "Play.", accept = "c3""#,
    ),
    key(
        "position",
        "string",
        "position in the game's notation; it need not be reachable in play",
        r#"position = "x5/x5/x5/x5/1,1,1,1,x 1 6", ask = "Win.", accept = wins_in(1)"#,
    ),
    key(
        "moves",
        "string",
        "moves that lead to the position, from `position` or from the start; a step with neither goes on where the \
               one before ended",
        r#"moves = "a1 e5", ask = "Play in the middle.", accept = "c3""#,
    ),
    key("ask", "string", "question", r#"ask = "Where is the middle?", accept = "c3""#),
    key(
        "accept",
        "string|houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean, string?|(string|houserule.Goal)[]",
        "accepted answers: a move, a goal, a function of the view before and after the move, or a list of these",
        r#"ask = "Play on an edge.", accept = { "a3", fills("c1") }"#,
    ),
    key(
        "choices",
        "string[]",
        "words to choose from, if no move answers the question; `accept` is one of them",
        r#"ask = "Is c3 empty?", choices = { "yes", "no" }, accept = "yes""#,
    ),
    key(
        "hints",
        "string[]",
        "hints, shown one at a time on request",
        r#"ask = "Play in the middle.", accept = "c3", hints = { "Not at an edge.", "In column c." }"#,
    ),
    key(
        "wrong",
        "table<string, string>",
        "replies to particular moves that are legal but wrong",
        r#"ask = "Play in the middle.", accept = "c3", wrong = { b2 = "That is near it." }"#,
    ),
    key(
        "refused",
        "table<string, string|table<string, string>>",
        "replies to particular illegal moves, printed after the rule that forbids them; by move, or by the id of \
               the rule, as `why` prints it, and then by move",
        r#"ask = "Play.", accept = "c3", refused = { opening = { Sc3 = "No walls yet." } }"#,
    ),
    key(
        "right",
        "string|table<string, string>",
        "reply to a right answer, or replies by move",
        r#"ask = "Play in the middle.", accept = "c3", right = "There it is.""#,
    ),
    key(
        "shows",
        "houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean|houserule.Goal[]|table<string, houserule.Goal|houserule.Goal[]>",
        "goals that every accepted move also reaches, so that the text in `right` is true; by move where they \
               differ. Only `lesson --verify` checks them",
        r#"ask = "Play in the middle.", accept = "c3", right = "c3 is yours.", shows = fills("c3")"#,
    ),
    key(
        "reply",
        "string|table<string, string>|houserule.Reply",
        "the program's answer to a right move: a move, moves by the learner's move, `best()` or `by_bot(\"greedy\")`",
        r#"ask = "Play in the middle.", accept = "c3", reply = "e5""#,
    ),
    key(
        "labels",
        "table<string, string>",
        "letters drawn on cells, for texts to refer to",
        r#"ask = "Play at A.", labels = { A = "c3" }, accept = fills("A")"#,
    ),
    key("marks", "string[]", "cells to highlight", r#"say = "This is the middle.", marks = { "c3" }"#),
    key(
        "facts",
        "houserule.Facts",
        "facts that `lesson --verify` checks, so that the text is true: `legal`, `illegal` and `why`, `count`, \
               `score`, `outcome` and `becomes`, as in `tests`",
        r#"say = "No walls in the first turn.", facts = { illegal = "Sc3", why = "opening" }"#,
    ),
];
