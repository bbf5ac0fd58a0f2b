//! Text as Markdown. All special characters are escaped, so a lesson's text stays text; only code in backticks is kept.

use super::paragraphs;

/// Returns a text of several paragraphs as Markdown.
pub fn text(text: &str) -> String {
    let blocks = paragraphs(text).into_iter().map(|(is_preformatted, text)| match is_preformatted {
        true => {
            // The fence must be longer than any run of backticks in the text.
            let fence = "`".repeat(longest_backtick_run(&text).max(2) + 1);
            format!("{fence}text\n{text}\n{fence}\n")
        }
        false => format!("{}\n", inline(&text)),
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// Returns a text as one line of Markdown.
pub fn line(text: &str) -> String {
    inline(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Percent-encodes a file name for a link.
pub fn address(file: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./~".contains(&byte);
    file.bytes().map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn longest_backtick_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// Returns the text of one paragraph as Markdown.
fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // An unpaired backtick.
        return escape_line_starts(&escaped(text));
    }
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        match (index % 2, part.trim()) {
            (0, _) => out.push_str(&escaped(part)),
            (_, "") => {}
            (_, code) => {
                // Two adjacent code spans would read as one.
                let gap = if out.ends_with('`') { " " } else { "" };
                let code: Vec<&str> = code.split_whitespace().collect();
                out.push_str(&format!("{gap}`{}`", code.join(" ")));
            }
        }
    }
    escape_line_starts(&out)
}

/// Escapes the characters that are special anywhere in a line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        let (before, after) = (&text[..index], &text[index + letter.len_utf8()..]);
        let is_special = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~' | '&' | '#' | '$' => true,
            // Characters that make an automatic link.
            ':' => after.starts_with("//"),
            '.' => before.to_lowercase().ends_with("www"),
            '@' => after.split_whitespace().next().is_some_and(|word| word.contains('.')),
            _ => false,
        };
        if is_special {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Escapes the characters that are special at the start of a line.
fn escape_line_starts(text: &str) -> String {
    let line = |line: &str| {
        let line = line.trim();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let marker = if line[digits..].starts_with(['.', ')']) { digits } else { 0 };
        match line[marker..].starts_with(['-', '+', '=', ':', '>']) || digits > 0 && marker > 0 {
            true => format!("{}\\{}", &line[..marker], &line[marker..]),
            false => line.to_string(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_escaped() {
        for (written, shown) in [
            ("# no heading", "\\# no heading"),
            ("no\n===\nheading\n---", "no\n\\===\nheading\n\\---"),
            ("- no\n+ list\n* at all\n1. or\n2) here", "\\- no\n\\+ list\n\\* at all\n1\\. or\n2\\) here"),
            ("[a](http://b.c) ![d](e)", "\\[a\\](http\\://b.c) !\\[d\\](e)"),
            ("[a]: b", "\\[a\\]: b"),
            ("http://a.b www.c.d e@f.g", "http\\://a.b www\\.c.d e\\@f.g"),
            ("<script>alert(1)</script> &lt;", "\\<script>alert(1)\\</script> \\&lt;"),
            ("*a* _b_ **c** ~~d~~ $e$", "\\*a\\* \\_b\\_ \\*\\*c\\*\\* \\~\\~d\\~\\~ \\$e\\$"),
            ("a | b\n--|--", "a \\| b\n\\--\\|--"),
            ("> no quote", "\\> no quote"),
            ("~~~\nno fence", "\\~\\~\\~\nno fence"),
            ("B2\\ and a1< and 3c3-12", "B2\\\\ and a1\\< and 3c3-12"),
            ("37@2,-1:4 and 3.5", "37@2,-1:4 and 3.5"),
            ("\tno code", "no code"),
            ("a\\\nb  \nc", "a\\\\\nb\nc"),
        ] {
            assert_eq!(text(written), format!("{shown}\n"), "{written}");
        }
    }

    #[test]
    fn code_spans_are_kept_as_typed() {
        for (written, shown) in [
            ("play `a1*` now", "play `a1*` now"),
            ("`a` and `<b>`", "`a` and `<b>`"),
            ("one ` alone <b>", "one \\` alone \\<b>"),
            ("`a\n# b` c", "`a # b` c"),
            ("`a``b`", "`a` `b`"),
            ("`` <b> ``", "\\<b>"),
            ("\\`a`", "\\\\`a`"),
        ] {
            assert_eq!(line(written).trim(), shown, "{written}");
        }
    }

    #[test]
    fn indented_text_stays_in_its_fence() {
        assert_eq!(text("  a\n  ```\n  # b"), "````text\n  a\n  ```\n  # b\n````\n");
        assert_eq!(text("  # a | <b>"), "```text\n  # a | <b>\n```\n");
    }

    #[test]
    fn addresses_contain_no_special_characters() {
        assert_eq!(address("a b(1)-2.svg"), "a%20b%281%29-2.svg");
    }
}
