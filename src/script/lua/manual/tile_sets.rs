//! Keys of a tile set's TOML file.

use crate::rules::keys::KeySpec;

/// Keys of the file.
pub const TILE_SET: &[KeySpec] = &[
    KeySpec { name: "sides", lua_type: "integer", doc: "4 for squares, 6 for hexagons", example: "sides = 4" },
    KeySpec {
        name: "colours",
        lua_type: "list",
        doc: "the colours of the tracks, each with its name and its letter",
        example: r#"colours = [{ name = "white", letter = "W" }, { name = "red", letter = "R" }]"#,
    },
    KeySpec {
        name: "colours_per_tile",
        lua_type: "integer?",
        doc: "how many colours every tile shows; a tile with others is a fault",
        example: "colours_per_tile = 2",
    },
    KeySpec {
        name: "backs",
        lua_type: "list?",
        doc: "the colours of the backs; every tile then has one of them",
        example: r#"backs = ["red", "white"]"#,
    },
    KeySpec { name: "tile", lua_type: "list", doc: "the tiles", example: "[[tile]]" },
];

/// Keys of an entry of `colours`.
pub const COLOUR_OF_SET: &[KeySpec] = &[
    KeySpec { name: "name", lua_type: "text", doc: "what it is called", example: r#"name = "white""# },
    KeySpec { name: "letter", lua_type: "text", doc: "how edges and boards write it", example: r#"letter = "W""# },
];

/// Keys of an entry of `tile`.
pub const TILE_OF_SET: &[KeySpec] = &[
    KeySpec { name: "name", lua_type: "text or number", doc: "what notation calls it", example: r#"name = "curve""# },
    KeySpec {
        name: "edges",
        lua_type: "text",
        doc: "a letter for every side, clockwise from the north, of hexagons from the north-east",
        example: r#"edges = "WRRW""#,
    },
    KeySpec {
        name: "links",
        lua_type: "list?",
        doc: "which sides are joined, as pairs counted from 0; sides of one colour in their order, unless given",
        example: "links = [[0, 3], [1, 2]]",
    },
    KeySpec {
        name: "back",
        lua_type: "text?",
        doc: "the colour of its back; puzzles go by it",
        example: r#"back = "red""#,
    },
    KeySpec {
        name: "signs",
        lua_type: "list?",
        doc: "what notation writes for each of its rotations; without signs a move tells the rotation",
        example: r#"signs = ["/", "\\", "/", "\\"]"#,
    },
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
