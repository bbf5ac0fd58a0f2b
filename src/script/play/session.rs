//! Session: rules, position, moves in notation, and undo and redo.

use std::cell::OnceCell;

use super::agreed::AgreedResult;
use super::history::{MoveHistory, TurnStamp};
use crate::game::{Game, HookFault, IllegalMove, Outcome, is_act};
use crate::lua::{LoadError, Ruleset};
use crate::notation::record::RecordedRules;
use crate::notation::{Notation, NotationError, ParsedStart};
use crate::rules::{RulePlan, VarValue, vars};
use houserule_core::mechanics::{Action, Move, Pie, Position, Seat, Setup, Violation};
use houserule_core::text::one_line;

/// Game being played, with its history.
pub struct Session {
    /// The rules.
    pub ruleset: Ruleset,
    /// The position.
    pub game: Game,
    /// Seed of everything random.
    pub seed: u64,
    /// Initial position, if it is not the usual one.
    pub(super) position: Option<String>,
    /// Moves that led to that position, if it is given by them, and whether it sets script variables that they do not
    /// lead to.
    prelude: Vec<String>,
    tells_vars: bool,
    pub(super) course: MoveHistory,
    /// How players ended the game, if they did.
    pub(super) closing: Option<AgreedResult>,
    /// Rules to keep in a record; computed on first use.
    pub(super) kept: OnceCell<RecordedRules>,
}

