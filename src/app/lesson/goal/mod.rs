//! Whether a move reaches a goal. One file for each kind of goal; all of them play the move to find out.

mod cells;
mod counts;
mod defence;
mod points;
mod shortfall;
mod wins;

use std::collections::BTreeMap;
use std::time::Instant;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, Move, Team};
use houserule_script::game::{BotError, Game, HookFault, LessonChecker};
use houserule_script::play::{Proof, Prover};
use houserule_script::rules::lesson::{LessonGoal, LessonStep};

/// Reason why a goal could not be judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JudgeError {
    /// A script failed.
    #[error(transparent)]
    Script(#[from] HookFault),
    /// The goal has no meaning in this game or cannot be proved in it; the text explains why.
    #[error("{0}")]
    NotApplicable(String),
}

impl From<BotError> for JudgeError {
    fn from(error: BotError) -> JudgeError {
        JudgeError::NotApplicable(error.to_string())
    }
}

/// Whether a goal is reached, or why it cannot be judged.
pub type GoalResult = Result<bool, JudgeError>;

/// Cells of a step by their labels.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LabelledCells(pub BTreeMap<String, Coord>);

impl LabelledCells {
    /// Resolves a step's labels; leaves out labels whose cell does not exist.
    pub fn of(step: &LessonStep, view: BoardView) -> LabelledCells {
        let cells = step.labels.iter().filter_map(|(label, cell)| Some((label.clone(), view.cell_named(&cell.value)?)));
        LabelledCells(cells.collect())
    }

    /// Returns the cell of a label, or the cell of that name.
    pub fn find(&self, name: &str, view: BoardView) -> Option<Coord> {
        self.0.get(name).copied().or_else(|| view.cell_named(name))
    }
}

/// Judge of the moves from one position.
pub struct Judge {
    cells: LabelledCells,
    /// Cells that goals name, resolved before any move: on an open board names change with every move.
    goal_cells: BTreeMap<String, Coord>,
    checker: Option<Box<dyn LessonChecker>>,
    provers: Vec<(Team, Option<String>, Prover)>,
    /// Time after which every goal is an error.
    deadline: Option<Instant>,
}

/// Search nodes for one proof.
const MAX_GOAL_NODES: u64 = 20_000_000;

impl Judge {
    pub fn new(cells: LabelledCells, checker: Option<Box<dyn LessonChecker>>) -> Judge {
        Judge { cells, goal_cells: BTreeMap::new(), checker, provers: Vec::new(), deadline: None }
    }

    /// Sets the time after which every goal is an error: one question may need proofs of hundreds of moves.
    pub fn set_deadline(&mut self, deadline: Instant) {
        self.deadline = Some(deadline);
    }

    /// Returns whether a legal move reaches a goal. Leaves the game unchanged.
    pub fn reaches(&mut self, goal: &LessonGoal, game: &mut Game, mv: Move) -> GoalResult {
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(JudgeError::NotApplicable("gave up: this takes too long to prove; ask for less".to_string()));
        }
        match goal {
            LessonGoal::Legal => Ok(true),
            LessonGoal::Illegal { .. } | LessonGoal::Types(_) => Ok(false),
            LessonGoal::WinsIn { turns, end_rule: by } => self.wins(game, mv, *turns, by.as_deref()),
            LessonGoal::Threatens { turns, end_rule: by, places } => {
                self.threatens(game, mv, *turns, by.as_deref(), *places)
            }
            LessonGoal::Prevents(goal) => self.prevents(goal, game, mv),
            LessonGoal::Avoids(goal) => Ok(!self.reaches(goal, game, mv)?),
            LessonGoal::KeepsAlive { turns } => self.keeps_alive(game, mv, *turns),
            LessonGoal::Fills(cells) => self.fills(cells, game, mv),
            LessonGoal::Makes(counts) => counts::makes(counts, game, mv),
            LessonGoal::MakesLine { length } => counts::makes_line(*length, game, mv),
            LessonGoal::MakesLoop { length } => counts::makes_loop(*length, game, mv),
            LessonGoal::Scores { points } => points::scores(*points, game, mv),
            LessonGoal::AllOf(goals) => {
                for goal in goals {
                    if !self.reaches(goal, game, mv)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            LessonGoal::Script(function) => Ok(self.run_checker(*function, game, mv)?.is_accepted),
        }
    }

    /// Asks the lesson's script about a move.
    pub fn run_checker(
        &mut self,
        function: usize,
        game: &Game,
        mv: Move,
    ) -> Result<houserule_script::game::CheckerAnswer, JudgeError> {
        let Some(checker) = &mut self.checker else {
            return Err(JudgeError::NotApplicable("no script can check this".to_string()));
        };
        Ok(checker.judge(function, game.fork(), game.mover_of(mv), mv)?)
    }

    /// Returns the prover for wins of a team by an end rule. It is reused, because it remembers refutations.
    fn prover(&mut self, team: Team, by: Option<&str>) -> &mut Prover {
        let existing = self.provers.iter().position(|(winner, rule, _)| *winner == team && rule.as_deref() == by);
        let index = existing.unwrap_or_else(|| {
            let prover = Prover::new(team).by_rule(by);
            self.provers.push((team, by.map(str::to_string), prover));
            self.provers.len() - 1
        });
        let prover = &mut self.provers[index].2;
        prover.set_move_limit(MAX_GOAL_NODES);
        prover
    }

    /// Resolves a cell that a goal names, and remembers it.
    fn resolve_cell(&mut self, name: &str, game: &Game) -> Option<Coord> {
        if let Some(at) = self.goal_cells.get(name) {
            return Some(*at);
        }
        let at = self.cells.find(name, game.board().view())?;
        self.goal_cells.insert(name.to_string(), at);
        Some(at)
    }
}

/// Plays a move, inspects the game, and undoes the move.
pub(super) fn after_move<T>(
    game: &mut Game,
    mv: Move,
    inspect: impl FnOnce(&mut Game) -> Result<T, JudgeError>,
) -> Result<T, JudgeError> {
    game.play(mv)?;
    let result = inspect(game);
    game.undo();
    result
}

/// Converts the result of a proof; an open proof is an error.
fn proof_result(proof: Proof) -> GoalResult {
    match proof {
        Proof::Yes => Ok(true),
        Proof::No => Ok(false),
        Proof::Open => Err(JudgeError::NotApplicable("too many moves to prove this; ask for fewer turns".to_string())),
    }
}

/// Fails in games where wins cannot be proved.
fn require_provable(game: &Game) -> Result<(), JudgeError> {
    match Prover::can_prove(game) {
        true => Ok(()),
        false => Err(JudgeError::NotApplicable(
            "cannot prove anything about later turns in a game with random draws or simultaneous moves".to_string(),
        )),
    }
}
