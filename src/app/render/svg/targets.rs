//! Targets: invisible shapes over the cells of a board and the pieces of its stacks, with what a page and a screen
//! reader have to know about them. Also single tiles and pieces, for the buttons of a page.

use super::super::{Annotations, Palette, speech};
use super::drawing::{Bounds, SvgDrawing, SvgLayer, number, points};
use super::transform::{CellTransform, HALF};
use super::{SvgStyle, draw_board, pieces, seat_paints, tile_board, tiles};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, PieceKind, Seat, Stone};
use houserule_core::text::escaped;
use houserule_core::tiles::{OrientationIndex, TileSet};
use houserule_script::game::Game;

/// Renders the board alone, with targets, for a page that makes them work.
pub fn svg_with_targets(game: &Game, annotations: &Annotations, style: &SvgStyle) -> String {
    let style = SvgStyle { has_targets: true, ..*style };
    let mut drawing = draw_board(game, annotations, &style);
    drawing.description = format!("Board of {}", game.plan().title);
    drawing.interactive_document()
}

/// Renders one tile, as a picture.
pub fn svg_of_tile(set: &TileSet, orientation: OrientationIndex, palette: Palette) -> String {
    let mut drawing = SvgDrawing::new();
    let id = tiles::define_tile(&mut drawing, set, orientation, palette);
    drawing.stamp(SvgLayer::Pieces, 0, &id, [0.0, 0.0]);
    tiles::draw_name(&mut drawing, set, orientation, [0.0, 0.0]);
    let [right, down] = CellTransform::of_tiles(set).half_size();
    drawing.excerpt(Bounds { left: -right, top: -down, right, bottom: down }, false)
}

/// Renders one piece, as a picture; `None` in a game without pieces.
pub fn svg_of_piece(game: &Game, seat: Seat, kind: PieceKind, style: &SvgStyle) -> Option<String> {
    let board = game.board().view().stones()?;
    let mut drawing = SvgDrawing::new();
    let id = pieces::define_pile(&mut drawing, board.game(), &[Stone { seat, kind }], &seat_paints(game, style));
    drawing.stamp(SvgLayer::Pieces, 0, &id, [0.0, 0.0]);
    Some(drawing.excerpt(Bounds { left: -HALF, top: -HALF, right: HALF, bottom: HALF }, false))
}

/// Draws a target over each cell.
pub fn draw(drawing: &mut SvgDrawing, game: &Game, annotations: &Annotations) {
    match game.board().view() {
        BoardView::Stones(board) => {
            let grid = &board.game().grid;
            let transform = CellTransform::of_grid(grid);
            for at in grid.cells().map(|cell| grid.coord(cell)) {
                let layers = match board.game().carry {
                    0 => String::new(),
                    _ => pieces::layer_targets(board.height(at) as usize, transform.centre(at)),
                };
                draw_target(drawing, game, annotations, (transform, at), &layers);
            }
        }
        BoardView::Tiles(board) => {
            let transform = CellTransform::of_tiles(board.set());
            for at in tile_board::shown_cells(board, annotations) {
                draw_target(drawing, game, annotations, (transform, at), "");
            }
        }
    }
}

fn draw_target(
    drawing: &mut SvgDrawing,
    game: &Game,
    annotations: &Annotations,
    (transform, at): (CellTransform, Coord),
    layers: &str,
) {
    let view = game.board().view();
    let order = annotations.last_move.iter().position(|last| *last == at);
    let order = order.map_or_else(String::new, |order| format!(" data-last=\"{order}\""));
    let tile = view.tiles().and_then(|board| Some(&board.set().orientations[board.orientation_at(at)?]));
    let tile = tile.zip(view.tiles()).map_or_else(String::new, |(orientation, board)| {
        let name = escaped(&board.set().tiles[orientation.tile].name);
        format!(" data-tile=\"{name}\" data-turn=\"{}\"", orientation.rotation)
    });
    let kind = if view.is_occupied(at) { "cell occupied" } else { "cell" };
    let forced = if annotations.forced.contains(&at) { " forced" } else { "" };
    let [x, y] = transform.centre(at).map(number);
    drawing.put(
        SvgLayer::Targets,
        format!(
            "<g class=\"{kind}{forced}\" data-at=\"{}\" data-cell=\"{},{}\" data-centre=\"{x},{y}\"{order}{tile} tabindex=\"-1\" \
             role=\"button\" aria-label=\"{}\"><polygon points=\"{}\" fill=\"none\" pointer-events=\"all\"/>{layers}</g>",
            escaped(&view.name(at)),
            at.x,
            at.y,
            escaped(&label(game, annotations, at)),
            points(&transform.corners(transform.centre(at), HALF - 1.0)),
        ),
    );
}

/// Describes a cell with its marks.
fn label(game: &Game, annotations: &Annotations, at: Coord) -> String {
    let mut text = speech::describe_cell(game, at);
    let mut add = |is_marked: bool, mark: &str| {
        if is_marked {
            text = format!("{text}, {mark}");
        }
    };
    add(annotations.forced.contains(&at), "forced space");
    add(annotations.controlled.contains(&at), "no tile may go here now");
    add(annotations.threats.contains(&at), "winning threat");
    add(annotations.decisive.cells.contains(&at), "decided the game");
    add(annotations.last_move.contains(&at), "last move");
    add(annotations.highlights.contains(&at), "highlighted");
    if let Some(label) = annotations.labels.get(&at) {
        text = format!("{text}, label {label}");
    }
    text
}
