//! Arguments as typed. Only their form is checked here.

mod drawn;
mod lab;
mod lab_matches;
mod matches;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::UsageError;
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::lesson::QuizTask;

pub use drawn::{RenderArgs, ScreenArgs};
pub use lab::{CompareArgs, MAX_RUN_GAMES, MergeArgs, Shard, ShownArgs, SimulateArgs, TournamentArgs, TuneArgs};
pub use matches::MatchArgs;

/// Play tile and stone games whose rules you can change
///
/// Every game and every house rule is a Lua file. Without a command the prompt opens. A game in place of a command
/// starts that game: `houserule tak` is short for `houserule play tak`.
#[derive(Parser)]
#[command(name = "houserule", version, max_term_width = 100, subcommand_value_name = "COMMAND", after_help = ROOT_HELP, after_long_help = ROOT_EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub screen: ScreenArgs,
}

const ROOT_HELP: &str = "Type `houserule COMMAND --help` for the options of a command and for examples.";

const ROOT_EXAMPLES: &str = "\
Examples:
  houserule                         open the prompt
  houserule gomoku                  play Gomoku against an easy bot
  houserule tak+late-walls          play Tak with a house rule
  houserule games tak               list Tak, its variants and its lessons
  houserule lesson                  list the lessons

Type `houserule COMMAND --help` for the options of a command and for examples.";

const PLAY_EXAMPLES: &str = "\
Examples:
  houserule play tak                              Tak against an easy bot
  houserule play tak --set size=6 --seats hard,human
  houserule play tak+late-walls --seats Ann,Bob   two people at one screen
  houserule play mine.lua                         the rules in a file of yours
  houserule play tak --seats Ann,Bob --clock 10m+5s
  houserule play tak --load game.ptn              continue a recorded game";

const CHECK_EXAMPLES: &str = "\
Examples:
  houserule check variants/slow-walls.lua         one script
  houserule check variants                        every script in a folder
  houserule check tak+late-walls --set turn=5     a combination of rules
  houserule check mine.lua --games 5000           a longer test";

const RENDER_EXAMPLES: &str = "\
Examples:
  houserule render tak --moves \"a1 e5 c3\"           print the board
  houserule render tak --load game.ptn -o end.png    draw the last position
  houserule render tak --load game.ptn -o game.html  make a page with every move
  houserule render hex --label c3=A --highlight d4 -o hex.svg";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  houserule simulate trax                            1000 random games
  houserule simulate tak --bots mcts:500 --games 200
  houserule simulate tak --bots easy,hard --records games.ptn
  houserule simulate tak --match 2 --games 100       matches of two games
  houserule simulate tak+late-walls --why            how often each rule mattered
  houserule simulate tak --games 100000 --shard 3/16 --json > part-3.json";

#[derive(Subcommand)]
pub enum Command {
    /// Play a game at the prompt
    #[command(after_long_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// List games, variants, lessons and bots
    Games(GamesArgs),
    /// Print the rules of a game
    Rules(TellArgs),
    /// Check scripts for errors by reading them and by playing random games
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Run the tests in rules files
    Test(TestArgs),
    /// Create a variant, a game or a lesson: a commented file that already works
    #[command(subcommand)]
    New(NewCommand),
    /// Write the files that let an editor complete and explain scripts
    Meta(MetaArgs),
    /// Count the move sequences up to a depth
    Perft(PerftArgs),
    /// List the legal moves
    Moves(AskArgs),
    /// Check whether a move is legal and list the rules that forbid it
    Why(WhyArgs),
    /// Print the score and the outcome
    Score(AskArgs),
    /// Print the position in the game's notation
    Position(AskArgs),
    /// Draw the board as text, a picture or a web page
    #[command(after_long_help = RENDER_EXAMPLES)]
    Render(RenderArgs),
    /// Replay recorded games and check their results
    Replay(ReplayArgs),
    /// Solve a puzzle or count its solutions
    Solve(SolveArgs),
    /// Make new puzzles
    #[command(subcommand)]
    Puzzle(PuzzleCommand),
    /// List lessons, take one, write one as a page, or verify them
    Lesson(LessonArgs),
    /// Practise with unlimited exercises: find the only move that wins or does not lose
    Quiz(QuizArgs),
    /// Let bots play many games and report statistics
    #[command(after_long_help = SIMULATE_EXAMPLES)]
    Simulate(SimulateArgs),
    /// Play the same games under several rules and report the differences
    Compare(CompareArgs),
    /// Find the value of an option that makes a game fair
    Tune(TuneArgs),
    /// Let bots play each other and rate them
    Tournament(TournamentArgs),
    /// Combine the reports of `simulate --shard`
    Merge(MergeArgs),
    /// Run as an engine for Tak programs, over the Tak Engine Interface
    Tei(TeiArgs),
    /// Measure the speed of this program
    Bench {
        /// Run only the benchmarks whose names contain this [default: all but the long ones]
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page: houserule man | man -l -
    Man,
    /// A game in place of a command: the game, then arguments of `play`.
    #[command(external_subcommand)]
    Game(Vec<OsString>),
}

/// Which rules.
#[derive(Args, Clone, Default)]
pub struct RulesArgs {
    /// A game, optionally with variants (tak+late-walls), or the path of a Lua file
    pub game: String,
    #[command(flatten)]
    pub with: WithArgs,
}

/// Which rules are printed.
#[derive(Args)]
pub struct TellArgs {
    /// A game, optionally with variants (tak+late-walls), or the path of a Lua file
    #[arg(required_unless_present = "diff")]
    pub game: Option<String>,
    /// Print only the differences between two sets of rules
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "game")]
    pub diff: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
}

