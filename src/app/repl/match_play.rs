//! Matches at the prompt: the table is kept up to date with the game, `new` starts the next game, `match` shows the
//! table, starts a match or leaves it.

use std::io::Write;
use std::path::Path;

use super::active_game::{ActiveGame, Pace};
use super::autosave::AutosaveFile;
use super::mode::{Mode, Prompt};
use super::{CommandOutcome, CommandResult, Context, NO_GAME, done, refuse};
use crate::players::{Occupant, SeatAssignment};
use crate::render;
use anyhow::{Context as _, bail};
use houserule_core::text::{capitalised, one_line, plural, series};
use houserule_script::game::HookFault;
use houserule_script::matches::{
    Begins, GamePoints, GameRules, GameScore, LoadedScripts, Match, MatchRequest, MatchTerms, SavedMatch,
};
use houserule_script::notation::record::{MatchPart, Record};
use houserule_script::play::{Session, Workspace};

/// Match in progress. The game being played is its next one, or its last one while that is over.
pub struct MatchInProgress {
    played: Match,
    scripts: LoadedScripts,
    /// Player of the match on each chair of the present game.
    seats: Vec<usize>,
    /// Records of the games before the present one, and their text in a save.
    records: Vec<Record>,
    records_text: String,
    /// Whether the present game is in the table.
    is_counted: bool,
    /// Reference to the rules of the restored game if their files have moved, and the one that its record has.
    relocated: Option<(String, String)>,
    /// Revision of the game that was compared with the table last.
    seen: Option<u64>,
    /// Text for people that follows the board.
    report: Option<String>,
    /// Why the present game cannot be added to the table.
    fault: Option<String>,
}

impl MatchInProgress {
    /// Starts a match whose first game is the one being played.
    fn start(terms: MatchTerms, occupants: &SeatAssignment, session: &Session) -> anyhow::Result<MatchInProgress> {
        let seats = session.plan().names.seats.len();
        let names = (0..seats).map(|seat| player_name(occupants.get(seat), seat)).collect::<Vec<_>>();
        let played = Match::new(terms, &names, &session.ruleset, session.seed)?;
        let scripts = session.ruleset.match_scripts()?;
        let seats = played.seating();
        Ok(MatchInProgress::new(played, scripts, seats, Vec::new()))
    }

    fn new(played: Match, scripts: LoadedScripts, seats: Vec<usize>, records: Vec<Record>) -> MatchInProgress {
        let records_text = records.iter().map(Record::to_saved).collect();
        MatchInProgress {
            played,
            scripts,
            seats,
            records,
            records_text,
            is_counted: false,
            relocated: None,
            seen: None,
            report: None,
            fault: None,
        }
    }

    /// Restores the match of a saved game, with the records of its earlier games; `None` if the game belongs to none.
    pub fn restore(
        record: &Record,
        earlier: Vec<Record>,
        (session, workspace, folder): (&Session, &Workspace, Option<&Path>),
        notes: &mut Vec<String>,
    ) -> anyhow::Result<Option<MatchInProgress>> {
        let Some(part) = &record.in_match else { return Ok(None) };
        let Some(table) = &part.table else { return Ok(None) };
        let saved: SavedMatch = table.clone().try_into().context("the saved match is damaged")?;
        let played = Match::try_from(saved)?;
        let games = played.games().len();
        if part.game != games && part.game != games + 1 {
            bail!(
                "the saved match is damaged: its table has {}, but this is game {}",
                plural(games, "game"),
                part.game
            );
        }
        let is_counted = part.game == games;
        let seats = match played.games().last().filter(|_| is_counted) {
            Some(game) => game.seats.clone(),
            None => played.seating(),
        };
        // The functions of a match are those of the rules under which it began.
        let rules = played.rules();
        let sets: Vec<_> = rules.options.clone().into_iter().collect();
        let first = workspace.load_rules_of(record, &rules.reference, &sets, folder);
        let scripts = match &first {
            Ok(ruleset) => {
                notes.extend(played.changed_rules(&ruleset.plan));
                ruleset.match_scripts()?
            }
            Err(error) => {
                let reference = one_line(&rules.reference, 60);
                notes.push(format!("the rules of the match, {reference}, do not load any more: {error}"));
                None
            }
        };
        let relocated = match &record.game {
            Some(then) if *then != session.ruleset.reference => Some((session.ruleset.reference.clone(), then.clone())),
            _ => None,
        };
        let mut restored =
            MatchInProgress { is_counted, relocated, ..MatchInProgress::new(played, scripts, seats, earlier) };
        restored.report = is_counted.then(|| restored.table_and_next());
        Ok(Some(restored))
    }

