//! Tile sets: the search for them, and messages about faults. `facts` covers the built-in set.

mod facts;

use crate::common::test_dir::TestDir;

/// A game on a set called `mine`.
const GAME: &str = "\
return game \"mine\" {
  rules = {
    seats = { \"white\", \"red\" },
    board = open_square {},
    tiles = \"mine\",
    moves = { lay {} },
    constraints = { touch {} },
    finish = { loop {}, limit { plies = 20 } },
  },
}
";

const HEAD: &str = "\
sides   = 4
colours = [{ name = \"white\", letter = \"W\" }, { name = \"red\", letter = \"R\" }]
";

const GOOD: &str = "\n[[tile]]\nname = \"curve\"\nedges = \"WRRW\"\nsigns = [\"a\", \"b\", \"c\", \"d\"]\n";

fn set_dir(set: &str) -> TestDir {
    let dir = TestDir::with("mine.lua", GAME);
    dir.write("variants/tiles/mine.toml", set);
    dir
}

fn check_set(set: &str) -> String {
    set_dir(set).run(["check", "mine.lua"]).diagnostics()
}

#[test]
fn a_tile_set_beside_the_scripts_is_found() {
    let dir = set_dir(&format!("{HEAD}{GOOD}"));
    let output = dir.run(["moves", "mine.lua", "--moves", "@0a"]);

    assert_eq!(
        output.stdout,
        "@1b
@1c
A0c
A0d
A2c
A2d
B1b
B1c
"
    );
    assert!(dir.run(["check", "mine.lua"]).stdout.starts_with("mine.lua: ok ("));
}

#[test]
fn every_fault_of_a_tile_set_is_reported_with_its_line() {
    let tile = |body: &str| format!("{HEAD}\n[[tile]]\n{body}\n");
    let file = "variants/tiles/mine.toml";
    for (set, message) in [
        ("sides = 4\n".to_string(), "1: missing field `colours`"),
        ("sides = \n".to_string(), "1: "),
        ("sides = 5\ncolours = []\ntile = []\n".to_string(), "1: `sides` must be 4 or 6, not 5"),
        (tile("name = \"x\"\nedges = \"WRW\""), "4: tile x has 3 edges, not 4"),
        (tile("name = \"x\"\nedges = \"WRGW\""), "4: tile x: there is no colour 'G'"),
        (tile("name = \"x\"\nedges = \"WWWW\""), "4: tile x: white is on 4 edges; set `links` to say which are linked"),
        (tile("name = \"x\"\nedges = \"WWWR\""), "4: tile x: white is on an odd number of edges, but a link joins two"),
        (tile("name = \"x\"\nedges = \"WWWW\"\nlinks = [[0, 1]]"), "4: tile x: an edge is not linked"),
        (tile("name = \"x\"\nedges = \"WRWR\"\nlinks = [[0, 1], [2, 3]]"), "4: tile x: 0 and 1 cannot be linked"),
        (tile("name = \"x\"\nedges = \"WRWR\"\nlinks = [[0, 9], [2, 3]]"), "4: tile x: 0 and 9 cannot be linked"),
        (tile("name = \"x\"\nedges = \"WRWR\"\nsigns = [\"+\"]"), "4: tile x has 2 rotations but 1 signs"),
        (
            tile("name = \"x\"\nedges = \"WRWR\"\nsigns = [\"+\", \" \"]"),
            "4: tile x: a sign must be 1 to 4 characters without blanks, not \" \"",
        ),
        (tile("name = \"x y\"\nedges = \"WRWR\""), "4: a tile's name must be a number or a word"),
        (tile("name = \"x\"\nedges = \"WRWR\"\nlniks = []"), "7: unknown field `lniks`"),
        (format!("{HEAD}{GOOD}{GOOD}"), "9: tile curve occurs twice in the set"),
    ] {
        let out = check_set(&set);
        assert!(out.starts_with(&format!("{file}:{message}")), "{set}\nis reported as\n{out}");
    }
}

#[test]
fn a_tile_set_can_set_requirements_for_its_tiles() {
    let built_in = include_str!("../../../scripts/tiles/tantrix.toml");
    for (from, to, message) in [
        ("BBYRYR", "BBBYYB", "tile 7 has 2 colours; every tile of this set must have 3"),
        ("BBYRYR", "BBYRYY", "tile 7: red is on an odd number of edges, but a link joins two"),
        ("BBYRYR", "BBYRY", "tile 7 has 5 edges, not 6"),
        (
            "BBYRYR\", back = \"blue\"",
            "BBYRYR\", back = \"bleu\"",
            "tile 7 has the back bleu; the backs of this set are yellow, red, blue, green, white",
        ),
        ("BBYRYR\", back = \"blue\"", "BBYRYR\"", "tile 7 has no back, but every tile of this set needs one"),
    ] {
        let line = 1 + built_in.lines().position(|line| line.contains("BBYRYR")).expect("tile 7");
        let out = check_set(&built_in.replacen(from, to, 1));
        assert_eq!(out, format!("variants/tiles/mine.toml:{line}: {message}\n"));
    }
}

#[test]
fn an_unknown_tile_set_is_reported_at_its_line() {
    let dir = TestDir::new();
    for (name, message) in [
        ("trxa", "unknown tile set `trxa`; did you mean `trax`?"),
        ("../../etc/passwd", "unknown tile set `../../etc/passwd`; the tile sets are tantrix, trax, weave"),
    ] {
        dir.write("mine.lua", GAME.replace("tiles = \"mine\"", &format!("tiles = \"{name}\"")));
        assert_eq!(dir.run(["check", "mine.lua"]).diagnostics(), format!("mine.lua:5: tiles: {message}\n"));
    }
}

#[test]
fn rules_of_the_other_mechanic_are_faults() {
    let dir = set_dir(&format!("{HEAD}{GOOD}"));
    let check_with = |from: &str, to: &str| {
        dir.write("mine.lua", GAME.replace(from, to));
        dir.run(["check", "mine.lua"]).diagnostics()
    };
    assert_eq!(
        check_with("finish = { loop {},", "finish = { road {},"),
        "mine.lua:8: finish.road: `road` is a rule for pieces, but this game has tiles\n"
    );
    assert_eq!(
        check_with("open_square {}", "square(5)"),
        "mine.lua:4: board: `square` is a rule for pieces, but this game has tiles\n\
         mine.lua:4: board: missing board for tiles; write `board = open_square {}` or `board = open_hex {}`\n"
    );
    assert_eq!(
        check_with("moves = { lay {} },", "moves = { lay {} }, notation = \"ptn\","),
        "mine.lua:6: notation: this notation is for pieces, but this game has tiles\n"
    );
    assert_eq!(
        check_with("moves = { lay {} },", "moves = { lay {} }, pieces = { stone = {} },"),
        "mine.lua:6: pieces: a game has pieces or tiles, not both\n"
    );
}

#[test]
fn unsatisfiable_rules_are_faults() {
    let dir = set_dir(&format!("{HEAD}{GOOD}"));
    dir.write(
        "mine.lua",
        GAME.replace("moves = { lay {} },", "moves = { lay {} }, turn = { first { rotation = 5 } },"),
    );
    let message = "mine.lua:6: turn.first: no tile of the set has rotation 5\n";
    assert_eq!(dir.run(["check", "mine.lua"]).diagnostics(), message);
    dir.write("mine.lua", GAME.replace("\"white\", \"red\"", "\"north\", \"south\""));
    let message =
        "mine.lua:8: finish.loop: the tiles have no colour `north`; name seats after colours, or set `colours`\n";
    assert_eq!(dir.run(["check", "mine.lua"]).diagnostics(), message);
}

#[test]
fn the_rules_hash_covers_the_tile_set() {
    let hash = |set: &str| {
        let dir = set_dir(set);
        dir.run_with(["play", "mine.lua"], "save game.toml\n");
        let saved = dir.read("game.toml");
        saved.lines().find(|line| line.starts_with("rules")).expect("a hash").to_string()
    };
    let (set, commented) = (format!("{HEAD}{GOOD}"), format!("# a comment\n{HEAD}{GOOD}"));
    assert_eq!(hash(&set), hash(&commented), "a comment changes nothing");
    assert_ne!(hash(&set), hash(&set.replace("WRRW", "WWRR")), "other edges do");
}

#[test]
fn a_tile_set_that_shadows_a_built_in_one_gets_a_warning() {
    let built_in = include_str!("../../../scripts/tiles/trax.toml");
    let dir = TestDir::new();
    dir.write("variants/tiles/trax.toml", built_in);
    assert_eq!(dir.run(["moves", "trax"]).stderr, "", "an equal file needs no warning");
    dir.write("variants/tiles/trax.toml", format!("{built_in}# mine\n"));
    let output = dir.run(["moves", "trax"]);
    assert_eq!((output.code, output.stdout.as_str()), (0, "@0+\n@0/\n"));
    assert_eq!(
        output.stderr,
        "warning: using variants/tiles/trax.toml instead of the built-in tile set of the same name\n"
    );
}
