//! Rules that change in the course of a game: `set`, `variant`, `reload`. The game is played again under the new ones, and
//! the first move that is another thing now is named.

use std::io::Write;
use std::path::PathBuf;

use super::history::round_of;
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refused};
use anyhow::anyhow;
use houserule_core::text::{counted, nearest, one_line, series};
use houserule_script::files::DisplayPath;
use houserule_script::lua::{LoadError, Reference, Ruleset, is_path};
use houserule_script::play::{Replay, Session};
use houserule_script::rules::{Manifest, ScriptKind};

type OptionChanges = Vec<(String, String)>;

impl Prompt {
    /// `set komi=2`, or `set` alone for what is set.
    pub(super) fn set(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        if rest.is_empty() {
            let settings = &session.plan().settings;
            if settings.is_empty() {
                return refused("these rules have no options");
            }
            for (key, value) in settings {
                writeln!(out, "{key}={value}")?;
            }
            return Ok(CommandOutcome::Done);
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        if let Some(key) = words.iter().find(|word| !word.contains('=')) {
            return refused(valueless(session, key, &words));
        }
        let changes = match pairs(words.into_iter()) {
            Ok(changes) => changes,
            Err(says) => return refused(says),
        };
        let mut sets = settings_of(session);
        sets.extend(changes);
        let loaded = self.table.load(&session.ruleset.reference, &sets);
        match (&loaded, gone(session)) {
            (Err(_), Some(says)) => refused(says),
            _ => self.change(loaded, out),
        }
    }

    /// `variant +late-walls -komi`, or `variant` alone for what there is.
    pub(super) fn variant(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        let reference = match Reference::parse(&session.ruleset.reference) {
            Ok(reference) => reference,
            Err(says) => return refused(says),
        };
        let known = self.variants_of(session);
        if rest.is_empty() {
            writeln!(out, "{}", reference.parts.join(" +"))?;
            let says = if known.is_empty() { "no variants".to_string() } else { known.join(", ") };
            writeln!(out, "{}", crate::render::folded_at(&format!("There are {says}."), 2))?;
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
                        let on = match &parts[1..] {
                            [] => "no variant is".to_string(),
                            [one] => format!("only {one} is"),
                            several => format!("{} are", series(several, "and")),
                        };
                        return refused(format!("`{}` is not on; {on}", one_line(name, 40)));
                    };
                    parts.remove(index + 1);
                }
                _ => match pairs([word].into_iter()) {
                    Ok(pair) => changes.extend(pair),
                    Err(_) => {
                        let word = one_line(word, 40);
                        let near = nearest(&word, known.iter().map(String::as_str));
                        let near = near.or(known.first().map(String::as_str)).unwrap_or("NAME");
                        return refused(format!("`{word}` is neither +variant nor -variant; write variant +{near}"));
                    }
                },
            }
        }
        let game = parts.join("+");
        let with = |changes: &OptionChanges, known: &dyn Fn(&str) -> bool| {
            let is_changed = |key: &str| changes.iter().any(|(changed, _)| changed == key);
            let set = settings_of(session).into_iter().filter(|(key, _)| known(key) && !is_changed(key));
            set.chain(changes.iter().cloned()).collect::<OptionChanges>()
        };
        let loaded = self.table.load(&game, &with(&changes, &|_| true)).or_else(|_| {
            // What was set stays where there still is such an option.
            let options = self.table.load(&game, &changes)?.options;
            self.table.load(&game, &with(&changes, &|key| options.has(key)))
        });
        if let (Err(_), Some(name)) = (&loaded, self.unheard_of(rest)) {
            return refused(format!("there is no variant `{}`; `variant` lists them", one_line(name, 40)));
        }
        self.change(loaded, out)
    }

    /// The first variant to put on that nothing is called like.
    fn unheard_of<'a>(&self, typed: &'a str) -> Option<&'a str> {
        let heads = self.table.library.heads();
        let is_like = |name: &str| nearest(name, heads.good.iter().map(|(head, _)| head.name.as_str())).is_some();
        let mut added = typed.split_whitespace().filter_map(|word| word.strip_prefix('+'));
        added.find(|name| !is_path(name) && !is_like(name))
    }

    /// The variants that could be stacked on the game at hand.
    fn variants_of(&self, session: &Session) -> Vec<String> {
        let names: Vec<&str> = session.ruleset.heads.iter().map(|head| head.name.as_str()).collect();
        let heads = self.table.library.heads().good.into_iter().map(|(head, _)| head);
        let fits =
            |role: &ScriptKind| matches!(role, ScriptKind::Variant { base, .. } if names.contains(&base.as_str()));
        heads.filter(|head| fits(&head.role) && !names.contains(&head.name.as_str())).map(|head| head.name).collect()
    }

    /// Reads the rules again from their files.
    pub(super) fn reload(&mut self, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refused(NO_GAME) };
        match self.table.load(&session.ruleset.reference, &settings_of(session)) {
            Err(error) => {
                let error = gone(session).unwrap_or_else(|| error.to_string());
                refused(format!("the rules stay as they were, for the new ones do not load:\n{error}"))
            }
            Ok(ruleset) if ruleset.plan.hash == session.plan().hash => {
                // A title or a comment may be another, or the words of a refusal.
                let again = session.under(ruleset);
                if let Ok(again) = again {
                    self.adopt(again.session);
                }
                writeln!(out, "The rules are the same.")?;
                self.watch_on(out)?;
                Ok(CommandOutcome::Done)
            }
            loaded => self.change(loaded, out),
        }
    }

    /// Goes on under other rules, as far as the game can be played under them.
    fn change(&mut self, loaded: Result<Ruleset, LoadError>, out: &mut dyn Write) -> CommandResult {
        let ruleset = match loaded {
            Ok(ruleset) => ruleset,
            Err(error) => return refused(error),
        };
        let Some(session) = &self.session else { return refused(NO_GAME) };
        let seats = session.plan().names.seats.len();
        let warnings = ruleset.warnings.clone();
        let again = session.under(ruleset.clone());
        let (again, says) = match again {
            Ok(again) => {
                let says = told(session, &again);
                (again, says)
            }
            // The start is not possible any more, so that there is another.
            Err(LoadError::Usage(why)) => match Session::new(ruleset, None, session.seed) {
                Ok(fresh) => {
                    let says = format!("The game begins anew: {why}.");
                    // The one that was played stays where it is kept.
                    self.autosave.turn_page();
                    (Replay { session: fresh, stood: 0, of: session.moves().len(), change: None }, says)
                }
                Err(error) => return refused(error),
            },
            Err(error) => return refused(error),
        };
        self.warn(&warnings, out)?;
        let Replay { session: mut now, stood, of, .. } = again;
        let wanted = self.cut_from.unwrap_or(of).max(of);
        while now.moves().len() < wanted && stood == of && matches!(now.redo(), Some(Ok(_))) {}
        let regained = now.moves().len() - stood;
        let others = now.plan().names.seats.len() != seats;
        self.adopt(now);
        self.taken_back.clear();
        self.cut_from =
            Some(wanted).filter(|wanted| self.session.as_ref().is_some_and(|now| now.moves().len() < *wanted));
        if others {
            self.reseat();
        }
        self.watch_on(out)?;
        let Some(session) = &self.session else { return refused(NO_GAME) };
        writeln!(out, "{}", crate::render::folded(&format!("Now: {}{}.", session.plan().title, set_words(session))))?;
        if !says.is_empty() {
            writeln!(out, "{}", crate::render::folded(&says))?;
        }
        if others {
            self.introduce(out)?;
        }
        if regained > 0 {
            writeln!(out, "{} can be played again.", counted(regained, "move"))?;
        }
        if self.is_looking_back && self.is_bots_turn() {
            writeln!(out, "Moves lie ahead, so bots wait: `redo` plays a turn of them, `bot` lets one move.")?;
        }
        self.keep();
        self.show(out)?;
        Ok(CommandOutcome::Done)
    }

    /// Makes a session the one that is played, with the same people at the table.
    pub(super) fn adopt(&mut self, session: Session) {
        // Where moves lie ahead, a bot's answer would end them.
        self.is_looking_back = !session.taken_back().is_empty();
        self.session = Some(session);
        self.offered_moves.clear();
        self.hinted = None;
    }
}

