//! Tab completion: commands, moves, and arguments as the table of commands says.

use std::cell::OnceCell;
use std::path::{MAIN_SEPARATOR, PathBuf};

use crate::preview::MovePreview;
use crate::repl::{COMMANDS, Command, Completion, expand_home};
use houserule_lab::bot::Level;
use houserule_script::lua::{Library, Manifests, Reference, Ruleset, manual};
use houserule_script::rules::options::{OptionDecl, OptionSet, Setting};

/// Maximum number of completions.
const MAX_COMPLETIONS: usize = 5_000;

/// Maximum number of values listed for an option.
const MAX_LISTED_VALUES: f64 = 40.0;

/// Argument of `help` for the move notation.
pub const MOVE: &str = "move";

/// Source of completions that do not depend on the position.
#[derive(Default)]
pub struct CompletionMenu {
    pub library: Library,
    /// Words other than commands, as in lessons.
    pub words: Vec<String>,
    /// Manifests of all scripts, read on first use because that is slow.
    manifests: OnceCell<Manifests>,
}

/// Completion: the label in the list, and the text that replaces the end of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionItem {
    pub label: String,
    pub replacement: String,
}

impl From<String> for CompletionItem {
    fn from(text: String) -> CompletionItem {
        CompletionItem { label: text.clone(), replacement: text }
    }
}

/// Start of the completed part of the line, and its completions.
pub type Completions = (usize, Vec<CompletionItem>);

impl CompletionMenu {
    pub fn new(library: Library, words: Vec<String>) -> CompletionMenu {
        CompletionMenu { library, words, manifests: OnceCell::new() }
    }

    /// Completes the text before the cursor. `rules` are those of the current game.
    pub fn complete(
        &self,
        before: &str,
        rules: Option<&Ruleset>,
        mut preview: Option<&mut MovePreview>,
    ) -> Completions {
        let text = before.trim_start_matches([' ', ':']);
        let start = before.len() - text.len();
        let Some((word, rest)) = text.split_once(' ') else {
            let mut items = complete_command(text);
            let is_command = |word: &String| COMMANDS.iter().any(|command| command.word == word);
            let more = with_prefix(&self.words, text).into_iter().filter(|word| !is_command(word));
            items.extend(more.map(CompletionItem::from));
            items.extend(
                preview
                    .map(|game| game.moves_starting_with(text))
                    .unwrap_or_default()
                    .into_iter()
                    .map(CompletionItem::from),
            );
            items.truncate(MAX_COMPLETIONS);
            return (start, items);
        };
        let command = Command::named(word);
        // Moves may contain blanks, and some start like commands.
        let moves = preview.as_deref_mut().map(|game| game.moves_starting_with(text)).unwrap_or_default();
        if !moves.is_empty() {
            return (start, moves.into_iter().take(MAX_COMPLETIONS).map(CompletionItem::from).collect());
        }
        let Some(Command { argument, .. }) = command else { return (start, Vec::new()) };
        let rest = rest.trim_start();
        let start = before.len() - rest.len();
        let fixed = with_prefix(argument.words, rest);
        if !fixed.is_empty() && !rest.is_empty() {
            return (start, fixed.into_iter().map(CompletionItem::from).collect());
        }
        let (at, found) = self.complete_argument(argument.completion, rest, rules, preview);
        (start + at, found.into_iter().take(MAX_COMPLETIONS).map(CompletionItem::from).collect())
    }

