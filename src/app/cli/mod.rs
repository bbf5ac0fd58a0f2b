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
mod manual_page;
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
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{CommandFactory, Parser};

use crate::config::{self, ColourMode, PaletteName};
use crate::error::{Reported, UsageError};
use crate::players;
use crate::protocol;
use crate::protocol::events::ProgramFrontEnd;
use crate::render::{Palette, Screen, TermOptions, wrap_for_stderr};
use crate::repl::front_end::TextFrontEnd;
use crate::repl::{self, GameStart, StartMode};
use crate::terminal;
use args::{Cli, Command, NewCommand, PlayArgs, PositionArgs, PuzzleCommand, RulesArgs, ScreenArgs, TeiArgs, WithArgs};
use houserule_core::rng::fresh_seed;
use houserule_core::text::{nearest, one_line};
use houserule_script::files::DisplayPath;
use houserule_script::lua::{LoadError, is_path};
use houserule_script::matches::MatchTerms;
use houserule_script::notation::record::{self, Record};
use houserule_script::play::clock::{Clock, TimeControl};
use houserule_script::play::{Session, Workspace};

pub type CliResult = anyhow::Result<()>;

/// Runs the command line and returns the exit code.
pub fn run() -> ExitCode {
    let cli = match parse() {
        Ok(cli) => cli,
        // Help and version are errors only to the parser.
        Err(ParseError::Arguments(error)) if !error.use_stderr() => {
            return if error.print().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        Err(error) => {
            let message = match error {
                ParseError::Arguments(error) => shorten_error(&error.to_string()),
                ParseError::UnknownWord(message) => message,
            };
            let _ = writeln!(terminal::stderr(), "{}", wrap_for_stderr(&message));
            return ExitCode::from(2);
        }
    };
    configure_screen(&cli.screen);
    let mut out = terminal::stdout();
    let result = dispatch(cli.command, &mut out).and_then(|()| Ok(out.flush()?));
    let Err(error) = result else { return ExitCode::SUCCESS };
    // Errors of files name the file; an I/O error without context is one of our output.
    let outermost: &(dyn Error + 'static) = error.as_ref();
    let message = match outermost.downcast_ref::<io::Error>() {
        // The reader of our output has gone, which is not an error.
        Some(output) if output.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(output) => format!("cannot write the output: {output}"),
        None => format!("{error:#}"),
    };
    if !outermost.is::<Reported>() {
        let _ = writeln!(terminal::stderr(), "{}", wrap_for_stderr(&message));
    }
    let is_usage = outermost.is::<UsageError>() || matches!(outermost.downcast_ref(), Some(LoadError::Usage(_)));
    ExitCode::from(if is_usage { 2 } else { 1 })
}

/// Error of the command line.
enum ParseError {
    Arguments(clap::Error),
    /// The first word is neither a command nor a game.
    UnknownWord(String),
}

impl From<clap::Error> for ParseError {
    fn from(error: clap::Error) -> ParseError {
        ParseError::Arguments(error)
    }
}

/// Parses the command line. A game in place of a command is short for `play` and the game.
fn parse() -> Result<Cli, ParseError> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let cli = Cli::try_parse_from(&words)?;
    let Some(Command::Game(rest)) = &cli.command else { return Ok(cli) };
    let first = words.len() - rest.len();
    let name = rest[0].to_string_lossy().into_owned();
    words.insert(first, "play".into());
    let play = Cli::try_parse_from(&words);
    let with = match &play {
        Ok(Cli { command: Some(Command::Play(args)), .. }) => args.with.clone(),
        _ => WithArgs::default(),
    };
    match unknown_word(&name, &with) {
        None => Ok(play?),
        Some(message) => Err(ParseError::UnknownWord(message)),
    }
}

/// Returns an error message if a word is neither a game nor the path of a script.
fn unknown_word(word: &str, with: &WithArgs) -> Option<String> {
    // Errors in the user's settings are reported where they are needed.
    let library = config::library(&with.scripts).ok()?;
    let name = word.split('+').next().unwrap_or_default();
    if is_path(word) || library.has_file(name) {
        return None;
    }
    let manifests = library.manifests();
    let games: Vec<&str> = manifests.playable.iter().map(|(head, _)| head.name.as_str()).collect();
    if games.contains(&name) {
        return None;
    }
    let cli = Cli::command();
    let commands: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    let word = one_line(word, 40);
    Some(match nearest(&word, commands).or_else(|| nearest(&word, games)) {
        Some(near) => format!("unknown command or game `{word}`; did you mean `{near}`?"),
        None => format!("unknown command or game `{word}`; see `houserule --help` and `houserule games`"),
    })
}

/// Applies the screen options of the command line and of `config.toml`. Errors in the file are reported where it is
/// needed.
fn configure_screen(args: &ScreenArgs) {
    let config = config::load_config().unwrap_or_default();
    match args.colour.or(config.colour).unwrap_or_default() {
        ColourMode::Auto => {}
        ColourMode::Always => anstream::ColorChoice::Always.write_global(),
        ColourMode::Never => anstream::ColorChoice::Never.write_global(),
    }
    let palette = match args.palette.or(config.palette) {
        Some(PaletteName::Safe) => Palette::Safe,
        Some(PaletteName::Usual) | None => Palette::Usual,
    };
    Screen::set_options(TermOptions {
        speaks: args.speak || config.speak,
        boards: args.board.or(config.board),
        palette,
        ascii: args.ascii || config.ascii,
        background: config.background,
    });
}

/// Shortens an error of the parser to one sentence, without its usage text.
fn shorten_error(error: &str) -> String {
    let lines = error.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let parts: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
    let message = parts.join(" ");
    let message = message.trim_start_matches("error: ").trim_end_matches('.');
    let message = one_line(&message.replace("the following required arguments were not provided:", "missing"), 300);
    let typed = std::env::args_os().nth(1).unwrap_or_default().to_string_lossy().into_owned();
    let help = match Cli::command().find_subcommand(&typed) {
        Some(_) => format!("houserule {typed} --help"),
        None if typed.starts_with('-') => "houserule --help".to_string(),
        // A game in place of a command.
        None => "houserule play --help".to_string(),
    };
    format!("{}; see `{help}`", message.replace(" tip: ", "; "))
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
            // Collected first: the generator panics on a closed pipe.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "houserule", &mut script);
            Ok(out.write_all(&script)?)
        }
        Some(Command::Man) => Ok(out.write_all(&manual_page::page(Cli::command())?)?),
        Some(Command::Game(_)) => unreachable!("`parse` makes it a command"),
    }
}