    /// Returns the number of the present game, from 1.
    fn number(&self) -> usize {
        self.played.games().len() + usize::from(!self.is_counted)
    }

    /// Describes the place of the present game: `game 2 of 5`.
    pub fn place(&self) -> String {
        match self.played.terms().games {
            Some(games) => format!("game {} of {games}", self.number()),
            None => format!("game {}", self.number()),
        }
    }

    /// Returns the title of the match, which the records of its games name.
    fn title(&self) -> String {
        let players = series(self.played.players(), "and");
        match self.played.terms().describe_length() {
            length if length.is_empty() => players,
            length => format!("{players}, {length}"),
        }
    }

    /// Returns the players of the present game's chairs, by player of the match.
    fn occupants_by_player(&self, occupants: &SeatAssignment) -> SeatAssignment {
        let occupant = |player: usize| {
            let chair = self.seats.iter().position(|at| *at == player)?;
            occupants.get(chair).cloned()
        };
        (0..self.seats.len()).map(|player| occupant(player).unwrap_or(Occupant::Person(None))).collect()
    }

    /// Returns the match as a part of the present game's record.
    fn part(&self) -> MatchPart {
        // A match is a table of texts and numbers, so this does not fail.
        let table = toml::Table::try_from(SavedMatch::from(&self.played)).ok();
        MatchPart { title: self.title(), game: self.number(), over: self.played.is_over(), table }
    }

    /// Brings the table up to date with the game: a finished game is added, and one that was reopened is removed. After a
    /// fault the table is as before.
    fn update(&mut self, session: &mut Session, occupants: &SeatAssignment) -> Result<(), HookFault> {
        let by_player = self.occupants_by_player(occupants);
        let names = by_player.iter().enumerate().map(|(player, occupant)| player_name(Some(occupant), player));
        self.played.rename_players(&names.collect::<Vec<_>>());
        let mut played = self.played.clone();
        let before = self.is_counted.then(|| played.undo()).flatten();
        if let Some(score) = GameScore::of_session(session)? {
            let mut rules = GameRules::of(&session.ruleset);
            if let Some((_, then)) = self.relocated.as_ref().filter(|(now, _)| *now == rules.reference) {
                rules.reference.clone_from(then);
            }
            let game = played.add(&score, &session.plan().names, &rules, &mut self.scripts)?;
            let is_news = before.as_ref() != Some(game);
            (self.played, self.is_counted) = (played, true);
            if is_news {
                self.report = Some(self.table_and_next());
            }
        } else {
            (self.played, self.is_counted) = (played, false);
        }
        Ok(())
    }

    /// Returns the table, and what comes next.
    fn table_and_next(&self) -> String {
        let next = match (self.played.is_over(), self.is_counted) {
            (true, _) => "Type `new` for another match, `undo` or `quit`.".to_string(),
            (false, true) => {
                let first = &self.played.players()[self.played.seating()[0]];
                let number = self.number() + 1;
                format!("Type `new` for game {number}, with {first} in the first seat; `undo` reopens this one.")
            }
            (false, false) => format!("This is {}.", self.place()),
        };
        // The table has columns, so only sentences are wrapped.
        format!("{}{}\n", self.played.table(), render::wrap_hanging(&next))
    }
}

