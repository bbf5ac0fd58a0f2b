//! Impact of each rule and hook. In a sample of positions the rules judge every conceivable move. A rule has an impact
//! on a position if it is the only one that forbids some move.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use houserule_core::mechanics::tracks::Touch;
use houserule_core::mechanics::{EndIndex, Violation};
use houserule_core::rng::Rng;
use houserule_core::spec::{RulePart, RuleValue};
use houserule_script::game::{Game, HookFault};
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::rules::{HookKind, RulePlan, Source};

/// One position in this many is sampled.
pub const SAMPLE_INTERVAL: u64 = 8;

/// Maximum number of moves judged in a position: of more, a random sample.
const MAX_JUDGED_MOVES: usize = 400;

/// Moves that one rule forbade in the sampled positions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleHits {
    /// Positions in which it is the only rule that forbids some move.
    pub positions: u64,
    /// Moves that only this rule forbids, and all moves that it forbids.
    pub alone: u64,
    pub moves: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleImpact {
    pub games: u64,
    pub positions: u64,
    /// Moves that were judged.
    pub asked: u64,
    /// Hits by rule id, as printed by `why`.
    pub rules: BTreeMap<String, RuleHits>,
    /// Moves of these games, and the number of moves after which each hook had an effect, by location.
    pub moves: u64,
    pub hooks: BTreeMap<String, u64>,
    /// Constraints and hooks that never had an effect.
    pub idle: BTreeSet<String>,
    /// Rules that can end a game.
    pub ends: BTreeSet<String>,
}

impl RuleImpact {
    /// Creates the initial state, in which every rule of the plan is idle.
    pub fn new(plan: &RulePlan) -> RuleImpact {
        let constraints = plan.rules.iter().filter(|named_rule| named_rule.rule.spec().part == RulePart::Constraints);
        // Cells far from all tiles are no candidates, so a rule that requires contact shows only if it requires more
        // than one.
        let idle = constraints.filter(|named_rule| named_rule.rule.spec().name != Touch::SPEC.name);
        let idle = idle.map(|named_rule| named_rule.id.replace('_', "-"));
        // Effects of the other kinds are not recorded.
        let is_recorded =
            |kind| matches!(kind, HookKind::Allow | HookKind::Reject | HookKind::AfterMove | HookKind::Finish);
        let hooks = plan.hooks.iter().filter(|hook| is_recorded(hook.kind));
        let hooks = hooks.map(|hook| hook_name(hook.kind.key(), &hook.script));
        let ends = EndIndex::all(u8::MAX.into()).map_while(|end| plan.mechanic.end_id(end));
        let stuck = plan.mechanic.stuck().map(|(id, _)| id.as_str());
        RuleImpact {
            idle: idle.chain(hooks).collect(),
            ends: ends.chain(stuck).map(str::to_string).collect(),
            ..RuleImpact::default()
        }
    }

    /// Judges the moves of a position. The sample depends on `number`, the number of the game.
    pub fn sample(&mut self, game: &mut Game, number: u64) -> Result<(), HookFault> {
        let mut actions = game.board().candidates();
        let mut rng = Rng::new(number ^ (game.move_count() as u64) << 40);
        if actions.len() > MAX_JUDGED_MOVES {
            rng.shuffle(&mut actions);
            actions.truncate(MAX_JUDGED_MOVES);
        }
        self.positions += 1;
        let mut sole_rules: BTreeSet<String> = BTreeSet::new();
        for action in actions {
            let violations = game.why(&action)?;
            self.asked += 1;
            let ids = ids_of(&violations);
            // A script that only forbids moves that other rules forbid has no effect.
            let is_by_scripts_alone = ids.iter().all(|id| is_hook(id));
            for id in &ids {
                if is_by_scripts_alone || !is_hook(id) {
                    self.idle.remove(id);
                }
                let hits = self.rules.entry(id.clone()).or_default();
                hits.moves += 1;
                hits.alone += u64::from(ids.len() == 1);
            }
            if let [only] = ids.as_slice() {
                sole_rules.insert(only.clone());
            }
        }
        for id in sole_rules {
            self.rules.entry(id).or_default().positions += 1;
        }
        Ok(())
    }

    /// Checks moves that only scripts forbid, until every script has forbidden one.
    fn check_scripts(&mut self, game: &mut Game) -> Result<(), HookFault> {
        for action in game.forbidden_by_scripts()? {
            if !self.idle.iter().any(|id| is_filter(id)) {
                break;
            }
            self.asked += 1;
            for id in ids_of(&game.why(&action)?) {
                self.idle.remove(&id);
            }
        }
        Ok(())
    }

