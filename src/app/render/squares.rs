//! Square tiles as lines of text. A tile is a small block: the letter of the track at each side, and in the middle a stroke
//! that shows which sides are joined. The tile laid last stands in brackets, the tiles it forced in round ones.

use std::collections::BTreeSet;

use super::annotations::{Annotations, won_tracks};
use super::colours::{letter, mark_on_tile, style};
use super::screen::Screen;
use super::window;
use houserule_core::geometry::{CellNaming, Coord, column_name};
use houserule_core::mechanics::TilesView;
use houserule_core::tiles::Orientation;

/// How wide a block is, the gap after it included, and how high.
const WIDTH: usize = 6;
const HEIGHT: usize = 3;

/// Lines that should be seen with the board: the names of the columns, and those to read and type below it.
const LINES_BELOW: usize = 5;

pub fn board(board: &dyn TilesView, pointed: &Annotations, screen: &Screen) -> String {
    let naming = board.naming();
    let Some((upper, lower)) = board.corners() else {
        let first = naming.write(Coord { x: 0, y: 0 }, board.corner());
        return screen.wrapped(&format!("No tile lies yet; the first goes to {first}.\n"), 2);
    };
    let column = |x: i32| match naming {
        CellNaming::Counted => column_name(x - upper.x + 1),
        CellNaming::Axial => x.to_string(),
    };
    let row = |y: i32| match naming {
        CellNaming::Counted => (y - upper.y + 1).to_string(),
        CellNaming::Axial => y.to_string(),
    };
    let [margin_x, margin_y] = margins(board, pointed, upper, lower);
    let columns: Vec<i32> = (upper.x - margin_x..=lower.x + margin_x).collect();
    let rows: Vec<i32> = (upper.y - margin_y..=lower.y + margin_y).collect();
    // Without a margin the first tile follows at once, so a gap comes before it.
    let (name, gap) = (rows.iter().map(|y| row(*y).len()).max().unwrap_or(0).max(2), (margin_x == 0) as usize);
    let label = name + gap;

    let focus = pointed.last.first().copied().or(board.tiles().last().copied()).unwrap_or(upper);
    let (wide, high) = match screen.rows {
        None => (usize::MAX, usize::MAX),
        Some(rows) => (screen.columns - label, rows.saturating_sub(LINES_BELOW)),
    };
    let place = |all: &[i32], at: i32| (at - all[0]).max(0) as usize;
    let shown_x = window::around(&vec![WIDTH; columns.len()], place(&columns, focus.x), wide);
    let shown_y = window::around(&vec![HEIGHT; rows.len()], place(&rows, focus.y), high);
    let missing =
        window::missing((shown_x.start, columns.len() - shown_x.end), (shown_y.start, rows.len() - shown_y.end));
    let (columns, rows) = (&columns[shown_x], &rows[shown_y]);

    let won = won_tracks(board, pointed, screen);
    let mut out = " ".repeat(label);
    for &x in columns {
        out.push_str(&format!("{:^WIDTH$}", column(x)));
    }
    trim(&mut out);
    for &y in rows {
        let block = |x: &i32| block(board, pointed, screen, &won, Coord { x: *x, y });
        let blocks: Vec<[String; HEIGHT]> = columns.iter().map(block).collect();
        for line in 0..HEIGHT {
            let row = if line == 1 { row(y) } else { String::new() };
            out.push_str(&format!("{row:>name$}{:gap$}", ""));
            blocks.iter().for_each(|block| out.push_str(&block[line]));
            trim(&mut out);
        }
    }
    out + &screen.wrapped(&missing, 2)
}

/// Margins, which show where tiles can be added, unless the box is full in that direction and nothing is pointed out
/// beyond it.
fn margins(board: &dyn TilesView, pointed: &Annotations, upper: Coord, lower: Coord) -> [i32; 2] {
    let full = |most: Option<i32>, span: i32| most.is_some_and(|most| span >= most);
    let beyond = |is_out: &dyn Fn(Coord) -> bool| pointed.cells().any(is_out);
    let within = board.within();
    let margin_x = (!full(within.map(|(width, _)| width), lower.x - upper.x + 1)
        || beyond(&|at| at.x < upper.x || at.x > lower.x)) as i32;
    let margin_y = (!full(within.map(|(_, height)| height), lower.y - upper.y + 1)
        || beyond(&|at| at.y < upper.y || at.y > lower.y)) as i32;
    [margin_x, margin_y]
}

fn trim(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// The three lines of one cell.
fn block(
    board: &dyn TilesView,
    pointed: &Annotations,
    screen: &Screen,
    won: &BTreeSet<(Coord, u8)>,
    at: Coord,
) -> [String; HEIGHT] {
    let blank = " ".repeat(WIDTH);
    let Some(orientation) = board.orientation_at(at) else {
        let touches = board.lattice().steps.iter().any(|step| board.orientation_at(at.plus(*step, 1)).is_some());
        let is_seen = touches || pointed.cells().any(|cell| cell == at);
        let middle = if is_seen { format!("{:^WIDTH$}", pointed.shown(at, screen)) } else { blank.clone() };
        return [blank.clone(), middle, blank];
    };
    let (left, right) = match pointed.last.iter().position(|laid| *laid == at) {
        Some(0) => ('[', ']'),
        Some(_) => ('(', ')'),
        None => (' ', ' '),
    };
    let orientation = &board.set().orientations[orientation as usize];
    let letter = |side: usize| {
        let (style, letter) =
            (style(board, orientation.colours[side], screen), letter(board, orientation.colours[side]));
        match won.contains(&(at, side as u8)) {
            true => format!("{}{}{style:#}", style.bold().underline(), letter.to_ascii_uppercase()),
            false => format!("{style}{letter}{style:#}"),
        }
    };
    let tile = screen.tile();
    let mark = if left == ' ' { tile } else { mark_on_tile(screen) };
    let sign = if pointed.highlights.contains(&at) { '*' } else { ' ' };
    let label: String = pointed.labels.get(&at).into_iter().flat_map(|label| label.chars().take(1)).collect();
    let stroke = stroke(orientation, screen);
    [
        format!("{tile}{sign} {tile:#}{}{tile} {label:<1}{tile:#} ", letter(0)),
        format!("{}{mark}{left}{mark:#}{tile}{stroke}{tile:#}{mark}{right}{mark:#}{} ", letter(3), letter(1)),
        format!("{tile}  {tile:#}{}{tile}  {tile:#} ", letter(2)),
    ]
}

/// How the upper side is joined: straight down, or round one of the corners.
fn stroke(orientation: &Orientation, screen: &Screen) -> char {
    match orientation.mates[0] {
        1 => screen.sign('╲', '\\'),
        3 => screen.sign('╱', '/'),
        _ => screen.sign('┼', '+'),
    }
}
