//! Unlimited exercises. Random games without blunders are played until exactly one move wins, or exactly one does not
//! lose. Both are proved by exhaustive search.

mod script;

use std::sync::atomic::Ordering;

use super::step_start::StepStart;
use crate::interrupt::STOP;
use houserule_core::mechanics::{Move, Team};
use houserule_core::rng::Rng;
use houserule_core::text::plural;
use houserule_script::game::{Game, HookFault};
use houserule_script::lua::LoadError;
use houserule_script::play::{Proof, Prover, Session, Workspace};
use houserule_script::rules::{Source, SourcePlace, lesson::LessonRules};

/// Task of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuizTask {
    /// Find the only move that wins within this number of turns.
    Win(u32),
    /// Find the only move after which the other team cannot win within this number of turns.
    Hold(u32),
}

impl QuizTask {
    /// Tasks by level, from 1.
    const LEVELS: [QuizTask; 5] =
        [QuizTask::Win(1), QuizTask::Hold(1), QuizTask::Win(2), QuizTask::Hold(2), QuizTask::Win(3)];

    pub const HARDEST: usize = QuizTask::LEVELS.len();

    pub fn of_level(level: usize) -> Option<QuizTask> {
        QuizTask::LEVELS.get(level.checked_sub(1)?).copied()
    }

    fn level(self) -> usize {
        QuizTask::LEVELS.iter().position(|task| *task == self).map_or(1, |index| index + 1)
    }

    fn question(self) -> String {
        let turns = |turns: u32| plural(turns, "turn");
        match self {
            QuizTask::Win(1) => "Only one move wins at once. Which one?".to_string(),
            QuizTask::Win(n) => format!("Only one move wins in {} against any defence. Which one?", turns(n)),
            QuizTask::Hold(1) => "Only one move stops the other side from winning at once. Which one?".to_string(),
            QuizTask::Hold(n) => {
                format!("Only one move stops the other side from winning within {}. Which one?", turns(n))
            }
        }
    }

    /// Returns the task as a goal in Lua.
    pub fn goal(self) -> String {
        match self {
            QuizTask::Win(turns) => format!("wins_in({turns})"),
            QuizTask::Hold(turns) => format!("keeps_alive({turns})"),
        }
    }
}

/// Exercise of a quiz.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    pub task: QuizTask,
    /// Moves to its position.
    pub moves: Vec<String>,
    /// The seat to move.
    pub seat: String,
    pub answer: String,
    /// Difficulty from 1 to 9, from the search nodes of the proof.
    pub grade: u32,
}

/// Reason why there is no exercise.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoExercise {
    /// A script failed.
    #[error(transparent)]
    Script(#[from] HookFault),
    /// The user interrupted the search.
    #[error("stopped after {} of {title}", plural(*.games, "game"))]
    Stopped { games: usize, title: String },
    /// No game contained an exercise; `easier` is a level that has some.
    #[error("no exercise of level {level} found in {} of {title}", plural(*.games, "game"))]
    Rare { level: usize, games: usize, title: String, easier: Option<usize> },
}

impl NoExercise {
    /// Returns the message with a remedy; `command` returns the command for a level.
    pub fn with_remedy(&self, command: impl Fn(usize) -> String) -> String {
        match self {
            NoExercise::Rare { easier: Some(level), .. } => {
                format!("{self}; try level {level}: {}", command(*level))
            }
            NoExercise::Rare { easier: None, .. } => format!("{self}; try another seed or another game"),
            _ => self.to_string(),
        }
    }
}

/// Generator of exercises.
pub struct Quiz {
    workspace: Workspace,
    start: StepStart,
    task: QuizTask,
    session: Session,
    rng: Rng,
    /// Search nodes left for the present exercise.
    nodes_left: u64,
    criteria: ExerciseCriteria,
}

