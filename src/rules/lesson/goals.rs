//! What a question may ask for, in place of a move: goals, as scripts write them.

use super::super::decl::{Node, RuleDecl, Value};
use super::super::keys::Key;
use super::super::options::unknown_key;
use super::super::source::Fault;
use crate::vocabulary::nearest;

/// What a move must do to be accepted. The program works out which moves do.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// The rules allow it.
    Legal,
    /// The rules forbid it; by a rule of this id, if one is named.
    Illegal {
        rule: Option<String>,
    },
    /// It wins within so many turns of one's own, whatever the others do; by an end rule of this id, if one is named.
    WinsIn {
        turns: u32,
        by: Option<String>,
    },
    /// It would win within so many turns if the others passed, in at least so many ways.
    Threatens {
        turns: u32,
        by: Option<String>,
        ways: u32,
    },
    /// Afterwards the next seat has no move that reaches a goal.
    Prevents(Box<Goal>),
    /// It does not reach a goal.
    Avoids(Box<Goal>),
    /// Afterwards nobody else can force a win within so many turns.
    KeepsAlive {
        turns: u32,
    },
    /// Something lies then on cells that were empty, given by label or name.
    Fills(Vec<String>),
    Makes(Counts),
    /// One's longest line has at least so many tiles then, or one's longest row so many pieces, and had fewer before.
    MakesLine {
        length: u32,
    },
    /// A loop of one's own is there then that was not before, of at least so many tiles.
    MakesLoop {
        length: u32,
    },
    /// One's side has at least so many points then.
    Scores {
        points: f64,
    },
    /// A line typed at the prompt begins with one of these.
    Types(Vec<String>),
    /// All of these at once.
    AllOf(Vec<Goal>),
    /// A function of the view before and after, by its number.
    Script(usize),
}

/// What a move makes, at least so many of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Tiles that follow by force.
    pub forced: Option<u32>,
    /// Spaces that must be filled first.
    pub spaces: Option<u32>,
    /// Pieces in the tallest stack of one's own.
    pub stack: Option<u32>,
    /// Points more than before.
    pub points: Option<u32>,
}

/// A constructor of a goal or a reply, described.
#[derive(Debug)]
pub struct GoalSpec {
    pub name: &'static str,
    pub says: &'static str,
    pub example: &'static str,
    /// The first may also be given by position.
    pub takes: &'static [Key],
}

impl GoalSpec {
    /// Whether it is a reply and no goal.
    pub fn is_reply(&self) -> bool {
        REPLIES.contains(&self.name)
    }
}

const TURNS: Key = Key {
    name: "turns",
    form: "integer",
    says: "in how many turns of one's own, 1 unless given",
    example: "accept = wins_in(2)",
};
const BY: Key = Key {
    name: "by",
    form: "string",
    says: "the id of the end rule that must bring the win; any, unless given",
    example: r#"accept = wins_in { 1, by = "road" }"#,
};
const GOAL: Key = Key {
    name: "goal",
    form: "houserule.Goal",
    says: "the goal in question",
    example: "accept = prevents(wins_in(1))",
};

