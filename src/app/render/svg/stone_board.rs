//! A board of stones: squares or hexagons, piles with their layers, coordinates and marks.

use super::super::Annotations;
use super::drawing::{FAINT, SvgDrawing, SvgLayer, TextStyle, number, points};
use super::marks::CellMark;
use super::paint::{DECISIVE, LAST_MOVE, Paint};
use super::pieces;
use super::transform::{CellTransform, HALF, polar};
use houserule_core::geometry::{Coord, Grid};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Seat, StoneBoard};

const FRAME: &str = "#cdb88d";
const CELLS: [&str; 2] = ["#f4ecdb", "#ebdfc6"];

pub fn draw(
    drawing: &mut SvgDrawing,
    board: &dyn StoneBoard,
    annotations: &Annotations,
    paints: &IndexVec<Seat, Paint>,
) {
    let grid = &board.game().grid;
    let transform = CellTransform::of_grid(grid);
    draw_cells(drawing, grid, transform);
    draw_sides(drawing, board, transform, paints);
    for cell in grid.cells() {
        let at = grid.coord(cell);
        let stack = board.stack(at);
        let mark = CellMark { transform, at, is_empty: stack.is_empty() };
        if annotations.decisive.cells.contains(&at) {
            mark.background(drawing, DECISIVE, "0.9");
        } else if let Some(index) = annotations.last_move.iter().position(|last| *last == at) {
            // The origin of a stack that moved is fainter than its destination.
            let is_origin = index == 0 && annotations.last_move.len() > 1;
            mark.background(drawing, LAST_MOVE, if is_origin { "0.35" } else { "0.75" });
        } else if annotations.earlier.contains(&at) {
            mark.background(drawing, LAST_MOVE, "0.5");
        }
        if !stack.is_empty() {
            // Tall piles may reach over the cell behind them.
            let id = pieces::define_pile(drawing, board.game(), &stack, paints);
            drawing.stamp_on(SvgLayer::Pieces, -at.y, &id, transform.centre(at), at);
            pieces::draw_height(drawing, stack.len(), transform.centre(at));
        }
        mark.draw_annotations(drawing, annotations);
    }
    trace_road(drawing, transform, annotations);
    write_coordinates(drawing, grid, transform);
}

/// Defines the two kinds of cells.
pub fn define_cells(drawing: &mut SvgDrawing, transform: CellTransform) {
    for (index, fill) in CELLS.iter().enumerate() {
        let id = drawing.id(&format!("cell-{index}"));
        let outline = points(&transform.corners([0.0, 0.0], HALF - 3.7));
        drawing.define(&id, || {
            format!(
                "<polygon id=\"{id}\" points=\"{outline}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"5\" stroke-linejoin=\"round\"/>"
            )
        });
    }
}

/// Draws one cell, without what is on it.
pub fn draw_cell(drawing: &mut SvgDrawing, transform: CellTransform, at: Coord) {
    let id = if transform.sides == 4 && (at.x + at.y) % 2 == 1 { "cell-1" } else { "cell-0" };
    let id = drawing.id(id);
    drawing.stamp(SvgLayer::Board, 1, &id, transform.centre(at));
}

/// Draws the frame and the cells.
fn draw_cells(drawing: &mut SvgDrawing, grid: &Grid, transform: CellTransform) {
    let [right, down] = transform.half_size();
    define_cells(drawing, transform);
    let frame = drawing.id("frame");
    // Whole boards of squares have one frame; the cells of others have one each.
    let has_frame = transform.sides == 4 && grid.is_whole();
    if has_frame {
        let [left, low] = transform.centre(Coord { x: 0, y: 0 });
        let [wide, high] = [2.0 * HALF * f64::from(grid.width), 2.0 * HALF * f64::from(grid.height)];
        let [x, y, wide, high] = [left - HALF - 8.0, low + HALF - high - 8.0, wide + 16.0, high + 16.0].map(number);
        drawing.put(
            SvgLayer::Board,
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" rx=\"13\" fill=\"{FRAME}\"/>"),
        );
    } else {
        let outline = points(&transform.corners([0.0, 0.0], HALF));
        drawing.define(&frame, || {
            format!(
                "<polygon id=\"{frame}\" points=\"{outline}\" fill=\"{FRAME}\" stroke=\"{FRAME}\" stroke-width=\"18\" stroke-linejoin=\"round\"/>"
            )
        });
    }
    for cell in grid.cells() {
        let at = grid.coord(cell);
        let [x, y] = transform.centre(at);
        drawing.bounds.include([x - right - 9.0, y - down - 9.0], [x + right + 9.0, y + down + 9.0]);
        if !has_frame {
            drawing.stamp(SvgLayer::Board, 0, &frame, [x, y]);
        }
        draw_cell(drawing, transform, at);
    }
}

