//! Keys of a tile set's TOML file.

use super::{KeySpec, key};

/// Keys of the file.
pub const TILE_SET: &[KeySpec] = &[
    key("sides", "integer", "4 for squares, 6 for hexagons", "sides = 4"),
    key(
        "colours",
        "list",
        "the colours of the tracks, each with its name and its letter",
        r#"colours = [{ name = "white", letter = "W" }, { name = "red", letter = "R" }]"#,
    ),
    key(
        "colours_per_tile",
        "integer?",
        "how many colours every tile shows; a tile with others is a fault",
        "colours_per_tile = 2",
    ),
    key("backs", "list?", "the colours of the backs; every tile then has one of them", r#"backs = ["red", "white"]"#),
    key("tile", "list", "the tiles", "[[tile]]"),
];

/// Keys of an entry of `colours`.
pub const COLOUR_OF_SET: &[KeySpec] = &[
    key("name", "text", "what it is called", r#"name = "white""#),
    key("letter", "text", "how edges and boards write it", r#"letter = "W""#),
];

/// Keys of an entry of `tile`.
pub const TILE_OF_SET: &[KeySpec] = &[
    key("name", "text or number", "what notation calls it", r#"name = "curve""#),
    key(
        "edges",
        "text",
        "a letter for every side, clockwise from the north, of hexagons from the north-east",
        r#"edges = "WRRW""#,
    ),
    key(
        "links",
        "list?",
        "which sides are joined, as pairs counted from 0; sides of one colour in their order, unless given",
        "links = [[0, 3], [1, 2]]",
    ),
    key("back", "text?", "the colour of its back; puzzles go by it", r#"back = "red""#),
    key(
        "signs",
        "list?",
        "what notation writes for each of its rotations; without signs a move tells the rotation",
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
