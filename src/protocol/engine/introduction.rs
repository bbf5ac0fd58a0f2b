//! What an engine says of itself before it plays, and whether it can play on a board at all.

use std::ops::RangeInclusive;

/// The board an engine is to play on.
pub struct Terms {
    pub size: String,
    pub half_komi: i64,
}

#[derive(Default)]
pub struct Introduction {
    /// In the newer form: on which sizes it plays, each with which komis.
    boards: Vec<Boards>,
    /// Whether its komi can be set, and how far.
    komi: Option<Option<RangeInclusive<i64>>>,
}

/// `size 5 6 halfkomi 0 4`
struct Boards {
    sizes: Vec<String>,
    half_komis: Vec<i64>,
}

impl Introduction {
    /// Hears a line before `teiok`.
    pub fn hear(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["size", ..] => {
                let (sizes, komis) =
                    words[1..].split_at(words[1..].iter().take_while(|word| **word != "halfkomi").count());
                let is_number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
                let sizes: Vec<String> = sizes.iter().filter(is_number).map(ToString::to_string).collect();
                // Engines talk, too: what names no size tells nothing of boards.
                if sizes.is_empty() {
                    return;
                }
                let half_komis = komis.iter().filter_map(|word| word.parse().ok()).collect();
                self.boards.push(Boards { sizes, half_komis });
            }
            ["option", "name", name, ..] if name.eq_ignore_ascii_case("halfkomi") => {
                let end = |key: &str| {
                    let at = words.iter().position(|word| *word == key)?;
                    words.get(at + 1)?.parse::<i64>().ok()
                };
                self.komi = Some(end("min").zip(end("max")).map(|(min, max)| min..=max));
            }
            _ => {}
        }
    }

    /// The lines that begin a game; or why there can be none.
    pub fn opening(&self, terms: &Terms) -> Result<Vec<String>, String> {
        let Terms { size, half_komi } = terms;
        let komi = *half_komi as f64 / 2.0;
        if !self.boards.is_empty() {
            let mut fitting = self.boards.iter().filter(|boards| boards.sizes.contains(size)).peekable();
            if fitting.peek().is_none() {
                let sizes: Vec<&str> =
                    self.boards.iter().flat_map(|boards| &boards.sizes).map(String::as_str).collect();
                return Err(format!("plays on boards of size {} only, not {size}", sizes.join(", ")));
            }
            if !fitting.any(|boards| boards.half_komis.is_empty() || boards.half_komis.contains(half_komi)) {
                return Err(format!("does not play with a komi of {komi} on size {size}"));
            }
        }
        let mut lines = Vec::new();
        match &self.komi {
            Some(Some(range)) if !range.contains(half_komi) => {
                let [least, most] = [range.start(), range.end()].map(|half| *half as f64 / 2.0);
                return Err(format!("plays with a komi from {least} to {most}, not {komi}"));
            }
            Some(_) => lines.push(format!("setoption name HalfKomi value {half_komi}")),
            None if self.boards.is_empty() && *half_komi != 0 => {
                return Err(format!("knows no komi, and this game has one of {komi}; set komi=0"));
            }
            None => {}
        }
        lines.push(match self.boards.is_empty() {
            false => format!("teinewgame size {size} halfkomi {half_komi}"),
            true => format!("teinewgame {size}"),
        });
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(lines: &[&str], size: &str, half_komi: i64) -> Result<Vec<String>, String> {
        let mut introduction = Introduction::default();
        lines.iter().for_each(|line| introduction.hear(line));
        introduction.opening(&Terms { size: size.into(), half_komi })
    }

    fn lines(lines: &[&str]) -> Result<Vec<String>, String> {
        Ok(lines.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_game_begins_in_the_form_that_the_engine_knows() {
        assert_eq!(opening(&["id name A"], "5", 0), lines(&["teinewgame 5"]));
        let komi = "option name HalfKomi type spin default 0 min -10 max 10";
        assert_eq!(opening(&[komi], "6", 4), lines(&["setoption name HalfKomi value 4", "teinewgame 6"]));
        let boards = ["size 3 4 halfkomi 0", "size 5 6 halfkomi 0 4"];
        assert_eq!(opening(&boards, "6", 4), lines(&["teinewgame size 6 halfkomi 4"]));
        assert_eq!(opening(&["size 5"], "5", 7), lines(&["teinewgame size 5 halfkomi 7"]));
    }

    #[test]
    fn what_an_engine_cannot_play_is_told_before_it_plays_something_else() {
        let says = |text: &str| Err(text.to_string());
        let komi = "option name HalfKomi type spin default 0 min -10 max 10";
        assert_eq!(opening(&[komi], "5", 11), says("plays with a komi from -5 to 5, not 5.5"));
        assert_eq!(opening(&[], "5", 4), says("knows no komi, and this game has one of 2; set komi=0"));
        let boards = ["size 3 4 halfkomi 0", "size 5 6 halfkomi 0 4"];
        assert_eq!(opening(&boards, "8", 0), says("plays on boards of size 3, 4, 5, 6 only, not 8"));
        assert_eq!(opening(&boards, "4", 4), says("does not play with a komi of 2 on size 4"));
    }
}
