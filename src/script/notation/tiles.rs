//! Notation of numbered tiles: `37@2,-1:4` is tile 37 at column 2, row -1, rotated clockwise by four sides. A position is
//! placements, then parts after a bar: `bag 40` or `bag 3,17`, `hand 4,5` or `hands 4,5/7,8`, `seat blue`, `step 2`.
//! An unspecified hand is `?` among `hands`. Script variables, the last part, are parsed elsewhere, and so are the parts of
//! offboard rules (`offboard`).

mod edit;
mod offboard;
mod spaces;

use super::record::{LineTurns, Record};
use super::{Notation, ParsedStart, puzzles};
use crate::notation::NotationError;
use houserule_core::geometry::{CellNaming, Coord};
use houserule_core::mechanics::{
    Action, BagAndHands, BagSetup, BoardRules, Position, Seat, Setup, TileBoard, TileSetup, TilesView,
};
use houserule_core::names::Names;
use houserule_core::text::{nearest, one_line, plural, series};
use houserule_core::tiles::{OrientationIndex, TileIndex, TileSet};

#[derive(Debug)]
pub struct TileNotation;

/// Separator of the parts of a position.
const BAR: &str = " | ";
/// Hand that is not specified.
const UNKNOWN_HAND: &str = "?";

impl Notation for TileNotation {
    fn name(&self) -> &'static str {
        "tiles"
    }

    fn supports(&self, rules: &dyn BoardRules) -> Result<(), NotationError> {
        match rules.tile_set() {
            Some(_) => Ok(()),
            None => Err("this notation is for tiles, but this game has pieces".into()),
        }
    }

    fn naming(&self) -> CellNaming {
        CellNaming::Axial
    }

    fn read_move(&self, text: &str, board: &dyn Position) -> Result<Action, NotationError> {
        let text = text.trim();
        if let Some(puzzle) = board.view().puzzle() {
            return puzzles::read_move(text, puzzle);
        }
        let Some(tiles) = board.view().tile_game() else { return Err("this game has no tiles".into()) };
        let typed = one_line(text, 40);
        let (seat, text) = offboard::read_seat(text, tiles)?;
        if let Some(action) = offboard::read(text, seat, tiles) {
            return action;
        }
        let Some((name, place)) = text.split_once('@') else {
            let message = format!("`{typed}` is not a placement; {}", self.help(board));
            return Err(NotationError::NotAMove(message));
        };
        let set = &tiles.tile_game().set;
        let tile = read_tile(name, set)?;
        let (cell, rotation) = match place.split_once(':') {
            Some((cell, rotation)) => (cell, Some(rotation)),
            None => (place, None),
        };
        let at = read_cell(cell)?;
        let orientation = match rotation {
            Some(rotation) => Some(read_orientation(rotation, tile, set)?),
            None => only_orientation(tile, at, tiles, &typed)?,
        };
        Ok(Action::Lay { seat, sign: name.to_string(), orientation, at, corner: tiles.corner() })
    }

    fn write_move(&self, action: &Action, board: &dyn Position) -> String {
        if let Some(puzzle) = board.view().puzzle() {
            return puzzles::write_move(action, puzzle);
        }
        match (action, board.view().tile_game()) {
            (Action::Lay { seat, orientation: Some(orientation), at, .. }, Some(tiles)) => {
                offboard::with_seat(*seat, write_tile(&tiles.tile_game().set, *at, *orientation))
            }
            (action, Some(tiles)) => {
                offboard::write(action, tiles).map_or("?".into(), |text| offboard::with_seat(action.seat(), text))
            }
            _ => "?".into(),
        }
    }

    fn settings_of_position(&self, _: &str) -> Result<Vec<(String, String)>, NotationError> {
        Ok(Vec::new())
    }

    fn read_position(&self, text: &str, board: &dyn Position) -> Result<ParsedStart, NotationError> {
        if let Some(puzzle) = board.view().puzzle() {
            return puzzles::read_position(text, puzzle).map(|setup| ParsedStart::Setup(Setup::Tiles(setup)));
        }
        let tiles = board.view().tile_game().ok_or("this game has no tiles")?;
        read_position(text, tiles).map(|setup| ParsedStart::Setup(Setup::Tiles(setup)))
    }

    fn write_position(&self, board: &dyn Position, _: &[String]) -> String {
        match board.view().puzzle() {
            Some(puzzle) => puzzles::write_position(puzzle),
            None => board.view().tile_game().map(|tiles| write_position(tiles, Observer::All)).unwrap_or_default(),
        }
    }

    fn write_visible_position(&self, board: &dyn Position, moves: &[String], seat: Option<Seat>) -> String {
        match board.view().tile_game() {
            Some(tiles) => write_position(tiles, Observer::Seat(seat)),
            None => self.write_position(board, moves),
        }
    }

    fn put(&self, typed: &str, setup: &mut Setup, board: &dyn Position) -> Result<(), NotationError> {
        match (setup, board.view().tiles()) {
            (Setup::Tiles(setup), Some(tiles)) => edit::put(typed, setup, tiles.set()),
            _ => Err("this game has no tiles".into()),
        }
    }

    fn clear(&self, typed: &str, setup: &mut Setup, board: &dyn Position) -> Result<(), NotationError> {
        match (setup, board.view().tiles()) {
            (Setup::Tiles(setup), Some(tiles)) => edit::clear(typed, setup, tiles.set()),
            _ => Err("this game has no tiles".into()),
        }
    }

    fn file_extension(&self) -> &'static str {
        "toml"
    }

    /// There is no public format, so a record is a saved game.
    fn write_file(&self, record: &Record, _: &LineTurns, _: &Names) -> String {
        record.to_saved()
    }

    fn labels(&self, legal: &[Action], board: &dyn Position) -> Vec<(Coord, String)> {
        let place = |action: &Action| match action {
            Action::Lay { at, .. } => Some(*at),
            _ => None,
        };
        let places = legal.iter().filter_map(place).collect();
        board.view().tiles().map(|tiles| spaces::labels(tiles, places)).unwrap_or_default()
    }

    /// Replaces the label in `16 A`, `16@ a` or `16@a` by its cell.
    fn expand_labels(&self, typed: &str, labels: &mut dyn FnMut() -> Vec<(Coord, String)>) -> String {
        let normalized = puzzles::normalize(typed);
        let typed = normalized.trim();
        let parts = typed.split_once('@').or_else(|| typed.split_once(char::is_whitespace));
        let Some((name, place)) = parts else { return typed.to_string() };
        let (name, place) = (name.trim(), place.split_whitespace().collect::<String>());
        let (cell, rotation) = place.split_at(place.find(':').unwrap_or(place.len()));
        let is_label = !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_alphabetic());
        let labels = if is_label { labels() } else { Vec::new() };
        match labels.into_iter().find(|(_, label)| label.eq_ignore_ascii_case(cell)) {
            Some((at, _)) => format!("{name}@{}{rotation}", CellNaming::Axial.write(at, at)),
            None => format!("{name}@{place}"),
        }
    }

    /// `16@2,-1:3` as `16 c:3`, or as `16 c` where only one way fits.
    fn shorten(&self, mv: &str, legal: &[String], labels: &[(Coord, String)]) -> String {
        let Some((name, place)) = mv.split_once('@') else { return mv.to_string() };
        let (cell, rotation) = place.split_at(place.find(':').unwrap_or(place.len()));
        let Some((_, label)) = labels.iter().find(|(at, _)| CellNaming::Axial.write(*at, *at) == cell) else {
            return mv.to_string();
        };
        let start = format!("{name}@{cell}:");
        let is_only = legal.iter().filter(|other| other.starts_with(&start)).count() == 1;
        format!("{name} {label}{}", if is_only { "" } else { rotation })
    }

    /// Name of a tile, alone or before a cell.
    fn is_move_prefix(&self, word: &str, board: &dyn Position) -> bool {
        if board.view().puzzle().is_some() && puzzles::MOVE_WORDS.contains(&word.to_lowercase().as_str()) {
            return true;
        }
        let is_named = board.view().tiles().is_some_and(|tiles| tiles.set().tile_named(word).is_some());
        is_named || board.view().tile_game().is_some_and(|tiles| offboard::is_move_word(word, tiles))
    }

    fn is_choice_prefix(&self, typed: &str, mv: &str) -> bool {
        let rest = |mv: &str| mv.strip_prefix(typed.trim()).is_some_and(|rest| rest.starts_with(['@', ':', '/', '>']));
        rest(mv) || rest(offboard::strip_seat(mv))
    }

    /// If a puzzle leaves the orientation open, players usually want the tile to match.
    fn filter_choices(&self, choices: Vec<String>, board: &dyn Position) -> Vec<String> {
        match board.view().puzzle() {
            Some(puzzle) => puzzles::filter_matching(choices, puzzle),
            None => choices,
        }
    }

    /// Explains for a tile typed alone: it does not exist, is not in hand, or fits nowhere.
    fn explain_no_choice(&self, typed: &str, legal: &[Action], board: &dyn Position) -> Option<String> {
        if let Some(puzzle) = board.view().puzzle() {
            let typed = typed.trim();
            return explain_label(typed, legal, &self.labels(legal, board), puzzle.set())
                .or_else(|| puzzles::explain_no_choice(typed, puzzle));
        }
        let (name, tiles) = (offboard::strip_seat(typed.trim()), board.view().tile_game()?);
        let plan = tiles.tile_game();
        let label = explain_label(name, legal, &self.labels(legal, board), &plan.set);
        let label = label.or_else(|| explain_filled(name, tiles));
        let (name, is_alone) = match name.split_once('@') {
            Some((name, _)) => (name, false),
            None => (name, name.chars().all(char::is_alphanumeric)),
        };
        if let Some(tile) = plan.set.tile_named(name).filter(|_| is_alone && plan.is_race()) {
            return Some(offboard::explain_no_choice(tile, name, tiles));
        }
        let seat = &plan.names.seats[tiles.seat()];
        let known_hand = tiles.stock().map(|stock| stock.known_hand(tiles.seat()));
        let names =
            |hand: &[TileIndex]| -> Vec<&str> { hand.iter().map(|tile| plan.set.tiles[*tile].name.as_str()).collect() };
        let hand_text = match known_hand {
            None => String::new(),
            Some(None) => format!("; the hand of {seat} is unknown in this position"),
            Some(Some([])) => format!("; {seat} has no tiles"),
            Some(Some(hand)) => format!("; {seat} holds {}", series(&names(hand), "and")),
        };
        let in_hand = |tile: &TileIndex| known_hand.is_none_or(|hand| hand.unwrap_or_default().contains(tile));
        if !is_alone && (plan.is_race() || plan.set.tile_named(name).is_none_or(|tile| in_hand(&tile))) {
            return label;
        }
        let Some(tile) = plan.set.tile_named(name) else {
            let message = label.unwrap_or_else(|| format!("the set has no tile `{}`", one_line(name, 20)));
            return Some(format!("{message}{hand_text}"));
        };
        if !in_hand(&tile) {
            return Some(format!("tile {name} is not in hand{hand_text}"));
        }
        Some(match describe_forced(tiles, legal) {
            Some(forced) => format!("tile {name} has no legal place now: {forced}"),
            None => format!("tile {name} has no legal place now; `moves` lists the legal moves"),
        })
    }

    fn help(&self, board: &dyn Position) -> String {
        if let Some(puzzle) = board.view().puzzle() {
            return puzzles::help(puzzle);
        }
        let Some(tiles) = board.view().tile_game() else { return "this game has no tiles".into() };
        let hand = tiles.stock().map(|stock| stock.hand(tiles.seat())).unwrap_or_default();
        let set = &tiles.tile_game().set;
        let tile = &set.tiles[hand.first().copied().unwrap_or_default()].name;
        format!("write a tile, a cell and a rotation, as in `{tile}@0,0:2`")
    }

    fn describe_naming(&self, board: &dyn Position) -> String {
        let is_hexagonal = board.view().tiles().is_some_and(|tiles| tiles.set().sides == 6);
        let cells = match is_hexagonal {
            true => "Cell 1,0 is to the right of 0,0, and 0,1 is down to the right.",
            false => "Cell 1,0 is to the right of 0,0, and 0,1 is below.",
        };
        let short_forms = match (board.view().puzzle(), board.view().tile_game()) {
            (Some(puzzle), _) => puzzles::describe_short_forms(puzzle),
            (_, Some(tiles)) => format!(
                "The cell may be a letter shown on the board. The rotation may be omitted if only one fits. At the prompt, \
                 a tile alone lists its places. {}",
                offboard::describe_moves(tiles)
            ),
            _ => String::new(),
        };
        format!("{short_forms}{cells} A rotation counts sides clockwise.")
    }
}

