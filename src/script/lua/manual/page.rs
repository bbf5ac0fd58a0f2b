//! Manual as a reference page.

use std::fmt::Write;

use super::types::{bounds, default_text, lua_type};
use super::{
    COLOUR_OF_SET, DocEntry, DocGroup, EFFECTS, EXAMPLE_SET, KeySpec, LIBRARY, MOVE, RECORDS, TILE_OF_SET, TILE_SET,
    VIEW, hook, limits,
};
use crate::lua::sandbox::{self, Limits};
use crate::rules::HookKind;
use crate::rules::keys;
use crate::rules::lesson::GOALS;
use crate::rules::lesson::keys::{LESSON, STEP};
use houserule_core::mechanics::Rule;
use houserule_core::mechanics::stacks::PieceDef;
use houserule_core::spec::{Param, ParamDefault, RulePart, Spec};

const OPENING: &str = "\
# Rules reference

Everything a script can use: keys, rule values, hooks, effects and functions, each with its type, its default and an
example. [The tutorial](tutorial.md) is a guide through your first scripts.
";

const SCRIPTS: &str = "\
A script is a Lua file that returns a game, a variant, a bot or a lesson:

```lua
--- One sentence about the rule.
return variant \"short-games\" {
  base    = \"tak\",
  options = { plies = { default = 60, min = 10 } },
  rules   = function(o) return { finish = { limit { plies = o.plies } } } end,
}
```

| command | what it does |
|---|---|
| `houserule new game NAME` | writes a game to start from |
| `houserule new variant NAME --base GAME` | writes a variant to start from |
| `houserule check FILE` | finds errors in a script, also by playing |
| `houserule test FILE` | runs the tests in a script |
| `houserule meta DIR` | writes files that let an editor complete and explain everything on this page |
| `houserule meta --page docs/rules.md` | writes this page |

A variant contains only what differs from its base:

- Tables with named keys are merged key by key.
- Plain values are replaced.
- Lists of rule values are merged by id. A known id changes the parameters of that value, and a new id adds a value at the
  end of the list, or `before` or `after` another. `off \"id\"` removes a value.

Types are written as for lua-language-server: `string?` is a string or nil, `string[]` is a list of strings,
`table<string, integer>` maps strings to integers, and `\"a\"|\"b\"` is one of two words.";

/// Writes the reference page.
pub fn page() -> String {
    let mut body = String::new();
    scripts(&mut body);
    rules(&mut body);
    rule_values(&mut body);
    hooks(&mut body);
    members_table(
        &mut body,
        "The view",
        "The first argument of every hook. It is read-only and valid only while the hook runs.",
        "view",
        VIEW,
    );
    members_table(
        &mut body,
        "The move",
        "The second argument of the hooks `allow`, `reject` and `after_move`. A field that does not apply to a kind of move is nil.",
        "move",
        MOVE,
    );
    records(&mut body);
    matches(&mut body);
    effects(&mut body);
    tests(&mut body);
    tile_sets(&mut body);
    bots(&mut body);
    lessons(&mut body);
    library(&mut body);
    limit_table(&mut body);
    budget_tables(&mut body);
    format!("{OPENING}{}{body}", contents(&body))
}

/// Lists the sections with links: one line per section, with its subsections.
fn contents(body: &str) -> String {
    let mut out = "\n## Contents\n".to_string();
    let mut is_code = false;
    let mut is_first_below = false;
    for line in body.lines() {
        is_code ^= line.starts_with("```");
        if is_code {
            continue;
        }
        if let Some(title) = line.strip_prefix("## ") {
            write!(out, "\n- [{title}](#{})", anchor(title)).ok();
            is_first_below = true;
        } else if let Some(title) = line.strip_prefix("### ") {
            let name = title.trim_end_matches(" values");
            write!(out, "{} [{name}](#{})", if is_first_below { ":" } else { "," }, anchor(title)).ok();
            is_first_below = false;
        }
    }
    out.push('\n');
    out
}

/// Returns the anchor of a heading, as GitHub makes it.
pub(super) fn anchor(title: &str) -> String {
    let letters = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    letters.collect::<String>().to_lowercase().replace(' ', "-")
}

fn scripts(out: &mut String) {
    heading(out, "Scripts");
    paragraph(out, SCRIPTS);
    subheading(out, "Script keys");
    keys(out, keys::MANIFEST);
    subheading(out, "Options");
    paragraph(
        out,
        "An entry of `options`. Set it with `--set NAME=VALUE`; the rules read it as `o.NAME`. Reading an option that does not \
         exist is an error.",
    );
    keys(out, keys::OPTION);
}

