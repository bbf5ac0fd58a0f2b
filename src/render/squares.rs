//! Square tiles as lines of text. A tile is a small block: the letter of the track at each side, and in the middle a stroke
//! that shows which sides are joined. The tile laid last stands in brackets, the tiles it forced in round ones.

use super::colours::{letter, style};
use super::pointed::Pointed;
use crate::geometry::{At, Naming, column_name};
use crate::mechanics::Laid;
use crate::tiles::Lie;

/// How wide a block is, the gap after it included.
const WIDTH: usize = 6;

pub fn board(board: &dyn Laid, pointed: &Pointed) -> String {
    let naming = board.naming();
    let Some((upper, lower)) = board.corners() else {
        let first = naming.write(At { x: 0, y: 0 }, board.corner());
        return format!("No tile lies yet; the first goes to {first}.\n");
    };
    let column = |x: i32| match naming {
        Naming::Counted => column_name(x - upper.x + 1),
        Naming::Axial => x.to_string(),
    };
    let row = |y: i32| match naming {
        Naming::Counted => (y - upper.y + 1).to_string(),
        Naming::Axial => y.to_string(),
    };
    // A margin shows where tiles can be added, unless the box is full in that direction.
    let full = |most: Option<i32>, span: i32| most.is_some_and(|most| span >= most);
    let within = board.within();
    let margin_x = !full(within.map(|(width, _)| width), lower.x - upper.x + 1) as i32;
    let margin_y = !full(within.map(|(_, height)| height), lower.y - upper.y + 1) as i32;
    let columns: Vec<i32> = (upper.x - margin_x..=lower.x + margin_x).collect();
    let rows = upper.y - margin_y..=lower.y + margin_y;
    let label = rows.clone().map(|y| row(y).len()).max().unwrap_or(0).max(2);

    let mut out = " ".repeat(label);
    for &x in &columns {
        out.push_str(&format!("{:^WIDTH$}", column(x)));
    }
    trim(&mut out);
    for y in rows {
        let blocks: Vec<[String; 3]> = columns.iter().map(|&x| block(board, pointed, At { x, y })).collect();
        for line in 0..3 {
            let name = if line == 1 { row(y) } else { String::new() };
            out.push_str(&format!("{name:>label$}"));
            blocks.iter().for_each(|block| out.push_str(&block[line]));
            trim(&mut out);
        }
    }
    out
}

fn trim(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// The three lines of one cell.
fn block(board: &dyn Laid, pointed: &Pointed, at: At) -> [String; 3] {
    let blank = " ".repeat(WIDTH);
    let Some(lie) = board.lie_at(at) else {
        let touches = board.lattice().steps.iter().any(|step| board.lie_at(at.plus(*step, 1)).is_some());
        let is_seen = touches || pointed.cells().any(|cell| cell == at);
        let middle = if is_seen { format!("{:^WIDTH$}", pointed.text(at)) } else { blank.clone() };
        return [blank.clone(), middle, blank];
    };
    let (left, right) = match pointed.last.iter().position(|laid| *laid == at) {
        Some(0) => ('[', ']'),
        Some(_) => ('(', ')'),
        None => (' ', ' '),
    };
    let lie = &board.set().lies[lie as usize];
    let letter = |side: usize| {
        let style = style(board, lie.colours[side]);
        format!("{style}{}{style:#}", letter(board, lie.colours[side]))
    };
    let sign = if pointed.highlights.contains(&at) { '*' } else { ' ' };
    let label: String = pointed.labels.get(&at).into_iter().flat_map(|label| label.chars().take(2)).collect();
    [
        format!("{sign} {} {label:<2}", letter(0)),
        format!("{}{left}{}{right}{} ", letter(3), stroke(lie), letter(1)),
        format!("  {}   ", letter(2)),
    ]
}

/// How the upper side is joined: straight down, or round one of the corners.
fn stroke(lie: &Lie) -> char {
    match lie.mates[0] {
        1 => '\\',
        3 => '/',
        _ => '+',
    }
}
