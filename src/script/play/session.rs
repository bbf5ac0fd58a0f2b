//! Session: rules, position, moves in notation, and undo and redo.

use std::cell::OnceCell;

use super::agreed::AgreedResult;
use super::history::{MoveHistory, TurnStamp};
use crate::game::{Game, GameSnapshot, HookFault, IllegalMove, Outcome, is_action_word};
use crate::lua::{LoadError, Ruleset};
use crate::notation::record::{RecordedRules, SourceFile};
use crate::notation::{Notation, NotationError, ParsedStart};
use crate::rules::{RulePlan, VarValue, vars};
use houserule_core::geometry::{CellNaming, Coord};
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
    pub(super) start_position: Option<String>,
    /// Moves that lead to that position, if it is given by moves, and whether it overrides the script variables that
    /// result from them.
    prelude: Vec<String>,
    overrides_vars: bool,
    pub(super) history: MoveHistory,
    /// Agreed result, if players ended the game.
    pub(super) agreed: Option<AgreedResult>,
    /// File that the game was loaded from, if its format is not ours.
    pub(super) source: Option<SourceFile>,
    /// Rules to keep in a record; computed on first use.
    pub(super) recorded_rules: OnceCell<RecordedRules>,
}

/// Position of a session in transit to another session, possibly on another thread.
pub struct SessionSnapshot {
    ruleset: Ruleset,
    game: GameSnapshot,
    seed: u64,
}

impl SessionSnapshot {
    /// Turns the snapshot into a session without history, with its own scripts.
    pub fn into_session(self) -> Session {
        Session {
            ruleset: self.ruleset,
            game: self.game.into_game(),
            seed: self.seed,
            start_position: None,
            prelude: Vec::new(),
            overrides_vars: false,
            history: MoveHistory::default(),
            agreed: None,
            source: None,
            recorded_rules: OnceCell::new(),
        }
    }
}

