//! Goals that a question may ask for instead of a particular move.

use super::super::decl::{DeclNode, DeclValue, RuleDecl};
use super::super::options::unknown_key;
use super::super::source::Diagnostic;
use super::specs::{GOALS, goal_spec};
use houserule_core::text::nearest;

/// Goal that a move must reach to be accepted. The program determines which moves do.
#[derive(Clone, PartialEq, Debug)]
pub enum LessonGoal {
    /// The rules allow it.
    Legal,
    /// The rules forbid it; by the rule with this id, if one is named.
    Illegal {
        /// Id of the rule.
        rule: Option<String>,
    },
    /// It wins within `turns` own turns whatever the others do; by the end rule with this id, if one is named.
    WinsIn {
        /// Number of own turns.
        turns: u32,
        /// Id of the end rule.
        end_rule: Option<String>,
    },
    /// It would win within `turns` turns if the others passed, in at least `places` ways.
    Threatens {
        /// Number of own turns.
        turns: u32,
        /// Id of the end rule.
        end_rule: Option<String>,
        /// Number of different winning cells.
        places: u32,
    },
    /// Afterwards the next seat has no move that reaches a goal.
    Prevents(Box<LessonGoal>),
    /// It does not reach a goal.
    Avoids(Box<LessonGoal>),
    /// Afterwards no other team can force a win within `turns` turns.
    KeepsAlive {
        /// Number of turns.
        turns: u32,
    },
    /// It fills these empty cells, given by label or name.
    Fills(Vec<String>),
    /// It makes at least these counts.
    Makes(MadeCounts),
    /// Afterwards the longest own line has at least this number of tiles, or the longest own row this number of pieces,
    /// and had fewer before.
    MakesLine {
        /// Number of tiles or pieces.
        length: u32,
    },
    /// It makes a new own loop of at least this number of tiles.
    MakesLoop {
        /// Number of tiles.
        length: u32,
    },
    /// Afterwards the own team has at least this number of points.
    Scores {
        /// Number of points.
        points: f64,
    },
    /// A line typed at the prompt begins with one of these.
    Types(Vec<String>),
    /// All of these at once.
    AllOf(Vec<LessonGoal>),
    /// A function of the views before and after, as a number in the script host.
    Script(usize),
}

/// Minimum counts that a move makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MadeCounts {
    /// Tiles forced by it.
    pub forced: Option<u32>,
    /// Spaces that must be filled first.
    pub spaces: Option<u32>,
    /// Pieces in the tallest own stack.
    pub stack: Option<u32>,
    /// Points gained.
    pub points: Option<u32>,
}

/// Maximum lookahead in turns, and maximum of any count.
const MAX_LOOKAHEAD_TURNS: i64 = 5;
const MAX_COUNT: i64 = 1_000;

/// Maximum number of winning cells that are distinguished.
pub const MAX_THREAT_PLACES: u32 = 4;

/// Parses a goal; `None` after an error.
pub(super) fn read(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Option<LessonGoal> {
    match &node.value {
        DeclValue::Function(number) => Some(LessonGoal::Script(*number)),
        DeclValue::Rule(decl) => GoalFields::of(node, decl, path, faults)?.goal(),
        _ => {
            let message = format!("expected a goal such as wins_in(1), not {}", node.describe());
            faults.push(Diagnostic::new(&node.place, path, message));
            None
        }
    }
}

/// Parameters of one constructor.
pub(super) struct GoalFields<'a> {
    node: &'a DeclNode,
    decl: &'a RuleDecl,
    path: &'a str,
    faults: &'a mut Vec<Diagnostic>,
}