/// Describes the forced space that must be filled first, if every legal move fills one.
fn describe_forced(tiles: &dyn TileBoard, legal: &[Action]) -> Option<String> {
    let forced = tiles.forced_cells();
    let set = &tiles.tile_game().set;
    let mut fills: Vec<(Coord, &str)> = Vec::new();
    for action in legal {
        let Action::Lay { orientation: Some(orientation), at, .. } = action else { return None };
        if !forced.contains(at) {
            return None;
        }
        fills.push((*at, set.tile_name(*orientation)));
    }
    let (first, _) = *fills.first()?;
    let mut names: Vec<&str> = fills.iter().filter(|(at, _)| *at == first).map(|(_, name)| *name).collect();
    names.dedup();
    let cell = CellNaming::Axial.write(first, first);
    let fit = if names.len() == 1 { "fits" } else { "fit" };
    Some(format!("the forced space {cell} must be filled first, and {} {fit} it", series(&names, "and")))
}

/// The only orientation of a tile that matches a cell; `None` if there is none. If the rules forbid every orientation
/// for the same reason, any will do.
fn only_orientation(
    tile: TileIndex,
    at: Coord,
    tiles: &dyn TileBoard,
    typed: &str,
) -> Result<Option<OrientationIndex>, NotationError> {
    let (plan, is_tile) = (tiles.tile_game(), |at: Coord| tiles.orientation_at(at).is_some());
    let set = &plan.set;
    let has_neighbour = plan.lattice.steps.iter().any(|step| is_tile(at.plus(*step, 1)));
    if is_tile(at) || !has_neighbour && tiles.tile_count() > 0 {
        return Ok(set.orientation_of(tile, 0));
    }
    let candidates: Vec<OrientationIndex> =
        tiles.fits(at).into_iter().filter(|orientation| set.orientations[*orientation].tile == tile).collect();
    match candidates.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(*only)),
        several => {
            // The orientation does not matter if the seat does not hold the tile.
            if let Some(message) = explain_not_held(tile, tiles) {
                return Err(message.into());
            }
            let ways: Vec<String> = several.iter().map(|orientation| write_tile(set, at, *orientation)).collect();
            bail!("`{typed}` fits in several rotations; write {}", series(&ways, "or"))
        }
    }
}

