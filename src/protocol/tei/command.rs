//! What a line says. Words that mean nothing are passed over, as the protocol asks.

use std::time::Duration;

/// What other programs say to an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Tei,
    IsReady,
    SetOption { name: String, value: String },
    NewGame(NewGame),
    Position { tps: Option<String>, moves: Vec<String> },
    Go(Go),
    Stop,
    Quit,
    Nothing,
    Unknown(String),
}

/// `teinewgame 5`, or `teinewgame size 5 halfkomi 4`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewGame {
    pub size: Option<String>,
    pub half_komi: Option<String>,
}

/// How long to search, of one seat and the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    pub movetime: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<usize>,
    pub clocks: [Option<Duration>; 2],
    pub increments: [Duration; 2],
    pub moves_to_go: Option<u32>,
    pub until_solved: bool,
    pub is_infinite: bool,
    /// What was not understood.
    pub odd: Vec<String>,
}

impl Go {
    /// Whether only `stop` ends the search: by that word, or since nothing else was said. Whoever said something that is
    /// not understood meant some limit.
    pub fn is_endless(&self) -> bool {
        self.is_infinite || !self.is_limited() && self.odd.is_empty()
    }

    pub fn is_limited(&self) -> bool {
        self.is_timed() || self.nodes.is_some() || self.depth.is_some() || self.until_solved
    }

    pub fn is_timed(&self) -> bool {
        self.movetime.is_some() || self.clocks.iter().any(Option::is_some)
    }
}

impl Command {
    pub fn parse(line: &str) -> Command {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Command::Nothing };
        let rest: Vec<&str> = words.collect();
        match first {
            "tei" => Command::Tei,
            "isready" => Command::IsReady,
            "setoption" => set_option(&rest),
            "teinewgame" => Command::NewGame(new_game(&rest)),
            "position" => position(&rest),
            "go" => Command::Go(go(&rest)),
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => Command::Unknown(line.to_string()),
        }
    }
}

/// `name Half Komi value 4`: names and values may have blanks in them.
fn set_option(words: &[&str]) -> Command {
    let value = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let name = words[..value].iter().skip_while(|word| **word == "name");
    let name = name.copied().collect::<Vec<_>>().join(" ");
    Command::SetOption { name, value: words.get(value + 1..).unwrap_or_default().join(" ") }
}

fn new_game(words: &[&str]) -> NewGame {
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
fn position(words: &[&str]) -> Command {
    let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let played = words.get(moves + 1..).unwrap_or_default().iter().map(ToString::to_string).collect();
    match &words[..moves] {
        ["tps", tps @ ..] => Command::Position { tps: Some(tps.join(" ")), moves: played },
        ["startpos", ..] => Command::Position { tps: None, moves: played },
        _ => Command::Unknown(format!("position {}", words.join(" "))),
    }
}

fn go(words: &[&str]) -> Go {
    let mut go = Go::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        // A number below zero, as on a clock that has run out, is none.
        let number: Option<i64> =
            words.next_if(|word| word.parse::<i64>().is_ok()).and_then(|word| word.parse().ok());
        let count = number.map(|number| number.max(0) as u64);
        let millis = count.map(Duration::from_millis);
        match *word {
            "solved" => go.until_solved = true,
            "infinite" => go.is_infinite = true,
            word if count.is_none() => go.odd.push(word.to_string()),
            "movetime" => go.movetime = millis,
            "nodes" => go.nodes = count.map(|nodes| nodes.max(1)),
            "depth" => go.depth = count.map(|depth| depth.clamp(1, 100) as usize),
            "wtime" => go.clocks[0] = millis,
            "btime" => go.clocks[1] = millis,
            "winc" => go.increments[0] = millis.unwrap_or_default(),
            "binc" => go.increments[1] = millis.unwrap_or_default(),
            "movestogo" => go.moves_to_go = count.map(|moves| moves.clamp(1, 1000) as u32),
            word => go.odd.push(format!("{word} {}", number.unwrap_or_default())),
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
            Command::NewGame(NewGame { size: Some(size.into()), half_komi: half_komi.map(str::to_string) })
        };
        assert_eq!(Command::parse("teinewgame 5"), game("5", None));
        assert_eq!(Command::parse("teinewgame size 6 halfkomi 4"), game("6", Some("4")));
        assert_eq!(Command::parse("teinewgame halfkomi -3 size 6"), game("6", Some("-3")));
        assert_eq!(Command::parse("teinewgame"), Command::NewGame(NewGame::default()));
    }

    #[test]
    fn positions_are_read_with_and_without_moves() {
        let at = |tps: Option<&str>, moves: &[&str]| Command::Position {
            tps: tps.map(str::to_string),
            moves: moves.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(Command::parse("position startpos"), at(None, &[]));
        assert_eq!(Command::parse("  position  startpos moves a1 3b2+12 "), at(None, &["a1", "3b2+12"]));
        assert_eq!(Command::parse("position tps x3/x3/x3 1 1"), at(Some("x3/x3/x3 1 1"), &[]));
        assert_eq!(Command::parse("position tps x3/x3/x3 2 1 moves"), at(Some("x3/x3/x3 2 1"), &[]));
        assert_eq!(Command::parse("position a1"), Command::Unknown("position a1".into()));
    }

    #[test]
    fn options_may_have_blanks_and_no_value() {
        let option = |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        assert_eq!(Command::parse("setoption name HalfKomi value 4"), option("HalfKomi", "4"));
        assert_eq!(Command::parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(Command::parse("setoption"), option("", ""));
    }

    #[test]
    fn a_search_is_limited_by_what_is_understood() {
        assert_eq!(
            Command::parse("go movetime 500"),
            Command::Go(Go { movetime: Some(millis(500)), ..Go::default() })
        );
        let clocks = Go {
            clocks: [Some(millis(1000)), Some(millis(0))],
            increments: [millis(10), millis(20)],
            ..Go::default()
        };
        assert_eq!(Command::parse("go wtime 1000 btime -30 winc 10 binc 20"), Command::Go(clocks));
        assert_eq!(
            Command::parse("go ponder nodes x depth 4"),
            Command::Go(Go {
                depth: Some(4),
                odd: ["ponder", "nodes", "x"].map(str::to_string).to_vec(),
                ..Go::default()
            })
        );
        let mate = Go { odd: vec!["mate 2".to_string()], ..Go::default() };
        assert_eq!(Command::parse("go mate 2"), Command::Go(mate));
        let endless = |line: &str| match Command::parse(line) {
            Command::Go(go) => go.is_endless(),
            other => panic!("{other:?}"),
        };
        assert!(endless("go") && endless("go infinite") && endless("go infinite nodes 5"));
        for odd in ["go nodes", "go movetime abc", "go mate 2", "go ponder"] {
            assert!(!endless(odd), "{odd}");
        }
        assert!(
            !endless("go nodes 5")
                && !endless("go wtime 5")
                && !endless("go solved")
                && !endless("go depth 3")
        );
    }

    #[test]
    fn what_nobody_knows_is_nothing_to_worry_about() {
        assert_eq!(Command::parse(" "), Command::Nothing);
        assert_eq!(Command::parse("xyzzy 1 2"), Command::Unknown("xyzzy 1 2".into()));
    }
}