/// Every constructor.
pub const GOALS: &[GoalSpec] = &[
    GoalSpec {
        name: "legal",
        says: "Any legal move; a step that asks for one lists `refused` moves too, for else nothing could go wrong.",
        example: "accept = legal()",
        takes: &[],
    },
    GoalSpec {
        name: "illegal",
        says: "A move that the rules refuse; it is not played.",
        example: r#"accept = illegal("occupied")"#,
        takes: &[Key {
            name: "rule",
            form: "string",
            says: "the id of the rule that refuses it, as `why` prints it; any, unless given",
            example: r#"accept = illegal("match")"#,
        }],
    },
    GoalSpec {
        name: "wins_in",
        says: "A move after which one wins within so many turns, this one counted, whatever the others do. Proved by searching everything.",
        example: "accept = wins_in(2)",
        takes: &[TURNS, BY],
    },
    GoalSpec {
        name: "threatens",
        says: "A move after which one would win within so many turns if the others passed.",
        example: "accept = threatens { 1, ways = 2 }",
        takes: &[
            TURNS,
            BY,
            Key {
                name: "ways",
                form: "integer",
                says: "in how many ways at least, 1 unless given: two ways make a double threat",
                example: "accept = threatens { ways = 2 }",
            },
        ],
    },
    GoalSpec {
        name: "threatens_road",
        says: "A move after which one would win by the end rule `road` next turn if the others passed.",
        example: "accept = threatens_road()",
        takes: &[],
    },
    GoalSpec {
        name: "prevents",
        says: "A move after which the next seat has no move that reaches a goal; `wins_in(1)`, unless another is given.",
        example: "accept = prevents(wins_in(1))",
        takes: &[GOAL],
    },
    GoalSpec {
        name: "avoids",
        says: "A move that does not reach a goal.",
        example: "accept = all_of { fills(\"A\"), avoids(makes_loop()) }",
        takes: &[GOAL],
    },
    GoalSpec {
        name: "keeps_alive",
        says: "A move after which nobody else can force a win within so many turns; alone at the table: after which the game can still be won within so many moves.",
        example: "accept = keeps_alive(1)",
        takes: &[TURNS],
    },
    GoalSpec {
        name: "fills",
        says: "A move after which something lies on a cell that was empty, by its label or its name; of several, on all of them.",
        example: r#"accept = fills("A")"#,
        takes: &[Key {
            name: "cells",
            form: "string|string[]",
            says: "labels of the step, or names of cells",
            example: r#"accept = fills { "A", "B" }"#,
        }],
    },
    GoalSpec {
        name: "makes",
        says: "A move that makes at least so many of something.",
        example: "accept = makes { forced = 2 }",
        takes: &[
            Key {
                name: "forced",
                form: "integer",
                says: "tiles that are laid by force as part of the move",
                example: "accept = makes { forced = 2 }",
            },
            Key {
                name: "spaces",
                form: "integer",
                says: "empty spaces, there afterwards, that are filled first",
                example: "accept = makes { spaces = 1 }",
            },
            Key {
                name: "stack",
                form: "integer",
                says: "pieces in the tallest stack that one controls afterwards",
                example: "accept = makes { stack = 3 }",
            },
            Key {
                name: "points",
                form: "integer",
                says: "points of one's side more than before",
                example: "accept = makes { points = 1 }",
            },
        ],
    },
    GoalSpec {
        name: "makes_line",
        says: "A move after which one's longest line has so many tiles, or one's longest straight row so many pieces, and had fewer before.",
        example: "accept = makes_line(5)",
        takes: &[Key {
            name: "length",
            form: "integer",
            says: "how many at least",
            example: "accept = makes_line(5)",
        }],
    },
    GoalSpec {
        name: "makes_loop",
        says: "A move that closes a loop of one's own colour.",
        example: "accept = makes_loop()",
        takes: &[Key {
            name: "length",
            form: "integer",
            says: "how many tiles it has at least; any number, unless given",
            example: "accept = makes_loop(6)",
        }],
    },
    GoalSpec {
        name: "scores",
        says: "A move after which one's side has at least so many points, as `score` counts them.",
        example: "accept = scores(5)",
        takes: &[Key {
            name: "points",
            form: "number",
            says: "how many at least",
            example: "accept = scores(5)",
        }],
    },
    GoalSpec {
        name: "types",
        says: "Not a move but a command: a line typed at the prompt that begins so. It is obeyed.",
        example: r#"accept = types("why")"#,
        takes: &[Key {
            name: "lines",
            form: "string|string[]",
            says: "how the line begins; of several, any",
            example: r#"accept = types { "moves", "help" }"#,
        }],
    },
    GoalSpec {
        name: "all_of",
        says: "A move that reaches all of some goals. (A plain list means any of them.)",
        example: r#"accept = all_of { fills("A"), makes { forced = 1 } }"#,
        takes: &[Key {
            name: "goals",
            form: "houserule.Goal[]",
            says: "the goals",
            example: "accept = all_of { makes_line(3), avoids(makes_loop()) }",
        }],
    },
    GoalSpec {
        name: "best",
        says: "As a reply: the move that holds out longest, by search.",
        example: r#"accept = "c3", reply = best()"#,
        takes: &[],
    },
    GoalSpec {
        name: "by_bot",
        says: "As a reply: the move of a bot.",
        example: r#"accept = "c3", reply = by_bot("greedy")"#,
        takes: &[Key {
            name: "bot",
            form: "string",
            says: "the bot's name, as `--seats` takes it",
            example: r#"accept = "c3", reply = by_bot("easy")"#,
        }],
    },
];