/// Explains that the seat to move does not hold a tile, if that is known. In a race every seat moves.
fn explain_not_held(tile: TileIndex, tiles: &dyn TileBoard) -> Option<String> {
    let (plan, seat) = (tiles.tile_game(), tiles.seat());
    let hand = tiles.stock().filter(|_| !plan.is_race())?.known_hand(seat)?;
    if hand.contains(&tile) {
        return None;
    }
    let name = |tile: TileIndex| plan.set.tiles[tile].name.as_str();
    let names: Vec<&str> = hand.iter().map(|tile| name(*tile)).collect();
    let hand_text = if names.is_empty() { "no tile".to_string() } else { series(&names, "and") };
    Some(format!("tile {} is not in hand; {} holds {hand_text}", name(tile), plan.names.seats[seat]))
}

pub(super) fn write_tile(set: &TileSet, at: Coord, orientation: OrientationIndex) -> String {
    let rotation = set.orientations[orientation].rotation;
    format!("{}@{}:{rotation}", set.tile_name(orientation), CellNaming::Axial.write(at, at))
}

/// Tile of the set with a name.
pub(super) fn read_tile(name: &str, set: &TileSet) -> Result<TileIndex, NotationError> {
    set.tile_named(name).ok_or_else(|| format!("the set has no tile `{}`", one_line(name, 20)).into())
}

