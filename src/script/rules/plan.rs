//! Rule plan: a merged, checked and compiled declaration, as plain data that any thread can play.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::check::{CheckedRules, VarValue, check};
use super::decl::DeclNode;
use super::hash::rules_hash;
use super::history;
use super::hook::{HookDecl, HookKind, take_hooks};
use super::manifest::Manifest;
use super::match_rules::{self, MatchRules};
use super::match_terms::{MatchRequest, MatchTerms};
use super::merge::{MergeReport, merge};
use super::options::Settings;
use super::source::{Diagnostic, FaultKind, Source, SourcePlace};
use crate::notation::{Notation, NotationError};
use houserule_core::error::{CompileError, CompileErrorKind, SetupError};
use houserule_core::mechanics::{
    BoardRules, EndIndex, NamedRule, Position, Rule, Seat, Setup, StuckResult, Team, WinPoints,
};
use houserule_core::names::Names;
use houserule_core::tiles::TileSet;

/// Evaluated rules of one script.
pub struct RuleLayer {
    /// Manifest.
    pub manifest: Manifest,
    /// Rules table.
    pub rules: DeclNode,
    /// Chosen options.
    pub settings: Settings,
}

/// Compiled rules of a game.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// Reference, such as `tak+late-walls`.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Names of seats, teams and pieces.
    pub names: Names,
    /// Rule values.
    pub rules: Vec<NamedRule>,
    /// Rules of the board.
    pub mechanic: Arc<dyn BoardRules>,
    /// Points of a win.
    pub points: Option<WinPoints>,
    /// Rules of a match.
    pub match_rules: MatchRules,
    /// Notation of moves and positions.
    pub notation: &'static dyn Notation,
    /// Script variables with their initial values.
    pub vars: Vec<(String, VarValue)>,
    /// Whether the players may swap after the first turn.
    has_pie: bool,
    /// Whether a script's points decide who wins.
    points_decide: bool,
    /// Whether some hook may read the history of moves.
    keeps_history: bool,
    /// Hooks, in stacking order.
    pub hooks: Vec<HookDecl>,
    /// Kinds of the hooks, one bit per kind.
    hook_bits: u16,
    /// Options that apply, with the chosen values; a variant's own are qualified by its name.
    pub settings: Settings,
    /// SHA-256 of everything that affects play.
    pub hash: String,
    /// Merged declaration without the hooks.
    pub declaration: DeclNode,
    places: BTreeMap<String, SourcePlace>,
}

/// Warnings of a compilation.
pub type Warnings = Vec<String>;

/// Lookup of the tile set that a script names at some place.
pub type FindTiles<'a> = &'a dyn Fn(&str, &SourcePlace) -> Result<Arc<TileSet>, Vec<Diagnostic>>;

impl RulePlan {
    /// Options that the shape of a position determines; none on boards with missing cells.
    pub fn settings_of_position(&self, text: &str) -> Result<Vec<(String, String)>, NotationError> {
        let is_whole = self.rules.iter().filter_map(|named_rule| named_rule.rule.grid()).all(|grid| grid.is_whole());
        if is_whole { self.notation.settings_of_position(text) } else { Ok(Vec::new()) }
    }

    /// Merges a base and its variants, checks the result and compiles it.
    pub fn compile(layers: Vec<RuleLayer>, find_tiles: FindTiles) -> Result<(RulePlan, Warnings), Vec<Diagnostic>> {
        let mut merged = MergedLayers::default();
        layers.into_iter().for_each(|layer| merged.add(layer));
        let script_of = |source: &Arc<Source>| merged.script_of(source);
        let checked = merged.declaration.as_ref().map(|declaration| check(declaration, find_tiles, &script_of));
        let playing_settings = merged.playing_settings();
        let MergedLayers { declaration, hooks, settings, names, titles, report, .. } = merged;
        let Some((declaration, checked)) = declaration.zip(checked) else { return Err(report.faults) };
        let CheckedRules { mut def, notation, vars, match_rules, mut places } = match checked {
            Ok(checked) if report.faults.is_empty() => checked,
            Ok(_) => return Err(report.faults),
            Err(faults) => {
                let faults: Vec<Diagnostic> = faults.into_iter().map(|fault| report.explain_removal(fault)).collect();
                return Err([report.faults, faults].concat());
            }
        };
        def.can_grow = hooks.iter().any(|hook| matches!(hook.kind, HookKind::AfterMove | HookKind::Setup));
        let place = |path: &str| nearest_place(&places, path).unwrap_or(&declaration.place).clone();
        let fault = |CompileError { path, message, kind }| Diagnostic {
            kind: if kind == CompileErrorKind::Conflict { FaultKind::Raised } else { FaultKind::Other },
            ..Diagnostic::new(&place(&path), path, message)
        };
        let mechanic = def.compile().map_err(|errors| errors.0.into_iter().map(fault).collect::<Vec<_>>())?;
        notation
            .supports(&*mechanic)
            .map_err(|error| vec![Diagnostic::new(&place("notation"), "notation", error.to_string())])?;
        let pie = def.rules.iter().find(|named_rule| matches!(named_rule.rule, Rule::Pie(_)));
        if let Some(pie) = pie.filter(|_| def.names.seats.len() != 2 || def.names.has_teams()) {
            let message = "`pie` needs exactly two seats, without teams";
            return Err(vec![Diagnostic::new(&place(&pie.key_path()), pie.key_path(), message)]);
        }
        check_hooks(&hooks, &*mechanic, &names[0])?;
        places.extend(hooks.iter().map(|hook| (HookDecl::key_path(hook.kind, &hook.script), hook.place.clone())));
        let mut ends = EndIndex::all(u8::MAX.into()).take_while(|end| mechanic.end_id(*end).is_some());
        let counts_points = ends.any(|end| mechanic.counts_points(end));
        let plan = RulePlan {
            name: names.join("+"),
            title: titles.join(" + "),
            has_pie: pie.is_some(),
            points_decide: counts_points && hooks.iter().any(|hook| hook.kind == HookKind::Points),
            points: def.rules.iter().find_map(|named_rule| match &named_rule.rule {
                Rule::WinPoints(points) => Some(points.clone()),
                _ => None,
            }),
            hash: rules_hash(&declaration, &hooks, &playing_settings, def.tiles.as_deref()),
            names: def.names,
            rules: def.rules,
            mechanic,
            match_rules,
            notation,
            vars,
            keeps_history: hooks.iter().any(|hook| history::may_be_read(&hook.place.source)),
            hook_bits: hooks.iter().fold(0, |hooked, hook| hooked | hook.kind.bit()),
            hooks,
            settings,
            declaration,
            places,
        };
        plan.check_match()?;
        Ok((plan, report.warnings))
    }