    /// Completes an argument; returns also the start of the completed part.
    fn complete_argument(
        &self,
        completion: Completion,
        typed: &str,
        rules: Option<&Ruleset>,
        preview: Option<&mut MovePreview>,
    ) -> (usize, Vec<String>) {
        let word_at = typed.rfind(' ').map_or(0, |index| index + 1);
        let word = &typed[word_at..];
        match completion {
            Completion::Move => (0, preview.map(|game| game.moves_starting_with(typed)).unwrap_or_default()),
            Completion::File => (0, complete_file(typed)),
            Completion::Command => {
                let words = COMMANDS.iter().map(|command| command.word).chain([MOVE]);
                (0, with_prefix(words, typed))
            }
            Completion::Game | Completion::GameAndOptions if word_at == 0 => self.complete_game(typed),
            Completion::GameAndOptions => {
                let game = typed.split(' ').next().unwrap_or_default();
                let options = Reference::parse(game)
                    .ok()
                    .and_then(|game| Ruleset::load(&self.library, &game, &[]).ok())
                    .map(|rules| rules.options);
                (word_at, options.map(|options| complete_option(&options, word)).unwrap_or_default())
            }
            Completion::Players => {
                let at = typed.rfind([',', ' ']).map_or(0, |index| index + 1);
                (at, with_prefix(std::iter::once("human".to_string()).chain(self.bots()), &typed[at..]))
            }
            Completion::Bot => (0, with_prefix(self.bots(), typed)),
            Completion::Lesson => (0, with_prefix(self.manifests().lessons.iter().map(|(head, _)| &head.name), typed)),
            Completion::Lua => complete_view(typed),
            Completion::Setting => {
                let found = rules.map(|rules| complete_option(&rules.options, word)).unwrap_or_default();
                (word_at, found)
            }
            Completion::Variants => {
                let sign = word.chars().next().filter(|sign| ['+', '-'].contains(sign));
                let active = |rules: &Ruleset| rules.manifests.iter().map(|head| head.name.clone()).skip(1).collect();
                let names = match sign {
                    Some('-') => rules.map(active),
                    _ => rules.map(|rules| self.variants(rules)),
                };
                let names: Vec<String> = names.unwrap_or_default();
                let signed = names.into_iter().map(|name| format!("{}{name}", sign.unwrap_or('+')));
                (word_at, with_prefix(signed, word))
            }
            Completion::Game | Completion::Nothing => (0, Vec::new()),
        }
    }

    fn manifests(&self) -> &Manifests {
        self.manifests.get_or_init(|| self.library.manifests())
    }

    /// Completes a reference such as `tak+late-walls`: a game, a variant of the game before the `+`, or a file.
    fn complete_game(&self, typed: &str) -> (usize, Vec<String>) {
        match typed.rfind('+') {
            None => {
                let names = self.manifests().games().map(|head| head.name.as_str());
                let mut found = with_prefix(names, typed);
                found.extend(complete_file(typed).into_iter().filter(|file| {
                    // Offer folders only after the start of a path.
                    file.ends_with(".lua") || !typed.is_empty() && file.ends_with(MAIN_SEPARATOR)
                }));
                (0, found)
            }
            Some(sign) => {
                let loaded = Reference::parse(&typed[..sign])
                    .ok()
                    .and_then(|game| Ruleset::load(&self.library, &game, &[]).ok());
                let names = loaded.map(|rules| self.variants(&rules)).unwrap_or_default();
                (sign + 1, with_prefix(names, &typed[sign + 1..]))
            }
        }
    }

    /// Returns the variants of the rules, active or not.
    fn variants(&self, rules: &Ruleset) -> Vec<String> {
        self.manifests().variants(&rules.manifests).map(|head| head.name.clone()).collect()
    }

    fn bots(&self) -> Vec<String> {
        let levels = Level::ALL.iter().map(Level::to_string);
        let others = ["random", "greedy", "mcts:1000", "mcts:2s"].map(str::to_string);
        let scripted = self.manifests().bots.iter().map(|(head, _)| head.name.clone());
        levels.chain(others).chain(scripted).collect()
    }
}

/// Completes a command; adds a blank if it takes an argument.
fn complete_command(typed: &str) -> Vec<CompletionItem> {
    let typed = typed.to_lowercase();
    let fits = COMMANDS.iter().filter(|command| command.word.starts_with(&typed));
    let item = |&Command { word, ref argument, .. }: &Command| {
        let blank = if argument.placeholder.is_empty() { "" } else { " " };
        CompletionItem { label: word.to_string(), replacement: format!("{word}{blank}") }
    };
    fits.map(item).collect()
}

fn with_prefix(words: impl IntoIterator<Item = impl AsRef<str>>, typed: &str) -> Vec<String> {
    let words = words.into_iter().filter(|word| word.as_ref().starts_with(typed));
    words.map(|word| word.as_ref().to_string()).collect()
}

/// Completes `size=`, and after the `=` the values of the option.
fn complete_option(options: &OptionSet, typed: &str) -> Vec<String> {
    let decls = || options.scripts.iter().flat_map(|(script, decls)| decls.values().map(move |decl| (script, decl)));
    let is_alone = |decl: &OptionDecl| decls().filter(|(_, other)| other.name == decl.name).count() == 1;
    // An option of several scripts is qualified by the script's name.
    let key = |(script, decl): (&String, &OptionDecl)| match is_alone(decl) {
        true => decl.name.clone(),
        false => format!("{script}.{}", decl.name),
    };
    match typed.split_once('=') {
        None => with_prefix(decls().map(|one| format!("{}=", key(one))), typed),
        Some((name, _)) => {
            let decl = options.decl(name).ok();
            let values = decl.map(option_values).unwrap_or_default();
            with_prefix(values.into_iter().map(|value| format!("{name}={value}")), typed)
        }
    }
}

