//! Lessons find the files beside them: variants by name or path, games and their tile sets.

use crate::common::test_dir::TestDir;

const NO_WALLS: &str = r#"return variant "slow" { base = "tak", rules = { hooks = { allow = function(view, move)
  return move.piece ~= "wall", "no walls here"
end } } }"#;
const TILE_GAME: &str = r#"return variant "mytrax" { base = "trax", game = true, rules = { tiles = "mine" } }"#;
const TILES: &str = include_str!("../../../scripts/tiles/trax.toml");

fn tak_lesson(game: &str) -> String {
    format!(
        "return lesson 'x' {{ game = '{game}', steps = {{ {{ moves = 'a1 e5', ask = '?', accept = 'c3', facts = {{ illegal = 'Sc3', why = 'no walls' }} }} }} }}"
    )
}

/// Asserts that a lesson can be verified, taken and written as a handout.
fn assert_lesson_works(dir: &TestDir, args: &[&str], answer: &str) {
    let output = dir.run(["lesson", "--verify"].iter().chain(args));
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{args:?}: {}", output.stdout);
    let output = dir.run_with(["lesson"].iter().chain(args), format!("{answer}\n"));
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{args:?}: {}", output.stdout);
    assert!(output.stdout.contains("You answered 1 of 1 question"), "{args:?}: {}", output.stdout);
    let output = dir.run(["lesson", "-o", "page.html"].iter().chain(args));
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{args:?}: {}", output.stdout);
}

#[test]
fn a_variant_beside_a_lesson_is_found_by_its_name_and_by_its_file() {
    for game in ["tak+slow", "tak+slow.lua", "tak+./slow.lua"] {
        let dir = TestDir::with("club/slow.lua", NO_WALLS);
        dir.write("club/x.lua", tak_lesson(game));
        // A file with the same name in the working directory is not used.
        dir.write("slow.lua", NO_WALLS.replace("no walls here", "something else"));
        assert_lesson_works(&dir, &["club/x.lua"], "c3");
        assert_lesson_works(&dir, &["x", "--scripts", "club"], "c3");
        assert_lesson_works(&dir, &["x", "--scripts", "."], "c3");
        let output = dir.run_with(["play", "tak"], "lesson club/x.lua\nc3\n");
        assert!(output.stdout.contains("You answered 1 of 1 question"), "{game}: {}{}", output.stdout, output.stderr);
    }
    let dir = TestDir::with("x.lua", tak_lesson("tak+slow.lua"));
    let output = dir.run(["lesson", "--verify", "x.lua"]);
    assert!(output.code == 1 && output.stdout.contains("cannot read slow.lua"), "{}", output.stdout);
}

#[test]
fn a_step_finds_a_variant_beside_the_lesson() {
    let dir = TestDir::with("club/slow.lua", NO_WALLS);
    let step = "{ game = 'tak+slow.lua', moves = 'a1 e5', ask = '?', accept = 'c3' }";
    dir.write("club/x.lua", format!("return lesson 'x' {{ game = 'tak', steps = {{ {step} }} }}"));
    assert_lesson_works(&dir, &["club/x.lua"], "c3");
}

#[test]
fn a_tile_set_beside_a_lesson_is_found() {
    let lesson = "return lesson 'x' { game = 'mytrax', steps = { { moves = '@0/', ask = '?', accept = 'B1+' } } }";
    for tiles in ["club/tiles/mine.toml", "club/mine.toml"] {
        let dir = TestDir::with("club/mytrax.lua", TILE_GAME);
        dir.write("club/x.lua", lesson);
        dir.write(tiles, TILES);
        assert_lesson_works(&dir, &["club/x.lua"], "B1+");
        assert_lesson_works(&dir, &["x", "--scripts", "."], "B1+");
    }
}