/// Creates the workspace for the scripts that were named.
fn workspace(with: &WithArgs) -> anyhow::Result<Workspace> {
    let library = config::library(&with.scripts)?;
    Ok(Workspace { library, seed: with.seed.unwrap_or(1) })
}

/// Creates the workspace of a prompt; at a terminal with a new seed every time, unless one was given.
fn prompt_workspace(with: &WithArgs) -> anyhow::Result<Workspace> {
    let mut workspace = workspace(with)?;
    if with.seed.is_none() && io::stdin().is_terminal() {
        workspace.seed = fresh_seed();
    }
    Ok(workspace)
}

/// Opens a session: loads the rules, sets up the position and plays the moves.
fn open(rules: &RulesArgs, position: &PositionArgs) -> anyhow::Result<Session> {
    open_at(&workspace(&rules.with)?, rules, position)
}

fn open_at(workspace: &Workspace, rules: &RulesArgs, position: &PositionArgs) -> anyhow::Result<Session> {
    let moves: Vec<String> =
        position.moves.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_string).collect();
    let session = workspace.open(&rules.game, &rules.with.sets, position.position.as_deref(), &moves)?;
    warn(&session.ruleset.warnings);
    Ok(session)
}

/// Resumes a saved game or a record and plays the moves; returns the session, its record and the earlier games of its
/// match.
fn resume(
    workspace: &Workspace,
    path: &Path,
    rules: &RulesArgs,
    position: &PositionArgs,
) -> anyhow::Result<(Session, (Record, Vec<Record>))> {
    let records = record::read_file(path).map_err(UsageError::new)?;
    let (record, earlier) = record::to_continue(records)
        .ok_or_else(|| UsageError::from(format!("{} contains no game", path.printable())))?;
    let (requested, recorded) = (rules.game.as_str(), record.game.as_deref().unwrap_or_default());
    if recorded != requested && recorded.split('+').next() != Some(requested) {
        usage!("{} is a game of {recorded}, not {requested}; write {recorded} instead", path.printable());
    }
    let (mut session, notes) = workspace.resume_from(&record, None, &rules.with.sets, path.parent())?;
    warn(&notes);
    let further = position.moves.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_string);
    let moves: Vec<String> = record.moves.iter().cloned().chain(further).collect();
    session.play_all(&moves).map_err(|(ply, error)| {
        let text = &moves[ply - 1];
        anyhow!("{}: move {ply}, `{text}`, cannot be played: {error}", path.printable())
    })?;
    session.adopt_record(&record);
    Ok((session, (record, earlier)))
}

