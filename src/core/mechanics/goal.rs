//! Goal of a solitaire: the tracks that the tiles must form.

use crate::names::Names;
use crate::spec::{Args, Param, ParamDefault, ParamType, RulePart, RuleValue, Spec};
use crate::text::series;

/// `goal { "red:loop" }` or `goal { loop = "red" }`: one track through every tile that has its colour.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GoalRule {
    /// Colours that must form one line each.
    pub lines: Vec<String>,
    /// Colours that must form one loop each.
    pub loops: Vec<String>,
    /// Goals that could not be parsed.
    pub malformed: Vec<String>,
    /// Whether the first closed loop ends the game; a loop that is too small is a partial success.
    pub partial: bool,
    /// Form whose longest tracks are summed.
    pub longest: Option<String>,
    /// Smallest total length that counts as success.
    pub at_least: Option<u32>,
    /// Whether empty cells may be enclosed.
    pub allows_holes: bool,
}

impl GoalRule {
    /// Adds a goal in the form `red:loop`.
    fn add(&mut self, text: String) {
        match text.split_once(':').map(|(colour, form)| (colour.trim(), form.trim())) {
            Some((colour, "loop")) => self.loops.push(colour.to_string()),
            Some((colour, "line")) => self.lines.push(colour.to_string()),
            _ => self.malformed.push(text),
        }
    }
}

impl RuleValue for GoalRule {
    const SPEC: Spec = Spec {
        name: "goal",
        part: RulePart::Finish,
        doc: "The game is solved if in the end one track of a colour goes through every tile that has the colour.",
        example: r#"goal { "red:loop", holes = false }"#,
        params: &[
            Param {
                name: "colours",
                kind: ParamType::Labels,
                default: ParamDefault::Absent,
                doc: "colours with what they are to form, such as \"red:loop\" and \"blue:line\"",
            },
            Param {
                name: "line",
                kind: ParamType::Labels,
                default: ParamDefault::Absent,
                doc: "the colours that are to form one line",
            },
            Param {
                name: "loop",
                kind: ParamType::Labels,
                default: ParamDefault::Absent,
                doc: "the colours that are to form one loop",
            },
            Param {
                name: "partial",
                kind: ParamType::Flag,
                default: ParamDefault::Flag(false),
                doc: "whether the first loop of a goal's colour ends the game, a smaller one as a partial success",
            },
            Param {
                name: "longest",
                kind: ParamType::Word(&["line", "loop"]),
                default: ParamDefault::Absent,
                doc: "in a puzzle: the longest line or loop of every colour counts, all added up",
            },
            Param {
                name: "at_least",
                kind: ParamType::Int { min: 1, max: 10_000 },
                default: ParamDefault::Absent,
                doc: "what that sum must reach",
            },
            Param {
                name: "holes",
                kind: ParamType::Flag,
                default: ParamDefault::Flag(true),
                doc: "in a puzzle: whether empty cells may be enclosed",
            },
        ],
    };

    fn read(args: &Args, _: &Names) -> GoalRule {
        let mut goal = GoalRule {
            lines: args.list("line"),
            loops: args.list("loop"),
            malformed: Vec::new(),
            partial: args.flag("partial"),
            longest: args.text("longest").map(str::to_string),
            at_least: args.int("at_least"),
            allows_holes: args.flag("holes"),
        };
        args.list("colours").into_iter().for_each(|text| goal.add(text));
        goal
    }

    fn describe(&self, _: &Names) -> String {
        let describe_form = |form: &str, colours: &[String]| -> Option<String> {
            (!colours.is_empty()).then(|| format!("one {form} of {}", series(colours, "and")))
        };
        let forms: Vec<String> =
            [describe_form("line", &self.lines), describe_form("loop", &self.loops)].into_iter().flatten().collect();
        let goal = match (&self.longest, self.at_least) {
            (Some(form), None) => format!("The goal is a large sum of the longest {form}s of all colours"),
            (Some(form), Some(least)) => {
                format!("The goal is that the longest {form}s of all colours add up to {least}")
            }
            (None, _) if forms.is_empty() => "The goal is that all touching edges match".to_string(),
            (None, _) => {
                format!("The goal is {} through every tile that has the colour", series(&forms, "and"))
            }
        };
        let holes = if self.allows_holes { "" } else { " Empty cells may not be enclosed." };
        match self.partial {
            true => format!(
                "{goal}. The game ends when such a loop closes: through all it is solved, a smaller one is a partial \
                 success. All tiles laid and no loop, it has failed."
            ),
            false => format!("{goal}; it is judged when all tiles are laid.{holes}"),
        }
    }
}
