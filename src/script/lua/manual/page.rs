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
# Everything a script can say

This page is written by the program itself (`houserule meta --page docs/rules.md`), from the same lists that it checks
scripts against; every example on it is loaded by a test. [The tutorial](tutorial.md) leads through the rest.

A script is a Lua file that ends with a game, a variant, a bot or a lesson. `houserule new game NAME` and
`houserule new variant NAME --base GAME` write one to begin with, `houserule check FILE` tells what is wrong with it, and
`houserule meta DIR` puts files into a folder with which an editor completes and explains what stands here.

```lua
--- One sentence about the rule.
return variant \"short-games\" {
  base    = \"tak\",
  options = { plies = { default = 60, min = 10 } },
  rules   = function(o) return { finish = { limit { plies = o.plies } } } end,
}
```

A variant says only what differs. Maps are merged key by key, plain values are replaced, and lists of rule values are
merged by id: the same id changes parameters, a new one is added at the end (or `before` or `after` another),
`off \"id\"` removes one.

Types are those of lua-language-server: `string?` may be nil, `string[]` is a list, `table<string, integer>` maps names to
numbers, `\"a\"|\"b\"` is one of these words.
";

/// Writes the reference page.
pub fn page() -> String {
    let mut out = OPENING.to_string();
    heading(&mut out, "The file");
    keys(&mut out, keys::MANIFEST);
    heading(&mut out, "An option");
    paragraph(
        &mut out,
        "An entry of `options`. Its value reaches the rules as `o.NAME`; people set it with `--set NAME=VALUE`. To read one that does not exist is a fault.",
    );
    keys(&mut out, keys::OPTION);
    heading(&mut out, "The rules");
    keys(&mut out, keys::RULES);
    paragraph(&mut out, "The other keys hold rule values, a list of them or a single one:");
    out.push_str("\n| key | holds | what it is | values |\n|---|---|---|---|\n");
    for part in RulePart::ALL {
        let values = Rule::SPECS.iter().filter(|spec| spec.part == part);
        let values: Vec<String> = values.map(|spec| format!("[`{0}`](#{0})", spec.name)).collect();
        let holds = if part.is_list() { "a list" } else { "one" };
        writeln!(out, "| `{}` | {holds} | {} | {} |", part.key(), part.doc(), values.join(" ")).ok();
    }
    heading(&mut out, "A piece");
    paragraph(&mut out, "An entry of `pieces`, such as `wall = { letter = \"S\", stands = true, from = \"flat\" }`.");
    params(&mut out, PieceDef::PARAMS);
    rule_values(&mut out);
    hooks(&mut out);
    members_table(
        &mut out,
        "The view",
        "What a hook is given first. Read-only, and there only while the hook runs.",
        "view",
        VIEW,
    );
    members_table(
        &mut out,
        "The move",
        "What a hook about a move is given second. What a kind of move does not have is nil.",
        "move",
        MOVE,
    );
    records(&mut out);
    effects(&mut out);
    tests(&mut out);
    library(&mut out);
    tile_sets(&mut out);
    heading(&mut out, "A bot");
    paragraph(
        &mut out,
        "`return bot \"name\" { ... }`: not needed, for every game has opponents; but a file may hold one, with the budget of \
         hooks. It either chooses its moves or evaluates positions for a search.",
    );
    keys(&mut out, keys::BOT);
    lessons(&mut out);
    limit_table(&mut out);
    budget_tables(&mut out);
    out
}

fn limit_table(out: &mut String) {
    heading(out, "Limits");
    paragraph(
        out,
        "How much of everything there may be. What goes beyond is refused, and the message names what it was and the limit; \
         the bounds of parameters stand with the parameters. A call of a function may also cost only so much: \
         steps, time and memory are counted, and a call that needs more fails with its line.",
    );
    out.push_str("\n| what | at most |\n|---|---|\n");
    for limit in limits() {
        writeln!(out, "| {} | {} |", limit.what, limit.maximum).ok();
    }
}

/// Writes the budget of a script, with the numbers that the sandbox uses.
fn budget_tables(out: &mut String) {
    heading(out, "What a script may spend");
    let text = format!(
        "Every limit is the same on all machines, but for the clock. A step is an instruction of Lua; functions of the library and \
         of the view cost 16 steps and more where they handle more, long texts and large tables one step for every 64 bytes that are \
         copied or 8 that are filled. Ordinary code meets the steps long before the clock, which is there for steps that are slow \
         themselves. A bot, a lesson or a question at the prompt that looks ahead pays for the hooks that the game calls meanwhile: \
         they share the time of its call, and have {} steps in all.",
        Limits::LOOKAHEAD_STEPS
    );
    paragraph(out, &text);
    out.push_str("\n| while | steps | time | memory |\n|---|---|---|---|\n");
    let (load, call, list) = (Limits::LOAD, Limits::HOOK, Limits::LISTING);
    for (when, steps, clock, memory) in [
        ("a file is run", load.steps_per_call, load.time_per_call, Some(load.memory)),
        (
            "one of its functions is called: rules, hook, bot, lesson, `lua` at the prompt",
            call.steps_per_call,
            call.time_per_call,
            Some(call.memory),
        ),
        ("all calls for one move, listing or command, together", call.steps_per_span, call.time_per_span, None),
        (
            "a file is run that was not asked for, to be listed",
            list.steps_per_call,
            list.time_per_call,
            Some(list.memory),
        ),
    ] {
        let memory = memory.map_or(String::new(), |bytes| format!("{} MB", bytes >> 20));
        writeln!(out, "| {when} | {steps} | {} s | {memory} |", clock.as_secs_f64()).ok();
    }
    out.push_str("\n| one thing | at most |\n|---|---|\n");
    for (what, most) in sandbox::SIZE_LIMITS {
        writeln!(out, "| {what} | {most} |").ok();
    }
    paragraph(
        out,
        &format!(
            "Threads that play games with scripts share 512 MB, {} MB for each instance of the scripts; where more were asked for, fewer \
             run. What comes of it does not depend on their number.",
            Limits::MAX_MEMORY >> 20
        ),
    );
}

