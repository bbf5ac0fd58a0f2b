//! Words as Markdown shows them: what somebody wrote stays words, whatever signs are in it. Only what stands in backticks is
//! set as it is typed, as on a page of HTML.

use super::paragraphs;

/// A text of several paragraphs.
pub fn text(text: &str) -> String {
    let told = paragraphs(text).into_iter().map(|(is_set, text)| match is_set {
        true => {
            // The fence is longer than any in the text.
            let fence = "`".repeat(longest_run(&text).max(2) + 1);
            format!("{fence}text\n{text}\n{fence}\n")
        }
        false => format!("{}\n", words(&text)),
    });
    told.collect::<Vec<_>>().join("\n")
}

/// Words that stay in their line.
pub fn line(text: &str) -> String {
    words(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The address of a file, for the brackets of a link.
pub fn address(file: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./~".contains(&byte);
    file.bytes().map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn longest_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

/// The lines of a paragraph.
fn words(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // One backtick stands alone.
        return lines(&escaped(text));
    }
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        match (index % 2, part.trim()) {
            (0, _) => out.push_str(&escaped(part)),
            (_, "") => {}
            (_, code) => {
                // Two backticks in a row would be another sign.
                let gap = if out.ends_with('`') { " " } else { "" };
                let code: Vec<&str> = code.split_whitespace().collect();
                out.push_str(&format!("{gap}`{}`", code.join(" ")));
            }
        }
    }
    lines(&out)
}

/// Signs that mean something anywhere in a line, each after a backslash.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, letter) in text.char_indices() {
        let (before, after) = (&text[..index], &text[index + letter.len_utf8()..]);
        let is_sign = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~' | '&' | '#' | '$' => true,
            // What some readers take for an address.
            ':' => after.starts_with("//"),
            '.' => before.to_lowercase().ends_with("www"),
            '@' => after.split_whitespace().next().is_some_and(|word| word.contains('.')),
            _ => false,
        };
        if is_sign {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Signs that mean something where a line begins.
fn lines(text: &str) -> String {
    let line = |line: &str| {
        let line = line.trim();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let sign = if line[digits..].starts_with(['.', ')']) { digits } else { 0 };
        match line[sign..].starts_with(['-', '+', '=', ':', '>']) || digits > 0 && sign > 0 {
            true => format!("{}\\{}", &line[..sign], &line[sign..]),
            false => line.to_string(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words() {
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
    fn what_stands_in_backticks_is_set_as_it_is_typed() {
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
    fn what_stands_further_in_stays_in_its_fence() {
        assert_eq!(text("  a\n  ```\n  # b"), "````text\n  a\n  ```\n  # b\n````\n");
        assert_eq!(text("  # a | <b>"), "```text\n  # a | <b>\n```\n");
    }

    #[test]
    fn an_address_holds_no_signs() {
        assert_eq!(address("a b(1)-2.svg"), "a%20b%281%29-2.svg");
    }
}
