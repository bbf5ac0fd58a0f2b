//! Arguments of the commands that play many games.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::UsageError;
use clap::Args;
use houserule_script::game::BotError;

use super::lab_matches::{CompareMatchArgs, LabMatchArgs};
use super::{RulesArgs, WithArgs, seconds};
use crate::protocol::parse_bot;
use houserule_lab::bot::BotName;

#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Number of games, or of matches
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = games)]
    pub games: u64,
    /// Bots, which rotate through the seats; tei:./engine is a Tak engine
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "random", value_parser = bot)]
    pub bots: Vec<BotName>,
    #[command(flatten)]
    pub matches: LabMatchArgs,
    #[command(flatten)]
    pub run: RunArgs,
    /// Play only this part of the games, such as 3/16; `houserule merge` combines the parts
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Write every game to this file, which `houserule replay` reads
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Report how often each rule mattered, from a sample of positions; not with --csv
    #[arg(long, conflicts_with = "csv")]
    pub why: bool,
    #[command(flatten)]
    pub shown: ShownArgs,
}

#[derive(Args)]
pub struct CompareArgs {
    /// Two or more games with variants; each is compared with the first
    #[arg(required = true, num_args = 2.., value_name = "GAME")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// Number of games, or of matches, for each set of rules and each bot
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,
    /// Bots; each plays against itself [default: random,greedy,mcts:100,mcts:1000]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = bot)]
    pub bots: Vec<BotName>,
    /// Time limit for all bots together [default: 60, unless --games or --until is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop when every difference is known to within plus or minus this many percentage points
    #[arg(long, value_name = "PERCENT", value_parser = points)]
    pub until: Option<f64>,
    #[command(flatten)]
    pub matches: CompareMatchArgs,
    #[command(flatten)]
    pub run: RunArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct TuneArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The option to tune, such as komi
    #[arg(long, value_name = "NAME")]
    pub option: String,
    /// Values to try, such as 0..4 [default: every value the option allows]
    #[arg(long, value_name = "FROM..TO", value_parser = range, allow_hyphen_values = true)]
    pub range: Option<(f64, f64)>,
    /// Distance between the values [default: the smallest the option allows]
    #[arg(long, value_name = "STEP", value_parser = step)]
    pub step: Option<f64>,
    /// The side and its share of the points in percent, such as white=48.5 [default share: equal]
    #[arg(long, value_name = "SIDE[=PERCENT]", default_value = "first")]
    pub target: String,
    /// Bots, which rotate through the seats
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "random", value_parser = bot)]
    pub bots: Vec<BotName>,
    /// Total number of games; makes the result reproducible
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,
    /// Time limit [default: 60, unless --games is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub shown: ShownArgs,
}

#[derive(Args)]
pub struct TournamentArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Bots that take part
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', default_value = "easy,medium,hard", value_parser = bot)]
    pub bots: Vec<BotName>,
    /// Maximum number of games, or of matches, for each pair [default: 100, unless --time or --until is given]
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,
    /// Time limit for all pairs together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop a pair when one is clearly stronger, or when they are within this many percentage points
    #[arg(long, value_name = "PERCENT", value_parser = points)]
    pub until: Option<f64>,
    #[command(flatten)]
    pub matches: LabMatchArgs,
    #[command(flatten)]
    pub run: RunArgs,
    /// Write every game to this file, which `houserule replay` reads
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

#[derive(Args)]
pub struct MergeArgs {
    /// Files with the output of `houserule simulate --shard K/N --json`
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write a chart of the results to this file (.svg)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// How games are played and drawn.
#[derive(Args)]
pub struct RunArgs {
    /// Number of threads; does not change the results of a fixed number of games [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Stop games after this many moves [default: 10000, or the limit in the rules]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub longest: Option<u32>,
    /// Write a chart of the results to this file (.svg)
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Format of the results.
#[derive(Args)]
pub struct ShownArgs {
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV: one line per side, value or bot
    #[arg(long)]
    pub csv: bool,
}

/// One shard of a run, numbered from 1.
#[derive(Clone, Copy, Debug)]
pub struct Shard {
    pub part: u64,
    pub parts: u64,
}

/// Maximum number of games of one run.
pub const MAX_RUN_GAMES: u64 = 1_000_000_000;

fn games(typed: &str) -> Result<u64, UsageError> {
    match typed.parse() {
        Ok(0) => Err("play at least one game".into()),
        Ok(games) if games <= MAX_RUN_GAMES => Ok(games),
        _ => usage!("write a number of games from 1 to {MAX_RUN_GAMES}"),
    }
}

fn points(typed: &str) -> Result<f64, UsageError> {
    let points = typed.parse::<f64>().ok().filter(|points| (0.01..=50.0).contains(points));
    points.ok_or("write a number from 0.01 to 50".into())
}

fn range(typed: &str) -> Result<(f64, f64), UsageError> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let ends = typed.split_once("..").and_then(|(from, to)| Some((number(from)?, number(to)?)));
    ends.filter(|(from, to)| from <= to).ok_or("write FROM..TO, such as 0..4".into())
}

fn step(typed: &str) -> Result<f64, UsageError> {
    let step = typed.parse::<f64>().ok().filter(|step| step.is_finite() && *step > 0.0);
    step.ok_or("write a number greater than 0".into())
}

fn bot(typed: &str) -> Result<BotName, BotError> {
    parse_bot(typed.trim())
}

fn shard(typed: &str) -> Result<Shard, UsageError> {
    let parts = typed.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parts {
        Some((part, parts)) if 1 <= part && part <= parts && parts <= MAX_RUN_GAMES => Ok(Shard { part, parts }),
        _ => Err("write PART/PARTS, such as 3/16".into()),
    }
}
