//! The server: runs one command after the other. Commands that are unknown or do not fit are reported on standard error
//! and have no effect.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::Receiver;

use super::command::{GoCommand, NewGame, TeiCommand};
use super::options::{self, KOMI, SIZE, Strength};
use super::thinking::RunningSearch;
use crate::protocol::ProtocolError;
use houserule_core::bail;
use houserule_core::rng::Rng;
use houserule_core::text::one_line;
use houserule_lab::bot::{Bot, SearchRequest};
use houserule_script::lua::Ruleset;
use houserule_script::play::{Session, Workspace};

pub struct Server<'a> {
    workspace: &'a Workspace,
    game: &'a str,
    /// The rules as they were at the start.
    ruleset: Ruleset,
    /// Settings from the command line and from `setoption`.
    sets: Vec<(String, String)>,
    size: Option<String>,
    strength: Strength,
    threads: usize,
    bot: Box<dyn Bot>,
    rng: Rng,
    /// The position to search, or why there is none.
    session: Result<Session, ProtocolError>,
    /// Why the last `teinewgame` failed; until the next one, positions fail too.
    game_error: Option<ProtocolError>,
}

impl<'a> Server<'a> {
    pub fn new(
        workspace: &'a Workspace,
        game: &'a str,
        sets: &[(String, String)],
        ruleset: Ruleset,
        threads: usize,
    ) -> Server<'a> {
        let strength = Strength::Full;
        let mut server = Server {
            workspace,
            game,
            ruleset,
            sets: sets.to_vec(),
            size: None,
            strength,
            threads,
            bot: strength.bot(threads),
            rng: Rng::new(workspace.seed),
            session: Err("no position was set".into()),
            game_error: None,
        };
        server.session = server.open(None, &[]);
        server
    }

    pub fn serve(mut self, lines: &Receiver<String>, out: &mut dyn Write) -> io::Result<()> {
        let mut queue = VecDeque::new();
        loop {
            let command = match queue.pop_front() {
                Some(command) => command,
                None => match lines.recv() {
                    Ok(line) => TeiCommand::parse(&line),
                    Err(_) => return Ok(()),
                },
            };
            match command {
                TeiCommand::Tei => self.introduce(out)?,
                TeiCommand::IsReady => writeln!(out, "readyok")?,
                TeiCommand::SetOption { name, value } => print_error(self.set_option(&name, &value)),
                TeiCommand::NewGame(game) => {
                    let result = self.new_game(&game);
                    self.game_error = result.as_ref().err().cloned();
                    print_error(result);
                }
                TeiCommand::Position { tps, moves } => {
                    self.session = match &self.game_error {
                        None => self.open(tps.as_deref(), &moves),
                        Some(error) => Err(format!("no game: {error}").into()),
                    };
                    print_error(self.session.as_ref().map(|_| ()).map_err(ProtocolError::clone));
                }
                TeiCommand::Go(go) => {
                    if !go.unknown.is_empty() {
                        let unknown = one_line(&go.unknown.join(" "), 60);
                        writeln!(out, "info string `{unknown}` after `go` is unknown and ignored")?;
                    }
                    self.search(&go, lines, &mut queue, out)?;
                }
                TeiCommand::Quit => return Ok(()),
                // There is nothing to stop.
                TeiCommand::Stop | TeiCommand::Empty => {}
                TeiCommand::Unknown(line) => {
                    let line = one_line(&line, 60);
                    print_error(Err(format!("unknown command `{line}`").into()));
                }
            }
            out.flush()?;
        }
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "id name Houserule")?;
        writeln!(out, "id author the Houserule authors")?;
        writeln!(out, "id version {}", env!("CARGO_PKG_VERSION"))?;
        for line in options::declarations(&self.ruleset.plan, &self.ruleset.options, self.threads) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "teiok")
    }

    /// Opens a session under the current settings. A position has its own size.
    fn open(&self, tps: Option<&str>, moves: &[String]) -> Result<Session, ProtocolError> {
        let mut sets = self.sets.clone();
        match (&self.size, tps) {
            (_, Some(_)) => sets.retain(|(key, _)| key != SIZE),
            (Some(size), None) => replace_setting(&mut sets, SIZE, size),
            _ => {}
        }
        Ok(self.workspace.open(self.game, &sets, tps, moves).map_err(|error| one_line(&error.to_string(), 300))?)
    }

    fn new_game(&mut self, game: &NewGame) -> Result<(), ProtocolError> {
        let previous = (self.sets.clone(), self.size.clone());
        if let Some(half) = &game.half_komi
            && let Err(error) = self.set_half_komi(half)
        {
            self.session = Err(error.clone());
            return Err(error);
        }
        self.size = game.size.clone().filter(|_| self.ruleset.options.has(SIZE));
        self.session = self.open(None, &[]);
        (self.bot, self.rng) = (self.strength.bot(self.threads), Rng::new(self.workspace.seed));
        if let Err(error) = &self.session {
            let error = error.clone();
            (self.sets, self.size) = previous;
            return Err(error);
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        match name.to_lowercase().as_str() {
            "halfkomi" => return self.set_half_komi(value),
            "strength" => self.strength = Strength::parse(value)?,
            "threads" => {
                let threads = value.parse().ok().filter(|threads| (1..=options::MAX_THREADS).contains(threads));
                let max = options::MAX_THREADS;
                self.threads =
                    threads.ok_or_else(|| format!("invalid number of threads `{value}`; write 1 to {max}"))?;
            }
            lower => {
                let known = options::rule_options(&self.ruleset.options);
                let Some((key, _)) = known.into_iter().find(|(key, _)| key.to_lowercase() == lower) else {
                    bail!("unknown option `{}`; `tei` lists the options", one_line(name, 40));
                };
                return self.set_rule(&key, value);
            }
        }
        self.bot = self.strength.bot(self.threads);
        Ok(())
    }

    fn set_half_komi(&mut self, half: &str) -> Result<(), ProtocolError> {
        let komi = options::parse_half_komi(half)?;
        if !self.ruleset.options.has(KOMI) {
            match komi.as_str() {
                "0" => return Ok(()),
                _ => bail!("{} has no komi", self.ruleset.plan.title),
            }
        }
        self.set_rule(KOMI, &komi)
    }

    /// Sets an option of the rules from the next position on, if they still load.
    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), ProtocolError> {
        let mut sets = self.sets.clone();
        replace_setting(&mut sets, key, value);
        self.workspace.load(self.game, &sets).map_err(|error| one_line(&error.to_string(), 300))?;
        self.sets = sets;
        Ok(())
    }

    fn search(
        &mut self,
        go: &GoCommand,
        lines: &Receiver<String>,
        queue: &mut VecDeque<TeiCommand>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let result = self.session.as_mut().map_err(|error| error.clone()).and_then(|session| {
            if let Some(outcome) = session.game.outcome().map_err(|fault| fault.to_string())? {
                bail!("the game is over: {}", outcome.describe(session.plan()));
            }
            let seat = session.game.seat();
            let mut thinking = RunningSearch::new(session, go, lines, queue, &mut *out);
            let (limit, time) = (go.limit(seat), go.game_time());
            let request = SearchRequest { seat, limit, time: time.as_ref(), observer: &mut thinking };
            let chosen = self.bot.search(&mut session.game, &mut self.rng, request);
            Ok(thinking.finish(chosen.map_err(|fault| fault.to_string())?))
        });
        match result {
            Ok(written) => written,
            Err(error) => {
                // The other program waits for an answer: `--` means that there is no move.
                writeln!(out, "info string {}\nbestmove --", one_line(&error.to_string(), 300))?;
                print_error(Err(error));
                Ok(())
            }
        }
    }
}

/// Replaces the value of a key.
fn replace_setting(sets: &mut Vec<(String, String)>, key: &str, value: &str) {
    sets.retain(|(other, _)| other != key);
    sets.push((key.to_string(), value.to_string()));
}

/// Prints an error as one line on standard error.
fn print_error(result: Result<(), ProtocolError>) {
    if let Err(error) = result {
        let _ = writeln!(crate::terminal::stderr(), "{}", one_line(&error.to_string(), 400));
    }
}
