//! Effects of hooks.

use super::{DocEntry, DocGroup, function, param};

/// Effects: `after_move` and `setup` return one or a list, `finish` one that ends the game. Arguments are keys of a
/// table; a single one may also be given without it.
pub const EFFECTS: &[DocGroup] = &[
    DocGroup { title: "Board effects in games of pieces", entries: BOARD },
    DocGroup { title: "Game effects", entries: GAME },
    DocGroup { title: "Endings", entries: ENDS },
];

const BOARD: &[DocEntry] = &[
    function(
        "place",
        &[
            param("cell", "string", "name of the cell"),
            param("piece", "string", "kind of piece"),
            param("seat", "string", "owner of the piece"),
        ],
        &["houserule.Effect"],
        "Puts a new piece on top of a cell. It does not come from a reserve.",
        r#"return place { cell = "c3", piece = "wall", seat = "white" }"#,
    ),
    function(
        "remove",
        &[param("cell", "string", "name of the cell")],
        &["houserule.Effect"],
        "Removes the top piece of a cell from the game.",
        "return remove(move.to)",
    ),
    function(
        "give",
        &[
            param("seat", "string", "seat that gets the pieces"),
            param("piece", "string", "kind of piece"),
            param("count?", "integer", "number of pieces, 1 by default; a negative number takes pieces away"),
        ],
        &["houserule.Effect"],
        "Adds pieces to the reserve of a seat.",
        r#"return give { seat = move.seat, piece = "flat", count = 1 }"#,
    ),
];

const GAME: &[DocEntry] = &[
    function(
        "set",
        &[param("...", "boolean|number|string", "names of variables in `vars`, with their new values")],
        &["houserule.Effect"],
        "Sets script variables. A variable keeps the type of its first value.",
        r#"return set { captures = view:var("captures") + 1 }"#,
    ),
    function(
        "skip",
        &[],
        &["houserule.Effect"],
        "Skips the turn, or the rest of the turn, of the seat that would move next.",
        "return skip()",
    ),
];

const ENDS: &[DocEntry] = &[
    function(
        "win",
        &[
            param("seat", "string|string[]", "seat that wins, together with its side; a list for several winners"),
            param("how?", "string", "name of the ending, `rule` by default"),
        ],
        &["houserule.Ending"],
        "Ends the game with a win.",
        r#"return win { seat = move.seat, how = "ambush" }"#,
    ),
    function(
        "tie",
        &[
            param("how?", "string", "name of the ending, `rule` by default"),
            param(
                "seat?",
                "string[]",
                "seats that share the draw, together with their sides, while the others lose; all seats by default",
            ),
        ],
        &["houserule.Ending"],
        "Ends the game with a draw.",
        r#"return tie { seat = { "white", "black" }, how = "truce" }"#,
    ),
];
