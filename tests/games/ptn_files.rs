//! PTN files: reading one and writing it loses nothing, with branches as PTN Ninja writes them.

use houserule_script::notation::record::{self, GameFile, MatchPart, Record};
use houserule_script::play::Session;
use proptest::prelude::*;

use crate::common::{self, read_record};
use crate::properties::cases;

const SAMPLES: [(&str, &str); 4] = [
    ("club", include_str!("../data/ptn/club.ptn")),
    ("branches", include_str!("../data/ptn/branches.ptn")),
    ("labels", include_str!("../data/ptn/labels.ptn")),
    ("untidy", include_str!("../data/ptn/untidy.ptn")),
];

const BRANCHES: &str = SAMPLES[1].1;

/// The game of a record as `load` continues it.
fn load(record: &Record) -> Session {
    let (session, notes) = common::workspace().restore(record, None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(notes, [] as [String; 0]);
    session
}

fn load_text(text: &str) -> Session {
    load(&read_record(text))
}

fn ptn(session: &mut Session) -> String {
    session.to_file("game.ptn").expect("no script fails")
}

/// The game after it was saved in our own format and loaded again.
fn through_toml(session: &mut Session) -> Session {
    load(&read_record(&session.full_record().to_saved()))
}

/// The game with its variations, each with the move after which it begins.
fn lines(session: &Session) -> Vec<String> {
    let variations = session.variations().into_iter().map(|variation| {
        format!("{} < {} @{}: {}", variation.name, variation.parent, variation.after, variation.moves.join(" "))
    });
    [session.game_moves().join(" ")].into_iter().chain(variations).collect()
}

#[test]
fn a_file_that_was_not_played_on_is_written_with_the_same_bytes() {
    for (name, text) in SAMPLES {
        let mut session = load_text(text);
        assert_eq!(ptn(&mut session), text, "{name}");
        assert_eq!(ptn(&mut through_toml(&mut session)), text, "{name} by way of our own format");
        let moves = session.moves().len();
        assert!(session.go_to(|stamp| stamp.clock.turns >= 2).expect("no move fails"));
        let record = session.whole_record();
        assert_eq!(session.format_record(&record, "game.ptn").as_deref(), Ok(text), "{name} at an earlier turn");
        while session.redo().is_some() {}
        assert_eq!((session.moves().len(), ptn(&mut session).as_str()), (moves, text), "{name} after looking around");
    }
}

#[test]
fn the_recorded_games_are_written_with_the_same_bytes() {
    let Some(path) = common::shared_file("corpus/tak-games.ptn") else { return };
    let text = std::fs::read_to_string(&path).expect("the corpus is readable");
    let file = GameFile::new(text.clone()).expect("a file");
    let mut written = String::new();
    for number in 0..file.len() {
        let record = file.game(number).expect("a game");
        let mut session = load(&record);
        let game = ptn(&mut session);
        assert_eq!(Some(&game), record.source.as_ref().map(|source| &source.text), "game {}", number + 1);
        written += &game;
        // Played on and taken back, it is written anew, and reads as the same game.
        session.add_note("seen");
        let again = read_record(&ptn(&mut session));
        assert_eq!((again.moves, again.result), (record.moves, record.result), "game {}", number + 1);
    }
    assert!(written == text, "the games make up the file");
}

#[test]
fn no_text_in_a_saved_game_is_taken_for_the_next_game() {
    for comment in [
        "note\nhouserule = 1\nis great",
        "it's\nhouserule = 1\n\\",
        "\"\"\"\nhouserule = 1\n''' \"",
        "''''\nhouserule = 1\nends in quotes \"\"",
        "note\r\nhouserule = 1\r\n# is \"great",
    ] {
        let mut session = load_text(&format!("[Size \"5\"]\n\n1. a1 e5 {{{comment}}}\n"));
        session.play("c3").expect("a legal move");
        let record = session.full_record();
        let text = record.to_saved();
        let games = record::read(&format!("{text}\n{text}")).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected = Record { points: None, ..record };
        assert_eq!(games, [expected.clone(), expected], "{text}");
    }
    // Strings as other writers may spell them, and an option of that name.
    let text = load_text(SAMPLES[0].1).full_record().to_saved();
    for (string, options) in [
        (r##"'a # "'  # """ \ '"##, ""),
        (r##""a \" # '""##, "houserule = \"1\""),
        ("'''\nhouserule = 1\n'''''", "houserules = '1'"),
        ("\"\"\"\nhouserule = 1\n\\\"\"\"\nhouserule = 1\n\"\"\"\"", "houserule-1 = '''1'''"),
    ] {
        let text = text.replace("\n[options]\n", &format!("\n[options]\n{options}\nfirst = {string}\n"));
        let games = record::read(&text.repeat(3)).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let has_option = |game: &Record| game.settings.iter().any(|(key, _)| key == "first");
        assert!(games.len() == 3 && games.iter().all(has_option), "{text}");
    }
}

#[test]
fn tags_are_one_line_whatever_their_values() {
    let mut session = load_text(SAMPLES[0].1);
    let record = session.record().expect("no script fails");
    let title = "Ann\r\nand \"Bob\"]\n[Size \"3\"]".to_string();
    let in_match = Some(MatchPart { title, game: 1, over: false, table: None });
    let text = session.format_record(&Record { in_match, ..record.clone() }, "game.ptn").expect("no script fails");
    assert!(text.contains("\n[Event \"Ann  and 'Bob'] [Size '3']\"]\n"), "{text}");
    assert_eq!(read_record(&text).moves, record.spelled_moves());
}

#[test]
fn branches_leave_the_game_where_their_numbers_say() {
    assert_eq!(
        lines(&load_text(BRANCHES)),
        ["a1 f6 d3 c3 d4 c4 d5 c5", "2b1 <  @3: d4? Sc4 d4-", "2b1/3w1 < 2b1 @4: c4 c3' b3", "3w1 <  @4: d3-",]
    );
    assert_eq!(
        lines(&load_text(SAMPLES[2].1)),
        ["a1 e5 c3 c4 d3 d4", "2-1 <  @2: b3 b4 b2", "2-1.3-1 < 2-1 @4: a3 a4"]
    );
    let notes: Vec<(usize, String)> =
        read_record(BRANCHES).variations[1].notes.iter().map(|note| (note.after, note.text.clone())).collect();
    assert_eq!(notes, [(4, "quieter".to_string())]);
}

#[test]
fn comments_between_moves_are_not_branches() {
    let text = "[Size \"5\"]\n\n1. a1 e5\n\n{White begins.}\n2. c3 c4\n\n{And now:}\n3. d3 d4\n";
    let record = read_record(text);
    assert_eq!((record.moves.join(" ").as_str(), record.variations.len()), ("a1 e5 c3 c4 d3 d4", 0));
    assert_eq!(record.notes.iter().map(|note| note.after).collect::<Vec<_>>(), [2, 4]);
    let named = "[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n\n{White attacks}\n2. d3 {hm} d4\n";
    let record = read_record(named);
    assert_eq!((record.moves.len(), record.variations[0].name.as_str()), (4, "White attacks"));
}

#[test]
fn a_game_that_was_played_on_keeps_the_rest_of_its_file() {
    let mut session = load_text(SAMPLES[0].1);
    session.play("b2").expect("a legal move");
    session.add_note("new");
    let hash = session.plan().hash.clone();
    let expected = format!(
        "{}\n[RulesHash \"{hash}\"]\n[Seed \"1\"]\n\n{{Played in a noisy room,\non a table for four.}}\n1. a1 e5 {{ the usual }}\n\
         2. c3! d3?!\n3. c4 Sd4'' {{a wall}}\n4. c5 1d3<\n5. b2 {{new}}\n\n",
        SAMPLES[0].1.split("\n\n").next().expect("tags").replace("\n[Result \"\"]", "")
    );
    assert_eq!(ptn(&mut session), expected);
    assert_eq!(ptn(&mut through_toml(&mut session)), expected);
    session.undo();
    session.undo();
    session.play("Sb2").expect("a legal move");
    assert!(ptn(&mut session).ends_with("4. c5 Sb2\n\n"), "the mark of the move that was replaced is gone");
}

#[test]
fn branches_are_written_again_with_windows_line_ends_where_the_file_has_them() {
    let mut session = load_text(BRANCHES);
    session.play("e5").expect("a legal move");
    let text = ptn(&mut session);
    let moves = text.split_once("\r\n\r\n").expect("tags").1;
    let original = BRANCHES.split_once("\r\n\r\n").expect("tags").1;
    assert_eq!(moves, original.replacen("4. d5 c5\r\n", "4. d5 c5\r\n5. e5\r\n\r\n", 1));
    assert_eq!(lines(&load_text(&text))[1..], lines(&load_text(BRANCHES))[1..]);
}

#[test]
fn walking_through_variations_changes_nothing() {
    let mut session = load_text(BRANCHES);
    for name in ["2b1", "2b1/3w1", "3w1", "2b1/3w1", "2b1"] {
        session.enter_variation(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        while let Some(result) = session.redo() {
            result.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        assert_eq!(session.variation(), Some(name));
        assert_eq!(ptn(&mut session), BRANCHES, "in {name}");
        assert_eq!(lines(&session), lines(&load_text(BRANCHES)), "in {name}");
        let again = through_toml(&mut session);
        assert_eq!((again.variation(), again.moves()), (Some(name), session.moves()));
    }
    session.return_to_game();
    assert_eq!(session.moves().join(" "), "a1 f6 d3 c3 d4 c4 d5 c5");
    assert_eq!(ptn(&mut session), BRANCHES);
}

#[test]
fn branches_begin_in_the_middle_of_long_turns_too() {
    let mut session = common::open("connect6", &[], None, "h8 a1 a2 b1 b2 c1 c2 d1");
    for moves in 0..8 {
        while session.moves().len() > moves {
            session.undo();
        }
        session.begin_variation("k1").expect("a legal move");
        session.play("k2").expect("a legal move");
        session.begin_variation("k3").expect("a legal move");
        session.return_to_game();
        while session.redo().is_some() {}
    }
    let record = session.whole_record();
    let written = session.format_record(&record, "game.ptn").expect("no script fails");
    let mut again = load_text(&written);
    assert_eq!(lines(&again), lines(&session), "{written}");
    assert_eq!(ptn(&mut again), written);
}

#[test]
fn a_result_tag_follows_the_game() {
    let road = "[Result \"*\"]\n[Size \"3\"]\n\n1. c3 a3\n2. a2 c2\n";
    let mut session = load_text(road);
    session.play("a1").expect("a legal move");
    let text = ptn(&mut session);
    assert!(text.starts_with("[Result \"R-0\"]\n[Size \"3\"]\n") && text.ends_with("3. a1\nR-0\n"), "{text}");
    let resigned = "[Size \"3\"]\n[Result \"1-0\"]\n\n1. c3 a3\n1-0\n";
    let mut session = load_text(resigned);
    assert_eq!(ptn(&mut session), resigned);
    session.reopen();
    session.play("b2").expect("a legal move");
    let text = ptn(&mut session);
    assert!(!text.contains("1-0"), "{text}");
}

#[test]
fn handicap_tags_are_read_once_when_the_full_rules_follow() {
    let text = "[Size \"5\"]\n[Flats1 \"19\"]\n[Opening \"no-swap\"]\n\n1. a1 e5\n";
    let mut session = load_text(text);
    assert_eq!(session.ruleset.reference, "tak+no-swap+handicap");
    session.play("c3").expect("a legal move");
    let written = ptn(&mut session);
    assert!(written.starts_with("[Size \"5\"]\n[Flats1 \"19\"]\n[Opening \"no-swap\"]\n"), "{written}");
    let again = load_text(&written);
    assert_eq!(again.plan().hash, session.plan().hash);
}

#[test]
fn trax_records_that_were_not_played_on_keep_their_bytes_too() {
    for text in ["# seen in a club\n@0/ B1\\\n\n", "#from a friend\n7\ttrax\t@0/ B1\\\topen\r\n"] {
        let mut session = load_text(text);
        assert_eq!(session.to_file("game.trx").as_deref(), Ok(text));
        let legal = common::moves(&mut session);
        session.play(&legal[0]).expect("a legal move");
        assert_ne!(session.to_file("game.trx").as_deref(), Ok(text));
    }
}

#[test]
fn broken_branches_and_tags_are_explained() {
    let start = "[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n\n";
    for (text, message) in [
        ("{3w1}\n9. d3\n", "line 6: the branch `3w1` begins at move 9, which its parent does not have"),
        ("{2w1}\n2. d3\n\n{2w1}\n2. e3\n", "line 9: the branch `2w1` begins twice; give one of them another name"),
        ("7-1.9. d3\n", "line 6: the branch `7-1` begins at move 9, which its parent does not have"),
        ("{2w1}\n2. d3 {so\n", "line 7: a comment is not closed with `}`"),
        ("[Size \"5\"]\n[size \"6\"]\n\n1. a1", "line 7: the tag `size` has two values, `5` and `6`; remove one"),
        ("[Size \"5\n", "line 6: malformed tag; write `[Name \"value\"]`"),
    ] {
        let error = record::read(&format!("{start}{text}")).expect_err(text).to_string();
        assert_eq!(error, message, "{text}");
    }
    let record = read_record("[Size \"5\"]\n[Note \"1\"]\n[Note \"2\"]\n\n1. a1\n");
    assert_eq!(record.moves, ["a1"], "tags that mean nothing here may occur twice");
}

#[test]
fn a_branch_with_an_illegal_move_does_not_stop_the_game() {
    let text = "[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n\n{2w1}\n2. d3 d3 d4\n\n{2w1/3w1}\n3. e3\n";
    let mut session = load_text(text);
    session.enter_variation("2w1").expect("its first move is legal");
    session.redo().expect("a move").expect("a legal move");
    assert!(session.redo().expect("a move").is_err());
    assert!(session.enter_variation("2w1/3w1").is_err());
    assert_eq!((session.variation(), session.moves().join(" ").as_str()), (Some("2w1"), "a1 e5 d3"), "nothing moved");
    session.return_to_game();
    session.play("b2").expect("a legal move");
    let again = load_text(&ptn(&mut session));
    assert_eq!(lines(&again)[1..], lines(&session)[1..], "and it is kept");
}

#[test]
fn thousands_of_nested_branches_are_read_and_written() {
    let mut text = "[Size \"5\"]\n\n1. a1 e5\n2. c3 c4\n".to_string();
    for number in 0..4000 {
        text += &format!("\n{{2w{number}}}\n2. d{} {}\n", number % 2 + 2, if number % 3 == 0 { "b4" } else { "b5" });
    }
    let mut name = "2w0".to_string();
    for depth in 0..80 {
        name += &format!("/2b{depth}");
        text += &format!("\n{{{name}}}\n2. -- a{}\n", depth % 3 + 2);
    }
    let mut session = load_text(&text);
    assert_eq!(session.variations().len(), 4080);
    session.enter_variation(&name).expect("it can be reached");
    session.return_to_game();
    session.play("b2").expect("a legal move");
    let again = load_text(&ptn(&mut session));
    assert_eq!(lines(&again)[1..], lines(&session)[1..]);
}

/// A game with comments, marks, tags and variations at random.
fn random_file() -> impl Strategy<Value = (String, Vec<u32>)> {
    let tag = ("[A-Z][a-z]{2,8}", "[^\"\\]\\[\r\n\u{feff}]{0,12}")
        .prop_map(|(name, value)| format!("[X{name} \"{value}\"]\n"));
    let tags = prop::collection::vec(tag, 0..4).prop_map(|tags| tags.concat());
    (tags, prop::collection::vec(any::<u32>(), 4..40))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn reading_and_writing_any_game_is_the_identity((tags, choices) in random_file(), is_windows in any::<bool>()) {
        let mut session = load_text(&format!("{tags}[Size \"4\"]\n\n1. a1 d4\n"));
        let marks = ["", "!", "?", "!?", "''", "\""];
        for choice in choices {
            let number = choice as usize;
            match choice % 8 {
                0 => drop(session.undo().filter(|_| session.moves().len() > session.variation_start())),
                1 => { session.redo(); }
                2 => session.add_note(&format!("note {{{number}}}")),
                3 => { session.leave_variation(); }
                4 | 5 => {
                    let legal = common::moves(&mut session);
                    if let Some(text) = legal.get(number / 8 % legal.len().max(1)) {
                        let text = format!("{text}{}", marks[number / 8 % marks.len()]);
                        let _ = session.begin_variation(&text);
                    }
                }
                _ => {
                    let legal = common::moves(&mut session);
                    if session.moves().len() >= session.variation_start()
                        && let Some(text) = legal.get(number / 8 % legal.len().max(1))
                    {
                        session.play(text).expect("a legal move");
                    }
                }
            }
            if session.moves().len() < session.variation_start() {
                session.redo().expect("it was played").expect("a legal move");
            }
        }
        let toml = session.full_record();
        let again = load(&read_record(&toml.to_saved()));
        prop_assert_eq!(lines(&again), lines(&session));
        prop_assert_eq!((again.moves(), again.variation()), (session.moves(), session.variation()));
        let record = session.whole_record();
        let written = session.format_record(&record, "game.ptn").expect("no script fails");
        let written = if is_windows { written.replace('\n', "\r\n") } else { written };
        let mut loaded = load_text(&written);
        prop_assert_eq!(lines(&loaded), lines(&session), "{}", written);
        prop_assert_eq!(ptn(&mut loaded), written.clone());
        prop_assert_eq!(ptn(&mut through_toml(&mut loaded)), written.clone());
        // Written anew, it is the same game.
        loaded.return_to_game();
        loaded.add_note("seen");
        let anew = load_text(&ptn(&mut loaded));
        prop_assert_eq!(lines(&anew), lines(&loaded), "{}", written);
        let foreign = |text: &str| text.lines().filter(|line| line.starts_with("[X")).map(str::to_string).collect::<Vec<_>>();
        prop_assert_eq!(foreign(&ptn(&mut loaded)), foreign(&written));
    }
}
