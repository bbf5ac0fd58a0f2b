//! A game as a sequence of pictures of the same size, for animations and pages.

use super::svg::{self, Bounds, SvgDrawing, SvgStyle};
use super::{Annotations, HandVisibility, hides_hands};
use anyhow::bail;
use houserule_core::text::plural;
use houserule_script::play::{AgreedResult, Session};

/// One position of a game.
pub(super) struct ReelFrame {
    /// The move that led here; none at the start.
    pub mv: Option<ReelMove>,
    /// Whose turn it is, or how the game ended.
    pub state: String,
    pub drawing: SvgDrawing,
    /// Notes of the players on this position.
    pub notes: Vec<String>,
}

/// A move of a game.
pub(super) struct ReelMove {
    /// Turn in which it was made, as people count.
    pub turn: u32,
    pub seat: String,
    pub text: String,
}

impl ReelFrame {
    /// Returns the move and the resulting state as a line.
    pub fn caption(&self) -> String {
        match &self.mv {
            Some(ReelMove { turn, seat, text }) => format!("turn {turn}, {seat}: {text} · {}", self.state),
            None => format!("start · {}", self.state),
        }
    }
}

/// All positions of a game, and the bounds of their pictures.
pub struct Reel {
    pub(super) title: String,
    /// The players whose names are known, as a line; empty if none is.
    pub(super) players: String,
    pub(super) frames: Vec<ReelFrame>,
    pub(super) bounds: Bounds,
}

impl Reel {
    /// Replays a game twice: once for the bounds of the boards, once to draw them.
    pub fn of(session: &mut Session, style: &SvgStyle, players: &[String]) -> anyhow::Result<Reel> {
        let hands = if hides_hands(&session.game) { HandVisibility::Hidden } else { style.hands };
        let style = SvgStyle { hands, ..*style };
        let annotate =
            |session: &Session| Annotations { players: players.to_vec(), ..Annotations::unlabelled(&session.game) };
        let mut bounds: Option<Bounds> = None;
        walk(session, |session, _| {
            let annotations = annotate(session);
            let board = svg::draw_board(&session.game, &annotations, &style).bounds;
            bounds = Some(bounds.map_or(board, |all| all.union(board)));
        })?;
        let mut frames = Vec::new();
        walk(session, |session, mv| {
            let state = svg::describe_state(&mut session.game);
            let ply = session.moves().len();
            let notes = session.notes().iter().filter(|note| note.after == ply);
            let notes = notes.map(|note| note.text.clone()).collect();
            let mut frame = ReelFrame { mv, state, drawing: SvgDrawing::new(), notes };
            let annotations = annotate(session);
            frame.drawing = svg::draw_within(&mut session.game, &annotations, &style, bounds, Some(&frame.caption()));
            frames.push(frame);
        })?;
        let bounds = frames.iter().map(|frame| frame.drawing.bounds).reduce(Bounds::union);
        let title = session.plan().title.clone();
        Ok(Reel { title, players: describe_players(session, players), frames, bounds: bounds.unwrap_or(Bounds::NONE) })
    }

    /// Writes the SVG definitions of all frames.
    pub(super) fn defs(&self) -> String {
        svg::defs(self.frames.iter().map(|frame| &frame.drawing))
    }

    /// Summarizes the game for screen readers.
    pub(super) fn summary(&self) -> String {
        let last = self.frames.last().map_or("", |frame| frame.state.as_str());
        let moves = self.frames.len().saturating_sub(1);
        let summary = format!("{}, then {last}", plural(moves, "move"));
        if self.players.is_empty() { summary } else { format!("{}: {summary}", self.players) }
    }
}

/// Formats the players whose names are known, in the seats in which they began: `white (Ann), black (easy)`.
fn describe_players(session: &Session, players: &[String]) -> String {
    let named = players.iter().zip(session.plan().names.seats.iter()).filter(|(player, _)| !player.is_empty());
    named.map(|(player, seat)| format!("{seat} ({player})")).collect::<Vec<_>>().join(", ")
}

/// Visits every position of a game, the first without a move. The game ends as it was, or as near to that as its moves
/// can be replayed.
fn walk(session: &mut Session, visit: impl FnMut(&mut Session, Option<ReelMove>)) -> anyhow::Result<()> {
    let moves = session.moves().to_vec();
    let agreed = session.reopen();
    while session.undo().is_some() {}
    let result = visit_all(session, &moves, agreed, visit);
    if result.is_err() {
        while session.moves().len() < moves.len() && matches!(session.redo(), Some(Ok(_))) {}
        if let Some(agreed) = agreed {
            session.end_by_agreement(agreed)?;
        }
    }
    result
}

fn visit_all(
    session: &mut Session,
    moves: &[String],
    agreed: Option<AgreedResult>,
    mut visit: impl FnMut(&mut Session, Option<ReelMove>),
) -> anyhow::Result<()> {
    for index in 0..=moves.len() {
        let mut mv = None;
        if let Some(text) = index.checked_sub(1).map(|index| &moves[index]) {
            if let Some(Err(error)) = session.redo() {
                let turn = session.turn_number(&session.next_stamp());
                bail!("turn {turn}: `{text}` cannot be played again: {error}");
            }
            let last = session.moves().len() - 1;
            let (turn, seat) = (session.turn_number(&session.stamps()[last]), session.seat_of(last));
            mv = Some(ReelMove { turn, seat: session.plan().names.seat_and_team(seat), text: text.clone() });
        }
        // The players ended the game here before, so they can again.
        if let Some(agreed) = agreed.filter(|_| index == moves.len()) {
            session.end_by_agreement(agreed)?;
        }
        visit(session, mv);
    }
    Ok(())
}