    /// Checks that a match by these rules can be played and won.
    fn check_match(&self) -> Result<(), Vec<Diagnostic>> {
        if !self.match_rules.is_declared() {
            return Ok(());
        }
        MatchTerms::resolve(self, &MatchRequest::default()).map(|_| ()).map_err(|error| {
            let path = format!("{}.{}", match_rules::MATCH, error.key);
            let place = nearest_place(&self.places, &path).unwrap_or(&self.declaration.place);
            vec![Diagnostic::new(place, path, error.message)]
        })
    }

    /// Rules without some hooks, each given by its kind and its script. A checker that knows they fail looks for
    /// further faults.
    pub fn without_hooks(&self, excluded: &[(HookKind, String)]) -> RulePlan {
        let mut plan = self.clone();
        plan.hooks.retain(|hook| !excluded.iter().any(|(kind, script)| hook.kind == *kind && hook.script == *script));
        plan.hook_bits = plan.hooks.iter().fold(0, |hooked, hook| hooked | hook.kind.bit());
        plan.points_decide &= plan.has_hook(HookKind::Points);
        plan
    }

    /// Initial position, or one that was set up.
    pub fn position(&self, setup: Option<&Setup>, seed: u64) -> Result<Box<dyn Position>, SetupError> {
        self.mechanic.position(setup, seed)
    }

    /// Initial values of the script variables.
    pub fn initial_vars(&self) -> Vec<VarValue> {
        self.vars.iter().map(|(_, first)| first.clone()).collect()
    }

    /// Location where a rule was declared: `tak.lua:14`.
    pub fn location(&self, path: &str) -> Option<String> {
        nearest_place(&self.places, path).map(short_location)
    }

    /// Whether a key path itself was declared.
    pub fn has_place(&self, path: &str) -> bool {
        self.places.contains_key(path)
    }

    /// Place where a rule was declared, or the nearest one above it.
    pub fn place(&self, path: &str) -> Option<&SourcePlace> {
        nearest_place(&self.places, path)
    }

    /// Whether some script has such a hook; called several times per move.
    pub fn has_hook(&self, kind: HookKind) -> bool {
        self.hook_bits & kind.bit() != 0
    }

    /// Whether scripts determine consequences of a move, beyond its legality.
    pub fn scripts_change_play(&self) -> bool {
        let kinds = HookKind::AfterMove.bit() | HookKind::Finish.bit() | HookKind::Next.bit();
        self.hook_bits & kinds != 0 || self.points_decide
    }

    /// Whether scripts take part in playing; points count only where they decide who wins.
    pub fn is_scripted(&self) -> bool {
        let others = HookKind::Points.bit() | HookKind::Setup.bit() | HookKind::Deal.bit();
        self.hook_bits & !others != 0 || self.points_decide
    }

    /// Whether an end is won by the team with the most points according to scripts.
    pub fn points_decide(&self, end: EndIndex) -> bool {
        self.points_decide && self.mechanic.counts_points(end)
    }

    /// Whether the players may swap after the first turn.
    pub fn has_pie(&self) -> bool {
        self.has_pie
    }

    /// Whether some script reads the history of moves, which is not kept otherwise.
    pub fn keeps_history(&self) -> bool {
        self.keeps_history
    }

    /// Whether there are named actions.
    pub fn has_named_actions(&self) -> bool {
        self.has_pie || self.has_hook(HookKind::Moves)
    }

