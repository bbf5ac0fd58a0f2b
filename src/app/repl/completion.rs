//! What a half-typed line may become: commands, moves, and whatever the argument of a command is called in the list of
//! commands (`MOVE`, `GAME`, `FILE` ...).

use std::cell::OnceCell;
use std::path::{MAIN_SEPARATOR, PathBuf};

use super::command::{COMMANDS, PromptCommand};
use super::names::at_home;
use super::preview::MovePreview;
use houserule_lab::bot::Level;
use houserule_script::lua::{Library, Manifests, Reference, Ruleset, manual};
use houserule_script::rules::ScriptKind;
use houserule_script::rules::options::{OptionDecl, OptionSet, Setting};

/// The most that is offered at once.
const MAX_COMPLETIONS: usize = 5_000;

/// An option with no more values than this has them listed.
const MAX_LISTED_VALUES: f64 = 40.0;

/// The word after `help` that tells how moves are written.
pub const MOVE: &str = "move";

/// What somebody may choose from where nothing is played: all that comes from elsewhere.
#[derive(Default)]
pub struct CompletionMenu {
    pub library: Library,
    /// Words that are understood beside the commands.
    pub words: Vec<String>,
    /// Reading every script takes its time, and is done when somebody asks for one.
    heads: OnceCell<Manifests>,
}

/// One thing that a line may go on with, and what the end of the line becomes then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionItem {
    pub shown: String,
    pub typed: String,
}

impl From<String> for CompletionItem {
    fn from(text: String) -> CompletionItem {
        CompletionItem { shown: text.clone(), typed: text }
    }
}

/// Where the part begins that is completed, and what it may become.
pub type Completions = (usize, Vec<CompletionItem>);

/// Words that some commands take beside what they are told to take.
const FIXED: &[(PromptCommand, &[&str])] = &[
    (PromptCommand::Goto, &["start", "end"]),
    (PromptCommand::Resume, &["list", "list all"]),
    (PromptCommand::Watch, &["off"]),
    (PromptCommand::Position, &["all"]),
];

impl CompletionMenu {
    pub fn new(library: Library, words: Vec<String>) -> CompletionMenu {
        CompletionMenu { library, words, heads: OnceCell::new() }
    }

