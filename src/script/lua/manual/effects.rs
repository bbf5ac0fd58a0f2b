//! Effects of hooks.

use super::{DocEntry, DocGroup, function, param};

/// Effects: `after_move` and `setup` return one or a list, `finish` one that ends the game. Arguments are keys of a
/// table; a single one may also be given without it.
pub const EFFECTS: &[DocGroup] = &[
    DocGroup { title: "On the board, in games of pieces", entries: BOARD },
    DocGroup { title: "In the game", entries: GAME },
    DocGroup { title: "Ends", entries: ENDS },
];

const BOARD: &[DocEntry] = &[
    function(
        "place",
        &[param("cell", "string", "where"), param("piece", "string", "which kind"), param("seat", "string", "whose")],
        &["houserule.Effect"],
        "A piece from nowhere is put on a cell, on top of what lies there.",
        r#"return place { cell = "c3", piece = "wall", seat = "white" }"#,
    ),
    function(
        "remove",
        &[param("cell", "string", "where")],
        &["houserule.Effect"],
        "The top piece of a cell is taken out of the game.",
        "return remove(move.to)",
    ),
    function(
        "give",
        &[
            param("seat", "string", "to whom"),
            param("piece", "string", "which kind"),
            param("count?", "integer", "how many; 1 unless given, and fewer than 0 takes away"),
        ],
        &["houserule.Effect"],
        "A seat gets pieces into its reserve.",
        r#"return give { seat = move.seat, piece = "flat", count = 1 }"#,
    ),
];

const GAME: &[DocEntry] = &[
    function(
        "set",
        &[param("...", "boolean|number|string", "variables of `vars` with their new values")],
        &["houserule.Effect"],
        "Script variables get new values of the type they began with.",
        r#"return set { captures = view:var("captures") + 1 }"#,
    ),
    function(
        "skip",
        &[],
        &["houserule.Effect"],
        "The seat that would move next is passed over: its turn, or what is left of it, goes by.",
        "return skip()",
    ),
];

const ENDS: &[DocEntry] = &[
    function(
        "win",
        &[
            param("seat", "string|string[]", "who wins, with its side; a list where several do"),
            param("how?", "string", "by which rule; `rule` unless given"),
        ],
        &["houserule.Ending"],
        "The game is over and won.",
        r#"return win { seat = move.seat, how = "ambush" }"#,
    ),
    function(
        "tie",
        &[
            param("how?", "string", "by which rule; `rule` unless given"),
            param(
                "seat?",
                "string[]",
                "who shares the draw, each with its side, while the others lose; all unless given",
            ),
        ],
        &["houserule.Ending"],
        "The game is over and a draw.",
        r#"return tie { seat = { "white", "black" }, how = "truce" }"#,
    ),
];
