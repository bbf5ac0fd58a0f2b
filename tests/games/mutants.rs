//! Mutants: the base games with random changes to numbers, values, boards and options. Every mutant that loads is played;
//! no bot may make an illegal move, fail or run forever.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::agreement::assert_judging_agrees;
use crate::common::script_dir::ScriptDir;
use crate::common::{notice, scaled};
use houserule_core::mechanics::{Move, Rule, Seat};
use houserule_lab::bot::{Bot, BotName};
use houserule_script::game::{Game, HookFault};
use houserule_script::lua::Library;
use houserule_script::play::Rng;
use houserule_script::rules::ScriptKind;

/// Number of mutants that are played, and maximum number of texts tried.
const MUTANTS: usize = 100;
const MAX_TRIES: usize = 2_000;

/// Maximum number of moves of a game, and of those by a searching bot.
const MAX_PLIES: usize = 120;
const MAX_SEARCHED_MOVES: usize = 2;

/// Base games: name, text and some settings.
const BASES: &[(&str, &str, &[&str])] = &[
    ("tak", include_str!("../../scripts/tak.lua"), &["size=3", "size=4", "size=5", "size=6", "komi=1.5"]),
    ("trax", include_str!("../../scripts/trax.lua"), &[]),
    ("tantrix", include_str!("../../scripts/tantrix/tantrix.lua"), &["players=2", "players=3", "players=4"]),
    (
        "gobble",
        include_str!("../../scripts/tantrix/gobble.lua"),
        &["players=1", "players=2", "players=3", "places=false"],
    ),
    ("solitaire", include_str!("../../scripts/tantrix/solitaire.lua"), &["goal=loop", "tiles=56"]),
    (
        "puzzle",
        include_str!("../../scripts/tantrix/puzzle.lua"),
        &["goal=red:loop", "goal=blue:line", "tiles=1,2,3", "tiles=1,2,3,4,5,6,7"],
    ),
    ("hex-stones", include_str!("../data/hex-stones.lua"), &["size=3", "size=5", "size=9"]),
    ("hexfill", include_str!("../data/hexfill.lua"), &[]),
    ("carpet", include_str!("../data/carpet.lua"), &[]),
];

const BOARDS: &[&str] = &[
    "square(o.size)",
    "square(4)",
    "square { width = 3, height = 5 }",
    "hex_rhombus(o.size)",
    "hex_rhombus(4)",
    "open_square {}",
    "open_hex {}",
    "triangle(4)",
    "hexagon(2)",
];

const WORDS: &[&str] = &[
    "\"win\"",
    "\"loss\"",
    "\"draw\"",
    "\"fewest\"",
    "\"mover\"",
    "\"flat\"",
    "\"wall\"",
    "\"cap\"",
    "\"opponent\"",
    "\"own\"",
    "\"board_full\"",
    "\"reserve_empty\"",
    "\"bag_not_empty\"",
    "\"red\"",
    "\"fill\"",
    "\"free\"",
    "\"line\"",
];

/// Offsets and lengths of matches in a text.
fn spans(text: &str, is_start: impl Fn(&[u8], usize) -> Option<usize>) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    // The first lines name the game and stay unchanged.
    let from = text.find("rules").unwrap_or(0);
    (from..bytes.len()).filter_map(|at| is_start(bytes, at).map(|length| (at, length))).collect()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte == b'"'
}

fn numbers(text: &str) -> Vec<(usize, usize)> {
    spans(text, |bytes, at| {
        let starts = bytes[at].is_ascii_digit() && !is_word(bytes[at - 1]);
        starts.then(|| bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count())
    })
}

fn words(text: &str) -> Vec<(usize, usize)> {
    spans(text, |bytes, at| {
        let rest = &bytes[at..];
        let ends = (bytes[at] == b'"').then(|| rest[1..].iter().position(|byte| *byte == b'"')).flatten()?;
        rest[1..=ends].iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'_').then_some(ends + 2)
    })
}

fn booleans(text: &str) -> Vec<(usize, usize)> {
    spans(text, |bytes, at| {
        let flag = ["true", "false"].into_iter().find(|flag| bytes[at..].starts_with(flag.as_bytes()))?;
        Some(flag.len())
    })
}

