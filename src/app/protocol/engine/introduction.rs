//! What an engine reports of itself before it plays, and whether it supports a game.

use crate::protocol::ProtocolError;
use houserule_core::bail;
use houserule_core::text::series;

/// Board size and komi of a game.
pub struct BoardTerms {
    pub size: String,
    pub half_komi: i64,
}

#[derive(Default)]
pub struct Introduction {
    /// Sizes with their komis, from the newer form of the protocol.
    boards: Vec<SupportedBoards>,
    /// Values of its komi option, if it has one.
    komi: Option<KomiOption>,
}

/// Values that an engine's komi option accepts, in half points.
enum KomiOption {
    /// A range, with the bounds that the engine names.
    Range { min: Option<i64>, max: Option<i64> },
    /// Listed values only.
    OneOf(Vec<i64>),
}

impl KomiOption {
    /// `type spin default 0 min -10 max 10`, or `type combo default 0 var 0 var 4`.
    fn parse(words: &[&str]) -> KomiOption {
        let values_of = |key: &'static str| {
            let pairs = words.windows(2).filter(move |pair| pair[0] == key);
            pairs.filter_map(|pair| pair[1].parse::<i64>().ok())
        };
        match words.windows(2).any(|pair| pair == ["type", "combo"]) {
            true => KomiOption::OneOf(values_of("var").collect()),
            false => KomiOption::Range { min: values_of("min").next(), max: values_of("max").next() },
        }
    }

    fn accepts(&self, half_komi: i64) -> bool {
        match self {
            KomiOption::Range { min, max } => {
                min.is_none_or(|min| min <= half_komi) && max.is_none_or(|max| half_komi <= max)
            }
            KomiOption::OneOf(values) => values.contains(&half_komi),
        }
    }

    fn describe(&self) -> String {
        match self {
            KomiOption::Range { min: Some(min), max: Some(max) } => {
                format!("a komi from {} to {}", points(*min), points(*max))
            }
            KomiOption::Range { min: Some(min), .. } => format!("a komi of {} or more", points(*min)),
            KomiOption::Range { max, .. } => format!("a komi of {} or less", points(max.unwrap_or(0))),
            KomiOption::OneOf(values) => describe_values(values),
        }
    }
}

fn points(half_komi: i64) -> f64 {
    half_komi as f64 / 2.0
}

/// Describes values: `a komi of 0 or 2 only`.
fn describe_values(half_komis: &[i64]) -> String {
    let mut half_komis = half_komis.to_vec();
    half_komis.sort_unstable();
    half_komis.dedup();
    let values: Vec<String> = half_komis.into_iter().map(|half| points(half).to_string()).collect();
    match values.is_empty() {
        true => "no komi".to_string(),
        false => format!("a komi of {} only", series(&values, "or")),
    }
}

/// `size 5 6 halfkomi 0 4`
struct SupportedBoards {
    sizes: Vec<String>,
    half_komis: Vec<i64>,
}

