//! Text with mistakes in it: a position, a move or a file is refused with a word, or it is understood and can be
//! played; never a crash.

use houserule_script::notation::record;
use proptest::prelude::*;

use crate::common::{self, Snapshot, owned, walk::Player};
use crate::properties::{HOUSES, cases, trials};

/// A text with a few characters changed, lost, doubled or added.
fn spoilt(text: &str, alphabet: &str, player: &mut Player) -> String {
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
    fn a_spoilt_position_is_refused_or_can_be_played(trial in trials(HOUSES, 60)) {
        let mut player = trial.player();
        for _ in 0..4 {
            let text = spoilt(&trial.played().position(), "012SCFx,/ 13459é-", &mut player);
            let sets: Vec<(&str, &str)> = trial.sets.iter().copied().filter(|(key, _)| *key != "size").collect();
            match common::table().open(trial.game, &owned(&sets), Some(&text), &[]) {
                Err(error) => prop_assert!(!error.to_string().is_empty(), "`{}` is refused without a word", text),
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
    fn a_spoilt_move_is_refused_or_listed(trial in trials(HOUSES, 60)) {
        let (mut session, mut player) = (trial.played(), trial.player());
        let listed = common::moves(&mut session);
        for _ in 0..40 {
            let Some(text) = listed.get(player.below(listed.len().max(1))) else { break };
            let text = spoilt(text, "abcsSCF0123459<>+-*!? é", &mut player);
            match session.play(&text) {
                Ok(written) => {
                    prop_assert!(listed.contains(&written), "`{}` was played as `{}`", text, written);
                    session.undo();
                }
                Err(error) => prop_assert!(!error.to_string().is_empty(), "`{}` is refused without a word", text),
            }
            prop_assert_eq!(common::moves(&mut session), listed.clone());
        }
    }

    #[test]
    fn a_spoilt_record_is_refused_or_can_be_followed(trial in trials(HOUSES, 30)) {
        let (mut session, mut player) = (trial.played(), trial.player());
        let saved = session.record().expect("no script fails").to_saved();
        let ptn = session.to_file("game.ptn").expect("no script fails");
        for text in [saved, ptn] {
            let text = spoilt(&text, "[]\"{}=.1a+ \né", &mut player);
            let records = match record::read(&text) {
                Ok(records) => records,
                Err(says) => {
                    prop_assert!(!says.to_string().is_empty(), "refused without a word:\n{}", text);
                    continue;
                }
            };
            for record in records {
                match common::table().resume(&record, None, &[]) {
                    Ok((mut session, _)) => {
                        let end = session.play_all(&record.moves).map_or_else(|(ply, _)| ply - 1, |()| record.moves.len());
                        prop_assert_eq!(session.moves().len(), end, "played up to the first fault:\n{}", text);
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty(), "refused without a word:\n{}", text),
                }
            }
        }
    }
}
