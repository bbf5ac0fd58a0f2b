//! `cargo bench --bench peers [NAME...]`: our speed against engines for a single game, one line each:
//! `name ours X peer Y ratio R`. One thread, CPU time, interleaved runs, medians. `peers.toml` lists the benchmarks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use fast_tak::takparse::Tps;
use fast_tak::{Game as Peer, GameResult, Reserves};
use houserule_core::mechanics::Position;
use houserule_lab::solve::{SearchControl, count};
use houserule_script::lua::Library;
use houserule_script::play::{Rng, Session, Workspace, perft, playout};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde::Deserialize;

const RUNS: usize = 5;

/// Maximum number of moves of a random game.
const MAX_PLIES: usize = 10_000;

const SEED: u64 = 1;

#[derive(Deserialize)]
struct PeersFile {
    row: Vec<PeerBench>,
}

#[derive(Deserialize)]
struct PeerBench {
    name: String,
    game: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    position: Option<String>,
    peer: PeerName,
    /// Flags of the reference program for these rules.
    #[serde(default)]
    flags: Vec<String>,
    work: PeerTask,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum PeerName {
    FastTak,
    Reference,
    Solver,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PeerTask {
    Bulk(u32),
    Make(u32),
    Playout(u64),
    /// Counts the solutions for each goal.
    Count(Vec<String>),
}

/// Closure that does the work once and returns the number of leaves or games.
type PeerRun<'a> = Box<dyn FnMut() -> u64 + 'a>;

fn main() {
    let file: PeersFile = toml::from_str(include_str!("peers.toml")).expect("peers.toml is well formed");
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_requested =
        |bench: &&PeerBench| names.is_empty() || names.iter().any(|name| bench.name.contains(name.as_str()));
    let folder = tempfile::tempdir().expect("a folder for the reference");
    let (mut reference, mut solver) = (None, None);
    for bench in file.row.iter().filter(is_requested) {
        let theirs = match bench.peer {
            PeerName::FastTak => Ok((bench.fast_tak(), UsageWho::RUSAGE_SELF)),
            PeerName::Reference => {
                let program = reference.get_or_insert_with(|| build_reference(folder.path()));
                program.as_ref().map(|program| (bench.reference(program), UsageWho::RUSAGE_CHILDREN))
            }
            PeerName::Solver => {
                let program = solver.get_or_insert_with(|| build_solver(folder.path()));
                program.as_ref().map(|program| (bench.solver(program), UsageWho::RUSAGE_CHILDREN))
            }
        };
        match theirs {
            Ok((theirs, whose)) => bench.measure(theirs, whose),
            Err(missing) => eprintln!("{} skipped: {missing}", bench.name),
        }
    }
}

impl PeerBench {
    fn measure(&self, mut theirs: PeerRun, whose: UsageWho) {
        let mut ours = self.ours();
        let (mut our_rates, mut their_rates) = (Vec::new(), Vec::new());
        // A count takes long enough for a single run.
        let runs = if matches!(self.work, PeerTask::Count(_)) { 1 } else { RUNS };
        for _ in 0..runs {
            let (our_count, our_rate) = timed(&mut ours, UsageWho::RUSAGE_SELF);
            let (their_count, their_rate) = timed(&mut theirs, whose);
            assert_eq!(our_count, their_count, "{}: the two count differently", self.name);
            our_rates.push(our_rate);
            their_rates.push(their_rate);
        }
        let (ours, theirs) = (median(our_rates), median(their_rates));
        println!("{} ours {ours:.0} peer {theirs:.0} ratio {:.2}", self.name, ours / theirs);
    }

    fn ours(&self) -> PeerRun<'_> {
        let mut session = self.session();
        let mut rng = Rng::new(SEED);
        match self.work {
            PeerTask::Count(ref goals) => Box::new(move || goals.iter().map(|goal| self.count_solutions(goal)).sum()),
            PeerTask::Bulk(depth) => Box::new(move || perft(&mut session.game, depth).expect("no script fails")),
            PeerTask::Make(depth) => {
                Box::new(move || count_leaves(session.game.unscripted_position().expect("no scripts take part"), depth))
            }
            PeerTask::Playout(games) => Box::new(move || {
                for _ in 0..games {
                    playout(&mut session.game, &mut rng, MAX_PLIES).expect("no script fails");
                    session.game.undo_all();
                }
                games
            }),
        }
    }

    /// Our count of a puzzle's solutions, on one thread.
    fn count_solutions(&self, goal: &str) -> u64 {
        let workspace = shipped_scripts();
        let ruleset = workspace.load(&self.game, &[("goal".into(), goal.into())]);
        let ruleset = ruleset.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let Some(plan) = ruleset.plan.mechanic.puzzle() else { panic!("{}: no puzzle", self.name) };
        let stop = AtomicBool::new(false);
        let control = SearchControl { seed: SEED, threads: 1, deadline: None, stop: &stop, report: &|_| () };
        count(&plan.puzzle, &control).total
    }

    fn solver(&self, (program, tiles): &(PathBuf, PathBuf)) -> PeerRun<'_> {
        let PeerTask::Count(goals) = &self.work else { panic!("{}: the solver only counts", self.name) };
        let (program, tiles) = (program.clone(), tiles.clone());
        Box::new(move || {
            let count = |goal: &String| {
                let letters = goal.split(',').map(|goal| {
                    let (colour, form) = goal.split_once(':').expect("a colour and a form");
                    format!("{}:{form}", colour[..1].to_uppercase())
                });
                let goal = format!("goal={}", letters.collect::<Vec<_>>().join(","));
                let output = Command::new(&program).arg(&tiles).args(&self.flags).arg(goal).output();
                let output = output.expect("the reference runs");
                let first = String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or("0").to_string();
                let answer: serde_json::Value = serde_json::from_str(&first).unwrap_or_default();
                // It requires a tile with every goal colour, and prints nothing without one.
                answer["count"].as_u64().unwrap_or(0)
            };
            goals.iter().map(count).sum()
        })
    }

