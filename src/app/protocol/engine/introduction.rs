//! What an engine says of itself before it plays, and whether it can play on a board at all.

use crate::protocol::ProtocolError;
use houserule_core::bail;
use houserule_core::text::series;

/// The board an engine is to play on.
pub struct BoardTerms {
    pub size: String,
    pub half_komi: i64,
}

#[derive(Default)]
pub struct Introduction {
    /// In the newer form: on which sizes it plays, each with which komis.
    boards: Vec<SupportedBoards>,
    /// What its komi can be set to, if it can.
    komi: Option<KomiOption>,
}

/// The values that an engine takes for the option of its komi, in half points.
enum KomiOption {
    /// From one to another, as far as it names them.
    Range { min: Option<i64>, max: Option<i64> },
    /// Some values alone.
    OneOf(Vec<i64>),
}

impl KomiOption {
    /// `type spin default 0 min -10 max 10`, or `type combo default 0 var 0 var 4`.
    fn read(words: &[&str]) -> KomiOption {
        let after = |key: &'static str| {
            let pairs = words.windows(2).filter(move |pair| pair[0] == key);
            pairs.filter_map(|pair| pair[1].parse::<i64>().ok())
        };
        match words.windows(2).any(|pair| pair == ["type", "combo"]) {
            true => KomiOption::OneOf(after("var").collect()),
            false => KomiOption::Range { min: after("min").next(), max: after("max").next() },
        }
    }

    fn takes(&self, half_komi: i64) -> bool {
        match self {
            KomiOption::Range { min, max } => {
                min.is_none_or(|min| min <= half_komi) && max.is_none_or(|max| half_komi <= max)
            }
            KomiOption::OneOf(values) => values.contains(&half_komi),
        }
    }

    fn words(&self) -> String {
        match self {
            KomiOption::Range { min: Some(min), max: Some(max) } => {
                format!("a komi from {} to {}", points(*min), points(*max))
            }
            KomiOption::Range { min: Some(min), .. } => format!("a komi of {} or more", points(*min)),
            KomiOption::Range { max, .. } => format!("a komi of {} or less", points(max.unwrap_or(0))),
            KomiOption::OneOf(values) => one_of(values),
        }
    }
}

fn points(half_komi: i64) -> f64 {
    half_komi as f64 / 2.0
}

/// `a komi of 0 or 2 only`
fn one_of(half_komis: &[i64]) -> String {
    let mut half_komis = half_komis.to_vec();
    half_komis.sort_unstable();
    half_komis.dedup();
    let values: Vec<String> = half_komis.into_iter().map(|half| points(half).to_string()).collect();
    match values.is_empty() {
        true => "no komi that it names".to_string(),
        false => format!("a komi of {} only", series(&values, "or")),
    }
}

/// `size 5 6 halfkomi 0 4`
struct SupportedBoards {
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
                self.boards.push(SupportedBoards { sizes, half_komis });
            }
            ["option", "name", name, ..] if name.eq_ignore_ascii_case("halfkomi") => {
                self.komi = Some(KomiOption::read(&words));
            }
            _ => {}
        }
    }

    /// The lines that begin a game; or why there can be none.
    pub fn opening(&self, terms: &BoardTerms) -> Result<Vec<String>, ProtocolError> {
        let BoardTerms { size, half_komi } = terms;
        let komi = points(*half_komi);
        if !self.boards.is_empty() {
            let fitting: Vec<&SupportedBoards> =
                self.boards.iter().filter(|boards| boards.sizes.contains(size)).collect();
            if fitting.is_empty() {
                let sizes: Vec<&str> =
                    self.boards.iter().flat_map(|boards| &boards.sizes).map(String::as_str).collect();
                bail!("plays on boards of size {} only, not {size}", sizes.join(", "));
            }
            let takes =
                |boards: &&SupportedBoards| boards.half_komis.is_empty() || boards.half_komis.contains(half_komi);
            if !fitting.iter().any(takes) {
                let komis: Vec<i64> = fitting.iter().flat_map(|boards| &boards.half_komis).copied().collect();
                bail!("plays size {size} with {}, not {komi}", one_of(&komis));
            }
        }
        let mut lines = Vec::new();
        match &self.komi {
            Some(option) if !option.takes(*half_komi) => {
                bail!("plays with {}, not {komi}", option.words());
            }
            Some(_) => lines.push(format!("setoption name HalfKomi value {half_komi}")),
            None if self.boards.is_empty() && *half_komi != 0 => {
                bail!("knows no komi, and this game has one of {komi}; set komi=0");
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

    fn opening(lines: &[&str], size: &str, half_komi: i64) -> Result<Vec<String>, ProtocolError> {
        let mut introduction = Introduction::default();
        lines.iter().for_each(|line| introduction.hear(line));
        introduction.opening(&BoardTerms { size: size.into(), half_komi })
    }

    fn lines(lines: &[&str]) -> Result<Vec<String>, ProtocolError> {
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
        let says = |text: &str| Err(text.into());
        let komi = "option name HalfKomi type spin default 0 min -10 max 10";
        assert_eq!(opening(&[komi], "5", 11), says("plays with a komi from -5 to 5, not 5.5"));
        assert_eq!(opening(&[], "5", 4), says("knows no komi, and this game has one of 2; set komi=0"));
        let boards = ["size 3 4 halfkomi 0", "size 5 6 halfkomi 0 4"];
        assert_eq!(opening(&boards, "8", 0), says("plays on boards of size 3, 4, 5, 6 only, not 8"));
        assert_eq!(opening(&boards, "4", 4), says("plays size 4 with a komi of 0 only, not 2"));
    }

    #[test]
    fn an_engine_is_set_to_a_value_that_it_names() {
        let says = |text: &str| Err(text.into());
        let combo = "option name HalfKomi type combo default 0 var 4 var 0";
        assert_eq!(opening(&[combo], "5", 4), lines(&["setoption name HalfKomi value 4", "teinewgame 5"]));
        assert_eq!(opening(&[combo], "5", 2), says("plays with a komi of 0 or 2 only, not 1"));
        let bounded = "option name HalfKomi type spin default 0 min 0";
        assert_eq!(opening(&[bounded], "5", -1), says("plays with a komi of 0 or more, not -0.5"));
        let free = "option name HalfKomi type string default 0";
        assert_eq!(opening(&[free], "5", 3), lines(&["setoption name HalfKomi value 3", "teinewgame 5"]));
    }
}
