//! Checking loaded rules: random games, option values, rules without effect, the author's own tests.

use super::super::shell::{format_rules_options, quote};
use super::places::place_of;
use super::{CheckContext, CheckFinding, CheckReport, Reproduction, match_play, names, options, points};
use houserule_core::mechanics::Violation;
use houserule_core::text::{plural, series};
use houserule_lab::simulation::{forbidding_rules, idle_rules};
use houserule_script::lua::{Ruleset, steps_spent};
use houserule_script::play::{
    FailedAssertion, MAX_TEST_MOVES, ReproCommand, SelfTestFailure, SelfTestFault, SelfTestReport, run_self_test,
    run_test,
};
use houserule_script::rules::{Diagnostic, HookDecl, HookKind, SourcePlace, hidden_state};

/// Budget of the search for rules without effect: games, moves asked about, script steps. Fewer than `MIN_IDLE_GAMES` games
/// prove nothing.
const IDLE_GAMES: u64 = 300;
const IDLE_MOVES: u64 = 40_000;
const IDLE_STEPS: u64 = 20_000_000;
const MIN_IDLE_GAMES: u64 = 5;

/// Minimum number of games for a warning about a team that never wins.
const MIN_GAMES_FOR_WINS: usize = 50;

/// Maximum length of a game whose moves are printed in the command that reproduces a fault.
const MAX_PRINTED_MOVES: usize = 200;

/// Maximum number of rules named where no first move is legal.
const MAX_NAMED_RULES: usize = 4;

/// Plays rules in which reading found these `faults`.
pub fn check(context: &CheckContext, ruleset: &Ruleset, faults: Vec<Diagnostic>) -> CheckReport {
    let mut report = CheckReport { warnings: ruleset.warnings.clone(), ..CheckReport::from_faults(faults) };
    for fault in names::find_faults(ruleset).into_iter().chain(points::find_missing_teams(ruleset)) {
        report.add(fault.into());
    }
    let PlayedGames { last, failed, is_conclusive } = play(context, ruleset, &mut report);
    (report.games, report.moves) = (last.games, last.moves);
    if is_conclusive {
        match_play::check(context, ruleset, &last.scores, &mut report);
    }
    options::check(context, ruleset, &failed, &mut report);
    if !report.is_faulty() {
        // Rules without effect may be the consequence of a fault.
        report.warnings.extend(find_winless(&last, ruleset));
        report.warnings.extend(find_idle(context, ruleset));
    }
    if is_conclusive {
        run_tests(context, ruleset, &mut report);
    }
    report
}

/// The functions that failed in play, each by its kind and its script.
pub type FailedFunctions = Vec<(HookKind, String)>;

/// Result of playing.
struct PlayedGames {
    /// Report of the last round, with all functions but those that failed.
    last: SelfTestReport,
    failed: FailedFunctions,
    /// Whether only functions failed, so that results without a failure are what the rules mean.
    is_conclusive: bool,
}

/// Plays until nothing new fails: a failed function is removed, since it would hide all other faults.
fn play(context: &CheckContext, ruleset: &Ruleset, report: &mut CheckReport) -> PlayedGames {
    let mut failed = FailedFunctions::new();
    loop {
        let rules = ruleset.without_hooks(&failed);
        let last = run_self_test(&rules, context.limits(), context.workspace.seed);
        let Some(fault) = &last.fault else { return PlayedGames { last, failed, is_conclusive: true } };
        // Without a function that failed, a game may not end, or may have no moves. A repaired file has less time.
        let is_consequence = !failed.is_empty() && !is_of_script(fault);
        if !(is_consequence || context.is_repaired && fault.failure == SelfTestFailure::TooSlow) {
            report.add(finding(context, &rules, fault, &failed, &[]));
        }
        let newly_failed = functions_of(&rules, fault);
        if newly_failed.is_empty() {
            let is_conclusive = !failed.is_empty() && !is_of_script(fault);
            return PlayedGames { last, failed, is_conclusive };
        }
        failed.extend(newly_failed);
    }
}

/// Whether a fault is in a function, not in the rules themselves.
pub fn is_of_script(fault: &SelfTestFault) -> bool {
    matches!(fault.failure, SelfTestFailure::Script(_) | SelfTestFailure::Hidden(..))
}

/// Returns the functions that a fault is in.
fn functions_of(ruleset: &Ruleset, fault: &SelfTestFault) -> FailedFunctions {
    let hooks = &ruleset.plan.hooks;
    let name = |hook: &HookDecl| (hook.kind, hook.script.clone());
    match &fault.failure {
        SelfTestFailure::Script(fault) => fault.hook.and_then(|hook| hooks.get(hook)).map(name).into_iter().collect(),
        SelfTestFailure::Hidden(change, kinds) => {
            let (place, ..) = describe_hidden_state(ruleset, change, kinds);
            let suspects = hooks.iter().filter(|hook| kinds.contains(&hook.kind));
            suspects.filter(|hook| hook.place.same_file(&place)).map(name).collect()
        }
        _ => FailedFunctions::new(),
    }
}

