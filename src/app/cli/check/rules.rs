//! Checking loaded rules: random games, option values, rules without effect, the author's own tests.

use super::super::shell::{quoted, rules_options};
use super::places::place_of;
use super::{CheckContext, CheckFinding, CheckReport, Reproduction, names, options, points};
use houserule_core::mechanics::Violation;
use houserule_core::text::{counted, series};
use houserule_lab::simulation::{forbidding, idle_rules};
use houserule_script::lua::{Ruleset, steps_spent};
use houserule_script::play::{
    FailedAssertion, MAX_TRIAL_MOVES, ReproCommand, SelfTestFailure, SelfTestFault, SelfTestReport, put_to_test, trial,
};
use houserule_script::rules::{Diagnostic, HookDecl, HookKind, SourcePlace, kept_between_calls};

/// Budget of the search for rules without effect: games, moves asked about, script steps. Fewer than `MIN_IDLE_GAMES` games
/// prove nothing.
const IDLE_GAMES: u64 = 300;
const IDLE_MOVES: u64 = 40_000;
const IDLE_STEPS: u64 = 20_000_000;
const MIN_IDLE_GAMES: u64 = 5;

/// Fewest games for a warning about a team that never wins.
const MIN_GAMES_FOR_WINS: usize = 50;

/// Longest game whose moves are printed in the command that reproduces a fault.
const MAX_PRINTED_MOVES: usize = 200;

/// Limit on the rules named where no first move is legal.
const MAX_NAMED_RULES: usize = 4;

/// Plays rules of which reading has shown some `faults`.
pub fn check(desk: &CheckContext, ruleset: &Ruleset, faults: Vec<Diagnostic>) -> CheckReport {
    let mut report = CheckReport { warnings: ruleset.warnings.clone(), ..CheckReport::of_reading(faults) };
    for fault in names::faults(ruleset).into_iter().chain(points::forgotten(ruleset)) {
        report.add(fault.into());
    }
    let PlayedGames { last, failed, goes_on } = play(desk, ruleset, &mut report);
    (report.games, report.moves) = (last.games, last.moves);
    options::check(desk, ruleset, &failed, &mut report);
    if !report.is_faulty() {
        // What does nothing may only follow from a fault.
        report.warnings.extend(unplayed(&last, ruleset));
        report.warnings.extend(idle(desk, ruleset));
    }
    if goes_on {
        test(desk, ruleset, &mut report);
    }
    report
}

/// The functions that failed in play, each by its kind and its script.
pub type FailedFunctions = Vec<(HookKind, String)>;

/// What came of playing.
struct PlayedGames {
    /// The last trial, which had all functions but those that failed.
    last: SelfTestReport,
    failed: FailedFunctions,
    /// Whether nothing but functions failed, so that every answer without a failure is what the rules mean.
    goes_on: bool,
}

/// Plays until nothing new fails: a function that failed is taken out, for it would hide every other.
fn play(desk: &CheckContext, ruleset: &Ruleset, report: &mut CheckReport) -> PlayedGames {
    let mut failed = FailedFunctions::new();
    loop {
        let rules = ruleset.without_hooks(&failed);
        let last = trial(&rules, desk.effort(), desk.table.seed);
        let Some(fault) = &last.fault else { return PlayedGames { last, failed, goes_on: true } };
        // Without a function that failed, a game may not end, or may have no moves. A file that is played once more has
        // less time.
        let follows = !failed.is_empty() && !is_of_script(fault);
        if !(follows || desk.is_mended && fault.trouble == SelfTestFailure::TooSlow) {
            report.add(finding(desk, &rules, fault, &failed, &[]));
        }
        let more = functions_of(&rules, fault);
        if more.is_empty() {
            let goes_on = !failed.is_empty() && !is_of_script(fault);
            return PlayedGames { last, failed, goes_on };
        }
        failed.extend(more);
    }
}

/// Whether a fault is in a function, and not in what the rules come to.
pub fn is_of_script(fault: &SelfTestFault) -> bool {
    matches!(fault.trouble, SelfTestFailure::Script(_) | SelfTestFailure::Hidden(..))
}

/// The functions that a fault is in.
fn functions_of(ruleset: &Ruleset, fault: &SelfTestFault) -> FailedFunctions {
    let hooks = &ruleset.plan.hooks;
    let name = |hook: &HookDecl| (hook.kind, hook.script.clone());
    match &fault.trouble {
        SelfTestFailure::Script(fault) => fault.hook.and_then(|hook| hooks.get(hook)).map(name).into_iter().collect(),
        SelfTestFailure::Hidden(change, kinds) => {
            let (place, ..) = hidden(ruleset, change, kinds);
            let suspects = hooks.iter().filter(|hook| kinds.contains(&hook.kind));
            suspects.filter(|hook| hook.place.same_file(&place)).map(name).collect()
        }
        _ => FailedFunctions::new(),
    }
}