/// Paints the sides that a seat joins in its colour, where the rules assign sides.
fn draw_sides(
    drawing: &mut SvgDrawing,
    board: &dyn StoneBoard,
    transform: CellTransform,
    paints: &IndexVec<Seat, Paint>,
) {
    let grid = &board.game().grid;
    for (seat, paint) in paints.iter_enumerated() {
        for edge in board.edges_of(seat) {
            let mut sides: Vec<usize> = edge.outward.iter().map(|&step| transform.side(step)).collect();
            if grid.rows_go_down {
                // The mirror image of the board goes round the other way.
                sides.reverse();
            }
            let [dx, dy] = polar(5.0, transform.direction(sides[0] as f64 + (sides.len() - 1) as f64 / 2.0));
            let mut cells: Vec<Coord> = grid.edge(edge).map(|cell| grid.coord(cell)).collect();
            cells.sort();
            let mut line: Vec<[f64; 2]> = Vec::new();
            for at in cells {
                let corners = transform.corners(transform.centre(at), HALF);
                let before = (sides[0] + transform.sides - 1) % transform.sides;
                let mut outer: Vec<[f64; 2]> = [before]
                    .iter()
                    .chain(&sides)
                    .map(|corner| [corners[*corner][0] + dx, corners[*corner][1] + dy])
                    .collect();
                // Clockwise so far; the cells are sorted from left to right or upwards.
                let ([x, y], [last_x, last_y]) = (outer[0], outer[sides.len()]);
                if last_x < x - 1.0 || last_x < x + 1.0 && last_y > y {
                    outer.reverse();
                }
                line.extend(outer);
            }
            drawing.put_at(
                SvgLayer::Board,
                2,
                format!(
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"8\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                    points(&line),
                    paint.face
                ),
            );
        }
    }
}

/// Traces a road that decided the game.
fn trace_road(drawing: &mut SvgDrawing, transform: CellTransform, annotations: &Annotations) {
    let cells = &annotations.decisive.cells;
    let touches = |pair: &[Coord]| {
        let (dx, dy) = ((pair[0].x - pair[1].x).abs(), (pair[0].y - pair[1].y).abs());
        dx <= 1 && dy <= 1
    };
    if cells.len() < 2 || !cells.windows(2).all(touches) {
        return;
    }
    let centres: Vec<[f64; 2]> = cells.iter().map(|at| transform.centre(*at)).collect();
    drawing.put(
        SvgLayer::Traces,
        format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{DECISIVE}\" stroke-width=\"6\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             stroke-opacity=\"0.85\"/>",
            points(&centres)
        ),
    );
}

/// Writes letters below and numbers at the left. Where cells are missing, letters are above: below they would meet
/// numbers.
fn write_coordinates(drawing: &mut SvgDrawing, grid: &Grid, transform: CellTransform) {
    let style = TextStyle::new(16.0, FAINT);
    let [_, down] = transform.half_size();
    let (columns, rows) = (0..i32::from(grid.width), 0..i32::from(grid.height));
    let is_cell = |at: &Coord| grid.cell(*at).is_some();
    for x in columns.clone() {
        let Some(top) = rows.clone().rev().map(|y| Coord { x, y }).find(is_cell) else { continue };
        let name = Grid::name(top);
        let letter: String = name.chars().take(1).collect();
        let [right, low] = transform.centre(Coord { x, y: 0 });
        let point = match grid.is_whole() {
            true if grid.rows_go_down => [right, low - down - 23.0],
            true => [right, low + down + 23.0],
            false => transform.centre(Coord { x, y: top.y + 1 }),
        };
        drawing.write(SvgLayer::Margin, style.middle(), point, &letter);
    }
    for y in rows {
        let Some(first) = columns.clone().map(|x| Coord { x, y }).find(is_cell) else { continue };
        let [left, middle] = transform.centre(first);
        drawing.write(SvgLayer::Margin, style.end(), [left - HALF - 16.0, middle], &(y + 1).to_string());
    }
}