    /// What the text before the cursor may become. `rules` are those of the game that is played, if one is.
    pub fn complete(
        &self,
        before: &str,
        rules: Option<&Ruleset>,
        mut preview: Option<&mut MovePreview>,
    ) -> Completions {
        let bare = before.trim_start_matches([' ', ':']);
        let start = before.len() - bare.len();
        let Some((word, rest)) = bare.split_once(' ') else {
            let mut found = commands(bare);
            let is_command = |word: &String| COMMANDS.iter().any(|(known, ..)| known == word);
            let more = fitting(&self.words, bare).into_iter().filter(|word| !is_command(word));
            found.extend(more.map(CompletionItem::from));
            found
                .extend(preview.map(|game| game.begun(bare)).unwrap_or_default().into_iter().map(CompletionItem::from));
            found.truncate(MAX_COMPLETIONS);
            return (start, found);
        };
        let known = COMMANDS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word));
        // Moves may be typed with blanks in them, and some begin as commands do.
        if known.is_none_or(|(.., word)| word.yields()) {
            let found = preview.as_deref_mut().map(|game| game.begun(bare)).unwrap_or_default();
            if !found.is_empty() {
                return (start, found.into_iter().take(MAX_COMPLETIONS).map(CompletionItem::from).collect());
            }
        }
        let Some((_, argument, _, word)) = known else { return (start, Vec::new()) };
        let rest = rest.trim_start();
        let start = before.len() - rest.len();
        let fixed = FIXED.iter().find(|(known, _)| known == word).map_or(&[][..], |(_, words)| words);
        let fixed = fitting(fixed, rest);
        if !fixed.is_empty() && !rest.is_empty() {
            return (start, fixed.into_iter().map(CompletionItem::from).collect());
        }
        let (at, found) = self.argument(argument, rest, rules, preview);
        (start + at, found.into_iter().take(MAX_COMPLETIONS).map(CompletionItem::from).collect())
    }

    /// What an argument may become, and where in it that begins.
    fn argument(
        &self,
        called: &str,
        typed: &str,
        rules: Option<&Ruleset>,
        preview: Option<&mut MovePreview>,
    ) -> (usize, Vec<String>) {
        let word_at = typed.rfind(' ').map_or(0, |index| index + 1);
        let word = &typed[word_at..];
        match called {
            "MOVE" => (0, preview.map(|game| game.begun(typed)).unwrap_or_default()),
            "FILE" => (0, files(typed)),
            "COMMAND" => {
                let words = COMMANDS.iter().map(|(word, ..)| *word).chain([MOVE]);
                (0, fitting(words, typed))
            }
            "GAME" | "GAME LEVEL" if word_at == 0 => self.game(typed),
            "GAME" => {
                let game = typed.split(' ').next().unwrap_or_default();
                let options = Reference::parse(game)
                    .ok()
                    .and_then(|game| Ruleset::load(&self.library, &game, &[]).ok())
                    .map(|rules| rules.options);
                (word_at, options.map(|options| settings(&options, word)).unwrap_or_default())
            }
            "WHO" => {
                let at = typed.rfind([',', ' ']).map_or(0, |index| index + 1);
                (at, fitting(std::iter::once("human".to_string()).chain(self.bots()), &typed[at..]))
            }
            "NAME" => (0, fitting(self.bots(), typed)),
            "LESSON" => (0, fitting(self.heads().lessons.iter().map(|(head, _)| &head.name), typed)),
            "EXPR" => view_members(typed),
            _ if called.contains('=') => {
                let found = rules.map(|rules| settings(&rules.options, word)).unwrap_or_default();
                (word_at, found)
            }
            _ if called.starts_with('+') => {
                let sign = word.chars().next().filter(|sign| ['+', '-'].contains(sign));
                let on = |rules: &Ruleset| rules.heads.iter().map(|head| head.name.clone()).skip(1).collect();
                let names = match sign {
                    Some('-') => rules.map(on),
                    _ => rules.map(|rules| self.variants(rules)),
                };
                let names: Vec<String> = names.unwrap_or_default();
                let signed = names.into_iter().map(|name| format!("{}{name}", sign.unwrap_or('+')));
                (word_at, fitting(signed, word))
            }
            _ => (0, Vec::new()),
        }
    }

    fn heads(&self) -> &Manifests {
        self.heads.get_or_init(|| self.library.heads())
    }

    /// `tak+late-walls`: a game, or a variant of the game before the sign; files too.
    fn game(&self, typed: &str) -> (usize, Vec<String>) {
        match typed.rfind('+') {
            None => {
                let names = self.heads().games().map(|head| head.name.as_str());
                let mut found = fitting(names, typed);
                found.extend(files(typed).into_iter().filter(|file| {
                    // Folders of scripts are gone through by those who begin to type a path.
                    file.ends_with(".lua") || !typed.is_empty() && file.ends_with(MAIN_SEPARATOR)
                }));
                (0, found)
            }
            Some(sign) => {
                let loaded = Reference::parse(&typed[..sign])
                    .ok()
                    .and_then(|game| Ruleset::load(&self.library, &game, &[]).ok());
                let names = loaded.map(|rules| self.variants(&rules)).unwrap_or_default();
                (sign + 1, fitting(names, &typed[sign + 1..]))
            }
        }
    }

    /// The variants that can be stacked on some rules, or are.
    fn variants(&self, rules: &Ruleset) -> Vec<String> {
        let is_below = |base: &String| rules.heads.iter().any(|head| head.name == *base);
        let fits = |role: &ScriptKind| matches!(role, ScriptKind::Variant { base, .. } if is_below(base));
        let all = self.heads().good.iter().map(|(head, _)| head);
        all.filter(|head| fits(&head.role)).map(|head| head.name.clone()).collect()
    }

    fn bots(&self) -> Vec<String> {
        let levels = Level::ALL.iter().map(Level::to_string);
        let others = ["random", "greedy", "mcts:1000", "mcts:2s"].map(str::to_string);
        let scripted = self.heads().bots.iter().map(|(head, _)| head.name.clone());
        levels.chain(others).chain(scripted).collect()
    }
}