fn rules(out: &mut String) {
    heading(out, "Rules");
    paragraph(out, "The keys of `rules`:");
    keys(out, keys::RULES);
    paragraph(out, "The other keys contain [rule values](#rule-values), one or a list:");
    out.push_str("\n| key | contains | meaning | values |\n|---|---|---|---|\n");
    for part in RulePart::ALL {
        let values = Rule::SPECS.iter().filter(|spec| spec.part == part);
        let values: Vec<String> = values.map(|spec| format!("[`{0}`](#{0})", spec.name)).collect();
        let holds = if part.is_list() { "a list" } else { "one value" };
        writeln!(out, "| `{}` | {holds} | {} | {} |", part.key(), part.doc(), values.join(" ")).ok();
    }
    subheading(out, "Pieces");
    paragraph(out, "An entry of `pieces`, such as `wall = { letter = \"S\", stands = true, from = \"flat\" }`.");
    params(out, PieceDef::PARAMS);
}

fn bots(out: &mut String) {
    heading(out, "Bots");
    paragraph(
        out,
        "`return bot \"name\" { ... }` declares a bot. It has either `choose`, which returns a move, or `evaluate`, which \
         estimates positions for a search. Every game has built-in bots, so you do not need one. A bot has the same limits as a \
         hook.",
    );
    keys(out, keys::BOT);
}

fn limit_table(out: &mut String) {
    heading(out, "Limits");
    paragraph(
        out,
        "A script that goes beyond a limit is rejected with a message that names the limit. The bounds of parameters are \
         listed with the parameters.",
    );
    out.push_str("\n| what | maximum |\n|---|---|\n");
    for limit in limits() {
        writeln!(out, "| {} | {} |", limit.what, limit.maximum).ok();
    }
}

/// Writes the budget of a script, with the numbers that the sandbox uses.
fn budget_tables(out: &mut String) {
    heading(out, "Time and memory");
    paragraph(out, "A call that needs more steps, time or memory than this fails, and the message shows its line.");
    out.push_str("\n| call | steps | time | memory |\n|---|---|---|---|\n");
    let (load, call, list) = (Limits::LOAD, Limits::HOOK, Limits::LISTING);
    for (when, steps, clock, memory) in [
        ("running a file", load.steps_per_call, load.time_per_call, Some(load.memory)),
        (
            "calling one of its functions: rules, hook, bot, lesson, or `lua` at the prompt",
            call.steps_per_call,
            call.time_per_call,
            Some(call.memory),
        ),
        ("all calls for one move, list or command together", call.steps_per_span, call.time_per_span, None),
        ("running a file only to list it", list.steps_per_call, list.time_per_call, Some(list.memory)),
    ] {
        let memory = memory.map_or(String::new(), |bytes| format!("{} MB", bytes >> 20));
        writeln!(out, "| {when} | {steps} | {} s | {memory} |", clock.as_secs_f64()).ok();
    }
    let text = format!(
        "- A step is one instruction of Lua. A call of a library or view function costs 16 steps, and more if it handles more. \
         Long strings and large tables cost one step for every 64 bytes copied or 8 bytes filled.\n\
         - Step limits are the same on all machines. Ordinary code reaches them long before the time limit, which stops steps \
         that are slow themselves.\n\
         - A bot, a lesson or a `lua` command that looks ahead also pays for the hooks that the game calls. They share the time \
         of its call and have {} steps in all.\n\
         - Threads that play games with scripts share 512 MB, {} MB for each copy of the scripts. If you ask for more threads \
         than that allows, fewer run, with the same results.",
        Limits::LOOKAHEAD_STEPS,
        Limits::MAX_MEMORY >> 20
    );
    paragraph(out, &text);
    out.push_str("\n| what | maximum |\n|---|---|\n");
    for (what, most) in sandbox::SIZE_LIMITS {
        writeln!(out, "| {what} | {most} |").ok();
    }
}

fn lessons(out: &mut String) {
    heading(out, "Lessons");
    paragraph(
        out,
        "`return lesson \"name\" { ... }` declares a lesson: a list of steps with text, positions and questions. `houserule lesson \
         NAME` starts it, `houserule lesson --verify NAME` checks every answer in it, and `houserule new lesson NAME --game GAME` \
         writes one to start from. [docs/lessons.md](lessons.md) is the guide.",
    );
    keys(out, LESSON);
    subheading(out, "Lesson steps");
    paragraph(
        out,
        "A step without `position`, `moves`, `game` and `options` continues where the previous step ended: after the accepted \
         move and the reply. An answer is one move.",
    );
    keys(out, STEP);
    subheading(out, "Goals");
    paragraph(
        out,
        "Use a goal in `accept` in place of a move: every move that reaches it is accepted. The first parameter can be given by \
         position, as in `wins_in(2)`. `best` and `by_bot` are for `reply`. Goals about later turns need a game in which seats \
         take turns and nothing, or nothing more, is left to chance.",
    );
    out.push_str("\n| goal | parameters | meaning | example |\n|---|---|---|---|\n");
    for spec in GOALS {
        let params: Vec<String> = spec
            .params
            .unwrap_or_default()
            .iter()
            .map(|key| format!("`{}` ({}): {}", key.name, code_cell(key.lua_type), key.doc))
            .collect();
        writeln!(out, "| `{}` | {} | {} | {} |", spec.name, params.join("; "), spec.doc, code_cell(spec.example)).ok();
    }
}

