//! What hooks see: the view, the move, and the small tables in them. Messages list these names, and a test compares
//! them with what is registered.

use super::{DocEntry, DocGroup, KeySpec, field, function, param};

const CELL: KeySpec = param("cell", "string", "name of a cell");
const SEAT: KeySpec = param("seat", "string", "name of a seat");

/// `view`: the current game.
pub const VIEW: &[DocGroup] = &[
    DocGroup { title: "All games", entries: EVERY_GAME },
    DocGroup { title: "Games of pieces", entries: PIECES },
    DocGroup { title: "Games of tiles", entries: TILES },
    DocGroup { title: "Games of tiles with a bag, hands or a race", entries: SUPPLY },
    DocGroup { title: BOTS, entries: SEARCH_FIELDS },
];

/// Group that only bots see.
pub const BOTS: &str = "Bots only";

const SEARCH_FIELDS: &[DocEntry] = &[
    field("me", &["string"], "seat of the bot", "local mine = view.me == view.seat"),
    field("choices", &["integer"], "number of legal moves", "local is_free = view.choices > 10"),
    function("moves", &[], &["houserule.Move[]"], "the legal moves", "local first = view:moves()[1].text"),
    function(
        "after",
        &[param("move", "houserule.Move|string", "a legal move")],
        &["houserule.View"],
        "view of the position after a move",
        "local wins = view:after(view:moves()[1]).winner == view:side(view.me)",
    ),
    function(
        "random",
        &[param("n", "integer", "largest number, 1 or more")],
        &["integer"],
        "random number from 1 to `n`; the seed determines it",
        "local any = view:moves()[view:random(view.choices)]",
    ),
];

const EVERY_GAME: &[DocEntry] = &[
    field(
        "seat",
        &["string"],
        "the seat to move; in a race, the first seat",
        r#"if view.seat == "white" then return nil end"#,
    ),
    field("movers", &["string[]"], "the seats that may move now", "local many = #view.movers > 1"),
    field(
        "turn",
        &["integer"],
        "number of the round, starting at 1; in a round every seat has one turn",
        "local early = view.turn < 5",
    ),
    field("ply", &["integer"], "number of moves played", "local is_first = view.ply == 0"),
    field(
        "quiet",
        &["integer"],
        "plies since the last progress: a placement, a crush or an effect on pieces; 0 in games of tiles",
        "local is_dull = view.quiet > 20",
    ),
    field(
        "width",
        &["integer"],
        "number of columns of the board, or of the tiles in play",
        "local middle = (view.width + 1) // 2",
    ),
    field(
        "height",
        &["integer"],
        "number of rows of the board, or of the tiles in play",
        "local cells = view.width * view.height",
    ),
    field("seats", &["string[]"], "all seats, in the order of turns", "local first = view.seats[1]"),
    field(
        "sides",
        &["string[]"],
        "all sides; sides score and win, and each seat is its own side by default",
        "for _, side in ipairs(view.sides) do assert(side) end",
    ),
    field("pieces", &["string[]"], "the kinds of pieces", "local kinds = #view.pieces"),
    field(
        "cells",
        &["string[]"],
        "all cells of the board; in games of tiles, the cells with a tile",
        "for _, cell in ipairs(view.cells) do assert(cell) end",
    ),
    field("history", &["string[]"], "the moves played, in notation", "local last = view.history[#view.history]"),
    field(
        "winner",
        &["string?"],
        "the side that has won; nil in a draw and while the game goes on",
        r#"local won = view.winner == "white""#,
    ),
    field(
        "winners",
        &["string[]?"],
        "the sides that have won or share a draw; nil while the game goes on",
        "local share = view.winners and 1 / #view.winners",
    ),
    field(
        "how",
        &["string?"],
        "id of the rule that ended the game; nil while the game goes on",
        r#"local by_road = view.how == "road""#,
    ),
    function(
        "neighbours",
        &[CELL],
        &["string[]"],
        "the cells that touch a cell; in games of tiles, only those with a tile",
        "local around = #view:neighbours(view.cells[1])",
    ),
    function("side", &[SEAT], &["string"], "the side that a seat plays for", "local mine = view:side(view.seat)"),
    function(
        "var",
        &[param("name", "string", "name of a variable in `vars`")],
        &["any"],
        "value of a script variable",
        r#"local n = view:var("captures")"#,
    ),
];