/// Why a line was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
pub enum PlayError {
    /// The text is no move in this game's notation.
    NotAMove(#[from] NotationError),
    /// The move is illegal.
    Refused(#[from] IllegalMove),
}

impl From<HookFault> for PlayError {
    fn from(fault: HookFault) -> PlayError {
        PlayError::Refused(fault.into())
    }
}

/// Parses an initial position and the script variables that it sets.
fn read_start(
    text: &str,
    plan: &RulePlan,
    board: &dyn Position,
) -> Result<(ParsedStart, Option<Vec<VarValue>>), NotationError> {
    let (text, told) = vars::split(text);
    let start = plan.notation.read_position(text, board)?;
    Ok((start, told.map(|told| vars::read(told, &plan.vars)).transpose()?))
}

/// Error in a given position.
fn impossible(text: &str, error: LoadError) -> LoadError {
    error.about(format_args!("the position `{}` is not possible", one_line(text, 60)))
}

impl Session {
    /// New game under some rules, from the usual start or from a position in the game's notation.
    pub fn new(ruleset: Ruleset, position: Option<&str>, seed: u64) -> Result<Session, LoadError> {
        // A position is parsed with a board that no script has dealt, because it contains the deal.
        let start = position.map(|text| {
            let board = ruleset.plan.position(None, seed)?;
            Ok::<_, LoadError>(read_start(text, &ruleset.plan, &*board)?)
        });
        let (game, prelude, told) = match start.transpose()? {
            None => (ruleset.game(None, seed)?, Vec::new(), None),
            Some((ParsedStart::Moves(moves), told)) => (ruleset.game(None, seed)?, moves, told),
            Some((ParsedStart::Setup(setup), told)) => {
                let game = ruleset.game_at(&setup, told, seed);
                (game.map_err(|error| impossible(position.unwrap_or_default(), error))?, Vec::new(), None)
            }
        };
        let mut session = Session {
            ruleset,
            game,
            seed,
            position: position.map(str::to_string),
            prelude: Vec::new(),
            tells_vars: false,
            course: MoveHistory::default(),
            closing: None,
            kept: OnceCell::new(),
        };
        session.open_with(&prelude).map_err(|error| impossible(position.unwrap_or_default(), error))?;
        session.prelude = std::mem::take(&mut session.course).into_moves();
        if let Some(told) = told {
            session.tells_vars = session.game.vars() != told;
            session.game.tell_vars(told)?;
        }
        if session.plan().mechanic.has_chance() {
            // The deal goes into the record, so that no game depends on the shuffling algorithm.
            session.position = Some(session.position());
        }
        Ok(session)
    }

    /// The same position in a new session without history, to try moves in.
    pub fn scratch_copy(&self) -> Session {
        Session {
            ruleset: self.ruleset.clone(),
            game: self.game.fork(),
            seed: self.seed,
            position: None,
            prelude: Vec::new(),
            tells_vars: false,
            course: MoveHistory::default(),
            closing: None,
            kept: OnceCell::new(),
        }
    }

    /// Plays moves that the user gave as the way to a position.
    pub fn open_with(&mut self, moves: &[String]) -> Result<(), LoadError> {
        self.follow(moves).map_err(|(number, error)| match error {
            PlayError::Refused(IllegalMove::Script(fault)) => LoadError::Script(fault),
            error => {
                let text = one_line(&moves[number - 1], 40);
                LoadError::Usage(format!("move {number}, `{text}`, cannot be played: {error}"))
            }
        })
    }

    /// Compiled rules.
    pub fn plan(&self) -> &RulePlan {
        &self.ruleset.plan
    }

    /// Notation of the game.
    pub fn notation(&self) -> &'static dyn Notation {
        self.plan().notation
    }

    /// Moves played so far, in notation.
    pub fn moves(&self) -> &[String] {
        self.course.moves()
    }

    /// Seat that made the move with this index.
    pub fn seat_of(&self, index: usize) -> Seat {
        let named = self.read(&self.moves()[index]).ok().and_then(|action| action.seat());
        named.unwrap_or(self.whens()[index].clock.seat)
    }

    /// Parses a move that is written in full.
    pub fn read(&self, text: &str) -> Result<Action, PlayError> {
        if self.plan().has_acts() && is_act(text) {
            return Ok(Action::Named { word: text.to_string() });
        }
        Ok(self.notation().read_move(text, self.game.board())?)
    }

    /// Plays a move that was listed in this position, without checking its legality again.
    pub fn play_listed(&mut self, mv: Move) -> Result<(), HookFault> {
        let (written, when, before) = (self.written(mv), self.now(), self.moves().len());
        self.game.play(mv)?;
        self.course.push(written, when);
        self.course.turn_off_at(before);
        Ok(())
    }

    /// A listed move in notation.
    pub fn written(&self, mv: Move) -> String {
        self.in_notation(&self.game.unpack_named(mv))
    }

    pub(super) fn in_notation(&self, action: &Action) -> String {
        self.notation().written(action, self.game.board())
    }

    /// Whether any seat may move at any time.
    pub fn is_race(&self) -> bool {
        self.plan().mechanic.is_race()
    }

    /// Initial position, if it is not the usual one, and the script variables that it sets.
    pub fn setup(&self) -> Option<(Setup, Option<Vec<VarValue>>)> {
        match read_start(self.position.as_ref()?, self.plan(), self.game.board()) {
            Ok((ParsedStart::Setup(setup), told)) => Some((setup, told)),
            _ => None,
        }
    }

    /// Violation as `why` prints it: the rule, the sentence and the line of the script.
    pub fn explain(&self, violation: &Violation) -> String {
        match self.plan().cited(&violation.key_path) {
            Some(line) => format!("{violation} [{line}]"),
            None => violation.to_string(),
        }
    }

    /// Names of the cells that a violation concerns.
    pub fn cells_of(&self, violation: &Violation) -> Vec<String> {
        let look = self.game.board().view();
        violation.cells.iter().map(|at| look.name(*at)).collect()
    }

    /// Time of the next move.
    pub fn now(&self) -> TurnStamp {
        TurnStamp { clock: self.game.board().clock(), swapped: self.game.has_swapped() }
    }

    /// Why a line was not played, with the lines of the scripts that forbid it.
    pub fn tell(&self, error: &PlayError) -> String {
        match error {
            PlayError::Refused(IllegalMove::Illegal(violations)) => {
                let told: Vec<String> = violations.iter().map(|violation| self.explain(violation)).collect();
                told.join("; ")
            }
            error => error.to_string(),
        }
    }

    /// Legal moves in notation, sorted by bytes.
    pub fn legal_moves(&mut self) -> Result<Vec<String>, HookFault> {
        let moves = self.game.legal_moves()?;
        let mut texts: Vec<String> = moves.into_iter().map(|mv| self.written(mv)).collect();
        texts.sort_unstable();
        Ok(texts)
    }

    /// Whether a word is a prefix of moves of this game, legal or not.
    pub fn is_move_prefix(&mut self, word: &str) -> bool {
        let is_act = self.plan().has_acts() && is_act(word);
        let is_swap = word == Pie::WORD && self.plan().has_pie();
        let is_offered =
            |session: &mut Session| session.legal_moves().is_ok_and(|moves| moves.iter().any(|mv| mv == word));
        is_act && (is_swap || is_offered(self)) || self.notation().is_move_prefix(word, self.game.board())
    }

    /// Legal moves that begin with the typed text, for the user to choose from.
    pub fn choices(&mut self, typed: &str) -> Vec<String> {
        let (notation, typed) = (self.notation(), self.in_full(typed));
        let legal = self.legal_moves().unwrap_or_default();
        let choices = legal.into_iter().filter(|mv| notation.may_begin(&typed, mv)).collect();
        notation.sift(choices, self.game.board())
    }

    /// Why typed text, which may be the prefix of a move, is not that of a legal one.
    pub fn no_choice(&mut self, typed: &str) -> Option<String> {
        if let Ok(Some(outcome)) = self.game.outcome() {
            return Some(format!("the game is over: {}", outcome.words(self.plan())));
        }
        let legal = self.game.legal_actions().ok()?;
        self.notation().no_choice(typed, &legal, self.game.board())
    }

    /// The position in the game's notation.
    pub fn position(&self) -> String {
        self.board_text() + &self.vars_text()
    }

    /// The position without script variables.
    pub(super) fn board_text(&self) -> String {
        self.notation().write_position(self.game.board(), &[&self.prelude[..], self.moves()].concat())
    }

    /// Script variables as a position writes them.
    fn vars_text(&self) -> String {
        let (declared, now) = (&self.plan().vars, self.game.vars());
        match vars::write(declared, now) {
            // When parsed, the moves would lead to other values.
            none if none.is_empty() && self.tells_vars => vars::write_all(declared, now),
            told => told,
        }
    }

    /// The position as a seat sees it if hands are hidden; without a seat, only what all see.
    pub fn position_seen(&self, seat: Option<Seat>) -> String {
        let moves = [&self.prelude[..], self.moves()].concat();
        self.notation().write_position_seen(self.game.board(), &moves, seat) + &self.vars_text()
    }

    /// Initial position, if it is not the usual one.
    pub fn start(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// Result in the short code of records.
    pub fn result(&self, outcome: &Outcome) -> String {
        let plan = self.plan();
        if let Some(word) = outcome.alone() {
            return word.to_string();
        }
        if outcome.winners.len() > 1 && !outcome.is_shared_by_all() {
            if outcome.is_draw() {
                return outcome.words(plan);
            }
            let names: Vec<&str> = outcome.winners.iter().map(|team| plan.team_name(*team)).collect();
            return format!("{} {}", names.join("+"), outcome.how);
        }
        self.notation().result(outcome.winner(), &outcome.how, &plan.names)
    }

    /// Whether a recorded result agrees with an outcome: in full, or as a draw without the teams that share it.
    pub fn is_result(&self, recorded: &str, outcome: &Outcome) -> bool {
        let plain = || self.notation().result(None, &outcome.how, &self.plan().names);
        recorded == self.result(outcome)
            || outcome.is_draw() && (recorded == plain() || recorded == format!("draw by {}", outcome.how))
    }

    /// Plays a record from its start. The error has the number, from 1, of the first move that cannot be played.
    pub fn follow(&mut self, moves: &[String]) -> Result<(), (usize, PlayError)> {
        for (index, text) in moves.iter().enumerate() {
            self.play(text).map_err(|error| (index + 1, error))?;
        }
        Ok(())
    }
}
