//! What a person at a terminal has to do next, where the board alone does not say it.

use super::active_game::ActiveGame;
use super::cover::Cover;
use super::help;
use crate::render;
use houserule_core::mechanics::{Action, ForcedSpace};
use houserule_core::text::series;
use houserule_script::play::Session;

/// What a player was told already.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Told {
    /// How to begin.
    pub first_step: bool,
    /// What the marks on the board mean.
    pub marks: bool,
}

impl ActiveGame {
    /// Says that a turn goes on, what has to be filled first and, once in a game, how to begin and what marks mean; with
    /// a line end, or empty.
    pub fn advice(&mut self) -> String {
        // Lessons and pipes are shown nothing that they did not ask for.
        let is_player = self.cover != Cover::Never && !self.session.is_race() && !self.is_bots_turn();
        if !is_player || self.session.game.is_over() || self.is_hand_hidden() {
            return String::new();
        }
        let goes_on = goes_on(&self.session).then(|| "Your turn goes on.".to_string());
        let mut sentences: Vec<String> = goes_on.into_iter().chain(fills(&mut self.session)).collect();
        if !std::mem::replace(&mut self.told.first_step, true) && sentences.is_empty() {
            sentences.extend(help::first_step(&mut self.session, &self.seating));
        }
        if !self.told.marks
            && let Some(marks) = describe_marks(&self.session)
        {
            self.told.marks = true;
            sentences.push(marks);
        }
        match sentences.is_empty() {
            true => String::new(),
            false => render::wrap_hanging(&sentences.join(" ")) + "\n",
        }
    }
}

/// Whether the seat to move made the last move too, in a turn whose length the prompt does not tell.
fn goes_on(session: &Session) -> bool {
    let now = session.game.board().turn_state();
    let last = session.stamps().last().filter(|_| session.plan().mechanic.moves_per_turn().is_none());
    last.is_some_and(|last| (last.clock.turns, last.clock.seat) == (now.turns, now.seat))
}

/// Names the spaces that have to be filled before anything else, with the tiles of the hand that fit; says so if there
/// are such spaces and none fits.
fn fills(session: &mut Session) -> Option<String> {
    let board = session.game.board().view().tile_game()?;
    let mut spaces: Vec<ForcedSpace> = board.survey().spaces;
    let has_spaces = !spaces.is_empty();
    spaces.retain(|space| !space.fits.is_empty());
    if has_spaces && spaces.is_empty() && board.stock().is_some() {
        return Some("Nothing in your hand fits a forced space.".to_string());
    }
    let set = board.set().clone();
    let actions = session.game.legal_actions().ok()?;
    let is_fill =
        |action: &Action| matches!(action, Action::Lay { at, .. } if spaces.iter().any(|space| space.at == *at));
    if actions.is_empty() || !actions.iter().all(is_fill) {
        return None;
    }
    let labels = session.labels();
    let describe = |space: &ForcedSpace| {
        let label = labels.iter().find(|(at, _)| *at == space.at).map_or("a space", |(_, label)| label);
        let tiles: Vec<&str> = space.fits.iter().map(|tile| set.tiles[*tile].name.as_str()).collect();
        let fit = if tiles.len() == 1 { "fits" } else { "fit" };
        format!("{label} ({} {fit})", series(&tiles, "and"))
    };
    let spaces: Vec<String> = spaces.iter().map(describe).collect();
    Some(format!("Fill {} first.", series(&spaces, "or")))
}

/// Explains the marks that the board shows on spaces.
fn describe_marks(session: &Session) -> Option<String> {
    let survey = session.game.board().view().tile_game()?.survey();
    let forced = "`!` marks a space that must be filled by whoever has a tile that fits";
    let closed = "`-` marks a space that is closed for now";
    let marks = [(!survey.spaces.is_empty(), forced), (!survey.controlled.is_empty(), closed)];
    let shown: Vec<&str> = marks.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, text)| text).collect();
    (!shown.is_empty()).then(|| format!("On the board {}.", series(&shown, "and")))
}
