//! Portable Tak Notation: moves and results; files and positions are in submodules.

mod clock_tag;
mod edit;
mod file;
mod lines;
mod tokens;
mod tps;
mod write;

use super::record::{LineTurns, Record};
use super::{Notation, ParsedStart};
use crate::notation::NotationError;
use smallvec::smallvec;

pub use file::games;
use houserule_core::geometry::{Coord, Grid, Offset};
use houserule_core::mechanics::StoneGame;
use houserule_core::mechanics::{Action, BoardRules, PieceKind, Position, Setup, Team};
use houserule_core::names::Names;
use houserule_core::text::{one_line, series};
pub use lines::is_move_word;
pub use tokens::header;

#[derive(Debug)]
pub struct PtnNotation;

/// Game of a PTN file that names none.
pub const DEFAULT_GAME: &str = "tak";

/// Directions. The last two are ours, for hexagons: where `+` goes up to the right, `^` goes up to the left.
const DIRECTIONS: [(char, Offset); 6] = [
    ('<', Offset::new(-1, 0)),
    ('>', Offset::new(1, 0)),
    ('+', Offset::new(0, 1)),
    ('-', Offset::new(0, -1)),
    ('^', Offset::new(-1, 1)),
    ('_', Offset::new(1, -1)),
];

impl Notation for PtnNotation {
    fn name(&self) -> &'static str {
        "ptn"
    }

    fn supports(&self, rules: &dyn BoardRules) -> Result<(), NotationError> {
        match rules.tile_set() {
            None => Ok(()),
            Some(_) => Err("this notation is for pieces, but this game has tiles".into()),
        }
    }

    fn read_move(&self, text: &str, board: &dyn Position) -> Result<Action, NotationError> {
        let action = PtnMoveReader::new(text, stone_game(board)).read().or_else(|| board.parse_action(text.trim()));
        action.ok_or_else(|| {
            NotationError::NotAMove(format!("`{}` is not a move; {}", one_line(text, 40), self.help(board)))
        })
    }

    fn write_move(&self, action: &Action, board: &dyn Position) -> String {
        let plan = stone_game(board);
        match action {
            Action::Place { piece, at, count } => {
                let letter = if plan.place.first() == Some(piece) { None } else { Some(plan.pieces[*piece].letter) };
                let count = if *count > 1 { count.to_string() } else { String::new() };
                format!("{count}{}{}", letter.map(String::from).unwrap_or_default(), Grid::name(*at))
            }
            Action::Spread { from, direction, taken, drops, crush } => {
                let count = if *taken > 1 { taken.to_string() } else { String::new() };
                let step = plan.grid.steps[*direction];
                let symbol = DIRECTIONS.iter().find(|(_, offset)| *offset == step).map_or('?', |(symbol, _)| *symbol);
                let drops: String =
                    if drops.len() > 1 { drops.iter().map(u32::to_string).collect() } else { String::new() };
                format!("{count}{}{symbol}{drops}{}", Grid::name(*from), if *crush { "*" } else { "" })
            }
            action => board.format_action(action).unwrap_or("?".into()),
        }
    }

    fn settings_of_position(&self, text: &str) -> Result<Vec<(String, String)>, NotationError> {
        Ok(vec![("size".to_string(), tps::size(text)?.to_string())])
    }

    fn read_position(&self, text: &str, board: &dyn Position) -> Result<ParsedStart, NotationError> {
        tps::read(text, stone_game(board)).map(|setup| ParsedStart::Setup(Setup::Stones(setup)))
    }

    fn write_position(&self, board: &dyn Position, _: &[String]) -> String {
        board.view().stones().map(tps::write).unwrap_or_default()
    }

    fn put(&self, typed: &str, setup: &mut Setup, board: &dyn Position) -> Result<(), NotationError> {
        match setup {
            Setup::Stones(setup) => edit::put(typed, setup, stone_game(board)),
            Setup::Tiles(_) => Err("this game has no tiles".into()),
        }
    }

    fn clear(&self, typed: &str, setup: &mut Setup, board: &dyn Position) -> Result<(), NotationError> {
        match setup {
            Setup::Stones(setup) => edit::clear(typed, setup, stone_game(board)),
            Setup::Tiles(_) => Err("this game has no tiles".into()),
        }
    }

    fn result(&self, winner: Option<Team>, reason: &str, _: &Names) -> String {
        let kind = match reason {
            "road" => "R",
            "flats" => "F",
            _ => "1",
        };
        match winner {
            Some(Team::FIRST) => format!("{kind}-0"),
            Some(_) => format!("0-{kind}"),
            None => "1/2-1/2".to_string(),
        }
    }

    fn file_extension(&self) -> &'static str {
        "ptn"
    }

    fn write_file(&self, record: &Record, turns: &LineTurns, names: &Names) -> String {
        write::write(record, turns, &names.seats)
    }

    fn stores_variations(&self) -> bool {
        true
    }

    fn stores_clocks(&self) -> bool {
        true
    }

    fn help(&self, board: &dyn Position) -> String {
        let plan = stone_game(board);
        let letters: Vec<String> =
            plan.place.iter().skip(1).map(|&kind| format!("`{}a1`", plan.pieces[kind].letter)).collect();
        let placements = match letters.as_slice() {
            [] => "`a1`".to_string(),
            letters => series(&[&["`a1`".to_string()], letters].concat(), "or"),
        };
        let (up, _) = vertical_words(plan);
        let spreads = match plan.carry {
            0 => String::new(),
            _ if plan.grid.is_hex() => format!(
                ", or `a1>` or `3a1+12` to spread a stack (take 3, go {up} to the right, drop 1 and 2; `^` goes {up} to the left)"
            ),
            _ => format!(", or `a1>` or `3a1+12` to spread a stack (take 3, go {up}, drop 1 and 2)"),
        };
        let others = board.action_help().map(|help| format!("; {help}")).unwrap_or_default();
        format!("write {placements} to place a piece{spreads}{others}")
    }

    fn describe_naming(&self, board: &dyn Position) -> String {
        let plan = stone_game(board);
        let start = if plan.grid.rows_go_down { "top" } else { "bottom" };
        let cells = format!("A cell is a column letter, from the left, and a row number, from the {start}.");
        let (up, down) = vertical_words(plan);
        let signs = match plan.carry {
            0 => String::new(),
            _ if plan.grid.is_hex() => format!(
                " `<` goes left, `>` right, `+` {up} to the right, `-` {down} to the left, `^` {up} to the left and `_` \
                 {down} to the right; `*` at the end may mark a crush."
            ),
            _ => format!(" `<` goes left, `>` right, `+` {up} and `-` {down}; `*` at the end may mark a crush."),
        };
        format!("{cells}{signs}")
    }
}