/// Runs the tests of the file under its own options, for which they were written.
fn run_tests(context: &CheckContext, ruleset: &Ruleset, report: &mut CheckReport) {
    let is_faulty = report.is_faulty();
    for test in ruleset.own_tests() {
        let mut failures = match (context.is_late)() {
            true if context.is_repaired => return,
            true => vec![FailedAssertion::ScriptFailed("not run: out of time".to_string())],
            false => run_test(context.workspace, &ruleset.reference, &[], test),
        };
        if is_faulty {
            // A test that fails to run has failed in play, too.
            failures.retain(|failure| matches!(failure, FailedAssertion::Mismatch(_)));
        }
        report.tests += failures.is_empty() as usize;
        if !failures.is_empty() {
            let messages: Vec<&str> = failures.iter().map(FailedAssertion::message).collect();
            let message = format!("{}: {}", test.name(), messages.join("; "));
            report.add(Diagnostic::new(&test.place, "", message).into());
        }
    }
}

/// Builds the finding of a fault in play, with its place and the command that reproduces it. `failed` are the functions
/// that were removed, `sets` options besides those that were typed.
pub fn finding(
    context: &CheckContext,
    ruleset: &Ruleset,
    fault: &SelfTestFault,
    failed: &FailedFunctions,
    sets: &[(String, String)],
) -> CheckFinding {
    let SelfTestFault { failure: trouble, seed, moves, command: fails } = fault;
    let command = match failed.is_empty() && !context.is_repaired {
        true => repro_command(context, fault, sets),
        // The moves alone would show the earlier fault.
        false => check_command(context, sets),
    };
    let reproduction = Reproduction { seed: *seed, moves: moves.clone(), command };
    let (place, path, message) = describe_failure(ruleset, trouble, *seed, *fails);
    CheckFinding { fault: Diagnostic::new(&place, path, message), reproduction: Some(reproduction) }
}

fn describe_failure(
    ruleset: &Ruleset,
    failure: &SelfTestFailure,
    seed: u64,
    fails: ReproCommand,
) -> (SourcePlace, String, String) {
    let fallback = || topmost(ruleset);
    let place_at = |path: &str| ruleset.plan.place(path).cloned().unwrap_or_else(fallback);
    match failure {
        SelfTestFailure::Script(fault) => {
            let path = if fails == ReproCommand::Score { "counting" } else { "playing" };
            (place_of(ruleset, fault).unwrap_or_else(fallback), path.to_string(), fault.message.clone())
        }
        SelfTestFailure::Hidden(change, kinds) => describe_hidden_state(ruleset, change, kinds),
        SelfTestFailure::NoFirstMove => describe_no_first_move(ruleset, seed),
        SelfTestFailure::Endless => describe_endless(ruleset, place_at("finish")),
        SelfTestFailure::Rules(message) => (fallback(), "playing".to_string(), message.clone()),
        SelfTestFailure::TooSlow => {
            let fault = too_slow(ruleset);
            (fault.place, fault.path, fault.message)
        }
    }
}

/// Describes a game that never ends: no rule ends it, or a script prevents it.
fn describe_endless(ruleset: &Ruleset, finish: SourcePlace) -> (SourcePlace, String, String) {
    let plan = &ruleset.plan;
    let path = "playing".to_string();
    match plan.hooks.iter().rev().find(|hook| hook.kind == HookKind::Finish) {
        Some(hook) => {
            let message = format!(
                "a random game did not end within {MAX_TEST_MOVES} moves; let `finish` of {} return `base(view)` \
                 where it decides nothing itself",
                hook.script
            );
            (hook.place.clone(), path, message)
        }
        None => {
            let message = format!("a random game did not end within {MAX_TEST_MOVES} moves; add a `limit` to `finish`");
            (finish, path, message)
        }
    }
}

/// Describes rules that exceed the time limit.
pub fn too_slow(ruleset: &Ruleset) -> Diagnostic {
    let hook = ruleset.plan.hooks.first().map(|hook| hook.place.clone());
    let message = "gave up: random games take too long; some steps of the scripts are slow, such as comparing long \
                texts or searching large tables";
    Diagnostic::new(&hook.unwrap_or_else(|| topmost(ruleset)), "playing", message)
}

/// Returns the place of the topmost script.
fn topmost(ruleset: &Ruleset) -> SourcePlace {
    let head = ruleset.manifests.last().expect("rules have a script");
    SourcePlace::root(&head.source)
}

