//! `try` and `back`: lines of moves that leave the game, and return to it.

use std::io::Write;

use super::active_game::{ActiveGame, Pace};
use super::{CommandResult, Context, done, refuse};
use crate::render;
use houserule_core::text::one_line;
use houserule_script::notation::record::Variation;
use houserule_script::play::{PlayError, Session, VariationError};

/// Maximum length of a name or of a line of moves that is shown.
const MAX_NAME_LEN: usize = 60;
const MAX_LINE_LEN: usize = 1000;

/// Maximum number of variations that `history` lists.
const MAX_LISTED: usize = 100;

impl ActiveGame {
    /// Runs `try c3` or `try 3w1`.
    pub fn try_variation(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        if render::hides_hands(&self.session.game) {
            return refuse("variations would show hidden hands, so this game has none");
        }
        if rest.is_empty() {
            let example = self.session.legal_moves().ok().and_then(|moves| moves.into_iter().next());
            let example = example.unwrap_or("MOVE".to_string());
            return refuse(format!("`try` needs a move or a variation from `history`, for example try {example}"));
        }
        let rest = or_refuse!(self.resolve_pick(rest));
        let (before, name) = (self.session.variations().len(), variation_named(&self.session, &rest));
        let result = match &name {
            Some(name) => self.session.enter_variation(name).and_then(|()| match self.session.redo_turn() {
                Ok(_) => Ok(()),
                Err(error) => Err(error.into()),
            }),
            None => self.session.begin_variation(&rest).map(|_| ()),
        };
        if let Err(error) = result {
            return refuse(self.describe_failure(&rest, name.is_some(), &error));
        }
        (self.pace, self.offered_moves) = (Pace::Playing, Vec::new());
        self.mark_rewound();
        let name = one_line(self.session.variation().unwrap_or_default(), MAX_NAME_LEN);
        let is_new = self.session.variations().len() > before;
        writeln!(out, "{} {name}; `back` returns.", if is_new { "New variation" } else { "Variation" })?;
        done(self.show(context, out))
    }

    /// Explains why a variation cannot be shown.
    fn describe_failure(&mut self, typed: &str, is_named: bool, error: &VariationError) -> String {
        let shown = one_line(typed, MAX_NAME_LEN);
        match error {
            VariationError::Play(PlayError::NotAMove(_)) if !is_named => {
                format!("`{shown}` is neither a move nor a variation; `moves` and `history` list them")
            }
            VariationError::Play(error) => format!("{shown} cannot be played: {}", self.session.explain_error(error)),
            error => format!("{shown}: {error}"),
        }
    }

    /// Runs `back`.
    pub fn back(&mut self, context: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        if !self.session.leave_variation() {
            return refuse("this is the game; `try MOVE` starts a variation");
        }
        self.pace = Pace::of(&self.session);
        self.mark_rewound();
        match self.session.variation() {
            None => writeln!(out, "Back in the game.")?,
            Some(name) => writeln!(out, "Back in the variation {}.", one_line(name, MAX_NAME_LEN))?,
        }
        done(self.show(context, out))
    }

    /// Returns why something cannot be done in the variation that is shown, if one is.
    pub fn variation_refusal(&self, what: &str) -> Option<String> {
        let name = one_line(self.session.variation()?, MAX_NAME_LEN);
        Some(format!("{what} is for the game, but this is the variation {name}; `back` returns to the game"))
    }
}

/// Returns the variation with a name, in full or without the name of the line that is shown.
fn variation_named(session: &Session, typed: &str) -> Option<String> {
    let variations = session.variations();
    let relative = session.variation().map(|shown| format!("{shown}/{typed}"));
    let named = |name: &str| variations.iter().find(|variation| variation.name == name);
    relative.as_deref().and_then(named).or_else(|| named(typed)).map(|variation| variation.name.clone())
}

/// Formats the variations, a line each: `3w1, after c3: d4 e5`.
pub fn list_variations(session: &Session) -> Vec<String> {
    let variations = session.variations();
    let game = session.game_moves();
    let line = |variation: &Variation| {
        let start = match move_before(variation, &variations, &game) {
            Some(before) => format!("after {}", one_line(before, MAX_NAME_LEN)),
            None => "from the start".to_string(),
        };
        let notes_after = |after: usize| -> String {
            let notes = variation.notes.iter().filter(|note| note.after == after);
            notes.map(|note| format!(" {{{}}}", note.text)).collect()
        };
        let moves = variation.moves.iter().zip(variation.after + 1..);
        let moves: Vec<String> = moves.map(|(text, after)| format!("{text}{}", notes_after(after))).collect();
        let mark = if session.variation() == Some(&variation.name) { " (shown)" } else { "" };
        let (name, moves) = (one_line(&variation.name, MAX_NAME_LEN), one_line(&moves.join(" "), MAX_LINE_LEN));
        format!("{name}{mark}, {start}:{} {moves}", notes_after(variation.after))
    };
    let mut lines: Vec<String> = variations.iter().take(MAX_LISTED).map(line).collect();
    if variations.len() > MAX_LISTED {
        lines.push(format!("and {} more variations", variations.len() - MAX_LISTED));
    }
    lines
}

/// Returns the move after which a variation begins; none at the start of the game.
fn move_before<'v>(variation: &Variation, all: &'v [Variation], game: &'v [String]) -> Option<&'v str> {
    let index = variation.after.checked_sub(1)?;
    let mut parent = &variation.parent;
    while let Some(line) = all.iter().find(|line| line.name == *parent) {
        if let Some(own) = index.checked_sub(line.after) {
            return line.moves.get(own).map(String::as_str);
        }
        parent = &line.parent;
    }
    game.get(index).map(String::as_str)
}
