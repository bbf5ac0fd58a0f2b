//! What a window may see and do, where hands are hidden and where they are not.

use super::Viewer;
use crate::render;
use crate::repl::ActiveGame;
use houserule_core::mechanics::Seat;

/// What a window may see of hidden hands.
pub(crate) struct Sight {
    /// Seat of the window, if it belongs to one of this game.
    pub seat: Option<Seat>,
    pub hides_hands: bool,
    pub shown: Vec<Seat>,
    pub is_readonly: bool,
}

impl Sight {
    pub fn of(game: &mut ActiveGame, viewer: &Viewer) -> Sight {
        let seat = match viewer {
            Viewer::Seat(name) => game.session.plan().names.seat(name),
            Viewer::Table | Viewer::Public => None,
        };
        let shown = match viewer {
            Viewer::Table => game.hands_on_screen(),
            // The hand of a bot is nobody's business.
            Viewer::Public | Viewer::Seat(_) => seat.filter(|seat| !game.is_bots_seat(*seat)).into_iter().collect(),
        };
        let hides_hands = render::hides_hands(&game.session.game);
        Sight { seat, hides_hands, shown, is_readonly: seat.is_none() && *viewer != Viewer::Table }
    }

    /// Returns whether the hand of a seat may be shown.
    pub fn shows(&self, seat: Seat) -> bool {
        !self.hides_hands || self.shown.contains(&seat)
    }

    /// Returns whether everything about the moves of the seats to move may be shown.
    pub fn shows_movers(&self, game: &ActiveGame) -> bool {
        let movers = game.session.game.board().movers();
        game.session.plan().names.seats.indices().filter(|seat| movers.has(*seat)).all(|seat| self.shows(seat))
    }

    /// Returns whether the window may move for a seat.
    pub fn plays(&self, seat: Seat) -> bool {
        !self.is_readonly && self.seat.is_none_or(|own| own == seat)
    }
}
