use crate::common::assert_corpus_replays;

#[test]
fn recorded_games_replay_to_their_outcomes() {
    assert_corpus_replays("corpus/trax-games.tsv", 199);
}