/// Tests belong to the file: they were written for its own options, whatever it is played under here.
fn test(desk: &CheckContext, ruleset: &Ruleset, report: &mut CheckReport) {
    let is_faulty = report.is_faulty();
    for test in ruleset.own_tests() {
        let mut wrong = match desk.is_late() {
            true if desk.is_mended => return,
            true => vec![FailedAssertion::Failed("there was no time left for it".to_string())],
            false => put_to_test(desk.table, &ruleset.reference, &[], test),
        };
        if is_faulty {
            // What fails in a test has failed in play, too.
            wrong.retain(|dispute| matches!(dispute, FailedAssertion::Denied(_)));
        }
        report.tests += wrong.is_empty() as usize;
        if !wrong.is_empty() {
            let says: Vec<&str> = wrong.iter().map(FailedAssertion::says).collect();
            let says = format!("{}: {}", test.name(), says.join("; "));
            report.add(Diagnostic::new(&test.place, "", says).into());
        }
    }
}

/// A fault seen in play, with the place to mend it and the command that shows it again. `failed` are the functions that
/// were taken out, `sets` options set beside those that were typed.
pub fn finding(
    desk: &CheckContext,
    ruleset: &Ruleset,
    fault: &SelfTestFault,
    failed: &FailedFunctions,
    sets: &[(String, String)],
) -> CheckFinding {
    let SelfTestFault { trouble, seed, moves, fails } = fault;
    let command = match failed.is_empty() && !desk.is_mended {
        true => command(desk, fault, sets),
        // The moves alone would show the other fault.
        false => check_again(desk, sets),
    };
    let seen = Reproduction { seed: *seed, moves: moves.clone(), command };
    let (place, path, says) = told(ruleset, trouble, *seed, *fails);
    CheckFinding { fault: Diagnostic::new(&place, path, says), seen: Some(seen) }
}

fn told(ruleset: &Ruleset, trouble: &SelfTestFailure, seed: u64, fails: ReproCommand) -> (SourcePlace, String, String) {
    let nowhere = || topmost(ruleset);
    let cited = |path: &str| ruleset.plan.place(path).cloned().unwrap_or_else(nowhere);
    match trouble {
        SelfTestFailure::Script(fault) => {
            let path = if fails == ReproCommand::Score { "counting" } else { "playing" };
            (place_of(ruleset, fault).unwrap_or_else(nowhere), path.to_string(), fault.message.clone())
        }
        SelfTestFailure::Hidden(change, kinds) => hidden(ruleset, change, kinds),
        SelfTestFailure::NoFirstMove => no_first_move(ruleset, seed),
        SelfTestFailure::Endless => endless(ruleset, cited("finish")),
        SelfTestFailure::Rules(says) => (nowhere(), "playing".to_string(), says.clone()),
        SelfTestFailure::TooSlow => {
            let fault = too_slow(ruleset);
            (fault.place, fault.path, fault.message)
        }
    }
}

/// A game that never ends: no rule ends it, or a script will not have it end.
fn endless(ruleset: &Ruleset, finish: SourcePlace) -> (SourcePlace, String, String) {
    let plan = &ruleset.plan;
    let path = "playing".to_string();
    match plan.hooks.iter().rev().find(|hook| hook.kind == HookKind::Finish) {
        Some(hook) => {
            let says = format!(
                "a random game has not ended within {MAX_TRIAL_MOVES} moves; `finish` of {} returns what `base(view)` gives where \
                 it has nothing to say itself",
                hook.script
            );
            (hook.place.clone(), path, says)
        }
        None => {
            let says = format!(
                "a random game has not ended within {MAX_TRIAL_MOVES} moves; a `limit` in `finish` would end it"
            );
            (finish, path, says)
        }
    }
}

/// The fault of rules that exceed the time limit.
pub fn too_slow(ruleset: &Ruleset) -> Diagnostic {
    let hook = ruleset.plan.hooks.first().map(|hook| hook.place.clone());
    let says = "gave up: random games take too long; single steps of a script are slow here, such as comparing long \
                texts or looking things up in large tables";
    Diagnostic::new(&hook.unwrap_or_else(|| topmost(ruleset)), "playing", says)
}

/// The declaration of the topmost script.
fn topmost(ruleset: &Ruleset) -> SourcePlace {
    let head = ruleset.heads.last().expect("rules have a script");
    SourcePlace::root(&head.source)
}

/// Hidden state: which variable keeps it, where the text shows that, or else which function.
fn hidden(ruleset: &Ruleset, change: &str, kinds: &[HookKind]) -> (SourcePlace, String, String) {
    let hooks = &ruleset.plan.hooks;
    let suspects: Vec<_> = hooks.iter().filter(|hook| kinds.contains(&hook.kind)).collect();
    let suspects = if suspects.is_empty() { hooks.iter().collect() } else { suspects };
    let path = "hooks".to_string();
    // The topmost script is the one that is being written.
    let kept = suspects.iter().rev().find_map(|hook| kept_between_calls(&hook.place.source).into_iter().next());
    if let Some((name, place)) = kept {
        let line = place.line().map(|line| format!(" (line {line})")).unwrap_or_default();
        let says =
            format!("hidden state: `{name}`{line} survives between calls, so {change}; use a script variable instead");
        return (place, path, says);
    }
    let names: Vec<String> = suspects.iter().map(|hook| format!("`{}` of {}", hook.kind.key(), hook.script)).collect();
    let names: Vec<&String> = names.iter().collect();
    let says = format!(
        "hidden state: {} keeps something between calls, so {change}; use a script variable instead",
        series(&names, "or")
    );
    let place = suspects.first().map_or_else(|| topmost(ruleset), |hook| hook.place.clone());
    (place, path, says)
}