impl Introduction {
    /// Reads a line that precedes `teiok`.
    pub fn parse_line(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["size", ..] => {
                let (sizes, komis) =
                    words[1..].split_at(words[1..].iter().take_while(|word| **word != "halfkomi").count());
                let is_number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
                let sizes: Vec<String> = sizes.iter().filter(is_number).map(ToString::to_string).collect();
                // Engines also print chatter: a line without a size is not about boards.
                if sizes.is_empty() {
                    return;
                }
                let half_komis = komis.iter().filter_map(|word| word.parse().ok()).collect();
                self.boards.push(SupportedBoards { sizes, half_komis });
            }
            ["option", "name", name, ..] if name.eq_ignore_ascii_case("halfkomi") => {
                self.komi = Some(KomiOption::parse(&words));
            }
            _ => {}
        }
    }

    /// Returns the commands that start a game, or why the engine cannot play it.
    pub fn new_game_commands(&self, terms: &BoardTerms) -> Result<Vec<String>, ProtocolError> {
        let BoardTerms { size, half_komi } = terms;
        let komi = points(*half_komi);
        if !self.boards.is_empty() {
            let matching: Vec<&SupportedBoards> =
                self.boards.iter().filter(|boards| boards.sizes.contains(size)).collect();
            if matching.is_empty() {
                let sizes: Vec<&str> =
                    self.boards.iter().flat_map(|boards| &boards.sizes).map(String::as_str).collect();
                bail!("plays only boards of size {}, not {size}", sizes.join(", "));
            }
            let accepts =
                |boards: &&SupportedBoards| boards.half_komis.is_empty() || boards.half_komis.contains(half_komi);
            if !matching.iter().any(accepts) {
                let komis: Vec<i64> = matching.iter().flat_map(|boards| &boards.half_komis).copied().collect();
                bail!("plays size {size} with {}, not {komi}", describe_values(&komis));
            }
        }
        let mut lines = Vec::new();
        match &self.komi {
            Some(option) if !option.accepts(*half_komi) => {
                bail!("plays with {}, not {komi}", option.describe());
            }
            Some(_) => lines.push(format!("setoption name HalfKomi value {half_komi}")),
            None if self.boards.is_empty() && *half_komi != 0 => {
                bail!("does not support komi, but this game has {komi}; set komi=0");
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

    fn new_game(lines: &[&str], size: &str, half_komi: i64) -> Result<Vec<String>, ProtocolError> {
        let mut introduction = Introduction::default();
        lines.iter().for_each(|line| introduction.parse_line(line));
        introduction.new_game_commands(&BoardTerms { size: size.into(), half_komi })
    }

    fn lines(lines: &[&str]) -> Result<Vec<String>, ProtocolError> {
        Ok(lines.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_game_begins_in_the_form_that_the_engine_knows() {
        assert_eq!(new_game(&["id name A"], "5", 0), lines(&["teinewgame 5"]));
        let komi = "option name HalfKomi type spin default 0 min -10 max 10";
        assert_eq!(new_game(&[komi], "6", 4), lines(&["setoption name HalfKomi value 4", "teinewgame 6"]));
        let boards = ["size 3 4 halfkomi 0", "size 5 6 halfkomi 0 4"];
        assert_eq!(new_game(&boards, "6", 4), lines(&["teinewgame size 6 halfkomi 4"]));
        assert_eq!(new_game(&["size 5"], "5", 7), lines(&["teinewgame size 5 halfkomi 7"]));
    }

    #[test]
    fn a_game_that_the_engine_cannot_play_is_rejected_before_it_starts() {
        let error = |text: &str| Err(text.into());
        let komi = "option name HalfKomi type spin default 0 min -10 max 10";
        assert_eq!(new_game(&[komi], "5", 11), error("plays with a komi from -5 to 5, not 5.5"));
        assert_eq!(new_game(&[], "5", 4), error("does not support komi, but this game has 2; set komi=0"));
        let boards = ["size 3 4 halfkomi 0", "size 5 6 halfkomi 0 4"];
        assert_eq!(new_game(&boards, "8", 0), error("plays only boards of size 3, 4, 5, 6, not 8"));
        assert_eq!(new_game(&boards, "4", 4), error("plays size 4 with a komi of 0 only, not 2"));
    }

    #[test]
    fn an_engine_is_set_to_a_value_that_it_names() {
        let error = |text: &str| Err(text.into());
        let combo = "option name HalfKomi type combo default 0 var 4 var 0";
        assert_eq!(new_game(&[combo], "5", 4), lines(&["setoption name HalfKomi value 4", "teinewgame 5"]));
        assert_eq!(new_game(&[combo], "5", 2), error("plays with a komi of 0 or 2 only, not 1"));
        let bounded = "option name HalfKomi type spin default 0 min 0";
        assert_eq!(new_game(&[bounded], "5", -1), error("plays with a komi of 0 or more, not -0.5"));
        let free = "option name HalfKomi type string default 0";
        assert_eq!(new_game(&[free], "5", 3), lines(&["setoption name HalfKomi value 3", "teinewgame 5"]));
    }
}
