//! Parser of commands. Unknown words are skipped, as the protocol requires.

use std::time::Duration;

/// A command to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TeiCommand {
    Tei,
    IsReady,
    SetOption { name: String, value: String },
    NewGame(NewGame),
    Position { tps: Option<String>, moves: Vec<String> },
    Go(GoCommand),
    Stop,
    Quit,
    Empty,
    Unknown(String),
}

/// `teinewgame 5`, or `teinewgame size 5 halfkomi 4`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewGame {
    pub size: Option<String>,
    pub half_komi: Option<String>,
}

/// Limits of a search; clocks and increments by seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoCommand {
    pub movetime: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<usize>,
    pub clocks: [Option<Duration>; 2],
    pub increments: [Duration; 2],
    pub moves_to_go: Option<u32>,
    pub until_solved: bool,
    pub is_infinite: bool,
    /// Words that were not understood.
    pub unknown: Vec<String>,
}

impl GoCommand {
    /// Whether only `stop` ends the search: `infinite`, or no limit at all. An unknown word counts as some limit.
    pub fn is_unlimited(&self) -> bool {
        self.is_infinite || !self.is_limited() && self.unknown.is_empty()
    }

    pub fn is_limited(&self) -> bool {
        self.is_timed() || self.nodes.is_some() || self.depth.is_some() || self.until_solved
    }

    pub fn is_timed(&self) -> bool {
        self.movetime.is_some() || self.clocks.iter().any(Option::is_some)
    }
}

impl TeiCommand {
    pub fn parse(line: &str) -> TeiCommand {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return TeiCommand::Empty };
        let rest: Vec<&str> = words.collect();
        match first {
            "tei" => TeiCommand::Tei,
            "isready" => TeiCommand::IsReady,
            "setoption" => parse_set_option(&rest),
            "teinewgame" => TeiCommand::NewGame(parse_new_game(&rest)),
            "position" => parse_position(&rest),
            "go" => TeiCommand::Go(parse_go(&rest)),
            "stop" => TeiCommand::Stop,
            "quit" => TeiCommand::Quit,
            _ => TeiCommand::Unknown(line.to_string()),
        }
    }
}

/// `name Half Komi value 4`: names and values may have blanks in them.
fn parse_set_option(words: &[&str]) -> TeiCommand {
    let value = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name = words[..value].iter().skip_while(|word| **word == "name");
    let name = name.copied().collect::<Vec<_>>().join(" ");
    TeiCommand::SetOption { name, value: words.get(value + 1..).unwrap_or_default().join(" ") }
}

fn parse_new_game(words: &[&str]) -> NewGame {
    let mut game = NewGame::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "size" => game.size = words.next().map(ToString::to_string),
            "halfkomi" => game.half_komi = words.next().map(ToString::to_string),
            word if game.size.is_none() => game.size = Some(word.to_string()),
            _ => {}
        }
    }
    game
}

/// `startpos moves a1 b2`, or `tps x3/x3/x3 1 1 moves a1`.
fn parse_position(words: &[&str]) -> TeiCommand {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves = words.get(split + 1..).unwrap_or_default().iter().map(ToString::to_string).collect();
    match &words[..split] {
        ["tps", tps @ ..] => TeiCommand::Position { tps: Some(tps.join(" ")), moves },
        ["startpos", ..] => TeiCommand::Position { tps: None, moves },
        _ => TeiCommand::Unknown(format!("position {}", words.join(" "))),
    }
}

