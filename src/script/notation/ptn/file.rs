//! PTN files: tags, numbered plies, comments, a result; several games in one file.

use super::{DEFAULT_GAME, clock_tag};
use crate::notation::NotationError;
use crate::notation::games::LocatedGame;
use crate::notation::record::{MAX_NOTE_LEN, Note, Record};
use houserule_core::text::one_line;

/// Writes a record as a PTN file. Information without a PTN tag goes into tags of ours: `Rules`, `RulesHash`, `Seed`,
/// `Set` and `ClockTimes`.
pub fn write(record: &Record, turns: &[u32], seats: &[String]) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| out.push_str(&format!("[{name} \"{}\"]\n", value.replace('"', "'")));
    let setting = |wanted: &str| record.settings.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.as_str());
    let players = if record.seats.len() == seats.len() { &record.seats } else { seats };
    for (index, seat) in players.iter().enumerate() {
        tag(&format!("Player{}", index + 1), seat);
    }
    let komi = setting("komi").filter(|komi| *komi != "0");
    let rules = record.game.as_deref().filter(|game| *game != DEFAULT_GAME);
    let seed = record.seed.map(|seed| seed.to_string());
    let clock = record.clock.as_ref().map(|clock| clock_tag::write(&clock.control));
    let times = record.clock.as_ref().map(|clock| clock.times.as_str()).filter(|times| !times.is_empty());
    let tags = [
        ("Clock", clock.as_deref()),
        ("ClockTimes", times),
        ("Size", setting("size")),
        ("Komi", komi),
        ("Result", record.result.as_deref()),
        ("Points", record.points.as_deref()),
        ("TPS", record.position.as_deref()),
        ("Rules", rules),
        ("RulesHash", record.hash.as_deref()),
        ("Seed", seed.as_deref()),
    ];
    for (name, value) in tags {
        if let Some(value) = value {
            tag(name, value);
        }
    }
    for (key, value) in record.settings.iter().filter(|(key, _)| key != "size" && key != "komi") {
        tag("Set", &format!("{key}={value}"));
    }
    out.push('\n');
    // A comment ends with the first brace.
    let comments_after = |after: usize| -> String {
        let comment = |text: &str| format!(" {{{}}}", text.replace('{', "(").replace('}', ")"));
        record.notes_after(after).map(comment).collect()
    };
    let opening_comments = comments_after(0);
    if !opening_comments.is_empty() {
        out.push_str(&format!("{}\n", opening_comments.trim_start()));
    }
    // A seat that was skipped, or had moved before the record begins, has a placeholder.
    if let (Some(&first), Some(&last)) = (turns.first(), turns.last()) {
        let start = first as usize / seats.len() * seats.len();
        let mut words = vec![Vec::new(); last as usize + 1 - start];
        for (index, (&turn, text)) in turns.iter().zip(&record.moves).enumerate() {
            words[turn as usize - start].push(format!("{text}{}", comments_after(index + 1)));
        }
        for (round, turns) in words.chunks_mut(seats.len()).enumerate() {
            turns.iter_mut().filter(|moves| moves.is_empty()).for_each(|moves| moves.push("--".to_string()));
            out.push_str(&format!("{}. {}\n", start / seats.len() + round + 1, turns.concat().join(" ")));
        }
    }
    // Text other than the codes would be parsed as moves; the tag has it.
    out.push_str(record.result.as_deref().filter(|result| is_result(result)).unwrap_or(""));
    out.push('\n');
    out
}

/// Games of a file, up to the first that is not well-formed.
pub fn games(text: &str) -> impl Iterator<Item = LocatedGame> + '_ {
    let (mut tokens, mut pending, mut game_start) = (Tokens { text, rest: text }, None, 0);
    std::iter::from_fn(move || {
        let mut game = PtnGame::default();
        loop {
            let (offset, token) = match pending.take().or_else(|| tokens.next()) {
                None if game.has_content() => break,
                None => return None,
                Some(Err(error)) => return Some(Err(error)),
                Some(Ok(located)) => located,
            };
            match token {
                // A tag after moves belongs to the next game.
                PtnToken::Tag(..) if game.has_moves => {
                    pending = Some(Ok((offset, token)));
                    let span = std::mem::replace(&mut game_start, offset)..offset;
                    return Some(game.into_record().map(|record| (span, record)));
                }
                PtnToken::Tag(name, value) => game.tags.push((name.to_string(), value.to_string())),
                PtnToken::Word(word) => {
                    game.has_moves = true;
                    game.push_word(word);
                }
                PtnToken::Comment(text) => game.push_comment(text),
            }
        }
        let span = std::mem::replace(&mut game_start, text.len())..text.len();
        Some(game.into_record().map(|record| (span, record)))
    })
}

enum PtnToken<'t> {
    Tag(&'t str, &'t str),
    Word(&'t str),
    Comment(&'t str),
}

/// Tokenizer: tags, words and comments, each with its position; it stops at the first error.
struct Tokens<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Result<(usize, PtnToken<'t>), NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.trim_start();
        let first = rest.chars().next()?;
        let offset = self.text.len() - rest.len();
        match self.read(first, rest) {
            Ok((token, rest)) => {
                self.rest = rest;
                Some(Ok((offset, token)))
            }
            Err(message) => {
                self.rest = "";
                Some(Err(format!("line {}: {message}", self.text[..offset].lines().count().max(1)).into()))
            }
        }
    }
}

