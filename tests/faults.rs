//! Broken rule files: `check` tells every fault with its file, line and key path, and nothing that only follows from
//! another fault.

mod common;

use std::path::{Path, PathBuf};

use common::desk::Desk;

/// The only reader of `tests/data/broken`: the files, each with the faults that stand beside it in `NAME.txt`.
fn broken() -> Vec<(String, String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken");
    let entries = std::fs::read_dir(folder).expect("the folder of broken files");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "lua"))
        .collect();
    paths.sort();
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
    paths
        .iter()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            let faults = read(&path.with_extension("txt"));
            (name.into_owned(), read(path), faults)
        })
        .collect()
}

/// The lines of a text in the order of the file they speak of; which of two faults in a line is told first says
/// nothing.
fn by_line(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let number = |line: &String| -> Option<u32> { line.split(':').nth(1)?.parse().ok() };
    lines.sort_by_key(|line| (number(line), line.clone()));
    lines
}

#[test]
fn check_tells_every_fault_of_a_file_and_no_other() {
    let files = broken();
    assert!(files.len() >= 12, "only {} files were read", files.len());
    for (name, source, expected) in files {
        let said = Desk::with(&name, source).run(["check", &name]);
        assert_eq!(by_line(&said.faults()), by_line(&expected), "{name}");
        let titles = said.out.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(titles, expected.lines().count(), "{}", said.out);
        assert_eq!((said.code, said.err.as_str()), (1, ""), "{name}");
    }
}

#[test]
fn a_broken_file_is_told_alike_by_every_command_that_plays_it() {
    for (name, source, expected) in broken() {
        let desk = Desk::with(&name, source);
        for command in ["moves", "rules", "score", "render", "play"] {
            let said = desk.run([command, &name]);
            let case = format!("{command} {name}");
            assert_eq!(by_line(&said.err), by_line(&expected), "{case}");
            assert_eq!((said.code, said.out.as_str()), (1, ""), "{case}");
        }
    }
}

#[test]
fn faults_as_json_hold_the_same_words() {
    for (name, source, expected) in broken() {
        let said = Desk::with(&name, source).run(["check", "--json", &name]);
        let reports: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        assert_eq!(reports[0]["ok"], false, "{name}");
        let word = |fault: &serde_json::Value, key: &str| fault[key].as_str().expect("a text").to_string();
        let told: Vec<String> = reports[0]["faults"]
            .as_array()
            .expect("a list of faults")
            .iter()
            .map(|fault| match word(fault, "path").as_str() {
                "" => format!("{}: {}", word(fault, "place"), word(fault, "says")),
                path => format!("{}: {path}: {}", word(fault, "place"), word(fault, "says")),
            })
            .collect();
        assert_eq!(by_line(&told.join("\n")), by_line(&expected), "{name}");
        assert_eq!(said.code, 1, "{name}");
    }
}

#[test]
fn one_broken_file_does_not_keep_another_from_being_checked() {
    let desk = Desk::new();
    for (name, source, _) in broken() {
        desk.write(&name, source);
    }
    let said = desk.run(["check", "syntax-error.lua", "tak", "unknown-hook.lua"]);
    let faults = said.faults();
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(lines.len(), 3, "{}", said.out);
    assert!(lines[0].starts_with("syntax-error.lua:4: "), "{}", said.out);
    assert!(said.out.contains("\ntak: ok ("), "{}", said.out);
    assert!(lines[1].starts_with("unknown-hook.lua:6: "), "{}", said.out);
    assert_eq!(said.code, 1);
}

#[test]
fn a_broken_file_in_a_folder_spoils_nothing_but_itself() {
    let desk = Desk::new();
    for (name, source, _) in broken() {
        desk.write(&format!("variants/{name}"), source);
    }
    let said = desk.run(["moves", "tak+late-walls", "--set", "size=3"]);
    let moves = "a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\n";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, moves, ""));
    let said = desk.run(["games"]);
    assert_eq!(said.code, 0);
    assert!(said.out.contains("tak+late-walls"), "{}", said.out);
    let note = "warning: variants/syntax-error.lua does not load; `houserule check` shows 1 fault\n";
    assert!(said.err.contains(note), "{}", said.err);
}