const PIECES: &[DocEntry] = &[
    function(
        "top",
        &[CELL],
        &["string?", "string?"],
        "the top piece of a cell and its seat; nil if the cell is empty",
        "local piece, seat = view:top(move.to)",
    ),
    function(
        "stack_height",
        &[CELL],
        &["integer"],
        "number of pieces on a cell",
        "local is_tower = view:stack_height(move.to) > 3",
    ),
    function(
        "stack",
        &[CELL],
        &["houserule.Stone[]"],
        "the pieces on a cell, bottom first",
        "local lowest = view:stack(move.to)[1]",
    ),
    function(
        "reserve",
        &[SEAT, param("piece", "string", "kind of piece")],
        &["integer"],
        "number of pieces of a kind in a seat's reserve",
        "local left = view:reserve(view.seat, view.pieces[1])",
    ),
    function(
        "tops",
        &[SEAT, param("piece?", "string", "kind of piece; all kinds by default")],
        &["integer"],
        "number of cells with a seat's piece on top",
        "local lead = view:tops(view.seats[1]) - view:tops(view.seats[2])",
    ),
];

const TILES: &[DocEntry] = &[
    field("tiles", &["integer"], "number of tiles on the board", "local many = view.tiles > 20"),
    field(
        "laid",
        &["string[]"],
        "the cells that the last move filled, including forced tiles",
        "local chain = #view.laid > 1",
    ),
    function(
        "sign",
        &[CELL],
        &["string?"],
        "sign of the tile on a cell, as in notation; nil if the cell is empty",
        "local sign = view:sign(view.cells[1])",
    ),
    function(
        "tile",
        &[CELL],
        &["string?"],
        "name of the tile on a cell; nil if the cell is empty",
        "local name = view:tile(view.cells[1])",
    ),
    function(
        "links",
        &[CELL],
        &["houserule.Link[]?"],
        "links between the sides of the tile on a cell; nil if the cell is empty",
        "local links = view:links(view.cells[1])",
    ),
    function(
        "track",
        &[param("colour", "string", "colour of the tile set")],
        &["houserule.Track"],
        "the longest tracks of a colour",
        r#"local length = view:track("red").line"#,
    ),
];

const SUPPLY: &[DocEntry] = &[
    field(
        "bag",
        &["integer?"],
        "number of tiles in the bag; nil if the game has no bag and no hands",
        "local is_over = view.bag == 0",
    ),
    field(
        "forced",
        &["houserule.ForcedSpace[]"],
        "the forced spaces",
        "local owed = #view.forced > 0 and #view.forced[1].fits > 0",
    ),
    field("controlled", &["string[]"], "the empty cells on controlled sides", "local held = #view.controlled"),
    field("discards", &["string[]"], "the discarded tiles, top tile last", "local top = view.discards[#view.discards]"),
    function(
        "hand",
        &[SEAT],
        &["string[]"],
        "names of the tiles in a seat's hand",
        "local left = #view:hand(view.seat)",
    ),
    function(
        "owes",
        &[SEAT],
        &["integer"],
        "number of tiles that a seat still has to give away",
        "local in_debt = view:owes(view.seat) > 0",
    ),
    function(
        "place",
        &[SEAT],
        &["integer?"],
        "place of a seat that has finished; nil while it plays",
        "local is_out = view:place(view.seat) ~= nil",
    ),
];