    /// Counts the effects of hooks in a finished game.
    pub fn count_hooks(&mut self, game: &Game) {
        self.games += 1;
        self.moves += game.move_count() as u64;
        for (kind, location) in game.effective_hooks() {
            // Finds the script in this file.
            let file = location.split_once(':').map_or(location, |(file, _)| file);
            let mut hooks = game.plan().hooks.iter().filter(|hook| hook.kind == kind);
            let is_in_file = |source: &Source| source.short_name() == file || source.file == file;
            let hook = hooks.find(|hook| is_in_file(&hook.place.source));
            let name = hook_name(kind.key(), hook.map_or(location, |hook| hook.script.as_str()));
            self.idle.remove(&name);
            *self.hooks.entry(name).or_default() += 1;
        }
    }

    /// Iterates over all counts.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        let rules = self.rules.values().flat_map(|hits| [hits.positions, hits.alone, hits.moves]);
        let all = [self.games, self.positions, self.asked, self.moves];
        all.into_iter().chain(rules).chain(self.hooks.values().copied())
    }

    pub fn merge(&mut self, other: &RuleImpact) {
        let is_first = self.games == 0;
        self.ends.extend(other.ends.iter().cloned());
        self.games += other.games;
        self.positions += other.positions;
        self.asked += other.asked;
        self.moves += other.moves;
        for (id, theirs) in &other.rules {
            let ours = self.rules.entry(id.clone()).or_default();
            ours.positions += theirs.positions;
            ours.alone += theirs.alone;
            ours.moves += theirs.moves;
        }
        other.hooks.iter().for_each(|(name, count)| *self.hooks.entry(name.clone()).or_default() += count);
        if is_first { self.idle = other.idle.clone() } else { self.idle.retain(|id| other.idle.contains(id)) }
    }
}

/// Formats the name of a hook: `allow of late-walls`.
fn hook_name(kind: &str, script: &str) -> String {
    format!("{kind}{HOOK_SEPARATOR}{script}")
}

const HOOK_SEPARATOR: &str = " of ";

/// Returns whether an id is that of a hook. Ids of built-in rules contain no blank.
fn is_hook(id: &str) -> bool {
    id.contains(HOOK_SEPARATOR)
}

/// Returns whether an id is that of a hook that forbids moves.
fn is_filter(id: &str) -> bool {
    let kind = id.split(HOOK_SEPARATOR).next();
    [HookKind::Allow, HookKind::Reject].iter().any(|filter| kind == Some(filter.key()))
}

/// Returns the distinct ids of violations: those of rules, and the names of hooks.
fn ids_of(violations: &[Violation]) -> Vec<String> {
    let id =
        |violation: &Violation| match violation.key_path.strip_prefix("hooks.").and_then(|rest| rest.split_once('.')) {
            Some((kind, script)) => hook_name(kind, script),
            None => violation.rule.clone(),
        };
    let mut ids: Vec<String> = violations.iter().map(id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Returns the constraints and hooks without effect in random games, and the number of games. `stop` is called after
/// every move with the number of moves judged.
pub fn idle_rules(
    ruleset: &Ruleset,
    seed: u64,
    games: u64,
    stop: &dyn Fn(u64) -> bool,
) -> Result<(BTreeSet<String>, u64), LoadError> {
    let mut impact = RuleImpact::new(&ruleset.plan);
    for number in 0..games {
        if impact.idle.is_empty() {
            break;
        }
        let seed = seed.wrapping_add(number);
        let mut game = ruleset.game(None, seed)?;
        let mut rng = Rng::new(seed);
        let max_moves = ruleset
            .plan
            .mechanic
            .playout_limit()
            .map_or(MAX_IMPACT_GAME_LEN, |plies| plies as usize)
            .min(MAX_IMPACT_GAME_LEN);
        while game.move_count() < max_moves {
            impact.check_scripts(&mut game)?;
            let is_sampled = (game.move_count() as u64 + number).is_multiple_of(SAMPLE_INTERVAL);
            if is_sampled && impact.idle.iter().any(|id| !is_hook(id)) {
                impact.sample(&mut game, number)?;
            }
            let sampled = game.random_move(|bound| rng.below(bound))?;
            let Some(mv) = sampled else { break };
            game.play(mv)?;
            if stop(impact.asked) {
                return Ok((impact.idle, impact.games));
            }
        }
        impact.count_hooks(&game);
    }
    Ok((impact.idle, impact.games))
}

/// Maximum length of a sampled game.
const MAX_IMPACT_GAME_LEN: usize = 2_000;

/// Returns the rules that forbid candidate moves, by descending number of moves, and the number of moves judged.
pub fn forbidding_rules(game: &mut Game) -> Result<(Vec<(Violation, usize)>, usize), HookFault> {
    let actions = game.board().candidates();
    let mut by_rule: BTreeMap<String, (Violation, usize)> = BTreeMap::new();
    for action in &actions {
        for violation in game.why(action)? {
            let entry = by_rule.entry(violation.key_path.clone()).or_insert((violation, 0));
            entry.1 += 1;
        }
    }
    let mut rules: Vec<_> = by_rule.into_values().collect();
    rules.sort_by_key(|(_, moves)| std::cmp::Reverse(*moves));
    Ok((rules, actions.len()))
}
