//! Arbitrary text as input: never a panic, and no change of position without a legal move.

use houserule_script::notation::record::{self, Record, Variation};
use houserule_script::play::Session;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::common::{scaled, shipped_scripts};

/// Position with stacks, both capstones and a wall to crush.
const MIDGAME: &str = "2,x,1,x2/x,12C,2S,x2/x,221C,x,1S,x/x3,1,x/1,2,x2,2 1 12";

fn midgame() -> Session {
    let opened = shipped_scripts().open("tak", &[], Some(MIDGAME), &[]);
    opened.unwrap_or_else(|error| panic!("{error}"))
}

/// One typing error.
#[derive(Clone, Debug)]
enum Typo {
    Drop(Index, usize),
    Insert(Index, String),
    Swap(Index, Index),
    Repeat(Index, usize),
}

fn typo() -> impl Strategy<Value = Typo> {
    prop_oneof![
        (any::<Index>(), 1..8usize).prop_map(|(at, count)| Typo::Drop(at, count)),
        (any::<Index>(), "\\PC{1,3}").prop_map(|(at, text)| Typo::Insert(at, text)),
        (any::<Index>(), r#"[0-9"'\[\]{}(),/xSC<>+*.=\n -]{1,3}"#).prop_map(|(at, text)| Typo::Insert(at, text)),
        (any::<Index>(), any::<Index>()).prop_map(|(one, other)| Typo::Swap(one, other)),
        (any::<Index>(), 1..40usize).prop_map(|(at, count)| Typo::Repeat(at, count)),
    ]
}

fn with_typos(text: &str, typos: &[Typo]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for typo in typos {
        if chars.is_empty() {
            break;
        }
        match typo {
            Typo::Drop(at, count) => {
                let at = at.index(chars.len());
                chars.drain(at..chars.len().min(at + count));
            }
            Typo::Insert(at, text) => {
                let at = at.index(chars.len() + 1);
                chars.splice(at..at, text.chars());
            }
            Typo::Swap(one, other) => {
                let (one, other) = (one.index(chars.len()), other.index(chars.len()));
                chars.swap(one, other);
            }
            Typo::Repeat(at, count) => {
                let at = at.index(chars.len());
                let again = vec![chars[at]; *count];
                chars.splice(at..at, again);
            }
        }
    }
    chars.into_iter().collect()
}

/// Any text, or a valid one with a few typos.
fn text_near(valid_texts: Vec<String>) -> impl Strategy<Value = String> {
    prop_oneof![
        1 => any::<String>(),
        1 => "[ -~\\n]{0,40}",
        4 => (select(valid_texts), prop::collection::vec(typo(), 0..4)).prop_map(|(text, typos)| with_typos(&text, &typos)),
    ]
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}

const PTN: &str = "[Site \"here\"]\n[Size \"5\"]\n[Komi \"2\"]\n[Flats \"21\"]\n[Result \"R-0\"]\n\n1. a1 e5 {so far}\n2. c3' d3!?\n3. c3> Cb2\n4. 2d3-11 Sa2 R-0\n\n{2b1}\n2. -- {better} Sd3!\n3. a2 a3\n\n{2b1/3w1}\n3. b1\n\n{My line}\n3. d2\n";
const SAVED: &str = "houserule = 1\ngame = \"tak+late-walls\"\nrules = \"0\"\nseed = 1\nposition = \"x5/x5/x5/x5/x5 1 1\"\nmoves = \"a1 e5 c3\"\n\n[options]\nkomi = \"0\"\n\"late-walls.turn\" = \"5\"\nsize = \"5\"\n\n[[variation]]\nname = \"2w1\"\nafter = 2\nmoves = \"d4 d3!\"\n\n[[variation]]\nname = \"2w1/2b1\"\nparent = \"2w1\"\nafter = 3\nmoves = \"b4\"\n";

/// Replays the records of a text, if it has any, with their variations, and writes them.
fn replay(text: &str) {
    let workspace = shipped_scripts();
    for record in record::read(text).unwrap_or_default() {
        if let Ok((mut session, _)) = workspace.resume(&record, None, &[]) {
            let _ = session.play_all(&record.moves);
            let _ = session.game.outcome();
        }
        if let Ok((mut session, _)) = workspace.restore(&record, None) {
            write_again(&record, &mut session);
        }
    }
}

/// Walks through the variations of a game, which changes nothing, and writes the game, which can be read again.
fn write_again(record: &Record, session: &mut Session) {
    let lines = |session: &Session| (session.game_moves(), session.variations());
    session.return_to_game();
    let before = lines(session);
    for variation in &before.1 {
        if session.enter_variation(&variation.name).is_ok() {
            while let Some(Ok(_)) = session.redo() {}
        }
    }
    assert_eq!(lines(session), before);
    session.return_to_game();
    assert_eq!(lines(session), before);
    let Ok(written) = session.to_file("game.ptn") else { return };
    if let Some(source) = &record.source {
        assert_eq!(written, source.text);
    }
    session.add_note("seen");
    let written = session.to_file("game.ptn").expect("it was written before");
    let again = record::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(again.len(), 1, "{written}");
    assert_eq!(again[0].moves, session.record().expect("no script fails").spelled_moves(), "{written}");
    assert_eq!(tree(&again[0].variations), tree(&before.1), "{written}");
}

/// Variations with the index of their parents instead of names: a name that does not lead to its parent is replaced.
fn tree(variations: &[Variation]) -> Vec<(Option<usize>, Variation)> {
    let parent = |of: &Variation| variations.iter().position(|variation| variation.name == of.parent);
    let nameless = |of: &Variation| Variation { name: String::new(), parent: String::new(), ..of.clone() };
    variations.iter().map(|variation| (parent(variation), nameless(variation))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(scaled(40) as u32) })]

    #[test]
    fn a_line_is_a_legal_move_or_changes_nothing(
        text in text_near(strings(&["a5", "Sb5", "Ce5", "c5-", "3b3>12", "3b3>111*", "b4>*", "2b3-", "F2d2<2", "a1+!"])),
    ) {
        let mut session = midgame();
        let before = (session.position(), session.game.position_hash());
        let reasons = session.why(&text);
        prop_assert_eq!(&before, &(session.position(), session.game.position_hash()), "why {:?} changed the position", text);
        match session.play(&text) {
            Ok(written) => {
                prop_assert_eq!(reasons, Ok(Vec::new()), "{:?} was played", text);
                let listed = midgame().legal_moves().expect("no script can fail");
                prop_assert!(listed.contains(&written), "{:?} was played as {}, which is not listed", text, written);
                session.undo();
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
        prop_assert_eq!(&before, &(session.position(), session.game.position_hash()), "{:?} changed the position", text);
    }

    #[test]
    fn a_position_is_parsed_or_rejected(
        text in text_near(strings(&[MIDGAME, "x3/x3/x3 1 1", "x,1,2/12S,x2/x3 2 9", "x6/x6/x6/x6/x6/x6 1 1"])),
    ) {
        if let Ok(session) = shipped_scripts().open("tak", &[], Some(&text), &[]) {
            let written = session.position();
            let again = shipped_scripts().open("tak", &[], Some(&written), &[]);
            let again = again.unwrap_or_else(|error| panic!("{text:?} gave {written}: {error}"));
            prop_assert_eq!(written, again.position());
        }
    }

    #[test]
    fn a_record_is_replayed_or_rejected(text in text_near(strings(&[PTN, SAVED]))) {
        replay(&text);
    }

    #[test]
    fn an_option_is_accepted_or_rejected(
        key in text_near(strings(&["size", "komi", "turn", "late-walls.turn", "handicap.flats1"])),
        value in text_near(strings(&["5", "0.5", "-1", "1e300", "true", "1,2,3", "NaN", "inf"])),
    ) {
        let loaded = shipped_scripts().load("tak+late-walls+handicap", &[(key, value)]);
        if let Ok(ruleset) = loaded {
            prop_assert!(Session::new(ruleset, None, 1).is_ok());
        }
    }

    #[test]
    fn a_game_name_is_known_or_rejected(name in text_near(strings(&["tak", "tak+late-walls", "tak+no-swap+big", "tak-late-walls"]))) {
        // A path could name a file on this machine.
        prop_assume!(!name.ends_with(".lua"));
        let _ = shipped_scripts().load(&name, &[]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(scaled(15) as u32) })]

    #[test]
    fn a_rule_file_is_played_or_rejected(
        text in text_near(strings(&[
            include_str!("../../scripts/tak.lua"),
            include_str!("../../variants/tak/late-walls.lua"),
            include_str!("../../variants/tak/handicap.lua"),
            include_str!("../../variants/tak/ties-to-black.lua"),
        ])),
    ) {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let path = folder.path().join("rule.lua");
        std::fs::write(&path, &text).expect("a file");
        let opened = shipped_scripts().open(path.to_str().expect("a plain path"), &[], None, &[]);
        match opened {
            Ok(mut session) => {
                let before = (session.position(), session.game.position_hash());
                if let Ok(moves) = session.legal_moves()
                    && let Some(first) = moves.first()
                    && session.play(first).is_ok()
                {
                    session.undo();
                }
                prop_assert_eq!(before, (session.position(), session.game.position_hash()));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
