//! Keys of a tile set's TOML file.

use super::{KeySpec, key};

/// Keys of the file.
pub const TILE_SET: &[KeySpec] = &[
    key("sides", "integer", "number of sides of a tile: 4 for squares, 6 for hexagons", "sides = 4"),
    key(
        "colours",
        "list",
        "colours of the tracks; see [Colours](#colours)",
        r#"colours = [{ name = "white", letter = "W" }, { name = "red", letter = "R" }]"#,
    ),
    key("colours_per_tile", "integer?", "number of colours that every tile must have", "colours_per_tile = 2"),
    key("backs", "list?", "colours of the backs; if set, every tile must have one", r#"backs = ["red", "white"]"#),
    key("tile", "list", "the tiles; see [Tiles](#tiles)", "[[tile]]"),
];

/// Keys of an entry of `colours`.
pub const COLOUR_OF_SET: &[KeySpec] = &[
    key("name", "text", "name of the colour", r#"name = "white""#),
    key("letter", "text", "letter for `edges` and for boards", r#"letter = "W""#),
];

/// Keys of an entry of `tile`.
pub const TILE_OF_SET: &[KeySpec] = &[
    key("name", "text or number", "name of the tile in notation", r#"name = "curve""#),
    key(
        "edges",
        "text",
        "colour letters of the sides, clockwise; squares start in the north, hexagons in the north-east",
        r#"edges = "WRRW""#,
    ),
    key(
        "links",
        "list?",
        "pairs of linked sides, counted from 0; by default, sides of one colour are linked in order",
        "links = [[0, 3], [1, 2]]",
    ),
    key("back", "text?", "colour of the back; puzzles use it", r#"back = "red""#),
    key(
        "signs",
        "list?",
        "sign for each rotation in notation; without signs, moves contain the rotation",
        r#"signs = ["/", "\\", "/", "\\"]"#,
    ),
];

/// Example set that uses every key; a test reads it.
pub const EXAMPLE_SET: &str = r#"sides            = 4
colours          = [{ name = "white", letter = "W" }, { name = "red", letter = "R" }]
colours_per_tile = 2
backs            = ["red", "white"]

[[tile]]
name  = "straight"
edges = "WRWR"
back  = "white"
signs = ["+", "+"]

[[tile]]
name  = "curve"
edges = "WRRW"
links = [[0, 3], [1, 2]]
back  = "red"
signs = ["/", "\\", "/", "\\"]
"#;
