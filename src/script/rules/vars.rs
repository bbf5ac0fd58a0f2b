//! Script variables in positions: ` | vars n=4 late=true name="x"` after everything else, for every variable that
//! differs from its initial value.

use super::VarValue;
use crate::notation::NotationError;
use houserule_core::text::{is_unprintable, nearest, one_line, series};

/// Maximum number of variables of all scripts together.
pub const MAX_VARS: usize = 64;
/// Maximum length of a string variable, in bytes.
pub const MAX_VAR_LEN: usize = 1024;

/// Keyword of this part of a position.
const PART: &str = "vars";

type Vars = [(String, VarValue)];

/// Splits a position into the board and its variables.
pub fn split(text: &str) -> (&str, Option<&str>) {
    for (bar, _) in text.match_indices('|') {
        let rest = text[bar + 1..].trim_start().strip_prefix(PART);
        if let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            return (text[..bar].trim_end(), Some(rest));
        }
    }
    (text, None)
}

/// Variables part of a position; empty if all have their initial values.
pub fn write(declared: &Vars, values: &[VarValue]) -> String {
    format_vars(declared.iter().zip(values).filter(|((_, first), now)| format_value(first) != format_value(now)))
}

/// Variables part with all variables.
pub fn write_all(declared: &Vars, values: &[VarValue]) -> String {
    format_vars(declared.iter().zip(values))
}

fn format_vars<'a>(vars: impl Iterator<Item = (&'a (String, VarValue), &'a VarValue)>) -> String {
    let texts: Vec<String> =
        vars.map(|((name, _), now)| format!(" {}={}", format_name(name), format_value(now))).collect();
    if texts.is_empty() { String::new() } else { format!(" | {PART}{}", texts.concat()) }
}

fn is_bare_char(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '-'
}

fn format_name(name: &str) -> String {
    if !name.is_empty() && name.chars().all(is_bare_char) { name.to_string() } else { quote(name) }
}

fn format_value(var: &VarValue) -> String {
    match var {
        VarValue::Flag(flag) => flag.to_string(),
        VarValue::Int(n) => n.to_string(),
        VarValue::Number(n) => format!("{n:?}"),
        VarValue::Text(text) => quote(text),
    }
}

