//! What hooks see: the view, the move, and the small tables in them. Messages list these names, and a test compares
//! them with what is registered.

use super::{DocEntry, DocGroup, KeySpec, field, function, param};

const CELL: KeySpec = param("cell", "string", "a cell by its name");
const SEAT: KeySpec = param("seat", "string", "a seat by its name");

/// `view`: the current game.
pub const VIEW: &[DocGroup] = &[
    DocGroup { title: "In every game", entries: EVERY_GAME },
    DocGroup { title: "In games of pieces", entries: PIECES },
    DocGroup { title: "In games of tiles", entries: TILES },
    DocGroup { title: "In games of tiles with a bag, hands or a race", entries: SUPPLY },
    DocGroup { title: BOTS, entries: SEARCH_FIELDS },
];

/// Group that only bots see.
pub const BOTS: &str = "Only in the functions of a bot";

const SEARCH_FIELDS: &[DocEntry] = &[
    field("me", &["string"], "the bot's own seat", "local mine = view.me == view.seat"),
    field("choices", &["integer"], "how many moves are legal", "local is_free = view.choices > 10"),
    function(
        "moves",
        &[],
        &["houserule.Move[]"],
        "the legal moves, each as hooks see one",
        "local first = view:moves()[1].text",
    ),
    function(
        "after",
        &[param("move", "houserule.Move|string", "a legal move")],
        &["houserule.View"],
        "the view of the position that a move leads to",
        "local wins = view:after(view:moves()[1]).winner == view:side(view.me)",
    ),
    function(
        "random",
        &[param("n", "integer", "1 or more")],
        &["integer"],
        "a number from 1 to n, which follows from the seed",
        "local any = view:moves()[view:random(view.choices)]",
    ),
];

const EVERY_GAME: &[DocEntry] = &[
    field(
        "seat",
        &["string"],
        "the seat to move; in a race the first of all seats",
        r#"if view.seat == "white" then return nil end"#,
    ),
    field("movers", &["string[]"], "the seats that may move", "local many = #view.movers > 1"),
    field("turn", &["integer"], "the number of the round, from 1: a turn of every seat", "local early = view.turn < 5"),
    field("ply", &["integer"], "how many moves have been played", "local is_first = view.ply == 0"),
    field(
        "quiet",
        &["integer"],
        "plies since something was done that cannot be undone by moving back",
        "local is_dull = view.quiet > 20",
    ),
    field(
        "width",
        &["integer"],
        "columns of the board, or of the tiles in play",
        "local middle = (view.width + 1) // 2",
    ),
    field(
        "height",
        &["integer"],
        "rows of the board, or of the tiles in play",
        "local cells = view.width * view.height",
    ),
    field("seats", &["string[]"], "all seats, in the order of turns", "local first = view.seats[1]"),
    field(
        "sides",
        &["string[]"],
        "all sides, which score and win; a seat is one, unless the rules say otherwise",
        "for _, side in ipairs(view.sides) do assert(side) end",
    ),
    field("pieces", &["string[]"], "the kinds of pieces", "local kinds = #view.pieces"),
    field(
        "cells",
        &["string[]"],
        "all cells of the board; in a game of tiles those on which one lies",
        "for _, cell in ipairs(view.cells) do assert(cell) end",
    ),
    field(
        "history",
        &["string[]"],
        "the moves played, as they are written",
        "local last = view.history[#view.history]",
    ),
    field(
        "winner",
        &["string?"],
        "the side that has won, once the game is over; nil in a draw",
        r#"local won = view.winner == "white""#,
    ),
    field(
        "winners",
        &["string[]?"],
        "all sides that have won, once the game is over; in a draw those that share it; nil while it goes on",
        "local share = view.winners and 1 / #view.winners",
    ),
    field(
        "how",
        &["string?"],
        "by which rule the game ended; nil while it goes on",
        r#"local by_road = view.how == "road""#,
    ),
    function(
        "neighbours",
        &[CELL],
        &["string[]"],
        "the cells that touch a cell; in a game of tiles those on which one lies",
        "local around = #view:neighbours(view.cells[1])",
    ),
    function("side", &[SEAT], &["string"], "the side that a seat plays for", "local mine = view:side(view.seat)"),
    function(
        "var",
        &[param("name", "string", "a variable of `vars`")],
        &["any"],
        "the value of a script variable",
        r#"local n = view:var("captures")"#,
    ),
];

