//! A game as pictures one after the other, all of one size: what films and pages are made of.

use super::svg::{self, Bounds, SvgDrawing, SvgStyle};
use super::{Annotations, HandVisibility, hides_hands};
use anyhow::bail;
use houserule_core::text::counted;
use houserule_script::play::{AgreedResult, Session};

/// One position of a game.
pub(super) struct ReelFrame {
    /// The move that led here, with who made it; of the first nothing.
    pub played: Option<ReelMove>,
    /// Whose turn it is, or how the game ended.
    pub state: String,
    pub drawing: SvgDrawing,
    /// What people noted there.
    pub notes: Vec<String>,
}

/// A move of a game.
pub(super) struct ReelMove {
    pub number: usize,
    pub seat: String,
    pub text: String,
}

impl ReelFrame {
    /// The move and what came of it, in a line.
    pub fn caption(&self) -> String {
        match &self.played {
            Some(ReelMove { number, seat, text }) => format!("{number}. {seat}: {text} · {}", self.state),
            None => format!("start · {}", self.state),
        }
    }
}

/// All positions of a game, and how far the pictures reach.
pub struct Reel {
    pub(super) title: String,
    pub(super) frames: Vec<ReelFrame>,
    pub(super) bounds: Bounds,
}

impl Reel {
    /// Takes back every move of a game and plays them again, looking at each position: once for how far the boards reach, once to
    /// draw them.
    pub fn of(session: &mut Session, sheet: &SvgStyle) -> anyhow::Result<Reel> {
        let hands = if hides_hands(&session.game) { HandVisibility::Covered } else { sheet.hands };
        let sheet = SvgStyle { hands, ..*sheet };
        let mut room: Option<Bounds> = None;
        walk(session, |session, _| {
            let pointed = Annotations::unlabelled(&session.game);
            let board = svg::board(&session.game, &pointed, &sheet).bounds;
            room = Some(room.map_or(board, |room| room.with(board)));
        })?;
        let mut frames = Vec::new();
        walk(session, |session, played| {
            let state = svg::state(&mut session.game);
            let here = session.moves().len();
            let notes = session.notes().iter().filter(|note| note.after == here);
            let notes = notes.map(|note| note.text.clone()).collect();
            let mut frame = ReelFrame { played, state, drawing: SvgDrawing::new(), notes };
            let pointed = Annotations::unlabelled(&session.game);
            frame.drawing = svg::draw_within(&mut session.game, &pointed, &sheet, room, Some(&frame.caption()));
            frames.push(frame);
        })?;
        let all = frames.iter().map(|frame| frame.drawing.bounds).reduce(Bounds::with);
        Ok(Reel { title: session.plan().title.clone(), frames, bounds: all.unwrap_or(Bounds::NONE) })
    }

    /// What the pictures define.
    pub(super) fn defs(&self) -> String {
        svg::defs(self.frames.iter().map(|frame| &frame.drawing))
    }

    /// What it shows, for those who cannot see it.
    pub(super) fn says(&self) -> String {
        let last = self.frames.last().map_or("", |frame| frame.state.as_str());
        let moves = self.frames.len().saturating_sub(1);
        format!("{}, then {last}", counted(moves, "move"))
    }
}

/// Shows every position of a game in turn, the first without a move; the game ends as it was, or as near to it as its moves
/// can be played again.
fn walk(session: &mut Session, see: impl FnMut(&mut Session, Option<ReelMove>)) -> anyhow::Result<()> {
    let moves = session.moves().to_vec();
    let closing = session.reopen();
    while session.undo().is_some() {}
    let shown = show_all(session, &moves, closing, see);
    if shown.is_err() {
        while session.moves().len() < moves.len() && matches!(session.redo(), Some(Ok(_))) {}
        if let Some(closing) = closing {
            session.close(closing)?;
        }
    }
    shown
}

fn show_all(
    session: &mut Session,
    moves: &[String],
    closing: Option<AgreedResult>,
    mut see: impl FnMut(&mut Session, Option<ReelMove>),
) -> anyhow::Result<()> {
    for index in 0..=moves.len() {
        let mut played = None;
        if let Some(text) = index.checked_sub(1).map(|index| &moves[index]) {
            if let Some(Err(error)) = session.redo() {
                bail!("move {index}, `{text}`, cannot be played again: {error}");
            }
            let seat = session.seat_of(session.moves().len() - 1);
            let seat = session.plan().names.seat_and_team(seat);
            played = Some(ReelMove { number: index, seat, text: text.clone() });
        }
        // People ended it here before, so that they can again.
        if let Some(closing) = closing.filter(|_| index == moves.len()) {
            session.close(closing)?;
        }
        see(session, played);
    }
    Ok(())
}