/// Spans of rule values with their arguments and the comma after them.
fn values(text: &str) -> Vec<(usize, usize)> {
    spans(text, |bytes, at| {
        if is_word(bytes[at - 1]) {
            return None;
        }
        let name = bytes[at..].iter().take_while(|byte| byte.is_ascii_lowercase() || **byte == b'_').count();
        let name = std::str::from_utf8(&bytes[at..at + name]).ok().filter(|name| !name.is_empty())?;
        Rule::SPECS.iter().find(|spec| spec.name == name)?;
        let open = at + name.len() + bytes[at + name.len()..].iter().take_while(|byte| **byte == b' ').count();
        if bytes.get(open) != Some(&b'{') {
            return None;
        }
        let mut depth = 0;
        let close = (open..bytes.len()).find(|index| {
            depth += (bytes[*index] == b'{') as i32 - (bytes[*index] == b'}') as i32;
            depth == 0
        })?;
        let comma = (bytes.get(close + 1) == Some(&b',')) as usize;
        Some(close + 1 + comma - at)
    })
}

/// Offsets of the lists of rule values.
fn lists(text: &str) -> Vec<(usize, &'static str)> {
    let keys = ["turn", "moves", "constraints", "after", "finish", "supply"];
    let begins = keys.into_iter().flat_map(|key| {
        let found = text.match_indices(key).filter_map(move |(at, _)| {
            let rest = text[at + key.len()..].trim_start().strip_prefix('=')?.trim_start().strip_prefix('{')?;
            Some((text.len() - rest.len(), key))
        });
        found.collect::<Vec<_>>()
    });
    begins.collect()
}

fn choose<'a, T>(items: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    (!items.is_empty()).then(|| &items[rng.below(items.len())])
}

fn replace_span(text: &str, (at, length): (usize, usize), by: &str) -> String {
    format!("{}{by}{}", &text[..at], &text[at + length..])
}

/// Text with one random change.
fn mutate(text: &str, rng: &mut Rng) -> String {
    let changed = match rng.below(10) {
        0..=3 => choose(&numbers(text), rng).map(|&span| {
            let now: u64 = text[span.0..span.0 + span.1].parse().unwrap_or(1);
            let new = [0, 1, 2, 3, 4, 7, 12, now + 1, now.saturating_sub(1), 2 * now, now / 2][rng.below(11)];
            replace_span(text, span, &new.to_string())
        }),
        4 | 5 => choose(&values(text), rng).map(|&span| replace_span(text, span, "")),
        6 => choose(&lists(text), rng).and_then(|&(at, key)| {
            let candidates: Vec<_> = Rule::SPECS.iter().filter(|spec| spec.part.key() == key).collect();
            let spec = choose(&candidates, rng)?;
            let value = if rng.below(2) == 0 { format!("{} {{}}", spec.name) } else { spec.example.to_string() };
            Some(replace_span(text, (at, 0), &format!(" {value},")))
        }),
        7 => {
            let boards: Vec<(usize, usize)> = BOARDS
                .iter()
                .flat_map(|board| text.match_indices(board).map(|(at, found)| (at, found.len())))
                .collect();
            choose(&boards, rng).map(|&span| replace_span(text, span, BOARDS[rng.below(BOARDS.len())]))
        }
        8 => choose(&words(text), rng).map(|&span| replace_span(text, span, WORDS[rng.below(WORDS.len())])),
        _ => choose(&booleans(text), rng).map(|&span| {
            let was = &text[span.0..span.0 + span.1];
            replace_span(text, span, if was == "true" { "false" } else { "true" })
        }),
    };
    changed.unwrap_or_else(|| text.to_string())
}

/// Result of playing a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MutantResult {
    Ended,
    BrokenOff,
    /// The script of a variant does not support the changed rules.
    ScriptFailed,
}

