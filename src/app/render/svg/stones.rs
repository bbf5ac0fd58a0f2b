//! A board of stones: squares or hexagons, piles with their layers, coordinates and marks.

use super::super::Annotations;
use super::drawing::{FAINT, SvgDrawing, SvgLayer, TextStyle, number, points};
use super::marks::CellMark;
use super::paint::{Paint, WON};
use super::pieces;
use super::transform::{CellTransform, HALF, point};
use houserule_core::geometry::{Coord, Grid};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Seat, StoneBoard};

const FRAME: &str = "#cdb88d";
const CELLS: [&str; 2] = ["#f4ecdb", "#ebdfc6"];

pub fn draw(drawing: &mut SvgDrawing, board: &dyn StoneBoard, pointed: &Annotations, paints: &IndexVec<Seat, Paint>) {
    let grid = &board.game().grid;
    let plot = CellTransform { sides: if grid.is_hex() { 6 } else { 4 }, upwards: true };
    ground(drawing, grid, plot);
    sides(drawing, board, plot, paints);
    for cell in grid.cells() {
        let at = grid.at(cell);
        let stack = board.stack(at);
        let spot = CellMark { plot, at, is_empty: stack.is_empty() };
        if pointed.deciding.cells.contains(&at) {
            spot.won_ground(drawing);
        } else if let Some(index) = pointed.last.iter().position(|last| *last == at) {
            // Where a stack came from is told apart from where it went.
            spot.last_ground(drawing, index == 0 && pointed.last.len() > 1);
        }
        if !stack.is_empty() {
            // Tall piles may reach over the cell behind them.
            let id = pieces::define(drawing, board.game(), &stack, paints);
            drawing.stamp(SvgLayer::Pieces, -at.y, &id, plot.middle(at));
        }
        spot.pointers(drawing, pointed);
    }
    road(drawing, plot, pointed);
    coordinates(drawing, grid, plot);
}

/// The frame and the cells.
fn ground(drawing: &mut SvgDrawing, grid: &Grid, plot: CellTransform) {
    let [right, down] = plot.reach();
    for (index, fill) in CELLS.iter().enumerate() {
        let id = drawing.id(&format!("cell-{index}"));
        let outline = points(&plot.corners([0.0, 0.0], HALF - 3.7));
        drawing.define(&id, || {
            format!(
                "<polygon id=\"{id}\" points=\"{outline}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"5\" stroke-linejoin=\"round\"/>"
            )
        });
    }
    let frame = drawing.id("frame");
    // Squares have one frame, cells of other boards one each.
    let has_frame = plot.sides == 4 && grid.is_whole();
    if has_frame {
        let [left, low] = plot.middle(Coord { x: 0, y: 0 });
        let [wide, high] = [2.0 * HALF * grid.width as f64, 2.0 * HALF * grid.height as f64];
        let [x, y, wide, high] = [left - HALF - 8.0, low + HALF - high - 8.0, wide + 16.0, high + 16.0].map(number);
        drawing.put(
            SvgLayer::Board,
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" rx=\"13\" fill=\"{FRAME}\"/>"),
        );
    } else {
        let outline = points(&plot.corners([0.0, 0.0], HALF));
        drawing.define(&frame, || {
            format!(
                "<polygon id=\"{frame}\" points=\"{outline}\" fill=\"{FRAME}\" stroke=\"{FRAME}\" stroke-width=\"18\" stroke-linejoin=\"round\"/>"
            )
        });
    }
    for cell in grid.cells() {
        let at = grid.at(cell);
        let [x, y] = plot.middle(at);
        drawing.bounds.reach([x - right - 9.0, y - down - 9.0], [x + right + 9.0, y + down + 9.0]);
        if !has_frame {
            drawing.stamp(SvgLayer::Board, 0, &frame, [x, y]);
        }
        let id = if plot.sides == 4 && (at.x + at.y) % 2 == 1 { "cell-1" } else { "cell-0" };
        let id = drawing.id(id);
        drawing.stamp(SvgLayer::Board, 1, &id, [x, y]);
    }
}

/// Where the rules say which sides a seat joins, they are painted in its colour.
fn sides(drawing: &mut SvgDrawing, board: &dyn StoneBoard, plot: CellTransform, paints: &IndexVec<Seat, Paint>) {
    let grid = &board.game().grid;
    for (seat, paint) in paints.iter_enumerated() {
        for edge in board.sides_of(seat) {
            let sides: Vec<usize> = edge.outward.iter().map(|&step| plot.side(step)).collect();
            let [dx, dy] = point(5.0, plot.direction(sides[0] as f64 + (sides.len() - 1) as f64 / 2.0));
            let mut cells: Vec<Coord> = grid.edge(edge).map(|cell| grid.at(cell)).collect();
            cells.sort();
            let mut line: Vec<[f64; 2]> = Vec::new();
            for at in cells {
                let corners = plot.corners(plot.middle(at), HALF);
                let before = (sides[0] + plot.sides - 1) % plot.sides;
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

/// A road that decided the game, as one line.
fn road(drawing: &mut SvgDrawing, plot: CellTransform, pointed: &Annotations) {
    let cells = &pointed.deciding.cells;
    let touches = |pair: &[Coord]| {
        let (dx, dy) = ((pair[0].x - pair[1].x).abs(), (pair[0].y - pair[1].y).abs());
        dx <= 1 && dy <= 1
    };
    if cells.len() < 2 || !cells.windows(2).all(touches) {
        return;
    }
    let middles: Vec<[f64; 2]> = cells.iter().map(|at| plot.middle(*at)).collect();
    drawing.put(
        SvgLayer::Over,
        format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{WON}\" stroke-width=\"6\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             stroke-opacity=\"0.85\"/>",
            points(&middles)
        ),
    );
}

/// Letters below, numbers at the left. Where cells are missing, letters stand above: below they would meet numbers.
fn coordinates(drawing: &mut SvgDrawing, grid: &Grid, plot: CellTransform) {
    let kind = TextStyle::new(16.0, FAINT);
    let [_, down] = plot.reach();
    let cells = || grid.cells().map(|cell| grid.at(cell));
    for x in 0..grid.width as i32 {
        let Some(top) = cells().filter(|at| at.x == x).last() else { continue };
        let name = Grid::name(top);
        let letter: String = name.chars().take(1).collect();
        let [right, low] = plot.middle(Coord { x, y: 0 });
        let place = if grid.is_whole() { [right, low + down + 23.0] } else { plot.middle(Coord { x, y: top.y + 1 }) };
        drawing.write(SvgLayer::Margin, kind.middle(), place, &letter);
    }
    for y in 0..grid.height as i32 {
        let Some(first) = cells().find(|at| at.y == y) else { continue };
        let [left, middle] = plot.middle(first);
        drawing.write(SvgLayer::Margin, kind.end(), [left - HALF - 16.0, middle], &(y + 1).to_string());
    }
}
