//! `solve`: one solution of a puzzle as a picture and as placements, or how many there are.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::args::SolveArgs;
use super::{CliResult, table, warn};
use crate::interrupt::{self, STOP};
use crate::render::{Arrangement, svg_of_tiles};
use crate::terminal;
use anyhow::{Context, bail};
use houserule_core::mechanics::puzzle::{Area, judge};
use houserule_core::text::counted;
use houserule_lab::solve::{
    BestArrangement, PlacedTile, Puzzle, PuzzleAim, SearchControl, SearchEnd, count, find, reason,
};
use houserule_script::files;
use houserule_script::files::DisplayPath as _;
use houserule_script::lua::Ruleset;
use houserule_script::play::{Session, centre};

/// The puzzle whose tiles, goal and shape are options.
const ANY: &str = "puzzle";

/// What is shown while a search runs changes at most so often.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

pub fn solve(args: &SolveArgs, out: &mut dyn Write) -> CliResult {
    if let Some(path) = args.output.as_deref().filter(|path| path.extension().is_none_or(|end| end != "svg")) {
        usage!("`{}` is no drawing; name a file that ends in .svg", path.shown());
    }
    let ruleset = ruleset(args)?;
    let puzzle = puzzle(args, &ruleset)?;
    if args.count && matches!(puzzle.aim, PuzzleAim::Longest(_)) {
        usage!("only solutions of a puzzle with a goal of its own can be counted");
    }
    interrupt::listen();
    let shown = SolveDisplay::new(&puzzle, args.watch);
    let begun = Instant::now();
    let report = |best: &BestArrangement| shown.report(best);
    let control = SearchControl {
        seed: args.with.seed.unwrap_or(1),
        threads: args.threads.map_or_else(houserule_lab::cores, usize::from),
        deadline: args.timeout.and_then(|timeout| begun.checked_add(timeout)),
        stop: &STOP,
        report: &report,
    };
    let task = SolveTask { args, puzzle: &puzzle, control: &control, begun };
    match args.count {
        true => task.count_all(out),
        false => task.find_one(&ruleset, &shown, out),
    }
}

/// A puzzle to solve, and how.
struct SolveTask<'a> {
    args: &'a SolveArgs,
    puzzle: &'a Puzzle,
    control: &'a SearchControl<'a>,
    begun: Instant,
}

/// The rules of the puzzle that was named or described.
fn ruleset(args: &SolveArgs) -> anyhow::Result<Ruleset> {
    let mut sets = args.with.sets.clone();
    let described = [("tiles", &args.tiles), ("goal", &args.goal), ("shape", &args.shape)];
    for (key, value) in described {
        sets.extend(value.iter().map(|value| (key.to_string(), value.clone())));
    }
    let ruleset = table(&args.with)?.load(args.puzzle.as_deref().unwrap_or(ANY), &sets)?;
    warn(&ruleset.warnings);
    Ok(ruleset)
}

fn puzzle(args: &SolveArgs, ruleset: &Ruleset) -> anyhow::Result<Puzzle> {
    let Some(plan) = ruleset.plan.mechanic.puzzle() else {
        let name = args.puzzle.as_deref().unwrap_or(ANY);
        usage!("`{name}` is a game, not a puzzle; play it: houserule play {name}");
    };
    let mut puzzle = plan.puzzle.clone();
    puzzle.holes &= !args.no_holes;
    Ok(puzzle)
}

impl SolveTask<'_> {
    fn count_all(&self, out: &mut dyn Write) -> CliResult {
        let SolveTask { args, puzzle, control, begun } = *self;
        let counted = count(puzzle, control);
        let seconds = begun.elapsed().as_secs_f64();
        if counted.ending == SearchEnd::Stopped {
            bail!("stopped after {seconds:.1} s with {} found; there may be more", solutions(counted.all));
        }
        writeln!(out, "{}", counted.all)?;
        out.flush()?;
        talk(&format!("counted in {seconds:.3} s, {} looked at", positions(counted.nodes)));
        match counted.all {
            0 => bail!(why_none(args, puzzle, counted.nodes)),
            _ => Ok(()),
        }
    }

    fn find_one(&self, ruleset: &Ruleset, shown: &SolveDisplay, out: &mut dyn Write) -> CliResult {
        let SolveTask { args, puzzle, control, begun } = *self;
        let found = find(puzzle, control);
        shown.clear();
        let seconds = begun.elapsed().as_secs_f64();
        let Some(mut solution) = found.solution else {
            bail!(match found.ending {
                SearchEnd::Stopped => {
                    let best = counted(shown.best() as usize, "tile");
                    format!(
                        "stopped after {seconds:.1} s without a solution; at best {best} of {} lay right",
                        puzzle.tiles.len()
                    )
                }
                _ => why_none(args, puzzle, found.nodes),
            });
        };
        let verdict = judge(puzzle, &solution);
        if let Some(fault) = verdict.faults.first() {
            bail!("the search is at fault, what it found is no solution: {}", fault.say(puzzle));
        }
        solution.sort_by_key(|piece| piece.tile);
        if puzzle.area == Area::Free {
            centre(&mut solution);
        }
        let arrangement = Arrangement::of(puzzle, &solution);
        writeln!(out, "{}\n{}", arrangement.picture(), in_words(ruleset, puzzle, &solution)?)?;
        if let Some(worth) = verdict.worth {
            writeln!(out, "the longest add up to {worth}")?;
        }
        out.flush()?;
        if let Some(path) = &args.output {
            write_svg(path, &svg_of_tiles(&arrangement))?;
        }
        let how = match found.ending {
            SearchEnd::Stopped => "the best found until stopped, after",
            SearchEnd::Exhausted if verdict.worth.is_some() => "nothing is better; found in",
            _ => "found in",
        };
        talk(&format!("{how} {seconds:.3} s"));
        Ok(())
    }
}

