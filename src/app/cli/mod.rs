//! Command line: parsed arguments (`args`) and their meaning, one file per family of commands.

mod args;
mod ask;
mod bench;
mod check;
mod code_frame;
mod compare;
mod drawing;
mod lesson;
mod list;
mod meta;
mod new;
mod new_puzzle;
mod quiz;
mod records;
mod render;
mod replay;
mod shell;
mod simulate;
mod solve;
mod test;
mod tournament;
mod tune;

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{CommandFactory, Parser};

use crate::config::{self, Background, ColourMode, PaletteName};
use crate::error::{Reported, UsageError};
use crate::protocol;
use crate::render::{Palette, Screen, TermOptions, TerminalBackground, wrapped_for_stderr};
use crate::repl::{self, StartMode};
use crate::terminal;
use args::{Cli, Command, NewCommand, PlayArgs, PositionArgs, PuzzleCommand, RulesArgs, ScreenArgs, TeiArgs, WithArgs};
use houserule_core::rng::fresh_seed;
use houserule_core::text::one_line;
use houserule_script::files::DisplayPath;
use houserule_script::lua::LoadError;
use houserule_script::notation::record;
use houserule_script::play::{Session, Workspace};

pub type CliResult = anyhow::Result<()>;

/// Runs the command that was typed and turns what came of it into an exit code.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let _ = writeln!(terminal::stderr(), "{}", wrapped_for_stderr(&one_sentence(&error.to_string())));
            return ExitCode::from(2);
        }
        // Help and version are errors only to the parser.
        Err(asked) => return if asked.print().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE },
    };
    settle(&cli.screen);
    let mut out = terminal::stdout();
    let done = dispatch(cli.command, &mut out).and_then(|()| Ok(out.flush()?));
    let Err(error) = done else { return ExitCode::SUCCESS };
    // Files are named where they are written; an error without a name is of what we print to.
    let outermost: &(dyn Error + 'static) = error.as_ref();
    let says = match outermost.downcast_ref::<io::Error>() {
        // The reader of our output has gone, which is no fault of anybody.
        Some(output) if output.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(output) => format!("the output cannot be written: {output}"),
        None => format!("{error:#}"),
    };
    if !outermost.is::<Reported>() {
        let _ = writeln!(terminal::stderr(), "{}", wrapped_for_stderr(&says));
    }
    let is_usage = outermost.is::<UsageError>() || matches!(outermost.downcast_ref(), Some(LoadError::Usage(_)));
    ExitCode::from(if is_usage { 2 } else { 1 })
}

/// Lets the rest of the program know what is said of the screen, here or in the user's file. What is wrong with the file is told
/// where it is needed.
fn settle(args: &ScreenArgs) {
    let config = config::settings().unwrap_or_default();
    match args.colour.or(config.colour).unwrap_or_default() {
        ColourMode::Auto => {}
        ColourMode::Always => anstream::ColorChoice::Always.write_global(),
        ColourMode::Never => anstream::ColorChoice::Never.write_global(),
    }
    let palette = match args.palette.or(config.palette) {
        Some(PaletteName::Safe) => Palette::Safe,
        Some(PaletteName::Usual) | None => Palette::Usual,
    };
    let ground = config.background.map(|background| match background {
        Background::Dark => TerminalBackground::Dark,
        Background::Light => TerminalBackground::Light,
    });
    Screen::wish(TermOptions { palette, ascii: args.ascii || config.ascii, ground });
}

/// What the parser has to say about wrong use, without its page of help.
fn one_sentence(error: &str) -> String {
    let lines = error.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
    let said = said.join(" ");
    let said = one_line(said.trim_start_matches("error: ").trim_end_matches('.'), 300);
    let typed = std::env::args_os().nth(1).unwrap_or_default().to_string_lossy().into_owned();
    let known = Cli::command().find_subcommand(&typed).is_some();
    let help = if known { format!("houserule {typed} --help") } else { "houserule --help".to_string() };
    format!("{}; see `{help}`", said.replace(" tip: ", "; "))
}

