//! Script variables as a position tells them: a game goes on from its text as it would have gone on.

use houserule_script::play::Session;
use proptest::prelude::*;

use crate::common::shelf::{Shelf, pairs};
use crate::common::{Snapshot, walk::Player};
use crate::properties::cases;

/// Stones, tiles with and without a position notation, and a layout.
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

/// What is legal hangs on a variable of every kind, and every move changes some.
const REMEMBERS: &str = r#"
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

fn remembering(base: &str) -> Shelf {
    let shelf = Shelf::new();
    shelf.write("remembers", &REMEMBERS.replace("BASE", base));
    shelf
}

/// Up to so many random moves, as long as the game goes on.
fn played(shelf: &Shelf, base: &str, sets: &[&str], seed: u64, plies: usize) -> Session {
    let mut session = shelf.open_with(&format!("{base}+remembers"), sets, None, "");
    Player::new(seed).play(&mut session, plies);
    session
}

proptest! {
    #![proptest_config(cases(90))]

    #[test]
    fn a_game_with_variables_goes_on_from_its_position(
        base in 0..BASES.len(),
        seed in any::<u64>(),
        plies in 0..14_usize,
    ) {
        let (base, sets) = BASES[base];
        let shelf = remembering(base);
        let mut session = played(&shelf, base, sets, seed, plies);
        let text = session.position();
        prop_assert!(text.contains(" | vars "), "`{}` tells what `setup` set", text);
        prop_assert!(!text.chars().any(houserule_core::text::is_unprintable), "{:?}", text);
        let game = format!("{base}+remembers");
        let mut again = shelf.open_with(&game, sets, Some(&text), "");
        prop_assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
        // And so it does after some more moves, which both remember alike.
        for session in [&mut session, &mut again] {
            Player::new(seed ^ 1).play(session, 3);
        }
        prop_assert_eq!(Snapshot::of(&mut again), Snapshot::of(&mut session));
        let mut later = shelf.open_with(&game, sets, Some(&again.position()), "");
        prop_assert_eq!(Snapshot::of(&mut later), Snapshot::of(&mut session));
        // Saves and files of the game's own kind keep the start.
        for file in [again.full_record().to_saved(), own_file(&mut again)] {
            let record = &houserule_script::notation::record::read(&file).expect("a record")[0];
            let (mut kept, _) = shelf.table.resume(record, None, &[]).expect("the same rules");
            kept.play_all(&record.moves).unwrap_or_else(|error| panic!("{error:?} in {file}"));
            prop_assert_eq!(Snapshot::of(&mut kept), Snapshot::of(&mut session), "{}", file);
        }
    }
}

/// The record as the notation's own file.
fn own_file(session: &mut Session) -> String {
    let name = format!("game.{}", session.notation().file_extension());
    session.to_file(&name).expect("no script fails")
}

#[test]
fn a_position_of_moves_may_tell_other_variables_than_they_lead_to() {
    let shelf = remembering("trax");
    let told = |position: &str| shelf.open_with("trax+remembers", &[], Some(position), "").position();
    assert_eq!(told("@0/"), "@0/ | vars n=1 \"odd name\"=3 share=-0.55 word=\"a | b\"");
    assert_eq!(told("@0/ | vars n=0"), "@0/ | vars late=false n=0 \"odd name\"=1 share=0.5 word=\"\"");
    assert_eq!(told("@0/ | vars n=7"), "@0/ | vars n=7");
}

#[test]
fn what_a_position_cannot_tell_is_refused_and_changes_nothing() {
    let shelf = Shelf::new();
    shelf.write("remembers", &REMEMBERS.replace("BASE", "tak"));
    for (vars, wanted) in [
        ("m=4", "there is no variable `m`; did you mean `n`?"),
        ("n=4.5", "the variable `n` is a whole number"),
        ("word=x", "the variable `word` is a text; write it in quotes"),
        ("n=1 | seat black", "the last part of a position is `vars`"),
    ] {
        let text = format!("x3/x3/x3 1 1 | vars {vars}");
        let refused = shelf.table.open("tak+remembers", &pairs(&[]), Some(&text), &[]);
        let says = refused.err().unwrap_or_else(|| panic!("`{text}` is refused")).to_string();
        assert!(says.contains(wanted), "`{text}`: {says}");
    }
}
