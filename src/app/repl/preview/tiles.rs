//! What a move does to tiles: forces others, fills and makes forced spaces, closes loops, lengthens lines, owes gifts.

use houserule_core::geometry::Coord;
use houserule_core::mechanics::{OffboardState, Seat, Survey, TileBoard};
use houserule_core::text::counted;

pub struct TilesSummary {
    survey: Survey,
    tiles: usize,
    /// The cells that the last move laid.
    laid: Vec<Coord>,
    beside: OffboardState,
    colours: Vec<String>,
    /// Whether points tell how lines stand.
    is_counted: bool,
}

pub fn see(board: &dyn TileBoard) -> TilesSummary {
    TilesSummary {
        survey: board.survey(),
        tiles: board.tile_count(),
        laid: board.last_laid(),
        beside: board.beside(),
        colours: board.plan().set.colours.iter().map(|colour| colour.name.clone()).collect(),
        is_counted: board.plan().worth.is_some(),
    }
}

pub fn compare(before: &TilesSummary, after: &TilesSummary, mover: Seat) -> Vec<String> {
    let mut told = Vec::new();
    let is_laid = after.tiles > before.tiles;
    let forced = after.tiles.saturating_sub(before.tiles + 1);
    if forced > 0 {
        told.push(format!("forces {}", counted(forced, "tile")));
    }
    let was_forced = |at: &Coord| before.survey.spaces.iter().any(|space| space.at == *at);
    if is_laid && after.laid.first().is_some_and(was_forced) {
        told.push("fills a forced space".to_string());
    }
    let made = after.survey.spaces.iter().filter(|space| !was_forced(&space.at)).count();
    if made > 0 {
        told.push(format!("makes {}", counted(made, "forced space")));
    }
    for (index, name) in after.colours.iter().enumerate() {
        let (was, is) = (&before.survey.colours[index], &after.survey.colours[index]);
        if is.closed > was.closed {
            told.push(format!("closes a {name} loop of {}", is.closed));
        } else if is.line > was.line && is.line > 1 && !after.is_counted {
            told.push(format!("{name} line of {}", is.line));
        }
    }
    let owes = |seen: &TilesSummary| seen.beside.owes[mover];
    if owes(after) > owes(before) {
        told.push(format!("owes {}", counted(owes(after).into(), "tile")));
    }
    told
}