/// Reason why typed text was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(transparent)]
pub enum PlayError {
    /// The text is not a move in this game's notation.
    NotAMove(#[from] NotationError),
    /// The move is illegal.
    Illegal(#[from] IllegalMove),
}

impl From<HookFault> for PlayError {
    fn from(fault: HookFault) -> PlayError {
        PlayError::Illegal(fault.into())
    }
}

/// Parses an initial position and the script variables that it sets.
fn read_start(
    text: &str,
    plan: &RulePlan,
    board: &dyn Position,
) -> Result<(ParsedStart, Option<Vec<VarValue>>), NotationError> {
    let (text, vars_text) = vars::split(text);
    let start = plan.notation.read_position(text, board)?;
    Ok((start, vars_text.map(|vars_text| vars::read(vars_text, &plan.vars)).transpose()?))
}

/// Error in a given position.
fn impossible_position(text: &str, error: LoadError) -> LoadError {
    error.with_subject(format_args!("invalid position `{}`", one_line(text, 60)))
}

impl Session {
    /// New game under some rules, from the usual start or from a position in the game's notation.
    pub fn new(ruleset: Ruleset, position: Option<&str>, seed: u64) -> Result<Session, LoadError> {
        // A position is parsed with a board that no script has dealt, because it contains the deal.
        let start = position.map(|text| {
            let board = ruleset.plan.position(None, seed)?;
            Ok::<_, LoadError>(read_start(text, &ruleset.plan, &*board)?)
        });
        let (game, prelude, given_vars) = match start.transpose()? {
            None => (ruleset.game(None, seed)?, Vec::new(), None),
            Some((ParsedStart::Moves(moves), given_vars)) => (ruleset.game(None, seed)?, moves, given_vars),
            Some((ParsedStart::Setup(setup), given_vars)) => {
                let game = ruleset.game_at(&setup, given_vars, seed);
                (game.map_err(|error| impossible_position(position.unwrap_or_default(), error))?, Vec::new(), None)
            }
        };
        let mut session = Session {
            ruleset,
            game,
            seed,
            start_position: position.map(str::to_string),
            prelude: Vec::new(),
            overrides_vars: false,
            history: MoveHistory::default(),
            agreed: None,
            source: None,
            recorded_rules: OnceCell::new(),
        };
        session.play_opening(&prelude).map_err(|error| impossible_position(position.unwrap_or_default(), error))?;
        session.prelude = std::mem::take(&mut session.history).into_moves();
        if let Some(given_vars) = given_vars {
            session.overrides_vars = session.game.vars() != given_vars;
            session.game.set_vars(given_vars)?;
        }
        if session.plan().mechanic.has_chance() {
            // The deal goes into the record, so that no game depends on the shuffling algorithm.
            session.start_position = Some(session.position());
        }
        Ok(session)
    }

    /// Snapshot of the position, without history and scripts.
    pub fn snapshot(&self) -> SessionSnapshot {
        SessionSnapshot { ruleset: self.ruleset.clone(), game: self.game.snapshot(), seed: self.seed }
    }

    /// Copy of the position in a new session without history, to try moves in.
    pub fn scratch_copy(&self) -> Session {
        self.snapshot().into_session()
    }

    /// Plays the moves that the user gave to reach a position.
    pub fn play_opening(&mut self, moves: &[String]) -> Result<(), LoadError> {
        self.play_all(moves).map_err(|(number, error)| match error {
            PlayError::Illegal(IllegalMove::Script(fault)) => LoadError::Script(fault),
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
        self.history.moves()
    }

    /// Seat that made the move with this index.
    pub fn seat_of(&self, index: usize) -> Seat {
        let seat = self.read(&self.moves()[index]).ok().and_then(|action| action.seat());
        seat.unwrap_or(self.stamps()[index].clock.seat)
    }

    /// Parses a move without labels.
    pub fn read(&self, text: &str) -> Result<Action, PlayError> {
        if self.plan().has_named_actions() && is_action_word(text) {
            return Ok(Action::Named { word: text.to_string() });
        }
        Ok(self.notation().read_move(text, self.game.board())?)
    }

    /// Plays a move that was listed in this position, without checking its legality again.
    pub fn play_listed(&mut self, mv: Move) -> Result<(), HookFault> {
        let (text, stamp, move_count) = (self.move_text(mv), self.next_stamp(), self.moves().len());
        self.game.play(mv)?;
        self.history.push(text, stamp);
        self.history.branch_at(move_count);
        Ok(())
    }

    /// A listed move in notation.
    pub fn move_text(&self, mv: Move) -> String {
        self.action_text(&self.game.unpack(mv))
    }

    pub(super) fn action_text(&self, action: &Action) -> String {
        self.notation().write_action(action, self.game.board())
    }

    /// Whether any seat may move at any time.
    pub fn is_race(&self) -> bool {
        self.plan().mechanic.is_race()
    }

    /// Initial position, if it is not the usual one, and the script variables that it sets.
    pub fn setup(&self) -> Option<(Setup, Option<Vec<VarValue>>)> {
        match read_start(self.start_position.as_ref()?, self.plan(), self.game.board()) {
            Ok((ParsedStart::Setup(setup), given_vars)) => Some((setup, given_vars)),
            _ => None,
        }
    }

    /// Violation as `why` prints it: the rule, the sentence and the line of the script.
    pub fn explain(&self, violation: &Violation) -> String {
        match self.plan().location(&violation.key_path) {
            Some(line) => format!("{violation} [{line}]"),
            None => violation.to_string(),
        }
    }

    /// Names of the cells that a violation concerns.
    pub fn cells_of(&self, violation: &Violation) -> Vec<String> {
        let view = self.game.board().view();
        violation.cells.iter().map(|at| view.name(*at)).collect()
    }

    /// Turn of the next move.
    pub fn next_stamp(&self) -> TurnStamp {
        TurnStamp { clock: self.game.board().turn_state(), has_swapped: self.game.has_swapped() }
    }

    /// Explains an error, with the script lines of the rules that forbid the move.
    pub fn explain_error(&self, error: &PlayError) -> String {
        match error {
            PlayError::Illegal(IllegalMove::Illegal(violations)) => {
                let reasons: Vec<String> = violations.iter().map(|violation| self.explain(violation)).collect();
                reasons.join("; ")
            }
            error => error.to_string(),
        }
    }

    /// Legal moves in notation, sorted by bytes.
    pub fn legal_moves(&mut self) -> Result<Vec<String>, HookFault> {
        let moves = self.game.legal_moves()?;
        let mut texts: Vec<String> = moves.into_iter().map(|mv| self.move_text(mv)).collect();
        texts.sort_unstable();
        Ok(texts)
    }

    /// Whether a word is a prefix of moves of this game, legal or not.
    pub fn is_move_prefix(&mut self, word: &str) -> bool {
        let is_named = self.plan().has_named_actions() && is_action_word(word);
        let is_swap = word == Pie::WORD && self.plan().has_pie();
        let is_offered =
            |session: &mut Session| session.legal_moves().is_ok_and(|moves| moves.iter().any(|mv| mv == word));
        is_named && (is_swap || is_offered(self)) || self.notation().is_move_prefix(word, self.game.board())
    }

    /// Legal moves that begin with the typed text, for the user to choose from.
    pub fn choices(&mut self, typed: &str) -> Vec<String> {
        let (notation, typed) = (self.notation(), self.expand_labels(typed));
        let legal = self.legal_moves().unwrap_or_default();
        let choices = legal.into_iter().filter(|mv| notation.is_choice_prefix(&typed, mv)).collect();
        notation.filter_choices(choices, self.game.board())
    }

    /// Writes legal moves in the shortest form that players may type: with the labels that the board shows. In front of
    /// an empty open board all rotations of a tile are the same, so it is written by its name.
    pub fn shorten(&mut self, moves: &[String]) -> Vec<String> {
        let Ok(legal) = self.legal_moves() else { return moves.to_vec() };
        let labels = self.labels();
        match self.is_first_tile() {
            true => moves.iter().map(|mv| mv.split('@').next().unwrap_or(mv).to_string()).collect(),
            false => moves.iter().map(|mv| self.shorten_move(mv, &legal, &labels)).collect(),
        }
    }

    /// Writes a move in its shortest form, unless that form could be read as a move that the rules forbid.
    fn shorten_move(&self, mv: &str, legal: &[String], labels: &[(Coord, String)]) -> String {
        let short = self.notation().shorten(mv, legal, labels);
        let typed = self.notation().expand_labels(&short, &mut || labels.to_vec());
        if self.read(&typed).is_ok() { short } else { self.notation().shorten(mv, &[], labels) }
    }

    /// Labels that players may type for the cells of the legal moves; none if a script fails.
    pub fn labels(&mut self) -> Vec<(Coord, String)> {
        self.game.labels()
    }

    /// Whether the next move lays the first tile of an open board, where every turn of it is the same move.
    pub fn is_first_tile(&self) -> bool {
        let view = self.game.board().view();
        self.notation().naming() == CellNaming::Axial && view.tile_game().is_some_and(|board| board.tile_count() == 0)
    }

    /// Explains why no move is legal after the end of the game.
    pub fn explain_end(&mut self) -> Option<String> {
        let outcome = self.game.outcome().ok()??;
        Some(format!("the game is over: {}", outcome.describe(self.plan())))
    }

    /// Explains why typed text is not the prefix of a legal move.
    pub fn explain_no_choice(&mut self, typed: &str) -> Option<String> {
        if let Some(end) = self.explain_end() {
            return Some(end);
        }
        let legal = self.game.legal_actions().ok()?;
        self.notation().explain_no_choice(typed, &legal, self.game.board())
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
        let (declared, values) = (&self.plan().vars, self.game.vars());
        match vars::write(declared, values) {
            // When parsed, the moves would lead to other values.
            text if text.is_empty() && self.overrides_vars => vars::write_all(declared, values),
            text => text,
        }
    }

    /// Position as a seat sees it if hands are hidden; without a seat, only public information.
    pub fn visible_position(&self, seat: Option<Seat>) -> String {
        let moves = [&self.prelude[..], self.moves()].concat();
        self.notation().write_visible_position(self.game.board(), &moves, seat) + &self.vars_text()
    }

    /// Initial position, if it is not the usual one.
    pub fn start(&self) -> Option<&str> {
        self.start_position.as_deref()
    }

    /// Result in the short code of records.
    pub fn result(&self, outcome: &Outcome) -> String {
        let plan = self.plan();
        if let Some(word) = outcome.solitaire_result() {
            return word.to_string();
        }
        if outcome.winners.len() > 1 && !outcome.is_shared_by_all() {
            if outcome.is_draw() {
                return outcome.describe(plan);
            }
            let names: Vec<&str> = outcome.winners.iter().map(|team| plan.team_name(*team)).collect();
            return format!("{} {}", names.join("+"), outcome.reason);
        }
        self.notation().result(outcome.winner(), &outcome.reason, &plan.names)
    }

    /// Whether a recorded result agrees with an outcome: in full, or as a draw without the teams that share it.
    pub fn matches_result(&self, recorded: &str, outcome: &Outcome) -> bool {
        let draw_result = || self.notation().result(None, &outcome.reason, &self.plan().names);
        recorded == self.result(outcome)
            || outcome.is_draw() && (recorded == draw_result() || recorded == format!("draw by {}", outcome.reason))
    }

    /// Plays a record from its start. The error has the number, from 1, of the first move that cannot be played.
    pub fn play_all(&mut self, moves: &[String]) -> Result<(), (usize, PlayError)> {
        for (index, text) in moves.iter().enumerate() {
            self.play(text).map_err(|error| (index + 1, error))?;
        }
        Ok(())
    }
}
