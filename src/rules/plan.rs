//! A merged and checked declaration, compiled: plain data that any thread can play.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::check::{Checked, Var, check};
use super::decl::{Node, Value};
use super::expect::Expectation;
use super::keys;
use super::merge::{Notes, merge};
use super::options::{OptionDecls, Settings, unknown_key};
use super::source::{Fault, Place, Source};
use crate::mechanics::layout::LayoutPlan;
use crate::mechanics::stacks::StackPlan;
use crate::mechanics::tracks::TrackPlan;
use crate::mechanics::{Mechanic, MechanicPlan, Pace, Rule, Ruled, Setup, StuckResult, WinPoints};
use crate::notation;
use crate::tiles::TileSet;
use crate::vocabulary::{Names, Part, RuleValue, is_script_name, one_line};

/// Changes when the core begins to mean something else by the same declaration.
const MEANING: u32 = 1;

/// What a script says about itself, before its options are chosen.
#[derive(Clone, Debug)]
pub struct Head {
    pub role: Role,
    pub name: String,
    pub title: String,
    pub author: Option<String>,
    pub version: Option<String>,
    pub options: OptionDecls,
    /// What its author expects of the rules.
    pub tests: Vec<Expectation>,
    pub source: Arc<Source>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    Game,
    /// A difference from `base`; with `game` its name is a game's name too.
    Variant {
        base: String,
        game: bool,
    },
    /// Somebody who plays, not something to play.
    Bot,
    /// Something to learn, listed under a game or another name.
    Lesson {
        course: String,
        level: u32,
    },
}

impl Head {
    /// Whether its name alone is the name of a game.
    pub fn is_game(&self) -> bool {
        matches!(self.role, Role::Game | Role::Variant { game: true, .. })
    }

    /// The name by which it is played: `tak`, `tak+late-walls`.
    pub fn reference(&self) -> String {
        match &self.role {
            Role::Variant { base, game: false } => format!("{base}+{}", self.name),
            _ => self.name.clone(),
        }
    }

    /// Reads the outer table of a script called `name`: what it says of itself, and what is wrong with that.
    pub fn read(is_game: bool, name: &str, node: &Node, source: &Arc<Source>) -> (Head, Vec<Fault>) {
        let mut faults = Vec::new();
        let root = Place::root(source);
        let no_keys = BTreeMap::new();
        let map = node.as_map().unwrap_or(&no_keys);
        for (key, node) in map {
            if !keys::is_known(keys::HEAD, key) {
                faults.push(unknown_key(&node.place, "", key, keys::names(keys::HEAD)));
            }
        }
        let mut text = |key: &str| match map.get(key) {
            Some(node) if node.as_text().is_none() => {
                faults.push(Fault::new(
                    &node.place,
                    key,
                    format!("expected a text, not {}", node.describe()),
                ));
                None
            }
            node => node.and_then(Node::as_text).map(str::to_string),
        };
        let (title, base) = (text("title"), text("base"));
        let (author, version) = (text("author"), text("version"));
        if !is_script_name(name) {
            let says = format!("`{name}` is no name: letters, digits and hyphens make one");
            faults.push(Fault::new(&root, "", says));
        }
        let role = match (is_game, base) {
            (true, None) => Role::Game,
            (true, Some(_)) => {
                faults.push(Fault::new(
                    &root.key("base"),
                    "base",
                    "a game has no base; write `variant` instead of `game`",
                ));
                Role::Game
            }
            (false, Some(base)) if !is_script_name(&base) => {
                let says = "expected the name of a game: letters, digits and hyphens";
                faults.push(Fault::new(&root.key("base"), "base", says));
                Role::Variant { base: String::new(), game: false }
            }
            (false, Some(base)) => {
                let game = map.get("game");
                if let Some(node) = game.filter(|node| !matches!(node.value, Value::Flag(_))) {
                    let says = format!("expected true or false, not {}", node.describe());
                    faults.push(Fault::new(&node.place, "game", says));
                }
                Role::Variant { base, game: matches!(game, Some(Node { value: Value::Flag(true), .. })) }
            }
            (false, None) => {
                faults.push(Fault::new(
                    &root,
                    "base",
                    "missing: a variant names the game it changes, `base = \"...\"`",
                ));
                Role::Game
            }
        };
        match map.get("rules") {
            None => faults.push(Fault::new(
                &root,
                "rules",
                "missing: `rules = { ... }` or `rules = function(o) return { ... } end`",
            )),
            Some(node) if !matches!(node.value, Value::Map(_) | Value::Function(_)) => {
                let says =
                    format!("expected a table or a function that returns one, not {}", node.describe());
                faults.push(Fault::new(&node.place, "rules", says));
            }
            Some(_) => {}
        }
        let options =
            map.get("options").map(|node| super::options::read(node, &mut faults)).unwrap_or_default();
        let tests = map.get("tests").map(|node| super::expect::read(node, &mut faults)).unwrap_or_default();
        let title = one_line(title.as_deref().unwrap_or(name), 80);
        let source = source.clone();
        (Head { role, name: name.to_string(), title, author, version, options, tests, source }, faults)
    }
}