fn write_svg(path: &Path, text: &str) -> CliResult {
    files::replace(path, text).with_context(|| format!("`{}` cannot be written", path.shown()))
}

/// A solution as `--moves` takes it. Where tiles lie already, so that moves turn them, their placements come first.
fn in_words(ruleset: &Ruleset, puzzle: &Puzzle, solution: &[PlacedTile]) -> anyhow::Result<String> {
    let moves = Session::new(ruleset.clone(), None, 0)?.lay_out(solution);
    let placements: Vec<String> = solution.iter().map(|piece| placement(puzzle, piece)).collect();
    let is_laid = placements.iter().all(|placement| moves.contains(placement));
    let lines = if is_laid { vec![moves] } else { vec![placements, moves] };
    Ok(lines.into_iter().filter(|line| !line.is_empty()).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n"))
}

/// `14@0,0:3`.
fn placement(puzzle: &Puzzle, piece: &PlacedTile) -> String {
    let tile = &puzzle.set.tiles[puzzle.tiles[piece.tile] as usize].name;
    format!("{tile}@{},{}:{}", piece.at.x, piece.at.y, piece.rotation)
}

/// There is none, and how that is known.
fn why_none(args: &SolveArgs, puzzle: &Puzzle, nodes: u64) -> String {
    match reason(puzzle) {
        Some(reason) if args.prove => format!("there is no solution: {}", reason.words(puzzle)),
        Some(_) => "there is no solution; --prove says why".into(),
        None => format!("there is no solution: everything was tried, {}", positions(nodes)),
    }
}

fn solutions(count: u64) -> String {
    counted(count as usize, "solution")
}

fn positions(count: u64) -> String {
    counted(count as usize, "position")
}

/// Says something beside the data.
fn talk(text: &str) {
    let _ = writeln!(terminal::stderr(), "{text}");
}

/// What a search has come to so far, as a terminal shows it.
struct SolveDisplay<'a> {
    puzzle: &'a Puzzle,
    is_terminal: bool,
    watch: bool,
    state: Mutex<DisplayState>,
}

#[derive(Default)]
struct DisplayState {
    best: u32,
    /// When something was shown last, and how many lines are on the screen.
    last: Option<Instant>,
    lines: usize,
}

impl<'a> SolveDisplay<'a> {
    fn new(puzzle: &'a Puzzle, watch: bool) -> SolveDisplay<'a> {
        let is_terminal = terminal::is_stderr_terminal();
        SolveDisplay { puzzle, is_terminal, watch, state: Mutex::default() }
    }

    fn best(&self) -> u32 {
        self.state.lock().map_or(0, |state| state.best)
    }

    fn report(&self, best: &BestArrangement) {
        let Ok(mut state) = self.state.lock() else { return };
        let better = best.worth > state.best;
        state.best = state.best.max(best.worth);
        let soon = state.last.is_some_and(|last| last.elapsed() < REFRESH_INTERVAL);
        if !self.is_terminal || soon || !(better || self.watch) {
            return;
        }
        let mut text = match self.watch {
            true => Arrangement::of(self.puzzle, &best.pieces).picture(),
            false => String::new(),
        };
        let what = if matches!(self.puzzle.aim, PuzzleAim::Longest(_)) { "sum" } else { "tiles" };
        text.push_str(&format!("best so far: {} {what}\n", state.best));
        terminal::redraw(state.lines, &text);
        state.lines = text.lines().count();
        state.last = Some(Instant::now());
    }

    /// Leaves nothing of it on the screen.
    fn clear(&self) {
        if let Ok(mut state) = self.state.lock() {
            terminal::redraw(state.lines, "");
            state.lines = 0;
        }
    }
}
