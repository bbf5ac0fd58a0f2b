//! One command after the other. What is not understood or does not fit is told on the error output, and nothing comes of
//! it.

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
    table: &'a Workspace,
    game: &'a str,
    /// The rules as they were at the start.
    ruleset: Ruleset,
    /// What was set at the start, and since.
    sets: Vec<(String, String)>,
    size: Option<String>,
    strength: Strength,
    threads: usize,
    bot: Box<dyn Bot>,
    rng: Rng,
    /// The position to search, or why there is none.
    session: Result<Session, ProtocolError>,
    /// Why the last game that was asked for cannot be played: until there is another there are no positions either.
    refused: Option<ProtocolError>,
}

impl<'a> Server<'a> {
    pub fn new(
        table: &'a Workspace,
        game: &'a str,
        sets: &[(String, String)],
        ruleset: Ruleset,
        threads: usize,
    ) -> Server<'a> {
        let strength = Strength::Full;
        let mut server = Server {
            table,
            game,
            ruleset,
            sets: sets.to_vec(),
            size: None,
            strength,
            threads,
            bot: strength.bot(threads),
            rng: Rng::new(table.seed),
            session: Err("no position is set up".into()),
            refused: None,
        };
        server.session = server.open(None, &[]);
        server
    }

    pub fn serve(mut self, lines: &Receiver<String>, out: &mut dyn Write) -> io::Result<()> {
        let mut waiting = VecDeque::new();
        loop {
            let command = match waiting.pop_front() {
                Some(command) => command,
                None => match lines.recv() {
                    Ok(line) => TeiCommand::parse(&line),
                    Err(_) => return Ok(()),
                },
            };
            match command {
                TeiCommand::Tei => self.introduce(out)?,
                TeiCommand::IsReady => writeln!(out, "readyok")?,
                TeiCommand::SetOption { name, value } => complain(self.set_option(&name, &value)),
                TeiCommand::NewGame(game) => {
                    let begun = self.begin(&game);
                    self.refused = begun.as_ref().err().cloned();
                    complain(begun);
                }
                TeiCommand::Position { tps, moves } => {
                    self.session = match &self.refused {
                        None => self.open(tps.as_deref(), &moves),
                        Some(error) => Err(format!("there is no game: {error}").into()),
                    };
                    complain(self.session.as_ref().map(|_| ()).map_err(ProtocolError::clone));
                }
                TeiCommand::Go(go) => {
                    if !go.odd.is_empty() {
                        let odd = one_line(&go.odd.join(" "), 60);
                        writeln!(out, "info string `{odd}` says nothing after `go`, and is passed over")?;
                    }
                    self.search(&go, lines, &mut waiting, out)?;
                }
                TeiCommand::Quit => return Ok(()),
                // There is nothing to stop.
                TeiCommand::Stop | TeiCommand::Nothing => {}
                TeiCommand::Unknown(line) => {
                    let line = one_line(&line, 60);
                    complain(Err(format!("`{line}` is no command of the Tak Engine Interface").into()));
                }
            }
            out.flush()?;
        }
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "id name Houserule")?;
        writeln!(out, "id author the Houserule authors")?;
        writeln!(out, "id version {}", env!("CARGO_PKG_VERSION"))?;
        for line in options::told(&self.ruleset.plan, &self.ruleset.options, self.threads) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "teiok")
    }

    /// A session under the rules as they are set. A position tells its size itself.
    fn open(&self, tps: Option<&str>, moves: &[String]) -> Result<Session, ProtocolError> {
        let mut sets = self.sets.clone();
        match (&self.size, tps) {
            (_, Some(_)) => sets.retain(|(key, _)| key != SIZE),
            (Some(size), None) => put(&mut sets, SIZE, size),
            _ => {}
        }
        Ok(self.table.open(self.game, &sets, tps, moves).map_err(|error| one_line(&error.to_string(), 300))?)
    }

    fn begin(&mut self, game: &NewGame) -> Result<(), ProtocolError> {
        let before = (self.sets.clone(), self.size.clone());
        if let Some(half) = &game.half_komi
            && let Err(error) = self.set_half_komi(half)
        {
            self.session = Err(error.clone());
            return Err(error);
        }
        self.size = game.size.clone().filter(|_| self.ruleset.options.has(SIZE));
        self.session = self.open(None, &[]);
        (self.bot, self.rng) = (self.strength.bot(self.threads), Rng::new(self.table.seed));
        if let Err(error) = &self.session {
            let error = error.clone();
            (self.sets, self.size) = before;
            return Err(error);
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        match name.to_lowercase().as_str() {
            "halfkomi" => return self.set_half_komi(value),
            "strength" => self.strength = Strength::read(value)?,
            "threads" => {
                let threads = value.parse().ok().filter(|threads| (1..=options::MAX_THREADS).contains(threads));
                let most = options::MAX_THREADS;
                self.threads = threads.ok_or_else(|| format!("`{value}` is no number of threads from 1 to {most}"))?;
            }
            lower => {
                let known = options::of_rules(&self.ruleset.options);
                let Some((key, _)) = known.into_iter().find(|(key, _)| key.to_lowercase() == lower) else {
                    bail!("there is no option `{}`; `tei` lists them", one_line(name, 40));
                };
                return self.set_rule(&key, value);
            }
        }
        self.bot = self.strength.bot(self.threads);
        Ok(())
    }

    fn set_half_komi(&mut self, half: &str) -> Result<(), ProtocolError> {
        let komi = options::komi_of(half)?;
        if !self.ruleset.options.has(KOMI) {
            match komi.as_str() {
                "0" => return Ok(()),
                _ => bail!("{} knows no komi", self.ruleset.plan.title),
            }
        }
        self.set_rule(KOMI, &komi)
    }

    /// Sets an option of the rules from the next position on, if they work with it.
    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), ProtocolError> {
        let mut sets = self.sets.clone();
        put(&mut sets, key, value);
        self.table.load(self.game, &sets).map_err(|error| one_line(&error.to_string(), 300))?;
        self.sets = sets;
        Ok(())
    }

    fn search(
        &mut self,
        go: &GoCommand,
        lines: &Receiver<String>,
        waiting: &mut VecDeque<TeiCommand>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let searched = self.session.as_mut().map_err(|error| error.clone()).and_then(|session| {
            if let Some(outcome) = session.game.outcome().map_err(|fault| fault.to_string())? {
                bail!("the game is over: {}", outcome.words(session.plan()));
            }
            let seat = session.game.seat();
            let mut thinking = RunningSearch::new(session, go, lines, waiting, &mut *out);
            let limit = go.limit(seat.index());
            let request = SearchRequest { seat, limit, observer: &mut thinking };
            let chosen = self.bot.search(&mut session.game, &mut self.rng, request);
            Ok(thinking.finish(chosen.map_err(|fault| fault.to_string())?))
        });
        match searched {
            Ok(told) => told,
            Err(error) => {
                // The other program waits for an answer, and gets the one that says that there is no move.
                writeln!(out, "info string {}\nbestmove --", one_line(&error.to_string(), 300))?;
                complain(Err(error));
                Ok(())
            }
        }
    }
}

/// Sets a key anew.
fn put(sets: &mut Vec<(String, String)>, key: &str, value: &str) {
    sets.retain(|(set, _)| set != key);
    sets.push((key.to_string(), value.to_string()));
}

/// Tells what is wrong beside the data, in a line.
fn complain(result: Result<(), ProtocolError>) {
    if let Err(error) = result {
        let _ = writeln!(crate::terminal::stderr(), "{}", one_line(&error.to_string(), 400));
    }
}
