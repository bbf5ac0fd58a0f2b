//! Where the keys of a script's declaration stand in its source.
//!
//! A Lua table does not know the lines of its keys, so the same source is read a second time here
//! and joined to the declaration by key path. What a key means and how a fault is worded lives
//! elsewhere.
//!
//! Only the lexer of `full_moon` is used. Its syntax tree nests one box per operator, so a file of
//! `1+1+1+...` would overflow the stack and take the process along. Flat tokens with matched
//! brackets are enough for tables, calls and `return`; every walk below is a loop, and linear in
//! the source.

use std::collections::{HashMap, HashSet};

use full_moon::LuaVersion;
use full_moon::tokenizer::{Lexer, LexerResult, TokenType};

/// One step of a key path inside a script's declaration.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Step {
    Key(String),
    /// An item of a list, counted from 1 as Lua does.
    Index(usize),
}

/// A line and a column of a source, both counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Spot {
    pub line: u32,
    pub column: u32,
}

/// Where every key of a script's declaration stands in its source.
#[derive(Debug, Default)]
pub struct Lines {
    declaration: Option<Entry>,
    /// By first token: keys that name the same local share one value, so that the map cannot
    /// outgrow the source.
    values: HashMap<usize, Value>,
}

/// Where a key stands, and what is written there if that has keys of its own.
#[derive(Clone, Copy, Debug)]
struct Entry {
    spot: Spot,
    value: Option<usize>,
}

#[derive(Debug)]
enum Value {
    Table(HashMap<Step, Entry>),
    /// The tables a function returns, in the order of the source.
    Function(Vec<usize>),
}

impl Lines {
    /// Reads a source that Lua has accepted. Anything odd gives an empty map, never a panic.
    pub fn of(source: &str) -> Lines {
        let script = Script::read(source);
        script.and_then(|script| script.lines()).unwrap_or_default()
    }

    /// The spot of the key at `path`, or of its nearest known ancestor, at last the declaration.
    pub fn spot(&self, path: &[Step]) -> Option<Spot> {
        self.follow(path).map(|(spot, _)| spot)
    }

    /// The spot of the key at `path`, only if the source spells that key out.
    pub fn exact(&self, path: &[Step]) -> Option<Spot> {
        let (spot, steps) = self.follow(path)?;
        (steps == path.len()).then_some(spot)
    }

    /// Follows `path` as far as it is known, and says how many steps that was.
    fn follow(&self, path: &[Step]) -> Option<(Spot, usize)> {
        let mut spot = self.declaration?.spot;
        let mut values = Vec::from_iter(self.declaration?.value);
        for (steps, step) in path.iter().enumerate() {
            // A function stands for every table it returns; the first with the key gives the spot.
            let tables = values.iter().flat_map(|value| self.tables(value));
            let entries: Vec<&Entry> = tables.filter_map(|keys| keys.get(step)).collect();
            let Some(first) = entries.first() else {
                return Some((spot, steps));
            };
            spot = first.spot;
            let mut seen = HashSet::new();
            values = entries.iter().filter_map(|entry| entry.value).collect();
            values.retain(|&value| seen.insert(value));
        }
        Some((spot, path.len()))
    }

    fn tables<'a>(&'a self, value: &'a usize) -> impl Iterator<Item = &'a HashMap<Step, Entry>> {
        let tables = match self.values.get(value) {
            Some(Value::Function(returned)) => returned,
            _ => std::slice::from_ref(value),
        };
        tables.iter().filter_map(|table| match self.values.get(table) {
            Some(Value::Table(keys)) => Some(keys),
            _ => None,
        })
    }
}

/// What may follow an expression and make it one side of a larger one.
const OPERATORS: &[&str] = &[
    "and", "or", "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "&", "|", "~",
    "<<", ">>",
];

struct Token<'s> {
    text: &'s str,
    is_name: bool,
    spot: Spot,
    /// The token that closes the bracket or block this one opens; itself if it opens none.
    close: usize,
    /// The token that opened the innermost bracket or block around this one.
    inside: Option<usize>,
}

/// A source as a flat list of tokens.
struct Script<'s> {
    tokens: Vec<Token<'s>>,
    /// The tables and functions behind names that the whole source binds once, with `local`.
    locals: HashMap<&'s str, usize>,
}

