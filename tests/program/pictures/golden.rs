//! Pictures of positions on every geometry, as text and SVG, compared with golden files.

use crate::common::test_dir::TestDir;
use crate::common::transcript::{assert_golden, split_args};

/// The reader of `positions.txt`: names and arguments of `render`.
fn positions() -> Vec<(String, Vec<String>)> {
    let text = include_str!("../../data/pictures/positions.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let (name, typed) = line.split_once(' ').expect("a name and what to draw");
        (name.to_string(), split_args(typed))
    };
    lines.map(read).collect()
}

#[test]
fn pictures_match_the_golden_files() {
    let dir = TestDir::new();
    for (name, typed) in positions() {
        for ending in ["txt", "svg"] {
            let file = format!("{name}.{ending}");
            let to = ["-o".to_string(), file.clone()];
            let output = dir.run(["render".to_string()].into_iter().chain(typed.clone()).chain(to));
            assert_eq!((output.code, output.stdout.as_str(), output.stderr.as_str()), (0, "", ""), "{name}");
            assert_golden(&format!("pictures/{file}"), dir.read(&file));
        }
    }
}
