//! Text for people: lists, counts, near matches, and untrusted text made safe to print.

use std::fmt;

use unicode_width::UnicodeWidthStr;

/// Whether a text can name a script or a tile set: such names are typed, and looked up as files.
pub fn is_script_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether a character is a control character, of the terminal or of the text direction, and has no glyph.
pub fn is_unprintable(letter: char) -> bool {
    let is_bidi_control =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_bidi_control || letter.is_control()
}

/// Untrusted text on one line: control characters become blanks, and at most `max_len` characters are kept.
pub fn one_line(text: &str, max_len: usize) -> String {
    let mut letters = text.chars().map(|letter| if is_unprintable(letter) { ' ' } else { letter });
    let mut line: String = letters.by_ref().take(max_len).collect();
    if letters.next().is_some() {
        line.push_str("...");
    }
    line
}

/// Columns that a text takes on a terminal: wide letters take two, combining marks none.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Columns of the widest of some texts.
pub fn widest(texts: impl IntoIterator<Item = impl AsRef<str>>) -> usize {
    texts.into_iter().map(|text| width(text.as_ref())).max().unwrap_or(0)
}

/// Text padded with blanks on the right to a number of columns.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{:1$}", "", columns.saturating_sub(width(text)))
}

/// Untrusted text that keeps its lines; other control characters become blanks.
pub fn sanitised(text: &str) -> String {
    let is_kept = |letter: char| !is_unprintable(letter) || letter == '\n' || letter == '\t';
    text.chars().map(|letter| if is_kept(letter) { letter } else { ' ' }).collect()
}

/// Known name closest to `name` by edit distance, if one is close enough to be a typing error.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const MAX_NAME_LEN: usize = 64;
    if name.len() > MAX_NAME_LEN {
        return None;
    }
    let typed = name.to_lowercase();
    let known: Vec<&str> = known.into_iter().collect();
    known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(&typed, &candidate.to_lowercase()), *candidate))
        .filter(|&(distance, candidate)| distance <= (candidate.len().max(typed.len()) / 3).max(1))
        // The first letter is rarely mistyped.
        .min_by_key(|&(distance, candidate)| (distance, candidate.chars().next() != typed.chars().next()))
        .map(|(_, candidate)| candidate)
        .or_else(|| match_by_words(&typed, &known))
}

/// The only known name whose words contain all words of `name`, or the reverse: `width` for `board_width`.
pub fn match_by_words<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let words = |name: &str| -> Vec<String> { name.split('_').map(str::to_lowercase).collect() };
    let typed = words(name);
    let is_match = |candidate: &&&str| {
        let candidate_words = words(candidate);
        let is_subset = |few: &[String], many: &[String]| few.iter().all(|word| many.contains(word));
        typed.len().max(candidate_words.len()) > 1
            && (is_subset(&candidate_words, &typed) || is_subset(&typed, &candidate_words))
    };
    let mut matches = known.iter().filter(is_match);
    let first = matches.next()?;
    matches.next().is_none().then_some(first)
}

/// Count with its noun: `1 tile`, `2 tiles`.
pub fn plural<N: From<u8> + PartialEq + fmt::Display>(count: N, noun: &str) -> String {
    if count == N::from(1) { format!("{count} {noun}") } else { format!("{count} {}", plural_of(noun)) }
}

/// Plural of a noun: `tiles`, `crosses`, `berries`.
pub fn plural_of(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Ordinal number: `1st`, `2nd`, `3rd`, `4th`, `11th`, `21st`.
pub fn ordinal_number(number: u32) -> String {
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// Text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Text escaped for SVG and HTML, between tags and in quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Number with at most `most` decimals, without trailing zeros.
pub fn decimal(number: f64, most: usize) -> String {
    // Most coordinates of drawings are whole, and integers are written several times as fast.
    const MAX_WHOLE: f64 = 1e15;
    if number.fract() == 0.0 && number.abs() < MAX_WHOLE {
        return (number as i64).to_string();
    }
    let text = format!("{number:.most$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// List in words: `a`, `a and b`, `a, b and c`; `conjunction` is "and" or "or".
pub fn series(items: &[impl AsRef<str>], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [firsts @ .., end] => {
            let firsts: Vec<_> = firsts.iter().map(AsRef::as_ref).collect();
            format!("{} {conjunction} {}", firsts.join(", "), end.as_ref())
        }
    }
}

/// Formats a number of half points: `3`, `2.5`, `-0.5`.
pub fn format_halves(count: i32) -> String {
    if count % 2 == 0 { (count / 2).to_string() } else { format!("{:.1}", count as f64 / 2.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_suggests_the_intended_name() {
        let known = ["finish", "moves", "board", "notation"];
        assert_eq!(nearest("finsh", known), Some("finish"));
        assert_eq!(nearest("Borad", known), Some("board"));
        assert_eq!(nearest("xyz", known), None);
    }

    #[test]
    fn nouns_have_regular_plurals() {
        assert_eq!(
            ["cap", "cross", "bush", "berry", "key"].map(plural_of),
            ["caps", "crosses", "bushes", "berries", "keys"]
        );
        assert_eq!([plural(1, "cross"), plural(22, "cross")], ["1 cross", "22 crosses"]);
    }

    #[test]
    fn foreign_text_loses_its_control_codes() {
        assert_eq!(one_line("a\u{1b}[2J\u{202e}b\u{2067}c", 20), "a [2J b c");
    }

    #[test]
    fn width_counts_terminal_columns() {
        assert_eq!(widest(["e\u{301}", "棋盤", "tak"]), 4);
        assert_eq!(padded("棋", 4) + "|", "棋  |");
    }

    #[test]
    fn ordinals_have_their_suffixes() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 100, 101, 111].map(ordinal_number);
        let expected =
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "100th", "101st", "111th"];
        assert_eq!(ordinals, expected);
    }

    #[test]
    fn lists_are_joined_with_and() {
        assert_eq!(series(&["a"], "or"), "a");
        assert_eq!(series(&["a", "b", "c"], "or"), "a, b or c");
    }
}
