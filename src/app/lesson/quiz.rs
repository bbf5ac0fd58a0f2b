//! Exercises without end: games are played at random, but not carelessly, until exactly one turn wins, or exactly one does not
//! lose. Both are proved by looking at everything.

mod script;

use std::sync::atomic::Ordering;

use super::step_start::StepStart;
use crate::interrupt::STOP;
use houserule_core::mechanics::{Move, Team};
use houserule_core::rng::Rng;
use houserule_core::text::counted;
use houserule_script::game::{Game, HookFault};
use houserule_script::lua::LoadError;
use houserule_script::play::{Proof, Prover, Session, Workspace};
use houserule_script::rules::{Source, SourcePlace, lesson::LessonRules};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuizTask {
    /// The one turn that wins within so many turns.
    Win(u32),
    /// The one turn after which the other team cannot win within so many turns.
    Hold(u32),
}

impl QuizTask {
    /// The tasks by level, from 1.
    const LEVELS: [QuizTask; 5] =
        [QuizTask::Win(1), QuizTask::Hold(1), QuizTask::Win(2), QuizTask::Hold(2), QuizTask::Win(3)];

    pub const HARDEST: usize = QuizTask::LEVELS.len();

    pub fn of_level(level: usize) -> Option<QuizTask> {
        QuizTask::LEVELS.get(level.checked_sub(1)?).copied()
    }

    fn question(self) -> String {
        let turns = |turns: u32| counted(turns as usize, "turn");
        match self {
            QuizTask::Win(1) => "Exactly one move wins at once. Which?".to_string(),
            QuizTask::Win(n) => format!("Exactly one move wins in {}, whatever the answer. Which?", turns(n)),
            QuizTask::Hold(1) => "Every move but one lets the other side win at once. Which one does not?".to_string(),
            QuizTask::Hold(n) => {
                format!("Every move but one lets the other side win within {}. Which one does not?", turns(n))
            }
        }
    }

    /// What is asked, as a script writes it.
    pub fn goal(self) -> String {
        match self {
            QuizTask::Win(turns) => format!("wins_in({turns})"),
            QuizTask::Hold(turns) => format!("keeps_alive({turns})"),
        }
    }
}

/// One exercise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    pub task: QuizTask,
    /// The moves that lead to its position.
    pub moves: Vec<String>,
    /// The seat to move.
    pub seat: String,
    pub answer: String,
    /// From 1 to 9, by how many moves have to be tried to prove the answer.
    pub grade: u32,
}

/// Why there is no exercise.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoExercise {
    /// A script failed.
    #[error(transparent)]
    Script(#[from] HookFault),
    /// Somebody stopped the search after some games.
    #[error("given up after {} of {title}", counted(*.games, "game"))]
    Stopped { games: usize, title: String },
    /// None came up in some games; `easier` is a level that has some.
    #[error("no exercise of level {level} came up in {} of {title}", counted(*.games, "game"))]
    Rare { level: usize, games: usize, title: String, easier: Option<usize> },
}

impl NoExercise {
    /// The words with what to do about it; `command` asks for exercises of a level.
    pub fn with_remedy(&self, command: impl Fn(usize) -> String) -> String {
        match self {
            NoExercise::Rare { easier: Some(level), .. } => {
                format!("{self}; level {level} has some: {}", command(*level))
            }
            NoExercise::Rare { easier: None, .. } => format!("{self}; try another seed or another game"),
            _ => self.to_string(),
        }
    }
}

/// Somebody who thinks exercises up.
pub struct Quiz {
    table: Workspace,
    way: StepStart,
    task: QuizTask,
    session: Session,
    rng: Rng,
    /// How many moves may still be tried for the exercise at hand.
    left: u64,
    measure: ExerciseCriteria,
}

/// What is asked of a position, by how long games are and how much there is to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ExerciseCriteria {
    /// When it is first looked for an exercise, and how much later than that it may be.
    earliest: usize,
    later: usize,
    /// The fewest moves to choose from.
    fewest: usize,
}

/// The most games that are played in search of an exercise, and their length.
const MAX_QUIZ_GAMES: usize = 8_000;
const MAX_QUIZ_GAME_LEN: usize = 60;

/// What is asked where games are long and wide; small games are measured by playing some at random.
const LARGE: ExerciseCriteria = ExerciseCriteria { earliest: 4, later: 12, fewest: 6 };
const MEASURED: usize = 8;

/// How often a careless move is taken back.
const CARE: usize = 4;

