//! The table as a window sees it: everything that the page shows without asking.

mod fields;

use super::Viewer;
use super::sight::Sight;
use crate::lesson::step_annotations;
use crate::render::{self, Annotations, HandVisibility, Palette, Screen, SvgStyle};
use crate::repl::{ActiveGame, KnownVariant, LessonSession, Prompt};
use fields::{
    Board, ClockInfo, GameInfo, GameState, Hand, HandTile, LessonInfo, Marks, MatchInfo, NoteInfo, OptionInfo, Piece,
    PieceCount, Player, Reserve, Score, Table, Turn, TurnMoves,
};
use houserule_core::mechanics::{BoardView, Seat, TextLine, TilesView};
use houserule_core::tiles::TileIndex;
use houserule_script::game::Game;

/// Returns the table as JSON.
pub(crate) fn table(prompt: &mut Prompt, viewer: &Viewer, revision: u64) -> String {
    let lesson = prompt.lesson().map(lesson_info);
    let annotations = annotations(prompt, viewer);
    let text = prompt.prompt_text();
    let (variants, formats) = (prompt.known_variants(), prompt.save_formats());
    let game = prompt.game_mut();
    let sight = game.map(|game| (Sight::of(game, viewer), game));
    let (info, state, seat, readonly) = match sight {
        None => (None, None, None, *viewer != Viewer::Table),
        Some((sight, game)) => {
            let info = game_info(game, variants, formats, *viewer == Viewer::Table || !sight.hides_hands);
            let seat = sight.seat.map(|seat| game.session.plan().seat_name(seat).to_string());
            let state = game_state(game, &sight, &annotations, lesson);
            (Some(info), Some(state), seat, sight.is_readonly)
        }
    };
    let prompt = text.trim_end_matches("> ").to_string();
    let table = Table { revision, seat, readonly, prompt, game: info, state };
    serde_json::to_string(&table).unwrap_or_default()
}

/// Returns the annotations of the board for a window: those of a lesson, or of the game without what hands would reveal.
pub(crate) fn annotations(prompt: &mut Prompt, viewer: &Viewer) -> Annotations {
    let step = prompt.lesson().and_then(|lesson| lesson.current_step()).map(|(step, _)| step.clone());
    let Some(game) = prompt.game_mut() else { return Annotations::default() };
    if let Some(step) = step {
        return step_annotations(&mut game.session, &step);
    }
    let sight = Sight::of(game, viewer);
    let mut annotations = match sight.shows_movers(game) {
        true => Annotations::of(&mut game.session.game),
        false => Annotations::public(&mut game.session.game),
    };
    let earlier = game.replies.cells.iter().filter(|at| !annotations.last_move.contains(at)).copied().collect();
    annotations.earlier = earlier;
    annotations.with_threats(&game.session.game)
}

/// Style of boards on the page, which has its own heading, hands and legend.
pub(crate) fn board_style(palette: Palette) -> SvgStyle {
    SvgStyle { palette, heading: false, legend: false, hands: HandVisibility::Hidden, ..SvgStyle::default() }
}

fn game_info(
    game: &ActiveGame,
    variants: Vec<KnownVariant>,
    formats: Vec<&'static str>,
    shows_options: bool,
) -> GameInfo {
    let session = &game.session;
    let (plan, options) = (session.plan(), &session.ruleset.options);
    let settings = plan.settings.iter().map(|(key, value)| {
        let decl = options.decl(key).ok();
        OptionInfo {
            key: key.clone(),
            value: value.to_string(),
            doc: decl.and_then(|decl| decl.doc.clone()),
            allowed: decl.map(|decl| decl.describe_allowed()).unwrap_or_default(),
        }
    });
    GameInfo {
        name: session.ruleset.reference.clone(),
        title: plan.title.clone(),
        // They may have the order of the tiles in the bag.
        options: settings.filter(|_| shows_options).collect(),
        variants,
        formats,
        seats: plan.names.seats.iter().cloned().collect(),
        sides: plan.names.seats.indices().map(|seat| plan.team_name(plan.names.team_of[seat]).to_string()).collect(),
    }
}