impl<'t> Tokens<'t> {
    /// Reads the first token of a text, and returns the rest.
    fn read(&self, first: char, rest: &'t str) -> Result<(PtnToken<'t>, &'t str), &'static str> {
        match first {
            '{' => {
                let end = rest.find('}').ok_or("a comment is not closed with `}`")?;
                Ok((PtnToken::Comment(&rest[1..end]), &rest[end + 1..]))
            }
            '[' => {
                let message = "malformed tag; write `[Name \"value\"]`";
                let (name, after) = rest[1..].split_once('"').ok_or(message)?;
                let (value, after) = after.split_once('"').ok_or(message)?;
                let after = after.trim_start().strip_prefix(']').ok_or(message)?;
                if value.contains('\n') || name.contains('\n') {
                    return Err(message);
                }
                Ok((PtnToken::Tag(name.trim(), value), after))
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '{' || c == '[').unwrap_or(rest.len()).max(1);
                Ok((PtnToken::Word(&rest[..end]), &rest[end..]))
            }
        }
    }
}

#[derive(Default)]
struct PtnGame {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    notes: Vec<Note>,
    result: Option<String>,
    has_moves: bool,
}

impl PtnGame {
    /// Whether it contains anything but comments.
    fn has_content(&self) -> bool {
        self.has_moves || !self.tags.is_empty()
    }

    /// Adds a comment on what precedes it; one among the tags concerns the game.
    fn push_comment(&mut self, text: &str) {
        let text = one_line(text.trim(), MAX_NOTE_LEN);
        if !text.is_empty() {
            self.notes.push(Note { after: self.moves.len(), text });
        }
    }

    /// Adds a word of the move text: a number, a placeholder, a result or a move. `1.a1` is two words in one.
    fn push_word(&mut self, word: &str) {
        let number = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = match word[number..].strip_prefix('.') {
            Some(rest) if number > 0 => rest.trim_start_matches('.'),
            _ => word,
        };
        if rest.is_empty() || rest == "--" {
            return;
        }
        if is_result(rest) {
            self.result = Some(rest.to_string());
        } else {
            self.moves.push(rest.to_string());
        }
    }

    fn into_record(self) -> Result<Record, NotationError> {
        let mut record = Record { moves: self.moves, notes: self.notes, ..Record::default() };
        let mut game = DEFAULT_GAME.to_string();
        let mut handicap = Vec::new();
        let mut rules = None;
        let mut times = String::new();
        for (name, value) in self.tags {
            match name.as_str() {
                "Size" => record.settings.push(("size".into(), value.split('x').next().unwrap_or("").trim().into())),
                "Komi" => record.settings.push(("komi".into(), value)),
                "TPS" => record.position = Some(value),
                "Result" if !value.is_empty() => record.result = Some(value),
                // The full rules; they include what the other tags say.
                "Rules" => rules = Some(value),
                "RulesHash" => record.hash = Some(value),
                "Clock" => record.clock = clock_tag::read(&value),
                "ClockTimes" => times = value,
                "Seed" => record.seed = value.parse().ok(),
                "Set" => {
                    let (key, value) = value.split_once('=').ok_or(format!("`[Set \"{value}\"]` is not key=value"))?;
                    record.settings.push((key.into(), value.into()));
                }
                "Opening" => match value.to_lowercase().replace(' ', "-").as_str() {
                    "" | "swap" => {}
                    variant @ ("no-swap" | "double-black-stack" | "no-edge" | "centre-black") => {
                        game = format!("{game}+{variant}");
                    }
                    _ => {
                        bail!(
                            "unknown opening in `[Opening \"{value}\"]`; use swap, no-swap, double-black-stack, no-edge or centre-black"
                        );
                    }
                },
                "Flats" | "Caps" => {
                    let key = name.to_lowercase();
                    handicap.extend([(format!("{key}1"), value.clone()), (format!("{key}2"), value)]);
                }
                "Flats1" | "Caps1" | "Flats2" | "Caps2" => handicap.push((name.to_lowercase(), value)),
                _ => {}
            }
        }
        if !handicap.is_empty() {
            if !game.split('+').any(|part| part == "handicap") {
                game.push_str("+handicap");
            }
            record.settings.extend(handicap.into_iter().map(|(key, value)| (format!("handicap.{key}"), value)));
        }
        if let Some(clock) = &mut record.clock {
            clock.times = times;
        }
        record.result = record.result.filter(|result| result != "*").or(self.result.filter(|result| result != "*"));
        record.game = Some(rules.unwrap_or(game));
        Ok(record)
    }
}

/// Whether a text is one of the result codes of a file.
fn is_result(text: &str) -> bool {
    matches!(text, "R-0" | "0-R" | "F-0" | "0-F" | "1-0" | "0-1" | "1/2-1/2" | "0-0" | "*")
}