const PIECES: &[DocEntry] = &[
    function(
        "top",
        &[CELL],
        &["string?", "string?"],
        "the piece on top of a cell and its seat; nil where the cell is empty",
        "local piece, seat = view:top(move.to)",
    ),
    function(
        "stack_height",
        &[CELL],
        &["integer"],
        "how many pieces lie on a cell",
        "local is_tower = view:stack_height(move.to) > 3",
    ),
    function(
        "stack",
        &[CELL],
        &["houserule.Stone[]"],
        "the pieces on a cell, from the bottom up",
        "local lowest = view:stack(move.to)[1]",
    ),
    function(
        "reserve",
        &[SEAT, param("piece", "string", "a kind of piece")],
        &["integer"],
        "how many pieces of a kind a seat can still place",
        "local left = view:reserve(view.seat, view.pieces[1])",
    ),
    function(
        "tops",
        &[SEAT, param("piece?", "string", "a kind of piece; any, unless given")],
        &["integer"],
        "how many cells are topped by a seat's pieces",
        "local lead = view:tops(view.seats[1]) - view:tops(view.seats[2])",
    ),
];

const TILES: &[DocEntry] = &[
    field("tiles", &["integer"], "how many tiles lie", "local many = view.tiles > 20"),
    field(
        "laid",
        &["string[]"],
        "the cells of the tiles that the last move laid, those that followed by themselves included",
        "local chain = #view.laid > 1",
    ),
    function(
        "sign",
        &[CELL],
        &["string?"],
        "the sign of the tile on a cell, as notation writes it; nil where none lies",
        "local sign = view:sign(view.cells[1])",
    ),
    function(
        "tile",
        &[CELL],
        &["string?"],
        "the name of the tile on a cell; nil where none lies",
        "local name = view:tile(view.cells[1])",
    ),
    function(
        "links",
        &[CELL],
        &["houserule.Link[]?"],
        "how the tile on a cell joins its sides; nil where none lies",
        "local links = view:links(view.cells[1])",
    ),
    function(
        "track",
        &[param("colour", "string", "a colour of the tile set")],
        &["houserule.Track"],
        "how the longest tracks of a colour stand",
        r#"local length = view:track("red").line"#,
    ),
];

const SUPPLY: &[DocEntry] = &[
    field("bag", &["integer?"], "how many tiles are in the bag", "local is_over = view.bag == 0"),
    field(
        "forced",
        &["houserule.ForcedSpace[]"],
        "the forced spaces",
        "local owed = #view.forced > 0 and #view.forced[1].fits > 0",
    ),
    field("controlled", &["string[]"], "the cells on a controlled side", "local held = #view.controlled"),
    field("discards", &["string[]"], "the discarded tiles, the top last", "local top = view.discards[#view.discards]"),
    function(
        "hand",
        &[SEAT],
        &["string[]"],
        "the tiles a seat holds, by their names",
        "local left = #view:hand(view.seat)",
    ),
    function(
        "owes",
        &[SEAT],
        &["integer"],
        "how many tiles a seat has yet to give",
        "local in_debt = view:owes(view.seat) > 0",
    ),
    function(
        "place",
        &[SEAT],
        &["integer?"],
        "the place of a seat that is out; nil while it plays",
        "local is_out = view:place(view.seat) ~= nil",
    ),
];

