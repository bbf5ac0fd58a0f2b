//! Trax notation: column, row and sign, as in `B2/`. Columns count from the leftmost tile, A, and rows from the
//! uppermost, 1; `@` and `0` are the empty ones before them. A position is the record of the turns that lead to it.

use std::ops::Range;

use super::games::LocatedGame;
use super::record::{LineTurns, Note, Record};
use super::{Notation, ParsedStart};
use crate::notation::NotationError;
use houserule_core::geometry::{Coord, open_name, read_open_name};
use houserule_core::mechanics::{Action, BoardRules, Position, TileBoard};
use houserule_core::names::Names;
use houserule_core::text::{one_line, plural, series};

#[derive(Debug)]
pub struct TraxNotation;

/// Game of a record that names none.
const DEFAULT_GAME: &str = "trax";

/// Beginning of the first turn of every game.
const FIRST_CELL: &str = "@0";

/// Prefixes of comments that attach an option, the rules hash, a note or a position with script variables to the game
/// in the next line.
const SET_COMMENT: &str = "#set ";
const RULES_COMMENT: &str = "#rules ";
const NOTE_COMMENT: &str = "#note ";
const POSITION_COMMENT: &str = "#position ";

impl Notation for TraxNotation {
    fn name(&self) -> &'static str {
        "trax"
    }

    fn supports(&self, rules: &dyn BoardRules) -> Result<(), NotationError> {
        if rules.tile_set().is_none() {
            return Err("this notation is for tiles, but this game has pieces".into());
        }
        let Some(game) = rules.tile_game() else {
            return Err("this notation is for tiles that stay in place; write `notation = \"tiles\"`".into());
        };
        match game.set.orientations.iter().find(|orientation| orientation.sign.is_empty()) {
            None if game.offboard.is_some() => {
                Err("this notation cannot write races, gifts and discards; write `notation = \"tiles\"`".into())
            }
            None => match rules.ambiguous_sign() {
                Some(sign) => bail!(
                    "`{sign}` is ambiguous without neighbours; add `first {{ rotation = 0 }}` to `turn`, let every \
                     tile touch another, or write `notation = \"tiles\"`"
                ),
                None => Ok(()),
            },
            Some(orientation) => {
                let tile = &game.set.tiles[orientation.tile].name;
                bail!("tile {tile} has no signs to write it with")
            }
        }
    }

    fn read_move(&self, text: &str, board: &dyn Position) -> Result<Action, NotationError> {
        let action = board.view().tile_game().and_then(|tiles| read(text.trim(), tiles));
        action.ok_or_else(|| {
            NotationError::NotAMove(format!("`{}` is not a move; {}", one_line(text, 40), self.help(board)))
        })
    }

    fn write_move(&self, action: &Action, _: &dyn Position) -> String {
        match action {
            Action::Lay { sign, at, corner, .. } => format!("{}{sign}", open_name(at.relative_to(*corner))),
            _ => "?".into(),
        }
    }

    fn settings_of_position(&self, _: &str) -> Result<Vec<(String, String)>, NotationError> {
        Ok(Vec::new())
    }

    fn read_position(&self, text: &str, _: &dyn Position) -> Result<ParsedStart, NotationError> {
        Ok(ParsedStart::Moves(text.split_whitespace().map(str::to_string).collect()))
    }

    fn write_position(&self, _: &dyn Position, moves: &[String]) -> String {
        moves.join(" ")
    }

    fn file_extension(&self) -> &'static str {
        "trx"
    }

    fn is_file_extension(&self, extension: &str) -> bool {
        matches!(extension, "trax" | "trx")
    }

    /// One line: number, rules, turns and outcome, after a comment for every option and every note.
    fn write_file(&self, record: &Record, _: &LineTurns, _: &Names) -> String {
        let options = record.settings.iter().map(|(key, value)| format!("{SET_COMMENT}{key}={value}\n"));
        // The turns of the position come first in the line, unless it contains more than turns.
        let (position_line, opening) = match &record.position {
            Some(text) if text.contains('|') => (format!("{POSITION_COMMENT}{text}\n"), None),
            opening => (String::new(), opening.as_deref()),
        };
        let opening_len = opening.iter().flat_map(|turns| turns.split_whitespace()).count();
        let hash = record.hash.iter().map(|hash| format!("{RULES_COMMENT}{hash}\n"));
        let notes =
            record.notes.iter().map(|note| format!("{NOTE_COMMENT}{} {}\n", note.after + opening_len, note.text));
        let options = options.chain(hash).chain(notes);
        let game = record.game.as_deref().unwrap_or_default();
        let turns: Vec<&str> = opening.into_iter().chain(record.moves.iter().map(String::as_str)).collect();
        let result = record.result.as_deref().unwrap_or("open");
        format!("{}{position_line}1\t{game}\t{}\t{result}\n", options.collect::<String>(), turns.join(" "))
    }

    fn help(&self, board: &dyn Position) -> String {
        let Some(tiles) = board.view().tile_game() else { return "this game has no tiles to write".into() };
        let mut signs: Vec<String> = Vec::new();
        for sign in tiles.tile_game().set.orientations.iter().map(|orientation| format!("`{}`", orientation.sign)) {
            if !signs.contains(&sign) {
                signs.push(sign);
            }
        }
        let place = if tiles.corners().is_some() { "A2" } else { "@0" };
        let sign = tiles.tile_game().set.orientations.first().map_or("", |orientation| &orientation.sign);
        format!(
            "write a column, a row and {}, as in `{place}{sign}`, where `@` is the column before A and `0` the row above 1",
            series(&signs, "or")
        )
    }

    fn describe_naming(&self, _: &dyn Position) -> String {
        "Columns are lettered from the left and rows numbered from the top. A tile before the first column or row \
         renumbers them. The tiles that it touches determine which way round the colours of a sign go."
            .into()
    }
}

