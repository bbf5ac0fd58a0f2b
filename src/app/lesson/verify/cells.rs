//! Checks cells and moves that a step names: cells must be on the board, and moves in hints must be legal.

use super::super::goal::LabelledCells;
use super::super::labels::replace_labels;
use super::Verifier;
use super::labels::texts;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{Action, BoardView};
use houserule_core::text::one_line;
use houserule_script::play::Session;
use houserule_script::rules::lesson::LessonStep;

impl Verifier<'_> {
    /// Checks that labels and marks are on cells of the board.
    pub(super) fn check_cells(&mut self, step: &LessonStep, session: &Session) {
        let view = session.game.board().view();
        let cells = step.labels.iter().map(|(_, cell)| cell).chain(&step.marks);
        for cell in cells {
            let name = one_line(&cell.value, 40);
            match view.cell_named(&cell.value) {
                None => self.report_at(cell, format!("this board has no cell `{name}`")),
                Some(at) if !is_near(view, at) => {
                    self.report_at(cell, format!("`{name}` is too far from the tiles to be visible"));
                }
                Some(_) => {}
            }
        }
        let LabelledCells(labelled) = LabelledCells::of(step, view);
        let duplicate = step.labels.iter().enumerate().find(|(index, (label, _))| {
            let at = labelled.get(label);
            at.is_some() && step.labels[..*index].iter().any(|(other, _)| labelled.get(other) == at)
        });
        if let Some((_, (label, cell))) = duplicate {
            self.report_at(cell, format!("the cell of `{label}` already has a label"));
        }
    }

    /// Checks that cells named in texts, alone or in a move, are on the board.
    pub(super) fn check_named_cells(&mut self, step: &LessonStep, session: &Session) {
        let view = session.game.board().view();
        for text in texts(step) {
            for word in words(&text.value) {
                let at = view.cell_spelled(word).or_else(|| parse_move(word, session)?.at());
                // A different spelling may mean something else.
                let is_meant = |at: &Coord| word.contains(&view.name(*at));
                if let Some(at) = at.filter(|at| is_meant(at) && !is_on_board(view, *at)) {
                    let message = match view {
                        BoardView::Stones(_) => format!("this board has no cell `{}`", view.name(at)),
                        BoardView::Tiles(_) => format!("`{}` is too far from the tiles", view.name(at)),
                    };
                    self.report_at(text, message);
                }
            }
        }
    }

    /// Checks that moves named in hints are legal. The name of a cell is a move only if it is the whole hint.
    pub(super) fn check_hint_moves(&mut self, step: &LessonStep, session: &mut Session) {
        for hint in &step.hints {
            let words: Vec<&str> = words(&hint.value).collect();
            for word in &words {
                let text = replace_labels(word, step);
                let is_cell = session.game.board().view().cell_spelled(&text).is_some();
                let is_refused = step.refused.iter().any(|forbidden| forbidden.mv == text);
                if is_cell && (words.len() > 1 || text != *word) || is_refused || parse_move(&text, session).is_none() {
                    continue;
                }
                if let Err(error) = session.legal_move(&text) {
                    let reason = session.explain_error(&error);
                    self.report_at(hint, format!("this hint names `{text}`, which is not legal here: {reason}"));
                }
            }
        }
    }
}

/// Returns the words of a text without punctuation around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    const OPENING: [char; 5] = ['(', '"', '\'', '`', '['];
    const CLOSING: [char; 10] = ['.', ',', ';', ':', '?', '!', ')', '"', '`', ']'];
    let strip = |word| {
        let word = str::trim_start_matches(word, OPENING).trim_end_matches(CLOSING);
        word.strip_suffix("'s").unwrap_or(word).trim_end_matches('\'')
    };
    text.split_whitespace().map(strip).filter(|word| !word.is_empty())
}

/// Parses a word as a move, legal or not. Moves at a cell contain a digit; words of a sentence do not.
fn parse_move(word: &str, session: &Session) -> Option<Action> {
    let has_number = word.bytes().any(|byte| byte.is_ascii_digit());
    session.read(word).ok().filter(|action| has_number && !matches!(action, Action::Named { .. }))
}

/// Returns whether a cell is on the board; on an open board, whether it is near a tile.
fn is_on_board(view: BoardView, at: Coord) -> bool {
    match view {
        BoardView::Stones(_) => view.has(at),
        BoardView::Tiles(_) => is_near(view, at),
    }
}

/// Returns whether a cell is near the tiles on an open board; always true on other boards.
fn is_near(view: BoardView, at: Coord) -> bool {
    const MAX_DISTANCE: i32 = 3;
    let corners = view.tiles().and_then(|tiles| tiles.corners());
    corners.is_none_or(|(upper, lower)| {
        (upper.x - MAX_DISTANCE..=lower.x + MAX_DISTANCE).contains(&at.x)
            && (upper.y - MAX_DISTANCE..=lower.y + MAX_DISTANCE).contains(&at.y)
    })
}