fn lessons(out: &mut String) {
    heading(out, "A lesson");
    paragraph(
        out,
        "`return lesson \"name\" { ... }`: steps with words, positions and questions. `houserule lesson NAME` takes it, \
         `houserule lesson --verify NAME` proves that there is no mistake in it, `houserule new lesson NAME --game GAME` writes one to \
         begin with.",
    );
    keys(out, LESSON);
    heading(out, "A step");
    paragraph(
        out,
        "A step without `position`, `moves`, `game` and `options` goes on where the one before it ended: after the accepted \
         move and the reply. An answer is one move.",
    );
    keys(out, STEP);
    heading(out, "Goals");
    paragraph(
        out,
        "What may be accepted in place of a move; the program works out which moves do it. The first parameter may be given \
         by position, `wins_in(2)`. `best` and `by_bot` are replies. Whatever is about turns to come needs a game in which \
         seats take turns and nothing is left to chance, or no longer.",
    );
    out.push_str("\n| goal | takes | what it is | example |\n|---|---|---|---|\n");
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
    out.push_str("\n| key | type | what it is | example |\n|---|---|---|---|\n");
    for KeySpec { name, lua_type: form, doc, example } in keys {
        let example: Vec<&str> = example.lines().map(str::trim).collect();
        writeln!(out, "| `{name}` | {} | {doc} | {} |", code_cell(form), code_cell(&example.join(" "))).ok();
    }
}

fn params(out: &mut String, params: &[Param]) {
    out.push_str("\n| parameter | type | what it is | unless given |\n|---|---|---|---|\n");
    for param in params {
        let bounds = bounds(param.kind).map(|bounds| format!(" ({bounds})")).unwrap_or_default();
        let default = match param.default {
            ParamDefault::Required => "a game must say it".to_string(),
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
        "The first parameter may also be given by position: `square(5)`, `place { \"flat\", \"wall\" }`. A list of one may stand \
         without its braces. Every value also takes:",
    );
    keys(out, keys::VALUE);
    for part in RulePart::ALL {
        writeln!(out, "\n### `{}`: {}", part.key(), part.doc()).ok();
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
        "Functions under `hooks`. They see a read-only view, change nothing themselves and return what is to be: the same \
         question always has the same answer. Time and memory are limited; one that fails ends the move and changes nothing.",
    );
    for kind in HookKind::ALL {
        let hook = hook(kind);
        writeln!(out, "\n### {}", kind.key()).ok();
        writeln!(out, "\n`{}({})` returns `{}`.", kind.key(), names_of(hook.params), hook.returns.join(", ")).ok();
        writeln!(out, "{} Where several scripts have one: {}.", hook.doc, hook.combination).ok();
        param_table(out, "parameter", hook.params);
        code(out, "lua", &format!("hooks = {{\n{}\n}}", indented(hook.example)));
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

fn param_table(out: &mut String, title: &str, params: &[KeySpec]) {
    writeln!(out, "\n| {title} | type | what it is |\n|---|---|---|").ok();
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
            writeln!(out, "\n### {}", group.title).ok();
        }
        out.push_str("\n| name | type | what it is | example |\n|---|---|---|---|\n");
        for entry in group.entries {
            let (name, returns) = (usage(owner, entry), code_cell(&entry.returns.join(", ")));
            writeln!(out, "| `{name}` | {returns} | {} | {} |", entry.doc, code_cell(entry.example)).ok();
        }
    }
}

fn records(out: &mut String) {
    heading(out, "Tables that scripts are given");
    for (name, about, fields) in RECORDS {
        writeln!(out, "\n### houserule.{name}\n\n{about}").ok();
        param_table(out, "field", fields);
    }
}

fn effects(out: &mut String) {
    heading(out, "Effects");
    paragraph(
        out,
        "What `after_move` and `setup` return, one or a list of up to 256, and with which `finish` ends a game. They happen \
         natively, and are undone and saved with the move. An effect takes a table with these keys; where one key is all it \
         needs, the value may stand alone: `win \"white\"`.",
    );
    for group in EFFECTS {
        writeln!(out, "\n### {}", group.title).ok();
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
    heading(out, "A test");
    paragraph(out, "An entry of `tests`: how a position is reached, and what must be true there.");
    keys(out, keys::TEST);
}

fn library(out: &mut String) {
    heading(out, "Functions");
    paragraph(
        out,
        "What a script can call beside rule values and effects. There is no way to files, to the clock or to chance: the \
         same script always does the same. Operators and control structures are those of Lua 5.4.",
    );
    out.push_str("\n| function | returns | what it does | example |\n|---|---|---|---|\n");
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
        "A tile set is a TOML file, `tiles/NAME.toml` in a folder of scripts; a game names it with `tiles = \"NAME\"`.",
    );
    keys(out, TILE_SET);
    paragraph(out, "A colour:");
    keys(out, COLOUR_OF_SET);
    paragraph(out, "A tile:");
    keys(out, TILE_OF_SET);
    code(out, "toml", EXAMPLE_SET);
}