/// The moments at which a script's functions are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HookKind {
    Allow,
    Reject,
    AfterMove,
    Finish,
    Points,
    Moves,
    Next,
    Setup,
    Deal,
}

impl HookKind {
    fn bit(self) -> u16 {
        1 << self as u8
    }

    pub const ALL: [HookKind; 9] = [
        HookKind::Allow,
        HookKind::Reject,
        HookKind::AfterMove,
        HookKind::Finish,
        HookKind::Points,
        HookKind::Moves,
        HookKind::Next,
        HookKind::Setup,
        HookKind::Deal,
    ];

    /// Whether the function may also stand in place of the part of the same name.
    pub fn may_be_part(self) -> bool {
        matches!(self, HookKind::Finish | HookKind::Points)
    }

    pub fn key(self) -> &'static str {
        match self {
            HookKind::Allow => "allow",
            HookKind::Reject => "reject",
            HookKind::AfterMove => "after_move",
            HookKind::Finish => "finish",
            HookKind::Points => "points",
            HookKind::Moves => "moves",
            HookKind::Next => "next",
            HookKind::Setup => "setup",
            HookKind::Deal => "deal",
        }
    }
}

/// One function of a script and when it is asked.
#[derive(Clone, Debug)]
pub struct HookDecl {
    pub kind: HookKind,
    /// The script it belongs to; refusals carry this name.
    pub script: String,
    /// Its number in the script host.
    pub function: usize,
    pub place: Place,
}

impl HookDecl {
    /// The key path by which refusals cite a hook.
    pub fn cite(kind: HookKind, script: &str) -> String {
        format!("hooks.{}.{script}", kind.key())
    }
}

/// The evaluated rules of one script.
pub struct Layer {
    pub head: Head,
    pub rules: Node,
    pub settings: Settings,
}

/// A game ready to be played.
#[derive(Debug)]
pub struct RulePlan {
    /// `tak+late-walls`.
    pub name: String,
    pub title: String,
    pub names: Names,
    pub rules: Vec<Ruled>,
    pub mechanic: MechanicPlan,
    pub points: Option<WinPoints>,
    pub notation: &'static str,
    pub vars: Vec<(String, Var)>,
    /// Whether the players may change sides after the first turn.
    pie: bool,
    /// Whether some hook's file has the word for the moves played in it.
    keeps_history: bool,
    pub hooks: Vec<HookDecl>,
    /// Of which kinds they are, a bit a kind.
    hooked: u16,
    /// The options that apply, with the values chosen; a variant's own are qualified by its name.
    pub settings: Settings,
    /// SHA-256 of everything the rules mean.
    pub hash: String,
    /// The merged declaration, without the functions that are asked in the course of a game.
    pub declared: Node,
    cites: BTreeMap<String, Place>,
}