    /// Id of an end rule.
    pub fn end_id(&self, end: EndIndex) -> &str {
        self.mechanic.end_id(end).unwrap_or("end")
    }

    /// Id and result of the rule for having no legal move.
    pub fn stuck(&self) -> (&str, StuckResult) {
        self.mechanic.stuck().map_or(("stuck", StuckResult::Draw), |(id, result)| (id, *result))
    }

    /// Seconds that a seat takes for a move in simulations.
    pub fn pace(&self, seat: Seat) -> Option<u32> {
        let pace = self.rules.iter().find_map(|named_rule| match &named_rule.rule {
            Rule::PaceRule(pace) => Some(pace),
            _ => None,
        });
        pace.and_then(|pace| pace.seconds.get(seat).copied())
    }

    /// Name of a team.
    pub fn team_name(&self, team: Team) -> &str {
        self.names.teams.get(team).map_or("nobody", String::as_str)
    }

    /// Name of a seat.
    pub fn seat_name(&self, seat: Seat) -> &str {
        self.names.seats.get(seat).map_or("nobody", String::as_str)
    }
}

/// Layers merged so far, from the game upwards.
#[derive(Default)]
struct MergedLayers {
    declaration: Option<DeclNode>,
    hooks: Vec<HookDecl>,
    settings: Settings,
    names: Vec<String>,
    titles: Vec<String>,
    report: MergeReport,
    /// Sources of the scripts, in the order of the names.
    sources: Vec<Arc<Source>>,
    /// Settings, by their keys, of scripts that only declare rules of a match: they change no move.
    match_settings: Vec<String>,
}

impl MergedLayers {
    fn add(&mut self, layer: RuleLayer) {
        let RuleLayer { manifest, mut rules, settings } = layer;
        let is_base = self.names.is_empty();
        let hook_count = self.hooks.len();
        take_hooks(&manifest.name, &mut rules, &mut self.hooks, &mut self.report.faults);
        match_rules::expand_short_form(&mut rules, &mut self.report.faults);
        let declares_only_match =
            |map: &BTreeMap<String, DeclNode>| map.len() == 1 && map.contains_key(match_rules::MATCH);
        let changes_play = self.hooks.len() > hook_count || !rules.as_map().is_some_and(declares_only_match);
        if changes_play {
            self.match_settings.retain(|key| !settings.contains_key(key.rsplit('.').next().unwrap_or(key)));
        }
        for (key, value) in settings.into_iter().filter(|(key, _)| is_base || manifest.options.contains_key(key)) {
            let is_inherited = self.settings.contains_key(&key);
            let key = if is_base || is_inherited { key } else { format!("{}.{key}", manifest.name) };
            if !changes_play && !is_inherited {
                self.match_settings.push(key.clone());
            }
            self.settings.insert(key, value);
        }
        match &mut self.declaration {
            None => {
                self.report.base_file = manifest.source.file.clone();
                self.declaration = Some(rules);
            }
            Some(base) => merge(base, rules, "", &mut self.report),
        }
        // A variant that is a game of its own has its own title.
        if manifest.is_game() {
            self.titles.clear();
        }
        self.names.push(manifest.name);
        self.titles.push(manifest.title);
        self.sources.push(manifest.source);
    }

    /// Script that a source belongs to.
    fn script_of(&self, source: &Arc<Source>) -> String {
        let index = self.sources.iter().position(|other| Arc::ptr_eq(other, source));
        index.map_or_else(|| source.short_name().to_string(), |index| self.names[index].clone())
    }

    /// Settings that may change play.
    fn playing_settings(&self) -> Settings {
        let settings = self.settings.iter().filter(|(key, _)| !self.match_settings.contains(key));
        settings.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// Checks that there is no hook that the rules of the board never call.
fn check_hooks(hooks: &[HookDecl], mechanic: &dyn BoardRules, game: &str) -> Result<(), Vec<Diagnostic>> {
    let unsupported = |kind: HookKind| hooks.iter().find(|hook| hook.kind == kind).filter(|_| !kind.supports(mechanic));
    if let Some(hook) = unsupported(HookKind::Moves) {
        let message = "a race has no turns, so `moves` cannot offer moves";
        return Err(vec![Diagnostic::new(&hook.place, "hooks.moves", message)]);
    }
    if let Some(hook) = unsupported(HookKind::Deal) {
        return Err(vec![Diagnostic::new(
            &hook.place,
            "hooks.deal",
            format!("{game} has no bag, so there is nothing to deal"),
        )]);
    }
    Ok(())
}

/// Place of a key path, or of the nearest one above it that has one.
fn nearest_place<'a>(places: &'a BTreeMap<String, SourcePlace>, path: &str) -> Option<&'a SourcePlace> {
    places.get(path).or_else(|| nearest_place(places, path.rsplit_once('.')?.0))
}

/// Short location for messages: `tak.lua:14`.
pub fn short_location(place: &SourcePlace) -> String {
    match place.line() {
        Some(line) => format!("{}:{line}", place.source.short_name()),
        None => place.source.short_name().to_string(),
    }
}