fn option_values(decl: &OptionDecl) -> Vec<String> {
    if !decl.one_of.is_empty() {
        return decl.one_of.iter().map(Setting::to_string).collect();
    }
    if let Some(Setting::Flag(_)) = decl.default {
        return vec!["true".into(), "false".into()];
    }
    let step = decl.step.unwrap_or(1.0);
    match (decl.min, decl.max) {
        (Some(min), Some(max)) if (max - min) / step <= MAX_LISTED_VALUES => {
            let count = ((max - min) / step).floor() as usize;
            (0..=count).map(|index| (min + step * index as f64).to_string()).collect()
        }
        _ => decl.default.iter().map(Setting::to_string).collect(),
    }
}

/// Completes a path.
fn complete_file(typed: &str) -> Vec<String> {
    let (folder, name) = match typed.rfind(['/', MAIN_SEPARATOR]) {
        Some(index) => typed.split_at(index + 1),
        None => ("", typed),
    };
    let dir = match folder {
        "" => PathBuf::from("."),
        folder => expand_home(folder).unwrap_or_else(|| PathBuf::from(folder)),
    };
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let mut found: Vec<String> = entries
        .flatten()
        .take(MAX_COMPLETIONS)
        .filter_map(|entry| {
            let file_name = entry.file_name().into_string().ok()?;
            let is_hidden = file_name.starts_with('.') && !name.starts_with('.');
            let end = if entry.path().is_dir() { MAIN_SEPARATOR.to_string() } else { String::new() };
            (file_name.starts_with(name) && !is_hidden).then(|| format!("{folder}{file_name}{end}"))
        })
        .collect();
    found.sort();
    found
}

/// Completes the last `view.` or `view:` in Lua.
fn complete_view(typed: &str) -> (usize, Vec<String>) {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let at = typed.trim_end_matches(is_name).len();
    let known = manual::names(manual::VIEW);
    match typed[..at].strip_suffix(['.', ':']).is_some_and(|before| before.ends_with("view")) {
        true => (at, with_prefix(known, &typed[at..])),
        false => (at, with_prefix(["view"], &typed[at..]).into_iter().filter(|_| at < typed.len()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_script::play::Workspace;

    /// Returns the completed lines.
    fn completed(line: &str) -> Vec<String> {
        let menu = CompletionMenu::new(Library::default(), vec!["skip".into()]);
        let table = Workspace { library: Library::default(), seed: 1 };
        let session = table.open("tak", &[("size".into(), "3".into())], None, &[]).expect("a game");
        let mut preview = MovePreview::new(session.snapshot());
        let (start, found) = menu.complete(line, Some(&session.ruleset), preview.as_mut());
        found.into_iter().map(|item| format!("{}{}", &line[..start], item.replacement)).collect()
    }

    #[test]
    fn tab_completes_by_position() {
        for (line, expected) in [
            ("und", &["undo"][..]),
            ("sk", &["skip"]),
            ("lesson tak-first", &["lesson tak-first-road"]),
            ("quiz loop", &["quiz looptrax"]),
            (":wh", &[":why "]),
            ("a", &["a1", "a2", "a3"]),
            ("A3", &["a3"]),
            ("why c", &["why c1", "why c2", "why c3"]),
            ("play tan", &["play tantrix"]),
            ("play tak+late", &["play tak+late-walls"]),
            ("play supertrax+line-", &["play supertrax+line-length"]),
            ("play tak si", &["play tak size="]),
            (
                "play tak size=",
                &[
                    "play tak size=3",
                    "play tak size=4",
                    "play tak size=5",
                    "play tak size=6",
                    "play tak size=7",
                    "play tak size=8",
                ],
            ),
            ("play tak+late-walls tu", &["play tak+late-walls turn="]),
            ("set si", &["set size="]),
            ("variant +late", &["variant +late-walls"]),
            ("variant -late", &[]),
            ("seats human,me", &["seats human,medium"]),
            ("bot ha", &["bot hard"]),
            ("help mo", &["help moves", "help move"]),
            ("lua view.tur", &["lua view.turn"]),
            ("lua \u{201c}vi", &["lua \u{201c}view"]),
            ("xyzzy", &[]),
            ("undo x", &[]),
        ] {
            assert_eq!(completed(line), expected, "{line}");
        }
    }
}