/// Explains that the text is the label of a space, perhaps with a rotation, by a move that fills the space.
fn explain_label(text: &str, legal: &[Action], labels: &[(Coord, String)], set: &TileSet) -> Option<String> {
    let name = text.split(':').next().unwrap_or(text);
    let is_typed = |(_, label): &&(Coord, String)| label.eq_ignore_ascii_case(name);
    let (space, label) = labels.iter().find(is_typed).filter(|_| set.tile_named(name).is_none())?;
    let fitting = legal.iter().find_map(|action| match action {
        Action::Lay { orientation: Some(orientation), at, .. } if at == space => Some(*orientation),
        _ => None,
    })?;
    let tile = set.tile_name(fitting);
    Some(format!("`{label}` is a space; write a tile in front of it, as in `{tile} {label}`"))
}

/// Explains that a text ends with the label of a space that was filled.
fn explain_filled(text: &str, board: &dyn TileBoard) -> Option<String> {
    let name = text.rsplit([' ', '@']).next()?.split(':').next()?;
    let at = spaces::filled_space(board, name).filter(|_| board.set().tile_named(name).is_none())?;
    let tile = board.set().tile_name(board.orientation_at(at)?);
    Some(format!("tile {tile} lies on `{name}`; the board shows the open spaces"))
}