/// The constructors that are replies and no goals.
pub(super) const REPLIES: [&str; 2] = ["best", "by_bot"];

pub fn goal_spec(name: &str) -> Option<&'static GoalSpec> {
    GOALS.iter().find(|spec| spec.name == name)
}

/// The most turns that are looked ahead, and the most of anything that is counted.
const MOST_TURNS: i64 = 5;
const MOST: i64 = 1_000;

/// Reads what a constructor made. Nothing after a fault.
pub(super) fn read(node: &Node, path: &str, faults: &mut Vec<Fault>) -> Option<Goal> {
    match &node.value {
        Value::Function(number) => Some(Goal::Script(*number)),
        Value::Rule(decl) => Fields::of(node, decl, path, faults)?.goal(),
        _ => {
            let says = format!("expected a goal such as wins_in(1), not {}", node.describe());
            faults.push(Fault::new(&node.place, path, says));
            None
        }
    }
}

/// The parameters of one constructor.
pub(super) struct Fields<'a> {
    node: &'a Node,
    decl: &'a RuleDecl,
    path: &'a str,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Fields<'a> {
    /// The parameters, if the constructor is one of goals or replies and knows them all.
    pub(super) fn of(
        node: &'a Node,
        decl: &'a RuleDecl,
        path: &'a str,
        faults: &'a mut Vec<Fault>,
    ) -> Option<Fields<'a>> {
        let Some(spec) = goal_spec(&decl.name) else {
            let names = GOALS.iter().map(|spec| spec.name);
            let near = nearest(&decl.name, names).map(|near| format!("; did you mean `{near}`?"));
            let says = format!("`{}` is a rule value and no goal{}", decl.name, near.unwrap_or_default());
            faults.push(Fault::new(&node.place, path, says));
            return None;
        };
        let known = spec.takes.iter().map(|key| key.name);
        let unknown: Vec<Fault> = decl
            .fields
            .iter()
            .filter(|(key, _)| !known.clone().any(|name| name == key.as_str()))
            .map(|(key, field)| match spec.takes {
                [] => Fault::new(&field.place, path, format!("`{}` takes nothing", spec.name)),
                _ => unknown_key(&field.place, path, key, known.clone().collect::<Vec<_>>()),
            })
            .collect();
        let is_known = unknown.is_empty();
        faults.extend(unknown);
        is_known.then_some(Fields { node, decl, path, faults })
    }

    fn complain(&mut self, key: &str, says: String) {
        let place = self.decl.fields.get(key).map_or(&self.node.place, |node| &node.place);
        self.faults.push(Fault::new(place, self.path, says));
    }

    /// A field; the one of a list of one, for `wins_in { 1, by = "road" }`.
    fn field(&self, key: &str) -> Option<&'a Node> {
        let node = self.decl.fields.get(key)?;
        match &node.value {
            Value::List(list) if list.len() == 1 => list.first(),
            _ => Some(node),
        }
    }

    fn whole(&mut self, key: &str, most: i64) -> Option<Option<u32>> {
        let Some(node) = self.field(key) else { return Some(None) };
        match node.as_int().filter(|number| (1..=most).contains(number)) {
            Some(number) => Some(Some(number as u32)),
            None => {
                let says = format!("`{key}` is a whole number from 1 to {most}, not {}", node.describe());
                self.complain(key, says);
                None
            }
        }
    }

    fn text(&mut self, key: &str) -> Option<Option<String>> {
        let Some(node) = self.field(key) else { return Some(None) };
        match node.as_text() {
            Some(text) => Some(Some(text.to_string())),
            None => {
                self.complain(key, format!("`{key}` is a text, not {}", node.describe()));
                None
            }
        }
    }

    /// One text or several, and at least one.
    fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let texts = self.decl.fields.get(key).and_then(|node| match node.as_list() {
            Some(list) => list.iter().map(|item| item.as_text().map(str::to_string)).collect(),
            None => node.as_text().map(|text| vec![text.to_string()]),
        });
        let texts: Option<Vec<String>> = texts.filter(|texts: &Vec<String>| !texts.is_empty());
        if texts.is_none() {
            let example = goal_spec(&self.decl.name).map_or("", |spec| spec.example);
            self.complain(key, format!("expected a text or a list of texts: {example}"));
        }
        texts
    }

    fn required<T>(&mut self, key: &str, value: Option<T>) -> Option<T> {
        if value.is_none() {
            let example = goal_spec(&self.decl.name).map_or("", |spec| spec.example);
            self.complain(key, format!("`{}` needs `{key}`: {example}", self.decl.name));
        }
        value
    }

    fn goal(mut self) -> Option<Goal> {
        let goal = match self.decl.name.as_str() {
            "legal" => Goal::Legal,
            "illegal" => Goal::Illegal { rule: self.text("rule")? },
            "wins_in" => {
                Goal::WinsIn { turns: self.whole("turns", MOST_TURNS)?.unwrap_or(1), by: self.text("by")? }
            }
            "threatens" => Goal::Threatens {
                turns: self.whole("turns", MOST_TURNS)?.unwrap_or(1),
                by: self.text("by")?,
                ways: self.whole("ways", MOST)?.unwrap_or(1),
            },
            "threatens_road" => Goal::Threatens { turns: 1, by: Some("road".to_string()), ways: 1 },
            "prevents" => Goal::Prevents(Box::new(match self.field("goal") {
                Some(node) => read(node, self.path, self.faults)?,
                None => Goal::WinsIn { turns: 1, by: None },
            })),
            "avoids" => {
                let node = self.field("goal");
                let node = self.required("goal", node)?;
                Goal::Avoids(Box::new(read(node, self.path, self.faults)?))
            }
            "keeps_alive" => Goal::KeepsAlive { turns: self.whole("turns", MOST_TURNS)?.unwrap_or(1) },
            "fills" => Goal::Fills(self.texts("cells")?),
            "makes" => self.counts()?,
            "makes_line" => {
                let length = self.whole("length", MOST)?;
                Goal::MakesLine { length: self.required("length", length)? }
            }
            "makes_loop" => Goal::MakesLoop { length: self.whole("length", MOST)?.unwrap_or(1) },
            "scores" => {
                let points = self.field("points").and_then(Node::as_number);
                Goal::Scores { points: self.required("points", points)? }
            }
            "types" => Goal::Types(self.texts("lines")?),
            "all_of" => self.all_of()?,
            name => {
                self.complain("", format!("`{name}` is a reply and no goal"));
                return None;
            }
        };
        Some(goal)
    }

    fn counts(&mut self) -> Option<Goal> {
        let counts = Counts {
            forced: self.whole("forced", MOST)?,
            spaces: self.whole("spaces", MOST)?,
            stack: self.whole("stack", MOST)?,
            points: self.whole("points", MOST)?,
        };
        if counts == Counts::default() {
            self.complain("", "`makes` needs something to count: makes { forced = 2 }".to_string());
            return None;
        }
        Some(Goal::Makes(counts))
    }

    fn all_of(&mut self) -> Option<Goal> {
        let list = self.decl.fields.get("goals").and_then(Node::as_list).filter(|list| list.len() > 1);
        let list = self.required("goals", list)?;
        let goals: Vec<Option<Goal>> = list.iter().map(|node| read(node, self.path, self.faults)).collect();
        goals.into_iter().collect::<Option<Vec<Goal>>>().map(Goal::AllOf)
    }

    /// The bot of `by_bot "greedy"`.
    pub(super) fn bot(&mut self) -> Option<String> {
        let bot = self.text("bot")?;
        self.required("bot", bot)
    }
}
