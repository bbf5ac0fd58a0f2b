//! Impact of each rule and hook. In a sample of positions the rules judge every conceivable move; a rule has an impact
//! there if it is the only one that forbids some move, so that without it there would be one more.

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
pub const EVERY: u64 = 8;

/// Maximum number of moves judged in a position: of more, a random sample.
const MAX_MOVES_ASKED: usize = 400;

/// What one rule forbade in the sampled positions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleHits {
    /// Positions in which it alone forbade some move.
    pub positions: u64,
    /// Moves that it alone forbade, and moves that it forbade at all.
    pub alone: u64,
    pub moves: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleImpact {
    pub games: u64,
    pub positions: u64,
    /// Moves that were judged.
    pub asked: u64,
    /// By the rule's id, as in `why`.
    pub rules: BTreeMap<String, RuleHits>,
    /// Moves of these games, and the number of moves after which each hook did something, by location.
    pub moves: u64,
    pub hooks: BTreeMap<String, u64>,
    /// Constraints and hooks that never had an effect.
    pub idle: BTreeSet<String>,
    /// Rules that can end a game.
    pub ends: BTreeSet<String>,
}

impl RuleImpact {
    /// Initial state: every rule of the plan is idle.
    pub fn new(plan: &RulePlan) -> RuleImpact {
        let constraints = plan.rules.iter().filter(|named_rule| named_rule.rule.spec().part == RulePart::Constraints);
        // Cells far from all tiles are not tried, so a rule that tiles must touch only shows if it requires more than
        // one.
        let idle = constraints.filter(|named_rule| named_rule.rule.spec().name != Touch::SPEC.name);
        let idle = idle.map(|named_rule| named_rule.id.replace('_', "-"));
        // Whether the other kinds did anything is not recorded.
        let is_noted =
            |kind| matches!(kind, HookKind::Allow | HookKind::Reject | HookKind::AfterMove | HookKind::Finish);
        let hooks = plan.hooks.iter().filter(|hook| is_noted(hook.kind));
        let hooks = hooks.map(|hook| hook_name(hook.kind.key(), &hook.script));
        let ends = EndIndex::all(u8::MAX.into()).map_while(|end| plan.mechanic.end_id(end));
        let stuck = plan.mechanic.stuck().map(|(id, _)| id.as_str());
        RuleImpact {
            idle: idle.chain(hooks).collect(),
            ends: ends.chain(stuck).map(str::to_string).collect(),
            ..RuleImpact::default()
        }
    }

    /// Samples a position. `number` is that of the game, and determines what is judged.
    pub fn ask(&mut self, game: &mut Game, number: u64) -> Result<(), HookFault> {
        let mut actions = game.board().candidates();
        let mut rng = Rng::new(number ^ (game.played() as u64) << 40);
        if actions.len() > MAX_MOVES_ASKED {
            rng.shuffle(&mut actions);
            actions.truncate(MAX_MOVES_ASKED);
        }
        self.positions += 1;
        let mut alone: BTreeSet<String> = BTreeSet::new();
        for action in actions {
            let violations = game.why(&action)?;
            self.asked += 1;
            let ids = ids_of(&violations);
            // A script that only forbids what is forbidden anyway has no effect.
            let by_scripts_alone = ids.iter().all(|id| is_hook(id));
            for id in &ids {
                if by_scripts_alone || !is_hook(id) {
                    self.idle.remove(id);
                }
                let forbade = self.rules.entry(id.clone()).or_default();
                forbade.moves += 1;
                forbade.alone += u64::from(ids.len() == 1);
            }
            if let [only] = ids.as_slice() {
                alone.insert(only.clone());
            }
        }
        for id in alone {
            self.rules.entry(id).or_default().positions += 1;
        }
        Ok(())
    }