/// `move`: the move in question. Fields that a kind of move does not have are nil.
pub const MOVE: &[DocGroup] = &[DocGroup {
    title: "Of every move",
    entries: &[
        field(
            "kind",
            &[r#""place"|"spread"|"lay"|"turn"|"take"|"swap"|"give"|"discard"|"act""#],
            "what is done; `act` is a word that changes sides or that a `moves` hook offers",
            r#"local is_spread = move.kind == "spread""#,
        ),
        field("seat", &["string"], "who moves", "local mine = move.seat == view.seats[1]"),
        field("text", &["string"], "the move as it is written", r#"local is_corner = move.text == "a1""#),
        field("piece", &["string?"], "the kind of piece that is placed", r#"local wall = move.piece == "wall""#),
        field(
            "tile",
            &["string?"],
            "the tile that is laid, turned, taken, given or discarded",
            r#"local is_first = move.tile == "1""#,
        ),
        field("sign", &["string?"], "the sign of that tile", r#"local curved = move.sign ~= "+""#),
        field(
            "rotation",
            &["integer?"],
            "by how many sides the tile is turned",
            "local as_printed = move.rotation == 0",
        ),
        field(
            "cell",
            &["string?"],
            "where the move begins: the cell of a placement, the first of a spread",
            r#"local corner = move.cell == "a1""#,
        ),
        field(
            "to",
            &["string?"],
            "where it ends: the last cell of a spread; of a gift the seat that gets it",
            "local stays = move.to == move.cell",
        ),
        field("count", &["integer"], "how many pieces are placed or taken", "local heavy = move.count > 2"),
        field(
            "drops",
            &["integer[]?"],
            "of a spread: how many pieces are dropped on each cell",
            "local steps = move.drops and #move.drops or 0",
        ),
        field("crush", &["boolean"], "of a spread: whether it crushes a piece", "local hard = move.crush"),
    ],
}];

/// Small table in the view or among the arguments of a hook, with its fields.
pub type FieldTable = (&'static str, &'static str, &'static [KeySpec]);

/// Items of the view's lists, and the value of `base(view)` in a `finish` hook.
pub const RECORDS: &[FieldTable] = &[
    ("Stone", "A piece in a stack.", &[param("piece", "string", "its kind"), param("seat", "string", "whose it is")]),
    (
        "ForcedSpace",
        "An empty space that has to be filled first.",
        &[
            param("cell", "string", "where it is"),
            param("fits", "string[]", "the tiles of the seat to move that fit"),
            param("unseen_now", "integer", "how many of the unseen tiles fit now"),
            param("unseen_later", "integer", "how many fit once restrictions are lifted"),
        ],
    ),
    (
        "Link",
        "How a tile joins two of its sides.",
        &[
            param("colour", "string", "the colour of the track"),
            param("from", "string", "a side of the tile, such as NE"),
            param("to", "string", "the side it is joined to"),
        ],
    ),
    (
        "Track",
        "How a colour stands.",
        &[
            param("line", "integer", "tiles of its longest line"),
            param("loop", "integer", "tiles of its longest loop"),
            param("indirect", "integer", "tiles of its longest track once the forced spaces are filled"),
            param("blocked", "string[]", "spaces that an end points into and no tile left can fill"),
        ],
    ),
    (
        "Tile",
        "A tile of a set, as `tile_set` tells it.",
        &[
            param("name", "string", "its name or number"),
            param("edges", "string", "the letters of its edges, clockwise"),
            param("back?", "string", "the colour of its back"),
        ],
    ),
    (
        "Ending",
        "How a game ends: what `win`, `tie` and `base(view)` give.",
        &[
            param("winner?", "string", "the side that wins; nil in a draw, and where several win"),
            param(
                "winners?",
                "string[]",
                "all sides that win, in what `base(view)` gives; in a draw those that share it",
            ),
            param("how", "string", "by which rule"),
        ],
    ),
];
