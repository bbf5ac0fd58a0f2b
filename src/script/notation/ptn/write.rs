//! Writing of PTN files. A game that was read from a file keeps the file's tags in their order, its comments, marks and
//! branches; the tags that this program knows follow the game.

use std::collections::HashMap;

use super::file::player_number;
use super::lines::is_result;
use super::tokens;
use super::{DEFAULT_GAME, clock_tag};
use crate::notation::games::read_one;
use crate::notation::record::{Note, Record};
use crate::notation::source::{LineTurns, SourceFile, Variation, VariationTurns, spelled};

/// Writes a record as a PTN file. Information without a PTN tag goes into tags of ours: `Rules`, `RulesHash`, `Seed`
/// and `Set`.
pub fn write(record: &Record, turns: &LineTurns, seats: &[String]) -> String {
    let source = record.source.as_ref().map(Source::new);
    let mut out = Tags::new(record, seats).write(source.as_ref());
    out.push('\n');
    let opening_comments = comments(&record.notes, 0);
    if !opening_comments.is_empty() {
        out.push_str(&format!("{}\n", opening_comments.trim_start()));
    }
    let moves = spelled(record.moves.iter(), 0, &record.spellings);
    let words: Vec<String> =
        moves.iter().zip(1..).map(|(text, after)| with_comments(text, &record.notes, after)).collect();
    out.push_str(&rounds(&turns.main, words, seats.len()));
    // Text other than the codes would be parsed as moves; the tag has it.
    let result = match &source {
        Some(source) if record.result.is_none() && source.has_moves_of(record) => source.record.result.as_ref(),
        _ => record.result.as_ref(),
    };
    out.push_str(result.map(String::as_str).filter(|result| is_result(result)).unwrap_or(""));
    out.push('\n');
    let (variations, turns): (Vec<Variation>, Vec<&VariationTurns>) = record
        .variations
        .iter()
        .zip(&turns.variations)
        .filter_map(|(variation, turns)| Some((variation.clone(), turns.as_ref()?)))
        .unzip();
    let named = branches(&variations, &turns, seats.len());
    out.push_str(&match read_one(&format!("{out}{named}"), &super::PtnNotation) {
        Some(again) if is_same_tree(&again.variations, &variations) => named,
        // The names do not tell where each branch begins.
        _ => branches(&numbered(&variations), &turns, seats.len()),
    });
    match &source {
        Some(source) if source.text.contains("\r\n") => out.replace("\r\n", "\n").replace('\n', "\r\n"),
        _ => out,
    }
}

/// The file that a record was read from, read again.
struct Source<'r> {
    text: &'r str,
    file: &'r SourceFile,
    record: Record,
}

impl<'r> Source<'r> {
    fn new(file: &'r SourceFile) -> Source<'r> {
        let record = read_one(&file.text, &super::PtnNotation).unwrap_or_default();
        Source { text: &file.text, file, record }
    }

    fn has_moves_of(&self, record: &Record) -> bool {
        self.record.moves == record.spelled_moves()
    }
}

/// Tags of ours, in their order.
struct Tags<'r> {
    record: &'r Record,
    tags: Vec<(String, String)>,
}

impl<'r> Tags<'r> {
    fn new(record: &'r Record, seats: &[String]) -> Tags<'r> {
        let setting =
            |wanted: &str| record.settings.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.clone());
        let players = if record.seats.len() == seats.len() { &record.seats } else { seats };
        let players = players.iter().zip(1..).map(|(name, number)| (format!("Player{number}"), Some(name.clone())));
        let part = record.in_match.as_ref();
        let rest = [
            ("Clock", record.clock.as_ref().map(|clock| clock_tag::write(&clock.control))),
            ("ClockTimes", record.clock.as_ref().filter(|clock| clock.has_times()).map(|clock| clock.times.clone())),
            ("Event", part.map(|part| part.title.clone())),
            ("Round", part.map(|part| part.game.to_string())),
            ("Size", setting("size")),
            ("Komi", setting("komi").filter(|komi| komi != "0")),
            ("Result", record.result.clone()),
            ("Points", record.points.clone()),
            ("TPS", record.position.clone()),
            ("Rules", record.game.clone().filter(|game| game != DEFAULT_GAME)),
            ("RulesHash", record.hash.clone()),
            ("Seed", record.seed.map(|seed| seed.to_string())),
        ];
        let tags = players.chain(rest.map(|(name, value)| (name.to_string(), value)));
        let mut tags: Vec<_> = tags.filter_map(|(name, value)| Some((name, value?))).collect();
        let settings = record.settings.iter().filter(|(key, _)| key != "size" && key != "komi");
        tags.extend(settings.map(|(key, value)| ("Set".to_string(), format!("{key}={value}"))));
        Tags { record, tags }
    }

    /// Writes the tags of the file that the game comes from, with the values of the game, then the others.
    fn write(mut self, source: Option<&Source>) -> String {
        let mut out = String::new();
        // A value is one line without double quotes.
        let clean = |value: &str| value.replace('"', "'").replace(['\r', '\n'], " ");
        let mut tag = |name: &str, value: &str| out.push_str(&format!("[{name} \"{}\"]\n", clean(value)));
        for (name, value) in source.into_iter().flat_map(|source| tokens::tags(source.text)) {
            let key = name.to_ascii_lowercase();
            let is_own = |(own, text): &(String, String)| {
                own.eq_ignore_ascii_case(&key) && (key != "set" || option_of(text) == option_of(value))
            };
            let own = self.tags.iter().position(is_own).map(|index| self.tags.remove(index).1);
            match source.is_some_and(|source| self.is_kept(&key, value, own.is_some(), source)) {
                true => tag(name, value),
                false => own.into_iter().for_each(|value| tag(name, &value)),
            }
        }
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        out
    }