/// What compiling has to say beside the plan.
pub type Warnings = Vec<String>;

/// How the tile set that a script names at some place is found.
pub type FindTiles<'a> = &'a dyn Fn(&str, &Place) -> Result<Arc<TileSet>, Vec<Fault>>;

impl RulePlan {
    /// Merges a base and its variants, checks the result and compiles it.
    pub fn compile(layers: Vec<Layer>, find_tiles: FindTiles) -> Result<(RulePlan, Warnings), Vec<Fault>> {
        let mut notes = Notes::default();
        let mut hooks = Vec::new();
        let mut merged: Option<Node> = None;
        let mut settings = Settings::new();
        let mut names = Vec::new();
        let mut titles = Vec::new();
        for layer in layers {
            let Layer { head, mut rules, settings: own } = layer;
            take_hooks(&head.name, &mut rules, &mut hooks, &mut notes.faults);
            for (key, value) in
                own.into_iter().filter(|(key, _)| head.options.contains_key(key) || names.is_empty())
            {
                let inherited = settings.contains_key(&key) && !names.is_empty();
                let key = if names.is_empty() || inherited { key } else { format!("{}.{key}", head.name) };
                settings.insert(key, value);
            }
            match &mut merged {
                None => {
                    notes.base_file = head.source.file.clone();
                    merged = Some(rules);
                }
                Some(base) => merge(base, rules, "", &mut notes),
            }
            // A variant that is a game of its own has a title of its own.
            if head.is_game() {
                titles.clear();
            }
            names.push(head.name);
            titles.push(head.title);
        }
        let Some(merged) = merged else {
            return Err(notes.faults);
        };
        let checked = check(&merged, find_tiles);
        let Checked { mut parts, notation, vars, mut cites } = match checked {
            Ok(checked) if notes.faults.is_empty() => checked,
            Ok(_) => return Err(notes.faults),
            Err(faults) => return Err([notes.faults, faults].concat()),
        };
        parts.grows = hooks.iter().any(|hook| matches!(hook.kind, HookKind::AfterMove | HookKind::Setup));
        let place = |path: &str| nearest_place(&cites, path).unwrap_or(&merged.place).clone();
        let mechanic = MechanicPlan::fold(&parts).map_err(|complaints| {
            let told = complaints.into_iter().map(|(path, says)| Fault::new(&place(&path), path, says));
            told.collect::<Vec<_>>()
        })?;
        notation::by_name(notation)
            .suits(&mechanic)
            .map_err(|says| vec![Fault::new(&place("notation"), "notation", says)])?;
        let pie = parts.rules.iter().find(|ruled| matches!(ruled.rule, Rule::Pie(_)));
        if let Some(pie) = pie.filter(|_| parts.names.seats.len() != 2 || parts.names.has_teams()) {
            let says = "sides can be changed where two play, each for itself".to_string();
            return Err(vec![Fault::new(&place(&pie.cite()), pie.cite(), says)]);
        }
        let pie = pie.is_some();
        let offers = hooks.iter().find(|hook| hook.kind == HookKind::Moves);
        if let Some(hook) =
            offers.filter(|_| matches!(mechanic, MechanicPlan::Layout(_)) || mechanic.is_race())
        {
            let says = "there are no turns here that another move could take up".to_string();
            return Err(vec![Fault::new(&hook.place, "hooks.moves", says)]);
        }
        let deals = hooks.iter().find(|hook| hook.kind == HookKind::Deal);
        if let Some(hook) = deals.filter(|_| mechanic.dealing().is_none()) {
            let says = format!("{} has no bag to deal from", names[0]);
            return Err(vec![Fault::new(&hook.place, "hooks.deal", says)]);
        }
        let hash = hash(&merged, &hooks, &settings, parts.tiles.as_deref());
        cites.extend(hooks.iter().map(|hook| (HookDecl::cite(hook.kind, &hook.script), hook.place.clone())));
        let points = parts.rules.iter().find_map(|ruled| match &ruled.rule {
            Rule::WinPoints(points) => Some(points.clone()),
            _ => None,
        });
        let plan = RulePlan {
            name: names.join("+"),
            title: titles.join(" + "),
            names: parts.names,
            rules: parts.rules,
            mechanic,
            points,
            notation,
            vars,
            pie,
            keeps_history: hooks.iter().any(|hook| hook.place.source.text.contains("history")),
            hooked: hooks.iter().fold(0, |hooked, hook| hooked | hook.kind.bit()),
            hooks,
            settings,
            hash,
            declared: merged,
            cites,
        };
        Ok((plan, notes.warnings))
    }

