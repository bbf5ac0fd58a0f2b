//! `solve`: prints one solution of a puzzle as a picture and as placements, or the number of solutions.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::args::SolveArgs;
use super::drawing::write_drawing;
use super::{CliResult, warn, workspace};
use crate::interrupt::{self, STOP};
use crate::render::{Arrangement, svg_of_tiles};
use crate::terminal;
use anyhow::bail;
use houserule_core::mechanics::puzzle::{Area, judge};
use houserule_core::text::plural;
use houserule_lab::solve::{
    BestArrangement, PlacedTile, Puzzle, PuzzleAim, SearchControl, SearchEnd, count, find, find_reason,
};
use houserule_script::files::DisplayPath as _;
use houserule_script::lua::Ruleset;
use houserule_script::play::{Session, centre};

/// The puzzle whose tiles, goal and shape are options.
const CUSTOM_PUZZLE: &str = "puzzle";

/// Minimum interval between updates of the display.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

pub fn solve(args: &SolveArgs, out: &mut dyn Write) -> CliResult {
    if let Some(path) =
        args.output.as_deref().filter(|path| path.extension().is_none_or(|extension| extension != "svg"))
    {
        usage!("cannot draw to `{}`; choose a name ending in .svg", path.printable());
    }
    let ruleset = load_ruleset(args)?;
    let puzzle = build_puzzle(args, &ruleset)?;
    if args.count && matches!(puzzle.aim, PuzzleAim::Longest(_)) {
        usage!("cannot count solutions of a puzzle that asks for the longest lines or loops");
    }
    interrupt::handle_ctrl_c();
    let display = SolveDisplay::new(&puzzle, args.watch);
    let started = Instant::now();
    let report = |best: &BestArrangement| display.report(best);
    let control = SearchControl {
        seed: args.with.seed.unwrap_or(1),
        threads: args.threads.map_or_else(houserule_lab::cores, usize::from),
        deadline: args.timeout.and_then(|timeout| started.checked_add(timeout)),
        stop: &STOP,
        report: &report,
    };
    let task = SolveTask { args, puzzle: &puzzle, control: &control, started };
    if args.count { task.count_all(out) } else { task.find_one(&ruleset, &display, out) }
}

/// A puzzle and how to solve it.
struct SolveTask<'a> {
    args: &'a SolveArgs,
    puzzle: &'a Puzzle,
    control: &'a SearchControl<'a>,
    started: Instant,
}

/// Loads the rules of the puzzle that was named or described.
fn load_ruleset(args: &SolveArgs) -> anyhow::Result<Ruleset> {
    let mut sets = args.with.sets.clone();
    let described = [("tiles", &args.tiles), ("goal", &args.goal), ("shape", &args.shape)];
    for (key, value) in described {
        sets.extend(value.iter().map(|value| (key.to_string(), value.clone())));
    }
    let ruleset = workspace(&args.with)?.load(args.puzzle.as_deref().unwrap_or(CUSTOM_PUZZLE), &sets)?;
    warn(&ruleset.warnings);
    Ok(ruleset)
}

fn build_puzzle(args: &SolveArgs, ruleset: &Ruleset) -> anyhow::Result<Puzzle> {
    let Some(plan) = ruleset.plan.mechanic.puzzle() else {
        let name = args.puzzle.as_deref().unwrap_or(CUSTOM_PUZZLE);
        usage!("`{name}` is a game, not a puzzle; play it with `houserule play {name}`");
    };
    let mut puzzle = plan.puzzle.clone();
    puzzle.allows_holes &= !args.no_holes;
    Ok(puzzle)
}

