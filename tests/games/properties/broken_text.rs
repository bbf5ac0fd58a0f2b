//! Corrupt text: a position, move or file is rejected with a message, or it is parsed and can be played; never a panic.

use houserule_script::notation::record;
use proptest::prelude::*;

use crate::common::{self, Snapshot, random_player::RandomPlayer, to_settings};
use crate::properties::{RULE_SETS, cases, random_games};

/// Text with a few characters replaced, removed, doubled or inserted.
fn corrupt(text: &str, alphabet: &str, player: &mut RandomPlayer) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=player.below(4) {
        let at = player.below(chars.len() + 1);
        let letter = letters[player.below(letters.len())];
        match player.below(4) {
            0 => chars.insert(at, letter),
            1 if at < chars.len() => chars[at] = letter,
            2 if at < chars.len() => chars.insert(at, chars[at]),
            _ if at < chars.len() => drop(chars.remove(at)),
            _ => chars.push(letter),
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_corrupt_position_is_rejected_or_playable(random_game in random_games(RULE_SETS, 60)) {
        let mut player = random_game.player();
        for _ in 0..4 {
            let text = corrupt(&random_game.play().position(), "012SCFx,/ 13459é-", &mut player);
            let settings: Vec<(&str, &str)> = random_game.settings.iter().copied().filter(|(key, _)| *key != "size").collect();
            match common::workspace().open(random_game.game, &to_settings(&settings), Some(&text), &[]) {
                Err(error) => prop_assert!(!error.to_string().is_empty(), "`{}` is rejected without a message", text),
                Ok(mut session) => {
                    let before = Snapshot::of(&mut session);
                    player.play(&mut session, 4);
                    while session.undo().is_some() {}
                    prop_assert_eq!(Snapshot::of(&mut session), before);
                }
            }
        }
    }

    #[test]
    fn a_corrupt_move_is_rejected_or_listed(random_game in random_games(RULE_SETS, 60)) {
        let (mut session, mut player) = (random_game.play(), random_game.player());
        let listed = common::moves(&mut session);
        for _ in 0..40 {
            let Some(text) = listed.get(player.below(listed.len().max(1))) else { break };
            let text = corrupt(text, "abcsSCF0123459<>+-*!? é", &mut player);
            match session.play(&text) {
                Ok(written) => {
                    prop_assert!(listed.contains(&written), "`{}` was played as `{}`", text, written);
                    session.undo();
                }
                Err(error) => prop_assert!(!error.to_string().is_empty(), "`{}` is rejected without a message", text),
            }
            prop_assert_eq!(common::moves(&mut session), listed.clone());
        }
    }

    #[test]
    fn a_corrupt_record_is_rejected_or_replayed(random_game in random_games(RULE_SETS, 30)) {
        let (mut session, mut player) = (random_game.play(), random_game.player());
        let saved = session.record().expect("no script fails").to_saved();
        let ptn = session.to_file("game.ptn").expect("no script fails");
        for text in [saved, ptn] {
            let text = corrupt(&text, "[]\"{}=.1a+ \né", &mut player);
            let records = match record::read(&text) {
                Ok(records) => records,
                Err(error) => {
                    prop_assert!(!error.to_string().is_empty(), "rejected without a message:\n{}", text);
                    continue;
                }
            };
            for record in records {
                match common::workspace().resume(&record, None, &[]) {
                    Ok((mut session, _)) => {
                        let end = session.play_all(&record.moves).map_or_else(|(ply, _)| ply - 1, |()| record.moves.len());
                        prop_assert_eq!(session.moves().len(), end, "played up to the first fault:\n{}", text);
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty(), "rejected without a message:\n{}", text),
                }
            }
        }
    }
}
