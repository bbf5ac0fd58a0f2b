//! Changes of the rules during a game: `set`, `variant`, `reload`. The game is replayed under the new rules, and the
//! first move that differs is reported.

use std::io::Write;
use std::path::PathBuf;

use super::active_game::{ActiveGame, Pace};
use super::autosave::AutosaveFile;
use super::{CommandOutcome, CommandResult, Context, done, refuse};
use anyhow::anyhow;
use houserule_core::text::{nearest, one_line, plural, series};
use houserule_script::files::DisplayPath;
use houserule_script::lua::{LoadError, Reference, Ruleset, is_path};
use houserule_script::notation::record::Place;
use houserule_script::play::{Replay, Session};
use houserule_script::rules::Manifest;

type OptionChanges = Vec<(String, String)>;

impl ActiveGame {
    /// Runs `set komi=2`, or lists the options for `set` alone.
    pub fn set(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        if rest.is_empty() {
            let settings = &session.plan().settings;
            if settings.is_empty() {
                return refuse("these rules have no options");
            }
            for (key, value) in settings {
                writeln!(out, "{key}={value}")?;
            }
            return Ok(CommandOutcome::Done);
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        if let Some(key) = words.iter().find(|word| !word.contains('=')) {
            return refuse(missing_value_message(session, key, &words));
        }
        let changes = or_refuse!(parse_options(words.into_iter()));
        let mut sets = settings_of(session);
        sets.extend(changes);
        let loaded = context.workspace.load(&session.ruleset.reference, &sets);
        match (&loaded, missing_variant_message(session)) {
            (Err(_), Some(message)) => refuse(message),
            _ => self.change_rules(loaded, context, out),
        }
    }

    /// Runs `variant +late-walls -komi`, or lists the variants for `variant` alone.
    pub fn variant(&mut self, context: &mut Context, rest: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        let reference = or_refuse!(Reference::parse(&session.ruleset.reference));
        let known = available_variants(context, session);
        if rest.is_empty() {
            writeln!(out, "{}", reference.parts.join(" +"))?;
            let text = if known.is_empty() { "no other variants".to_string() } else { known.join(", ") };
            writeln!(out, "{}", crate::render::wrap_indented(&format!("Available: {text}."), 2))?;
            return Ok(CommandOutcome::Done);
        }
        let mut parts = reference.parts;
        let mut changes = Vec::new();
        for word in rest.split_whitespace() {
            match (word.strip_prefix('+'), word.strip_prefix('-')) {
                (Some(name), _) if !name.is_empty() => parts.push(name.to_string()),
                (_, Some(name)) if !name.is_empty() => {
                    let is_it = |part: &String| part == name || part.ends_with(&format!("/{name}.lua"));
                    let Some(index) = parts.iter().skip(1).position(is_it) else {
                        let active = match &parts[1..] {
                            [] => "no variant is".to_string(),
                            [one] => format!("only {one} is"),
                            several => format!("{} are", series(several, "and")),
                        };
                        return refuse(format!("the variant `{}` is not active; {active}", one_line(name, 40)));
                    };
                    parts.remove(index + 1);
                }
                _ => match parse_options([word].into_iter()) {
                    Ok(pair) => changes.extend(pair),
                    Err(_) => {
                        let word = one_line(word, 40);
                        let near = nearest(&word, known.iter().map(String::as_str));
                        let near = near.or(known.first().map(String::as_str)).unwrap_or("NAME");
                        return refuse(format!("`{word}` needs a + or - in front, for example variant +{near}"));
                    }
                },
            }
        }
        let game = parts.join("+");
        let settings_with = |changes: &OptionChanges, known: &dyn Fn(&str) -> bool| {
            let is_changed = |key: &str| changes.iter().any(|(changed, _)| changed == key);
            let set = settings_of(session).into_iter().filter(|(key, _)| known(key) && !is_changed(key));
            set.chain(changes.iter().cloned()).collect::<OptionChanges>()
        };
        let loaded = context.workspace.load(&game, &settings_with(&changes, &|_| true)).or_else(|_| {
            // Keep the settings whose options still exist.
            let options = context.workspace.load(&game, &changes)?.options;
            context.workspace.load(&game, &settings_with(&changes, &|key| options.has(key)))
        });
        if let (Err(_), Some(name)) = (&loaded, unknown_variant(context, rest)) {
            return refuse(format!("unknown variant `{}`; `variant` lists the variants", one_line(name, 40)));
        }
        self.change_rules(loaded, context, out)
    }

    /// Reloads the rules from their files.
    pub fn reload(&mut self, context: &mut Context, _: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        match context.workspace.load(&session.ruleset.reference, &settings_of(session)) {
            Err(error) => {
                let error = missing_variant_message(session).unwrap_or_else(|| error.to_string());
                refuse(format!("the new rules do not load, so the old ones stay in force:\n{error}"))
            }
            Ok(ruleset) if ruleset.plan.hash == session.plan().hash => {
                // Titles, comments and messages may have changed.
                let replay = session.replay_under(ruleset);
                if let Ok(replay) = replay {
                    self.set_session(replay.session);
                }
                writeln!(out, "The rules have not changed.")?;
                self.watch_new_rules(context, out)?;
                Ok(CommandOutcome::Done)
            }
            loaded => self.change_rules(loaded, context, out),
        }
    }

    /// Continues under new rules, as far as the moves can be replayed.
    fn change_rules(
        &mut self,
        loaded: Result<Ruleset, LoadError>,
        context: &mut Context,
        out: &mut dyn Write,
    ) -> CommandResult {
        let ruleset = or_refuse!(loaded);
        let seats = self.seats();
        let warnings = ruleset.warnings.clone();
        let place = self.session.place();
        self.session.return_to_game();
        let replayed = self.replay_or_restart(ruleset);
        let (replay, message) = match replayed {
            Ok(replayed) => replayed,
            Err(error) => {
                self.show_place(place.as_ref());
                return refuse(error);
            }
        };
        context.warn(&warnings, out)?;
        let Replay { session: mut new_session, played: stood, total: of, .. } = replay;
        let target = self.moves_before_cut.unwrap_or(of).max(of);
        while new_session.moves().len() < target && stood == of && matches!(new_session.redo(), Some(Ok(_))) {}
        let regained = new_session.moves().len() - stood;
        self.set_session(new_session);
        self.redo_stack.clear();
        self.moves_before_cut = Some(target).filter(|target| self.session.moves().len() < *target);
        let seats_changed = self.seats() != seats;
        if seats_changed {
            self.reseat();
        }
        self.watch_new_rules(context, out)?;
        let now = format!("Now playing {}{}.", self.session.plan().title, settings_text(&self.session));
        writeln!(out, "{}", crate::render::wrap_hanging(&now))?;
        if !message.is_empty() {
            writeln!(out, "{}", crate::render::wrap_hanging(&message))?;
        }
        if seats_changed {
            self.introduce(out)?;
        }
        if regained > 0 {
            writeln!(out, "{} restored.", plural(regained, "move"))?;
        }
        if self.pace == Pace::Browsing && self.is_bots_turn() {
            writeln!(out, "Undone moves remain, so bots are paused: `redo` plays a turn, `bot` lets a bot move.")?;
        }
        self.show_place(place.as_ref());
        done(self.show(context, out))
    }

    /// Shows a place in a variation again, as far as the rules allow the moves that lead there.
    fn show_place(&mut self, place: Option<&Place>) {
        if let Some(place) = place {
            let _ = self.session.go_to_place(place);
        }
    }

    /// Replays the game under new rules, or starts it again if its start position is not possible under them; returns a
    /// message as well.
    fn replay_or_restart(&mut self, ruleset: Ruleset) -> Result<(Replay, String), LoadError> {
        let session = &self.session;
        match session.replay_under(ruleset.clone()) {
            Ok(replay) => {
                let message = describe_replay(session, &replay);
                Ok((replay, message))
            }
            Err(LoadError::Usage(reason)) => {
                let (fresh, total) = (Session::new(ruleset, None, session.seed)?, session.moves().len());
                // The old game stays in its file.
                self.file = AutosaveFile::default();
                let replay = Replay { session: fresh, played: 0, total, first_difference: None };
                Ok((replay, format!("The game starts again: {reason}.")))
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns the first added variant whose name is not even similar to a known one.
fn unknown_variant<'a>(context: &Context, typed: &'a str) -> Option<&'a str> {
    let heads = context.workspace.library.manifests();
    let is_similar = |name: &str| nearest(name, heads.playable.iter().map(|(head, _)| head.name.as_str())).is_some();
    let mut added = typed.split_whitespace().filter_map(|word| word.strip_prefix('+'));
    added.find(|name| !is_path(name) && !is_similar(name))
}

/// Returns the variants that can be added to the current game.
fn available_variants(context: &Context, session: &Session) -> Vec<String> {
    let active = &session.ruleset.manifests;
    let is_active = |head: &Manifest| active.iter().any(|known| known.name == head.name);
    let manifests = context.workspace.library.manifests();
    manifests.variants(active).filter(|head| !is_active(head)).map(|head| head.name.clone()).collect()
}

/// Parses `turn=5 size=6` into pairs.
pub fn parse_options<'a>(words: impl Iterator<Item = &'a str>) -> anyhow::Result<OptionChanges> {
    let pair = |word: &str| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_string(), value.to_string())),
        _ => Err(anyhow!("`{}` is not an option; write KEY=VALUE", one_line(word, 40))),
    };
    words.map(pair).collect()
}