/// `move`: the move in question. Fields that a kind of move does not have are nil.
pub const MOVE: &[DocGroup] = &[DocGroup {
    title: "All moves",
    entries: &[
        field(
            "kind",
            &[r#""place"|"spread"|"lay"|"turn"|"take"|"swap"|"give"|"discard"|"act""#],
            "kind of move; `act` is a swap under the `pie` rule or a move from a `moves` hook",
            r#"local is_spread = move.kind == "spread""#,
        ),
        field("seat", &["string"], "the seat that moves", "local mine = move.seat == view.seats[1]"),
        field("text", &["string"], "the move in notation", r#"local is_corner = move.text == "a1""#),
        field("piece", &["string?"], "kind of piece placed", r#"local wall = move.piece == "wall""#),
        field(
            "tile",
            &["string?"],
            "name of the tile laid, turned, taken, given or discarded",
            r#"local is_first = move.tile == "1""#,
        ),
        field("sign", &["string?"], "sign of that tile", r#"local curved = move.sign ~= "+""#),
        field(
            "rotation",
            &["integer?"],
            "rotation of that tile, in sides, clockwise",
            "local as_printed = move.rotation == 0",
        ),
        field(
            "cell",
            &["string?"],
            "cell where the move starts: the cell of a placement, the first cell of a spread",
            r#"local corner = move.cell == "a1""#,
        ),
        field(
            "to",
            &["string?"],
            "cell where the move ends: the last cell of a spread; for a gift, the seat that gets it",
            "local stays = move.to == move.cell",
        ),
        field("count", &["integer"], "number of pieces placed or carried", "local heavy = move.count > 2"),
        field(
            "drops",
            &["integer[]?"],
            "number of pieces that a spread drops on each cell",
            "local steps = move.drops and #move.drops or 0",
        ),
        field("crush", &["boolean"], "whether a spread crushes a piece", "local hard = move.crush"),
    ],
}];

/// Small table in the view or among the arguments of a hook, with its fields.
pub type FieldTable = (&'static str, &'static str, &'static [KeySpec]);

/// Items of the view's lists, and the value of `base(view)` in a `finish` hook.
pub const RECORDS: &[FieldTable] = &[
    ("Stone", "A piece in a stack.", &[param("piece", "string", "kind of piece"), param("seat", "string", "owner")]),
    (
        "ForcedSpace",
        "An empty space that must be filled first.",
        &[
            param("cell", "string", "name of the cell"),
            param("fits", "string[]", "names of the tiles that fit and that the seat to move has"),
            param("unseen_now", "integer", "number of unseen tiles that fit now"),
            param("unseen_later", "integer", "number of unseen tiles that fit once restrictions end"),
        ],
    ),
    (
        "Link",
        "A link between two sides of a tile.",
        &[
            param("colour", "string", "colour of the track"),
            param("from", "string", "side of the tile, such as `NE`"),
            param("to", "string", "side that it is linked to"),
        ],
    ),
    (
        "Track",
        "The longest tracks of a colour.",
        &[
            param("line", "integer", "number of tiles in the longest line"),
            param("loop", "integer", "number of tiles in the longest loop"),
            param("indirect", "integer", "number of tiles in the longest track once all forced spaces are filled"),
            param("blocked", "string[]", "spaces at the end of a track that no remaining tile can fill"),
        ],
    ),
    (
        "Tile",
        "A tile of a set, from `tile_set`.",
        &[
            param("name", "string", "name or number"),
            param("edges", "string", "letters of the edges, clockwise"),
            param("back?", "string", "colour of the back"),
        ],
    ),
    (
        "MatchGame",
        "A finished game of a match.",
        &[
            param("number", "integer", "number of the game, from 1"),
            param("plies", "integer", "number of moves"),
            param("how", "string", "id of the rule that ended the game"),
            param("players", "houserule.MatchPlayer[]", "the players, in the order of their sides in the first game"),
        ],
    ),
    (
        "MatchPlayer",
        "A player in a game of a match; in a game with teams, a team.",
        &[
            param("side", "string", "the side that the player had at the end of this game"),
            param("points", "number", "the game's own points"),
            param("place", "integer", "place in this game, from 1; tied players share one"),
            param("won", "boolean", "whether the player won, alone or with others; false in a draw"),
            param("added", "number", "points that the game added; 0 while `points` decides them"),
        ],
    ),
    (
        "MatchSoFar",
        "The finished games of a match, and what they add up to.",
        &[
            param("games", "houserule.MatchGame[]", "the games, in order"),
            param("players", "houserule.MatchStanding[]", "the players, in the same order as in the games"),
        ],
    ),
    (
        "MatchStanding",
        "A player's sum of all games so far.",
        &[param("points", "number", "points added up"), param("wins", "integer", "number of games won")],
    ),
    (
        "Ending",
        "The end of a game: the result of `win`, `tie` and `base(view)`.",
        &[
            param("winner?", "string", "the side that wins; nil in a draw or with several winners"),
            param("winners?", "string[]", "the sides that win or share a draw; only in the result of `base(view)`"),
            param("how", "string", "id of the rule that ended the game"),
        ],
    ),
];
