//! Goal of a solitaire: the tracks that the tiles must form.

use crate::names::Names;
use crate::spec::{Args, Param, RulePart, RuleValue, Spec};
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
            Param::labels("colours", "colours with what they are to form, such as \"red:loop\" and \"blue:line\"")
                .optional(),
            Param::labels("line", "the colours that are to form one line").optional(),
            Param::labels("loop", "the colours that are to form one loop").optional(),
            Param::flag(
                "partial",
                "whether the first loop of a goal's colour ends the game, a smaller one as a partial success",
            ),
            Param::word(
                "longest",
                &["line", "loop"],
                "in a puzzle: the longest line or loop of every colour counts, all added up",
            )
            .optional(),
            Param::int("at_least", 1..=10_000, "what that sum must reach").optional(),
            Param::flag("holes", "in a puzzle: whether empty cells may be enclosed").or_true(),
        ],
    };

    fn read(args: &Args, _: &Names) -> GoalRule {
        let mut goal = GoalRule {
            lines: args.list("line"),
            loops: args.list("loop"),
            malformed: Vec::new(),
            partial: args.flag("partial"),
            longest: args.optional_text("longest").map(str::to_string),
            at_least: args.optional_int("at_least"),
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