pub(super) fn read_cell(text: &str) -> Result<Coord, NotationError> {
    CellNaming::Axial.read(text, Coord { x: 0, y: 0 }).ok_or_else(|| {
        let cell = one_line(text, 20);
        format!("`{cell}` is not a cell; write two numbers, such as 2,-1, or a letter shown on the board").into()
    })
}

/// Parses the rotation of a tile, one digit.
pub(super) fn read_orientation(
    rotation: &str,
    tile: TileIndex,
    set: &TileSet,
) -> Result<OrientationIndex, NotationError> {
    parse_orientation(rotation, tile, set).ok_or_else(|| {
        let max_rotation = set.sides - 1;
        format!("`{}` is not a rotation; write a number from 0 to {max_rotation}", one_line(rotation, 20)).into()
    })
}

fn parse_orientation(rotation: &str, tile: TileIndex, set: &TileSet) -> Option<OrientationIndex> {
    set.orientation_of(tile, rotation.parse().ok().filter(|_| rotation.len() == 1)?)
}

fn read_tiles(text: &str, set: &TileSet) -> Result<Vec<TileIndex>, NotationError> {
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(|name| read_tile(name, set)).collect()
}

fn read_position(text: &str, tiles: &dyn TileBoard) -> Result<TileSetup, NotationError> {
    let plan = tiles.tile_game();
    let mut parts = text.split('|').map(str::trim);
    let hands = vec![None; plan.names.seats.len()];
    let mut setup = TileSetup { hands, ..TileSetup::default() };
    for placement in parts.next().unwrap_or_default().split_whitespace() {
        setup.tiles.push(read_placement(placement, &plan.set)?);
    }
    let mut hand = None;
    let mut seen_parts: Vec<&str> = Vec::new();
    for part in parts {
        let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        let rest = rest.trim();
        if seen_parts.contains(&word) {
            bail!("`{}` occurs twice in the position", one_line(word, 20));
        }
        seen_parts.push(word);
        match word {
            "hand" => hand = Some(read_tiles(rest, &plan.set)?),
            word => read_part(word, rest, &mut setup, tiles)?,
        }
    }
    if hand.is_some() && seen_parts.contains(&"hands") {
        return Err("a position has `hand` (of the seat to move) or `hands` (of all seats), not both".into());
    }
    if let Some(hand) = hand {
        setup.hands[setup.seat.index()] = Some(hand);
    }
    Ok(setup)
}

/// Parses a part of a position that does not depend on the others.
fn read_part(word: &str, rest: &str, setup: &mut TileSetup, tiles: &dyn TileBoard) -> Result<(), NotationError> {
    let plan = tiles.tile_game();
    let (set, names) = (&plan.set, &plan.names);
    match word {
        "bag" => setup.bag = Some(read_bag(rest, set)?),
        "hands" => {
            let hands: Vec<&str> = rest.split('/').collect();
            if hands.len() != names.seats.len() {
                bail!("`hands` lists {}, but there are {} seats", plural(hands.len(), "hand"), names.seats.len());
            }
            for (slot, hand) in setup.hands.iter_mut().zip(hands) {
                *slot = if hand.trim() == UNKNOWN_HAND { None } else { Some(read_tiles(hand, set)?) };
            }
        }
        "seat" => {
            setup.seat = names.seat(rest).ok_or_else(|| {
                let rest = one_line(rest, 20);
                format!("unknown seat `{rest}`; the seats are {}", series(&names.seats, "and"))
            })?;
        }
        "step" => {
            // If something is pending, the last step may already be over.
            let steps = plan.moves_per_turn + usize::from(plan.offboard.is_some());
            let step = rest.parse::<usize>().ok().filter(|step| (1..=steps).contains(step));
            setup.step = step
                .ok_or_else(|| format!("`{}` is not a step; a turn has steps 1 to {steps}", one_line(rest, 20)))?
                - 1;
        }
        part if offboard::PARTS.contains(&part) => {
            if let Some(message) = offboard::explain_missing_part(part, tiles) {
                return Err(message.into());
            }
            match part {
                "discards" => setup.pile = read_tiles(rest, set)?,
                part => offboard::read_part(part, rest, &mut setup.offboard, tiles)?,
            }
        }
        other => return Err(unknown_part(&one_line(other, 20), tiles)),
    }
    Ok(())
}

