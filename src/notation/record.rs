//! Records of whole games: PTN files and our own saved games, read into one form.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::ptn;

/// A game as a file tells it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The rules it names: `tak+late-walls`.
    pub game: Option<String>,
    pub settings: Vec<(String, String)>,
    /// The rules' hash when it was written, if the format keeps one.
    pub hash: Option<String>,
    pub seed: Option<u64>,
    pub position: Option<String>,
    pub moves: Vec<String>,
    pub result: Option<String>,
}

/// Every game of a file.
pub fn read(text: &str) -> Result<Vec<Record>, String> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("houserule") {
        return Ok(vec![Saved::read(text)?]);
    }
    if start.starts_with('[') {
        return read_ptn(text);
    }
    Err(
        "it is neither a PTN file, which starts with a `[Tag \"value\"]` line, nor a saved game"
            .to_string(),
    )
}

/// Every game of a file on disk.
pub fn read_file(path: &Path) -> Result<Vec<Record>, String> {
    let shown = path.display();
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{shown} is not text"))?;
    read(&text).map_err(|says| format!("cannot read {shown}: {says}"))
}

/// Our own format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    /// The version of the format.
    houserule: u32,
    game: String,
    rules: String,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    moves: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

impl Saved {
    fn read(text: &str) -> Result<Record, String> {
        let saved: Saved = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map(|span| text[..span.start].lines().count().max(1));
            let at = line
                .map(|line| format!("line {line}: "))
                .unwrap_or_default();
            format!("it is not a saved game: {at}{}", error.message())
        })?;
        if saved.houserule != 1 {
            return Err(format!(
                "it was saved in format {}, and this program reads format 1",
                saved.houserule
            ));
        }
        Ok(Record {
            game: Some(saved.game),
            settings: saved.options.into_iter().collect(),
            hash: Some(saved.rules),
            seed: Some(saved.seed),
            position: saved.position,
            moves: saved.moves.split_whitespace().map(str::to_string).collect(),
            result: saved.result,
        })
    }
}

impl Record {
    /// The record in our own format.
    pub fn to_saved(&self) -> String {
        let saved = Saved {
            houserule: 1,
            game: self.game.clone().unwrap_or_default(),
            rules: self.hash.clone().unwrap_or_default(),
            seed: self.seed.unwrap_or(0),
            position: self.position.clone(),
            result: self.result.clone(),
            moves: self.moves.join(" "),
            options: self.settings.iter().cloned().collect(),
        };
        toml::to_string(&saved).unwrap_or_default()
    }

    /// The record as a PTN file. What PTN has no tag for travels in two tags of ours, `Rules` and `Set`.
    pub fn to_ptn(&self, opening_seat: usize, opening_turn: u32, points: Option<String>) -> String {
        let mut out = String::new();
        let mut tag = |name: &str, value: &str| {
            out.push_str(&format!("[{name} \"{}\"]\n", value.replace('"', "'")))
        };
        let setting = |wanted: &str| {
            self.settings
                .iter()
                .find(|(key, _)| key == wanted)
                .map(|(_, value)| value.as_str())
        };
        tag("Player1", "white");
        tag("Player2", "black");
        if let Some(size) = setting("size") {
            tag("Size", size);
        }
        if let Some(komi) = setting("komi").filter(|komi| *komi != "0") {
            tag("Komi", komi);
        }
        if let Some(result) = &self.result {
            tag("Result", result);
        }
        if let Some(points) = points {
            tag("Points", &points);
        }
        if let Some(position) = &self.position {
            tag("TPS", position);
        }
        if let Some(game) = self.game.as_deref().filter(|game| *game != ptn::GAME) {
            tag("Rules", game);
        }
        for (key, value) in self
            .settings
            .iter()
            .filter(|(key, _)| key != "size" && key != "komi")
        {
            tag("Set", &format!("{key}={value}"));
        }
        out.push('\n');
        let placeholders = std::iter::repeat_n("--", opening_seat);
        let plies: Vec<&str> = placeholders
            .chain(self.moves.iter().map(String::as_str))
            .collect();
        for (index, pair) in plies.chunks(2).enumerate() {
            out.push_str(&format!(
                "{}. {}\n",
                opening_turn as usize + index,
                pair.join(" ")
            ));
        }
        out.push_str(self.result.as_deref().unwrap_or(""));
        out.push('\n');
        out
    }
}

