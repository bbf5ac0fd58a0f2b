//! Teams that a `points` function leaves out, found in its text: random games may never reach that `return`.

use super::places::{first_line, function_at};
use houserule_script::lua::Ruleset;
use houserule_script::rules::{Diagnostic, HookDecl, HookKind, SourcePlace};
use houserule_script::syntax::{Field, Kind};

/// Reports every returned table that has some of the teams, but not all.
pub fn find_missing_teams(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let hooks = ruleset.plan.hooks.iter().filter(|hook| hook.kind == HookKind::Points);
    hooks.flat_map(|hook| check_hook(ruleset, hook)).collect()
}

fn check_hook(ruleset: &Ruleset, hook: &HookDecl) -> Vec<Diagnostic> {
    let (source, teams) = (&hook.place.source, &ruleset.plan.names.teams);
    let function = hook.place.line().and_then(|line| function_at(source, line));
    let (Some(tree), Some(function)) = (source.tree(), function) else { return Vec::new() };
    let mut faults = Vec::new();
    for returned in tree.returns(function) {
        let table = tree.return_values(returned).next().filter(|&value| tree.kind(value) == Kind::Table);
        let Some(table) = table else { continue };
        let key = |entry: usize| {
            let name = tree.child(entry, Field::Name).filter(|&name| tree.kind(name) == Kind::Identifier);
            name.map(|name| tree.text(&source.text, name))
        };
        let keys: Option<Vec<&str>> = tree.children(table).map(key).collect();
        // Computed keys are known only in play.
        let Some(keys) = keys else { continue };
        let missing = teams.iter().find(|team| !keys.contains(&team.as_str()));
        if let Some(team) = missing.filter(|_| keys.iter().any(|key| teams.iter().any(|team| team == key))) {
            let message = format!("no points for {team}; give every side points, even if 0");
            let place = SourcePlace::part(source, first_line(source, tree, returned));
            faults.push(Diagnostic::new(&place, "points", message));
        }
    }
    faults
}