fn unknown_part(part: &str, tiles: &dyn TileBoard) -> NotationError {
    let known = ["bag", "hand", "hands", "seat", "step"].into_iter();
    let others = offboard::PARTS.into_iter().filter(|part| offboard::explain_missing_part(part, tiles).is_none());
    let known: Vec<&str> = known.chain(others).collect();
    match nearest(part, known.iter().copied().chain(["vars"])) {
        Some(near) => format!("unknown part `{part}` of a position; did you mean `{near}`?").into(),
        None => format!("unknown part `{part}` of a position; the parts are {}", series(&known, "and")).into(),
    }
}

pub(super) fn read_placement(text: &str, set: &TileSet) -> Result<(Coord, OrientationIndex), NotationError> {
    let parse = || {
        let (name, place) = text.split_once('@')?;
        let (cell, rotation) = place.split_once(':')?;
        Some((read_cell(cell).ok()?, parse_orientation(rotation, set.tile_named(name)?, set)?))
    };
    parse().ok_or_else(|| {
        format!("`{}` is not a placement of this set; write, for example, 1@0,0:0", one_line(text, 30)).into()
    })
}

/// Parses a bag: a count, or the tiles in drawing order.
fn read_bag(text: &str, set: &TileSet) -> Result<BagSetup, NotationError> {
    match text.parse::<usize>() {
        Ok(count) => Ok(BagSetup::Count(count)),
        Err(_) => Ok(BagSetup::Order(read_tiles(text, set)?)),
    }
}

/// Observer for whom a position is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Observer {
    /// Sees every hand and the drawing order.
    All,
    /// Sees a seat's hand, and the number of tiles in the bag.
    Seat(Option<Seat>),
}

fn write_position(tiles: &dyn TileBoard, observer: Observer) -> String {
    let plan = tiles.tile_game();
    let write_placed = |at: Coord| Some(write_tile(&plan.set, at, tiles.orientation_at(at)?));
    let placements: Vec<String> = tiles.tiles().into_iter().filter_map(write_placed).collect();
    let names = |list: &[TileIndex]| {
        let names = list.iter().map(|tile| plan.set.tiles[*tile].name.as_str());
        names.collect::<Vec<_>>().join(",")
    };
    let mut parts = vec![placements.join(" ")];
    if let Some(stock) = tiles.stock() {
        parts.push(match observer {
            Observer::All => write_bag(stock, &names),
            Observer::Seat(_) => format!("bag {}", stock.bag().len()),
        });
        let to_move = if plan.is_race() { None } else { Some(tiles.seat()) };
        let is_visible = |seat: usize| match observer {
            Observer::All => true,
            Observer::Seat(observer_seat) => observer_seat == Some(Seat::new(seat)),
        };
        let hands = stock.hands().enumerate().map(|(seat, hand)| hand.filter(|_| is_visible(seat))).collect();
        parts.extend(write_hands(hands, to_move, &names));
    }
    parts.extend(offboard::write_parts(tiles, &names));
    if !plan.is_race() {
        parts.push(format!("seat {}", plan.names.seats[tiles.seat()]));
    }
    if tiles.step() > 0 {
        parts.push(format!("step {}", tiles.step() + 1));
    }
    parts.join(BAR).trim_start().to_string()
}

/// Writes the specified hands, including empty ones, with which the game may be over.
fn write_hands(
    hands: Vec<Option<&[TileIndex]>>,
    to_move: Option<Seat>,
    names: &dyn Fn(&[TileIndex]) -> String,
) -> Option<String> {
    match (hands.iter().flatten().count(), to_move.and_then(|seat| hands[seat.index()])) {
        (0, _) => None,
        (1, Some(hand)) if hands.len() > 1 => Some(format!("hand {}", names(hand)).trim_end().to_string()),
        _ => {
            let hands: Vec<String> =
                hands.into_iter().map(|hand| hand.map_or(UNKNOWN_HAND.to_string(), names)).collect();
            Some(format!("hands {}", hands.join("/")).trim_end().to_string())
        }
    }
}

/// Writes the drawing order; a single tile would read as a count, so a comma follows it.
fn write_bag(stock: &BagAndHands, names: &dyn Fn(&[TileIndex]) -> String) -> String {
    match stock.bag() {
        [] => "bag 0".to_string(),
        [only] => format!("bag {},", names(&[*only])),
        bag => format!("bag {}", names(bag)),
    }
}
