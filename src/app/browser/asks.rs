//! Questions of windows about the game. They are answered from the session of the prompt, and nothing changes.

use super::sight::Sight;
use super::table::board_style;
use super::{Refusal, RefusalKind, Viewer};
use crate::preview::{MovePreview, TextStatus};
use crate::render::{self, Screen};
use crate::repl::{ActiveGame, Prompt};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{ActionPlace, Seat};
use houserule_core::rng::Rng;
use houserule_core::text::one_line;
use houserule_script::play::{PlayError, Session};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Question of a window.
#[derive(Deserialize, Debug)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Ask {
    /// The legal moves: `{"revision": 7, "moves": [...]}`, each a `ListedMove`.
    Moves {},
    /// What a move would do: `{"revision", "legal": true, "effect": "wins by road", "svg": "<svg ..."}`, the cells
    /// that would change, in the coordinates of the board; or `{"revision", "legal": false, "why": ["..."]}`.
    Preview {
        #[serde(rename = "move")]
        mv: String,
    },
    /// Why a move is forbidden: `{"legal": false, "why": ["sentence [script:line]"]}`.
    Why { text: String },
    /// The rules in words: `{"text": "..."}`.
    Rules {},
    /// The position, or what is on a cell: `{"text": "..."}`.
    Look { at: Option<String> },
    /// The game as a file: `{"name", "type", "text"}`, or `base64` instead of `text`. The table lists the formats.
    Save { format: String },
    /// The scripts of the rules: `{"scripts": [{"name", "file", "built_in", "target", "hash", "text"}]}`; `target` is the
    /// file that a change is written to. Only for the table.
    Scripts {},
    /// Checks a changed script: `{"ok", "faults": [{"line", "column", "length", "path", "message"}], "effect"}`, where
    /// `effect` names the first move that would change. Only for the table.
    Check { name: String, text: String },
    /// Lets bots play games in the background, or stops them with 0 games: `{"games"}`; `fair` events follow. Only for
    /// the table.
    Fair { games: u64, bots: Vec<String> },
}

/// Maximum number of moves that are listed.
const MAX_LISTED_MOVES: usize = 20_000;

/// Legal move. Fields that do not apply are left out.
#[derive(Serialize)]
struct ListedMove {
    /// Shortest text to type.
    text: String,
    notation: String,
    /// `place`, `spread`, `lay`, `turn`, `take`, `swap`, `give`, `discard`, or `act` for a move that is a word.
    kind: &'static str,
    /// Seat, in a race.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<String>,
    /// Rotation of the tile, from 0, and how it looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<String>,
    /// Name of the cell where it begins, its label on the board, and its coordinates.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<[i32; 2]>,
    /// Cell or seat where it ends, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// Number of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    /// Cells that a spread enters, and the number of pieces dropped on each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    drops: Vec<u32>,
}

/// Answers a question for a viewer.
pub(crate) fn answer(prompt: &mut Prompt, ask: &Ask, viewer: &Viewer, revision: u64) -> Result<Value, Refusal> {
    match ask {
        Ask::Scripts {} | Ask::Check { .. } | Ask::Fair { .. } if *viewer != Viewer::Table => {
            Err(Refusal::new(RefusalKind::Forbidden, "only a window of the whole table can do this"))
        }
        Ask::Rules {} => Ok(json!({ "text": prompt.rules_text()? })),
        Ask::Save { format } => prompt.document(format, viewer),
        Ask::Scripts {} => prompt.list_scripts(),
        Ask::Check { name, text } => prompt.check_script(name, text),
        Ask::Fair { games, bots } => prompt.start_fair_run(*games, bots),
        Ask::Moves {} => {
            let (game, sight) = game_for(prompt, viewer)?;
            list_moves(game, &sight, revision)
        }
        Ask::Preview { mv } => {
            let (game, sight) = game_for(prompt, viewer)?;
            preview(game, &sight, mv, revision)
        }
        Ask::Why { text } => {
            let (game, sight) = game_for(prompt, viewer)?;
            why(game, &sight, text)
        }
        Ask::Look { at } => {
            let (game, sight) = game_for(prompt, viewer)?;
            look(game, &sight, at.as_deref())
        }
    }
}