/// How rules are found and set.
#[derive(Args, Clone, Default)]
pub struct WithArgs {
    /// Set an option of the rules (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    pub sets: Vec<(String, String)>,
    /// Seed for everything random [default: 1; at an interactive prompt, a new one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Search this folder for scripts first (repeatable)
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
}

/// Which position.
#[derive(Args, Clone, Default)]
pub struct PositionArgs {
    /// Start from this position, in the game's notation
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Then play these moves, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

#[derive(Args)]
pub struct PlayArgs {
    /// A game, optionally with variants (tak+late-walls), or the path of a Lua file [default: open the prompt without a game]
    pub game: Option<String>,
    #[command(flatten)]
    pub with: WithArgs,
    #[command(flatten)]
    pub at: PositionArgs,
    /// Continue a saved or recorded game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<PathBuf>,
    /// The player of each seat, separated by commas
    ///
    /// A person is `human` or a name that starts with a capital letter. A bot is easy, medium, hard, random, greedy,
    /// mcts:1000 (playouts per move), mcts:2s (time per move), lua:NAME (a bot script) or tei:./engine (a Tak engine).
    /// An engine may have arguments and a time limit: "tei:./engine --flag@2s" thinks for 2 seconds a move [default: 1s],
    /// and @60s+1s sets a clock for the game. [default: human,easy at a terminal in games for two, otherwise human]
    #[arg(long, value_name = "PLAYERS")]
    pub seats: Option<String>,
    #[command(flatten)]
    pub match_args: MatchArgs,
    /// The clock: 10m, 10m+5s, 30s/move, 15m:-1 or white=5m,black=10m
    ///
    /// 10m+5s adds 5 seconds after each turn. With 15m:-1 a player who is over time loses a point for every minute begun
    /// instead of the game.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub clock: Option<String>,
    /// Read plain lines and print events, one JSON object per line
    #[arg(long)]
    pub json: bool,
    /// Show the table in a browser, too
    #[arg(long)]
    pub browser: bool,
    /// Save the running game after every line, so that `resume` can continue it; always on at a terminal
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
    /// Maximum depth, in moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: u32,
    /// Print one count per first move, at this depth
    #[arg(long)]
    pub divide: bool,
}

#[derive(Args)]
pub struct SolveArgs {
    /// A puzzle such as discovery-7, or the path of a Lua file
    #[arg(required_unless_present = "tiles")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// Use these tiles in place of a named puzzle
    #[arg(long, value_name = "1,2,3", requires = "goal", conflicts_with = "puzzle")]
    pub tiles: Option<String>,
    /// What the colours must form: a loop or a line
    #[arg(long, value_name = "red:loop,blue:line")]
    pub goal: Option<String>,
    /// The shape that the tiles must fill: triangle or hexagon
    #[arg(long, value_name = "SHAPE")]
    pub shape: Option<String>,
    /// Print the number of solutions; shifted and rotated ones count once
    #[arg(long, conflicts_with_all = ["output", "watch"])]
    pub count: bool,
    /// Reject solutions that enclose empty cells
    #[arg(long)]
    pub no_holes: bool,
    /// Stop the search after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// If there is no solution, explain why where a short reason exists
    #[arg(long)]
    pub prove: bool,
    /// Number of search threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Write a drawing of the solution to this file (.svg)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show the search on the board while it runs (at a terminal)
    #[arg(long)]
    pub watch: bool,
}

#[derive(Args)]
pub struct LessonArgs {
    /// A lesson or its file; --verify takes several [default: list all, or verify all]
    #[arg(value_name = "NAME|FILE")]
    pub names: Vec<String>,
    /// Verify the positions, answers and replies of lessons
    #[arg(long, conflicts_with = "output")]
    pub verify: bool,
    /// Write the lesson as a page, with the answers at the end (.html or .md)
    #[arg(short, long, value_name = "FILE", requires = "names")]
    pub output: Option<PathBuf>,
    /// Search this folder for scripts first (repeatable)
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
    /// Print JSON; while taking a lesson, print events like `play --json`
    #[arg(long, conflicts_with = "output")]
    pub json: bool,
}

#[derive(Args)]
pub struct QuizArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Level, from 1 to 5
    ///
    /// 1: win at once. 2: stop a win at once. 3: win in two turns. 4: stop a win in two turns. 5: win in three turns.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=QuizTask::HARDEST as i64))]
    pub level: u8,
    /// Print this many exercises with their answers instead of asking them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub count: Option<u16>,
    /// Write them to this file, as a page (.html or .md) or a lesson (.lua)
    #[arg(short, long, value_name = "FILE", requires = "count")]
    pub output: Option<PathBuf>,
    /// Print JSON
    #[arg(long, requires = "count", conflicts_with = "output")]
    pub json: bool,
}

