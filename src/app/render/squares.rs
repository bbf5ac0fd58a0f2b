//! Square tiles as text. A tile is a small block: the letter of the track at each side, and in the centre a stroke that
//! shows which sides are joined. The last tile is in square brackets, the tiles it forced in round ones.

use std::collections::BTreeSet;

use super::annotations::{Annotations, decisive_sides};
use super::cells::{all_cells, column_label, focus_cells, row_label};
use super::colours::{colour_letter, tile_mark_style, track_style};
use super::screen::{Screen, lines_below};
use super::stones::end_line;
use super::window::{self, DrawnBoard};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;
use houserule_core::tiles::Orientation;

/// Width of a block with the gap after it, and its height.
const WIDTH: usize = 6;
const HEIGHT: usize = 3;

pub fn board(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> DrawnBoard {
    let naming = board.naming();
    let Some((upper, lower)) = board.corners() else {
        let first = naming.write(Coord { x: 0, y: 0 }, board.corner());
        let text = format!("The board is empty; the first tile goes on {first}.\n");
        return DrawnBoard::whole(screen.wrap_lines(&text, 2));
    };
    let (column, row) = (|x: i32| column_label(board, x), |y: i32| row_label(board, y));
    let [margin_x, margin_y] = margins(board, annotations, upper, lower);
    let columns: Vec<i32> = (upper.x - margin_x..=lower.x + margin_x).collect();
    let rows: Vec<i32> = (upper.y - margin_y..=lower.y + margin_y).collect();
    // Without a margin, a gap separates the names of the rows from the first tile.
    let (name, gap) = (rows.iter().map(|y| row(*y).len()).max().unwrap_or(0).max(2), (margin_x == 0) as usize);
    let label = name + gap;

    let focus = focus_cells(board, annotations);
    let (max_width, max_height) = match screen.rows {
        None => (usize::MAX, usize::MAX),
        Some(rows) => (screen.columns - label, rows.saturating_sub(lines_below::SQUARES)),
    };
    let index_of = |all: &[i32], at: i32| (at - all[0]).max(0) as usize;
    let (focus_x, focus_y): (Vec<usize>, Vec<usize>) =
        focus.iter().map(|at| (index_of(&columns, at.x), index_of(&rows, at.y))).unzip();
    let shown_x = window::visible_range(&vec![WIDTH; columns.len()], &focus_x, max_width);
    let shown_y = window::visible_range(&vec![HEIGHT; rows.len()], &focus_y, max_height);
    let note = window::describe_hidden(
        (shown_x.start, columns.len() - shown_x.end),
        (shown_y.start, rows.len() - shown_y.end),
    );
    let (columns, rows) = (&columns[shown_x], &rows[shown_y]);

    let decisive = decisive_sides(board, annotations, screen);
    let mut out = " ".repeat(label);
    for &x in columns {
        out.push_str(&format!("{:^WIDTH$}", column(x)));
    }
    end_line(&mut out);
    for &y in rows {
        let block = |x: &i32| render_block(board, annotations, screen, &decisive, Coord { x: *x, y });
        let blocks: Vec<[String; HEIGHT]> = columns.iter().map(block).collect();
        for line in 0..HEIGHT {
            let row = if line == 1 { row(y) } else { String::new() };
            out.push_str(&format!("{row:>name$}{:gap$}", ""));
            blocks.iter().for_each(|block| out.push_str(&block[line]));
            end_line(&mut out);
        }
    }
    out += &screen.wrap_lines(&note, 2);
    let is_hidden = |at: &Coord| !columns.contains(&at.x) || !rows.contains(&at.y);
    DrawnBoard { text: out, hidden: all_cells(board, annotations).into_iter().filter(is_hidden).collect() }
}

/// Returns the margins, which show where tiles can be added: none where the box is full and nothing is annotated
/// outside it.
fn margins(board: &dyn TilesView, annotations: &Annotations, upper: Coord, lower: Coord) -> [i32; 2] {
    let is_full = |most: Option<i32>, span: i32| most.is_some_and(|most| span >= most);
    let has_outside = |is_out: &dyn Fn(Coord) -> bool| annotations.cells().any(is_out);
    let within = board.max_extent();
    let margin_x = (!is_full(within.map(|(width, _)| width), lower.x - upper.x + 1)
        || has_outside(&|at| at.x < upper.x || at.x > lower.x)) as i32;
    let margin_y = (!is_full(within.map(|(_, height)| height), lower.y - upper.y + 1)
        || has_outside(&|at| at.y < upper.y || at.y > lower.y)) as i32;
    [margin_x, margin_y]
}

/// Renders the three lines of a cell.
fn render_block(
    board: &dyn TilesView,
    annotations: &Annotations,
    screen: &Screen,
    decisive: &BTreeSet<(Coord, usize)>,
    at: Coord,
) -> [String; HEIGHT] {
    let blank = " ".repeat(WIDTH);
    let Some(orientation) = board.orientation_at(at) else {
        let touches = board.lattice().steps.iter().any(|step| board.orientation_at(at.plus(*step, 1)).is_some());
        let is_shown = touches || annotations.cells().any(|cell| cell == at);
        let middle = if is_shown { format!("{:^WIDTH$}", annotations.text_on(at, screen)) } else { blank.clone() };
        return [blank.clone(), middle, blank];
    };
    let (left, right) = match annotations.changed(at) {
        Some(0) => ('[', ']'),
        Some(_) => ('(', ')'),
        None => (' ', ' '),
    };
    let orientation = &board.set().orientations[orientation];
    let letter = |side: usize| {
        let (style, letter) =
            (track_style(board, orientation.colours[side], screen), colour_letter(board, orientation.colours[side]));
        match decisive.contains(&(at, side)) {
            true => format!("{}{}{style:#}", style.bold().underline(), letter.to_ascii_uppercase()),
            false => format!("{style}{letter}{style:#}"),
        }
    };
    let tile = screen.tile_style();
    let mark = if left == ' ' { tile } else { tile_mark_style(screen) };
    let highlight = if annotations.highlights.contains(&at) { '*' } else { ' ' };
    let label: String = annotations.labels.get(&at).into_iter().flat_map(|label| label.chars().take(1)).collect();
    let stroke = stroke(orientation, screen);
    [
        format!("{tile}{highlight} {tile:#}{}{tile} {label:<1}{tile:#} ", letter(0)),
        format!("{}{mark}{left}{mark:#}{tile}{stroke}{tile:#}{mark}{right}{mark:#}{} ", letter(3), letter(1)),
        format!("{tile}  {tile:#}{}{tile}  {tile:#} ", letter(2)),
    ]
}

/// Symbol of the link of the upper side: straight down, or round a corner.
fn stroke(orientation: &Orientation, screen: &Screen) -> char {
    match orientation.links[0] {
        1 => screen.symbol('╲', '\\'),
        3 => screen.symbol('╱', '/'),
        _ => screen.symbol('┼', '+'),
    }
}
