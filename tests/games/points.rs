//! Points without explanations, which the laboratory adds up, are those of the explained score.

use crate::common::shipped_scripts;
use houserule_script::play::Rng;

#[test]
fn points_are_the_numbers_of_the_score_in_every_game() {
    const MAX_MOVES: usize = 3_000;
    let (mut finished, mut scored) = (0, 0);
    let shipped = shipped_scripts();
    for (manifest, _) in shipped.library.manifests().playable {
        let reference = manifest.reference();
        let ruleset = shipped.load(&reference, &[]).unwrap_or_else(|error| panic!("{reference}: {error}"));
        let mut rng = Rng::new(3);
        let mut game = ruleset.game(None, 1).unwrap_or_else(|error| panic!("{reference}: {error}"));
        for moves in [5, 20, MAX_MOVES] {
            game.playout(moves, |bound| rng.below(bound)).unwrap_or_else(|fault| panic!("{reference}: {fault}"));
            let explained = game.board().score_now().map(|score| score.iter().map(|(halves, _)| *halves).collect());
            assert_eq!(game.board().points_now(), explained, "{reference}");
        }
        let outcome = game.outcome().unwrap_or_else(|fault| panic!("{reference}: {fault}"));
        let Some(outcome) = outcome else { continue };
        let lines = game.score().unwrap_or_else(|fault| panic!("{reference}: {fault}"));
        let points = game.final_points(&outcome).unwrap_or_else(|fault| panic!("{reference}: {fault}"));
        assert_eq!(points, lines.iter().map(|line| line.points).collect::<Vec<_>>(), "{reference}");
        finished += 1;
        scored += usize::from(points.iter().any(|points| *points != 0.0));
    }
    assert!(finished > 70 && scored > 40, "{finished} games ended, {scored} with points");
}