/// Returns the name of a player in the table.
fn player_name(occupant: Option<&Occupant>, seat: usize) -> String {
    match occupant {
        None | Some(Occupant::Person(None)) => format!("Player {}", seat + 1),
        Some(occupant) => occupant.to_string(),
    }
}

/// Parses `5`, `first-to 3`, `points 100`, with who begins and what a game adds: `5 loser margin`.
fn parse_request(text: &str) -> anyhow::Result<MatchRequest> {
    let mut request = MatchRequest::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let number = words.peek().and_then(|next| next.parse::<f64>().ok());
        match word {
            "rules" => continue,
            "first-to" => {
                let wins = number.context("`match first-to` needs a number of games, for example match first-to 3")?;
                request.first_to = Some(whole(wins)?);
            }
            "points" if number.is_some() => request.target = number,
            _ => {
                if let Ok(games) = word.parse() {
                    request.games = Some(whole(games)?);
                } else if let Some(begins) = Begins::named(word) {
                    request.begins = Some(begins);
                } else if let Some(points) = GamePoints::named(word) {
                    request.points = Some(points);
                } else {
                    let known = [&Begins::WORDS[..], &GamePoints::WORDS].concat().join(", ");
                    let word = one_line(word, 20);
                    bail!(
                        "unknown word `{word}`; write match 5, match first-to 3 or match points 100; you can add {known}"
                    );
                }
                continue;
            }
        }
        words.next();
    }
    Ok(request)
}

fn whole(number: f64) -> anyhow::Result<u32> {
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    if is_whole { Ok(number as u32) } else { bail!("a match needs a whole number of games, not {number}") }
}

impl ActiveGame {
    /// Starts a match with the present game, if its rules declare one or it was asked for.
    pub fn start_match(&mut self, request: Option<MatchRequest>) -> anyhow::Result<()> {
        let rules = &self.session.plan().match_rules;
        let Some(request) = request.or_else(|| rules.is_declared().then(MatchRequest::default)) else { return Ok(()) };
        let terms = MatchTerms::resolve(self.session.plan(), &request)?;
        self.match_play = Some(MatchInProgress::start(terms, self.seating.occupants(), &self.session)?);
        Ok(())
    }

    /// Checks that players of a match do not change places by hand: their points would be another player's. A new name
    /// takes over the place of an old one.
    pub fn check_match_players(&self, occupants: &SeatAssignment) -> anyhow::Result<()> {
        let Some(match_play) = self.match_play.as_ref().filter(|match_play| !match_play.played.games().is_empty())
        else {
            return Ok(());
        };
        let players = match_play.played.players();
        for (player, occupant) in match_play.occupants_by_player(occupants).iter().enumerate() {
            let name = player_name(Some(occupant), player);
            if players[player] != name && players.contains(&name) {
                bail!("`{}` has another seat in this game; in a match, `new` changes the seats", one_line(&name, 40));
            }
        }
        Ok(())
    }

    /// Prints which game of a match this is.
    pub fn introduce_match(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Some(match_play) = &self.match_play else { return Ok(()) };
        let text = match match_play.number() {
            1 => {
                let sentences = match_play.played.terms().sentences(self.session.plan());
                let sentences = sentences.into_iter().map(|sentence| sentence.text).collect::<Vec<_>>().join(" ");
                format!("{sentences} `match` shows the table.")
            }
            _ => format!("{}.", capitalised(&match_play.place())),
        };
        writeln!(out, "{}", render::wrap_hanging(&text))
    }

