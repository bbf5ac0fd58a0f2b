//! Arguments as typed. Only their form is checked here.

mod drawn;
mod lab;

use std::path::PathBuf;
use std::time::Duration;

use crate::error::UsageError;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::lesson::QuizTask;

pub use drawn::{RenderArgs, ScreenArgs};
pub use lab::{CompareArgs, MAX_RUN_GAMES, MergeArgs, Shard, ShownArgs, SimulateArgs, TournamentArgs, TuneArgs};

/// Tile and stone games whose rules you can change
///
/// Every game and every house rule is a Lua file. Without a command the prompt opens.
#[derive(Parser)]
#[command(name = "houserule", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub screen: ScreenArgs,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play a game at the prompt
    Play(PlayArgs),
    /// List games, variants, lessons and bots
    Games(GamesArgs),
    /// Print the rules in words
    Rules(TellArgs),
    /// Look for faults in scripts, by reading and by playing
    Check(CheckArgs),
    /// Run the tests that authors wrote into their files
    Test(TestArgs),
    /// Begin a variant, a game or a lesson: a commented file that works as it is
    #[command(subcommand)]
    New(NewCommand),
    /// Write files with which an editor completes and explains scripts
    Meta(MetaArgs),
    /// Count move sequences
    Perft(PerftArgs),
    /// List the legal moves
    Moves(AskArgs),
    /// Say whether a move is legal, and if not, which rules forbid it
    Why(WhyArgs),
    /// Print the score and the outcome
    Score(AskArgs),
    /// Print the position in the game's notation
    Position(AskArgs),
    /// Draw the board
    Render(RenderArgs),
    /// Replay recorded games and compare their results
    Replay(ReplayArgs),
    /// Solve a puzzle, or count its solutions
    Solve(SolveArgs),
    /// Make a puzzle
    #[command(subcommand)]
    Puzzle(PuzzleCommand),
    /// List lessons, take one at the prompt, write it as a page, or prove it
    Lesson(LessonArgs),
    /// Exercises without end: find the one move that wins, or does not lose
    Quiz(QuizArgs),
    /// Let bots play many games and say what came of them
    Simulate(SimulateArgs),
    /// Play the same games under several rules and say what differs
    Compare(CompareArgs),
    /// Find the value of an option that makes a game fair
    Tune(TuneArgs),
    /// Let bots meet each other and rate them
    Tournament(TournamentArgs),
    /// Put together what `simulate --shard` printed
    Merge(MergeArgs),
    /// Be an engine for Tak programs: the Tak Engine Interface on standard input and output
    Tei(TeiArgs),
    /// Measure our own speed, one line each: name value unit
    Bench {
        /// Measure only what has this in its name; may be repeated
        names: Vec<String>,
    },
    /// Print a completion script for a shell
    Completions { shell: Shell },
}

/// Which rules.
#[derive(Args, Clone, Default)]
pub struct RulesArgs {
    /// A game, then variants: tak+late-walls. A path to a Lua file stands for what it holds
    pub game: String,
    #[command(flatten)]
    pub with: WithArgs,
}

/// Which rules are told.
#[derive(Args)]
pub struct TellArgs {
    /// A game, then variants: tak+late-walls. A path to a Lua file stands for what it holds
    #[arg(required_unless_present = "diff")]
    pub game: Option<String>,
    /// Print only what differs between two
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "game")]
    pub diff: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
}

/// How rules are found and set.
#[derive(Args, Clone, Default)]
pub struct WithArgs {
    /// Set an option of the rules; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub sets: Vec<(String, String)>,
    /// The seed of everything that is left to chance [default: 1; another every time at a terminal's prompt]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Search this folder for scripts first; may be repeated
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
}

/// Which position.
#[derive(Args, Clone, Default)]
pub struct PositionArgs {
    /// Start from this position, in the game's notation
    #[arg(long, value_name = "P")]
    pub position: Option<String>,
    /// Then play these moves, separated by blanks
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub at: PositionArgs,
    /// Go on with a saved game or a record
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<PathBuf>,
    /// Who plays, seat by seat: human or a name with a capital, easy, medium, hard, random, greedy, mcts:1000 (playouts), mcts:2s,
    /// tei:./engine or "tei:./engine --flag@2s" (a Tak engine, its arguments, how long it thinks; 1 s unless said, 60s+1s is a clock)
    /// [default: human,easy at a terminal where two play, else people]
    #[arg(long, value_name = "human,easy")]
    pub seats: Option<String>,
    /// Read lines as from a pipe and print what happens as events, one JSON object a line
    #[arg(long)]
    pub json: bool,
    /// Keep the running game on disk after every line, to `resume` it; at a terminal that is done anyway
    #[arg(long)]
    pub keep: bool,
}

#[derive(Args)]
pub struct AskArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub at: PositionArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct WhyArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The move, in the game's notation
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    pub mv: String,
    #[command(flatten)]
    pub at: PositionArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct PerftArgs {
    #[command(flatten)]
    pub ask: AskArgs,
    /// How many moves deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// One line for each first move
    #[arg(long)]
    pub divide: bool,
}