/// Describes hidden state: the variable that keeps it, where the text shows that, or else the function.
fn describe_hidden_state(ruleset: &Ruleset, change: &str, kinds: &[HookKind]) -> (SourcePlace, String, String) {
    let hooks = &ruleset.plan.hooks;
    let suspects: Vec<_> = hooks.iter().filter(|hook| kinds.contains(&hook.kind)).collect();
    let suspects = if suspects.is_empty() { hooks.iter().collect() } else { suspects };
    let path = "hooks".to_string();
    // The topmost script is the one that is being written.
    let variable = suspects.iter().rev().find_map(|hook| hidden_state(&hook.place.source).into_iter().next());
    if let Some((name, place)) = variable {
        let line = place.line().map(|line| format!(" (line {line})")).unwrap_or_default();
        let message =
            format!("hidden state: `{name}`{line} survives between calls, so {change}; use a script variable instead");
        return (place, path, message);
    }
    let names: Vec<String> = suspects.iter().map(|hook| format!("`{}` of {}", hook.kind.key(), hook.script)).collect();
    let names: Vec<&String> = names.iter().collect();
    let message = format!(
        "hidden state: {} keeps a value between calls, so {change}; use a script variable instead",
        series(&names, "or")
    );
    let place = suspects.first().map_or_else(|| topmost(ruleset), |hook| hook.place.clone());
    (place, path, message)
}

/// Names the rules that forbid every first move.
fn describe_no_first_move(ruleset: &Ruleset, seed: u64) -> (SourcePlace, String, String) {
    let plan = &ruleset.plan;
    let problem = "there is no legal first move".to_string();
    let forbidden = ruleset.game(None, seed).ok().and_then(|mut game| forbidding_rules(&mut game).ok());
    let Some((violations, moves)) = forbidden.filter(|(violations, _)| !violations.is_empty()) else {
        return (topmost(ruleset), "playing".to_string(), problem);
    };
    let (first, _) = &violations[0];
    let place = plan.place(&first.key_path).cloned().unwrap_or_else(|| topmost(ruleset));
    let has_reserve = plan.declaration.as_map().is_some_and(|rules| rules.contains_key("reserve"));
    if first.key_path.starts_with("reserve") && !has_reserve {
        let piece = plan.names.pieces.first().map_or("stone", String::as_str);
        let message =
            format!("{problem}: without a `reserve` nobody has a piece to place; add `reserve = {{ {piece} = 20 }}`");
        let place = plan.place("pieces").cloned().unwrap_or_else(|| topmost(ruleset));
        return (place, "reserve".to_string(), message);
    }
    let reasons = violations.iter().take(MAX_NAMED_RULES).map(|(violation, count): &(Violation, usize)| {
        let location = plan.location(&violation.key_path).map(|line| format!(" ({line})")).unwrap_or_default();
        format!("`{}`{location} forbids {count} of {}", violation.rule, plural(moves, "move"))
    });
    let reasons: Vec<String> = reasons.collect();
    (place, "playing".to_string(), format!("{problem}: {}", reasons.join("; ")))
}

/// Returns the command that reproduces a fault and fails.
fn repro_command(context: &CheckContext, fault: &SelfTestFault, sets: &[(String, String)]) -> String {
    let what = format_target(context, sets);
    let seed = fault.seed;
    let verb = match fault.command {
        ReproCommand::Moves if fault.moves.len() <= MAX_PRINTED_MOVES => "moves",
        ReproCommand::Score if fault.moves.len() <= MAX_PRINTED_MOVES => "score",
        _ => return format!("houserule check {what} --seed {seed} --games 1"),
    };
    format!("houserule {verb} {what} --seed {seed} --moves {}", quote(&fault.moves.join(" ")))
}

/// Returns the command that repeats this check.
pub fn check_command(context: &CheckContext, sets: &[(String, String)]) -> String {
    let games = context.args.games.map(|games| format!(" --games {games}")).unwrap_or_default();
    format!("houserule check {} --seed {}{games}", format_target(context, sets), context.workspace.seed)
}

/// Formats what is checked, with its options.
fn format_target(context: &CheckContext, sets: &[(String, String)]) -> String {
    let what = quote(context.what);
    let with = &context.args.with;
    format!("{what}{}", format_rules_options(with.sets.iter().chain(sets), &with.scripts))
}

/// Warns of constraints and hooks that had no effect in random games.
fn find_idle(context: &CheckContext, ruleset: &Ruleset) -> Vec<String> {
    let start_steps = steps_spent();
    let stop = |moves: u64| moves > IDLE_MOVES || steps_spent() - start_steps > IDLE_STEPS || (context.is_late)();
    // A failure here was already reported.
    let Ok((idle, games)) = idle_rules(ruleset, context.workspace.seed, IDLE_GAMES, &stop) else { return Vec::new() };
    if games < MIN_IDLE_GAMES {
        return Vec::new();
    }
    idle.iter().map(|id| format!("`{id}` had no effect in {games} random games")).collect()
}

/// Warns of teams that win no random game.
fn find_winless(report: &SelfTestReport, ruleset: &Ruleset) -> Vec<String> {
    let SelfTestReport { games, wins, .. } = report;
    let sides = &ruleset.plan.names.teams;
    if sides.len() < 2 || *games < MIN_GAMES_FOR_WINS || ruleset.plan.mechanic.playout_limit().is_some() {
        return Vec::new();
    }
    if wins.iter().all(|&wins| wins == 0) {
        return vec![format!("nobody won any of {games} random games")];
    }
    let winless = sides.iter().zip(wins).filter(|(_, wins)| **wins == 0);
    winless.map(|(team, _)| format!("{team} won none of {games} random games")).collect()
}