/// Quoted string. It contains no quotes of its own, since other formats quote whole positions.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '\\' | '\'' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\u{22}"),
            letter if is_unprintable(letter) => out.push_str(&format!("\\u{{{:x}}}", letter as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// Parses the variables part; variables that are not named have their initial values.
pub fn read(part: &str, declared: &Vars) -> Result<Vec<VarValue>, NotationError> {
    let mut vars: Vec<VarValue> = declared.iter().map(|(_, first)| first.clone()).collect();
    let mut is_given = vec![false; vars.len()];
    let mut rest = part.trim_start();
    while !rest.is_empty() {
        let (name, after) = read_word(rest)?;
        let short_name = one_line(&name, 40);
        let Some(after) = after.strip_prefix('=') else {
            let message = "of a position is `vars`, followed only by `name=value`";
            bail!("the last part {message}, not `{}`", one_line(rest, 40));
        };
        let index =
            declared.iter().position(|(known, _)| *known == name).ok_or_else(|| unknown_var(&short_name, declared))?;
        if std::mem::replace(&mut is_given[index], true) {
            bail!("the variable `{short_name}` occurs twice in the position");
        }
        let is_text = after.starts_with(['"', '\'']);
        let (text, after) = read_word(after)?;
        if !after.is_empty() && !after.starts_with(char::is_whitespace) {
            bail!("missing blank after the value of `{short_name}`, before `{}`", one_line(after, 20));
        }
        vars[index] = parse_value(&declared[index].1, &text, is_text)
            .map_err(|wants| format!("the variable `{short_name}` {wants}, not `{}`", one_line(&text, 40)))?;
        rest = after.trim_start();
    }
    Ok(vars)
}

/// Parses a value of the same type as `initial`; the error names what is expected.
fn parse_value(initial: &VarValue, text: &str, is_text: bool) -> Result<VarValue, NotationError> {
    match initial {
        VarValue::Text(_) if !is_text => Err("is a text; write it in quotes".into()),
        VarValue::Text(_) if text.len() > MAX_VAR_LEN => {
            bail!("holds at most {MAX_VAR_LEN} bytes of text")
        }
        VarValue::Text(_) => Ok(VarValue::Text(text.to_string())),
        VarValue::Flag(_) => match text.parse() {
            Ok(flag) if !is_text => Ok(VarValue::Flag(flag)),
            _ => Err("is true or false".into()),
        },
        VarValue::Int(_) => match text.parse() {
            Ok(n) if !is_text => Ok(VarValue::Int(n)),
            _ => bail!("is a whole number from {} to {}", i64::MIN, i64::MAX),
        },
        VarValue::Number(_) => match text.parse::<f64>() {
            Ok(n) if !is_text && n.is_finite() => Ok(VarValue::Number(n)),
            _ => Err("is a number".into()),
        },
    }
}

fn unknown_var(name: &str, declared: &Vars) -> String {
    let known: Vec<&str> = declared.iter().map(|(name, _)| name.as_str()).collect();
    match nearest(name, known.iter().copied()) {
        _ if known.is_empty() => format!("unknown variable `{name}`; the scripts of this game have no variables"),
        Some(near) => format!("unknown variable `{name}`; did you mean `{near}`?"),
        None => format!("unknown variable `{name}`; the variables are {}", series(&known, "and")),
    }
}

/// Parses a name or a value, quoted or not, and returns the rest.
fn read_word(text: &str) -> Result<(String, &str), NotationError> {
    let Some(quote) = text.chars().next().filter(|letter| matches!(letter, '"' | '\'')) else {
        let end = text.find(|letter: char| letter == '=' || letter.is_whitespace()).unwrap_or(text.len());
        return Ok((text[..end].to_string(), &text[end..]));
    };
    let mut out = String::new();
    let mut rest = text[1..].chars();
    loop {
        match rest.next() {
            Some(letter) if letter == quote => return Ok((out, rest.as_str())),
            Some('\\') => {
                let escape_text = rest.as_str();
                let letter = escape(&mut rest).ok_or_else(|| {
                    format!(
                        "unknown escape `\\{}`; the escapes are \\\\ \\\" \\' \\n \\t \\u{{1b}}",
                        one_line(escape_text, 8)
                    )
                })?;
                out.push(letter);
            }
            Some(letter) => out.push(letter),
            None => bail!("the text `{}` has no closing quote", one_line(text, 40)),
        }
    }
}

/// Character that an escape sequence means.
fn escape(rest: &mut std::str::Chars) -> Option<char> {
    match rest.next()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'u' => {
            let (code, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
            *rest = after.chars();
            char::from_u32(u32::from_str_radix(code, 16).ok()?)
        }
        letter @ ('\\' | '"' | '\'') => Some(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared() -> Vec<(String, VarValue)> {
        [
            ("late", VarValue::Flag(false)),
            ("n", VarValue::Int(0)),
            ("odd name=", VarValue::Number(0.5)),
            ("text", VarValue::Text(String::new())),
        ]
        .map(|(name, first)| (name.to_string(), first))
        .to_vec()
    }

    #[test]
    fn variables_are_parsed_as_written() {
        let texts = [
            "",
            " | vars n=4",
            "it's \"so\"\\",
            "\u{1b}[2J\n\t\u{202e}\u{9b}",
            "a | vars text=\"b\"",
            "=",
            "\u{fffd}ä",
        ];
        let numbers = [(i64::MIN, -0.5), (i64::MAX, 1e300), (-1, f64::MIN_POSITIVE), (0, 0.1 + 0.2)];
        for text in texts {
            for (n, number) in numbers {
                let vars = [
                    VarValue::Flag(true),
                    VarValue::Int(n),
                    VarValue::Number(number),
                    VarValue::Text(text.to_string()),
                ];
                for all in [write(&declared(), &vars), write_all(&declared(), &vars)] {
                    // A tag of a PTN file is in double quotes and contains none.
                    for all in [all.clone(), all.replace('"', "'")] {
                        let (board, vars_text) = split(&all);
                        assert_eq!(board, "");
                        assert_eq!(
                            read(vars_text.expect("the position has variables"), &declared()),
                            Ok(vars.to_vec()),
                            "{all}"
                        );
                        assert!(!all.chars().any(is_unprintable), "{all:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn only_changed_variables_are_written() {
        let firsts: Vec<VarValue> = declared().into_iter().map(|(_, first)| first).collect();
        assert_eq!(write(&declared(), &firsts), "");
        assert_eq!(split("x3/x3/x3 1 1"), ("x3/x3/x3 1 1", None));
        assert_eq!(split("1@0,0:0 | seat blue |vars  n=1"), ("1@0,0:0 | seat blue", Some("  n=1")));
        assert_eq!(split("1@0,0:0 | varsity"), ("1@0,0:0 | varsity", None));
    }

    #[test]
    fn invalid_variables_are_reported() {
        let long = format!("text=\"{}\"", "x".repeat(MAX_VAR_LEN + 1));
        let cases = [
            ("m=4", "unknown variable `m`; did you mean `n`?"),
            ("elephant=4", "unknown variable `elephant`; the variables are late, n, odd name= and text"),
            ("n=4 n=5", "the variable `n` occurs twice in the position"),
            ("n=many", "the variable `n` is a whole number from"),
            ("n=9223372036854775808", "the variable `n` is a whole number from -9223372036854775808 to"),
            ("n=\"4\"", "the variable `n` is a whole number from"),
            ("n=2.5", "the variable `n` is a whole number from"),
            ("late=1", "the variable `late` is true or false, not `1`"),
            ("\"odd name=\"=inf", "the variable `odd name=` is a number, not `inf`"),
            ("\"odd name=\"=1e999", "is a number, not `1e999`"),
            ("text=x", "the variable `text` is a text; write it in quotes, not `x`"),
            ("text=\"x", "the text `\"x` has no closing quote"),
            ("text=\"\\q\"", "unknown escape `\\q\"`"),
            ("text=\"\\u{d800}\"", "unknown escape"),
            ("text=\"x\"n=1", "missing blank after the value of `text`, before `n=1`"),
            ("n=4 | seat blue", "the last part of a position is `vars`"),
            ("n", "the last part of a position is `vars`"),
            (&long, "holds at most 1024 bytes of text"),
        ];
        for (part, expected) in cases {
            let message = read(part, &declared()).expect_err(part).to_string();
            assert!(message.contains(expected), "`{part}`: {message}");
        }
        let message = read("n=4", &[]).expect_err("there are none").to_string();
        assert_eq!(message, "unknown variable `n`; the scripts of this game have no variables");
    }
}
