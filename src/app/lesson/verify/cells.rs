//! Cells that a step points to, and those that its words name: they are on the board, and hints name moves that can be played.

use super::super::goal::LabelledCells;
use super::super::picture::unlabelled;
use super::Verifier;
use super::words::spoken;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{Action, BoardView};
use houserule_core::text::one_line;
use houserule_script::play::Session;
use houserule_script::rules::lesson::LessonStep;

impl Verifier<'_> {
    /// Labels and marks stand on cells of the board.
    pub(super) fn cells(&mut self, step: &LessonStep, session: &Session) {
        let look = session.game.board().view();
        let cells = step.labels.iter().map(|(_, cell)| cell).chain(&step.marks);
        for cell in cells {
            let name = one_line(&cell.value, 40);
            match look.named(&cell.value) {
                None => self.at(cell, format!("`{name}` is no cell of this board")),
                Some(at) if !is_near(look, at) => {
                    self.at(cell, format!("`{name}` is far from every tile, so nobody sees it"));
                }
                Some(_) => {}
            }
        }
        let LabelledCells(known) = LabelledCells::of(step, look);
        let doubled = step.labels.iter().enumerate().find(|(index, (label, _))| {
            let at = known.get(label);
            at.is_some() && step.labels[..*index].iter().any(|(other, _)| known.get(other) == at)
        });
        if let Some((_, (label, cell))) = doubled {
            self.at(cell, format!("`{label}` stands on a cell that has a label already"));
        }
    }

    /// Cells that the words name, alone or in a move, are on the board.
    pub(super) fn named_cells(&mut self, step: &LessonStep, session: &Session) {
        let look = session.game.board().view();
        for text in spoken(step) {
            for word in words(&text.value) {
                let at = look.spelled(word).or_else(|| move_in(word, session)?.at());
                // What is spelled otherwise may be meant otherwise.
                let is_meant = |at: &Coord| word.contains(&look.name(*at));
                if let Some(at) = at.filter(|at| is_meant(at) && !is_there(look, *at)) {
                    let says = match look {
                        BoardView::Stones(_) => format!("`{}` is no cell of this board", look.name(at)),
                        BoardView::Tiles(_) => format!("`{}` is far from every tile", look.name(at)),
                    };
                    self.at(text, says);
                }
            }
        }
    }

    /// Moves that hints name are legal. A cell's name alone is a move only where it is the whole hint.
    pub(super) fn named_moves(&mut self, step: &LessonStep, session: &mut Session) {
        for hint in &step.hints {
            let words: Vec<&str> = words(&hint.value).collect();
            for word in &words {
                let text = unlabelled(word, step);
                let is_cell = session.game.board().view().spelled(&text).is_some();
                let is_refused = step.refused.iter().any(|forbidden| forbidden.mv == text);
                if is_cell && (words.len() > 1 || text != *word) || is_refused || move_in(&text, session).is_none() {
                    continue;
                }
                if let Err(error) = session.legal_move(&text) {
                    let told = session.tell(&error);
                    self.at(hint, format!("this hint names `{text}`, which is not legal here: {told}"));
                }
            }
        }
    }
}

/// The words of a text, without the marks around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    const OPENING: [char; 5] = ['(', '"', '\'', '`', '['];
    const CLOSING: [char; 10] = ['.', ',', ';', ':', '?', '!', ')', '"', '`', ']'];
    let bare = |word| {
        let word = str::trim_start_matches(word, OPENING).trim_end_matches(CLOSING);
        word.strip_suffix("'s").unwrap_or(word).trim_end_matches('\'')
    };
    text.split_whitespace().map(bare).filter(|word| !word.is_empty())
}

/// The move that a word spells, legal or not. Every move at a place has a number in it, and words of a sentence have none.
fn move_in(word: &str, session: &Session) -> Option<Action> {
    let has_number = word.bytes().any(|byte| byte.is_ascii_digit());
    session.read(word).ok().filter(|action| has_number && !matches!(action, Action::Named { .. }))
}

/// Whether a cell is one of the board, or near the tiles that lie.
fn is_there(look: BoardView, at: Coord) -> bool {
    match look {
        BoardView::Stones(_) => look.has(at),
        BoardView::Tiles(_) => is_near(look, at),
    }
}

/// Whether a cell is on the board, or not far from the tiles that lie.
fn is_near(look: BoardView, at: Coord) -> bool {
    const FAR: i32 = 3;
    let corners = look.tiles().and_then(|laid| laid.corners());
    corners.is_none_or(|(upper, lower)| {
        (upper.x - FAR..=lower.x + FAR).contains(&at.x) && (upper.y - FAR..=lower.y + FAR).contains(&at.y)
    })
}