#[derive(Args)]
pub struct TeiArgs {
    /// A game with moves in PTN, optionally with variants [default: tak]
    pub game: Option<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// Number of search threads, unless the other program sets it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

#[derive(Subcommand)]
pub enum PuzzleCommand {
    /// Print a new random puzzle as a Lua file
    New(NewPuzzleArgs),
}

#[derive(Args)]
pub struct NewPuzzleArgs {
    /// Number of tiles, from 3 to 12
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(3..=12))]
    pub tiles: u16,
    /// What one colour must form
    #[arg(long, value_name = "FORM", default_value = "loop", value_parser = ["loop", "line"])]
    pub form: String,
    /// Maximum number of solutions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub at_most: Option<u64>,
    /// Reject solutions that enclose empty cells
    #[arg(long)]
    pub no_holes: bool,
    #[command(flatten)]
    pub with: WithArgs,
}

#[derive(Subcommand)]
pub enum NewCommand {
    /// Create a variant of a game, with the rules of the game as comments
    Variant(NewVariantArgs),
    /// Create a game
    Game(NewGameArgs),
    /// Create a lesson
    Lesson(NewLessonArgs),
}

#[derive(Args)]
pub struct NewVariantArgs {
    /// A name of letters, digits and hyphens
    pub name: String,
    /// The game to change
    #[arg(long, value_name = "GAME")]
    pub base: String,
    #[command(flatten)]
    pub to: NewFileArgs,
    #[command(flatten)]
    pub with: WithArgs,
}

#[derive(Args)]
pub struct NewGameArgs {
    /// A name of letters, digits and hyphens
    pub name: String,
    #[command(flatten)]
    pub to: NewFileArgs,
    /// Search this folder for scripts first (repeatable)
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
}

#[derive(Args)]
pub struct NewLessonArgs {
    /// A name of letters, digits and hyphens
    pub name: String,
    /// The game to teach, optionally with variants
    #[arg(long, value_name = "GAME")]
    pub game: String,
    #[command(flatten)]
    pub to: NewFileArgs,
    /// Search this folder for scripts first (repeatable)
    #[arg(long = "scripts", value_name = "DIR")]
    pub scripts: Vec<PathBuf>,
}

/// Where a new file goes.
#[derive(Args)]
pub struct NewFileArgs {
    /// Write to this file, or `-` to print [default: NAME.lua in ./variants if that folder exists, otherwise here]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct MetaArgs {
    /// The folder that you open in the editor; created if it does not exist
    #[arg(value_name = "DIR", required_unless_present = "page")]
    pub folder: Option<PathBuf>,
    /// Write the reference page instead
    #[arg(long, value_name = "FILE", hide = true, conflicts_with = "folder")]
    pub page: Option<PathBuf>,
}

#[derive(Args)]
pub struct GamesArgs {
    /// List only entries whose name, title or game contains this; several words must all match
    #[arg(value_name = "TEXT")]
    pub filter: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CheckArgs {
    /// Lua files, tile sets (.toml), folders, or games with variants
    #[arg(required = true, value_name = "FILE|FOLDER|GAME")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// Number of random games for each [default: 300, or fewer if scripts are slow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TestArgs {
    /// Lua files, or games with variants [default: all scripts]
    #[arg(value_name = "FILE|GAME")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
}

#[derive(Args)]
pub struct ReplayArgs {
    /// Replay under these rules instead of the recorded ones
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Recorded or saved games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub with: WithArgs,
}

fn seconds(typed: &str) -> Result<Duration, UsageError> {
    let seconds = typed.strip_suffix('s').unwrap_or(typed).parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or("write a number of seconds, such as 10".into())
}

fn key_value(typed: &str) -> Result<(String, String), UsageError> {
    match typed.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.trim().to_string(), value.trim().to_string())),
        _ => Err("write KEY=VALUE".into()),
    }
}