/// Criteria for positions of exercises, which depend on the length and branching factor of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ExerciseCriteria {
    /// First ply to search for exercises, and the range of a random delay after it.
    min_ply: usize,
    max_delay: usize,
    /// Minimum number of legal moves.
    min_moves: usize,
}

/// Maximum number of games played for one exercise, and their maximum length.
const MAX_QUIZ_GAMES: usize = 8_000;
const MAX_QUIZ_GAME_LEN: usize = 60;

/// Criteria for large games. For small ones they are reduced, from a sample of random games.
const LARGE_GAME_CRITERIA: ExerciseCriteria = ExerciseCriteria { min_ply: 4, max_delay: 12, min_moves: 6 };
const SAMPLE_GAMES: usize = 8;

/// Attempts to sample a move that is not a blunder.
const MAX_CAREFUL_TRIES: usize = 4;

/// Search nodes for one proof, and for one exercise over all games.
///
/// Measured over up to six seeds each: levels 1 to 3 need up to 0.1 M nodes in Trax, 0.3 M in Tak on 4 by 4, 0.4 M in
/// LoopTrax, 2.1 M in Gomoku and 2.7 M in Tak on 5 by 5; in Hex levels 1 and 2 need up to 3.3 M, and level 3 is found
/// in half of the searches. Level 4 needs up to 0.3 M in Trax, 0.4 M in Tak on 4 by 4 and 1.4 M in LoopTrax, and is
/// found in half of the searches in Tak on 5 by 5. Level 5 needs up to 4.9 M in Trax, is found in five of six searches
/// in Tak on 4 by 4, and rarely or never elsewhere. A larger budget for one proof is worse: with 100 000, two of four
/// searches for level 5 in Trax failed, because hopeless positions used it up. One core searches 0.5 M (Trax) to 3 M
/// (Tak) nodes a second. The limit is four times the largest need measured at common levels.
const MAX_PROOF_NODES: u64 = 50_000;
const MAX_EXERCISE_NODES: u64 = 20_000_000;

type QuizResult<T> = Result<Option<T>, HookFault>;

impl Quiz {
    /// Creates a quiz on some rules; the workspace's seed determines all exercises.
    pub fn new(workspace: Workspace, game: &str, sets: &[(String, String)], task: QuizTask) -> Result<Quiz, LoadError> {
        let session = workspace.open(game, sets, None, &[])?;
        let names = &session.plan().names;
        if !Prover::can_prove(&session.game) || names.teams.len() != 2 {
            return Err(LoadError::Usage(format!(
                "no exercises for {}: wins can be proved only if two sides take turns and nothing is hidden",
                session.plan().title
            )));
        }
        let place = SourcePlace::root(&std::sync::Arc::new(Source::new("quiz", "")));
        let rules = LessonRules { game: game.to_string(), sets: sets.to_vec(), place, option_places: Vec::new() };
        let rng = Rng::new(workspace.seed);
        let mut session = session;
        let criteria = fit_criteria(&mut session, &mut Rng::new(workspace.seed))
            .map_err(|fault| LoadError::Usage(fault.to_string()))?;
        Ok(Quiz {
            workspace,
            start: StepStart { folder: None, rules, position: None, moves: Vec::new() },
            task,
            session,
            rng,
            nodes_left: 0,
            criteria,
        })
    }

    /// Returns the search nodes used for the last exercise.
    pub fn nodes_used(&self) -> u64 {
        MAX_EXERCISE_NODES - self.nodes_left
    }

    /// Returns whether exercises of this level are so rare that the search may take a while.
    pub fn is_rare(&self) -> bool {
        self.level() > 3
    }

    pub fn title(&self) -> &str {
        &self.session.plan().title
    }

    /// Returns the rules of the exercises: the game with its variants, and the options.
    pub fn rules(&self) -> (&str, &[(String, String)]) {
        (&self.start.rules.game, &self.start.rules.sets)
    }