/// The most moves that are tried to prove one thing, and for one exercise in all games together.
///
/// Measured, over up to six seeds each: levels 1 to 3 came up within 0.1 M tries in Trax, 0.3 M in Tak on 4 by 4, 0.4 M in
/// LoopTrax, 2.1 M in Gomoku and 2.7 M in Tak on 5 by 5; in Hex levels 1 and 2 within 3.3 M, level 3 in half of the searches.
/// Level 4 came up within 0.3 M in Trax, 0.4 M in Tak on 4 by 4 and 1.4 M in LoopTrax, in half of the searches in Tak on 5 by 5;
/// level 5 within 4.9 M in Trax, in five of six in Tak on 4 by 4, elsewhere rarely or never. More for one proof makes it
/// worse: with 100 000, two of four searches for level 5 in Trax failed, for they spend it where nothing is found. A busy
/// core made 0.5 M (Trax) to 3 M (Tak) tries a second. What is rare is looked for four times as long as what is common needs
/// at most.
const MAX_PROOF_NODES: u64 = 50_000;
const MAX_NODES_IN_ALL: u64 = 20_000_000;

type QuizFound<T> = Result<Option<T>, HookFault>;

impl Quiz {
    /// Exercises on some rules; everything follows from the table's seed.
    pub fn new(table: Workspace, game: &str, sets: &[(String, String)], task: QuizTask) -> Result<Quiz, LoadError> {
        let session = table.open(game, sets, None, &[])?;
        let names = &session.plan().names;
        if !Prover::can_prove(&session.game) || names.teams.len() != 2 {
            return Err(LoadError::Usage(format!(
                "there are no exercises on {}: nothing can be proved unless two sides take turns and see everything",
                session.plan().title
            )));
        }
        let place = SourcePlace::root(&std::sync::Arc::new(Source::new("quiz", "")));
        let rules = LessonRules { game: game.to_string(), sets: sets.to_vec(), place, set_at: Vec::new() };
        let rng = Rng::new(table.seed);
        let mut session = session;
        let measure =
            measured(&mut session, &mut Rng::new(table.seed)).map_err(|fault| LoadError::Usage(fault.to_string()))?;
        Ok(Quiz {
            table,
            way: StepStart { folder: None, rules, position: None, moves: Vec::new() },
            task,
            session,
            rng,
            left: 0,
            measure,
        })
    }

    /// How many moves were tried for the last exercise.
    pub fn tried(&self) -> u64 {
        MAX_NODES_IN_ALL - self.left
    }

    /// Whether exercises of this kind are so rare that one may have to wait.
    pub fn is_rare(&self) -> bool {
        self.level() > 3
    }

    pub fn title(&self) -> &str {
        &self.session.plan().title
    }

    /// The rules that the exercises are on: a game with its variants, and options.
    pub fn rules(&self) -> (&str, &[(String, String)]) {
        (&self.way.rules.game, &self.way.rules.sets)
    }

    /// The next exercise. Where none is found, a level is named that has some.
    pub fn think_up(&mut self) -> Result<Exercise, NoExercise> {
        let games = match self.search(MAX_NODES_IN_ALL)? {
            Ok(exercise) => return Ok(exercise),
            Err(games) => games,
        };
        let title = self.title().to_string();
        if STOP.load(Ordering::Relaxed) {
            return Err(NoExercise::Stopped { games, title });
        }
        let tried = self.left;
        let easier = self.easier();
        self.left = tried;
        Err(NoExercise::Rare { level: self.level(), games, title, easier: easier? })
    }

    /// Plays games until one holds an exercise, and so many moves were tried at most; else tells how many were played.
    fn search(&mut self, most: u64) -> Result<Result<Exercise, usize>, HookFault> {
        self.left = most;
        let mut games = 0;
        while games < MAX_QUIZ_GAMES && self.left > 0 && !STOP.load(Ordering::Relaxed) {
            games += 1;
            let found = self.game();
            while self.session.undo().is_some() {}
            if let Some(exercise) = found? {
                return Ok(Ok(exercise));
            }
        }
        Ok(Err(games))
    }

    fn level(&self) -> usize {
        QuizTask::LEVELS.iter().position(|task| *task == self.task).map_or(1, |index| index + 1)
    }

    /// The hardest of the easier levels at which a quiz that begins anew soon finds an exercise.
    fn easier(&mut self) -> Result<Option<usize>, HookFault> {
        let (task, level) = (self.task, self.level());
        for easier in (1..level).rev() {
            self.task = QuizTask::LEVELS[easier - 1];
            let rng = std::mem::replace(&mut self.rng, Rng::new(self.table.seed));
            let found = self.search(MAX_NODES_IN_ALL / 4);
            (self.task, self.rng) = (task, rng);
            if found?.is_ok() {
                return Ok(Some(easier));
            }
        }
        Ok(None)
    }