    fn session(&self) -> Session {
        let workspace = shipped_scripts();
        let settings: Vec<_> = self.set.clone().into_iter().collect();
        let opened = workspace.open(&self.game, &settings, self.position.as_deref(), &[]);
        opened.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn fast_tak(&self) -> PeerRun<'_> {
        match self.set.get("size").map_or("5", String::as_str) {
            "5" => self.fast_tak_of_size::<5>(),
            "6" => self.fast_tak_of_size::<6>(),
            size => panic!("{}: no peer for size {size}", self.name),
        }
    }

    fn fast_tak_of_size<const N: usize>(&self) -> PeerRun<'_>
    where
        Reserves<N>: Default,
    {
        let start = self.position.as_ref().map_or_else(Peer::<N, 0>::default, |position| {
            let tps: Tps = position.parse().unwrap_or_else(|_| panic!("{}: not a position", self.name));
            tps.into()
        });
        let mut rng = Rng::new(SEED);
        match self.work {
            PeerTask::Bulk(depth) => Box::new(move || peer_perft(&start, depth, 1)),
            PeerTask::Make(depth) => Box::new(move || peer_perft(&start, depth, 0)),
            PeerTask::Playout(games) => Box::new(move || {
                (0..games).for_each(|_| peer_playout(start.clone(), &mut rng));
                games
            }),
            PeerTask::Count(_) => panic!("{}: this peer counts no solutions", self.name),
        }
    }

