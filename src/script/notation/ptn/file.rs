//! PTN files: tags, the game and its branches, a result; several games in one file.

use super::lines::Lines;
use super::tokens::{LocatedToken, PtnToken, Tokens};
use super::{DEFAULT_GAME, clock_tag};
use crate::notation::NotationError;
use crate::notation::games::LocatedGame;
use crate::notation::record::Record;
use houserule_core::text::one_line;

/// Longest name of a player.
const MAX_PLAYER_LEN: usize = 60;

/// Most seats that tags name.
const MAX_PLAYERS: usize = 16;

/// Tag that sets an option, which may occur several times.
const SETTING_TAG: &str = "set";

/// Tags that mean something here, besides the names of players.
const KNOWN_TAGS: [&str; 17] = [
    "size",
    "komi",
    "tps",
    "result",
    "rules",
    "ruleshash",
    "seed",
    "clock",
    "clocktimes",
    SETTING_TAG,
    "opening",
    "flats",
    "caps",
    "flats1",
    "caps1",
    "flats2",
    "caps2",
];

/// Games of a file, up to the first that is not well-formed.
pub fn games(text: &str) -> impl Iterator<Item = LocatedGame> + '_ {
    let (mut tokens, mut pending, mut game_start) = (Tokens::new(text), None, 0);
    std::iter::from_fn(move || {
        let mut game = PtnGame::default();
        loop {
            let LocatedToken { offset, is_after_blank, token } = match pending.take().or_else(|| tokens.next()) {
                None if game.has_content() => break,
                None => return None,
                Some(Err(error)) => return Some(Err(error)),
                Some(Ok(located)) => located,
            };
            match token {
                // A tag after moves belongs to the next game.
                PtnToken::Tag(..) if game.has_words => {
                    pending = Some(Ok(LocatedToken { offset, is_after_blank, token }));
                    let span = std::mem::replace(&mut game_start, offset)..offset;
                    return Some(game.into_record().map(|record| (span, record)));
                }
                PtnToken::Tag(name, value) => {
                    if let Err(message) = game.push_tag(name, value) {
                        return Some(Err(tokens.error_at(offset, message)));
                    }
                }
                PtnToken::Word(word) => {
                    game.has_words = true;
                    if let Err((offset, message)) = game.lines.push_word(word, offset) {
                        return Some(Err(tokens.error_at(offset, message)));
                    }
                }
                PtnToken::Comment(comment) if is_after_blank && game.lines.has_moves() && tokens.is_number_next() => {
                    game.lines.push_name(comment, offset);
                }
                PtnToken::Comment(comment) => game.lines.push_comment(comment),
            }
        }
        let span = std::mem::replace(&mut game_start, text.len())..text.len();
        Some(game.into_record().map(|record| (span, record)))
    })
}

#[derive(Default)]
struct PtnGame<'t> {
    tags: Vec<(String, &'t str)>,
    lines: Lines<'t>,
    has_tags: bool,
    has_words: bool,
}

impl<'t> PtnGame<'t> {
    /// Whether it contains anything but comments.
    fn has_content(&self) -> bool {
        self.has_words || self.has_tags
    }

    /// Adds a tag that means something here; its name may have any case. Only options may be set several times.
    fn push_tag(&mut self, name: &str, value: &'t str) -> Result<(), NotationError> {
        self.has_tags = true;
        let key = name.to_ascii_lowercase();
        let is_known = KNOWN_TAGS.contains(&key.as_str()) || player_number(&key).is_some();
        if !is_known {
            return Ok(());
        }
        let earlier = self.tags.iter().filter(|_| key != SETTING_TAG).find(|(other, _)| *other == key);
        match earlier {
            Some((_, earlier)) if *earlier != value => {
                let [earlier, value] = [*earlier, value].map(|value| one_line(value, 40));
                Err(format!("the tag `{}` has two values, `{earlier}` and `{value}`; remove one", one_line(name, 40))
                    .into())
            }
            Some(_) => Ok(()),
            None => {
                self.tags.push((key, value));
                Ok(())
            }
        }
    }

    fn into_record(self) -> Result<Record, NotationError> {
        let (game_line, variations) = self.lines.finish();
        let mut record = Record { moves: game_line.moves, notes: game_line.notes, variations, ..Record::default() };
        let mut game = DEFAULT_GAME.to_string();
        let mut handicap = Vec::new();
        let mut rules = None;
        let mut times = String::new();
        for (name, value) in self.tags {
            let value = value.to_string();
            match name.as_str() {
                "size" => record.settings.push(("size".into(), value.split('x').next().unwrap_or("").trim().into())),
                "komi" => record.settings.push(("komi".into(), value)),
                "tps" => record.position = Some(value),
                "result" if !value.is_empty() => record.result = Some(value),
                // The full rules; they include what the other tags say.
                "rules" => rules = Some(value),
                "ruleshash" => record.hash = Some(value),
                "clock" => record.clock = clock_tag::read(&value),
                "clocktimes" => times = value,
                "seed" => record.seed = value.parse().ok(),
                "set" => {
                    let (key, value) = value.split_once('=').ok_or(format!("`[Set \"{value}\"]` is not key=value"))?;
                    record.settings.push((key.into(), value.into()));
                }
                "opening" => match value.to_lowercase().replace(' ', "-").as_str() {
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
                "flats" | "caps" => {
                    handicap.extend([(format!("{name}1"), value.clone()), (format!("{name}2"), value)]);
                }
                "flats1" | "caps1" | "flats2" | "caps2" => handicap.push((name, value)),
                name => record.name_player(name, &value),
            }
        }
        if rules.is_none() && !handicap.is_empty() {
            if !game.split('+').any(|part| part == "handicap") {
                game.push_str("+handicap");
            }
            record.settings.extend(handicap.into_iter().map(|(key, value)| (format!("handicap.{key}"), value)));
        }
        if let Some(clock) = &mut record.clock {
            clock.times = times;
        }
        let is_final = |result: &String| result != "*";
        record.result = record.result.filter(is_final).or(game_line.result.filter(is_final));
        record.game = Some(rules.unwrap_or(game));
        Ok(record)
    }
}

impl Record {
    /// Names the player of a seat, if a tag does.
    fn name_player(&mut self, tag: &str, name: &str) {
        let Some(number) = player_number(tag) else { return };
        if self.seats.len() < number {
            self.seats.resize(number, String::new());
        }
        self.seats[number - 1] = one_line(name.trim(), MAX_PLAYER_LEN);
    }
}

/// Number of the seat whose player a tag names.
pub fn player_number(tag: &str) -> Option<usize> {
    tag.strip_prefix("player")?.parse().ok().filter(|number| (1..=MAX_PLAYERS).contains(number))
}
