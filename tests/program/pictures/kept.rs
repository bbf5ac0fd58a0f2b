//! Pictures of a few positions of every geometry, as text and as SVG, compared to those that people looked at.

use std::path::PathBuf;

use crate::common::desk::Desk;
use crate::common::transcript::words;

/// Set to `write`, the pictures are written in place of being compared.
const WISH: &str = "HOUSERULE_PICTURES";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures")
}

/// The only reader of `positions.txt`: names, and what is drawn under them.
fn positions() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(folder().join("positions.txt")).expect("the list of positions");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let (name, typed) = line.split_once(' ').expect("a name and what to draw");
        (name.to_string(), words(typed))
    };
    lines.map(read).collect()
}

#[test]
fn pictures_are_as_people_saw_them() {
    let (desk, writes) = (Desk::new(), std::env::var(WISH).is_ok_and(|wish| wish == "write"));
    let mut changed = Vec::new();
    for (name, typed) in positions() {
        for ending in ["txt", "svg"] {
            let file = format!("{name}.{ending}");
            let to = ["-o".to_string(), file.clone()];
            let said = desk.run(["render".to_string()].into_iter().chain(typed.clone()).chain(to));
            assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""), "{name}");
            let (drawn, kept) = (desk.read(&file), folder().join(&file));
            if writes {
                std::fs::write(&kept, &drawn).expect("the picture is kept");
            } else if std::fs::read_to_string(&kept).unwrap_or_default().replace("\r\n", "\n") != drawn {
                changed.push(file);
            }
        }
    }
    assert!(
        changed.is_empty(),
        "other pictures than those in tests/data/pictures: {changed:?}; {WISH}=write keeps them"
    );
}