    /// Finds the next exercise. If there is none, the error names an easier level that has some.
    pub fn next_exercise(&mut self) -> Result<Exercise, NoExercise> {
        let games = match self.search(MAX_EXERCISE_NODES)? {
            Ok(exercise) => return Ok(exercise),
            Err(games) => games,
        };
        let title = self.title().to_string();
        if STOP.load(Ordering::Relaxed) {
            return Err(NoExercise::Stopped { games, title });
        }
        let nodes_left = self.nodes_left;
        let easier = self.find_easier_level();
        self.nodes_left = nodes_left;
        Err(NoExercise::Rare { level: self.level(), games, title, easier: easier? })
    }

    /// Plays games until one contains an exercise or `max_nodes` are used; then returns the number of games as `Err`.
    fn search(&mut self, max_nodes: u64) -> Result<Result<Exercise, usize>, HookFault> {
        self.nodes_left = max_nodes;
        let mut games = 0;
        while games < MAX_QUIZ_GAMES && self.nodes_left > 0 && !STOP.load(Ordering::Relaxed) {
            games += 1;
            let result = self.play_game();
            while self.session.undo().is_some() {}
            if let Some(exercise) = result? {
                return Ok(Ok(exercise));
            }
        }
        Ok(Err(games))
    }

    /// Returns the level of the exercises, from 1.
    pub fn level(&self) -> usize {
        self.task.level()
    }

    /// Returns the hardest easier level at which a fresh quiz finds an exercise within a quarter of the budget.
    fn find_easier_level(&mut self) -> Result<Option<usize>, HookFault> {
        let (task, level) = (self.task, self.level());
        for easier in (1..level).rev() {
            self.task = QuizTask::LEVELS[easier - 1];
            let rng = std::mem::replace(&mut self.rng, Rng::new(self.workspace.seed));
            let result = self.search(MAX_EXERCISE_NODES / 4);
            (self.task, self.rng) = (task, rng);
            if result?.is_ok() {
                return Ok(Some(easier));
            }
        }
        Ok(None)
    }

    /// Plays one game until it ends or contains an exercise.
    fn play_game(&mut self) -> QuizResult<Exercise> {
        // A random delay, so that the exercise is not always the first in the game.
        let first_ply = self.criteria.min_ply + self.rng.below(self.criteria.max_delay);
        for ply in 0..MAX_QUIZ_GAME_LEN {
            if self.nodes_left == 0 || self.session.game.outcome()?.is_some() {
                return Ok(None);
            }
            if ply >= first_ply
                && let Some(exercise) = self.find_exercise()?
            {
                return Ok(Some(exercise));
            }
            let Some(mv) = self.careful_move()? else { return Ok(None) };
            self.session.play_listed(mv)?;
        }
        Ok(None)
    }

    /// Samples a move that neither ends the game nor lets the next seat win at once; after a few attempts, any move.
    fn careful_move(&mut self) -> QuizResult<Move> {
        let rng = &mut self.rng;
        let game = &mut self.session.game;
        let mut last = None;
        for _ in 0..MAX_CAREFUL_TRIES {
            last = game.random_move(|bound| rng.below(bound))?;
            let Some(mv) = last else { return Ok(None) };
            game.play(mv)?;
            let next = game.team_of(game.seat());
            let budget = MAX_PROOF_NODES.min(self.nodes_left);
            let mut prover = Prover::new(next).with_move_limit(budget);
            let is_careless = game.is_over() || prover.wins(game, 1)? == Proof::Yes;
            self.nodes_left = self.nodes_left.saturating_sub(budget - prover.moves_left() + 1);
            game.undo();
            if !is_careless {
                break;
            }
        }
        Ok(last)
    }

