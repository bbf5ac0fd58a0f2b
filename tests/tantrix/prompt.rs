//! What people type with the board in sight: letters for cells, tiles alone, numbers of a list.

use crate::common;
use houserule::render;

/// With the bag empty tile 34 is owed at -1,-1; the script `odd-fills` forbids it.
const OWED: &str =
    "35@0,0:0 56@0,1:1 20@0,-1:3 29@0,-2:4 10@-1,-2:5 55@0,2:5 30@1,2:1 | hand 1,2,3,4,5,34 | bag 0";

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
    let pair = |entry| str::split_once(entry, ' ').filter(|(_, cell)| cell.contains(','));
    line.trim().split("  ").filter_map(pair).collect()
}