    fn update_match(&mut self, context: &mut Context) {
        let Some(match_play) = &mut self.match_play else { return };
        // A variation is not the game, and an earlier turn that is shown does not reopen it.
        let is_elsewhere = self.session.variation().is_some() || self.pace == Pace::Browsing;
        if match_play.seen == Some(self.revision) || is_elsewhere {
            return;
        }
        match_play.seen = Some(self.revision);
        let updated = match_play.update(&mut self.session, self.seating.occupants());
        match_play.fault = updated.err().map(|fault| format!("this game cannot be added to the match: {fault}"));
        context.remarks.notes.extend(match_play.fault.clone());
    }

    fn report_match(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        match self.match_play.as_mut().and_then(|match_play| match_play.report.take()) {
            Some(report) => write!(out, "{report}"),
            None => Ok(()),
        }
    }

    /// Returns whether the next game of a match starts by itself, as between bots.
    pub fn starts_next_game(&self) -> bool {
        let is_due = |match_play: &MatchInProgress| match_play.is_counted && !match_play.played.is_over();
        self.match_play.as_ref().is_some_and(is_due) && self.seating.has_only_bots() && self.pace == Pace::Playing
    }

    /// Returns the table of the match.
    pub fn match_table(&self) -> Option<&Match> {
        self.match_play.as_ref().map(|match_play| &match_play.played)
    }

    /// Returns the record of the game.
    pub fn record(&mut self) -> Record {
        let in_match = self.match_play.as_ref().map(MatchInProgress::part);
        let (seats, clock) = (self.seating.seat_names(), self.saved_clock());
        Record { seats, clock, in_match, ..self.session.full_record() }
    }

    /// Returns the records of the earlier games of its match.
    pub fn earlier_records(&self) -> Vec<Record> {
        self.match_play.as_ref().map(|match_play| match_play.records.clone()).unwrap_or_default()
    }

    /// Returns a save in our own format: the game, after the earlier games of its match.
    pub fn saved_text(&mut self) -> String {
        let earlier = self.match_play.as_ref().map(|match_play| match_play.records_text.clone()).unwrap_or_default();
        earlier + &self.record().to_saved()
    }

    /// Returns whether the game is over, and the match that it belongs to.
    pub fn is_all_over(&mut self) -> bool {
        let is_open = self.match_play.as_ref().is_some_and(|match_play| !match_play.played.is_over());
        !is_open && matches!(self.session.game.outcome(), Ok(Some(_)))
    }
}

impl Prompt {
    /// Brings the table of the match up to date with the game.
    pub fn update_match(&mut self) {
        if let Mode::Game(game) = &mut self.mode {
            game.update_match(&mut self.context);
        }
    }

    /// Prints what the table of the match has to report.
    pub fn report_match(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        match &mut self.mode {
            Mode::Game(game) => game.report_match(out),
            _ => Ok(()),
        }
    }

    /// Runs `match`, `match 5`, `match first-to 3 loser`, `match rules` or `match off`.
    pub fn match_command(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let (Some(game), context) = self.split() else { return refuse(NO_GAME) };
        match (rest, &game.match_play) {
            ("", None) => refuse("this game is not part of a match; `match 5` starts one of five games"),
            ("", Some(match_play)) => done(write!(out, "{}", match_play.table_and_next())),
            ("off", None) => refuse("this game is not part of a match"),
            ("off", Some(_)) => {
                let question = "Leave the match? Its games stay saved. Type `match off` again to confirm.";
                if !game.confirms(question, context) {
                    return done(writeln!(out, "{question}"));
                }
                game.autosave(context, crate::save_dir::SyncMode::Now);
                game.file = AutosaveFile::default();
                game.match_play = None;
                game.mark_changed();
                done(writeln!(out, "The match has ended; this game goes on alone."))
            }
            (_, Some(match_play)) if !match_play.played.is_over() => {
                refuse("a match is under way; `match` shows the table, `match off` leaves it")
            }
            (request, _) => self.begin_match(request, out),
        }
    }

