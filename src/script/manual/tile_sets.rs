//! The keys of a tile set's TOML file.

use crate::rules::keys::Key;

/// The file.
pub const TILE_SET: &[Key] = &[
    Key { name: "sides", form: "integer", says: "4 for squares, 6 for hexagons", example: "sides = 4" },
    Key {
        name: "colours",
        form: "list",
        says: "the colours of the tracks, each with its name and its letter",
        example: r#"colours = [{ name = "white", letter = "W" }, { name = "red", letter = "R" }]"#,
    },
    Key {
        name: "colours_per_tile",
        form: "integer?",
        says: "how many colours every tile shows; a tile with others is a fault",
        example: "colours_per_tile = 2",
    },
    Key {
        name: "backs",
        form: "list?",
        says: "the colours of the backs; every tile then has one of them",
        example: r#"backs = ["red", "white"]"#,
    },
    Key { name: "tile", form: "list", says: "the tiles", example: "[[tile]]" },
];

/// A colour of `colours`.
pub const COLOUR_OF_SET: &[Key] = &[
    Key { name: "name", form: "text", says: "what it is called", example: r#"name = "white""# },
    Key { name: "letter", form: "text", says: "how edges and boards write it", example: r#"letter = "W""# },
];

/// A tile of `tile`.
pub const TILE_OF_SET: &[Key] = &[
    Key {
        name: "name",
        form: "text or number",
        says: "what notation calls it",
        example: r#"name = "curve""#,
    },
    Key {
        name: "edges",
        form: "text",
        says: "a letter for every side, clockwise from the north, of hexagons from the north-east",
        example: r#"edges = "WRRW""#,
    },
    Key {
        name: "links",
        form: "list?",
        says: "which sides are joined, as pairs counted from 0; sides of one colour in their order, unless given",
        example: "links = [[0, 3], [1, 2]]",
    },
    Key {
        name: "back",
        form: "text?",
        says: "the colour of its back; puzzles go by it",
        example: r#"back = "red""#,
    },
    Key {
        name: "signs",
        form: "list?",
        says: "what notation writes for each of its rotations; without signs a move tells the rotation",
        example: r#"signs = ["/", "\\", "/", "\\"]"#,
    },
];

/// A set that has all of them; a test reads it.
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