/// Which rules forbid every first move.
fn no_first_move(ruleset: &Ruleset, seed: u64) -> (SourcePlace, String, String) {
    let plan = &ruleset.plan;
    let stuck = "there is no legal first move".to_string();
    let forbidden = ruleset.game(None, seed).ok().and_then(|mut game| forbidding(&mut game).ok());
    let Some((violations, moves)) = forbidden.filter(|(violations, _)| !violations.is_empty()) else {
        return (topmost(ruleset), "playing".to_string(), stuck);
    };
    let (first, _) = &violations[0];
    let place = plan.place(&first.key_path).cloned().unwrap_or_else(|| topmost(ruleset));
    let has_reserve = plan.declared.as_map().is_some_and(|rules| rules.contains_key("reserve"));
    if first.key_path.starts_with("reserve") && !has_reserve {
        let piece = plan.names.pieces.first().map_or("stone", String::as_str);
        let says = format!(
            "{stuck}: there is no `reserve`, so nobody has a piece to place; write `reserve = {{ {piece} = 20 }}`"
        );
        let place = plan.place("pieces").cloned().unwrap_or_else(|| topmost(ruleset));
        return (place, "reserve".to_string(), says);
    }
    let named = violations.iter().take(MAX_NAMED_RULES).map(|(violation, forbids): &(Violation, usize)| {
        let at = plan.cited(&violation.key_path).map(|line| format!(" ({line})")).unwrap_or_default();
        format!("`{}`{at} forbids {forbids} of {}", violation.rule, counted(moves, "move"))
    });
    let named: Vec<String> = named.collect();
    (place, "playing".to_string(), format!("{stuck}: {}", named.join("; ")))
}

/// The command that shows a fault again and fails.
fn command(desk: &CheckContext, fault: &SelfTestFault, sets: &[(String, String)]) -> String {
    let what = with_options(desk, sets);
    let seed = fault.seed;
    let verb = match fault.fails {
        ReproCommand::Moves if fault.moves.len() <= MAX_PRINTED_MOVES => "moves",
        ReproCommand::Score if fault.moves.len() <= MAX_PRINTED_MOVES => "score",
        _ => return format!("houserule check {what} --seed {seed} --games 1"),
    };
    format!("houserule {verb} {what} --seed {seed} --moves {}", quoted(&fault.moves.join(" ")))
}

/// The command that does all of this again.
pub fn check_again(desk: &CheckContext, sets: &[(String, String)]) -> String {
    let games = desk.args.games.map(|games| format!(" --games {games}")).unwrap_or_default();
    format!("houserule check {} --seed {}{games}", with_options(desk, sets), desk.table.seed)
}

/// What is checked, and under which options.
fn with_options(desk: &CheckContext, sets: &[(String, String)]) -> String {
    let what = quoted(desk.what);
    let with = &desk.args.with;
    format!("{what}{}", rules_options(with.sets.iter().chain(sets), &with.scripts))
}

/// Constraints and hooks that did nothing in random games.
fn idle(desk: &CheckContext, ruleset: &Ruleset) -> Vec<String> {
    let begun = steps_spent();
    let stop = |asked: u64| asked > IDLE_MOVES || steps_spent() - begun > IDLE_STEPS || desk.is_late();
    // What fails here has failed before, and was told.
    let Ok((idle, games)) = idle_rules(ruleset, desk.table.seed, IDLE_GAMES, &stop) else {
        return Vec::new();
    };
    if games < MIN_IDLE_GAMES {
        return Vec::new();
    }
    idle.iter().map(|id| format!("`{id}` never did anything in {games} random games")).collect()
}

/// What random games leave open.
fn unplayed(played: &SelfTestReport, ruleset: &Ruleset) -> Vec<String> {
    let SelfTestReport { games, wins, .. } = played;
    let sides = &ruleset.plan.names.teams;
    if sides.len() < 2 || *games < MIN_GAMES_FOR_WINS || ruleset.plan.mechanic.open_ended().is_some() {
        return Vec::new();
    }
    if wins.iter().all(|&wins| wins == 0) {
        return vec![format!("nobody won any of {games} random games")];
    }
    let hopeless = sides.iter().zip(wins).filter(|(_, wins)| **wins == 0);
    hopeless.map(|(team, _)| format!("{team} won none of {games} random games")).collect()
}
