//! What tracks are worth when they are counted, and the end of a game in which everything is laid.

use crate::vocabulary::{Args, Fallback, Kind, Names, Param, Part, RuleValue, Spec};

/// `longest { line = 1, loop = 2 }`: the best track of a side's colour.
#[derive(Clone, PartialEq, Debug)]
pub struct Longest {
    pub line: u32,
    pub closed: u32,
    /// Whether a side with several colours counts all of them, or the best one.
    pub sum: bool,
}

const MOST: i64 = 1000;

impl RuleValue for Longest {
    const SPEC: Spec = Spec {
        name: "longest",
        part: Part::Points,
        says: "A side counts its longest line or loop, whichever is worth more.",
        example: "longest { line = 1, loop = 3 }",
        params: &[
            Param {
                name: "line",
                kind: Kind::Int { min: 0, max: MOST },
                default: Fallback::Int(1),
                says: "what a tile of a line is worth",
            },
            Param {
                name: "loop",
                kind: Kind::Int { min: 0, max: MOST },
                default: Fallback::Int(2),
                says: "what a tile of a loop is worth",
            },
            Param {
                name: "colours",
                kind: Kind::Word(&["best", "sum"]),
                default: Fallback::Text("best"),
                says: "whether a side with several colours counts the best of them or all together",
            },
        ],
    };

    fn read(args: &Args, _: &Names) -> Longest {
        let worth = |name| args.int(name).unwrap_or(0) as u32;
        Longest { line: worth("line"), closed: worth("loop"), sum: args.text("colours") == Some("sum") }
    }

    fn words(&self, _: &Names) -> String {
        let several = if self.sum { "A side with several colours counts each of them." } else { "" };
        let counts = format!(
            "A side counts one track of its colour, the best: {} a tile of a line, {} a tile of a loop.",
            self.line, self.closed
        );
        format!("{counts} {several}").trim_end().to_string()
    }
}

impl Longest {
    /// What the longest line and the longest loop of a colour are worth, and in words which of them counts.
    pub fn best(&self, line: u32, closed: u32) -> (u32, String) {
        let (as_line, as_loop) = (line * self.line, closed * self.closed);
        match (as_line, as_loop) {
            (0, 0) => (0, "nothing".into()),
            _ if as_loop > as_line => (as_loop, format!("loop of {closed}")),
            _ => (as_line, format!("line of {line}")),
        }
    }
}

/// `all_played {}`: the game ends when no seat has a tile left, and the points decide it.
#[derive(Clone, PartialEq, Debug)]
pub struct AllPlayed;

impl RuleValue for AllPlayed {
    const SPEC: Spec = Spec {
        name: "all_played",
        part: Part::Finish,
        says: "The game ends when no seat has a tile left; most points win, and those who share the best score draw.",
        example: "all_played {}",
        params: &[],
    };

    fn read(_: &Args, _: &Names) -> AllPlayed {
        AllPlayed
    }

    fn words(&self, names: &Names) -> String {
        let level = match names.sides.len() > 2 {
            true => "those who share the best score draw with one another, and the others lose",
            false => "equal points are a draw",
        };
        format!("When all tiles are laid the side with the most points wins; {level}.")
    }
}