/// Returns the game, and what a viewer may see of it.
fn game_for<'p>(prompt: &'p mut Prompt, viewer: &Viewer) -> Result<(&'p mut ActiveGame, Sight), Refusal> {
    let game = prompt.game_mut().ok_or_else(|| Refusal::impossible("no game has started"))?;
    let sight = Sight::of(game, viewer);
    Ok((game, sight))
}

/// Refuses what would reveal a hand.
fn hidden() -> Refusal {
    Refusal::new(RefusalKind::Forbidden, "the hand of the seat to move is hidden from this window")
}

fn fault(error: impl ToString) -> Refusal {
    Refusal::impossible(error)
}

fn list_moves(game: &mut ActiveGame, sight: &Sight, revision: u64) -> Result<Value, Refusal> {
    let session = &mut game.session;
    let actions = session.game.legal_actions().map_err(fault)?;
    let is_race = session.is_race();
    let default_seat = session.game.seat();
    let seat_of = |action: &houserule_core::mechanics::Action| action.seat().unwrap_or(default_seat);
    let mut shown: Vec<_> = actions.into_iter().filter(|action| sight.shows(seat_of(action))).collect();
    let count = shown.len();
    shown.truncate(MAX_LISTED_MOVES);
    let texts: Vec<String> =
        shown.iter().map(|action| session.notation().write_action(action, session.game.board())).collect();
    let short = session.shorten(&texts);
    let labels = session.labels();
    let session = &*session;
    let moves: Vec<ListedMove> = shown
        .iter()
        .zip(texts.into_iter().zip(short))
        .map(|(action, (notation, text))| {
            let seat = is_race.then(|| session.plan().seat_name(seat_of(action)).to_string());
            listed_move(session, action, (text, notation), seat, &labels)
        })
        .collect();
    Ok(json!({ "revision": revision, "moves": moves, "count": count }))
}

fn listed_move(
    session: &Session,
    action: &houserule_core::mechanics::Action,
    (text, notation): (String, String),
    seat: Option<String>,
    labels: &[(Coord, String)],
) -> ListedMove {
    let (view, names) = (session.game.board().view(), &session.plan().names);
    let fields = action.fields();
    let set = view.tiles().map(|tiles| tiles.set());
    let tile = match (set, fields.tile, fields.orientation) {
        (Some(set), Some(tile), _) => Some(set.tiles[tile].name.clone()),
        (Some(set), None, Some(orientation)) => Some(set.tile_name(orientation).to_string()),
        _ => fields.sign.map(str::to_string),
    };
    let cell = match fields.from {
        Some(ActionPlace::Cell(at) | ActionPlace::Numbered(at, _)) => Some(at),
        _ => None,
    };
    let place = |place: ActionPlace| match place {
        ActionPlace::Cell(at) => view.name(at),
        ActionPlace::Numbered(at, corner) => {
            view.tiles().map(|tiles| tiles.naming().write(at, corner)).unwrap_or_default()
        }
        ActionPlace::Along(from, direction, cells) => view.name(from.plus(view.steps()[direction], cells as i32)),
        ActionPlace::Seat(seat) => names.seats[seat].clone(),
    };
    let path = match fields.to {
        Some(ActionPlace::Along(from, direction, cells)) => {
            (1..=cells).map(|step| view.name(from.plus(view.steps()[direction], step as i32))).collect()
        }
        _ => Vec::new(),
    };
    let orientation = set.zip(fields.orientation).map(|(set, orientation)| &set.orientations[orientation]);
    ListedMove {
        text,
        notation,
        kind: fields.kind,
        seat,
        piece: fields.piece.map(|piece| names.pieces[piece].clone()),
        tile,
        turn: orientation.map(|orientation| orientation.rotation),
        sign: orientation.map(|orientation| orientation.sign.clone()).filter(|sign| !sign.is_empty()),
        at: fields.from.map(place),
        label: cell.and_then(|at| labels.iter().find(|(labelled, _)| *labelled == at)).map(|(_, label)| label.clone()),
        cell: cell.map(|at| [at.x, at.y]),
        to: fields.to.filter(|to| Some(*to) != fields.from).map(place),
        count: fields.count,
        path,
        drops: fields.drops.map(<[u32]>::to_vec).unwrap_or_default(),
    }
}