/// Opens the prompt, in a game or before one.
fn prompt(args: Option<&PlayArgs>, out: &mut dyn Write) -> CliResult {
    let Some(args) = args else {
        let workspace = prompt_workspace(&WithArgs::default())?;
        return run_prompt(StartMode::Welcome, workspace, repl::ReplOptions::default(), out);
    };
    let workspace = if args.json { workspace(&args.with)? } else { prompt_workspace(&args.with)? };
    let options = repl::ReplOptions { has_autosave: args.keep, is_program: args.json, has_browser: args.browser };
    let Some(game) = args.game.clone() else {
        ensure_no_game_is_needed(args)?;
        return run_prompt(StartMode::Welcome, workspace, options, out);
    };
    let rules = RulesArgs { game, with: args.with.clone() };
    let (mut session, continued) = match &args.load {
        None => (open_at(&workspace, &rules, &args.at)?, None),
        Some(path) => {
            let (session, continued) = resume(&workspace, path, &rules, &args.at)?;
            if let Some(option) = args.match_args.first_option().filter(|_| continued.0.continues_match()) {
                usage!("{} is a saved match, which keeps its own terms; leave out {option}", path.printable());
            }
            (session, Some(continued))
        }
    };
    let clock = play_clock(args, &mut session, continued.as_ref().map(|(record, _)| record))?;
    let parsed = args.seats.as_ref().map(|text| players::read(text, &session.ruleset));
    let occupants = parsed.transpose().map_err(UsageError::new)?.or_else(|| {
        let mut notes = Vec::new();
        let occupants = players::restore_seats(&continued.as_ref()?.0.seats, &session.ruleset, &mut notes);
        warn(&notes);
        Some(occupants)
    });
    let request = args.match_args.request();
    if let Some(request) = &request {
        let terms = MatchTerms::resolve(session.plan(), request).map_err(UsageError::new)?;
        if terms.is_open() {
            usage!("a match needs a length; write --match 5, --first-to 3 or --points 100");
        }
    }
    let folder = args.load.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let start = GameStart { session, occupants, request, continued, folder, clock };
    run_prompt(StartMode::Game(Box::new(start)), workspace, options, out)
}

/// Returns the clock of a game: the one of the command line, or that of the record if it fits.
fn play_clock(args: &PlayArgs, session: &mut Session, record: Option<&Record>) -> anyhow::Result<Option<Clock>> {
    let Some(text) = &args.clock else {
        let recorded = session.adopt_clock(record.and_then(|record| record.clock.as_ref()));
        return Ok(recorded.unwrap_or_else(|error| {
            warn(&[format!("the game goes on without its clock: {error}")]);
            None
        }));
    };
    let control: TimeControl = text.parse().map_err(UsageError::new)?;
    Ok(Some(session.start_clock(control).map_err(UsageError::new)?))
}

/// Fails if an option of `play` is about a game and there is none.
fn ensure_no_game_is_needed(args: &PlayArgs) -> CliResult {
    let PlayArgs { with, at, load, seats, match_args, clock, .. } = args;
    let match_option = match_args.first_option();
    let given = [
        ("--set", !with.sets.is_empty()),
        ("--position", at.position.is_some()),
        ("--moves", at.moves.is_some()),
        ("--load", load.is_some()),
        ("--seats", seats.is_some()),
        (match_option.unwrap_or_default(), match_option.is_some()),
        ("--clock", clock.is_some()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => usage!("{option} requires a game; write houserule play GAME {option} ..."),
    }
}

/// Serves the Tak Engine Interface until the other program leaves.
fn tei(args: &TeiArgs, out: &mut dyn Write) -> CliResult {
    let game = args.game.as_deref().unwrap_or(protocol::tei::DEFAULT_GAME);
    let threads = args.threads.map_or_else(houserule_lab::cores, usize::from);
    Ok(protocol::tei::serve(&workspace(&args.with)?, game, &args.with.sets, threads, out)??)
}

/// Runs the prompt, for people or for a program.
fn run_prompt(start: StartMode, workspace: Workspace, options: repl::ReplOptions, out: &mut dyn Write) -> CliResult {
    let exit = match options.is_program {
        true => repl::run(start, workspace, options, |input| Box::new(ProgramFrontEnd::new(input, out)))?,
        false => repl::run(start, workspace, options, |input| Box::new(TextFrontEnd::new(input, out)))?,
    };
    match exit {
        repl::ExitReason::Quit => Ok(()),
        repl::ExitReason::Refused => Err(Reported.into()),
    }
}

/// Prints warnings on standard error.
fn warn(warnings: &[String]) {
    for warning in warnings {
        let _ = writeln!(terminal::stderr(), "{}", wrap_for_stderr(&format!("warning: {warning}")));
    }
}