fn parse_go(words: &[&str]) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        // A negative number, as on a clock that has run out, counts as zero.
        let number: Option<i64> = words.next_if(|word| word.parse::<i64>().is_ok()).and_then(|word| word.parse().ok());
        let count = number.map(|number| number.max(0) as u64);
        let millis = count.map(Duration::from_millis);
        match *word {
            "solved" => go.until_solved = true,
            "infinite" => go.is_infinite = true,
            word if count.is_none() => go.unknown.push(word.to_string()),
            "movetime" => go.movetime = millis,
            "nodes" => go.nodes = count.map(|nodes| nodes.max(1)),
            "depth" => go.depth = count.map(|depth| depth.clamp(1, 100) as usize),
            "wtime" => go.clocks[0] = millis,
            "btime" => go.clocks[1] = millis,
            "winc" => go.increments[0] = millis.unwrap_or_default(),
            "binc" => go.increments[1] = millis.unwrap_or_default(),
            "movestogo" => go.moves_to_go = count.map(|moves| moves.clamp(1, 1000) as u32),
            word => go.unknown.push(format!("{word} {}", number.unwrap_or_default())),
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn both_forms_of_a_new_game_are_read() {
        let game = |size: &str, half_komi: Option<&str>| {
            TeiCommand::NewGame(NewGame { size: Some(size.into()), half_komi: half_komi.map(str::to_string) })
        };
        assert_eq!(TeiCommand::parse("teinewgame 5"), game("5", None));
        assert_eq!(TeiCommand::parse("teinewgame size 6 halfkomi 4"), game("6", Some("4")));
        assert_eq!(TeiCommand::parse("teinewgame halfkomi -3 size 6"), game("6", Some("-3")));
        assert_eq!(TeiCommand::parse("teinewgame"), TeiCommand::NewGame(NewGame::default()));
    }

    #[test]
    fn positions_are_read_with_and_without_moves() {
        let at = |tps: Option<&str>, moves: &[&str]| TeiCommand::Position {
            tps: tps.map(str::to_string),
            moves: moves.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(TeiCommand::parse("position startpos"), at(None, &[]));
        assert_eq!(TeiCommand::parse("  position  startpos moves a1 3b2+12 "), at(None, &["a1", "3b2+12"]));
        assert_eq!(TeiCommand::parse("position tps x3/x3/x3 1 1"), at(Some("x3/x3/x3 1 1"), &[]));
        assert_eq!(TeiCommand::parse("position tps x3/x3/x3 2 1 moves"), at(Some("x3/x3/x3 2 1"), &[]));
        assert_eq!(TeiCommand::parse("position a1"), TeiCommand::Unknown("position a1".into()));
    }

    #[test]
    fn options_may_have_blanks_and_no_value() {
        let option = |name: &str, value: &str| TeiCommand::SetOption { name: name.into(), value: value.into() };
        assert_eq!(TeiCommand::parse("setoption name HalfKomi value 4"), option("HalfKomi", "4"));
        assert_eq!(TeiCommand::parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(TeiCommand::parse("setoption"), option("", ""));
    }

    #[test]
    fn a_search_is_limited_by_what_is_understood() {
        assert_eq!(
            TeiCommand::parse("go movetime 500"),
            TeiCommand::Go(GoCommand { movetime: Some(millis(500)), ..GoCommand::default() })
        );
        let clocks = GoCommand {
            clocks: [Some(millis(1000)), Some(millis(0))],
            increments: [millis(10), millis(20)],
            ..GoCommand::default()
        };
        assert_eq!(TeiCommand::parse("go wtime 1000 btime -30 winc 10 binc 20"), TeiCommand::Go(clocks));
        assert_eq!(
            TeiCommand::parse("go ponder nodes x depth 4"),
            TeiCommand::Go(GoCommand {
                depth: Some(4),
                unknown: ["ponder", "nodes", "x"].map(str::to_string).to_vec(),
                ..GoCommand::default()
            })
        );
        let mate = GoCommand { unknown: vec!["mate 2".to_string()], ..GoCommand::default() };
        assert_eq!(TeiCommand::parse("go mate 2"), TeiCommand::Go(mate));
        let is_unlimited = |line: &str| match TeiCommand::parse(line) {
            TeiCommand::Go(go) => go.is_unlimited(),
            other => panic!("{other:?}"),
        };
        assert!(is_unlimited("go") && is_unlimited("go infinite") && is_unlimited("go infinite nodes 5"));
        for line in ["go nodes", "go movetime abc", "go mate 2", "go ponder"] {
            assert!(!is_unlimited(line), "{line}");
        }
        assert!(
            !is_unlimited("go nodes 5")
                && !is_unlimited("go wtime 5")
                && !is_unlimited("go solved")
                && !is_unlimited("go depth 3")
        );
    }

    #[test]
    fn unknown_commands_are_kept_as_text() {
        assert_eq!(TeiCommand::parse(" "), TeiCommand::Empty);
        assert_eq!(TeiCommand::parse("xyzzy 1 2"), TeiCommand::Unknown("xyzzy 1 2".into()));
    }
}
