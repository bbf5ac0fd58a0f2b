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
        doc: "The game is solved if, at the end, one track of a colour goes through every tile with that colour.",
        example: r#"goal { "red:loop", holes = false }"#,
        params: &[
            Param::labels("colours", "colours and the forms they must take, such as \"red:loop\" or \"blue:line\"")
                .optional(),
            Param::labels("line", "colours that must form one line").optional(),
            Param::labels("loop", "colours that must form one loop").optional(),
            Param::flag(
                "partial",
                "whether the first loop of a goal's colour ends the game; a smaller one is a partial success",
            ),
            Param::word(
                "longest",
                &["line", "loop"],
                "in a puzzle: maximise the sum of the longest lines or loops of all colours",
            )
            .optional(),
            Param::int("at_least", 1..=10_000, "sum to reach").optional(),
            Param::flag("holes", "in a puzzle: whether tiles may enclose empty cells").or_true(),
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
        let lines = self.lines.iter().map(|colour| format!("one {colour} line"));
        let loops = self.loops.iter().map(|colour| format!("one {colour} loop"));
        let forms: Vec<String> = lines.chain(loops).collect();
        let goal = match (&self.longest, self.at_least) {
            (Some(form), None) => format!("maximise the sum of the longest {form}s of all colours"),
            (Some(form), Some(least)) => {
                format!("the longest {form}s of all colours add up to at least {least}")
            }
            (None, _) if forms.is_empty() => "all touching edges match".to_string(),
            (None, _) => {
                let each = if forms.len() > 1 { "each " } else { "" };
                format!("{}, {each}through every tile with that colour", series(&forms, "and"))
            }
        };
        let holes = if self.allows_holes { "" } else { " Tiles may not enclose empty cells." };
        match self.partial {
            true => format!(
                "Goal: {goal}. The game ends when a loop of that colour closes; a smaller loop is a partial success. \
                 The game is lost if all tiles are placed without one."
            ),
            false => format!("Goal: {goal}. It is checked when all tiles are placed.{holes}"),
        }
    }
}