    /// Returns the exercise in the present position, if it is one.
    fn find_exercise(&mut self) -> QuizResult<Exercise> {
        let moves = self.session.game.legal_moves()?;
        if moves.len() < self.criteria.min_moves {
            return Ok(None);
        }
        let game = &mut self.session.game;
        let team = game.team_of(game.seat());
        let budget = MAX_PROOF_NODES.min(self.nodes_left);
        let mut prover = Prover::new(if matches!(self.task, QuizTask::Win(_)) { team } else { team.other() })
            .with_move_limit(budget);
        let answer = match self.task {
            QuizTask::Win(turns) => unique_win(game, &mut prover, turns, &moves)?,
            QuizTask::Hold(turns) => unique_defence(game, &mut prover, team, turns, &moves)?,
        };
        let nodes = budget - prover.moves_left();
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
        let Some(mv) = answer else { return Ok(None) };
        let seat = self.session.game.mover_of(mv);
        Ok(Some(Exercise {
            task: self.task,
            moves: self.session.moves().to_vec(),
            seat: self.session.plan().seat_name(seat).to_string(),
            answer: self.session.move_text(mv),
            grade: grade(nodes),
        }))
    }
}

/// Fits the criteria to a game: a third of its length and branching factor, if that is less than in large games.
fn fit_criteria(session: &mut Session, rng: &mut Rng) -> Result<ExerciseCriteria, HookFault> {
    let (mut longest, mut widest) = (0, 0);
    for _ in 0..SAMPLE_GAMES {
        let mut plies = 0;
        while plies < MAX_QUIZ_GAME_LEN && session.game.outcome()?.is_none() {
            widest = widest.max(session.game.legal_moves()?.len());
            let Some(mv) = session.game.random_move(|bound| rng.below(bound))? else { break };
            session.play_listed(mv)?;
            plies += 1;
        }
        longest = longest.max(plies);
        while session.undo().is_some() {}
    }
    Ok(ExerciseCriteria {
        min_ply: LARGE_GAME_CRITERIA.min_ply.min(longest / 3),
        max_delay: LARGE_GAME_CRITERIA.max_delay.min(longest / 3).max(1),
        min_moves: LARGE_GAME_CRITERIA.min_moves.min(widest / 3).max(2),
    })
}

/// Returns the difficulty of a proof, on a logarithmic scale of its search nodes.
fn grade(nodes: u64) -> u32 {
    const GRADE_1_NODES: u64 = 64;
    let ratio = (nodes / GRADE_1_NODES).max(1);
    (ratio.ilog2() / 2 + 1).clamp(1, 9)
}

/// Returns the only move that wins within `turns`, if nothing wins faster.
fn unique_win(game: &mut Game, prover: &mut Prover, turns: u32, moves: &[Move]) -> QuizResult<Move> {
    if turns > 1 && prover.wins(game, turns - 1)? != Proof::No {
        return Ok(None);
    }
    let mut unique = None;
    for mv in moves {
        match prover.wins_with(game, *mv, turns)? {
            Proof::No => {}
            Proof::Yes if unique.is_none() => unique = Some(*mv),
            Proof::Yes | Proof::Open => return Ok(None),
        }
    }
    Ok(unique)
}

/// Returns the only move after which the next seat does not win within `turns`, if the mover cannot win at once.
/// `prover` proves wins of the other team; its budget is for all moves together.
fn unique_defence(game: &mut Game, prover: &mut Prover, team: Team, turns: u32, moves: &[Move]) -> QuizResult<Move> {
    if Prover::new(team).with_move_limit(MAX_PROOF_NODES).wins(game, 1)? != Proof::No {
        return Ok(None);
    }
    let mut unique = None;
    for mv in moves {
        game.play(*mv)?;
        let loss = match game.end() {
            Some(_) => {
                let is_lost = game.outcome().map(|outcome| outcome.is_some_and(|end| !end.winners.contains(&team)));
                is_lost.map(Proof::from)
            }
            None => prover.wins(game, turns),
        };
        game.undo();
        match loss? {
            Proof::Yes => {}
            Proof::No if unique.is_none() => unique = Some(*mv),
            Proof::No | Proof::Open => return Ok(None),
        }
    }
    Ok(unique)
}