/// `turn=5 size=6` as pairs.
pub(super) fn pairs<'a>(words: impl Iterator<Item = &'a str>) -> anyhow::Result<OptionChanges> {
    let pair = |word: &str| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_string(), value.to_string())),
        _ => Err(anyhow!("`{}` is no option; write key=value", one_line(word, 40))),
    };
    words.map(pair).collect()
}

/// What is said to `set size`, or to `set size 5`, which lack the sign between key and value.
fn valueless(session: &Session, key: &str, words: &[&str]) -> String {
    let decl = match session.ruleset.options.decl(key) {
        Ok(decl) => decl,
        Err(error) => return error.into(),
    };
    if let [_, value] = words
        && key == words[0]
        && decl.parse(value).is_ok()
    {
        return format!("write set {key}={value}, with = in place of the blank");
    }
    let settings = &session.plan().settings;
    let now = settings.iter().find(|(name, _)| *name == key || **name == decl.name);
    let (now, example) = match now {
        Some((_, value)) => (format!(", and is {} now", one_line(&value.to_string(), 30)), value.to_string()),
        None => (String::new(), "VALUE".to_string()),
    };
    format!("{key} is {}{now}; write set {key}={}", decl.allowed(), one_line(&example, 30))
}

/// What somebody set: an option that has the value it has by itself follows the rules where these change it.
pub(super) fn settings_of(session: &Session) -> OptionChanges {
    let options = &session.ruleset.options;
    let is_chosen = |key: &str, value| options.decl(key).is_ok_and(|decl| decl.default.as_ref() != Some(value));
    let settings = session.plan().settings.iter();
    let chosen = settings.filter(|(key, value)| is_chosen(key, value));
    chosen.map(|(key, value)| (key.clone(), value.to_string())).collect()
}