impl SolveTask<'_> {
    fn count_all(&self, out: &mut dyn Write) -> CliResult {
        let SolveTask { args, puzzle, control, started } = *self;
        let result = count(puzzle, control);
        let seconds = started.elapsed().as_secs_f64();
        if result.ending == SearchEnd::Stopped {
            bail!("stopped after {seconds:.1} s: {} so far, perhaps more", solutions(result.total));
        }
        writeln!(out, "{}", result.total)?;
        out.flush()?;
        print_note(&format!("counted in {seconds:.3} s, {} searched", positions(result.nodes)));
        match result.total {
            0 => bail!(explain_no_solution(args, puzzle, result.nodes)),
            _ => Ok(()),
        }
    }

    fn find_one(&self, ruleset: &Ruleset, display: &SolveDisplay, out: &mut dyn Write) -> CliResult {
        let SolveTask { args, puzzle, control, started } = *self;
        let result = find(puzzle, control);
        display.clear();
        let seconds = started.elapsed().as_secs_f64();
        let Some(mut solution) = result.solution else {
            bail!(match result.ending {
                SearchEnd::Stopped => {
                    let best = plural(display.best(), "tile");
                    format!(
                        "stopped after {seconds:.1} s without a solution; the best attempt placed {best} of {}",
                        puzzle.tiles.len()
                    )
                }
                _ => explain_no_solution(args, puzzle, result.nodes),
            });
        };
        let verdict = judge(puzzle, &solution);
        if let Some(fault) = verdict.faults.first() {
            bail!("bug: the search returned a wrong solution: {}", fault.message(puzzle));
        }
        solution.sort_by_key(|piece| piece.tile);
        if puzzle.area == Area::Free {
            centre(&mut solution);
        }
        let arrangement = Arrangement::of(puzzle, &solution);
        writeln!(out, "{}\n{}", arrangement.to_text(), format_solution(ruleset, puzzle, &solution)?)?;
        if let Some(worth) = verdict.score {
            writeln!(out, "total length: {worth}")?;
        }
        out.flush()?;
        write_drawing(args.output.as_deref(), || svg_of_tiles(&arrangement))?;
        let prefix = match result.ending {
            SearchEnd::Stopped => "best found before stopping, after",
            SearchEnd::Exhausted if verdict.score.is_some() => "optimal; found in",
            _ => "found in",
        };
        print_note(&format!("{prefix} {seconds:.3} s"));
        Ok(())
    }
}

/// Formats a solution for `--moves`. Where tiles lie already, so that moves rotate them, their placements come first.
fn format_solution(ruleset: &Ruleset, puzzle: &Puzzle, solution: &[PlacedTile]) -> anyhow::Result<String> {
    let moves = Session::new(ruleset.clone(), None, 0)?.play_solution(solution);
    let placements: Vec<String> = solution.iter().map(|piece| placement(puzzle, piece)).collect();
    let has_placements = placements.iter().all(|placement| moves.contains(placement));
    let lines = if has_placements { vec![moves] } else { vec![placements, moves] };
    Ok(lines.into_iter().filter(|line| !line.is_empty()).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n"))
}

/// Formats a placement: `14@0,0:3`.
fn placement(puzzle: &Puzzle, piece: &PlacedTile) -> String {
    let tile = &puzzle.set.tiles[puzzle.tiles[piece.tile]].name;
    format!("{tile}@{},{}:{}", piece.at.x, piece.at.y, piece.rotation)
}

/// Explains that there is no solution, and how that is known.
fn explain_no_solution(args: &SolveArgs, puzzle: &Puzzle, nodes: u64) -> String {
    match find_reason(puzzle) {
        Some(reason) if args.prove => format!("there is no solution: {}", reason.describe(puzzle)),
        Some(_) => "there is no solution; --prove explains why".into(),
        None => format!("there is no solution (exhaustive search, {})", positions(nodes)),
    }
}

fn solutions(count: u64) -> String {
    plural(count, "solution")
}

fn positions(count: u64) -> String {
    plural(count, "position")
}

/// Prints a note on standard error.
fn print_note(text: &str) {
    let _ = writeln!(terminal::stderr(), "{text}");
}

/// Progress of a search, as a terminal shows it.
struct SolveDisplay<'a> {
    puzzle: &'a Puzzle,
    is_terminal: bool,
    watch: bool,
    state: Mutex<DisplayState>,
}

#[derive(Default)]
struct DisplayState {
    best: u32,
    /// Time of the last update, and number of lines on the screen.
    updated: Option<Instant>,
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
        let is_better = best.score > state.best;
        state.best = state.best.max(best.score);
        let is_recent = state.updated.is_some_and(|last| last.elapsed() < REFRESH_INTERVAL);
        if !self.is_terminal || is_recent || !(is_better || self.watch) {
            return;
        }
        let mut text = if self.watch { Arrangement::of(self.puzzle, &best.pieces).to_text() } else { String::new() };
        let best = match self.puzzle.aim {
            PuzzleAim::Longest(_) => format!("total length {}", state.best),
            _ => plural(state.best, "tile"),
        };
        text.push_str(&format!("best so far: {best}\n"));
        terminal::redraw(state.lines, &text);
        state.lines = text.lines().count();
        state.updated = Some(Instant::now());
    }

    /// Removes the display from the screen.
    fn clear(&self) {
        if let Ok(mut state) = self.state.lock() {
            terminal::redraw(state.lines, "");
            state.lines = 0;
        }
    }
}