    /// Whether a tag of the file stays as it is: the game has none like it, or it still says what the game says.
    fn is_kept(&self, key: &str, value: &str, has_own: bool, source: &Source) -> bool {
        let record = self.record;
        let setting =
            |wanted: &str| record.settings.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
        if let Some(number) = player_number(key) {
            let name_in = |seats: &[String]| seats.get(number - 1).cloned();
            return match &source.file.seats {
                Some(seats) => name_in(seats) == name_in(&record.seats),
                None => record.seats.is_empty(),
            };
        }
        match key {
            "size" => setting("size").is_none_or(|size| value.split('x').next().map(str::trim) == Some(size)),
            "komi" => setting("komi").is_some_and(|komi| is_same_number(komi, value)),
            "result" | "points" => match &record.result {
                None => source.has_moves_of(record),
                result => *result == source.file.result && key == "result" && !value.is_empty(),
            },
            "tps" => record.position.as_deref() == Some(value),
            "rules" => record.game.as_deref() == Some(value),
            // A clock without times is that of another program; one with times was ours.
            "clock" => !has_own && source.record.clock.as_ref().is_none_or(|clock| !clock.has_times()),
            "ruleshash" | "seed" | "set" | "clocktimes" => false,
            _ => !has_own,
        }
    }
}

/// Key of an option in `key=value`.
fn option_of(text: &str) -> &str {
    text.split('=').next().unwrap_or(text).trim()
}

fn is_same_number(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    one == other || number(one).is_some() && number(one) == number(other)
}

/// Comments after some number of moves, each with a blank before it. A comment ends with the first brace.
fn comments(notes: &[Note], after: usize) -> String {
    let first = notes.partition_point(|note| note.after < after);
    let notes = notes[first..].iter().take_while(|note| note.after == after);
    let comment = |note: &Note| {
        let text = note.original.as_ref().unwrap_or(&note.text);
        format!(" {{{}}}", text.replace('}', ")"))
    };
    notes.map(comment).collect()
}

fn with_comments(text: &str, notes: &[Note], after: usize) -> String {
    format!("{text}{}", comments(notes, after))
}

/// Writes moves with the numbers of their rounds. A seat that was skipped, or had moved before the line begins, has a
/// placeholder.
fn rounds(turns: &[u32], words: Vec<String>, seats: usize) -> String {
    let (Some(&first), Some(&last)) = (turns.first(), turns.iter().max()) else { return String::new() };
    let start = first as usize / seats * seats;
    let mut by_turn = vec![Vec::new(); (last as usize + 1).saturating_sub(start)];
    for (&turn, word) in turns.iter().zip(words) {
        if let Some(words) = by_turn.get_mut((turn as usize).saturating_sub(start)) {
            words.push(word);
        }
    }
    let mut out = String::new();
    for (round, turns) in by_turn.chunks_mut(seats).enumerate() {
        turns.iter_mut().filter(|words| words.is_empty()).for_each(|words| words.push("--".to_string()));
        out.push_str(&format!("{}. {}\n", start / seats + round + 1, turns.concat().join(" ")));
    }
    out
}

fn branches(variations: &[Variation], turns: &[&VariationTurns], seats: usize) -> String {
    variations.iter().zip(turns).map(|(variation, turns)| branch(variation, turns, seats)).collect()
}

/// Whether two lists of variations differ in nothing but their names and what they say.
fn is_same_tree(one: &[Variation], other: &[Variation]) -> bool {
    let parent = |list: &[Variation], of: &Variation| list.iter().position(|variation| variation.name == of.parent);
    one.len() == other.len()
        && one.iter().zip(other).all(|(left, right)| {
            (parent(one, left), left.after, &left.moves) == (parent(other, right), right.after, &right.moves)
        })
}

/// Variations with numbers for names, each after the name of its parent.
fn numbered(variations: &[Variation]) -> Vec<Variation> {
    let mut names: HashMap<&str, String> = HashMap::new();
    let mut renamed = Vec::new();
    for (variation, number) in variations.iter().zip(1..) {
        let parent = names.get(&*variation.parent).cloned().unwrap_or_default();
        let separator = if parent.is_empty() { "" } else { "/" };
        let name = format!("{parent}{separator}{number}");
        names.insert(&variation.name, name.clone());
        renamed.push(Variation { name, parent, ..variation.clone() });
    }
    renamed
}

/// Writes a branch as a block of its own.
fn branch(variation: &Variation, turns: &VariationTurns, seats: usize) -> String {
    let Variation { name, after, moves, notes, .. } = variation;
    let own = moves.iter().enumerate().map(|(index, text)| {
        let before = if index == 0 { comments(notes, *after) } else { String::new() };
        format!("{before} {}", with_comments(text, notes, after.saturating_add(index + 1))).trim_start().to_string()
    });
    let words = (0..turns.before).map(|_| "--".to_string()).chain(own).collect();
    let mut text = rounds(&turns.turns, words, seats);
    if let Some(result) = &variation.result {
        text = format!("{} {result}\n", text.trim_end());
    }
    format!("\n{{{}}}\n{text}", name.replace('}', ")"))
}
