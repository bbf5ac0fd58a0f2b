//! Script variables in positions: a game continues from its position as it would have continued.

use houserule_script::play::Session;
use proptest::prelude::*;

use crate::common::script_dir::{ScriptDir, parse_settings};
use crate::common::{Snapshot, random_player::RandomPlayer};
use crate::properties::cases;

/// Games of stones, of tiles with and without a position notation, and a puzzle.
const BASES: &[(&str, &[&str])] = &[
    ("tak", &["size=3"]),
    ("tak", &["size=4"]),
    ("gomoku", &["size=5"]),
    ("hex", &["size=4"]),
    ("tantrix", &[]),
    ("gobble", &["players=2"]),
    ("weave", &[]),
    ("trax", &[]),
    ("discovery", &["n=5"]),
];

/// Variant in which legality depends on a variable of every type, and every move changes some.
const VARIABLES_VARIANT: &str = r#"
local WORDS = { "", "a | b", " | vars n=7", "it's \"so\"\\", "\27[2J\n\t", "\226\128\174x", "x=1 y", "\255\155" }
return variant "remembers" {
  base  = "BASE",
  rules = {
    vars  = { n = 0, share = 0.5, late = false, word = "", ["odd name"] = 1 },
    hooks = {
      setup = function() return set { ["odd name"] = 3 } end,
      allow = function(view, move)
        local seen = view:var "n" + #view:var "word" + (view:var "late" and 1 or 0) + math.floor(view:var "share" * 4)
        return (seen + #(move.cell or "") + string.byte(move.cell or "a")) % 5 ~= 0, "not now"
      end,
      after_move = function(view, move)
        local n = view:var "n" + 1
        return set { n = n, share = view:var "share" * -1.1, late = n % 3 == 0, word = WORDS[n % #WORDS + 1] }
      end,
    },
  },
}
"#;

fn write_variant(base: &str) -> ScriptDir {
    let scripts = ScriptDir::new();
    scripts.write("remembers", &VARIABLES_VARIANT.replace("BASE", base));
    scripts
}

/// Game after up to `plies` random moves.
fn play_random(scripts: &ScriptDir, base: &str, settings: &[&str], seed: u64, plies: usize) -> Session {
    let mut session = scripts.open_with(&format!("{base}+remembers"), settings, None, "");
    RandomPlayer::new(seed).play(&mut session, plies);
    session
}

proptest! {
    #![proptest_config(cases(90))]

    #[test]
    fn a_game_with_variables_continues_from_its_position(
        base in 0..BASES.len(),
        seed in any::<u64>(),
        plies in 0..14_usize,
    ) {
        let (base, settings) = BASES[base];
        let scripts = write_variant(base);
        let mut session = play_random(&scripts, base, settings, seed, plies);
        let text = session.position();
        prop_assert!(text.contains(" | vars "), "`{}` has the variables of `setup`", text);
        prop_assert!(!text.chars().any(houserule_core::text::is_unprintable), "{:?}", text);
        let game = format!("{base}+remembers");
        let mut again = scripts.open_with(&game, settings, Some(&text), "");
        prop_assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
        // Both games stay equal after more moves.
        for session in [&mut session, &mut again] {
            RandomPlayer::new(seed ^ 1).play(session, 3);
        }
        prop_assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
        let mut later = scripts.open_with(&game, settings, Some(&again.position()), "");
        prop_assert_eq!(Snapshot::of(&mut later), Snapshot::of(&mut session));
        // Saved games and notation files keep the variables of the start.
        for file in [again.full_record().to_saved(), own_file(&mut again)] {
            let record = &houserule_script::notation::record::read(&file).expect("a record")[0];
            let (mut resumed, _) = scripts.workspace.resume(record, None, &[]).expect("the same rules");
            resumed.play_all(&record.moves).unwrap_or_else(|error| panic!("{error:?} in {file}"));
            prop_assert_eq!(Snapshot::of(&mut resumed), Snapshot::of(&mut session), "{}", file);
        }
    }
}

/// Record in the file format of the notation.
fn own_file(session: &mut Session) -> String {
    let name = format!("game.{}", session.notation().file_extension());
    session.to_file(&name).expect("no script fails")
}

#[test]
fn positions_of_moves_can_override_variables() {
    let scripts = write_variant("trax");
    let position_of = |position: &str| scripts.open_with("trax+remembers", &[], Some(position), "").position();
    assert_eq!(position_of("@0/"), "@0/ | vars n=1 \"odd name\"=3 share=-0.55 word=\"a | b\"");
    assert_eq!(position_of("@0/ | vars n=0"), "@0/ | vars late=false n=0 \"odd name\"=1 share=0.5 word=\"\"");
    assert_eq!(position_of("@0/ | vars n=7"), "@0/ | vars n=7");
}

#[test]
fn invalid_variables_in_a_position_are_rejected() {
    let scripts = ScriptDir::new();
    scripts.write("remembers", &VARIABLES_VARIANT.replace("BASE", "tak"));
    for (vars, expected) in [
        ("m=4", "unknown variable `m`; did you mean `n`?"),
        ("n=4.5", "the variable `n` is a whole number"),
        ("word=x", "the variable `word` is a text; write it in quotes"),
        ("n=1 | seat black", "the last part of a position is `vars`"),
    ] {
        let text = format!("x3/x3/x3 1 1 | vars {vars}");
        let opened = scripts.workspace.open("tak+remembers", &parse_settings(&[]), Some(&text), &[]);
        let error = opened.err().unwrap_or_else(|| panic!("`{text}` is accepted")).to_string();
        assert!(error.contains(expected), "`{text}`: {error}");
    }
}