fn game_state(
    game: &mut ActiveGame,
    sight: &Sight,
    annotations: &Annotations,
    lesson: Option<LessonInfo>,
) -> GameState {
    let style = board_style(Screen::current().palette);
    let svg = render::svg_with_targets(&game.session.game, annotations, &style);
    let over = game.session.game.describe_result().ok().flatten();
    let score = game.session.game.score().unwrap_or_default();
    let thinking = game.describe_search();
    let moves = turn_moves(game);
    let session = &game.session;
    let (plan, view) = (session.plan(), session.game.board().view());
    let names = &plan.names;
    let clock_state = session.game.board().turn_state();
    let movers = session.game.board().movers();
    let name = |seat: Seat| names.seats[seat].clone();
    let first_step = plan.mechanic.first_step(clock_state.turns);
    let turn = Turn {
        number: session.turn_number(&session.next_stamp()),
        seats: names.seats.indices().filter(|seat| over.is_none() && movers.has(*seat)).map(name).collect(),
        step: u32::from(clock_state.step.saturating_sub(first_step)) + 1,
        race: session.is_race(),
    };
    let player = |(seat, occupant): (Seat, &crate::players::Occupant)| Player {
        seat: name(seat),
        name: occupant.to_string(),
        bot: occupant.bot().map(ToString::to_string),
        pace: plan.pace(seat).filter(|_| session.is_race() && occupant.bot().is_some()),
    };
    let match_info = |table: &houserule_script::matches::Match| MatchInfo {
        players: (0..table.entrants()).map(|entrant| table.entrant_name(entrant)).collect(),
        games: table.games().len(),
        points: table.totals().into_iter().map(|points| points.to_f64()).collect(),
        over: table.is_over(),
    };
    let left = game.seconds_left().into_iter().map(|(seat, left)| (seat.to_string(), left)).collect();
    GameState {
        turn,
        over,
        thinking,
        kind: if view.stones().is_some() { "stones" } else { "tiles" },
        puzzle: view.puzzle().is_some(),
        elapsed: view.puzzle().map(|_| game.started.elapsed().as_secs()),
        pieces: pieces(&session.game, &style),
        board: Board { svg },
        hands: hands(game, sight, style.palette),
        reserves: reserves(view, game),
        at: session.moves().len(),
        undone: session.undone_moves().len(),
        moves,
        variation: session.variation().map(str::to_string),
        score: score
            .iter()
            .map(|line| Score { side: line.team.clone(), points: line.points, text: line.to_string() })
            .collect(),
        status: session.game.board().status().into_iter().map(status_text).collect(),
        players: game.seating.by_seat(session).map(player).collect(),
        clock: game.time_control().map(|control| ClockInfo {
            control: control.to_string(),
            left,
            paused: game.is_paused(),
        }),
        notes: session.notes().iter().map(|note| NoteInfo { after: note.after, text: note.text.clone() }).collect(),
        match_table: game.match_table().map(match_info),
        lesson,
        marks: marks(view, annotations),
        rules_hash: plan.hash.clone(),
    }
}

/// Writes a line that stands below the board at the prompt.
fn status_text(line: TextLine) -> String {
    format!("{}: {}", line.head.trim(), line.items.join(", ")).trim_end_matches(": ").to_string()
}

/// Returns the kinds of stones that can be placed.
fn pieces(position: &Game, style: &SvgStyle) -> Vec<Piece> {
    let Some(board) = position.board().view().stones() else { return Vec::new() };
    let game = board.game();
    let piece = |(index, kind): (usize, &houserule_core::mechanics::PieceKind)| Piece {
        name: game.names.pieces[*kind].clone(),
        svg: render::svg_of_piece(position, board.placement_owner(), *kind, style),
        letter: game.pieces[*kind].letter.to_string(),
        key: (index + 1).to_string(),
    };
    game.place.iter().enumerate().map(piece).collect()
}

fn reserves(view: BoardView, game: &ActiveGame) -> Vec<Reserve> {
    let Some(board) = view.stones() else { return Vec::new() };
    let (stones, names) = (board.game(), &game.session.plan().names);
    let reserve = |seat: Seat| Reserve {
        seat: names.seats[seat].clone(),
        text: render::describe_reserve(board, seat),
        pieces: stones
            .pools()
            .into_iter()
            .map(|kind| PieceCount { piece: names.pieces[kind].clone(), left: board.reserve_of(seat, kind) })
            .collect(),
    };
    names.seats.indices().map(reserve).collect()
}

/// Returns the tiles to lay from.
fn hands(game: &ActiveGame, sight: &Sight, palette: Palette) -> Vec<Hand> {
    let session = &game.session;
    let Some(tiles) = session.game.board().view().tiles() else { return Vec::new() };
    if let Some(puzzle) = tiles.puzzle() {
        let pool = puzzle.pool();
        let tiles: Vec<HandTile> = pool.iter().map(|tile| hand_tile(tiles, *tile, &[], palette)).collect();
        return vec![Hand { seat: None, own: !sight.is_readonly, hidden: false, count: Some(tiles.len()), tiles }];
    }
    let Some(board) = tiles.game() else { return Vec::new() };
    let names = &session.plan().names;
    let Some(stock) = board.stock() else {
        let all = board.set().tiles.indices().map(|tile| hand_tile(tiles, tile, &[], palette)).collect();
        return vec![Hand { seat: None, own: !sight.is_readonly, hidden: false, count: None, tiles: all }];
    };
    // The survey is about the hand of the seat to move.
    let mover = session.game.seat();
    let fitting: Vec<TileIndex> = match sight.shows(mover) && !session.is_race() {
        true => board.survey().spaces.into_iter().flat_map(|space| space.fits).collect(),
        false => Vec::new(),
    };
    let hand = |seat: Seat| {
        let known = stock.known_hand(seat);
        let shown = known.filter(|_| sight.shows(seat));
        let fitting = if seat == mover { &fitting[..] } else { &[] };
        let hand_tiles = shown.unwrap_or_default().iter().map(|tile| hand_tile(tiles, *tile, fitting, palette));
        Hand {
            seat: Some(names.seats[seat].clone()),
            own: sight.plays(seat) && sight.shows(seat) && !game.is_bots_seat(seat),
            hidden: shown.is_none(),
            count: known.map(<[TileIndex]>::len),
            tiles: hand_tiles.collect(),
        }
    };
    names.seats.indices().map(hand).collect()
}