#[derive(Args)]
pub struct SolveArgs {
    /// A puzzle: discovery-7, rainbow-green, genius-red-blue. A path to a Lua file stands for what it holds
    #[arg(required_unless_present = "tiles")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// The tiles, in place of a puzzle's name
    #[arg(long, value_name = "1,2,3", requires = "goal", conflicts_with = "puzzle")]
    pub tiles: Option<String>,
    /// What the colours are to form
    #[arg(long, value_name = "red:loop,blue:line")]
    pub goal: Option<String>,
    /// What the tiles are to fill: triangle, hexagon
    #[arg(long, value_name = "SHAPE")]
    pub shape: Option<String>,
    /// Print only how many solutions there are, distinct up to translation and rotation
    #[arg(long, conflicts_with_all = ["output", "watch"])]
    pub count: bool,
    /// Solutions may not enclose empty cells
    #[arg(long)]
    pub no_holes: bool,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Say why there is no solution, where there is a short reason
    #[arg(long)]
    pub prove: bool,
    /// How many threads search [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Draw the solution to this file (.svg)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show the search on the board, at a terminal
    #[arg(long)]
    pub watch: bool,
}

#[derive(Args)]
pub struct LessonArgs {
    /// The lesson, or its file; to prove, any number of them [default: all there are]
    #[arg(value_name = "NAME|FILE")]
    pub names: Vec<String>,
    /// Prove that there is no mistake in it: positions, answers, replies
    #[arg(long, conflicts_with = "output")]
    pub verify: bool,
    /// Write it as a page: questions first, answers last (.html or .md)
    #[arg(short, long, value_name = "FILE", requires = "names")]
    pub output: Option<PathBuf>,
    /// Search this folder for scripts first; may be repeated
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
    /// Print JSON; of a lesson that is taken, events as `play --json` prints them
    #[arg(long, conflicts_with = "output")]
    pub json: bool,
}

#[derive(Args)]
pub struct QuizArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// 1: a win at once; 2: the only defence; 3: a win in two; 4: the only defence against a win in two; 5: a win in three
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=QuizTask::HARDEST as i64))]
    pub level: u8,
    /// Write so many exercises and their answers, instead of asking them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub count: Option<u16>,
    /// Write them as a page (.html or .md) or as a lesson (.lua)
    #[arg(short, long, value_name = "FILE", requires = "count")]
    pub output: Option<PathBuf>,
    /// Print JSON
    #[arg(long, requires = "count", conflicts_with = "output")]
    pub json: bool,
}

#[derive(Args)]
pub struct TeiArgs {
    /// The rules to play: a game with moves in PTN, then variants [default: tak]
    pub game: Option<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// How many threads search, unless the other program says [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Subcommand)]
pub enum PuzzleCommand {
    /// Print a puzzle that nobody has seen, as a Lua file
    New(NewPuzzleArgs),
}

#[derive(Args)]
pub struct NewPuzzleArgs {
    /// How many tiles
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(3..=12))]
    pub tiles: u16,
    /// What one colour is to form: loop or line
    #[arg(long, value_name = "FORM", default_value = "loop", value_parser = ["loop", "line"])]
    pub form: String,
    /// At most so many solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub at_most: Option<u64>,
    /// Solutions may not enclose empty cells
    #[arg(long)]
    pub no_holes: bool,
    #[command(flatten)]
    pub with: WithArgs,
}

#[derive(Subcommand)]
pub enum NewCommand {
    /// A variant, with everything its base says beside it
    Variant(NewVariantArgs),
    /// A game
    Game(NewGameArgs),
    /// A lesson
    Lesson(NewLessonArgs),
}

#[derive(Args)]
pub struct NewVariantArgs {
    /// What it is called: letters, digits and hyphens
    pub name: String,
    /// The game that it changes
    #[arg(long, value_name = "GAME")]
    pub base: String,
    #[command(flatten)]
    pub to: NewFileArgs,
    #[command(flatten)]
    pub with: WithArgs,
}

#[derive(Args)]
pub struct NewGameArgs {
    /// What it is called: letters, digits and hyphens
    pub name: String,
    #[command(flatten)]
    pub to: NewFileArgs,
    /// Search this folder for scripts first; may be repeated
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
}

#[derive(Args)]
pub struct NewLessonArgs {
    /// What it is called: letters, digits and hyphens
    pub name: String,
    /// The game that it teaches, with variants
    #[arg(long, value_name = "GAME")]
    pub game: String,
    #[command(flatten)]
    pub to: NewFileArgs,
    /// Search this folder for scripts first; may be repeated
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
}

/// Where a new file goes.
#[derive(Args)]
pub struct NewFileArgs {
    /// Write to this file, or print it: - [default: NAME.lua in ./variants if there is such a folder, else here]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct MetaArgs {
    /// The folder that is opened in the editor; it is made if there is none
    #[arg(value_name = "DIR", required_unless_present = "page")]
    pub folder: Option<PathBuf>,
    /// Write the reference page instead
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "folder")]
    pub page: Option<PathBuf>,
}

#[derive(Args)]
pub struct GamesArgs {
    #[command(flatten)]
    pub with: WithArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// Lua files, tile sets (.toml), folders of them, or games with variants
    #[arg(required = true, value_name = "FILE|FOLDER|GAME")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// How many random games are played with each [default: 300, or fewer where scripts take many steps]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TestArgs {
    /// Lua files, or games with variants [default: every script there is]
    #[arg(value_name = "FILE|GAME")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
}

#[derive(Args)]
pub struct ReplayArgs {
    /// The rules to replay under, whatever the records say
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// PTN files or saved games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub with: WithArgs,
}

fn seconds(typed: &str) -> Result<Duration, UsageError> {
    let seconds = typed.strip_suffix('s').unwrap_or(typed).parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or("write a number of seconds".into())
}

fn key_value(typed: &str) -> Result<(String, String), UsageError> {
    match typed.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.trim().to_string(), value.trim().to_string())),
        _ => Err("write key=value".into()),
    }
}
