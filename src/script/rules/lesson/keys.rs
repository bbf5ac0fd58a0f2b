//! Keys of a lesson and of its steps.

use crate::rules::doc::{KeySpec, key};
use crate::rules::keys::{AUTHOR, VERSION};

/// Table of a lesson.
pub const LESSON: &[KeySpec] = &[
    key("title", "string", "what people call it; its name, unless given", r#"title = "Roads""#),
    AUTHOR,
    VERSION,
    key("game", "string", "the game that is played, with variants", r#"game = "tak+late-walls""#),
    key(
        "options",
        "table<string, boolean|number|string|table>",
        "options of the rules, as `--set` sets them",
        "options = { size = 4 }",
    ),
    key("seed", "integer", "the seed of everything left to chance; 1 unless given", "seed = 7"),
    key("course", "string", "what it is listed under; the game's name, unless given", r#"course = "houserule""#),
    key("level", "integer", "how hard it is, from 1 to 9; 1 unless given", "level = 2"),
    key(
        "steps",
        "houserule.Step[]",
        "what is said and asked, in this order",
        r#"steps = { { say = "The middle is a good place.", ask = "Play there.", accept = "c3" } }"#,
    ),
];

/// Step of a lesson.
pub const STEP: &[KeySpec] = &[
    key("say", "string", "words that come before the picture", r#"say = "Nothing lies here yet.""#),
    key(
        "game",
        "string",
        "other rules than the lesson's, for this step and those that go on from it",
        r#"game = "tak+no-walls", ask = "Play.", accept = "c3""#,
    ),
    key(
        "options",
        "table<string, boolean|number|string|table>",
        "other options than the lesson's, for this step and those that go on from it",
        r#"options = { size = 6 }, ask = "Play.", accept = "c3""#,
    ),
    key(
        "position",
        "string",
        "a position that was set up, in the game's notation; it need not come about in play",
        r#"position = "x5/x5/x5/x5/1,1,1,1,x 1 6", ask = "Win.", accept = wins_in(1)"#,
    ),
    key(
        "moves",
        "string",
        "moves that lead to the position, from `position` or from the start; a step with neither goes on where the \
               one before ended",
        r#"moves = "a1 e5", ask = "Play in the middle.", accept = "c3""#,
    ),
    key("ask", "string", "the question", r#"ask = "Where is the middle?", accept = "c3""#),
    key(
        "accept",
        "string|houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean, string?|(string|houserule.Goal)[]",
        "what is accepted: a move, a goal, a function of the view before and after the move, or a list of these of \
               which any will do",
        r#"ask = "Play on an edge.", accept = { "a3", fills("c1") }"#,
    ),
    key(
        "choices",
        "string[]",
        "words to choose from, in a question that no move answers; `accept` is one of them",
        r#"ask = "Is c3 empty?", choices = { "yes", "no" }, accept = "yes""#,
    ),
    key(
        "hints",
        "string[]",
        "shown one at a time to those who ask for them",
        r#"ask = "Play in the middle.", accept = "c3", hints = { "Not at an edge.", "In column c." }"#,
    ),
    key(
        "wrong",
        "table<string, string>",
        "what is said to particular moves that are legal and wrong",
        r#"ask = "Play in the middle.", accept = "c3", wrong = { b2 = "That is near it." }"#,
    ),
    key(
        "refused",
        "table<string, string|table<string, string>>",
        "what is said to particular moves that are not legal, beside the rule that forbids them; by the move, or \
               by the id of the rule that forbids it, as `why` prints it, and then by the move",
        r#"ask = "Play.", accept = "c3", refused = { opening = { Sc3 = "No walls yet." } }"#,
    ),
    key(
        "right",
        "string|table<string, string>",
        "what is said to a right answer; by the move, where it differs",
        r#"ask = "Play in the middle.", accept = "c3", right = "There it is.""#,
    ),
    key(
        "shows",
        "houserule.Goal|fun(before: houserule.View, after: houserule.View): boolean|houserule.Goal[]|table<string, houserule.Goal|houserule.Goal[]>",
        "goals that every accepted move reaches too, so that the words under `right` are true; by the move, where \
               they differ. Only `lesson --verify` looks at them",
        r#"ask = "Play in the middle.", accept = "c3", right = "c3 is yours.", shows = fills("c3")"#,
    ),
    key(
        "reply",
        "string|table<string, string>|houserule.Reply",
        "how the program answers a right move: with a move, by the learner's move, `best()` or `by_bot(\"greedy\")`",
        r#"ask = "Play in the middle.", accept = "c3", reply = "e5""#,
    ),
    key(
        "labels",
        "table<string, string>",
        "letters that are drawn on cells, by which the words speak of them",
        r#"ask = "Play at A.", labels = { A = "c3" }, accept = fills("A")"#,
    ),
    key("marks", "string[]", "cells that are highlighted", r#"say = "This is the middle.", marks = { "c3" }"#),
    key(
        "facts",
        "houserule.Facts",
        "what must be true of the position, so that the words are: `legal`, `illegal` and `why`, `count`, `score`, \
               `outcome` and `becomes`, as in `tests`",
        r#"say = "No walls in the first turn.", facts = { illegal = "Sc3", why = "opening" }"#,
    ),
];
