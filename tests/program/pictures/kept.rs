//! Pictures of a few positions of every geometry, as text and as SVG, compared to those that people looked at.

use crate::common::desk::Desk;
use crate::common::transcript::{compare, words};

/// The only reader of `positions.txt`: names, and what is drawn under them.
fn positions() -> Vec<(String, Vec<String>)> {
    let text = include_str!("../../data/pictures/positions.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let (name, typed) = line.split_once(' ').expect("a name and what to draw");
        (name.to_string(), words(typed))
    };
    lines.map(read).collect()
}

#[test]
fn pictures_are_as_people_saw_them() {
    let desk = Desk::new();
    for (name, typed) in positions() {
        for ending in ["txt", "svg"] {
            let file = format!("{name}.{ending}");
            let to = ["-o".to_string(), file.clone()];
            let said = desk.run(["render".to_string()].into_iter().chain(typed.clone()).chain(to));
            assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""), "{name}");
            compare(&format!("pictures/{file}"), desk.read(&file));
        }
    }
}
