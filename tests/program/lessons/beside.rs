//! A lesson finds what is beside it: variants by name or by file, games and their tile sets.

use crate::common::desk::Desk;

const SLOW: &str = r#"return variant "slow" { base = "tak", rules = { hooks = { allow = function(view, move)
  return move.piece ~= "wall", "no walls here"
end } } }"#;
const GAME: &str = r#"return variant "mytrax" { base = "trax", game = true, rules = { tiles = "mine" } }"#;
const TILES: &str = include_str!("../../../scripts/tiles/trax.toml");

fn in_tak(game: &str) -> String {
    format!(
        "return lesson 'x' {{ game = '{game}', steps = {{ {{ moves = 'a1 e5', ask = '?', accept = 'c3', facts = {{ illegal = 'Sc3', why = 'no walls' }} }} }} }}"
    )
}

/// That a lesson is proved, taken and written out, named so.
fn works(desk: &Desk, args: &[&str], answer: &str) {
    let said = desk.run(["lesson", "--verify"].iter().chain(args));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}: {}", said.out);
    let said = desk.run_with(["lesson"].iter().chain(args), format!("{answer}\n"));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}: {}", said.out);
    assert!(said.out.contains("1 question: 1 answered"), "{args:?}: {}", said.out);
    let said = desk.run(["lesson", "-o", "page.html"].iter().chain(args));
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}: {}", said.out);
}

#[test]
fn a_variant_beside_a_lesson_is_found_by_its_name_and_by_its_file() {
    for game in ["tak+slow", "tak+slow.lua", "tak+./slow.lua"] {
        let desk = Desk::with("club/slow.lua", SLOW);
        desk.write("club/x.lua", in_tak(game));
        // Another file of the name, where the program is run, is not meant.
        desk.write("slow.lua", SLOW.replace("no walls here", "something else"));
        works(&desk, &["club/x.lua"], "c3");
        works(&desk, &["x", "--scripts", "club"], "c3");
        works(&desk, &["x", "--scripts", "."], "c3");
        let said = desk.run_with(["play", "tak"], "lesson club/x.lua\nc3\n");
        assert!(said.out.contains("1 question: 1 answered"), "{game}: {}{}", said.out, said.err);
    }
    let desk = Desk::with("x.lua", in_tak("tak+slow.lua"));
    let said = desk.run(["lesson", "--verify", "x.lua"]);
    assert!(said.code == 1 && said.out.contains("cannot read slow.lua"), "{}", said.out);
}

#[test]
fn a_step_finds_a_variant_beside_the_lesson() {
    let desk = Desk::with("club/slow.lua", SLOW);
    let step = "{ game = 'tak+slow.lua', moves = 'a1 e5', ask = '?', accept = 'c3' }";
    desk.write("club/x.lua", format!("return lesson 'x' {{ game = 'tak', steps = {{ {step} }} }}"));
    works(&desk, &["club/x.lua"], "c3");
}

#[test]
fn a_tile_set_beside_a_lesson_is_found() {
    let lesson = "return lesson 'x' { game = 'mytrax', steps = { { moves = '@0/', ask = '?', accept = 'B1+' } } }";
    for tiles in ["club/tiles/mine.toml", "club/mine.toml"] {
        let desk = Desk::with("club/mytrax.lua", GAME);
        desk.write("club/x.lua", lesson);
        desk.write(tiles, TILES);
        works(&desk, &["club/x.lua"], "B1+");
        works(&desk, &["x", "--scripts", "."], "B1+");
    }
}