    /// Starts a match, with the present game if that is not over.
    fn begin_match(&mut self, request: &str, out: &mut dyn Write) -> CommandResult {
        let Some(game) = self.game_mut() else { return refuse(NO_GAME) };
        let request = or_refuse!(parse_request(request));
        let declares = game.session.plan().match_rules.is_declared();
        let has_length = request.games.is_some() || request.first_to.is_some() || request.target.is_some();
        if !has_length && !declares {
            return refuse("these rules declare no match; write match 5, match first-to 3 or match points 100");
        }
        or_refuse!(MatchTerms::resolve(game.session.plan(), &request));
        let game_occupants = game.seating.occupants().clone();
        if or_refuse!(game.session.game.outcome()).is_none() {
            or_refuse!(game.start_match(Some(request)));
            game.mark_changed();
            return done(game.introduce_match(out));
        }
        let (seed, occupants) = (self.context.workspace.seed.wrapping_add(1), game_occupants);
        let mut next = or_refuse!(self.open_again(seed, occupants, out)?);
        or_refuse!(next.start_match(Some(request)));
        next.greet(&self.context, out)?;
        Ok(CommandOutcome::Starts(Mode::Game(next)))
    }

    /// Starts the next game of a match between bots; they pause if it cannot start.
    pub fn go_on_with_match(&mut self, out: &mut dyn Write) -> CommandResult {
        let outcome = self.next_match_game(out)?;
        if let (CommandOutcome::Refused(_), Some(game)) = (&outcome, self.game_mut()) {
            game.pace = Pace::Paused;
            self.context.bot_failed = true;
        }
        Ok(outcome)
    }

    /// Starts the next game of a match, or another match after its end.
    pub fn next_match_game(&mut self, out: &mut dyn Write) -> CommandResult {
        let (Some(game), context) = self.split() else { return refuse(NO_GAME) };
        let Some(match_play) = &game.match_play else { return refuse(NO_GAME) };
        if let Some(fault) = &match_play.fault {
            return refuse(format!("{fault}; `undo`, change the rules back, or leave the match with `match off`"));
        }
        or_refuse!(match_play.played.check_rules(&game.session.plan().names));
        if !match_play.is_counted {
            return refuse(format!(
                "{} of the match is not over; `resign` gives it up, `match off` leaves the match",
                match_play.place()
            ));
        }
        let occupants = match_play.occupants_by_player(game.seating.occupants());
        let played = &match_play.played;
        let rematch = played.is_over().then(|| played.terms().clone());
        let (seats, seed) = match rematch {
            Some(_) => ((0..occupants.len()).collect(), context.workspace.seed.wrapping_add(1)),
            None => (played.seating(), played.game_seed()),
        };
        let seated: SeatAssignment = seats.iter().map(|player| occupants[*player].clone()).collect();
        let mut next = or_refuse!(self.open_again(seed, seated, out)?);
        next.match_play = match rematch {
            Some(terms) => Some(or_refuse!(MatchInProgress::start(terms, next.seating.occupants(), &next.session))),
            None => self.game_mut().and_then(|game| {
                // The match keeps its file.
                next.file = game.hand_over_file();
                let record = earlier_record(game, &next.session);
                let mut match_play = game.match_play.take()?;
                match_play.records_text += &record.to_saved();
                match_play.records.push(record);
                Some(MatchInProgress { seats, is_counted: false, seen: None, report: None, ..match_play })
            }),
        };
        next.greet(&self.context, out)?;
        Ok(CommandOutcome::Starts(Mode::Game(next)))
    }
}

/// Returns the record of a finished game before another one of its match. The table is with the last game, and so are the
/// rules in words if they are the same.
fn earlier_record(game: &mut ActiveGame, next: &Session) -> Record {
    // While an earlier turn or a variation is shown, the whole game counts.
    let shown = game.record();
    let mut record = game.whole_record(shown);
    record.in_match = record.in_match.map(|part| MatchPart { table: None, over: false, ..part });
    if record.hash.as_ref() == Some(&next.plan().hash) {
        record.origin.descriptions.clear();
    }
    record
}