/// Plays one game with random and searching bots and checks their moves.
fn play_mutant(game: &mut Game, seed: u64) -> Result<MutantResult, HookFault> {
    let mut rng = Rng::new(seed);
    let bots = ["random", "mcts:20"].map(|name| name.parse::<BotName>().expect("a bot"));
    let mut searched = 0;
    let search_from = rng.below(12);
    for ply in 0..MAX_PLIES {
        let legal = game.legal_moves()?;
        if legal.is_empty() {
            return Ok(MutantResult::Ended);
        }
        let movers: Vec<Seat> = legal.iter().map(|mv| game.board().mover(*mv)).collect();
        let seat = movers[rng.below(movers.len())];
        let is_searching = ply >= search_from && searched < MAX_SEARCHED_MOVES;
        searched += is_searching as usize;
        let mut bot: Box<dyn Bot> = bots[is_searching as usize].create();
        let before = (game.position_hash(), game.board().turn_state());
        if ply == search_from {
            assert_judging_agrees(game)?;
        }
        let mv: Option<Move> = bot.choose(game, seat, &mut rng)?;
        assert_eq!((game.position_hash(), game.board().turn_state()), before, "the bot restores the game");
        let mv = mv.expect("a seat that can move does");
        assert!(legal.contains(&mv) && game.board().mover(mv) == seat, "a bot makes legal moves for its seat");
        game.play(mv)?;
    }
    Ok(MutantResult::BrokenOff)
}

#[test]
fn bots_follow_the_rules_of_random_games() {
    let manifests = Library::new(Vec::new()).manifests();
    let variants = |game: &str| -> Vec<String> {
        let of_game = manifests.playable.iter().filter_map(|(manifest, _)| match &manifest.kind {
            ScriptKind::Variant { base, .. } if base == game => Some(manifest.name.clone()),
            _ => None,
        });
        of_game.collect()
    };
    let all: Vec<Vec<String>> = BASES.iter().map(|(game, ..)| variants(game)).collect();
    let (scripts, mut rng) = (ScriptDir::new(), Rng::new(1));
    let (mut tried, mut results, mut failed) = (0, Vec::new(), Vec::new());
    let mut hashes_seen = std::collections::HashSet::new();
    let target = scaled(MUTANTS);
    while results.len() < target && tried < scaled(MAX_TRIES) {
        tried += 1;
        let index = rng.below(BASES.len());
        let (name, base, settings) = BASES[index];
        let mut text = base.to_string();
        for _ in 0..=rng.below(4) {
            text = mutate(&text, &mut rng);
        }
        let variant = (rng.below(3) == 0).then(|| choose(&all[index], &mut rng)).flatten();
        let settings: Vec<(String, String)> = choose(settings, &mut rng)
            .filter(|_| rng.below(2) == 0)
            .map(|set| set.split_once('=').expect("key=value"))
            .map(|(key, value)| (key.into(), value.into()))
            .into_iter()
            .collect();
        scripts.write("mutant", &text);
        let path = scripts.path("mutant");
        let reference = variant.map_or(path.clone(), |variant| format!("{path}+{variant}"));
        let seed = rng.below(1 << 20) as u64;
        let describe = || format!("{name} with {settings:?} and {variant:?}, seed {seed}:\n{text}");
        let result = catch_unwind(AssertUnwindSafe(|| {
            let ruleset = scripts.workspace.load(&reference, &settings).ok()?;
            let mut game = ruleset.game(None, seed).ok()?;
            // Rules that were played already are skipped.
            let hash = ruleset.plan.hash.clone();
            Some((hash, play_mutant(&mut game, seed).unwrap_or(MutantResult::ScriptFailed)))
        }));
        match result {
            Err(_) => failed.push(describe()),
            Ok(Some((hash, result))) if hashes_seen.insert(hash.clone()) => results.push(result),
            Ok(_) => {}
        }
    }
    let count = |result: MutantResult| results.iter().filter(|found| **found == result).count();
    notice(&format!(
        "{} of {tried} mutants load and differ; {} came to an end, {} were broken off after {MAX_PLIES} moves, {} have a script that failed",
        results.len(),
        count(MutantResult::Ended),
        count(MutantResult::BrokenOff),
        count(MutantResult::ScriptFailed)
    ));
    assert!(failed.is_empty(), "{} mutants:\n{}", failed.len(), failed.join("\n\n"));
    assert_eq!(results.len(), target);
}
