//! `test`: what authors expect of their rules, put to the rules.

use std::io::Write;

use super::args::TestArgs;
use super::code_frame::{Severity, pointed};
use super::{CliResult, table};
use crate::error::{Reported, UsageError};
use houserule_core::text::counted;
use houserule_script::lua::{LoadError, Reference, Ruleset};
use houserule_script::play::{Workspace, put_to_test};
use houserule_script::rules::Diagnostic;

pub fn test(args: &TestArgs, out: &mut dyn Write) -> CliResult {
    let table = table(&args.with)?;
    let mut all = TestCount::default();
    let mut untested = Vec::new();
    let everything = args.what.is_empty();
    let what = if everything { save_dir(&table) } else { args.what.clone() };
    for name in &what {
        let reference = Reference::parse(name).map_err(UsageError::of)?;
        let ruleset = match Ruleset::load(&table.library, &reference, &args.with.sets) {
            Ok(ruleset) => ruleset,
            Err(LoadError::Faults(faults)) => {
                for fault in &faults {
                    writeln!(out, "{}", pointed(Severity::Error, fault, None))?;
                }
                all.failed += 1;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if ruleset.own_tests().is_empty() {
            untested.push(name.clone());
            continue;
        }
        let count = run(&table, &ruleset, &args.with.sets, out)?;
        all.passed += count.passed;
        all.failed += count.failed;
        if !everything || count.failed > 0 {
            writeln!(out, "{name}: {}", count.words())?;
        }
    }
    for name in untested.iter().filter(|_| !everything) {
        writeln!(out, "{name}: no tests; add `tests = {{ {{ moves = \"...\", legal = \"...\" }} }}`")?;
    }
    if everything {
        writeln!(out, "{} files: {}", what.len() - untested.len(), all.words())?;
    }
    if all.failed > 0 { Err(Reported.into()) } else { Ok(()) }
}

#[derive(Default)]
struct TestCount {
    passed: usize,
    failed: usize,
}

impl TestCount {
    fn words(&self) -> String {
        match self.failed {
            0 => format!("{} passed", counted(self.passed, "test")),
            failed => format!("{failed} of {} failed", counted(self.passed + failed, "test")),
        }
    }
}

/// Every script there is, as it is played.
fn save_dir(table: &Workspace) -> Vec<String> {
    let heads = table.library.heads();
    heads.good.iter().map(|(head, _)| head.reference()).collect()
}

fn run(
    table: &Workspace,
    ruleset: &Ruleset,
    sets: &[(String, String)],
    out: &mut dyn Write,
) -> anyhow::Result<TestCount> {
    let mut count = TestCount::default();
    for test in ruleset.own_tests() {
        let wrong = put_to_test(table, &ruleset.reference, sets, test);
        for dispute in &wrong {
            let fault = Diagnostic::new(&test.place, "", format!("{}: {}", test.name(), dispute.says()));
            writeln!(out, "{}", pointed(Severity::Error, &fault, None))?;
        }
        if wrong.is_empty() {
            count.passed += 1;
        } else {
            count.failed += 1;
        }
    }
    Ok(count)
}