    fn reference(&self, program: &Path) -> PeerRun<'_> {
        let (verb, option, number) = match self.work {
            PeerTask::Bulk(depth) | PeerTask::Make(depth) => ("perft", "-d", u64::from(depth)),
            PeerTask::Playout(games) => ("playout", "-n", games),
            PeerTask::Count(_) => panic!("{}: this peer counts no solutions", self.name),
        };
        let mut command = Command::new(program);
        command.arg(verb).args(&self.flags).args([option, &number.to_string()]);
        Box::new(move || {
            let output = command.output().expect("the reference runs");
            let text = String::from_utf8_lossy(&output.stdout);
            match self.work {
                PeerTask::Playout(games) => games,
                PeerTask::Bulk(_) | PeerTask::Make(_) | PeerTask::Count(_) => {
                    let last = text.lines().last().and_then(|line| serde_json::from_str(line).ok());
                    let counts: serde_json::Value = last.expect("the reference counts");
                    counts["nodes"].as_u64().expect("a number of nodes")
                }
            }
        })
    }
}

/// Our perft, with every leaf played.
fn count_leaves(board: &mut dyn Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.outcome().is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    board.list_moves(&mut moves);
    let mut nodes = 0;
    for mv in moves {
        board.play(mv);
        nodes += count_leaves(board, depth - 1);
        board.undo();
    }
    nodes
}

/// Their perft, from their move list; the last `listed` plies are only listed.
fn peer_perft<const N: usize>(game: &Peer<N, 0>, depth: u32, listed: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.result() != GameResult::Ongoing {
        return 0;
    }
    let mut moves = Vec::new();
    game.possible_moves(&mut moves);
    if depth == listed {
        return moves.len() as u64;
    }
    let child = |mv| {
        let mut child = game.clone();
        child.play(mv).expect("it is listed");
        peer_perft(&child, depth - 1, listed)
    };
    moves.into_iter().map(child).sum()
}

fn peer_playout<const N: usize>(mut game: Peer<N, 0>, rng: &mut Rng) {
    let mut moves = Vec::new();
    while game.result() == GameResult::Ongoing {
        moves.clear();
        game.possible_moves(&mut moves);
        game.play(moves[rng.below(moves.len())]).expect("it is listed");
    }
}

fn shipped_scripts() -> Workspace {
    Workspace { library: Library::new(Vec::new()), seed: SEED }
}

/// The folder of reference programs.
fn oracles() -> PathBuf {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    std::env::var_os("HOUSERULE_SHARED").map_or_else(beside, PathBuf::from).join("oracles")
}

/// Builds the optimised reference solver; returns its path and that of the tile file.
fn build_solver(folder: &Path) -> Result<(PathBuf, PathBuf), String> {
    let mut compiler = Command::new("rustc");
    compiler.args(["--edition", "2021", "-C", "opt-level=3", "-C", "panic=abort", "--cap-lints", "allow"]);
    let program = build(compiler, "tantrix-solver/src/main.rs", folder.join("solver"))?;
    Ok((program, oracles().join("tantrix/tiles.txt")))
}

/// Builds the reference program with the flags of its README.
fn build_reference(folder: &Path) -> Result<PathBuf, String> {
    let mut compiler = Command::new("g++");
    compiler.args(["-O3", "-march=native", "-std=c++17", "-w"]);
    build(compiler, "trax/main.cpp", folder.join("reference"))
}

fn build(mut compiler: Command, source: &str, program: PathBuf) -> Result<PathBuf, String> {
    let path = oracles().join(source);
    if !path.is_file() {
        return Err(format!("there is no shared folder with oracles/{source} (HOUSERULE_SHARED names it)"));
    }
    match compiler.arg(path).arg("-o").arg(&program).status() {
        Err(_) => Err(format!("there is no {:?} to build the reference with", compiler.get_program())),
        Ok(status) if !status.success() => Err("the reference does not build".into()),
        Ok(_) => Ok(program),
    }
}

/// Count of a run, and its rate per second of processor time.
fn timed(run: &mut PeerRun, whose: UsageWho) -> (u64, f64) {
    let start = seconds(whose);
    let count = run();
    (count, count as f64 / (seconds(whose) - start))
}

fn seconds(whose: UsageWho) -> f64 {
    let usage = getrusage(whose).expect("resource usage");
    (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
