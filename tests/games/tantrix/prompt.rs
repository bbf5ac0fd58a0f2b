//! What people type with the board in sight: letters for cells, tiles alone, numbers of a list.

use crate::common;
use crate::common::desk::{Desk, Said};
use houserule_app::render;

/// With the bag empty tile 34 is owed at -1,-1; the script `odd-fills` forbids it.
const OWED: &str = "35@0,0:0 56@0,1:1 20@0,-1:3 29@0,-2:4 10@-1,-2:5 55@0,2:5 30@1,2:1 | hand 1,2,3,4,5,34 | bag 0";

#[test]
fn no_letter_stands_on_a_cell_that_a_script_forbids() {
    let mut session = common::open("tantrix+odd-fills", &[], Some(OWED), "");
    let picture = anstream::adapter::strip_str(&render::board(&mut session.game)).to_string();
    let legend: Vec<(&str, &str)> = picture.lines().flat_map(letters).collect();
    let legal = common::moves(&mut session);
    assert!(!legend.is_empty(), "{picture}");
    for (letter, cell) in legend {
        let tile = legal.iter().find(|text| text.contains(&format!("@{cell}:")));
        let tile = tile.unwrap_or_else(|| panic!("{letter} stands for {cell}, where nothing may be laid"));
        let by_letter = tile.replace(&format!("@{cell}:"), &format!("@{letter}:"));
        assert_eq!(session.play(&by_letter).as_ref(), Ok(tile), "{picture}");
        session.undo();
    }
}

/// The letters and cells of a line of the legend: `  a 1,0  b 2,0`.
fn letters(line: &str) -> Vec<(&str, &str)> {
    let is_letter = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_cell = |word: &str| word.split(',').filter(|part| part.parse::<i32>().is_ok()).count() == 2;
    let pair = |entry| str::split_once(entry, ' ').filter(|(letter, cell)| is_letter(letter) && is_cell(cell));
    line.trim().split("  ").filter_map(pair).collect()
}

/// What is said to lines at the prompt in a position.
fn said(position: &str, lines: &str) -> Said {
    Desk::new().run_with(["play", "tantrix", "--position", position], lines)
}

/// The last line of what was shown.
fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

const ONE: &str = "1@0,0:0 | hands 2,3/4 | bag 40";
const FORCED: &str = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5,6,7,8,10 | bag 40";

#[test]
fn a_list_is_forgotten_when_the_position_changes() {
    let picked = said(ONE, "2\n#1\n");
    assert_eq!((picked.code, picked.err.as_str()), (0, ""), "{}", picked.out);
    for change in ["undo", "redo", "new", "play tantrix"] {
        let lines = format!("#1\n{change}\n#1\n");
        let first = if change == "redo" { "2@1,0:2\nundo\n2\n" } else { "2@1,0:2\n4\n" };
        let said = said(ONE, &format!("{first}{}", &lines[3..]));
        assert_eq!(said.err, "`#1` picks from a list, and none was shown\n", "{change}: {}", said.out);
    }
}

#[test]
fn a_tile_alone_that_has_no_place_is_told_why() {
    for (position, typed, told) in [
        (ONE, "9", "tile 9 is not in hand; red holds 2 and 3"),
        (ONE, "57", "the set has no tile `57`; red holds 2 and 3"),
        ("1@0,0:0 | hands /2 | bag 0 | seat red", "9", "tile 9 is not in hand; yellow holds 2"),
        (FORCED, "5", "tile 5 has no place now: the forced space 0,0 is filled first, and 4 and 8 fit it"),
    ] {
        assert_eq!(said(position, typed).err, format!("{told}\n"), "{typed} in {position}");
    }
}

#[test]
fn a_cell_may_be_typed_in_several_ways() {
    let plain = said(ONE, "2@1,0:2\n");
    assert_eq!(plain.code, 0, "{}", plain.err);
    let letter = plain.out.lines().flat_map(letters).find(|(_, cell)| *cell == "1,0").expect("a letter").0;
    let capital = letter.to_uppercase();
    for typed in [
        format!("2@{letter}:2"),
        format!("2 {capital}:2"),
        "2@ 1,0:2".into(),
        "2 1,0 :2".into(),
        format!(" 2 @{capital}:2"),
    ] {
        assert_eq!(said(ONE, &typed), plain, "{typed}");
    }
    let listed = said(ONE, "2@1,0\n");
    assert_eq!(last_line(&listed.out), "Type #1 to play the first of them.");
    for typed in [format!("2@{letter}"), format!("2 {capital}")] {
        assert_eq!(said(ONE, &typed), listed, "{typed}");
    }
}

#[test]
fn a_tile_whose_name_is_a_word_may_be_typed_alone() {
    let desk = Desk::new();
    desk.write("tiles/metals.toml", METALS);
    desk.write("metals.lua", METALS_GAME);
    let said = desk.run_with(["play", "metals", "--scripts", "."], "cu@0,0:0\ncu\n#1\ncu a:0\n");
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let said = desk.run_with(["play", "metals", "--scripts", "."], "fe\n");
    assert!(said.err.starts_with("`fe` is no command"), "{}", said.err);
}

const METALS: &str = "\
sides   = 6
colours = [{ name = \"pink\", letter = \"P\" }, { name = \"ochre\", letter = \"O\" }, { name = \"teal\", letter = \"T\" }]
tile    = [{ name = \"cu\", edges = \"POTPOT\" }]
";

const METALS_GAME: &str = "return game 'metals' { rules = { seats = { 'north', 'south' }, board = open_hex {}, \
    tiles = 'metals', moves = { lay {} }, constraints = { touch {} }, finish = { limit { plies = 99 } } } }";

#[test]
fn in_teams_the_side_stands_behind_the_seat() {
    let said = Desk::new().run_with(["play", "tantrix+teams"], "");
    assert!(said.out.contains("\n> ") && said.out.contains(" south (red)  "), "{}", said.out);
}

#[test]
fn hidden_hands_are_shown_only_to_who_asks() {
    let run = |lines: &str| Desk::new().run_with(["play", "tantrix+hidden-hands", "--position", ONE], lines).out;
    let note = "`position all` would tell every hand and what is drawn next.";
    let shown = run("");
    assert!(shown.contains("> red     2 tiles\n"), "{shown}");
    assert_eq!(last_line(&shown), "`hand` shows the tiles of red, who is to move.");
    assert_eq!(shown.lines().flat_map(letters).count(), 0, "letters tell of hands: {shown}");
    let asked = run("hand\n");
    assert!(asked.contains("> red     2 brrbyy  3 bbyyrr\n"), "{asked}");
    let told = run("position\n");
    assert_eq!(last_line(&told), note);
    let position = told.lines().rev().nth(1).expect("the position");
    assert!(position.contains(" | bag ") && position.contains(" | hand 2,3 | "), "{told}");
    let all = run("position all\n");
    assert!(last_line(&all).contains(" | hands 2,3/"), "{all}");
    let begun = run(&format!("position {position}\n"));
    assert!(begun.contains("> red     2 tiles\n"), "what was told can be begun from: {begun}");
}