    /// Plays one game as long as it lasts, or until it holds an exercise.
    fn game(&mut self) -> QuizFound<Exercise> {
        // Not always the first one that comes up.
        let from = self.measure.earliest + self.rng.below(self.measure.later);
        for ply in 0..MAX_QUIZ_GAME_LEN {
            if self.left == 0 || self.session.game.outcome()?.is_some() {
                return Ok(None);
            }
            if ply >= from
                && let Some(exercise) = self.exercise()?
            {
                return Ok(Some(exercise));
            }
            let Some(mv) = self.careful_move()? else { return Ok(None) };
            self.session.play_listed(mv)?;
        }
        Ok(None)
    }

    /// A random move that neither ends the game nor lets the next seat win at once, if one is soon found.
    fn careful_move(&mut self) -> QuizFound<Move> {
        let rng = &mut self.rng;
        let game = &mut self.session.game;
        let mut last = None;
        for _ in 0..CARE {
            last = game.random_move(|bound| rng.below(bound))?;
            let Some(mv) = last else { return Ok(None) };
            game.play(mv)?;
            let next = game.team_of(game.seat());
            let most = MAX_PROOF_NODES.min(self.left);
            let mut prover = Prover::new(next).within(most);
            let is_careless = game.ended() || prover.wins(game, 1)? == Proof::Yes;
            self.left = self.left.saturating_sub(most - prover.left() + 1);
            game.undo();
            if !is_careless {
                break;
            }
        }
        Ok(last)
    }

    /// The exercise that the position holds.
    fn exercise(&mut self) -> QuizFound<Exercise> {
        let moves = self.session.game.legal_moves()?;
        if moves.len() < self.measure.fewest {
            return Ok(None);
        }
        let game = &mut self.session.game;
        let team = game.team_of(game.seat());
        let most = MAX_PROOF_NODES.min(self.left);
        let mut prover =
            Prover::new(if matches!(self.task, QuizTask::Win(_)) { team } else { team.other() }).within(most);
        let found = match self.task {
            QuizTask::Win(turns) => only_win(game, &mut prover, turns, &moves)?,
            QuizTask::Hold(turns) => only_hold(game, &mut prover, team, turns, &moves)?,
        };
        let tried = most - prover.left();
        self.left = self.left.saturating_sub(tried);
        let Some(mv) = found else { return Ok(None) };
        let seat = self.session.game.mover_of(mv);
        Ok(Some(Exercise {
            task: self.task,
            moves: self.session.moves().to_vec(),
            seat: self.session.plan().seat_name(seat).to_string(),
            answer: self.session.written(mv),
            grade: grade(tried),
        }))
    }
}

/// What may be asked of a game: a third of what it has, where that is little.
fn measured(session: &mut Session, rng: &mut Rng) -> Result<ExerciseCriteria, HookFault> {
    let (mut longest, mut widest) = (0, 0);
    for _ in 0..MEASURED {
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
        earliest: LARGE.earliest.min(longest / 3),
        later: LARGE.later.min(longest / 3).max(1),
        fewest: LARGE.fewest.min(widest / 3).max(2),
    })
}

/// How hard something is that took so many tries to prove.
fn grade(tried: u64) -> u32 {
    const EASY: u64 = 64;
    let times = (tried / EASY).max(1);
    (times.ilog2() / 2 + 1).clamp(1, 9)
}

/// The only move that wins within so many turns, where nothing wins in fewer.
fn only_win(game: &mut Game, prover: &mut Prover, turns: u32, moves: &[Move]) -> QuizFound<Move> {
    if turns > 1 && prover.wins(game, turns - 1)? != Proof::No {
        return Ok(None);
    }
    let mut only = None;
    for mv in moves {
        match prover.wins_with(game, *mv, turns)? {
            Proof::No => {}
            Proof::Yes if only.is_none() => only = Some(*mv),
            Proof::Yes | Proof::Open => return Ok(None),
        }
    }
    Ok(only)
}

/// The only move after which the next seat does not win within so many turns, where there is a threat at all. The prover,
/// who is for the other team, has so many tries for all moves together.
fn only_hold(game: &mut Game, prover: &mut Prover, team: Team, turns: u32, moves: &[Move]) -> QuizFound<Move> {
    if Prover::new(team).within(MAX_PROOF_NODES).wins(game, 1)? != Proof::No {
        return Ok(None);
    }
    let mut only = None;
    for mv in moves {
        game.play(*mv)?;
        let lost = match game.end() {
            Some(_) => {
                let is_lost = game.outcome().map(|outcome| outcome.is_some_and(|end| !end.winners.contains(&team)));
                is_lost.map(Proof::from)
            }
            None => prover.wins(game, turns),
        };
        game.undo();
        match lost? {
            Proof::Yes => {}
            Proof::No if only.is_none() => only = Some(*mv),
            Proof::No | Proof::Open => return Ok(None),
        }
    }
    Ok(only)
}
