//! What a step points out on its board.

use crate::play::Session;
use crate::render::Pointed;
use crate::rules::lesson::Step;

/// What the position points out by itself, and what the step does.
pub fn pointed(session: &mut Session, step: &Step) -> Pointed {
    let mut pointed = Pointed::of(&mut session.game);
    let look = session.game.board().look();
    for (label, cell) in &step.labels {
        if let Some(at) = look.named(&cell.value) {
            pointed.label(at, label);
        }
    }
    pointed.highlights.extend(step.marks.iter().filter_map(|cell| look.named(&cell.value)));
    pointed
}