    /// The first position, or one set up by hand.
    pub fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Mechanic>, Vec<String>> {
        self.mechanic.position(setup, seed)
    }

    /// Where a rule was declared: `tak.lua:14`.
    pub fn cited(&self, path: &str) -> Option<String> {
        nearest_place(&self.cites, path).map(cite)
    }

    /// Whether some script has such a function: asked several times a move.
    pub fn has_hook(&self, kind: HookKind) -> bool {
        self.hooked & kind.bit() != 0
    }

    /// Whether scripts have a say in what follows from a move, beyond which moves are legal.
    pub fn scripts_change_play(&self) -> bool {
        self.hooked & (HookKind::AfterMove.bit() | HookKind::Finish.bit() | HookKind::Next.bit()) != 0
    }

    /// Whether scripts have a say in anything that playing does; what a finished game is worth is no part of that.
    pub fn is_scripted(&self) -> bool {
        self.hooked & !(HookKind::Points.bit() | HookKind::Setup.bit() | HookKind::Deal.bit()) != 0
    }

    /// Whether the players may change sides after the first turn.
    pub fn has_pie(&self) -> bool {
        self.pie
    }

    /// Whether some script asks for the moves played: what nobody reads is not kept.
    pub fn keeps_history(&self) -> bool {
        self.keeps_history
    }

    /// Whether there are moves that are none on the board.
    pub fn has_acts(&self) -> bool {
        self.pie || self.has_hook(HookKind::Moves)
    }

    /// The id of an end rule.
    pub fn end_id(&self, end: u8) -> &str {
        self.mechanic.end_id(end).unwrap_or("end")
    }

    /// The id and the meaning of having no legal move.
    pub fn stuck(&self) -> (&str, StuckResult) {
        self.mechanic.stuck().map_or(("stuck", StuckResult::Draw), |(id, result)| (id, *result))
    }

    /// How many seconds a seat takes for a move when games are simulated.
    pub fn pace(&self, seat: u8) -> Option<u32> {
        let pace = self.rules.iter().find_map(|ruled| match &ruled.rule {
            Rule::Pace(pace) => Some(pace),
            _ => None,
        });
        pace.and_then(|pace| pace.seconds.get(seat as usize).copied())
    }

    /// The rules of a game of stones.
    pub fn stones(&self) -> Option<&Arc<StackPlan>> {
        match &self.mechanic {
            MechanicPlan::Stacks(plan) => Some(plan),
            MechanicPlan::Tracks(_) | MechanicPlan::Layout(_) => None,
        }
    }

    /// The rules of a game of tiles.
    pub fn tracks(&self) -> Option<&Arc<TrackPlan>> {
        match &self.mechanic {
            MechanicPlan::Tracks(plan) => Some(plan),
            MechanicPlan::Stacks(_) | MechanicPlan::Layout(_) => None,
        }
    }

    /// The rules of a puzzle.
    pub fn layout(&self) -> Option<&Arc<LayoutPlan>> {
        match &self.mechanic {
            MechanicPlan::Layout(plan) => Some(plan),
            MechanicPlan::Stacks(_) | MechanicPlan::Tracks(_) => None,
        }
    }