/// Returns the message for `set size` or `set size 5`, which lack the `=`.
fn missing_value_message(session: &Session, key: &str, words: &[&str]) -> String {
    let decl = match session.ruleset.options.decl(key) {
        Ok(decl) => decl,
        Err(error) => return error.into(),
    };
    if let [_, value] = words
        && key == words[0]
        && decl.parse(value).is_ok()
    {
        return format!("missing `=`; write set {key}={value}");
    }
    let settings = &session.plan().settings;
    let now = settings.iter().find(|(name, _)| *name == key || **name == decl.name);
    let (now, example) = match now {
        Some((_, value)) => (format!(" (now {})", one_line(&value.to_string(), 30)), value.to_string()),
        None => (String::new(), "VALUE".to_string()),
    };
    format!("{key} is {}{now}; write set {key}={}", decl.describe_allowed(), one_line(&example, 30))
}

/// Returns the settings that differ from their defaults. Others follow the defaults of new rules.
pub fn settings_of(session: &Session) -> OptionChanges {
    let options = &session.ruleset.options;
    let is_chosen = |key: &str, value| options.decl(key).is_ok_and(|decl| decl.default.as_ref() != Some(value));
    let settings = session.plan().settings.iter();
    let chosen = settings.filter(|(key, value)| is_chosen(key, value));
    chosen.map(|(key, value)| (key.clone(), value.to_string())).collect()
}

