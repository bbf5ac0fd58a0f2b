//! Transcripts: what is typed after `$`, what goes to stdout after two blanks, to stderr after `!`, and the exit code
//! after `=`.

use super::desk::Said;

/// What was typed, taken apart at blanks outside of quotes.
pub fn words(typed: &str) -> Vec<String> {
    let mut words = vec![];
    for (index, part) in typed.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

/// The commands of a transcript and what is said to each.
pub fn read(text: &str) -> Vec<(String, Said)> {
    let said = |lines: &[&str]| {
        let all = |sign: &str| -> String {
            lines.iter().filter_map(|line| line.strip_prefix(sign)).map(|line| format!("{line}\n")).collect()
        };
        let code = lines.iter().find_map(|line| line.strip_prefix("= ")).expect("an exit code");
        Said { code: code.parse().expect("a number"), out: all("  "), err: all("! ") }
    };
    let sections = text.split("\n$ houserule ").skip(1);
    sections
        .map(|section| {
            let lines: Vec<&str> = section.lines().collect();
            (lines[0].to_string(), said(&lines[1..]))
        })
        .collect()
}
