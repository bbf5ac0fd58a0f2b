//! Boards and moves in words, in reading order, for screen readers.

use std::collections::{BTreeMap, BTreeSet};

use super::annotations::Annotations;
use super::cells::row_label;
use super::{HandVisibility, hands};
use houserule_core::geometry::{Coord, Grid};
use houserule_core::mechanics::{Action, BoardView, Position, Seat, Stone, StoneBoard, StoneGame, TilesView};
use houserule_core::text::{capitalised, plural, series};
use houserule_core::tiles::{Orientation, OrientationIndex, TileSet};
use houserule_script::game::Game;

/// Describes the board row by row, then what may be filled and what players hold.
pub(super) fn board(game: &Game, annotations: &Annotations, visibility: HandVisibility) -> String {
    let mut lines = match game.board().view() {
        BoardView::Stones(board) => stones(board),
        BoardView::Tiles(board) => tiles(board, annotations),
    };
    lines.extend(labelled_cells(game, annotations));
    let cells = &annotations.decisive.cells;
    if !cells.is_empty() {
        let names: Vec<String> = cells.iter().map(|at| game.board().view().name(*at)).collect();
        lines.push(format!("Decided by {}.", series(&names, "and")));
    }
    match game.board().view() {
        BoardView::Stones(board) => lines.extend(super::stones::reserve_lines(game, board)),
        BoardView::Tiles(board) => lines.extend(held_tiles(board, visibility)),
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// What was said about a board, to say only what is new the next time.
#[derive(Clone, Debug, Default)]
pub struct SpokenBoard {
    /// Sentences on cells, in reading order.
    cells: BTreeMap<(i32, i32), String>,
    /// Sentences on hands.
    hands: Vec<String>,
    /// Sentences on the tiles of hands, also earlier ones: a tile stays the same in a hand.
    tiles: BTreeSet<String>,
}

impl SpokenBoard {
    pub(super) fn of(game: &Game, annotations: &Annotations, visibility: HandVisibility) -> SpokenBoard {
        let mut cells: BTreeMap<(i32, i32), String> = BTreeMap::new();
        let view = game.board().view();
        for at in view.cells().into_iter().filter(|at| view.is_occupied(*at)) {
            cells.insert((at.y, at.x), format!("{}.", describe_cell(game, at)));
        }
        let mut hands: Vec<String> = Vec::new();
        if let BoardView::Tiles(board) = view {
            cells.extend(spaces(board, annotations).into_iter().map(|(at, line)| ((at.y, at.x), line)));
            hands = held_tiles(board, visibility);
        }
        let (tiles, hands): (Vec<String>, Vec<String>) =
            hands.into_iter().partition(|line| line.starts_with(TILE_INDENT));
        SpokenBoard { cells, hands, tiles: tiles.into_iter().collect() }
    }

    /// Returns the sentences that were not said before. Moves that were announced need no more words on their cell.
    pub(super) fn news(&mut self, game: &Game, before: &SpokenBoard, announced: &[Coord]) -> Vec<String> {
        let is_announced = |at: &(i32, i32)| announced.iter().any(|cell| (cell.y, cell.x) == *at);
        let changed = self.cells.iter().filter(|(at, line)| !is_announced(at) && before.cells.get(at) != Some(line));
        let mut news: Vec<String> = changed.map(|(_, line)| line.clone()).collect();
        let view = game.board().view();
        let gone = before.cells.keys().map(|&(y, x)| Coord { x, y });
        let emptied = gone.filter(|at| view.stones().is_some() && !view.is_occupied(*at));
        news.extend(emptied.map(|at| format!("{}: empty.", view.name(at))));
        news.extend(self.hands.iter().filter(|line| !before.hands.contains(line)).cloned());
        news.extend(self.tiles.difference(&before.tiles).cloned());
        self.tiles.extend(before.tiles.iter().cloned());
        news
    }
}

/// Describes what is on a cell: every piece of a stack, the tracks of a tile, or what an empty space needs.
pub fn describe_cell(game: &Game, at: Coord) -> String {
    let text = match game.board().view() {
        BoardView::Stones(board) => match board.stack(at).as_slice() {
            [] => "empty".to_string(),
            stack => describe_stack(board.game(), stack),
        },
        BoardView::Tiles(board) => match board.orientation_at(at) {
            Some(orientation) => describe_tile(board.set(), orientation),
            None => format!("empty; {}", describe_needs(board, at)),
        },
    };
    format!("{}: {text}", game.board().view().name(at))
}

/// Describes the rows of a board of pieces, the top one first.
fn stones(board: &dyn StoneBoard) -> Vec<String> {
    let grid = &board.game().grid;
    let mut rows: BTreeMap<i32, Vec<String>> = (0..i32::from(grid.height)).map(|y| (y, Vec::new())).collect();
    for at in grid.cells().map(|cell| grid.coord(cell)) {
        let stack = board.stack(at);
        if !stack.is_empty() {
            let text = format!("{} {}", Grid::name(at), describe_stack(board.game(), &stack));
            rows.entry(at.y).or_default().push(text);
        }
    }
    if rows.values().all(Vec::is_empty) {
        return vec!["The board is empty.".to_string()];
    }
    let row = |(y, pieces): (i32, Vec<String>)| match pieces.is_empty() {
        true => format!("Row {}: empty.", y + 1),
        false => format!("Row {}: {}.", y + 1, pieces.join("; ")),
    };
    let mut lines: Vec<String> = rows.into_iter().map(row).collect();
    if !grid.rows_go_down {
        lines.reverse();
    }
    lines
}

/// Describes a stack: `black wall`, or `stack of 3, top first: black wall, white flat, black flat`.
fn describe_stack(game: &StoneGame, stack: &[Stone]) -> String {
    let piece = |stone: &Stone| format!("{} {}", game.names.seats[stone.seat], game.names.pieces[stone.kind]);
    let pieces: Vec<String> = stack.iter().rev().map(piece).collect();
    match pieces.as_slice() {
        [only] => only.clone(),
        several => format!("stack of {}, top first: {}", several.len(), several.join(", ")),
    }
}

/// Names of the sides of a hexagon and of a square.
const HEX_SIDES: [&str; 6] = ["upper right", "right", "lower right", "lower left", "left", "upper left"];
const SQUARE_SIDES: [&str; 4] = ["top", "right", "bottom", "left"];

fn side_name(sides: usize, side: usize) -> &'static str {
    if sides == 6 { HEX_SIDES[side] } else { SQUARE_SIDES[side % 4] }
}

/// Describes the tiles row by row, then the spaces where one may be laid and what they need.
fn tiles(board: &dyn TilesView, annotations: &Annotations) -> Vec<String> {
    let mut rows: BTreeMap<i32, BTreeMap<i32, String>> = BTreeMap::new();
    for at in board.tiles() {
        if let Some(orientation) = board.orientation_at(at) {
            let text = format!("{}: {}", board.name(at), describe_tile(board.set(), orientation));
            rows.entry(at.y).or_default().insert(at.x, text);
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for (y, tiles) in rows {
        lines.push(format!("Row {}.", row_label(board, y)));
        lines.extend(tiles.into_values().map(|tile| format!("  {tile}.")));
    }
    if lines.is_empty() {
        lines.push("The board is empty.".to_string());
    }
    lines.extend(spaces(board, annotations).into_iter().map(|(_, line)| line));
    lines
}

/// Describes the spaces where a tile may be laid, in the order of their labels.
fn spaces(board: &dyn TilesView, annotations: &Annotations) -> Vec<(Coord, String)> {
    let is_space = |at: &Coord| board.orientation_at(*at).is_none();
    let mut spaces: Vec<(&String, &Coord)> =
        annotations.labels.iter().filter(|(at, _)| is_space(at)).map(|(at, label)| (label, at)).collect();
    spaces.sort_by_key(|(label, _)| (label.len(), label.as_str()));
    let describe = |(label, at): (&String, &Coord)| {
        let forced = if annotations.forced.contains(at) { ", forced" } else { "" };
        (*at, format!("Space {label} at {}{forced}: {}.", board.name(*at), describe_needs(board, *at)))
    };
    spaces.into_iter().map(describe).collect()
}

/// Describes the cells that a lesson labels or highlights; labelled spaces for tiles are described elsewhere.
fn labelled_cells(game: &Game, annotations: &Annotations) -> Vec<String> {
    let view = game.board().view();
    let is_listed = |at: &Coord| view.tiles().is_none() || view.is_occupied(*at);
    let mut labels: Vec<(&String, &Coord)> =
        annotations.labels.iter().filter(|(at, _)| is_listed(at)).map(|(at, label)| (label, at)).collect();
    labels.sort_unstable();
    let mut lines: Vec<String> =
        labels.into_iter().map(|(label, at)| format!("Label {label} at {}.", describe_cell(game, *at))).collect();
    let marked: Vec<String> = annotations.highlights.iter().map(|at| view.name(*at)).collect();
    if !marked.is_empty() {
        lines.push(format!("Marked: {}.", series(&marked, "and")));
    }
    lines
}

/// Describes a tile: `tile 16, red left to upper right, ...`.
fn describe_tile(set: &TileSet, orientation: OrientationIndex) -> String {
    let orientation = &set.orientations[orientation];
    let name = match orientation.sign.as_str() {
        "" => set.tiles[orientation.tile].name.as_str(),
        sign => sign,
    };
    format!("tile {name}, {}", describe_links(set, orientation).join(", "))
}

/// Describes the tracks of a tile as it would be laid.
pub fn describe_tracks(board: &dyn TilesView, orientation: OrientationIndex) -> String {
    describe_links(board.set(), &board.set().orientations[orientation]).join(", ")
}

fn describe_links(set: &TileSet, orientation: &Orientation) -> Vec<String> {
    let links = orientation.links.iter().copied().enumerate().filter(|(side, other)| side < other);
    let link = |(side, other): (usize, usize)| {
        let colour = &set.colours[orientation.colours[side]].name;
        format!("{colour} {} to {}", side_name(set.sides, side), side_name(set.sides, other))
    };
    links.map(link).collect()
}

/// Describes the colours that the tiles around a space show to it.
fn describe_needs(board: &dyn TilesView, at: Coord) -> String {
    let lattice = board.lattice();
    let need = |side: usize| {
        let orientation = board.orientation_at(at.plus(lattice.steps[side], 1))?;
        let colour = board.set().orientations[orientation].colours[lattice.opposite(side)];
        Some(format!("{} from the {}", board.set().colours[colour].name, side_name(board.set().sides, side)))
    };
    let needs: Vec<String> = (0..lattice.sides()).filter_map(need).collect();
    if needs.is_empty() { "no neighbours".to_string() } else { needs.join(", ") }
}

/// Start of a line on a tile of a hand, which belongs to the line above.
const TILE_INDENT: &str = "  ";

/// Lists the tiles in hands: those of whoever may move with their tracks.
fn held_tiles(board: &dyn TilesView, visibility: HandVisibility) -> Vec<String> {
    let Some(board) = board.game() else { return Vec::new() };
    let Some(stock) = board.stock() else { return Vec::new() };
    let (names, set) = (&board.tile_game().names, board.set());
    let mut lines = vec![format!("Bag: {}.", plural(stock.bag().len(), "tile"))];
    for seat in names.seats.indices() {
        let who = capitalised(&names.seat_and_team(seat));
        let Some(hand) = hands::visible_hand(board, seat, visibility) else {
            let count = stock.known_hand(seat).map_or("unknown tiles".to_string(), |hand| plural(hand.len(), "tile"));
            lines.push(format!("{who} holds {count}."));
            continue;
        };
        if !board.may_move(seat) {
            let tiles: Vec<&str> = hand.iter().map(|tile| set.tiles[*tile].name.as_str()).collect();
            lines.push(format!("{who} holds {}.", if tiles.is_empty() { "no tile".into() } else { tiles.join(", ") }));
            continue;
        }
        lines.push(format!("{who} is to move and holds {}.", plural(hand.len(), "tile")));
        let first = hand.iter().filter_map(|tile| set.orientation_of(*tile, 0));
        lines.extend(
            first.map(|orientation| format!("{TILE_INDENT}{}.", capitalised(&describe_tile(set, orientation)))),
        );
    }
    lines
}

/// Describes a move in words, on the board before it; `None` where its notation is as good.
pub fn describe_action(board: &dyn Position, seat: Seat, action: &Action) -> Option<String> {
    match (action, board.view()) {
        (Action::Place { piece, at, count }, BoardView::Stones(view)) => {
            let game = view.game();
            let piece = &game.names.pieces[*piece];
            let kind = if *count == 1 { format!("a {piece}") } else { plural(*count as usize, piece) };
            let owner = view.placement_owner();
            let whose = if owner == seat { String::new() } else { format!(", which is {}'s", game.names.seats[owner]) };
            Some(format!("places {kind} on {}{whose}", Grid::name(*at)))
        }
        (Action::Spread { from, direction, drops, .. }, BoardView::Stones(view)) => {
            let step = view.game().grid.steps[*direction];
            let dropped: Vec<String> = drops
                .iter()
                .enumerate()
                .map(|(index, count)| {
                    let at = from.plus(step, index as i32 + 1);
                    format!("{count} on {}", Grid::name(at))
                })
                .collect();
            let from = Grid::name(*from);
            Some(format!("moves from {from} and drops {}", series(&dropped, "and")))
        }
        (Action::Lay { orientation: Some(orientation), at, .. }, BoardView::Tiles(view)) => {
            Some(format!("plays {} at {}", describe_tile(view.set(), *orientation), view.name(*at)))
        }
        _ => None,
    }
}