/// Formats ` with komi=2 and size=5`.
fn settings_text(session: &Session) -> String {
    let settings = settings_of(session);
    // Long values, such as the order of a deal, are cut.
    let words: Vec<String> = settings.iter().map(|(key, value)| format!("{key}={}", one_line(value, 30))).collect();
    if words.is_empty() { String::new() } else { format!(" with {}", series(&words, "and")) }
}

/// Describes a replay under new rules: the first move that differs, and how many moves stay.
pub fn describe_replay(before: &Session, replay: &Replay) -> String {
    let (stood, of) = (replay.played, replay.total);
    let Some(change) = &replay.first_difference else {
        return match of {
            0 => String::new(),
            1 => "The move is still legal; `new` starts again.".to_string(),
            2 => "Both moves are still legal; `new` starts again.".to_string(),
            _ => format!("All {of} moves are still legal; `new` starts again."),
        };
    };
    let rest = match of - stood {
        0 if of == 0 => String::new(),
        0 => " All moves are still legal.".to_string(),
        _ if stood == 0 => " No move stays.".to_string(),
        _ if stood == 1 => " The first move stays.".to_string(),
        _ => format!(" The first {stood} moves stay."),
    };
    let Some(when) = change.number.checked_sub(1).and_then(|index| before.stamps().get(index)) else {
        let message = match change.message.trim_start_matches("it leads to ") {
            "another position" => String::new(),
            message => format!(": {message}"),
        };
        return format!("The starting position differs{message}.{rest}");
    };
    let (turn, seat) = (before.turn_number(when), before.plan().names.seat_and_team(when.clock.seat));
    format!("The first difference is {} (turn {turn}, {seat}): {}.{rest}", change.text, change.message)
}

/// Returns the message for a variant whose file is gone, if there is one.
fn missing_variant_message(session: &Session) -> Option<String> {
    let rules = &session.ruleset;
    let mut variants = rules.manifests.iter().zip(&rules.files).skip(1);
    let is_gone = |(_, file): &(&Manifest, &Option<PathBuf>)| file.as_ref().is_some_and(|file| !file.exists());
    let (head, file) = variants.find(is_gone)?;
    let file = file.as_ref()?.printable();
    Some(format!("{file} is missing; restore it, or remove the variant: variant -{}", head.name))
}