    /// Checks the moves that only scripts forbid, until every script has forbidden one.
    fn ask_scripts(&mut self, game: &mut Game) -> Result<(), HookFault> {
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

    /// Counts what hooks did in a finished game.
    pub fn look_back(&mut self, game: &Game) {
        self.games += 1;
        self.moves += game.played() as u64;
        for (kind, place) in game.followed() {
            // The script in this file.
            let file = place.split_once(':').map_or(place, |(file, _)| file);
            let mut hooks = game.plan().hooks.iter().filter(|hook| hook.kind == kind);
            let stands = |source: &Source| source.short_name() == file || source.file == file;
            let hook = hooks.find(|hook| stands(&hook.place.source));
            let name = hook_name(kind.key(), hook.map_or(place, |hook| hook.script.as_str()));
            self.idle.remove(&name);
            *self.hooks.entry(name).or_default() += 1;
        }
    }

    /// Every count in it.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        let rules = self.rules.values().flat_map(|forbade| [forbade.positions, forbade.alone, forbade.moves]);
        let all = [self.games, self.positions, self.asked, self.moves];
        all.into_iter().chain(rules).chain(self.hooks.values().copied())
    }

    pub fn join(&mut self, other: &RuleImpact) {
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
        match is_first {
            true => self.idle = other.idle.clone(),
            false => self.idle.retain(|id| other.idle.contains(id)),
        }
    }
}

/// Name of a hook: `allow of late-walls`.
fn hook_name(kind: &str, script: &str) -> String {
    format!("{kind}{OF}{script}")
}

const OF: &str = " of ";

/// Built-in rules have no blank in their id.
fn is_hook(id: &str) -> bool {
    id.contains(OF)
}

/// Whether it is a hook that forbids moves.
fn is_filter(id: &str) -> bool {
    let kind = id.split(OF).next();
    [HookKind::Allow, HookKind::Reject].iter().any(|filter| kind == Some(filter.key()))
}

/// What forbids a move: rules by their ids, scripts by their hooks, each once.
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

/// Constraints and hooks without effect in random games, and the number of games. `stop` is called after every move
/// with the number of moves judged.
pub fn idle_rules(
    ruleset: &Ruleset,
    seed: u64,
    games: u64,
    stop: &dyn Fn(u64) -> bool,
) -> Result<(BTreeSet<String>, u64), LoadError> {
    let mut mattered = RuleImpact::new(&ruleset.plan);
    for number in 0..games {
        if mattered.idle.is_empty() {
            break;
        }
        let seed = seed.wrapping_add(number);
        let mut game = ruleset.game(None, seed)?;
        let mut rng = Rng::new(seed);
        let longest = ruleset
            .plan
            .mechanic
            .open_ended()
            .map_or(MAX_IMPACT_GAME_LEN, |plies| plies as usize)
            .min(MAX_IMPACT_GAME_LEN);
        while game.played() < longest {
            mattered.ask_scripts(&mut game)?;
            let is_sampled = (game.played() as u64 + number).is_multiple_of(EVERY);
            if is_sampled && mattered.idle.iter().any(|id| !is_hook(id)) {
                mattered.ask(&mut game, number)?;
            }
            let drawn = game.random_move(|bound| rng.below(bound))?;
            let Some(mv) = drawn else { break };
            game.play(mv)?;
            if stop(mattered.asked) {
                return Ok((mattered.idle, mattered.games));
            }
        }
        mattered.look_back(&game);
    }
    Ok((mattered.idle, mattered.games))
}

/// Maximum length of a sampled game.
const MAX_IMPACT_GAME_LEN: usize = 2_000;

/// Rules that forbid conceivable moves, those that forbid most first, and the number of moves judged.
pub fn forbidding(game: &mut Game) -> Result<(Vec<(Violation, usize)>, usize), HookFault> {
    let actions = game.board().candidates();
    let mut forbids: BTreeMap<String, (Violation, usize)> = BTreeMap::new();
    for action in &actions {
        for violation in game.why(action)? {
            let of = forbids.entry(violation.key_path.clone()).or_insert((violation, 0));
            of.1 += 1;
        }
    }
    let mut forbids: Vec<_> = forbids.into_values().collect();
    forbids.sort_by_key(|(_, moves)| std::cmp::Reverse(*moves));
    Ok((forbids, actions.len()))
}