fn heading(out: &mut String, title: &str) {
    writeln!(out, "\n## {title}").ok();
}

fn subheading(out: &mut String, title: &str) {
    writeln!(out, "\n### {title}").ok();
}

fn paragraph(out: &mut String, text: &str) {
    writeln!(out, "\n{text}").ok();
}

fn code(out: &mut String, language: &str, text: &str) {
    writeln!(out, "\n```{language}\n{}\n```", text.trim_end()).ok();
}

/// Formats code in a table, where a bar would end the cell.
fn code_cell(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

fn keys(out: &mut String, keys: &[KeySpec]) {
    out.push_str("\n| key | type | meaning | example |\n|---|---|---|---|\n");
    for KeySpec { name, lua_type: form, doc, example } in keys {
        let example: Vec<&str> = example.lines().map(str::trim).collect();
        writeln!(out, "| `{name}` | {} | {doc} | {} |", code_cell(form), code_cell(&example.join(" "))).ok();
    }
}

fn params(out: &mut String, params: &[Param]) {
    out.push_str("\n| parameter | type | meaning | default |\n|---|---|---|---|\n");
    for param in params {
        let bounds = bounds(param.kind).map(|bounds| format!(" ({bounds})")).unwrap_or_default();
        let default = match param.default {
            ParamDefault::Required => "required".to_string(),
            ParamDefault::Absent => String::new(),
            default => default_text(default).map(|text| code_cell(&text)).unwrap_or_default(),
        };
        writeln!(
            out,
            "| `{}` | {} | {}{bounds} | {default} |",
            param.name,
            code_cell(&lua_type(param.kind)),
            param.doc
        )
        .ok();
    }
}

/// Writes a rule value under its key, as in the rules.
pub(super) fn rule_example(spec: &Spec) -> String {
    match spec.part.is_list() {
        true => format!("{} = {{ {} }}", spec.part.key(), spec.example),
        false => format!("{} = {}", spec.part.key(), spec.example),
    }
}

fn rule_values(out: &mut String) {
    heading(out, "Rule values");
    paragraph(
        out,
        "The first parameter can also be given by position: `square(5)`, `place { \"flat\", \"wall\" }`. A list of one value \
         needs no braces. A variant that changes a value repeats only the parameters that differ, so it can leave out required \
         ones. Every value also takes:",
    );
    keys(out, keys::VALUE);
    for part in RulePart::ALL {
        subheading(out, &format!("`{}` values", part.key()));
        paragraph(out, &format!("The key `{}`: {}.", part.key(), part.doc()));
        for spec in Rule::SPECS.iter().filter(|spec| spec.part == part) {
            writeln!(out, "\n#### {}\n\n{}", spec.name, spec.doc).ok();
            if !spec.params.is_empty() {
                params(out, spec.params);
            }
            code(out, "lua", &rule_example(spec));
        }
    }
}

fn hooks(out: &mut String) {
    heading(out, "Hooks");
    paragraph(
        out,
        "A hook is a function in `hooks`. It reads the game through a view and returns a result; it cannot change anything \
         itself. The same call must always return the same result. [Time and memory](#time-and-memory) are limited. If a hook \
         fails, the move is not played.",
    );
    for kind in HookKind::ALL {
        let hook = hook(kind);
        subheading(out, kind.key());
        writeln!(out, "\n`{}({})` returns `{}`.", kind.key(), names_of(hook.params), hook.returns.join(", ")).ok();
        writeln!(out, "\n{}\n\nWith several scripts: {}.", hook.doc, hook.combination).ok();
        param_table(out, "parameter", hook.params);
        code(out, "lua", &format!("hooks = {{\n{}\n}}", indented(hook.example)));
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

fn param_table(out: &mut String, title: &str, params: &[KeySpec]) {
    writeln!(out, "\n| {title} | type | meaning |\n|---|---|---|").ok();
    for KeySpec { name, lua_type, doc, .. } in params {
        writeln!(out, "| `{name}` | {} | {doc} |", code_cell(lua_type)).ok();
    }
}

fn names_of(params: &[KeySpec]) -> String {
    params.iter().map(|param| param.name).collect::<Vec<_>>().join(", ")
}

/// Formats the usage: `view:top(cell)`, `move.piece`.
fn usage(owner: &str, entry: &DocEntry) -> String {
    let Some(params) = entry.params else { return format!("{owner}.{}", entry.name) };
    format!("{owner}:{}({})", entry.name, names_of(params))
}

fn members_table(out: &mut String, title: &str, about: &str, owner: &str, groups: &[DocGroup]) {
    heading(out, title);
    paragraph(out, about);
    for group in groups {
        if groups.len() > 1 {
            subheading(out, group.title);
        }
        out.push_str("\n| name | type | meaning | example |\n|---|---|---|---|\n");
        for entry in group.entries {
            let (name, returns) = (usage(owner, entry), code_cell(&entry.returns.join(", ")));
            writeln!(out, "| `{name}` | {returns} | {} | {} |", entry.doc, code_cell(entry.example)).ok();
        }
    }
}

fn records(out: &mut String) {
    heading(out, "Tables in the view");
    paragraph(out, "Tables that the view, `tile_set` and `base(view)` return, and those of [matches](#matches).");
    for (name, about, fields) in RECORDS {
        writeln!(out, "\n### houserule.{name}\n\n{about}").ok();
        param_table(out, "field", fields);
    }
}

fn effects(out: &mut String) {
    heading(out, "Effects");
    paragraph(
        out,
        "`after_move` and `setup` return one effect or a list of up to 256. `finish` returns an ending. Effects are saved and \
         undone with the move. An effect takes a table with the keys below. If one key is enough, you can write its value alone: \
         `win \"white\"`.",
    );
    for group in EFFECTS {
        subheading(out, group.title);
        for entry in group.entries {
            writeln!(out, "\n#### {} (effect)\n\n{}", entry.name, entry.doc).ok();
            let params = entry.params.unwrap_or_default();
            if !params.is_empty() {
                param_table(out, "key", params);
            }
            code(out, "lua", entry.example);
        }
    }
}

fn tests(out: &mut String) {
    heading(out, "Tests");
    paragraph(
        out,
        "An entry of `tests` sets up a position and states what must be true there. `houserule test` runs it.",
    );
    keys(out, keys::TEST);
    subheading(out, "Games of a tested match");
    paragraph(
        out,
        "An entry of `games`: a result, or the moves that lead to it. Players are named after their sides in the first game, \
         and change seats as the rules of the match say; a result names the sides of its own game.",
    );
    keys(out, keys::TEST_GAME);
    subheading(out, "A tested match");
    paragraph(out, "The keys of `match` in a test. Players are named after their sides in the first game.");
    keys(out, keys::TEST_MATCH);
}

fn matches(out: &mut String) {
    heading(out, "Matches");
    paragraph(
        out,
        "The keys of `match`, which defines how several games add up. A match is over when the first of its ends is reached. \
         The rules of a match are not part of the rules hash. Its functions have the same limits as hooks, and get read-only \
         tables.",
    );
    keys(out, keys::MATCH);
}

fn library(out: &mut String) {
    heading(out, "Lua functions");
    paragraph(
        out,
        "Functions that a script can call besides rule values, goals and effects. The language is Lua 5.4, without access to \
         files, the clock or random numbers: the same script always does the same.",
    );
    out.push_str("\n| function | returns | meaning | example |\n|---|---|---|---|\n");
    for group in LIBRARY {
        let table = group.table_prefix();
        for entry in group.entries {
            let call = entry.params.map_or(String::new(), |params| format!("({})", names_of(params)));
            let returns = entry.returns.join(", ");
            let returns = if returns == "nil" { String::new() } else { code_cell(&returns) };
            writeln!(
                out,
                "| `{table}{}{call}` | {returns} | {} | {} |",
                entry.name,
                entry.doc,
                code_cell(entry.example)
            )
            .ok();
        }
    }
}

fn tile_sets(out: &mut String) {
    heading(out, "Tile sets");
    paragraph(
        out,
        "A tile set is a TOML file, `tiles/NAME.toml` in a folder of scripts. A game uses it with `tiles = \"NAME\"`. `houserule check \
         FILE` checks it.",
    );
    keys(out, TILE_SET);
    subheading(out, "Colours");
    paragraph(out, "An entry of `colours`.");
    keys(out, COLOUR_OF_SET);
    subheading(out, "Tiles");
    paragraph(out, "An entry of `tile`.");
    keys(out, TILE_OF_SET);
    subheading(out, "Example of a tile set");
    code(out, "toml", EXAMPLE_SET);
}