/// ` with komi=2 and size=5`.
fn set_words(session: &Session) -> String {
    let settings = settings_of(session);
    // A long list is the order of a deal or the like.
    let words: Vec<String> = settings.iter().map(|(key, value)| format!("{key}={}", one_line(value, 30))).collect();
    if words.is_empty() { String::new() } else { format!(" with {}", series(&words, "and")) }
}

/// What became of a game under other rules, in a sentence or two.
pub(super) fn told(then: &Session, again: &Replay) -> String {
    let (stood, of) = (again.stood, again.of);
    let Some(change) = &again.change else {
        return match of {
            0 => String::new(),
            1 => "The one move stands; `new` begins afresh.".to_string(),
            _ => format!("All {of} moves stand; `new` begins afresh."),
        };
    };
    let rest = match of - stood {
        0 if of == 0 => String::new(),
        0 => " All moves can be played all the same.".to_string(),
        _ if stood == 0 => " No move stands.".to_string(),
        _ if stood == 1 => " The first move stands.".to_string(),
        _ => format!(" The first {stood} moves stand."),
    };
    let Some(when) = change.number.checked_sub(1).and_then(|index| then.whens().get(index)) else {
        let says = match change.message.trim_start_matches("it leads to ") {
            "another position" => String::new(),
            says => format!(": {says}"),
        };
        return format!("The start is another{says}.{rest}");
    };
    let (round, seat) = (round_of(then, when), then.plan().names.seat_and_team(when.clock.seat));
    format!("The first move that changed is {} of {seat} in turn {round}: {}.{rest}", change.text, change.message)
}

/// What is said where the file of a variant is not there any more.
fn gone(session: &Session) -> Option<String> {
    let rules = &session.ruleset;
    let mut variants = rules.heads.iter().zip(&rules.files).skip(1);
    let is_gone = |(_, file): &(&Manifest, &Option<PathBuf>)| file.as_ref().is_some_and(|file| !file.exists());
    let (head, file) = variants.find(is_gone)?;
    let file = file.as_ref()?.shown();
    Some(format!("{file} is gone; put it back, or play without it: variant -{}", head.name))
}
