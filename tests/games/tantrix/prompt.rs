//! Input at the prompt: letters for cells, tiles alone, list numbers.

use crate::common;
use crate::common::strip_colours;
use crate::common::test_dir::{RunOutput, TestDir};
use houserule_app::render;

/// Position in which tile 34 must fill -1,-1; the script `odd-fills` forbids it.
const MANDATORY_FILL: &str =
    "35@0,0:0 56@0,1:1 20@0,-1:3 29@0,-2:4 10@-1,-2:5 55@0,2:5 30@1,2:1 | hand 1,2,3,4,5,34 | bag 0";

#[test]
fn forbidden_cells_get_no_letter() {
    let mut session = common::open("tantrix+odd-fills", &[], Some(MANDATORY_FILL), "");
    let picture = strip_colours(&render::board(&mut session.game));
    let legend: Vec<(&str, &str)> = picture.lines().flat_map(letters).collect();
    let legal = common::moves(&mut session);
    assert!(!legend.is_empty(), "{picture}");
    for (letter, cell) in legend {
        let tile = legal.iter().find(|text| text.contains(&format!("@{cell}:")));
        let tile = tile.unwrap_or_else(|| panic!("{letter} labels {cell}, where no placement is legal"));
        let by_letter = tile.replace(&format!("@{cell}:"), &format!("@{letter}:"));
        assert_eq!(session.play(&by_letter).as_ref(), Ok(tile), "{picture}");
        session.undo();
    }
}

/// Letters and cells of a line of the legend: `  a 1,0  b 2,0`.
fn letters(line: &str) -> Vec<(&str, &str)> {
    let is_letter = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_cell = |word: &str| word.split(',').filter(|part| part.parse::<i32>().is_ok()).count() == 2;
    let pair = |entry| str::split_once(entry, ' ').filter(|(letter, cell)| is_letter(letter) && is_cell(cell));
    line.trim().split("  ").filter_map(pair).collect()
}

/// Runs lines at the prompt in a position.
fn run_prompt(position: &str, lines: &str) -> RunOutput {
    TestDir::new().run_with(["play", "tantrix", "--position", position], lines)
}

/// The last line of a text.
fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

const ONE_TILE: &str = "1@0,0:0 | hands 2,3/4 | bag 40";

#[test]
fn a_list_is_forgotten_when_the_position_changes() {
    run_prompt(ONE_TILE, "2\n#1\n").success();
    for change in ["undo", "redo", "new", "play tantrix"] {
        let first = if change == "redo" { "2@1,0:2\nundo\n2\n" } else { "2@1,0:2\n4\n" };
        let output = run_prompt(ONE_TILE, &format!("{first}{change}\n#1\n"));
        assert_eq!(
            output.stderr, "there is no list to pick `#1` from; type the start of a move to get one\n",
            "{change}: {}",
            output.stdout
        );
    }
}

#[test]
fn cells_can_be_typed_in_several_ways() {
    let plain = run_prompt(ONE_TILE, "2@1,0:2\n");
    assert_eq!(plain.code, 0, "{}", plain.stderr);
    let letter = plain.stdout.lines().flat_map(letters).find(|(_, cell)| *cell == "1,0").expect("a letter").0;
    let capital = letter.to_uppercase();
    for typed in [
        format!("2@{letter}:2"),
        format!("2 {capital}:2"),
        "2@ 1,0:2".into(),
        "2 1,0 :2".into(),
        format!(" 2 @{capital}:2"),
    ] {
        assert_eq!(run_prompt(ONE_TILE, &typed), plain, "{typed}");
    }
    let listed = run_prompt(ONE_TILE, "2@1,0\n");
    assert_eq!(last_line(&listed.stdout), "Type #1 to play the first one.");
    for typed in [format!("2@{letter}"), format!("2 {capital}")] {
        assert_eq!(run_prompt(ONE_TILE, &typed), listed, "{typed}");
    }
}

#[test]
fn tiles_with_word_names_can_be_typed_alone() {
    let dir = TestDir::new();
    dir.write("tiles/metals.toml", METALS);
    dir.write("metals.lua", METALS_GAME);
    dir.run_with(["play", "metals", "--scripts", "."], "cu@0,0:0\ncu\n#1\ncu c:0\n").success();
    let output = dir.run_with(["play", "metals", "--scripts", "."], "fe\n");
    output.assert_stderr_starts_with("unknown command or move `fe`");
}

const METALS: &str = "\
sides   = 6
colours = [{ name = \"pink\", letter = \"P\" }, { name = \"ochre\", letter = \"O\" }, { name = \"teal\", letter = \"T\" }]
tile    = [{ name = \"cu\", edges = \"POTPOT\" }]
";

const METALS_GAME: &str = "return game 'metals' { rules = { seats = { 'north', 'south' }, board = open_hex {}, \
    tiles = 'metals', moves = { lay {} }, constraints = { touch {} }, finish = { limit { plies = 99 } } } }";

#[test]
fn in_teams_the_seat_is_shown_with_its_team() {
    let output = TestDir::new().run_with(["play", "tantrix+teams"], "");
    output.assert_stdout_contains("\n> ");
    output.assert_stdout_contains(" south (red)  ");
}

#[test]
fn hidden_hands_are_shown_only_on_request() {
    let run =
        |lines: &str| TestDir::new().run_with(["play", "tantrix+hidden-hands", "--position", ONE_TILE], lines).stdout;
    let note = "`position all` prints every hand and the tiles to come.";
    let output = run("");
    assert!(output.contains("> red     2 tiles\n"), "{output}");
    assert_eq!(last_line(&output), "`hand` shows the hand of red.");
    assert_eq!(output.lines().flat_map(letters).count(), 0, "letters reveal hands: {output}");
    let with_hand = run("hand\n");
    assert!(with_hand.contains("> red     2 brrbyy  3 bbyyrr\n"), "{with_hand}");
    let position_output = run("position\n");
    assert_eq!(last_line(&position_output), note);
    let position = position_output.lines().rev().nth(1).expect("the position");
    assert!(position.contains(" | bag ") && position.contains(" | hand 2,3 | "), "{position_output}");
    let all = run("position all\n");
    assert!(last_line(&all).contains(" | hands 2,3/"), "{all}");
    let continued = run(&format!("position {position}\n"));
    assert!(continued.contains("> red     2 tiles\n"), "the printed position can be opened: {continued}");
}
