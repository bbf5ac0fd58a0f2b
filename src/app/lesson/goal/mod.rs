//! What a move does: whether it reaches a goal. One file for each kind of goal; all of them ask the game itself.

mod denying;
mod filling;
mod making;
mod missing;
mod scoring;
mod winning;

use std::collections::BTreeMap;
use std::time::Instant;

use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, Move, Team};
use houserule_script::game::{BotError, Game, HookFault, LessonChecker};
use houserule_script::play::{Proof, Prover};
use houserule_script::rules::lesson::{LessonGoal, LessonStep};

/// Why it could not be told whether a move reaches a goal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JudgeError {
    /// A script failed.
    #[error(transparent)]
    Script(#[from] HookFault),
    /// The goal means nothing in this game, or cannot be proved in it.
    #[error("{0}")]
    Senseless(String),
}

impl From<BotError> for JudgeError {
    fn from(error: BotError) -> JudgeError {
        JudgeError::Senseless(error.to_string())
    }
}

/// Whether something is so, or why nobody can tell.
pub type GoalResult = Result<bool, JudgeError>;

/// The cells that a step speaks of, by their labels.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LabelledCells(pub BTreeMap<String, Coord>);

impl LabelledCells {
    /// The cells of a step's labels, and the labels that are on no cell.
    pub fn of(step: &LessonStep, look: BoardView) -> LabelledCells {
        let cells = step.labels.iter().filter_map(|(label, cell)| Some((label.clone(), look.named(&cell.value)?)));
        LabelledCells(cells.collect())
    }

    /// The place that a label or a cell's name stands for.
    pub fn named(&self, name: &str, look: BoardView) -> Option<Coord> {
        self.0.get(name).copied().or_else(|| look.named(name))
    }
}

/// Somebody who judges moves made from one position.
pub struct Judge {
    cells: LabelledCells,
    /// The cells that goals name, as they stood before anybody moved: on an open board names change with every move.
    named: BTreeMap<String, Coord>,
    checker: Option<Box<dyn LessonChecker>>,
    provers: Vec<(Team, Option<String>, Prover)>,
    /// When nothing is judged any more.
    deadline: Option<Instant>,
}

/// The most moves that are tried to prove one thing.
const MAX_GOAL_NODES: u64 = 20_000_000;

impl Judge {
    pub fn new(cells: LabelledCells, checker: Option<Box<dyn LessonChecker>>) -> Judge {
        Judge { cells, named: BTreeMap::new(), checker, provers: Vec::new(), deadline: None }
    }

    /// Judges nothing after `deadline`: one question may ask for the proof of hundreds of moves.
    pub fn until(&mut self, deadline: Instant) {
        self.deadline = Some(deadline);
    }

    /// Whether a listed move reaches a goal. The game comes back as it was.
    pub fn reaches(&mut self, goal: &LessonGoal, game: &mut Game, mv: Move) -> GoalResult {
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(JudgeError::Senseless("gave up: proving this takes too long; ask for less".to_string()));
        }
        match goal {
            LessonGoal::Legal => Ok(true),
            LessonGoal::Illegal { .. } | LessonGoal::Types(_) => Ok(false),
            LessonGoal::WinsIn { turns, by } => self.wins(game, mv, *turns, by.as_deref()),
            LessonGoal::Threatens { turns, by, places } => self.threatens(game, mv, *turns, by.as_deref(), *places),
            LessonGoal::Prevents(goal) => self.prevents(goal, game, mv),
            LessonGoal::Avoids(goal) => Ok(!self.reaches(goal, game, mv)?),
            LessonGoal::KeepsAlive { turns } => self.keeps_alive(game, mv, *turns),
            LessonGoal::Fills(cells) => self.fills(cells, game, mv),
            LessonGoal::Makes(counts) => making::makes(counts, game, mv),
            LessonGoal::MakesLine { length } => making::makes_line(*length, game, mv),
            LessonGoal::MakesLoop { length } => making::makes_loop(*length, game, mv),
            LessonGoal::Scores { points } => scoring::scores(*points, game, mv),
            LessonGoal::AllOf(goals) => {
                for goal in goals {
                    if !self.reaches(goal, game, mv)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            LessonGoal::Script(function) => Ok(self.ruling(*function, game, mv)?.is_accepted),
        }
    }

    /// What the lesson's script says of a move.
    pub fn ruling(
        &mut self,
        function: usize,
        game: &Game,
        mv: Move,
    ) -> Result<houserule_script::game::CheckerAnswer, JudgeError> {
        let Some(checker) = &mut self.checker else {
            return Err(JudgeError::Senseless("there is no script to ask".to_string()));
        };
        Ok(checker.judge(function, game.fork(), game.mover_of(mv), mv)?)
    }

    /// Somebody who proves wins of a team, and remembers what held before.
    fn prover(&mut self, team: Team, by: Option<&str>) -> &mut Prover {
        let known = self.provers.iter().position(|(of, rule, _)| *of == team && rule.as_deref() == by);
        let index = known.unwrap_or_else(|| {
            let prover = Prover::new(team).by(by);
            self.provers.push((team, by.map(str::to_string), prover));
            self.provers.len() - 1
        });
        let prover = &mut self.provers[index].2;
        prover.limit(MAX_GOAL_NODES);
        prover
    }

    /// The place that a goal names, resolved where the question is asked.
    fn place(&mut self, name: &str, game: &Game) -> Option<Coord> {
        if let Some(at) = self.named.get(name) {
            return Some(*at);
        }
        let at = self.cells.named(name, game.board().view())?;
        self.named.insert(name.to_string(), at);
        Some(at)
    }
}

/// Looks at the game after a move, and takes the move back.
pub(super) fn after<T>(
    game: &mut Game,
    mv: Move,
    look: impl FnOnce(&mut Game) -> Result<T, JudgeError>,
) -> Result<T, JudgeError> {
    game.play(mv)?;
    let seen = look(game);
    game.undo();
    seen
}

/// What a search has come to.
fn proved(proof: Proof) -> GoalResult {
    match proof {
        Proof::Yes => Ok(true),
        Proof::No => Ok(false),
        Proof::Open => Err(JudgeError::Senseless(
            "too many moves would have to be tried to prove this; ask for fewer turns".to_string(),
        )),
    }
}

/// Whether anything can be proved here at all.
fn provable(game: &Game) -> Result<(), JudgeError> {
    match Prover::can_prove(game) {
        true => Ok(()),
        false => Err(JudgeError::Senseless(
            "nothing can be proved about turns to come while tiles are drawn or anybody may move".to_string(),
        )),
    }
}
