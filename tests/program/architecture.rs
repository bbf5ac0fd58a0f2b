//! Pages about the code name files that exist.

use std::path::Path;

const PAGES: [&str; 2] = [include_str!("../../docs/architecture.md"), include_str!("../../docs/speed.md")];

/// Whether text in backticks is a path in the repository.
fn is_path(text: &str) -> bool {
    text.starts_with("src/") || text.ends_with(".rs")
}

#[test]
fn every_file_that_a_page_names_exists() {
    let mut count = 0;
    for path in PAGES.iter().flat_map(|page| page.split('`')).filter(|part| is_path(part)) {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "{path}");
        count += 1;
    }
    assert!(count > 40, "{count}");
}