/// The commands that begin so; those that take something with a blank after them.
fn commands(typed: &str) -> Vec<CompletionItem> {
    let typed = typed.to_lowercase();
    let fits = COMMANDS.iter().filter(|(word, ..)| word.starts_with(&typed));
    let offered = |word: &str, argument: &str| {
        let blank = if argument.is_empty() { "" } else { " " };
        CompletionItem { shown: word.to_string(), typed: format!("{word}{blank}") }
    };
    fits.map(|(word, argument, ..)| offered(word, argument)).collect()
}

fn fitting(words: impl IntoIterator<Item = impl AsRef<str>>, typed: &str) -> Vec<String> {
    let words = words.into_iter().filter(|word| word.as_ref().starts_with(typed));
    words.map(|word| word.as_ref().to_string()).collect()
}

/// `size=`, and after the sign the values that an option may have.
fn settings(options: &OptionSet, typed: &str) -> Vec<String> {
    let decls = || options.scripts.iter().flat_map(|(script, decls)| decls.values().map(move |decl| (script, decl)));
    let is_alone = |decl: &OptionDecl| decls().filter(|(_, other)| other.name == decl.name).count() == 1;
    // An option that several scripts have is called by the script's name too.
    let key = |(script, decl): (&String, &OptionDecl)| match is_alone(decl) {
        true => decl.name.clone(),
        false => format!("{script}.{}", decl.name),
    };
    match typed.split_once('=') {
        None => fitting(decls().map(|one| format!("{}=", key(one))), typed),
        Some((name, _)) => {
            let decl = options.decl(name).ok();
            let values = decl.map(values).unwrap_or_default();
            fitting(values.into_iter().map(|value| format!("{name}={value}")), typed)
        }
    }
}

fn values(decl: &OptionDecl) -> Vec<String> {
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

/// The files and folders that a path may become.
fn files(typed: &str) -> Vec<String> {
    let (folder, name) = match typed.rfind(['/', MAIN_SEPARATOR]) {
        Some(index) => typed.split_at(index + 1),
        None => ("", typed),
    };
    let place = match folder {
        "" => PathBuf::from("."),
        folder => at_home(folder).unwrap_or_else(|| PathBuf::from(folder)),
    };
    let Ok(entries) = std::fs::read_dir(place) else {
        return Vec::new();
    };
    let mut found: Vec<String> = entries
        .flatten()
        .take(MAX_COMPLETIONS)
        .filter_map(|entry| {
            let own = entry.file_name().into_string().ok()?;
            let is_hidden = own.starts_with('.') && !name.starts_with('.');
            let end = if entry.path().is_dir() { MAIN_SEPARATOR.to_string() } else { String::new() };
            (own.starts_with(name) && !is_hidden).then(|| format!("{folder}{own}{end}"))
        })
        .collect();
    found.sort();
    found
}

/// What the last `view.` or `view:` in a text of Lua may go on with.
fn view_members(typed: &str) -> (usize, Vec<String>) {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let at = typed.trim_end_matches(is_name).len();
    let known = manual::names(manual::VIEW);
    match typed[..at].strip_suffix(['.', ':']).is_some_and(|before| before.ends_with("view")) {
        true => (at, fitting(known, &typed[at..])),
        false => (at, fitting(["view"], &typed[at..]).into_iter().filter(|_| at < typed.len()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_script::play::Workspace;

    /// What a line may become, each written out.
    fn completed(line: &str) -> Vec<String> {
        let menu = CompletionMenu::new(Library::default(), vec!["skip".into()]);
        let table = Workspace { library: Library::default(), seed: 1 };
        let session = table.open("tak", &[("size".into(), "3".into())], None, &[]).expect("a game");
        let mut preview = MovePreview::new(&session);
        let (start, found) = menu.complete(line, Some(&session.ruleset), preview.as_mut());
        found.into_iter().map(|offered| format!("{}{}", &line[..start], offered.typed)).collect()
    }

    #[test]
    fn tab_completes_what_the_place_asks_for() {
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