/// Splits a PTN file into its games.
fn read_ptn(text: &str) -> Result<Vec<Record>, String> {
    let mut games = Vec::new();
    let mut current = PtnGame::default();
    for token in ptn_tokens(text)? {
        match token {
            Token::Tag(name, value) => {
                if current.in_moves {
                    games.push(std::mem::take(&mut current).record()?);
                }
                current.tags.push((name, value));
            }
            Token::Word(word) => {
                current.in_moves = true;
                current.word(word);
            }
        }
    }
    if current.in_moves || !current.tags.is_empty() {
        games.push(current.record()?);
    }
    Ok(games)
}

enum Token {
    Tag(String, String),
    Word(String),
}

/// Tags and words, comments left out.
fn ptn_tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    let line_of = |rest: &str| text[..text.len() - rest.len()].lines().count().max(1);
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        match first {
            '{' => {
                let end = rest.find('}').ok_or_else(|| {
                    format!("line {}: a comment is not closed with `}}`", line_of(rest))
                })?;
                rest = &rest[end + 1..];
            }
            '[' => {
                let bad = || {
                    format!(
                        "line {}: a tag is written `[Name \"value\"]`",
                        line_of(rest)
                    )
                };
                let (name, after) = rest[1..].split_once('"').ok_or_else(bad)?;
                let (value, after) = after.split_once('"').ok_or_else(bad)?;
                let after = after.trim_start().strip_prefix(']').ok_or_else(bad)?;
                if value.contains('\n') || name.contains('\n') {
                    return Err(bad());
                }
                tokens.push(Token::Tag(name.trim().to_string(), value.to_string()));
                rest = after;
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || c == '{' || c == '[')
                    .unwrap_or(rest.len())
                    .max(1);
                tokens.push(Token::Word(rest[..end].to_string()));
                rest = &rest[end..];
            }
        }
    }
}

#[derive(Default)]
struct PtnGame {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    result: Option<String>,
    in_moves: bool,
}

impl PtnGame {
    /// A word of the move text: a number, a placeholder, a result or a move. `1.a1` is two words in one.
    fn word(&mut self, word: String) {
        let number = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = match word[number..].strip_prefix('.') {
            Some(rest) if number > 0 => rest.trim_start_matches('.'),
            _ => &word,
        };
        if rest.is_empty() || rest == "--" {
            return;
        }
        if ptn::is_result(rest) {
            self.result = Some(rest.to_string());
        } else {
            self.moves.push(rest.to_string());
        }
    }

    fn record(self) -> Result<Record, String> {
        let mut record = Record {
            moves: self.moves,
            ..Record::default()
        };
        let mut game = ptn::GAME.to_string();
        let mut handicap = Vec::new();
        for (name, value) in self.tags {
            match name.as_str() {
                "Size" => record.settings.push((
                    "size".into(),
                    value.split('x').next().unwrap_or("").trim().into(),
                )),
                "Komi" => record.settings.push(("komi".into(), value)),
                "TPS" => record.position = Some(value),
                "Result" if !value.is_empty() => record.result = Some(value),
                "Rules" => game = value,
                "Set" => {
                    let (key, value) = value
                        .split_once('=')
                        .ok_or(format!("`[Set \"{value}\"]` is not key=value"))?;
                    record.settings.push((key.into(), value.into()));
                }
                "Opening" => match value.to_lowercase().replace(' ', "-").as_str() {
                    "" | "swap" => {}
                    variant @ ("no-swap" | "double-black-stack" | "no-edge" | "centre-black") => {
                        game = format!("{game}+{variant}");
                    }
                    _ => {
                        return Err(format!(
                            "`[Opening \"{value}\"]` is no opening we know: swap, no-swap, double-black-stack"
                        ));
                    }
                },
                "Flats" | "Caps" => {
                    let key = name.to_lowercase();
                    handicap.extend([
                        (format!("{key}1"), value.clone()),
                        (format!("{key}2"), value),
                    ]);
                }
                "Flats1" | "Caps1" | "Flats2" | "Caps2" => {
                    handicap.push((name.to_lowercase(), value))
                }
                _ => {}
            }
        }
        if !handicap.is_empty() {
            if !game.split('+').any(|part| part == "handicap") {
                game.push_str("+handicap");
            }
            record.settings.extend(
                handicap
                    .into_iter()
                    .map(|(key, value)| (format!("handicap.{key}"), value)),
            );
        }
        record.result = record
            .result
            .filter(|result| result != "*")
            .or(self.result.filter(|result| result != "*"));
        record.game = Some(game);
        Ok(record)
    }
}