fn dispatch(command: Option<Command>, out: &mut dyn Write) -> CliResult {
    match command {
        None => prompt(None, out),
        Some(Command::Play(args)) => prompt(Some(&args), out),
        Some(Command::Games(args)) => list::games(&args, out),
        Some(Command::Rules(args)) => list::rules(&args, out),
        Some(Command::Check(args)) => check::check(&args, out),
        Some(Command::Test(args)) => test::test(&args, out),
        Some(Command::New(NewCommand::Variant(args))) => new::variant(&args, out),
        Some(Command::New(NewCommand::Game(args))) => new::game(&args, out),
        Some(Command::New(NewCommand::Lesson(args))) => new::lesson(&args, out),
        Some(Command::Meta(args)) => meta::meta(&args, out),
        Some(Command::Perft(args)) => ask::perft(&args, out),
        Some(Command::Moves(args)) => ask::moves(&args, out),
        Some(Command::Why(args)) => ask::why(&args, out),
        Some(Command::Score(args)) => ask::score(&args, out),
        Some(Command::Position(args)) => ask::position(&args, out),
        Some(Command::Render(args)) => render::render(&args, out),
        Some(Command::Replay(args)) => replay::replay(&args, out),
        Some(Command::Solve(args)) => solve::solve(&args, out),
        Some(Command::Puzzle(PuzzleCommand::New(args))) => new_puzzle::new(&args, out),
        Some(Command::Lesson(args)) => lesson::lesson(&args, out),
        Some(Command::Quiz(args)) => quiz::quiz(&args, out),
        Some(Command::Simulate(args)) => simulate::simulate(&args, out),
        Some(Command::Compare(args)) => compare::compare(&args, out),
        Some(Command::Tune(args)) => tune::tune(&args, out),
        Some(Command::Tournament(args)) => tournament::tournament(&args, out),
        Some(Command::Merge(args)) => simulate::merge(&args, out),
        Some(Command::Tei(args)) => tei(&args, out),
        Some(Command::Bench { names }) => bench::bench(&names, out),
        Some(Command::Completions { shell }) => {
            // Collected first: the generator does not take a closed pipe well.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "houserule", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}

/// The table at which the scripts named are to be found.
fn table(with: &WithArgs) -> anyhow::Result<Workspace> {
    let library = config::library(&with.scripts)?;
    Ok(Workspace { library, seed: with.seed.unwrap_or(1) })
}

/// The table of a prompt: people at a terminal get another deal every time, unless they say which.
fn table_of_prompt(with: &WithArgs) -> anyhow::Result<Workspace> {
    let mut table = table(with)?;
    if with.seed.is_none() && io::stdin().is_terminal() {
        table.seed = fresh_seed();
    }
    Ok(table)
}

/// Sits down: loads the rules, sets up the position and plays the moves.
fn open(rules: &RulesArgs, at: &PositionArgs) -> anyhow::Result<Session> {
    open_at(&table(&rules.with)?, rules, at)
}

fn open_at(table: &Workspace, rules: &RulesArgs, at: &PositionArgs) -> anyhow::Result<Session> {
    let moves: Vec<String> = at.moves.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_string).collect();
    let session = table.open(&rules.game, &rules.with.sets, at.position.as_deref(), &moves)?;
    warn(&session.ruleset.warnings);
    Ok(session)
}

/// Goes on with a saved game or a record and plays the moves; beside it, who sat there.
fn resume(
    table: &Workspace,
    path: &Path,
    rules: &RulesArgs,
    at: &PositionArgs,
) -> anyhow::Result<(Session, Vec<String>)> {
    let record = record::read_file(path).map_err(UsageError::of)?.into_iter().next();
    let record = record.ok_or_else(|| UsageError::from(format!("{} holds no game", path.shown())))?;
    let (asked, kept) = (rules.game.as_str(), record.game.as_deref().unwrap_or_default());
    if kept != asked && kept.split('+').next() != Some(asked) {
        usage!("{} is a game of {kept}, not of {asked}; play that", path.shown());
    }
    let (mut session, notes) = table.resume_from(&record, None, &rules.with.sets, path.parent())?;
    warn(&notes);
    let more = at.moves.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_string);
    let moves: Vec<String> = record.moves.iter().cloned().chain(more).collect();
    session.follow(&moves).map_err(|(ply, error)| {
        let text = &moves[ply - 1];
        anyhow!("{}: move {ply}, `{text}`, cannot be played: {error}", path.shown())
    })?;
    session.take_over(&record);
    Ok((session, record.seats))
}

/// Opens the prompt, in a game or before one.
fn prompt(args: Option<&PlayArgs>, out: &mut dyn Write) -> CliResult {
    let Some(args) = args else {
        let table = table_of_prompt(&WithArgs::default())?;
        return finish_prompt(repl::run(StartMode::Welcome, table, repl::ReplOptions::default(), out)?);
    };
    let table = if args.json { table(&args.rules.with)? } else { table_of_prompt(&args.rules.with)? };
    let (session, seats) = match &args.load {
        None => (open_at(&table, &args.rules, &args.at)?, None),
        Some(path) => {
            let (session, seats) = resume(&table, path, &args.rules, &args.at)?;
            (session, Some(seats))
        }
    };
    let named = args.seats.as_ref().map(|text| repl::read_seats(text, &session.ruleset));
    let occupants = named.transpose().map_err(UsageError::of)?.or_else(|| {
        let mut notes = Vec::new();
        let occupants = repl::seated_again(&seats?, &session.ruleset, &mut notes);
        warn(&notes);
        Some(occupants)
    });
    let manner = repl::ReplOptions { keeps: args.keep, tells_events: args.json };
    finish_prompt(repl::run(StartMode::Game(Box::new(session), occupants), table, manner, out)?)
}

/// Talks with a program that wants an opponent, until it leaves.
fn tei(args: &TeiArgs, out: &mut dyn Write) -> CliResult {
    let game = args.game.as_deref().unwrap_or(protocol::tei::GAME);
    let threads = args.threads.map_or_else(houserule_lab::cores, usize::from);
    Ok(protocol::tei::serve(&table(&args.with)?, game, &args.with.sets, threads, out)??)
}

fn finish_prompt(end: repl::ExitReason) -> CliResult {
    match end {
        repl::ExitReason::Left => Ok(()),
        repl::ExitReason::Refused => Err(Reported.into()),
    }
}

/// Says what the person should know, beside the data.
fn warn(warnings: &[String]) {
    for warning in warnings {
        let _ = writeln!(terminal::stderr(), "{}", wrapped_for_stderr(&format!("warning: {warning}")));
    }
}