/// Words for the directions to higher and to lower row numbers.
fn vertical_words(plan: &StoneGame) -> (&'static str, &'static str) {
    if plan.grid.rows_go_down { ("down", "up") } else { ("up", "down") }
}

/// Compiled rules of a board; `supports` guarantees that it is one of stones.
fn stone_game(board: &dyn Position) -> &StoneGame {
    board.view().stones().expect("only games of stones are written in this notation").game()
}

/// Parser of a move from left to right. `None` at any point means that it is not a move.
struct PtnMoveReader<'a> {
    rest: &'a str,
    plan: &'a StoneGame,
}

impl<'a> PtnMoveReader<'a> {
    fn new(text: &'a str, plan: &'a StoneGame) -> PtnMoveReader<'a> {
        PtnMoveReader { rest: text.trim().trim_end_matches(['!', '?', '\'', '"']), plan }
    }

    fn read(mut self) -> Option<Action> {
        let mut count = self.number()?;
        let piece = self.leading_piece();
        if count.is_none() {
            count = self.number()?;
        }
        let square = self.square()?;
        let Some(direction) = self.direction() else {
            let piece = piece.or(self.plan.place.first().copied())?;
            return self.rest.is_empty().then_some(Action::Place { piece, at: square, count: count.unwrap_or(1) });
        };
        let digits = self.take_while(|c| c.is_ascii_digit());
        let mut crush = self.take('*');
        self.trailing_piece();
        crush |= self.take('*');
        // A stack moves with whatever top it has: only a leading F, which is redundant, is accepted before one.
        if !self.rest.is_empty() || piece.is_some_and(|piece| self.plan.place.first() != Some(&piece)) {
            return None;
        }
        let taken = count.unwrap_or(1);
        let drops = match digits {
            "" => smallvec![taken],
            digits => digits.bytes().map(|digit| u32::from(digit - b'0')).collect(),
        };
        Some(Action::Spread { from: square, direction, taken, drops, crush })
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !keep(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn kind(&self, letter: char) -> Option<PieceKind> {
        let wanted = letter.to_ascii_uppercase();
        self.plan.pieces.position(|piece| piece.letter == wanted)
    }

    /// Parses the letter of a piece, distinguished from a column by the letter after it.
    fn leading_piece(&mut self) -> Option<PieceKind> {
        let mut chars = self.rest.chars();
        let (first, second) = (chars.next()?, chars.next()?);
        let kind = self.kind(first).filter(|_| second.is_ascii_alphabetic())?;
        self.rest = &self.rest[1..];
        Some(kind)
    }

    fn trailing_piece(&mut self) {
        let Some(letter) = self.rest.chars().next() else { return };
        if self.kind(letter).is_some() {
            self.rest = &self.rest[1..];
        }
    }

    /// Parses a number: `Some(None)` if there is none; `None` if it is absurd.
    fn number(&mut self) -> Option<Option<u32>> {
        match self.take_while(|c| c.is_ascii_digit()) {
            "" => Some(None),
            digits if digits.len() <= 4 => digits.parse().ok().map(Some),
            _ => None,
        }
    }

    fn square(&mut self) -> Option<Coord> {
        let column = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let rest = &self.rest[column.len_utf8()..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (name, rest) = self.rest.split_at(column.len_utf8() + digits);
        self.rest = rest;
        Grid::parse(name)
    }

    fn direction(&mut self) -> Option<usize> {
        let symbol = self.rest.chars().next()?;
        let (_, offset) = DIRECTIONS.iter().find(|(known, _)| *known == symbol)?;
        let index = self.plan.grid.steps.iter().position(|step| step == offset)?;
        self.rest = &self.rest[1..];
        Some(index)
    }
}
