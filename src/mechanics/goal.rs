//! What has to lie in the end for a game against nobody to be solved.

use crate::vocabulary::{Args, Fallback, Kind, Names, Param, Part, RuleValue, Spec, series};

/// `goal { loop = "red" }`: one track through every tile that has its colour.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// The colours that are to form one line each.
    pub lines: Vec<String>,
    /// The colours that are to form one loop each.
    pub loops: Vec<String>,
    /// Whether the first loop that closes ends the game, one that is too small as half a success.
    pub partial: bool,
}

impl RuleValue for Goal {
    const SPEC: Spec = Spec {
        name: "goal",
        part: Part::Finish,
        says: "The game is solved if in the end one track of a colour goes through every tile that has the colour.",
        params: &[
            Param {
                name: "line",
                kind: Kind::Labels,
                default: Fallback::Absent,
                says: "the colours that are to form one line",
            },
            Param {
                name: "loop",
                kind: Kind::Labels,
                default: Fallback::Absent,
                says: "the colours that are to form one loop",
            },
            Param {
                name: "partial",
                kind: Kind::Flag,
                default: Fallback::Flag(false),
                says: "whether the first loop of a goal's colour ends the game, a smaller one as a partial success",
            },
        ],
    };

    fn read(args: &Args, _: &Names) -> Goal {
        Goal { lines: args.list("line"), loops: args.list("loop"), partial: args.flag("partial") }
    }

    fn words(&self, _: &Names) -> String {
        let of = |form: &str, colours: &[String]| -> Option<String> {
            (!colours.is_empty()).then(|| format!("one {form} of {}", series(colours, "and")))
        };
        let forms: Vec<String> =
            [of("line", &self.lines), of("loop", &self.loops)].into_iter().flatten().collect();
        let goal = format!("The goal is {} through every tile that has the colour", series(&forms, "and"));
        match self.partial {
            true => format!(
                "{goal}. The game ends when such a loop closes: through all it is solved, a smaller one is a partial \
                 success. All tiles laid and no loop, it has failed."
            ),
            false => format!("{goal}; when all tiles are laid the game is solved or has failed."),
        }
    }
}