/// Whether a text contains games: lines of `id TAB rules TAB turns TAB outcome` (`true`), or bare turns (`false`);
/// `None` if neither.
pub fn is_tabbed(text: &str) -> Option<bool> {
    let first = text.lines().find(|line| !is_comment(line))?;
    let is_turns = first.trim_start().starts_with(FIRST_CELL);
    (first.contains('\t') || is_turns).then(|| first.contains('\t'))
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.trim().is_empty()
}

/// Lines of a text with their positions.
fn lines(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_inclusive('\n').scan(0, |offset, line| {
        let span = *offset..*offset + line.len();
        *offset = span.end;
        Some((span, line.trim_end_matches(['\n', '\r'])))
    })
}

/// Games of bare turns. A game is on one line; a line may contain several, each of which begins with `@0`. Turns that
/// cannot begin a game are still returned as a game, and playing it reports the error.
pub fn games_of_turns(text: &str) -> impl Iterator<Item = (Range<usize>, Record)> + '_ {
    let games = lines(text).filter(|(_, line)| !is_comment(line)).flat_map(|(span, line)| {
        let offsets = line.match_indices(FIRST_CELL).map(|(at, _)| at);
        let offsets = offsets.filter(|&at| line[..at].ends_with(char::is_whitespace));
        let mut starts = vec![0];
        starts.extend(offsets.filter(|&at| !line[..at].trim().is_empty()));
        let ends: Vec<usize> = starts.iter().skip(1).copied().chain([line.len()]).collect();
        starts.into_iter().zip(ends).map(move |(from, to)| (span.start + from..span.start + to, &line[from..to]))
    });
    games.map(|(span, line)| {
        let moves = line.split_whitespace().map(str::to_string).collect();
        (span, Record { game: Some(DEFAULT_GAME.into()), moves, ..Record::default() })
    })
}

/// Games of lines, each with the comments above it.
pub fn games_of_lines(text: &str) -> impl Iterator<Item = LocatedGame> + '_ {
    let mut lines = lines(text).enumerate();
    let mut start = 0;
    std::iter::from_fn(move || {
        let mut record = Record::default();
        for (index, (span, line)) in lines.by_ref() {
            if is_comment(line) {
                record.read_comment(line);
                continue;
            }
            let game_span = start..span.end;
            start = span.end;
            return Some(record.with_line(index + 1, line).map(|record| (game_span, record)));
        }
        None
    })
}

impl Record {
    /// Reads a comment above the game.
    fn read_comment(&mut self, line: &str) {
        if let Some((key, value)) = line.strip_prefix(SET_COMMENT).and_then(|set| set.split_once('=')) {
            self.settings.push((key.trim().to_string(), value.trim().to_string()));
        }
        self.hash = line.strip_prefix(RULES_COMMENT).map(|hash| hash.trim().to_string()).or(self.hash.take());
        self.position =
            line.strip_prefix(POSITION_COMMENT).map(|text| text.trim().to_string()).or(self.position.take());
        if let Some((after, text)) = line.strip_prefix(NOTE_COMMENT).and_then(|note| note.split_once(' '))
            && let Ok(after) = after.parse()
        {
            self.notes.push(Note::new(text, after));
        }
    }

    /// The record with the content of its line.
    fn with_line(self, number: usize, line: &str) -> Result<Record, NotationError> {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [_, game, turns, outcome] = fields[..] else {
            let wanted = "an id, the rules, the turns and the outcome, separated by tabs";
            bail!("line {number} has {}; a game needs {wanted}", plural(fields.len(), "field"));
        };
        Ok(Record {
            game: Some(game.to_string()),
            moves: turns.split_whitespace().map(str::to_string).collect(),
            result: Some(outcome.to_string()).filter(|outcome| !outcome.is_empty()),
            ..self
        })
    }
}

/// Parses a turn; `None` if the text is not one.
fn read(text: &str, tiles: &dyn TileBoard) -> Option<Action> {
    let (place, rest) = read_open_name(text)?;
    let orientations = &tiles.tile_game().set.orientations;
    let sign = orientations.iter().map(|orientation| &orientation.sign).find(|sign| sign.eq_ignore_ascii_case(rest))?;
    let corner = tiles.corner();
    let at = Coord { x: corner.x + place.x, y: corner.y + place.y };
    // A touching tile determines which orientation of a sign is meant.
    let orientation = tiles.fits(at).into_iter().find(|&orientation| orientations[orientation].sign == *sign);
    Some(Action::Lay { seat: None, sign: sign.clone(), orientation, at, corner })
}