fn hand_tile(board: &dyn TilesView, tile: TileIndex, fitting: &[TileIndex], palette: Palette) -> HandTile {
    let set = board.set();
    let def = &set.tiles[tile];
    HandTile {
        tile: def.name.clone(),
        svg: render::svg_of_tile(set, def.first_orientation, palette),
        fits_forced: fitting.contains(&tile),
    }
}

/// Returns the moves by turn. Undone moves are played on a copy, to know their turns.
fn turn_moves(game: &ActiveGame) -> Vec<TurnMoves> {
    let session = &game.session;
    let played = session.moves().len();
    let mut stamps = session.stamps().to_vec();
    let mut texts = session.moves().to_vec();
    let mut seats: Vec<Seat> = (0..played).map(|index| session.seat_of(index)).collect();
    let undone = session.undone_moves();
    if !undone.is_empty() {
        let mut scratch = session.scratch_copy();
        for text in undone {
            let stamp = scratch.next_stamp();
            if scratch.play(&text).is_err() {
                break;
            }
            stamps.push(stamp);
            seats.push(scratch.seat_of(scratch.moves().len() - 1));
            texts.push(text);
        }
    }
    let names = &session.plan().names;
    let goto = |stamp: &houserule_script::play::TurnStamp| match session.is_race() || names.seats.len() < 2 {
        true => format!("goto {}", session.turn_number(stamp)),
        false => format!("goto {} {}", session.turn_number(stamp), names.seats[stamp.clock.seat]),
    };
    let mut turns: Vec<TurnMoves> = Vec::new();
    for (index, text) in texts.into_iter().enumerate() {
        let is_undone = index >= played;
        let is_same = index > 0
            && stamps[index - 1].turn() == stamps[index].turn()
            && seats[index - 1] == seats[index]
            && !session.is_race();
        let after = stamps.get(index + 1);
        let goto = after.map_or_else(|| "goto end".to_string(), goto);
        match turns.last_mut().filter(|turn| is_same && turn.undone == is_undone) {
            Some(turn) => {
                turn.moves.push(text);
                (turn.ply, turn.goto) = (index + 1, goto);
            }
            None => turns.push(TurnMoves {
                turn: session.turn_number(&stamps[index]),
                seat: names.seats[seats[index]].clone(),
                moves: vec![text],
                ply: index + 1,
                undone: is_undone,
                goto,
            }),
        }
    }
    turns
}

fn marks(view: BoardView, annotations: &Annotations) -> Marks {
    let names = |cells: &mut dyn Iterator<Item = &houserule_core::geometry::Coord>| {
        cells.map(|at| view.name(*at)).collect::<Vec<_>>()
    };
    Marks {
        last: names(&mut annotations.last_move.iter()),
        forced: names(&mut annotations.forced.iter()),
        controlled: names(&mut annotations.controlled.iter()),
        threats: names(&mut annotations.threats.iter()),
        decisive: names(&mut annotations.decisive.cells.iter()),
        highlights: names(&mut annotations.highlights.iter()),
        labels: annotations.labels.iter().map(|(at, label)| (view.name(*at), label.clone())).collect(),
    }
}

fn lesson_info(lesson: &LessonSession) -> LessonInfo {
    let step = lesson.current_step();
    LessonInfo {
        name: lesson
            .place()
            .map(|(name, _)| name)
            .or(lesson.finished().map(|(name, _)| name))
            .unwrap_or_default()
            .to_string(),
        step: lesson.place().map(|(_, step)| step),
        of: step.map(|(_, of)| of),
        say: step.and_then(|(step, _)| step.say.as_ref()).map(|say| say.value.clone()),
        ask: step.and_then(|(step, _)| step.ask.as_ref()).map(|ask| ask.value.clone()),
        choices: step
            .map(|(step, _)| step.choices.iter().map(|choice| choice.value.clone()).collect())
            .unwrap_or_default(),
        result: lesson.finished().map(|(_, tally)| tally),
        words: lesson.words().map(|(word, _)| word).collect(),
    }
}
