//! Arguments of the commands of the laboratory.

use std::path::PathBuf;
use std::time::Duration;

use crate::error::UsageError;
use clap::Args;
use houserule_script::game::BotError;

use super::{RulesArgs, WithArgs, seconds};
use crate::protocol::parse_bot;
use houserule_lab::bot::BotName;

#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = games)]
    pub games: u64,
    /// Who plays: bots that take the seats in turn; tei:./engine is a Tak engine
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "random", value_parser = bot)]
    pub bots: Vec<BotName>,
    #[command(flatten)]
    pub run: RunArgs,
    /// Play only this part of the games, such as 3/16; `houserule merge` puts the parts together
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Write every game to this file, for `houserule replay`
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Ask in a sample of positions which rules forbid what, and tell how often each mattered; not with --csv
    #[arg(long, conflicts_with = "csv")]
    pub why: bool,
    #[command(flatten)]
    pub shown: ShownArgs,
}

#[derive(Args)]
pub struct CompareArgs {
    /// Games with variants; the others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "GAME")]
    pub what: Vec<String>,
    #[command(flatten)]
    pub with: WithArgs,
    /// How many games under each of the rules, with each of the bots
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,
    /// At which strengths: each of these bots plays against itself [default: random,greedy,mcts:100,mcts:1000]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = bot)]
    pub bots: Vec<BotName>,
    /// Play so many seconds, shared by the bots [default: 60, unless --games or --until says how long]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Play until every difference is known to plus or minus so many points of a hundred
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub until: Option<f64>,
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
    /// From where to where, such as 0..4 [default: all that the option may be]
    #[arg(long, value_name = "FROM..TO", value_parser = range, allow_hyphen_values = true)]
    pub range: Option<(f64, f64)>,
    /// How far apart the values are that are tried [default: as near as the option allows]
    #[arg(long, value_name = "STEP", value_parser = step)]
    pub step: Option<f64>,
    /// Who is to get how many points of a hundred: first=50, white=48.5; without a number as many as everybody
    #[arg(long, value_name = "SIDE[=PERCENT]", default_value = "first")]
    pub target: String,
    /// Who plays: bots that take the seats in turn
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "random", value_parser = bot)]
    pub bots: Vec<BotName>,
    /// How many games in all; the result then follows from the seed
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,
    /// Play so many seconds [default: 60, unless --games says how long]
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
    /// Who takes part
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', default_value = "easy,medium,hard", value_parser = bot)]
    pub bots: Vec<BotName>,
    /// How many games each pair plays at most [default: 100, unless --time or --until says how long]
    #[arg(long, value_name = "N", value_parser = games)]
    pub games: Option<u64>,
    /// Play so many seconds, shared by the pairs
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Let a pair stop as soon as it is known who is stronger, or that neither is by so many points of a hundred
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub until: Option<f64>,
    #[command(flatten)]
    pub run: RunArgs,
    /// Write every game to this file, for `houserule replay`
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

#[derive(Args)]
pub struct MergeArgs {
    /// What `houserule simulate --shard K/N --json` printed
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Draw what was found to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub shown: ShownArgs,
}

/// How games are played and drawn, whatever is asked of them.
#[derive(Args)]
pub struct RunArgs {
    /// How many threads play; so many games tell the same on any number of them [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Break games off after so many moves [default: 10000, or what the rules say]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub longest: Option<u32>,
    /// Draw what was found to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// In which form results are printed.
#[derive(Args)]
pub struct ShownArgs {
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print a line for each side, value or bot, for spreadsheets
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
    points.ok_or("write a number of points from 0.01 to 50".into())
}

fn range(typed: &str) -> Result<(f64, f64), UsageError> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let ends = typed.split_once("..").and_then(|(from, to)| Some((number(from)?, number(to)?)));
    ends.filter(|(from, to)| from <= to).ok_or("write from where to where, such as 0..4".into())
}

fn step(typed: &str) -> Result<f64, UsageError> {
    let step = typed.parse::<f64>().ok().filter(|step| step.is_finite() && *step > 0.0);
    step.ok_or("write a number above 0".into())
}

fn bot(typed: &str) -> Result<BotName, BotError> {
    parse_bot(typed.trim())
}

fn shard(typed: &str) -> Result<Shard, UsageError> {
    let parts = typed.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parts {
        Some((part, parts)) if 1 <= part && part <= parts && parts <= MAX_RUN_GAMES => Ok(Shard { part, parts }),
        _ => Err("write which part of how many, such as 3/16".into()),
    }
}
