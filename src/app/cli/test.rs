//! `test`: runs the tests that authors wrote into their scripts.

use std::io::Write;

use super::args::TestArgs;
use super::code_frame::{Severity, render_diagnostic};
use super::{CliResult, workspace};
use crate::error::{Reported, UsageError};
use houserule_core::text::plural;
use houserule_script::lua::{LoadError, Reference, Ruleset};
use houserule_script::play::{Workspace, run_test};
use houserule_script::rules::Diagnostic;

pub fn test(args: &TestArgs, out: &mut dyn Write) -> CliResult {
    let workspace = workspace(&args.with)?;
    let mut total = TestCount::default();
    let mut untested = Vec::new();
    let is_everything = args.what.is_empty();
    let names = if is_everything { all_references(&workspace) } else { args.what.clone() };
    for name in &names {
        let reference = Reference::parse(name).map_err(UsageError::new)?;
        let ruleset = match Ruleset::load(&workspace.library, &reference, &args.with.sets) {
            Ok(ruleset) => ruleset,
            Err(LoadError::Faults(faults)) => {
                for fault in &faults {
                    writeln!(out, "{}", render_diagnostic(Severity::Error, fault, None))?;
                }
                total.failed += 1;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if ruleset.own_tests().is_empty() {
            untested.push(name.clone());
            continue;
        }
        let count = run(&workspace, &ruleset, &args.with.sets, out)?;
        total.passed += count.passed;
        total.failed += count.failed;
        if !is_everything || count.failed > 0 {
            writeln!(out, "{name}: {}", count.summary())?;
        }
    }
    for name in untested.iter().filter(|_| !is_everything) {
        writeln!(out, "{name}: no tests; add some with `tests = {{ {{ moves = \"...\", legal = \"...\" }} }}`")?;
    }
    if is_everything {
        writeln!(out, "{}: {}", plural(names.len() - untested.len(), "file"), total.summary())?;
    }
    if total.failed > 0 { Err(Reported.into()) } else { Ok(()) }
}

#[derive(Default)]
struct TestCount {
    passed: usize,
    failed: usize,
}

impl TestCount {
    fn summary(&self) -> String {
        match self.failed {
            0 => format!("{} passed", plural(self.passed, "test")),
            failed => format!("{failed} of {} failed", plural(self.passed + failed, "test")),
        }
    }
}

/// Lists every script by the reference under which it is played.
fn all_references(workspace: &Workspace) -> Vec<String> {
    let heads = workspace.library.manifests();
    heads.playable.iter().map(|(head, _)| head.reference()).collect()
}

fn run(
    workspace: &Workspace,
    ruleset: &Ruleset,
    sets: &[(String, String)],
    out: &mut dyn Write,
) -> anyhow::Result<TestCount> {
    let mut count = TestCount::default();
    for test in ruleset.own_tests() {
        let failures = run_test(workspace, &ruleset.reference, sets, test);
        for failure in &failures {
            let fault = Diagnostic::new(&test.place, "", format!("{}: {}", test.name(), failure.message()));
            writeln!(out, "{}", render_diagnostic(Severity::Error, &fault, None))?;
        }
        if failures.is_empty() {
            count.passed += 1;
        } else {
            count.failed += 1;
        }
    }
    Ok(count)
}