/// Judges a move for a window; `Ok(Err(reasons))` if it is illegal. Where a hand is hidden, no answer depends on it: not
/// even how a text is read, which names tiles that are not in the hand and the nearest legal move.
fn judge(game: &mut ActiveGame, sight: &Sight, text: &str) -> Result<Result<Seat, Vec<String>>, Refusal> {
    let shows_all = sight.shows_movers(game);
    let session = &mut game.session;
    if !shows_all {
        // In a race the window may have a hand of its own.
        let own = session.is_race().then(|| session.judge_typed(text).ok()).flatten();
        let own = own.filter(|typed| typed.legal_move().is_some() && sight.shows(typed.seat));
        return own.map(|typed| Ok(typed.seat)).ok_or_else(hidden);
    }
    let typed = game.judge_whole(text).map_err(|error| match error {
        PlayError::NotAMove(error) => Refusal::new(RefusalKind::Malformed, error),
        // A script failed.
        error => fault(error),
    })?;
    let session = &mut game.session;
    if typed.legal_move().is_some() {
        return Ok(Ok(typed.seat));
    }
    let violations = typed.into_violations();
    Ok(Err(violations.iter().map(|violation| session.explain(violation)).collect()))
}

fn why(game: &mut ActiveGame, sight: &Sight, text: &str) -> Result<Value, Refusal> {
    if let Some(end) = game.session.explain_end() {
        return Ok(json!({ "legal": false, "why": [end] }));
    }
    Ok(match judge(game, sight, text)? {
        Ok(_) => json!({ "legal": true, "why": [] }),
        Err(why) => json!({ "legal": false, "why": why }),
    })
}

fn preview(game: &mut ActiveGame, sight: &Sight, text: &str, revision: u64) -> Result<Value, Refusal> {
    let seat = match judge(game, sight, text)? {
        Ok(seat) => seat,
        Err(why) => return Ok(json!({ "revision": revision, "legal": false, "why": why })),
    };
    let session = &mut game.session;
    let effect = match MovePreview::new(session.snapshot()).map(|mut preview| preview.judge(text)) {
        Some(TextStatus::Legal(effect)) => effect,
        _ => String::new(),
    };
    let mut scratch = session.scratch_copy();
    // What comes next must not reveal what the seat cannot see.
    scratch.game.determinise(seat, &mut Rng::new(scratch.seed));
    let notation = session.choices(text).into_iter().next().filter(|_| session.is_first_tile());
    scratch.play(notation.as_deref().unwrap_or(text)).map_err(fault)?;
    let svg = render::svg_of_changes(&session.game, &scratch.game, &board_style(Screen::current().palette));
    Ok(json!({ "revision": revision, "legal": true, "effect": effect, "svg": svg }))
}

fn look(game: &mut ActiveGame, sight: &Sight, at: Option<&str>) -> Result<Value, Refusal> {
    let shows_labels = sight.shows_movers(game);
    let session = &mut game.session;
    let Some(cell) = at else {
        // The overview lists which tiles of the hand fit.
        if !shows_labels {
            return Err(hidden());
        }
        return Ok(json!({ "text": render::overview(&mut game.session.game).trim_end() }));
    };
    // Labels show where tiles of the hand fit.
    let labels = if shows_labels { session.labels() } else { Vec::new() };
    let labelled = labels.into_iter().find(|(_, label)| label.eq_ignore_ascii_case(cell));
    let at = labelled.map(|(at, _)| at).or_else(|| session.game.board().view().cell_named(cell));
    let Some(at) = at else {
        let message = format!("`{}` is not a cell of this board", one_line(cell, 20));
        return Err(Refusal::new(RefusalKind::Malformed, message));
    };
    Ok(json!({ "text": render::describe_cell(&session.game, at) }))
}