impl<'s> Script<'s> {
    fn read(source: &'s str) -> Option<Self> {
        let tokens = tokens(source)?;
        let mut script = Script { tokens, locals: HashMap::new() };
        script.pair_up()?;
        script.bind_locals();
        Some(script)
    }

    fn lines(&self) -> Option<Lines> {
        // A chunk may return early inside an `if`; its own `return` is always its last.
        let at = self.returns(0, self.tokens.len()).last()?;
        let declaration = self.entry(at, at)?;
        let mut values = HashMap::new();
        let mut unread = Vec::from_iter(declaration.value);
        while let Some(first) = unread.pop() {
            if values.contains_key(&first) {
                continue;
            }
            let value = if self.text(first) == "{" {
                let keys = self.keys(first);
                unread.extend(keys.values().filter_map(|entry| entry.value));
                Value::Table(keys)
            } else {
                let returns = self.returns(first + 1, self.tokens[first].close);
                let mut tables: Vec<usize> = returns.filter_map(|at| self.value(at)).collect();
                tables.retain(|&value| self.text(value) == "{");
                unread.extend(&tables);
                Value::Function(tables)
            };
            values.insert(first, value);
        }
        Some(Lines { declaration: Some(declaration), values })
    }

    fn text(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    /// The token after `at`, or after the whole bracket or block that opens there.
    fn after(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(at, |token| token.close) + 1
    }

    /// Joins what opens to what closes.
    fn pair_up(&mut self) -> Option<()> {
        let mut open = Vec::new();
        for at in 0..self.tokens.len() {
            let text = self.text(at);
            self.tokens[at].inside = open.last().copied();
            match text {
                // `while` and `for` end with their `do`.
                "{" | "(" | "[" | "if" | "do" | "repeat" | "function" => open.push(at),
                "}" | ")" | "]" | "until" | "end" => {
                    let opener = open.pop()?;
                    let fits = match self.text(opener) {
                        "{" => text == "}",
                        "(" => text == ")",
                        "[" => text == "]",
                        "repeat" => text == "until",
                        _ => text == "end",
                    };
                    self.tokens[opener].close = if fits { at } else { return None };
                }
                _ => {}
            }
        }
        open.is_empty().then_some(())
    }

    fn bind_locals(&mut self) {
        let mut bindings: HashMap<&str, usize> = HashMap::new();
        for at in (0..self.tokens.len()).filter(|&at| self.may_bind(at)) {
            *bindings.entry(self.text(at)).or_default() += 1;
        }
        for local in (0..self.tokens.len()).filter(|&at| self.tokens[at].text == "local") {
            let (name, value) = match (self.text(local + 1), self.text(local + 2)) {
                ("function", name) => (name, Some(local + 1)),
                (name, "=") => (name, self.value(local + 3)),
                // `local name <const> = ..`
                (name, "<") if self.text(local + 5) == "=" => (name, self.value(local + 6)),
                _ => continue,
            };
            if let (Some(value), Some(1)) = (value, bindings.get(name)) {
                self.locals.insert(name, value);
            }
        }
    }

    /// Whether a name may be declared or assigned here. To see one binding too many only means a
    /// spot further up; to miss one could mean a wrong spot.
    fn may_bind(&self, at: usize) -> bool {
        let before = |at: usize, by| at.checked_sub(by).map_or("", |before| self.text(before));
        let binds = match self.tokens[at].inside.map(|open| (open, self.text(open))) {
            Some((_, "{" | "[")) => false,
            // The parameters of `function(..)`, `function name(..)` and `function a.name(..)`.
            Some((open, "(")) => {
                before(open, 1) == "function" || matches!(before(open, 2), "function" | "." | ":")
            }
            _ => match (before(at, 1), self.text(at + 1)) {
                ("." | ":", _) => false,
                ("local" | "for" | "function" | ",", _) => true,
                (_, next) => matches!(next, "=" | ","),
            },
        };
        binds && self.tokens[at].is_name
    }

    /// The first tokens of what is returned between two tokens, but not by functions in between.
    fn returns(&self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let next = |&at: &usize| match self.text(at) {
            "if" | "do" | "repeat" => Some(at + 1),
            _ => Some(self.after(at)),
        };
        let tokens = std::iter::successors(Some(from), next).take_while(move |&at| at < to);
        tokens.filter(|&at| self.text(at) == "return").map(|at| at + 1)
    }

    fn entry(&self, key: usize, value: usize) -> Option<Entry> {
        let (spot, value) = (self.tokens.get(key)?.spot, self.value(value));
        Some(Entry { spot, value })
    }

    /// The keys of the table constructor that opens at `open`.
    fn keys(&self, open: usize) -> HashMap<Step, Entry> {
        let close = self.tokens[open].close;
        let mut keys = HashMap::new();
        let mut items = 0;
        let mut at = open + 1;
        while at < close {
            let equal = self.after(at);
            let (step, value) = match (self.text(at), self.text(equal)) {
                ("[", _) => (self.bracketed(at), equal + 1),
                (name, "=") => (Some(Step::Key(name.to_owned())), equal + 1),
                _ => {
                    items += 1;
                    (Some(Step::Index(items)), at)
                }
            };
            if let (Some(step), Some(entry)) = (step, self.entry(at, value)) {
                keys.insert(step, entry);
            }
            at = value;
            while at < close && !matches!(self.text(at), "," | ";") {
                at = self.after(at);
            }
            at += 1;
        }
        keys
    }

    /// The key in `["turn"]` or `[3]`; none if it has to be computed.
    fn bracketed(&self, open: usize) -> Option<Step> {
        let key = self.text(open + 1);
        if self.after(open) != open + 3 || key.contains('\\') {
            return None;
        }
        match key.strip_prefix(['"', '\'']) {
            Some(quoted) => Some(Step::Key(quoted.strip_suffix(['"', '\''])?.to_owned())),
            None => key.parse().ok().map(Step::Index),
        }
    }

    /// The first token of the table or function that the expression at `at` stands for.
    fn value(&self, mut at: usize) -> Option<usize> {
        loop {
            let (mut found, mut next) = match self.text(at) {
                "{" | "function" => return self.unless_operand(at, self.after(at)),
                "(" => (Some(at + 1), self.after(at)),
                name if self.tokens.get(at)?.is_name => (self.locals.get(name).copied(), at + 1),
                _ => return None,
            };
            // A call stands for the table it is given; of `f { .. } "x" { .. }` that is the last.
            let mut given = None;
            loop {
                match self.text(next) {
                    "." | ":" => (given, next) = (None, next + 1),
                    "[" => given = None,
                    "{" => given = Some(next),
                    "(" => given = self.table_argument(next).or(given).or(Some(next + 1)),
                    text if text.starts_with(['"', '\'', '[']) => {}
                    _ => break,
                }
                found = given;
                next = self.after(next);
            }
            at = self.unless_operand(found?, next)?;
        }
    }

    /// `value`, unless the operator after it makes it one side of a larger expression.
    fn unless_operand(&self, value: usize, next: usize) -> Option<usize> {
        (!OPERATORS.contains(&self.text(next))).then_some(value)
    }

    fn table_argument(&self, open: usize) -> Option<usize> {
        let arguments = std::iter::successors(Some(open + 1), |&at| Some(self.after(at)));
        let mut arguments = arguments.take_while(|&at| at < self.tokens[open].close);
        arguments.find(|&at| self.text(at) == "{" && matches!(self.text(at - 1), "(" | ","))
    }
}

/// The tokens of a source without spaces and comments; none if the lexer stumbles.
fn tokens(source: &str) -> Option<Vec<Token<'_>>> {
    let mut lexer = Lexer::new_lazy(&as_lexed(source), LuaVersion::lua54());
    let mut tokens = Vec::new();
    while let Some(result) = lexer.process_next() {
        let LexerResult::Ok(token) = result else {
            return None;
        };
        if token.token_type().is_trivia() {
            continue;
        }
        let (start, end) = (token.start_position(), token.end_position());
        let line = u32::try_from(start.line()).ok()?;
        let column = u32::try_from(start.character()).ok()?;
        tokens.push(Token {
            text: source.get(start.bytes()..end.bytes())?,
            is_name: matches!(token.token_type(), TokenType::Identifier { .. }),
            spot: Spot { line, column },
            close: tokens.len(),
            inside: None,
        });
    }
    Some(tokens)
}

/// The source as the lexer can take it, every character still at its place. Lua, but not the lexer,
/// breaks lines at a lone carriage return and skips vertical tabs and form feeds; a stray backtick
/// makes the lexer panic.
fn as_lexed(source: &str) -> String {
    let lines = source.replace("\r\n", " \n").replace('\r', "\n");
    lines.replace(['\u{b}', '\u{c}'], " ").replace('`', "?")
}

#[cfg(test)]
mod tests;