impl<'a> GoalFields<'a> {
    /// Parameters, if the constructor is a goal or a reply and all are known.
    pub(super) fn of(
        node: &'a DeclNode,
        decl: &'a RuleDecl,
        path: &'a str,
        faults: &'a mut Vec<Diagnostic>,
    ) -> Option<GoalFields<'a>> {
        let Some(spec) = goal_spec(&decl.name) else {
            let names = GOALS.iter().map(|spec| spec.name);
            let near = nearest(&decl.name, names).map(|near| format!("; did you mean `{near}`?"));
            let message = format!("`{}` is a rule value, not a goal{}", decl.name, near.unwrap_or_default());
            faults.push(Diagnostic::new(&node.place, path, message));
            return None;
        };
        let params = spec.params.unwrap_or_default();
        let known = params.iter().map(|key| key.name);
        let unknown: Vec<Diagnostic> = decl
            .fields
            .iter()
            .filter(|(key, _)| !known.clone().any(|name| name == key.as_str()))
            .map(|(key, field)| match params {
                [] => Diagnostic::new(&field.place, path, format!("`{}` takes no values", spec.name)),
                _ => unknown_key(&field.place, path, key, known.clone().collect::<Vec<_>>()),
            })
            .collect();
        let is_known = unknown.is_empty();
        faults.extend(unknown);
        is_known.then_some(GoalFields { node, decl, path, faults })
    }

    fn report(&mut self, key: &str, message: String) {
        let place = self.decl.fields.get(key).map_or(&self.node.place, |node| &node.place);
        self.faults.push(Diagnostic::new(place, self.path, message));
    }

    /// Parameter; a list of one item counts as that item, for `wins_in { 1, by = "road" }`.
    fn field(&self, key: &str) -> Option<&'a DeclNode> {
        let node = self.decl.fields.get(key)?;
        match &node.value {
            DeclValue::List(list) if list.len() == 1 => list.first(),
            _ => Some(node),
        }
    }

    fn whole_number(&mut self, key: &str, max: i64) -> Option<Option<u32>> {
        let Some(node) = self.field(key) else { return Some(None) };
        match node.as_int().filter(|number| (1..=max).contains(number)) {
            Some(number) => Some(Some(number as u32)),
            None => {
                let message = format!("`{key}` must be a whole number from 1 to {max}, not {}", node.describe());
                self.report(key, message);
                None
            }
        }
    }

    fn text(&mut self, key: &str) -> Option<Option<String>> {
        let Some(node) = self.field(key) else { return Some(None) };
        match node.as_text() {
            Some(text) => Some(Some(text.to_string())),
            None => {
                self.report(key, format!("`{key}` must be a text, not {}", node.describe()));
                None
            }
        }
    }

    /// One or several strings, at least one.
    fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let texts = self.decl.fields.get(key).and_then(DeclNode::as_texts).filter(|texts| !texts.is_empty());
        if texts.is_none() {
            let example = goal_spec(&self.decl.name).map_or("", |spec| spec.example);
            self.report(key, format!("expected a text or a list of texts, as in {example}"));
        }
        texts
    }

    fn required<T>(&mut self, key: &str, value: Option<T>) -> Option<T> {
        if value.is_none() {
            let example = goal_spec(&self.decl.name).map_or("", |spec| spec.example);
            self.report(key, format!("`{}` needs `{key}`, as in {example}", self.decl.name));
        }
        value
    }

    fn goal(mut self) -> Option<LessonGoal> {
        let goal = match self.decl.name.as_str() {
            "legal" => LessonGoal::Legal,
            "illegal" => LessonGoal::Illegal { rule: self.text("rule")? },
            "wins_in" => LessonGoal::WinsIn {
                turns: self.whole_number("turns", MAX_LOOKAHEAD_TURNS)?.unwrap_or(1),
                end_rule: self.text("by")?,
            },
            "threatens" => LessonGoal::Threatens {
                turns: self.whole_number("turns", MAX_LOOKAHEAD_TURNS)?.unwrap_or(1),
                end_rule: self.text("by")?,
                places: self.whole_number("places", MAX_THREAT_PLACES.into())?.unwrap_or(1),
            },
            "threatens_road" => LessonGoal::Threatens { turns: 1, end_rule: Some("road".to_string()), places: 1 },
            "prevents" => LessonGoal::Prevents(Box::new(match self.field("goal") {
                Some(node) => read(node, self.path, self.faults)?,
                None => LessonGoal::WinsIn { turns: 1, end_rule: None },
            })),
            "avoids" => {
                let node = self.field("goal");
                let node = self.required("goal", node)?;
                LessonGoal::Avoids(Box::new(read(node, self.path, self.faults)?))
            }
            "keeps_alive" => {
                LessonGoal::KeepsAlive { turns: self.whole_number("turns", MAX_LOOKAHEAD_TURNS)?.unwrap_or(1) }
            }
            "fills" => LessonGoal::Fills(self.texts("cells")?),
            "makes" => self.counts()?,
            "makes_line" => {
                let length = self.whole_number("length", MAX_COUNT)?;
                LessonGoal::MakesLine { length: self.required("length", length)? }
            }
            "makes_loop" => LessonGoal::MakesLoop { length: self.whole_number("length", MAX_COUNT)?.unwrap_or(1) },
            "scores" => {
                let points = self.field("points").and_then(DeclNode::as_number);
                LessonGoal::Scores { points: self.required("points", points)? }
            }
            "types" => LessonGoal::Types(self.texts("lines")?),
            "all_of" => self.all_of()?,
            name => {
                self.report("", format!("`{name}` is a reply, not a goal"));
                return None;
            }
        };
        Some(goal)
    }

    fn counts(&mut self) -> Option<LessonGoal> {
        let counts = MadeCounts {
            forced: self.whole_number("forced", MAX_COUNT)?,
            spaces: self.whole_number("spaces", MAX_COUNT)?,
            stack: self.whole_number("stack", MAX_COUNT)?,
            points: self.whole_number("points", MAX_COUNT)?,
        };
        if counts == MadeCounts::default() {
            self.report("", "`makes` needs something to count, as in makes { forced = 2 }".to_string());
            return None;
        }
        Some(LessonGoal::Makes(counts))
    }

    fn all_of(&mut self) -> Option<LessonGoal> {
        let list = self.decl.fields.get("goals").and_then(DeclNode::as_list).filter(|list| list.len() > 1);
        let list = self.required("goals", list)?;
        let goals: Vec<Option<LessonGoal>> = list.iter().map(|node| read(node, self.path, self.faults)).collect();
        goals.into_iter().collect::<Option<Vec<LessonGoal>>>().map(LessonGoal::AllOf)
    }

    /// Bot of `by_bot "greedy"`.
    pub(super) fn bot(&mut self) -> Option<String> {
        let bot = self.text("bot")?;
        self.required("bot", bot)
    }
}