    pub fn side_name(&self, side: u8) -> &str {
        self.names.sides.get(side as usize).map_or("nobody", String::as_str)
    }

    pub fn seat_name(&self, seat: u8) -> &str {
        self.names.seats.get(seat as usize).map_or("nobody", String::as_str)
    }
}

/// The place of a key path, or of the nearest one above it that has one.
fn nearest_place<'a>(cites: &'a BTreeMap<String, Place>, path: &str) -> Option<&'a Place> {
    cites.get(path).or_else(|| nearest_place(cites, path.rsplit_once('.')?.0))
}

/// A place as refusals cite it.
pub fn cite(place: &Place) -> String {
    match place.line() {
        Some(line) => format!("{}:{line}", place.source.short_name()),
        None => place.source.short_name().to_string(),
    }
}

/// Takes the functions out of a layer's rules: those under `hooks`, and `points` or `finish` where a function
/// stands in their place.
fn take_hooks(script: &str, rules: &mut Node, hooks: &mut Vec<HookDecl>, faults: &mut Vec<Fault>) {
    let Value::Map(map) = &mut rules.value else {
        return;
    };
    for kind in HookKind::ALL.into_iter().filter(|kind| kind.may_be_part()) {
        if let Some(Node { value: Value::Function(function), place }) = map.get(kind.key()) {
            hooks.push(HookDecl {
                kind,
                script: script.to_string(),
                function: *function,
                place: place.clone(),
            });
            map.remove(kind.key());
        }
    }
    let Some(node) = map.remove("hooks") else {
        return;
    };
    let Some(table) = node.as_map() else {
        faults.push(Fault::new(
            &node.place,
            "hooks",
            format!("expected a table of functions, not {}", node.describe()),
        ));
        return;
    };
    for (key, node) in table {
        let Some(kind) = HookKind::ALL.into_iter().find(|kind| kind.key() == key) else {
            faults.push(unknown_key(&node.place, "hooks", key, HookKind::ALL.map(HookKind::key)));
            continue;
        };
        match node.value {
            Value::Function(function) => {
                hooks.push(HookDecl {
                    kind,
                    script: script.to_string(),
                    function,
                    place: node.place.clone(),
                });
            }
            _ => {
                let says = format!("expected a function, not {}", node.describe());
                faults.push(Fault::new(&node.place, format!("hooks.{key}"), says));
            }
        }
    }
}

/// Rules without what only simulations look at.
fn without_pace(rules: &Node) -> Node {
    let mut rules = rules.clone();
    if let Value::Map(map) = &mut rules.value
        && let Some(Node { value: Value::List(list), .. }) = map.get_mut(Part::Turn.key())
    {
        list.retain(|node| !matches!(&node.value, Value::Rule(rule) if rule.name == Pace::SPEC.name));
    }
    rules
}

/// A function counts as its file's text, line ends normalised, and its key path; a tile set as what it holds.
fn hash(rules: &Node, hooks: &[HookDecl], settings: &Settings, tiles: Option<&TileSet>) -> String {
    let text_of = |place: &Place| place.source.text.replace("\r\n", "\n");
    let mut canonical = format!("houserule {MEANING}\n");
    let rules = without_pace(rules);
    rules.canonical(&mut canonical, "", &|node, path| format!("function {path} {:?}", text_of(&node.place)));
    for hook in hooks {
        canonical.push_str(&format!("\nhook {} {} {:?}", hook.script, hook.kind.key(), text_of(&hook.place)));
    }
    for (key, value) in settings {
        canonical.push_str(&format!("\nset {key}={value}"));
    }
    if let Some(set) = tiles {
        canonical.push_str(&format!("\ntiles {}", set.canonical()));
    }
    Sha256::digest(canonical.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
